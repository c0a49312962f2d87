"""Linear programs: solved exactly, or not at all."""

from fractions import Fraction

from ldproof_proofs.kernel import programs
from ldproof_proofs.kernel.programs import Column, solution


def column(cost: float, **entries: int) -> Column:
    return Column({row: Fraction(entry) for row, entry in entries.items()}, cost)


def test_thirds_are_thirds() -> None:
    """Not the floats beside them."""
    found = solution([column(1, a=3), column(1, a=-1, b=7)], {"a": Fraction(1), "b": Fraction(2)})
    assert found == [Fraction(3, 7), Fraction(2, 7)]


def test_rows_without_a_sum_add_up_to_0() -> None:
    assert solution([column(1, a=1, b=2), column(1, b=-5)], {"a": Fraction(1)}) == [1, Fraction(2, 5)]


def test_the_cheaper_one_is_taken() -> None:
    for costs, found in (((1, 2), [Fraction(1), Fraction(0)]), ((2, 1), [Fraction(0), Fraction(1)])):
        assert solution([column(cost, a=1) for cost in costs], {"a": Fraction(1)}) == found


def test_nothing_is_taken_less_than_0_times() -> None:
    assert solution([column(1, a=-1)], {"a": Fraction(1)}) is None


def test_what_no_column_has_cannot_be_reached() -> None:
    assert solution([column(1, a=1)], {"b": Fraction(1)}) is None
    assert solution([], {"b": Fraction(1)}) is None


def test_what_only_seems_to_fit_is_refused() -> None:
    """Off by less than floats can tell apart: the exact system has no solution."""
    off = Fraction(1) + Fraction(1, 10**12)
    columns = [Column({"a": Fraction(1), "b": off}, 1)]
    assert solution(columns, {"a": Fraction(1), "b": Fraction(1)}) is None


def test_what_is_exactly_below_0_is_refused() -> None:
    """Where floats named columns that fit only if one is taken less than 0 times."""
    fitting = [column(1, a=1, b=1), column(1, a=1, b=2)]
    halves = programs._exactly(fitting, [0, 1], {"a": Fraction(1), "b": Fraction(3, 2)})
    assert halves == [Fraction(1, 2), Fraction(1, 2)]
    assert programs._exactly(fitting, [0, 1], {"a": Fraction(1), "b": Fraction(3)}) is None
