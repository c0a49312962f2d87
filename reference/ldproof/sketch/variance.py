"""The variance of the mean estimate of an item's count, over the hashes, the rows and the noise.

N people; f of them hold the item, and S is the sum of the squares of the other items' counts. What one report says
of the item's column, its support, has the mean `high` if that is the person's own column, and `low` otherwise.
Rows are independent. Another item collides with the item with probability `shared`, and two others at once with
probability `triple`: no more is asked of a family. For the ideal one these are 1/w and 1/w^2.
"""

from fractions import Fraction

from ldproof.budget import Budget
from ldproof.numbers import Exact, Real, lift, like
from ldproof.rejections import Reason, Refused
from ldproof.sketch.hashing import Family
from ldproof.sketch.hashing import family as named
from ldproof.sketch.hashing.triples import triple as triple_of
from ldproof.sketch.plan import Rows
from ldproof.sketch.report_model import ReportModel, hearing

__all__ = ["variance"]


def noise(N: Exact, f: Exact, shared: Exact, gap: Exact, own: Exact, other: Exact) -> Exact:
    """What reports add whose support varies by `own` in the person's own column and by `other` elsewhere.

    `gap` is by how much one's own column has more support than another.
    """
    scale = gap * (1 - shared)
    return (f * own + (N - f) * (shared * own + (1 - shared) * other)) / (scale * scale)


def collisions(others: Exact, S: Exact, shared: Exact, triple: Exact) -> Exact:
    """What the collisions add in a row that everybody is in; `others` is how many hold other items."""
    apart = (triple - shared * shared) * (others * others - S)
    return (shared * (1 - shared) * S + apart) / ((1 - shared) * (1 - shared))


def singles(others: Exact, shared: Exact) -> Exact:
    """What the collisions add if everybody else collides independently: shared (1 - shared) each, rescaled."""
    return shared / (1 - shared) * others


def row(N: Exact, f: Exact, d: Exact, shared: Exact, noisy: Exact, collided: Exact) -> Exact:
    """The variance of the estimate from one of d sampled rows: for d > 1 its number of reports varies too."""
    return d * noisy + collided + (d - 1) * (f + singles(N - f, shared))


def mean_of_sampled(of_row: Exact, f: Exact, d: Exact) -> Exact:
    """The variance of the mean of d rows: as each of the f people is in one of them, two rows' covariance is -f."""
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
    """The variance of the mean estimate, for `unary` from p and q, otherwise from the budget.

    Of `per_user`, where every report has a hash of its own, neither S nor d matters, and d may be left out.
    """
    return mean_variance(hearing(mechanism, w, d, budget, p, q), N, f, S, named(family, w, P))


def mean_variance(heard: ReportModel, N: int, f: int, S: int, family: Family) -> Real:
    """The variance of the mean of the rows' estimates."""
    of_row = row_variance(heard, N, f, S, family)
    if heard.rows is Rows.SAMPLED:
        return lift(mean_of_sampled, of_row, f, heard.d)
    return of_row / heard.d if heard.rows is Rows.ALL else of_row


def row_variance(heard: ReportModel, N: int, f: int, S: int, family: Family) -> Real:
    """The variance of the estimate from one row; from all reports, where each has its own hash."""
    possible(N, f, S)
    own = heard.rows is Rows.OWN
    triple = family.collision**2 if own else triple_of(family)
    d = heard.d if heard.rows is Rows.SAMPLED else 1

    def value(low: Exact, high: Exact) -> Exact:
        people, holders, shared = like(low, N), like(low, f), like(low, family.collision)
        noisy = noise(people, holders, shared, high - low, heard.spread(high), heard.spread(low))
        # Nobody shares a hash of one's own, as if nobody else held the same item.
        squares = like(low, N - f if own else S)
        collided = collisions(people - holders, squares, shared, like(low, triple))
        return row(people, holders, like(low, d), shared, noisy, collided)

    return lift(value, heard.channel.low, heard.channel.high)


def possible(N: int, f: int, S: int) -> None:
    """Refuse squares that no counts of N - f people have."""
    others = N - f
    if others < 0 or not others <= S <= others**2:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"S = {S} beside {others} people",
            f"{max(others, 0)} to {max(others, 0) ** 2}",
        )
