"""What PROTOCOL.md says is enough: clients written from it alone conform, and what is broken in one is found.

Each language is tried where its tools are; where they are not, it is skipped by its name. By default two clients are
tried, and one slip in each; the full tier tries all slips in all clients.
"""

import json
import os
from pathlib import Path

import pytest

from ldproof.oracle.conformance import ConformanceFinding, ConformanceRequest, Verdict, conform
from ldproof.oracle.conformance.conforming import Outcome
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


def found(language: Language, source: Path, folder: Path, asked: ConformanceRequest) -> ConformanceFinding:
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


def ending(language: Language) -> str:
    """By which the changes of a slip are found."""
    return language.source.rpartition(".")[2]


@pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=() if each.name == "C" else slow, id=each.name) for each in LANGUAGES],
)
def test_a_right_client_conforms(language: Language, tmp_path: Path) -> None:
    finding = found(language, CLIENTS / language.source, tmp_path, ConformanceRequest("all", draws=DRAWS))
    assert finding.verdict is Verdict.CONFORMS, "\n".join(finding_sentences(finding))
    able = finding.program.capabilities
    assert able["inputs"] == able["randomize"], "else several inputs at once are not tried"
    agreeing = {
        (each.vector.request.get("mechanism"), each.vector.kind) for each in finding.of(Outcome.AGREES)
    }
    for name in able["randomize"]:
        assert {(name, "randomize"), (name, "estimate")} <= agreeing
        assert finding.fits[name].draws >= DRAWS / 2
    assert {(name, "decide") for name in able["decide"]} <= agreeing
    assert ("shots.report", "rejection") in agreeing
    mechanisms = {each.mechanism for each in SLIPS.values() if ending(language) in each.changes}
    assert {each.vector.request["mechanism"] for each in finding.replayed} == mechanisms


def test_a_right_client_conforms_where_outputs_are_many(tmp_path: Path) -> None:
    perl = next(each for each in LANGUAGES if each.name == "Perl")
    finding = found(
        perl, CLIENTS / perl.source, tmp_path, ConformanceRequest("sketch.hcms", WIDE, draws=DRAWS)
    )
    assert finding.verdict is Verdict.CONFORMS, "\n".join(finding_sentences(finding))
    assert finding.fits["sketch.hcms"].draws >= DRAWS / 2


@pytest.mark.parametrize(
    ("language", "name"),
    [
        pytest.param(each, name, marks=() if (each.name, name) in TRIED else slow)
        for each in LANGUAGES
        for name, slip in SLIPS.items()
        if ending(each) in slip.changes
    ],
    ids=lambda each: getattr(each, "name", each),
)
def test_a_broken_client_is_found(language: Language, name: str, tmp_path: Path) -> None:
    source = (CLIENTS / language.source).read_text(encoding="utf-8")
    slip = SLIPS[name]
    right, wrong = slip.changes[ending(language)]
    assert source.count(right) == 1, "what is changed stands there once"
    changed = tmp_path / language.source
    changed.write_text(source.replace(right, wrong), encoding="utf-8")
    parameters = dict(each.split("=") for each in slip.parameters.split()) or None
    finding = found(
        language, changed, tmp_path, ConformanceRequest(slip.mechanism, parameters, draws=slip.draws)
    )
    assert finding.verdict is Verdict.DIFFERS
    text = "\n".join(finding_sentences(finding))
    assert slip.words in text
    assert "ignored r" not in text or name == "r ignored"
    printed = [format_failure(each).partition("; asked: ")[2].encode() for each in finding.failures[:5]]
    assert all(json.loads(answer)["id"] for answer in answer_lines(printed, answer_request)), (
        "what is printed is a request"
    )
