"""Theorems: only `prove` makes them, and whoever tampers with one is found out when it is replayed."""

import copy
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ldproof.numbers import term
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import Citation, by_name
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import algebra, by
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.theorem import Evidence, Strength, Theorem, prove
from tests.proofs.kernel.making import (
    POSITIVE,
    assert_refused,
    at_most,
    below,
    blind,
    claimed,
    equal,
    line,
    shown,
    summed,
    x,
    y,
)


def cited(name: str = "cited") -> Theorem:
    """Y <= 1, says somebody."""
    return prove(claimed(at_most(y, 1), name=name), Citation("Somebody"))


def resting() -> Theorem:
    """A theorem that rests on what somebody says."""
    claim = claimed(at_most(y, 2), {}, by_name([cited()]), name="resting")
    return shown(claim, by(product("cited"), product()))


def counted(name: str, scope: str, *lemmas: Theorem, proved: bool = False) -> Theorem:
    """A theorem about one case."""
    claim = Finite(
        name, "so it is", scope, lambda: [("1", True)], lambda: [("1", False)], lemmas=lemmas, proved=proved
    )
    return prove(claim, ByEnumeration().certificate(claim))


def test_nobody_else_makes_theorems() -> None:
    """Not by calling the class, with whatever for a maker, nor by replacing a part of a theorem."""
    theorem = shown(claimed(equal(x, x)), algebra)
    for maker in (None, object(), prove, Theorem):
        assert_refused(
            r"only prove\(\) makes theorems",
            Theorem,
            claimed(below(1, 0)),
            None,
            Evidence(Strength.PROVED),
            {},
            maker,
        )
    with pytest.raises((NotProved, TypeError)):
        replace(theorem, claim=claimed(below(1, 0)))


def test_a_theorem_does_not_change() -> None:
    """Its parts cannot be assigned."""
    theorem = resting()
    for name in ("claim", "certificate", "evidence", "opinions"):
        with pytest.raises(AttributeError):
            setattr(theorem, name, None)


def test_forged_evidence_is_found_out() -> None:
    """A theorem that says it rests on anything but what it rests on is not believed again."""
    cases: list[Evidence] = [
        Evidence(Strength.PROVED),
        Evidence(Strength.PROVED, "", ("cited: Somebody else",)),
        Evidence(Strength.CITED, "", ("cited: Somebody",)),
        Evidence(Strength.CHECKED, "n <= 9", ("cited: Somebody",)),
        Evidence(Strength.OPEN),
    ]
    for evidence in cases:
        theorem = resting()
        theorem.replay()
        object.__setattr__(theorem, "evidence", evidence)
        assert_refused(r"but it is proved given \[cited: Somebody\]", theorem.replay)


def test_evidence_forged_in_a_lemma_is_found_out_by_its_users() -> None:
    """Replaying a theorem replays its lemmas, and theirs."""
    lemma = cited()
    user = shown(claimed(at_most(y, 2), {}, by_name([lemma]), name="user"), by(product("cited"), product()))
    far = shown(claimed(at_most(y, 3), {}, by_name([user])), by(product("user"), product()))
    object.__setattr__(lemma, "evidence", Evidence(Strength.PROVED))
    for theorem in (lemma, user, far):
        assert_refused("cited: it says proved", theorem.replay)


def test_a_forged_claim_is_found_out() -> None:
    """The certificate of one claim under another one."""
    theorem = shown(claimed(below(0, x), POSITIVE), by(product("x > 0")))
    object.__setattr__(theorem, "claim", claimed(below(0, y), POSITIVE))
    assert_refused("the steps lead to", theorem.replay)


def test_a_forged_lemma_is_found_out() -> None:
    """A theorem made by hand, out of nothing, serves as a lemma no longer than until the next replay."""
    forged = object.__new__(Theorem)
    claim = claimed(below(y, 0), name="forged")
    for name, value in (
        ("claim", claim),
        ("certificate", blind(claim, line(claim.goal, summed(product())))),
        ("evidence", Evidence(Strength.PROVED)),
        ("opinions", {}),
    ):
        object.__setattr__(forged, name, value)
    assert_refused("the identity fails", forged.replay)
    assert_refused(
        "the identity fails",
        shown,
        claimed(below(y, 0), {}, by_name([forged]), at={"y": -1}),
        by(product("forged")),
    )


def test_a_copy_is_as_good_as_the_theorem() -> None:
    """Copies keep claim, certificate and evidence, so that they are replayed like the theorem."""
    theorem = shown(claimed(equal(x, x)), algebra)
    for twin in (copy.copy(theorem), replace_evidence(theorem)):
        assert twin.claim is theorem.claim
    copy.copy(theorem).replay()
    assert_refused("", replace_evidence(theorem).replay)


def replace_evidence(theorem: Theorem) -> Theorem:
    """A copy that says it is open."""
    twin = copy.copy(theorem)
    object.__setattr__(twin, "evidence", Evidence(Strength.OPEN))
    return twin


def test_what_was_checked_is_passed_on() -> None:
    """Whoever uses what was checked for a range says that it was."""
    small = counted("small", "n <= 3")
    assert small.evidence.text() == "checked n <= 3"
    assert counted("all", "n <= 9", proved=True).evidence.text() == "proved"
    assert counted("user", "", small, proved=True).evidence.text() == "checked n <= 3"


def test_no_range_is_dropped() -> None:
    """Whoever rests on two ranges names both, whether the other one is a lemma's or its own."""
    small, wide = counted("small", "n <= 3"), counted("wide", "m <= 5")
    for theorem in (
        counted("both", "", small, wide, proved=True),
        counted("both", "", wide, small, proved=True),
        counted("own", "m <= 5", small),
    ):
        text = theorem.evidence.text()
        assert "n <= 3" in text, text
        assert "m <= 5" in text, text


def test_a_citation_is_passed_on_by_every_kind_of_lemma() -> None:
    """Finite statements that use cited lemmas say so, checked or proved."""
    assert counted("user", "n <= 3", cited()).evidence.text() == "checked n <= 3 given [cited: Somebody]"
    assert counted("user", "", resting(), proved=True).evidence.text() == "proved given [cited: Somebody]"


def test_evidence_in_words() -> None:
    """The ledger's words."""
    cases: list[tuple[Evidence, str]] = [
        (Evidence(Strength.PROVED), "proved"),
        (Evidence(Strength.PROVED, "", ("a", "b")), "proved given [a, b]"),
        (Evidence(Strength.CHECKED, "to 9"), "checked to 9"),
        (Evidence(Strength.CHECKED, "to 9", ("a",)), "checked to 9 given [a]"),
        (Evidence(Strength.CITED, "", ("a",)), "cited [a]"),
        (Evidence(Strength.OPEN), "open"),
    ]
    for evidence, text in cases:
        assert evidence.text() == text


def test_ranks_grow_with_weakness() -> None:
    """Proved, proved given something, checked, cited, open."""
    several = [
        Evidence(Strength.PROVED),
        Evidence(Strength.PROVED, "", ("a",)),
        Evidence(Strength.CHECKED, "to 9"),
        Evidence(Strength.CITED, "", ("a",)),
        Evidence(Strength.OPEN),
    ]
    assert [each.rank for each in several] == sorted(each.rank for each in several)
    assert len({each.rank for each in several}) == len(several)


def test_a_lemma_is_replayed_with_its_user() -> None:
    """A lemma whose certificate was damaged takes its users with it."""
    given: Facts = POSITIVE
    lemma = shown(claimed(below(0, x / 2), given, name="lemma"), positivity)
    user = shown(claimed(below(0, x / 2), given, by_name([lemma]), name="user"), by(product("lemma")))
    user.replay()
    object.__setattr__(lemma, "certificate", None)
    assert_refused("lemma: NoneType is no chain", user.replay)


def test_a_lemma_of_many_is_replayed_once() -> None:
    """However many ways lead to it: when a theorem is replayed, and when it is made."""
    looks: list[str] = []

    def cases() -> Iterator[tuple[str, bool]]:
        looks.append("a look")
        yield "1", True

    claim = Finite("the lemma", "so it is", "here", cases, lambda: [("1", False)])
    lemma = prove(claim, ByEnumeration().certificate(claim))
    users = [counted(name, "here", lemma) for name in ("one", "other")]
    looks.clear()
    theorem = counted("theorem", "here", *users, lemma)
    assert looks == ["a look"]
    theorem.replay()
    assert looks == ["a look"] * 2
    theorem.replay()
    assert looks == ["a look"] * 3


def test_of_two_lemmas_with_one_name_both_are_replayed() -> None:
    """That one was replayed says nothing of the other."""
    good, bad = counted("twin", "here"), counted("twin", "here")
    theorem = counted("theorem", "here", good, bad, good)
    theorem.replay()
    object.__setattr__(bad, "certificate", 2)
    assert_refused("twin: the certificate counts 2 cases, there are 1", theorem.replay)


def test_an_inequation_from_below_is_an_inequation() -> None:
    """The simplest theorem there is, with its parts where they are looked for."""
    theorem = shown(claimed(Relation(x, "!=", term(0)), POSITIVE, name="x"), by(product("x > 0")))
    assert (theorem.name, theorem.statement, theorem.assumes) == ("x", "if 0 < x then x != 0", ())
    assert "a reason" in theorem.derivation("text")
