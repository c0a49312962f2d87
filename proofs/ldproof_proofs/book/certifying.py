"""What ships beside the proofs: found again, and written.

These are the certificates that `prove --check` replays, the evidence that it must find, the opinions that `prove`
need not ask for again, and the words that `explain` says.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ldproof.errors import Refused
from ldproof_proofs.book import derivations, evidence, explained
from ldproof_proofs.book.explained import (
    ClaimInWords,
    DerivationInWords,
    TheoremInWords,
    Words,
    claim_in_words,
    derivation_in_words,
    reached,
    theorem_in_words,
)
from ldproof_proofs.book.outcomes import Outcome, outcome
from ldproof_proofs.book.processes import spread
from ldproof_proofs.book.proving import Search, named, one, processes
from ldproof_proofs.book.stores import OURS_ALONE, Stores, stores
from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.prover import Searching
from ldproof_proofs.kernel.smt import memory
from ldproof_proofs.kernel.smt.memory import Key, Memory
from ldproof_proofs.kernel.smt.protocol import Reply
from ldproof_proofs.ledger import CLAIMS

Name = TypeVar("Name")
Value = TypeVar("Value")

HERE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Found:
    """What is stored of an entry, and what it asked for on the way."""

    name: str
    failure: str | None
    outcome: Outcome
    certificates: Mapping[str, object]
    replies: Mapping[Key, Reply]
    shown: evidence.Shown
    words: ClaimInWords
    theorems: Mapping[str, TheoremInWords]


@dataclass(frozen=True, slots=True)
class Certify:
    """To find all that is stored of an entry."""

    solvers: bool = True
    stores: Stores = OURS_ALONE

    def open(self, closing: ExitStack) -> Callable[[str], Found]:
        """Prove an entry, ask solvers what they have not been asked, and put it into words."""
        entries = named()
        try:
            known = memory.load(self.stores.there)
        except Refused:  # a file that is damaged or missing is written again
            known = Memory()
        consult = closing.enter_context(Search(self.solvers).consultant(known))
        prover = Searching(consult)
        told: set[object] = set()

        def news(everything: Mapping[Name, Value]) -> Mapping[Name, Value]:
            found = {name: value for name, value in everything.items() if name not in told}
            told.update(found)
            return found

        def work(name: str) -> Found:
            report = one(entries[name], prover)
            shown = reached((*report.theorems, *report.checks))
            return Found(
                name,
                report.failure,
                outcome(report),
                news(prover.certificates()),
                news(consult.heard),
                evidence.of(report),
                claim_in_words(report),
                {each: theorem_in_words(theorem) for each, theorem in shown.items()},
            )

        return work


def certify() -> int:
    """Write everything that is ours, unless an entry fails."""
    found = gathered([*CLAIMS])
    failures = [f"{each.name}: {each.failure}" for each in found if each.failure is not None]
    if failures:
        sys.stderr.write("\n".join([*failures, ""]))
        return 1
    save_certificates(found, HERE)  # by which derivations are replayed
    found_by_sympy = {
        each.name: derivation_in_words(each)
        for system in derivations.ROOMS
        for each in derivations.derivations(system)
    }
    save(found, HERE, found_by_sympy)
    return 0


def gathered(names: Sequence[str], *, solvers: bool = True) -> Sequence[Found]:
    """All that is stored of these entries, in order."""
    found = {each.name: each for each in spread(Certify(solvers, stores(names)), names, processes(names))}
    return [found[name] for name in names]


def save(found: Sequence[Found], folder: Path, found_by_sympy: Mapping[str, DerivationInWords]) -> None:
    """Write the four files."""
    replies: dict[Key, Reply] = {}
    for each in found:
        replies.update(each.replies)
    save_certificates(found, folder)
    evidence.save({each.name: each.shown for each in found}, folder / evidence.FILE)
    memory.save(replies, folder / memory.FILE)
    explained.save(in_words(found, found_by_sympy), folder / explained.FILE)


def save_certificates(found: Sequence[Found], folder: Path) -> None:
    """Write the certificates."""
    certificates: dict[str, object] = {}
    for each in found:
        certificates.update(each.certificates)
    store.save(certificates, folder / store.FILE)


def in_words(found: Sequence[Found], found_by_sympy: Mapping[str, DerivationInWords]) -> Words:
    """What explanations say of entries."""
    theorems: dict[str, TheoremInWords] = {}
    for each in found:
        theorems.update(each.theorems)
    claims = {each.name: each.words for each in found}
    return {"claims": claims, "theorems": theorems, "derivations": found_by_sympy}
