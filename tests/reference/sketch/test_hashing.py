"""Hash families: collisions and independence over all hashes of small fields, draws by all coins, and items as points."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations, product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.errors import Refused
from ldproof.parameters import Words, parameter_domain
from ldproof.probability import INFINITE
from ldproof.results import evaluate_formula
from ldproof.sketch import hashing
from ldproof.sketch.fields import (
    GF_2_64,
    MANY,
    MERSENNE,
    BinaryField,
    Item,
    apply_linear_map,
    evaluate_polynomial,
    item_point,
    item_points,
)
from ldproof.sketch.formulas import collision
from ldproof.sketch.hashing import (
    Affine,
    Family,
    Ideal,
    Key,
    Polynomial,
    Quadratic,
    TabulatedFamily,
    Textbook,
    hash_family,
    triple_collision,
)
from tests.reference.sketch.small import all_keys

GF8 = BinaryField(3, 0b11)
SMALL: list[Family] = [
    *(kind(w, P) for kind in (Affine, Textbook) for P in (2, 3, 5, 7) for w in (2, 3, 4, 5, 8)),
    *(Polynomial(w, P) for P in (3, 5, 7) for w in (2, 3, 4)),
    *(Quadratic(w, GF8) for w in (1, 2, 4, 8)),
]
WORDS = st.integers(0, (1 << 64) - 1)


def images(small: Family) -> list[list[int]]:
    """Every hash, as the list of its columns."""
    points = np.arange(small.size, dtype=np.uint64)
    return [small.columns(key, points).tolist() for key in all_keys(small)]


def by_hand(small: Family, key: Key, x: int) -> int:
    """The column of one point, from the definition."""
    if isinstance(small, Quadratic):
        times = small.field.times
        return (times(key[0], times(x, x)) ^ times(key[1], x) ^ key[2]) % small.width
    value: int = sum(each * x**power for power, each in enumerate(reversed(key)))
    return value % small.size % small.width


def joint(everything: Sequence[Sequence[int]], points: Sequence[int]) -> bool:
    """Whether the columns of these points are independent."""
    several = Counter(tuple(image[x] for x in points) for image in everything)
    single = [Counter(image[x] for image in everything) for x in points]
    total = len(everything)
    return all(
        several[columns] * total ** (len(points) - 1)
        == prod(law[column] for law, column in zip(single, columns, strict=True))
        for columns in product(*single)
    )


@pytest.mark.parametrize("small", SMALL, ids=str)
def test_columns_collisions_and_independence_over_the_whole_family(small: Family) -> None:
    everything = images(small)
    for key, image in zip(all_keys(small), everything, strict=True):
        assert image == [by_hand(small, key, x) for x in range(small.size)]
    for x, y in combinations(range(small.size), 2):
        together = sum(image[x] == image[y] for image in everything)
        assert Fraction(together, len(everything)) == small.collision
    assert isinstance(small.independence, int)
    for several in combinations(range(small.size), min(small.independence, small.size)):
        assert joint(everything, several)


def test_no_more_independence_than_claimed() -> None:
    for small in (Affine(3, 5), Affine(2, 3), Textbook(3, 5), Polynomial(2, 5), Quadratic(2, GF8)):
        assert isinstance(small.independence, int)
        everything, count = images(small), small.independence + 1
        assert not all(joint(everything, several) for several in combinations(range(small.size), count))


def test_to_leave_out_constants_makes_collisions_rarer() -> None:
    for w, P in ((3, 5), (4, 7), (10, 13)):
        assert Textbook(w, P).collision < Fraction(1, w) < Affine(w, P).collision


def test_closed_forms_of_collisions_by_counting() -> None:
    for w, P in product((2, 3, 4, 6, 13, 20), (2, 3, 5, 7, 9, 13)):
        alike = [(x, y) for x, y in product(range(P), repeat=2) if x % w == y % w]
        found = hashing.modular_collision(Fraction(w), Fraction(P % w), Fraction(P))
        assert found == Fraction(len(alike), P**2)
        assert hashing.collision_without_constants(found, Fraction(P)) == Fraction(
            len(alike) - P, P * (P - 1)
        )


def test_collisions_by_name_and_by_function() -> None:
    """Column j holds the values j, j + w, ... below P."""
    for w, P in ((2, 3), (10, 97), (1024, 65537), (7, MERSENNE)):
        affine = Fraction(sum(len(range(j, P, w)) ** 2 for j in range(w)), P**2)
        assert evaluate_formula("sketch.collision", {"w": w, "family": "affine", "P": P}, 20) == affine
        without = (P**2 * affine - P) / (P**2 - P)
        assert (
            evaluate_formula("sketch.collision", {"w": str(w), "family": "textbook", "P": str(P)}, 20)
            == without
        )
        assert collision(w, "polynomial") == Affine(w, MERSENNE).collision
    assert collision(1024, "quadratic") == collision(1024) == Fraction(1, 1024)


@pytest.mark.parametrize(
    "family",
    [*(Polynomial(w, P) for w, P in ((2, 5), (3, 5), (3, 7), (5, 5))), Quadratic(2, BinaryField(2, 0b11))],
    ids=str,
)
def test_how_often_three_points_share_a_column(family: Family) -> None:
    hashes = images(family)
    for x, y, z in combinations(range(4), 3):
        together = sum(columns[x] == columns[y] == columns[z] for columns in hashes)
        assert Fraction(together, len(hashes)) == triple_collision(family)


def test_collisions_are_uncorrelated_only_if_columns_are_uniform() -> None:
    """Independence in threes is not enough: five values on two columns make them 3 : 2."""
    assert triple_collision(Ideal(7)) == Fraction(1, 49)
    uneven = Polynomial(2, 5)
    assert uneven.collision == Fraction(13, 25)
    assert triple_collision(uneven) == Fraction(35, 125) > uneven.collision**2


def test_the_ideal_column_by_hand() -> None:
    """The first digest that is not in the last, incomplete stretch; wide enough for some to be."""
    width = (1 << 63) + 1
    key, rejected = 5, 0
    for number, column in enumerate(Ideal(width).columns((key,), np.arange(20, dtype=np.uint64)).tolist()):
        attempt, digest = -1, width
        while digest >= width:
            attempt += 1
            content = number.to_bytes(8, "big") + attempt.to_bytes(8, "big")
            digest = int.from_bytes(
                blake2b(content, digest_size=8, key=key.to_bytes(32, "big")).digest(), "big"
            )
        rejected += attempt
        assert column == digest % width
    assert rejected
    assert Ideal(7).collision == Fraction(1, 7)
    assert Ideal(7).independence is INFINITE


@pytest.mark.parametrize("word", hashing.FAMILIES)
def test_the_real_fields(word: str) -> None:
    """Columns fall everywhere, on single points as on many."""
    real = hashing.hash_family(word, 16, MERSENNE if word in ("affine", "textbook") else None)
    key = hashing.draw_key(real, SeededCoins(b"real"))
    points = np.array([0, 1, 2**60, real.size - 1, *range(100, 300)], np.uint64)
    columns = real.columns(key, points)
    assert columns.dtype == np.int64
    assert set(columns.tolist()) == set(range(16))
    assert [real.columns(key, points[i : i + 1])[0] for i in range(9)] == columns[:9].tolist()
    if word != "ideal":
        assert [by_hand(real, key, int(x)) for x in points] == columns.tolist()


class Listed:
    """Coins that are one of all strings of bytes below a few values."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = list(numbers)

    def read(self, count: int) -> bytes:
        return self.numbers.pop(0).to_bytes(count)


def test_keys_are_drawn_in_order_and_uniformly() -> None:
    """A number below 5 is two bytes modulo 5, below 65535; one from 1 to 4 is two bytes modulo 4, plus 1."""
    assert hashing.draw_key(Affine(3, 5), Listed((65535, 7, 65534))) == (2, 4)
    drawn = Counter(hashing.draw_key(Textbook(3, 5), Listed((a, b))) for a in range(8) for b in range(10))
    assert set(drawn) == set(product(range(1, 5), range(5)))
    assert set(drawn.values()) == {4}


def test_keys_of_a_family_are_known_and_others_are_not() -> None:
    textbook, listed = Textbook(3, 5), TabulatedFamily(4, 3, Fraction(1, 4))
    assert all(hashing.is_key(textbook, key) for key in all_keys(textbook))
    for key in ((0, 0), (1, 5), (5, 0), (1, -1), (1,), (1, 1, 1), (True, 1)):
        assert not hashing.is_key(textbook, key)
    assert listed.columns((3, 0, 3), np.array([2, 1], np.uint64)).tolist() == [3, 0]
    assert [hashing.is_key(listed, key) for key in ((3, 0, 3), (4, 0, 3), (3, 0))] == [True, False, False]
    assert listed.independence == 1


def test_families_have_the_words_of_the_domain() -> None:
    words = parameter_domain("family", "sketch")
    assert isinstance(words, Words)
    assert tuple(hashing.FAMILIES) == words.words
    primes = {"affine": 5, "textbook": 5}
    assert [hash_family(word, 4, primes.get(word)).word for word in words.words] == [*words.words]


# fields


def times(one: int, other: int, field: BinaryField) -> int:
    """The product of two polynomials, then the remainder from the top down."""
    total = 0
    for i, j in product(range(field.degree), repeat=2):
        total ^= (one >> i & other >> j & 1) << (i + j)
    for place in range(2 * field.degree, field.degree - 1, -1):
        if total >> place & 1:
            total ^= (1 << field.degree | field.tail) << (place - field.degree)
    return total


@pytest.mark.parametrize("degree", [2, 3, 4])
def test_small_fields_are_fields(degree: int) -> None:
    field = BinaryField(degree, 0b11)
    elements = range(field.size)
    for a, b in product(elements, repeat=2):
        assert field.times(a, b) == times(a, b, field) == field.times(b, a)
        assert all(field.times(a, b ^ c) == field.times(a, b) ^ field.times(a, c) for c in elements)
    for a in range(1, field.size):
        assert sorted(field.times(a, b) for b in elements) == list(elements)


@given(WORDS, WORDS)
def test_products_in_the_large_field(one: int, other: int) -> None:
    assert GF_2_64.times(one, other) == times(one, other, GF_2_64)


def test_the_large_modulus_is_irreducible() -> None:
    """By Rabin's test: x^(2^64) is x, and x^(2^32) - x has no factor in common with the modulus, as 2 alone divides 64."""
    powers = [2]
    for _ in range(64):
        powers.append(times(powers[-1], powers[-1], GF_2_64))
    assert powers[64] == 2
    one, other = 1 << 64 | GF_2_64.tail, powers[32] ^ 2
    while other:
        while one.bit_length() >= other.bit_length():
            one ^= other << (one.bit_length() - other.bit_length())
        one, other = other, one
    assert one == 1


@given(st.lists(WORDS, min_size=64, max_size=64), st.lists(WORDS, max_size=20))
def test_a_linear_map_adds_up_images(images: list[int], points: list[int]) -> None:
    mapped = apply_linear_map(images, np.array(points, np.uint64))
    for x, value in zip(points, mapped.tolist(), strict=True):
        expected = 0
        for place, image in enumerate(images):
            expected ^= image * (x >> place & 1)
        assert value == expected
    assert apply_linear_map([5, 1, 2], np.arange(8, dtype=np.uint64)).tolist() == [0, 5, 1, 4, 2, 7, 3, 6]


@pytest.mark.parametrize("P", [2, 7, (1 << 31) - 1, MERSENNE, (1 << 64) - 59])
@given(st.data())
def test_polynomials_modulo_a_prime(P: int, data: st.DataObject) -> None:
    edges = [0, 1, (1 << 31) - 1, 1 << 31, (1 << 61) - 2, 1 << 60, P - 1]
    below = st.sampled_from([each for each in edges if each < P]) | st.integers(0, P - 1)
    coefficients = data.draw(st.lists(below, min_size=1, max_size=4))
    points = data.draw(st.lists(below, max_size=6))
    assert evaluate_polynomial(coefficients, np.array(points, np.uint64), P).tolist() == [
        sum(each * x**power for power, each in enumerate(reversed(coefficients))) % P for x in points
    ]


# items as points, written out for whoever implements it elsewhere

EVERY = 1 << 64


def test_bytes_and_text_are_told_apart_and_digested() -> None:
    """One value in full: BLAKE2b-64 of the byte 1 and the three letters, from the `b2sum -l 64` of coreutils."""
    cases: list[tuple[Item, bytes]] = [(b"", b"\0"), ("", b"\1"), (b"abc", b"\0abc"), ("é", b"\1\xc3\xa9")]
    for item, tagged in cases:
        digest = int.from_bytes(blake2b(tagged, digest_size=8).digest(), "big")
        assert (item_point(item, EVERY), item_point(item, MANY)) == (digest, digest % MANY)
    assert f"{item_point('abc', EVERY):016x}" == "c54a4ec4e2a8d31e"
    assert [item_point(number, 7) for number in (0, 1, 6)] == [0, 1, 6]
    items: list[Item] = ["abc", b"abc", 3, "a", 0]
    assert item_points(items, EVERY).tolist() == [item_point(item, EVERY) for item in items]
    assert item_points([], EVERY).tolist() == []


@pytest.mark.parametrize("item", [71077345, -71077345, 71077345.5, ["71077345"], "71077345\udc80"])
def test_a_refusal_does_not_name_the_item(item: Item) -> None:
    with pytest.raises(Refused) as refusal:
        item_point(item, 5 if isinstance(item, int) else 1 << 61)
    assert "71077345" not in str(refusal.value)
    assert refusal.value.__context__ is None
