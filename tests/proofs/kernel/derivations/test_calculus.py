"""The derivative is the limit of differences, for every operator."""

import pytest

from ldproof.numbers import Symbol, Term, least, term
from ldproof_proofs.kernel.derivations.calculus import derivative
from ldproof_proofs.kernel.relations import ball_at
from tests.proofs.kernel.making import assert_refused, expressions

x, y = Symbol("x"), Symbol("y")
STEP = 1e-5


def value(expression: Term, at: float) -> float:
    return float(ball_at(expression, {"x": term(1) * term(int(at * 2**40)) / 2**40, "y": 3}))


@pytest.mark.parametrize(
    "expression",
    expressions(
        "x + y*x; 3 - x; -x; x*x*y; y/x; (1 + x)/(2 - x); x^3; (1 + x)^-2; exp(y*x); ln(1 + x*x); "
        "sqrt(2 + x); min(y, 1 + y)*x; 5; y"
    ),
    ids=str,
)
def test_it_is_the_limit_of_differences(expression: Term) -> None:
    slope = derivative(expression, "x")
    for at in (0.25, 1.5):
        differences = (value(expression, at + STEP) - value(expression, at - STEP)) / (2 * STEP)
        assert value(slope, at) == pytest.approx(differences, rel=1e-6, abs=1e-8)


def test_a_minimum_has_no_derivative() -> None:
    assert_refused("differentiates min", derivative, least(x, y), "x")
