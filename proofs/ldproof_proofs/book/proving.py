"""The ledger's entries proved: anew, or by what is stored; here, or in several processes side by side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from os import cpu_count
from pathlib import Path

from ldproof.names import OnDemand
from ldproof_proofs.book import evidence
from ldproof_proofs.book.outcomes import Outcome, outcome
from ldproof_proofs.book.processes import spread
from ldproof_proofs.book.stores import OURS_ALONE, Stores, is_ours, stores
from ldproof_proofs.chapters import CHAPTERS, displays
from ldproof_proofs.kernel import shipped, store
from ldproof_proofs.kernel.consult import Consultant
from ldproof_proofs.kernel.entries import Entry, Report, run
from ldproof_proofs.kernel.prover import Prover, Replaying, Searching
from ldproof_proofs.kernel.smt import memory
from ldproof_proofs.kernel.smt.memory import Memory
from ldproof_proofs.kernel.smt.solvers import SOLVERS
from ldproof_proofs.ledger import ALL_CLAIMS

SLOW = frozenset(
    {
        "shots.exp-1",
        "shots.exp-2",
        "shots.alpha-exact",
        "shots.m-exact",
        "shots.thm-4",
        "shots.eq-7",
        "counting.laws",
        "counting.boundary",
        "counting.thm-3",
        "chi2.m-star",
        "chi2.thm-4.1",
        "chi2.exp-5.1.2",
        "sketch.range",
        "sketch.hash",
    }
)
"""What takes about a second or more: begun first, so that nobody waits for it in the end."""

WORTH_A_PROCESS = 8
"""A process takes about as long to start as so many entries."""


@dataclass(frozen=True, slots=True)
class Replay:
    """To check stored certificates again, with algebra alone."""

    stores: Stores = OURS_ALONE

    def open(self, closing: ExitStack) -> Callable[[str], Outcome]:  # noqa: ARG002
        """Replay an entry."""
        homes = self.stores.homes
        prover, stored = Replaying(store.load(homes)), evidence.load(homes)
        return lambda name: outcome(evidence.held(one(entry(name), prover), stored))


@dataclass(frozen=True, slots=True)
class Search:
    """To find certificates anew, and ask solvers for second opinions."""

    solvers: bool = True
    afresh: bool = False
    """Whether solvers are asked again what they were asked before: they must say the same."""
    smt2: Path | None = None
    """Where the solvers' questions are written."""
    at_once: int = 1
    """How many solvers are asked at the same time."""
    stores: Stores = OURS_ALONE

    def open(self, closing: ExitStack) -> Callable[[str], Outcome]:
        """Prove an entry."""
        stored = evidence.load(self.stores.there)
        if self.is_silent():
            prover = Searching()
            return lambda name: outcome(held(one(entry(name), prover), stored))
        consult = closing.enter_context(self.consultant(memory.load(self.stores.there)))
        advised = Searching(consult)

        def work(name: str) -> Outcome:
            asked, remembered = consult.asked, consult.remembered
            report = held(one(entry(name), advised), stored)
            return outcome(report, consult.asked - asked, consult.remembered - remembered)

        return work

    def is_silent(self) -> bool:
        """Whether no solver is asked: nobody wants it, or of our ledger nothing is remembered, and all of it takes minutes."""
        wanted = self.smt2 is not None or (self.solvers and (self.afresh or bool(self.stores.systems)))
        return not wanted and not (self.solvers and shipped.is_there(memory.FILE))

    def consultant(self, known: Memory) -> Consultant:
        """Whoever asks the solvers what is not known."""
        return Consultant(
            SOLVERS if self.solvers else (),
            self.smt2,
            known,
            afresh=self.afresh,
            at_once=self.at_once,
        )


def held(report: Report, stored: Mapping[str, evidence.Shown]) -> Report:
    """The report, as a failure if other evidence is stored; of a ledger that is not ours none need be."""
    wanted = is_ours(report.entry.name) or report.entry.name in stored
    return evidence.held(report, stored) if wanted else report


def replay(names: Sequence[str], folder: Path | None = None) -> Iterator[Outcome]:
    """What comes of checking certificates again, entry by entry as each is decided."""
    return spread(Replay(stores(names, folder)), names, processes(names), SLOW)


def search(names: Sequence[str], wanted: Search) -> Iterator[Outcome]:
    """What comes of proving entries anew, one by one as each is decided."""
    count = processes(names)
    at_once = max(1, (cpu_count() or 1) // count)
    return spread(replace(wanted, at_once=at_once), names, count, SLOW)


def processes(names: Sequence[str]) -> int:
    """As many as there are processors, if there is work for them."""
    return max(1, min(cpu_count() or 1, len(names) // WORTH_A_PROCESS))


DISPLAYS = OnDemand(CHAPTERS, displays)
"""The displays of the chapters, by the names of their theorems."""


def named() -> OnDemand[Entry]:
    """The ledger's entries by their names."""
    return ALL_CLAIMS


def entry(name: str) -> Entry:
    """The ledger's entry of this name, or a display of a chapter."""
    return DISPLAYS[name] if name in DISPLAYS else named()[name]


def one(entry: Entry, prover: Prover) -> Report:
    """What came of proving an entry."""
    (report,) = run([entry], prover)
    return report
