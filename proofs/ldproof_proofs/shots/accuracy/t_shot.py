"""Theorem 7: the error of a report in every round, with its constant."""

from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.shots.formulas import failure_bound, g
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import ByShape, Prover, by, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
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
from ldproof_proofs.shots.accuracy.needed import needed
from ldproof_proofs.shots.accuracy.one_shot import ROUNDS
from ldproof_proofs.shots.accuracy.theorem_5 import Q
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.formulas.points import SPENT, grows, merit
from ldproof_proofs.shots.parameters import N, T, alpha, epsilon

k, u = Symbol("k"), Symbol("u")
SHARE = epsilon / T
WITHIN = {**SPENT, **ROUNDS, "k > 0": below(0, k), "epsilon <= k T": at_most(epsilon, k * T)}
"""One report's budget is at most k; the source has k = 1."""
SHARED = {"share": below(0, SHARE), "at most k": at_most(SHARE, k)}
LEVEL = k / g(1 / k)
"""k^2 K(k)."""
LARGE = at_most(3 * LEVEL * T**2 * L, epsilon**2 * N * alpha**2)
ABBREVIATIONS = {"k^2 K(k)": LEVEL, "L": L}
AT: Point = {"epsilon": 3, "k": 1, "T": 4, "N": 2000, "beta": Fraction(1, 2), "alpha": Fraction(1, 3)}


def falls(prover: Prover) -> Theorem:
    """g(1/u) / u = 1/(u^2 K(u)) decreases: u^2 K(u) increases."""
    given, goal = said(Kind.FALLS, g(1 / u) / u)
    at: Point = {"a": 1, "b": 2}
    claim = Implication("shots.t-shot-falls", goal, given, {}, at, Mutant(goal.negation(), at))
    return prover.theorem(claim, ByShape(Kind.FALLS, g(1 / u) / u))


ENOUGH = by(
    Product(("falls", "k > 0", "epsilon > 0", "epsilon > 0", "N >= 1"), squares=(alpha,)),
    Product(("falls", "k > 0", "epsilon > 0", "epsilon > 0"), squares=(alpha,)),
    product("alpha", "merit"),
    times=(product("T >= 1", "k > 0"), product("k > 0")),
)
"""Why it is large enough: u^2 K(u) <= k^2 K(k)."""


def theorem_7(prover: Prover) -> Theorem:
    """For epsilon <= k T (the source: k = 1): accurate at alpha^2 = 3 k^2 K(k) T^2 ln(2T/beta) / (epsilon^2 N), under (1)."""
    return proposition(
        prover,
        "shots.thm-7",
        at_most(Q, beta),
        {**WITHIN, **SURE, **promised(T), "alpha": LARGE},
        {**AT, "phi": 1, "P": Fraction(1, 10), "Q": Fraction(1, 10)},
        {
            **SHARED,
            "merit": lemma(merit(prover), x=k),
            "falls": lemma(falls(prover), a=SHARE, b=k),
            "excess": lemma(excess(prover), m=T),
            "enough": Local(enough(T, NO_DUMMY), ENOUGH),
            "accurate": lemma(accurate(prover), m=T, r=0),
            **grows(1 / k, 1 / SHARE),
        },
        reason="the bound (2) at m = T is at most beta",
        mutant=at_most(Q, beta / 10),
        reading=f"m = T; {READING}",
        stands=STANDS,
        short=ABBREVIATIONS,
    )


def smallest(prover: Prover) -> Theorem:
    """No constant below 3 k^2 K(k) will do: at epsilon = k T the bound (2) is above beta for any smaller alpha."""
    budget = k * T
    bound = failure_bound(alpha, N, T, T, NO_DUMMY, budget)
    short = at_most(3 * LEVEL * T**2 * L, budget**2 * N * alpha**2).negation()
    return proposition(
        prover,
        "shots.t-shot-smallest",
        below(beta, bound),
        {"k > 0": WITHIN["k > 0"], **ROUNDS, **SURE, "alpha": short},
        {**AT, "alpha": Fraction(1, 20)},
        {
            "spent": below(0, budget),
            "merit": lemma(merit(prover), x=k),
            "excess": lemma(excess(prover), epsilon=budget, m=T),
            **grows(1 / k),
            "short": enough(T, NO_DUMMY).negation().substitute({"epsilon": budget}),
            "needed": lemma(needed(prover), epsilon=budget, m=T, r=0),
        },
        reason="alpha is too small for (2)",
        short=ABBREVIATIONS,
    )
