"""Binary fields, beside polynomials multiplied by hand, and the field axioms in small ones."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.sketch.hashing.binary import GF_2_64, BinaryField, linear

SMALL = [BinaryField(2, 0b11), BinaryField(3, 0b11), BinaryField(4, 0b11)]
WORDS = st.integers(0, (1 << 64) - 1)


def by_hand(one: int, other: int, field: BinaryField) -> int:
    """The product of two polynomials, then the remainder from the top down."""
    total = 0
    for i, j in product(range(field.degree), repeat=2):
        total ^= (one >> i & other >> j & 1) << (i + j)
    for place in range(2 * field.degree, field.degree - 1, -1):
        if total >> place & 1:
            total ^= (1 << field.degree | field.tail) << (place - field.degree)
    return total


@pytest.mark.parametrize("field", SMALL, ids=str)
def test_small_fields_are_fields(field: BinaryField) -> None:
    elements = range(field.size)
    for a, b in product(elements, repeat=2):
        assert field.times(a, b) == by_hand(a, b, field) == field.times(b, a)
        assert all(field.times(a, b ^ c) == field.times(a, b) ^ field.times(a, c) for c in elements)
    for a in range(1, field.size):
        assert sorted(field.times(a, b) for b in elements) == list(elements)


@given(WORDS, WORDS)
def test_the_large_field(one: int, other: int) -> None:
    assert GF_2_64.times(one, other) == by_hand(one, other, GF_2_64)


def test_the_large_modulus_is_irreducible() -> None:
    """By Rabin's test: x^(2^64) is x, and x^(2^32) - x has no factor in common with the modulus, as 2 alone divides 64."""
    powers = [2]
    for _ in range(64):
        powers.append(by_hand(powers[-1], powers[-1], GF_2_64))
    assert powers[64] == 2
    one, other = 1 << 64 | GF_2_64.tail, powers[32] ^ 2
    while other:
        while one.bit_length() >= other.bit_length():
            one ^= other << (one.bit_length() - other.bit_length())
        one, other = other, one
    assert one == 1


@given(st.lists(WORDS, min_size=64, max_size=64), st.lists(WORDS, max_size=20))
def test_a_linear_map_adds_up_images(images: list[int], points: list[int]) -> None:
    mapped = linear(images, np.array(points, np.uint64))
    for point, value in zip(points, mapped.tolist(), strict=True):
        expected = 0
        for place, image in enumerate(images):
            expected ^= image * (point >> place & 1)
        assert value == expected


def test_a_linear_map_of_few_bits() -> None:
    assert linear([5, 1, 2], np.arange(8, dtype=np.uint64)).tolist() == [0, 5, 1, 4, 2, 7, 3, 6]
