"""Formulas that are kept as data come back as they were, and can be set in MathML that is well formed."""

from fractions import Fraction
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof.rejections import Reason, Refused
from ldproof_proofs.kernel.formulas import packed, pieces, symbols
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.writing import mathml, typeset, write
from tests.proofs.kernel.terms import terms

x, y = Symbol("x"), Symbol("y")


@given(terms)
def test_what_is_kept_comes_back(expression: Term) -> None:
    (before, found, after) = pieces(f"so {packed(expression, '<=', x)} is")
    assert (before, found, after) == ("so ", (expression, "<=", x), " is")


@given(terms)
def test_every_style_is_set_from_it(expression: Term) -> None:
    kept = write(expression, "data")
    assert typeset(kept, "text") == write(expression, "text")
    assert typeset(kept, "latex") == write(expression, "latex")
    assert typeset(kept, "markdown") == write(expression, "markdown")


@given(terms)
def test_mathml_is_well_formed(expression: Term) -> None:
    tree = ET.fromstring(f"<math>{unescape(mathml(expression))}</math>")
    for each in tree.iter():
        wanted = {"mfrac": 2, "msup": 2, "msub": 2}.get(each.tag)
        assert wanted is None or len(each) == wanted


def test_mathml_by_hand() -> None:
    for expression, text in (
        ((x / y) ** 2, "(xy)2"),
        (term(Fraction(1, 3)) ** 2, "(13)2"),
        (x - (y - 1), "x\u2212(y\u22121)"),
        (-(x + y), "\u2212(x+y)"),
        (exp(-x), "e\u2212x"),
        (log(x) * sqrt(y), "ln(x)\u2062y"),
        (least(x, y), "min(x,y)"),
        (Symbol("m1") + Symbol("a_{k+1}"), "m1+ak+1"),
        (Symbol("epsilon") * x, "\u03b5\u2062x"),
        (x * Symbol("rest"), "x\u22c5rest"),
        (Symbol("rest") * x, "rest\u22c5x"),
        (x * 1, "x\u22c51"),
        (x / y * (y / x), "xy\u22c5yx"),
        (x * (1 - y) * log(y), "x\u2062(1\u2212y)\u2062ln(y)"),
    ):
        assert "".join(ET.fromstring(f"<math>{mathml(expression)}</math>").itertext()) == text


def test_words_are_escaped_and_relations_are_set() -> None:
    kept = f"if a < b & {write(at_most(x, y), 'data')}, {write(below(x, 1), 'data')}"
    assert typeset(kept, "mathml").startswith(
        'if a &lt; b &amp; <span class="formula"><math><mi>x</mi><mo>\u2264</mo>'
    )
    assert typeset(kept, "text") == "if a < b & x <= y, x < 1"
    assert typeset(kept, "latex") == r"if a \textless{} b \& \(x \le y\), \(x < 1\)"


def test_symbols_are_those_of_all_formulas() -> None:
    assert symbols(f"z {write(equal(x, 1), 'data')} and {write(y, 'data')}") == {"x", "y"}


def test_what_is_damaged_is_refused() -> None:
    for text in (
        "[1",
        "{}",
        '[{"of": {}}]',
        '[{"off": 1}]',
        '[{"of": ["+", 1]}]',
        '[{"of": ["?", 1, 2]}]',
    ):
        with pytest.raises(Refused) as refusal:
            list(pieces(f"\u27e6{text}\u27e7"))
        assert refusal.value.reason is Reason.DAMAGED_STATE
