"""m-shot Glance, which the source does not have."""

from ldproof_proofs.counting.law import glance, m_glance
from ldproof_proofs.counting.variance import boundary, exact
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides

M_SHOT: tuple[Entry, ...] = (
    Entry(
        "counting.m-glance",
        "ours",
        (
            "m-shot Glance reports in m of the T rounds, with equal shares of epsilon, and sends NULL in the "
            "other rounds. It is epsilon-private, no smaller epsilon is possible, and its variance in a round is "
            "Glance's with the odds of a report."
        ),
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let {m-glance-ldp/m >= 1 = m >= 1} and {m-glance-ldp/m <= T}. Under the states of any two people, "
                    "every event has probabilities P and Q with {m-glance-ldp/goal}."
                ),
                m_glance.private,
            ),
            as_printed(
                (
                    "The privacy is tight. In a transcript with m reports in given rounds, let each report be the state "
                    "of a person and not the state of another person. Then the probabilities of the transcript under the "
                    "states of both people have the ratio E to the power of m, which is {m-glance-ldp/odds}."
                ),
                glance.attained,
                m_glance.private,
            ),
            as_printed(
                (
                    "Let {glance-floor/N >= 2 = N >= 2}. Given the number of reporters of a round, the estimate is "
                    "Glance's, with the odds E of a report. Averaged over all positive numbers of reporters, the variance"
                    " in a round is {glance-floor/right = E*R/(E - 1)^2 + mu*(1 - mu)*(N*R - 1)/(N - 1)}."
                ),
                exact.glance,
                boundary.limits,
            ),
            besides(
                (
                    "At a large budget m-shot Glance can have a smaller variance than Glance, as in an example with several "
                    "reports."
                ),
                m_glance.more_reports_vary_less,
            ),
        ),
        also=(m_glance.of_budgets,),
    ),
)
