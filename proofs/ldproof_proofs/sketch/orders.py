"""The laws of the least and of the middle row by order statistics."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import comb

from ldproof.numbers import like
from ldproof.numbers.algebra import Known
from ldproof.sketch.error import tail_sums

# Order statistics of d independent rows that have one law, given by the probabilities of 0, 1, 2, ...


def minimum_law(row: Sequence[Known], d: int) -> list[Known]:
    """The law of the least of d independent numbers whose law is `row`."""
    tails = tail_sums(row)
    return [above**d - beyond**d for above, beyond in pairwise(tails)]


def doubled_median_law(row: Sequence[Known], d: int) -> Mapping[int, Known]:
    """The law of twice the median of d independent numbers with the law `row`; for even d the middle two's sum."""
    tails = tail_sums(row)
    below = list(accumulate(row, initial=like(row[0], 0)))
    half = d // 2
    found: defaultdict[int, Known] = defaultdict(lambda: like(row[0], 0))
    for v, share in enumerate(row):
        found[2 * v] += middle_probability(below[v], share, tails[v + 1], d)
        if d % 2 == 0:
            lower = below[v + 1] ** half - below[v] ** half
            for above in range(v + 1, len(row)):
                found[v + above] += comb(d, half) * lower * (tails[above] ** half - tails[above + 1] ** half)
    return found


def middle_probability(less: Known, equal: Known, more: Known, d: int) -> Known:
    """The probability that the middle of d numbers is v, from the probabilities of less than v, of v and of more."""
    most = (d - 1) // 2
    found = like(equal, 0)
    for low in range(most + 1):
        for high in range(most + 1):
            ways = comb(d, low) * comb(d - low, high)
            found += ways * less**low * more**high * equal ** (d - low - high)
    return found
