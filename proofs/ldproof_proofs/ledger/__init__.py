"""Every claim of every source, in order, with its verdict and the theorems that it rests on."""

from ldproof_proofs.ledger import chi2, counting, evidence, shots, sketch

__all__ = ["ENTRIES"]

ENTRIES = (*shots.ENTRIES, *counting.ENTRIES, *chi2.ENTRIES, *sketch.ENTRIES, *evidence.ENTRIES)
