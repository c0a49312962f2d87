"""Finite statements: every case is looked at, and they are counted."""

from collections.abc import Iterable
from typing import Any

import pytest

from ldproof.numbers import Symbol, term
from ldproof.shots.formulas import p
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Cases, Finite
from ldproof_proofs.kernel.prover import algebra, at_once
from ldproof_proofs.kernel.theorem import AS_COUNTED, Strength, Theorem, prove
from tests.proofs.kernel.making import assert_refused, claimed, equal, x

x_, r = Symbol("x"), Symbol("r")


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
    """Three cases, checked for what they are and no more."""
    theorem = counted(finite(cases("+++")))
    assert (theorem.certificate, theorem.evidence.text()) == (3, "checked n <= 3")
    assert theorem.evidence.strength is Strength.CHECKED
    assert theorem.statement == "so it is (n <= 3)"
    assert "3 cases" in theorem.derivation("text")
    theorem.replay()


def test_one_false_case_is_enough() -> None:
    """Wherever it stands, and it is named."""
    for place in range(3):
        claim = finite(cases("+" * place + "-" + "+" * (2 - place)))
        assert_refused(f"not so for {place}", counted, claim)
        assert_refused(f"not so for {place}", prove, claim, 3)


@pytest.mark.parametrize("truthy", [1, "so", equal(x, 2 * x), [0]])
def test_what_is_no_bool_is_not_so(truthy: Any) -> None:
    """A relation is no answer, however true Python takes it to be."""
    assert_refused("1 is neither so nor not so", counted, finite(lambda: [("0", True), ("1", truthy)]))


def test_no_case_is_no_evidence() -> None:
    """What is so in every case of none is not so."""
    assert_refused("there is no case", counted, finite(cases("")))
    assert_refused("there is no case", prove, finite(cases("")), 0)


def test_a_count_that_is_off_is_refused() -> None:
    """There are three cases, whatever the certificate says."""
    cases: list[object] = [0, 2, 4, -3, None, "3", (3,), {}]
    for certificate in cases:
        assert_refused("there are 3", prove, finite(cases("+++")), certificate)


def test_a_mutant_that_is_so_shows_that_the_cases_cannot_fail() -> None:
    """All of the mutant's cases are so, or it has none."""
    for mutant in (cases("+"), cases("++"), cases("")):
        assert_refused("every case of its mutant is so too", counted, finite(cases("+"), mutant))


def test_cases_are_looked_at_again_when_a_theorem_is_replayed() -> None:
    """A statement that has become false is found out."""
    holds = [True, True]

    def changing() -> Iterable[tuple[str, bool]]:
        return ((str(place), each) for place, each in enumerate(holds))

    theorem = counted(finite(changing))
    holds[1] = False
    assert_refused("not so for 1", theorem.replay)
    holds[1:] = [True, True]
    assert_refused("there are 3", theorem.replay)


def test_only_finite_statements_are_counted() -> None:
    """Proofs fit their claims."""
    assert_refused("is not finite", ByEnumeration().certificate, claimed(equal(x, x)))
    assert_refused("is not shown by a chain", at_once("", algebra).certificate, finite(cases("+")))


def test_an_anchor_must_be_tied_by_the_cases() -> None:
    """A claim that 1 is 1 ties no formula to anything: shots.p is no more x than it is 7."""
    one = term(1)
    found = anchor(p, lambda: p(one, one, r, x_), lambda: term(7))
    claim = Finite("the claim", "1 is 1", "n = 1", cases("+"), cases("-"), anchors=(found,))
    assert_refused("", counted, claim)


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
    assert_refused("not so for 1", prove, finite(cases("+-+")), AS_COUNTED)
    assert_refused("there is no case", prove, finite(cases("")), AS_COUNTED)


def test_the_place_of_a_number_of_cases_is_no_certificate_of_anything_else() -> None:
    """An implication is shown by steps."""
    assert_refused("no chain of steps", prove, claimed(equal(x, x)), AS_COUNTED)
