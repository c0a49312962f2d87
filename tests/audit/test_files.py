"""Samples in files of any size: DuckDB counts what the plain reader counts, and refuses what is not to be counted."""

import gzip
import re
import subprocess
import sys
from contextlib import nullcontext
from fractions import Fraction
from glob import escape
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ldproof.auditor import AuditPlan, Pair, database, parse_claim, parse_pairs, samples
from ldproof.auditor.database import Files, quote_identifier, quote_literal
from ldproof.auditor.fixed_sample import audit_table
from ldproof.auditor.samples import MOST, Columns
from ldproof.errors import Reason
from tests.reference.refusals import refused
from tests.tiers import slow

ALPHA = Fraction(1, 20)
ROOT = Path(__file__).parents[2]
PLAIN, COUNTED = Columns(), Columns(count="count")
NAMED = Columns(others=True)


def black_box(one: str | int = "yes", other: str | int = "no") -> AuditPlan:
    return AuditPlan(parse_claim("black-box", {"epsilon": "1"}), (Pair(one, other),), ALPHA, 1)


@pytest.fixture(autouse=True)
def nothing_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that DuckDB reads whatever it can."""
    monkeypatch.setattr(database, "SMALL_FILE", 0)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with quotes and signs of patterns in its name."""
    folder = tmp_path / """o'ne [1] "two" """
    folder.mkdir()
    return folder


def copy_query(select: str, path: Path, form: str = "") -> Path:
    """Write the result of a DuckDB query to a file."""
    duckdb.sql(f"COPY ({select}) TO {quote_literal(str(path))} {form}")
    return path


YES_NO = "SELECT * FROM (VALUES ('yes', '1'), ('yes', '0'), ('yes', '1'), ('no', '0'), ('no', NULL)) t(input, output)"
TWO = {'"yes"': {"[1]": 2, "[0]": 1}, '"no"': {"[0]": 1, "[null]": 1}}


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.csv.zst", "a.parquet", "A.PARQUET"])
def test_forms(here: Path, name: str) -> None:
    packed = {"gz": "(HEADER, COMPRESSION gzip)", "zst": "(HEADER, COMPRESSION zstd)", "csv": "(HEADER)"}
    path = copy_query(YES_NO, here / name, packed.get(name.rpartition(".")[2], "(FORMAT parquet)"))
    found = Files(path, PLAIN).read_table(black_box())
    assert found.tallies == TWO
    assert found.query is not None
    assert found.query == Files(path, PLAIN).grouped_counts_query()
    assert sorted(duckdb.execute(found.query).fetchall(), key=str) == [
        ("no", "0", 1),
        ("no", None, 1),
        ("yes", "0", 1),
        ("yes", "1", 2),
    ]
    counts = copy_query(found.query, here / "counts.csv", "(HEADER)")
    assert samples.read_csv_samples(counts, black_box(), COUNTED).tallies == TWO


def test_patterns_take_all_files_and_a_file_whose_name_is_a_pattern_is_that_file(here: Path) -> None:
    for day in range(3):
        copy_query(
            f"SELECT '{'yes' if day % 2 else 'no'}' AS input, {day} AS output", here / f"{day}.parquet"
        )
    found = Files(Path(escape(str(here))) / "*.parquet", PLAIN).read_table(black_box())
    assert found.tallies == {'"yes"': {"[1]": 1}, '"no"': {"[0]": 1, "[2]": 1}}
    for name in ("a1", "a[1]"):
        (here / f"{name}.csv").write_text(f"input,output\nyes,{name}\nno,x\n", encoding="utf-8")
    assert Files(here / "a[1].csv", PLAIN).read_table(black_box()).tallies['"yes"'] == {'["a[1]"]': 1}


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("1::BIGINT", ["[1]"]),
        ("true", ["[true]"]),
        ("0.5::DOUBLE", ["[0.5]"]),
        ("unnest(['0.0', '-0.0'])::DOUBLE", ["[0.0]", "[-0.0]"]),
        ("[unnest(['0.0', '-0.0'])::DOUBLE]", ["[[0.0]]", "[[-0.0]]"]),
        ("[1, NULL]", ["[[1,null]]"]),
        ("unnest(['', NULL])", ['[""]', "[null]"]),
        ("unnest(['1', ''])", ['["1"]', '[""]']),
        ("unnest(['1', 'x'])", ['["1"]', '["x"]']),
        ("unnest(['1', '[1,2]'])", ["[1]", "[[1,2]]"]),
        ("1.50::DECIMAL(5,2)", ["[1.5]"]),
        ("DATE '2020-02-29'", ['["2020-02-29"]']),
        ("unnest(['a'::BLOB, '\\xFF'::BLOB])", ['["a"]', '["\\\\xFF"]']),
        ("'a'::ENUM('a', 'b')", ['["a"]']),
    ],
)
def test_types_have_a_meaning(here: Path, written: str, keys: list[str]) -> None:
    path = copy_query(
        f"SELECT unnest(['yes', 'no']) AS input, * FROM (SELECT {written} AS output)", here / "a.parquet"
    )
    assert Files(path, PLAIN).read_table(black_box()).tallies == {
        given: dict.fromkeys(keys, 1) for given in ('"yes"', '"no"')
    }


def test_inputs_may_be_numbers_and_a_mechanism_reads_them(here: Path) -> None:
    path = copy_query("SELECT i % 2 AS input, i % 3 AS output FROM range(6) t(i)", here / "a.parquet")
    found = Files(path, PLAIN).read_table(black_box(0, 1))
    assert found.tallies == {each: {"[0]": 1, "[1]": 1, "[2]": 1} for each in ("0", "1")}
    known = parse_claim("shots.report", {"T": "1", "m": "1", "epsilon": "1"})
    path = copy_query("SELECT i % 2 AS input, i // 3 AS output FROM range(6) t(i)", here / "a.parquet")
    found = Files(path, PLAIN).read_table(AuditPlan(known, parse_pairs(known, []), ALPHA, 1))
    assert found.tallies == {'"0"': {'["0"]': 2, '["1"]': 1}, '"1"': {'["0"]': 1, '["1"]': 2}}


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_columns_have_any_names(here: Path, form: str) -> None:
    """Even those of SQL, each other's, and such with quotes."""
    columns = Columns("output", 'say "x"; --', "select", others=True)
    path = copy_query(
        'SELECT unnest([\'yes\', \'no\']) AS output, 7 AS "say ""x""; --", 5 AS "select", 1 AS input',
        here / f"a.{form}",
    )
    assert Files(path, columns).read_table(black_box()).tallies == {'"yes"': {"[7]": 5}, '"no"': {"[7]": 5}}
    assert quote_identifier('say "x"') == '"say ""x"""'


def test_a_condition_chooses_rows_by_other_columns(here: Path) -> None:
    """By columns of others, and by one that is called as the rows are; unless it is that of outputs."""
    for form in ("csv", "parquet"):
        path = copy_query(
            "SELECT i % 2 AS input, i AS output, i // 2 AS day FROM range(8) t(i)", here / f"a.{form}"
        )
        found = Files(path, NAMED, "day::INTEGER >= 2 -- and no more").read_table(black_box(0, 1))
        assert found.tallies == {"0": {"[4]": 1, "[6]": 1}, "1": {"[5]": 1, "[7]": 1}}
    path = copy_query("SELECT i % 2 AS input, i AS output, i // 2 AS samples FROM range(8) t(i)", path)
    wanted = copy_query("SELECT 2 AS day", here / "days.parquet")
    for where in (f"samples IN (SELECT * FROM {quote_literal(escape(str(wanted)))})", "samples * 1 = 2"):
        found = Files(path, NAMED, where).read_table(black_box(0, 1))
        assert found.tallies == {"0": {"[4]": 1}, "1": {"[5]": 1}}


@pytest.mark.parametrize(
    ("where", "chosen"),
    [
        ("COLUMNS(*) >= 1", [3, 5, 7]),
        ("#2 = 2", [4, 5]),
        ("SAMPLES::VARCHAR LIKE '%7%'", []),
        ("day IN (SELECT len(samples::VARCHAR))", []),
        ("(SELECT count(*) FROM (SELECT samples.*) AS t) = 1", [*range(8)]),
    ],
)
def test_condition_on_whole_rows_sees_no_outputs(here: Path, where: str, chosen: list[int]) -> None:
    """A row as a whole, all columns and a place stand for the columns `input` and `day`."""
    path = copy_query(
        "SELECT i % 2 AS input, i AS output, i // 2 AS day FROM range(8) t(i)", here / "a.parquet"
    )
    rows = duckdb.execute(Files(path, NAMED, where).grouped_counts_query()).fetchall()
    assert sorted(output for _, output, _ in rows) == chosen


def test_what_is_no_condition_and_what_looks_at_outputs_is_refused(here: Path) -> None:
    path = copy_query("SELECT unnest(['yes', 'no']) AS input, '1' AS output, 1 AS day", here / "a.parquet")
    for where in (
        "",
        "1) OR (1 = 1",
        "1; DROP TABLE x",
        "1) UNION SELECT (1",
        "nothing = 1",
        "output = '1'",
        "samples.output = '1'",
        '"output" IS NULL',
        "count(*) > 1",
        "day = (SELECT max(output) FROM samples)",
        "#3 = 1",
        "day = (SELECT #2)",
        "COLUMNS('out.*') IS NOT NULL",
        "struct_extract(samples, 'output') = '1'",
    ):
        with refused(Reason.NOT_A_REQUEST) as caught:
            Files(path, NAMED, where).read_table(black_box())
        assert caught.value.what.startswith("--where"), where


def test_counts_may_be_large_and_no_more_than_that(here: Path) -> None:
    def counts(*each: str) -> Path:
        rows = ", ".join(f"('yes', 1, {count})" for count in each)
        one = "'1'" if each[0].endswith("'") else "1"
        return copy_query(
            f"SELECT * FROM (VALUES {rows}, ('no', 1, {one})) t(input, output, count)", here / "a.parquet"
        )

    for most in (f"{MOST - 1}", f"{MOST - 1}::DOUBLE", f"{MOST - 1}::HUGEINT"):
        found = Files(counts(most), COUNTED).read_table(black_box())
        assert found.tallies['"yes"'] == {"[1]": MOST - 1}
        assert found.sample_count() == MOST
    with refused(Reason.TOO_LARGE):
        Files(counts(f"{MOST}"), COUNTED).read_table(black_box())
    floats = ("1.5", "'nan'::DOUBLE", "'inf'::DOUBLE")
    for wrong in (f"{MOST + 1}", "-1", *floats, "NULL", "'many'", "'1.5'", "'1e3'"):
        with refused(Reason.NOT_A_WHOLE_NUMBER) as caught:
            Files(counts(wrong), COUNTED).read_table(black_box())
        assert f"{here / 'a.parquet'}, row 1" in caught.value.what
    assert Files(counts("' 3'", "'4 '"), COUNTED).read_table(black_box()).tallies['"yes"'] == {"[1]": 7}


def test_what_is_wrong_in_a_csv_file_is_said_with_its_line(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, reason, words in (
        ("input,output\nyes,1\nno,0\nyes\n", Reason.WRONG_LENGTH, "line 4"),
        ("input,output\nyes,1\nno,0\nmaybe,1\n", Reason.UNKNOWN_NAME, "line 4"),
        ('input,output\nyes,"1\nno,0\n', Reason.NOT_A_TABLE, "line 3"),
        ("input,output,count\nyes,1,1\nno,0,1\n", Reason.UNKNOWN_NAME, "count"),
        ("", Reason.MISSING, "line 1"),
    ):
        for name, content in (("a.csv", text.encode()), ("a.csv.gz", gzip.compress(text.encode()))):
            (here / name).write_bytes(content)
            with refused(reason) as caught:
                Files(here / name, PLAIN).read_table(black_box())
            assert words in caught.value.what
            assert str(here / name) in caught.value.what
    monkeypatch.setattr(samples, "LONGEST", 1000)
    with refused(Reason.TOO_LARGE) as caught:
        Files(Path("/dev/zero"), PLAIN).read_table(black_box())
    assert caught.value.what == "/dev/zero, line 1 does not end"


def test_what_is_wrong_elsewhere_is_said_with_its_row(here: Path) -> None:
    for number, name in enumerate(("no", "maybe")):
        copy_query(
            f"SELECT if(i = 7, '{name}', 'yes') AS input, i AS output FROM range(9) t(i)",
            here / f"{number}.parquet",
        )
    with refused(Reason.UNKNOWN_NAME) as caught:
        Files(Path(escape(str(here))) / "*.parquet", PLAIN).read_table(black_box())
    assert caught.value.what.startswith(f'{here / "1.parquet"}, row 8: the input "maybe"')
    path = copy_query(
        "SELECT if(i = 0, 'no', 'yes') AS input, {'a': 'x'::BLOB} AS output FROM range(2) t(i)",
        here / "b.parquet",
    )
    with refused(Reason.NOT_A_VALUE) as caught:
        Files(path, PLAIN).read_table(black_box())
    assert caught.value.what.startswith(f"{path}, row ")
    (here / "0.csv").write_text("input,output\nyes,1\n", encoding="utf-8")
    (here / "1.csv").write_text("input,output\nno,1\nno,1,2\n", encoding="utf-8")
    with refused(Reason.NOT_A_TABLE) as caught:
        Files(Path(escape(str(here))) / "*.csv", PLAIN).read_table(black_box())
    assert "1.csv" in caught.value.what


def test_files_that_differ_in_their_columns_are_not_added_up(here: Path) -> None:
    """Not by a silent conversion either, which would make 3 of 2.5."""
    for different in (
        ("1 AS output, 'yes' AS input", "'x' AS output, 'no' AS input"),
        ("1 AS output, 'yes' AS input", "2.5 AS output, 'no' AS input"),
        ("'yes' AS input, 1 AS output", "1 AS output, 'no' AS input"),
        ("'yes' AS input, 1 AS output", "'no' AS input"),
    ):
        for number, each in enumerate(different):
            copy_query(f"SELECT {each}", here / f"{number}.parquet")
        with refused(Reason.NOT_A_TABLE):
            Files(Path(escape(str(here))) / "*.parquet", PLAIN).read_table(black_box())


def test_a_name_that_two_columns_have_is_refused_by_duckdb_too(here: Path) -> None:
    """Which calls the second one otherwise; one that differs in a capital is another."""
    (here / "a.csv").write_text("input,output,output\nyes,1,2\nno,1,2\n")
    with refused(Reason.REPEATED):
        Files(here / "a.csv", NAMED, "1 = 1").read_table(black_box())
    (here / "b.csv").write_text("input,Output,output,day,day\nyes,1,2,3,4\nno,1,2,3,4\n")
    found = Files(here / "b.csv", NAMED, "1 = 1").read_table(black_box())
    assert found.tallies == {'"yes"': {"[2]": 1}, '"no"': {"[2]": 1}}


def test_columns_and_files_that_are_not_there_or_not_asked_for_are_refused(here: Path) -> None:
    """Counts would be taken for samples."""
    path = copy_query("SELECT unnest(['yes', 'no']) AS input, 1 AS output, 5 AS count", here / "a.parquet")
    for columns, reason in (
        (PLAIN, Reason.UNKNOWN_NAME),
        (Columns("nobody", others=True), Reason.MISSING),
        (Columns("input", "input", others=True), Reason.REPEATED),
    ):
        with refused(reason):
            Files(path, columns).read_table(black_box())
    for name in ("nowhere.parquet", "*.parquet", "nowhere.csv", "*.csv", "nowhere.csv.zst", "."):
        with refused(Reason.NO_SUCH_PLACE):
            Files(here / name, PLAIN).read_table(black_box())
    for name in ("a.parquet", "a.csv.zst"):
        (here / name).write_text("input,output\nyes,1\n", encoding="utf-8")
        with refused(Reason.NOT_A_TABLE):
            Files(here / name, PLAIN).read_table(black_box())


MANY = "SELECT i % 2 AS input, hash(i) AS output FROM range(50000) t(i)"


def test_what_was_cut_off_is_refused(here: Path) -> None:
    """DuckDB takes what is left of a file of Zstandard, where whole blocks are, for all of it."""
    path = copy_query(MANY, here / "a.csv.zst", "(HEADER, COMPRESSION zstd)")
    database.refuse_cut_zstandard(path)
    frame = path.read_bytes()
    for share in (0, 0.001, 0.5, 0.99, 0.999999):
        path.write_bytes(frame[: int(share * len(frame))])
        with refused(Reason.NOT_A_TABLE):
            Files(path, PLAIN).read_table(black_box())
    skipped = b"\x5e\x2a\x4d\x18" + (5).to_bytes(4, "little") + b"hello"
    repeated = b"\x28\xb5\x2f\xfd\x20\x05" + ((5 << 3) | (1 << 1) | 1).to_bytes(3, "little") + b"a"
    for whole in (frame + frame, skipped + frame, frame + skipped, repeated, frame + repeated):
        path.write_bytes(whole)
        database.refuse_cut_zstandard(path)
        path.write_bytes(whole[:-1])
        with refused(Reason.NOT_A_TABLE):
            database.refuse_cut_zstandard(path)
    for wrong in (frame + b"more", b"plain text", b"\x28\xb5\x2f\xfd\x20\x05\x07\x00\x00"):
        path.write_bytes(wrong)
        with refused(Reason.NOT_A_TABLE):
            database.refuse_cut_zstandard(path)


def test_without_duckdb_a_csv_file_is_read_and_the_rest_is_refused_by_name(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "find_spec", lambda name: None if name == "duckdb" else find_spec(name))
    for name in ("a.csv", "a.csv.gz"):
        path = copy_query(YES_NO, here / name, "(HEADER)")
        found = Files(path, PLAIN).read_table(black_box())
        assert (found.tallies, found.query) == (TWO, None)
        assert Files(path, Columns("input", "output", others=True)).read_table(black_box()).tallies == TWO
    for path, where in ((here / "a.parquet", None), (here / "*.csv", None), (here / "a.csv", "1 = 1")):
        with refused(Reason.NOT_INSTALLED) as caught:
            Files(path, NAMED, where).read_table(black_box())
        assert caught.value.accepted == "in the folder of ldproof's source: pip install '.[data]'"
    with refused(Reason.NOT_INSTALLED):
        Files(here / "a.csv", PLAIN).grouped_counts_query()


def test_many_different_samples_are_refused_and_a_field_may_be_long(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A CSV file by either reader, as what DuckDB refuses of it is read again."""
    long = "x" * 200_000
    (here / "b.csv").write_text(f"input,output\nyes,{long}\nno,{long}\nyes,0\n", encoding="utf-8")
    found = samples.read_csv_samples(here / "b.csv", black_box(), PLAIN).tallies
    assert [sum(each.values()) for each in found.values()] == [2, 1]
    for name in ("a.parquet", "a.csv"):
        path = copy_query("SELECT i % 2 AS input, i AS output FROM range(20) t(i)", here / name)
        for kinds in (20, 19):
            for reader in (database, samples):
                monkeypatch.setattr(reader, "KINDS", kinds)
            with nullcontext() if kinds == 20 else refused(Reason.TOO_LARGE):
                assert Files(path, PLAIN).read_table(black_box(0, 1)).sample_count() == 20


def test_nothing_is_left_and_nothing_is_loaded(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(here))
    with database.open_database() as connection:
        (folder,) = here.iterdir()
        assert folder.stat().st_mode & 0o777 == 0o700
        said = dict(
            connection.execute(
                "SELECT name, value FROM duckdb_settings() WHERE name LIKE 'auto%extensions' OR name = 'temp_directory'"
            ).fetchall()
        )
        assert said == {
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "temp_directory": str(folder),
        }
        with pytest.raises(duckdb.Error, match="locked"):
            connection.execute("SET autoload_known_extensions = true")
        with pytest.raises(duckdb.Error, match="httpfs"):
            connection.execute("SELECT * FROM read_csv('https://localhost/x.csv')")
    assert [*here.iterdir()] == []


SHELL = re.compile(r"(?:^    .*\n)+", re.MULTILINE)


@slow
def test_commands_of_the_page_run(tmp_path: Path) -> None:
    """What it shows is run as it stands there."""
    commands = SHELL.findall((ROOT / "docs/samples.md").read_text(encoding="utf-8"))[0]
    own = "".join(
        f'{name}() {{ "{sys.executable}" {rest} "$@"; }}\n'
        for name, rest in (("ldproof", "-m ldproof"), ("python", ""))
    )
    done = subprocess.run(
        ["bash", "-ec", own + dedent(commands)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("not refuted: 500 samples")


CELL = st.text("01aé \"',\n;#-\\", max_size=4)


@slow
@given(
    rows=st.lists(st.tuples(st.sampled_from(["yes", "no"]), CELL, st.integers(0, 3)), max_size=8),
    counted=st.booleans(),
    ending=st.sampled_from(["\n", "\r\n"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_duckdb_reads_a_csv_file_as_we_do(
    tmp_path: Path, rows: list[tuple[str, str, int]], counted: bool, ending: str
) -> None:
    """Whether it is there decides nothing but the time it takes."""
    path, columns = tmp_path / "a.csv", COUNTED if counted else PLAIN
    listed = [",".join(columns.column_names())]
    for one, output, count in [*rows, ("yes", "1", 1), ("no", "1", 1)]:
        cell = '"' + output.replace('"', '""') + '"' if set('",\n') & {*output} else output
        listed.append(f"{one},{cell},{count}" if counted else f"{one},{cell}")
    path.write_bytes("".join(each + ending for each in listed).encode())
    mine = samples.read_csv_samples(path, black_box(), columns)
    theirs = database.read_samples(path, black_box(), columns, None)
    assert theirs.tallies == mine.tallies
    assert audit_table(black_box(), mine).verdict == audit_table(black_box(), theirs).verdict
