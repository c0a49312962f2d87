"""Section 3: the statistic as a conic, and its centre."""

from sympy import Expr, cancel, diff, factor, solve

from ldproof.chi2.formulas import (
    conic_coefficients,
    conic_left_side,
    ellipse_scale,
    four_cells,
    statistic_ratio,
)
from ldproof.numbers import Symbol, Term
from ldproof_proofs.chi2.accuracy.symbols import MARGIN, PEOPLE, THRESHOLD, N, a, b, m1, m2, s, tau
from ldproof_proofs.kernel.derivations.from_sympy import from_sympy
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.sorting import by_powers
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.relations import Point, equal
from ldproof_proofs.kernel.second_algebra import to_sympy

PEOPLE_ARE = {"m1": "the number of cases", "m2": "the number of controls"}
TABLE = {"a": "how many cases have the variant", "b": "how many controls have it"} | PEOPLE_ARE
TESTED = PEOPLE_ARE | {"tau": "the threshold"}
AT: Point = {"a": 3, "b": 1, "m1": 4, "m2": 6, "tau": 2, "u": 1, "v": 2, "x": 1}
ABBREVIATIONS = {"N": N}
u, v = map(Symbol, ("u", "v"))
FROM_THE_CENTRE = {"u": "a - m1/2", "v": "b - m2/2"}
shape = (m1, m2, tau)
COEFFICIENTS = dict(zip("ABC", conic_coefficients(*shape), strict=False))


@leads_to(statistic_ratio, "chi2.eq-1")
def four_margins(page: Page) -> None:
    """Equation (6): the statistic (1) where the numbers of cases and controls are known."""
    page.about(TABLE, {**PEOPLE, **MARGIN}, AT, ABBREVIATIONS)
    page.start(lambda: four_cells(a, b, m1 - a, m2 - b), "(1), with c = m1 - a and d = m2 - b")
    page.equals(factor, "the margins of cases and of controls are m1 and m2")
    page.ends(statistic_ratio, lambda: statistic_ratio(a, b, m1, m2), "a d - b c = a m2 - b m1")


@leads_to(conic_left_side, "chi2.lem-3.1")
def curve(page: Page) -> None:
    """Lemma 3.1: the statistic is tau on an ellipse."""
    page.about(TABLE | TESTED, {**PEOPLE, **MARGIN, **THRESHOLD}, AT, ABBREVIATIONS)
    page.start(lambda: statistic_ratio(a, b, m1, m2) - tau, "significant is what has a statistic above tau")
    page.over(1 / (s * (N - s) * m1 * m2), "the sign stays: 0 < s < N", by_powers(tau))
    page.ends(conic_left_side, lambda: conic_left_side(a, b, *shape), "the left side of (7)")
    page.agrees(
        "(8)",
        equal(COEFFICIENTS["A"] * COEFFICIENTS["B"] - COEFFICIENTS["C"] ** 2, tau * m1 * m2 * N**3),
        "above 0: an ellipse",
    )


def gradient(cell: Term) -> Expr:
    """The derivative of (7) in a cell."""
    return diff(to_sympy(conic_left_side(a, b, *shape)), to_sympy(cell))


@leads_to(ellipse_scale, "chi2.lem-3.2")
def centre(page: Page) -> None:
    """(11): R is simple, and needs no eigenvalues, as the ellipse is centred at half of everybody."""
    page.about(TABLE | TESTED | FROM_THE_CENTRE, {**PEOPLE, **THRESHOLD}, AT, ABBREVIATIONS)
    page.start(lambda: conic_left_side(a, b, *shape), "the left side of (7)")
    across = solve(gradient(a), to_sympy(a))[0]
    up = solve(gradient(b).subs(to_sympy(a), across), to_sympy(b))[0]
    found = {"a": from_sympy(cancel(across.subs(to_sympy(b), up))), "b": from_sympy(up)}
    page.put(found, "the centre: both derivatives are 0 where diff and solve find it", factor)
    page.start(lambda: -page.last, "so much is the quadratic form around the centre on the ellipse")
    page.ends(ellipse_scale, lambda: ellipse_scale(*shape), "R, as (A.9) simplifies it")
    page.agrees(
        "(A.1), around the centre",
        equal(
            conic_left_side(m1 / 2 + u, m2 / 2 + v, *shape),
            COEFFICIENTS["A"] * u**2
            + 2 * COEFFICIENTS["C"] * u * v
            + COEFFICIENTS["B"] * v**2
            - ellipse_scale(*shape),
        ),
        "around the centre nothing is linear",
    )
