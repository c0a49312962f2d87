"""Unbiasedness: each estimate has the mean that it should have, and where not, by how much it is off."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.chi2.formulas import statistic_ratio
from ldproof.counting.formulas import estimate_filled, estimate_reported
from ldproof.numbers import Symbol, Term
from ldproof.rounds import contrast, lie, truth
from ldproof.shots.formulas import estimate, gap, p, q
from ldproof.sketch.collector import estimate_holders
from ldproof.sketch.error import estimate_row_count
from ldproof_proofs.chapters.display import Chapter
from ldproof_proofs.kernel.derivations.section import Coded, Section, computed_by
from ldproof_proofs.kernel.implication import Known, lemma
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Point
from ldproof_proofs.reporting import ones
from ldproof_proofs.shots.formulas.rates import A, B, marginal

E, N, T, m, r, mu, k, f, c, a = map(Symbol, ("E", "N", "T", "m", "r", "mu", "k", "f", "c", "a"))
m1, m2, b = map(Symbol, ("m1", "m2", "b"))
low, high = Symbol("p"), Symbol("q")
MEAN = Symbol("E[Y]")
REPORTS = "E > 1; 0 <= r <= 1; 1 <= m <= T"
RATES: Mapping[str, Coded] = {
    "p": computed_by(p, m, T, r, E - 1),
    "q": computed_by(q, m, T, r, E - 1),
    "D": computed_by(gap, m, T, E - 1),
}
AT: Point = {
    "E": 3,
    "r": Fraction(1, 7),
    "m": 1,
    "T": 3,
    "N": 4,
    "a": 1,
    "C(T - 1, m)": 2,
    "C(T - 1, m - 1)": 1,
}


def law_of_a_round(state: int) -> Term:
    """The probability of a 1 in a round by the law's own step."""
    weights = {str(A): Symbol("C(T - 1, m)"), str(B): Symbol("C(T - 1, m - 1)"), "x": E - 1}
    return marginal(state).substitute(weights)


def mean_of_ones(prover: Prover) -> Mapping[str, Known]:
    """The mean number of ones, person by person."""
    people = ones.mean(prover)
    return {"people": lemma(people, S_k=MEAN, a_k=a, n_k=N, p=RATES["p"].value, q=RATES["q"].value)}


CHAPTER = Chapter(
    "unbiasedness",
    "Unbiasedness",
    """An estimate is unbiased if its mean is what it estimates. Means are linear, so that nothing below
    needs independence or generating functions. A letter that a section defines has this meaning there alone.""",
    ("counting.unbiased", "sketch.inverse", "sketch.min"),
    (
        Section(
            "The probabilities of a 1 (first source, section 4.1)",
            """
            A person is active in round {t}, {v = 1}, or idle, {v = 0}. Each person draws {m} of the {T} rounds, all
            choices being equally likely. In these a person sends {v} through the binary mechanism of budget
            {epsilon/m}, so that the bit {y} is right with probability {E/(E + 1)}, where {E = exp(epsilon/m)}. In
            the other rounds the person sends a dummy, which is 1 with probability {r}.

            Of the {C(T, m)} choices, {C(T - 1, m - 1)} contain round {t}. The share of these is

                C(T - 1, m - 1)/C(T, m) = m/T

            Let {p} and {q} be the probabilities that an active and an idle person send a 1. The round is among the
            chosen ones or it is not, so that for an active person the law of Algorithm 1 gives

                Pr[y = 1 | v = 1] = C(T - 1, m - 1)/C(T, m)*(E/(E + 1)) + C(T - 1, m)/C(T, m)*r = m/T*(E/(E + 1)) + (1 - m/T)*r = p

            For an idle person the binary mechanism says 1 only if it lies.

                Pr[y = 1 | v = 0] = m/T*(1/(E + 1)) + (1 - m/T)*r = q

            The dummies contribute the same to both, and cancel in the difference {p - q}.

                p - q = m/T*(E/(E + 1) - 1/(E + 1)) = m/T*((E - 1)/(E + 1)) = D
            """,
            ("shots.thm-3",),
            given=f"{REPORTS}; C(T - 1, m - 1) > 0; C(T - 1, m) >= 0; m*C(T - 1, m) = (T - m)*C(T - 1, m - 1)",
            at=AT,
            defined={
                "C(T, m)": "C(T - 1, m) + C(T - 1, m - 1)",
                "Pr[y = 1 | v = 1]": law_of_a_round(1),
                "Pr[y = 1 | v = 0]": law_of_a_round(0),
                **RATES,
            },
        ),
        Section(
            "Theorem 3: the estimate of a round (first source)",
            """
            Let {a} of the {N} people be active in the round. The share to be estimated is {phi = a/N}. Let {Y} be
            the number of ones that arrive. Its mean is the sum of the people's means.

                E[Y] = a*p + (N - a)*q = N*(q + (p - q)*phi)

            The estimate is {Phi = (Y - N*q)/(N*(p - q))}, which is affine in {Y}. So its mean is its value at
            {E[Y]}.

                E[Phi] = (E[Y] - N*q)/(N*(p - q)) = phi

            This needs {p > q}, that is {epsilon > 0}. It holds for every dummy {r} and every number {m} of reports.
            (Our copy calls {Phi} universal, a Japanese word that differs from unbiased in one character.)
            """,
            ("shots.thm-3",),
            given=f"{REPORTS}; N >= 1",
            at={**AT, "E[Y]": Fraction(37, 42)},
            defined={**RATES, "phi": "a/N", "E[Phi]": computed_by(estimate, MEAN, N, m, T, r, E - 1)},
            known=mean_of_ones,
            reading="E[Y] is the mean number of ones that N independent people send, a of whom are in state 1",
            stands=("E[Y]", "a", "N"),
        ),
        Section(
            "Glance and Harmony (second source, section 4.1)",
            """
            Here a person reports in one of {T} rounds, with the whole budget, and {E = exp(epsilon)}. A report is 1
            with probability {p} from an active person and with probability {q} from an idle one.

                p - q = E/(E + 1) - 1/(E + 1) = (E - 1)/(E + 1)

            Let {k} people report in a round, and {X} of the reports be 1. (The source prints that {t} is in {tau_n}
            for them, where {tau_n} is one round: it means {tau_n = t}.) Whoever reports is active with
            probability {mu}, the share to be estimated. So given {k}, the mean of {X} is

                E[X] = k*(mu*p + (1 - mu)*q) = k*(q + (p - q)*mu)

            Glance estimates {(X/k - q)/(p - q)}, which is affine in {X}. Its mean given {k} is, for {k >= 1},

                E[Glance] = (E[X]/k - q)/(p - q) = mu

            A round without reports has no estimate: {X/k} is 0/0. With a default {d_0} for such rounds, whose
            probability is {P_0}, the bias is

                (1 - P_0)*mu + P_0*d_0 - mu = (d_0 - mu)*P_0

            Harmony counts each silent person as a number {s}, which is 0 in the source, and divides by {N}. On
            average {N/T} people report, and {N*(q + (p - q)*mu)/T} of them say 1. So the sum has the mean
            {N*(q + (p - q)*mu)/T + s*(N - N/T)}, of which the collector subtracts {s*(N - N/T)}. So

                E[Harmony] = ((q + (p - q)*mu)/T - q/T)/((p - q)/T) = mu
            """,
            ("counting.unbiased",),
            given="E > 1; k >= 1; T >= 1; N >= 1; 0 <= mu <= 1",
            at={
                "E": 3,
                "k": 2,
                "T": 3,
                "N": 5,
                "mu": Fraction(1, 5),
                "P_0": Fraction(1, 9),
                "d_0": 1,
                "s": 1,
            },
            defined={
                "p": computed_by(truth, E - 1),
                "q": computed_by(lie, E - 1),
                "E[X]": k * (mu * truth(E - 1) + (1 - mu) * lie(E - 1)),
                "E[Glance]": computed_by(estimate_reported, Symbol("E[X]"), k, E - 1),
                "E[Harmony]": computed_by(
                    estimate_filled,
                    N * (lie(E - 1) + contrast(E - 1) * mu) / T,
                    N / T,
                    N,
                    T,
                    Symbol("s"),
                    E - 1,
                ),
            },
        ),
        Section(
            "The statistic with noise (third source, sections 1 and 2.2)",
            """
            A table has {m1} cases and {m2} controls, {N = m1 + m2}. Of the cases {a} have the variant, and {b} of
            the controls, {s = a + b}. If the variant has nothing to do with the disease, any {s} of the {N} people
            are equally likely to have it. Then {a} has the mean {s*m1/N} and the variance

                V = s*(m1/N)*(1 - m1/N) + s*(s - 1)*(m1*(m1 - 1)/(N*(N - 1)) - (m1/N)^2) = s*m1*m2*(N - s)/(N^2*(N - 1))

            Up to a factor near 1, the statistic is the square of the standardized {a}.

                chi2 = (a - s*m1/N)^2/V*(N/(N - 1))

            So its mean is {N/(N - 1)}, by linearity, as {(a - s*m1/N)^2} has the mean {V}.

            Algorithm 1 adds Laplace noise of scale {h}, the sensitivity over {epsilon}. The part of its mean
            that comes from noise above 0 is the integral of {t/(2*h)*exp(-t/h)}. It is found from
            {G = (t + h)/2*exp(-t/h)}, as

                slope(t, G) = -t/(2*h)*exp(-t/h)

            At {t = 0} this {G} is {h/2}, and it vanishes for large {t}. So noise above 0 adds {h/2} to the mean, and
            noise below 0 takes as much away: the noisy statistic is an unbiased estimate of the statistic.
            """,
            ("chi2.eq-1", "chi2.thm-2.2"),
            given="m1 >= 1; m2 >= 1; 0 < a + b < m1 + m2; m1 + m2 > 1; h > 0",
            at={"a": 3, "b": 1, "m1": 4, "m2": 6, "h": 2, "t": 1},
            defined={
                "N": m1 + m2,
                "s": a + b,
                "V": "s*m1/N*(1 - m1/N) + s*(s - 1)*(m1*(m1 - 1)/(N*(N - 1)) - (m1/N)^2)",
                "G": "(t + h)/2*exp(-t/h)",
                "chi2": computed_by(statistic_ratio, a, b, m1, m2),
            },
        ),
        Section(
            "The sketch (fourth source, section 3.2)",
            """
            Each person sets the bit in their own item's column with probability {q}, and each other bit with
            probability {p < q}. Of {N} people {f} hold an item. Another item shares its column with probability
            {c < 1}. So a person who holds another item sets the bit with probability

                c*q + (1 - c)*p = p + c*(q - p)

            Let {S} be the number of ones in the column. Its mean, over the hashes and the bits, is

                E[S] = f*q + (N - f)*(p + c*(q - p)) = N*p + (q - p)*(f + c*(N - f))

            The source's estimate, as a number of people, is {(S - N*p)/(q - p)}. It also counts the people
            whose items collide.

                E[printed] = (E[S] - N*p)/(q - p) = f + c*(N - f)

            Then the collisions are subtracted. The mended estimate is unbiased.

                E[mended] = ((E[S] - N*p)/(q - p) - N*c)/(1 - c) = f

            The minimum of several rows is not affine in the bits, and is biased: see `sketch.min`.
            """,
            ("sketch.inverse", "sketch.min"),
            given="0 < p < q < 1; N >= 1; 0 <= c < 1",
            at={"p": Fraction(1, 4), "q": Fraction(3, 4), "N": 5, "f": 2, "c": Fraction(1, 3)},
            defined={
                "E[S]": f * high + (N - f) * (low + c * (high - low)),
                "E[printed]": computed_by(estimate_row_count, Symbol("E[S]"), N, low, high),
                "E[mended]": computed_by(estimate_holders, Symbol("E[S]"), N, low, high, c),
            },
        ),
    ),
)
