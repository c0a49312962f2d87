"""The mean and the variance of the mean estimate when the hashes are fixed, as public ones are.

Another item is given by its count and by r, the share of the rows in which it collides with the item asked for. Its
people are heard as the item's own in these rows: a bias that no number of people takes away.
"""

from collections.abc import Sequence
from typing import TypeAlias

from ldproof.numbers import Exact

Others: TypeAlias = Sequence[tuple[Exact, Exact]]
"""The count and the share r of each other item."""


def fixed_mean(f: Exact, shared: Exact, others: Others[Exact]) -> Exact:
    """The expected estimate, where `shared` is the collision probability that was taken out."""
    expected = f
    for count, r in others:
        expected = expected + count * (r - shared) / (1 - shared)
    return expected


def fixed_sampled(
    f: Exact, shared: Exact, gap: Exact, own: Exact, other: Exact, others: Others[Exact]
) -> Exact:
    """Its variance where everybody is in one row: whether a person is in a row that collides varies too."""
    varied = f * own
    for count, r in others:
        varied = varied + count * (r * own + (1 - r) * other + r * (1 - r) * (gap * gap))
    return varied / ((gap * (1 - shared)) * (gap * (1 - shared)))


def fixed_all(
    f: Exact, d: Exact, shared: Exact, gap: Exact, own: Exact, other: Exact, others: Others[Exact]
) -> Exact:
    """Its variance where everybody is in all d rows, so that only the noise varies."""
    varied = f * own
    for count, r in others:
        varied = varied + count * (r * own + (1 - r) * other)
    return varied / (d * ((gap * (1 - shared)) * (gap * (1 - shared))))
