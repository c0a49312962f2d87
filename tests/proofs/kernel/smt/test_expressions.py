"""Expressions say what terms say, and no term is written out twice."""

from fractions import Fraction

import pytest

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof.numbers.term import apply
from ldproof_proofs.kernel.smt.expressions import Expressions, number, shared

x, y = Symbol("x"), Symbol("y")


def write(*terms: Term) -> tuple[list[str], list[str]]:
    expressions = Expressions(terms, {"x": "x", "y": "y"})
    return [expressions.text(each) for each in terms], expressions.lines


def test_numbers_are_real_and_exact() -> None:
    for value, text in (
        (Fraction(0), "0.0"),
        (Fraction(7), "7.0"),
        (Fraction(-7), "(- 7.0)"),
        (Fraction(7, 3), "(/ 7.0 3.0)"),
        (Fraction(-7, 3), "(- (/ 7.0 3.0))"),
    ):
        assert number(value) == text


def test_operators() -> None:
    for value, text in (
        (x + y, "(+ x y)"),
        (x - y, "(- x y)"),
        (-x * y, "(* (- x) y)"),
        (x**3, "(* x x x)"),
        (x**1, "x"),
        (x**0, "1.0"),
        (x / 2, "(/ x 2.0)"),
        (least(x, y), "(ite (<= x y) x y)"),
    ):
        assert write(value) == ([text], [])


def test_a_divisor_is_not_0() -> None:
    for value, text, divisor in (
        (x / y, "(/ x y)", "y"),
        (x**-2, "(/ 1.0 (* x x))", "x"),
        (x / term(0), "(/ x 0.0)", "0.0"),
    ):
        assert write(value) == ([text], [f"(assert (not (= {divisor} 0.0)))"])


def test_a_function_is_a_constant_of_which_little_is_known() -> None:
    cases: list[tuple[Term, str, list[str]]] = [
        (exp(x), "exp!1", ["(> exp!1 0.0)"]),
        (log(x), "log!1", ["(> x 0.0)"]),
        (sqrt(x), "sqrt!1", ["(>= sqrt!1 0.0)", "(= (* sqrt!1 sqrt!1) x)"]),
    ]
    for value, name, facts in cases:
        function, _, _ = name.partition("!")
        assert write(value * value) == (
            [f"(* {name} {name})"],
            [
                f"; {name} is {function} of x",
                f"(declare-const {name} Real)",
                *(f"(assert {fact})" for fact in facts),
            ],
        )


def test_what_occurs_twice_is_named_once() -> None:
    texts, lines = write((x + y) * (x + y), 1 - (x + y))
    assert texts == ["(* shared!1 shared!1)", "(- 1.0 shared!1)"]
    assert lines == ["(define-fun shared!1 () Real (+ x y))"]


def test_a_divisor_is_mentioned_twice_and_a_dividend_once() -> None:
    assert shared([(x + 1) / (y + 2)]) == {y + 2}


def test_a_term_that_doubles_in_each_step_does_not_explode() -> None:
    value = x
    for _ in range(200):
        value = value + value
    texts, lines = write(value)
    assert texts == ["(+ shared!199 shared!199)"]
    assert len(lines) == 199


def test_an_operator_that_nobody_knows_is_refused() -> None:
    with pytest.raises(TypeError, match="no term: 'sinus'"):
        write(apply("sinus", x))
