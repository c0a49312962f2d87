"""Relations between terms, and whether they hold at a point: exactly, or by balls that leave no doubt."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NoReturn, TypeAlias, TypeVar

from ldproof.errors import Reason, Refused
from ldproof.numbers import Ball, Symbol, Term, apply_operator, ball, sign, term
from ldproof_proofs.kernel.field import Field

Number = TypeVar("Number", Fraction, Ball)
Sign: TypeAlias = Literal["=", "<=", "<", "!="]
Point: TypeAlias = Mapping[str, Fraction | int | Term]
"""An exact value for every symbol: a number, or a term without symbols such as log(2)."""

NEGATION: Mapping[str, tuple[bool, Sign]] = {
    "=": (False, "!="),
    "!=": (False, "="),
    "<=": (True, "<"),
    "<": (True, "<="),
}
"""Whether the sides swap, and the sign between them."""


@dataclass(frozen=True, slots=True)
class Relation:
    """Two terms and the sign between them."""

    left: Term
    sign: Sign
    right: Term

    def __post_init__(self) -> None:
        if self.sign not in NEGATION:
            raise ValueError(f"no relation has the sign {self.sign!r}: the signs are {', '.join(NEGATION)}")

    @property
    def slack(self) -> Term:
        """What is at least 0 where an inequality holds, 0 where an equation does, not 0 where `!=` does."""
        if self.sign == "!=":
            return self.left - self.right
        return self.right if self.left is _ZERO else self.right - self.left

    def symbols(self) -> frozenset[str]:
        """The symbols of both sides."""
        return self.left.symbols() | self.right.symbols()

    def substitute(self, values: Mapping[str, Term]) -> "Relation":
        """Put terms in the place of symbols."""
        table = dict(values)
        return Relation(self.left.substitute(table), self.sign, self.right.substitute(table))

    def negation(self) -> "Relation":
        """What holds where this does not."""
        swapped, sign = NEGATION[self.sign]
        return Relation(self.right, sign, self.left) if swapped else Relation(self.left, sign, self.right)

    def holds_at(self, point: Point) -> bool:
        """Whether it is true at a point; undefined terms make it false, and an open question is refused."""
        try:
            exact = value_at(self.slack, point)
            # What has an exact value is defined.
            if exact is None and obligations(placed(self.left, point), placed(self.right, point)):
                return False
            slack = sign_at(self.slack, point) if exact is None else exact.numerator
            return accords(slack, self.sign)
        except (ZeroDivisionError, Undefined):
            return False

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


_ZERO = term(0)


class Undefined(ArithmeticError):  # noqa: N818  (a fact about a point)
    """A term has no value at a point."""


def accords(slack: int, sign: Sign) -> bool:
    """Whether a slack of this sign makes the relation true."""
    match sign:
        case "=":
            return slack == 0
        case "!=":
            return slack != 0
        case "<=":
            return slack >= 0
        case "<":
            return slack > 0


def equal(left: Term | Fraction | int, right: Term | Fraction | int) -> Relation:
    """Left = right."""
    return Relation(term(left), "=", term(right))


def at_most(left: Term | Fraction | int, right: Term | Fraction | int) -> Relation:
    """Left <= right."""
    return Relation(term(left), "<=", term(right))


def below(left: Term | Fraction | int, right: Term | Fraction | int) -> Relation:
    """Left < right."""
    return Relation(term(left), "<", term(right))


def sign_at(expression: Term, point: Point) -> int:
    """The sign of a term at a point."""
    exact = value_at(expression, point)
    if exact is not None:
        return (exact > 0) - (exact < 0)
    return sign(lambda: ball_at(expression, point))


def value_at(expression: Term, point: Point) -> Fraction | None:
    """The exact value of a term at a point, or None where it is irrational."""
    try:
        return expression.fold(_itself, valuation(point, _itself), apply_operator)
    except Refused as refusal:
        if refusal.reason is Reason.IRRATIONAL:
            return None
        raise Undefined(str(refusal)) from refusal


def ball_at(expression: Term, point: Point) -> Ball:
    """A ball around the value of a term at a point, at the precision that is set."""
    return expression.fold(ball, valuation(point, ball), apply_operator)


def valuation(point: Point, number: Callable[[Fraction], Number]) -> Callable[[str], Number]:
    """The value of a symbol at a point, in the number system of a constant's."""

    def value(name: str) -> Number:
        return term(point[name]).fold(number, unknown, apply_operator) if name in point else unknown(name)

    return value


def _itself(value: Fraction) -> Fraction:
    return value


def placed(expression: Term, point: Point) -> Term:
    """A term with the point's values in the place of its symbols."""
    return expression.substitute({name: term(value) for name, value in point.items()})


def unknown(name: str) -> NoReturn:
    """What a symbol without a value comes to."""
    raise Undefined(f"the point gives no value for {name}")


@lru_cache(1 << 12)
def obligations(*terms: Term) -> tuple[Relation, ...]:
    """What must hold for the terms to be defined at all, innermost first."""
    owed: dict[Relation, None] = {}

    def visit(node: Term, _: tuple[None, ...]) -> None:
        match node.operator:
            case "/":
                owed[Relation(node.arguments[1], "!=", _ZERO)] = None
            case "^" if isinstance(node.head, int) and node.head < 0:
                owed[Relation(node.arguments[0], "!=", _ZERO)] = None
            case "log":
                owed[Relation(_ZERO, "<", node.arguments[0])] = None
            case "sqrt":
                owed[Relation(_ZERO, "<=", node.arguments[0])] = None
            case _:
                pass

    for each in terms:
        each.fold(lambda _: None, lambda _: None, visit)
    return tuple(owe for owe in owed if owe.symbols() or not owe.holds_at({}))


def identical(one: Term, other: Term) -> bool:
    """Whether terms have one normal form: their numbers are defined, and there is no 1/0 or log(0) in disguise."""
    owed = obligations(one, other)
    if any(not each.symbols() or (each.sign != "<=" and vanishing(each.slack)) for each in owed):
        return False
    return vanishing(one - other)


def vanishing(node: Term) -> bool:
    """Whether a term's normal form is 0."""
    return Field([node]).is_zero(node)


def parts_of(whole: Term) -> frozenset[Term]:
    """A term's subterms."""
    parts: set[Term] = set()
    whole.fold(
        lambda value: parts.add(term(value)),
        lambda name: parts.add(Symbol(name)),
        lambda node, _: parts.add(node),
    )
    return frozenset(parts)
