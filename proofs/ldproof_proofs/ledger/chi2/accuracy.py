"""The source's claims on errors, what the exact law says of them, and the tests that are best."""

from ldproof_proofs.chi2.accuracy import (
    algorithm_1,
    by_law,
    corrected,
    crossover,
    floats,
    impossibility,
    in_symbols,
    least_weight,
    lone,
    margin,
    orders,
    synthetic,
    theorem_4_4,
    vanishing,
    worst_cases,
)
from ldproof_proofs.chi2.curator import laplace
from ldproof_proofs.chi2.distance import exhaustive as distances
from ldproof_proofs.chi2.distance import straight
from ldproof_proofs.chi2.gap import exhaustive as gaps
from ldproof_proofs.chi2.law import climbing, exhaustive, optimal
from ldproof_proofs.chi2.sensitivities import balanced, larger_groups
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said
from ldproof_proofs.ledger.chi2.geometry import CHI2

DEFINITIONS: tuple[Entry, ...] = (
    Entry(
        "chi2.def-2.3",
        f"{CHI2}, section 2.3, Definition 2.3, equation (4)",
        "The error of a mechanism M at a database D is Pr[M(D) != I(chi2(D) > tau)].",
        Verdict.HOLDS,
        (
            as_printed(
                "The reference's error of Algorithm 1 and of Algorithm 2 at a table is that probability, by "
                "Laplace's distribution function, and so are those of the tests that are ours, by their "
                "definitions; to {digits} digits.",
                by_law.of_tables,
            ),
        ),
    ),
    Entry(
        "chi2.sec-2.3",
        f"{CHI2}, section 2.3",
        "The nearer the statistic is to tau, the larger is the error.",
        Verdict.CORRECTED,
        (
            against(
                "Of Algorithm 2 it is not so: at the table that nobody's variant makes, whose statistic is as far "
                "below tau as it can be, the square of |T| is {nobody-on-ellipse/right} and the error "
                "{on-ellipse-a-coin/right}; where |T| is d away from its threshold, the error is "
                "{laplace-tail/right}, which is less, {away-below-a-half/goal} for {away-below-a-half/d > 0}, "
                "however near to tau the statistic is.",
                orders.nobody,
                orders.nobody_errs,
                laplace.tail,
                orders.away_errs_less,
            ),
            instead(
                "Of Algorithm 1 it is so, with the same sensitivity for all tables: its error is "
                "{laplace-tail/right} where the statistic is d away from tau, and where it is beta away, "
                "{thm-4.3-bound/beta <= d}, it is no less: {thm-4.3-bound/right}.",
                laplace.tail,
                algorithm_1.theorem_4_3,
            ),
        ),
    ),
    Entry(
        "chi2.def-2.4",
        f"{CHI2}, section 2, Definition 2.4, equation (5)",
        "The beta-error of a mechanism is the supremum of its error over all databases of N people with "
        "|chi2 - tau| >= beta.",
        Verdict.HOLDS,
        (
            as_printed(
                "With m1 and m2 given, and with no error where there is no such database, the reference's "
                "beta-error is that supremum, over finitely many tables, to {digits} digits.",
                by_law.over_tables,
            ),
            besides(
                "The statistic is at most the number of people: {statistic-at-most-people/goal}; so for tau and beta that exceed it "
                "together only tables below the threshold count.",
                synthetic.at_most_people,
            ),
        ),
        also=(
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
            as_printed(
                "The probability P of the wrong answer at a table whose statistic is d away from tau has {thm-4.3-bound/goal} if "
                "{thm-4.3-bound/beta <= d}, on both sides.",
                algorithm_1.theorem_4_3,
            ),
            besides(
                "It is {laplace-tail/right} exactly, so that the bound is attained where a table is at the distance beta.",
                laplace.tail,
            ),
        ),
        also=(
            by_law.of_tables,
            by_law.over_tables,
            in_symbols.of_budgets,
        ),
    ),
    Entry(
        "chi2.prop-4.1",
        f"{CHI2}, section 4, Proposition 4.1, equations (17) to (19)",
        "With Delta_F, Delta_Y1 and Delta_Y2 the beta-error of Algorithm 1 is at most e^(-beta epsilon (N+2)/(4N))/2, "
        "e^(-(beta epsilon m1 m2/N^2) (max + 1)/max)/2 with max{m1, m2}, and the same with max{b, d}.",
        Verdict.HOLDS,
        (
            as_printed(
                "With any D the beta-error is at most (13), {thm-4.3-bound/right}.",
                algorithm_1.theorem_4_3,
            ),
            as_printed(
                "With (14), where m1 is m2, that is {prop-4.1-17/right = exp(-beta*epsilon*(N + 2)/(4*N))/2}, {let N = 2*m1}.",
                algorithm_1.proposition_4_1,
            ),
            as_printed(
                "With (15) it is {prop-4.1-18/right = exp(-beta*epsilon*m1*m2/N^2*(M + 1)/M)/2}, {let N = m1 + m2}, {let M = m1 + m2 - "
                "min(m1, m2)}.",
                algorithm_1.proposition_4_1,
            ),
            as_printed(
                "With (16) it is {prop-4.1-19/right = exp(-beta*epsilon*m1*m2/N^2*(M + 1)/M)/2}, {let N = m1 + m2}, {let M = m2 - min(b, "
                "m2 - b)}.",
                algorithm_1.proposition_4_1,
            ),
            said(
                "The sensitivity (16) depends on b, and so does (19): it bounds the error of the tables with that b.",
                "equations (16) and (19)",
            ),
        ),
    ),
    Entry(
        "chi2.a-15",
        f"{CHI2}, appendix A.4, equation (A.15)",
        "1 - 4 beta (a + b)(a + b - N)/(tau N^2) >= 1 + beta/tau.",
        Verdict.REFUTED,
        (
            against(
                "At a of {a-15-fails/a}, b of {a-15-fails/b}, m1 of {a-15-fails/m1}, m2 of {a-15-fails/m2}, tau of {a-15-fails/tau} and "
                "beta of {a-15-fails/beta} the left side is {a-15-fails/right} and the right side {a-15-fails/left}.",
                margin.fails,
            ),
            against(
                "The left side falls short of the right one by {a-15-deficit/right = beta/tau*((2*s - N)/N)^2}, {let N "
                "= m1 + m2}, {let s = a + b}, and is less unless as many people have the variant as have not.",
                margin.deficit,
                margin.at_even_margins_only,
            ),
            besides(
                "What is so, where the margin's weight has {norm-above/w = w0 <= 4*s*(N - s)/N^2}, {let N = m1 + "
                "m2}, {let s = a + b}: the square of |T| exceeds its threshold by w0 beta over tau or more where "
                "the statistic exceeds tau by beta or more, and falls short of it by as much or more where the "
                "statistic does so of tau.",
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
            against(
                "Among {m1:words} case and {m2:words} controls, with tau of {tau} and beta of {beta}, the table of the "
                "case's variant alone has a probability P of the wrong answer above (20), which is {left = "
                "exp(-epsilon/sqrt(38/9)*2/(1 + sqrt(3)))/2}, for every epsilon.",
                theorem_4_4.every_budget,
            ),
            against(
                "Nothing like (20) can hold: with n cases and n controls, {apart-above/n >= 50}, "
                "{apart-above/a:words} variants among cases and none among controls make the statistic at least "
                "{apart-above/left}, tau and beta, and another among controls makes it at most "
                "{apart-below/right}, tau less beta.",
                impossibility.neighbours_apart,
            ),
            against(
                "Of the errors at neighbours on different sides of tau the larger one, E, has {impossibility/goal "
                "= 1/(1 + Y) <= E}, {let Y = 1 + x}, under any test whose probabilities of a one have "
                "{impossibility/private = p <= Y*q}.",
                impossibility.impossible,
            ),
            against(
                "For that tau and that beta (20) is below {bound-printed-below-every-test/right}, which no such E is below, for every epsilon "
                "and {bound-printed-below-every-test/n >= 81}; and for {bound-printed-vanishes/n >= 50} it is less than "
                "{bound-printed-vanishes/right}.",
                vanishing.vanishes,
            ),
            besides(
                "Among {people} cases and as many controls less is possible: at the odds {odds} {@chi2.beta-optimal} has the "
                "error {least}, which is less than {next}.",
                worst_cases.fewer,
            ),
            besides(
                "Over the tables whose margins weigh w0 or more, as {@chi2.a-15} has it, the error is at most {thm-4.4-corrected-above/right}, above the threshold "
                "and below it, with w0 beta over tau for z and any sensitivity D of |T|.",
                margin.by_margin,
                corrected.both_sides,
            ),
            besides(
                "Below the threshold, for {thm-4.4-sharper-below/z < 1}, it is at most {thm-4.4-sharper-below/right} too.",
                margin.by_margin,
                corrected.sharper_below,
            ),
            besides(
                "The reference's bounds are (20) and the corrected one.",
                theorem_4_4.bounds,
            ),
            besides(
                "Where the statistic is at least k, the weight of the margin is at least {weight-at-least/left = 4*k*M*m*N/(M*N + "
                "k*m)^2}, {let N = m1 + m2}, for M and m with {weight-at-least/M m}, M being no less than m1 and than m2.",
                least_weight.least_weight,
            ),
            besides(
                "For real cells, m cases of whom {weight-attained-within/left = k*m*N/(M*N + k*m)}, {let N = m + M}, have the variant, and M "
                "controls who have not, the statistic is k.",
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
        f"{CHI2}, section 1.2, Table 2, and section 4.2",
        "With m1 = m2 the beta-error is O(e^(-beta epsilon)) for Algorithm 1 and O(e^(-epsilon sqrt(beta N/tau))) for "
        "Algorithm 2, so that Algorithm 2 gets better as N grows and Algorithm 1 does not.",
        Verdict.REFUTED,
        (
            against(
                "Algorithm 2's beta-error is at least {on-ellipse-a-coin/right} for beta up to tau, whatever m1 "
                "and m2: the table that nobody's variant makes, whose statistic is the least that there is, "
                "counts, and the square of |T| is {nobody-on-ellipse/right} there.",
                orders.nobody,
                orders.nobody_errs,
            ),
            against(
                "Nor does it fall for larger beta: among n cases and n controls, a variant of a cases alone, a "
                "being what tau and beta add up to or more, has a statistic of at least a; the square of |T| is at "
                "most {rare-near-ellipse/right} above its threshold, and that of Delta_T is above "
                "{delta-t-balanced-above/left}; and the error is at least {error-nearly-a-half/left = (1 - "
                "epsilon*(t^2 - 1)/(2*D))/2}, with t for |T| and D for Delta_T. In it the square of what is "
                "subtracted is at most epsilon times epsilon times {rare-vanishes/right}, as these bounds on t and "
                "D have it, {rare-vanishes/goal}: it vanishes as n grows.",
                orders.rare,
                orders.spread_at_least,
                orders.nearly_a_coin,
                orders.vanishing,
            ),
            besides(
                "Algorithm 1 with (14) stays: its bound is at most {algorithm-1-stays/right} whatever N, and that is less than "
                "{algorithm-1-below-a-half/right}.",
                algorithm_1.theorem_4_3,
                orders.ranking,
            ),
            besides(
                "At the odds {odds}, with tau of {tau} and beta of {beta}, among {few} cases and as many controls Algorithm 2 has "
                "{second few:4} and Algorithm 1 {first few:4}; among {many} and as many, {second many:4} and {first many:4}.",
                worst_cases.ranking,
            ),
            besides(
                "With (16), where b is public, it stays as well: for n cases and as many controls (19) is at most "
                "{algorithm-1-most-19/right}, whatever n and b.",
                orders.with_public_controls,
            ),
            besides(
                "Neither bound is of the printed order: with (14) and with (16), for n cases and as many controls, "
                "(13) is at least {table-2-no-constant/right = exp(-3*beta*epsilon/4)/2}, and that exceeds "
                "{table-2-no-constant/left} as soon as {table-2-no-constant/large}.",
                orders.with_public_controls,
                orders.no_constant,
            ),
            besides(
                "The exponent of (20) itself is of another order: the square of Delta_T is {delta-t-balanced-exact/right = 8*(N + "
                "tau)/(tau*N^2)}, {let N = 2*n}.",
                orders.spread_at_least,
            ),
        ),
        also=(worst_cases.coin,),
    ),
    Entry(
        "chi2.table-2-unbalanced",
        f"{CHI2}, section 1.2, Table 2, and section 4.2",
        "With m1 = 1 and m2 = N - 1 the beta-error of Algorithm 2 is O(e^(-epsilon sqrt(beta/tau))) and does not depend on N, "
        "and that of Algorithm 1 is O(e^(-beta epsilon/N)) and grows with N.",
        Verdict.REFUTED,
        (
            against(
                "With a case alone the table of its variant alone has the statistic {lone-statistic/right = N}, "
                "{let N = 1 + m2}, and counts for every beta up to N less tau; there the square of |T| is at most "
                "{lone-norm/right} above its threshold, that of Delta_T at least {lone-spread-least/left} and at "
                "most {lone-spread-most/right}, and the error has {lone-error/goal}, with D for Delta_T: no order "
                "that vanishes as beta grows, if epsilon is small enough that this is positive.",
                lone.table,
                lone.stays,
            ),
            besides(
                "(20) fails here too: with tau of {tau}, beta of {beta} and an epsilon of {epsilon:words}, "
                "Algorithm 2's beta-error is {second 100:4} among {people 1} people, {second 1000:4} among "
                "{people 2} and {second 10000:4} among {people 3}. Among these last (20) is {printed:3}, and it "
                "is smaller than Algorithm 2's error among all of these.",
                lone.levels,
            ),
            besides(
                "Of Algorithm 1 the printed order is that of the bounds: (18) is {lone-18-most/right = exp(-beta*epsilon/N)/2}, {let N "
                "= 1 + m2}, at most and at least; and (19) is at most that, and at least {lone-19-least/left = "
                "exp(-beta*epsilon*(N + 1)/N^2)/2}.",
                lone.existing,
            ),
            besides(
                "That of Algorithm 1 with (15) is {first 100:4}, {first 1000:4} and {first 10000:4} among these.",
                lone.levels,
            ),
            besides(
                "Where {y1-attained/m1 <= m2} (15) is attained, so that less noise will not do.",
                larger_groups.attained,
                balanced.single,
                laplace.tells,
            ),
        ),
    ),
)

EXPERIMENTS: tuple[Entry, ...] = (
    Entry(
        "chi2.exp-5.1.1",
        f"{CHI2}, section 5.1.1, Figure 1",
        "With m1 = m2, N = 2^2, ..., 2^25, tau = 3.84, epsilon = 0.1 and ten tables with chi2 = 1, ..., 10 the error of "
        "Algorithm 2 falls exponentially with N, and is at most 10^-4 at N = 2^24 and 2^25.",
        Verdict.CORRECTED,
        (
            against(
                "With the printed statistics at the even margin the average error is {exp-5.1.1-average/curve "
                "24:4} at the N before the last, and so it is with the tables there whose statistics are nearest: "
                "{exp-5.1.1-average/nearest 24:4}.",
                synthetic.balanced,
                laplace.tail,
            ),
            against(
                "Not all of these tables exist: a statistic is at most the number of people, "
                "{statistic-at-most-people/goal}, and the smallest number of people is less than the largest statistic.",
                synthetic.at_most_people,
            ),
            instead(
                "With the printed statistics at the even margin it falls from every N to the next.",
                synthetic.falling,
                laplace.tail,
            ),
            besides(
                "It falls exponentially in the root of N, read of a fixed statistic K: at the even margin the "
                "square of |T| is {norm-at-even-margin/right = K/tau}, {let K = 4*(2*a - n)^2/(2*n)}, whatever N "
                "is; how far |T| is from its threshold counts in sensitivities, {@chi2.error}, and the square of "
                "Delta_T is {delta-t-balanced-exact/right = 8*(N + tau)/(tau*N^2)}, {let N = 2*n}.",
                synthetic.even_norm,
                orders.spread_at_least,
                laplace.tail,
            ),
            instead(
                "At the last power it is {exp-5.1.1-average/curve 25:3}, and {exp-5.1.1-average/nearest 25:3} with the nearest tables.",
                synthetic.balanced,
                laplace.tail,
            ),
            besides(
                "At the even margin the statistic is {statistic-at-even-margin/right = 4*(a - b)^2/N}, {let N = 2*n}, "
                "{let b = n - a}: whichever of the source's powers N is, or a larger one, there is no table with the "
                "statistic {no-first-square/k 1:words}, {no-first-square/k 2:words}, {no-first-square/k 3:words}, "
                "{no-first-square/k 4:words} or {no-first-square/k 5:words}.",
                synthetic.even_margin,
                synthetic.missing_tables,
            ),
            said(
                "The source says neither how its tables are made nor what their margins are.",
                "its section 5.1.1",
            ),
        ),
        also=(
            synthetic.no_table,
            synthetic.as_run,
        ),
    ),
    Entry(
        "chi2.exp-5.1.1-existing",
        f"{CHI2}, section 5.1.1, Figure 1",
        "In the same experiment the error of the existing methods does not change with N.",
        Verdict.CORRECTED,
        (
            against(
                "For a given statistic it does: (14) grows with N, {delta-f-grows/goal} for {delta-f-grows/more} people, and the error, "
                "{laplace-tail/right}, with it, {more-noise-errs-more/goal} where {more-noise-errs-more/D < F}.",
                synthetic.rises,
                laplace.tail,
                orders.more_noise_errs_more,
            ),
            instead(
                "It stays below a bound without N: the error is at most (17), and (17) at most {algorithm-1-stays/right}.",
                orders.ranking,
                algorithm_1.theorem_4_3,
            ),
            besides(
                "From {exp-5.1.1-existing-methods/people} people on, with the tables at the even margin whose "
                "statistics are nearest, Algorithm 1's average error with (14), which is (15) there, and with "
                "(16) is above {exp-5.1.1-existing-methods/low:4} and below {exp-5.1.1-existing-methods/high:4}.",
                synthetic.existing,
                laplace.tail,
            ),
        ),
        also=(synthetic.as_run,),
    ),
    Entry(
        "chi2.exp-5.1.2",
        f"{CHI2}, section 5.1.2, Figure 2",
        "With m1 = 2, m2 = N - 2 and epsilon = 1 the error of Algorithm 2 does not change with N, and that of Algorithm 1 grows.",
        Verdict.CORRECTED,
        (
            against(
                "Not all of these tables exist for all N: a statistic is at most the number of people, "
                "{statistic-at-most-people/goal}, and the smallest number of people is less than the largest statistic.",
                synthetic.at_most_people,
            ),
            instead(
                "From {exp-5.1.2-curves/people} people on, with the nearest tables, Algorithm 2's average error "
                "is within {exp-5.1.2-curves/near} of a number that does not depend on N, and Algorithm 1's grows"
                " with (15), and with (16), from every N to the next.",
                synthetic.curves,
                laplace.tail,
            ),
            besides(
                "That number is {exp-5.1.2-levels/limit 1:5} where a case has the variant and the other has not, "
                "and {exp-5.1.2-levels/limit 0:5} where none or both have it, which the source leaves open; at the "
                "last N the errors are {exp-5.1.2-levels/second 1:5} and {exp-5.1.2-levels/second 0:5}, and "
                "Algorithm 1's {exp-5.1.2-levels/first 1:5} and {exp-5.1.2-levels/first 0:5}.",
                synthetic.unbalanced,
                laplace.tail,
            ),
            besides(
                "It takes what the formulas tend to: the square of Delta_T is {two-cases-spread/right}, with n "
                "controls; and if a case has the variant and the other has not, and so has the share p of all "
                "people, the weight is {two-cases-weight-one/right = 2/(K + 2)} and the statistic "
                "{two-cases-statistic-one/right = K*(n + 2)/n}, {let K = (1 - 2*p)^2/(2*p*(1 - p))}.",
                synthetic.spread_of_two,
                synthetic.weights_of_two,
            ),
            besides(
                "If none has it, the weight is {two-cases-weight-none/right = 8*K/(K + 2)^2} and the statistic "
                "{two-cases-statistic-none/right = K*(n + 2)/n}, {let K = (2*p)^2/(2*p*(1 - p))}.",
                synthetic.weights_of_two,
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
            said(
                "The data are not public, and the source does not say what the numbers of copies of a variant "
                "became.",
                "its section 5.2",
            ),
            besides(
                "Above the threshold Algorithm 2 is further from it in sensitivities where {second-algorithm-ahead/w}, and Algorithm 1 "
                "where {first-algorithm-ahead/w}, whatever epsilon: F and D are the sensitivities of the statistic and of |T|, t is |T| and "
                "w the margin's weight. So the claim depends on how frequent the variants are.",
                crossover.compared,
            ),
            besides(
                "At the threshold, for groups of the same size, both are as far off where the square of w is "
                "{crossover-weight/right}.",
                crossover.threshold,
            ),
            besides(
                "For groups of the source's size, of the tables of each margin the one whose statistic is the "
                "least above tau, with more cases than controls that have the variant: Algorithm 1 errs less for "
                "variants that up to {rare-variants-flip/last} people have, and Algorithm 2 for all others that no "
                "more people have than have not.",
                crossover.flipped,
                laplace.tail,
            ),
        ),
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
            as_printed(
                "Laplace's noise takes a value across a threshold at the distance d with the probability {laplace-tail/right}.",
                laplace.tail,
            ),
            besides(
                "That is the integral of the density: over a cell of any width h it loses at least {laplace-cell-below/left} and at most "
                "{laplace-cell-above/right}, h times the density at the cell's ends, and far out it vanishes, {laplace-vanishes/goal}.",
                laplace.by_density,
            ),
            besides(
                "The reference's errors are what Laplace's distribution function gives, to {digits} digits, with "
                "sensitivities that a search over all neighbours finds.",
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
            as_printed(
                "The test is LDP: every event has probabilities P and Q under the data of neighbours with {m-star-ldp/goal}, where d and e are "
                "their distances if they have the same decision, and otherwise both distances are the least that there is.",
                optimal.ldp,
            ),
            as_printed(
                "Private on the same side: distances d and e of neighbours with the same decision have "
                "{distance-is-smooth/goal}, and then the wrong answer keeps the odds, {m-star-private-wrong/goal = "
                "exp(-epsilon*(d - 1))/(1 + E) <= E*(exp(-epsilon*(e - 1))/(1 + E))}, and so does the right one, "
                "{m-star-private-right/goal = 1 - exp(-epsilon*(d - 1))/(1 + E) <= E*(1 - exp(-epsilon*(e - 1))/(1 "
                "+ E))}, with {let E = exp(epsilon)}: both are about the reference's own formula, which is at most "
                "{m-star-worst/right = 1/(1 + E)} and falls by the factor E with a step exactly.",
                distances.smooth,
                optimal.private,
                optimal.next_step,
                optimal.at_most_least,
            ),
            as_printed(
                "Private across: neighbours with different decisions both have a distance of at most "
                "{distance-across/right}, the least that there is, and there the right answer of either has E "
                "times the probability of the wrong answer of the other, exactly: {m-star-across/goal = 1 - 1/(1 + "
                "E) = E/(1 + E)}, {let E = exp(epsilon)}.",
                distances.smooth,
                optimal.across,
            ),
            as_printed(
                "Optimal: t steps from a table where a private test gives an answer with the probability R it gives it with R times a W such "
                "that {chi2.way/goal}; if {m-star-optimal/worst = 1 - R <= 1/(1 + E)}, with {let E = exp(epsilon)}, as its error at the "
                "end of a way of d steps is at most the worst, then its error where the way begins has "
                "{m-star-optimal/goal = exp(-epsilon*(d - 1))/(1 + E) <= R*W}.",
                optimal.way,
                optimal.optimal,
            ),
            besides(
                "Added noise is not much better anywhere: a value moves by at most a sensitivity a step and crosses its threshold on the "
                "way, so that its reach r is at most d, and then {m-star-factor/goal = exp(-epsilon*(d - 1))/(1 + E) <= "
                "2/(1 + 1/E)*(exp(-epsilon*r)/2)}, with {let E = exp(epsilon)}.",
                optimal.reach,
                optimal.factor,
                laplace.tail,
            ),
            besides(
                "With (16), which does not hide b, it can be: in some table the error is more than "
                "{m-star-and-public-controls/times:words} times that of Algorithm 1.",
                worst_cases.public_controls,
                laplace.tail,
            ),
            besides(
                "The reference's test errs with that probability at every table, by a search for d.",
                by_law.of_tables,
            ),
            besides(
                "The reference's distance is the least number of people who must change, as every table of a few people shows.",
                distances.recorded,
                distances.searched,
            ),
            besides(
                "Its search starts from a little less than the distance to the ellipse itself.",
                straight.ellipse,
            ),
            said(
                "Optimality by distance is not new, nor are such scores for studies of genomes.",
                "D'Oliveira, Medard and Sadeghi (2021); Johnson and Shmatikov (2013), Yu and Ji (2014)",
            ),
        ),
        also=(
            exhaustive.private,
            exhaustive.least,
            exhaustive.factor,
        ),
    ),
    Entry(
        "chi2.beta-optimal",
        "ours",
        "The least beta-error of epsilon-private tests is g(l), where l is the distance between {chi2 >= tau + beta} and "
        "{chi2 <= tau - beta}: e^(-epsilon l/2)/2 for even l, and e^(-epsilon (l-1)/2)/(1 + e^epsilon) for odd l.",
        Verdict.OURS,
        (
            as_printed(
                "No less: j steps from a table where an answer is wrong with a probability of at most E, it has a probability p with "
                "{way-of-even-length/from below}, by induction over the way.",
                climbing.carried,
                climbing.lower,
            ),
            as_printed(
                "So in the middle of a way of j steps to it and as many from it between both sides, and of a step "
                "more, the larger of both errors has {way-of-even-length/goal} and {way-of-odd-length/goal}.",
                climbing.lower,
            ),
            as_printed(
                "No more: from that error at the lower side the probability of a one grows by the odds with each step, up to "
                "{climb-reaches-even/right} in the middle of an even way and {climb-reaches-odd/right} "
                "before that of an odd one; mirrored there, the test errs as much at the upper side.",
                climbing.reached,
            ),
            as_printed(
                "It is private on the same side and across the middle of an odd way as {@chi2.m-star} is, and in "
                "the middle of an even one as {climb-middle/goal = 1 - 1/(2*Y) <= Y/2}, {let Y = 1 + x}.",
                climbing.in_the_middle,
                optimal.one_side,
                optimal.across,
            ),
            besides(
                "The reference's least beta-error is that of this test, by a search for the distance.",
                by_law.of_the_best,
            ),
            besides(
                "The reference's distance between the sides is the least number of people who must change, at all sizes and thresholds "
                "that were looked at.",
                gaps.recorded,
                gaps.searched,
                gaps.rows,
            ),
            besides(
                "Where a side is empty the answer is always the same.",
                exhaustive.one_sided,
            ),
        ),
        also=(
            exhaustive.climbing,
            exhaustive.private,
        ),
    ),
)
