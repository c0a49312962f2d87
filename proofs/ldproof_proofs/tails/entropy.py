"""The relative entropy of two coins: at least 0, and at most the chi-squared distance."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Symbol, exp, log, term
from ldproof.probability import divergence
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, Known, axiom
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

a, b = Symbol("a"), Symbol("b")
COINS = {
    "a > 0": below(0, a),
    "a < 1": below(a, 1),
    "b > 0": below(0, b),
    "b < 1": below(b, 1),
}
AT: Point = {"a": Fraction(1, 2), "b": Fraction(1, 4)}
ONE, ZERO = a / b, (1 - a) / (1 - b)
"""How much likelier a 1, and a 0, is by the first coin."""


def at_logarithms(sign: int) -> Mapping[str, Known]:
    """The exponential's tangent at plus or minus both logarithms."""
    return {
        "one": axiom(Always.TANGENT, sign * log(ONE)),
        "zero": axiom(Always.TANGENT, sign * log(ZERO)),
        "ln one": axiom(Always.INVERSE, ONE),
        "ln zero": axiom(Always.INVERSE, ZERO),
    }


def nonnegative(prover: Prover) -> Theorem:
    """No coin is likelier to look like another one than like itself."""
    claim = Implication(
        "tails.divergence-nonnegative",
        at_most(0, divergence(a, b)),
        COINS,
        at_logarithms(-1),
        AT,
    )
    return prover.theorem(claim, at_once("ln v >= 1 - 1/v", search))


def unbounded(prover: Prover) -> Theorem:
    """Towards a coin that is sure to show a 1 it exceeds every bound, for any other coin: there it counts as infinite."""
    M = Symbol("M")
    at: Point = {"a": Fraction(1, 2), "b": 1 - exp(term(-5)), "M": 1}
    claim = Implication(
        "tails.divergence-unbounded",
        at_most(M, divergence(a, b)),
        {**COINS, "sure": at_most(M + 1, (1 - a) * log(ZERO))},
        {name: fact for name, fact in at_logarithms(-1).items() if "zero" not in name},
        at,
        Mutant(at_most(2 * M, divergence(a, b)), at),
    )
    return prover.theorem(claim, at_once("a ln(a/b) >= a - b >= -1", search))


def chi_squared(prover: Prover) -> Theorem:
    """It is at most (a - b)^2 / (b (1 - b))."""
    bound = (a - b) ** 2 / (b * (1 - b))
    claim = Implication(
        "tails.divergence-at-most-chi-squared",
        at_most(divergence(a, b), bound),
        COINS,
        at_logarithms(1),
        AT,
        Mutant(at_most(divergence(a, b), bound / 4), AT),
    )
    return prover.theorem(claim, at_once("ln v <= v - 1", search))
