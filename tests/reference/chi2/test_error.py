"""The floats by which tables are sorted, and sums of roots that floats do not tell apart."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import parse_budget
from ldproof.chi2.distance import Gap
from ldproof.chi2.error import approximate_reach, error, size, smallest_root_sum
from ldproof.chi2.formulas import norm_squared, statistic
from ldproof.chi2.law import PrivateTest, PrivateTestName
from ldproof.chi2.mechanism import decide_each
from ldproof.chi2.tables import parse_tables
from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.numbers import Ball, ball, enclose, precision
from tests.reference.refusals import refused
from tests.tiers import slow

FIRST = (PrivateTestName.ALGORITHM_1_F, PrivateTestName.ALGORITHM_1_Y1, PrivateTestName.ALGORITHM_1_Y2)
SECOND = (PrivateTestName.ALGORITHM_2, PrivateTestName.ALGORITHM_2_TIGHT)
CLOSE = Fraction(1, 10**12)
"""A thousandth of what the reference takes for near."""


def exact_reach(kind: PrivateTestName, table: tuple[int, int], gap: Gap) -> Ball:
    """| |T| - 1 |, or |chi2 - tau|/tau, for (16) over max{b, d}/(max{b, d} + 1)."""
    (a, b), (m1, m2, tau) = table, (gap.m1, gap.m2, gap.tau)
    if kind in SECOND:
        return abs(ball(norm_squared(Fraction(a), Fraction(b), Fraction(m1), Fraction(m2), tau)).sqrt() - 1)
    most = max(b, m2 - b)
    share = Fraction(most, most + 1) if kind is PrivateTestName.ALGORITHM_1_Y2 else 1
    return abs(ball(statistic(a, b, m1, m2)) - ball(tau)) / ball(tau * share)


@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from(["1/2", "1", "96/25", "6"]))
def test_tables_are_sorted_by_their_reach(m1: int, m2: int, threshold: str) -> None:
    """Each float is off by at most 10^-12 of 1 plus the distance; by a threshold nearby it would not be."""
    gap, nearby = (Gap(m1, m2, Fraction(threshold) + off, Fraction(0)) for off in (0, Fraction(1, 10**6)))
    tables = list(product(range(m1 + 1), range(m2 + 1)))
    a, b = np.array(tables, np.int64).T
    for kind in (*FIRST, *SECOND):
        found = [Fraction(each) for each in approximate_reach(kind, gap, (a, b)).tolist()]
        with precision(200):
            for other, expected in ((gap, True), (nearby, False)):
                close = [
                    bool(abs(ball(one) - reach) <= ball(CLOSE) * (1 + reach))
                    for one, reach in zip(
                        found, (exact_reach(kind, each, other) for each in tables), strict=True
                    )
                ]
                assert all(close) == expected, (kind, other.tau)


@pytest.mark.parametrize("shift", [Fraction(1), Fraction(1, 10**15)])
def test_smallest_sum_of_roots(shift: Fraction) -> None:
    """sqrt(n + shift) - sqrt(n) falls with n."""
    ways = {n: ((Fraction(1), n + shift), (Fraction(-1), Fraction(n))) for n in (2, 5, 3, 7)}
    for some in permutations(ways, 3):
        assert smallest_root_sum([ways[n] for n in some]) == ways[max(some)]


# sizes

ODDS = parse_budget(odds=4)
USUAL = Fraction("3.84")


def size_by_people(kind: PrivateTestName, m1: int, m2: int, rate: Fraction, tau: Fraction) -> float:
    """The probability of a 1, over every choice of who has the variant."""
    beta, total = Fraction(1) if kind is PrivateTestName.BETA_OPTIMAL else None, 0.0
    for who in product((0, 1), repeat=m1 + m2):
        a, b = sum(who[:m1]), sum(who[m1:])
        flip = float(error(kind, a, b, m1, m2, tau, ODDS, beta))
        chance = float(rate ** (a + b) * (1 - rate) ** (m1 + m2 - a - b))
        total += chance * (1 - flip if statistic(a, b, m1, m2) > tau else flip)
    return total


@pytest.mark.parametrize("kind", PrivateTestName)
@pytest.mark.parametrize("rate", [Fraction(1, 2), Fraction(1, 50), Fraction(1)])
def test_the_size_is_the_mean_of_the_law_over_who_has_the_variant(
    kind: PrivateTestName, rate: Fraction
) -> None:
    """For groups of different sizes too, and with an odd and an even number of tables."""
    for m1, m2, tau in ((2, 2, Fraction(1)), (4, 4, USUAL), (3, 4, Fraction(1, 2)), (1, 4, Fraction(2))):
        if kind is not PrivateTestName.ALGORITHM_1_F or m1 == m2:
            beta = Fraction(1) if kind is PrivateTestName.BETA_OPTIMAL else None
            found = float(size(kind, m1, m2, rate, tau, ODDS, beta))
            assert found == pytest.approx(size_by_people(kind, m1, m2, rate, tau), rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rate", "expected"), [("1/2", "0.0562814339"), ("1/10", "0.124384932"), ("1/50", "0.355485941")]
)
def test_algorithm_2_at_the_usual_threshold_is_no_test_at_five_percent(rate: str, expected: str) -> None:
    found = size("algorithm_2", 161, 161, Fraction(rate), USUAL, parse_budget(epsilon=1))
    assert str(enclose(found, 10).lower).startswith(expected)


@pytest.mark.parametrize(
    "kind", [pytest.param(PrivateTestName.ALGORITHM_2, marks=slow), PrivateTestName.OPTIMAL]
)
def test_the_size_is_the_share_of_ones_that_a_simulation_draws(kind: PrivateTestName) -> None:
    """Among 10,000 answers, up to 5 standard deviations."""
    rate, test, draws = Fraction(1, 10), PrivateTest(kind, USUAL, ODDS), np.random.default_rng(7)
    a, b = (draws.binomial(20, float(rate), 10_000) for _ in range(2))
    answers = decide_each(test, parse_tables(a, b, 20, 20), SeededCoins(b"size"))
    found = float(size(kind, 20, 20, rate, USUAL, ODDS))
    assert float(np.mean(answers.significant)) == pytest.approx(found, abs=5 * 0.5 / 100)


@pytest.mark.parametrize(("people", "rate"), [(1000, Fraction(1, 2)), (300, Fraction(1, 10**300))])
def test_a_size_of_too_many_tables_or_digits_is_refused(people: int, rate: Fraction) -> None:
    with refused(Reason.TOO_LARGE):
        size("optimal", people, people, rate, USUAL, ODDS)
