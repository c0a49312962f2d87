"""The outputs that are remembered, as arrays: how often each came, and what each answers to a question."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.learn.classifier import rows, scores
from ldproof.audit.learn.conditions import Members, Sides
from ldproof.audit.learn.features import PLAIN, Feature, Leaf, label, number
from ldproof.audit.learn.measures import Measure, measure, measured
from ldproof.audit.learn.past import Half
from ldproof.audit.learn.promise import promise
from ldproof.audit.learn.sequences import Outputs
from ldproof.codec.values import LARGEST
from ldproof.numbers import Array

Codes: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Table:
    """Different outputs, and how often each came from either side in one half of the past."""

    outputs: Outputs
    one: Array
    other: Array
    pairs: int
    odds: float

    @property
    def sides(self) -> Sides:
        """How often each output came from either side."""
        return Sides(self.one, self.other)

    def judged(self, insides: Sequence[Members]) -> list[tuple[int, float]]:
        """For each event the side with which it is likelier here, and what it promises."""
        one, other = (np.array([each[inside].sum() for inside in insides]) for each in (self.one, self.other))
        return list(zip((one < other).astype(int).tolist(), self.promises(one, other).tolist(), strict=True))

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


def table(half: Half, outputs: Outputs, odds: float) -> Table:
    """One half of the past."""
    keys = [each.key for each in outputs.looks]
    one, other = (np.array([tally[key] for key in keys], dtype=float) for tally in (half.one, half.other))
    return Table(outputs, one, other, half.pairs, odds)


def column(feature: Feature, outputs: Outputs) -> Column:
    """The answers to a feature's question."""
    if feature.name == "measure":
        return of_measure(measure(feature.argument), outputs)
    if feature.name == "score":
        return of_numbers(scores(rows(feature.argument), outputs))
    ask = PLAIN[feature.name]
    return answered([ask(each) for each in outputs.looks])


def of_measure(asked: Measure, outputs: Outputs) -> Column:
    """What a measure says: a leaf itself, by its label, where it is what is at a place or at the end of a way."""
    match asked:
        case ("in", str(way), *inner):
            return of_measure(tuple(inner), outputs.part(way))
        case ("path", str(way)):
            return answered(outputs.at_end(way))
        case ("place", "leaves", int(place)):
            return answered([leaf_at(each.leaves, place) for each in outputs.looks])
        case _:
            return of_numbers(measured(asked, outputs))


def leaf_at(leaves: Sequence[Leaf], place: int) -> Leaf:
    """The leaf at a place; NULL where there is none."""
    return leaves[place] if 0 <= place < len(leaves) else None


def of_numbers(numbers: Array) -> Column:
    """The column of these numbers, of which 0 and -0 are one and the same; NaN where there is none."""
    different, codes = np.unique(numbers + 0.0, return_inverse=True)
    labels = tuple("null" if np.isnan(each) else repr(float(each)) for each in different)
    return Column(labels, codes.astype(np.intp), numbers)


def answered(answers: Sequence[Leaf]) -> Column:
    """The column of these answers, one for each output."""
    # 0.0 and -0.0 are equal, and NaN is not even itself.
    same = [(type(each), repr(each) if type(each) is float else each) for each in answers]
    known = dict(zip(same, answers, strict=True))
    different = sorted(((label(each), key, number(each)) for key, each in known.items()), key=itemgetter(0))
    place = {key: index for index, (_, key, _) in enumerate(different)}
    codes = np.fromiter(map(place.__getitem__, same), np.intp, len(same))
    numbers = np.array([np.nan if each is None else each for _, _, each in different], dtype=float)
    return Column(tuple(text for text, _, _ in different), codes, np.clip(numbers, -LARGEST, LARGEST)[codes])
