"""The claims of the source on m-shot reporting, in order, and ours about it."""

from ldproof_proofs.experiments import shots as experiments
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose
from ldproof_proofs.law import binary, composition, divergence, pointwise, union
from ldproof_proofs.law import definitions as law_definitions
from ldproof_proofs.reporting import chosen, coin, transcript
from ldproof_proofs.reporting import reachable as reporting_reachable
from ldproof_proofs.shots import amplification, choice, detection, expectations, inversion, mixtures, variance
from ldproof_proofs.shots.accuracy import (
    accurate,
    adaptive,
    best_shot,
    best_shot_constant,
    best_shot_fails,
    chernoff,
    condition,
    constants,
    definitions,
    deviation,
    f_measure,
    growth,
    heavy_hitters,
    logarithm,
    naive,
    needed,
    one_shot,
    one_shot_limits,
    orders,
    t_shot,
    taylor,
    text,
    theorem_5,
)
from ldproof_proofs.shots.alphas import (
    by_variance,
    clipped,
    clipping,
    conditions,
    every_round,
    halving,
    solved,
)
from ldproof_proofs.shots.distance import attained, bound, closed_form, ends, known, mean, rounds
from ldproof_proofs.shots.formulas import (
    best_m,
    best_m_counted,
    cases,
    crossings,
    crossings_counted,
    linear,
    merit,
    peak,
    rates,
    rational_ties,
    ties,
)
from ldproof_proofs.shots.law import (
    dummies,
    event_epsilon,
    event_level,
    event_level_attained,
    joint,
    reachable,
    simulation,
    user_level,
)
from ldproof_proofs.tails import cited, exponent, trials
from ldproof_proofs.tails import exact as tails_exact

SHOTS = "Ono, Fukuchi, Sakuma: sequential heavy hitters under local differential privacy"


ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.def-2.1",
        f"{SHOTS}, section 2.1, Definition 2.1",
        "Q is epsilon-LDP if Pr[Q(v) in S] <= e^epsilon Pr[Q(v') in S] for all data v, v' and all sets S of outputs; "
        "then no output tells the data for certain.",
        Verdict.HOLDS,
        (
            prose(
                "With finitely many outputs it is enough to compare output by output: the bound then passes to every event, "
                "to whatever is drawn from the output (post-processing) and to mixtures. What can come out for some data "
                "can come out for any data. Asking for epsilon > 0 leaves out mechanisms that reveal nothing, such as dummies.",
                pointwise.events,
                pointwise.possible,
            ),
        ),
        also=(
            pointwise.tight,
            law_definitions.largest,
            law_definitions.moments,
            law_definitions.mixtures,
            law_definitions.binomials,
        ),
    ),
    Entry(
        "shots.thm-1",
        f"{SHOTS}, section 2.1, Theorem 1",
        "If Q_1, ..., Q_K take the same data and each Q_i is epsilon_i-private, then the sequence of them is "
        "(epsilon_1 + ... + epsilon_K)-private.",
        Verdict.CORRECTED,
        (
            prose(
                "Each must be epsilon_i-private given what the others released, as it is if its noise is its own; then the odds "
                "multiply, and for independent outputs exactly. Without that it is false: v xor B and B, with one fair bit B, "
                "have odds 1 each, so they are epsilon-private for every epsilon > 0, and together they show v: infinite odds.",
                composition.composition,
                composition.epsilons_add,
                composition.shared_noise,
            ),
        ),
        also=(composition.independent,),
    ),
    Entry(
        "shots.thm-2",
        f"{SHOTS}, section 2.2, Theorem 2",
        "The binary mechanism is epsilon-LDP.",
        Verdict.HOLDS,
        (
            prose(
                "Its worst ratio is exactly e^epsilon: it is private at no smaller epsilon.",
                coin.is_a_law,
                coin.ratio,
                coin.difference,
                coin.private,
                coin.nonnegative,
                coin.dummies,
                coin.dummy_is_a_law,
            ),
        ),
    ),
    Entry(
        "shots.binary-optimal",
        f"{SHOTS}, section 1, Related Work",
        "Among the private ways to send a 0 or a 1, the staircase mechanism, here the binary mechanism, makes the "
        "distance between the two distributions largest.",
        Verdict.HOLDS,
        (
            prose(
                "Every epsilon-LDP law on one bit with finitely many outputs is drawn from the binary mechanism's report: an "
                "output with probabilities p and q comes from the report 0 with probability (E p - q)/(E - 1) and from 1 with "
                "(E q - p)/(E - 1), E = e^epsilon; and whatever is drawn from that report is epsilon-LDP. So no f-divergence, "
                "f convex, exceeds the binary mechanism's, f(E)/(E + 1) + E f(1/E)/(E + 1). It is about one report, not "
                "about m of them.",
                binary.channel,
                binary.channel_sums,
                binary.converse,
                divergence.ratio,
                divergence.summand,
                divergence.total,
                divergence.largest,
            ),
        ),
        also=(binary.exhaustively,),
    ),
    Entry(
        "shots.threshold",
        f"{SHOTS}, abstract, section 1 and section 3.1",
        "A round is a heavy hitter if the share of active people is greater than theta (abstract, introduction); if it "
        "is at least theta (section 3.1, Algorithm 1, equation (11)).",
        Verdict.CORRECTED,
        (
            prose(
                "Both cannot be meant; here it is at least theta, as in section 3.1. In experiment 1, Phi_0 = t/100 and theta = "
                "4/5, so t = 80 decides: 21 heavy hitters or 20. Where the odds are rational, Phi itself can be theta: of two "
                "people one is active, T = 1, E = 3, theta = 1/2, and the round is detected with probability 13/16 by >= and "
                "3/16 by >.",
                heavy_hitters.threshold,
                heavy_hitters.detection,
            ),
        ),
        also=(
            detection.irrational,
            detection.lengths,
            tails_exact.mixed,
            tails_exact.binomial_tails,
        ),
    ),
    Entry(
        "shots.heavy-hitters",
        f"{SHOTS}, section 1, Related Work",
        "Without the sequential constraint the problem is that of heavy hitters over T items, where each person holds "
        "one of the items.",
        Verdict.CORRECTED,
        (
            prose(
                "Each person holds a set of items: one person who is active in both of two rounds makes the shares add up to "
                "2, and with one item each they add up to 1. The difference also matters to privacy: people with one item "
                "each differ in two rounds only, and for T = m = 3, E = 3, r = 0 the tight odds between them are 9, between any "
                "people 27. And rounds are asked for that reach a threshold, not the k most frequent.",
                heavy_hitters.shares_add_up,
                heavy_hitters.items_are_safer,
            ),
        ),
    ),
    Entry(
        "shots.def-3.1",
        f"{SHOTS}, section 3.2, Definition 3.1, and appendices 2 to 4",
        "Phi is (alpha, beta)-accurate if with probability at least 1 - beta its error is below alpha at every t; the "
        "appendix reads this as Pr[some error reaches alpha] < beta.",
        Verdict.CORRECTED,
        (
            prose(
                "It says Pr[some error reaches alpha] <= beta. One person with states 00, T = m = 2, E = 3 and alpha = 1 has "
                "exactly 7/16 there, so Phi is (1, 7/16)-accurate and 7/16 < 7/16 is false. In either round alone it is 1/4: "
                "accuracy is of all rounds at once, and no round's own error probability says it.",
                definitions.simultaneous,
                definitions.not_strict,
                definitions.with_equality,
            ),
        ),
    ),
    Entry(
        "shots.thm-3",
        f"{SHOTS}, section 4.1, Theorem 3",
        "Phi is an unbiased estimator of Phi_0.",
        Verdict.HOLDS,
        (
            prose(
                "It needs epsilon > 0, or p - q is 0. That p and q are the marginals of the transcript's law is part of "
                "what is shown: a formula built from any two different numbers would look unbiased.",
                transcript.linear,
                transcript.hiding_most,
                chosen.chances,
                chosen.step,
                rates.choices,
                rates.marginals,
                rates.difference,
                rates.unbiased,
            ),
        ),
        also=(transcript.fold_is_average,),
    ),
    Entry(
        "shots.thm-4",
        f"{SHOTS}, section 4.2, Theorem 4",
        "m-shot reporting is epsilon-LDP.",
        Verdict.HOLDS,
        (
            prose(
                "And exactly so: a transcript that shows one person's state in every round is e^epsilon times likelier "
                "for that person than for whoever has the opposite states, for all T, m and r. Dummies amplify nothing "
                "between two arbitrary people; between people who differ in one round the tight odds are "
                "1 + (E - 1) m (1 - o) / (o (T - m) + m (1 - o)) with o = min(r, 1 - r) and E = e^(epsilon/m).",
                transcript.private,
                transcript.revealing,
                user_level.user_level,
                user_level.user_level_attained,
                user_level.likelihoods,
                reporting_reachable.doubling,
                reporting_reachable.reachable,
                reachable.rounds,
                reachable.likely,
                chosen.chances,
                chosen.step,
                transcript.hiding,
                transcript.hiding_most,
                dummies.loud,
                event_level.event_level_weights,
                dummies.quiet_bounds,
                event_level.event_level,
                event_level_attained.event_level_attained,
                event_epsilon.event_budget,
            ),
        ),
        also=(
            transcript.fold_is_average,
            user_level.user_level_exhaustively,
            user_level.whole_budget,
            event_epsilon.event_level_exhaustively,
        ),
    ),
    Entry(
        "shots.thm-10",
        f"{SHOTS}, appendix 1, Theorem 10",
        "Pr[|X - mu| >= delta mu] <= 2 exp(-mu delta^2 / 3) for sums of independent trials and 0 < delta < 1.",
        Verdict.LOOSE,
        (
            prose(
                "A textbook's theorem, cited here. Its constant 1/3 can be 2 ln 2 - 1 = 0.386... for 0 < d <= 1: the exponent "
                "(1 + d) ln(1 + d) - d of the upper tail is at least that times d^2, with equality at d = 1, and the lower tail "
                "is lighter. It may also be taken at any number that the expectation does not exceed, in its place. Both are "
                "proved from Markov's inequality for e^(s X) and the textbook's bound on its mean, which are cited.",
                cited.theorem_10,
                exponent.best_constant,
                trials.trials,
            ),
        ),
    ),
    Entry(
        "shots.thm-5",
        f"{SHOTS}, section 4.3, Theorem 5",
        "If alpha is below (1), then Pr[some round's error reaches alpha] <= 2 T exp(-f(m, r) epsilon N alpha^2 / (3 T)).",
        Verdict.CORRECTED,
        (
            prose(
                "With alpha > 0 it follows from Chernoff's bound; (1) says no more than alpha < q / (p - q). A condition is "
                "needed: without any, one person, m = 1, T = 100, E = 2, r = 0, state 0 and alpha = (1 - q)/(p - q) have "
                "exactly 1/3 on the left and less than 10^-19 on the right. An alpha at which (2) is beta is under (1) if and "
                "only if beta is above (2) at the limit of (1). In the source's first experiment, N = 10000, T = 100 and r = 0, "
                "no beta below 1 is, if epsilon = 1; if epsilon = 10 and m = 6, only beta above 0.495106580830... is; if "
                "epsilon = 200 and m = 100, every beta above 8.852 10^-22.",
                condition.condition,
                deviation.tails,
                union.union,
                chernoff.as_chernoff,
                chernoff.applies,
                chernoff.bound,
                theorem_5.theorem_5,
                condition.without_condition,
            ),
        ),
        also=(conditions.experiments,),
    ),
    Entry(
        "shots.naive-order",
        f"{SHOTS}, section 4",
        "Unless epsilon is very large, the naive method, a report in every round, has an alpha of O(T sqrt(log T / N)), "
        "so that N must grow at least like T^2.",
        Verdict.HOLDS,
        (
            prose(
                "For epsilon <= k T, whatever k: the upper bound is Theorem 7, and N must really grow like T^2, because the "
                "exact variance of Phi at m = T, E / (N (E - 1)^2) with E = e^(epsilon/T), is at least "
                "(T/epsilon)^2 k^2 e^k / (e^k - 1)^2 / N, for k = 1 0.920673594... (T/epsilon)^2 / N. Very large means linear "
                "in T: for epsilon >= k T, alpha = sqrt(3 K(k) ln(2T/beta) / N) is enough under (1).",
                naive.exact_variance,
                naive.naive,
                naive.large,
                constants.constants,
            ),
        ),
    ),
    Entry(
        "shots.eq-3",
        f"{SHOTS}, section 4.3, equation (3)",
        "f decreases in r, so that r* = 0 maximises it for every m.",
        Verdict.HOLDS,
        (
            prose(
                "For the bound (2). At m = T there is no dummy, and all r tie. Of the exact error it is not true.",
                merit.merit,
                merit.decreasing,
            ),
        ),
    ),
    Entry(
        "shots.eq-4",
        f"{SHOTS}, section 4.3, equation (4)",
        "The largest f(m, r) over all m and r is the largest f(m, 0) over all m.",
        Verdict.HOLDS,
        (
            prose(
                "By equation (3), for every m on its own; nothing is said of the exact error.",
                merit.decreasing,
            ),
        ),
    ),
    Entry(
        "shots.r-star",
        f"{SHOTS}, section 4.3",
        "r* = 0 is the best dummy, as f decreases in r.",
        Verdict.CORRECTED,
        (
            prose(
                "For the bound (2), and where at most half of the people are active. The exact variance is concave in r, so that "
                "0 or 1 is best for every share phi; N times its value at r = 0 less that at r = 1 is "
                "(2 phi - 1) (T - m) (E + 1) / (m (E - 1)): dummies of 1 are better if and only if phi > 1/2 and m < T, at the "
                "same privacy. Flipping all states and bits turns phi into 1 - phi and r into 1 - r.",
                variance.exact,
                variance.one_against_zero,
                variance.concave,
                variance.symmetry,
                variance.largest,
            ),
        ),
        also=(variance.worst,),
    ),
    Entry(
        "shots.g",
        f"{SHOTS}, section 4.3",
        "f(m, 0) = g(m / epsilon).",
        Verdict.HOLDS,
        (
            prose(
                "As printed.",
                merit.one_variable,
            ),
        ),
    ),
    Entry(
        "shots.fig-1",
        f"{SHOTS}, section 4.3, figure 1",
        "g has one extremum on x > 0.",
        Verdict.HOLDS,
        (
            prose(
                "A maximum. The source reads it off a plot; here the derivative's signs are charted.",
                peak.one_peak,
            ),
        ),
    ),
    Entry(
        "shots.thm-6",
        f"{SHOTS}, section 5.1, Theorem 6",
        "If alpha_1 is below a limit (1/e^(epsilon+1) in our copy) there is a universal gamma > 0, with "
        "epsilon > gamma, such that one-shot reporting is (alpha_1, beta)-accurate for an "
        "alpha_1 = O(sqrt(T log(T/beta) / N)).",
        Verdict.CORRECTED,
        (
            prose(
                "For every gamma > 0 and all epsilon >= gamma: under (1), with r = 0, "
                "alpha_1 = sqrt(3 K(gamma) T ln(2T/beta) / N) is enough, where K(u) = e^u (e^u + 1) / (e^u - 1)^2 "
                "= 1 / (u g(1/u)), and for (2) no smaller constant is. No constant serves all epsilon > 0, as K is unbounded; "
                "with r > 0 alpha^2 is of order T^2. ln(2T/beta) <= 2 ln(T/beta) where T/beta >= 2, but with ln(T/beta) itself "
                "it fails near T/beta = 1: one person, one round, E = 2, beta = 99/100 and the constant 36 are off with "
                "probability 1. The condition in our copy is stronger than (1), which at r = 0 is alpha < 1/(e^epsilon - 1).",
                accurate.bounded,
                accurate.accurate,
                one_shot.rises,
                one_shot.theorem_6,
                needed.needed,
                one_shot.smallest,
                one_shot_limits.without_gamma,
                one_shot_limits.with_dummies,
                one_shot_limits.printed_condition,
                logarithm.logarithm,
                logarithm.printed_logarithm,
            ),
        ),
    ),
    Entry(
        "shots.thm-7",
        f"{SHOTS}, section 5.2, Theorem 7, and appendix 3",
        "If alpha_T is below a limit (1/e^(epsilon/T+1) in our copy) and epsilon/T < 1, T-shot reporting is "
        "(alpha_T, beta)-accurate for an alpha_T = O(sqrt(T^2 log(T/beta) / (epsilon^2 N))); the proof uses "
        "e^x <= 1 + x + (epsilon/2) x^2 on [0, 1], as our copy has it.",
        Verdict.CORRECTED,
        (
            prose(
                "alpha_T = sqrt(3 K(1) T^2 ln(2T/beta) / (epsilon^2 N)) is enough under (1), 3 K(1) = 10.26997168..., and no "
                "smaller constant is, as u^2 K(u) increases; more generally 3 k^2 K(k) for epsilon <= k T. The Taylor step of "
                "our copy is false at epsilon = x = 1/2 (1.6487... against 25/16); with e/2 it and the display that it is for "
                "hold, and e - 2 is its best constant, reached at x = 1.",
                t_shot.falls,
                t_shot.theorem_7,
                t_shot.smallest,
                taylor.taylor,
                taylor.printed_taylor,
                taylor.display,
                constants.constants,
            ),
        ),
    ),
    Entry(
        "shots.c-star",
        f"{SHOTS}, section 5.3",
        "c* = argmin g, about 0.574.",
        Verdict.REFUTED,
        (
            prose(
                "It is where g is largest: argmax was meant. inf g = 0, and no x attains it.",
                peak.peak,
                peak.not_a_minimum,
                peak.infimum,
            ),
        ),
    ),
    Entry(
        "shots.eq-7",
        f"{SHOTS}, section 5.3, equation (7)",
        "m* is 1 for epsilon <= 1/c*, T for epsilon >= T/c*, and in between the better of the floor and the ceiling "
        "of c* epsilon.",
        Verdict.HOLDS,
        (
            prose(
                "It follows from g's one peak: of two m on one side of c* epsilon the nearer is better. For every m there is "
                "one budget at which m and m + 1 tie, epsilon_m,m+1 = m (m + 1) ln z with z > 1 the root of "
                "m [m+1]^2 (z^m + 1) - (m+1) [m]^2 z (z^(m+1) + 1): 2.43751145374..., 4.24995231194..., 6.02087033166..., "
                "so that m* = min(T, 1 + the number of these below epsilon). It is not c* epsilon rounded: at epsilon = 5/2, "
                "c* epsilon is below 3/2 and m* = 2. An algebraic epsilon never ties (Lindemann and Weierstrass), so that "
                "m* can be decided for every rational one. Nor does a rational e^epsilon: the polynomial is m + (m - 1) z + ... "
                "- z^(3m), so that by Gauss's lemma a z with a rational power would be whole and divide m, and from m = 3 on "
                "z < 2. That argument is in words; the bound on z is proved, the coefficients are checked.",
                best_m.nearest,
                best_m.turning,
                crossings.later,
                crossings.crossing,
                crossings_counted.first,
                ties.no_ties,
                rational_ties.whole,
                cases.not_rounded,
                best_m_counted.quoted,
            ),
        ),
        also=(
            crossings_counted.enclosed,
            crossings_counted.late,
            best_m_counted.compared,
            rational_ties.coefficients,
        ),
    ),
    Entry(
        "shots.cases-123",
        f"{SHOTS}, section 5.3, cases (1) to (3)",
        "One report should be used for epsilon < 1/0.575, m* reports for 1/0.575 < epsilon < T/0.574, and T reports "
        "for epsilon > T/0.574.",
        Verdict.HOLDS,
        (
            prose(
                "Each rounding of c* = 0.5743... is on the safe side, and in case (3) it has to be: at T = 1000 and "
                "epsilon = T/0.575, 999 reports are better than 1000. The boundaries are not where m* changes: it stays 1 up "
                "to epsilon_1,2 = 2.4375..., beyond 1/0.574 = 1.742...; 1/c* and T/c*, or the crossings, say more.",
                cases.one_report,
                cases.all_reports,
                cases.one_sided,
                cases.early,
            ),
        ),
    ),
    Entry(
        "shots.thm-8",
        f"{SHOTS}, section 5.3, Theorem 8, and appendix 4",
        "If alpha_m* is below a limit (1/e^(epsilon/m* - 1) in our copy), m*-shot reporting is (alpha_m*, beta)-accurate "
        "for an alpha_m* = O(sqrt(T log(T/beta) / (epsilon N))).",
        Verdict.REFUTED,
        (
            prose(
                "Small budgets break it, whatever the constant: with N = T = m = 1 every error is at least 1/(E - 1), of order "
                "1/epsilon, and the claimed alpha is of order 1/sqrt(epsilon). At epsilon = ln(201/200), beta = 1/10 and the "
                "constant 10 the claim is alpha = 77.6, and Phi is off by 200 with certainty. The limit in our copy does not "
                "imply (1) (at epsilon/m* = 1.741 it allows 0.4766, (1) 0.2126), and does not help: 193 people, "
                "epsilon = ln(101/100), beta = 1/2, alpha = 2.69 fail with probability 0.719. The proof's case m* = T uses "
                "Theorem 7, which needs epsilon <= T, where for T >= 2 T - 1 reports do at least as well as T. Correct: with "
                "r = 0, under (1), alpha = sqrt(3 T ln(2T/beta) / (y epsilon N)) for gamma <= epsilon <= a T, gamma <= a/2, "
                "where y is the lower of g(1/gamma) and g(1/a); for ln z <= epsilon <= 2 T ln z, z^3 = 3 z^2 + z + 1, that is "
                "the constant 3 / g(1/epsilon_1,2) = 9.54699353592... with epsilon_1,2 = 2 ln z = 2.43751145374..., and at "
                "epsilon = ln z no m and no smaller constant do for (2).",
                best_shot_fails.least_error,
                best_shot_fails.every_constant,
                best_shot_fails.one_person,
                best_shot_fails.printed_condition,
                linear.not_every_round,
                best_shot.covered,
                best_shot.merit_at_least,
                best_shot.theorem_8,
                best_shot_constant.ends,
                best_shot_constant.at_the_crossing,
                best_shot_constant.smallest,
                constants.constants,
            ),
        ),
    ),
    Entry(
        "shots.thm-9",
        f"{SHOTS}, section 5.4, Theorem 9",
        "If epsilon = Theta(T^b) with 0 <= b <= 1, then alpha_1 = O(sqrt(T log(T/beta) / N)), "
        "alpha_m* = O(sqrt(T^(1-b) log(T/beta) / N)) and alpha_T = O(sqrt(T^(2-2b) log(T/beta) / N)); so m*-shot has a "
        "smaller error than both others in between.",
        Verdict.CORRECTED,
        (
            prose(
                "For k T^b <= epsilon <= l T^b and under (1), N alpha^2 / ln(2T/beta) may be 3 K(k) T, 3 T^(1-b) / (y k) and "
                "3 l^2 K(l) T^(2-2b) / k^2, with y the lower of g(1/gamma) and g(1/a) for a gamma <= k, a/2 and an a >= l; T^b "
                "may be any growth from 1 to T, such as log T. Both sides of Theta are needed: by Theorem 8's counterexample an "
                "upper bound on epsilon is not enough. ln(2T/beta) is O(log(T/beta)) where T/beta >= 2. What is compared are "
                "upper bounds: at T = 300, epsilon = 200, phi = 4/5 (m* = 115) T-shot has the smaller exact variance, "
                "2.168 / N against 2.583 / N.",
                growth.in_range,
                orders.one,
                orders.best,
                orders.every_round,
                logarithm.logarithm,
                adaptive.variances,
                best_m_counted.quoted,
            ),
        ),
    ),
    Entry(
        "shots.adaptivity",
        f"{SHOTS}, section 5.4",
        "m*-shot reporting behaves like one-shot reporting when the budget is constant, and like T-shot reporting when "
        "it grows linearly.",
        Verdict.REFUTED,
        (
            prose(
                "At the constant budget 3, m* = 2 for every T >= 2; m* = 1 only up to epsilon_1,2 = 2.4375... With the linear "
                "budget epsilon = T, and any smaller one, T - 1 reports are at least as good as T for every T >= 2: at "
                "T = 100, m* = 57. m* = T from T/c* on, at the latest.",
                adaptive.budgets,
                linear.not_every_round,
                best_m.nearest,
                best_m.turning,
                crossings_counted.first,
                best_m_counted.quoted,
            ),
        ),
    ),
    Entry(
        "shots.text",
        f"{SHOTS}, abstract, section 1 and section 6.2",
        "The abstract and the introduction say sqrt(T^(1-b) log(T/N)), compare with one-shot or m-shot reporting, and "
        "claim the rate sqrt(T^(1-b) log T / N) for budgets O(log T) and O(T^(1-b)); section 6.2 says m* = T at "
        "epsilon = T.",
        Verdict.CORRECTED,
        (
            prose(
                "log(T/N), negative for T < N, should be log(T)/N; m-shot should be T-shot. For epsilon = Theta(log T) the "
                "rate is sqrt(T/N): with b = 1/2, T = 10^12 and the constant 100, the claimed N alpha^2 = 2.8e9 is below N "
                "times the exact variance, 1.9e10 (m* = 16, nobody active). For epsilon = Theta(T^(1-b)) the exponent is b, "
                "so that the print is loose for b < 1/2 and false for b > 1/2: with b = 3/4, T = 10^12 and the constant 100 "
                "it claims 2.8e6, and the exact value is 5.3e8 (m* = 574). At epsilon = T = 100, (7) gives m* = 57.",
                text.ratio_in_logarithm,
                text.rates,
                adaptive.budgets,
                best_m_counted.quoted,
            ),
        ),
    ),
    Entry(
        "shots.eq-11",
        f"{SHOTS}, section 6.1, equation (11)",
        "F = 2 precision recall / (precision + recall), which is at most 1.",
        Verdict.CORRECTED,
        (
            prose(
                "It is 0/0 if nothing is detected (precision), and again if only wrong rounds are (precision = recall = 0). "
                "With h hits among D detected and H heavy rounds it is 2 h / (D + H), which is defined, and 0 in both cases, "
                "as soon as H > 0: F := 0 there. In the toy experiment below the two cases have probability 175/6912 and "
                "503/1728, and E[F] is 10139/20736 with them, 10139/14175 without. If there is no heavy hitter either "
                "(D = H = 0), F stays undefined.",
                f_measure.in_counts,
                f_measure.toy,
            ),
        ),
    ),
    Entry(
        "shots.exp-1",
        f"{SHOTS}, section 6.2, figures 2(a) to 2(c)",
        "For N = 10000, T = 100, theta = 0.8 and r = 0 the mean F of 100 runs is largest at m = 1 with 0.71 for "
        "epsilon = 1, at m = 6 with 0.91 for epsilon = 10, at m = 100 with 0.99 for epsilon = 200.",
        Verdict.HOLDS,
        (
            prose(
                "Within what 100 runs can tell: E[F] is 0.70293..., 0.90512... and, exactly, 0.98745..., and each printed number "
                "is rounded from one at most a standard deviation of such a mean away. Each m beats its neighbours and the "
                "ends of the range; `ldproof reproduce` compares all. Below m = T, E[F] is that of independent rounds. The "
                "round t = 80, with Phi_0 = theta, counts as a heavy hitter, and is found with a probability between 0.49 and "
                "0.51. At epsilon = 10, r = 1 does better at the same privacy: E[F] is above 0.938 at m = 6 and above 0.944 at "
                "m = 3. And at epsilon = T, where m* = 57, E[F] is larger at m = 100 than at 57 and 99.",
                experiments.printed,
                experiments.largest,
                experiments.loud,
                experiments.coin_flip,
                best_m_counted.quoted,
            ),
        ),
    ),
    Entry(
        "shots.exp-2",
        f"{SHOTS}, section 6.3, figures 2(d) to 2(f)",
        "For N = 100000, theta = 0.8, r = 0 and T = 100, 200, ..., 1000 the F of T-shot reporting is always far below "
        "that of m*-shot for epsilon = 1, and falls faster for epsilon = 10, as expected for both; for epsilon = 200, "
        "m* = T, and both are nearly equal.",
        Verdict.CORRECTED,
        (
            prose(
                "At epsilon = 200, m* = 115 for every T >= 115, so of these T only 100 has m* = T: at T = 200, 200 reports have a "
                "merit of 0.292 by the source's own bound, 115 have 0.332. Both are nearly equal all the same, and there T-shot "
                "even has the larger E[F], by less than 1/1000. At epsilon = 1 T-shot is far behind, but does not fall faster "
                "throughout: from T = 300 to 400 it loses less, as there is not much left to lose. N t/T is no whole number of "
                "people for T = 300, 600, 700 and 900; here it is rounded down.",
                experiments.not_every_round,
                experiments.overtaken,
                experiments.falls,
                best_m_counted.quoted,
            ),
        ),
    ),
    Entry(
        "shots.simulation",
        "ours",
        "Rounds drawn as independent Binomial numbers have the exact law of each round, but not the joint law of all.",
        Verdict.OURS,
        (
            prose(
                "The ones of two rounds have the covariance -m (T - m)/(T^2 (T - 1)) times the sum over people of (w - r)(w' - r), "
                "w and w' being the probabilities that a report of theirs is a one. It is 0 at m = T, where rounds are "
                "independent, and below 0 for r = 0 and m < T. Exactly joint: draw everybody's rounds, or go round by round, "
                "where whoever has k reports left in n rounds reports with probability k/n. For N = 4, T = 3, m = 1, E = 3, r = 0, "
                "theta = 3/5 and states 101, 110, 100, 111, E[F] = 10139/20736; as if rounds were independent, 15936725/33554432.",
                rates.choices,
                simulation.one_person,
                simulation.people_add,
                simulation.negative,
                simulation.sequential,
                f_measure.toy,
                f_measure.independent_toy,
            ),
        ),
        also=(
            joint.exhaustively,
            joint.independent,
            expectations.expectations,
            expectations.assumed,
            expectations.lengths,
            tails_exact.independent_events,
        ),
    ),
    Entry(
        "shots.distance",
        "ours",
        "What people who differ in d of the T rounds can be told apart by.",
        Verdict.OURS,
        (
            prose(
                "The tight odds are the mean of E^k, where k of the m reports fall in the d rounds, with weight "
                "C(d, k) C(T - d, m - k) (o/(1 - o))^(min(d, m) - k), o = min(r, 1 - r): at d = 1 the event-level odds, at d = T "
                "all of e^epsilon. With r in {0, 1} they are E^min(d, m), so d >= m rounds reveal as much as all; with r = 1/2, k "
                "is hypergeometric. They do not fall as d grows: changing a state that both people share can only raise the "
                "ratio. Proved for all T, m, d and r step by step; that a transcript's weight is a sum over k follows from "
                "linearity in the weights, and what is left to words is that a falling sequence passes a level once. The whole "
                "is checked against the laws for T <= 4.",
                transcript.linear_in_weights,
                user_level.user_level_attained,
                event_level.event_level_weights,
                rounds.differing,
                rounds.matching,
                bound.falls,
                mean.crossing,
                mean.association,
                event_level_attained.event_level_attained,
                attained.rare_seen,
                attained.attained,
                attained.binomial_shares,
                mean.reached,
                rounds.forced,
                closed_form.exhaustively,
            ),
        ),
        also=(
            closed_form.binomials,
            closed_form.logarithm,
            ends.ends,
            ends.grows,
            transcript.split,
            known.irrational,
            known.exact,
        ),
    ),
    Entry(
        "shots.m-exact",
        "ours",
        "The m, and the dummy, with the least worst variance of Phi; beside m*, which has the best bound.",
        Verdict.OURS,
        (
            prose(
                "Found by looking at every m; among dummies 1/2 is better than 0 if and only if m (3E - 1) > T (E + 1), where "
                "m < T.",
                choice.choices,
                variance.worst,
                variance.largest,
            ),
        ),
    ),
    Entry(
        "shots.alphas",
        "ours",
        "Bounds like (2) that need no condition such as (1), and the alphas at which they, and (2), are beta.",
        Verdict.OURS,
        (
            prose(
                "For alpha <= p / (p - q) the constant 1/3 of (2) may be 2 ln 2 - 1, as Chernoff's method at "
                "s = ln(1 + (p - q) alpha / p) bounds both tails at N p, the most ones that are expected. Phi clipped to [0, 1] "
                "is no farther from Phi_0 than Phi, and never farther than 1 <= p / (p - q): for it no condition is left. "
                "Bernstein's bound, with the largest variance of a bit, and at m = T that of Kearns and Saul hold for every "
                "alpha > 0. What they start from is cited: Markov's inequality, the textbook's and Kearns and Saul's bounds on "
                "the mean of e^(s X), Bernstein's inequality. At its alpha each bound is exactly beta, at most and at least, "
                "for all parameters and 0 < beta < 1.",
                clipped.as_chernoff,
                clipped.sharper,
                clipping.clipping,
                clipped.clipped,
                by_variance.as_bernstein,
                by_variance.by_variance,
                every_round.opposite,
                every_round.as_kearns_saul,
                every_round.every_round,
                solved.solved,
            ),
        ),
        also=(
            halving.solve,
            conditions.conditions,
            tails_exact.scales,
        ),
    ),
    Entry(
        "shots.alpha-exact",
        "ours",
        "The exact alpha: the largest error that is reached in a round with a probability above beta / T.",
        Verdict.OURS,
        (
            prose(
                "Found by turning round the exact law of the number of ones, for every share of active people; held against "
                "a list of all errors and their probabilities.",
                inversion.exact,
            ),
        ),
        also=(
            inversion.ties,
            mixtures.in_floats,
        ),
    ),
    Entry(
        "shots.event-delta",
        "ours",
        "What dummies hide of one round's change beyond epsilon: the least delta at any odds.",
        Verdict.OURS,
        (
            prose(
                "The largest hockey-stick divergence over all people and all changes of one round.",
                amplification.deltas,
            ),
        ),
    ),
)
