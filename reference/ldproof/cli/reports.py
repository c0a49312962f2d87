"""The outcome of proving, in every form: a table, JSON, JUnit's XML, Markdown."""

from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from ldproof.cli.output import complain, say
from ldproof.cli.paper import show
from ldproof.cli.proofs import Report, Theorem

WIDE = 64
"""How much of a cell a table shows."""
COLUMNS = ("claim", "verdict", "evidence", "seconds")


def tabulate(reports: Sequence[Report]) -> None:
    """A table and the totals on standard output; why a proof failed, on standard error."""
    show(*COLUMNS, rows=[brief(row(each)) for each in reports])
    say(f"\n{totals_in_words(reports)}")
    for each in reports:
        if each.failure is not None:
            complain(f"{each.entry.name} is not proved: {each.failure}")


def as_markdown(reports: Sequence[Report]) -> str:
    """A table and the totals."""
    rows = [COLUMNS, ("---", "---", "---", "---:"), *map(row, reports)]
    lines = [" | ".join(("", *(cell.replace("|", "\\|") for cell in cells), "")).strip() for cells in rows]
    failures = [f"- `{each.entry.name}`: {each.failure}" for each in reports if each.failure is not None]
    return "\n".join([*lines, "", totals_in_words(reports), *failures])


def as_json(reports: Sequence[Report]) -> dict[str, object]:
    """Everything, as a JSON object."""
    return {"entries": [as_object(each) for each in reports], "totals": totals(reports)}


def as_junit(reports: Sequence[Report]) -> str:
    """One test case per claim."""
    failed = sum(each.failure is not None for each in reports)
    counts = {"tests": str(len(reports)), "failures": str(failed), "errors": "0", "skipped": "0"}
    time = f"{seconds(reports):.3f}"
    suites = ET.Element("testsuites", {"name": "ldproof prove", **counts, "time": time})
    suite = ET.SubElement(suites, "testsuite", {"name": "ledger", **counts, "time": time})
    for each in reports:
        system, _, name = each.entry.name.partition(".")
        case = ET.SubElement(
            suite, "testcase", {"classname": system, "name": name, "time": f"{each.seconds:.3f}"}
        )
        if each.failure is not None:
            ET.SubElement(case, "failure", {"message": each.failure}).text = each.failure
        out = ET.SubElement(case, "system-out")
        out.text = f"{each.entry.verdict}; {each.evidence}"
    ET.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode")


def row(report: Report) -> tuple[str, ...]:
    """A report as the cells of a table."""
    return report.entry.name, str(report.entry.verdict), report.evidence, f"{report.seconds:.2f}"


def brief(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Cells that fit a terminal; the other forms, and `explain`, have everything."""
    return tuple(cell if len(cell) <= WIDE else f"{cell[: WIDE - 3]}..." for cell in cells)


def as_object(report: Report) -> dict[str, object]:
    """A report as a JSON object."""
    entry = report.entry
    return {
        "name": entry.name,
        "place": entry.place,
        "printed": entry.printed,
        "verdict": str(entry.verdict),
        "finding": entry.finding,
        "evidence": report.evidence,
        "theorems": [theorem(each) for each in report.theorems],
        "checks": [theorem(each) for each in report.checks],
        "uses": list(entry.uses),
        "seconds": report.seconds,
        "failure": report.failure,
    }


def theorem(shown: Theorem) -> dict[str, object]:
    """A theorem as a JSON object."""
    return {
        "name": shown.name,
        "statement": shown.claim.statement("text"),
        "evidence": shown.evidence.text(),
        "assumes": list(shown.assumes),
        "opinions": dict(shown.opinions),
        "anchors": [anchor.formula for anchor in shown.claim.anchors],
    }


def totals(reports: Sequence[Report]) -> dict[str, object]:
    """How many, by verdict and by evidence."""
    return {
        "entries": len(reports),
        "failed": sum(each.failure is not None for each in reports),
        "theorems": sum(len(each.theorems) for each in reports),
        "checks": sum(len(each.checks) for each in reports),
        "verdicts": dict(Counter(str(each.entry.verdict) for each in reports)),
        "evidence": dict(Counter(kind(each) for each in reports)),
        "seconds": seconds(reports),
    }


def totals_in_words(reports: Sequence[Report]) -> str:
    """The totals in a sentence."""
    verdicts, evidence = (
        ", ".join(f"{count} {name}" for name, count in Counter(names).items())
        for names in ([str(each.entry.verdict) for each in reports], map(kind, reports))
    )
    return f"{len(reports)} claim{'s' * (len(reports) != 1)} in {seconds(reports):.1f} s. Verdicts: {verdicts}. Evidence: {evidence}."


def kind(report: Report) -> str:
    """The first word of the evidence: proved, checked, cited, open or failed."""
    return report.evidence.partition(" ")[0]


def seconds(reports: Sequence[Report]) -> float:
    """How long it took to prove them all."""
    return sum(each.seconds for each in reports)
