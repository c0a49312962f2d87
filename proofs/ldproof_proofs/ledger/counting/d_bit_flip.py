"""dBitFlipPM, which keeps rows of noisy bits about some cells."""

from ldproof_proofs.counting import d_bit_flip
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides, said

D_BIT_FLIP: tuple[Entry, ...] = (
    Entry(
        "counting.d-bit-flip",
        "ours",
        "dBitFlipPM keeps a row of noisy bits for each cell, and sends it without fresh noise. A single round has finite "
        "odds. Several rounds have no finite odds if the cell may change.",
        Verdict.OURS,
        (
            as_printed(
                "Rounds with the same cell report the same row. If the cell changes, the bit about each drawn cell changes "
                "with probability {d-bit-flip-shows/left} or more. So no odds are finite for several rounds, neither at user "
                "level nor at event level.",
                d_bit_flip.prove_no_finite_odds,
                d_bit_flip.prove_change_shows,
            ),
            said(
                "Its source says so: memoization violates differential privacy, and a value that changes is told from a constant "
                "value.",
                "arXiv 1712.01524, whose section on memoization was read in a quotation",
            ),
            said(
                "An epsilon for each kept row bounds the loss only if it is no secret in which rounds the cell is the same.",
                "compare the abstract of arXiv 2210.00262, which calls the loss linear in the number of values",
            ),
            besides(
                "If several cells are drawn, the tight odds of a single round are the square of a bit's odds. Otherwise they "
                "are a bit's odds. If the cell never changes, several rounds have the odds of a single round.",
                d_bit_flip.prove_tight_odds,
            ),
            besides(
                "The estimate counts the bits of whoever has drawn the cell. Its variance is {d-bit-flip-variance/left}.",
                d_bit_flip.prove_variance,
            ),
        ),
    ),
)
