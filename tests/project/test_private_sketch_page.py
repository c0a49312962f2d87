"""docs/tutorials/private-sketch.md: its blocks run, and what they print is of the shown form and right."""

import doctest
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from textwrap import dedent

import pytest

import ldproof
from tests.project.sessions import run_session, without_numbers
from tests.tiers import slow

PLACE = Path(__file__).parents[2] / "docs/tutorials/private-sketch.md"


@slow
def test_each_block_prints_what_is_shown_but_for_numbers(tmp_path: Path) -> None:
    """A file that is shown is written; the intervals of the list hold the words' true counts.

    The coins are the system's: the bounds fail with a probability of 1/20 at most, and are checked at four times the width.
    """
    tables = []
    for command, printed, done in run_session(PLACE.read_text(encoding="utf-8"), tmp_path):
        assert (done.returncode, done.stderr) == (0, ""), command
        assert without_numbers(done.stdout) == without_numbers(printed), command
        if "--items candidates.txt" in command and "--top" not in command:
            tables.append(done.stdout.splitlines())
    counts = Counter((tmp_path / "words.txt").read_text(encoding="utf-8").split())
    for line in tables[0][1:8]:
        word, estimate, lower, upper = line.split()
        assert abs(counts[word] - float(estimate)) <= 2 * (int(upper) - int(lower))
    assert len(tables) == 2
    assert (tmp_path / "reports.parquet").stat().st_size > 1000


CLUSTER = PLACE.parents[1] / "cluster.md"

LOCAL = """
import runpy
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as here:
        runpy.run_path("collect.py", {"ADDRESS": here.scheduler_address}, "__main__")
"""


@slow
def test_counts_of_files_on_a_cluster_are_those_of_all_reports(tmp_path: Path) -> None:
    """By the program of the page as it stands, but for the cluster, which is on this machine."""
    pytest.importorskip("distributed", reason="Dask is not installed")
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    (code,) = re.findall(
        r"^    import sys\n(?:(?:    .*)?\n)+?(?=\S)", CLUSTER.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert '"tcp://scheduler:8786"' in code
    (tmp_path / "collect.py").write_text(dedent(code).replace('"tcp://scheduler:8786"', "ADDRESS"))
    (tmp_path / "local.py").write_text(LOCAL)
    parts = [tmp_path / f"part-{number}.parquet" for number in range(3)]
    for number, part in enumerate(parts):
        duckdb.sql(
            "SELECT range % 64 AS row, 1 + range % 1000 AS place, range % 2 AS sign "
            f"FROM range({100 * number}, {100 * number + 100})"
        ).write_parquet(str(part))

    def run(*given: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "local.py", *map(str, given)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    done = run(*parts)
    assert done.returncode == 0, done.stderr
    sketch = ldproof.private_sketch("hcms_plus", w=1024, d=64, epsilon=4, seed="2026")
    counts = sketch.collector(kind="texts")
    counts.receive_files(tmp_path / "part-*.parquet")
    assert (tmp_path / "state.json").read_text() == counts.save()
    assert counts.reporters == 300
    (tmp_path / "state.json").unlink()
    duckdb.sql("SELECT 64 AS row, 1 AS place, 1 AS sign").write_parquet(str(tmp_path / "bad.parquet"))
    done = run(*parts, tmp_path / "bad.parquet")
    assert done.returncode != 0
    assert "bad.parquet, row 1: no row of this sketch" in done.stderr
    assert not (tmp_path / "state.json").exists()


def test_python_block_runs() -> None:
    outcome = doctest.testfile(str(PLACE), module_relative=False)
    assert (outcome.failed, outcome.attempted) == (0, 6)
