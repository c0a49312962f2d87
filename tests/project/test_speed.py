"""docs/speed.md and its picture have the same ratios; a peer that cannot be had is `not measured`."""

import re
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import sqrt
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from tests.drivers.bench import bench_auditorium, bench_recycling, bench_sketch
from tests.drivers.bench.bench_auditorium import FIRST, MOST, least_pairs
from tests.drivers.bench.bench_recycling import check_law
from tests.drivers.bench.speed import (
    GROUPS,
    MEASURED,
    NOT_MEASURED,
    PAGE,
    PICTURE,
    Bar,
    audits_beside_auditorium,
    draw,
    draws_beside_recycling,
    sketches_beside_pure_ldp,
    written,
)
from tests.drivers.peers import environments
from tests.drivers.peers.environments import NothingHere, Source, check_out

TEXT = PAGE.read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| (\w+) \| (.+?) \| (.+?) \| (.*?) \| (.+?) \|$", TEXT.partition(MEASURED)[2], re.MULTILINE
)
SOME = [
    Bar("Draws", "a coin", "NumPy", 2.5, "5 and 2 million a second"),
    Bar("Sketches", "a sketch", "pure-ldp"),
    Bar("Audits", "a mean", "DP-Auditorium", 0.25),
]


def texts_of_picture(path: Path) -> list[str]:
    """Return what a picture says; text is drawn as text."""
    return [text.strip() for text in ET.parse(path).getroot().itertext() if text.strip()]


def test_page_and_picture_have_the_same_ratios() -> None:
    texts = texts_of_picture(PICTURE)
    named = [pair for pair in pairwise(texts) if pair[1].startswith("beside ")]
    assert named == [(what, f"beside {peer}") for _, what, peer, _, _ in ROWS]
    assert texts[-len(ROWS) :] == [number for *_, number in ROWS]
    assert {group for group, *_ in ROWS} == {*GROUPS}
    assert all(number == NOT_MEASURED or float(number.replace(",", "")) > 0 for *_, number in ROWS)


def test_ratios_are_those_of_the_two_values() -> None:
    """But for rounding; more is better for rates, and less for pairs and seconds."""
    measured = [(values, number) for *_, values, number in ROWS if number != NOT_MEASURED]
    assert measured
    for values, number in measured:
        one, other = (float(each.replace(",", "")) for each in re.findall(r"[\d,.e-]*\d", values))
        ratio = one / other if "million" in values else other / one
        assert float(number.replace(",", "")) == pytest.approx(ratio, rel=0.02), values


def test_picture_names_what_was_not_measured(tmp_path: Path) -> None:
    draw(SOME, tmp_path / "picture.svg")
    texts = texts_of_picture(tmp_path / "picture.svg")
    assert [each for each in texts if each in {"2.5", NOT_MEASURED, "0.25"}] == ["2.5", NOT_MEASURED, "0.25"]
    assert "beside pure-ldp" in texts


def test_only_the_table_is_written_anew() -> None:
    page = f"# Speed\n\nWords.\n\n{MEASURED}\nold\n"
    assert written(page, SOME, "2 cores.") == (
        f"# Speed\n\nWords.\n\n{MEASURED}\n2 cores.\n\n"
        "| | ldproof | peer or limit | both | ratio |\n| --- | --- | --- | --- | ---: |\n"
        "| Draws | a coin | NumPy | 5 and 2 million a second | 2.5 |\n"
        f"| Sketches | a sketch | pure-ldp |  | {NOT_MEASURED} |\n"
        "| Audits | a mean | DP-Auditorium |  | 0.25 |\n"
    )
    assert written(written(page, [], ""), SOME, "2 cores.") == written(page, SOME, "2 cores.")


@pytest.mark.parametrize("bars", [draws_beside_recycling, sketches_beside_pure_ldp, audits_beside_auditorium])
def test_peer_that_cannot_be_had_is_not_measured(
    bars: Callable[[], Iterator[Bar]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: object) -> None:
        raise NothingHere("there is no network")

    for module, name in (
        (bench_recycling, "check_out"),
        (bench_auditorium, "check_out"),
        (bench_sketch, "make"),
    ):
        monkeypatch.setattr(module, name, refuse)
    assert [each.number for each in bars()] == [NOT_MEASURED]
    assert "left out: there is no network" in capsys.readouterr().err


@pytest.mark.parametrize("least", [1, FIRST, 100, 1000, 3000, MOST])
def test_least_pairs_are_right_to_a_factor(least: int) -> None:
    found = least_pairs(lambda pairs: pairs >= least)
    assert found >= min(least, FIRST / sqrt(2))
    assert found <= max(FIRST, least * sqrt(2) + 1)


def test_nothing_refuted_is_an_error() -> None:
    with pytest.raises(ValueError, match=f"nothing was refuted in {MOST} pairs"):
        least_pairs(lambda pairs: pairs > MOST)


def test_draws_from_another_law_are_noticed() -> None:
    check_law(np.repeat(np.arange(2), (7000, 3000)), (7, 3))
    with pytest.raises(ValueError, match="another law"):
        check_law(np.repeat(np.arange(2), (7100, 2900)), (7, 3))


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    """A repository with two commits, of which the first one is wanted."""
    monkeypatch.setattr(environments, "ROOT", tmp_path / "root")
    theirs = tmp_path / "theirs"
    git = ("git", "-C", str(theirs), "-c", "user.name=them", "-c", "user.email=them@example.org")
    theirs.mkdir()
    subprocess.run([*git, "init", "--quiet"], check=True)
    for text in ("first", "second"):
        (theirs / "file").write_text(text)
        subprocess.run([*git, "add", "file"], check=True)
        subprocess.run([*git, "commit", "--quiet", "--message", text], check=True)
    first = subprocess.run([*git, "rev-parse", "HEAD^"], check=True, capture_output=True, text=True)
    return Source(str(theirs), first.stdout.strip())


def test_source_is_checked_out_once_at_its_commit(source: Source, tmp_path: Path) -> None:
    assert (check_out(source) / "file").read_text() == "first"
    (tmp_path / "theirs").rename(tmp_path / "gone")
    assert (check_out(source) / "file").read_text() == "first"


def test_source_that_cannot_be_had_is_named(source: Source) -> None:
    with pytest.raises(NothingHere, match=r"nothing made for .*theirs"):
        check_out(Source(source.repository, "0" * 40))
