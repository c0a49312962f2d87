"""Section 4 and appendix 1: the method, its privacy, the bound on its error, and which m and r make the bound best."""

from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said, sharper
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
    constants,
    deviation,
    naive,
    needed,
    t_shot,
    theorem_5,
)
from ldproof_proofs.shots.alphas import clipped, conditions, every_round
from ldproof_proofs.shots.formulas import best_m_counted, cases, linear, merit, peak, rates
from ldproof_proofs.shots.law import (
    dummies,
    event_epsilon,
    event_level,
    event_level_attained,
    reachable,
    user_level,
)
from ldproof_proofs.tails import cited, exponent, trials

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.naive-order",
        f"{SHOTS}, section 4",
        "Unless epsilon is very large, the naive method, a report in every round, has an alpha of O(T sqrt(log T / N)), "
        "so that N must grow at least like T^2.",
        Verdict.HOLDS,
        (
            as_printed(
                "For {epsilon <= k T}, whatever k, and under (1) it is accurate at any alpha with "
                "{alpha = 3*k^2*K*T^2*ln(2*T/beta) <= epsilon^2*N*alpha^2}, {let K = exp(k)*(exp(k) + 1)/(exp(k) - 1)^2}.",
                t_shot.theorem_7,
            ),
            as_printed(
                "And for the variance N must grow like that: the exact variance of Phi is {t-shot-variance/right = "
                "E/(N*(E - 1)^2)}, with {let E = 1 + x} the odds of a report, and for a budget with "
                "{naive-variance/epsilon <= k T} it is a V with {naive-variance/goal = k^2*exp(k)/(exp(k) - "
                "1)^2*T^2 <= N*epsilon^2*V}, {let V = exp(epsilon/T)/(N*(exp(epsilon/T) - 1)^2)}.",
                naive.exact_variance,
                naive.naive,
            ),
            besides(
                "The factor of the square of T is {naive factor:8} where k is {k:words}.", constants.constants
            ),
            besides(
                "Very large means linear in T: for {epsilon >= k T} and under (1) it is accurate at any alpha with "
                "{alpha = 3*K*ln(2*T/beta) <= N*alpha^2}, {let K = exp(k)*(exp(k) + 1)/(exp(k) - 1)^2}.",
                naive.large,
            ),
        ),
    ),
    Entry(
        "shots.concentrating",
        f"{SHOTS}, sections 1 and 4.1",
        "In many cases it is more accurate to spend the budget in some rounds than uniformly in all of them.",
        Verdict.HOLDS,
        (
            as_printed(
                "By the bound (2) it is never less so where {T >= 2} and {epsilon <= T}: with {let E = "
                "exp(epsilon/T)} and {let F = exp(epsilon/(T - 1))}, g is {left = T/epsilon*(E - 1)^2/(E*(E + 1))} "
                "for T reports and no smaller, {right = (T - 1)/epsilon*(F - 1)^2/(F*(F + 1))}, for a report less.",
                linear.not_every_round,
            ),
            as_printed(
                "It can be more: at epsilon of {linear-budget/epsilon}, which is T, f is {linear-budget/left:4} for "
                "{best-m-quoted/linear m} reports and {linear-budget/right:4} for T; and (2) is at "
                "most beta just where {bound-is-beta/enough = 3*T*ln(2*T/beta) <= f*epsilon*N*alpha^2}, with "
                "{let f = m/epsilon*(exp(epsilon/m) - 1)^2/(exp(epsilon/m)*(exp(epsilon/m) + 1) + (exp(epsilon/m) + 1)^2*(T/m - 1)*r)}, "
                "so that the square of its alpha is in inverse proportion to f.",
                adaptive.budgets,
                best_m_counted.quoted,
                accurate.bounded,
                needed.needed,
            ),
            besides(
                "Not in all: from {case (3)} on, T reports are at least as good as any m by that bound.",
                cases.all_reports,
            ),
        ),
    ),
    Entry(
        "shots.sequential",
        f"{SHOTS}, section 4.1 and Algorithm 1",
        "The algorithm meets the sequential constraint: whether round t is a heavy hitter is said before round t + 1.",
        Verdict.HOLDS,
        (
            as_printed(
                "The rounds in which a person reports can be drawn one after another: whoever has k reports left in n rounds reports now "
                "with probability {chosen-share/right}, the share of the choices that have this round; and weights of a "
                "transcript stay what choosing all rounds beforehand makes of them.",
                chosen.chances,
                chosen.step,
            ),
            as_printed(
                "What is compared with theta depends on the number of ones of that round alone, and is affine in "
                "it: of a mean of any ones_1 and ones_2, the former with `weight`, it is {estimate-is-affine/right "
                "= weight*(ones_1/N - q)/D + (1 - weight)*(ones_2/N - q)/D}, with {let q = m/T/(2 + x) + (1 - "
                "m/T)*r} and {let D = m/T*x/(2 + x)}.",
                rates.unbiased,
            ),
        ),
    ),
    Entry(
        "shots.thm-3",
        f"{SHOTS}, section 4.1, Theorem 3, and the displays before it",
        "Phi is an unbiased estimator of Phi_0; the probabilities of a one are p in state 1 and q in state 0.",
        Verdict.HOLDS,
        (
            besides(
                "A transcript has weights, each for a number of reports: before the first round all of it is that "
                "of no report, and a round in which what is seen has the probability o in silence and w in a "
                "report turns A for k reports and B for a report less into A o and B w together. What may be seen "
                "in a round adds up, {transcript-linear-1/goal}: a round that is not looked at counts with the "
                "sums over all that it may show.",
                transcript.linear,
            ),
            as_printed(
                "The probability of a one in a round, from the law of the transcript, is {p-is-a-marginal/right = "
                "m/T*(E/(E + 1)) + (1 - m/T)*r} for whoever is active and {q-is-a-marginal/right = m/T*(1/(E + 1)) "
                "+ (1 - m/T)*r} for whoever is idle, with {let E = 1 + x} the odds of a report: what is not looked "
                "at adds up, and of all choices of m rounds the share m over T has this one.",
                transcript.linear,
                transcript.hiding_most,
                rates.choices,
                rates.marginals,
            ),
            as_printed(
                "Phi is affine in the number of ones, and at their mean it is {unbiased/right}, the share of "
                "active people: for {unbiased/x > 0}, that is for any positive budget.",
                rates.unbiased,
            ),
            as_printed(
                "So it is for any people: if a of N are active, the mean number S of ones is such that "
                "{ones-mean/goal}, n being N, and with it {unbiased-among-people/goal = (S/N - q)/(p - q) = a/N}, "
                "with {let p = m/T*((1 + x)/(2 + x)) + (1 - m/T)*r} and {let q = m/T*(1/(2 + x)) + (1 - m/T)*r}.",
                rates.among_people,
                ones.mean,
                ones.one_more,
            ),
            besides(
                "Of independent people, what several of them send having the product of their probabilities, the weights of the "
                "numbers of ones are those of a fold over people.",
                ones.independent,
            ),
            besides(
                "What is divided by is p less q, {left = m/T*((E - 1)/(E + 1))} with {let E = 1 + x}, and no r is in it.",
                rates.difference,
            ),
            besides(
                "The law of the transcript is that of Algorithm 1: if the weights of some rounds are choices times "
                "probabilities, so are those with another round, in which whoever has k reports left in n rounds "
                "reports with probability {chosen-share/right}.",
                chosen.chances,
                chosen.step,
            ),
        ),
        also=(transcript.fold_is_average,),
    ),
    Entry(
        "shots.thm-4",
        f"{SHOTS}, section 4.2, Theorem 4",
        "m-shot reporting is epsilon-LDP.",
        Verdict.HOLDS,
        (
            as_printed(
                "Let {m-shot-ldp/m >= 1}, {m-shot-ldp/m <= T}, {m-shot-ldp/r >= 0} and {m-shot-ldp/r <= 1}. For every event, with P "
                "and Q for its probabilities under the states of any two people, {m-shot-ldp/goal}.",
                user_level.private,
            ),
            as_printed(
                "Output by output: whatever is seen in t rounds, the weights of k reports under the states of any "
                "two people have {user-level/goal = c_k <= G*E*d_k}, with {let E = 1 + x} the odds of a report and "
                "G, which times E is their power k.",
                coin.private,
                coin.nonnegative,
                coin.dummies,
                coin.dummy_is_a_law,
                transcript.private,
                user_level.user_level,
            ),
            as_printed(
                "At k of m and t of T the weights c and d over the number of choices are the probabilities of the "
                "output, {output/goal}; and if every output keeps the odds, so does every event, {@shots.def-2.1}.",
                privacy.output,
                chosen.chances,
                chosen.step,
            ),
            besides(
                "At no smaller budget: if a person's states are what was seen in every round and another's are the "
                "opposite, then {user-level-attained/goal = c_k = G*E*d_k}, with {let E = 1 + x}, for all t, k and "
                "r; and a mechanism with a possible output that attains its odds is LDP at no smaller odds, "
                "{@shots.def-2.1}.",
                transcript.revealing,
                user_level.user_level_attained,
            ),
            besides(
                "And that can happen, for all T, m and r: if all states are the more frequent dummy, and so is what is "
                "seen, then a, a positive multiple of that weight, has {shots.reachable/reachable}, so that "
                "{shots.reachable/goal}.",
                reporting_reachable.doubling,
                reporting_reachable.reachable,
                reachable.rounds,
                reachable.likely,
            ),
            besides(
                "In t rounds that do not change, fewer reports are likelier than more by a bounded factor only: "
                "with a for their weights and x for the excess odds of a report, {event-weights/goal}.",
                transcript.hiding,
                dummies.loud,
                dummies.quiet_bounds,
                event_level.event_level_weights,
            ),
            besides(
                "So the odds between people who differ in a round are at most {event-level-attained-0/right = 1 + "
                "(E - 1)*m*(1 - o)/(o*(T - m) + m*(1 - o))}, with {let o = min(r, 1 - r)} and {let E = 1 + x}; "
                "that is reached where the rarer dummy is seen in it, and in all other rounds the more frequent "
                "one, which is the opposite of the states.",
                event_level.event_level_weights,
                event_level.event_level,
                event_level_attained.event_level_attained,
            ),
            besides(
                "Where silence makes what is seen exactly rho times as likely as a report does in each of t "
                "rounds, their weights a have {reporting.hiding-most/goal}.",
                transcript.hiding_most,
            ),
            besides(
                "In epsilon: {right = ln(1 + (exp(epsilon/m) - 1)*m*(1 - o)/(o*(T - m) + m*(1 - o)))}, with "
                "{let o = min(r, 1 - r)}.",
                event_epsilon.event_budget,
            ),
        ),
        also=(
            transcript.fold_is_average,
            user_level.user_level_exhaustively,
            user_level.whole_budget,
            event_epsilon.event_level_exhaustively,
        ),
    ),
    Entry(
        "shots.thm-5",
        f"{SHOTS}, section 4.3, Theorem 5, and appendix 1",
        "For every m, 1 and T included, if alpha is below (1), then Pr[some round's error reaches alpha] <= "
        "2 T exp(-f(m, r) epsilon N alpha^2 / (3 T)).",
        Verdict.LOOSE,
        (
            as_printed(
                "For a positive alpha below (1): an error of alpha is a deviation of the ones by alpha times N and "
                "times p less q, some round's error has at most T times the probability of the likeliest, and so "
                "for Q, the probability of some round's, {thm-5/goal = Q <= 2*T*exp(-f*epsilon*N*alpha^2/(3*T))} "
                "with {let f = m/epsilon*(exp(epsilon/m) - 1)^2/(exp(epsilon/m)*(exp(epsilon/m) + 1) + "
                "(exp(epsilon/m) + 1)^2*(T/m - 1)*r)}.",
                deviation.tails,
                union.union,
                theorem_5.theorem_5,
            ),
            sharper(
                "The constant in the exponent can be {let c = 2*ln(2) - 1}, and {sharper/alpha (p - q) <= p = alpha*(p "
                "- q) <= p} is enough in the place of (1), with {let p = m/T*exp(epsilon/m)/(exp(epsilon/m) + 1) + (1 "
                "- m/T)*r} and {let q = m/T/(exp(epsilon/m) + 1) + (1 - m/T)*r}: {sharper/goal = Q <= "
                "2*T*exp(-c*f*epsilon*N*alpha^2/T)}, with {let f = m/epsilon*(exp(epsilon/m) - "
                "1)^2/(exp(epsilon/m)*(exp(epsilon/m) + 1) + (exp(epsilon/m) + 1)^2*(T/m - 1)*r)}.",
                clipped.sharper,
            ),
            besides(
                "(1) says that alpha is below {right = q/(p - q)}, with {let p = m/T*(1 + x)/(2 + x) + (1 - m/T)*r} and "
                "{let q = m/T/(2 + x) + (1 - m/T)*r}.",
                condition.condition,
            ),
            besides(
                "The right side of (2) is {failure-bound/right:short}, with D for p less q: T times Chernoff's bound "
                "at a mean of N p. Under (1) the deviation is less than their mean, "
                "{deviation-below-1/goal:short}, and the exponent is on the safe side, {shots.exponent/goal:short}.",
                chernoff.as_chernoff,
                chernoff.applies,
                chernoff.bound,
            ),
            besides(
                "Without any condition (2) is false: for {N:words} person who is idle in all of {T} rounds, "
                "{m:words} report and r of {r}, at epsilon of {epsilon} and alpha of {alpha}, the left side is "
                "{left} and the right side is {right:3}.",
                condition.without_condition,
            ),
            besides(
                "In the first experiment, N of {N} and T of {T}, the alpha at which (2) is beta is under (1) for "
                "no beta short of certainty at epsilon of {small epsilon}; at {middle epsilon} and m of {middle m} "
                "for beta above {middle low..middle high}; at {large epsilon} and m of {large m} for beta above a "
                "number between {large low:4} and {large high:4}.",
                conditions.experiments,
            ),
        ),
    ),
    Entry(
        "shots.a-4",
        f"{SHOTS}, appendix 1, the display before (A-4)",
        "By the assumption (E - 1) / ((E - 1) Phi_0 + 1 + (E + 1)(T/m - 1) r) <= (E - 1) / (1 + (E + 1)(T/m - 1) r) < 1, "
        "with E = e^(epsilon/m).",
        Verdict.CORRECTED,
        (
            against(
                "The first fraction is {left} where {let x = E - 1} is {x}, m and T are {T}, and Phi_0 and r are {r}.",
                appendix.without_alpha,
            ),
            instead(
                "An alpha is missing: under (1) what is below {right} is {left = (p - q)*alpha/((p - q)*phi + q)}, with "
                "{let p = m/T*(1 + x)/(2 + x) + (1 - m/T)*r} and {let q = m/T/(2 + x) + (1 - m/T)*r}.",
                chernoff.applies,
            ),
        ),
    ),
    Entry(
        "shots.thm-10",
        f"{SHOTS}, appendix 1, Theorem 10",
        "Pr[|X - mu| >= delta mu] <= 2 exp(-mu delta^2 / 3) for sums of independent trials and 0 < delta < 1.",
        Verdict.LOOSE,
        (
            as_printed(
                "A textbook's theorem: {goal = P <= 2*exp(-mean*delta^2/3)} for {delta > 0} and {delta < 1}.",
                cited.theorem_10,
            ),
            sharper(
                "The constant in the exponent can be {let c = 2*ln(2) - 1}, for delta, here d, with {d <= 1}, and "
                "the mean mu can be any number `most` from it on: {goal = U + W <= 2*exp(-c*most*d^2)}, U being "
                "the probability of mu plus d times `most` or more, and W that of mu less d times `most` or less.",
                trials.trials,
            ),
            besides(
                "The method's exponent allows no larger one for all these d, at the last of which the difference "
                "vanishes: {best-constant/statement}, and {best-constant-root/goal}.",
                exponent.best_constant,
            ),
        ),
    ),
    Entry(
        "shots.eq-3",
        f"{SHOTS}, section 4.3, equation (3), and the sentence after it",
        "The best m and r are those that maximise f; f decreases in r, so that r* = 0 maximises it for every m.",
        Verdict.HOLDS,
        (
            as_printed(
                "With {let E = exp(epsilon/m)}, f is {figure-of-merit-as-printed/right = m/epsilon*(E - 1)^2/(E*(E + 1) + (E + 1)^2*(T/m - 1)*r)}, "
                "which is {figure-of-merit-from-p-and-q/right = T/epsilon*(p - q)^2/p} with "
                "{let p = m/T*exp(epsilon/m)/(exp(epsilon/m) + 1) + (1 - m/T)*r} and "
                "{let q = m/T/(exp(epsilon/m) + 1) + (1 - m/T)*r}; and for {merit-decreasing/r <= s} it is no larger at s.",
                merit.merit,
                merit.decreasing,
            ),
            besides(
                "At m of T there is no dummy, and all r are as good: p is {p-in-every-round/right = E/(E + 1)}, and q is "
                "{q-in-every-round/right = 1/(E + 1)}, with {let E = 1 + x}.",
                every_round.opposite,
            ),
            besides(
                "It is about the bound (2). Of the exact variance it is not so, {@shots.r-star}: N times it is by "
                "{dummies-of-one/right = (2*phi - 1)*(T - m)*(E + 1)/(m*(E - 1))} larger where dummies are never a "
                "one than where they always are, with {let E = 1 + x}.",
                variance.one_against_zero,
            ),
        ),
    ),
    Entry(
        "shots.eq-4",
        f"{SHOTS}, section 4.3, equation (4)",
        "The largest f(m, r) over all m and r is the largest f(m, 0) over all m.",
        Verdict.HOLDS,
        (
            as_printed(
                "For every m, {merit-decreasing/r >= 0}, {merit-decreasing/r <= s} and {merit-decreasing/s <= 1}, "
                "f is no larger at s than at r: so it is largest at the least r that there is.",
                merit.decreasing,
            ),
        ),
    ),
    Entry(
        "shots.r-star",
        f"{SHOTS}, section 4.3",
        "The error is made small through its bound (2); whatever m is, the best dummy is r* = 0, as f decreases in r.",
        Verdict.CORRECTED,
        (
            against(
                "N times the exact variance of Phi where dummies are never a one, less that where they always are, "
                "is {dummies-of-one/right = (2*phi - 1)*(T - m)*(E + 1)/(m*(E - 1))}, with {let E = 1 + x}: "
                "positive, so that the latter are better, if m is below T and more people are active than not.",
                variance.exact,
                variance.of_people,
                variance.one_against_zero,
            ),
            instead(
                "Those that never are a one are no worse where no more people are active than not; and no r in "
                "between is better than both: N times the variance is what mixing the variances of those that "
                "always and never are by r gives, and {variance-concave-in-r/right = r*(1 - r)*((T - m)*(E + "
                "1)/(m*(E - 1)))^2} more, with {let E = 1 + x}.",
                variance.one_against_zero,
                variance.concave,
            ),
            besides(
                "Flipping all states and bits turns phi into the share of idle people and r into the probability "
                "of the other bit, and leaves the variance.",
                variance.symmetry,
            ),
            besides(
                "The variance is largest where nobody or everybody is active.",
                variance.largest,
            ),
        ),
        also=(variance.worst,),
    ),
    Entry(
        "shots.g",
        f"{SHOTS}, section 4.3",
        "f(m, 0) = g(m / epsilon).",
        Verdict.HOLDS,
        (
            as_printed(
                "With {let E = exp(epsilon/m)}, g at m/epsilon is {left = m/epsilon*(E - 1)^2/(E*(E + 1))}, and so "
                "is f, {right = m/epsilon*(E - 1)^2/(E*(E + 1) + (E + 1)^2*(T/m - 1)*r)}, at {let r = 0}.",
                merit.one_variable,
            ),
        ),
    ),
    Entry(
        "shots.fig-1",
        f"{SHOTS}, section 4.3, figure 1",
        "g has one extremum on x > 0.",
        Verdict.HOLDS,
        (
            as_printed(
                "A maximum: as u, the inverse of x, grows, {expression = (exp(u) - 1)^2/(u*exp(u)*(exp(u) + 1))} "
                "rises up to some u and falls from there.",
                peak.one_peak,
            ),
            said("The source reads it off a plot.", "section 4.3"),
        ),
    ),
)
