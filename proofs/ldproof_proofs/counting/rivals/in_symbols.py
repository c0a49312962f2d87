"""What bounds Harmony's error, from both sides, as functions of their arguments."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.counting.bounds import harmony_lower, harmony_upper
from ldproof.numbers import Symbol, Term, log
from ldproof.rounds import contrast, truth
from ldproof_proofs.budget import EPSILON, any_budget, excess
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, tie, traced

PEOPLE, ROUNDS = between("N", 10, 1000), between("T", 2, 10)
BETA = between("beta", Fraction(1, 100), Fraction(1, 2))
FEW, LONG = 3, 4
RARELY, MIDDLING = between("beta", Fraction(1, 100), Fraction(1, 50)), between("epsilon", 1, 2)
"""Where Theorem 4 says something of so few people in so many rounds."""
N, T, beta = map(Symbol, ("N", "T", "beta"))


def widest() -> Term:
    """By how much a bit moves the estimate: T / (N (p - q))."""
    return T / (N * contrast(excess()))


def variance() -> Term:
    """That of N bits where everybody is active, each of which is 1 with probability p/T."""
    rate = truth(excess()) / T
    return N * rate * (1 - rate) * widest() ** 2


def bernstein() -> Term:
    """At the distance a where Bernstein's bound is beta/T it is a^2 - 2 b S a/3 = 2 V S with S = ln(2T/beta)."""
    off = traced(harmony_upper, PEOPLE, ROUNDS, BETA, any_budget())
    return off**2 - 2 * widest() * log(2 * T / beta) * off / 3


def theorem_4() -> Term:
    """The square of its right side."""
    odds = 1 + excess()
    printed = odds * (odds + 1) / excess() ** 2 * (1 - truth(excess()) / LONG)
    return Fraction(LONG, FEW) * printed * log(1 / ((FEW + 1) ** 2 * beta))


def bounds(prover: Prover) -> Iterable[Theorem]:
    """The bound from above solves Bernstein's equation, and that from below is the printed one."""
    yield tie(
        prover,
        harmony_upper,
        bernstein,
        lambda: 2 * variance() * log(2 * T / beta),
        PEOPLE,
        ROUNDS,
        BETA,
        EPSILON,
    )
    yield tie(
        prover,
        harmony_lower,
        lambda: traced(harmony_lower, FEW, LONG, RARELY, any_budget(1, MIDDLING)) ** 2,
        theorem_4,
        RARELY,
        MIDDLING,
    )
