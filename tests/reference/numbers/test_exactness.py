"""An exact value is written in full, however long, and takes as many bits as its parts."""

from fractions import Fraction

from ldproof.numbers.exactness import bit_size, fraction_text


def test_a_fraction_is_written_in_full() -> None:
    assert fraction_text(Fraction(-5, 12)) == "-5/12"
    assert fraction_text(Fraction(6)) == "6/1"
    assert len(fraction_text(Fraction(10**5000))) == 5003


def test_bits_are_those_of_numerators_and_denominators() -> None:
    assert bit_size() == 0
    assert bit_size(Fraction(-5, 12)) == len("101") + len("1100")
    assert bit_size(Fraction(-5, 12), Fraction(0)) == len("101") + len("1100") + len("0") + len("")
