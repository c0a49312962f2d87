"""Sections 4.3 and 5.3: where g is largest, and why only there."""

from fractions import Fraction

from sympy import expand, factor, simplify

from ldproof.numbers import Symbol, exp, expm1, term
from ldproof.shots.formulas import g, slope_sign, slope_sign_derivative
from ldproof_proofs.kernel.derivations.page import Page, ledger
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.shots.formulas.peak import one_peak, peak
from ldproof_proofs.shots.parameters import x

u, c = Symbol("u"), Symbol("c")


@leads_to(slope_sign, "shots.fig-1", "shots.g", "shots.c-star")
def stationary(page: Page) -> None:
    """Section 4.3: g has one extremum, where W(u) = E^2 - 1 - u (3E + 1) is 0, E = e^u, u = 1/x."""
    page.about(
        {"x": "m / epsilon", "u": "1/x = epsilon / m"},
        {"x > 0": below(0, x), "u > 0": below(0, u)},
        {"x": 1, "u": 1},
        {"y": expm1(1 / x), "z": expm1(u)},
        tangent=axiom(Always.TANGENT, u),
    )
    page.start(lambda: g(x), "g of section 4.3")
    page.differentiate(x, "g stands still where this is 0", factor)
    page.put({"x": 1 / u}, "as a function of u", factor)
    page.over(
        expm1(u) / (exp(u) * (exp(u) + 1) ** 2),
        "what has no root: e^u > 1 for u > 0",
        lambda line: factor(simplify(line)),
    )
    page.ends(slope_sign, lambda: slope_sign(u), "W, the sign of g'")
    page.besides(one_peak(page.prover), "so that g has one extremum, at u = 1/c*, and it is a maximum")
    page.source(
        "section 5.3",
        at_most(g(c), g(x)),
        "c* is printed as the argmin of g, and g is smaller elsewhere; it is the argmax",
        fails={"c": Fraction(287, 500), "x": 10},
        holds={"c": 10, "x": Fraction(287, 500)},
    )


@leads_to(slope_sign_derivative, "shots.c-star", "shots.fig-1")
def only_root(page: Page) -> None:
    """Section 5.3: W has one root above 0, which is 1/c*, and W' = 2 E^2 - 3 E (1 + u) - 1 encloses it by Newton's method."""
    page.about(
        {"u": "1/x = epsilon / m"},
        {"u >= 0": at_most(0, u)},
        {"u": 1},
        {"z": expm1(u)},
        tangent=axiom(Always.TANGENT, u),
    )
    page.start(lambda: -slope_sign(u), "less W: the sign of g's slope in u")
    first = page.differentiate(u, "-W'", expand)
    page.differentiate(u, "-W''", expand)
    second = page.over(exp(u), "the sign of -W''", lambda line: expand(simplify(line)))
    page.differentiate(u, "how that changes")
    page.below(term(0), "it falls all the way, as e^u >= 1 + u")
    page.start(lambda: second, "the sign of -W'' again")
    page.put({"u": 0}, "it begins above 0 and falls: -W' first rises, and then falls for good", expand)
    page.start(lambda: first, "-W' again")
    page.put(
        {"u": 0},
        "so it begins above 0 too, and changes its sign once: -W first rises, and then falls for good",
        expand,
    )
    page.start(lambda: -slope_sign(u), "-W again")
    page.put(
        {"u": 0},
        "it begins at 0, so that it is above 0 up to its one root, and below 0 beyond: g has one peak there",
        expand,
    )
    page.start(lambda: slope_sign(u), "W")
    page.differentiate(u, "what Newton's method divides by", expand)
    page.ends(slope_sign_derivative, lambda: slope_sign_derivative(u), "sorted by powers of E = e^u")
    *_, digits = peak(ledger())
    page.besides(digits, "c* to more digits, by the signs of the derivative of g")
