"""What is remembered of the draws from a pair of inputs, to learn events from: two halves of the past.

Events are proposed by one half and judged by the other, so that none looks good for having been chosen. Memory is
bounded: where there are too many different outputs, half of all draws is forgotten, by lot. The lots are seeded, so
that a course that is restored remembers the same; nothing that is bet depends on their being random.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from ldproof.programs import Tally
from ldproof.rejections import Reason, Refused

MOST_OUTPUTS = 1 << 13
"""Different outputs that are remembered of a half."""

LONGEST = 1 << 22
"""Characters that are."""


@dataclass(frozen=True, slots=True)
class Half:
    """Tallies of as many draws with either input."""

    one: Tally
    other: Tally

    def __post_init__(self) -> None:
        if self.one.total() != self.other.total():
            raise Refused(
                Reason.WRONG_COUNT, "a half has sides that differ", "as many draws with either input"
            )

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


NOTHING = Half(Counter(), Counter())


def thinned(tally: Tally, left: int, random: np.random.Generator) -> Tally:
    """So many of the draws, whichever they are."""
    keys = sorted(tally)
    kept = random.multivariate_hypergeometric([tally[key] for key in keys], left)
    return Counter({key: int(times) for key, times in zip(keys, kept, strict=True) if times})
