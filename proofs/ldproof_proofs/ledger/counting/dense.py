"""Sections 5.2 and 6, and table 1: condition (2), what it is worth, and how errors depend on epsilon."""

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
    truthful,
)
from ldproof_proofs.counting.rivals import crossing, lower, refuted, types, upper
from ldproof_proofs.counting.rivals import solved as rivals_solved
from ldproof_proofs.counting.variance import exact
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said, sharper
from ldproof_proofs.law import union
from ldproof_proofs.ledger.counting.general import HARMONY_LOWER, HARMONY_LOWER_IN_JAPANESE
from ldproof_proofs.ledger.counting.source import COUNTING
from ldproof_proofs.reporting import ones
from ldproof_proofs.tails import entropy

TABLE: tuple[Entry, ...] = (
    Entry(
        "counting.table-1",
        f"{COUNTING}, section 1.2, table 1",
        "In the dense or sparse case Glance's error is O(e^(-epsilon/2)) as epsilon -> infinity, Harmony's Theta(1).",
        Verdict.REFUTED,
        (
            against(
                "For fixed N, T and beta the bound theta does not fall so: it is above {printed-above/left}, and "
                "its square times E is more than the square of any C as soon as E is so large that "
                "{no-exponential-rate/far = 9*C^2 <= 16*L^2*E}, {let x = E - 1}.",
                limits.limit,
                limits.no_rate,
            ),
            against(
                "Nor does the error, as in the case under (2) of {@counting.fig-3}. Let some people, fewer than "
                "rounds, be idle in all rounds, and the others active. If n rounds have I idle reporters in all, "
                "and W of these rounds have none, then {idle-per-round/goal}. In such a round the error is more than the share of "
                "idle people, {off-among-active/goal}, unless the round is empty, which some of t rounds is with a "
                "probability U such that {union/goal}, P being {empty-positive/right}, or somebody lies, which has "
                "a probability of at most {some-lie/right = N/E}, {let x = E - 1}.",
                floor.rounds_without_idle,
                floor.among_active,
                limits.truthful,
                truthful.empty,
                union.union,
            ),
            against(
                "Harmony's is no constant where nobody is active: its variance is, for {harmony-sparse-falls/x >= 1 = "
                "E - 1 >= 1}, at most {harmony-sparse-falls/right = 3*T/(N*(E - 1))}, {let x = E - 1}, and by "
                "Chebyshev's inequality an error of `off` or more in some round has a probability Q such that "
                "{some-round-errs/goal}, V being that variance: so it vanishes as epsilon grows.",
                limits.harmony,
                lower.some_round,
            ),
            besides(
                "Where all are active and nobody lies, Glance's error in every round with reporters is {truthful-dense/right = 1/(E - 1)}, "
                "{let x = E - 1}: there it falls faster than is printed. Harmony's variance is at least {harmony-dense/left} there.",
                limits.truthful,
                limits.harmony,
            ),
        ),
        original=r"提案法 一般 $O(1/\epsilon)$ $O(1)$ 密または疎 $O(1/\epsilon)$ $O(1/\sqrt{\exp(\epsilon)})$ Harmony[12] "
        r"一般 $O(1/\epsilon)$ $\Theta(1)$ 密または疎 $O(1/\epsilon)$ $\Theta(1)$",
        answer="False as printed: for fixed N, T and beta, theta stays above {printed-above/left} for "
        "every epsilon, and Glance's error need not vanish. Where nobody is active, Harmony's "
        "variance vanishes: if {harmony-sparse-falls/x >= 1 = E - 1 >= 1}, it is at most "
        "{harmony-sparse-falls/right = 3*T/(N*(E - 1))}, {let x = E - 1}.",
        answer_in_japanese="印刷のままでは誤り: N, T, beta を固定すると, theta は任意の epsilon に対して "
        "{printed-above/left} より大きく, Glance の誤差は消えるとは限らない. "
        "誰もアクティブでないときには Harmony の分散が消える: "
        "{harmony-sparse-falls/x >= 1 = E - 1 >= 1} ならば "
        "{harmony-sparse-falls/right = 3*T/(N*(E - 1))} 以下である ({let x = E - 1}).",
        also=(floor.certain,),
    ),
    Entry(
        "counting.table-1-general",
        f"{COUNTING}, section 1.2, table 1",
        "In general Glance's error is O(1) and Harmony's Theta(1) as epsilon -> infinity.",
        Verdict.HOLDS,
        (
            as_printed(
                "The distance theta* and any alpha with {cor-3/alpha} added up is reached with a probability Q such "
                "that {cor-3/goal}. With t for theta*, theta is {printed-is-twice/right = 2*t}, {let t = (E*L/3 + "
                "sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, {let x = E - 1}, which is at most {printed-below/right = 4/3*L + "
                "(4/3*L + 6)/(E - 1)}: with N, T and beta fixed that stays bounded as epsilon grows.",
                root.twice,
                limits.limit,
                causes.by_causes,
            ),
            as_printed(
                "Harmony's bound is the alpha with {upper-solves/goal = alpha^2/(2*V + 2*b*alpha/3) = S}, {let alpha = b*S/3 + sqrt((b*S/3)^2 + "
                "2*V*S)}, and is reached with a Q such that {harmony-errs/goal}; "
                "of its parts, which are those of {@counting.cor-1}, b is K times T over N, and V is at most {harmony-variance-order/right = "
                "T/N*K^2}, {let K = (2 + x)/x}, where K is at most {contrast-order/right}.",
                upper.solves,
                upper.harmony,
                upper.harmony_order,
                lower.widest,
                orders.corollary_3,
            ),
            as_printed(
                "Where all are active its variance is at least {lower-order-constant/left} for every epsilon, and, for "
                "{lower-order-limit/x >= 1 = E - 1 >= 1}, at most {lower-order-limit/right = (T - 1)/N + 5*T/(N*(E - "
                "1))}, {let x = E - 1}; its error is, for the betas there, as in {@counting.thm-4}: "
                "{thm-4-corrected/goal}.",
                lower.variance,
                lower.grows,
                types.corrected,
            ),
        ),
    ),
    Entry(
        "counting.table-1-small",
        f"{COUNTING}, section 1.2, table 1",
        "As epsilon -> 0 the errors of Glance and of Harmony are O(1/epsilon), in general and in the dense or sparse case.",
        Verdict.HOLDS,
        (
            as_printed(
                "With N, T and beta fixed both bounds are at most a number that does not depend on epsilon times K: if {theta-order/L <= 1} the square of theta* is at most {theta-order/right = 4*K^2*L}, {let K = (2 + x)/x}, "
                "and the least alpha with {cor-3/alpha} does not depend on epsilon; if {harmony-order/N >= T ln(2T/beta)} the square of "
                "Harmony's bound is at most {harmony-order/right}, L and r being those of {@counting.sec-1.2}. And K "
                "is at most {contrast-order/right}.",
                orders.corollary_3,
                upper.harmony_order,
                causes.by_causes,
            ),
            as_printed(
                "They are reached with probabilities Q such that {cor-3/goal}, and {harmony-errs/goal} for the "
                "other's, whatever the shares of active people are.",
                causes.by_causes,
                upper.harmony,
                lower.widest,
            ),
        ),
    ),
)

DENSE: tuple[Entry, ...] = (
    Entry(
        "counting.sec-5.2",
        f"{COUNTING}, section 5.2",
        "Where condition (2) holds, the error by sampling is smaller than that by randomized response.",
        Verdict.CORRECTED,
        (
            against(
                "The errors themselves need not be: in the source's own experiment, which satisfies (2) at every "
                "epsilon, {dense-idle/right:words} people are idle and there are {dense-idle-few/T} rounds. If "
                "these are the same people in all rounds, of which the source says nothing, then in a round "
                "without an idle reporter, and there is such a round, unless it is empty all who report are active "
                "and mu_tilde is off by the share of idle people; while unless somebody lies mu_hat is off from "
                "mu_tilde by {noise-of-the-truthful/right = (X/k - 1/2)*2/(E - 1)}, {let x = E - 1}, which "
                "vanishes as epsilon grows.",
                dense.everywhere,
                limits.limit,
                root.printed_exponent,
                floor.rounds_without_idle,
                truthful.noise,
                limits.truthful,
                dense.idle_people,
            ),
            instead(
                "The bounds are: under (2) the exponent of sampling is at theta at least that of randomized response, which is at least "
                "{printed-exponent-least/left}, so that theta serves for both parts, {thm-5/goal}.",
                root.printed_exponent,
                causes.by_causes,
            ),
        ),
        original=r"次の条件が成り立つとき，サンプリングによるデータの損失に起因する誤差が Randomized "
        r"Response のランダムネスに起因する誤差よりも小さくなることを発見した",
        answer="False as printed: as epsilon grows, the error by sampling need not vanish. With X ones in k "
        "reports, none of them a lie, the error by randomized response is {noise-of-the-truthful/right = "
        "(X/k - 1/2)*2/(E - 1)}, {let x = E - 1}, and vanishes. True is: under (2) theta bounds both parts, "
        "except with a probability Q, where {thm-5/goal}.",
        answer_in_japanese="印刷のままでは誤り: サンプリングによる誤差は epsilon "
        "を大きくしても消えるとは限らないが, 誰も反転しなければ Randomized Response による誤差 "
        "{noise-of-the-truthful/right = (X/k - 1/2)*2/(E - 1)} は消える ({let x = E - 1}). "
        "正しくは: 条件 (2) の下では theta が両方の誤差の上界となり, 例外の確率 Q は {thm-5/goal}"
        " を満たす.",
    ),
    Entry(
        "counting.cond-2",
        f"{COUNTING}, section 5.2, condition (2)",
        "min{D(mu - theta || mu), D(mu + theta || mu)} >= ((e^epsilon - 1)^2 theta^2/(2 e^epsilon))/(1 + (e^epsilon - 1) theta/3), "
        "where taking D(a || b) as infinite for a <= 0, a >= 1 and b in {0, 1} is consistent.",
        Verdict.CORRECTED,
        (
            against(
                "At the ends of the interval D is finite: were it infinite at the lower end, {goal} would be so of "
                "any M, mu being b and the right side D; but for mu of {mu} D is {right:6}, and not {left} or more.",
                condition.not_infinite,
            ),
            against(
                "And such an error is possible: where {active:words} of {N:words} people is active in {T:words} "
                "rounds, mu_tilde is off by all of mu more often than nobody reports.",
                condition.reached_at_0,
            ),
            instead(
                "For Theorem 5 it is enough that D is at least L, the exponent that Claim 1 needs, at theta*, where "
                "Bernstein's exponent is L itself, which is the natural form of the condition: {thm-5-natural/goal}.",
                causes.by_causes,
            ),
            said(
                "Beyond the ends, and where everybody or nobody is active, it is consistent: no share of the "
                "reporters lies there, and with all people in the same state mu_tilde is mu.",
                "mu_tilde is a share of the reporters, who are some of the people",
            ),
        ),
        original=r"$$\min\{D(\mu_t - \theta || \mu_t), D(\mu_t + \theta || \mu_t)\} \geq "
        r"\frac{\frac{(e^\epsilon - 1)^2 \theta^2}{2e^\epsilon}}{1 + (e^\epsilon - 1)\theta/3} "
        r"\quad (2)$$ ... また， $a \geq 1, a \leq 0, b = 0, 1$ のいずれかのときは， $D(a||b) = "
        r"+\infty$ とみなすことで整合性がとれる",
        answer="False as printed: at the lower end of the interval D is finite: it is {condition-2-at-0/right:6} "
        "for a mu of {condition-2-at-0/mu}, and such an error is possible. True is: for Theorem 5 it "
        "suffices that D is at least L at theta*. Then the probability Q of an exception has "
        "{thm-5-natural/goal}.",
        answer_in_japanese="印刷のままでは誤り: 区間の下端で D は有限であり, mu が {condition-2-at-0/mu} のときは "
        "{condition-2-at-0/right:6} で, そのような誤差は起こりうる. 正しくは: 定理 5 には theta* "
        "において D が L 以上であれば足りる: そのとき定理の誤差が生じる確率 Q は "
        "{thm-5-natural/goal} を満たす.",
        also=(solved.conditions,),
    ),
    Entry(
        "counting.kl",
        f"{COUNTING}, section 5.2",
        "D(a || b) = a log(a/b) + (1 - a) log((1 - a)/(1 - b)) is the KL divergence of two Bernoulli distributions with means a and b.",
        Verdict.HOLDS,
        (
            as_printed(
                "{divergence-nonnegative/right = a*ln(a/b) + (1 - a)*ln((1 - a)/(1 - b))} is, by definition, the mean of the logarithm of the "
                "quotient of their probabilities under the first one, and never negative.",
                entropy.nonnegative,
            ),
            besides(
                "Hoeffding's and Chernoff's bounds have it as their exponent, or less: for a sample of k without replacement {sample/goal}, and with D {sample-by-divergence/goal}, s being the mean and `rate` more "
                "than that.",
                causes.sample,
                causes.sample_by_divergence,
            ),
            besides("It is at most {divergence-at-most-chi-squared/right}.", entropy.chi_squared),
        ),
    ),
    Entry(
        "counting.fig-1",
        f"{COUNTING}, section 5.2, figure 1",
        "The region of condition (2) for T = 10, beta = 0.1 and N = 100,000, as the text says, or 10,000, as the caption says.",
        Verdict.CORRECTED,
        (
            against(
                "The caption and the text differ: at epsilon of {epsilon 2}, {epsilon 5} and {epsilon 8} the "
                "boundary in mu is at {fewer at 2:4}, {fewer at 5:4} and {fewer at 8:4} for the caption's number "
                "of people, and at {more at 2:4}, {more at 5:4} and {more at 8:4} for the text's.",
                condition.figure_1,
            ),
            instead(
                "Let mu* be the boundary in mu. Condition (2) holds for mu up to mu*, and from as far below the "
                "largest share on, and fails between; checked at {beside:words} of mu* to both sides.",
                condition.figure_1,
            ),
        ),
        original=r"図 1 は， $T = 10, N = 100,000, \beta = 0.1$ としたときに条件 (2) が成り立つ領域を表した"
        r"ものである ... 色をつけた領域は $N = 10,000, T = 10, \beta = 0.1$ において条件 (2) を満"
        r"たす",
        answer="False as printed: text and caption name different numbers of people; at an epsilon of {epsilon 5} "
        "the boundary in mu is at {fewer at 5:4} for the caption's and at {more at 5:4} for the text's. "
        "True is: (2) holds for every mu up to the boundary, and for every mu that is at most as far from "
        "the largest share. It fails between.",
        answer_in_japanese="印刷のままでは誤り: 本文と図の説明でユーザー数が異なる. epsilon が {epsilon 5} のとき, "
        "mu の境界は図の説明の人数では {fewer at 5:4}, 本文の人数では {more at 5:4} である. "
        "正しくは: 条件 (2) は境界以下, および最大の割合から同じ幅の範囲で成り立ち, "
        "その間では成り立たない.",
    ),
    Entry(
        "counting.thm-4",
        f"{COUNTING}, section 5.2.1, Theorem 4",
        "Under condition (2), for every beta < 1/(N + 1)^2 some stream gives Harmony an error above "
        "sqrt((T/N) E (E + 1)/(E - 1)^2 (1 - E/(T (E + 1))) ln(1/((N + 1)^2 beta))) with probability at "
        "least 1 - beta.",
        Verdict.CORRECTED,
        (
            against(
                "With {thm-4-fails-for-every-stream/N} people, {thm-4-fails-for-every-stream/T} rounds and beta "
                "of {thm-4-fails-for-every-stream/beta} no stream makes the error so large with a probability of "
                "more than {thm-4-fails-for-every-stream/right:6}, where it should be "
                "{thm-4-fails-for-every-stream/left:6}: the bound's square is the variance of H_0 where all are "
                "active times a logarithm, no share of active people has a larger one, and Chebyshev's inequality"
                " for T rounds gives at most {thm-4-any-stream/right = T/(c^2*S)}, {let S = ln(1/((N + "
                "1)^2*beta))}, for c times the bound.",
                lower.variance,
                lower.widest,
                lower.any_stream,
                refuted.for_every_stream,
            ),
            against(
                "There, with odds of {thm-4-fails-32/E}, the exact probability where all are active is "
                "{thm-4-fails-32/right:5}; and for {thm-4-fails-16/N} people, {thm-4-fails-16/T} rounds and beta "
                "of {thm-4-fails-16/beta} it is {thm-4-fails-16/right:5}.",
                refuted.as_printed,
            ),
            besides(
                "Condition (2) holds where all are active, as its D counts as infinite there, rightly: as the "
                "share b nears that of everybody D exceeds any M, {divergence-unbounded/goal = M <= a*ln(a/b) + (1 "
                "- a)*ln((1 - a)/(1 - b))}, as soon as {divergence-unbounded/sure = M + 1 <= (1 - a)*ln((1 - a)/(1 "
                "- b))}.",
                entropy.unbounded,
            ),
            instead(
                "With beta in the place of the printed probability it is so where all are always active. Let i of "
                "N ones, fewer than all, be no farther than the bound from their mean, and the next number "
                "farther: then some round has more than i ones with a probability Q such that "
                "{thm-4-corrected/goal}, whatever i is.",
                types.corrected,
            ),
            besides(
                "Let D be that of condition (2) from i over N to s, the probability of a one. N times D is at most the logarithm, {types-exponent/goal}, i ones have a probability P such that {types/goal}, and the "
                "root in it is at most {types-root/right}.",
                types.exponent,
                types.of_types,
                types.few,
            ),
            besides(
                "Of no ones D is {entropy-at-0/left}, and at most {entropy-at-0/right} too; and some number of "
                "ones is off by more than the bound if beta is in the range in which {types-in-range/beta is in "
                "range = S*p < N*(T - p)}, {let p = (1 + x)/(2 + x)}, S being the logarithm: {types-in-range/goal}.",
                types.nobody,
                entropy.chi_squared,
                types.in_range,
            ),
        ),
        original=r"Theorem 4. Harmony において, 条件 (2) が成り立つとき, あるデータストリームが存在して, "
        r"$\epsilon > 0, 0 < \beta < 1/(N+1)^2$ に対して, 少なくとも確率 $1 - \beta$ で, "
        r"$$\begin{aligned} & \max_{t \in [T]} |\mu_t - \hat{\mu}_t| \\ & > \sqrt{\frac{T}{N} "
        r"\frac{e^\epsilon (e^\epsilon + 1)}{(e^\epsilon - 1)^2} \left(1 - \frac{1}{T} "
        r"\frac{e^\epsilon}{e^\epsilon + 1}\right) \log \frac{1}{(N+1)^2 \beta}}. \end{aligned}$$",
        answer="False as printed: with {thm-4-fails-for-every-stream/N} people, {thm-4-fails-for-every-stream/T} "
        "rounds and a beta of {thm-4-fails-for-every-stream/beta} the probability is at most "
        "{thm-4-fails-for-every-stream/right:6} for every stream, where it should be "
        "{thm-4-fails-for-every-stream/left:6}. True is: if all are always active, the probability Q of "
        "such an error has {thm-4-corrected/goal}.",
        answer_in_japanese="印刷のままでは誤り: ユーザー数 {thm-4-fails-for-every-stream/N}, ラウンド数 "
        "{thm-4-fails-for-every-stream/T}, beta が {thm-4-fails-for-every-stream/beta} のとき, "
        "どのデータストリームでも確率は {thm-4-fails-for-every-stream/right:6} 以下で, 主張の "
        "{thm-4-fails-for-every-stream/left:6} に届かない. 正しくは: 全員が常にアクティブなとき, "
        "その確率 Q は {thm-4-corrected/goal} を満たす.",
        also=(types.type_checks, refuted.corrected, rivals_solved.bounds, rivals_solved.range_of_beta),
    ),
    Entry(
        "counting.cor-4",
        f"{COUNTING}, section 5.2.1, Corollary 4",
        "Under condition (2) the same as in Corollary 2.",
        Verdict.CORRECTED,
        (
            against(
                "With the printed probability it is not so, whatever the stream and the constant c: "
                "{thm-4-any-stream/right = T/(c^2*S)}, {let S = ln(1/((N + 1)^2*beta))}, vanishes as beta falls.",
                lower.any_stream,
            ),
            instead(
                "With a probability Q such that {thm-4-corrected/goal} it is so, where all are always active, for "
                "the betas of {@counting.thm-4}: the variance there is at least {lower-order/left = (T - "
                "1)/N*(E/(E - 1))^2}, {let x = E - 1}, and so at least {lower-order-constant/left}, and what is "
                "squared in it has {lower-order-small/goal = 1/epsilon <= F/(F - 1)}, {let F = exp(epsilon)}.",
                lower.variance,
                lower.grows,
                types.corrected,
            ),
            besides(
                "With all active condition (2) holds, as its D counts as infinite there: {divergence-unbounded/goal}, as in {@counting.thm-4}.",
                entropy.unbounded,
            ),
        ),
        original=r"Corollary 4. Harmony において, 条件 (2) が成り立つとき, あるデータストリームが存在して, "
        r"$\epsilon > 0, 0 < \beta < 1/(N+1)^2$ に対して, 少なくとも確率 $1 - \beta$ で $$\max_{t "
        r"\in [T]} |\mu_t - \hat{\mu}_t| = \begin{cases} \Omega\left(\frac{1}{\epsilon} "
        r"\sqrt{\frac{T}{N} \log \frac{1}{(N+1)^2 \beta}}\right) & \text{as } \epsilon "
        r"\rightarrow +0, \\ \Omega\left(\sqrt{\frac{T}{N} \log \frac{1}{(N+1)^2 \beta}}\right) & "
        r"\text{as } \epsilon \rightarrow +\infty \end{cases} \text{ as } T \rightarrow +\infty.$$",
        answer=HARMONY_LOWER,
        answer_in_japanese=HARMONY_LOWER_IN_JAPANESE,
    ),
    Entry(
        "counting.thm-5",
        f"{COUNTING}, section 5.2.2, Theorem 5",
        "Under condition (2), if N > T ln(4T/beta), max_t |mu_hat - mu_tilde| < 2 theta with probability 1 - beta.",
        Verdict.LOOSE,
        (
            as_printed(
                "As printed it is about mu_tilde, and is less than what Claim 1 says without (2): a distance at which the right side of (2), with it for theta, is "
                "L, the logarithm in (1), is reached in some round with a probability Q such that {claim-1/goal}; and at theta that "
                "side is at least {printed-exponent-least/left}.",
                reporters.report_tail,
                reporters.claim_1,
                root.printed_exponent,
            ),
            besides(
                "Of mu in its place it would be false without a condition: for {thm-5-without-2/N} people, the "
                "share {thm-5-without-2/mu} of them active, {thm-5-without-2/T} rounds, a beta of "
                "{thm-5-without-2/beta} and excess odds of {thm-5-without-2/x}, sampling is off in the first round "
                "by {thm-5-without-2/t}, the printed distance or more, or nobody reports in it, and nobody lies, "
                "with a probability of at least {thm-5-without-2/left:6}; and then mu_hat is farther from mu than "
                "mu_tilde, {truth-is-farther/right}.",
                condition.needed,
                condition.farther,
            ),
            sharper(
                "With mu for mu_tilde, as it is meant, it holds under (2): that is {thm-5/(2)}, with D for its left side and t for theta: the exponents of both parts, what reports add and sampling, are "
                "at least {printed-exponent-least/left}, and {thm-5/goal}.",
                causes.by_causes,
                causes.two_causes,
                root.printed_exponent,
                ones.one_more,
            ),
            sharper(
                "With the theta* of {@counting.eq-1} in its place that holds where {thm-5-natural/natural}, D being the left side of (2) there: {thm-5-natural/goal}.",
                causes.by_causes,
                causes.two_causes,
            ),
            besides(
                "That condition is needed too, by the same example: sampling is off there by {thm-5-without-2/t}, the "
                "printed distance or more, and so by more than the one with theta*, as theta is "
                "{printed-is-twice/right = 2*t}, {let t = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, {let x = E - 1}, "
                "which is t for theta*, more often than beta allows.",
                condition.needed,
                condition.farther,
                root.twice,
            ),
        ),
        original=r"Theorem 5. Glance において, 条件 (2) が成り立つとき, $\epsilon > 0, \beta > 0, N > T "
        r"\log(4T/\beta)$ に対して, 確率 $1 - \beta$ で, $$\max_{t \in [T]} |\hat{\mu}_t - "
        r"\tilde{\mu}_t| < 2\theta. \quad (3)$$",
        answer="True, but not tight: read mu for mu_tilde, as is meant. Under (2) the probability Q of an "
        "exception has {thm-5/goal}. Let D be the left side of (2) at theta*. If {thm-5-natural/natural}, "
        "theta* can take the place of theta: {thm-5-natural/goal}.",
        answer_in_japanese="正しいが, 最良でない: 意図どおり mu_tilde を mu に替えても条件 (2) の下で成り立つ: "
        "例外の確率 Q は {thm-5/goal} を満たす. さらに, theta* での条件 (2) の左辺 D が "
        "{thm-5-natural/natural} を満たせば, theta を theta* に替えても {thm-5-natural/goal} "
        "である.",
    ),
    Entry(
        "counting.cor-5",
        f"{COUNTING}, section 5.2.2, Corollary 5",
        "Under condition (2) max_t |mu_hat - mu_tilde| is O(sqrt(T log(T/beta)/(e^epsilon N)) sqrt(T log(T/beta)/N)) as epsilon -> "
        "infinity, T -> infinity and N in omega(T log(T/beta)).",
        Verdict.REFUTED,
        (
            against(
                "The product of roots that our copy prints is too small, whatever constant C it is multiplied by. "
                "Let N exceed E by a person, and let all be active, so that the D of condition (2) counts "
                "as infinite; S is T times the logarithm of T over beta. If nobody lies, mu_hat is off, by "
                "{truthful-dense/right = 1/(E - 1)}, {let x = E - 1}, and its square is more than the bound's, "
                "{product-fails/goal}, as soon as {product-fails/C^2 S^2 <= E}.",
                truthful.product_fails,
                limits.truthful,
            ),
            against(
                "Each of N such people lies with a probability of the inverse of N, and the logarithm of the "
                "probability that nobody does, {truthful-often/right}, is at least {truthful-often/left}.",
                truthful.often,
            ),
            against(
                "Nor is it so of theta, at any epsilon: its square is above {printed-product/left = C^2*l^2/E}, "
                "{let E = 1 + x}, as soon as {printed-product/C^2 l <= 8}, l being {surprise-at-least/left = "
                "T/N*ln(4*T/beta)}, which is positive and at most L.",
                limits.product_print,
                causes.surprise,
            ),
            besides(
                "With the first root alone theta is of that order while {printed-rate/E L <= K = E*L <= K}: its "
                "square is at most {printed-rate/right = (16 + 16/9*K)*E*L/(E - 1)^2}, {let x = E - 1}. It is not"
                " as epsilon goes to infinity, where theta stays above {printed-above/left}.",
                limits.rate,
                limits.limit,
            ),
        ),
        original=r"Corollary 5. 条件 (2) が成り立つとき, $\epsilon > 0, \beta > 0$ に対して "
        r"$$\begin{aligned} & \max_{t \in [T]} |\hat{\mu}_t - \tilde{\mu}_t| \\ & = \begin{cases} "
        r"O\left(\frac{1}{\epsilon} \sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon "
        r"\rightarrow +0, \\ O\left(\sqrt{\frac{T \log(T/\beta)}{\exp(\epsilon)N}} \sqrt{\frac{T "
        r"\log(T/\beta)}{N}}\right) & \text{as } \epsilon \rightarrow +\infty \end{cases} \\ & "
        r"\text{as } T \rightarrow +\infty, N \in \omega(T \log(T/\beta)).",
        answer="False as printed: let N be above E, let all be active, and let nobody lie. Then the error is "
        "{truthful-dense/right = 1/(E - 1)}, {let x = E - 1}. Let S be T times the logarithm of T over "
        "beta, and l be {surprise-at-least/left = T/N*ln(4*T/beta)}. The error exceeds C times the printed "
        "product if {product-fails/C^2 S^2 <= E}, and theta exceeds it at every epsilon if "
        "{printed-product/C^2 l <= 8}.",
        answer_in_japanese="印刷のままでは誤り: N が E より大きく, 全員がアクティブで誰も反転しないとき, 誤差は "
        "{truthful-dense/right = 1/(E - 1)} であり ({let x = E - 1}), "
        "{product-fails/C^2 S^2 <= E} となれば印刷された積の C 倍を超える (S は T に T と beta "
        "の比の対数を掛けた値). theta も, l を {surprise-at-least/left = T/N*ln(4*T/beta)} "
        "として {printed-product/C^2 l <= 8} ならば任意の epsilon でこれを超える.",
    ),
    Entry(
        "counting.cor-5-small",
        f"{COUNTING}, section 5.2.2, Corollary 5",
        "Under condition (2) max_t |mu_hat - mu_tilde| is O(sqrt(T log(T/beta)/N)/epsilon) as epsilon -> 0, T -> infinity and N in "
        "omega(T log(T/beta)).",
        Verdict.HOLDS,
        (
            as_printed(
                "Of mu_tilde it is so without (2), by Claim 1 with theta*: {claim-1/goal}, and of mu under (2), {thm-5/goal}.",
                reporters.report_tail,
                reporters.claim_1,
                causes.by_causes,
            ),
            as_printed(
                "If {theta-order/L <= 1} the square of theta* is at most {theta-order/right = 4*K^2*L}, {let K = (2 + "
                "x)/x}; K is at most {contrast-order/right}, and L at most {surprise-order/right}, if "
                "{surprise-order/l <= 1/2}, l being {surprise-at-least/left = T/N*ln(4*T/beta)}.",
                orders.corollary_3,
                causes.surprise,
            ),
        ),
    ),
    Entry(
        "counting.sec-5.2.3",
        f"{COUNTING}, section 5.2.3",
        "For large enough epsilon Glance's upper bound falls below Harmony's lower bound.",
        Verdict.CORRECTED,
        (
            against(
                "Not everywhere: in the source's own experiment Glance's bound, that of Theorem 5, is no less than "
                "Harmony's at every epsilon and every beta, as there {bounds-never-cross/few = 9*N*(T - 1) <= "
                "256*T^2*A}, A being the first logarithm in {logarithm-splits/right}.",
                crossing.never,
                crossing.logarithms,
                crossing.experiment,
                causes.surprise,
            ),
            instead(
                "In Theorem 5's bound theta tends to {printed-above/left}, as it is above that and at most "
                "{printed-below/right = 4/3*L + (4/3*L + 6)/(E - 1)}, {let x = E - 1}; and the square of Harmony's "
                "bound tends to {lower-order-constant/left} times its logarithm: so it is where the limit of the first "
                "bound is below that of the second.",
                limits.limit,
                lower.variance,
                lower.grows,
            ),
        ),
        original=r"十分に大きな ϵ が与えられたとき, 提案法の誤差の上界が Harmony の誤差の下界を下回る",
        answer="False as printed: in the source's own experiment Glance's bound is at least Harmony's at every "
        "epsilon and beta. True is: for large epsilon it is less if its limit is less. Theta tends to "
        "{printed-above/left}, and the square of Harmony's bound to {lower-order-constant/left} times its "
        "logarithm.",
        answer_in_japanese="印刷のままでは誤り: 論文自身の実験では, どの epsilon と beta でも Glance の上界は "
        "Harmony の下界を下回らない. 正しくは: Glance の上界の極限が Harmony "
        "の下界の極限より小さいとき, 十分大きな epsilon で下回る. theta は {printed-above/left} "
        "に, Harmony の下界の平方は {lower-order-constant/left} とその対数の積に収束する.",
    ),
    Entry(
        "counting.sec-5.2.3-orders",
        f"{COUNTING}, section 5.2.3",
        "But for logarithms Glance's upper bound and Harmony's lower bound are of one order in T and N.",
        Verdict.HOLDS,
        (
            as_printed(
                "For a fixed epsilon and {theta-order/L <= 1} the square of theta* is between {theta-least/left = 2*E*L/(E - "
                "1)^2} and {theta-order/right = 4*((E + 1)/(E - 1))^2*L}, {let x = E - 1}, and L between l, which is "
                "{surprise-at-least/left = T/N*ln(4*T/beta)}, and {surprise-order/right}, if {surprise-order/l <= 1/2}.",
                orders.corollary_3,
                causes.surprise,
            ),
            as_printed(
                "The square of Harmony's bound is a logarithm times a variance that is at least {lower-order/left = (T - 1)/N*(E/(E - 1))^2} and at "
                "most {harmony-variance-order/right = T/N*((E + 1)/(E - 1))^2}, {let x = E - 1}.",
                lower.variance,
                lower.grows,
                upper.harmony_order,
            ),
        ),
    ),
    Entry(
        "counting.fig-2",
        f"{COUNTING}, section 5.2.3, figure 2",
        "For N = 1,000,000, T = 10 and beta = 1/(2 (N+1)^2) the bounds change places at epsilon = 8.",
        Verdict.HOLDS,
        (
            as_printed(
                "Read of whole epsilons: at {before printed:4} Glance's bound is the larger one and at {behind "
                "printed:4} the smaller, so that {first whole:words} is the first of them at which it is the smaller.",
                crossing.figure_2,
            ),
            as_printed(
                "They change places and not back: they cross where Bernstein's exponent of Harmony's bound over k "
                "is L, with {figure-2/printed, k} for k, or {figure-2/theta*, k} with theta* in the place of "
                "theta, and that rises with epsilon. For odds a and b, of which b is the larger, R and U being "
                "Harmony's bounds times the excess odds, and kappa its logarithm over N, {crossing-rises/goal} if "
                "{crossing-rises/few}, as there.",
                root.solves,
                root.twice,
                root.increases,
                crossing.exponent,
                crossing.rises,
                crossing.figure_2,
            ),
            besides(
                "With theta* in the place of theta they do so too, between {figure-2/before theta*:4} and "
                "{figure-2/behind theta*:4}.",
                root.solves,
                root.twice,
                root.increases,
                crossing.exponent,
                crossing.rises,
                crossing.figure_2,
            ),
        ),
    ),
)

EXPERIMENT: tuple[Entry, ...] = (
    Entry(
        "counting.table",
        f"{COUNTING}, section 6",
        "With T = 50, N = 10,000 and beta = 0.1 mu = 0.9995 satisfies condition (2) for all epsilon in [1, 8], and mu = 0.5 "
        "does not for epsilon >= 2.5.",
        Verdict.HOLDS,
        (
            as_printed(
                "The first satisfies it at every epsilon: theta is above {printed-above/left}, the exponent there at most "
                "{printed-exponent-most/right}, and D at least that from there on, {dense-everywhere/goal}.",
                dense.everywhere,
                limits.limit,
                root.printed_exponent,
            ),
            as_printed(
                "The second does not satisfy it at any of the epsilons from {from} on that were looked at.",
                condition.experiment,
            ),
            besides(
                "It satisfies it at an epsilon of {last:3}, and not at {first:3}.",
                condition.experiment,
            ),
            besides(
                "The share in the caption of figure 3, {caption:4}, satisfies (2) as well, at all that were looked "
                "at: (2) does not tell which share was plotted.",
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
            against(
                "Glance's at that share does not vanish either: {dense-idle/right:words} people are idle, so that "
                "if they are the same in all {dense-idle-few/T} rounds, of which the source says nothing, some "
                "rounds have no idle reporter: where n rounds have I idle reporters in all, and W of them none, "
                "{idle-per-round/goal}; and unless such a round is empty or somebody lies its error is above the "
                "share of idle people, {off-among-active/goal}. Somebody lies with a probability of at most "
                "{some-lie/right = N/E}, {let x = E - 1}.",
                floor.rounds_without_idle,
                floor.among_active,
                limits.truthful,
                dense.idle_people,
            ),
            instead(
                "What vanishes is a part of its variance in a round, {glance-in-inverse-excess/right = R/(E - 1)^2 "
                "+ R/(E - 1) + mu*(1 - mu)*(N*R - 1)/(N - 1)}, {let x = E - 1}; the last summand does not depend "
                "on epsilon.",
                exact.glance,
                truthful.faster,
            ),
            besides(
                "Harmony's variance is {harmony-in-inverse-excess/right = (2*T - 1)/(N*(E - 1)^2) + (T + 2*mu*(T - "
                "1))/(N*(E - 1)) + mu*(T - 1)/N}, {let x = E - 1}: at both shares it falls to a positive constant.",
                exact.harmony,
                truthful.faster,
            ),
        ),
        original=r"Glance-DS 以外の Err は正の定数に向かって上から漸近しているが, Glance-DS の Err は ϵ に"
        r"対して指数的小さくなっている",
        answer="False as printed: Glance's error at this share does not vanish if the same people are idle in all "
        "rounds. True is: its variance in a round is {glance-in-inverse-excess/right = R/(E - 1)^2 + R/(E - "
        "1) + mu*(1 - mu)*(N*R - 1)/(N - 1)}, {let x = E - 1}. The last summand does not depend on epsilon, "
        "and the others vanish as epsilon grows.",
        answer_in_japanese="印刷のままでは誤り: 同じユーザーが全ラウンドで非アクティブならば, この割合での Glance "
        "の誤差は消えない. 正しくは: 各ラウンドの分散 "
        "{glance-in-inverse-excess/right = R/(E - 1)^2 + R/(E - 1) + mu*(1 - mu)*(N*R - 1)/(N - 1)}"
        " のうち ({let x = E - 1}), 最後の項は epsilon によらず, 残りの項だけが消える.",
        also=(floor.certain,),
    ),
    Entry(
        "counting.sec-6-i",
        f"{COUNTING}, section 6, (i)",
        "Where condition (2) holds, Glance's error falls faster with epsilon than Harmony's.",
        Verdict.CORRECTED,
        (
            against(
                "Read of standard deviations it is not so in the sparse case: where nobody is active and D counts "
                "as infinite, Harmony's variance falls by the larger factor from any epsilon to a larger one, from "
                "y to z, y being the inverse of the excess odds, {falls-slower/goal}.",
                exact.glance,
                exact.harmony,
                truthful.faster,
                truthful.sparse,
            ),
            instead(
                "In the dense case, in which the source looks at it, Glance's variance is R times the square of y "
                "and y added up, and f, where y is the inverse of the excess odds and f does not depend on "
                "epsilon, {glance-in-inverse-excess/right}, and Harmony's a polynomial in y with the coefficients "
                "h2, h1 and h0, {harmony-in-inverse-excess/right}.",
                exact.glance,
                exact.harmony,
                truthful.faster,
            ),
            instead(
                "If {falls-faster/h2 <= h1}, {falls-faster/f >= 0} and {falls-faster/f h1 < R h0}, then from any epsilon to a larger one, from y to z, Glance's falls by "
                "the larger factor: {falls-faster/goal}.",
                truthful.faster,
            ),
            instead(
                "In the source's experiment it is so: {dense-coefficients/goal} and {dense-floor/goal}.",
                truthful.experiment,
            ),
        ),
        original=r"(i) 条件 (2) が成り立つとき, Glance の誤差が ϵ の増加に対して, Harmony の誤差よりも, 早"
        r"く小さくなる",
        answer="False as printed: let epsilon grow, so that the inverse of the excess odds falls from y to z. If "
        "nobody is active, Harmony's variance falls by the larger factor, {falls-slower/goal}. True is: in "
        "the dense case Glance's variance falls by the larger factor, {falls-faster/goal}, if "
        "{falls-faster/h2 <= h1}, {falls-faster/f >= 0} and {falls-faster/f h1 < R h0}.",
        answer_in_japanese="印刷のままでは誤り: 誰もアクティブでないときは, Harmony "
        "の分散のほうが大きな比率で減少する: {falls-slower/goal}. 正しくは: 密な場合, "
        "{falls-faster/h2 <= h1}, {falls-faster/f >= 0}, {falls-faster/f h1 < R h0} ならば "
        "Glance の分散のほうが大きな比率で減少する: {falls-faster/goal}.",
    ),
    Entry(
        "counting.sec-6-ii",
        f"{COUNTING}, section 6, (ii)",
        "Glance's error falls faster with epsilon where condition (2) holds than where it does not.",
        Verdict.HOLDS,
        (
            as_printed(
                "Read of standard deviations, of different shares of active people: only a part of the variance, "
                "{glance-in-inverse-excess/right}, depends on mu, by the product of the shares of active and of "
                "idle people, which is the smaller the nearer mu is to either end, where (2) holds by "
                "{@counting.fig-1}, and that does not depend on epsilon. Where it is larger by h0 the other "
                "variance falls by the larger factor from any epsilon to a larger one, from y to z: "
                "{falls-with-less-floor/goal}.",
                exact.glance,
                truthful.faster,
                condition.figure_1,
            ),
        ),
    ),
)
