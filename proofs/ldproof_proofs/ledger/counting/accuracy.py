"""The source's bounds on the error, and what the exact law says of them."""

from ldproof_proofs.counting.bounds import (
    causes,
    condition,
    dense,
    floor,
    limits,
    orders,
    reporters,
    root,
    solved,
)
from ldproof_proofs.counting.rivals import crossing, lower, refuted, types, upper
from ldproof_proofs.counting.rivals import solved as rivals_solved
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose
from ldproof_proofs.tails import entropy

COUNTING = "Ono, Fukuchi, Akimoto, Sakuma: one-shot reporting for locally private continual counting"

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "counting.eq-1",
        f"{COUNTING}, section 5.1.2, equation (1)",
        "theta = 2 E L/(3 (E - 1)) + 3/(E - 1) [(2 E L/9)^2 + 4 (2 E L/9)]^(1/2), where E = e^epsilon and "
        "L = -ln(1 - (T/N) ln(4T/beta)).",
        Verdict.LOOSE,
        (
            prose(
                "By a factor of exactly 2. One report, debiased, has the variance p q/(p - q)^2 = E/(E - 1)^2 and is off by "
                "p/(p - q) = E/(E - 1) at most, so that Bernstein's exponent for k of them is k phi(theta), phi(theta) = "
                "((E - 1)^2 theta^2/(2E))/(1 + (E - 1) theta/3), which is the right side of (2). phi(theta) = L is a quadratic "
                "equation, and theta* = (E L/3 + sqrt((E L/3)^2 + 2 E L))/(E - 1) its positive root; what is printed is 2 theta*, "
                "as if the quadratic formula had no 2 below the line. There phi is between 2 L and 4 L.",
                root.sizes,
                root.exponent,
                root.solves,
                root.twice,
                root.increases,
                root.printed_exponent,
                reporters.report_tail,
            ),
        ),
        also=(solved.distances,),
    ),
    Entry(
        "counting.claim-1",
        f"{COUNTING}, section 5.1.2, Claim 1",
        "If N > T ln(4T/beta), max_t |mu_hat - mu_tilde| < theta with probability 1 - beta/2.",
        Verdict.LOOSE,
        (
            prose(
                "True with theta* for theta. From k reports an error has probability 2 e^(-k phi) at most; k ~ Bin(N, 1/T), so one "
                "round has 2 (1 - (1 - e^-phi)/T)^N <= 2 e^(-N (1 - e^-phi)/T), where an empty round counts as an error, and T "
                "rounds have beta/2 if phi >= L = -ln(1 - (T/N) ln(4T/beta)). Without the last inequality L = "
                "-ln(1 - T (1 - (beta/4T)^(1/N))) is enough, which is smaller and asks for fewer people.",
                reporters.report_tail,
                reporters.conditional,
                reporters.one_more_person,
                reporters.powers,
                reporters.one_round,
                reporters.claim_1,
                reporters.one_round_sharply,
                reporters.claim_1_sharply,
                reporters.sharper,
                causes.surprise,
            ),
        ),
        also=(
            reporters.average,
            solved.distances,
            solved.ranges,
        ),
    ),
    Entry(
        "counting.claim-2",
        f"{COUNTING}, section 5.1.2, Claim 2",
        "If N > T ln(4T/beta), max_t |mu_tilde - mu| < sqrt(L/2) with probability 1 - beta/2.",
        Verdict.LOOSE,
        (
            prose(
                "Given k, who reports is a sample without replacement. Hoeffding's exponent 2 k alpha^2 serves for it, and 2 alpha^2 "
                "= L is enough as in Claim 1. The hypergeometric law itself has smaller tails.",
                causes.sample_exponent,
                causes.claim_2,
                reporters.claim_1,
            ),
        ),
        also=(
            reporters.average,
            solved.distances,
        ),
    ),
    Entry(
        "counting.cor-1",
        f"{COUNTING}, section 5.1.1, Corollary 1",
        "Harmony's error is O(sqrt(T log(T/beta)/N)/epsilon) as epsilon -> 0 and O(sqrt(T log(T/beta)/N)) as epsilon -> "
        "infinity, with probability 1 - beta.",
        Verdict.CORRECTED,
        (
            prose(
                "It takes N >= T ln(2T/beta), or the other term of Bernstein's bound wins. With the variance V of H_0, no bit moving "
                "the estimate by more than b = T/(N (p - q)), and S = ln(2T/beta): alpha = b S/3 + sqrt((b S/3)^2 + 2 V S). For "
                "N >= T S this is at most 2 coth(epsilon/2) sqrt(T S/N), and coth(epsilon/2) <= 1 + 2/epsilon. ln(2T/beta) replaces "
                "log(T/beta).",
                upper.solves,
                upper.harmony,
                upper.harmony_order,
                lower.widest,
                lower.variance,
                orders.corollary_3,
            ),
        ),
        also=(rivals_solved.bounds,),
    ),
    Entry(
        "counting.cor-2",
        f"{COUNTING}, section 5.1.1, Corollary 2",
        "For beta < 1/(N + 1)^2 some stream gives Harmony with probability 1 - beta an error of "
        "Omega(sqrt((T/N) log(1/((N+1)^2 beta)))), times 1/epsilon as epsilon -> 0.",
        Verdict.CORRECTED,
        (
            prose(
                "With probability at least beta, not 1 - beta, as in Theorem 4. The square of its bound is, for every epsilon, at least "
                "(T - 1) ln(1/((N+1)^2 beta))/N, and 1/epsilon^2 times that.",
                lower.variance,
                lower.grows,
                types.corrected,
            ),
        ),
    ),
    Entry(
        "counting.cor-3",
        f"{COUNTING}, section 5.1.2, Corollary 3",
        "Glance's error is O(sqrt(T log(T/beta)/N)/epsilon) as epsilon -> 0 and O(sqrt(T log(T/beta)/N)) as epsilon -> "
        "infinity, as the sum of two parts, which is at most twice the error.",
        Verdict.CORRECTED,
        (
            prose(
                "theta* + sqrt(L/2) is exceeded with probability beta at most. If l = (T/N) ln(4T/beta) <= 1/2, L <= 2 l <= 1 and "
                "theta* <= 2 coth(epsilon/2) sqrt(L). That the two parts add up to at most twice the error is false: one lie among "
                "four reporters can make up for the sample, so that mu_hat = mu and mu_tilde is 1/4 away. Nothing rests on it.",
                causes.by_causes,
                causes.two_causes,
                orders.corollary_3,
                orders.parts,
            ),
        ),
    ),
    Entry(
        "counting.sec-5.1.3",
        f"{COUNTING}, section 5.1.3",
        "Glance presumably behaves like Harmony: for fixed T, N and beta its error does not fall below some positive constant "
        "however large epsilon is.",
        Verdict.HOLDS,
        (
            prose(
                "For 0 < mu < 1 and T >= 2. An active person is alone in a round, and truthful, with a probability of at least "
                "(1 - 1/T)^(N-1)/(2T), whatever epsilon; then mu_hat is off by more than 1 - mu. The variance of mu_hat stays above "
                "mu (1 - mu) (N R - 1)/(N - 1). Where fewer people than rounds are idle, N (1 - mu) < T, some round has no idle "
                "reporter at all: if nobody lies, that is all but certain for large epsilon, its error is 1 - mu or more.",
                floor.among_active,
                floor.alone,
                floor.variance,
                floor.rounds_without_idle,
            ),
        ),
        also=(floor.certain,),
    ),
    Entry(
        "counting.orders",
        f"{COUNTING}, section 1.1",
        "In T the error of Basic One-time RAPPOR is O(T sqrt(log T)), Harmony's O(sqrt(T log T)).",
        Verdict.CORRECTED,
        (
            prose(
                "The first with alpha = coth(epsilon/2T) sqrt(ln(2T/beta)/(2N)), by Hoeffding, which is at most (1 + 2T/epsilon) "
                "sqrt(ln(2T/beta)/(2N)); the second only while N >= T ln(2T/beta), see Corollary 1.",
                upper.borappor,
                upper.harmony_order,
            ),
        ),
        also=(rivals_solved.bounds,),
    ),
    Entry(
        "counting.cond-2",
        f"{COUNTING}, section 5.2, condition (2)",
        "min D(mu +- theta | mu) >= phi(theta), where taking D(a | b) as infinite for a <= 0, a >= 1 and b in {0, 1} is "
        "consistent.",
        Verdict.CORRECTED,
        (
            prose(
                "For a < 0 and a > 1. D(0 | b) = -ln(1 - b) and D(1 | b) = -ln b are finite, and mu_tilde = 0 or 1 is possible: "
                "of two people one is active, T = 2, and |mu_tilde - mu| reaches mu = 1/2. Theorem 5 needs no more than "
                "min D(mu +- theta* | mu) >= L, its natural form.",
                condition.not_infinite,
                condition.reached_at_0,
                causes.by_causes,
            ),
        ),
        also=(solved.conditions,),
    ),
    Entry(
        "counting.fig-1",
        f"{COUNTING}, section 5.2, figure 1",
        "The region of condition (2) for T = 10, beta = 0.1 and N = 100,000, as the text says, or 10,000, as the caption says.",
        Verdict.CORRECTED,
        (
            prose(
                "The two differ. At epsilon = 2, 5 and 8 condition (2) holds for mu up to 0.293, 0.00871 and 0.00143 and from 1 less "
                "that on with 10,000 people, up to 0.251, 0.00714 and 0.000483 with 100,000; at epsilon = 1 for all mu.",
                condition.figure_1,
            ),
        ),
    ),
    Entry(
        "counting.thm-4",
        f"{COUNTING}, section 5.2.1, Theorem 4",
        "Under condition (2), for every beta < 1/(N + 1)^2 some stream gives Harmony an error above "
        "sqrt((T/N) E (E + 1)/(E - 1)^2 (1 - p/T) ln(1/((N+1)^2 beta))) with probability at least 1 - beta.",
        Verdict.REFUTED,
        (
            prose(
                "N = 32, T = 2, E = 3, beta = e^-3/33^2: if all are active, the probability is "
                "6595999991072542925689917533/39614081257132168796771975168 = 0.1665..., and no stream has more than "
                "T/ln(1/((N+1)^2 beta)) = 2/3, by Chebyshev, as the bound's square is Var(H_0) at mu = 1 times that logarithm and no mu "
                "has a larger variance. The claim holds with beta for 1 - beta, if (N+1)^-2 e^(-N (T-p)/p) < beta < (N+1)^-2, for all "
                "N, T and epsilon: let all be active, let i be the largest number of ones that is not too large; either all "
                "numbers are off or i is off by no more than the bound, has probability e^(-N D)/(N + 1) at least, with N D <= "
                "N chi^2 <= ln(1/((N+1)^2 beta)), and i + 1 ones are off; at most N/(i + 1) rounds can have so many.",
                lower.variance,
                refuted.as_printed,
                lower.widest,
                lower.any_stream,
                refuted.for_every_stream,
                refuted.under_condition,
                entropy.chi_squared,
                types.nobody,
                types.exponent,
                types.in_range,
                types.constants,
                types.last_constant,
                types.few,
                types.corrected,
                types.for_most,
            ),
        ),
        also=(
            types.type_checks,
            refuted.corrected,
            rivals_solved.bounds,
            rivals_solved.range_of_beta,
        ),
    ),
    Entry(
        "counting.cor-4",
        f"{COUNTING}, section 5.2.1, Corollary 4",
        "Under condition (2) the same as in Corollary 2.",
        Verdict.CORRECTED,
        (
            prose(
                "With probability at least beta, as there. The stream is that in which all are always active, and at mu = 1 condition "
                "(2) holds, as its D counts as infinite.",
                lower.variance,
                lower.grows,
                types.corrected,
                refuted.under_condition,
            ),
        ),
    ),
    Entry(
        "counting.thm-5",
        f"{COUNTING}, section 5.2.2, Theorem 5",
        "Under condition (2), max_t |mu_hat - mu_tilde| < 2 theta with probability 1 - beta.",
        Verdict.CORRECTED,
        (
            prose(
                "As printed it follows from Claim 1, and without (2). Read mu for mu_tilde: then it holds, as (2) makes the exponent of "
                "sampling at least phi(theta) >= 2 L >= L; and with 2 theta*, a half of it, under the natural condition. "
                "A condition is needed: for N = 1000, T = 2, mu = 1/2, E = 10^6 and beta = 1/10 sampling alone is off by 2 theta too "
                "often, and for N = 10000, T = 50, mu = 1/2, epsilon = 8 and beta = 1/10 an error of 2 theta* has a probability "
                "above beta in each round.",
                causes.two_causes,
                causes.by_causes,
                condition.farther,
                condition.needed,
                condition.needed_naturally,
            ),
        ),
    ),
    Entry(
        "counting.cor-5",
        f"{COUNTING}, section 5.2.2, Corollary 5",
        "Under condition (2) the error is O(sqrt(T log(T/beta)/(e^epsilon N)) sqrt(T log(T/beta)/N)) as epsilon -> infinity.",
        Verdict.REFUTED,
        (
            prose(
                "Our copy prints a product of two roots, which is of order 1/N. At every epsilon theta is above every multiple C of "
                "(T/N) ln(4T/beta) e^(-epsilon/2) once C^2 (T/N) ln(4T/beta) <= 8: theta^2 >= 8 E L/(E - 1)^2 is of order 1/N, as is "
                "the variance of mu_hat for T = 1, E/((E - 1)^2 N). With the first root alone it is right of theta while "
                "e^epsilon L <= K, theta^2 <= (16 + 16 K/9) E L/(E - 1)^2, and never as epsilon -> infinity, see Table 1.",
                limits.product_print,
                limits.rate,
                limits.limit,
                causes.surprise,
            ),
        ),
    ),
    Entry(
        "counting.table-1",
        f"{COUNTING}, section 1.2, table 1",
        "In the dense or sparse case Glance's error is O(e^(-epsilon/2)) as epsilon -> infinity, Harmony's Theta(1).",
        Verdict.REFUTED,
        (
            prose(
                "For fixed N, T and beta theta falls to 4 L/3 and not to 0: 4 L/3 < theta <= 4 L/3 + (4 L/3 + 6)/(E - 1), so that it "
                "is above C e^(-epsilon/2) for every C once E >= (3 C/(4 L))^2. The error itself falls faster for mu in {0, 1}: if "
                "nobody lies, which has probability 1 - N/E at least, it is 1/(E - 1); and for other mu and T >= 2 not to 0 at all, "
                "see section 5.1.3, also under (2). Harmony's Theta(1) is right where all are active, its variance being at least "
                "(T - 1)/N, and false where nobody is: ((E + 1) T - 1)/(N (E - 1)^2) is at most 3 T/(N (E - 1)) for E >= 2.",
                limits.limit,
                limits.no_rate,
                limits.truthful,
                limits.harmony,
                floor.among_active,
                floor.alone,
            ),
        ),
        also=(floor.certain,),
    ),
    Entry(
        "counting.sec-5.2.3",
        f"{COUNTING}, section 5.2.3",
        "For large enough epsilon Glance's upper bound falls below Harmony's lower bound.",
        Verdict.CORRECTED,
        (
            prose(
                "Only where (8/3) L < sqrt((T - 1) ln(1/((N+1)^2 beta))/N), as these are their limits. If 9 N (T - 1) <= 256 T^2 "
                "ln(4 T (N+1)^2), 2 theta is above Harmony's bound at every epsilon and every beta; the source's own experiment, "
                "N = 10000 and T = 50, is such a case.",
                crossing.never,
                crossing.logarithms,
                crossing.experiment,
                limits.limit,
                lower.variance,
                lower.grows,
                causes.surprise,
            ),
        ),
    ),
    Entry(
        "counting.fig-2",
        f"{COUNTING}, section 5.2.3, figure 2",
        "For N = 1,000,000, T = 10 and beta = 1/(2 (N+1)^2) the bounds change places at epsilon = 8.",
        Verdict.CORRECTED,
        (
            prose(
                "At 7.82..., once, which on whole epsilons shows at 8; with theta* at 6.20... The bounds cross where phi(alpha/k) = L, "
                "alpha Harmony's bound and k theta* Glance's, and phi(alpha/k) rises with epsilon. It is a matter of these bounds, "
                "and says nothing of the errors.",
                root.solves,
                root.twice,
                root.increases,
                crossing.exponent,
                crossing.rises,
                crossing.figure_2,
            ),
        ),
    ),
    Entry(
        "counting.table",
        f"{COUNTING}, section 6",
        "With T = 50, N = 10,000 and beta = 0.1 mu = 0.9995 satisfies condition (2) for all epsilon in [1, 8], and mu = 0.5 "
        "does not for epsilon >= 2.5.",
        Verdict.HOLDS,
        (
            prose(
                "mu = 0.9995 satisfies it at every epsilon, as 4 L/3 < theta, phi(theta) <= 4 L and D(mu - t | mu) >= 4 L for "
                "t >= 4 L/3. mu = 0.5 stops satisfying it between 2.15 and 2.17. mu = 0.995, which the caption of figure 3 has for 0.9995, "
                "satisfies it as well, so that (2) does not tell which of the two was plotted.",
                dense.everywhere,
                limits.limit,
                root.printed_exponent,
                condition.experiment,
            ),
        ),
    ),
    Entry(
        "counting.fig-3",
        f"{COUNTING}, section 6, figure 3",
        "Glance's mean error at mu = 0.9995 falls exponentially with epsilon, the other three approach constants from above.",
        Verdict.CORRECTED,
        (
            prose(
                "All four approach positive constants. At mu = 0.9995 five of 10,000 people are idle and report in five of 50 rounds at "
                "most: in 45 rounds or more no idle person reports, and without a lie the error there is above 1 - mu = 0.0005. "
                "What falls exponentially is the distance from that floor.",
                floor.rounds_without_idle,
                floor.among_active,
                limits.truthful,
            ),
        ),
        also=(floor.certain,),
    ),
    Entry(
        "counting.one-step",
        f"ours, on {COUNTING}, section 5.1.2",
        "One bound for both causes of an error, without a condition and for every mu.",
        Verdict.OURS,
        (
            prose(
                "The number of ones from k reporters is no farther from its mean than k coins of one rate s = q + (p - q) mu, so an error "
                "of alpha to one side has probability e^(-k D) at most, D = D(s +- (p - q) alpha | s), and D >= "
                "-ln(1 - T (1 - (beta/2T)^(1/N))) on both sides is enough for an error of alpha in no round with probability 1 - beta.",
                causes.one_side,
                reporters.one_round_sharply,
                reporters.claim_1_sharply,
            ),
        ),
        also=(
            reporters.average,
            solved.one_step_solved,
            solved.ranges,
        ),
    ),
)
