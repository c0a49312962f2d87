"""Derivations by entry: what `explain` shows first, and the book in full.

They are found by SymPy, which takes a second to import, so that no system's derivations are imported before one of
them is asked for. `prove --check` does not ask: no theorem of the ledger rests on a derivation.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ldproof_proofs.kernel.derivations.lines import Derivation

if TYPE_CHECKING:
    from ldproof_proofs.kernel.derivations.written import Written

ROOMS: Mapping[str, str] = {
    system: f"ldproof_proofs.{system}.derivations" for system in ("shots", "counting", "chi2", "sketch")
}
"""Where each system's are written."""


def derivations_of(name: str) -> list[Derivation]:
    """The derivations that belong to an entry of the ledger, or lead to a formula, in the source's order."""
    return [each for each in derivations(name.partition(".")[0]) if name in (*each.entries, each.formula)]


@cache
def derivations(system: str) -> tuple[Derivation, ...]:
    """All derivations of a system, every line found and certified; none of what is no system."""
    return tuple(each.derived() for each in written(system))


def written(system: str) -> "tuple[Written, ...]":
    """The derivations of a system as their authors write them: nothing has run."""
    found: tuple[Written, ...] = import_module(ROOMS[system]).DERIVATIONS if system in ROOMS else ()
    return found
