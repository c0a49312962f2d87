"""The ledger, searched through once in each process for all tests that look at its claims and certificates."""

from collections.abc import Mapping, Sequence

import pytest

from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.entries import Report, run
from ldproof_proofs.kernel.prover import Searching
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.ledger import CLAIMS
from tests.proofs.sparing import Counting


@pytest.fixture(scope="session")
def prover() -> Counting:
    """Finds every certificate anew, except that it believes the stored counts of cases: a replay counts them."""
    return Counting(Searching(), store.load())


@pytest.fixture(scope="session")
def reports(prover: Counting) -> Sequence[Report]:
    """What came of every entry."""
    return list(run(CLAIMS.values(), prover))


@pytest.fixture(scope="session")
def theorems(prover: Counting, reports: Sequence[Report]) -> Mapping[str, Theorem]:
    """Every theorem that the ledger's entries ask for, lemmas included, by its name."""
    assert [(report.entry.name, report.failure) for report in reports if report.failure is not None] == []
    return prover.theorems
