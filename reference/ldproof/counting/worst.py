"""Inversion by DFT: two groups as Poisson numbers, and the circles that give a coefficient x^M y^(N-M)."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import exp, lgamma, log, pi

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Int64Array
from ldproof.budget import Budget
from ldproof.counting.formulas import estimate_round
from ldproof.errors import Reason, Refused
from ldproof.numbers import Array
from ldproof.rounds import lie, truth

SMALL = 1e-10
"""The probability that each simplification may leave out."""


@dataclass(frozen=True, slots=True)
class Group:
    """People in the same state, each reporting in one of T rounds, and then a 1 with probability `one`."""

    people: int
    T: int
    one: float

    def likely(self) -> float:
        """ln Pr[Poisson(n) = n], where n is the number of people."""
        n = self.people
        return n * log(n) - n - lgamma(n + 1) if n else 0.0

    def circle(self) -> int:
        """The number of DFT points on the group's circle: odd, and so large that aliases add less than `SMALL` / 8."""
        return next(n for n in count(1, 2) if self.alias(n) <= SMALL / 8) if self.people else 1

    def alias(self, n: int) -> float:
        """The Poisson(people) probabilities of people + n and people - n, added up, relative to that of `people`."""
        here, step = lgamma(self.people + 1), n * log(self.people)
        less = exp(here - lgamma(self.people - n + 1) - step) if n <= self.people else 0.0
        return exp(here - lgamma(self.people + n + 1) + step) + less

    def pull(self, turn: Array) -> Array:
        """-ln |G(e^(2 pi i turn))|, for the generating function G of the group's reporters in a round."""
        pulled: Array = self.people / self.T * (1 - np.cos(2 * pi * turn))
        return pulled

    def sent(self, turn: float) -> tuple[complex, complex]:
        """The mean numbers of ones and of zeros from the group in a round, multiplied by e^(2 pi i turn)."""
        mean = self.people / self.T * complex(np.exp(2j * pi * turn))
        return mean * self.one, mean * (1 - self.one)


def significant_points(
    groups: tuple[Group, Group], circles: tuple[int, int], least: float
) -> list[tuple[int, int]]:
    """DFT points (j, k), one of each conjugate pair, at which a round's generating function may be at least `least`.

    It is the mean of a turn X, |X| = 1, over the event. Along the mean's direction u only what is positive adds to it,
    (Re uX + |Re uX|)/2, and (Re uX)^2 = (1 + Re (uX)^2)/2: it is at most (|E X| + sqrt((1 + |E X^2|)/2))/2.
    """
    j = np.arange(circles[0] // 2 + 1)[:, np.newaxis]
    k = np.arange(-(circles[1] // 2), circles[1] // 2 + 1)

    def mean(power: int) -> Array:
        return np.exp(-groups[0].pull(power * j / circles[0]) - groups[1].pull(power * k / circles[1]))

    most = (mean(1) + np.sqrt((1 + mean(2)) / 2)) / 2
    rows, columns = np.nonzero((most >= least) & ((j > 0) | (k >= 0)))
    return list(zip(rows.tolist(), k[columns].tolist(), strict=True))


def mean_bit_counts(groups: tuple[Group, Group], turns: tuple[float, float]) -> list[complex]:
    """The mean numbers of ones and of zeros from both groups in a round, each group's turned by e^(2 pi i turn)."""
    parts = [group.sent(turn) for group, turn in zip(groups, turns, strict=True)]
    return [sum(pair) for pair in zip(*parts, strict=True)]


# The law of the largest error over all rounds, when M of N people are always active: floats with a known error.
#
# Rounds hang together only by everybody reporting once. Were the numbers of active and of idle reporters Poisson in
# each round, rounds would be independent; as they are, they are so given that there are M and N - M in all. So the
# probability that no error is above e is a coefficient of x^M y^(N-M) in a T-th power, the coefficient formula: an
# inverse DFT on a circle for x and one for y.

Places = NDArray[np.intp]
Complex = NDArray[np.complex128]

ULP = 2.0**-52
SAME = 1e-14
"""Errors as near as this to the one before are not told from it."""
MOST_PEOPLE = 10**5
MOST_CELLS = 1 << 21
MOST_TERMS = 1 << 31
"""So many cells, times points, take some seconds."""


@dataclass(frozen=True, slots=True)
class Worst:
    """The law of the largest error over all rounds: errors, rising, and the probability that no round exceeds each."""

    errors: Array
    below: Array
    doubt: float
    """How far these probabilities may be off."""
    limit: float
    """No error is larger."""

    def mean(self) -> float:
        """The expectation of the largest error, given that every round has an estimate."""
        if self.below[-1] <= self.doubt:
            raise Refused(
                Reason.TOO_FEW_PEOPLE, "hardly ever does every round have an estimate", "more people"
            )
        above = 1 - self.below / self.below[-1]
        return float(self.errors[0] + np.diff(self.errors) @ above[:-1])

    def mean_doubt(self) -> float:
        """A bound on the error of `mean`, from the doubts of both parts of a quotient and from errors left out."""
        doubts = 2 * self.doubt * float(self.errors[-1]) + SMALL * self.limit
        return doubts / float(self.below[-1]) + len(self.errors) * SAME

    def reached(self, alpha: float) -> float:
        """The probability that some round's error is `alpha` or more, or that it has no estimate."""
        place = int(np.searchsorted(self.errors, alpha))
        return 1 - float(self.below[place - 1]) if place else 1.0


@dataclass(frozen=True, slots=True)
class Cells:
    """The likely pairs (ones, zeros) of a round, and their errors."""

    ones: Int64Array
    zeros: Int64Array
    order: Places
    """The places of pairs with an estimate in the table of all of them, by rising error."""
    ends: Places
    """Where in this order each error is last."""
    errors: Array


def largest_error_law(N: int, T: int, M: int, budget: Budget, fill: Fraction | None = None) -> Worst:
    """The law of the largest error over all rounds, M of N people always active: Glance's, or Harmony's with `fill`."""
    if N > MOST_PEOPLE:
        raise too_large_refusal(N, T)
    excess = float(budget.report_excess())
    groups = Group(M, T, truth(excess)), Group(N - M, T, lie(excess))
    likely = exp(groups[0].likely() + groups[1].likely())
    cells = likely_cells(groups, SMALL * likely / (4 * T), excess, fill)
    circles = groups[0].circle(), groups[1].circle()
    points = significant_points(groups, circles, (SMALL * likely) ** (1 / T))
    if len(points) * len(cells.order) > MOST_TERMS:
        raise too_large_refusal(N, T)
    below = np.zeros(len(cells.errors))
    means = mean_bit_counts(groups, (0, 0))
    shares = [
        poisson_probabilities(each, mean.real)
        for each, mean in zip((cells.ones, cells.zeros), means, strict=True)
    ]
    for j, k in points:
        turned = mean_bit_counts(groups, (j / circles[0], k / circles[1]))
        back = np.exp(-2j * pi * (M * j % circles[0] / circles[0] + (N - M) * k % circles[1] / circles[1]))
        opposite = 2 if (j, k) > (0, 0) else 1
        below += opposite * (back * generating_function(means, turned, cells, shares) ** T).real
    below /= circles[0] * circles[1] * likely
    terms = len(cells.order) + 16 * (cells.ones[-1] + cells.zeros[-1]) * log(N + 2)
    doubt = 3 * SMALL + 2 * len(points) * T * ULP * terms / (circles[0] * circles[1] * likely)
    return Worst(cells.errors, below, doubt, largest_possible_error(N, T, M, excess, fill))


def likely_cells(groups: tuple[Group, Group], tail: float, excess: float, fill: Fraction | None) -> Cells:
    """All pairs (ones, zeros) but those in one of four tails, each of which has a probability of at most `tail`."""
    N, T = groups[0].people + groups[1].people, groups[0].T
    ones, zeros = (likely_numbers(mean.real, tail) for mean in mean_bit_counts(groups, (0, 0)))
    if len(ones) * len(zeros) > MOST_CELLS:
        raise too_large_refusal(N, T)
    hits, misses = (each.ravel().astype(float) for each in np.meshgrid(ones, zeros, indexing="ij"))
    reporters = hits + misses
    # An empty round has no estimate, unless there is a value for whoever does not report.
    some = np.flatnonzero(reporters) if fill is None else np.arange(reporters.size)
    hits, reporters, odds = hits[some], reporters[some], np.full(len(some), excess)
    errors = abs(estimate_round(hits, reporters, N, T, fill, odds) - groups[0].people / N)
    rank = np.argsort(errors)
    ends = np.flatnonzero(np.append(np.diff(errors[rank]) > SAME, True))
    return Cells(ones, zeros, some[rank], ends, errors[rank][ends])


def likely_numbers(mean: float, tail: float) -> Int64Array:
    """The numbers that Chernoff's bound at `tail` does not rule out for a Poisson number of this mean."""
    numbers = np.arange(int(mean + 60 + 20 * mean**0.5))
    exponent = numbers - mean - numbers * np.log(np.maximum(numbers, 1) / mean)
    return numbers[exponent > log(tail)]


def poisson_probabilities(numbers: Int64Array, mean: float) -> Array:
    """The probabilities of these numbers under the Poisson law of this mean."""
    found: Array = np.exp(numbers * log(mean) - mean - np.array([lgamma(each + 1) for each in numbers]))
    return found


def generating_function(
    means: list[complex], turned: list[complex], cells: Cells, shares: list[Array]
) -> Complex:
    """For each error, a round's generating function over the event that its error is no larger, at one DFT point."""
    one, zero = (
        share * (there / mean.real) ** numbers
        for share, mean, there, numbers in zip(shares, means, turned, (cells.ones, cells.zeros), strict=True)
    )
    sums: Complex = np.cumsum(np.outer(one, zero).ravel()[cells.order])[cells.ends]
    return sums


def largest_possible_error(N: int, T: int, M: int, excess: float, fill: Fraction | None) -> float:
    """The error of one of four estimates: no report or all the people's, and all of them 0 or 1."""
    corners = [(0.0, 1.0), (1.0, 1.0)]
    if fill is not None:
        corners = [(0.0, 0.0), (0.0, float(N)), (float(N), float(N))]
    return max(abs(estimate_round(ones, k, N, T, fill, excess) - M / N) for ones, k in corners)


def too_large_refusal(N: int, T: int) -> Refused:
    """The refusal of numbers of people and rounds that have too many outcomes."""
    return Refused(
        Reason.TOO_LARGE,
        f"N = {N} people in T = {T} rounds have too many outcomes",
        f"at most {MOST_PEOPLE} people, and fewer in few rounds",
    )
