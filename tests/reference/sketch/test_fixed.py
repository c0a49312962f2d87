"""Means and variances under fixed hashes, beside the laws of everything that people send."""

from collections import Counter
from fractions import Fraction

import pytest

from ldproof.numbers import Real
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.fixed import fixed_all, fixed_mean, fixed_sampled
from ldproof.sketch.plan import Rows
from tests.reference.sketch.brute import Hashes, estimates, functions, supports
from tests.reference.sketch.channels.every import exact

CHANNELS = [
    Unary(2, Real(Fraction(1, 4)), Real(Fraction(2, 3))),
    Kary(2, Real(Fraction(2))),
    Hadamard(2, 1, Real(Fraction(2))),
]
HELD = (0, 1, 1, 2)


def others(hashes: Hashes) -> list[tuple[Fraction, Fraction]]:
    """Each other item's count, and the share of rows in which it collides with item 0."""
    return [
        (Fraction(count), Fraction(sum(row[item] == row[0] for row in hashes), len(hashes)))
        for item, count in Counter(HELD).items()
        if item
    ]


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: type(channel).__name__)
@pytest.mark.parametrize("rows", [Rows.SAMPLED, Rows.ALL])
def test_means_and_variances_under_fixed_hashes(rows: Rows, channel: Channel) -> None:
    shared = Fraction(1, 2)
    own, other = (supports(channel, 0, column).variance(Fraction) for column in (0, 1))
    gap = exact(channel.high) - exact(channel.low)
    one = Fraction(1)
    means = []
    for hashes in functions(2, 3, 2):
        if hashes[0][0]:
            continue  # the columns' names do not matter
        found = estimates(rows, channel, hashes, HELD, shared)
        means.append(found.mean(Fraction))
        assert means[-1] == fixed_mean(one, shared, others(hashes))
        expected = (
            fixed_all(one, Fraction(2), shared, gap, own, other, others(hashes))
            if rows is Rows.ALL
            else fixed_sampled(one, shared, gap, own, other, others(hashes))
        )
        assert found.variance(Fraction) == expected
    assert sum(means) / len(means) == 1
    assert max(means) == 1 + 3
    assert min(means) == 1 - 3


def test_the_bias_grows_with_the_people() -> None:
    """An item that collides in every row counts in full, and the share that it adds does not vanish."""
    shared = Fraction(1, 8)
    for count in (10, 1000, 10**6):
        assert fixed_mean(Fraction(0), shared, [(Fraction(count), Fraction(1))]) == count
