"""Tails: the classical bounds as functions, and the exact binomial tail that each of them is held against."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias, TypeVar

from ldproof.law import binomial
from ldproof.numbers import Ball, Elementary, Exact, exp, like, log
from ldproof.numbers.choices import choices
from ldproof.numbers.series import times

Known = TypeVar("Known", Fraction, Ball)
"""A number known exactly or within a ball."""


def chernoff(mean: Elementary, delta: Elementary) -> Elementary:
    """Both tails of a sum of independent trials, `Pr[|X - mean| >= delta mean]`, for 0 < delta <= 1."""
    return 2 * exp(-mean * delta**2 / 3)


def chernoff_sharp(mean: Elementary, delta: Elementary) -> Elementary:
    """Both tails by Chernoff's bound with the best constant on 0 < delta <= 1, which is 2 ln 2 - 1 and not 1/3."""
    return 2 * exp(-(2 * log(like(delta, 2)) - 1) * mean * delta**2)


def hoeffding(count: Elementary, distance: Elementary) -> Elementary:
    """Both tails of a mean of `count` independent numbers in [0, 1]."""
    return 2 * exp(-2 * count * distance**2)


def bernstein(count: Elementary, variance: Elementary, width: Elementary, distance: Elementary) -> Elementary:
    """Both tails of a mean of centred numbers of size at most `width` and of this variance."""
    return 2 * exp(-count * distance**2 / (2 * variance + 2 * width * distance / 3))


def divergence(rate: Elementary, truth: Elementary) -> Elementary:
    """The relative entropy D(rate | truth) of two coins, both strictly between 0 and 1."""
    return rate * log(rate / truth) + (1 - rate) * log((1 - rate) / (1 - truth))


def chernoff_divergence(count: Elementary, rate: Elementary, truth: Elementary) -> Elementary:
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


def successes(chances: Sequence[Known], system: Known) -> list[Known]:
    """The Poisson-binomial law, by convolution: the chances that 0, 1, 2, ... of several independent events happen."""
    if len(chances) <= 1:
        return [1 - chances[0], chances[0]] if chances else [like(system, 1)]
    half = len(chances) // 2
    return times(successes(chances[:half], system), successes(chances[half:], system))


Coin: TypeAlias = tuple[Known, Known]
"""The weights of a 1 and of a 0. They need not add up to 1, so that whole numbers can serve."""


def at_least_mixed(
    count: int, least: int, first: Coin[Known], second: Coin[Known], last: int | None = None
) -> list[Known]:
    """The weights of `least` ones or more among k coins of a first kind and `count - k` of a second, by k up to `last`.

    Both kinds weigh the same in all. One coin more of the first kind matters where it is the pivot: where the
    others show `least - 1` ones.
    """
    last = count if last is None else min(count, last)
    if not 1 <= least <= count:
        return [like(first[0], int(least < 1)) * (second[0] + second[1]) ** count] * (last + 1)
    gain = first[0] - second[0]
    pivots = exactly_mixed(count - 1, least - 1, first, second, last - 1)
    return list(accumulate((gain * each for each in pivots), initial=at_least_weighed(count, least, second)))


def exactly_mixed(
    count: int, ones: int, first: Coin[Known], second: Coin[Known], last: int | None = None
) -> list[Known]:
    """The weights of exactly so many ones among k coins of a first kind and `count - k` of a second, by k up to `last`.

    The recurrence is run from both ends to where its second term changes its sign, so that it only ever adds.
    """
    wanted = count + 1 if last is None else last + 1
    odd, even = first[0] * second[1], second[0] * first[1]
    turn = float((odd * ones + even * (count - ones)) / (odd + even))
    rising = max(1, min(count + 1, int(turn) + 1))
    if wanted <= rising:
        return mixed_by_recurrence(count, ones, first, second, wanted)
    falling = mixed_by_recurrence(count, ones, second, first, count + 1 - rising)
    return (mixed_by_recurrence(count, ones, first, second, rising) + falling[::-1])[:wanted]


def mixed_by_recurrence(
    count: int, ones: int, first: Coin[Known], second: Coin[Known], steps: int
) -> list[Known]:
    """The first so many of these weights: k = 0, 1, ...

    The recurrence compares both sides of P Q (P^(k-1) Q^(n-k-1))' = ((k-1) P' Q + (n-k-1) P Q') P^(k-1) Q^(n-k-1),
    where P and Q are the kinds' generating functions, and n is the count.
    """
    if not steps:
        return []
    one, zero = first[0] / second[0], first[1] / second[1]
    product, slope = one * zero, one + zero
    middle = ones * one + (count - ones) * zero
    before, now = like(one, 0), exactly_weighed(count, ones, second)
    row = [now]
    for k in range(steps - 1):
        before, now = now, (k * product * before + middle * now) / (count - k)
        middle = middle - slope
        row.append(now)
    return row


def exactly_weighed(count: int, ones: int, coin: Coin[Known]) -> Known:
    """The weight of exactly so many ones among `count` coins."""
    return choices(count, ones) * coin[0] ** ones * coin[1] ** (count - ones)


def at_least_weighed(count: int, least: int, coin: Coin[Known]) -> Known:
    """The weight of `least` ones or more among `count` coins."""
    odds = coin[0] / coin[1]
    weight = total = exactly_weighed(count, least, coin)
    for k in range(least, count):
        weight = weight * odds * (count - k) / (k + 1)
        total = total + weight
    return total
