"""How many ones arrive in each round, given who reports when: exact draws, without anybody's transcript.

What ties the rounds together is who reports when. Given that, rounds are independent, and the ones of a round
are three Binomial numbers: among the idle who report, among the active who report, and among the fillings.
"""

from fractions import Fraction

from ldproof.arrays import Int64Array
from ldproof.coins import Coins
from ldproof.exact import Digits, binomials
from ldproof.numbers import Real
from ldproof.reporting.device import reported
from ldproof.reporting.reporters import Reporters


def reports(reporters: Reporters, excess: Real, coins: Coins) -> Int64Array:
    """The number of ones among the reports."""
    idle, active = reported(excess)
    ones = _binomials(reporters.everybody - reporters.active, idle, coins)
    ones += _binomials(reporters.active, active, coins)
    return ones


def fillings(numbers: Int64Array, r: Fraction, coins: Coins) -> Int64Array:
    """The number of ones among so many fillings; those that are all the same take no coins."""
    if r.denominator == 1:
        return numbers * int(r)
    return _binomials(numbers, Digits(r), coins)


def _binomials(trials: Int64Array, probability: Digits, coins: Coins) -> Int64Array:
    return binomials(trials.ravel(), probability, coins).reshape(trials.shape)
