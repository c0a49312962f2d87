"""FutureRand, for states that change a few times, which came after the source."""

from ldproof_proofs.counting import future_rand
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides, said

FUTURE_RAND: tuple[Entry, ...] = (
    Entry(
        "counting.future-rand",
        "ours",
        "FutureRand reports a bit in some rounds, for states that change k times at most. In the computed cases its "
        "published parameters spend less than half of epsilon, and independent signs of the same odds do better.",
        Verdict.OURS,
        (
            as_printed(
                "In the computed cases, with the published parameters, the square of the tight odds of all rounds is below the "
                "promised odds.",
                future_rand.prove_half_is_spent,
            ),
            said(
                "That is more private than promised, and a larger budget for each sign would reduce the variance.",
                "compare arXiv 2112.12279: the share of epsilon that a sign gets falls with the root of k, and rows of signs are "
                "kept that are at least as likely as with fair signs",
            ),
            besides(
                "In these cases independent signs of the same odds also keep epsilon. They have a larger mean, so that the "
                "variance is smaller.",
                future_rand.prove_independent_signs_are_better,
            ),
            besides(
                "The variance of the estimate of round t is {future-rand-variance/right}.",
                future_rand.prove_variance,
            ),
            besides(
                "Let the signs be independent with the odds S, and let more than a single change be possible. At event level "
                "a state that differs in a round changes the differences of both blocks that meet there. Then the tight odds "
                "are {future-rand-pair/right}, more than S.",
                future_rand.prove_event_above_sign,
                future_rand.prove_tight_odds,
            ),
            besides(
                "The tight odds that the reference computes at both levels are the largest ratios of all transcripts.",
                future_rand.prove_tight_odds,
            ),
        ),
    ),
)
