"""The source's formulas as it prints them, for any arithmetic; `E` is e^(epsilon/m)."""

from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

Number = TypeVar("Number", Fraction, Decimal)


def p(m: Number, T: Number, r: Number, E: Number) -> Number:
    """Section 4.1."""
    return m / T * (E / (E + 1)) + (1 - m / T) * r


def q(m: Number, T: Number, r: Number, E: Number) -> Number:
    """Section 4.1."""
    return m / T * (1 / (E + 1)) + (1 - m / T) * r


def Phi(ones: Number, N: Number, m: Number, T: Number, r: Number, E: Number) -> Number:
    """Section 4.1."""
    return 1 / N * (1 / (p(m, T, r, E) - q(m, T, r, E))) * (ones - N * q(m, T, r, E))


def f(m: Number, T: Number, r: Number, epsilon: Number, E: Number) -> Number:
    """Theorem 5."""
    return m / epsilon * ((E - 1) ** 2 / (E * (E + 1) + (E + 1) ** 2 * (T / m - 1) * r))


def condition(m: Number, T: Number, r: Number, E: Number) -> Number:
    """The right side of (1)."""
    return (1 + (E + 1) * (T / m - 1) * r) / (E - 1)


def bound(alpha: Decimal, N: Decimal, m: Decimal, T: Decimal, r: Decimal, epsilon: Decimal) -> Decimal:
    """The right side of (2)."""
    value = f(m, T, r, epsilon, (epsilon / m).exp())
    return 2 * T * (-value * (epsilon * N * alpha**2 / (3 * T))).exp()


def g(x: Decimal) -> Decimal:
    """Section 4.3."""
    E = (1 / x).exp()
    return x * (E - 1) ** 2 / (E * (E + 1))


def event_odds(m: Number, T: Number, r: Number, E: Number) -> Number:
    """Ledger row shots.thm-4, the event level."""
    o = min(r, 1 - r)
    return (o * (T - m) + E * m * (1 - o)) / (o * (T - m) + m * (1 - o))
