"""The evidence of every entry as it is stored: a replay that finds another one fails, however well it went.

Else somebody's word could take a proof's place in the certificates, and nothing but a word in the output would tell.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from ldproof_proofs.kernel import shipped
from ldproof_proofs.kernel.entries import Report

FILE = "evidence.json"

Shown = Mapping[str, str]
"""An entry's evidence, and that of each of its sentences, theorems and checks."""


def of(report: Report) -> Shown:
    """What was found."""
    each = {theorem.name: theorem.evidence.text() for theorem in (*report.theorems, *report.checks)}
    sentences = {f"sentence {place}": stated.strength for place, stated in enumerate(report.sentences, 1)}
    return {"the entry": report.evidence, **sentences, **each}


def held(report: Report, stored: Mapping[str, Shown]) -> Report:
    """The report, as a failure if what was found is not what is stored."""
    if report.failure is not None:
        return report
    found, wanted = of(report), stored.get(report.entry.name, {})
    names = sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name))
    if not names:
        return report
    changes = "; ".join(
        f"{name} is {found.get(name)!r}, and {wanted.get(name)!r} is stored" for name in names
    )
    return replace(report, failure=f"other evidence than before: {changes}")


def load(homes: Iterable[shipped.Home] = (shipped.OURS,)) -> Mapping[str, Shown]:
    """What ships with the package, or is in these folders."""
    return {name: _shown(each) for home in homes for name, each in shipped.read(FILE, home).items()}


def _shown(stored: object) -> Shown:
    if not isinstance(stored, dict):
        raise shipped.damaged(FILE, f"no evidence: {str(stored)[:80]}")
    return {str(name): str(words) for name, words in stored.items()}


def save(found: Mapping[str, Shown], path: Path) -> None:
    """Write it, one entry to a line, so that a change shows as one."""
    lines = (f"{json.dumps(name)}: {json.dumps(each)}" for name, each in found.items())
    shipped.replace_file(path, "{\n" + ",\n".join(lines) + "\n}\n")
