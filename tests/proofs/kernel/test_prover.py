"""Provers: both hand what they find or look up to the replay, and keep one theorem per name."""

import copy
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import replace

import pytest

from ldproof.numbers import Symbol, term
from ldproof.reporting import transcript
from ldproof_proofs.kernel.combination import Combination, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import Chain, Citation
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
from ldproof_proofs.kernel.theorem import Claim, Mutant, Question, Theorem
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
    summed,
    x,
    y,
)

CLAIM = claimed(below(0, x / 2), POSITIVE)
PROOF = at_once("x is positive", positivity)


def test_what_is_found_can_be_replayed() -> None:
    """A replay has the certificate and the evidence that were found, and asks no rule."""
    searching = Searching()
    found = searching.theorem(CLAIM, PROOF)
    replayed = Replaying(searching.certificates()).theorem(CLAIM, at_once("", never))
    assert replayed.certificate == found.certificate
    assert replayed.evidence == found.evidence


def never(goal: Relation, facts: Facts) -> Combination:
    """A rule that must not be asked."""
    raise AssertionError(goal)


def test_what_is_not_stored_is_not_proved() -> None:
    """A replay does not search, however easy it would be."""
    assert_refused("no certificate is stored", Replaying({}).theorem, CLAIM, PROOF)


def test_a_wrong_certificate_is_refused() -> None:
    """Whatever stands under the claim's name is replayed."""
    cases: list[object] = [
        None,
        5,
        "the point",
        (),
        {},
        NOTHING,
        Chain((), ()),
        blind(CLAIM, line(CLAIM.goal, NOTHING)),
    ]
    for stored in cases:
        assert_refused("", Replaying({CLAIM.name: stored}).theorem, CLAIM, PROOF)


def test_a_damaged_certificate_is_refused() -> None:
    """Parts of the wrong kind end in a refusal that names the claim."""
    cases: list[tuple[object, ...]] = [(5,), ("x",), (None,), (NOTHING,)]
    for damage in cases:
        broken = Chain((), ())
        object.__setattr__(broken, "lines", damage)
        assert_refused(
            r"the claim: its certificate is damaged", Replaying({CLAIM.name: broken}).theorem, CLAIM, PROOF
        )


def provers() -> list[Prover]:
    """One that searches, and one that has what it needs."""
    searching = Searching()
    searching.theorem(CLAIM, PROOF)
    return [searching, Replaying(searching.certificates())]


def test_two_claims_of_one_name_are_refused() -> None:
    """The second one does not get the first one's theorem."""
    cases: list[Claim] = [
        claimed(below(0, x / 3), POSITIVE),
        claimed(below(0, x / 2), {"x > 0": below(0, x), "y": at_most(y, y)}),
        replace(CLAIM, reading="x is a rate"),
        claimed(below(0, x / 2), facts("x > 1"), at={"x": 2}),
    ]
    for other in cases:
        for prover in provers():
            prover.theorem(CLAIM, PROOF)
            prover.theorem(replace(CLAIM), PROOF)
            assert_refused("two claims are named the claim", prover.theorem, other, PROOF)


def test_a_finite_claim_in_the_same_words_is_looked_at() -> None:
    """Its text does not say what is run: the second one is false, and does not get the first one's theorem."""
    so = Finite("it", "so it is", "here", lambda: [("1", True)], lambda: [("1", False)])
    searching = Searching()
    searching.theorem(so, ByEnumeration())
    for prover in (searching, Replaying(searching.certificates())):
        prover.theorem(so, ByEnumeration())
        assert_refused("not so for 1", prover.theorem, replace(so, cases=so.mutant), ByEnumeration())


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
        log.clear()
        c.replay()
        assert log == ["c", "a", "b"]


def test_a_lemma_that_the_prover_did_not_prove_is_replayed() -> None:
    """Also where it has the name of one that it did: what was tampered with is found out."""
    for prover in (Searching(), Replaying(dict.fromkeys("ab", 1))):
        forged = copy.copy(prover.theorem(looked_at("a", []), ByEnumeration()))
        object.__setattr__(forged, "claim", replace(looked_at("a", []), cases=lambda: [("1", False)]))
        assert_refused("a: not so for 1", prover.theorem, looked_at("b", [], forged), ByEnumeration())


def still(silent: int, spoken: int) -> Induction:
    """That a_k <= 1 if every round multiplies by `silent` and adds `spoken` times the entry before."""
    return Induction(
        "the claim",
        "",
        transcript.start,
        transcript.forward_step,
        (Round(term(silent), {"a": term(spoken)}),),
        lambda view: at_most(view.rows["a"](0), 1),
        lambda view: at_most(view.rows["a"](0), 0),
        {},
        {},
    )


def test_two_inductions_over_different_rounds_are_two_claims() -> None:
    """Where nothing is added a_k <= 1; a claim of that name about other rounds is another claim, and false."""
    prover = Searching()
    base, step = at_once("", positivity), at_once("", by(product("invariant at k")))
    prover.theorem(still(1, 0), ByInduction(base, [step], [step]))
    assert_refused("", Searching().theorem, still(5, 7), ByInduction(base, [step], [step]))
    assert_refused("two claims", prover.theorem, still(5, 7), ByInduction(base, [step], [step]))


def test_what_a_proof_returns_is_replayed() -> None:
    """A proof that lies is not believed."""

    class Liar:
        def certificate(self, claim: Claim) -> object:
            return blind(claimed(below(0, x / 2), POSITIVE), line(below(0, x / 2), summed(product("x > 0"))))

    assert_refused("the identity fails", Searching().theorem, CLAIM, Liar())


def test_every_step_is_asked_and_none_may_show_the_mutant() -> None:
    """A lax rule for one of two steps is found out by the mutant."""
    lax = steps(Step("<", x / 4, "", lambda goal, facts: NOTHING), last=Last("", positivity))
    assert_refused("shows its mutant too", Searching().theorem, CLAIM, lax)
    wrong = steps(Step("<", x / 4, "", positivity), last=Last("", positivity, "="))
    assert_refused("x/4 = x/2", Searching().theorem, CLAIM, wrong)
    right = steps(Step("<", x / 4, "", positivity), last=Last("", positivity, "<"))
    Searching().theorem(CLAIM, right)


def test_hints_show_what_is_not_found() -> None:
    """(x y)^7 - 1 is not 0 where x y = 2, if one says how: the search does not go so far."""
    given: Facts = {"x y = 2": equal(x * y, 2)}
    above = (x * y) ** 7 - 1
    claim = claimed(equal(above / above, 1), given, at={"x": 1, "y": 2})
    assert_refused("is not evident", Searching().theorem, claim, at_once("", algebra))
    powers = sum(((x * y) ** power * 2 ** (6 - power) for power in range(7)), start=term(0))
    for rest, refusal in ((127, ""), (126, "the identity fails")):
        hint = {"(x*y)^7 - 1 != 0": by(product("x y = 2", scale=-powers), product(factor=rest))}
        with pytest.raises(NotProved, match=refusal) if refusal else nullcontext():
            Searching().theorem(claim, at_once("", algebra, hint))


def test_a_rule_that_divides_by_zero_shows_nothing() -> None:
    """An undefined goal is refused like any other that is not shown."""
    with pytest.raises((NotProved, ArithmeticError)):
        Searching().theorem(claimed(equal(1 / (x - x), 1)), at_once("", algebra))


def test_citations_are_for_implications() -> None:
    """A finite statement cannot be cited, an implication can."""
    assert ByCitation("Somebody").certificate(CLAIM) == Citation("Somebody")
    finite = Finite("the claim", "so it is", "n <= 1", lambda: [("1", True)], lambda: [("1", False)])
    assert_refused("cannot be cited", ByCitation("Somebody").certificate, finite)


def test_a_consultant_is_asked_and_may_object() -> None:
    """Its opinions stand in the theorem, and if it contradicts there is none."""
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


def test_nobody_is_asked_about_a_citation() -> None:
    """What others have proved is not put to a solver, which knows less of it."""
    assert CLAIM.questions(Citation("Somebody")) == ()
    assert len(CLAIM.questions(Chain((), ()))) == 1


def test_a_replay_names_the_claim_it_refuses() -> None:
    """So that a reader of the report knows where to look."""
    wrong = blind(CLAIM, line(below(0, Symbol("z")), summed(product("x > 0"))))
    assert_refused(r"0 < x/2|0 < z", Replaying({CLAIM.name: wrong}).theorem, CLAIM, PROOF)
