"""Lemma 3.2 and appendix A.1: the axes of the ellipse, and the map that makes it a circle."""

from fractions import Fraction

from sympy import Matrix, solve

from ldproof.chi2.formulas import eigenvalues, ellipse_scale, norm_squared
from ldproof.numbers import Symbol, Term
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, THRESHOLD, a, b, m1, m2, tau
from ldproof_proofs.chi2.derivations.ellipse import (
    ABBREVIATIONS,
    AT,
    COEFFICIENTS,
    FROM_THE_CENTRE,
    TABLE,
    TESTED,
    shape,
    u,
    v,
)
from ldproof_proofs.chi2.ellipse.image import as_printed
from ldproof_proofs.kernel.derivations.from_sympy import from_sympy
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.sorting import by_powers
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import proposition
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy

x = Symbol("x")
A, B, C, R, along, across, c, d = map(Symbol, ("A", "B", "C", "R", "lambda_1", "lambda_2", "c", "d"))
AS_PRINTED = "(10) as printed has a table outside whose statistic is 0"
"""What its failure comes to."""
MATRIX = {
    "A": "the coefficient of a^2 in (7)",
    "B": "that of b^2",
    "C": "half of that of a b",
}


def determinant() -> Term:
    """Of the matrix with rows (A, C) and (C, B), less x times the unit matrix."""
    rows = [[A - x, C], [C, B - x]]
    return from_sympy(Matrix([[to_sympy(each) for each in row] for row in rows]).det())


@leads_to(eigenvalues, "chi2.lem-3.2")
def axes(page: Page) -> None:
    """Appendix A.1: half of each axis of the ellipse is the root of R over an eigenvalue."""
    under = (A - B) ** 2 + 4 * C**2
    at = {**AT, "A": 3, "B": 1, "C": 2}
    theorem = proposition(page.prover, "chi2.discriminant", at_most(0, under), {}, at)
    page.about(
        TESTED | MATRIX | {"x": "an eigenvalue"},
        {**PEOPLE, **THRESHOLD},
        at,
        ABBREVIATIONS,
        under=lemma(theorem),
    )
    page.start(determinant, "an eigenvalue of the matrix with rows (A, C) and (C, B) makes this 0")
    first = page.root(x, lambda line: solve(line, to_sympy(x))[1], "a root")
    page.agrees(
        "appendix A.1, its rotation",
        equal(C * C + B * (first - A), first * (first - A)),
        "(C, x - A), by which the ellipse is turned, is an eigenvector, as A C + C (x - A) is x C and",
        known=lemma(theorem),
    )
    page.known = {"under": lemma(theorem, **COEFFICIENTS)}
    page.put(COEFFICIENTS, "A, B and C of (7)")
    page.ends(eigenvalues, lambda: eigenvalues(*shape)[0], "tau cancels in A - B")


@leads_to(norm_squared, "chi2.lem-3.2", "chi2.thm-3.1")
def unit_circle(page: Page) -> None:
    """Lemma 3.2: |T|^2 without eigenvectors: turned and stretched, the quadratic form over R."""
    page.about(
        TABLE
        | TESTED
        | MATRIX
        | {
            "R": "that of (11)",
            "lambda_1": "the larger eigenvalue",
            "lambda_2": "the smaller one",
            "c": "with d a unit eigenvector of the larger one",
            "d": "its second part",
        }
        | FROM_THE_CENTRE,
        {
            **PEOPLE,
            **THRESHOLD,
            "R > 0": below(0, R),
            "A": equal(along * c**2 + across * d**2, A),
            "B": equal(along * d**2 + across * c**2, B),
            "C": equal((along - across) * c * d, C),
        },
        {
            **AT,
            "R": 5,
            "c": Fraction(3, 5),
            "d": Fraction(4, 5),
            "lambda_1": 50,
            "lambda_2": 25,
            "A": 34,
            "B": 41,
            "C": 12,
        },
        ABBREVIATIONS,
    )
    page.start(
        lambda: (along * (c * u + d * v) ** 2 + across * (c * v - d * u) ** 2) / R,
        "T turns the eigenvectors into the axes and stretches by the roots of lambda over R",
    )
    page.besides(as_printed(ledger()), AS_PRINTED)
    page.equals(
        (A * u**2 + 2 * C * u * v + B * v**2) / R,
        "the matrix is the sum of its eigenvalues' projections",
        rule=search,
    )
    form = page.last
    page.start(
        lambda: form.substitute(
            {**COEFFICIENTS, "R": ellipse_scale(*shape), "u": a - m1 / 2, "v": b - m2 / 2}
        ),
        "the reference's A, B, C and R, around the centre",
    )
    page.equals(by_powers(tau), "sorted by powers of tau")
    page.ends(norm_squared, lambda: norm_squared(a, b, *shape), "a square along s = a + b, and one across")
