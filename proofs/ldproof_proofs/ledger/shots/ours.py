"""What the source does not say: the joint law of rounds, distances between people, exact errors and better bounds."""

from ldproof_proofs.kernel.entries import OURS, Entry, Verdict
from ldproof_proofs.kernel.sentences import as_printed, besides
from ldproof_proofs.reporting import ones
from ldproof_proofs.reporting.transcript import law as transcript
from ldproof_proofs.shots import amplification, choice, expectations, inversion, variance
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
from ldproof_proofs.shots.distance import attained, bound, closed_form, in_symbols, mean, rounds
from ldproof_proofs.shots.formulas import rates
from ldproof_proofs.shots.law import event_level, event_level_attained, joint, simulation, user_level
from ldproof_proofs.tails import variance as tails_variance

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.simulation",
        OURS,
        "If m < T, rounds drawn as independent Binomial numbers have the exact law of each round, but at r* not the joint law of all.",
        Verdict.OURS,
        (
            as_printed(
                "Let a_k be the probability of k ones from t active people in a round. Then {ones-binomial/goal}: the"
                " number of ones is Binomial with p. Likewise, the number of ones from idle people is Binomial with "
                "q.",
                ones.binomial,
                rates.choices,
                rates.marginals,
            ),
            as_printed(
                (
                    "A person's bits in any two rounds have the covariance {covariance-01/right = -m*(T - "
                    "m)/(T^2*(T - 1))*(1/(E + 1) - r)*(E/(E + 1) - r)} if idle in the first and active in the "
                    "second. Of the last brackets, the former belongs to the idle state and the latter to the "
                    "active state, also if both states are the same."
                ),
                simulation.one_person,
                rates.choices,
            ),
            as_printed(
                "Covariances of independent people add up. At r* and for {covariance-negative/m < T} "
                "each is negative, {covariance-negative/goal}: the rounds are dependent.",
                simulation.people_add,
                simulation.negative,
            ),
            besides(
                (
                    "In the toy experiment of {@shots.eq-11}, E[F] is {f-measure-toy/E[F]}. If rounds were "
                    "independent, it would be {f-measure-independent/E[F]}."
                ),
                f_measure.toy,
                f_measure.independent_toy,
            ),
            besides(
                "If m is T, the rounds are independent: the joint law is the product of the rounds' laws.",
                joint.independent,
            ),
        ),
        also=(
            expectations.expectations,
            expectations.in_symbols,
        ),
    ),
    Entry(
        "shots.distance",
        OURS,
        "Let two people differ in d of the T rounds, and let o = min(r, 1 - r). The largest likelihood ratio "
        "of a transcript is the mean of E^k over the numbers k of reports in these rounds, with the weights "
        "C(d, k) C(T - d, m - k) (o/(1 - o))^(min(d, m) - k).",
        Verdict.OURS,
        (
            as_printed(
                "This mean is the largest ratio of the likelihoods of a transcript between people who"
                " differ in d rounds.",
                closed_form.exhaustively,
                closed_form.binomials,
            ),
            besides(
                (
                    "For {distance-falls/r > 0} and {distance-falls/r < 1} no transcript has a larger ratio: "
                    "{distance-bound/goal}. The reason is that its weight of j reports in the d rounds, over the "
                    "mean's weight of j, falls with j: {distance-falls/goal}."
                ),
                rounds.differing,
                rounds.matching,
                event_level.event_level_weights,
                bound.falls,
                mean.crossing,
                mean.association,
            ),
            besides(
                (
                    "The mean is attained if the outputs are the rarer dummy where the people differ, and "
                    "elsewhere the more frequent dummy, opposite to both people's states. Then a transcript's "
                    "weight of j reports in the d rounds, over the mean's, is the same for all j: "
                    "{distance-attained-0/goal}. So {distance-reached/goal}."
                ),
                attained.rare_seen,
                attained.attained,
                attained.binomial_shares,
                event_level_attained.event_level_attained,
                user_level.user_level_attained,
                mean.reached,
            ),
            besides(
                (
                    "Let dummies always be the same bit. If the other bit appears in a round in which the people "
                    "differ, it is a report and multiplies the ratio by E: {goal = B*(E/(E + 1)) = E*(B*(1/(E + "
                    "1)))}."
                ),
                rounds.forced,
            ),
        ),
        also=(
            closed_form.logarithm,
            in_symbols.in_symbols,
            transcript.split,
        ),
    ),
    Entry(
        "shots.m-exact",
        OURS,
        "The m and r for which the largest variance of Phi, over all shares of active people, is least.",
        Verdict.OURS,
        (
            as_printed(
                "They are found by trying every m, with dummies that are a one never, with "
                "probability {best-r/fair:words}, or always.",
                choice.choices,
            ),
            as_printed(
                "The variance is largest with nobody or everybody active. With r* for r, N times the variance is "
                "larger with everybody active than with nobody active, by {active-is-worst-at-0/right = (T - m)*(E + "
                "1)/(m*(E - 1))}.",
                variance.largest,
                variance.between,
            ),
            as_printed(
                (
                    "No other dummy is better. Let {between-dummies/r <= 1/2}. N times the variance lies above "
                    "the chord between its values at r* and with fair dummies by {between-dummies/right = r*(1 - "
                    "2*r)/2*((T - m)*(E + 1)/(m*(E - 1)))^2}. For larger r, flip all bits."
                ),
                variance.between,
                variance.symmetry,
            ),
            besides(
                (
                    "With everybody active, the variance of a bit is larger at r* than with fair dummies by "
                    "{half-against-zero/right = (m*(3*E - 1)/(T*(E + 1)) - 1)*(1 - m/T)/4}. Fair dummies have a "
                    "smaller worst variance than r* if and only if this is positive."
                ),
                variance.half,
                variance.symmetry,
            ),
        ),
        also=(variance.worst,),
    ),
    Entry(
        "shots.m-exact-jumps",
        OURS,
        "The m with the least worst variance of Phi jumps from few reports to one in every round within a "
        "small step of epsilon. The m* of the source reaches T at a much larger epsilon only.",
        Verdict.OURS,
        (
            as_printed(
                "Let T be {T}. Over all m and the dummies r = {never}, {fair} and {always} together, "
                "the worst variance is least at m = {few} for epsilon = {before:3}. For {after:3} it "
                "is least at m = {T}.",
                choice.jump,
            ),
            as_printed(
                "Let epsilon equal T. Then m* is {m*}, and the worst variance of m* reports with r* for r is more "
                "than {cost} times that of T reports.",
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
                "Clip Y, the value of Phi, to the unit interval: {clipped-above/C}. Let R be the probability that the error of the "
                "clipped estimate reaches alpha in some round. For {shots.clipped/alpha > 0} and {shots.clipped/alpha"
                " <= 1}, {shots.clipped/goal = R <= 2*T*exp(-c*f*epsilon*N*alpha^2/T)} with {let c = 2*ln(2) - 1}.",
                clipping.clipping,
                clipped.as_chernoff,
                clipped.clipped,
            ),
            as_printed(
                (
                    "With a report in every round, {shots.every-round/goal = Q <= 2*T*exp(-N*alpha^2*((E - 1)/(E "
                    "+ 1))*(epsilon/T))} with {let E = exp(epsilon/T)}, for every {shots.every-round/alpha > 0}, "
                    "by Kearns and Saul. With fewer reports let V be the larger variance of a bit, of an active "
                    "or an idle person, and D the difference of p and q. Bernstein's inequality gives "
                    "{by-variance/goal:short}."
                ),
                by_variance.as_bernstein,
                by_variance.by_variance,
                every_round.opposite,
                every_round.as_kearns_saul,
                every_round.every_round,
            ),
            as_printed(
                (
                    "Let {alpha-paper-at-most/beta > 0} and {alpha-paper-at-most/beta < 1}. For each of these "
                    "bounds, and for (2), there is an alpha at which it is exactly beta. For (2) it is "
                    "{alpha-paper-at-most/alpha:short}."
                ),
                solved.solved,
            ),
        ),
        also=(
            halving.solve,
            conditions.conditions,
            tails_variance.scale_invariance,
        ),
    ),
    Entry(
        "shots.alpha-exact",
        OURS,
        "The exact alpha: the largest error that is reached in a round with a probability above beta / T.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "For every share of active people, this error is found from the exact law of the number of "
                    "ones. In tests it is the largest such error in a list of all errors and their probabilities."
                ),
                inversion.exact,
            ),
        ),
        also=(
            inversion.ties,
            inversion.in_symbols,
        ),
    ),
    Entry(
        "shots.event-delta",
        OURS,
        "The formula shots.event_delta is the least delta with the following property. If a person's state "
        "changes in one round, every event is at most gamma times as likely as before, plus delta.",
        Verdict.OURS,
        (
            as_printed(
                (
                    "It is the largest hockey-stick divergence, Pr[Y in S | v] minus gamma times Pr[Y in S | v']."
                    " Here S is any set of transcripts Y, and v and v' are any states of a person that differ in "
                    "a round. The odds gamma may be irrational."
                ),
                amplification.deltas,
            ),
        ),
        also=(amplification.in_symbols,),
    ),
)
