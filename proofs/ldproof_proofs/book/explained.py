"""The ledger as it is explained: every claim and every theorem in words, stored beside the certificates.

So an explanation costs no proof. That what is stored is what is found is a test's business.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

from ldproof.errors import Refused
from ldproof_proofs.kernel import shipped

if TYPE_CHECKING:  # whoever reads what is stored needs no kernel
    from ldproof_proofs.kernel.derivations.lines import Derivation
    from ldproof_proofs.kernel.entries import Report
    from ldproof_proofs.kernel.theorem import Theorem

FILE = "explained.json"


class SentenceInWords(TypedDict):
    """A sentence, its formulas as data."""

    text: str
    role: str
    evidence: str
    whence: str
    theorems: list[str]
    paraphrases: list[str]
    """Its theorems, if it takes no formula or number from them."""


class ClaimInWords(TypedDict):
    """A claim; its theorems by their names."""

    place: str
    printed: str
    original: str
    """Word for word, in the source's language."""
    answer: str
    answer_in_japanese: str
    verdict: str
    evidence: str
    sentences: list[SentenceInWords]
    symbols: dict[str, str]
    """What the source's symbols stand for that its sentences name."""
    modelling: list[str]
    theorems: list[str]
    checks: list[str]


class TheoremInWords(TypedDict):
    """A theorem, its formulas as data."""

    kind: str
    evidence: str
    assumes: list[str]
    anchors: list[str]
    lemmas: list[str]
    statement: str
    reading: str
    in_numbers: str
    """Of a claim that fails: where, and by how much."""
    derivation: str


class BesideInWords(TypedDict):
    """What stands beside a line of a derivation."""

    place: str
    line: int
    words: str
    said: str
    """The words, and what is so."""
    theorem: str
    """The ledger's theorem that says it, if one does."""


class DerivationInWords(TypedDict):
    """A derivation, its formulas as data."""

    title: str
    entries: list[str]
    formula: str
    about: list[str]
    """Its symbols, what is given of them, and names for long terms."""
    lines: list[str]
    """Each with its reason below it."""
    beside: list[BesideInWords]


class Words(TypedDict):
    """The claims, the theorems and the derivations by their names."""

    claims: Mapping[str, ClaimInWords]
    theorems: Mapping[str, TheoremInWords]
    derivations: Mapping[str, DerivationInWords]


def claim_in_words(report: Report) -> ClaimInWords:
    """What an explanation says of a claim, its theorems by their names."""
    from ldproof_proofs.kernel.sentences import modelling  # noqa: PLC0415
    from ldproof_proofs.kernel.templates import typeset_printed  # noqa: PLC0415
    from ldproof_proofs.ledger.definitions import spoken  # noqa: PLC0415
    from ldproof_proofs.ledger.notation import meanings  # noqa: PLC0415

    entry, known = report.entry, meanings(report.entry.name)
    named = spoken(stated.text("data") for stated in report.sentences)
    return {
        "place": entry.place,
        "printed": typeset_printed(entry.printed, "data"),
        "original": entry.original,
        "answer": report.fill_answer(entry.answer, "data"),
        "answer_in_japanese": report.fill_answer(entry.answer_in_japanese, "data"),
        "verdict": str(entry.verdict),
        "evidence": report.evidence,
        "sentences": [
            {
                "text": stated.text("data"),
                "role": str(stated.sentence.role),
                "evidence": stated.strength,
                "whence": stated.sentence.whence,
                "theorems": [theorem.name for theorem in stated.theorems],
                "paraphrases": [*stated.paraphrases],
            }
            for stated in report.sentences
        ],
        "symbols": {name: known[name] for name in known if name in named},
        "modelling": [*modelling(report.theorems)],
        "theorems": [theorem.name for theorem in report.theorems],
        "checks": [theorem.name for theorem in report.checks],
    }


def reached(theorems: Iterable[Theorem]) -> Mapping[str, Theorem]:
    """Theorems, and all that they rest on."""
    found: dict[str, Theorem] = {}
    waiting = [*theorems]
    while waiting:
        theorem = waiting.pop()
        if theorem.name not in found:
            found[theorem.name] = theorem
            waiting += theorem.claim.lemmas
    return found


def kind(claim: object) -> str:
    """The kernel's word for what a claim is."""
    own = (each for each in type(claim).__mro__ if each.__module__.startswith("ldproof_proofs."))
    return next(own).__name__.lower()


def theorem_in_words(theorem: Theorem) -> TheoremInWords:
    """What an explanation says of a theorem."""
    from ldproof_proofs.book.failures import in_numbers  # noqa: PLC0415
    from ldproof_proofs.kernel.failure import Failure  # noqa: PLC0415

    failure = theorem.claim if isinstance(theorem.claim, Failure) else None
    return {
        "kind": kind(theorem.claim),
        "evidence": theorem.evidence.text(),
        "assumes": list(theorem.assumes),
        "anchors": [anchor.formula for anchor in theorem.claim.anchors],
        "lemmas": [*dict.fromkeys(lemma.name for lemma in theorem.claim.lemmas)],
        "statement": theorem.claim.statement("data"),
        "reading": failure.reading if failure else "",
        "in_numbers": in_numbers(failure) if failure else "",
        "derivation": theorem.derivation("data"),
    }


def derivation_in_words(derivation: Derivation) -> DerivationInWords:
    """What an explanation shows of a derivation."""
    return {
        "title": derivation.title,
        "entries": [*derivation.entries],
        "formula": derivation.formula,
        "about": derivation.about(),
        "lines": derivation.main(),
        "beside": [
            {
                "place": each.place,
                "line": each.line,
                "words": each.words,
                "said": derivation.said(each),
                "theorem": each.theorem.name if each.theorem.name == each.place else "",
            }
            for each in derivation.beside
        ],
    }


def save(words: Words, path: Path) -> None:
    """Write them, one to a line, so that a change shows as one."""
    parts = (
        f"{json.dumps(kind)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(words)}" for name, words in each.items())
        + "\n}"
        for kind, each in (
            ("claims", words["claims"]),
            ("theorems", dict(sorted(words["theorems"].items()))),
            ("derivations", words["derivations"]),
        )
    )
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def stored(home: shipped.Home = shipped.OURS) -> Words:
    """What is stored beside the proofs, or in a folder. Beside the proofs it is built where it is missing."""
    if home is shipped.OURS and not shipped.is_there(FILE):
        return _built()
    found = shipped.read(FILE, home)
    if found.keys() != Words.__annotations__.keys():
        raise shipped.damaged(FILE, f"it does not have exactly {', '.join(Words.__annotations__)}", home)
    return cast(Words, found)


def _built() -> Words:
    """Build what is missing: the checked-out sources do not have it, and a wheel has."""
    from ldproof_proofs.book.installed import installed  # noqa: PLC0415

    sys.stderr.write(
        "ldproof: the explanations are not built yet: certificates are replayed, once (a minute)\n"
    )
    with installed():
        from ldproof_proofs.book.certifying import build_words  # noqa: PLC0415

        return build_words()


def claim_names() -> list[str]:
    """The claims for a shell to complete; none where the file is damaged."""
    try:
        return [*stored()["claims"]]
    except Refused:
        return []
