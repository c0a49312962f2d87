"""What the proofs' own package has is what the command line takes it for (a matter for mypy)."""

from ldproof.cli import proofs
from ldproof_proofs.book import outcomes
from ldproof_proofs.kernel import entries


def as_entry(entry: entries.Entry) -> proofs.Entry:
    return entry


def as_outcome(outcome: outcomes.Outcome) -> proofs.Outcome:
    return outcome


def test_an_entry_and_its_outcome() -> None:
    entry = entries.Entry("shots.x", "nowhere", "0 = 1", entries.Verdict.REFUTED, "0 < 1", lambda _: ())
    found = outcomes.outcome(entries.Report(entry, (), (), 0.0, "no proof"))
    assert as_entry(entry).name == as_outcome(found).name
    assert as_outcome(found).evidence == "failed"
