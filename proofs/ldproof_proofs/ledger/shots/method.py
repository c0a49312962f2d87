"""Section 4 and appendix 1: the method, its privacy, the bound on its error, and which m and r make the bound best."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, sharper
from ldproof_proofs.law import union
from ldproof_proofs.ledger.shots.source import SHOTS
from ldproof_proofs.reporting import coin, ones, privacy
from ldproof_proofs.reporting.transcript import chosen
from ldproof_proofs.reporting.transcript import law as transcript
from ldproof_proofs.reporting.transcript import reachable as reporting_reachable
from ldproof_proofs.shots import variance
from ldproof_proofs.shots.accuracy import (
    accurate,
    adaptive,
    appendix,
    chernoff,
    condition,
    deviation,
    naive,
    needed,
    t_shot,
    theorem_5,
)
from ldproof_proofs.shots.alphas import clipped, conditions, every_round
from ldproof_proofs.shots.formulas import best_m_counted, linear, merit, peak, rates
from ldproof_proofs.shots.law import (
    event_epsilon,
    event_level,
    event_level_attained,
    event_private,
    reachable,
    user_level,
)
from ldproof_proofs.tails import cited, exponent, trials

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.naive-order",
        f"{SHOTS}, section 4",
        "Unless epsilon is very large, the naive method, a report in every round, has an alpha of "
        "O({= T*sqrt(ln(T)/N)}), so that N must grow at least like {= T^2}.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let {k > 0} and {epsilon <= k T}. Under (1), the naive method is accurate if {alpha "
                "= 3*k*T^2*L/g_k <= epsilon^2*N*alpha^2}.",
                t_shot.theorem_7,
            ),
            as_printed(
                "Let V be the variance of Phi, {t-shot-variance/right = E/(N*(E - 1)^2)}. If {naive-variance/epsilon "
                "<= k T}, then {naive-variance/goal:short}. So for V and epsilon to stay bounded, N must grow at "
                "least like the square of T.",
                naive.exact_variance,
                naive.naive,
            ),
        ),
        original=r"プライバシーバジェット $\epsilon$ が非常に大きい場合を除いて、 $\alpha$ が $O(T "
        r"\sqrt{\frac{\log(T)}{N}})$ になり、期間の長さ $T$ を大きくするとき、ユーザー数 $N$ を $T$ の 2 "
        "乗以上の速さで増加させなければ、正確さを保てない。",
    ),
    Entry(
        "shots.concentrating",
        f"{SHOTS}, sections 1 and 4.1",
        "In many cases it is more accurate to spend the budget in some rounds than uniformly in all of them.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let {T >= 2} and {epsilon <= T}. With r* for r, f is no larger for T reports than for a report "
                "fewer, {goal:short}.",
                linear.not_every_round,
            ),
            as_printed(
                "It can be much smaller: at {linear-budget/point}, f is {linear-budget/left:4} for "
                "{best-m-quoted/linear m} reports and {linear-budget/right:4} for T.",
                adaptive.budgets,
                best_m_counted.quoted,
            ),
            as_printed(
                "A larger f means a smaller alpha: (2) is at most beta if and only if "
                "{bound-is-beta/enough = 3*T*L <= f*epsilon*N*alpha^2}.",
                accurate.bounded,
                needed.needed,
            ),
        ),
        original="多くの場合において、このようにしてプライバシーバジェットを一部の時刻に集中させることで全時刻でバジェットを均一に消費するよりも正確性が高いことを",
    ),
    Entry(
        "shots.sequential",
        f"{SHOTS}, section 4.1 and Algorithm 1",
        "The algorithm meets the sequential constraint: whether round t is a heavy hitter is said before round t + 1.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "The rounds of reports can be drawn as time goes on. With k reports left in n rounds, report "
                    "now with probability {chosen-share/right}. Each transcript then has the same probability as "
                    "when all rounds of reports are drawn beforehand."
                ),
                chosen.chances,
                chosen.step,
            ),
            as_printed(
                "Phi depends on the number of ones of its round alone, and is affine in that number. So to compare "
                "Phi with theta needs no other round.",
                rates.unbiased,
            ),
        ),
        original="アルゴリズムは逐次制約を満たしている必要があるため、ユーザーは毎時刻収集者に情報を送信する。",
    ),
    Entry(
        "shots.thm-3",
        f"{SHOTS}, section 4.1, Theorem 3, and the displays before it",
        "Phi is an unbiased estimator of Phi_0; the probabilities of a one are p in state 1 and q in state 0.",
        Verdict.HOLDS,
        (
            as_printed(
                "In every round, an active user sends a one with probability {p-is-a-marginal/right = m/T*(E/(E + 1))"
                " + (1 - m/T)*r} and an inactive user with {q-is-a-marginal/right = m/T*(1/(E + 1)) + (1 - m/T)*r}. A"
                " share m/T of the choices of rounds contains the round.",
                transcript.linear,
                transcript.hiding_most,
                rates.choices,
                rates.marginals,
            ),
            as_printed(
                "Let S be the mean number of ones of n users, a of them active. Then {ones-mean/goal}.",
                ones.mean,
                ones.one_more,
            ),
            as_printed(
                "Phi is affine in the number of ones. So for N users the mean of Phi is its value at S, "
                "{unbiased-among-people/goal = (S/N - q)/(p - q) = a/N}, which is Phi_0.",
                rates.unbiased,
                rates.among_people,
            ),
            besides(
                "The difference of p and q, by which Phi divides, is {left = m/T*((E - 1)/(E + 1))}.",
                rates.difference,
            ),
        ),
        original=r"集約関数 $\Phi(Y_{:,t})$ は $\Phi_0(V_{:,t})$ の不偏推定量である。すなわち、 "
        r"$$\mathbb{E}[\Phi(Y_{:,t})] = \Phi_0(V_{:,t}).$$",
        also=(transcript.fold_is_average, ones.independent),
    ),
    Entry(
        "shots.thm-4",
        f"{SHOTS}, section 4.2, Theorem 4",
        "m-shot reporting is epsilon-LDP.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let {m-shot-ldp/m >= 1}, {m-shot-ldp/m <= T}, {m-shot-ldp/r >= 0} and {m-shot-ldp/r "
                "<= 1}, and let P and Q be the probabilities of an event under the states of any two "
                "people. Then {m-shot-ldp/goal}.",
                user_level.private,
            ),
            as_printed(
                "The reason is that each report multiplies the likelihood ratio by at most E. Fix a transcript. Let "
                "c_k and d_k be the sums, over all choices of k rounds for reports, of its probabilities under the "
                "states of any two people. Then {user-level/goal = c_k <= G*E*d_k}, where the product of G and E is "
                "the power k of E. For all m reports this power is {m-shot-ldp/odds}.",
                coin.private,
                coin.nonnegative,
                coin.dummies,
                coin.dummy_is_a_law,
                transcript.private,
                user_level.user_level,
                privacy.output,
                user_level.private,
            ),
            besides(
                (
                    "This is tight for all T, m and r. If a user's states equal the outputs in every round, and "
                    "the other user's states are opposite, then {user-level-attained/goal = c_k = G*E*d_k}. Such "
                    "outputs have positive probability if all of them are the more frequent dummy."
                ),
                transcript.revealing,
                user_level.user_level_attained,
                reporting_reachable.doubling,
                reporting_reachable.reachable,
                reachable.rounds,
                reachable.likely,
            ),
            besides(
                (
                    "Between inputs that differ in the state of a single round, m-shot reporting is LDP with "
                    "the budget {event-epsilon/right = ln(1 + (exp(epsilon/m) - 1)*m*(1 - o)/(o*(T - m) +"
                    " m*(1 - o)))}. Some transcript attains it: the output of this round is the value that dummies take "
                    "more rarely. All other outputs are the other value, and both inputs have the opposite there."
                ),
                event_private.private,
                event_level.event_level_weights,
                event_level.event_level,
                event_level_attained.event_level_attained,
                event_epsilon.event_budget,
            ),
        ),
        original=r"$m$ -shot reporting は $\epsilon$ -LDP である。",
        also=(
            transcript.fold_is_average,
            user_level.whole_budget,
            event_epsilon.event_level_exhaustively,
        ),
    ),
    Entry(
        "shots.thm-5",
        f"{SHOTS}, section 4.3, Theorem 5, and appendix 1",
        "For every m, 1 and T included, if {= alpha < q/(p - q)} (1), then the probability that some round's "
        "error reaches alpha is at most {= 2*T*exp(-f*epsilon*N*alpha^2/(3*T))}.",
        Verdict.LOOSE,
        (
            as_printed(
                "Let Q be the probability that some round's error reaches alpha, {thm-5/alpha > 0}. Under (1), "
                "{thm-5/goal = Q <= 2*T*exp(-f*epsilon*N*alpha^2/(3*T))}.",
                deviation.tails,
                theorem_5.theorem_5,
            ),
            sharper(
                "Let {sharper/alpha (p - q) <= p = alpha*(p - q) <= p} and {let c = 2*ln(2) - 1}. "
                "Then {sharper/goal = Q <= 2*T*exp(-c*f*epsilon*N*alpha^2/T)}.",
                clipped.sharper,
            ),
            besides(
                (
                    "By the union bound (2) is T times the bound of Theorem 10 at the mean N p, "
                    "{failure-bound/right:short} with D for p less q."
                ),
                union.union,
                chernoff.as_chernoff,
            ),
            besides(
                (
                    "Without (1) the bound (2) can be false. Let nobody be active. At {point}, Q is {left}, and "
                    "(2) is {right:3}."
                ),
                condition.without_condition,
            ),
            besides(
                (
                    "In experiment 1, take the alpha at which (2) is beta. At epsilon = {small epsilon} and m = "
                    "{small m} it satisfies (1) for no beta. At epsilon = {middle epsilon} and m = {middle m} it "
                    "satisfies (1) if beta is above {middle low..middle high}. At epsilon = {large epsilon} and m"
                    " = {large m} it does so if beta is above a number between {large low:4} and {large high:4}."
                ),
                conditions.experiments,
            ),
        ),
        original=r"Algorithm 1 で得られる $\Phi(Y_{:,t})$ は ... \leq 2T \exp\left(-f(m, r) \frac{\epsilon N "
        r"\alpha^2}{3T}\right) ... を満たす。",
        answer="True, but not tight: let Q be the probability that some round's error reaches alpha. Instead of (1) "
        "it suffices that {sharper/alpha (p - q) <= p = alpha*(p - q) <= p}, and then {sharper/goal = Q <= "
        "2*T*exp(-c*f*epsilon*N*alpha^2/T)}, {let c = 2*ln(2) - 1}.",
        answer_in_japanese="正しいが, 最良ではない. 式 (1) は {sharper/alpha (p - q) <= p = alpha*(p - q) <= p} に弱められ, "
        "上界は {sharper/goal = Q <= 2*T*exp(-c*f*epsilon*N*alpha^2/T)}, {let c = 2*ln(2) - 1} "
        "に改善できる. Q は式 (2) の左辺である.",
    ),
    Entry(
        "shots.a-4",
        f"{SHOTS}, appendix 1, the display before (A-4)",
        "By the assumption {= (E - 1)/((E - 1)*Phi_0 + 1 + (E + 1)*(T/m - 1)*r) <= (E - 1)/(1 + (E + "
        "1)*(T/m - 1)*r)}, and this is below 1; here E is {= exp(epsilon/m)}.",
        Verdict.CORRECTED,
        (
            against(
                "The first fraction is {left} at {point}.",
                appendix.without_alpha,
            ),
            instead(
                "The display lacks the factor alpha. Under (1), {goal = (p - q)*alpha/((p - q)*phi + q) < "
                "1}, phi being the share of active users.",
                chernoff.applies,
            ),
        ),
        original=r"\leq \frac{e^{\epsilon/m} - 1}{1 + (e^{\epsilon/m} + 1)(\frac{T}{m} - 1)r} < 1",
        answer="False as printed: the first fraction is {display-before-a-4/left} at "
        "{display-before-a-4/point}. True under (1), with the factor alpha: {deviation-below-1/goal "
        "= (p - q)*alpha/((p - q)*phi + q) < 1}, where phi is the share of active users.",
        answer_in_japanese="誤り: {display-before-a-4/point} のとき最初の分数は {display-before-a-4/left} である. 正しくは, "
        "alpha が欠けており, 式 (1) の下で {deviation-below-1/goal = (p - q)*alpha/((p - q)*phi + q) < "
        "1} となる. phi はアクティブユーザーの比である.",
    ),
    Entry(
        "shots.a-6",
        f"{SHOTS}, appendix 1, the step to (A-6)",
        "{= (p - q)*Phi_0 + q <= p} for any p and q, so that (A-6) follows.",
        Verdict.HOLDS,
        (
            as_printed(
                "The source's p and q are those of section 4.1 for some m, r and epsilon, and have {share-at-most-p/q"
                " <= p}. Then {share-at-most-p/goal} for every share phi of active users.",
                appendix.last_step,
            ),
            besides(
                (
                    "For other p and q it can be false: at {share-above-p/point} the left side is "
                    "{share-above-p/left}."
                ),
                appendix.last_step,
            ),
        ),
        original="式(A-5)から式(A-6)への変形は任意の $p, q$ に対して成り立つことに注意する",
    ),
    Entry(
        "shots.thm-10",
        f"{SHOTS}, appendix 1, Theorem 10",
        "Pr[|X - mu| >= delta mu] is at most {= 2*exp(-mu*delta^2/3)} for sums X of independent "
        "trials with the mean mu, if {= 0 < delta} and {= delta < 1}.",
        Verdict.LOOSE,
        (
            as_printed(
                "Let {delta > 0} and {delta < 1}. Then {goal = P <= 2*exp(-mean*delta^2/3)}, by a textbook.",
                cited.theorem_10,
            ),
            sharper(
                (
                    "Let {mean <= most}, {d <= 1} and {let c = 2*ln(2) - 1}. Let U be the probability that X is "
                    "above its mean by d times `most` or more, and W the probability that it is as far below. "
                    "Then {goal = U + W <= 2*exp(-c*most*d^2)}."
                ),
                trials.trials,
            ),
            besides(
                (
                    "Divide both exponents by `most`. Then Chernoff's exceeds this bound's by "
                    "{best-constant/expression = (d + 1)*u - d - c*d^2}, with {let d = exp(u) - 1} and {let c = "
                    "2*ln(2) - 1}. This difference vanishes at the largest d. So no larger c follows from "
                    "Chernoff's bound."
                ),
                exponent.best_constant,
            ),
        ),
        original=r"\Pr[|X - \mu| \geq \delta\mu] \leq 2e^{-\mu\delta^2/3}",
        answer="True, but not tight: let U and W be the probabilities of the tails, let `most` be at least the "
        "mean, and write d for delta. Then {trials/goal = U + W <= 2*exp(-c*most*d^2)} with the larger "
        "constant {let c = 2*ln(2) - 1}, also for {trials/d <= 1}.",
        answer_in_japanese="正しいが, 最良ではない. 指数の定数は {let c = 2*ln(2) - 1} に改善でき, {trials/d <= 1} "
        "でも成り立つ: {trials/goal = U + W <= 2*exp(-c*most*d^2)}. ここで most は平均以上の任意の数, d "
        "は delta, U と W は両側の確率である.",
    ),
    Entry(
        "shots.eq-3",
        f"{SHOTS}, section 4.3, equation (3), and the sentence after it",
        "The best m and r are those that maximise f; f decreases in r, so that r* = 0 maximises it for every m.",
        Verdict.HOLDS,
        (
            as_printed(
                "f is {figure-of-merit-as-printed/right = m/epsilon*(E - 1)^2/(E*(E + 1) + (E + "
                "1)^2*(T/m - 1)*r)}, which is {figure-of-merit-from-p-and-q/right = T/epsilon*(p - "
                "q)^2/p}. For {merit-decreasing/r <= s} it is no larger at s than at r.",
                merit.merit,
                merit.decreasing,
            ),
            besides(
                (
                    "If m is T, no dummies are sent, and f does not depend on r: p is {p-in-every-round/right = "
                    "E/(E + 1)} and q is {q-in-every-round/right = 1/(E + 1)}."
                ),
                every_round.opposite,
            ),
            besides(
                (
                    "So r* minimises the bound (2), but not always the variance. With r*, N times the variance of"
                    " Phi is larger than with dummies that always are a one by {dummies-of-one/right = (2*phi - "
                    "1)*(T - m)*(E + 1)/(m*(E - 1))}; see {@shots.r-star}."
                ),
                variance.one_against_zero,
            ),
        ),
        original=r"$f$ は $r \in [0, 1]$ について単調減少であるので, $m$ によらず $f$ を最大化する $r$ は $r^* = "
        "0$ である.",
    ),
    Entry(
        "shots.eq-4",
        f"{SHOTS}, section 4.3, equation (4)",
        "The largest f(m, r) over all m and r is the largest f(m, 0) over all m.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let {merit-decreasing/r >= 0}, {merit-decreasing/r <= s} and {merit-decreasing/s <= 1}. For every m,"
                " f is no larger at s than at r. So it is largest at r*.",
                merit.decreasing,
            ),
        ),
        original=r"\max_{m, r} f(m, r) = \max_m f(m, 0).",
    ),
    Entry(
        "shots.r-star",
        f"ours, on {SHOTS}, section 4.3",
        "If at most half of the users are active in a round, the variance of Phi is least with dummies that "
        "are always 0. Otherwise it is least with dummies that are always 1.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "With r*, N times the variance of Phi is larger than with dummies that always are a one by "
                    "{dummies-of-one/right = (2*phi - 1)*(T - m)*(E + 1)/(m*(E - 1))}. If m is below T, this is "
                    "positive if more users are active than inactive, and negative if fewer are."
                ),
                variance.exact,
                variance.of_people,
                variance.one_against_zero,
            ),
            as_printed(
                (
                    "No other r has a smaller variance than both r* and dummies that always are a one, as the "
                    "variance is concave in r. N times the variance lies above the chord between its values at "
                    "these ends by {variance-concave-in-r/right = r*(1 - r)*((T - m)*(E + 1)/(m*(E - 1)))^2}."
                ),
                variance.one_against_zero,
                variance.concave,
            ),
            besides(
                (
                    "The variance does not change if all states, outputs and dummies are flipped. At fixed m and "
                    "r it is affine in phi. So it is largest if nobody is active, or if everybody is."
                ),
                variance.symmetry,
                variance.largest,
            ),
        ),
        also=(variance.worst,),
    ),
    Entry(
        "shots.g",
        f"{SHOTS}, section 4.3",
        "f(m, 0) = g(m/epsilon), where g(x) is {= x*(exp(1/x) - 1)^2/(exp(1/x)*(exp(1/x) + 1))}.",
        Verdict.HOLDS,
        (
            as_printed(
                "With r* for r, f is {left = m/epsilon*(E - 1)^2/(E*(E + 1))}, which is g at m/epsilon.",
                merit.one_variable,
            ),
        ),
        original=r"$m/\epsilon$ を変数として扱い, $f(m, 0) = g(m/\epsilon)$ と再定義する.",
    ),
    Entry(
        "shots.fig-1",
        f"{SHOTS}, section 4.3, figure 1",
        "g has one extremum on {= x > 0}.",
        Verdict.HOLDS,
        (
            as_printed(
                "With u for the inverse of x, g is {expression = (exp(u) - 1)^2/(u*exp(u)*(exp(u) + 1))}. As u grows,"
                " this rises up to some u and falls from there. So the extremum is a maximum.",
                peak.one_peak,
            ),
        ),
        original=r"この図より $g(m/\epsilon)$ は極値をただ一つ持つことがわかる.",
    ),
)
