"""Two tails for each of T rounds are beta where their exponent is -ln(2T/beta)."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Term, exp
from ldproof.probability import union_bound
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import Known, axiom, lemma
from ldproof_proofs.kernel.prover import Prover, Used
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below
from ldproof_proofs.kernel.search import using
from ldproof_proofs.shots.accuracy.accurate import L, beta
from ldproof_proofs.shots.parameters import N, T
from ldproof_proofs.tails.logarithm import positive

CHANCE = {"beta > 0": below(0, beta), "beta < 1": below(beta, 1)}
SOME = {"N >= 1": at_most(1, N), **CHANCE}
AT: Point = {"epsilon": 2, "x": 2, "r": 0, "m": 1, "T": 3, "N": 9, "beta": Fraction(1, 2)}


def settled(power: Term, way: str) -> Used:
    """T times two tails e^power is beta where power = -ln(2T/beta): at most, or at least."""
    both = union_bound(T, 2 * exp(power))
    low, high, goal = (
        (power, -L, at_most(both, beta)) if way == "at-most" else (-L, power, at_most(beta, both))
    )
    return {
        "inverse": axiom(Always.INVERSE, 2 * T / beta),
        "monotone": axiom(Always.MONOTONE, low, high),
        "settled": Local(goal, using("monotone", "inverse", "beta > 0", "rounds")),
    }


def logarithm(prover: Prover) -> Mapping[str, Known | Relation]:
    """ln(2T/beta) is above 0."""
    return {
        "rounds": at_most(1, T),
        "2T/beta > 1": below(1, 2 * T / beta),
        "L > 0": lemma(positive(prover), v=2 * T / beta),
    }
