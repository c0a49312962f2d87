"""Section 3 and appendix A.1: the statistic as a conic, its centre, its axes, and the map that makes it a circle."""

from fractions import Fraction

from sympy import Expr, Matrix, cancel, diff, factor, solve

from ldproof.chi2.ellipse import a_coefficient, b_coefficient, c_coefficient, conic, eigenvalues, scale
from ldproof.chi2.formulas import four_cells, norm_squared, ratio
from ldproof.numbers import Symbol, Term
from ldproof_proofs.chi2.accuracy.symbols import MARGIN, PEOPLE, THRESHOLD, N, a, b, m1, m2, s, tau
from ldproof_proofs.chi2.ellipse.image import as_printed
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.derivations.from_sympy import from_sympy
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.sorting import by_powers
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import by, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.second_algebra import to_sympy

PEOPLE_ARE = {"m1": "the number of cases", "m2": "the number of controls"}
TABLE = {"a": "how many cases have the variant", "b": "how many controls have it"} | PEOPLE_ARE
TESTED = PEOPLE_ARE | {"tau": "the threshold"}
AT: Point = {"a": 3, "b": 1, "m1": 4, "m2": 6, "tau": 2, "u": 1, "v": 2, "x": 1}
ABBREVIATIONS = {"N": N}
u, v, x = map(Symbol, ("u", "v", "x"))
A, B, C, R, along, across, c, d = map(Symbol, ("A", "B", "C", "R", "lambda_1", "lambda_2", "c", "d"))
AS_PRINTED = (
    "(10) as printed has a table outside whose statistic is 0",
    "(10) as printed does not send the centre to 0",
)
"""What its two failures come to."""
FROM_THE_CENTRE = {"u": "a - m1/2", "v": "b - m2/2"}
shape = (m1, m2, tau)
COEFFICIENTS = {"A": a_coefficient(*shape), "B": b_coefficient(*shape), "C": c_coefficient(*shape)}
MATRIX = {
    "A": "the coefficient of a^2 in (7)",
    "B": "that of b^2",
    "C": "half of that of a b",
}


@leads_to(ratio, "chi2.eq-1")
def four_margins(page: Page) -> None:
    """Equation (6): the statistic (1) where the numbers of cases and controls are known."""
    page.about(TABLE, {**PEOPLE, **MARGIN}, AT, ABBREVIATIONS)
    page.start(lambda: four_cells(a, b, m1 - a, m2 - b), "(1), with c = m1 - a and d = m2 - b")
    page.equals(factor, "the margins of cases and of controls are m1 and m2")
    page.ends(ratio, lambda: ratio(a, b, m1, m2), "a d - b c = a m2 - b m1")


@leads_to(conic, "chi2.lem-3.1")
def curve(page: Page) -> None:
    """Lemma 3.1: the statistic is tau on an ellipse."""
    page.about(TABLE | TESTED, {**PEOPLE, **MARGIN, **THRESHOLD}, AT, ABBREVIATIONS)
    page.start(lambda: ratio(a, b, m1, m2) - tau, "significant is what has a statistic above tau")
    page.over(1 / (s * (N - s) * m1 * m2), "the sign stays: 0 < s < N", by_powers(tau))
    page.ends(conic, lambda: conic(a, b, *shape), "the left side of (7)")
    page.agrees(
        "(8)",
        equal(COEFFICIENTS["A"] * COEFFICIENTS["B"] - COEFFICIENTS["C"] ** 2, tau * m1 * m2 * N**3),
        "above 0: an ellipse",
    )


def gradient(cell: Term) -> Expr:
    """The derivative of (7) in a cell."""
    return diff(to_sympy(conic(a, b, *shape)), to_sympy(cell))


@leads_to(scale, "chi2.lem-3.2")
def centre(page: Page) -> None:
    """(11): R is simple, and needs no eigenvalues, as the ellipse is centred at half of everybody."""
    page.about(TABLE | TESTED | FROM_THE_CENTRE, {**PEOPLE, **THRESHOLD}, AT, ABBREVIATIONS)
    page.start(lambda: conic(a, b, *shape), "the left side of (7)")
    across = solve(gradient(a), to_sympy(a))[0]
    up = solve(gradient(b).subs(to_sympy(a), across), to_sympy(b))[0]
    found = {"a": from_sympy(cancel(across.subs(to_sympy(b), up))), "b": from_sympy(up)}
    page.put(found, "the centre: both derivatives are 0 where diff and solve find it", factor)
    page.start(lambda: -page.last, "so much is the quadratic form around the centre on the ellipse")
    page.ends(scale, lambda: scale(*shape), "R, as (A.9) simplifies it")
    page.agrees(
        "(A.1), around the centre",
        equal(
            conic(m1 / 2 + u, m2 / 2 + v, *shape),
            COEFFICIENTS["A"] * u**2
            + 2 * COEFFICIENTS["C"] * u * v
            + COEFFICIENTS["B"] * v**2
            - scale(*shape),
        ),
        "around the centre nothing is linear",
    )


def determinant() -> Term:
    """Of the matrix with rows (A, C) and (C, B), less x times the unit matrix."""
    rows = [[A - x, C], [C, B - x]]
    return from_sympy(Matrix([[to_sympy(each) for each in row] for row in rows]).det())


@leads_to(eigenvalues, "chi2.lem-3.2")
def axes(page: Page) -> None:
    """Appendix A.1: half of each axis of the ellipse is the root of R over an eigenvalue."""
    under = (A - B) ** 2 + 4 * C**2
    squares = by(Product((), Fraction(1), (A - B,)), Product((), Fraction(4), (C,)))
    at = {**AT, "A": 3, "B": 1, "C": 2}
    theorem = proposition(page.prover, "chi2.discriminant", at_most(0, under), {}, at, rule=squares)
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
    for theorem, words in zip(as_printed(ledger()), AS_PRINTED, strict=True):
        page.besides(theorem, words)
    page.equals(
        (A * u**2 + 2 * C * u * v + B * v**2) / R,
        "the matrix is the sum of its eigenvalues' projections",
        rule=by(
            product("A", scale=u**2 / R), product("B", scale=v**2 / R), product("C", scale=2 * u * v / R)
        ),
    )
    form = page.last
    page.start(
        lambda: form.substitute({**COEFFICIENTS, "R": scale(*shape), "u": a - m1 / 2, "v": b - m2 / 2}),
        "the reference's A, B, C and R, around the centre",
    )
    page.equals(by_powers(tau), "sorted by powers of tau")
    page.ends(norm_squared, lambda: norm_squared(a, b, *shape), "a square along s = a + b, and one across")
