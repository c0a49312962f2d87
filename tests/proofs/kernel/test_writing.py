"""Writing: LaTeX that balances, MathML that is well formed, text that can be read back, and short names.

Formulas that are kept as data come back as they were; those that authors write are read, and nothing else.
"""

import re
from fractions import Fraction
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from ldproof.errors import Reason, Refused
from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof_proofs.kernel.formulas import packed, pieces, symbols
from ldproof_proofs.kernel.parsing import NoFormula, parsed
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import (
    latex,
    mathml,
    number_last,
    shortened,
    symbol,
    typeset,
    write,
    write_names,
)
from ldproof_proofs.kernel.writing import text as text_of
from tests.proofs.kernel.making import split_texts
from tests.proofs.kernel.terms import is_near_zero, near, points, terms

x, y, T, E, m = map(Symbol, "xyTEm")
STYLES: tuple[Style, ...] = ("text", "markdown", "latex")


def balanced(written: str) -> bool:
    """Whether braces close where they should, and brackets that grow too."""
    depth = 0
    for mark in re.findall(r"\\left\(|\\right\)|[{}]", written):
        depth += 1 if mark in ("{", r"\left(") else -1
        if depth < 0:
            return False
    return depth == 0 and written.count(r"\left(") == written.count(r"\right)")


@given(terms)
def test_terms_are_written_in_every_style(expression: Term) -> None:
    """LaTeX has braces and brackets that balance, MathML is well formed, and what is kept as data comes back."""
    assert balanced(latex(expression)), latex(expression)
    for each in ET.fromstring(f"<math>{unescape(mathml(expression))}</math>").iter():
        assert len(each) == 2 or each.tag not in ("mfrac", "msup", "msub")
    (before, found, after) = pieces(f"so {packed(expression, '<=', x)} is")
    assert (before, found, after) == ("so ", (expression, "<=", x), " is")
    kept = write(expression, "data")
    for style in STYLES:
        assert typeset(kept, style) == write(expression, style)


@given(terms, points)
def test_text_can_be_read_back(expression: Term, point: dict[str, Fraction]) -> None:
    """The text, read by Python with its own rules of precedence, is the same number."""
    names = {"x": x, "y": y, "exp": exp, "log": log, "sqrt": sqrt, "min": least}
    source = re.sub(
        r"(?<![\w.])(\d+)", r"term(\1)", re.sub(r"\^(-?\d+)", r"**POWER[\1]", text_of(expression))
    )
    source = re.sub(r"POWER\[(-?)term\((\d+)\)\]", r"(\1\2)", source)
    again = eval(source, {"__builtins__": {}, "term": term, **names})
    if not isinstance(again, Term):
        again = term(again)
    value = near(again - expression, point)
    assert value is None or is_near_zero(value)


def test_text_by_hand() -> None:
    """A minus before a product has no brackets, unless a sign stands before it."""
    for said in (
        "exp(-x*y/(3*T))",
        "-x/y",
        "-(x + y)*T",
        "x*(-y*T)",
        "x - (-y*T)",
        "(-x*y)^2",
        "-1/3*x",
        "x*y^-2/(T - 1)",
        "x/(y/T)",
    ):
        expression = parsed(said)
        assert isinstance(expression, Term)
        assert text_of(expression) == said
    assert text_of(x + -y * T) == "x - y*T"
    star = Symbol("c*")
    assert [*map(text_of, (star, star * x, 1 + star, (1 + star) * x, star**2, x / star))] == [
        "c*",
        "c_star*x",
        "1 + c*",
        "(1 + c*)*x",
        "c_star^2",
        "x/c_star",
    ]


def test_a_number_stands_last() -> None:
    """Where something exceeds it, and is no number itself."""
    assert number_last(term(0), "<", x) == (x, ">", term(0))
    assert number_last(term(1), "<=", x) == (x, ">=", term(1))
    for relation in (at_most(x, 1), equal(term(1), x), below(term(0), term(1)), at_most(x, y)):
        assert number_last(relation.left, relation.sign, relation.right) == (
            relation.left,
            relation.sign,
            relation.right,
        )


def test_slopes_are_fractions() -> None:
    """Of a name, or of what stands in brackets."""
    slope = Symbol("d/dx")
    for what, in_text, in_latex, in_mathml in (
        (Symbol("h"), "dh/dx", r"\frac{dh}{dx}", "<mrow><mi>d</mi><mi>h</mi></mrow>"),
        (x + y, "d(x + y)/dx", r"\frac{d}{dx}\left(x + y\right)", "</mfrac><mo>(</mo>"),
    ):
        assert (text_of(slope * what), latex(slope * what)) == (in_text, in_latex)
        assert in_mathml in mathml(slope * what)
    assert text_of(slope * Symbol("h") * y) == "dh/dx*y"


def test_latex_by_hand() -> None:
    """Operators that bind less tightly are in brackets."""
    by_hand = r"""x + y*T : x + y \, T
        (x + y)*T : \left(x + y\right) \, T
        x - (y - T) : x - \left(y - T\right)
        x - (y + T) : x - \left(y + T\right)
        -(x + y) : -\left(x + y\right)
        x/(1 + y) : \frac{x}{1 + y}
        (x*y)^2 : \left(x \, y\right)^{2}
        exp(x)^2 : \left(e^{x}\right)^{2}
        x^-1 : x^{-1}
        -2*x : -2 \, x
        -x*y : -x \, y
        x*(-y*T) : x \, \left(-y \, T\right)
        x - (-y*T) : x - \left(-y \, T\right)
        x + (-y*T) : x - y \, T
        (-x*y)^2 : \left(-x \, y\right)^{2}
        exp(-x/2) : e^{\frac{-x}{2}}
        sqrt(x) + ln(y) : \sqrt{x} + \ln\left(y\right)
        min(x, 1 - x) : \min\left(x, 1 - x\right)
        -1/3*x : \frac{-1}{3} \, x"""
    for line in by_hand.splitlines():
        text, _, written = line.strip().partition(" : ")
        expression = parsed(text)
        assert isinstance(expression, Term)
        assert latex(expression) == written
    assert latex(Symbol("m*") ** 2) == r"\left(m^{*}\right)^{2}"


def test_symbols() -> None:
    """Greek letters, indices, words, a function of one argument."""
    for name, written in (
        ("x", "x"),
        ("epsilon", r"\epsilon"),
        ("c_{k-1}", "c_{k-1}"),
        ("a_k", "a_{k}"),
        ("mean", r"\mathrm{mean}"),
        ("theta*", r"\theta^{*}"),
        ("c_star", "c^{*}"),
        ("mu_hat", r"\hat{\mu}"),
        ("Delta_T", r"\Delta_{T}"),
        ("g((m + 1)/gamma)", r"g\left(\frac{m + 1}{\gamma}\right)"),
        ("g(m, k)", r"\mathrm{g(m, k)}"),
        ("g(m < k)", r"\mathrm{g(m < k)}"),
    ):
        assert symbol(name) == written
        assert balanced(symbol(name))


def test_mathml_by_hand() -> None:
    """Exponents that would be too small to read are not raised."""
    for expression, written in (
        (Symbol("theta*"), "<msup><mi>\u03b8</mi><mo>*</mo></msup>"),
        (Symbol("mu_hat"), '<mover accent="true"><mi>\u03bc</mi><mo>^</mo></mover>'),
        (exp(x), "<msup><mi>e</mi><mi>x</mi></msup>"),
        (exp(x / 2), "<mi>exp</mi><mo>(</mo><mfrac><mi>x</mi><mn>2</mn></mfrac><mo>)</mo>"),
        (
            exp(-x * y),
            '<msup><mi>e</mi><mrow><mrow><mo form="prefix">\u2212</mo><mi>x</mi></mrow><mo>\u2062</mo><mi>y</mi></mrow></msup>',
        ),
        (
            x * log(y),
            '<mi>x</mi><mo>\u2062</mo><mspace width="0.17em"></mspace><mrow><mi>ln</mi><mo>(</mo><mi>y</mi><mo>)</mo></mrow>',
        ),
        (x + -y, "<mi>x</mi><mo>\u2212</mo><mi>y</mi>"),
        (
            x * (-y),
            '<mi>x</mi><mo>\u2062</mo><mrow><mo>(</mo><mo form="prefix">\u2212</mo><mi>y</mi><mo>)</mo></mrow>',
        ),
        (exp(x**2), "<mi>exp</mi><mo>(</mo><msup><mi>x</mi><mn>2</mn></msup><mo>)</mo>"),
    ):
        assert mathml(expression) == written


def test_every_sign_is_written_in_every_style() -> None:
    """In text as it is, elsewhere as a formula that is marked as one."""
    marks = {"text": ("", ""), "markdown": ("$", "$"), "latex": (r"\(", r"\)")}
    for relation in (equal(x, y), at_most(x, 1), below(0, x), Relation(x, "!=", y)):
        for style in STYLES:
            written, (start, end) = write(relation, style), marks[style]
            other = {"=": "=", "<=": r"\le", "<": "<", "!=": r"\ne"}[relation.sign]
            assert f" {relation.sign if style == 'text' else other} " in written
            assert written.startswith(start)
            assert written.endswith(end)


@given(terms)
def test_short_names_stand_for_what_they_say(expression: Term) -> None:
    """Putting the long terms back for their names gives the term again."""
    parts = [exp(x), x + y, least(x, y)]
    names = {f"S_{place}": part for place, part in enumerate(parts)}
    assert shortened(expression, names).substitute(names) is expression


def test_what_closes_a_phrase_stays_with_its_formula() -> None:
    said = typeset(f"so {write(at_most(x, 1), 'data')}, and {write(x, 'data')} is one.", "mathml")
    assert said == (
        'so <span class="formula"><math><mi>x</mi><mo>\u2264</mo><mn>1</mn></math>,</span> and '
        '<span class="formula"><math><mi>x</mi></math></span> is one.'
    )


def test_a_number_among_words_is_one_of_them() -> None:
    assert typeset(f"with {write(term(32), 'data')} people", "mathml") == "with 32 people"
    assert "<mfrac>" in write(term(Fraction(1, 2)), "mathml")


def test_a_short_name_is_explained() -> None:
    """The meaning of a name is written before the formula that uses it."""
    names = {"E": exp(x), "F": 1 + exp(x)}
    assert write(at_most(exp(x), 1 + exp(x)), "text", names) == "E <= F"
    assert write_names(names, "text") == "with E = exp(x), F = 1 + E: "
    assert write_names({}, "text") == ""


def test_text_of_mathml_by_hand() -> None:
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
    for text in ("[1", "{}", '[{"of": {}}]', '[{"off": 1}]', '[{"of": ["+", 1]}]', '[{"of": ["?", 1, 2]}]'):
        with pytest.raises(Refused) as refusal:
            list(pieces(f"\u27e6{text}\u27e7"))
        assert refusal.value.reason is Reason.DAMAGED_STATE


def test_what_authors_write_is_read() -> None:
    """Term by term, as code would have made it."""
    cases: list[tuple[str, Term | Relation]] = [
        ("1 + (E - 1)*m^2/T", 1 + (E - 1) * m**2 / T),
        ("E^-2", E**-2),
        ("-E^2", -(E**2)),
        ("0.25*T - 1/4", Fraction(1, 4) * T - term(1) / 4),
        ("-3", term(-3)),
        ("exp(ln(E) + sqrt(T))", exp(log(E) + sqrt(T))),
        ("min(m, T)", least(m, T)),
        ("E = 2*m", equal(E, 2 * m)),
        ("E <= m", at_most(E, m)),
        ("E >= m", at_most(m, E)),
        ("E < m", below(E, m)),
        ("E > m", below(m, E)),
        ("E != m", Relation(E, "!=", m)),
    ]
    for text, wanted in cases:
        assert parsed(text) == wanted


def test_what_is_no_formula_is_refused() -> None:
    """A reason, and no guess."""
    garbage = (
        "| E + | E < m < T | E is m | sin(E) | E^m | E^(1/2) | 'E' | True | E if m else T | f.g | exp(E, m)"
    )
    for text in split_texts(f"{garbage} | E @ m"):
        with pytest.raises(NoFormula, match="is no formula"):
            parsed(text)


def test_names_of_means_choices_and_slopes() -> None:
    """As a paper sets them, in LaTeX and in MathML; in text as they are typed."""
    wanted = {
        "E[Y]": (r"\mathbb{E}[ Y ]", "<mi>\U0001d53c</mi>"),
        "Pr[|Y - mu| >= t in some round]": (
            r"\Pr[ | Y - \mu | \ge t \text{ in } \text{ some } \text{ round } ]",
            "<mo>\u2265</mo>",
        ),
        "norm[T]": (r"\lVert T \rVert", "<mo>\u2016</mo>"),
        "C(T - 1, m)": (r"\binom{T - 1}{m}", 'linethickness="0"'),
        "d/dt": (r"\frac{d}{dt}", "<mfrac><mi>d</mi>"),
    }
    for name, (in_latex, in_mathml) in wanted.items():
        assert write(Symbol(name), "latex").replace(" ", "") == f"\\({in_latex}\\)".replace(" ", "")
        assert in_mathml in write(Symbol(name), "mathml")
        assert write(Symbol(name), "text") == name
