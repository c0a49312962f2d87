"""`ldproof audit` of samples that were taken elsewhere, and on executors of others."""

import csv
import sys
from io import StringIO
from pathlib import Path

import duckdb
import pytest

from tests.reference.cli.conftest import Run, answer_of

BOX = "audit black-box odds=3 --pair 0 1"
DAYS = "'day*.parquet' --input-column bit --output-column sent"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder with reports of some days, of which the last is no part of the study."""
    monkeypatch.chdir(tmp_path)
    for day in range(3):
        duckdb.sql(
            f"COPY (SELECT i % 2 AS bit, if({day} = 2, i % 2, i // 2 % 2) AS sent, {day} AS day, 1 AS times "
            f"FROM range(400) t(i)) TO 'day{day}.parquet'"
        )


def test_pattern_with_a_condition(run: Run) -> None:
    found = answer_of(run, "audit", f"{BOX} --samples {DAYS} --where 'day < 2' --json")
    assert (found["verdict"], found["samples"]) == ("not refuted", 800)
    words = f"{BOX} --counts {DAYS} --count-column times --where 'day = 2' --json"
    found = answer_of(run, "audit", words, status=1)
    assert (found["verdict"], found["samples"]) == ("violated", 400)
    assert 'sum(CAST(samples."times" AS HUGEINT))' in str(found["query"])


def test_query_gives_in_duckdb_what_an_audit_begins_with(run: Run) -> None:
    result = run(f"{BOX} --samples {DAYS} --where 'day < 2' --show-query")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = duckdb.execute(result.stdout).fetchall()
    assert sorted(rows) == [(bit, sent, 200) for bit in (0, 1) for sent in (0, 1)]
    text = StringIO()
    csv.writer(text).writerows([("input", "output", "count"), *rows])
    Path("counts.csv").write_text(text.getvalue(), encoding="utf-8")
    found = answer_of(run, "audit", f"{BOX} --counts counts.csv --json")
    assert (found["verdict"], found["samples"], found["query"]) == ("not refuted", 800, None)


def test_command_is_asked_on_an_executor_too(run: Run) -> None:
    Path("crew.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor\n\ndef threads():\n    return ThreadPoolExecutor(2)\n"
    )
    program = f"{sys.executable} {Path(__file__).with_name('answering.py')}"
    result = run(f"{BOX} --alpha 1e-9 --executor crew:threads --pairs 200 -- {program}")
    assert result.stdout.startswith("not refuted: 400 samples")
