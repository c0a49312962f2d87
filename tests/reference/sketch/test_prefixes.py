"""Heavy hitters by prefixes: the search beside all values, its bounds by enumeration, and coverage by simulation."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.numbers import Real
from ldproof.numbers import log as surprise
from ldproof.sampling import draw_uniforms
from ldproof.sketch import prefixes
from ldproof.sketch.channels import Channel
from ldproof.sketch.collector import (
    Hits,
    SketchCollector,
    empty_collector,
    level_report,
    prefix_item,
    simulate_collector,
)
from ldproof.sketch.cumulants import Crowd, bound_holders
from ldproof.sketch.fields import MANY
from ldproof.sketch.mechanism import Report
from ldproof.sketch.plan import Plan, Rows, draw_plan
from ldproof.sketch.prefixes import heavy_hitters, least_support, level_crowd
from tests.reference.refusals import refused
from tests.reference.sketch.small import number
from tests.reference.sketch.test_intervals import BITS, COUNTS, RARE, SIGNS, at_rate, moment
from tests.tiers import grid, slow, some

DELTA = Fraction(1, 10)


def plans_of(word: str, levels: int, seed: str, w: int = 16, d: int = 4, epsilon: int = 4) -> list[Plan]:
    coins = SeededCoins(seed.encode())
    return [draw_plan(word, w, d, coins, epsilon=epsilon) for _ in range(levels)]


def simulated(word: str, step: int, levels: int, counts: dict[int, int], seed: str) -> list[SketchCollector]:
    """Collectors of people who are at a uniform level each."""
    coins, values = SeededCoins(f"people {seed}".encode()), np.repeat([*counts], [*counts.values()])
    at = draw_uniforms(levels, len(values), coins)
    found = []
    for level, plan in enumerate(plans_of(word, levels, seed)):
        held = values[at == level] >> step * (levels - 1 - level)
        listed = sorted({*held.tolist()})
        found.append(simulate_collector(plan, listed, np.searchsorted(listed, held), coins))
    return found


HELD = {3: 3000, 10: 2000, 11: 1500, 0: 300, 15: 200}


@pytest.mark.parametrize(("word", "step"), [("kary", 1), ("oue", 2), ("hcms_plus", 4)])
def test_search_finds_what_all_values_show(word: str, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every value of four bits is listed if the bounds on all its prefixes allow theta N holders, and no other."""
    risks = []

    def recorded(known: Crowd, reports: int, L: Real, threshold: int) -> int:
        risks.append(number(L))
        return least_support(known, reports, L, threshold)

    monkeypatch.setattr(prefixes, "TOGETHER", 3)
    monkeypatch.setattr(prefixes, "least_support", recorded)
    levels, N, theta = 4 // step, sum(HELD.values()), Fraction(1, 5)
    collectors = simulated(word, step, levels, HELD, word)
    found = heavy_hitters(collectors, step, theta, DELTA)
    L = surprise(Real(2 * levels * 6 / DELTA))  # five prefixes and the heaviest
    assert risks == [number(L)] * levels
    expected: dict[int, int] = {}
    hits, T, R = collectors[0].hits([]), 0, 0
    known = level_crowd(hits, N, levels, Real(N))
    for value in range(16):
        uppers = []
        for level, collector in enumerate(collectors, 1):
            hits = collector.hits([value >> step * (levels - level)])
            support, R = int(hits.supports.sum()), int(hits.reporters.sum())
            T = support if hits.channel.support_range == 1 else (support + R) // 2
            assert hits.heaviest is not None
            best = hits.heaviest if hits.channel.support_range == 1 else (hits.heaviest + R) // 2
            most = bound_holders(level_crowd(hits, N, levels, Real(N)), best, L, -1)
            known = level_crowd(hits, N, levels, most)
            uppers.append(number(bound_holders(known, T, L, -1)))
        if min(uppers) >= theta * N:
            expected[value] = T
    assert {*expected} == {*found}
    assert [expected[value] for value in found] == sorted(expected.values(), reverse=True)
    assert {3, 10} <= {*found}
    assert len(found) < 16
    L = surprise(Real(4 * 16 / DELTA))
    for value, each in found.items():
        ends = [number(bound_holders(known, expected[value], L, sign)) for sign in (1, -1)]
        assert (each.lower, each.upper) == (np.ceil(ends[0]), np.floor(ends[1]))
        assert each.lower <= HELD.get(value, 0) <= each.upper
        w, low, high = hits.channel.width, number(hits.channel.low), number(hits.channel.high)
        support = expected[value] if hits.channel.support_range == 1 else 2 * expected[value] - R
        share = (support / R - low) / (high - low)
        assert number(each.estimate) == pytest.approx(levels * R * (share - 1 / w) / (1 - 1 / w))


def test_fewest_supporting_reports_by_trying_all() -> None:
    collector = simulated("kary", 2, 2, HELD, "least")[0]
    reports, L = int(collector.reporters.sum()), surprise(Real(100))
    known = level_crowd(collector.hits([]), 7000, 2, Real(7000))
    for threshold in (1, 700, 3500, 7000):
        least = least_support(known, reports, L, threshold)
        tried = range(0, reports + 1, 50)
        allowed = [T for T in tried if floor(bound_holders(known, T, L, -1)) >= threshold]
        assert allowed == [T for T in tried if least <= T]


@pytest.mark.parametrize("channel", [BITS, SIGNS, RARE], ids=str)
def test_no_moment_of_a_level_is_above_its_bound(channel: Channel) -> None:
    """(1) of `cumulants` where a person is at one of three levels, by enumeration."""
    for d, counts, t in grid((1, 2), COUNTS, (0.125, 1.0, 3.0, -0.125, -1.0, -3.0)):
        c, rows = Fraction(1, channel.width), np.zeros((d, 1), np.int64)
        hits = Hits(rows, rows[:, 0], d, True, channel, c, c**2, 0, independent=True)  # noqa: FBT003
        found = log(moment(Rows.SAMPLED, channel, d, counts, t, levels=3))
        for heaviest in (4, max(counts)):
            alpha, beta = at_rate(level_crowd(hits, 4, 3, Real(heaviest)), t)
            most = counts[0] * alpha + (4 - counts[0]) * beta
            assert found <= most + 1e-12
            if counts[0] == 4:
                assert most == pytest.approx(found, abs=1e-12)  # nothing is lost


def test_report_is_of_the_prefix_at_a_uniform_level() -> None:
    """With a channel that never lies, so to speak: its odds are 10^12."""
    plans = [draw_plan("kary", 64, 1, SeededCoins(b"plan"), odds=10**12) for _ in range(3)]
    coins, value, times = SeededCoins(b"coins"), 0b1101_0010_1111, [0, 0, 0]
    for _ in range(300):
        level, said = level_report(plans, value, coins, 4)
        times[level - 1] += 1
        plan = plans[level - 1]
        assert said == Report((0,), ((int(plan.columns([value >> 4 * (3 - level)])[0, 0]),),))
    assert min(times) > 60  # each is 100 but for five standard deviations
    for bad in (-1, 1 << 12, True, "1"):
        with refused(Reason.OUT_OF_RANGE):
            level_report(plans, bad, coins, 4)  # type: ignore[arg-type]


def test_long_prefixes_are_items_too() -> None:
    """Numbers that are points stay as they are, longer ones are bytes without zeros in front, so that no two are one."""
    assert [prefix_item(each) for each in (0, MANY - 1)] == [0, MANY - 1]
    assert prefix_item(MANY) == b"\x1f" + b"\xff" * 7
    assert prefix_item(1 << 64) == b"\x01" + bytes(8)
    plans = plans_of("kary", 16, "long", d=2)
    assert level_report(plans, (1 << 128) - 1, SeededCoins(b"long"), 8)[0] <= 16


def missed(counts: dict[int, int], collectors: Sequence[SketchCollector], step: int, theta: Fraction) -> bool:
    """Whether the search misses a heavy hitter, or an interval a count."""
    found = heavy_hitters(collectors, step, theta, DELTA)
    heavy = {value for value, count in counts.items() if count >= theta * sum(counts.values())}
    wrong = [value for value, each in found.items() if not each.lower <= counts.get(value, 0) <= each.upper]
    return bool(heavy - {*found} or wrong)


@slow
@pytest.mark.parametrize("word", some(("kary", "hcms_plus", "oue")))
def test_how_often_anything_is_missed(word: str) -> None:
    """Of 20 runs with delta = 1/10, more than 7 would be wrong with a probability below 1/2,000."""
    counts = {5: 4000, 77: 2000, 200: 2000, 201: 1000, **dict.fromkeys(range(100, 150), 20)}
    wrong = [
        missed(counts, simulated(word, 4, 2, counts, f"{word} {run}"), 4, Fraction(1, 6)) for run in range(20)
    ]
    assert sum(wrong) <= 7


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = [empty_collector(each) for each in plans_of("kary", 2, "plan")]
    heard = simulated("kary", 2, 2, HELD, "plan")
    monkeypatch.setattr(prefixes, "MOST_KEPT", 3)
    for collectors, theta, delta, reason in (
        (empty, "1/2", "1/2", Reason.TOO_FEW_PEOPLE),
        (heard, 0, "1/2", Reason.OUT_OF_RANGE),
        (heard, "3/2", "1/2", Reason.OUT_OF_RANGE),
        (heard, "1/2", 1, Reason.OUT_OF_RANGE),
        (heard, "1/1000", "1/2", Reason.TOO_LARGE),
    ):
        with refused(reason):
            heavy_hitters(collectors, 2, theta, delta)
    told: list[str] = []
    assert next(iter(heavy_hitters(heard, 2, "1/3", "1/2", told.append))) == 3
    assert told[-1].endswith("prefixes of 4 bits")
