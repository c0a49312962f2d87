"""Candidates' frequencies with simultaneous confidence intervals.

Let k candidates be named before the hashes are drawn. For all counts, with probability 1 - delta over the hashes and the
reports, every candidate's count is in its interval. It is no promise to whoever chooses the candidates afterwards.

`intervals` is Chernoff's bound for all counts, which `cumulants` has: noise and collisions together, with the variance
of each. Of delta, a (k + 1)-th part goes to each candidate, half of it to each end, and one to the heaviest item of
all. That item's support is at most what the best column of each row has, added up; so the upper end there bounds every
item's count, M, and with it the variance of collisions. Where the hashes are not independent in threes, nothing follows
from M; and where every report has its own hash, nothing collides. Then each candidate has a k-th part.

How wide. Bernstein's inequality for known counts has the half-width sqrt(2 V L) and a term of order L, where V is the
exact variance and L = ln(2 k/delta). At 100,000 people, 2,000 items (Zipf), oue, w = 1014, d = 1024 and delta = 1/20,
the upper ends are 1.01 times sqrt(2 V L) away from the estimate at epsilon = 1, and 1.04 to 1.07 times at epsilon = 4;
the lower ones 1.01 to 1.3 times (one seed). Where collisions outweigh the noise it is more: at w = 64 and epsilon = 4 up to 1.6
times, and with 64 rows, w = 128 and epsilon = 2, 3.9 times below the heaviest item. For S, the sum of the squares of the
counts, is known only as M N at most; and hashes that are independent in threes, but no further, may let all others
collide at once, N/d people.

`separate_intervals` bounds both apart. Given the hashes, the reports' supports are independent and of a known reach, so
that Hoeffding's inequality bounds the noise, by A. Over the hashes, collisions add N - f times r, a mean of d independent
numbers from 0 to 1, of which c was taken out, the mean of r. So they add (N - f) B at most, by the same inequality or by
Bernstein's; and as r >= 0, they take away no more than (N - f) c / (1 - c). Each bound has half of a candidate's part of
delta. estimate - f <= A + (N - f) B, and the same on the other side, is solved for f and held against 0 <= f <= N.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from ldproof.domains import DOMAINS
from ldproof.numbers import Ball, Elementary, Real, ball, least, lift, log, real, sqrt
from ldproof.rejections import Reason, Refused
from ldproof.sketch.cumulants import (
    Crowd,
    bound_holders,
    collision_variance,
    crowd_from_channel,
    largest_deviation,
)
from ldproof.sketch.estimators import Hits, mean
from ldproof.sketch.plan import Rows
from ldproof.sketch.report_model import ReportModel


@dataclass(frozen=True, slots=True)
class Interval:
    """What is estimated, and between which numbers the truth is."""

    lower: Real
    estimate: Real
    upper: Real


def intervals(hits: Hits, delta: object) -> list[Interval]:
    """Return an interval for each item. With probability at least 1 - delta all of them hold their items' counts."""
    estimates, risk = mean(hits), accepted_risk(hits, delta)
    if not estimates:
        return []
    supports = hits.supports.sum(axis=0).tolist()
    known = hits.shared and hits.heaviest is not None and hits.triple is not None
    each = risk / (len(estimates) + known)
    crowd = crowd_beside(hits, Real(hits.N))
    if known and hits.heaviest is not None:
        crowd = crowd_beside(
            hits, bound_holders(crowd, in_bits(hits, hits.heaviest), log(Real(1 / each)), -1)
        )
    L = log(Real(2 / each))

    def found(support: int, estimate: Real) -> Interval:
        bits = in_bits(hits, support)
        return Interval(bound_holders(crowd, bits, L, 1), estimate, bound_holders(crowd, bits, L, -1))

    return [found(*each) for each in zip(supports, estimates, strict=True)]


def accepted_risk(hits: Hits, delta: object) -> Fraction:
    """Delta as a fraction, if there are reports."""
    if not hits.N:
        raise Refused(Reason.TOO_FEW_PEOPLE, "nobody has reported", "one report or more")
    return Fraction(DOMAINS["delta"].accept("delta", delta))


def crowd_beside(hits: Hits, heaviest: Real) -> Crowd:
    """Return the people of these reports, if no item has more holders than `heaviest`."""
    d, rows_reported = len(hits.reporters) if hits.shared else 0, len(hits.reporters) // hits.scale
    variance = collision_variance(hits.collision, hits.triple, heaviest, hits.N)
    return crowd_from_channel(hits.channel, hits.N, d, rows_reported, hits.collision, variance)


def in_bits(hits: Hits, support: int) -> int:
    """Return how many reports support an item. Of signs, these are the ones that are 1."""
    return support if hits.channel.support_range == 1 else (support + int(hits.reporters.sum())) // 2


def largest_error(heard: ReportModel, counts: Sequence[int], w: int, delta: Fraction) -> Real:
    """Bound the largest error of the mean estimates over all items, except with probability delta.

    Each of the k items has delta/k, half of it for each side. Of the other counts it uses only that none exceeds the
    largest; and of the hashes, that any three items have independent and uniform columns.
    """
    N, collision = Fraction(sum(counts)), Fraction(1, w)
    variance = collision_variance(collision, collision**2, Real(max(counts)), N)
    rows, rows_reported = (
        (0 if heard.rows is Rows.OWN else heard.d),
        (heard.d if heard.rows is Rows.ALL else 1),
    )
    crowd = crowd_from_channel(heard.channel, N, rows, rows_reported, collision, variance)
    return largest_deviation(crowd, (min(counts), max(counts)), log(real(2 * len(counts) / delta)))


def separate_intervals(hits: Hits, delta: object) -> list[Interval]:
    """The same from a bound on the noise and another one on collisions, by Hoeffding's inequality and Bernstein's."""
    estimates = mean(hits)
    share = accepted_risk(hits, delta) / max(1, len(estimates))
    each = share / 2 if hits.shared else share
    return [_interval(hits, estimate, each) for estimate in estimates]


def deviation(count: Elementary, delta: Elementary) -> Elementary:
    """How far a sum of independent numbers, each of reach 1, is from its mean, except with probability delta."""
    return sqrt(count * log(2 / delta) / 2)


def deviation_of_few(count: Elementary, chance: Elementary, delta: Elementary) -> Elementary:
    """How far a mean of independent numbers from 0 to 1, `chance` on average, is from it, but for a probability of delta.

    By Bernstein's inequality, as their variance is at most chance (1 - chance).
    """
    surprise, variance = log(2 / delta), chance * (1 - chance)
    return (surprise / 3 + sqrt((surprise / 3) ** 2 + 2 * count * surprise * variance)) / count


def _interval(hits: Hits, estimate: Real, delta: Fraction) -> Interval:
    N, rows, rest = hits.N, len(hits.reporters), 1 - hits.collision
    contrast = hits.channel.high - hits.channel.low
    noise = (
        hits.weight * hits.channel.support_range * lift(deviation, N / hits.weight, delta) / contrast / rest
    )
    apart = least(lift(deviation, rows, delta) / rows, lift(deviation_of_few, rows, hits.collision, delta))
    added = apart if hits.shared else Real(0)
    above, below = added / rest, least(added, Real(hits.collision)) / rest
    lower = lift(partial(_lower, N), estimate, noise, above, exactly=False)
    return Interval(lower, estimate, lift(partial(_upper, N), estimate, noise, below, exactly=False))


def _lower(N: Fraction, estimate: Ball, A: Ball, B: Ball) -> Ball:
    """The lower end; a bound on collisions of 1 or more says nothing."""
    return ((estimate - A - ball(N) * B) / (1 - B)).max(0) if B < 1 else ball(0)


def _upper(N: Fraction, estimate: Ball, A: Ball, B: Ball) -> Ball:
    """The upper end."""
    return ((estimate + A + ball(N) * B) / (1 + B)).min(ball(N))
