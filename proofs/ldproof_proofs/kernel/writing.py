"""Terms and relations for readers: text, Markdown, LaTeX and MathML."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from html import escape, unescape
from types import MappingProxyType
from typing import TypeAlias

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.formulas import packed, pieces
from ldproof_proofs.kernel.parsing import NoFormula, parsed
from ldproof_proofs.kernel.relations import Relation, Sign, equal
from ldproof_proofs.kernel.typesetting import Style, in_style

SIGNS = {"=": "=", "<=": r"\le", "<": "<", "!=": r"\ne", ">=": r"\ge", ">": ">"}
TO_THE_RIGHT: Mapping[str, str] = {"<": ">", "<=": ">="}
GREEK = frozenset(
    {
        *("alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "kappa", "lambda", "mu", "nu"),
        *("rho", "tau", "phi", "chi", "Delta", "Phi"),
    }
)
NAMED = {"chi2": (r"\chi^{2}", "<msup><mi>\u03c7</mi><mn>2</mn></msup>")}
"""Names that are written in a way of their own, in LaTeX and in MathML."""
ACCENTS = {"hat": "^", "tilde": "~"}
"""What a name's index puts above it."""
SIGNS_MATHML = {
    "=": "<mo>=</mo>",
    "<=": "<mo>\u2264</mo>",
    "<": "<mo>&lt;</mo>",
    "!=": "<mo>\u2260</mo>",
    ">=": "<mo>\u2265</mo>",
    ">": "<mo>&gt;</mo>",
}
MINUS, BETWEEN = '<mo form="prefix">\u2212</mo>', "<mo>\u2212</mo>"
"""A sign, which stands close to its number, and a minus between two of them."""
SUM, SIGNED, PRODUCT, POWER, ATOM = range(5)
"""How tightly what is written holds together; signed is a product with a minus before it."""
STAR = "_star"
"""How a name with a star ends in a product of text, where * is a sign: c_star is c*."""

LEAF = re.compile(r"<(m[in])[^>]*>[^<]*</\1>")
"""One symbol or number in MathML, which needs no row."""

BEGINS = re.compile(r"(<mrow>|<msup>|<msub>)*<m(n>\d|i>\w\w+</mi>(?!<mo>\())")
ENDS = re.compile(r"<mi>\w\w+</mi>(<m[in]>\w+</m[in]></m\w+>)?(</mrow>)*$")
"""Factors in MathML that begin with a number or with a name of several letters, and that end with such a name."""

FUNCTION = re.compile(r"(<mrow>)*<mi>\w\w+</mi><mo>\(")
"""A factor in MathML that begins with the name of a function."""

CLOSES = re.compile(r"</math></span>([,.;:)]+)")
"""What closes a phrase after a formula: it stays on the formula's line."""

INDEXED = re.compile(r"([A-Za-z])(\d+)")
APPLIED = re.compile(r"([A-Za-z])\((.+)\)")
BINOMIAL = re.compile(r"C\((.+), (.+)\)")
SLOPE = re.compile(r"d/d(\w+)")
OF_WORDS = re.compile(r"(E|Var|Pr|norm)\[(.+)\]")
"""A mean, a variance, a probability or a length of what is said in words and names."""
TOKENS = re.compile(r"[A-Za-z_]\w*|>=|<=|\S")
OPENING: Mapping[str, tuple[str, str]] = {
    "E": (r"\mathbb{E}[", "]"),
    "Var": (r"\operatorname{Var}[", "]"),
    "Pr": (r"\Pr[", "]"),
    "norm": (r"\lVert ", r"\rVert"),
}
OPENING_MATHML: Mapping[str, tuple[str, str]] = {
    "E": ("<mi>\U0001d53c</mi><mo>[</mo>", "<mo>]</mo>"),
    "Var": ("<mi>Var</mi><mo>[</mo>", "<mo>]</mo>"),
    "Pr": ("<mi>Pr</mi><mo>[</mo>", "<mo>]</mo>"),
    "norm": ("<mo>\u2016</mo>", "<mo>\u2016</mo>"),
}

Written: TypeAlias = tuple[str, int]
NO_NAMES: Mapping[str, Term] = MappingProxyType({})


def text(whole: Term) -> str:
    """A term as text: a minus needs no brackets where a product begins with it, and m* is m_star in a product."""
    return whole.fold(_constant_text, lambda name: (name, ATOM), _operate_text)[0]


def _constant_text(value: Fraction) -> Written:
    return str(value), SIGNED if value < 0 else ATOM if value.denominator == 1 else PRODUCT


def _in_brackets(written: Written, least: int) -> str:
    return written[0] if written[1] >= least else f"({written[0]})"


def _factor(written: Written, least: int) -> str:
    name, is_starred = written[0].removesuffix("*"), written[0].endswith("*") and written[1] == ATOM
    return f"{name}{STAR}" if is_starred else _in_brackets(written, least)


def _operate_text(node: Term, arguments: tuple[Written, ...]) -> Written:
    match node.operator, arguments:
        case "+", (left, (right, level)) if level == SIGNED:
            return f"{left[0]} - {right[1:]}", SUM
        case "+", (left, right):
            return f"{left[0]} + {right[0]}", SUM
        case "-", (left, right):
            return f"{left[0]} - {_in_brackets(right, PRODUCT)}", SUM
        case "negative", (only,):
            return f"-{_in_brackets(only, PRODUCT)}", SIGNED
        case "*", (left, right) if (variable := slope_of(node)) is not None:
            inside = right[0] if node.arguments[1].operator == "symbol" else f"({right[0]})"
            return f"d{inside}/d{variable}", PRODUCT
        case "*", (left, right):
            return f"{_factor(left, SIGNED)}*{_factor(right, PRODUCT)}", _of_product(left)
        case "/", (left, right):
            return f"{_factor(left, SIGNED)}/{_factor(right, POWER)}", _of_product(left)
        case "^", (only,):
            return f"{_factor(only, ATOM)}^{node.head}", POWER
        case name, _:
            return f"{name}({', '.join(each for each, _ in arguments)})", ATOM


def slope_of(node: Term) -> str | None:
    """By what a product differentiates its second factor, if it is a slope."""
    found = SLOPE.fullmatch(str(node.arguments[0].head))
    return None if found is None else found[1]


def latex(whole: Term) -> str:
    """A term in LaTeX, as it stands."""
    return whole.fold(
        _constant, lambda name: (symbol(name), ATOM if without_star(name) == name else POWER), _operate
    )[0]


def without_star(name: str) -> str:
    """A name without the star behind it."""
    return name.removesuffix("*").removesuffix(STAR)


def indexed(name: str) -> tuple[str, str]:
    """A name without its index, and the index: `m1` is m with the index 1."""
    if (found := INDEXED.fullmatch(name)) is not None:
        return found[1], found[2]
    head, _, index = name.partition("_")
    return head, index.removeprefix("{").removesuffix("}")


def applied(name: str) -> tuple[str, Term] | None:
    """The function and the argument of a name such as g(m/epsilon)."""
    if (found := APPLIED.fullmatch(name)) is None:
        return None
    try:
        argument = parsed(found[2])
    except NoFormula:
        return None
    return (found[1], argument) if isinstance(argument, Term) else None


def is_word(token: str) -> bool:
    """Whether a token is a word among names."""
    return len(token) > 1 and token.isalpha() and token not in GREEK


def symbol(name: str) -> str:
    """A name in LaTeX: Greek where it is Greek, with its star, accent or index, or as a function of its argument."""
    if name in NAMED:
        return NAMED[name][0]
    if (slope := SLOPE.fullmatch(name)) is not None:
        return f"\\frac{{d}}{{d{slope[1]}}}"
    if (choices := BINOMIAL.fullmatch(name)) is not None:
        return f"\\binom{{{_named(choices[1], latex)}}}{{{_named(choices[2], latex)}}}"
    if (said := OF_WORDS.fullmatch(name)) is not None:
        opens, closes = OPENING[said[1]]
        inside = (
            SIGNS.get(
                each,
                f"\\text{{ {each} }}" if is_word(each) else symbol(each) if each.isidentifier() else each,
            )
            for each in TOKENS.findall(said[2])
        )
        return f"{opens}{' '.join(inside)}{closes}"
    if (found := applied(name)) is not None:
        return f"{found[0]}\\left({latex(found[1])}\\right)"
    if (bare := without_star(name)) != name:
        return f"{symbol(bare)}^{{*}}"
    head, index = indexed(name)
    written = f"\\{head}" if head in GREEK else head if len(head) == 1 else f"\\mathrm{{{head}}}"
    if index in ACCENTS:
        return f"\\{index}{{{written}}}"
    return f"{written}_{{{index}}}" if index else written


def _constant(value: Fraction) -> Written:
    if value.denominator == 1:
        return str(value), ATOM if value >= 0 else SIGNED
    return f"\\frac{{{value.numerator}}}{{{value.denominator}}}", POWER if value >= 0 else SIGNED


def _inside(written: Written, least: int) -> str:
    return written[0] if written[1] >= least else f"\\left({written[0]}\\right)"


def _of_product(left: Written) -> int:
    """How tightly a product holds together, by its first factor: only that one may have a minus before it."""
    return SIGNED if left[1] == SIGNED else PRODUCT


def _operate(node: Term, arguments: tuple[Written, ...]) -> Written:
    match node.operator, arguments:
        case "+", (left, (right, level)) if level == SIGNED and right.startswith("-"):
            return f"{left[0]} - {right[1:]}", SUM
        case "+", (left, right):
            return f"{left[0]} + {right[0]}", SUM
        case "-", (left, right):
            return f"{left[0]} - {_inside(right, PRODUCT)}", SUM
        case "negative", (only,):
            return f"-{_inside(only, PRODUCT)}", SIGNED
        case "*", (_, right) if (variable := slope_of(node)) is not None:
            if node.arguments[1].operator == "symbol":
                return f"\\frac{{d{right[0]}}}{{d{variable}}}", POWER
            return f"\\frac{{d}}{{d{variable}}}\\left({right[0]}\\right)", PRODUCT
        case "*", (left, right):
            return f"{_inside(left, SIGNED)} \\, {_inside(right, PRODUCT)}", _of_product(left)
        case "/", (left, right):
            return f"\\frac{{{left[0]}}}{{{right[0]}}}", POWER
        case "^", (only,):
            return f"{_inside(only, ATOM)}^{{{node.head}}}", POWER
        case "exp", (only,):
            return f"e^{{{only[0]}}}", POWER
        case "sqrt", (only,):
            return f"\\sqrt{{{only[0]}}}", ATOM
        case name, _:
            return (
                f"\\{'ln' if name == 'log' else name}\\left({', '.join(text for text, _ in arguments)}\\right)",
                ATOM,
            )


def mathml(whole: Term) -> str:
    """A term in MathML, as it stands."""
    return whole.fold(_constant_mathml, lambda name: (symbol_mathml(name), ATOM), _operate_mathml)[0]


def _named(text: str, write: Callable[[Term], str]) -> str:
    found = parsed(text)
    return write(found) if isinstance(found, Term) else text


def symbol_mathml(name: str) -> str:
    """A name in MathML: Greek where it is Greek, with its star, accent or index, or as a function of its argument."""
    if name in NAMED:
        return NAMED[name][1]
    if (slope := SLOPE.fullmatch(name)) is not None:
        return f"<mfrac><mi>d</mi><mrow><mi>d</mi><mi>{slope[1]}</mi></mrow></mfrac>"
    if (choices := BINOMIAL.fullmatch(name)) is not None:
        above, below = (f"<mrow>{_named(each, mathml)}</mrow>" for each in choices.groups())
        return _bracketed(f'<mfrac linethickness="0">{above}{below}</mfrac>')
    if (said := OF_WORDS.fullmatch(name)) is not None:
        opens, closes = OPENING_MATHML[said[1]]
        inside = (
            SIGNS_MATHML.get(
                each,
                f"<mtext>\u00a0{each}\u00a0</mtext>"
                if is_word(each)
                else symbol_mathml(each)
                if each.isidentifier()
                else f"<mo>{escape(each)}</mo>",
            )
            for each in TOKENS.findall(said[2])
        )
        return f"<mrow>{opens}{''.join(inside)}{closes}</mrow>"
    if (found := applied(name)) is not None:
        return f"<mrow><mi>{found[0]}</mi>{_bracketed(mathml(found[1]))}</mrow>"
    if (bare := without_star(name)) != name:
        return f"<msup>{symbol_mathml(bare)}<mo>*</mo></msup>"
    head, index = indexed(name)
    written = f"<mi>{unescape(f'&{head};') if head in GREEK else escape(head)}</mi>"
    if index in ACCENTS:
        return f'<mover accent="true">{written}<mo>{ACCENTS[index]}</mo></mover>'
    return f"<msub>{written}<mi>{escape(index)}</mi></msub>" if index else written


def _constant_mathml(value: Fraction) -> Written:
    whole = f"<mn>{abs(value.numerator)}</mn>"
    written = whole if value.denominator == 1 else f"<mfrac>{whole}<mn>{value.denominator}</mn></mfrac>"
    return (
        (written, ATOM if value.denominator == 1 else POWER) if value >= 0 else (f"{MINUS}{written}", SIGNED)
    )


def _row(written: Written, least: int = ATOM) -> str:
    if LEAF.fullmatch(written[0]) and written[1] >= least:
        return written[0]
    return f"<mrow>{written[0] if written[1] >= least else _bracketed(written[0])}</mrow>"


def _bracketed(written: str) -> str:
    return f"<mo>(</mo>{written}<mo>)</mo>"


def _run_together(left: str, right: str) -> bool:
    """Whether two factors beside each other look like one: a number behind, two fractions, or names of several letters."""
    fractions = left.endswith("</mfrac></mrow>") and right.startswith("<mrow><mfrac>")
    return fractions or bool(BEGINS.match(right) or ENDS.search(left))


def _times(left: str, right: str) -> str:
    """What stands between two factors: nothing that is seen, with a little room before a function's name, or a dot."""
    if FUNCTION.match(right):
        return '<mo>\u2062</mo><mspace width="0.17em"></mspace>'
    return "<mo>\u22c5</mo>" if _run_together(left, right) else "<mo>\u2062</mo>"


def _operate_mathml(node: Term, arguments: tuple[Written, ...]) -> Written:
    match node.operator, arguments:
        case "+", (left, (right, level)) if level == SIGNED:
            return f"{left[0]}{right.replace(MINUS, BETWEEN, 1)}", SUM
        case "+", (left, right):
            return f"{left[0]}<mo>+</mo>{right[0]}", SUM
        case "-", (left, right):
            return f"{left[0]}{BETWEEN}{_row(right, PRODUCT)}", SUM
        case "negative", (only,):
            return f"{MINUS}{_row(only, PRODUCT)}", SIGNED
        case "*", (_, right) if (variable := slope_of(node)) is not None:
            below = f"<mrow><mi>d</mi><mi>{variable}</mi></mrow>"
            if node.arguments[1].operator == "symbol":
                return f"<mfrac><mrow><mi>d</mi>{right[0]}</mrow>{below}</mfrac>", POWER
            return f"<mfrac><mi>d</mi>{below}</mfrac>{_bracketed(right[0])}", PRODUCT
        case "*", (left, right):
            first, second = _row(left, SIGNED), _row(right, PRODUCT)
            return f"{first}{_times(first, second)}{second}", _of_product(left)
        case "/", (left, right):
            return f"<mfrac>{_row(left, SUM)}{_row(right, SUM)}</mfrac>", POWER
        case "^", (only,):
            return f"<msup>{_row(only)}<mn>{node.head}</mn></msup>", POWER
        case "exp", (only,) if "<mfrac>" in only[0] or "<msup>" in only[0]:
            return f"<mi>exp</mi>{_bracketed(only[0])}", ATOM  # raised, it would be too small to read
        case "exp", (only,):
            return f"<msup><mi>e</mi>{_row(only, SUM)}</msup>", POWER
        case "sqrt", (only,):
            return f"<msqrt>{only[0]}</msqrt>", ATOM
        case name, _:
            inside = "<mo>,</mo>".join(text for text, _ in arguments)
            return f"<mi>{'ln' if name == 'log' else name}</mi>{_bracketed(inside)}", ATOM


Names = Mapping[str, Term]
"""Short names for long terms, by which a reader is shown them."""


def shortened(whole: Term, names: Names) -> Term:
    """A term with short names in the place of the terms that have one."""
    short = {long: Symbol(name) for name, long in names.items() if long.arguments}

    def operate(node: Term, arguments: tuple[Term, ...]) -> Term:
        return short[node] if node in short else Term(node.operator, node.head, arguments)

    return whole.fold(term, Symbol, operate)


def write(value: Term | Relation, style: Style, names: Names = NO_NAMES) -> str:
    """A term or relation in a style; formulas among words are marked as such."""
    parts = (value,) if isinstance(value, Term) else (value.left, value.sign, value.right)
    return written(style, *(each if isinstance(each, str) else shortened(each, names) for each in parts))


def number_last(left: Term, sign: Sign, right: Term) -> tuple[Term, str, Term]:
    """A relation as a reader expects it: what exceeds a number stands before it, as in `x > 0`."""
    if sign in TO_THE_RIGHT and not left.symbols() and right.symbols():
        return right, TO_THE_RIGHT[sign], left
    return left, sign, right


def write_step(sign: Sign, to: Term, style: Style, names: Names = NO_NAMES) -> str:
    """The continuation of a relation."""
    return written(style, sign, shortened(to, names))


def in_text(formula: Iterable[Term | str]) -> str:
    """Terms and signs as text."""
    return " ".join(each if isinstance(each, str) else text(each) for each in formula)


def written(style: Style, *formula: Term | str) -> str:
    """Terms, and the signs between them; among words formulas are marked as such."""
    match style:
        case "text":
            return in_text(formula)
        case "data":
            return packed(*formula)
        case "mathml" if len(formula) == 1 and str(formula[0]).isdigit():
            return str(formula[0])  # a number among words is in their letters
        case "mathml":
            parts = (
                SIGNS_MATHML.get(each, each) if isinstance(each, str) else mathml(each) for each in formula
            )
            return f'<span class="formula"><math>{"".join(parts)}</math></span>'
        case _:
            inside = " ".join(
                SIGNS.get(each, each) if isinstance(each, str) else latex(each) for each in formula
            )
            return f"\\({inside}\\)" if style == "latex" else f"${inside}$"


@lru_cache(1 << 10)  # a screen is set again and again until all of it fits
def typeset(kept: str, style: Style) -> str:
    """Words with formulas that were kept as data, in a style."""
    words = "".join(
        written(style, *each) if not isinstance(each, str) else in_style(each, style) for each in pieces(kept)
    )
    return CLOSES.sub(r"</math>\1</span>", words) if style == "mathml" else words


def write_names(names: Names, style: Style) -> str:
    """What the short names stand for, each in terms of the others."""
    meanings = (
        write(
            equal(Symbol(name), shortened(long, {other: names[other] for other in names if other != name})),
            style,
        )
        for name, long in names.items()
    )
    return f"with {', '.join(meanings)}: " if names else ""
