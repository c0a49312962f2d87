"""How far below every private test the bound of Theorem 4.4 falls at the tables that refute it."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.chi2.error import bound_printed
from ldproof.chi2.formulas import delta_t
from ldproof.numbers import exp, sqrt, term
from ldproof_proofs.chi2.accuracy.impossibility import BETA, MANY, TAU, n
from ldproof_proofs.chi2.accuracy.symbols import (
    SPENT,
    below_root,
    by_exponents,
    epsilon,
    positive_root,
)
from ldproof_proofs.chi2.accuracy.theorem_4_4 import exponent
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem


def vanishes(prover: Prover) -> Iterable[Theorem]:
    """For these tables (20) is at most e^(-epsilon sqrt(n)/9)/2, and so below 1/(1 + e^epsilon) from n = 81 on."""
    limit = Fraction(27, 25)
    spread = delta_t(n, n, TAU)
    squared = spread.arguments[0]
    at: Point = {"n": 100, "epsilon": 1}
    n_positive = lemma(proposition(prover, "chi2.n-positive", below(0, n), MANY, at))
    area = lemma(proposition(prover, "chi2.delta-t-squared-positive", below(0, squared), MANY, at))
    found = {
        "n > 0": n_positive,
        "Delta^2 > 0": area,
        "Delta > 0": lemma(positive_root(prover), x=squared),
        "root n": axiom(Always.ROOT, n),
        "sqrt(121/96)": axiom(Always.ROOT, term(Fraction(121, 96))),
        "8/25": lemma(below_root(prover), x=term(Fraction(121, 96)), y=term(Fraction(28, 25))),
        "n Delta^2": lemma(
            proposition(
                prover,
                "chi2.delta-t-balanced",
                at_most(n * squared, term(limit**2)),
                MANY,
                at,
                reading="tau = 96/25, m1 = m2 = n; the left side is n Delta_T^2",
            )
        ),
    }
    product_small = proposition(
        prover,
        "chi2.delta-t-by-root-n",
        at_most(sqrt(n) * spread, term(limit)),
        MANY,
        at,
        found,
        reason="the squares",
    )
    low, high = exponent(bound_printed(n, n, TAU, BETA, epsilon)), -epsilon * sqrt(n) / 9
    known = {**found, "sqrt(n) Delta": lemma(product_small)}
    exponents = proposition(
        prover,
        "chi2.printed-exponent",
        below(low, high),
        {**MANY, **SPENT},
        at,
        known,
        reason="sqrt(121/96) > 28/25 and sqrt(n) Delta_T <= 27/25",
    )
    falls = proposition(
        prover,
        "chi2.bound-printed-vanishes",
        below(bound_printed(n, n, TAU, BETA, epsilon), exp(high) / 2),
        {**MANY, **SPENT},
        at,
        {**known, "exponents": lemma(exponents), "e": by_exponents(prover, low, high)},
        reason="the exponential increases",
    )
    yield falls
    more: Facts = {"n >= 81": at_most(81, n)}
    yield _beyond_every_test(prover, falls, more, at)


def _beyond_every_test(prover: Prover, falls: Theorem, more: Facts, at: Point) -> Theorem:
    high = -epsilon * sqrt(n) / 9
    enough = lemma(proposition(prover, "chi2.n-at-least-50", at_most(50, n), more, at))
    positive = lemma(proposition(prover, "chi2.n-above-0", below(0, n), more, at))
    root = proposition(
        prover,
        "chi2.root-n-at-least-9",
        at_most(9, sqrt(n)),
        more,
        at,
        {"root n": axiom(Always.ROOT, n), "n > 0": positive},
        reason="times sqrt(n) + 9",
    )
    slower = proposition(
        prover,
        "chi2.exponent-at-most-epsilon",
        at_most(high, -epsilon),
        {**more, **SPENT},
        at,
        {"root n >= 9": lemma(root), "n > 0": positive},
    )
    least = proposition(
        prover,
        "chi2.half-power-below-least-error",
        below(exp(-epsilon) / 2, 1 / (1 + exp(epsilon))),
        SPENT,
        at,
        {"tangent": axiom(Always.TANGENT, epsilon), "positive": axiom(Always.POSITIVE, epsilon)},
        reason="e^epsilon > 1",
    )
    return proposition(
        prover,
        "chi2.bound-printed-below-every-test",
        below(bound_printed(n, n, TAU, BETA, epsilon), 1 / (1 + exp(epsilon))),
        {**more, **SPENT},
        at,
        {
            "n >= 50": enough,
            "n > 0": positive,
            "Delta^2 > 0": lemma(
                proposition(
                    prover,
                    "chi2.delta-t-squared-above-0",
                    below(0, delta_t(n, n, TAU).arguments[0]),
                    more,
                    at,
                )
            ),
            "Delta > 0": lemma(positive_root(prover), x=delta_t(n, n, TAU).arguments[0]),
            "falls": lemma(falls),
            "exponents": lemma(slower),
            "slower": axiom(Always.MONOTONE, high, -epsilon),
            "least": lemma(least),
            "positive": axiom(Always.POSITIVE, epsilon),
        },
        reason="(20) < e^(-epsilon sqrt(n)/9)/2 <= e^-epsilon/2",
        reading="tau = 96/25, beta = 1, n cases and n controls; the right side is the least error of private tests",
    )
