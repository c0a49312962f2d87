"""An exact value is written in full, however long."""

from fractions import Fraction

from ldproof.numbers.exactness import fraction_text


def test_a_fraction_is_written_in_full() -> None:
    assert fraction_text(Fraction(-5, 12)) == "-5/12"
    assert fraction_text(Fraction(6)) == "6/1"
    assert len(fraction_text(Fraction(10**5000))) == 5003
