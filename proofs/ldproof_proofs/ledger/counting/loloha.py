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
                "Let some cell and another have as many rounds each, and let all reports be as the cells say. They are less "
                "likely if the first of these is the cell in all rounds, by a factor of more than {loloha-unbounded/left}.",
                loloha.prove_unbounded_odds,
            ),
            besides(
                "So w times the loss is no bound. With the published noise of a round, too, the reports of some rounds "
                "reveal more.",
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
                "Reports of some cell and of another are no likelier about the first of these than each about its own: "
                "{loloha-own/goal}. So reports are likeliest where all are as the cells say.",
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
                "Let F be the odds of the first report, and let any pair of values share a cell with the probability of a "
                "uniform cell. The estimate of the share mu of people with a value has the variance "
                "{loloha-variance/right}.",
                loloha.prove_variance,
            ),
            besides(
                "Of a value that nobody has, it is at least {loloha-best/left}, which is attained if {loloha-attained/cells}.",
                loloha.prove_best_cells,
            ),
        ),
    ),
)
