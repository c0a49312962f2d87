"""The outcome of proving, in every form: a table, JSON, JUnit's XML, Markdown."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ldproof.cli.ci import CheckRule, Place, Problem, ReportedCase, junit_xml
from ldproof.cli.text import ignore_lost_words, say, write_complaint
from ldproof_proofs import ledger
from ldproof_proofs.book.explanation import graded
from ldproof_proofs.book.outcomes import Outcome, Shown, Told
from ldproof_proofs.kernel.entries import DECIDING, Entry
from ldproof_proofs.kernel.templates import typeset_printed

WIDE = 64
"""How much of a cell a table shows."""
TOOL = "ldproof prove"
RULES: Mapping[str, CheckRule] = {
    "proved": CheckRule(
        "What the ledger says of a claim is shown.",
        "A theorem that a sentence stands on is not proved, or its evidence is not what is stored; `ldproof explain` "
        "shows the claim.",
    )
}
COLUMNS = ("claim", "verdict", "seconds", "evidence")


@dataclass(frozen=True, slots=True)
class Report:
    """An entry, and what came of proving it."""

    entry: Entry
    outcome: Outcome

    @property
    def paraphrased(self) -> bool:
        """Whether every sentence on which the verdict rests paraphrases: it takes no formula from its theorems."""
        deciding = [each for each in self.outcome.sentences if each.role in DECIDING]
        return bool(deciding) and all(each.paraphrases for each in deciding)


def listed(entries: Sequence[Entry], reports: Iterable[Report]) -> Iterator[Report]:
    """The reports, each as a line on standard output as soon as it is there."""
    rows = [COLUMNS[:2], *((each.name, str(each.verdict)) for each in entries)]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def tell(cells: tuple[str, ...]) -> None:
        name, verdict, seconds, evidence = cells
        with ignore_lost_words():
            say(f"{name:{wide[0]}}  {verdict:{wide[1]}}  {seconds:>7}  {evidence}")

    tell(COLUMNS)
    for report in reports:
        tell(brief(row(report)))
        yield report


def conclude(reports: Sequence[Report], seconds: float) -> None:
    """The totals on standard output; why a proof failed, on standard error."""
    say(f"\n{totals_in_words(reports, seconds)}")
    for each in reports:
        if each.outcome.failure is not None:
            write_complaint(f"{each.entry.name} is not proved: {each.outcome.failure}")


def as_markdown(reports: Sequence[Report], seconds: float) -> str:
    """A table and the totals."""
    rows = [COLUMNS, ("---", "---", "---:", "---"), *map(row, reports)]
    lines = [" | ".join(("", *(cell.replace("|", "\\|") for cell in cells), "")).strip() for cells in rows]
    reasons = [
        f"- `{each.entry.name}`: {each.outcome.failure}"
        for each in reports
        if each.outcome.failure is not None
    ]
    return "\n".join([*lines, "", totals_in_words(reports, seconds), *reasons])


def as_json(reports: Sequence[Report], seconds: float) -> dict[str, object]:
    """Everything, as a JSON object."""
    return {"entries": [as_object(each) for each in reports], "totals": totals(reports, seconds)}


def as_junit(reports: Sequence[Report], seconds: float) -> str:
    """One test case per claim."""
    return junit_xml(TOOL, "ledger", [case(each) for each in reports], seconds)


def results(reports: Iterable[Report]) -> Iterator[Problem]:
    """What is not proved, where the ledger says it."""
    for each in reports:
        if each.outcome.failure is not None:
            yield Problem("proved", each.entry.name, each.outcome.failure, place(each.entry.name))


def place(name: str) -> Place | None:
    """Where an entry is written."""
    written = re.compile(rf'Entry\(\s*"{re.escape(name)}"')
    for file in sorted(Path(str(ledger.__file__)).parent.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if found := written.search(text):
            return Place(file, text.count("\n", 0, found.end()) + 1)
    return None


def case(report: Report) -> ReportedCase:
    """A claim as a test case."""
    outcome = report.outcome
    system, _, name = report.entry.name.partition(".")
    failure = None if outcome.failure is None else (outcome.failure, outcome.failure)
    words = f"{report.entry.verdict}; {outcome.evidence}"
    return ReportedCase(system, name, words, failure, seconds=outcome.seconds)


def row(report: Report) -> tuple[str, ...]:
    """A report as the cells of a table."""
    entry, outcome = report.entry, report.outcome
    prose = sum(each.evidence == "prose" for each in outcome.sentences)
    only = f"; {prose} of {len(outcome.sentences)} sentences are prose" if prose else ""
    in_words = "; in words alone" if report.paraphrased else ""
    return entry.name, str(entry.verdict), f"{outcome.seconds:.2f}", outcome.evidence + in_words + only


def brief(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Cells that fit a terminal; the other forms, and `explain`, have everything."""
    return tuple(cell if len(cell) <= WIDE else f"{cell[: WIDE - 3]}..." for cell in cells)


def as_object(report: Report) -> dict[str, object]:
    """A report as a JSON object."""
    entry, outcome = report.entry, report.outcome
    return {
        "name": entry.name,
        "place": entry.place,
        "printed": typeset_printed(entry.printed, "text"),
        "verdict": str(entry.verdict),
        "evidence": outcome.evidence,
        "paraphrased": report.paraphrased,
        "sentences": [sentence(each) for each in outcome.sentences],
        "modelling": list(outcome.modelling),
        "theorems": [theorem(each) for each in outcome.theorems],
        "checks": [theorem(each) for each in outcome.checks],
        "seconds": outcome.seconds,
        "failure": outcome.failure,
    }


def sentence(told: Told) -> dict[str, object]:
    """A sentence as a JSON object."""
    return {
        "text": told.text,
        "role": told.role,
        "evidence": told.evidence,
        "theorems": list(told.theorems),
        "assumes": list(told.assumes),
        "tested": told.tested,
        "whence": told.whence or None,
        "paraphrases": list(told.paraphrases),
    }


def theorem(shown: Shown) -> dict[str, object]:
    """A theorem as a JSON object."""
    return {
        "name": shown.name,
        "statement": shown.statement,
        "evidence": shown.evidence,
        "assumes": list(shown.assumes),
        "opinions": dict(shown.opinions),
        "anchors": list(shown.anchors),
    }


def totals(reports: Sequence[Report], seconds: float) -> dict[str, object]:
    """How many, by verdict and by evidence; how often solvers were asked, and for how long all of it went on."""
    return {
        "entries": len(reports),
        "failed": failures(reports),
        "theorems": sum(len(each.outcome.theorems) for each in reports),
        "checks": sum(len(each.outcome.checks) for each in reports),
        "verdicts": dict(Counter(str(each.entry.verdict) for each in reports)),
        "evidence": dict(Counter(kind(each) for each in reports)),
        "paraphrased": dict(Counter(kind(each) for each in reports if each.paraphrased)),
        "opinions": opinions(reports),
        "seconds": seconds,
    }


def totals_in_words(reports: Sequence[Report], seconds: float) -> str:
    """The totals in a few sentences."""
    verdicts = Counter(str(each.entry.verdict) for each in reports)
    evidence, paraphrased = (
        Counter(map(kind, some)) for some in (reports, [each for each in reports if each.paraphrased])
    )
    words = {
        name: f" ({many} by sentences that take no formula from their theorems)"
        for name, many in paraphrased.items()
    }
    heard = opinions(reports)
    solvers = f" Solvers' opinions: {heard['remembered']} remembered, {heard['asked']} asked."
    return (
        f"{len(reports)} claim{'s' * (len(reports) != 1)} in {seconds:.1f} s. Verdicts: {enumerated(verdicts)}. "
        f"Evidence: {enumerated(evidence, words)}.{solvers if any(heard.values()) else ''}"
    )


def enumerated(counts: Mapping[str, int], notes: Mapping[str, str] | None = None) -> str:
    """Numbers with their names, each with its note if it has one."""
    return ", ".join(f"{count} {name}{(notes or {}).get(name, '')}" for name, count in counts.items())


def opinions(reports: Iterable[Report]) -> dict[str, int]:
    """How many opinions of solvers are remembered, and how many were asked for."""
    both = [(each.outcome.remembered, each.outcome.asked) for each in reports]
    return {"remembered": sum(known for known, _ in both), "asked": sum(asked for _, asked in both)}


def failures(reports: Iterable[Report]) -> int:
    """How many were not proved."""
    return sum(each.outcome.failure is not None for each in reports)


def kind(report: Report) -> str:
    """Under what the evidence is counted."""
    return graded(report.outcome.evidence)
