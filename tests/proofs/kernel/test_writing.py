"""Writing: LaTeX that balances, text that can be read back, and short names that stand for what they say."""

import re
from fractions import Fraction

import pytest
from hypothesis import given

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import latex, mathml, shortened, symbol, typeset, write, write_names
from tests.proofs.kernel.terms import is_near_zero, near, points, terms

x, y, T = Symbol("x"), Symbol("y"), Symbol("T")
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
def test_latex_is_balanced(expression: Term) -> None:
    """Braces and brackets of any term."""
    assert balanced(latex(expression)), latex(expression)


@given(terms, points)
def test_text_can_be_read_back(expression: Term, point: dict[str, Fraction]) -> None:
    """The text, read by Python with its own rules of precedence, is the same number."""
    names = {"x": x, "y": y, "exp": exp, "log": log, "sqrt": sqrt, "min": least}
    source = re.sub(r"(?<![\w.])(\d+)", r"term(\1)", re.sub(r"\^(-?\d+)", r"**POWER[\1]", str(expression)))
    source = re.sub(r"POWER\[(-?)term\((\d+)\)\]", r"(\1\2)", source)
    again = eval(source, {"__builtins__": {}, "term": term, **names})
    if not isinstance(again, Term):
        again = term(again)
    value = near(again - expression, point)
    assert value is None or is_near_zero(value)


def test_latex_by_hand() -> None:
    """What binds less tightly is put in brackets."""
    for expression, written in (
        (x + y * T, r"x + y \, T"),
        ((x + y) * T, r"\left(x + y\right) \, T"),
        (x - (y - T), r"x - \left(y - T\right)"),
        (x - (y + T), r"x - \left(y + T\right)"),
        (-(x + y), r"-\left(x + y\right)"),
        (x / (1 + y), r"\frac{x}{1 + y}"),
        ((x * y) ** 2, r"\left(x \, y\right)^{2}"),
        (exp(x) ** 2, r"\left(e^{x}\right)^{2}"),
        (x**-1, "x^{-1}"),
        (term(-2) * x, r"-2 \, x"),
        (-x * y, r"-x \, y"),
        (x * (-y * T), r"x \, \left(-y \, T\right)"),
        (x - (-y * T), r"x - \left(-y \, T\right)"),
        (x + (-y * T), r"x - y \, T"),
        ((-x * y) ** 2, r"\left(-x \, y\right)^{2}"),
        (exp(-x / 2), r"e^{\frac{-x}{2}}"),
        (Symbol("m*") ** 2, r"\left(m^{*}\right)^{2}"),
        (sqrt(x) + log(y), r"\sqrt{x} + \ln\left(y\right)"),
        (least(x, 1 - x), r"\min\left(x, 1 - x\right)"),
        (term(-1) / 3 * x, r"\frac{-1}{3} \, x"),
    ):
        assert latex(expression) == written


def test_symbols() -> None:
    """Greek letters, indices, words, a function of one argument."""
    for name, written in (
        ("x", "x"),
        ("epsilon", r"\epsilon"),
        ("c_{k-1}", "c_{k-1}"),
        ("a_k", "a_{k}"),
        ("mean", r"\mathrm{mean}"),
        ("theta*", r"\theta^{*}"),
        ("mu_hat", r"\hat{\mu}"),
        ("Delta_T", r"\Delta_{T}"),
        ("g((m + 1)/gamma)", r"g\left(\frac{m + 1}{\gamma}\right)"),
        ("g(m, k)", r"\mathrm{g(m, k)}"),
        ("g(m < k)", r"\mathrm{g(m < k)}"),
    ):
        assert symbol(name) == written
        assert balanced(symbol(name))


def test_mathml_by_hand() -> None:
    """What would be too small to read is not raised."""
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


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("relation", [equal(x, y), at_most(x, 1), below(0, x), Relation(x, "!=", y)], ids=str)
def test_every_sign_is_written_in_every_style(relation: Relation, style: Style) -> None:
    """In text as it is, elsewhere as a formula that is marked as one."""
    written = write(relation, style)
    sign = (
        relation.sign if style == "text" else {"=": "=", "<=": r"\le", "<": "<", "!=": r"\ne"}[relation.sign]
    )
    assert f" {sign} " in written
    start, end = {"text": ("", ""), "markdown": ("$", "$"), "latex": (r"\(", r"\)")}[style]
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
    """What a name stands for is written before what it stands in."""
    names = {"E": exp(x), "F": 1 + exp(x)}
    assert write(at_most(exp(x), 1 + exp(x)), "text", names) == "E <= F"
    assert write_names(names, "text") == "with E = exp(x), F = 1 + E: "
    assert write_names({}, "text") == ""
