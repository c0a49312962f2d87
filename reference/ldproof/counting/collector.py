"""Section 4.1: the collector estimates mu after each round, before the next one.

Where NULL can be told from a report, the collector knows who has reported. More reports of one person than the
mechanism sends are refused: they would spend more than the budget. Who never reports is only missing.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import partial

from ldproof import serialization
from ldproof.counting.future_rand import FutureRand, blocks_until
from ldproof.counting.mechanism import (
    DBitFlip,
    Loloha,
    Memoized,
    RoundMechanism,
    Which,
    counting_mechanism,
    m_shot_glance,
)
from ldproof.devices import parse_next_round, parse_past_round, tally_reports
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real
from ldproof.parameters import accept_parameters, parameter_domain, validate_fields
from ldproof.rounds import answers_by_round
from ldproof.rows import list_row


class NoEstimate(Enum):
    """What Glance says of a round in which nobody reports: 0/0 is no number, and 0 would be a guess."""

    NO_ESTIMATE = "no estimate"

    def __str__(self) -> str:
        return self.value


NO_ESTIMATE = NoEstimate.NO_ESTIMATE

Estimate = Real | NoEstimate
"""What is said of a round."""


@dataclass(slots=True)
class CountingCollector:
    """Sequential: the estimate of round t depends on its reports, and on nothing later."""

    parameters: RoundMechanism
    N: int
    ones: list[int] = field(default_factory=list, init=False)
    """The number of ones in each round that is over."""
    reporters: list[int] = field(default_factory=list, init=False)
    """How many people sent a bit in it."""
    heard: Counter[int] = field(default_factory=Counter, init=False)
    """How many bits each person, counted from 1, has sent, where these are known to be reports."""

    def __post_init__(self) -> None:
        validate_fields(self, "N", parameters=RoundMechanism)

    def receive(self, t: int, reports: Sequence[int | None]) -> Estimate:
        """The estimate of round t, from everybody's reports; None is NULL. Refused unless t is the next round."""
        silent = self.parameters.silent
        t = parse_next_round(t, len(self.ones), self.parameters.T)
        ones, sent = tally_reports(t, reports, self.N, silence=silent)
        now = (
            [n for n, report in enumerate(list_row("the reports", reports), start=1) if report is not None]
            if silent
            else []
        )
        most = self.parameters.reports
        if again := next((n for n in now if self.heard[n] == most), None):
            raise Refused(
                Reason.REPEATED, f"person {again} reports again in round {t}", f"at most {most} from a person"
            )
        estimate = self.count(t, ones, sent)
        self.heard.update(now)
        return estimate

    def count(self, t: int, ones: int, reporters: int) -> Estimate:
        """The estimate of round t, from the ones among `reporters` bits; refused unless t is the next round."""
        t = parse_next_round(t, len(self.ones), self.parameters.T)
        ones = int(accept_parameters({"N": self.N, "ones": ones})["ones"])
        reporters = int(parameter_domain("ones").accept("reporters", reporters))
        if ones > reporters:
            raise Refused(
                Reason.OUT_OF_RANGE, f"{ones} ones among {reporters} bits in round {t}", "ones among the bits"
            )
        if not self.parameters.silent and reporters != self.N:
            raise Refused(
                Reason.WRONG_COUNT, f"{reporters} bits in round {t}", f"one from each of {self.N} people"
            )
        most = self.parameters.reports
        if self.parameters.silent and (reporters > self.N or sum(self.reporters) + reporters > most * self.N):
            raise Refused(
                Reason.REPEATED,
                f"with {reporters} reports in round {t} somebody reports again",
                f"at most {most} from each of {self.N} people, and one in a round",
            )
        said = estimate_share(self.parameters, self.N, ones, reporters)
        self.ones.append(ones)
        self.reporters.append(reporters)
        return said

    def estimate(self, t: int) -> Estimate:
        """The estimate of a round that is over."""
        t = parse_past_round(t, len(self.ones))
        return estimate_share(self.parameters, self.N, self.ones[t - 1], self.reporters[t - 1])


def empty_collector(parameters: RoundMechanism, N: object) -> CountingCollector:
    """A collector of N people's reports, before the first round."""
    return CountingCollector(parameters, int(accept_parameters({"N": N})["N"]))


def estimate_share(parameters: RoundMechanism, N: int, ones: int, reporters: int) -> Estimate:
    """The estimate of mu from `ones` ones among `reporters` bits of N people; `NO_ESTIMATE` if Glance has no bit."""
    found = parameters.estimate(N, ones, reporters)
    return NO_ESTIMATE if found is None else found


@dataclass(frozen=True, slots=True)
class ReceivedCounts:
    """The saved state of a collector: ones and bits of each round, and the person behind each report, where known."""

    ones: tuple[int, ...]
    reporters: tuple[int, ...]
    heard: tuple[int, ...]


def save_collector(collector: CountingCollector) -> str:
    """The saved state as text: the parameters, ones and bits of each round, and who has reported."""
    received = ReceivedCounts(
        tuple(collector.ones), tuple(collector.reporters), tuple(sorted(collector.heard.elements()))
    )
    return serialization.save_state(_saved_parameters(collector), received)


def restore_collector(fresh: CountingCollector, text: str) -> None:
    """Continue a saved collector in the place of a fresh one; refused unless the parameters are the same."""
    saved, T, N = (
        serialization.restore_state(ReceivedCounts, _saved_parameters(fresh), text),
        fresh.parameters.T,
        fresh.N,
    )
    ones, reporters, heard = [*saved.ones], [*saved.reporters], Counter(saved.heard)
    most = fresh.parameters.reports
    if not len(ones) == len(reporters) <= T or not all(
        0 <= one <= bits <= N for one, bits in zip(ones, reporters, strict=True)
    ):
        raise serialization.damaged_state_refusal(
            f"it does not have at most {T} numbers of ones among bits of {N} people"
        )
    if not all(1 <= person <= N and times <= most for person, times in heard.items()):
        raise serialization.damaged_state_refusal(
            f"it lists a person more than {most} times, or one outside 1 to {N}"
        )
    if fresh.parameters.silent:
        if not heard.total() <= sum(reporters) <= most * N:
            raise serialization.damaged_state_refusal(f"somebody has reported more than {most} times")
    elif heard or any(bits != N for bits in reporters):
        raise serialization.damaged_state_refusal("a bit came from everybody")
    fresh.ones, fresh.reporters, fresh.heard = ones, reporters, heard


def _saved_parameters(collector: CountingCollector) -> dict[str, str]:
    """The parameters of the mechanism, and N, as text."""
    return {**collector.parameters.text(), "N": str(collector.N)}


# FutureRand, whose estimates are sums over earlier rounds.


@dataclass(slots=True)
class FutureRandCollector:
    """Sequential: the estimate of round t depends on the reports up to it, and on nothing later."""

    parameters: FutureRand
    N: int
    level_by_person: dict[int, int] = field(default_factory=dict, init=False)
    """The level of each person, counted from 1, who has reported."""
    sums: list[dict[int, int]] = field(default_factory=list, init=False)
    """For each round that is over, the sum of the signs by level."""

    def __post_init__(self) -> None:
        validate_fields(self, "N", parameters=FutureRand)

    def receive(self, t: int, reports: Sequence[int | None]) -> Real:
        """The estimate of round t, from everybody's reports; None is NULL. Refused unless t is the next round.

        A person's level is taken from the first report. Later reports outside that level's rounds are refused; later
        missing ones count as 0. That a first report is missing is not detected.
        """
        t = parse_next_round(t, len(self.sums), self.parameters.T)
        tally_reports(t, reports, self.N, silence=True)
        level_of_round = t.bit_length() - 1
        heard, sums = dict[int, int](), dict[int, int]()
        for person, bit in enumerate(list_row("the reports", reports), start=1):
            if bit is None:
                continue
            level = self.level_by_person.get(person, level_of_round)
            if t % (1 << level):
                raise Refused(
                    Reason.NOT_A_REPORT,
                    f"the report of person {person} in round {t} fits no level",
                    f"reports in the multiples of {1 << level}, the round of the first one",
                )
            heard[person] = level
            sums[level] = sums.get(level, 0) + (1 if bit else -1)
        self.level_by_person |= heard
        self.sums.append(sums)
        return self.estimate(t)

    def estimate(self, t: int) -> Real:
        """The estimate of a round that is over."""
        t = parse_past_round(t, len(self.sums))
        total = sum(self.sums[last - 1].get(level, 0) for level, last in blocks_until(t))
        return Real(Fraction(self.parameters.levels * total) / (self.N * self.parameters.gap))


# What the collector estimates in rounds whose reports it is given as JSON.

CollectedReports = Mapping[str, object]


def estimating_function(
    which: str, T: object, N: object, **given: object
) -> Callable[[CollectedReports], list[Real | None]]:
    """A function from the reports of all rounds, as JSON, to the estimate of mu after each, or None."""
    return estimates_of_rounds(counting_mechanism(which, T, **given), N)


def m_glance_estimating_function(
    T: object, m: object, N: object, **given: object
) -> Callable[[CollectedReports], list[Real | None]]:
    """Return `estimating_function` for m-shot Glance."""
    return estimates_of_rounds(m_shot_glance(T, m, **given), N)


def memoized_estimating_function(
    T: int, kept_odds: Fraction, first_odds: Fraction, N: int, permanent: str = "symmetric"
) -> Callable[[CollectedReports], list[Real | None]]:
    """Return `estimating_function` for two-step memoization."""
    return estimates_of_rounds(Memoized(T, kept_odds, first_odds, permanent), N)


def loloha_estimating_function(
    T: int, kept_odds: Fraction, first_odds: Fraction, w: int, N: int
) -> Callable[[CollectedReports], list[Real | None]]:
    """Return `estimating_function` for LOLOHA, of a value: a 1 is a report that is its cell under the person's hash."""
    return estimates_of_rounds(Loloha(T, kept_odds, first_odds, w), N)


def d_bit_flip_estimating_function(
    T: int, bit_odds: Fraction, w: int, d: int, N: int
) -> Callable[[CollectedReports], list[Real | None]]:
    """Return `estimating_function` for dBitFlipPM, of a cell: a report is the bit for it, and NULL if it is not drawn."""
    return estimates_of_rounds(DBitFlip(T, bit_odds, w, d), N)


def future_rand_estimating_function(
    T: int, changes: int, sign_odds: Fraction, fewest_flips: int, most_flips: int, N: int
) -> Callable[[CollectedReports], list[Real | None]]:
    """Return `estimating_function` for FutureRand. It takes no counts, which do not show who is at which level."""
    made = FutureRand(T, changes, sign_odds, fewest_flips, most_flips)

    def refuse_counts(t: int, _ones: int, _bits: int) -> Real:
        raise Refused(Reason.MISSING, f"counts in round {t}, which do not show levels", "reports")

    def estimates(received: CollectedReports) -> list[Real | None]:
        fresh = FutureRandCollector(made, N)
        return [*answers_by_round(received, fresh.receive, refuse_counts)]

    return estimates


def estimates_of_rounds(
    counting: RoundMechanism, N: object
) -> Callable[[CollectedReports], list[Real | None]]:
    """A function from the reports of all rounds, as JSON, to the estimate of mu after each, or None."""

    def estimates(received: CollectedReports) -> list[Real | None]:
        fresh = empty_collector(counting, N)
        rounds = answers_by_round(received, fresh.receive, fresh.count)
        said = [fresh.estimate(t) for t, _ in enumerate(rounds, start=1)]
        return [None if each is NO_ESTIMATE else each for each in said]

    return estimates


ESTIMATES: Mapping[str, Callable[..., Callable[[CollectedReports], list[Real | None]]]] = {
    **{which.value: partial(estimating_function, which) for which in Which},
    "m_glance": m_glance_estimating_function,
    "memoized": memoized_estimating_function,
    "loloha": loloha_estimating_function,
    "d_bit_flip": d_bit_flip_estimating_function,
    "future_rand": future_rand_estimating_function,
}
"""By mechanism."""
