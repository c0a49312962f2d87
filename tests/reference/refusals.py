"""How a test expects a refusal: by its reason."""

import pytest

from ldproof.errors import Reason, Refused


def refused(reason: Reason) -> "pytest.RaisesExc[Refused]":
    """The refusal that must come, for this reason and no other."""
    return pytest.raises(Refused, check=lambda refusal: refusal.reason is reason)
