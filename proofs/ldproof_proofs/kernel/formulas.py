"""Formulas among words, kept as data: they are stored once, and set in any style when they are read."""

import json
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NoReturn, TypeAlias

from ldproof.errors import Reason, Refused
from ldproof.numbers import Symbol, Term, term

Tree: TypeAlias = "int | str | Sequence[Tree]"
"""Of a term: a number, a symbol, a fraction `[1, 3]`, or an operator before its arguments and a power's exponent."""
Formula: TypeAlias = tuple[Term | str, ...]
"""A term; or terms and the signs between them, a sign before the first where it continues a line."""

OPEN, CLOSE = "\u27e6", "\u27e7"
AMONG_WORDS = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")


def packed(*formula: Term | str) -> str:
    """A formula as it stands among words that are kept."""
    trees = [each if isinstance(each, str) else {"of": tree(each)} for each in formula]
    return f"{OPEN}{json.dumps(trees, separators=(',', ':'))}{CLOSE}"


def pieces(kept: str) -> Iterator[str | Formula]:
    """Words, and the formulas between them."""
    for place, text in enumerate(AMONG_WORDS.split(kept)):
        yield _unpacked(text) if place % 2 else text


def tree(value: Term) -> Tree:
    """A term as lists."""
    return value.fold(_constant, str, _node)


def _constant(value: Fraction) -> Tree:
    return value.numerator if value.denominator == 1 else [value.numerator, value.denominator]


def _node(node: Term, arguments: Sequence[Tree]) -> Tree:
    return [node.operator, *arguments, *([node.head] if isinstance(node.head, int) else [])]


def grown(found: object) -> Term:
    """The term that lists are."""
    match found:
        case int():
            return term(found)
        case str():
            return Symbol(found)
        case [int(numerator), int(denominator)]:
            return term(Fraction(numerator, denominator))
        case ["^", base, int(exponent)]:
            return Term("^", exponent, (grown(base),))
        case [str(operator), *arguments]:
            return Term(operator, "", tuple(map(grown, arguments)))
        case _:
            return _fail(found)


def _unpacked(text: str) -> Formula:
    try:
        found: object = json.loads(text)
        if isinstance(found, list):
            return tuple(each if isinstance(each, str) else _of(each) for each in found)
    except (ValueError, TypeError):
        pass
    return _fail(text)


def _of(found: object) -> Term:
    match found:
        case {"of": inside}:
            return grown(inside)
        case _:
            return _fail(found)


def _fail(found: object) -> NoReturn:
    raise Refused(Reason.DAMAGED_STATE, f"{str(found)[:80]} is no formula", "a formula as it was written")


def symbols(kept: str) -> frozenset[str]:
    """The symbols in the formulas of what is kept."""
    terms = (part for each in pieces(kept) if not isinstance(each, str) for part in each)
    return frozenset().union(*(part.symbols() for part in terms if not isinstance(part, str)))
