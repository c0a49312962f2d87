"""A budget of which only a range is known, to run the reference's formulas on symbols."""

from dataclasses import dataclass
from fractions import Fraction

from ldproof.budget import Budget
from ldproof.numbers import Number, Real, Symbol, Term, exp, rational
from ldproof_proofs.kernel.tracing import between

EPSILON = between("epsilon", Fraction(1, 100), 8)
"""Every epsilon of a range."""
NARROW = between("epsilon", 1, Fraction(101, 100))
"""So few of them that what fails, is reached or is detected at one of them is so at all."""


def excess() -> Term:
    """The odds e^epsilon less 1, of any of these."""
    return exp(Symbol("epsilon")) - 1


@dataclass(frozen=True, slots=True)
class AnyBudget(Budget):
    """A budget of `symbol`, in the place of the epsilon that a budget has."""

    symbol: Real = EPSILON

    def _odds_of(self, reports: int) -> Real:
        return exp(self._epsilon_of(reports))

    def _epsilon_of(self, reports: int) -> Real:
        return rational(reports, self.reports) * self.symbol

    def over(self, reports: int) -> "AnyBudget":
        """The whole budget as it is, split over so many reports instead."""
        return any_budget(reports, self.symbol)

    def report_power(self, exponent: Number) -> Real:
        """e^(exponent epsilon / reports)."""
        return exp(self.report_epsilon() * exponent)


def any_budget(reports: int = 1, symbol: Real = EPSILON) -> AnyBudget:
    """The budget of a range of numbers, split over so many reports."""
    return AnyBudget(reports, "epsilon", Fraction(1), symbol)
