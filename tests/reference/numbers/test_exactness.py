"""Exactness: what is seen to be a fraction, and no more than that."""

from fractions import Fraction

import pytest

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof.numbers.exactness import rational, written
from ldproof.rejections import Reason, Refused

x = Symbol("x")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (term(Fraction(1, 3)) + 1, Fraction(4, 3)),
        (0 * x, 0),
        (exp(x) * 0 + 2, 2),
        (x**0, 1),
        (log(1 + 0 * x), 0),
        (exp(0 * x), 1),
        (sqrt(term(Fraction(9, 4))), Fraction(3, 2)),
        (least(term(2), term(1)), 1),
        (-term(2) / 4, Fraction(-1, 2)),
        (sqrt(term(0)), 0),
    ],
)
def test_constants_that_decide_the_value(expression: Term, value: Fraction) -> None:
    assert rational(expression) == value


@pytest.mark.parametrize(
    "expression", [x, x - x, x / x, 0 / x, exp(term(1)), log(term(2)), sqrt(term(2)), least(x, term(0)), x**1]
)
def test_more_is_not_claimed(expression: Term) -> None:
    assert rational(expression) is None


def test_what_is_undefined_has_no_value() -> None:
    with pytest.raises(ZeroDivisionError):
        rational(term(1) / 0)
    with pytest.raises(Refused) as refused:
        rational(0 * log(term(-1)))
    assert refused.value.reason is Reason.OUT_OF_RANGE


def test_a_fraction_is_written_in_full() -> None:
    assert written(Fraction(-5, 12)) == "-5/12"
    assert written(Fraction(6)) == "6/1"
    assert len(written(Fraction(10**5000))) == 5003
