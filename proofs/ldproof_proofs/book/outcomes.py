"""What came of proving the ledger's entries, as plain data: it goes from process to process, and into files."""

from collections.abc import Mapping
from dataclasses import dataclass

from ldproof_proofs.kernel.entries import Report
from ldproof_proofs.kernel.sentences import Stated, modelling
from ldproof_proofs.kernel.theorem import Theorem


@dataclass(frozen=True, slots=True)
class Shown:
    """A theorem, in words."""

    name: str
    statement: str
    evidence: str
    assumes: tuple[str, ...]
    opinions: Mapping[str, str]
    anchors: tuple[str, ...]
    """The formulas that it ties to a law or a definition."""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, and what it stands on."""

    text: str
    role: str
    evidence: str
    theorems: tuple[str, ...]
    assumes: tuple[str, ...]
    tested: str | None
    """The range that was looked at, if a range is all that was."""
    whence: str
    """Who says it, if it is not shown."""
    paraphrases: tuple[str, ...] = ()
    """Its theorems, if it takes no formula or number from them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of proving an entry."""

    name: str
    evidence: str
    seconds: float
    failure: str | None = None
    sentences: tuple[Told, ...] = ()
    modelling: tuple[str, ...] = ()
    """What symbols stand for in words alone."""
    theorems: tuple[Shown, ...] = ()
    checks: tuple[Shown, ...] = ()
    asked: int = 0
    """How often a solver was asked for it."""
    remembered: int = 0
    """How often a solver was not asked, as it is known what it said before."""


def shown(theorem: Theorem) -> Shown:
    """A theorem in words."""
    return Shown(
        theorem.name,
        theorem.claim.statement("text"),
        theorem.evidence.text(),
        theorem.assumes,
        theorem.opinions,
        tuple(anchor.formula for anchor in theorem.claim.anchors),
    )


def told(stated: Stated) -> Told:
    """A sentence in words."""
    evidence = stated.evidence
    return Told(
        stated.text("text"),
        str(stated.sentence.role),
        stated.strength,
        tuple(each.name for each in stated.theorems),
        evidence.assumes,
        evidence.scope or None,
        stated.sentence.whence,
        stated.paraphrases,
    )


def outcome(report: Report, asked: int = 0, remembered: int = 0) -> Outcome:
    """A report in words."""
    return Outcome(
        report.entry.name,
        report.evidence,
        report.seconds,
        report.failure,
        tuple(told(each) for each in report.sentences),
        tuple(modelling(report.theorems)),
        tuple(map(shown, report.theorems)),
        tuple(map(shown, report.checks)),
        asked,
        remembered,
    )
