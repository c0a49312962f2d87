"""A near miss is one slip away and false; with whatever certificate, none is proved; and the adversary is no straw man."""

import os
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from ldproof.numbers import Symbol, term
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Chain, Implication
from ldproof_proofs.kernel.near_misses import at_place, near_miss, near_misses
from ldproof_proofs.kernel.prover import Searching, at_once, by
from ldproof_proofs.kernel.relations import Relation, at_most
from ldproof_proofs.kernel.theorem import Mutant, Theorem, prove
from tests.proofs.kernel.adversary import Forgery, accepted

FEW = 200
x, y = map(Symbol, "xy")


def test_a_near_miss_is_one_slip_away() -> None:
    found = {str(each) for each in near_misses(at_most(2 * x, y**2))}
    assert found >= {
        "3*x <= y^2",
        "2*y <= y^2",
        "2/x <= y^2",
        "2*x <= y^3",
        "2*x <= x^2",
        "2*x < y^2",
        "x <= y^2",
    }
    assert "2*x <= y^2" not in found
    assert "y^2 < 2*x" not in found


def test_the_first_that_fails_is_named_by_its_place() -> None:
    goal, point = at_most(x, x + y), {"x": 1, "y": 1}
    place = near_miss(goal, point)
    assert place is not None
    first = at_place(goal, place)
    assert first is not None
    assert not first.holds_at(point)
    assert all(
        each.holds_at(point) or not each.negation().holds_at(point) for each in [*near_misses(goal)][:place]
    )


def test_there_may_be_none() -> None:
    assert near_miss(Relation(term(0), "!=", term(5)), {}) is None
    assert at_place(at_most(x, y), 10**6) is None
    assert at_place(at_most(x, y), -1) is None


def claim(mutant: Mutant | None = None) -> Implication:
    return Implication("a claim", at_most(0, x * x + 1), {}, {}, {"x": 0}, mutant)


PROOF = at_once("a square", by(product(), Product((), squares=(x,))))


def test_a_claim_without_a_mutant_gets_a_near_miss() -> None:
    theorem = Searching().theorem(claim(), PROOF)
    assert isinstance(theorem.certificate, Chain)
    (question,) = claim().questions(theorem.certificate)
    assert question.mutant is not None
    assert str(question.mutant.goal) == str(at_place(claim().goal, theorem.certificate.slip))
    assert str(question.mutant.goal) == "0 <= x*x - 1"


def test_a_near_miss_that_is_true_or_is_not_there_is_refused() -> None:
    found = PROOF.certificate(claim())
    assert isinstance(found, Chain)
    for slip, why in ((found.slip + 1, "holds at the point"), (10**6, "no mutant"), (-1, "no mutant")):
        with pytest.raises(NotProved, match=why):
            prove(claim(), replace(found, slip=slip))
    with pytest.raises(NotProved):
        prove(claim(), replace(found, slip=cast(int, True)))  # noqa: FBT003


def test_of_every_claim_of_the_ledger_there_is_one(theorems: Mapping[str, Theorem]) -> None:
    """A twentieth of them, others in every run."""
    claims = [each.claim for each in theorems.values() if isinstance(each.claim, Implication)]
    for each in Random(os.urandom(8)).sample(claims, len(claims) // 20):
        assert near_miss(each.goal, each.witness) is not None, each.name


def test_no_false_claim_is_proved(theorems: Mapping[str, Theorem]) -> None:
    """Others in every run."""
    seed = int(os.environ.get("LDPROOF_ADVERSARY") or os.urandom(4).hex(), 16)
    found = [
        (each.claim.name, each.claim.goal, each.certificate)
        for each in accepted(theorems.values(), FEW, seed)
    ]
    assert found == [], f"LDPROOF_ADVERSARY={seed:x} makes the same again"


def test_what_is_true_is_accepted_by_the_same_means(theorems: Mapping[str, Theorem]) -> None:
    """Otherwise nothing would be learnt from a refusal."""
    for theorem in [*theorems.values()][::20]:
        if isinstance(theorem.claim, Implication) and isinstance(theorem.certificate, Chain):
            assert Forgery(theorem.claim, theorem.certificate).accepted()


def test_a_kernel_with_a_hole_is_taken_in(
    theorems: Mapping[str, Theorem], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that lets what may be negative count, is."""

    def blind(product: Product, facts: Facts, *, positive: bool) -> str | None:
        return None if facts.keys() >= {*product.facts} else "no such fact"

    monkeypatch.setattr(Product, "flaw", blind)
    assert any(True for _ in accepted(theorems.values(), 3000, 1))
