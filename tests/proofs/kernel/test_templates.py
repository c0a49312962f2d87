"""Words with places: what a theorem says goes in, and what is typed beside it, also in words, is refused."""

import re
from dataclasses import replace
from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Real, exp, log, real, term
from ldproof_proofs.kernel.decimals import between, decimal
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.numerals import PARTS, WHOLE, in_words, numerals
from ldproof_proofs.kernel.prover import Prover, algebra
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.sentences import Role, Sentence, as_printed, said
from ldproof_proofs.kernel.templates import filled, references, typed
from ldproof_proofs.kernel.theorem import Theorem, prove
from tests.proofs.kernel.making import assert_refused, claimed, shown, split_texts, x, y

GIVEN = {"the case": equal(y, 1), "small": at_most(y, 2), "large": below(Fraction(1, 3), y)}


def square() -> Theorem:
    """(x - 1)(x + 1) = x^2 - 1, where y = 1; x + 1 is called v."""
    claim = claimed(equal((x - 1) * (x + 1), x**2 - 1), GIVEN, name="s.square")
    return shown(replace(claim, short={"v": x + 1}), algebra)


def squared(prover: Prover) -> Theorem:
    """As a source."""
    return square()


def counterexample() -> Theorem:
    """At x = 3, x^2 is above log 2."""
    claim = Failure("s.larger", "", Relation(x**2, "<=", log(term(2))), {"x": 3}, {"x": Fraction(1, 2)})
    return prove(claim, ByPoint().certificate(claim))


def finite() -> Theorem:
    """One case; the number e belongs to it."""
    third, one, none = Fraction(1, 3), (lambda: [("1", True)]), (lambda: [("1", False)])
    values: dict[str, Real | Fraction] = {"e": exp(real(1)), "third": third, "a stroke/b": third}
    claim = Finite("s.looked-at", "so it is", "n <= 3", one, none, values=lambda: {**values})
    return prove(claim, ByEnumeration().certificate(claim))


THEOREMS = [square(), counterexample(), finite()]


def fill(words: str) -> str:
    """With these theorems."""
    return filled(words, THEOREMS, "text")


def test_what_is_filled_in() -> None:
    """The theorem's own part, or the author's way of writing it."""
    for words, wanted in (
        ("{square/right}", "x^2 - 1"),
        ("{s.square/goal}", "(x - 1)*(x + 1) = x^2 - 1"),
        ("{square/right = x*x - 1}", "x*x - 1"),
        ("{square/goal = -1 + x^2 = x^2 - 1}", "-1 + x^2 = x^2 - 1"),
        ("at y = {square/y}", "at y = 1"),
        ("{larger/x}", "3"),
        ("at {larger/point}", "at x = 3"),
        ("{larger/left} against {larger/right:4}", "9 against 0.6931..."),
        ("{looked-at/e:5}", "2.7182..."),
        ("{looked-at/third}", "1/3"),
        ("{looked-at/third:words} of {larger/left:words}", "one third of nine"),
        ("{looked-at/a stroke/b}", "1/3"),
        ("{square/goal:short}", "(x - 1)*v = x^2 - 1"),
        ("{square/left:short}", "(x - 1)*v"),
        ("{looked-at/scope}", "n <= 3"),
        ("{looked-at/third..looked-at/third:3}", "0.333..."),
        ("{square/small:bound of y}", "at most 2"),
        ("{square/small:bound of y = y <= 1 + 1}", "at most 1 + 1"),
        ("{square/large:bound of y}", "above 1/3"),
        ("{let x = exp(u)}", "x = exp(u)"),
        ("{square/right = w - 1}, {let w = x^2}", "w - 1, w = x^2"),
        ("{square/right = x^2 - r}, {let r = 1}", "x^2 - r, r = 1"),
        ("{square/right = x^2 - 1}, {let x = exp(u)}", "x^2 - 1, x = exp(u)"),
        ("see {@shots.thm-4}.", "see shots.thm-4."),
    ):
        assert fill(words) == wanted


def test_the_notation_of_a_paper_is_fixed_where_a_theorem_leaves_it_open() -> None:
    """Of several meanings the first in the theorem's symbols counts; a theorem's own letter is none of the paper's.

    An author's own letter is before the paper's, and may be short for a formula in the paper's.
    """
    found: tuple[tuple[str, tuple[str, ...], str], ...] = (
        ("{right = W - 1}", ("W = x^2",), "W - 1"),
        ("{right = W - 1}", ("W = u", "W = x^2", "W = x"), "W - 1"),
        ("{right = W - 1}, {let W = x*x}", ("W = x",), "W - 1, W = x*x"),
        ("{right = x^2 - 1}", ("x = y",), "x^2 - 1"),
        ("{right = V - 2}, {let V = W + 1}", ("W = x^2",), "V - 2, V = W + 1"),
    )
    for words, fixed, wanted in found:
        assert filled(words, THEOREMS[:1], "text", fixed) == wanted
    for other in ("W = x^2 + 1", "W = u", "v = x^2"):
        with pytest.raises(NotProved, match="cannot be filled"):
            filled("{right = W - 1}", THEOREMS[:1], "text", (other,))


def test_what_cannot_be_filled() -> None:
    """It says why, and nothing is printed."""
    for words in split_texts(
        """{square/middle} | {cube/right} | {right} | {square/right = x^2 - 2} | {square/right = x^2 -} |
        {square/goal = x^2 - 1} | {square/goal = (x - 1)*(x + 1) <= x^2 - 1} | {square/right:4} |
        {looked-at/e} | {square/goal:3} | {square/goal:words} | {larger/right:words} |
        {square/small:bound of x} | {square/the case:bound of y} | {square/right:bound of x} |
        {square/small:bound of y = y <= 3} | {square/small:bound} |
        {looked-at/e:words} | {square/right:short} | {square/v:short} | {larger/goal:short} |
        {looked-at/third:short} | {looked-at/third..looked-at/third:words} |
        {looked-at/third..looked-at/third:short} | {let x = 7} | {let x = y} |
        {square/right = w - 1}, {let w = x^3} | {let x + 1 = 7} | it is {let e = 27/10} |
        {square/right = w - 1}, {let w = x^2} or {let w = x*x} | {square/right = x^2 - 1}, {let w = x^2} |
        {square/right = x^2 - r}, {let r = 0} | {square/right = x^2 - 1 + 5*r}, {let r = 0} |
        {square/right = x^2 - r*s}, {let r = 1}, {let s = 1}"""
    ):
        assert_refused("cannot be filled", fill, words)


def test_what_is_typed_is_found() -> None:
    """A number or a formula outside the places; but names, places and symbols with an index are none."""
    for words in split_texts(
        """at T >= {x} | at T = | it is 7. | p < q | 0 or 1 | e^x | a + b | 77.6 of them | (0, 1) | T=2 | times x10 |
        a half | Three quarters of them | by two-thirds | one tenth or a thousandth | twenty people |
        of two people the first | a hundred times | tenfold | twice T | doubling it | halves, and halved |
        ten per cent | with E of two, and | m1 over two | from E of two on | a \xbd | x\xb2 |
        the square of C*S | the product of N and p - q | the mean of exp(h) | p \u2264 q |
        in two columns | with two rows | zero people | of one rounds | zero of them |
        of two rows on one side, the two columns and any two people | of N less one people |
        zero or one, and one of these two | a single shot | once | an epsilon of log(4) |
        in figure 3, 0.995 of them | by (7), and f(7) is less"""
    ):
        assert typed(words), words
        assert_refused("typed, and not taken from a theorem", as_printed, words, squared)
    for words in split_texts(
        """by Theorem 8 and equation (7) | what link [6] says | see sections 5.1 and 5.3, (A-4) |
        as figures 1 and 2 have it, and appendices 2 to 4 | m* is best under H_0 with m1 | at T = {x} |
        {square/right = x^2 - 1} | {looked-at/third:words} of it, {let half = x + 1} |
        a one and no other bit, of any two people the first, and one of these by one-shot reporting |
        `triple` and `half` are symbols | often weighted, soften and lighten"""
    ):
        assert typed(words) == []


def test_a_sentence_stands_on_theorems_or_is_said() -> None:
    """Neither both nor neither."""
    as_printed("It is so.", squared)
    said("They say 7.", "section 1")
    assert_refused("typed", said, "They say seven.", "section 1")
    for role, sources, whence in (
        (Role.PRINTED, (), ""),
        (Role.PRINTED, (squared,), "section 1"),
        (Role.FURTHER, (), ""),
        (Role.FURTHER, (squared,), "section 1"),
    ):
        assert_refused("stands on theorems", Sentence, role, "It is so.", sources, whence)


def test_references() -> None:
    """The entries that are named."""
    assert references("{@a.b} and {x} and {@c.d}") == ("a.b", "c.d")


def test_formulas_are_set_in_the_reader_s_style() -> None:
    """LaTeX's own characters among the words are escaped, the formulas are LaTeX."""
    assert filled("100% of {right}", THEOREMS[:1], "latex") == r"100\% of \(x^{2} - 1\)"
    assert filled("{right}", THEOREMS[:1], "markdown") == "$x^{2} - 1$"


# Numbers in words.

NAMED = {*map(Fraction, range(len(WHOLE)))} | {
    Fraction(whole, part) for part in PARTS for whole in range(len(WHOLE)) if gcd(whole, part) == 1
}


def test_a_number_in_words() -> None:
    """As it is read; no two have the same words, and all are found: none can be typed by hand."""
    by_hand = "0 zero|4 four|12 twelve|1/2 one half|3/2 three halves|1/3 one third|3/4 three quarters"
    for each in f"{by_hand}|7/10 seven tenths|1/1000 one thousandth".split("|"):
        number, _, wanted = each.partition(" ")
        assert in_words(Fraction(number)) == wanted
    words = {in_words(value): value for value in NAMED}
    assert {*words.values()} == NAMED
    assert [text for text in words if not [*numerals(text)]] == []
    for number in ("13", "-1", "1/11", "13/2", "-1/2"):
        with pytest.raises(ValueError, match="short name"):
            in_words(Fraction(number))


def test_a_phrase_in_which_one_is_no_number() -> None:
    """With another number in its place it is none of these."""
    for words in split_texts(
        """one-shot reporting | Basic One-time RAPPOR | a one arrives, and ones are counted |
        the larger one is so |
        a more frequent one: the printed one | one of them, one of the rows | one by one |
        one after another | sums of one and the same output | all at once | any two people |
        a single round | it counts as zero"""
    ):
        assert [*numerals(words)] == []
        for found in re.finditer(r"(?i)\b(?:one|two|once)(?=s?\b)", words):
            for other in {"zero", "one", "two", "three"} - {found[0].lower()}:
                changed = f"{words[: found.start()]}{other}{words[found.end() :]}"
                assert other in {each[0].removesuffix("s") for each in numerals(changed)}, changed
    for words in split_texts(
        """a one report | no one report | no one | the one that is so | the one input and the other | the larger one row |
        one likes it so | in one of two rows | r of zero | a zero | in state one | of one's |
        any one round | any two | once | a single number"""
    ):
        assert [*numerals(words)], words


# Decimals.


def test_decimals_by_hand() -> None:
    cases: list[tuple[Real, int, str]] = [
        (real(Fraction(1, 4)), 5, "0.25"),
        (real(Fraction(201, 200)), 3, "1.00..."),
        (real(Fraction(201, 200)), 4, "1.005"),
        (real(Fraction(-775012, 10000)), 3, "-77.5..."),
        (real(Fraction(123457, 2)), 2, "61728..."),
        (real(1000), 2, "1000"),
        (real(0), 3, "0"),
        (real(Fraction(1, 3000)), 3, "0.000333..."),
        (real(Fraction(1, 10**6)), 3, "10^-6"),
        (real(10) ** 15, 3, "10^15"),
        (2 * log(real(2)) - 1, 4, "0.3862..."),
        (exp(real(-100)), 4, "3.720... 10^-44"),
        (-exp(real(1)), 5, "-2.7182..."),
    ]
    for value, digits, wanted in cases:
        assert decimal(value, digits) == wanted


@given(st.fractions(max_denominator=10**6), st.integers(1, 12))
def test_a_decimal_is_a_truncation(value: Fraction, digits: int) -> None:
    """It is no larger than the number, and one more in its last place is: or it is the number itself."""
    shown = decimal(real(value), digits)
    mantissa, _, power = shown.replace(
        "10^", "1 10^", 1 if shown.lstrip("-").startswith("10^") else 0
    ).partition(" 10^")
    scale = Fraction(10) ** int(power or 0)
    read = (
        abs(Fraction(mantissa.removesuffix("...").removesuffix(" "))) * scale
        if "..." not in mantissa
        else None
    )
    if read is not None:
        assert read == abs(value)
        return
    cut = mantissa.replace("...", "")
    last = Fraction(1, 10 ** len(cut.partition(".")[2])) * scale
    below = abs(Fraction(cut)) * scale
    assert below < abs(value) < below + last
    assert shown.startswith("-") == (value < 0)


def test_decimals_have_digits_in_common() -> None:
    """Those of whatever lies between; none, and it is refused."""
    assert between(real(Fraction("9.546993")), real(Fraction("9.546995"))) == "9.54699..."
    for low, high in (("1.9", "2.1"), ("9.9", "10.1"), ("0.1", "0.2")):
        with pytest.raises(ValueError, match="share no digit"):
            between(real(Fraction(low)), real(Fraction(high)))
    with pytest.raises(ValueError, match="nothing lies between"):
        between(real(Fraction("9.546995")), real(Fraction("9.546993")))
