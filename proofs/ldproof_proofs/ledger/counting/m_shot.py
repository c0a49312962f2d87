"""m-shot Glance, which the source does not have."""

from ldproof_proofs.counting.law import glance, m_glance
from ldproof_proofs.counting.variance import boundary, exact
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides

M_SHOT: tuple[Entry, ...] = (
    Entry(
        "counting.m-glance",
        "ours",
        "m-shot Glance reports in m of the T rounds, with an equal share of epsilon each, and sends NULL in the others.",
        Verdict.OURS,
        (
            as_printed(
                "Let {m-glance-ldp/m >= 1} and {m-glance-ldp/m <= T}. For every event, with P and Q for its probabilities "
                "under the states of any two people, {m-glance-ldp/goal}.",
                m_glance.private,
            ),
            as_printed(
                "Nothing less will do: for a transcript whose reports are all the state of a person and not of "
                "another, {attained/goal = c_k = G*E*d_k}, {let x = E - 1}, where E is the odds of a report and G E is E to the "
                "power k, the number of reports.",
                glance.attained,
            ),
            as_printed(
                "Given k reporters the estimate is Glance's. So the variance is Glance's, too, with R for the mean of the "
                "inverse of k, {glance-floor/right = c*R + mu*(1 - mu)*(N*R - 1)/(N - 1)}, {let c = (1 + x)/x^2}, x being the "
                "excess odds of a report.",
                exact.glance,
                boundary.limits,
            ),
            besides(
                "At a large budget more reports than Glance's have a smaller variance, in an example that was computed.",
                m_glance.ahead,
            ),
            besides(
                "The reference's variance is the sum over the numbers of people who report.",
                m_glance.of_budgets,
            ),
        ),
    ),
)
