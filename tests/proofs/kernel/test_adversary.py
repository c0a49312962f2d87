"""No forgery is accepted; and the adversary is no straw man."""

import os
from collections.abc import Mapping

import pytest

from ldproof_proofs.kernel.combination import Product
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Chain, Implication
from ldproof_proofs.kernel.theorem import Theorem
from tests.proofs.kernel.adversary import Forgery, accepted

FEW = 200


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
