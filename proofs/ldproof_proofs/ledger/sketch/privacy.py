"""What the source says of the sketch, of its reports and of what they cost."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.law import composition, pointwise
from ldproof_proofs.ledger.gathering import gather
from ldproof_proofs.sketch import collisions
from ldproof_proofs.sketch.classic import bounds, exhaustive
from ldproof_proofs.sketch.estimators import items, ranges
from ldproof_proofs.sketch.formulas import rates
from ldproof_proofs.sketch.hashing import families
from ldproof_proofs.sketch.hashing import formulas as residues
from ldproof_proofs.sketch.law import pairs, row, rows

SKETCH = "the explainer on the Count-Min Sketch with local privacy"

MODEL: tuple[Entry, ...] = (
    Entry(
        "sketch.cms",
        f"{SKETCH}, section 1.1",
        "A sketch has d rows and w columns; the least of an item's counters is an upper bound on its count; memory is O(d w) "
        "and an update or a query O(d).",
        Verdict.HOLDS,
        "For the sketch without privacy. With w = ceil(e/alpha) and d = ceil(ln(1/delta)) the answer exceeds the count by more "
        "than alpha N with probability delta at most: a counter only grows by what others add, and by Markov's inequality that is too much with probability 1/e at most, if two "
        "items collide with probability 1/w at most, and rows are independent. Affine hashes with a = 0 among them collide a "
        "little oftener than that, and without it they do not. A client that reports on all rows draws d w bits.",
        gather(
            bounds.counter,
            bounds.markov,
            bounds.row_share,
            bounds.rows_share,
            bounds.depth,
            residues.beside_ideal,
        ),
        gather(exhaustive.never_below, exhaustive.sized),
    ),
    Entry(
        "sketch.wide-deep",
        f"{SKETCH}, section 1.2",
        "A larger w makes errors smaller, and a larger d the collision probability.",
        Verdict.CORRECTED,
        "A row's collision probability, 1/w or so, has no d in it. What d lowers is the probability that all rows are too "
        "large, from 1/e for one to e^-d. With privacy, where all rows are told of at one total epsilon, a larger d raises the "
        "noise: that of the mean is proportional to u/sinh(u)^2, u = epsilon/(4 d), for symmetric flips.",
        gather(residues.counted, bounds.rows_share, bounds.depth, bounds.noise_rises),
        gather(collisions.affine),
        uses=("sketch.cms",),
    ),
    Entry(
        "sketch.ldp",
        f"{SKETCH}, section 2.1",
        "epsilon-LDP is Pr[A(x) = y] <= e^epsilon Pr[A(x') = y] for all x and x', and guarantees that nobody can infer the raw "
        "data.",
        Verdict.CORRECTED,
        "For every output y too, and then for every event. It bounds how much a report changes the odds of two items, by "
        "e^epsilon, wherever they start: it does not keep anybody from inferring what was likely anyway, or made so by many "
        "reports.",
        gather(pointwise.events, pairs.posterior),
        gather(pointwise.tight),
    ),
    Entry(
        "sketch.apple",
        f"{SKETCH}, sections 2.2 and 5",
        "Apple collects emoji and words with a Count-Min Sketch and local privacy.",
        Verdict.CORRECTED,
        "With a Count-Mean Sketch: each report is about one row, drawn from d, and rows are joined by their mean. Its symmetric "
        "flips p = 1/(1 + e^(epsilon/2)) and q = 1 - p cost epsilon, and so does the report, whatever d is. The mean is "
        "unbiased once the collision probability is taken out.",
        gather(rows.sampled, rates.costs, items.item),
        gather(rows.mechanisms, items.exhaustively),
    ),
    Entry(
        "sketch.irr",
        f"{SKETCH}, section 3.1",
        "In each row the bucket that should send a 1 sends it with probability q, one that should send a 0 sends a 1 with "
        "probability p.",
        Verdict.CORRECTED,
        "With p < q, in every cell of the row. Where only the item's own cell is noisy, its column shows: some report has a "
        "positive probability for one item and none for another, so that no epsilon bounds its odds.",
        gather(row.cells, pairs.reveals, pairs.lone),
        gather(row.exhaustively),
    ),
    Entry(
        "sketch.pairs",
        f"{SKETCH}, section 3.1",
        "The noisy bits are sent as pairs of row and column.",
        Verdict.REFUTED,
        "A row and a column that are named are the hash of the item, however noisy the bit beside them is: the odds between "
        "items of different columns are infinite. A whole row of bits, all of them noisy, names none.",
        gather(pairs.reveals, pairs.pairs),
        uses=("sketch.irr",),
    ),
    Entry(
        "sketch.eps",
        f"{SKETCH}, section 4.1",
        "Each bit is epsilon-LDP with epsilon = ln(q (1 - p)/(p (1 - q))).",
        Verdict.LOOSE,
        "That is the row's epsilon, exactly: two items of different columns differ in two bits, and the odds are those of a 1 "
        "times those of a 0. A bit's own is the larger of ln(q/p) and ln((1 - p)/(1 - q)), always less: for p = 1/4 and "
        "q = 3/4 it is ln 3, and the row's ln 9.",
        gather(row.cells, row.bits),
        gather(row.exhaustively),
    ),
    Entry(
        "sketch.composition",
        f"{SKETCH}, section 4.1",
        "The sketch as a whole is LDP by composition.",
        Verdict.CORRECTED,
        "Not with the epsilon that is printed: two rows that differ have the odds 81 where a row's are 9. With Delta ln Rho, "
        "Rho = q (1 - p)/(p (1 - q)), Delta the largest number of rows in which two items' hashes differ, and no less: rows "
        "multiply, and in each one that differs some bits attain Rho. Delta is d at most, and less where every two items "
        "collide somewhere.",
        gather(row.cells, rows.two_rows, rows.exactly, composition.composition),
        gather(composition.independent, rows.for_given_hashes),
        uses=("sketch.eps",),
    ),
    Entry(
        "sketch.sampled",
        f"ours, on {SKETCH}, section 4.1",
        "A report about one row, drawn from d public ones, costs no more than a row.",
        Verdict.OURS,
        "The row is as likely under every item, so the odds are those of what is said of it: the largest of the rows' and not "
        "their product. All mechanisms here cost what they were given, exactly.",
        gather(row.cells, rows.sampled, rates.costs),
        gather(rows.for_given_hashes, rows.mechanisms),
        uses=("sketch.eps",),
    ),
    Entry(
        "sketch.inverse",
        f"{SKETCH}, section 3.2",
        "With y the rate of ones in the item's cell, (y - p)/(q - p) recovers its true frequency.",
        Verdict.CORRECTED,
        "It is unbiased for the cell, which other items share. With G the cell's estimate in people and c the exact collision "
        "probability, (G - N c)/(1 - c) is unbiased for the item; with 1/w for c it is not, where the hashes are affine.",
        gather(items.bucket, items.bucket_for_item, items.item),
        gather(items.exhaustively),
    ),
)

REFERENCES: tuple[Entry, ...] = (
    Entry(
        "sketch.refs",
        f"{SKETCH}, section 4.2 and link [6]",
        "The best parameters are derived in Answering Range Queries under Local Differential Privacy, link [6].",
        Verdict.REFUTED,
        "Link [6] has another title: it is a paper on linear sketches that are private for a curator, who adds noise when the "
        "sketch is made. What people send there has no noise, and by itself infinite odds. The paper that is named is by "
        "Cormode, Kulkarni and Srivastava, PVLDB 2019. The best flips at a width and an epsilon are derived here.",
        gather(pairs.reveals, pairs.central),
        uses=("sketch.optimal",),
    ),
)

HASHES: tuple[Entry, ...] = (
    Entry(
        "sketch.hash",
        f"ours, on {SKETCH}, section 1.1",
        "What a hash family has to be, and how often two items collide under it.",
        Verdict.OURS,
        "Modulo a prime P and then w two values of an affine map are as two uniform numbers: they collide with probability "
        "c = 1/w + r (w - r)/(w P^2), r = P mod w. Without a = 0, as textbooks have it, with (P c - 1)/(P - 1), which is at most "
        "1/w, and their columns are not independent in pairs. Either is exact to take out; 1/w is not. Quadratic maps over a "
        "binary field collide with probability 1/w and are independent in threes, for which a variance asks.",
        gather(
            families.lines,
            residues.counted,
            residues.beside_ideal,
            collisions.affine,
            collisions.quadratic,
            families.independence,
        ),
        gather(items.exhaustively),
    ),
)

RELATED: tuple[Entry, ...] = (
    Entry(
        "sketch.irr-source",
        f"{SKETCH}, section 3.1 and link [6]",
        "The flips are the instantaneous randomized response of link [6].",
        Verdict.REFUTED,
        "The name is RAPPOR's, where it is the second of two stages and the first, which is kept, bounds what any number of "
        "reports costs. Link [6] is about curators and has no noisy reports. Without what is kept, every report has noise of its "
        "own, and T reports of one item cost T times the epsilon of one, exactly.",
        gather(rows.exactly, composition.epsilons_add, pairs.central),
        uses=("sketch.composition",),
    ),
    Entry(
        "sketch.range",
        f"{SKETCH}, section 5",
        "Range queries are an application.",
        Verdict.HOLDS,
        "With a sketch for each level of halves, quarters and so on, down to items, and each person reporting on one level of h. "
        "A range is made of two intervals of each level at most, and their estimates add up: unbiased, with the variance "
        "h (m + noise of the intervals asked) - m for a person who is in the range, m = 1, or is not, m = 0.",
        gather(ranges.covered, ranges.moments, ranges.hashed),
        uses=("sketch.inverse",),
    ),
)
