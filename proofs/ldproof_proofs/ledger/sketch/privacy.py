"""Sections 3.1 and 4.1: what is sent, and what it costs."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose
from ldproof_proofs.law import composition
from ldproof_proofs.ledger.sketch.model import SKETCH
from ldproof_proofs.sketch.formulas import rates, rounding
from ldproof_proofs.sketch.law import pairs, row, rows

REPORTS: tuple[Entry, ...] = (
    Entry(
        "sketch.irr",
        f"{SKETCH}, section 3.1",
        "In each row the bucket that should send a 1 sends it with probability q, one that should send a 0 sends a 1 with "
        "probability p.",
        Verdict.CORRECTED,
        (
            prose(
                "With p < q, in every cell of the row. Where only the item's own cell is noisy, its column shows: some report has a "
                "positive probability for one item and none for another, so that no epsilon bounds its odds.",
                row.cells,
                pairs.lone,
            ),
        ),
        also=(
            pairs.lone_rows,
            row.exhaustively,
        ),
    ),
    Entry(
        "sketch.pairs",
        f"{SKETCH}, section 3.1",
        "The noisy bits are sent as pairs of row and column.",
        Verdict.REFUTED,
        (
            prose(
                "A row and a column that are named are the hash of the item, however noisy the bit beside them is: the odds between "
                "items of different columns are infinite. A whole row of bits, all of them noisy, names none.",
                pairs.reveals,
            ),
        ),
        also=(pairs.named_pairs,),
    ),
    Entry(
        "sketch.irr-source",
        f"{SKETCH}, section 3.1 and link [6]",
        "The flips are the instantaneous randomized response of link [6].",
        Verdict.REFUTED,
        (
            prose(
                "The name is RAPPOR's, where it is the second of two stages and the first, which is kept, bounds what any number of "
                "reports costs. Link [6] is about curators and has no noisy reports. Without what is kept, every report has noise of its "
                "own, and T reports of one item cost T times the epsilon of one, exactly.",
                rows.exactly,
                composition.epsilons_add,
                pairs.central,
            ),
        ),
        also=(pairs.plain_rows,),
    ),
)

COSTS: tuple[Entry, ...] = (
    Entry(
        "sketch.eps",
        f"{SKETCH}, section 4.1",
        "Each bit is epsilon-LDP with epsilon = ln(q (1 - p)/(p (1 - q))).",
        Verdict.LOOSE,
        (
            prose(
                "That is the row's epsilon, exactly: two items of different columns differ in two bits, and the odds are those of a 1 "
                "times those of a 0. A bit's own is the larger of ln(q/p) and ln((1 - p)/(1 - q)), always less: for p = 1/4 and "
                "q = 3/4 it is ln 3, and the row's ln 9.",
                row.cells,
                row.bits,
            ),
        ),
        also=(row.exhaustively,),
    ),
    Entry(
        "sketch.rounding",
        f"ours, on {SKETCH}, section 4.1",
        "Probabilities are rounded to a few bits, so that they can be written down.",
        Verdict.OURS,
        (
            prose(
                "With p rounded up and q rounded down a row costs no more than before: its odds fall with p and rise with q.",
                rounding.monotone,
            ),
        ),
        also=(rounding.rounded_rates,),
    ),
    Entry(
        "sketch.composition",
        f"{SKETCH}, section 4.1",
        "The sketch as a whole is LDP by composition.",
        Verdict.CORRECTED,
        (
            prose(
                "Not with the epsilon that is printed: two rows that differ have the odds 81 where a row's are 9. With Delta ln Rho, "
                "Rho = q (1 - p)/(p (1 - q)), Delta the largest number of rows in which two items' hashes differ, and no less: rows "
                "multiply, and in each one that differs some bits attain Rho. Delta is d at most, and less where every two items "
                "collide somewhere.",
                row.cells,
                rows.two_rows,
                rows.exactly,
                composition.composition,
            ),
        ),
        also=(
            composition.independent,
            rows.for_given_hashes,
        ),
    ),
    Entry(
        "sketch.sampled",
        f"ours, on {SKETCH}, section 4.1",
        "A report about one row, drawn from d public ones, costs no more than a row.",
        Verdict.OURS,
        (
            prose(
                "The row is as likely under every item, so the odds are those of what is said of it: the largest of the rows' and not "
                "their product. All mechanisms here cost what they were given, exactly.",
                row.cells,
                rows.sampled,
                rates.costs,
            ),
        ),
        also=(
            rows.for_given_hashes,
            rows.mechanisms,
        ),
    ),
)
