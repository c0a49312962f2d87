"""Numbers in words: each has its own, and whoever types them is found."""

import re
from fractions import Fraction
from math import gcd

import pytest

from ldproof_proofs.kernel.numerals import PARTS, WHOLE, in_words, numerals

NAMED = {*map(Fraction, range(len(WHOLE)))} | {
    Fraction(whole, part) for part in PARTS for whole in range(len(WHOLE)) if gcd(whole, part) == 1
}


def test_a_number_in_words() -> None:
    """As it is read."""
    for value, wanted in (
        (Fraction(0), "zero"),
        (Fraction(4), "four"),
        (Fraction(12), "twelve"),
        (Fraction(1, 2), "one half"),
        (Fraction(3, 2), "three halves"),
        (Fraction(1, 3), "one third"),
        (Fraction(3, 4), "three quarters"),
        (Fraction(7, 10), "seven tenths"),
        (Fraction(1, 1000), "one thousandth"),
    ):
        assert in_words(value) == wanted


def test_no_two_numbers_have_the_same_words_and_all_are_found() -> None:
    """What is changed by one reads otherwise, and cannot be typed by hand."""
    words = {in_words(value): value for value in NAMED}
    assert {*words.values()} == NAMED
    assert {value for text, value in words.items() if not [*numerals(text)]} == set()


def test_a_phrase_in_which_one_is_no_number() -> None:
    """With another number in its place it is none of these."""
    for words in (
        "one-shot reporting",
        "Basic One-time RAPPOR",
        "a one arrives, and ones are counted",
        "it is the one that is so",
        "of that one, and of this one.",
        "the larger one is so",
        "a more frequent one: the printed one",
        "one of them, one of the rows",
        "one by one",
        "one after another",
        "sums of one and the same output",
        "all at once",
        "in one's own column",
        "any two people",
    ):
        assert [*numerals(words)] == []
        for found in re.finditer(r"(?i)\b(?:one|two|once)(?=s?\b)", words):
            for other in {"zero", "one", "two", "three"} - {found[0].lower()}:
                changed = f"{words[: found.start()]}{other}{words[found.end() :]}"
                assert other in {each[0].removesuffix("s") for each in numerals(changed)}, changed


def test_a_phrase_that_has_a_number() -> None:
    """However near it is to one that has none."""
    for words in (
        "a one report",
        "no one report",
        "no one",
        "the one input and the other",
        "the larger one row",
        "one likes it so",
        "in one of two rows",
        "r of zero",
        "a zero",
        "in state one",
        "of one's",
        "any one round",
        "any two",
        "once",
        "a single row",
    ):
        assert [*numerals(words)]


def test_a_number_that_has_no_short_name() -> None:
    """It is written in digits."""
    for value in (
        Fraction(13),
        Fraction(-1),
        Fraction(1, 11),
        Fraction(13, 2),
        Fraction(-1, 2),
    ):
        with pytest.raises(ValueError, match="short name"):
            in_words(value)
