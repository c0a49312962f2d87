"""What may be missing: `ldproof` works without its proofs, and says what to install where they are wanted."""

from collections.abc import Iterator
from contextlib import contextmanager

from ldproof.rejections import Reason, Refused

EXTRA = ("ldproof_proofs", "sympy", "z3", "cvc5")
"""The packages that proofs may need."""


@contextmanager
def installed() -> Iterator[None]:
    """Say what to install where a package is missing; a missing module of our own stays our error."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name not in EXTRA:
            raise
        raise Refused(
            Reason.NOT_INSTALLED, f"{missing.name} is not installed", "pip install 'ldproof[proofs]'"
        ) from None
