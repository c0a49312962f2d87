"""What is remembered of the draws from a pair of inputs, to learn events from: two halves of the past.

Events are proposed by one half and judged by the other, so that none looks good for having been chosen. Memory is
bounded: where there are too many different outputs, half of all draws is forgotten, by lot. The lots are seeded, so
that a course that is restored remembers the same; nothing that is bet depends on their being random.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ldproof.evidence.process import number, record
from ldproof.programs import Tally

MOST_OUTPUTS = 1 << 13
"""Different outputs that are remembered of a half."""

LONGEST = 1 << 22
"""Characters that are."""


@dataclass(frozen=True, slots=True)
class Half:
    """Tallies of as many draws with either input."""

    one: Tally
    other: Tally

    @property
    def pairs(self) -> int:
        """How many pairs of draws."""
        return self.one.total()

    def with_more(self, one: Tally, other: Tally, seed: int) -> "Half":
        """Some more draws, and half of all forgotten while they are too many to remember."""
        half, random = Half(self.one + one, self.other + other), np.random.default_rng(seed)
        while half.pairs > 1 and half.too_large():
            left = half.pairs // 2
            half = Half(thinned(half.one, left, random), thinned(half.other, left, random))
        return half

    def too_large(self) -> bool:
        """Whether that is too much to remember."""
        keys = [*self.one, *self.other]
        return len(keys) > MOST_OUTPUTS or sum(map(len, keys)) > LONGEST

    def saved(self) -> dict[str, object]:
        """Plain JSON, the same for the same tallies."""
        return {"one": dict(sorted(self.one.items())), "other": dict(sorted(self.other.items()))}


NOTHING = Half(Counter(), Counter())


def thinned(tally: Tally, left: int, random: np.random.Generator) -> Tally:
    """So many of the draws, whichever they are."""
    keys = sorted(tally)
    kept = random.multivariate_hypergeometric([tally[key] for key in keys], left)
    return Counter({key: int(times) for key, times in zip(keys, kept, strict=True) if times})


def restored(one: object, other: object) -> tuple[Half, Half]:
    """The halves that were saved; a `ValueError` or `TypeError` where they are none."""
    return restored_half(one), restored_half(other)


def restored_half(saved: object) -> Half:
    """One of them."""
    table = record(saved)
    one, other = (
        Counter({key: number(times) for key, times in record(table[side]).items()})
        for side in ("one", "other")
    )
    if one.total() != other.total() or min((*one.values(), *other.values()), default=1) < 1:
        raise ValueError("a half has sides that differ")
    return Half(one, other)
