"""The exact probability that three different points share a column.

It is the square of the collision probability only if all columns are equally likely: where they are not, two
people who hold different items collide with a third item a little oftener together than apart.
"""

from fractions import Fraction

from ldproof.law import Infinite
from ldproof.rejections import Reason, Refused
from ldproof.sketch.hashing.families import Family


def triple(family: Family) -> Fraction:
    """That of a family whose columns are independent in threes, and uniform in a field before the width is taken."""
    if not independent_in_threes(family):
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
    return triple(family) if independent_in_threes(family) else None


def independent_in_threes(family: Family) -> bool:
    """Whether any three items have independent columns."""
    return isinstance(family.independence, Infinite) or family.independence >= 3
