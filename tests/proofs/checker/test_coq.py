"""Coq accepts the proofs that are written for it, and neither their near misses nor what only claims to be one."""

import re
from pathlib import Path

import pytest

from tests.proofs.checker.coqs import check, small

ABSENT = check.missing()
needs_coq = pytest.mark.skipif(bool(ABSENT), reason=check.MISSING.format(what=ABSENT).strip())


@needs_coq
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


@needs_coq
def test_what_is_admitted_or_cited_in_silence_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small(tmp_path)
    for path in folder.glob("Chunk_*.v"):
        text = path.read_text(encoding="utf-8")
        start = text.find("Theorem shots_gap_positive ")
        if start >= 0:
            path.write_text(text[:start] + text[start:].replace("Qed.", "Admitted.", 1), encoding="utf-8")
    manifest = folder / "manifest.json"
    said = manifest.read_text(encoding="utf-8")
    manifest.write_text(said.replace('"says_tails_markov"', '"says_nothing"'), encoding="utf-8")
    assert check.main([str(folder)]) == 1
    found = capsys.readouterr().out
    assert "rests on shots_gap_positive" in found
    assert re.search(r"REFUSED tails_above or one of \d+ rests on says_tails_markov", found)


@needs_coq
def test_a_false_theorem_and_a_true_near_miss_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small(tmp_path)
    wrong = right = ""
    for path in sorted(folder.glob("Chunk_*.v")):
        text = path.read_text(encoding="utf-8")
        start = text.find("Theorem shots_gap_positive ")
        if start >= 0:
            right = text[start : text.index("Qed.", start) + 4]
            session = folder / path.name.replace("Chunk", "Mutants")
            missed = session.read_text(encoding="utf-8")
            begins = missed.index("Theorem shots_gap_positive_mutant ")
            wrong = missed[begins : missed.index("Qed.", begins) + 4]
            true = right.replace("shots_gap_positive", "shots_gap_positive_mutant")
            session.write_text(missed.replace(wrong, true), encoding="utf-8")
    assert check.main([str(folder), "--mutants"]) == 1
    assert "accepted: shots_gap_positive\n" in capsys.readouterr().out
    for path in sorted(folder.glob("Chunk_*.v")):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(right, wrong.replace("_mutant", "")), encoding="utf-8")
    assert check.main([str(folder)]) == 1
    assert re.search(r"REFUSED Chunk_\d+: File", capsys.readouterr().out)


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
