"""Whatever comes from outside is refused by name, or becomes the plain value that it means."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from ldproof.domains import Whole, whole
from ldproof.rejections import Reason, Refused
from tests.project.boundary import Call, faults
from tests.project.crossings import CALLS


@pytest.mark.parametrize("asked", CALLS, ids=lambda asked: asked.name)
def test_raw_values_are_refused_or_mean_plain_ones(asked: Call) -> None:
    assert [*map(str, faults(asked))] == []


def kept_raw(n: object) -> object:
    """Validates, and goes on with what was given: as collectors did."""
    Whole(0, 10).accept("n", n)
    return n


def in_words(n: object) -> object:
    """Falls over what it did not think of."""
    return int(n) if isinstance(n, int) else Fraction(str(n))


def truncated(row: object) -> object:
    """As numbers of people once were."""
    return np.asarray(row).astype(np.int64)


def kept_row(row: object) -> object:
    """A row of whatever type."""
    found = np.asarray(row)
    if found.dtype.kind not in "iu" or found.shape != (2,):
        raise Refused(Reason.NOT_A_WHOLE_NUMBER, "it", "whole numbers")
    return found


@pytest.mark.parametrize("call", [kept_raw, in_words])
def test_a_call_that_keeps_raw_numbers_is_found(call: Callable[..., object]) -> None:
    assert [*faults(Call("n", call, {"n": 3}))]


@pytest.mark.parametrize("call", [truncated, kept_row])
def test_a_call_that_keeps_raw_rows_is_found(call: Callable[..., object]) -> None:
    assert [*faults(Call("row", call, {"row": np.array([1, 2])}))]


def test_a_call_that_is_right_is_left_alone() -> None:
    assert [*faults(Call("n", lambda n: whole("n", n), {"n": 3}))] == []
