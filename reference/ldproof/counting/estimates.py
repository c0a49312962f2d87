"""What the collector estimates in rounds whose reports it is given as JSON."""

from collections.abc import Callable, Mapping
from functools import partial

from ldproof.counting.collector import NO_ESTIMATE, collector
from ldproof.counting.parameters import Which, parameters
from ldproof.numbers import Real
from ldproof.reporting.received import in_turn

Received = Mapping[str, object]


def estimating(which: str, T: object, N: object, **given: object) -> Callable[[Received], list[Real | None]]:
    """The estimate of mu after each round; nothing, where nobody has reported and only reports count."""
    counting = parameters(which, T, **given)

    def estimates(received: Received) -> list[Real | None]:
        fresh = collector(counting, N)
        rounds = in_turn(received, fresh.receive, fresh.count)
        said = [fresh.estimate(t) for t, _ in enumerate(rounds, start=1)]
        return [None if each is NO_ESTIMATE else each for each in said]

    return estimates


ESTIMATES = {which.value: partial(estimating, which) for which in Which}
"""By mechanism."""
