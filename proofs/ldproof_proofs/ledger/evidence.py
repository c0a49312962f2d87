"""What an audit's verdict and its bound on epsilon rest on, and a test of goodness of fit."""

from ldproof_proofs.evidence import (
    betting,
    bound,
    goodness,
    likelihood_ratio,
    notions,
    process,
    repetition,
)
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
                "Let an event have the probabilities u and v with the inputs, given the past, with {private = u <= E*v + delta} and "
                "{opposite private = 1 - v <= E*(1 - u) + delta}. If a fair coin picks the input, a bet with nonnegative "
                "weights multiplies the capital by at most {right} on average.",
                betting.tossed,
            ),
            besides(
                "So do independent draws with both inputs, without a coin, if no factor is negative. For this it suffices that the "
                "factors of both losses are not.",
                betting.fair,
                betting.nonnegative,
            ),
            besides(
                "A bet may be aimed at the probabilities p1 and p0. Then it is the likelihood ratio to the nearest private point, "
                "{corner-hit/right = p1/(E/(E + 1))} and {corner-other-hit/right = p0/(1/(E + 1))} for the event, if both "
                "inequalities are tight there.",
                betting.at_corner,
            ),
            besides(
                "If only the first is tight there, it is {edge-hit/right = p1/(E*t)} and {edge-other-hit/right = p0/t}, where "
                "{edge-hit/least = 2*E*t^2 + p1 + p0 = (E + p1 + 1 + E*p0)*t}.",
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
                "Let every outcome have probabilities p and q with the inputs, given the past, with {law-bet/private = p <= E*q} and "
                "{law-bet/private the other way = q <= E*p}. If a fair coin picks the input, a bet with nonnegative weights "
                "multiplies the capital by at most {law-bet-is-fair-by-a-coin/right} on average.",
                likelihood_ratio.outcomes,
                likelihood_ratio.tossed,
            ),
            as_printed(
                "With a delta, let S be the outcomes with {law-bet-with-sets/in S = E*v <= u}, and T those with "
                "{law-bet-with-sets/in T = E*w <= z}. Let both sets be private, "
                "{law-bet-with-delta-is-fair-by-a-coin/S is private = PS <= E*QS + delta} and "
                "{law-bet-with-delta-is-fair-by-a-coin/T is private = QT <= E*PT + delta}.",
                likelihood_ratio.with_sets,
                likelihood_ratio.tossed_with_delta,
            ),
            as_printed(
                "Then the same holds for a bet with weights of at most A on S and B on T, if every factor is lowered by "
                "{law-bet-with-delta-is-fair-by-a-coin/paid = paid = (A + B)*delta/2}.",
                likelihood_ratio.with_sets,
                likelihood_ratio.tossed_with_delta,
            ),
            besides(
                "Without the coin it holds for independent draws with both inputs, if neither mean is negative. On an event and its "
                "opposite this is the bet of {@evidence.betting}.",
                likelihood_ratio.fair,
                likelihood_ratio.of_two,
            ),
        ),
    ),
    Entry(
        "evidence.notions",
        "ours",
        "Claims of zCDP and of Renyi, Gaussian and f-differential privacy imply guarantees of events, and a bet against any of "
        "these multiplies the capital by a mean of at most 1 if the claim is true.",
        Verdict.OURS,
        (
            as_printed(
                "Let p and q be the probabilities of an event with neighbouring inputs, and let their laws have a Renyi divergence of "
                "order a of at most epsilon. Then {divergence-of-event/goal}. A claim of zCDP with rho says so of "
                "every order a, with a times rho for epsilon.",
                notions.divergence_of_event,
            ),
            as_printed(
                "Let u and v be other probabilities, with {tangent-of-divergence/v < u = v < u}. In terms of these, that bound on V is "
                "{tangent-of-divergence/divergence}. It implies the guarantee {tangent-of-divergence/goal}.",
                notions.guarantee_of_tangent,
            ),
            besides(
                "For V is above its tangent plane at u and v, by Bernoulli's inequality, {power-above-tangent/goal}.",
                notions.power_above_tangent,
                notions.half_of_divergence,
            ),
            as_printed(
                "Under Gaussian privacy with the parameter mu, {profile-of-shift/goal} at every {profile-of-shift/E > 1 = 1 < E}.",
                notions.profile_of_shift,
            ),
            as_printed(
                "Let a convex trade-off curve be f at q, so that {side-of-curve/claim = f <= 1 - p}, and go through the points (x0, y0) "
                "and (x1, y1), or be above the line through them. Then {side-of-curve/goal}.",
                notions.guarantee_of_side,
            ),
            as_printed(
                "A guarantee {opposite-guarantee/guarantee = p <= E*q + delta} of small odds is a guarantee of the opposite event: "
                "{opposite-guarantee/goal}.",
                notions.guarantee_of_complement,
            ),
            as_printed(
                "Each bet is against a guarantee that is chosen from earlier draws, and is fair by {@evidence.betting}. So the product "
                "of what the draws multiply the capital by has a mean of at most {right}.",
                process.rounds,
            ),
            as_printed(
                "By {@evidence.average} and {@evidence.ville} a true claim of any of these kinds is ever refuted with probability "
                "{ville/goal:bound of P}.",
                process.average,
                process.ville,
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
                "Let processes have the capitals m and n, the weights w and z beside a reserve, and factors of the means e and f, "
                "with {e <= 1} and {f <= 1}. Then {goal}, however they depend on each other: a weighted sum of processes is a "
                "process.",
                process.average,
            ),
            as_printed(
                "If each round multiplies the capital by a mean e with {e <= 1}, given the past, then their product has a mean of at "
                "most {right}.",
                process.rounds,
            ),
            as_printed(
                "To open a process with the weight z, paid from the reserve, keeps the sum: {goal = reserve - z + w*m + z = reserve + "
                "w*m}.",
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
                "Let a capital never be negative, and never be expected to grow given the past. It ever reaches the inverse of alpha "
                "times its start with probability {goal:bound of P}. So an audit may be stopped and continued at will.",
                process.ville,
            ),
            besides(
                "Let programs be audited after each other, each from a new start. Given the past the capital at the end of each has a "
                "mean e with {e <= 1}, and their product a mean of at most {right}: it is evidence against all of these together.",
                process.rounds,
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
                "Let A be the sum of the outcomes' weights, N the number of earlier draws, and "
                "{fit-bet-is-fair/shares = D = A + N}. Of D parts of the capital an outcome gets its weight and the number of its "
                "earlier draws. It is paid by c with {fit-bet/an upper bound = p <= c}, p being its probability. Then a draw multiplies the capital by at most {fit-bet-is-fair/right} on average.",
                goodness.outcomes,
                goodness.fair,
            ),
            as_printed(
                "The code computes this capital from the counts, averages it over priors, and bets on the product and the average of "
                "the capitals of k inputs. Its mean does not grow: {fit-inputs/goal}, with {fit-inputs/e <= 1}.",
                goodness.steps,
                goodness.kept,
                goodness.inputs,
                goodness.of_inputs,
            ),
            as_printed(
                "Places, pairs of places and sums of an output are bet on side by side, by {@evidence.average}. By {@evidence.ville} "
                "the capital ever reaches the inverse of alpha with probability {ville/goal:bound of P}.",
                process.average,
                process.ville,
            ),
            besides(
                "Let s be bet on an outcome of probability u that is paid by c, and the rest on its opposite. The capital is "
                "multiplied by {fit-bet-grows/right = 1 + (u - c)*(s - c)/(c*(1 - c))} on average: by more than "
                "{fit-bet-above/left} if s and u are on the same side of c.",
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
                "Split the capital into {again-is-fair/shares = D = W + N} parts. Bet W on the law, and a part on what each of N "
                "earlier draws was: on all earlier draws, or only on that s steps before. An outcome of probability p is paid by c with "
                "{again-bet/an upper bound = p <= c}. Then a draw multiplies the capital by at most {again-is-fair/right} on average.",
                repetition.outcomes,
                repetition.fair,
            ),
            as_printed(
                "The unallocated weight before step s is {again-parts/unallocated}; step s receives {again-parts/received}. The "
                "code computes this capital from the counts, and under the law the mean over all steps stays as it is.",
                repetition.parts,
                repetition.steps,
                repetition.kept,
            ),
            as_printed(
                "The code adds such capitals with fixed weights, for several W, and for bets on all earlier draws and on steps. By "
                "{@evidence.average} the law does not raise the mean of the sum. By {@evidence.ville} the sum ever reaches the inverse of alpha with probability {ville/goal:bound of P}.",
                process.average,
                process.ville,
            ),
            besides(
                "The code may count a step alone. With W for the unallocated weight, w for that of the step and m for its capital, "
                "{goal}. The other steps have {rest >= 0}.",
                repetition.counted,
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
                "An event and its opposite that are private at the odds E are private at all odds F with {nested-event/E <= F}, with the "
                "same delta. So all claims above a true claim are true.",
                bound.nested,
            ),
            as_printed(
                "If more rungs are climbed without a gap than are false, then the lowest true rung was refuted. This does not hold for "
                "the highest rung that was refuted.",
                bound.ladder,
            ),
            as_printed(
                "By {@evidence.ville} a given true claim is ever refuted with probability {goal:bound of P}.",
                process.ville,
            ),
        ),
    ),
)
