"""What PROTOCOL.md says is enough: clients written from it alone conform, and what is broken in one is found.

Each language is tried where its tools are; where they are not, it is skipped by its name. By default one client is
tried, and one slip in it; the full tier tries all slips in all clients.
"""

import os
from pathlib import Path

import pytest

from ldproof.oracle.conformance import Asked, Finding, Verdict, conform
from ldproof.oracle.conformance.replay import Outcome
from ldproof.programs import Program
from ldproof.rendering.conformity import sentences
from tests.conformance.languages import CLIENTS, LANGUAGES, Command, Language
from tests.conformance.slips import SLIPS
from tests.tiers import run_everything, slow

TRIED, SLIP = "C", "down at the threshold"
"""The client that is tried by default, and what is slipped into it."""

MECHANISMS = {each.mechanism for each in SLIPS.values()}
DRAWS, FEW = 2000 if run_everything() else 500, 16
"""Tested against the law: of what is right, and of what the vectors show already."""

SECONDS = 10
"""The processor time that a client takes for all that it is asked, at most."""


def found(language: Language, source: Path, folder: Path, asked: Asked) -> Finding:
    """What is found of a client; the test is skipped where nothing runs or compiles it."""
    tool = language.tool()
    if tool is None:
        words = " or ".join(words[0] for words in language.tools)
        pytest.skip(f"no {words} here: the {language.name} client is skipped")
    command: Command = language.program(tool, source, folder)
    before = os.times()
    with Program(command) as program:
        finding = conform(program, asked)
    after = os.times()
    used = (after.children_user + after.children_system) - (before.children_user + before.children_system)
    assert used < SECONDS
    return finding


@pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=() if each.name == TRIED else slow, id=each.name) for each in LANGUAGES],
)
def test_a_right_client_conforms(language: Language, tmp_path: Path) -> None:
    finding = found(language, CLIENTS / language.source, tmp_path, Asked("all", draws=DRAWS))
    assert finding.verdict is Verdict.CONFORMS, "\n".join(sentences(finding))
    able = finding.program.capabilities
    assert able["inputs"] == able["randomize"], "else several inputs at once are not tried"
    agreeing = {
        (each.vector.request.get("mechanism"), each.vector.kind) for each in finding.of(Outcome.AGREES)
    }
    for name in ("shots.report", "counting.glance", "sketch.kary"):
        assert {(name, "randomize"), (name, "estimate"), (name, "rejection")} <= agreeing
        assert finding.fits[name].draws >= DRAWS / 2
    for name in ("shots.report", "chi2.algorithm_2", "chi2.optimal"):
        assert (name, "decide") in agreeing
    assert {each.vector.request["mechanism"] for each in finding.replayed} == MECHANISMS


@pytest.mark.parametrize(
    ("language", "name"),
    [
        pytest.param(each, name, marks=() if (each.name, name) == (TRIED, SLIP) else slow)
        for each in LANGUAGES
        for name in SLIPS
    ],
    ids=lambda each: getattr(each, "name", each),
)
def test_a_broken_client_is_found(language: Language, name: str, tmp_path: Path) -> None:
    source = (CLIENTS / language.source).read_text(encoding="utf-8")
    slip = SLIPS[name]
    right, wrong = slip.changes[language.source.rpartition(".")[2]]
    assert source.count(right) == 1, "what is changed stands there once"
    changed = tmp_path / language.source
    changed.write_text(source.replace(right, wrong), encoding="utf-8")
    finding = found(language, changed, tmp_path, Asked(slip.mechanism, draws=FEW))
    assert finding.verdict is Verdict.DIFFERS
    assert slip.words in "\n".join(sentences(finding))
