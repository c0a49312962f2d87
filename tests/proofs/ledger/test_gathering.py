"""The whole ledger: every entry proves afresh and replays without a solver, and none says more than it knows.

The default tier looks at a twentieth of the entries; `ldproof prove` proves and replays all of them.
"""

import json
import os
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from typing import get_args

import pytest

import ldproof_proofs
from ldproof.numbers import Symbol
from ldproof.registry import ROOMS
from ldproof_proofs.book import certifying, explained
from ldproof_proofs.chapters import CHAPTERS
from ldproof_proofs.kernel import shipped, store
from ldproof_proofs.kernel.consult import Consultant
from ldproof_proofs.kernel.entries import DECIDING, Report
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.finite import Finite
from ldproof_proofs.kernel.ground import Ground
from ldproof_proofs.kernel.implication import Chain, Citation, Implication
from ldproof_proofs.kernel.induction import Induction
from ldproof_proofs.kernel.instance import Instance
from ldproof_proofs.kernel.privacy import LDP
from ldproof_proofs.kernel.relations import Relation, Undefined, at_most, below, equal, value_at
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.signs import Signs
from ldproof_proofs.kernel.templates import references
from ldproof_proofs.kernel.theorem import Strength, Theorem
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.ledger import CLAIMS, SYSTEMS
from tests.proofs.conftest import Replayed, replay_apart, replay_entries, seems_true
from tests.proofs.kernel.test_writing import balanced
from tests.proofs.sparing import Recorded
from tests.tiers import run_everything, seed, slow

KINDS = (Implication, Induction, Instance, LDP, Ground, Finite, Failure, Signs)
"""The kernel's own kinds of claims: nobody else decides what a certificate is."""
ROOTS = {"probability", *(each.name for each in iter_modules(ldproof_proofs.__path__))} - {"kernel", "ledger"}
"""What claims are about."""


@slow
def test_what_ships_is_what_is_found_afresh(theorems: Mapping[str, Theorem]) -> None:
    """The whole search; where it finds other certificates than those that ship, run `python -m ldproof_proofs`."""
    found = {name: store.encode(theorem.certificate) for name, theorem in theorems.items()}
    stored = {name: store.encode(certificate) for name, certificate in store.load().items()}
    stale = "certificates.json is not up to date: python -m ldproof_proofs"
    assert found.keys() == stored.keys(), stale
    if platform.machine() in {"x86_64", "AMD64"}:  # floats are added up as when they were found
        assert [name for name in found if found[name] != stored[name]] == [], stale


def test_evidence_names_every_citation_and_every_range(reports: Sequence[Report]) -> None:
    """A sentence is proved only if all of its theorems are."""
    for stated in (each for report in reports for each in report.sentences if each.theorems):
        ranges = re.sub(r"^(cited \[[^]]*\]; )?tested ", "", stated.strength.partition(" given [")[0])
        for theorem in stated.theorems:
            assert all(each in stated.strength for each in theorem.assumes), theorem.name
            scope = theorem.evidence.scope
            assert not scope or {*scope.split("; ")} <= {*ranges.split("; ")}, theorem.name
            assert theorem.evidence.strength is not Strength.PROSE
        if any(theorem.evidence.strength is not Strength.PROVED for theorem in stated.theorems):
            assert not stated.strength.startswith("proved")


def test_what_is_explained_is_what_is_found(
    reports: Sequence[Report], theorems: Mapping[str, Theorem]
) -> None:
    """Every word of it, in every style: `explain` reads what is stored."""
    stored = json.loads(json.dumps(explained.stored()))
    claims = {
        each.entry.name: explained.claim_in_words(each) for each in reports if each.entry.name in CLAIMS
    }
    assert claims == {name: stored["claims"][name] for name in claims}
    shown = {theorem.name for each in reports for theorem in (*each.theorems, *each.checks)}
    wanted = explained.reached(theorems[name] for name in shown)
    found = {name: explained.theorem_in_words(each) for name, each in wanted.items()}
    assert found == {name: stored["theorems"][name] for name in found}
    if run_everything():
        assert [claims.keys(), found.keys()] == [stored["claims"].keys(), stored["theorems"].keys()]


def test_words_that_are_missing_are_built(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the certificates, with a word about it; and they are kept."""
    name = "evidence.betting"
    monkeypatch.setattr(certifying, "CLAIMS", {name: CLAIMS[name]})
    monkeypatch.setattr(certifying, "HERE", tmp_path)
    monkeypatch.setattr(certifying, "DISPLAYS", {})
    monkeypatch.setattr(certifying, "chapters_in_words", dict)
    known = explained.stored()
    monkeypatch.setattr(shipped, "is_there", lambda *_: False)
    built = json.loads(json.dumps(explained.stored()))
    assert built["claims"] == {name: known["claims"][name]}
    assert built["theorems"].items() <= known["theorems"].items()
    assert built == explained.stored(tmp_path)
    assert "not built yet" in capsys.readouterr().err
    # A folder cannot be put in the place of one that is not there.
    monkeypatch.setattr(certifying, "HERE", tmp_path / "nowhere")
    assert json.loads(json.dumps(explained.stored())) == built
    assert "every call builds them" in capsys.readouterr().err


def test_words_of_other_sources_are_built_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = explained.stored()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(certifying, "build_words", dict)
    monkeypatch.setattr(explained, "sources_digest", lambda: "another")
    found: object = explained.stored()
    assert found == {}
    assert "were built from other sources" in capsys.readouterr().err
    monkeypatch.undo()
    assert explained.stored() == known


def test_the_digest_is_of_modules_and_certificates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A change of any counts, wherever the package lies; how the book is set does not."""

    def digest(where: str, change: str = "") -> str:
        package = tmp_path / where
        for name in (explained.CERTIFICATES, "ledger/it.py", "book/explained.py", "book/styles.py"):
            (package / name).parent.mkdir(parents=True, exist_ok=True)
            (package / name).write_text(change if name == change else "kept", encoding="utf-8")
        monkeypatch.setattr(explained, "HERE", package / "book")
        return explained.sources_digest.__wrapped__()

    first = digest("first")
    assert digest("second") == digest("third", "book/styles.py") == first
    for place, name in enumerate((explained.CERTIFICATES, "ledger/it.py", "book/explained.py")):
        assert digest(f"changed-{place}", name) != first


@slow
def test_mutants_are_searched_for_and_not_found(theorems: Mapping[str, Theorem]) -> None:
    """The search that finds the ledger's certificates finds none for what is false."""
    mutated = [
        (name, mutant.goal, theorem.claim.facts)
        for name, theorem in sorted(theorems.items())
        if isinstance(theorem.claim, Implication)
        and isinstance(theorem.certificate, Chain)
        and (mutant := theorem.claim.mutated(theorem.certificate)) is not None
    ]
    found = []
    for name, goal, facts in Random(seed()).sample(mutated, 5 if run_everything() else 2):
        with suppress(NotProved):
            found.append((name, str(goal), search(goal, facts).text()))
    assert found == []


@slow
def test_solvers_contradict_nothing(theorems: Mapping[str, Theorem]) -> None:
    """Another twentieth of the questions in every run: none finds a point against a claim, or shows a mutant."""
    questions = {
        each.name: each
        for theorem in theorems.values()
        for each in theorem.claim.questions(theorem.certificate)
    }
    sample = Random(seed()).sample(sorted(questions), len(questions) // 20)
    with Consultant(at_once=os.cpu_count() or 1) as consult:
        said = consult(questions[each] for each in sample)
    opinions = [each for name, each in said.items() if not name.endswith(", mutant")]
    known = [each for each in opinions if not each.startswith("no opinion")]
    assert len(known) > len(opinions) // 2 > 10


def assert_evidence(said: Mapping[str, str]) -> None:
    """Each entry has the evidence of one whose deciding sentences stand on theorems, or is said."""
    for name, evidence in said.items():
        deciding = [each.sources for each in CLAIMS[name].sentences if each.role in DECIDING]
        shown = bool(deciding) and all(deciding)
        assert evidence.startswith(("proved", "computed", "tested", "cited") if shown else "prose"), name


@slow
def test_a_claim_replays_without_sympy_and_solvers() -> None:
    """Every case included, in a process that can import none of them."""
    replayed = replay_apart(["shots.thm-10"])
    assert {*replayed.said} == {"shots.thm-10"}
    assert_evidence(replayed.said)


@slow
def test_every_claim_replays_without_sympy_and_solvers(replayed: Replayed) -> None:
    assert replayed.said.keys() == {*CLAIMS}
    assert_evidence(replayed.said)


def test_names_are_unique_and_of_one_form(theorems: Mapping[str, Theorem]) -> None:
    """`system.claim` or `chapter.display`, in small letters; entries and theorems each have names of their own."""
    rooms = {system: import_module(f"ldproof_proofs.ledger.{system}").ENTRIES for system in SYSTEMS}
    names = [entry.name for entries in rooms.values() for entry in entries]
    assert len(set(names)) == len(names)
    assert names == [*CLAIMS]
    assert all(entry.name.startswith(f"{system}.") for system, entries in rooms.items() for entry in entries)
    form = re.compile(rf"({'|'.join(sorted((*ROOTS, *CHAPTERS)))})\.[a-z0-9]+([-.][a-z0-9]+)*")
    assert [name for name in (*names, *theorems) if not form.fullmatch(name)] == []


def test_entries_say_where_and_what(reports: Sequence[Report]) -> None:
    """A place, the printed claim, and whole sentences that end; the entries that they name are there."""
    for entry in CLAIMS.values():
        assert entry.place
        assert entry.printed.endswith("."), entry.name
        assert all({*references(each.words)} <= {*CLAIMS} for each in entry.sentences), entry.name
    for report in reports:
        assert all(each.text("text").endswith(".") for each in report.sentences), report.entry.name


def reached(theorem: Theorem) -> Iterator[str]:
    """The names of a theorem and of all that it rests on."""
    yield theorem.name
    for lemma in theorem.claim.lemmas:
        yield from reached(lemma)


def test_only_the_kernel_decides_and_citations_are_passed_on(theorems: Mapping[str, Theorem]) -> None:
    """Every claim is of one of the kernel's own kinds; every lemma is a theorem with a certificate of its own.

    Whoever is reached from a cited theorem by lemmas assumes it, and nobody assumes anything else.
    """
    for theorem in theorems.values():
        for each in (theorem, *theorem.claim.lemmas):
            assert type(each.claim) in (*KINDS, Recorded), each.name
            assert type(each) is Theorem, each.name
            assert theorems[each.name].claim is each.claim
        cited = {
            f"{name}: {certificate.reference}"
            for name in reached(theorem)
            if isinstance(certificate := theorems[name].certificate, Citation)
        }
        assert set(theorem.assumes) == cited, theorem.name
    assert any(theorem.assumes for theorem in theorems.values())


def test_every_theorem_can_be_read(theorems: Mapping[str, Theorem]) -> None:
    """Statement and derivation in every style: something is said, and formulas balance."""
    styles: Sequence[Style] = get_args(Style)
    for theorem in theorems.values():
        for style in styles:
            for text in (theorem.claim.statement(style), theorem.derivation(style)):
                assert text.strip(), theorem.name
                formulas = re.findall(
                    r"\$(.*?)\$" if style == "markdown" else r"\\\((.*?)\\\)", text, re.DOTALL
                )
                assert style == "text" or all(map(balanced, formulas)), text
            assert style != "markdown" or theorem.claim.statement(style).count("$") % 2 == 0, theorem.name


def test_every_public_formula_is_anchored() -> None:
    """A formula without a theorem that ties it to a law or a definition fails the build."""
    names = [f"{room.partition('.')[0]}.{name}" for room in ROOMS for name in public_names(room)]
    tied = {each for theorem in explained.stored()["theorems"].values() for each in theorem["anchors"]}
    assert len(names) >= 10
    assert {*names} <= tied


def public_names(room: str) -> Sequence[str]:
    """Return the public names of a module."""
    found: Sequence[str] = import_module(f"ldproof.{room}").__all__
    return found


# statements, by their values

STATED = (
    "shots.gap",
    "shots.unbiased",
    "reporting.coin-ratio",
)
"""Statements on which others rest."""
STATING = ("shots.eq-3", "shots.thm-2")
"""Entries with those of these statements that the default tier's sample lacks."""


def test_statements_hold_at_points_of_their_hypotheses(theorems: Mapping[str, Theorem]) -> None:
    """Every implication that cites nobody, at random rational points where all its hypotheses hold.

    Those of entries of rows suppose that their symbols are such entries, which no random point is.
    """
    tried = {
        name: points_tried(theorem.claim, 6 if run_everything() else 3)
        for name, theorem in theorems.items()
        if isinstance(theorem.claim, Implication) and not theorem.assumes and not of_rows(theorem.claim)
    }
    assert [name for name, count in tried.items() if count < 3] == []
    assert len(tried) > 40
    known = {**replay_entries(*STATING)[0].theorems, **theorems}
    for name in STATED:
        claim = known[name].claim
        assert isinstance(claim, Implication)
        assert points_tried(claim, 200) == 200


def test_a_false_statement_is_found_at_a_point() -> None:
    """The test above would notice: x <= y fails at some point with 0 < x, and so does x = 2 y."""
    given: Facts = {"x > 0": below(0, Symbol("x"))}
    for goal in (at_most(Symbol("x"), Symbol("y")), equal(Symbol("x"), 2 * Symbol("y"))):
        with pytest.raises(AssertionError, match="fails at"):
            points_tried(Implication("false", goal, given, witness={"x": 1, "y": 1}), 100)


def of_rows(claim: Implication) -> bool:
    """Whether some of its symbols are entries of rows."""
    return any(each.row for found in claim.inherited.values() for each in found)


def points_tried(claim: Implication, wanted: int) -> int:
    """At how many points of the hypotheses the goal was seen to hold; an AssertionError where it fails."""
    random, count = Random(claim.name), 0
    for _ in range(40 * wanted):
        point = drawn(claim, random)
        if point is None or not all(seems_true(each, point) for each in claim.given.values()):
            continue
        assert seems_true(claim.goal, point), f"{claim.name} fails at {point}"
        count += 1
        if count == wanted:
            break
    return count


def drawn(claim: Implication, random: Random) -> dict[str, Fraction] | None:
    """A random point near the witness, moved so that hypotheses that are equations hold."""
    names = sorted(claim.goal.symbols().union(*(each.symbols() for each in claim.given.values())))
    point: dict[str, Fraction] = {}
    # Where many hypotheses must hold together, few points do; next to the witness there are some.
    moving = names if random.random() < 1 / 2 else random.sample(names, min(len(names), random.randint(1, 2)))
    for name in names:
        value = claim.witness.get(name, 1)
        near = Fraction(value) if isinstance(value, int | Fraction) else Fraction(1)
        spread = random.choice((Fraction(0), Fraction(1, 1000), Fraction(1, 8), Fraction(1), Fraction(4)))
        point[name] = near + (name in moving) * spread * Fraction(random.randint(-12, 24), 12)
    for each in claim.given.values():
        if each.sign == "=":
            moved = solved(each, point, random.sample(names, len(names)))
            if moved is None:
                return None
            point = moved
    return point


def solved(equation: Relation, point: dict[str, Fraction], names: list[str]) -> dict[str, Fraction] | None:
    """The point, if the equation holds there; or with one symbol moved to where it holds, if it is linear in it."""
    if seems_true(equation, point):
        return point
    for name in names:
        try:
            at = [value_at(equation.left - equation.right, {**point, name: Fraction(n)}) for n in (0, 1)]
        except (Undefined, ZeroDivisionError):
            continue
        start, end = at
        if start is not None and end is not None and start != end:
            moved = {**point, name: start / (start - end)}
            if seems_true(equation, moved):
                return moved
    return None
