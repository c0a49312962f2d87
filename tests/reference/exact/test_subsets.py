"""Uniform numbers and subsets: every coin for small bounds, and many people at once against a plain model."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, product
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ldproof.coins import Coins, CountingCoins, SeededCoins, Tape
from ldproof.sampling import draw_memberships, draw_subset, draw_uniform, draw_uniforms
from ldproof.sampling.digits import LEAST_GROUP, MARKS
from tests.reference.exact.tapes import enumerate_all


def bytes_for(bound: int) -> int:
    """As many as the largest number has, and one."""
    size = 0
    while 256**size < bound:
        size += 1
    return size + 1


def first_numbers(total: int, size: int) -> Iterator[list[tuple[int, int]]]:
    """Everything that the steps of Floyd's algorithm can draw: (bound, number) for each step."""
    bounds = range(total - size + 1, total + 1)
    for numbers in product(*map(range, bounds)):
        yield list(zip(bounds, numbers, strict=True))


def tape_of(steps: Iterable[tuple[int, int]]) -> Tape:
    """Coins that are these numbers, each below its bound."""
    return Tape(b"".join(number.to_bytes(bytes_for(bound)) for bound, number in steps))


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 100, 255, 256])
def test_every_number_is_equally_likely(bound: int) -> None:
    size = bytes_for(bound)
    law = enumerate_all(partial(draw_uniform, bound), size)
    assert law == {(number, size): Fraction(256**size // bound, 256**size) for number in range(bound)}


@given(st.integers(1, 2**90), st.binary(max_size=9))
def test_how_many_bytes_a_number_takes(bound: int, seed: bytes) -> None:
    coins = CountingCoins(SeededCoins(seed))
    assert 0 <= draw_uniform(bound, coins) < bound
    assert coins.taken % bytes_for(bound) == 0


@given(st.integers(1, 2**47), st.integers(0, 300), st.binary(max_size=9))
def test_numbers_go_in_rounds(bound: int, count: int, seed: bytes) -> None:
    expected, drawn = CountingCoins(SeededCoins(seed)), CountingCoins(SeededCoins(seed))
    assert draw_uniforms(bound, count, drawn).tolist() == rounds(bound, count, expected)
    assert drawn.taken == expected.taken


def test_rejected_numbers_are_replaced_in_rounds() -> None:
    tape = Tape(b"\xff\xff" + b"\xff\xfe" + b"rest")
    assert draw_uniform(3, tape) == 0xFFFE % 3
    assert tape.taken == 4
    tape = Tape(b"\xff\xff\x00\x01\xff\xff\xff\xff\x00\x02\x00\x04")
    assert draw_uniforms(3, 3, tape).tolist() == [1, 1, 2]


def rounds(bound: int, count: int, coins: Coins) -> list[int]:
    """A number each; whoever's number is rejected gets another in the next round."""
    numbers: dict[int, int] = {}
    while waiting := [place for place in range(count) if place not in numbers]:
        for place in waiting:
            number = int.from_bytes(coins.read(bytes_for(bound)))
            if number < 256 ** bytes_for(bound) // bound * bound:
                numbers[place] = number % bound
    return [numbers[place] for place in range(count)]


def draw_sets(people: int, total: int, size: int, coins: Coins) -> NDArray[np.intp]:
    """A set for each person, in a row."""
    marks = np.concatenate([np.zeros((0, total), np.bool_), *draw_memberships(people, total, size, coins)])
    return np.nonzero(marks)[1].reshape(people, size)


@pytest.mark.parametrize("total", range(6))
def test_every_subset_is_equally_likely_alone_and_for_many_people_at_once(total: int) -> None:
    for size in range(total + 1):
        people = list(first_numbers(total, size))
        assert len(people) == prod(range(total - size + 1, total + 1))
        alone = (draw_subset(total, size, tape_of(steps)) for steps in people)
        together = draw_sets(
            len(people), total, size, tape_of(chain.from_iterable(zip(*people, strict=True)))
        )
        for found in (Counter(alone), Counter(map(tuple, together.tolist()))):
            assert found == dict.fromkeys(combinations(range(total), size), factorial(size))


@given(st.integers(0, 600), st.data(), st.binary(max_size=9))
def test_one_person_takes_the_same_coins_alone(total: int, data: st.DataObject, seed: bytes) -> None:
    size = data.draw(st.integers(0, min(total, 40)))
    alone, among = CountingCoins(SeededCoins(seed)), CountingCoins(SeededCoins(seed))
    assert draw_sets(1, total, size, among).tolist() == [list(draw_subset(total, size, alone))]
    assert among.taken == alone.taken


@pytest.mark.parametrize(("people", "total"), [(3 * LEAST_GROUP + 5, MARKS // 50), (1000, MARKS // 300)])
def test_people_are_served_in_groups(people: int, total: int) -> None:
    whole, parts = CountingCoins(SeededCoins(b"groups")), CountingCoins(SeededCoins(b"groups"))
    group = max(64, 2**20 // total)
    found = draw_sets(people, total, 3, whole)
    expected = [draw_sets(min(group, people - start), total, 3, parts) for start in range(0, people, group)]
    assert found.tolist() == np.concatenate(expected).tolist()
    assert whole.taken == parts.taken
    marks = list(draw_memberships(people, total, 3, SeededCoins(b"groups")))
    assert list(map(len, marks)) == list(map(len, expected))
    assert np.nonzero(np.concatenate(marks))[1].tolist() == found.ravel().tolist()
