"""What the collector says of rounds whose reports it is given as JSON: its estimates, and "up" or "down"."""

from collections.abc import Callable, Mapping, Sequence

from ldproof.domains import accept
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused
from ldproof.reporting.received import in_turn
from ldproof.shots.collector import Collector, Output, collector
from ldproof.shots.parameters import parameters

Received = Mapping[str, object]


def estimating(
    T: object, m: object, N: object, r: object = 0, clipped: object = "no", **given: object
) -> Callable[[Received], list[Real]]:
    """Phi after each round; clipped, the share from 0 to 1 that is nearest to it."""
    shots, within = parameters(T, m, r, **given), accept({"clipped": clipped})["clipped"] == "yes"

    def estimates(received: Received) -> list[Real]:
        # Where nobody asks for a decision, any threshold will do.
        fresh = collector(shots, N, 1)
        rounds = heard(fresh, received)
        return [fresh.estimate(t, clipped=within) for t, _ in enumerate(rounds, start=1)]

    return estimates


def deciding(
    T: object, m: object, N: object, theta: object, r: object = 0, **given: object
) -> Callable[[Received], list[Output]]:
    """Lines 12 to 16 of Algorithm 1, after each round."""
    shots = parameters(T, m, r, **given)
    return lambda received: heard(collector(shots, N, theta), received)


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
