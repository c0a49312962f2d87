"""Two-step memoization of a bit that changes, which came after the source."""

from ldproof_proofs.counting import memoized
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides, said

MEMOIZED: tuple[Entry, ...] = (
    Entry(
        "counting.memoized",
        "ours",
        "Two-step memoization (RAPPOR, L-GRR, L-OSUE) keeps a bit for each state, and reports it in every round. For a "
        "state that changes, the privacy loss grows with the number of rounds without bound.",
        Verdict.OURS,
        (
            as_printed(
                "Let both states have as many rounds each, and let all reports of L-GRR be as the states say. With "
                "every other state of each kind reversed they are less likely by a factor of more than "
                "{memoized-unbounded/left}.",
                memoized.prove_unbounded_odds,
            ),
            besides(
                "So the square of the odds of what is kept is no bound: the reports of some rounds reveal more.",
                memoized.prove_excess_over_kept_squared,
            ),
            said(
                "Rounds with equal states report the same kept bit, so that the reports show when the state changes.",
                "compare the abstract of arXiv 2210.00262, which calls the longitudinal loss linear in the number of "
                "values",
            ),
            besides(
                "If e of T reports are as the states say, their weight is {memoized-most/left}. It is at most "
                "{memoized-most/right}, the weight if all are.",
                memoized.prove_user_maximum,
            ),
            besides(
                "So at event level the ratio is largest if all reports are as the states say: "
                "{memoized-event-up/goal}, and {memoized-event-down/goal}.",
                memoized.prove_event_maximum_above,
                memoized.prove_event_maximum_below,
            ),
            besides(
                "Both closed forms are the largest ratios of all transcripts.",
                memoized.prove_tight_odds,
            ),
        ),
    ),
    Entry(
        "counting.memoized-variances",
        "ours",
        "Of a bit in each round, L-OSUE varies more than L-GRR with the same privacy of the first report.",
        Verdict.OURS,
        (
            as_printed(
                "Let F be the published odds of L-OSUE's first report. L-OSUE has the variance "
                "{memoized-optimized/right}. L-GRR with the tight odds of this bit has {memoized-symmetric/right}, "
                "which is less.",
                memoized.prove_variances,
            ),
        ),
    ),
)
