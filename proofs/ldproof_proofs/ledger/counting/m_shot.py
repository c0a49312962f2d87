"""m-shot Glance, which the source does not have."""

from ldproof_proofs.counting.law import glance, m_glance
from ldproof_proofs.counting.variance import boundary, exact
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides

M_SHOT: tuple[Entry, ...] = (
    Entry(
        "counting.m-glance",
        "ours",
        "m-shot Glance reports in m of the T rounds, with equal shares of epsilon, and sends NULL in "
        "the others.",
        Verdict.OURS,
        (
            as_printed(
                "Let {m-glance-ldp/m >= 1 = m >= 1} and {m-glance-ldp/m <= T}. Under the states of any "
                "two people, every event has probabilities P and Q with {m-glance-ldp/goal}.",
                m_glance.private,
            ),
            as_printed(
                "This is tight: if all k reports are the first person's states and not the second's, "
                "their weights have {attained/goal = c_k = G*E*d_k}.",
                glance.attained,
            ),
            as_printed(
                "Given k reporters the estimate is Glance's, with the odds E of a report. So is the variance over all "
                "rounds that have a report, {glance-floor/right = E*R/(E - 1)^2 + mu*(1 - mu)*(N*R - 1)/(N - 1)}.",
                exact.glance,
                boundary.limits,
            ),
            besides(
                "In an example with a large budget, more reports have a smaller variance than Glance.",
                m_glance.more_reports_vary_less,
            ),
        ),
        also=(m_glance.of_budgets,),
    ),
)
