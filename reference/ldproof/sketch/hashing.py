"""Hash families as values, with what is exactly true of them; and how an item becomes a point of a field."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from itertools import count as count_from
from typing import ClassVar, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.coins import Coins
from ldproof.errors import Reason, Refused
from ldproof.numbers import Exact
from ldproof.numbers.rational import is_prime
from ldproof.parameters import Whole, accept_parameters, validate_fields
from ldproof.probability import INFINITE, Infinite
from ldproof.sampling import draw_uniform
from ldproof.sketch.fields import (
    GF_2_64,
    MERSENNE,
    BinaryField,
    Points,
    apply_linear_map,
    evaluate_polynomial,
)

# The collision probability of affine maps modulo a prime, then modulo the width.


def modular_collision(w: Exact, r: Exact, P: Exact) -> Exact:
    """That of two independent uniform numbers below P = k w + r, modulo w: r columns are likelier than the rest."""
    return 1 / w + r * (w - r) / (w * P**2)


def collision_without_constants(shared: Exact, P: Exact) -> Exact:
    """The collision probability without the P of P^2 hashes under which everything collides."""
    return (P * shared - 1) / (P - 1)


# The families: each with its width, its points, and what is exactly true of its hashes.
#
# A hash is a family and a key, which is a few whole numbers, drawn independently and uniformly from `ranges`.

Key: TypeAlias = tuple[int, ...]
Columns: TypeAlias = NDArray[np.int64]

WORD = 1 << 64
"""How many points fit in a word."""

WIDTH = Whole(1, WORD)
"""How many columns a hash may have: of one, every two points share it."""


class Family(Protocol):
    """A set of hashes from points to columns, all of them equally likely."""

    word: ClassVar[str]
    """Its name."""

    @property
    def width(self) -> int:
        """How many columns there are."""
        ...

    @property
    def size(self) -> int:
        """How many points there are."""
        ...

    @property
    def ranges(self) -> tuple[range, ...]:
        """What each number of a key is drawn from."""
        ...

    @property
    def collision(self) -> Fraction:
        """The probability that two different points share a column."""
        ...

    @property
    def independence(self) -> int | Infinite:
        """The columns of so many different points are independent of each other, whichever points they are."""
        ...

    def columns(self, key: Key, points: Points) -> Columns:
        """The columns of several points under one hash."""
        ...


@dataclass(frozen=True, slots=True)
class Ideal:
    """All functions: the family of an analysis. What runs in its place is a keyed digest, as good as random.

    The column of a point is found from the numbers D(0), D(1), ..., where D(i) is BLAKE2b with a digest of 8
    bytes, of the point and i, 8 bytes each, under the key, 32 bytes, every number with its first byte the most
    significant: the first that is below the largest multiple of the width up to 2^64 counts modulo the width.
    """

    width: int
    word: ClassVar[str] = "ideal"

    def __post_init__(self) -> None:
        validate_fields(self, width=WIDTH)

    @property
    def size(self) -> int:
        """All words."""
        return WORD

    @property
    def ranges(self) -> tuple[range, ...]:
        """The key of the digest."""
        return (range(1 << 256),)

    @property
    def collision(self) -> Fraction:
        """Each column is as likely as the others, whatever the other point's is."""
        return Fraction(1, self.width)

    @property
    def independence(self) -> Infinite:
        """Of however many."""
        return INFINITE

    def columns(self, key: Key, points: Points) -> Columns:
        """One digest for each point, hardly ever more."""
        secret = key[0].to_bytes(32)
        return np.array([self._column(secret, int(point)) for point in points], np.int64)

    def _column(self, secret: bytes, point: int) -> int:
        end = WORD // self.width * self.width
        digests = (
            blake2b(point.to_bytes(8) + i.to_bytes(8), digest_size=8, key=secret).digest()
            for i in count_from()
        )
        return next(number for number in map(int.from_bytes, digests) if number < end) % self.width


@dataclass(frozen=True, slots=True)
class Affine:
    """x -> (a x + b mod P) mod w, with a and b from 0 to P - 1: a = 0 is one of them."""

    width: int
    P: int
    word: ClassVar[str] = "affine"

    def __post_init__(self) -> None:
        validate_fields(self, "P", width=WIDTH)
        if not is_prime(self.P):
            raise Refused(Reason.OUT_OF_RANGE, f"P = {self.P} is not prime", "a prime")

    @property
    def size(self) -> int:
        """The field."""
        return self.P

    @property
    def ranges(self) -> tuple[range, ...]:
        """a and b."""
        return range(self.P), range(self.P)

    @property
    def collision(self) -> Fraction:
        """The values are independent and uniform in the field, and nearly so modulo the width."""
        return residue_collision(self.width, self.P)

    @property
    def independence(self) -> int:
        """Two values determine a and b."""
        return 2

    def columns(self, key: Key, points: Points) -> Columns:
        """By Horner's rule."""
        return _reduce_to_width(evaluate_polynomial(key, points, self.P), self.width)


@dataclass(frozen=True, slots=True)
class Textbook(Affine):
    """Affine maps with a from 1 to P - 1, as most textbooks have it: different points differ modulo P."""

    word: ClassVar[str] = "textbook"

    @property
    def ranges(self) -> tuple[range, ...]:
        """a and b."""
        return range(1, self.P), range(self.P)

    @property
    def collision(self) -> Fraction:
        """A little less than with a = 0."""
        return collision_without_constants(residue_collision(self.width, self.P), Fraction(self.P))

    @property
    def independence(self) -> int:
        """Of two points: one's value is never the other's."""
        return 1


@dataclass(frozen=True, slots=True)
class Quadratic:
    """x -> the low bits of a x^2 + b x + c in a binary field: the recommended family."""

    width: int
    field: BinaryField = GF_2_64
    word: ClassVar[str] = "quadratic"

    def __post_init__(self) -> None:
        validate_fields(self, width=WIDTH, field=BinaryField)
        if self.width & (self.width - 1) or self.width > self.field.size:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"a quadratic family of width {self.width}",
                "a power of two as width, or family=polynomial",
            )

    @property
    def size(self) -> int:
        """The field."""
        return self.field.size

    @property
    def ranges(self) -> tuple[range, ...]:
        """a, b and c."""
        return (range(self.field.size),) * 3

    @property
    def collision(self) -> Fraction:
        """The low bits of uniform values are uniform."""
        return Fraction(1, self.width)

    @property
    def independence(self) -> int:
        """Three values determine a, b and c."""
        return 3

    def columns(self, key: Key, points: Points) -> Columns:
        """Squares of sums are sums of squares, so that all but c is given by what 1, x, x^2, ... are mapped to.

        The next one is x^2 times the part with a, and x times the part with b.
        """
        a, b, c = key
        images = []
        for _ in range(self.field.degree):
            images.append((a ^ b) % self.width)
            a, b = self.field.doubled(self.field.doubled(a)), self.field.doubled(b)
        low = apply_linear_map(images, points)
        return low.astype(np.int64) ^ (c % self.width)


@dataclass(frozen=True, slots=True)
class Polynomial:
    """x -> (a x^2 + b x + c mod P) mod w for P = 2^61 - 1, with a, b and c from 0 to P - 1: for every width."""

    width: int
    P: int = MERSENNE
    word: ClassVar[str] = "polynomial"

    def __post_init__(self) -> None:
        validate_fields(self, "P", width=WIDTH)

    @property
    def size(self) -> int:
        """The field."""
        return self.P

    @property
    def ranges(self) -> tuple[range, ...]:
        """a, b and c."""
        return (range(self.P),) * 3

    @property
    def collision(self) -> Fraction:
        """As of affine maps: two values are independent and uniform in the field."""
        return residue_collision(self.width, self.P)

    @property
    def independence(self) -> int:
        """Three values determine a, b and c."""
        return 3

    def columns(self, key: Key, points: Points) -> Columns:
        """By Horner's rule."""
        return _reduce_to_width(evaluate_polynomial(key, points, self.P), self.width)


FAMILIES: Mapping[str, type[Ideal | Affine | Quadratic | Polynomial]] = {
    each.word: each for each in (Ideal, Affine, Textbook, Quadratic, Polynomial)
}
"""Each by its name."""


def hash_family(word: object, w: object, P: object = None) -> Family:
    """The family with this name and this width; an affine one also needs its prime."""
    plain = {"family": word, "w": w} | ({} if P is None else {"P": P})
    accepted = accept_parameters(plain, "sketch")
    found, width = FAMILIES[str(accepted["family"])], int(accepted["w"])
    if not issubclass(found, Affine):
        if P is not None:
            raise Refused(Reason.UNKNOWN_PARAMETER, f"the family {word} takes no prime", "w alone")
        return found(width)
    if P is None:
        raise Refused(Reason.MISSING, f"the family {word} needs a prime", "P")
    return found(width, int(accepted["P"]))


def draw_key(family: Family, coins: Coins) -> Key:
    """One hash of the family, each equally likely: its numbers in order, each by `sampling.draw_uniform`."""
    return tuple(each.start + draw_uniform(each.stop - each.start, coins) for each in family.ranges)


def is_key(family: Family, key: object) -> bool:
    """Whether a key is one of the family's."""
    return (
        isinstance(key, tuple)
        and len(key) == len(family.ranges)
        and all(
            type(number) is int and number in each for number, each in zip(key, family.ranges, strict=True)
        )
    )


def residue_collision(w: int, P: int) -> Fraction:
    """The collision probability of independent uniform numbers below P, modulo w."""
    return modular_collision(Fraction(w), Fraction(P % w), Fraction(P))


def _reduce_to_width(values: Points, width: int) -> Columns:
    return (values % np.uint64(width)).astype(np.int64)


# The exact probability that three different points share a column.
#
# It is the square of the collision probability only if all columns are equally likely: where they are not, two
# people who hold different items collide with a third item a little oftener together than apart.


def triple_collision(family: Family) -> Fraction:
    """That of a family whose columns are independent in threes, and uniform in a field before the width is taken."""
    if not is_three_independent(family):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"three points under the family {family.word} depend on which points they are",
            "a family that is independent in threes",
        )
    if family.collision == Fraction(1, family.width):
        return Fraction(1, family.width**2)
    least, more = divmod(family.size, family.width)
    return Fraction(more * (least + 1) ** 3 + (family.width - more) * least**3, family.size**3)


def known_triple(family: Family) -> Fraction | None:
    """The same, or nothing for a family in which it depends on the points."""
    return triple_collision(family) if is_three_independent(family) else None


def is_three_independent(family: Family) -> bool:
    """Whether any three items have independent columns."""
    return isinstance(family.independence, Infinite) or family.independence >= 3


# Hashes that are told by their columns: what a collector needs of hashes that somebody else has computed.


@dataclass(frozen=True, slots=True)
class TabulatedFamily:
    """A key lists the columns of all points; how often two of them collide is told, too."""

    width: int
    size: int
    collision: Fraction
    word: ClassVar[str] = "told"

    def __post_init__(self) -> None:
        validate_fields(self, "collision", system="sketch", width=WIDTH, size=Whole(0, 10**6))

    @property
    def ranges(self) -> tuple[range, ...]:
        """A column for each point."""
        return (range(self.width),) * self.size

    @property
    def independence(self) -> int:
        """Nothing is known of two points together."""
        return 1

    def columns(self, key: Key, points: Points) -> Columns:
        """The columns that the key lists."""
        return np.array(key, np.int64)[points.astype(np.int64)]
