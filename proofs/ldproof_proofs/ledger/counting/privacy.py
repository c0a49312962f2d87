"""Sections 1 to 4: the problem, its definitions, what a report reveals, and the laws of the estimates."""

from ldproof_proofs.counting import inversion, tail
from ldproof_proofs.counting.bounds import limits, truthful
from ldproof_proofs.counting.formulas import unbiased
from ldproof_proofs.counting.joint import constant_users, dependence
from ldproof_proofs.counting.law import definitions, every_round, glance, hidden, moments
from ldproof_proofs.counting.reporters import chosen, counted, recurrence
from ldproof_proofs.counting.rivals import lower
from ldproof_proofs.counting.variance import boundary, exact, examples, in_symbols
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said
from ldproof_proofs.law import composition, pointwise, privacy
from ldproof_proofs.ledger.counting import equal
from ldproof_proofs.ledger.counting.source import COUNTING
from ldproof_proofs.planning import shares
from ldproof_proofs.reporting import coin, ones

MODEL: tuple[Entry, ...] = (
    Entry(
        "counting.sec-1",
        f"{COUNTING}, section 1",
        "With a large enough epsilon it seems possible to make the error small whatever T and N are.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Basic One-time RAPPOR makes the error small. Let E be the odds of its reports, with "
                    "{every-round-falls/x >= 1 = E - 1 >= 1} and {every-round-falls/N v x >= 2 = N*v*(E - 1) >= 2}. Then "
                    "every round has a variance of at most v: {every-round-falls/goal = E/(N*(E - 1)^2) <= v}."
                ),
                boundary.limits,
            ),
            as_printed(
                (
                    "Let V be the largest variance of a round, and Q the probability that some round has an error of "
                    "`off` or more. Then {some-round-errs/goal}."
                ),
                lower.some_round,
            ),
        ),
        original="直感的には, ϵ が十分に大きければ T や N といった他のパラメータによらず, 誤差を小さくすることが可能であるように思われる.",
    ),
    Entry(
        "counting.def-1",
        f"{COUNTING}, section 2.1, Definition 1",
        "A mechanism Q is epsilon-LDP if Pr[Q(v) in S]/Pr[Q(v') in S] is at most {= exp(epsilon)} for "
        "all inputs v, v' and all sets S of outputs. A mechanism with deterministic outputs is "
        "epsilon-LDP for no finite epsilon.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let a deterministic mechanism have a constant output. It is certain under any input, so that the mechanism is private at all odds "
                    "{constant/E >= 1 = E >= 1}, as {constant/goal = 1 <= E*1}."
                ),
                definitions.deterministic,
            ),
            instead(
                (
                    "Let a deterministic mechanism have different outputs for some inputs. Then an output is certain "
                    "under an input and impossible under another. As {deterministic/goal}, the mechanism is private at no"
                    " odds E."
                ),
                definitions.deterministic,
            ),
            instead(
                (
                    "The definition needs no quotient. Let P and Q be the probabilities of an event under any inputs, and"
                    " require {ldp-singletons/goal} for every event. It suffices that the probabilities p and q of every "
                    "output satisfy {events/p <= E q}."
                ),
                privacy.singletons_suffice,
                pointwise.events,
            ),
            besides(
                (
                    "An output that is possible under some input is possible under all inputs, {possible/goal}. "
                    "Post-processing by any channel keeps the odds, {ldp-post-processing/goal}."
                ),
                pointwise.possible,
                privacy.post_processing,
            ),
            said(
                "The quotient is undefined if S is impossible under v'.",
                "arithmetic",
            ),
        ),
        original=r"メカニズム \mathcal{Q} が ϵ -LDP であるとは, 任意の入力対 $v, v' \in \mathcal{V}$ と任意"
        r"の出力集合 $S \subset \mathcal{Z}$ に対して次の条件を満たすことをいう: "
        r"$$\frac{\Pr[\mathcal{Q}(v) \in S]}{\Pr[\mathcal{Q}(v') \in S]} \leq e^\epsilon.$$ ... 決"
        r"定的な出力をもつメカニズムはいかなる有限の ϵ に対しても ϵ -LDP を満たさないことに注意さ"
        r"れたい",
        answer=(
            "False as printed: a constant output is deterministic and epsilon-LDP for every epsilon. True: a "
            "function that gives different outputs for some pair of inputs is epsilon-LDP for no epsilon. The "
            "definition should require {ldp-singletons/goal} for the probabilities P and Q of an event, without a"
            " quotient."
        ),
        answer_in_japanese="印刷のままでは誤り: 定数を出力するメカニズムは決定的だが, 任意の epsilon に対して epsilon-LDP である. 正しくは: "
        "異なる出力を与える入力の組をもつ決定的なメカニズムは, いかなる epsilon に対しても epsilon-LDP でない. また事象の確率 P, Q は商を用いずに "
        "{ldp-singletons/goal} で比べる (E は e の epsilon 乗).",
        also=(pointwise.tight,),
    ),
    Entry(
        "counting.thm-1",
        f"{COUNTING}, section 2.1, Theorem 1",
        "If each of Q_1, ..., Q_K is epsilon_i-LDP, the sequence of them is (epsilon_1 + ... + "
        "epsilon_K)-LDP.",
        Verdict.CORRECTED,
        (
            against(
                "Let B be a fair bit. Then v xor B and B are each private at odds of {alone}. Together they reveal v.",
                composition.shared_noise,
            ),
            instead(
                (
                    "Given the outputs of the mechanisms before it, let each mechanism be LDP with odds e, {composition/p"
                    " <= e q}. Let `odds` be the product of the odds of all mechanisms. Then every event of the sequence "
                    "has probabilities P and Q with {ldp-composition/goal}."
                ),
                composition.composition,
                privacy.compose_mechanisms,
            ),
            instead(
                "As odds multiply, the epsilons add up: {epsilons-add/goal}.",
                composition.epsilons_add,
            ),
            besides(
                (
                    "Independent releases whose probabilities each have the ratio e attain the sum: "
                    "{reports-multiply/goal}."
                ),
                every_round.revealing,
            ),
        ),
        original=r"メカニズム列 $\{\mathcal{Q}_i\}_{i=1}^K$ があり, それぞれのメカニズムが ϵ_i -LDP を保証"
        r"するとする ... メカニズム列は $(\sum_{i=1}^K \epsilon_i)$ -LDP を保証する",
        answer=(
            "False as printed: let B be a fair bit; then v xor B and B each have the likelihood ratio "
            "{shared-noise/alone}, and together they reveal v. True: if each mechanism is LDP given the outputs "
            "of those before it, the sequence is LDP with the product of the odds, {ldp-composition/goal}."
        ),
        answer_in_japanese="印刷のままでは誤り: 公平なビット B に対し, v xor B と B はそれぞれオッズ "
        "{shared-noise/alone} でプライベートだが, 両方を合わせるとどのオッズでもそうでない. "
        "正しくは: それより前の出力を所与として各メカニズムが同じデータについて LDP であれば, "
        "全体はオッズの積について LDP であり, {ldp-composition/goal} である.",
        also=(composition.independent,),
    ),
    Entry(
        "counting.thm-2",
        f"{COUNTING}, section 2.2, Theorem 2",
        "Randomized response is epsilon-LDP.",
        Verdict.HOLDS,
        (
            as_printed(
                "Under different states every event has probabilities P and Q with {coin-ldp/goal = P "
                "<= E*Q}.",
                coin.randomized_response,
            ),
            as_printed(
                (
                    "The largest ratio of a report's probabilities is attained, {coin-ratio/goal = p = E*q}. So no "
                    "smaller epsilon is possible."
                ),
                coin.private,
                coin.nonnegative,
                coin.is_a_law,
                coin.ratio,
            ),
        ),
    ),
    Entry(
        "counting.sec-3.2",
        f"{COUNTING}, section 3.2, table 2",
        "The error of an algorithm is alpha if max_t |mu_hat_t - mu_t| is alpha with probability {= 1 -"
        " beta}.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let N = {N}, T = {T}, mu = {mu} and E = {E}. The error is {smaller} with probability {chance:4} and "
                    "{largest} otherwise. So for no alpha it is alpha with probability {confidence}."
                ),
                definitions.exactly_alpha,
            ),
            instead(
                (
                    "The error should be at most alpha with at least the stated probability. In this example {largest} is"
                    " such an alpha."
                ),
                definitions.exactly_alpha,
            ),
            said(
                (
                    "The states are 0 and 1, and not all of [0, 1]. In table 2, mu_t should be the number of active "
                    "people n, over N."
                ),
                "section 3.1, where states are 0 or 1 and mu_t is written so",
            ),
            said(
                (
                    "There are other slips of notation. The estimate, and not the share, depends on the mechanism and is "
                    "put out. In all of table 2 a user may send NULL. Section 4.1 writes a user's round as a set."
                ),
                "sections 3.2, 4.1 and 5.1.2",
            ),
        ),
        original=r"アルゴリズムが各ラウンド t において、推定量 μ_t を出力するとき、確率 $1 - \beta$ で "
        r"$$\max_{t \in [T]} |\hat{\mu}_t - \mu_t| = \alpha$$ が成り立つときこのアルゴリズムの誤差"
        r"は α であると定義する",
        answer=(
            "False as printed: some mechanisms have no such alpha, for example if the error is {smaller} with "
            "probability {chance:4} and {largest} otherwise. True: the definition should ask that the error be at"
            " most alpha with at least the stated probability."
        ),
        answer_in_japanese="印刷のままでは誤り: そのような alpha が存在しない場合がある. 例えば誤差が確率 {chance:4}"
        " で {smaller}, それ以外で {largest} となる場合である. 正しくは: 所定の確率以上で, "
        "誤差が alpha 以下であると定義する.",
    ),
    Entry(
        "counting.thm-3",
        f"{COUNTING}, sections 1.1, 4.1 and 4.2, Theorem 3, and Algorithm 1",
        "Algorithm 1 is epsilon-LDP, since the choice of tau_n does not depend on the states, and by "
        "the randomness of Randomized Response.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Let {glance-ldp/T >= 1 = T >= 1}. For every tau_n the report has a likelihood ratio of at most E, "
                    "and the law of tau_n does not depend on the states. So under the states of any two people, every "
                    "event of Algorithm 1 has probabilities P and Q with {glance-ldp/goal = P <= E*Q}."
                ),
                glance.private,
            ),
            besides(
                (
                    "Harmony is private, too, since its output can be drawn from Glance's output. So is Basic One-time "
                    "RAPPOR: {borappor-ldp/goal = P <= E*Q}."
                ),
                glance.harmony,
                every_round.private,
            ),
            besides(
                (
                    "The odds E are attained, in however few rounds the states differ. Let c_k and d_k be the sums, over "
                    "all choices of k rounds for reports, of a transcript's probabilities under the states of both "
                    "people. Then {user-level/goal = c_k <= G*E*d_k}. Equality holds if the reports are the states of the"
                    " person with c_k and not the states of the other person."
                ),
                glance.user_level,
                glance.attained,
                glance.one_report,
            ),
            besides(
                (
                    "Sampling lowers delta, but not the odds. Let people differ in k rounds. For any gamma with "
                    "{left-over-010/gamma <= E = gamma <= E}, delta at the odds gamma is {hockey-stick/delta = k/T*(p - "
                    "gamma*q)}."
                ),
                hidden.signs,
                hidden.deltas,
                hidden.odds,
            ),
            besides(
                (
                    "Basic One-time RAPPOR attains the product of the odds of its reports, {every-round-attained/goal}. "
                    "All T reports together cost {every-round-budget/right}."
                ),
                every_round.step,
                every_round.attained,
                every_round.whole_budget,
            ),
            said(
                "In section 4.1 eta_t should be the set of all n with t = tau_n, as tau_n is a round.",
                "section 5.1.2, which writes it so",
            ),
        ),
        also=(
            every_round.exhaustively,
            glance.steps_of_algorithm_1,
            glance.pattern,
        ),
    ),
    Entry(
        "counting.sec-4.1",
        f"{COUNTING}, section 4.1",
        "In a round without a report Harmony sends 0, and Glance NULL. This small difference makes a large "
        "difference in error.",
        Verdict.HOLDS,
        (
            as_printed(
                (
                    "Read Harmony as in the paper that the source cites, where NULL counts as the middle of the possible "
                    "reports. Its estimate is {harmony-published/right = (1 + T/(p - q)*(2*ones - k)/N)/2}, from the sum "
                    "of k reports. Glance divides this sum by k instead."
                ),
                equal.published,
            ),
            as_printed(
                (
                    "The variance of Harmony is {harmony-published-variance/right = E*T/((E - 1)^2*N) + (T - 1)/(4*N)}, "
                    "whatever mu is. The variance of Glance is {glance-floor/right = E*R/(E - 1)^2 + mu*(1 - mu)*(N*R - "
                    "1)/(N - 1)}. Its last summand vanishes if everybody or nobody is active."
                ),
                limits.harmony_published,
                boundary.limits,
            ),
            besides(
                (
                    "If NULL counts as the smaller report, the variance of Harmony exceeds the variance of published "
                    "Harmony by a positive multiple of {harmony-less-published/right}. This is negative if few people are"
                    " active and x is large."
                ),
                boundary.once,
            ),
        ),
    ),
    Entry(
        "counting.unbiased",
        f"{COUNTING}, section 4.1",
        "With S ones among the k reports of the users in eta_t, {= mu_hat_t = (S/k - q)/(p - q)} is the"
        " estimate of mu_t.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let {empty-positive/T >= 2 = T >= 2}. Then a given round has no reports with a positive probability,"
                    " {empty-positive/goal}, and the estimate is undefined."
                ),
                truthful.empty,
            ),
            instead(
                (
                    "Given k reporters, {unbiased-given-reporters/k >= 1 = k >= 1}, each person reports with probability "
                    "{person-reports/right}. Let A of N people be active, and S be the mean number of ones. Then "
                    "{unbiased-given-reporters/goal = ((E + 1)*S/k - 1)/(E - 1) = A/N}."
                ),
                chosen.person,
                unbiased.rate,
                ones.mean,
                unbiased.among_all,
            ),
            instead(
                (
                    "The estimate is affine in the number of ones. So given each such k it is unbiased: {unbiased/goal = "
                    "(k*(mu*p + (1 - mu)*q)/k - q)/(p - q) = mu}."
                ),
                unbiased.unbiased,
            ),
            besides(
                (
                    "Let empty rounds have the probability P0, and let the estimate be a default d0 in empty rounds. Then"
                    " its bias is {default-bias/right}."
                ),
                unbiased.by_default,
            ),
            besides(
                (
                    "Clamping an estimate h to the largest share, {clamped-nearer/h > 1 = h > 1}, brings it nearer to mu:"
                    " {clamped-nearer/goal}. But clamping biases. For example, the mean {clamped-biased/unclamped} "
                    "becomes {clamped-biased/clamped}."
                ),
                unbiased.clamped,
                dependence.clamped,
            ),
            besides(
                (
                    "Harmony's estimate has the mean {unbiased-filled/right}, without a condition on k and whatever value"
                    " replaces NULL."
                ),
                unbiased.filled,
                unbiased.among_all,
            ),
        ),
        original=r"Algorithm 1 は推定値 $\hat{\mu}_t$ を次のように計算する： $$\hat{\mu}_t = "
        r"\frac{\frac{1}{|\eta_t|} \sum_{n \in \eta_t} z_{n,t} - q}{p - q} \text{ where}$$",
        answer=(
            "False as printed: if {empty-positive/T >= 2 = T >= 2}, a round has no reports, and no estimate, with"
            " positive probability. True: given k reporters, {unbiased-given-reporters/k >= 1 = k >= 1}, the "
            "estimate is unbiased, {unbiased/goal = (k*(mu*p + (1 - mu)*q)/k - q)/(p - q) = mu}."
        ),
        answer_in_japanese="印刷のままでは誤り: {empty-positive/T >= 2 = T >= 2} のとき, あるラウンドに報告者がいない確率は正であり "
        "({empty-positive/goal}), そのとき推定値は定義されない. 正しくは: 報告者数 k が {unbiased-given-reporters/k >="
        " 1 = k >= 1} を満たすとき, その条件の下で不偏である: {unbiased/goal = (k*(mu*p + (1 - mu)*q)/k - q)/(p -"
        " q) = mu}.",
        also=(dependence.by_default,),
    ),
    Entry(
        "counting.laws",
        "ours",
        (
            "The estimates of Glance, Basic One-time RAPPOR and Harmony have the variances below. The law of the "
            "largest error over all rounds depends on more than the shares of active people."
        ),
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let {variance-given-reporters/N >= 2 = N >= 2}. Given k reporters, {variance-given-reporters/k >= 1 "
                    "= k >= 1}, Glance's variance is {variance-given-reporters/left = E/((E - 1)^2*k) + mu*(1 - mu)*(N - "
                    "k)/((N - 1)*k)}. Given that somebody reports, it is {glance-floor/right = E*R/(E - 1)^2 + mu*(1 - "
                    "mu)*(N*R - 1)/(N - 1)}. The variance of Basic One-time RAPPOR is {every-round-variance/left = E/((E "
                    "- 1)^2*N)}, with the odds E of its reports."
                ),
                chosen.person,
                chosen.pair,
                exact.coins,
                exact.glance_given,
                unbiased.among_all,
                exact.glance,
                boundary.limits,
                exact.every_round,
                ones.variance,
                ones.one_more,
                ones.spread,
            ),
            as_printed(
                (
                    "Let Harmony count NULL as the value `fill`. Then its variance is {harmony-variance-exact/left = "
                    "E*T/((E - 1)^2*N) + mu*(1 - mu)*(T - 1)/N + (T - 1)*(mu*p + (1 - mu)*q - fill)^2/(N*(p - q)^2)}."
                ),
                exact.harmony,
            ),
            as_printed(
                (
                    "Let {active:words} of {N:words} people be active in each of {T:words} rounds, and let E = {E}. If "
                    "the same people are active in both rounds, an error of at least {alpha:words} or an empty round has "
                    "probability {same}. If only {common:words} person is active in both rounds, this probability is "
                    "{apart}."
                ),
                dependence.maximum,
            ),
            besides(
                (
                    "Let each person report in a given round with the same probability p. The number of reporters is "
                    "binomial: among t people the probabilities a_k of k reporters satisfy {ones-binomial/goal}. All sets "
                    "of k people are equally likely."
                ),
                ones.binomial,
                chosen.sets,
            ),
            besides(
                (
                    "Let P0 be the probability that nobody reports. Let S be R times the probability that somebody "
                    "reports, and let s be the same number for a person less. Then {inverse-count-recurrence/goal}."
                ),
                recurrence.summand,
                recurrence.recurrence,
            ),
            besides(
                (
                    "Rounds are dependent. Let k and l people report in different rounds with shares mu and nu, and let b"
                    " be the share of people who are active in both rounds. Then the estimates have the covariance "
                    "{covariance/right}."
                ),
                chosen.apart,
                dependence.covariance,
            ),
        ),
        also=(
            moments.variances,
            tail.tails,
            constant_users.tails,
            inversion.exact,
            counted.counted,
            dependence.covaries,
            in_symbols.of_budgets,
            tail.in_symbols,
            inversion.in_symbols,
        ),
    ),
    Entry(
        "counting.boundary",
        "ours",
        (
            "None of Glance, Harmony and Basic One-time RAPPOR has the least exact variance for all mu and "
            "epsilon."
        ),
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let Harmony count NULL as the value `fill`. Its variance exceeds Glance's variance by "
                    "{harmony-less-glance/right = (T - 1)*(mu*p + (1 - mu)*q - fill)^2/(N*(p - q)^2) - mu*(1 - mu)*(T - "
                    "1)/(N*(N - 1)) - (R - T/N)*(E/(E - 1)^2 + mu*(1 - mu)*N/(N - 1))}."
                ),
                boundary.boundary,
            ),
            as_printed(
                (
                    "If nobody is active and `fill` vanishes, the variance of Harmony exceeds Glance's by "
                    "{harmony-less-glance-at-0/right = (T - 1 - (N*R - T)*E)/(N*(E - 1)^2)}. Harmony as its own authors publish "
                    "it counts NULL as the midpoint of both bits. If as many people are active as idle, and {published-ahead/R > T/N}, it has "
                    "less variance than Glance."
                ),
                boundary.nobody_active,
                boundary.published_ahead,
            ),
            as_printed(
                (
                    "Let u be the budget of a report of BORAPPOR. The variance of BORAPPOR is {every-round-sinh/right}, "
                    "and vanishes as u grows. The variance of Glance exceeds {glance-floor/left}. With {ahead/N} people "
                    "and {ahead/T} rounds, each of these mechanisms is ahead for some mu and epsilon."
                ),
                exact.every_round,
                boundary.limits,
                examples.examples,
            ),
            besides(
                "R exceeds T over N if people are at least {inverse-count-above-mean/ratio} times as "
                "many as rounds.",
                examples.uneven,
                counted.bounds,
            ),
            besides(
                (
                    "Let S be R times the probability that somebody reports, and let U be the probability that nobody "
                    "reports if there is a person less. A lower bound on R is the mean of the left side of "
                    "{inverse-count-tangent/goal} over the number k of reporters, for any m. An upper bound is the mean "
                    "of the right side of {inverse-count-above/goal}. Another follows from {inverse-count-most/goal}."
                ),
                recurrence.from_below,
                recurrence.from_above,
                recurrence.from_above_everywhere,
            ),
            besides(
                (
                    "Let x be the excess odds. Each of these differences of variances is positive exactly if its factor "
                    "is. For Glance less Harmony with NULL as the smaller report the factor is "
                    "{glance-less-harmony/right}. For Glance less published Harmony it is {glance-less-published/right}. "
                    "For Harmony with NULL as the smaller report less published Harmony it is "
                    "{harmony-less-published/right}. If {overtaken-once/N R <= 2T - 1} and {overtaken-once/rising}, then "
                    "{overtaken-once/goal}, so that the factor of the first difference increases with x."
                ),
                boundary.once,
            ),
        ),
    ),
    Entry(
        "counting.whoever-is-active",
        "ours",
        (
            "The bound on a round's error that is planned without a share mu holds whoever is active in the "
            "round."
        ),
        Verdict.OURS,
        (
            as_printed(
                (
                    "Let A be the bound on a round's error that `ldproof plan count` gives if no share mu is given. "
                    "Consider few people and any set of active people. Glance or published Harmony has no estimate, or an"
                    " error of A or more, with at most the probability for which A is computed."
                ),
                shares.bounded,
            ),
            besides(
                (
                    "Let P be the probability of x ones or more among k reports, and B the probability of x successes or "
                    "more in k equal trials. For many people {equal-trials/goal}, if {equal-trials/x far}. For few people"
                    " this inequality was also checked."
                ),
                shares.equal_trials,
                shares.as_trials,
            ),
        ),
    ),
)
