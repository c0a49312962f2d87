"""Theorem 8, corrected: the error of m* reports per person, and the budgets for which it holds."""

from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.shots.formulas import g
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import Prover, at_once, proposition, show
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.shapes import Kind
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
from ldproof_proofs.shots.accuracy.theorem_5 import Q
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.formulas.points import grows, named, peaked
from ldproof_proofs.shots.parameters import N, T, alpha, epsilon, m

M, a, gamma, y = map(Symbol, ("M", "a", "gamma", "y"))
"""m*, the largest and the least budget of one report, and what g is at least."""
RANGE = {
    "gamma > 0": below(0, gamma),
    "a > 0": below(0, a),
    "m >= 1": at_most(1, m),
    "m gamma <= epsilon": at_most(m * gamma, epsilon),
    "epsilon <= m a": at_most(epsilon, m * a),
}
ENDS = {"y at gamma": at_most(y, g(1 / gamma)), "y at a": at_most(y, g(1 / a))}
BEST = {
    "M >= 1": at_most(1, M),
    "M <= T": at_most(M, T),
    "M is best": at_most(g(m / epsilon), g(M / epsilon)),
}
LARGE = at_most(3 * T * L, y * epsilon * N * alpha**2)
POINTS = (1 / gamma, 1 / a, m / epsilon)
AT: Point = {
    "epsilon": 4, "gamma": 1, "a": 3, "m": 3, "y": Fraction(1, 4), "T": 4, "M": 2,
    "N": 2000, "beta": Fraction(1, 2), "alpha": Fraction(3, 20),
}  # fmt: skip


def covered(prover: Prover) -> Theorem:
    """The budgets from m gamma to m a, for m = 1, ..., T, leave no gap between gamma and a T, if gamma <= a/2."""
    return proposition(
        prover,
        "shots.covered",
        at_most((m + 1) * gamma, m * a),
        {
            "gamma > 0": RANGE["gamma > 0"],
            "2 gamma <= a": at_most(2 * gamma, a),
            "m >= 1": RANGE["m >= 1"],
        },
        {"gamma": 1, "a": 2, "m": 1},
        reason="m a >= 2 m gamma >= (m + 1) gamma",
        mutant=at_most((m + 2) * gamma, m * a),
    )


def merit_at_least(prover: Prover) -> Theorem:
    """Between budgets gamma and a of one report, g is at least the lower of its values there."""
    return show(
        prover,
        at_once("g has one peak", search),
        "shots.merit-at-least",
        at_most(y, g(m / epsilon)),
        {**RANGE, **ENDS},
        {"peak": lemma(peaked(prover, Kind.BETWEEN), a=1 / a, b=m / epsilon, c=1 / gamma)},
        AT,
        None,
        short=named(*POINTS),
    )


def theorem_8(prover: Prover) -> Theorem:
    """m* reports are accurate at alpha = sqrt(3 T ln(2T/beta) / (y epsilon N)), under (1)."""
    at: Point = {**AT, "phi": 1, "P": 0, "Q": 0}
    rule = using("alpha", "merit", "M is best", "epsilon > 0", "N >= 1", squares=(alpha,))
    return show(
        prover,
        at_once("the bound (2) at m* is at most beta", search),
        "shots.thm-8",
        at_most(Q, beta),
        {**RANGE, **ENDS, **BEST, **SURE, **promised(M), "alpha": LARGE},
        {
            "epsilon > 0": below(0, epsilon),
            "excess": lemma(excess(prover), m=M),
            "merit": lemma(merit_at_least(prover)),
            "enough": Local(enough(M, NO_DUMMY), rule),
            "accurate": lemma(accurate(prover), m=M, r=0),
            **grows(*POINTS, M / epsilon),
        },
        at,
        Mutant(at_most(Q, beta / 10), {**at, "P": Fraction(1, 10), "Q": Fraction(1, 10)}),
        reading=f"M is m* and r = 0; {READING}",
        stands=STANDS,
        short={**named(*POINTS, M / epsilon), "L": L},
    )
