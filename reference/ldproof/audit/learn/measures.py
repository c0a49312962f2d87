"""Measures: numbers that describe an output, such as a leaf, a length, a count of a symbol, a parity or an order.

A measure has a name and arguments, so that it can be saved. It is computed of several outputs at once, mostly from a
matrix with the name of a sequence (see `Outputs.sequence`), and is NaN where it is not defined.
"""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from ldproof.audit.learn.features import Argument, Look, Measure, output_kind
from ldproof.audit.learn.sequences import MOST_PLACES, Outputs, leaf_code, symbol_code, text_code
from ldproof.numbers import Array
from ldproof.programs import canonical_text

RANKED = 32
"""The most numbers whose order is looked at."""


def measure_outputs(measure: Measure, outputs: Outputs) -> Array:
    """Return a measure of each output, memoised."""
    name, *arguments = measure
    return outputs.memoised_values(repr(measure), lambda each: MEASURES[str(name)](each, *arguments))


def sequence_matrix(outputs: Outputs, sequence: Argument) -> Array:
    """Return the matrix with the name of a sequence."""
    return outputs.sequence(str(sequence))


def zero_filled_matrix(outputs: Outputs, sequence: Argument) -> Array:
    """Return the matrix with the name of a sequence, 0 in the place of NaN."""
    rows = sequence_matrix(outputs, sequence)
    return outputs.memoised(f"filled {sequence}", lambda: np.where(np.isnan(rows), 0.0, rows))


def how_many(inside: NDArray[np.bool_]) -> Array:
    """Return the number of true elements in each row."""
    found: Array = inside.sum(axis=1).astype(float)
    return found


def value_at_place(outputs: Outputs, sequence: Argument, index: Argument) -> Array:
    """Return the number at a place of each output, NaN where the place is past the end."""
    rows, at = sequence_matrix(outputs, sequence), int(index)
    return rows[:, at] if at < rows.shape[1] else np.full(len(rows), np.nan)


def value_at_path(outputs: Outputs, path: Argument) -> Array:
    """The code of what is at the end of a path; NaN where there is nothing."""
    found, there = np.full(len(outputs.looks), np.nan), outputs.leaves_at(str(path))
    found[[*there]] = [*map(leaf_code, there.values())]
    return found


def sequence_length(outputs: Outputs, sequence: Argument) -> Array:
    """Return the length; of leaves, with those beyond the width of the matrix."""
    rows = sequence_matrix(outputs, sequence)
    if str(sequence).startswith(("leaves", "=")) and rows.shape[1] == MOST_PLACES:
        return np.array([float(len(each.leaves)) for each in outputs.looks])
    return how_many(~np.isnan(rows))


def odd_length(outputs: Outputs, sequence: Argument) -> Array:
    """Return whether the length is odd."""
    return measure_outputs(("length", sequence), outputs) % 2


def sequence_sum(outputs: Outputs, sequence: Argument) -> Array:
    """Return the sum, added up from the left, so that it does not depend on the width of the matrix."""
    rows = zero_filled_matrix(outputs, sequence)
    return np.cumsum(rows, axis=1)[:, -1] if rows.shape[1] else np.zeros(len(rows))


def odd_total(outputs: Outputs, sequence: Argument) -> Array:
    """Return whether the sum is odd; NaN unless it is an integer."""
    return sum_remainder(outputs, sequence, 2)


def sum_remainder(outputs: Outputs, sequence: Argument, divisor: Argument) -> Array:
    """Return the remainder of the sum by a divisor; NaN unless the sum is an integer."""
    found = measure_outputs(("sum", sequence), outputs)
    exact = (np.abs(found) < 2**53) & (found == np.floor(found))
    left = np.where(exact, found % float(divisor), np.nan)
    if sequence == "leaves":
        for row in np.flatnonzero(np.abs(found) >= 2**53).tolist():
            wholes = [each for each in outputs.looks[row].leaves if type(each) is int]
            if len(wholes) == len(outputs.looks[row].leaves):
                left[row] = sum(wholes) % int(divisor)
    return left


def count_changes(outputs: Outputs, sequence: Argument) -> Array:
    """Return the number of elements that differ from the one before."""
    rows = sequence_matrix(outputs, sequence)
    return how_many(~np.isnan(rows[:, 1:]) & (rows[:, 1:] != rows[:, :-1]))


def count_distinct(outputs: Outputs, sequence: Argument) -> Array:
    """Return the number of different elements."""
    rows = np.sort(sequence_matrix(outputs, sequence), axis=1)
    new = np.ones(rows.shape, dtype=bool)
    new[:, 1:] = rows[:, 1:] != rows[:, :-1]
    return how_many(new & ~np.isnan(rows))


def signed_matrix(outputs: Outputs, sequence: Argument, sign: Argument) -> Array:
    """Return the matrix times a sign, minus infinity in the place of NaN."""
    rows = int(sign) * sequence_matrix(outputs, sequence)
    return np.where(np.isnan(rows), -np.inf, rows)


def at_extreme(outputs: Outputs, sequence: Argument, sign: Argument) -> Array:
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
    return how_many(sequence_matrix(outputs, sequence) == symbol_code(symbol))


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
    return how_many((rows[:, :-1] == symbol_code(one)) & (rows[:, 1:] == symbol_code(following)))


def exclusive_or(outputs: Outputs, sequence: Argument, one: Argument, another: Argument) -> Array:
    """Return whether two bits differ."""
    found = value_at_place(outputs, sequence, one) - value_at_place(outputs, sequence, another)
    return np.abs(found)


def window_parity(outputs: Outputs, sequence: Argument, start: Argument, end: Argument) -> Array:
    """Return the parity of the bits from `start` to before `end`."""
    return how_many(zero_filled_matrix(outputs, sequence)[:, int(start) : int(end)] == 1) % 2


def mask_parity(outputs: Outputs, sequence: Argument, mask: Argument) -> Array:
    """Return the parity of the bits in a mask, whose lowest bit stands for the first place."""
    rows = zero_filled_matrix(outputs, sequence)
    shown = [index for index in range(rows.shape[1]) if int(mask) >> index & 1]
    return how_many(rows[:, shown] == 1) % 2


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
        (how_many(rows[:, [index]] > rows[:, index + 1 :]) for index in range(rows.shape[1])),
        np.zeros(len(rows)),
    )


def odd_inversions(outputs: Outputs, sequence: Argument) -> Array:
    """Return whether the number of inversions is odd."""
    return measure_outputs(("inversions", sequence), outputs) % 2


WHOLE: Mapping[str, Callable[[Look], str]] = {"output": lambda look: look.text, "kind": output_kind}
"""Texts that describe a whole output; the measures with these names are their codes."""


def output_code(outputs: Outputs) -> Array:
    """Return a code of the output."""
    return np.array([text_code(WHOLE["output"](each)) for each in outputs.looks])


def kind_code(outputs: Outputs) -> Array:
    """Return a code of the kind of the output."""
    return np.array([text_code(WHOLE["kind"](each)) for each in outputs.looks])


def bytes_taken(outputs: Outputs) -> Array:
    """Return the number of bytes of coins that the draw has taken; NaN if it is unknown."""
    return np.array([np.nan if each.taken is None else float(each.taken) for each in outputs.looks])


def count_digits(outputs: Outputs) -> Array:
    """Return the number of digits of an output that is a number."""
    return np.array(
        [
            float(sum(map(str.isdigit, canonical_text(each.shown))))
            if isinstance(each.shown, int | float)
            else np.nan
            for each in outputs.looks
        ]
    )


def fractional_part(outputs: Outputs, parts: Argument) -> Array:
    """Return the fractional part of `parts` times the first leaf; NaN if that is 2^40 or more."""
    found = value_at_place(outputs, "leaves", 0)
    near = np.where(np.abs(found) < 2**40, found, np.nan)
    return near * float(parts) % 1


def measure_part(outputs: Outputs, path: Argument, *asked: Argument) -> Array:
    """Return a measure of what is at the end of a path."""
    return measure_outputs(asked, outputs.part(str(path)))


MEASURES: Mapping[str, Callable[..., Array]] = {
    "place": value_at_place,
    "path": value_at_path,
    "in": measure_part,
    "length": sequence_length,
    "odd length": odd_length,
    "sum": sequence_sum,
    "odd sum": odd_total,
    "remainder": sum_remainder,
    "changes": count_changes,
    "distinct": count_distinct,
    "where the extreme is": at_extreme,
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
    "odd inversions": odd_inversions,
    "output": output_code,
    "kind": kind_code,
    "taken": bytes_taken,
    "digits": count_digits,
    "fraction": fractional_part,
}
"""All measures by their names."""
