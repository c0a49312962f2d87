"""Who has the least exact variance at each share of active people.

Every mechanism's variance is a quadratic polynomial of the share: three exact values give it in floats, which decide
where they can. Where two are too near to each other, and on both sides of every change, exact values decide.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ldproof.numbers import Array, Real
from ldproof.planning.promises import below

NEAR = 1e-9
"""Relatively: a quadratic polynomial from three floats is off by a dozen steps of 2^-53."""

MOST = 64
"""Where floats leave more shares in doubt, two mechanisms are much the same, and nobody is named."""

Named = tuple[str, Callable[[Fraction], Real]]
"""A mechanism, and its variance by the share."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """From so many active people to so many, somebody has the least variance."""

    name: str
    first: int
    last: int

    def to_json(self) -> dict[str, object]:
        """As a JSON object."""
        return {"name": self.name, "from": self.first, "to": self.last}


def ahead(N: int, named: Sequence[Named]) -> Iterator[Stretch]:
    """The stretches in rising order; none if it is not known."""
    values = np.stack([curve(N, variance) for _, variance in named])
    winners = values.argmin(axis=0)
    ordered = np.sort(values, axis=0)
    doubtful = set[int]()
    if len(named) > 1:
        doubtful |= set(np.flatnonzero(ordered[1] - ordered[0] <= NEAR * ordered[0]).tolist())
    changes = np.flatnonzero(np.diff(winners))
    doubtful |= {*changes.tolist(), *(changes + 1).tolist()}
    if len(doubtful) > MOST:
        return
    for active in doubtful:
        winners[active] = least([variance for _, variance in named], Fraction(active, N))
    ends = [*np.flatnonzero(np.diff(winners)).tolist(), N]
    first = 0
    for end in ends:
        yield Stretch(named[int(winners[end])][0], first, end)
        first = end + 1


def curve(N: int, variance: Callable[[Fraction], Real]) -> Array:
    """The variances at 0, 1, ..., N active people, in floats."""
    middle = N // 2
    shares = np.arange(N + 1) / N
    if not middle:
        return np.array([float(variance(Fraction(each))) for each in (0, 1)])
    x = middle / N
    low, half, high = (float(variance(each)) for each in (Fraction(0), Fraction(middle, N), Fraction(1)))
    bend = ((half - low) / x - (high - low)) / (x - 1)
    found: Array = low + shares * ((high - low) - bend) + bend * shares**2
    return found


def least(variances: Sequence[Callable[[Fraction], Real]], share: Fraction) -> int:
    """Whose variance is the least; of several the first."""
    best, value = 0, variances[0](share)
    for place, variance in enumerate(variances):
        if place and below(other := variance(share), value):
            best, value = place, other
    return best
