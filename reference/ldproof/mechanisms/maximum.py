"""The tight odds of a mechanism that states none: the largest likelihood ratio over all neighbours and outputs."""

from collections import defaultdict
from collections.abc import Hashable, Iterator
from itertools import permutations
from typing import TypeVar

from ldproof.law import INFINITE, Infinite
from ldproof.mechanisms.protocol import Level, Mechanism, Privacy
from ldproof.mechanisms.spaces import every, to_text
from ldproof.numbers import Real, largest
from ldproof.rejections import Reason, Refused

Secret = TypeVar("Secret", bound=Hashable)
Output = TypeVar("Output", bound=Hashable)

MOST_RATIOS = 1 << 18
"""So many are looked through in some seconds."""

SHOWN = 3
"""So many outputs of an event are named."""

NEAR = 1e-9
"""Irrational ratios that are nearer to the largest in floats are taken to reach it, where the event is chosen."""


def tight(mechanism: Mechanism[Secret, Output], level: Level) -> Privacy[Secret, Output]:
    """The largest ratio, certified; of the pairs that reach it the one with the likeliest event that does."""
    found = [*ratios(mechanism, level)]
    if not found:
        raise Refused(Reason.MISSING, f"no two secrets are neighbours at {level} level", "two at least")
    odds = most(ratio for ratio, *_ in found)
    reaching: defaultdict[tuple[Secret, Secret], dict[Output, float]] = defaultdict(dict)
    for ratio, one, other, output, share in found:
        if reaches(ratio, odds):
            reaching[one, other][output] = float(share)
    (likely, unlikely), event = max(reaching.items(), key=lambda pair: sum(pair[1].values()))
    listed = " or ".join(to_text(mechanism.outputs, output) for output in [*event][:SHOWN])
    more = f", or one of {len(event) - SHOWN} more" if len(event) > SHOWN else ""
    return Privacy(odds, likely, unlikely, event.__contains__, f"the output is {listed}{more}")


def ratios(
    mechanism: Mechanism[Secret, Output], level: Level
) -> Iterator[tuple[Real | Infinite, Secret, Secret, Output, Real]]:
    """How much likelier each output is with a secret than with a neighbour, and how likely."""
    secrets, outputs = every(mechanism.secrets), every(mechanism.outputs)
    if len(secrets) ** 2 * len(outputs) > MOST_RATIOS:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            f"{len(secrets)} secrets with {len(outputs)} outputs are too many to look at every pair",
            f"at most {MOST_RATIOS} pairs with an output, or a mechanism that states its privacy",
        )
    shares = {each: [mechanism.likelihood(each, output) for output in outputs] for each in secrets}
    for one, other in permutations(secrets, 2):
        if mechanism.neighbours(level, one, other):
            for output, above, below in zip(outputs, shares[one], shares[other], strict=True):
                if above:
                    yield above / below if below else INFINITE, one, other, output, above


def most(found: Iterator[Real | Infinite]) -> Real | Infinite:
    """The largest."""
    finite = []
    for each in found:
        if isinstance(each, Infinite):
            return each
        finite.append(each)
    return largest(finite)


def reaches(ratio: Real | Infinite, odds: Real | Infinite) -> bool:
    """Whether a ratio is the largest, or as near to it as floats can tell where that is irrational."""
    if isinstance(ratio, Infinite) or isinstance(odds, Infinite):
        return ratio is odds
    if ratio is odds or (ratio.exact is not None and odds.exact is not None):
        return ratio == odds
    return float(ratio) >= float(odds) * (1 - NEAR)
