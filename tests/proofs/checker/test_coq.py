"""Coq accepts the proofs that are written for it, and neither their near misses nor what only claims to be one."""

import json
import re
from pathlib import Path

import pytest

from tests.proofs.checker.coqs import check, small

FEW = ("shots.gap-positive", "tails.above")
"""A theorem that rests on nothing, and one on citations."""


@pytest.mark.usefixtures("coq")
def test_a_small_chunk_is_accepted_and_its_near_misses_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check.main([str(small(tmp_path)), "--mutants"]) == 0
    said = capsys.readouterr().out
    assert "REFUSED" not in said
    for rule in ("chain", "induction", "instance", "point"):
        accepted, tried = re.search(rf"(\d+) {rule}\n", said), re.search(rf"tried: (\d+) {rule}\n", said)
        assert accepted is not None
        assert tried is not None
        assert int(accepted[1]) == int(tried[1]) > 0
    assert {*re.findall(r"^  (tails_\w+|says_\w+)$", said.partition("Rests on:")[2], re.MULTILINE)} == {
        "tails_lower_is_lighter",
        "tails_markov",
        "tails_moment",
        "says_tails_markov",
        "says_tails_moment",
    }


def stretch(text: str, name: str) -> str:
    """A theorem and its proof as they stand in a file."""
    begins = text.index(f"Theorem {name} ")
    return text[begins : text.index("Qed.", begins) + 4]


@pytest.mark.usefixtures("coq")
def test_what_is_wrong_in_a_folder_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is admitted, or cited in silence; a near miss that is true; and a false theorem: each by its name."""
    folder, name = small(tmp_path, FEW), "shots_gap_positive"
    (chunk,) = (path for path in folder.glob("Chunk_*.v") if f"Theorem {name} " in path.read_text("utf-8"))
    session = folder / chunk.name.replace("Chunk", "Mutants")
    text, missed = chunk.read_text("utf-8"), session.read_text("utf-8")
    right, wrong = stretch(text, name), stretch(missed, f"{name}_mutant")
    chunk.write_text(text.replace(right, right.replace("Qed.", "Admitted.")), encoding="utf-8")
    session.write_text(missed.replace(wrong, right.replace(name, f"{name}_mutant")), encoding="utf-8")
    (folder / "Chunk_99.v").write_text(text.replace(right, wrong.replace("_mutant", "")), encoding="utf-8")
    manifest = folder / "manifest.json"
    said = manifest.read_text("utf-8").replace('"says_tails_markov"', '"says_nothing"')
    listed = json.loads(said)
    listed["chunks"]["Chunk_99"] = listed["chunks"][chunk.stem]
    manifest.write_text(json.dumps(listed), encoding="utf-8")
    assert check.main([str(folder), "--mutants"]) == 1
    found = capsys.readouterr().out
    flaws = [line for line in found.splitlines() if line.startswith("REFUSED ")]
    for flaw in (
        rf"shots_\w+ or one of \d+ rests on {name}",
        r"tails_above or one of \d+ rests on says_tails_markov",
        rf"{session.stem}: accepted: {name}",
        r"Chunk_99: File .*",
    ):
        assert any(re.fullmatch(f"REFUSED {flaw}", each) for each in flaws), (flaw, found)
    assert len(flaws) == 4, found


def test_a_folder_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([str(tmp_path)]) == 2
    assert "ldproof prove --coq DIR" in capsys.readouterr().out


def test_where_coq_is_not_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    assert [check.main(["--here"]), check.main([str(tmp_path)])] == [1, 0]
    assert capsys.readouterr().out.count("skipped: Coq is not here (no coqc)") == 2
