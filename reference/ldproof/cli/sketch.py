"""`ldproof sketch`: draw people's reports, collect them, and say how many people hold each item."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from ldproof.api.sketches import (
    PrefixCounts,
    PrefixSketch,
    PrivateSketch,
    SketchCounts,
    SketchResult,
    prefix_sketch,
    private_sketch,
)
from ldproof.auditor.state_file import lock_file
from ldproof.cli.text import (
    Status,
    activity_spinner,
    open_text,
    read_text,
    refuse_unwritable,
    say,
    say_json,
    show_table,
    write_complaint,
)
from ldproof.defaults import UNBIASED
from ldproof.errors import Reason, Refused, read_or_name_place
from ldproof.files import STDIN, is_parquet, replace_file
from ldproof.parameters import complete_numeral, parse_assignments, parse_whole
from ldproof.sketch.fields import Item

Kept = TypeVar("Kept", SketchCounts, PrefixCounts)

PROGRESS_EVERY = 10_000
"""Progress is shown after so many reports, and again."""


def print_reports(
    *, name: str, given: Sequence[str], item: Sequence[str], items: Path | None, numbers: bool, form: str
) -> Status:
    """Print a report of each item."""
    made = parse_sketch(name, given)
    if isinstance(made, PrefixSketch) and (form == "json" or numbers):
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            "--format json or --numbers for prefixes",
            "--format text, and items that are texts",
        )
    draw: Callable[[Any], str] = (
        partial(made.report, form=form) if isinstance(made, PrivateSketch) else made.report
    )
    for place, each in read_items(item, items, numbers=numbers):
        say(read_or_name_place(partial(str, place), draw, each))
    return Status.FINE


def collect_reports(
    *,
    name: str,
    given: Sequence[str],
    reports: Path | None,
    table: Path | None,
    candidates: Path | None,
    numbers: bool,
    state: Path,
    machine: bool,
) -> Status:
    """Add reports or a table of counts to what is saved, and save it."""
    made = parse_sketch(name, given)
    kept: SketchCounts | PrefixCounts
    with hold_state(state):
        if isinstance(made, PrivateSketch):
            listed = (
                []
                if candidates is None
                else [each for _, each in read_items((), candidates, numbers=numbers)]
            )
            kept = made.collector(listed, kind="numbers" if numbers else "texts")
            kept = add_saved(kept, SketchCounts, state)
        elif reports is not None and is_parquet(reports):
            raise Refused(
                Reason.UNKNOWN_PARAMETER, "Parquet reports for prefixes", "a text with a report in each line"
            )
        elif table is not None or candidates is not None or numbers:
            raise Refused(
                Reason.UNKNOWN_PARAMETER, "--table, --candidates or --numbers for prefixes", "--reports"
            )
        else:
            kept = add_saved(made.collector(), PrefixCounts, state)
        had, refused, first_refusal = kept.reporters, 0, ""
        if isinstance(kept, SketchCounts) and table is not None:
            read_or_name_place(partial(str, table), partial(receive_table, kept), table)
        if isinstance(kept, SketchCounts) and reports is not None and is_parquet(reports):
            with activity_spinner() as tell:
                tell(f"counting {reports}")
                kept.receive_files(reports)
        elif reports is not None or table is None:
            refused, first_refusal = receive_lines(kept, reports or STDIN)
        with refuse_unwritable(state):
            replace_file(state, kept.save().encode())
    counts = {"reports": kept.reporters - had, "refused": refused, "reporters": kept.reporters}
    if machine:
        say_json(counts)
    else:
        say("{reports} reports were added, {refused} refused; {reporters} are in {}".format(state, **counts))
    if refused:
        write_complaint(f"ldproof: {first_refusal}")
    return Status.FINDING if refused else Status.FINE


@contextmanager
def hold_state(path: Path) -> Iterator[None]:
    """Let no other process add to a state meanwhile, whose reports would be lost. Raise `Refused` if one does."""
    with lock_file(path) if find_spec("fcntl") else nullcontext():
        yield


def receive_lines(kept: SketchCounts | PrefixCounts, path: Path) -> tuple[int, str]:
    """Add the reports of a file, one in a line, and return how many others are refused, and why the first of them is."""
    refused, first_refusal = 0, ""
    with open_text(path) as lines, activity_spinner() as tell:
        for number, line in enumerate(lines, 1):
            try:
                kept.receive(line.removesuffix("\n"))
            except Refused as why:
                refused += 1
                first_refusal = first_refusal or f"{path}, line {number}: {why}"
            if number % PROGRESS_EVERY == 0:
                tell(f"{number} reports")
    return refused, first_refusal


def print_counts(
    *,
    states: Sequence[Path],
    item: Sequence[str],
    items: Path | None,
    numbers: bool,
    delta: str,
    top: str | None,
    heavy: str | None,
    estimates: str,
    machine: bool,
) -> Status:
    """Print how many people hold each item, in all windows together; or which texts are held by many."""
    if len({each.resolve() for each in states}) < len(states):
        raise Refused(
            Reason.REPEATED, "a state is given twice", "each window once, as its people would count twice"
        )
    if heavy is not None:
        if item or items is not None or top is not None or numbers or estimates != UNBIASED:
            raise Refused(
                Reason.UNKNOWN_PARAMETER,
                "--heavy beside items, --numbers, --top or --estimates",
                "--heavy SHARE alone, or items",
            )
        one, *more = (restore_named(PrefixCounts.restore, each) for each in states)
        with activity_spinner() as tell:
            found = one.merge(*more).heavy_hitters(
                complete_numeral(heavy), delta=complete_numeral(delta), tell=tell
            )
    else:
        asked = [each for _, each in read_items(item, items, numbers=numbers)]
        first, *others = (restore_named(SketchCounts.restore, each) for each in states)
        found = ask_items(first.merge(*others), asked, delta, top, estimates)
    if machine:
        say(found.to_json())
        return Status.FINE
    show_table(
        "item",
        "estimate",
        "at least",
        "at most",
        rows=[
            (printable_item(each), count.rounded, str(count.lower), str(count.upper))
            for each, count in found.items()
        ],
    )
    say(f"\n{found.promise}")
    return Status.FINE


def printable_item(item: object) -> str:
    """An item in a table: as JSON if it is not printable, so that no control character reaches a terminal."""
    text = str(item)
    return text if text.isprintable() else json.dumps(text)


def restore_named(restore: Callable[[str], Kept], path: Path) -> Kept:
    """Return the collector that was saved in a file. Raise `Refused`, with its name, if there is none."""
    return read_or_name_place(partial(str, path), restore, read_text(path))


def add_saved(fresh: Kept, kind: type[Kept], state: Path) -> Kept:
    """Return a collector, with what is saved in a file if there is one."""
    if not state.exists():
        return fresh
    return read_or_name_place(partial(str, state), fresh.merge, restore_named(kind.restore, state))


def ask_items(
    kept: SketchCounts, items: Sequence[Item], delta: str, top: str | None, estimates: str
) -> SketchResult:
    """Return what a collector has of a list of items, or of its largest."""
    risk = complete_numeral(delta)
    if top is not None:
        if estimates != UNBIASED:
            raise Refused(Reason.UNKNOWN_PARAMETER, "--top beside --estimates", "one of the two")
        return kept.top(items, parse_whole("--top", top), delta=risk)
    return kept.query(items, delta=risk, estimates=estimates)


# What is given.


def parse_sketch(name: str, given: Sequence[str]) -> PrivateSketch | PrefixSketch:
    """Return the sketch of these words, one of prefixes if a length is among them.

    Raise `Refused` without a seed, as everybody needs the same hashes.
    """
    words: dict[str, object] = {**parse_assignments(given)}
    seed = words.pop("seed", None)
    if not isinstance(seed, str):
        raise Refused(
            Reason.MISSING, "the sketch has no seed", "seed=TEXT, public and the same for everybody"
        )
    return (prefix_sketch if "length" in words else private_sketch)(name, seed=seed, **words)


def read_items(item: Sequence[str], items: Path | None, *, numbers: bool) -> Iterator[tuple[str, Item]]:
    """Yield the items that are given as words, and the lines of a file, with their places."""
    if not item and items is None:
        raise Refused(Reason.MISSING, "no items are given", "--item X, or --items FILE with one in a line")
    read: Callable[[str], Item] = parse_number if numbers else str

    def read_at(place: str, text: str) -> tuple[str, Item]:
        return place, read_or_name_place(partial(str, place), read, text)

    for number, each in enumerate(item, start=1):
        yield read_at(f"item {number}", each)
    if items is not None:
        line = None
        with open_text(items) as lines:
            for number, line in enumerate(lines, start=1):
                yield read_at(f"{items}, line {number}", line.removesuffix("\n"))
        if line is None:
            raise Refused(Reason.MISSING, f"{items} has no line", "an item in each line")


def parse_number(text: str) -> int:
    """Return an item that is a whole number. A refusal does not quote it, as it is a person's secret."""
    with suppress(Refused):
        return parse_whole("an item", text)
    raise Refused(
        Reason.NOT_AN_ITEM, "an item is no whole number", "whole numbers, or items without --numbers"
    )


def receive_table(kept: SketchCounts, path: Path) -> None:
    """Add the table of a CSV, with the number of reports of a row and its sums in each line."""
    with open_text(path) as lines:
        rows = [
            [parse_whole(f"a cell of line {number}", each) for each in line.rstrip("\n").split(",")]
            for number, line in enumerate(lines, 1)
        ]
    kept.receive_table([row[0] for row in rows], [row[1:] for row in rows])
