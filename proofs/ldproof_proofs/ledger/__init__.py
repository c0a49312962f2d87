"""Every claim of every source, in order, with its verdict and the theorems that it rests on."""

from collections.abc import Mapping
from importlib import import_module

from ldproof.names import OnDemand
from ldproof_proofs.kernel.entries import Entry

SYSTEMS = ("shots", "exact", "counting", "chi2", "sketch", "evidence")
"""In the ledger's order; whoever wants a claim of one does not wait for the others."""


def _enter(system: str) -> Mapping[str, Entry]:
    entries: tuple[Entry, ...] = import_module(f"{__name__}.{system}").ENTRIES
    return {entry.name: entry for entry in entries}


CLAIMS = OnDemand([(system, system) for system in SYSTEMS], _enter)
