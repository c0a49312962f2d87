"""The claims of the source on m-shot reporting, in order, and ours about it."""

from ldproof_proofs import tails
from ldproof_proofs.exact import consumption
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.law import binary, composition, divergence, pointwise
from ldproof_proofs.ledger.gathering import gather
from ldproof_proofs.reporting import coin, transcript
from ldproof_proofs.shots import expectations
from ldproof_proofs.shots.accuracy import (
    chernoff,
    condition,
    definitions,
    f_measure,
    heavy_hitters,
    theorem_5,
)
from ldproof_proofs.shots.distance import attained, bound, closed_form, ends, mean, rounds, split
from ldproof_proofs.shots.formulas import merit, peak, rates
from ldproof_proofs.shots.law import (
    dummies,
    event_epsilon,
    event_level,
    event_level_attained,
    joint,
    simulation,
    user_level,
)

SHOTS = "Ono, Fukuchi, Sakuma: sequential heavy hitters under local differential privacy"


ENTRIES: tuple[Entry, ...] = (
    Entry(
        "shots.def-2.1",
        f"{SHOTS}, section 2.1, Definition 2.1",
        "Q is epsilon-LDP if Pr[Q(v) in S] <= e^epsilon Pr[Q(v') in S] for all data v, v' and all sets S of outputs; "
        "then no output tells the data for certain.",
        Verdict.HOLDS,
        "With finitely many outputs it is enough to compare output by output: the bound then passes to every event, "
        "to whatever is drawn from the output (post-processing) and to mixtures. What can come out for some data "
        "can come out for any data. Asking for epsilon > 0 leaves out mechanisms that reveal nothing, such as dummies.",
        gather(pointwise.events, pointwise.possible),
        gather(pointwise.tight),
    ),
    Entry(
        "shots.thm-1",
        f"{SHOTS}, section 2.1, Theorem 1",
        "If Q_1, ..., Q_K take the same data and each Q_i is epsilon_i-private, then the sequence of them is "
        "(epsilon_1 + ... + epsilon_K)-private.",
        Verdict.CORRECTED,
        "Each must be epsilon_i-private given what the others released, as it is if its noise is its own; then the odds "
        "multiply, and for independent outputs exactly. Without that it is false: v xor B and B, with one fair bit B, "
        "have odds 1 each, so they are epsilon-private for every epsilon > 0, and together they show v: infinite odds.",
        gather(composition.composition, composition.epsilons_add, composition.shared_noise),
        gather(composition.independent),
        uses=("shots.def-2.1",),
    ),
    Entry(
        "shots.thm-2",
        f"{SHOTS}, section 2.2, Theorem 2",
        "The binary mechanism is epsilon-LDP.",
        Verdict.HOLDS,
        "Its worst ratio is exactly e^epsilon: it is private at no smaller epsilon.",
        gather(
            coin.is_a_law,
            coin.ratio,
            coin.difference,
            coin.private,
            coin.nonnegative,
            coin.dummies,
            coin.dummy_is_a_law,
        ),
    ),
    Entry(
        "shots.binary-optimal",
        f"{SHOTS}, section 1, Related Work",
        "Among the private ways to send a 0 or a 1, the staircase mechanism, here the binary mechanism, makes the "
        "distance between the two distributions largest.",
        Verdict.HOLDS,
        "Every epsilon-LDP law on one bit with finitely many outputs is drawn from the binary mechanism's report: an "
        "output with probabilities p and q comes from the report 0 with probability (E p - q)/(E - 1) and from 1 with "
        "(E q - p)/(E - 1), E = e^epsilon; and whatever is drawn from that report is epsilon-LDP. So no f-divergence, "
        "f convex, exceeds the binary mechanism's, f(E)/(E + 1) + E f(1/E)/(E + 1). It is about one report, not "
        "about m of them.",
        gather(
            binary.channel,
            binary.channel_sums,
            binary.converse,
            divergence.ratio,
            divergence.summand,
            divergence.total,
            divergence.largest,
        ),
        gather(binary.exhaustively),
        uses=("shots.def-2.1", "shots.thm-2"),
    ),
    Entry(
        "shots.threshold",
        f"{SHOTS}, abstract, section 1 and section 3.1",
        "A round is a heavy hitter if the share of active people is greater than theta (abstract, introduction); if it "
        "is at least theta (section 3.1, Algorithm 1, equation (11)).",
        Verdict.CORRECTED,
        "Both cannot be meant; here it is at least theta, as in section 3.1. In experiment 1, Phi_0 = t/100 and theta = "
        "4/5, so t = 80 decides: 21 heavy hitters or 20. Where the odds are rational, Phi itself can be theta: of two "
        "people one is active, T = 1, E = 3, theta = 1/2, and the round is detected with probability 13/16 by >= and "
        "3/16 by >.",
        gather(heavy_hitters.threshold, heavy_hitters.detection),
        uses=("shots.thm-3",),
    ),
    Entry(
        "shots.def-3.1",
        f"{SHOTS}, section 3.2, Definition 3.1, and appendices 2 to 4",
        "Phi is (alpha, beta)-accurate if with probability at least 1 - beta its error is below alpha at every t; the "
        "appendix reads this as Pr[some error reaches alpha] < beta.",
        Verdict.CORRECTED,
        "It says Pr[some error reaches alpha] <= beta. One person with states 00, T = m = 2, E = 3 and alpha = 1 has "
        "exactly 7/16 there, so Phi is (1, 7/16)-accurate and 7/16 < 7/16 is false. In either round alone it is 1/4: "
        "accuracy is of all rounds at once, and no round's own error probability says it.",
        gather(definitions.simultaneous, definitions.not_strict, definitions.with_equality),
        uses=("shots.thm-3",),
    ),
    Entry(
        "shots.thm-3",
        f"{SHOTS}, section 4.1, Theorem 3",
        "Phi is an unbiased estimator of Phi_0.",
        Verdict.HOLDS,
        "It needs epsilon > 0, or p - q is 0. That p and q are the marginals of the transcript's law is part of "
        "what is shown: a formula built from any two different numbers would look unbiased.",
        gather(
            transcript.linear,
            transcript.hiding_most,
            rates.choices,
            rates.marginals,
            rates.difference,
            rates.unbiased,
        ),
        gather(transcript.fold_is_average),
        uses=("shots.thm-2",),
    ),
    Entry(
        "shots.thm-4",
        f"{SHOTS}, section 4.2, Theorem 4",
        "m-shot reporting is epsilon-LDP.",
        Verdict.HOLDS,
        "And exactly so: a transcript that shows one person's state in every round is e^epsilon times likelier "
        "for that person than for whoever has the opposite states, for all T, m and r. Dummies amplify nothing "
        "between two arbitrary people; between people who differ in one round the tight odds are "
        "1 + (E - 1) m (1 - o) / (o (T - m) + m (1 - o)) with o = min(r, 1 - r) and E = e^(epsilon/m).",
        gather(
            transcript.private,
            transcript.revealing,
            user_level.user_level,
            user_level.user_level_attained,
            user_level.likelihoods,
            transcript.hiding,
            transcript.hiding_most,
            dummies.loud,
            event_level.event_level_weights,
            dummies.quiet_bounds,
            event_level.event_level,
            event_level_attained.event_level_attained,
            event_epsilon.event_budget,
        ),
        gather(
            transcript.fold_is_average,
            user_level.user_level_exhaustively,
            user_level.whole_budget,
            event_epsilon.event_level_exhaustively,
        ),
        uses=("shots.thm-2",),
    ),
    Entry(
        "shots.thm-10",
        f"{SHOTS}, appendix 1, Theorem 10",
        "Pr[|X - mu| >= delta mu] <= 2 exp(-mu delta^2 / 3) for sums of independent trials and 0 < delta < 1.",
        Verdict.LOOSE,
        "A textbook's theorem, cited here. Its constant 1/3 could be 2 ln 2 - 1 = 0.386...: the exponent "
        "(1 + d) ln(1 + d) - d of the upper tail is at least that times d^2 for 0 < d <= 1, with equality at d = 1.",
        gather(tails.theorem_10, tails.best_constant),
    ),
    Entry(
        "shots.thm-5",
        f"{SHOTS}, section 4.3, Theorem 5",
        "If alpha is below (1), then Pr[some round's error reaches alpha] <= 2 T exp(-f(m, r) epsilon N alpha^2 / (3 T)).",
        Verdict.CORRECTED,
        "With alpha > 0 it follows from Chernoff's bound; (1) says no more than alpha < q / (p - q). A condition is "
        "needed: without any, one person, m = 1, T = 100, E = 2, r = 0, state 0 and alpha = (1 - q)/(p - q) have "
        "exactly 1/3 on the left and less than 10^-19 on the right.",
        gather(
            condition.condition,
            chernoff.as_chernoff,
            chernoff.applies,
            chernoff.bound,
            theorem_5.theorem_5,
            condition.without_condition,
        ),
        uses=("shots.thm-3", "shots.thm-10"),
    ),
    Entry(
        "shots.eq-3",
        f"{SHOTS}, section 4.3, equation (3)",
        "f decreases in r, so that r* = 0 maximises it for every m.",
        Verdict.HOLDS,
        "For the bound (2). At m = T there is no dummy, and all r tie. Of the exact error it is not true.",
        gather(merit.merit, merit.decreasing),
        uses=("shots.thm-5",),
    ),
    Entry(
        "shots.g",
        f"{SHOTS}, section 4.3",
        "f(m, 0) = g(m / epsilon).",
        Verdict.HOLDS,
        "As printed.",
        gather(merit.one_variable),
        uses=("shots.eq-3",),
    ),
    Entry(
        "shots.fig-1",
        f"{SHOTS}, section 4.3, figure 1",
        "g has one extremum on x > 0.",
        Verdict.HOLDS,
        "A maximum. The source reads it off a plot; here the derivative's signs are charted.",
        gather(peak.one_peak),
        uses=("shots.g",),
    ),
    Entry(
        "shots.c-star",
        f"{SHOTS}, section 5.3",
        "c* = argmin g, about 0.574.",
        Verdict.REFUTED,
        "It is where g is largest: argmax was meant. inf g = 0, and no x attains it.",
        gather(peak.peak, peak.not_a_minimum, peak.infimum),
        uses=("shots.fig-1",),
    ),
    Entry(
        "shots.eq-11",
        f"{SHOTS}, section 6.1, equation (11)",
        "F = 2 precision recall / (precision + recall), which is at most 1.",
        Verdict.CORRECTED,
        "It is 0/0 if nothing is detected (precision), and again if only wrong rounds are (precision = recall = 0). "
        "With h hits among D detected and H heavy rounds it is 2 h / (D + H), which is defined, and 0 in both cases, "
        "as soon as H > 0: F := 0 there. In the toy experiment below the two cases have probability 175/6912 and "
        "503/1728, and E[F] is 10139/20736 with them, 10139/14175 without. If there is no heavy hitter either "
        "(D = H = 0), F stays undefined.",
        gather(f_measure.in_counts, f_measure.toy),
        uses=("shots.threshold",),
    ),
    Entry(
        "shots.heavy-hitters",
        f"{SHOTS}, section 1, Related Work",
        "Without the sequential constraint the problem is that of heavy hitters over T items, where each person holds "
        "one of the items.",
        Verdict.CORRECTED,
        "Each person holds a set of items: one person who is active in both of two rounds makes the shares add up to "
        "2, and with one item each they add up to 1. The difference also matters to privacy: people with one item "
        "each differ in two rounds only, and for T = m = 3, E = 3, r = 0 the tight odds between them are 9, between any "
        "people 27. And rounds are asked for that reach a threshold, not the k most frequent.",
        gather(heavy_hitters.shares_add_up, heavy_hitters.items_are_safer),
        uses=("shots.thm-4",),
    ),
    Entry(
        "shots.simulation",
        "ours",
        "Rounds drawn as independent Binomial numbers have the exact law of each round, but not the joint law of all.",
        Verdict.OURS,
        "The ones of two rounds have the covariance -m (T - m)/(T^2 (T - 1)) times the sum over people of (w - r)(w' - r), "
        "w and w' being the probabilities that a report of theirs is a one. It is 0 at m = T, where rounds are "
        "independent, and below 0 for r = 0 and m < T. Exactly joint: draw everybody's rounds, or go round by round, "
        "where whoever has k reports left in n rounds reports with probability k/n. For N = 4, T = 3, m = 1, E = 3, r = 0, "
        "theta = 3/5 and states 101, 110, 100, 111, E[F] = 10139/20736; as if rounds were independent, 15936725/33554432.",
        gather(
            rates.choices,
            simulation.one_person,
            simulation.people_add,
            simulation.negative,
            simulation.sequential,
            f_measure.toy,
            f_measure.independent_toy,
        ),
        gather(joint.exhaustively, joint.independent, expectations.expectations),
        uses=("shots.thm-3", "shots.eq-11"),
    ),
    Entry(
        "shots.distance",
        "ours",
        "What people who differ in d of the T rounds can be told apart by.",
        Verdict.OURS,
        "The tight odds are the mean of E^k, where k of the m reports fall in the d rounds, with weight "
        "C(d, k) C(T - d, m - k) (o/(1 - o))^(min(d, m) - k), o = min(r, 1 - r): at d = 1 the event-level odds, at d = T "
        "all of e^epsilon. With r in {0, 1} they are E^min(d, m), so d >= m rounds reveal as much as all; with r = 1/2, k "
        "is hypergeometric. They do not fall as d grows: changing a state that both people share can only raise the "
        "ratio. Proved for all T, m, d and r step by step; that a transcript's weight is a sum over k follows from "
        "linearity in the weights, and what is left to words is that a falling sequence passes a level once. The whole "
        "is checked against the laws for T <= 4.",
        gather(
            split.linear,
            user_level.user_level_attained,
            event_level.event_level_weights,
            rounds.differing,
            rounds.matching,
            bound.falls,
            mean.crossing,
            mean.association,
            event_level_attained.event_level_attained,
            attained.rare_seen,
            attained.attained,
            attained.binomial_shares,
            mean.reached,
            split.forced,
            closed_form.exhaustively,
        ),
        gather(
            closed_form.binomials,
            closed_form.logarithm,
            ends.ends,
            ends.grows,
            split.split,
        ),
        uses=("shots.thm-4",),
    ),
    Entry(
        "exact.bytes",
        "ours",
        "How many bytes of randomness a client reads may depend on what it hides.",
        Verdict.OURS,
        "If it stops at the first byte that decides, the report and the number of bytes together can reveal the "
        "state outright. If it always reads blocks and reads on when any of its thresholds ties, the number of "
        "bytes is independent of the state.",
        gather(consumption.revealing, consumption.finite),
        uses=("shots.thm-2",),
    ),
)
