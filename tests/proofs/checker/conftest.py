"""What the checker makes of the whole ledger, and Coq, where it is installed."""

import pytest

from ldproof_proofs.book.export.objects import address
from tests.proofs.checker import apart
from tests.proofs.checker.coqs import check
from tests.proofs.conftest import Replayed


@pytest.fixture(scope="session")
def library(replayed: Replayed) -> apart.check.Library:
    """The objects of all theorems, checked once for everybody who asks here."""
    return apart.check.Library({address(text): text.encode() for text in replayed.objects.values()})


@pytest.fixture(scope="session")
def coq() -> None:
    """Whoever needs Coq is skipped where it is not, and says what is missing; nobody else waits for the answer."""
    if what := check.missing():
        pytest.skip(check.MISSING.format(what=what).strip())
