"""Exact multinomial numbers: how many of some people are in each cell, where everybody's cell is a uniform choice.

The cells are halved, and who is in the first half is a Binomial number of those who are in both; then the halves are, and
so on, until each has one cell. A first half that is not as large as the second has one cell less.
"""

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from ldproof.arrays import Int64Array, numbers
from ldproof.coins import Coins
from ldproof.domains import Whole
from ldproof.exact.binomial_tables import binomials
from ldproof.exact.digits import Digits

CELLS = Whole(1, 10**9)
"""How many cells there may be."""


def multinomials(counts: ArrayLike, cells: int, coins: Coins) -> Int64Array:
    """For each number of people a row: how many of them are in each of so many cells."""
    groups = numbers("the numbers of people", counts, "group")
    people, widths = groups[:, np.newaxis], np.array([CELLS.accept("cells", cells)])
    while (widths > 1).any():
        firsts = np.zeros_like(people)
        # There are at most two widths, next to each other; NumPy's own search for them would load its masked arrays.
        for width in sorted({int(widths.min()), int(widths.max())} - {1}):
            here = np.flatnonzero(widths == width)
            share = Digits(Fraction(width // 2, width))
            drawn = binomials(people[:, here].ravel(), share, coins)
            firsts[:, here] = drawn.reshape(len(groups), here.size)
        people = np.stack((firsts, people - firsts), axis=2).reshape(len(groups), 2 * widths.size)
        widths = np.stack((widths // 2, widths - widths // 2), axis=1).ravel()
        people, widths = people[:, widths > 0], widths[widths > 0]
    return people
