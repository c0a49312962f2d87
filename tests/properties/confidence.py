"""Bounds on a probability from drawn outputs, by Chernoff's inequality in its relative entropy form."""

from math import log
from typing import Final

FALSE_ALARM: Final = 1e-10
"""How likely a right mechanism is to miss one bound. A full run of the properties has fewer than 10,000 of them, so it
fails without a reason at most once in a million runs."""

STEPS: Final = 60


def relative_entropy(share: float, probability: float) -> float:
    """Return the relative entropy of two Bernoulli laws."""
    terms = ((share, probability), (1 - share, 1 - probability))
    return sum(one * log(one / other) for one, other in terms if one)


def probability_bounds(count: int, draws: int) -> tuple[float, float]:
    """Bounds on a probability, of which each fails with probability at most `FALSE_ALARM`.

    For a binomial count K and k/n above p, P(K >= k) <= exp(-n KL(k/n, p)), and likewise below.
    """
    share, most = count / draws, -log(FALSE_ALARM) / draws

    def binary_search(end: float) -> float:
        inside, outside = share, end
        for _ in range(STEPS):
            middle = (inside + outside) / 2
            if 0 < middle < 1 and relative_entropy(share, middle) <= most:
                inside = middle
            else:
                outside = middle
        return outside

    return binary_search(0.0), binary_search(1.0)


def ratio_bounds(count: int, other: int, *, draws: int) -> tuple[float, float]:
    """Bounds on the ratio of an event's probabilities, from its counts in `draws` draws of each input."""
    (low, high), (other_low, other_high) = probability_bounds(count, draws), probability_bounds(other, draws)
    return low / other_high, high / other_low if other_low else float("inf")


def hoeffding_deviation(values: list[float], draws: int) -> float:
    """Bound the error of the mean of independent numbers, each between the least and the largest value.

    Hoeffding: P(|mean - E[mean]| >= t) <= 2 exp(-2 n t^2 / width^2), which is at most `FALSE_ALARM`.
    """
    width = max(values) - min(values)
    return float(width * (log(2 / FALSE_ALARM) / (2 * draws)) ** 0.5)
