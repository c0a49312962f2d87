"""The expected recall, precision and F-measure of section 6, on the source's stream.

In the stream each of the shares 1/T, 2/T, ..., 1 is active in one round, in any order. Where N t/T is no whole number
of people, it is rounded down; a round is a heavy hitter if the share of people who are then active is at least theta.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt
from typing import Protocol

from ldproof.budget import Budget
from ldproof.characteristic import Mixtures
from ldproof.numbers import Ball, Real, latest, like, rational
from ldproof.numbers.assuming import Assuming
from ldproof.numbers.series import times
from ldproof.rejections import Reason, Refused
from ldproof.shots.collector import threshold
from ldproof.shots.detection import detected, few, kinds, settle
from ldproof.shots.parameters import Parameters
from ldproof.tails import Known, successes

__all__ = ["expected_f", "expected_precision", "expected_recall"]

MOST_ROUNDS = 2000
"""So many rounds take some seconds."""

MOST_BITS = 1 << 14
"""How many bits a product of everybody's rates in all rounds may have; where it has more, the answer is enclosed."""

INDEPENDENT = "independent rounds"
"""What is not so for m < T: whoever reports in one round is less likely to report in another."""


@dataclass(frozen=True, slots=True)
class Score:
    """A number read off what is detected: a product of two, so that its mean is one of a product of polynomials."""

    hits: Callable[[int], Fraction]
    """Of how many heavy hitters were detected."""
    detected: Callable[[int, int], Fraction]
    """Of how many rounds were detected, and how many heavy hitters there are."""

    def __call__(self, hits: int, alarms: int, heavy: int) -> Fraction:
        """The number for so many heavy hitters and so many other rounds that were detected, and so many of the former."""
        return self.hits(hits) * self.detected(hits + alarms, heavy)

    def __pow__(self, exponent: int) -> "Score":
        return Score(
            lambda hits: self.hits(hits) ** exponent,
            lambda detected, heavy: self.detected(detected, heavy) ** exponent,
        )


F_MEASURE = Score(rational, lambda detected, heavy: rational(2, detected + heavy))
"""Equation (11), the harmonic mean of precision and recall."""
PRECISION = Score(rational, lambda detected, _: rational(1, max(detected, 1)))
"""The share of heavy hitters among what is detected."""


class OfChances(Protocol):
    """A number read off the chances of detection: of the heavy hitters, the last of which everybody is, and of the others."""

    def __call__(self, hits: Sequence[Known], alarms: Sequence[Known], /) -> Known:
        """In the chances' own number system."""
        ...


def expected_recall(N: int, m: int, T: int, r: Fraction, theta: Fraction, budget: Budget) -> Real:
    """The expected share of heavy hitters that is detected; exact for every m, as expectations add up."""
    return of_chances(Parameters(T, m, r, budget), N, theta, recall)


def expected_precision(
    N: int, m: int, T: int, r: Fraction, theta: Fraction, budget: Budget
) -> Real | Assuming:
    """The expected share of heavy hitters among what is detected, 0 if that is nothing; see `expected_f`."""
    return unless_independent(m, T, expected(Parameters(T, m, r, budget), N, theta, PRECISION))


def expected_f(N: int, m: int, T: int, r: Fraction, theta: Fraction, budget: Budget) -> Real | Assuming:
    """The expectation of (11), 0 if nothing is detected; exact for m = T, else as if rounds were independent."""
    return unless_independent(m, T, expected(Parameters(T, m, r, budget), N, theta, F_MEASURE))


def f_measure(hits: int, alarms: int, heavy: int) -> Fraction:
    """Equation (11) of one run."""
    return F_MEASURE(hits, alarms, heavy)


def unless_independent(m: int, T: int, value: Real) -> Real | Assuming:
    """Rounds are independent if everybody reports in all of them; otherwise it is an assumption."""
    return value if m == T else Assuming(value, INDEPENDENT)


def expected(shots: Parameters, N: int, theta: Fraction, score: Score) -> Real:
    """The mean score if rounds are independent."""

    def mean(hits: Sequence[Known], alarms: Sequence[Known]) -> Known:
        return mean_score(hits, alarms, score)

    return of_chances(shots, N, theta, mean)


def of_chances(shots: Parameters, N: int, theta: Fraction, number: OfChances) -> Real:
    """A number read off the chances that heavy hitters, and that other rounds, are detected."""
    if shots.T > MOST_ROUNDS:
        raise Refused(
            Reason.TOO_LARGE, f"T = {shots.T} is too large for an exact law", f"at most {MOST_ROUNDS} rounds"
        )
    least = threshold(shots, few(N), theta)
    active = [N * t // shots.T for t in range(1, shots.T + 1)]
    others = sum(rational(each, N) < theta for each in active)

    def found(excess: Known) -> Known:
        if isinstance(excess, Ball):
            chances = in_every_round(shots, N, least, excess)
        else:
            chances = detected(shots, N, least, active, excess)
        return number(chances[others:], chances[:others])

    return settle(shots, MOST_BITS // (N * shots.T), found)


@latest
def in_every_round(shots: Parameters, N: int, least: int, excess: Ball) -> list[Ball]:
    """The probabilities of `least` ones or more in each round, to as many places as the precision has.

    A stretch of rounds has the same numbers of active people as the first, and a multiple of how many these are more.
    """
    (p, _), (q, _) = kinds(shots, excess)
    T, common = shots.T, gcd(N, shots.T)
    stretch = T // common * max(d for d in range(1, isqrt(common) + 1) if common % d == 0)
    starts = [N * t // T for t in range(0, T, stretch)]
    offsets = [N * t // T for t in range(1, stretch + 1)]
    return Mixtures(N, p, q).at_least(least, starts, offsets)


def recall(hits: Sequence[Known], _: Sequence[Known]) -> Known:
    """The mean chance of the heavy hitters."""
    return sum(hits[1:], hits[0]) / len(hits)


def mean_score(hits: Sequence[Known], alarms: Sequence[Known], score: Score) -> Known:
    """The mean over the laws of the numbers of hits and of false alarms."""
    system = hits[0]
    weighed = [each * like(system, score.hits(right)) for right, each in enumerate(successes(hits, system))]
    total = like(system, 0)
    for found, each in enumerate(times(weighed, successes(alarms, system))):
        total = total + each * like(system, score.detected(found, len(hits)))
    return total
