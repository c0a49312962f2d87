"""The exact law of the ones that an item's columns receive, by its generating function."""

from collections import Counter
from collections.abc import Sequence
from math import comb

from ldproof.numbers import like
from ldproof.numbers.powers import Known
from ldproof.numbers.series import power, times


def ones(f: int, others: Sequence[int], w: int, d: int, p: Known, q: Known) -> list[Known]:
    """The law of the ones at an item's columns from people who are in one of d rows each, the rows of ideal hashes.

    f people hold the item and `others` are the counts of the others. Of these, a count c collides in k rows of d,
    a Binomial number, and each of its people is in one of them with probability k/d, independently. With d = 1,
    where everybody is in the row, its factor is (1 - 1/w) (1 - p + p z)^c + (1/w) (1 - q + q z)^c.
    """
    whole = power([1 - q, q], f)
    for count, items in Counter(others).items():
        factor = [like(p, 0)] * (count + 1)
        for k in range(d + 1):
            rate = p + (q - p) * k / d
            weight = like(p, comb(d, k) * (w - 1) ** (d - k)) / w**d
            factor = [
                share + weight * more
                for share, more in zip(factor, power([1 - rate, rate], count), strict=True)
            ]
        whole = times(whole, power(factor, items))
    return whole
