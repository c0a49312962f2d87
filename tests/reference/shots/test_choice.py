"""How many reports: m*, its crossings, and the choice by the exact variance, against every m."""

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import parse_budget
from ldproof.numbers import Real, enclose
from ldproof.shots.choice import (
    best_m,
    best_r,
    crossing,
    m_exact,
    tie_polynomial,
)
from ldproof.shots.formulas import c_star
from tests.reference.shots import printed
from tests.tiers import grid

BUDGETS = [Fraction(n, 10) for n in (1, 10, 17, 18, 24, 25, 42, 43, 60, 61, 100, 183, 571, 1000, 3000)]


def exactly(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def by_g(T: int, epsilon: Decimal) -> int:
    """The m with the largest g(m / epsilon)."""
    return max(range(1, T + 1), key=lambda m: printed.g(m / epsilon))


@pytest.mark.parametrize("T", [1, 2, 7, 60])
def test_m_star_is_where_g_is_largest(T: int) -> None:
    with localcontext(prec=60):
        expected = [by_g(T, exactly(epsilon)) for epsilon in BUDGETS]
    assert [best_m(T, Real(epsilon)) for epsilon in BUDGETS] == expected


@given(st.fractions(Fraction(101, 100), 10**9), st.integers(1, 40))
def test_m_star_at_rational_odds_is_where_g_is_largest(odds: Fraction, T: int) -> None:
    with localcontext(prec=60):
        expected = by_g(T, exactly(odds).ln())
    assert best_m(T, parse_budget(1, odds=odds).epsilon()) == expected


def test_m_star_of_the_ledger() -> None:
    """Row shots.eq-7: m* is not c* epsilon rounded, as at epsilon = 2.5, where c* epsilon = 1.43."""
    known: dict[tuple[int, int | Fraction], int] = {
        (100, 1): 1,
        (100, 10): 6,
        (100, 100): 57,
        (10**6, 200): 115,
        (100, 200): 100,
        (10**6, 10**6): 574_319,
        (9, Fraction(5, 2)): 2,
    }
    assert {(T, epsilon): best_m(T, Real(Fraction(epsilon))) for T, epsilon in known} == known


@pytest.mark.parametrize("m", [1, 2, 57, 1000, 999_999])
def test_one_report_more_from_the_crossing_on(m: int) -> None:
    """On either side of it, at a distance of 10^-60."""
    found = enclose(crossing(m), 80)
    near = Fraction(1, 10**60)
    assert best_m(10**6, Real(Fraction(found.lower) - near)) == m
    assert best_m(10**6, Real(Fraction(found.upper) + near)) == m + 1


@given(st.fractions(1, 4, max_denominator=30), st.integers(1, 12))
def test_tie_is_the_ledgers_polynomial(z: Fraction, m: int) -> None:
    """With [k] = 1 + ... + z^(k-1)."""
    fewer, more = (sum((z**i for i in range(k)), Fraction(0)) for k in (m, m + 1))
    printed_tie = m * more**2 * (z**m + 1) - (m + 1) * fewer**2 * z * (z ** (m + 1) + 1)
    assert tie_polynomial(z, m) == printed_tie * (z - 1) ** 2


def test_crossings_increase_and_lie_around_the_peak() -> None:
    """Row shots.adaptivity: the first is 2 ln z with z^3 = 3z^2 + z + 1."""
    assert str(enclose(crossing(1), 20).lower).startswith("2.43751145374402492")
    peak = Fraction(enclose(c_star(), 20).lower)
    crossings = [Fraction(enclose(crossing(m), 20).lower) for m in range(1, 20)]
    assert crossings == sorted(crossings)
    assert all(m < peak * each < m + 1 for m, each in enumerate(crossings, start=1))


def worst(m: int, T: int, r: Fraction, epsilon: Decimal) -> Decimal:
    """The larger variance of a bit over the squared gap, by the source's p and q."""
    E = (epsilon / m).exp()
    high, low = (rate(Decimal(m), Decimal(T), exactly(r), E) for rate in (printed.p, printed.q))
    return max(high * (1 - high), low * (1 - low)) / (high - low) ** 2


@pytest.mark.parametrize(("T", "epsilon"), grid([1, 2, 5, 24], BUDGETS[:12]))
def test_m_exact_has_the_least_worst_variance(T: int, epsilon: Fraction) -> None:
    """Among all m, and r = 0, 1/8, ..., 1: with r = 0 as good as any."""
    with localcontext(prec=60):
        budgeted = exactly(epsilon)
        best = m_exact(T, Real(epsilon))
        least = worst(best, T, Fraction(0), budgeted) * (1 - Decimal(10) ** -50)
        for m in range(1, T + 1):
            assert m == best or worst(m, T, Fraction(0), budgeted) > least
            assert all(worst(m, T, Fraction(r, 8), budgeted) >= least for r in range(9))


@pytest.mark.parametrize("share", ["0.3", "3", "30"])
def test_best_r_has_the_least_worst_variance(share: str) -> None:
    T = 6
    for m in (1, 2, 4, 5, 6):
        epsilon = m * Fraction(share)
        with localcontext(prec=60):
            found = worst(m, T, best_r(m, T, parse_budget(m, epsilon=epsilon)), exactly(epsilon))
            others = [worst(m, T, Fraction(r, 8), exactly(epsilon)) for r in range(9)]
            assert found <= min(others) * (1 + Decimal(10) ** -50)


def test_best_r_turns_at_the_ledgers_odds() -> None:
    """Row shots.r-star: 1/2 beats 0 iff m (3E - 1) > T (E + 1); with m = 1, T = 2 iff E > 3."""
    assert best_r(1, 2, parse_budget(1, report_odds=3)) == 0
    assert best_r(1, 2, parse_budget(1, report_odds="3.001")) == Fraction(1, 2)
    assert best_r(2, 2, parse_budget(2, report_odds=100)) == 0
    tie = Fraction(17, 3)  # where 5 (3E - 1) = 12 (E + 1)
    assert best_r(5, 12, parse_budget(5, report_odds=tie)) == 0
    assert best_r(5, 12, parse_budget(5, report_odds=tie + Fraction(1, 10**50))) == Fraction(1, 2)


def test_m_exact_jumps_to_every_round() -> None:
    """Row shots.m-exact: at epsilon/T = 0.4237 for large T, where m* waits for 1.741 and costs up to 1.703 times."""
    exactly_at = {
        (100, "42.3645"): 32,
        (100, "42.3646"): 100,
        (10**5, "42366.4"): 32_346,
        (10**5, "42366.5"): 10**5,
    }
    assert {(T, each): m_exact(T, Real(Fraction(each))) for T, each in exactly_at} == exactly_at
    assert [best_m(100, Real(Fraction(each))) for each in ("110.549", "173", "175")] == [63, 99, 100]
    with localcontext(prec=30):
        star, best = (worst(m, 100, Fraction(0), Decimal("110.549")) for m in (63, 100))
    assert Decimal("1.703") < star / best < Decimal("1.704")


def test_smallest_budgets_give_one_report_and_large_ones_all() -> None:
    for epsilon, m in (("1e-900", 1), ("1e-300", 1), ("1e-9", 1), ("1000000", 50)):
        assert best_m(50, Real(Fraction(epsilon))) == m_exact(50, Real(Fraction(epsilon))) == m
