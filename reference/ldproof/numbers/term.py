"""Terms: what a formula says, before any algebra."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar, final
from weakref import ref

from ldproof.numbers.rational import Rational

Value = TypeVar("Value")
Made = TypeVar("Made")
Head: TypeAlias = Fraction | str | int

BINDING = {"+": 1, "-": 1, "negative": 2, "*": 3, "/": 3, "^": 5}
"""The operators written with signs, and how tightly each binds."""

FUNCTIONS = ("exp", "log", "sqrt", "min")
"""The operators written as functions of their arguments."""

ARGUMENTS = {"constant": 0, "symbol": 0} | dict.fromkeys(("negative", "^", "exp", "log", "sqrt"), 1)
ARGUMENTS |= dict.fromkeys(("+", "-", "*", "/", "min"), 2)
"""How many arguments each operator has."""

HEADS: Mapping[str, type] = {"constant": Fraction, "symbol": str, "^": int}
"""What stands at the head of a term, where that is not empty."""


class KeyedReference(ref[Made]):
    """A weak reference to an interned object, with its key."""

    __slots__ = ("key",)
    key: Hashable


class Interned(Generic[Made]):
    """A thread-safe table of weakly held objects, one for each key.

    `WeakValueDictionary` does the same, with several more calls per look-up.
    """

    __slots__ = ("_forgotten", "_references")

    def __init__(self) -> None:
        self._references: dict[Hashable, KeyedReference[Made]] = {}
        self._forgotten = self._forget  # bound once

    def find(self, key: Hashable) -> Made | None:
        """The live object with this key, or None."""
        reference = self._references.get(key)
        return None if reference is None else reference()

    def keep(self, key: Hashable, made: Made) -> Made:
        """The object with this key: `made`, unless another thread has stored one before."""
        reference = KeyedReference(made, self._forgotten)
        reference.key = key
        while (other := self._references.setdefault(key, reference)) is not reference:
            if (known := other()) is not None:
                return known
            self._forget(other)
        return made

    def _forget(self, reference: KeyedReference[Made]) -> None:
        if self._references.get(reference.key) is reference:
            self._references.pop(reference.key, None)


NONE: frozenset[str] = frozenset()

new, put = object.__new__, object.__setattr__


@final
class Term:
    """An immutable syntax tree: a constant, a symbol, or an operator applied to terms.

    `m / m` stays a quotient, so that `m != 0` remains somebody's obligation.
    """

    __slots__ = ("__weakref__", "_inside", "_symbols", "arguments", "head", "operator")

    operator: str
    """`constant`, `symbol`, a key of `BINDING`, or one of `FUNCTIONS`."""
    head: Head
    """A constant's value, a symbol's name, a power's exponent; empty otherwise."""
    arguments: tuple[Term, ...]
    _symbols: frozenset[str]
    _inside: tuple[Term, ...]
    """All nodes but itself, once they have been asked for."""

    def __new__(cls, operator: str, head: Head, arguments: tuple[Term, ...] = ()) -> Term:
        """Equal terms are one object, so that comparing them costs nothing, however large they are."""
        # 1 and Fraction(1) are equal, and terms made of them are not the same.
        ratio = head.as_integer_ratio() if type(head) is Fraction else head  # a Fraction is slow to hash
        key = operator, type(head), ratio, arguments
        found = find_term(key)
        if found is None:
            _check_term(operator, head, arguments)
            found = new(cls)
            symbols = frozenset((head,)) if operator == "symbol" and isinstance(head, str) else NONE
            for argument in arguments:
                symbols = symbols | argument._symbols if symbols else argument._symbols  # noqa: SLF001
            put(found, "operator", operator)
            put(found, "head", head)
            put(found, "arguments", arguments)
            put(found, "_symbols", symbols)
            found = TERMS.keep(key, found)
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Term does not change: {name} = {value!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Term does not change: {name} stays")

    def __eq__(self, other: object) -> bool:
        """Whether they are one object; a number is no term, so that code that branches on its value is found out."""
        if not isinstance(other, Term):
            raise TypeError(f"a Term has no value: {self} is not compared with {other!r}")
        return self is other

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError(f"a Term has no value: {self} is neither true nor false")

    def __reduce__(self) -> tuple[type[Term], tuple[str, Head, tuple[Term, ...]]]:
        return Term, (self.operator, self.head, self.arguments)

    def __add__(self, other: Term | Fraction | int) -> Term:
        return apply_to_terms("+", self, term(other))

    def __radd__(self, other: Fraction | int) -> Term:
        return apply_to_terms("+", term(other), self)

    def __sub__(self, other: Term | Fraction | int) -> Term:
        return apply_to_terms("-", self, term(other))

    def __rsub__(self, other: Fraction | int) -> Term:
        return apply_to_terms("-", term(other), self)

    def __mul__(self, other: Term | Fraction | int) -> Term:
        return apply_to_terms("*", self, term(other))

    def __rmul__(self, other: Fraction | int) -> Term:
        return apply_to_terms("*", term(other), self)

    def __truediv__(self, other: Term | Fraction | int) -> Term:
        return apply_to_terms("/", self, term(other))

    def __rtruediv__(self, other: Fraction | int) -> Term:
        return apply_to_terms("/", term(other), self)

    def __pow__(self, exponent: int) -> Term:
        return Term("^", exponent, (self,))

    def __neg__(self) -> Term:
        return apply_to_terms("negative", self)

    def fold(
        self,
        constant: Callable[[Fraction], Value],
        symbol: Callable[[str], Value],
        operate: Callable[[Term, tuple[Value, ...]], Value],
        known: dict[Term, Value] | None = None,
    ) -> Value:
        """Give every node a value from its arguments' values, each shared node once; `known` keeps them."""
        values: dict[Term, Value] = {} if known is None else known
        for node in self.nodes() if known is None else self.beyond(known):
            if type(node.head) is Fraction:
                values[node] = constant(node.head)
            elif node.operator == "symbol" and isinstance(node.head, str):
                values[node] = symbol(node.head)
            else:
                values[node] = operate(node, tuple([values[argument] for argument in node.arguments]))
        return values[self]

    def nodes(self) -> tuple[Term, ...]:
        """Every node once, each after its arguments."""
        if not self.arguments:
            return (self,)
        try:
            return (*self._inside, self)
        except AttributeError:  # terms are folded again and again: the order is worked out the first time
            object.__setattr__(self, "_inside", tuple(self.beyond(()))[:-1])
            return (*self._inside, self)

    def beyond(self, known: Container[Term]) -> Iterator[Term]:
        """Likewise, without those that are known, and what is below them."""
        found: set[Term] = set()
        waiting = [] if self in known else [self]
        while waiting:
            node = waiting[-1]
            if node in found:
                waiting.pop()
                continue
            arguments = node.arguments
            if arguments and (
                missing := [each for each in arguments if each not in found and each not in known]
            ):
                waiting.extend(missing)
            else:
                found.add(node)
                yield waiting.pop()

    def symbols(self) -> frozenset[str]:
        """The names that occur."""
        return self._symbols

    def substitute(self, values: dict[str, Term]) -> Term:
        """Put terms in the place of symbols; what has none of them stays as it is."""
        if self._symbols.isdisjoint(values):
            return self
        return self.fold(
            term,
            lambda name: values.get(name, Symbol(name)),
            lambda node, arguments: (
                node if arguments == node.arguments else Term(node.operator, node.head, arguments)
            ),
        )

    def __str__(self) -> str:
        return self.fold(_constant_text, lambda name: (name, 9), _operator_text)[0]

    def __repr__(self) -> str:
        return f"Term[{self}]"


TERMS: Interned[Term] = Interned()
find_term = TERMS.find


def _check_term(operator: str, head: Head, arguments: tuple[Term, ...]) -> None:
    """Every operator has its number of arguments, a power a whole exponent, a constant a fraction."""
    fits = type(head) is HEADS[operator] if operator in HEADS else type(head) is str and not head
    if type(head) is Fraction:  # NumPy's integers have no room for what is computed from them
        fits = fits and {type(part) for part in head.as_integer_ratio()} == {int}
    wanted = [Term] * ARGUMENTS[operator] if operator in ARGUMENTS else None
    if not fits or type(arguments) is not tuple or [*map(type, arguments)] != wanted:
        raise TypeError(f"no term: {operator!r} {head!r} of {arguments!r}")


def term(value: Term | Fraction | int) -> Term:
    """The term that a number is."""
    if type(value) is Term:
        return value
    if type(value) is Rational or type(value) is int:  # made only if it is not there yet
        known = find_term(("constant", Fraction, value.as_integer_ratio(), ()))
        return Term("constant", Fraction(value)) if known is None else known
    return Term("constant", value if type(value) is Fraction else Fraction(value))


def apply_to_terms(operator: str, *arguments: Term) -> Term:
    """An operator applied to terms."""
    return Term(operator, "", arguments)


def Symbol(name: str) -> Term:
    """The term that stands for any number."""
    return Term("symbol", name)


Written = tuple[str, int]
"""A text and how tightly it binds."""


def _constant_text(value: Fraction) -> Written:
    return str(value), (BINDING["/"] if value.denominator > 1 else 9) if value >= 0 else BINDING["negative"]


def _operator_text(node: Term, arguments: tuple[Written, ...]) -> Written:
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
