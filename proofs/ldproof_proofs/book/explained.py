"""The ledger as it is explained: every claim and every theorem in words, stored beside the certificates.

So an explanation costs no proof. With the words is stored a digest of what they are made of: where it is another one,
they are built again. That what is stored is what is found is a test's business.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, cast

from ldproof.errors import Refused
from ldproof_proofs.kernel import shipped

if TYPE_CHECKING:  # whoever reads what is stored needs no kernel
    from ldproof_proofs.chapters.display import Chapter
    from ldproof_proofs.kernel.entries import Report
    from ldproof_proofs.kernel.theorem import Theorem

FILE = "explained.json"
CERTIFICATES = "certificates.json"
SOURCES = "sources"
"""Under which the file has the digest of what its words are made of."""
HERE = Path(__file__).parent
WORDING = ("explained.py", "failures.py")
"""The modules here that put claims and theorems into words; the others show these."""


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
    """What the source's symbols, and the numbers of its equations, stand for."""
    remarked: list[str]
    """Those of remarks alone."""
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


class BlockInWords(TypedDict):
    """A paragraph of words, or a display with the theorem that it is; the other is empty."""

    words: str
    display: str
    theorem: str


class SectionInWords(TypedDict):
    """A section of a chapter, its formulas as data."""

    chapter: str
    """The chapter's name."""
    title: str
    claims: list[str]
    formulas: list[str]
    given: str
    blocks: list[BlockInWords]


class ChapterInWords(TypedDict):
    """A chapter."""

    title: str
    words: str
    errata: list[str]
    """The claims on what is printed wrongly."""
    sections: list[SectionInWords]


class Words(TypedDict):
    """The claims, the theorems and the chapters by their names."""

    claims: Mapping[str, ClaimInWords]
    theorems: Mapping[str, TheoremInWords]
    chapters: Mapping[str, ChapterInWords]


def claim_in_words(report: Report) -> ClaimInWords:
    """What an explanation says of a claim, its theorems by their names."""
    from ldproof_proofs.kernel.entries import Verdict  # noqa: PLC0415
    from ldproof_proofs.kernel.sentences import Role, modelling  # noqa: PLC0415
    from ldproof_proofs.kernel.templates import typeset_printed  # noqa: PLC0415
    from ldproof_proofs.ledger.definitions import EQUATION, explained_symbols  # noqa: PLC0415
    from ldproof_proofs.ledger.notation import meanings  # noqa: PLC0415

    entry, known = report.entry, meanings(report.entry.name)
    answer, printed = report.fill_answer(entry.answer, "data"), typeset_printed(entry.printed, "data")
    fails = (theorem_in_words(each)["in_numbers"] for each in (*report.theorems, *report.checks))
    around = [*([printed] if entry.verdict is Verdict.OURS else []), answer, *filter(None, fails)]
    every = [*around, *(each.text("data") for each in report.sentences)]
    deciding = [each.text("data") for each in report.sentences if each.sentence.role != Role.FURTHER]
    first = [*around, *deciding] if deciding else every
    of_place = frozenset(EQUATION.findall(entry.place))
    named = explained_symbols(entry.name, first, printed) - of_place
    remarked = explained_symbols(entry.name, every, printed) - named - of_place
    return {
        "place": entry.place,
        "printed": printed,
        "original": entry.original,
        "answer": answer,
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
        "symbols": {name: typeset_printed(known[name], "data") for name in known if name in named | remarked},
        "remarked": [name for name in known if name in remarked],
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


def chapter_in_words(chapter: Chapter) -> ChapterInWords:
    """What the book and `explain` show of a chapter."""
    from ldproof_proofs.chapters.display import Display  # noqa: PLC0415
    from ldproof_proofs.kernel.derivations.reading import given_in_words  # noqa: PLC0415
    from ldproof_proofs.kernel.derivations.section import in_words  # noqa: PLC0415

    return {
        "title": chapter.title,
        "words": in_words(chapter.words),
        "errata": [*chapter.errata],
        "sections": [
            {
                "chapter": chapter.name,
                "title": section.title,
                "claims": [*section.claims],
                "formulas": [*section.formulas],
                "given": given_in_words(section.given),
                "blocks": [
                    {"words": "", "display": each.kept, "theorem": each.name}
                    if isinstance(each, Display)
                    else {"words": each, "display": "", "theorem": ""}
                    for each in blocks
                ],
            }
            for section, blocks in chapter.blocks()
        ],
    }


@cache
def sources_digest() -> str:
    """SHA-256 of what our words are made of: the certificates, and the modules of claims, theorems and chapters.

    The reference's own code is not among it: where it computes something else, certificates fail.
    """
    package = HERE.parent
    made = (path for path in package.rglob("*.py") if HERE not in path.parents or path.name in WORDING)
    found = sha256()
    for path in (package / CERTIFICATES, *sorted(made)):
        found.update(f"{path.relative_to(package).as_posix()} ".encode() + path.read_bytes())
    return found.hexdigest()


def save(words: Words, path: Path) -> None:
    """Write them with the digest of their sources, one to a line, so that a change shows as one."""
    head = f"{json.dumps(SOURCES)}: {json.dumps(sources_digest())}"
    parts = (
        f"{json.dumps(kind)}: {{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(words)}" for name, words in each.items())
        + "\n}"
        for kind, each in (
            ("claims", words["claims"]),
            ("theorems", dict(sorted(words["theorems"].items()))),
            ("chapters", words["chapters"]),
        )
    )
    shipped.replace_file(path, "{\n" + ",\n".join((head, *parts)) + "\n}\n")


def stored(home: shipped.Home = shipped.OURS) -> Words:
    """What is stored beside the proofs, or in a folder.

    Beside the proofs it is built, with a word about it, where it is missing or was made of other sources. A file that is
    damaged is refused.
    """
    if home is shipped.OURS and not shipped.is_there(FILE):
        return _built("are not built yet")
    found = {**shipped.read(FILE, home)}
    sources = found.pop(SOURCES, None)
    if found.keys() != Words.__annotations__.keys():
        raise shipped.damaged(FILE, f"it does not have exactly {', '.join(Words.__annotations__)}", home)
    if home is shipped.OURS and sources != sources_digest():
        return _built("were built from other sources")
    return cast(Words, found)


def _built(why: str) -> Words:
    """Build what is missing or stale: the checked-out sources do not have it, and a wheel has."""
    from ldproof_proofs.book.installed import installed  # noqa: PLC0415

    sys.stderr.write(f"ldproof: the explanations {why}: certificates are replayed (a minute)\n")
    with installed():
        from ldproof_proofs.book.certifying import build_words  # noqa: PLC0415

        return build_words()


def claim_names() -> list[str]:
    """The claims for a shell to complete; none where the file is damaged."""
    try:
        return [*stored()["claims"]]
    except Refused:
        return []
