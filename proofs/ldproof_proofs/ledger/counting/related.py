"""Others' mechanisms and problems, as the source describes them, and what other systems here have in common with these."""

from ldproof_proofs.counting import memoization
from ldproof_proofs.counting.law import definitions, every_round
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides, said
from ldproof_proofs.law import binary, composition, divergence, privacy
from ldproof_proofs.ledger.counting import equal
from ldproof_proofs.ledger.counting.source import COUNTING
from ldproof_proofs.reporting.transcript import law as transcript
from ldproof_proofs.shots.accuracy import heavy_hitters

RELATED: tuple[Entry, ...] = (
    Entry(
        "counting.related",
        f"{COUNTING}, section 1.1, Related Work",
        "Private heavy hitters, where each person has one item of V, can be reduced to this problem if items are read as rounds; "
        "continual observation is another problem: differential privacy that is not local, and the number of ones so far "
        "in one stream.",
        Verdict.HOLDS,
        (
            as_printed(
                "People with an item each are a case of this problem, in which {shots.one-item/goal}, active being "
                "the number of pairs of a person and a round in which they are active: so a mechanism for this "
                "problem serves them.",
                heavy_hitters.shares_add_up,
            ),
            as_printed(
                "Continual observation is another problem: of the stream {state 1}, {state 2}, {state 3} it "
                "releases about {running 1}, {running 2}, {running 3}, and the shares here are {state 1}, {state "
                "2}, {state 3}.",
                definitions.running,
            ),
            besides(
                "The converse is not so: a person who is active in {one-item-fails/active:words} rounds makes the "
                "shares of active people add up to {one-item-fails/left}, and where everybody has an item they add "
                "up to {one-item-fails/right}.",
                heavy_hitters.shares_add_up,
            ),
            besides(
                "People with an item each differ in the rounds of their items only and are safer: for {T:words} "
                "rounds and odds of {E} per report their tight odds in BORAPPOR are {one item} and any people's "
                "{sets}; in Glance both are {E}, and the least delta at odds of {odds} is {one item's delta} for "
                "them and {sets' delta} for any people.",
                definitions.items,
            ),
        ),
    ),
    Entry(
        "counting.compression",
        f"{COUNTING}, section 1.1, Related Work",
        "Many algorithms for heavy hitters compress what they are given, by Bloom filters or by projections, so that they do not allow "
        "estimates in real time.",
        Verdict.NOT_HERE,
        (
            said(
                "Which algorithms compress is told by their papers, [3], [8], [9], [13] and [15], and none of these is implemented here; those "
                "that are, Glance, Harmony and BORAPPOR, estimate each round from what arrives in it.",
                "the source's references",
            ),
        ),
    ),
    Entry(
        "counting.memoization",
        f"{COUNTING}, section 1.1, Related Work",
        "Memoization keeps a randomized state and randomizes that for every report, so that however often a state is sent "
        "only the randomized value becomes known.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let the kept state be random with odds E, and let a and b be the probabilities of k reports if a "
                "one was kept and if it was not, of which {memoization-private/a <= G b}, G being the k-th power "
                "of a report's odds: then the probabilities of these reports under different states are such that "
                "{memoization-private/goal = (E/(E + 1))*a + b/(E + 1) <= (E*G + 1)/(E + G)*(a/(E + 1) + E/(E + "
                "1)*b)}, {let x = E - 1}.",
                memoization.bounded,
            ),
            as_printed(
                "That is always below E, by {memoization-limit/right = (E^2 - 1)/(E + G)}, {let x = E - 1}: no number of reports reveals more than what is kept would.",
                memoization.limit,
            ),
            as_printed(
                "So any number of reports is LDP with the odds E of what is kept: every event has probabilities P and Q under different "
                "states with {memoization-ldp/goal = P <= E*Q}, {let x = E - 1}.",
                memoization.private,
            ),
            besides(
                "It is attained where all reports are equal, {memoization-attained/goal}, and grows with every report.",
                memoization.attained,
                memoization.limit,
            ),
            besides(
                "It protects a state that is repeated, and not its change: each new state is kept anew, and odds multiply, "
                "{composition/goal}; where states that differ are seen, exactly, {reports-multiply/goal}.",
                composition.composition,
                every_round.revealing,
            ),
            said("Continual counting here sends no state again.", "section 1.1"),
        ),
        also=(memoization.tight,),
    ),
    Entry(
        "counting.binary-optimal",
        f"{COUNTING}, section 2.2",
        "Randomized response maximises the f-divergence between two distributions on [0, 1] (in our copy), so that it tells "
        "two inputs apart better than any other LDP mechanism with inputs in [0, 1].",
        Verdict.HOLDS,
        (
            as_printed(
                "Read of binary inputs: what has the probabilities p and q under them, with odds of at most E both "
                "ways, is drawn from the report of randomized response, {channel-gives-0/goal} and "
                "{channel-gives-1/goal}, by weights that are not negative; over all outputs those of a report add "
                "up to {channel-is-a-law/right}.",
                binary.channel,
                binary.channel_sums,
            ),
            as_printed(
                "So with finitely many outputs and f convex, f_E and f_inverse being its values at E and at the inverse, no f-divergence D exceeds "
                "that of randomized response, {divergence-at-most/goal}.",
                divergence.ratio,
                divergence.summand,
                divergence.total,
                divergence.largest,
            ),
            besides(
                "The converse is so too: what is drawn from a report, by whatever chances, has such odds, {ldp-post-processing/goal} for "
                "the probabilities P and Q of every event.",
                privacy.post_processing,
            ),
            said(
                "For other inputs in the interval randomized response is not defined.",
                "section 2.2, which defines it for 0 and 1",
            ),
        ),
        also=(binary.exhaustively,),
    ),
    Entry(
        "counting.equal-harmony",
        "ours",
        "One-shot reporting with dummies of 0 is Harmony.",
        Verdict.OURS,
        (
            as_printed(
                "With NULL read as the bit opposite to a one, silence and a report give every bit the "
                "probabilities of one-shot reporting whose dummies never are a one: that bit is a NULL, "
                "{harmony-silent-0/goal}, and a report is the same coin, {harmony-spoken-01/goal}. The weights of "
                "transcripts are linear in these: where A and B are weights so far and o and w the probabilities "
                "of a bit from whoever is silent and whoever reports, {transcript-linear-1/goal}.",
                transcript.linear,
                equal.rounds,
            ),
            as_printed(
                "The same ones give the same estimate, {harmony-estimate/goal}, and the variances agree.",
                equal.harmony,
            ),
            besides(
                "As published, reports are signs and NULL is the middle of both: that is Harmony with the middle "
                "of both bits filled in, {harmony-published/goal}.",
                equal.published,
            ),
            besides(
                "It is not one-shot reporting with fair dummies, whose coins add {harmony-no-coin/right = T*(T - "
                "1)*fill*(1 - fill)*(E + 1)^2/(N*(E - 1)^2)}, {let x = E - 1}, to the variance: only where `fill` "
                "is a bit there is no coin.",
                equal.published,
            ),
        ),
        also=(equal.transcripts,),
    ),
    Entry(
        "counting.equal-borappor",
        "ours",
        "T-shot reporting is Basic One-time RAPPOR.",
        Verdict.OURS,
        (
            as_printed(
                "Whoever reports in every round is never silent: the weight A becomes {every-round-step/left}, o and w being the probabilities "
                "of what was seen in silence and in a report, so that dummies play no part and "
                "reports multiply.",
                every_round.step,
            ),
            as_printed(
                "The same ones give the same estimate, {borappor-estimate/goal}, and the variance is {borappor-variance/left = c/N}, "
                "{let c = (1 + x)/x^2}, for every share of active people and every r.",
                equal.borappor,
            ),
        ),
        also=(equal.transcripts, every_round.exhaustively),
    ),
)
