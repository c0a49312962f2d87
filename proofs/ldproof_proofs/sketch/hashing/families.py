"""How many points have columns that are independent of each other: over whole families."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from itertools import product as every
from math import prod

import numpy as np

from ldproof.law import Infinite
from ldproof.numbers import Symbol
from ldproof.sketch.hashing import Affine, Family, Polynomial, Quadratic, Textbook
from ldproof.sketch.hashing.binary import BinaryField
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, by
from ldproof_proofs.kernel.relations import Point, below, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem

GF_8 = BinaryField(3, 0b011)
"""Modulo x^3 + x + 1."""
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

a, b, x, y, u, v = map(Symbol, ("a", "b", "x", "y", "u", "v"))
ANY_FIELD = "the quotients are of polynomials with whole coefficients, so that all is so in every field where x and y differ"


def lines(prover: Prover) -> Iterable[Theorem]:
    """Through two points with different x there is one line: so two values of a x + b are independent and uniform."""
    at: Point = {"x": 2, "y": 1, "u": 5, "v": 3}
    slope = (u - v) / (x - y)
    apart: Facts = {"y < x": below(y, x)}
    for name, goal in (
        ("line-at-x", equal(slope * x + (u - slope * x), u)),
        ("line-at-y", equal(slope * y + (u - slope * x), v)),
    ):
        claim = Implication(
            f"sketch.{name}",
            goal,
            apart,
            witness=at,
            mutant=Mutant(equal(goal.left, goal.right + 1), at),
            reading=ANY_FIELD,
        )
        yield prover.theorem(claim, at_once("the line through both", algebra))
    through: Facts = {**apart, "at x": equal(a * x + b, u), "at y": equal(a * y + b, v)}
    only = Implication(
        "sketch.line-only",
        equal(a, slope),
        through,
        witness={**at, "a": 2, "b": 1},
        mutant=Mutant(equal(a, slope + 1), {**at, "a": 2, "b": 1}),
        reading=ANY_FIELD,
    )
    rule = by(product("at x", scale=1 / (x - y)), product("at y", scale=-1 / (x - y)))
    yield prover.theorem(only, at_once("the difference of both equations", rule))


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
