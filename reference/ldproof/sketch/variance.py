"""Variances of the estimates of an item's count, over the hashes, the rows and the noise."""

from dataclasses import replace
from fractions import Fraction

from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Exact, Real, lift, like
from ldproof.parameters import parameter_domain
from ldproof.sketch.channels import Channel
from ldproof.sketch.hashing import Family, hash_family, triple_collision
from ldproof.sketch.mechanism import Reporting
from ldproof.sketch.plan import TAKES_RATES, Rows, channel_for_budget, check_signs, rows_of, unary_channel

__all__ = ["variance"]

# What a mechanism's report says of a column, by its first two moments: all that a variance asks for.


def bit_spread(mean: Exact) -> Exact:
    """mean (1 - mean): the variance of a bit with this mean."""
    return (1 - mean) * mean


def sign_spread(mean: Exact) -> Exact:
    """(1 - mean) (1 + mean): the variance of a sign, 1 or -1, with this mean."""
    return (1 - mean) * (1 + mean)


def support_spread(channel: Channel, mean: Exact) -> Exact:
    """The variance of a report's support for a column, if it has this mean."""
    return (bit_spread if channel.support_range == 1 else sign_spread)(mean)


def report_model(
    mechanism: str,
    w: int,
    d: int | None,
    budget: Budget | None = None,
    p: Fraction | None = None,
    q: Fraction | None = None,
) -> Reporting:
    """The mechanism of a name, from its budget, or from p and q for `TAKES_RATES`; refused otherwise."""
    rates = {name: rate for name, rate in (("p", p), ("q", q)) if rate is not None}
    spent = {} if budget is None else {budget.given: budget.value}
    given = f"{mechanism} is given {' and '.join((*rates, *spent)) or 'nothing'}"
    if mechanism in TAKES_RATES and (spent or len(rates) < 2):
        raise Refused(Reason.MISSING if len(rates) < 2 else Reason.UNKNOWN_PARAMETER, given, "p and q")
    if mechanism not in TAKES_RATES and (rates or not spent):
        raise Refused(
            Reason.UNKNOWN_PARAMETER if rates else Reason.BUDGET_NOT_UNIQUE,
            given,
            "exactly one of epsilon, odds",
        )
    rows, count = rows_of(mechanism, d)
    reports = count if rows is Rows.ALL else 1
    if budget is None:
        return Reporting(rows, count, *unary_channel(mechanism, w, reports, rates))
    parameter_domain(budget.given).accept(budget.given, budget.value)
    split = replace(budget, reports=reports)
    return Reporting(rows, count, channel_for_budget(mechanism, w, split), split)


# The variance of the mean estimate of an item's count, over the hashes, the rows and the noise.
#
# N people; f of them hold the item, and S is the sum of the squares of the other items' counts. What one report says
# of the item's column, its support, has the mean `high` if that is the person's own column, and `low` otherwise.
# Rows are independent. Another item collides with the item with probability `shared`, and two others at once with
# probability `triple`: no more is asked of a family. For the ideal one these are 1/w and 1/w^2.


def noise_variance(N: Exact, f: Exact, shared: Exact, gap: Exact, own: Exact, other: Exact) -> Exact:
    """The part of an estimate's variance that comes from noise.

    A report's support varies by `own` in the person's own column and by `other` elsewhere, and `gap` is by how much
    one's own column has more support than another.
    """
    scale = gap * (1 - shared)
    return (f * own + (N - f) * (shared * own + (1 - shared) * other)) / (scale * scale)


def shared_collision_variance(others: Exact, S: Exact, shared: Exact, triple: Exact) -> Exact:
    """The part of the variance due to collisions, in a row that everybody is in; `others` hold other items."""
    apart = (triple - shared * shared) * (others * others - S)
    return (shared * (1 - shared) * S + apart) / ((1 - shared) * (1 - shared))


def independent_collision_variance(others: Exact, shared: Exact) -> Exact:
    """The part of the variance that comes from collisions, if everybody else collides independently."""
    return shared / (1 - shared) * others


def sampled_row_variance(N: Exact, f: Exact, d: Exact, shared: Exact, noisy: Exact, collided: Exact) -> Exact:
    """The variance of the estimate from one of d sampled rows: for d > 1 its number of reports varies too."""
    return d * noisy + collided + (d - 1) * (f + independent_collision_variance(N - f, shared))


def mean_of_sampled(of_row: Exact, f: Exact, d: Exact) -> Exact:
    """The variance of the mean of d sampled rows, from that of one row's estimate.

    As each of the f people is in one of them, two rows' covariance is -f.
    """
    return (of_row - (d - 1) * f) / d


def variance(
    mechanism: str,
    N: int,
    f: int,
    S: int,
    w: int,
    d: int | None = None,
    budget: Budget | None = None,
    p: Fraction | None = None,
    q: Fraction | None = None,
    family: str = "ideal",
    P: int | None = None,
) -> Real:
    """The variance of the mean estimate, from p and q for the mechanisms that take them, otherwise from the budget.

    If every report has a hash of its own, neither S nor d matters, and d may be left out.
    """
    heard, columns = report_model(mechanism, w, d, budget, p, q), hash_family(family, w, P)
    check_squares(N, f, S)
    return mean_variance(heard, N, f, S, columns)


def mean_variance(heard: Reporting, N: int, f: Fraction | int, S: Fraction | int, family: Family) -> Real:
    """The variance of the mean of the rows' estimates of an item's count: affine in f and S, so that means may be given."""
    of_row = row_variance(heard, N, f, S, family)
    if heard.rows is Rows.SAMPLED:
        return lift(mean_of_sampled, of_row, f, heard.d)
    return of_row / heard.d if heard.rows is Rows.ALL else of_row


def row_variance(heard: Reporting, N: int, f: Fraction | int, S: Fraction | int, family: Family) -> Real:
    """The variance of one row's estimate of an item's count; of all reports' if each has its own hash."""
    own = heard.rows is Rows.OWN
    below, once, twice = collision_moments(heard.channel, family, own)
    d = heard.d if heard.rows is Rows.SAMPLED else 1

    def value(low: Exact, high: Exact) -> Exact:
        people, holders, shared = like(low, N), like(low, f), like(low, once)
        own_spread, other_spread = (support_spread(heard.channel, mean) for mean in (high, low))
        noisy = noise_variance(people, holders, shared, high - low, own_spread, other_spread)
        # Nobody shares a hash of one's own, as if nobody else held the same item.
        squares = like(low, N - f if own else S)
        collided = shared_collision_variance(people - holders, squares, shared, like(low, twice))
        return sampled_row_variance(people, holders, like(low, d), shared, noisy, collided)

    return lift(value, below, heard.channel.high)


def collision_moments(channel: Channel, family: Family, own: bool) -> tuple[Real, Fraction, Fraction]:
    """The support of another column, and how often one item and two items collide, as a row's variance needs them.

    If k columns have signs, another item has the mean support `high`, -`high` or 0. Its mean is 0, and its mean square
    is `high`^2/k. It varies as if it were `high` with probability 1/(k + 1), and -`high`/k otherwise.
    """
    check_signs(channel, family)
    twice = family.collision**2 if own else triple_collision(family)
    if not channel.has_signed_columns:
        return channel.low, family.collision, twice
    k = family.width // 2
    once = Fraction(1, k + 1)
    return -channel.high / k, once, once**2


def check_squares(N: int, f: int, S: int) -> None:
    """Refuse an S that is not from N - f to (N - f)^2, as the sum of squared counts of N - f people is."""
    others = N - f
    if others < 0 or not others <= S <= others**2:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"S = {S} beside {others} people",
            f"{max(others, 0)} to {max(others, 0) ** 2}",
        )
