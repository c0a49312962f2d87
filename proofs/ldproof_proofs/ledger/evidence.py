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
        "If an event is private, a bet against its privacy multiplies the capital by at most 1 on average.",
        Verdict.OURS,
        (
            as_printed(
                "Given the past, let an event have the probabilities u and v with the different inputs. Let it be "
                "private: {private = u <= E*v + delta} and {opposite private = 1 - v <= E*(1 - u) + delta}. If a fair"
                " coin picks the input, a bet with nonnegative weights multiplies the capital by at most {right} on "
                "average.",
                betting.tossed,
            ),
            besides(
                (
                    "A bet needs no coin if every round draws independently with both inputs, and no factor of the capital is "
                    "negative. For this it suffices that the factors of a loss are not: if the event does not occur with the "
                    "input of u, or occurs with the input of v."
                ),
                betting.fair,
                betting.nonnegative,
            ),
        ),
        also=(betting.at_corner, betting.on_edge),
    ),
    Entry(
        "evidence.law",
        "ours",
        "If every outcome is private, a bet on a whole law multiplies the capital by at most 1 on average.",
        Verdict.OURS,
        (
            as_printed(
                "Given the past, let every outcome have probabilities p and q with the different inputs, where "
                "{law-bet/private = p <= E*q} and {law-bet/private the other way = q <= E*p}. If a fair coin picks "
                "the input, a bet with nonnegative weights multiplies the capital by at most "
                "{law-bet-is-fair-by-a-coin/right} on average.",
                likelihood_ratio.outcomes,
                likelihood_ratio.tossed,
            ),
            as_printed(
                (
                    "With a delta, let S be the outcomes that are too likely with the first input, {law-bet-with-sets/in S = "
                    "E*v <= u}. Let T be those that are too likely with the second, {law-bet-with-sets/in T = E*w <= z}. Let "
                    "both sets be private, {law-bet-with-delta-is-fair-by-a-coin/S is private = PS <= E*QS + delta} and "
                    "{law-bet-with-delta-is-fair-by-a-coin/T is private = QT <= E*PT + delta}."
                ),
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
                (
                    "A bet on a law needs no coin if every round draws independently with both inputs, and the mean factors "
                    "of both draws are not negative. With an event and its opposite as the only outcomes, this is the bet of "
                    "{@evidence.betting}."
                ),
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
                "Let p and q be the probabilities of an event with neighbouring inputs, and let their laws have a "
                "Renyi divergence of order a of at most epsilon. Then {divergence-of-event/goal}. zCDP with the "
                "parameter rho claims this for every order a, with a times rho in the place of epsilon.",
                notions.divergence_of_event,
            ),
            as_printed(
                "Let u and v be other probabilities, with {tangent-of-divergence/v < u = v < u}. In terms of these, that bound on V is "
                "{tangent-of-divergence/divergence}. It implies the guarantee {tangent-of-divergence/goal}.",
                notions.guarantee_of_tangent,
            ),
            besides(
                (
                    "The guarantee at u and v comes from the tangent plane of V at this point. V is not below the plane, by "
                    "Bernoulli's inequality {power-above-tangent/goal}, and is at most M."
                ),
                notions.power_above_tangent,
                notions.half_of_divergence,
            ),
            as_printed(
                (
                    "Under Gaussian privacy with the parameter mu, {profile-of-shift/goal} at every {profile-of-shift/E > 1 = "
                    "1 < E}, for a delta that depends on E and mu."
                ),
                notions.profile_of_shift,
            ),
            as_printed(
                "Let a convex trade-off curve be f at q, so that {side-of-curve/claim = f <= 1 - p}, and go through the points (x0, y0) "
                "and (x1, y1), or be above the line through them. Then {side-of-curve/goal}.",
                notions.guarantee_of_side,
            ),
            as_printed(
                "Let {opposite-guarantee/guarantee = p <= E*q + delta}. Then the opposite event has the guarantee "
                "{opposite-guarantee/goal}, with the inputs exchanged.",
                notions.guarantee_of_complement,
            ),
            as_printed(
                "Each bet is against a guarantee that is chosen from earlier draws, and is fair by "
                "{@evidence.betting}. So the product of the factors of all draws has a mean of at most {right}.",
                process.rounds,
            ),
            as_printed(
                "By {@evidence.average} and {@evidence.ville} a true claim of any of these kinds is ever refuted with"
                " a probability of {ville/goal:bound of P}.",
                process.average,
                process.ville,
            ),
        ),
    ),
    Entry(
        "evidence.average",
        "ours",
        "A process is a capital that is never negative and does not grow on average if the claim is true. "
        "Processes may bet on different events, on different pairs of inputs, or against different alternatives. A "
        "weighted sum of them is again a process, and some weight may be kept for later processes.",
        Verdict.OURS,
        (
            as_printed(
                "Let processes have the capitals m and n, and the weights w and z beside a reserve, none negative. Let a round "
                "multiply their capitals by factors that have, given the past, the means e and f, where {e <= 1} and {f <= 1}. Then {goal},"
                " however the processes depend on each other. So a weighted sum of processes is a process.",
                process.average,
            ),
            as_printed(
                "Given the past, let each round multiply the capital by a factor with a mean e, where {e <= 1}. Then "
                "the product of the factors has a mean of at most {right}.",
                process.rounds,
            ),
            as_printed(
                "A new process starts with a unit of capital. Let its weight z be fixed before its first round, at most the "
                "reserve, and taken from it. This does not change the sum: {goal = "
                "reserve - z + w*m + z = reserve + w*m}.",
                process.opened,
            ),
        ),
    ),
    Entry(
        "evidence.ville",
        "ours",
        "Bet against a claim, starting from a capital of 1, so that no bet has a positive expected gain if "
        "the claim is true. If the claim is true, the capital ever reaches 1/alpha with probability at most "
        "alpha.",
        Verdict.OURS,
        (
            as_printed(
                "Let a capital never be negative, and given the past never be expected to grow. The probability that "
                "it ever reaches its start divided by alpha is {goal:bound of P}. So the betting may stop, or go on, "
                "at any time.",
                process.ville,
            ),
            besides(
                (
                    "Let programs be audited in sequence, each with a new capital. Given the past, the capital at the end of "
                    "each has a mean e with {e <= 1}. Their product has a mean of at most {right}, and is evidence against "
                    "all of these programs together."
                ),
                process.rounds,
            ),
        ),
    ),
    Entry(
        "evidence.fit",
        "ours",
        "If a program draws from the exact law, the test ever says that it does not with probability at most "
        "alpha.",
        Verdict.OURS,
        (
            as_printed(
                "Give the outcomes weights whose sum is A, let N be the number of earlier draws, and "
                "{fit-bet-is-fair/shares = D = A + N}. Split the capital into D parts, and put on each outcome as "
                "many parts as its weight and its earlier draws together. If an outcome of probability p occurs, its "
                "stake is divided by c, where {fit-bet/an upper bound = p <= c}, and the other stakes are lost. Then "
                "a draw multiplies the capital by at most {fit-bet-is-fair/right} on average.",
                goodness.outcomes,
                goodness.fair,
            ),
            as_printed(
                "The code computes this capital from the counts, averages it over priors, and takes the mean of the "
                "product and of the average of the capitals of k inputs. A draw multiplies the capital m of its input"
                " by a factor with a mean e, {fit-inputs/e <= 1}. So the mean does not grow: {fit-inputs/goal}.",
                goodness.steps,
                goodness.kept,
                goodness.inputs,
                goodness.of_inputs,
            ),
            as_printed(
                "Bets on the places of an output, on pairs of places and on sums of places are averaged, by "
                "{@evidence.average}. By {@evidence.ville} the capital ever reaches the inverse of alpha with "
                "probability {ville/goal:bound of P}.",
                process.average,
                process.ville,
            ),
            besides(
                (
                    "Let the part s of the capital be bet on an outcome of probability u, where stakes are divided by c. Let "
                    "the rest be bet on its opposite, where they are divided by what c leaves. On average the capital is "
                    "multiplied by {fit-bet-grows/right = 1 + (u - c)*(s - c)/(c*(1 - c))}. This is more than "
                    "{fit-bet-above/left} if s and u are both above c, or both below c."
                ),
                goodness.two_sided,
            ),
        ),
    ),
    Entry(
        "evidence.repetition",
        "ours",
        "If draws are independent and follow the exact law, the test ever says that they repeat earlier draws"
        " with probability at most alpha.",
        Verdict.OURS,
        (
            as_printed(
                "Split the capital into {again-is-fair/shares = D = W + N} parts. Spread W parts over the outcomes in"
                " proportion to their probabilities, and put a part on the outcome of each of N earlier draws. These "
                "are all earlier draws, or in a second scheme only the draw s draws ago. If an outcome of probability"
                " p occurs, its stake is divided by c, where {again-bet/an upper bound = p <= c}, and the other "
                "stakes are lost. Then a draw multiplies the capital by at most {again-is-fair/right} on average.",
                repetition.outcomes,
                repetition.fair,
            ),
            as_printed(
                "In the second scheme the lags s share a capital. Before lag s a part of {again-parts/unallocated} is"
                " left, and lag s gets {again-parts/received}. The code computes the capital from the counts. Under "
                "the law, if c is p, the expected total over all lags stays constant.",
                repetition.parts,
                repetition.steps,
                repetition.kept,
            ),
            as_printed(
                "The test adds the capitals of both schemes, for several W, with fixed weights. By "
                "{@evidence.average} the law does not raise the mean of the sum. By {@evidence.ville} the sum ever "
                "reaches the inverse of alpha with probability {ville/goal:bound of P}.",
                process.average,
                process.ville,
            ),
        ),
        also=(repetition.counted,),
    ),
    Entry(
        "evidence.bound",
        "ours",
        "Refute claims of increasing epsilon one after another, from the lowest on. With probability at least"
        " 1 - alpha, at all times together, the highest claim that is refuted without a gap is below the true"
        " epsilon.",
        Verdict.OURS,
        (
            as_printed(
                "An event and its opposite that are private at the odds E are private at all odds F with {nested-event/E <= F}, with the "
                "same delta. So all claims above a true claim are true.",
                bound.nested,
            ),
            as_printed(
                "Let the claims be a ladder, in the order of epsilon. If more claims are refuted without a gap than "
                "are false, then the lowest true claim was refuted. With gaps this need not hold.",
                bound.ladder,
            ),
            as_printed(
                "By {@evidence.ville} a given true claim is ever refuted with probability {goal:bound of P}.",
                process.ville,
            ),
        ),
    ),
)
