"""Hash families as values, with what is exactly true of them; and how an item becomes a point of a field."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from itertools import count as count_from
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ldproof.coins import Coins
from ldproof.errors import Reason, Refused
from ldproof.numbers import Exact
from ldproof.numbers.rational import is_prime
from ldproof.parameters import accept_parameters
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
    """The probability that two independent uniform numbers below P = k w + r are equal modulo w."""
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


@dataclass(frozen=True, slots=True)
class Family(ABC):
    """A set of hashes from points to columns, all of them equally likely."""

    width: int
    """How many columns there are."""
    word: ClassVar[str]
    """Its name."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of points."""

    @property
    @abstractmethod
    def ranges(self) -> tuple[range, ...]:
        """The range that each number of a key is drawn from."""

    @property
    def collision(self) -> Fraction:
        """The probability that two different points share a column; 1/w where both columns are uniform."""
        return Fraction(1, self.width)

    @property
    @abstractmethod
    def independence(self) -> int | Infinite:
        """The largest k such that the columns of any k different points are independent; infinite if there is none."""

    @abstractmethod
    def columns(self, key: Key, points: Points) -> Columns:
        """The columns of several points under the hash with this key."""


@dataclass(frozen=True, slots=True)
class Ideal(Family):
    """All functions: the family of an analysis. What runs in its place is a keyed digest, as good as random.

    The column of a point is found from the numbers D(0), D(1), ..., where D(i) is BLAKE2b with a digest of 8
    bytes, of the point and i, 8 bytes each, under the key, 32 bytes, every number with its first byte the most
    significant: the first that is below the largest multiple of the width up to 2^64 counts modulo the width.
    """

    word: ClassVar[str] = "ideal"
    size = WORD
    ranges = (range(1 << 256),)
    independence = INFINITE

    def columns(self, key: Key, points: Points) -> Columns:
        """The columns of several points: one digest for each, hardly ever more."""
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
class Affine(Family):
    """x -> (a x + b mod P) mod w, with a and b from 0 to P - 1: a = 0 is one of them."""

    P: int
    word: ClassVar[str] = "affine"
    coefficients: ClassVar[int] = 2
    """The number of coefficients of the polynomial."""
    least: ClassVar[int] = 0
    """The least value of the first coefficient."""

    def __post_init__(self) -> None:
        if not is_prime(self.P):
            raise Refused(Reason.OUT_OF_RANGE, f"P = {self.P} is not prime", "a prime")

    @property
    def size(self) -> int:
        """The number of points, P."""
        return self.P

    @property
    def ranges(self) -> tuple[range, ...]:
        """The ranges of the coefficients, the first from `least`."""
        return range(self.least, self.P), *(range(self.P),) * (self.coefficients - 1)

    @property
    def collision(self) -> Fraction:
        """The values are uniform in the field, and independent unless a is above 0; nearly so modulo the width."""
        P = Fraction(self.P)
        shared = modular_collision(Fraction(self.width), P % self.width, P)
        return collision_without_constants(shared, P) if self.least else shared

    @property
    def independence(self) -> int:
        """As many values as coefficients determine these. Without a = 0, different points differ modulo P."""
        return self.coefficients - self.least

    def columns(self, key: Key, points: Points) -> Columns:
        """The columns of several points, by Horner's rule."""
        return (evaluate_polynomial(key, points, self.P) % np.uint64(self.width)).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Textbook(Affine):
    """Affine maps with a from 1 to P - 1, as most textbooks have it: different points differ modulo P."""

    word: ClassVar[str] = "textbook"
    least: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Polynomial(Affine):
    """x -> (a x^2 + b x + c mod P) mod w for P = 2^61 - 1, with a, b and c from 0 to P - 1: for every width."""

    P: int = MERSENNE
    word: ClassVar[str] = "polynomial"
    coefficients: ClassVar[int] = 3


@dataclass(frozen=True, slots=True)
class Quadratic(Family):
    """x -> the low bits of a x^2 + b x + c in a binary field: the recommended family."""

    field: BinaryField = GF_2_64
    word: ClassVar[str] = "quadratic"
    independence = 3
    """Three values determine a, b and c."""

    def __post_init__(self) -> None:
        if self.width & (self.width - 1) or self.width > self.field.size:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"a quadratic family of width {self.width}",
                "a power of two as width, or family=polynomial",
            )

    @property
    def size(self) -> int:
        """The number of points, 2^degree."""
        return self.field.size

    @property
    def ranges(self) -> tuple[range, ...]:
        """The ranges of a, b and c."""
        return (range(self.field.size),) * 3

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
class TabulatedFamily(Family):
    """Hashes that somebody else has computed: a key lists the columns of all points."""

    size: int = field()
    collision: Fraction = field()
    word: ClassVar[str] = "told"
    independence = 1
    """Nothing is known of two points together."""

    @property
    def ranges(self) -> tuple[range, ...]:
        """The range of a column for each point."""
        return (range(self.width),) * self.size

    def columns(self, key: Key, points: Points) -> Columns:
        """The columns that the key lists."""
        return np.array(key, np.int64)[points.astype(np.int64)]


FAMILIES: Mapping[str, Callable[..., Family]] = {
    each.word: each for each in (Ideal, Affine, Textbook, Quadratic, Polynomial)
}
"""Each by its name."""


def hash_family(word: object, w: object, P: object = None) -> Family:
    """The family of this name and width; refused unless the prime P is given to `affine` and `textbook` alone."""
    plain = {"family": word, "w": w} | ({} if P is None else {"P": P})
    accepted = accept_parameters(plain, "sketch")
    name, width = str(accepted["family"]), int(accepted["w"])
    if name not in (Affine.word, Textbook.word):
        if P is not None:
            raise Refused(Reason.UNKNOWN_PARAMETER, f"the family {word} takes no prime", "w alone")
        return FAMILIES[name](width)
    if P is None:
        raise Refused(Reason.MISSING, f"the family {word} needs a prime", "P")
    return FAMILIES[name](width, int(accepted["P"]))


def draw_key(family: Family, coins: Coins) -> Key:
    """Draw a key of the family, all equally likely: its numbers in order, each by `sampling.draw_uniform`."""
    return tuple(each.start + draw_uniform(each.stop - each.start, coins) for each in family.ranges)


def is_key(family: Family, key: object) -> bool:
    """Whether a value is a key of the family."""
    return (
        isinstance(key, tuple)
        and len(key) == len(family.ranges)
        and all(
            type(number) is int and number in each for number, each in zip(key, family.ranges, strict=True)
        )
    )


# The exact probability that three different points share a column.
#
# It is the square of the collision probability only if all columns are equally likely: where they are not, two
# people who hold different items collide with a third item a little oftener together than apart.


def triple_collision(family: Family) -> Fraction:
    """The probability that three points share a column; refused where it depends on the points."""
    found = known_triple(family)
    if found is None:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"three points under the family {family.word} depend on which points they are",
            "a family that is independent in threes",
        )
    return found


def known_triple(family: Family) -> Fraction | None:
    """The probability that three points share a column; None where it depends on the points."""
    if not isinstance(family.independence, Infinite) and family.independence < 3:
        return None
    if family.collision == Fraction(1, family.width):
        return Fraction(1, family.width**2)
    least, more = divmod(family.size, family.width)
    return Fraction(more * (least + 1) ** 3 + (family.width - more) * least**3, family.size**3)
