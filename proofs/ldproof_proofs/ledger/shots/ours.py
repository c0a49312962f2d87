"""What the source does not say: the joint law of rounds, distances between people, exact errors and better bounds."""

from ldproof_proofs.kernel.entries import OURS, Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides
from ldproof_proofs.reporting import ones
from ldproof_proofs.reporting.transcript import chosen
from ldproof_proofs.reporting.transcript import law as transcript
from ldproof_proofs.shots import amplification, choice, expectations, inversion, mixtures, variance
from ldproof_proofs.shots.accuracy import f_measure
from ldproof_proofs.shots.alphas import (
    by_variance,
    clipped,
    clipping,
    conditions,
    every_round,
    halving,
    solved,
)
from ldproof_proofs.shots.distance import attained, bound, closed_form, ends, in_symbols, known, mean, rounds
from ldproof_proofs.shots.formulas import rates
from ldproof_proofs.shots.law import event_level, event_level_attained, joint, simulation, user_level
from ldproof_proofs.tails import exact as tails_exact

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.simulation",
        OURS,
        "Rounds drawn as independent Binomial numbers have the exact law of each round, but not the joint law of all.",
        Verdict.OURS,
        (
            as_printed(
                "In every round a person's bit is a one with probability {p-is-a-marginal/right = m/T*(E/(E + 1)) "
                "+ (1 - m/T)*r} or {q-is-a-marginal/right = m/T*(1/(E + 1)) + (1 - m/T)*r}, by the state, with "
                "{let E = 1 + x}: so of t independent people in the same state the number of ones is Binomial, its "
                "probabilities a_k being such that {ones-binomial/goal}, p for either of these.",
                rates.choices,
                rates.marginals,
                ones.binomial,
            ),
            as_printed(
                "A person's bits in any two rounds have the covariance {covariance-11/right = -m*(T - m)/(T^2*(T - "
                "1))*(E/(E + 1) - r)*(E/(E + 1) - r)} where they are active in both, {covariance-01/right = -m*(T "
                "- m)/(T^2*(T - 1))*(1/(E + 1) - r)*(E/(E + 1) - r)} where they are idle in the first and active "
                "in the second, and {covariance-00/right = -m*(T - m)/(T^2*(T - 1))*(1/(E + 1) - r)*(1/(E + 1) - "
                "r)} where they are idle in both, with {let E = 1 + x}.",
                simulation.one_person,
                rates.choices,
            ),
            as_printed(
                "The covariances of independent people add up: with a person more the covariance is {right}, that "
                "of the others and the person's.",
                simulation.people_add,
            ),
            as_printed(
                "So with dummies that never are a one the ones of any two rounds are not independent where {m < "
                "T}: every person's covariance is negative, {goal}.",
                simulation.negative,
            ),
            besides(
                "Exactly joint is to go round by round, where whoever has k reports left in n rounds reports with "
                "probability {report-now/right}.",
                simulation.sequential,
                chosen.chances,
                chosen.step,
            ),
            besides(
                "In a toy experiment with {f-measure-toy/N:words} people, {f-measure-toy/T:words} rounds, "
                "{f-measure-toy/m:words} report, E of {f-measure-toy/E}, r of {f-measure-toy/r} and theta of "
                "{f-measure-toy/theta}, E[F] is {f-measure-toy/E[F]}; if rounds were independent it would be "
                "{f-measure-independent/E[F]}.",
                f_measure.toy,
                f_measure.independent_toy,
            ),
            besides(
                "At m of T the joint law is the product of the rounds' laws.",
                joint.independent,
            ),
        ),
        also=(
            joint.exhaustively,
            expectations.expectations,
            expectations.assumed,
            expectations.inverted,
            expectations.lengths,
            expectations.in_symbols,
            tails_exact.independent_events,
        ),
    ),
    Entry(
        "shots.distance",
        OURS,
        "What people who differ in d of the T rounds can be told apart by: the mean of E^k, where k of the m reports fall in "
        "the d rounds with the weights C(d, k) C(T - d, m - k) (o/(1 - o))^(min(d, m) - k), o = min(r, 1 - r).",
        Verdict.OURS,
        (
            as_printed(
                "That mean is the largest ratio of the likelihoods of a transcript between people who differ in d rounds; the "
                "reference's quotients are it.",
                closed_form.exhaustively,
                closed_form.binomials,
            ),
            besides(
                "That no transcript has more is shown for all T, m and d and every r with {distance-falls/r > 0} "
                "and {distance-falls/r < 1}, step by step. A transcript's weights of j reports in the rounds that "
                "differ, over the mean's weights, do not rise with j: {distance-falls/goal}.",
                rounds.differing,
                event_level.event_level_weights,
                bound.falls,
            ),
            besides(
                "What falls with j where the power j of E rises, and passes a level where that passes its mean, has no larger "
                "mean with it: {distance-association/goal}, sums over j. From that, {distance-bound/goal}.",
                mean.crossing,
                mean.association,
            ),
            besides(
                "Where the states of both people agree, they may be taken for the opposite of what is seen: changing a state "
                "to what is seen never lowers a weight, {goal}.",
                rounds.matching,
            ),
            besides(
                "A likelihood is a sum over j because weights are carried along linearly: {goal}.",
                transcript.linear_in_weights,
            ),
            besides(
                "It is reached by a transcript that shows the rarer dummy where the people differ, and elsewhere the more frequent "
                "one to people whose states are its opposite: its weights go with those of the mean, {distance-attained-0/goal}, and then {distance-reached/goal}.",
                attained.rare_seen,
                attained.attained,
                attained.binomial_shares,
                event_level_attained.event_level_attained,
                user_level.user_level_attained,
                mean.reached,
            ),
            besides(
                "What is never a dummy shows a report: each round of it that differs multiplies the ratio by E, "
                "{goal = B*(E/(E + 1)) = E*(B*(1/(E + 1)))} with {let E = 1 + x}; where dummies always are the "
                "same bit m rounds of it are a ratio of the power m of E.",
                rounds.forced,
            ),
        ),
        also=(
            closed_form.logarithm,
            in_symbols.in_symbols,
            ends.ends,
            ends.grows,
            transcript.split,
            known.irrational,
            known.exact,
        ),
    ),
    Entry(
        "shots.m-exact",
        OURS,
        "The m, and the dummy, with the least worst variance of Phi; beside m*, which has the best bound.",
        Verdict.OURS,
        (
            as_printed(
                "Found by looking at every m, and at dummies that are a one never, with probability "
                "{best-r/fair:words}, and always.",
                choice.choices,
            ),
            as_printed(
                "The variance is worst where nobody or everybody is active: for every share phi it is at most the "
                "reference's largest, which is one of these values. With dummies that never are a one it is worst "
                "with everybody active, by {active-is-worst-at-0/right = (T - m)*(E + 1)/(m*(E - 1))} times the "
                "inverse of N, {let E = 1 + x}.",
                variance.largest,
                variance.between,
            ),
            as_printed(
                "No other dummy is better: for {between-dummies/r <= 1/2} N times the variance is what mixing by r "
                "those of dummies that never are a one and of fair dummies gives, and {between-dummies/right = "
                "r*(1 - 2*r)/2*((T - m)*(E + 1)/(m*(E - 1)))^2} more, {let E = 1 + x}, for every share phi, "
                "everybody active included, where both are worst; and flipping all states and bits turns r into "
                "the probability of the other bit.",
                variance.between,
                variance.symmetry,
            ),
            besides(
                "With everybody active the variance of a bit is by {half-against-zero/right = (m*(3*E - 1)/(T*(E + "
                "1)) - 1)*(1 - m/T)/4} larger with dummies that never are a one than with fair dummies, with {let "
                "E = 1 + x}, and with nobody active it is never larger, {half-against-nobody/goal = m/(T*(E + "
                "1))*(1 - m/(T*(E + 1))) <= 1/4*(1 - (m/T*((E - 1)/(E + 1)))^2)}; with fair dummies both are "
                "alike. So these are better than those if and only if that difference is positive.",
                variance.half,
                variance.symmetry,
            ),
        ),
        also=(variance.worst,),
    ),
    Entry(
        "shots.m-exact-jumps",
        OURS,
        "The exact choice goes from few reports to one in every round within a small step of the budget, long before (7) does.",
        Verdict.OURS,
        (
            as_printed(
                "At T of {T} the m with the least worst variance, with dummies that are a one never, with "
                "probability {fair:words} or always, is {few} at epsilon of {before:3}, and {T} at {after:3}.",
                choice.jump,
            ),
            as_printed(
                "At epsilon of T m* is {m*}, and the worst variance of so many reports, with dummies that never "
                "are a one, is more than {cost} times that of a report in every round.",
                choice.jump,
            ),
        ),
    ),
    Entry(
        "shots.alphas",
        OURS,
        "Bounds like (2) that need no condition such as (1), and the alphas at which they, and (2), are beta.",
        Verdict.OURS,
        (
            as_printed(
                "For {sharper/alpha (p - q) <= p = alpha*(p - q) <= p} the constant in the exponent of (2) may be {let "
                "c = 2*ln(2) - 1}: {sharper/goal = Q <= 2*T*exp(-c*N*(alpha*(p - q))^2/p)}, with {let p = "
                "m/T*exp(epsilon/m)/(exp(epsilon/m) + 1) + (1 - m/T)*r} and {let q = m/T/(exp(epsilon/m) + 1) + (1 - "
                "m/T)*r}.",
                clipped.as_chernoff,
                clipped.sharper,
            ),
            as_printed(
                "With Y for Phi, Phi clipped to what a share can be is {clipped-above/C}, and is no farther from "
                "the share of active people than Phi, and never farther than {clipped-at-most-1-above/right}.",
                clipping.clipping,
            ),
            as_printed(
                "So for it the same bound holds at every {shots.clipped/alpha > 0} with {shots.clipped/alpha <= 1}.",
                clipped.clipped,
            ),
            as_printed(
                "T times Bernstein's bound, with the larger variance that a bit can have, holds for every "
                "{shots.by-variance/alpha > 0}.",
                by_variance.as_bernstein,
                by_variance.by_variance,
            ),
            as_printed(
                "At m of T that of Kearns and Saul holds for every {shots.every-round/alpha > 0}: "
                "{shots.every-round/goal = Q <= 2*T*exp(-N*alpha^2*((E - 1)/(E + 1))*(epsilon/T))}, {let E = exp(epsilon/T)}.",
                every_round.opposite,
                every_round.as_kearns_saul,
                every_round.every_round,
            ),
            as_printed(
                "At its alpha each of them, and (2) too, is exactly beta, at most and at least, for all parameters "
                "and every beta with {alpha-paper-at-most/beta > 0} and {alpha-paper-at-most/beta < 1}: (2) at "
                "{alpha-paper-at-most/alpha:short}, with f as in {@shots.eq-3} and {alpha-paper-at-most/L} for L.",
                solved.solved,
            ),
        ),
        also=(
            halving.solve,
            conditions.conditions,
            tails_exact.scales,
        ),
    ),
    Entry(
        "shots.alpha-exact",
        OURS,
        "The exact alpha: the largest error that is reached in a round with a probability above beta / T.",
        Verdict.OURS,
        (
            as_printed(
                "Found by turning round the exact law of the number of ones, for every share of active people; held against "
                "a list of all errors and their probabilities.",
                inversion.exact,
            ),
        ),
        also=(
            inversion.ties,
            inversion.in_symbols,
            mixtures.in_floats,
        ),
    ),
    Entry(
        "shots.event-delta",
        OURS,
        "What dummies hide of one round's change beyond epsilon: the least delta at any odds.",
        Verdict.OURS,
        (
            as_printed(
                "The largest hockey-stick divergence over all people and all changes of a round, at rational and "
                "at irrational odds, and as a fraction also where that is long.",
                amplification.deltas,
            ),
        ),
        also=(amplification.in_symbols,),
    ),
)
