"""Quantiles and p-values against the normal law's integral, computed another way."""

import math
from collections.abc import Callable
from fractions import Fraction
from statistics import NormalDist

import pytest

from ldproof.chi2.significance import p_value, quantile, threshold
from ldproof.numbers import ball, enclose, sign
from ldproof.rejections import Reason
from tests.reference.refusals import refused

LEVELS = (Fraction(1, 2), Fraction(1, 20), Fraction(1, 100), Fraction(1, 10000))


@pytest.mark.parametrize("level", LEVELS)
def test_the_quantile_is_a_normal_quantile_squared(level: Fraction) -> None:
    normal = NormalDist().inv_cdf(1 - float(level) / 2)
    assert float(quantile(level)()) == pytest.approx(normal**2, rel=1e-9)


@pytest.mark.parametrize("level", LEVELS)
def test_beyond_the_quantile_the_p_value_is_below_the_level(level: Fraction) -> None:
    around = enclose(quantile(level), 30)
    lower, upper = (p_value(Fraction(end)) for end in (around.lower, around.upper))
    assert sign(lambda: lower() - ball(level)) == 1
    assert sign(lambda: upper() - ball(level)) == -1


def test_the_usual_threshold_is_not_the_quantile() -> None:
    tau = quantile(Fraction(1, 20))
    assert 3.8414588 < float(tau()) < 3.8414589
    assert sign(lambda: tau() - ball(Fraction("3.84"))) == 1


@pytest.mark.parametrize("level", [Fraction(0), Fraction(1), Fraction(2), Fraction(-1)])
def test_no_level(level: Fraction) -> None:
    with refused(Reason.OUT_OF_RANGE):
        quantile(level)


@pytest.mark.parametrize("asked", [p_value, quantile])
@pytest.mark.parametrize(
    ("raw", "why"), [(0.05, Reason.NOT_EXACT), (math.nan, Reason.NOT_EXACT), ("x", Reason.NOT_A_NUMBER)]
)
def test_no_number(asked: Callable[[Fraction], object], raw: Fraction, why: Reason) -> None:
    asked(Fraction(1, 20))
    with refused(why):
        asked(raw)


@pytest.mark.parametrize("digits", [3, 10, 40])
def test_a_threshold_is_rounded_up(digits: int) -> None:
    found = threshold(Fraction(1, 20), digits)
    assert sign(lambda: ball(found) - quantile(Fraction(1, 20))()) == 1
    assert found < Fraction("3.8414589") * (1 + Fraction(2, 10**digits))
