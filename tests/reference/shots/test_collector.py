"""Shots, and the collector: "up" exactly where Phi >= theta, in order; and what both refuse, by reason."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import partial
from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import Budget
from ldproof.errors import Reason
from ldproof.numbers import Certified, Real, ball, enclose, sign
from ldproof.shots import formulas
from ldproof.shots.collector import (
    Output,
    ShotsCollector,
    collector_outputs,
    deciding_function,
    empty_collector,
    estimating_function,
    ones_threshold,
    restore_collector,
    save_collector,
)
from ldproof.shots.mechanism import Shots, report_mechanism
from tests.reference.refusals import refused
from tests.reference.reporting.refusing import check_refusals, singly
from tests.reference.states import no_states, with_parameters, with_state

UP, DOWN = Output.UP, Output.DOWN
HALF = Fraction(1, 2)
SHARES = st.fractions(0, 1, max_denominator=60)


@pytest.mark.parametrize(
    ("T", "m", "r"),
    [(5, 2, Fraction(1, 3)), ("5", "2", "1/3"), ("5.0", Fraction(2), "2/6"), ("5e0", "4/2", "02/06")],
)
def test_parameters_from_numbers_and_texts_are_the_same(T: object, m: object, r: object) -> None:
    expected = Shots(5, 2, Fraction(1, 3), Budget(2, "epsilon", HALF))
    assert report_mechanism(T, m, r, epsilon="0.5") == expected
    assert isinstance(report_mechanism(T, m, r, epsilon=1).T, int)
    assert report_mechanism(3, 1, odds=3) == report_mechanism(3, 1, 0, odds=3)


def test_the_budget_is_split_over_the_m_reports() -> None:
    for way, value in {"odds": 81, "report_odds": 3, "epsilon": "ln(81)"}.items():
        chosen = report_mechanism(9, 4, **{way: value})
        assert chosen.budget.report_excess() == 2
        assert chosen.budget.odds() == 81


@pytest.mark.parametrize(("T", "m"), [(1, 1), (10**6, 1), (10**6, 10**6)])
@pytest.mark.parametrize("r", [0, 1, "1e-300"])
def test_extreme_parameters_are_accepted(T: int, m: int, r: object) -> None:
    chosen = report_mechanism(T, m, r, epsilon="1e-9")
    assert (chosen.T, chosen.m, str(chosen.r)) == (T, m, str(Fraction(str(r))))


def test_invalid_parameters_are_refused() -> None:
    check_refusals(
        partial(report_mechanism, epsilon=1),
        {
            Reason.OUT_OF_RANGE: [(5, 6), (5, 0), (0, 0), (-1, 1), (5, 2, "-0.1"), (5, 2, "1.1")],
            Reason.TOO_LARGE: [(10**12, 1), (5, 10**12), ("1e12", 1)],
            Reason.NOT_A_WHOLE_NUMBER: [(5, "1.5")],
            Reason.NOT_EXACT: [(5, 2.0), (5, 2, 0.5)],
            Reason.NOT_A_NUMBER: [(True, 1), (None, 1), (5, 2, "nan"), (5, 2, "1/0"), (5, 2, None)],
        },
    )
    budgets: dict[Reason, list[dict[str, object]]] = {
        Reason.BUDGET_NOT_UNIQUE: [{}, {"epsilon": 1, "odds": 3}],
        Reason.OUT_OF_RANGE: [{"epsilon": 0}, {"report_odds": "1"}],
        Reason.NOT_EXACT: [{"epsilon": float("inf")}],
    }
    check_refusals(
        lambda budget: report_mechanism(5, 2, **budget),
        {reason: singly(*budgets[reason]) for reason in budgets},
    )


def test_parameters_are_immutable() -> None:
    chosen = report_mechanism(5, 2, epsilon=1)
    for name in ("T", "m", "r", "budget", "other"):
        with pytest.raises((FrozenInstanceError, TypeError)):
            setattr(chosen, name, 3)
    assert chosen == report_mechanism(5, 2, epsilon=1)


@st.composite
def settings(draw: st.DrawFn, name: str, values: st.SearchStrategy[Fraction]) -> Shots:
    """Few rounds, and a budget of a kind."""
    T = draw(st.integers(1, 9))
    return report_mechanism(T, draw(st.integers(1, T)), draw(SHARES), **{name: draw(values)})


RATIONAL = settings("report_odds", st.fractions(Fraction(11, 10), 50))
IRRATIONAL = settings("epsilon", st.fractions(Fraction(1, 10), 9, max_denominator=50))


def estimates(shots: Shots, N: int, theta: Fraction, *, clipped: bool = False) -> list[Real]:
    """Phi for each number of ones that can come."""
    found = []
    for ones in range(N + 1):
        fresh = empty_collector(shots, N, theta)
        fresh.count(1, ones)
        found.append(fresh.estimate(1, clipped=clipped))
    return found


def collector_answers(shots: Shots, N: int, theta: Fraction) -> list[Output]:
    """Return the collector's answer for each number of ones."""
    return [empty_collector(shots, N, theta).count(1, ones) for ones in range(N + 1)]


def exact(quantity: Real) -> Fraction:
    assert quantity.exact is not None
    return quantity.exact


def compare(quantity: Certified, other: int | Fraction) -> int:
    """The sign of an irrational quantity's distance from a fraction."""
    return sign(lambda: quantity() - ball(other))


@given(RATIONAL, st.integers(1, 12), SHARES.filter(bool))
def test_up_where_the_estimate_reaches_theta(shots: Shots, N: int, theta: Fraction) -> None:
    """The estimate is the formula's; the threshold is the expected number of ones, rounded up."""
    excess, m, T = exact(shots.budget.report_excess()), Fraction(shots.m), Fraction(shots.T)
    phi = [exact(estimate) for estimate in estimates(shots, N, theta)]
    assert phi == [
        formulas.estimate(Fraction(ones), Fraction(N), m, T, shots.r, excess) for ones in range(N + 1)
    ]
    assert collector_answers(shots, N, theta) == [UP if each >= theta else DOWN for each in phi]
    nearest = [min(max(each, Fraction(0)), Fraction(1)) for each in phi]
    assert estimates(shots, N, theta, clipped=True) == nearest
    rate = formulas.q(m, T, shots.r, excess) + formulas.gap(m, T, excess) * theta
    for people in (N, 10**9 - N):
        assert ones_threshold(shots, people, theta) == ceil(people * rate)


@given(IRRATIONAL, st.integers(1, 12), SHARES.filter(lambda theta: theta not in (0, HALF)))
def test_up_where_the_ball_of_the_estimate_is_above_theta(shots: Shots, N: int, theta: Fraction) -> None:
    phi, nearest = estimates(shots, N, theta), estimates(shots, N, theta, clipped=True)
    for said, clipped, each in zip(collector_answers(shots, N, theta), nearest, phi, strict=True):
        assert each.exact is None
        assert said == (UP if compare(each, theta) > 0 else DOWN)
        below, above = compare(each, 0) < 0, compare(each, 1) > 0
        if clipped.exact is not None:
            assert clipped == above
            assert below or above
        else:
            assert enclose(clipped, 30) == enclose(each, 30)
            assert not below
            assert not above


def test_a_tie_is_up() -> None:
    """Section 3.1: a round with Phi = theta is a heavy hitter. At odds 3, 2 ones of 4 people make 1/2."""
    assert collector_answers(report_mechanism(1, 1, report_odds=3), 4, HALF) == [DOWN, DOWN, UP, UP, UP]


@given(IRRATIONAL, st.integers(1, 60))
def test_the_only_ties_of_an_irrational_budget_are_exact(shots: Shots, N: int) -> None:
    """At theta = 1/2 half of those who report and r of the others are expected, whatever the budget."""
    reporting = Fraction(shots.m, shots.T)
    assert ones_threshold(shots, N, HALF) == ceil(N * (reporting / 2 + (1 - reporting) * shots.r))


@pytest.mark.parametrize("epsilon", ["200", "1000", "1000000", "1000001/2"])
def test_a_lie_that_no_precision_shows_still_counts(epsilon: str) -> None:
    """One in T reports; theta of them is a whole number, and lies move it by less than e^-199."""
    shots = report_mechanism(100, 1, epsilon=epsilon)
    found = [ones_threshold(shots, 10_000, Fraction(theta)) for theta in ("2/5", "4/5", "0", "1")]
    assert found == [41, 80, 1, 100]


WIDE = report_mechanism(365, 50, "0.0175", report_odds="2.718281828")


@pytest.mark.parametrize("number", [np.int64, np.uint64, np.int32, str, Fraction])
def test_a_count_of_any_type_is_the_same_number(number: Callable[[int], int]) -> None:
    """An int64 overflowed inside a fraction, and 362671058 ones of 10^9 made -3.68 instead of 4.91."""
    plain, other = empty_collector(WIDE, 10**9, "1/2"), empty_collector(WIDE, 10**9, "1/2")
    said = plain.count(1, 362671058)
    assert round(exact(plain.estimate(1)), 2) == Fraction("4.91")
    assert other.count(1, number(362671058)) == said
    assert other.estimate(number(1)) == plain.estimate(1)
    assert save_collector(other) == save_collector(plain)


SHOTS = report_mechanism(3, 2, "1/3", odds=3)


def midway() -> ShotsCollector:
    """A collector of four people's reports after the first of three rounds."""
    halfway = empty_collector(SHOTS, 4, "3/5")
    halfway.receive(1, np.array([False, True, True, False]).tolist())
    return halfway


def test_out_of_order_and_invalid_rounds_are_refused() -> None:
    asked = midway()
    check_refusals(
        asked.receive,
        {
            Reason.OUT_OF_ORDER: [(t, [0, 1, 0, 1]) for t in (-1, 0, 1, 3)],
            Reason.WRONG_COUNT: [(2, []), (2, [1, 0, 1]), (2, [1, 0, 1, 0, 0])],
            Reason.NOT_A_REPORT: [(2, [1, 0, 1, 2]), (2, [-1, 0, 1, 1]), (2, b"\x00\x01\x01\x31")],
        },
        lambda: save_collector(asked),
    )
    check_refusals(
        asked.count,
        {
            Reason.OUT_OF_ORDER: [(t, 2) for t in (-1, 0, 1, 3)],
            Reason.OUT_OF_RANGE: [(2, -1), (2, 5)],
            Reason.NOT_EXACT: [(2, 1.0), (2.0, 1)],
            Reason.NOT_A_NUMBER: [(2, True), (2, None), (None, 1)],
            Reason.NOT_A_WHOLE_NUMBER: [(2, "1/2")],
        },
        lambda: save_collector(asked),
    )
    check_refusals(asked.estimate, {Reason.OUT_OF_ORDER: singly(-1, 0, 2)})
    with pytest.raises(ValueError, match="person 3 reports 7 in round 2"):
        asked.receive(2, [0, 1, 7, 8])


def test_no_round_comes_after_the_last() -> None:
    asked = midway()
    asked.count(2, 0)
    asked.count(3, 4)
    with refused(Reason.OUT_OF_ORDER):
        asked.count(4, 0)
    assert asked.ones == [2, 0, 4]


def test_a_collector_of_nobody_or_without_a_threshold_is_refused() -> None:
    check_refusals(
        partial(empty_collector, SHOTS),
        {
            Reason.OUT_OF_RANGE: [(0, "1/2"), (4, 0), (4, "11/10")],
            Reason.TOO_LARGE: [(10**10, "1/2")],
            Reason.NOT_A_WHOLE_NUMBER: [("5/2", "1/2")],
            Reason.NOT_EXACT: [(4, 0.5)],
        },
    )


def test_damaged_and_foreign_states_are_refused() -> None:
    good = save_collector(midway())
    damaged: tuple[object, ...] = ([5], [-1], [True], ["1"], [1.0], [0] * 4, 1, "12")
    foreign = [
        empty_collector(report_mechanism(4, 2, "1/3", odds=3), 4, "3/5"),
        empty_collector(report_mechanism(3, 1, "1/3", odds=3), 4, "3/5"),
        empty_collector(report_mechanism(3, 2, "1/2", odds=3), 4, "3/5"),
        empty_collector(report_mechanism(3, 2, "1/3", odds=2), 4, "3/5"),
        empty_collector(report_mechanism(3, 2, "1/3", epsilon=3), 4, "3/5"),
        empty_collector(SHOTS, 5, "3/5"),
        empty_collector(SHOTS, 4, "3/4"),
    ]
    asked = midway()
    check_refusals(
        partial(restore_collector, asked),
        {
            Reason.DAMAGED_STATE: singly(
                *(with_state(good, ones=ones) for ones in damaged), *no_states(good)
            ),
            Reason.FOREIGN_STATE: singly(*map(save_collector, foreign), with_parameters(good, more="1")),
        },
        lambda: save_collector(asked),
    )


def test_estimates_and_decisions_from_json_are_those_by_hand() -> None:
    """Of a round's bits a third are reports, of which three in four are true: p = 1/4, q = 1/12; the same each time."""
    free, clipped = (estimating_function(T=3, m=1, N=12, odds=3, clipped=each) for each in ("no", "yes"))
    counts = {"counts": [[0, 12], [2, 12], [12, 12]]}
    for _ in range(2):
        assert [said.exact for said in free(counts)] == [-HALF, HALF, Fraction(11, 2)]
        assert [said.exact for said in clipped(counts)] == [0, HALF, 1]
        for theta in ("1", "1/2", "1/1000000"):
            assert deciding_function(3, 1, 12, theta, odds=3)({"counts": [[3, 12], [0, 12]]}) == [
                "up",
                "down",
            ]
    assert deciding_function(3, 1, 12, 1, odds="3.0001")({"counts": [[3, 12]]}) == ["down"]
    reports = estimating_function(3, 1, 4, odds=3)({"reports": ["0011", "1000"]})
    assert [said.exact for said in reports] == [(share - Fraction(1, 12)) * 6 for share in (HALF, HALF / 2)]
    with refused(Reason.UNKNOWN_NAME):
        estimating_function(3, 1, 12, odds=3, clipped="1")


def test_invalid_json_reports_are_refused() -> None:
    check_refusals(
        lambda received: collector_outputs(empty_collector(report_mechanism(2, 1, odds=3), 3, 1), received),
        {
            Reason.NOT_A_REPORT: singly({"reports": ["01-"]}),
            Reason.WRONG_COUNT: singly({"reports": ["01"]}, {"counts": [[1, 2]]}),
            Reason.OUT_OF_ORDER: singly({"reports": ["000"] * 3}),
            Reason.OUT_OF_RANGE: singly({"counts": [[4, 3]]}),
            Reason.MISSING: singly({}),
        },
    )
