"""`ldproof explain`, on a small ledger."""

import json
import re
from inspect import getsource
from itertools import product

import pytest
from jsonschema import ValidationError

from ldproof.registry import MECHANISMS, all_formulas
from ldproof.shots.formulas import p
from ldproof_proofs.book.chapters import chapter_json
from ldproof_proofs.book.errata import PREFIX, systems_with_errata
from ldproof_proofs.book.explain import claim_parts, explanation
from ldproof_proofs.book.explained import ClaimInWords, SectionInWords, SentenceInWords, TheoremInWords, Words
from ldproof_proofs.book.explanation import Claims, Explanation
from ldproof_proofs.book.screen import Fold
from ldproof_proofs.book.styles import STYLES, put_together
from tests.proofs.book.conftest import WORDS
from tests.reference.cli.conftest import Run, conforming

pytestmark = pytest.mark.usefixtures("ledger")

NAMES = [*WORDS["claims"], *all_formulas(), *MECHANISMS]
SCREEN = """\
shots.thm-4 (Theorem 4)

printed  x | y is at most 100% [sic]
verdict  holds (proved given [Hoeffding])

Remarks
  - And x <= y is tight.  [proved given [Hoeffding]]

Where
x  the odds of a report less one

Derivation: one report [ldproof explain shots-on-paper]
  Given: x <= y.
  x is a share.
    [1] x <= y

assumes   Hoeffding
uses      nothing
used by   shots.thm-5
formulas  shots.p
rests on  1 theorem, 0 lemmas, 1 modelling step; unfold: ldproof explain shots.thm-4 --proof
replay    ldproof prove --check shots.thm-4; this is as it was proved for this release
"""


def test_a_screen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    result = run("explain", "shots.thm-4")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == SCREEN


def test_the_main_derivation_is_shown_and_the_others_are_named() -> None:
    """The last that names the claim first; with its proof every one is shown."""
    (chapter,) = WORDS["chapters"].values()
    (one,) = chapter["sections"]

    def leading(title: str, *claims: str) -> SectionInWords:
        return {**one, "title": title, "claims": [*claims]}

    found = [
        leading("a", "shots.thm-4"),
        leading("b", "shots.thm-4"),
        leading("c", "shots.thm-5", "shots.thm-4"),
    ]
    claim = Explanation(
        "shots.thm-4", Claims({**WORDS, "chapters": {"shots-on-paper": {**chapter, "sections": found}}})
    )
    text = put_together(claim_parts(claim, STYLES["text"], Fold.LONG))
    assert "Derivation: b [" in text
    folded = "  - a  [shots-on-paper]\n  - c  [shots-on-paper]\n"
    assert f"Derived, and folded here [in the chapter behind each]\n{folded}" in text
    assert put_together(claim_parts(claim, STYLES["text"], Fold.NOTHING)).count("Derivation: ") == len(found)


def test_sentences_on_which_the_verdict_rests_come_first() -> None:
    claim = WORDS["claims"]["shots.thm-4"]
    (said, *_) = claim["sentences"]
    mixed: list[SentenceInWords] = [
        {**said, "role": role} for role in ("besides", "more than it says", "the printed claim")
    ]
    changed: ClaimInWords = {**claim, "sentences": mixed}
    found = Explanation("shots.thm-4", Claims({**WORDS, "claims": {"shots.thm-4": changed}}))
    assert [*found.roles] == ["the printed claim", "more than it says", "besides"]


def test_symbols_of_remarks_are_explained_where_remarks_are_shown() -> None:
    claim = WORDS["claims"]["shots.thm-4"]
    changed: ClaimInWords = {**claim, "symbols": {"x": "an excess", "z": "a number"}, "remarked": ["z"]}
    found = Explanation("shots.thm-4", Claims({**WORDS, "claims": {"shots.thm-4": changed}}))
    folded, whole = (
        put_together(claim_parts(found, STYLES["text"], fold)) for fold in (Fold.LONG, Fold.NOTHING)
    )
    assert ("an excess" in folded, "a number" in folded) == (True, False)
    assert ("an excess" in whole, "a number" in whole) == (True, True)


def test_remarks_are_folded_only_below_other_sentences() -> None:
    """Where there is nothing else, they give the verdict's reason."""
    claim = WORDS["claims"]["shots.thm-4"]
    (remark,) = claim["sentences"]
    both: ClaimInWords = {**claim, "sentences": [{**remark, "role": "the printed claim"}, remark]}
    for changed, folded in ((claim, False), (both, True)):
        found = Explanation("shots.thm-4", Claims({**WORDS, "claims": {"shots.thm-4": changed}}))
        text = put_together(claim_parts(found, STYLES["text"], Fold.LONG))
        assert ("Remarks [1; ldproof explain" in text, "Remarks\n  - And" in text) == (folded, not folded)
        whole = put_together(claim_parts(found, STYLES["text"], Fold.NOTHING))
        assert whole.count("Remarks\n  - And") == 1


def test_only_formulas_that_can_be_explained_are_listed() -> None:
    """A helper of a module can be tied to a law, and has no page."""
    theorem = WORDS["theorems"]["shots.thm-4.upper"]
    changed: TheoremInWords = {**theorem, "anchors": ["counting.estimate_filled", "shots.p"]}
    words: Words = {**WORDS, "theorems": {**WORDS["theorems"], "shots.thm-4.upper": changed}}
    assert [*Explanation("shots.thm-4", Claims(words)).anchors] == ["shots.p"]
    (chapter,) = WORDS["chapters"].values()
    (section,) = chapter["sections"]
    section = {**section, "formulas": ["counting.theta_at", "shots.p"]}
    words = {**WORDS, "chapters": {"shots-on-paper": {**chapter, "sections": [section]}}}
    (shown,) = json.loads(json.dumps(chapter_json("shots-on-paper", words)))["sections"]
    assert shown["formulas"] == ["shots.p"]


def test_the_proof_unfolds_lemmas_first_and_each_once(run: Run) -> None:
    result = run("explain", "shots.thm-5", "--proof")
    assert result.exit_code == 0
    assert [line for line in result.stdout.splitlines() if line.startswith("theorem ")] == [
        "theorem shots.thm-4.upper [proved given [Hoeffding]]",
        "theorem shots.thm-5.upper [proved given [Hoeffding]]",
    ]
    assert "  if x & y are shares then x <= y\n\n  x\n    <= y   [both are shares]\n" in result.stdout
    assert "Modelling steps\n  - x stands for a share\n" in result.stdout


def test_markdown(run: Run) -> None:
    result = run("explain", "shots.thm-5", "--format", "markdown", "--proof")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:6] == [
        "## shots.thm-5",
        "",
        "*Theorem 4*",
        "",
        "- **printed**: x | y is at most 100% [sic]",
        "- **verdict**: refuted (proved given [Hoeffding])",
    ]
    assert "- And $x \\le y$ is tight. *[proved given [Hoeffding]]*" in lines
    assert "### theorem shots.thm-5.upper" in lines
    assert "if x & y are shares then $x \\le y$" in lines
    assert "$x$\\\n$\\le y$   [both are shares]" in result.stdout


def test_latex(run: Run) -> None:
    result = run("explain", "shots.thm-4", "--format", "latex", "--proof")
    assert result.exit_code == 0
    assert "\\section*{shots.thm-4}" in result.stdout
    assert "\\item[printed] x \\textbar{} y is at most 100\\% [sic]" in result.stdout
    assert "if x \\& y are shares then \\(x \\le y\\)" in result.stdout
    assert "\\(x\\)\\\\\n\\(\\le y\\)   [both are shares]" in result.stdout


def test_latex_has_no_empty_list(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """LaTeX stops at one; in the other forms there would be a heading over nothing."""
    monkeypatch.setitem(WORDS["claims"]["shots.thm-4"], "modelling", [])
    for name in ("shots.thm-4", "shots.c_star", "shots.g", "chi2.optimal"):
        said = run("explain", name, "--format", "latex", "--proof").stdout
        assert "\\begin{description}\n\\item" in said or name == "shots.c_star"
        assert not re.search(r"\\begin\{(\w+)\}\s*\\end", said)
        assert "Modelling steps" not in said


def test_json(run: Run) -> None:
    result = run("explain", "shots.thm-5", "--format", "json")
    assert result.exit_code == 0
    found = conforming("explain", result.stdout)
    assert isinstance(found, dict)
    assert (found["name"], found["kind"], found["verdict"]) == ("shots.thm-5", "claim", "refuted")
    assert [each["text"] for each in found["sentences"]] == ["And x <= y is tight."]
    assert found["uses"] == ["shots.thm-4"]
    assert found["theorems"]["shots.thm-4.upper"]["derivation"] == "x\n  <= y   [both are shares]"


def test_all_json_is_as_its_schema_says(run: Run) -> None:
    """And nothing that lacks a key, or has one more."""
    for name in NAMES:
        found = conforming("explain", run("explain", name, "--format", "json").stdout)
        assert isinstance(found, dict)
        needed = found.keys() - {"formula", "mechanism"}
        fewer = ({key: each for key, each in found.items() if key != left_out} for left_out in needed)
        for flaw in (*fewer, {**found, "besides": 1}):
            with pytest.raises(ValidationError):
                conforming("explain", json.dumps(flaw))


def test_the_list_names_all(run: Run) -> None:
    listed, errata = run("explain", "--list"), [f"{PREFIX}{each}" for each in systems_with_errata(WORDS)]
    assert listed.exit_code == 0
    lines = listed.stdout.splitlines()
    assert [line.partition("  ")[0] for line in lines] == [
        *WORDS["chapters"],
        *WORDS["claims"],
        *errata,
        *all_formulas(),
        *MECHANISMS,
    ]
    found = conforming("explain-list", run("explain", "--list", "--format", "json").stdout)
    assert isinstance(found, list)
    assert [f"{each['name']}  {each['kind']}" for each in found] == lines


def test_a_formula(run: Run) -> None:
    result = run("explain", "shots.p")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(
        "shots.p (formula)\n\n  Section 4.1: the probability that a person in state 1"
    )
    assert "epsilon or odds or report_odds  exactly one of them" in result.stdout
    assert "  - shots.thm-4.upper: if x & y are shares then x <= y\n" in result.stdout
    assert "claims  shots.thm-4, shots.thm-5, sketch.eq-1" in result.stdout
    assert all(f"  {line}".rstrip() in result.stdout.splitlines() for line in getsource(p).splitlines())


def test_every_mechanism_is_explained_with_its_code(run: Run) -> None:
    for name in MECHANISMS:
        result = run("explain", name)
        assert (result.exit_code, result.stderr) == (0, "")
        assert f"{name} (mechanism)" in result.stdout
        assert "Code [ldproof." in result.stdout


def test_a_mechanism_goes_before_a_claim_of_its_name(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The claim is named, and unfolded below the mechanism with --proof; the system may be left out."""
    alone = run("explain", "sketch.cms").stdout
    assert "the claim" not in alone
    monkeypatch.setitem(WORDS["claims"], "sketch.cms", WORDS["claims"]["shots.thm-4"])
    both = run("explain", "sketch.cms").stdout
    assert both.startswith(alone.partition("Parameters")[0])
    words = "the claim  sketch.cms, Theorem 4: holds (proved given [Hoeffding]); unfold: ldproof explain"
    assert words in " ".join(both.split()).replace("the claim ", "the claim  ")
    assert "tight" not in both
    assert run("explain", "cms").stdout == both
    unfolded = run("explain", "sketch.cms", "--proof").stdout
    assert unfolded.index("Code [") < unfolded.index("verdict  holds") < unfolded.index("is tight")


def test_mechanisms_and_formulas_are_explained_in_every_form(run: Run) -> None:
    for name, form in product(
        ("counting.glance", "chi2.optimal", "shots.g", "sketch.alpha_mean"), ("markdown", "latex", "json")
    ):
        result = run("explain", name, "--format", form)
        assert (result.exit_code, result.stderr) == (0, "")
        assert name.partition(".")[2] in result.stdout.replace("\\_", "_")


def test_what_is_not_there_is_refused(run: Run) -> None:
    unknown = (
        "there is no chapter, claim, formula or mechanism 'thm-4' (unknown-name); accepted: shots.thm-4\n"
    )
    statistic = (
        "there is no chapter, claim, formula or mechanism 'noisy_distance': it is a statistic of ldproof test"
    )
    for arguments, why in ((["thm-4"], unknown), ([], "nothing is named"), (["noisy_distance"], statistic)):
        result = run("explain", *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"ldproof: {why}")


def test_a_sentence_that_takes_nothing_from_its_theorems_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two by their names, of more the first; all of them where nothing is folded."""
    names = ["shots.one", "shots.two", "shots.three"]
    (sentence,) = WORDS["claims"]["shots.thm-4"]["sentences"]
    for several, screen in ((names[:2], "shots.one, shots.two"), (names, "shots.one and 2 more theorems")):
        monkeypatch.setitem(sentence, "paraphrases", several)
        monkeypatch.setitem(sentence, "role", "the printed claim")
        begun = "[proved given [Hoeffding]; paraphrases "
        assert f"{begun}{screen}]" in " ".join(explanation("shots.thm-4").split())
        assert f"{begun}{', '.join(several)}]" in " ".join(explanation("shots.thm-4", proof=True).split())
