"""How often each item is held: a built-in profile of frequencies, or counts that are given."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ldproof.domains import MOST_PEOPLE, Whole, Words
from ldproof.numbers import rational
from ldproof.rejections import Reason, Refused

ITEMS = Whole(1, 10**5)
"""How many items a profile may have."""

UNIT = 10**12
"""A weight of 1; others are rounded down to the next part of it."""

SHAPES = Words(("zipf", "uniform"))
"""The built-in profiles: item k is held by a share in proportion to 1/k, or all by the same."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The counts of all items, which make N."""

    source: str
    counts: tuple[int, ...]

    @property
    def N(self) -> int:
        """How many people hold something."""
        return sum(self.counts)

    @property
    def squares(self) -> int:
        """The sum of the squares of all counts."""
        return sum(count * count for count in self.counts)

    @property
    def mean_count(self) -> Fraction:
        """The mean of f over all items."""
        return rational(self.N, len(self.counts))

    @property
    def mean_others(self) -> Fraction:
        """The mean over all items of S, the sum of the squares of the other counts."""
        return self.squares - rational(self.squares, len(self.counts))


def built_in(N: int, items: int, shape: str) -> Profile:
    """So many people, shared out among items: whole numbers, the largest remainders rounded up."""
    weights = [UNIT // (k if shape == "zipf" else 1) for k in range(1, items + 1)]
    total = sum(weights)
    counts = [N * each // total for each in weights]
    first = sorted(range(items), key=lambda k: (-(N * weights[k] % total), k))
    for k in first[: N - sum(counts)]:
        counts[k] += 1
    return Profile(f"built in: {items} items, {shape}", tuple(counts))


def given(counts: object) -> Profile:
    """Counts as they are."""
    if not isinstance(counts, Sequence) or isinstance(counts, str) or not counts:
        raise Refused(Reason.NOT_A_LIST, "counts that are no list", "counts=[60, 30, 10]")
    size = ITEMS.accept("the number of items", len(counts))
    found = tuple(Whole(0, MOST_PEOPLE).accept("a count", each) for each in counts)
    if not 0 < sum(found) <= MOST_PEOPLE:
        raise Refused(Reason.OUT_OF_RANGE, f"counts of {sum(found)} people", f"1 to {MOST_PEOPLE} people")
    return Profile(f"given: {size} items", found)
