"""Theorem 4.4: what its bound and the corrected one say, and where it fails for every budget."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial

from ldproof.chi2.error import bound_corrected, bound_printed
from ldproof.chi2.formulas import delta_t, norm_squared
from ldproof.numbers import Symbol, Term, exp, sqrt, term
from ldproof_proofs.chi2.accuracy.symbols import (
    AWAY,
    PEOPLE,
    SPENT,
    THRESHOLD,
    beta,
    by_exponents,
    epsilon,
    m1,
    m2,
    tau,
    w0,
)
from ldproof_proofs.chi2.curator.laplace import P, crossing
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem


def flipped(squared: Term, spread: Term) -> Term:
    """The error of a significant table with this |T|^2: |T| - 1, as (|T|^2 - 1)/(1 + |T|), over the noise's spread."""
    return exp(-epsilon * ((squared - 1) / (1 + sqrt(squared))) / spread) / 2


def exponent(bound: Term) -> Term:
    """What stands in the exponential of a bound e^.../2."""
    return bound.arguments[0].arguments[0]


def twice(root: str, *facts: str, factor: Fraction | int = 1) -> tuple[Product, ...]:
    """A product of facts, times 1 plus a root."""
    return product(*facts, factor=factor), product(*facts, root, factor=factor)


def rationalized(prover: Prover) -> Theorem:
    """|T| - 1 = (|T|^2 - 1)/(1 + |T|)."""
    squared = Symbol("S")
    root = sqrt(squared)
    return proposition(
        prover,
        "chi2.norm-less-1",
        equal((squared - 1) / (1 + root), root - 1),
        {"S >= 0": at_most(0, squared)},
        {"S": 4},
        {"root": axiom(Always.ROOT, squared)},
        rule=algebra,
        reason="(|T| - 1)(|T| + 1)",
        reading="S = |T|^2",
    )


def spread_printed(m1: Term, m2: Term, tau: Term) -> Term:
    """(12), written out."""
    return sqrt(4 * ((m1**2 + m2**2) * (m1 + m2) + 2 * tau * m1 * m2) / (tau * m1 * m2 * (m1 + m2) ** 2))


def bounds(prover: Prover) -> Iterable[Theorem]:
    """(20) is the error of a table with |T|^2 = 1 + beta/tau; the corrected bound that of one with 1 + w0 beta/tau."""
    given: Facts = {
        **PEOPLE,
        **THRESHOLD,
        **AWAY,
        **SPENT,
        "w0 >= 0": at_most(0, w0),
    }
    at: Point = {"m1": 1, "m2": 2, "tau": 1, "beta": 3, "epsilon": 1, "w0": 1}
    spread = spread_printed(m1, m2, tau)
    squared = below(0, spread.arguments[0])
    known = {"Delta^2 > 0": squared}
    yield rationalized(prover)
    for name, formula, weight in (
        ("bound-printed", lambda: bound_printed(m1, m2, tau, beta, epsilon), term(1)),
        ("bound-corrected", lambda: bound_corrected(m1, m2, tau, beta, w0, epsilon), w0),
    ):
        norm = 1 + ((tau + beta) / tau - 1) * weight
        tied = anchor(
            bound_printed if name == "bound-printed" else bound_corrected,
            formula,
            partial(flipped, norm, spread),
        )
        yield proposition(
            prover,
            f"chi2.{name}",
            equal(tied.value, tied.definition),
            given,
            at,
            known,
            rule=algebra,
            reason="the definitions",
            mutant=equal(tied.value, 2 * tied.definition),
            reading=f"the right side is the error of a table with chi2 = tau + beta and a margin of the weight {weight}",
            anchors=(tied,),
        )


def every_budget(prover: Prover) -> Theorem:
    """N = 3, m = (1, 2), tau = 1, beta = 2, the table (1, 0), which has chi2 = 3 and |T| = 5/3: (20) is too small."""
    one, two = term(1), term(2)
    spread = delta_t(one, two, one)
    norm = sqrt(norm_squared(one, term(0), one, two, one))
    printed = bound_printed(one, two, one, two, epsilon)
    low, high = exponent(printed), -epsilon * (norm - 1) / spread
    known = {
        "sqrt(3)": axiom(Always.ROOT, term(3)),
    }
    exponents = below(low, high)
    beyond = at_most(0, norm - 1)  # fmt: skip
    return crossing(
        prover,
        "thm-4.4-fails-for-every-epsilon",
        below(printed, P),
        SPENT,
        {"epsilon": 1, "P": exp(-(norm - 1) / spread) / 2},
        norm - 1,
        {
            **known,
            "off": beyond,
            "exponents": exponents,
            "e": by_exponents(prover, low, high),
        },
        "the table (1, 0), where chi2 = 3, and Algorithm 2",
        spread,
        short={"m1": one, "m2": two, "tau": one, "beta": two},
    )
