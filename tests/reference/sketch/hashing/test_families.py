"""Families, over all their hashes in small fields: collisions, independence; and draws by all their coins."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations, product
from math import prod

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.domains import DOMAINS, Words
from ldproof.law import INFINITE
from ldproof.rejections import Reason
from ldproof.sketch.hashing.binary import BinaryField
from ldproof.sketch.hashing.families import (
    FAMILIES,
    Affine,
    Family,
    Ideal,
    Key,
    Polynomial,
    Quadratic,
    Textbook,
    draw,
    family,
    known,
)
from ldproof.sketch.hashing.primes import MERSENNE
from tests.reference.refusals import refused

GF8 = BinaryField(3, 0b11)
SMALL: list[Family] = [
    *(kind(w, P) for kind in (Affine, Textbook) for P in (2, 3, 5, 7) for w in (2, 3, 4, 5, 8)),
    *(Polynomial(w, P) for P in (3, 5, 7) for w in (2, 3, 4)),
    *(Quadratic(w, GF8) for w in (1, 2, 4, 8)),
]
EACH = pytest.mark.parametrize("small", SMALL, ids=str)


def hashes(small: Family) -> list[Key]:
    """All keys."""
    return list(product(*small.ranges))


def images(small: Family) -> list[list[int]]:
    """Every hash, as the list of its columns."""
    points = np.arange(small.size, dtype=np.uint64)
    return [small.columns(key, points).tolist() for key in hashes(small)]


def by_hand(small: Family, key: Key, x: int) -> int:
    """The column of one point, from the definition."""
    if isinstance(small, Quadratic):
        times = small.field.times
        return (times(key[0], times(x, x)) ^ times(key[1], x) ^ key[2]) % small.width
    value: int = sum(each * x**power for power, each in enumerate(reversed(key)))
    return value % small.size % small.width


@EACH
def test_columns_are_as_defined(small: Family) -> None:
    for key, image in zip(hashes(small), images(small), strict=True):
        assert image == [by_hand(small, key, x) for x in range(small.size)]


@EACH
def test_the_collision_probability_over_the_whole_family(small: Family) -> None:
    everything = images(small)
    for x, y in combinations(range(small.size), 2):
        together = sum(image[x] == image[y] for image in everything)
        assert Fraction(together, len(everything)) == small.collision


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


@EACH
def test_independence_over_the_whole_family(small: Family) -> None:
    """Of so many points always."""
    assert isinstance(small.independence, int)
    everything = images(small)
    for points in combinations(range(small.size), min(small.independence, small.size)):
        assert joint(everything, points)


@pytest.mark.parametrize(
    "small", [Affine(3, 5), Affine(2, 3), Textbook(3, 5), Polynomial(2, 5), Quadratic(2, GF8)], ids=str
)
def test_no_more_independence_than_said(small: Family) -> None:
    assert isinstance(small.independence, int)
    everything = images(small)
    assert not all(
        joint(everything, points) for points in combinations(range(small.size), small.independence + 1)
    )


@pytest.mark.parametrize(("w", "P"), [(3, 5), (4, 7), (10, 13)])
def test_to_leave_out_constants_makes_collisions_rarer(w: int, P: int) -> None:
    assert Textbook(w, P).collision < Fraction(1, w) < Affine(w, P).collision


def test_the_ideal_column_by_hand() -> None:
    """The first digest that is not in the last, incomplete stretch; wide enough for some to be."""
    width = (1 << 63) + 1
    key, rejected = 5, 0
    points = np.arange(20, dtype=np.uint64)
    for point, column in enumerate(Ideal(width).columns((key,), points).tolist()):
        attempt = 0
        while True:
            content = point.to_bytes(8, "big") + attempt.to_bytes(8, "big")
            digest = blake2b(content, digest_size=8, key=key.to_bytes(32, "big")).digest()
            if int.from_bytes(digest, "big") < width:
                break
            attempt += 1
            rejected += 1
        assert column == int.from_bytes(digest, "big") % width
    assert rejected
    assert Ideal(7).collision == Fraction(1, 7)
    assert Ideal(7).independence is INFINITE


@pytest.mark.parametrize("word", FAMILIES)
def test_the_real_fields(word: str) -> None:
    """Columns fall everywhere, on single points as on many."""
    real = family(word, 16, MERSENNE if word in ("affine", "textbook") else None)
    key = draw(real, SeededCoins(b"real"))
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
    assert draw(Affine(3, 5), Listed((65535, 7, 65534))) == (2, 4)
    drawn = Counter(draw(Textbook(3, 5), Listed((a, b))) for a in range(8) for b in range(10))
    assert set(drawn) == set(product(range(1, 5), range(5)))
    assert set(drawn.values()) == {4}


def test_known_keys() -> None:
    textbook = Textbook(3, 5)
    assert all(known(textbook, key) for key in hashes(textbook))
    for key in ((0, 0), (1, 5), (5, 0), (1, -1), (1,), (1, 1, 1), (True, 1)):
        assert not known(textbook, key)


def test_families_have_the_words_of_the_domain() -> None:
    words = DOMAINS["sketch.family"]
    assert isinstance(words, Words)
    assert tuple(FAMILIES) == words.words
    assert all(kind.word == word for word, kind in FAMILIES.items())


@pytest.mark.parametrize(
    ("word", "w", "P", "reason"),
    [
        ("tabulation", 4, None, Reason.UNKNOWN_NAME),
        ("affine", 4, None, Reason.MISSING),
        ("affine", 4, 9, Reason.OUT_OF_RANGE),
        ("textbook", 4, 1, Reason.OUT_OF_RANGE),
        ("quadratic", 4, 7, Reason.UNKNOWN_PARAMETER),
        ("quadratic", 6, None, Reason.OUT_OF_RANGE),
        ("ideal", 1, None, Reason.OUT_OF_RANGE),
        ("ideal", 4.0, None, Reason.NOT_EXACT),
        ("affine", 4, 1 << 64, Reason.TOO_LARGE),
    ],
)
def test_what_is_refused(word: str, w: object, P: object, reason: Reason) -> None:
    with refused(reason):
        family(word, w, P)


def test_a_quadratic_family_is_no_wider_than_its_field() -> None:
    with refused(Reason.OUT_OF_RANGE):
        Quadratic(16, GF8)
