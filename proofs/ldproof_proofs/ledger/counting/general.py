"""Section 5.1: the error of Glance and of Harmony whatever the data are, and the orders that the introduction gives."""

from ldproof_proofs.counting.bounds import causes, floor, limits, orders, reporters, root, solved, truthful
from ldproof_proofs.counting.bounds import in_symbols as bounds_in_symbols
from ldproof_proofs.counting.reporters import chosen
from ldproof_proofs.counting.rivals import in_symbols as rivals_in_symbols
from ldproof_proofs.counting.rivals import lower, refuted, types, upper
from ldproof_proofs.counting.rivals import solved as rivals_solved
from ldproof_proofs.counting.variance import exact
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, sharper
from ldproof_proofs.ledger.counting.source import COUNTING
from ldproof_proofs.reporting import ones

HARMONY_LOWER = (
    "False as printed: let {let S = ln(1/((N + 1)^2*beta))}. For every stream, the error exceeds c times "
    "the bound with a probability of at most {thm-4-any-stream/right = T/(c^2*S)}, which vanishes as beta "
    "falls. True is: if all are always active, the error exceeds the bound with a probability Q, where "
    "{thm-4-corrected/goal}."
)
HARMONY_LOWER_IN_JAPANESE = (
    "印刷のままでは誤り: どのデータストリームでも, 下界の c 倍を超える確率は "
    "{thm-4-any-stream/right = T/(c^2*S)} 以下であり ({let S = ln(1/((N + 1)^2*beta))}), "
    "beta とともに消える. 正しくは: 全員が常にアクティブなとき, 超える確率 Q は "
    "{thm-4-corrected/goal} を満たす."
)
"""What answers both corollaries of Theorem 4: the lower bound of Harmony's error, as an order."""

ORDERS: tuple[Entry, ...] = (
    Entry(
        "counting.orders",
        f"{COUNTING}, section 1.1",
        "In T the error of Basic One-time RAPPOR is O(T sqrt(log T)), Harmony's O(sqrt(T log T)).",
        Verdict.CORRECTED,
        (
            against(
                "Where rounds are as many as people or more, and all are active, a one that arrives in a round is "
                "an error of Harmony of at least {one-is-many/left}: of the order of T. There is a round with a "
                "one unless everybody lies, which each does with a probability below {lie-below-half/right}.",
                truthful.one_is_many,
            ),
            instead(
                "Basic One-time RAPPOR has an error of {borappor-order/left = K*sqrt(ln(2*T/beta)/(2*N))}, {let K = (2 + exp(epsilon/T) - "
                "1)/(exp(epsilon/T) - 1)}, or more in some round with a probability Q such that {borappor-errs/goal}, and that is at "
                "most {borappor-order/right}.",
                upper.borappor,
            ),
            instead(
                "Harmony's error is of that order or less where {harmony-order/N >= T ln(2T/beta)}, r being T times the S of "
                "{@counting.cor-1} over N: then the bound there, whose summands u and v have {harmony-order/u} and {harmony-order/v}, "
                "is such that {harmony-order/goal} with a K that depends on epsilon alone.",
                upper.harmony,
                upper.harmony_order,
                lower.widest,
            ),
        ),
        original=r"LPCC における BORAPPOR の誤差はラウンド数 T に対して $O(T\sqrt{\log T})$ ... LPCC におけ"
        r"る Harmony の誤差はラウンド数 T に対して $O(\sqrt{T \log T})$",
        answer="False as printed: if there are at least as many rounds as people, a report of an active person "
        "gives Harmony an error of at least {one-is-many/left}, which is of the order of T. True is: let r "
        "be T over N times the logarithm in Bernstein's bound. If {harmony-order/N >= T ln(2T/beta)}, "
        "Harmony's order is right: the bound is the sum of u and v, with {harmony-order/goal}. The order of "
        "Basic One-time RAPPOR is right.",
        answer_in_japanese="印刷のままでは誤り: ラウンド数がユーザー数以上のとき, Harmony の誤差は "
        "{one-is-many/left} 以上になりえ, T のオーダーである. 正しくは: Harmony のオーダーは "
        "{harmony-order/N >= T ln(2T/beta)} のときに成り立つ. ただし r は T を N で割り "
        "Bernstein の不等式の対数を掛けた値であり, 上界は {harmony-order/goal} を満たす u と v "
        "の和である. BORAPPOR のオーダーは正しい.",
        also=(rivals_solved.bounds, rivals_in_symbols.bounds),
    ),
    Entry(
        "counting.sec-1.2",
        f"{COUNTING}, section 1.2",
        "In general the upper bounds of Glance and of Harmony are of one order, which but for logarithms is that of Harmony's lower "
        "bound: Glance's error is of Harmony's order at most.",
        Verdict.HOLDS,
        (
            as_printed(
                "Glance's bound is theta* and an alpha with {cor-3/alpha} added up, as {@counting.cor-3} has it: if {theta-order/L <= 1}, the square of theta* is at most {theta-order/right = 4*K^2*L}, {let K = (2 + x)/x}; "
                "and L is at most {surprise-order/right}, if {surprise-order/l <= 1/2}, l being "
                "{surprise-at-least/left = T/N*ln(4*T/beta)}.",
                causes.by_causes,
                orders.corollary_3,
                causes.surprise,
            ),
            as_printed(
                "The square of Harmony's is at most {harmony-order/right} with the same K, r being T over N times the "
                "S of {@counting.cor-1}, if {harmony-order/N >= T ln(2T/beta)}.",
                upper.harmony,
                upper.harmony_order,
                lower.widest,
            ),
            as_printed(
                "The square of its lower bound is a logarithm times its variance where all are active, which is at least "
                "{lower-order/left = (T - 1)/N*(E/(E - 1))^2}, {let x = E - 1}; its error exceeds that bound with a probability Q such that "
                "{thm-4-corrected/goal}, for the betas of {@counting.thm-4} and as it has it.",
                lower.variance,
                lower.grows,
                types.corrected,
            ),
        ),
    ),
)

GENERAL: tuple[Entry, ...] = (
    Entry(
        "counting.cor-1",
        f"{COUNTING}, section 5.1.1, Corollary 1",
        "Harmony's error is O(sqrt(T log(T/beta)/N)/epsilon) as epsilon -> 0 and O(sqrt(T log(T/beta)/N)) as epsilon -> "
        "infinity, with probability 1 - beta, as T -> infinity and N -> infinity.",
        Verdict.CORRECTED,
        (
            against(
                "Nothing is said of N beside T. Where rounds are as many as people or more, and all are active, a "
                "one that arrives in a round is an error of at least {one-is-many/left}: of the order of T over N "
                "and not of its root. There is a round with a one unless everybody lies, which each does with a "
                "probability below {lie-below-half/right}.",
                truthful.one_is_many,
            ),
            instead(
                "Let V be the variance of H_0, b be T over the product of N and of p less q, and S the logarithm "
                "with which Bernstein's exponent is at most {harmony-upper-exponent/right}: an error of alpha or "
                "more, where {upper-solves/goal = alpha^2/(2*V + 2*b*alpha/3) = S}, {let alpha = b*S/3 + "
                "sqrt((b*S/3)^2 + 2*V*S)}, occurs in some round with a probability Q such that "
                "{harmony-errs/goal}.",
                upper.solves,
                upper.harmony,
            ),
            instead(
                "V is largest where all people are active, and there it is at most {harmony-variance-order/right = T/N*K^2}, "
                "{let K = (2 + x)/x}; so if {harmony-order/N >= T ln(2T/beta)}, r being T times S over N, then alpha, whose first summand u has "
                "{harmony-order/u} and whose root v has {harmony-order/v}, is such that {harmony-order/goal}.",
                lower.widest,
                upper.harmony_order,
            ),
            instead(
                "That K is at most {contrast-order/right}, which falls to its first summand as epsilon grows, and "
                "is of the order of its inverse for small ones.",
                orders.corollary_3,
            ),
        ),
        original=r"Corollary 1. *Harmony* において， $\epsilon > 0, \beta > 0$ に対して，確率 $1 - \beta$ "
        r"で $$\max_{t \in [T]} |\hat{\mu}_t - \mu_t| = \begin{cases} O\left(\frac{1}{\epsilon} "
        r"\sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon \rightarrow +0, \\ "
        r"O\left(\sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon \rightarrow "
        r"+\infty \end{cases}$$ $\text{as } T \rightarrow +\infty, N \rightarrow +\infty.$",
        answer="False as printed: if there are at least as many rounds as people, the error may be "
        "{one-is-many/left} or more, which is of the order of T over N and not of its root. True is: let r "
        "be T over N times the logarithm in Bernstein's bound, and let alpha be the sum of that bound's u "
        "and v. If {harmony-order/N >= T ln(2T/beta)}, then {harmony-order/goal}, where K depends on "
        "epsilon alone. The error is alpha or more with a probability Q, where {harmony-errs/goal}.",
        answer_in_japanese="印刷のままでは誤り: ラウンド数がユーザー数以上のとき, 誤差は {one-is-many/left} "
        "以上になりえ, T と N の比の平方根ではなく, 比そのもののオーダーである. 正しくは: r を T "
        "と N の比に Bernstein の不等式の対数を掛けた値とする. {harmony-order/N >= T ln(2T/beta)}"
        " ならば, alpha を {harmony-order/goal} を満たす u と v の和として (K は epsilon "
        "だけによる), 誤差が alpha 以上となる確率 Q は {harmony-errs/goal} を満たす.",
        also=(rivals_solved.bounds,),
    ),
    Entry(
        "counting.cor-2",
        f"{COUNTING}, section 5.1.1, Corollary 2",
        "For beta < 1/(N + 1)^2 some stream gives Harmony with probability 1 - beta an error of "
        "Omega(sqrt((T/N) log(1/((N+1)^2 beta)))), times 1/epsilon as epsilon -> 0, as N and T -> infinity.",
        Verdict.CORRECTED,
        (
            against(
                "Whatever the stream and the constant c are, c times the bound of Theorem 4 is exceeded with a "
                "probability of at most {thm-4-any-stream/right = T/(c^2*S)}, {let S = ln(1/((N + 1)^2*beta))}: "
                "that vanishes as beta falls. And that bound is of the printed order at most, as its square is S "
                "times a variance which is at most {harmony-variance-order/right = T/N*K^2}, {let K = (2 + x)/x},"
                " where K is at most {contrast-order/right}. For the bound itself, with "
                "{thm-4-fails-for-every-stream/N} people, {thm-4-fails-for-every-stream/T} rounds and the beta of"
                " {@counting.thm-4}, it is {thm-4-fails-for-every-stream/right:6} and no "
                "{thm-4-fails-for-every-stream/left:6}.",
                lower.any_stream,
                lower.variance,
                upper.harmony_order,
                orders.corollary_3,
                refuted.for_every_stream,
            ),
            instead(
                "With a probability Q such that {thm-4-corrected/goal} it is so, where all are always active, for the betas of {@counting.thm-4}: the "
                "square of the bound is the variance there times the logarithm.",
                lower.variance,
                types.corrected,
            ),
            instead(
                "That variance is at least {lower-order/left = (T - 1)/N*(E/(E - 1))^2}, {let x = E - 1}, which is "
                "at least {lower-order-constant/left} for every epsilon, and what is squared in it has "
                "{lower-order-small/goal = 1/epsilon <= F/(F - 1)}, {let F = exp(epsilon)}.",
                lower.grows,
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
        "theta = 2 E L/(3 (E - 1)) + 3/(E - 1) [(2 E L/9)^2 + 4 (2 E L/9)]^(1/2), where E = e^epsilon and "
        "L = -ln(1 - (T/N) ln(4T/beta)).",
        Verdict.LOOSE,
        (
            as_printed(
                "Bernstein's bound for k reports, each of which debiased has the variance "
                "{report-variance-idle/right = E/(E - 1)^2} and a square of at most {report-size-idle-0/right = "
                "(E/(E - 1))^2}, {let x = E - 1}, is {reports-tail/right = 2*exp(-k*((E - 1)^2*alpha^2/(2*E))/(1 + "
                "(E - 1)*alpha/3))}. The exponent of a report is the right side of (2), and at the printed theta "
                "it is at least {printed-exponent-least/left} and at most {printed-exponent-most/right}: more than "
                "the L that is needed.",
                root.sizes,
                root.exponent,
                root.printed_exponent,
                reporters.report_tail,
            ),
            sharper(
                "It is L at theta*, which is {theta-solves/theta = t}, and what is printed is "
                "{printed-is-twice/right = 2*t}, {let t = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, {let x = E - "
                "1}, as if a factor of the quadratic formula's denominator were left out.",
                root.solves,
                root.twice,
            ),
            besides("The exponent increases with the distance: {exponent-increases/goal}.", root.increases),
        ),
        original=r"$$\theta = \frac{2e^\epsilon}{3(e^\epsilon - 1)} \log\left(\frac{1}{1 - \frac{T}{N} "
        r"\log \frac{4T}{\beta}}\right)$$ $$+ \frac{3}{e^\epsilon - 1} "
        r"\left[\left(\frac{2e^\epsilon}{9} \log\left(\frac{1}{1 - \frac{T}{N} \log "
        r"\frac{4T}{\beta}}\right) \right)^2 \right. \\ \left. + 4 \frac{2e^\epsilon}{9} "
        r"\log\left(\frac{1}{1 - \frac{T}{N} \log \frac{4T}{\beta}}\right) \right]^{1/2}. \quad "
        r"(1)$$",
        answer="True, but not tight: the printed theta is {printed-is-twice/right = 2*t}, and t, which is theta*, "
        "suffices: {let t = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, {let x = E - 1}.",
        answer_in_japanese="正しいが, 最良でない: theta* を t とおくと theta は {printed-is-twice/right = 2*t} "
        "であり, theta* で足りる ({let t = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, "
        "{let x = E - 1}).",
        also=(solved.distances, bounds_in_symbols.solved),
    ),
    Entry(
        "counting.claim-1",
        f"{COUNTING}, section 5.1.2, Claim 1",
        "If N > T ln(4T/beta), max_t |mu_hat - mu_tilde| < theta with probability 1 - beta/2.",
        Verdict.LOOSE,
        (
            as_printed(
                "Given k reporters an error of alpha has a probability P such that {reports-tail/goal}, with the "
                "exponent h of a report of {@counting.eq-1}.",
                reporters.report_tail,
            ),
            as_printed(
                "As that holds given every k, it holds on average: {averaged-noise/goal}, P being the mean of "
                "these probabilities, in which a round without reporters counts as an error, and M the mean of "
                "the exponentials.",
                reporters.averaged_noise,
            ),
            as_printed(
                "With every person more, who reports with probability w and not with o, the mean of the powers of"
                " z becomes {ones-power-with-one-more/right}; so among t people who are alike it is "
                "{ones-power/right}, with V for what one of them multiplies it by; z being the exponential of "
                "minus h, that is {mean-of-a-person/right}, and of N of them it has the logarithm {one-round/left"
                " = N*ln(V)}, {let V = 1 - (1 - exp(-h))/T}.",
                ones.one_more,
                ones.power,
                reporters.a_person,
                reporters.one_round,
            ),
            as_printed(
                "If h is at least L, then an error of that size, or a round without reporters, occurs in some of T rounds with a probability "
                "Q such that {claim-1/goal}; and the printed theta has an h of at least {printed-exponent-least/left}.",
                reporters.claim_1,
                root.printed_exponent,
            ),
            sharper(
                "With t for theta*, theta is {printed-is-twice/right = 2*t}, {let t = (E*L/3 + sqrt((E*L/3)^2 + "
                "2*E*L))/(E - 1)}, {let x = E - 1}, and theta* has an h of {theta-solves/right}, which is enough.",
                root.solves,
                root.twice,
                reporters.claim_1,
            ),
            besides(
                "For a probability of `failure`, l is enough in the place of T over N times the logarithm, "
                "{claim-1-sharply/enough = -ln(1 - l) <= h}, {let l = T*(1 - exp(-ln(2*T/failure)/N))}: "
                "{claim-1-sharply/goal}; at the same beta that is not more, {lost-less/goal}.",
                reporters.one_round_sharply,
                reporters.claim_1_sharply,
                reporters.sharper,
            ),
            besides(
                "L is at least {surprise-at-least/left}, which is positive for {lost-positive/beta < 1}.",
                causes.surprise,
            ),
        ),
        original=r"Claim 1. *Glance* において，確率 $1 - \beta/2$ で， $\epsilon > 0, \beta > 0, N > T "
        r"\log(4T/\beta)$ に対して， $$\max_{t \in [T]} |\hat{\mu}_t - \tilde{\mu}_t| < \theta "
        r"\text{ where}$$",
        answer="True, but not tight: the printed theta is {printed-is-twice/right = 2*t}, and t, which is theta*, "
        "suffices: {let t = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, {let x = E - 1}. The error is "
        "theta* or more with a probability Q, where {claim-1/goal}.",
        answer_in_japanese="正しいが, 最良でない: theta* を t とおくと theta は {printed-is-twice/right = 2*t} "
        "であり ({let t = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, {let x = E - 1}), theta* "
        "で足りる: 誤差が theta* 以上となる確率 Q は {claim-1/goal} を満たす.",
        also=(reporters.average, solved.distances, solved.ranges),
    ),
    Entry(
        "counting.claim-2",
        f"{COUNTING}, section 5.1.2, Claim 2",
        "If N > T ln(4T/beta), max_t |mu_tilde - mu| < sqrt(L/2) with probability 1 - beta/2.",
        Verdict.HOLDS,
        (
            as_printed(
                "Given k, all sets of k people are alike, {reporters-alike/goal} with a_k for their number among "
                "t: who reports is a sample without replacement, and an error of alpha has a probability P such "
                "that {sample-exponent/goal}: the exponent of a reporter is L at the distance of the claim, "
                "{claim-2-solves/goal}.",
                chosen.sets,
                causes.sample_exponent,
                causes.claim_2,
            ),
            as_printed(
                "On average over k it is {averaged-sample/goal}, with M the mean of the exponentials, as in Claim"
                " 1; and an exponent of L is enough: {claim-1/goal}.",
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
        "Glance's error is O(sqrt(T log(T/beta)/N)/epsilon) as epsilon -> 0 and O(sqrt(T log(T/beta)/N)) as epsilon -> "
        "infinity, as the sum of two parts, which is at most twice the error.",
        Verdict.CORRECTED,
        (
            against(
                "The parts may add up to more than is printed: in each round let the share {mu} of all people be "
                "active and the share {mu_tilde} of its {k:words} reporters, and let {X:words} of these send a "
                "one, as one of them lies; the parts add up to {left}, where it should be {right} or less.",
                orders.parts,
            ),
            instead(
                "Nothing rests on that: a distance of theta* and any alpha with {cor-3/alpha} added up is reached, or "
                "a round is empty, with a probability Q such that {cor-3/goal}, as each part has an exponent of L.",
                causes.by_causes,
                causes.two_causes,
                ones.one_more,
            ),
            instead(
                "If {theta-order/L <= 1} the square of theta* is at most {theta-order/right = 4*K^2*L}, {let K = (2 + x)/x}, and K is "
                "at most {contrast-order/right}.",
                orders.corollary_3,
            ),
            instead(
                "If {surprise-order/l <= 1/2}, {surprise-order/goal}, l being {surprise-at-least/left = "
                "T/N*ln(4*T/beta)}.",
                orders.corollary_3,
                causes.surprise,
            ),
        ),
        original=r"この分解により，本来の誤差よりも大きい値を見積もってしまうが，もとの誤差の高々 2 倍であ"
        r"るのでオーダー解析には影響がない",
        answer="False as printed: the parts may add up to {parts-cancel/left}, where the printed bound is "
        "{parts-cancel/right}. True is: the corollary does not need that bound. If {cor-3/alpha}, the error "
        "is at least the sum of theta* and alpha with a probability Q, where {cor-3/goal}.",
        answer_in_japanese="印刷のままでは誤り: 分解した誤差の和が {parts-cancel/left} となり, 印刷された上界 "
        "{parts-cancel/right} を超える場合がある. 正しくは: 系はこれを必要としない. {cor-3/alpha}"
        " を満たす alpha と theta* の和以上の誤差が生じる確率 Q は {cor-3/goal} を満たす.",
    ),
    Entry(
        "counting.sec-5.1.2",
        f"{COUNTING}, section 5.1.2",
        "The error of randomized response goes to 0 as epsilon grows, and dominates where epsilon is small; sampling's does not depend on "
        "epsilon: it cannot be made 0, and dominates where epsilon is large.",
        Verdict.HOLDS,
        (
            as_printed(
                "Unless somebody lies, mu_hat is off from mu_tilde by {noise-of-the-truthful/right = (X/k - 1/2)*2/(E - 1)}, {let x = E - "
                "1}, and somebody lies with a probability of at most {some-lie/right = N/E}: both vanish as epsilon grows.",
                truthful.noise,
                limits.truthful,
            ),
            as_printed(
                "Sampling's part, mu_tilde less mu, has nothing of epsilon in it: where {alone-least/T >= 2} an "
                "active person is alone in a given round, and mu_tilde is off by the share of idle people, with a "
                "probability of at least {alone-least/left}, {alone-positive/goal}. So it dominates for large "
                "epsilon if some people are idle.",
                floor.alone,
            ),
            as_printed(
                "For small epsilon randomized response dominates, as the source says too: given k reporters the "
                "variance is {variance-given-reporters/left = c/k + mu*(1 - mu)*(N - k)/((N - 1)*k)}, {let c = (1 "
                "+ x)/x^2}, of which only the first summand, that of the coins, depends on epsilon; it is at least "
                "{report-variance-large/left}, and grows beyond anything as epsilon vanishes.",
                exact.coins,
                exact.glance_given,
                truthful.loud,
            ),
        ),
    ),
    Entry(
        "counting.sec-5.1.3",
        f"{COUNTING}, section 5.1.3",
        "Glance presumably behaves like Harmony: for fixed T, N and beta the error of neither falls, in the worst case, below some "
        "positive constant, however large epsilon is.",
        Verdict.HOLDS,
        (
            as_printed(
                "In the worst case, read as that of the data: let some people be idle in all rounds, fewer than "
                "there are rounds, and the others active. Of n rounds with I idle reporters in all, let W have "
                "none: {idle-per-round/goal}, so that for {rounds-without-idle/I < T}, as here, some round has "
                "none, whatever tau is.",
                floor.rounds_without_idle,
            ),
            as_printed(
                "In a round in which only active people report, and nobody lies, the error is more than the share "
                "of idle people, {off-among-active/goal}; where nobody reports there is no estimate, which is an "
                "error of any size.",
                floor.among_active,
            ),
            as_printed(
                "Somebody lies with a probability of at most {some-lie/right = N/E}, {let x = E - 1}, which falls below anything as epsilon "
                "grows.",
                limits.truthful,
            ),
            as_printed(
                "So it is with Harmony: let a person be active in all rounds, of which there are several, and the "
                "others idle. There is a round in which this person does not report; unless somebody lies no "
                "report of a one arrives there, and mu_hat is more than mu too small, {harmony-without-ones/goal}.",
                truthful.no_ones,
                limits.truthful,
            ),
            besides(
                "Harmony's variance where all are active is at least {lower-order-constant/left} for every epsilon, and its error, for the "
                "betas there, as in {@counting.thm-4}: {thm-4-corrected/goal}.",
                lower.grows,
                types.corrected,
            ),
            besides(
                "Glance's variance in a round stays above {glance-variance-floor/left} for every share mu with "
                "{glance-variance-floor/mu > 0} and {glance-variance-floor/mu < 1}, if R, the mean of the inverse "
                "number of reporters, exceeds the inverse of N.",
                floor.variance,
            ),
            besides(
                "An active person is alone in a given round, and truthful, with a probability of at least {alone-least/left}, whatever "
                "epsilon is.",
                floor.alone,
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
            as_printed(
                "Given k reporters the estimate mu_hat exceeds mu by alpha or more with a probability P such that, "
                "where {one-side/possible = s + d < 1}, {one-side/goal = P <= exp(-k*((s + d)*ln((s + d)/s) + (1 - "
                "(s + d))*ln((1 - (s + d))/(1 - s))))}, {let s = 1/(2 + x) + x/(2 + x)*mu}, {let d = x/(2 + "
                "x)*alpha}: a relative entropy per reporter. The other side is this with the other bit for ones.",
                causes.one_side,
            ),
            as_printed(
                "If that exponent of a report is h or more on both sides, {claim-1-sharply/enough = -ln(1 - l) <= "
                "h}, {let l = T*(1 - exp(-ln(2*T/failure)/N))}, then such an error, or an empty round, occurs in "
                "some round with a probability Q such that {claim-1-sharply/goal}.",
                causes.averaged_sides,
                ones.one_more,
                reporters.a_person,
                reporters.one_round_sharply,
                reporters.claim_1_sharply,
            ),
        ),
        also=(reporters.average, solved.one_step_solved, solved.ranges),
    ),
)
