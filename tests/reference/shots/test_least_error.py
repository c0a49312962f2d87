"""The least error over all m and r, against all of them."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from ldproof.budget import budget
from ldproof.numbers import Real
from ldproof.shots.inversion import largest_quantile, quantile
from ldproof.shots.least_error import DUMMIES, binomial, candidates, least_error, least_variance, spread
from ldproof.shots.parameters import Parameters
from tests.reference.shots import rounds

TAILS = [Fraction(1, 20), Fraction(1, 1000), Fraction(2, 5)]


def every(T: int, odds: int) -> list[Parameters]:
    whole = budget(odds=odds)
    return [
        Parameters(T, m, r, whole.over(m)) for m, r in product(range(1, T + 1), DUMMIES) if m < T or r == 0
    ]


def number(value: Real) -> Fraction:
    assert value.exact is not None
    return value.exact


# 4096 has whole roots for every m up to 4, and 3^60 for every m up to 6.
@pytest.mark.parametrize(
    ("N", "T", "odds"), [(1, 4, 4096), (9, 4, 4096), (30, 3, 64), (12, 6, 3**60), (3, 1, 5)]
)
def test_no_other_m_and_r_is_better(N: int, T: int, odds: int) -> None:
    """With every number of active people, and with none given."""
    for tail, active in product(TAILS, (0, N // 3, N // 2, N, None)):
        found = least_error(N, T, budget(odds=odds), tail, active)
        errors = [
            number(largest_quantile(each, N, tail) if active is None else quantile(each, N, active, tail))
            for each in every(T, odds)
        ]
        assert found.alpha == min(errors)
        assert errors[every(T, odds).index(found.shots)] == min(errors)


@pytest.mark.parametrize(("N", "T", "odds"), [(9, 4, 4096), (40, 6, 3**60), (7, 5, 2)])
def test_no_other_m_and_r_has_less_variance(N: int, T: int, odds: int) -> None:
    for active in (0, N // 2, N, None):
        found = spread(least_variance(N, T, budget(odds=odds), active), N, active)
        assert all(found <= spread(each, N, active) for each in every(T, odds))


@pytest.mark.parametrize("given", [{"epsilon": 2}, {"epsilon": "1/100"}, {"odds": 10**6}])
def test_what_is_ruled_out_is_worse(given: Mapping[str, object]) -> None:
    """Bounds in floats against certified quantiles: what is certainly reached is reached."""
    N, T, active, tail = 60, 5, 20, Fraction(1, 20)
    for each in candidates(N, T, budget(1, **given), active):
        exact = float(quantile(each.shots, N, active, tail))
        assert each.off(N, float(tail)) <= exact * (1 + 1e-9)
        assert each.surely_off(N, active, exact * 0.99, float(tail))
        assert not each.surely_off(N, active, exact * 1.00001, float(tail))


def test_a_binomial_law_in_floats_is_near_the_exact_one() -> None:
    for count, chance in product((0, 1, 50), map(Fraction, ("0", "1/1000", "1/2", "99/100", "1"))):
        law = binomial(count, float(chance))
        for ones, share in enumerate(rounds.binomial(count, chance)):
            place = ones - law.start
            found = float(law.of[place]) if 0 <= place < len(law.of) else 0.0
            assert found == pytest.approx(float(share), rel=1e-9, abs=1e-25)


def test_where_everybody_tells_the_truth_nothing_is_ruled_out_by_rounding() -> None:
    """Odds of 10^300: floats know no lie."""
    found = least_error(20, 2, budget(odds=10**300), Fraction(1, 20), 10)
    assert found.shots.m == 2
    assert found.alpha < Fraction(1, 10**100)
