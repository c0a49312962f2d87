"""Terms: what a formula says, before any algebra."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias, TypeVar, final
from weakref import WeakValueDictionary

Value = TypeVar("Value")
Head: TypeAlias = Fraction | str | int

BINDING = {"+": 1, "-": 1, "negative": 2, "*": 3, "/": 3, "^": 5}
"""The operators written with signs, and how tightly each binds."""

FUNCTIONS = ("exp", "log", "sqrt", "min")
"""The operators written as functions of their arguments."""


@final
class Term:
    """An immutable syntax tree: a constant, a symbol, or an operator applied to terms.

    `m / m` stays a quotient, so that `m != 0` remains somebody's obligation.
    """

    __slots__ = ("__weakref__", "arguments", "head", "operator")

    operator: str
    """`constant`, `symbol`, a key of `BINDING`, or one of `FUNCTIONS`."""
    head: Head
    """A constant's value, a symbol's name, a power's exponent; empty otherwise."""
    arguments: tuple[Term, ...]

    def __new__(cls, operator: str, head: Head, arguments: tuple[Term, ...] = ()) -> Term:
        """Equal terms are one object, so that comparing them costs nothing, however large they are."""
        # 1 and Fraction(1) are equal, and terms made of them are not the same.
        key = operator, type(head), head, arguments
        known = _terms.get(key)
        if known is None:
            known = super().__new__(cls)
            for name, value in (("operator", operator), ("head", head), ("arguments", arguments)):
                object.__setattr__(known, name, value)
            known = _terms.setdefault(key, known)
        return known

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Term does not change: {name} = {value!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Term does not change: {name} stays")

    def __reduce__(self) -> tuple[type[Term], tuple[str, Head, tuple[Term, ...]]]:
        return Term, (self.operator, self.head, self.arguments)

    def __add__(self, other: Term | Fraction | int) -> Term:
        return apply("+", self, term(other))

    def __radd__(self, other: Fraction | int) -> Term:
        return apply("+", term(other), self)

    def __sub__(self, other: Term | Fraction | int) -> Term:
        return apply("-", self, term(other))

    def __rsub__(self, other: Fraction | int) -> Term:
        return apply("-", term(other), self)

    def __mul__(self, other: Term | Fraction | int) -> Term:
        return apply("*", self, term(other))

    def __rmul__(self, other: Fraction | int) -> Term:
        return apply("*", term(other), self)

    def __truediv__(self, other: Term | Fraction | int) -> Term:
        return apply("/", self, term(other))

    def __rtruediv__(self, other: Fraction | int) -> Term:
        return apply("/", term(other), self)

    def __pow__(self, exponent: int) -> Term:
        return Term("^", exponent, (self,))

    def __neg__(self) -> Term:
        return apply("negative", self)

    def fold(
        self,
        constant: Callable[[Fraction], Value],
        symbol: Callable[[str], Value],
        operate: Callable[[Term, tuple[Value, ...]], Value],
    ) -> Value:
        """Give every node a value from its arguments' values, each shared node once."""
        values: dict[Term, Value] = {}
        waiting = [self]
        while waiting:
            node = waiting[-1]
            if node in values:
                waiting.pop()
                continue
            missing = [argument for argument in node.arguments if argument not in values]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            if isinstance(node.head, Fraction):
                values[node] = constant(node.head)
            elif isinstance(node.head, str) and node.operator == "symbol":
                values[node] = symbol(node.head)
            else:
                values[node] = operate(node, tuple(values[argument] for argument in node.arguments))
        return values[self]

    def symbols(self) -> frozenset[str]:
        """The names that occur."""
        none: frozenset[str] = frozenset()
        return self.fold(
            lambda _: none,
            lambda name: frozenset((name,)),
            lambda _, arguments: none.union(*arguments),
        )

    def substitute(self, values: dict[str, Term]) -> Term:
        """Put terms in the place of symbols."""
        return self.fold(
            term,
            lambda name: values.get(name, Symbol(name)),
            lambda node, arguments: Term(node.operator, node.head, arguments),
        )

    def __str__(self) -> str:
        return self.fold(_constant_text, lambda name: (name, 9), _text)[0]

    def __repr__(self) -> str:
        return f"Term[{self}]"


_terms: WeakValueDictionary[tuple[str, type, Head, tuple[Term, ...]], Term] = WeakValueDictionary()


def term(value: Term | Fraction | int) -> Term:
    """The term that a number is."""
    return value if isinstance(value, Term) else Term("constant", Fraction(value))


def apply(operator: str, *arguments: Term) -> Term:
    """An operator applied to terms."""
    return Term(operator, "", arguments)


def Symbol(name: str) -> Term:
    """The term that stands for any number."""
    return Term("symbol", name)


Written = tuple[str, int]
"""A text and how tightly it binds."""


def _constant_text(value: Fraction) -> Written:
    return str(value), (BINDING["/"] if value.denominator > 1 else 9) if value >= 0 else BINDING["negative"]


def _text(node: Term, arguments: tuple[Written, ...]) -> Written:
    if node.operator not in BINDING or len(arguments) != (1 if node.operator in ("negative", "^") else 2):
        return f"{node.operator}({', '.join(text for text, _ in arguments)})", 9
    strength = BINDING[node.operator]

    def inside(written: Written, least: int) -> str:
        return written[0] if written[1] >= least else f"({written[0]})"

    if node.operator == "negative":
        return f"-{inside(arguments[0], strength + 1)}", strength
    if node.operator == "^":
        return f"{inside(arguments[0], strength + 1)}^{node.head}", strength
    left, right = arguments
    space = " " if strength == BINDING["+"] else ""
    least = strength if node.operator in "+*" else strength + 1
    return f"{inside(left, strength)}{space}{node.operator}{space}{inside(right, least)}", strength
