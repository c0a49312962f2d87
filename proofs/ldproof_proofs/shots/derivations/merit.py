"""Appendix 1 and section 4.3: condition (1), f and the bound (2) from Chernoff's, and what r and m do to f."""

from fractions import Fraction

from sympy import factor, simplify, solve

from ldproof.numbers import Symbol, exp, expm1, term
from ldproof.probability import chernoff_bound
from ldproof.shots.formulas import failure_bound, figure_of_merit, g, gap, largest_alpha, p, q
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.shots.derivations.estimate import BITS, CHOICES, CODED, PEOPLE, RATES, in_range
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.parameters import BUDGETED, SETTING, N, T, alpha, epsilon, m, phi, r, x

u, t, c, P, Q = map(Symbol, ("u", "t", "c", "p", "q"))
E = exp(epsilon / m)
"""One report's odds."""
BUDGET = {"epsilon": "the whole budget"}
AT: Point = {"epsilon": 1, "r": Fraction(1, 7), "m": 2, "T": 3, "x": 2, "alpha": 1}
ERROR = {"alpha": "an error of Phi"}
OFF = {"alpha > 0": below(0, alpha)}


@leads_to(largest_alpha, "shots.thm-5")
def condition(page: Page) -> None:
    """Equation (1): the alpha up to which Chernoff's bound is asked for."""
    page.about(CHOICES | ERROR, {**SETTING, **OFF}, AT)
    page.start(
        lambda: alpha * gap(m, T, x) / q(m, T, r, x) - 1,
        "Theorem 10 wants delta = alpha N (p - q) / mu below 1, and mu is least, N q, where nobody is active",
    )
    page.root(alpha, lambda line: solve(line, to_sympy(alpha))[0], "delta is 1 at one alpha")
    page.ends(largest_alpha, lambda: largest_alpha(m, T, r, x), "the right side of (1)")
    page.source(
        "appendix 1, before (A-4)",
        below(x / (1 + (x + 2) * (T / m - 1) * r), 1),
        "as printed in our copy, without the alpha: (1) does not give it",
        fails={"x": 2, "r": 0, "m": 1, "T": 3, "alpha": Fraction(1, 4)},
        holds={"x": Fraction(1, 2), "r": 0, "m": 1, "T": 3, "alpha": Fraction(1, 4)},
    )


@leads_to(figure_of_merit, "shots.thm-5", "shots.eq-3")
def merit(page: Page) -> None:
    """Theorem 5: f is what Chernoff's exponent is proportional to, T (p - q)^2 / (epsilon p)."""
    page.about(
        CHOICES | BUDGET, {**SETTING, **BUDGETED}, AT, {"x": E - 1, "E": E}, excess=lemma(excess(page.prover))
    )
    page.start(
        lambda: T / epsilon * gap(m, T, x) ** 2 / p(m, T, r, x),
        "mu delta^2 / 3 at mu = N p is f epsilon N alpha^2 / (3 T): this is f",
    )
    page.equals(factor, "multiplied out")
    page.put({"x": E - 1}, "the odds of a report are e^(epsilon/m)")
    page.ends(figure_of_merit, lambda: figure_of_merit(m, T, r, epsilon), "over ((e^(epsilon/m) + 1) m/T)^2")
    printed = m / epsilon * (E - 1) ** 2 / (E * (E + 1) + (E + 1) ** 2 * (T / m - 1) * r)
    page.agrees("Theorem 5", equal(figure_of_merit(m, T, r, epsilon), printed), "f as printed")


@leads_to(failure_bound, "shots.thm-5")
def bound(page: Page) -> None:
    """Appendix 1: the bound (2), from one round's two tails."""
    page.about(
        CHOICES
        | BUDGET
        | ERROR
        | RATES
        | {"N": "the number of people", "phi": "the share of them in state 1"},
        {**BUDGETED, "x > 0": below(0, x), **OFF, **BITS, **PEOPLE},
        {**AT, "p": Fraction(3, 4), "q": Fraction(1, 4), "N": 4, "phi": Fraction(1, 2)},
        {**CODED, "x": E - 1},
        excess=lemma(excess(page.prover)),
    )
    mean = (P - Q) * phi + Q
    page.start(
        lambda: chernoff_bound(N * mean, alpha * (P - Q) / mean),
        "Theorem 10: the ones are mu = N ((p - q) phi + q) on average, and off by delta mu where Phi is by alpha",
    )
    page.equals(simplify, "(A-5)")
    low, high = (-N * (P - Q) ** 2 * alpha**2 / (3 * each) for each in (mean, P))
    less = page.certified(at_most(low, high), "(p - q) phi + q is at most p", search, part="exponents")
    page.at_most(
        2 * exp(high),
        "(A-6): (p - q) phi + q is at most p, whatever phi is",
        less=lemma(less),
        grows=axiom(Always.MONOTONE, low, high),
    )
    page.sum_below(t, T, "(A-2): the union over T rounds, for each of which the bound is the same")
    page.put(CODED, "p and q of m-shot reporting", known=in_range(page.prover))
    page.put({"x": E - 1}, "the odds of a report are e^(epsilon/m)")
    page.ends(
        failure_bound,
        lambda: failure_bound(alpha, N, m, T, r, epsilon),
        "the exponent is f epsilon N alpha^2 / (3 T)",
    )


@leads_to(g, "shots.g", "shots.eq-4")
def without_dummies(page: Page) -> None:
    """Equations (3) and (4): f falls with r, and at r = 0 it is g(m / epsilon)."""
    page.about(
        CHOICES | BUDGET | {"x": "m / epsilon"},
        {**BUDGETED, "x > 0": below(0, x), "x": equal(m, x * epsilon)},
        AT,
        {"y": expm1(epsilon / m), "z": expm1(1 / x)},
        excess=lemma(excess(page.prover)),
    )
    page.start(lambda: figure_of_merit(m, T, r, epsilon), "Theorem 5's f")
    page.differentiate(r, "how f changes with the dummies", factor)
    page.at_most(term(0), "as m <= T: f falls with r, and for m = T it does not depend on r")
    page.start(lambda: figure_of_merit(m, T, r, epsilon), "so that r = 0 is best for the bound")
    page.put({"r": 0}, "no dummy is ever 1")
    page.put({"m": x * epsilon}, "as a function of x = m / epsilon", simplify)
    page.ends(g, lambda: g(x), "g of section 4.3")
