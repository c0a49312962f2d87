"""Mechanisms on data sets: two that keep an epsilon of 1, and some that do not, each by one slip.

Sums are in units of `GRID`, to which noise is rounded, so that no float tells by its last bits.
"""

from collections.abc import Callable, Sequence
from math import exp, isfinite, isnan, log1p
from random import Random

coin = Random(1)
GRID = 2.0**-20

Data = Sequence[float]


def laplace(scale: float = 1.0) -> float:
    return scale * (coin.expovariate(1) - coin.expovariate(1))


def geometric(epsilon: float = 1.0) -> int:
    """Two-sided: the difference of two geometric numbers."""
    one, other = (int(log1p(-coin.random()) / -epsilon) for _ in range(2))
    return one - other


def clamp(value: float) -> float:
    """Into [0, 1]; NaN becomes 0."""
    return min(value, 1.0) if value > 0 else 0.0


def noisy_sum(data: Data, clamped: Callable[[float], float] = clamp) -> float:
    """Right: one record changes the sum by 1 at most."""
    return (round(sum(map(clamped, data)) / GRID) + round(laplace() / GRID)) * GRID


def noisy_count(data: Data) -> int:
    """Right: one record changes the count by 1 at most."""
    return sum(value > 0.5 for value in data) + geometric()


def range_of_the_data(data: Data) -> float:
    """The sensitivity is computed from the data."""
    if not data:
        return round(laplace(), 4)
    span = min(max(data) - min(data), 1e9)
    return round(min(max(sum(data), -1e9), 1e9) + laplace(span), 4)


def passes_nan(data: Data) -> float:
    """It is clamped by `max` and `min`, which let NaN through where it comes first."""
    total = sum(max(min(value, 1.0), 0.0) for value in data)
    return round((total + laplace()) / GRID) * GRID if isfinite(total) else total


def tells_empty(data: Data) -> float:
    """Nothing is added to the sum of nothing."""
    return noisy_sum(data) if data else 0.0


def tells_length(data: Data) -> list[float]:
    """A noisy number for each record: how many there are is no secret to it."""
    return [round(laplace(), 3) for _ in data]


def half_the_noise(data: Data) -> float:
    """Records are clamped into [-1, 1], and the noise is for [0, 1]."""
    return noisy_sum(data, lambda value: 0.0 if isnan(value) else max(-1.0, min(value, 1.0)))


def people() -> list[list[float]]:
    return [[0.2, 0.5, 0.9, 0.1], [1.0]]


def geometric_law(k: int) -> float:
    """The probability of `k` in `geometric`."""
    q = exp(-1)
    return (1 - q) / (1 + q) * q ** abs(k)
