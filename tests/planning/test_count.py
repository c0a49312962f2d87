"""Plans for counting, against exhaustive searches over m, r and mechanism by other code."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.law import INFINITE
from ldproof.numbers.assuming import Assuming
from ldproof.planning.count import CountPlan, Row
from ldproof.planning.counters import OneReport, Reporting
from ldproof.planning.plan import plan
from ldproof.planning.promises import Grounds, below
from ldproof.rejections import Reason
from tests.planning import by_hand
from tests.reference.refusals import refused

HALF = Fraction(1, 2)


def count_plan(**given: object) -> CountPlan:
    found = plan("count", **given)
    assert isinstance(found, CountPlan)
    return found


def which(row: Row) -> tuple[str, int, Fraction]:
    """A row's mechanism as `by_hand` names it."""
    counter = row.counter
    if isinstance(counter, Reporting):
        return "shots", counter.shots.m, counter.shots.r
    assert isinstance(counter, OneReport)
    return ("glance" if counter.which == "glance" else "published"), 0, Fraction(0)


# Whole odds with whole roots for every m up to T, so that every law is one of fractions.
DEPLOYMENTS = [
    (12, 3, 729, "1/20", "first", Fraction(1, 4)),
    (12, 3, 729, "1/20", "first", HALF),
    (9, 4, 4096, "1/10", "worst", None),
    (6, 2, 4, "1/3", "worst", None),
    (10, 3, 3**6, "1/20", "all", HALF),
    (7, 4, 2**24, "1/20", "all", None),
    (8, 2, 9**8, "1/50", "all", Fraction(3, 4)),
    (5, 1, 3, "1/20", "all", None),
]


@pytest.mark.parametrize(("N", "T", "odds", "beta", "rounds", "mu"), DEPLOYMENTS)
def test_nothing_is_better(N: int, T: int, odds: int, beta: str, rounds: str, mu: Fraction | None) -> None:
    """The promise is the least of all, and the chosen mechanism is one of those that reach it."""
    found = count_plan(N=N, T=T, odds=odds, beta=beta, rounds=rounds, **({} if mu is None else {"mu": mu}))
    least, winners = by_hand.smallest_error(N, T, odds, Fraction(beta), rounds, mu)
    assert found.alpha == least
    if T > 1:
        assert which(found.chosen) in winners


@pytest.mark.parametrize(("N", "T", "odds", "mu"), [(9, 3, 729, Fraction(1, 3)), (8, 2, 81, HALF)])
def test_every_number_of_every_row(N: int, T: int, odds: int, mu: Fraction) -> None:
    """One round's error and its variance, and the largest error over all rounds, by hand."""
    beta = Fraction(1, 20)
    for row in count_plan(N=N, T=T, odds=odds, mu=mu).rows:
        law = by_hand.law(which(row), N, int(N * mu), T, odds)
        one = by_hand.quantile(law, beta)
        assert row.one_round.at_least is row.one_round.at_most
        assert row.one_round.at_most == (INFINITE if one == by_hand.NOTHING else one)
        if row.counter.independent:
            assert row.all_rounds.exact
            assert row.all_rounds.grounds is Grounds.INDEPENDENT
            assert row.all_rounds.at_most == by_hand.of_independent(law, T, beta)
        else:
            most = by_hand.quantile(law, beta / T)
            assert row.all_rounds.at_least is row.one_round.at_least
            assert row.all_rounds.at_most == (INFINITE if most == by_hand.NOTHING else most)
        known = {error: share for error, share in law.items() if error != by_hand.NOTHING}
        moment = sum(error**2 * share for error, share in known.items()) / sum(known.values())
        assert row.variance == moment


def test_detection_is_what_the_laws_say() -> None:
    """An estimate of theta or more, counted person by person."""
    N, T, odds, mu, theta = 6, 2, 9, HALF, Fraction(2, 3)
    found = count_plan(N=N, T=T, odds=odds, mu=mu, theta=theta)
    for row in found.rows:
        kind, m, r = which(row)
        # The error of an estimate e at K is |e - K/N|: from e >= theta, by moving the share that is aimed at.
        assert row.detections.at_mu == chance_of_detection(kind, N, 3, T, m, r, odds, theta)
        chances = [chance_of_detection(kind, N, K, T, m, r, odds, theta) for K in (3, 6)]
        # Of shares 1/2 and 1 the second is a heavy hitter: F is 1 if it alone is detected, and 2/3 if both are.
        measure = row.detections.f_measure
        value = measure.value if isinstance(measure, Assuming) else measure
        assert row.detections.recall is not None
        assert value is not None
        assert float(row.detections.recall) == pytest.approx(float(chances[1]), rel=1e-12)
        assert float(value) == pytest.approx(float(chances[1] * (1 - chances[0] / 3)), rel=1e-12)
        assert isinstance(measure, Assuming) is not row.counter.independent


def chance_of_detection(
    kind: str, N: int, K: int, T: int, m: int, r: Fraction, odds: int, theta: Fraction
) -> Fraction:
    """The probability of an estimate of theta or more, over everybody's reports."""
    total = Fraction(0)
    E = Fraction(by_hand.root(odds, m or 1))
    s = Fraction(m or 1, T)
    truth, dummy = E / (E + 1), r if kind == "shots" else Fraction(0)
    for sent in product((0, 1, None), repeat=N):
        share = Fraction(1)
        for person, bit in enumerate(sent):
            right = truth if (person < K) == (bit == 1) else 1 - truth
            share *= 1 - s if bit is None else s * right
        ones, silent = sent.count(1), sent.count(None)
        if kind == "shots":
            for dummies in range(silent + 1):
                chance = binomial(silent, dummies) * dummy**dummies * (1 - dummy) ** (silent - dummies)
                rate = (Fraction(ones + dummies, N) - s * (1 - truth) - (1 - s) * dummy) / (
                    s * (2 * truth - 1)
                )
                total += share * chance * (rate >= theta)
        elif kind == "glance":
            total += share * (
                silent < N and (Fraction(ones, N - silent) - 1 + truth) / (2 * truth - 1) >= theta
            )
        else:
            rate = ((ones + HALF * silent) / N - s * (1 - truth) - (1 - s) * HALF) / (s * (2 * truth - 1))
            total += share * (rate >= theta)
    return total


def binomial(count: int, some: int) -> int:
    found = 1
    for each in range(some):
        found = found * (count - each) // (each + 1)
    return found


@pytest.mark.parametrize("N", [1, 7, 40])
def test_where_the_least_variance_changes_hands(N: int) -> None:
    """The stretches of shares cover all of them, and in each the variance is the least at every share."""
    found = count_plan(N=N, T=5, odds=20, mu=1)
    assert [each.first for each in found.shares] == [0, *(each.last + 1 for each in found.shares[:-1])]
    assert found.shares[-1].last == N
    for each in found.shares:
        for active in range(each.first, each.last + 1):
            spreads = {row.name: row.counter.variance(Fraction(active, N)) for row in found.rows}
            assert all(spreads[each.name] <= other for other in spreads.values())


def test_what_decides_is_computed() -> None:
    """Glance's variance is the least below a share, and published Harmony's above: both are in the sentence."""
    found = count_plan(N=100, T=5, epsilon=4, mu="1/5")
    (place,) = [number for number, each in enumerate(found.shares) if each.first <= 20 <= each.last]
    here, above = found.shares[place : place + 2]
    assert (found.chosen.name, here.name, above.name) == ("Glance", "Glance", "published Harmony")
    assert f"mu is at most {here.last / 100:g} (above, published Harmony's is)" in found.decides
    middle = count_plan(N=100, T=5, epsilon=4, mu="1/2")
    assert middle.chosen.name == "published Harmony"
    assert "because mu is at least" in middle.decides
    another = count_plan(N=10, T=20, epsilon=2, mu="1/2")
    assert another.decides.endswith(" The least variance at mu = 1/2 is Glance's.")
    assert another.chosen.name != "Glance"


def test_an_open_choice_says_so() -> None:
    """Glance's worst error is only known between two numbers for many people."""
    found = count_plan(N=600, T=20, epsilon=8)
    glance = next(row for row in found.rows if row.name == "Glance")
    assert glance.one_round.grounds is Grounds.BOUND
    assert found.open
    assert all(name in found.decides for name in found.open)
    assert not count_plan(N=200, T=20, epsilon=8, mu="1/2").open


@pytest.mark.parametrize("mu", ["0", "1/2", "1/4"])
def test_bounds_for_every_share_hold_at_each(mu: str) -> None:
    """What is promised of one round without a share is no less than what is exact at it."""
    anywhere = {row.name: row for row in count_plan(N=200, T=8, epsilon=3).rows}
    for row in count_plan(N=200, T=8, epsilon=3, mu=mu).rows:
        if row.name in anywhere:
            assert not below(anywhere[row.name].one_round.at_most, row.one_round.at_most)


def test_too_many_for_the_exact_law() -> None:
    """More than a thousand reporters in a round: m-shot goes on exactly, and Glance by a bound that holds."""
    found = {row.name: row for row in count_plan(N=3000, T=2, epsilon=2, mu="1/2").rows}
    assert found["Glance"].one_round.grounds is Grounds.TOO_MANY
    assert found["Harmony"].one_round.exact


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, Reason.MISSING),
        ({"N": 10, "T": 2}, Reason.BUDGET_NOT_UNIQUE),
        ({"N": 10, "T": 2, "epsilon": 1, "odds": 3}, Reason.BUDGET_NOT_UNIQUE),
        ({"N": 10, "T": 2, "report_odds": 3}, Reason.UNKNOWN_PARAMETER),
        ({"N": 10, "T": 2, "epsilon": 1, "mu": "1/3"}, Reason.NOT_A_WHOLE_NUMBER),
        ({"N": 10, "T": 2, "epsilon": 1, "rounds": "first"}, Reason.MISSING),
        ({"N": 10, "T": 2, "epsilon": 1, "mu": "1/2", "rounds": "worst"}, Reason.UNKNOWN_PARAMETER),
        ({"N": 10, "T": 2, "epsilon": 1, "rounds": "last"}, Reason.UNKNOWN_NAME),
        ({"N": 10, "T": 2, "epsilon": 0}, Reason.OUT_OF_RANGE),
        ({"N": 10, "T": 2, "epsilon": 0.5}, Reason.NOT_EXACT),
        ({"N": 10, "T": 2, "epsilon": 1, "beta": 1}, Reason.OUT_OF_RANGE),
        ({"N": 0, "T": 2, "epsilon": 1}, Reason.OUT_OF_RANGE),
        ({"N": 10**6, "T": 2, "epsilon": 1}, Reason.TOO_LARGE),
        ({"N": 10, "T": 2, "epsilon": 1, "beta": "1e-300"}, Reason.OUT_OF_RANGE),
        ({"N": 10, "T": 2, "epsilon": 1, "tell": 1}, Reason.UNKNOWN_PARAMETER),
        ({"N": 10, "T": 2, "epsilon": 1, "kind": 1}, Reason.UNKNOWN_PARAMETER),
    ],
)
def test_what_is_refused(given: dict[str, object], reason: Reason) -> None:
    with refused(reason):
        plan("count", **given)


def test_what_nobody_reaches_names_the_least() -> None:
    """The refusal names the least error, which the same request reaches."""
    asked = {"N": 100, "T": 5, "epsilon": 4, "mu": "1/5"}
    with refused(Reason.OUT_OF_RANGE) as why:
        plan("count", alpha="0.001", **asked)
    least = count_plan(**asked)
    said = why.value.accepted
    assert said.endswith(f"by {least.chosen.name} at epsilon = 4")
    reached = count_plan(alpha=said.split()[0], **asked)
    assert reached.chosen.name == least.chosen.name
