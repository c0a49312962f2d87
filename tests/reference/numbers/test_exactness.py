"""An exact value is written in full, however long."""

from fractions import Fraction

from ldproof.numbers.exactness import written


def test_a_fraction_is_written_in_full() -> None:
    assert written(Fraction(-5, 12)) == "-5/12"
    assert written(Fraction(6)) == "6/1"
    assert len(written(Fraction(10**5000))) == 5003
