"""The exact probability that two different points share a column, over all hashes of a family."""

from fractions import Fraction

from ldproof.sketch.hashing import families

__all__ = ["collision"]


def collision(w: int, family: str = "ideal", P: int | None = None) -> Fraction:
    """The collision probability of two different items; P is the prime of an affine or textbook family."""
    return families.family(family, w, P).collision
