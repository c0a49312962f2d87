"""Conditions on outputs, thousands at a time: those are kept that one side meets much more often than the other."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.learn.measures import RANKED, WHOLE, Measure, measure_outputs
from ldproof.audit.learn.sequences import WRITING, Outputs, symbol_code, text_code
from ldproof.numbers import Array

Condition: TypeAlias = tuple[str, float | str, Measure]
"""That a measure equals a number, or what has this label; or is no less than a number."""
Members: TypeAlias = NDArray[np.bool_]

EQUAL, AT_LEAST = "=", ">="
FEW, MANY, SEVERAL = 16, 64, 128
"""Of so many different numbers each is tried, of a scalar; of so many symbols, counted; and at many places."""
EDGES = np.arange(1, 8) / 8
"""Of more the thresholds at these parts of all."""
TELLING = 4.0
"""A condition tells something if the sides differ by so much, in standard errors squared."""
KEPT = 48
"""So many of a kind are kept."""
SAMPLE = 1 << 9
"""Of so many outputs it is seen which numbers there are."""
WIDE, WORK = 1 << 8, 1 << 29
"""Of so many bits all pairs are compared, in so many multiplications; of more in fewer outputs."""
ROUNDED = 0.999
"""What is less by more than this factor is so in short floats, too."""
AT_ONCE = 1 << 18
"""Of so many numbers it is seen at a time which outputs have them."""
MOSTLY = 0.9
"""A way of writing bits is looked at if more than this part of all outputs can be read in it."""
NARROW = 12
"""Of so many bits all parities are looked at."""
MOST_OF_A_PART = 1 << 10
"""Of no more outputs are parts looked at on their own."""
COMPARED = 12
"""Of so many numbers the sums and differences of two are."""
DIVISORS = (3, 5, 7, 8, 10, 12, 60, 100)
"""What a sum leaves over is looked at by these."""


@dataclass(frozen=True)  # without slots, so that the counts are kept
class Sides:
    """How often each output came from either side, and what a draw from either counts for."""

    one: Array
    other: Array
    worth: tuple[float, float] = (1.0, 1.0)

    @cached_property
    def counts(self) -> NDArray[np.float32]:
        """Both, a row for each."""
        return np.stack([self.one, self.other]).astype(np.float32)

    @cached_property
    def weights(self) -> Array:
        """By how much more each output came from the one side."""
        found: Array = self.one * self.worth[0] - self.other * self.worth[1]
        return found

    @cached_property
    def times(self) -> Array:
        """How often each output came."""
        found: Array = self.one * self.worth[0] + self.other * self.worth[1]
        return found

    def told(self, one: Array, other: Array) -> Array:
        """By how much the sides differ in conditions that are met so often, in standard errors squared."""
        found: Array = (one - other) ** 2 / np.maximum(one + other, 1)
        return found

    def met(self, inside: Array) -> tuple[Array, Array]:
        """How often conditions are met, that are columns of a matrix."""
        # Whole numbers, and so exact, in whatever order they are added up.
        hits = (self.counts @ inside.astype(np.float32)).astype(float)
        return hits[0] * self.worth[0], hits[1] * self.worth[1]


Telling: TypeAlias = tuple[float, Condition]
"""How much a condition tells."""


def outputs_meeting(condition: Condition, outputs: Outputs) -> Members:
    """Which outputs meet it."""
    how, end, measure = condition
    found = measure_outputs(measure, outputs)
    if how != EQUAL:
        return found >= float(end)
    whole = isinstance(end, str) and innermost_measure(measure)[0] in WHOLE
    same: Members = found == (text_code(str(end)) if whole else symbol_code(end))
    return same


def innermost_measure(measure: Measure) -> Measure:
    """The measure of a part, where it is one of that."""
    return innermost_measure(measure[2:]) if measure[0] == "in" else measure


def label_condition(condition: Condition, outputs: Outputs) -> Condition:
    """A condition with the label of what its number stands for."""
    how, end, measure = condition
    name, *arguments = measure
    if how != EQUAL or isinstance(end, str):
        return condition
    if name in WHOLE:
        row = int(np.flatnonzero(measure_outputs(measure, outputs) == end)[0])
        return how, WHOLE[str(name)](outputs.looks[row]), measure
    leaf = name == "path" or (name == "place" and arguments[0] == "leaves")
    return how, outputs.symbol(end) if leaf else end, measure


def telling_conditions(outputs: Outputs, sides: Sides) -> list[Telling]:
    """What tells the sides apart, also of parts on their own, the most telling first."""
    found = of_wholes(outputs, sides)
    every = np.arange(len(outputs.looks))
    some = evenly_spaced(every, MOST_OF_A_PART)
    # Others have no part in them: what nobody asks of these is not worked out.
    few = Outputs([outputs.looks[place] for place in some.tolist()]) if len(some) < len(every) else outputs
    scale = len(every) / max(len(some), 1)
    for way in outputs.paths_to_parts():
        inner = of_wholes(few.part(way), Sides(sides.one[some], sides.other[some]))
        found += [(scale * much, (how, end, ("in", way, *measure))) for much, (how, end, measure) in inner]
    return sort_by_evidence(found)


def sort_by_evidence(found: list[Telling]) -> list[Telling]:
    """The most telling ones first."""
    return sorted(found, key=lambda each: (-each[0], repr(each[1])))


def of_wholes(outputs: Outputs, sides: Sides) -> list[Telling]:
    """What tells the sides apart of outputs as they are, the most telling first."""
    found = [*of_scalars(outputs, sides)]
    for name in usable_sequences(outputs):
        rows = outputs.sequence(name)
        found += column_conditions(rows, sides, SEVERAL, place_measure(name))
        if bool(np.all(np.isnan(rows) | (rows == 0) | (rows == 1))):
            found += of_bits(name, rows, sides)
        elif 1 < rows.shape[1] <= RANKED:
            found += of_order(name, rows, outputs, sides)
    if paths := [*outputs.varying_paths]:
        codes = np.stack([*outputs.varying_paths.values()], axis=1)
        found += column_conditions(codes, sides, SEVERAL, lambda index: ("path", paths[index]))
    return sort_by_evidence([(much, label_condition(each, outputs)) for much, each in found])


def evenly_spaced(places: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """Some of these places, so many at most, from all over."""
    return places[:: -(-len(places) // most)] if len(places) > most else places


def usable_sequences(outputs: Outputs) -> Iterator[str]:
    """The matrices that most of the outputs have a row in."""
    leaves = outputs.sequence("leaves")
    symbols = different_in(outputs, "leaves")
    if leaves.shape[1] > 1 and len(symbols) <= 2:
        yield "leaves" if tuple(symbols) == (0.0, 1.0) else f"={outputs.symbol(symbols[-1])}"
        return
    if leaves.shape[1]:
        yield "leaves"
    if outputs.paths and has_most_rows(outputs.sequence("numbers")):
        yield "numbers"
    written = [name for name in WRITING if has_most_rows(outputs.sequence(name))]
    # What can be read in base 16 can be read in base 64, too.
    yield from (name for name in written if name != "base 64" or "hexadecimal" not in written)


def has_most_rows(rows: Array) -> bool:
    """Whether most outputs have a row."""
    return rows.shape[1] > 0 and float((~np.isnan(rows[:, 0])).mean()) > MOSTLY


def distinct_numbers(rows: Array) -> list[float]:
    """The numbers that there are, in some of the rows."""
    some = rows[:: max(1, len(rows) // SAMPLE)]
    return [float(each) for each in np.unique(some[~np.isnan(some)])]


def different_in(outputs: Outputs, name: str) -> list[float]:
    """Those in the matrix with this name."""
    found = outputs.remembered(
        f"different {name}", lambda: np.array(distinct_numbers(outputs.sequence(name)))
    )
    return [float(each) for each in found]


def column_conditions(rows: Array, sides: Sides, few: int, named: Callable[[int], Measure]) -> list[Telling]:
    """The conditions on each column of a matrix."""
    values = distinct_numbers(rows)
    if len(values) > few:
        return [*threshold_conditions(rows, sides, named)]
    ends = np.repeat(np.array(values)[:, None], rows.shape[1], axis=1)
    return [*compare_with_ends(rows, EQUAL, ends, sides, named)]


def compare_with_ends(
    rows: Array, how: str, ends: Array, sides: Sides, named: Callable[[int], Measure]
) -> Iterator[Telling]:
    """For each of some rows of numbers the conditions that tell most: that columns of a matrix have to do with theirs."""
    meets = np.equal if how == EQUAL else np.greater_equal
    step = max(1, AT_ONCE // max(rows.size, 1))
    for start in range(0, len(ends), step):
        some = ends[start : start + step]
        inside = meets(rows[:, None], some).reshape(len(rows), -1)
        for row, told in zip(some, sides.told(*sides.met(inside)).reshape(some.shape), strict=True):
            yield from best_conditions(told, condition_maker(how, row, named))


def place_measure(sequence: str) -> Callable[[int], Measure]:
    """What is at the places of a matrix."""
    return lambda index: ("place", sequence, index)


def constant_measure(measure: Measure) -> Callable[[int], Measure]:
    """The only measure that there is."""
    return lambda _: measure


def equality_conditions(rows: Array, sides: Sides, measures: Sequence[Measure]) -> Iterator[Telling]:
    """The conditions on the columns of a matrix, each with numbers of its own."""
    order = np.sort(rows[:: max(1, len(rows) // SAMPLE)], axis=0)
    new = ~np.isnan(order)
    new[1:] &= order[1:] != order[:-1]
    few = new.sum(axis=0) <= FEW
    which, places = np.nonzero((new & few).T)
    ends = order[places, which]
    step = max(1, AT_ONCE // max(len(rows), 1))
    for start in range(0, len(ends), step):
        here, equal = which[start : start + step], ends[start : start + step]
        told = sides.told(*sides.met(rows[:, here] == equal))
        for index in np.flatnonzero(told > TELLING).tolist():
            yield float(told[index]), (EQUAL, float(equal[index]), measures[here[index]])
    if not few.all():
        many = [measure for measure, one in zip(measures, few.tolist(), strict=True) if not one]
        yield from threshold_conditions(rows[:, ~few], sides, many.__getitem__)


def threshold_conditions(rows: Array, sides: Sides, named: Callable[[int], Measure]) -> Iterator[Telling]:
    """That columns of a matrix are no less than the numbers at equal parts of all."""
    some = np.where(np.isnan(rows), -np.inf, rows)
    ends = np.quantile(some[:: max(1, len(rows) // (4 * SAMPLE))], EDGES, axis=0, method="nearest")
    yield from compare_with_ends(some, AT_LEAST, ends, sides, named)


def condition_maker(how: str, ends: Array, named: Callable[[int], Measure]) -> Callable[[int], Condition]:
    """The conditions that measures have to do with numbers, one for each."""
    return lambda index: (how, float(ends[index]), named(index))


def best_conditions(told: Array, named: Callable[[int], Condition], least: float = TELLING) -> list[Telling]:
    """Those that tell most."""
    telling = np.flatnonzero(told > least)
    if not len(telling):  # as for most
        return []
    order = telling[np.argsort(-told[telling], kind="stable")[:KEPT]]
    return [(float(told[index]), named(int(index))) for index in order]


def of_scalars(outputs: Outputs, sides: Sides) -> Iterator[Telling]:
    """The conditions on measures of a whole output."""
    yield from repeated_outputs(measure_outputs(("output",), outputs), sides)
    measures = [*scalar_measures(outputs)]
    yield from equality_conditions(
        np.stack([measure_outputs(each, outputs) for each in measures], axis=1), sides, measures
    )


def repeated_outputs(codes: Array, sides: Sides) -> list[Telling]:
    """The outputs that came again and again, each on its own."""
    values, places = np.unique(codes, return_inverse=True)
    one, other = (
        np.bincount(places, weights=each).astype(float) * worth
        for each, worth in zip((sides.one, sides.other), sides.worth, strict=True)
    )
    return best_conditions(sides.told(one, other), lambda index: (EQUAL, float(values[index]), ("output",)))


def scalar_measures(outputs: Outputs) -> Iterator[Measure]:
    """The measures that are worth asking, but that of which outputs come again and again."""
    yield from (("kind",), ("taken",))
    leaves = outputs.sequence("leaves")
    if leaves.shape[1] <= 1:
        yield ("digits",)
        yield from (("fraction", parts) for parts in (1, 2, 10, 16, 100, 1000, 1024))
        yield from ((name, view) for view in ("whole number", "floats") for name in ("sum", "odd sum"))
        yield from (("remainder", "leaves", divisor) for divisor in DIVISORS)
        yield from (("last", view, 1) for view in ("whole number", "floats"))
        return
    for name in usable_sequences(outputs):
        yield from (
            (measure, name) for measure in ("length", "odd length", "sum", "odd sum", "changes", "distinct")
        )
        yield from (("remainder", name, divisor) for divisor in DIVISORS)
        symbols = [outputs.symbol(each) for each in different_in(outputs, name)]
        if len(symbols) > 2:
            yield from (
                (measure, name, sign) for measure in ("extreme", "where the extreme is") for sign in (1, -1)
            )
        if len(symbols) <= MANY:
            asked = ("count", "first", "first other", "last")
            yield from (
                (measure, name, symbol)
                for symbol in (symbols if len(symbols) > 2 else symbols[-1:])
                for measure in asked
            )
        if len(symbols) <= FEW // 2:
            yield from (("neighbours", name, one, other) for one, other in product(symbols, repeat=2))


def of_bits(name: str, rows: Array, sides: Sides) -> Iterator[Telling]:
    """The parities of two bits, of neighbours, and of any if there are few."""
    bits = np.where(np.isnan(rows), 0.0, rows)
    signs = (1 - 2 * bits).astype(np.float32)
    width = rows.shape[1]
    if width < 2:
        return
    starts = np.concatenate([np.ones((len(rows), 1), dtype=np.float32), np.cumprod(signs, axis=1)], axis=1)
    yield from pair_products(signs, sides, lambda one, other: ("xor", name, one, other), 1)
    yield from pair_products(starts, sides, lambda one, other: ("window", name, one, other), 2)
    if width <= NARROW:
        numbers = (bits @ 2 ** np.arange(width)).astype(int)
        size = 2**width
        apart = np.bincount(numbers, weights=sides.weights, minlength=size).astype(float)
        told = walsh_hadamard_transform(apart) ** 2 / max(float(sides.times.sum()), 1)
        told[0] = 0
        yield from best_conditions(
            told, lambda mask: (EQUAL, 1.0, ("parity", name, mask)), TELLING + 2 * np.log(size)
        )


def pair_products(
    signs: NDArray[np.float32], sides: Sides, named: Callable[[int, int], Measure], apart: int
) -> list[Telling]:
    """The products of two columns of signs that tell most, at so many places from each other at least."""
    width = signs.shape[1]
    most = max(SAMPLE, WORK // width**2)
    weights = sides.weights
    some = np.argsort(-np.abs(weights), kind="stable")[:most] if len(signs) > most else np.arange(len(signs))
    chosen = signs[some]
    together = chosen.T @ (weights[some].astype(np.float32)[:, None] * chosen)
    drawn, least = max(float(sides.times[some].sum()), 1), TELLING + 2 * np.log(width * (width - 1) / 2 + 1)
    first, second = np.nonzero(together**2 > ROUNDED * least * drawn)
    far = second - first >= apart
    one, other = first[far], second[far]
    told = together[one, other].astype(float) ** 2 / drawn
    found = best_conditions(told, lambda at: (EQUAL, 1.0, named(int(one[at]), int(other[at]))), least)
    return [(len(signs) / len(some) * much, condition) for much, condition in found]


def walsh_hadamard_transform(numbers: Array) -> Array:
    """The Walsh-Hadamard transform: the sums with the signs of all parities."""
    found = numbers.copy()
    step = 1
    while step < len(found):
        found = found.reshape(-1, 2, step)
        found = np.stack([found[:, 0] + found[:, 1], found[:, 0] - found[:, 1]], axis=1).reshape(-1)
        step *= 2
    return found


def of_order(name: str, rows: Array, outputs: Outputs, sides: Sides) -> Iterator[Telling]:
    """Of two numbers or more: which of two is the smaller one, what they differ by and add up to; and ranks."""
    width = rows.shape[1]
    two = [*combinations(range(width), 2)]
    first, second = np.array(two).T
    signs = (np.sign(rows[:, second] - rows[:, first]) + 1) / 2
    yield from column_conditions(signs, sides, 3, lambda index: ("order", name, *two[index]))
    if width <= COMPARED:
        apart, together = rows[:, second] - rows[:, first], rows[:, second] + rows[:, first]
        yield from column_conditions(apart, sides, SEVERAL, lambda index: ("difference", name, *two[index]))
        yield from column_conditions(
            together, sides, SEVERAL, lambda index: ("sum of two", name, *two[index])
        )
    ranks = [("rank", name, index) for index in range(width)]
    found = np.stack([measure_outputs(each, outputs) for each in ranks], axis=1)
    yield from column_conditions(found, sides, RANKED, lambda index: ranks[index])
    for measure in (("inversions", name), ("odd inversions", name)):
        yield from column_conditions(
            measure_outputs(measure, outputs)[:, None], sides, FEW, constant_measure(measure)
        )
