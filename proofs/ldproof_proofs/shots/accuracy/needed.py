"""With a smaller alpha the bound (2) is above beta: what shows that a constant is the smallest."""

from fractions import Fraction

from ldproof.numbers import exp
from ldproof.probability import union_bound
from ldproof.shots.formulas import failure_bound, figure_of_merit
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, show, steps
from ldproof_proofs.kernel.relations import Point, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
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


def needed(prover: Prover) -> Theorem:
    """With any smaller alpha the bound (2) is above beta: its constants cannot be improved."""
    power = -(figure_of_merit(m, T, r, epsilon) * epsilon * N / T) * alpha**2 / 3
    bound = failure_bound(alpha, N, m, T, r, epsilon)
    at: Point = {**FOUR_ROUNDS, "alpha": Fraction(1, 4)}
    return show(
        prover,
        steps(
            Step("=", union_bound(T, 2 * exp(-L)), "e^-ln(2T/beta) = beta / 2T", search),
            last=Last("alpha is too small", search),
        ),
        "shots.bound-above-beta",
        below(beta, bound),
        {**BUDGETED, **SURE, "not enough": enough(m, r).negation()},
        {
            "excess": lemma(excess(prover)),
            "exponent": below(-L, power),
            "strictly": below(exp(-L), exp(power)),
            "inverse": axiom(Always.INVERSE, 2 * T / beta),
        },
        at,
        short=ABBREVIATIONS,
    )
