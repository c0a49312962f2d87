"""The collector's side: sums of whole numbers, so that collectors can be added up, in any order.

Where hashes are shared, a row of sums for each, of as many numbers as it has columns: O(d w) memory, and any item
can be asked for. Where every report has its own hash, a number for each candidate, as reports are not kept.
A report that is refused changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from ldproof import codec
from ldproof.arrays import Int64Array
from ldproof.domains import Whole
from ldproof.rejections import Reason, Refused, quoted
from ldproof.sketch.client import VERSION, Report
from ldproof.sketch.estimators import Hits
from ldproof.sketch.hashing import Item, known, points
from ldproof.sketch.hashing.triples import known_triple
from ldproof.sketch.plan import Plan, Rows

MOST = 10**15
"""No sum is larger: so many reports are not collected."""


@dataclass(slots=True)
class Collector:
    """What has been received, in sums."""

    plan: Plan
    candidates: tuple[int, ...]
    """The points that are asked for, where every report has its own hash; otherwise none are named."""
    sums: Int64Array
    """A row for each shared hash; where there are none, one row, of the support of each candidate."""
    reporters: Int64Array
    """How many reports each row is of."""

    def receive(self, report: Report) -> None:
        """Add one report."""
        self._check(report)
        rows = report.place if self.plan.rows is Rows.SAMPLED else range(len(self.sums))
        for row, content in zip(rows, report.contents, strict=True):
            tally = self.plan.channel.tally(content)
            self.sums[row] += self._heard(report, tally) if self.plan.rows is Rows.OWN else tally
            self.reporters[row] += 1

    def hits(self, items: Sequence[Item]) -> Hits:
        """The support of several items, all different."""
        plan = self.plan
        if plan.rows is Rows.OWN:
            said = self.sums[:, self._places(items)]
            return Hits(
                said, self.reporters, 1, shared=False, channel=plan.channel, collision=plan.family.collision
            )
        columns = plan.channel.supports(self.sums)
        return Hits(
            np.take_along_axis(columns, plan.columns(items), axis=1),
            self.reporters,
            plan.d if plan.rows is Rows.SAMPLED else 1,
            shared=True,
            channel=plan.channel,
            collision=plan.family.collision,
            triple=known_triple(plan.family),
            heaviest=int(columns.max(axis=1).sum()),
        )

    def _heard(self, report: Report, tally: Int64Array) -> Int64Array:
        """How a report with a hash of its own supports each candidate."""
        columns = self.plan.family.columns(report.place, np.array(self.candidates, np.uint64))
        return self.plan.channel.supports(tally)[columns]

    def _places(self, items: Sequence[Item]) -> list[int]:
        """Where several candidates are."""
        where = {candidate: place for place, candidate in enumerate(self.candidates)}
        here = points(items, self.plan.family.size).tolist()
        for item, one in zip(items, here, strict=True):
            if one not in where:
                raise Refused(
                    Reason.UNKNOWN_NAME, f"{quoted(item)} is no candidate", "an item named at the start"
                )
        return [where[one] for one in here]

    def _check(self, report: Report) -> None:
        if not _has_form(report):
            raise Refused(
                Reason.NOT_A_REPORT, f"{quoted(report)}", "a report: tuples of numbers, as a client has them"
            )
        if type(report.version) is not int or report.version != VERSION:
            raise Refused(Reason.WRONG_VERSION, f"a report of version {quoted(report.version)}", str(VERSION))
        if self.plan.rows is Rows.SAMPLED:
            well_placed, accepted = _is_row(report.place, self.plan.d), f"one row from 0 to {self.plan.d - 1}"
        elif self.plan.rows is Rows.OWN:
            well_placed, accepted = known(self.plan.family, report.place), "a key of the family"
        else:
            well_placed, accepted = report.place == (), "nothing, as all rows are told of"
        if not well_placed:
            raise Refused(Reason.OUT_OF_RANGE, f"a report of {quoted(report.place)}", accepted)
        told = len(self.sums) if self.plan.rows is Rows.ALL else 1
        if len(report.contents) != told:
            raise Refused(Reason.WRONG_LENGTH, f"a report of {len(report.contents)} rows", f"{told} rows")
        for content in report.contents:
            self.plan.channel.check(content)


def collector(plan: Plan, candidates: Sequence[Item] = ()) -> Collector:
    """A collector of no report yet. Candidates are named where every report has its own hash."""
    named = tuple(points(candidates, plan.family.size).tolist())
    if (plan.rows is Rows.OWN) != bool(named):
        raise Refused(
            Reason.WRONG_COUNT,
            f"{len(named)} candidates",
            "a list of candidates where every report has a hash of its own, and none elsewhere",
        )
    shape = (1, len(named)) if named else (plan.d, plan.family.width)
    return Collector(plan, named, np.zeros(shape, np.int64), np.zeros(shape[0], np.int64))


def merged(one: Collector, other: Collector) -> Collector:
    """What one collector of both's reports would have."""
    if _parameters(one) != _parameters(other):
        raise Refused(Reason.OUT_OF_RANGE, "two collectors of different plans", "the same plan for both")
    if int(one.reporters.max()) + int(other.reporters.max()) > MOST:
        raise Refused(Reason.TOO_LARGE, "two collectors of too many reports", f"{MOST} reports in both")
    return Collector(one.plan, one.candidates, one.sums + other.sums, one.reporters + other.reporters)


@dataclass(frozen=True, slots=True)
class Received:
    """What is saved of a collector."""

    sums: tuple[Annotated[int, Whole(-MOST, MOST)], ...]
    reporters: tuple[Annotated[int, Whole(0, MOST)], ...]


def save(collector: Collector) -> str:
    """The plan, and the sums so far."""
    received = Received(tuple(collector.sums.ravel().tolist()), tuple(collector.reporters.tolist()))
    return codec.save(_parameters(collector), received)


def restore(fresh: Collector, text: str) -> None:
    """Go on where the saved collector stopped, in the place of a fresh one with the same plan."""
    saved = codec.restore(Received, _parameters(fresh), text)
    reporters, sums = np.array(saved.reporters, np.int64), np.array(saved.sums, np.int64)
    if sums.size != fresh.sums.size or reporters.size != fresh.reporters.size:
        raise codec.damaged("it has not as many sums as the plan")
    rows = sums.reshape(fresh.sums.shape)
    if fresh.plan.rows is Rows.ALL and len(set(reporters.tolist())) > 1:
        raise codec.damaged("its rows are not of the same reports")
    if fresh.candidates:
        # A report adds 1 to a candidate, or a step less: 0 and 1, or -1 and 1.
        step, most = fresh.plan.channel.support_range, reporters[:, np.newaxis]
        missed, rest = np.divmod(most - rows, step)
        possible = bool(((missed >= 0) & (missed <= most) & (rest == 0)).all())
    else:
        channel = fresh.plan.channel
        possible = all(channel.possible(row, n) for row, n in zip(rows, reporters.tolist(), strict=True))
    if not possible:
        raise codec.damaged("its sums do not come from so many reports")
    fresh.sums, fresh.reporters = rows, reporters


def _parameters(collector: Collector) -> dict[str, str]:
    """As text, in which no number is taken for another that is equal to it."""
    return {**collector.plan.text(), "candidates": " ".join(map(str, collector.candidates))}


def _has_form(report: object) -> bool:
    """Whether it is made of what reports are made of, with whatever numbers."""
    if not isinstance(report, Report):
        return False
    both: tuple[object, ...] = (report.place, report.contents)
    return all(isinstance(each, tuple) for each in both) and all(
        isinstance(each, tuple) for each in report.contents
    )


def _is_row(place: Sequence[object], d: int) -> bool:
    """Whether a place is one row."""
    return len(place) == 1 and type(place[0]) is int and 0 <= place[0] < d
