"""Sections 1 to 4: the problem, its definitions, what a report reveals, and the laws of the estimates."""

from ldproof_proofs.counting import best, inversion, tail
from ldproof_proofs.counting.bounds import truthful
from ldproof_proofs.counting.formulas import unbiased
from ldproof_proofs.counting.joint import constant_users, dependence, left_out
from ldproof_proofs.counting.law import definitions, every_round, glance, hidden, moments
from ldproof_proofs.counting.reporters import chosen, counted, recurrence
from ldproof_proofs.counting.rivals import lower
from ldproof_proofs.counting.variance import boundary, exact, examples, in_symbols
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said
from ldproof_proofs.law import composition, pointwise, privacy
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
                "Basic One-time RAPPOR does it: where x, the excess odds of one of its T reports, is so large that "
                "{every-round-falls/x >= 1} and {every-round-falls/N v x >= 2}, its variance is at most v, "
                "{every-round-falls/goal}; and an error of `off` or more in some round has a probability Q such "
                "that {some-round-errs/goal}, V being the largest variance of a round.",
                boundary.limits,
                lower.some_round,
            ),
            besides(
                "Glance does not do it for all data: its variance stays above {glance-floor/left} at every epsilon, R being the mean of "
                "the inverse number of reporters, which is positive where some people are active, some are not, and R exceeds the inverse of N.",
                boundary.limits,
            ),
        ),
    ),
    Entry(
        "counting.def-1",
        f"{COUNTING}, section 2.1, Definition 1",
        "Q is epsilon-LDP if Pr[Q(v) in S] / Pr[Q(v') in S] <= e^epsilon for all inputs v, v' and all sets S of outputs; "
        "a mechanism with deterministic outputs is epsilon-LDP for no finite epsilon.",
        Verdict.CORRECTED,
        (
            against(
                "A constant has a deterministic output and is private at all odds E, {constant/E >= 1}: what it "
                "gives is certain under any data, and {constant/goal}.",
                definitions.deterministic,
            ),
            instead(
                "A function that gives different outputs for some inputs is private at no odds E: what is certain "
                "under an input and impossible under another would need E times the probability of the impossible "
                "to be at least that of the certain, and {deterministic/goal}.",
                definitions.deterministic,
            ),
            instead(
                "The inequality is to be between the probabilities P and Q of an event under an input and any other, without a "
                "quotient: {ldp-singletons/goal}. It is so of every event if it is so of every output, whose probabilities are p "
                "and q with {events/p <= E q}.",
                privacy.singletons_suffice,
                pointwise.events,
            ),
            besides(
                "What can come out for an input can come out for every other: of an output's probabilities, if "
                "{possible/p > 0} then {possible/goal}.",
                pointwise.possible,
            ),
            besides(
                "What is drawn from the output of such a mechanism, by any channel, keeps its odds, {goal}.",
                privacy.post_processing,
            ),
            said(
                "The quotient has no value where S cannot happen under v', as the empty set cannot.",
                "arithmetic",
            ),
        ),
        original=r"メカニズム \mathcal{Q} が ϵ -LDP であるとは, 任意の入力対 $v, v' \in \mathcal{V}$ と任意"
        r"の出力集合 $S \subset \mathcal{Z}$ に対して次の条件を満たすことをいう: "
        r"$$\frac{\Pr[\mathcal{Q}(v) \in S]}{\Pr[\mathcal{Q}(v') \in S]} \leq e^\epsilon.$$ ... 決"
        r"定的な出力をもつメカニズムはいかなる有限の ϵ に対しても ϵ -LDP を満たさないことに注意さ"
        r"れたい",
        answer="False as printed: a constant output is deterministic and epsilon-LDP for every epsilon. True is: a "
        "function that gives different outputs for some pair of inputs is epsilon-LDP for no epsilon. The "
        "definition should compare the probabilities P and Q without a quotient: {ldp-singletons/goal}.",
        answer_in_japanese="印刷のままでは誤り: 定数を出力するメカニズムは決定的だが, 任意の epsilon に対して "
        "epsilon-LDP である. 正しくは: 異なる出力を与える入力の組をもつ決定的なメカニズムは, "
        "いかなる epsilon に対しても epsilon-LDP でない. また事象の確率 P, Q は商を用いずに "
        "{ldp-singletons/goal} で比べる.",
        also=(pointwise.tight,),
    ),
    Entry(
        "counting.thm-1",
        f"{COUNTING}, section 2.1, Theorem 1",
        "If Q_1, ..., Q_K are epsilon_i-LDP, the sequence of them is (epsilon_1 + ... + epsilon_K)-LDP.",
        Verdict.CORRECTED,
        (
            against(
                "v xor B and B, with a fair bit B, are each private at odds of {alone}, and together at no odds.",
                composition.shared_noise,
            ),
            instead(
                "If each is LDP in the same data given what those before it released, with odds e and outputs whose probabilities p and q have "
                "{composition/p <= e q}, then all that is released is LDP with the product of the odds: every event has probabilities P "
                "and Q with {ldp-composition/goal}.",
                composition.composition,
                privacy.compose_mechanisms,
            ),
            instead("A product of odds is a sum of epsilons: {epsilons-add/goal}.", composition.epsilons_add),
            besides(
                "The sum is attained: where each of independent releases is e times likelier, "
                "{reports-multiply/goal}, with c and d for the probabilities of all of them.",
                every_round.revealing,
            ),
        ),
        original=r"メカニズム列 $\{\mathcal{Q}_i\}_{i=1}^K$ があり, それぞれのメカニズムが ϵ_i -LDP を保証"
        r"するとする ... メカニズム列は $(\sum_{i=1}^K \epsilon_i)$ -LDP を保証する",
        answer="False as printed: let B be a fair bit. Then v xor B and B each have the likelihood ratio "
        "{shared-noise/alone}, and together they reveal v. True is: if each mechanism is LDP given the "
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
                "Every event has probabilities P and Q under different states with {coin-ldp/goal = P <= E*Q}, {let x = E - 1}.",
                coin.randomized_response,
            ),
            as_printed(
                "Whatever the states and the report are, its probability under a state is at most E times that "
                "under another; the largest ratio is between the truth and a lie, {coin-private-001/goal = E/(E + "
                "1) <= E*1/(E + 1)}, {let x = E - 1}.",
                coin.private,
                coin.nonnegative,
                coin.is_a_law,
            ),
            besides(
                "That is an equality, {coin-ratio/goal = E/(E + 1) = E*1/(E + 1)}, {let x = E - 1}, so that it is private at no smaller "
                "epsilon.",
                coin.ratio,
            ),
        ),
    ),
    Entry(
        "counting.sec-3.2",
        f"{COUNTING}, section 3.2, table 2",
        "The error of an algorithm is alpha if with probability 1 - beta max_t |mu_hat_t - mu_t| = alpha.",
        Verdict.CORRECTED,
        (
            against(
                "For {N:words} person in {T:words} round, in state {mu:words} and with odds of {E}, the error is "
                "{smaller} with probability {chance:4} and otherwise {largest}: it is alpha with a probability of"
                " {confidence} for no alpha.",
                definitions.exactly_alpha,
            ),
            instead(
                "It is to be at most alpha with a probability of at least that: so it is in this case where alpha is {largest}.",
                definitions.exactly_alpha,
            ),
            said(
                "The mechanism Q takes the states 0 and 1, and not all of [0, 1]; and mu_t in table 2 is the number of these n, over N.",
                "section 3.1, where states are 0 or 1 and mu_t is written so",
            ),
        ),
        original=r"アルゴリズムが各ラウンド t において、推定量 μ_t を出力するとき、確率 $1 - \beta$ で "
        r"$$\max_{t \in [T]} |\hat{\mu}_t - \mu_t| = \alpha$$ が成り立つときこのアルゴリズムの誤差"
        r"は α であると定義する",
        answer="False as printed: some mechanisms have no such alpha, for example if the error is {smaller} with "
        "probability {chance:4} and {largest} otherwise. True is: the definition should ask that the error "
        "be at most alpha with at least the stated probability.",
        answer_in_japanese="印刷のままでは誤り: そのような alpha が存在しない場合がある. 例えば誤差が確率 {chance:4}"
        " で {smaller}, それ以外で {largest} となる場合である. 正しくは: 所定の確率以上で, "
        "誤差が alpha 以下であると定義する.",
    ),
    Entry(
        "counting.thm-3",
        f"{COUNTING}, sections 1.1, 4.1 and 4.2, Theorem 3, and Algorithm 1",
        "Algorithm 1 is epsilon-LDP, as the choice of tau_n does not depend on the states, and by the randomness of "
        "Randomized Response.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let {glance-ldp/T >= 1}. For every event, with P and Q for its probabilities under the states of any two "
                "people, {glance-ldp/goal}.",
                glance.private,
            ),
            as_printed(
                "Let the weight of a transcript be what it adds up to over all choices of the rounds that report. "
                "Over any number of rounds the weights of a transcript with k reports under the states of any two "
                "people, c and d, are such that {user-level/goal = c_k <= G*E*d_k}, {let x = E - 1}, G E being E "
                "to the power k: the transcripts of Algorithm 1 have a report each, so that G E is E.",
                glance.user_level,
            ),
            besides(
                "Harmony sends a bit in the place of NULL, and is as private, {harmony-ldp/goal}, as it can be drawn from what "
                "Glance sends; and so is Basic One-time RAPPOR, {borappor-ldp/goal}.",
                glance.harmony,
                every_round.private,
            ),
            besides(
                "It is exactly so for a transcript whose report is the state of a person and not of another, "
                "{attained/goal = c_k = G*E*d_k}, {let x = E - 1}, in however few rounds these differ: so the "
                "tight epsilon is the same at user level and at event level.",
                glance.attained,
            ),
            besides(
                "Such a transcript can happen: a NULL leaves the weight of no report, B, as it was, "
                "{null-stays-0/goal}, and that of a report, A, {null-stays-1/goal}, and a report makes "
                "{report-moves-1/right} of the first, w being its probability.",
                glance.one_report,
            ),
            besides(
                "That the reference's likelihood is the mean over all tau of what Algorithm 1 makes of it round by "
                "round, and that a round is drawn uniformly whatever the states, and all others are NULL, was "
                "looked at.",
                glance.steps_of_algorithm_1,
                glance.pattern,
            ),
            besides(
                "At odds gamma with {left-over-010/gamma >= 1} and {left-over-010/gamma <= E = gamma <= 1 + x} a "
                "report's probability is no more than gamma times that under the other state, unless it is the "
                "person's state and not the other's: then what is left over is not negative, {left-over-010/goal = "
                "0 <= p - gamma*q}, {let p = (1 + x)/(2 + x)}, {let q = 1/(2 + x)}.",
                hidden.signs,
            ),
            besides(
                "So drawing a round of T lowers no odds but delta: between people who differ in k rounds that is "
                "{hockey-stick/delta = k/T*(p - gamma*q)}, {let p = (1 + x)/(2 + x)}, {let q = 1/(2 + x)}, or "
                "nothing where that is negative, at any odds gamma. Harmony, which sends a bit in the place of "
                "NULL, has the odds of Glance.",
                hidden.deltas,
                hidden.odds,
            ),
            besides(
                "In Basic One-time RAPPOR every report multiplies, exactly so where the states that "
                "differ are seen, {every-round-attained/goal}, odds being a product over the rounds that "
                "differ; T reports with a T-th of epsilon each cost {every-round-budget/right} together.",
                every_round.step,
                every_round.attained,
                every_round.whole_budget,
            ),
            said(
                "In section 4.1 eta_t should be the set of all n with t = tau_n, as tau_n is a round and no set.",
                "section 5.1.2, which writes it so",
            ),
        ),
        also=(every_round.exhaustively,),
    ),
    Entry(
        "counting.unbiased",
        f"{COUNTING}, section 4.1",
        "mu_hat_t = ((1/|eta_t|) sum of the reports - q)/(p - q) is the estimate of mu_t.",
        Verdict.CORRECTED,
        (
            against(
                "It divides by the number of reporters, and where {empty-positive/T >= 2} nobody reports in a "
                "given round with a positive probability: {empty-positive/goal}.",
                truthful.empty,
            ),
            instead(
                "Where k of N people report, {unbiased-given-reporters/k >= 1}, each of them reports with "
                "probability {person-reports/right}, and the estimate of the mean number S of ones is mu, A of the "
                "N being active: {unbiased-given-reporters/goal}.",
                chosen.person,
                unbiased.rate,
                ones.mean,
                unbiased.among_all,
            ),
            instead(
                "As the estimate is affine in the ones, that is its mean: {unbiased/goal}. So it is unbiased given every such k, and "
                "in an empty round there is to be no estimate.",
                unbiased.unbiased,
            ),
            besides(
                "With a default d0 in empty rounds, which have the probability P0, the mean is off by {default-bias/right}.",
                unbiased.by_default,
            ),
            besides(
                "Clamping an estimate h that is larger than any share, {clamped-nearer/h > 1}, to the largest "
                "share brings it nearer to mu, {clamped-nearer/goal}; and it biases: for {clamped-biased/N:words} "
                "active person in {clamped-biased/T:words} round, at odds of {clamped-biased/E}, the mean is "
                "{clamped-biased/clamped} instead of {clamped-biased/unclamped}.",
                unbiased.clamped,
                dependence.clamped,
            ),
            besides(
                "Harmony's estimate is unbiased over all k, whatever value is filled in: its mean is {unbiased-filled/right} where A of N people "
                "are active.",
                unbiased.filled,
                unbiased.among_all,
            ),
            besides(
                "The probability that some round is empty is an alternating sum over the numbers of empty rounds.",
                counted.counted,
            ),
        ),
        original=r"Algorithm 1 は推定値 $\hat{\mu}_t$ を次のように計算する： $$\hat{\mu}_t = "
        r"\frac{\frac{1}{|\eta_t|} \sum_{n \in \eta_t} z_{n,t} - q}{p - q} \text{ where}$$",
        answer="False as printed: if {empty-positive/T >= 2}, a round has no reporters with a positive "
        "probability, {empty-positive/goal}, and then no estimate. True is: given k reporters with "
        "{unbiased-given-reporters/k >= 1}, the estimate is unbiased, {unbiased/goal}.",
        answer_in_japanese="印刷のままでは誤り: {empty-positive/T >= 2} のとき, "
        "あるラウンドに報告者がいない確率は正であり ({empty-positive/goal}), "
        "そのとき推定値は定義されない. 正しくは: 報告者数 k が {unbiased-given-reporters/k >= 1} "
        "を満たすとき, その条件の下で不偏である: {unbiased/goal}.",
        also=(moments.means, dependence.by_default),
    ),
    Entry(
        "counting.laws",
        "ours",
        "The exact laws of what is estimated: in one round, its variance, and over all rounds.",
        Verdict.OURS,
        (
            as_printed(
                "The probabilities a_k of k reporters among t people, each of whom reports with probability p, the "
                "inverse of T, are such that {ones-binomial/goal}, as those of a binomial law are; and all sets of "
                "k people are alike, of which there are a_k with {reporters-alike/goal}.",
                ones.binomial,
                chosen.sets,
            ),
            as_printed(
                "Given k reporters a person reports with probability {person-reports/right}, and any two people "
                "do with {pair-reports/right}: so for {variance-given-reporters/N >= 2} Glance's estimate has the"
                " variance {variance-given-reporters/left = c/k + mu*(1 - mu)*(N - k)/((N - 1)*k)}, {let c = (1 +"
                " x)/x^2}.",
                chosen.person,
                chosen.pair,
                exact.coins,
                exact.glance_given,
            ),
            as_printed(
                "Its mean is mu for every k, and this is affine in the inverse of k: so over all k with "
                "{unbiased-given-reporters/k >= 1} the variance is the same of R, the mean of that inverse, "
                "{glance-floor/right = c*R + mu*(1 - mu)*(N*R - 1)/(N - 1)}, {let c = (1 + x)/x^2}.",
                unbiased.among_all,
                exact.glance,
                boundary.limits,
            ),
            as_printed(
                "R is S over the probability that somebody reports, where for N people "
                "{inverse-count-recurrence/goal}, P0 being the probability that nobody does and s the S of a "
                "person less.",
                recurrence.summand,
                recurrence.recurrence,
            ),
            besides(
                "With that S and s, and U for the probability that nobody reports among a person less, "
                "{inverse-count-most/goal} where {inverse-count-most/before} and {inverse-count-most/floor}; and where of n people "
                "{nobody-floor/before}, of a person more {nobody-floor/goal}.",
                recurrence.from_above_everywhere,
            ),
            as_printed(
                "Harmony's variance, with the value `fill` in the place of NULL, is {harmony-variance-exact/left = c*T/N + mu*(1 - "
                "mu)*(T - 1)/N + (T - 1)*(s - fill)^2/(N*(p - q)^2)}, {let c = (1 + x)/x^2}, {let p = (1 + x)/(2 + x)}, "
                "{let q = 1/(2 + x)}, {let s = 1/(2 + x) + x/(2 + x)*mu}.",
                exact.harmony,
            ),
            as_printed(
                "BORAPPOR's is {every-round-variance/left = (1 + x)/(x^2*N)}, x being the excess odds of one of its reports: that of the "
                "number V of ones, to which every person adds their own, {ones-variance/goal}.",
                exact.every_round,
                ones.variance,
                ones.one_more,
                ones.spread,
            ),
            as_printed(
                "Rounds are dependent: given k and l reporters in different rounds, {covariance/k >= 1} and "
                "{covariance/l >= 1}, Glance's estimates have the covariance {covariance/right}, mu and nu being "
                "the shares of active people in these rounds and b the share of those who are active in both.",
                chosen.apart,
                dependence.covariance,
            ),
            as_printed(
                "The law of the largest error depends on more than the shares mu_t: of {N:words} people in "
                "{T:words} rounds, at odds of {E}, {active:words} are active in each, and an error of "
                "{alpha:words} or an empty round has probability {same} if these are the same, and {apart} if "
                "they share {common:words} person.",
                dependence.maximum,
            ),
            besides(
                "The laws of a round's estimates, the probabilities of an error of alpha or more, and those of "
                "people whose states do not change over all rounds, are those of everybody's tau and coins.",
                moments.one_round_laws,
                tail.tails,
                constant_users.tails,
                left_out.left_out,
                inversion.exact,
            ),
        ),
        also=(
            moments.variances,
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
        "Who has the least exact variance.",
        Verdict.OURS,
        (
            as_printed(
                "Harmony's less Glance's is {harmony-less-glance/right = (T - 1)*(s - fill)^2/(N*(p - q)^2) - mu*(1 - mu)*(T - 1)/(N*(N "
                "- 1)) - (R - T/N)*(c + mu*(1 - mu)*N/(N - 1))}, {let c = (1 + x)/x^2}, {let p = (1 + x)/(2 + x)}, "
                "{let q = 1/(2 + x)}, {let s = 1/(2 + x) + x/(2 + x)*mu}.",
                boundary.boundary,
            ),
            as_printed(
                "For H_0, and where nobody is active, it is {harmony-less-glance-at-0/right = (T - 1 - (N*R - "
                "T)*E)/(N*(E - 1)^2)}, {let x = E - 1}: H_0 is ahead of Glance if and only if E times what N times "
                "R exceeds T by is more than the number of all other rounds, so never where N times R is at most T.",
                boundary.nobody_active,
            ),
            as_printed(
                "Where as many are active as are not, Harmony as published, which fills in the middle of both "
                "bits, is ahead of Glance if {R > T/N}.",
                boundary.published_ahead,
            ),
            as_printed(
                "BORAPPOR's variance, {every-round-sinh/right} with u a T-th of epsilon, falls below anything as "
                "epsilon grows, {every-round-falls/goal} as soon as {every-round-falls/x >= 1} and "
                "{every-round-falls/N v x >= 2} for x, the excess odds of a report, and Glance's never below "
                "{glance-floor/left}.",
                exact.every_round,
                boundary.limits,
            ),
            as_printed(
                "Each of them is ahead somewhere where {N} people take part in {T} rounds: Glance, H_0, Harmony as "
                "published, and BORAPPOR.",
                examples.examples,
            ),
            besides(
                "R exceeds T over N where people are at least {inverse-count-above-mean/ratio} times as many as "
                "rounds, and it is never less than that times the probability that somebody reports.",
                examples.uneven,
                counted.bounds,
            ),
            besides(
                "By its tangent at m the inverse of k is at least {inverse-count-tangent/left}, and it is at most "
                "{inverse-count-above/right}; and with the probabilities A and B of k reporters and of a reporter "
                "less among a person less than N, {inverse-count-shifted/goal}, in which what T over N is "
                "multiplied by is the probability of k among N.",
                recurrence.from_below,
                recurrence.from_above,
            ),
            besides(
                "N times the square of the excess odds times Glance's variance less Harmony's is {glance-less-harmony/right}; if "
                "{overtaken-once/N R <= 2T - 1}, what the square is multiplied by there is such that {overtaken-once/goal} where "
                "{overtaken-once/rising}. Glance's less that of Harmony as published is {glance-less-published/right}, and "
                "Harmony's less that of Harmony as published {harmony-less-published/right}.",
                boundary.once,
            ),
            besides(
                "At every budget that was looked at the smaller variance is the one that the reference's crossings "
                "say.",
                best.overtaking,
            ),
        ),
    ),
    Entry(
        "counting.whoever-is-active",
        "ours",
        "A bound on the error of one round that holds whoever is active in it.",
        Verdict.OURS,
        (
            as_printed(
                "Where few people take part, an error of `largest_error` or more in a round of Glance, or of published Harmony, or "
                "no estimate, has a probability of the tail at most, whoever is active.",
                shares.bounded,
            ),
            besides(
                "That it is so of any number of people rests on a theorem of others: P, the probability of x ones or more "
                "among k reports, is that of x successes or more in independent trials, so that {equal-trials/goal} where {x far}, B "
                "being that of k equal trials of the same mean, k q.",
                shares.equal_trials,
            ),
            besides(
                "Of few people, among whom any k are as likely to report, it is so.",
                shares.as_trials,
            ),
        ),
    ),
)
