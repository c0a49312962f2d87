"""m*, its crossings, and the choice by the exact variance, against every m."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import budget
from ldproof.numbers import Ball, Enclosure, Real, enclose
from ldproof.shots.choice import best_m, best_r, crossing, m_exact, tie
from ldproof.shots.formulas import c_star
from tests.reference.shots import printed

BUDGETS = [Fraction(n, 10) for n in (1, 10, 17, 18, 24, 25, 42, 43, 60, 61, 100, 183, 571, 1000, 3000)]


def exactly(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


# by the bound of the source


@pytest.mark.parametrize("T", [1, 2, 7, 60])
@pytest.mark.parametrize("epsilon", BUDGETS)
def test_m_star_is_where_g_is_largest(T: int, epsilon: Fraction) -> None:
    with localcontext(prec=60):
        found = max(range(1, T + 1), key=lambda m: printed.g(m / exactly(epsilon)))
    assert best_m(T, Real(epsilon)) == found


@given(st.fractions(Fraction(101, 100), 10**9), st.integers(1, 40))
def test_rational_odds_are_decided_too(odds: Fraction, T: int) -> None:
    with localcontext(prec=60):
        epsilon = exactly(odds).ln()
        found = max(range(1, T + 1), key=lambda m: printed.g(m / epsilon))
    assert best_m(T, budget(1, odds=odds).epsilon()) == found


@pytest.mark.parametrize(
    ("T", "epsilon", "m"),
    [(100, 1, 1), (100, 10, 6), (100, 100, 57), (10**6, 200, 115), (100, 200, 100), (10**6, 10**6, 574_319)],
)
def test_m_star_of_the_ledger(T: int, epsilon: int, m: int) -> None:
    assert best_m(T, Real(Fraction(epsilon))) == m


def test_m_star_is_not_c_star_epsilon_rounded() -> None:
    """Row shots.eq-7: at epsilon = 2.5, c* epsilon = 1.43..., and m* = 2."""
    assert round(float(enclose(c_star(), 10).lower) * 2.5) == 1
    assert best_m(9, Real(Fraction(5, 2))) == 2


# crossings


def printed_tie(z: Fraction, m: int) -> Fraction:
    """The ledger's polynomial, with [k] = 1 + ... + z^(k-1)."""

    def powers(k: int) -> Fraction:
        return sum((z**i for i in range(k)), Fraction(0))

    return m * powers(m + 1) ** 2 * (z**m + 1) - (m + 1) * powers(m) ** 2 * z * (z ** (m + 1) + 1)


@given(st.fractions(1, 4, max_denominator=30), st.integers(1, 12))
def test_the_polynomial_is_the_ledgers(z: Fraction, m: int) -> None:
    assert tie(z, m) == printed_tie(z, m) * (z - 1) ** 2


@pytest.mark.parametrize("m", [1, 2, 3, 7])
def test_a_crossing_is_at_the_root_above_1(m: int) -> None:
    """By bisection in fractions."""
    low, high = Fraction(1), Fraction(4)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if printed_tie(middle, m) > 0 else (low, middle)
    with localcontext(prec=50):
        expected = m * (m + 1) * Fraction(exactly(low).ln())
    enclosure = enclose(crossing(m), 25)
    assert abs(Fraction(enclosure.lower) - expected) < Fraction(1, 10**24)


def root(m: int) -> Enclosure:
    """The root z itself."""
    tied = crossing(m)

    def z() -> Ball:
        return (tied() / (m * (m + 1))).exp()

    return enclose(z, 30)


def test_the_first_crossing() -> None:
    """Row shots.adaptivity: 2 ln z with z^3 = 3z^2 + z + 1."""
    assert str(enclose(crossing(1), 20).lower).startswith("2.43751145374402492")
    z = Fraction(root(1).lower)
    assert abs(z**3 - 3 * z**2 - z - 1) < Fraction(1, 10**27)


@pytest.mark.parametrize("m", [1, 2, 57, 1000, 999_999])
def test_one_report_more_from_the_crossing_on(m: int) -> None:
    """On either side of it, at a distance of 10^-60."""
    found = enclose(crossing(m), 80)
    near = Fraction(1, 10**60)
    assert best_m(10**6, Real(Fraction(found.lower) - near)) == m
    assert best_m(10**6, Real(Fraction(found.upper) + near)) == m + 1


def test_crossings_increase_and_lie_around_the_peak() -> None:
    peak = Fraction(enclose(c_star(), 20).lower)
    crossings = [Fraction(enclose(crossing(m), 20).lower) for m in range(1, 60)]
    assert all(low < high for low, high in pairwise(crossings))
    assert all(m < peak * each < m + 1 for m, each in enumerate(crossings, start=1))


def test_no_tie_at_rational_odds() -> None:
    """The last step of the argument: z of a tie would be a root of a whole number, and few are large enough."""
    for m in range(1, 5):
        below, above = Fraction(root(m).lower) ** 2, Fraction(root(m).upper) ** 2
        assert int(below) == int(above) < below
    assert Fraction(root(5).upper) ** 2 < 2


# by the exact variance


def worst(m: int, T: int, r: Fraction, epsilon: Decimal) -> Decimal:
    """The larger variance of a bit over the squared gap, by the source's p and q."""
    E = (epsilon / m).exp()
    high, low = (rate(Decimal(m), Decimal(T), exactly(r), E) for rate in (printed.p, printed.q))
    return max(high * (1 - high), low * (1 - low)) / (high - low) ** 2


@pytest.mark.parametrize("T", [1, 2, 5, 24])
@pytest.mark.parametrize("epsilon", BUDGETS[:12])
def test_m_exact_has_the_least_worst_variance(T: int, epsilon: Fraction) -> None:
    """Among all m, and r = 0, 1/8, ..., 1: with r = 0 as good as any."""
    with localcontext(prec=60):
        budgeted = exactly(epsilon)
        best = m_exact(T, Real(epsilon))
        least = worst(best, T, Fraction(0), budgeted) * (1 - Decimal(10) ** -50)
        for m in range(1, T + 1):
            assert m == best or worst(m, T, Fraction(0), budgeted) > least
            for r in range(9):
                assert worst(m, T, Fraction(r, 8), budgeted) >= least


@pytest.mark.parametrize("share", ["0.3", "3", "30"])
@pytest.mark.parametrize("m", [1, 2, 4, 5, 6])
def test_best_r_has_the_least_worst_variance(m: int, share: str) -> None:
    T, epsilon = 6, m * Fraction(share)
    with localcontext(prec=60):
        found = worst(m, T, best_r(m, T, budget(m, epsilon=epsilon)), exactly(epsilon))
        others = [worst(m, T, Fraction(r, 8), exactly(epsilon)) for r in range(9)]
        assert found <= min(others) * (1 + Decimal(10) ** -50)


def test_best_r_turns_at_the_ledgers_odds() -> None:
    """Row shots.r-star: 1/2 beats 0 iff m (3E - 1) > T (E + 1); with m = 1, T = 2 iff E > 3."""
    assert best_r(1, 2, budget(1, report_odds=3)) == 0
    assert best_r(1, 2, budget(1, report_odds="3.001")) == Fraction(1, 2)
    assert best_r(2, 2, budget(2, report_odds=100)) == 0
    tie = Fraction(17, 3)  # where 5 (3E - 1) = 12 (E + 1)
    assert best_r(5, 12, budget(5, report_odds=tie)) == 0
    assert best_r(5, 12, budget(5, report_odds=tie + Fraction(1, 10**50))) == Fraction(1, 2)


def test_m_exact_jumps_to_every_round() -> None:
    """Row shots.m-exact: at epsilon/T = 0.4237 for large T, where m* waits for 1.741."""
    assert [m_exact(100, Real(Fraction(each))) for each in ("42.3645", "42.3646")] == [32, 100]
    assert [m_exact(10**5, Real(Fraction(each))) for each in ("42366.4", "42366.5")] == [32_346, 10**5]
    assert [best_m(100, Real(Fraction(each))) for each in ("173", "175")] == [99, 100]


def test_what_m_star_costs() -> None:
    """Row shots.m-exact: at T = 100, up to 1.703 times the variance."""
    with localcontext(prec=30):
        epsilon = Fraction("110.549")
        star, best = best_m(100, Real(epsilon)), m_exact(100, Real(epsilon))
        cost = worst(star, 100, Fraction(0), exactly(epsilon)) / worst(
            best, 100, Fraction(0), exactly(epsilon)
        )
    assert (star, best) == (63, 100)
    assert Decimal("1.703") < cost < Decimal("1.704")


@pytest.mark.parametrize("epsilon", ["1e-300", "1e-900", "1e-9", "1000000"])
def test_the_smallest_and_the_largest_budgets(epsilon: str) -> None:
    tiny = Fraction(epsilon) < 1
    assert best_m(50, Real(Fraction(epsilon))) == m_exact(50, Real(Fraction(epsilon))) == (1 if tiny else 50)
