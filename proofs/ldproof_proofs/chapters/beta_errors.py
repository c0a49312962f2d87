"""The beta-errors: how often a private test errs away from its threshold, and how large errors are solved from beta."""

from fractions import Fraction

from ldproof.chi2.error import bound_corrected, radial_flip_probability
from ldproof.chi2.formulas import delta_t, margin_weight, norm_squared, statistic_ratio
from ldproof.counting.bounds import bernstein_exponent, theta_at, theta_printed_at
from ldproof.numbers import Symbol, log
from ldproof.sketch.error import counting_risk, hoeffding_deviation
from ldproof_proofs.chapters.display import Chapter
from ldproof_proofs.kernel.derivations.section import Defined, Section, computed_by
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.relations import Point

E, d, n, L, D, t, k = map(Symbol, ("E", "d", "n", "L", "D", "t", "k"))
a, b, m1, m2, tau, beta, epsilon, alpha, delta = map(
    Symbol, ("a", "b", "m1", "m2", "tau", "beta", "epsilon", "alpha", "delta")
)
TABLE: Defined = {
    "N": m1 + m2,
    "s": a + b,
    "chi2": computed_by(statistic_ratio, a, b, m1, m2),
    "S": computed_by(norm_squared, a, b, m1, m2, tau),
    "w": computed_by(margin_weight, a, b, m1, m2),
}
GROUPS = "m1 >= 1; m2 >= 1; 0 < a + b < m1 + m2; tau > 0"
AT: Point = {
    "a": 3,
    "b": 1,
    "m1": 4,
    "m2": 6,
    "tau": 2,
    "beta": Fraction(1, 10),
    "epsilon": 1,
    "D": 2,
    "t": 1,
    "k": Fraction(1, 2),
}


CHAPTER = Chapter(
    "beta-errors",
    "The beta-errors",
    """In the third source beta is a distance of the statistic from the threshold. The beta-error of a private test is
    the largest probability that its answer differs from that of the test without noise, over all tables at least beta
    away. In the other sources beta, or delta, is the probability that a bound on the error fails, and this is solved
    for the bound. A letter that a section defines has this meaning there alone.""",
    ("chi2.a-15", "chi2.thm-4.4", "counting.eq-1", "sketch.error"),
    (
        Section(
            "The Laplace tail (third source, appendix A.3)",
            """
            Let {D} be the sensitivity of a number, and {epsilon/(2*D)*exp(-epsilon*t/D)} the density of the
            noise at {t > 0} and at {-t}. It is the slope, with the opposite sign, of
            {F = 1/2*exp(-epsilon*t/D)}:

                slope(t, F) = -epsilon/(2*D)*exp(-epsilon*t/D)

            And {F} vanishes for large {t}, as for {t > 0}

                F <= D/(2*epsilon*t)

            So noise exceeds {t} with probability {F}. Algorithm 1 errs on a table at the distance {beta} if the
            noise carries it across the threshold: this is (A.11) and (13). With (15), for {m1 <= m2}, its
            exponent is that of (18).

                epsilon*beta/Delta_Y1 = epsilon*beta*m1*m2*(m2 + 1)/(N^2*m2)
            """,
            ("chi2.thm-4.3", "chi2.prop-4.1"),
            given="epsilon > 0; D > 0; t > 0; beta > 0; m1 >= 1; m1 <= m2",
            at=AT,
            defined={"N": m1 + m2, "Delta_Y1": "N^2/(m1*m2)*m2/(m2 + 1)", "F": "1/2*exp(-epsilon*t/D)"},
            known=lambda _: {
                "tangent": axiom(Always.TANGENT, epsilon * t / D),
                "inverse": axiom(Always.SUM, epsilon * t / D, -epsilon * t / D),
            },
        ),
        Section(
            "How far a table is from the ellipse (third source, appendix A.4)",
            """
            Algorithm 2 adds noise to {norm[T]}, whose square {S} the chapter on Delta_T and the ellipse derives. Let
            {s = a + b}, and {w = 4*s*(N - s)/N^2} the weight of the margin. Then

                S = ((2*s - N)/N)^2 + 4*(a*m2 - b*m1)^2/(tau*m1*m2*N)

            The first summand is {1 - w}, and the second one {w*chi2/tau}, where {chi2} is the statistic. So

                S = 1 + w*(chi2/tau - 1)

            For a table above the threshold by {beta} or more, {chi2 >= tau + beta}, the square {S} therefore
            exceeds 1 by

                w*(chi2/tau - 1) >= w*beta/tau

            The weight is at most 1, as a square is not negative. So (A.15) has its last sign reversed.

                w = 1 - ((2*s - N)/N)^2 <= 1
            """,
            ("chi2.a-15", "chi2.thm-4.4"),
            given=f"{GROUPS}; beta > 0; chi2 >= tau + beta",
            at={**AT, "a": 4, "b": 1},
            defined=TABLE,
        ),
        Section(
            "Algorithm 2 away from its threshold (Theorem 4.4, mended)",
            """
            Let {k} be {w_0*beta/tau}, where {w_0} is a lower bound on the weights of the tables that are
            considered. If the square of {norm[T]} exceeds 1 by {k}, the noise must exceed {sqrt(1 + k) - 1} for
            an error. This is

                sqrt(1 + k) - 1 = k/(1 + sqrt(1 + k))

            If the square is less than 1 by {k}, the noise must exceed more, since the root is concave.

                1 - sqrt(1 - k) >= sqrt(1 + k) - 1

            By the Laplace tail, with {D} for the sensitivity, both errors are at most

                flip = 1/2*exp(-epsilon*k/(D*(1 + sqrt(1 + k))))

            With {D = Delta_T} this is (20), which has {sqrt(1 + k) - 1} for the quotient, as above; and
            {w_0*beta} is in the place of {beta}.

                bound = 1/2*exp(-epsilon*w_0*beta/(tau*Delta_T*(1 + sqrt(1 + w_0*beta/tau))))
            """,
            ("chi2.thm-4.4", "chi2.error"),
            given="0 < k < 1; epsilon > 0; D > 0; m1 >= 1; m2 >= 1; tau > 0; beta > 0; 0 < w_0 <= 1",
            at={**AT, "w_0": Fraction(1, 2)},
            defined={
                "flip": computed_by(radial_flip_probability, epsilon / D, k),
                "Delta_T": computed_by(delta_t, m1, m2, tau),
                "bound": computed_by(bound_corrected, m1, m2, tau, beta, Symbol("w_0"), epsilon),
            },
        ),
        Section(
            "Randomized response among k reporters (second source, equation (1))",
            """
            Let {E = exp(epsilon)}. A report, debiased, has the variance {V = E/(E - 1)^2}, and is off by at
            most {R = E/(E - 1)}. By Bernstein's inequality the mean of {k} reports is off by {alpha} or more
            with probability at most {2*exp(-k*h)}, where

                h = alpha^2/(2*V + 2*R*alpha/3) = (E - 1)^2*alpha^2/(2*E*(1 + (E - 1)*alpha/3))

            Over the random number {k} of reporters, in {T} rounds and for two kinds of errors, this makes {beta} if
            {h = L}, with {L = -ln(1 - T/N*ln(4*T/beta))}: see the chapter of further derivations. This is an
            equation of degree 2 with the positive root

                root = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)

            Equation (1) prints exactly twice this root.

                theta = 2*root
            """,
            ("counting.eq-1", "counting.claim-1"),
            given="E > 1; L > 0; alpha > 0",
            at={"E": 3, "L": 1, "alpha": 1},
            defined={
                "V": "E/(E - 1)^2",
                "R": "E/(E - 1)",
                "h": computed_by(bernstein_exponent, alpha, E - 1),
                "theta": computed_by(theta_printed_at, L, E - 1),
                "root": computed_by(theta_at, L, E - 1),
            },
        ),
        Section(
            "The least of d rows (fourth source, section 4.2)",
            """
            Of {N} people {f} hold an item. In a row of width {w}, each of the others collides with it with
            probability {1/w}. So they add {(N - f)/w} on average. By Markov's inequality they add {x} or more with
            probability at most

                r = (N - f)/(w*x)

            The hashes of {d} rows are independent, and the least row has {x} or more only if all rows have.
            This has probability at most {r} to the power {d}. This is {delta} if the logarithms agree,

                d*ln(r) = ln(delta)

            that is for the d-th root of {delta},

                r = exp(ln(delta)/d)

            So except with probability {delta} the others add less to the least row than

                x = (N - f)/w*exp(-ln(delta)/d)
            """,
            ("sketch.error", "sketch.min"),
            given="d >= 1; 0 <= f < N; w >= 1; 0 < delta < 1",
            at={"d": 3, "f": 1, "N": 5, "w": 4, "delta": Fraction(1, 2)},
            defined={
                "r": computed_by(counting_risk, d, 1, delta),
                "x": "(N - f)/(w*r)",
            },
            known=lambda _: {
                "undone": axiom(Always.UNDONE, log(delta / 1) / d),
                "inverse": axiom(Always.SUM, log(delta) / d, -log(delta) / d),
            },
        ),
        Section(
            "The noise of the reports (fourth source, section 4.2)",
            """
            A sum of {n} independent numbers between 0 and 1 is off by {D} with probability at most
            {2*exp(-2*D^2/n)}, by Hoeffding's inequality. This is {delta} for

                D = sqrt(n*ln(2/delta)/2)

            for which indeed

                2*D^2/n = ln(2/delta)

            With {n = N} this bound grows like the root of {N}, whatever the width and the depth are.
            """,
            ("sketch.error",),
            given="n >= 1; 0 < delta < 1",
            at={"n": 3, "delta": Fraction(1, 2)},
            defined={"D": computed_by(hoeffding_deviation, n, delta)},
        ),
    ),
)
