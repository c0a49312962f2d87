"""The collision probability that is offered, against whole families over small fields."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from itertools import product as every

import numpy as np

from ldproof.numbers import Symbol, Term, term
from ldproof.sketch.fields import BinaryField
from ldproof.sketch.formulas import collision
from ldproof.sketch.hashing import Family, Quadratic
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

GF_8 = BinaryField(3, 0b011)
"""Modulo x^3 + x + 1."""
PRIMES = (2, 3, 5, 7, 11)
STARTS = {"affine": 0, "textbook": 1}
"""The least a of each family."""


def columns_of(family: Family, items: Sequence[int]) -> Iterator[dict[int, int]]:
    """Where every hash of a family puts some items."""
    where = np.array(items, np.uint64)
    for key in every(*family.ranges):
        yield dict(zip(items, map(int, family.columns(key, where)), strict=True))


def counted(w: int, start: int, P: int, one: int, other: int) -> Term:
    """The share of hashes (a x + b mod P) mod w, a >= start, that put two points into one column."""
    hashes = list(every(range(start, P), range(P)))
    together = sum((a * one + b) % P % w == (a * other + b) % P % w for a, b in hashes)
    return term(together) / len(hashes)


def prime_cases(beside: int) -> Iterator[tuple[str, Relation]]:
    """The closed form against all hashes, for all pairs of points and all widths."""
    for P, (word, start) in every(PRIMES, STARTS.items()):
        for w in range(2, P + 2):
            ours = collision(w + beside, word, P)
            for one, other in combinations(range(P), 2):
                yield (
                    f"{word}, w = {w}, P = {P}, {one} and {other}",
                    equal(counted(w, start, P, one, other), ours),
                )


CHANCE = 1 / Symbol("w")


def binary_cases(shift: int) -> Iterator[tuple[str, Relation]]:
    """Quadratic maps over the field of 8: 1/w."""
    for w in (2, 4, 8):
        table = list(columns_of(Quadratic(w, GF_8), range(GF_8.size)))
        ours = collision(w << shift, "quadratic")
        yield f"w = {w}", equal(ours, CHANCE.substitute({"w": term(w << shift)}))
        for one, other in combinations(range(GF_8.size), 2):
            together = sum(columns[one] == columns[other] for columns in table)
            yield f"w = {w}, {one} and {other}", equal(term(together) / len(table), ours)


def affine(prover: Prover) -> Theorem:
    """Modulo a prime: whichever two points are compared."""
    claim = Ground(
        "sketch.collision-over-families",
        "two different points collide under the same share of the hashes, whichever they are, and that is 1/w + "
        "r (w - r)/(w P^2) =: c with r = P mod w, or (P c - 1)/(P - 1) where a = 0 is left out",
        f"P in {', '.join(map(str, PRIMES))}, widths 2 to P + 1, all hashes, all pairs of points",
        lambda: prime_cases(0),
        lambda: prime_cases(1),
        anchors=(
            anchor(
                collision, lambda: collision(3, "textbook", 7), lambda: sums.value(counted(3, 1, 7, 2, 5))
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def quadratic(prover: Prover) -> Theorem:
    """In a binary field: 1/w exactly."""
    claim = Ground(
        "sketch.collision-over-binary-field",
        "under quadratic maps two different points share their low bits with probability 1/w",
        "the field of 8 elements, widths 2, 4 and 8, all hashes, all pairs of points",
        lambda: binary_cases(0),
        lambda: binary_cases(1),
        values=lambda: {"chance": CHANCE},
    )
    return prover.theorem(claim, ByRecord())
