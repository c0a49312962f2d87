"""Theorem 8's constant: 3/g(1/epsilon_1,2) for ln z <= epsilon <= 2 T ln z, and no smaller one."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp
from ldproof.shots.formulas import failure_bound, g
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import Prover, at_once, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.accurate import NO_DUMMY, READING, STANDS, SURE, L, beta, enough, promised
from ldproof_proofs.shots.accuracy.best_shot import AT, BEST, RANGE, M, theorem_8
from ldproof_proofs.shots.accuracy.needed import needed
from ldproof_proofs.shots.accuracy.theorem_5 import Q
from ldproof_proofs.shots.formulas.cases import LATE, one_report
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.formulas.points import grows, named
from ldproof_proofs.shots.parameters import ROUNDS, N, T, alpha, epsilon, m

u = Symbol("u")
"""ln z."""
ROOT = at_most(3 * exp(u) ** 2 + exp(u) + 1, exp(u) ** 3)
"""z^3 - 3 z^2 - z - 1 >= 0 for z = e^u."""


def ends(prover: Prover) -> Theorem:
    """With a = 2 ln z and gamma = ln z, g(1/a) is at most g(1/gamma) where z is at least the crossing's root."""
    given = {"u > 0": below(0, u), "root": ROOT}
    at: Point = {"u": Fraction(5, 4)}
    claim = Implication(
        "shots.crossing-1-2",
        at_most(g(1 / (2 * u)), g(1 / u)),
        given,
        {"grows": axiom(Always.POSITIVE, u), "tangent": axiom(Always.TANGENT, u)},
        at,
        None,
        reading="u = ln z, so that the condition is z^3 - 3 z^2 - z - 1 >= 0, and z is its root where both are equal",
        short=named(1 / u, 1 / (2 * u)),
    )
    return prover.theorem(claim, at_once("the difference is a multiple of the polynomial", search))


def at_the_crossing(prover: Prover) -> Theorem:
    """For ln z <= epsilon <= 2 T ln z: accurate at alpha = sqrt(C T ln(2T/beta) / (epsilon N)), C = 3 / g(1/(2 ln z))."""
    worst = g(1 / (2 * u))
    given = {
        "u > 0": below(0, u),
        "root": ROOT,
        "m >= 1": RANGE["m >= 1"],
        "m u <= epsilon": at_most(m * u, epsilon),
        "epsilon <= 2 m u": at_most(epsilon, m * (2 * u)),
    }
    return proposition(
        prover,
        "shots.thm-8-at-crossing",
        at_most(Q, beta),
        {**given, **BEST, **SURE, **promised(M), "alpha": at_most(3 * T * L, worst * epsilon * N * alpha**2)},
        {**AT, "u": Fraction(5, 4), "phi": 1, "P": Fraction(1, 10), "Q": Fraction(1, 10)},
        {
            "grows": axiom(Always.POSITIVE, u),
            "epsilon > 0": below(0, epsilon),
            "excess": lemma(excess(prover), m=M),
            "ends": lemma(ends(prover)),
            "general": lemma(theorem_8(prover), gamma=u, a=2 * u, y=worst),
            **grows(1 / u, 1 / (2 * u), m / epsilon, M / epsilon),
        },
        reason="gamma = ln z and a = 2 ln z",
        mutant=at_most(Q, beta / 10),
        reading=f"u = ln z, m is the least whole number with epsilon <= 2 m u, M is m* and r = 0; {READING}",
        stands=STANDS,
        short={**named(1 / (2 * u), m / epsilon, M / epsilon), "L": L},
    )


def smallest(prover: Prover) -> Iterable[Theorem]:
    """At epsilon = ln z, where C = 3/g(1/epsilon), no m and no smaller constant bring the bound (2) down to beta."""
    short = below(g(1 / epsilon) * epsilon * N * alpha**2, 3 * T * L)
    at: Point = {
        "epsilon": Fraction(6, 5),
        "T": 4,
        "m": 2,
        "N": 2000,
        "beta": Fraction(1, 2),
        "alpha": Fraction(1, 20),
    }
    given = {
        "epsilon > 0": below(0, epsilon),
        "case (1)": at_most(LATE * epsilon, 1),
        **ROUNDS,
        **SURE,
        "N >= 1": at_most(1, N),
        "alpha": short,
    }
    known = {
        "excess": lemma(excess(prover)),
        "one is best": lemma(one_report(prover)),
        **grows(1 / epsilon, m / epsilon),
    }
    goal = enough(m, NO_DUMMY).negation()
    names = {**named(1 / epsilon, m / epsilon), "L": L}
    first = Implication("shots.best-shot-short", goal, given, known, at, None, short=names)
    rule = using("alpha", "one is best", "epsilon > 0", "N >= 1", squares=(alpha,))
    lower = prover.theorem(first, at_once("one report is best, and even it falls short", rule))
    yield lower
    bound = failure_bound(alpha, N, m, T, NO_DUMMY, epsilon)
    claim = Implication(
        "shots.best-shot-smallest",
        below(beta, bound),
        given,
        {**known, "short": lemma(lower), "needed": lemma(needed(prover), r=0)},
        at,
        None,
        short=names,
    )
    yield prover.theorem(claim, at_once("alpha is too small for (2) at every m", search))
