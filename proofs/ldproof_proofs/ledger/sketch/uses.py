"""Section 5 and the end: what it is all for."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said
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
            as_printed(
                "A range is made of at most two intervals of each level of halves, quarters and so on down to items, which do not "
                "meet.",
                ranges.covered,
            ),
            as_printed(
                "With a sketch for each level, and each person reporting on one level that is drawn, the estimates of these "
                "intervals add up to an unbiased estimate of the range, if the exact collision probability is taken out, and "
                "not if that of ideal hashes is.",
                ranges.hashed,
                ranges.sent,
                ranges.collected,
            ),
            besides(
                "Where every interval has a column and a noisy bit of its own, the variance of a person's part is that of one report about a level "
                "that is drawn: the number of levels times the person's share and the noise of the intervals that are asked for, "
                "less the share.",
                ranges.moments,
            ),
        ),
    ),
    Entry(
        "sketch.cost",
        f"{SKETCH}, closing paragraph",
        "With a sketch of fixed size, computing and memory stay small on both sides, and the domain may be infinite.",
        Verdict.CORRECTED,
        (
            against(
                "Reports about all rows, as the source has them, have d w bits.",
                collector.costs,
            ),
            instead(
                "A collector keeps d w sums and d counts, however many items there are, and a report about one row has its name and "
                "w bits with cms and oue, and fewer with a Hadamard sign or a k-ary response.",
                collector.costs,
            ),
            besides(
                "A bound for k candidates at once needs one of delta over k for each, {simultaneous/goal}: the size of the domain plays "
                "no part, and the candidates must be named, as a sketch lists nobody's items.",
                ends.simultaneous,
            ),
            besides(
                "A bound on the error h minus f that depends on f, {interval-lower/above}, is solved for f, {interval-lower/goal}, and so "
                "is one from below, {interval-upper/goal}.",
                ends.solved,
            ),
            besides(
                "Collisions never take away more than {collisions-take/left} of the number of others says, where `chance` is the collision probability; "
                "they add little where it is small, by Bernstein's inequality.",
                few.taken,
                few.spread,
                few.added,
                corrected.reached,
            ),
        ),
        also=(defined.as_defined,),
    ),
    Entry(
        "sketch.answers",
        f"{SKETCH}, summary",
        "Noise is added before anything is sent, and any item's frequency can be estimated from a matrix of fixed size.",
        Verdict.HOLDS,
        (
            as_printed(
                "A collector keeps sums of reports in a table of d w places, however many items there are.",
                collector.costs,
            ),
            said(
                "How far such an estimate is off is the subject of {@sketch.variances} and {@sketch.error}.",
                "this ledger",
            ),
        ),
    ),
)
