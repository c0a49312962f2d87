"""The claims of the source on the private chi-squared test, in order, and ours about it."""

from ldproof_proofs.kernel.entries import Entry
from ldproof_proofs.ledger.chi2 import accuracy, geometry

ENTRIES: tuple[Entry, ...] = (
    *geometry.MODEL,
    *accuracy.DEFINITIONS,
    *geometry.ELLIPSE,
    *accuracy.BOUNDS,
    *accuracy.EXPERIMENTS,
    *accuracy.OURS,
)
