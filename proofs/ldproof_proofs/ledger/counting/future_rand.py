"""FutureRand, for states that change a few times, which came after the source."""

from ldproof_proofs.counting import future_rand
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides, said

FUTURE_RAND: tuple[Entry, ...] = (
    Entry(
        "counting.future-rand",
        "ours",
        "FutureRand reports a bit in some rounds, for states that change k times at most. Its published parameters spend "
        "less of epsilon than they promise. For few changes it needs no signs that depend on each other.",
        Verdict.OURS,
        (
            as_printed(
                "With the published parameters the square of the tight odds of all rounds is below the promised odds.",
                future_rand.prove_half_is_spent,
            ),
            said(
                "That is more private than promised, and a larger budget for each sign would reduce the variance.",
                "compare arXiv 2112.12279, which gives each sign a share of epsilon that falls with the root of k",
            ),
            besides(
                "If k is small, signs of these odds keep epsilon if they are independent, too. Their mean is larger, and "
                "the variance less.",
                future_rand.prove_independent_signs_are_better,
            ),
            besides(
                "The variance of the estimate of round t is {future-rand-variance/right}.",
                future_rand.prove_variance,
            ),
            besides(
                "Let the signs be independent with the odds S. At event level states may differ in the reports of both "
                "blocks that meet at a round. Then the tight odds are {future-rand-pair/right}, which is more than those of "
                "a sign.",
                future_rand.prove_event_above_sign,
            ),
            besides(
                "Both closed forms are the largest ratios of all transcripts.",
                future_rand.prove_tight_odds,
            ),
        ),
    ),
)
