"""Two tiers of tests: `make test` runs the default tier, `make test-all` the full tier, which has all tests.

The default tier excludes the tests that are marked `slow`. It takes the corners and the middle of every `grid`, and
`some` of several equivalent values, such as seeds. Tables of names and of refusals are always complete: they use
neither.
"""

import os
from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import Any, Final, TypeVar, overload

import pytest

slow = pytest.mark.slow
"""Marks a test of the full tier."""

ALL_VARIABLE: Final = "LDPROOF_TEST_ALL"
SEED_VARIABLE: Final = "LDPROOF_TEST_SEED"

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


def run_everything() -> bool:
    """Return whether this run is of the full tier, which `--all` and `--tenth` select, also in child processes."""
    return ALL_VARIABLE in os.environ


@overload
def grid(first: Iterable[A], /) -> list[A]: ...
@overload
def grid(first: Iterable[A], second: Iterable[B], /) -> list[tuple[A, B]]: ...
@overload
def grid(first: Iterable[A], second: Iterable[B], third: Iterable[C], /) -> list[tuple[A, B, C]]: ...
@overload
def grid(*axes: Iterable[Any]) -> list[Any]: ...
def grid(*axes: Iterable[Any]) -> list[Any]:
    """Return the points of the product of the axes, or plain values if there is only one axis.

    The full tier has all points. The default tier has the corners and the middle.
    """
    return grid_points([[*axis] for axis in axes], full=run_everything())


def grid_points(axes: Sequence[Sequence[Any]], *, full: bool) -> list[Any]:
    """Return all points of a product, or its corners and its middle."""
    chosen = [*product(*axes)] if full else [*product(*map(_ends, axes)), tuple(map(_middle, axes))]
    distinct = [point for place, point in enumerate(chosen) if point not in chosen[:place]]
    return [point[0] for point in distinct] if len(axes) == 1 else distinct


def some(alike: Iterable[A], count: int = 1) -> list[A]:
    """Return the first of several equivalent values; the full tier takes all of them."""
    return [*islice(alike, None if run_everything() else count)]


def seed() -> str:
    """Return a fixed seed in the default tier, and a fresh one from the operating system in the full tier.

    `LDPROOF_TEST_SEED` repeats a run; the summary of a run names its seed.
    """
    if run_everything() and SEED_VARIABLE not in os.environ:
        os.environ[SEED_VARIABLE] = os.urandom(8).hex()
    return os.environ.get(SEED_VARIABLE, "default")


def _ends(axis: Sequence[A]) -> Sequence[A]:
    return axis if len(axis) <= 2 else (axis[0], axis[-1])


def _middle(axis: Sequence[A]) -> A:
    return axis[len(axis) // 2]
