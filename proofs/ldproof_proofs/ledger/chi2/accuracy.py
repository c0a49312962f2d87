"""The source's claims on errors, what the exact law says of them, and the tests that are best."""

from ldproof_proofs.chi2.accuracy import (
    algorithm_1,
    by_law,
    corrected,
    crossover,
    floats,
    impossibility,
    least_weight,
    margin,
    orders,
    synthetic,
    theorem_4_4,
    vanishing,
    worst_cases,
)
from ldproof_proofs.chi2.distance import exhaustive as distances
from ldproof_proofs.chi2.distance import straight
from ldproof_proofs.chi2.gap import exhaustive as gaps
from ldproof_proofs.chi2.law import climbing, exhaustive, optimal
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose

CHI2 = "Kakizaki, Fukuchi, Sakuma: differentially private chi-squared tests by a geometric interpretation"

DEFINITIONS: tuple[Entry, ...] = (
    Entry(
        "chi2.def-2.4",
        f"{CHI2}, section 2, Definition 2.4, equation (5)",
        "The beta-error of a mechanism is the supremum of its error over all databases of N people with "
        "|chi2 - tau| >= beta.",
        Verdict.CORRECTED,
        (
            prose(
                "It is a maximum over finitely many tables, and says nothing without m1 and m2, on which it depends and which are "
                "taken as public. 0 <= chi2 <= N: so for beta > tau only significant tables count, for tau + beta > N only tables "
                "that are not, and where neither is possible the supremum of the empty set has to be 0. chi2(0/0) is 0: the tables "
                "(0, 0) and (m1, m2) count wherever beta <= tau.",
                synthetic.at_most_people,
            ),
        ),
        also=(
            by_law.over_tables,
            floats.sorted_by,
            floats.told_apart,
        ),
    ),
)

BOUNDS: tuple[Entry, ...] = (
    Entry(
        "chi2.thm-4.3",
        f"{CHI2}, section 4, Theorem 4.3, equation (13), and appendix A.3",
        "Algorithm 1 with a sensitivity Delta has a beta-error of at most e^(-beta epsilon/Delta)/2.",
        Verdict.HOLDS,
        (
            prose(
                "Its error at one table is e^(-epsilon |chi2 - tau|/Delta)/2 exactly, on both sides and at tau itself (1/2). So the "
                "beta-error is e^(-epsilon delta/Delta)/2, where delta >= beta is the least |chi2 - tau| of the tables that count; "
                "(13) is attained where a table has chi2 = tau + beta or tau - beta. With (16), which depends on b, every "
                "table has the error of its own b.",
                algorithm_1.theorem_4_3,
            ),
        ),
        also=(
            by_law.of_tables,
            by_law.over_tables,
        ),
    ),
    Entry(
        "chi2.prop-4.1",
        f"{CHI2}, section 4, Proposition 4.1, equations (17) to (19)",
        "With Delta_F, Delta_Y1 and Delta_Y2 the beta-error of Algorithm 1 is at most e^(-beta epsilon (N+2)/(4N))/2, "
        "e^(-(beta epsilon m1 m2/N^2) (max + 1)/max)/2 with max{m1, m2}, and the same with max{b, d}.",
        Verdict.HOLDS,
        (
            prose(
                "These are (13) with 1/Delta written out. (17) needs m1 = m2. (19) depends on b, and promises privacy to cases only: "
                "b must be public.",
                algorithm_1.theorem_4_3,
                algorithm_1.proposition_4_1,
            ),
        ),
    ),
    Entry(
        "chi2.a-15",
        f"{CHI2}, appendix A.4, equation (A.15)",
        "1 - 4 beta (a + b)(a + b - N)/(tau N^2) >= 1 + beta/tau.",
        Verdict.REFUTED,
        (
            prose(
                "The inequality is reversed. The left side is 1 + (beta/tau) w with w = 4 s (N - s)/N^2 <= 1 for s = a + b, so that it "
                "falls short of the right side by exactly (beta/tau) ((2s - N)/N)^2: they are equal at s = N/2 only. At m = (1, 2), "
                "tau = 1, beta = 2 and (a, b) = (1, 0) the left side is 25/9 and the right side 3. What is true is |T|^2 = "
                "1 + (chi2/tau - 1) w, so |T|^2 >= 1 + w0 beta/tau where chi2 >= tau + beta and w >= w0, and |T|^2 <= "
                "1 - w0 beta/tau where chi2 <= tau - beta.",
                margin.deficit,
                margin.at_even_margins_only,
                margin.fails,
                margin.by_margin,
            ),
        ),
    ),
    Entry(
        "chi2.thm-4.4",
        f"{CHI2}, section 4, Theorem 4.4, equation (20), and appendix A.4",
        "Algorithm 2 with Delta_T has a beta-error of at most e^((epsilon/Delta_T)(1 - sqrt(1 + beta/tau)))/2.",
        Verdict.REFUTED,
        (
            prose(
                "It rests on (A.15). With N = 3, m = (1, 2), tau = 1 and beta = 2 the table (1, 0) has chi2 = 3 and |T| = 5/3 < sqrt(3), "
                "Delta_T^2 = 38/9, so that its error is above (20) for every epsilon. Nothing like (20) can hold: with m1 = m2 = n >= 50, "
                "tau = 96/25 and beta = 1 the neighbours (5, 0) and (5, 1) have chi2 >= tau + beta and chi2 <= tau - beta, and so every "
                "epsilon-private test has a beta-error of at least 1/(1 + e^epsilon); (20) is at most e^(-epsilon sqrt(n)/9)/2 there, "
                "and below 1/(1 + e^epsilon) for every epsilon from n = 81 on. At n = 49 the two tables are not both beta away from tau, "
                "and the least beta-error is smaller: at e^epsilon = 4 it is 1/8 instead of 1/5. Correct: over the tables with "
                "w >= w0 the error is at most "
                "e^((epsilon/Delta)(1 - sqrt(1 + w0 beta/tau)))/2, for any sensitivity Delta of |T|; below the threshold even with "
                "sqrt(1 - w0 beta/tau) - 1 in the exponent, which is less. A table with chi2 >= k has "
                "w >= 4 k M m N/(M N + k m)^2, where M and m are the larger and the smaller group, which is tight over real cells: at "
                "a = k m N/(M N + k m) of the smaller group and b = 0. Below the threshold w may be 0.",
                theorem_4_4.bounds,
                theorem_4_4.every_budget,
                impossibility.neighbours_apart,
                impossibility.impossible,
                vanishing.vanishes,
                margin.by_margin,
                corrected.both_sides,
                corrected.sharper_below,
                least_weight.least_weight,
                least_weight.attained,
            ),
        ),
        also=(
            worst_cases.impossible,
            worst_cases.corrected_bound,
        ),
    ),
    Entry(
        "chi2.table-2",
        f"{CHI2}, section 1, Table 2, and section 4",
        "With m1 = m2 the beta-error is O(e^(-beta epsilon)) for Algorithm 1 and O(e^(-epsilon sqrt(beta N/tau))) for "
        "Algorithm 2, so that Algorithm 2 gets better as N grows and Algorithm 1 does not.",
        Verdict.REFUTED,
        (
            prose(
                "For beta <= tau Algorithm 2's beta-error is 1/2 for all m1 and m2: a variant that nobody has counts, as "
                "chi2 = 0 is tau away from tau, and there |T| = 1. For beta > tau it tends to 1/2: among n cases and n controls the "
                "table (a, 0) has chi2 >= a and |T|^2 - 1 <= (1/n^2 + 2/(tau n)) a^2, Delta_T^2 > 4/(tau n), and the error is at "
                "least (1 - epsilon (|T|^2 - 1)/(2 Delta_T))/2. Algorithm 1 stays at or below e^(-beta epsilon/4)/2, so that the "
                "ranking reverses: at e^epsilon = 4, tau = 96/25 and beta = 4 Algorithm 2 has 0.0994 and Algorithm 1 has 0.1216 at N = 100, "
                "0.2958 and 0.1247 at N = 1000. Nor is e^(-beta epsilon/4) an O(e^(-beta epsilon)): it is more than C times that once "
                "3 beta epsilon >= 4 C. And (20) itself is of another order: as Delta_T^2 = 8 (N + tau)/(tau N^2), its exponent is "
                "about (epsilon/sqrt(8)) sqrt(tau N) (1 - sqrt(1 + beta/tau)).",
                orders.nobody,
                orders.rare,
                orders.nearly_a_coin,
                orders.spread_at_least,
                orders.ranking,
                orders.no_constant,
            ),
        ),
        also=(
            worst_cases.coin,
            worst_cases.ranking,
        ),
    ),
)

EXPERIMENTS: tuple[Entry, ...] = (
    Entry(
        "chi2.exp-5.1.1",
        f"{CHI2}, section 5.1.1, Figure 1",
        "With m1 = m2, N = 2^2, ..., 2^25, tau = 3.84, epsilon = 0.1 and ten tables with chi2 = 1, ..., 10 the error of "
        "Algorithm 2 falls with N, and is at most 10^-4 at N = 2^24 and 2^25.",
        Verdict.CORRECTED,
        (
            prose(
                "How the tables are made is not said, and most do not exist. chi2 is at most N, so that none has chi2 = 5 at N = 4. "
                "At s = N/2, where the margin weighs most, chi2 = 4 (a - b)^2/N, so that there is none with chi2 = 3, 5, 6, 7 or 10 "
                "for any power of 2: k N/4 is no square. With |T|^2 = k/tau, as if there were, and with the tables of s = N/2 that are "
                "nearest, the exact average is above 10^-4 at N = 2^24 (1.437... 10^-4) and below it at 2^25 (1.27 and 1.33 10^-5). "
                "Nearly all of it comes from chi2 = 4.",
                synthetic.at_most_people,
                synthetic.even_margin,
                synthetic.missing_tables,
                synthetic.balanced,
            ),
        ),
        also=(
            synthetic.no_table,
            synthetic.as_run,
        ),
    ),
    Entry(
        "chi2.exp-5.1.2",
        f"{CHI2}, section 5.1.2, Figure 2",
        "With m1 = 2, m2 = N - 2 and epsilon = 1 the error of Algorithm 2 does not change with N, and that of Algorithm 1 grows.",
        Verdict.CORRECTED,
        (
            prose(
                "Algorithm 2's error levels off: Delta_T^2 tends to 2/tau, and for chi2 = k the weight of the margin to 2/(k + 2) "
                "if one case has the variant and to 8 k/(k + 2)^2 if none or both have it, which the source leaves open. The average over "
                "chi2 = 1, ..., 10 tends to 0.43684... in the first case and to 0.36364... in the second; at N = 2^25, with the tables "
                "that are nearest, it is within 10^-5 of that, and Algorithm 1's with (15) is above 0.49999.",
                synthetic.spread_of_two,
                synthetic.weights_of_two,
                synthetic.unbalanced,
            ),
        ),
        also=(synthetic.as_run,),
    ),
    Entry(
        "chi2.exp-5.2",
        f"{CHI2}, section 5.2, Figure 3",
        "On data of 311 variants, 200 cases and 200 controls, of which 63 are significant, Algorithm 2 has a smaller error than "
        "Algorithm 1 for every epsilon from 0.1 to 1, and at most 0.1 from epsilon = 0.5 on.",
        Verdict.NOT_HERE,
        (
            prose(
                "The data are not public, and what 0, 1 and 2 copies of a variant became is not said: not verifiable here. The claim "
                "depends on the frequencies of the variants. Where chi2 > tau, Algorithm 2 errs less than Algorithm 1 if "
                "w F > tau D (1 + |T|), and more if it is less, with F and D the sensitivities of chi2 and |T|, whatever epsilon. At the "
                "threshold, with m1 = m2, that is w^2 > (2 tau/N)(1 + tau/N)(1 + 2/N)^2: w > 0.14 at N = 400. "
                "There, of the tables that are just significant, Algorithm 1 errs less on those of margins s <= 14, and Algorithm 2 on all "
                "others up to N/2. 311 tests of the same people spend 311 epsilon.",
                crossover.compared,
                crossover.threshold,
            ),
        ),
        also=(crossover.flipped,),
    ),
)

OURS: tuple[Entry, ...] = (
    Entry(
        "chi2.error",
        "ours",
        "The answer of either algorithm is the true decision, flipped with probability e^(-epsilon r)/2, where r is how far chi2 is "
        "from tau, or |T| from 1, in sensitivities.",
        Verdict.OURS,
        (
            prose(
                "Laplace noise of scale Delta/epsilon exceeds t >= 0 with probability e^(-epsilon t/Delta)/2, and is below -t as often. So "
                "a test is one draw with a probability in closed form, with no Laplace noise in floats, and every experiment is "
                "exact arithmetic. Compared with Laplace's distribution function at sensitivities that a search over all neighbours finds.",
                by_law.of_tables,
            ),
        ),
    ),
    Entry(
        "chi2.m-star",
        "ours",
        "Let d be how many people's variants must change for the decision to change. The test that flips the decision with "
        "probability e^(-epsilon (d - 1))/(1 + e^epsilon) is epsilon-private, and at no table is a private test with worst error "
        "1/(1 + e^epsilon) wrong less often.",
        Verdict.OURS,
        (
            prose(
                "Private: neighbours of one decision have distances that differ by 1 at most, and a step from any f <= e^epsilon/(1 + "
                "e^epsilon) to f/e^epsilon is private for both answers; neighbours of two decisions both have d = 1, and odds of "
                "e^epsilon exactly. Optimal: along a shortest way the probability of the other side's answer falls by e^epsilon a step at "
                "most, from 1 - 1/(1 + e^epsilon) on; the induction over the way has its start and its step proved. Never much "
                "worse than added noise: a value moves by a sensitivity a step at most and crosses its threshold on the way, so that its "
                "reach is at most d, and then M*'s error is at most 2/(1 + e^-epsilon) < 2 times e^(-epsilon reach)/2, with Delta_F, "
                "Delta_Y1, Delta_T, Delta* and the whole-number sensitivity; not with Delta_Y2, which hides less: at (0, 1) of "
                "m = (10, 1), tau = 1/2 and e^epsilon = 4 M*'s error is more than 4 times that. d is whole-number arithmetic: the "
                "tables that are not significant are convex, so that a ball of tables is among them if its corners are; and the way "
                "to them is no shorter than that to the ellipse itself, over real cells, which the search starts from; around a thin "
                "ellipse all its rows are searched at once. Where no table is significant the answer is 0. By distance: D'Oliveira, "
                "Medard, Sadeghi (2021); for studies of genomes: Johnson, Shmatikov (2013), Yu, Ji (2014).",
                optimal.one_side,
                optimal.next_step,
                optimal.at_most_least,
                optimal.across,
                optimal.carried,
                optimal.optimal,
                optimal.reach,
                optimal.factor,
                distances.smooth,
            ),
        ),
        also=(
            distances.searched,
            straight.ellipse,
            exhaustive.private,
            exhaustive.least,
            exhaustive.factor,
            worst_cases.public_controls,
        ),
    ),
    Entry(
        "chi2.beta-optimal",
        "ours",
        "The least beta-error of epsilon-private tests is g(l), where l is the distance between {chi2 >= tau + beta} and "
        "{chi2 <= tau - beta}: e^(-epsilon l/2)/2 for even l, and e^(-epsilon (l-1)/2)/(1 + e^epsilon) for odd l.",
        Verdict.OURS,
        (
            prose(
                "No less: along a shortest way between the two sides the probability of either end's wrong answer grows by e^epsilon a "
                "step at most, and in the middle the two add up to 1. The induction over the way has its start and its step proved. No "
                "more: let the probability of a 1 grow from g(l) by e^epsilon a step up to the middle, and mirror it. By the lemmas of M* "
                "that is private, and it depends on min(l, the distance from the lower side), which neighbours change by 1 at most. "
                "Where one side is empty the answer is always the same, and g is 0. l = 1 is what Theorem 4.4 meets.",
                climbing.carried,
                climbing.lower,
                climbing.in_the_middle,
                optimal.one_side,
                optimal.across,
            ),
        ),
        also=(
            gaps.searched,
            gaps.rows,
            exhaustive.climbing,
            exhaustive.private,
            exhaustive.one_sided,
            by_law.of_the_best,
        ),
    ),
)

ENTRIES: tuple[Entry, ...] = (*DEFINITIONS, *BOUNDS, *EXPERIMENTS, *OURS)
