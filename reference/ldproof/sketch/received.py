"""What a collector receives: reports as lines, as arrays and as tables of counts; and a collector that was saved."""

import json
import re
from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ldproof import serialization
from ldproof.arrays import Int64Array, parse_naturals, parse_whole_array
from ldproof.budget import WAYS
from ldproof.errors import Reason, Refused, quote_given
from ldproof.json_values import load_json
from ldproof.parameters import parameter_domain
from ldproof.rows import parse_numbers
from ldproof.sketch.collector import (
    ITEM_KINDS,
    MOST,
    SketchCollector,
    empty_collector,
    flaw_of_sums,
    merge_collectors,
    restore_collector,
)
from ldproof.sketch.hashing import Affine, Key, Textbook, hash_family
from ldproof.sketch.mechanism import Report
from ldproof.sketch.plan import TAKES_RATES, Plan, Rows, channel_and_budget, check_signs, rows_of

# A report as a line of text.
#
# As text: what is said of each hash, numbers separated by `,` and hashes by `;`. Before it, if the report is about one
# hash, its row or its key, and `:`. As JSON: the members place, contents and version. Text has no version.

KEYS = re.compile(r"([0-9]{1,78}(,[0-9]{1,78}){0,2})?")
"""How a row or a key is written."""

LINE = "place:contents, or the JSON object that a client writes"


def write_report(report: Report) -> str:
    """Return a report as text."""
    place = f"{','.join(map(str, report.place))}:" if report.place else ""
    return place + ";".join(",".join(map(str, each)) for each in report.contents)


def write_report_json(report: Report) -> str:
    """Return a report as a JSON object."""
    return json.dumps(serialization.plain_json(report))


def parse_report(line: object) -> Report:
    """Return the report of a line, of either form. Raise `Refused` if it is none."""
    if not isinstance(line, str):
        raise Refused(Reason.NOT_A_REPORT, quote_given(line), LINE)
    if line.lstrip().startswith("{"):
        return parse_report_json(line)
    place, colon, contents = line.strip().rpartition(":")
    if bool(colon) != bool(place):
        raise Refused(Reason.NOT_A_REPORT, f"{quote_given(line)} has no row or key before its colon", LINE)
    return Report(parse_key(place), tuple(map(parse_numbers, contents.split(";"))))


def parse_report_json(line: str) -> Report:
    """Return the report of a JSON object. Raise `Refused` if it is none."""
    try:
        return serialization.read_typed(Report, load_json(line))
    except serialization.Misfit as flaw:
        where, accepted = ".".join(flaw.path) or "it", flaw.accepted
    raise Refused(Reason.NOT_A_REPORT, f"a report of which {where} is not {accepted}", LINE)


def parse_key(text: str) -> Key:
    """Return the whole numbers of a row or key. Raise `Refused` for any other text."""
    if not KEYS.fullmatch(text):
        raise Refused(Reason.NOT_A_REPORT, f"{quote_given(text)} is no row and no key", "whole numbers")
    return tuple(map(int, text.split(","))) if text else ()


# Many reports at once.


def receive_arrays(
    collector: SketchCollector, rows: ArrayLike, contents: ArrayLike, counts: ArrayLike | None = None
) -> None:
    """Add many reports about one row each: their rows, and a line of numbers for each, once or `counts` times.

    Raise `Refused`, and change nothing, if one of them is none of the plan's.
    """
    plan, ranges = collector.plan, collector.plan.channel.ranges
    if plan.rows is not Rows.SAMPLED:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"arrays of {plan.mechanism} reports, which are not about one row of several",
            "such reports one by one, or of all rows a table of counts",
        )
    where = parse_naturals("the rows", rows, "report")
    said = parse_naturals("the contents", contents, "report", "number")
    often = None if counts is None else parse_naturals("the counts", counts, "report", high=MOST)
    for name, length, wanted in (
        ("contents", len(said), len(where)),
        ("counts", len(where if often is None else often), len(where)),
        ("numbers in a report", said.shape[1], len(ranges)),
    ):
        if length != wanted:
            raise Refused(Reason.WRONG_LENGTH, f"{length} {name}", f"{wanted}")
    for numbers, accepted in zip((where, *said.T), (range(plan.d), *ranges), strict=True):
        refuse_outside(numbers, accepted)
    if often is not None and often.sum(dtype=np.float64) > MOST:
        raise Refused(Reason.TOO_LARGE, "too many reports", f"at most {MOST}")
    reporters = np.bincount(where, often, minlength=plan.d).astype(np.int64)
    add_sums(collector, plan.channel.table_sums(where, plan.d, said, often), reporters)


def refuse_outside(numbers: Int64Array, accepted: range) -> None:
    """Refuse the first number that is not in a range."""
    wrong = np.flatnonzero((numbers < accepted.start) | (numbers >= accepted.stop))
    if wrong.size:
        raise Refused(
            Reason.NOT_A_REPORT,
            f"{numbers[wrong[0]]} in report {wrong[0] + 1}",
            f"whole numbers from {accepted.start} to {accepted.stop - 1}",
        )


def receive_table(collector: SketchCollector, reporters: ArrayLike, sums: ArrayLike) -> None:
    """Add a table of counts, as another collector has it: for each hash the number of its reports, and its sums.

    Raise `Refused`, and change nothing, if no reports make these sums.
    """
    if collector.candidates:
        raise Refused(Reason.OUT_OF_RANGE, "a table where every report has its own hash", "its reports")
    table = np.ascontiguousarray(parse_whole_array("the table", sums, "row", "column"), np.int64)
    told = parse_naturals("the numbers of reports", reporters, "row", high=MOST)
    if table.shape != collector.sums.shape or told.shape != collector.reporters.shape:
        raise Refused(
            Reason.WRONG_LENGTH,
            f"a table of {table.shape[0]} x {table.shape[1]} for {len(told)} rows",
            "{} x {}".format(*collector.sums.shape),
        )
    if (flaw := flaw_of_sums(SketchCollector(collector.plan, (), table, told))) is not None:
        raise Refused(Reason.NOT_A_TABLE, f"the table is of no reports: {flaw}", "sums of the plan's reports")
    add_sums(collector, table, told)


def add_sums(collector: SketchCollector, sums: Int64Array, reporters: Int64Array) -> None:
    """Add the sums of other reports of the same plan."""
    both = merge_collectors(collector, SketchCollector(collector.plan, collector.candidates, sums, reporters))
    collector.sums, collector.reporters = both.sums, both.reporters


# A collector that was saved, by whoever has nothing but the text.


def open_collector(text: str) -> SketchCollector:
    """Return the collector that was saved. Raise `Refused` for another version, or for what is none."""
    parameters = serialization.open_saved(text).parameters
    if "step" in parameters:
        raise Refused(
            Reason.FOREIGN_STATE, "the state is of a sketch with prefixes", "--heavy SHARE, or `PrefixCounts`"
        )
    candidates = [point for key in parameters.get("candidates", "").split() for point in parse_key(key)]
    kind = parameters.get("items", "")
    if kind and kind not in ITEM_KINDS:
        raise serialization.damaged_state_refusal("its items are of no kind")
    fresh = empty_collector(plan_of_text(parameters), candidates, kind)
    restore_collector(fresh, text)
    return fresh


def plan_of_text(text: Mapping[str, str]) -> Plan:
    """Return the plan that `Plan.text` wrote. Raise `Refused` if it is none."""
    word = str(parameter_domain("mechanism", "sketch").accept("mechanism", text.get("mechanism", "")))
    family = text.get("family", "")
    hashes = hash_family(
        family, text.get("width"), text.get("points") if family in {Affine.word, Textbook.word} else None
    )
    keys = tuple(map(parse_key, text.get("hashes", "").split()))
    rows, _ = rows_of(word, len(keys))
    names = ("p", "q") if word in TAKES_RATES else WAYS
    noise = {name: text[name] for name in names if name in text}
    channel, budget = channel_and_budget(word, hashes.width, len(keys) if rows is Rows.ALL else 1, **noise)
    check_signs(channel, hashes)
    return Plan(word, rows, hashes, keys, channel, budget)
