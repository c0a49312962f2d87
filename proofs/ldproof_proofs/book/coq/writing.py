"""Terms and relations as Coq writes them, and names that Coq allows."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from ldproof.numbers import Term, term
from ldproof_proofs.kernel.relations import Relation

SIGNS = {"=": "=", "<=": "<=", "<": "<", "!=": "<>"}
FUNCTIONS = {"exp": "exp", "log": "ln", "sqrt": "sqrt", "min": "Rmin"}
WORDS = """
    R exp ln sqrt Rmin IZR INR PI pow O S list nil cons app fold rev Prop Set Type and or not True False
    as at cofix else end exists fix for forall fun if in let match mod return then using where with
    base defined known row rounds shown valid
"""
TAKEN = frozenset(WORDS.split())
"""What is a word of Coq's, or a name that its theorems need."""


def identifier(name: str) -> str:
    """A name for Coq: of letters, digits and underscores, so that names with a ' in them are ours."""
    found = re.sub(r"\W", "_", name.replace("+", "plus").replace("'", "_prime"), flags=re.ASCII)
    return f"{found}_" if found in TAKEN else found


def number(value: Fraction | int) -> str:
    """A rational number."""
    top, bottom = Fraction(value).as_integer_ratio()
    whole = f"(-{-top})" if top < 0 else str(top)
    return whole if bottom == 1 else f"({whole} / {bottom})"


def written(root: Term, named: Callable[[str], str] = identifier) -> str:
    """A term, with all its parentheses."""

    def operate(node: Term, parts: Sequence[str]) -> str:
        match node.operator, parts:
            case "negative", (only,):
                return f"(- {only})"
            case "^", (only,) if isinstance(node.head, int):
                power = f"({only} ^ {abs(node.head)})"
                return power if node.head >= 0 else f"(/ {power})"
            case operator, parts if operator in FUNCTIONS:
                return f"({' '.join([FUNCTIONS[operator], *parts])})"
            case operator, (left, right):
                return f"({left} {operator} {right})"
            case _:
                raise TypeError(f"no term: {node}")

    return root.fold(number, named, operate)


def related(found: Relation, named: Callable[[str], str] = identifier) -> str:
    """A relation."""
    return f"{written(found.left, named)} {SIGNS[found.sign]} {written(found.right, named)}"


def conjunction(parts: Iterable[str]) -> str:
    """All of them at once."""
    return " /\\ ".join(f"({part})" for part in parts) or "True"


def sides(facts: Iterable[Relation]) -> list[Term]:
    """The terms in relations."""
    return [side for fact in facts for side in (fact.left, fact.right)]


def symbols(facts: Iterable[Relation]) -> list[str]:
    """The symbols in relations, in alphabetical order."""
    return sorted({name for side in sides(facts) for name in side.symbols()})


ZERO = term(0)


def owed(roots: Iterable[Term]) -> list[Relation]:
    """What must be so for terms to be defined, innermost first; that numbers are not 0 need not be said."""
    found: dict[Relation, None] = {}
    for root in roots:
        for node in root.nodes():
            match node.operator, node.arguments:
                case "/", (_, below) if below.operator != "constant":
                    found[Relation(below, "!=", ZERO)] = None
                case "^", (base,) if isinstance(node.head, int) and node.head < 0:
                    found[Relation(base, "!=", ZERO)] = None
                case "log", (inner,):
                    found[Relation(ZERO, "<", inner)] = None
                case "sqrt", (inner,):
                    found[Relation(ZERO, "<=", inner)] = None
                case _:
                    pass
    return list(found)


def put(values: Mapping[str, Term], facts: Iterable[Relation]) -> list[Relation]:
    """Relations with terms in the place of symbols."""
    return [fact.substitute(values) for fact in facts]
