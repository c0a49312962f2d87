"""The m and r whose estimate of one round is off least: the exact quantiles of those that may be it are compared.

Most are ruled out in floats: by their variance, or by the probability of being off farther than the best so far. With v
the variance of the number of ones, which adds up independent bits, its fourth central moment is at most 3 v^2 + v. So by
Paley and Zygmund it is off by sqrt(t v) or more with probability (1 - t)^2 / (3 + 1/v) at least, for t from 0 to 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, sqrt

import numpy as np

from ldproof.budget import Budget
from ldproof.numbers import Array, Real, lift, surely_below
from ldproof.shots.inversion import largest_quantile, quantile
from ldproof.shots.parameters import Parameters
from ldproof.shots.variance import variance, worst_variance

HAIR = 1e-6
"""By more than that, relatively or of a person, floats are not off here."""

DUMMIES = (Fraction(0), Fraction(1, 2), Fraction(1))
"""The r that are tried: the variance is concave in r, so that an end has the least; 1/2 is there to be compared."""

WIDE = 12
"""So many standard deviations, and 60 more, are all but 10^-25 of a binomial law, by Bernstein."""

ENDS = 8
"""Where anybody may be active, so many numbers of them at either end are looked at first: the worst is mostly there."""


@dataclass(frozen=True, slots=True)
class Choice:
    """So many reports, so many ones among the dummies, and the error that they make."""

    shots: Parameters
    alpha: Real
    """The largest error that is reached with a probability above the tail in question."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An m and an r, with the probabilities of a 1 from active and from idle people, in floats."""

    shots: Parameters
    variance: float
    """Of one person's Phi."""
    p: float
    q: float
    gap: float

    def off(self, N: int, tail: float) -> float:
        """An error that is certainly reached with a probability above `tail` where the variance is this."""
        ones = self.variance * N * self.gap**2
        part = 1 - sqrt(tail * (3 + 1 / ones)) if ones else 0.0
        return sqrt(max(0.0, part) * self.variance / N) * (1 - HAIR)

    def surely_off(self, N: int, active: int, alpha: float, tail: float) -> bool:
        """Whether an error above alpha certainly has a probability above `tail`."""
        first, second = binomial(active, self.p), binomial(N - active, self.q)
        mean = active * self.p + (N - active) * self.q
        distance = alpha * (1 + HAIR) * N * self.gap + HAIR
        low, high = floor(mean - distance), ceil(mean + distance)
        below, above = np.cumsum(second.of), np.cumsum(second.of[::-1])[::-1]
        places = np.arange(first.start, first.start + len(first.of)) + second.start
        fewer = np.append(0.0, below)[np.clip(low + 1 - places, 0, len(below))]
        more = np.append(above, 0.0)[np.clip(high - places, 0, len(above))]
        return float(first.of @ (fewer + more)) > tail * (1 + HAIR)


@dataclass(frozen=True, slots=True)
class Law:
    """The probabilities of neighbouring whole numbers; all others have next to none."""

    start: int
    of: Array


def binomial(count: int, chance: float) -> Law:
    """The law of the ones among independent trials, as far as anything is likely."""
    if not 0 < chance < 1:
        return Law(count if chance else 0, np.ones(1))
    reach = ceil(WIDE * sqrt(count * chance * (1 - chance))) + 60
    likeliest = min(count, int((count + 1) * chance))
    low, high = max(0, likeliest - reach), min(count, likeliest + reach)
    above, below = np.arange(likeliest, high), np.arange(likeliest, low, -1)
    odds = chance / (1 - chance)
    rising = np.cumprod((count - above) / (above + 1) * odds)
    falling = np.cumprod(below / (count - below + 1) / odds)
    weights = np.concatenate((falling[::-1], [1.0], rising))
    return Law(low, weights / weights.sum())


def least_error(N: int, T: int, whole: Budget, tail: Fraction, active: int | None = None) -> Choice:
    """The m <= T and the r with the least quantile; in a round with so many active people, or whoever is active.

    Where nobody says who is active, and where half are, r = 1 is as good as r = 0: it is the same with all states and
    bits flipped.
    """
    best: Choice | None = None
    ends = range(min(ENDS, N + 1))
    crowds = [active] if active is not None else [*ends, *(N - each for each in ends)]
    for each in candidates(N, T, whole, active):
        shots = each.shots
        if best is not None:
            off = float(best.alpha)
            if each.off(N, float(tail)) > off * (1 + HAIR) or any(
                each.surely_off(N, people, off, float(tail)) for people in crowds
            ):
                continue
        alpha = error(shots, N, tail, active)
        if best is None or surely_below(alpha, best.alpha):
            best = Choice(shots, alpha)
    if best is None:
        raise AssertionError("T is at least 1")
    return best


def least_variance(N: int, T: int, whole: Budget, active: int | None = None) -> Parameters:
    """The m <= T and the r with the least exact variance; in a round with so many active people, or at worst."""
    (first, *others) = promising(N, T, whole, active)
    for other in others:
        if surely_below(spread(other, N, active), spread(first, N, active)):
            first = other
    return first


def promising(N: int, T: int, whole: Budget, active: int | None) -> list[Parameters]:
    """Those whose variance is, in floats, hardly more than the least."""
    first, *others = candidates(N, T, whole, active)
    return [first.shots, *(each.shots for each in others if each.variance <= first.variance * (1 + HAIR))]


def spread(shots: Parameters, N: int, active: int | None) -> Real:
    """The exact variance."""
    m, T, r, excess = shots.m, shots.T, shots.r, shots.budget.report_excess()
    if active is None:
        return lift(worst_variance, N, m, T, r, excess)
    return lift(variance, N, m, T, r, Fraction(active, N), excess)


def error(shots: Parameters, N: int, tail: Fraction, active: int | None) -> Real:
    """The largest error of one round that is reached with a probability above `tail`."""
    return largest_quantile(shots, N, tail) if active is None else quantile(shots, N, active, tail)


def candidates(N: int, T: int, whole: Budget, active: int | None) -> Iterator[Candidate]:
    """All m and r, those of the least variance first, as floats tell."""
    m, epsilon = np.arange(1, T + 1), float(whole.epsilon())
    inverse = np.exp(-epsilon / m)
    lie, share = inverse / (1 + inverse), m / T
    gap = share * -np.expm1(-epsilon / m) / (1 + inverse)
    found: list[tuple[float, int, Fraction, float, float, float]] = []
    for r in DUMMIES:
        if r == 1 and (active is None or 2 * active == N):
            continue
        p, q = share * (1 - lie) + (1 - share) * float(r), share * lie + (1 - share) * float(r)
        one, zero = p * (1 - p), q * (1 - q)
        noise = np.maximum(one, zero) if active is None else active / N * one + (1 - active / N) * zero
        columns = (each.tolist() for each in (noise / gap**2, p, q, gap))
        # For m = T there are no dummies.
        found += [
            (off, number, r, *rates)
            for number, (off, *rates) in enumerate(zip(*columns, strict=True), 1)
            if number < T or not r
        ]
    for off, number, r, *rates in sorted(found):
        yield Candidate(Parameters(T, number, r, whole.over(number)), off, *rates)
