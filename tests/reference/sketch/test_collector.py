"""The collector: sums in any order, saved and resumed, and what it refuses."""

import json
from collections.abc import Iterator
from itertools import permutations

import pytest

from ldproof.coins import SeededCoins
from ldproof.rejections import Reason, Refused
from ldproof.sketch.channels import Channel
from ldproof.sketch.client import Report, report
from ldproof.sketch.collector import Collector, collector, merged, restore, save
from ldproof.sketch.hashing import Family
from ldproof.sketch.plan import Plan, Rows, plan
from tests.reference.refusals import refused
from tests.reference.sketch.planned import BITS, KINDS, NAMES, all_keys, planned
from tests.reference.states import no_states, state, with_parameters, with_state

EACH = pytest.mark.parametrize(("rows", "family", "channel"), KINDS, ids=NAMES)


def fresh(rows: Rows, family: Family, channel: Channel) -> Collector:
    """Of two hashes; or of three candidates."""
    keys = () if rows is Rows.OWN else all_keys(family)[2:4]
    return collector(planned(rows, family, channel, keys), (0, 2, 1) if rows is Rows.OWN else ())


def heard(empty: Collector, people: range) -> Collector:
    """Some people's reports."""
    for person in people:
        empty.receive(report(empty.plan, person % 3, SeededCoins(bytes([person]))))
    return empty


def same(one: Collector, other: Collector) -> bool:
    """Whether all that they know is the same."""
    return save(one) == save(other)


@EACH
def test_merging_is_associative_and_order_free(rows: Rows, family: Family, channel: Channel) -> None:
    parts = [heard(fresh(rows, family, channel), people) for people in (range(5), range(5, 6), range(6, 14))]
    together = heard(fresh(rows, family, channel), range(14))
    for a, b, c in permutations(parts):
        assert same(merged(merged(a, b), c), together)
        assert same(merged(a, merged(b, c)), together)
    assert same(merged(together, fresh(rows, family, channel)), together)
    assert same(parts[0], heard(fresh(rows, family, channel), range(5)))


@EACH
def test_sums_are_of_tallies_and_hits_of_supports(rows: Rows, family: Family, channel: Channel) -> None:
    """Every report by hand: the support of an item's column under the hash that the report is about."""
    hearing = fresh(rows, family, channel)
    d = len(hearing.sums)
    supports, reporters = [[0] * 3 for _ in range(d)], [0] * d
    for person in range(9):
        said = report(hearing.plan, person % 3, SeededCoins(bytes([person])))
        hearing.receive(said)
        if rows is Rows.OWN:
            about = [(0, said.place)]
        elif rows is Rows.ALL:
            about = list(enumerate(hearing.plan.keys))
        else:
            about = [(said.place[0], hearing.plan.keys[said.place[0]])]
        for (row, key), content in zip(about, said.contents, strict=True):
            reporters[row] += 1
            for item in range(3):
                column = (key[-2] * item + key[-1]) % 3 % 2 if family.size == 3 else column_in_gf4(key, item)
                supports[row][item] += int(channel.supports(channel.tally(content))[column])
    hits = hearing.hits((0, 1, 2))
    assert hits.supports.tolist() == supports
    assert hits.reporters.tolist() == reporters
    assert hits.scale == (2 if rows is Rows.SAMPLED else 1)
    assert (hits.channel, hits.shared, hits.collision) == (channel, rows is not Rows.OWN, family.collision)
    assert hits.N == 9
    assert hearing.hits((2, 0)).supports.tolist() == [[each[2], each[0]] for each in supports]


def column_in_gf4(key: tuple[int, ...], x: int) -> int:
    """The low bit of a x^2 + b x + c, where the field's elements 2 and 3 are each other's square."""
    times = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    return (times[key[0]][times[x][x]] ^ times[key[1]][x] ^ key[2]) % 2


@EACH
def test_a_restored_collector_goes_on_as_the_saved_one_would(
    rows: Rows, family: Family, channel: Channel
) -> None:
    saved, resumed = (
        heard(fresh(rows, family, channel), range(7)),
        heard(fresh(rows, family, channel), range(3)),
    )
    restore(resumed, save(saved))
    assert same(saved, resumed)
    assert same(heard(saved, range(7, 12)), heard(resumed, range(7, 12)))


def malformed(good: Report, rows: Rows) -> Iterator[tuple[Report, Reason]]:
    """What nobody sends."""
    content = good.contents[0]
    longer = ((*content, 0), *good.contents[1:])
    shorter = (content[:-1], *good.contents[1:])
    nonsense = [((*content[:-1], each), *good.contents[1:]) for each in (2, -1, True)]
    yield Report(good.place, longer), Reason.WRONG_LENGTH
    yield Report(good.place, shorter), Reason.WRONG_LENGTH
    yield Report(good.place, (*good.contents, content)), Reason.WRONG_LENGTH
    yield Report(good.place, ()), Reason.WRONG_LENGTH
    yield from ((Report(good.place, each), Reason.NOT_A_REPORT) for each in nonsense)
    for said in ("null", '"report"', "[0]", "{}", "5"):
        what = json.loads(said)
        for junk in (
            what,
            Report(what, good.contents),
            Report(good.place, what),
            Report(good.place, (what,)),
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
def test_a_malformed_report_is_refused_and_changes_nothing(
    rows: Rows, family: Family, channel: Channel
) -> None:
    hearing = heard(fresh(rows, family, channel), range(4))
    before = save(hearing)
    good = report(hearing.plan, 1, SeededCoins(b"good"))
    for bad, reason in malformed(good, rows):
        with refused(reason):
            hearing.receive(bad)
        assert save(hearing) == before
    hearing.receive(good)
    assert save(hearing) != before


def test_collectors_of_different_plans_are_not_merged() -> None:
    keys = all_keys(KINDS[0][1])
    one = collector(planned(*KINDS[0], keys[:2]))
    for other in (planned(*KINDS[0], keys[1:3]), planned(*KINDS[3], keys[:2]), planned(*KINDS[2], keys[:2])):
        with refused(Reason.OUT_OF_RANGE):
            merged(one, collector(other))


def test_candidates_are_named_where_they_are_needed() -> None:
    own = planned(*KINDS[4], ())
    for asked, candidates in ((own, ()), (planned(*KINDS[0], all_keys(KINDS[0][1])[:1]), (1,))):
        with refused(Reason.WRONG_COUNT):
            collector(asked, candidates)
    with refused(Reason.REPEATED):
        collector(own, (1, 1))
    hearing = collector(own, (1, 2))
    with refused(Reason.UNKNOWN_NAME):
        hearing.hits((0,))
    with refused(Reason.REPEATED):
        hearing.hits((1, 2, 1))


def spoiled(good: str) -> Iterator[str]:
    """Texts that were not saved."""
    sums, reporters = state(good)["sums"], state(good)["reporters"]
    assert isinstance(sums, list)
    assert isinstance(reporters, list)
    yield from no_states(good)
    yield with_parameters(good, odds=4)
    yield with_state(good, sums=sums[1:])
    yield with_state(good, sums=[*sums, 0])
    yield with_state(good, sums=[100, *sums[1:]])
    yield with_state(good, sums=[-100, *sums[1:]])
    yield with_state(good, sums=[0.5, *sums[1:]])
    yield with_state(good, sums=[10**15 + 1, *sums[1:]])
    yield with_state(good, reporters=reporters[1:])
    yield with_state(good, reporters=[0 for _ in reporters])
    yield with_state(good, reporters=[-1, *reporters[1:]])


def foreign(good: str) -> Iterator[str]:
    """Texts of other plans."""
    parameters = json.loads(good)["parameters"]
    yield with_parameters(good, odds="4")
    if parameters["hashes"] != "0,0 0,1":
        yield with_parameters(good, hashes="0,0 0,1")
    yield json.dumps(
        {
            **json.loads(good),
            "parameters": {name: parameters[name] for name in parameters if name != "points"},
        }
    )


@EACH
def test_what_was_not_saved_is_refused_and_changes_nothing(
    rows: Rows, family: Family, channel: Channel
) -> None:
    hearing = heard(fresh(rows, family, channel), range(5))
    before = save(hearing)
    for reason, texts in ((Reason.DAMAGED_STATE, spoiled), (Reason.FOREIGN_STATE, foreign)):
        for text in texts(before):
            with refused(reason):
                restore(hearing, text)
            assert save(hearing) == before


def test_rows_that_are_all_told_of_have_the_same_reports() -> None:
    hearing = heard(fresh(*KINDS[3]), range(5))
    with refused(Reason.DAMAGED_STATE):
        restore(hearing, with_state(save(hearing), reporters=[5, 6]))


@pytest.mark.parametrize("mechanism", ["cms", "hcms_plus", "kary", "unary"])
def test_plans_that_were_made_alike_are_alike(mechanism: str) -> None:
    noise = {"p": "1/4", "q": "3/4"} if mechanism == "unary" else {"epsilon": 1}

    def made() -> Plan:
        return plan(mechanism, 8, 3, SeededCoins(b"seed"), **noise)

    one, other = (heard(collector(made()), range(4)) for _ in range(2))
    assert merged(one, other).reporters.sum() == 8
    restore(other, save(one))


def test_refusals_name_the_report() -> None:
    hearing = collector(planned(Rows.SAMPLED, KINDS[0][1], BITS, all_keys(KINDS[0][1])[:2]))
    with pytest.raises(Refused, match="one row from 0 to 1"):
        hearing.receive(Report((5,), ((0, 1),)))


@pytest.mark.parametrize(("rows", "family", "channel"), KINDS, ids=NAMES)
def test_supports_that_no_report_gives_are_refused(rows: Rows, family: Family, channel: Channel) -> None:
    """Of reports with hashes of their own; negative numbers of ones were taken."""
    if rows is not Rows.OWN:
        return
    hearing = heard(fresh(rows, family, channel), range(5))
    saved = save(hearing)
    rest = json.loads(saved)["state"]["sums"][1:]
    lowest = -5 if channel.support_range == 2 else 0
    for wrong in (lowest - 1, lowest - 2, 6, 7, *([0] if channel.support_range == 2 else [])):
        with refused(Reason.DAMAGED_STATE):
            restore(hearing, with_state(saved, sums=[wrong, *rest]))
    restore(hearing, with_state(saved, sums=[lowest, *rest]))


def test_collectors_of_too_many_reports_are_not_merged() -> None:
    """Merged with itself again and again, a collector's sums wrapped."""
    hearing = heard(fresh(*KINDS[0]), range(5))
    with refused(Reason.TOO_LARGE):
        for _ in range(63):
            hearing = merged(hearing, hearing)
    assert hearing.reporters.max() <= 10**15
    restore(fresh(*KINDS[0]), save(hearing))
