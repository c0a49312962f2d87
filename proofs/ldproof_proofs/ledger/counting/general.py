"""Section 5.1: the error of Glance and of Harmony whatever the data are, and the orders that the introduction gives."""

from ldproof_proofs.counting.bounds import causes, floor, limits, orders, reporters, root, solved, truthful
from ldproof_proofs.counting.bounds import in_symbols as bounds_in_symbols
from ldproof_proofs.counting.reporters import chosen
from ldproof_proofs.counting.rivals import in_symbols as rivals_in_symbols
from ldproof_proofs.counting.rivals import likely_errors, lower, types, upper
from ldproof_proofs.counting.rivals import solved as rivals_solved
from ldproof_proofs.counting.variance import exact
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, sharper
from ldproof_proofs.ledger.counting.source import COUNTING
from ldproof_proofs.reporting import ones

LIKELY_ERROR = (
    "Let all be always active, and let W be the probability that a given round errs by more than some alpha, with too many "
    "ones. If {sure-lower/often}, the largest error exceeds alpha with probability {sure-lower/goal:bound of Q}."
)
"""A bound with the claimed probability."""

HARMONY_LOWER = (
    "False as printed: let {let S_N = ln(1/((N + 1)^2*beta))}. For every stream and every c, the error exceeds c times "
    "the bound with a probability of at most {thm-4-any-stream/right = T/(c^2*S_N)}, which vanishes as beta "
    "falls. True: write S for S_N. If all are always active and {types-in-range/beta is in range = S*p < N*(T - p)}, the error "
    "exceeds the bound with probability {thm-4-corrected/goal:bound of Q}."
)
HARMONY_LOWER_IN_JAPANESE = (
    "印刷のままでは誤り: どのデータストリームでも, 下界の c 倍を超える確率は "
    "{thm-4-any-stream/right = T/(c^2*S_N)} 以下であり ({let S_N = ln(1/((N + 1)^2*beta))}), "
    "beta とともに消える. 正しくは: S_N を S と書く. 全員が常にアクティブで {types-in-range/beta is in range = S*p < N*(T - p)} のとき, 超える確率 Q は "
    "{thm-4-corrected/goal} を満たす."
)
"""What answers both corollaries of Theorem 4: the lower bound of Harmony's error, as an order."""

ORDERS: tuple[Entry, ...] = (
    Entry(
        "counting.orders",
        f"{COUNTING}, section 1.1",
        "In T the error of Basic One-time RAPPOR is O({= T*sqrt(ln(T))}), and Harmony's O({= "
        "sqrt(T*ln(T))}).",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let N be fixed, {one-is-many/T >= N = T >= N}. In a round in which a report is a one, Harmony's "
                    "error is at least {one-is-many/left}. This is of the order of T. If all people are active, some "
                    "report is a one unless all reports are inverted, each with a probability below "
                    "{lie-below-half/right}."
                ),
                truthful.one_is_many,
            ),
            instead(
                (
                    "Let {let alpha = (exp(epsilon/T) + 1)/(exp(epsilon/T) - 1)*sqrt(ln(2*T/beta)/(2*N))}. The error of "
                    "Basic One-time RAPPOR reaches alpha in some round with probability {borappor-errs/goal:bound of Q}. "
                    "Here {borappor-order/goal = alpha <= (1 + 2*T/epsilon)*sqrt(ln(2*T/beta)/(2*N))}, of the printed "
                    "order."
                ),
                upper.borappor,
            ),
            instead(
                (
                    "Let {harmony-order/N >= T ln(2T/beta) = N >= T*ln(2*T/beta)}. Harmony's error reaches alpha_1 in "
                    "some round with probability {harmony-errs/goal:bound of Q}. Here {harmony-order/goal = alpha_1^2 <= "
                    "4*T/N*ln(2*T/beta)/(p - q)^2}, of the printed order."
                ),
                upper.harmony,
                upper.harmony_order,
                lower.widest,
            ),
        ),
        original=r"LPCC における BORAPPOR の誤差はラウンド数 T に対して $O(T\sqrt{\log T})$ ... LPCC におけ"
        r"る Harmony の誤差はラウンド数 T に対して $O(\sqrt{T \log T})$",
        answer=(
            "False as printed: for fixed N and {one-is-many/T >= N = T >= N}, Harmony's error is at least "
            "{one-is-many/left} in a round in which a report is a one. True: let {harmony-order/N >= T "
            "ln(2T/beta) = N >= T*ln(2*T/beta)}. Then Bernstein's bound alpha_1 for Harmony's error satisfies "
            "{harmony-order/goal = alpha_1^2 <= 4*T/N*ln(2*T/beta)/(p - q)^2}. The order of Basic One-time RAPPOR"
            " is right."
        ),
        answer_in_japanese="印刷のままでは誤り: {one-is-many/T >= N = T >= N} のとき, Harmony の誤差は {one-is-many/left} 以上になりえ, "
        "T のオーダーである. 正しくは: {harmony-order/N >= T ln(2T/beta) = N >= T*ln(2*T/beta)} のとき, "
        "Harmony の誤差に対する Bernstein の上界 alpha_1 は {harmony-order/goal = alpha_1^2 <= "
        "4*T/N*ln(2*T/beta)/(p - q)^2} を満たす. BORAPPOR のオーダーは正しい.",
        also=(rivals_solved.bounds, rivals_in_symbols.bounds),
    ),
    Entry(
        "counting.sec-1.2",
        f"{COUNTING}, section 1.2",
        "In general the upper bounds of Glance and of Harmony are of one order, which but for "
        "logarithms is that of Harmony's lower bound: Glance's error is of Harmony's order at most.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let {cor-3/N > T ln(4T/beta)} and {cor-3/alpha}. With probability {cor-3/goal:bound of Q}, some "
                    "round is empty or Glance's error reaches the sum of theta_0 and alpha. If {theta-order/L <= 1}, then"
                    " {theta-order/goal = theta_0^2 <= 4*K^2*L}. The order of L is that of {surprise-at-least/left = "
                    "T/N*ln(4*T/beta)}."
                ),
                causes.by_causes,
                orders.corollary_3,
                causes.surprise,
            ),
            as_printed(
                (
                    "Let {harmony-order/N >= T ln(2T/beta) = N >= T*ln(2*T/beta)}. Harmony's error reaches alpha_1 in "
                    "some round with probability {harmony-errs/goal:bound of Q}. This upper bound has the same order: "
                    "{harmony-order/goal = alpha_1^2 <= 4*K^2*T/N*ln(2*T/beta)}."
                ),
                upper.harmony,
                upper.harmony_order,
                lower.widest,
            ),
            as_printed(
                (
                    "The square of Harmony's lower bound is S_N times V_1, where {lower-order/goal = (T - 1)/N*(E/(E - "
                    "1))^2 <= V_1}. Write S for S_N. If all are active and {types-in-range/beta is in range = S*p < N*(T "
                    "- p)}, Harmony's error exceeds this bound with probability {thm-4-corrected/goal:bound of Q}."
                ),
                lower.variance,
                lower.grows,
                types.corrected,
                types.in_range,
            ),
        ),
    ),
)

GENERAL: tuple[Entry, ...] = (
    Entry(
        "counting.cor-1",
        f"{COUNTING}, section 5.1.1, Corollary 1",
        "With probability {= 1 - beta}, Harmony's error is O({= sqrt(T*ln(T/beta)/N)/epsilon}) as "
        "epsilon -> 0 and O({= sqrt(T*ln(T/beta)/N)}) as epsilon -> infinity, as T -> infinity and N ->"
        " infinity.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let {one-is-many/T >= N = T >= N}. In a round in which a report is a one, the error is at least "
                    "{one-is-many/left}. This is of the order of T over N and not of its square root. If all people are "
                    "active, some report is a one unless all reports are inverted, each with a probability below "
                    "{lie-below-half/right}."
                ),
                truthful.one_is_many,
            ),
            instead(
                (
                    "Let V be Harmony's variance, and {let alpha = b*S/3 + sqrt((b*S/3)^2 + 2*V*S)}. At alpha Bernstein's"
                    " exponent is S: {upper-solves/goal = alpha^2/(2*V + 2*b*alpha/3) = S}. The error reaches alpha in "
                    "some round with probability {harmony-errs/goal:bound of Q}."
                ),
                upper.solves,
                upper.harmony,
            ),
            instead(
                (
                    "V is at most V_1, its value where all people are active. If {harmony-order/N >= T ln(2T/beta) = N >="
                    " T*ln(2*T/beta)}, then {harmony-order/goal = alpha_1^2 <= 4*K^2*T/N*ln(2*T/beta)}, where K is at "
                    "most {contrast-order/right}."
                ),
                lower.widest,
                upper.harmony_order,
                orders.corollary_3,
            ),
        ),
        original=r"Corollary 1. *Harmony* において， $\epsilon > 0, \beta > 0$ に対して，確率 $1 - \beta$ "
        r"で $$\max_{t \in [T]} |\hat{\mu}_t - \mu_t| = \begin{cases} O\left(\frac{1}{\epsilon} "
        r"\sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon \rightarrow +0, \\ "
        r"O\left(\sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon \rightarrow "
        r"+\infty \end{cases}$$ $\text{as } T \rightarrow +\infty, N \rightarrow +\infty.$",
        answer=(
            "False as printed: if {one-is-many/T >= N = T >= N}, the error may be {one-is-many/left} or more, "
            "which is of the order of T over N and not of its square root. True: let {harmony-order/N >= T "
            "ln(2T/beta) = N >= T*ln(2*T/beta)}. Then the error reaches Bernstein's bound alpha_1 with "
            "probability {harmony-errs/goal:bound of Q}, and {harmony-order/goal = alpha_1^2 <= "
            "4*T/N*ln(2*T/beta)/(p - q)^2}."
        ),
        answer_in_japanese="印刷のままでは誤り: {one-is-many/T >= N = T >= N} のとき, 誤差は {one-is-many/left} 以上になりえ, T と N "
        "の比の平方根ではなく, 比そのもののオーダーである. 正しくは: {harmony-order/N >= T ln(2T/beta) = N >= "
        "T*ln(2*T/beta)} のとき, Bernstein の上界 alpha_1 は {harmony-order/goal = alpha_1^2 <= "
        "4*T/N*ln(2*T/beta)/(p - q)^2} を満たし, 誤差が alpha_1 以上となる確率 Q は {harmony-errs/goal} を満たす.",
        also=(rivals_solved.bounds,),
    ),
    Entry(
        "counting.cor-2",
        f"{COUNTING}, section 5.1.1, Corollary 2",
        "For {= beta < 1/(N + 1)^2} some stream gives Harmony, with probability {= 1 - beta}, an error "
        "of Omega({= sqrt(T/N*ln(1/((N + 1)^2*beta)))/epsilon}) as epsilon -> 0 and Omega({= "
        "sqrt(T/N*ln(1/((N + 1)^2*beta)))}) as epsilon -> infinity, as N and T -> infinity.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "For every stream and every positive c, the error exceeds c times the bound of Theorem 4 with a "
                    "probability of at most {thm-4-any-stream/right = T/(c^2*S_N)}. This probability vanishes as beta falls. "
                    "The bound of Theorem 4 is of the printed order: its square is V_1 times S_N, and "
                    "{harmony-variance-order/goal = V_1 <= T/N*K^2}."
                ),
                lower.any_stream,
                lower.variance,
                upper.harmony_order,
            ),
            instead(
                (
                    "Write S for S_N, the logarithm in the bound of Theorem 4. If all are always active and "
                    "{types-in-range/beta is in range = S*p < N*(T - p)}, the error exceeds this bound with probability "
                    "{thm-4-corrected/goal:bound of Q}."
                ),
                types.corrected,
                types.in_range,
                lower.variance,
            ),
            instead(
                (
                    "In the bound of Theorem 4, {lower-order/goal = (T - 1)/N*(E/(E - 1))^2 <= V_1}. The left side is at "
                    "least {lower-order-constant/left} and grows as epsilon falls: {lower-order-small/goal = 1/epsilon <="
                    " exp(epsilon)/(exp(epsilon) - 1)}."
                ),
                lower.grows,
            ),
            instead(
                LIKELY_ERROR,
                likely_errors.likely_error,
            ),
        ),
        original=r"Corollary 2. *Harmony* において，あるデータストリームが存在して， $\epsilon > 0, 0 < "
        r"\beta < 1/(N+1)^2$ に対して，確率 $1 - \beta$ で $$\max_{t \in [T]} |\mu_t - "
        r"\hat{\mu}_t| = \begin{cases} \Omega\left(\frac{1}{\epsilon} \sqrt{\frac{T}{N} \log "
        r"\frac{1}{(N+1)^2 \beta}}\right) & \text{as } \epsilon \rightarrow +0, \\ "
        r"\Omega\left(\sqrt{\frac{T}{N} \log \frac{1}{(N+1)^2 \beta}}\right) & \text{as } "
        r"\epsilon \rightarrow +\infty \end{cases}$$ $\text{as } N \rightarrow \infty, T "
        r"\rightarrow +\infty.$",
        answer=HARMONY_LOWER,
        answer_in_japanese=HARMONY_LOWER_IN_JAPANESE,
    ),
    Entry(
        "counting.eq-1",
        f"{COUNTING}, section 5.1.2, equation (1)",
        "{= theta = 2*E/(3*(E - 1))*L + 3/(E - 1)*sqrt((2*E/9*L)^2 + 4*(2*E/9*L))} (1), where {= E = "
        "exp(epsilon)} and {= L = ln(1/(1 - T/N*ln(4*T/beta)))}.",
        Verdict.LOOSE,
        (
            as_printed(
                (
                    "By Bernstein's inequality, the error among k reports reaches alpha with a probability of at most "
                    "{reports-tail/right = 2*exp(-k*((E - 1)^2*alpha^2/(2*E))/(1 + (E - 1)*alpha/3))}. The exponent of a "
                    "report is the right side of (2). At theta it is at least {printed-exponent-least/left}, and L "
                    "suffices."
                ),
                root.sizes,
                root.exponent,
                root.printed_exponent,
                reporters.report_tail,
            ),
            sharper(
                (
                    "The exponent is {theta-solves/right} at {let theta_0 = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}. "
                    "And {printed-is-twice/goal = theta = 2*theta_0}."
                ),
                root.solves,
                root.twice,
            ),
        ),
        original=r"$$\theta = \frac{2e^\epsilon}{3(e^\epsilon - 1)} \log\left(\frac{1}{1 - \frac{T}{N} "
        r"\log \frac{4T}{\beta}}\right)$$ $$+ \frac{3}{e^\epsilon - 1} "
        r"\left[\left(\frac{2e^\epsilon}{9} \log\left(\frac{1}{1 - \frac{T}{N} \log "
        r"\frac{4T}{\beta}}\right) \right)^2 \right. \\ \left. + 4 \frac{2e^\epsilon}{9} "
        r"\log\left(\frac{1}{1 - \frac{T}{N} \log \frac{4T}{\beta}}\right) \right]^{1/2}. \quad "
        r"(1)$$",
        answer=(
            "True, but not tight: {let theta_0 = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)} suffices, and "
            "{printed-is-twice/goal = theta = 2*theta_0}."
        ),
        answer_in_japanese="正しいが, 最良でない: {let theta_0 = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)} とおくと "
        "{printed-is-twice/goal = theta = 2*theta_0} であり, theta_0 で足りる.",
        also=(solved.distances, bounds_in_symbols.solved),
    ),
    Entry(
        "counting.claim-1",
        f"{COUNTING}, section 5.1.2, Claim 1",
        "If {= N > T*ln(4*T/beta)}, then max_t |mu_hat_t - mu_tilde_t| < theta with probability {= 1 - "
        "beta/2}.",
        Verdict.LOOSE,
        (
            as_printed(
                (
                    "Let h be the right side of (2) at some distance, which is the exponent of a report. If "
                    "{claim-1/enough = h >= L}, some round is empty or has an error of this distance with probability "
                    "{claim-1/goal:bound of Q}."
                ),
                reporters.report_tail,
                reporters.averaged_noise,
                ones.one_more,
                ones.power,
                reporters.a_person,
                reporters.one_round,
                reporters.claim_1,
            ),
            as_printed(
                "At theta the exponent of a report is at least {printed-exponent-least/left}.",
                root.printed_exponent,
            ),
            sharper(
                (
                    "The claim holds with theta_0 for theta. At theta_0 the exponent of a report is {theta-solves/right},"
                    " and {printed-is-twice/goal = theta = 2*theta_0}."
                ),
                root.solves,
                root.twice,
                reporters.claim_1,
            ),
            besides(
                (
                    "The proof averages the bound for k reporters over their number k. To this average each of N people "
                    "contributes the factor {mean-of-a-person/right}. Their product has the logarithm {one-round/goal = "
                    "N*ln(1 - (1 - exp(-h))/T) <= -ln(4*T/beta)}."
                ),
                reporters.averaged_noise,
                reporters.a_person,
                reporters.one_round,
            ),
        ),
        original=r"Claim 1. *Glance* において，確率 $1 - \beta/2$ で， $\epsilon > 0, \beta > 0, N > T "
        r"\log(4T/\beta)$ に対して， $$\max_{t \in [T]} |\hat{\mu}_t - \tilde{\mu}_t| < \theta "
        r"\text{ where}$$",
        answer=(
            "True, but not tight: {let theta_0 = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)} suffices, with E and "
            "L as in (1), and {printed-is-twice/goal = theta = 2*theta_0}. The error reaches theta_0 with "
            "probability {claim-1/goal:bound of Q}."
        ),
        answer_in_japanese="正しいが, 最良でない: {let theta_0 = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)} とおくと (E と L は式 "
        "(1) のとおり) {printed-is-twice/goal = theta = 2*theta_0} であり, theta_0 で足りる: 誤差が theta_0 "
        "以上となる確率 Q は {claim-1/goal} を満たす.",
        also=(reporters.average, solved.distances),
    ),
    Entry(
        "counting.claim-2",
        f"{COUNTING}, section 5.1.2, Claim 2",
        "If {= N > T*ln(4*T/beta)}, then max_t |mu_tilde_t - mu_t| < {= sqrt(ln(1/(1 - "
        "T/N*ln(4*T/beta)))/2)} with probability {= 1 - beta/2}.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let k people report, {sample-exponent/k >= 1 = k >= 1}. All sets of k people are equally likely. So by Hoeffding's "
                    "inequality mu_tilde is off from mu by alpha or more with probability {sample-exponent/goal:bound of "
                    "P}. At the printed distance the exponent of each report is L: {claim-2-solves/goal}."
                ),
                chosen.sets,
                causes.sample_exponent,
                causes.claim_2,
            ),
            as_printed(
                (
                    "By {@counting.claim-1} the exponent L suffices. Some round is empty, or mu_tilde is off from mu by "
                    "the printed distance, with probability {claim-1/goal:bound of Q}."
                ),
                causes.averaged_sample,
                ones.power,
                reporters.claim_1,
            ),
        ),
        also=(reporters.average, solved.distances),
    ),
    Entry(
        "counting.cor-3",
        f"{COUNTING}, section 5.1.2, Corollary 3",
        "As T -> infinity and N is in omega({= T*ln(T/beta)}), Glance's error is, with probability at least {= 1 - beta}, "
        "O({= sqrt(T*ln(T/beta)/N)/epsilon}) as epsilon -> 0 and O({= sqrt(T*ln(T/beta)/N)}) as epsilon -> infinity.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let {cor-3/N > T ln(4T/beta)} and {cor-3/alpha}. With probability {cor-3/goal:bound of Q}, some "
                    "round is empty or the error reaches the sum of theta_0 and alpha."
                ),
                causes.by_causes,
                causes.two_causes,
                ones.one_more,
            ),
            as_printed(
                (
                    "If {theta-order/L <= 1}, then {theta-order/goal = theta_0^2 <= 4*K^2*L}, where K is at most "
                    "{contrast-order/right}. L is {surprise-order/left = -ln(1 - l)}. If {surprise-order/l <= 1/2}, L is "
                    "at most {surprise-order/right}."
                ),
                orders.corollary_3,
                causes.surprise,
            ),
            as_printed(
                (
                    "Here l is {surprise-at-least/left = T/N*ln(4*T/beta)}. If {logarithm-order/T >= 4 beta}, then "
                    "{logarithm-order/goal = ln(4*T/beta) <= 2*ln(T/beta)}. So l vanishes if N outgrows T times the "
                    "printed logarithm."
                ),
                causes.surprise,
                orders.logarithm,
            ),
        ),
    ),
    Entry(
        "counting.sec-5.1.2-parts",
        f"{COUNTING}, section 5.1.2",
        "To bound the error by the sum of two parts, of randomized response and of sampling, overestimates it, but at most "
        "{= 2} times: so it does not matter for the order.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "The parts are the distance of mu_hat from mu_tilde and that of mu_tilde from mu. The differences may "
                    "cancel. In a round with {parts-cancel/point} the parts add up to {parts-cancel/left}, but the error "
                    "vanishes, and so does the printed bound, {parts-cancel/right}."
                ),
                orders.parts,
            ),
            instead(
                (
                    "Mean squares have such a bound. Given k reporters, let S be the mean square of the sum of both "
                    "parts, and V the mean square of the error. Then {parts-on-average/goal}."
                ),
                orders.parts_on_average,
            ),
            instead(
                (
                    "The order needs no such bound. Let {cor-3/N > T ln(4T/beta)} and {cor-3/alpha}. By {@counting.cor-3} the "
                    "error reaches the sum of theta_0 and alpha, or a round is empty, with probability {cor-3/goal:bound of "
                    "Q}."
                ),
                causes.by_causes,
            ),
        ),
        original=r"この分解により，本来の誤差よりも大きい値を見積もってしまうが，もとの誤差の高々 2 倍であ"
        r"るのでオーダー解析には影響がない",
        answer=(
            "False as printed: the parts may add up to {parts-cancel/left}, where the printed bound is "
            "{parts-cancel/right}. True: given k reporters, let S be the mean square of the sum of both parts, "
            "and V the mean square of the error; then {parts-on-average/goal}. The order of {@counting.cor-3} is "
            "right."
        ),
        answer_in_japanese="印刷のままでは誤り: 分解した誤差の和が {parts-cancel/left} となり, 印刷された上界 {parts-cancel/right} "
        "を超える場合がある. 正しくは: 報告者数が k のとき, 和の平方の平均を S, 誤差の平方の平均を V とおくと {parts-on-average/goal} である. "
        "{@counting.cor-3} のオーダーは正しい.",
        also=(orders.parts_counted,),
    ),
    Entry(
        "counting.sec-5.1.2",
        f"{COUNTING}, section 5.1.2",
        "The error of randomized response goes to 0 as epsilon grows, and dominates for small epsilon. "
        "Sampling's does not depend on epsilon: it cannot be made 0, and dominates for large epsilon.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let X of k reports be ones. Unless a report is inverted, mu_hat and mu_tilde differ by "
                    "{noise-of-the-truthful/right = (X/k - 1/2)*2/(E - 1)}. The probability that some report is inverted "
                    "is at most {some-lie/right = N/E}. Both numbers vanish as epsilon grows."
                ),
                truthful.noise,
                limits.truthful,
            ),
            as_printed(
                (
                    "The part of sampling does not depend on epsilon. If {alone-least/T >= 2 = T >= 2}, an active person "
                    "is the only reporter of a given round with a probability of at least {alone-least/left}. Then "
                    "mu_tilde is off by the share of idle people."
                ),
                floor.alone,
            ),
            as_printed(
                (
                    "Given k reporters the variance is {variance-given-reporters/left = E/((E - 1)^2*k) + mu*(1 - mu)*(N "
                    "- k)/((N - 1)*k)}. Only the first summand depends on epsilon. It grows without bound as epsilon "
                    "vanishes: {report-variance-large/goal = 1/(E - 1)^2 <= E/(E - 1)^2}."
                ),
                exact.coins,
                exact.glance_given,
                truthful.loud,
            ),
        ),
    ),
    Entry(
        "counting.sec-5.1.3",
        f"{COUNTING}, section 5.1.3",
        "Glance presumably behaves like Harmony: for fixed T, N and beta, in the worst case the error "
        "of neither falls below some positive constant, however large epsilon is.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let some people, fewer than T, be always idle, and the others always active. Let n rounds have I "
                    "idle reporters in all, and let W of these rounds have no idle reporter. Then {idle-per-round/goal}. "
                    "So some of T rounds has no idle reporter."
                ),
                floor.rounds_without_idle,
            ),
            as_printed(
                (
                    "In a round without an idle reporter, unless it is empty or a report is inverted, Glance's error "
                    "exceeds the share of idle people: {off-among-active/goal = 1 - mu < (k/k - q)/(p - q) - mu}. The "
                    "probability that some report is inverted is at most {some-lie/right = N/E}, which vanishes as "
                    "epsilon grows."
                ),
                floor.among_active,
                limits.truthful,
            ),
            as_printed(
                (
                    "For Harmony, let only one and the same person be active in all rounds, of which there are several. "
                    "Take a round without a report of this person. Unless a report is inverted, no ones arrive and mu_hat"
                    " is negative: {harmony-without-ones/goal = (0 - q/T)/((p - q)/T) - mu < -mu}."
                ),
                truthful.no_ones,
                limits.truthful,
            ),
            besides(
                (
                    "Let {glance-variance-floor/mu > 0}, {glance-variance-floor/mu < 1} and {glance-variance-floor/N R > "
                    "1}. Then Glance's variance in a round stays above {glance-variance-floor/left}."
                ),
                floor.variance,
            ),
        ),
        also=(floor.certain,),
    ),
    Entry(
        "counting.one-step",
        f"ours, on {COUNTING}, section 5.1.2",
        "A single bound holds for both causes of an error together, for every mu and without condition (2).",
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let {let s = mu*p + (1 - mu)*q} and {let d = (p - q)*alpha}, with {one-side/possible = s + d < 1}. "
                    "Given k reporters, let P be the probability that mu_hat exceeds mu by alpha or more. Then "
                    "{one-side/goal = P <= exp(-k*((s + d)*ln((s + d)/s) + (1 - (s + d))*ln((1 - (s + d))/(1 - s))))}. "
                    "The same holds below mu."
                ),
                causes.one_side,
            ),
            as_printed(
                (
                    "Let the exponent of each report be at least h on both sides of mu, and {let L_1 = -ln(1 - T*(1 - "
                    "exp(-ln(2*T/failure)/N)))}. If {claim-1-sharply/enough = h >= L_1}, some round is empty or off by "
                    "alpha or more with probability {claim-1-sharply/goal:bound of Q}."
                ),
                causes.averaged_sides,
                ones.one_more,
                reporters.a_person,
                reporters.one_round_sharply,
                reporters.claim_1_sharply,
            ),
            besides(
                (
                    "If `failure` is the probability that {@counting.claim-1} leaves to an error, then L_1 is at most L, "
                    "since {lost-less/goal = T*(1 - exp(-ln(2*T/(beta/2))/N)) <= l}."
                ),
                reporters.sharper,
            ),
        ),
        also=(reporters.average, solved.one_step_solved),
    ),
)
