"""What stands on one screen: every explanation fits it, says what it folds, and loses nothing."""

import re
from collections.abc import Iterator, Mapping

import pytest

from ldproof.catalogue import MECHANISMS, formulas
from ldproof_proofs.book import explain
from ldproof_proofs.book.explain import explanation
from ldproof_proofs.book.explained import stored
from ldproof_proofs.book.explanation import Claims, Explanation, derivations_of
from ldproof_proofs.book.screen import LONG, ROW, Fold, first_of, fitting, ranges, shortly
from ldproof_proofs.book.styles import Text, Writing
from ldproof_proofs.kernel.writing import typeset
from ldproof_proofs.ledger import CLAIMS
from tests.reference.cli.conftest import Run, run

__all__ = ["run"]

WORDS = stored()
NAMES = list(dict.fromkeys([*CLAIMS, *formulas(), *MECHANISMS]))
COMMAND = re.compile(r"ldproof explain (\S+)|ldproof prove --check ([^\s;]+)")
LINES, WIDTH = 60, 100
"""A screen."""
NARROW = 60


@pytest.fixture(scope="module", autouse=True)
def read_once() -> Iterator[None]:
    """What is stored, which a command reads but once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explain, "stored", lambda: WORDS)
        yield


@pytest.fixture(scope="module")
def screens() -> Mapping[str, str]:
    return {name: explanation(name) for name in NAMES}


def unwrapped(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def in_one_line(kept: str) -> str:
    """Words that are kept, as they stand in a text without its line breaks."""
    return unwrapped(typeset(kept, "text"))


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_is_enough(screens: Mapping[str, str], name: str) -> None:
    assert len(screens[name].splitlines()) <= LINES


@pytest.mark.parametrize("name", CLAIMS)
def test_no_line_is_wider(screens: Mapping[str, str], name: str) -> None:
    assert [line for line in screens[name].splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("name", CLAIMS)
def test_every_sentence_is_there(screens: Mapping[str, str], name: str) -> None:
    said = unwrapped(screens[name])
    claim = WORDS["claims"][name]
    assert unwrapped(claim["printed"]) in said
    assert [each["text"] for each in claim["sentences"] if in_one_line(each["text"]) not in said] == []


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_folded_is_named_and_unfolds(screens: Mapping[str, str], name: str) -> None:
    """Every derivation is in full or by its title, every number of a failure is there; `--proof` has all of it."""
    said, whole = unwrapped(screens[name]), unwrapped(explanation(name, proof=True))
    assert f"ldproof explain {name} --proof" in said
    for derivation in derivations_of(name, WORDS):
        assert unwrapped(derivation["title"]) in said
        besides = [each["said"] for each in derivation["beside"]]
        for line in (*derivation["lines"], *besides):
            assert in_one_line(line) in whole
    found = Explanation(name, Claims(WORDS))
    for failure in found.counterexamples.values():
        assert in_one_line(failure["in_numbers"]) in said or in_one_line(failure["statement"]) in said
        assert in_one_line(failure["statement"]) in whole
    for each in (*found.assumes, *found.uses, *found.used_by, *found.anchors):
        assert each in whole


def test_what_is_to_be_typed_is_known(screens: Mapping[str, str]) -> None:
    named = {one or other for text in screens.values() for one, other in COMMAND.findall(unwrapped(text))}
    assert {*CLAIMS} <= named <= {*NAMES}


@pytest.mark.parametrize("name", ["shots.thm-5", "chi2.lem-3.2", "sketch.optimal", "chi2.optimal"])
def test_a_narrow_terminal(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are as long as it is wide; only what is one word, or code, is longer."""
    monkeypatch.setenv("COLUMNS", str(NARROW))
    lines = run("explain", name).stdout.splitlines()
    assert {len(line.split()) for line in lines if len(line) > NARROW} <= {1}
    assert unwrapped("\n".join(lines)) == unwrapped(explanation(name))


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
    assert re.search(r"E = 3; and \d+ more$", ranges(many, Fold.LONG))
    assert ranges(many, Fold.NOTHING) == many
    cited = "cited [chi2.laplace-tail]; tested N = 2, one table; N = 3"
    assert ranges(cited, Fold.LONG) == cited


@pytest.mark.parametrize("name", CLAIMS)
def test_who_says_what_is_not_shown_is_said_whole(screens: Mapping[str, str], name: str) -> None:
    said = unwrapped(screens[name])
    assert [
        each
        for each in WORDS["claims"][name]["sentences"]
        if f"[prose: {each['whence']}]" not in said and each["whence"]
    ] == []


def test_dots_stand_for_long_formulas_only() -> None:
    long = max((line for each in WORDS["derivations"].values() for line in each["lines"]), key=len)
    assert len(typeset(long, "text")) > LONG
    assert "..." in typeset(shortly(long, Fold.LONG), "text")
    assert shortly(long, Fold.NOTHING) == long
    short = min((line for each in WORDS["derivations"].values() for line in each["lines"]), key=len)
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
