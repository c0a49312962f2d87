"""The largest of real numbers, which need not be told apart for it."""

from collections.abc import Iterable
from functools import reduce

from ldproof.numbers.balls import FIRST_BITS, Ball, precision
from ldproof.numbers.real import Number, Real, lift, real
from ldproof.rejections import Reason, Refused


def largest(numbers: Iterable[Number]) -> Real:
    """The largest: the number itself where balls tell it from the others, otherwise what encloses all that it may be."""
    exact, others = [], dict[int, Real]()
    for each in map(real, numbers):
        if each.exact is None:
            others[id(each)] = each
        else:
            exact.append(each.exact)
    candidates = [*others.values(), *([Real(max(exact))] if exact else [])]
    if not candidates:
        raise Refused(Reason.MISSING, "the largest of no numbers", "one at least")
    with precision(FIRST_BITS):
        # A ball is certainly below another or it is not: what is left out here is not the largest.
        top = reduce(lambda one, other: one.max(other), (each().lower() for each in candidates))
        rivals = [each for each in candidates if not each() < top]
    return rivals[0] if len(rivals) == 1 else lift(highest, *rivals, exactly=False)


def highest(*balls: Ball) -> Ball:
    """The largest of numbers within balls."""
    return reduce(lambda one, other: one.max(other), balls)


def surely_below(one: Real, other: Real) -> bool:
    """Whether one number is certainly less than another: what no precision tells apart is not."""
    try:
        return one is not other and one < other
    except Refused as refusal:
        if refusal.reason is not Reason.UNDECIDED:
            raise
        return False
