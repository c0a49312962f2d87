"""What the collector says of rounds whose reports it is given as JSON: its estimates, and "up" or "down"."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused
from ldproof.reporting.received import in_turn
from ldproof.shots.collector import Collector, Output, collector
from ldproof.shots.parameters import parameters

Received = Mapping[str, object]


def estimating(
    T: object, m: object, N: object, r: object = 0, **given: object
) -> Callable[[Received], list[Real]]:
    """Phi after each round."""
    # Where nobody asks for a decision, any threshold will do.
    fresh = collector(parameters(T, m, r, **given), N, Fraction(1))
    return lambda received: [fresh.estimate(t) for t, _ in enumerate(heard(fresh, received), start=1)]


def deciding(
    T: object, m: object, N: object, theta: object, r: object = 0, **given: object
) -> Callable[[Received], list[Output]]:
    """Lines 12 to 16 of Algorithm 1, after each round."""
    fresh = collector(parameters(T, m, r, **given), N, theta)
    return lambda received: heard(fresh, received)


def heard(fresh: Collector, received: Received) -> list[Output]:
    """What a fresh collector says, round by round."""

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

    return in_turn(received, hear, count)


ESTIMATES = {"report": estimating}
"""By mechanism."""

DECISIONS = {"report": deciding}
"""By mechanism."""
