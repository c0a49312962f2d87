"""How an exact value is written, and how much room it takes."""

from fractions import Fraction

from flint import fmpz


def fraction_text(value: Fraction) -> str:
    """Numerator and denominator in full, also where Python's own conversion would refuse for their length."""
    return f"{fmpz(value.numerator)}/{fmpz(value.denominator)}"


def bit_size(*values: Fraction) -> int:
    """How many bits fractions take together: those of their numerators and denominators."""
    return sum(each.numerator.bit_length() + each.denominator.bit_length() for each in values)
