"""The ledger in words, as it is stored beside the certificates: nothing is imported that proves."""

from collections.abc import Mapping
from importlib import import_module
from typing import TypedDict

from ldproof.cli.installed import installed
from ldproof.rejections import Refused


class Explained(TypedDict):
    """What is stored of the ledger for its readers."""

    claims: Mapping[str, "Claim"]
    theorems: Mapping[str, "Theorem"]


class Claim(TypedDict):
    """A claim in words; its theorems by their names."""

    place: str
    printed: str
    verdict: str
    finding: str
    uses: list[str]
    theorems: list[str]
    checks: list[str]


class Theorem(TypedDict):
    """A theorem in words, in every style."""

    evidence: str
    assumes: list[str]
    anchors: list[str]
    statement: Mapping[str, str]
    derivation: Mapping[str, str]


def explained() -> tuple[Mapping[str, Claim], Mapping[str, Theorem]]:
    """The claims and the theorems by their names, in words, as they are stored beside the certificates."""
    with installed():
        found: Explained = import_module("ldproof_proofs.book.explained").stored()
    return found["claims"], found["theorems"]


def claim_names() -> list[str]:
    """The claims of the ledger for a shell to complete, if it is installed."""
    try:
        return [*explained()[0]]
    except Refused:
        return []
