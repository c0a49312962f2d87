"""What may be missing: proofs are there with `ldproof`, and what they are searched with is an extra."""

from collections.abc import Iterator
from contextlib import contextmanager

from ldproof.errors import not_installed_refusal

EXTRA = ("sympy", "z3", "cvc5", "highspy")
"""The packages that proofs may need."""


@contextmanager
def installed() -> Iterator[None]:
    """Say what to install where a package is missing; a missing module of our own stays our error."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name not in EXTRA:
            raise
        raise not_installed_refusal(missing.name, "proofs") from None
