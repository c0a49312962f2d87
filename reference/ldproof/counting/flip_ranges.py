"""Choose which flips FutureRand keeps, and the odds of its signs: about the largest mean of a sign within a budget."""

from functools import lru_cache
from math import exp, expm1, lgamma, log, log1p, tanh

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.budget import Budget
from ldproof.counting.future_rand import FutureRand
from ldproof.counting.memoized import round_down
from ldproof.numbers import Array

CANDIDATES = 32
"""At so many epsilons of a sign all ranges are compared."""

HALVINGS = 24
"""How often the interval of a sign's epsilon is halved."""

FLOAT_ERROR = 1e-12
"""An allowance for the rounding of epsilon in floats."""

SIGN_DIGITS = 5
"""The significant digits of the chosen odds less 1, which are rounded down to keep the budget."""

REMEMBERED = 16
"""How many mechanisms are cached."""

LARGEST_SIGN_EPSILON, LARGEST_SUM_OF_EPSILONS = 600.0, 40_000.0
"""The largest epsilon of a sign, and of all signs together, that is tried, so that the odds are among those accepted."""


@lru_cache(REMEMBERED)
def best_future_rand(T: int, changes: int, budget: Budget) -> FutureRand:
    """FutureRand whose signs have about the largest mean with this budget over T rounds.

    That the tight odds at user level are at most the budget's is certified; that no others are better is not.
    """
    fewest, most, sign_epsilon = best_range_and_epsilon(changes, float(budget.epsilon()))
    excess = expm1(sign_epsilon)
    while True:
        made = FutureRand(T, changes, 1 + round_down(excess, SIGN_DIGITS), fewest, most)
        odds, _, _ = made.find_user_odds()
        if odds <= budget.odds():
            return made
        excess *= 1 - 10.0 ** (1 - SIGN_DIGITS)


def best_range_and_epsilon(changes: int, epsilon: float) -> tuple[int, int, float]:
    """The fewest and the most flips, and the epsilon of a sign, of about the largest mean, in floats.

    Independent signs, of which all flips are kept, are among those that are compared.
    """
    largest = min(LARGEST_SIGN_EPSILON, LARGEST_SUM_OF_EPSILONS / changes)
    alone = min(epsilon / changes, largest)
    best, found = tanh(alone / 2), (0, changes, alone)
    logs = [
        lgamma(changes + 1) - lgamma(each + 1) - lgamma(changes - each + 1) for each in range(changes + 1)
    ]
    rows = np.exp(np.array(logs) - changes * log(2))
    fewest, most = np.ogrid[: changes // 2 + 1, : changes + 1]
    places = np.geomspace(alone, min(epsilon, largest), CANDIDATES).tolist()
    for low, high in zip(places, (*places[1:], largest), strict=True):
        spent, means = epsilon_and_mean(rows, low, fewest, most)
        means[(fewest > most) | (spent > epsilon - FLOAT_ERROR)] = 0.0
        first, last = (int(each) for each in np.unravel_index(means.argmax(), means.shape))
        if not means[first, last] > 0:
            continue
        sign_epsilon, mean = largest_sign_epsilon(rows, first, last, (low, high), epsilon)
        if mean > best:
            best, found = mean, (first, last, sign_epsilon)
    return found


def largest_sign_epsilon(
    rows: Array, fewest: int, most: int, interval: tuple[float, float], epsilon: float
) -> tuple[float, float]:
    """The largest epsilon of a sign in an interval that keeps a range's budget, as its lower end does, and the mean."""
    low, high = interval
    flips = np.array(fewest), np.array(most)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        spent, _ = epsilon_and_mean(rows, middle, *flips)
        low, high = (low, middle) if spent > epsilon - FLOAT_ERROR else (middle, high)
    _, mean = epsilon_and_mean(rows, low, *flips)
    return low, float(mean)


def epsilon_and_mean(
    rows: Array, sign_epsilon: float, fewest: Int64Array, most: Int64Array
) -> tuple[Array, Array]:
    """The tight epsilon at user level and the mean of a sign, for ranges of flips; `rows` is the law with fair signs."""
    changes = len(rows) - 1
    flips = np.arange(changes + 1)
    # The probability of a row by its flips, relative to that with fair signs.
    logs = changes * (log(2) - log1p(exp(-sign_epsilon))) - sign_epsilon * flips
    kept, signs = rows * np.exp(logs), 1 - 2 * flips / changes

    def sum_outside(values: Array) -> Array:
        below, above = (np.append(0.0, each.cumsum()) for each in (values, values[::-1]))
        found: Array = below[fewest] + above[changes - most]
        return found

    others = sum_outside(rows)
    with np.errstate(divide="ignore", invalid="ignore"):
        again = np.where(others > 0, np.log(sum_outside(kept) / others), logs[fewest])
        spent = np.maximum(logs[fewest], again) - np.minimum(logs[most], again)
    means = tanh(sign_epsilon / 2) - sum_outside(kept * signs) + np.exp(again) * sum_outside(rows * signs)
    return spent, means
