"""The naive method of section 4: how its error, and so N, must grow with T."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, expm1
from ldproof.shots.formulas import g, variance
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import ByShape, Last, Prover, Step, algebra, at_once, proposition, steps
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
from ldproof_proofs.shots.accuracy.t_shot import SHARE, WITHIN, k, share
from ldproof_proofs.shots.accuracy.theorem_5 import Q
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.formulas.points import SPENT, grows, merit, same
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
    claim = Implication(
        "shots.naive-variance",
        at_most(least * T**2, N * epsilon**2 * exact),
        {**WITHIN, "N >= 1": at_most(1, N)},
        {
            "k's": axiom(Always.TANGENT, k),
            "share's": axiom(Always.POSITIVE, SHARE),
            **share(prover),
            "excess": lemma(excess(prover), m=T),
            "falls": lemma(shape, a=SHARE, b=k),
            "exact": lemma(exact_variance(prover), x=expm1(SHARE)),
        },
        at,
        Mutant(at_most(2 * least * T**2, N * epsilon**2 * exact), at),
        short={"V": exact},
        reading="V is the exact variance of Phi at m = T",
    )
    spread = SPREAD.substitute({"u": SHARE})
    return prover.theorem(
        claim,
        steps(
            Step("<=", spread * T**2, "u^2 e^u / (e^u - 1)^2 falls", search),
            last=Last("the exact variance", search, "="),
        ),
    )


def large(prover: Prover) -> Theorem:
    """For epsilon >= k T the naive method is accurate at alpha = sqrt(3 K(k) ln(2T/beta) / N): no power of T."""
    level = 1 / k / g(1 / k)
    at: Point = {
        "epsilon": 8, "k": 1, "T": 4, "N": 4000, "beta": Fraction(1, 2), "alpha": Fraction(1, 9), "phi": 1, "P": 0, "Q": 0,
    }  # fmt: skip
    beyond = {
        **SPENT,
        "T >= 1": at_most(1, T),
        "k > 0": below(0, k),
        "epsilon >= k T": at_most(k * T, epsilon),
    }
    given = {**beyond, **SURE, **promised(T), "alpha": at_most(3 * level * L, N * alpha**2)}
    needs = {name: given[name] for name in (*beyond, "beta > 0", "N >= 1", "alpha")}
    known = {
        "merit": lemma(merit(prover), x=k),
        "excess": lemma(excess(prover), m=T),
        "at least k": lemma(proposition(prover, "shots.share-at-least-k", at_most(k, SHARE), beyond, at)),
        "rises": lemma(rises(prover), a=k, b=SHARE),
        **grows(1 / k, 1 / SHARE),
    }
    goal = enough(T, NO_DUMMY)
    enough_claim = Implication("shots.large-budget-enough", goal, needs, known, at)
    rule = using("alpha", "rises", "merit", "k > 0", "T >= 1", "N >= 1", squares=(alpha,))
    claim = Implication(
        "shots.large-budget",
        at_most(Q, beta),
        given,
        {
            "merit": known["merit"],
            "excess": known["excess"],
            "itself": lemma(same(prover), x=T),
            "enough": lemma(prover.theorem(enough_claim, at_once("K(epsilon/T) <= K(k)", rule))),
            "accurate": lemma(accurate(prover), m=T, r=0),
            **grows(1 / k),
        },
        at,
        Mutant(at_most(Q, beta / 10), {**at, "P": Fraction(1, 10), "Q": Fraction(1, 10)}),
        reading=f"m = T; {READING}",
        stands=STANDS,
        short={"K(k)": level, "L": L},
    )
    return prover.theorem(claim, at_once("the bound (2) at m = T is at most beta", search))
