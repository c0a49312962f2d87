"""Privacy, exact laws and variances: what comes before the source's bounds, and what it says of others' work."""

from ldproof_proofs.counting import best, inversion, memoization, tail
from ldproof_proofs.counting.bounds import causes
from ldproof_proofs.counting.formulas import unbiased
from ldproof_proofs.counting.joint import constant_users, dependence, left_out
from ldproof_proofs.counting.law import definitions, every_round, glance, hidden, moments
from ldproof_proofs.counting.reporters import chosen, counted, recurrence
from ldproof_proofs.counting.variance import boundary, exact, examples
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import prose
from ldproof_proofs.law import binary, composition, divergence, pointwise
from ldproof_proofs.ledger.counting import equal
from ldproof_proofs.reporting import coin, transcript
from ldproof_proofs.shots.accuracy import heavy_hitters
from ldproof_proofs.tails import entropy

COUNTING = "Ono, Fukuchi, Akimoto, Sakuma: one-shot reporting for locally private continual counting"

MODEL: tuple[Entry, ...] = (
    Entry(
        "counting.def-1",
        f"{COUNTING}, section 2.1, Definition 1",
        "Q is epsilon-LDP if Pr[Q(v) in S] / Pr[Q(v') in S] <= e^epsilon for all inputs v, v' and all sets S of outputs; "
        "a mechanism with deterministic outputs is epsilon-LDP for no finite epsilon.",
        Verdict.CORRECTED,
        (
            prose(
                "Write Pr[Q(v) in S] <= e^epsilon Pr[Q(v') in S]: the quotient is 0/0 where S cannot happen, as for S = {}. A "
                "constant is deterministic and private with odds 1, at every epsilon; every other function has infinite odds. "
                "It is enough to compare output by output, and what can come out for some input can come out for any.",
                pointwise.events,
                pointwise.possible,
                definitions.deterministic,
            ),
        ),
        also=(pointwise.tight,),
    ),
    Entry(
        "counting.sec-3.2",
        f"{COUNTING}, sections 3.1 and 3.2, table 2",
        "The error of an algorithm is alpha if with probability 1 - beta max_t |mu_hat_t - mu_t| = alpha.",
        Verdict.CORRECTED,
        (
            prose(
                "It is at most alpha with probability 1 - beta or more. For one person with state 1, T = 1 and E = 3 the error is "
                "1/2 with probability 3/4 and 3/2 with 1/4, so at beta = 1/10 no alpha is met exactly, and alpha = 3/2 is the least "
                "that is not exceeded. Q takes {0, 1} and not [0, 1], and mu_t in table 2 is the number of these n over N.",
                definitions.exactly_alpha,
            ),
        ),
    ),
    Entry(
        "counting.thm-1",
        f"{COUNTING}, section 2.1, Theorem 1",
        "If Q_1, ..., Q_K are epsilon_i-LDP, the sequence of them is (epsilon_1 + ... + epsilon_K)-LDP.",
        Verdict.CORRECTED,
        (
            prose(
                "As printed it says nothing of the data or of independence. Each must be epsilon_i-LDP in the same data given what "
                "the others released, as it is if its noise is its own; for independent outputs the sum is tight. v xor B and B, "
                "with one fair bit B, have odds 1 each and infinite odds together.",
                composition.composition,
                composition.epsilons_add,
                composition.shared_noise,
            ),
        ),
        also=(composition.independent,),
    ),
    Entry(
        "counting.thm-2",
        f"{COUNTING}, section 2.2, Theorem 2",
        "Randomized response is epsilon-LDP.",
        Verdict.HOLDS,
        (
            prose(
                "With odds of exactly e^epsilon, so at no smaller epsilon.",
                coin.is_a_law,
                coin.ratio,
                coin.difference,
                coin.private,
                coin.nonnegative,
            ),
        ),
    ),
    Entry(
        "counting.thm-3",
        f"{COUNTING}, sections 1.1, 4.1 and 4.2, Theorem 3, and Algorithm 1",
        "Algorithm 1 is epsilon-LDP, as the choice of tau_n does not depend on the states.",
        Verdict.HOLDS,
        (
            prose(
                "And exactly so for every T, between any two people who differ, in however many rounds: a transcript whose report "
                "is one person's state and not the other's is E = e^epsilon times likelier. So user level and event level are both "
                "epsilon, and choosing one round of T lowers no odds; what it lowers is delta, which at odds gamma from 1 to E is "
                "(k/T) (p - gamma q) for people who differ in k rounds. Harmony, whose 0 stands for NULL, has the same odds. "
                "Basic One-time RAPPOR has odds e^(epsilon/T) for every round that differs: epsilon at user level, epsilon/T at "
                "event level. Which round is not NULL is tau, uniform whatever the states. In section 4.1 eta_t should be "
                "{n : t = tau_n}, as tau_n is one round.",
                transcript.private,
                transcript.revealing,
                glance.null_facts,
                glance.user_level,
                glance.attained,
                glance.one_report,
                hidden.signs,
                every_round.step,
                every_round.private,
                every_round.attained,
                every_round.whole_budget,
            ),
        ),
        also=(
            glance.steps_of_algorithm_1,
            glance.pattern,
            hidden.deltas,
            hidden.odds,
            every_round.exhaustively,
        ),
    ),
    Entry(
        "counting.unbiased",
        f"{COUNTING}, section 4.1",
        "mu_hat_t = ((1/|eta_t|) sum of the reports - q)/(p - q) is the estimate of mu_t.",
        Verdict.CORRECTED,
        (
            prose(
                "It is unbiased given that k people report, for every k >= 1, and 0/0 if nobody does, which has probability "
                "(1 - 1/T)^N in one round, and in some round the sum over j >= 1 of (-1)^(j+1) C(T, j) (1 - j/T)^N. With a default "
                "d0 there the mean is off by (d0 - mu) (1 - 1/T)^N. So here there is no estimate in an empty round. Clamping to "
                "[0, 1] brings every estimate nearer to mu, and biases: one active person, T = 1, E = 3, have the mean 3/4 "
                "instead of 1. Harmony's estimate is unbiased with every value that is filled in.",
                transcript.hiding_most,
                chosen.binomial,
                chosen.sets,
                chosen.person,
                unbiased.ones,
                unbiased.rate,
                unbiased.unbiased,
                unbiased.filled,
                unbiased.among_all,
                unbiased.by_default,
                unbiased.clamped,
                dependence.clamped,
            ),
        ),
        also=(
            moments.means,
            counted.counted,
            dependence.by_default,
        ),
    ),
    Entry(
        "counting.laws",
        "ours",
        "The exact laws of what is estimated: in one round, its variance, and over all rounds.",
        Verdict.OURS,
        (
            prose(
                "k = Bin(N, 1/T) people report, all sets of k alike; the active ones among them are hypergeometric, and the ones "
                "are Bin(A, p) + Bin(k - A, q). With c = p q/(p - q)^2 and s = q + (p - q) mu: given k, Glance's variance is "
                "c/k + mu (1 - mu) (N - k)/((N - 1) k), over all k >= 1 it is c R + mu (1 - mu) (N R - 1)/(N - 1) with R = S_N/"
                "(1 - (1 - 1/T)^N), S_N = (1 - 1/T) S_{N-1} + (1 - (1 - 1/T)^N)/N; Harmony's with the value r filled in is "
                "c T/N + mu (1 - mu) (T - 1)/N + (T - 1) (s - r)^2/(N (p - q)^2). Rounds are dependent: given k and l reporters in "
                "two rounds, whatever k and l, Glance's estimates have the covariance -(b - mu nu)/(N - 1), b being the share of "
                "those who are active in both. The largest error's law depends on more than mu_t: for N = 4, T = 2, E = 3 and "
                "mu = 1/2, an error of 1 or an empty round has probability 453/512 if the same two people are always active, "
                "457/512 if one is in both rounds. For people whose states do not change it is the coefficient formula "
                "M! K!/T^N [x^M y^K] (sum x^A y^B w(A, B)/(A! B!))^T.",
                chosen.binomial,
                chosen.sets,
                chosen.person,
                chosen.pair,
                chosen.apart,
                exact.coins,
                exact.glance_given,
                exact.glance,
                exact.harmony,
                exact.every_round,
                recurrence.summand,
                recurrence.recurrence,
                dependence.covariance,
                dependence.maximum,
            ),
        ),
        also=(
            moments.one_round_laws,
            moments.variances,
            counted.counted,
            dependence.covaries,
            tail.tails,
            constant_users.tails,
            left_out.left_out,
            inversion.exact,
        ),
    ),
    Entry(
        "counting.boundary",
        "ours",
        "Who has the least exact variance.",
        Verdict.OURS,
        (
            prose(
                "Harmony's less Glance's is (T - 1) (s - r)^2/(N (p - q)^2) - mu (1 - mu) (T - 1)/(N (N - 1)) - (R - T/N) "
                "(c + mu (1 - mu) N/(N - 1)), and R is T/N up to the order (T/N)^2: so Glance is ahead of Harmony as N grows, unless "
                "s = r, as at mu = r = 1/2, where H_1/2 is ahead of it whenever R > T/N. At mu = 0, H_0 is ahead of Glance if and "
                "only if E > (T - 1)/(N R - T), which is about N/T for large N. BORAPPOR's c/N, 1/(4 N sinh(epsilon/2T)^2), falls below "
                "anything as epsilon grows, and Glance's never below mu (1 - mu) (N R - 1)/(N - 1). For N = 100 and T = 10 each of "
                "the four is ahead somewhere: at odds e^epsilon = 1024 H_0 at mu = 0, Glance at mu = 1/4 and 1, BORAPPOR at "
                "mu = 1/2; and H_1/2 there at (3/2)^10. BORAPPOR overtakes each of the others once or never.",
                boundary.boundary,
                boundary.leads,
                boundary.published_ahead,
                boundary.nobody_active,
                exact.every_round,
                boundary.limits,
                recurrence.from_below,
                recurrence.from_above,
                examples.examples,
            ),
        ),
        also=(
            examples.uneven,
            counted.bounds,
            best.overtaking,
        ),
    ),
)

RELATED: tuple[Entry, ...] = (
    Entry(
        "counting.binary-optimal",
        f"{COUNTING}, section 2.2",
        "Randomized response maximises the f-divergence between two distributions on [0, 1] (in our copy), so that it tells "
        "two inputs apart better than any other LDP mechanism with inputs in [0, 1].",
        Verdict.HOLDS,
        (
            prose(
                "For inputs in {0, 1}: every epsilon-LDP law on one bit with finitely many outputs is drawn from its report, so no "
                "f-divergence, f convex, exceeds f(E)/(E + 1) + E f(1/E)/(E + 1). With inputs in [0, 1] it would not be defined.",
                binary.channel,
                binary.channel_sums,
                binary.converse,
                divergence.ratio,
                divergence.summand,
                divergence.total,
                divergence.largest,
            ),
        ),
        also=(binary.exhaustively,),
    ),
    Entry(
        "counting.equal-harmony",
        "ours",
        "One-shot reporting with dummies of 0 is Harmony.",
        Verdict.OURS,
        (
            prose(
                "With m = 1 and r = 0 a transcript has the same likelihood: in every round a 0 is a NULL or a report of 0. The same "
                "ones give the same estimate, and the variances agree. As published, reports are +1 and -1 and NULL is 0; that is "
                "Harmony with the value 1/2 filled in, and not one-shot reporting with r = 1/2, whose coins add "
                "T (T - 1) r (1 - r) (E + 1)^2/(N (E - 1)^2) to the variance; only for r in {0, 1} there is no coin.",
                transcript.linear,
                equal.rounds,
                equal.harmony,
                equal.published,
            ),
        ),
        also=(equal.transcripts,),
    ),
    Entry(
        "counting.equal-borappor",
        "ours",
        "T-shot reporting is Basic One-time RAPPOR.",
        Verdict.OURS,
        (
            prose(
                "With m = T nobody is ever silent, so that dummies play no part and a transcript's likelihood is the product of its "
                "reports', each with odds e^(epsilon/T). The same ones give the same estimate, and the variance is c/N for every "
                "share of active people.",
                every_round.step,
                every_round.whole_budget,
                equal.borappor,
            ),
        ),
        also=(
            equal.transcripts,
            every_round.exhaustively,
        ),
    ),
    Entry(
        "counting.memoization",
        f"{COUNTING}, section 1.1, Related Work",
        "Memoization keeps a randomized state and randomizes that for every report, so that however often a state is sent "
        "only the randomized value becomes known.",
        Verdict.HOLDS,
        (
            prose(
                "With odds E for what is kept and F for a report, k reports of one state have the tight odds "
                "(E F^k + 1)/(E + F^k), attained where all are equal: more for every report more, and always below E, of which "
                "they miss (E^2 - 1)/(E + F^k). It protects a state that is repeated, and not its change: each new state is kept "
                "anew, with odds E again. Continual counting here sends every state at most once.",
                memoization.bounded,
                memoization.attained,
                memoization.limit,
                composition.composition,
                every_round.private,
                every_round.revealing,
            ),
        ),
        also=(memoization.tight,),
    ),
    Entry(
        "counting.related",
        f"{COUNTING}, section 1.1, Related Work",
        "Private heavy hitters, where each person has one item of V, become this problem if items are read as rounds; "
        "continual observation is another problem: differential privacy that is not local, and the number of ones so far "
        "in one stream.",
        Verdict.CORRECTED,
        (
            prose(
                "In this problem people hold sets of items: a person who is active in two rounds makes the shares add up to more "
                "than 1. So any mechanism for this problem serves people with one item, who differ in two rounds only and are safer: "
                "for T = 3 and odds 3 per report BORAPPOR's tight odds between them are 9, between any people 27, and Glance's "
                "delta at odds 2 is 1/6, between any people 1/4; Glance's odds stay 3. The converse does not follow. Continual "
                "observation does differ: of the stream 1, 0, 1 it releases about 1, 1, 2 and not 1, 0, 1.",
                heavy_hitters.shares_add_up,
                definitions.items,
                definitions.running,
            ),
        ),
    ),
    Entry(
        "counting.kl",
        f"{COUNTING}, section 5.2",
        "D(a || b) = a log(a/b) + (1 - a) log((1 - a)/(1 - b)) is the KL divergence of two coins, and bounds of Hoeffding's "
        "and Chernoff's kind have it, or 2 (a - b)^2, as their exponent.",
        Verdict.HOLDS,
        (
            prose(
                "Hoeffding's theorems are cited, for samples without replacement. D lies between 0 and (a - b)^2/(b (1 - b)), from "
                "1 - 1/v <= ln v <= v - 1.",
                entropy.nonnegative,
                entropy.chi_squared,
                causes.sample,
                causes.sample_by_divergence,
            ),
        ),
    ),
)
