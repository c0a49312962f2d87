"""Exactness: where a term's constants alone decide its value, and how an exact value is written."""

from fractions import Fraction

from flint import fmpz

from ldproof.numbers.systems import operate
from ldproof.numbers.term import Term
from ldproof.rejections import Reason, Refused


def rational(expression: Term) -> Fraction | None:
    """The value of a term if it is seen to be a fraction, whatever real numbers its symbols stand for."""

    def constant(value: Fraction) -> Fraction | None:
        return value

    return expression.fold(constant, lambda _: None, _value)


def written(value: Fraction) -> str:
    """Numerator and denominator in full, also where Python's own conversion would refuse for their length."""
    return f"{fmpz(value.numerator)}/{fmpz(value.denominator)}"


def _value(node: Term, arguments: tuple[Fraction | None, ...]) -> Fraction | None:
    """An operator's value; of an argument that is None no more is known than that it is a real number."""
    if node.operator == "*" and 0 in arguments:
        return Fraction(0)
    if node.operator == "^" and node.head == 0:
        return Fraction(1)
    known = tuple(argument for argument in arguments if argument is not None)
    if len(known) < len(arguments):
        return None
    try:
        return operate(node, known)
    except Refused as refusal:
        if refusal.reason is Reason.IRRATIONAL:
            return None
        raise
