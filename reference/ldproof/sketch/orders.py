"""Order statistics of d independent rows that have one law, given by the probabilities of 0, 1, 2, ..."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import comb

from ldproof.numbers import like
from ldproof.numbers.powers import Known


def minimum(row: Sequence[Known], d: int) -> list[Known]:
    """The law of the least: all are at least v, and not all are more."""
    tails = at_least(row)
    return [above**d - beyond**d for above, beyond in pairwise(tails)]


def median(row: Sequence[Known], d: int) -> Mapping[int, Known]:
    """The law of twice the median, which is whole also where d is even and it is the mean of the middle two."""
    tails = at_least(row)
    below = running(row)
    half = d // 2
    found: defaultdict[int, Known] = defaultdict(lambda: like(row[0], 0))
    for v, share in enumerate(row):
        found[2 * v] += both(below[v], share, tails[v + 1], d)
        if d % 2 == 0:
            lower = below[v + 1] ** half - below[v] ** half
            for above in range(v + 1, len(row)):
                found[v + above] += comb(d, half) * lower * (tails[above] ** half - tails[above + 1] ** half)
    return found


def both(less: Known, equal: Known, more: Known, d: int) -> Known:
    """The probability that whatever is in the middle is v: that at most (d - 1) // 2 are less, and as many more."""
    most = (d - 1) // 2
    found = like(equal, 0)
    for low in range(most + 1):
        for high in range(most + 1):
            ways = comb(d, low) * comb(d - low, high)
            found += ways * less**low * more**high * equal ** (d - low - high)
    return found


def at_least(row: Sequence[Known]) -> list[Known]:
    """The probabilities of 0 or more, 1 or more, ..., and at last 0; from the small ones on, to add no large errors."""
    return running(row[::-1])[::-1]


def running(row: Sequence[Known]) -> list[Known]:
    """0, and the sums of the first, the first two, ... of some numbers."""
    sums = [like(row[0], 0)]
    for share in row:
        sums.append(sums[-1] + share)
    return sums
