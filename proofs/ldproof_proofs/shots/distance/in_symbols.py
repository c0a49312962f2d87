"""The odds at a distance as functions of the dummies and of the budget, by transcripts."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp, log
from ldproof.shots.privacy import distance_epsilon, distance_odds, transcript_likelihood
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, tie, traced

DISTANCE, REPORTS, ROUNDS = 2, 2, 4
DUMMY = between("r", Fraction(1, 10), Fraction(2, 5))
"""A 1 is the rarer dummy."""


def apart() -> Term:
    """How much likelier the one's states are, where these differ and are the rarer dummy, and elsewhere what neither is."""
    one, other, seen = (1, 1, 1, 1), (0, 0, 1, 1), (1, 1, 0, 0)
    r, x = Symbol("r"), exp(Symbol("epsilon") / REPORTS) - 1
    shape = REPORTS, r, x
    return transcript_likelihood(one, seen, *shape) / transcript_likelihood(other, seen, *shape)


def in_symbols(prover: Prover) -> Iterable[Theorem]:
    """Two reports in four rounds, of two people who differ in two."""
    shape = DISTANCE, REPORTS, ROUNDS, DUMMY, any_budget(REPORTS)
    yield tie(prover, distance_odds, lambda: traced(distance_odds, *shape), apart, DUMMY, EPSILON)
    yield tie(
        prover,
        distance_epsilon,
        lambda: traced(distance_epsilon, *shape),
        lambda: log(apart()),
        DUMMY,
        EPSILON,
    )
