"""The exact bias of the source's estimate: the least row, with neither a bound nor an average of the item's count."""

from collections.abc import Sequence
from fractions import Fraction

from ldproof.budget import Budget
from ldproof.numbers import Exact, Real, lift, like
from ldproof.numbers.exactness import bit_size
from ldproof.numbers.powers import Known
from ldproof.rejections import Reason, Refused
from ldproof.sketch.counts import ones
from ldproof.sketch.orders import at_least
from ldproof.sketch.report_model import hearing
from ldproof.sketch.variance import possible

__all__ = ["min_bias"]

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
    others = alike(N, f, N - f if S is None else S)
    word = "all_rows" if p is None and q is None else "unary"
    rates = hearing(word, w, d, budget, p, q).channel
    known = [rate.exact for rate in (rates.low, rates.high) if rate.exact is not None]
    short = len(known) == 2 and N * d * max(map(bit_size, (*known, Fraction(w)))) <= MOST_BITS

    def biased(low: Known, high: Known) -> Known:
        return bias(N, f, d, low, high, row(f, others, w, low, high))

    return lift(biased, rates.low, rates.high, exactly=short)


def row(f: int, others: Sequence[int], w: int, p: Known, q: Known) -> list[Known]:
    """The law of the ones of one row that everybody is in."""
    return ones(f, others, w, 1, p, q)


def bias(N: int, f: int, d: int, p: Known, q: Known, law: Sequence[Known]) -> Known:
    """The expected least of d estimates (ones - N p) / (q - p), less f."""
    least = like(p, 0)
    for tail in at_least(law)[1:]:
        least += tail**d
    return estimated(least, like(p, N), p, q) - f


def estimated(count: Exact, N: Exact, p: Exact, q: Exact) -> Exact:
    """Section 3.2, in people: how many a row's column has, from its ones."""
    return (count - N * p) / (q - p)


def alike(N: int, f: int, S: int) -> list[int]:
    """The counts of the other items, all alike, from the sum of their squares."""
    possible(N, f, S)
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
