"""Whether m* behaves like 1 for constant budgets and like T for linear ones."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Term, expm1, term
from ldproof.shots.formulas import figure_of_merit
from ldproof.shots.variance import variance
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import at_most
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.accurate import NO_DUMMY
from ldproof_proofs.shots.parameters import N, T, epsilon, phi


def adaptive(prover: Prover) -> Iterable[Theorem]:
    """A constant budget with m* = 2, a linear one with m* = 57 of 100; and T reports with less variance than m*."""

    def merit_of(reports: int) -> Term:
        return figure_of_merit(term(reports), T, NO_DUMMY, epsilon)

    constant = Failure(
        "shots.constant-budget-two-reports",
        "if a constant budget made m* = 1, one report would be at least as good as two at epsilon = 3, for every T",
        at_most(merit_of(2), merit_of(1)),
        {"epsilon": 3, "T": 10**6},
        {"epsilon": 2, "T": 10**6},
    )
    linear = Failure(
        "shots.linear-budget-57-reports",
        "if the linear budget epsilon = T made m* = T, 100 reports would be at least as good as 57 at T = 100",
        at_most(merit_of(57), merit_of(100)),
        {"epsilon": 100, "T": 100},
        {"epsilon": 200, "T": 100},
    )
    spread = {
        reports: variance(N, term(reports), T, NO_DUMMY, phi, expm1(epsilon / reports))
        for reports in (115, 300)
    }
    upper = Failure(
        "shots.best-shot-has-more-variance",
        "what Theorem 9 compares are upper bounds: 115 = m* by (7), and the exact variance of Phi with r = 0 is less "
        "with a report in each of the 300 rounds",
        at_most(spread[115], spread[300]),
        {"epsilon": 200, "T": 300, "phi": Fraction(4, 5), "N": 10**5},
        {"epsilon": 200, "T": 300, "phi": Fraction(1, 5), "N": 10**5},
    )
    for claim in (constant, linear, upper):
        yield prover.theorem(claim, ByPoint())
