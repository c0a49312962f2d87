"""A near miss is one slip away and false; with whatever certificate, none is proved; and the adversary is no straw man."""

import os
from collections.abc import Mapping
from random import Random

import pytest

from ldproof.numbers import Symbol, term
from ldproof_proofs.kernel.combination import Product
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Chain, Implication
from ldproof_proofs.kernel.near_misses import near_miss, near_misses
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
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


def test_a_near_miss_fails_where_the_hypotheses_hold() -> None:
    given = {"x > 0": below(0, x), "y = x": equal(y, x)}
    found = near_miss(given, at_most(x, x + y), {"x": 1, "y": 1})
    assert found is not None
    assert all(each.holds_at(found.point) for each in given.values())
    assert not found.goal.holds_at(found.point)


def test_where_every_slip_is_true_there_is_no_near_miss() -> None:
    assert near_miss({}, below(0, x**2 + 5), {"x": 1}) is not None
    assert near_miss({"no": equal(x, 1)}, at_most(x, 100), {"x": 1}) is not None
    assert near_miss({}, Relation(term(0), "!=", term(5)), {}) is None


def test_of_every_claim_of_the_ledger_there_is_one(theorems: Mapping[str, Theorem]) -> None:
    """A fortieth of them, others in every run."""
    claims = [each.claim for each in theorems.values() if isinstance(each.claim, Implication)]
    for claim in Random(os.urandom(8)).sample(claims, len(claims) // 40):
        assert near_miss(claim.given, claim.goal, claim.witness) is not None, claim.name


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
