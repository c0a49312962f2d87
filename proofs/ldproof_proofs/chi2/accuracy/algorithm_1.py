"""Theorem 4.3 and Proposition 4.1: Algorithm 1's error beta away from the threshold, with any sensitivity."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.chi2.formulas import delta_y1, delta_y2, larger_number
from ldproof.numbers import Symbol, Term, exp, term
from ldproof_proofs.chi2.accuracy.symbols import (
    AWAY,
    NOISY,
    PEOPLE,
    SPENT,
    D,
    N,
    b,
    beta,
    epsilon,
    m1,
    m2,
)
from ldproof_proofs.chi2.curator.laplace import P, crossing
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover, Used, algebra, proposition
from ldproof_proofs.kernel.relations import Point, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem

d = Symbol("d")
"""|chi2 - tau|."""


def bound(spread: Term) -> Term:
    """(13)."""
    return exp(-beta * epsilon / spread) / 2


def compared(
    prover: Prover,
    name: str,
    low: Term,
    high: Term,
    given: Facts,
    at: Point,
    known: Used,
    reading: str = "",
) -> Theorem:
    """Half an exponential is at most half another one, as the exponents are."""
    return proposition(
        prover,
        f"chi2.{name}",
        at_most(exp(low) / 2, exp(high) / 2),
        given,
        at,
        {**known, "e": axiom(Always.MONOTONE, low, high)},
        reason="the exponential increases",
        reading=reading,
    )


def theorem_4_3(prover: Prover) -> Theorem:
    """The farther the statistic from tau, the smaller the error."""
    given: Facts = {**NOISY, "d >= 0": at_most(0, d), "beta <= d": at_most(beta, d)}
    at: Point = {"epsilon": 1, "D": 2, "beta": 1, "d": 3, "P": exp(term(Fraction(-3, 2))) / 2}
    low, high = -epsilon * d / D, -beta * epsilon / D
    return crossing(
        prover,
        "thm-4.3-bound",
        at_most(P, bound(D)),
        given,
        at,
        d,
        {"e": axiom(Always.MONOTONE, low, high)},
        "d = |chi2 - tau| and D is any sensitivity of the statistic",
    )


def proposition_4_1(prover: Prover) -> Iterable[Theorem]:
    """(17), (18) and (19) are (13) with the three sensitivities."""
    given: Facts = {**PEOPLE, **AWAY, **SPENT}
    at: Point = {"m1": 2, "m2": 3, "b": 1, "beta": 1, "epsilon": 1}
    people = 2 * m1
    size = 4 * people / (people + 2)
    yield _printed(prover, "17", size, (people + 2) / (4 * people), given, at, "m1 = m2, so that N = 2 m1")
    for name, spread, pair, extra in (
        ("18", delta_y1(m1, m2), (m1, m2), {}),
        (
            "19",
            delta_y2(b, m1, m2),
            (b, m2 - b),
            {"b >= 0": at_most(0, b), "b <= m2": at_most(b, m2)},
        ),
    ):
        most = larger_number(*pair)
        facts = {**given, **extra}
        inverse = m1 * m2 / N**2 * ((most + 1) / most)
        yield _printed(prover, name, spread, inverse, facts, at)


def _printed(
    prover: Prover,
    name: str,
    spread: Term,
    inverse: Term,
    given: Facts,
    at: Point,
    reading: str = "",
) -> Theorem:
    """A printed bound and (13) with its sensitivity."""
    printed = exp(-beta * epsilon * inverse) / 2
    return proposition(
        prover,
        f"chi2.prop-4.1-{name}",
        equal(bound(spread), printed),
        given,
        at,
        rule=algebra,
        reason="the exponents are the same",
        mutant=equal(bound(spread), 2 * printed),
        reading=reading,
    )
