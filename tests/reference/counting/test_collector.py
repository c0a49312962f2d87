"""Counting, and the collector: the estimates of the source, in order; and what both refuse, by reason."""

from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import Budget
from ldproof.counting.collector import (
    ESTIMATES,
    NO_ESTIMATE,
    CountingCollector,
    empty_collector,
    estimate_share,
    estimating_function,
    restore_collector,
    save_collector,
)
from ldproof.counting.mechanism import Counting, Which, counting_mechanism
from ldproof.errors import Reason
from ldproof.numbers import Real
from tests.reference.counting import everybody
from tests.reference.counting.by_hand import exactly
from tests.reference.reporting.refusing import check_refusals, singly
from tests.reference.states import no_states, with_parameters, with_state

EACH = pytest.mark.parametrize("which", Which)
SILENT = (Which.GLANCE, Which.HARMONY_PUBLISHED)
HALF = Fraction(1, 2)
Reports = tuple[int | None, ...]


@EACH
def test_parameters_from_numbers_and_texts_are_the_same(which: Which) -> None:
    """One report has the whole budget, and T reports share it."""
    reports = 5 if which is Which.BORAPPOR else 1
    expected = Counting(which, 5, Budget(reports, "epsilon", HALF))
    for T in (5, "5", "5.0", Fraction(5), "10/2"):
        found = counting_mechanism(str(which), T, epsilon="0.5")
        assert found == expected
        assert isinstance(found.T, int)
    assert [counting_mechanism(which, T, epsilon="1e-9").T for T in (1, 10**6)] == [1, 10**6]
    chosen = counting_mechanism(which, 4, odds=81)
    assert chosen.reports == (4 if reports > 1 else 1)
    assert chosen.budget.odds() == 81
    assert chosen.budget.report_excess() == (2 if reports > 1 else 80)
    known = {Which.GLANCE: (True, None), Which.HARMONY: (False, 0), Which.HARMONY_PUBLISHED: (True, HALF)}
    assert (chosen.silent, chosen.fill) == known.get(which, (False, None))


@EACH
def test_invalid_parameters_are_refused(which: Which) -> None:
    check_refusals(
        lambda T: counting_mechanism(which, T, epsilon=1),
        {
            Reason.OUT_OF_RANGE: singly(0, -1),
            Reason.NOT_A_WHOLE_NUMBER: singly("5/2"),
            Reason.TOO_LARGE: singly(10**6 + 1),
            Reason.NOT_EXACT: singly(5.0),
            Reason.NOT_A_NUMBER: [(True,), ("many",), (None,)],
        },
    )
    check_refusals(
        lambda budget: counting_mechanism(which, 5, **budget),
        {
            Reason.BUDGET_NOT_UNIQUE: singly({}, {"epsilon": 1, "odds": 3}),
            Reason.OUT_OF_RANGE: singly({"epsilon": 0}, {"odds": 1}),
            Reason.NOT_EXACT: singly({"epsilon": float("inf")}),
            Reason.UNKNOWN_PARAMETER: singly({"m": 1, "epsilon": 1}),
        },
    )


def test_unknown_mechanisms_are_refused_and_parameters_immutable() -> None:
    unknown = {Reason.UNKNOWN_NAME: singly("", "Glance", "rappor", "harmony ")}
    check_refusals(lambda which: counting_mechanism(which, 5, epsilon=1), unknown)
    chosen = counting_mechanism("glance", 5, epsilon=1)
    for name in ("which", "T", "budget", "fill", "other"):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(chosen, name, 3)
    assert chosen == counting_mechanism("glance", 5, epsilon=1)


@given(
    st.sampled_from(Which),
    st.integers(1, 9),
    st.lists(st.sampled_from((0, 1, None)), min_size=1, max_size=12),
)
def test_estimate_is_the_sources(which: Which, T: int, reports: list[int | None]) -> None:
    """From whoever sends NULL, Harmony has 0, as published 1/2; Glance has no estimate if everybody does."""
    odds, N = Fraction(5), len(reports)
    if which not in SILENT:
        reports = [report or 0 for report in reports]
    bits = [report for report in reports if report is not None]
    said = empty_collector(exactly(which, T, odds), N).receive(1, reports)
    expected = {
        Which.GLANCE: everybody.glance(bits, odds),
        Which.BORAPPOR: everybody.glance(bits, odds),
        Which.HARMONY: everybody.filled([1] * sum(bits), Fraction(0), N, T, odds),
        Which.HARMONY_PUBLISHED: everybody.filled(bits, HALF, N, T, odds),
    }[which]
    assert (said is NO_ESTIMATE) if expected is None else (said == expected)


@EACH
def test_an_irrational_estimate_is_near_that_at_near_odds(which: Which) -> None:
    counts = (10, 3, 7 if which in SILENT else 10)
    said = estimate_share(counting_mechanism(which, 4, epsilon=4 if which is Which.BORAPPOR else 1), *counts)
    near = estimate_share(exactly(which, 4, Fraction("2.718281828459045235360287")), *counts)
    assert isinstance(said, Real)
    assert isinstance(near, Real)
    assert said.exact is None
    assert abs(said - near) < Fraction(1, 10**22)


def test_an_empty_round_has_no_estimate_and_the_stream_goes_on() -> None:
    """As published, Harmony has one: everybody counts as 1/2."""
    hearing = empty_collector(exactly(Which.GLANCE, 3), 2)
    said = [hearing.receive(1, [None, None]), hearing.receive(2, [None, 1]), hearing.receive(3, [None, None])]
    assert said == [NO_ESTIMATE, Fraction(3, 2), NO_ESTIMATE]
    assert str(NO_ESTIMATE) == "no estimate"
    assert [hearing.estimate(t) for t in (1, 2, 3)] == said
    assert empty_collector(exactly(Which.HARMONY_PUBLISHED, 3), 2).receive(1, [None, None]) == HALF


@pytest.mark.parametrize("number", [np.int64, np.uint64, np.uint8, str])
def test_counts_of_any_type_are_the_same_numbers(number: Callable[[int], int]) -> None:
    for which in Which:
        plain, other = (empty_collector(counting_mechanism(which, 4, report_odds=3), 200) for _ in range(2))
        assert other.count(1, number(120), number(200)) == plain.count(1, 120, 200)
        assert save_collector(other) == save_collector(plain)
    asked = empty_collector(counting_mechanism("glance", 4, odds=3), 3)
    asked.receive(1, np.array([1, None, 0], np.object_).tolist())
    assert (asked.ones, asked.reporters, asked.heard) == ([1], [2], Counter([1, 3]))


def midway(which: Which) -> CountingCollector:
    """A collector of four people's reports after the first of three rounds."""
    halfway = empty_collector(exactly(which, 3), 4)
    halfway.receive(1, [0, 1, None, None] if which in SILENT else [0, 1, 1, 0])
    return halfway


def second_round(which: Which) -> Reports:
    """Return the possible reports of the second round."""
    return (None, None, 1, None) if which in SILENT else (0, 1, 0, 1)


@EACH
def test_out_of_order_and_invalid_rounds_are_refused(which: Which) -> None:
    asked, good, silent = midway(which), second_round(which), which in SILENT
    again: list[Reports] = [(0, None, None, None), (None, 0, 1, None), (1, 1, 1, 1)]
    check_refusals(
        asked.receive,
        {
            Reason.OUT_OF_ORDER: [(t, good) for t in (-1, 0, 1, 3)],
            Reason.WRONG_COUNT: [(2, ()), (2, (0, 1, 0)), (2, (0, 1, 0, 1, 0))],
            Reason.NOT_A_REPORT: [
                (2, (0, 1, 0, 2)),
                (2, (-1, 1, 0, 1)),
                *([] if silent else [(2, (0, None, 1, 1))]),
            ],
            # People 1 and 2 reported in round 1.
            Reason.REPEATED: [(2, row) for row in again] if silent else [],
        },
        lambda: save_collector(asked),
    )
    check_refusals(
        asked.count,
        {
            Reason.OUT_OF_ORDER: [(t, 0, asked.reporters[0]) for t in (-1, 0, 1, 3)],
            Reason.OUT_OF_RANGE: [(2, -1, 4), (2, 5, 5), (2, 1, -1), (2, 3, 2), (2, 1, 0)],
            Reason.WRONG_COUNT: [] if silent else [(2, 1, 3), (2, 1, 5)],
            # Two reports are left.
            Reason.REPEATED: [(2, 1, 3)] if silent else [],
            Reason.NOT_EXACT: [(2, 1.0, 2), (2, 1, 2.0)],
            Reason.NOT_A_NUMBER: [(2, True, 2), (2, 1, None), (2, "x", 2)],
        },
        lambda: save_collector(asked),
    )
    check_refusals(asked.estimate, {Reason.OUT_OF_ORDER: singly(-1, 0, 2)})
    asked.receive(2, good)
    if silent:
        with pytest.raises(ValueError, match="person 3 reports again in round 3"):
            asked.receive(3, good)
    asked.receive(3, (None,) * 4 if silent else (0,) * 4)
    check_refusals(asked.receive, {Reason.OUT_OF_ORDER: [(4, good)]}, lambda: save_collector(asked))


def test_a_collector_of_nobody_is_refused() -> None:
    check_refusals(
        partial(empty_collector, exactly(Which.GLANCE, 3)),
        {
            Reason.OUT_OF_RANGE: singly(0, -4),
            Reason.TOO_LARGE: singly(10**10),
            Reason.NOT_A_WHOLE_NUMBER: singly("5/2"),
            Reason.NOT_EXACT: singly(4.0),
        },
    )


DAMAGED: dict[str, list[object]] = {
    "ones": [[5], [-1], [True], ["1"], 1, []],
    "reporters": [[], [1], [5], "4"],
    "heard": [[0, 1], [1, 5], [1, True], "12"],
}
MORE_DAMAGED: dict[bool, list[dict[str, object]]] = {
    True: [{"heard": [1, 1]}, {"heard": [1, 2, 3]}, {"ones": [1, 1], "reporters": [2, 3]}],
    False: [{"heard": [1]}, {"ones": [1, 1], "reporters": [4, 3]}],
}


@EACH
def test_damaged_and_foreign_states_are_refused(which: Which) -> None:
    asked, good = midway(which), save_collector(midway(which))
    damaged = [{name: value} for name, values in DAMAGED.items() for value in values]
    damaged += [*MORE_DAMAGED[which in SILENT], {"ones": [0] * 4, "reporters": [0] * 4, "heard": []}]
    foreign = [save_collector(midway(other)) for other in Which if other is not which]
    foreign += [with_parameters(good, which="rappor"), with_parameters(good, more="1")]
    for T, N, budget in (
        (3, 5, {"odds": 3}),
        (4, 4, {"odds": 3}),
        (3, 4, {"odds": 2}),
        (3, 4, {"epsilon": 3}),
    ):
        foreign.append(save_collector(empty_collector(counting_mechanism(which, T, **budget), N)))
    check_refusals(
        partial(restore_collector, asked),
        {
            Reason.DAMAGED_STATE: singly(*no_states(good), *(with_state(good, **each) for each in damaged)),
            Reason.FOREIGN_STATE: singly(*foreign),
        },
        lambda: save_collector(asked),
    )


def test_estimates_from_json_are_those_by_hand() -> None:
    """Of Harmony half of the people report, a quarter of them falsely: of all bits (1 + 2 mu)/8 are ones."""
    assert {*ESTIMATES} == {
        "glance",
        "harmony",
        "harmony_published",
        "borappor",
        "m_glance",
        "memoized",
        "loloha",
    }
    first, nobody = estimating_function("glance", T=3, N=4, odds=3)({"reports": ["0-1-", "----"]})
    (said,) = estimating_function("harmony", T=2, N=4, odds=3)({"counts": [[1, 4]]})
    assert [first, nobody, said] == [HALF, None, HALF]
    assert ESTIMATES["m_glance"](T=2, m=2, N=2, odds=9)({"reports": ["10", "1-"]}) == [HALF, Fraction(3, 2)]


def test_invalid_json_reports_are_refused() -> None:
    check_refusals(
        lambda which, received: estimating_function(which, T=2, N=2, odds=9)(received),
        {
            Reason.REPEATED: [
                ("glance", {"reports": ["1-", "1-"]}),
                ("glance", {"counts": [[1, 1], [1, 2]]}),
            ],
            Reason.OUT_OF_RANGE: [("glance", {"counts": [[2, 1]]})],
            Reason.WRONG_COUNT: [("glance", {"reports": ["1"]})],
            Reason.NOT_A_REPORT: [("harmony", {"reports": ["1-"]})],
            Reason.OUT_OF_ORDER: [("borappor", {"reports": ["11"] * 3})],
            Reason.MISSING: [("borappor", {})],
        },
    )
