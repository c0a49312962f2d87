"""Conditions on outputs, thousands at a time: those are kept that one side meets much more often than the other.

The best of them are weighed by a classifier of the input.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.auditor.learn.features import (
    AT_LEAST,
    EQUAL,
    RANKED,
    WHOLE,
    Condition,
    Measure,
    Membership,
    Rule,
    ScoreRow,
    measure_outputs,
    outputs_meeting,
)
from ldproof.auditor.learn.outputs import (
    WRITING,
    Outputs,
)
from ldproof.numbers import Array

FEW, MANY, SEVERAL = 16, 64, 128
"""Equality is tried with every number up to this count: of a scalar, of symbols that are counted, of many places."""
EDGES = np.arange(1, 8) / 8
"""The quantiles that are tried as thresholds of more numbers."""
TELLING = 4.0
"""The least difference of the sides, in squared standard errors, of a condition that is kept."""
KEPT = 48
"""The most conditions of one kind that are kept."""
SAMPLE = 1 << 9
"""The number of outputs in which different numbers are looked for."""
WIDE, WORK = 1 << 8, 1 << 29
"""Bits up to which all pairs are compared in this number of multiplications; of more bits, in fewer outputs."""
ROUNDED = 0.999
"""A factor for the error of single precision."""
AT_ONCE = 1 << 18
"""Comparisons of numbers with outputs that are made at a time."""
MOSTLY = 0.9
"""The least share of the outputs that can be read in a way, for it to be used."""
NARROW = 12
"""Bits up to which all parities are tried."""
MOST_OF_A_PART = 1 << 10
"""Outputs whose parts are looked at on their own."""
COMPARED = 12
"""Numbers up to which sums and differences of two are tried."""
DIVISORS = (3, 5, 7, 8, 10, 12, 60, 100)
"""The divisors of sums."""


@dataclass(frozen=True)  # without slots, so that the counts are kept
class Sides:
    """How often each output came with either input, and the weight of a draw with either."""

    one: Array
    other: Array
    worth: tuple[float, float] = (1.0, 1.0)

    @cached_property
    def count_rows(self) -> NDArray[np.float32]:
        """Both counts, a row each."""
        return np.stack([self.one, self.other]).astype(np.float32)

    @cached_property
    def weighted_difference(self) -> Array:
        """The weighted difference of the counts of each output."""
        found: Array = self.one * self.worth[0] - self.other * self.worth[1]
        return found

    @cached_property
    def weighted_sum(self) -> Array:
        """The weighted sum of the counts of each output."""
        found: Array = self.one * self.worth[0] + self.other * self.worth[1]
        return found

    def squared_difference(self, one: Array, other: Array) -> Array:
        """The squared difference of weighted counts, in units of its variance if both inputs had one law."""
        found: Array = (one - other) ** 2 / np.maximum(one + other, 1)
        return found

    def weighted_counts(self, inside: Array) -> tuple[Array, Array]:
        """The weighted counts with which conditions are met, that are the columns of a matrix."""
        # Whole numbers, and so exact, in whatever order they are added up.
        hits = (self.count_rows @ inside.astype(np.float32)).astype(float)
        return hits[0] * self.worth[0], hits[1] * self.worth[1]


Telling: TypeAlias = tuple[float, Condition]
"""A condition after the difference of the sides in it, in squared standard errors."""


def label_condition(condition: Condition, outputs: Outputs) -> Condition:
    """The condition with a label in the place of a number that stands for a symbol."""
    how, end, measure = condition
    name, *arguments = measure
    if how != EQUAL or isinstance(end, str):
        return condition
    if name in WHOLE:
        row = int(np.flatnonzero(measure_outputs(measure, outputs) == end)[0])
        return how, WHOLE[str(name)](outputs.parsed[row]), measure
    scalar = name == "path" or (name == "place" and arguments[0] == "leaves")
    return how, outputs.symbol_label(end) if scalar else end, measure


def telling_conditions(outputs: Outputs, sides: Sides) -> list[Telling]:
    """Conditions on outputs and on their parts in which the sides differ, those with the largest difference first."""
    found = conditions_on_wholes(outputs, sides)
    every = np.arange(len(outputs.parsed))
    some = evenly_spaced(every, MOST_OF_A_PART)
    # Apart from the others, whose parts are not worked out then.
    few = Outputs([outputs.parsed[place] for place in some.tolist()]) if len(some) < len(every) else outputs
    scale = len(every) / max(len(some), 1)
    for path in outputs.paths_to_parts():
        inner = conditions_on_wholes(few.parts_at_path(path), Sides(sides.one[some], sides.other[some]))
        found += [(scale * much, (how, end, ("in", path, *measure))) for much, (how, end, measure) in inner]
    return sort_by_evidence(found)


def sort_by_evidence(found: list[Telling]) -> list[Telling]:
    """The conditions with the largest difference first; those with the same in the order of their texts."""
    return sorted(found, key=lambda each: (-each[0], repr(each[1])))


def conditions_on_wholes(outputs: Outputs, sides: Sides) -> list[Telling]:
    """Conditions on whole outputs in which the sides differ, those with the largest difference first."""
    found = [*conditions_on_scalars(outputs, sides)]
    for name in usable_sequences(outputs):
        rows = outputs.sequence_matrix(name)
        found += column_conditions(rows, sides, SEVERAL, [("place", name, at) for at in range(rows.shape[1])])
        if bool(np.all(np.isnan(rows) | (rows == 0) | (rows == 1))):
            found += conditions_on_bits(name, rows, sides)
        elif 1 < rows.shape[1] <= RANKED:
            found += conditions_on_order(name, rows, outputs, sides)
    if paths := outputs.varying_paths:
        codes = np.stack([*paths.values()], axis=1)
        found += column_conditions(codes, sides, SEVERAL, [("path", path) for path in paths])
    return sort_by_evidence([(much, label_condition(each, outputs)) for much, each in found])


def evenly_spaced(places: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """At most `most` of these places, at equal distances."""
    return places[:: -(-len(places) // most)] if len(places) > most else places


def usable_sequences(outputs: Outputs) -> Iterator[str]:
    """The names of the matrices in which most outputs have a row."""
    scalars = outputs.sequence_matrix("leaves")
    symbols = distinct_in_sequence(outputs, "leaves")
    if scalars.shape[1] > 1 and len(symbols) <= 2:
        yield "leaves" if tuple(symbols) == (0.0, 1.0) else f"={outputs.symbol_label(symbols[-1])}"
        return
    if scalars.shape[1]:
        yield "leaves"
    if outputs.path_codes and has_most_rows(outputs.sequence_matrix("numbers")):
        yield "numbers"
    written = [name for name in WRITING if has_most_rows(outputs.sequence_matrix(name))]
    # What can be read in base 16 can be read in base 64, too.
    yield from (name for name in written if name != "base 64" or "hexadecimal" not in written)


def has_most_rows(rows: Array) -> bool:
    """Whether most outputs have a row."""
    return rows.shape[1] > 0 and float((~np.isnan(rows[:, 0])).mean()) > MOSTLY


def distinct_numbers(rows: Array) -> list[float]:
    """The different numbers in a sample of the rows."""
    some = rows[:: max(1, len(rows) // SAMPLE)]
    return [float(each) for each in np.unique(some[~np.isnan(some)])]


def distinct_in_sequence(outputs: Outputs, name: str) -> list[float]:
    """The different numbers in the matrix with this name, memoised."""
    found = outputs.memoised_array(
        f"different {name}", lambda: np.array(distinct_numbers(outputs.sequence_matrix(name)))
    )
    return [float(each) for each in found]


def column_conditions(rows: Array, sides: Sides, few: int, measures: Sequence[Measure]) -> list[Telling]:
    """Conditions on the columns of a matrix, equality with any of its numbers if they are few."""
    values = distinct_numbers(rows)
    if len(values) > few:
        return threshold_conditions(rows, sides, measures)
    ends = np.repeat(np.array(values)[:, None], rows.shape[1], axis=1)
    return compare_with_ends(rows, EQUAL, ends, sides, measures)


def compare_with_ends(
    rows: Array, how: str, ends: Array, sides: Sides, measures: Sequence[Measure]
) -> list[Telling]:
    """The best conditions that compare the columns of a matrix with the numbers in each row of `ends`."""
    meets = np.equal if how == EQUAL else np.greater_equal
    step = max(1, AT_ONCE // max(rows.size, 1))
    found: list[Telling] = []
    for start in range(0, len(ends), step):
        some = ends[start : start + step]
        inside = meets(rows[:, None], some).reshape(len(rows), -1)
        for row, told in zip(
            some, sides.squared_difference(*sides.weighted_counts(inside)).reshape(some.shape), strict=True
        ):
            found += best_conditions(told, how, row, measures.__getitem__)
    return found


def equality_conditions(rows: Array, sides: Sides, measures: Sequence[Measure]) -> list[Telling]:
    """Conditions on the columns of a matrix: equality with the numbers of a column if it has few, else thresholds."""
    order = np.sort(rows[:: max(1, len(rows) // SAMPLE)], axis=0)
    new = ~np.isnan(order)
    new[1:] &= order[1:] != order[:-1]
    few = new.sum(axis=0) <= FEW
    which, places = np.nonzero((new & few).T)
    ends = order[places, which]
    step = max(1, AT_ONCE // max(len(rows), 1))
    found: list[Telling] = []
    for start in range(0, len(ends), step):
        here, equal = which[start : start + step], ends[start : start + step]
        told = sides.squared_difference(*sides.weighted_counts(rows[:, here] == equal))
        found += [
            (float(told[index]), (EQUAL, float(equal[index]), measures[here[index]]))
            for index in np.flatnonzero(told > TELLING).tolist()
        ]
    if not few.all():
        many = [measure for measure, one in zip(measures, few.tolist(), strict=True) if not one]
        found += threshold_conditions(rows[:, ~few], sides, many)
    return found


def threshold_conditions(rows: Array, sides: Sides, measures: Sequence[Measure]) -> list[Telling]:
    """Conditions that the columns of a matrix are at least as large as some of their quantiles."""
    some = np.where(np.isnan(rows), -np.inf, rows)
    ends = np.quantile(some[:: max(1, len(rows) // (4 * SAMPLE))], EDGES, axis=0, method="nearest")
    return compare_with_ends(some, AT_LEAST, ends, sides, measures)


def best_conditions(
    told: Array, how: str, ends: Array, named: Callable[[int], Measure], least: float = TELLING
) -> list[Telling]:
    """The conditions with the largest differences: each compares the measure at its index with the end there."""
    telling = np.flatnonzero(told > least)
    if not len(telling):  # as for most
        return []
    order = telling[np.argsort(-told[telling], kind="stable")[:KEPT]].tolist()
    return [(float(told[index]), (how, float(ends[index]), named(index))) for index in order]


def conditions_on_scalars(outputs: Outputs, sides: Sides) -> list[Telling]:
    """Conditions on measures of a whole output, and equality with outputs that came more than once."""
    values, places = np.unique(measure_outputs(("output",), outputs), return_inverse=True)
    one, other = (
        np.bincount(places, weights=each).astype(float) * worth
        for each, worth in zip((sides.one, sides.other), sides.worth, strict=True)
    )
    found = best_conditions(sides.squared_difference(one, other), EQUAL, values, lambda _: ("output",))
    measures = [*scalar_measures(outputs)]
    rows = np.stack([measure_outputs(each, outputs) for each in measures], axis=1)
    return found + equality_conditions(rows, sides, measures)


def scalar_measures(outputs: Outputs) -> Iterator[Measure]:
    """The measures of a whole output that conditions are on, but the output itself."""
    yield from (("kind",), ("taken",))
    scalars = outputs.sequence_matrix("leaves")
    if scalars.shape[1] <= 1:
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
        symbols = [outputs.symbol_label(each) for each in distinct_in_sequence(outputs, name)]
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


def conditions_on_bits(name: str, rows: Array, sides: Sides) -> list[Telling]:
    """Conditions on the parity of two bits, of neighbouring bits, and of any bits if there are few."""
    bits = np.where(np.isnan(rows), 0.0, rows)
    signs = (1 - 2 * bits).astype(np.float32)
    width = rows.shape[1]
    if width < 2:
        return []
    starts = np.concatenate([np.ones((len(rows), 1), dtype=np.float32), np.cumprod(signs, axis=1)], axis=1)
    found = pair_products(signs, sides, lambda one, other: ("xor", name, one, other), 1)
    found += pair_products(starts, sides, lambda one, other: ("window", name, one, other), 2)
    if width <= NARROW:
        numbers = (bits @ 2 ** np.arange(width)).astype(int)
        size = 2**width
        apart = np.bincount(numbers, weights=sides.weighted_difference, minlength=size).astype(float)
        told = walsh_hadamard_transform(apart) ** 2 / max(float(sides.weighted_sum.sum()), 1)
        told[0] = 0
        least = TELLING + 2 * np.log(size)
        found += best_conditions(told, EQUAL, np.ones(size), lambda mask: ("parity", name, mask), least)
    return found


def pair_products(
    signs: NDArray[np.float32], sides: Sides, named: Callable[[int, int], Measure], apart: int
) -> list[Telling]:
    """Conditions that two columns of signs differ that are at least `apart` columns from each other."""
    width = signs.shape[1]
    most = max(SAMPLE, WORK // width**2)
    weights = sides.weighted_difference
    some = np.argsort(-np.abs(weights), kind="stable")[:most] if len(signs) > most else np.arange(len(signs))
    chosen = signs[some]
    together = chosen.T @ (weights[some].astype(np.float32)[:, None] * chosen)
    drawn, least = (
        max(float(sides.weighted_sum[some].sum()), 1),
        TELLING + 2 * np.log(width * (width - 1) / 2 + 1),
    )
    first, second = np.nonzero(together**2 > ROUNDED * least * drawn)
    far = second - first >= apart
    one, other = first[far], second[far]
    told = together[one, other].astype(float) ** 2 / drawn
    found = best_conditions(
        told, EQUAL, np.ones(len(told)), lambda at: named(int(one[at]), int(other[at])), least
    )
    return [(len(signs) / len(some) * much, condition) for much, condition in found]


def walsh_hadamard_transform(numbers: Array) -> Array:
    """The Walsh-Hadamard transform: for each set of bits, the sum of the numbers with the sign of its parity."""
    found = numbers.copy()
    step = 1
    while step < len(found):
        found = found.reshape(-1, 2, step)
        found = np.stack([found[:, 0] + found[:, 1], found[:, 0] - found[:, 1]], axis=1).reshape(-1)
        step *= 2
    return found


def conditions_on_order(name: str, rows: Array, outputs: Outputs, sides: Sides) -> list[Telling]:
    """Conditions on which of two numbers is larger, on their difference and sum, on ranks and on inversions."""
    two = [*combinations(range(rows.shape[1]), 2)]
    first, second = (rows[:, each] for each in np.array(two).T)
    pairs: list[tuple[str, Array, int]] = [("order", (np.sign(second - first) + 1) / 2, 3)]
    if rows.shape[1] <= COMPARED:
        pairs += [("difference", second - first, SEVERAL), ("sum of two", second + first, SEVERAL)]
    found: list[Telling] = []
    for kind, columns, few in pairs:
        found += column_conditions(columns, sides, few, [(kind, name, *both) for both in two])
    ranks: list[Measure] = [("rank", name, index) for index in range(rows.shape[1])]
    for measures, few in ((ranks, RANKED), ([("inversions", name)], FEW), ([("odd inversions", name)], FEW)):
        columns = np.stack([measure_outputs(each, outputs) for each in measures], axis=1)
        found += column_conditions(columns, sides, few, measures)
    return found


# A classifier of the input, learnt from one half of the remembered draws: a score that adds up weights of rules.
#
# A rule is a condition or a pair of conditions. Its weight comes from a logistic regression on the rules in which the
# sides differ most. Weights are integers, so that their sum does not depend on the order.

MOST = 64
"""The most single conditions in a score."""
TOGETHER = 10
"""Conditions of which all pairs are tried."""
ROOTS, BRANCHES = 2, 6
"""Conditions whose outputs are searched for further ones, and the most that are found in each."""
MOST_WITHIN = 1 << 10
"""Outputs in which further conditions are searched."""
SURELY = 16.0
"""The least difference of the sides in those; the best of some thousand conditions has nearly as much by chance."""
RIDGE = 4.0
"""The penalty on squared weights."""
STEPS = 8
"""Newton's steps."""
PARTS = 1000
"""The factor by which weights are multiplied before they are rounded."""


def learnt_score(outputs: Outputs, sides: Sides) -> tuple[list[Condition], tuple[ScoreRow, ...]]:
    """Return the conditions in which the sides differ most, and the rows of a score; none if they differ in nothing."""
    seen = np.flatnonzero(sides.one + sides.other)
    past = outputs.at_rows(seen)
    here = Sides(sides.one[seen], sides.other[seen])
    telling = [condition for _, condition in telling_conditions(past, here)]
    rules: list[Rule] = []
    inside: list[Membership] = []
    known: set[bytes] = set()
    for rule, found in candidate_rules(telling, past, here):
        if not {found.tobytes(), (~found).tobytes()} & known:
            known.add(found.tobytes())
            rules.append(rule)
            inside.append(found)
    if not rules:
        return telling, ()
    weights = np.rint(PARTS * logistic_weights(np.stack(inside, axis=1).astype(float), here.one, here.other))
    return telling, tuple((int(weight), rule) for weight, rule in zip(weights, rules, strict=True) if weight)


def candidate_rules(
    telling: Sequence[Condition], past: Outputs, sides: Sides
) -> Iterator[tuple[Rule, Membership]]:
    """Return the rules for a regression, with the outputs that meet each."""
    singles = [(each, outputs_meeting(each, past)) for each in telling[:MOST]]
    yield from (((condition,), found) for condition, found in singles)

    def squared_difference(inside: Membership) -> float:
        return float(sides.squared_difference(sides.one[inside].sum(), sides.other[inside].sum()))

    top = [(condition, found, squared_difference(found)) for condition, found in singles[:TOGETHER]]
    for (one, first, much), (other, second, more) in combinations(top, 2):
        both = first & second
        if squared_difference(both) > TELLING + max(much, more):
            yield (one, other), both
    for root, inside in singles[:ROOTS]:
        for condition in conditions_within(inside, past, sides):
            yield (root, condition), inside & outputs_meeting(condition, past)


def conditions_within(inside: Membership, past: Outputs, sides: Sides) -> list[Condition]:
    """Return the conditions that tell most about the outputs in `inside`, weighted as if either input were as frequent."""
    places = evenly_spaced(np.flatnonzero(inside), MOST_WITHIN)
    one, other = sides.one[places], sides.other[places]
    middle = (one.sum() + other.sum()) / 2
    level = Sides(one, other, (middle / max(one.sum(), 1), middle / max(other.sum(), 1)))
    found = conditions_on_wholes(past.at_rows(places), level)[:BRANCHES] if len(places) > FEW else []
    return [condition for told, condition in found if told > SURELY]


def logistic_weights(inside: Array, one: Array, other: Array) -> Array:
    """Return the weights of a ridge logistic regression, by Newton's method."""
    design = np.concatenate([inside, np.ones((len(inside), 1))], axis=1)
    penalty = np.full(design.shape[1], RIDGE)
    penalty[-1] = 1e-6
    weights = np.zeros(design.shape[1])
    times = one + other
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        slope = design.T @ (one - times * chance) - penalty * weights
        curvature = (design * (times * chance * (1 - chance))[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    found: Array = weights[:-1]
    return found
