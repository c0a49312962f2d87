"""Theorems of the ledger to be tampered with."""

from collections.abc import Mapping

import pytest

from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.entries import run
from ldproof_proofs.kernel.prover import Replaying
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.ledger import CLAIMS
from tests.proofs.sparing import Counting
from tests.tiers import run_everything


@pytest.fixture(scope="session")
def sample(request: pytest.FixtureRequest) -> Mapping[str, Theorem]:
    """The theorems of every 20th entry, lemmas included, as they are stored; in the full tier all theorems, searched."""
    if run_everything():
        whole: Mapping[str, Theorem] = request.getfixturevalue("theorems")
        return whole
    stored = store.load()
    prover = Counting(Replaying(stored), stored)
    assert [each.failure for each in run([*CLAIMS.values()][::20], prover) if each.failure] == []
    return prover.theorems
