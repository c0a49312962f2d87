"""`ldproof audit` of samples that were taken elsewhere, and on executors of others: options, answers and refusals."""

import csv
import sys
from io import StringIO
from pathlib import Path

import duckdb
import pytest

from ldproof.rejections import Reason
from tests.reference.cli.conftest import Run, conforming

BOX = ("audit", "black-box", "odds=3", "--pair", "0", "1")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with reports of some days, of which the last is no part of the study."""
    monkeypatch.chdir(tmp_path)
    for day in range(3):
        duckdb.sql(
            f"COPY (SELECT i % 2 AS bit, if({day} = 2, i % 2, i // 2 % 2) AS sent, {day} AS day, 1 AS times "
            f"FROM range(400) t(i)) TO 'day{day}.parquet'"
        )
    return tmp_path


DAYS = ("day*.parquet", "--input-column", "bit", "--output-column", "sent")


def test_a_pattern_with_a_condition(run: Run) -> None:
    result = run(*BOX, "--samples", *DAYS, "--where", "day < 2", "--json")
    found = conforming("audit", result.stdout)
    assert isinstance(found, dict)
    assert (result.exit_code, found["verdict"], found["samples"]) == (0, "not refuted", 800)
    result = run(*BOX, "--counts", *DAYS, "--count-column", "times", "--where", "day = 2", "--json")
    found = conforming("audit", result.stdout)
    assert isinstance(found, dict)
    assert (result.exit_code, found["verdict"], found["samples"]) == (1, "violated", 400)
    assert 'sum(CAST(samples."times" AS HUGEINT))' in found["query"]


def test_the_query_alone(run: Run) -> None:
    """What it gives, in DuckDB as it is installed, is what an audit begins with."""
    result = run(*BOX, "--samples", *DAYS, "--where", "day < 2", "--show-query")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = duckdb.execute(result.stdout).fetchall()
    assert sorted(rows) == [(bit, sent, 200) for bit in (0, 1) for sent in (0, 1)]
    text = StringIO()
    csv.writer(text).writerows([("input", "output", "count"), *rows])
    Path("counts.csv").write_text(text.getvalue(), encoding="utf-8")
    found = conforming("audit", run(*BOX, "--counts", "counts.csv", "--json").stdout)
    assert isinstance(found, dict)
    assert (found["verdict"], found["samples"], found["query"]) == ("not refuted", 800, None)


@pytest.mark.parametrize(
    ("options", "reason", "accepted"),
    [
        (("--samples", "day0.parquet", "--count-column", "times"), Reason.UNKNOWN_PARAMETER, "--where"),
        (("--samples", "day0.parquet", "--executor", "a:b"), Reason.UNKNOWN_PARAMETER, "--where"),
        (("--samples", "day0.parquet"), Reason.MISSING, "columns input, output"),
        (("--samples", *DAYS, "--where", "sent = 0"), Reason.NOT_A_REQUEST, "other than sent"),
        (("--samples", *DAYS, "--where", "day ="), Reason.NOT_A_REQUEST, "one condition"),
        (("--samples", "-", "--where", "day = 0"), Reason.NO_SUCH_PLACE, "files"),
        (("--python", "a:b", "--where", "day = 0"), Reason.UNKNOWN_PARAMETER, "--executor"),
        (("--python", "a:b", "--show-query"), Reason.UNKNOWN_PARAMETER, "--executor"),
        (("--python", "a:b", "--executor", "a:b", "--workers", "2"), Reason.REPEATED, "one of the two"),
        (("--python", "a:b", "--executor", "nowhere:b"), Reason.NO_SUCH_PROGRAM, "module:function"),
    ],
)
def test_what_is_refused(run: Run, options: tuple[str, ...], reason: Reason, accepted: str) -> None:
    result = run(*BOX, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"({reason})" in result.stderr
    assert accepted in " ".join(result.stderr.split())


def test_a_command_is_asked_on_an_executor_too(run: Run) -> None:
    Path("crew.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor\n\ndef threads():\n    return ThreadPoolExecutor(2)\n",
        encoding="utf-8",
    )
    answering = Path(__file__).with_name("answering.py")
    options = ("--executor", "crew:threads", "--pairs", "200", "--", sys.executable, str(answering))
    try:
        assert run(*BOX, *options).stdout.startswith("not refuted: 400 samples")
    finally:
        sys.modules.pop("crew", None)
