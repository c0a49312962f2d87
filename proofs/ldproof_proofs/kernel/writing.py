"""Terms and relations for readers: text, Markdown and LaTeX."""

from fractions import Fraction
from typing import Literal, TypeAlias

from ldproof.numbers import Term
from ldproof_proofs.kernel.relations import Relation, Sign

Style: TypeAlias = Literal["text", "markdown", "latex"]

SIGNS = {"=": "=", "<=": r"\le", "<": "<", "!=": r"\ne"}
GREEK = frozenset({"alpha", "beta", "delta", "epsilon", "eta", "lambda", "mu", "phi", "rho", "tau", "theta"})
SUM, PRODUCT, POWER, ATOM = range(4)

Written: TypeAlias = tuple[str, int]


def latex(term: Term) -> str:
    """A term in LaTeX, as it stands."""
    return term.fold(_constant, lambda name: (symbol(name), ATOM), _operate)[0]


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


def write(value: Term | Relation, style: Style) -> str:
    """A term or relation in a style; in Markdown, LaTeX between dollars."""
    if style == "text":
        return str(value)
    if isinstance(value, Term):
        written = latex(value)
    else:
        written = f"{latex(value.left)} {write_sign(value.sign, 'latex')} {latex(value.right)}"
    return written if style == "latex" else f"${written}$"


def write_sign(sign: Sign, style: Style) -> str:
    """A sign in a style."""
    return sign if style == "text" else SIGNS[sign]
