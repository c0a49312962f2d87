"""Certified bounds on the error of a round of more people than its exact law takes.

Two bounds are from above. Where everybody adds a whole number of their own, it is Chernoff's, sharpened by a bound on the
characteristic function. Where only those count who report, it is that of Zubkov and Serov for equal trials, to which
Hoeffding reduces all others. From below it is Berry and Esseen's, or Paley and Zygmund's if that is more.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from math import erfc, exp, inf, sqrt

import numpy as np

from ldproof.arrays import DOUBT, DUST, binomial_masses
from ldproof.budget import Budget
from ldproof.counting.formulas import Period
from ldproof.numbers import Array, Ball, Real, ball
from ldproof.numbers.balls import precision
from ldproof.rounds import contrast, lie, truth
from ldproof.shots.detection import bit_weights
from ldproof.shots.mechanism import Shots
from ldproof.shots.search import ranked_candidates

BISECTIONS = 14
"""How many steps of bisection a bound takes: it is off by a part of 2^-14 at most."""


def least_where(holds: Callable[[float], bool], start: float, most: float = inf) -> float | None:
    """Return x with holds(x), above the point where `holds` begins by 2^-14 of x or of `start` at most (it is monotone).

    Return None if it does not hold at `most`.
    """
    high = start
    while not holds(high):
        if high >= most:
            return None
        high = min(2 * high, most)
    low = 0.0 if high == start else high / 2
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


# Sums of independent numbers -1, 0 and 1, from people of two kinds.
#
# Let X be the sum, t > 0, and Q the law tilted by e^(tX). Then for c = mean + distance, rounded up,
#
#     Pr[X >= c] = E[e^(t (X - mean))] e^(-t (c - mean)) E_Q[e^(-t (X - c)); X >= c],
#
# whose last factor is at most 1 and, as a sum over a lattice, at most
# (1/pi) int_0^pi |phi_Q(x)| / |1 - e^(-t - ix)| dx. Each person's characteristic function is at most e^(-2 v sin^2(x/2))
# in size, where v = Q[0] (1 - Q[0]). With u = 2 sin(x/2), du/dx >= e^(-u^2/6) up to u = 1, so that the integral is at
# most e^(t/2) (e^y K_0(y) / (2 pi) + (2/3) e^(-s/2)), where s adds up v, and y = (s - 1/3) (2 sinh(t/2))^2 / 4.
#
# If K people are of the first kind, the logarithm of the first factor is affine in K for fixed t, and so is s. The last
# factor is a mixture of exponentials of s, so that its logarithm is convex; the bounds on both sides together are
# convex in K. So on a stretch of K no value exceeds both ends.

BITS = 96
"""The precision of these balls."""

QUARTERS = 4
"""The numbers of people of the first kind are cut into so many stretches, each with its own t."""

HALVINGS = 40
"""How many halvings find a t; any t gives a bound."""

MOST_TILT = 64.0
"""No t is larger: e^-t is hardly above 0."""


@dataclass(frozen=True)
class Contribution:
    """What one person adds to a sum: 1 with probability `up`, -1 with probability `down`, otherwise 0."""

    up: Ball
    down: Ball

    @cached_property
    def float_rates(self) -> tuple[float, float]:
        """Both probabilities in floats."""
        return float(self.up), float(self.down)

    def log_moment(self, t: Ball) -> Ball:
        """Return ln E[e^(t (W - E[W]))] for the number W that is added."""
        return (self.up * t.expm1() + self.down * (-t).expm1()).log1p() - t * (self.up - self.down)

    def spread(self, t: Ball) -> Ball:
        """Return Q[0] (1 - Q[0]) for the law Q tilted by e^(tW)."""
        moved = self.up * t.exp() + self.down * (-t).exp()
        stays = (1 - self.up - self.down) / (1 - self.up - self.down + moved)
        return stays * (1 - stays)

    def excess_mean(self, t: float) -> float:
        """Return by how much tilting by e^(tW) raises the mean, in floats."""
        up, down = self.float_rates
        high, low = up * exp(t), down * exp(-t)
        return (high - low) / (1 - up - down + high + low) - (up - down)

    def variance(self) -> float:
        """Return the variance, in floats."""
        up, down = self.float_rates
        return up + down - (up - down) ** 2


GroupSizes = tuple[Fraction, Fraction]
"""How many people are of the first kind, and of the second."""


@dataclass(frozen=True)
class ContributionSum:
    """The sum of what N people add, of two kinds: `active` of them of the first kind, or any number."""

    N: int
    active: int | None
    first: Contribution
    second: Contribution

    @cached_property
    def stretches(self) -> Sequence[Sequence[GroupSizes]]:
        """The ends of the stretches of group sizes."""
        if self.active is not None:
            return [[(Fraction(self.active), Fraction(self.N - self.active))]]
        ends = [Fraction(self.N * part, QUARTERS) for part in range(QUARTERS + 1)]
        return [[(some, self.N - some) for some in pair] for pair in pairwise(ends)]

    @cached_property
    def negated(self) -> "ContributionSum":
        """The sum with the other sign."""
        first, second = (Contribution(each.down, each.up) for each in (self.first, self.second))
        return ContributionSum(self.N, self.active, first, second)

    def variance(self, sizes: GroupSizes) -> float:
        """Return the variance, in floats."""
        return float(sizes[0]) * self.first.variance() + float(sizes[1]) * self.second.variance()

    @property
    def sizes_of_largest_variance(self) -> GroupSizes:
        """The group sizes of the largest variance."""
        return max((each for ends in self.stretches for each in ends), key=self.variance)

    def two_sided_tail_bound(self, distance: float) -> float:
        """Bound the probability that the sum is `distance` or more off its mean, for all group sizes."""
        with precision(BITS):
            return max(
                above + below
                for ends in self.stretches
                for above, below in zip(
                    self.upper_tail_bounds(ends, distance),
                    self.negated.upper_tail_bounds(ends, distance),
                    strict=True,
                )
            )

    def upper_tail_bounds(self, ends: Sequence[GroupSizes], distance: float) -> list[float]:
        """Bound the probabilities that the sum is `distance` or more above its mean, at both ends of a stretch."""
        tilts = dict.fromkeys(self.find_tilt(each, distance) for each in ends)
        return min((each for t in tilts for each in self.tilted_bounds(ends, distance, t)), key=max)

    def tilted_bounds(
        self, ends: Sequence[GroupSizes], distance: float, tilt: float
    ) -> Iterator[list[float]]:
        """Yield Chernoff's bounds at both ends for one t, and if there are any the sharper ones."""
        t = ball(Fraction(tilt))
        moments, spreads = (
            [ball(some) * first + ball(others) * second for some, others in ends]
            for first, second in (
                (self.first.log_moment(t), self.second.log_moment(t)),
                (self.first.spread(t), self.second.spread(t)),
            )
        )
        chernoff = [(each - t * ball(Fraction(distance))).exp() for each in moments]
        yield [float(each.upper()) * (1 + 2.0**-50) for each in chernoff]
        if all(each > 1 for each in spreads):
            sinh_squared = (t / 2).sinh() ** 2
            yield [
                float((each * (t / 2).exp() * lattice_factor(spread, sinh_squared)).upper()) * (1 + 2.0**-50)
                for each, spread in zip(chernoff, spreads, strict=True)
            ]

    def find_tilt(self, sizes: GroupSizes, distance: float) -> float:
        """Return the t at which tilting moves the mean by `distance`, in floats."""

        def moved(t: float) -> float:
            return float(sizes[0]) * self.first.excess_mean(t) + float(sizes[1]) * self.second.excess_mean(t)

        low, high = 0.0, MOST_TILT
        for _ in range(HALVINGS):
            middle = (low + high) / 2 if low else high / 16
            low, high = (middle, high) if moved(middle) < distance else (low, middle)
        return high

    def largest_deviation(self, tail: float) -> float:
        """Bound the deviation from the mean that is reached with a probability above `tail`, for all group sizes."""
        start = sqrt(max(0.0, self.variance(self.sizes_of_largest_variance))) + 1
        found = least_where(lambda distance: self.two_sided_tail_bound(distance) <= tail, start, 4.0 * self.N)
        return 2.0 * self.N if found is None else found

    def likely_deviation(self, tail: float) -> float:
        """Return a deviation that is reached, for some group sizes, with a probability above `tail`."""
        variance = self.variance(self.sizes_of_largest_variance)
        if variance <= 0:
            return 0.0
        # No number is off its mean by more than 2: third moments are at most 2, fourth ones at most 4 variances.
        sigma = sqrt(variance)
        return largest_where(
            lambda distance: deviation_chance(distance / sigma, variance, 2, 4) > tail, sigma
        )


def lattice_factor(spread: Ball, sinh_squared: Ball) -> Ball:
    """Return e^y K_0(y)/(2 pi) + (2/3) e^(-s/2) from s and sinh(t/2)^2."""
    y = (spread - ball(Fraction(1, 3))) * sinh_squared
    return y.bessel_k(0, scaled=True) / (2 * Ball.pi()) + ball(Fraction(2, 3)) * (-spread / 2).exp()


ESSEEN = 0.56
"""The constant of Berry and Esseen's bound for independent numbers of different laws, by Shevtsova (2010)."""

FLOAT_ERROR = 1e-8
"""An allowance for the rounding of floats: relative or, for probabilities, absolute."""


def deviation_chance(ratio: float, variance: float, third: float, fourth: float) -> float:
    """Return a lower bound on the probability that a sum is `ratio` standard deviations or more off its mean.

    Let S be a sum of independent centred X_i, and sigma^2 = `variance`. If sum E|X_i|^3 <= `third` sigma^2 and
    sum E[X_i^4] <= `fourth` sigma^2, then E[S^4] <= 3 sigma^4 + `fourth` sigma^2.
    """
    esseen = erfc(ratio / sqrt(2)) - 2 * ESSEEN * third / sqrt(variance)
    part = max(0.0, 1 - ratio**2)
    zygmund = part**2 / (3 + fourth / variance)
    return max(esseen, zygmund) - FLOAT_ERROR


def largest_where(holds: Callable[[float], bool], start: float) -> float:
    """Return x with holds(x), just below the point where `holds` ends (it is monotone); 0 if it holds nowhere."""
    high = start
    while holds(high):
        high *= 2
    low = 0.0
    for _ in range(2 * BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def sum_of_shots(shots: Shots, N: int, active: int | None) -> ContributionSum:
    """The number of ones in a round of m-shot reporting."""
    with precision(BITS):
        first, second = bit_weights(shots, shots.budget.report_excess()())
        steps = (Contribution(one / (one + zero), ball(0)) for one, zero in (first, second))
        return ContributionSum(N, active, *steps)


COMPARED = 64
"""Of so many m and r, those of least variance, the bounds are compared."""


def least_bound_shots(N: int, T: int, whole: Budget, tail: Fraction, active: int | None) -> Shots:
    """Return the m and r of the least bound on the error of a round, among the `COMPARED` of the least variance."""
    first, *others = islice(ranked_candidates(N, T, whole, active), COMPARED)
    limit = float(tail)
    best, least = first.shots, sum_of_shots(first.shots, N, active).largest_deviation(limit) / first.gap
    for each in others:
        ones = sum_of_shots(each.shots, N, active)
        if ones.two_sided_tail_bound(least * each.gap) <= limit:
            best, least = each.shots, ones.largest_deviation(limit) / each.gap
    return best


def sum_of_reports(N: int, T: Period, active: int | None, excess: Real) -> ContributionSum:
    """Return the sum of a round's reports in published Harmony: 1 for a report of a 1, -1 for one of a 0, 0 for none."""
    with precision(BITS):
        around = excess()
        share = 1 / ball(Fraction(T))
        high, low = share * truth(around), share * lie(around)
        return ContributionSum(N, active, Contribution(high, low), Contribution(low, high))


# Rounds in which only those count who report: Glance.
#
# Given that k report, the ones are the successes of k independent trials of mean rate s, as a hypergeometric number is.
# At least one beyond their mean they are no likelier to be than those of k trials of rate s (Hoeffding 1956, theorem 4);
# and c or more of these have at most the probability Phi(-sqrt(2 k D(c'/k | s))) with c' = c - 1 (Zubkov and Serov,
# A complete proof of universal inequalities for the distribution function of the binomial law, 2012). That falls in k.
# If s is not known, D(s + x | s) >= 2 x^2.

GROUPS = 512
"""Numbers of reporters are taken together in at most so many groups."""


@dataclass(frozen=True)
class ReportersLaw:
    """The law of the number of reporters in a round, in groups of neighbouring numbers."""

    fewest: Array
    most: Array
    masses: Array
    silent: float
    """The probability that nobody reports."""
    missing: float
    """A bound on the probability of all other numbers."""

    @classmethod
    def for_round(cls, N: int, T: Period, tail: float) -> "ReportersLaw":
        """Return the law for N people, each of whom reports once in T rounds."""
        law = binomial_masses(N, float(1 / T), float(1 - 1 / T), tail * DUST)
        of, first, silent = law.of, law.start, 0.0
        if first == 0:
            silent, of, first = float(of[0]), of[1:], 1
        starts = np.unique(np.linspace(0, len(of), GROUPS, endpoint=False).astype(int))
        ends = np.append(starts[1:], len(of)) - 1
        return cls(
            (first + starts).astype(float),
            (first + ends).astype(float),
            np.add.reduceat(of, starts),
            silent,
            N * tail * DUST,
        )


def largest_report_error(
    N: int, T: Period, share: Fraction | None, tail: Fraction, excess: Real
) -> Real | None:
    """Bound the error of Glance's estimate, except for a tail; None if no error is that unlikely."""
    law, limit = ReportersLaw.for_round(N, T, float(tail)), float(tail)
    rate = None if share is None else float(lie(excess) + contrast(excess) * share)
    furthest = (
        float(truth(excess)) + FLOAT_ERROR
    )  # from 0 or 1 to a mean rate, which is between those of a lie and a truth

    def holds(off: float) -> bool:
        beyond = off - 1 / law.fewest
        if off > furthest:
            normal = np.zeros_like(law.fewest)
        elif rate is None:
            normal = 2 * normal_tails(2 * beyond * np.sqrt(law.fewest))
        else:
            above, below = (
                normal_tails(entropy_roots(law.fewest, beyond, each, off)) for each in (rate, 1 - rate)
            )
            normal = above + below
        failing = float(law.masses @ np.minimum(1.0, normal)) + law.silent + law.missing
        return failing * (1 + DOUBT + FLOAT_ERROR) <= limit

    found = least_where(holds, sqrt(1 / float(law.fewest[0])), 2.0)
    return None if found is None else Real(Fraction(found)) / contrast(excess)


def normal_tails(values: Array) -> Array:
    """Return for each number the probability that a normal one is larger; 1 for what is not above 0."""
    return np.array([erfc(each / sqrt(2)) / 2 if each > 0 else 1.0 for each in values.tolist()])


def entropy_roots(count: Array, beyond: Array, rate: float, off: float) -> Array:
    """Return sqrt(2 k D(s + x | s)) for counts k and distances x, a little less; infinite if s + `off` is above 1."""
    if rate + off > 1 + FLOAT_ERROR:
        return np.full_like(count, inf)
    rate = min(max(rate, 1e-300), 1 - 2.0**-53)
    x = np.clip(beyond, 0.0, 1 - rate)
    high = (rate + x) * np.log1p(x / rate)
    with np.errstate(divide="ignore", invalid="ignore"):
        low = np.where(rate + x < 1, (1 - rate - x) * np.log1p(-x / (1 - rate)), 0.0)
    found: Array = np.sqrt(np.maximum(0.0, 2 * count * (high + low) * (1 - FLOAT_ERROR)))
    return found


def likely_report_error(N: int, T: Period, share: Fraction, tail: Fraction, excess: Real) -> Real | None:
    """Return an error that Glance's estimate reaches, or has no estimate, with a probability above the tail.

    Return None if there is no estimate with a probability above the tail.
    """
    law, limit = ReportersLaw.for_round(N, T, float(tail)), float(tail)
    if law.silent > limit:
        return None
    p, mu = float(truth(excess)), float(share)
    gap = float(contrast(excess))

    def variances(counts: Array) -> Array:
        found: Array = counts * (p * (1 - p) + mu * (1 - mu) * gap**2 * (N - counts) / max(N - 1, 1))
        return found

    # A variance is concave in k, and so is least at an end of a group; k over its root rises.
    least = np.minimum(variances(law.fewest), variances(law.most)).tolist()
    ratios = law.most / np.sqrt(variances(law.most))

    def reached(off: float) -> bool:
        chances = [deviation_chance(*each, 1, 1) for each in zip((off * ratios).tolist(), least, strict=True)]
        return float(law.masses @ np.maximum(0.0, chances)) * (1 - DOUBT) + law.silent > limit

    return Real(Fraction(largest_where(reached, sqrt(1 / float(law.fewest[0]))))) / contrast(excess)
