"""Delta_T and the ellipse: the threshold of the chi-squared test as a circle, and how far a person moves a table."""

from fractions import Fraction

from ldproof.chi2.formulas import norm_squared, star_squared, t_squared
from ldproof.numbers import Symbol
from ldproof_proofs.chapters.display import Chapter
from ldproof_proofs.chi2.ellipse.conic import conic_left_side, eigenvalues, ellipse_scale
from ldproof_proofs.chi2.formulas.statistic import four_cells
from ldproof_proofs.kernel.derivations.section import (
    Coded,
    Defined,
    Section,
    computed_by,
)
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.relations import Point

a, b, m1, m2, tau = map(Symbol, ("a", "b", "m1", "m2", "tau"))
GROUPS = "m1 >= 1; m2 >= 1; tau > 0"
MARGIN = f"{GROUPS}; 0 < a + b < m1 + m2"
CONIC: Defined = {
    "N": m1 + m2,
    "s": a + b,
    "h": a * m2 - b * m1,
    "A": "m2^2*N + tau*m1*m2",
    "B": "m1^2*N + tau*m1*m2",
    "C": "m1*m2*(tau - N)",
    "D": "-tau*m1*m2*N",
    "R": computed_by(ellipse_scale, m1, m2, tau),
}
FROM_CENTRE: Defined = {**CONIC, "u": "a - m1/2", "v": "b - m2/2"}
AT: Point = {"a": 3, "b": 1, "m1": 4, "m2": 6, "tau": 2, "u": 1, "v": 2}
TURNED: Point = {
    **AT,
    "R": 5,
    "c": Fraction(3, 5),
    "d": Fraction(4, 5),
    "lambda_1": 50,
    "lambda_2": 25,
    "A": 34,
    "B": 41,
    "C": 12,
}
AXES = (
    "R > 0; lambda_1 > 0; lambda_2 > 0; c^2 + d^2 = 1; lambda_1*c^2 + lambda_2*d^2 = A; "
    "lambda_1*d^2 + lambda_2*c^2 = B; (lambda_1 - lambda_2)*c*d = C"
)


CHAPTER = Chapter(
    "delta-t",
    "Delta_T and the ellipse",
    """Only the third source needs a sensitivity: its curator holds the table. A table has {m1} cases and {m2}
    controls, and {a} cases and {b} controls have the variant. The test is significant where the statistic is above
    {tau}. The tables at the threshold lie on an ellipse, which a map T makes the unit circle.""",
    ("chi2.lem-3.2", "chi2.thm-4.1"),
    (
        Section(
            "The statistic and the ellipse (equations (6) to (9))",
            """
            Let {N = m1 + m2}, {s = a + b} and {h = a*m2 - b*m1}. The cells of those without the variant are
            {m1 - a} and {m2 - b}, and the statistic (1) is

                chi = (a*(m2 - b) - b*(m1 - a))^2*N/(s*(N - s)*m1*m2) = h^2*N/(s*(N - s)*m1*m2)

            This is (6). Multiplied by the positive denominator, its distance from the threshold is the left side
            {F} of (7).

                F = A*a^2 + B*b^2 + 2*C*a*b + D*(a + b) = N*h^2 - tau*m1*m2*s*(N - s) = (chi - tau)*s*(N - s)*m1*m2

            Here {A = m2^2*N + tau*m1*m2}, {B = m1^2*N + tau*m1*m2}, {C = m1*m2*(tau - N)} and {D = -tau*m1*m2*N}.
            So a table is significant if and only if {F > 0}. The curve {F = 0} is an ellipse, as (8) says:

                A*B - C^2 = tau*m1*m2*N^3 > 0
            """,
            ("chi2.eq-1", "chi2.lem-3.1"),
            given=MARGIN,
            at=AT,
            defined={
                **CONIC,
                "chi": computed_by(four_cells, a, b, m1 - a, m2 - b),
                "F": computed_by(conic_left_side, a, b, m1, m2, tau),
            },
        ),
        Section(
            "The centre and R (equation (11))",
            """
            The centre is where both slopes of {F} vanish. With {u = a - m1/2} and {v = b - m2/2} they are

                slope(a, F) = 2*(A*u + C*v)

                slope(b, F) = 2*(C*u + B*v)

            So the centre is {a = m1/2} and {b = m2/2}: half of each group. Around it {F} has no linear terms.

                F = A*u^2 + 2*C*u*v + B*v^2 - R

            Here {R} is defined by eigenvalues in (11), and simplified in (A.9).

                R = tau*m1*m2*N^2/4
            """,
            ("chi2.lem-3.2", "chi2.lem-3.1"),
            given=GROUPS,
            at=AT,
            defined={
                **FROM_CENTRE,
                "F": computed_by(conic_left_side, a, b, m1, m2, tau),
            },
        ),
        Section(
            "The eigenvalues (appendix A.1)",
            """
            The ellipse is {A*u^2 + 2*C*u*v + B*v^2 = R}. Its matrix has the rows (A, C) and (C, B), and the
            eigenvalues

                lambda_1 = (A + B + sqrt((A - B)^2 + 4*C^2))/2

                lambda_2 = (A + B - sqrt((A - B)^2 + 4*C^2))/2

            They are the roots of the characteristic equation.

                (lambda_1 - A)*(lambda_1 - B) = C^2

                lambda_1 + lambda_2 = A + B
            """,
            ("chi2.lem-3.2",),
            given=GROUPS,
            at=AT,
            defined={
                **CONIC,
                "lambda_1": Coded("chi2.eigenvalues", eigenvalues(m1, m2, tau)[0]),
                "lambda_2": Coded("chi2.eigenvalues", eigenvalues(m1, m2, tau)[1]),
            },
        ),
        Section(
            "Both axes (Lemma 3.2)",
            """
            Let (c, d) be a unit eigenvector of {lambda_1}. Then (-d, c) is one of {lambda_2}, and {A}, {B} and {C}
            are the sums of the eigenvalues times the projections on these. So the quadratic form is

                A*u^2 + 2*C*u*v + B*v^2 = lambda_1*(c*u + d*v)^2 + lambda_2*(c*v - d*u)^2

            Along the first axis the second bracket is 0, and the ellipse is reached where the first one is

                lambda_1*x_1^2 = R

            and along the second axis where

                lambda_2*x_2^2 = R

            So the half axes are {x_1 = sqrt(R/lambda_1)} and {x_2 = sqrt(R/lambda_2)}. The map T turns the
            eigenvectors into the axes of the plane, and divides by the half axes.

                S = (c*u + d*v)^2/x_1^2 + (c*v - d*u)^2/x_2^2 = (lambda_1*(c*u + d*v)^2 + lambda_2*(c*v - d*u)^2)/R = (A*u^2 + 2*C*u*v + B*v^2)/R

            This is the square of the length of T. By the section on the centre, {S - 1} is {F/R}: a table is
            significant if and only if {norm[T] > 1}. This is Theorem 3.1.
            """,
            ("chi2.lem-3.2", "chi2.thm-3.1"),
            given=AXES,
            at=TURNED,
            defined={
                "x_1": "sqrt(R/lambda_1)",
                "x_2": "sqrt(R/lambda_2)",
                "S": "(c*u + d*v)^2/x_1^2 + (c*v - d*u)^2/x_2^2",
            },
        ),
        Section(
            "The length of T without eigenvectors",
            """
            Inserting {A}, {B}, {C} and {R} removes the eigenvectors, and leaves a square in {s = a + b} and one
            in {h}.

                S = (A*u^2 + 2*C*u*v + B*v^2)/R = ((2*s - N)/N)^2 + 4*h^2/(tau*m1*m2*N)

            The reference computes {S} by this formula, exactly for rational thresholds.
            """,
            ("chi2.lem-3.2", "chi2.thm-3.1"),
            given=GROUPS,
            at=AT,
            defined={
                **FROM_CENTRE,
                "S": computed_by(norm_squared, a, b, m1, m2, tau),
            },
        ),
        Section(
            "A step of one person (appendix A.2)",
            """
            One person's variant changes {a} or {b} by 1. The map T is affine, so that its value moves by the
            same vector at every table. For a case the squared length of this vector is

                (lambda_1*c^2 + lambda_2*d^2)/R = A/R

            and for a control

                (lambda_1*d^2 + lambda_2*c^2)/R = B/R

            By the triangle inequality the length |T| changes by no more.
            """,
            ("chi2.thm-4.1",),
            given=AXES,
            at=TURNED,
        ),
        Section(
            "Delta_T (Theorem 4.1)",
            """
            Let {V_T} be the square of {Delta_T}, (12). The source bounds both steps by the sum of their
            squares, {(lambda_1 + lambda_2)/R}.

                V_T = (A + B)/R = 4*((m1^2 + m2^2)*N + 2*tau*m1*m2)/(tau*m1*m2*N^2)

            But a person is a case or a control, never both. Let {m1 <= m2}. Then the longer one is that of a
            case,

                B/R <= A/R

            so that the square of a change of |T| is at most

                A/R = 4*(m2/(m1*tau*N) + 1/N^2) = V_star

            This is always less than {V_T}. It is half of it if the groups are equally large.

                V_star < V_T

            (Algorithm 2 prints {Delta/epsilon} for the scale of its noise in line 4, which is {Delta_T/epsilon}.
            And Theorem 4.4 calls {Delta_T} the sensitivity of the statistic, but it is one of the length |T|.)

            What this means for the error is in the chapter on the beta-errors; the exact sensitivity over tables of
            whole numbers is in `chi2.thm-4.1`.
            """,
            ("chi2.thm-4.1", "chi2.thm-4.2"),
            given=f"{GROUPS}; m1 <= m2",
            at=AT,
            defined={
                **CONIC,
                "V_T": computed_by(t_squared, m1, m2, tau),
                "V_star": computed_by(star_squared, m1, m2, tau),
            },
            known=lambda _: {"fewer": axiom(Always.MINIMUM, m1, m2)},
        ),
    ),
)
