"""The commands about proofs, which `ldproof` finds as entry points: nothing that proves is imported to name them."""

from ldproof.cli.main import Entry

PROVE = Entry(
    "ldproof_proofs.book.prove",
    "prove",
    "Run the ledger: every claim of every source, its verdict, and the evidence for it.",
)
EXPLAIN = Entry(
    "ldproof_proofs.book.explain",
    "explain",
    "What is printed, what is true, why, and what that assumes: as it was proved for this release.",
)
BOOK = Entry(
    "ldproof_proofs.book.site",
    "book",
    "The ledger as pages that need nothing but a browser: every claim, what is so, and why.",
)
