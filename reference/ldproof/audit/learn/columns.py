"""The outputs that are remembered, as arrays: how often each came, and what each answers to a question."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.learn.features import Feature, Leaf, Look, label, number
from ldproof.audit.learn.past import Half
from ldproof.audit.learn.promise import promise
from ldproof.numbers import Array

Members: TypeAlias = NDArray[np.bool_]
Codes: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Table:
    """Different outputs, and how often each came from either side in one half of the past."""

    looks: Sequence[Look]
    one: Array
    other: Array
    pairs: int
    odds: float

    def judged(self, inside: Members) -> tuple[int, float]:
        """The side with which an event is likelier here, and what it promises."""
        one, other = (np.array(each[inside].sum()) for each in (self.one, self.other))
        return int(one < other), float(self.promises(one, other))

    def promises(self, one: Array, other: Array) -> Array:
        """What events promise that happened so often here."""
        return promise(one, other, self.pairs, self.odds)

    def grouped(self, codes: Codes, size: int) -> tuple[Array, Array]:
        """How often each group of outputs came from either side."""
        one, other = (
            np.bincount(codes, weights=each, minlength=size).astype(float) for each in (self.one, self.other)
        )
        return one, other


@dataclass(frozen=True, slots=True)
class Column:
    """What all outputs answer: the different answers by their labels, which of them each gives, and numbers."""

    labels: tuple[str, ...]
    codes: Codes
    numbers: Array
    """NaN where the answer is no number."""

    @property
    def numeric(self) -> bool:
        """Whether any answer is a number."""
        return not bool(np.isnan(self.numbers).all())


def table(half: Half, keys: Sequence[str], looks: Sequence[Look], odds: float) -> Table:
    """One half of the past."""
    one, other = (np.array([tally[key] for key in keys], dtype=float) for tally in (half.one, half.other))
    return Table(looks, one, other, half.pairs, odds)


def column(feature: Feature, looks: Sequence[Look]) -> Column:
    """The answers to a feature's question."""
    ask = feature.question()
    return answered([ask(each) for each in looks])


def answered(answers: Sequence[Leaf]) -> Column:
    """The column of these answers, one for each output."""
    texts = [label(each) for each in answers]
    labels = tuple(sorted(set(texts)))
    place = {each: index for index, each in enumerate(labels)}
    found = [number(each) for each in answers]
    return Column(
        labels,
        np.array([place[each] for each in texts], dtype=np.intp),
        np.array([np.nan if each is None else each for each in found], dtype=float),
    )
