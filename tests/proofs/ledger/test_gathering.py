"""The whole ledger: every entry proves afresh and replays without a solver, and none says more than it knows."""

import json
import os
import platform
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from pkgutil import iter_modules
from random import Random

import pytest

import ldproof_proofs
from ldproof.catalogue.formulas import ROOMS
from ldproof.numbers import Symbol, term
from ldproof.rejections import Reason, Refused
from ldproof_proofs.book import explained
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.combination import Combination, product
from ldproof_proofs.kernel.entries import DECIDING, Report
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.failure import Failure
from ldproof_proofs.kernel.finite import Finite
from ldproof_proofs.kernel.ground import Ground
from ldproof_proofs.kernel.implication import Chain, Citation, Implication, Line
from ldproof_proofs.kernel.induction import Induction
from ldproof_proofs.kernel.instance import Instance
from ldproof_proofs.kernel.relations import Relation, Undefined, at_most, below, equal, value_at
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.signs import Signs
from ldproof_proofs.kernel.smt import memory
from ldproof_proofs.kernel.smt.limits import NO_TIME_LEFT
from ldproof_proofs.kernel.smt.memory import key
from ldproof_proofs.kernel.smt.protocol import Answer, digest
from ldproof_proofs.kernel.smt.solvers import SOLVERS, Asked, WorkerPool
from ldproof_proofs.kernel.smt.text import script
from ldproof_proofs.kernel.templates import references
from ldproof_proofs.kernel.theorem import Strength, Theorem
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.ledger import CLAIMS, SYSTEMS
from tests.proofs.conftest import Replayed
from tests.proofs.kernel.test_writing import balanced
from tests.proofs.sparing import Counting, Recorded

KINDS = (Implication, Induction, Instance, Ground, Finite, Failure, Signs)
"""The kernel's own kinds of claims: nobody else decides what a certificate is."""
ROOTS = {each.name for each in iter_modules(ldproof_proofs.__path__)} - {"kernel", "ledger"}
"""What claims are about."""

AS_FOUND = platform.machine() in {"x86_64", "AMD64"}
"""Whether floats are added up as they were when the certificates that ship were found."""


def outline(encoded: object) -> object:
    """A certificate without the sums of products that justify its steps: elsewhere programs may find other ones."""
    match encoded:
        case ["Combination", *_]:
            return "a combination"
        case ["Chain", lines, _]:
            return ["Chain", outline(lines)]
        case list():
            return [outline(each) for each in encoded]
        case dict():
            return {name: outline(each) for name, each in encoded.items()}
        case _:
            return encoded


def test_an_outline_has_every_step() -> None:
    """Two chains differ in it if their steps do, and not if only the sums differ."""
    x = Symbol("x")
    one, other = Combination((product("a"),)), Combination((product("b", "c"),), (product("d"),))
    chains = [
        store.encode(Chain((Line("<=", to, "why", because),), (because,)))
        for to, because in ((x, one), (x, other), (2 * x, one))
    ]
    assert outline(chains[0]) == outline(chains[1]) != outline(chains[2])


def test_every_claim_proves_afresh_and_what_ships_is_what_is_found(
    reports: Sequence[Report], theorems: Mapping[str, Theorem]
) -> None:
    """The whole search; where it finds other certificates than those that ship, run `python -m ldproof_proofs`."""
    shown = (lambda encoded: encoded) if AS_FOUND else outline
    found = {name: shown(store.encode(theorem.certificate)) for name, theorem in theorems.items()}
    stored = {name: shown(store.encode(certificate)) for name, certificate in store.load().items()}
    stale = [name for name in found.keys() | stored.keys() if found.get(name) != stored.get(name)]
    assert stale == [], "certificates.json is not up to date: python -m ldproof_proofs"
    for report in reports:
        for stated in report.sentences:
            if stated.theorems:
                check_evidence(stated.strength, stated.theorems)


def test_what_is_explained_is_what_is_found(
    reports: Sequence[Report], theorems: Mapping[str, Theorem]
) -> None:
    """Every word of it, in every style: `explain` reads what is stored."""
    stored = json.loads(json.dumps(explained.stored()))
    assert stored["claims"] == {report.entry.name: explained.claim_in_words(report) for report in reports}
    shown = {name for claim in stored["claims"].values() for name in (*claim["theorems"], *claim["checks"])}
    wanted = explained.reached(theorems[name] for name in shown)
    assert stored["theorems"] == {name: explained.theorem_in_words(each) for name, each in wanted.items()}


def test_a_random_handful_of_mutants_is_searched_for_and_not_found(theorems: Mapping[str, Theorem]) -> None:
    """The search that finds the ledger's certificates finds none for what is false; another handful in every run."""
    seed = os.environ.get("LDPROOF_TWENTIETH") or os.urandom(8).hex()
    mutated = [
        (name, mutant.goal, theorem.claim.facts)
        for name, theorem in sorted(theorems.items())
        if isinstance(theorem.claim, Implication)
        and isinstance(theorem.certificate, Chain)
        and (mutant := theorem.claim.mutated(theorem.certificate)) is not None
    ]
    assert len(mutated) > 800
    found = []
    for name, goal, facts in Random(seed).sample(mutated, 5):
        with suppress(NotProved):
            found.append((name, str(goal), search(goal, facts).text()))
    assert found == [], f"LDPROOF_TWENTIETH={seed} searches for the same again"


@pytest.fixture(scope="module")
def scripts(theorems: Mapping[str, Theorem]) -> Mapping[str, Answer]:
    """Every text that solvers are asked about, in a fixed order, with what is to be said of it."""
    questions = [
        each for theorem in theorems.values() for each in theorem.claim.questions(theorem.certificate)
    ]
    wanted = {script(each.given, each.goal).text: Answer.UNSAT for each in questions}
    wanted |= {
        script(each.given, each.mutant.goal).text: Answer.SAT for each in questions if each.mutant is not None
    }
    return dict(sorted(wanted.items()))


STALE = "opinions.json is not up to date: python -m ldproof_proofs"


def test_the_opinions_that_ship_are_about_the_ledger_s_questions(
    scripts: Mapping[str, Answer], theorems: Mapping[str, Theorem]
) -> None:
    """No solver's is missing, and none, SymPy's among them, is left over from before."""
    wanted = {key(solver, text) for text in scripts for solver in SOLVERS}
    known = memory.load().replies.keys()
    assert wanted == {each for each in known if not each[0].startswith("sympy ")}, STALE
    identities = {
        digest(str(question.goal))
        for theorem in theorems.values()
        for question in theorem.claim.questions(theorem.certificate)
    }
    assert {text for said, text in known if said.startswith("sympy ")} <= identities, STALE


def test_a_random_twentieth_of_the_opinions_is_asked_for_anew(scripts: Mapping[str, Answer]) -> None:
    """Another one in every run, so that what is remembered can be neither forged nor stale for long."""
    known, texts = memory.load(), scripts
    seed = os.environ.get("LDPROOF_TWENTIETH") or os.urandom(8).hex()
    workers = WorkerPool()

    def again(text: str) -> list[Asked]:
        return [workers.ask(solver, text, before=known.recalled(solver, text)) for solver in SOLVERS]

    sample = Random(seed).sample([*texts], len(texts) // 20)
    with ThreadPoolExecutor(os.cpu_count() or 1) as hands:
        found = [
            (text, asked)
            for text, both in zip(sample, hands.map(again, sample), strict=True)
            for asked in both
        ]
    workers.close()
    repeat = f"LDPROOF_TWENTIETH={seed} asks the same again"
    assert [(text, asked) for text, asked in found if asked.contradicted is not None] == [], repeat
    freed = [(text, asked) for text, asked in found if asked.before and asked.before.reason == NO_TIME_LEFT]
    wrong = [each for each in freed if each[1].reply.answer not in {texts[each[0]], Answer.UNKNOWN}]
    assert wrong == [], repeat


def check_evidence(evidence: str, theorems: Sequence[Theorem]) -> None:
    """An entry names every citation and every range of its theorems, and is proved only if all of them are."""
    assert theorems
    for theorem in theorems:
        assert all(each in evidence for each in theorem.assumes), theorem.name
        assert theorem.evidence.scope in evidence, theorem.name
        assert theorem.evidence.strength is not Strength.PROSE
    if any(theorem.evidence.strength is not Strength.PROVED for theorem in theorems):
        assert not evidence.startswith("proved")


def test_every_claim_replays_without_sympy_and_solvers(replayed: Replayed) -> None:
    """Every case included, in a process that can import none of them, and ends with the evidence of each entry."""
    said = replayed.said
    assert said.keys() == {*CLAIMS}
    for name, evidence in said.items():
        deciding = [each.sources for each in CLAIMS[name].sentences if each.role in DECIDING]
        shown = bool(deciding) and all(deciding)
        assert evidence.startswith(("proved", "computed", "tested", "cited") if shown else "prose"), name


def test_names_are_unique_and_of_one_form(theorems: Mapping[str, Theorem]) -> None:
    """`system.claim`, in small letters; entries and theorems each have names of their own."""
    rooms = {system: import_module(f"ldproof_proofs.ledger.{system}").ENTRIES for system in SYSTEMS}
    names = [entry.name for entries in rooms.values() for entry in entries]
    assert len(set(names)) == len(names)
    assert names == [*CLAIMS]
    assert all(entry.name.startswith(f"{system}.") for system, entries in rooms.items() for entry in entries)
    form = re.compile(rf"({'|'.join(sorted(ROOTS))})\.[a-z0-9]+([-.][a-z0-9]+)*")
    assert [name for name in (*names, *theorems) if not form.fullmatch(name)] == []


def test_entries_say_where_and_what(reports: Sequence[Report]) -> None:
    """A place, the printed claim, and whole sentences that end; the entries that they name are there."""
    names = {*CLAIMS}
    for report in reports:
        assert report.entry.place
        assert report.entry.printed.endswith("."), report.entry.name
        for each in report.sentences:
            assert each.text("text").endswith("."), report.entry.name
            assert names.issuperset(references(each.sentence.words)), report.entry.name


def test_only_the_kernel_decides(theorems: Mapping[str, Theorem]) -> None:
    """Every claim and every lemma's is of one of the kernel's own kinds, exactly: none but ours overrides its check."""
    for theorem in theorems.values():
        for each in (theorem, *theorem.claim.lemmas):
            assert type(each.claim) in (*KINDS, Recorded), each.name
            assert type(each) is Theorem, each.name


def test_lemmas_have_names_of_the_ledger(theorems: Mapping[str, Theorem]) -> None:
    """Every lemma is a theorem of this ledger with a certificate of its own."""
    for theorem in theorems.values():
        for lemma in theorem.claim.lemmas:
            assert theorems[lemma.name].claim is lemma.claim


def test_citations_are_passed_on(theorems: Mapping[str, Theorem]) -> None:
    """Whoever is reached from a cited theorem by lemmas assumes it, and nobody assumes anything else."""
    for theorem in theorems.values():
        cited = {
            f"{name}: {certificate.reference}"
            for name in reached(theorem)
            if isinstance(certificate := theorems[name].certificate, Citation)
        }
        assert set(theorem.assumes) == cited, theorem.name
    assert any(theorem.assumes for theorem in theorems.values())


def reached(theorem: Theorem) -> Iterator[str]:
    """The names of a theorem and of all that it rests on."""
    yield theorem.name
    for lemma in theorem.claim.lemmas:
        yield from reached(lemma)


@pytest.mark.parametrize("style", ["text", "markdown", "latex"])
def test_every_theorem_can_be_read(theorems: Mapping[str, Theorem], style: Style) -> None:
    """Statement and derivation in every style: something is said, and formulas balance."""
    for theorem in theorems.values():
        statement, derivation = theorem.claim.statement(style), theorem.derivation(style)
        assert statement.strip(), theorem.name
        assert derivation.strip(), theorem.name
        if style != "text":
            assert all(map(balanced, formulas(statement, style))), statement
            assert statement.count("$") % 2 == 0 or style == "latex", statement
            assert all(map(balanced, formulas(derivation, style))), derivation


def formulas(text: str, style: Style) -> list[str]:
    """What stands between the marks of a formula."""
    return re.findall(r"\$(.*?)\$" if style == "markdown" else r"\\\((.*?)\\\)", text, re.DOTALL)


# Anchors.


def unanchored(wanted: Iterable[str], theorems: Iterable[Theorem]) -> list[str]:
    """Which formulas no theorem ties to a law or a definition."""
    tied = {each.formula for theorem in theorems for each in theorem.claim.anchors}
    return sorted(set(wanted) - tied)


def public() -> list[str]:
    """Every public formula under its name in the catalogue."""
    return [
        f"{room.partition('.')[0]}.{name}"
        for room in ROOMS
        for name in import_module(f"ldproof.{room}").__all__
    ]


def test_every_public_formula_is_anchored(theorems: Mapping[str, Theorem]) -> None:
    """A formula without a theorem that ties it to a law or a definition fails the build."""
    assert len(public()) >= 10
    assert unanchored(public(), theorems.values()) == []


def test_a_formula_whose_anchor_is_missing_is_found(theorems: Mapping[str, Theorem]) -> None:
    """Without the theorems that anchor it, each formula is named; and so is a formula that nobody knows."""
    anchored = set(public()) - set(unanchored(public(), theorems.values()))
    assert len(anchored) >= 10
    for name in anchored:
        rest = [each for each in theorems.values() if name not in {a.formula for a in each.claim.anchors}]
        assert name in unanchored(public(), rest)
    assert unanchored(["shots.p", "shots.new"], theorems.values()) == ["shots.new"]


# Statements, by their values.


def test_statements_hold_at_points_of_their_hypotheses(theorems: Mapping[str, Theorem]) -> None:
    """Every implication that cites nobody, at random rational points where all its hypotheses hold.

    Those of entries of rows suppose that their symbols are such entries, which no random point is.
    """
    tried = {
        name: checked(theorem.claim, 6)
        for name, theorem in theorems.items()
        if isinstance(theorem.claim, Implication) and not theorem.assumes and not of_rows(theorem.claim)
    }
    assert [name for name, count in tried.items() if count < 3] == []
    assert len(tried) > 40


@pytest.mark.parametrize(
    "name",
    [
        "shots.gap",
        "shots.unbiased",
        "shots.rate-at-most-p",
        "reporting.coin-ratio",
        "shots.merit-decreasing-in-odds",
    ],
)
def test_a_handful_of_statements_at_hundreds_of_points(theorems: Mapping[str, Theorem], name: str) -> None:
    """Statements on which others rest, at hundreds of random points where their hypotheses hold."""
    claim = theorems[name].claim
    assert isinstance(claim, Implication)
    assert checked(claim, 200) == 200


def test_a_false_statement_is_found_at_a_point() -> None:
    """The test above would notice: x <= y fails at some point with 0 < x, and so does x = 2 y."""
    given: Facts = {"x > 0": below(0, Symbol("x"))}
    for goal in (at_most(Symbol("x"), Symbol("y")), equal(Symbol("x"), 2 * Symbol("y"))):
        with pytest.raises(AssertionError, match="fails at"):
            checked(Implication("false", goal, given, witness={"x": 1, "y": 1}), 100)


def of_rows(claim: Implication) -> bool:
    """Whether some of its symbols are entries of rows."""
    return any(each.row for found in claim.inherited.values() for each in found)


def checked(claim: Implication, wanted: int) -> int:
    """At how many points of the hypotheses the goal was seen to hold; an AssertionError where it fails."""
    random, count = Random(claim.name), 0
    for _ in range(40 * wanted):
        point = drawn(claim, random)
        if point is None or not all(holds(each, point) for each in claim.given.values()):
            continue
        assert holds(claim.goal, point), f"{claim.name} fails at {point}"
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
    """The point with one symbol moved to where the equation, if it is linear in it, holds."""
    for name in names:
        try:
            at = [value_at(equation.left - equation.right, {**point, name: Fraction(n)}) for n in (0, 1)]
        except (Undefined, ZeroDivisionError):
            continue
        start, end = at
        if start is not None and end is not None and start != end:
            moved = {**point, name: start / (start - end)}
            if holds(equation, moved):
                return moved
    return None


def holds(relation: Relation, point: Mapping[str, Fraction]) -> bool:
    """Whether a relation holds; two irrational numbers count as equal where no precision tells them apart."""
    try:
        return relation.holds_at(point)
    except Refused as refusal:
        return refusal.reason is Reason.UNDECIDED and relation.sign in ("=", "<=")


def test_counting_takes_only_finite_statements_for_granted(prover: Counting) -> None:
    """These tests believe what is stored about their cases, as the replay above looks at them, and nothing else."""
    name, recorded = "shots.user-level-exhaustive", "reporting.transcript-fold"
    claim = Finite(name, "", "", lambda: [("1", False)], lambda: [("1", True)])
    counted = prover.counted(claim)
    assert isinstance(counted, Finite)
    counted.check(store.load()[name])
    false = Ground(recorded, "", "", lambda: [("1", equal(1, 2))], lambda: [("1", equal(1, 1))])
    believed = prover.counted(false)
    assert isinstance(believed, Ground)
    believed.check(store.load()[recorded])
    with pytest.raises(NotProved):
        false.check(store.load()[recorded])
    for other in (replace(claim, name="x"), Implication(name, equal(term(1), 1))):
        assert prover.counted(other) is other
