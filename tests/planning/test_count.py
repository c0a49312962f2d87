"""Plans for counting agree with exhaustive searches over m, r and mechanism by other code."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import exp, lgamma, log

import numpy as np
import pytest

from ldproof.budget import parse_budget
from ldproof.counting.mechanism import Which
from ldproof.counting.memoized import best_memoized_odds
from ldproof.errors import Reason
from ldproof.numbers import Array, Real
from ldproof.numbers.real import ConditionalNumber
from ldproof.planning.count import CounterRow, CountPlan
from ldproof.planning.counters import MemoizedCounter, ReportingCounter, SilentCounter, largest_error
from ldproof.planning.deployment import (
    Grounds,
    as_float,
    format_rounded_up,
    is_surely_smaller,
    parse_deployment,
)
from ldproof.planning.plan import make_plan
from ldproof.planning.requirement import Requirement
from ldproof.probability import INFINITE
from ldproof.shots import search
from ldproof.shots.detection import F_MEASURE, expected_score
from ldproof.shots.mechanism import Shots
from tests.drivers.bench.bench_planning import DEPLOYMENTS
from tests.planning import by_hand
from tests.reference.refusals import refused
from tests.tiers import slow, some

HALF = Fraction(1, 2)


def count_plan(**given: object) -> CountPlan:
    found = make_plan("count", **given)
    assert isinstance(found, CountPlan)
    return found


def mechanism_of_row(row: CounterRow) -> by_hand.Which:
    """Return a row's mechanism by its name in `by_hand`."""
    counter = row.counter
    if isinstance(counter, MemoizedCounter):
        return "memoized", counter.shots.m, counter.shots.budget.value
    if isinstance(counter, ReportingCounter):
        return "shots", counter.shots.m, counter.shots.r
    assert isinstance(counter, SilentCounter)
    return ("glance", counter.messages, Fraction(0)) if counter.which == "glance" else by_hand.PUBLISHED


@pytest.mark.parametrize(
    ("N", "T", "odds", "beta", "rounds", "mu"),
    [
        (12, 3, 729, "1/20", "first", Fraction(1, 4)),
        (12, 3, 729, "1/20", "first", HALF),
        (9, 4, 4096, "1/10", "worst", None),
        (6, 2, 4, "1/3", "worst", None),
        (10, 3, 3**6, "1/20", "all", HALF),
        (7, 4, 2**24, "1/20", "all", None),
        (8, 2, 9**8, "1/50", "all", Fraction(3, 4)),
        (5, 1, 3, "1/20", "all", None),
    ],
)
def test_no_other_choice_has_a_smaller_error(
    N: int, T: int, odds: int, beta: str, rounds: str, mu: Fraction | None
) -> None:
    """The promise is the least of all, and the chosen mechanism reaches it.

    Odds have whole roots for every m up to T, so that every law is one of fractions.
    """
    found = count_plan(N=N, T=T, odds=odds, beta=beta, rounds=rounds, **({} if mu is None else {"mu": mu}))
    memoized = [mechanism_of_row(row) for row in found.rows if isinstance(row.counter, MemoizedCounter)]
    assert len(memoized) == (T > 2)
    least, winners = by_hand.smallest_error(N, T, odds, Fraction(beta), rounds, mu, memoized)
    assert found.alpha == least
    if T > 1:
        assert mechanism_of_row(found.chosen) in winners


@pytest.mark.parametrize(("N", "T", "odds", "mu"), [(9, 3, 729, Fraction(1, 3)), (8, 2, 81, HALF)])
def test_every_number_in_the_table_agrees_with_enumeration(N: int, T: int, odds: int, mu: Fraction) -> None:
    """One round's error and its variance, and the largest error over all rounds."""
    beta = Fraction(1, 20)
    for row in count_plan(N=N, T=T, odds=odds, mu=mu).rows:
        law = by_hand.error_law(by_hand.estimate_law(mechanism_of_row(row), N, int(N * mu), T, odds), mu)
        one = by_hand.error_quantile(law, beta)
        assert row.one_round.at_least is row.one_round.at_most
        assert row.one_round.at_most == (INFINITE if one == by_hand.NOTHING else one)
        if row.counter.independent:
            assert row.all_rounds.is_exact
            assert row.all_rounds.grounds is Grounds.INDEPENDENT
            assert row.all_rounds.at_most == by_hand.of_independent(law, T, beta)
        else:
            most = by_hand.error_quantile(law, beta / T)
            assert row.all_rounds.at_least is row.one_round.at_least
            assert row.all_rounds.at_most == (INFINITE if most == by_hand.NOTHING else most)
        known = {error: share for error, share in law.items() if error != by_hand.NOTHING}
        moment = sum(error**2 * share for error, share in known.items()) / sum(known.values())
        assert row.variance == moment


def test_largest_f_measure_has_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its note bounds the measure of every m and r, unless that is too much work; above 100 rounds there is none."""
    given: Mapping[str, object] = {"N": 20, "odds": 99, "theta": Fraction(3, 4)}
    for T, limit in ((1, "1"), (4, "0.84"), (23, "")):
        said = (
            f"found: no m and r has more than {limit}"
            if limit
            else "of all m with r = 0, 1/2, 1 and some others"
        )
        if not limit:
            monkeypatch.setattr(search, "MOST_STEPS", 0)
        (row,) = (each for each in count_plan(T=T, **given).rows if "largest E[F]" in " ".join(each.notes))
        assert f"largest E[F] {said}, if rounds are independent" in row.notes
        others = [
            float(expected_score(Shots(T, m, r, parse_budget(m, odds=99)), 20, Fraction(3, 4), F_MEASURE))
            for m, r in product(range(1, T + 1), (Fraction(0), HALF, Fraction(1)))
        ]
        found = row.detections.f_measure
        value = found.value if isinstance(found, ConditionalNumber) else found
        assert value is not None
        if limit:
            assert max(others) <= float(value) <= float(limit)
        else:
            assert float(value) == max(others)
    assert not any("E[F]" in " ".join(each.notes) for each in count_plan(T=101, **given).rows)


def test_note_of_the_least_error_bounds_that_of_every_m_and_r(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is by the union bound; if that is too much work, it says which r are compared."""
    (row,) = (
        each for each in count_plan(N=40, T=6, epsilon=9, mu="1/5").rows if each.name == "4-shot, r = 49/1024"
    )
    assert row.notes == ("least error found: no m and r has less than 0.162",)
    assert format_rounded_up(row.one_round.at_most) == "0.163"
    found = count_plan(N=20, T=2, epsilon=1, mu=HALF, rounds="all", beta="9/10")
    (row,) = (each for each in found.rows if "least error" in " ".join(each.notes))
    assert "least error by the union bound found: no m and r has less than 0.216" in row.notes
    monkeypatch.setattr(search, "MOST_STEPS", 0)
    notes = [note for each in count_plan(N=40, T=6, epsilon=9, mu="1/5").rows for note in each.notes]
    assert "least error of all m with r = 0, 1/2, 1 and some others" in notes


def test_detection_probability_is_that_of_the_laws() -> None:
    N, T, odds, theta = 6, 2, 9, Fraction(2, 3)
    for row in count_plan(N=N, T=T, odds=odds, mu=HALF, theta=theta).rows:
        middle, all_of_them = (
            sum(share for each, share in law.items() if each is not None and each >= theta)
            for law in (by_hand.estimate_law(mechanism_of_row(row), N, K, T, odds) for K in (3, 6))
        )
        assert row.detections.at_mu == middle
        # Of shares 1/2 and 1 the second is a heavy hitter: F is 1 if it alone is detected, and 2/3 if both are.
        measure = row.detections.f_measure
        value = measure.value if isinstance(measure, ConditionalNumber) else measure
        assert row.detections.recall is not None
        assert value is not None
        assert float(row.detections.recall) == pytest.approx(float(all_of_them), rel=1e-12)
        assert float(value) == pytest.approx(float(all_of_them * (1 - middle / 3)), rel=1e-12)
        assert isinstance(measure, ConditionalNumber) is not row.counter.independent


@pytest.mark.parametrize("N", [1, 7, 40])
def test_intervals_of_least_variance(N: int) -> None:
    """The intervals cover all shares, and the variance in each is the least at every share."""
    found = count_plan(N=N, T=5, odds=20, mu=1)
    assert [each.first for each in found.shares] == [0, *(each.last + 1 for each in found.shares[:-1])]
    assert found.shares[-1].last == N
    for each in found.shares:
        for active in range(each.first, each.last + 1):
            spreads = {row.name: row.counter.round_variance(Fraction(active, N)) for row in found.rows}
            assert all(spreads[each.name] <= other for other in spreads.values())


def test_stated_reason_is_computed() -> None:
    """Glance's variance is the least below a share, and published Harmony's above: the sentence has both."""
    found = count_plan(N=100, T=5, epsilon=2, mu="1/5")
    (place,) = [number for number, each in enumerate(found.shares) if each.first <= 20 <= each.last]
    here, above = found.shares[place : place + 2]
    assert (found.chosen.name, here.name, above.name) == ("Glance", "Glance", "published Harmony")
    assert f"mu is at most {here.last / 100:g} (above, published Harmony's is)" in found.decides
    middle = count_plan(N=100, T=5, epsilon=2, mu="1/2")
    assert middle.chosen.name == "published Harmony"
    assert "because mu is at least" in middle.decides
    another = count_plan(N=10, T=20, epsilon=2, mu="1/2")
    assert another.decides.endswith(" The least variance at mu = 1/2 is Glance's.")
    assert another.chosen.name != "Glance"


@slow
def test_undecided_choice_is_marked() -> None:
    """Glance's worst error is only enclosed for many people."""
    found = count_plan(N=600, T=20, epsilon=2)
    glance = next(row for row in found.rows if row.name == "Glance")
    assert glance.one_round.grounds is Grounds.BOUND
    assert found.open
    assert all(name in found.decides for name in found.open)
    assert not count_plan(N=200, T=20, epsilon=8, mu="1/2").open


@slow
def test_bound_without_a_share_holds_at_each_share() -> None:
    """The promise for one round without a share is at least the exact error at each share."""
    anywhere = {row.name: row for row in count_plan(N=80, T=8, epsilon=3).rows}
    for mu in ("0", "1/2", "1/4"):
        for row in count_plan(N=80, T=8, epsilon=3, mu=mu).rows:
            if row.name in anywhere:
                assert not is_surely_smaller(anywhere[row.name].one_round.at_most, row.one_round.at_most)


@slow
def test_many_reporters_are_planned_with_bounds() -> None:
    """With more than a thousand reporters in a round, m-shot is exact, and the exact errors of others are in bounds."""
    found = {row.name: row for row in count_plan(N=3000, T=2, epsilon=2, mu="1/2").rows}
    for name, fill in (("Glance", None), ("published Harmony", 0.5)):
        one = found[name].one_round
        assert one.grounds is Grounds.MANY_REPORTS
        assert as_float(one.at_least) < silent_error(3000, 1500, 2, fill, 2, 0.05) < as_float(one.at_most)
    assert found["Harmony"].one_round.is_exact


@pytest.mark.parametrize("given", [{}, {"mu": "1/4"}, {"rounds": "all", "theta": "1/2"}])
def test_what_somebody_has_is_a_row_of_the_whole_plan(given: dict[str, object]) -> None:
    """Its numbers are those that it has among all mechanisms, and nothing else is compared."""
    asked = {"N": 12, "T": 3, "odds": 729, **given}
    whole = {
        (row.counter.mechanism, *row.counter.parameters.items()): row for row in count_plan(**asked).rows
    }
    for (mechanism, *parameters), row in whole.items():
        has = {name: each for name, each in parameters if name in {"m", "r"}}
        (alone,) = count_plan(**asked, mechanism=mechanism, **has).rows
        mine, among_all = (each.to_json(Real(1)) | {"notes": []} for each in (alone, row))
        assert mine == among_all
        assert alone.notes == ("as given; nothing else is compared",)
    for name, m in (("harmony", 1), ("borappor", 3)):
        (one,), (other,) = count_plan(**asked, mechanism=name).rows, count_plan(**asked, m=m, r=0).rows
        assert one.name.casefold() == name
        assert one.to_json(Real(1)) == other.to_json(Real(1))


def test_only_a_comparison_has_a_limit_on_rounds() -> None:
    asked = {"N": 10**6, "T": 20_000, "epsilon": 4}
    (alone,) = count_plan(**asked, m=1, r=0).rows
    assert isinstance(alone.one_round.at_most, Real)
    with refused(Reason.TOO_LARGE):
        count_plan(**asked)
    with refused(Reason.TOO_FEW_PEOPLE) as caught:
        count_plan(**asked | {"N": 100}, mechanism="glance")
    assert "Glance has no error that can be promised" in caught.value.what


def test_what_somebody_has_reaches_an_error_with_enough_people() -> None:
    """Of N, T and the budget the missing one is found for this mechanism alone."""
    has = {"mechanism": "report", "m": 3, "r": "0", "mu": "1/4"}
    found = make_plan("count", T=4, odds=729, alpha="1/5", **has)
    assert isinstance(found, Requirement)
    at, before = (
        count_plan(N=each, T=4, odds=729, **has).alpha for each in (found.answer, int(found.answer) - 4)
    )
    assert as_float(at) <= 1 / 5 < as_float(before)
    longer = make_plan("count", N=40, odds=729, alpha=2, **has)
    assert isinstance(longer, Requirement)
    assert int(longer.answer) >= 3
    assert count_plan(N=8, T=4, odds=81, m=2).alpha == count_plan(N=8, T=4, report_odds=9, m=2).alpha


def test_unreachable_error_is_refused_with_the_least_one() -> None:
    """The same request with the least error succeeds."""
    asked = {"N": 100, "T": 5, "epsilon": 4, "mu": "1/5"}
    with refused(Reason.OUT_OF_RANGE) as why:
        make_plan("count", alpha="0.001", **asked)
    least = count_plan(**asked)
    said = why.value.accepted
    assert said.endswith(f"by {least.chosen.name} at epsilon = 4")
    reached = count_plan(alpha=said.split()[0], **asked)
    assert reached.chosen.name == least.chosen.name


def sorted_errors(transform: Array, errors: Array, tail: float) -> float:
    """Return the largest error reached with a probability above the tail, from the law's Fourier transform."""
    chances = np.abs(np.fft.fftn(transform)).ravel() / transform.size
    order = np.argsort(-errors.ravel())
    reached = np.cumsum(chances[order])
    return float(errors.ravel()[order][np.searchsorted(reached, tail, side="right")])


def shots_error(N: int, K: int, T: int, m: int, r: float, epsilon: float, tail: float) -> float:
    """Return the errors of m-shot reporting, by the number of ones."""
    p = 1 / (1 + exp(-epsilon / m))
    high, low = (m / T * each + (1 - m / T) * r for each in (p, 1 - p))
    z = np.exp(2j * np.pi * np.arange(N + 1) / (N + 1))
    transform = (1 - high + high * z) ** K * (1 - low + low * z) ** (N - K)
    return sorted_errors(transform, np.abs((np.arange(N + 1) / N - low) / (high - low) - K / N), tail)


def silent_error(N: int, K: int, T: float, fill: float | None, epsilon: float, tail: float) -> float:
    """Return the errors of a report in T rounds, by ones and reports; a missing estimate is the largest error."""
    p, size = 1 / (1 + exp(-epsilon)), min(N + 1, int(12 * N / T))
    z = np.exp(2j * np.pi * np.arange(size) / size)
    one, report = np.meshgrid(z, z, indexing="ij")
    active, idle = (1 - 1 / T + report * (each * one + 1 - each) / T for each in (p, 1 - p))
    ones, reports = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
    if fill is None:
        shares = (ones / np.maximum(reports, 1) - (1 - p)) / (2 * p - 1)
    else:
        mean = (ones + fill * (N - reports)) / N
        shares = ((mean - fill * (1 - 1 / T)) * T - (1 - p)) / (2 * p - 1)
    silent = (reports == 0) & (fill is None)
    errors = np.where(silent, np.inf, np.abs(shares - K / N))
    return sorted_errors(active**K * idle ** (N - K), errors, tail)


def best_glance_m(N: int, K: int, T: int, epsilon: float) -> int:
    """Return the number of reports with the least variance, from the mean of 1/k over the likely k, in floats."""
    mu, variances = K / N, []
    for m in range(1, T + 1):
        k, rest = np.arange(1, N + 1), 1 - m / T
        logs = [lgamma(N + 1) - lgamma(each + 1) - lgamma(N - each + 1) for each in range(1, N + 1)]
        weights = np.exp(logs) * (m / T) ** k * rest ** (N - k)
        R = float((weights / k).sum() / weights.sum())
        c = exp(epsilon / m) / (exp(epsilon / m) - 1) ** 2
        variances.append(c * R + mu * (1 - mu) * (N * R - 1) / (N - 1))
    return 1 + int(np.argmin(variances))


@slow
@pytest.mark.parametrize("given", some(dict(given) for kind, given, _ in DEPLOYMENTS if kind == "count"))
def test_no_other_choice_is_better_for_many_people(given: dict[str, object]) -> None:
    """The deployments of the benchmarks, against a search in floats over all m, r and mechanisms."""
    found = count_plan(**given)
    N, T, K = found.asked.N, found.asked.T, found.asked.active_people
    assert K is not None
    epsilon, beta = float(Fraction(str(given["epsilon"]))), float(found.asked.beta)
    every_round = given.get("rounds") == "all"
    tail = beta / T if every_round else beta
    errors = [silent_error(N, K, T, fill, epsilon, tail) for fill in (None, 0.5)]
    if 1 < (shots := best_glance_m(N, K, T, epsilon)) < T:
        errors.append(silent_error(N, K, T / shots, None, epsilon / shots, tail))
    for m in range(1, T + 1):
        own = 1 - (1 - beta) ** (1 / T) if every_round and m == T else tail
        errors += [shots_error(N, K, T, m, r, epsilon, own) for r in ((0.0, 0.5, 1.0) if m < T else (0.0,))]
    # One round of L-GRR, whose odds are chosen by the variance: they are tested with `best_memoized_odds`.
    _, first_odds = best_memoized_odds(T, found.asked.budget)
    errors.append(shots_error(N, K, T, T, 0.0, T * log(first_odds), tail))
    assert isinstance(found.alpha, Real)
    assert float(found.alpha) == pytest.approx(min(errors), rel=1e-9)


TAIL = Fraction(1, 20)


@pytest.mark.parametrize("fill", [None, HALF])
@pytest.mark.parametrize(
    ("N", "T", "odds", "tail"),
    [(12, 2, 9, "1/10"), (14, 3, 40, "1/5"), (9, 1, 3, "1/50"), (1, 9, 40, "1/20")],
)
def test_no_share_is_worse(N: int, T: int, odds: int, tail: str, fill: Fraction | None) -> None:
    """No error that is reached with a probability above the tail is larger, and the bound is not idle.

    Where there are fewer people than rounds, a rate may be off by as much as there are rounds.
    """
    found = largest_error(N, T, Fraction(tail), parse_budget(odds=odds).report_excess(), fill)
    which = by_hand.GLANCE if fill is None else by_hand.PUBLISHED
    worst = by_hand.worst_quantile(which, N, range(N + 1), T, odds, Fraction(tail))
    if N < T and fill is None:
        assert found is None
        return
    assert worst < by_hand.NOTHING
    assert found is not None
    assert worst <= found[0] < 2 * worst
    assert worst > 2 or N > T


def test_missing_estimate_counts_as_an_error() -> None:
    """If nobody reports with a probability above the tail, there is no bound."""
    assert largest_error(5, 20, TAIL, parse_budget(odds=9).report_excess(), None) is None


@pytest.mark.parametrize("which", [Which.GLANCE, Which.HARMONY_PUBLISHED])
def test_single_round_is_exact_for_any_number_of_people(which: Which) -> None:
    """Everybody reports in it, so the law is known."""
    promise = SilentCounter(parse_deployment(N=102, T=1, odds=3), which).one_round(TAIL)
    assert promise.is_exact
    some = by_hand.worst_quantile(("shots", 1, Fraction(0)), 102, (0, 51), 1, 3, TAIL)
    assert isinstance(promise.at_most, Real)
    assert some <= promise.at_most < some * Fraction(11, 10)


def test_bound_for_many_people_is_close() -> None:
    """By the exact law, the share with the largest bound has nearly that error."""
    for which in some((Which.HARMONY_PUBLISHED, Which.GLANCE)):
        promise = SilentCounter(parse_deployment(N=2000, T=20, epsilon=4), which).one_round(TAIL)
        assert isinstance(promise.at_least, Real)
        assert isinstance(promise.at_most, Real)
        assert promise.at_least < promise.at_most < promise.at_least * Fraction(6, 5)
