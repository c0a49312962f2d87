"""How far a mean of coins may lie above their rate at a given relative entropy, as an enclosed root."""

from fractions import Fraction

from ldproof.counting.formulas import seen
from ldproof.numbers import Elementary, Number, Real, lift, log, real
from ldproof.numbers.isolation import root
from ldproof.tails import divergence


def overshoot(N: int, T: int, mu: Fraction, failure: Fraction, excess: Real, enough: Real) -> Real:
    """The alpha with D(s + (p-q) alpha | s) = enough; where there is none, the largest error that is possible.

    No error is above (1 - s)/(p-q). This one is met if all who report send a 1, perhaps because nobody does: if that
    is too likely, D(1 | s) = -ln s is not enough.
    """
    rate, largest = lift(seen, mu, excess), 1 - mu + 1 / excess
    if not power_below(1 - (1 - rate) / T, N, failure / (2 * T)):
        return largest
    return largest * rise(rate, enough)


def power_below(base: Number, N: int, chance: Number) -> bool:
    """Whether base^N < chance. Only if both have as long a denominator in lowest terms can they be equal."""
    rate, limit = real(base), real(chance)
    exact, most = rate.exact, limit.exact
    if exact is None or most is None:
        return N * log(rate) < log(limit)
    if N * (exact.denominator.bit_length() - 1) <= most.denominator.bit_length():
        return exact**N < most
    return N * log(rate) < log(limit)


def rise(rate: Real, enough: Real) -> Real:
    """The u with D(s + (1 - s) u | s) = enough, where D(1 | s) is more: D rises from 0 at u = 0."""
    return root(gap, slope, rate, enough)


def gap(u: Elementary, rate: Elementary, enough: Elementary) -> Elementary:
    """By how much D(s + (1 - s) u | s) is above `enough`."""
    return divergence(rate + (1 - rate) * u, rate) - enough


def slope(u: Elementary, rate: Elementary, _: Elementary) -> Elementary:
    """Its derivative by u."""
    higher = rate + (1 - rate) * u
    return (1 - rate) * (log(higher / rate) - log((1 - higher) / (1 - rate)))
