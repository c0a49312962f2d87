"""SymPy's second opinion: it agrees with what is so, and never with what is not."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.second_algebra import agrees, to_sympy
from tests.proofs.kernel.making import assert_refused, relations
from tests.proofs.kernel.terms import is_near_zero, near, points, rationals

x, y = Symbol("x"), Symbol("y")


@pytest.mark.parametrize(
    "goal",
    relations(
        "(x + y)^2 = x^2 + 2*x*y + y^2; x/y + y/x = (x*x + y*y)/(x*y); "
        "exp(2*x) - 1 = (exp(x) - 1)*(exp(x) + 1); x - x = 0"
    ),
    ids=str,
)
def test_it_agrees_with_what_is_so(goal: Relation) -> None:
    """Identities of rational functions and exponentials."""
    assert agrees(goal)


@pytest.mark.parametrize(
    "goal", [equal(x, y), equal(x + 1, x), equal(exp(x), exp(2 * x)), equal(sqrt(x) ** 2, -x)], ids=str
)
def test_it_does_not_agree_with_what_is_not(goal: Relation) -> None:
    """It cannot tell, and says nothing."""
    assert not agrees(goal)


@given(rationals, rationals, points)
def test_it_agrees_only_with_what_is_so(left: Term, right: Term, point: dict[str, Fraction]) -> None:
    """Wherever it agrees the two sides have one value."""
    for goal in (equal(left, right), equal(left * right, right * left)):
        try:
            agreed = agrees(goal)
        except ZeroDivisionError:
            continue
        value = near(goal.left - goal.right, point)
        assert not agreed or value is None or is_near_zero(value)


def test_it_is_not_asked_about_what_it_reads_otherwise() -> None:
    """A minimum is not translated, and nothing is said about it."""
    assert_refused("SymPy is not asked", to_sympy, least(x, y))
    assert not agrees(equal(least(x, y), least(y, x)))


def test_a_term_is_translated_as_it_stands() -> None:
    """Every operator, with real symbols."""
    a, b = sympy.Symbol("x", real=True), sympy.Symbol("y", real=True)
    expression = -(x + y) * (x - 1) / y**-2 + exp(x) - log(y) + sqrt(x) + term(1) / 3
    expected = -(a + b) * (a - 1) / b**-2 + sympy.exp(a) - sympy.log(b) + sympy.sqrt(a) + sympy.Rational(1, 3)
    assert sympy.expand(sympy.together(to_sympy(expression) - expected)) == sympy.Integer(0)
