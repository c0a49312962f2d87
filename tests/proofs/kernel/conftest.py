"""Theorems of the ledger to be tampered with."""

from collections.abc import Mapping

import pytest

from ldproof_proofs.kernel.theorem import Theorem


@pytest.fixture(scope="session")
def sample(theorems: Mapping[str, Theorem]) -> Mapping[str, Theorem]:
    """The theorems of a twentieth of the entries, lemmas included; in the full tier all theorems."""
    return theorems
