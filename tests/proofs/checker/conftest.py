"""Coq, where it is installed."""

import pytest

from tests.proofs.checker.coqs import check


@pytest.fixture(scope="session")
def coq() -> None:
    """Whoever needs Coq is skipped where it is not, and says what is missing; nobody else waits for the answer."""
    if what := check.missing():
        pytest.skip(check.MISSING.format(what=what).strip())
