"""The claims of the source on the Count-Min Sketch with local privacy, in order, and ours about it."""

from ldproof_proofs.kernel.entries import Entry
from ldproof_proofs.ledger.sketch import accuracy, privacy

ENTRIES: tuple[Entry, ...] = (
    *privacy.MODEL,
    *accuracy.ESTIMATES,
    *privacy.REFERENCES,
    *privacy.HASHES,
    *accuracy.VARIANCES,
    *privacy.RELATED,
)
