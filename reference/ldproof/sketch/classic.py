"""The classic Count-Min Sketch, without privacy: d rows of w counters, each row with a hash of its own.

An answer is never below the item's count, and exceeds it by more than alpha N with probability delta at most, if
the collision probability is at most 1/w (Cormode and Muthukrishnan 2005, Theorem 1): `sketch_size` gives w and d.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.coins import Coins
from ldproof.errors import Reason, Refused, quote_given
from ldproof.numbers import Real, exp, log
from ldproof.parameters import accept_parameters, parameter_domain
from ldproof.sketch.fields import Item, item_point
from ldproof.sketch.hashing import Family, Key, draw_key

MOST = 10**18
"""No counter is larger, and no two of them have too little room together in 64 bits."""


@dataclass(slots=True)
class Sketch:
    """Counters, and the hash of each row."""

    family: Family
    keys: tuple[Key, ...]
    counters: Int64Array

    def update(self, item: Item, count: int = 1) -> None:
        """Count `count` more occurrences of an item."""
        if type(count) is not int or count < 0:
            raise Refused(
                Reason.OUT_OF_RANGE, f"{quote_given(count)} occurrences", "a whole number of at least 0"
            )
        cells = self._cells(item)
        _check_counter(int(self.counters[cells].max()) + count)
        self.counters[cells] += count

    def query(self, item: Item) -> int:
        """The least of the item's counters, which is at least its count."""
        return int(self.counters[self._cells(item)].min())

    def merged(self, other: "Sketch") -> "Sketch":
        """The sketch of all occurrences in both; refused unless their hashes are the same."""
        if (self.family, self.keys) != (other.family, other.keys):
            raise Refused(Reason.OUT_OF_RANGE, "sketches with different hashes", "the same hashes for both")
        _check_counter(int(self.counters.max()) + int(other.counters.max()))
        return Sketch(self.family, self.keys, self.counters + other.counters)

    def _cells(self, item: Item) -> tuple[Int64Array, Int64Array]:
        where = np.array([item_point(item, self.family.size)], np.uint64)
        columns = [int(self.family.columns(key, where)[0]) for key in self.keys]
        return np.arange(len(self.keys)), np.array(columns, np.int64)


def _check_counter(count: int) -> None:
    """Refuse a count above `MOST`."""
    if count > MOST:
        raise Refused(Reason.TOO_LARGE, f"{quote_given(count)} occurrences in one counter", f"at most {MOST}")


def empty_sketch(family: Family, d: object, coins: Coins) -> Sketch:
    """A sketch of d rows with hashes drawn afresh, and all counters 0."""
    rows = int(accept_parameters({"d": d})["d"])
    keys = tuple(draw_key(family, coins) for _ in range(rows))
    return Sketch(family, keys, np.zeros((rows, family.width), np.int64))


def sketch_size(alpha: object, delta: object) -> tuple[int, int]:
    """The classic size (w, d): w = ceil(e/alpha) and d = ceil(ln(1/delta)), certified, for 0 < alpha, delta < 1."""
    share, risk = (
        Fraction(parameter_domain("beta").accept(name, each))
        for name, each in (("alpha", alpha), ("delta", delta))
    )
    return ceil(exp(Real(1)) / share), ceil(-log(Real(risk)))
