"""Theorem 10: the best exponent that Markov's inequality gives, as Chernoff finds it."""

from fractions import Fraction

from sympy import factor, solve

from ldproof.numbers import Symbol, log, term
from ldproof.probability import divergence
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.relations import below
from ldproof_proofs.kernel.second_algebra import to_sympy

a, t, z = map(Symbol, ("a", "t", "z"))


@leads_to(divergence, "shots.thm-10")
def exponent(page: Page) -> None:
    """Chernoff's method: the best exponent for trials of probability t to be at the rate a is D(a | t)."""
    odds, other = a / t, (1 - t) / (1 - a)
    page.about(
        {
            "t": "the probability of a success",
            "a": "the rate of successes",
            "z": "the base in Markov's inequality for z^X",
        },
        {
            "t > 0": below(0, t),
            "t < 1": below(t, 1),
            "a > 0": below(0, a),
            "a < 1": below(a, 1),
            "z > 0": below(0, z),
        },
        {"t": Fraction(1, 3), "a": Fraction(1, 2), "z": 1},
    )
    page.start(
        lambda: a * log(z) - log(1 - t + t * z),
        "Markov: Pr[X >= a n] <= E[z^X] / z^(a n), by so much per trial",
    )
    page.differentiate(z, "the best z is where this is 0", factor)
    best = page.root(z, lambda line: solve(line, to_sympy(z))[0], "solved")
    page.start(lambda: a * log(z) - log(1 - t + t * z), "the exponent again")
    page.put({"z": best}, "at the best z")
    page.ends(
        divergence,
        lambda: divergence(a, t),
        "the logarithm of a product is a sum",
        product=axiom(Always.PRODUCT, odds, other),
        quotient=axiom(Always.PRODUCT, other, 1 / other),
        one=axiom(Always.UNDONE, term(0)),
    )
