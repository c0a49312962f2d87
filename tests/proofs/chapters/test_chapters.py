"""Every display of a chapter is a theorem; a display that is changed is none; and chapters are prose that can be read."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from ldproof.numbers import Term
from ldproof_proofs.book.errata import WRONG
from ldproof_proofs.book.explain import explanation
from ldproof_proofs.book.explained import chapter_in_words, stored
from ldproof_proofs.chapters import CHAPTERS, chapter, displays
from ldproof_proofs.chapters.display import Chapter, Display
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.derivations.reading import (
    Chained,
    given_in_words,
    meant,
    read_chain,
    read_relations,
    together,
    upward,
)
from ldproof_proofs.kernel.derivations.section import Section, in_words
from ldproof_proofs.kernel.entries import run as run_entries
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.formulas import pieces
from ldproof_proofs.kernel.implication import Chain, Implication
from ldproof_proofs.kernel.near_misses import fails, slips
from ldproof_proofs.kernel.parsing import NoFormula
from ldproof_proofs.kernel.prover import Replaying, Searching
from ldproof_proofs.kernel.relations import Relation, Sign, identical
from ldproof_proofs.kernel.second_algebra import agrees
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.writing import typeset
from ldproof_proofs.ledger import CLAIMS
from tests.proofs.kernel.test_writing import balanced
from tests.reference.cli.conftest import Run, conforming, run
from tests.tiers import run_everything, slow, some

__all__ = ["run"]

SENTENCE = re.compile(r"(?<=[.:])\s+(?=[A-Z`(])")
LONGEST = 30
"""How many words a sentence may have; a formula counts as one."""
ENVIRONMENT = re.compile(r"\\(begin|end)\{(\w+\*?)\}")
PACKAGE = re.compile(r"\\usepackage(?:\[\w+\])?\{([\w,]+)\}")


@cache
def replayed(name: str) -> Mapping[str, Theorem]:
    """The theorems of a chapter's displays, from the stored certificates."""
    reports = [*run_entries(displays(name).values(), Replaying(store.load()))]
    assert [report.failure for report in reports if report.failure] == []
    for report in reports:
        assert [each.text("text") for each in report.sentences] == [
            f"{each.statement}." for each in report.theorems
        ]
    return {theorem.name: theorem for report in reports for theorem in report.theorems}


def displays_of(found: Chapter) -> list[tuple[Section, Display]]:
    """The displays of a chapter, each with its section."""
    return [
        (section, each) for section, blocks in found.blocks() for each in blocks if isinstance(each, Display)
    ]


def false_neighbours(section: Section, shown: Chained) -> Iterator[Chained]:
    """The display with one slip in one of its terms, where that makes a step false at the section's point."""
    first, steps = shown
    values = section.values
    for place, (sign, to) in enumerate(steps):
        before = first if place == 0 else steps[place - 1][1]
        for slip in slips(to, sorted(to.symbols())):
            goal = Relation(*_turned(meant(before, values), sign, meant(slip, values)))
            if fails(goal, section.at):
                yield first, (*steps[:place], (sign, slip), *steps[place + 1 :])
                break


def _turned(before: Term, sign: str, to: Term) -> tuple[Term, Sign, Term]:
    start, ((sign, end),) = upward((before, ((sign, to),)))
    return start, sign, end


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_display_is_a_theorem_about_what_is_printed(name: str) -> None:
    """From the first of its terms to the last, each step is certified, of what the names are defined as."""
    found = chapter(name)
    theorems = replayed(name)
    assert {*theorems} == {each.name for _, each in displays_of(found)}
    for section, each in displays_of(found):
        theorem = theorems[each.name]
        claim, certificate = theorem.claim, theorem.certificate
        assert isinstance(claim, Implication)
        assert isinstance(certificate, Chain)
        first, steps = upward(each.shown)
        assert claim.goal.left is meant(first, section.values)
        assert [(line.sign, line.to) for line in certificate.lines] == [
            (sign, meant(to, section.values)) for sign, to in steps
        ]
        assert claim.given == section.facts


@pytest.mark.parametrize("name", some(CHAPTERS, 3))
def test_a_display_that_is_changed_is_no_theorem(name: str) -> None:
    """With a slip in any of its terms it is refused; the default tier looks at every sixth display."""
    tried = 0
    for section, each in displays_of(chapter(name))[:: 1 if run_everything() else 6]:
        for changed in false_neighbours(section, each.shown):
            tried += 1
            with pytest.raises(NotProved):
                section.theorem(f"{each.name}, changed", changed, Searching())
    assert tried


@slow
@pytest.mark.parametrize("name", CHAPTERS)
def test_sympy_agrees_to_what_algebra_shows(name: str) -> None:
    """Of minima it is not asked."""
    for section, each in displays_of(chapter(name)):
        before, steps = upward(each.shown)
        for sign, to in steps:
            goal = Relation(meant(before, section.values), sign, meant(to, section.values))
            minima = any(
                node.operator == "min" for each_side in (goal.left, goal.right) for node in each_side.nodes()
            )
            if sign == "=" and not minima and identical(goal.left, goal.right):
                assert agrees(goal), each.name
            before = to


@pytest.mark.parametrize("name", CHAPTERS)
def test_what_ships_is_what_is_written(name: str) -> None:
    found = json.loads(json.dumps(chapter_in_words(chapter(name))))
    assert found == json.loads(json.dumps(stored()["chapters"][name]))


@pytest.mark.parametrize("name", CHAPTERS)
def test_sentences_are_short_and_name_what_there_is(name: str) -> None:
    found = chapter(name)
    blocks = [each for section, inside in found.blocks() for each in inside if isinstance(each, str)]
    words = [in_words(found.words), *blocks]
    plain = ["".join(each if isinstance(each, str) else "x" for each in pieces(kept)) for kept in words]
    assert [each for text in plain for each in SENTENCE.split(text) if len(each.split()) > LONGEST] == []
    named = {each for text in plain for each in re.findall(r"`([^`]+)`", text)}
    named |= {claim for section in found.sections for claim in section.claims}
    assert named | {*found.errata} <= CLAIMS.keys()
    assert [each for each in found.errata if CLAIMS[each].verdict not in WRONG] == []
    assert found.errata or name.startswith("further-")


@pytest.mark.parametrize("name", CHAPTERS)
def test_latex_is_a_document_of_amsmath_alone(name: str, tmp_path: Path) -> None:
    """It is well formed; where LaTeX is installed, it compiles."""
    text = explanation(name, "latex")
    assert {each for found in PACKAGE.findall(text) for each in found.split(",")} == {
        "fontenc",
        "amsmath",
        "amssymb",
    }
    assert balanced(text)
    open_now: list[str] = []
    for way, environment in ENVIRONMENT.findall(text):
        if way == "begin":
            open_now.append(environment)
        else:
            assert open_now.pop() == environment
    assert not open_now
    assert text.isascii()
    assert text.count("\\tag*{[") == len(displays_of(chapter(name)))
    if shutil.which("pdflatex") is None or not run_everything():
        return
    (tmp_path / "chapter.tex").write_text(text)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "chapter.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_explain_shows_chapters(run: Run) -> None:
    listed = run("explain", "--list").stdout.splitlines()
    assert listed[: len(CHAPTERS)] == [f"{name}  chapter" for name in CHAPTERS]
    assert all(name in run("explain", "--help").stdout for name in CHAPTERS)
    text = run("explain", "unbiasedness").stdout
    assert "  [4]     p - q = m/T*(E/(E + 1) - 1/(E + 1)) = m/T*(E - 1)/(E + 1) = D\n" in text
    assert text.index("\nErrata\n") > text.index("[1]")
    assert "ldproof prove --check unbiasedness" in " ".join(text.split())
    assert "dummies" in run("explain", "unbiasedness", "--format", "markdown").stdout
    found = conforming("explain", run("explain", "merit", "--format", "json").stdout)
    assert isinstance(found, dict)
    assert (found["name"], len(found["chapter"]["sections"])) == ("merit", len(chapter("merit").sections))
    conforming("explain-list", run("explain", "--list", "--format", "json").stdout)
    assert len(run("explain", "merit", "--proof").stdout) > len(run("explain", "merit").stdout)


def test_a_display_is_proved_by_its_name(run: Run) -> None:
    result = run("prove", "--check", "delta-t.3", "--format", "json")
    assert result.exit_code == 0
    assert "delta-t.3" in result.stdout
    assert run("prove", "--check", "delta-t.99").exit_code == 2


def test_chains_are_read_as_they_stand() -> None:
    first, steps = read_chain("a >= b = c > 0")
    assert (str(first), [(sign, str(to)) for sign, to in steps]) == (
        "a",
        [(">=", "b"), ("=", "c"), (">", "0")],
    )
    start, turned = upward((first, steps))
    assert (str(start), [(sign, str(to)) for sign, to in turned]) == (
        "0",
        [("<", "c"), ("=", "b"), ("<=", "a")],
    )
    assert [*read_relations("0 <= r <= 1; m < T")] == ["0 <= r", "r <= 1", "m < T"]
    assert [
        typeset(each, "text") for each in together(read_relations("0 <= r <= 1 <= m < T; E > 1").values())
    ] == [
        "0 <= r <= 1",
        "1 <= m < T",
        "E > 1",
    ]
    choices = given_in_words("k < T; C(T, k) >= 1; C(T, k) = k")
    assert typeset(choices, "text") == "k < T, C(n, k) is the binomial coefficient"
    for text in ("a <= b >= c", "a <= b > c"):
        with pytest.raises(NoFormula):
            upward(read_chain(text))
    with pytest.raises(NoFormula):
        read_chain("a=b")
    assert {*read_chain("E[Y] = C(T - 1, m)")[1][0][1].symbols()} == {"C(T - 1, m)"}
