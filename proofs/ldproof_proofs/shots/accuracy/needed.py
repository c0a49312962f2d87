"""With a smaller alpha the bound (2) is above beta: what shows that a constant is the smallest."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp
from ldproof.probability import union_bound
from ldproof.shots.formulas import failure_bound, figure_of_merit
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, at_once, steps
from ldproof_proofs.kernel.relations import Point, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.accurate import (
    ABBREVIATIONS,
    FOUR_ROUNDS,
    SURE,
    L,
    beta,
    enough,
)
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.parameters import BUDGETED, N, T, alpha, epsilon, m, r


def strictly(prover: Prover) -> Theorem:
    """The exponential increases strictly."""
    u, v = Symbol("u"), Symbol("v")
    claim = Implication(
        "shots.exp-increases",
        below(exp(u), exp(v)),
        {"u < v": below(u, v)},
        {
            "positive": axiom(Always.POSITIVE, u),
            "tangent": axiom(Always.TANGENT, v - u),
            "sum": axiom(Always.SUM, v, -u),
        },
        {"u": 0, "v": 1},
    )
    return prover.theorem(
        claim,
        steps(
            Step("<", exp(u) * exp(v - u), "e^(v - u) >= 1 + v - u > 1", search),
            last=Last("exponents add", search, "="),
        ),
    )


def needed(prover: Prover) -> Theorem:
    """With any smaller alpha the bound (2) is above beta: its constants cannot be improved."""
    power = -(figure_of_merit(m, T, r, epsilon) * epsilon * N / T) * alpha**2 / 3
    bound = failure_bound(alpha, N, m, T, r, epsilon)
    at: Point = {**FOUR_ROUNDS, "alpha": Fraction(1, 4)}
    little = Implication(
        "shots.exponent-above-beta",
        below(-L, power),
        {**BUDGETED, **SURE, "not enough": enough(m, r).negation()},
        {"excess": lemma(excess(prover))},
        at,
        Mutant(below(0, power), at),
        short=ABBREVIATIONS,
    )
    first = prover.theorem(little, at_once("divided by 3 T", search))
    claim = Implication(
        "shots.bound-above-beta",
        below(beta, bound),
        little.given,
        {
            **little.known,
            "exponent": lemma(first),
            "inverse": axiom(Always.INVERSE, 2 * T / beta),
            "strictly": lemma(strictly(prover), u=-L, v=power),
        },
        at,
        None,
        short=ABBREVIATIONS,
    )
    return prover.theorem(
        claim,
        steps(
            Step("=", union_bound(T, 2 * exp(-L)), "e^-ln(2T/beta) = beta / 2T", search),
            last=Last("alpha is too small", search),
        ),
    )
