"""Err, the largest error over all rounds, of section 6 of the source on locally private continual counting."""

from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction

import numpy as np

from ldproof.coins import Coins
from ldproof.counting.client import received_of_constant
from ldproof.counting.formulas import estimate, estimate_filled
from ldproof.counting.mechanism import Parameters, Which, parameters
from ldproof.counting.worst import Worst, worst
from ldproof.domains import Logarithm
from ldproof.experiments.figures import DIGITS, Measured, Simulated
from ldproof.numbers import Array, Enclosure

FINER = 128
"""Bits of a ball whose middle becomes a float."""
PUBLISHED = "with 1/2 filled in"


@dataclass(frozen=True, slots=True)
class Err:
    """The largest error over all rounds, in the mean, where the same people are active in all of them."""

    N: int
    T: int
    which: Which
    mu: Fraction
    epsilon: int | Logarithm

    @property
    def active(self) -> int:
        """How many people."""
        return int(self.N * self.mu)

    @property
    def parameters(self) -> Parameters:
        """What everybody does."""
        return parameters(self.which, self.T, epsilon=self.epsilon)

    def __call__(self, runs: int, coins: Coins) -> Measured:
        """By the coefficient formula, and in so many runs."""
        asides = {}
        if self.which is Which.HARMONY:
            asides[PUBLISHED] = enclosed(replace(self, which=Which.HARMONY_PUBLISHED).law())
        return Measured(enclosed(self.law()), self.simulated(runs, coins), asides)

    def law(self) -> Worst:
        """The law of Err."""
        people = self.parameters
        return worst(self.N, self.T, self.active, people.budget, people.fill)

    def simulated(self, runs: int, coins: Coins) -> Simulated | None:
        """The mean of Err over the runs in which every round has an estimate."""
        found = received_of_constant(self.parameters, self.N, self.active, runs, coins)
        whole = found.reporters.all(axis=1) | (self.parameters.fill is not None)
        ones, reporters = (each[whole].astype(float) for each in (found.ones, found.reporters))
        if len(ones) < 2:
            return None
        worst_errors = abs(self.estimates(ones, reporters) - float(self.mu)).max(axis=1)
        error = worst_errors.std(ddof=1) / len(ones) ** 0.5
        return Simulated(len(ones), as_decimal(worst_errors.mean()), as_decimal(error))

    def estimates(self, ones: Array, reporters: Array) -> Array:
        """Of each round of each run, in floats."""
        excess = np.full_like(ones, float(self.parameters.budget.report_excess()))
        if (fill := self.parameters.fill) is None:
            return estimate(ones, reporters, excess)
        N, T, value = (np.full_like(ones, float(each)) for each in (self.N, self.T, fill))
        return estimate_filled(ones, reporters, N, T, value, excess)


def enclosed(law: Worst) -> Enclosure:
    """The mean of Err, between two decimals."""
    low, high = (Decimal(law.mean() + side * law.mean_doubt()) for side in (-1, 1))
    last = Decimal(1).scaleb(-DIGITS)
    return Enclosure(low.quantize(last, ROUND_FLOOR), high.quantize(last, ROUND_CEILING))


def as_decimal(value: float) -> Fraction:
    """A float as a decimal of so many digits."""
    return Fraction(f"{value:.{DIGITS}g}")
