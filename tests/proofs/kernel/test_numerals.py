"""Numbers in words: each has its own, and whoever types them is found."""

from fractions import Fraction
from math import gcd

import pytest

from ldproof_proofs.kernel.numerals import NUMERAL, PARTS, WHOLE, in_words

NAMED = {*map(Fraction, range(len(WHOLE)))} | {
    Fraction(whole, part) for part in PARTS for whole in range(len(WHOLE)) if gcd(whole, part) == 1
}


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (Fraction(0), "zero"),
        (Fraction(4), "four"),
        (Fraction(12), "twelve"),
        (Fraction(1, 2), "one half"),
        (Fraction(3, 2), "three halves"),
        (Fraction(1, 3), "one third"),
        (Fraction(3, 4), "three quarters"),
        (Fraction(7, 10), "seven tenths"),
        (Fraction(1, 1000), "one thousandth"),
    ],
)
def test_a_number_in_words(value: Fraction, wanted: str) -> None:
    """As it is read."""
    assert in_words(value) == wanted


def test_no_two_numbers_have_the_same_words_and_all_but_the_smallest_are_found() -> None:
    """What is changed by one reads otherwise, and cannot be typed by hand."""
    words = {in_words(value): value for value in NAMED}
    assert {*words.values()} == NAMED
    assert {value for text, value in words.items() if NUMERAL.search(text) is None} == {0, 1, 2}


@pytest.mark.parametrize(
    "value", [Fraction(13), Fraction(-1), Fraction(1, 11), Fraction(13, 2), Fraction(-1, 2)]
)
def test_a_number_that_has_no_short_name(value: Fraction) -> None:
    """It is written in digits."""
    with pytest.raises(ValueError, match="short name"):
        in_words(value)
