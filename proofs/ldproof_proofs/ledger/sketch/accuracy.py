"""Sections 3.2 and 4.2: what is estimated, how far it is off, and which parameters are best."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose
from ldproof_proofs.ledger.sketch.model import SKETCH
from ldproof_proofs.sketch import bias, counts, crossing, fixed, orders
from ldproof_proofs.sketch.accuracy import by_law, corrected, refuted
from ldproof_proofs.sketch.estimators import items, joined
from ldproof_proofs.sketch.law import pairs
from ldproof_proofs.sketch.variance import exhaustive, mechanisms, moments, optimum, reports

ESTIMATES: tuple[Entry, ...] = (
    Entry(
        "sketch.inverse",
        f"{SKETCH}, section 3.2",
        "With y the rate of ones in the item's cell, (y - p)/(q - p) recovers its true frequency.",
        Verdict.CORRECTED,
        (
            prose(
                "It is unbiased for the cell, which other items share. With G the cell's estimate in people and c the exact collision "
                "probability, (G - N c)/(1 - c) is unbiased for the item; with 1/w for c it is not, where the hashes are affine.",
                items.bucket,
                items.bucket_for_item,
                items.item,
            ),
        ),
        also=(
            items.exhaustively,
            joined.unbiased,
            joined.joined,
        ),
    ),
    Entry(
        "sketch.fixed-hash",
        "ours",
        "With public hashes that stay as they are, the estimate keeps a bias that no number of people takes away.",
        Verdict.OURS,
        (
            prose(
                "Its mean is f + (w/(w-1)) sum_y f(y) (r_y - 1/w), where y collides with the item in a share r_y of the rows: the estimate "
                "is unbiased over the draw of the hashes, and for few hashes only. With K times as many people of every item the bias "
                "is K times as large. The variance given the hashes is that of independent reports.",
                fixed.mean,
                fixed.grows,
            ),
        ),
        also=(fixed.exhaustive,),
    ),
    Entry(
        "sketch.min",
        f"{SKETCH}, section 3.2, step 3",
        "The noise is inverted in every row, and the minimum of the rows is the final estimate.",
        Verdict.REFUTED,
        (
            prose(
                "As an unbiased estimate or as a bound. Each row is unbiased for its bucket, so that the minimum of two rows and more is "
                "biased downwards where nobody collides, and upwards where collisions are heavy; it is below the item's count often, "
                "and above it often. Its exact law follows from the rows' generating function "
                "(1-q+qz)^f prod_y ((1-1/w)(1-p+pz)^f(y) + (1/w)(1-q+qz)^f(y)) by order statistics. With heavy collisions and little "
                "noise its mean square error can be less than that of the mean.",
                bias.either_direction,
                bias.another_row,
                bias.beats_and_loses,
            ),
        ),
        also=(
            bias.exhaustive,
            counts.exhaustive,
            orders.exhaustive,
        ),
    ),
)

ERRORS: tuple[Entry, ...] = (
    Entry(
        "sketch.error",
        f"{SKETCH}, section 4.2",
        "With suitable w and d the error is O~((1/epsilon) sqrt(ln(1/delta))) with high probability.",
        Verdict.REFUTED,
        (
            prose(
                "The source's estimate is a share. For counts a factor sqrt(N) is missing: where everybody holds the item, whatever w and d "
                "are, any fixed error is exceeded by the minimum of OUE's rows with a probability as near 1 as one likes, among enough "
                "people. Among 10^4 people one row at e^epsilon = 3 is off by more than (10/epsilon) sqrt(ln(1/delta)) with a probability "
                "of more than 7/8 at delta = 1/10 and at 1/1000. For shares the bound, without a constant, is 1 or more unless epsilon > sqrt(ln(1/delta)), and says nothing. Correct, for the "
                "mean estimate of A1 and A2 in people: with probability 1 - d1 - d2 the error is at most "
                "(w/(w-1)) (sqrt(N ln(2/d1)/2)/(q-p) + (N-f) sqrt(ln(2/d2)/(2d))), as given the hashes the reports are independent, and "
                "the rows' hashes are. Median and minimum have bounds of their own.",
                refuted.peak,
                refuted.no_constant,
                refuted.fails,
                refuted.vacuous,
                corrected.reached,
                corrected.split,
                corrected.together,
            ),
        ),
        also=(
            refuted.largest,
            by_law.bounds,
            by_law.bounds_as_written,
            by_law.risks,
        ),
    ),
    Entry(
        "sketch.variances",
        "ours",
        "The mean estimate is unbiased over the hashes, and its variance is known exactly.",
        Verdict.OURS,
        (
            prose(
                "It takes the first two moments of one report, and how often two other items collide with the item at once: so hashes "
                "that are independent in threes are enough, and pairs are not. Over ideal hashes, with kk = (w/(w-1))^2 and "
                "C = coth(epsilon/2), a sampled row has kk N/(4 sinh(epsilon/4)^2) + (N-f)(1-1/d)/(w-1) + S/(d(w-1)) with symmetric "
                "flips (A1), kk (f q(1-q) + (N-f) mu(1-mu))/(q-p)^2 + (S-(N-f))/(d(w-1)) with mu = p + (q-p)/w (A2), "
                "N C^2 - f + (S-(N-f))/(d(w-1)) with a Hadamard sign of any coordinate but the constant one (A3+), and "
                "(f w^2 E + (N-f)(E+w-1)^2)/((w-1)(E-1)^2) + (S-(N-f))/(d(w-1)) with k-ary responses (A4). A hash of one's own (A5) "
                "leaves out what is divided by d, and all rows (A6) have the d-th part of what one row has at d = 1.",
                moments.of_mean,
                moments.of_one_row,
                moments.own_hashes,
                moments.all_rows,
                mechanisms.general,
                mechanisms.symmetric,
                mechanisms.hadamard,
                mechanisms.kary,
                reports.other_bits,
                reports.bits,
                reports.columns,
                reports.signs,
            ),
        ),
        also=(
            exhaustive.exhaustive,
            exhaustive.over_families,
        ),
    ),
    Entry(
        "sketch.hadamard",
        "ours",
        "A Hadamard sign should not be of the constant coordinate.",
        Verdict.OURS,
        (
            prose(
                "At one budget leaving it out never varies more, and less by ((2w-1) N (C^2-1) + 2(w-1)(N-f))/(w-1)^2 exactly. Without it "
                "nothing has to be taken out for collisions: another column has the support -1/((w-1) C) on average, which does it.",
                mechanisms.hadamard,
            ),
        ),
    ),
    Entry(
        "sketch.kary-width",
        "ours",
        "The best width for k-ary responses is 1 + E.",
        Verdict.OURS,
        (
            prose(
                "For an item that nobody holds and where no two people hold the same one, or where everybody has a hash of their own: then "
                "any width costs N (w-1-E)^2/((w-1)(E-1)^2) more. For an item that everybody holds the variance has w^2/(w-1) as a "
                "factor, which is least at w = 2; and what people who hold the same item add is (S-(N-f))/(d(w-1)), which a larger width lowers.",
                mechanisms.kary,
            ),
        ),
    ),
    Entry(
        "sketch.optimal",
        "ours",
        "At a width w the best flips are neither symmetric nor those of OUE.",
        Verdict.OURS,
        (
            prose(
                "For an item that nobody holds the variance is least at p/(1-p) = t and q/(1-q) = E t with "
                "t^2 = (w-1+E)/(E((w-1)E+1)), and any other t costs a multiple of its square distance. At w = 2 these are the symmetric "
                "flips, and (E t)^2 is 1 + (E^2-1)/((w-1)E+1), so that OUE is the limit for large w.",
                optimum.excess,
                optimum.ends,
            ),
        ),
        also=(optimum.searched,),
    ),
    Entry(
        "sketch.rows-vs-sample",
        "ours",
        "Whether to send all rows with a d-th part of the budget each, or one sampled row with all of it.",
        Verdict.OURS,
        (
            prose(
                "The difference of the two variances does not depend on S. It is kk N/4 times (c^2/d - K^2 + (1-1/d)(w-2)^2/w^2), and "
                "f (1-1/d)/(w-1) more, with c = coth(epsilon/(4d)) and K = coth(epsilon/4). So w = 2 and f = 0 is the worst case for "
                "sampling, and two rows are the worst number: there it wins while (c^2-1)^2 > 2, that is for epsilon below "
                "4 ln((c+1)/(c-1)) at c = sqrt(1 + sqrt(2)), between 6.11 and 6.12. Up to 6.11 it wins for all w, d, f and S; at "
                "larger ones all rows win for an item that nobody holds, as at 700 for w = 1024 and d = 64.",
                crossing.difference,
                crossing.from_two,
                crossing.with_two,
                crossing.located,
            ),
        ),
        also=(crossing.certified,),
    ),
    Entry(
        "sketch.refs",
        f"{SKETCH}, section 4.2 and link [6]",
        "The best parameters are derived in Answering Range Queries under Local Differential Privacy, link [6].",
        Verdict.REFUTED,
        (
            prose(
                "Link [6] has another title: it is a paper on linear sketches that are private for a curator, who adds noise when the "
                "sketch is made. What people send there has no noise, and by itself infinite odds. The paper that is named is by "
                "Cormode, Kulkarni and Srivastava, PVLDB 2019. The best flips at a width and an epsilon are derived here.",
                pairs.central,
            ),
        ),
        also=(pairs.plain_rows,),
    ),
)
