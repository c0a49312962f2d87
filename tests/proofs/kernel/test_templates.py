"""Words with places: what a theorem says goes in, what is typed beside it is refused."""

from dataclasses import replace
from fractions import Fraction

from ldproof.numbers import exp, log, real, term
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover, algebra
from ldproof_proofs.kernel.relations import Relation
from ldproof_proofs.kernel.sentences import Role, Sentence, as_printed, said
from ldproof_proofs.kernel.templates import filled, references, typed
from ldproof_proofs.kernel.theorem import Theorem, prove
from tests.proofs.kernel.making import assert_refused, claimed, equal, shown, x, y


def square() -> Theorem:
    """(x - 1)(x + 1) = x^2 - 1, where y = 1; x + 1 is called v."""
    claim = claimed(equal((x - 1) * (x + 1), x**2 - 1), {"the case": equal(y, 1)}, name="s.square")
    return shown(replace(claim, short={"v": x + 1}), algebra)


def squared(prover: Prover) -> Theorem:
    """As a source."""
    return square()


def counterexample() -> Theorem:
    """At x = 3, x^2 is above log 2."""
    claim = Failure("s.larger", "", at_most_log(), {"x": 3}, {"x": Fraction(1, 2)})
    return prove(claim, ByPoint().certificate(claim))


def at_most_log() -> Relation:
    """X^2 <= log 2."""
    return Relation(x**2, "<=", log(term(2)))


def finite() -> Theorem:
    """One case; the number e belongs to it."""
    claim = Finite(
        "s.looked-at",
        "so it is",
        "n <= 3",
        lambda: [("1", True)],
        lambda: [("1", False)],
        values=lambda: {"e": exp(real(1)), "third": Fraction(1, 3), "a stroke/b": Fraction(1, 3)},
    )
    return prove(claim, ByEnumeration().certificate(claim))


THEOREMS = (square, counterexample, finite)


def fill(words: str) -> str:
    """With these theorems."""
    return filled(words, [each() for each in THEOREMS], "text")


def test_what_is_filled_in() -> None:
    """The theorem's own part, or the author's way of writing it."""
    for words, wanted in (
        ("{square/right}", "x^2 - 1"),
        ("{s.square/goal}", "(x - 1)*(x + 1) = x^2 - 1"),
        ("{square/right = x*x - 1}", "x*x - 1"),
        ("{square/goal = -1 + x^2 = x^2 - 1}", "-1 + x^2 = x^2 - 1"),
        ("at y of {square/y}", "at y of 1"),
        ("{larger/x}", "3"),
        ("{larger/left} against {larger/right:4}", "9 against 0.6931..."),
        ("{looked-at/e:5}", "2.7182..."),
        ("{looked-at/third}", "1/3"),
        ("{looked-at/third:words} of {larger/left:words}", "one third of nine"),
        ("{looked-at/a stroke/b}", "1/3"),
        ("{square/goal:short}", "(x - 1)*v = x^2 - 1"),
        ("{square/left:short}", "(x - 1)*v"),
        ("{looked-at/scope}", "n <= 3"),
        ("{looked-at/third..looked-at/third:3}", "0.333..."),
        ("{let x = exp(u)}", "x = exp(u)"),
        ("{square/right = w - 1}, {let w = x^2}", "w - 1, w = x^2"),
        ("{square/right = x^2 - r}, {let r = 1}", "x^2 - r, r = 1"),
        ("{square/right = x^2 - 1}, {let x = exp(u)}", "x^2 - 1, x = exp(u)"),
        ("see {@shots.thm-4}.", "see shots.thm-4."),
    ):
        assert fill(words) == wanted


def test_what_cannot_be_filled() -> None:
    """It says why, and nothing is printed."""
    for words in (
        "{square/middle}",
        "{cube/right}",
        "{right}",
        "{square/right = x^2 - 2}",
        "{square/right = x^2 -}",
        "{square/goal = x^2 - 1}",
        "{square/goal = (x - 1)*(x + 1) <= x^2 - 1}",
        "{square/right:4}",
        "{looked-at/e}",
        "{square/goal:3}",
        "{square/goal:words}",
        "{larger/right:words}",
        "{looked-at/e:words}",
        "{square/right:short}",
        "{square/v:short}",
        "{larger/goal:short}",
        "{looked-at/third:short}",
        "{looked-at/third..looked-at/third:words}",
        "{looked-at/third..looked-at/third:short}",
        "{let x = 7}",
        "{let x = y}",
        "{square/right = w - 1}, {let w = x^3}",
        "{let x + 1 = 7}",
        "it is {let e = 27/10}",
        "{square/right = w - 1}, {let w = x^2} or {let w = x*x}",
        "{square/right = x^2 - 1}, {let w = x^2}",
        "{square/right = x^2 - r}, {let r = 0}",
        "{square/right = x^2 - 1 + 5*r}, {let r = 0}",
        "{square/right = x^2 - r*s}, {let r = 1}, {let s = 1}",
    ):
        assert_refused("cannot be filled", fill, words)


def test_what_is_typed_is_found() -> None:
    """A number or a formula outside the places."""
    for words in (
        "at T = {x}",
        "it is 7.",
        "p < q",
        "0 or 1",
        "e^x",
        "a + b",
        "77.6 of them",
        "(0, 1)",
        "T=2",
        "times x10",
        "a half",
        "Three quarters of them",
        "by two-thirds",
        "one tenth or a thousandth",
        "twenty people",
        "of two people the first",
        "a hundred times",
        "tenfold",
        "twice T",
        "doubling it",
        "halves, and halved",
        "ten per cent",
        "with E of two, and",
        "m1 over two",
        "from E of two on",
        "a \u00bd",
        "x\u00b2",
        "the square of C*S",
        "the product of N and p - q",
        "the mean of exp(h)",
        "p \u2264 q",
        "in two columns",
        "with two rows",
        "zero people",
        "of one rounds",
        "zero of them",
        "of two rows on one side, the two columns and any two people",
        "of N less one people",
        "zero or one, and one of these two",
        "a single report",
        "once",
        "an epsilon of log(4)",
        "in figure 3, 0.995 of them",
        "by (7), and f(7) is less",
    ):
        assert typed(words)
        assert_refused("typed, and not taken from a theorem", as_printed, words, squared)


def test_names_and_places_are_no_numbers() -> None:
    """The numbers of theorems, and symbols with an index."""
    for words in (
        "by Theorem 8 and equation (7)",
        "what link [6] says",
        "see sections 5.1 and 5.3, (A-4)",
        "as figures 1 and 2 have it, and appendices 2 to 4",
        "m* is best under H_0 with m1 = {x}".replace(" = {x}", ""),
        "at T of {x}",
        "{square/right = x^2 - 1}",
        "{looked-at/third:words} of it, {let half = x + 1}",
        "a one and no other bit, of any two people the first, and one of these by one-shot reporting",
        "`triple` and `half` are symbols",
        "often weighted, soften and lighten",
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
    assert filled("100% of {right}", [square()], "latex") == r"100\% of \(x^{2} - 1\)"
    assert filled("{right}", [square()], "markdown") == "$x^{2} - 1$"
