"""Ledger entries: a source's claim, the verdict on it, and the theorems that the verdict rests on."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter

from ldproof.rejections import Refused
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Evidence, Theorem


class Verdict(StrEnum):
    """What became of a printed claim."""

    HOLDS = "holds"
    CORRECTED = "corrected"
    LOOSE = "loose"
    REFUTED = "refuted"
    NOT_HERE = "not verifiable here"
    OURS = "ours"


@dataclass(frozen=True, slots=True)
class Entry:
    """One claim of a source, or one of ours."""

    name: str
    place: str
    printed: str
    verdict: Verdict
    finding: str
    theorems: Callable[[Prover], Sequence[Theorem]]
    """What the verdict rests on."""
    checks: Callable[[Prover], Sequence[Theorem]] = lambda _: ()
    """Second ways to the same result, for finite ranges."""
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What came of proving one entry."""

    entry: Entry
    theorems: tuple[Theorem, ...]
    checks: tuple[Theorem, ...]
    seconds: float
    failure: str | None = None

    @property
    def evidence(self) -> str:
        """The weakest strength among the theorems, with every range and every citation: no more than they say."""
        if self.failure is not None:
            return "failed"
        if not self.theorems:
            return "open"
        found = [theorem.evidence for theorem in self.theorems]
        scopes = dict.fromkeys(each.scope for each in found if each.scope)
        assumes = sorted({name for each in found for name in each.assumes})
        return Evidence(max(each.strength for each in found), "; ".join(scopes), tuple(assumes)).text()


def run(entries: Iterable[Entry], prover: Prover) -> Iterator[Report]:
    """Prove entry by entry; a proof that fails is a report, not an exception."""
    for entry in entries:
        start = perf_counter()
        try:
            theorems, checks = tuple(entry.theorems(prover)), tuple(entry.checks(prover))
        except (NotProved, Refused, ArithmeticError) as failure:
            yield Report(entry, (), (), perf_counter() - start, str(failure))
        else:
            yield Report(entry, theorems, checks, perf_counter() - start)
