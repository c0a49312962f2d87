"""A budget that grows like B = T^b: k B <= epsilon <= l B with 1 <= B <= T."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy import best_shot
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
NEEDED = {"epsilon > 0": below(0, epsilon), "T >= 1": at_most(1, T)}
"""What follows from it and is shown on the way."""
AT: Point = {
    "epsilon": 4, "T": 4, "B": 2, "k": 1, "l": 3, "N": 20000, "beta": Fraction(1, 2), "phi": 1, "P": 0, "Q": 0,
}  # fmt: skip


def in_range(prover: Prover) -> Iterable[Theorem]:
    """With gamma <= k and l <= a the budget lies between gamma and a T, so that some m <= T is as (9) wants it."""
    least, most = at_most(best_shot.gamma, k), at_most(high, best_shot.a)
    at: Point = {**AT, "gamma": 1, "a": 3}
    wide = {**GROWTH, "l <= a": most, "a > 0": best_shot.RANGE["a > 0"]}
    yield proposition(prover, "shots.growth-below", at_most(epsilon, best_shot.a * T), wide, at)
    yield proposition(
        prover, "shots.growth-above", at_most(best_shot.gamma, epsilon), {**GROWTH, "gamma <= k": least}, at
    )
