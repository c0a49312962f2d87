"""Terms and relations for readers: text, Markdown and LaTeX."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.relations import Relation, Sign, equal
from ldproof_proofs.kernel.typesetting import Style

SIGNS = {"=": "=", "<=": r"\le", "<": "<", "!=": r"\ne"}
GREEK = frozenset({"alpha", "beta", "delta", "epsilon", "eta", "lambda", "mu", "phi", "rho", "tau", "theta"})
SUM, PRODUCT, POWER, ATOM = range(4)

Written: TypeAlias = tuple[str, int]
NO_NAMES: Mapping[str, Term] = MappingProxyType({})


def latex(whole: Term) -> str:
    """A term in LaTeX, as it stands."""
    return whole.fold(_constant, lambda name: (symbol(name), ATOM), _operate)[0]


def symbol(name: str) -> str:
    """A name in LaTeX: Greek where it is Greek, an index after an underscore."""
    head, _, index = name.partition("_")
    written = f"\\{head}" if head in GREEK else head if len(head) == 1 else f"\\mathrm{{{head}}}"
    return f"{written}_{{{index}}}" if index else written


def _constant(value: Fraction) -> Written:
    if value.denominator == 1:
        return str(value), ATOM if value >= 0 else SUM
    return f"\\frac{{{value.numerator}}}{{{value.denominator}}}", ATOM if value >= 0 else SUM


def _inside(written: Written, least: int) -> str:
    return written[0] if written[1] >= least else f"\\left({written[0]}\\right)"


def _operate(node: Term, arguments: tuple[Written, ...]) -> Written:
    match node.operator, arguments:
        case "+", (left, right):
            return f"{left[0]} + {right[0]}", SUM
        case "-", (left, right):
            return f"{left[0]} - {_inside(right, PRODUCT)}", SUM
        case "negative", (only,):
            return f"-{_inside(only, PRODUCT)}", SUM
        case "*", (left, right):
            return f"{_inside(left, PRODUCT)} \\, {_inside(right, PRODUCT)}", PRODUCT
        case "/", (left, right):
            return f"\\frac{{{left[0]}}}{{{right[0]}}}", ATOM
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
    if isinstance(value, Term):
        brief = shortened(value, names)
        return str(brief) if style == "text" else marked(latex(brief), style)
    left = shortened(value.left, names)
    return write_step(value.sign, value.right, style, names, left)


def write_step(sign: Sign, to: Term, style: Style, names: Names = NO_NAMES, start: Term | None = None) -> str:
    """The continuation of a relation, after its start if that is given."""
    brief = shortened(to, names)
    if style == "text":
        return f"{start} {sign} {brief}" if start is not None else f"{sign} {brief}"
    written = f"{SIGNS[sign]} {latex(brief)}"
    return marked(f"{latex(start)} {written}" if start is not None else written, style)


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


def marked(written: str, style: Style) -> str:
    """LaTeX as a formula among words."""
    return f"\\({written}\\)" if style == "latex" else f"${written}$"
