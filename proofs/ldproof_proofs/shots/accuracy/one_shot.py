"""Theorem 6: the error of one report per person, with its constant."""

from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.shots.formulas import failure_bound, g
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import ByShape, Prover, at_once, show
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.shapes import Kind, said
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.accurate import (
    NO_DUMMY,
    ONE,
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
from ldproof_proofs.shots.accuracy.theorem_5 import Q
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.formulas.points import grows, merit
from ldproof_proofs.shots.parameters import N, T, alpha, epsilon

gamma, x = Symbol("gamma"), Symbol("x")
ROUNDS = {"T >= 1": at_most(1, T)}
ABOVE = {"gamma > 0": below(0, gamma), "gamma <= epsilon": at_most(gamma, epsilon)}
K = 1 / gamma / g(1 / gamma)
"""K(gamma), which is e^gamma (e^gamma + 1) / (e^gamma - 1)^2."""
LARGE = at_most(3 * K * T * L, N * alpha**2)
ABBREVIATIONS = {"K": K, "L": L}
RULE = using("alpha", "rises", "merit", "gamma > 0", "N >= 1", squares=(alpha,))
"""Why it is large enough: K(epsilon) <= K(gamma)."""
AT: Point = {"epsilon": 2, "gamma": 1, "T": 4, "N": 8000, "beta": Fraction(1, 2), "alpha": Fraction(3, 20)}


def rises(prover: Prover) -> Theorem:
    """epsilon g(1/epsilon) = 1/K(epsilon) increases with epsilon."""
    given, goal = said(Kind.RISES, x * g(1 / x))
    at: Point = {"a": 1, "b": 2}
    claim = Implication("shots.one-shot-rises", goal, given, {}, at, Mutant(goal.negation(), at))
    return prover.theorem(claim, ByShape(Kind.RISES, x * g(1 / x)))


def theorem_6(prover: Prover) -> Theorem:
    """For every gamma > 0 and epsilon >= gamma: accurate at alpha = sqrt(3 K(gamma) T ln(2T/beta) / N), under (1)."""
    at: Point = {**AT, "phi": 1, "P": 0, "Q": 0}
    return show(
        prover,
        at_once("the bound (2) at m = 1 is at most beta", search),
        "shots.thm-6",
        at_most(Q, beta),
        {**ABOVE, **ROUNDS, **SURE, **promised(ONE), "alpha": LARGE},
        {
            "epsilon > 0": below(0, epsilon),
            "merit": lemma(merit(prover), x=gamma),
            "rises": lemma(rises(prover), a=gamma, b=epsilon),
            "excess": lemma(excess(prover), m=1),
            "enough": Local(enough(ONE, NO_DUMMY), RULE),
            "accurate": lemma(accurate(prover), m=1, r=0),
            **grows(1 / gamma, 1 / epsilon),
        },
        at,
        Mutant(at_most(Q, beta / 10), {**at, "P": Fraction(1, 10), "Q": Fraction(1, 10)}),
        reading=f"r = 0; {READING}",
        stands=STANDS,
        short=ABBREVIATIONS,
    )


def smallest(prover: Prover) -> Theorem:
    """No constant below 3 K(gamma) will do: at epsilon = gamma the bound (2) is above beta for any smaller alpha."""
    bound = failure_bound(alpha, N, ONE, T, NO_DUMMY, gamma)
    at: Point = {**AT, "alpha": Fraction(1, 9)}
    return show(
        prover,
        at_once("alpha is too small for (2)", search),
        "shots.one-shot-smallest",
        below(beta, bound),
        {"gamma > 0": ABOVE["gamma > 0"], **ROUNDS, **SURE, "alpha": LARGE.negation()},
        {
            "merit": lemma(merit(prover), x=gamma),
            "excess": lemma(excess(prover), epsilon=gamma, m=1),
            "short of it": enough(ONE, NO_DUMMY).negation().substitute({"epsilon": gamma}),
            "needed": lemma(needed(prover), epsilon=gamma, m=1, r=0),
            **grows(1 / gamma),
        },
        at,
        None,
        short=ABBREVIATIONS,
    )
