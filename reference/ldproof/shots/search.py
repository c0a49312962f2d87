"""The m and r of the least error, of the largest expected F-measure, and of the least variance."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, sqrt

import numpy as np

from ldproof.arrays import DOUBT
from ldproof.budget import Budget
from ldproof.numbers import Array, Real, lift, surely_below
from ldproof.shots.detection import F_MEASURE, expected_score, split_stream
from ldproof.shots.error import (
    Coin,
    CrowdLaws,
    check_tail,
    farthest_outcomes,
    float_coins,
    iterate_crowds,
    outcome_error,
    single_crowd,
)
from ldproof.shots.formulas import variance, worst_variance
from ldproof.shots.mechanism import Shots

# Every m with r = 0, 1/2 and 1 comes first, those of the least variance in front.

HAIR = 1e-6
"""Floats here are off by less than this, relatively or in ones."""

DUMMIES = (Fraction(0), Fraction(1, 2), Fraction(1))
"""The r that come first. For each m one of them has the least variance of all r, at a known share and at the worst one."""

ENDS = 8
"""Where anybody may be active, so many numbers of them at either end are tried first: the worst is mostly there."""

FIRST_ROW = np.array([0])
"""The row of a single crowd."""


@lru_cache(256)
def cached_crowd(N: int, active: int, coins: tuple[Coin, Coin], tail: float) -> CrowdLaws:
    """Return `single_crowd`, and remember it: neighbouring intervals of r have an end in common."""
    return single_crowd(N, active, coins, tail)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An m and an r, in floats."""

    shots: Shots
    variance: float
    """Of one person's Phi."""
    lie: float
    """The probability that a report is false."""
    gap: float
    """p - q, which no r changes."""

    def coins(self, r: Fraction) -> tuple[Coin, Coin]:
        """The probabilities (of a 1, of a 0) of an active person's bit and of an idle one's, if r is this one."""
        share = self.shots.m / self.shots.T
        high, low = share * (1 - self.lie), share * self.lie
        one, zero = (1 - share) * float(r), (1 - share) * float(1 - r)
        return (high + one, low + zero), (low + one, high + zero)

    def varies_beyond(
        self, N: int, active: int, alpha: float, tail: float, low: Fraction, high: Fraction
    ) -> bool:
        """Whether, at every r from `low` to `high`, the variance is too large for an error of alpha at this tail.

        With v the variance of the number of ones, which adds up independent bits, its fourth central moment is at most
        3 v^2 + v. So by Paley and Zygmund it is off by sqrt(t v) or more with probability (1 - t)^2 / (3 + 1/v) at
        least, for t from 0 to 1. As r grows, v is concave: it is least at `low` or at `high`.
        """
        v = min(self.ones_variance(N, active, r) for r in (low, high)) * (1 - HAIR)
        part = 1 - sqrt(tail * (3 + 1 / v)) if v else 0.0
        return part > 0 and part * v > self.ones_distance(N, alpha) ** 2

    def ones_variance(self, N: int, active: int, r: Fraction) -> float:
        """The variance of the number of ones, if r is this one."""
        first, second = self.coins(r)
        return active * first[0] * first[1] + (N - active) * second[0] * second[1]

    def ones_distance(self, N: int, alpha: float) -> float:
        """How far the ones are from their mean if Phi is off by alpha, and a hair more."""
        return alpha * (1 + HAIR) * N * self.gap + HAIR

    def surely_exceeds(
        self, N: int, active: int, alpha: float, tail: float, low: Fraction, high: Fraction
    ) -> bool:
        """Whether, at every r from `low` to `high`, Phi is off by more than alpha with a probability above `tail`.

        As r grows, so does every bit's probability of a 1. Few ones are least likely at `high`, and many at `low`.
        """
        lowest, highest = (
            cached_crowd(N, active, coins, tail) for coins in (self.coins(low), self.coins(high))
        )
        distance = self.ones_distance(N, alpha)
        few = floor(self.mean_ones(N, active, low) - distance)
        many = ceil(self.mean_ones(N, active, high) + distance)
        beyond = highest.at_most(FIRST_ROW, np.array([few])) + lowest.at_least(FIRST_ROW, np.array([many]))
        return float(beyond[0]) > tail * (1 + DOUBT)

    def mean_ones(self, N: int, active: int, r: Fraction) -> float:
        """The mean number of ones, if r is this one."""
        (p, _), (q, _) = self.coins(r)
        return active * p + (N - active) * q


def ranked_candidates(N: int, T: int, whole: Budget, active: int | None) -> Iterator[Candidate]:
    """All m <= T and the r of `DUMMIES`, those of the least variance first, in floats."""
    m, epsilon = np.arange(1, T + 1), float(whole.epsilon())
    inverse = np.exp(-epsilon / m)
    lie, share = inverse / (1 + inverse), m / T
    gap = share * -np.expm1(-epsilon / m) / (1 + inverse)
    found: list[tuple[float, int, Fraction, float, float]] = []
    for r in DUMMIES:
        if r == 1 and is_symmetric(N, active):
            continue
        p, q = share * (1 - lie) + (1 - share) * float(r), share * lie + (1 - share) * float(r)
        one, zero = p * (1 - p), q * (1 - q)
        noise = np.maximum(one, zero) if active is None else active / N * one + (1 - active / N) * zero
        columns = (each.tolist() for each in (noise / gap**2, lie, gap))
        # For m = T there are no dummies.
        found += [
            (off, number, r, *rest)
            for number, (off, *rest) in enumerate(zip(*columns, strict=True), 1)
            if number < T or not r
        ]
    for off, number, r, *rest in sorted(found):
        yield Candidate(Shots(T, number, r, whole.over(number)), off, *rest)


def is_symmetric(N: int, active: int | None) -> bool:
    """Whether 1 - r is as good as r: with all states and bits flipped, the errors are the same."""
    return active is None or 2 * active == N


def least_variance(N: int, T: int, whole: Budget, active: int | None = None) -> Shots:
    """The m <= T and the r with the least variance of Phi, with `active` people active, or without it at worst."""
    least, *others = ranked_candidates(N, T, whole, active)
    first = least.shots
    for other in others:
        # In floats, few have hardly more than the least variance.
        if other.variance <= least.variance * (1 + HAIR) and surely_below(
            round_variance(other.shots, N, active), round_variance(first, N, active)
        ):
            first = other.shots
    return first


def round_variance(shots: Shots, N: int, active: int | None) -> Real:
    """The exact variance of Phi with `active` of N people active, or if it is None the largest over all numbers."""
    m, T, r, excess = shots.m, shots.T, shots.r, shots.budget.report_excess()
    if active is None:
        return lift(worst_variance, N, m, T, r, excess)
    return lift(variance, N, m, T, r, Fraction(active, N), excess)


# Then every other r. The number of ones is whole, so that its quantiles and its comparison with theta jump as r moves its
# mean, and any r may be the best. An interval of r is dropped if nothing on it can be better than the best so far, and
# halved otherwise.

SLACK = 1e-3
"""What is better by a smaller part than this is not looked for."""

MOST_STEPS = 30_000
"""So many tails of laws take some seconds. A search that needs more is given up."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of m and r, and what it was chosen for: its error, or its expected F-measure."""

    shots: Shots
    value: Real
    bound: float | None
    """No m and r has a better value than this; None if the r of `DUMMIES` were compared, but not all others."""


class DummySearch(ABC):
    """A search for the best r of several m."""

    def __init__(self, first: Shots) -> None:
        self.steps = 0
        """The tails of laws that were computed in floats."""
        self.take_as_best(first, self.value_of(first))

    def take_as_best(self, shots: Shots, value: Real) -> None:
        """Take this as the best so far, and set the goal by it."""
        self.best, self.value, self.goal = shots, value, self.improvement_goal(float(value))

    def search_dummies(self, candidates: Iterable[Candidate], last: Fraction) -> bool:
        """Search all r from 0 to `last`, with each m of the candidates; return whether no interval is left."""
        by_m = {each.shots.m: each for each in candidates if each.shots.m < each.shots.T}
        waiting = deque((each, Fraction(0), last) for each in by_m.values())
        self.steps = 0
        while waiting and self.steps < MOST_STEPS:
            candidate, low, high = waiting.popleft()
            if self.may_be_better(candidate, low, high):
                middle = (low + high) / 2
                if self.may_be_better(candidate, middle, middle):
                    self.compare_with_best(replace(candidate.shots, r=middle))
                waiting += [(candidate, low, middle), (candidate, middle, high)]
        return not waiting

    def compare_with_best(self, shots: Shots) -> None:
        """Compare the exact value at one r with the best so far, and keep the better."""
        value = self.value_of(shots)
        if self.is_better(value):
            self.take_as_best(shots, value)

    @abstractmethod
    def value_of(self, shots: Shots) -> Real:
        """The exact value at one r."""

    @abstractmethod
    def improvement_goal(self, value: float) -> float:
        """The value that a better one has to pass, if the best so far is this."""

    @abstractmethod
    def is_better(self, value: Real) -> bool:
        """Whether a value is better than the best so far."""

    @abstractmethod
    def may_be_better(self, candidate: Candidate, low: Fraction, high: Fraction) -> bool:
        """Whether some r from `low` to `high` may be better than the best so far by more than `SLACK`."""


# The least error.

PEOPLE_IN_A_STEP = 25
"""An exact error of so many people takes as long as a step."""


def least_error(
    N: int, T: int, whole: Budget, tail: Fraction, active: int | None = None, *, every_r: bool = True
) -> Choice:
    """The m <= T and r of the least quantile of |Phi - phi|, but for `SLACK`, and a bound that no m and r is below.

    Without `every_r`, only the r of `DUMMIES` are compared. Then, and where `MOST_STEPS` are not enough for every r,
    there is no bound.
    With `active` it is the quantile in a round with so many active people, otherwise the largest over all numbers of
    them.
    """
    check_tail(N, tail)
    first, *others = candidates = [*ranked_candidates(N, T, whole, active)]
    search = ErrorSearch(N, tail, active, first.shots)
    for each in others:
        alpha, r = float(search.value), each.shots.r
        if not search.rules_out(each, alpha, r, r):
            search.compare_with_best(each.shots)
    if not every_r:
        return Choice(search.best, search.value, None)
    last = Fraction(1, 2) if is_symmetric(N, active) else Fraction(1)
    complete = search.search_dummies(candidates, last)
    return Choice(search.best, search.value, search.goal if complete else None)


class ErrorSearch(DummySearch):
    """The search for the r of the least error."""

    def __init__(self, N: int, tail: Fraction, active: int | None, first: Shots) -> None:
        self.N, self.tail, self.active = N, tail, active
        ends = range(min(ENDS, N + 1))
        self.crowds: list[int] = (
            [active] if active is not None else sorted({*ends, *(N - each for each in ends)})
        )
        """Numbers of active people, of which one is likely to be the worst; first those that decided last."""
        super().__init__(first)

    def value_of(self, shots: Shots) -> Real:
        """The exact error at one r; the numbers of active people that reach it join `crowds`."""
        self.steps += self.N // PEOPLE_IN_A_STEP
        coins, tail = float_coins(shots), float(self.tail)
        likely = (
            iterate_crowds(self.N, *coins, tail)
            if self.active is None
            else [single_crowd(self.N, self.active, coins, tail)]
        )
        found = farthest_outcomes(shots, self.N, self.tail, likely)
        self.crowds += sorted({active for active, _ in found} - set(self.crowds))
        return outcome_error(shots, self.N, found)

    def is_better(self, value: Real) -> bool:
        """Whether an error is less than the least so far."""
        return surely_below(value, self.value)

    def rules_out(self, candidate: Candidate, alpha: float, low: Fraction, high: Fraction) -> bool:
        """Whether the error is certainly above alpha at every r from `low` to `high`, with one of `crowds`."""
        # A wide interval is seldom ruled out: only the two that decided last are tried.
        for active in self.crowds[: 2 if self.N * (high - low) > 1 else None]:
            asked = self.N, active, alpha, float(self.tail), low, high
            varied = candidate.varies_beyond(*asked)
            self.steps += not varied
            if varied or candidate.surely_exceeds(*asked):
                self.crowds.remove(active)
                self.crowds.insert(0, active)
                return True
        return False

    def improvement_goal(self, value: float) -> float:
        """An error that is smaller by `SLACK` of it, or of one person's share."""
        return max(0.0, value - SLACK * max(value, 1 / self.N))

    def may_be_better(self, candidate: Candidate, low: Fraction, high: Fraction) -> bool:
        """Whether some r from `low` to `high` may have an error below the goal."""
        return self.goal > 0 and not self.rules_out(candidate, self.goal, low, high)


# The largest expected F-measure.

TINY = 1e-20
"""Beside a score, less likely numbers of ones may be left out."""


def largest_f(N: int, T: int, theta: Fraction, whole: Budget) -> Choice:
    """The m <= T and r of the largest expected F-measure, but for `SLACK`, and a bound that no m and r is above.

    It is on the source's stream, and rounds are taken for independent, as in `expected_f`. Where `MOST_STEPS` are not
    enough for every r there is no bound.
    """
    first, *others = candidates = [*ranked_candidates(N, T, whole, N)]
    search = DetectionSearch(N, theta, first.shots)
    for each in others:
        r = each.shots.r
        if search.largest_score_bound(each, r, r) >= float(search.value) * (1 - HAIR):
            search.compare_with_best(each.shots)
    complete = search.search_dummies(candidates, Fraction(1))
    return Choice(search.best, search.value, min(1.0, search.goal) if complete else None)


class DetectionSearch(DummySearch):
    """The search for the r of the largest expected F-measure."""

    def __init__(self, N: int, theta: Fraction, first: Shots) -> None:
        self.N, self.theta = N, theta
        super().__init__(first)

    def value_of(self, shots: Shots) -> Real:
        """The exact expected F-measure at one r."""
        return expected_score(shots, self.N, self.theta, F_MEASURE)

    def is_better(self, value: Real) -> bool:
        """Whether a score is above the largest so far."""
        return surely_below(self.value, value)

    def improvement_goal(self, value: float) -> float:
        """A score that is larger by `SLACK` of it."""
        return value * (1 + SLACK)

    def largest_score_bound(self, candidate: Candidate, low: Fraction, high: Fraction) -> float:
        """Return what no expected F-measure exceeds, at any r from `low` to `high`.

        It grows with the probabilities of hits, and falls with those of false alarms. While the least number of ones that
        counts as detected is the same, all of them grow with r.
        """
        first = ceil(self.detection_threshold(candidate, low) - HAIR)
        last = ceil(self.detection_threshold(candidate, high) + HAIR)
        # A bound for each threshold is closer; where there are many, one for all of them is quicker.
        ranges = [(first, last)] if last > first + 2 else [(ones, ones) for ones in range(first, last + 1)]
        return max(self.score_bound(candidate, low, high, *thresholds) for thresholds in ranges)

    def detection_threshold(self, candidate: Candidate, r: Fraction) -> float:
        """The number of ones at which Phi is theta."""
        _, (q, _) = candidate.coins(r)
        return self.N * (q + candidate.gap * float(self.theta))

    def score_bound(
        self, candidate: Candidate, low: Fraction, high: Fraction, fewest: int, most: int
    ) -> float:
        """The mean score if heavy hitters have r = `high` and need `fewest` ones, and others r = `low` and `most`."""
        hits = alarms = np.ones(1)
        others, heavy = split_stream(self.N, candidate.shots.T, self.theta)
        self.steps += candidate.shots.T
        for active in heavy:
            hits = np.convolve(hits, self.detection_law(candidate, active, high, fewest))
        for active in others:
            alarms = np.convolve(alarms, self.detection_law(candidate, active, low, most))
        right, wrong = np.ogrid[: len(hits), : len(alarms)]
        return float(hits @ (2 * right / (right + wrong + len(hits) - 1)) @ alarms)

    def detection_law(self, candidate: Candidate, active: int, r: Fraction, least: int) -> Array:
        """The probabilities of fewer than `least` ones, and of so many or more."""
        crowd = cached_crowd(self.N, active, candidate.coins(r), TINY)
        return np.append(
            crowd.at_most(FIRST_ROW, np.array([least - 1])), crowd.at_least(FIRST_ROW, np.array([least]))
        )

    def may_be_better(self, candidate: Candidate, low: Fraction, high: Fraction) -> bool:
        """Whether some r from `low` to `high` may have a score above the goal."""
        return self.largest_score_bound(candidate, low, high) > self.goal * (1 - HAIR)
