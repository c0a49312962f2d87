"""Every claim of every source, in order, with its verdict and the theorems that it rests on; and those of other packages."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module

from ldproof import names
from ldproof.errors import type_phrase
from ldproof.names import OnDemand, Plugin, WithPlugins
from ldproof_proofs.kernel.entries import Entry
from ldproof_proofs.ledger.notation import FIXED

SYSTEMS = ("shots", "exact", "counting", "chi2", "sketch", "evidence")
"""In the ledger's order; whoever wants a claim of one does not wait for the others."""


def _enter(system: str) -> Mapping[str, Entry]:
    entries: tuple[Entry, ...] = import_module(f"{__name__}.{system}").ENTRIES
    return {entry.name: replace(entry, fixed=FIXED.get(system, ())) for entry in entries}


def _brought(plugin: Plugin) -> Mapping[str, Entry]:
    entries = plugin.load("ENTRIES")
    if not isinstance(entries, tuple | list):
        raise plugin.refusal(f"its ENTRIES is {type_phrase(entries)}, and no tuple")
    found: dict[str, Entry] = {}
    for each in entries:
        if not (isinstance(each, Entry) and each.name.startswith(f"{plugin.system}.")):
            raise plugin.refusal(
                f"its ENTRIES has {each!r:.80}, and no entry named {plugin.system}.something"
            )
        if each.name in found:
            raise plugin.refusal(f"two of its ENTRIES are named {each.name}")
        found[each.name] = each
    return found


CLAIMS = OnDemand(SYSTEMS, _enter)
"""Ours."""

ALL_CLAIMS: WithPlugins[Entry] = WithPlugins(CLAIMS, names.LEDGERS, _brought)
"""And, after them, those of other packages' ledgers."""
