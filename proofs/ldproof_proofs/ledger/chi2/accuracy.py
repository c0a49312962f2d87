"""The source's claims on errors, what the exact law says of them, and the tests that are best."""

from ldproof_proofs.chi2.accuracy import (
    algorithm_1,
    by_law,
    corrected,
    crossover,
    impossibility,
    in_symbols,
    least_weight,
    lone,
    margin,
    orders,
    size,
    synthetic,
    theorem_4_4,
    vanishing,
    worst_cases,
)
from ldproof_proofs.chi2.curator import laplace
from ldproof_proofs.chi2.distance import exhaustive as distances
from ldproof_proofs.chi2.distance import straight
from ldproof_proofs.chi2.gap import exhaustive as gaps
from ldproof_proofs.chi2.law import climbing, optimal
from ldproof_proofs.chi2.sensitivities import wide
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said
from ldproof_proofs.ledger.chi2.geometry import CHI2

DEFINITIONS: tuple[Entry, ...] = (
    Entry(
        "chi2.def-2.3",
        f"{CHI2}, section 2.3, Definition 2.3, equation (4)",
        "The error of a mechanism M at a database D is E(M, D) = Pr[M(D) != I(chi2(D) > tau)] (4).",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "For Algorithms 1 and 2 with Laplace noise, the formula chi2.error computes this probability to "
                    "{digits} digits."
                ),
                by_law.of_tables,
            ),
        ),
        original=r"$$E(M, D) = \Pr[M(D) \neq I(\chi^2(D) > \tau)] \quad (4)$$ ... "
        "ここで I は指示関数であり, 引数の命題が成り立てば 1 を, 成り立たなければ 0 を返す関数である.",
    ),
    Entry(
        "chi2.sec-2.3",
        f"{CHI2}, section 2.3",
        "The nearer the statistic of a database is to tau, the larger is, intuitively, the influence of the noise, and "
        "presumably the error.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    'Read "presumably" as a claim that an example supports, which is Algorithm 1. Let it use the same sensitivity '
                    "D at all tables. At the distance d from tau its error is {laplace-tail/right}, which falls as d grows."
                ),
                laplace.tail,
                algorithm_1.theorem_4_3,
            ),
            besides(
                (
                    "For Algorithm 2 it fails. Let nobody have the variant. The statistic counts as zero, as far below tau as "
                    "possible. But the square of |T| is {nobody-on-ellipse/right}, its threshold, so that Algorithm 2 errs "
                    "with probability {on-ellipse-a-coin/right}."
                ),
                orders.nobody,
                orders.nobody_errs,
            ),
            besides(
                (
                    "The error of Algorithm 2 is smaller wherever |T| is at a distance {away-below-a-half/d > 0} from its"
                    " threshold, since {away-below-a-half/goal}."
                ),
                laplace.tail,
                orders.away_errs_less,
            ),
        ),
        original=r"直感的にデータベース D から算出されるカイ二乗値 $\chi^2(D)$ がしきい値 τ に近いほどノイズの影響は大きくなり, "
        "式 4 の誤り確率は大きくなると考えられる.",
    ),
    Entry(
        "chi2.def-2.4",
        f"{CHI2}, section 2, Definition 2.4, equation (5)",
        "The beta-error of a mechanism M is the supremum of its error E(M, D) over the databases D of N people with "
        "|chi2(D) - tau| >= beta (5).",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Fix m1 and m2, which the source takes as public, and let M depend on the data through the table "
                    "alone. Then the supremum is a maximum over finitely many tables. For Algorithms 1 and 2 and the "
                    "tests of {@chi2.m-star} and {@chi2.beta-optimal}, `ldproof eval chi2.beta_error` computes it to "
                    "{digits} digits. If every table has a statistic nearer to tau than beta, the beta-error is "
                    "undefined."
                ),
                by_law.over_tables,
            ),
            besides(
                (
                    "If the sum of tau and beta exceeds N, only tables below tau count for the beta-error, since "
                    "{statistic-at-most-people/goal = chi2 <= N}."
                ),
                synthetic.at_most_people,
            ),
        ),
        original=r"しきい値 $\tau > 0$, $\beta > 0$, サンプルサイズ N が与えられたとき, メカニズム M の β 誤り率を式 (5) とする. ... "
        r"$$\hat{E}(M, \beta) = \sup_{D \in \mathcal{D}: |\chi^2(D) - \tau| \geq \beta, |D|=N} E(M, D) \quad (5)$$",
    ),
)

BOUNDS: tuple[Entry, ...] = (
    Entry(
        "chi2.thm-4.3",
        f"{CHI2}, section 4, Theorem 4.3, equation (13), and appendix A.3",
        "Algorithm 1 with a sensitivity Delta has a beta-error of at most {= exp(-beta*epsilon/Delta)/2} (13).",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let the statistic of a table be at the distance d from tau, {thm-4.3-bound/beta <= d}, and let D be "
                    "the sensitivity. Then a wrong answer has a probability of {thm-4.3-bound/goal:bound of P}."
                ),
                algorithm_1.theorem_4_3,
            ),
            besides(
                (
                    "The probability of a wrong answer is exactly {laplace-tail/right}. So (13) is attained if a table is"
                    " at the distance beta."
                ),
                laplace.tail,
            ),
        ),
        original="Algorithm 1 の β 誤り率の上限は式 (13) のようになる。 ... "
        r"$$\hat{E}(M_{1\Delta}, \beta) \leq \frac{1}{2} \exp\left(-\frac{\beta\epsilon}{\Delta}\right) \quad (13)$$",
        also=(
            by_law.of_tables,
            by_law.over_tables,
            in_symbols.of_budgets,
        ),
    ),
    Entry(
        "chi2.prop-4.1",
        f"{CHI2}, section 4, Proposition 4.1, equations (17) to (19)",
        "With Delta_F, Delta_Y1 and Delta_Y2 the beta-error of Algorithm 1 is at most {= "
        "exp(-beta*epsilon*(N + 2)/(4*N))/2} (17), {= exp(-beta*epsilon*m1*m2/N^2*(M + 1)/M)/2} (18) with M = max{m1, m2}, "
        "and {= exp(-beta*epsilon*m1*m2/N^2*(M_2 + 1)/M_2)/2} (19) with M_2 = max{b, d}.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "For any sensitivity D the bound (13) is {thm-4.3-bound/right}. If m1 is m2, it is "
                    "{prop-4.1-17/right = exp(-beta*epsilon*(N + 2)/(4*N))/2} with (14) for D, {let N = 2*m1}."
                ),
                algorithm_1.theorem_4_3,
                algorithm_1.proposition_4_1,
            ),
            as_printed(
                "With (15) for D, the bound (13) is {prop-4.1-18/right = exp(-beta*epsilon*m1*m2/N^2*(M + 1)/M)/2}.",
                algorithm_1.proposition_4_1,
            ),
            as_printed(
                (
                    "With (16) for D, the bound (13) is {prop-4.1-19/right = exp(-beta*epsilon*m1*m2/N^2*(M_2 + "
                    "1)/M_2)/2}. It bounds the error at the tables with this b."
                ),
                algorithm_1.proposition_4_1,
            ),
        ),
        original=r"カイ二乗値の Sensitivity に $\Delta_F, \Delta_{Y1}, \Delta_{Y2}$ を用いた場合、Algorithm1 の β 誤り率の上限は"
        "式 (17), (18), (19) のようになる。",
    ),
    Entry(
        "chi2.a-15",
        f"{CHI2}, appendix A.4, equation (A.15)",
        "{= 1 - 4*beta*(a + b)*(a + b - N)/(tau*N^2)} >= {= 1 + beta/tau} (A.15).",
        Verdict.REFUTED,
        (
            against(
                "At {a-15-fails/point} the left side is {a-15-fails/right} and the right side is {a-15-fails/left}.",
                margin.fails,
            ),
            against(
                (
                    "The inequality is reversed: the right side exceeds the left side by {a-15-deficit/right = "
                    "beta/tau*((2*s - N)/N)^2}. Equality holds only if as many people have the variant as have not."
                ),
                margin.deficit,
                margin.at_even_margins_only,
            ),
            besides(
                (
                    "Let {norm-above/w = w0 <= 4*s*(N - s)/N^2}. If {norm-above/chi2 = tau + beta <= chi2}, the "
                    "square of |T| is at least {norm-above/left = 1 + w0*beta/tau}. If {norm-below/chi2 = chi2 <="
                    " tau - beta}, it is at most {norm-below/right = 1 - w0*beta/tau}."
                ),
                margin.by_margin,
            ),
        ),
        original=r"&= 1 - 4\beta \frac{(a+b)(a+b-N)}{\tau N^2} \geq 1 + \frac{\beta}{\tau}",
        answer=(
            "False as printed, and the opposite is true: the right side exceeds the left side by "
            "{a-15-deficit/right = beta/tau*((2*s - N)/N)^2}."
        ),
        answer_in_japanese="誤りであり, 不等号の向きが逆である: 右辺は左辺より {a-15-deficit/right = beta/tau*((2*s - N)/N)^2} だけ"
        "大きい. s は変異を持つ者の数である.",
    ),
    Entry(
        "chi2.thm-4.4",
        f"{CHI2}, section 4, Theorem 4.4, equation (20), and appendix A.4",
        "Algorithm 2 with Delta_T has a beta-error of at most {= exp(epsilon*N/2*(1 - sqrt(1 + beta/tau))*sqrt(tau*m1*m2/((m1^2 "
        "+ m2^2)*N + 2*tau*m1*m2)))/2} (20).",
        Verdict.REFUTED,
        (
            against(
                (
                    "Let there be {m1:words} case and {m2:words} controls, tau = {tau} and beta = {beta}, and let only "
                    "the case have the variant. For every epsilon, Algorithm 2 errs at this table with a probability "
                    "above (20), which is {left = exp(-epsilon/sqrt(38/9)*2/(1 + sqrt(3)))/2}."
                ),
                theorem_4_4.every_budget,
            ),
            against(
                (
                    "No bound such as (20) can hold. Let there be n cases and n controls, {apart-above/n >= 50}, and let "
                    "{apart-above/a:words} cases have the variant. If no control has the variant, the statistic is at "
                    "least {apart-above/left}, the sum of tau and beta. If a control has the variant, the statistic is at"
                    " most {apart-below/right}, the difference of tau and beta."
                ),
                impossibility.neighbours_apart,
            ),
            against(
                (
                    "At these neighbours let an epsilon-private test find significance with probabilities p and q, "
                    "{impossibility/private = p <= E*q}. Then the larger of its errors e satisfies {impossibility/goal = "
                    "1/(1 + E) <= e}. But (20) is smaller if {bound-printed-below-every-test/n >= 81}."
                ),
                impossibility.impossible,
                vanishing.vanishes,
            ),
            besides(
                (
                    "Let D be any sensitivity of |T|, {norm-above/w = w0 <= 4*s*(N - s)/N^2} and {let z = w0*beta/tau}. "
                    "Above the threshold the square of |T| is at least {norm-above/left = 1 + z}. So over these tables "
                    "the beta-error of Algorithm 2 is at most {thm-4.4-corrected-above/right}. If "
                    "{thm-4.4-sharper-below/z < 1}, the error at those of them with {norm-below/chi2 = chi2 <= tau - beta} "
                    "is also at most {thm-4.4-sharper-below/right}."
                ),
                margin.by_margin,
                corrected.both_sides,
                corrected.sharper_below,
            ),
            besides(
                (
                    "Let m and M be the sizes of the smaller and the larger group, and let the statistic be at "
                    "least k, {weight-at-least/k > 0}. Then {weight-at-least/goal = 4*k*M*m*N/(M*N + k*m)^2 <= "
                    "4*s*(N - s)/N^2}, so that w0 may be the left side. Real numbers a and b attain this bound."
                ),
                least_weight.least_weight,
                least_weight.attained,
            ),
            said(
                (
                    "Delta_T, called the sensitivity of the statistic, is read as the sensitivity of |T|. The D on the "
                    "left of (20), (A.16) and (A.17) is read as beta, as in (5)."
                ),
                "section 4.2 and appendix A.4",
            ),
        ),
        original="Algorithm 2 の β 誤り率の上限は式 (20) のようになる。 ... "
        r"\leq \frac{1}{2} \exp\left(\frac{\epsilon N}{2} \left(1 - \sqrt{1 + \frac{\beta}{\tau}}\right) \sqrt{\frac{\tau m_1 m_2}"
        r"{(m_1^2 + m_2^2)N + 2\tau m_1 m_2}}\right) \quad (20)",
        answer=(
            "False as printed: for n cases and n controls, {bound-printed-below-every-test/n >= 81}, (20) is "
            "below {impossibility/left = 1/(1 + E)} for some threshold and beta. True: for this threshold and "
            "beta no epsilon-private test has a beta-error below that number."
        ),
        answer_in_japanese="誤り. ある τ と β に対し, {bound-printed-below-every-test/n >= 81} なる n 人ずつの Case と Control では, "
        "式 (20) は {impossibility/left = 1/(1 + E)} を下回る. 正しくは, そこではどの ϵ 差分プライベートな検定の β 誤り率も"
        "これを下回らない. E は e の ϵ 乗である.",
        also=(
            theorem_4_4.bounds,
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
                (
                    "Let a of n cases and no control have the variant, where a is at least the sum of tau and beta. The "
                    "statistic is at least a, so that the table counts for the beta-error. Let t be |T| at this table, "
                    "and D be Delta_T. Then Algorithm 2 errs at this table with a probability of at least "
                    "{error-nearly-a-half/left = (1 - epsilon*(t^2 - 1)/(2*D))/2}."
                ),
                orders.rare,
                orders.nearly_a_coin,
            ),
            against(
                (
                    "Let a be fixed. The square of t exceeds the threshold of Algorithm 2 by at most "
                    "{rare-near-ellipse/right}, and the square of D is at least {delta-t-balanced-above/left}. So"
                    " the square of the subtracted term vanishes as n grows, at any beta and epsilon. Without its"
                    " factor epsilon it satisfies {rare-vanishes/goal}."
                ),
                orders.rare,
                orders.spread_at_least,
                orders.vanishing,
            ),
            besides(
                (
                    "Where nobody has the variant, (6) is undefined. Count the statistic as zero there, and let "
                    "beta be at most tau. Then this table counts for the beta-error. The square of |T| is "
                    "{nobody-on-ellipse/right}, its threshold. So Algorithm 2 errs with probability "
                    "{on-ellipse-a-coin/right}, whatever m1 and m2 are."
                ),
                orders.nobody,
                orders.nobody_errs,
            ),
            besides(
                (
                    "Let m1 be m2. Algorithm 1 with (14) or (16) has a beta-error of at most "
                    "{algorithm-1-stays/right}, whatever N is. So for large N its beta-error is smaller than that"
                    " of Algorithm 2."
                ),
                algorithm_1.theorem_4_3,
                orders.ranking,
                orders.with_public_controls,
            ),
            besides(
                (
                    "Take E = {odds}, tau = {tau} and beta = {beta}, and Algorithm 1 with (14). With {few} cases "
                    "and {few} controls the beta-error of Algorithm 2 is {second few:4}, and that of Algorithm 1 "
                    "is {first few:4}. With {many} cases and {many} controls they are {second many:4} and {first "
                    "many:4}."
                ),
                worst_cases.ranking,
            ),
            besides(
                (
                    "The printed order of Algorithm 1's bound fails, too. If m1 is m2, (13) with (14) or (16) is "
                    "at least {table-2-no-constant/right = exp(-3*beta*epsilon/4)/2}. For any C this exceeds "
                    "{table-2-no-constant/left} as soon as {table-2-no-constant/large}."
                ),
                orders.with_public_controls,
                orders.no_constant,
            ),
            besides(
                (
                    "If both groups have n people, the square of Delta_T is {delta-t-balanced-exact/right = 8*(N "
                    "+ tau)/(tau*N^2)}, {let N = 2*n}. So the exponent of (20) depends on beta through the root "
                    "of the sum of tau and beta. Table 2 has the root of beta there."
                ),
                orders.spread_at_least,
            ),
            said(
                (
                    "Section 1.2 ends with the opposite, that the existing methods err less as N grows. The methods are "
                    "exchanged there, as section 4.2 shows."
                ),
                "section 1.2",
            ),
        ),
        original=r"$O(\exp(-\beta\epsilon))$ ... $O(\exp(-\epsilon\sqrt{\frac{\beta N}{\tau}}))$ ... "
        r"Case 数と Control 数が同数、 $m_1 = m_2$ (balanced) の場合、既存手法では、 β 誤り率は N に依存しない。しかし、提案法では"
        "サンプル数 N の増加に伴って、 β 誤り率は小さくなっていくため有用である。",
        answer=(
            "False as printed. True: let a of n cases and no control have the variant, with a at least the sum of"
            " tau and beta. Then the beta-error of Algorithm 2 is at least {error-nearly-a-half/left = (1 - "
            "epsilon*(t^2 - 1)/(2*D))/2}, where t is |T| and D is Delta_T. The subtracted term vanishes as n "
            "grows."
        ),
        answer_in_japanese="誤り. 正しくは, どの β についても, a が τ と β の和以上なら, Algorithm 2 の β 誤り率は "
        "{error-nearly-a-half/left = (1 - epsilon*(t^2 - 1)/(2*D))/2} 以上である. t は n 人の Case のうち a 人だけが変異を持つ表の "
        "|T|, D は式 (12) の Sensitivity であり, n が大きくなると引かれる項は消える.",
    ),
    Entry(
        "chi2.table-2-unbalanced",
        f"{CHI2}, section 1.2, Table 2, and section 4.2",
        "With m1 = 1 and m2 = N - 1 the beta-error of Algorithm 2 is O(e^(-epsilon sqrt(beta/tau))) and does not depend on N, "
        "and that of Algorithm 1 is O(e^(-beta epsilon/N)) and grows with N.",
        Verdict.REFUTED,
        (
            against(
                (
                    "Let only the case have the variant. The statistic is {lone-statistic/right = N}, {let N = 1 "
                    "+ m2}. So the table counts for the beta-error if beta is at most the difference of N and "
                    "tau."
                ),
                lone.table,
            ),
            against(
                (
                    "Let D be Delta_T, whose square is at most {lone-spread-most/right}. At this table Algorithm "
                    "2 errs with probability {lone-error/goal:bound of P}. For small epsilon this bound is above "
                    "a positive number that depends neither on beta nor on N."
                ),
                lone.table,
                lone.stays,
            ),
            besides(
                (
                    "Take tau = {tau}, beta = {beta}, epsilon = {epsilon}, and N = {people 1}, {people 2} and "
                    "{people 3}. The beta-errors of Algorithm 2 are {second 100:4}, {second 1000:4} and {second "
                    "10000:4}. The beta-errors of Algorithm 1 with (15) are {first 100:4}, {first 1000:4} and "
                    "{first 10000:4}. At the last N, (20) is only {printed:3}."
                ),
                lone.levels,
            ),
            besides(
                (
                    "Algorithm 1's bounds have the printed order. The bound (18) is {lone-18-most/right = "
                    "exp(-beta*epsilon/N)/2}, {let N = 1 + m2}. The bound (19) is at least {lone-19-least/left = "
                    "exp(-beta*epsilon*(N + 1)/N^2)/2} and at most (18)."
                ),
                lone.existing,
            ),
        ),
        original=r"例えばサンプル数 N に対して Case 数 $m_1 = 1$, Control 数 $m_2 = N - 1$ の場合は提案手法の β 誤り率はサンプル数 N に"
        "依存していない。しかし、既存手法では N の増加に伴って β 誤り率が増加していくことが分かる。",
        answer=(
            "False as printed. True: let D be Delta_T; if only the case has the variant, Algorithm 2 errs with "
            "probability {lone-error/goal:bound of P}. So for small epsilon its beta-error does not vanish as "
            "beta and N grow."
        ),
        answer_in_japanese="誤り. 正しくは, ϵ が小さければ, β と N が大きくなっても Algorithm 2 の β 誤り率は消えない: Case だけが"
        "変異を持つ表で誤り確率 P は {lone-error/goal} を満たす. D は式 (12) の Sensitivity である.",
    ),
)

EXPERIMENTS: tuple[Entry, ...] = (
    Entry(
        "chi2.exp-5.1.1",
        f"{CHI2}, section 5.1.1, Figure 1",
        "With m1 = m2, N = 2^2, ..., 2^25, tau = 3.84, epsilon = 0.1 and ten tables with chi2 = 1, ..., 10 the error of "
        "Algorithm 2 falls exponentially as N grows, and is at most 10^-4 at N = 2^24 and 2^25.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "For the smallest N not all of these tables exist, since {statistic-at-most-people/goal = chi2 <= N} "
                    "and the smallest N is below the largest statistic."
                ),
                synthetic.at_most_people,
            ),
            instead(
                (
                    "Let as many people have the variant as have not, and let the statistics be the printed ones."
                    " Over the printed powers N the average error of Algorithm 2 falls from every N to the next. "
                    "At N = {exp-5.1.1-average/larger} it is {exp-5.1.1-average/curve 25:3}. With the nearest "
                    "whole numbers a and b it is {exp-5.1.1-average/nearest 25:3}."
                ),
                synthetic.falling,
                synthetic.balanced,
                laplace.tail,
            ),
            instead(
                (
                    "If both groups have n people and as many people have the variant as have not, the square of "
                    "|T| is {norm-at-even-margin/right = chi2/tau}, {let chi2 = 4*(2*a - n)^2/(2*n)}. The square "
                    "of Delta_T is {delta-t-balanced-exact/right = 8*(N + tau)/(tau*N^2)}, {let N = 2*n}. So for "
                    "a fixed statistic the error falls exponentially in the square root of N."
                ),
                synthetic.even_norm,
                orders.spread_at_least,
                laplace.tail,
            ),
            besides(
                (
                    "Let as many people have the variant as have not, and let the statistics be the printed ones."
                    " At N = {exp-5.1.1-average/smaller} the average error of Algorithm 2 is "
                    "{exp-5.1.1-average/curve 24:4}. With whole numbers a and b whose statistics are nearest to the "
                    "printed ones it is {exp-5.1.1-average/nearest 24:4}, too. Both exceed the printed "
                    "{exp-5.1.1-average/bound}, but by less than {exp-5.1.1-average/deviations:words} standard deviations of "
                    "a mean of {exp-5.1.1-average/runs} runs, which the source prints. So that mean may be below its "
                    "expectation by chance."
                ),
                synthetic.balanced,
                laplace.tail,
            ),
            besides(
                (
                    "The source does not print s, the number of people with the variant. If {even-margin-farthest-above/chi2 "
                    ">= tau}, then {even-margin-farthest-above/goal = 1 + (chi2/tau - 1)*4*s*(N - s)/N^2 <= chi2/tau}. The "
                    "left side is the square of |T|, and the right side is this square where as many people have the variant "
                    "as have not. If {even-margin-farthest-below/chi2 <= tau}, the order is reversed. So |T| is no farther "
                    "from its threshold at any other s, and the error is no smaller."
                ),
                synthetic.even_margin_farthest,
            ),
            besides(
                (
                    "Let both groups have n people, and let as many people have the variant as have not. The "
                    "statistic is {statistic-at-even-margin/right = 4*(a - b)^2/N}, {let N = 2*n}, {let b = n - "
                    "a}. So it is never {no-first-square/k 1:words}, {no-first-square/k 2:words}, "
                    "{no-first-square/k 3:words}, {no-first-square/k 4:words} or {no-first-square/k 5:words}, "
                    "whichever of the source's powers N is."
                ),
                synthetic.even_margin,
                synthetic.missing_tables,
            ),
            said(
                "The source does not say which tables it takes.",
                "its section 5.1.1",
            ),
            said(
                (
                    "The error rate counts FP and FN among all outcomes. The source explains FP again, in the place of "
                    "TN."
                ),
                "section 5.1.1",
            ),
        ),
        original="既存手法がサンプル数の増加に伴って誤り率に変化がないのに対して，提案手法は指数的に誤り率が小さくなっていくことが分かる．"
        r"また， $N = 2^{24}, 2^{25}$ においては誤り率は 10^{-4} 以下となり非常に小さな誤り率で検定が行えていることが分かる．",
        answer=(
            "False as printed: for the smallest N not all tables with the printed statistics exist, since "
            "{statistic-at-most-people/goal = chi2 <= N}. True: if as many people have the variant as have not, and the statistics are the printed ones, the "
            "average error of Algorithm 2 falls from every N to the next, to {exp-5.1.1-average/curve 25:3} at N = "
            "{exp-5.1.1-average/larger}."
        ),
        answer_in_japanese=(
            "印刷のままでは誤り: {statistic-at-most-people/goal = chi2 <= N} なので, 最小の N では, 印刷された統計量の値を持つ表のすべては存在しない. "
            "正しくは, 変異を持つ者と持たない者が同数で, その統計量の値がとられるとすれば, Algorithm 2 の平均誤り率は N とともに減少し, N が"
            " {exp-5.1.1-average/larger} のとき {exp-5.1.1-average/curve 25:3} である."
        ),
        also=(
            synthetic.no_table,
            synthetic.as_run,
        ),
    ),
    Entry(
        "chi2.exp-5.1.1-existing",
        f"{CHI2}, section 5.1.1, Figure 1",
        "In the same experiment the error of the existing methods does not change as N grows.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "For a given statistic the error of Algorithm 1 with (14) grows with the number of people. "
                    "For {delta-f-grows/more} people the sensitivity grows: {delta-f-grows/goal}. For "
                    "sensitivities {more-noise-errs-more/D < F} the error grows: {more-noise-errs-more/goal}."
                ),
                synthetic.rises,
                laplace.tail,
                orders.more_noise_errs_more,
            ),
            instead(
                (
                    "The error stays bounded. At the distance beta or more from tau it is at most (17), which is at most "
                    "{algorithm-1-stays/right} for every N."
                ),
                orders.ranking,
                algorithm_1.theorem_4_3,
            ),
            besides(
                (
                    "Let as many people have the variant as have not, and take the tables of whole numbers whose "
                    "statistics are nearest to the printed ones. For the printed powers N from "
                    "{exp-5.1.1-existing-methods/people} on, the average error of Algorithm 1 is between "
                    "{exp-5.1.1-existing-methods/low:4} and {exp-5.1.1-existing-methods/high:4}, with (14) and "
                    "with (16)."
                ),
                synthetic.existing,
                laplace.tail,
            ),
        ),
        original="既存手法がサンプル数の増加に伴って誤り率に変化がない",
        answer=(
            "False as printed: at a given statistic the error grows with N, since the sensitivity grows. True: at"
            " the distance beta from tau the error is at most {algorithm-1-stays/right} for every N."
        ),
        answer_in_japanese="誤り: 統計量を固定すると, 式 (14) とともに誤り率も N について増加する. 正しくは, 誤り率は N によらない"
        "上界 {algorithm-1-stays/right} を持つ. β はしきい値との距離である.",
        also=(synthetic.as_run,),
    ),
    Entry(
        "chi2.exp-5.1.2",
        f"{CHI2}, section 5.1.2, Figure 2",
        "With m1 = 2, m2 = N - 2 and epsilon = 1 the error of Algorithm 2 does not change as N grows, and that of Algorithm 1 grows.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "For the smallest N not all of these tables exist, since {statistic-at-most-people/goal = chi2 <= N} "
                    "and the smallest N is below the largest statistic."
                ),
                synthetic.at_most_people,
            ),
            instead(
                (
                    "Fix a at {exp-5.1.2-curves/none} or at {exp-5.1.2-curves/one}. For each printed statistic "
                    "take the b whose statistic is nearest. For the powers N from {exp-5.1.2-curves/first} to "
                    "{exp-5.1.2-curves/last}, the average error of Algorithm 2 is within {exp-5.1.2-curves/near} "
                    "of its limit. The limit is {exp-5.1.2-levels/limit 0:5} for the smaller a and "
                    "{exp-5.1.2-levels/limit 1:5} for the larger. The average error of Algorithm 1 grows with N, "
                    "with (15) and with (16)."
                ),
                synthetic.curves,
                synthetic.unbalanced,
                synthetic.spread_of_two,
                synthetic.weights_of_two,
                laplace.tail,
            ),
            besides(
                (
                    "The source does not say which a it takes. If both cases have the variant, the limit is "
                    "{exp-5.1.2-levels/limit 0:5}, too. At the largest N, the average error of Algorithm 1 with "
                    "(15) is {exp-5.1.2-levels/first 0:5} for the smaller a, and {exp-5.1.2-levels/first 1:5} for"
                    " the larger."
                ),
                synthetic.unbalanced,
                laplace.tail,
            ),
        ),
        original="提案手法はサンプル数の増加に伴って誤り率に変化がないのに対して，既存手法は，誤り率が増加していくことが分かる．",
        answer=(
            "False as printed: not all of the tables exist, since {statistic-at-most-people/goal = chi2 <= N}. "
            "True for each a alone, from N = {exp-5.1.2-curves/first} to {exp-5.1.2-curves/last}: at the nearest"
            " tables Algorithm 2's average error is within {exp-5.1.2-curves/near} of its limit, and Algorithm "
            "1's grows."
        ),
        answer_in_japanese=(
            "{statistic-at-most-people/goal = chi2 <= N} であるから存在しない分割表があり, 誤り. 正しくは, a を固定し, N が "
            "{exp-5.1.2-curves/first} から {exp-5.1.2-curves/last} までの冪のとき, 統計量が最も近い分割表での Algorithm 2 の平均誤り率と極限の差は "
            "{exp-5.1.2-curves/near} 以内であり, Algorithm 1 の平均誤り率は増加する."
        ),
        also=(synthetic.as_run,),
    ),
    Entry(
        "chi2.exp-5.2",
        f"{CHI2}, section 5.2, Figure 3",
        "On data of 311 variants, 200 cases and 200 controls, of which 63 are significant, Algorithm 2 has a smaller error than "
        "the existing methods for every epsilon from 0.1 to 1, and at most 0.1 from epsilon = 0.5 on.",
        Verdict.NOT_HERE,
        (
            said(
                "Not decidable: the source does not give the data, and does not say how it codes the number of copies of a variant.",
                "its section 5.2",
            ),
            said(
                (
                    "Every test has its own epsilon, so that all 311 tests cost 311 times as much. The level 0.05 is not "
                    "corrected for as many tests."
                ),
                "its section 5.2; budgets add up, as in shots.thm-1",
            ),
            besides(
                (
                    "Let F be the sensitivity of the statistic, D the sensitivity of |T|, and t the value of |T|."
                    " Let w be the fraction below, which vanishes as the variant becomes rare. For statistics "
                    "above tau, Algorithm 2 errs less if {second-algorithm-ahead/w}, and Algorithm 1 errs less if"
                    " {first-algorithm-ahead/w}. So the claim depends on how frequent the variants are."
                ),
                crossover.compared,
            ),
            besides(
                (
                    "Take groups of the source's size and epsilon = {rare-variants-flip/epsilon}. Let Algorithm 1 use "
                    "(14), and Algorithm 2 the source's Delta_T. For each s take the significant table whose statistic "
                    "is nearest to tau. On it Algorithm 1 errs less if s is at most {rare-variants-flip/last}. Algorithm "
                    "2 errs less if s is larger, up to as many as have no variant."
                ),
                crossover.flipped,
                laplace.tail,
            ),
        ),
        original=r"いずれの ϵ においても既存手法と比較して，提案手法の誤り率が低いことが分かる．また， $\epsilon \geq 0.5$ で 311 検定に"
        "対して誤り率 10^{-1} 以下でカイ二乗検定が行えている．",
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
                (
                    "Let a value be at the distance d from a threshold. Laplace noise takes it across the threshold with "
                    "probability {laplace-tail/right}."
                ),
                laplace.tail,
            ),
            besides(
                (
                    "This probability is the integral of the density beyond d. Take an interval of length h that "
                    "begins at d. The integral over it lies between h times the density at its end, "
                    "{laplace-cell-below/left}, and h times the density at d, {laplace-cell-above/right}. The "
                    "probability vanishes as d grows, since {laplace-vanishes/goal}."
                ),
                laplace.by_density,
            ),
        ),
        also=(by_law.of_tables,),
    ),
    Entry(
        "chi2.size",
        "ours",
        "At the threshold for 5% the size of Algorithm 2 is not 5%: it depends on how frequent the variant is, and tends to a "
        "half as the variant becomes rare.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "The size at a rate is the probability of a significant result if cases and controls have the "
                    "variant at this rate. The formula chi2.size computes it to {size-by-law/digits} digits. It does so "
                    "for Algorithms 1 and 2 and for our optimal tests, {@chi2.m-star} and {@chi2.beta-optimal}. Let "
                    "there be {size-at-the-usual-threshold/people} cases and as many controls, with tau = "
                    "{size-at-the-usual-threshold/tau:3} and epsilon = {size-at-the-usual-threshold/epsilon}. The size "
                    "of Algorithm 2 with the source's Delta_T is "
                    "{size-at-the-usual-threshold/at half:3} at the rate {size-at-the-usual-threshold/half}, "
                    "{size-at-the-usual-threshold/at tenth:3} at {size-at-the-usual-threshold/tenth}, and "
                    "{size-at-the-usual-threshold/at fiftieth:3} at {size-at-the-usual-threshold/fiftieth}. These"
                    " sizes are cut to multiples of {size-at-the-usual-threshold/part}."
                ),
                size.of_few,
                size.of_usual,
            ),
            besides(
                (
                    "Without noise the sizes at these rates are {size-without-noise/at half:3}, "
                    "{size-without-noise/at tenth:3} and {size-without-noise/at fiftieth:3}, cut to the same "
                    "multiples."
                ),
                size.without_noise,
            ),
            as_printed(
                (
                    "Where nobody has the variant, the square of |T| is {nobody-on-ellipse/right}, which is its "
                    "threshold. The noise alone decides, and Algorithm 2 finds significance with probability "
                    "{on-ellipse-a-coin/right}. The rarer the variant, the likelier is this table. So the size tends to "
                    "this probability."
                ),
                orders.nobody,
                orders.nobody_errs,
            ),
        ),
    ),
    Entry(
        "chi2.wide-tables",
        "ours",
        (
            "With any number of columns the statistic has the sensitivity (15). The sensitivity of the trend test"
            " with the weights of genotypes is larger, unless a group is a single person."
        ),
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let b controls be among the s people of a column. Up to a factor and a constant, the "
                    "statistic is a sum over the columns, to which each contributes the square of b over s. A "
                    "case that leaves the column raises this summand by {column-left/left = b^2/(s - 1) - b^2/s},"
                    " at most {column-left/right}."
                ),
                wide.leaves,
            ),
            as_printed(
                (
                    "Let a case leave a column and enter another. Let u be the rise of the summand of the former,"
                    " and v the fall of that of the latter. The statistic rises by {wide-step/left = "
                    "N^2/(m1*m2)*(u - v)}, at most {wide-step/right = N^2/(m1*m2)*m2/(m2 + 1)}. The reverse step "
                    "lowers it by as much."
                ),
                wide.step,
                wide.leaves,
            ),
            as_printed(
                (
                    "Take the trend test with the weights of genotypes, all tables of at most "
                    "{wide-tables-by-steps/people} people with {wide-tables-by-steps/columns:words} columns, and "
                    "several cases. The largest step of a case is {trend-attained/right}. Let all controls be in "
                    "the middle column, and all cases but the last in an outer column. The last case makes this "
                    "step if it joins the others from the opposite column."
                ),
                wide.trend,
                wide.counted,
            ),
            besides(
                (
                    "The test of {@chi2.m-star} needs only the distance d, and its proof is about tables of any "
                    "shape. So with more columns the test is private and optimal, too."
                ),
                optimal.private,
                optimal.across,
                optimal.optimal,
            ),
        ),
    ),
    Entry(
        "chi2.m-star",
        "ours",
        "Let d be how many people's variants must change for the decision to change. The test that flips the decision with "
        "probability e^(-epsilon (d - 1))/(1 + e^epsilon) is epsilon-private, and no private test whose error is at most "
        "1/(1 + e^epsilon) everywhere is wrong less often at any table.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "Every event of this test has probabilities P and Q under neighbours' data with "
                    "{m-star-ldp/goal}."
                ),
                optimal.ldp,
            ),
            as_printed(
                (
                    "Let neighbours have the same decision, and the distances d and e. Then {distance-is-smooth/goal}, and "
                    "with both exchanged {m-star-private-wrong/e <= d + 1}. So their probabilities of a wrong answer "
                    "satisfy {m-star-private-wrong/goal = exp(-epsilon*(d - 1))/(1 + E) <= E*(exp(-epsilon*(e - 1))/(1 + "
                    "E))}. Their probabilities of the right answer have a ratio of at most E, too."
                ),
                distances.smooth,
                optimal.private,
                optimal.next_step,
                optimal.at_most_least,
            ),
            as_printed(
                (
                    "Let neighbours have different decisions. Both have the distance {distance-across/right}. There the "
                    "right answer has E times the probability of the wrong answer: {m-star-across/goal = 1 - 1/(1 + E) = "
                    "E/(1 + E)}."
                ),
                distances.smooth,
                optimal.across,
            ),
            as_printed(
                (
                    "The test is optimal. Let a path of d steps between neighbours end beyond the threshold, and take a "
                    "private test. Let R be its probability of the right answer at the last table, "
                    "{m-star-optimal/worst = 1 - R <= 1/(1 + E)}. At the first table this answer is wrong, and has the "
                    "probability R W, where {chi2.way/goal} for the t steps between. So the test errs there with at least "
                    "the probability of the test above: {m-star-optimal/goal = exp(-epsilon*(d - 1))/(1 + E) <= R*W}."
                ),
                optimal.way,
                optimal.optimal,
            ),
            besides(
                (
                    "Algorithms 1 and 2 are never much better, if their sensitivity bounds all steps between "
                    "neighbours. Let r be the distance from the threshold, over the sensitivity. Then r is at "
                    "most d, and {m-star-factor/goal = exp(-epsilon*(d - 1))/(1 + E) <= 2/(1 + "
                    "1/E)*(exp(-epsilon*r)/2)}. The left side is the error of the test above, and the right side "
                    "is a factor times the error in {@chi2.error}."
                ),
                optimal.reach,
                optimal.factor,
                laplace.tail,
            ),
            besides(
                (
                    "Algorithm 1 with (16) can be much better, as it does not hide b. At some table the test "
                    "above errs more than {m-star-and-public-controls/times:words} times as often."
                ),
                worst_cases.public_controls,
                laplace.tail,
            ),
            besides(
                (
                    "For small tables, the d that `ldproof` finds by a search is the least number of people by a "
                    "comparison of all tables."
                ),
                distances.recorded,
                distances.searched,
                straight.ellipse,
            ),
            said(
                "That such a test is optimal is known, and scores by distance are known from genome-wide "
                "studies.",
                "D'Oliveira, Medard and Sadeghi (2021); Johnson and Shmatikov (2013), Yu and Ji (2014)",
            ),
        ),
        also=(by_law.of_tables,),
    ),
    Entry(
        "chi2.beta-optimal",
        "ours",
        (
            "Let {chi2 >= tau + beta} and {chi2 <= tau - beta} both have tables, at distance l. The least "
            "beta-error of epsilon-private tests is g(l) = e^(-epsilon l/2)/2 for even l, and e^(-epsilon "
            "(l-1)/2)/(1 + e^epsilon) for odd l."
        ),
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let a path of neighbouring tables join a table of the lower set with a table of the upper set. Let a"
                    " private test err at both ends with probability at most err. After j steps from the lower end it "
                    "finds significance with a probability p, {way-of-even-length/from below = p <= exp(epsilon*j)*err}."
                ),
                climbing.carried,
                climbing.lower,
            ),
            as_printed(
                (
                    "From the upper end the same holds of the other answer. In the middle of a path of even length, j "
                    "steps from either end, this gives {way-of-even-length/goal}. On a path of odd length, with another "
                    "step after j steps from either end, it gives {way-of-odd-length/goal}."
                ),
                climbing.lower,
            ),
            as_printed(
                (
                    "The following test attains this bound, g. Let a table be j steps from the lower set, at most "
                    "halfway. The test finds significance with probability g times the power j of E. Let a table be more "
                    "than halfway. The test does not find significance with probability g times the power j of E, where j"
                    " is l less the distance from the lower set. Beyond the distance l this probability is g."
                ),
                climbing.reached,
                climbing.in_the_middle,
                optimal.one_side,
                optimal.across,
            ),
            as_printed(
                "In the middle of a path of even length the test finds significance with probability {climb-reaches-even/right}. On a path of odd length this "
                "probability is {climb-reaches-odd/right} at the lower middle table. The test is private also next to the middle: {climb-middle/goal = 1 - 1/(2*E) <= E/2}.",
                climbing.reached,
                climbing.in_the_middle,
                optimal.one_side,
                optimal.across,
            ),
            besides(
                (
                    "At all tested sizes and thresholds, the l that `ldproof` finds by a search is the least "
                    "number of people by a comparison of all tables. There the test attains the beta-error g(l)."
                ),
                by_law.of_the_best,
                gaps.recorded,
                gaps.searched,
                gaps.rows,
            ),
        ),
    ),
)
