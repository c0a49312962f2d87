"""Samples in a file: a CSV of inputs, outputs and, where they were counted, how often each came."""

import csv
import gzip
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from ldproof.audit.claims import Claim
from ldproof.audit.plan import Plan
from ldproof.domains import Whole
from ldproof.mechanisms import json_of
from ldproof.programs import Seen, Tally, Value, canonical, parsed
from ldproof.rejections import Reason, Refused

Given = TypeVar("Given")
Meaning = TypeVar("Meaning")

NAMES = ("input", "output")
COUNT = "count"
STDIN = Path("-")
MOST = 10**9
"""Samples in a file."""
FORM = "a CSV file in UTF-8, its first line naming the columns"


@dataclass(frozen=True, slots=True)
class Table:
    """What was seen of each input, by its canonical text."""

    tallies: Mapping[str, Tally]

    def tally(self, given: Value) -> Tally:
        """What was seen of an input."""
        return self.tallies[canonical(given)]

    def samples(self) -> int:
        """How many there are."""
        return sum(each.total() for each in self.tallies.values())

    def digest(self) -> bytes:
        """A hash of the content, whatever the order."""
        content = sorted((given, tuple(sorted(tally.items()))) for given, tally in self.tallies.items())
        return sha256(canonical(content).encode()).digest()


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file, as text."""

    line: int
    given: str
    output: str
    count: int


def read(path: Path, plan: Plan, *, counted: bool) -> Table:
    """The samples in a file, with a column `count` or else one in each line; those of the same kind add up.

    For a black box an input is the JSON value that its text is, or else the text; outputs are JSON values if all of
    them are, or else texts; and what is empty is NULL. For a mechanism they are its own texts.
    """
    rows: dict[tuple[str, str], Row] = {}
    samples = 0
    for row in lines(path, counted=counted):
        samples += row.count
        if samples > MOST:
            raise Refused(Reason.TOO_LARGE, f"{path}, line {row.line}: more samples", f"at most {MOST}")
        first = rows.get((row.given, row.output), Row(row.line, row.given, row.output, 0))
        rows[row.given, row.output] = Row(first.line, row.given, row.output, first.count + row.count)
    tallies: dict[str, Tally] = {canonical(each): Counter() for pair in plan.pairs for each in pair.sides()}
    given, output = readers(plan.claim, {row.output for row in rows.values()})
    for row in rows.values():
        where = f"{path}, line {row.line}"
        key = canonical(at(where, given, row.given))
        if key not in tallies:
            raise Refused(
                Reason.UNKNOWN_NAME,
                f"{where}: the input {key} is in no pair",
                f"samples of {' and '.join(tallies)} alone, or one more pair",
            )
        tallies[key][Seen(at(where, output, row.output)).key()] += row.count
    if missing := [key for key, tally in tallies.items() if not tally.total()]:
        raise Refused(
            Reason.MISSING,
            f"{path} has no samples of the input {' or '.join(missing)}",
            f"samples of {' and '.join(tallies)}",
        )
    return Table({key: +tally for key, tally in tallies.items()})


def readers(claim: Claim, outputs: set[str]) -> tuple[Callable[[str], Value], Callable[[str], Value]]:
    """What an input's text means, and what an output's does."""
    known = claim.mechanism
    if known is not None:
        return partial(json_of, known.secrets), partial(json_of, known.outputs)
    if all(not isinstance(meant(each), str) or each.lstrip().startswith('"') for each in outputs):
        return meant, meant
    return meant, lambda text: text or None


def meant(text: str) -> Value:
    """The JSON value that a text is, or else the text; nothing is NULL."""
    try:
        return parsed(text) if text else None
    except Refused:
        return text


def lines(path: Path, *, counted: bool) -> Iterator[Row]:
    """The lines of a file below the one that names the columns; blank ones are none."""
    names = (*NAMES, COUNT) if counted else NAMES
    reader = csv.reader(texts(path), strict=True)
    rows = filter(None, reader)
    try:
        header = [each.strip() for each in next(rows, [])]
        places = at(f"{path}, line {max(reader.line_num, 1)}", lambda found: columns(found, names), header)
        for fields in rows:
            where = f"{path}, line {reader.line_num}"
            if len(fields) != len(header):
                raise Refused(Reason.WRONG_LENGTH, f"{where}: {len(fields)} fields", f"{len(header)} fields")
            given, output, *often = (fields[place] for place in places)
            count = Whole(0, MOST).accept(f"{where}: {COUNT}", often[0]) if often else 1
            yield Row(reader.line_num, given, output, count)
    except csv.Error as flaw:
        raise Refused(Reason.NOT_A_TABLE, f"{path}, line {reader.line_num}: {flaw}", FORM) from flaw


def texts(path: Path) -> Iterator[str]:
    """The lines of a file as text, or of standard input, unpacked where they are packed."""
    try:
        with opened(path) as file:
            for number, line in enumerate(file, start=1):
                content = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
                try:
                    yield content.decode()
                except UnicodeDecodeError as flaw:
                    raise Refused(Reason.NOT_A_TABLE, f"{path}, line {number}: {flaw}", FORM) from flaw
    except (gzip.BadGzipFile, EOFError, zlib.error) as flaw:
        raise Refused(Reason.NOT_A_TABLE, f"{path}: {flaw}", "a whole file of gzip") from flaw
    except OSError as flaw:
        raise Refused(Reason.NO_SUCH_PLACE, f"{path}: {flaw.strerror}", "a file that can be read") from flaw


def opened(path: Path) -> AbstractContextManager[Iterable[bytes]]:
    """A file's bytes; those of standard input for a `-`, and of what is in a `.gz`."""
    if path == STDIN:
        return nullcontext(sys.stdin.buffer)
    return gzip.open(path) if path.suffix == ".gz" else path.open("rb")


def columns(header: Sequence[str], names: Sequence[str]) -> list[int]:
    """Where the columns are."""
    wanted = f"columns {', '.join(names)}"
    if repeated := [name for name in names if header.count(name) > 1]:
        raise Refused(Reason.REPEATED, f"two columns {', '.join(repeated)}", f"{wanted}, each once")
    if missing := [name for name in names if name not in header]:
        raise Refused(Reason.MISSING, f"no column {', '.join(missing)}", wanted)
    if unknown := [name for name in header if name not in names]:
        raise Refused(Reason.UNKNOWN_NAME, f"a column {', '.join(unknown)}", f"{wanted}, and no other")
    return [header.index(name) for name in names]


def at(where: str, read: Callable[[Given], Meaning], given: Given) -> Meaning:
    """What something means; if nothing, the refusal says where it is."""
    try:
        return read(given)
    except Refused as refusal:
        raise Refused(refusal.reason, f"{where}: {refusal.what}", refusal.accepted) from refusal
