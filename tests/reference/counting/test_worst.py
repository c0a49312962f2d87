"""The law of the largest error, against all outcomes, and against the coefficient formula in balls."""

from fractions import Fraction

import pytest

from ldproof.budget import budget
from ldproof.counting.joint import tail_constant_users
from ldproof.counting.worst import worst
from ldproof.numbers import ball, precision
from ldproof.rejections import Reason
from tests.reference.counting.runs import worst_law
from tests.reference.refusals import refused

SHAPES = [(1, 1, 1), (1, 3, 0), (4, 3, 2), (4, 3, 4), (5, 2, 1), (6, 3, 2)]
FILLS = pytest.mark.parametrize("fill", [None, Fraction(0), Fraction(1, 2)])


@FILLS
@pytest.mark.parametrize(("N", "T", "M"), SHAPES)
@pytest.mark.parametrize("odds", [Fraction(3), Fraction(50)])
def test_the_law_is_that_of_all_outcomes(
    N: int, T: int, M: int, odds: Fraction, fill: Fraction | None
) -> None:
    exact = worst_law(N, T, M, odds, fill)
    known = {error: share for error, share in exact.items() if error is not None}
    found = worst(N, T, M, budget(odds=odds), fill)
    assert found.doubt < 1e-9
    for error in known:
        reached = 1 - sum(share for each, share in known.items() if each < error)
        assert abs(found.reached(float(error) - 1e-9) - reached) <= found.doubt
        assert float(error) <= found.limit + 1e-12
    if not known:
        with refused(Reason.TOO_FEW_PEOPLE):
            found.mean()
        return
    mean = sum(error * share for error, share in known.items()) / sum(known.values())
    assert abs(found.mean() - mean) <= found.mean_doubt() < 1e-6
    assert found.reached(found.limit + 1) == pytest.approx(exact.get(None, 0), abs=found.doubt)


@FILLS
@pytest.mark.parametrize(("N", "T", "M"), [(40, 5, 40), (40, 5, 37), (60, 8, 3)])
def test_the_law_is_the_coefficient_formula(N: int, T: int, M: int, fill: Fraction | None) -> None:
    """The formula in balls, at alphas that are no errors."""
    whole = budget(epsilon=2)
    found = worst(N, T, M, whole, fill)
    for tenths in (1, 4, 7, 12):
        alpha = Fraction(tenths, 10) + Fraction(1, 10**6)
        with precision(128):
            exact = float(ball(tail_constant_users(N, T, M, alpha, whole, fill)))
        assert abs(found.reached(float(alpha)) - exact) <= found.doubt


def test_what_would_take_long_is_refused() -> None:
    with refused(Reason.TOO_LARGE):
        worst(10**5 + 1, 50, 1, budget(epsilon=1))
    with refused(Reason.TOO_LARGE):
        worst(10**5, 2, 10**4, budget(epsilon=1))
