"""The claims of the source on locally private continual counting, in order, and ours about it."""

from ldproof_proofs.kernel.entries import Entry
from ldproof_proofs.ledger.counting import accuracy, privacy

ENTRIES: tuple[Entry, ...] = (*privacy.MODEL, *accuracy.ENTRIES, *privacy.RELATED)
