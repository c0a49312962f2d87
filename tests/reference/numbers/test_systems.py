"""The functions that all number systems have: the same number in each, or the same refusal."""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Protocol

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason
from ldproof.numbers import (
    Exact,
    Symbol,
    Term,
    apply_operator,
    ball,
    clear_denominators,
    exact_fraction,
    exp,
    expm1,
    least,
    like,
    log,
    precision,
    sqrt,
    term,
)
from ldproof.numbers.functions import log1p
from tests.reference.numbers.decimals import agrees, close, decimally
from tests.reference.refusals import refused

FRACTIONS = st.fractions(max_denominator=10**6)


class Function(Protocol):
    """A function that every number system has."""

    def __call__(self, x: Exact, /) -> Exact: ...


FUNCTIONS: dict[str, tuple[Function, Callable[[Decimal], Decimal], tuple[float, ...]]] = {
    "exp": (exp, Decimal.exp, (-700.0, -1.0, -1e-9, 0.0, 1e-300, 1e-9, 0.5, 1.0, 700.0)),
    "expm1": (expm1, lambda x: x.exp() - 1, (-700.0, -1.0, -1e-9, 0.0, 1e-15, 1e-9, 0.5, 700.0)),
    "log": (log, Decimal.ln, (5e-324, 1e-9, 0.5, 1.0, 1 + 2**-52, 3.0, 1e308)),
    "log1p": (log1p, lambda x: (1 + x).ln(), (-1 + 2**-53, -0.5, -1e-15, 0.0, 1e-15, 1e-9, 3.0, 1e308)),
    "sqrt": (sqrt, Decimal.sqrt, (0.0, 5e-324, 0.25, 2.0, 1e308)),
}
"""Each with the standard library's decimal way to its digits, and points at which to look."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_system_has_the_digits(name: str) -> None:
    function, decimal, points = FUNCTIONS[name]
    for point in points:
        expected = decimally(decimal, Fraction(point))
        array = function(np.array([[0.5, point]]))
        assert close(function(point), expected)
        assert array.shape == (1, 2)
        assert close(array[0, 1], expected)
        assert close(array[0, 0], decimally(decimal, Fraction(1, 2)))
        assert agrees(partial(function, arb(point)), expected, 25)
        meant = function(Symbol("x"))
        assert meant.symbols() == {"x"}
        value = partial(meant.fold, ball, {"x": arb(point)}.__getitem__, apply_operator)
        assert agrees(value, expected, 25)


def test_rational_images_stay_fractions() -> None:
    for function, argument, value in ((exp, 0, 1), (expm1, 0, 0), (log, 1, 0), (log1p, 0, 0), (sqrt, 0, 0)):
        found = function(Fraction(argument))
        assert isinstance(found, Fraction)
        assert found == value


@given(FRACTIONS.filter(bool), st.sampled_from([2, 3, 10, Fraction(1, 2), Fraction(8, 3)]))
def test_squares_alone_have_rational_roots(value: Fraction, factor: Fraction | int) -> None:
    assert sqrt(value**2) == abs(value)
    with refused(Reason.IRRATIONAL):
        sqrt(value**2 * factor)


@given(FRACTIONS.filter(bool))
def test_exponentials_and_logarithms_of_fractions_are_irrational(value: Fraction) -> None:
    """Lindemann: of e^x and x, only one can be rational where x is not 0."""
    for function in (exp, expm1):
        with refused(Reason.IRRATIONAL):
            function(value)
    for logarithm, one in ((log, 1), (log1p, 0)):
        with refused(Reason.IRRATIONAL):
            logarithm(one + abs(value))


def test_what_no_float_holds_or_is_outside_the_domain_is_refused_in_every_system() -> None:
    for grows in (exp, expm1):
        for value in (710.0, 1e300):
            for given_ in (value, np.array([1.0, value])):
                with refused(Reason.OVERFLOW):
                    call_untyped(grows, given_)
    for function, edge in (
        *((log, Fraction(0)), (log, Fraction(-1)), (log1p, Fraction(-1)), (log1p, Fraction(-2))),
        *((sqrt, Fraction(-1)), (sqrt, Fraction(-1, 10**9))),
    ):
        for outside in (float(edge), np.array([1.0, float(edge)]), edge, ball(edge)):
            with refused(Reason.OUT_OF_RANGE):
                call_untyped(function, outside)


@pytest.mark.parametrize("function", [log, sqrt])
def test_a_ball_that_only_touches_the_domain_gives_no_number_and_no_refusal(function: Function) -> None:
    """More precision may yet decide; `enclose` asks for it and refuses in the end."""
    assert not function(arb(0, 1)).is_finite()


def test_whole_numbers_in_the_system_of_another() -> None:
    array = like(np.zeros((2, 3)), 4)
    assert array.dtype == np.float64
    assert array.tolist() == [[4.0] * 3] * 2
    assert isinstance(half := like(0.5, 4), float)
    assert half == 4.0
    assert isinstance(third := like(Fraction(1, 3), 4), Fraction)
    assert third == 4
    assert isinstance(around := like(ball(Fraction(1, 3)), 4), arb)
    assert exact_fraction(around) == 4
    assert like(Symbol("x"), 4) == term(4)


@given(FRACTIONS, FRACTIONS)
def test_the_smaller_number_in_every_system(x: Fraction, y: Fraction) -> None:
    smaller = min(x, y)
    assert least(x, y) == smaller
    assert least(float(x), float(y)) == min(float(x), float(y))
    assert least(np.array([float(x), 0.0]), np.array([float(y), -1.0])).tolist() == [float(smaller), -1.0]
    around = least(ball(x), ball(y))
    assert exact_fraction(around.lower()) <= smaller <= exact_fraction(around.upper())
    assert (
        least(Symbol("x"), Symbol("y")).fold(Fraction, {"x": x, "y": y}.__getitem__, apply_operator)
        == smaller
    )


def test_the_smaller_of_two_balls_that_meet_is_around_both_candidates() -> None:
    """And of exact ones it is exact."""
    around = least(arb(1, 0.5), arb(1.25, 0.5))
    assert around.contains(0.5)
    assert around.contains(1.5)
    assert least(arb(1, 0.5), arb(3, 0.5)).overlaps(arb(1, 0.5))
    assert not least(arb(1, 0.5), arb(3, 0.5)).contains(3)
    for one, other in ((-50, 50), (7, -3), (4, 4)):
        assert exact_fraction(least(arb(one), arb(other))) == min(one, other)


# operate

x, y = Symbol("x"), Symbol("y")
OPERATORS: list[tuple[Term, Callable[[Fraction, Fraction], Fraction]]] = [
    (x + y, lambda a, b: a + b),
    (x - y, lambda a, b: a - b),
    (x * y, lambda a, b: a * b),
    (x / y, lambda a, b: a / b),
    (-x, lambda a, b: -a),
    (x**3, lambda a, b: a * a * a),
    (x**-2, lambda a, b: 1 / (a * a)),
    (x**0, lambda a, b: Fraction(1)),
    (least(x, y), min),
    (least(y, x), min),
]


@pytest.mark.parametrize(("meant", "value"), OPERATORS, ids=[str(meant) for meant, _ in OPERATORS])
@given(st.tuples(*[st.integers(-64, 64).filter(bool).map(lambda n: Fraction(n, 8))] * 2))
def test_an_operator_means_the_same_in_every_system(
    meant: Term, value: Callable[[Fraction, Fraction], Fraction], at: tuple[Fraction, Fraction]
) -> None:
    expected = value(*at)
    point = dict(zip("xy", at, strict=True))
    assert meant.fold(Fraction, point.__getitem__, apply_operator) == expected
    assert close(meant.fold(float, lambda name: float(point[name]), apply_operator), expected, 2)
    arrays = {name: np.array([float(number)] * 3) for name, number in point.items()}
    for number in meant.fold(lambda c: np.full(3, float(c)), arrays.__getitem__, apply_operator):
        assert close(number, expected, 2)
    with precision(80):
        around = meant.fold(ball, lambda name: ball(point[name]), apply_operator)
        assert exact_fraction(around.lower()) <= expected <= exact_fraction(around.upper())
        assert exact_fraction(around.rad()) <= abs(expected) / 2**70
    assert meant.fold(term, Symbol, apply_operator) == meant


@given(st.floats(0.01, 20))
def test_functions_mean_the_same_in_every_system(value: float) -> None:
    for meant, direct in ((exp(x), math.exp), (log(x), math.log), (sqrt(x), math.sqrt)):
        assert meant.fold(float, lambda _: value, apply_operator) == direct(value)
        assert meant.fold(term, Symbol, apply_operator) == meant


def test_an_operator_that_nobody_knows_is_refused() -> None:
    nodes = [("sin", "", (x,)), ("+", "", (x,)), ("exp", "", (x, y)), ("min", "", (x,)), ("^", "2", (x,))]
    for operator, head, arguments in nodes:
        with pytest.raises(TypeError, match="no term"):
            Term(operator, head, arguments)
        node = object.__new__(Term)  # a term that was never looked at has no meaning all the same
        for name, value in (("operator", operator), ("head", head), ("arguments", arguments)):
            object.__setattr__(node, name, value)
        with refused(Reason.UNKNOWN_NAME):
            node.fold(Fraction, lambda _: Fraction(1), apply_operator)


def test_dividing_by_zero_is_an_error_in_fractions_and_no_number_in_balls() -> None:
    with pytest.raises(ZeroDivisionError):
        (x / y).fold(Fraction, lambda _: Fraction(0), apply_operator)
    assert not (x / y).fold(ball, lambda _: arb(0), apply_operator).is_finite()


def test_what_is_whole_is_in_the_same_proportion() -> None:
    assert clear_denominators(Fraction(1, 4), Fraction(5, 6), Fraction(2)) == tuple(
        map(Fraction, (3, 10, 24))
    )
    assert clear_denominators(Fraction(3), Fraction(1)) == (Fraction(3), Fraction(1))
    assert clear_denominators(0.25, 0.5) == (0.25, 0.5)
    assert clear_denominators(x / 4, y) == (x / 4, y)


def test_a_number_of_numpy_s_is_a_float() -> None:
    assert call_untyped(like, np.int64(1), Fraction(1, 2)) == 0.5
    for number in (np.float32(2), np.float16(2), np.int64(2)):
        for function, expected in ((exp, math.exp(2)), (log, math.log(2)), (sqrt, math.sqrt(2))):
            found = call_untyped(function, number)
            assert isinstance(found, float)
            assert found == pytest.approx(expected, rel=1e-15)


def call_untyped(function: Callable[..., object], *arguments: object) -> object:
    """Call a function with arguments of types that it does not accept."""
    return function(*arguments)
