"""Abstract and sections 1 to 3: what is promised, privacy, the binary mechanism, and the problem."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said
from ldproof_proofs.law import binary, composition, divergence, pointwise, privacy
from ldproof_proofs.ledger.shots.source import SHOTS
from ldproof_proofs.reporting import coin
from ldproof_proofs.shots import detection
from ldproof_proofs.shots.accuracy import (
    best_shot_fails,
    definitions,
    heavy_hitters,
    naive,
    one_shot,
    orders,
    spread,
    text,
)
from ldproof_proofs.shots.formulas import best_m_counted

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.text",
        f"{SHOTS}, abstract and section 1, Our Contribution",
        "With the right m the trade-off is better than that of one-shot and of m-shot reporting "
        "(abstract). For budgets that are sublinear in T the error is O(sqrt(T^(1-b) log(T/N))), with"
        " O(log T) and O(T^b) as examples (abstract), or O(sqrt(T^(1-b) log T / N)), with O(log T) "
        "and T^(1-b) (introduction), for b between 0 and 1; its order is smaller than those of "
        "one-shot and T-shot reporting (abstract).",
        Verdict.CORRECTED,
        (
            against(
                "The abstract takes the square root of the logarithm of T/N. At {text-log-of-ratio/point} "
                "this logarithm is negative, {right:6}.",
                text.ratio_in_logarithm,
            ),
            against(
                (
                    "Let nobody be active. By the printed rate, N times the squared error is at most C times log T"
                    " times T over its power b. With the budget log T, N times the variance of Phi with m* reports"
                    " is more at {text-logarithmic-budget/point}. With the budget T over its power b it is more at"
                    " {text-exponent-swapped/point}."
                ),
                text.rates,
                best_m_counted.quoted,
            ),
            against(
                (
                    "Errors of the size of the standard deviation are not rare. Let V be the variance of the "
                    "number of ones in a round, {half-deviation/V >= 1}, and let {half-deviation/d}. Then this "
                    "number is off its mean by d or more with probability {half-deviation/goal:bound of P}."
                ),
                spread.half_deviation,
                spread.one_more,
            ),
            besides(
                (
                    "With the budget log T the rate fails for every C and b, if T is large. Let nobody be active."
                    " N times the variance of Phi is at least {idle-variance/left = T/m*(E/(E - 1)^2)}. Let L be "
                    "the logarithm of T, and {text-log-fails/large}. Then {text-log-fails/goal}. Divide by m and "
                    "by the square beside it. Then the left side is the rate, and the right side is the bound on "
                    "the variance. This holds for m* reports, as {best-shot-spends/goal}."
                ),
                text.any_constant,
                spread.logarithmic_budget,
                spread.best_shot_odds,
            ),
            instead(
                (
                    "Let B be T to the power b, let {thm-9-best-shot/k B <= epsilon} and {thm-9-best-shot/epsilon"
                    " <= l B}, and let y be as in {@shots.thm-9}. Under (1), m* reports are accurate if "
                    "{thm-9-best-shot/alpha = 3*(T/B)*ln(2*T/beta) <= y*k*N*alpha^2}. This is the rate with log T"
                    " over N."
                ),
                orders.best,
            ),
            said(
                "The abstract says that it compares with m-shot reporting. We read T-shot reporting, as its last sentence has it.",
                "the abstract's last sentence",
            ),
        ),
        original=r"プライバシーバジェットが時刻数 $T$ に対して劣線形 (e.g., $O(\log T)$ , $O(T^b)$ ) ただし $b \in "
        r"(0, 1)$ ) のときに $O(\sqrt{T^{1-b} \log(T/N)})$ の誤差を達成することを示した。 ... $\epsilon$ "
        r"が $O(\log T)$ や $(T^{1-b}) (b \in (0, 1))$ といったオーダーで増加させてもいいときに、 $m^*$ "
        r"-shot reporting が $O(\sqrt{T^{1-b} \log T/N})$ の誤差を達成することも示した。",
        answer="False as printed: the logarithm of T/N is negative at {text-log-of-ratio/point}. The rate also fails"
        " for the budget log T with b = {text-logarithmic-budget/b}, and for the introduction's other budget "
        "with b = {text-exponent-swapped/b}. True: let B be T to the power b, let {thm-9-best-shot/k B <= "
        "epsilon} and {thm-9-best-shot/epsilon <= l B}, and let y be as in {@shots.thm-9}. Under (1), m* "
        "reports are accurate if {thm-9-best-shot/alpha = 3*(T/B)*ln(2*T/beta) <= y*k*N*alpha^2}.",
        answer_in_japanese="誤り: {text-log-of-ratio/point} では T/N の対数が負であり, また log T の予算では b が "
        "{text-logarithmic-budget/b} のとき, 緒言のもう一つの予算では b が {text-exponent-swapped/b} "
        "のとき, このオーダーは成り立たない. 正しくは, {thm-9-best-shot/k B <= epsilon} かつ "
        "{thm-9-best-shot/epsilon <= l B} とすると, 式 (1) の下では {thm-9-best-shot/alpha = "
        "3*(T/B)*ln(2*T/beta) <= y*k*N*alpha^2} であれば十分である. y は {@shots.thm-9} のもの, B は T "
        "の b 乗である.",
        also=(spread.counted,),
    ),
    Entry(
        "shots.introduction",
        f"{SHOTS}, section 1, Our Contribution",
        "For a constant budget, epsilon in O(1), one-shot reporting has an error of O({= "
        "sqrt(T*ln(T)/N)}), and for one that grows linearly, epsilon in O(T), T-shot reporting has "
        "one of O({= sqrt(ln(T)/N)}).",
        Verdict.HOLDS,
        (
            as_printed(
                "Read a constant budget as a positive epsilon that does not depend on T. Let {gamma > 0} and {gamma <= "
                "epsilon}. With r* for r and under (1), one-shot reporting is (alpha, beta)-accurate if {alpha = "
                "3*T*L/(gamma*g_gamma) <= N*alpha^2}.",
                one_shot.theorem_6,
            ),
            as_printed(
                "If the budget grows linearly, let {k > 0} and {epsilon >= k T}. Under (1), T-shot reporting is "
                "(alpha, beta)-accurate if {alpha = 3*L/(k*g_k) <= N*alpha^2}.",
                naive.large,
            ),
            besides(
                "By itself epsilon in O(1) also allows a budget that falls as T grows. Let a user take part alone in "
                "one-shot reporting, with r* for r. The square of every error is at least {least-error-00/left = 1/(E - "
                "1)^2}. For any C this is at least {thm-8-no-constant/left} if {thm-8-no-constant/epsilon <= 1} and "
                "{thm-8-no-constant/9 C epsilon <= 1}. So the error is not bounded as epsilon falls.",
                best_shot_fails.least_error,
                best_shot_fails.every_constant,
            ),
        ),
        original=r"解析は定数のプライバシーバジェット ( $\epsilon \in O(1)$ ) が与えられたとき 1-shot reporting が "
        r"$O(\sqrt{T \log T/N})$ の誤差を達成すること、プライバシーバジェットが $T$ "
        r"に対して線形に増やしても良いとき ( $\epsilon \in O(T)$ ) に $O(\sqrt{\log T/N})$ "
        "の誤差を達成することを示した。",
    ),
    Entry(
        "shots.binary-optimal",
        f"{SHOTS}, section 1, Related Work",
        "Among the private ways to send a 0 or a 1, the staircase mechanism, here the binary mechanism, makes the "
        "distance between the two distributions largest.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Every private mechanism can be had from the binary mechanism, by a random choice of the "
                    "output that depends on the binary report alone. Let an output have the probabilities p and q"
                    " under the first and the second state. It is chosen with probability "
                    "{channel-nonnegative-0/right = (E*p - q)/(E - 1)} if the binary mechanism reports the first "
                    "state, and with {channel-nonnegative-1/right = (E*q - p)/(E - 1)} otherwise."
                ),
                binary.channel,
                binary.channel_sums,
            ),
            as_printed(
                "Let f be convex, with f_E and f_inverse its values at E and at the inverse of E. The largest "
                "f-divergence of a private mechanism is {divergence-at-most/right = f_E/(E + 1) + E*f_inverse/(E + "
                "1)}, that of the binary mechanism.",
                divergence.ratio,
                divergence.summand,
                divergence.total,
                divergence.largest,
            ),
        ),
        original="階段メカニズムはこの 2 つの分布の距離を最大化するメカニズムであることが知られている",
        also=(binary.exhaustively,),
    ),
    Entry(
        "shots.heavy-hitters",
        f"{SHOTS}, section 1, Related Work",
        "Without the sequential constraint the problem is that of heavy hitters over T items, where each person holds "
        "one of the items.",
        Verdict.CORRECTED,
        (
            against(
                "If every user held an item, the shares of the rounds would add up to "
                "{one-item-fails/right}. With {one-item-fails/N:words} user, active in "
                "{one-item-fails/active:words} rounds, they add up to {one-item-fails/left}.",
                heavy_hitters.shares_add_up,
            ),
            instead(
                "In general users hold sets of items. With `active` pairs of a user and an item the "
                "shares add up to {one-item/left}, which is {one-item/right} if {one-item/one each}.",
                heavy_hitters.shares_add_up,
            ),
        ),
        original="LDP 制約下における逐次 heavy hitters 検知問題は逐次制約がなければ、 $T$ 種類のアイテムに関する "
        "heavy hitters 問題と同じ問題である。",
        answer="False as printed: a user may be active in several rounds, and then the shares of the rounds may "
        "add up to {one-item-fails/left} and not to {one-item/right}. True: it is the problem of "
        "heavy hitters for users who hold sets of items.",
        answer_in_japanese="誤り: ユーザーは複数の時刻でアクティブでありうるため, 各時刻の比の和は {one-item/right} "
        "とは限らず, {one-item-fails/left} にもなる. 正しくは, 各ユーザーがアイテムの集合を持つ場合の "
        "heavy hitters 問題と同じである.",
    ),
    Entry(
        "shots.def-2.1",
        f"{SHOTS}, section 2.1, Definition 2.1",
        "Q is epsilon-LDP if Pr[Q(v) in S] <= e^epsilon Pr[Q(v') in S] for all data v, v' and all sets S of outputs; "
        "then no output tells the data for certain.",
        Verdict.HOLDS,
        (
            as_printed(
                "With finitely many outputs it suffices to compare outputs, and not sets of these. If {events/p <= E "
                "q = p <= E*q} for every output, then {ldp-singletons/goal} for every event.",
                pointwise.events,
                privacy.singletons_suffice,
            ),
            as_printed(
                "No output determines the data: if {p > 0} and {p <= E q = p <= E*q}, then {goal}.",
                pointwise.possible,
            ),
            besides(
                (
                    "Let a result be computed, with or without randomness, from the output. Its events have "
                    "{goal}, too."
                ),
                privacy.post_processing,
            ),
            besides(
                (
                    "If {ldp-tight/attained} for an output of positive probability, then E is the least factor: "
                    "{ldp-tight/goal} for any smaller F."
                ),
                privacy.attained_is_least,
            ),
        ),
        original=r"任意のペア $\nu, \nu' \in \mathcal{V}$ と任意の部分集合 $S \subset \mathcal{Z}$ に対して $Q$ "
        r"が次の条件を満たす時、メカニズム $Q$ は $\epsilon$ -LDP であるという。 $$\Pr[Q(\nu) \in S] \leq "
        r"e^\epsilon \Pr[Q(\nu') \in S]$$",
        also=(
            pointwise.tight,
            pointwise.in_symbols,
        ),
    ),
    Entry(
        "shots.thm-1",
        f"{SHOTS}, section 2.1, Theorem 1",
        "If Q_1, ..., Q_K take the same data and each Q_i is epsilon_i-private, then the sequence of them is "
        "(epsilon_1 + ... + epsilon_K)-private.",
        Verdict.CORRECTED,
        (
            against(
                "Let B be a fair bit. Then v xor B and B each have the likelihood ratio {alone} between the values of"
                " the bit v. Together they reveal v.",
                composition.shared_noise,
            ),
            instead(
                "Given the outputs of the mechanisms before it, let each mechanism have {composition/p <= e q} for "
                "every output, with a factor e of its own. Then every event of all outputs has "
                "{ldp-composition/goal}, where `odds` is the product of these factors.",
                composition.composition,
                privacy.compose_mechanisms,
            ),
            said(
                "LDP is DP of databases of a user alone, which all are neighbours: so the theorem carries over.",
                "section 2.1, its last sentence",
            ),
            instead(
                "The factor of a private mechanism is the exponential of its budget. So budgets add up: {goal}.",
                composition.epsilons_add,
            ),
        ),
        original=r"$Q_1, \dots, Q_K$ は同じ入力ドメイ ... ンを持つプライバシーメカニズムで、それぞれのメカニズムは "
        r"$\epsilon_i$ -differential privacy だとする。このとき、メカニズム列 $Q_i$ は $(\sum_i "
        r"\epsilon_i)$ -differential privacy である。",
        answer="False without a condition: mechanisms that share a random bit can have the likelihood ratio "
        "{shared-noise/alone} each, and together reveal the input. True: let each mechanism be "
        "epsilon_i-private given the outputs of those before it. Independent noise ensures this. Then every "
        "event of all outputs has {ldp-composition/goal}, and budgets add up.",
        answer_in_japanese="誤り: 乱数を共有するメカニズムでは, それぞれの尤度比が {shared-noise/alone} であっても, "
        "合わせると入力が確定しうる. 正しくは, ノイズが独立な場合のように, "
        "各メカニズムがそれより前の出力を条件としてもプライベートであれば, その尤度比の上限の積を odds とすると, "
        "任意の異なる入力について, 全出力に関するどの事象の確率 P, Q も {ldp-composition/goal} を満たす.",
        also=(composition.independent,),
    ),
    Entry(
        "shots.thm-2",
        f"{SHOTS}, section 2.2, Theorem 2",
        "The binary mechanism is epsilon-LDP.",
        Verdict.HOLDS,
        (
            as_printed(
                "For every event, let P and Q be its probabilities under the states, in either order. Then "
                "{coin-ldp/goal = P <= E*Q}.",
                coin.randomized_response,
            ),
            besides(
                (
                    "The bound is attained by the report that equals the first state, {goal = E/(E + 1) = E*(1/(E"
                    " + 1))}."
                ),
                coin.ratio,
            ),
        ),
        original=r"binary mechanism $Q_{\text{Bin}}(\cdot; \epsilon)$ は $\epsilon$ -LDP である。",
    ),
    Entry(
        "shots.threshold",
        f"{SHOTS}, abstract, section 1 and section 3.1",
        "A round is a heavy hitter if the share of active people is greater than theta (abstract, introduction); if it "
        "is at least theta (section 3.1, Algorithm 1, equation (11)).",
        Verdict.CORRECTED,
        (
            against(
                (
                    "In experiment 1 a share of t/T is active in round t of {T}, and theta is {theta}. Then "
                    "{reached} rounds have a share of at least theta, and {passed} a greater one. The round "
                    "between is round {t}."
                ),
                heavy_hitters.threshold,
            ),
            instead(
                "A round is detected if Phi is at least theta. With {N:words} users, of whom {active:words} is active, E"
                " = {E} and theta = {theta}, this has probability {reached}. That Phi is above theta has probability "
                "{passed}.",
                heavy_hitters.detection,
            ),
        ),
        original=r"アクティブユーザーの比とあらかじめ定められた閾値 $\theta$ を比較して、不等式 $\Phi_0(V_{:,t}) "
        r"\geq \theta$ の成立を検知することである。",
        answer='False as printed in the abstract: with "greater than theta", {threshold-decides/passed} '
        'rounds of experiment 1 are heavy hitters, and with "at least theta", '
        "{threshold-decides/reached}. True is what section 3.1, Algorithm 1 and (11) use: at least theta.",
        answer_in_japanese="概要と緒言では「閾値を超える」とあるが誤り: それでは第一の実験の heavy hitter は "
        "{threshold-decides/passed} 個, 「閾値以上」では {threshold-decides/reached} 個である. 正しくは, "
        "3.1 節, Algorithm 1, 式 (11) のとおり「閾値以上」とする.",
        also=(
            detection.irrational,
            detection.in_symbols,
        ),
    ),
    Entry(
        "shots.def-3.1",
        f"{SHOTS}, section 3.2, Definition 3.1, and appendices 2 to 4",
        "Phi is (alpha, beta)-accurate if with probability at least {= 1 - beta} its error is below "
        "alpha at every t; the appendices read this as Pr[some error reaches alpha] < beta.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let a user take part alone, idle in {accuracy-simultaneous/T:words} rounds, and report in "
                    "each at E = {accuracy-simultaneous/E}. Let alpha be {accuracy-simultaneous/alpha:words}, and"
                    " P the probability that some round's error reaches alpha. At {accuracy-not-strict/point}, "
                    "Phi is accurate, although P is not below beta."
                ),
                definitions.simultaneous,
                definitions.not_strict,
            ),
            instead(
                "Let P be the probability that some round's error reaches alpha. Then the definition, {accurate}, "
                "says that {goal}.",
                definitions.with_equality,
            ),
        ),
        original=r"集約関数 $\Phi$ が少なくとも確率 $1 - \beta$ で任意の時刻 $t \in [T]$ "
        r"において以下の条件を満たすならば、集約関数 $\Phi$ は $(\alpha, \beta)$ -正確である。 ... "
        r"$\Phi(Y_{:,t})$ が $(\alpha, \beta)$ -正確であるとする、 $$\Pr[\exists t |\Phi(Y_{:,t}) - "
        r"\Phi_0(V_{:,t})| \geq \alpha] < \beta.$$",
        answer="False as printed in the appendices: the probability P of an error of alpha or more in some round "
        "need not be below beta. True: accuracy says only that {accuracy/goal}, and P may equal beta, as at "
        "{accuracy-not-strict/point}.",
        answer_in_japanese="付録の不等式は誤り: ある時刻で誤差が alpha 以上になる確率 P は, {accuracy-not-strict/point} "
        "のように beta に等しくなりうる. 正しくは, 正確性は {accuracy/goal} を意味する.",
    ),
)
