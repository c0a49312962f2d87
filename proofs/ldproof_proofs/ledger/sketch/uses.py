"""Section 5 and the end: what it is all for."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose
from ldproof_proofs.ledger.sketch.model import SKETCH
from ldproof_proofs.sketch import collector, ranges
from ldproof_proofs.sketch.accuracy import corrected
from ldproof_proofs.sketch.intervals import defined, ends, few

APPLICATIONS: tuple[Entry, ...] = (
    Entry(
        "sketch.range",
        f"{SKETCH}, section 5",
        "Range queries are an application.",
        Verdict.HOLDS,
        (
            prose(
                "With a sketch for each level of halves, quarters and so on, down to items, and each person reporting on one level of h. "
                "A range is made of two intervals of each level at most, and their estimates add up: unbiased, with the variance "
                "h (m + noise of the intervals asked) - m for a person who is in the range, m = 1, or is not, m = 0.",
                ranges.covered,
                ranges.moments,
                ranges.hashed,
                ranges.sent,
                ranges.collected,
            ),
        ),
    ),
    Entry(
        "sketch.cost",
        f"{SKETCH}, closing paragraph",
        "With a sketch of fixed size, computing and memory stay small on both sides, and the domain may be infinite.",
        Verdict.CORRECTED,
        (
            prose(
                "It holds, but the items asked for must be named: a sketch answers for candidates and lists nobody's items. A bound for k "
                "candidates at once needs delta/k for each; the size of the domain plays no part. An error bound, h - f <= A + (N-f) B or "
                "f - h <= A + (N-f) C, is solved for f: collisions add little where c is small, by Bernstein's inequality, and never "
                "take away more than c/(1-c) of the others. A collector keeps d w sums and d counts. A report has w bits besides its row with cms and oue, and fewer "
                "with a Hadamard sign or k-ary responses; with all rows, as the source has it, d w.",
                ends.simultaneous,
                ends.solved,
                corrected.reached,
                few.taken,
                few.spread,
                few.added,
            ),
        ),
        also=(
            collector.costs,
            defined.as_defined,
        ),
    ),
)
