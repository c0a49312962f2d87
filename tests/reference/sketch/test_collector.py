"""Collectors: sums in any order, saved and resumed; populations with the law of so many clients; and ranges."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import prod

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.errors import Reason, Refused
from ldproof.numbers import ball
from ldproof.sketch import collector as population
from ldproof.sketch import collector as ranges
from ldproof.sketch.collector import (
    SketchCollector,
    empty_collector,
    merge_collectors,
    restore_collector,
    save_collector,
    simulate_collector,
    simulate_reports,
)
from ldproof.sketch.mechanism import Report, randomize_item
from ldproof.sketch.plan import Plan, Rows, draw_plan
from tests.reference.refusals import refused
from tests.reference.sketch.small import KINDS, Kind, all_keys, assert_frequencies, each_kind, number, planned
from tests.reference.states import no_states, state_entries, with_parameters, with_state
from tests.tiers import run_everything

EACH, SHARED, OWN = each_kind(), each_kind(KINDS[:4]), each_kind(KINDS[4:])


def plan_of(kind: Kind) -> Plan:
    """With two hashes, or with those of the clients."""
    return planned(*kind, () if kind[0] is Rows.OWN else all_keys(kind[1])[2:4])


def fresh(kind: Kind) -> SketchCollector:
    """Of two hashes; or of three candidates."""
    return empty_collector(plan_of(kind), (0, 2, 1) if kind[0] is Rows.OWN else ())


def heard(empty: SketchCollector, people: range) -> SketchCollector:
    """Some people's reports."""
    for person in people:
        empty.receive(randomize_item(empty.plan, person % 3, SeededCoins(bytes([person]))))
    return empty


def same(one: SketchCollector, other: SketchCollector) -> bool:
    """Whether all that they know is the same."""
    return save_collector(one) == save_collector(other)


@EACH
def test_merging_is_associative_and_order_free(kind: Kind) -> None:
    parts = [heard(fresh(kind), people) for people in (range(5), range(5, 6), range(6, 14))]
    together = heard(fresh(kind), range(14))
    for a, b, c in permutations(parts):
        assert same(merge_collectors(merge_collectors(a, b), c), together)
        assert same(merge_collectors(a, merge_collectors(b, c)), together)
    assert same(merge_collectors(together, fresh(kind)), together)
    assert same(parts[0], heard(fresh(kind), range(5)))


TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""The products in a field of four, where the elements 2 and 3 are each other's square."""


@EACH
def test_sums_are_of_tallies_and_hits_of_supports(kind: Kind) -> None:
    """Every report by hand: the support of an item's column under the hash that the report is about."""
    (rows, family, channel), hearing = kind, fresh(kind)
    supports, reporters = np.zeros((len(hearing.sums), 3), int), [0] * len(hearing.sums)
    for person in range(9):
        said = randomize_item(hearing.plan, person % 3, SeededCoins(bytes([person])))
        hearing.receive(said)
        keys = [said.place] if rows is Rows.OWN else hearing.plan.keys
        about = [said.place[0]] if rows is Rows.SAMPLED else range(len(keys))
        for row, content in zip(about, said.contents, strict=True):
            *first, b, c = keys[row]
            reporters[row] += 1
            for x in range(3):
                value = (
                    (b * x + c) % 3 if family.size == 3 else TIMES[first[0]][TIMES[x][x]] ^ TIMES[b][x] ^ c
                )
                supports[row, x] += channel.column_supports(channel.content_sums(content))[value % 2]
    hits = hearing.hits((0, 1, 2))
    assert hits.supports.tolist() == supports.tolist()
    assert hits.reporters.tolist() == reporters
    assert hits.scale == (2 if rows is Rows.SAMPLED else 1)
    assert (hits.channel, hits.shared, hits.collision) == (channel, rows is not Rows.OWN, family.collision)
    assert hits.N == 9
    assert hearing.hits((2, 0)).supports.tolist() == supports[:, [2, 0]].tolist()


@EACH
def test_a_restored_collector_goes_on_as_the_saved_one_would(kind: Kind) -> None:
    saved, resumed = heard(fresh(kind), range(7)), heard(fresh(kind), range(3))
    restore_collector(resumed, save_collector(saved))
    assert same(saved, resumed)
    assert same(heard(saved, range(7, 12)), heard(resumed, range(7, 12)))


def malformed(good: Report, rows: Rows) -> Iterator[tuple[Report, Reason]]:
    """Reports that no client sends."""
    content, rest = good.contents[0], good.contents[1:]
    for contents in (((*content, 0), *rest), (content[:-1], *rest), (*good.contents, content), ()):
        yield Report(good.place, contents), Reason.WRONG_LENGTH
    for wrong in (2, -1, True):
        yield Report(good.place, ((*content[:-1], wrong), *rest)), Reason.NOT_A_REPORT
    for what in map(json.loads, ("null", '"report"', "[0]", "{}", "5")):
        for junk in (
            what,
            Report(what, good.contents),
            Report(good.place, what),
            Report(good.place, (what, *rest)),
        ):
            yield junk, Reason.NOT_A_REPORT
    for version in (0, 2, True):
        yield Report(good.place, good.contents, version), Reason.WRONG_VERSION
    places: dict[Rows, list[tuple[int, ...]]] = {
        Rows.SAMPLED: [(2,), (-1,), (), (0, 0), (True,)],
        Rows.ALL: [(0,)],
        Rows.OWN: [(), (0,), (*good.place, 0), (-1, *good.place[1:]), (4, *good.place[1:])],
    }
    yield from ((Report(each, good.contents), Reason.OUT_OF_RANGE) for each in places[rows])


@EACH
def test_a_malformed_report_is_refused_and_changes_nothing(kind: Kind) -> None:
    hearing = heard(fresh(kind), range(4))
    before, good = save_collector(hearing), randomize_item(hearing.plan, 1, SeededCoins(b"good"))
    for bad, reason in malformed(good, kind[0]):
        with refused(reason):
            hearing.receive(bad)
        assert save_collector(hearing) == before
    hearing.receive(good)
    assert save_collector(hearing) != before
    if kind[0] is Rows.SAMPLED:
        with pytest.raises(Refused, match="a row from 0 to 1"):
            hearing.receive(Report((5,), good.contents))


def spoiled(good: str, kind: Kind) -> Iterator[tuple[str, Reason]]:
    """Texts that were not saved, and those of other plans."""
    sums, reporters, parameters = (
        *map(state_entries(good).get, ("sums", "reporters")),
        json.loads(good)["parameters"],
    )
    assert isinstance(sums, list)
    assert isinstance(reporters, list)
    signs = kind[2].support_range == 2
    firsts = [100, -100, 0.5, 10**15 + 1]
    if kind[0] is Rows.OWN:  # supports that no five reports give
        firsts += [-6, -7, 6, 7, 0] if signs else [-1, -2, 6, 7]
    damage: list[tuple[str, object]] = [
        *(("sums", each) for each in (sums[1:], [*sums, 0], *([first, *sums[1:]] for first in firsts))),
        *(("reporters", each) for each in (reporters[1:], [0] * len(reporters), [-1, *reporters[1:]])),
    ]
    if kind[0] is Rows.ALL:  # where all rows have the same reports
        damage.append(("reporters", [5, 6]))
    texts = [with_state(good, **{name: each}) for name, each in damage]
    for text in (*no_states(good), with_parameters(good, odds=4), *texts):
        yield text, Reason.DAMAGED_STATE
    yield with_parameters(good, odds="4"), Reason.FOREIGN_STATE
    if parameters["hashes"] != "0,0 0,1":
        yield with_parameters(good, hashes="0,0 0,1"), Reason.FOREIGN_STATE
    fewer = {name: parameters[name] for name in parameters if name != "points"}
    yield json.dumps({**json.loads(good), "parameters": fewer}), Reason.FOREIGN_STATE


@EACH
def test_texts_that_were_not_saved_are_refused_and_change_nothing(kind: Kind) -> None:
    hearing = heard(fresh(kind), range(5))
    before = save_collector(hearing)
    for text, reason in spoiled(before, kind):
        with refused(reason):
            restore_collector(hearing, text)
        assert save_collector(hearing) == before
    if kind[0] is Rows.OWN:
        lowest = -5 if kind[2].support_range == 2 else 0
        restore_collector(
            hearing, with_state(before, sums=[lowest, *json.loads(before)["state"]["sums"][1:]])
        )


def test_collectors_of_other_plans_or_of_too_many_reports_are_not_merged() -> None:
    """Merged with itself again and again, a collector's sums wrapped."""
    keys = all_keys(KINDS[0][1])
    one = empty_collector(planned(*KINDS[0], keys[:2]))
    for other in (planned(*KINDS[0], keys[1:3]), planned(*KINDS[3], keys[:2]), planned(*KINDS[2], keys[:2])):
        with refused(Reason.OUT_OF_RANGE):
            merge_collectors(one, empty_collector(other))
    hearing = heard(fresh(KINDS[0]), range(5))
    with refused(Reason.TOO_LARGE):
        for _ in range(63):
            hearing = merge_collectors(hearing, hearing)
    assert hearing.reporters.max() <= 10**15
    restore_collector(fresh(KINDS[0]), save_collector(hearing))


@pytest.mark.parametrize("mechanism", ["cms", "hcms_plus", "kary", "unary"])
def test_plans_that_were_made_alike_are_alike(mechanism: str) -> None:
    noise = {"p": "1/4", "q": "3/4"} if mechanism == "unary" else {"epsilon": 1}
    one, other = (
        heard(empty_collector(draw_plan(mechanism, 8, 3, SeededCoins(b"seed"), **noise)), range(4))
        for _ in range(2)
    )
    assert merge_collectors(one, other).reporters.sum() == 8
    restore_collector(other, save_collector(one))


# populations


@SHARED
def test_the_law_of_the_sums_of_a_population(kind: Kind) -> None:
    """One person of each of two items and two rows, beside frequencies of seeded draws."""
    (rows, _, channel), asked = kind, plan_of(kind)
    columns = asked.columns((0, 2)).tolist()
    shares: defaultdict[tuple[int, ...], float] = defaultdict(float)
    choices = [[(0, 1)] * 2] if rows is Rows.ALL else [[(a,), (b,)] for a, b in product(range(2), repeat=2)]
    for about in choices:
        for contents in product(channel.list_contents(), repeat=sum(map(len, about))):
            said, share, sums = list(contents), 1 / len(choices), np.zeros((2, channel.width), np.int64)
            for person, told in enumerate(about):
                for row in told:
                    content = said.pop(0)
                    share *= number(channel.likelihood(columns[row][person], content))
                    sums[row] += channel.content_sums(content)
            reporters = np.bincount([row for told in about for row in told], minlength=2)
            shares[(*sums.ravel().tolist(), *reporters.tolist())] += share
    coins, found = SeededCoins(b"population"), Counter[tuple[int, ...]]()
    for _ in range(1000 if run_everything() else 300):
        crowd = simulate_collector(asked, (0, 2), np.array([0, 1]), coins)
        found[(*crowd.sums.ravel().tolist(), *crowd.reporters.tolist())] += 1
    assert_frequencies(found, shares)
    crowd = simulate_collector(asked, (0, 2), np.arange(1000) % 2, coins)
    assert crowd.reporters.sum() == (1000 if rows is Rows.SAMPLED else 2000)
    restore_collector(fresh(kind), save_collector(crowd))


def test_everybody_may_share_a_row_or_nobody_be_there() -> None:
    asked = planned(*KINDS[0], all_keys(KINDS[0][1])[:3])
    assert simulate_collector(asked, (0,), np.zeros(0, np.int64), SeededCoins(b"")).reporters.tolist() == [
        0,
        0,
        0,
    ]
    lonely = simulate_collector(asked, (0, 1, 2), np.array([2]), SeededCoins(b"1"))
    assert sorted(lonely.reporters.tolist()) == [0, 0, 1]
    assert not lonely.sums[lonely.reporters == 0].any()


@EACH
def test_the_law_of_a_report_of_a_population(kind: Kind) -> None:
    """Of two people with two items, beside frequencies of seeded draws."""
    (rows, family, channel), asked = kind, plan_of(kind)
    sent = list(simulate_reports(asked, (2, 0), np.arange(3000) % 2, SeededCoins(b"single")))
    assert len(sent) == 3000
    for start, item in enumerate((2, 0)):
        keys = asked.keys or all_keys(family)
        own = [int(family.columns(key, np.array([item], np.uint64))[0]) for key in keys]
        places = keys if rows is Rows.OWN else [(row,) for row in range(2)]
        columns = {(): tuple(own)} if rows is Rows.ALL else dict(zip(places, zip(own), strict=True))
        expected = {
            (place, contents): prod(
                (number(channel.likelihood(*each)) for each in zip(told, contents, strict=True)),
                start=1 / len(columns),
            )
            for place, told in columns.items()
            for contents in product(channel.list_contents(), repeat=len(told))
        }
        assert_frequencies(Counter((each.place, each.contents) for each in sent[start::2]), expected)


@EACH
def test_a_collector_takes_the_reports_of_a_population(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever groups they are drawn, each of them is as a client would send it."""
    for together in (1, 20, population.TOGETHER):
        monkeypatch.setattr(population, "TOGETHER", together)
        hearing = fresh(kind)
        for each in simulate_reports(hearing.plan, (0, 1), np.arange(50) % 2, SeededCoins(b"taken")):
            hearing.receive(each)
        assert hearing.reporters.sum() == (100 if kind[0] is Rows.ALL else 50)
        restore_collector(fresh(kind), save_collector(hearing))


@OWN
def test_a_population_with_hashes_of_its_own(kind: Kind) -> None:
    """A collector has what it is sent, and every item can be asked for."""
    asked, held = plan_of(kind), np.array([0, 1, 1])
    hearing = empty_collector(asked, (2, 0))
    for each in simulate_reports(asked, (2, 0), held, SeededCoins(b"own")):
        hearing.receive(each)
    assert same(simulate_collector(asked, (2, 0), held, SeededCoins(b"own")), hearing)
    assert hearing.hits((0, 2)).supports.shape == (1, 2)


# ranges


@pytest.mark.parametrize("levels", [1, 2, 5])
def test_a_range_is_made_of_few_intervals(levels: int) -> None:
    for start, stop in combinations(range((1 << levels) + 1), 2):
        found = ranges.cover_range(start, stop, levels)
        spans = [range(place << (levels - level), (place + 1) << (levels - level)) for level, place in found]
        assert sorted(value for span in spans for value in span) == list(range(start, stop))
        assert all(sum(its == level for its, _ in found) <= 2 for level in range(1, levels + 1))


def test_a_worked_example_of_ranges() -> None:
    """Ages of people, below 128: everybody reports on one of seven levels, and is heard there."""
    count = 1200 if run_everything() else 300
    coins, ages = SeededCoins(b"ages"), [20 + person % 40 for person in range(count)]
    plans = [draw_plan("hcms_plus", 16, 64, coins, epsilon=5) for _ in range(7)]
    collectors = [empty_collector(each) for each in plans]
    for age in ages:
        level, said = ranges.level_report(plans, age, coins)
        collectors[level - 1].receive(said)
    assert min(int(each.reporters.sum()) for each in collectors) > count / 10
    for start, stop in ((30, 50), (0, 128), (64, 128)):
        truth = sum(start <= age < stop for age in ages)
        # Some count (7 m - 1) for the levels, m <= 12 intervals; less for signs and for collisions in 64 rows.
        found = float(ball(ranges.people_in_range(collectors, start, stop)))
        assert abs(found - truth) < 5 * (count * 7 * 12) ** 0.5
    halves = sum((ball(ranges.people_in_range(collectors, start, start + 64)) for start in (0, 64)), ball(0))
    assert abs(halves - ball(ranges.people_in_range(collectors, 0, 128))) < 1e-9
