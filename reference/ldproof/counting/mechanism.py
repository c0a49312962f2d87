"""Continual counting as a mechanism: one person's transcript over all rounds, and its exact law."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb

from ldproof import rounds
from ldproof.budget import Budget, check_report_count, parse_budget
from ldproof.coins import Coins
from ldproof.counting.d_bit_flip import BitTranscripts, DrawnBits, kept_likelihood, row_odds
from ldproof.counting.formulas import (
    borappor_variance,
    estimate_filled,
    estimate_round,
    glance_variance,
    harmony_variance,
)
from ldproof.counting.future_rand import FutureRand
from ldproof.counting.loloha import (
    Cells,
    cells_likelihood,
    event_odds,
    own_probability,
    round_odds,
    truthful_probability,
    user_odds,
)
from ldproof.counting.memoized import (
    agreement_odds,
    least_agreement,
    likeliest_ones,
    memoized_likelihood,
    one_probability,
    repeated_odds,
)
from ldproof.errors import Reason, Refused, quote_given
from ldproof.mechanisms import Level, Privacy, parse_level
from ldproof.numbers import Exact, Real, lift, like, rational
from ldproof.parameters import accept_parameters, count_people, validate_fields
from ldproof.probability import INFINITE, Law, binomial_law, law_of_shares, unbias_rate
from ldproof.rounds import Bits, Transcripts, is_neighbouring, lie, refuse_long_rows

# The mechanisms' names.


class Which(StrEnum):
    """The mechanisms of section 4, and the one in which every round is reported."""

    GLANCE = "glance"
    HARMONY = "harmony"
    HARMONY_PUBLISHED = "harmony_published"
    BORAPPOR = "borappor"


BY_NAME: dict[str, Which] = {each.value: each for each in Which}
FILLS = {Which.HARMONY: Fraction(0), Which.HARMONY_PUBLISHED: Fraction(1, 2)}
"""Published Harmony sends -1, NULL or +1, and NULL counts as their mean 0: as bits, the value 1/2."""

# The exact laws, from the mechanisms' own steps: what one person sends, and what is estimated in one round.

FEW = 10
"""The most rounds for which all transcripts are listed."""

Sent = int | None
"""A report of a bit, or NULL."""


def transcript_likelihood(
    states: Sequence[int], seen: Sequence[Sent], excess: Exact, null: Sent = None, reports: int = 1
) -> Exact:
    """The probability that a person with these states sends this; `null` is sent where nothing is reported.

    Glance sends NULL there; the source's Harmony sends 0, which a report may be too. With as many reports as rounds, it
    is Basic One-time RAPPOR's. `excess` is each report's.
    """
    each_round = [
        (
            like(excess, int(sent == null)),
            like(excess, 0) if sent is None else rounds.report_likelihood(excess, state, sent),
        )
        for state, sent in zip(states, seen, strict=True)
    ]
    return rounds.likelihood_of_rounds(each_round, reports)


def transcript_law(
    states: Sequence[int], excess: Fraction, null: Sent = None, reports: int = 1
) -> Law[tuple[Sent, ...]]:
    """The law of everything that a person with these states sends; refused if T is too large to list."""
    refuse_long_rows(len(states), FEW)
    return law_of_shares(
        (seen, transcript_likelihood(states, seen, excess, null, reports))
        for seen in product(dict.fromkeys((0, 1, null)), repeat=len(states))
    )


def received_law(N: int, T: int | Fraction, active: int, excess: Fraction) -> Law[tuple[int, int]]:
    """The law of (number of reporters, number of ones) in a round with `active` of N people active.

    A person reports in it with probability 1/T: with m reports in T rounds, T/m stands for T.
    """
    reporters = binomial_law(N, 1 / rational(T))
    return reporters.then(lambda k: ones_law(k, hypergeometric_law(N, active, k), excess))


def hypergeometric_law(N: int, active: int, k: int) -> Law[int]:
    """The law of the number of active people among k that are drawn from N without replacement."""
    drawn = range(max(0, k - (N - active)), min(k, active) + 1)
    return law_of_shares((A, rational(comb(active, A) * comb(N - active, k - A), comb(N, k))) for A in drawn)


def ones_law(k: int, active: Law[int], excess: Fraction) -> Law[int]:
    """The law of the number of ones among k reports, Bin(A, p) + Bin(k - A, q), where `active` is the law of A."""
    p, q = rounds.truth(excess), rounds.lie(excess)
    sent = active.then(lambda A: binomial_law(A, p).product(binomial_law(k - A, q)))
    return sent.pushforward(lambda drawn: sum(drawn[1]))


def estimate_law(
    N: int, T: int, active: int, excess: Fraction, fill: Fraction | None = None
) -> Law[Fraction | None]:
    """The law of the estimate in one round: Glance's, None if nobody reports, or Harmony's with its `fill`.

    With T = 1 it is Basic One-time RAPPOR's, from the excess odds of one round's report.
    """

    def estimated(reports: tuple[int, int]) -> Fraction | None:
        k, bits = map(rational, reports)
        return estimate_round(bits, k, N, T, fill, excess) if k or fill is not None else None

    return received_law(N, T, active, excess).pushforward(estimated)


# Continual counting as an auditor sees it: one person's transcript over all rounds.

States = tuple[int, ...]
Transcript = tuple[int | None, ...]


class RoundMechanism(ABC):
    """A mechanism of T rounds, where the estimate of a round depends on its reports alone."""

    __slots__ = ()
    T: int

    @property
    @abstractmethod
    def secrets(self) -> Bits | Cells:
        """The space of secrets: a row of T states."""

    @property
    def reports(self) -> int:
        """The number of rounds in which a person's state is reported: all, unless a mechanism says otherwise."""
        return self.T

    @property
    def silent(self) -> bool:
        """Whether NULL is sent in the other rounds; otherwise the bit 0."""
        return False

    @abstractmethod
    def text(self) -> dict[str, str]:
        """The parameters as text, exactly, by their names."""

    @abstractmethod
    def estimate(self, N: int, ones: int, reporters: int) -> Real | None:
        """The estimate of mu from `ones` ones among `reporters` bits of N people; None where there is none."""

    def neighbours(self, level: Level, one: States, other: States) -> bool:
        """Whether two secrets differ in some round, or at event level in exactly one."""
        return is_neighbouring(level, self.secrets.row(one), self.secrets.row(other))


class BitRoundMechanism(RoundMechanism):
    """A mechanism whose states are bits, and whose reports are bits or NULL."""

    __slots__ = ()

    @property
    def secrets(self) -> Bits:
        """The space of secrets: a bit for each round."""
        return Bits("a state", self.T, FEW)

    @property
    def outputs(self) -> Transcripts:
        """The space of transcripts: a bit or NULL in each round."""
        return Transcripts(self.T, FEW, self.silent, self.reports)


@dataclass(frozen=True, slots=True)
class Counting(BitRoundMechanism):
    """A counting mechanism as an auditor sees it: which one, T rounds, and a person's budget over all reports.

    Glance has one report a person in the source; with more it is m-shot Glance, which no source has.
    """

    which: Which
    T: int
    budget: Budget

    def __post_init__(self) -> None:
        validate_fields(self, "T", which=Which, budget=Budget)
        if self.which is Which.GLANCE and self.reports <= self.T:
            return
        check_report_count(self.budget, self.T if self.which is Which.BORAPPOR else 1)

    def text(self) -> dict[str, str]:
        """The parameters as text, exactly, by their names."""
        budget = {self.budget.given: str(self.budget.value)}
        shots = {"m": str(self.reports)} if self.which is Which.GLANCE and self.reports > 1 else {}
        return {"which": self.which.value, "T": str(self.T), **shots, **budget}

    @property
    def reports(self) -> int:
        """The number of rounds in which a person's state is reported, over which the budget is split."""
        return self.budget.reports

    @property
    def silent(self) -> bool:
        """Whether NULL is sent in the other rounds; otherwise the bit 0."""
        return self.which in (Which.GLANCE, Which.HARMONY_PUBLISHED)

    @property
    def fill(self) -> Fraction | None:
        """What the estimate counts for whoever does not report; None where it counts reporters only."""
        return FILLS.get(self.which)

    def estimate(self, N: int, ones: int, reporters: int) -> Real | None:
        """The estimate of mu from one round; None if Glance has no bit."""
        fill = self.fill
        if fill is None and not reporters:
            return None

        def estimate_at(excess: Exact) -> Exact:
            return estimate_round(like(excess, ones), like(excess, reporters), N, self.T, fill, excess)

        return lift(estimate_at, self.budget.report_excess())

    def likelihood(self, secret: States, output: Transcript) -> Real:
        """The probability of a transcript, given the states."""
        states, seen = self.secrets.row(secret), self.outputs.row(output)

        def chance(excess: Exact) -> Exact:
            null = None if self.silent else 0
            return transcript_likelihood(states, seen, excess, null, self.reports)

        return lift(chance, self.budget.report_excess())

    def randomize(self, secret: States, coins: Coins) -> Transcript:
        """Draw a transcript exactly, as a client does that runs through all rounds."""
        from ldproof.counting.client import start_client  # noqa: PLC0415  (slow to import, and a law does without)

        states = self.secrets.row(secret)
        person = start_client(self, coins)
        return tuple(person.report(t, state, coins) for t, state in enumerate(states, start=1))

    def privacy(self, level: Level) -> Privacy[States, Transcript]:
        """Theorem 3: a person has the whole budget, for every T. A round has one report's: a filling hides nothing.

        A person active throughout is told from one who never is by reports that are all 1. Harmony's reports of 0
        cannot be told from its fillings; there it is by a 1 that is seen. The first round alone tells by a 1 in it.
        """
        T, budget, harmony = self.T, self.budget, self.which is Which.HARMONY
        active = (1,) * T
        if parse_level(level) == "event":
            return Privacy(
                budget.report_odds(),
                active,
                (0, *active[1:]),
                lambda output: output[0] == 1,
                "1 in the first round",
            )
        return Privacy(
            budget.odds(),
            active,
            (0,) * T,
            lambda output: 1 in output if harmony else 0 not in output,
            "1 in some round" if harmony else "0 in no round",
        )


@dataclass(frozen=True, slots=True)
class Memoized(BitRoundMechanism):
    """Two-step memoization of a bit: L-GRR and L-OSUE, as `ldproof.counting.memoized` says."""

    T: int
    kept_odds: Fraction
    first_odds: Fraction
    permanent: str = "symmetric"

    def __post_init__(self) -> None:
        validate_fields(self, "T", "kept_odds", "first_odds", "permanent")

    def text(self) -> dict[str, str]:
        """The parameters as text, exactly, by their names."""
        return {
            "T": str(self.T),
            "kept_odds": str(self.kept_odds),
            "first_odds": str(self.first_odds),
            "permanent": self.permanent,
        }

    @property
    def repeated_excess(self) -> Fraction:
        """The excess odds with which every round randomizes what is kept."""
        return repeated_odds(self.kept_odds, self.first_odds) - 1

    def kept_probability(self, state: int) -> Fraction:
        """The probability that 1 is kept for this state."""
        return one_probability(self.permanent, state, self.kept_odds)

    def sent_probability(self, state: int) -> Fraction:
        """The probability that a round's report is 1, in this state."""
        return one_probability(self.permanent, state, self.first_odds)

    def likelihood(self, secret: States, output: Transcript) -> Real:
        """The probability of a transcript, given the states."""
        states, seen = self.secrets.row(secret), self.outputs.row(output)
        bits = [each for each in seen if each is not None]
        if len(bits) < len(seen):
            return Real(0)
        return Real(memoized_likelihood(states, bits, self.permanent, self.kept_odds, self.first_odds))

    def randomize(self, secret: States, coins: Coins) -> Transcript:
        """Draw what is kept for both states, then the report of each round from what is kept for its state."""
        from ldproof.devices import reporting_digits  # noqa: PLC0415  (slow to import, and a law does without)
        from ldproof.sampling import Digits, draw_by_secret  # noqa: PLC0415

        states = self.secrets.row(secret)
        keeping = [Digits(self.kept_probability(state)) for state in (0, 1)]
        kept = [int(draw_by_secret(keeping, state, coins)) for state in (0, 1)]
        sending = reporting_digits(Real(self.repeated_excess))
        return tuple(int(draw_by_secret(sending, kept[state], coins)) for state in states)

    def estimate(self, N: int, ones: int, reporters: int) -> Real | None:  # noqa: ARG002  (everybody reports)
        """The estimate of mu from the ones among one round's bits, which everybody sends."""
        low, high = self.sent_probability(0), self.sent_probability(1)
        return Real(unbias_rate(rational(ones, reporters), low, high - low))

    def likeliest_reports(self, level: Level) -> tuple[int, int]:
        """How many of the reports that reach the tight odds are 1, and how many are as the less likely states say."""
        T, given = self.T, (self.permanent, self.kept_odds, self.first_odds)
        agreeing = T - 1 if parse_level(level) == "event" else least_agreement(T, *given)
        return likeliest_ones(T, *given), agreeing

    def odds_of_reports(self, ones: int, agreeing: int) -> Real:
        """The likelihood ratio of reports that are all as the states say to where only `agreeing` are."""
        return agreement_odds(self.T, ones, agreeing, self.permanent, self.kept_odds, self.first_odds)

    def privacy(self, level: Level) -> Privacy[States, Transcript]:
        """The tight odds, which reports reach that are all as the states say.

        A person whose state never changes has less than `kept_odds`, for every T. One whose state may change has more:
        the reports show which rounds have the same state, and at user level epsilon grows with T without bound.
        """
        ones, agreeing = self.likeliest_reports(level)
        likely = (1,) * ones + (0,) * (self.T - ones)
        unlikely = tuple(bit if t < agreeing else 1 - bit for t, bit in enumerate(likely))
        return Privacy(
            self.odds_of_reports(ones, agreeing),
            likely,
            unlikely,
            lambda output: output == likely,
            "every report as the states say",
        )


@dataclass(frozen=True, slots=True)
class Loloha(RoundMechanism):
    """Two-step memoization of the cell of a value under a public hash: LOLOHA, as `ldproof.counting.loloha` says.

    Audits at user level need the tight odds of all rounds, which are found for at most 6 rounds.
    """

    T: int
    kept_odds: Fraction
    first_odds: Fraction
    w: int

    def __post_init__(self) -> None:
        validate_fields(self, "T", "kept_odds", "first_odds", "w")

    @property
    def secrets(self) -> Cells:
        """The space of secrets: a cell for each round."""
        return Cells("a row of cells", self.T, self.w)

    @property
    def outputs(self) -> Cells:
        """The space of transcripts: a cell for each round."""
        return Cells("a row of reports", self.T, self.w)

    def text(self) -> dict[str, str]:
        """The parameters as text, exactly, by their names."""
        return {
            "T": str(self.T),
            "kept_odds": str(self.kept_odds),
            "first_odds": str(self.first_odds),
            "w": str(self.w),
        }

    def truthful_probabilities(self) -> tuple[Fraction, Fraction]:
        """The probabilities that the cell itself is kept, and that what is kept is sent; otherwise a cell is uniform."""
        odds = round_odds(self.kept_odds, self.first_odds, self.w)
        return truthful_probability(self.kept_odds, self.w), truthful_probability(odds, self.w)

    def likelihood(self, secret: States, output: States) -> Real:
        """The probability of a transcript, given the cells."""
        cells, seen = self.secrets.row(secret), self.outputs.row(output)
        return Real(cells_likelihood(cells, seen, self.w, self.kept_odds, self.first_odds))

    def randomize(self, secret: States, coins: Coins) -> States:
        """Draw what is kept and the report of each round; what an earlier round has kept for the cell is used again."""
        from ldproof.sampling import Digits, draw_bernoulli, draw_uniform  # noqa: PLC0415

        keeping, sending = map(Digits, self.truthful_probabilities())

        def draw_cell(cell: int, truthful: Digits) -> int:
            own, anything = draw_bernoulli(truthful, coins), draw_uniform(self.w, coins)
            return cell if own else anything

        kept, sent = dict[int, int](), list[int]()
        for cell in self.secrets.row(secret):
            new = draw_cell(cell, keeping)
            sent.append(draw_cell(kept.setdefault(cell, new), sending))
        return tuple(sent)

    def estimate(self, N: int, ones: int, reporters: int) -> Real | None:  # noqa: ARG002  (everybody reports)
        """The estimate of the share of people with a value, where `ones` reports are its cell under the person's hash."""
        low, high = Fraction(1, self.w), own_probability(self.first_odds, self.w)
        return Real(unbias_rate(rational(ones, reporters), low, high - low))

    def privacy(self, level: Level) -> Privacy[States, States]:
        """The tight odds, which reports reach that are all as the cells say.

        They are also those of values if every cell is the hash of some value. Raise `Refused` for more than `MOST_ROUNDS`
        rounds, or at event level `MOST_ROUNDS_OF_EVENT`.
        """
        find = event_odds if parse_level(level) == "event" else user_odds
        odds, likely, unlikely = find(self.T, self.w, self.kept_odds, self.first_odds)
        return Privacy(
            Real(odds), likely, unlikely, lambda output: output == likely, "every report as the cells say"
        )


@dataclass(frozen=True, slots=True)
class DBitFlip(RoundMechanism):
    """Rows of noisy bits that are kept for each cell, and sent without fresh noise: dBitFlipPM, as `d_bit_flip` says."""

    T: int
    bit_odds: Fraction
    w: int
    d: int

    def __post_init__(self) -> None:
        validate_fields(self, "T", "bit_odds", "w", "d", system="counting")

    @property
    def secrets(self) -> Cells:
        """The space of secrets: a cell for each round."""
        return Cells("a row of cells", self.T, self.w)

    @property
    def outputs(self) -> BitTranscripts:
        """The space of transcripts: the drawn cells, and a row of bits for each round."""
        return BitTranscripts(self.T, self.w, self.d)

    @property
    def silent(self) -> bool:
        """Whether NULL is sent: to the question of a cell, by whoever has not drawn it."""
        return True

    def text(self) -> dict[str, str]:
        """The parameters as text, exactly, by their names."""
        return {"T": str(self.T), "bit_odds": str(self.bit_odds), "w": str(self.w), "d": str(self.d)}

    def likelihood(self, secret: States, output: DrawnBits) -> Real:
        """The probability of a transcript, given the cells."""
        cells, seen = self.secrets.row(secret), self.outputs.row(output)
        return Real(kept_likelihood(cells, seen, self.w, self.bit_odds))

    def randomize(self, secret: States, coins: Coins) -> DrawnBits:
        """Draw d cells, and a row in each round; what an earlier round has kept for the cell is sent again."""
        import numpy as np  # noqa: PLC0415  (slow to import, and a law does without)

        from ldproof.devices import reporting_digits  # noqa: PLC0415
        from ldproof.sampling import BY_SECRET, draw_by_secrets, draw_subset  # noqa: PLC0415

        cells, drawn = self.secrets.row(secret), draw_subset(self.w, self.d, coins)
        sending, places = reporting_digits(Real(self.bit_odds - 1)), np.array(drawn)
        kept, sent = dict[int, States](), list[States]()
        for cell in cells:
            own = (places == cell).astype(np.uint8)
            new = draw_by_secrets(sending, own, coins, BY_SECRET).astype(int).tolist()  # read in any case
            sent.append(kept.setdefault(cell, tuple(new)))
        return drawn, tuple(sent)

    def estimate(self, N: int, ones: int, reporters: int) -> Real | None:
        """The estimate of the share of people in a cell, from the bits of those who have drawn it.

        It is Harmony's with the value `lie` for each other person, where a person reports with probability d/w.
        """
        excess = self.bit_odds - 1
        numbers = (rational(ones), rational(reporters), rational(N), rational(self.w, self.d))
        return Real(estimate_filled(*numbers, lie(excess), excess))

    def privacy(self, level: Level) -> Privacy[States, DrawnBits]:
        """The tight odds of one round; infinite for more, as rounds with one cell have the same row."""
        parse_level(level)
        first, second = (0,) * self.T, (1, *(0,) * (self.T - 1))
        if self.T > 1:
            return Privacy(
                INFINITE,
                second,
                first,
                lambda output: output[1][0] != output[1][1],
                "two different rows in the first two rounds",
            )
        most = min(self.d, 2)

        def is_likely(output: DrawnBits) -> bool:
            drawn, (row,) = output
            right = [bit == (cell == 0) for cell, bit in zip(drawn, row, strict=True) if cell in (0, 1)]
            return len(right) == most and all(right)

        return Privacy(
            Real(row_odds(self.d, self.bit_odds)),
            first,
            second,
            is_likely,
            "a 1 for cell 0, and a 0 for cell 1" if most > 1 else "a 1 for cell 0, or a 0 for cell 1",
        )


def counting_mechanism(which: object, T: object, **given: object) -> Counting:
    """The mechanism, from numbers or text and exactly one of `epsilon` and `odds`, or `report_odds` of one report."""
    mechanism = BY_NAME.get(which) if isinstance(which, str) else None
    if mechanism is None:
        raise Refused(Reason.UNKNOWN_NAME, f"there is no mechanism {quote_given(which)}", ", ".join(BY_NAME))
    rounds = int(accept_parameters({"T": T})["T"])
    return Counting(mechanism, rounds, parse_budget(rounds if mechanism is Which.BORAPPOR else 1, **given))


def m_shot_glance(T: object, m: object, **given: object) -> Counting:
    """Glance with m reports a person, from numbers or text and exactly one of `epsilon`, `odds` and `report_odds`."""
    accepted = accept_parameters({"T": T, "m": m})
    return Counting(Which.GLANCE, int(accepted["T"]), parse_budget(int(accepted["m"]), **given))


MECHANISMS: Mapping[str, Callable[..., Counting | Memoized | Loloha | DBitFlip | FutureRand]] = {
    **{which.value: partial(counting_mechanism, which) for which in Which},
    "m_glance": m_shot_glance,
    "memoized": Memoized,
    "loloha": Loloha,
    "d_bit_flip": DBitFlip,
    "future_rand": FutureRand,
}
"""Each by its name."""


def estimate_variance(which: Which, N: int, T: int, mu: Fraction, budget: Budget) -> Real:
    """The exact variance of a mechanism's estimate in one round."""
    count_people(N, "mu", mu)
    if which is Which.GLANCE:
        return glance_variance(N, T, mu, budget)
    if which is Which.BORAPPOR:
        return borappor_variance(N, T, budget)
    return lift(harmony_variance, N, T, mu, budget.report_excess(), FILLS[which])
