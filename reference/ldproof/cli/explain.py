"""`ldproof explain`: a claim, what became of it, and why."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

import typer

from ldproof.catalogue import find
from ldproof.cli import ledger
from ldproof.cli.completion import claim_names
from ldproof.cli.endings import ending
from ldproof.cli.output import Status, say
from ldproof.cli.proofs import Entry, Report
from ldproof.cli.writing import STYLES, Writing


class Form(StrEnum):
    """In what the explanation is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"


EXAMPLES = (
    "ldproof explain shots.thm-4",
    "ldproof explain shots.thm-4 --format latex",
)


@ending
def explain(
    claim: Annotated[
        str,
        typer.Argument(metavar="CLAIM", help="The claim, as in the ledger.", autocompletion=claim_names),
    ],
    form: Annotated[Form, typer.Option("--format", help="In what it is written.")] = Form.TEXT,
) -> Status:
    """What is printed, what is true, why, and what that assumes. Certificates are replayed; no solver runs."""
    claims = ledger.claims()
    (report,) = ledger.replay([find("claim", claim, claims)])
    say(explanation(report, claims, STYLES[form.value]))
    return Status.FINE if report.failure is None else Status.FINDING


def explanation(report: Report, claims: Mapping[str, Entry], writing: Writing) -> str:
    """The claim, then its theorems and what checks them, then what hangs on what."""
    entry = report.entry
    parts = [
        writing.title(entry.name, entry.place),
        writing.facts({"printed": entry.printed, "verdict": str(entry.verdict), "finding": entry.finding}),
    ]
    for theorem in (*report.theorems, *report.checks):
        parts += [
            writing.heading(theorem.name, theorem.evidence.text()),
            writing.lines(theorem.claim.statement(writing.style)),
            writing.lines(theorem.derivation(writing.style)),
        ]
    parts.append(writing.facts(hanging(report, claims)))
    return "\n\n".join(part for part in parts if part)


def hanging(report: Report, claims: Mapping[str, Entry]) -> dict[str, str]:
    """What the claim rests on, and what rests on it."""
    name = report.entry.name
    theorems = (*report.theorems, *report.checks)
    lists = {
        "assumes": sorted({name for theorem in theorems for name in theorem.assumes}),
        "uses": list(report.entry.uses),
        "used by": [each.name for each in claims.values() if name in each.uses],
        "anchors": sorted({each.formula for theorem in theorems for each in theorem.claim.anchors}),
    }
    facts = {label: ", ".join(names) or "nothing" for label, names in lists.items()}
    return facts if report.failure is None else {"not proved": report.failure} | facts
