"""Algorithm 1, lines 12 to 16: what the collector estimates and decides after each round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import ceil

from ldproof import rounds, serialization
from ldproof.devices import parse_next_round, parse_past_round, tally_reports
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, lift
from ldproof.parameters import accept_parameters, validate_fields
from ldproof.rounds import answers_by_round
from ldproof.shots import formulas
from ldproof.shots.mechanism import Shots, report_mechanism

# Algorithm 1, lines 12 to 16: the collector says "up" or "down" after each round, before the next one.
#
# A round is a heavy hitter if Phi >= theta, as section 3.1 defines it (the introduction says ">"). As p > q, that
# is a comparison of whole numbers: the ones received against N (q + (p - q) theta), rounded up once and for all.


class Output(StrEnum):
    """The collector's output for a round, in line 13 or line 15."""

    UP = "up"
    DOWN = "down"


@dataclass(slots=True)
class ShotsCollector:
    """Sequential: the output for round t depends on its reports, and on nothing later."""

    parameters: Shots
    N: int
    theta: Fraction
    least: int = field(init=False)
    """The least number of ones at which Phi >= theta."""
    ones: list[int] = field(default_factory=list, init=False)
    """The number of ones in each round that is over."""

    def __post_init__(self) -> None:
        validate_fields(self, "N", "theta", parameters=Shots)
        self.least = ones_threshold(self.parameters, self.N, self.theta)

    def receive(self, t: int, reports: Sequence[int]) -> Output:
        """The output for round t, from everybody's reports; refused unless t is the next round."""
        t = parse_next_round(t, len(self.ones), self.parameters.T)
        ones, _ = tally_reports(t, reports, self.N)
        return self.count(t, ones)

    def count(self, t: int, ones: int) -> Output:
        """The output for round t, from the number of ones among N reports; refused unless t is the next round."""
        parse_next_round(t, len(self.ones), self.parameters.T)
        received = int(accept_parameters({"N": self.N, "ones": ones})["ones"])
        said = Output.UP if received >= self.least else Output.DOWN
        self.ones.append(received)
        return said

    def estimate(self, t: int, *, clipped: bool = False) -> Real:
        """Phi of a round that is over; if `clipped`, moved to the nearest number from 0 to 1."""
        ones = self.ones[parse_past_round(t, len(self.ones)) - 1]
        if clipped and ones < ones_threshold(self.parameters, self.N, Fraction(0)):
            return Real(0)
        if clipped and ones >= ones_threshold(self.parameters, self.N, Fraction(1)):
            return Real(1)
        shots = self.parameters
        return lift(formulas.estimate, ones, self.N, shots.m, shots.T, shots.r, shots.budget.report_excess())


def empty_collector(parameters: Shots, N: object, theta: object) -> ShotsCollector:
    """A collector of N people's reports, before the first round."""
    accepted = accept_parameters({"N": N, "theta": theta})
    return ShotsCollector(parameters, int(accepted["N"]), Fraction(accepted["theta"]))


def ones_threshold(parameters: Shots, N: int, share: Fraction) -> int:
    """The least number of ones at which Phi >= share: N (q + (p - q) share), rounded up.

    It is `fixed + slope lie`, where lie = 1/(E + 1) alone may be irrational. Then there is no tie unless the
    slope is 0, that is at share 1/2, where the budget cancels and both summands are exact.
    """
    reporting = Fraction(parameters.m, parameters.T)
    fixed = N * (reporting * share + (1 - reporting) * parameters.r)
    slope = N * reporting * (1 - 2 * share)
    whole, part = divmod(fixed, 1)
    # The whole part stays out of the ball, so that a lie of e^-100000 still tells on which side of it we are.
    return whole + ceil(part + slope * rounds.lie(parameters.budget.report_excess()))


@dataclass(frozen=True, slots=True)
class ReceivedOnes:
    """The state of a collector that is saved: the number of ones in each round that is over."""

    ones: tuple[int, ...]


def save_collector(collector: ShotsCollector) -> str:
    """The saved state as text: the parameters, and the number of ones in each round that is over."""
    return serialization.save_state(_saved_parameters(collector), ReceivedOnes(tuple(collector.ones)))


def restore_collector(fresh: ShotsCollector, text: str) -> None:
    """Continue a saved collector in the place of a fresh one; refused unless the parameters are the same."""
    saved = serialization.restore_state(ReceivedOnes, _saved_parameters(fresh), text)
    if len(saved.ones) > fresh.parameters.T or not all(0 <= each <= fresh.N for each in saved.ones):
        raise serialization.damaged_state_refusal(
            f"it does not have at most {fresh.parameters.T} numbers of ones among {fresh.N}"
        )
    fresh.ones = [*saved.ones]


def _saved_parameters(collector: ShotsCollector) -> dict[str, str]:
    """Return the parameters of the mechanism, N and theta, as text."""
    return {**collector.parameters.text(), "N": str(collector.N), "theta": str(collector.theta)}


# What the collector says of rounds whose reports it is given as JSON: its estimates, and "up" or "down".

CollectedReports = Mapping[str, object]


def estimating_function(
    T: object, m: object, N: object, r: object = 0, clipped: object = "no", **given: object
) -> Callable[[CollectedReports], list[Real]]:
    """A function from the reports of all rounds, as JSON, to Phi after each; if `clipped`, moved into [0, 1]."""
    shots, within = (
        report_mechanism(T, m, r, **given),
        accept_parameters({"clipped": clipped})["clipped"] == "yes",
    )

    def estimates(received: CollectedReports) -> list[Real]:
        # Where nobody asks for a decision, any threshold will do.
        fresh = empty_collector(shots, N, 1)
        rounds = collector_outputs(fresh, received)
        return [fresh.estimate(t, clipped=within) for t, _ in enumerate(rounds, start=1)]

    return estimates


def deciding_function(
    T: object, m: object, N: object, theta: object, r: object = 0, **given: object
) -> Callable[[CollectedReports], list[Output]]:
    """A function from the reports of all rounds, as JSON, to the output, "up" or "down", after each."""
    shots = report_mechanism(T, m, r, **given)
    return lambda received: collector_outputs(empty_collector(shots, N, theta), received)


def collector_outputs(fresh: ShotsCollector, received: CollectedReports) -> list[Output]:
    """The outputs of a fresh collector for all rounds, from their reports or counts as JSON."""

    def hear(t: int, reports: Sequence[int | None]) -> Output:
        bits = [each for each in reports if each is not None]
        if len(bits) < len(reports):
            raise Refused(Reason.NOT_A_REPORT, f"NULL in round {t}", "0 or 1")
        return fresh.receive(t, bits)

    def count(t: int, ones: int, sent: int) -> Output:
        if sent != fresh.N:
            raise Refused(
                Reason.WRONG_COUNT, f"{sent} bits in round {t}", f"one from each of {fresh.N} people"
            )
        return fresh.count(t, ones)

    return answers_by_round(received, hear, count)


ESTIMATES = {"report": estimating_function}
"""By mechanism."""

DECISIONS = {"report": deciding_function}
"""By mechanism."""
