"""FutureRand in plans: its parameters, its bounds and its variance, by enumeration and by draws of its own."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest

from ldproof.budget import parse_budget
from ldproof.coins import SeededCoins
from ldproof.counting import flip_ranges
from ldproof.counting.client import simulate_future_rand_constant
from ldproof.counting.collector import FutureRandCollector
from ldproof.counting.flip_ranges import best_future_rand, best_range_and_epsilon
from ldproof.counting.future_rand import FutureRand, future_rand_variance
from ldproof.errors import Reason
from ldproof.numbers import Real
from ldproof.planning.count import CounterRow
from ldproof.planning.deployment import Grounds, as_float
from ldproof.planning.plan import make_plan, simulate_plan
from ldproof.probability import sum_fractions
from ldproof.registry import make_mechanism
from ldproof.shots import search
from tests.planning import by_hand
from tests.planning.test_count import count_plan
from tests.reference.refusals import refused

FEW = {"mechanism": "future_rand", "changes": 2}


def future_rand_row(**given: object) -> tuple[CounterRow, FutureRand]:
    """Return the row of a plan, and the mechanism that it names."""
    (row,) = (each for each in count_plan(**given).rows if each.name == "FutureRand")
    made = make_mechanism(row.counter.mechanism, row.counter.parameters)
    assert isinstance(made, FutureRand)
    return row, made


@pytest.mark.parametrize(
    ("T", "changes", "odds"), [(5, 3, 9), (4, 2, 3), (1, 5, 2), (100, 40, "1.001"), (64, 20, 10**9)]
)
def test_row_is_a_mechanism_that_keeps_the_budget(T: int, changes: int, odds: object) -> None:
    """Exactly, and nearly spends it; T is a power of 2, and nobody's state changes more than T times."""
    row, made = future_rand_row(N=50, T=T, odds=odds, mechanism="future_rand", changes=changes)
    kept = made.privacy("user").odds
    assert isinstance(kept, Real)
    assert (Fraction(str(odds)) - 1) * Fraction(99, 100) < kept - 1 <= Fraction(str(odds)) - 1
    assert made.changes == min(changes, T)
    assert next(2**k for k in range(1, 20) if 2**k >= max(T, 2 * made.changes)) == made.T
    assert any(note.startswith(f"T = {made.T} in place of {T}") for note in row.notes) is (made.T > T)
    assert future_rand_row(N=50, T=T, odds=odds, mu="1/2", changes=changes)[1] == made


def test_floats_that_spend_too_much_are_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The budget is kept exactly, whatever epsilon of a sign the floats have found."""
    fewest, most, sign_epsilon = best_range_and_epsilon(4, 2.0)
    monkeypatch.setattr(flip_ranges, "best_range_and_epsilon", lambda *_: (fewest, most, 1.01 * sign_epsilon))
    budget = parse_budget(epsilon=2)
    best_future_rand.cache_clear()
    made = best_future_rand(16, 4, budget)
    best_future_rand.cache_clear()
    assert (made.fewest_flips, made.most_flips) == (fewest, most)
    assert made.find_user_odds()[0] <= budget.odds()


def spend_by_hand(k: int, S: Fraction, fewest: int, most: int) -> tuple[Fraction, Fraction]:
    """Return the tight odds at user level and the mean of a sign, from the law of single rows."""
    kept, flipped = S / (S + 1), 1 / (S + 1)
    law = [kept ** (k - flips) * flipped**flips for flips in range(k + 1)]
    again = [flips for flips in range(k + 1) if not fewest <= flips <= most]
    if again:
        rows = sum(comb(k, flips) for flips in again)
        mean = sum_fractions(comb(k, flips) * law[flips] for flips in again) / rows
        law = [mean if flips in again else share for flips, share in enumerate(law)]
    signs = sum_fractions(comb(k, flips) * share * (k - 2 * flips) for flips, share in enumerate(law))
    return max(law) / min(law), signs / k


@pytest.mark.parametrize(("changes", "odds"), [(1, 3), (2, 9), (3, "3/2"), (4, 50), (5, 4)])
def test_mean_is_at_most_a_thousandth_below_the_best_of_a_grid(changes: int, odds: object) -> None:
    """Of all ranges of flips, and of odds of a sign in steps of a hundredth of their logarithm."""
    budget = parse_budget(1, odds=odds)
    made = best_future_rand(16, changes, budget)
    steps = [Fraction(round(float(budget.odds()) ** (step / 100) * 10**6), 10**6) for step in range(1, 101)]
    found = [
        mean
        for fewest, most in product(range(changes + 1), repeat=2)
        if fewest <= most
        for S in steps
        for spent, mean in [spend_by_hand(changes, S, fewest, most)]
        if budget.odds() >= spent
    ]
    assert max(found) < made.gap * Fraction(1001, 1000)
    assert made.gap == spend_by_hand(changes, made.sign_odds, made.fewest_flips, made.most_flips)[1]


def signs_law(made: FutureRand, states: tuple[int, ...], t: int) -> dict[int, Fraction]:
    """Return the law of what a person adds to the sum of round t, from all transcripts."""
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for sent in made.outputs:
        width = next(place for place, bit in enumerate(sent, start=1) if bit is not None)
        sign = 2 * (sent[t // width * width - 1] or 0) - 1 if t & width else 0
        share = made.likelihood(states, sent).exact
        assert share is not None
        found[sign] += share
    return found


def laws_of_errors(
    made: FutureRand, N: int, K: int, rounds: range
) -> Iterator[tuple[int, dict[Fraction, Fraction]]]:
    """Yield the rounds and the laws of their errors if K of N people are active, whose states are any."""
    for t in rounds:
        laws = [
            [signs_law(made, states, t) for states in made.secrets if states[t - 1] == state]
            for state in (1, 0)
        ]
        assert all(law == each[0] for each in laws for law in each)
        total = {0: Fraction(1)}
        for person in range(N):
            grown: defaultdict[int, Fraction] = defaultdict(Fraction)
            for (before, share), (sign, chance) in product(total.items(), laws[person >= K][0].items()):
                grown[before + sign] += share * chance
            total = grown
        estimates: by_hand.Law = {made.levels * each / (N * made.gap): share for each, share in total.items()}
        yield t, by_hand.error_law(estimates, Fraction(K, N))


@pytest.mark.parametrize("mu", [None, Fraction(1, 3)])
@pytest.mark.parametrize(("T", "changes"), [(3, 2), (4, 1), (2, 1)])
def test_bounds_hold_in_enumeration(T: int, changes: int, mu: Fraction | None) -> None:
    """For all rounds, all numbers of active people, and all of their states; and the variance is the exact one."""
    N, beta = 12, Fraction(1, 20)
    share = {} if mu is None else {"mu": mu}
    row, made = future_rand_row(N=N, T=T, odds=9, changes=changes, rounds="all", **share)
    one, every = row.one_round, row.all_rounds
    assert (one.grounds, every.grounds) == (Grounds.MANY_REPORTS, Grounds.UNION)
    assert isinstance(one.at_most, Real)
    assert isinstance(every.at_most, Real)
    assert isinstance(one.at_least, Real)
    actives = range(N + 1) if mu is None else [int(N * mu)]
    laws = {(t, K): law for K in actives for t, law in laws_of_errors(made, N, K, range(1, T + 1))}
    worst = max(by_hand.error_quantile(law, beta) for law in laws.values())
    assert one.at_least <= worst < one.at_most < 2 * worst
    assert every.at_least == one.at_least
    assert max(by_hand.error_quantile(law, beta / T) for law in laws.values()) < every.at_most
    variances = {
        (t, K): sum_fractions(error**2 * chance for error, chance in law.items())
        for (t, K), law in laws.items()
    }
    assert row.variance == max(variances.values())
    parameters = (made.changes, made.sign_odds, made.fewest_flips, made.most_flips)
    for (t, K), variance in variances.items():
        assert future_rand_variance(N, made.T, t, Fraction(K, N), *parameters) == variance


def test_draws_are_within_the_bounds() -> None:
    """Of the mechanism and its collector, where states change once and twice."""
    N, T, runs = 8, 5, 250
    row, made = future_rand_row(N=N, T=T, odds=20, **FEW, mu="3/4")
    people = [
        made.secrets.read(each) for each in (*["11111000"] * 3, *["01111111"] * 3, "00001100", "00000000")
    ]
    means = [sum(states[t] for states in people) / N for t in range(T)]
    coins, errors = SeededCoins(b"few changes"), list[list[float]]()
    for _ in range(runs):
        collector = FutureRandCollector(made, N)
        sent = [made.randomize(states, coins) for states in people]
        estimates = [collector.receive(t, [each[t - 1] for each in sent]) for t in range(1, T + 1)]
        errors.append([float(each) - mean for each, mean in zip(estimates, means, strict=True)])
    off = np.abs(np.array(errors))
    for promise, some in ((row.one_round, off[:, 2]), (row.all_rounds, off.max(axis=1))):
        assert (some > as_float(promise.at_most)).mean() < 1 / 20 + 4 * sqrt(1 / 20 / runs)
    # Round 3 is one of the worst, with two blocks. Three quarters are active in it.
    assert means[2] == 3 / 4
    assert np.square(off[:, 2]).mean() == pytest.approx(float(row.variance), rel=5 * sqrt(2 / runs))


def test_simulated_sums_have_the_stated_moments() -> None:
    made, N, M, runs = FutureRand(8, 2, Fraction(5), 0, 1), 40, 10, 4000
    sums = [*simulate_future_rand_constant(made, N, M, runs, SeededCoins(b"sums"))]
    assert len(sums) == 8
    for t, each in enumerate(sums, start=1):
        estimates = each * float(made.levels / (N * made.gap))
        variance = float(future_rand_variance(N, 8, t, Fraction(1, 4), 2, Fraction(5), 0, 1))
        assert estimates.mean() == pytest.approx(M / N, abs=5 * sqrt(variance / runs))
        assert estimates.var() == pytest.approx(variance, rel=5 * sqrt(2 / runs))
    plan = count_plan(N=N, T=6, epsilon=4, mu="1/4", **FEW)
    one, every = simulate_plan(plan, 300, SeededCoins(b"runs"))
    assert one.promised == every.promised == 1 / 20
    assert max(one.found, every.found) < 1 / 20


def test_future_rand_is_compared_if_changes_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """With many rounds, few changes and a small budget it is the best; the assumption is named."""
    monkeypatch.setattr(search, "MOST_STEPS", 0)
    asked = {"N": 20_000, "T": 500, "epsilon": "1/2", "mu": "1/10"}
    small = {"N": 1000, "T": 20, "epsilon": 4, "mu": "1/10"}
    assert "FutureRand" not in [row.name for row in count_plan(**small).rows]
    found = count_plan(**asked, changes=1)
    assert found.chosen.name == "FutureRand"
    assert any(
        each.startswith("for FutureRand, at most 1 change of anybody's state") for each in found.assumes
    )
    assert found.asked.to_json()["changes"] == 1
    other = count_plan(**small, changes=2)
    assert other.chosen.name != "FutureRand"
    assert any(each.startswith("for FutureRand, at most 2 changes") for each in other.assumes)


def test_refusals_name_what_is_accepted() -> None:
    asked = {"N": 10, "T": 4, "epsilon": 1}
    with refused(Reason.MISSING) as why:
        make_plan("count", **asked, mechanism="future_rand")
    assert why.value.accepted == "changes, the most changes of a person's state"
    with refused(Reason.UNKNOWN_NAME) as why:
        make_plan("count", **asked, mechanism="loloha")
    assert why.value.accepted.startswith("mechanism=memoized")
    with refused(Reason.UNKNOWN_NAME) as why:
        make_plan("count", **asked, mechanism="counting.d_bit_flip")
    assert why.value.accepted.startswith("mechanism=memoized")
    with refused(Reason.UNKNOWN_PARAMETER) as why:
        make_plan("count", **asked, mechanism="glance", changes=2)
    assert why.value.accepted == "mechanism=future_rand, or no mechanism"
    for large, accepted in (
        ({"T": 600_000}, "T of at most 524288"),
        ({"T": 2000, "changes": 1000, "epsilon": "1e-9"}, "fewer changes or a larger budget"),
    ):
        with refused(Reason.TOO_LARGE) as why:
            count_plan(**asked | FEW | large)
        assert why.value.what.startswith(f"FutureRand for {large['T']} rounds and ")
        assert why.value.accepted == accepted
    with refused(Reason.TOO_LARGE) as why:
        make_plan("count", N=10, T=2000, changes=1000, epsilon="1e-9")
    assert why.value.accepted == "fewer changes or a larger budget, or no changes="


def test_detection_of_future_rand_is_not_computed() -> None:
    asked = {"N": 10, "T": 4, "epsilon": 1}
    (row,) = count_plan(**asked, **FEW, theta="1/2").rows
    assert row.detections.recall is None
    assert "its detection is not computed" in row.notes
