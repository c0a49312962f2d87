"""The ledger as it is explained: every claim and every theorem in words, stored beside the certificates.

So an explanation costs no proof. That what is stored is what is found is a test's business.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

from ldproof.rejections import Refused
from ldproof_proofs.kernel import shipped

if TYPE_CHECKING:  # whoever reads what is stored needs no kernel
    from ldproof_proofs.kernel.entries import Report
    from ldproof_proofs.kernel.theorem import Theorem
    from ldproof_proofs.kernel.writing import Style

FILE = "explained.json"
STYLES: tuple[Style, ...] = ("text", "markdown", "latex")


class ClaimInWords(TypedDict):
    """A claim; its theorems by their names."""

    place: str
    printed: str
    verdict: str
    finding: str
    uses: list[str]
    theorems: list[str]
    checks: list[str]


class TheoremInWords(TypedDict):
    """A theorem, in every style."""

    evidence: str
    assumes: list[str]
    anchors: list[str]
    statement: Mapping[str, str]
    derivation: Mapping[str, str]


class Words(TypedDict):
    """The claims and the theorems by their names."""

    claims: Mapping[str, ClaimInWords]
    theorems: Mapping[str, TheoremInWords]


def claim_in_words(report: Report) -> ClaimInWords:
    """What an explanation says of a claim, its theorems by their names."""
    entry = report.entry
    return {
        "place": entry.place,
        "printed": entry.printed,
        "verdict": str(entry.verdict),
        "finding": entry.finding,
        "uses": list(entry.uses),
        "theorems": [theorem.name for theorem in report.theorems],
        "checks": [theorem.name for theorem in report.checks],
    }


def theorem_in_words(theorem: Theorem) -> TheoremInWords:
    """What an explanation says of a theorem, in every style."""
    return {
        "evidence": theorem.evidence.text(),
        "assumes": list(theorem.assumes),
        "anchors": [anchor.formula for anchor in theorem.claim.anchors],
        "statement": {style: theorem.claim.statement(style) for style in STYLES},
        "derivation": {style: theorem.derivation(style) for style in STYLES},
    }


def save(claims: Mapping[str, ClaimInWords], theorems: Mapping[str, TheoremInWords], path: Path) -> None:
    """Write them, one to a line, so that a change shows as one."""
    parts = (
        f"{json.dumps(kind)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(words)}" for name, words in each.items())
        + "\n}"
        for kind, each in (("claims", claims), ("theorems", dict(sorted(theorems.items()))))
    )
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def stored() -> Words:
    """What ships with the package: that it is what was written is what its tests are for."""
    found = shipped.read(FILE)
    if found.keys() != {"claims", "theorems"}:
        raise shipped.damaged(FILE, "it does not have exactly claims and theorems")
    return cast(Words, found)


def claim_names() -> list[str]:
    """The claims for a shell to complete; none where the file is damaged."""
    try:
        return [*stored()["claims"]]
    except Refused:
        return []
