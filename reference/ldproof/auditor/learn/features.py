"""Features: functions of an output by a name and an argument, so that they can be saved; and their values.

A measure is a feature that is a number, such as a length, a count of a symbol, a parity or an order. It is computed of
several outputs at once, mostly from a matrix with the name of a sequence (see `Outputs.sequence_matrix`), and is NaN where it is
not defined. A score adds up the weights of rules; a rule is conditions on measures.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.auditor.learn.outputs import (
    MOST_PLACES,
    Outputs,
    ParsedOutput,
    Scalar,
    scalar_code,
    scalar_label,
    scalar_number,
    symbol_code,
    text_code,
)
from ldproof.json_values import LARGEST, Members
from ldproof.numbers import Array
from ldproof.programs import canonical_text

Argument: TypeAlias = int | float | str
Measure: TypeAlias = tuple[Argument, ...]
"""The name of a number that describes an output, and arguments; see `MEASURES`."""
Condition: TypeAlias = tuple[str, float | str, Measure]
"""`=` or `>=`, a number or a label, and a measure: that it equals what has the label, or is at least the number."""
Rule: TypeAlias = tuple[Condition, ...]
"""Conditions that are met together."""
ScoreRow: TypeAlias = tuple[int, Rule]
"""A rule of a score, after its weight."""

Question: TypeAlias = Callable[[ParsedOutput], Scalar]


def output_kind(parsed: ParsedOutput) -> str:
    """Return the type of an output, and whether the mechanism cannot read it."""
    name = "tuple" if isinstance(parsed.output, tuple) else type(parsed.output).__name__
    return f"{name}{'' if parsed.readable else ', unreadable'}"


TEXTS = frozenset({"output", "draw", "kind", "worst, taken"})
"""The features whose values are texts, even if a number can be read in them."""

PLAIN: Mapping[str, Question] = {
    "worst": lambda parsed: parsed.worst,
    "kind": output_kind,
    "output": lambda parsed: parsed.output_text,
    "draw": lambda parsed: parsed.key,
    "taken": lambda parsed: parsed.taken,
    "worst, taken": lambda parsed: canonical_text((parsed.worst, parsed.taken)),
    "number": lambda parsed: (
        None if isinstance(parsed.output, tuple | Members) else scalar_number(parsed.output)
    ),
}
"""The features without an argument."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature by its name: one of `PLAIN`, `measure` with a measure, or `score` with its rows."""

    name: str
    measure: Measure = ()
    score: tuple[ScoreRow, ...] = ()


# Measures.

RANKED = 32
"""The most numbers whose order is looked at."""


def measure_outputs(measure: Measure, outputs: Outputs) -> Array:
    """Return a measure of each output, memoised."""
    name, *arguments = measure
    return outputs.memoised_values(repr(measure), lambda each: MEASURES[str(name)](each, *arguments))


def sequence_matrix(outputs: Outputs, sequence: Argument) -> Array:
    """Return the matrix with the name of a sequence."""
    return outputs.sequence_matrix(str(sequence))


def zero_filled_matrix(outputs: Outputs, sequence: Argument) -> Array:
    """Return the matrix with the name of a sequence, 0 in the place of NaN."""
    rows = sequence_matrix(outputs, sequence)
    return outputs.memoised_array(f"filled {sequence}", lambda: np.where(np.isnan(rows), 0.0, rows))


def count_true(inside: NDArray[np.bool_]) -> Array:
    """Return the number of true elements in each row."""
    found: Array = inside.sum(axis=1).astype(float)
    return found


def value_at_place(outputs: Outputs, sequence: Argument, index: Argument) -> Array:
    """Return the number at a place of each output, NaN where the place is past the end."""
    rows, at = sequence_matrix(outputs, sequence), int(index)
    return rows[:, at] if at < rows.shape[1] else np.full(len(rows), np.nan)


def value_at_path(outputs: Outputs, path: Argument) -> Array:
    """The code of what is at the end of a path; NaN where there is nothing."""
    found, there = np.full(len(outputs.parsed), np.nan), outputs.scalars_at(str(path))
    found[[*there]] = [*map(scalar_code, there.values())]
    return found


def sequence_length(outputs: Outputs, sequence: Argument) -> Array:
    """Return the length; of scalars, with those beyond the width of the matrix."""
    rows = sequence_matrix(outputs, sequence)
    if str(sequence).startswith(("leaves", "=")) and rows.shape[1] == MOST_PLACES:
        return np.array([float(len(each.scalars)) for each in outputs.parsed])
    return count_true(~np.isnan(rows))


def sequence_sum(outputs: Outputs, sequence: Argument) -> Array:
    """Return the sum, added up from the left, so that it does not depend on the width of the matrix."""
    rows = zero_filled_matrix(outputs, sequence)
    return np.cumsum(rows, axis=1)[:, -1] if rows.shape[1] else np.zeros(len(rows))


def sum_remainder(outputs: Outputs, sequence: Argument, divisor: Argument) -> Array:
    """Return the remainder of the sum by a divisor; NaN unless the sum is an integer."""
    found = measure_outputs(("sum", sequence), outputs)
    exact = (np.abs(found) < 2**53) & (found == np.floor(found))
    left = np.where(exact, found % float(divisor), np.nan)
    if sequence == "leaves":
        for row in np.flatnonzero(np.abs(found) >= 2**53).tolist():
            wholes = [each for each in outputs.parsed[row].scalars if type(each) is int]
            if len(wholes) == len(outputs.parsed[row].scalars):
                left[row] = sum(wholes) % int(divisor)
    return left


def count_changes(outputs: Outputs, sequence: Argument) -> Array:
    """Return the number of elements that differ from the one before."""
    rows = sequence_matrix(outputs, sequence)
    return count_true(~np.isnan(rows[:, 1:]) & (rows[:, 1:] != rows[:, :-1]))


def count_distinct(outputs: Outputs, sequence: Argument) -> Array:
    """Return the number of different elements."""
    rows = np.sort(sequence_matrix(outputs, sequence), axis=1)
    new = np.ones(rows.shape, dtype=bool)
    new[:, 1:] = rows[:, 1:] != rows[:, :-1]
    return count_true(new & ~np.isnan(rows))


def signed_matrix(outputs: Outputs, sequence: Argument, sign: Argument) -> Array:
    """Return the matrix times a sign, minus infinity in the place of NaN."""
    rows = int(sign) * sequence_matrix(outputs, sequence)
    return np.where(np.isnan(rows), -np.inf, rows)


def place_of_extreme(outputs: Outputs, sequence: Argument, sign: Argument) -> Array:
    """Return the place of the maximum, or of the minimum if the sign is -1; NaN for an empty row."""
    rows = signed_matrix(outputs, sequence, sign)
    found = rows.argmax(axis=1) if rows.shape[1] else 0
    return np.where(np.isneginf(rows).all(axis=1), np.nan, found)


def extreme_value(outputs: Outputs, sequence: Argument, sign: Argument) -> Array:
    """Return the maximum, or the minimum if the sign is -1."""
    found = signed_matrix(outputs, sequence, sign).max(axis=1, initial=-np.inf)
    return np.where(found == -np.inf, np.nan, int(sign) * found)


def count_symbol(outputs: Outputs, sequence: Argument, symbol: Argument) -> Array:
    """Return the number of elements that are this symbol."""
    return count_true(sequence_matrix(outputs, sequence) == symbol_code(symbol))


def first_place(outputs: Outputs, sequence: Argument, symbol: Argument) -> Array:
    """Return the place of the first element that is this symbol; the length if there is none."""
    same = sequence_matrix(outputs, sequence) == symbol_code(symbol)
    return first_true_place(outputs, sequence, same)


def first_other_place(outputs: Outputs, sequence: Argument, symbol: Argument) -> Array:
    """Return the place of the first element that is another symbol; the length if there is none."""
    rows = sequence_matrix(outputs, sequence)
    different = (rows != symbol_code(symbol)) & ~np.isnan(rows)
    return first_true_place(outputs, sequence, different)


def first_true_place(outputs: Outputs, sequence: Argument, inside: NDArray[np.bool_]) -> Array:
    """Return the first place at which `inside` is true; the length if there is none."""
    most = measure_outputs(("length", sequence), outputs)
    return np.where(inside.any(axis=1), inside.argmax(axis=1), most) if inside.size else most


def last_place(outputs: Outputs, sequence: Argument, symbol: Argument) -> Array:
    """Return the place of the last element that is this symbol; -1 if there is none."""
    same = sequence_matrix(outputs, sequence) == symbol_code(symbol)
    width = same.shape[1]
    return (
        np.where(same.any(axis=1), width - 1 - same[:, ::-1].argmax(axis=1), -1.0)
        if width
        else np.full(len(same), -1.0)
    )


def count_adjacent(outputs: Outputs, sequence: Argument, one: Argument, following: Argument) -> Array:
    """Return how often `one` is followed by `following`."""
    rows = sequence_matrix(outputs, sequence)
    return count_true((rows[:, :-1] == symbol_code(one)) & (rows[:, 1:] == symbol_code(following)))


def exclusive_or(outputs: Outputs, sequence: Argument, one: Argument, another: Argument) -> Array:
    """Return whether two bits differ."""
    found = value_at_place(outputs, sequence, one) - value_at_place(outputs, sequence, another)
    return np.abs(found)


def window_parity(outputs: Outputs, sequence: Argument, start: Argument, end: Argument) -> Array:
    """Return the parity of the bits from `start` to before `end`."""
    return count_true(zero_filled_matrix(outputs, sequence)[:, int(start) : int(end)] == 1) % 2


def mask_parity(outputs: Outputs, sequence: Argument, mask: Argument) -> Array:
    """Return the parity of the bits in a mask, whose lowest bit stands for the first place."""
    rows = zero_filled_matrix(outputs, sequence)
    shown = [index for index in range(rows.shape[1]) if int(mask) >> index & 1]
    return count_true(rows[:, shown] == 1) % 2


def difference_of_two(outputs: Outputs, sequence: Argument, one: Argument, another: Argument) -> Array:
    """Return the number at another place minus the number at one place."""
    return value_at_place(outputs, sequence, another) - value_at_place(outputs, sequence, one)


def sum_of_two(outputs: Outputs, sequence: Argument, one: Argument, another: Argument) -> Array:
    """Return the sum of the numbers at two places."""
    return value_at_place(outputs, sequence, one) + value_at_place(outputs, sequence, another)


def order_of_two(outputs: Outputs, sequence: Argument, one: Argument, another: Argument) -> Array:
    """Return 1 if the number at one place is less than that at another, 1/2 if they are equal, and 0 otherwise."""
    return (np.sign(difference_of_two(outputs, sequence, one, another)) + 1) / 2


def rank_at_place(outputs: Outputs, sequence: Argument, index: Argument) -> Array:
    """Return the number of elements that are less than the one at a place."""
    rows, own = sequence_matrix(outputs, sequence), value_at_place(outputs, sequence, index)
    return np.where(np.isnan(own), np.nan, (rows < own[:, None]).sum(axis=1))


def count_inversions(outputs: Outputs, sequence: Argument) -> Array:
    """Return the number of inversions among the first elements."""
    rows = sequence_matrix(outputs, sequence)[:, :RANKED]
    return sum(
        (count_true(rows[:, [index]] > rows[:, index + 1 :]) for index in range(rows.shape[1])),
        np.zeros(len(rows)),
    )


def measure_parity(name: str, outputs: Outputs, sequence: Argument) -> Array:
    """Return whether the measure with a name, which is an integer, is odd."""
    return measure_outputs((name, sequence), outputs) % 2


WHOLE: Mapping[str, Callable[[ParsedOutput], str]] = {
    "output": lambda parsed: parsed.output_text,
    "kind": output_kind,
}
"""Texts that describe a whole output; the measures with these names are their codes."""


def text_codes(name: str, outputs: Outputs) -> Array:
    """Return the codes of the texts with a name in `WHOLE`."""
    return np.array([text_code(WHOLE[name](each)) for each in outputs.parsed])


def bytes_taken(outputs: Outputs) -> Array:
    """Return the number of bytes of coins that the draw has taken; NaN if it is unknown."""
    return np.array([np.nan if each.taken is None else float(each.taken) for each in outputs.parsed])


def count_digits(outputs: Outputs) -> Array:
    """Return the number of digits of an output that is a number."""
    return np.array(
        [
            float(sum(map(str.isdigit, canonical_text(each.shown_value))))
            if isinstance(each.shown_value, int | float)
            else np.nan
            for each in outputs.parsed
        ]
    )


def fractional_part(outputs: Outputs, parts: Argument) -> Array:
    """Return the fractional part of `parts` times the first scalar; NaN if that is 2^40 or more."""
    found = value_at_place(outputs, "leaves", 0)
    near = np.where(np.abs(found) < 2**40, found, np.nan)
    return near * float(parts) % 1


def measure_part(outputs: Outputs, path: Argument, *asked: Argument) -> Array:
    """Return a measure of what is at the end of a path."""
    return measure_outputs(asked, outputs.parts_at_path(str(path)))


MEASURES: Mapping[str, Callable[..., Array]] = {
    "place": value_at_place,
    "path": value_at_path,
    "in": measure_part,
    "length": sequence_length,
    "odd length": partial(measure_parity, "length"),
    "sum": sequence_sum,
    "odd sum": partial(sum_remainder, divisor=2),
    "remainder": sum_remainder,
    "changes": count_changes,
    "distinct": count_distinct,
    "where the extreme is": place_of_extreme,
    "extreme": extreme_value,
    "count": count_symbol,
    "first": first_place,
    "first other": first_other_place,
    "last": last_place,
    "neighbours": count_adjacent,
    "xor": exclusive_or,
    "window": window_parity,
    "parity": mask_parity,
    "difference": difference_of_two,
    "sum of two": sum_of_two,
    "order": order_of_two,
    "rank": rank_at_place,
    "inversions": count_inversions,
    "odd inversions": partial(measure_parity, "inversions"),
    "output": partial(text_codes, "output"),
    "kind": partial(text_codes, "kind"),
    "taken": bytes_taken,
    "digits": count_digits,
    "fraction": fractional_part,
}
"""All measures by their names."""


# Conditions on measures, and scores.

Membership: TypeAlias = NDArray[np.bool_]

EQUAL, AT_LEAST = "=", ">="


def outputs_meeting(condition: Condition, outputs: Outputs) -> Membership:
    """Return which outputs meet a condition."""
    how, end, measure = condition
    found = measure_outputs(measure, outputs)
    if how != EQUAL:
        return found >= float(end)
    whole = isinstance(end, str) and innermost_measure(measure)[0] in WHOLE
    same: Membership = found == (text_code(str(end)) if whole else symbol_code(end))
    return same


def innermost_measure(measure: Measure) -> Measure:
    """The measure that is taken of a part, or of the whole output."""
    return innermost_measure(measure[2:]) if measure[0] == "in" else measure


def scores_of_outputs(rows: Sequence[ScoreRow], outputs: Outputs) -> Array:
    """Return the score of each output: the weights of the rules that it meets, added up."""
    found = np.zeros(len(outputs.parsed))
    for weight, rule in rows:
        met = np.ones(len(found), dtype=bool)
        for condition in rule:
            met &= outputs_meeting(condition, outputs)
        found += weight * met
    return found


# The values of a feature as arrays.

Codes: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Column:
    """The values of a feature: the labels of the different values, the index of each output's label, and numbers."""

    labels: tuple[str, ...]
    codes: Codes
    numbers: Array
    """NaN where the value is no number."""

    @property
    def has_numbers(self) -> bool:
        """Whether any value is a number."""
        return not bool(np.isnan(self.numbers).all())


def feature_column(feature: Feature, outputs: Outputs) -> Column:
    """Return the values of a feature."""
    if feature.name == "measure":
        return measure_column(feature.measure, outputs)
    if feature.name == "score":
        return column_of_numbers(scores_of_outputs(feature.score, outputs))
    ask = PLAIN[feature.name]
    return column_of_answers([ask(each) for each in outputs.parsed])


def measure_column(asked: Measure, outputs: Outputs) -> Column:
    """Return the values of a measure: the scalar itself if it asks for one by its place or path, else a number."""
    match asked:
        case ("in", str(path), *inner):
            return measure_column(tuple(inner), outputs.parts_at_path(path))
        case ("path", str(path)):
            there = outputs.scalars_at(path)
            return column_of_answers([there.get(row) for row in range(len(outputs.parsed))])
        case ("place", "leaves", int(place)):
            return column_of_answers([scalar_at(each.scalars, place) for each in outputs.parsed])
        case _:
            return column_of_numbers(measure_outputs(asked, outputs))


def scalar_at(scalars: Sequence[Scalar], place: int) -> Scalar:
    """Return the scalar at a place; NULL if there is none."""
    return scalars[place] if 0 <= place < len(scalars) else None


def column_of_numbers(numbers: Array) -> Column:
    """Return the column of these numbers; 0 and -0 have the same label, and NaN has the label of NULL."""
    different, codes = np.unique(numbers + 0.0, return_inverse=True)
    labels = tuple("null" if np.isnan(each) else repr(float(each)) for each in different)
    return Column(labels, codes.astype(np.intp), numbers)


def column_of_answers(answers: Sequence[Scalar]) -> Column:
    """Return the column of these values, one for each output."""
    # 0.0 and -0.0 are equal, and NaN is not even itself.
    same = [(type(each), repr(each) if type(each) is float else each) for each in answers]
    known = dict(zip(same, answers, strict=True))
    different = sorted(
        ((scalar_label(each), key, scalar_number(each)) for key, each in known.items()), key=itemgetter(0)
    )
    place = {key: index for index, (_, key, _) in enumerate(different)}
    codes = np.fromiter(map(place.__getitem__, same), np.intp, len(same))
    numbers = np.array([np.nan if each is None else each for _, _, each in different], dtype=float)
    return Column(tuple(text for text, _, _ in different), codes, np.clip(numbers, -LARGEST, LARGEST)[codes])
