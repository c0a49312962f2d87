"""Candidates' frequencies with simultaneous confidence intervals: all of them hold at once.

Given the hashes, the reports' supports are independent and of a known reach. So what noise and sampled rows do to
the estimate is bounded by Hoeffding's inequality, and the bound is called A. Over the hashes, collisions add N - f
times r, a mean of d independent numbers from 0 to 1, one for each row, of which c was taken out, what r is on
average. So they add (N - f) B at most, by the same inequality or by Bernstein's, which is better where c is small;
and as r is at least 0, they take away no more than (N - f) c / (1 - c). Each bound has half of what delta leaves to
a candidate, which is the k-th part for k candidates. Where every report has a hash of its own, all is independent,
and the first bound is enough.

estimate - f <= A + (N - f) B, and the same on the other side, is solved for f and held against 0 <= f <= N. All this
is over the draw of the hashes: it is no promise to whoever chooses the candidates after having seen them.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from ldproof.domains import DOMAINS
from ldproof.numbers import Ball, Elementary, Real, ball, least, lift, log, sqrt
from ldproof.rejections import Reason, Refused
from ldproof.sketch.estimators import Hits, mean


@dataclass(frozen=True, slots=True)
class Interval:
    """What is estimated, and between which numbers the truth is."""

    lower: Real
    estimate: Real
    upper: Real


def intervals(hits: Hits, delta: object) -> list[Interval]:
    """One for each item; the probability that any of them misses its item's count is delta at most."""
    estimates = mean(hits)
    if not hits.N:
        raise Refused(Reason.TOO_FEW_PEOPLE, "nobody has reported", "one report or more")
    share = Fraction(DOMAINS["delta"].accept("delta", delta)) / max(1, len(estimates))
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
