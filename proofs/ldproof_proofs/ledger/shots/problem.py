"""Abstract and sections 1 to 3: what is promised, privacy, the binary mechanism, and the problem."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said
from ldproof_proofs.law import binary, composition, divergence, pointwise, privacy
from ldproof_proofs.law import definitions as law_definitions
from ldproof_proofs.ledger.shots.source import SHOTS
from ldproof_proofs.reporting import coin
from ldproof_proofs.shots import detection
from ldproof_proofs.shots.accuracy import (
    best_shot,
    best_shot_fails,
    definitions,
    growth,
    heavy_hitters,
    naive,
    one_shot,
    orders,
    text,
)
from ldproof_proofs.shots.formulas import best_m_counted
from ldproof_proofs.tails import exact as tails_exact

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.text",
        f"{SHOTS}, abstract and section 1, Our Contribution",
        "With the right m the trade-off is better than that of one-shot and of m-shot reporting (abstract). For budgets that "
        "are sublinear in T the error is O(sqrt(T^(1-b) log(T/N))), with O(log T) and O(T^b) as examples (abstract), or "
        "O(sqrt(T^(1-b) log T / N)), with O(log T) and T^(1-b) (introduction), for b between 0 and 1; its order is smaller "
        "than those of one-shot and T-shot reporting (abstract).",
        Verdict.CORRECTED,
        (
            against(
                "The abstract: at T of {T} and N of {N} the logarithm of T/N is {right:6}, which is negative and "
                "has no real root.",
                text.ratio_in_logarithm,
            ),
            against(
                "The budget ln T, at T of {best-m-quoted/logarithmic T:1}: with the b for which the power b of T is "
                "{text-logarithmic-budget/S}, and the constant {text-logarithmic-budget/C} under the root, N times the square of the "
                "promised error is {text-logarithmic-budget/right:3}; N times the exact variance, with the m* of "
                "{best-m-quoted/logarithmic m} reports and nobody active, is {text-logarithmic-budget/left:3}.",
                text.rates,
                best_m_counted.quoted,
            ),
            against(
                "The introduction's other budget, at the same T: with the b for which it is {text-exponent-swapped/S}, "
                "and the constant {text-exponent-swapped/C} under the root, N times the square of the promised error is "
                "{text-exponent-swapped/right:3}; N times the exact variance, with the m* of {best-m-quoted/swapped m} "
                "reports and nobody active, is {text-exponent-swapped/left:3}.",
                text.rates,
                best_m_counted.quoted,
            ),
            besides(
                "Whatever the constant C: with dummies that never are a one and nobody active N times the exact "
                "variance of m reports is {idle-variance/left = T/m*E/(E - 1)^2} or more, with {let E = 1 + x}, so "
                "that C S L, with S for the power of T and L for its logarithm, is below it as soon as "
                "{text-any-constant/small = C*S*L*m*(E - 1)^2 < T*E}.",
                text.any_constant,
            ),
            said(
                "As m* is about c* epsilon and its odds are bounded, that is so for every large T: with the budget "
                "ln T for any b, and with the introduction's other budget where it grows slower than the root of T.",
                "limits, which are not shown here",
            ),
            instead(
                "For a budget with {thm-9-best-shot/k B <= epsilon} and {thm-9-best-shot/epsilon <= l B}, where "
                "{thm-9-best-shot/B >= 1} and {thm-9-best-shot/B <= T}, such as the power b of T or log T, with "
                "{let r = 0} and under (1), {thm-9-best-shot/(1) = alpha < (1 + (T/M - 1)*r*(E + 1))/(E - 1)}, "
                "{let E = exp(epsilon/M)}, with M for m*, m* reports are accurate at any alpha with "
                "{thm-9-best-shot/alpha = 3*(T/B)*L <= y*k*N*alpha^2}, with {let L = ln(2*T/beta)}, where y is "
                "positive and no larger than g at the inverses of gamma and a, as in {@shots.thm-9}, for "
                "{growth-above/gamma <= k}, {covered/2 gamma <= a} and {growth-below/l <= a}. For B the power b of "
                "T this is the abstract's rate with L over N in the place of the logarithm of T over N.",
                orders.best,
                growth.in_range,
                best_shot.covered,
            ),
            said(
                "The introduction prints log T over N, the abstract log of T/N, which is taken for a slip; so is the "
                "abstract's m-shot reporting, with which it compares, for T-shot reporting.",
                "the abstract's next sentence, which compares with one-shot and T-shot reporting",
            ),
        ),
    ),
    Entry(
        "shots.introduction",
        f"{SHOTS}, section 1, Our Contribution",
        "For a constant budget, epsilon in O(1), one-shot reporting has an error of O(sqrt(T log T / N)), and for one that "
        "grows linearly, epsilon in O(T), T-shot reporting has one of O(sqrt(log T / N)).",
        Verdict.CORRECTED,
        (
            against(
                "An upper bound on the budget, which O(1) and O(T) are, is not enough: for somebody who takes part "
                "alone, as in {@shots.thm-8}, the square of every error in every round is {least-error-00/left = "
                "1/(E - 1)^2} or more, {let E = 1 + x} being the odds of a report, whatever T and m are. With "
                "epsilon for the budget of a report, if {thm-8-no-constant/9 C epsilon <= 1} and "
                "{thm-8-no-constant/epsilon <= 1} that is at least {thm-8-no-constant/left}, and so at least C: no "
                "positive constant C, times what is beside it in the claim's square, serves all small budgets.",
                best_shot_fails.least_error,
                best_shot_fails.every_constant,
            ),
            instead(
                "For budgets of at least a gamma with {gamma > 0}, with {let r = 0} and under (1), {(1) = alpha < "
                "(1 + (T - 1)*r*(E + 1))/(E - 1)}, {let E = exp(epsilon)}, one-shot reporting is accurate at any "
                "alpha with {alpha = 3*K*T*ln(2*T/beta) <= N*alpha^2}, {let K = exp(gamma)*(exp(gamma) + "
                "1)/(exp(gamma) - 1)^2}.",
                one_shot.theorem_6,
            ),
            instead(
                "For budgets of at least k T, under (1), T-shot reporting is accurate at any alpha with "
                "{alpha = 3*K*ln(2*T/beta) <= N*alpha^2}, {let K = exp(k)*(exp(k) + 1)/(exp(k) - 1)^2}.",
                naive.large,
            ),
        ),
    ),
    Entry(
        "shots.binary-optimal",
        f"{SHOTS}, section 1, Related Work",
        "Among the private ways to send a 0 or a 1, the staircase mechanism, here the binary mechanism, makes the "
        "distance between the two distributions largest.",
        Verdict.HOLDS,
        (
            as_printed(
                "An output with the probability p in a person's first state and q in the second that is private "
                "both ways, {channel-nonnegative-1/private = p <= E*q} and {channel-nonnegative-0/private = q <= "
                "E*p} with {let E = 1 + x}, can be drawn from the binary mechanism's report: with "
                "{channel-nonnegative-0/right = (E*p - q)/(E - 1)} if it is the first state and "
                "{channel-nonnegative-1/right = (E*q - p)/(E - 1)} if it is the second, neither of which is "
                "negative; over all outputs the former add up to {channel-is-a-law/right}, and so do the latter, "
                "with p and q exchanged.",
                binary.channel,
                binary.channel_sums,
            ),
            as_printed(
                "So for a convex f the f-divergence of any of them is at most {divergence-at-most/right = f_E/(E "
                "+ 1) + E*f_inverse/(E + 1)}, with f_E and f_inverse the values of f at {let E = 1 + x} and its "
                "inverse: the sum over what the binary mechanism reports.",
                divergence.ratio,
                divergence.summand,
                divergence.total,
                divergence.largest,
            ),
            besides(
                "What is drawn from the binary mechanism's report, by whatever chances, is as private: every event has probabilities P "
                "and Q with {goal}.",
                privacy.post_processing,
            ),
            said(
                "It is about a report: nothing is said of m of them, or of mechanisms that keep a memory.",
                "the claim's own words",
            ),
        ),
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
                "Of {one-item-fails/N:words} person who is active in {one-item-fails/active:words} rounds the "
                "rounds' shares add up to {one-item-fails/left}, and with an item each they add up to "
                "{one-item-fails/right}.",
                heavy_hitters.shares_add_up,
            ),
            instead(
                "If there are as many pairs of a person and a round in which they are active as people, as with an "
                "item each, the shares add up to {one-item/right}; in general a person holds a set of items.",
                heavy_hitters.shares_add_up,
            ),
            besides(
                "The difference matters to privacy: with {T:words} rounds, a report in each, E of {E} and r of {r} "
                "the tight odds are {one item} between people who are active in a round each, and {sets} between "
                "any people.",
                heavy_hitters.items_are_safer,
            ),
            said(
                "Heavy hitters are the k most frequent items there, and rounds that reach a threshold here.",
                "section 1, Related Work, and section 3.1",
            ),
        ),
    ),
    Entry(
        "shots.def-2.1",
        f"{SHOTS}, section 2.1, Definition 2.1",
        "Q is epsilon-LDP if Pr[Q(v) in S] <= e^epsilon Pr[Q(v') in S] for all data v, v' and all sets S of outputs; "
        "then no output tells the data for certain.",
        Verdict.HOLDS,
        (
            as_printed(
                "With finitely many outputs it is enough to compare them one by one: if the probabilities p and q of "
                "every output under neighbouring inputs have {events/p <= E q}, then those of every event, "
                "P and Q, have {ldp-singletons/goal}.",
                pointwise.events,
                privacy.singletons,
            ),
            as_printed(
                "What can come out for some data can come out for any: if the probabilities p and q of an output "
                "have {p > 0} and {p <= E q}, then {goal}.",
                pointwise.possible,
            ),
            besides(
                "What is drawn from the output of such a mechanism, by any channel, keeps its odds: every event has "
                "probabilities P and Q with {goal}.",
                privacy.post_processing,
            ),
            besides(
                "Odds E that a possible output attains, {ldp-tight/attained}, are the least: for any smaller F it has "
                "{ldp-tight/goal}, p and q being its probabilities.",
                privacy.tight,
            ),
            said(
                "The definition asks for a positive epsilon: what reveals nothing, such as a dummy, is private at "
                "every positive epsilon, however small.",
                "section 2.1",
            ),
        ),
        also=(
            pointwise.tight,
            pointwise.in_symbols,
            law_definitions.largest,
            law_definitions.moments,
            law_definitions.mixtures,
            law_definitions.binomials,
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
                "With a fair bit B, v xor B and B each have the odds {alone} between both v, and together they "
                "show v.",
                composition.shared_noise,
            ),
            instead(
                "If each of any number of mechanisms is LDP at its odds e given what the others released, so that its outputs have "
                "probabilities p and q with {composition/p <= e q}, then all that they release is LDP at the product of their odds: "
                "every event has probabilities P and Q with {ldp-composition/goal}.",
                composition.composition,
                privacy.composed,
            ),
            instead("Where odds multiply, budgets add up: {goal}.", composition.epsilons_add),
        ),
        also=(composition.independent,),
    ),
    Entry(
        "shots.thm-2",
        f"{SHOTS}, section 2.2, Theorem 2",
        "The binary mechanism is epsilon-LDP.",
        Verdict.HOLDS,
        (
            as_printed(
                "Every event has probabilities P and Q under different states with {coin-ldp/goal = P <= E*Q}, with {let E = 1 + x} "
                "for the odds.",
                coin.randomized_response,
            ),
            as_printed(
                "For either bit that is seen and any two states the probabilities, which are not negative and add up to "
                "{coin-sums/right}, differ by a factor of E at most, as truth and lie do, "
                "{coin-private-001/goal = E/(E + 1) <= E*(1/(E + 1))}, with {let E = 1 + x}.",
                coin.is_a_law,
                coin.nonnegative,
                coin.private,
            ),
            besides(
                "At no smaller one: the truth has the probability {left = E/(E + 1)}, a lie {let E = 1 + x} times less, "
                "{goal = E/(E + 1) = E*(1/(E + 1))}.",
                coin.ratio,
            ),
            besides(
                "The truth is likelier than a lie by {left = (E - 1)/(E + 1)}, {let E = 1 + x}.",
                coin.difference,
            ),
        ),
    ),
    Entry(
        "shots.threshold",
        f"{SHOTS}, abstract, section 1 and section 3.1",
        "A round is a heavy hitter if the share of active people is greater than theta (abstract, introduction); if it "
        "is at least theta (section 3.1, Algorithm 1, equation (11)).",
        Verdict.CORRECTED,
        (
            against(
                "In experiment 1, with a share of t/T active in each of {T} rounds and theta of {theta}, {reached} rounds "
                "reach theta and {passed} pass it: round {t} decides.",
                heavy_hitters.threshold,
            ),
            instead(
                "As in section 3.1 and Algorithm 1, a round is detected here if Phi is at least theta: of "
                "{N:words} people of whom {active:words} is active, with {T:words} round, E of {E} and theta of "
                "{theta}, it is with probability {reached}, and would be with {passed} if Phi had to be greater.",
                heavy_hitters.detection,
            ),
        ),
        also=(
            detection.irrational,
            detection.lengths,
            detection.in_symbols,
            tails_exact.mixed,
            tails_exact.binomial_tails,
        ),
    ),
    Entry(
        "shots.def-3.1",
        f"{SHOTS}, section 3.2, Definition 3.1, and appendices 2 to 4",
        "Phi is (alpha, beta)-accurate if with probability at least 1 - beta its error is below alpha at every t; the "
        "appendices read this as Pr[some error reaches alpha] < beta.",
        Verdict.CORRECTED,
        (
            against(
                "Somebody who takes part alone, is idle in {accuracy-simultaneous/T:words} rounds and reports in "
                "both at E of {accuracy-simultaneous/E} is off by {accuracy-simultaneous/alpha:words} or more in "
                "some round with probability {accuracy-simultaneous/some round}: with that for alpha Phi is "
                "accurate with beta of {accuracy-not-strict/beta} by the definition, and the probability is not "
                "smaller than beta.",
                definitions.simultaneous,
                definitions.not_strict,
            ),
            instead(
                "With P for that probability the definition, {accurate}, says that {goal}.",
                definitions.with_equality,
            ),
            besides(
                "Accuracy is of all rounds at once: in either round alone that person's error has probability "
                "{either round}.",
                definitions.simultaneous,
            ),
        ),
    ),
)
