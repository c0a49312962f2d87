"""Theorems: only `prove` makes them, and whoever tampers with one is found out when it is replayed.

Provers hand what they find or look up to the replay, and keep one theorem per name. Entries report what fails, and say
no more than the weakest of their theorems.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from ldproof import rounds as transcript
from ldproof.numbers import Symbol, term
from ldproof_proofs.book.explanation import graded
from ldproof_proofs.kernel import sentences
from ldproof_proofs.kernel.combination import Combination, product
from ldproof_proofs.kernel.entries import Entry, Report, Verdict, run
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import Ground
from ldproof_proofs.kernel.implication import Chain, Citation, by_name
from ldproof_proofs.kernel.induction import ByInduction, Induction, Round
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import (
    ByCitation,
    Last,
    Prover,
    Replaying,
    Searching,
    Step,
    algebra,
    at_once,
    by,
    steps,
)
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.sentences import Role, Sentence, Stated, as_printed, said
from ldproof_proofs.kernel.theorem import (
    AS_COUNTED,
    Claim,
    Evidence,
    Mutant,
    Question,
    Strength,
    Theorem,
    prove,
    weakest,
)
from tests.proofs.kernel.making import (
    FALSE,
    NOTHING,
    ONES,
    POSITIVE,
    assert_refused,
    blind,
    claimed,
    facts,
    line,
    of_rows,
    shown,
    summed,
    x,
    y,
)

PROVED, TESTED = Evidence(Strength.PROVED), Evidence(Strength.TESTED, "to 9")


def cited(name: str = "cited", reference: str = "Somebody") -> Theorem:
    """Y <= 1, says somebody."""
    return prove(claimed(at_most(y, 1), name=name), Citation(reference))


def resting(*lemmas: Theorem, name: str = "resting") -> Theorem:
    """A theorem that rests on what somebody says."""
    claim = claimed(at_most(y, 2), {}, by_name(lemmas or [cited()]), name=name)
    return shown(claim, by(product(*claim.known), product()))


def counted(name: str, scope: str, *lemmas: Theorem) -> Theorem:
    """A theorem about one case."""
    one, none = (lambda: [("1", True)]), (lambda: [("1", False)])
    claim = Finite(name, "so it is", scope, one, none, lemmas=lemmas)
    return prove(claim, ByEnumeration().certificate(claim))


def computed(name: str, *lemmas: Theorem) -> Theorem:
    """1 < 2."""
    one, none = (lambda: [("1", below(1, 2))]), (lambda: [("1", below(2, 1))])
    return prove(Ground(name, "", "", one, none, lemmas=lemmas), AS_COUNTED)


def forge(theorem: Theorem, **parts: object) -> Theorem:
    """The theorem with other parts."""
    for name, value in parts.items():
        object.__setattr__(theorem, name, value)
    return theorem


def test_nobody_else_makes_or_changes_theorems() -> None:
    """Not by calling the class, with whatever for a maker, nor by replacing or assigning a part of a theorem."""
    theorem = shown(claimed(equal(x, x)), algebra)
    for maker in (None, object(), prove, Theorem):
        why = r"only prove\(\) makes theorems"
        assert_refused(why, Theorem, claimed(below(1, 0)), None, PROVED, {}, maker)
    with pytest.raises((NotProved, TypeError)):
        replace(theorem, claim=claimed(below(1, 0)))
    for name in ("claim", "certificate", "evidence", "opinions"):
        with pytest.raises(AttributeError):
            setattr(theorem, name, None)
    simple = shown(claimed(Relation(x, "!=", term(0)), POSITIVE, name="x"), by(product("x > 0")))
    assert (simple.name, simple.statement, simple.assumes) == ("x", "if 0 < x then x != 0", ())
    assert "a reason" in simple.derivation("text")


def test_forged_evidence_is_found_out() -> None:
    """A theorem that says it rests on anything but what it rests on is not believed again; nor is its copy."""
    for evidence in (
        PROVED,
        Evidence(Strength.PROVED, "", ("cited: Somebody else",)),
        Evidence(Strength.CITED, "", ("cited: Somebody",)),
        Evidence(Strength.TESTED, "n <= 9", ("cited: Somebody",)),
        Evidence(Strength.PROSE),
    ):
        theorem = resting()
        theorem.replay()
        twin = copy.copy(theorem)
        assert twin.claim is theorem.claim
        twin.replay()
        for each in (theorem, twin):
            why = r"but it is proved given \[cited: Somebody\]"
            assert_refused(why, forge(each, evidence=evidence).replay)


def test_what_is_forged_in_a_lemma_is_found_out_by_its_users() -> None:
    """Replaying a theorem replays its lemmas, and theirs."""
    lemma = cited()
    user = resting(lemma, name="user")
    far = shown(claimed(at_most(y, 3), {}, by_name([user])), by(product("user"), product()))
    forge(lemma, evidence=PROVED)
    for theorem in (lemma, user, far):
        assert_refused("cited: it says proved", theorem.replay)
    given = POSITIVE
    lemma = shown(claimed(below(0, x / 2), given, name="lemma"), positivity)
    user = shown(claimed(below(0, x / 2), given, by_name([lemma]), name="user"), by(product("lemma")))
    user.replay()
    forge(lemma, certificate=None)
    assert_refused("lemma: NoneType is no chain", user.replay)
    good, bad = counted("twin", "here"), counted("twin", "here")
    theorem = counted("theorem", "here", good, bad, good)
    theorem.replay()
    forge(bad, certificate=2)
    assert_refused("twin: the certificate counts 2 cases, there are 1", theorem.replay)


def test_a_forged_claim_or_lemma_is_found_out() -> None:
    """The certificate of one claim under another one, and a theorem made by hand, out of nothing."""
    theorem = shown(claimed(below(0, x), POSITIVE), by(product("x > 0")))
    assert_refused("the steps lead to", forge(theorem, claim=claimed(below(0, y), POSITIVE)).replay)
    claim = claimed(below(y, 0), name="forged")
    certificate = blind(claim, line(claim.goal, summed(product())))
    forged = forge(
        object.__new__(Theorem), claim=claim, certificate=certificate, evidence=PROVED, opinions={}
    )
    assert_refused("the identity fails", forged.replay)
    user = claimed(below(y, 0), {}, by_name([forged]), at={"y": -1})
    assert_refused("the identity fails", shown, user, by(product("forged")))


def test_what_was_tested_or_cited_is_passed_on() -> None:
    """Whoever uses it says so, and names all ranges, whether they are a lemma's or its own."""
    small, wide = counted("small", "n <= 3"), counted("wide", "m <= 5")
    for theorem, text in (
        (small, "tested n <= 3"),
        (computed("user", small), "tested n <= 3"),
        (counted("user", "n <= 3", cited()), "tested n <= 3 given [cited: Somebody]"),
        (computed("user", resting()), "computed given [cited: Somebody]"),
        (resting(), "proved given [cited: Somebody]"),
    ):
        assert theorem.evidence.text() == text
    both = (computed("both", *lemmas) for lemmas in ((small, wide), (wide, small)))
    for theorem in (*both, counted("own", "m <= 5", small)):
        assert all(each in theorem.evidence.text() for each in ("n <= 3", "m <= 5"))


def test_evidence_in_words_and_by_rank() -> None:
    """Proved, proved given something, computed, tested, cited, prose: ranks grow with weakness."""
    words = {
        "proved": PROVED,
        "proved given [a, b]": Evidence(Strength.PROVED, "", ("a", "b")),
        "computed": Evidence(Strength.COMPUTED),
        "tested to 9": TESTED,
        "cited [a]": Evidence(Strength.CITED, "", ("a",)),
        "prose": Evidence(Strength.PROSE),
    }
    assert {each.text(): each for each in words.values()} == words
    assert Evidence(Strength.TESTED, "to 9", ("a",)).text() == "tested to 9 given [a]"
    assert Evidence(Strength.CITED, "to 9", ("a",)).text() == "cited [a]; tested to 9"
    assert [graded(each) for each in (*words, "failed")] == [
        *("proved", "proved given", "computed", "tested", "cited", "prose", "failed")
    ]
    assert (weakest([PROVED, TESTED]), weakest([])) == (TESTED, Evidence(Strength.PROSE))
    narrow, wide, both = (Evidence(Strength.TESTED, each) for each in ("T <= 1", "T <= 12", "m = 1; T <= 12"))
    assert weakest([narrow, wide]).scope == "T <= 1; T <= 12"
    assert weakest([narrow, wide, both]).scope == "T <= 1; m = 1; T <= 12"
    ranks = [(each.strength, len(each.assumes)) for each in words.values()]
    assert ranks == sorted({*ranks})


# Provers.

CLAIM = claimed(below(0, x / 2), POSITIVE)
OTHERS: list[object] = [None, 5, "the point", (), {}, NOTHING, Chain((), ())]
PROOF = at_once("x is positive", positivity)


def never(goal: Relation, facts: Facts) -> Combination:
    """A rule that must not be asked."""
    raise AssertionError(goal)


def test_what_is_found_can_be_replayed() -> None:
    """A replay has the certificate and the evidence that were found, and asks no rule."""
    searching = Searching()
    found = searching.theorem(CLAIM, PROOF)
    replayed = Replaying(searching.certificates()).theorem(CLAIM, at_once("", never))
    assert (replayed.certificate, replayed.evidence) == (found.certificate, found.evidence)


def test_what_is_not_stored_or_stored_wrong_is_not_proved() -> None:
    """A replay does not search, however easy it would be, and names the claim that it refuses."""
    assert_refused("no certificate is stored", Replaying({}).theorem, CLAIM, PROOF)
    elsewhere = blind(CLAIM, line(below(0, Symbol("z")), summed(product("x > 0"))))
    stored: list[tuple[object, str]] = [
        *((each, "the claim|is no chain") for each in OTHERS),
        (blind(CLAIM, line(CLAIM.goal, NOTHING)), ""),
        (elsewhere, r"0 < x/2|0 < z"),
    ]
    for damage in (5, "x", None, NOTHING):
        broken = Chain((), ())
        object.__setattr__(broken, "lines", (damage,))
        stored.append((broken, "the claim: its certificate is damaged"))
    for certificate, why in stored:
        assert_refused(why, Replaying({CLAIM.name: certificate}).theorem, CLAIM, PROOF)


def both_provers(claim: Claim, proof: object = PROOF) -> Iterator[Prover]:
    """One that searches, and one that has what it needs, after each has proved the claim."""
    searching = Searching()
    searching.theorem(claim, proof)  # type: ignore[arg-type]
    replaying = Replaying(searching.certificates())
    replaying.theorem(claim, proof)  # type: ignore[arg-type]
    return iter((searching, replaying))


def test_two_claims_of_one_name_are_refused() -> None:
    """The second one does not get the first one's theorem."""
    for prover in both_provers(CLAIM):
        prover.theorem(replace(CLAIM), PROOF)
        for other in (
            claimed(below(0, x / 3), POSITIVE),
            claimed(below(0, x / 2), {**POSITIVE, "y": at_most(y, y)}),
            replace(CLAIM, reading="x is a rate"),
            claimed(below(0, x / 2), facts("x > 1"), at={"x": 2}),
        ):
            assert_refused("two claims are named the claim", prover.theorem, other, PROOF)
    so = Finite("it", "so it is", "here", lambda: [("1", True)], lambda: [("1", False)])
    for prover in both_provers(so, ByEnumeration()):  # in the same words, which do not say what is run
        prover.theorem(so, ByEnumeration())
        assert_refused("not so for 1", prover.theorem, replace(so, cases=so.mutant), ByEnumeration())


def test_two_inductions_over_different_rounds_are_two_claims() -> None:
    """Where nothing is added a_k <= 1; a claim of that name about other rounds is another claim, and false."""

    def still(silent: int, spoken: int) -> Induction:
        rounds = (Round(term(silent), {"a": term(spoken)}),)
        start, turn = transcript.initial_weights, transcript.forward_step
        most = (of_rows("a <= 1")), (of_rows("a <= 0"))
        return Induction("the claim", "", start, turn, rounds, *most, {}, {})

    prover, step = Searching(), at_once("", by(product("invariant at k")))
    proof = ByInduction(at_once("", positivity), [step], [step])
    prover.theorem(still(1, 0), proof)
    assert_refused("", Searching().theorem, still(5, 7), proof)
    assert_refused("two claims", prover.theorem, still(5, 7), proof)


def looked_at(name: str, log: list[str], *lemmas: Theorem) -> Finite:
    """A claim about one case, which writes its name down whenever that is looked at."""

    def cases() -> Iterable[tuple[str, bool]]:
        log.append(name)
        yield "1", True

    return Finite(name, "so it is", "n <= 1", cases, lambda: [("1", False)], lemmas=lemmas)


def test_a_lemma_is_replayed_once_and_not_once_for_each_of_its_users() -> None:
    """A search looks at its cases when it finds them, and not once more; `Theorem.replay` at each once more."""
    log: list[str] = []
    for prover in (Searching(), Replaying(dict.fromkeys("abc", 1))):
        log.clear()
        a = prover.theorem(looked_at("a", log), ByEnumeration())
        b = prover.theorem(looked_at("b", log, a), ByEnumeration())
        c = prover.theorem(looked_at("c", log, a, b), ByEnumeration())
        assert log == [*"abc"]
        for _ in range(2):
            log.clear()
            c.replay()
            assert log == ["c", "a", "b"]
        log.clear()
        prove(looked_at("d", log, a, b, c), 1)
        assert sorted(log) == [*"abcd"]


def test_a_lemma_that_the_prover_did_not_prove_is_replayed() -> None:
    """Also where it has the name of one that it did: what was tampered with is found out."""
    for prover in (Searching(), Replaying(dict.fromkeys("ab", 1))):
        forged = copy.copy(prover.theorem(looked_at("a", []), ByEnumeration()))
        forge(forged, claim=replace(looked_at("a", []), cases=lambda: [("1", False)]))
        assert_refused("a: not so for 1", prover.theorem, looked_at("b", [], forged), ByEnumeration())


def test_what_a_proof_returns_is_replayed() -> None:
    """A proof that lies is not believed."""

    class Liar:
        def certificate(self, claim: Claim) -> object:
            return blind(CLAIM, line(below(0, x / 2), summed(product("x > 0"))))

    assert_refused("the identity fails", Searching().theorem, CLAIM, Liar())


def test_every_step_is_asked_and_none_may_show_the_mutant() -> None:
    """A lax rule for one of two steps is found out by the mutant."""
    lax = steps(Step("<", x / 4, "", lambda goal, facts: NOTHING), last=Last("", positivity))
    assert_refused("shows its mutant too", Searching().theorem, CLAIM, lax)
    wrong = steps(Step("<", x / 4, "", positivity), last=Last("", positivity, "="))
    assert_refused("x/4 = x/2", Searching().theorem, CLAIM, wrong)
    Searching().theorem(CLAIM, steps(Step("<", x / 4, "", positivity), last=Last("", positivity, "<")))
    with pytest.raises((NotProved, ArithmeticError)):
        Searching().theorem(claimed(equal(1 / (x - x), 1)), at_once("", algebra))


def test_hints_show_what_is_not_found() -> None:
    """(x y)^7 - 1 is not 0 where x y = 2, if one says how: the search does not go so far."""
    above = (x * y) ** 7 - 1
    claim = claimed(equal(above / above, 1), facts("x*y = 2"), at={"x": 1, "y": 2})
    assert_refused("is not evident", Searching().theorem, claim, at_once("", algebra))
    powers = sum(((x * y) ** power * 2 ** (6 - power) for power in range(7)), start=term(0))
    for rest, refusal in ((127, ""), (126, "the identity fails")):
        hint = {"(x*y)^7 - 1 != 0": by(product("x*y = 2", scale=-powers), product(factor=rest))}
        with pytest.raises(NotProved, match=refusal) if refusal else nullcontext():
            Searching().theorem(claim, at_once("", algebra, hint))


def test_a_consultant_is_asked_and_may_object() -> None:
    """Its opinions stand in the theorem, and if it contradicts there is none; nobody is asked about a citation."""
    asked: list[Question] = []

    def agree(questions: Iterable[Question]) -> Mapping[str, str]:
        asked.extend(questions)
        return {each.name: "agrees" for each in asked}

    def object_(questions: Iterable[Question]) -> Mapping[str, str]:
        raise NotProved("that is not so")

    theorem = Searching(agree).theorem(CLAIM, PROOF)
    (question,) = asked
    assert theorem.opinions == {CLAIM.name: "agrees"}
    assert (question.given, question.goal) == (dict(POSITIVE), CLAIM.goal)
    assert question.mutant == Mutant(FALSE, ONES)
    assert_refused("that is not so", Searching(object_).theorem, CLAIM, PROOF)
    assert Searching().theorem(CLAIM, PROOF).opinions == {}
    assert CLAIM.questions(Citation("Somebody")) == ()
    assert len(CLAIM.questions(Chain((), ()))) == 1
    assert ByCitation("Somebody").certificate(CLAIM) == Citation("Somebody")
    assert_refused("cannot be cited", ByCitation("Somebody").certificate, looked_at("a", []))


# Entries.


def proved(name: str = "proved") -> Theorem:
    """X = x."""
    return shown(claimed(equal(x, x), name=name), algebra)


def entry_report(*stated: Sentence, checks: Sequence[object] = ()) -> Report:
    """Return the report on an entry with these sentences."""
    entry = Entry("shots.entry", "here", "so it is", Verdict.HOLDS, stated, also=tuple(checks))  # type: ignore[arg-type]
    (found,) = run([entry], Searching())
    return found


def given(reference: str) -> Theorem:
    """Y <= 2, given that somebody is right."""
    return resting(cited(reference=reference), name="given")


def test_an_entry_names_all_that_it_rests_on() -> None:
    """Every citation and every range of every theorem, in whatever order they stand."""
    small = counted("tested", "n <= 3")
    wide, other = counted("tested", "n <= 5"), counted("tested", "m <= 2")
    for theorems, named in (
        ([proved(), given("A")], ["A"]),
        ([proved(), cited(reference="A")], ["A"]),
        ([given("A"), given("B")], ["A", "B"]),
        ([cited(reference="A"), cited(reference="B")], ["A", "B"]),
        ([given("A"), small], ["A", "n <= 3"]),
        ([cited(reference="A"), small], ["A", "n <= 3"]),
        ([wide, other], ["n <= 5", "m <= 2"]),
        ([wide, proved()], ["n <= 5"]),
    ):
        for several in (theorems, theorems[::-1]):
            evidence = entry_report(as_printed("It is.", lambda _, several=several: several)).evidence  # type: ignore[misc]
            assert not evidence.startswith("proved") or not any(each.evidence.scope for each in several)
            assert all(each in evidence for each in named), evidence


def test_a_failure_is_a_report() -> None:
    """An entry of which one proof fails has no theorems and says why; the next entry is run all the same."""

    def failing(prover: Prover) -> Iterator[Theorem]:
        yield prover.theorem(claimed(equal(x, x), name="first"), at_once("", algebra))
        raise NotProved("the second one fails")

    def divide(prover: Prover) -> Sequence[Theorem]:
        return [prover.theorem(claimed(equal(1 / (x - x), 1)), at_once("", algebra))]

    def no(prover: Prover) -> Sequence[Theorem]:
        raise NotProved("no second way")

    good = as_printed("It is.", lambda _: [proved(), proved("too")])
    entries = [
        Entry("shots.e", "here", "so it is", Verdict.HOLDS, (sentence,))
        for sentence in (as_printed("It is.", failing), good, as_printed("It is.", divide))
    ]
    bad, fine, undefined = run(entries, Searching())
    assert (bad.failure, bad.evidence, bad.theorems) == ("the second one fails", "failed", ())
    assert (fine.failure, fine.evidence, len(fine.theorems)) == (None, "proved", 2)
    assert undefined.evidence == "failed"
    assert min(bad.seconds, fine.seconds) >= 0
    found = entry_report(good, checks=[no])
    assert (found.failure, found.evidence) == ("no second way", "failed")


def give_theorem(theorem: Theorem, _: Prover) -> Sequence[Theorem]:
    """Return a theorem, as a source of an entry does."""
    return [theorem]


def test_what_prove_has_not_made_is_no_theorem() -> None:
    """A theorem that is put together by hand, and what only has a theorem's members: their entries fail."""
    good = proved()
    parts: dict[str, object] = {
        "claim": claimed(below(1, 0)),
        "certificate": None,
        "evidence": PROVED,
        "opinions": {},
    }
    forged = forge(object.__new__(Theorem), **parts)
    others: list[Any] = [forged, copy.copy(good), SimpleNamespace(name="duck", evidence=PROVED)]
    for each in others:
        found = entry_report(as_printed("It is.", partial(give_theorem, each)))
        assert found.evidence == "failed"
        assert f"gives a {type(each).__name__} that no prover has proved" in str(found.failure)
    assert entry_report(as_printed("It is.", lambda _: [good])).evidence == "proved"


def test_a_place_that_nothing_fills_in_fails_its_entry_alone() -> None:
    found = entry_report(as_printed("It is so: {gaol}.", lambda _: proved()))
    assert found.evidence == "failed"
    assert "{gaol} cannot be filled" in str(found.failure)


def sentences_of(kind: str) -> tuple[Sentence, ...]:
    """Sentences that stand on one theorem each."""
    makers = (as_printed, sentences.against, sentences.instead, sentences.sharper, sentences.besides)
    by_letter = dict(zip("paisb", makers, strict=True))
    return tuple(by_letter[each]("It is.", lambda _: proved()) for each in kind)


def test_a_verdict_needs_its_sentences() -> None:
    """Every verdict is refused over the sentences of every other; what holds is somebody's, and what is ours nobody's."""
    kinds = {
        Verdict.HOLDS: "p pp pb",
        Verdict.LOOSE: "ps psb",
        Verdict.CORRECTED: "ai aib",
        Verdict.REFUTED: "a ab",
    }
    for verdict in kinds:
        for other, several in kinds.items():
            for kind in several.split():
                parts = ("shots.entry", "here", "so it is", verdict, sentences_of(kind))
                if other is verdict:
                    Entry(*parts)
                else:
                    assert_refused("needs", Entry, *parts)
    Entry("shots.entry", "ours", "so it is", Verdict.OURS, sentences_of("p"))
    for place, verdict in (("ours", Verdict.HOLDS), ("Theorem 1", Verdict.OURS)):
        assert_refused("no place", Entry, "shots.entry", place, "so it is", verdict, sentences_of("p"))


def test_what_is_besides_decides_nothing_and_a_verdict_on_prose_is_prose() -> None:
    """A remark that was only tested leaves the entry proved; what is said only is prose."""
    good = as_printed("It is.", lambda _: proved())
    remark = sentences.besides("So it is here.", lambda _: counted("tested", "n <= 3"))
    found = entry_report(good, remark, said("So did others.", "the source, section 1"))
    assert found.evidence == "proved"
    assert [each.strength for each in found.sentences] == ["proved", "tested n <= 3", "prose"]
    assert entry_report(good, said("So did others.", "section 1", Role.PRINTED)).evidence == "prose"


def test_a_sentence_that_takes_nothing_from_its_theorems_names_them() -> None:
    """Another entry's name is no formula of a theorem's; without theorems it is prose."""
    theorem = proved()
    for words, names in (
        ("It is so.", (theorem.name,)),
        ("It is so, see {@shots.thm-4}.", (theorem.name,)),
        ("It is so: {goal}.", ()),
    ):
        assert Stated(as_printed(words, lambda _: theorem), (theorem,)).paraphrases == names
    prose = Stated(said("It is so.", "section 1"), ())
    assert (prose.paraphrases, prose.strength) == ((), "prose")


def test_a_sentence_on_what_is_computed_takes_its_relations() -> None:
    """It is decided as it stands, and not what an author says of it."""
    computed = Ground("two", "", "", lambda: [("", equal(term(1) + 1, 2))], lambda: [("", equal(1, 2))])
    goldbach = "Every even number beyond the first is a sum of primes"
    fails = entry_report(as_printed(f"{goldbach}.", lambda _: prove(computed, AS_COUNTED)))
    assert fails.evidence == "failed"
    assert "write {statement} in it" in str(fails.failure)
    shown = entry_report(as_printed(f"{goldbach}: {{statement}}.", lambda _: prove(computed, AS_COUNTED)))
    assert (shown.evidence, shown.sentences[0].text("text")) == ("computed", f"{goldbach}: 1 + 1 = 2.")
    beside = replace(computed, values=lambda: {"n": Fraction(5)})
    assert_refused("has no values beside them", prove, beside, AS_COUNTED)
