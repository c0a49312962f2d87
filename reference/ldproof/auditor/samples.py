"""Samples that were taken already: in a CSV file, in a table of Python, or as they come in; and lists of inputs."""

import csv
import gzip
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence, Sized
from collections.abc import Set as AbstractSet
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TypeAlias, TypeVar

import numpy as np

from ldproof.auditor.claim import (
    MOST_LISTED,
    AuditPlan,
    Claim,
    canonical_input,
)
from ldproof.auditor.datasets import examples_of_strategy, is_strategy
from ldproof.auditor.draw.functions import (
    describe_exception,
    keys_of_outputs,
    keys_one_by_one,
    plain_value,
    refuse_asynchronous,
)
from ldproof.auditor.draw.sources import (
    StreamSource,
    importable_from,
    load_thing,
    require_function,
)
from ldproof.errors import Reason, Refused, quote_given, read_or_name_place, type_phrase
from ldproof.files import STDIN, is_parquet
from ldproof.json_values import load_json
from ldproof.mechanisms import json_from_text
from ldproof.parameters import Whole
from ldproof.programs import (
    DrawnOutput,
    Tally,
    Value,
    canonical_text,
    parse_canonical,
    parse_value,
)

# Samples in a file: a CSV of inputs, outputs and, where they were counted, how often each came.


Reading: TypeAlias = Callable[[str | None], Value]

MOST = 10**12
"""The most samples in a file."""
LONGEST = 1 << 24
"""The most bytes of a line and characters of a field (2^17 by default in Python)."""
COUNT = Whole(0, MOST)
KINDS = 1 << 20
"""The most different samples in files, or in an iterator."""
GZIP = b"\x1f\x8b"
"""The first bytes of a gzip file."""
FORM = "a CSV file in UTF-8, its first line naming the columns"
NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
"""What is a number to Python, and no JSON value."""
MOST_EXAMPLES = 50
"""The data sets that a strategy of Hypothesis is asked for."""


@dataclass(frozen=True, slots=True)
class SampleTable:
    """A tally of outputs for each input, by its canonical text."""

    tallies: Mapping[str, Tally]
    query: str | None = None
    """The query that counted them in a database, if one did."""

    def tally_of_input(self, given: Value) -> Tally:
        """Return the tally of an input."""
        return self.tallies[canonical_text(given)]

    def sample_count(self) -> int:
        """Return the number of samples."""
        return sum(each.total() for each in self.tallies.values())

    def content_digest(self) -> bytes:
        """Return a hash of the content that does not depend on the order."""
        content = sorted((given, tuple(sorted(tally.items()))) for given, tally in self.tallies.items())
        return sha256(canonical_text(content).encode()).digest()


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns."""

    given: str = "input"
    output: str = "output"
    count: str | None = None
    """None where each row is one sample."""
    others: bool = False
    """Whether there may be other columns. If no column is named there may not, so that counts are not taken for samples."""

    def column_names(self) -> tuple[str, ...]:
        """The columns that are read."""
        return (self.given, self.output) if self.count is None else (self.given, self.output, self.count)


@dataclass(frozen=True, slots=True)
class SampleRow:
    """Equal samples, as texts; None is NULL."""

    line: int
    """The first line with such a sample."""
    given: str | None
    output: str | None
    count: int


def read_csv_samples(path: Path, plan: AuditPlan, columns: Columns) -> SampleTable:
    """Return the samples in a CSV file, one per line or counted. Raise `Refused`, naming the line, if one is not valid."""
    rows: dict[tuple[str | None, str | None], SampleRow] = {}
    samples = 0
    for row in read_rows(path, columns):
        samples += row.count
        if samples > MOST:
            raise Refused(Reason.TOO_LARGE, f"{path}, line {row.line}: more samples", f"at most {MOST}")
        if len(rows) == KINDS and (row.given, row.output) not in rows:
            raise too_many_kinds_refusal(f"{path}, line {row.line}")
        first = rows.get((row.given, row.output), SampleRow(row.line, row.given, row.output, 0))
        rows[row.given, row.output] = SampleRow(first.line, row.given, row.output, first.count + row.count)
    return tabulate_rows(rows.values(), plan, str(path), lambda row: f"{path}, line {row.line}")


def too_many_kinds_refusal(where: str) -> Refused:
    """Return the refusal of too many different samples."""
    return Refused(
        Reason.TOO_LARGE,
        f"{where}: more than {KINDS} different samples",
        "fewer, as by numbers that are rounded: privacy does not suffer from that",
    )


def tabulate_rows(
    rows: Collection[SampleRow], plan: AuditPlan, place: str, where: Callable[[SampleRow], str]
) -> SampleTable:
    """Return the table of samples that are given as texts. Raise `Refused`, with `where(row)`, for a row that is not valid.

    For a black box an input is the JSON value that its text writes, or else the text; outputs are JSON values if all of
    their texts write one, or else texts. For a mechanism inputs and outputs are read by the mechanism.
    """
    tallies = empty_tallies(plan)
    given, output = choose_readers(plan.claim, {row.output for row in rows})
    for row in rows:
        here = partial(where, row)
        key = canonical_text(read_or_name_place(here, given, row.given))
        tally = tallies[key] if key in tallies else tally_of_known_input(tallies, key, here())
        tally[DrawnOutput(read_or_name_place(here, output, row.output)).tally_key()] += row.count
    return whole_table(tallies, place)


def empty_tallies(plan: AuditPlan) -> dict[str, Tally]:
    """Return an empty tally for each input that is in a pair."""
    return {canonical_text(each): Counter() for pair in plan.pairs for each in pair.both_inputs()}


def tally_of_known_input(tallies: Mapping[str, Tally], key: str, where: str) -> Tally:
    """Return the tally of an input. Raise `Refused` if the input is in no pair."""
    if key not in tallies:
        raise Refused(
            Reason.UNKNOWN_NAME,
            f"{where}: the input {key} is in no pair",
            f"samples of {' and '.join(tallies)} alone, or one more pair",
        )
    return tallies[key]


def whole_table(tallies: Mapping[str, Tally], where: str) -> SampleTable:
    """Return the table of tallies. Raise `Refused` if an input has no samples, or there are too many."""
    if missing := [key for key, tally in tallies.items() if not tally.total()]:
        raise Refused(
            Reason.MISSING,
            f"{where} has no samples of the input {' or '.join(missing)}",
            f"samples of {' and '.join(tallies)}",
        )
    found = SampleTable({key: +tally for key, tally in tallies.items()})
    if found.sample_count() > MOST:
        raise Refused(Reason.TOO_LARGE, f"{where}: more samples", f"at most {MOST}")
    return found


def choose_readers(claim: Claim, outputs: AbstractSet[str | None]) -> tuple[Reading, Reading]:
    """Return how the texts of inputs and of outputs are read."""
    known = claim.mechanism
    if known is not None:
        return (lambda text: json_from_text(known.secrets, text or "")), (
            lambda text: json_from_text(known.outputs, text or "")
        )
    if all(each is None or (each and is_json(each)) for each in outputs):
        return parse_input, parse_input
    return parse_input, lambda text: text


def is_json(text: str) -> bool:
    """Whether a text writes a JSON value."""
    return not isinstance(parse_input(text), str) or text.lstrip().startswith('"')


def parse_input(text: str | None) -> Value:
    """Return the JSON value that a text writes, or else the text; an empty text is NULL."""
    try:
        return parse_canonical(text) if text else None
    except Refused:
        return text


def read_rows(path: Path, columns: Columns) -> Iterator[SampleRow]:
    """Return the rows of a file below its header; blank lines are skipped, and empty fields are NULL."""
    with closing(read_lines(path)) as found:
        before = csv.field_size_limit(LONGEST)  # it is one for the whole process
        reader = csv.reader(found, strict=True)
        rows = filter(None, reader)
        try:
            header = [each.strip() for each in next(rows, [])]
            places = read_or_name_place(
                lambda: f"{path}, line {max(reader.line_num, 1)}", partial(column_indices, columns), header
            )
            for fields in rows:
                where = f"{path}, line {reader.line_num}"
                if len(fields) != len(header):
                    raise Refused(
                        Reason.WRONG_LENGTH, f"{where}: {len(fields)} fields", f"{len(header)} fields"
                    )
                given, output, *often = (fields[place] for place in places)
                count = COUNT.accept(f"{where}: {columns.count}", often[0]) if often else 1
                yield SampleRow(reader.line_num, given or None, output or None, count)
        except csv.Error as flaw:
            raise Refused(Reason.NOT_A_TABLE, f"{path}, line {reader.line_num}: {flaw}", FORM) from flaw
        finally:
            csv.field_size_limit(before)


def read_lines(path: Path) -> Generator[str, None, None]:
    """Return the lines of a file or of standard input as text, decompressed if it is in gzip's format."""
    try:
        with open_unpacked(path) as file:
            for number, line in enumerate(iter(partial(file.readline, LONGEST), b""), start=1):
                if len(line) == LONGEST:
                    raise Refused(
                        Reason.TOO_LARGE, f"{path}, line {number} does not end", f"{LONGEST} bytes at most"
                    )
                content = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
                try:
                    yield content.decode()
                except UnicodeDecodeError as flaw:
                    raise Refused(Reason.NOT_A_TABLE, f"{path}, line {number}: {flaw}", FORM) from flaw
    except (gzip.BadGzipFile, EOFError, zlib.error) as flaw:
        raise Refused(Reason.NOT_A_TABLE, f"{path}: {flaw}", "a whole file of gzip") from flaw
    except OSError as flaw:
        raise Refused(Reason.NO_SUCH_PLACE, f"{path}: {flaw.strerror}", "a file that can be read") from flaw


@contextmanager
def open_unpacked(path: Path) -> Iterator[BinaryIO | gzip.GzipFile]:
    """Open a file, or standard input for `-`, and decompress it if it is in gzip's format."""
    with nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb") as file:
        yield gzip.GzipFile(fileobj=file) if is_gzipped(file) or path.suffix == ".gz" else file


def is_gzipped(file: BinaryIO) -> bool:
    """Whether a file begins as gzip's do; of a pipe only the first byte may have come."""
    begins = file.peek(2)[:2] if isinstance(file, BufferedReader) else b""
    return begins != b"" and GZIP.startswith(begins)


def column_indices(columns: Columns, header: Sequence[str]) -> list[int]:
    """Return the indices of the columns. Raise `Refused` if one is missing, repeated or unknown."""
    names = columns.column_names()
    wanted = f"columns {', '.join(names)}"
    if repeated := [name for name in names if header.count(name) > 1 or names.count(name) > 1]:
        raise Refused(Reason.REPEATED, f"two columns {', '.join(repeated)}", f"{wanted}, each once")
    if missing := [name for name in names if name not in header]:
        raise Refused(Reason.MISSING, f"no column {', '.join(missing)}", wanted)
    if not columns.others and (unknown := [name for name in header if name not in names]):
        raise Refused(
            Reason.UNKNOWN_NAME,
            f"a column {', '.join(unknown)}",
            f"{wanted}, and no other where none is named",
        )
    return [header.index(name) for name in names]


# Samples as Python gives them: in a table, or as they come in.

Key = TypeVar("Key")

Samples: TypeAlias = Iterator[tuple[object, object]]
"""Inputs with outputs."""

WHERE = "the table"

LOT, MOST_UNSIZED = 10**6, 10**8
"""So many outputs are counted at a time, and at most, where nothing says how many there are."""


def table_of_outputs(plan: AuditPlan, content: Mapping[Key, Iterable[object]]) -> SampleTable:
    """Return the table of each input's outputs, which are counted or listed. Raise `Refused` if they are not valid."""
    tallies = empty_tallies(plan)
    for given, outputs in content.items():
        secret = input_reader(plan)(given)
        tally_of_known_input(tallies, canonical_text(secret), WHERE).update(tally_outputs(outputs))
    return whole_table(tallies, WHERE)


def tally_outputs(outputs: object) -> Tally:
    """Return the tally of outputs: a mapping to counts, an array, or any iterable. Raise `Refused` for others."""
    if isinstance(outputs, Mapping):
        found: Tally = Counter()
        for output, times in outputs.items():
            found[DrawnOutput(parse_value(plain_value(output))).tally_key()] += COUNT.accept("a count", times)
        return found
    if isinstance(outputs, np.ndarray):
        return Counter(keys_of_outputs(outputs, len(outputs) if outputs.ndim else 0))
    if hasattr(outputs, "keys"):
        # Such as what pandas counts, which is counts where it is gone through, and has the outputs beside them.
        raise Refused(
            Reason.NOT_A_TABLE,
            f"outputs that are {type_phrase(outputs)}, which may be outputs or their counts",
            "a list of outputs, as by list(...), or a dict of counts, as by dict(...)",
        )
    if isinstance(outputs, str | bytes) or not isinstance(outputs, Iterable):
        raise Refused(
            Reason.NOT_A_TABLE,
            f"outputs that are {type_phrase(outputs)}",
            "{output: count} or [output, ...]",
        )
    keys = keys_one_by_one(outputs)
    return Counter(keys) if isinstance(outputs, Sized) else tally_unsized(keys)


def tally_unsized(keys: Iterator[str]) -> Tally:
    """Return the tally of an iterator of keys. Raise `Refused` if it does not end, or has too many different ones."""
    found: Tally = Counter()
    for count in range(LOT, MOST_UNSIZED + LOT, LOT):
        found.update(islice(keys, LOT))
        if len(found) > KINDS:
            raise too_many_kinds_refusal(WHERE)
        if found.total() < count:
            return found
    raise Refused(
        Reason.TOO_LARGE,
        f"{WHERE}: outputs that do not end after {MOST_UNSIZED}",
        "a list of them, or {output: count}",
    )


def stream_of_samples(plan: AuditPlan, samples: Samples) -> StreamSource:
    """Return the source that takes samples as they come in."""
    return StreamSource(pairs_of_samples(samples, input_reader(plan)), frozenset(empty_tallies(plan)))


def pairs_of_samples(
    samples: Iterator[object], read: Callable[[object], Value]
) -> Iterator[tuple[Value, object]]:
    """Yield each sample as a pair of an input and an output. Raise `Refused` for a sample that is no pair."""
    for each in samples:
        if not isinstance(each, list | tuple) or len(each) != 2:
            raise Refused(
                Reason.NOT_A_TABLE, f"a sample that is {quote_given(each)}", "pairs (input, output)"
            )
        yield read(each[0]), each[1]


def input_reader(plan: AuditPlan) -> Callable[[object], Value]:
    """Return the function that reads an input of Python as the claim's mechanism writes it."""
    return lambda given: canonical_input(plan.claim, parse_value(plain_value(given)))


# Lists of inputs: in JSON, in a file, or from a function.

LISTS = "a JSON list, a file with one input in a line, or a function as module:function"
TABLES = (".csv", ".csv.gz")
"""The files that are one data set, beside those of Parquet."""


def read_inputs(text: str, read: Callable[[str], Value], *, datasets: bool = False) -> list[Value]:
    """Return the inputs in a JSON list, in a file, or from a function, which is asked for a bounded number.

    Where they are data sets, a table in a file is one of them, and a strategy of Hypothesis gives some.
    """
    if text.lstrip().startswith("["):
        listed = load_json(text, allow_nan=True)
        return [parse_value(each) for each in listed] if isinstance(listed, list) else []
    path = Path(text)
    if has_file(path) and is_table(path):
        if not datasets:
            raise Refused(
                Reason.NOT_A_LIST,
                f"{path} is a table, which is one data set",
                f"--neighbours add-remove or substitute with it; or {LISTS}",
            )
        return [read_table(path)]
    if has_file(path):
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as flaw:
            raise Refused(Reason.NO_SUCH_PLACE, f"{path}: {flaw}", LISTS) from flaw
        return [
            read_or_name_place(partial(str, f"{path}, line {number}"), read, line)
            for number, line in enumerate(lines, 1)
            if line
        ]
    if ":" in text:
        with importable_from(Path.cwd()):
            found = load_thing(text)
            if datasets and is_strategy(found):
                return examples_of_strategy(found, MOST_EXAMPLES)
            return generate_inputs(text, require_function(text, found))
    raise Refused(Reason.NO_SUCH_PLACE, f"{text}: there is no such file", LISTS)


def read_records(text: str, read: Callable[[str], Value]) -> list[Value]:
    """Return the records of a table, or as inputs are given."""
    path = Path(text)
    if not (has_file(path) and is_table(path)):
        return read_inputs(text, read)
    found = read_table(path)
    return [*found] if isinstance(found, tuple) else []


def has_file(path: Path) -> bool:
    """Whether there is such a file; False, too, if its name is too long for the system."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_table(path: Path) -> bool:
    """Whether a file is a table by its name."""
    return path.name.lower().endswith(TABLES) or is_parquet(path)


def read_table(path: Path) -> Value:
    """Return the rows of a table as a data set."""
    if path.name.lower().endswith(TABLES):
        return read_table_records(path)
    from ldproof.auditor.database import read_parquet_rows  # noqa: PLC0415  (an extra)

    return records_of_rows(*read_parquet_rows(path))


def read_table_records(path: Path) -> Value:
    """Return the rows of a CSV file as a data set; numbers and other JSON values are read as such."""
    with closing(read_lines(path)) as found:
        reader = csv.reader(found, strict=True)
        try:
            numbered = [(reader.line_num, row) for row in reader]
        except csv.Error as flaw:
            raise Refused(Reason.NOT_A_TABLE, f"{path}, line {reader.line_num}: {flaw}", FORM) from flaw
    rows = [row for _, row in numbered if row]
    if not rows:
        raise Refused(Reason.NOT_A_TABLE, f"{path} is empty", FORM)
    last = max(line for line, row in numbered if row)
    blank = [line for line, row in numbered if not row and line < last]
    if blank and len(rows[0]) == 1:
        raise Refused(
            Reason.NOT_A_VALUE,
            f"{path}, line {blank[0]} is blank",
            'no blank line; a record that is null is ""',
        )
    if wrong := [len(row) for row in rows if len(row) != len(rows[0])]:
        raise Refused(Reason.WRONG_LENGTH, f"{path}: a row of {wrong[0]} fields", f"{len(rows[0])} fields")
    if repeated := [name for name in rows[0] if rows[0].count(name) > 1]:
        raise Refused(Reason.REPEATED, f"{path}: two columns {repeated[0]!r}", "columns of different names")
    records = [[parse_input(field or None) for field in row] for row in rows[1:]]
    for name, column in zip(rows[0], zip(*records, strict=True), strict=False):
        odd = [each for each in column if isinstance(each, str) and NOT_FINITE.fullmatch(each)]
        if odd and any(type(each) in {int, float} for each in column):
            raise Refused(
                Reason.NOT_A_NUMBER,
                f"{path}: {odd[0]} among the numbers of {name}",
                "NaN, Infinity or -Infinity; or a column of texts",
            )
    return records_of_rows(rows[0], records)


def records_of_rows(names: Sequence[str], rows: Sequence[Sequence[Value]]) -> Value:
    """Return rows as records: objects by the names of the columns, or the values of the only column.

    Whole numbers in a column with floats are floats, too.
    """
    columns = [
        [float(each) if type(each) is int and float in {*map(type, column)} else each for each in column]
        for column in zip(*rows, strict=True)
    ]
    if len(names) == 1:
        return parse_value(columns[0] if columns else [])
    return parse_value([dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)])


def generate_inputs(place: str, function: Callable[..., object]) -> list[Value]:
    """Return the first inputs that a function gives. Raise `Refused` if it fails, or gives no list."""
    refuse_asynchronous(place, function)
    try:
        given = function()
        found = [*islice(given, MOST_LISTED)] if isinstance(given, Iterable) else None
    except (Exception, SystemExit) as flaw:
        raise Refused(Reason.PROGRAM_ENDED, f"{place} {describe_exception(flaw)}", "inputs") from flaw
    if found is None:
        raise Refused(Reason.NOT_A_LIST, f"what {place} gives is no list", "inputs, one after the other")
    return [parse_value(each) for each in found]
