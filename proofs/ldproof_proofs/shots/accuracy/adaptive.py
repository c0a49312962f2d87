"""Whether m* behaves like 1 for constant budgets and like T for linear ones."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Term, expm1, term
from ldproof.shots.formulas import figure_of_merit, variance
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.accurate import NO_DUMMY
from ldproof_proofs.shots.parameters import N, T, epsilon, phi


def merit_of(reports: int) -> Term:
    """f(m, 0)."""
    return figure_of_merit(term(reports), T, NO_DUMMY, epsilon)


def variance_of(reports: int) -> Term:
    """The exact variance of Phi with r = 0."""
    return variance(N, term(reports), T, NO_DUMMY, phi, expm1(epsilon / reports))


def budgets(prover: Prover) -> Iterable[Theorem]:
    """A constant budget for which two reports are better than one, a linear one for which 57 are better than 100."""
    constant = Failure(
        "shots.constant-budget",
        "if a constant budget made m* = 1, one report would be at least as good as two at epsilon = 3, for every T",
        at_most(merit_of(2), merit_of(1)),
        {"epsilon": 3, "T": 10**6},
        {"epsilon": 2, "T": 10**6},
    )
    linear = Failure(
        "shots.linear-budget",
        "if the linear budget epsilon = T made m* = T, 100 reports would be at least as good as 57 at T = 100",
        at_most(merit_of(57), merit_of(100)),
        {"epsilon": 100, "T": 100},
        {"epsilon": 200, "T": 100},
    )
    for claim in (constant, linear):
        yield prover.theorem(claim, ByPoint())


def variances(prover: Prover) -> Theorem:
    """A budget for which T reports have less variance than m*: Theorem 9 compares upper bounds."""
    claim = Failure(
        "shots.best-shot-variance",
        "if m* = 115 had the smaller error, its exact variance with r = 0 would be at most that with a report in each "
        "of 300 rounds",
        at_most(variance_of(115), variance_of(300)),
        {"epsilon": 200, "T": 300, "phi": Fraction(4, 5), "N": 1},
        {"epsilon": 200, "T": 300, "phi": Fraction(1, 5), "N": 1},
    )
    return prover.theorem(claim, ByPoint())
