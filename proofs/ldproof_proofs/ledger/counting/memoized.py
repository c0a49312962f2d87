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
                (
                    "Let a person be in each state in as many rounds as in the other, and let all reports of L-GRR equal the "
                    "states. Take another person whose states are the opposite in as many rounds as they are the same. Under "
                    "these states the reports are less likely by a factor of more than {memoized-unbounded/left}."
                ),
                memoized.prove_unbounded_odds,
            ),
            besides(
                (
                    "The square of K, for both kept bits, is no bound on the odds of all reports. The reports of few rounds "
                    "already exceed it."
                ),
                memoized.prove_excess_over_kept_squared,
            ),
            said(
                "Rounds with equal states report the same kept bit, so that the reports show when the state changes.",
                "compare the abstract of arXiv 2210.00262, which calls the longitudinal loss linear in the number of "
                "values",
            ),
            besides(
                (
                    "Given all reports, let e of T reports equal the states. The probability of these reports is proportional "
                    "to {memoized-most/left}. It is at most {memoized-most/right}, the value under the states that equal all "
                    "reports."
                ),
                memoized.prove_user_maximum,
            ),
        ),
        also=(
            memoized.prove_event_maximum_above,
            memoized.prove_event_maximum_below,
            memoized.prove_tight_odds,
        ),
    ),
    Entry(
        "counting.memoized-variances",
        "ours",
        "Of a bit in each round, L-OSUE varies more than L-GRR with the same privacy of the first report.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let F be the published odds of L-OSUE's first report. L-OSUE has the variance "
                    "{memoized-optimized/right}. Give the first report of L-GRR the tight odds of L-OSUE's first report of a "
                    "bit. Then L-GRR has the variance {memoized-symmetric/right}, which is less."
                ),
                memoized.prove_variances,
            ),
        ),
    ),
)
