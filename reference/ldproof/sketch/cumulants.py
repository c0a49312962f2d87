"""A bound on the cumulants of an item's support that holds for all counts, and the counts that it leaves for the item.

Let f of N people hold an item, and let T be the number of the reports that support it: the sum of the bits of the
mean estimate, where a sign s is the bit (1 + s)/2. A bit has the mean `high` in the holder's own column and `low`
elsewhere. Two items collide with probability c, and everybody else's items are arbitrary, but fixed before the hashes.

For every real t there are alpha(t) and beta(t) such that, over the hashes and the reports, for all counts,

    E exp(t T) <= exp(f alpha(t) + (N - f) beta(t)).                                                             (1)

Where columns have signs, `high` is (1 + h)/2, and a bit of another item has the mean (1 + h)/2, 1/2 or (1 - h)/2: it is
as if the item collided with a share of 1, 1/2 or 0 of its people. So below `low` is (1 - h)/2 and c is 1/2, the mean share,
and for one row, too, the tangent is above.

Put u = e^t - 1 and m = low + (high - low) c, and let R_j be the number of people with other items that collide in row
j, over N. The rows are independent, 0 <= R_j <= (N - f)/N, and E R_j = c (N - f)/N.

Own hashes: alpha = ln(1 + high u) and beta = ln(1 + m u), as the reports are independent.
A sampled row: the same, and what collisions add. The logarithm is concave, so its tangent in m is above it: given the
hashes, ln E exp(t T) <= f alpha + (N - f) ln(1 + m u) + e (N/d) sum_j (R_j - E R_j), e = (high - low) u/(1 + m u).
All rows: alpha = d ln(1 + high u), and given the hashes ln E exp(t T) = f alpha + (N - f) d (ln(1 + low u) + c e)
+ e N sum_j (R_j - E R_j), e = ln((1 + high u)/(1 + low u)).

Let z be e N/d or e N, the factor of R_j - E R_j. Let p = 1 - c if t > 0, and p = c if t < 0. Then

    N ln E exp(z (R_j - E R_j)) <= (N - f) min(psi(rho |z|)/rho, v phi(p |z|)/p^2),                              (2)

psi(x) = ln(1 + p (e^-x - 1)) + p x and phi(x) = e^x - 1 - x, if N^2 Var R_j <= N (N - f) v. The first holds with rho =
1 by convexity, since R_j N/(N - f) is from 0 to 1: a row in which all others collide or none does is the worst. If the
columns of all items are independent and no item has more than rho N holders, then it holds with this rho: N R_j is a
sum of f_i b_i with independent bits b_i, and as psi is convex and psi(0) = 0, sum_i psi(|z| f_i/N) is at most
psi(rho |z|) (N - f)/(rho N). The second is Bennett's inequality. v = c (1 - c) always
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

from ldproof.numbers import Array, Ball, Real, ball, expm1, largest_number, least, lift, like, log1p
from ldproof.sketch.channels import Channel

Enclosed = TypeVar("Enclosed", Array, Ball)
"""Floats at all rates, or a ball at one."""

RATES = tuple(Fraction(m, 4) * Fraction(2) ** k for k in range(-36, 5) for m in range(4, 8))
"""All |t| that are tried: one is within an eighth of the best, which costs less than 1% of a bound's width."""

FLOATS = np.array([float(each) for each in RATES])

LEAST_SLOPE = 1e-9
"""A t is skipped if alpha - beta is less than this times t, which may be a rounding error of floats."""

STEEPEST = 600
"""p |z| is cut off here in Bennett's inequality: e^600 v exceeds every |z|, so that the other bound is smaller anyway."""


@dataclass(frozen=True)
class Crowd:
    """People and their reports as bits: how many, about how many rows, and with what probabilities."""

    N: Fraction
    d: int
    """The number of hashes that everybody shares; 0 if every report has a hash of its own."""
    rows_reported: int
    """How many rows a person reports about: 1, or d."""
    low: Real
    high: Real
    collision: Fraction
    variance: Real
    """v of (2); unused if d is 0."""
    reach: Real
    """rho of (2); unused if d is 0."""
    has_signed_columns: bool = False
    """Whether an item can collide with half of its people; then logarithms are not affine in the share, even if d is 1."""

    @property
    def moments(self) -> tuple[Real, Real, Real, Real]:
        """low, high, v and rho, which may be irrational."""
        return self.low, self.high, self.variance, self.reach

    @cached_property
    def tables(self) -> dict[int, tuple[Array, Array, Array]]:
        """t, alpha(t) and beta(t) as floats for all |t| of `RATES`, by the sign of t."""
        chance, count = float(self.collision), len(FLOATS)
        t, p = np.concatenate((FLOATS, -FLOATS)), np.repeat((1 - chance, chance), count)
        moments = (np.full_like(t, float(each)) for each in self.moments)
        alpha, beta = cumulant_bounds(self, t, p, *moments)
        return {
            sign: (t[part], alpha[part], beta[part])
            for sign, part in ((1, slice(count)), (-1, slice(count, None)))
        }


def crowd_from_channel(
    channel: Channel,
    N: Fraction,
    d: int,
    rows_reported: int,
    collision: Fraction,
    triple: Fraction | None,
    heaviest: Real,
    reach: Real,
) -> Crowd:
    """Return the crowd that reports through a channel, in which no item has more holders than `heaviest`.

    d is 0 if every report has a hash of its own.
    """
    least_mean, share, variance = channel.low, collision, collision_variance(collision, triple, heaviest, N)
    if channel.has_signed_columns:
        least_mean, share = -channel.high, Fraction(1, 2)
        variance = least(Real(1), heaviest / N) / (2 * channel.width)
    bits = channel.support_range == 1
    low, high = (each if bits else (1 + each) / 2 for each in (least_mean, channel.high))
    return Crowd(
        N, d if share else 0, rows_reported, low, high, share, variance, reach, channel.has_signed_columns
    )


def collision_variance(collision: Fraction, triple: Fraction | None, heaviest: Real, N: Fraction) -> Real:
    """Return v of (2) if no item has more holders than `heaviest`, which is used only if `triple` is known."""
    most = collision * (1 - collision)
    if triple is None:
        return Real(most)
    tied = max(Fraction(0), triple - collision**2)
    return tied + (most - tied) * least(Real(1), heaviest / N)


def cumulant_bounds(
    crowd: Crowd,
    t: Enclosed,
    p: Enclosed,
    low: Enclosed,
    high: Enclosed,
    variance: Enclosed,
    reach: Enclosed,
) -> tuple[Enclosed, Enclosed]:
    """Return alpha(t) and beta(t) of (1), with p as in (2)."""
    u, chance, gap = expm1(t), like(t, crowd.collision), high - low
    own, mean = log1p(high * u), low + gap * chance
    if not crowd.d:
        return own, log1p(mean * u)
    if crowd.rows_reported > 1 or (crowd.d == 1 and not crowd.has_signed_columns):
        steep = own - log1p(low * u)
        base, factor = crowd.rows_reported * (log1p(low * u) + chance * steep), like(t, crowd.N)
    else:
        steep = gap * u / (1 + mean * u)
        base, factor = log1p(mean * u), like(t, crowd.N / crowd.d)
    size = abs(steep) * factor
    x = least(p * size, like(t, STEEPEST))
    bit = reach * size
    psi, phi = log1p(p * expm1(-bit)) + p * bit, expm1(x) - x
    added = least(psi / reach, variance / (p * p) * phi)
    return crowd.rows_reported * own, base + crowd.d * added / like(t, crowd.N)


def bound_holders(crowd: Crowd, support: int, L: Real, sign: int) -> Real:
    """Return the f of (3) at the best t of a sign, clipped to 0 <= f <= N.

    It is a lower bound on the number of holders if the sign is 1, and an upper bound if it is -1.
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

    def holders_at(low: Ball, high: Ball, variance: Ball, reach: Ball, L: Ball) -> Ball:
        alpha, beta = _ball_cumulants(crowd, at, low, high, variance, reach)
        people = ball(crowd.N)
        return ((ball(at * support) - people * beta - L) / (alpha - beta)).max(0).min(people)

    return lift(holders_at, *crowd.moments, L, exactly=False)


def largest_deviation(crowd: Crowd, holders: tuple[int, int], L: Real) -> Real:
    """Bound the error of the mean estimate, for every number of holders f between two numbers.

    Each side fails with probability at most e^-L. At each t, (3) minus the mean of t T is affine in f, so the largest
    value is at one of the ends.
    """
    sides = []
    for sign, (t, alpha, beta) in crowd.tables.items():
        low, high = (np.full_like(t, float(each)) for each in (crowd.low, crowd.high))
        own, other = _centred_cumulants(crowd, t, alpha, beta, low, high)
        one, most = (f * own + float(crowd.N - f) * other for f in holders)
        worst = np.maximum(one, most)
        at = sign * RATES[int(np.argmin((worst + float(L)) / np.abs(t)))]
        sides.append(lift(partial(_deviation_at, crowd, at, holders), *crowd.moments, L, exactly=False))
    return largest_number(sides)


def _centred_cumulants(
    crowd: Crowd, t: Enclosed, alpha: Enclosed, beta: Enclosed, low: Enclosed, high: Enclosed
) -> tuple[Enclosed, Enclosed]:
    """Return alpha and beta minus t times what a holder, or another person, adds to T on average."""
    mean = low + (high - low) * like(t, crowd.collision)
    return alpha - t * crowd.rows_reported * high, beta - t * crowd.rows_reported * mean


def _deviation_at(
    crowd: Crowd,
    t: Fraction,
    holders: tuple[int, int],
    low: Ball,
    high: Ball,
    variance: Ball,
    reach: Ball,
    L: Ball,
) -> Ball:
    """Return (3) minus the mean of t T in people, for the worse of two numbers of holders."""
    alpha, beta = _ball_cumulants(crowd, t, low, high, variance, reach)
    own, other = _centred_cumulants(crowd, ball(t), alpha, beta, low, high)
    one, most = (f * own + ball(crowd.N - f) * other for f in holders)
    return (one.max(most) + L) / (ball(abs(t) * crowd.rows_reported * (1 - crowd.collision)) * (high - low))


def _ball_cumulants(crowd: Crowd, t: Fraction, *moments: Ball) -> tuple[Ball, Ball]:
    p = 1 - crowd.collision if t > 0 else crowd.collision
    return cumulant_bounds(crowd, ball(t), ball(p), *moments)
