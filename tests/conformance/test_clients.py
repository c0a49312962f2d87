"""Clients written from PROTOCOL.md alone conform, and mistakes in them are found.

Each language is tested where its tools are installed; elsewhere its tests are skipped by name.
"""

import json
import os
from pathlib import Path

import pytest

from ldproof.oracle.conformance import (
    ConformanceFinding,
    ConformanceRequest,
    ConformanceVerdict,
    compare_program,
)
from ldproof.oracle.conformance.conforming import ReplayOutcome
from ldproof.oracle.conformance.report import finding_sentences, format_failure
from ldproof.oracle.operations import answer_request
from ldproof.programs import Program
from ldproof.programs.serving import answer_lines
from tests.conformance.languages import CLIENTS, LANGUAGES, Command, Language
from tests.conformance.slips import SLIPS
from tests.tiers import run_everything, slow

TRIED = {("C", "down at the threshold"), ("Perl", "no noise")}
"""The clients that are tried by default, and what is slipped into each."""

WIDE = {"w": "1024", "d": "16", "odds": "3"}
DRAWS = 2000 if run_everything() else 500
"""So many of what is right are tested against the law."""

SECONDS = 30
"""The processor time that a client takes for all that it is asked, at most."""


def report_on_client(
    language: Language, source: Path, folder: Path, asked: ConformanceRequest
) -> ConformanceFinding:
    """Return the report of `ldproof conform` on a client; skip the test if its language is missing here."""
    tool = language.tool()
    if tool is None:
        words = " or ".join(words[0] for words in language.tools)
        pytest.skip(f"no {words} here: the {language.name} client is skipped")
    command: Command = language.program(tool, source, folder)
    before = os.times()
    with Program(command) as program:
        finding = compare_program(program, asked)
    after = os.times()
    used = (after.children_user + after.children_system) - (before.children_user + before.children_system)
    assert used < SECONDS
    return finding


def source_suffix(language: Language) -> str:
    """Return the suffix by which the changes of a slip are found."""
    return language.source.rpartition(".")[2]


@pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=() if each.name == "C" else slow, id=each.name) for each in LANGUAGES],
)
def test_a_right_client_conforms(language: Language, tmp_path: Path) -> None:
    finding = report_on_client(
        language, CLIENTS / language.source, tmp_path, ConformanceRequest("all", draws=DRAWS)
    )
    assert finding.verdict is ConformanceVerdict.CONFORMS, "\n".join(finding_sentences(finding))
    able = finding.program.capabilities
    assert able["inputs"] == able["randomize"], "else several inputs at once are not tried"
    agreeing = {
        (each.vector.request.get("mechanism"), each.vector.kind)
        for each in finding.with_outcome(ReplayOutcome.AGREES)
    }
    for name in able["randomize"]:
        assert {(name, "randomize"), (name, "estimate")} <= agreeing
        assert finding.fits[name].draws >= DRAWS / 2
    assert {(name, "decide") for name in able["decide"]} <= agreeing
    assert ("shots.report", "rejection") in agreeing
    mechanisms = {each.mechanism for each in SLIPS.values() if source_suffix(language) in each.changes}
    assert {each.vector.request["mechanism"] for each in finding.replayed} == mechanisms


@slow
def test_right_client_conforms_with_many_outputs(tmp_path: Path) -> None:
    perl = next(each for each in LANGUAGES if each.name == "Perl")
    finding = report_on_client(
        perl, CLIENTS / perl.source, tmp_path, ConformanceRequest("sketch.hcms", WIDE, draws=DRAWS)
    )
    assert finding.verdict is ConformanceVerdict.CONFORMS, "\n".join(finding_sentences(finding))
    assert finding.fits["sketch.hcms"].draws >= DRAWS / 2


@pytest.mark.parametrize(
    ("language", "name"),
    [
        pytest.param(each, name, marks=() if (each.name, name) in TRIED else slow)
        for each in LANGUAGES
        for name, slip in SLIPS.items()
        if source_suffix(each) in slip.changes
    ],
    ids=lambda each: getattr(each, "name", each),
)
def test_a_broken_client_is_found(language: Language, name: str, tmp_path: Path) -> None:
    source = (CLIENTS / language.source).read_text(encoding="utf-8")
    slip = SLIPS[name]
    right, wrong = slip.changes[source_suffix(language)]
    assert source.count(right) == 1, "what is changed stands there once"
    changed = tmp_path / language.source
    changed.write_text(source.replace(right, wrong), encoding="utf-8")
    parameters = dict(each.split("=") for each in slip.parameters.split()) or None
    finding = report_on_client(
        language, changed, tmp_path, ConformanceRequest(slip.mechanism, parameters, draws=slip.draws)
    )
    assert finding.verdict is ConformanceVerdict.DIFFERS
    text = "\n".join(finding_sentences(finding))
    assert slip.words in text
    assert "ignored r" not in text or name == "r ignored"
    printed = [format_failure(each).partition("; asked: ")[2].encode() for each in finding.new_failures[:5]]
    assert all(json.loads(answer)["id"] for answer in answer_lines(printed, answer_request)), (
        "what is printed is a request"
    )
