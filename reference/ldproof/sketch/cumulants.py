"""A bound on the cumulants of an item's support that holds for all counts, and the counts that it leaves for the item.

Let f of N people hold an item, and let T be the number of the reports that support it: the sum of the bits of the
mean estimate, where a sign s is the bit (1 + s)/2. A bit has the mean `high` in the holder's own column and `low`
elsewhere. Two items collide with probability c, and everybody else's items are arbitrary, but fixed before the hashes.

For every real t there are alpha(t) and beta(t) such that, over the hashes and the reports, for all counts,

    E exp(t T) <= exp(f alpha(t) + (N - f) beta(t)).                                                             (1)

Put u = e^t - 1 and m = low + (high - low) c, and let R_j be the number of people with other items that collide in row
j, over N. The rows are independent, 0 <= R_j <= (N - f)/N, and E R_j = c (N - f)/N.

Own hashes: alpha = ln(1 + high u) and beta = ln(1 + m u), as the reports are independent.
A sampled row: the same, and what collisions add. The logarithm is concave, so its tangent in m is above it: given the
hashes, ln E exp(t T) <= f alpha + (N - f) ln(1 + m u) + e (N/d) sum_j (R_j - E R_j), e = (high - low) u/(1 + m u).
All rows: alpha = d ln(1 + high u), and given the hashes ln E exp(t T) = f alpha + (N - f) d (ln(1 + low u) + c e)
+ e N sum_j (R_j - E R_j), e = ln((1 + high u)/(1 + low u)).

Let z be e N/d or e N, the factor of R_j - E R_j. Let p = 1 - c if t > 0, and p = c if t < 0. Then

    N ln E exp(z (R_j - E R_j)) <= (N - f) min(ln(1 + p (e^-|z| - 1)) + p |z|, v phi(p |z|)/p^2),                (2)

phi(x) = e^x - 1 - x, if N^2 Var R_j <= N (N - f) v. The first is by convexity, since R_j N/(N - f) is from 0 to 1: a
row in which all others collide or none does is the worst. The second is Bennett's inequality. v = c (1 - c) always
does. If no item has more than M holders and `triple` is the probability that three items share a column, then so does
v = x + (c (1 - c) - x) M/N, x = max(0, triple - c^2).

By (1) and Markov's inequality, for all t, except with probability e^-L,

    t T < f alpha + (N - f) beta + L,                                                                            (3)

so that f >= (t T - N beta - L)/(alpha - beta) if t > 0, and f <= the same if t < 0. For a given f, the events T >= x_t
in which (3) fails for a t > 0 are nested, and so is their union over t, whose probability is e^-L at most: so t may be
chosen after T is seen. Floats choose it, among `RATES`; the bound at that t is a certified number.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TypeVar

import numpy as np

from ldproof.numbers import Array, Ball, Real, ball, expm1, least, lift, like, log1p
from ldproof.sketch.channels import Channel

Enclosed = TypeVar("Enclosed", Array, Ball)
"""Floats at all rates, or a ball at one."""

RATES = tuple(Fraction(m, 4) * Fraction(2) ** k for k in range(-36, 5) for m in range(4, 8))
"""All |t| that are tried: one is within an eighth of the best, which costs less than 1% of a bound's width."""

FLOATS = np.array([float(each) for each in RATES])

LEAST_SLOPE = 1e-9
"""A t at which alpha - beta is less than this times t says nothing: in floats it may be a rounding error."""

STEEPEST = 600
"""Bennett's inequality is asked for no larger p |z|: e^600 v exceeds every |z|, and with it the other bound."""


@dataclass(frozen=True)
class Crowd:
    """Of how many people the reports are, and how these say a column, as bits."""

    N: Fraction
    d: int
    """The number of hashes that everybody shares; 0 if every report has a hash of its own."""
    told: int
    """About how many rows a person reports: 1, or d."""
    low: Real
    high: Real
    collision: Fraction
    variance: Real
    """v of (2); of no use where d is 0."""

    @property
    def moments(self) -> tuple[Real, Real, Real]:
        """The numbers that may be irrational: low, high and v."""
        return self.low, self.high, self.variance

    @cached_property
    def tables(self) -> dict[int, tuple[Array, Array, Array]]:
        """t, alpha(t) and beta(t) as floats for all |t| of `RATES`, by the sign of t."""
        chance, count = float(self.collision), len(FLOATS)
        t, p = np.concatenate((FLOATS, -FLOATS)), np.repeat((1 - chance, chance), count)
        low, high, variance = (np.full_like(t, float(each)) for each in self.moments)
        alpha, beta = both(self, t, p, low, high, variance)
        return {
            sign: (t[part], alpha[part], beta[part])
            for sign, part in ((1, slice(count)), (-1, slice(count, None)))
        }


def crowd_of(channel: Channel, N: Fraction, d: int, told: int, collision: Fraction, variance: Real) -> Crowd:
    """The crowd whose reports a channel says; d is 0 if every report has a hash of its own."""
    bits = channel.support_range == 1
    low, high = (each if bits else (1 + each) / 2 for each in (channel.low, channel.high))
    return Crowd(N, d if collision else 0, told, low, high, collision, variance)


def share_of_pairs(collision: Fraction, triple: Fraction | None, heaviest: Real, N: Fraction) -> Real:
    """v of (2), if no item has more holders than `heaviest`; without `triple` that changes nothing."""
    most = collision * (1 - collision)
    if triple is None:
        return Real(most)
    tied = max(Fraction(0), triple - collision**2)
    return tied + (most - tied) * least(Real(1), heaviest / N)


def both(
    crowd: Crowd, t: Enclosed, p: Enclosed, low: Enclosed, high: Enclosed, variance: Enclosed
) -> tuple[Enclosed, Enclosed]:
    """alpha(t) and beta(t); p is that of (2)."""
    u, chance, gap = expm1(t), like(t, crowd.collision), high - low
    own, mean = log1p(high * u), low + gap * chance
    if not crowd.d:
        return own, log1p(mean * u)
    if crowd.told > 1 or crowd.d == 1:
        steep = own - log1p(low * u)
        base, factor = crowd.told * (log1p(low * u) + chance * steep), like(t, crowd.N)
    else:
        steep = gap * u / (1 + mean * u)
        base, factor = log1p(mean * u), like(t, crowd.N / crowd.d)
    size = abs(steep) * factor
    bennett = variance / (p * p) * excess(smaller(p * size, like(t, STEEPEST)))
    added = smaller(of_bit(size, p), bennett)
    return crowd.told * own, base + crowd.d * added / like(t, crowd.N)


def smaller(x: Enclosed, y: Enclosed) -> Enclosed:
    """The smaller of two numbers; a ball of it is no larger than it has to be if one of both is huge, unlike `least`'s."""
    if isinstance(x, Ball):
        return x.min(y)
    return least(x, y)


def of_bit(size: Enclosed, p: Enclosed) -> Enclosed:
    """ln E e^(-z (b - p)) of a bit b that is 1 with probability p, for a z of 0 or more."""
    return log1p(p * expm1(-size)) + p * size


def excess(x: Enclosed) -> Enclosed:
    """phi(x) = e^x - 1 - x."""
    return expm1(x) - x


def bound(crowd: Crowd, support: int, L: Real, sign: int) -> Real:
    """The f of (3) at the best t of this sign: a lower bound on the holders if the sign is 1, an upper one if it is -1.

    It is clipped to 0 <= f <= N.
    """
    t, alpha, beta = crowd.tables[sign]
    trivial = Fraction(0) if sign > 0 else crowd.N
    useful = sign * (alpha - beta) > LEAST_SLOPE * np.abs(t)
    found = np.full_like(t, float(trivial))
    np.divide(t * float(support) - float(crowd.N) * beta - float(L), alpha - beta, out=found, where=useful)
    best = int(np.argmax(sign * found))
    if sign * (found[best] - float(trivial)) <= 0:
        return Real(trivial)
    at = sign * RATES[best]
    return lift(partial(_solved, crowd, support, at), *crowd.moments, L, exactly=False)


def farthest(crowd: Crowd, holders: tuple[int, int], L: Real) -> Real:
    """How far the mean estimate is from f, for every f from one number of holders to another.

    Either side fails with probability e^-L at most. At each t, (3) less the mean of t T is affine in f: the ends decide.
    """
    sides = []
    for sign, (t, alpha, beta) in crowd.tables.items():
        low, high = (np.full_like(t, float(each)) for each in (crowd.low, crowd.high))
        own, other = _centred(crowd, t, alpha, beta, low, high)
        one, most = (f * own + float(crowd.N - f) * other for f in holders)
        worst = np.maximum(one, most)
        at = sign * RATES[int(np.argmin((worst + float(L)) / np.abs(t)))]
        sides.append(lift(partial(_off, crowd, at, holders), *crowd.moments, L, exactly=False))
    return -least(*(-each for each in sides))


def _centred(
    crowd: Crowd, t: Enclosed, alpha: Enclosed, beta: Enclosed, low: Enclosed, high: Enclosed
) -> tuple[Enclosed, Enclosed]:
    """alpha and beta less t times what a holder, or another person, adds to T on average."""
    mean = low + (high - low) * like(t, crowd.collision)
    return alpha - t * crowd.told * high, beta - t * crowd.told * mean


def _off(
    crowd: Crowd, t: Fraction, holders: tuple[int, int], low: Ball, high: Ball, variance: Ball, L: Ball
) -> Ball:
    """(3) less the mean of t T, for the worse of two numbers of holders, in people."""
    alpha, beta = _cumulants(crowd, t, low, high, variance)
    own, other = _centred(crowd, ball(t), alpha, beta, low, high)
    one, most = (f * own + ball(crowd.N - f) * other for f in holders)
    return (one.max(most) + L) / (ball(abs(t) * crowd.told * (1 - crowd.collision)) * (high - low))


def _solved(crowd: Crowd, support: int, t: Fraction, low: Ball, high: Ball, variance: Ball, L: Ball) -> Ball:
    """(3) solved for f, and clipped."""
    alpha, beta = _cumulants(crowd, t, low, high, variance)
    people = ball(crowd.N)
    return ((ball(t * support) - people * beta - L) / (alpha - beta)).max(0).min(people)


def _cumulants(crowd: Crowd, t: Fraction, low: Ball, high: Ball, variance: Ball) -> tuple[Ball, Ball]:
    p = 1 - crowd.collision if t > 0 else crowd.collision
    return both(crowd, ball(t), ball(p), low, high, variance)
