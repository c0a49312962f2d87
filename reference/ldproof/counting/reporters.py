"""How many people report in a round when everybody reports in one of T rounds, all alike: k = Bin(N, 1/T)."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb
from typing import Generic

from ldproof.numbers import Ball, Power, Real, ball, lift, rational
from ldproof.tails import Known

__all__ = ["empty_round", "inverse_count"]

MOST_BITS = 1 << 12
"""How many bits the denominator of an answer may have; where it would have more, the answer is enclosed."""


@dataclass(frozen=True, slots=True)
class ReporterWeights(Generic[Known]):
    """The weights of neighbouring numbers of reporters; they need not add up to 1."""

    first: int
    weights: list[Known]
    others: Known
    """What all other numbers weigh: 0, or a ball."""

    def __contains__(self, k: int) -> bool:
        return self.first <= k <= self.last

    @property
    def last(self) -> int:
        """The largest of these numbers."""
        return self.first + len(self.weights) - 1

    def total(self) -> Known:
        """What all numbers weigh."""
        return sum(self.weights, start=self.others)

    def probabilities(self) -> dict[int, Known]:
        """The probabilities of these numbers."""
        total = self.total()
        return {k: weight / total for k, weight in enumerate(self.weights, self.first)}


def every(N: int, T: int) -> ReporterWeights[Fraction]:
    """All numbers, by T^N times their probabilities."""
    return ReporterWeights(0, [rational(comb(N, k) * (T - 1) ** (N - k)) for k in range(N + 1)], rational(0))


def likely(N: int, T: int) -> ReporterWeights[Ball]:
    """The likeliest number and its neighbours on either side, until what is left is less than the rounding.

    On either side the ratio of a weight to the one before falls, so that the rest is below a geometric series.
    """
    if T == 1:
        return ReporterWeights(N, [ball(1)], ball(0))
    likeliest = (N + 1) // T
    total, others = ball(1), ball(0)
    sides: list[list[Ball]] = []
    for step, last in ((-1, 0), (1, N)):
        k, weight = likeliest, ball(1)
        side: list[Ball] = []
        while k != last:
            chances = (N - k, (k + 1) * (T - 1)) if step == 1 else (k * (T - 1), N - k + 1)
            ratio = ball(chances[0]) / chances[1]
            weight *= ratio
            if ratio < 1 and weight / (1 - ratio) < total.rad():
                others += weight / (1 - ratio)
                break
            k += step
            side.append(weight)
            total += weight
        sides.append(side)
    below, above = sides
    return ReporterWeights(likeliest - len(below), [*below[::-1], ball(1), *above], others.union(ball(0)))


def short(N: int, T: int) -> bool:
    """Whether T^N, the denominator of all probabilities, is short."""
    return N * T.bit_length() <= MOST_BITS


def inverse_count(N: int, T: int) -> Real:
    """R = E[1/k | k >= 1]: the mean share of one reporter in a round in which somebody reports."""
    if T == 1:
        return Real(rational(1, N))
    if short(N, T):
        return Real(mean_inverse(every(N, T)))
    return lift(partial(mean_inverse_near, N, T), exactly=False)


def mean_inverse_near(N: int, T: int) -> Ball:
    """A ball around R = E[1/k | k >= 1]."""
    return mean_inverse(likely(N, T))


def mean_inverse(reporters: ReporterWeights[Known]) -> Known:
    """The mean of 1/k over the k >= 1."""
    weights = inverses = reporters.others
    for k, weight in enumerate(reporters.weights, reporters.first):
        if k:
            weights, inverses = weights + weight, inverses + weight / k
    return inverses / weights


def nobody(N: int, T: int) -> Real:
    """The probability that nobody reports in one round."""
    stays = rational(T - 1, T)
    return lift(Power(N), stays, exactly=short(N, T) or T == 1)


def empty_round(N: int, T: int) -> Real:
    """The probability that nobody reports in some round."""
    if N < T:
        return Real(1)
    if short(N, T):
        full = sum((-1) ** j * comb(T, j) * (T - j) ** N for j in range(T))
        return Real(1 - rational(full, T**N))
    return lift(partial(empty_near, N, T), exactly=False) if T > 1 else Real(0)


def empty_near(N: int, T: int) -> Ball:
    """A ball around `empty_round`, by inclusion and exclusion; each partial sum is off by less than the next term.

    It cancels where most rounds are empty. There the probability is between 1 - (1 - (1 - 1/T)^N)^T and 1: whoever
    hears that other rounds are not empty finds it less likely that this one is not.
    """
    most = 1 - (1 - nobody(N, T)()) ** T
    if most.contains(1):  # at this precision
        return most.union(ball(1))
    choices, total = ball(1), ball(0)
    for j in range(1, T):
        choices = choices * (T - j + 1) / j
        term = choices * (1 - ball(rational(j, T))) ** N
        if term < total.rad():
            return total + term.union(-term)
        total += term if j % 2 else -term
    return total
