"""Closed forms of section 4.1: the estimate of one round, and its exact variance."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb, prod
from typing import Generic, TypeAlias

from ldproof.budget import Budget
from ldproof.numbers import Ball, Exact, Power, Real, ball, lift, like, rational
from ldproof.parameters import count_people
from ldproof.probability import Known, unbias_rate
from ldproof.rounds import contrast, lie, report_likelihood

__all__ = ["empty_round", "inverse_count", "borappor_variance", "glance_variance", "harmony_variance"]  # noqa: RUF022  (the catalogue's order)

# The closed forms of section 4.1. `excess` is the excess odds e^epsilon - 1 of one report.
#
# Basic One-time RAPPOR has Glance's estimate, with everybody as a reporter and one round's share of the budget.


def ones_probability(mu: Exact, excess: Exact) -> Exact:
    """s = q + (p - q) mu: the probability of a 1 from a reporter about whom nothing else is known."""
    return lie(excess) + contrast(excess) * mu


def estimate_reported(ones: Exact, reporters: Exact, excess: Exact) -> Exact:
    """Glance's estimate of mu, from the number of ones and the number of reporters."""
    return unbias_rate(ones / reporters, lie(excess), contrast(excess))


def estimate_filled(ones: Exact, reporters: Exact, N: Exact, T: Exact, fill: Exact, excess: Exact) -> Exact:
    """Harmony's estimate of mu, counting each non-reporter as `fill`: 0 in the source, 1/2 as published."""
    rate = (ones + fill * (N - reporters)) / N
    return unbias_rate(rate, lie(excess) / T + fill * (1 - 1 / T), contrast(excess) / T)


def estimate_round(
    ones: Exact, reporters: Exact, N: int, T: int, fill: Fraction | None, excess: Exact
) -> Exact:
    """The estimate from one round: Glance's, or Harmony's where a `fill` is given."""
    if fill is None:
        return estimate_reported(ones, reporters, excess)
    people, rounds, value = (like(excess, each) for each in (N, T, fill))
    return estimate_filled(ones, reporters, people, rounds, value, excess)


def excess_over_rounds(T: int, budget: Budget) -> Real:
    """The excess odds of one report if the whole budget is split evenly over T reports."""
    return budget.over(T).report_excess()


# Memoization, as section 1.1 describes it: a state is randomized once and kept, and every report randomizes that.
#
# `kept` and `again` are the excess odds of the permanent and of the instantaneous randomized response.


def memoization_likelihood(state: int, seen: Sequence[int], kept: Exact, again: Exact) -> Exact:
    """The probability of the reports `seen` of one state, summed over both values that may have been kept."""
    paths = [
        report_likelihood(kept, state, memo)
        * prod((report_likelihood(again, memo, bit) for bit in seen), start=like(again, 1))
        for memo in (0, 1)
    ]
    return paths[0] + paths[1]


def memoization_odds(reports: int, kept: Exact, again: Exact) -> Exact:
    """The tight odds of `reports` reports of one state, which stay below the odds 1 + kept of what is kept."""
    every = (1 + again) ** reports
    return ((1 + kept) * every + 1) / (1 + kept + every)


# How many people report in a round when everybody reports in one of T rounds, all alike: k = Bin(N, 1/T).
#
# With reports in m of T rounds, k = Bin(N, m/T): the formulas of a single round hold with T/m for T.

Period: TypeAlias = int | Fraction
"""The inverse of the probability that a person reports in a round: T, or T/m with m reports."""

MOST_BITS = 1 << 12
"""How many bits the denominator of an answer may have; where it would have more, the answer is enclosed."""


MANY_REPORTERS = 1000
"""Of more in a round, the mean of 1/k is a series that takes a dozen terms; to list their numbers would take longer."""


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
        """The sum of all weights."""
        return sum(self.weights, start=self.others)

    def probabilities(self) -> dict[int, Known]:
        """The probability of each number of reporters that has a weight."""
        total = self.total()
        return {k: weight / total for k, weight in enumerate(self.weights, self.first)}


def all_reporter_weights(N: int, T: Period) -> ReporterWeights[Fraction]:
    """The weights of 0, ..., N reporters: T^N times their probabilities."""
    return ReporterWeights(0, [comb(N, k) * rational(T - 1) ** (N - k) for k in range(N + 1)], rational(0))


def likely_reporter_weights(N: int, T: Period) -> ReporterWeights[Ball]:
    """The weights of the likeliest numbers of reporters, 1 for the likeliest, and a ball around the sum of all others.

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
            ratio = ball(chances[0]) / ball(chances[1])
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


def has_short_probabilities(N: int, T: Period) -> bool:
    """Whether T^N, the denominator of the probabilities, has at most about `MOST_BITS` bits."""
    return N * T.numerator.bit_length() <= MOST_BITS


def inverse_count(N: int, T: int) -> Real:
    """R = E[1/k | k >= 1]: the mean share of one reporter in a round in which somebody reports."""
    return mean_share(N, T)


def mean_share(N: int, T: Period) -> Real:
    """The same R as `inverse_count`, where T may be a fraction."""
    if T == 1:
        return Real(rational(1, N))
    if has_short_probabilities(N, T):
        return Real(mean_inverse(all_reporter_weights(N, T)))
    if N > MANY_REPORTERS * T:
        return lift(partial(mean_inverse_series, N, T), exactly=False)
    return lift(lambda: mean_inverse(likely_reporter_weights(N, T)), exactly=False)


def mean_inverse(reporters: ReporterWeights[Known]) -> Known:
    """The mean of 1/k, given that k >= 1."""
    weights = inverses = reporters.others
    for k, weight in enumerate(reporters.weights, reporters.first):
        if k:
            weights, inverses = weights + weight, inverses + weight / k
    return inverses / weights


def mean_inverse_series(N: int, T: Period) -> Ball:
    """A ball around the mean of 1/k, given that k >= 1, by a series whose terms have exact means.

    1/k is the sum of (j-1)!/((k+1)...(k+j)) for j = 1, ..., J and of J!/(k ... (k+J)), which for k >= 1 is at most J + 2
    times J!/((k+1)...(k+J+1)). The mean of 1/((k+1)...(k+j)) over k >= 1 is T^j/((N+1)...(N+j)) Pr[Bin(N+j, 1/T) > j].
    """
    share = ball(1 / rational(T))
    stays, odds = 1 - share, share / (1 - share)
    factorial = rising = ball(1)  # (j-1)! and the product of T/(N+i) for i = 1, ..., j
    total = ball(0)
    for j in range(1, N // int(2 * T)):
        rising *= ball(T / rational(N + j))
        few = stays ** (N + j) * sum((comb(N + j, i) * odds**i for i in range(j + 1)), ball(0))
        total += factorial * rising * (1 - few)
        factorial *= j
        rest = (j + 2) * factorial * rising * ball(T / rational(N + j + 1))
        if rest < total.rad():
            return (total + rest.union(ball(0))) / (1 - stays**N)
    return mean_inverse(likely_reporter_weights(N, T))


def no_report_probability(N: int, T: Period) -> Real:
    """The probability that nobody reports in one round."""
    stays = 1 - 1 / rational(T)
    return lift(Power(N), stays, exactly=has_short_probabilities(N, T) or T == 1)


def empty_round(N: int, T: int) -> Real:
    """The probability that nobody reports in some round."""
    if N < T:
        return Real(1)
    if has_short_probabilities(N, T):
        full = sum((-1) ** j * comb(T, j) * (T - j) ** N for j in range(T))
        return Real(1 - rational(full, T**N))
    return lift(partial(empty_round_ball, N, T), exactly=False) if T > 1 else Real(0)


def empty_round_ball(N: int, T: int) -> Ball:
    """A ball around `empty_round`, by inclusion and exclusion; each partial sum is off by less than the next term.

    It cancels where most rounds are empty. There the probability is between 1 - (1 - (1 - 1/T)^N)^T and 1: whoever
    hears that other rounds are not empty finds it less likely that this one is not.
    """
    most = 1 - (1 - no_report_probability(N, T)()) ** T
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


# The exact variances of the estimates of one round. `excess` is the excess odds of one report.


def coin_variance(excess: Exact) -> Exact:
    """c = p q / (p - q)^2: the variance that one report's coin leaves in an estimate."""
    return (1 + 1 / excess) / excess


def state_variance(mu: Exact) -> Exact:
    """mu (1 - mu): the variance of the state of one person, drawn at random."""
    return mu * (1 - mu)


def conditional_glance_variance(N: Exact, mu: Exact, k: Exact, excess: Exact) -> Exact:
    """The variance of Glance's estimate, given that k people report, any k of N equally likely."""
    return coin_variance(excess) / k + state_variance(mu) * (N - k) / ((N - 1) * k)


def glance_variance_at(N: Exact, mu: Exact, R: Exact, excess: Exact) -> Exact:
    """The variance of Glance's estimate where 1/k has the mean R: for every k its mean is mu, which adds none."""
    return coin_variance(excess) * R + state_variance(mu) * (N * R - 1) / (N - 1)


def glance_variance(N: int, T: int, mu: Fraction, budget: Budget) -> Real:
    """The variance of Glance's estimate in a round in which somebody reports."""
    return silent_variance(N, T, mu, budget)


def silent_variance(N: int, T: Period, mu: Fraction, budget: Budget) -> Real:
    """`glance_variance`, also of people who report once in T rounds where T is a fraction."""
    count_people(N, "mu", mu)
    excess, R = budget.report_excess(), mean_share(N, T)
    if N == 1:  # who reports is everybody
        return lift(coin_variance, excess)
    return lift(glance_variance_at, N, mu, R, excess)


def harmony_variance(N: Exact, T: Exact, mu: Exact, excess: Exact, fill: Exact | int = 0) -> Exact:
    """The variance of Harmony's estimate when whoever does not report counts as `fill`."""
    coins = coin_variance(excess) * T / N + state_variance(mu) * (T - 1) / N
    off = ones_probability(mu, excess) - fill
    return coins + (T - 1) * (off * off) / (N * contrast(excess) ** 2)  # FLINT has no ** for balls around 0


def every_round_variance(N: Exact, excess: Exact) -> Exact:
    """The variance when everybody reports in every round, with one round's share of the budget."""
    return coin_variance(excess) / N


def borappor_variance(N: int, T: int, budget: Budget) -> Real:
    """The variance of Basic One-time RAPPOR's estimate: c/N with the T-th part of the budget."""
    return lift(every_round_variance, N, excess_over_rounds(T, budget))
