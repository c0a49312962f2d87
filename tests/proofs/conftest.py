"""The ledger's theorems, for tests that look at claims and certificates and need not look at every case again."""

from collections.abc import Mapping

import pytest

from ldproof_proofs.kernel.entries import run
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.ledger import ENTRIES
from tests.proofs.sparing import Counting


@pytest.fixture(scope="session")
def theorems() -> Mapping[str, Theorem]:
    """Every theorem that the ledger's entries ask for, lemmas included, by its name."""
    prover = Counting()
    failures = [report.failure for report in run(ENTRIES, prover) if report.failure is not None]
    assert failures == []
    return prover.theorems
