"""How many points have columns that are independent of each other: over whole families."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations
from itertools import product as every
from math import prod

import numpy as np

from ldproof.coins import Tape
from ldproof.numbers import term
from ldproof.probability import Infinite
from ldproof.sketch.fields import BinaryField
from ldproof.sketch.hashing import (
    Affine,
    Family,
    Ideal,
    Polynomial,
    Quadratic,
    Textbook,
    draw_key,
    is_key,
    triple_collision,
)
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem

GF_8 = BinaryField(3, 0b011)
"""Modulo x^3 + x + 1."""
THREE = 3
SMALL: tuple[Family, ...] = (
    Affine(2, 5),
    Affine(3, 7),
    Textbook(2, 5),
    Textbook(3, 7),
    Polynomial(2, 5),
    Polynomial(3, 5),
    Quadratic(2, GF_8),
    Quadratic(4, GF_8),
)


def columns_of(family: Family, items: Sequence[int]) -> Iterator[dict[int, int]]:
    """Where every hash of a family puts some items."""
    where = np.array(items, np.uint64)
    for key in every(*family.ranges):
        yield dict(zip(items, map(int, family.columns(key, where)), strict=True))


def independent(family: Family, several: int) -> bool:
    """Whether the columns of so many points are independent, whichever they are."""
    table = [tuple(columns.values()) for columns in columns_of(family, range(family.size))]
    alone = [Counter(columns) for columns in zip(*table, strict=True)]
    for items in combinations(range(family.size), several):
        joint = Counter(tuple(columns[item] for item in items) for columns in table)
        for seen in every(range(family.width), repeat=several):
            apart = prod(alone[item][column] for item, column in zip(items, seen, strict=True))
            if joint[seen] * len(table) ** (several - 1) != apart:
                return False
    return True


def independence_cases(more: int) -> Iterator[tuple[str, bool]]:
    """The independence that a family says, and whether it has it and one more, or not."""
    for family in SMALL:
        said = family.independence
        if isinstance(said, Infinite):
            continue
        name = f"{family.word}, w = {family.width}, {family.size} points"
        yield f"{name}: {said}", independent(family, said + more)
        yield f"{name}: not {said + 1}", not independent(family, said + 1 + more)


def independence(prover: Prover) -> Iterable[Theorem]:
    """What each family says of itself is so, and no more is."""
    claim = Finite(
        "sketch.families-independence",
        "the columns of as many points as a family says are independent, whichever points they are, and those of one more "
        "are not: 2 of an affine one, 1 of a textbook one, 3 of quadratic and polynomial ones",
        "families over 5, 7 and 8 points, all hashes, all points",
        lambda: independence_cases(0),
        lambda: independence_cases(1),
    )
    yield prover.theorem(claim, ByEnumeration())


def triple_cases(wider: int) -> Iterator[tuple[str, Relation]]:
    """The share of the hashes under which three points meet, whichever they are."""
    for family in SMALL:
        if not isinstance(family, Polynomial | Quadratic):
            continue
        table = list(columns_of(family, range(family.size)))
        ours = triple_collision(replace(family, width=family.width << wider))
        for items in combinations(range(family.size), THREE):
            together = sum(len({columns[item] for item in items}) == 1 for columns in table)
            yield (
                f"{family.word}, w = {family.width}, {family.size} points, {items}",
                equal(term(together) / len(table), ours),
            )


def triples(prover: Prover) -> Theorem:
    """What the variance asks for."""
    claim = Ground(
        "sketch.families-triples",
        "under a family that is independent in threes three different points share a column under the same share of the "
        "hashes, whichever they are, and it is the sum of the cubes of the columns' probabilities",
        "quadratic and polynomial families over 8 and 5 points, widths 2 to 4, all hashes, all points",
        lambda: triple_cases(0),
        lambda: triple_cases(1),
    )
    return prover.theorem(claim, ByRecord())


IDEAL_WIDTHS = (2, 3, 1000, (1 << 62) + 1)
"""With the last one every fourth digest is rejected."""
KEYS = (0, 1, 0xC0FFEE << 200, (1 << 256) - 1)


def digest(key: int, point: int, i: int) -> int:
    """The digest of a point and i, all numbers with their first byte most significant."""
    secret = bytes(key >> 8 * place & 255 for place in reversed(range(32)))
    said = bytes(number >> 8 * place & 255 for number in (point, i) for place in reversed(range(8)))
    return sum(
        byte << 8 * (7 - place)
        for place, byte in enumerate(blake2b(said, digest_size=8, key=secret).digest())
    )


def digested(width: int, key: int, point: int, first: int) -> int:
    """The column of a point as it is specified."""
    i = first
    while digest(key, point, i) >= 2**64 - 2**64 % width:
        i += 1
    return digest(key, point, i) % width


def ideal_cases(first: int) -> Iterator[tuple[str, bool]]:
    """Columns, and the share of all functions under which two points meet."""
    numbers = (*range(20), (1 << 64) - 1)
    points = np.array(numbers, np.uint64)
    for width, key in every(IDEAL_WIDTHS, KEYS):
        found = Ideal(width).columns((key,), points).tolist()
        yield f"w = {width}, key {key}", found == [digested(width, key, number, first) for number in numbers]
    for width in (2, 3, 5):
        together = sum(one == other for one, other in every(range(width), repeat=2))
        yield f"w = {width}", Ideal(width).collision == Fraction(together, width**2)
    yield "keys and points", (Ideal(2).ranges, Ideal(2).size) == ((range(2**256),), 2**64)


def ideal(prover: Prover) -> Theorem:
    """What runs in the place of all functions."""
    claim = Finite(
        "sketch.ideal-columns",
        "the column of a point is the first of the keyed digests of the point and 0, 1, ... that is below the largest multiple "
        "of the width, modulo the width; under all functions two points share one with probability 1/w",
        "widths 2, 3, 1000 and 2^62 + 1, four keys, 21 points",
        lambda: ideal_cases(0),
        lambda: ideal_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def drawn_cases(off: int) -> Iterator[tuple[str, bool]]:
    """Numbers that coins serve, and the hashes that they are."""
    for family in (Textbook(2, 3), Affine(2, 3), Quadratic(2, GF_8)):
        for served in every(range(5), repeat=len(family.ranges)):
            coins = Tape(b"".join(number.to_bytes(2) for number in served))
            expected = tuple(
                each[(number + off) % len(each)] for number, each in zip(served, family.ranges, strict=True)
            )
            found = draw_key(family, coins)
            yield f"{family.word}, {served}", found == expected and is_key(family, found)


def drawn(prover: Prover) -> Theorem:
    """A hash is a few uniform numbers."""
    claim = Finite(
        "sketch.hash-drawn",
        "the numbers of a hash are drawn one after another, each as a uniform number of its range, and the hash is one of the "
        "family's",
        "textbook, affine and quadratic maps over 3 and 8 points, numbers below 5 from the coins",
        lambda: drawn_cases(0),
        lambda: drawn_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
