"""Theorem 4.4: where it fails for every budget, and why nothing like it can be true."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial

from ldproof.chi2.accuracy import bound_corrected, bound_printed
from ldproof.chi2.formulas import norm_squared, ratio
from ldproof.chi2.sensitivities import delta_t
from ldproof.numbers import Symbol, Term, exp, sqrt, term
from ldproof_proofs.chi2.accuracy.symbols import (
    AWAY,
    PEOPLE,
    SPENT,
    THRESHOLD,
    above_root,
    below_root,
    beta,
    by_exponents,
    epsilon,
    m1,
    m2,
    positive_root,
    small,
    tau,
    w0,
)
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import ever, lemma
from ldproof_proofs.kernel.prover import Prover, algebra, by
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

n, x = Symbol("n"), Symbol("x")
p, q, worst = map(Symbol, ("p", "q", "E"))


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
    return small(
        prover,
        "norm-less-1",
        equal((squared - 1) / (1 + root), root - 1),
        {"S >= 0": at_most(0, squared)},
        {"S": 4},
        algebra,
        {"root": ever(Always.ROOT, squared)},
        "(|T| - 1)(|T| + 1)",
        equal((squared - 1) / (1 + root), root),
        "S = |T|^2",
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
    squared = lemma(
        small(prover, "delta-t-printed-squared", below(0, spread.arguments[0]), {**PEOPLE, **THRESHOLD}, at)
    )
    known = {"Delta^2 > 0": squared, "Delta > 0": lemma(positive_root(prover), x=spread.arguments[0])}
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
        yield small(
            prover,
            name,
            equal(tied.value, tied.definition),
            given,
            at,
            algebra,
            {**known, "root": ever(Always.ROOT, norm)},
            "the definitions",
            equal(tied.value, 2 * tied.definition),
            "the right side is the error of a table with chi2 = tau + beta and a margin of that weight",
            (tied,),
        )


def every_budget(prover: Prover) -> Theorem:
    """N = 3, m = (1, 2), tau = 1, beta = 2, the table (1, 0), which has chi2 = 3 and |T| = 5/3: (20) is too small."""
    one, two = term(1), term(2)
    spread = delta_t(one, two, one)
    norm = sqrt(norm_squared(one, term(0), one, two, one))
    printed = bound_printed(one, two, one, two, epsilon)
    low, high = exponent(printed), -epsilon * (norm - 1) / spread
    known = {
        "Delta_T > 0": lemma(positive_root(prover), x=term(Fraction(38, 9))),
        "sqrt(3) > 5/3": lemma(below_root(prover), x=3, y=term(Fraction(5, 3))),
        "sqrt(3)": ever(Always.ROOT, term(3)),
        "|T| <= 5/3": lemma(above_root(prover), x=term(Fraction(25, 9)), y=term(Fraction(5, 3))),
    }
    exponents = small(
        prover,
        "thm-4.4-exponents",
        below(low, high),
        SPENT,
        {"epsilon": 1},
        by(
            *twice("sqrt(3)", "sqrt(3) > 5/3", "epsilon > 0"),
            *twice("sqrt(3)", "|T| <= 5/3", "epsilon > 0"),
            times=twice("sqrt(3)", "Delta_T > 0"),
        ),
        known,
        "|T| = 5/3 < sqrt(3)",
    )
    return small(
        prover,
        "thm-4.4-fails-for-every-epsilon",
        below(printed, exp(high) / 2),
        SPENT,
        {"epsilon": 1},
        by(product("e", factor=Fraction(1, 2))),
        {
            **known,
            "exponents": lemma(exponents),
            "e": by_exponents(prover, low, high),
        },
        "the exponential increases",
        reading="m = (1, 2), tau = 1, beta = 2; the right side is the exact error of (a, b) = (1, 0), where chi2 = 3",
    )


TAU, BETA = term(Fraction(96, 25)), term(1)
MANY: Facts = {"n >= 50": at_most(50, n)}
FIVE, NONE, ONE = term(5), term(0), term(1)


def neighbours_apart(prover: Prover) -> Iterable[Theorem]:
    """With n cases, n controls, n >= 50: (5, 0) and (5, 1) differ in one person, and are beta away on two sides of tau."""
    at: Point = {"n": 50}
    yield small(
        prover,
        "apart-above",
        at_most(TAU + BETA, ratio(FIVE, NONE, n, n)),
        MANY,
        at,
        reading="tau = 96/25, beta = 1, the table (5, 0) among n cases and n controls",
    )
    yield small(
        prover,
        "apart-below",
        at_most(ratio(FIVE, ONE, n, n), TAU - BETA),
        MANY,
        at,
        reading="tau = 96/25, beta = 1, the table (5, 1) among n cases and n controls",
    )


def impossible(prover: Prover) -> Theorem:
    """Such neighbours let no private test have errors below 1/(1 + e^epsilon)."""
    given: Facts = {
        "x > 0": below(0, x),
        "private": at_most(p, (1 + x) * q),
        "error above": at_most(1 - p, worst),
        "error below": at_most(q, worst),
    }
    return small(
        prover,
        "impossibility",
        at_most(1 / (2 + x), worst),
        given,
        {"x": 2, "p": Fraction(3, 4), "q": Fraction(1, 4), "E": Fraction(1, 4)},
        by(
            product("private"),
            product("error above"),
            product("error below", "x > 0"),
            product("error below"),
            times=(product("x > 0"), product(factor=2)),
        ),
        {},
        "1 - E <= p <= e^epsilon q <= e^epsilon E",
        at_most(1 / (1 + x), worst),
        "p and q are the probabilities of a 1 for two neighbours, the first significant and the second not, E the larger "
        "of the two errors and x = e^epsilon - 1",
    )


def vanishes(prover: Prover) -> Iterable[Theorem]:
    """For these tables (20) is at most e^(-epsilon sqrt(n)/9)/2, and so below 1/(1 + e^epsilon) from n = 81 on."""
    limit = Fraction(27, 25)
    spread = delta_t(n, n, TAU)
    squared = spread.arguments[0]
    at: Point = {"n": 100, "epsilon": 1}
    n_positive = lemma(small(prover, "n-positive", below(0, n), MANY, at))
    area = lemma(small(prover, "delta-t-squared-positive", below(0, squared), MANY, at))
    found = {
        "n > 0": n_positive,
        "Delta^2 > 0": area,
        "Delta > 0": lemma(positive_root(prover), x=squared),
        "root n": ever(Always.ROOT, n),
        "sqrt(121/96)": ever(Always.ROOT, term(Fraction(121, 96))),
        "8/25": lemma(below_root(prover), x=term(Fraction(121, 96)), y=term(Fraction(28, 25))),
        "n Delta^2": lemma(
            small(
                prover,
                "delta-t-balanced",
                at_most(n * squared, term(limit**2)),
                MANY,
                at,
                reading="tau = 96/25, m1 = m2 = n; the left side is n Delta_T^2",
            )
        ),
    }
    product_small = small(
        prover,
        "delta-t-by-root-n",
        at_most(sqrt(n) * spread, term(limit)),
        MANY,
        at,
        by(
            product("n Delta^2"),
            times=(product(factor=limit), product("root n", "Delta > 0")),
        ),
        found,
        "the squares",
    )
    low, high = exponent(bound_printed(n, n, TAU, BETA, epsilon)), -epsilon * sqrt(n) / 9
    known = {**found, "sqrt(n) Delta": lemma(product_small)}
    exponents = small(
        prover,
        "printed-exponent",
        below(low, high),
        {**MANY, **SPENT},
        at,
        by(
            *twice("sqrt(121/96)", "8/25", "epsilon > 0"),
            *twice("sqrt(121/96)", "sqrt(n) Delta", "epsilon > 0", factor=Fraction(1, 9)),
            times=twice("sqrt(121/96)", "Delta > 0"),
        ),
        known,
        "sqrt(121/96) > 28/25 and sqrt(n) Delta_T <= 27/25",
    )
    falls = small(
        prover,
        "bound-printed-vanishes",
        below(bound_printed(n, n, TAU, BETA, epsilon), exp(high) / 2),
        {**MANY, **SPENT},
        at,
        by(product("e", factor=Fraction(1, 2))),
        {**known, "exponents": lemma(exponents), "e": by_exponents(prover, low, high)},
        "the exponential increases",
    )
    yield falls
    more: Facts = {"n >= 81": at_most(81, n)}
    yield _beyond_every_test(prover, falls, more, at)


def _beyond_every_test(prover: Prover, falls: Theorem, more: Facts, at: Point) -> Theorem:
    high = -epsilon * sqrt(n) / 9
    enough = lemma(small(prover, "n-at-least-50", at_most(50, n), more, at))
    positive = lemma(small(prover, "n-above-0", below(0, n), more, at))
    root = small(
        prover,
        "root-n-at-least-9",
        at_most(9, sqrt(n)),
        more,
        at,
        by(product("n >= 81"), times=(product(factor=9), product("root n"))),
        {"root n": ever(Always.ROOT, n), "n > 0": positive},
        "times sqrt(n) + 9",
    )
    slower = small(
        prover,
        "exponent-at-most-epsilon",
        at_most(high, -epsilon),
        {**more, **SPENT},
        at,
        by(product("root n >= 9", "epsilon > 0", factor=Fraction(1, 9))),
        {"root n >= 9": lemma(root), "n > 0": positive},
    )
    least = small(
        prover,
        "half-power-below-least-error",
        below(exp(-epsilon) / 2, 1 / (1 + exp(epsilon))),
        SPENT,
        at,
        by(
            product("tangent"),
            product("epsilon > 0"),
            times=(product("positive", factor=2), product("positive", "positive", factor=2)),
        ),
        {"tangent": ever(Always.TANGENT, epsilon), "positive": ever(Always.POSITIVE, epsilon)},
        "e^epsilon > 1",
    )
    return small(
        prover,
        "bound-printed-below-every-test",
        below(bound_printed(n, n, TAU, BETA, epsilon), 1 / (1 + exp(epsilon))),
        {**more, **SPENT},
        at,
        by(
            product("falls"),
            product("slower", factor=Fraction(1, 2)),
            product("least"),
        ),
        {
            "n >= 50": enough,
            "n > 0": positive,
            "Delta^2 > 0": lemma(
                small(
                    prover,
                    "delta-t-squared-above-0",
                    below(0, delta_t(n, n, TAU).arguments[0]),
                    more,
                    at,
                )
            ),
            "Delta > 0": lemma(positive_root(prover), x=delta_t(n, n, TAU).arguments[0]),
            "falls": lemma(falls),
            "exponents": lemma(slower),
            "slower": ever(Always.MONOTONE, high, -epsilon),
            "least": lemma(least),
            "positive": ever(Always.POSITIVE, epsilon),
        },
        "(20) < e^(-epsilon sqrt(n)/9)/2 <= e^-epsilon/2",
        reading="tau = 96/25, beta = 1, n cases and n controls; the right side is the least error of private tests",
    )
