"""The law of the ones at an item's columns by generating functions, against every hash function and every row."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product

from ldproof.law import Law, law, mixture
from ldproof.numbers import rational
from ldproof.sketch.counts import ones
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
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
    return law([(rational(1), one), (rational(0), 1 - one)])


def counted(w: int, d: int, items: Sequence[int]) -> Law[Fraction]:
    """The law of everybody's ones: given the hashes, people draw their rows and bits independently."""
    known = Counter(map(shares, functions(w, d)))
    return mixture(
        (rational(often, known.total()), reduce(added, (bit(collide[item]) for item in items)))
        for collide, often in known.items()
    )


def cases(more: int) -> Iterable[tuple[str, bool]]:
    """Two or three people who hold three items."""
    for (w, d), items in product(SHAPES, POPULATIONS):
        others = [items.count(item) for item in (1, 2) if item in items]
        found = ones(items.count(0), others, w + more, d, LOW, HIGH)
        ours = law((rational(number), rational(chance)) for number, chance in enumerate(found))
        yield f"w = {w}, d = {d}, items {items}", ours == counted(w, d, items)


def exhaustive(prover: Prover) -> Theorem:
    """Tiny sketches, every function from items to columns."""
    claim = Finite(
        "sketch.ones-are-counted",
        "the law of the ones at the columns of an item, of which each person is in one of d rows, is the product of "
        "(1 - q + q z)^f and a factor for each other item, by the number of rows in which it collides",
        "(w, d) in {(2, 1), (3, 1), (2, 2), (2, 3)}, p = 1/4, q = 2/3, two or three people and three items; every hash function",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
