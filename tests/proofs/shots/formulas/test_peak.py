"""The peak of g against an independent bisection of its slope."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from ldproof.numbers import Real, ball, enclose, exp, precision
from ldproof.shots.formulas import c_star, g
from ldproof_proofs.kernel.theorem import Theorem


def slope_sign(u: Fraction) -> int:
    """The sign of e^(2u) - 1 - u (3 e^u + 1)."""
    with precision(400):
        E = exp(ball(u))
        value = E**2 - 1 - ball(u) * (3 * E + 1)
        assert value > 0 or value < 0
        return 1 if value > 0 else -1


def test_c_star_is_one_over_the_slope_s_root() -> None:
    """Bisection between 1.7 and 1.8 to 60 digits ends within the enclosure of 1 / c*."""
    low, high = Fraction(17, 10), Fraction(18, 10)
    assert slope_sign(low) == -1
    assert slope_sign(high) == 1
    while high - low > Fraction(1, 10**60):
        middle = Fraction(round((low + high) / 2 * 2**220), 2**220)
        low, high = (middle, high) if slope_sign(middle) < 0 else (low, middle)
    found = enclose(c_star(), 50)
    assert Fraction(found.lower) <= 1 / high <= 1 / low <= Fraction(found.upper)
    assert str(found.lower).startswith("0.574319")


def test_the_statement_prints_the_digits(theorems: Mapping[str, Theorem]) -> None:
    """Fifty of them, as the enclosure has them."""
    (digits,) = [
        word for word in theorems["shots.c-star-digits"].statement.split() if word.startswith("0.574")
    ]
    assert len(digits.rstrip(".:")) >= 50
    assert Decimal(digits.rstrip(".:")) == enclose(c_star(), 50).lower


def test_g_is_larger_at_c_star_than_beside_it() -> None:
    """On both sides."""
    peak = g(c_star())
    for other in (Fraction(1, 2), Fraction(57, 100), Fraction(58, 100), Fraction(1), Fraction(9)):
        assert g(Real(other)) < peak
