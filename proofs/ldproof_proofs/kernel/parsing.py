"""Formulas as an author writes them, read as terms: Python's grammar of expressions, without its numbers."""

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NoReturn

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal

OPERATORS: Mapping[type[ast.operator], Callable[[Term, Term], Term]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
}
FUNCTIONS: Mapping[str, Callable[[Term], Term]] = {"exp": exp, "ln": log, "sqrt": sqrt}
SIGNS: Mapping[type[ast.cmpop], Callable[[Term, Term], Relation]] = {
    ast.Eq: equal,
    ast.LtE: at_most,
    ast.Lt: below,
    ast.GtE: lambda left, right: at_most(right, left),
    ast.Gt: lambda left, right: below(right, left),
    ast.NotEq: lambda left, right: Relation(left, "!=", right),
}


class NoFormula(ValueError):  # noqa: N818  (a fact about a text)
    """A text that is no formula."""


def parsed(text: str) -> Term | Relation:
    """The term or the relation that a text says; powers are written ^, the sign of an equation =."""
    python = text.replace("^", "**")
    for sign in ("<=", ">=", "!="):
        python = python.replace(sign, sign[0] + "\0")
    python = python.replace("=", "==").replace("\0", "=")
    try:
        whole = ast.parse(python.strip(), mode="eval").body
    except SyntaxError as error:
        raise NoFormula(f"{text!r} is no formula: {error.msg}") from error
    if isinstance(whole, ast.Compare) and len(whole.ops) == 1:
        sides = (_term(text, whole.left, python), _term(text, whole.comparators[0], python))
        return SIGNS[type(whole.ops[0])](*sides) if type(whole.ops[0]) in SIGNS else _refuse(text, whole)
    return _term(text, whole, python)


def _term(text: str, node: ast.expr, python: str) -> Term:
    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            return term(Fraction(ast.get_source_segment(python.strip(), node) or ""))
        case ast.Name(id=name):
            return Symbol(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inside = _term(text, operand, python)
            return term(-inside.head) if isinstance(inside.head, Fraction) else -inside
        case ast.BinOp(op=ast.Pow(), left=left, right=right):
            exponent = _term(text, right, python).head
            if isinstance(exponent, Fraction) and exponent.denominator == 1:
                return _term(text, left, python) ** int(exponent)
        case ast.BinOp(op=operator, left=left, right=right) if type(operator) in OPERATORS:
            return OPERATORS[type(operator)](_term(text, left, python), _term(text, right, python))
        case ast.Call(func=ast.Name(id="min"), args=[one, other], keywords=[]):
            return least(_term(text, one, python), _term(text, other, python))
        case ast.Call(func=ast.Name(id="slope"), args=[ast.Name(id=name), inside], keywords=[]):
            return Symbol(f"d/d{name}") * _term(text, inside, python)
        case ast.Call(func=ast.Name(id=name), args=[only], keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](_term(text, only, python))
        case _:
            pass
    return _refuse(text, node)


def _refuse(text: str, node: ast.expr) -> NoReturn:
    raise NoFormula(
        f"{text!r} is no formula: {ast.unparse(node)} is neither a term nor a relation between two"
    )
