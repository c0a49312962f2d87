"""Section 1: the sketch itself under every hash of small families."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product as every

import numpy as np

from ldproof.numbers import term
from ldproof.sketch.classic import Sketch, sketch_size
from ldproof.sketch.hashing import Family, Textbook
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.hashing.families import columns_of

WEIGHTS = ((1, 0, 0), (1, 2, 0), (0, 3, 1), (2, 1, 4))
"""Counts of the items 0, 1 and 2."""
EXAMPLE = Textbook(3, 5)


def answers(family: Family, counts: Sequence[int], rows: int) -> Iterator[int]:
    """What the sketch answers of item 0, under all hashes of all rows."""
    for keys in every(list(every(*family.ranges)), repeat=rows):
        seen = Sketch(family, keys, np.zeros((rows, family.width), np.int64))
        for item, count in enumerate(counts):
            seen.update(item, count)
        yield seen.query(0)


def least_cases(less: int) -> Iterator[tuple[str, Relation]]:
    """Never below the count."""
    for counts, rows in every(WEIGHTS, (1, 2)):
        for place, answer in enumerate(answers(EXAMPLE, counts, rows)):
            yield f"counts {counts}, {rows} rows, hashes {place}: {answer}", at_most(counts[0], answer - less)


def never_below(prover: Prover) -> Theorem:
    """Every answer under every hash."""
    claim = Ground(
        "sketch.classic-never-below",
        "the classic sketch never answers less than an item's count",
        "textbook hashes with P = 5 and w = 3, 1 and 2 rows, all hashes, four sets of counts",
        lambda: least_cases(0),
        lambda: least_cases(1),
    )
    return prover.theorem(claim, ByRecord())


RISKS = tuple(
    every(
        (Fraction(9, 10), Fraction(3, 5), Fraction(2, 5)), (Fraction(1, 2), Fraction(1, 5), Fraction(1, 20))
    )
)
"""Pairs of alpha and delta."""
CROWDS = ((1, 4, 4, 1, 0, 2, 8), (0, 1, 1, 1, 1, 1, 1), (0, 7, 0, 0, 0, 0, 0))
"""Counts of the seven items."""


def size_cases(fewer: int) -> Iterator[tuple[str, Relation]]:
    """The exact probability of more than alpha N too much, at the size for alpha and delta."""
    for alpha_, delta_ in RISKS:
        width, rows = sketch_size(alpha_, delta_)
        hashes = list(columns_of(Textbook(width, 7), range(7)))
        for counts in CROWDS:
            excess = (
                sum(count for item, count in enumerate(counts) if item and columns[item] == columns[0])
                for columns in hashes
            )
            exceeding = sum(each > alpha_ * sum(counts) for each in excess)
            found = (term(exceeding) / len(hashes)) ** max(rows - fewer, 0)
            yield f"alpha = {alpha_}, delta = {delta_}, counts {counts}", at_most(found, delta_)


def sized(prover: Prover) -> Theorem:
    """The size does what it is for."""
    claim = Ground(
        "sketch.classic-size",
        "with w = ceil(e/alpha) and d = ceil(ln(1/delta)) the classic sketch exceeds a count by more than alpha N with "
        "probability delta at most",
        "textbook hashes with P = 7, alpha in {9/10, 3/5, 2/5}, delta in {1/2, 1/5, 1/20}, three sets of counts, all hashes",
        lambda: size_cases(0),
        lambda: size_cases(9),
    )
    return prover.theorem(claim, ByRecord())
