"""All rows or a sampled one: exact differences, and where their sign changes."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.budget import Budget
from ldproof.numbers import ball, sign
from ldproof.rejections import Reason
from ldproof.sketch.crossing import rows_versus_sample
from ldproof.sketch.report_model import hearing
from tests.reference.refusals import refused
from tests.reference.sketch.brute import functions, moments


def test_the_difference_by_enumeration() -> None:
    """At odds 81 over two rows of width 2."""
    budget, held, half = Budget(1, "odds", Fraction(81)), (0, 1, 1, 2), Fraction(1, 2)
    found = [
        moments(heard.rows, heard.channel, list(functions(2, 3, 2)), held, half)[1]
        for heard in (hearing(word, 2, 2, budget) for word in ("all_rows", "cms"))
    ]
    assert rows_versus_sample(4, 1, 2, 2, budget) == found[0] - found[1]


def test_with_one_row_they_are_the_same() -> None:
    assert rows_versus_sample(100, 3, 8, 1, Budget(1, "epsilon", Fraction(1))) == 0


def sampling_wins(f: int, w: int, d: int, epsilon: Fraction) -> bool:
    found = rows_versus_sample(10, f, w, d, Budget(1, "epsilon", epsilon))
    assert found.exact is None
    return sign(found) > 0


@pytest.mark.parametrize("epsilon", ["1/100", "1", "4", "6.11"])
def test_a_sampled_row_is_better_up_to_a_budget_of_6_11(epsilon: str) -> None:
    for f, w, d in product((0, 10), (2, 3, 4, 64, 1024), (2, 3, 4, 64, 1000)):
        assert sampling_wins(f, w, d, Fraction(epsilon))


def test_beyond_it_all_rows_may_be_better() -> None:
    """First for two rows of width 2, and only for items that few people hold."""
    assert not sampling_wins(0, 2, 2, Fraction("6.12"))
    assert sampling_wins(0, 3, 2, Fraction("6.12"))
    assert sampling_wins(0, 2, 3, Fraction("6.12"))
    assert not sampling_wins(0, 1024, 2, Fraction(28))
    assert sampling_wins(10, 2, 2, Fraction("6.12"))


def test_it_is_proportional_to_the_people() -> None:
    budget = Budget(1, "epsilon", Fraction(2))
    one, many = (ball(rows_versus_sample(N, 0, 16, 4, budget)) for N in (1, 10**6))
    assert abs(many / one - 10**6) < 1e-6


def test_the_squares_are_checked_and_change_nothing() -> None:
    budget = Budget(1, "odds", Fraction(81))
    alone, alike = (rows_versus_sample(10, 2, 2, 2, budget, S) for S in (None, 64))
    assert alone == alike
    with refused(Reason.OUT_OF_RANGE):
        rows_versus_sample(10, 2, 2, 2, budget, 65)
