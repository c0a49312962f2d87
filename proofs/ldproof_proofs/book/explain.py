"""`ldproof explain`: a claim, a formula or a mechanism: what it says, what became of it, and why."""

import json
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Annotated

import typer

from ldproof.cli.endings import ending
from ldproof.cli.output import Status, say, say_json
from ldproof.domains import Words as OneOf
from ldproof.names import find
from ldproof.plugins import LEDGERS, plugins
from ldproof.rejections import Reason, Refused
from ldproof_proofs.book.explained import DerivationInWords, Words, stored
from ldproof_proofs.book.explanation import Claims, Explanation, derivations_of, families
from ldproof_proofs.book.installed import installed
from ldproof_proofs.book.roles import ROLES
from ldproof_proofs.book.styles import STYLES, Writing, put_together
from ldproof_proofs.book.subjects import Subject, subject, subject_kinds
from ldproof_proofs.kernel.writing import typeset


class Form(StrEnum):
    """In what the explanation is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"
    JSON = "json"


WRITTEN = OneOf(tuple(Form))

EXAMPLES = (
    "ldproof explain shots.thm-4",
    "ldproof explain shots.thm-4 --proof",
    "ldproof explain shots.p",
    "ldproof explain counting.glance --format markdown",
    "ldproof explain --list",
)


def kinds(words: Words) -> Iterator[tuple[str, str]]:
    """Everything that can be explained, and what it is."""
    yield from ((name, f"claim, {claim['verdict']}") for name, claim in words["claims"].items())
    if plugins(LEDGERS):
        with installed():
            from ldproof_proofs.ledger import ALL_CLAIMS  # noqa: PLC0415  (the kernel, for others' claims alone)
        others = (ALL_CLAIMS[name] for name in ALL_CLAIMS if name not in words["claims"])
        yield from ((each.name, f"claim, {each.verdict}") for each in others)
    yield from subject_kinds().items()


def words_about(name: str) -> Words:
    """What is stored of a claim's ledger; of one that is not ours, what is found by proving it where nothing is stored."""
    if not any(name.startswith(f"{system}.") for system in plugins(LEDGERS)):
        return stored()
    with installed():
        from ldproof_proofs.book.others import words_of  # noqa: PLC0415  (the kernel, for others' claims alone)

        try:
            found = words_of(name)
        except Refused:
            if subject(name) is None:
                raise
            found = None  # the ledger is broken, and a mechanism of that name is asked for
    return stored() if found is None else found


def names() -> list[str]:
    """Everything that can be explained, for a shell to complete; no claims where their file is damaged."""
    try:
        return [*dict(kinds(stored()))]
    except Refused:
        return [*subject_kinds()]


@ending
def explain(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="CLAIM|FORMULA|MECHANISM", help="Its name, as `--list` has it.", autocompletion=names
        ),
    ] = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="Unfold every theorem below a claim, lemmas first.")
    ] = False,
    form: Annotated[Form, typer.Option("--format", help="In what it is written.")] = Form.TEXT,
    listing: Annotated[bool, typer.Option("--list", help="List what can be explained.")] = False,
) -> Status:
    """What is printed, what is true, why, and what that assumes: as it was proved for this release.

    Nothing is proved here: `ldproof prove --check CLAIM` replays the certificates.
    """
    if listing:
        enumerate_kinds(stored(), machine=form is Form.JSON)
        return Status.FINE
    if name is None:
        raise Refused(
            Reason.MISSING, "nothing is named to be explained", "a name from ldproof explain --list"
        )
    say(explanation(name, form, proof=proof))
    return Status.FINE


def explanation(name: str, form: str = Form.TEXT, *, proof: bool = False) -> str:
    """What there is to say of a claim, a formula or a mechanism, as text in one of the forms."""
    form = WRITTEN.accept("form", form)
    words = words_about(name)
    claim = Explanation(name, Claims(words)) if name in words["claims"] else None
    found = subject(name)
    if claim is None and found is None:
        find("claim, formula or mechanism", name, dict(kinds(stored())))
    if form == Form.JSON:
        return json.dumps(
            {"name": name}
            | (claim_json(claim) if claim else {})
            | (subject_json(found, words) if found else {})
        )
    writing = STYLES[str(form)]
    parts = [
        *(claim_parts(claim, writing, proof=proof) if claim else ()),
        *(subject_parts(found, words, writing) if found else ()),
    ]
    return put_together(parts)


def enumerate_kinds(words: Words, *, machine: bool) -> None:
    """Everything that can be explained; a name may be that of a claim and of a formula."""
    if machine:
        say_json([{"name": each, "kind": kind} for each, kind in kinds(words)])
    else:
        say("\n".join(f"{each}  {kind}" for each, kind in kinds(words)))


def claim_parts(found: Explanation, writing: Writing, *, proof: bool) -> Sequence[str]:
    """The claim, sentence by sentence; then what hangs on what, and where asked for its proof."""
    claim = found.claim
    parts = [
        writing.title(found.name, claim["place"]),
        writing.facts({"printed": claim["printed"], "verdict": f"{claim['verdict']} ({claim['evidence']})"}),
    ]
    for role, sentences in found.roles.items():
        parts.append(writing.heading(ROLES[role], ""))
        parts.append(writing.items({each["text"]: each["whence"] or each["evidence"] for each in sentences}))
    if found.notation:
        parts += [writing.heading("Where", ""), writing.facts(found.notation)]
    if found.counterexamples:
        parts += [writing.heading("In numbers", ""), writing.items(dict.fromkeys(found.counterexamples, ""))]
    if proof or found.main is None:
        parts += derivation_parts(found.derivations, writing)
    else:
        parts += derivation_parts([found.main], writing)
        parts += named(found, writing)
    if proof:
        parts += proof_parts(found, writing)
        if claim["modelling"]:
            parts += [
                writing.heading("Modelling steps", ""),
                writing.items(dict.fromkeys(claim["modelling"], "")),
            ]
    lists: Mapping[str, Sequence[str]] = {
        "assumes": found.assumes,
        "uses": found.uses,
        "used by": found.used_by,
        "formulas": found.anchors,
    }
    parts.append(writing.facts({label: ", ".join(each) or "nothing" for label, each in lists.items()}))
    counts = {"theorems": len(found.shown), "lemmas": len(found.all_shown) - len(found.shown)}
    counts["modelling steps"] = len(claim["modelling"])
    rests = ", ".join(f"{count} {what if count != 1 else what[:-1]}" for what, count in counts.items())
    parts.append(
        writing.facts(
            {
                "rests on": rests if proof else f"{rests}: ldproof explain {found.name} --proof",
                "replay": f"as it was proved for this release; again: ldproof prove --check {found.name}",
            }
        )
    )
    return parts


def derivation_parts(found: Sequence[DerivationInWords], writing: Writing) -> Sequence[str]:
    """How a formula is found, line by line, each line with its reason; a symbol keeps its meaning until it gets another."""
    parts: list[str] = []
    said: dict[str, str] = {}
    for each in found:
        parts.append(writing.heading(f"Derivation: {each['title']}", "SymPy finds, the kernel certifies"))
        meanings = {typeset(line, "text").partition(":")[0].partition(" ")[0]: line for line in each["about"]}
        about = [line for subject, line in meanings.items() if said.get(subject) != line]
        said |= meanings
        parts += [writing.items(dict.fromkeys(about, "")) if about else ""]
        parts.append(writing.lines("\n".join(each["lines"])))
        parts += [writing.items(dict.fromkeys(each["beside"], "")) if each["beside"] else ""]
    return parts


def named(found: Explanation, writing: Writing) -> Sequence[str]:
    """The other derivations of a claim, each with what shows it line by line."""
    others = (each for each in found.derivations if each != found.main)
    shown = {each["title"]: f"ldproof explain {each['formula']}" for each in others}
    return [writing.heading("Derived elsewhere", ""), writing.items(shown)] if shown else []


def proof_parts(found: Explanation, writing: Writing) -> Sequence[str]:
    """Every theorem once, lemmas first; what is routine and alike in a line."""
    parts = []
    for family, names_of in families(found.all_shown).items():
        theorem = found.all_shown[names_of[0]]
        if len(names_of) > 1:
            weakest = max(found.all_shown[each]["evidence"] for each in names_of)
            parts.append(writing.heading(f"{len(names_of)} theorems {family}", weakest))
            parts.append(writing.lines(f"each in one step; the first: {theorem['statement']}"))
        else:
            parts.append(writing.heading(f"theorem {family}", theorem["evidence"]))
            parts += [writing.lines(theorem["statement"]), writing.lines(theorem["derivation"])]
    return parts


def subject_parts(found: Subject, words: Words, writing: Writing) -> Sequence[str]:
    """A formula or mechanism: what it is, what it takes, what ties it to a law, who speaks of it, its code."""
    tying = tied(found.name, words)
    return [
        writing.title(found.name, found.kind),
        *map(writing.lines, found.words.split("\n\n")),
        writing.heading("Parameters", "" if found.parameters else "none"),
        writing.facts(found.parameters),
        *(
            [
                writing.heading("Tied to a law or a definition", ""),
                writing.items({f"{each}: {words['theorems'][each]['statement']}": "" for each in tying}),
            ]
            if tying and found.kind == "formula"
            else []
        ),
        writing.facts(
            {"claims": ", ".join(about(tying, words)) or "none"} if found.kind == "formula" else {}
        ),
        *derivation_parts(derivations_of(found.name, words), writing),
        writing.heading("Code", found.where),
        writing.code(found.code),
    ]


def tied(formula: str, words: Words) -> Sequence[str]:
    """The theorems that tie a formula to a law or a definition."""
    return [name for name, theorem in words["theorems"].items() if formula in theorem["anchors"]]


def about(theorems: Sequence[str], words: Words) -> Sequence[str]:
    """The claims that state one of these theorems."""
    return [name for name, claim in words["claims"].items() if not {*theorems}.isdisjoint(claim["theorems"])]


def claim_json(found: Explanation) -> dict[str, object]:
    """A claim as JSON; its formulas are text."""
    claim = found.claim
    return {
        "kind": "claim",
        "place": claim["place"],
        "printed": claim["printed"],
        "verdict": claim["verdict"],
        "evidence": claim["evidence"],
        "sentences": [
            {
                "text": typeset(each["text"], "text"),
                "role": each["role"],
                "evidence": each["evidence"],
                "whence": each["whence"] or None,
                "theorems": each["theorems"],
            }
            for each in claim["sentences"]
        ],
        "symbols": found.notation,
        "assumes": found.assumes,
        "uses": found.uses,
        "used_by": found.used_by,
        "formulas": found.anchors,
        "modelling": claim["modelling"],
        "theorems": {
            name: {
                "statement": typeset(theorem["statement"], "text"),
                "derivation": typeset(theorem["derivation"], "text"),
                "evidence": theorem["evidence"],
                "lemmas": theorem["lemmas"],
            }
            for name, theorem in found.all_shown.items()
        },
    }


def subject_json(found: Subject, words: Words) -> dict[str, object]:
    """A formula or a mechanism as JSON."""
    tying = tied(found.name, words)
    return {
        found.kind: {
            "words": found.words,
            "parameters": found.parameters,
            "where": found.where,
            "code": found.code,
            **({"anchors": tying, "claims": about(tying, words)} if found.kind == "formula" else {}),
        }
    }
