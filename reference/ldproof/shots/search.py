"""The m and r of the least error, of the largest expected F-measure, and of the least variance."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, inf, sqrt

import numpy as np

from ldproof.arrays import DOUBT
from ldproof.budget import Budget
from ldproof.numbers import Array, Real, lift, rational, surely_below
from ldproof.shots.detection import F_MEASURE, expected_score
from ldproof.shots.error import (
    Coin,
    CrowdLaws,
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
"""By more than that, relatively or of a person, floats are not off here."""

DUMMIES = (Fraction(0), Fraction(1, 2), Fraction(1))
"""The r that come first. For each m one of them has the least variance of all r, at a known share and at the worst one."""

ENDS = 8
"""Where anybody may be active, so many numbers of them at either end are looked at first: the worst is mostly there."""

ONLY = np.array([0])
"""The row of a single crowd."""


@lru_cache(256)
def remembered_crowd(N: int, active: int, coins: tuple[Coin, Coin], tail: float) -> CrowdLaws:
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

    @property
    def gap(self) -> float:
        """p - q, which no r changes."""
        return self.shots.m / self.shots.T * (1 - 2 * self.lie)

    def coins(self, r: Fraction) -> tuple[Coin, Coin]:
        """The probabilities (of a 1, of a 0) of an active person's bit and of an idle one's, if r is this one."""
        share = self.shots.m / self.shots.T
        high, low = share * (1 - self.lie), share * self.lie
        one, zero = (1 - share) * float(r), (1 - share) * float(1 - r)
        return (high + one, low + zero), (low + one, high + zero)

    def likely_error(self, N: int, tail: float) -> float:
        """An error that Phi reaches with a probability above `tail`, for N people.

        With v the variance of the number of ones, which adds up independent bits, its fourth central moment is at most
        3 v^2 + v. So by Paley and Zygmund it is off by sqrt(t v) or more with probability (1 - t)^2 / (3 + 1/v) at
        least, for t from 0 to 1.
        """
        ones = self.variance * N * self.gap**2
        part = 1 - sqrt(tail * (3 + 1 / ones)) if ones else 0.0
        return sqrt(max(0.0, part) * self.variance / N) * (1 - HAIR)

    def surely_exceeds(
        self, N: int, active: int, alpha: float, tail: float, low: Fraction, high: Fraction
    ) -> bool:
        """Whether, at every r from `low` to `high`, Phi is off by more than alpha with a probability above `tail`.

        As r grows, so does every bit's probability of a 1. Few ones are least likely at `high`, and many at `low`.
        """
        lowest, highest = (
            remembered_crowd(N, active, coins, tail) for coins in (self.coins(low), self.coins(high))
        )
        distance = alpha * (1 + HAIR) * N * self.gap + HAIR
        few = floor(self.mean_ones(N, active, low) - distance)
        many = ceil(self.mean_ones(N, active, high) + distance)
        beyond = highest.at_most(ONLY, np.array([few])) + lowest.at_least(ONLY, np.array([many]))
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
    found: list[tuple[float, int, Fraction, float]] = []
    for r in DUMMIES:
        if r == 1 and is_symmetric(N, active):
            continue
        p, q = share * (1 - lie) + (1 - share) * float(r), share * lie + (1 - share) * float(r)
        one, zero = p * (1 - p), q * (1 - q)
        noise = np.maximum(one, zero) if active is None else active / N * one + (1 - active / N) * zero
        # For m = T there are no dummies.
        found += [
            (off, number, r, false)
            for number, off, false in zip(m.tolist(), (noise / gap**2).tolist(), lie.tolist(), strict=True)
            if number < T or not r
        ]
    for off, number, r, false in sorted(found):
        yield Candidate(Shots(T, number, r, whole.over(number)), off, false)


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
# mean, and the best r may be any. Intervals of r are halved until nothing on one can be better than the best r so far.

SLACK = 1e-3
"""What is better by no more than this part is not looked for."""

MOST_INTERVALS = 5000
"""So many are looked at for one m; where that is not enough, the bound is moved."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of m and r, and what it was chosen for: its error, or its expected F-measure."""

    shots: Shots
    value: Real
    bound: float | None
    """No m and r has a better value than this; None if only the r of `DUMMIES` were compared."""


class Search(ABC):
    """A search for the best r, at one m after another."""

    def __init__(self, first: Shots) -> None:
        self.best, self.value = first, self.value_of(first)

    def look_between(self, each: Candidate, last: Fraction) -> None:
        """Look at all r from 0 to `last`, with the m of a candidate."""
        waiting = deque([(Fraction(0), last)])
        for _ in range(MOST_INTERVALS):
            if not waiting:
                return
            low, high = waiting.popleft()
            if self.may_be_better(each, low, high):
                middle = (low + high) / 2
                if self.may_be_better(each, middle, middle):
                    self.look_at(Shots(each.shots.T, each.shots.m, middle, each.shots.budget))
                waiting += [(low, middle), (middle, high)]
        for low, high in waiting:
            self.leave(each, low, high)

    def look_at(self, shots: Shots) -> None:
        """Compare the exact value at one r with the best so far."""
        value = self.value_of(shots)
        if self.is_better(value):
            self.best, self.value = shots, value

    @abstractmethod
    def value_of(self, shots: Shots) -> Real:
        """The exact value at one r."""

    @abstractmethod
    def is_better(self, value: Real) -> bool:
        """Whether a value is better than the best so far."""

    @abstractmethod
    def may_be_better(self, each: Candidate, low: Fraction, high: Fraction) -> bool:
        """Whether some r from `low` to `high` may be better than the best so far by more than `SLACK`."""

    @abstractmethod
    def leave(self, each: Candidate, low: Fraction, high: Fraction) -> None:
        """Move the bound so far that no r from `low` to `high` is better: whether one is better than that is open."""


# The least error.

MOST_BITS = 10**5
"""With so many bits of all people in all rounds the search for r takes a second or two."""


def least_error(N: int, T: int, whole: Budget, tail: Fraction, active: int | None = None) -> Choice:
    """The m <= T and the r with the least quantile of |Phi - phi|, but for `SLACK`, and that quantile.

    With more than `MOST_BITS` bits only the r of `DUMMIES` are compared, and without `SLACK`.
    With `active` it is the quantile in a round with so many active people, otherwise the largest over all numbers of
    them.
    """
    first, *others = candidates = [*ranked_candidates(N, T, whole, active)]
    search = ErrorSearch(N, tail, active, first.shots)
    for each in others:
        if search.may_have_less(each, float(search.value)):
            search.look_at(each.shots)
    if N * T > MOST_BITS:
        return Choice(search.best, search.value, None)
    last = Fraction(1, 2) if is_symmetric(N, active) else Fraction(1)
    for m in range(1, T):
        same = [each for each in candidates if each.shots.m == m]
        # One of these has the least variance of all r.
        if min(each.likely_error(N, float(tail)) for each in same) <= search.goal():
            search.look_between(same[0], last)
    return Choice(search.best, search.value, min(search.goal(), search.left))


class ErrorSearch(Search):
    """The search for the r of the least error."""

    def __init__(self, N: int, tail: Fraction, active: int | None, first: Shots) -> None:
        self.N, self.tail, self.active = N, tail, active
        ends = range(min(ENDS, N + 1))
        self.crowds = [active] if active is not None else [*ends, *(N - each for each in ends)]
        """Numbers of active people, of which one is likely to be the worst."""
        self.left = inf
        super().__init__(first)

    def value_of(self, shots: Shots) -> Real:
        """The exact error at one r; numbers of people that reach it are looked at from now on."""
        coins, tail = float_coins(shots), float(self.tail)
        likely = (
            iterate_crowds(self.N, *coins, tail)
            if self.active is None
            else [single_crowd(self.N, self.active, coins, tail)]
        )
        found = farthest_outcomes(shots, self.N, self.tail, likely)
        self.crowds += {active for active, _ in found} - set(self.crowds)
        return outcome_error(shots, self.N, found)

    def is_better(self, value: Real) -> bool:
        """Whether an error is less than the least so far."""
        return surely_below(value, self.value)

    def may_have_less(self, each: Candidate, alpha: float) -> bool:
        """Whether the error of a candidate may be below alpha."""
        return each.likely_error(self.N, float(self.tail)) <= alpha * (1 + HAIR) and not self.exceeds(
            each, alpha, each.shots.r, each.shots.r
        )

    def exceeds(self, each: Candidate, alpha: float, low: Fraction, high: Fraction) -> bool:
        """Whether some number of active people is known to have an error above alpha, at every r from `low` to `high`."""
        # Where r moves the mean by more than a person, one of the two that were larger last may decide.
        for active in self.crowds[: 2 if self.N * (high - low) > 1 else None]:
            if each.surely_exceeds(self.N, active, alpha, float(self.tail), low, high):
                self.crowds.remove(active)
                self.crowds.insert(0, active)
                return True
        return False

    def hardly_below(self, alpha: float) -> float:
        """An error that is smaller by `SLACK` of it, or of one person's share."""
        return max(0.0, alpha - SLACK * max(alpha, 1 / self.N))

    def goal(self) -> float:
        """What the error of a better r is below."""
        return self.hardly_below(float(self.value))

    def may_be_better(self, each: Candidate, low: Fraction, high: Fraction) -> bool:
        """Whether some r from `low` to `high` may have an error below the goal."""
        return self.goal() > 0 and not self.exceeds(each, self.goal(), low, high)

    def leave(self, each: Candidate, low: Fraction, high: Fraction) -> None:
        """Lower the bound until it is certain that all r from `low` to `high` have larger errors."""
        self.left = min(self.left, self.goal())
        while self.left > 0 and not self.exceeds(each, self.left, low, high):
            self.left = self.hardly_below(self.left)


# The largest expected F-measure.

MOST_BITS_OF_F = 10**4
"""With so many bits, times the number of rounds, the search for r takes some seconds."""

TINY = 1e-20
"""Beside a score, less likely numbers of ones may be left out."""


def largest_f(N: int, T: int, theta: Fraction, whole: Budget) -> Choice:
    """The m <= T and the r with the largest expected F-measure of the source's stream, but for `SLACK`, and that.

    Rounds are taken for independent, as in `expected_f`. If N T^2 is above `MOST_BITS_OF_F` only the r of `DUMMIES` are
    compared, and without `SLACK`.
    """
    first, *others = candidates = [*ranked_candidates(N, T, whole, N)]
    search = DetectionSearch(N, theta, first.shots)
    for each in others:
        r = each.shots.r
        if search.most_between(each, r, r) >= float(search.value) * (1 - HAIR):
            search.look_at(each.shots)
    if N * T**2 > MOST_BITS_OF_F:
        return Choice(search.best, search.value, None)
    for each in candidates:
        if each.shots.m < T and not each.shots.r:
            search.look_between(each, Fraction(1))
    return Choice(search.best, search.value, min(1.0, max(search.goal(), search.left)))


class DetectionSearch(Search):
    """The search for the r of the largest expected F-measure."""

    def __init__(self, N: int, theta: Fraction, first: Shots) -> None:
        self.N, self.theta = N, theta
        self.left = 0.0
        super().__init__(first)

    def value_of(self, shots: Shots) -> Real:
        """The exact expected F-measure at one r."""
        return expected_score(shots, self.N, self.theta, F_MEASURE)

    def is_better(self, value: Real) -> bool:
        """Whether a score is above the largest so far."""
        return surely_below(self.value, value)

    def goal(self) -> float:
        """What the score of a better r is above."""
        return float(self.value) * (1 + SLACK)

    def most_between(self, each: Candidate, low: Fraction, high: Fraction) -> float:
        """What no expected F-measure exceeds, at any r from `low` to `high`.

        It grows with the probabilities of hits, and falls with those of false alarms. While the least number of ones that
        counts as detected is the same, all of them grow with r.
        """
        first = ceil(self.threshold(each, low) - HAIR)
        last = ceil(self.threshold(each, high) + HAIR)
        ranges = [(first, last)] if last > first + 2 else [(ones, ones) for ones in range(first, last + 1)]
        return max(self.score_bound(each, low, high, *thresholds) for thresholds in ranges)

    def threshold(self, each: Candidate, r: Fraction) -> float:
        """The number of ones at which Phi is theta."""
        _, (q, _) = each.coins(r)
        return self.N * (q + each.gap * float(self.theta))

    def score_bound(self, each: Candidate, low: Fraction, high: Fraction, fewest: int, most: int) -> float:
        """The mean score if heavy hitters have the bits of `high` and need `fewest` ones, and others `low` and `most`."""
        T = each.shots.T
        hits = alarms = np.ones(1)
        for active in (self.N * t // T for t in range(1, T + 1)):
            if rational(active, self.N) >= self.theta:
                hits = np.convolve(hits, self.detection_law(each, active, high, fewest))
            else:
                alarms = np.convolve(alarms, self.detection_law(each, active, low, most))
        right, wrong = np.ogrid[: len(hits), : len(alarms)]
        return float(hits @ (2 * right / (right + wrong + len(hits) - 1)) @ alarms)

    def detection_law(self, each: Candidate, active: int, r: Fraction, least: int) -> Array:
        """The probabilities of fewer than `least` ones, and of so many or more."""
        crowd = remembered_crowd(self.N, active, each.coins(r), TINY)
        return np.append(crowd.at_most(ONLY, np.array([least - 1])), crowd.at_least(ONLY, np.array([least])))

    def may_be_better(self, each: Candidate, low: Fraction, high: Fraction) -> bool:
        """Whether some r from `low` to `high` may have a score above the goal."""
        return self.most_between(each, low, high) > self.goal() * (1 - HAIR)

    def leave(self, each: Candidate, low: Fraction, high: Fraction) -> None:
        """Raise the bound to what no r from `low` to `high` exceeds."""
        self.left = max(self.left, self.most_between(each, low, high) * (1 + HAIR))
