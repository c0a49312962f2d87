"""What SymPy finds, as a term: a fold over its expressions, the way back of `to_sympy`."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import mul

import sympy

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof_proofs.kernel.errors import NotProved


def from_sympy(expression: sympy.Expr) -> Term:
    """A term that says what an expression says: its sums and products in the order in which SymPy prints them."""
    match expression:
        case sympy.Rational():
            return term(Fraction(int(expression.p), int(expression.q)))
        case sympy.Symbol():
            return Symbol(expression.name)
        case sympy.Add():
            return added(expression)
        case sympy.Mul() | sympy.Pow():
            top, bottom = sympy.fraction(expression)
            if bottom != sympy.Integer(1):
                return from_sympy(top) / from_sympy(bottom)
            return multiplied(expression) if isinstance(expression, sympy.Mul) else raised(expression)
        case _:
            return applied(expression)


def added(expression: sympy.Add) -> Term:
    """A sum, in which what begins with a minus is subtracted."""
    first, *rest = expression.as_ordered_terms()
    total = from_sympy(first)
    for each in rest:
        total = total - from_sympy(-each) if each.could_extract_minus_sign() else total + from_sympy(each)
    return total


def multiplied(expression: sympy.Mul) -> Term:
    """A product without a denominator; its roots become the root of a product, from which SymPy takes numbers out."""
    factors = expression.as_ordered_factors()
    if factors[0] == sympy.Integer(-1):
        return -product(factors[1:])
    return product(factors)


def product(factors: Sequence[sympy.Expr]) -> Term:
    """The product of some factors."""
    under = [each.args[0] for each in factors if is_root(each)]
    found = [from_sympy(each) for each in factors if not is_root(each)]
    if under:
        found.append(sqrt(reduce(mul, map(from_sympy, under))))
    return reduce(mul, found)


def is_root(expression: sympy.Expr) -> bool:
    """Whether it is a square root."""
    return isinstance(expression, sympy.Pow) and expression.args[1] == sympy.Rational(1, 2)


def raised(power: sympy.Pow) -> Term:
    """A whole power, or that of a root."""
    base, exponent = power.as_base_exp()
    if isinstance(exponent, sympy.Integer):
        return from_sympy(base) ** exponent.p
    if isinstance(exponent, sympy.Rational) and exponent.q == 2:
        root = sqrt(from_sympy(base))
        return root if exponent.p == 1 else root**exponent.p
    raise NotProved(f"no term is {power}")


def applied(expression: sympy.Expr) -> Term:
    """A function of its arguments."""
    arguments = [from_sympy(each) for each in expression.args]
    match type(expression).__name__, arguments:
        case "exp", [only]:
            return exp(only)
        case "Exp1", []:
            return exp(term(1))
        case "log", [only]:
            return log(only)
        case "Min", [one, other]:
            return least(one, other)
        case name, _:
            raise NotProved(f"no term is SymPy's {name}: {expression}")
