"""What PROTOCOL.md says is enough: clients written from it alone conform, and what is broken in one is found.

Each language is tried where its tools are; where they are not, it is skipped by its name. The plain Python client is
tried with every slip, the others with one; with all of them by `make clients-all`.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ldproof.oracle.conformance import Asked, Finding, Verdict, conform
from ldproof.oracle.conformance.replay import Outcome
from ldproof.programs import Program
from ldproof.rendering.conformity import sentences
from tests.conformance.languages import CLIENTS, LANGUAGES, PYTHON, Command, Language
from tests.conformance.slips import SLIPS

EVERY = os.environ.get("EVERY_SLIP") == "1"
"""Whether all slips are tried in all languages."""

MECHANISMS = {each.mechanism for each in SLIPS.values()}
DRAWS, FEW = 2000, 16
"""Tested against the law: of what is right, and of what the vectors show already."""

SECONDS = 10
"""The processor time that a client takes for all that it is asked, at most."""


def tool(language: Language) -> Command:
    """What runs or compiles it, or the test is skipped."""
    found = language.tool()
    if found is None:
        pytest.skip(
            f"no {' or '.join(words[0] for words in language.tools)} here: the {language.name} client is skipped"
        )
    return found


def broken(language: Language, slip: str, folder: Path) -> Path:
    """A client's source with a slip, in a folder of its own."""
    source = (CLIENTS / language.source).read_text(encoding="utf-8")
    right, wrong = SLIPS[slip].changes[language.source]
    assert source.count(right) == 1, "what is changed stands there once"
    changed = folder / language.source
    changed.write_text(source.replace(right, wrong), encoding="utf-8")
    return changed


def found(command: Command, asked: Asked) -> Finding:
    """What is found of a client."""
    with Program(command) as program:
        return conform(program, asked)


def processor_seconds() -> float:
    """Of all children that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def some() -> Iterator[tuple[Language, str]]:
    """The slips that are tried: all of them in Python, and in each other language another one."""
    for place, language in enumerate(LANGUAGES):
        for slip in SLIPS if EVERY or language is PYTHON else [[*SLIPS][place]]:
            yield language, slip


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_a_right_client_conforms(language: Language, tmp_path: Path) -> None:
    command = language.program(tool(language), CLIENTS / language.source, tmp_path)
    before = processor_seconds()
    finding = found(command, Asked("all", draws=DRAWS))
    assert processor_seconds() - before < SECONDS
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


@pytest.mark.parametrize(("language", "slip"), [*some()], ids=lambda each: getattr(each, "name", each))
def test_a_broken_client_is_found(language: Language, slip: str, tmp_path: Path) -> None:
    command = language.program(tool(language), broken(language, slip, tmp_path), tmp_path)
    finding = found(command, Asked(SLIPS[slip].mechanism, draws=FEW))
    assert finding.verdict is Verdict.DIFFERS
    assert SLIPS[slip].words in "\n".join(sentences(finding))


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_every_mechanism_has_three_slips_in_every_language(language: Language) -> None:
    for mechanism in MECHANISMS:
        slips = [
            each for each in SLIPS.values() if each.mechanism == mechanism and language.source in each.changes
        ]
        assert len(slips) >= 3
