"""Post-processing, which costs no privacy: estimates that counts can have, and the largest of many counts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import ceil, floor

from ldproof.errors import Reason, Refused
from ldproof.numbers import Exact, Real, largest_number, least, lift, like
from ldproof.parameters import Whole
from ldproof.sketch.collector import Hits, mean_estimates
from ldproof.sketch.error import Interval, accepted_risk, confidence_intervals

# Consistent estimates: the nearest point to the unbiased estimates, by the sum of squares, at which no number is below 0
# and the sum is N, or at most N if people may hold items that are not listed.
#
# The true counts are such a point, and such points are a convex set: so the sum of the squared errors does not grow.
#
# Let s_1 >= s_2 >= ... be the supports of the items in R reports, S_k = s_1 + ... + s_k, g = high - low, and c the
# collision probability. An unbiased estimate is affine in the support, with the slope weight/(g (1 - c)). The nearest
# point with the sum N has one number taken from the k largest estimates, and 0 for the others: the i-th is
# N/k + weight (s_i - S_k/k)/(g (1 - c)), where k is the largest number with S_k - k s_k < R g (1 - c), which leaves these
# k above 0. Where the sum may be less, no estimate becomes larger than it was, but for those below 0.


def consistent_estimates(hits: Hits, *, complete: bool) -> list[Real]:
    """Return for each item an estimate of at least 0; their sum is at most N, or N if the list is `complete`."""
    reports, supports = int(hits.reporters.sum()), hits.supports.sum(axis=0).tolist()
    if not reports:
        raise Refused(Reason.TOO_FEW_PEOPLE, "nobody has reported", "one report or more")
    ranked, limit = sorted(supports, reverse=True), ceil(reports * hits.channel.gap * (1 - hits.collision))
    sums = [*accumulate(ranked)]
    k = sum(sums[place] - (place + 1) * each < limit for place, each in enumerate(ranked))

    def estimate(support: int, unbiased: Real) -> Real:
        shared = lift(
            partial(_shared_estimate, hits, Fraction(support * k - sums[k - 1], k), k),
            hits.channel.low,
            hits.channel.high,
        )
        return largest_number((Real(0), shared if complete else least(shared, unbiased)))

    return [estimate(*each) for each in zip(supports, mean_estimates(hits), strict=True)]


def _shared_estimate(hits: Hits, above_mean: Fraction, k: int, low: Exact, high: Exact) -> Exact:
    """N/k + weight (s - S_k/k)/(g (1 - c)), for s - S_k/k = `above_mean`."""
    return like(low, hits.N / k) + like(low, above_mean * hits.weight / (1 - hits.collision)) / (high - low)


# Intervals of counts, which are whole.


@dataclass(frozen=True, slots=True)
class CountInterval:
    """An estimate of a count, and the least and the largest count in its confidence interval."""

    lower: int
    estimate: Real
    upper: int


def count_interval(found: Interval) -> CountInterval:
    """Return the counts in an interval."""
    return CountInterval(ceil(found.lower), found.estimate, floor(found.upper))


def count_intervals(hits: Hits, delta: object) -> list[CountInterval]:
    """Return an interval for each item. With probability at least 1 - delta all of them hold their items' counts."""
    return [*map(count_interval, confidence_intervals(hits, delta))]


@dataclass(frozen=True, slots=True)
class LargestCounts:
    """The items with the largest estimates of a list, and how wrong that choice can be."""

    places: Sequence[int]
    """Where they are in the list, the largest first."""
    intervals: Sequence[CountInterval]
    error: int
    """No item of the list that is left out has more than so many holders more than one of these."""


def largest_counts(hits: Hits, k: object, delta: object) -> LargestCounts:
    """Return the k items with the largest estimates.

    With probability at least 1 - delta the intervals hold their counts and the error is right, for every true count. The
    intervals are those of all items of the list, so that the choice among them may hang on the reports.
    """
    totals = hits.supports.sum(axis=0).tolist()
    wanted, risk = Whole(1, max(1, len(totals))).accept("k", k), accepted_risk(hits, delta)
    ranked = sorted(range(len(totals)), key=lambda place: -totals[place])[: wanted + 1]
    if not ranked:
        return LargestCounts((), (), 0)
    # The upper end grows with the support: that of the first item that is left out is the largest. With n listed items
    # and r that are looked at, delta r/n leaves each of these at most the share that it has among n.
    found = count_intervals(
        replace(hits, supports=hits.supports[:, ranked]), risk * len(ranked) / len(totals)
    )
    chosen, left_out = found[:wanted], found[wanted:]
    errors = [out.upper - each.lower for out in left_out for each in chosen]
    return LargestCounts(ranked[:wanted], chosen, max(0, *errors, 0))
