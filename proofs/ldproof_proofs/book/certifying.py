"""What lies beside the proofs: found again, and written.

Sources are the certificates that `prove --check` replays and the evidence that it must find. Built from them are the
words that `explain` says; and what solvers answered is remembered where somebody has asked them.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ldproof.errors import Refused
from ldproof_proofs.book import evidence, explained
from ldproof_proofs.book.explained import (
    ChapterInWords,
    ClaimInWords,
    TheoremInWords,
    Words,
    chapter_in_words,
    claim_in_words,
    reached,
    theorem_in_words,
)
from ldproof_proofs.book.outcomes import Outcome, outcome
from ldproof_proofs.book.processes import spread
from ldproof_proofs.book.proving import DISPLAYS, Search, entry, one, processes
from ldproof_proofs.book.stores import OURS_ALONE, Stores, stores
from ldproof_proofs.chapters import CHAPTERS, chapter
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.consult import Consultant
from ldproof_proofs.kernel.entries import Report
from ldproof_proofs.kernel.prover import Replaying, Searching
from ldproof_proofs.kernel.smt import memory
from ldproof_proofs.kernel.smt.memory import Key, Memory
from ldproof_proofs.kernel.smt.protocol import Reply
from ldproof_proofs.ledger import CLAIMS

Name = TypeVar("Name")
Value = TypeVar("Value")

HERE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Described:
    """An entry in words, with the theorems that it rests on."""

    name: str
    failure: str | None
    words: ClaimInWords
    theorems: Mapping[str, TheoremInWords]


@dataclass(frozen=True, slots=True)
class Found:
    """What is stored of an entry, and what it asked for on the way."""

    described: Described
    outcome: Outcome
    certificates: Mapping[str, object]
    replies: Mapping[Key, Reply]
    shown: evidence.Shown


def describe(report: Report) -> Described:
    """Put what came of an entry into words."""
    shown = reached((*report.theorems, *report.checks))
    theorems = {each: theorem_in_words(theorem) for each, theorem in shown.items()}
    return Described(report.entry.name, report.failure, claim_in_words(report), theorems)


class Describe:
    """To replay the certificates of an entry, and put it into words."""

    def open(self, closing: ExitStack) -> Callable[[str], Described]:  # noqa: ARG002
        """Replay an entry."""
        prover = Replaying(store.load())
        return lambda name: describe(one(entry(name), prover))


@dataclass(frozen=True, slots=True)
class Certify:
    """To find all that is stored of an entry."""

    solvers: bool
    """Whether solvers are asked what they have not been asked."""
    stores: Stores = OURS_ALONE

    def open(self, closing: ExitStack) -> Callable[[str], Found]:
        """Prove an entry, and put it into words."""
        consult = self.open_consultant(closing) if self.solvers else None
        prover = Searching(consult)
        told: set[object] = set()

        def news(everything: Mapping[Name, Value]) -> Mapping[Name, Value]:
            found = {name: value for name, value in everything.items() if name not in told}
            told.update(found)
            return found

        def work(name: str) -> Found:
            report = one(entry(name), prover)
            return Found(
                describe(report),
                outcome(report),
                news(prover.certificates()),
                news(consult.heard if consult else {}),
                evidence.of(report),
            )

        return work

    def open_consultant(self, closing: ExitStack) -> Consultant:
        """Whoever asks solvers what they have not been asked; answers in a damaged file are asked for again."""
        try:
            known = memory.load(self.stores.there)
        except Refused:
            known = Memory()
        return closing.enter_context(Search().consultant(known))


def certify(*, solvers: bool) -> int:
    """Write everything that is ours, unless an entry fails."""
    found = find_all([*CLAIMS, *DISPLAYS], solvers=solvers)
    failures = [
        f"{each.name}: {each.failure}" for each in map(words_of_entry, found) if each.failure is not None
    ]
    if failures:
        sys.stderr.write("\n".join([*failures, ""]))
        return 1
    save_certificates(found, HERE)  # by which chapters are replayed
    save(found, HERE, chapters_in_words())
    return 0


def words_of_entry(found: Found) -> Described:
    """The entry in words."""
    return found.described


def chapters_in_words() -> Mapping[str, ChapterInWords]:
    """Every chapter of the book."""
    return {name: chapter_in_words(chapter(name)) for name in CHAPTERS}


def build_words() -> Words:
    """Replay every certificate, put the ledger into words, and keep them beside the proofs, or say that this fails."""
    names = [*CLAIMS, *DISPLAYS]
    found = {each.name: each for each in spread(Describe(), names, processes(names))}
    words = in_words([found[name] for name in names], chapters_in_words())
    try:
        explained.save(words, HERE / explained.FILE)
    except OSError as error:  # a package that is installed where nothing can be written
        sys.stderr.write(
            f"ldproof: they cannot be kept, so every call builds them: {HERE}: {error.strerror}\n"
        )
    return words


def find_all(names: Sequence[str], *, solvers: bool) -> Sequence[Found]:
    """All that is stored of these entries, in order."""
    certified = spread(Certify(solvers, stores(names)), names, processes(names))
    found = {each.described.name: each for each in certified}
    return [found[name] for name in names]


def save(found: Sequence[Found], folder: Path, chapters: Mapping[str, ChapterInWords]) -> None:
    """Write certificates, evidence and words; and what solvers answered, if they were asked."""
    replies: dict[Key, Reply] = {}
    for each in found:
        replies.update(each.replies)
    save_certificates(found, folder)
    evidence.save({each.described.name: each.shown for each in found}, folder / evidence.FILE)
    if replies:
        memory.save(replies, folder / memory.FILE)
    explained.save(in_words([*map(words_of_entry, found)], chapters), folder / explained.FILE)


def save_certificates(found: Sequence[Found], folder: Path) -> None:
    """Write the certificates."""
    certificates: dict[str, object] = {}
    for each in found:
        certificates.update(each.certificates)
    store.save(certificates, folder / store.FILE)


def in_words(found: Sequence[Described], chapters: Mapping[str, ChapterInWords]) -> Words:
    """What explanations say of entries, and of chapters, whose displays are no claims."""
    theorems: dict[str, TheoremInWords] = {}
    for each in found:
        theorems.update(each.theorems)
    claims = {each.name: each.words for each in found if each.name not in DISPLAYS}
    return {"claims": claims, "theorems": theorems, "chapters": chapters}
