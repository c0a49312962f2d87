"""The naive method of section 4: how its error, and so N, must grow with T."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, expm1
from ldproof.shots.formulas import g, variance
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import (
    ByShape,
    Last,
    Prover,
    Step,
    algebra,
    at_once,
    proposition,
    show,
    steps,
)
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.shapes import Kind, said
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.accurate import (
    NO_DUMMY,
    READING,
    STANDS,
    SURE,
    L,
    accurate,
    beta,
    enough,
    promised,
)
from ldproof_proofs.shots.accuracy.one_shot import rises
from ldproof_proofs.shots.accuracy.t_shot import SHARE, SHARED, WITHIN, k
from ldproof_proofs.shots.accuracy.theorem_5 import Q
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.formulas.points import SPENT, grows, merit
from ldproof_proofs.shots.parameters import N, T, alpha, epsilon, phi, x

u = Symbol("u")
SPREAD = u**2 * exp(u) / (exp(u) - 1) ** 2
"""u^2 times the variance of one person's Phi at m = T, where a report has the budget u."""


def exact_variance(prover: Prover) -> Theorem:
    """At m = T the variance of Phi is E / (N (E - 1)^2), whatever the states."""
    given = {"x > 0": below(0, x), "T >= 1": at_most(1, T), "N >= 1": at_most(1, N)}
    at: Point = {"x": 1, "T": 3, "N": 5, "phi": Fraction(1, 3)}
    exact = variance(N, T, T, NO_DUMMY, phi, x)
    claim = Implication(
        "shots.t-shot-variance",
        equal(exact, (1 + x) / (N * x**2)),
        given,
        {},
        at,
        Mutant(equal(exact, 1 / (N * x**2)), at),
    )
    return prover.theorem(claim, at_once("p = 1 - q", algebra))


def naive(prover: Prover) -> Theorem:
    """For epsilon <= k T, N times the variance is at least (T/epsilon)^2 k^2 e^k / (e^k - 1)^2: N must grow like T^2."""
    given, goal = said(Kind.FALLS, SPREAD)
    at: Point = {"a": 1, "b": 2}
    falls = Implication("shots.spread-falls", goal, given, {}, at, Mutant(goal.negation(), at))
    shape = prover.theorem(falls, ByShape(Kind.FALLS, SPREAD))
    at = {"epsilon": 3, "k": 1, "T": 4, "N": 5, "phi": Fraction(1, 3)}
    exact = variance(N, T, T, NO_DUMMY, phi, expm1(SHARE))
    least = SPREAD.substitute({"u": k})
    spread = SPREAD.substitute({"u": SHARE})
    return show(
        prover,
        steps(
            Step("<=", spread * T**2, "u^2 e^u / (e^u - 1)^2 falls", search),
            last=Last("the exact variance", search, "="),
        ),
        "shots.naive-variance",
        at_most(least * T**2, N * epsilon**2 * exact),
        {**WITHIN, "N >= 1": at_most(1, N)},
        {
            "k's": axiom(Always.TANGENT, k),
            "share's": axiom(Always.POSITIVE, SHARE),
            **SHARED,
            "excess": lemma(excess(prover), m=T),
            "falls": lemma(shape, a=SHARE, b=k),
            "exact": lemma(exact_variance(prover), x=expm1(SHARE)),
        },
        at,
        Mutant(at_most(2 * least * T**2, N * epsilon**2 * exact), at),
        short={"V": exact},
        reading="V is the exact variance of Phi at m = T",
    )


def large(prover: Prover) -> Theorem:
    """For epsilon >= k T the naive method is accurate at alpha = sqrt(3 K(k) ln(2T/beta) / N): no power of T."""
    level = 1 / k / g(1 / k)
    rule = using("alpha", "rises", "merit", "k > 0", "T >= 1", "N >= 1", squares=(alpha,))
    at: Point = {
        "epsilon": 8, "k": 1, "T": 4, "N": 4000, "beta": Fraction(1, 2), "alpha": Fraction(1, 9),
        "phi": 1, "P": Fraction(1, 10), "Q": Fraction(1, 10),
    }  # fmt: skip
    return proposition(
        prover,
        "shots.large-budget",
        at_most(Q, beta),
        {
            **SPENT,
            "T >= 1": at_most(1, T),
            "k > 0": below(0, k),
            "epsilon >= k T": at_most(k * T, epsilon),
            **SURE,
            **promised(T),
            "alpha": at_most(3 * level * L, N * alpha**2),
        },
        at,
        {
            "merit": lemma(merit(prover), x=k),
            "excess": lemma(excess(prover), m=T),
            "at least k": at_most(k, SHARE),
            "rises": lemma(rises(prover), a=k, b=SHARE),
            "enough": Local(enough(T, NO_DUMMY), rule),
            "accurate": lemma(accurate(prover), m=T, r=0),
            **grows(1 / k, 1 / SHARE),
        },
        reason="the bound (2) at m = T is at most beta",
        mutant=at_most(Q, beta / 10),
        reading=f"m = T; {READING}",
        stands=STANDS,
        short={"K(k)": level, "L": L},
    )
