"""The kernel's own entries and theorems are what the command line takes them for (a matter for mypy)."""

from ldproof.cli import proofs
from ldproof_proofs.kernel import entries, theorem


def as_report(report: entries.Report) -> proofs.Report:
    return report


def as_theorem(shown: theorem.Theorem) -> proofs.Theorem:
    return shown


def test_a_report_is_a_report() -> None:
    entry = entries.Entry("shots.x", "nowhere", "0 = 1", entries.Verdict.REFUTED, "0 < 1", lambda _: ())
    assert as_report(entries.Report(entry, (), (), 0.0, "no proof")).evidence == "failed"
