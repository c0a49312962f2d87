"""The largest of real numbers, which need not be told apart for it, and numbers in order."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce

from ldproof.numbers.balls import FIRST_BITS, Ball, precision
from ldproof.numbers.powers import Known
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


def in_order(numbers: Sequence[Known]) -> list[Known]:
    """The least of some numbers, the next one and so on: balls are between the lower and the upper ends at their places."""
    if isinstance(numbers[0], Fraction):
        return sorted(numbers)
    balls = numbers
    lowest, highest = sorted(each.lower() for each in balls), sorted(each.upper() for each in balls)
    return [low.union(high) for low, high in zip(lowest, highest, strict=True)]


def surely_below(one: Real, other: Real) -> bool:
    """Whether one number is certainly less than another: what no precision tells apart is not."""
    try:
        return one is not other and one < other
    except Refused as refusal:
        if refusal.reason is not Reason.UNDECIDED:
            raise
        return False
