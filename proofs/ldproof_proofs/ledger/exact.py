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
                (
                    "This is prevented if the client reads whole blocks of bytes, and whether it reads on depends on the "
                    "block, and not on the state: {says}."
                ),
                consumption.finite,
            ),
        ),
    ),
)
