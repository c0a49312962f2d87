"""One bit of a Hadamard row, beside the matrix built by doubling."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ldproof.numbers import Real
from ldproof.rejections import Reason
from ldproof.sketch.channels import Hadamard
from ldproof.sketch.channels.hadamard import sign
from tests.reference.refusals import refused
from tests.reference.sketch.blocks import QUARTERS, Blocks


def matrix(width: int) -> list[list[int]]:
    """Twice side by side, below once more and once with the other sign."""
    rows = [[1]]
    while len(rows) < width:
        rows = [row + row for row in rows] + [row + [-each for each in row] for row in rows]
    return rows


@pytest.mark.parametrize("width", [1, 2, 4, 16])
def test_signs(width: int) -> None:
    assert matrix(width) == [
        [1 - 2 * sign(place, column) for column in range(width)] for place in range(width)
    ]


@pytest.mark.parametrize("width", [2, 8])
def test_supports_are_the_matrix_times_the_sums(width: int) -> None:
    sums = np.random.default_rng(1).integers(-50, 50, (3, width))
    assert (
        Hadamard(width, 0, Real(Fraction(1))).supports(sums).tolist()
        == (sums @ np.array(matrix(width))).tolist()
    )


@pytest.mark.parametrize("skip", [0, 1])
@pytest.mark.parametrize("column", range(4))
def test_the_law_of_what_is_said(skip: int, column: int) -> None:
    """At odds 3 a sign is wrong in one quarter."""
    channel = Hadamard(4, skip, Real(Fraction(2)))
    places = range(4 - skip)
    said = Counter(channel.say(column, Blocks([place, (coin,)])) for place, coin in product(places, QUARTERS))
    for content in channel.outputs():
        assert Fraction(said[content], 4 * len(places)) == channel.likelihood(column, content)


def test_the_first_place_says_nothing() -> None:
    channel = Hadamard(4, 0, Real(Fraction(2)))
    assert len({channel.likelihood(column, (0, 0)) for column in range(4)}) == 1
    with refused(Reason.NOT_A_REPORT):
        Hadamard(4, 1, Real(Fraction(2))).check((0, 0))


@pytest.mark.parametrize(("width", "skip", "bits"), [(4, 0, 3), (4, 1, 3), (2, 1, 1), (1024, 1, 11)])
def test_its_size(width: int, skip: int, bits: int) -> None:
    assert Hadamard(width, skip, Real(Fraction(2))).bits == bits


def test_no_matrix_of_other_widths() -> None:
    with refused(Reason.OUT_OF_RANGE):
        Hadamard(6, 0, Real(Fraction(2)))
