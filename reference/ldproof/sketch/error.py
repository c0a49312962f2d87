"""How far the estimates are from an item's count: confidence intervals, bounds, and the exact bias of the minimum."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import (
    Elementary,
    Exact,
    Real,
    exp,
    largest_number,
    least,
    lift,
    lift_elementary,
    like,
    log,
    real,
    sqrt,
)
from ldproof.numbers.algebra import Known, polynomial_power, polynomial_product
from ldproof.numbers.rational import binomial_coefficient, bit_size
from ldproof.parameters import parameter_domain
from ldproof.sketch.collector import Hits, mean_estimates
from ldproof.sketch.cumulants import (
    Crowd,
    bound_holders,
    crowd_from_channel,
    largest_deviation,
)
from ldproof.sketch.hashing import hash_family
from ldproof.sketch.mechanism import Reporting
from ldproof.sketch.plan import Rows
from ldproof.sketch.variance import check_squares, report_model, row_variance, variance

__all__ = ["min_bias", "alpha_mean", "alpha_median", "alpha_min", "rows_versus_sample"]  # noqa: RUF022  (the catalogue's order)

# Candidates' frequencies with simultaneous confidence intervals.
#
# Let k candidates be named before the hashes are drawn. For all counts, with probability 1 - delta over the hashes and
# the reports, every candidate's count is in its interval. It is no promise to whoever chooses the candidates
# afterwards.
#
# `confidence_intervals` is Chernoff's bound for all counts, which `cumulants` has: noise and collisions together, with
# the variance of each. Of delta, a (k + 1)-th part goes to each candidate, half of it to each end, and one to the
# heaviest item of all. That item's support is at most what the best column of each row has, added up; so the upper end
# there bounds every item's count, M, and with it the variance of collisions. Where the hashes are not independent in
# threes, nothing follows from M; and where every report has its own hash, nothing collides. Then each candidate has a
# k-th part.
#
# How wide. Bernstein's inequality for known counts has the half-width sqrt(2 V L) and a term of order L, where V is the
# exact variance and L = ln(2 k/delta). At 100,000 people, 2,000 items (Zipf), oue, w = 1014, d = 1024 and delta = 1/20,
# the upper ends are 1.01 times sqrt(2 V L) away from the estimate at epsilon = 1, and 1.04 to 1.07 times at epsilon =
# 4; the lower ones 1.01 to 1.3 times (one seed).
#
# With few rows, collisions outweigh the noise, and the lower ends of heavy items are further off. In half-widths of
# Bernstein's inequality (two seeds, the two heaviest items, d = 64, people and delta as above):
#
#     mechanism, w, epsilon    family=quadratic    family=ideal
#     oue, 128, 2              2.4 to 3.1          1.2 to 1.6
#     hcms, 128, 2             2.1 to 2.6          1.1 to 1.4
#     hcms, 256, 1             1.5 to 1.7          1.0 to 1.1
#     kary, 128, 2             1.5 to 1.8          1.1 to 1.2
#
# The reason: hashes that are independent in threes, but no further, may let all others collide at once, N/d people.
# Columns bound the heaviest item, and so its reach if hashes are independent; they do not show how many collide in a
# row. Tried and left out: a bound on each row's largest column, from its N/d reports, as the reach for all hashes. It is
# .4 to .9 of all people in these cases, and as it is chosen after the reports, it costs a share of delta for each size.
# The lower ends came 1.0 to 1.25 times closer, and those of the last two cases were further off. Whoever needs narrow
# intervals from few rows asks for family=ideal.


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, and the lower and upper end of its confidence interval."""

    lower: Real
    estimate: Real
    upper: Real


def confidence_intervals(hits: Hits, delta: object) -> list[Interval]:
    """Return an interval for each item. With probability at least 1 - delta all of them hold their items' counts.

    With few rows the lower ends are up to twice as close if the hashes are of the ideal family.
    """
    estimates, risk = mean_estimates(hits), accepted_risk(hits, delta)
    if not estimates:
        return []
    supports = hits.supports.sum(axis=0).tolist()
    known = hits.shared and hits.heaviest is not None and hits.triple is not None
    each = risk / (len(estimates) + known)
    crowd = crowd_of_hits(hits, Real(hits.N))
    if known and hits.heaviest is not None:
        crowd = crowd_of_hits(
            hits, bound_holders(crowd, supporting_reports(hits, hits.heaviest), log(Real(1 / each)), -1)
        )
    L = log(Real(2 / each))

    def found(support: int, estimate: Real) -> Interval:
        bits = supporting_reports(hits, support)
        return Interval(bound_holders(crowd, bits, L, 1), estimate, bound_holders(crowd, bits, L, -1))

    return [found(*each) for each in zip(supports, estimates, strict=True)]


def accepted_risk(hits: Hits, delta: object) -> Fraction:
    """Delta as a fraction; refused if nobody has reported, or if it is out of range."""
    if not hits.N:
        raise Refused(Reason.TOO_FEW_PEOPLE, "nobody has reported", "one report or more")
    return Fraction(parameter_domain("delta").accept("delta", delta))


def crowd_of_hits(hits: Hits, heaviest: Real, people: Fraction | None = None) -> Crowd:
    """The `Crowd` of the people who have reported, or of more, if no item has more holders than `heaviest`."""
    N = hits.N if people is None else people
    d, rows_reported = len(hits.reporters) if hits.shared else 0, len(hits.reporters) // hits.scale
    reach = largest_number((heaviest, Real(1))) / N if hits.independent else Real(1)
    return crowd_from_channel(hits.channel, N, d, rows_reported, hits.collision, hits.triple, heaviest, reach)


def supporting_reports(hits: Hits, support: int) -> int:
    """Return how many reports support an item. Of signs, these are the ones that are 1."""
    return support if hits.channel.support_range == 1 else (support + int(hits.reporters.sum())) // 2


def largest_error(heard: Reporting, counts: Sequence[int], w: int, delta: Fraction) -> Real:
    """Bound the largest error of the mean estimates over all items, except with probability delta."""
    return largest_error_within(heard, sum(counts), len(counts), (min(counts), max(counts)), w, delta)


def largest_error_within(
    heard: Reporting, N: int, items: int, holders: tuple[int, int], w: int, delta: Fraction
) -> Real:
    """Bound the largest error over all items, of N people in all, whose counts lie between two numbers.

    Each of the k items has delta/k, half of it for each side. Of the other counts it uses only that none exceeds the
    largest; and of the hashes, that any three items have independent and uniform columns.
    """
    people, collision = Fraction(N), Fraction(1, w)
    rows, rows_reported = (
        (0 if heard.rows is Rows.OWN else heard.d),
        (heard.d if heard.rows is Rows.ALL else 1),
    )
    crowd = crowd_from_channel(
        heard.channel, people, rows, rows_reported, collision, collision**2, Real(holders[1]), Real(1)
    )
    return largest_deviation(crowd, holders, log(real(2 * items / delta)))


def hoeffding_deviation(count: Elementary, delta: Elementary) -> Elementary:
    """A deviation that a sum of `count` independent numbers of range 1 exceeds with probability delta at most."""
    return sqrt(count * log(2 / delta) / 2)


# The exact law of the ones that an item's columns receive, by its generating function.


def ones_law(f: int, others: Sequence[int], w: int, d: int, p: Known, q: Known) -> list[Known]:
    """The law of the ones at an item's columns from people who are in one of d rows each, the rows of ideal hashes.

    f people hold the item and `others` are the counts of the others. Of these, a count c collides in k rows of d,
    a Binomial number, and each of its people is in one of them with probability k/d, independently. With d = 1,
    where everybody is in the row, its factor is (1 - 1/w) (1 - p + p z)^c + (1/w) (1 - q + q z)^c.
    """
    whole = polynomial_power([1 - q, q], f)
    for count, items in Counter(others).items():
        factor = [like(p, 0)] * (count + 1)
        for k in range(d + 1):
            rate = p + (q - p) * k / d
            weight = like(p, comb(d, k) * (w - 1) ** (d - k)) / w**d
            factor = [
                share + weight * more
                for share, more in zip(factor, polynomial_power([1 - rate, rate], count), strict=True)
            ]
        whole = polynomial_product(whole, polynomial_power(factor, items))
    return whole


def tail_sums(row: Sequence[Known]) -> list[Known]:
    """The probabilities of 0 or more, 1 or more, ..., and at last 0; summed from the end, to add no large errors."""
    return list(accumulate(row[::-1], initial=like(row[0], 0)))[::-1]


# The exact bias of the source's estimate: the least row, with neither a bound nor an average of the item's count.

MANY = 10**4
"""The most people whose ones are counted exactly."""

MOST_BITS = 1 << 18
"""The most bits that the powers of a probability may take as fractions."""


def min_bias(
    N: int,
    f: int,
    w: int,
    d: int,
    budget: Budget | None = None,
    S: int | None = None,
    p: Fraction | None = None,
    q: Fraction | None = None,
) -> Real:
    """Section 3.2: the expected minimum over all rows, less f, for ideal hashes.

    N, f and S do not determine it. Without S every other person holds an item of their own, so that S = N - f and
    each row's ones are two Binomial numbers; with S the other items are alike, and S / (N - f) people hold each.
    The budget is split over the rows; instead, p and q of each row can be given.
    """
    if N > MANY:
        raise Refused(Reason.TOO_LARGE, f"N = {N} people are too many", f"at most {MANY}")
    others = equal_counts(N, f, N - f if S is None else S)
    word = "all_rows" if p is None and q is None else "unary"
    rates = report_model(word, w, d, budget, p, q).channel
    known = [rate.exact for rate in (rates.low, rates.high) if rate.exact is not None]
    short = len(known) == 2 and N * d * max(map(bit_size, (*known, Fraction(w)))) <= MOST_BITS

    def biased(low: Known, high: Known) -> Known:
        tails = tail_sums(ones_law(f, others, w, 1, low, high))
        least_ones = sum((tail**d for tail in tails[1:]), like(low, 0))
        return estimate_row_count(least_ones, like(low, N), low, high) - f

    return lift(biased, rates.low, rates.high, exactly=short)


def estimate_row_count(count: Exact, N: Exact, p: Exact, q: Exact) -> Exact:
    """Section 3.2, in people: (count - N p) / (q - p), from the number of ones in a row's column."""
    return (count - N * p) / (q - p)


def equal_counts(N: int, f: int, S: int) -> list[int]:
    """The counts of the other items, all alike, whose squares add up to S; refused if there are none."""
    check_squares(N, f, S)
    others = N - f
    if not others:
        return []
    each, rest = divmod(S, others)
    if rest or others % each:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"S = {S} beside {others} people",
            f"{others} times a divisor of {others}, so that the other items have the same count",
        )
    return [each] * (others // each)


# How far the estimates are from an item's count, but for a probability of delta at most; in people, for ideal hashes.
#
# A bound on a sum of independent numbers is Hoeffding's, which `hoeffding_deviation` gives for numbers from 0 to 1.
# Those of the mean and of the minimum hold however the other people's items are distributed: an S is checked, and
# changes nothing. With hashes of the reports' own there is no d.


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
    by 2 where a bit varies by 1. Where columns have signs, the range is from -(N - f) to N - f: the second part is
    2 (N-f) sqrt(ln(2/d2)/(2d)).
    """
    heard = report_model(mechanism, w, d, budget, p, q)
    check_counts(N, f, S)
    alone = heard.rows is Rows.OWN or f == N

    risk = real(delta if alone else delta / 2)
    reports = Real(Fraction(N, heard.d) if heard.rows is Rows.ALL else N)
    noisy = heard.channel.support_range * hoeffding_deviation(reports, risk) / heard.channel.gap
    collided = Real(0) if alone else (N - f) * hoeffding_deviation(Real(Fraction(1, heard.d)), risk)
    if heard.channel.has_signed_columns:
        collided = collided * 2 * (w - 1) / w
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
    heard = report_model(mechanism, w, d, budget, p, q)
    check_squares(N, f, S)
    of_row = row_variance(heard, N, f, S, hash_family("ideal", w))
    return sqrt(of_row / row_risk(heard.rows, heard.d, delta))


def row_risk(rows: Rows, d: int, delta: Fraction) -> Real:
    """How often a row's estimate may be off, so that the median of d rows is off with probability delta at most."""
    half = (d + 1) // 2
    if rows is Rows.ALL:
        return largest_number(
            (
                lift_elementary(chernoff_risk, d, delta),
                lift_elementary(counting_risk, half, binomial_coefficient(d, half), delta),
            )
        )
    return real(delta if rows is Rows.OWN else delta * half / d)


def chernoff_risk(d: Elementary, delta: Elementary) -> Elementary:
    """The r < 1/2 with (4 r (1 - r))^(d/2) = delta."""
    return (1 - sqrt(1 - exp(2 * log(delta) / d))) / 2


def counting_risk(half: Elementary, ways: Elementary, delta: Elementary) -> Elementary:
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
    heard = report_model(mechanism, w, d, budget, p, q)
    check_counts(N, f, S)
    if heard.rows is Rows.OWN:
        raise Refused(Reason.OUT_OF_RANGE, f"{mechanism} has no rows", "a mechanism with rows")
    if heard.channel.has_signed_columns:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"{mechanism} has columns with signs, so that a collision can also make a row too small",
            "a mechanism whose columns have no signs",
        )

    scale = heard.channel.support_range * (heard.d if heard.rows is Rows.SAMPLED else 1)
    noisy = scale * lift_elementary(hoeffding_deviation, N, delta / (heard.d + 1)) / heard.channel.gap
    collided = lift_elementary(counting_risk, heard.d, 1, delta / 2) * w
    return noisy + (N - f) * least(Real(1), 1 / collided)


def check_counts(N: int, f: int, S: int | None) -> None:
    """Refuse more holders than people, and an S, if given, that no counts have."""
    if f > N:
        raise Refused(Reason.OUT_OF_RANGE, f"f = {f} exceeds N = {N}", "f <= N")
    if S is not None:
        check_squares(N, f, S)


# All rows with a d-th part of the budget each, or one sampled row with all of it: which estimate varies less.


def rows_versus_sample(N: int, f: int, w: int, d: int, budget: Budget, S: int | None = None) -> Real:
    """The variance of the mean estimate from all rows, less that from a sampled row, at one budget.

    Where it is positive, sampling is better. The flips are symmetric. What S adds is the same in both: it is only
    checked that people can hold their items so, and without it all others hold different ones.
    """
    squares = N - f if S is None else S
    all_rows, sampled = (variance(word, N, f, squares, w, d, budget) for word in ("all_rows", "cms"))
    return Real(0) if d == 1 else all_rows - sampled
