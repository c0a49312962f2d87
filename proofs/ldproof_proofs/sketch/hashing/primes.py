"""Polynomials modulo a prime, against whole numbers of any length."""

from collections.abc import Iterator
from itertools import product as every

import numpy as np

from ldproof.sketch.hashing import Affine, Family, Polynomial, Textbook
from ldproof.sketch.hashing.primes import MERSENNE
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

LARGE = (1 << 64) - 59
"""The largest prime below 2^64."""
HALF = 1 << 31


def ends(P: int) -> tuple[int, ...]:
    """Numbers below P at which a carry may be lost: the ends, beside half a word, and some of many bits."""
    return (0, 1, HALF - 1, HALF, (1 << 60) + HALF - 1, 0x0123456789ABCDEF % P, P - 2, P - 1)


def cases(more: int) -> Iterator[tuple[str, bool]]:
    """All of these as points and coefficients."""
    families: tuple[Family, ...] = (
        Polynomial(1000),
        Affine(1000, MERSENNE),
        Affine(7, LARGE),
        Textbook(7, 11),
    )
    for family in families:
        numbers = ends(family.size) if family.size > HALF else tuple(range(family.size))
        points = np.array(numbers, np.uint64)
        for key in every(numbers, repeat=len(family.ranges)):
            found = family.columns(key, points).tolist()
            expected = []
            for x in numbers:
                powers = (x**power for power in reversed(range(len(key))))
                whole = sum(each * power for each, power in zip(key, powers, strict=True))
                expected.append((whole + more) % family.size % family.width)
            yield f"{family.word}, P = {family.size}, {key}", found == expected


def polynomials(prover: Prover) -> Theorem:
    """Columns by Horner's rule in words of 64 bits, and by the definition."""
    claim = Finite(
        "sketch.polynomial-columns",
        "the column of an affine, textbook or polynomial map is (... + b x + c mod P) mod w, also where products are longer "
        "than a word",
        "P = 2^61 - 1 and 2^64 - 59, 8 numbers as points and coefficients; P = 11, all of them",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
