"""Heavy hitters without a list: which values are held by many, from a sketch of the prefixes of each length.

Values have h step bits. A person draws one of h levels uniformly, and reports the prefix of l step bits at level l with
the whole budget: people are shared out among the levels, and the budget is not split. The level is public, and tells
nothing of the value. Each level has hashes of its own.

Let N people report, f of them with a prefix, and let T be the number of reports at its level that support it. A person
is at the level with probability 1/h: so T has the law of `cumulants`, with low/h and high/h for low and high, over the
levels, the hashes and the reports. Its bounds on f therefore count all N people.

The search begins with all prefixes of one level, and goes on with the extensions of those whose upper bound is theta N
or more. At most K = floor(1/theta) prefixes of each length have theta N holders. They are fixed before anything is drawn,
and so are the heaviest prefix of each length, whose bound narrows collisions as in `error`, and all 2^(h step) values. So
at delta/(2 h (K + 1)) for each of these prefixes, and delta/4 2^-(h step) for each end of a value's interval, with
probability at least 1 - delta:

- every value that theta N people or more hold is found;
- for every value that is found, the interval holds the number of its holders.

The values that are found depend on the reports; that costs no more, as the intervals of all values hold at once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, log
from ldproof.parameters import parameter_domain
from ldproof.sketch.collector import Hits, SketchCollector, mean_estimates, prefix_item
from ldproof.sketch.consistency import CountInterval, count_interval
from ldproof.sketch.cumulants import Crowd, bound_holders
from ldproof.sketch.error import Interval, crowd_of_hits, supporting_reports

MOST_KEPT = 1 << 12
"""The most prefixes of a length that the search goes on with."""

TOGETHER = 1 << 14
"""How many prefixes are looked up at a time."""

Tell = Callable[[str], None]
"""A function that is called with the progress, in words."""


def heavy_hitters(
    collectors: Sequence[SketchCollector],
    step: int,
    theta: object,
    delta: object,
    tell: Tell = lambda _: None,
) -> dict[int, CountInterval]:
    """Return the values that theta N people may hold, with intervals; the largest estimate first.

    With probability at least 1 - delta no value with so many holders is missing, and all intervals hold. Raise `Refused`
    if nobody has reported, or if there are too few reports to leave out enough prefixes.
    """
    share = Fraction(parameter_domain("theta").accept("theta", theta))
    risk = Fraction(parameter_domain("delta").accept("delta", delta))
    levels, N = len(collectors), sum(int(each.reporters.sum()) for each in collectors)
    if not N:
        raise Refused(Reason.TOO_FEW_PEOPLE, "nobody has reported", "one report or more")
    search, threshold = log(Real(2 * levels * (floor(1 / share) + 1) / risk)), ceil(share * N)
    crowds = [narrow_crowd(collector.hits([]), N, levels, search) for collector in collectors]
    kept = [0]
    for level, (collector, crowd) in enumerate(zip(collectors, crowds, strict=True), 1):
        least = least_support(crowd, int(collector.reporters.sum()), search, threshold)
        extended = [prefix << step | last for prefix in kept for last in range(1 << step)]
        kept = [
            prefix
            for group, hits in look_up(collector, extended)
            for prefix, support in zip(group, hits.supports.sum(axis=0).tolist(), strict=True)
            if supporting_reports(hits, support) >= least
        ]
        tell(f"{len(kept)} prefixes of {level * step} bits")
        if len(kept) > MOST_KEPT:
            raise Refused(
                Reason.TOO_LARGE,
                f"{len(kept)} prefixes of {level * step} bits may have {threshold} of {N} people",
                f"a larger theta or more reports, so that {MOST_KEPT} or fewer may",
            )
    found = value_intervals(collectors[-1], kept, crowds[-1], log(Real(4 * (1 << step * levels) / risk)))
    # An estimate is of the people at the last level, 1/levels of all.
    return {value: replace(each, estimate=levels * each.estimate) for value, each in found}


def narrow_crowd(hits: Hits, N: int, levels: int, L: Real) -> Crowd:
    """Return the crowd of a level with a bound on its heaviest prefix, which fails with probability e^-L."""
    wide = level_crowd(hits, N, levels, Real(N))
    if hits.triple is None or hits.heaviest is None:
        return wide
    return level_crowd(hits, N, levels, bound_holders(wide, supporting_reports(hits, hits.heaviest), L, -1))


def level_crowd(hits: Hits, N: int, levels: int, heaviest: Real) -> Crowd:
    """Return the crowd of all N people, each of whom is at the level of these hits with probability 1/levels."""
    at_level = crowd_of_hits(hits, heaviest, Fraction(N))
    return replace(at_level, low=at_level.low / levels, high=at_level.high / levels)


def least_support(crowd: Crowd, reports: int, L: Real, threshold: int) -> int:
    """Return the fewest supporting reports with which a prefix may have so many holders, except with probability e^-L."""
    low, high = 0, reports + 1
    while low < high:
        middle = (low + high) // 2
        if floor(bound_holders(crowd, middle, L, -1)) >= threshold:
            high = middle
        else:
            low = middle + 1
    return low


def look_up(collector: SketchCollector, prefixes: Sequence[int]) -> Iterator[tuple[Sequence[int], Hits]]:
    """Yield some prefixes at a time, with the support that they have."""
    for start in range(0, len(prefixes), TOGETHER):
        group = prefixes[start : start + TOGETHER]
        yield group, collector.hits([prefix_item(each) for each in group])


def value_intervals(
    collector: SketchCollector, values: Sequence[int], crowd: Crowd, L: Real
) -> list[tuple[int, CountInterval]]:
    """Return an interval for each value, each end of which fails with probability e^-L; the largest support first."""
    found: list[tuple[int, int, CountInterval]] = []
    for group, hits in look_up(collector, values):
        supports = hits.supports.sum(axis=0).tolist()
        for value, support, estimate in zip(group, supports, mean_estimates(hits), strict=True):
            lower, upper = (
                bound_holders(crowd, supporting_reports(hits, support), L, sign) for sign in (1, -1)
            )
            found.append((-support, value, count_interval(Interval(lower, estimate, upper))))
    return [(value, interval) for _, value, interval in sorted(found, key=lambda each: each[:2])]
