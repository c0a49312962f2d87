"""The largest of real numbers."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Real, ball, enclose, exp, largest, log, precision, surely_below
from ldproof.numbers.balls import within
from ldproof.numbers.largest import in_order
from ldproof.rejections import Reason
from tests.reference.refusals import refused

SMALL = st.fractions(-5, 5, max_denominator=50)


@given(st.lists(SMALL, min_size=1))
def test_of_fractions_it_is_the_largest_exactly(numbers: list[Fraction]) -> None:
    assert largest(numbers).exact == max(numbers)


@given(st.lists(SMALL, min_size=1), st.lists(SMALL))
def test_of_others_it_is_the_one_with_the_largest_argument(
    numbers: list[Fraction], more: list[Fraction]
) -> None:
    """e^x grows, and is above every x."""
    found = largest([*map(exp, map(Real, numbers)), *more])
    top = max(numbers)
    expected = exp(Real(top))
    if all(each < expected for each in more):
        assert found is expected or found.exact == expected.exact == 1


def test_what_no_precision_tells_apart_is_enclosed() -> None:
    one, other = log(Real(4)), 2 * log(Real(2))
    found = largest([one, other, Real(1)])
    with precision(1000):
        assert found().overlaps(ball(4).log())
        assert found().rel_accuracy_bits() > 900
    assert enclose(found, 20) == enclose(one, 20)


def test_it_is_not_below_any() -> None:
    near = Real(Fraction(1) + Fraction(1, 2**500))
    found = largest([near, exp(Real(Fraction(1, 2**500)))])
    with precision(4000):
        assert found() > near()


def test_there_is_none_of_nothing() -> None:
    with refused(Reason.MISSING):
        largest([])


def test_among_balls_that_overlap_the_largest_is_taken() -> None:
    """Apart by 2^-500, which is told by more bits than rivals are looked for with."""
    e = exp(Real(1))
    near = [e + Fraction(step, 2**500) for step in (0, 2, 1)]
    for numbers in (near, near[::-1]):
        with precision(1000):
            assert not largest(numbers)() < near[1]()
            assert largest(numbers)().overlaps(near[1]())


def test_what_no_precision_tells_apart_is_not_below() -> None:
    """ln 2 + ln 3 and ln 6 are one number, computed in two ways."""
    one, other = log(Real(2)) + log(Real(3)), log(Real(6))
    assert not surely_below(one, other)
    assert not surely_below(other, one)
    assert surely_below(one, other + Fraction(1, 10**30))
    assert not surely_below(one, one)


@given(st.lists(SMALL, min_size=1), st.fractions(0, 1))
def test_what_is_in_order_lies_in_balls_in_order(numbers: list[Fraction], radius: Fraction) -> None:
    assert in_order(numbers) == sorted(numbers)
    spread = ball(radius)
    found = in_order([within(ball(each), spread) for each in numbers])
    for exact, around in zip(sorted(numbers), found, strict=True):
        assert around.contains(ball(exact).mid())
    assert all(low.lower() <= high.lower() for low, high in pairwise(found))
