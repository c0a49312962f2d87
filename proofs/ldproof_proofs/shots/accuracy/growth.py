"""A budget that grows like B = T^b: k B <= epsilon <= l B with 1 <= B <= T."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Prover, at_once, by
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy import best_shot
from ldproof_proofs.shots.formulas.points import small
from ldproof_proofs.shots.parameters import T, epsilon

B, k, high = map(Symbol, ("B", "k", "l"))
GROWTH = {
    "k > 0": below(0, k),
    "l > 0": below(0, high),
    "B >= 1": at_most(1, B),
    "B <= T": at_most(B, T),
    "k B <= epsilon": at_most(k * B, epsilon),
    "epsilon <= l B": at_most(epsilon, high * B),
}
AT: Point = {
    "epsilon": 4, "T": 4, "B": 2, "k": 1, "l": 3, "N": 20000, "beta": Fraction(1, 2), "phi": 1, "P": 0, "Q": 0,
}  # fmt: skip


def at_least(prover: Prover) -> Theorem:
    """k <= epsilon."""
    rule = by(product("k B <= epsilon"), product("k > 0", "B >= 1"))
    return small(prover, "growth-at-least", at_most(k, epsilon), GROWTH, AT, rule)


def positive(prover: Prover) -> Theorem:
    """epsilon > 0."""
    rule = by(product("k B <= epsilon"), product("k > 0", "B >= 1"), product("k > 0"))
    return small(prover, "growth-positive", below(0, epsilon), GROWTH, AT, rule)


def rounds(prover: Prover) -> Theorem:
    """T >= 1."""
    return small(prover, "growth-rounds", at_most(1, T), GROWTH, AT, by(product("B >= 1"), product("B <= T")))


def in_range(prover: Prover) -> Iterable[Theorem]:
    """With gamma <= k and l <= a the budget lies between gamma and a T, so that some m <= T is as (9) wants it."""
    least, most = at_most(best_shot.gamma, k), at_most(high, best_shot.a)
    at: Point = {**AT, "gamma": 1, "a": 3}
    reach = by(
        product("epsilon <= l B"), product("l <= a", "B >= 1"), product("l <= a"), product("a > 0", "B <= T")
    )
    wide = {**GROWTH, "l <= a": most, "a > 0": best_shot.RANGE["a > 0"]}
    yield small(prover, "growth-below", at_most(epsilon, best_shot.a * T), wide, at, reach)
    claim = Implication(
        "shots.growth-above",
        at_most(best_shot.gamma, epsilon),
        {**GROWTH, "gamma <= k": least},
        {"above k": lemma(at_least(prover))},
        at,
        Mutant(below(epsilon, best_shot.gamma), at),
    )
    yield prover.theorem(
        claim, at_once("gamma <= k <= epsilon", by(product("gamma <= k"), product("above k")))
    )
