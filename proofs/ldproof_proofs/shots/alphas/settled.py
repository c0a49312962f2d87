"""Two tails for each of T rounds are beta where their exponent is -ln(2T/beta)."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, sqrt
from ldproof.probability import union_bound
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, proposition, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.accurate import L, beta
from ldproof_proofs.shots.accuracy.one_shot import ROUNDS
from ldproof_proofs.shots.parameters import SETTING, N, T
from ldproof_proofs.tails.logarithm import positive

power, weight, level = map(Symbol, ("power", "weight", "level"))
SQUARE = -weight * sqrt(level / weight) ** 2
"""An exponent that is quadratic in alpha, at the alpha where it is -level."""
CHANCE = {"beta > 0": below(0, beta), "beta < 1": below(beta, 1)}
SOME = {"N >= 1": at_most(1, N), **CHANCE}
AT: Point = {"epsilon": 2, "x": 2, "r": 0, "m": 1, "T": 3, "N": 9, "beta": Fraction(1, 2)}


def settled(prover: Prover) -> dict[str, Theorem]:
    """T times two tails e^power is beta where power = -ln(2T/beta): at most and at least."""
    both = union_bound(T, 2 * exp(power))
    inverse = axiom(Always.INVERSE, 2 * T / beta)
    at: Point = {"T": 1, "beta": Fraction(1, 2), "power": -2}
    less = Implication(
        "shots.settled-at-most",
        at_most(both, beta),
        {**ROUNDS, **CHANCE, "enough": at_most(power, -L)},
        {"inverse": inverse, "monotone": axiom(Always.MONOTONE, power, -L)},
        at,
        Mutant(at_most(both, beta / 2), at),
    )
    at = {"T": 1, "beta": Fraction(1, 2), "power": -1}
    more = Implication(
        "shots.settled-at-least",
        at_most(beta, both),
        {**ROUNDS, **CHANCE, "enough": at_most(-L, power)},
        {"inverse": inverse, "monotone": axiom(Always.MONOTONE, -L, power)},
        at,
        Mutant(at_most(2 * beta, both), at),
    )
    reason, middle = "e^-ln(2T/beta) = beta / 2T", union_bound(T, 2 * exp(-L))
    return {
        "at-most": prover.theorem(
            less, steps(Step("<=", middle, "power <= -ln(2T/beta)", search), last=Last(reason, search, "="))
        ),
        "at-least": prover.theorem(
            more, steps(Step("=", middle, reason, search), last=Last("power >= -ln(2T/beta)", search))
        ),
    }


def logarithm(prover: Prover) -> dict[str, Known]:
    """ln(2T/beta) is above 0."""
    ratio = proposition(prover, "shots.twice-the-rounds", below(1, 2 * T / beta), {**ROUNDS, **CHANCE}, AT)
    return {"above 1": lemma(ratio), "L > 0": lemma(positive(prover), v=2 * T / beta)}


def rounds(prover: Prover) -> dict[str, Known]:
    """As many rounds as reports are some rounds, and their logarithm is above 0."""
    given, rule = (
        {name: SETTING[name] for name in ("m >= 1", "m <= T")},
        search,
    )
    return {
        "T >= 1": lemma(proposition(prover, "shots.some-rounds", at_most(1, T), given, AT, rule=rule)),
        **logarithm(prover),
    }


def square_root(prover: Prover) -> dict[str, Theorem]:
    """An exponent that is quadratic in alpha is -level at a root: at most, and at least."""
    given = {"weight > 0": below(0, weight), "level > 0": below(0, level)}
    at: Point = {"weight": 2, "level": 3}
    found = {}
    for way, goal, false in (
        ("at-most", at_most(SQUARE, -level), at_most(SQUARE, -2 * level)),
        ("at-least", at_most(-level, SQUARE), at_most(-level, 2 * SQUARE)),
    ):
        claim = Implication(f"shots.root-{way}", goal, given, {}, at, Mutant(false, at))
        found[way] = prover.theorem(claim, at_once("the square of a root", algebra))
    return found
