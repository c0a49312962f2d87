"""Who has the least variance, against variances from the laws; and every crossing from both of its sides."""

from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

from ldproof.budget import budget
from ldproof.counting import law
from ldproof.counting.best import best, boundary
from ldproof.counting.parameters import Which
from ldproof.numbers import Real, ball, enclose, exp, precision
from ldproof.rejections import Reason
from tests.reference.reporting.refusing import check_refusals

PAIRS = list(combinations(Which, 2))


def by_law(which: Which, N: int, T: int, M: int, E: Fraction) -> Fraction:
    """The variance, where each of BORAPPOR's reports has the odds E and the others' report has E^T."""
    if which is Which.GLANCE:
        found = law.glance(N, T, M, E**T - 1).probabilities
        squares = (share * (each - Fraction(M, N)) ** 2 for each, share in found.items() if each is not None)
        return sum(squares, Fraction(0)) / (1 - found.get(None, Fraction(0)))
    if which is Which.BORAPPOR:
        estimates = law.borappor(N, M, E - 1)
    else:
        fill = Fraction(0) if which is Which.HARMONY else Fraction(1, 2)
        estimates = law.harmony(N, T, M, fill, E**T - 1)
    return estimates.variance(lambda estimate: estimate)


@pytest.mark.parametrize(("N", "T"), [*product([1, 2, 3, 5], [1, 2, 3])])
def test_the_best_has_the_least_of_the_laws_variances(N: int, T: int) -> None:
    for M, E in product(range(N + 1), (Fraction(9, 8), Fraction(3), Fraction(30))):
        expected = {which: by_law(which, N, T, M, E) for which in Which}
        found = best(N, T, Fraction(M, N), budget(1, odds=E**T))
        assert found.variances == expected
        assert found.best == tuple(which for which in Which if expected[which] == min(expected.values()))


def test_ties_have_all_their_names() -> None:
    """One round: all do the same. Nobody active, e^epsilon = 3: a rate of 1/4 is as far from 0 as from 1/2."""
    assert best(5, 1, Fraction(2, 5), budget(1, epsilon=1)).best == tuple(Which)
    harmonies = (Which.HARMONY, Which.HARMONY_PUBLISHED)
    found = best(1000, 2, Fraction(0), budget(1, odds=3)).variances
    assert found[harmonies[0]] == found[harmonies[1]]


@pytest.mark.parametrize(
    ("mu", "epsilon", "winner"),
    [
        (Fraction(3, 10), 4, Which.GLANCE),
        (Fraction(0), 6, Which.HARMONY),
        (Fraction(1, 2), 4, Which.HARMONY_PUBLISHED),
        (Fraction(3, 10), Fraction(1, 10), Which.HARMONY_PUBLISHED),
        (Fraction(1, 2), 15, Which.BORAPPOR),
    ],
)
def test_everybody_wins_somewhere(mu: Fraction, epsilon: Fraction, winner: Which) -> None:
    """N = 10,000, T = 50; for small epsilon every rate is near 1/2, so that what is filled in there hardly disturbs."""
    assert best(10_000, 50, mu, budget(1, epsilon=epsilon)).best == (winner,)


def value(which: Which, N: int, T: int, mu: Fraction, odds: Fraction) -> Fraction:
    return nearly(best(N, T, mu, budget(1, odds=odds)).variances[which])


def nearly(quantity: Real) -> Fraction:
    return Fraction(enclose(lambda: ball(quantity), 15).lower)


CASES = [
    (1, 2, Fraction(0)),
    (2, 2, Fraction(1, 2)),
    (5, 3, Fraction(1, 5)),
    (12, 4, Fraction(0)),
    (40, 5, Fraction(1)),
    (3, 6, Fraction(1, 3)),
    (10_000, 50, Fraction(1, 2)),
]
GRID = [1 + Fraction(2) ** k / 3 for k in range(-14, 70, 3)]


@pytest.mark.parametrize(("N", "T", "mu"), CASES)
def test_every_crossing_is_one_and_there_is_no_other(N: int, T: int, mu: Fraction) -> None:
    """Who is ahead on either side of each, and on a grid as often as these say."""
    variances = {odds: {which: value(which, N, T, mu, odds) for which in Which} for odds in GRID}
    for one, other in PAIRS:
        found = boundary(N, T, mu, one, other)
        for crossing in found:
            assert {crossing.below, crossing.above} == {one, other}
            near = nearly(crossing.odds)
            for factor, ahead, behind in (
                ("0.9999", crossing.below, crossing.above),
                ("1.0001", crossing.above, crossing.below),
            ):
                odds = 1 + (near - 1) * Fraction(factor)
                assert value(ahead, N, T, mu, odds) < value(behind, N, T, mu, odds)
        ahead_on_grid = [variances[odds][one] < variances[odds][other] for odds in GRID]
        assert sum(this != that for this, that in pairwise(ahead_on_grid)) == len(found)
        turned = boundary(N, T, mu, other, one)
        assert [(each.below, each.above) for each in turned] == [(each.below, each.above) for each in found]


def test_boundaries_that_are_known() -> None:
    """A rate of 1/4 is where both values of Harmony do alike: e^epsilon = (3 - 4 mu) / (1 - 4 mu), for mu < 1/4."""
    for N, T, M in ((10, 2, 0), (10, 7, 1), (10, 7, 2)):
        mu = Fraction(M, N)
        (found,) = boundary(N, T, mu, Which.HARMONY, Which.HARMONY_PUBLISHED)
        assert found.odds == (3 - 4 * mu) / (1 - 4 * mu)
        assert (found.below, found.above) == (Which.HARMONY_PUBLISHED, Which.HARMONY)
    assert boundary(10, 7, Fraction(3, 10), Which.HARMONY, Which.HARMONY_PUBLISHED) == ()


def test_borappor_overtakes_nobody_whom_only_coins_disturb() -> None:
    """If all are in one state Glance samples nothing else; if nobody is active Harmony fills in what is so."""
    for N, T in ((3, 2), (100, 5), (10_000, 50)):
        assert boundary(N, T, Fraction(0), Which.GLANCE, Which.BORAPPOR) == ()
        assert boundary(N, T, Fraction(1), Which.GLANCE, Which.BORAPPOR) == ()
        assert boundary(N, T, Fraction(0), Which.HARMONY, Which.BORAPPOR) == ()
        assert len(boundary(N, T, Fraction(1), Which.HARMONY, Which.BORAPPOR)) == 1
    assert boundary(10, 1, Fraction(1, 2), Which.GLANCE, Which.BORAPPOR) == ()


def test_an_epsilon_is_the_logarithm_of_odds() -> None:
    (found,) = boundary(10_000, 50, Fraction(1, 2), Which.GLANCE, Which.BORAPPOR)
    with precision(128):
        assert exp(found.epsilon())().overlaps(ball(found.odds))


def test_a_share_of_no_people_and_too_many_people_are_refused() -> None:
    glance, harmony = Which.GLANCE, Which.HARMONY
    check_refusals(
        lambda N, mu: boundary(N, 2, Fraction(mu), glance, harmony),
        {Reason.NOT_A_WHOLE_NUMBER: [(10, "1/3")], Reason.TOO_LARGE: [(10**6 + 1, 0)]},
    )
    check_refusals(
        lambda N, mu: best(N, 2, Fraction(mu), budget(1, epsilon=1)),
        {Reason.NOT_A_WHOLE_NUMBER: [(10, "1/3")]},
    )
