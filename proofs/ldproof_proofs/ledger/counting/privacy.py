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
                    "Let a mechanism always give the same output. This output is certain under every input, so that the "
                    "mechanism is private at all odds {constant/E >= 1 = E >= 1}, as {constant/goal = 1 <= E*1}."
                ),
                definitions.deterministic,
            ),
            instead(
                (
                    "Let a deterministic mechanism have different outputs for some inputs. Then an output is certain under an "
                    "input and impossible under another. As {deterministic/goal} for every E, no odds suffice."
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
        also=(pointwise.tight, privacy.post_processing),
    ),
    Entry(
        "counting.thm-1",
        f"{COUNTING}, section 2.1, Theorem 1",
        "If each of Q_1, ..., Q_K is epsilon_i-LDP, the sequence of them is (epsilon_1 + ... + "
        "epsilon_K)-LDP.",
        Verdict.CORRECTED,
        (
            against(
                (
                    "Let B be a fair bit, and v a person's bit. The laws of v xor B and of B do not depend on v, so that both "
                    "outputs are private at odds of {alone}. Together they reveal v."
                ),
                composition.shared_noise,
            ),
            instead(
                (
                    "Given the outputs of the mechanisms before it, let the probabilities p and q of each mechanism's output "
                    "satisfy {composition/p <= e q}, with its own odds e. Let `odds` be the product of the odds of all "
                    "mechanisms. Then every event of the sequence has probabilities P and Q with {ldp-composition/goal}."
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
                    "The sum of the epsilons is attained. Let the mechanisms be independent, and let each give an output "
                    "whose probabilities under the data of both people have the ratio e. Then the probabilities c and d of "
                    "all these outputs satisfy {reports-multiply/goal}."
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
                    "Harmony is private, too: its output can be drawn from Glance's output. Basic One-time RAPPOR, whose T "
                    "reports have the T-th part of the budget each, also satisfies {borappor-ldp/goal = P <= E*Q}."
                ),
                glance.harmony,
                every_round.private,
            ),
            besides(
                (
                    "No smaller epsilon is possible, in however few rounds the states of both people differ. With k reports, "
                    "the probabilities of a transcript under both people's states satisfy {user-level/goal = c_k <= G*E*d_k}. "
                    "Both sides are equal if the reports are the states of the first person and not of the second. Glance has "
                    "a single report, so that G E is E."
                ),
                glance.user_level,
                glance.attained,
                glance.one_report,
            ),
            besides(
                (
                    "That most rounds are silent does not lower the odds, but it lowers delta at smaller odds gamma. Let "
                    "{left-over-010/gamma >= 1 = gamma >= 1}, {left-over-010/gamma <= E = gamma <= E}, and let the states of "
                    "both people differ in k rounds. Then the least delta is {hockey-stick/delta = k/T*(p - gamma*q)}."
                ),
                hidden.signs,
                hidden.deltas,
                hidden.odds,
            ),
            besides(
                (
                    "For Basic One-time RAPPOR, let every report be the state of the first person. The probabilities c and d "
                    "of all reports satisfy {every-round-attained/goal}, where `odds` is a product over the rounds in which "
                    "the states differ. If they differ in all T rounds, its logarithm is {every-round-budget/right}."
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
                    "Let P0 be the probability that a round is empty, and let d0 be the estimate there. Over all rounds the "
                    "estimate then has the bias {default-bias/right}."
                ),
                unbiased.by_default,
            ),
            besides(
                (
                    "Replace an estimate h with {clamped-nearer/h > 1 = h > 1} by the largest share. This brings it nearer to "
                    "mu, {clamped-nearer/goal}, but adds a bias. For example, let {clamped-biased/N:words} person be active "
                    "in {clamped-biased/T:words} round, and let E be {clamped-biased/E}. The mean {clamped-biased/unclamped} "
                    "becomes {clamped-biased/clamped}, if estimates are clamped at both ends."
                ),
                unbiased.clamped,
                dependence.clamped,
            ),
            besides(
                (
                    "Harmony's estimate, corrected for the value that replaces NULL, is unbiased in every round: its mean "
                    "is {unbiased-filled/right}."
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
                    "Let each person report in a given round with the same probability, here called p. Among t people, the "
                    "probabilities a_k of k reporters are binomial: {ones-binomial/goal}. All sets of k people are equally "
                    "likely to be those who report."
                ),
                ones.binomial,
                chosen.sets,
            ),
            besides(
                (
                    "Let S be the mean of the inverse number of reporters, counted as zero if nobody reports. Let s be the "
                    "same mean without one of the people, and P0 the probability that none of N people reports. Then "
                    "{inverse-count-recurrence/goal}."
                ),
                recurrence.summand,
                recurrence.recurrence,
            ),
            besides(
                (
                    "The estimates of different rounds are dependent. Given the numbers of reporters, let mu and nu be the "
                    "shares of active people in both rounds, and b the share of people who are active in both. Then the "
                    "covariance is {covariance/right = (mu*nu - b)/(N - 1)}, whatever these numbers are."
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
                "If people are at least {inverse-count-above-mean/ratio} times as many as rounds, R exceeds T over N.",
                examples.uneven,
                counted.bounds,
            ),
            besides(
                (
                    "Let k be the number of reporters, with {inverse-count-tangent/k >= 1 = k >= 1}, and m any number with "
                    "{inverse-count-tangent/m > 0}. Averaged over k, {inverse-count-tangent/goal} bounds R from below, and "
                    "{inverse-count-above/goal} bounds it from above."
                ),
                recurrence.from_below,
                recurrence.from_above,
            ),
            besides(
                (
                    "Let S be R times the probability that somebody reports, and U the probability that none of the other "
                    "people reports if a person is left out. Then {inverse-count-most/goal}, where the last factor is the "
                    "probability that somebody reports."
                ),
                recurrence.from_above_everywhere,
            ),
            besides(
                (
                    "The variance of Glance exceeds that of published Harmony by a positive multiple of "
                    "{glance-less-published/right}."
                ),
                boundary.once,
            ),
            besides(
                (
                    "Let NULL count as the smaller report. The variance of Glance exceeds Harmony's by a positive multiple of "
                    "{glance-less-harmony/right}. Let {overtaken-once/N R <= 2T - 1} and {overtaken-once/rising}. Then this "
                    "multiple increases with x, since {overtaken-once/goal}. So if Harmony's variance is smaller at some "
                    "epsilon, it is smaller at every larger epsilon."
                ),
                boundary.once,
            ),
            besides(
                (
                    "If NULL counts as the smaller report, the variance of Harmony exceeds that of published Harmony by a "
                    "positive multiple of {harmony-less-published/right}. With several rounds this is negative if few people "
                    "are active and x is large."
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
                    "Let A be the bound on a round's error that `ldproof plan count` gives if no share mu is given. Among few "
                    "people, let any of them be active. Then Glance or published Harmony has no estimate, or an error of A or "
                    "more, with at most the probability for which A is computed."
                ),
                shares.bounded,
            ),
            besides(
                (
                    "Let k people report, and let q be the mean share of ones among their reports. Let P be the probability "
                    "of x ones or more, and B the probability of x successes or more in k independent trials that each "
                    "succeed with probability q. Then {equal-trials/goal} if {equal-trials/x far}. For few people this was "
                    "also checked."
                ),
                shares.equal_trials,
                shares.as_trials,
            ),
        ),
    ),
)
