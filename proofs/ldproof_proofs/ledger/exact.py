"""What exact draws reveal beside their outcome."""

from ldproof_proofs.exact import consumption
from ldproof_proofs.kernel.entries import OURS, Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "exact.bytes",
        OURS,
        "How many bytes of randomness a client reads may depend on what it hides.",
        Verdict.OURS,
        (
            as_printed(
                "If it stops at the first byte that decides, where that is rare enough: {says}. So the "
                "report and the number of bytes together reveal the state.",
                consumption.revealing,
            ),
            as_printed(
                "If it always reads blocks, and reads on at a tie with any of its thresholds and at decoys: {says}.",
                consumption.finite,
            ),
        ),
        also=(
            consumption.law_of_bytes,
            consumption.drifting,
        ),
    ),
)
