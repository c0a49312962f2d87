"""Bounds for many people hold, and are near, where few people's exact laws tell."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb, pi
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import parse_budget
from ldproof.counting.error import largest_likely_error
from ldproof.counting.formulas import (
    all_reporter_weights,
    likely_reporter_weights,
    mean_inverse,
    mean_inverse_series,
    mean_share,
)
from ldproof.numbers import Array, Real, ball
from ldproof.numbers.balls import precision
from ldproof.planning import counters, error_bounds
from ldproof.planning.count import CountPlan
from ldproof.planning.counters import largest_error
from ldproof.planning.deployment import as_float, parse_deployment
from ldproof.planning.plan import make_plan
from ldproof.planning.requirement import Requirement
from ldproof.registry import make_mechanism
from ldproof.rounds import contrast, truth
from ldproof.shots import error
from ldproof.shots.error import error_quantile, largest_quantile, quantile_bounds
from ldproof.shots.mechanism import Shots
from tests.tiers import slow, some

TAIL = Fraction(1, 20)


def shots_of(T: int, m: int, r: Fraction, epsilon: object) -> Shots:
    return Shots(T, m, r, parse_budget(m, epsilon=epsilon))


def law_of_sum(of: error_bounds.ContributionSum, active: int) -> tuple[Array, Array]:
    """The distances of the sum from its mean and their probabilities, by convolution person by person."""
    law = np.ones(1)
    for person in range(of.N):
        up, down = (of.first if person < active else of.second).float_rates
        law = np.convolve(law, [down, 1 - up - down, up])
    values = np.arange(-of.N, of.N + 1)
    return np.abs(values - law @ values), law


# Sums of independent numbers.


chances = st.floats(0, 1).flatmap(lambda up: st.tuples(st.just(up), st.floats(0, 1 - up)))


@given(st.integers(1, 12), chances, chances, st.floats(0.05, 0.9))
def test_bounds_on_sums_hold_for_all_group_sizes(
    N: int, first: tuple[float, float], second: tuple[float, float], part: float
) -> None:
    """An error beyond the bound has at most the bound's probability, and one that is likely is no larger."""
    with precision(error_bounds.BITS):
        steps = [
            error_bounds.Contribution(*(ball(Fraction(each)) for each in pair)) for pair in (first, second)
        ]
    every = error_bounds.ContributionSum(N, None, *steps)
    distance = part * N + 0.1
    bound = every.two_sided_tail_bound(distance)
    for active in range(N + 1):
        off, law = law_of_sum(every, active)
        exact = float(law[off >= distance + 1e-9].sum())
        assert exact <= bound * (1 + 1e-12) + 1e-13
        assert (
            exact
            <= error_bounds.ContributionSum(N, active, *steps).two_sided_tail_bound(distance) * (1 + 1e-12)
            + 1e-13
        )
        alone = error_bounds.ContributionSum(N, active, *steps)
        likely = alone.likely_deviation(0.05)
        assert likely <= 0 or law[off >= likely - 1e-9].sum() >= 0.05


def test_lattice_factor_bounds_its_integral() -> None:
    """For the characteristic function e^(-2 s sin^2(x/2)), by the midpoint rule."""
    x = (np.arange(200_000) + 0.5) * pi / 200_000
    for spread, t in product((1.5, 20.0, 4000.0), (0.003, 0.1, 2.0)):
        size = np.exp(-2 * spread * np.sin(x / 2) ** 2) / np.abs(1 - np.exp(-t - 1j * x))
        with precision(error_bounds.BITS):
            half = ball(Fraction(t)) / 2
            bound = float(half.exp() * error_bounds.lattice_factor(ball(Fraction(spread)), half.sinh() ** 2))
        assert size.mean() <= bound
        assert bound <= size.mean() * 1.05 or spread < 2


SHOTS = [(3, 1, Fraction(0), 2), (3, 3, Fraction(0), 1), (10, 4, Fraction(1, 2), 8), (50, 6, Fraction(0), 4)]


@pytest.mark.parametrize(("shots", "tail"), [*product(some(SHOTS), some([TAIL, Fraction(1, 10**6)]))])
def test_bound_on_shots_is_near_the_exact_error(
    shots: tuple[int, int, Fraction, int], tail: Fraction
) -> None:
    """For every share, and for some of them."""
    made, N = shots_of(*shots), 2000
    exact = float(largest_quantile(made, N, tail))
    assert exact <= float(counters.largest_shots_error(made, N, tail)) <= 1.06 * exact
    for active in (0, N // 5, N):
        bound = error_bounds.sum_of_shots(made, N, active).largest_deviation(float(tail))
        alone = float(error_quantile(made, N, active, tail)) * N * float(made.m / made.T * contrast_of(made))
        assert alone <= bound * (1 + 1e-9) <= 1.06 * alone + 1


def contrast_of(shots: Shots) -> float:
    excess = float(shots.budget.report_excess())
    return excess / (excess + 2)


@pytest.mark.parametrize("active", [0, 1, 77, 250, 499, 500])
def test_floats_give_the_quantile_that_balls_give(active: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where so many people are too many for certified tails, a quantile is the same number."""
    for shots, tail in product(SHOTS, (TAIL, Fraction(1, 10**9))):
        made = shots_of(*shots)
        exact = error_quantile(made, 500, active, tail)
        with monkeypatch.context() as patched:
            patched.setattr(error, "MOST_PEOPLE", 100)
            least, most = quantile_bounds(made, 500, active, tail)
        assert least is most
        assert float(least) == float(exact)


def test_floats_that_do_not_decide_leave_two_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """With p = 3/4 a tail of four coins is a fraction: no float tells it from itself."""
    made = shots_of(1, 1, Fraction(0), "ln(3)")
    (rows,) = ([comb(4, k) * 3**k for k in range(5)],)
    exact = error_quantile(made, 4, 4, Fraction(rows[0] + rows[1], 256))
    monkeypatch.setattr(error, "MOST_PEOPLE", 1)
    least, most = quantile_bounds(made, 4, 4, Fraction(rows[0] + rows[1], 256))
    assert float(least) < float(most)
    assert float(least) == float(exact)


# Rounds in which only those count who report.


@given(st.integers(1, 60), st.floats(1e-6, 1 - 1e-6), st.floats(1e-3, 1))
def test_equal_trials_are_below_the_bound(count: int, rate: float, off: float) -> None:
    """Pr[Bin(k, s) >= k (s + x)] in fractions, if it is at least one beyond the mean."""
    s, x = Fraction(rate), Fraction(off)
    least = -((-count * (s + x)) // 1)
    exact = sum(comb(count, k) * s**k * (1 - s) ** (count - k) for k in range(int(least), count + 1))
    counts = np.array([float(count)])
    beyond = off - 1 / counts
    (bound,) = error_bounds.normal_tails(error_bounds.entropy_roots(counts, beyond, rate, off))
    assert float(exact) <= bound * (1 + 1e-9)
    if least >= count * s + 1:
        assert float(exact) <= error_bounds.normal_tails(2 * beyond * np.sqrt(counts))[0] * (1 + 1e-9)


ROUNDS = [(2000, 4, "1/2", 2), (2000, 4, "1/100", 3), (6000, 10, "1", 1), (900, 3, "0", 5)]


@pytest.mark.parametrize(("given", "tail"), some(product(ROUNDS, (TAIL, Fraction(1, 2000)))))
def test_bounds_on_glance_enclose_its_exact_error(given: tuple[int, int, str, int], tail: Fraction) -> None:
    N, T, share, epsilon = given
    mu, excess = Fraction(share), parse_budget(1, epsilon=epsilon).report_excess()
    exact = as_float(largest_likely_error(N, T, int(N * mu), tail, excess, None))
    upper, worst = (error_bounds.largest_report_error(N, T, each, tail, excess) for each in (mu, None))
    assert upper is not None
    assert worst is not None
    likely = error_bounds.likely_report_error(N, T, mu, tail, excess)
    assert likely is not None
    lower = float(likely)
    step = T / N / contrast_of(Shots(1, 1, Fraction(0), parse_budget(1, epsilon=epsilon)))
    assert lower <= exact <= float(upper) <= 1.2 * exact + step
    assert float(upper) <= float(worst) * (1 + 1e-3)
    assert lower > (exact / 3 if tail == TAIL else 0)


@pytest.mark.parametrize(("N", "T"), [(10**6, 10**6), (10, 10**9)])
def test_no_error_of_glance_is_likely_where_nobody_may_report(N: int, T: int) -> None:
    """Nobody reports with a probability of 1/e, or nearly 1."""
    excess = parse_budget(1, epsilon=1).report_excess()
    assert error_bounds.likely_report_error(N, T, Fraction(1, 2), TAIL, excess) is None
    assert error_bounds.largest_report_error(N, T, Fraction(1, 2), TAIL, excess) is None


@pytest.mark.parametrize(("given", "tail"), some(product(ROUNDS, (TAIL, Fraction(1, 2000)))))
def test_bounds_on_published_harmony_enclose_its_exact_error(
    given: tuple[int, int, str, int], tail: Fraction
) -> None:
    N, T, share, epsilon = given
    mu, budget = Fraction(share), parse_budget(1, epsilon=epsilon)
    excess, unit = budget.report_excess(), T / (2 * N) / contrast_of(Shots(1, 1, Fraction(0), budget))
    exact = as_float(largest_likely_error(N, T, int(N * mu), tail, excess, Fraction(1, 2)))
    one, every = (error_bounds.sum_of_reports(N, T, each, excess) for each in (int(N * mu), None))
    upper, worst = (each.largest_deviation(float(tail)) * unit for each in (one, every))
    assert one.likely_deviation(float(tail)) * unit <= exact <= upper * (1 + 1e-9) <= 1.1 * exact + 2 * unit
    assert upper <= worst * (1 + 1e-3)


@pytest.mark.parametrize("share", [None, Fraction(1, 2), Fraction(1, 10)])
@pytest.mark.parametrize("tail", [Fraction(1, 1000), Fraction(1, 15_000)])
def test_no_bound_on_glance_is_above_all_its_errors(tail: Fraction, share: Fraction | None) -> None:
    """With few reporters, whose shares of ones are from 0 to 1; nobody reports with probability e^-10."""
    excess = parse_budget(epsilon=4).report_excess()
    bound = error_bounds.largest_report_error(2 * 10**6, 2 * 10**5, share, tail, excess)
    assert bound is not None
    assert float(bound) <= float(truth(excess) / contrast(excess)) * (1 + 2**-13)
    assert error_bounds.largest_report_error(2 * 10**6, 2 * 10**5, share, Fraction(1, 10**5), excess) is None


def test_bisection_looks_at_the_largest_number_that_is_allowed() -> None:
    assert error_bounds.least_where(lambda x: x >= 0.95, 0.3, 1.0) == pytest.approx(0.95, rel=2**-13)
    assert error_bounds.least_where(lambda x: x > 1, 0.3, 1.0) is None


@slow
def test_bound_on_glance_is_near_the_one_that_stretches_give() -> None:
    """Whoever is active: the bound by binomial laws of stretches of rates is no sharper than a few percent."""
    excess = parse_budget(1, epsilon=2).report_excess()
    found = largest_error(4000, 20, TAIL, excess, None)
    bound = error_bounds.largest_report_error(4000, 20, None, TAIL, excess)
    assert found is not None
    assert bound is not None
    assert 0.9 < float(bound) / float(found[0]) < 1.15


@pytest.mark.parametrize(("N", "T"), [(40, 2), (300, 7), (90, Fraction(3, 2))])
def test_series_of_the_mean_inverse_holds_the_exact_one(N: int, T: int | Fraction) -> None:
    exact = mean_inverse(all_reporter_weights(N, T))
    with precision(60):
        found = mean_inverse_series(N, T)
        assert found.contains(ball(exact).mid())
        assert float(found.rad()) < 1e-6


@pytest.mark.parametrize(("N", "T"), [(10**5, 20), (200_000, Fraction(100, 3))])
def test_series_of_the_mean_inverse_agrees_with_a_sum_over_all_numbers(N: int, T: int | Fraction) -> None:
    with precision(200):
        found, other = mean_inverse_series(N, T), mean_inverse(likely_reporter_weights(N, T))
        assert found.overlaps(other)
        assert found.rel_accuracy_bits() > 150
        assert mean_share(N, T)().overlaps(found)


# Plans.


def plan_of_many(**given: object) -> CountPlan:
    found = make_plan("count", **given)
    assert isinstance(found, CountPlan)
    return found


FLEETS: list[Mapping[str, object]] = [
    {"N": 10**6, "T": 100, "epsilon": 4, "mu": "1/5"},
    {"N": 10**6, "T": 100, "epsilon": 4},
    {"N": 10**9, "T": 365, "epsilon": 10, "mu": "1/1000", "rounds": "all"},
    {"N": 10**9, "T": 365, "epsilon": 10, "rounds": "all", "theta": "1/2"},
    {"N": 10**8, "T": 1, "epsilon": 1},
    {"N": 10**7, "T": 10_000, "odds": 3},
    {"N": 10**9, "T": 2, "epsilon": 100, "mu": "1/2"},
]


@pytest.mark.parametrize("asked", some(FLEETS))
def test_millions_are_planned_for_within_seconds(asked: Mapping[str, object]) -> None:
    """Every error is between its bounds, and what is chosen can be made."""
    start = process_time()
    found = plan_of_many(**asked)
    assert process_time() - start < 5
    for row in found.rows:
        for each in (row.one_round, row.all_rounds):
            low, high = as_float(each.at_least), as_float(each.at_most)
            assert low <= high
            if each is row.one_round:
                assert high <= 1.5 * low or "Berry" in each.grounds
            assert each.is_exact is (low == high)
        word, *pairs = row.as_command.split()
        make_mechanism(word, dict(pair.split("=") for pair in pairs))
    assert as_float(found.alpha) == min(
        as_float(row.decisive_error(found.asked.rounds).at_most) for row in found.rows
    )


@slow
def test_errors_of_one_mechanism_fall_as_people_are_added() -> None:
    """Across the numbers where exact laws end, and up to 10^9; with mu errors stay exact."""
    for known in ({"mu": "1/4"}, {}):
        for name, m in (("report", 2), ("glance", None)):
            sizes = (10**3, 10**5, 2 * 10**5, 10**6, 10**9) if known else (10**3, 2 * 10**5, 10**9)
            plans = [
                plan_of_many(N=N, T=3, epsilon=3, mechanism=name, **known, **({"m": m} if m else {}))
                for N in sizes
            ]
            errors = [as_float(each.alpha) for each in plans]
            assert errors == sorted(errors, reverse=True)
            scaled = [error * N**0.5 for error, N in zip(errors, sizes, strict=True)]
            assert max(scaled) < 1.2 * min(scaled)
            if known and name == "report":
                assert all(each.chosen.one_round.is_exact for each in plans)


def test_people_are_found_in_millions() -> None:
    """To three digits, with the next smaller number at which alpha is missed."""
    found = make_plan("count", T=50, epsilon=2, mu="1/5", alpha="1/400")
    assert isinstance(found, Requirement)
    N = int(found.answer)
    assert 10**6 < N < 10**9
    assert as_float(found.error) <= 1 / 400
    before, error = found.missed[0]
    assert 0 < N - int(before) <= N / 500
    assert as_float(error) > 1 / 400
    assert as_float(plan_of_many(N=before, T=50, epsilon=2, mu="1/5").alpha) > 1 / 400


def test_the_choice_of_m_and_r_for_many_is_that_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where both can be had, with r = 0, 1/2 or 1, the least bound is reached by those of the least error, or near it."""
    for known in ({}, {"mu": "1/5"}):
        asked = parse_deployment(2000, 12, epsilon=6, **known)
        active = asked.active_people
        exact = counters.choose_shots(asked, every_r=False)[0]
        with monkeypatch.context() as patched:
            patched.setattr(error, "MOST_PEOPLE", 100)
            chosen = counters.choose_shots(asked, every_r=False)[0]
        of = [
            largest_quantile(each, 2000, TAIL) if active is None else error_quantile(each, 2000, active, TAIL)
            for each in (exact, chosen)
        ]
        assert isinstance(of[0], Real)
        assert float(of[0]) <= float(of[1]) <= 1.02 * float(of[0])
