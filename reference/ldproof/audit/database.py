"""Samples in files of any size, counted by DuckDB: in this process, and on the disk where memory does not suffice.

It reads the files that are named, writes only into a folder of its own that is removed, and loads nothing else.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from glob import escape
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ldproof.audit import zstandard
from ldproof.audit.plan import Plan
from ldproof.audit.query import TEXT, Query, column, condition, counted, literal, quoted
from ldproof.audit.tables import (
    COUNT,
    FORM,
    KINDS,
    Columns,
    Row,
    Table,
    places_of,
    read_at,
    tabulated,
    too_many_kinds,
)
from ldproof.programs import canonical, value
from ldproof.rejections import Reason, Refused

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MEMORY = "1GB"
"""For the counting; what is counted takes as much again at most."""
FETCHED = 1 << 14
"""Of them are fetched at a time."""
DIALECT = """delim = ',', quote = '"', escape = '"', nullstr = '', comment = '', encoding = 'utf-8'"""
"""What a CSV file is, left to nobody's guess."""
ONE_LINE = "all_varchar = true, skip = 0, sample_size = 1"
"""How only the first line is looked at."""
NUMBER = "ldproof: the number of the row"
PACKED = ".zst"
"""The CSV files that only DuckDB unpacks."""
PARQUET = (".parquet", ".parq", ".pq")
WILD = "*?["
"""A path with one of these is a pattern, unless there is such a file."""


def installed() -> bool:
    """Whether there is a DuckDB."""
    return find_spec("duckdb") is not None


@dataclass(frozen=True)
class Files:
    """The files that a path names."""

    connection: "DuckDBPyConnection"
    path: Path
    columns: Columns
    where: str | None

    @cached_property
    def each(self) -> list[str]:
        """One after the other, none of them cut off."""
        found = self._named()
        for file in found:
            if file.lower().endswith(PACKED):
                zstandard.whole(Path(file))
        return found

    def _named(self) -> list[str]:
        if self.path.exists() or not any(sign in str(self.path) for sign in WILD):
            if not self.path.is_file():
                raise Refused(Reason.NO_SUCH_PLACE, f"{self.path}: no such file", "files that can be read")
            return [str(self.path)]
        rows = self.connection.execute("SELECT file FROM glob(?)", [str(self.path)]).fetchall()
        if not rows:
            raise Refused(Reason.NO_SUCH_PLACE, f"{self.path}: no file has such a name", "a pattern of some")
        return sorted(str(file) for (file,) in rows)

    @cached_property
    def names(self) -> dict[str, str]:
        """The types of all columns by their names, the same in all files."""
        found = {file: self._described(file) for file in self.each}
        first = self.each[0]
        for file, names in found.items():
            if [*names.items()] != [*found[first].items()]:
                raise Refused(
                    Reason.NOT_A_TABLE,
                    f"{file} has the columns {listed(names)}, and {first} {listed(found[first])}",
                    "files with the same columns in the same order, of the same types",
                )
        return found[first]

    @cached_property
    def header(self) -> list[str]:
        """The names as they are written: DuckDB has others for those that come again, be it in capitals."""
        if self._parquet:
            return [*self.names]
        source = f"read_csv({literal(escape(self.each[0]))}, {DIALECT}, header = false, {ONE_LINE})"
        row = self.connection.execute(f"SELECT * FROM {source} LIMIT 1").fetchone()  # noqa: S608
        return [str(name or "") for name in row or ()]

    @cached_property
    def asked(self) -> Columns:
        """The columns by the names that they have there, where spaces may be around them."""
        header = [name.strip() for name in self.header]
        try:
            places = places_of(self.columns, header)
        except Refused as refusal:
            raise Refused(refusal.reason, f"{self.path}: {refusal.what}", refusal.accepted) from refusal
        given, output, *often = ([*self.names][place] for place in places)
        return Columns(given, output, often[0] if often else None)

    @cached_property
    def query(self) -> Query:
        """What counts the samples."""
        asked = self.asked
        pattern = escape(str(self.path)) if self.path.exists() else str(self.path)
        return Query(
            self.source(pattern), asked, (self.names[asked.given], self.names[asked.output]), self.where
        )

    def source(self, pattern: str) -> str:
        """What stands after FROM."""
        if self._parquet:
            return f"read_parquet({literal(pattern)})"
        types = ", ".join(f"{literal(name)}: {literal(TEXT)}" for name in self.names)
        return f"read_csv({literal(pattern)}, auto_detect = false, {DIALECT}, header = true, columns = {{{types}}})"

    def place(self, holds: str, given: Sequence[object] = ()) -> str | None:
        """The first row of which something holds."""
        for file in self.each:
            number, source = quoted(NUMBER), self.source(escape(file))
            chosen = "" if self.where is None else f" AND ({self.where}\n)"
            found = self.connection.execute(
                f"SELECT {number} FROM (SELECT *, row_number() OVER () AS {number} FROM {source}) AS samples "  # noqa: S608
                f"WHERE ({holds}){chosen} LIMIT 1",
                list(given),
            ).fetchone()
            if found is not None:
                return f"{file}, row {found[0]}"
        return None

    @property
    def _parquet(self) -> bool:
        return str(self.path).lower().endswith(PARQUET)

    def _described(self, file: str) -> dict[str, str]:
        name = literal(escape(file))
        reader = f"read_parquet({name})"
        if not self._parquet:
            reader = f"read_csv({name}, {DIALECT}, header = true, {ONE_LINE})"
        rows = self.connection.execute(f"DESCRIBE SELECT * FROM {reader}").fetchall()  # noqa: S608
        return {str(name): str(kind) for name, kind, *_ in rows}


def read(path: Path, plan: Plan, columns: Columns, where: str | None) -> Table:
    """The samples in all files that a path names."""
    with database() as connection, explained(path):
        files = Files(connection, path, columns, where)
        text = prepared(files)
        known: dict[Row, tuple[object, object]] = {}
        for given, output, often in fetched(connection, text):
            if len(known) == KINDS:
                raise too_many_kinds(str(path))
            here = partial(whereabouts, files, (given, output))
            texts = read_at(here, as_in_csv, given), read_at(here, as_in_csv, output)
            known[Row(len(known), *texts, int(str(often)))] = given, output
        found = tabulated(known, plan, str(path), lambda row: whereabouts(files, known[row]))
    return replace(found, query=text)


def show(path: Path, columns: Columns, where: str | None) -> str:
    """The text of the query."""
    with database() as connection, explained(path):
        return prepared(Files(connection, path, columns, where))


def prepared(files: Files) -> str:
    """The query, where its condition and the counts are what they must be."""
    if files.where is not None:
        unbiased(files)
    if files.asked.count is not None:
        whole(files, files.asked.count)
    return str(files.query)


def unbiased(files: Files) -> None:
    """Refuse what is no condition, and one that looks at outputs: a choice among them is not what was claimed."""
    import duckdb  # noqa: PLC0415  (an extra)

    text, asked = str(files.where), files.asked
    try:
        duckdb.SQLExpression(text)
    except duckdb.Error as flaw:
        raise Refused(
            Reason.NOT_A_REQUEST, f"--where {text}: {first(flaw)}", "one condition, in SQL"
        ) from flaw
    hidden = [asked.output] if asked.count is None else [asked.output, asked.count]
    accepted = f"a condition in columns other than {' and '.join(hidden)}"
    others = f"SELECT * EXCLUDE ({', '.join(map(quoted, hidden))}) FROM {files.query.source}"  # noqa: S608
    try:
        files.connection.execute(f"SELECT 1 FROM ({others}) AS samples {condition(text)} LIMIT 0")  # noqa: S608
    except duckdb.Error as flaw:
        raise Refused(
            Reason.NOT_A_REQUEST,
            f"--where {text}: {first(flaw)}",
            f"{accepted}, as samples must not be chosen by what came out",
        ) from flaw
    asking = f"SELECT 1 FROM samples {condition(text)}"  # noqa: S608
    (tree,) = files.connection.execute("SELECT json_serialize_sql(?)", [asking]).fetchone() or ("",)
    visible = {name.lower() for name in files.names if name not in hidden}
    if sees_every_column(json.loads(tree), "samples" in visible):
        raise Refused(
            Reason.NOT_A_REQUEST,
            f"--where {text}: it sees every column",
            f"{accepted}, each by its name",
        )


def sees_every_column(tree: object, named: bool, within: bool = False) -> bool:
    """Whether a condition asks for columns by their place, for all of them, or for a row as a whole.

    `named` is whether one of them is called as the rows are; a query within it has all the columns of its own.
    """
    match tree:
        case {"class": "POSITIONAL_REFERENCE"}:
            return True
        case {"class": "STAR", "relation_name": str(name)} if not within or name.lower() == "samples":
            return True
        case {"class": "COLUMN_REF", "column_names": [str(name)]} if name.lower() == "samples" and not named:
            return True
        case dict():
            inner = within or tree.get("class") == "SUBQUERY"
            return any(sees_every_column(each, named, inner) for each in tree.values())
        case list():
            return any(sees_every_column(each, named, within) for each in tree)
        case _:
            return False


def whole(files: Files, name: str) -> None:
    """Refuse counts that are no whole numbers."""
    here, kind = column(name), files.names[name]
    if kind == TEXT:
        wrong = f"NOT regexp_full_match(trim({here}), '[0-9]+') OR TRY_{counted(name)} > {COUNT.high}"
    else:
        wrong = f"{here} < 0 OR {here} > {COUNT.high} OR {here} <> floor({here})"
    where = files.place(f"{here} IS NULL OR {wrong}")
    if where is not None:
        raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"{where}: no count in {name}", str(COUNT))


def fetched(connection: "DuckDBPyConnection", text: str) -> Iterator[tuple[object, ...]]:
    """The rows of an answer."""
    answer = connection.execute(text)
    while rows := answer.fetchmany(FETCHED):
        yield from rows


def as_in_csv(found: object) -> str | None:
    """A value as a CSV file would have it."""
    return found if found is None or isinstance(found, str) else canonical(value(found))


def whereabouts(files: Files, found: tuple[object, object]) -> str:
    """Where a sample is that means nothing."""
    asked = files.asked
    alike = " AND ".join(
        f"CAST({column(name)} AS {TEXT}) IS NOT DISTINCT FROM CAST(? AS {TEXT})"
        for name in (asked.given, asked.output)
    )
    return files.place(alike, found) or str(files.path)


@contextmanager
def database() -> Iterator["DuckDBPyConnection"]:
    """A database in memory, with a folder for what has no room there."""
    if not installed():
        raise Refused(Reason.NOT_INSTALLED, "duckdb is not installed", "pip install 'ldproof[data]'")
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
def explained(path: Path) -> Iterator[None]:
    """What DuckDB finds wrong, in one line."""
    import duckdb  # noqa: PLC0415  (an extra)

    try:
        yield
    except duckdb.OutOfMemoryException as flaw:
        raise Refused(
            Reason.TOO_LARGE, f"{path}: {first(flaw)}", "fewer different samples, or more room on the disk"
        ) from flaw
    except duckdb.Error as flaw:
        file = re.search(r"^\s*file = (.+)$", str(flaw), re.MULTILINE)
        raise Refused(
            Reason.NOT_A_TABLE,
            f"{path if file is None else file[1]}: {first(flaw)}",
            f"{FORM}, or one of Parquet",
        ) from flaw


def first(flaw: Exception) -> str:
    """What it says, without advice."""
    said = re.split(r"\n\s*\n|\nPossible|\nPlease|\nLINE|\nPotential|\nCandidate", str(flaw), maxsplit=1)[0]
    return " ".join(said.split())[:300]


def listed(names: dict[str, str]) -> str:
    """Columns with their types."""
    return ", ".join(f"{name} {kind}" for name, kind in names.items())
