"""The keys of many draws, each of which is one of a few texts: codes are counted, not texts."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.programs import Tally


@dataclass(frozen=True, eq=False, slots=True)
class Coded(Collection[str]):
    """Keys, one after the other, by their places among texts that differ."""

    texts: tuple[str, ...]
    codes: Int64Array

    @classmethod
    def of(cls, keys: "Iterable[str] | Coded") -> "Coded":
        """Keys as they came."""
        if isinstance(keys, Coded):
            return keys
        listed = [*keys]
        place = {key: number for number, key in enumerate(dict.fromkeys(listed))}
        return cls((*place,), np.fromiter(map(place.__getitem__, listed), np.int64, len(listed)))

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> "Coded":
        """All keys of some, one after the other."""
        place: dict[str, int] = {}
        codes = [
            np.array([place.setdefault(text, len(place)) for text in each.texts], np.int64)[each.codes]
            for each in parts
        ]
        return cls((*place,), np.concatenate(codes))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Iterable) and [*self] == [*other]

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __contains__(self, key: object) -> bool:
        return any(key == each for each in self)

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str]:
        return map(self.texts.__getitem__, self.codes.tolist())

    def tallies(self, inputs: int, order: Int64Array) -> tuple[Tally, ...]:
        """How often each key came with each of so many inputs, whose order this is."""
        found: tuple[Tally, ...] = tuple(Counter() for _ in range(inputs))
        several = max(len(self.texts), 1)
        both, times = np.unique(order * several + self.codes, return_counts=True)
        for pair, often in zip(both.tolist(), times.tolist(), strict=True):
            found[pair // several][self.texts[pair % several]] = often
        return found
