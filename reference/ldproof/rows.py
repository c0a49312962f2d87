"""Rows from outside: one person's bits, round by round, and lists; NumPy is imported for what is no row of Python's own."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

from ldproof.errors import Reason, Refused
from ldproof.json_values import parse_single_digits
from ldproof.parameters import MOST_PEOPLE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

NUMBERS = "[0-9]{1,7}(,[0-9]{1,7})*"
"""How whole numbers are written."""
WHOLE_NUMBERS = re.compile(NUMBERS)


MOST_LISTED = 1 << 16
"""The most outputs or secrets that are listed."""


def parse_bit(name: str, value: object) -> int:
    """0 or 1, from a whole number or a truth value; refused otherwise, without quoting it, as it may be a secret."""
    if type(value) is int and 0 <= value <= 1:
        return value
    if type(value) is not bool:
        import numpy as np  # noqa: PLC0415  (slow to import, and needed for what Python itself does not have)

        if isinstance(value, np.bool_):
            return int(value)
    if isinstance(value, SupportsIndex):
        with suppress(TypeError):  # a duration calls itself a whole number too
            if (found := index(value)) in (0, 1):
                return found
    raise Refused(Reason.OUT_OF_RANGE, f"{name} is not a bit", "0 or 1")


def parse_bit_row(name: str, values: object, T: int) -> tuple[int, ...]:
    """A tuple of T bits from any row of them; refused otherwise, without quoting it, as it may be a secret."""
    if type(values) is tuple and len(values) == T and {*map(type, values)} <= {int} and {*values} <= {0, 1}:
        return values  # as it should be, and that is seen at once
    return tuple(parse_bit(f"{name} in round {t}", each) for t, each in elements_by_round(name, values, T))


def parse_index(what: str, value: object, end: int) -> int:
    """The int from 0 to `end` - 1 that a value is; refused otherwise with `what`, which does not quote it: it may be a secret."""
    if type(value) is int and 0 <= value < end:
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        with suppress(TypeError):  # a duration calls itself a whole number too
            if 0 <= (found := index(value)) < end:
                return found
    raise Refused(Reason.OUT_OF_RANGE, what, f"a whole number from 0 to {end - 1}")


def parse_numbers(text: str) -> tuple[int, ...]:
    """The whole numbers of a text, separated by commas; refused if there are none."""
    if (found := parse_single_digits(text)) is not None:
        return found
    if not WHOLE_NUMBERS.fullmatch(text):
        raise Refused(
            Reason.NOT_A_NUMBER,
            f"a text of {len(text)} characters is not whole numbers",
            "digits, separated by commas",
        )
    return tuple(map(int, text.split(",")))


def bits_or_null(name: str, values: object, T: int) -> tuple[int | None, ...]:
    """A tuple of T bits or None from any row of them; refused otherwise."""
    return tuple(
        None if each is None else parse_bit(f"{name} in round {t}", each)
        for t, each in elements_by_round(name, values, T)
    )


def elements_by_round(name: str, values: object, T: int) -> Iterator[tuple[int, object]]:
    """The elements of a row of T with their rounds 1, 2, ...; refused if it has another length."""
    row = list_row(name, values)
    if len(row) != T:
        raise Refused(Reason.WRONG_LENGTH, f"{name} is of {len(row)} rounds", f"one for each of {T} rounds")
    return enumerate(row, start=1)


def list_row(name: str, values: object) -> list[object]:
    """The elements of a list, a tuple or an array; refused if it is text, masked, or of dates."""
    if type(values) is tuple:
        return [*values]
    if type(values) is not list:
        import numpy as np  # noqa: PLC0415  (likewise)

        if isinstance(values, np.ndarray):
            if mask_of_array(values).any():
                raise Refused(Reason.MISSING, f"{name} is masked in some places", "a value for each")
            if has_dates(values):
                raise Refused(
                    Reason.NOT_A_VALUE, f"{name} is of the type {values.dtype}", "neither dates nor durations"
                )
            values = values.tolist() if values.ndim else None
    if isinstance(values, Sequence) and not isinstance(values, str):
        if len(values) > MOST_PEOPLE:
            raise too_many_refusal(name)
        return list(values)
    raise Refused(Reason.NOT_A_LIST, f"{name} is no list", "a list, a tuple or an array")


def mask_of_array(values: "ArrayLike") -> "NDArray[np.bool_] | np.bool_":
    """The mask of a masked array, otherwise False. Where nobody loaded `numpy.ma`, which is slow, there is no mask."""
    import numpy as np  # noqa: PLC0415  (of arrays, and of what becomes one)

    return np.ma.getmask(values) if "numpy.ma" in sys.modules else np.False_


def has_dates(thing: object) -> bool:
    """Whether an array holds NumPy dates or durations, whose `tolist` may be whole numbers."""
    return getattr(getattr(thing, "dtype", None), "kind", None) in {"m", "M"}


def too_many_refusal(name: str) -> Refused:
    """The refusal of a row that is longer than any memory holds."""
    return Refused(Reason.TOO_LARGE, f"{name} has too many places", f"at most {MOST_PEOPLE}")


def check_listable(values: int, places: int, times: int, what: str) -> None:
    """Refuse to list values**places * times outputs or inputs if they are more than `MOST_LISTED`."""
    # Their bits come first, as the number itself may be too long to be worked out.
    size = (values.bit_length() - 1) * places
    if size >= MOST_LISTED.bit_length() or values**places * times > MOST_LISTED:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            what,
            f"at most {MOST_LISTED} to be listed; the likelihood of one output has no such limit",
        )
