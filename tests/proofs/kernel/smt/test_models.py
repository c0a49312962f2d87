"""A model is believed only where the exact evaluation agrees."""

from fractions import Fraction

import pytest

from ldproof.numbers import Symbol, exp, log, sqrt
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.smt.models import Unchecked, counterexample, point_text, refutes

x, m = Symbol("x"), Symbol("m")
CALLED = {"x": "symbol!0"}
POSITIVE = {"x is positive": below(0, x)}


def test_a_model_is_read_by_the_names_of_the_script() -> None:
    found = counterexample(POSITIVE, at_most(1, x), CALLED, {"symbol!0": "1/3", "exp!1": "0.5?", "x": "7/1"})
    assert found == {"x": Fraction(1, 3)}


def test_a_symbol_without_a_value_is_0() -> None:
    assert counterexample({}, below(0, x), CALLED, {}) == {"x": 0}


def test_a_model_that_does_not_check_says_why() -> None:
    for value, why in (
        ("2/1", "no counterexample: x = 2"),
        ("-1/2", "no counterexample: x = -1/2"),
        ("1.4142135623?", r"x is no fraction: 1\.4142135623\?"),
        ("(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)", "x is no fraction"),
        ("1/0", "x is no fraction"),
        ("1e999999999", "x is no fraction"),
        ("٣/1", "x is no fraction"),
        ("", "x is no fraction"),
        (f"{'9' * 5000}/1", "x is no fraction"),
    ):
        with pytest.raises(Unchecked, match=why):
            counterexample(POSITIVE, at_most(1, x), CALLED, {"symbol!0": value})


def test_irrational_values_are_checked_by_balls() -> None:
    assert counterexample({}, at_most(exp(x), 2 + sqrt(x)), CALLED, {"symbol!0": "2/1"}) == {"x": 2}
    with pytest.raises(Unchecked, match="no counterexample"):
        counterexample({}, at_most(exp(x), 2 + sqrt(x)), CALLED, {"symbol!0": "1/1"})


def test_an_undecided_sign_says_so() -> None:
    with pytest.raises(Unchecked, match="undecided"):
        counterexample({}, equal(exp(log(x)), x), CALLED, {"symbol!0": "2/1"})


def test_a_goal_without_a_value_does_not_fail() -> None:
    assert not refutes({"m": 0}, {}, equal(m / m, 1))
    assert not refutes({"m": -1}, {}, below(sqrt(m), 0))
    assert not refutes({"m": 0}, {"quotient": equal(m / m, 1)}, below(0, 0))
    assert refutes({"m": 2}, {}, equal(m / m, 2))


def test_points_in_words() -> None:
    assert point_text({"x": Fraction(1, 2), "y": 3}) == "x = 1/2, y = 3"
    assert point_text({}) == "everywhere"
