"""Sections 4.3 and 5.3, appendix 1: the bound (2) and f from Chernoff's, what r and m do to f, where g peaks."""

from fractions import Fraction

from sympy import cancel, exp as sympy_exp, factor, simplify, solve

from ldproof.numbers import Symbol, Term, exp, expm1, term
from ldproof.shots.accuracy import failure_bound, largest_alpha
from ldproof.shots.formulas import bend, figure_of_merit, g, gap, p, q, slope
from ldproof.tails import chernoff
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.shots.derivations.estimate import CHOICES
from ldproof_proofs.shots.parameters import DUMMY, ROUNDS, N, T, alpha, epsilon, m, phi, r, x

u, t, P, Q = map(Symbol, ("u", "t", "p", "q"))
E = exp(epsilon / m)
"""One report's odds."""
BUDGET = {"epsilon": "the whole budget, above 0"}
SPENT = {"epsilon > 0": below(0, epsilon), **DUMMY, **ROUNDS}
AT: Point = {"epsilon": 1, "r": Fraction(1, 7), "m": 2, "T": 3}


@leads_to(largest_alpha, "shots.thm-5")
def condition(page: Page) -> None:
    """Equation (1): the alpha up to which Chernoff's bound is stated, alpha (p - q) = q."""
    page.about(CHOICES | {"alpha": "the error"}, {**DUMMY, **ROUNDS, "x > 0": below(0, x)}, {**AT, "x": 2, "alpha": 1})
    page.start(
        lambda: alpha * gap(m, T, x) / q(m, T, r, x) - 1,
        "delta = alpha N (p - q) / mu is largest where the expected ones are fewest, N q: Theorem 10 wants it below 1",
    )
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[0], "delta is 1 at one alpha")
    page.ends(largest_alpha, lambda: largest_alpha(m, T, r, x), "the right side of (1)")


@leads_to(figure_of_merit, "shots.thm-5")
def merit(page: Page) -> None:
    """Theorem 5: f is T (p - q)^2 / (epsilon p)."""
    page.about(CHOICES | BUDGET, SPENT, AT)
    page.start(
        lambda: T / epsilon * gap(m, T, x) ** 2 / p(m, T, r, x),
        "Chernoff's exponent mu delta^2 / 3 at mu = N p is N alpha^2 (p - q)^2 / (3 p); f is what is left of it "
        "without epsilon N alpha^2 / (3 T)",
    )


DERIVATIONS = ()
