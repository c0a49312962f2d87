"""How far the estimates are from an item's count, but for a probability of delta at most; in people, for ideal hashes.

A bound on a sum of independent numbers is Hoeffding's, which `deviation` gives for numbers from 0 to 1. Those of the
mean and of the minimum hold however the other people's items are distributed: an S is checked, and changes nothing.
`per_user`, where every report has a hash of its own, needs no d.
"""

from fractions import Fraction

from ldproof.budget import Budget
from ldproof.numbers import Elementary, Real, exp, least, lift, log, real, sqrt
from ldproof.numbers.choices import choices
from ldproof.rejections import Reason, Refused
from ldproof.sketch.hashing import family
from ldproof.sketch.intervals import deviation
from ldproof.sketch.plan import Rows
from ldproof.sketch.report_model import ReportModel, hearing
from ldproof.sketch.variance import possible, row_variance

__all__ = ["alpha_mean", "alpha_median", "alpha_min"]


def alpha_mean(
    mechanism: str,
    N: int,
    f: int,
    w: int,
    delta: Fraction,
    d: int | None = None,
    budget: Budget | None = None,
    p: Fraction | None = None,
    q: Fraction | None = None,
    S: int | None = None,
) -> Real:
    """Section 4.2, corrected: how far the mean estimate is from f.

    (w/(w-1)) [sqrt(N ln(2/d1)/2) / (q-p) + (N-f) sqrt(ln(2/d2)/(2d))] with d1 = d2 = delta/2. Given the hashes, the
    N reports are independent, whichever rows they are about; and their mean is, for each row, within N - f of a
    range whose rows are independent. Of all rows there are N d numbers, each counting for 1/d; where every report
    has its own hash, reports are independent and nothing is left to the hashes, so that d1 = delta. A sign varies
    by 2 where a bit varies by 1.
    """
    heard = hearing(mechanism, w, d, budget, p, q)
    within(N, f, S)
    alone = heard.rows is Rows.OWN or f == N

    risk = real(delta if alone else delta / 2)
    reports = Real(Fraction(N, heard.d) if heard.rows is Rows.ALL else N)
    noisy = heard.channel.support_range * deviation(reports, risk) / gap(heard)
    collided = Real(0) if alone else (N - f) * deviation(Real(Fraction(1, heard.d)), risk)
    return (noisy + collided) * w / (w - 1)


def alpha_median(
    mechanism: str,
    N: int,
    f: int,
    S: int,
    w: int,
    delta: Fraction,
    d: int | None = None,
    budget: Budget | None = None,
    p: Fraction | None = None,
    q: Fraction | None = None,
) -> Real:
    """How far the median estimate is from f: sqrt(V / r), where V is the variance of one row's estimate.

    By Chebyshev a row is further off with probability r at most. For the median at least k = ceil(d/2) rows must
    be. Where the rows are independent, that has a probability of at most (4 r (1 - r))^(d/2), by Chernoff, and of
    at most C(d, k) r^k; r is the larger number for which one of these is delta. Sampled rows share out the people
    and are not independent: then it is at most d r / k, by Markov.
    """
    heard = hearing(mechanism, w, d, budget, p, q)
    of_row = row_variance(heard, N, f, S, family("ideal", w))
    return sqrt(of_row / row_risk(heard.rows, heard.d, delta))


def row_risk(rows: Rows, d: int, delta: Fraction) -> Real:
    """How often a row may be off, for the median to be off with probability delta at most."""
    half = (d + 1) // 2
    if rows is Rows.ALL:
        return most(lift(by_chernoff, d, delta), lift(by_counting, half, choices(d, half), delta))
    return real(delta if rows is Rows.OWN else delta * half / d)


def by_chernoff(d: Elementary, delta: Elementary) -> Elementary:
    """The r below 1/2 with (4 r (1 - r))^(d/2) = delta."""
    return (1 - sqrt(1 - exp(2 * log(delta) / d))) / 2


def by_counting(half: Elementary, ways: Elementary, delta: Elementary) -> Elementary:
    """The r with ways r^half = delta."""
    return exp(log(delta / ways) / half)


def alpha_min(
    mechanism: str,
    N: int,
    f: int,
    w: int,
    delta: Fraction,
    d: int | None = None,
    budget: Budget | None = None,
    p: Fraction | None = None,
    q: Fraction | None = None,
    S: int | None = None,
) -> Real:
    """How far the minimum, collisions and all, is from f: s + min(N - f, (N-f)/w (2/delta)^(1/d)).

    Given the hashes, a row's estimate has the mean of its column's people, f or more. Every row is at most s below
    its mean, and the row of the least mean is at most s above, but for d + 1 times Hoeffding's risk, delta/2 in
    all. That least mean is f + x or more with probability (N-f)/(w x) to the power of d, by Markov, which is
    delta/2. Of sampled rows a report counts for d people or for none, so that s is d times as large.
    """
    heard = hearing(mechanism, w, d, budget, p, q)
    within(N, f, S)
    if heard.rows is Rows.OWN:
        raise Refused(Reason.OUT_OF_RANGE, f"{mechanism} has no rows", "a mechanism with rows")

    scale = heard.channel.support_range * (heard.d if heard.rows is Rows.SAMPLED else 1)
    noisy = scale * lift(deviation, N, delta / (heard.d + 1)) / gap(heard)
    collided = lift(by_counting, heard.d, 1, delta / 2) * w
    return noisy + (N - f) * least(Real(1), 1 / collided)


def gap(heard: ReportModel) -> Real:
    """By how much more one's own column is supported than another."""
    return heard.channel.high - heard.channel.low


def most(one: Real, other: Real) -> Real:
    """The larger of two numbers."""
    return -least(-one, -other)


def within(N: int, f: int, S: int | None) -> None:
    """Refuse more holders than people, and squares that no counts have; without them the bound is the same."""
    if f > N:
        raise Refused(Reason.OUT_OF_RANGE, f"f = {f} exceeds N = {N}", "f <= N")
    if S is not None:
        possible(N, f, S)
