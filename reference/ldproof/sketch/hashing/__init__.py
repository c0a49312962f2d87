"""Hash families as values, with what is exactly true of them; and how an item becomes a point of a field."""

from ldproof.sketch.hashing.families import (
    FAMILIES,
    Affine,
    Family,
    Ideal,
    Key,
    Polynomial,
    Quadratic,
    Textbook,
    draw,
    family,
    known,
)
from ldproof.sketch.hashing.items import Item, point, points

__all__ = [
    "FAMILIES",
    "Affine",
    "Family",
    "Ideal",
    "Item",
    "Key",
    "Polynomial",
    "Quadratic",
    "Textbook",
    "draw",
    "family",
    "known",
    "point",
    "points",
]
