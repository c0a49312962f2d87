"""Reports as lines, as arrays and as tables of counts: all add up to the same; and collectors from their saved text."""

import json
from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.parameters import SKETCHES
from ldproof.sketch.collector import MOST, SketchCollector, empty_collector, save_collector, simulate_reports
from ldproof.sketch.mechanism import Report, randomize_item
from ldproof.sketch.plan import TAKES_RATES, Plan, Rows, draw_plan
from ldproof.sketch.received import (
    open_collector,
    parse_report,
    receive_arrays,
    receive_table,
    write_report,
    write_report_json,
)
from tests.reference.refusals import refused
from tests.reference.sketch.small import KINDS, Kind, all_keys, each_kind, planned
from tests.reference.states import no_states, with_parameters

SAMPLED = each_kind([kind for kind in KINDS if kind[0] is Rows.SAMPLED])


def plan_of(kind: Kind) -> Plan:
    return planned(*kind, () if kind[0] is Rows.OWN else all_keys(kind[1])[2:5])


def some_reports(plan: Plan, count: int) -> list[Report]:
    return [randomize_item(plan, person % 3, SeededCoins(bytes([person]))) for person in range(count)]


def received(plan: Plan, reports: list[Report]) -> SketchCollector:
    found = empty_collector(plan, (0, 1, 2) if plan.rows is Rows.OWN else ())
    for each in reports:
        found.receive(each)
    return found


# lines


@each_kind()
def test_line_of_either_form_is_read_as_it_was_written(kind: Kind) -> None:
    for each in some_reports(plan_of(kind), 6):
        for line in (write_report(each), write_report_json(each), f" {write_report(each)}\n"):
            found = parse_report(line)
            assert (found.place, found.version) == (each.place, each.version)
            assert [*map(tuple, found.contents)] == [*each.contents]


def test_key_of_the_ideal_family_is_read() -> None:
    """It has 256 bits."""
    plan = draw_plan("per_user", 16, None, SeededCoins(b"plan"), "ideal", epsilon=1)
    said = randomize_item(plan, "duck", SeededCoins(b"ideal"))
    assert said.place[0] >> 248
    for line in (write_report(said), write_report_json(said)):
        assert parse_report(line).place == said.place


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (5, Reason.NOT_A_REPORT),
        (":1,0", Reason.NOT_A_REPORT),
        ("x:1,0", Reason.NOT_A_REPORT),
        ("1,2,3,4:1,0", Reason.NOT_A_REPORT),
        (f"{10**78}:1", Reason.NOT_A_REPORT),
        ("", Reason.NOT_A_NUMBER),
        ("3:", Reason.NOT_A_NUMBER),
        ("3:1,-1", Reason.NOT_A_NUMBER),
        ("{", Reason.NOT_A_VALUE),
        ('{"place": [1], "contents": [[1]]}', Reason.NOT_A_REPORT),
        ('{"place": [1], "contents": [[1.0]], "version": 1}', Reason.NOT_A_REPORT),
        ('{"place": [true], "contents": [[1]], "version": 1}', Reason.NOT_A_REPORT),
        ('{"place": [1], "contents": [[1]], "version": 1, "item": "duck"}', Reason.NOT_A_REPORT),
    ],
)
def test_what_is_no_line_of_a_report_is_refused(line: object, reason: Reason) -> None:
    with refused(reason):
        parse_report(line)


# arrays and tables


@SAMPLED
def test_arrays_add_up_to_what_reports_one_by_one_do(kind: Kind) -> None:
    plan, reports = plan_of(kind), some_reports(plan_of(kind), 30)
    together = empty_collector(plan)
    rows, contents = [each.place[0] for each in reports], [each.contents[0] for each in reports]
    receive_arrays(together, rows[:20], contents[:20])
    receive_arrays(together, rows[20:], np.array(contents[20:], np.uint8), [1] * 10)
    assert save_collector(together) == save_collector(received(plan, reports))
    counted = empty_collector(plan)
    receive_arrays(counted, rows, contents, [place % 3 for place in range(30)])
    repeated = [each for place, each in enumerate(reports) for _ in range(place % 3)]
    assert save_collector(counted) == save_collector(received(plan, repeated))
    receive_arrays(counted, [], np.zeros((0, len(contents[0])), np.int64))
    assert save_collector(counted) == save_collector(received(plan, repeated))


def test_wrong_arrays_are_refused_and_change_nothing() -> None:
    plan = plan_of(KINDS[2])
    hearing = received(plan, some_reports(plan, 5))
    before, add = save_collector(hearing), partial(receive_arrays, hearing)
    for rows, contents, counts, reason in (
        ([0, 3], [[1, 0], [1, 0]], None, Reason.NOT_A_REPORT),
        ([0, -1], [[1, 0], [1, 0]], None, Reason.OUT_OF_RANGE),
        ([0], [[0, 0]], None, Reason.NOT_A_REPORT),
        ([0], [[1, 2]], None, Reason.NOT_A_REPORT),
        ([0], [[1]], None, Reason.WRONG_LENGTH),
        ([0], [1, 0], None, Reason.WRONG_LENGTH),
        ([0, 1], [[1, 0]], None, Reason.WRONG_LENGTH),
        ([0], [[1, 0]], [1, 1], Reason.WRONG_LENGTH),
        ([0], [[1, 0]], [-1], Reason.OUT_OF_RANGE),
        ([0, 0], [[1, 0], [1, 0]], [MOST, 1], Reason.TOO_LARGE),
        ([0.0], [[1, 0]], None, Reason.NOT_A_WHOLE_NUMBER),
    ):
        with refused(reason):
            add(rows, contents, counts)
        assert save_collector(hearing) == before
    for other in (KINDS[3], KINDS[4]):
        with refused(Reason.OUT_OF_RANGE):
            receive_arrays(received(plan_of(other), []), [0], [[0, 0]])


@each_kind()
def test_table_of_another_collector_adds_its_reports(kind: Kind) -> None:
    plan, reports = plan_of(kind), some_reports(plan_of(kind), 12)
    one, other = received(plan, reports[:5]), received(plan, reports[5:])
    before = save_collector(one)
    if kind[0] is Rows.OWN:
        with refused(Reason.OUT_OF_RANGE):
            receive_table(one, other.reporters, other.sums)
        return
    impossible = other.sums.copy()
    impossible[0, 0] += 20
    for reporters, sums, reason in (
        (other.reporters, impossible, Reason.NOT_A_TABLE),
        (other.reporters[1:], other.sums, Reason.WRONG_LENGTH),
        (other.reporters, other.sums[1:], Reason.WRONG_LENGTH),
        (other.reporters, other.sums + 0.5, Reason.NOT_A_WHOLE_NUMBER),
        (-other.reporters - 1, other.sums, Reason.OUT_OF_RANGE),
    ):
        with refused(reason):
            receive_table(one, reporters, sums)
        assert save_collector(one) == before
    receive_table(one, other.reporters.tolist(), other.sums.tolist())
    assert save_collector(one) == save_collector(received(plan, reports))


# saved text


def plans() -> Iterator[Plan]:
    """Yield a plan of each mechanism, and of each family."""
    for word in SKETCHES:
        noise: dict[str, object] = {"p": "1/4", "q": "2/3"} if word in TAKES_RATES else {"epsilon": "1/3"}
        yield draw_plan(word, 8, 3, SeededCoins(word.encode()), **noise)
    yield draw_plan("all_rows", 8, 3, SeededCoins(b"split"), report_odds=2)
    yield draw_plan("kary", 10, 2, SeededCoins(b"ideal"), "ideal", odds=3)
    yield draw_plan("oue", 10, 2, SeededCoins(b"default"), odds=3)
    for family in ("affine", "textbook"):
        yield draw_plan("kary", 10, 2, SeededCoins(b"prime"), family, P=101, epsilon="ln(3)")


@pytest.mark.parametrize("plan", [*plans()], ids=lambda plan: f"{plan.mechanism}-{plan.family.word}")
def test_saved_text_alone_is_enough_to_go_on(plan: Plan) -> None:
    found = empty_collector(plan, (0, 1, 2) if plan.rows is Rows.OWN else ())
    for each in simulate_reports(plan, (0, 1, 2), np.arange(7) % 3, SeededCoins(b"people")):
        found.receive(each)
    opened = open_collector(save_collector(found))
    assert (opened.plan, save_collector(opened)) == (plan, save_collector(found))


def test_text_that_was_not_saved_is_refused() -> None:
    plan = draw_plan("kary", 8, 3, SeededCoins(b"plan"), odds=3)
    good = save_collector(received(plan, []))
    for text in no_states(good):
        with refused(Reason.DAMAGED_STATE):
            open_collector(text)
    with refused(Reason.WRONG_VERSION):
        open_collector(json.dumps({**json.loads(good), "version": 1}))
    for name, value, reason in (
        ("mechanism", "karyy", Reason.UNKNOWN_NAME),
        ("family", "", Reason.UNKNOWN_NAME),
        ("width", "1", Reason.OUT_OF_RANGE),
        ("hashes", "1,2", Reason.OUT_OF_RANGE),
        ("hashes", "1;2", Reason.NOT_A_REPORT),
        ("hashes", "", Reason.DAMAGED_STATE),
        ("candidates", "1 2", Reason.WRONG_COUNT),
        ("points", "5", Reason.FOREIGN_STATE),
        ("odds", "1", Reason.OUT_OF_RANGE),
        ("epsilon", "1", Reason.BUDGET_NOT_UNIQUE),
    ):
        with refused(reason):
            open_collector(with_parameters(good, **{name: value}))
