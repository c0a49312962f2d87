"""What an audit's verdict and its bound on epsilon rest on."""

from ldproof_proofs.evidence import betting, bound, process
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "evidence.betting",
        "ours",
        "A bet against the privacy of one event multiplies the capital by a mean of at most 1 if the event is private.",
        Verdict.OURS,
        (
            prose(
                "Privacy at the odds E says two things of an event with the probabilities u and v: u <= E v, and 1 - v <= E (1 - u) "
                "of the opposite event. A bet weighs both and has a shift. With r and s >= r for what its two draws are expected to "
                "give and to take, its mean is (1 + r)(1 - s) <= 1 - r^2. So whatever numbers it is chosen with, it is fair as long "
                "as its weights and factors are at least 0, and capital is never negative. Chosen for (p1, p0) it is the likelihood "
                "ratio to the nearest private point: at the corner of the two inequalities or on the edge of the first; the second's is "
                "the first's of the opposite event.",
                betting.fair,
                betting.nonnegative,
                betting.one_inequality,
                betting.at_corner,
                betting.on_edge,
            ),
        ),
    ),
    Entry(
        "evidence.average",
        "ours",
        "Processes about several events, pairs of inputs and alternatives may be averaged, with some weight kept for events "
        "that are found in the data.",
        Verdict.OURS,
        (
            prose(
                "Given the past each bet has a mean of at most 1, so the product over rounds has one, and so has every sum by weights "
                "that the past decides, however the processes depend on each other. A process that is added starts at 1 and is paid "
                "from the reserve.",
                process.rounds,
                process.average,
                process.opened,
            ),
        ),
    ),
    Entry(
        "evidence.ville",
        "ours",
        "If the claim is true, then the probability that the capital ever reaches 1/alpha is at most alpha.",
        Verdict.OURS,
        (
            prose(
                "The capital starts at 1, is never negative and is not expected to grow given the past. So an audit may be watched, "
                "stopped and continued at will. Logarithms are rounded down, so the capital that is kept is never above it.",
                process.ville,
            ),
        ),
    ),
    Entry(
        "evidence.bound",
        "ours",
        "The highest of a ladder of claims that are refuted one after another from below is below the true epsilon, at all "
        "times together, with probability 1 - alpha at least.",
        Verdict.OURS,
        (
            prose(
                "Whoever is private at the odds E is private at F >= E, so odds may be rounded up, and the rungs above the true epsilon "
                "are all true. If more rungs are climbed without a gap than are false, then the lowest true one was refuted, which has "
                "probability alpha at most: no union over rungs is needed. The highest refuted rung, whatever is below it, is no such "
                "bound: then each true rung has its own chance to be refuted.",
                bound.nested,
                bound.ladder,
            ),
        ),
    ),
)
