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
                "Basic One-time RAPPOR achieves it. If the odds E of its reports have "
                "{every-round-falls/x >= 1 = E - 1 >= 1} and {every-round-falls/N v x >= 2 = N*v*(E - "
                "1) >= 2}, every round has a variance of at most v: {every-round-falls/goal = E/(N*(E -"
                " 1)^2) <= v}.",
                boundary.limits,
            ),
            as_printed(
                "Then an error of `off` or more in some round has a probability Q, where "
                "{some-round-errs/goal} and V is the largest variance of a round.",
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
                "A constant output is deterministic and private at all odds {constant/E >= 1 = E >= 1}:"
                " it is certain under any input, and {constant/goal = 1 <= E*1}.",
                definitions.deterministic,
            ),
            instead(
                "A deterministic mechanism with different outputs for some inputs is private at no odds"
                " E: for an output that is certain under an input and impossible under another, "
                "{deterministic/goal}.",
                definitions.deterministic,
            ),
            instead(
                "The definition needs no quotient: {ldp-singletons/goal} for the probabilities P and Q "
                "of every event under any inputs. It suffices that the probabilities p and q of every "
                "output have {events/p <= E q}.",
                privacy.singletons_suffice,
                pointwise.events,
            ),
            besides(
                "So an output that is possible under some input is possible under all, {possible/goal},"
                " and post-processing by any channel keeps the odds, {ldp-post-processing/goal}.",
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
        answer="False as printed: a constant output is deterministic and epsilon-LDP for every "
        "epsilon. True: a function that gives different outputs for some pair of inputs is "
        "epsilon-LDP for no epsilon. The definition should compare the probabilities P and Q of"
        " an event without a quotient: {ldp-singletons/goal}, with E for e to the power of "
        "epsilon.",
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
                "Let B be a fair bit. Then v xor B and B are each private at odds of {alone}, and "
                "together reveal v.",
                composition.shared_noise,
            ),
            instead(
                "Let each mechanism be LDP with odds e given the outputs of those before it, "
                "{composition/p <= e q}. Then every event of the sequence has probabilities P and Q "
                "with {ldp-composition/goal}, where `odds` is the product of the odds.",
                composition.composition,
                privacy.compose_mechanisms,
            ),
            instead(
                "As odds multiply, epsilons add up: {epsilons-add/goal}.",
                composition.epsilons_add,
            ),
            besides(
                "Independent releases that are each e times likelier attain the sum: "
                "{reports-multiply/goal}.",
                every_round.revealing,
            ),
        ),
        original=r"メカニズム列 $\{\mathcal{Q}_i\}_{i=1}^K$ があり, それぞれのメカニズムが ϵ_i -LDP を保証"
        r"するとする ... メカニズム列は $(\sum_{i=1}^K \epsilon_i)$ -LDP を保証する",
        answer="False as printed: let B be a fair bit. Then v xor B and B each have the likelihood ratio "
        "{shared-noise/alone}, and together they reveal v. True: if each mechanism is LDP given the "
        "outputs of those before it, the sequence is LDP with the product of the odds, {ldp-composition/goal}.",
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
                "The largest ratio of a report's probabilities is attained, {coin-ratio/goal = p = "
                "E*q}: no smaller epsilon is possible.",
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
                "Let N be {N}, T {T}, mu {mu} and E {E}. The error is {smaller} with probability "
                "{chance:4} and {largest} otherwise: it is alpha with probability {confidence} for no "
                "alpha.",
                definitions.exactly_alpha,
            ),
            instead(
                "The error should be at most alpha with at least the stated probability: here {largest}"
                " is such an alpha.",
                definitions.exactly_alpha,
            ),
            said(
                "The states are 0 and 1, not all of [0, 1]; and mu_t in table 2 should be the number of"
                " these n, over N.",
                "section 3.1, where states are 0 or 1 and mu_t is written so",
            ),
            said(
                "Other slips of notation: the estimate, and not the share, depends on the mechanism and is put out; what is sent may be "
                "NULL in all of table 2; and section 4.1 writes a user's round as a set.",
                "sections 3.2, 4.1 and 5.1.2",
            ),
        ),
        original=r"アルゴリズムが各ラウンド t において、推定量 μ_t を出力するとき、確率 $1 - \beta$ で "
        r"$$\max_{t \in [T]} |\hat{\mu}_t - \mu_t| = \alpha$$ が成り立つときこのアルゴリズムの誤差"
        r"は α であると定義する",
        answer="False as printed: some mechanisms have no such alpha, for example if the error is {smaller} with "
        "probability {chance:4} and {largest} otherwise. True: the definition should ask that the error "
        "be at most alpha with at least the stated probability.",
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
                "Let {glance-ldp/T >= 1 = T >= 1}. Whatever tau_n is, the report has a likelihood ratio of at most E, and the law of "
                "tau_n does not depend on the states. So under the states of any two people, every event of "
                "Algorithm 1 has probabilities P and Q with {glance-ldp/goal = P <= E*Q}.",
                glance.private,
            ),
            besides(
                "The same holds of Harmony, whose output can be drawn from Glance's, and of Basic "
                "One-time RAPPOR: {borappor-ldp/goal = P <= E*Q}.",
                glance.harmony,
                every_round.private,
            ),
            besides(
                "It is attained, in however few rounds the states differ. Summed over the choices of "
                "rounds, the weights of k reports have {user-level/goal = c_k <= G*E*d_k}, with "
                "equality if the reports are the first person's states and not the second's.",
                glance.user_level,
                glance.attained,
                glance.one_report,
            ),
            besides(
                "Sampling lowers delta, not the odds: between people who differ in k rounds, at odds "
                "gamma with {left-over-010/gamma <= E = gamma <= E}, delta is {hockey-stick/delta = "
                "k/T*(p - gamma*q)}.",
                hidden.signs,
                hidden.deltas,
                hidden.odds,
            ),
            besides(
                "Basic One-time RAPPOR attains the product of its reports' odds, "
                "{every-round-attained/goal}, and T reports cost {every-round-budget/right} together.",
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
                "Read it as in the paper that the source cites: there NULL counts as the middle of the possible reports. "
                "Harmony's estimate is then {harmony-published/right = (1 + T/(p - q)*(2*ones - k)/N)/2}, from "
                "the sum of k reports, where Glance divides by k.",
                equal.published,
            ),
            as_printed(
                "The variance of Harmony is {harmony-published-variance/right = E*T/((E - 1)^2*N) + (T - "
                "1)/(4*N)}, whatever mu is, and Glance's {glance-floor/right = E*R/(E - 1)^2 + mu*(1 - "
                "mu)*(N*R - 1)/(N - 1)}. Where everybody or nobody is active, the second summand of Glance's "
                "is none.",
                limits.harmony_published,
                boundary.limits,
            ),
            besides(
                "Read as the smaller report it gives another mechanism, whose variance "
                "exceeds that of Harmony as published by a positive multiple of {harmony-less-published/right}, "
                "which is negative if few people are active and x is large.",
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
                "If {empty-positive/T >= 2 = T >= 2}, a given round has no reports with a positive "
                "probability, {empty-positive/goal}, and then the estimate is undefined.",
                truthful.empty,
            ),
            instead(
                "Given k reporters, {unbiased-given-reporters/k >= 1 = k >= 1}, a person reports with "
                "probability {person-reports/right}. So if A of N people are active, the mean number S "
                "of ones has {unbiased-given-reporters/goal = ((E + 1)*S/k - 1)/(E - 1) = A/N}.",
                chosen.person,
                unbiased.rate,
                ones.mean,
                unbiased.among_all,
            ),
            instead(
                "The estimate is affine in the ones, so it is unbiased given every such k: "
                "{unbiased/goal = (k*(mu*p + (1 - mu)*q)/k - q)/(p - q) = mu}.",
                unbiased.unbiased,
            ),
            besides(
                "With a default d0 in empty rounds, which have the probability P0, the bias is "
                "{default-bias/right}.",
                unbiased.by_default,
            ),
            besides(
                "Clamping an estimate h to the largest share, {clamped-nearer/h > 1 = h > 1}, brings it"
                " nearer to mu, {clamped-nearer/goal}, and biases: for example, the mean "
                "{clamped-biased/unclamped} becomes {clamped-biased/clamped}.",
                unbiased.clamped,
                dependence.clamped,
            ),
            besides(
                "Harmony's estimate has the mean {unbiased-filled/right} without a condition on k, "
                "whatever value replaces NULL.",
                unbiased.filled,
                unbiased.among_all,
            ),
        ),
        original=r"Algorithm 1 は推定値 $\hat{\mu}_t$ を次のように計算する： $$\hat{\mu}_t = "
        r"\frac{\frac{1}{|\eta_t|} \sum_{n \in \eta_t} z_{n,t} - q}{p - q} \text{ where}$$",
        answer="False as printed: if {empty-positive/T >= 2 = T >= 2}, a round has no reports with a "
        "positive probability, {empty-positive/goal}, and then no estimate. True: given k "
        "reporters, {unbiased-given-reporters/k >= 1 = k >= 1}, the estimate is unbiased, "
        "{unbiased/goal = (k*(mu*p + (1 - mu)*q)/k - q)/(p - q) = mu}.",
        answer_in_japanese="印刷のままでは誤り: {empty-positive/T >= 2 = T >= 2} のとき, あるラウンドに報告者がいない確率は正であり "
        "({empty-positive/goal}), そのとき推定値は定義されない. 正しくは: 報告者数 k が {unbiased-given-reporters/k >="
        " 1 = k >= 1} を満たすとき, その条件の下で不偏である: {unbiased/goal = (k*(mu*p + (1 - mu)*q)/k - q)/(p -"
        " q) = mu}.",
        also=(dependence.by_default,),
    ),
    Entry(
        "counting.laws",
        "ours",
        "The exact laws of the estimates: in a round, their variance, and over all rounds.",
        Verdict.OURS,
        (
            as_printed(
                "Given k reporters, {variance-given-reporters/k >= 1 = k >= 1} and "
                "{variance-given-reporters/N >= 2 = N >= 2}, Glance's variance is "
                "{variance-given-reporters/left = E/((E - 1)^2*k) + mu*(1 - mu)*(N - k)/((N - 1)*k)}. "
                "Given that somebody reports, Glance's variance is {glance-floor/right = E*R/(E - 1)^2 + mu*(1 - mu)*(N*R - 1)/(N - 1)}."
                " Basic One-time RAPPOR's is {every-round-variance/left = E/((E - 1)^2*N)}, with the "
                "odds E of its reports.",
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
                "Harmony's variance with the value `fill` for NULL is {harmony-variance-exact/left = "
                "E*T/((E - 1)^2*N) + mu*(1 - mu)*(T - 1)/N + (T - 1)*(mu*p + (1 - mu)*q - fill)^2/(N*(p"
                " - q)^2)}.",
                exact.harmony,
            ),
            as_printed(
                "The law of the largest error depends on more than the shares mu_t. Let {active:words} "
                "of {N:words} people be active in each of {T:words} rounds, at odds of {E}. An error of"
                " {alpha:words} or an empty round has probability {same} if they are the same people, "
                "and {apart} if they share {common:words} person.",
                dependence.maximum,
            ),
            besides(
                "The number of reporters is binomial: among t people the probabilities a_k have "
                "{ones-binomial/goal}. All sets of k people are equally likely.",
                ones.binomial,
                chosen.sets,
            ),
            besides(
                "R is S over the probability that somebody reports, where "
                "{inverse-count-recurrence/goal}, P0 being the probability that nobody does, and s the "
                "S of a person less.",
                recurrence.summand,
                recurrence.recurrence,
            ),
            besides(
                "Rounds are dependent. Given k and l reporters in different rounds, the estimates have "
                "the covariance {covariance/right}. Here nu is the other round's share, and b the share of "
                "people active in both.",
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
        "Which mechanism has the least exact variance.",
        Verdict.OURS,
        (
            as_printed(
                "Harmony's variance with the value `fill` for NULL exceeds Glance's by "
                "{harmony-less-glance/right = (T - 1)*(mu*p + (1 - mu)*q - fill)^2/(N*(p - q)^2) - "
                "mu*(1 - mu)*(T - 1)/(N*(N - 1)) - (R - T/N)*(E/(E - 1)^2 + mu*(1 - mu)*N/(N - 1))}.",
                boundary.boundary,
            ),
            as_printed(
                "If nobody is active and `fill` vanishes, Harmony's variance exceeds Glance's by {harmony-less-glance-at-0/right = (T - "
                "1 - (N*R - T)*E)/(N*(E - 1)^2)}. If as many people are active as idle, and "
                "{published-ahead/R > T/N}, published Harmony has less variance than Glance.",
                boundary.nobody_active,
                boundary.published_ahead,
            ),
            as_printed(
                "For a budget u of its reports, BORAPPOR's variance is {every-round-sinh/right}, and "
                "vanishes as u grows; Glance's exceeds {glance-floor/left}. With {ahead/N} people and "
                "{ahead/T} rounds, each of these mechanisms is ahead for some mu and epsilon.",
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
                "Let S be R times the probability that somebody reports, and U the probability that nobody does of "
                "a person less. Bounds on R follow from {inverse-count-tangent/goal} for any m, from "
                "{inverse-count-above/goal}, and from {inverse-count-most/goal}.",
                recurrence.from_below,
                recurrence.from_above,
                recurrence.from_above_everywhere,
            ),
            besides(
                "With x for the excess odds, Glance's variance less H_0's is a positive multiple of "
                "{glance-less-harmony/right}, Glance's less published Harmony's of "
                "{glance-less-published/right}, and H_0's less published Harmony's of "
                "{harmony-less-published/right}. If {overtaken-once/N R <= 2T - 1} and "
                "{overtaken-once/rising}, then {overtaken-once/goal}, so that the first increases with "
                "x.",
                boundary.once,
            ),
        ),
    ),
    Entry(
        "counting.whoever-is-active",
        "ours",
        "A bound on the error of a round that holds whoever is active in it.",
        Verdict.OURS,
        (
            as_printed(
                "Let A be the bound on a round's error that `ldproof plan count` gives if no share mu is given. For few "
                "people, Glance or published Harmony has no estimate, or an error of A or more, with at most the "
                "probability that A is computed for, whoever is active.",
                shares.bounded,
            ),
            besides(
                "Let P be the probability of x ones or more among k reports, and B that of as many successes in k equal "
                "trials. For many people {equal-trials/goal}, if {equal-trials/x far}. For few people this was also checked.",
                shares.equal_trials,
                shares.as_trials,
            ),
        ),
    ),
)
