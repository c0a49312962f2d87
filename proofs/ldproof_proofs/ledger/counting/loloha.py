"""LOLOHA, two-step memoization of a value by its cell, which came after the source."""

from ldproof_proofs.counting import loloha
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides, said

LOLOHA: tuple[Entry, ...] = (
    Entry(
        "counting.loloha",
        "ours",
        "LOLOHA hashes a value to one of w cells, keeps a noisy cell for each, and reports it in every round. For a value "
        "that changes, w times the privacy loss of a kept cell does not bound that of all rounds.",
        Verdict.OURS,
        (
            as_printed(
                "Take cells with equally many rounds, and reports that equal the cells. Under the input with the first cell in "
                "every round these reports are less likely, by a factor of more than {loloha-unbounded/left}. This factor "
                "grows with T.",
                loloha.prove_unbounded_odds,
            ),
            besides(
                "So w times the loss of a kept cell is no bound. With the published odds of a round, too, it is exceeded by the "
                "reports of an example.",
                loloha.prove_excess_over_published,
            ),
            said(
                "Rounds with equal cells report the same kept cell, so that the reports show when the cell changes.",
                "compare the abstract of arXiv 2210.00262, which calls the loss linear in the number of cells",
            ),
            besides(
                "If each round has the odds {loloha-first/round}, the first report has the odds F: {loloha-first/goal}.",
                loloha.prove_first_odds,
            ),
            besides(
                "For every w, the published odds of a round are {loloha-published/published}. If {loloha-published/w > 2}, "
                "the first report has less than F: {loloha-published/goal}.",
                loloha.prove_published_noise,
            ),
            besides(
                "To take all reports of a cell for another cell does not raise their likelihood: {loloha-own/goal}. So the "
                "likeliest input of given reports is the reports themselves.",
                loloha.prove_own_cells,
            ),
            besides(
                "The stated odds at both levels are the largest ratios of all transcripts.",
                loloha.prove_tight_odds,
            ),
        ),
    ),
    Entry(
        "counting.loloha-variance",
        "ours",
        "LOLOHA's estimate of a round varies as that of local hashing does, with the odds of the first report.",
        Verdict.OURS,
        (
            as_printed(
                "Let F be the odds of the first report, and let the hash map different values to the same cell as often as "
                "independent uniform cells are the same. The estimate of the share mu of people with a value has the variance "
                "{loloha-variance/right}.",
                loloha.prove_variance,
            ),
            besides(
                "If nobody has the value, the variance is at least {loloha-best/left}, which is attained if {loloha-attained/cells}.",
                loloha.prove_best_cells,
            ),
        ),
    ),
)
