"""There and back: a term that went through SymPy is equal to itself."""

from fractions import Fraction

import sympy

from ldproof.numbers import Symbol, exp, log, sqrt, term
from ldproof_proofs.kernel.derivations.from_sympy import from_sympy
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.second_algebra import to_sympy
from tests.proofs.kernel.making import assert_refused

x, y = Symbol("x"), Symbol("y")


def test_there_and_back() -> None:
    for expression in (
        term(Fraction(-2, 3)),
        x,
        x - y,
        -x * y,
        3 * x**2 - y / 7,
        (x + y) / (x - y) ** 2,
        exp(-x) * log(y),
        exp(x) ** 2 / (1 + exp(x)),
        sqrt(x + y),
        2 * sqrt(x) - y,
        x / sqrt(y),
        exp(term(1)) * x,
    ):
        difference = from_sympy(to_sympy(expression)) - expression
        assert Field([difference]).is_zero(difference)


def test_numbers_go_back_under_the_root() -> None:
    assert str(from_sympy(sympy.sqrt(sympy.Integer(3)) * sympy.sqrt(sympy.Symbol("x")))) == "sqrt(3*x)"


def test_what_begins_with_a_minus_is_subtracted() -> None:
    assert str(from_sympy(sympy.Symbol("x") - 2 * sympy.Symbol("y"))) == "x - 2*y"


def test_what_no_term_says_is_refused() -> None:
    cases: list[sympy.Expr] = [
        sympy.Symbol("x") ** sympy.Symbol("y"),
        sympy.Symbol("x") ** sympy.Rational(1, 3),
    ]
    for what in cases:
        assert_refused("", from_sympy, what)
