"""Section 4.1 and appendix A.2: how far one person's variant moves T, exactly and as printed."""

from sympy import cancel, factor

from ldproof.chi2.formulas import (
    conic_coefficients,
    ellipse_scale,
    norm_squared,
    star_squared,
    t_squared,
)
from ldproof_proofs.chi2.accuracy.symbols import PEOPLE, THRESHOLD, a, b, m1, m2, tau
from ldproof_proofs.chi2.derivations.ellipse import ABBREVIATIONS, AT, TABLE, TESTED
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.search import search

shape = (m1, m2, tau)
A, B, _, _ = conic_coefficients(*shape)
FEWER = {"m1 <= m2": at_most(m1, m2)}


@leads_to(star_squared, "chi2.thm-4.1")
def longest_step(page: Page) -> None:
    """Theorem 4.1, tight: the square of T's longest step is A/R, where cases are no more than controls."""
    page.about(TABLE | TESTED, {**PEOPLE, **THRESHOLD, **FEWER}, AT, ABBREVIATIONS)
    page.start(
        lambda: (
            (norm_squared(a + 1, b, *shape) + norm_squared(a - 1, b, *shape)) / 2 - norm_squared(a, b, *shape)
        ),
        "T is affine: half of the second difference of |T|^2 is |T(a + 1, b) - T(a, b)|^2, for every a and b",
    )
    page.equals(factor, "it depends on no cell: this is A/R")
    page.ends(
        star_squared,
        lambda: star_squared(*shape),
        "the smaller group's step is the longer one",
        fewer=axiom(Always.MINIMUM, m1, m2),
    )
    page.agrees(
        "A/R",
        at_most(B, A),
        "B is at most A: a control moves T by no more",
        search,
    )


@leads_to(t_squared, "chi2.thm-4.1")
def printed_sensitivity(page: Page) -> None:
    """(12) as printed: the sum of both steps' squares, (lambda_1 + lambda_2) / R."""
    page.about(TESTED, {**PEOPLE, **THRESHOLD, **FEWER}, AT, ABBREVIATIONS)
    page.start(
        lambda: sum(conic_coefficients(*shape)[:2]) / ellipse_scale(*shape),
        "(A.8): the eigenvalues add up to A + B",
    )
    page.equals(cancel, "in m1, m2 and tau")
    page.ends(t_squared, lambda: t_squared(*shape), "(12), squared")
    page.agrees(
        "(A.8)",
        at_most(star_squared(*shape), page.last),
        "loose: a step is A/R or B/R, and never both",
        search,
        fewer=axiom(Always.MINIMUM, m1, m2),
    )
