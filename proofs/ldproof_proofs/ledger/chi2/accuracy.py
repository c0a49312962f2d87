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
                "The formula chi2.error gives this probability for Algorithms 1 and 2, under Laplace's law, to {digits} digits.",
                by_law.of_tables,
            ),
        ),
        original=r"$$E(M, D) = \Pr[M(D) \neq I(\chi^2(D) > \tau)] \quad (4)$$ ... "
        "ここで I は指示関数であり, 引数の命題が成り立てば 1 を, 成り立たなければ 0 を返す関数である.",
    ),
    Entry(
        "chi2.sec-2.3",
        f"{CHI2}, section 2.3",
        "The nearer the statistic of a database is to tau, the larger are the influence of the noise and the error.",
        Verdict.CORRECTED,
        (
            against(
                "For Algorithm 2 it fails where nobody has the variant: the statistic is as far below tau as possible, but "
                "the square of |T| is {nobody-on-ellipse/right}, its threshold, so that the error is {on-ellipse-a-coin/right}.",
                orders.nobody,
                orders.nobody_errs,
            ),
            against(
                "The error is smaller wherever |T| is at a distance {away-below-a-half/d > 0} from its threshold: "
                "{away-below-a-half/goal}.",
                laplace.tail,
                orders.away_errs_less,
            ),
            instead(
                "For Algorithm 1 with the same sensitivity D at all tables it holds: at the distance d the error is "
                "{laplace-tail/right}, which falls as d grows.",
                laplace.tail,
                algorithm_1.theorem_4_3,
            ),
        ),
        original=r"直感的にデータベース D から算出されるカイ二乗値 $\chi^2(D)$ がしきい値 τ に近いほどノイズの影響は大きくなり, "
        "式 4 の誤り確率は大きくなると考えられる.",
        answer="False for Algorithm 2: where nobody has the variant, the error is {on-ellipse-a-coin/right}, the "
        "largest possible. True for Algorithm 1 with the sensitivity D: at the distance d from tau the "
        "error is {laplace-tail/right}.",
        answer_in_japanese="Algorithm 2 については誤り: 変異を持つ者がいない表で誤り確率は最大の {on-ellipse-a-coin/right} になる. "
        "Sensitivity が D の Algorithm 1 については正しく, しきい値との距離が d のとき誤り確率は {laplace-tail/right} である.",
    ),
    Entry(
        "chi2.def-2.4",
        f"{CHI2}, section 2, Definition 2.4, equation (5)",
        "The beta-error of a mechanism M is the supremum of its error E(M, D) over the databases D of N people with "
        "|chi2(D) - tau| >= beta (5).",
        Verdict.HOLDS,
        (
            as_printed(
                "With m1 and m2 given, the supremum is a maximum over finitely many tables, which `ldproof eval "
                "chi2.beta_error` gives to {digits} digits. If there is no such table, the beta-error is undefined.",
                by_law.over_tables,
            ),
            besides(
                "Since {statistic-at-most-people/goal = chi2 <= N}, only tables below tau count where tau and beta together "
                "exceed N.",
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
                "Let the statistic of a table be at the distance d from tau, {thm-4.3-bound/beta <= d}, and let D be the "
                "sensitivity. The probability of a wrong answer is {thm-4.3-bound/goal:bound of P}.",
                algorithm_1.theorem_4_3,
            ),
            besides(
                "It is {laplace-tail/right}; so (13) is attained if a table is at the distance beta.",
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
                "The bound (13) is {thm-4.3-bound/right} for any sensitivity D. With (14), where m1 is m2, it is "
                "{prop-4.1-17/right = exp(-beta*epsilon*(N + 2)/(4*N))/2}, {let N = 2*m1}.",
                algorithm_1.theorem_4_3,
                algorithm_1.proposition_4_1,
            ),
            as_printed(
                "With (15) it is {prop-4.1-18/right = exp(-beta*epsilon*m1*m2/N^2*(M + 1)/M)/2}.",
                algorithm_1.proposition_4_1,
            ),
            as_printed(
                "With (16) it is {prop-4.1-19/right = exp(-beta*epsilon*m1*m2/N^2*(M_2 + 1)/M_2)/2}, which bounds the error at "
                "the tables with this b.",
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
                "At {a-15-fails/point} the left side is {a-15-fails/right} and the right side {a-15-fails/left}.",
                margin.fails,
            ),
            against(
                "The inequality is reversed: the right side exceeds the left by {a-15-deficit/right = beta/tau*((2*s - "
                "N)/N)^2}, with equality only if as many people have the variant as have not.",
                margin.deficit,
                margin.at_even_margins_only,
            ),
            besides(
                "Let {norm-above/w = w0 <= 4*s*(N - s)/N^2}. The square of |T| is at least {norm-above/left = 1 + w0*beta/tau} "
                "if {norm-above/chi2 = tau + beta <= chi2}, and at most {norm-below/right = 1 - w0*beta/tau} if "
                "{norm-below/chi2 = chi2 <= tau - beta}.",
                margin.by_margin,
            ),
        ),
        original=r"&= 1 - 4\beta \frac{(a+b)(a+b-N)}{\tau N^2} \geq 1 + \frac{\beta}{\tau}",
        answer="False as printed, and the opposite is true: the right side exceeds the left by {a-15-deficit/right = "
        "beta/tau*((2*s - N)/N)^2}.",
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
                "Let there be {m1:words} case and {m2:words} controls, tau = {tau} and beta = {beta}. If only the case has "
                "the variant, then, for every epsilon, Algorithm 2 errs with a probability above (20), {left = "
                "exp(-epsilon/sqrt(38/9)*2/(1 + sqrt(3)))/2}.",
                theorem_4_4.every_budget,
            ),
            against(
                "Nothing like (20) can hold. Take n cases and n controls, {apart-above/n >= 50}, and let "
                "{apart-above/a:words} cases have the variant. If no control has it, the statistic is at "
                "least {apart-above/left}, the sum of tau and beta. If a control has it, the statistic is "
                "at most {apart-below/right}, their difference.",
                impossibility.neighbours_apart,
            ),
            against(
                "At such neighbours an epsilon-private test has probabilities p and q of finding significance with {impossibility/"
                "private = p <= E*q}. So its larger error e has {impossibility/goal = 1/(1 + E) <= e}; but (20) is smaller if "
                "{bound-printed-below-every-test/n >= 81}.",
                impossibility.impossible,
                vanishing.vanishes,
            ),
            besides(
                "Over the tables with {norm-above/w = w0 <= 4*s*(N - s)/N^2} the square of |T| is at least {norm-above/left = 1 + z}, "
                "{let z = w0*beta/tau}, above the threshold. So the beta-error is at most {thm-4.4-corrected-above/right} for any "
                "sensitivity D of |T|; below, if {thm-4.4-sharper-below/z < 1}, also at most {thm-4.4-sharper-below/right}.",
                margin.by_margin,
                corrected.both_sides,
                corrected.sharper_below,
            ),
            besides(
                "Let m and M be the sizes of the smaller and the larger group. If the statistic is at least k, the margin's weight "
                "is at least {weight-at-least/left = 4*k*M*m*N/(M*N + k*m)^2}, which real cells attain.",
                least_weight.least_weight,
                least_weight.attained,
            ),
            said(
                "Delta_T, called the sensitivity of the statistic, is read as that of |T|; and the D on the left of (20), (A.16) and "
                "(A.17) as beta, as in (5).",
                "section 4.2 and appendix A.4",
            ),
        ),
        original="Algorithm 2 の β 誤り率の上限は式 (20) のようになる。 ... "
        r"\leq \frac{1}{2} \exp\left(\frac{\epsilon N}{2} \left(1 - \sqrt{1 + \frac{\beta}{\tau}}\right) \sqrt{\frac{\tau m_1 m_2}"
        r"{(m_1^2 + m_2^2)N + 2\tau m_1 m_2}}\right) \quad (20)",
        answer="False as printed. For n cases and n controls, {bound-printed-below-every-test/n >= 81}, there are "
        "a threshold and a beta at which (20) is below {impossibility/left = 1/(1 + E)}. True: there no "
        "epsilon-private test has a beta-error below this number.",
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
                "Let a of n cases and no control have the variant, where a is at least the sum of tau and beta. The statistic is "
                "at least a, so the table counts. Algorithm 2 errs there with a probability of at least "
                "{error-nearly-a-half/left = (1 - epsilon*(t^2 - 1)/(2*D))/2}, t being |T| and D Delta_T.",
                orders.rare,
                orders.nearly_a_coin,
            ),
            against(
                "Let a be fixed. The square of t exceeds its threshold by at most {rare-near-ellipse/right}, and that of D is at "
                "least {delta-t-balanced-above/left}. So the square of what is subtracted per epsilon is bounded by a number "
                "that vanishes as n grows: {rare-vanishes/goal}. A larger beta does not help.",
                orders.rare,
                orders.spread_at_least,
                orders.vanishing,
            ),
            besides(
                "Where nobody has the variant, (6) is undefined. If a convention takes this statistic as null and beta is at "
                "most tau, that table counts, too: the square of |T| is {nobody-on-ellipse/right}, and Algorithm 2 errs with "
                "probability {on-ellipse-a-coin/right}, whatever m1 and m2.",
                orders.nobody,
                orders.nobody_errs,
            ),
            besides(
                "Algorithm 1 with (14) or (16) has a beta-error of at most {algorithm-1-stays/right}, "
                "whatever N. So for many people it is the better algorithm.",
                algorithm_1.theorem_4_3,
                orders.ranking,
                orders.with_public_controls,
            ),
            besides(
                "Take odds of {odds}, tau = {tau} and beta = {beta}. With {few} cases and {few} controls "
                "the beta-errors of Algorithms 2 and 1 are {second few:4} and {first few:4}; with {many} "
                "and {many} they are {second many:4} and {first many:4}.",
                worst_cases.ranking,
            ),
            besides(
                "The printed order of Algorithm 1 fails, too: (13) is at least {table-2-no-constant/right = "
                "exp(-3*beta*epsilon/4)/2}, which exceeds {table-2-no-constant/left} for any constant C as soon as "
                "{table-2-no-constant/large}.",
                orders.with_public_controls,
                orders.no_constant,
            ),
            besides(
                "In (20) the exponent is divided by Delta_T, whose square is {delta-t-balanced-exact/right "
                "= 8*(N + tau)/(tau*N^2)}, {let N = 2*n}. So (20) does not depend on tau and beta as Table "
                "2 says.",
                orders.spread_at_least,
            ),
            said(
                "Section 1.2 ends with the opposite, that the existing methods err less as N grows: the methods are exchanged there, as "
                "section 4.2 shows.",
                "section 1.2",
            ),
        ),
        original=r"$O(\exp(-\beta\epsilon))$ ... $O(\exp(-\epsilon\sqrt{\frac{\beta N}{\tau}}))$ ... "
        r"Case 数と Control 数が同数、 $m_1 = m_2$ (balanced) の場合、既存手法では、 β 誤り率は N に依存しない。しかし、提案法では"
        "サンプル数 N の増加に伴って、 β 誤り率は小さくなっていくため有用である。",
        answer="False as printed. True: for every beta, if a is at least the sum of tau and beta, the beta-error of Algorithm 2 "
        "is at least {error-nearly-a-half/left = (1 - epsilon*(t^2 - 1)/(2*D))/2}, where t is |T| at the table in which a of n "
        "cases and no control have the variant, and D is Delta_T. As n grows, what is subtracted vanishes.",
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
                "Let the only case have the variant, and no control. The statistic is {lone-statistic/right = N}, {let N = 1 + "
                "m2}, so that the table counts for every beta up to N less tau.",
                lone.table,
            ),
            against(
                "Let D be Delta_T, whose square is at most {lone-spread-most/right}. There Algorithm 2 errs with probability "
                "{lone-error/goal:bound of P}. So for small epsilon, this probability stays above a positive number as beta and N grow.",
                lone.table,
                lone.stays,
            ),
            besides(
                "Take tau = {tau}, beta = {beta}, epsilon = {epsilon}, and N = {people 1}, "
                "{people 2} and {people 3}. The beta-errors of Algorithm 2 are {second 100:4}, {second "
                "1000:4} and {second 10000:4}. Those of Algorithm 1 with (15) are {first 100:4}, {first "
                "1000:4} and {first 10000:4}. At the last N, (20) is {printed:3}.",
                lone.levels,
            ),
            besides(
                "The bounds of Algorithm 1 have the printed order: (18) is {lone-18-most/right = exp(-beta*epsilon/N)/2}, {let N = "
                "1 + m2}, and (19) lies between {lone-19-least/left = exp(-beta*epsilon*(N + 1)/N^2)/2} and that.",
                lone.existing,
            ),
        ),
        original=r"例えばサンプル数 N に対して Case 数 $m_1 = 1$, Control 数 $m_2 = N - 1$ の場合は提案手法の β 誤り率はサンプル数 N に"
        "依存していない。しかし、既存手法では N の増加に伴って β 誤り率が増加していくことが分かる。",
        answer="False as printed. True: let D be Delta_T. At the table in which only the case has the variant, "
        "Algorithm 2 errs with probability {lone-error/goal:bound of P}. So for small epsilon its "
        "beta-error does not vanish as beta and N grow.",
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
                "Not all of these tables exist, since {statistic-at-most-people/goal = chi2 <= N} and the smallest N is below the "
                "largest statistic.",
                synthetic.at_most_people,
            ),
            instead(
                "With the printed statistics the average error falls from every N to the next. For N = "
                "{exp-5.1.1-average/larger} it is {exp-5.1.1-average/curve 25:3}, or "
                "{exp-5.1.1-average/nearest 25:3} at the existing tables.",
                synthetic.falling,
                synthetic.balanced,
                laplace.tail,
            ),
            besides(
                "Let as many people have the variant as have not, and take the printed statistics. For N = "
                "{exp-5.1.1-average/smaller} the average error is {exp-5.1.1-average/curve 24:4}, and at the existing tables "
                "whose statistics are nearest to these {exp-5.1.1-average/nearest 24:4}. Both are above the printed bound by "
                "less than {exp-5.1.1-average/deviations:words} standard deviations of a mean of {exp-5.1.1-average/runs} runs, so they do not contradict it.",
                synthetic.balanced,
                laplace.tail,
            ),
            besides(
                "For a fixed statistic the error falls exponentially in the square root of N: the square of |T| is "
                "{norm-at-even-margin/right = chi2/tau}, {let chi2 = 4*(2*a - n)^2/(2*n)}, and that of Delta_T "
                "{delta-t-balanced-exact/right = 8*(N + tau)/(tau*N^2)}, {let N = 2*n}.",
                synthetic.even_norm,
                orders.spread_at_least,
                laplace.tail,
            ),
            besides(
                "There the statistic is {statistic-at-even-margin/right = 4*(a - b)^2/N}, {let N = 2*n}, {let b = n - a}. So it "
                "is never {no-first-square/k 1:words}, {no-first-square/k 2:words}, {no-first-square/k 3:words}, "
                "{no-first-square/k 4:words} or {no-first-square/k 5:words}, whichever of the source's powers N is.",
                synthetic.even_margin,
                synthetic.missing_tables,
            ),
            said(
                "The source does not say which tables it takes.",
                "its section 5.1.1",
            ),
            said(
                "The error rate counts FP and FN among all outcomes. FP is explained there again in the place of TN.",
                "section 5.1.1",
            ),
        ),
        original="既存手法がサンプル数の増加に伴って誤り率に変化がないのに対して，提案手法は指数的に誤り率が小さくなっていくことが分かる．"
        r"また， $N = 2^{24}, 2^{25}$ においては誤り率は 10^{-4} 以下となり非常に小さな誤り率で検定が行えていることが分かる．",
        answer="False as printed: {statistic-at-most-people/goal = chi2 <= N}, so for the smallest N not all of the tables exist. "
        "True: if the statistics were attained, the average error would fall from every N to the next, and for N = "
        "{exp-5.1.1-average/larger} it would be {exp-5.1.1-average/curve 25:3}.",
        answer_in_japanese="印刷のままでは誤り: {statistic-at-most-people/goal = chi2 <= N} なので, 最小の N では存在しない分割表がある. 正しくは, "
        "その統計量の値がとられるとすれば平均誤り率は N とともに減少し, N が {exp-5.1.1-average/larger} のとき {exp-5.1.1-average/curve 25:3} である.",
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
                "For a given statistic it grows with the number of people. First, the sensitivity grows, {delta-f-grows/goal} "
                "for {delta-f-grows/more} people. Second, so does the error with it, {more-noise-errs-more/goal} for "
                "sensitivities {more-noise-errs-more/D < F}.",
                synthetic.rises,
                laplace.tail,
                orders.more_noise_errs_more,
            ),
            instead(
                "It stays bounded: at the distance beta or more from tau the error is at most (17), which is at "
                "most {algorithm-1-stays/right} for every N.",
                orders.ranking,
                algorithm_1.theorem_4_3,
            ),
            besides(
                "Take the existing tables whose statistics are nearest to the printed ones. From N = "
                "{exp-5.1.1-existing-methods/people} on, the average error of Algorithm 1 with (14) and "
                "with (16) is between {exp-5.1.1-existing-methods/low:4} and "
                "{exp-5.1.1-existing-methods/high:4}.",
                synthetic.existing,
                laplace.tail,
            ),
        ),
        original="既存手法がサンプル数の増加に伴って誤り率に変化がない",
        answer="False as printed: the error at a given statistic grows with N, as the sensitivity does. True: at the "
        "distance beta from tau it is at most {algorithm-1-stays/right}, whatever N is.",
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
                "Not all of these tables exist for all N, since {statistic-at-most-people/goal = chi2 <= N} and the smallest N is "
                "below the largest statistic.",
                synthetic.at_most_people,
            ),
            instead(
                "Take the existing tables whose statistics are nearest to the printed ones. From N = "
                "{exp-5.1.2-curves/people} on, the average error of Algorithm 2 is within "
                "{exp-5.1.2-curves/near} of its limit. That of Algorithm 1 grows, with (15) and with (16).",
                synthetic.curves,
                laplace.tail,
            ),
            besides(
                "The limit is {exp-5.1.2-levels/limit 1:5} if a case has the variant and the other has not, and "
                "{exp-5.1.2-levels/limit 0:5} if both or none have it; the source leaves this open. At the last N Algorithm 1's "
                "errors are {exp-5.1.2-levels/first 1:5} and {exp-5.1.2-levels/first 0:5}.",
                synthetic.unbalanced,
                laplace.tail,
            ),
            besides(
                "With n controls the square of Delta_T is {two-cases-spread/right}. Let p be the share of all people with the "
                "variant. If a case has it and the other has not, the margin's weight is {two-cases-weight-one/right = 2/(K "
                "+ 2)} and the statistic {two-cases-statistic-one/right = K*(n + 2)/n}, {let K = (1 - 2*p)^2/(2*p*(1 - p))}.",
                synthetic.spread_of_two,
                synthetic.weights_of_two,
            ),
            besides(
                "If no case has it, these are {two-cases-weight-none/right = 8*K/(K + 2)^2} and "
                "{two-cases-statistic-none/right = K*(n + 2)/n}, {let K = (2*p)^2/(2*p*(1 - p))}.",
                synthetic.weights_of_two,
            ),
        ),
        original="提案手法はサンプル数の増加に伴って誤り率に変化がないのに対して，既存手法は，誤り率が増加していくことが分かる．",
        answer="False as printed: not all of the tables exist, since {statistic-at-most-people/goal = chi2 <= N}. "
        "True from N = {exp-5.1.2-curves/people} on: the average error of Algorithm 2 is within "
        "{exp-5.1.2-curves/near} of its limit, and that of Algorithm 1 grows.",
        answer_in_japanese="{statistic-at-most-people/goal = chi2 <= N} であるから存在しない分割表があり, 誤り. 正しくは, N が "
        "{exp-5.1.2-curves/people} 以上のとき, Algorithm 2 の平均誤り率と極限の差は {exp-5.1.2-curves/near} 以内であり, Algorithm 1 の"
        "平均誤り率は増加する.",
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
                "Every test has an epsilon of its own, so that all 311 cost 311 times as much. Nor is the level 0.05 corrected for "
                "as many tests.",
                "its section 5.2; composition, as in {@shots.thm-1}",
            ),
            besides(
                "Let F and D be the sensitivities of the statistic and of |T|, t be |T|, and w be the margin's weight. Above the "
                "threshold Algorithm 2 errs less if {second-algorithm-ahead/w}, and Algorithm 1 if {first-algorithm-ahead/w}. So "
                "the claim depends on how frequent the variants are.",
                crossover.compared,
            ),
            besides(
                "At the threshold, if m1 is m2, both algorithms have the same error if the square of w is {crossover-weight/right}.",
                crossover.threshold,
            ),
            besides(
                "Take groups of the source's size, epsilon = {rare-variants-flip/epsilon}, and tables "
                "just above tau. Algorithm 1 errs less for variants that at most {rare-variants-flip/last} "
                "people have, and Algorithm 2 for more frequent variants.",
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
                "Laplace noise takes a value across a threshold at the distance d with the probability {laplace-tail/right}.",
                laplace.tail,
            ),
            besides(
                "This is the integral of the density: over a cell of width h the tail falls by at least {laplace-cell-below/left} "
                "and at most {laplace-cell-above/right}, and {laplace-vanishes/goal}.",
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
                "The formula chi2.size gives the size of every mechanism at every rate, to {size-by-law/digits} digits. Take groups of "
                "{size-at-the-usual-threshold/people} people with the variant at the same rate, a tau = "
                "{size-at-the-usual-threshold/tau:3} and epsilon = {size-at-the-usual-threshold/epsilon}. Cut to multiples of "
                "{size-at-the-usual-threshold/part}, the size of Algorithm 2 is {size-at-the-usual-threshold/at half:3} at the "
                "rate {size-at-the-usual-threshold/half}, {size-at-the-usual-threshold/at tenth:3} at "
                "{size-at-the-usual-threshold/tenth}, and {size-at-the-usual-threshold/at fiftieth:3} at "
                "{size-at-the-usual-threshold/fiftieth}.",
                size.of_few,
                size.of_usual,
            ),
            besides(
                "Without noise it is {size-without-noise/at half:3}, {size-without-noise/at tenth:3} and "
                "{size-without-noise/at fiftieth:3} there, cut likewise.",
                size.without_noise,
            ),
            as_printed(
                "Where nobody has the variant, the square of |T| is {nobody-on-ellipse/right}, which is its threshold. So the noise alone "
                "decides, and finds significance with probability {on-ellipse-a-coin/right}. The rarer the variant, the likelier is this table; so the size tends to this probability.",
                orders.nobody,
                orders.nobody_errs,
            ),
        ),
    ),
    Entry(
        "chi2.wide-tables",
        "ours",
        "With any number of columns the statistic has the sensitivity (15). That of the trend test with the weights of genotypes is "
        "larger.",
        Verdict.OURS,
        (
            as_printed(
                "Let b controls be in a column of s people. Its part of the statistic is the square of b over s, but for a factor. "
                "A case that leaves it raises this by {column-left/left = b^2/(s - 1) - b^2/s}, at most {column-left/right}.",
                wide.leaves,
            ),
            as_printed(
                "Let u be this, and let v be by how much the part of the column that it enters falls. The statistic rises by {wide-step/left "
                "= N^2/(m1*m2)*(u - v)}, at most {wide-step/right = N^2/(m1*m2)*m2/(m2 + 1)}. The reverse step lowers it by as much.",
                wide.step,
                wide.leaves,
            ),
            as_printed(
                "The largest step of a case in the trend statistic with {wide-tables-by-steps/columns:words} columns is "
                "{trend-attained/right}, if there are several cases: checked for all tables of at most {wide-tables-by-steps/people} "
                "people. If all controls are in the middle, the case that leaves an end last makes this step.",
                wide.trend,
                wide.counted,
            ),
            besides(
                "The test of {@chi2.m-star} needs only d, and is private and best for these tests, too: its proof is about tables "
                "of any shape.",
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
        "probability e^(-epsilon (d - 1))/(1 + e^epsilon) is epsilon-private, and at no table is a private test with worst error "
        "1/(1 + e^epsilon) wrong less often.",
        Verdict.OURS,
        (
            as_printed(
                "The test is private: {m-star-ldp/goal} for the probabilities P and Q of every event under neighbours' data.",
                optimal.ldp,
            ),
            as_printed(
                "Private on the same side: neighbours' distances d and e have {distance-is-smooth/goal}. So "
                "their probabilities of a wrong answer have {m-star-private-wrong/goal = exp(-epsilon*(d - "
                "1))/(1 + E) <= E*(exp(-epsilon*(e - 1))/(1 + E))}, and those of the right answer the same "
                "ratio at most.",
                distances.smooth,
                optimal.private,
                optimal.next_step,
                optimal.at_most_least,
            ),
            as_printed(
                "Private across: neighbours with different decisions have the distance {distance-across/right}, and there the "
                "right answer has E times the probability of the wrong answer: {m-star-across/goal = 1 - 1/(1 + E) = E/(1 + E)}.",
                distances.smooth,
                optimal.across,
            ),
            as_printed(
                "Optimal: over a path of t steps between neighbours, a private test's probability of an "
                "answer changes by a factor W, {chi2.way/goal}. If it is R at the end of a path of d steps, "
                "{m-star-optimal/worst = 1 - R <= 1/(1 + E)}, then at the start {m-star-optimal/goal = "
                "exp(-epsilon*(d - 1))/(1 + E) <= R*W}.",
                optimal.way,
                optimal.optimal,
            ),
            besides(
                "Added noise is never much better: a value's distance r from its threshold, in sensitivities, is at most d, and "
                "{m-star-factor/goal = exp(-epsilon*(d - 1))/(1 + E) <= 2/(1 + 1/E)*(exp(-epsilon*r)/2)}.",
                optimal.reach,
                optimal.factor,
                laplace.tail,
            ),
            besides(
                "Algorithm 1 with (16), which does not hide b, can be much better: at some table this test "
                "errs more than {m-star-and-public-controls/times:words} times as often.",
                worst_cases.public_controls,
                laplace.tail,
            ),
            besides(
                "The reference finds d by a search that starts below the distance to the ellipse. For small tables d is compared "
                "with the least number of people over all tables.",
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
        "The least beta-error of epsilon-private tests is g(l), where l is the distance between {chi2 >= tau + beta} and "
        "{chi2 <= tau - beta}: e^(-epsilon l/2)/2 for even l, and e^(-epsilon (l-1)/2)/(1 + e^epsilon) for odd l.",
        Verdict.OURS,
        (
            as_printed(
                "No test has less: let a path of neighbouring tables join both sets, and let a private test err at "
                "its ends with probabilities of at most err. After j steps from the lower end it finds significance "
                "with a probability p, {way-of-even-length/from below = p <= exp(epsilon*j)*err}.",
                climbing.carried,
                climbing.lower,
            ),
            as_printed(
                "The same holds from the upper end for the other answer, and in the middle either answer is given. So "
                "{way-of-even-length/goal} if j steps lead to the middle from either end, and {way-of-odd-length/goal} if "
                "there is another step between.",
                climbing.lower,
            ),
            as_printed(
                "A test attains it: its probability of finding significance starts with that error, grows by the factor E at "
                "each step, to {climb-reaches-even/right} in the middle of a path of even length and "
                "{climb-reaches-odd/right} before that of an odd one, and is mirrored beyond. This is private also next to the "
                "middle, as {climb-middle/goal = 1 - 1/(2*E) <= E/2}.",
                climbing.reached,
                climbing.in_the_middle,
                optimal.one_side,
                optimal.across,
            ),
            besides(
                "The reference finds the distance by a search. At all tested sizes and thresholds it is the "
                "least number of people, and the beta-error is attained.",
                by_law.of_the_best,
                gaps.recorded,
                gaps.searched,
                gaps.rows,
            ),
        ),
    ),
)
