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
                "At a large epsilon {says}. So the report and the number of bytes together reveal the state.",
                consumption.revealing,
            ),
            as_printed(
                "To read whole blocks, and to read on at a tie with any threshold and at decoys, prevents this: {says}.",
                consumption.finite,
            ),
        ),
    ),
)
