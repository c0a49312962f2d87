"""Tails: the classical bounds as functions, and the exact binomial tail that each of them is held against."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from flint import arb

from ldproof.law import binomial
from ldproof.numbers import Exact, Real, exp, like, log

Known = TypeVar("Known", Fraction, arb)
"""A number known exactly or within a ball."""


def chernoff(mean: Real, delta: Real) -> Real:
    """Both tails of a sum of independent trials, `Pr[|X - mean| >= delta mean]`, for 0 < delta <= 1."""
    return 2 * exp(-mean * delta**2 / 3)


def chernoff_sharp(mean: Real, delta: Real) -> Real:
    """The same with the best constant on 0 < delta <= 1, which is 2 ln 2 - 1 and not 1/3."""
    return 2 * exp(-(2 * log(like(delta, 2)) - 1) * mean * delta**2)


def hoeffding(count: Real, distance: Real) -> Real:
    """Both tails of a mean of `count` independent numbers in [0, 1]."""
    return 2 * exp(-2 * count * distance**2)


def bernstein(count: Real, variance: Real, width: Real, distance: Real) -> Real:
    """Both tails of a mean of centred numbers of size at most `width` and of this variance."""
    return 2 * exp(-count * distance**2 / (2 * variance + 2 * width * distance / 3))


def divergence(rate: Real, truth: Real) -> Real:
    """The relative entropy D(rate | truth) of two coins, both strictly between 0 and 1."""
    return rate * log(rate / truth) + (1 - rate) * log((1 - rate) / (1 - truth))


def chernoff_divergence(count: Real, rate: Real, truth: Real) -> Real:
    """The probability that the mean of trials at `truth` lies at `rate` or beyond, on its own side of `truth`."""
    return exp(-count * divergence(rate, truth))


def at_least(count: int, chance: Fraction, least: int) -> Fraction:
    """The exact probability of `least` successes or more."""
    return binomial(count, chance).of(lambda successes: successes >= least)


def threshold(count: int, chance: Fraction, budget: Fraction) -> int:
    """The least k with `Pr[X >= k] <= budget`: the exact tail turned round."""
    tail = Fraction(0)
    law = binomial(count, chance)
    for k in range(count, -1, -1):
        tail += law[k]
        if tail > budget:
            return k + 1
    return 0


def union(events: Exact, each: Exact) -> Exact:
    """The probability that any of several events happens is at most the sum of theirs."""
    return events * each


def successes(chances: Sequence[Exact], system: Exact) -> list[Exact]:
    """The probabilities that 0, 1, 2, ... of several independent events happen, in the number system of a number."""
    row: list[Exact] = [like(system, 1)]
    for chance in chances:
        row.append(like(system, 0))
        for k in range(len(row) - 1, 0, -1):
            row[k] = row[k] * (1 - chance) + row[k - 1] * chance
        row[0] = row[0] * (1 - chance)
    return row


Coin: TypeAlias = tuple[Known, Known]
"""The weights of a 1 and of a 0. They need not add up to 1, so that whole numbers can serve."""


def at_least_mixed(count: int, least: int, first: Coin[Known], second: Coin[Known]) -> list[Known]:
    """The weights of `least` ones or more among k coins of a first kind and `count - k` of a second, by k.

    Both kinds weigh the same in all. One coin more of the first kind matters where it is the pivot: where the
    others show `least - 1` ones.
    """
    if not 1 <= least <= count:
        return [like(first[0], int(least < 1)) * (second[0] + second[1]) ** count] * (count + 1)
    tails = [at_least_weighed(count, least, second)]
    for weight in exactly_mixed(count - 1, least - 1, first, second):
        tails.append(tails[-1] + (first[0] - second[0]) * weight)
    return tails


def exactly_mixed(count: int, ones: int, first: Coin[Known], second: Coin[Known]) -> list[Known]:
    """The weights of exactly so many ones among k coins of a first kind and `count - k` of a second, by k.

    The recurrence is run from both ends to where its second term changes its sign, so that it only ever adds.
    """
    odd, even = first[0] * second[1], second[0] * first[1]
    turn = float((odd * ones + even * (count - ones)) / (odd + even))
    rising = max(1, min(count + 1, int(turn) + 1))
    falling = climb(count, ones, second, first, count + 1 - rising)
    return climb(count, ones, first, second, rising) + falling[::-1]


def climb(count: int, ones: int, first: Coin[Known], second: Coin[Known], steps: int) -> list[Known]:
    """The first so many of these weights: k = 0, 1, ..."""
    row: list[Known] = []
    before, now = like(first[0], 0), exactly_weighed(count, ones, second)
    for k in range(steps):
        row.append(now)
        if k < count:
            before, now = now, next_weight(before, now, k, count, ones, first, second)
    return row


def next_weight(
    before: Exact,
    now: Exact,
    k: int,
    count: int,
    ones: int,
    first: tuple[Exact, Exact],
    second: tuple[Exact, Exact],
) -> Exact:
    """The weight for k + 1 coins of the first kind from those for k - 1 and k.

    It compares both sides of P Q (P^(k-1) Q^(count-k-1))' = ((k-1) P' Q + (count-k-1) P Q') P^(k-1) Q^(count-k-1),
    where P and Q are the kinds' generating functions.
    """
    (p, p_not), (q, q_not) = first, second
    middle = (ones - k) * p * q_not + (count - k - ones) * q * p_not
    return (k * p * p_not * before + middle * now) / ((count - k) * q * q_not)


def exactly_weighed(count: int, ones: int, coin: Coin[Known]) -> Known:
    """The weight of exactly so many ones among `count` coins."""
    weight = coin[1] ** count
    for k in range(ones):
        weight = weight * (count - k) * coin[0] / ((k + 1) * coin[1])
    return weight


def at_least_weighed(count: int, least: int, coin: Coin[Known]) -> Known:
    """The weight of `least` ones or more among `count` coins."""
    weight = total = exactly_weighed(count, least, coin)
    for k in range(least, count):
        weight = weight * (count - k) * coin[0] / ((k + 1) * coin[1])
        total = total + weight
    return total
