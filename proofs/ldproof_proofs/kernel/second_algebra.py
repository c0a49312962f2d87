"""A second algebra: SymPy's opinion on identities that the kernel's own normal forms decided."""

import sympy

from ldproof.numbers import Term
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import Relation


def agrees(goal: Relation) -> bool:
    """Whether SymPy agrees to an identity that should need no hypothesis; otherwise it cannot tell."""
    try:
        expression = to_sympy(goal.left - goal.right)
    except NotProved:
        return False
    top, _ = sympy.fraction(sympy.together(expression))
    return bool(sympy.expand(top) == sympy.Integer(0))


def to_sympy(expression: Term) -> sympy.Expr:
    """A term in SymPy's words."""
    return expression.fold(
        lambda value: sympy.Rational(value.numerator, value.denominator),
        lambda name: sympy.Symbol(name, real=True),
        _operate,
    )


def _operate(node: Term, arguments: tuple[sympy.Expr, ...]) -> sympy.Expr:
    match node.operator, arguments:
        case "+", (left, right):
            return left + right
        case "-", (left, right):
            return left - right
        case "*", (left, right):
            return left * right
        case "/", (left, right):
            return left / right
        case "negative", (only,):
            return -only
        case "^", (only,) if isinstance(node.head, int):
            return only**node.head
        case "exp", (only,):
            return sympy.exp(only)
        case "log", (only,):
            return sympy.log(only)
        case "sqrt", (only,):
            return sympy.sqrt(only)
        case _:
            raise NotProved(f"SymPy is not asked about {node}")
