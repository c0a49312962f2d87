"""Section 5 and the end: what it is all for."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, as_printed, besides, said
from ldproof_proofs.ledger.sketch.model import SKETCH
from ldproof_proofs.sketch import collector, ranges
from ldproof_proofs.sketch.accuracy import corrected
from ldproof_proofs.sketch.estimators import items
from ldproof_proofs.sketch.intervals import defined, ends, few
from ldproof_proofs.sketch.law import rows

APPLICATIONS: tuple[Entry, ...] = (
    Entry(
        "sketch.range",
        f"{SKETCH}, section 5",
        "Range queries are an application.",
        Verdict.HOLDS,
        (
            as_printed(
                "A range is made of at most {most:words} intervals of each level of a binary tree down to items, "
                "which do not meet.",
                ranges.covered,
            ),
            as_printed(
                "With a sketch for each level, and each person reporting on a level that is drawn, and that counts "
                "as often as there are levels, a person adds on average what all levels told of would add "
                "together, {range-drawn/goal}.",
                ranges.drawn,
            ),
            as_printed(
                "So the estimates of these intervals add up to an unbiased estimate of the range, if the exact collision probability is "
                "taken out, and not if that of ideal hashes is.",
                ranges.hashed,
                ranges.collected,
            ),
            besides(
                "The reference's client sends such reports.",
                ranges.sent,
            ),
            besides(
                "Where every interval has a column and a noisy bit of its own, the variance of a person's part is "
                "that of a report about a level that is drawn: the number of levels times the person's share and "
                "the noise of the intervals that are asked for, less the share.",
                ranges.moments,
            ),
        ),
    ),
    Entry(
        "sketch.cost",
        f"{SKETCH}, closing paragraph",
        "With a sketch of fixed size, computing and memory stay small on both sides, and the domain may be infinite.",
        Verdict.HOLDS,
        (
            as_printed(
                "A collector keeps {sums} sums and d counts, and reports about all rows, as the source has them, "
                "have d w bits, however many items there are.",
                collector.costs,
            ),
            said(
                "A client looks at a column of each row that it reports about, and a collector adds what it is "
                "sent: how many items there are plays no part in it.",
                "the steps of sections 3.1 and 3.2",
                Role.PRINTED,
            ),
            besides(
                "A report about a row has its name and w bits with cms and oue, and fewer with a Hadamard sign or "
                "a k-ary response.",
                collector.costs,
            ),
            besides(
                "A bound for k candidates at once needs a bound of delta over k for each, {simultaneous/goal}: the "
                "size of the domain plays no part, and the candidates must be named, as a sketch lists nobody's "
                "items.",
                ends.simultaneous,
            ),
            besides(
                "A bound on the error h minus f that depends on f, {interval-lower/above}, is solved for f, "
                "{interval-lower/goal}, and so is a bound from below, {interval-upper/below}, "
                "{interval-upper/goal}; with {interval-upper/B >= 0} and {interval-upper/B < 1}.",
                ends.solved,
            ),
            besides(
                "Where the others collide with the item in the share r of the rows they add {collisions-take/right} of their number, "
                "which is no less than {collisions-take/left}, `chance` being the collision probability; and P, the "
                "probability that r is further from `chance` than Bernstein's inequality or Hoeffding's has it, is at most delta: "
                "{few-within-deviation/goal}.",
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
                "What is sent is noisy: the odds of a person's report between any items are those that were asked for, and finite.",
                rows.mechanisms,
            ),
            as_printed(
                "A collector keeps sums of reports in a table of {sums} places, however many items there are.",
                collector.costs,
            ),
            as_printed(
                "From the ones at the columns of an item, of which f of N people are holders, its count is estimated without bias: "
                "{item-unbiased/goal = ((S - N*p)/(q - p) - N*c)/(1 - c) = f}, S being the mean number of ones in its cell, p and q the "
                "probabilities of a one elsewhere and in one's own column, and c that of a collision.",
                items.item,
            ),
            said(
                "How far such an estimate is off is the subject of {@sketch.variances} and {@sketch.error}.",
                "this ledger",
            ),
        ),
    ),
)
