"""The claims of the source on the Count-Min Sketch with local privacy, in its order, and ours beside what they are about."""

from ldproof_proofs.kernel.entries import Entry
from ldproof_proofs.ledger.sketch import accuracy, later, model, privacy, uses

ENTRIES: tuple[Entry, ...] = (
    *model.SKETCHES,
    *model.DEFINITIONS,
    *privacy.REPORTS,
    *accuracy.ESTIMATES,
    *privacy.COSTS,
    *accuracy.ERRORS,
    *uses.APPLICATIONS,
    *later.LATER,
)
