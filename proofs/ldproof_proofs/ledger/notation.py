"""What the sources' own symbols stand for, wherever a sentence does not say otherwise."""

from collections.abc import Mapping
from importlib import import_module

from ldproof.names import LEDGERS, plugins_by_system

COMMON: Mapping[str, str] = {
    "epsilon": "the privacy budget",
    "E": "{= exp(epsilon)}, the largest likelihood ratio of a report",
    "x": "{= E - 1}",
    "N": "the number of people",
    "alpha": "an error whose probability is bounded",
    "beta": "the accepted probability of a larger error in some round",
    "epsilon_1": "the budget of the first mechanism",
    "epsilon_2": "the budget of the second mechanism",
}
IN_ROUNDS: Mapping[str, str] = {
    "T": "the number of rounds",
    "k": "a number of reports",
}
NOTATION: Mapping[str, Mapping[str, str]] = {
    "shots": {
        **COMMON,
        **IN_ROUNDS,
        "E": "{= exp(epsilon/m)}, the largest likelihood ratio of a report",
        "p": "the probability that a user in state 1 sends a one in a round",
        "q": "the probability that a user in state 0 sends a one in a round",
        "m": "the number of rounds in which a person reports",
        "r": "the probability that a dummy is a one",
        "r*": "0, the best probability that a dummy is a one",
        "phi": "the share of people in state 1 in a round",
        "theta": "the threshold: a round is a heavy hitter if the share of active people is at least theta",
        "f": "{= T/epsilon*(p - q)^2/p}, the function f(m, r) in the bound on the error",
        "g": "the function whose value at c is {= c*(exp(1/c) - 1)^2/(exp(1/c)*(exp(1/c) + 1))}",
        **{
            f"g_{at}": f"{{= (exp({at}) - 1)^2/({at}*exp({at})*(exp({at}) + 1))}}"
            for at in ("gamma", "a", "k", "l", "epsilon")
        },
        "L": "{= ln(2*T/beta)}",
        "o": "the probability of the rarer dummy, the smaller of r and 1 - r",
        "F": "the F-measure; its mean is E[F]",
        "Phi": "the estimate of the share of active people in a round",
        "Phi_0": "the share of active people in a round",
        "m*": "the best number of reports by the source: the m from 1 to T at which g(m/epsilon) is largest",
        "c*": "the number at which g is largest",
    },
    "counting": {
        **COMMON,
        **IN_ROUNDS,
        "p": "{= E/(E + 1)}, the probability that a report of a person in state 1 is a one",
        "q": "{= 1/(E + 1)}, the probability that a report of a person in state 0 is a one",
        "K": "{= (E + 1)/(E - 1)}",
        "L": "{= -ln(1 - T/N*ln(4*T/beta))}, the exponent that suffices for each report",
        "P": "the probability of an error of alpha or more in a round",
        "Q": "the probability that some round is empty or has such an error",
        "R": "the mean of the inverse number of reporters, given that somebody reports",
        "S": "{= ln(2*T/beta)}",
        "V": "the largest variance of a round's estimate",
        "V_1": "Harmony's variance where all are active, {= T/N*E*(E + 1)/(E - 1)^2*(1 - E/(E + 1)/T)}",
        "X": "the number of ones among k reports",
        "alpha_1": "{= b*S/3 + sqrt((b*S/3)^2 + 2*V_1*S)}, Harmony's bound by Bernstein's inequality",
        "b": "{= T/(N*(p - q))}, by which one bit moves Harmony's estimate",
        "l": "{= T/N*ln(4*T/beta)}",
        "S_N": "the logarithm in Theorem 4, {= ln(1/((N + 1)^2*beta))}",
        "mu": "the share of people in state 1 in a round",
        "theta": "{= 2*E/(3*(E - 1))*L + 3/(E - 1)*sqrt((2*E/9*L)^2 + 4*2*E/9*L)}, the source's bound on a round's error",
        "theta_0": "{= (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, the distance at which the exponent of a report is L",
        "tau_n": "the round in which person n reports",
        "mu_hat": "the estimate of mu",
        "mu_tilde": "the share of active people among the reporters",
    },
    "chi2": {
        **COMMON,
        "N": "the number of people, m1 + m2",
        "E": "{= exp(epsilon)}, the largest likelihood ratio that is allowed",
        "x": "{= E - 1}",
        "beta": "the least distance of a statistic from the threshold for its error to count",
        "m1": "the number of cases",
        "m2": "the number of controls",
        "a": "the number of cases with the variant",
        "b": "the number of controls with the variant",
        "c": "the number of cases without the variant",
        "d": "the number of controls without the variant",
        "s": "the number of people with the variant, a + b",
        "chi2": "the statistic, {= (a*m2 - b*m1)^2*N/((a + b)*(N - a - b)*m1*m2)}",
        "tau": "the threshold of the statistic",
        "A": "{= m2^2*N + tau*m1*m2}",
        "B": "{= m1^2*N + tau*m1*m2}",
        "C": "{= m1*m2*(tau - N)}",
        "R": "{= tau*m1*m2*N^2/4}",
        "M": "the larger of m1 and m2",
        "M_2": "the larger of b and d",
        "Delta_T": "{= 2*sqrt(((m1^2 + m2^2)*N + 2*tau*m1*m2)/(tau*m1*m2*N^2))}, the sensitivity of |T| by the source",
        "T": "the map from tables to points of the plane, mended as in chi2.lem-3.2: where the statistic is tau, |T| is 1",
    },
    "sketch": {
        **COMMON,
        "alpha": "an error, as a part of the number of people",
        "w": "the width of a row",
        "d": "the number of rows",
        "f": "the number of people with the item that is asked for",
        "p": "the probability that a bit that is zero is sent as one",
        "q": "the probability that a bit that is one is sent as one",
        "R": "{= q*(1 - p)/(p*(1 - q))}, the largest likelihood ratio of a row of bits",
        "S": "the sum of the squares of the other items' numbers of people",
        "delta": "the probability with which the error may be larger",
    },
    "evidence": {
        **COMMON,
        "E": "{= exp(epsilon)}, the largest likelihood ratio that the claim allows",
        "alpha": "the largest accepted probability of refuting a true claim, 0 < alpha < 1",
    },
}
"""By system."""
EQUATIONS: Mapping[str, Mapping[str, str]] = {
    "shots": {
        "(1)": "the condition {= alpha < q/(p - q)}",
        "(2)": "the bound {= 2*T*exp(-f*epsilon*N*alpha^2/(3*T))} on the probability that some round's error reaches alpha",
        "(7)": "m* is the better whole number next to c* epsilon, but never below one or above T",
        "(11)": "F is twice the product of precision and recall, over their sum",
    },
    "counting": {
        "(1)": "{= theta = 2*E/(3*(E - 1))*L + 3/(E - 1)*sqrt((2*E/9*L)^2 + 4*2*E/9*L)}",
        "(2)": "the condition that the divergences D(mu - theta || mu) and D(mu + theta || mu) of a sample are both at "
        "least the exponent of a report's noise, {= (E - 1)^2*theta^2/(2*E)/(1 + (E - 1)*theta/3)}",
        "(3)": "max_t |mu_hat_t - mu_tilde_t| < 2*theta",
    },
    "chi2": {
        "(1)": "{= chi2 = (a*d - b*c)^2*N/((a + b)*(a + c)*(b + d)*(c + d))}",
        "(2)": "under neighbours' data the quotient of an output's probabilities is at most e to the power of epsilon",
        "(5)": "the largest error over the tables at which the statistic is at least beta away from tau",
        "(6)": "{= chi2 = (a*m2 - b*m1)^2*N/((a + b)*(N - a - b)*m1*m2)}",
        "(7)": "the ellipse {= A*a^2 + B*b^2 + 2*C*a*b - tau*m1*m2*N*(a + b) = 0}, on which the statistic is tau",
        "(10)": "the affine map T",
        "(11)": "the definition of R, by eigenvalues",
        "(12)": "{= Delta_T = 2*sqrt(((m1^2 + m2^2)*N + 2*tau*m1*m2)/(tau*m1*m2*N^2))}",
        "(13)": "the bound on the beta-error of Algorithm 1, half of e to the power of -beta epsilon over the sensitivity",
        "(14)": "the sensitivity {= 4*N/(N + 2)} of the statistic for equal groups",
        "(15)": "the sensitivity {= N^2/(m1*m2)*M/(M + 1)} of the statistic",
        "(16)": "{= N^2/(m1*m2)*M_2/(M_2 + 1)}, the sensitivity of the statistic if b and d are public",
        "(17)": "{= exp(-beta*epsilon*(N + 2)/(4*N))/2}",
        "(18)": "{= exp(-beta*epsilon*m1*m2/N^2*(M + 1)/M)/2}",
        "(19)": "{= exp(-beta*epsilon*m1*m2/N^2*(M_2 + 1)/M_2)/2}",
        "(20)": "{= exp(epsilon*N/2*(1 - sqrt(1 + beta/tau))*sqrt(tau*m1*m2/((m1^2 + m2^2)*N + 2*tau*m1*m2)))/2}",
    },
}
"""What the sources' equations say, by their numbers: an entry that names one prints it."""
BOUND: Mapping[str, str] = {"E": "{= exp(epsilon)}, the largest likelihood ratio that epsilon-privacy allows"}
ONE_REPORT: Mapping[str, str] = {"E": "{= exp(epsilon)}, the largest likelihood ratio of the report"}
EVERY_ROUND: Mapping[str, str] = {"E": "{= exp(epsilon/T)}, the largest likelihood ratio of a report"}
FIXED: Mapping[str, tuple[str, ...]] = {
    "shots": (
        "E = 1 + x",
        "E = exp(epsilon/m)",
        "E = exp(epsilon/T)",
        "L = ln(2*T/beta)",
        "o = min(r, 1 - r)",
        *(
            f"g_{at} = (exp({at}) - 1)^2/({at}*exp({at})*(exp({at}) + 1))"
            for at in ("gamma", "a", "k", "l", "epsilon")
        ),
        "p = m/T*exp(epsilon/m)/(exp(epsilon/m) + 1) + (1 - m/T)*r",
        "q = m/T/(exp(epsilon/m) + 1) + (1 - m/T)*r",
        "p = m/T*(1 + x)/(2 + x) + (1 - m/T)*r",
        "q = m/T/(2 + x) + (1 - m/T)*r",
        "f = m*(exp(epsilon/m) - 1)^2/(epsilon*(exp(epsilon/m) + 1)*(exp(epsilon/m) + (exp(epsilon/m) + 1)*(T/m - 1)*r))",
    ),
    "counting": (
        "E = 1 + x",
        "p = (1 + x)/(2 + x)",
        "q = 1/(2 + x)",
        "E = exp(epsilon)",
        "K = (2 + x)/x",
        "L = -ln(1 - T/N*ln(4*T/beta))",
        "l = T/N*ln(4*T/beta)",
        "S_N = ln(1/((N + 1)^2*beta))",
        "theta = 2*(1 + x)*L/(3*x) + 3/x*sqrt((2*(1 + x)*L/9)^2 + 4*2*(1 + x)*L/9)",
        "theta_0 = ((1 + x)*L/3 + sqrt(((1 + x)*L/3)^2 + 2*(1 + x)*L))/x",
        "V_1 = T*(1 + x)*(2 + x)/(N*x^2)*(1 - (1 + x)/(2 + x)/T)",
        (
            "alpha_1 = T*(2 + x)/(N*x)*ln(2*T/beta)/3 + sqrt((T*(2 + x)/(N*x)*ln(2*T/beta)/3)^2"
            " + 2*T*(1 + x)*(2 + x)/(N*x^2)*(1 - (1 + x)/(2 + x)/T)*ln(2*T/beta))"
        ),
    ),
    "chi2": (
        "N = m1 + m2",
        "s = a + b",
        "chi2 = (a*m2 - b*m1)^2*(m1 + m2)/((a + b)*(m1 + m2 - a - b)*m1*m2)",
        "A = m2^2*(m1 + m2) + tau*m1*m2",
        "B = m1^2*(m1 + m2) + tau*m1*m2",
        "C = m1*m2*(tau - m1 - m2)",
        "R = tau*m1*m2*(m1 + m2)^2/4",
        "M = m1 + m2 - min(m1, m2)",
        "M_2 = m2 - min(b, m2 - b)",
        "S = 4*((m1 + m2 - min(m1, m2))/(min(m1, m2)*tau*(m1 + m2)) + 1/(m1 + m2)^2)",
        "E = 1 + x",
        "E = exp(epsilon)",
    ),
    "sketch": ("E = 1 + x", "R = q*(1 - p)/(p*(1 - q))"),
    "evidence": ("E = 1 + x",),
}
"""What a paper's symbols are short for in its sentences, by system; of several meanings the first in a theorem's symbols."""
BEYOND: Mapping[str, str] = {"delta": "by how much more probability than the odds allow an event may have"}
WEIGHTS: Mapping[str, str] = {
    "c_k": "the probability of a transcript under one person's states, summed over all choices of k rounds of reports",
    "d_k": "the same sum under the other person's states",
}
RELEASED: Mapping[str, str] = {
    "c": "the probability under one person's data of what was released",
    "d": "the probability under the other person's data of what was released",
}
LAPLACE: Mapping[str, str] = {
    "d": "the distance from the threshold",
    "D": "the sensitivity Delta by which the noise is scaled",
}
TWO: Mapping[str, str] = {
    "p": "the probability of an output under one neighbour's data",
    "q": "the probability of the output under the other neighbour's data",
}
REST: Mapping[str, str] = {"rest": "the probability of the row's other bits, the same under both items"}
COLLISIONS: Mapping[str, str] = {
    "P": "the prime of the hashes",
    "k": "the quotient of P and w",
    "r": "what P leaves modulo w",
}
SEEN: Mapping[str, str] = {
    "o_0": "the probability of an outcome of a round, if the report is in another round",
    "o_1": "the probability of another outcome of this round, if the report is in another round",
    "w_0": "the probability of the first outcome, if the report is in this round",
    "w_1": "the probability of the other outcome, if the report is in this round",
}
FACTOR: Mapping[str, str] = {"k": "a number above zero, the same for all T"}
FACTORS: Mapping[str, str] = {**FACTOR, "l": "a number no smaller than k, the same for all T"}
PER_REPORT: Mapping[str, str] = {
    "gamma": "a number above zero",
    "a": "a number above gamma",
    "y": "a number above zero",
}
GROWTH: Mapping[str, str] = {
    "B": "the growth of the budget, from one to T, such as the power b of T",
    "b": "the power of T by which the budget grows",
}
MARGIN: Mapping[str, str] = {"w0": "a lower bound on {= 4*s*(N - s)/N^2}"}
ENTROPY: Mapping[str, str] = {
    "D": "the relative entropy D(a || b) of condition (2)",
    "a": "a share of active people among reporters",
    "b": "a share of active people among all",
}
IDLE: Mapping[str, str] = {
    "n": "the number of rounds",
    "I": "the number of idle reporters in all of them",
    "W": "the number of rounds without an idle reporter",
}
SAME: Mapping[str, str] = {"S": "the same as S_N"}
ERROR: Mapping[str, str] = {"off": "an error"}
EVENT: Mapping[str, str] = {
    "P": "the probability of an event under the states of one person",
    "Q": "the probability of the event under the states of another person",
}
OUTCOME: Mapping[str, str] = {
    "p": "the probability of an output under some data",
    "q": "the probability of the same output under other data",
}
EVENT_OF_DATA: Mapping[str, str] = {
    "P": "the probability of an event under some data",
    "Q": "the probability of the event under other data",
}
EVENT_OF_NEIGHBOURS: Mapping[str, str] = {
    "P": "the probability of an event under one neighbour's data",
    "Q": "the probability of the event under the other neighbour's data",
}
EVENT_OF_ITEMS: Mapping[str, str] = {
    "P": "the probability of an event under one item",
    "Q": "the probability of the event under another item",
}
ONES = {"S": "the expected number of ones in the item's cells"}
OF_CLAIMS: Mapping[str, Mapping[str, str]] = {
    "shots.text": {
        "V": "the variance of the number of ones in a round",
        "d": "a distance from the mean",
        **FACTORS,
        "y": "a lower bound on g at m*/epsilon, above zero, as in shots.thm-9",
        **GROWTH,
        "C": "the constant of the rate's square",
        "L": "the logarithm of T",
    },
    "shots.introduction": {
        **ONE_REPORT,
        **FACTOR,
        "C": "any constant",
        "gamma": "a lower bound of epsilon, above zero",
    },
    "shots.naive-order": {
        "V": "the variance of Phi",
        **EVERY_ROUND,
        **FACTOR,
    },
    "shots.binary-optimal": {
        "f_E": "the value of f at E",
        "f_inverse": "the value of f at 1/E",
        **BOUND,
        **OUTCOME,
        "f": "any convex function",
    },
    "shots.def-2.1": {
        **EVENT_OF_DATA,
        **OUTCOME,
        **BOUND,
        "F": "a factor that is smaller than E",
    },
    "shots.thm-1": {
        "B": "a fair bit",
        **OUTCOME,
        "P": "the probability of an event of all outputs under some data",
        "Q": "the probability of the same event under other data",
        "e": "the largest likelihood ratio of a mechanism",
        "odds": "the product of the factors e of all mechanisms",
        "v": "a person's bit",
    },
    "shots.threshold": {"t": "the number of a round"},
    "shots.thm-3": {
        "S": "the mean number of ones",
        "n": "the number of users",
        "a": "the number of active users",
    },
    "counting.equal-harmony": {
        **SEEN,
        "A": "the probability of the other rounds, if the report is in another round",
        "B": "the probability of the other rounds, if the report is in this round",
        "ones": "the number of ones that arrive",
        "fill": "what is put in the place of NULL, or how likely a dummy is a one",
    },
    "counting.sec-4.1": {"ones": "the number of ones that arrive"},
    "counting.equal-borappor": {
        "A": "the probability of the other rounds of a transcript",
        "r": "the probability that a dummy is a one",
        "w": "the probability of the round's report",
        **EVERY_ROUND,
        "ones": "the number of ones that arrive",
    },
    "shots.thm-4": {
        **EVENT,
        "G": "E to the power k - 1",
        **WEIGHTS,
    },
    "shots.thm-5": {
        "c": "{= 2*ln(2) - 1}",
        "Q": "the probability that some round's error reaches alpha",
    },
    "shots.thm-10": {
        "U": "the probability that X is d times `most` or more above its mean",
        "W": "the probability that X is d times `most` or more below its mean",
        "c": "{= 2*ln(2) - 1}",
        "mu": "the mean of X",
        "X": "the sum of the trials",
        "most": "any number from the mean on",
        "delta": "the part of the mean by which the sum is off",
        "d": "the same, where it may be one too",
        "u": "the logarithm of one more than d",
        "mean": "the mean of a sum of independent ones and zeros",
        "P": "the probability that the sum is delta times its mean or more away from its mean",
    },
    "shots.eq-3": {"s": "a probability that a dummy is a one, no smaller than r"},
    "shots.eq-4": {"s": "a probability that a dummy is a one, no smaller than r"},
    "shots.comparison": EVERY_ROUND,
    "shots.appendix-2": {
        **ONE_REPORT,
        "a": "a budget",
        "b": "a budget that is no smaller",
    },
    "shots.thm-7": {
        "e": "the base of the natural logarithm",
        **FACTOR,
        "x": "a number above zero and at most one",
    },
    "shots.c-star": {
        "c": "a number in the place of c*",
        "y": "any number above zero",
    },
    "shots.thm-8": {
        "u": "a budget of a report, such as epsilon/m*",
        **ONE_REPORT,
        **PER_REPORT,
        "C": "any constant",
    },
    "shots.appendix-4": {
        "K": "the constant of the claim",
        **PER_REPORT,
        "y": "any number above zero",
    },
    "shots.thm-9": {**FACTORS, **PER_REPORT, **GROWTH},
    "shots.adaptivity": {**FACTORS, "y": "a number that does not depend on T", "B": GROWTH["B"]},
    "shots.fig-1": {
        "g": "the function whose value at x is {= x*(exp(1/x) - 1)^2/(exp(1/x)*(exp(1/x) + 1))}",
        "u": "{= 1/x}",
        "x": "the variable of g",
    },
    "shots.g": {
        "x": "the variable of g",
        "g": "the function whose value at x is {= x*(exp(1/x) - 1)^2/(exp(1/x)*(exp(1/x) + 1))}",
    },
    "shots.eq-11": {
        "precision": "{= hits/detected}",
        "recall": "{= hits/heavy}",
        "hits": "how many detected rounds are heavy hitters",
        "detected": "how many rounds are detected",
        "heavy": "how many rounds are heavy hitters",
    },
    "shots.exp-2": {"t": "the number of a round"},
    "shots.simulation": {
        "a_k": "the probability of k ones from t people",
        "a_{k+1}": "the probability of k + 1 ones from t people",
        "t": "a number of active people",
        "k": "a number of ones",
        "w_1": "the probability that a report in the one round is a one",
        "w_2": "the probability that a report in the other round is a one",
    },
    "shots.distance": {
        "d": "the number of rounds in which two people differ",
        "Q": "a transcript's weight of j reports in the rounds that differ",
        "Q_next": "its weight of j + 1 reports there",
        "R": "its weight of m - j reports in the other rounds",
        "R_next": "its weight of m - j - 1 reports there",
        "W": "the mean's weight of j reports in the rounds that differ",
        "W_next": "the mean's weight of j + 1 reports there",
        "c": "the probability of a transcript under one person's states",
        "e": "its probability under the other person's states",
        "B": "a weight of k - 1 reports",
    },
    "shots.event-delta": {
        **BEYOND,
        "Y": "a person's transcript",
        "S": "a set of transcripts",
        "v": "a person's states in all rounds",
        "gamma": "any odds",
    },
    "shots.alphas": {
        "R": "the probability that the clipped error reaches alpha in some round",
        "Y": "Phi",
        "c": "{= 2*ln(2) - 1}",
        **EVERY_ROUND,
        "Q": "the probability of an error of alpha or more in some round",
        "V": "the larger variance of a bit, of an active or an idle person",
        "D": "{= p - q}",
    },
    "counting.sec-1": {
        **EVERY_ROUND,
        **ERROR,
        "v": "any variance above zero",
    },
    "counting.def-1": {**OUTCOME, **BOUND, **EVENT, "S": "a set of outputs"},
    "counting.thm-2": EVENT,
    "counting.thm-1": {
        "B": "a fair bit",
        **OUTCOME,
        **RELEASED,
        **EVENT,
        "odds": "the product of the mechanisms' odds",
        "e": "the odds that a mechanism allows",
        "v": "a person's bit",
    },
    "counting.sec-3.2": {"n": "the number of a person", "mu_t": "mu in round t"},
    "counting.thm-3": {
        **WEIGHTS,
        **EVENT,
        **BEYOND,
        "G": "E to the power k - 1",
        "odds": "the product of the odds of the reports that differ",
        "c": "the probability of what was sent under one person's states",
        "d": "the probability of the same under the other person's states",
        "n": "the number of a person",
        "t": "a round",
        "eta_t": "the people who report in round t",
    },
    "counting.m-glance": {
        "E": "{= exp(epsilon/m)}, the largest likelihood ratio of a report",
        "P": "the probability of an event under the first person's states",
        "Q": "the probability of the event under the second person's states",
        "m": "the number of rounds in which a person reports",
    },
    "counting.fig-2": {
        "R": "Harmony's bound times E - 1",
        "k": "how many theta_0 Glance's bound is",
        "kappa": "the logarithm in Harmony's bound, over N",
    },
    "counting.boundary": {
        "S": "R times the probability that somebody reports",
        "fill": "the number that Harmony puts in the place of NULL",
        "u": "the budget of a report in every round",
        "m": "any number above zero",
    },
    "counting.one-step": {
        "L_1": "{= -ln(1 - T*(1 - exp(-ln(2*T/failure)/N)))}",
        "P": "the probability that the estimate is too large by alpha or more",
        "d": "alpha times p - q",
        "failure": "the probability with which the bound may fail",
        "h": "what the exponent of one report is at least",
        "s": "the probability that a report is a one",
    },
    "counting.sec-5.1.3": IDLE,
    "counting.table-1": {
        "C": "any constant",
        **ERROR,
    },
    "counting.cond-2": {
        "M": "the probability that mu_tilde is off by mu or more",
        "D": ENTROPY["D"],
        "b": ENTROPY["b"],
    },
    "counting.kl": {
        "a": "the probability of a one under the first",
        "b": "the probability of a one under the second",
        "P": "the probability of so large a deviation in a sample",
        "rate": "a share that is above the mean s",
    },
    "counting.laws": {
        "E": "{= exp(epsilon)}, the largest likelihood ratio of a report; {= exp(epsilon/T)} for Basic One-time RAPPOR",
        "S": "R times the probability that somebody reports",
        "b": "the share of people who are active in both of two rounds",
        "fill": "the number that Harmony puts in the place of NULL",
        "p": "the probability of a one from a person in state one; in the binomial law that of a report",
    },
    "counting.whoever-is-active": {
        "A": "a bound on a round's error",
        "x": "a number of ones",
        "q": "the mean share of ones among the reports",
        "P": "the probability of so many ones or more",
        "B": "the probability of so many successes or more in equal trials",
    },
    "counting.thm-4": {
        **SAME,
        **ENTROPY,
        "P": "the probability of i ones",
        "c": "what the bound is multiplied by",
        "W": "the probability that one round has so many ones that it errs by more than alpha",
    },
    "counting.cor-2": {
        "c": "any factor",
        **SAME,
        "W": "the probability that one round has so many ones that it errs by more than alpha",
    },
    "counting.cor-4": {
        "c": "any factor",
        **SAME,
        "W": "the probability that one round has so many ones that it errs by more than alpha",
    },
    "counting.cor-5": {
        "C": "any constant",
        "K": "any number",
        "S": "T times the logarithm of T over beta",
    },
    "counting.sec-6-i": {
        "y": "{= 1/(E - 1)}",
        "f": "the part of Glance's variance that does not depend on epsilon",
        "h1": "the factor of y in Harmony's variance",
        "h2": "the factor of y^2 in Harmony's variance",
        "h0": "the summand of Harmony's variance without y",
        "z": "y at a larger epsilon",
    },
    "counting.sec-6-ii": {
        "y": "{= 1/(E - 1)}",
        "f": "the part of the variance that does not depend on epsilon",
        "h0": "by how much that part is larger at the other share",
        "z": "y at a larger epsilon",
    },
    "counting.memoization": {
        "a": "the probability of the k reports if a one was stored",
        **RELEASED,
        "E": "the largest likelihood ratio of the stored value",
        "P": "the probability of an event under one state",
        "Q": "the probability of the event under another state",
        "b": "the probability of the k reports if no one was stored",
        "G": "the power k of the odds of a report of the stored value",
        "odds": "the product of the odds of all stored values",
    },
    "counting.memoized": {
        "e": "how many of T reports equal the states",
        "A": "the odds with which a round reports the kept bit",
        "G": "A to the power of the number of rounds of each state",
        "K": "the odds of what is kept",
        "a": "A to the power e - 1",
        "b": "A to the power T - e",
        "c": "the weight of two equal kept bits",
        "u": "the weight of the kept bits that are as the states",
        "v": "the weight of the kept bits that are not",
    },
    "counting.loloha": {
        "w": "the number of cells",
        "K": "the odds of a kept cell",
        "F": "the odds of the first report",
        "A": "the odds with which a round reports the kept cell",
        "G": "A to the power of the number of rounds of each cell",
        "c": "{= K + w - 1}",
        "a": "A to the power of the number of reports of one cell, less 1",
        "b": "A to the power of the number of reports of another cell, less 1",
    },
    "counting.loloha-variance": {
        "F": "the odds of the first report",
        "w": "the number of cells",
        "mu": "the share of people with the value",
    },
    "counting.d-bit-flip": {
        "s": "the odds that a kept bit is right",
        "w": "the number of cells",
        "d": "the number of drawn cells",
        "mu": "the share of people in the cell",
    },
    "counting.memoized-variances": {"F": "the published odds of L-OSUE's first report"},
    "counting.future-rand": {
        "t": "the round of the estimate",
        "k": "how often a person's state changes at most",
        "S": "the odds that a sign is not flipped",
        "L": "the number of levels, one more than the binary logarithm of T",
        "B": "the number of blocks that make up the rounds up to t, the ones among the binary digits of t",
        "g": "the mean of a sign",
    },
    "counting.binary-optimal": {
        "v": "{= (E*p - q)/(E - 1)}",
        "w": "{= (E*q - p)/(E - 1)}",
        "D": "any f-divergence of a private mechanism",
        "f": "any convex function",
        "f_E": "the value of f at E",
        "f_inverse": "the value of f at 1/E",
        **BOUND,
        **OUTCOME,
        **EVENT,
    },
    "counting.unbiased": {
        "mu_hat_t": "the estimate of mu_t in round t",
        "S": "the number of ones among k reports",
        "A": "the number of active people",
    },
    "counting.sec-5.1.2-parts": {
        "S": "the mean square of the sum of both parts",
        "V": "the mean square of the error",
    },
    "counting.cor-1": {"V": "Harmony's variance"},
    "counting.table-1-general": {"V": "Harmony's variance", **SAME},
    "counting.sec-1.2": SAME,
    "counting.claim-1": {"h": "the exponent of a report"},
    "chi2.fienberg": {"D": LAPLACE["D"], "h": "how far two neighbours' values are apart"},
    "chi2.def-2.1": {
        **TWO,
        "P": "the probability of an event under one neighbour's data",
        "Q": "the probability of the same event under the other neighbour's data",
    },
    "chi2.thm-2.1": {
        "d": "the distance of an output from one neighbour's value",
        "u": "the distance of the output from the other neighbour's value",
        "D": LAPLACE["D"],
    },
    "chi2.thm-2.2": {
        **EVENT_OF_NEIGHBOURS,
        **LAPLACE,
        "y": "the statistic of one table",
        "z": "the statistic of its neighbour",
        "h": "the threshold",
    },
    "chi2.sec-2.3": LAPLACE,
    "chi2.lem-3.2": {
        "lambda_1": "the larger eigenvalue of the matrix of A, C, C and B",
        "lambda_2": "the smaller eigenvalue of that matrix",
    },
    "chi2.thm-4.1": {"S": "the square of the longest step of T"},
    "chi2.thm-4.3": {
        "Delta": "the sensitivity of the statistic",
        **LAPLACE,
    },
    "chi2.prop-4.1": {"D": LAPLACE["D"]},
    "chi2.a-15": MARGIN,
    "chi2.thm-4.4": {
        **MARGIN,
        "e": "the larger error of the two",
        "n": "the number of cases, and of controls",
        "p": "the probability that the neighbour above the threshold is found significant",
        "q": "the probability that the neighbour below the threshold is found significant",
        "D": LAPLACE["D"],
        "k": "a value of the statistic",
    },
    "chi2.beta-optimal": {
        "g": "the least beta-error",
        "l": "the distance between both sets of tables, in steps between neighbours",
        "j": "a number of steps",
        "p": "the probability of finding significance after j steps",
        "err": "a bound on the test's errors at both ends of the path",
    },
    "chi2.table-2": {
        "C": "any constant",
        "D": "Delta_T",
        "t": "|T|",
        "n": "the number of cases, and of controls",
    },
    "chi2.table-2-unbalanced": {"D": "Delta_T"},
    "chi2.exp-5.1.1": {"n": "the number of cases, and of controls"},
    "chi2.exp-5.1.1-existing": {
        **LAPLACE,
        "n": "a number of people",
        "j": "a larger number of people",
        "F": "a larger sensitivity",
    },
    "chi2.exp-5.2": {
        "F": "the sensitivity of the statistic",
        "D": "the sensitivity of |T|",
        "w": "{= 4*s*(N - s)/N^2}",
        "s": "the number of people with the variant",
        "t": "|T|",
    },
    "chi2.error": {
        **LAPLACE,
        "h": "the length of an interval that begins at d",
        "r": "the distance of chi2 from tau, or of |T| from its threshold, over the sensitivity",
    },
    "chi2.m-star": {
        **EVENT_OF_NEIGHBOURS,
        "e": "the distance of a neighbouring table from the other decision",
        "t": "a number of steps between neighbours",
        "W": "the probability of an answer at a table, over that at the end of a path of t steps",
        "d": "the distance of a table from the other decision",
        "R": "the probability of the right answer at the end of the path",
    },
    "chi2.wide-tables": {
        "u": "by how much the summand of the column that a person leaves rises",
        "v": "by how much the summand of the column that the person enters falls",
        "b": "the number of controls in a column",
        "s": "the number of people in the column",
    },
    "sketch.apple": {
        "c": "the probability that two items share a cell",
        "s": "the likelihood ratio of a bit",
        **ONES,
    },
    "sketch.inverse": {
        "c": "the probability that two items share a cell",
        "f_i": "the frequency of item i",
        "y_i": "the mean of the bits at item i",
        **ONES,
        "share": "the share of the people in the item's cell",
    },
    "sketch.hash": {
        "u": "the value at x",
        "v": "the value at y",
        "c": "the constant coefficient of a quadratic map",
        **COLLISIONS,
        "x": "an item, as an element of the field",
        "y": "another item",
        "z": "a third item",
        "a": "the coefficient of the square in a quadratic map, or the slope of a line",
        "b": "the coefficient of the item itself in a quadratic map",
    },
    "sketch.wide-deep": {
        **COLLISIONS,
        "P": "the prime of the hashes; in the bound on a counter a probability",
        "u": "{= epsilon/(4*d)}",
    },
    "sketch.ldp": {
        **EVENT_OF_DATA,
        **BOUND,
        **OUTCOME,
        "one": "the prior probability of the item",
        "other": "the prior probability of the other item",
    },
    "sketch.irr": REST,
    "sketch.rounding": {"p'": "p, rounded up", "q'": "q, rounded down"},
    "sketch.fixed-hash": {
        "f_1": "the number of people with one other item",
        "f_2": "the number of people with yet another item",
        "r_1": "the share of rows in which the first of these collides with the item",
        "r_2": "the share of rows in which the second collides with the item",
        "shared": "the probability that two items share a cell",
        "K": "any factor",
    },
    "sketch.error": {
        "alpha": "an error of a count",
        "s": "how many of a row's N + 1 possible numbers of ones give so small an error",
        "n": "half the number of people",
        "r": "any probability",
    },
    "sketch.optimal": {
        "squared": "{= t0^2}",
        "t": "the odds of a bit of another column",
        "t0": "the odds of a one that should be zero, at which the variance is least",
    },
    "sketch.answers": {
        "c": "the probability that two items share a cell",
        **ONES,
    },
    "sketch.local-hash": {
        **EVENT_OF_ITEMS,
        "c": "the probability that two items share a column",
        **ONES,
        "shared": "the probability that two items share a column",
        "own": "the variance of a report's support of the person's own column",
        "other": "the variance of its support of another column",
        "gap": "how much more support the own column is expected to have",
        "p": "the probability that a report names a given other column",
        "q": "the probability that a report names the own column",
        "S": "the mean number of reports that name the item's column",
    },
    "sketch.written": {
        "S": "in the mean "
        "the expected number of ones in the item's cells, in the variance the sum of the squares of the other items' numbers "
        "of people",
        "c": "the probability that two items share a cell",
        "gap": "the difference of q and p",
    },
    "sketch.count-sketch": {
        **EVENT_OF_ITEMS,
        "S": "in the mean the item's support, in the variance the sum of the squares of the other items' numbers of people",
        "h": "the mean of a holder's report times the sign without noise",
        "k": "the number of columns in a row",
    },
    "sketch.local-hash-width": {"s": "the square root of the odds"},
    "sketch.cost": {
        "h": "the estimate",
        "A": "the part of the bound that does not depend on f",
        "B": "the factor of N - f in the bound",
    },
    "evidence.betting": {
        "u": "the event's probability with the one input",
        "v": "the event's probability with the other input",
        **BEYOND,
    },
    "evidence.bound": {
        "F": "a factor that is not smaller than E",
        **BEYOND,
    },
    "evidence.law": {
        "p": "an outcome's probability with the one input",
        "q": "the outcome's probability with the other input",
        **BEYOND,
        "A": "the largest weight on an outcome in S",
        "B": "the largest weight on an outcome in T",
        "S": "the outcomes that are too likely with the one input",
        "T": "the outcomes that are too likely with the other input",
        "PS": "the probability of S with the one input",
        "QS": "the probability of S with the other input",
        "PT": "the probability of T with the one input",
        "QT": "the probability of T with the other input",
        "u": "an outcome's probability with the one input",
        "v": "the outcome's probability with the other input",
        "z": "an outcome's probability with the other input",
        "w": "the outcome's probability with the one input",
        "paid": "what is taken off every factor",
    },
    "evidence.notions": {
        "p": "the probability of an event with one input",
        "q": "the probability of the event with a neighbouring input",
        "u": "a probability in the place of p",
        "v": "a probability in the place of q",
        "delta": f"{BEYOND['delta']}; under Gaussian privacy Phi(mu/2 - ln(E)/mu) - E Phi(-mu/2 - ln(E)/mu), with Phi for "
        "the standard normal distribution function",
        "E": "the odds of a guarantee, the largest likelihood ratio up to delta",
        "a": "the order of a Renyi divergence",
        "V": "p^a q^(1-a) + (1-p)^a (1-q)^(1-a), the sum from which an event's divergence is computed",
        "M": "the bound on V, e to the power of (a - 1) epsilon",
        "R": "the power (u/v)^(a-1)",
        "S": "the power ((1-u)/(1-v))^(a-1)",
        "y": "the logarithm of p/q over u/v",
        "z": "the logarithm of (1-p)/(1-q) over (1-u)/(1-v)",
        "epsilon": "the bound on a Renyi divergence of order a",
        "mu": "how far apart the means of two normal laws with variance 1 are that are as hard to tell apart",
        "rho": "the parameter of zCDP",
        "f": "the value of a trade-off curve at q: what a test with this false alarm rate misses at least",
        "x0": "a false alarm rate",
        "y0": "the value of the curve at x0, or of a line below it",
        "x1": "a larger false alarm rate",
        "y1": "the value of the curve at x1, or of the line",
    },
    "evidence.fit": {
        "A": "the sum of the outcomes' weights",
        "D": "{= A + N}",
        "k": "the number of inputs",
        "p": "the probability of an outcome",
        "c": "what a stake is divided by: the probability of the outcome, or an upper bound of that",
        "m": "the capital on the input of the draw",
        "e": "the mean of the factor by which the draw multiplies m",
        "others": "the product of the other inputs' capitals",
        "total": "the sum of the other inputs' capitals",
        "N": "how many earlier draws there are",
        "alpha": "the largest accepted probability of saying so of such a program",
        "s": "the part of the capital that is bet on an outcome",
    },
    "evidence.repetition": {
        "W": "how many parts of the capital are bet on the law",
        "p": "the probability of an outcome",
        "alpha": "the largest accepted probability of saying so of such draws",
        "c": "what a stake is divided by: the probability of the outcome, or an upper bound of that",
        "D": "how many parts the capital has",
        "N": "how many earlier draws are learnt from",
        "s": "a lag: how many draws ago an earlier draw was made",
    },
    "shots.heavy-hitters": {
        "active": "the number of pairs of a user and an item that the user holds",
    },
    "shots.thm-2": {
        **EVENT,
        **ONE_REPORT,
    },
    "shots.def-3.1": {
        "P": "the probability that the error reaches alpha in some round",
    },
    "shots.sequential": {
        "n": "the number of rounds that are left",
        "k": "the number of reports that are left",
    },
    "shots.thm-6": {
        "gamma": "a positive lower bound of epsilon",
    },
    "shots.no-closed-form": {
        "u": "an algebraic number above zero",
    },
    "shots.eq-7": {
        "c": "c*",
        "eta": "a budget that is no smaller than epsilon",
    },
    "counting.fig-1": {
        "mu*": "the share up to which (2) holds",
    },
    "counting.thm-5": {
        "D": "the left side of (2) at theta_0",
        "t": "a distance",
    },
    "counting.sec-5.2.3": {
        "A": "{= ln(4*T*(N + 1)^2)}",
    },
    "chi2.post-processing": {
        **EVENT_OF_NEIGHBOURS,
    },
    "chi2.thm-4.2": {
        **EVENT_OF_NEIGHBOURS,
    },
    "chi2.lem-3.1": {"D": "{= -tau*m1*m2*N}"},
    "chi2.eq-14": {
        "Delta_F": "the sensitivity of the statistic for equal groups",
    },
    "chi2.eq-15": {
        "Delta_Y1": "the sensitivity of the statistic",
    },
    "chi2.eq-16": {
        "Delta_Y2": "the sensitivity of the statistic if b and d are public",
    },
    "sketch.rr": {
        "s": "the likelihood ratio of a bit",
    },
    "sketch.composition": {
        **EVENT_OF_ITEMS,
        "odds": "the product of the rows' largest likelihood ratios",
    },
    "sketch.sampled": {
        **EVENT_OF_ITEMS,
    },
    "sketch.additional-variance": {
        "s": "the likelihood ratio of a bit",
    },
    "sketch.variances": {
        "own": "the variance of what a report adds to its own column",
        "other": "the variance of what it adds to another column",
        "gap": "how much more it adds to its own column on average",
        "shared": "the probability that two items share a column",
        "triple": "the probability that three items share a column",
    },
    "sketch.rows-vs-sample": {
        "Y": "the odds of a bit in a sampled row, {= exp(epsilon/2)}",
        "y": "the odds of a bit if all rows are sent, {= exp(epsilon/(2*d))}",
        "a": "the logarithm of y with d rows, {= epsilon/(2*d)}",
        "b": "the logarithm of y with two rows, {= epsilon/4}",
        "c": "the logarithm of Y, {= epsilon/2}",
    },
    "evidence.average": {
        "m": "the capital of a process",
        "n": "the capital of another process",
        "w": "the weight of the first process",
        "z": "the weight of the second process",
        "e": "the mean factor of a round, at most 1",
        "f": "the mean factor of the second process, at most 1",
        "reserve": "the capital that is kept for later processes",
    },
}
"""What a claim's own symbols stand for, where its words do not say it."""


def meanings(claim: str) -> Mapping[str, str]:
    """What symbols stand for in a claim: its own before its system's."""
    system = claim.partition(".")[0]
    known = NOTATION[system] if system in NOTATION else {**COMMON, **brought(system)}
    return {**known, **OF_CLAIMS.get(claim, {}), **EQUATIONS.get(system, {})}


def brought(system: str) -> Mapping[str, str]:
    """What symbols stand for in a ledger of another package: its module's NOTATION, if it has one."""
    plugin = plugins_by_system(LEDGERS).get(system)
    found = None if plugin is None else getattr(import_module(plugin.module), "NOTATION", None)
    return {str(name): str(words) for name, words in found.items()} if isinstance(found, Mapping) else {}
