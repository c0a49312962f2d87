"""The collector: it says "up" exactly where Phi >= theta, in order, and refuses by name what it cannot use."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.law import binomial
from ldproof.numbers import Certified, Real, ball, enclose, sign
from ldproof.rejections import Reason
from ldproof.shots import formulas
from ldproof.shots.client import client
from ldproof.shots.collector import Collector, Output, collector, restore, save, threshold
from ldproof.shots.parameters import Parameters, parameters
from tests.reference.refusals import refused
from tests.reference.states import no_states, with_parameters, with_state

UP, DOWN = Output.UP, Output.DOWN
SHARES = st.fractions(0, 1, max_denominator=60)


@st.composite
def settings(draw: st.DrawFn, budgets: st.SearchStrategy[dict[str, object]]) -> Parameters:
    """Few rounds, and a budget of a kind."""
    T = draw(st.integers(1, 9))
    return parameters(T, draw(st.integers(1, T)), draw(SHARES), **draw(budgets))


RATIONAL = settings(st.fractions(Fraction(11, 10), 50).map(lambda odds: {"report_odds": odds}))
IRRATIONAL = settings(
    st.fractions(Fraction(1, 10), 9, max_denominator=50).map(lambda epsilon: {"epsilon": epsilon})
)


def estimates(shots: Parameters, N: int, theta: Fraction, *, clipped: bool = False) -> list[Real]:
    """Phi for each number of ones that can come."""
    found = []
    for ones in range(N + 1):
        fresh = collector(shots, N, theta)
        fresh.count(1, ones)
        found.append(fresh.estimate(1, clipped=clipped))
    return found


def outputs(shots: Parameters, N: int, theta: Fraction) -> list[Output]:
    """What is said of each number of ones."""
    return [collector(shots, N, theta).count(1, ones) for ones in range(N + 1)]


def exact(quantity: Real) -> Fraction:
    """A quantity that is known exactly."""
    assert quantity.exact is not None
    return quantity.exact


def irrational(quantity: Real) -> Certified:
    """A quantity that is not."""
    assert quantity.exact is None
    return quantity


def compare(quantity: Real, other: Fraction) -> int:
    """The sign of an irrational quantity's distance from a fraction."""
    value = irrational(quantity)
    return sign(lambda: value() - ball(other))


@given(RATIONAL, st.integers(1, 12), SHARES.filter(bool))
def test_up_where_the_estimate_reaches_theta(shots: Parameters, N: int, theta: Fraction) -> None:
    phi = [exact(estimate) for estimate in estimates(shots, N, theta)]
    assert outputs(shots, N, theta) == [UP if each >= theta else DOWN for each in phi]
    nearest = [min(max(each, Fraction(0)), Fraction(1)) for each in phi]
    assert estimates(shots, N, theta, clipped=True) == nearest


@given(IRRATIONAL, st.integers(1, 12), SHARES.filter(lambda theta: theta not in (0, Fraction(1, 2))))
def test_up_where_the_ball_of_the_estimate_is_above_theta(shots: Parameters, N: int, theta: Fraction) -> None:
    phi = estimates(shots, N, theta)
    for said, clipped, each in zip(
        outputs(shots, N, theta), estimates(shots, N, theta, clipped=True), phi, strict=True
    ):
        assert said == (UP if compare(each, theta) > 0 else DOWN)
        below, above = compare(each, Fraction(0)) < 0, compare(each, Fraction(1)) > 0
        if clipped.exact is not None:
            assert clipped == above
            assert below or above
        else:
            assert enclose(clipped, 30) == enclose(irrational(each), 30)
            assert not below
            assert not above


@given(RATIONAL, st.integers(1, 10**9), SHARES)
def test_the_threshold_is_the_expected_number_of_ones_rounded_up(
    shots: Parameters, N: int, share: Fraction
) -> None:
    excess = exact(shots.budget.report_excess())
    m, T = Fraction(shots.m), Fraction(shots.T)
    rate = formulas.q(m, T, shots.r, excess) + formulas.gap(m, T, excess) * share
    assert threshold(shots, N, share) == ceil(N * rate)


def test_a_tie_is_up() -> None:
    """Section 3.1: a round with Phi = theta is a heavy hitter. At odds 3, 2 ones of 4 people make 1/2."""
    assert outputs(parameters(1, 1, report_odds=3), 4, Fraction(1, 2)) == [DOWN, DOWN, UP, UP, UP]


@given(IRRATIONAL, st.integers(1, 60))
def test_the_only_ties_of_an_irrational_budget_are_exact(shots: Parameters, N: int) -> None:
    """At theta = 1/2 half of those who report and r of the others are expected, whatever the budget."""
    reporting = Fraction(shots.m, shots.T)
    assert threshold(shots, N, Fraction(1, 2)) == ceil(N * (reporting / 2 + (1 - reporting) * shots.r))


@pytest.mark.parametrize("epsilon", ["200", "1000", "1000000", "1000001/2"])
def test_a_lie_that_no_precision_shows_still_counts(epsilon: str) -> None:
    """One in T reports; theta of them is a whole number, and lies move it by less than e^-199."""
    shots = parameters(100, 1, epsilon=epsilon)
    assert threshold(shots, 10_000, Fraction(2, 5)) == 41
    assert threshold(shots, 10_000, Fraction(4, 5)) == 80
    assert threshold(shots, 10_000, Fraction(0)) == 1
    assert threshold(shots, 10_000, Fraction(1)) == 100


@given(RATIONAL, st.integers(0, 8), st.integers(0, 8))
def test_the_estimate_is_right_on_average(shots: Parameters, active: int, idle: int) -> None:
    """Theorem 3 on the law of what the collector counts."""
    N = max(1, active + idle)
    excess, m, T = exact(shots.budget.report_excess()), Fraction(shots.m), Fraction(shots.T)
    from_active = binomial(active, formulas.p(m, T, shots.r, excess))
    ones = from_active.product(binomial(N - active, formulas.q(m, T, shots.r, excess))).pushforward(sum)
    phi = [exact(estimate) for estimate in estimates(shots, N, Fraction(1))]
    assert ones.mean(phi.__getitem__) == Fraction(active, N)


def test_it_hears_clients() -> None:
    """Lines 4 to 16: everybody reports in round t, and its output is known before round t + 1."""
    shots = parameters(4, 2, "1/3", epsilon=8)
    people = [(n % 2, 1, 0, n % 3 // 2) for n in range(50)]
    devices = [client(shots, SeededCoins(bytes([n]))) for n in range(50)]
    hearing, counting = collector(shots, 50, "3/4"), collector(shots, 50, "3/4")
    for t in range(1, 5):
        reports = [
            device.report(t, states[t - 1], SeededCoins(bytes([n, t])))
            for n, (device, states) in enumerate(zip(devices, people, strict=True))
        ]
        assert hearing.receive(t, reports) == counting.count(t, sum(reports))
        assert bytes(reports).count(1) == hearing.ones[-1]
    assert hearing == counting


SHOTS = parameters(3, 2, "1/3", odds=3)


def midway() -> Collector:
    """A collector of four people's reports after the first of three rounds."""
    halfway = collector(SHOTS, 4, "3/5")
    halfway.receive(1, [0, 1, 1, 0])
    return halfway


@pytest.mark.parametrize("t", [-1, 0, 1, 3])
def test_a_round_out_of_order_is_refused(t: int) -> None:
    asked = midway()
    with refused(Reason.OUT_OF_ORDER):
        asked.receive(t, [0, 1, 0, 1])
    with refused(Reason.OUT_OF_ORDER):
        asked.count(t, 2)
    assert asked == midway()


def test_no_round_comes_after_the_last() -> None:
    asked = midway()
    asked.count(2, 0)
    asked.count(3, 4)
    with refused(Reason.OUT_OF_ORDER):
        asked.count(4, 0)
    assert asked.ones == [2, 0, 4]


@pytest.mark.parametrize(
    ("reports", "reason"),
    [
        ([], Reason.WRONG_COUNT),
        ([1, 0, 1], Reason.WRONG_COUNT),
        ([1, 0, 1, 0, 0], Reason.WRONG_COUNT),
        ([1, 0, 1, 2], Reason.NOT_A_REPORT),
        ([-1, 0, 1, 1], Reason.NOT_A_REPORT),
        (b"\x00\x01\x01\x31", Reason.NOT_A_REPORT),
    ],
)
def test_what_is_no_report_of_everybody_is_refused_and_changes_nothing(
    reports: list[int] | bytes, reason: Reason
) -> None:
    asked = midway()
    with refused(reason):
        asked.receive(2, reports)
    assert asked == midway()


def test_the_person_whose_report_is_refused_is_named() -> None:
    with pytest.raises(ValueError, match="person 3 reports 7 in round 2"):
        midway().receive(2, [0, 1, 7, 8])


@pytest.mark.parametrize(("ones", "reason"), [(-1, Reason.OUT_OF_RANGE), (5, Reason.OUT_OF_RANGE)])
def test_a_count_that_cannot_be_is_refused_and_changes_nothing(ones: int, reason: Reason) -> None:
    asked = midway()
    with refused(reason):
        asked.count(2, ones)
    assert asked == midway()


@pytest.mark.parametrize("t", [-1, 0, 2])
def test_nothing_is_estimated_before_its_round(t: int) -> None:
    with refused(Reason.OUT_OF_ORDER):
        midway().estimate(t)


@pytest.mark.parametrize(
    ("N", "theta", "reason"),
    [
        (0, "1/2", Reason.OUT_OF_RANGE),
        (10**10, "1/2", Reason.TOO_LARGE),
        ("5/2", "1/2", Reason.NOT_A_WHOLE_NUMBER),
        (4, 0, Reason.OUT_OF_RANGE),
        (4, "11/10", Reason.OUT_OF_RANGE),
        (4, 0.5, Reason.NOT_EXACT),
    ],
)
def test_a_collector_of_nobody_or_without_a_threshold_is_refused(
    N: object, theta: object, reason: Reason
) -> None:
    with refused(reason):
        collector(SHOTS, N, theta)


@given(st.lists(st.integers(0, 4), max_size=3), st.integers(0, 4))
def test_a_restored_collector_goes_on_as_the_saved_one_would(before: list[int], other: int) -> None:
    saved, fresh = collector(SHOTS, 4, "3/5"), collector(SHOTS, 4, "0.6")
    for t, ones in enumerate(before, start=1):
        saved.count(t, ones)
    fresh.count(1, other)
    restore(fresh, save(saved))
    assert fresh == saved
    for t in range(len(before) + 1, 4):
        assert fresh.count(t, t) == saved.count(t, t)


GOOD = save(midway())
FOREIGN = [
    collector(parameters(4, 2, "1/3", odds=3), 4, "3/5"),
    collector(parameters(3, 1, "1/3", odds=3), 4, "3/5"),
    collector(parameters(3, 2, "1/2", odds=3), 4, "3/5"),
    collector(parameters(3, 2, "1/3", odds=2), 4, "3/5"),
    collector(parameters(3, 2, "1/3", epsilon=3), 4, "3/5"),
    collector(SHOTS, 5, "3/5"),
    collector(SHOTS, 4, "3/4"),
]


@pytest.mark.parametrize("ones", [[5], [-1], [True], ["1"], [1.0], [0] * 4, 1, "12"])
def test_what_was_not_saved_is_refused_and_changes_nothing(ones: object) -> None:
    asked = midway()
    with refused(Reason.DAMAGED_STATE):
        restore(asked, with_state(GOOD, ones=ones))
    assert asked == midway()


def test_what_is_no_state_is_refused_and_changes_nothing() -> None:
    asked = midway()
    for text in no_states(GOOD):
        with refused(Reason.DAMAGED_STATE):
            restore(asked, text)
    assert asked == midway()


@pytest.mark.parametrize("text", [*map(save, FOREIGN), with_parameters(GOOD, more="1")])
def test_what_was_saved_for_another_is_refused_and_changes_nothing(text: str) -> None:
    asked = midway()
    with refused(Reason.FOREIGN_STATE):
        restore(asked, text)
    assert asked == midway()


WIDE = parameters(365, 50, "0.0175", report_odds="2.718281828")


@pytest.mark.parametrize("number", [np.int64, np.uint64, np.int32, str, Fraction])
def test_a_count_of_any_type_is_the_same_number(number: Callable[[int], int]) -> None:
    """An int64 overflowed inside a fraction, and 362671058 ones of 10^9 made -3.68 instead of 4.91."""
    plain, other = collector(WIDE, 10**9, "1/2"), collector(WIDE, 10**9, "1/2")
    said = plain.count(1, 362671058)
    assert round(exact(plain.estimate(1)), 2) == Fraction("4.91")
    assert other.count(1, number(362671058)) == said
    assert other.estimate(number(1)) == plain.estimate(1)
    assert save(other) == save(plain)


@pytest.mark.parametrize(
    ("t", "ones", "reason"),
    [
        (2, 1.0, Reason.NOT_EXACT),
        (2, True, Reason.NOT_A_NUMBER),
        (2, None, Reason.NOT_A_NUMBER),
        (2, "1/2", Reason.NOT_A_WHOLE_NUMBER),
        (2.0, 1, Reason.NOT_EXACT),
        (None, 1, Reason.NOT_A_NUMBER),
    ],
)
def test_a_count_that_is_no_number_is_refused_and_changes_nothing(t: int, ones: int, reason: Reason) -> None:
    asked = midway()
    with refused(reason):
        asked.count(t, ones)
    assert asked == midway()


def test_reports_in_an_array_are_reports() -> None:
    asked = midway()
    asked.receive(2, np.array([True, False, True, True]).tolist())
    assert asked.ones == [2, 3]
