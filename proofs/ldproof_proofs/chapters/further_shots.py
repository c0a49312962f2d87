"""What else is derived of the first source: variance, privacy, exponents, and errors solved from beta."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Symbol, exp, expm1, term
from ldproof.probability import divergence
from ldproof.rounds import contrast, forward_step, report_likelihood
from ldproof.shots.error import alpha_bernstein, alpha_every_round
from ldproof.shots.formulas import (
    event_odds,
    gap,
    largest_variance,
    p,
    q,
    slope_sign,
    slope_sign_derivative,
    user_epsilon,
)
from ldproof.shots.formulas import variance as exact_variance
from ldproof_proofs.chapters.display import Chapter
from ldproof_proofs.kernel.derivations.section import Coded, Section, computed_by
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Known, axiom, lemma
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Point, Relation
from ldproof_proofs.shots.accuracy.taylor import display as taylor
from ldproof_proofs.shots.alphas.by_variance import positive_variances
from ldproof_proofs.shots.alphas.every_round import at_a_share
from ldproof_proofs.shots.alphas.settled import logarithm

E, N, T, m, r, phi, a, t, o, u = map(Symbol, ("E", "N", "T", "m", "r", "phi", "a", "t", "o", "u"))
beta, epsilon = map(Symbol, ("beta", "epsilon"))
ONE = term(1)
REPORTS = "E > 1; 0 <= r <= 1; 1 <= m <= T"
RATES: Mapping[str, Coded] = {"p": computed_by(p, m, T, r, E - 1), "q": computed_by(q, m, T, r, E - 1)}
AT: Point = {
    "E": 3,
    "r": Fraction(1, 7),
    "m": 1,
    "T": 3,
    "N": 4,
    "phi": Fraction(1, 2),
    "beta": Fraction(1, 2),
    "epsilon": 1,
}


def kearns_saul(prover: Prover) -> Mapping[str, Known | Relation]:
    """The difference p - q of a report with a share of the budget is positive, and so is the logarithm."""
    return {**at_a_share(prover), **logarithm(prover)}


def bernstein_signs(prover: Prover) -> Mapping[str, Known | Relation]:
    """The largest variance of a bit is one of two, and the logarithm is positive."""
    return {**positive_variances(E - 1), **logarithm(prover)}


CHAPTER = Chapter(
    "further-shots",
    "Further derivations: m-shot reporting",
    """What the first source leaves out, or bounds more coarsely. Symbols are those of the chapter on unbiasedness.""",
    (),
    (
        Section(
            "The variance of a bit and of the estimate",
            """
            A bit {y} is 1 with probability {p} and 0 otherwise. As {y^2 = y}, both have the mean {p}. So the variance
            is

                p - p^2 = p*(1 - p)

            People are independent, so that variances add up. The estimate is {Y/(N*(p - q))} less a constant.

                Var[Phi] = (N*phi*p*(1 - p) + N*(1 - phi)*q*(1 - q))/(N*(p - q))^2
            """,
            ("shots.r-star", "shots.m-exact"),
            given=f"{REPORTS}; N >= 1",
            at=AT,
            defined={**RATES, "Var[Phi]": computed_by(exact_variance, N, m, T, r, phi, E - 1)},
        ),
        Section(
            "Privacy of a whole stream (Theorem 4)",
            """
            If all rounds of a person change, every choice of {m} rounds multiplies the likelihood of a transcript by
            {m} equal factors, {E} each where all bits are true. So the loss is

                m*ln(E) = epsilon = loss
            """,
            ("shots.thm-4",),
            given="epsilon > 0; m >= 1",
            at={"epsilon": 1, "m": 2},
            defined={"E": exp(epsilon / m), "loss": computed_by(user_epsilon, epsilon)},
            known=lambda _: {"undone": axiom(Always.UNDONE, epsilon / m)},
        ),
        Section(
            "Privacy of one round",
            """
            Let one round change, and {o = min(r, 1 - r)} be the probability of the rarer dummy. The likelihood ratio is
            largest if the changed round shows the rarer dummy, and each other round the likelier one, which is opposite
            to the person's state. Let {A} be the weight of {m} reports among the other rounds, and {B} that of {m - 1}.
            A report more among them replaces a dummy, of probability {1 - o}, by a lie, of probability {1/(E + 1)}. The
            numbers of choices of {m} and of {m - 1} rounds have the quotient {(T - m)/m}. Therefore
            {(T - m)*B = m*(1 - o)*(E + 1)*A}, and the ratio is

                ratio = (A*o + B*E/(E + 1))/(A*o + B*1/(E + 1)) = (o*(T - m) + E*m*(1 - o))/(o*(T - m) + m*(1 - o))

            These are the tight odds of one round:

                ratio = odds
            """,
            ("shots.event-delta", "shots.thm-4"),
            given=f"{REPORTS}; 0 <= o <= 1/2; A >= 0; B > 0; o = min(r, 1 - r); (T - m)*B = m*(1 - o)*(E + 1)*A",
            at={
                "E": 3,
                "m": 1,
                "T": 2,
                "o": Fraction(1, 3),
                "A": Fraction(3, 8),
                "B": 1,
                "r": Fraction(1, 3),
            },
            defined={
                "ratio": forward_step([Symbol("B"), Symbol("A")], o, report_likelihood(E - 1, 1, 1))[1]
                / forward_step([Symbol("B"), Symbol("A")], o, report_likelihood(E - 1, 0, 1))[1],
                "odds": computed_by(event_odds, m, T, r, E - 1),
            },
            known=lambda _: {
                "minimum": axiom(Always.FIRST, r, 1 - r),
            },
        ),
        Section(
            "Chernoff's exponent (Theorem 10)",
            """
            By Markov's inequality for {z} to the power {X}, a sum of {n} bits of mean {t} reaches {a*n} with
            probability at most {exp(-n*K)}, for every {z > 0}, where

                K = a*ln(z) - ln(1 - t + t*z)

            Its slope vanishes at {z = a*(1 - t)/(t*(1 - a))}:

                slope(z, K) = (a*(1 - t) - (1 - a)*t*z)/(z*(1 - t + t*z))

            There {K} is the divergence of {a} from {t}, the best exponent.

                a*ln(a*(1 - t)/(t*(1 - a))) - ln(1 - t + t*(a*(1 - t)/(t*(1 - a)))) = a*ln(a/t) + (1 - a)*ln((1 - a)/(1 - t))

                a*ln(a/t) + (1 - a)*ln((1 - a)/(1 - t)) = divergence
            """,
            ("shots.thm-10",),
            given="0 < t < 1; 0 < a < 1; z > 0",
            at={"t": Fraction(1, 3), "a": Fraction(1, 2), "z": 1},
            defined={"K": "a*ln(z) - ln(1 - t + t*z)", "divergence": computed_by(divergence, a, t)},
            known=lambda _: {
                "product": axiom(Always.PRODUCT, a / t, (1 - t) / (1 - a)),
                "quotient": axiom(Always.PRODUCT, (1 - t) / (1 - a), (1 - a) / (1 - t)),
                "one": axiom(Always.UNDONE, 0 * t),
            },
        ),
        Section(
            "The root of W, and c* (section 5.3)",
            """
            Let g be taken at the inverse of {u}. Its slope in {u} has the opposite sign of {W}, by the chapter on {f}. With
            {E = exp(u)}, this function and its slopes are

                W = E^2 - 1 - u*(3*E + 1)

                slope(u, W) = 2*E^2 - 3*E*(1 + u) - 1 = W_1

                slope(u, W_1) = E*(4*E - 3*u - 6)

            The last bracket is negative at 0 and increases, as its slope is positive:

                4*E - 3 > 0

            So the slope of {W} first falls and then rises. It is -2 at 0, and so changes its sign once; and {W}, which
            is 0 at 0, has one root beyond. This is 1/c*: g is largest at c*. Newton's method divides by {W_1}.
            """,
            ("shots.c-star", "shots.fig-1"),
            given="u >= 0",
            at={"u": 1},
            defined={
                "E": exp(u),
                "W": computed_by(slope_sign, u),
                "W_1": computed_by(slope_sign_derivative, u),
            },
            known=lambda _: {"tangent": axiom(Always.TANGENT, u)},
        ),
        Section(
            "One report (Theorem 6)",
            """
            For {m = 1} and {r = 0} the bound (2) is {2*T*exp(-N*alpha^2/(3*T*K))}, with

                K = E*(E + 1)/(E - 1)^2

            where {E = exp(epsilon)}. It falls in {E}, so that {K} at the least budget serves all larger ones.

                slope(E, E*(E + 1)/(E - 1)^2) = -(3*E + 1)/(E - 1)^3 < 0

            It has the limit 1: large budgets do not help one report.

                K - 1 = (3*E - 1)/(E - 1)^2
            """,
            ("shots.thm-6", "shots.appendix-2"),
            given="E > 1; T >= 1",
            at={"E": 3, "T": 3},
            defined={"K": p(ONE, T, term(0), E - 1) / (T * gap(ONE, T, E - 1) ** 2)},
        ),
        Section(
            "A report in every round (Theorem 7)",
            """
            For {m = T} the exponent of (2) is {-N*alpha^2/(3*K)}, with {E = exp(u)} and {u = epsilon/T}. The Taylor
            step of appendix 3, with the number e, bounds it.

                (E - 1)^2/(E*(E + 1)) >= 1/((1/u + 1 + exp(1)/2*u)*(2/u + 1 + exp(1)/2*u))
            """,
            ("shots.thm-7",),
            given="0 < u <= 1",
            at={"u": Fraction(1, 2)},
            defined={"E": exp(u)},
            known=lambda prover: {
                "display": lemma(taylor(prover), x=u),
                "tangent": axiom(Always.TANGENT, u),
                "e": axiom(Always.POSITIVE, 0 * u + 1),
            },
        ),
        Section(
            "A report in every round, sharper (section 5.2)",
            """
            For {m = T} all bits have the odds {E = exp(epsilon/T)} or their inverse, and Kearns and Saul bound each
            tail by {exp(-N*D*alpha^2*epsilon/T)}, where {D = (E - 1)/(E + 1)}. This is {beta/(2*T)} for

                alpha = sqrt(T*L/(epsilon*N*D))

            with {L = ln(2*T/beta)}, as then

                N*D*alpha^2*epsilon/T = L
            """,
            ("shots.alphas", "shots.thm-7"),
            given="epsilon > 0; T >= 1; N >= 1; 0 < beta < 1",
            at=AT,
            defined={
                "D": contrast(expm1(epsilon / T)),
                "L": "ln(2*T/beta)",
                "alpha": computed_by(alpha_every_round, beta, N, T, epsilon),
            },
            known=kearns_saul,
        ),
        Section(
            "Bernstein's inequality, without condition (1)",
            """
            Let {V} be the larger of {p*(1 - p)} and {q*(1 - q)}, and {D = p - q}. Bernstein's inequality bounds each
            tail by {exp(-N*(D*alpha)^2/(2*V + 2*D*alpha/3))}. This is {beta/(2*T)} for

                alpha = (L/3 + sqrt((L/3)^2 + 2*N*L*V))/(N*D)

            as then

                N*(D*alpha)^2 = (2*V + 2*D*alpha/3)*L
            """,
            ("shots.alphas",),
            given=f"{REPORTS}; N >= 1; 0 < beta < 1; T >= 1",
            at=AT,
            defined={
                "V": computed_by(largest_variance, m, T, r, E - 1),
                "D": computed_by(gap, m, T, E - 1),
                "L": "ln(2*T/beta)",
                "alpha": computed_by(alpha_bernstein, beta, N, m, T, r, E - 1),
            },
            known=bernstein_signs,
        ),
    ),
)
