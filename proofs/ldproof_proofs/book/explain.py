"""`ldproof explain`: a claim, what became of it, and why."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated

import typer

from ldproof.cli.endings import ending
from ldproof.cli.output import Status, say
from ldproof.names import find
from ldproof_proofs.book.explained import ClaimInWords, TheoremInWords, claim_names, stored
from ldproof_proofs.book.styles import STYLES, Writing


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
    """What is printed, what is true, why, and what that assumes: as it was proved for this release.

    Nothing is proved here: `ldproof prove --check CLAIM` replays the certificates.
    """
    words = stored()
    found = find("claim", claim, words["claims"])
    say(explanation(claim, found, words["claims"], words["theorems"], STYLES[form.value]))
    return Status.FINE


def explanation(
    name: str,
    claim: ClaimInWords,
    claims: Mapping[str, ClaimInWords],
    theorems: Mapping[str, TheoremInWords],
    writing: Writing,
) -> str:
    """The claim, then its theorems and what checks them, then what hangs on what."""
    parts = [
        writing.title(name, claim["place"]),
        writing.facts({"printed": claim["printed"], "verdict": f"{claim['verdict']} ({claim['evidence']})"}),
        *(
            writing.sentence(sentence["text"][writing.style], sentence["whence"] or sentence["evidence"])
            for sentence in claim["sentences"]
        ),
    ]
    shown = {each: theorems[each] for each in (*claim["theorems"], *claim["checks"])}
    for each, theorem in shown.items():
        parts += [
            writing.heading(each, theorem["evidence"]),
            writing.lines(theorem["statement"][writing.style]),
            writing.lines(theorem["derivation"][writing.style]),
        ]
    lists: Mapping[str, Sequence[str]] = {
        "assumes": sorted({assumed for theorem in shown.values() for assumed in theorem["assumes"]}),
        "uses": uses(name, claims, theorems),
        "used by": [other for other in claims if name in uses(other, claims, theorems)],
        "models": claim["modelling"],
        "anchors": sorted({formula for theorem in shown.values() for formula in theorem["anchors"]}),
    }
    parts.append(writing.facts({label: ", ".join(names) or "nothing" for label, names in lists.items()}))
    parts.append(
        writing.words(
            f"As it was proved for this release; to replay the certificates: ldproof prove --check {name}"
        )
    )
    return "\n\n".join(part for part in parts if part)


def uses(
    name: str, claims: Mapping[str, ClaimInWords], theorems: Mapping[str, TheoremInWords]
) -> Sequence[str]:
    """The other claims, earlier ones, that first state a theorem on which this one rests."""
    owner: dict[str, str] = {}
    for each, claim in claims.items():
        for theorem in claim["theorems"]:
            owner.setdefault(theorem, each)
    seen: dict[str, None] = {}
    waiting = [*claims[name]["theorems"]]
    while waiting:
        if (theorem := waiting.pop()) not in seen:
            seen[theorem] = None
            waiting += theorems[theorem]["lemmas"]
    found = {owner[theorem] for theorem in seen if theorem in owner} - {name}
    return [each for each in claims if each in found]
