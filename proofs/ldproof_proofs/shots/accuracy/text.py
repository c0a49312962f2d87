"""Slips in the source's abstract, introduction and experiments."""

from collections.abc import Iterable

from ldproof.numbers import Symbol, expm1, log, term
from ldproof.shots.variance import variance
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.accurate import NO_DUMMY
from ldproof_proofs.shots.parameters import N, T

C, S = Symbol("C"), Symbol("S")
"""A constant, and a root of T."""


def ratio_in_logarithm(prover: Prover) -> Theorem:
    """The abstract's log(T/N) is negative where there are more people than rounds."""
    claim = Failure(
        "shots.text-log-of-ratio",
        "the abstract's rate sqrt(T^(1-b) log(T/N)) is no number unless log(T/N) is at least 0; log(T)/N is meant",
        at_most(0, log(T / N)),
        {"T": 100, "N": 10**4},
        {"T": 100, "N": 10},
    )
    return prover.theorem(claim, ByPoint())


def rates(prover: Prover) -> Iterable[Theorem]:
    """Budgets for which the introduction's rate sqrt(T^(1-b) log T / N) is below the standard deviation."""
    logarithmic = Failure(
        "shots.text-logarithmic-budget",
        "epsilon = log(T) and b = 1/2, T = S^2: N alpha^2 = C S log(T), with a constant C of 100, would be at least "
        "N times the exact variance with m = 16 = m* by (7) and nobody active",
        at_most(
            variance(term(1), term(16), S**2, NO_DUMMY, term(0), expm1(log(S**2) / 16)), C * S * log(S**2)
        ),
        {"S": 10**6, "C": 100},
        {"S": 10**6, "C": 1000},
    )
    swapped = Failure(
        "shots.text-exponent-swapped",
        "epsilon = T^(1-b) and b = 3/4, T = S^4, so epsilon = S: N alpha^2 = C S log(T), with a constant C of 100, "
        "would be at least N times the exact variance with m = 574 = m* by (7) and nobody active",
        at_most(variance(term(1), term(574), S**4, NO_DUMMY, term(0), expm1(S / 574)), C * S * log(S**4)),
        {"S": 1000, "C": 100},
        {"S": 1000, "C": 10**6},
    )
    for claim in (logarithmic, swapped):
        yield prover.theorem(claim, ByPoint())
