"""Small plans with exact rates, one of each kind."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from ldproof.budget import Budget
from ldproof.numbers import Real
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.hashing import Affine, Family, Key, Quadratic, Textbook
from ldproof.sketch.hashing.binary import BinaryField
from ldproof.sketch.plan import Plan, Rows

GF4 = BinaryField(2, 0b11)
BITS = Unary(2, Real(Fraction(1, 4)), Real(Fraction(3, 4)))
KINDS: list[tuple[Rows, Family, Channel]] = [
    (Rows.SAMPLED, Textbook(2, 3), BITS),
    (Rows.SAMPLED, Affine(2, 3), Kary(2, Real(Fraction(2)))),
    (Rows.SAMPLED, Textbook(2, 3), Hadamard(2, 1, Real(Fraction(2)))),
    (Rows.ALL, Textbook(2, 3), BITS),
    (Rows.OWN, Affine(2, 3), BITS),
    (Rows.OWN, Quadratic(2, GF4), Hadamard(2, 0, Real(Fraction(3)))),
]
NAMES = [f"{rows}-{type(family).__name__}-{type(channel).__name__}" for rows, family, channel in KINDS]


def planned(rows: Rows, family: Family, channel: Channel, keys: Sequence[Key]) -> Plan:
    """A plan with chosen hashes."""
    return Plan(
        f"{rows} {type(channel).__name__}", rows, family, tuple(keys), channel, Budget(1, "odds", Fraction(3))
    )


def all_keys(family: Family) -> list[Key]:
    """Every hash of a small family."""
    return list(product(*family.ranges))
