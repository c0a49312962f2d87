"""m-shot reporting as a mechanism."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ldproof.budget import Budget, check_report_count, parse_budget
from ldproof.coins import Coins
from ldproof.mechanisms import Level, Privacy, parse_level
from ldproof.numbers import Exact, Real, lift
from ldproof.parameters import accept_parameters, validate_fields
from ldproof.rounds import Bits, is_neighbouring
from ldproof.shots import formulas
from ldproof.shots import privacy as laws

# m-shot reporting as an auditor sees it.

Row = tuple[int, ...]

REMEMBERED = 1 << 10
"""How many probabilities are kept, as many transcripts have the same."""


@dataclass(frozen=True, slots=True)
class Shots:
    """One person's m reports in T rounds, dummies that are 1 with probability r, and the person's budget."""

    T: int
    m: int
    r: Fraction
    budget: Budget

    def __post_init__(self) -> None:
        validate_fields(self, "T", "m", "r", budget=Budget)
        check_report_count(self.budget, self.m)

    def text(self) -> dict[str, str]:
        """The parameters as text, exactly, by their names."""
        budget = {self.budget.given: str(self.budget.value)}
        return {"T": str(self.T), "m": str(self.m), "r": str(self.r), **budget}

    @property
    def secrets(self) -> Bits:
        """The space of secrets: a bit for each round."""
        return Bits("a state", self.T, laws.FEW)

    @property
    def outputs(self) -> Bits:
        """The space of transcripts: the bit that is sent in each round."""
        return Bits("a report", self.T, laws.FEW)

    def likelihood(self, secret: Row, output: Row) -> Real:
        """The probability of a transcript, given the states."""
        pairs = zip(self.secrets.row(secret), self.outputs.row(output), strict=True)
        return sorted_likelihood(self, tuple(sorted(pairs)))

    def randomize(self, secret: Row, coins: Coins) -> Row:
        """Draw a transcript exactly, as a client does that runs through all rounds."""
        from ldproof.shots.client import start_client  # noqa: PLC0415  (slow to import, and a law does without)

        states = self.secrets.row(secret)
        person = start_client(self, coins)
        return tuple(person.report(t, state, coins) for t, state in enumerate(states, start=1))

    def neighbours(self, level: Level, one: Row, other: Row) -> bool:
        """Whether two secrets differ in some round, or at event level in exactly one."""
        return is_neighbouring(level, self.secrets.row(one), self.secrets.row(other))

    def privacy(self, level: Level) -> Privacy[Row, Row]:
        """Theorem 4 for a person: the whole budget, for every T, m and r. A round has less: see `formulas.event_odds`."""
        return self.round_privacy() if parse_level(level) == "event" else self.person_privacy()

    def person_privacy(self) -> Privacy[Row, Row]:
        """User-level privacy: the likelier dummy as every state against the other bit; the event: it alone is sent.

        Its odds are e^epsilon, and under the first person no other such event is likelier.
        """
        T, dummy = self.T, self.likelier_dummy
        seen = (dummy,) * T
        return Privacy(
            self.budget.odds(),
            seen,
            (1 - dummy,) * T,
            lambda output: output == seen,
            f"{dummy} in every round",
        )

    def round_privacy(self) -> Privacy[Row, Row]:
        """Event-level privacy: two secrets that differ in the first round, and an event about what is sent in it.

        What is seen of the others tells nothing where there are no dummies, or where all are the same: there a round
        costs one report's share, and less elsewhere.
        """
        m, T, r, budget = self.m, self.T, self.r, self.budget
        dummy = self.likelier_dummy
        against, silent = (1 - dummy,) * T, (dummy,) * (T - 1)
        telling = m < T and 0 < r < 1
        return Privacy(
            lift(formulas.event_odds, m, T, r, budget.report_excess()) if telling else budget.report_odds(),
            against,
            (dummy, *against[1:]),
            lambda output: output[0] != dummy and (not telling or output[1:] == silent),
            f"{1 - dummy} in the first round" + (f" and {dummy} in the others" if telling else ""),
        )

    @property
    def likelier_dummy(self) -> int:
        """The likelier value of a dummy; 0 if both are as likely."""
        return int(2 * self.r > 1)


@lru_cache(REMEMBERED)
def sorted_likelihood(shots: Shots, rounds: tuple[Row, ...]) -> Real:
    """The probability of a transcript from its (state, bit) pairs, sorted: their order does not matter. Cached."""
    secret, output = zip(*rounds, strict=True)

    def chance(r: Exact, excess: Exact) -> Exact:
        return laws.transcript_likelihood(secret, output, shots.m, r, excess)

    return lift(chance, shots.r, shots.budget.report_excess())


def report_mechanism(T: object, m: object, r: object = 0, **given: object) -> Shots:
    """The mechanism, from numbers or text and exactly one of `epsilon`, `odds` and `report_odds`."""
    accepted = accept_parameters({"T": T, "m": m, "r": r})
    reports = int(accepted["m"])
    return Shots(int(accepted["T"]), reports, Fraction(accepted["r"]), parse_budget(reports, **given))


MECHANISMS: Mapping[str, Callable[..., Shots]] = {"report": report_mechanism}
"""Each by its name."""
