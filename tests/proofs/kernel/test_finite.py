"""Statements without steps: finite ones and ground ones are looked at case by case, failures at their point."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

import pytest

from ldproof.numbers import Real, Symbol, Term, enclose, exp, log, sqrt, term
from ldproof.shots.formulas import p
from ldproof_proofs.kernel import failure, store
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.finite import ByEnumeration, Cases, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground, Relations, encloses, exactly, holds
from ldproof_proofs.kernel.prover import algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import AS_COUNTED, Evidence, Strength, Theorem, prove
from tests.proofs.kernel.making import assert_refused, claimed, facts, relations

x, y = Symbol("x"), Symbol("y")
TWO = term(2)
GARBAGE: list[object] = [None, "3", (3,), {}, ()]


def cases(marks: str) -> Cases:
    """Numbered cases, + where it is so."""
    return lambda: ((str(place), mark == "+") for place, mark in enumerate(marks))


ONE_FAILS = cases("+-")


def finite(what: Cases, mutant: Cases = ONE_FAILS) -> Finite:
    """A claim about these cases."""
    return Finite("the claim", "so it is", "n <= 3", what, mutant)


def counted(claim: Finite) -> Theorem:
    """The theorem."""
    return prove(claim, ByEnumeration().certificate(claim))


def test_every_case_is_counted() -> None:
    """Three cases, checked for what they are and no more, whatever the certificate says."""
    claim = finite(cases("+++"))
    theorem = counted(claim)
    assert (theorem.certificate, theorem.evidence.text()) == (3, "tested n <= 3")
    assert theorem.evidence.strength is Strength.TESTED
    assert theorem.statement == "so it is (n <= 3)"
    assert "3 cases" in theorem.derivation("text")
    theorem.replay()
    for wrong in (0, 2, 4, -3, *GARBAGE):
        assert_refused("there are 3", prove, claim, wrong)


def test_one_false_case_is_enough() -> None:
    """Wherever it stands, and it is named; no case is no evidence, and a relation is no answer."""
    for place, marks in enumerate(("-++", "+-+", "++-")):
        for certificate in (3, AS_COUNTED):
            assert_refused(f"not so for {place}", prove, finite(cases(marks)), certificate)
        assert_refused(f"not so for {place}", counted, finite(cases(marks)))
    for certificate in (0, AS_COUNTED):
        assert_refused("there is no case", prove, finite(cases("")), certificate)
    assert_refused("there is no case", counted, finite(cases("")))
    answers: list[Any] = [1, "so", equal(x, 2 * x), [0]]
    for truthy in answers:
        so = [("0", True), ("1", truthy)]
        assert_refused("1 is neither so nor not so", counted, finite(lambda so=so: so))  # type: ignore[misc]
    for mutant in (cases("+"), cases("++"), cases("")):
        assert_refused("every case of its mutant is so too", counted, finite(cases("+"), mutant))


def test_cases_are_looked_at_again_when_a_theorem_is_replayed() -> None:
    """A statement that has become false is found out."""
    so = [True, True]
    theorem = counted(finite(lambda: ((str(place), each) for place, each in enumerate(so))))
    so[1] = False
    assert_refused("not so for 1", theorem.replay)
    so[1:] = [True, True]
    assert_refused("there are 3", theorem.replay)


def test_a_search_counts_once_and_what_it_keeps_is_the_number() -> None:
    """Nothing that is handed to a check keeps it from looking at the cases, and at each of them."""
    looked: list[str] = []

    def watched() -> Iterable[tuple[str, bool]]:
        looked.append("at it")
        yield from cases("+++")()

    claim = finite(watched)
    theorem = prove(claim, ByEnumeration().certificate(claim))
    assert (theorem.certificate, theorem.evidence.cases) == (3, 3)
    assert looked == ["at it"]
    theorem.replay()
    prove(claim, theorem.certificate)
    assert looked == ["at it"] * 3


def test_an_anchor_must_be_tied_by_the_cases() -> None:
    """A claim that 1 is 1 ties no formula to anything: shots.p is no more x than it is 7."""
    one = term(1)
    found = anchor(p, lambda: p(one, one, Symbol("r"), x), lambda: term(7))
    claim = Finite("the claim", "1 is 1", "n = 1", cases("+"), cases("-"), anchors=(found,))
    assert_refused("", counted, claim)


def test_proofs_fit_their_claims() -> None:
    """Steps, counts, records and points each show one kind of claim."""
    implication, fails = claimed(equal(x, x)), Failure("the claim", "", at_most(x, 1), {"x": 2}, {"x": 1})
    assert_refused("is not finite", ByEnumeration().certificate, implication)
    assert_refused("no relations to record", ByRecord().certificate, implication)
    assert_refused("is not shown by a point", ByPoint().certificate, implication)
    assert_refused("no chain of steps", prove, implication, AS_COUNTED)
    for claim in (finite(cases("+")), fails):
        assert_refused("is not shown by a chain", at_once("", algebra).certificate, claim)


# Ground statements: relations are recorded, and every one of them is decided.


def listed(*several: Relation) -> Relations:
    """Numbered relations."""
    return lambda: ((str(place), each) for place, each in enumerate(several))


FALSE = listed(equal(1, 2))
SQUARES = (equal(sqrt(TWO) ** 2, 2), below(exp(TWO), 8), equal((x + y) ** 2 - x**2, y * (2 * x + y)))


def ground(what: Relations, mutant: Relations = FALSE) -> Ground:
    """A claim about these relations."""
    return Ground("the claim", "so it is", "n <= 3", what, mutant)


def recorded(*several: Relation) -> Theorem:
    """The theorem about these relations."""
    claim = ground(listed(*several))
    return prove(claim, ByRecord().certificate(claim))


def test_every_relation_is_recorded() -> None:
    """Their number and a hash are stored, and restored unchanged."""
    claim = ground(listed(*SQUARES))
    theorem = recorded(*SQUARES)
    assert theorem.certificate == (3, claim.record().digest)
    assert (theorem.evidence.strength, theorem.evidence.text()) == (Strength.TESTED, "tested n <= 3")
    assert "3 relations" in theorem.derivation("text")
    theorem.replay()
    prove(claim, store.decode(store.encode(theorem.certificate)))
    for wrong in (3, (3, ""), *GARBAGE):
        assert_refused("another record", prove, claim, wrong)


def test_what_an_author_says_of_cases_is_tested_and_never_proved() -> None:
    """One case that is so, and a record of 1 + 1 = 2, prove nothing of Goldbach; nor does what rests on them."""
    goldbach, everything = (
        "every even number from 4 on is the sum of two primes",
        "every even number: all there is",
    )
    so, not_so = (lambda: [("a", True)]), (lambda: [("a", False)])
    enumerated = Finite("the claim", goldbach, everything, so, not_so)
    grounded = Ground("the claim", goldbach, everything, listed(equal(term(1) + 1, 2)), FALSE)
    for found in (counted(enumerated), prove(grounded, ByRecord().certificate(grounded))):
        assert found.evidence.text() == f"tested {everything}"
        user = prove(replace(enumerated, name="user", scope="a", lemmas=(found,)), AS_COUNTED)
        assert user.evidence.text() == f"tested a; {everything}"
    for kind in (Finite, Ground):
        assert {each.name for each in fields(kind)}.isdisjoint({"proved", "exhaustive", "strength"})


def test_a_ground_statement_without_words_is_its_relations_and_computed() -> None:
    """They are few enough to be read, and have no symbols: else they are no statement."""
    said = Ground("the claim", "", "", listed(below(exp(TWO), 8), below(1, 2)), FALSE)
    theorem = prove(said, ByRecord().certificate(said))
    assert (theorem.statement, theorem.evidence.text()) == ("exp(2) < 8; 1 < 2", "computed")
    user = replace(said, name="user", lemmas=(theorem,))
    assert prove(user, AS_COUNTED).evidence.text() == "computed"
    long = below(0, sum((exp(term(k)) for k in range(30)), term(0)))
    for relation in (equal((x + 1) ** 2, x**2 + 2 * x + 1), long):
        assert_refused("0 is no statement", prove, replace(said, cases=listed(relation)), AS_COUNTED)
    assert_refused("no words", prove, Finite("the claim", "", "", cases("+"), cases("-")), AS_COUNTED)
    for scope in ("", " "):
        assert_refused("the range", prove, replace(finite(cases("+")), scope=scope), AS_COUNTED)
    assert_refused("a range", prove, replace(said, scope="n <= 3"), AS_COUNTED)


def test_a_statement_is_of_the_relations_that_were_decided() -> None:
    """Code that gives others when it is asked again changes no theorem."""
    runs = iter([equal(term(1) + 1, 2), below(3, 1), below(3, 1)])
    claim = Ground("the claim", "", "", lambda: [("0", next(runs))], FALSE)
    theorem = prove(claim, AS_COUNTED)
    assert [theorem.statement, theorem.statement] == ["1 + 1 = 2"] * 2
    assert_refused("not so for 0: 3 < 1", theorem.replay)


@dataclass(frozen=True, slots=True)
class Boasting(Finite):
    """Cases that say themselves what they are worth."""

    strength: Strength = Strength.PROVED

    def check(self, certificate: object) -> Evidence:
        return Evidence(self.strength, self.scope, cases=1)


@pytest.mark.parametrize("strength", [Strength.PROVED, Strength.COMPUTED])
def test_only_the_kernel_proves_and_computes(strength: Strength) -> None:
    claim = Boasting("the claim", "so it is", "n <= 3", cases("+"), cases("-"), strength=strength)
    assert_refused("only the kernel's own claims", prove, claim, AS_COUNTED)
    prove(replace(claim, strength=Strength.TESTED), AS_COUNTED)


def test_what_a_check_recorded_is_handed_out_once() -> None:
    """Nobody runs the code again for it, or is handed another claim's; who asks again gets it made again."""
    runs: list[str] = []

    def counted() -> Iterable[tuple[str, Relation]]:
        runs.append("a run")
        return listed(*SQUARES)()

    claim = ground(counted)
    certificate = prove(claim, ByRecord().certificate(claim)).certificate
    found = claim.record()
    assert runs == ["a run"]
    assert (len(found.cases), found.digest) == certificate
    assert replace(claim, cases=listed(*SQUARES[:2])).record() != claim.record() == found
    assert runs == ["a run"] * 2


def test_a_relation_that_is_bumped_is_refused() -> None:
    """By its truth, and by the record."""
    pairs = """1/3 + 1/6 = 1/2; 1/3 = 1/2
        sqrt(2)*sqrt(2) = 2; sqrt(2)*sqrt(3) = 2
        exp(2)*exp(2) = exp(4); exp(2)*exp(2) = exp(3)
        ln(8) < 2.08; ln(8) < 2.07
        2 <= 4/2; 2 <= 3/2
        sqrt(2) != 7/5; sqrt(4) != 2
        x*(1/x) = 1; x*(1/x) = 1 + x
        exp(2) = exp(2); exp(2) = exp(2 + 1/10^60)"""
    for so, bumped in map(relations, pairs.splitlines()):
        assert holds(so)
        assert not holds(bumped)
        theorem = recorded(*SQUARES, so)
        assert_refused("not so for 3", prove, ground(listed(*SQUARES, bumped)), theorem.certificate)
        assert_refused("another record", prove, ground(listed(*SQUARES)), theorem.certificate)
        assert_refused("another record", prove, ground(listed(so, *SQUARES)), theorem.certificate)


@dataclass(frozen=True)
class Same(Relation):
    """A relation with its own opinion of what it is about."""

    @property
    def slack(self) -> Term:
        return term(0)

    def symbols(self) -> frozenset[str]:
        return frozenset("x")


def test_what_is_no_record_is_refused() -> None:
    """A relation is decided by its sides, or not at all; and what says nothing once recorded is none."""
    for several, why in (
        ([*SQUARES, Same(term(1), "=", TWO)], "3 is no relation: Same"),
        ([*SQUARES, *relations("1/(2 - 2) + x = x")], ""),
        ([*SQUARES, *relations("1/(2 - 2) = 1/(2 - 2)")], ""),
        (relations("x < x + 1"), "only an identity"),
        (relations("exp(2)*exp(2) <= exp(4)"), "no precision decides"),
        (relations("2 = 2; x = x"), "it says nothing"),
        ([], "it says nothing"),
    ):
        assert_refused(why, recorded, *several)
    recorded(*relations("2 = 2; 2 + 1 = 3"))
    twice = ground(lambda: [("one", SQUARES[0]), ("one", SQUARES[1])])
    for claim, why in (
        (twice, "two cases are named one"),
        (ground(listed(*SQUARES), listed(*SQUARES)), "every relation of its mutant"),
    ):
        assert_refused(why, lambda claim: prove(claim, ByRecord().certificate(claim)), claim)


def test_a_record_has_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads a hundred thousand nodes at once."""
    monkeypatch.setattr("ldproof_proofs.kernel.ground.MOST", 1000)
    large = ground(lambda: ((str(n), equal(term(n) + 1, n + 1)) for n in range(1000)))
    assert_refused("say it in several", large.record)


def test_numbers_of_the_reference_are_recorded_as_they_are() -> None:
    """A fraction, or two decimals around a number."""
    logarithm = log(Real(Fraction(2)))
    assert exactly(Real(Fraction(1, 3)) * 3) == 1
    assert_refused("is an enclosure", exactly, logarithm)
    found = [*encloses("log 2", enclose(logarithm, 20), log(TWO))]
    assert [name for name, _ in found] == ["log 2, from below", "log 2, from above"]
    assert all(holds(each) for _, each in found)
    assert not all(holds(each) for _, each in encloses("log 2", enclose(logarithm, 20), log(TWO + 1)))


# Failures: a printed claim is refuted by a point where it is defined and false, and by no other.


def refuted(printed: Relation, point: Point, elsewhere: Point, given: str = "") -> Theorem:
    """The theorem that a printed claim fails."""
    claim = Failure("the claim", "as printed", printed, point, elsewhere, facts(given))
    return prove(claim, ByPoint().certificate(claim))


def test_a_point_refutes() -> None:
    """2 <= 1 is false, exactly and in irrational numbers, and the numbers are printed."""
    theorem = refuted(at_most(x, 1), {"x": 2}, {"x": 1})
    assert theorem.evidence.text() == "proved"
    assert "at x = 2 the left side of x <= 1 is 2 and the right side is 1" in theorem.statement
    irrational = refuted(at_most(exp(x), 1), {"x": 1}, {"x": -1}, "x != 0")
    assert "between 2.718281828459" in irrational.statement
    assert "x = -1" in irrational.derivation("text")
    for each in (theorem, irrational):
        each.replay()


@pytest.mark.parametrize(
    ("printed", "point", "elsewhere", "given", "why"),
    [
        ("x <= 1", {"x": 1}, {"x": 0}, "", "is not false at the point"),
        ("exp(x) <= 3", {"x": 1}, {"x": 0}, "", "is not false at the point"),
        *(("x <= 1", {"x": 2}, at, "", "does not hold elsewhere") for at in ({"x": 3}, {}, {"y": 0})),
        ("1/x <= 1", {"x": Fraction(1, 2)}, {"x": 0}, "", "does not hold elsewhere"),
        *(
            ("x <= 1", {"x": 2}, {"x": 0}, given, f"{given} does not hold")
            for given in ("x < 2", "x > 0", "y > 0", "1/x <= 1")
        ),
        ("x/x = 1", {"x": 0}, {"x": 1}, "", "is not false at the point"),
        ("ln(x) <= 1", {"x": -1}, {"x": 1}, "", "is not false at the point"),
        ("sqrt(x) <= 1", {"x": -1}, {"x": 1}, "", "is not false at the point"),
        ("x <= x + y^2", {"x": 0}, {"x": 0, "y": 0}, "", "is not false at the point"),
        ("x != x + 1/x", {"x": 0}, {"x": 1}, "", "is not false at the point"),
    ],
)
def test_a_point_that_does_not_refute(
    printed: str, point: Point, elsewhere: Point, given: str, why: str
) -> None:
    """The claim holds there, fails elsewhere too, is undefined, or nothing was claimed there."""
    assert_refused(why, refuted, relations(printed)[0], point, elsewhere, given)


def test_the_certificate_is_the_point() -> None:
    """The claim names its point; nothing else is believed."""
    claim = Failure("the claim", "as printed", at_most(x, 1), {"x": 2}, {"x": 1})
    for certificate in (*GARBAGE, "", "a point", 1, ("the point",), {"x": 2}):
        assert_refused("the certificate of a failure is its point", prove, claim, certificate)


def test_what_a_reader_is_shown() -> None:
    """A rational value exactly, if it is short, an irrational one between two decimals; names for long terms."""
    assert failure.shown(x / 3, {"x": 1}) == "1/3"
    low, high = failure.shown(sqrt(x), {"x": 2}).removeprefix("between ").split(" and ")
    assert Fraction(low) ** 2 < 2 < Fraction(high) ** 2
    assert Fraction(high) - Fraction(low) < Fraction(1, 10**11)
    third = Fraction(10**80 + 1, 3 * 10**80)
    claim = Failure("p", "r", at_most(x, Fraction(1, 3)), {"x": third}, {"x": 0})
    assert claim.statement("text") == (
        "r: at x between 0.333333333333333 and 0.333333333333334 the left side of x <= 1/3 is "
        "between 0.333333333333333 and 0.333333333333334 and the right side is 1/3"
    )
    assert claim.check("the point").strength is Strength.PROVED
    named = Failure("p", "r", at_most(x * (x + 1), 1), {"x": 1}, {"x": 0}, short={"y": x + 1})
    said = "r: with y = x + 1: at x = 1 the left side of x*y <= 1 is 2 and the right side is 1"
    assert named.statement("text") == said
