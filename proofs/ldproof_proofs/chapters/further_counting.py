"""What else is derived of the second source: exact variances, and errors solved from beta."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.counting.bounds import (
    borappor_alpha,
    boundary_slope,
    claim_2_at,
    divergence_loss,
    exponent_needed,
    harmony_lower_at,
    harmony_upper_at,
)
from ldproof.counting.formulas import (
    coin_variance,
    conditional_glance_variance,
    every_round_variance,
    glance_variance_at,
    harmony_variance,
)
from ldproof.numbers import Symbol, expm1, least, term
from ldproof.probability import divergence
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.chapters.display import Chapter
from ldproof_proofs.kernel.derivations.section import Defined, Section, computed_by
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Known, axiom, lemma
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Point
from ldproof_proofs.tails.logarithm import positive

E, N, T, mu, k, R, s, t, lost, V, theta, u, c = map(
    Symbol, ("E", "N", "T", "mu", "k", "R", "s", "t", "l", "V", "theta", "u", "c")
)
beta, epsilon = map(Symbol, ("beta", "epsilon"))
COIN: Defined = {
    "p": computed_by(truth, E - 1),
    "q": computed_by(lie, E - 1),
    "coin": computed_by(coin_variance, E - 1),
}
AT: Point = {
    "E": 3, "N": 5, "T": 3, "mu": Fraction(1, 5), "k": 2, "R": Fraction(1, 2), "s": Fraction(1, 3), "beta": Fraction(1, 2),
    "epsilon": 1, "V": 2, "L": 2, "alpha": 1, "l": Fraction(1, 3), "t": Fraction(1, 3),
}  # fmt: skip
HALF = term(Fraction(1, 2))
LARGEST = least(HALF, 1 - theta)


def positive_surprise(prover: Prover) -> Mapping[str, Known]:
    """The logarithm of 1 over (N + 1)^2 beta is positive."""
    chance = 1 / ((N + 1) ** 2 * beta)
    return {"surprise": lemma(positive(prover), v=chance)}


def split_logarithms(_: Prover) -> Mapping[str, Known]:
    """The logarithms of quotients as differences, at the largest share."""
    low, high = u * c, u * c + theta
    return {
        "ones": axiom(Always.PRODUCT, high / low, low),
        "zeros": axiom(Always.PRODUCT, (1 - high) / (1 - low), 1 - low),
        "upper": axiom(Always.PRODUCT, high / (1 - high), 1 - high),
        "lower": axiom(Always.PRODUCT, low / (1 - low), 1 - low),
    }


CHAPTER = Chapter(
    "further-counting",
    "Further derivations: continual counting",
    """Exact variances of Glance and Harmony, and the bounds of section 5, each solved for the error. Here
    {E = exp(epsilon)}, {p = E/(E + 1)} and {q = 1/(E + 1)}.""",
    (),
    (
        Section(
            "Glance's variance (section 4.1)",
            """
            A report's bit has the variance {p - p^2}, which is {p*q}, whoever sends it. What its coin leaves in an
            estimate is that over {(p - q)^2}.

                p*q/(p - q)^2 = E/(E - 1)^2 = coin

            Let {k} of the {N} people report. Two of them are both active with probability
            {mu*(mu*N - 1)/(N - 1)}. So the number of active ones among them has the variance

                k*(mu - mu^2) + k*(k - 1)*(mu*((mu*N - 1)/(N - 1)) - mu^2) = k*mu*(1 - mu)*((N - k)/(N - 1))

            The estimate is a mean over {k} reports: coins and sample add up.

                Var[Glance] = coin/k + mu*(1 - mu)*((N - k)/(k*(N - 1)))

            Given {k} the mean is {mu} for every {k}. So the variance over all {k >= 1} is the mean of this, and
            depends on {R}, the mean of {1/k}, alone.

                average = coin*R + mu*(1 - mu)*((N*R - 1)/(N - 1))

            Where everybody reports in every round, with {k = N}, nothing is sampled.

                borappor = coin/N
            """,
            ("counting.laws", "counting.equal-borappor", "counting.boundary"),
            given="E > 1; N >= 2; k >= 1; R > 0",
            at=AT,
            defined={
                **COIN,
                "Var[Glance]": computed_by(conditional_glance_variance, N, mu, k, E - 1),
                "average": computed_by(glance_variance_at, N, mu, R, E - 1),
                "borappor": computed_by(every_round_variance, N, E - 1),
            },
        ),
        Section(
            "Harmony's variance (section 4.1)",
            """
            Who does not report counts as {s}. What is counted of a person who would say 1 with probability {p} is 1
            with probability {p/T}, {s} with probability {1 - 1/T}, and else 0. So its variance is

                V_p = p/T + s^2*(1 - 1/T) - (p/T + s*(1 - 1/T))^2

            and {V_q} likewise. People are independent. The estimate is the mean over {N} of them, over {(p - q)/T},
            less a constant.

                Var[Harmony] = (mu*V_p + (1 - mu)*V_q)/(N*((p - q)/T)^2)

            With {S = q + (p - q)*mu} this is a variance of coins, one of sampling, and how far {S} is from {s}.

                Var[Harmony] = coin*T/N + mu*(1 - mu)*(T - 1)/N + (T - 1)*(S - s)^2/(N*(p - q)^2)
            """,
            ("counting.laws", "counting.boundary"),
            given="E > 1; T >= 1; N >= 1",
            at=AT,
            defined={
                **COIN,
                "V_p": "p/T + s^2*(1 - 1/T) - (p/T + s*(1 - 1/T))^2",
                "V_q": "q/T + s^2*(1 - 1/T) - (q/T + s*(1 - 1/T))^2",
                "S": "q + (p - q)*mu",
                "Var[Harmony]": computed_by(harmony_variance, N, T, mu, E - 1, s),
            },
        ),
        Section(
            "The exponent that is needed (section 5.1.2)",
            """
            If a bound is {2*exp(-k*h)} given {k} reporters, then over {k} it is {2*exp(-N*l/T)} at most, with
            {l = 1 - exp(-h)}. In {T} rounds and for two kinds of errors this is {beta} where

                N*l/T = ln(4*T/beta)
            """,
            ("counting.claim-1", "counting.claim-2"),
            given="N >= 1; T >= 1; beta > 0",
            at=AT,
            defined={"l": computed_by(divergence_loss, N, T, beta)},
        ),
        Section(
            "The exponent, solved (section 5.1.2)",
            """
            Here {l} is {T/N*ln(4*T/beta)}. For {L = -ln(1 - l)} indeed

                1 - exp(-L) = l

            For Claim 2, Hoeffding's exponent for a sample is {2*alpha^2}. It is {L} for

                alpha = sqrt(L/2)

                2*alpha^2 = L
            """,
            ("counting.claim-1", "counting.claim-2"),
            given="0 < l < 1; L > 0",
            at=AT,
            defined={
                "L": computed_by(exponent_needed, lost),
                "alpha": computed_by(claim_2_at, exponent_needed(lost)),
            },
            known=lambda _: {"inverse": axiom(Always.INVERSE, 1 - lost)},
        ),
        Section(
            "The divergence of condition (2)",
            """
            Condition (2) compares the divergence {D = t*ln(t/mu) + (1 - t)*ln((1 - t)/(1 - mu))} of a share {t} from {mu}
            with the exponent of the noise. It is 0 at {t = mu}, and so is its slope.

                slope(t, D) = ln(t/mu) - ln((1 - t)/(1 - mu))

            Its curvature is the inverse variance of a bit.

                slope(t, ln(t/mu) - ln((1 - t)/(1 - mu))) = 1/(t*(1 - t))

            Below and above {mu} the inverse curvatures differ by

                (mu - theta)*(1 - mu + theta) - (mu + theta)*(1 - mu - theta) = -2*theta*(1 - 2*mu) <= 0

            So for {mu <= 1/2} the divergence of {mu + theta} is the smaller one.
            """,
            ("counting.cond-2",),
            given="0 < t < 1; 0 < mu <= 1/2; theta > 0",
            at={"t": Fraction(1, 3), "mu": Fraction(1, 4), "theta": Fraction(1, 8)},
            defined={"D": computed_by(divergence, t, mu)},
        ),
        Section(
            "Where condition (2) ends (figure 1)",
            """
            Let {c} be the largest share, min(1/2, 1 - {theta}), and {mu = u*c}. The slope of the divergence of
            {mu + theta} in {u} is

                slope(u, D) = c*(ln((u*c + theta)/(1 - u*c - theta)) - ln(u*c/(1 - u*c)) - theta/(u*c*(1 - u*c)))

            It is 0 where (2) is tightest.
            """,
            ("counting.cond-2", "counting.fig-1"),
            given="u > 0; c > 0; theta > 0; u*c + theta < 1",
            at={"u": Fraction(1, 4), "c": Fraction(1, 2), "theta": Fraction(1, 4)},
            defined={"D": computed_by(divergence, u * c + theta, u * c)},
            known=split_logarithms,
        ),
        Section(
            "Where condition (2) is tightest",
            """
            With the value of {c} this is the slope by which the reference encloses the crossing.

                tightest = c*(ln((u*c + theta)/(1 - u*c - theta)) - ln(u*c/(1 - u*c)) - theta/(u*c*(1 - u*c)))
            """,
            ("counting.cond-2", "counting.fig-1"),
            given="u > 0; c > 0; theta > 0; u*c + theta < 1",
            at={"u": Fraction(1, 4), "theta": Fraction(1, 4)},
            defined={"c": LARGEST, "tightest": computed_by(boundary_slope, u, theta)},
        ),
        Section(
            "Basic One-time RAPPOR (section 1.1)",
            """
            Each report has the odds {exp(epsilon/T)}, and {D = p - q} for these. Hoeffding's inequality bounds the
            error by {2*exp(-2*N*(alpha*D)^2)} in a round. In {T} rounds this is {beta} for

                alpha = sqrt(L/(2*N))/D

                2*N*(alpha*D)^2 = L

            with {L = ln(2*T/beta)}.
            """,
            ("counting.orders",),
            given="epsilon > 0; N >= 1; T >= 1; 0 < beta < 1",
            at=AT,
            defined={
                "D": contrast(expm1(epsilon / T)),
                "L": "ln(2*T/beta)",
                "alpha": computed_by(borappor_alpha, N, T, beta, epsilon),
            },
        ),
        Section(
            "Harmony's upper bound (Corollary 1)",
            """
            Harmony's estimate has a variance {V}, and a bit moves it by at most {W = T/(N*(p - q))}. Bernstein's
            exponent {alpha^2/(2*V + 2*W*alpha/3)} is {L = ln(2*T/beta)} for

                alpha = W*L/3 + sqrt((W*L/3)^2 + 2*V*L)

                alpha^2 = (2*V + 2*W*alpha/3)*L
            """,
            ("counting.cor-1",),
            given="E > 1; N >= 1; T >= 1; 0 < beta < 1; V > 0",
            at=AT,
            defined={
                "W": T / (N * contrast(E - 1)),
                "L": "ln(2*T/beta)",
                "alpha": computed_by(harmony_upper_at, V, N, T, beta, E - 1),
            },
            known=lambda prover: {"surprise": lemma(positive(prover), v=2 * T / beta)},
        ),
        Section(
            "Harmony's lower bound (Theorem 4)",
            """
            By the method of types an error whose square is {V*G} has a probability of {beta} or more. Here {V} is
            Harmony's variance where everybody is active, and {G = ln(1/((N + 1)^2*beta))}.

                alpha^2 = V*G
            """,
            ("counting.thm-4", "counting.cor-4"),
            given="E > 1; N >= 1; T >= 1; beta > 0; (N + 1)^2*beta < 1",
            at={"E": 3, "N": 5, "T": 3, "beta": Fraction(1, 50)},
            defined={
                "V": computed_by(harmony_variance, N, T, 1, E - 1, 0),
                "G": "ln(1/((N + 1)^2*beta))",
                "alpha": computed_by(harmony_lower_at, N, T, beta, E - 1),
            },
            known=positive_surprise,
        ),
    ),
)
