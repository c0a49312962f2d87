"""Hashes that are told by their columns: what a collector needs of hashes that somebody else has computed."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from ldproof.domains import Whole, settle
from ldproof.sketch.hashing.families import WIDTH, Columns, Key
from ldproof.sketch.hashing.items import Points


@dataclass(frozen=True, slots=True)
class Told:
    """A key lists the columns of all points; how often two of them collide is told, too."""

    width: int
    size: int
    collision: Fraction
    word: ClassVar[str] = "told"

    def __post_init__(self) -> None:
        settle(self, "collision", system="sketch", width=WIDTH, size=Whole(0, 10**6))

    @property
    def ranges(self) -> tuple[range, ...]:
        """A column for each point."""
        return (range(self.width),) * self.size

    @property
    def independence(self) -> int:
        """Nothing is known of two points together."""
        return 1

    def columns(self, key: Key, points: Points) -> Columns:
        """The columns that the key lists."""
        return np.array(key, np.int64)[points.astype(np.int64)]
