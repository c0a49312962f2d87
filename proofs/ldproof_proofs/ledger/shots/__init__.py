"""The claims of the source on m-shot reporting, in order, and ours about it."""

from ldproof_proofs.ledger.shots import experiments, method, ours, problem, utility

__all__ = ["ENTRIES"]

ENTRIES = (*problem.ENTRIES, *method.ENTRIES, *utility.ENTRIES, *experiments.ENTRIES, *ours.ENTRIES)
