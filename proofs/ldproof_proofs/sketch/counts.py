"""The law of the ones at an item's columns by generating functions, against every hash function and every row."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product

from ldproof.numbers import rational, term
from ldproof.probability import Law, law_of_shares
from ldproof.sketch.error import ones_law
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.sketch.variance.exhaustive import POPULATIONS, Hashes, added, functions

SHAPES = ((2, 1), (3, 1), (2, 2), (2, 3))
"""Widths and numbers of rows."""
LOW, HIGH = rational(1, 4), rational(2, 3)


def shares(hashes: Hashes) -> tuple[Fraction, ...]:
    """In which part of the rows each item collides with item 0."""
    return tuple(
        rational(sum(columns[item] == columns[0] for columns in hashes), len(hashes)) for item in (0, 1, 2)
    )


def bit(share: Fraction) -> Law[Fraction]:
    """The law of one person's bit at the item's column, in a row that is drawn."""
    one = share * HIGH + (1 - share) * LOW
    return law_of_shares([(rational(1), one), (rational(0), 1 - one)])


def counted(w: int, d: int, items: Sequence[int]) -> list[tuple[Fraction, Law[Fraction]]]:
    """The laws of everybody's ones given the hashes, and how often each is: people draw rows and bits independently."""
    known = Counter(map(shares, functions(w, d)))
    return [
        (Fraction(often, known.total()), reduce(added, (bit(collide[item]) for item in items)))
        for collide, often in known.items()
    ]


def cases(more: int) -> Iterable[tuple[str, Relation]]:
    """Two or three people who hold three items."""
    for (w, d), items in product(SHAPES, POPULATIONS):
        others = [items.count(item) for item in (1, 2) if item in items]
        found = ones_law(items.count(0), others, w + more, d, LOW, HIGH)
        given = counted(w, d, items)
        for number, chance in enumerate(found):
            theirs = sums.total(term(often) * each[Fraction(number)] for often, each in given)
            yield f"w = {w}, d = {d}, items {items}, {number} ones", equal(theirs, Fraction(chance))


def exhaustive(prover: Prover) -> Theorem:
    """Tiny sketches, every function from items to columns."""
    claim = Ground(
        "sketch.ones-are-counted",
        "the law of the ones at the columns of an item, of which each person is in one of d rows, is the product of "
        "(1 - q + q z)^f and a factor for each other item, by the number of rows in which it collides",
        "(w, d) in {(2, 1), (3, 1), (2, 2), (2, 3)}, p = 1/4, q = 2/3, two or three people and three items; every hash function",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByRecord())
