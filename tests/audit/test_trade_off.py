"""Trade-off curves as formulas: the table of a formula is below it, touches it, and is refused where that is not seen."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import exp, log, sqrt
from typing import Any

import numpy as np
import pytest

from ldproof.api.auditing import parse_claimed
from ldproof.auditor import BLACK_BOX, parse_claim
from ldproof.auditor.notions import guarantees_of_claim, parse_notion
from ldproof.auditor.trade_off import LONGEST
from ldproof.errors import Reason
from ldproof.numbers import Array
from tests.reference.refusals import refused

ALPHAS = np.concatenate([np.linspace(0, 1, 1001), np.geomspace(1e-7, 1e-2, 200)])
"""The false alarm rates at which curves are compared."""
ROUNDED = 1e-12
"""The error of floats that compute a curve."""
CURVES: Sequence[tuple[str, Callable[[float], float]]] = (
    ("max(0, 1 - 3*alpha, (1 - alpha)/3)", lambda x: max(0, 1 - 3 * x, (1 - x) / 3)),
    ("exp(-1)*(1-alpha)", lambda x: exp(-1) * (1 - x)),
    (
        "max(0, 1 - 0.05 - exp(1)*alpha, exp(-1)*(1 - .05 - alpha))",
        lambda x: max(0, 0.95 - exp(1) * x, exp(-1) * (0.95 - x)),
    ),
    ("(1 - sqrt(alpha))**2", lambda x: (1 - sqrt(x)) ** 2),
    ("1 - alpha**(1/3)", lambda x: 1 - x ** (1 / 3)),
    ("2/(1 + alpha) - 1", lambda x: 2 / (1 + x) - 1),
    ("-(alpha + 1)**-1*-2 - 1", lambda x: 2 / (1 + x) - 1),
    ("max(0, 0.99 - ln(1 + 9*alpha)/ln(10))", lambda x: max(0, 0.99 - log(1 + 9 * x) / log(10))),
    ("max(0, exp(-4*alpha) - 1/20)", lambda x: max(0, exp(-4 * x) - 0.05)),
    (
        "0.3*(1 - alpha) + exp(1)*exp(-1)*0.7*max(0, 1 - 5*alpha)",
        lambda x: 0.3 * (1 - x) + 0.7 * max(0, 1 - 5 * x),
    ),
    ("1 - min(1, 4*alpha, 1/2 + alpha/2)", lambda x: 1 - min(1, 4 * x, 0.5 + x / 2)),
    ("alpha**2 - alpha + max(0, 1/4 - alpha)", lambda x: x**2 - x + max(0, 0.25 - x)),
)
"""Formulas, and the same as functions of floats."""


def values_of_table(text: str) -> Array:
    """Return the values of the table of a formula at `ALPHAS`."""
    across, along = (np.array([*map(float, each)]) for each in zip(*parse_notion("f", text), strict=True))
    return np.asarray(np.interp(ALPHAS, across, along))


@pytest.mark.parametrize(("text", "curve"), CURVES, ids=[text for text, _ in CURVES])
def test_table_of_formula_is_below_it_and_near(text: str, curve: Callable[[float], float]) -> None:
    table, truth = values_of_table(text), np.array([max(curve(each), 0) for each in ALPHAS.tolist()])
    assert np.all(table <= truth + ROUNDED)
    assert np.max(truth - table) < 0.005


def test_chords_would_be_above_the_formula() -> None:
    """So the comparison above can fail: the table that joins points of the curve claims more than the curve does."""
    text, curve = CURVES[3]
    points = np.linspace(0, 1, 52)
    chords = np.interp(ALPHAS, points, [curve(each) for each in points.tolist()])
    assert np.max(chords - [curve(each) for each in ALPHAS.tolist()]) > 0.01
    assert np.max(values_of_table(text) - [curve(each) for each in ALPHAS.tolist()]) <= ROUNDED


@pytest.mark.parametrize("delta", ["0", "0.01", "0.2"])
def test_formula_of_epsilon_and_delta_has_their_guarantee(delta: str) -> None:
    """Its one guarantee, or both that are the same, is as (epsilon, delta), and rounded outwards only."""
    text = f"max(0, 1 - {delta} - exp(1)*alpha, exp(-1)*(1 - {delta} - alpha))"
    known = parse_claim(BLACK_BOX, {"epsilon": "1", "delta": delta} if delta != "0" else {"epsilon": "1"})
    for each in guarantees_of_claim("f", parse_notion("f", text)):
        assert 0 <= each.delta - known.delta < Fraction(1, 10**15)
        assert abs(each.odds - known.odds) < Fraction(1, 10**15)
        assert float(each.odds) >= exp(1)


def test_table_and_formula_of_randomized_response_are_the_same() -> None:
    exact = parse_notion("f", "0:1, 1/4:1/4, 1:0")
    (left, middle, *_), (_, corner, _) = parse_notion("f", "max(0, 1 - 3*alpha, (1 - alpha)/3)"), exact
    assert left == (Fraction(0), Fraction(1))
    assert all(abs(one - other) < Fraction(1, 10**15) for one, other in zip(corner, middle, strict=True))


@pytest.mark.parametrize("claim", [{"renyi": [(2, 1)]}, {"f": lambda alpha: 1 - alpha}, {"f": 1}])
def test_curves_are_written_as_texts(claim: Mapping[str, Any]) -> None:
    with refused(Reason.NOT_A_VALUE) as caught:
        parse_claimed(claim, "user")
    assert caught.value.accepted.startswith("a text: ")


def test_plus_and_caret_are_read_as_in_formulas_elsewhere() -> None:
    assert parse_notion("f", "+(1 - alpha^(1/2))^+2") == parse_notion("f", "(1 - alpha**(1/2))**2")


def test_formula_in_a_text_may_contain_blanks() -> None:
    text = "max(0, 1 - 3*alpha, (1 - alpha)/3)"
    for given in (f" f={text}  model=a ", f"f = {text} model =a"):
        found = parse_claimed(given, "user")
        assert found.parameters == {"f": text, "model": "a"}
        assert found.guarantees == parse_claimed({"f": text.replace(" ", "")}, "user").guarantees


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("1 - alpha**2", Reason.NOT_A_VALUE, "not seen to be convex"),
        ("min(1 - alpha, (1 - alpha)/2)", Reason.NOT_A_VALUE, "not seen to be convex"),
        ("max(0, 1 - alpha**2)", Reason.NOT_A_VALUE, "not seen to be convex"),
        ("(1 - alpha)*(1 - alpha)", Reason.NOT_A_VALUE, "products with numbers"),
        ("sqrt(1 - alpha) - alpha", Reason.NOT_A_VALUE, "not seen to be convex"),
        ("2 - alpha", Reason.OUT_OF_RANGE, "above 1 at alpha = 0"),
        ("1 - alpha/2", Reason.OUT_OF_RANGE, "above 0 at alpha = 1"),
        ("exp(exp(exp(exp(exp(9))))) - alpha", Reason.UNDECIDED, "not seen to be at most 1"),
        ("(exp(1)*exp(-1) - 1)*alpha", Reason.UNDECIDED, "sign of a factor"),
        ("1 + ln(alpha)", Reason.OUT_OF_RANGE, "above 0"),
        ("(1 - alpha)/alpha", Reason.OUT_OF_RANGE, "above 0"),
        ("(1 - 2*alpha)**2 - alpha", Reason.OUT_OF_RANGE, "at least 0"),
        ("1 - alpha**1001", Reason.OUT_OF_RANGE, "from -1000 to 1000"),
        ("alpha**alpha", Reason.OUT_OF_RANGE, "from -1000 to 1000"),
        ("1 - x", Reason.NOT_A_VALUE, "in alpha"),
        ("1 - alpha)", Reason.NOT_A_VALUE, "no formula"),
        ("1 - alpha\0", Reason.NOT_A_VALUE, "no formula"),
        ("", Reason.NOT_A_VALUE, "no formula"),
        ("(" * 200 + "alpha" + ")" * 195, Reason.NOT_A_VALUE, "no formula"),
        ("1 - alpha" + " " * LONGEST + "*1", Reason.TOO_LARGE, "at most 400"),
        ("__import__('os').getcwd()", Reason.NOT_A_VALUE, "f has the part"),
        ("(lambda: 1)()", Reason.NOT_A_NUMBER, "(lambda"),
        ("[alpha][0]", Reason.NOT_A_VALUE, "f has the part"),
        ("max(*[alpha])", Reason.NOT_A_VALUE, "f has the part"),
        ("exp(alpha, alpha)", Reason.NOT_A_VALUE, "f has the part"),
        ("True - alpha", Reason.NOT_A_NUMBER, "True"),
        ("1j - alpha", Reason.NOT_A_NUMBER, "1j"),
        ("alpha**2 - alpha", Reason.OUT_OF_RANGE, "so weak"),
        ("1 - exp(1e12)*alpha", Reason.OUT_OF_RANGE, "so weak"),
        ("1 - alpha*(((1e300**1000)**1000)**1000)", Reason.OUT_OF_RANGE, "so weak"),
        (f"alpha*{'-' * 380}alpha", Reason.TOO_LARGE, "nested too deep"),
    ],
)
def test_formulas_that_are_no_curve_are_refused(text: str, reason: Reason, words: str) -> None:
    with refused(reason) as caught:
        parse_claim(BLACK_BOX, {"f": text})
    assert words in str(caught.value)


def test_numbers_are_read_exactly() -> None:
    """So 2e-17 too much is seen, which floats lose."""
    corner, *_ = parse_notion("f", "max(0, 0.9 + 0.1 - 2*alpha)")
    assert 0 <= 1 - corner[1] < Fraction(1, 10**17)
    assert 0.9 + 0.1 + 2e-17 == 1
    with refused(Reason.OUT_OF_RANGE):
        parse_notion("f", "max(0, 0.9 + 0.1 + 2e-17 - 2*alpha)")
