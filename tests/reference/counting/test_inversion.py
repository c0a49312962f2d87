"""The least error that is exceeded with probability beta at most, against all laws."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from ldproof.budget import budget
from ldproof.counting import inversion, law
from ldproof.counting.inversion import alpha_exact, borappor_alpha_exact
from ldproof.counting.tail import borappor_tail, tail_probability
from ldproof.law import INFINITE, Infinite, Law
from ldproof.numbers import Real, ball, enclose
from ldproof.rejections import Reason
from tests.reference.reporting.refusing import check_refusals
from tests.tiers import grid

FILLS = (None, Fraction(0), Fraction(1, 2), Fraction(1, 3))
BETAS = [Fraction(1, 1000), Fraction(1, 20), Fraction(1, 2), 1 - Fraction(1, 10**30)]
NEAR = Fraction(1, 10**40)


@cache
def estimates(N: int, T: int, M: int, fill: Fraction | None, x: Fraction) -> Law[Fraction | None]:
    if fill is None:
        return law.glance(N, T, M, x)
    return law.harmony(N, T, M, fill, x).pushforward(lambda estimate: estimate)


def by_hand(estimates: Law[Fraction | None], share: Fraction, tail: Fraction) -> Fraction | Infinite:
    """The largest error that is reached, together with no estimate, with a probability above `tail`."""
    if estimates[None] > tail:
        return INFINITE
    return max(error for error, chance in tails(estimates, share).items() if chance > tail)


def tails(estimates: Law[Fraction | None], share: Fraction) -> dict[Fraction, Fraction]:
    """The probability of each error or a larger one, or of no estimate."""
    errors = estimates.pushforward(lambda each: None if each is None else abs(each - share))
    met = [error for error in errors if error is not None]
    return {
        error: errors[None] + sum((errors[other] for other in met if other >= error), Fraction(0))
        for error in met
    }


@pytest.mark.parametrize(("N", "T", "fill"), grid([1, 2, 4, 6], [1, 2, 3], FILLS))
def test_alpha_is_the_largest_error_that_is_likely_enough(N: int, T: int, fill: Fraction | None) -> None:
    """By the laws; for T = 1 everybody reports, as in each of BORAPPOR's rounds."""
    for M, odds, beta in product(range(N + 1), (Fraction(5, 4), Fraction(3), Fraction(50)), BETAS):
        share, found = Fraction(M, N), estimates(N, T, M, fill, odds - 1)
        assert alpha_exact(N, T, share, beta, budget(1, odds=odds), fill) == by_hand(found, share, beta / T)
        if T == 1 and fill is None:
            split = budget(1, odds=odds**3)
            assert borappor_alpha_exact(N, 3, share, beta, split) == by_hand(found, share, beta / 3)


@pytest.mark.parametrize(("N", "T", "M"), [(1, 2, 1), (3, 2, 1), (4, 2, 2), (4, 1, 2)])
@pytest.mark.parametrize("fill", FILLS)
def test_a_beta_that_is_a_tail_is_allowed(N: int, T: int, M: int, fill: Fraction | None) -> None:
    """Every probability that is met, spent to the last bit, and missed by less than a float can tell."""
    share, odds = Fraction(M, N), Fraction(3)
    found = estimates(N, T, M, fill, odds - 1)
    for tail, off in product({found[None], *tails(found, share).values()}, (Fraction(0), NEAR, -NEAR)):
        beta = T * tail + off
        if 0 < beta < 1:
            expected = by_hand(found, share, beta / T)
            assert alpha_exact(N, T, share, beta, budget(1, odds=3), fill) == expected


def value(quantity: Real | Infinite) -> Fraction:
    assert not isinstance(quantity, Infinite)
    return Fraction(enclose(lambda: ball(quantity), 25).lower)


@pytest.mark.parametrize(("N", "T", "M"), [(30, 3, 15), (21, 3, 7), (30, 1, 30)])
@pytest.mark.parametrize("given", [{"epsilon": 1}, {"epsilon": 6}, {"odds": 5}])
def test_without_floats_it_is_the_same(
    N: int, T: int, M: int, given: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When every float is in doubt, certified tails decide everything."""
    asked = N, T, Fraction(M, N), Fraction(1, 10), budget(1, **given)
    found = value(alpha_exact(*asked))
    monkeypatch.setattr(inversion, "DOUBT", 0.9)
    assert value(alpha_exact(*asked)) == found


@pytest.mark.parametrize(
    ("N", "T", "M", "fill"),
    [
        (10_000, 50, 9995, None),
        (2000, 40, 600, None),
        (2000, 40, 1000, Fraction(1, 2)),
        (2000, 40, 1, Fraction(0)),
        (10_000, 50, 5000, "borappor"),
    ],
)
def test_alpha_is_certified_for_many_people(N: int, T: int, M: int, fill: Fraction | str | None) -> None:
    """An error a little larger has at most the probability beta / T, one a little smaller has more."""
    mu, beta, whole = Fraction(M, N), Fraction(1, 10), budget(1, epsilon=3)
    if isinstance(fill, str):
        alpha = value(borappor_alpha_exact(N, T, mu, beta, whole))
    else:
        alpha = value(alpha_exact(N, T, mu, beta, whole, fill))
    for factor, more in (("0.9999999", True), ("1.0000001", False)):
        near = alpha * Fraction(factor)
        if isinstance(fill, str):
            chance = borappor_tail(N, T, mu, near, whole)
        else:
            chance = tail_probability(N, T, mu, near, whole, fill)
        assert (value(chance) > beta / T) is more


def test_where_hardly_anybody_lies_nothing_is_off() -> None:
    found = alpha_exact(50, 1, Fraction(1), Fraction(1, 20), budget(1, odds=10**299))
    assert isinstance(found, Real)
    assert found.exact is not None
    assert 0 < found < Fraction(1, 10**290)
    assert alpha_exact(2, 1, Fraction(1, 2), Fraction(1, 20), budget(1, epsilon=20)) == 0


def test_a_round_that_is_likely_to_be_empty_has_no_error() -> None:
    for N, T in ((1, 2), (3, 2), (200, 40), (2000, 1000)):
        assert alpha_exact(N, T, Fraction(1), Fraction(1, 1000), budget(1, epsilon=1)) is INFINITE
    assert alpha_exact(2, 2, Fraction(1), Fraction(1, 1000), budget(1, odds=3), Fraction(0)) == Fraction(5, 2)


def test_too_many_people_too_small_a_beta_and_a_share_of_no_people_are_refused() -> None:
    one, beta = Fraction(1), Fraction(1, 20)
    check_refusals(
        lambda N, T, mu, beta: alpha_exact(N, T, mu, beta, budget(1, epsilon=2)),
        {
            Reason.TOO_LARGE: [(10**5 + 1, 1, one, beta), (10**4, 2, one, beta)],
            Reason.OUT_OF_RANGE: [(10, 100, one, Fraction(1, 10**249))],
            Reason.NOT_A_WHOLE_NUMBER: [(10, 2, Fraction(1, 3), beta)],
        },
    )
