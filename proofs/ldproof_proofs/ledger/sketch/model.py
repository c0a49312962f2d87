"""Sections 1 and 2: the sketch without privacy, its hashes, and what privacy means here."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose
from ldproof_proofs.law import pointwise
from ldproof_proofs.sketch import collisions
from ldproof_proofs.sketch.classic import bounds, exhaustive
from ldproof_proofs.sketch.estimators import items
from ldproof_proofs.sketch.formulas import rates
from ldproof_proofs.sketch.hashing import binary, families, primes
from ldproof_proofs.sketch.hashing import formulas as residues
from ldproof_proofs.sketch.law import pairs, rows

SKETCH = "the explainer on the Count-Min Sketch with local privacy"

SKETCHES: tuple[Entry, ...] = (
    Entry(
        "sketch.cms",
        f"{SKETCH}, section 1.1",
        "A sketch has d rows and w columns; the least of an item's counters is an upper bound on its count; memory is O(d w) "
        "and an update or a query O(d).",
        Verdict.HOLDS,
        (
            prose(
                "For the sketch without privacy. With w = ceil(e/alpha) and d = ceil(ln(1/delta)) the answer exceeds the count by more "
                "than alpha N with probability delta at most: a counter only grows by what others add, and by Markov's inequality that is too much with probability 1/e at most, if two "
                "items collide with probability 1/w at most, and rows are independent. Affine hashes with a = 0 among them collide a "
                "little oftener than that, and without it they do not. A client that reports on all rows draws d w bits.",
                bounds.counter,
                bounds.markov,
                bounds.row_share,
                bounds.rows_share,
                bounds.depth,
                residues.beside_ideal,
            ),
        ),
        also=(
            exhaustive.never_below,
            exhaustive.sized,
        ),
    ),
    Entry(
        "sketch.hash",
        f"ours, on {SKETCH}, section 1.1",
        "What a hash family has to be, and how often two items collide under it.",
        Verdict.OURS,
        (
            prose(
                "Modulo a prime P and then w two values of an affine map are as two uniform numbers: they collide with probability "
                "c = 1/w + r (w - r)/(w P^2), r = P mod w. Without a = 0, as textbooks have it, with (P c - 1)/(P - 1), which is at most "
                "1/w, and their columns are not independent in pairs. Either is exact to take out; 1/w is not. Quadratic maps over a "
                "binary field collide with probability 1/w and are independent in threes, for which a variance asks.",
                primes.lines,
                primes.parabolas,
                residues.counted,
                residues.beside_ideal,
                residues.dependent,
            ),
        ),
        also=(
            collisions.affine,
            collisions.quadratic,
            families.independence,
            families.triples,
            items.exhaustively,
            families.ideal,
            families.drawn,
            binary.quadratic,
            primes.polynomials,
        ),
    ),
    Entry(
        "sketch.wide-deep",
        f"{SKETCH}, section 1.2",
        "A larger w makes errors smaller, and a larger d the collision probability.",
        Verdict.CORRECTED,
        (
            prose(
                "A row's collision probability, 1/w or so, has no d in it. What d lowers is the probability that all rows are too "
                "large, from 1/e for one to e^-d. With privacy, where all rows are told of at one total epsilon, a larger d raises the "
                "noise: that of the mean is proportional to u/sinh(u)^2, u = epsilon/(4 d), for symmetric flips.",
                residues.counted,
                bounds.rows_share,
                bounds.depth,
                bounds.noise_rises,
            ),
        ),
        also=(collisions.affine,),
    ),
)

DEFINITIONS: tuple[Entry, ...] = (
    Entry(
        "sketch.ldp",
        f"{SKETCH}, section 2.1",
        "epsilon-LDP is Pr[A(x) = y] <= e^epsilon Pr[A(x') = y] for all x and x', and guarantees that nobody can infer the raw "
        "data.",
        Verdict.CORRECTED,
        (
            prose(
                "For every output y too, and then for every event. It bounds how much a report changes the odds of two items, by "
                "e^epsilon, wherever they start: it does not keep anybody from inferring what was likely anyway, or made so by many "
                "reports.",
                pointwise.events,
                pairs.posterior,
            ),
        ),
        also=(pointwise.tight,),
    ),
    Entry(
        "sketch.apple",
        f"{SKETCH}, sections 2.2 and 5",
        "Apple collects emoji and words with a Count-Min Sketch and local privacy.",
        Verdict.CORRECTED,
        (
            prose(
                "With a Count-Mean Sketch: each report is about one row, drawn from d, and rows are joined by their mean. Its symmetric "
                "flips p = 1/(1 + e^(epsilon/2)) and q = 1 - p cost epsilon, and so does the report, whatever d is. The mean is "
                "unbiased once the collision probability is taken out.",
                rows.sampled,
                rates.costs,
                items.item,
            ),
        ),
        also=(
            rows.mechanisms,
            items.exhaustively,
        ),
    ),
)
