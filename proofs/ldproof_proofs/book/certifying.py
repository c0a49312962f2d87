"""What ships beside the proofs: found again, and written.

These are the certificates that `prove --check` replays, the evidence that it must find, the opinions that `prove`
need not ask for again, and the words that `explain` says.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path
from typing import TypeVar

from ldproof.rejections import Refused
from ldproof_proofs.book import derivations, evidence, explained
from ldproof_proofs.book.explained import (
    ClaimInWords,
    TheoremInWords,
    claim_in_words,
    derivation_in_words,
    reached,
    theorem_in_words,
)
from ldproof_proofs.book.processes import spread
from ldproof_proofs.book.proving import Search, named, one
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
    certificates: Mapping[str, object]
    replies: Mapping[Key, Reply]
    shown: evidence.Shown
    words: ClaimInWords
    theorems: Mapping[str, TheoremInWords]


@dataclass(frozen=True, slots=True)
class Certify:
    """To find all that is stored of an entry."""

    def open(self, closing: ExitStack) -> Callable[[str], Found]:
        """Prove an entry, ask solvers what they have not been asked, and put it into words."""
        entries = named()
        try:
            known = memory.load()
        except Refused:  # a file that is damaged or missing is written again
            known = Memory()
        consult = closing.enter_context(Search().consultant(known))
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
                news(prover.certificates()),
                news(consult.heard),
                evidence.of(report),
                claim_in_words(report),
                {each: theorem_in_words(theorem) for each, theorem in shown.items()},
            )

        return work


def certify() -> int:
    """Write everything, unless an entry fails."""
    names = [*CLAIMS]
    found = {each.name: each for each in spread(Certify(), names, cpu_count() or 1)}
    failures = [f"{each.name}: {each.failure}" for each in found.values() if each.failure is not None]
    if failures:
        sys.stderr.write("\n".join([*failures, ""]))
        return 1
    certificates: dict[str, object] = {}
    replies: dict[Key, Reply] = {}
    theorems: dict[str, TheoremInWords] = {}
    for name in names:
        certificates.update(found[name].certificates)
        replies.update(found[name].replies)
        theorems.update(found[name].theorems)
    store.save(certificates, HERE / store.FILE)
    evidence.save({name: found[name].shown for name in names}, HERE / evidence.FILE)
    memory.save(replies, HERE / memory.FILE)
    found_by_sympy = {
        each.name: derivation_in_words(each)
        for system in derivations.ROOMS
        for each in derivations.derivations(system)
    }
    claims = {name: found[name].words for name in names}
    explained.save(
        {"claims": claims, "theorems": theorems, "derivations": found_by_sympy}, HERE / explained.FILE
    )
    return 0
