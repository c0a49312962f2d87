"""The law of a row, and what all rows or a sampled one cost under given hashes: beside the laws of all reports."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ldproof.law import Law, law, symmetric_odds
from ldproof.numbers import Real
from ldproof.rejections import Reason
from ldproof.sketch.channels import Unary
from ldproof.sketch.formulas import row_odds
from ldproof.sketch.law import all_rows_odds, likelihood, most_differing, row, sampled_row_odds
from tests.reference.refusals import refused

P, Q = Fraction(1, 3), Fraction(3, 4)
RHO = row_odds(P, Q)


def test_a_row_has_the_law_of_the_channel() -> None:
    channel = Unary(3, Real(P), Real(Q))
    for column, seen in product(range(3), channel.outputs()):
        assert (
            row(3, column, P, Q)[seen] == likelihood(seen, column, P, Q) == channel.likelihood(column, seen)
        )


def test_long_rows_are_not_listed() -> None:
    with refused(Reason.TOO_MANY_OUTCOMES):
        row(17, 0, P, Q)


def together(columns: tuple[int, ...]) -> Law[tuple[tuple[int, ...], ...]]:
    """The law of all rows of an item with these columns."""
    rows: Law[tuple[tuple[int, ...], ...]] = law([((), Fraction(1))])
    for column in columns:
        rows = rows.product(row(2, column, P, Q)).pushforward(lambda seen: (*seen[0], seen[1]))
    return rows


def one_of(columns: tuple[int, ...]) -> Law[tuple[int, tuple[int, ...]]]:
    """The law of a row, and what is said there."""
    share = Fraction(1, len(columns))
    places = law((place, share) for place in range(len(columns)))
    return places.then(lambda place: row(2, columns[place], P, Q))


@pytest.mark.parametrize("items", [1, 2, 3])
def test_the_odds_of_all_rows_and_of_a_sampled_one(items: int) -> None:
    """For every two rows of hashes of so many items, collisions included."""
    differing = set()
    for hashes in product(product((0, 1), repeat=items), repeat=2):
        columns = np.array(hashes, np.int64)
        each = list(zip(*hashes, strict=True))
        all_rows = [symmetric_odds(together(a), together(b)) for a, b in product(each, repeat=2)]
        sampled = [symmetric_odds(one_of(a), one_of(b)) for a, b in product(each, repeat=2)]
        assert max(Fraction(str(odds)) for odds in all_rows) == all_rows_odds(RHO, columns)
        assert max(Fraction(str(odds)) for odds in sampled) == sampled_row_odds(RHO, columns)
        differing.add(most_differing(columns))
    assert differing == ({0} if items == 1 else {0, 1, 2})


def test_nobody_is_told_apart_by_the_items_that_are_not_there() -> None:
    assert most_differing(np.zeros((2, 0), np.int64)) == 0


def test_the_rows_need_not_differ_for_one_pair() -> None:
    """Each of three rows tells two of the three items apart, and no pair differs in all: not the third power."""
    columns = np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0]], np.int64)
    assert most_differing(columns) == 2
    assert all_rows_odds(RHO, columns) == RHO**2
