"""Exact error probabilities of one round and of all rounds, and the least error for a probability."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from math import floor

import numpy as np

from ldproof.arrays import DOUBT, DUST, Masses, binomial_masses, drop_dust
from ldproof.budget import Budget
from ldproof.counting.formulas import (
    Period,
    ReporterWeights,
    all_reporter_weights,
    empty_round,
    excess_over_rounds,
    likely_reporter_weights,
    no_report_probability,
    ones_probability,
)
from ldproof.errors import Reason, Refused
from ldproof.numbers import (
    Array,
    Ball,
    Real,
    ball,
    cache_latest,
    clear_denominators,
    lift,
    like,
    rational,
    real,
)
from ldproof.numbers.algebra import matrix_product, power_coefficient
from ldproof.parameters import count_people
from ldproof.probability import INFINITE, Coin, Infinite, Known, mixed_tail_weights, unbias_rate
from ldproof.rounds import contrast, lie, truth

__all__ = ["borappor_tail", "tail_probability", "tail_constant_users", "alpha_exact", "borappor_alpha_exact"]  # noqa: RUF022  (the catalogue's order)

# The law of the ones and of the reporters of one round, in floats whose error is known.


def round_laws(
    N: int, T: Period, active: int, coin: tuple[float, float], tail: float
) -> Iterator[tuple[int, Masses]]:
    """Yield each likely number k of reporters, with the probabilities that k report and 0, 1, ... of them send a 1.

    A reporter's coin has the probability of the truth and that of a lie.
    """
    dust = tail * DUST
    truth, lie = coin
    actives, idles = (
        [
            (k, share, binomial_masses(k, *bits, dust))
            for k, share in binomial_masses(people, float(1 / T), float(1 - 1 / T), dust)
        ]
        for people, bits in ((active, (truth, lie)), (N - active, (lie, truth)))
    )
    rows: dict[int, Array] = {}
    for A, A_share, A_ones in actives:
        for B, B_share, B_ones in idles:
            if A_share * B_share >= dust:
                row = rows[A + B] if A + B in rows else rows.setdefault(A + B, np.zeros(A + B + 1))
                ones = np.convolve(A_ones.of, B_ones.of)
                start = A_ones.start + B_ones.start
                row[start : start + len(ones)] += A_share * B_share * ones
    for k, row in rows.items():
        if row.max() >= dust:
            yield k, drop_dust(0, row, dust)


# Exact tails of the error in one round: for A active and B idle reporters, the ones are X = Bin(A, p) + Bin(B, q).

MOST_PEOPLE = 10**5
MOST_REPORTERS = 1000
"""So many people, of whom so many report in one round, take some seconds; all of them report if T = 1."""

LEAST = rational(1, 10**400)
"""To tell smaller probabilities from 0 takes long."""

REMEMBERED = 64
"""Of how many rounds the probability of failure is kept: tails are turned round for one beta after another."""

MOST_BITS = 1 << 10
"""How many bits the denominator of a probability may have; where it would have more, the probability is enclosed."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round with `active` of N people active, and the two rates of ones between which its estimate does not fail.

    A rate is what Glance sees among its reporters, and Harmony among N/T of them once the dummies' share is taken away.
    """

    N: int
    T: Period
    active: int
    low: Real
    """This rate is too low, and all below it."""
    high: Real
    """This rate is too high, and all above it."""
    excess: Real
    """One report's excess odds."""
    fill: Fraction | None
    """What whoever does not report counts as; None if the estimate divides by the number who report."""

    def failing_bounds(self, k: int) -> tuple[int, int]:
        """The largest number of ones from k reporters that is too low, and the least that is too high."""
        if k == 0 and self.fill is None:  # no estimate is a failure
            return 0, 1
        return self.ones_below_rate(k, self.low, 1), -self.ones_below_rate(k, self.high, -1)

    def ones_below_rate(self, k: int, rate: Real, sign: int) -> int:
        """The number of ones from k reporters that makes this rate, times `sign`, rounded down."""
        slope, start = self.ones_line(k)
        if rate.exact is not None:
            return floor(sign * (slope * rate.exact + start))
        return floor(sign * slope * rate + sign * start)

    def ones_line(self, k: int) -> tuple[Fraction, Fraction]:
        """The slope and the intercept of the number of ones from k reporters, as a function of the rate."""
        if self.fill is None:
            return rational(k), rational(0)
        reports = self.N / rational(self.T)
        return reports, self.fill * (k - reports)

    def cannot_fail(self) -> bool:
        """Whether no numbers of reporters and of ones make the round fail."""
        return all(
            low < 0 and high > k
            for k in (int(self.fill is None), self.N)
            for low, high in (self.failing_bounds(k),)
        )

    def failures(
        self, actives: ReporterWeights[Known], idles: ReporterWeights[Known], excess: Known
    ) -> Iterator[tuple[int, int, Known]]:
        """Yield (A, B, the probability of failure) for all numbers A of active and B of idle reporters."""
        active, idle = report_weights(excess)
        few_idles = idles.last < actives.last
        first, second = (idle, active) if few_idles else (active, idle)
        most = min(actives.last, idles.last)
        for k in range(actives.first + idles.first, actives.last + idles.last + 1):
            low, high = self.failing_bounds(k)
            total = (first[0] + first[1]) ** k
            above = mixed_tail_weights(k, high, first, second, most)
            below = mixed_tail_weights(k, k - low, first[::-1], second[::-1], most)
            for n, (up, down) in enumerate(zip(above, below, strict=True)):
                A, B = (k - n, n) if few_idles else (n, k - n)
                if A in actives and B in idles:
                    yield A, B, (up + down) / total


def failing_round(
    N: int, T: Period, active: int, alpha: Fraction, excess: Real, fill: Fraction | None
) -> Round:
    """The round that fails if its estimate is off by alpha or more."""
    share = rational(active, N)
    low, high = ones_rate(share - alpha, excess), ones_rate(share + alpha, excess)
    return Round(N, T, active, low, high, excess, fill)


def ones_rate(share: Fraction, excess: Real) -> Real:
    """The probability of a 1 from a reporter if a share `share` of people is active."""
    return Real(share) if 2 * share == 1 else lift(ones_probability, share, excess)


def report_weights(excess: Known) -> tuple[Coin[Known], Coin[Known]]:
    """The weights (of a 1, of a 0) of an active person's report and of an idle one's; of fractions, whole numbers."""
    p, q = clear_denominators(truth(excess), lie(excess))
    return (p, q), (q, p)


def tail_probability(
    N: int, T: int, mu: Fraction, alpha: Fraction, budget: Budget, fill: Fraction | None = None
) -> Real:
    """The probability of an error of alpha or more in one round, or of no estimate; of Glance, or of Harmony with `fill`."""
    return failure_probability(
        failing_round(N, T, count_people(N, "mu", mu), alpha, budget.report_excess(), fill)
    )


def borappor_tail(N: int, T: int, mu: Fraction, alpha: Fraction, budget: Budget) -> Real:
    """The probability of an error of alpha or more in one round of Basic One-time RAPPOR, at a T-th of the budget."""
    return failure_probability(
        failing_round(N, 1, count_people(N, "mu", mu), alpha, excess_over_rounds(T, budget), None)
    )


@lru_cache(REMEMBERED)
def failure_probability(at_stake: Round) -> Real:
    """The probability that the round fails; refused if N is too large for an exact law."""
    N, T, excess = at_stake.N, at_stake.T, at_stake.excess
    check_few_people(N, T)
    if at_stake.cannot_fail():
        return no_report_probability(N, T) if at_stake.fill is None else Real(0)
    short = excess.exact is not None and has_short_denominator(N, T, excess.exact)

    def failing(excess: Known) -> Known:
        if isinstance(excess, Ball):
            return refuse_tiny_probability(sum_failures(at_stake, likely_reporter_weights, excess))
        return sum_failures(at_stake, all_reporter_weights, excess)

    return lift(failing, excess, exactly=short)


def refuse_tiny_probability(chance: Ball) -> Ball:
    """A probability as it is; refused if it is below `LEAST` and not told from 0."""
    if chance.upper() < ball(LEAST) and chance.rel_accuracy_bits() < 1:
        raise Refused(Reason.OUT_OF_RANGE, "the probability is hardly above 0", "one of at least 1e-400")
    return chance


def sum_failures(
    at_stake: Round, numbers: Callable[[int, Period], ReporterWeights[Known]], excess: Known
) -> Known:
    """The probability of failure: a sum over numbers of active and of idle reporters, weighed by `numbers`."""
    actives = numbers(at_stake.active, at_stake.T)
    idles = numbers(at_stake.N - at_stake.active, at_stake.T)
    A_weights, B_weights = actives.probabilities(), idles.probabilities()
    total = actives.others / actives.total() + idles.others / idles.total()
    for A, B, failed in at_stake.failures(actives, idles, excess):
        total += A_weights[A] * B_weights[B] * failed
    return total


@cache_latest
def failure_of_each(rounds: Sequence[Round], excess: Ball) -> list[Ball]:
    """The probabilities of failure of rounds that differ in `active` alone, as balls.

    With so many active and so many idle reporters all of them fail alike, so that this is looked at once.
    """
    numbers = [
        (likely_reporter_weights(each.active, each.T), likely_reporter_weights(each.N - each.active, each.T))
        for each in rounds
    ]
    lasts = [max(side.last for side in sides) for sides in zip(*numbers, strict=True)]
    actives, idles = (ReporterWeights(0, [ball(1)] * (last + 1), ball(0)) for last in lasts)
    failing = [[ball(0)] * (lasts[1] + 1) for _ in range(lasts[0] + 1)]
    for A, B, failed in rounds[0].failures(actives, idles, excess):
        failing[A][B] = failed
    given_idles = matrix_product([padded_probabilities(some, lasts[0]) for some, _ in numbers], failing)
    return [
        sum(
            (share * failed for share, failed in zip(padded_probabilities(rest, lasts[1]), row, strict=True)),
            some.others / some.total() + rest.others / rest.total(),
        )
        for row, (some, rest) in zip(given_idles, numbers, strict=True)
    ]


def padded_probabilities(weights: ReporterWeights[Ball], last: int) -> list[Ball]:
    """The probabilities of 0, 1, ..., `last` reporters; 0 where the weights do not name the number."""
    known = weights.probabilities()
    return [known.get(k, ball(0)) for k in range(last + 1)]


def check_few_people(N: int, T: Period) -> None:
    """Refuse numbers of people for which sums over all numbers of reporters take long."""
    if N > MOST_PEOPLE or (T > 1 and N > MOST_REPORTERS * T):
        raise Refused(
            Reason.TOO_LARGE,
            f"N = {N} people of whom each reports once in {T} rounds are too many for an exact law",
            f"at most {MOST_PEOPLE} people, of whom {MOST_REPORTERS} or all report in a round",
        )


def has_short_denominator(N: int, T: Period, excess: Fraction) -> bool:
    """Whether (T times the denominator of p)^N is short enough for probabilities to be fractions."""
    one = truth(excess)
    return N * (T.numerator * one.denominator).bit_length() <= MOST_BITS


# The exact probability that some round fails, where M people are always active and K = N - M never.
#
# Rounds are dependent: whoever reports in one reports in no other. Everybody's choices are T^N, and in M! K! / prod
# A_t! B_t! of them A_t active and B_t idle people report in round t, for every t. With w(A, B), the probability that
# such a round does not fail, no round fails with probability M! K! / T^N [x^M y^K] (sum x^A y^B w(A, B) / (A! B!))^T.
# Here x and y come with factors that make the coefficients Poisson probabilities, so that none of those that matter is
# large or small.

MOST_TERMS = 1 << 17
"""Polynomials with so many terms take up to half a minute."""


def tail_constant_users(
    N: int, T: int, M: int, alpha: Fraction, budget: Budget, fill: Fraction | None = None
) -> Real:
    """The probability of an error of alpha or more, or of no estimate, in some round; M people are always active."""
    check_few_people(N, T)
    terms = (2 * M + 1) * (N - M + 1)
    if terms > MOST_TERMS:
        raise Refused(
            Reason.TOO_LARGE,
            f"M = {M} of N = {N} people make polynomials of {terms} terms",
            f"(2M + 1)(N - M + 1) up to {MOST_TERMS}",
        )
    excess = budget.report_excess()
    rounds = failing_round(N, T, M, alpha, excess, fill)
    if rounds.cannot_fail():
        return empty_round(N, T) if fill is None else Real(0)
    if excess.exact is not None and has_short_denominator(N, T, excess.exact):
        return Real(1 - no_failure_probability(rounds, all_reporter_weights, excess.exact))

    def failing(excess: Ball) -> Ball:
        return refuse_tiny_probability(1 - no_failure_probability(rounds, likely_reporter_weights, excess))

    return lift(failing, excess, exactly=False)


def no_failure_probability(
    rounds: Round, numbers: Callable[[int, Period], ReporterWeights[Known]], excess: Known
) -> Known:
    """The probability that no round fails, by the coefficient formula above."""
    M, K, T = rounds.active, rounds.N - rounds.active, int(rounds.T)
    actives, idles = numbers(M, T), numbers(K, T)
    A_weights, B_weights = poisson_weights(M, T, actives, excess), poisson_weights(K, T, idles, excess)
    terms = [like(excess, 0)] * ((2 * M + 1) * (K + 1))
    for A, B, failed in rounds.failures(actives, idles, excess):
        terms[A + (2 * M + 1) * B] = A_weights[A] * B_weights[B] * (1 - failed)
    ways = multinomial_factor(M, T, excess) * multinomial_factor(K, T, excess)
    # Whoever leaves out numbers of reporters leaves out the events that some round has one of them.
    others = T * (actives.others / actives.total() + idles.others / idles.total())
    return ways * power_coefficient(terms, T, M, K) + others


def poisson_weights(people: int, T: int, numbers: ReporterWeights[Known], system: Known) -> dict[int, Known]:
    """For each number A of reporters, (people/T)^A / A! times `poisson_scale`."""
    weights = [poisson_scale(people, T, system)]
    for A in range(1, numbers.last + 1):
        weights.append(weights[-1] * people / (A * T))
    return dict(enumerate(weights[numbers.first :], numbers.first))


def poisson_scale(people: int, T: int, system: Known) -> Known:
    """The factor of `poisson_weights`: e^(-people/T) as a ball, and 1 for fractions."""
    if isinstance(system, Fraction):
        return Fraction(1)
    return (like(system, -people) / T).exp()


def multinomial_factor(people: int, T: int, system: Known) -> Known:
    """people! / T^people, divided by `poisson_scale` of each round."""
    ways = like(system, 1)
    for each in range(1, people + 1):
        ways = ways * each / people
    return ways / poisson_scale(people, T, system) ** T


# The exact tail of one round turned round: the least error that is exceeded in some round with probability beta at
# most.
#
# All pairs of a number of reporters and a number of ones are listed with their probabilities, the largest error first.
# Floats with a known error decide nearly everything here; certified tails decide the rest.

LEAST_TAIL = rational(1, 10**250)
"""Smaller probabilities come too near to the least float."""

NEAR = 1e-12
"""Rates that are nearer to each other are not told apart in floats."""


def alpha_exact(
    N: int, T: int, mu: Fraction, beta: Fraction, budget: Budget, fill: Fraction | None = None
) -> Real | Infinite:
    """The infimum of all alpha with T Pr[|error| >= alpha, or no estimate] <= beta; of Glance, or of Harmony with `fill`."""
    return largest_likely_error(N, T, count_people(N, "mu", mu), beta / T, budget.report_excess(), fill)


def borappor_alpha_exact(N: int, T: int, mu: Fraction, beta: Fraction, budget: Budget) -> Real | Infinite:
    """The infimum of all alpha with T Pr[|error| >= alpha] <= beta, of Basic One-time RAPPOR."""
    return largest_likely_error(
        N, 1, count_people(N, "mu", mu), beta / T, excess_over_rounds(T, budget), None
    )


def largest_likely_error(
    N: int, T: Period, active: int, tail: Fraction, excess: Real, fill: Fraction | None
) -> Real | Infinite:
    """The largest error of one round that is reached, or has no estimate, with a probability above `tail`."""
    check_few_people(N, T)
    if tail < LEAST_TAIL:
        raise Refused(Reason.OUT_OF_RANGE, "beta is too small to invert tails", "beta/T of at least 1e-250")
    if fill is None and no_report_probability(N, T) > tail:
        return INFINITE
    share = rational(active, N)
    mean = ones_rate(share, excess)
    reached = farthest_rate(Round(N, T, active, mean, mean, excess, fill), tail)
    if mean.exact == reached:
        return Real(0)
    if 2 * reached == 1:  # the estimate is 1/2, whatever the budget is
        return Real(abs(reached - share))

    def error(excess: Known) -> Known:
        return abs(unbias_rate(like(excess, reached), lie(excess), contrast(excess)) - like(excess, share))

    return lift(error, excess)


def farthest_rate(around: Round, tail: Fraction) -> Fraction:
    """The rate farthest from the mean rate among those that are reached with a probability above `tail`."""
    mean, distances, chances = rate_tails(around, float(tail))
    first = int(np.count_nonzero(chances < float(tail) * (1 - DOUBT)))
    last = int(np.count_nonzero(chances[:-1] <= float(tail) * (1 + DOUBT)))  # the last chance is 1
    return select_farthest_rate(
        around, rates_at_distance(around, mean, distances[last] - NEAR, distances[first] + NEAR), tail
    )


@lru_cache(1)
def rate_tails(around: Round, tail: float) -> tuple[float, Array, Array]:
    """The mean rate; the distances of rates from it, falling; and the probability of each distance or a larger one.

    To have no estimate counts as the largest distance. All are floats, so that distances nearer than these tell may
    change places. Tails that floats do not tell apart are often asked for at once.
    """
    mean, p, q = float(around.low), float(truth(around.excess)), float(lie(around.excess))
    found: list[Array] = []
    masses: list[Array] = []
    for k, each in round_laws(around.N, around.T, around.active, (p, q), tail):
        if k or around.fill is not None:
            slope, start = map(float, around.ones_line(k))
            ones = np.arange(each.start, each.start + len(each.of))
            found.append(np.abs((ones - start) / slope - mean))
            masses.append(each.of)
    distances = np.concatenate(found)
    order = np.argsort(-distances, kind="stable")
    chances = np.cumsum(np.concatenate(masses)[order])
    if around.fill is None:
        chances += float(no_report_probability(around.N, around.T))
    return mean, distances[order], chances


def exact_rate(around: Round, k: int, ones: int) -> Fraction:
    """The rate that `ones` ones from k reporters make."""
    slope, start = around.ones_line(k)
    return (ones - start) / slope


def rates_at_distance(around: Round, mean: float, least: float, most: float) -> set[Fraction]:
    """All rates whose distance from the mean is from `least` to `most`, however improbable."""
    N, T = around.N, float(around.T)
    k = np.arange(N if T == 1 else int(around.fill is None), N + 1)
    every = around.fill is None
    slope = np.where(every, k, N / T)
    start = np.where(every, 0.0, float(around.fill or 0) * (k - N / T))
    found: set[Fraction] = set()
    for low, high in ((mean - most, mean - least), (mean + least, mean + most)):
        first = np.ceil(np.maximum(0.0, start + slope * low) - NEAR * N)
        last = np.floor(np.minimum(k, start + slope * high) + NEAR * N)
        some = np.flatnonzero(first <= last)
        for reporters, one, other in zip(
            k[some].tolist(), first[some].tolist(), last[some].tolist(), strict=True
        ):
            found |= {exact_rate(around, reporters, ones) for ones in range(int(one), int(other) + 1)}
    return found


def select_farthest_rate(around: Round, rates: set[Fraction], tail: Fraction) -> Fraction:
    """The farthest of these rates that is reached with a probability above `tail`; the nearest must be."""
    distances = {each: abs(each - around.low) for each in rates}

    def by_distance(one: Fraction, other: Fraction) -> int:
        return distances[one].compared(distances[other]) if one != other else 0

    ordered = sorted(rates, key=cmp_to_key(by_distance))
    low, high = 0, len(ordered) - 1
    if by_distance(ordered[low], ordered[high]) == 0:
        return ordered[low]
    while low < high:
        place = (low + high + 1) // 2
        low, high = (place, high) if is_tail_above(around, ordered[place], tail) else (low, place - 1)
    return ordered[low]


def is_tail_above(around: Round, reached: Fraction, tail: Fraction) -> bool:
    """Whether a rate as far from the mean as `reached`, or farther, or no estimate, has a probability above `tail`."""
    mean = around.low
    mirror = 2 * mean - reached
    if mirror.exact == reached:
        return True
    low, high = (reached, mirror) if mean > reached else (mirror, reached)
    return failure_probability(replace(around, low=real(low), high=real(high))) > tail
