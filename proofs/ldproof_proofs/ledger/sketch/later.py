"""Mechanisms that were published after the source, or beside it."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import Role, as_printed, besides, said
from ldproof_proofs.sketch.estimators import items
from ldproof_proofs.sketch.law import columns, rows, signs
from ldproof_proofs.sketch.variance import count_sketch, exhaustive, local_hash, moments

LATER: tuple[Entry, ...] = (
    Entry(
        "sketch.local-hash",
        "ours",
        "A report of local hashing names a column by k-ary randomized response, under a public hash of the person's own. It is private and unbiased, and its variance is known exactly.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let {local-hash-ldp/w >= 2} and {local-hash-ldp/E > 1}. Under different items every event has "
                    "probabilities P and Q with {local-hash-ldp/goal = P <= E*Q}."
                ),
                columns.local_hash_private,
            ),
            as_printed(
                (
                    "Let c be the collision probability. Let q and p be the probabilities that a report names the own "
                    "column and another column. Let S be the mean number of reports that name the item's column. Then the"
                    " estimate is unbiased: {item-unbiased/goal = ((S - N*p)/(q - p) - N*c)/(1 - c) = f}."
                ),
                items.item,
                exhaustive.exhaustive,
            ),
            as_printed(
                "Over ideal hashes its variance is {local-hash-variance/right = N*(E + w - 1)^2/((w - 1)*(E - 1)^2) + f*((w - 1)^2 "
                "- E)/((w - 1)*(E - 1))}.",
                local_hash.by_moments,
                exhaustive.exhaustive,
            ),
            besides(
                (
                    "The hashes need not be ideal: for any family of hashes the variance is {own-hash-variance/right}. It "
                    "depends on the family through the collision probability `shared` alone. So hashes that are independent "
                    "at any pair of items are enough."
                ),
                moments.own_hashes,
                exhaustive.over_families,
            ),
            said(
                (
                    "Local hashing is the Count-Mean Sketch with randomized response. Pan, too, finds pairwise "
                    "independence enough."
                ),
                "Pan, Count-Mean Sketch as an Optimized Framework for Frequency Estimation with Local Differential Privacy, "
                "arXiv:2406.03785 (2024)",
                Role.FURTHER,
            ),
        ),
        also=(rows.mechanisms,),
    ),
    Entry(
        "sketch.count-sketch",
        "ours",
        "A private Count-Sketch of k columns reports one entry of a Hadamard transform of a row that is sampled. It is private and "
        "unbiased, and its variance is known exactly.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "The entry is a sign, and is flipped by randomized response with the odds {drawn-sign-ldp/odds = E}. Let "
                    "a row, and a place in it, be drawn in the same way whatever the item is. Under different items every "
                    "event has probabilities P and Q with {drawn-sign-ldp/goal = P <= E*Q}."
                ),
                signs.drawn_sign,
                rows.mechanisms,
            ),
            as_printed(
                "Times the sign without noise, a report of a holder has a mean of h. The support S is the sum over all reports, each "
                "times the sign that the item would have there. A holder of another item in its column adds h or -h on average, "
                "by the signs of both, with the same probability. So S has the mean h f. The estimate is "
                "{count-sketch-estimate/right}, and nothing is subtracted for collisions.",
                count_sketch.estimate,
                exhaustive.exhaustive,
            ),
            as_printed(
                "Let different items have independent columns and signs, and now let S be the sum of the squares of the other items' "
                "numbers of people. Then the variance of the estimate is {count-sketch-variance/right = "
                "N*((E + 1)/(E - 1))^2 - f + (S - (N - f))/(d*k)}.",
                count_sketch.variance,
                count_sketch.moments,
                exhaustive.exhaustive,
            ),
            besides(
                (
                    "Hadamard responses without the constant coordinate, see {@sketch.variances}, have the variance of the "
                    "Count-Sketch if their rows have a column more. Give them a column for each column and sign of the "
                    "Count-Sketch. Then their variance is smaller by {count-sketch-cost/right}, and a report takes a bit "
                    "more."
                ),
                count_sketch.variance,
            ),
            said(
                "The protocol TreeHist, too, reports a sign of a Hadamard transform about a Count-Sketch.",
                "Bassily, Nissim, Stemmer and Thakurta, Practical Locally Private Heavy Hitters (NIPS 2017)",
                Role.FURTHER,
            ),
            said(
                "With the Gaussian mechanism, where the collector is trusted, the median of the rows is studied.",
                "Pagh and Thorup, Improved Utility Analysis of Private CountSketch, arXiv:2205.08397 (2022)",
                Role.FURTHER,
            ),
        ),
    ),
    Entry(
        "sketch.local-hash-width",
        "ours",
        "The best width of local hashing is 1 + E for an item that nobody holds, and 1 + sqrt(E) for the largest variance over all items.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "For an item that nobody holds the variance exceeds its minimum over all widths by "
                    "{local-hash-best-width/right}, whatever other people hold."
                ),
                local_hash.least_variance_where_absent,
            ),
            as_printed(
                (
                    "Let s be the square root of E. If {local-hash-even/width}, the variance is {local-hash-even/right = "
                    "N*s/(s - 1)^2}, however many people hold the item."
                ),
                local_hash.least_largest_variance,
            ),
            as_printed(
                (
                    "If {local-hash-narrower/side}, the variance of an item that nobody holds is at least "
                    "{local-hash-even/right = N*s/(s - 1)^2}. If {local-hash-wider/side}, so is the variance of an item "
                    "that everybody holds. So no other width has a smaller largest variance."
                ),
                local_hash.least_largest_variance,
                local_hash.by_moments,
            ),
        ),
    ),
)
