"""docs/tutorials/private-sketch.md: its blocks run, and what they print is of the shown form and right."""

import doctest
from collections import Counter
from pathlib import Path

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


def test_python_block_runs() -> None:
    outcome = doctest.testfile(str(PLACE), module_relative=False)
    assert (outcome.failed, outcome.attempted) == (0, 6)
