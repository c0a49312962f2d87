"""Errata: what is printed and what is correct, in English and Japanese, and where that is proved."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len

from ldproof.errors import Refused
from ldproof_proofs.book import explain
from ldproof_proofs.book.errata import WRONG, corrected, errata, place_in_source, systems_with_errata
from ldproof_proofs.book.explain import explanation
from ldproof_proofs.book.explained import stored
from ldproof_proofs.book.pages.contents import errata_page
from ldproof_proofs.book.styles import Text, wrap_wide
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.entries import run
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.prover import Replaying
from ldproof_proofs.kernel.templates import typeset_printed
from ldproof_proofs.ledger import CLAIMS
from tests.proofs.sparing import Counting
from tests.tiers import run_everything

WORDS = stored()
CHI2 = "chi2.thm-4.1"
JAPANESE = "定理 4.1 は上界としては正しいが, 達成されない."


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "stored", lambda: WORDS)


def test_errata_are_the_claims_that_are_wrong_or_loose() -> None:
    assert [*systems_with_errata(WORDS)] == ["shots", "counting", "chi2", "sketch"]
    named = [name for system in systems_with_errata(WORDS) for name in errata(system, WORDS)]
    wrong = [name for name, claim in WORDS["claims"].items() if claim["verdict"] in WRONG]
    assert named == wrong != []


def test_errata_are_complete_in_both_languages() -> None:
    """Each has the source's own words, and what is correct in English and Japanese."""
    found = [
        (name, each) for system in systems_with_errata(WORDS) for name, each in errata(system, WORDS).items()
    ]
    assert [name for name, each in found if not all(corrected(each).values())] == []
    assert [name for name, each in found if len({*corrected(each).values()}) < 4] == []
    assert max(len(each["original"]) for _, each in found) < 1000
    assert [place_in_source(each) for name, each in found if name == "sketch.ldp"] == ["section 2.1"]


def test_the_errata_say_place_printed_correct_and_proof() -> None:
    text = explanation("errata.chi2")
    for said in (
        f"{CHI2}, loose [section 4.1, Theorem 4.1, equation (12), and appendix A.2]",
        "original     カイ二乗検定において,",
        "correct      True as an upper bound, but never attained",
        "in Japanese  上界としては正しいが, 達成されない.",
        f"proof        proved: ldproof prove --check {CHI2}",
    ):
        assert said in text
    assert max(map(cell_len, text.splitlines())) <= 100


def test_the_errata_as_json_and_as_a_page() -> None:
    found = json.loads(explanation("errata.chi2", "json"))
    assert [each["claim"] for each in found["errata"]] == [*errata("chi2", WORDS)]
    page = errata_page("chi2", WORDS)
    assert f'href="../claims/{CHI2}.html"' in page
    assert re.search(r'<p lang="ja">上界としては', page)


def test_latex_is_a_document_in_which_japanese_is_marked(tmp_path: Path) -> None:
    """Where LaTeX is installed, it compiles, also without the package that sets Japanese."""
    for name in ("errata.chi2", CHI2, "chi2.delta_t"):
        text = explanation(name, "latex", proof=True)
        assert text.startswith("\\documentclass")
        assert text.endswith("\\end{document}")
        assert ("CJKutf8" in text) == ("\\Japanese{" in text) == (not text.isascii())
        assert re.sub(r"\\Japanese\{[^\x00-\x7f]+\}", "", text).isascii()
        if shutil.which("pdflatex") is None or not run_everything():
            continue
        (tmp_path / "it.tex").write_text(text, encoding="utf-8")
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "it.tex"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]


def test_a_system_without_errata_has_no_sheet() -> None:
    for name in ("errata.evidence", "errata.", "errata.nothing"):
        with pytest.raises(Refused, match="no chapter, claim, formula or mechanism"):
            explanation(name)


@pytest.mark.parametrize("words", ["It is twice that.", "It is 2 here.", "It is a = b."])
def test_nothing_is_typed_in_an_answer(words: str) -> None:
    with pytest.raises(NotProved, match="typed in its answer"):
        replace(CLAIMS[CHI2], answer=words)


@pytest.mark.parametrize("words", ["It is {larger/goal}.", "It is {step-of-t-in-a/right = 4*m2/(tau*m1*N)}."])
def test_an_answer_that_the_theorems_of_the_verdict_do_not_fill_fails(words: str) -> None:
    (report,) = run([replace(CLAIMS[CHI2], answer=words)], Counting(Replaying(store.load()), store.load()))
    assert "cannot be filled" in (report.failure or "")


@pytest.mark.parametrize("words", ["これは 2 倍である.", "これは二倍である.", "a=b である.", "半分である."])
def test_a_japanese_answer_takes_its_numbers_from_the_theorems(words: str) -> None:
    with pytest.raises(NotProved, match="typed in its answer"):
        replace(CLAIMS[CHI2], answer_in_japanese=words)
    assert replace(CLAIMS[CHI2], answer_in_japanese=JAPANESE).answer_in_japanese == JAPANESE


def test_formulas_of_a_printed_claim_are_typeset() -> None:
    printed = "In {a, b}, {= x <= y/2} holds."
    assert typeset_printed(printed, "text") == "In {a, b}, x <= y/2 holds."
    assert typeset_printed(printed, "latex") == r"In \{a, b\}, \(x \le \frac{y}{2}\) holds."
    with pytest.raises(NotProved, match="no formula"):
        typeset_printed("{= x <=}", "text")


def test_lines_with_japanese_break_anywhere_but_within_latin_words() -> None:
    words = "差分プライバシーを保証する Algorithm2 を示す."
    lines = wrap_wide(words, 12)
    assert max(map(cell_len, lines)) <= 12
    assert "".join("".join(lines).split()) == "".join(words.split())
    assert any("Algorithm2" in each for each in lines)
    assert cell_len(Text(width=30).folded(words, "original  ", 10).splitlines()[0]) <= 30
