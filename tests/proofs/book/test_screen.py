"""Every explanation fits one screen, says what it folds, and loses nothing."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from ldproof.registry import MECHANISMS, all_formulas
from ldproof_proofs.book import explain
from ldproof_proofs.book.chapters import section_lines
from ldproof_proofs.book.explain import explanation
from ldproof_proofs.book.explained import stored
from ldproof_proofs.book.explanation import REMARKS, Claims, Explanation
from ldproof_proofs.book.screen import LONG, ROW, Fold, first_of, fitting, ranges, shortly
from ldproof_proofs.book.styles import Text, Writing
from ldproof_proofs.book.subjects import subject
from ldproof_proofs.chapters import CHAPTERS
from ldproof_proofs.kernel.writing import typeset
from ldproof_proofs.ledger import CLAIMS
from tests.reference.cli.conftest import Run, run
from tests.tiers import run_everything, slow

__all__ = ["run"]

WORDS = stored()
NAMES = list(dict.fromkeys([*CLAIMS, *all_formulas(), *MECHANISMS]))
SYSTEMS = list(dict.fromkeys(name.partition(".")[0] for name in NAMES))
COMMAND = re.compile(r"ldproof explain ([^\s\]]+)|ldproof prove --check ([^\s;]+)")
LINES, WIDTH = 60, 100
"""A screen."""
NARROW = 60


@pytest.fixture(scope="module", autouse=True)
def read_once() -> Iterator[None]:
    """Read the stored files once, as a command does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explain, "stored", lambda: WORDS)
        yield


@cache
def screen(name: str) -> str:
    return explanation(name)


def thinned(names: Iterable[str]) -> list[str]:
    """Every fourth name in the default tier."""
    return [*names][:: 1 if run_everything() else 4]


def unwrapped(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def in_one_line(kept: str) -> str:
    """Words that are kept, as they stand in a text without its line breaks."""
    return unwrapped(typeset(kept, "text"))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_explanation_fits_a_screen(system: str) -> None:
    names = thinned(name for name in NAMES if name.startswith(f"{system}."))
    assert [name for name in names if len(screen(name).splitlines()) > LINES] == []
    claims = [name for name in names if name in CLAIMS]
    assert [line for name in claims for line in screen(name).splitlines() if len(line) > WIDTH] == []


def test_every_claim_says_all_its_sentences_and_whence() -> None:
    """Of remarks it says how many there are; a claim with a mechanism's name is whole with `--proof` only."""
    lost = []
    for name in thinned(each for each in CLAIMS if each not in MECHANISMS):
        said, claim = unwrapped(screen(name)), WORDS["claims"][name]
        sentences = [each for each in claim["sentences"] if each["role"] != REMARKS]
        kept = [claim["printed"], claim["answer"], *(each["text"] for each in sentences)]
        wanted = [in_one_line(each) for each in kept]
        wanted += [f"[prose: {each['whence']}]" for each in sentences if each["whence"]]
        lost += [(name, each) for each in wanted if each not in said]
    assert lost == []


def missing_when_folded(name: str) -> Iterator[str]:
    """Return what a folding screen does not name, or what is missing in its unfolded form."""
    said, whole = unwrapped(screen(name)), unwrapped(explanation(name, proof=True))
    named, unfolded = [f"ldproof explain {name} --proof"], list[str]()
    found = Explanation(name, Claims(WORDS))
    for derivation in found.derivations:
        named.append(unwrapped(derivation["title"]))
        unfolded += map(in_one_line, section_lines(derivation))
    for failure in found.counterexamples.values():
        numbers, statement = in_one_line(failure["in_numbers"]), in_one_line(failure["statement"])
        named.append(numbers if numbers in said else statement)
        unfolded.append(statement)
    unfolded += (*found.assumes, *found.uses, *found.used_by, *found.anchors)
    yield from (each for each in named if each not in said)
    yield from (each for each in unfolded if each not in whole)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_folded_is_named_and_unfolds(system: str) -> None:
    """Every derivation is in full or by its title, every number of a failure is there; `--proof` has all of it."""
    names = thinned(name for name in CLAIMS if name.startswith(f"{system}."))
    assert [(name, each) for name in names for each in missing_when_folded(name)] == []


def test_every_formula_in_a_list_is_explained_and_evaluated() -> None:
    """`explain` shows a subject, and `eval` finds a formula, of each name that a claim or a chapter lists."""
    claims = Claims(WORDS)
    listed = {each for name in CLAIMS for each in Explanation(name, claims).anchors}
    for name in CHAPTERS:
        found = json.loads(explanation(name, "json"))["chapter"]
        listed |= {each for section in found["sections"] for each in section["formulas"]}
    assert listed
    shown = {each: subject(each) for each in listed}
    assert [each for each, found in shown.items() if found is None or found.kind != "formula"] == []


@slow
def test_what_is_to_be_typed_is_known() -> None:
    named = {one or other for name in NAMES for one, other in COMMAND.findall(unwrapped(screen(name)))}
    assert {*CLAIMS} <= named <= {*NAMES, *CHAPTERS}


def test_lines_are_as_long_as_a_narrow_terminal_is_wide(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is one word, or code, is longer."""
    monkeypatch.setenv("COLUMNS", str(NARROW))
    for name in ("shots.thm-5", "chi2.lem-3.2", "sketch.optimal", "chi2.optimal"):
        lines = run("explain", name).stdout.splitlines()
        assert {len(line.split()) for line in lines if len(line) > NARROW} <= {1}
        assert "".join("".join(lines).split()) == "".join(
            explanation(name).split()
        )  # Japanese breaks anywhere


def test_no_more_is_folded_than_must_be() -> None:
    def parts(fold: Fold, writing: Writing) -> list[str]:
        assert isinstance(writing, Text)
        return ["\n".join(["line"] * (LINES + 2 - fold))]

    assert fitting(parts) is Fold(2)
    assert fitting(lambda fold, _: ["\n".join(["line"] * (LINES + 1 + fold))]) is max(Fold)


def test_of_a_list_there_is_what_fits() -> None:
    words = [f"shots.thm-{number}" for number in range(100)]
    row = first_of(words, ", ", Fold.LONG)
    assert re.fullmatch(r"(shots\.thm-\d+, )+and \d+ more", row)
    assert row.count("shots.") + int(row.split()[-2]) == len(words)
    assert len(row) <= ROW + len(", and 100 more")
    assert first_of(words, ", ", Fold.NOTHING) == ", ".join(words)
    assert first_of(words[:2], ", ", Fold.LONG) == "shots.thm-0, shots.thm-1"


def test_ranges_are_counted() -> None:
    many = f"tested {'; '.join(f'N <= {number}, T <= {number}, E = 3' for number in range(20))}"
    assert re.search(r"E = 3; and \d+ more ranges$", ranges(many, Fold.LONG))
    cited = "cited [chi2.laplace-tail]; tested N = 2, one table; N = 3"
    assert [ranges(many, Fold.NOTHING), ranges(cited, Fold.LONG)] == [many, cited]


def test_dots_stand_for_long_formulas_only() -> None:
    lines = sorted((each["statement"] for each in WORDS["theorems"].values()), key=len)
    short, long = lines[0], lines[-1]
    assert len(typeset(long, "text")) > LONG
    assert "..." in typeset(shortly(long, Fold.LONG), "text")
    assert shortly(long, Fold.NOTHING) == long
    assert shortly(short, Fold.LONG) == short


def test_a_star_is_no_emphasis_in_markdown() -> None:
    """The stars of names such as M* would begin and end it."""
    text = explanation("chi2.def-2.4", "markdown", proof=True)
    assert "for M\\* tau = N = 3]*\n" in text
    assert typeset("M* < 1", "markdown") == "M\\* < 1"


def test_labels_that_leave_no_room_stand_above() -> None:
    facts = {"x": "a share", "epsilon or odds": "exactly one of them"}
    assert Text(width=40).facts(facts) == "x                a share\nepsilon or odds  exactly one of them"
    assert Text(width=30).facts(facts) == "x\n  a share\nepsilon or odds\n  exactly one of them"
