"""The collector's side: sums of reports, estimates from them, and queries for ranges; and whole populations."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, islice
from typing import Annotated

import numpy as np

from ldproof import serialization
from ldproof.arrays import Int64Array, parse_naturals
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, quote_given
from ldproof.mechanisms import parse_text
from ldproof.numbers import Exact, Real, lift, like
from ldproof.numbers.algebra import sort_numbers
from ldproof.parameters import Whole, parameter_domain
from ldproof.probability import Infinite, Known, unbias_rate
from ldproof.sampling import draw_uniform, draw_uniforms
from ldproof.sketch import mechanism
from ldproof.sketch.channels import Channel
from ldproof.sketch.fields import MANY, Item, Points, item_points
from ldproof.sketch.hashing import Key, TabulatedFamily, draw_key, is_key, known_triple
from ldproof.sketch.mechanism import (
    MECHANISMS,
    VERSION,
    Columns,
    InputColumns,
    Report,
    Reporting,
    Reports,
    Said,
    reporting_mechanism,
)
from ldproof.sketch.plan import ROWS, TAKES_RATES, Plan, Rows

# How often an item is held, from the support that its columns have.
#
# Each row gives an estimate of its own, and all of them are joined to one: by their mean, which is unbiased over
# the hashes; by their median; or by their minimum, as the sketch without noise has it. With noise the minimum is
# biased and bounds nothing.


@dataclass(frozen=True, slots=True)
class Hits:
    """The support of several items in the reports, and what estimates from it need to know."""

    supports: Int64Array
    """A row for every row of sums, a column for every item."""
    reporters: Int64Array
    """How many reports each row has."""
    scale: int
    """How many people a report stands for: d, where it is about one row of d; otherwise 1."""
    shared: bool
    """Whether everybody's reports are about the same hashes, so that collisions do not even out."""
    channel: Channel
    collision: Fraction
    triple: Fraction | None = None
    """The probability that three items share a column, if it is the same for any three."""
    heaviest: int | None = None
    """The largest support of a column in each row, added up: no item has more support."""
    independent: bool = False
    """Whether the columns of all items are independent, however many there are."""

    @property
    def weight(self) -> Fraction:
        """The number of people that a report stands for, over the number of rows."""
        return Fraction(self.scale, len(self.reporters))

    @property
    def N(self) -> Fraction:
        """The number of people who have reported."""
        return int(self.reporters.sum()) * self.weight


def mean_estimates(hits: Hits) -> list[Real]:
    """For each item the unbiased estimate of its count: the mean over the rows, collisions taken out."""
    reporters = int(hits.reporters.sum())

    def of(support: int) -> Real:
        return lift(
            partial(_estimate_count, support, reporters, hits.weight, hits.collision),
            hits.channel.low,
            hits.channel.high,
        )

    return [of(each) for each in hits.supports.sum(axis=0).tolist()]


def median_estimates(hits: Hits) -> list[Real]:
    """For each item the median of the rows' estimates, collisions taken out; the middle two's mean for even d."""
    count = len(hits.reporters)
    return _ranked_estimates(hits, hits.collision, (count - 1) // 2, count // 2)


def minimum_estimates(hits: Hits) -> list[Real]:
    """For each item the least of the rows' estimates, collisions not taken out: the source's section 3.2, in people."""
    return _ranked_estimates(hits, Fraction(0), 0, 0)


def estimate_holders(support: Exact, reporters: Exact, low: Exact, high: Exact, collision: Exact) -> Exact:
    """The estimated number of holders among the reporters, from an item's support: noise taken out, then collisions."""
    return unbias_rate(
        unbias_rate(support, reporters * low, high - low), reporters * collision, 1 - collision
    )


def _ranked_estimates(hits: Hits, collision: Fraction, low: int, high: int) -> list[Real]:
    """For each item the mean of the rows' estimates of ranks `low` and `high`, counted from 0."""
    reporters: list[int] = hits.reporters.tolist()

    def of(supports: Sequence[int]) -> Real:
        def ranked(p: Known, q: Known) -> Known:
            rows = sort_numbers(
                [
                    _estimate_count(support, count, Fraction(hits.scale), collision, p, q)
                    for support, count in zip(supports, reporters, strict=True)
                ]
            )
            return (rows[low] + rows[high]) / 2

        return lift(ranked, hits.channel.low, hits.channel.high)

    return [of(each) for each in hits.supports.T.tolist()]


def _estimate_count(
    support: int, reporters: int, scale: Fraction, collision: Fraction, low: Exact, high: Exact
) -> Exact:
    """The estimated count of an item, where each report stands for `scale` people."""
    found = estimate_holders(like(low, support), like(low, reporters), low, high, like(low, collision))
    return found * scale.numerator / scale.denominator


# The collector's side: sums of whole numbers, so that collectors can be added up, in any order.
#
# Where hashes are shared, a row of sums for each, of as many numbers as it has columns: O(d w) memory, and any item
# can be asked for. Where every report has its own hash, a number for each candidate, as reports are not kept.
# A report that is refused changes nothing.

ITEM_KINDS: Mapping[str, type] = {"texts": str, "numbers": int, "bytes": bytes}
"""The kinds of items: 5, "5" and b"5" are different items."""

MOST = 10**15
"""No sum is larger: so many reports are not collected."""


@dataclass(slots=True)
class SketchCollector:
    """The sums of all reports that were received."""

    plan: Plan
    candidates: tuple[int, ...]
    """The points that are asked for, where every report has its own hash; otherwise none are named."""
    sums: Int64Array
    """A row for each shared hash; where there are none, one row, of the support of each candidate."""
    reporters: Int64Array
    """How many reports each row is of."""
    kind: str = ""
    """What people's items are: one of `ITEM_KINDS`, or empty if it is not known."""

    def receive(self, report: Report) -> None:
        """Add one report; refused, and nothing changed, if it is none of the plan's."""
        self._check(report)
        rows = report.place if self.plan.rows is Rows.SAMPLED else range(len(self.sums))
        for row, content in zip(rows, report.contents, strict=True):
            added = self.plan.channel.content_sums(content)
            if self.plan.rows is Rows.OWN:
                columns = self.plan.family.columns(report.place, np.array(self.candidates, np.uint64))
                added = self.plan.channel.column_supports(added)[columns]
            self.sums[row] += added
            self.reporters[row] += 1

    def hits(self, items: Sequence[Item]) -> Hits:
        """The support of several items, all different; refused for items that are no candidates, or of another kind."""
        plan = self.plan
        if self.kind and (wrong := [each for each in items if not isinstance(each, ITEM_KINDS[self.kind])]):
            raise Refused(
                Reason.NOT_AN_ITEM,
                f"{quote_given(wrong[0])} is of another kind than the sketch's items, which are {self.kind}",
                f"{self.kind}, or a state that was collected with items of this kind",
            )
        if plan.rows is Rows.OWN:
            said = self.sums[:, self._places(items)]
            return Hits(
                said, self.reporters, 1, shared=False, channel=plan.channel, collision=plan.family.collision
            )
        columns = plan.channel.column_supports(self.sums)
        return Hits(
            np.take_along_axis(columns, plan.columns(items), axis=1),
            self.reporters,
            plan.d if plan.rows is Rows.SAMPLED else 1,
            shared=True,
            channel=plan.channel,
            collision=plan.family.collision,
            triple=known_triple(plan.family),
            heaviest=int(columns.max(axis=1).sum()),
            independent=isinstance(plan.family.independence, Infinite),
        )

    def _places(self, items: Sequence[Item]) -> list[int]:
        """The places of several items among the candidates."""
        where = {candidate: place for place, candidate in enumerate(self.candidates)}
        here = item_points(items, self.plan.family.size).tolist()
        for item, one in zip(items, here, strict=True):
            if one not in where:
                raise Refused(
                    Reason.UNKNOWN_NAME, f"{quote_given(item)} is no candidate", "an item named at the start"
                )
        return [where[one] for one in here]

    def _check(self, report: Report) -> None:
        given: object = report
        if not isinstance(given, Report) or {type(given.place), type(given.contents)} != {tuple}:
            raise Refused(
                Reason.NOT_A_REPORT,
                f"{quote_given(report)}",
                "a report: tuples of numbers, as a client has them",
            )
        if type(report.version) is not int or report.version != VERSION:
            raise Refused(
                Reason.WRONG_VERSION, f"a report of version {quote_given(report.version)}", str(VERSION)
            )
        sampled, own = self.plan.rows is Rows.SAMPLED, self.plan.rows is Rows.OWN
        if not (is_key(self.plan.family, report.place) if own else len(report.place) == int(sampled)):
            accepted = (
                "a key of the family" if own else "one row if it is sampled, and none if all are told of"
            )
            raise Refused(Reason.OUT_OF_RANGE, f"a report of {quote_given(report.place)}", accepted)
        possible = Reports(self.plan.rows, len(self.sums), self.plan.channel)
        possible.validate_output((report.place[0] if sampled else None, report.contents))


def empty_collector(plan: Plan, candidates: Sequence[Item] = (), kind: str = "") -> SketchCollector:
    """A collector without reports; it needs candidates if, and only if, every report has its own hash."""
    named = tuple(item_points(candidates, plan.family.size).tolist())
    if (plan.rows is Rows.OWN) != bool(named):
        raise Refused(
            Reason.WRONG_COUNT,
            f"{len(named)} candidates",
            "a list of candidates where every report has a hash of its own, and none elsewhere",
        )
    shape = (1, len(named)) if named else (plan.d, plan.family.width)
    return SketchCollector(plan, named, np.zeros(shape, np.int64), np.zeros(shape[0], np.int64), kind)


def merge_collectors(one: SketchCollector, other: SketchCollector) -> SketchCollector:
    """A collector of both's reports; refused unless their plans and candidates are the same, and kinds if known."""
    here, there = _plan_parameters(one), _plan_parameters(other)
    if different := [name for name in {**here, **there} if here.get(name) != there.get(name)]:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"two collectors that differ in {', '.join(different)}",
            "collectors of the same sketch",
        )
    kinds = sorted({one.kind, other.kind} - {""})
    if len(kinds) > 1:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"a collector of {' and one of '.join(kinds)}",
            "items of the same kind for both",
        )
    if int(one.reporters.max()) + int(other.reporters.max()) > MOST:
        raise Refused(Reason.TOO_LARGE, "two collectors of too many reports", f"{MOST} reports in both")
    return SketchCollector(
        one.plan, one.candidates, one.sums + other.sums, one.reporters + other.reporters, "".join(kinds)
    )


@dataclass(frozen=True, slots=True)
class ReceivedSums:
    """The state of a collector that is saved: its sums, and the number of reports of each row."""

    sums: tuple[Annotated[int, Whole(-MOST, MOST)], ...]
    reporters: tuple[Annotated[int, Whole(0, MOST)], ...]


def save_collector(collector: SketchCollector) -> str:
    """The saved state as text: the plan, and the sums so far."""
    received = ReceivedSums(tuple(collector.sums.ravel().tolist()), tuple(collector.reporters.tolist()))
    return serialization.save_state(_saved_parameters(collector), received)


def restore_collector(fresh: SketchCollector, text: str) -> None:
    """Continue a saved collector in the place of a fresh one; refused unless the plans are the same."""
    saved = serialization.restore_state(ReceivedSums, _saved_parameters(fresh), text)
    reporters, sums = np.array(saved.reporters, np.int64), np.array(saved.sums, np.int64)
    if sums.size != fresh.sums.size or reporters.size != fresh.reporters.size:
        raise serialization.damaged_state_refusal("it has not as many sums as the plan")
    restored = SketchCollector(fresh.plan, fresh.candidates, sums.reshape(fresh.sums.shape), reporters)
    if (flaw := flaw_of_sums(restored)) is not None:
        raise serialization.damaged_state_refusal(flaw)
    fresh.sums, fresh.reporters = restored.sums, reporters


def flaw_of_sums(collector: SketchCollector) -> str | None:
    """Why no reports make these sums; None where nothing is seen."""
    plan, sums, reporters = collector.plan, collector.sums, collector.reporters
    if plan.rows is Rows.ALL and len(set(reporters.tolist())) > 1:
        return "its rows are not of the same reports"
    if collector.candidates:
        # A report adds 1 to a candidate, or a step less: 0 and 1, or -1 and 1.
        step, most = plan.channel.support_range, reporters[:, np.newaxis]
        missed, rest = np.divmod(most - sums, step)
        possible = bool(((missed >= 0) & (missed <= most) & (rest == 0)).all())
    else:
        possible = all(
            plan.channel.is_possible(row, n) for row, n in zip(sums, reporters.tolist(), strict=True)
        )
    return None if possible else "its sums do not come from so many reports"


def _saved_parameters(collector: SketchCollector) -> dict[str, str]:
    """The plan and the candidates as text, exactly, and the kind of items if it is known."""
    return _plan_parameters(collector) | ({"items": collector.kind} if collector.kind else {})


def _plan_parameters(collector: SketchCollector) -> dict[str, str]:
    """The plan and the candidates as text, exactly."""
    return {**collector.plan.text(), "candidates": " ".join(map(str, collector.candidates))}


# A whole population at once, drawn exactly: for simulations, never for people's own items.
#
# Either everybody's report, to try a collector with, or no more than a collector's sums, which have the joint law that
# so many clients give them: a row of bits then takes two Binomial numbers for each column, and nobody's single bits.

TOGETHER = 1 << 22
"""How many bits are in memory at a time."""


def simulate_reports(plan: Plan, items: Sequence[Item], held: Int64Array, coins: Coins) -> Iterator[Report]:
    """Draw the reports of people who hold `items[held[0]]`, `items[held[1]]`, ..., in this order.

    Items are all different. For one group of people after another their hashes are drawn, and then what they say.
    """
    held = _held_places(items, held)
    where, table = item_points(items, plan.family.size), plan.columns(items)
    size = max(1, TOGETHER // plan.bits)
    groups = (held[start : start + size] for start in range(0, held.size, size))
    return chain.from_iterable(_simulate_group(plan, where, table, group, coins) for group in groups)


def simulate_collector(plan: Plan, items: Sequence[Item], held: Int64Array, coins: Coins) -> SketchCollector:
    """Draw a collector of the reports of people who hold `items[held[0]]`, `items[held[1]]`, ...

    Where every report has a hash of its own there is nothing to share: everybody's report is drawn, and heard by each
    of the items, which are the candidates.
    """
    held = _held_places(items, held)
    if plan.rows is Rows.OWN:
        filled = empty_collector(plan, items)
        for each in simulate_reports(plan, items, held, coins):
            filled.receive(each)
        return filled
    columns = plan.columns(items)
    filled = empty_collector(plan)
    if plan.rows is Rows.ALL:
        groups = [held] * plan.d
    else:
        rows = draw_uniforms(plan.d, held.size, coins)
        groups = np.split(
            held[np.argsort(rows, kind="stable")], np.cumsum(np.bincount(rows, minlength=plan.d))[:-1]
        )
    filled.sums[:] = plan.channel.draw_sums(
        [own[group] for own, group in zip(columns, groups, strict=True)], coins
    )
    filled.reporters[:] = [group.size for group in groups]
    return filled


def _simulate_group(
    plan: Plan, where: Points, table: Int64Array, held: Int64Array, coins: Coins
) -> Iterator[Report]:
    """The reports of one group: which hashes each report is about, and its contents."""
    places: list[Key] = [()] * held.size
    columns = table[:, held].T
    if plan.rows is Rows.SAMPLED:
        rows = draw_uniforms(plan.d, held.size, coins)
        places, columns = [(row,) for row in rows.tolist()], table[rows, held][:, np.newaxis]
    elif plan.rows is Rows.OWN:
        places = [draw_key(plan.family, coins) for _ in held]
        own = [plan.family.columns(key, where[[item]]) for key, item in zip(places, held, strict=True)]
        columns = np.array(own, np.int64).reshape(held.size, 1)
    contents = map(tuple, plan.channel.draw_contents(columns.ravel(), coins).tolist())
    return (Report(place, tuple(islice(contents, columns.shape[1]))) for place in places)


def _held_places(items: Sequence[Item], held: Int64Array) -> Int64Array:
    """The index of each person's item as an array; refused if an item is not listed."""
    places = parse_naturals("the places of items", held, "person")
    if places.max(initial=-1) >= len(items):
        raise Refused(Reason.OUT_OF_RANGE, "an item that is not listed", f"0 to {len(items) - 1}")
    return places


# What the collector estimates from reports, for items whose columns it is given: as JSON, with no hash in it.

CollectedReports = Mapping[str, object]
Estimating = Callable[[CollectedReports], list[Real]]

JOINS = {"mean": mean_estimates, "median": median_estimates, "minimum": minimum_estimates}
"""How the rows' estimates become one."""


def estimating_function(
    word: str, w: object, d: object, collision: object = None, estimator: object = "mean", **given: object
) -> Estimating:
    """A function from reports and items' columns, as JSON, to the estimated count of each item."""
    known = reporting_mechanism(word, w, d, **given)
    often = Fraction(1, known.channel.width)
    if collision is not None:
        often = Fraction(parameter_domain("collision", "sketch").accept("collision", collision))
    join = JOINS[str(parameter_domain("estimator", "sketch").accept("estimator", estimator))]

    def estimates(received: CollectedReports) -> list[Real]:
        match received:
            case {"reports": list(reports), "columns": list(items)}:
                said = [known.outputs.read(each) for each in reports]
                own = known.rows is Rows.OWN
                rows = InputColumns(known.channel.width, len(said) if own else known.d)
                columns = [
                    rows.read(parse_text(each)) if parse_text(each) or rows.d else () for each in items
                ]
                if not columns:
                    return []
                return join(filled_collector(word, known, said, columns, often).hits(range(len(items))))
            case _:
                raise Refused(
                    Reason.MISSING, "no lists of reports and columns", "reports, and the items' columns"
                )

    return estimates


def estimates_from_rates(
    word: str,
    w: object,
    d: object,
    p: object,
    q: object,
    collision: object = None,
    estimator: object = "mean",
) -> Estimating:
    """The estimating function of a mechanism that is given p and q."""
    return estimating_function(word, w, d, collision, estimator, p=p, q=q)


def own_hash_estimates(
    word: str, w: object, collision: object = None, estimator: object = "mean", **given: object
) -> Estimating:
    """The estimating function of a mechanism with which every report has a hash of its own."""
    return estimating_function(word, w, 1, collision, estimator, **given)


def filled_collector(
    word: str, known: Reporting, said: Sequence[Said], columns: Sequence[Columns], often: Fraction
) -> SketchCollector:
    """A collector that has received these reports, under hashes that are given by the items' columns."""
    own = known.rows is Rows.OWN
    family = TabulatedFamily(known.channel.width, len(columns), often)
    keys = tuple(zip(*columns, strict=True))
    plan = Plan(word, known.rows, family, () if own else keys, known.channel, known.budget)
    found = empty_collector(plan, range(len(columns)) if own else ())
    for place, (row, contents) in enumerate(said):
        found.receive(Report(keys[place] if own else () if row is None else (row,), contents))
    return found


ESTIMATES: Mapping[str, Callable[..., Estimating]] = {
    **{
        word: partial(own_hash_estimates if ROWS.get(word) is Rows.OWN else estimating_function, word)
        for word in MECHANISMS
    },
    **{word: partial(estimates_from_rates, word) for word in TAKES_RATES},
}
"""By mechanism."""

# Range queries, section 5: a sketch for each level of halves, quarters and so on, down to single values.
#
# Values are 0 .. 2^h - 1, and level l = 1 .. h has 2^l intervals of the same length, which are its items. A person
# reports on one level, which is drawn and public, and names the interval that the value is in. A range is made of at
# most two intervals of each level; their estimated counts, h times each, add up.

Interval = tuple[int, int]
"""A level, and which of its intervals."""


def level_report(
    plans: Sequence[Plan], value: int, coins: Coins, step: int = 1
) -> tuple[int, mechanism.Report]:
    """Draw a uniform level from 1 to len(plans), and a report of the value's first `step` bits for each level."""
    if type(value) is not int or not 0 <= value < 1 << step * len(plans):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"the value {quote_given(value)}",
            f"a whole number from 0 to {(1 << step * len(plans)) - 1}",
        )
    level = 1 + draw_uniform(len(plans), coins)
    prefix = prefix_item(value >> step * (len(plans) - level))
    return level, mechanism.randomize_item(plans[level - 1], prefix, coins)


def prefix_item(prefix: int) -> Item:
    """Return the item of a prefix: a number that is a point of every large family as it is, a larger one as bytes."""
    return prefix if prefix < MANY else prefix.to_bytes((prefix.bit_length() + 7) // 8)


def people_in_range(collectors: Sequence[SketchCollector], start: int, stop: int) -> Real:
    """The unbiased estimate of how many people hold a value from `start` to below `stop`; a collector per level."""
    levels = len(collectors)
    if {type(start), type(stop)} != {int} or not 0 <= start < stop <= 1 << levels:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"the range from {quote_given(start)} to below {quote_given(stop)}",
            f"whole numbers, 0 <= start < stop <= {1 << levels}",
        )
    found = [
        mean_estimates(
            collector.hits([place for its, place in cover_range(start, stop, levels) if its == level])
        )
        for level, collector in enumerate(collectors, 1)
    ]
    return levels * sum((each for estimates in found for each in estimates), Real(0))


def cover_range(start: int, stop: int, levels: int) -> list[Interval]:
    """The fewest intervals (level, place) that make up `start` to below `stop` of 2^levels values, of levels >= 1."""
    found: list[Interval] = []
    for level in range(levels, 0, -1):
        while start < stop and (start & 1 or level == 1):
            found.append((level, start))
            start += 1
        if stop & 1 and start < stop:
            stop -= 1
            found.append((level, stop))
        start, stop = start >> 1, stop >> 1
    return found
