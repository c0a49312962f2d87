"""Slips in the source's abstract, introduction and experiments."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, expm1, log, term
from ldproof.shots.formulas import variance
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.accurate import NO_DUMMY
from ldproof_proofs.shots.parameters import BUDGET, ROUNDS, N, T, m, x

C, S, L, b = map(Symbol, "CSLb")
"""A constant, a power of T, its logarithm, and an exponent."""


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
    power = exp((1 - b) * log(T))
    logarithmic = Failure(
        "shots.text-logarithmic-budget",
        "epsilon = log(T): N alpha^2 = C T^(1-b) log(T), with a constant C of 100, would be at least "
        "N times the exact variance with m = 16 = m* by (7) and nobody active",
        at_most(variance(term(1), term(16), T, NO_DUMMY, term(0), expm1(log(T) / 16)), C * power * log(T)),
        {"T": 10**12, "b": Fraction(1, 2), "C": 100},
        {"T": 10**12, "b": Fraction(1, 2), "C": 1000},
    )
    swapped = Failure(
        "shots.text-exponent-swapped",
        "epsilon = T^(1-b): N alpha^2 = C T^(1-b) log(T), with a constant C of 100, "
        "would be at least N times the exact variance with m = 574 = m* by (7) and nobody active",
        at_most(variance(term(1), term(574), T, NO_DUMMY, term(0), expm1(power / 574)), C * power * log(T)),
        {"T": 10**12, "b": Fraction(3, 4), "C": 100},
        {"T": 10**12, "b": Fraction(3, 4), "C": 10**6},
    )
    for claim in (logarithmic, swapped):
        yield prover.theorem(claim, ByPoint())


def any_constant(prover: Prover) -> Iterable[Theorem]:
    """Whatever the constant, the rate is below the variance where this is above it, with nobody active and r = 0."""
    exact = N * variance(N, m, T, NO_DUMMY, term(0), x)
    people = {**BUDGET, **ROUNDS, "N >= 1": at_most(1, N)}
    least = Implication(
        "shots.idle-variance",
        at_most(T / m * ((1 + x) / x**2), exact),
        people,
        witness={"x": 2, "m": 1, "T": 2, "N": 1},
    )
    bound = prover.theorem(least, at_once("it is (T/m) (E + 1 - m/T) / (E - 1)^2", search))
    yield bound
    rate = C * S * L
    claim = Implication(
        "shots.text-any-constant",
        below(rate, exact),
        {**people, "small": below(rate * m * x**2, T * (1 + x))},
        {"least": lemma(bound)},
        {"x": 2, "m": 1, "T": 2, "N": 1, "C": 1, "S": 1, "L": 1},
        reading="S is a power of T and L its logarithm",
    )
    yield prover.theorem(claim, at_once("divide by m (E - 1)^2", search))
