"""Exact probabilities of detection, and the expected recall, precision and F-measure of section 6."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt
from typing import Protocol

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Ball, Exact, Real, cache_latest, clear_denominators, lift, like, rational
from ldproof.numbers.algebra import polynomial_product
from ldproof.numbers.real import Computation, ConditionalNumber
from ldproof.parameters import count_people
from ldproof.probability import Known, Mixtures, mixed_tail_weights, poisson_binomial_law
from ldproof.shots import formulas
from ldproof.shots.collector import ones_threshold
from ldproof.shots.mechanism import Shots

__all__ = [
    "detection_probability",
    "detection_threshold",
    "expected_f",
    "expected_precision",
    "expected_recall",
]

# Exact probabilities of detection.

MOST_PEOPLE = 10**6
"""So many people take some seconds."""

MOST_BITS = 1 << 29
"""How many bits all fractions on the way may have together; where there are more, the answer is enclosed."""


def detection_threshold(N: int, m: int, T: int, r: Fraction, theta: Fraction, budget: Budget) -> int:
    """The least number of ones at which Phi >= theta: N (q + (p - q) theta), rounded up."""
    return ones_threshold(Shots(T, m, r, budget), N, theta)


def detection_probability(
    N: int, m: int, T: int, r: Fraction, phi: Fraction, theta: Fraction, budget: Budget
) -> Real:
    """The probability that Phi >= theta in a round in which a share phi of N people is active."""
    shots = Shots(T, m, r, budget)
    active = count_people(N, "phi", phi)
    least = ones_threshold(shots, check_population(N), theta)

    def found(excess: Known) -> Known:
        return detection_chances(shots, N, least, [active], excess)[0]

    return lift_excess(shots, MOST_BITS // N**2, found)


def check_population(N: int) -> int:
    """Return N; refuse more than `MOST_PEOPLE`."""
    if N > MOST_PEOPLE:
        raise Refused(
            Reason.TOO_LARGE, f"N = {N} is too large for an exact law", f"at most {MOST_PEOPLE} people"
        )
    return N


REMEMBERED = 16
"""Of how many parameters that is kept: tails are turned round by asking for one after another."""


def lift_excess(shots: Shots, bits: int, number: Computation) -> Real:
    """A function's value at the excess odds: exact if the rates' denominator has at most `bits` bits, else enclosed."""
    excess = shots.budget.report_excess()
    return lift(
        number, excess, exactly=excess.exact is not None and denominator_bits(shots, excess.exact) <= bits
    )


@lru_cache(REMEMBERED)
def denominator_bits(shots: Shots, excess: Fraction) -> int:
    """The number of bits of the common denominator of p and q."""
    (one, zero), _ = bit_weights(shots, excess)
    return int(one + zero).bit_length()


def detection_chances(shots: Shots, N: int, least: int, active: Sequence[int], excess: Known) -> list[Known]:
    """For each number of active people, the probability of `least` ones or more among N people."""
    weights, total = detection_weights(shots, N, least, excess)
    return [weights[each] / total for each in active]


@cache_latest
def detection_weights(shots: Shots, N: int, least: int, excess: Known) -> tuple[list[Known], Known]:
    """For each number 0 .. N of active people, the weight of `least` ones or more; and the sum of all weights."""
    first, second = bit_weights(shots, excess)
    return mixed_tail_weights(N, least, first, second), (first[0] + first[1]) ** N


def bit_weights(shots: Shots, excess: Exact) -> tuple[tuple[Exact, Exact], tuple[Exact, Exact]]:
    """The weights (of a 1, of a 0) of an active person's bit and of an idle one's; of fractions, whole numbers."""
    m, T, r = like(excess, shots.m), like(excess, shots.T), like(excess, shots.r)
    # The probability of a 0 is that of a 1 from people in the other state with all dummies flipped.
    active, silent, idle, quiet = clear_denominators(
        formulas.p(m, T, r, excess),
        formulas.q(m, T, 1 - r, excess),
        formulas.q(m, T, r, excess),
        formulas.p(m, T, 1 - r, excess),
    )
    return (active, silent), (idle, quiet)


# The expected recall, precision and F-measure of section 6, on the source's stream.
#
# In the stream each of the shares 1/T, 2/T, ..., 1 is active in one round, in any order. Where N t/T is no whole number
# of people, it is rounded down; a round is a heavy hitter if the share of people who are then active is at least theta.

MOST_ROUNDS = 2000
"""So many rounds take some seconds."""

MOST_BITS_OF_RATES = 1 << 14
"""How many bits a product of everybody's rates in all rounds may have; where it has more, the answer is enclosed."""

INDEPENDENT = "independent rounds"
"""What is not so for m < T: whoever reports in one round is less likely to report in another."""


@dataclass(frozen=True, slots=True)
class Score:
    """A number of the form f(hits) g(detected, heavy), whose mean comes from a product of polynomials."""

    hits: Callable[[int], Fraction]
    """Of how many heavy hitters were detected."""
    detected: Callable[[int, int], Fraction]
    """Of how many rounds were detected, and how many heavy hitters there are."""

    def __call__(self, hits: int, alarms: int, heavy: int) -> Fraction:
        """The score of a run with `hits` heavy hitters of `heavy` detected, and `alarms` other rounds."""
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


class ChancesFunction(Protocol):
    """A function of the probabilities of being detected, of the heavy hitters and of the other rounds."""

    def __call__(self, hits: Sequence[Known], alarms: Sequence[Known], /) -> Known:
        """Its value, of the type of the probabilities; the last heavy hitter is the round in which all are active."""
        ...


def expected_recall(N: int, m: int, T: int, r: Fraction, theta: Fraction, budget: Budget) -> Real:
    """The expected share of heavy hitters that is detected; exact for every m, as expectations add up."""
    return lift_detection_chances(Shots(T, m, r, budget), N, theta, mean_recall)


def expected_precision(
    N: int, m: int, T: int, r: Fraction, theta: Fraction, budget: Budget
) -> Real | ConditionalNumber:
    """The expected share of heavy hitters among what is detected, 0 if that is nothing; see `expected_f`."""
    return assume_independence(m, T, expected_score(Shots(T, m, r, budget), N, theta, PRECISION))


def expected_f(
    N: int, m: int, T: int, r: Fraction, theta: Fraction, budget: Budget
) -> Real | ConditionalNumber:
    """The expectation of (11), 0 if nothing is detected; exact for m = T, else as if rounds were independent."""
    return assume_independence(m, T, expected_score(Shots(T, m, r, budget), N, theta, F_MEASURE))


def f_measure(hits: int, alarms: int, heavy: int) -> Fraction:
    """Equation (11), the F-measure of one run."""
    return F_MEASURE(hits, alarms, heavy)


def assume_independence(m: int, T: int, value: Real) -> Real | ConditionalNumber:
    """The value as it is if m = T, when rounds are independent; otherwise conditional on that assumption."""
    return value if m == T else ConditionalNumber(value, INDEPENDENT)


def expected_score(shots: Shots, N: int, theta: Fraction, score: Score) -> Real:
    """The mean score over all rounds, as if they were independent."""

    def mean(hits: Sequence[Known], alarms: Sequence[Known]) -> Known:
        return mean_score(hits, alarms, score)

    return lift_detection_chances(shots, N, theta, mean)


def lift_detection_chances(shots: Shots, N: int, theta: Fraction, number: ChancesFunction) -> Real:
    """A function's value at the probabilities that heavy hitters, and that other rounds, are detected."""
    if shots.T > MOST_ROUNDS:
        raise Refused(
            Reason.TOO_LARGE, f"T = {shots.T} is too large for an exact law", f"at most {MOST_ROUNDS} rounds"
        )
    least = ones_threshold(shots, check_population(N), theta)
    others, heavy = split_stream(N, shots.T, theta)

    def found(excess: Known) -> Known:
        if isinstance(excess, Ball):
            chances = detection_chance_by_round(shots, N, least, excess)
        else:
            chances = detection_chances(shots, N, least, [*others, *heavy], excess)
        return number(chances[len(others) :], chances[: len(others)])

    return lift_excess(shots, MOST_BITS_OF_RATES // (N * shots.T), found)


def split_stream(N: int, T: int, theta: Fraction) -> tuple[list[int], list[int]]:
    """The numbers of active people of the source's stream in rising order: below theta, and in heavy hitters."""
    active = [N * t // T for t in range(1, T + 1)]
    others = sum(rational(each, N) < theta for each in active)
    return active[:others], active[others:]


@cache_latest
def detection_chance_by_round(shots: Shots, N: int, least: int, excess: Ball) -> list[Ball]:
    """For each round the probability of `least` ones or more, as a ball.

    A stretch of rounds has the numbers of active people of the first stretch, all more by the same number.
    """
    (p, _), (q, _) = bit_weights(shots, excess)
    T, common = shots.T, gcd(N, shots.T)
    stretch = T // common * max(d for d in range(1, isqrt(common) + 1) if common % d == 0)
    starts = [N * t // T for t in range(0, T, stretch)]
    offsets = [N * t // T for t in range(1, stretch + 1)]
    return Mixtures(N, p, q).tail_probabilities(least, starts, offsets)


def mean_recall(hits: Sequence[Known], _: Sequence[Known]) -> Known:
    """The expected recall: the mean of the heavy hitters' probabilities of being detected."""
    return sum(hits[1:], hits[0]) / len(hits)


def mean_score(hits: Sequence[Known], alarms: Sequence[Known], score: Score) -> Known:
    """The mean of a score, from the laws of the numbers of hits and of false alarms, if rounds are independent."""
    system = hits[0]
    weighed = [
        each * like(system, score.hits(right))
        for right, each in enumerate(poisson_binomial_law(hits, system))
    ]
    total = like(system, 0)
    for found, each in enumerate(polynomial_product(weighed, poisson_binomial_law(alarms, system))):
        total = total + each * like(system, score.detected(found, len(hits)))
    return total
