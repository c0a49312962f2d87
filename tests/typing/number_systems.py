"""Types of the number systems: mixtures are errors, and a function of one system returns that system."""

from fractions import Fraction
from typing import assert_type

from ldproof.numbers import (
    Array,
    Ball,
    Elementary,
    Exact,
    Ordered,
    Symbol,
    Term,
    ball,
    enclose,
    exp,
    expm1,
    interval_newton,
    least,
    like,
    log,
    sign,
    sqrt,
    term,
)


def one_system_gives_itself_back(
    number: float, array: Array, exact: Fraction, around: Ball, said: Term
) -> None:
    assert_type(exp(number), float)
    assert_type(exp(array), Array)
    assert_type(exp(exact), Fraction)
    assert_type(exp(around), Ball)
    assert_type(exp(said), Term)
    assert_type(least(exact, exact), Fraction)
    assert_type(least(said, said), Term)
    assert_type(like(around, 1), Ball)
    assert_type(like(exact, 1), Fraction)
    assert_type(1 - said / 2 * Fraction(1, 3), Term)
    assert_type(-(said**2), Term)


def a_generic_definition_keeps_to_its_system(x: Exact, y: Exact) -> Exact:
    return 1 + 2 * x * y - x**2 / y


def what_is_no_part_of_a_generic_definition(x: Exact) -> None:
    half: Exact = 0.5 * x  # type: ignore[operator, assignment]
    Fraction(1, 2) * x  # type: ignore[operator]
    ball(2) * x  # type: ignore[operator]
    x > 0  # type: ignore[operator]


def an_order_where_there_is_one(x: Ordered) -> Ordered:
    return x if x > 0 else -x


def a_real_definition(x: Elementary) -> Elementary:
    return log(1 + exp(x)) + sqrt(expm1(x))


def systems_that_do_not_mix(exact: Fraction, around: Ball, number: float, said: Term, text: str) -> None:
    an_order_where_there_is_one(around)  # type: ignore[type-var]
    a_real_definition(exact)  # type: ignore[type-var]
    a_generic_definition_keeps_to_its_system(exact, around)  # type: ignore[type-var]
    a_generic_definition_keeps_to_its_system(number, exact)  # type: ignore[type-var]
    a_generic_definition_keeps_to_its_system(said, around)  # type: ignore[type-var]
    least(exact, around)  # type: ignore[type-var]
    exact + around  # type: ignore[operator]
    exp(text)  # type: ignore[type-var]
    like(text, 1)  # type: ignore[type-var]


def a_term_mixes_with_fractions_alone_and_has_no_order_and_no_value(
    said: Term, around: Ball, number: float
) -> None:
    said + 0.5  # type: ignore[operator]
    0.5 * said  # type: ignore[operator]
    said / around  # type: ignore[operator]
    said - number  # type: ignore[operator]
    term(0.5)  # type: ignore[arg-type]
    said < 1  # type: ignore[operator]
    min(said, said)  # type: ignore[call-overload]
    float(said)  # type: ignore[arg-type]
    said**0.5  # type: ignore[operator]
    said ** Fraction(1, 2)  # type: ignore[operator]
    said**said  # type: ignore[operator]
    Symbol(1)  # type: ignore[arg-type]


def a_ball_is_no_certified_number(around: Ball) -> None:
    """A ball has the precision it was made with; a certified number can be asked again."""
    enclose(around, 5)  # type: ignore[arg-type]
    sign(around)  # type: ignore[arg-type]
    interval_newton(around, around, around)  # type: ignore[arg-type]
    enclose(lambda: 0.5, 5)  # type: ignore[arg-type, return-value]
