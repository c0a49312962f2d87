"""Our claim about the randomness that a client consumes."""

from ldproof_proofs.exact import consumption
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "exact.bytes",
        "ours",
        "How many bytes of randomness a client reads may depend on what it hides.",
        Verdict.OURS,
        (
            prose(
                "If it stops at the first byte that decides, the report and the number of bytes together can reveal the "
                "state outright. If it always reads blocks and reads on when any of its thresholds ties, the number of "
                "bytes is independent of the state.",
                consumption.revealing,
                consumption.finite,
            ),
        ),
        also=(
            consumption.law_of_bytes,
            consumption.drifting,
        ),
    ),
)
