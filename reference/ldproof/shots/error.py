"""The error of Phi that is exceeded with probability beta at most: by bounds, and exactly."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import DOUBT, DUST, Bits, Int64Array, Masses, binomial_masses
from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import (
    Array,
    Elementary,
    Real,
    exp,
    expm1,
    least,
    lift,
    lift_elementary,
    like,
    log,
    rational,
    sqrt,
)
from ldproof.probability import Known, bernstein_bound, chernoff_sharp, union_bound
from ldproof.rounds import contrast
from ldproof.shots.collector import ones_threshold
from ldproof.shots.detection import MOST_BITS, bit_weights, detection_chances, lift_excess
from ldproof.shots.formulas import estimate, figure_of_merit, gap, largest_alpha, largest_variance
from ldproof.shots.mechanism import Shots

__all__ = [  # noqa: RUF022  (the catalogue's order)
    "alpha_bernstein",
    "alpha_clipped",
    "alpha_every_round",
    "alpha_paper",
    "condition_1",
    "failure_bernstein",
    "failure_clipped",
    "failure_every_round",
    "paper_applies",
    "alpha_exact",
]

# The laws of Bin(K, p) + Bin(N - K, q) for every K, in floats whose error is known.

Places = NDArray[np.intp]
Coin = tuple[float, float]
"""The probabilities of a 1 and of a 0."""

TOGETHER = 100
"""So many numbers of active people have most of their laws in common."""


@dataclass(frozen=True, slots=True)
class CrowdLaws:
    """The laws of the number of ones for some neighbouring numbers of active people, with most people in common."""

    active: Int64Array
    start: int
    """The least number of ones from those who are in all of them."""
    below: Array
    """The probabilities of fewer ones than `start`, `start` + 1, ... from them."""
    above: Array
    """And of so many or more."""
    others: Array
    """The probabilities of 0, 1, ... ones from the others, in a row for each number of active people."""

    def at_most(self, rows: Places, most: Int64Array) -> Array:
        """For each of these rows the probability of at most `most` ones."""
        return self._mixed(self.below, rows, most + 1)

    def at_least(self, rows: Places, least: Int64Array) -> Array:
        """For each of these rows the probability of at least `least` ones."""
        return self._mixed(self.above, rows, least)

    def _mixed(self, sums: Array, rows: Places, ones: Int64Array) -> Array:
        others = self.others[rows]
        places = ones[:, np.newaxis] - self.start - np.arange(others.shape[1])
        found: Array = (others * sums.take(places, mode="clip")).sum(axis=1)
        return found


def cached_powers(dust: float) -> Callable[[int, float, float], Masses]:
    """A cached function that returns the law of the ones from `count` people with one coin, without dust."""

    @cache
    def people(count: int, one: float, zero: float) -> Masses:
        if count <= 1:
            return Masses(0, np.array([zero, one] if count else [1.0]))
        return people(count // 2, one, zero).plus(people(count - count // 2, one, zero), dust)

    return people


def single_crowd(N: int, active: int, ones: tuple[Coin, Coin], tail: float) -> CrowdLaws:
    """The law of the number of ones with `active` of N people active, from the coins of active and of idle people."""
    dust = tail * DUST
    few, many = sorted(
        (
            binomial_masses(people, *coin, dust)
            if 0 < coin[0] < 1
            else Masses(people * round(coin[0]), np.ones(1))
            for people, coin in zip((active, N - active), ones, strict=True)
        ),
        key=lambda law: len(law.of),
    )
    return crowd_of_laws(np.array([active]), Masses(few.start + many.start, many.of), few.of[np.newaxis])


def crowd_of_laws(active: Int64Array, common: Masses, others: Array) -> CrowdLaws:
    """The `CrowdLaws` of a common law of ones and of a row of probabilities for each number of active people."""
    below, above = np.cumsum(common.of), np.cumsum(common.of[::-1])[::-1]
    return CrowdLaws(active, common.start, np.append(0.0, below), np.append(above, 0.0), others)


def iterate_crowds(N: int, active: Coin, idle: Coin, tail: float) -> Iterator[CrowdLaws]:
    """Yield the laws of the number of ones for 0, 1, ..., N active people, in groups, from the coins of both kinds."""
    dust = tail * DUST
    people = cached_powers(dust)

    @cache
    def mixed(count: int) -> Array:
        first, second = (convolution_powers(count, coin) for coin in (active, idle))
        return np.array([np.convolve(first[k], second[count - k]) for k in range(count + 1)])

    def between(low: int, high: int, common: Masses) -> Iterator[CrowdLaws]:
        # All have in common that `low` people are active and N - high + 1 are idle.
        if high - low <= TOGETHER:
            yield crowd_of_laws(np.arange(low, high), common, mixed(high - low - 1))
        else:
            middle = (low + high) // 2
            yield from between(low, middle, common.plus(people(high - middle, *idle), dust))
            yield from between(middle, high, common.plus(people(middle - low, *active), dust))

    yield from between(0, N + 1, Masses(0, np.array([1.0])))


def convolution_powers(count: int, coin: Coin) -> list[Array]:
    """The laws of the number of ones from 0, 1, ..., `count` people with one coin."""
    one, zero = coin
    found = [np.array([1.0])]
    for _ in range(count):
        found.append(np.convolve(found[-1], [zero, one]))
    return found


# Errors that are reached with probability at most beta: bounds on failure, each solved for alpha.


def log_both_tails(beta: Elementary, T: Elementary) -> Elementary:
    """L = ln(2T / beta): both tails of T rounds share beta."""
    return log(2 * T / beta)


def alpha_paper(
    beta: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary
) -> Elementary:
    """The alpha at which (2) is beta; the source claims it under (1) only, see `paper_applies`."""
    merit = figure_of_merit(m, T, r, epsilon)
    return sqrt(3 * T * log_both_tails(beta, T) / (epsilon * N * merit))


def alpha_clipped(
    beta: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary
) -> Elementary:
    """The alpha of (2) with 2 ln 2 - 1 for its 1/3; without any condition, for Phi clipped to [0, 1]."""
    merit = (2 * log(like(beta, 2)) - 1) * figure_of_merit(m, T, r, epsilon)
    return sqrt(T * log_both_tails(beta, T) / (epsilon * N * merit))


def alpha_bernstein(
    beta: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, excess: Elementary
) -> Elementary:
    """The alpha of Bernstein's inequality, from the largest variance of a bit; without any condition."""
    third = log_both_tails(beta, T) / 3
    spread = 2 * N * log_both_tails(beta, T) * largest_variance(m, T, r, excess)
    return (third + sqrt(third**2 + spread)) / (N * gap(m, T, excess))


def alpha_every_round(beta: Elementary, N: Elementary, T: Elementary, epsilon: Elementary) -> Elementary:
    """The alpha of the Kearns-Saul inequality, for m = T; contrast = tanh(epsilon / 2T)."""
    return sqrt(T * log_both_tails(beta, T) / (epsilon * N * contrast(expm1(epsilon / T))))


def failure_clipped(
    alpha: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, epsilon: Elementary
) -> Elementary:
    """At most this is the probability that the clipped Phi is off by alpha in some round."""
    return union_bound(T, chernoff_sharp(figure_of_merit(m, T, r, epsilon) * epsilon * N / T, alpha))


def failure_bernstein(
    alpha: Elementary, N: Elementary, m: Elementary, T: Elementary, r: Elementary, excess: Elementary
) -> Elementary:
    """At most this is the probability that Phi is off by alpha in some round; no bit is off by more than 1."""
    variance = largest_variance(m, T, r, excess)
    return union_bound(T, bernstein_bound(N, variance, like(alpha, 1), alpha * gap(m, T, excess)))


def failure_every_round(alpha: Elementary, N: Elementary, T: Elementary, epsilon: Elementary) -> Elementary:
    """At most this is the probability that for m = T Phi is off by alpha in some round; contrast = p - q."""
    return union_bound(T, 2 * exp(-N * alpha**2 * contrast(expm1(epsilon / T)) * epsilon / T))


def condition_1(alpha: Fraction, m: int, T: int, r: Fraction, budget: Budget) -> bool:
    """Equation (1): whether the source states its bound (2) for this alpha."""
    return lift(largest_alpha, m, T, r, budget.report_excess()) > alpha


def paper_applies(beta: Fraction, N: int, m: int, T: int, r: Fraction, budget: Budget) -> bool:
    """Whether `alpha_paper` satisfies the condition (1) under which it is claimed."""
    alpha = lift_elementary(alpha_paper, beta, N, m, T, r, budget.epsilon())
    return alpha < lift(largest_alpha, m, T, r, budget.report_excess())


# The exact tails of Phi turned round: the least error that is exceeded with probability beta at most.
#
# For K of N people active, the ones are X = Bin(K, p) + Bin(N - K, q), and Phi is as far from K/N as X is from its
# mean. Floats with a known error decide nearly everything here; certified tails decide the rest.

MOST_PEOPLE = 10**5
"""So many people take some seconds."""

LEAST_TAIL = Fraction(1, 10**250)
"""Smaller probabilities come too near to the least float."""

NEAR = 1e-6
"""Numbers of people that are nearer to each other are not told apart in floats."""

REMEMBERED = 64
"""How many tails are kept: they are turned round for one beta after another."""


def alpha_exact(beta: Fraction, N: int, m: int, T: int, r: Fraction, budget: Budget) -> Real:
    """The infimum of all alpha with T max_phi Pr[|Phi - phi| >= alpha] <= beta, where phi = 0, 1/N, ..., 1.

    It is the largest error that is reached with a larger probability. So it is not one of these alpha, all larger
    ones are, and with `> alpha` for `>= alpha` it is the least.
    """
    return largest_quantile(Shots(T, m, r, budget), N, beta / T)


def largest_quantile(shots: Shots, N: int, tail: Fraction) -> Real:
    """The largest error of one round that is reached with a probability above `tail`, whoever is active."""
    check_tail(N, tail)
    return largest_reached_error(shots, N, tail, iterate_crowds(N, *float_coins(shots), float(tail)))


def error_quantile(shots: Shots, N: int, active: int, tail: Fraction) -> Real:
    """The largest error of a round with `active` people active that is reached with a probability above `tail`."""
    check_tail(N, tail)
    return largest_reached_error(shots, N, tail, [single_crowd(N, active, float_coins(shots), float(tail))])


def quantile_bounds(shots: Shots, N: int, active: int, tail: Fraction) -> tuple[Real, Real]:
    """Two numbers around `error_quantile`, for any number of people; one number twice where floats decide which it is.

    Where they do not, as a tail is within `DOUBT` of another, these are the errors of neighbouring numbers of ones.
    """
    if N <= MOST_PEOPLE:
        found = error_quantile(shots, N, active, tail)
        return found, found
    check_tail_size(tail)
    crowd = single_crowd(N, active, float_coins(shots), float(tail))
    first, second = float_coins(shots)
    mean = N * second[0] + crowd.active.astype(np.float64) * (first[0] - second[0])
    centres = doubled_means(shots, N, crowd.active, mean)
    rows, rank = likely_ranks(crowd, centres, np.zeros_like(centres), float(tail))
    low = high = int(rank[0])
    while not rank_tails(crowd, centres, rows, np.array([low]))[0] > float(tail) * (1 + DOUBT):
        low -= 1
    while not rank_tails(crowd, centres, rows, np.array([high + 1]))[0] < float(tail) * (1 - DOUBT):
        high += 1
    centre = int(centres[0])

    def error_at(rank: int) -> Real:
        ones = min(bounds_outside_rank(centre, rank), key=partial(doubled_distance, centre))
        return outcome_error(shots, N, [(active, ones)])

    least = error_at(low)
    return least, least if low == high else error_at(high)


def check_tail(N: int, tail: Fraction) -> None:
    """Refuse more than `MOST_PEOPLE` people, and a tail below `LEAST_TAIL`."""
    if N > MOST_PEOPLE:
        raise Refused(
            Reason.TOO_LARGE, f"N = {N} is too large to invert tails", f"at most {MOST_PEOPLE} people"
        )
    check_tail_size(tail)


def check_tail_size(tail: Fraction) -> None:
    """Refuse a tail below `LEAST_TAIL`."""
    if tail < LEAST_TAIL:
        raise Refused(Reason.OUT_OF_RANGE, "beta is too small to invert tails", "beta/T of at least 1e-250")


@lru_cache(REMEMBERED)
def float_coins(shots: Shots) -> tuple[Coin, Coin]:
    """The probabilities (of a 1, of a 0) of an active person's bit and of an idle one's, in floats."""
    first, second = bit_weights(shots, shots.budget.report_excess())
    return (float(first[0]), float(first[1])), (float(second[0]), float(second[1]))


def largest_reached_error(shots: Shots, N: int, tail: Fraction, likely: Iterable[CrowdLaws]) -> Real:
    """The largest |Phi - phi| reached with a probability above `tail`, found by approximate laws of the ones."""
    return outcome_error(shots, N, farthest_outcomes(shots, N, tail, likely))


def outcome_error(shots: Shots, N: int, found: Sequence[tuple[int, int]]) -> Real:
    """The largest |Phi - phi| over some pairs (active people, ones)."""
    # Phi is 1/2, whatever the budget is, where half of the bits are ones, and half of the dummies.
    if (shots.m == shots.T or 2 * shots.r == 1) and all(2 * ones == N for _, ones in found):
        return Real(max(abs(rational(1, 2) - rational(active, N)) for active, _ in found))
    return lift(LargestDistance(shots, N, tuple(found)), shots.budget.report_excess())


@dataclass(frozen=True, slots=True)
class LargestDistance:
    """The largest |Phi - phi| over some pairs (active people, ones), as a function of the excess odds."""

    shots: Shots
    N: int
    found: tuple[tuple[int, int], ...]

    def __call__(self, excess: Known) -> Known:
        """Its value at these excess odds."""
        m, T, r = like(excess, self.shots.m), like(excess, self.shots.T), like(excess, self.shots.r)
        largest = like(excess, 0)
        for active, ones in self.found:
            share = estimate(like(excess, ones), like(excess, self.N), m, T, r, excess)
            error = abs(share - like(excess, active) / self.N)
            largest = largest + error - least(largest, error)
        return largest


def farthest_outcomes(
    shots: Shots, N: int, tail: Fraction, likely: Iterable[CrowdLaws]
) -> list[tuple[int, int]]:
    """Pairs (active people, ones), among them the one whose ones are farthest from their mean of all that are reached.

    A number of ones is reached if one as far from the mean or farther has a probability above `tail`.
    """
    first, second = float_coins(shots)
    found: list[tuple[float, int, int]] = []
    record = 0.0
    for each in likely:
        mean = N * second[0] + each.active.astype(np.float64) * (first[0] - second[0])
        centres = doubled_means(shots, N, each.active, mean)
        rows, guesses = likely_ranks(each, centres, count_within(mean, record - 2 * NEAR), float(tail))
        certain = are_last_ranks(each, centres, rows, guesses, float(tail))
        for row, guess, sure in zip(rows.tolist(), guesses.tolist(), certain.tolist(), strict=True):
            active, centre = int(each.active[row]), int(centres[row])
            rank = guess if sure else last_rank(shots, N, active, centre, guess, tail)
            ones = min(bounds_outside_rank(centre, rank), key=partial(doubled_distance, centre))
            distance = abs(ones - float(mean[row]))
            if distance > record - NEAR:
                record = max(record, distance)
                found.append((distance, active, ones))
    return [(active, ones) for distance, active, ones in found if distance > record - NEAR]


def doubled_means(shots: Shots, N: int, active: Int64Array, mean: Array) -> Int64Array:
    """Twice the mean number of ones for each number of active people, rounded up."""
    found = np.ceil(2 * mean).astype(np.int64)
    for place in np.flatnonzero(np.abs(2 * mean - np.round(2 * mean)) < NEAR):
        found[place] = ones_threshold(shots, 2 * N, Fraction(int(active[place]), N))
    return found


Whole = TypeVar("Whole", int, Int64Array)


def bounds_outside_rank(centre: Whole, rank: Whole) -> tuple[Whole, Whole]:
    """Of all whole numbers but the `rank` nearest to a mean: all up to the first of these, and all from the second.

    The centre is twice the mean, rounded up. Where two numbers are as far from the mean, either may count as nearer.
    """
    return (centre - rank - 1) // 2, (centre + rank + 1) // 2


def doubled_distance(centre: int, number: int) -> int:
    """|2 number - centre|: twice the distance of a number from a mean that is half of the centre."""
    return abs(2 * number - centre)


def count_within(mean: Array, distance: float) -> Int64Array:
    """For each mean, how many whole numbers are at most `distance` away."""
    between = np.floor(mean + distance) - np.ceil(mean - distance) + 1
    found: Int64Array = np.maximum(between, 0).astype(np.int64)
    return found


def rank_tails(crowd: CrowdLaws, centres: Int64Array, rows: Places, rank: Int64Array) -> Array:
    """For some rows, the probability that the ones are not among the `rank` whole numbers nearest to the mean."""
    low, high = bounds_outside_rank(centres[rows], rank)
    return crowd.at_most(rows, low) + crowd.at_least(rows, high)


def likely_ranks(
    crowd: CrowdLaws, centres: Int64Array, rank: Int64Array, tail: float
) -> tuple[Places, Int64Array]:
    """The rows whose tail at `rank` may be above `tail`, and for each the last rank where it seems so, in floats."""
    rows = np.arange(len(rank))
    rows = rows[rank_tails(crowd, centres, rows, rank) >= tail * (1 - DOUBT)]
    low, step = rank[rows], np.ones_like(rank[rows])
    while (rising := rank_tails(crowd, centres, rows, low + step) > tail).any():
        low, step = np.where(rising, low + step, low), np.where(rising, 2 * step, step)
    while (step > 1).any():
        step = np.maximum(step // 2, 1)
        low = np.where(rank_tails(crowd, centres, rows, low + step) > tail, low + step, low)
    return rows, low


def are_last_ranks(
    crowd: CrowdLaws, centres: Int64Array, rows: Places, rank: Int64Array, tail: float
) -> Bits:
    """For each row, whether it is certain that the tail is above `tail` at this rank, and not at the next."""
    reached = rank_tails(crowd, centres, rows, rank) > tail * (1 + DOUBT)
    last = rank_tails(crowd, centres, rows, rank + 1) < tail * (1 - DOUBT)
    found: Bits = np.logical_and(reached, last)
    return found


def last_rank(shots: Shots, N: int, active: int, centre: int, guess: int, tail: Fraction) -> int:
    """The last rank around a mean at which the certified tail is above `tail`, searched from a guess."""

    def is_reached(rank: int) -> bool:
        return exceeds_tail(shots, N, active, *bounds_outside_rank(centre, rank), tail)

    while not is_reached(guess):
        guess -= 1
    while is_reached(guess + 1):
        guess += 1
    return guess


def exceeds_tail(shots: Shots, N: int, active: int, low: int, high: int, tail: Fraction) -> bool:
    """Whether the probability of at most `low` ones or at least `high` is above `tail`."""
    return chance_outside(shots, N, active, low, high) > tail


@lru_cache(REMEMBERED)
def chance_outside(shots: Shots, N: int, active: int, low: int, high: int) -> Real:
    """The probability of at most `low` ones or at least `high`, with `active` of N people active.

    N less the ones have the law of the ones when all states and dummies are flipped.
    """
    flipped = Shots(shots.T, shots.m, 1 - shots.r, shots.budget)

    def both(excess: Known) -> Known:
        (upper,) = detection_chances(shots, N, high, [active], excess)
        (lower,) = detection_chances(flipped, N, N - low, [N - active], excess)
        return upper + lower

    return lift_excess(shots, MOST_BITS // N**2, both)
