"""Samples in files of any size, counted by DuckDB."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from glob import escape
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ldproof.auditor import samples
from ldproof.auditor.claim import AuditPlan
from ldproof.auditor.samples import (
    COUNT,
    FORM,
    KINDS,
    Columns,
    SampleRow,
    SampleTable,
    column_indices,
    tabulate_rows,
    too_many_kinds_refusal,
)
from ldproof.errors import Reason, Refused, not_installed_refusal, read_or_name_place
from ldproof.files import PARQUET, STDIN, is_parquet
from ldproof.programs import Value, canonical_text, parse_value

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# Whether a file of Zstandard is whole (RFC 8878): DuckDB reads what is left of one that was cut off, without an error.
#
# Nothing is decompressed: each block of a frame has its length and a flag for the last one.

FRAME, SKIPPED = 0xFD2FB528, 0x184D2A5
"""The magic number of a frame, and the first 28 bits of that of a skippable frame."""
DICTIONARY, CONTENT = (0, 1, 2, 4), (0, 2, 4, 8)
"""The bytes of the dictionary's number and of the size of the content, by the flags of a frame."""
REPEATED, RESERVED = 1, 3
"""The kind of a block that is one repeated byte, and the kind that is not defined."""


def refuse_cut_zstandard(path: Path) -> None:
    """Raise `Refused` for a file that does not end with a whole frame."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        while file.tell() < size or not size:
            if not skip_frame(file) or file.tell() > size:
                raise Refused(
                    Reason.NOT_A_TABLE,
                    f"{path}: it ends before its last frame does, or is not of Zstandard",
                    "a whole file of Zstandard",
                )


def skip_frame(file: BinaryIO) -> bool:
    """Move past a frame, perhaps beyond the end of the file. Return whether there is one."""
    magic = read_little_endian(file, 4)
    if magic >> 4 == SKIPPED:
        file.seek(read_little_endian(file, 4), os.SEEK_CUR)
        return True
    if magic != FRAME:
        return False
    flags = read_little_endian(file, 1)
    single, checked = flags >> 5 & 1, flags >> 2 & 1
    content = CONTENT[flags >> 6] or single
    file.seek((1 - single) + DICTIONARY[flags & 3] + content, os.SEEK_CUR)
    last = False
    while not last:
        header = file.read(3)
        if len(header) < 3:
            return False
        block = int.from_bytes(header, "little")
        last, kind, length = bool(block & 1), block >> 1 & 3, block >> 3
        if kind == RESERVED:
            return False
        file.seek(1 if kind == REPEATED else length, os.SEEK_CUR)
    file.seek(4 * checked, os.SEEK_CUR)
    return True


def read_little_endian(file: BinaryIO, size: int) -> int:
    """Return a number of this many bytes, or of those that are left."""
    return int.from_bytes(file.read(size), "little")


# The query that counts samples. Its text can be printed, for an engine that has the samples.

TEXT = "VARCHAR"
NESTED = ("[", "STRUCT", "MAP", "UNION")
FLOATS = ("DOUBLE", "FLOAT")
SIGNED = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
WHOLE = (*SIGNED, *(f"U{each}" for each in SIGNED))
AS_THEY_ARE = (TEXT, "BOOLEAN", *WHOLE, *FLOATS)
"""The types whose values are used as they are; of others but lists of these, the text is used."""


def format_condition(where: str, visible: Sequence[str]) -> str:
    """Return a user's condition, evaluated on a row that has the visible columns alone.

    So a row as a whole, `COLUMNS(*)` and a column's place show nothing of the columns that are hidden from it; their
    names are refused by `refuse_biased_condition`. The line break ends a comment in the condition.
    """
    seen = ", ".join(map(qualified_column, visible))
    return f"EXISTS (SELECT 1 FROM (SELECT {seen}) AS samples WHERE ({where}\n))"  # noqa: S608


def qualified_column(name: str) -> str:
    """Return a column of the samples, and of nothing else that may have its name."""
    return f"samples.{quote_identifier(name)}"


def quote_identifier(name: str) -> str:
    """Return a name as an identifier of SQL."""
    return '"' + name.replace('"', '""') + '"'


def quote_literal(text: str) -> str:
    """Return a text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def cast_count(name: str) -> str:
    """Return a count as an integer whose sums do not overflow."""
    return f"CAST({qualified_column(name)} AS HUGEINT)"


def contains_floats(kind: str) -> bool:
    """Whether a type contains floats, of which SQL takes -0.0 and 0.0 for equal."""
    return any(each in kind for each in FLOATS)


def sign_expression(name: str, kind: str) -> str:
    """Return an expression that is different for -0.0 and 0.0."""
    return f"CAST({name} AS {TEXT})" if any(each in kind for each in NESTED) else f"signbit({name})"


def value_expression(name: str, kind: str) -> str:
    """Return the expression of a value that is used as it is, or of its text."""
    plain = kind.split("[", 1)[0] in AS_THEY_ARE or kind.startswith("STRUCT(")
    return name if plain else f"CAST({name} AS {TEXT})"


# Samples in files of any size, counted by DuckDB in this process, with a folder for what does not fit into memory.
#
# It reads the files that are named, writes only into a folder of its own that is removed, and loads nothing else.

MEMORY = "1GB"
"""The memory for counting; the result takes as much again at most."""
FETCHED = 1 << 14
"""The rows that are fetched at a time."""
DIALECT = """delim = ',', quote = '"', escape = '"', nullstr = '', comment = '', encoding = 'utf-8'"""
"""The options of CSV files, so that DuckDB detects none."""
ONE_LINE = "all_varchar = true, skip = 0, sample_size = 1"
"""The options for reading the first line alone."""
NUMBER = "ldproof: the number of the row"
COUNTED = "ldproof_count"
"""The name of the column of counts, which no other column has."""
PACKED = ".zst"
"""The suffix of CSV files that only DuckDB decompresses."""
WILD = "*?["
"""A path with one of these is a pattern, unless there is such a file."""


def is_duckdb_installed() -> bool:
    """Whether DuckDB is installed."""
    return find_spec("duckdb") is not None


@dataclass(frozen=True)
class ConnectedFiles:
    """The files that a path names."""

    connection: "DuckDBPyConnection"
    path: Path
    columns: Columns
    where: str | None

    @cached_property
    def file_paths(self) -> list[str]:
        """The paths of the files. Raise `Refused` if there are none, or one was cut off."""
        found = self._matching_paths()
        for file in found:
            if file.lower().endswith(PACKED):
                refuse_cut_zstandard(Path(file))
        return found

    def _matching_paths(self) -> list[str]:
        if self.path.exists() or not any(sign in str(self.path) for sign in WILD):
            if not self.path.is_file():
                raise Refused(
                    Reason.NO_SUCH_PLACE, f"{self.path}: there is no such file", "files that can be read"
                )
            return [str(self.path)]
        rows = self.connection.execute("SELECT file FROM glob(?)", [str(self.path)]).fetchall()
        if not rows:
            raise Refused(Reason.NO_SUCH_PLACE, f"{self.path}: no file has such a name", "a pattern of some")
        return sorted(str(file) for (file,) in rows)

    @cached_property
    def column_types(self) -> dict[str, str]:
        """The types of all columns by their names, the same in all files."""
        found = {file: self._describe_columns(file) for file in self.file_paths}
        first = self.file_paths[0]
        for file, names in found.items():
            if [*names.items()] != [*found[first].items()]:
                raise Refused(
                    Reason.NOT_A_TABLE,
                    f"{file} has the columns {format_columns(names)}, and {first} {format_columns(found[first])}",
                    "files with the same columns in the same order, of the same types",
                )
        return found[first]

    @cached_property
    def written_header(self) -> list[str]:
        """The names of the columns as written; DuckDB renames those that differ in case alone."""
        if is_parquet(self.path):
            return [*self.column_types]
        source = (
            f"read_csv({quote_literal(escape(self.file_paths[0]))}, {DIALECT}, header = false, {ONE_LINE})"
        )
        row = self.connection.execute(f"SELECT * FROM {source} LIMIT 1").fetchone()  # noqa: S608
        return [str(name or "") for name in row or ()]

    @cached_property
    def asked_columns(self) -> Columns:
        """The columns that are read, by their names in DuckDB; spaces around a name are ignored."""
        header = [name.strip() for name in self.written_header]
        places = read_or_name_place(lambda: str(self.path), partial(column_indices, self.columns), header)
        given, output, *often = ([*self.column_types][place] for place in places)
        return Columns(given, output, often[0] if often else None)

    @cached_property
    def hidden_columns(self) -> list[str]:
        """The columns that a condition must not see."""
        asked = self.asked_columns
        return [asked.output] if asked.count is None else [asked.output, asked.count]

    @cached_property
    def row_condition(self) -> str | None:
        """The condition that chooses rows, if there is one."""
        if self.where is None:
            return None
        return format_condition(
            self.where, [name for name in self.column_types if name not in self.hidden_columns]
        )

    @property
    def path_pattern(self) -> str:
        """The path as DuckDB has it: a pattern unless there is such a file."""
        return escape(str(self.path)) if self.path.exists() else str(self.path)

    @cached_property
    def grouped_counts_query(self) -> str:
        """SQL that returns each input and output with its number of samples."""
        asked = self.asked_columns
        kinds = {qualified_column(name): self.column_types[name] for name in (asked.given, asked.output)}
        shown = [
            f"{value_expression(column, kind)} AS {quote_identifier(name)}"
            for (column, kind), name in zip(kinds.items(), ("input", "output"), strict=True)
        ]
        rows = "count(*)" if asked.count is None else f"sum({cast_count(asked.count)})"
        signs = [sign_expression(column, kind) for column, kind in kinds.items() if contains_floats(kind)]
        lines = [
            f'SELECT {", ".join(shown)}, {rows} AS "count"',
            f"FROM {self.table_function(self.path_pattern)} AS samples",
            *([] if self.row_condition is None else [f"WHERE {self.row_condition}"]),
            f"GROUP BY {', '.join([*kinds, *signs])}",
        ]
        return "\n".join(lines)

    def table_function(self, pattern: str) -> str:
        """Return the table function that reads files."""
        if is_parquet(self.path):
            return f"read_parquet({quote_literal(pattern)})"
        types = ", ".join(f"{quote_literal(name)}: {quote_literal(TEXT)}" for name in self.column_types)
        return f"read_csv({quote_literal(pattern)}, auto_detect = false, {DIALECT}, header = true, columns = {{{types}}})"

    def first_row_where(self, holds: str, given: Sequence[object] = ()) -> str | None:
        """Return the place of the first chosen row for which an expression holds; None if there is none."""
        for file in self.file_paths:
            number, source = quote_identifier(NUMBER), self.table_function(escape(file))
            chosen = "" if self.row_condition is None else f" AND {self.row_condition}"
            found = self.connection.execute(
                f"SELECT {number} FROM (SELECT *, row_number() OVER () AS {number} FROM {source}) AS samples "  # noqa: S608
                f"WHERE ({holds}){chosen} LIMIT 1",
                list(given),
            ).fetchone()
            if found is not None:
                return f"{file}, row {found[0]}"
        return None

    def _describe_columns(self, file: str) -> dict[str, str]:
        name = quote_literal(escape(file))
        reader = f"read_parquet({name})"
        if not is_parquet(self.path):
            reader = f"read_csv({name}, {DIALECT}, header = true, {ONE_LINE})"
        rows = self.connection.execute(f"DESCRIBE SELECT * FROM {reader}").fetchall()  # noqa: S608
        return {str(name): str(kind) for name, kind, *_ in rows}


def read_samples(path: Path, plan: AuditPlan, columns: Columns, where: str | None) -> SampleTable:
    """Return the samples in all files that a path names. Raise `Refused` if they are not valid."""
    with open_database() as connection, translate_duckdb_errors(path):
        files = ConnectedFiles(connection, path, columns, where)
        text = prepare_query(files)
        known: dict[SampleRow, tuple[object, object]] = {}
        for given, output, often in fetch_rows(connection, text):
            if len(known) == KINDS:
                raise too_many_kinds_refusal(str(path))
            here = partial(locate_sample, files, (given, output))
            texts = read_or_name_place(here, as_in_csv, given), read_or_name_place(here, as_in_csv, output)
            known[SampleRow(len(known), *texts, int(str(often)))] = given, output
        found = tabulate_rows(known, plan, str(path), lambda row: locate_sample(files, known[row]))
    return replace(found, query=text)


def count_rows(path: Path, ranges: Mapping[str, range]) -> Mapping[str, NDArray[np.generic]]:
    """Return the different rows of some columns in all Parquet files that a path names, and how often each comes.

    The columns are those that are named, and COUNTED. Raise `Refused`, with the place, unless they have whole numbers from
    their ranges.
    """
    with open_database() as connection, translate_duckdb_errors(path):
        files = ConnectedFiles(connection, path, Columns(), None)
        if not is_parquet(path):
            raise Refused(
                Reason.NOT_A_TABLE, f"{path}: its name does not end as Parquet's", ", ".join(PARQUET)
            )
        for name in ranges:
            if (kind := files.column_types.get(name)) not in WHOLE:
                raise Refused(
                    Reason.MISSING if kind is None else Reason.NOT_A_WHOLE_NUMBER,
                    f"{path}: {f'no column {name}' if kind is None else f'{name} is of the type {kind}'}",
                    f"columns {', '.join(ranges)} of whole numbers",
                )
        numbers = {name: f"TRY_CAST({qualified_column(name)} AS BIGINT)" for name in ranges}
        shown = ", ".join(f"{number} AS {quote_identifier(name)}" for name, number in numbers.items())
        query = (
            f"SELECT {shown}, count(*) AS {COUNTED} "  # noqa: S608
            f"FROM {files.table_function(files.path_pattern)} AS samples GROUP BY {', '.join(numbers.values())}"
        )
        found = connection.execute(query).fetchnumpy()
        for name, accepted in ranges.items():
            given = np.ma.filled(found[name], -1)
            if ((given < accepted.start) | (given >= accepted.stop)).any():
                first, last = accepted.start, accepted.stop - 1
                where = files.first_row_where(
                    f"{numbers[name]} IS NULL OR {numbers[name]} NOT BETWEEN {first} AND {last}"
                )
                raise Refused(
                    Reason.NOT_A_REPORT,
                    f"{where}: no {name} of this sketch",
                    f"whole numbers from {first} to {last}",
                )
        return found


def read_parquet_rows(path: Path) -> tuple[list[str], list[list[Value]]]:
    """Return the names of the columns and the rows of a Parquet file. Raise `Refused` if it cannot be read."""
    with open_database() as connection, translate_duckdb_errors(path):
        answer = connection.execute(f"SELECT * FROM read_parquet({quote_literal(escape(str(path)))})")  # noqa: S608
        names = [str(name) for name, *_ in answer.description or ()]
        return names, [[*map(as_plain_value, row)] for row in answer.fetchmany(FETCHED)]


def as_plain_value(found: object) -> Value:
    """Return a value, or the text of what is none, such as a date."""
    try:
        return parse_value(found)
    except Refused:
        return str(found)


def format_query(path: Path, columns: Columns, where: str | None) -> str:
    """Return the text of the query that counts the samples. Raise `Refused` as `read_samples` does."""
    with open_database() as connection, translate_duckdb_errors(path):
        return prepare_query(ConnectedFiles(connection, path, columns, where))


def prepare_query(files: ConnectedFiles) -> str:
    """Return the query. Raise `Refused` if its condition sees outputs, or a count is no integer."""
    if files.where is not None:
        refuse_biased_condition(files)
    if files.asked_columns.count is not None:
        refuse_fractional_counts(files, files.asked_columns.count)
    return files.grouped_counts_query


def refuse_biased_condition(files: ConnectedFiles) -> None:
    """Raise `Refused` for what is no condition, or names an output or a count: samples must not be chosen by them."""
    import duckdb  # noqa: PLC0415  (an extra)

    text = str(files.where)
    try:
        duckdb.SQLExpression(text)
    except duckdb.Error as flaw:
        raise Refused(
            Reason.NOT_A_REQUEST, f"--where {text}: {first_sentence(flaw)}", "one condition, in SQL"
        ) from flaw
    hidden = ", ".join(map(quote_identifier, files.hidden_columns))
    others = f"SELECT * EXCLUDE ({hidden}) FROM {files.table_function(files.path_pattern)}"  # noqa: S608
    try:
        files.connection.execute(f"SELECT 1 FROM ({others}) AS samples WHERE {files.row_condition} LIMIT 0")  # noqa: S608
    except duckdb.Error as flaw:
        raise Refused(
            Reason.NOT_A_REQUEST,
            f"--where {text}: {first_sentence(flaw)}",
            f"a condition in columns other than {' and '.join(files.hidden_columns)}, as samples must not be chosen by what "
            "came out",
        ) from flaw


def refuse_fractional_counts(files: ConnectedFiles, name: str) -> None:
    """Raise `Refused` for a count that is no integer in range."""
    here, kind = qualified_column(name), files.column_types[name]
    if kind == TEXT:
        wrong = f"NOT regexp_full_match(trim({here}), '[0-9]+') OR TRY_{cast_count(name)} > {COUNT.high}"
    else:
        wrong = f"{here} < 0 OR {here} > {COUNT.high} OR {here} <> floor({here})"
    where = files.first_row_where(f"{here} IS NULL OR {wrong}")
    if where is not None:
        raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"{where}: no count in {name}", str(COUNT))


def fetch_rows(connection: "DuckDBPyConnection", text: str) -> Iterator[tuple[object, ...]]:
    """Return the rows of a query."""
    answer = connection.execute(text)
    while rows := answer.fetchmany(FETCHED):
        yield from rows


def as_in_csv(found: object) -> str | None:
    """Return a value as the text that a CSV file has."""
    return found if found is None or isinstance(found, str) else canonical_text(parse_value(found))


def locate_sample(files: ConnectedFiles, found: tuple[object, object]) -> str:
    """Return the place of a sample that is not valid."""
    asked = files.asked_columns
    alike = " AND ".join(
        f"CAST({qualified_column(name)} AS {TEXT}) IS NOT DISTINCT FROM CAST(? AS {TEXT})"
        for name in (asked.given, asked.output)
    )
    return files.first_row_where(alike, found) or str(files.path)


@contextmanager
def open_database() -> Iterator["DuckDBPyConnection"]:
    """Open a database in memory, with a folder for what does not fit. Raise `Refused` if DuckDB is not installed."""
    if not is_duckdb_installed():
        raise not_installed_refusal("duckdb", "data")
    import duckdb  # noqa: PLC0415  (an extra)

    with TemporaryDirectory(prefix="ldproof-") as folder:
        settings: dict[str, str | bool | int | float | list[str]] = {
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "memory_limit": MEMORY,
            "temp_directory": folder,
            "lock_configuration": True,
        }
        with duckdb.connect(":memory:", config=settings) as connection:
            yield connection


@contextmanager
def translate_duckdb_errors(path: Path) -> Iterator[None]:
    """Turn an error of DuckDB into a refusal of one line."""
    import duckdb  # noqa: PLC0415  (an extra)

    try:
        yield
    except duckdb.OutOfMemoryException as flaw:
        raise Refused(
            Reason.TOO_LARGE,
            f"{path}: {first_sentence(flaw)}",
            "fewer different samples, or more room on the disk",
        ) from flaw
    except duckdb.Error as flaw:
        file = re.search(r"^\s*file = (.+)$", str(flaw), re.MULTILINE)
        raise Refused(
            Reason.NOT_A_TABLE,
            f"{path if file is None else file[1]}: {first_sentence(flaw)}",
            f"{FORM}, or one of Parquet",
        ) from flaw


def first_sentence(flaw: Exception) -> str:
    """Return the message of an error without its advice."""
    said = re.split(r"\n\s*\n|\nPossible|\nPlease|\nLINE|\nPotential|\nCandidate", str(flaw), maxsplit=1)[0]
    return " ".join(said.split())[:300]


def format_columns(names: dict[str, str]) -> str:
    """Return the text of columns with their types."""
    return ", ".join(f"{name} {kind}" for name, kind in names.items())


# Samples that were taken elsewhere: a short CSV file is read by `samples`, all else by DuckDB.

SMALL_FILE = 1 << 22
"""The bytes that are read as quickly as DuckDB is loaded."""


@dataclass(frozen=True, slots=True)
class Files:
    """A file or a pattern of files, and which of their columns and rows are meant."""

    path: Path
    columns: Columns
    where: str | None = None

    def read_table(self, plan: AuditPlan) -> SampleTable:
        """Return the samples. A CSV file that DuckDB refuses is read again here, for the line and the reason."""
        if self.is_plain_csv and (self.is_short or not is_duckdb_installed()):
            return samples.read_csv_samples(self.path, plan, self.columns)
        try:
            return read_samples(self.path, plan, self.columns, self.where)
        except Refused:
            if not self.is_plain_csv:
                raise
        return samples.read_csv_samples(self.path, plan, self.columns)

    def grouped_counts_query(self) -> str:
        """Return SQL for each input and output with its number of samples."""
        return format_query(self.path, self.columns, self.where)

    @property
    def is_plain_csv(self) -> bool:
        """Whether this is one CSV file without a condition."""
        name = self.path.name.lower()
        pattern = any(sign in str(self.path) for sign in WILD) and not self.path.exists()
        return self.where is None and not pattern and not name.endswith((*PARQUET, PACKED))

    @property
    def is_short(self) -> bool:
        """Whether the file is too small to load DuckDB for it."""
        return self.path == STDIN or not self.path.is_file() or self.path.stat().st_size < SMALL_FILE
