"""How an exact value is written."""

from fractions import Fraction

from flint import fmpz


def fraction_text(value: Fraction) -> str:
    """Numerator and denominator in full, also where Python's own conversion would refuse for their length."""
    return f"{fmpz(value.numerator)}/{fmpz(value.denominator)}"
