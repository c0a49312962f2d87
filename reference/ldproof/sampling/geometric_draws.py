"""Exact geometric numbers, many at once, and the two-sided noise that is the difference of two of them."""

from math import ceil, log2

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.budget import Budget
from ldproof.coins import Coins
from ldproof.sampling.bernoulli_draws import BLOCKS, draw_bernoullis
from ldproof.sampling.digits import Digits

# A geometric number G has P(G >= k) = q^k. Its binary digits are independent, and the digit of 2^i is 1 with probability
# q^(2^i) / (1 + q^(2^i)). What is above the last digit that is drawn is geometric as well, with q^(2^digits) for q: how
# often a coin of that probability shows heads in a row.
#
# All blocks of a digit come before those of the next. The coins depend on no secret, and 16 bytes make each.

RARE = 45
"""The logarithm of how improbable a number is that needs more digits."""


def draw_two_sided_geometric(budget: Budget, count: int, coins: Coins) -> Int64Array:
    """Draw `count` whole numbers, each k with a probability proportional to e^(-epsilon |k|), epsilon one report's share."""
    return draw_geometric(budget, count, coins) - draw_geometric(budget, count, coins)


def draw_geometric(budget: Budget, count: int, coins: Coins) -> Int64Array:
    """Draw `count` numbers from 0 on, each at least k with probability e^(-epsilon k), epsilon one report's share."""
    digits = max(0, ceil(log2(RARE / float(budget.report_epsilon()))))
    found = np.zeros(count, np.int64)
    for digit in range(digits):
        ones = Digits(1 / (1 + budget.report_power(1 << digit)))
        found += draw_bernoullis(ones, count, coins, BLOCKS).astype(np.int64) << digit
    more, beyond = np.arange(count), Digits(budget.report_power(-(1 << digits)))
    while more.size:
        more = more[draw_bernoullis(beyond, more.size, coins, BLOCKS)]
        found[more] += 1 << digits
    return found
