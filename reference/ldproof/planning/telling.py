"""Who is told what is being computed, where that takes long."""

from collections.abc import Callable

Tell = Callable[[str], None]
"""Told of each step before it is made."""


def silent(_: str) -> None:
    """Nobody is told."""
