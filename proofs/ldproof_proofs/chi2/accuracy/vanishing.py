"""How far below every private test the bound of Theorem 4.4 falls at the tables that refute it."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.chi2.error import bound_printed
from ldproof.chi2.formulas import delta_t
from ldproof.numbers import exp, sqrt, term
from ldproof_proofs.chi2.accuracy.impossibility import BETA, MANY, TAU, n
from ldproof_proofs.chi2.accuracy.symbols import (
    SPENT,
    by_exponents,
    epsilon,
)
from ldproof_proofs.chi2.accuracy.theorem_4_4 import exponent
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Prover, Used, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem


def vanishes(prover: Prover) -> Iterable[Theorem]:
    """For these tables (20) is at most e^(-epsilon sqrt(n)/9)/2, and so below 1/(1 + e^epsilon) from n = 81 on."""
    limit = Fraction(27, 25)
    spread = delta_t(n, n, TAU)
    squared = spread.arguments[0]
    at: Point = {"n": 100, "epsilon": 1}
    low, high = exponent(bound_printed(n, n, TAU, BETA, epsilon)), -epsilon * sqrt(n) / 9
    known: Used = {
        "n > 0": below(0, n),
        "Delta^2 > 0": below(0, squared),
        "Delta > 0": below(0, spread),
        "root n": axiom(Always.ROOT, n),
        "root > 28/25": below(term(Fraction(28, 25)), sqrt(term(Fraction(121, 96)))),
        "n Delta^2": at_most(n * squared, term(limit**2)),
        "sqrt(n) Delta": at_most(sqrt(n) * spread, term(limit)),
        "exponents": below(low, high),
        "e": by_exponents(prover, low, high),
    }
    falls = proposition(
        prover,
        "chi2.bound-printed-vanishes",
        below(bound_printed(n, n, TAU, BETA, epsilon), exp(high) / 2),
        {**MANY, **SPENT},
        at,
        known,
        reason="the exponential increases",
    )
    yield falls
    more: Facts = {"n >= 81": at_most(81, n)}
    yield _beyond_every_test(prover, falls, more, at)


def _beyond_every_test(prover: Prover, falls: Theorem, more: Facts, at: Point) -> Theorem:
    high = -epsilon * sqrt(n) / 9
    return proposition(
        prover,
        "chi2.bound-printed-below-every-test",
        below(bound_printed(n, n, TAU, BETA, epsilon), 1 / (1 + exp(epsilon))),
        {**more, **SPENT},
        at,
        {
            "falls": lemma(falls),
            "slower": axiom(Always.MONOTONE, high, -epsilon),
            "positive": axiom(Always.POSITIVE, epsilon),
        },
        reason="(20) < e^(-epsilon sqrt(n)/9)/2 <= e^-epsilon/2",
        reading="tau = 96/25, beta = 1, n cases and n controls; the right side is the least error of private tests",
    )
