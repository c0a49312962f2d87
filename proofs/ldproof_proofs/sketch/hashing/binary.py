"""Quadratic maps over binary fields, against polynomials over two elements that are multiplied and divided as such."""

from collections.abc import Iterator
from itertools import product as every

import numpy as np

from ldproof.sketch.fields import GF_2_64, BinaryField
from ldproof.sketch.hashing import Quadratic
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.hashing.families import GF_8

NUMBERS = (0, 1, 2, 3, 1 << 63, (1 << 64) - 1, 0x0123456789ABCDEF, 0xF0E1D2C3B4A59687)
"""Points and coefficients of 64 bits: the ends, single bits, and some of many bits."""


def multiplied(one: int, other: int) -> int:
    """The product of two polynomials over two elements, written as bits."""
    found = 0
    for place in range(other.bit_length()):
        if other >> place & 1:
            found ^= one << place
    return found


def remainder(one: int, modulus: int) -> int:
    """What long division leaves."""
    while one.bit_length() >= modulus.bit_length():
        one ^= modulus << (one.bit_length() - modulus.bit_length())
    return one


def value(field: BinaryField, key: tuple[int, ...], x: int) -> int:
    """a x^2 + b x + c."""
    a, b, c = key
    whole = multiplied(a, multiplied(x, x)) ^ multiplied(b, x) ^ c
    return remainder(whole, 1 << field.degree | field.tail)


def cases(shift: int) -> Iterator[tuple[str, bool]]:
    """All hashes and points of the field of 8, and some of the field of 2^64."""
    for field, numbers, widths in ((GF_8, range(8), (2, 4, 8)), (GF_2_64, NUMBERS, (2, 1024))):
        points = np.array(numbers, np.uint64)
        for key in every(numbers, repeat=3):
            values = [value(field, key, x) >> shift for x in numbers]
            for width in widths:
                found = Quadratic(width, field).columns(key, points).tolist()
                expected = [each % width for each in values]
                yield f"the field of 2^{field.degree}, w = {width}, a, b, c = {key}", found == expected
        products = [(one, other) for one, other in every(numbers, repeat=2)]
        yield (
            f"products in the field of 2^{field.degree}",
            all(
                field.times(*both) == remainder(multiplied(*both), 1 << field.degree | field.tail)
                for both in products
            ),
        )


def quadratic(prover: Prover) -> Theorem:
    """Columns by squares of sums and table look-ups, and by the definition."""
    claim = Finite(
        "sketch.quadratic-columns",
        "a quadratic map's column is the low bits of a x^2 + b x + c, modulo x^3 + x + 1 or x^64 + x^4 + x^3 + x + 1",
        "all hashes and points of the field of 8; 8 numbers as points, a, b and c of the field of 2^64",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
