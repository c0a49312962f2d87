"""The page that says what is left to believe is what a run of its generator writes, whatever Python's hashes are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ldproof_proofs.book.export.folder import contents
from ldproof_proofs.book.export.objects import address
from tests.proofs.checker.apart import FILE, check, trust
from tests.proofs.conftest import Replayed

PAGE = FILE.parents[2] / "TRUST.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, replayed: Replayed) -> Path:
    """All objects, and which of them each sentence stands on."""
    found = tmp_path_factory.mktemp("objects")
    for name, text in contents(
        replayed.objects, replayed.entries, replayed.sentences, replayed.grades
    ).items():
        (found / name).write_text(text, encoding="utf-8")
    return found


def page(folder: Path, seed: str) -> str:
    """The page, from a Python with these hashes."""
    made = subprocess.run(
        [sys.executable, "-S", str(FILE.with_name("trust.py")), str(folder)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=True,
    )
    return made.stdout.decode()


def test_the_page_is_as_it_is_made(folder: Path, replayed: Replayed, library: check.Library) -> None:
    """By a Python of its own, and here, where hashes differ from run to run. After a change: `make trust`."""
    kept = PAGE.read_text(encoding="utf-8")
    assert page(folder, "1") == kept
    found = trust.page(library, replayed.entries, replayed.sentences, replayed.grades)
    assert "".join(f"{line}\n" for line in found) == kept


def test_the_page_says_what_is_cited_and_what_runs_unseen() -> None:
    kept = PAGE.read_text(encoding="utf-8")
    for said in (
        "| enumerations, by the code that states them | ",
        "## How strong the evidence is",
        "| prose | ",
        "An anchor is a lint against mistakes of an author, and no check against an author",
        "## What is shown again",
        "- evidence.ville: P \\<= alpha where",
        "`chi2.p_value`",
        "`ldproof_proofs.kernel.uniform`",
        "- tails.above: M, U, where",
        "ldproof.reporting.transcript.start and ldproof.reporting.transcript.forward\\_step",
    ):
        assert said in kept, said


def test_no_page_is_made_of_what_is_refused(tmp_path: Path) -> None:
    assert "On trust" not in page(tmp_path, "1")
    (tmp_path / f"{address('{}')}.json").write_text("{}", encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        page(tmp_path, "1")
