"""The ones at an item's columns, beside laws by enumeration."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from ldproof.law import Law, binomial, law, mixture
from ldproof.numbers import ball
from ldproof.sketch.counts import ones
from tests.reference.sketch.brute import functions

P, Q = Fraction(1, 4), Fraction(2, 3)


def counted(held: Sequence[int], w: int, d: int) -> Law[int]:
    """The law of the ones at the columns of item 0, over all functions and all choices of rows."""
    choices = list(functions(w, max(held) + 1, d))
    places = list(product(range(d), repeat=len(held)))
    share = Fraction(1, len(choices) * len(places))

    def given(own: int) -> Law[int]:
        drawn = binomial(own, Q).product(binomial(len(held) - own, P))
        return drawn.pushforward(lambda both: both[0] + both[1])

    by_own = {own: given(own) for own in range(len(held) + 1)}
    cases = [
        sum(hashes[row][item] == hashes[row][0] for row, item in zip(rows, held, strict=True))
        for hashes in choices
        for rows in places
    ]
    return mixture((share * cases.count(own), by_own[own]) for own in set(cases))


@pytest.mark.parametrize(
    ("held", "w", "d"),
    [
        ((0, 1, 2), 2, 1),
        ((0, 0, 1, 1, 2), 3, 1),
        ((1, 1, 2, 2), 2, 2),
        ((0, 1, 1, 2), 2, 2),
        ((0, 0), 2, 2),
        ((1, 1, 1), 2, 3),
    ],
)
def test_ones_at_an_items_columns(held: Sequence[int], w: int, d: int) -> None:
    others = [held.count(item) for item in set(held) - {0}]
    found = ones(held.count(0), others, w, d, P, Q)
    assert law(enumerate(found)) == counted(held, w, d)
    near = ones(held.count(0), others, w, d, ball(P), ball(Q))
    assert all(one.overlaps(ball(other)) for one, other in zip(near, found, strict=True))
