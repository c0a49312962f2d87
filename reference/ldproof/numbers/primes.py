"""Whether a whole number is prime."""

from flint import fmpz


def is_prime(number: int) -> bool:
    """By FLINT, which proves it."""
    return bool(fmpz(number).is_prime())
