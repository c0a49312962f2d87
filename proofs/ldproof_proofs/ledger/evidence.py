"""What an audit's verdict and its bound on epsilon rest on, and a test of goodness of fit."""

from ldproof_proofs.evidence import betting, bound, goodness, likelihood_ratio, process, repetition
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "evidence.betting",
        "ours",
        "A bet against the privacy of one event multiplies the capital by a mean of at most 1 if the event is private.",
        Verdict.OURS,
        (
            as_printed(
                "Privacy at the odds E, but for delta, says of an event with the probabilities u and v, given all "
                "that was drawn before, {private = u <= E*v + delta} and, of the opposite event, {opposite private "
                "= 1 - v <= E*(1 - u) + delta}, with {let E = 1 + x}; if both are so, then a bet that weighs both "
                "by numbers that are not negative multiplies the capital by {right} or less in the mean, where a "
                "fair coin picks the input of the draw.",
                betting.tossed,
            ),
            besides(
                "Without the coin, if no factor is negative, so do independent draws, a draw with either input: by "
                "{right} or less in the mean.",
                betting.fair,
            ),
            besides(
                "Capital is never negative if both factors of a loss are not: then those of a gain are not either.",
                betting.nonnegative,
            ),
            besides(
                "Without a weight on the second inequality, the product of both factors of an event that happened "
                "both times is {right = (1 + c/E*(1 - E*t))*(1 - c*(1 - t))}, with {let E = 1 + x}.",
                betting.one_inequality,
            ),
            besides(
                "Chosen for p1 and p0, a bet is the likelihood ratio to the nearest private point where that is "
                "the corner of both inequalities: {corner-hit/right = p1/(E/(E + 1))} for an event that happened "
                "with the first input and {corner-other-hit/right = p0/(1/(E + 1))} with the second, {let E = 1 + "
                "x}, and so for an event that did not.",
                betting.at_corner,
            ),
            besides(
                "So it is where the nearest private point is on the edge of the first inequality, at a t with "
                "{edge-hit/least = 2*E*t^2 + p1 + p0 = (E + p1 + 1 + E*p0)*t}, with {let E = 1 + x}.",
                betting.on_edge,
            ),
        ),
    ),
    Entry(
        "evidence.law",
        "ours",
        "A bet on a whole law multiplies the capital by a mean of at most 1 if every outcome is private.",
        Verdict.OURS,
        (
            as_printed(
                "Privacy at the odds E says of each outcome with the probabilities p and q, given all that was "
                "drawn before, {law-bet/private = p <= E*q} and {law-bet/private the other way = q <= E*p}, with "
                "{let E = 1 + x}; if both are so of any number of them, then what a bet with weights that are not "
                "negative makes of a draw with the first input and of a draw with the second is together at most "
                "what the shift alone makes of it.",
                likelihood_ratio.outcomes,
            ),
            as_printed(
                "For all outcomes together, with {all with the one = P = 1} and {all with the other = Q = 1}, P "
                "and Q being their probabilities with the first input and with the second, the mean is {right} or "
                "less where a fair coin picks the input of the draw.",
                likelihood_ratio.tossed,
            ),
            as_printed(
                "With a delta nothing is promised of outcomes alone, but of the set S of those with "
                "{law-bet-with-sets/in S = E*v <= u} and of the set T of those with {law-bet-with-sets/in T = E*w "
                "<= z}, with {let E = 1 + x}: then a bet whose weights are A and B at most makes of any number of "
                "outcomes, in S, in T or private, at most what the shift makes of it, less what is paid, and A and "
                "B times what both sets exceed the odds by.",
                likelihood_ratio.with_sets,
            ),
            as_printed(
                "For all outcomes together, with {law-bet-with-delta-is-fair-by-a-coin/S is private = PS <= E*QS + delta}, "
                "{law-bet-with-delta-is-fair-by-a-coin/T is private = QT <= E*PT + delta} and "
                "{law-bet-with-delta-is-fair-by-a-coin/paid = paid = (A + B)*delta/2} from every factor, and with "
                "{let E = 1 + x}, the mean is {right} or less where a fair coin picks the input of the draw.",
                likelihood_ratio.tossed_with_delta,
            ),
            besides(
                "Without the coin, if neither mean is negative, independent draws, a draw with either input, "
                "multiply the capital by {right} or less in the mean.",
                likelihood_ratio.fair,
            ),
            besides(
                "On an event and its opposite a bet on the law is the bet on the event.",
                likelihood_ratio.of_two,
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
            as_printed(
                "The capital of a process and another, shared by weights that the past decides, and a reserve are "
                "not expected to grow, however they depend on each other, if each of them is not: with m and n for "
                "their capitals, w and z for the weights, and e and f for the means of what they are multiplied "
                "by, {goal}. Such a sum is a process again, so that it is so of more of them.",
                process.average,
            ),
            as_printed(
                "Over rounds, each of which is expected to multiply the capital by an e with {e <= 1} given the "
                "past, the mean of the product is at most {right}.",
                process.rounds,
            ),
            as_printed(
                "A process that is opened with a capital of {let c = 1}, paid from the reserve, leaves the sum as "
                "it was: {goal = reserve - z + w*m + z*c = reserve + w*m}.",
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
            as_printed(
                "A capital that is never negative and is never expected to grow given the past ever reaches the "
                "inverse of alpha times its start with a probability P such that {goal}: so an audit may be "
                "watched, stopped and continued at will.",
                process.ville,
            ),
        ),
    ),
    Entry(
        "evidence.fit",
        "ours",
        "A program that draws from the exact law is ever said not to with a probability of at most alpha.",
        Verdict.OURS,
        (
            as_printed(
                "Before a draw an outcome has a share of the capital, its weight a and its n earlier draws over D, "
                "and is paid by c, its probability p or an upper bound of that, {fit-bet/an upper bound = p <= c}: "
                "with M for what a draw is expected to multiply the capital by, on account of any number of "
                "outcomes, and A and N for their weights and their earlier draws together, {fit-bet/goal}.",
                goodness.outcomes,
            ),
            as_printed(
                "As the shares of all outcomes are the whole capital, {shares = D = A + N} with A for their weights and N for the number of "
                "earlier draws, a draw is expected to multiply the capital by {right} or less, given all draws before it and "
                "whatever the weights are.",
                goodness.fair,
            ),
            as_printed(
                "What the code computes, from the counts alone, is that capital as a multiple of what it was at "
                "first: each draw multiplies it by its share over its probability.",
                goodness.steps,
            ),
            as_printed(
                "The average over all priors starts as they do, and under the law its mean after a further draw is "
                "what it was.",
                goodness.kept,
            ),
            as_printed(
                "What is bet on k inputs, on all of them at once and on each alone, is not expected to grow by a draw with one "
                "of them, whose capital m it multiplies by e in the mean, {e <= 1}: with others for the product "
                "of the others' capitals and total for their sum, {goal}.",
                goodness.inputs,
            ),
            as_printed("So the code shares the capital among the inputs.", goodness.of_inputs),
            as_printed(
                "Places, pairs of places and sums of one and the same output may be bet on side by side, however "
                "they depend on each other: with m and n for any of their capitals, w and z for their weights "
                "beside a reserve, and e and f for the means of what a draw multiplies them by, {goal}.",
                process.average,
            ),
            as_printed(
                "Such a capital ever reaches the inverse of alpha times its start with a probability P such that "
                "{goal}, however long it is watched.",
                process.ville,
            ),
            besides(
                "Bets are on both sides: where s is bet on an outcome that is paid by c and comes with the probability u, and the "
                "rest on its opposite, a draw multiplies the capital in the mean by "
                "{fit-bet-grows/right = 1 + (u - c)*(s - c)/(c*(1 - c))}, which is more than {fit-bet-above/left} where "
                "{fit-bet-above/u above} and {fit-bet-above/s above}, and where {fit-bet-below/u below} and "
                "{fit-bet-below/s below}.",
                goodness.two_sided,
            ),
        ),
    ),
    Entry(
        "evidence.repetition",
        "ours",
        "Of independent draws from the exact law it is ever said that they repeat earlier ones with a probability of at most alpha.",
        Verdict.OURS,
        (
            as_printed(
                "Of D parts of the capital W are bet on the law, and a part on what each of N earlier draws was, be these "
                "all of them or only that a step before: an outcome with the probability p that n of them were is paid by "
                "c, that or an upper bound, {again-bet/an upper bound = p <= c}. With M for what any number of outcomes "
                "add to the mean of what a draw multiplies the capital by, P for their probability and N for the earlier "
                "draws of theirs, {again-bet/goal}.",
                repetition.outcomes,
            ),
            as_printed(
                "As all outcomes together have {a law = P = 1} and {shares = D = W + N}, a draw is expected to multiply "
                "the capital by {right} or less, given all draws before it.",
                repetition.fair,
            ),
            as_printed(
                "What the code computes, from the counts alone, is that capital, for a step and for all earlier draws: the "
                "first draw leaves it as it is, and a later draw multiplies it by its share over its probability.",
                repetition.steps,
            ),
            as_printed(
                "Before s draws were made the inverse of s is not used yet, from which the step s takes its own: {goal}.",
                repetition.parts,
            ),
            as_printed(
                "What the code has on all steps together is left as it is by the first draw too, and under the law its "
                "mean after a later draw is what it was.",
                repetition.kept,
            ),
            as_printed(
                "It counts a step alone, whichever it likes: with W for what is not used, m for that step's "
                "capital, w for its part and rest for what the others have, {goal} where {rest >= 0}.",
                repetition.counted,
            ),
            as_printed(
                "Steps have a part of the capital, and all earlier draws the rest, at several W: with m and n for the "
                "capitals, w and z for their weights beside a reserve, and e and f for the means of what a draw "
                "multiplies them by, {goal}.",
                process.average,
            ),
            as_printed(
                "Such a capital ever reaches the inverse of alpha with a probability P such that {goal}, however long it is watched.",
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
            as_printed(
                "An event that is private at the odds E is private at larger odds F with the same delta, "
                "{nested-event/E <= F}, and so is its opposite: odds may be rounded up, and of a ladder of claims "
                "all above a true claim are true.",
                bound.nested,
            ),
            as_printed(
                "If more rungs are climbed without a gap than are false, then the lowest true rung was refuted. It "
                "is not so of the highest refuted rung, whatever is below it.",
                bound.ladder,
            ),
            as_printed(
                "That a given true claim is ever refuted has a probability P such that {goal}.",
                process.ville,
            ),
        ),
    ),
)
