"""Re-checks proof objects: `python check.py DIR`. One file, Python's standard library, and nothing else.

An object is a theorem alone in a JSON file. This program believes none of what an object says of itself: it
rebuilds everything from the syntax trees of the statement, and asks of the certificate only what to multiply with
what. Variables range over the real numbers. "If G then R" means: wherever all of G is defined and true, R is
defined and true. Read it in this order:

  1 terms          syntax trees, and what is made of them
  2 reading        strict JSON, by schemas
  3 polynomials    with rational coefficients
  4 intervals      a number between two decimals, as close as is needed
  5 normal forms   polynomials in variables, exponentials, logarithms, roots, minima and inverses
  6 relations      what is defined, what is true at a point
  7 chains         the rule `chain`: each step is a sum of products of facts
  8 charts         the rules `signs` and `shape`: where a function of u and e^u is positive
  9 rounds         the rules `induction` and `instance`
  10 objects       each after those that it cites; what is taken on trust is counted, and said

It takes on trust, and lists: the facts of analysis in `ALWAYS`, what others have shown (`citation`), what symbols
stand for in words (`reading`), that recurrences and records (`ground`) are a program's, and enumerations.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, Inexact
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from math import gcd, isqrt, lcm
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple, TypeVar

FORMAT, ADDRESS = "ldproof proof object 1", 64


class Refused(Exception):  # noqa: N818  (it is an answer)
    """What an object does not show."""


def demand(condition: bool, why: object) -> None:
    """Refuse unless it is so."""
    if not condition:
        raise Refused(str(why))


# 1 Terms ---------------------------------------------------------------------------------------------------

FUNCTIONS = ("exp", "log", "sqrt", "min")
ARGUMENTS = {"negative": 1, "exp": 1, "log": 1, "sqrt": 1, "+": 2, "-": 2, "*": 2, "/": 2, "min": 2}


class Term:
    """A syntax tree. Equal trees are one object, so that `==` says whether two are the same."""

    made: dict[tuple[object, ...], Term] = {}  # noqa: RUF012
    operator: str
    head: Fraction | str | int
    """A constant's value, a variable's name, a power's exponent."""
    arguments: tuple[Term, ...]
    symbols: frozenset[str]
    depth: int
    """How many functions stand around each other in it."""

    def __new__(cls, operator: str, head: Fraction | str | int, *arguments: Term) -> Term:  # noqa: PYI034
        """The one tree with these parts."""
        key = (operator, type(head), head, *map(id, arguments))
        if key not in cls.made:
            cls.made[key] = term = super().__new__(cls)
            term.operator, term.head, term.arguments = operator, head, arguments
            own = frozenset([head] if operator == "symbol" and isinstance(head, str) else [])
            term.symbols = own.union(*(each.symbols for each in arguments))
            term.depth = max((each.depth for each in arguments), default=0) + (operator in FUNCTIONS)
        return cls.made[key]

    def __add__(self, other: Term) -> Term:
        return Term("+", "", self, other)

    def __sub__(self, other: Term) -> Term:
        return Term("-", "", self, other)

    def __mul__(self, other: Term) -> Term:
        return Term("*", "", self, other)

    def __pow__(self, exponent: int) -> Term:
        return Term("^", exponent, self)

    def __lt__(self, other: Term) -> Relation:
        return Relation(self, "<", other)

    def __le__(self, other: Term) -> Relation:
        return Relation(self, "<=", other)

    def __str__(self) -> str:
        inner = [*map(str, self.arguments)]
        if not inner:
            return str(self.head)
        if len(inner) == 2 and self.operator != "min":
            return f"({inner[0]} {self.operator} {inner[1]})"
        name = self.operator.replace("negative", "-")
        return f"{inner[0]}^{self.head}" if name == "^" else f"{name}({', '.join(inner)})"


def number(value: Fraction | int) -> Term:
    """A constant."""
    return Term("constant", Fraction(value))


ZERO, ONE = number(0), number(1)
symbol = partial(Term, "symbol")
exp, log, sqrt, least = (partial(Term, name, "") for name in FUNCTIONS)

Value = TypeVar("Value")


def fold(root: Term, made: Callable[[Term, list[Value]], Value], found: dict[Term, Value]) -> Value:
    """What is made of a term and of what is made of its arguments: of each subterm once, after those in it."""
    waiting = [root]
    while waiting:
        node = waiting[-1]
        if missing := [each for each in node.arguments[::-1] if each not in found]:
            waiting += missing
        elif waiting.pop() not in found:
            found[node] = made(node, [found[each] for each in node.arguments])
    return found[root]


def inside(*roots: Term) -> list[Term]:
    """Every subterm once, each after those in it."""
    found: dict[Term, None] = {}
    for root in roots:
        fold(root, lambda *_: None, found)
    return [*found]


def put(values: Mapping[str, Term], into: Term) -> Term:
    """Terms in the place of variables, all at once."""

    def replaced(node: Term, parts: list[Term]) -> Term:
        own = values.get(str(node.head)) if node.operator == "symbol" else None
        return own or Term(node.operator, node.head, *parts)

    return into if into.symbols.isdisjoint(values) else fold(into, replaced, {})


Number = TypeVar("Number", "Polynomial", "Interval", Fraction)


def worked(
    node: Term, parts: list[Number], known: Callable[[Fraction], Number], inverse: Callable[[Number], Number]
) -> Number:
    """The value of a term from those of its arguments, in numbers that have constants and inverses."""
    match node.operator, node.head:
        case "constant", Fraction() as value:
            return known(value)
        case "^", int(times):
            return power(parts[0] if times >= 0 else inverse(parts[0]), abs(times), known(Fraction(1)))
        case "negative", _:
            return -parts[0]
        case "+", _:
            return parts[0] + parts[1]
        case "-", _:
            return parts[0] + -parts[1]
        case "*", _:
            return parts[0] * parts[1]
        case "/", _:
            return parts[0] * inverse(parts[1])
        case _:
            raise Refused(f"{node} has no value")


def power(base: Number, times: int, one: Number) -> Number:
    """A power, by squaring."""
    found = one
    for digit in f"{times:b}":
        found = found * found * base if digit == "1" else found * found
    return found


# 2 Reading -------------------------------------------------------------------------------------------------


class Relation(NamedTuple):
    """Two terms and the sign between them: `=`, `<=`, `<` or `!=`."""

    left: Term
    sign: str
    right: Term

    @property
    def slack(self) -> Term:
        """What is 0, at least 0, above 0, or not 0."""
        return self.right - self.left

    @property
    def symbols(self) -> frozenset[str]:
        """The variables in it."""
        return self.left.symbols | self.right.symbols

    def put(self, values: Mapping[str, Term]) -> Relation:
        """Terms in the place of variables."""
        return Relation(put(values, self.left), self.sign, put(values, self.right))

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


Facts = Mapping[str, Relation]
Meanings = Mapping[str, "frozenset[Meaning]"]


def term(data: object, part: Callable[[object], Term] | None = None) -> Term:
    """`["constant", "1/2"]`, `["symbol", "x"]`, `["^", base, 3]`, or an operator before its arguments."""
    part = part or term
    match data:
        case ["constant", value]:
            return number(fraction(value))
        case ["symbol", str(name)]:
            return symbol(name)
        case ["^", base, times]:
            if not isinstance(times, int) or type(times) is not int:
                raise Refused(f"no int: {times}")
            demand(abs(times) < 1 << 20, "an exponent is too large")
            return part(base) ** times
        case [str(operator), *arguments] if ARGUMENTS.get(operator) == len(arguments):
            return Term(operator, "", *map(part, arguments))
    raise Refused(f"no term: {str(data)[:60]}")


def relation(data: object, part: Callable[[object], Term] = term) -> Relation:
    """A left side, a sign, a right side."""
    match data:
        case [left, ("=" | "<=" | "<" | "!=") as sign, right]:
            return Relation(part(left), sign, part(right))
        case _:
            raise Refused(f"no relation: {str(data)[:60]}")


def fraction(data: object) -> Fraction:
    """A fraction, written as `-3` or `3/4`."""
    if not isinstance(data, str) or not re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", data, re.ASCII):
        raise Refused(f"no fraction: {data}")
    return Fraction(data)


class Data(SimpleNamespace):
    """The fields of an object of JSON, each as its schema says."""


def read(schema: object, data: object) -> object:
    """JSON as a schema says: a type, how to read it, fields, names (of `str`), a list of one thing, or a tuple."""
    if isinstance(schema, type):
        if type(data) is not schema:  # true is no whole number
            raise Refused(f"no {schema.__name__}: {str(data)[:60]}")
        return data
    match schema, data:
        case {"str": each}, dict():
            return {name: read(each, value) for name, value in data.items()}
        case dict(), dict():
            names = sorted(schema)
            demand(sorted(data) == names, f"fields {sorted(data)} in the place of {names}")
            return Data(**{name: read(schema[name], data[name]) for name in names})
        case [each], list():
            return [read(each, value) for value in data]
        case tuple(), list() if len(schema) == len(data):
            return tuple(map(read, schema, data))
    if callable(schema):
        return schema(data)
    raise Refused(f"not of the form of {schema}: {str(data)[:60]}")


def either(data: object) -> Term | str:
    """A term, or a number as it is printed."""
    return data if isinstance(data, str) else term(data)


def source(data: object) -> object:
    """Where a fact is from: analysis, or another object."""
    lemma = {"theorem": str, "object": str, "values": {"str": term}}
    return read({"fact": str, "of": [term]} if isinstance(data, dict) and "fact" in data else lemma, data)


TERMS, FACTS, ENTRIES = {"str": term}, {"str": relation}, {"first": term, "later": term}
PRODUCT = {"factor": fraction, "facts": [str], "squares": [term], "scale": term}
WHY = {"products": [PRODUCT], "times": [PRODUCT], "negated": bool}
DEFINED = [(relation, WHY)]
STEPS = {"steps": [{"sign": str, "to": term, "reason": str, "because": WHY}], "defined": DEFINED}
ANCHOR = {"formula": str, "value": either, "definition": either}
ANY = {"format": str, "name": str, "rule": str, "anchors": [ANCHOR]}
ALONE = {**ANY, "lemmas": {"str": str}}
POINT = {"reading": str, "printed": relation, "given": FACTS, "point": TERMS, "elsewhere": TERMS}
SAID = {**ALONE, "says": str, "scope": str}
RESTING = {**ANY, "reading": str, "given": FACTS, "known": [(str, source)], "witness": TERMS}
IMPLICATION = {**RESTING, "goal": relation, "stands": [str]}
CODE = {"code": {"start": str, "turn": str}, "start": ENTRIES, "turn": ENTRIES}
ROWS = {"reach": int, "entries": {"str": {"str": str}}, "powers": {"str": str}, "nonnegative": bool}
ROUNDS = {"base": term, "kinds": [{"silent": term, "spoken": TERMS}], "invariant": relation}
OF_ROUNDS = {"theorem": str, "object": str, "kinds": [TERMS], "values": TERMS}
RULES: Mapping[str, Mapping[str, object]] = {
    "chain": {**IMPLICATION, "certificate": STEPS},
    "shape": {**IMPLICATION, "certificate": {"kind": str, "expression": term, "inverse": bool}},
    "citation": {**IMPLICATION, "certificate": {"reference": str}},
    "point": {**ALONE, **POINT},
    "signs": {**ALONE, "reading": str, "expression": term, "of": str, "signs": [int], "root": str},
    "induction": {**RESTING, **CODE, **ROWS, **ROUNDS, "certificate": {"str": STEPS}},
    "instance": {**RESTING, **OF_ROUNDS, "certificate": {"defined": DEFINED}},
    "ground": {**SAID, "nodes": [list], "cases": [(str, int, str, int)]},
    "enumeration": {**SAID, "cases": int},
}
"""What an object of each rule says."""


def parsed(text: str) -> object:
    """JSON without numbers that are not whole, and without a name that stands twice in one object."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        demand(len(dict(pairs)) == len(pairs), "a name stands twice in one object")
        return dict(pairs)

    def never(number: str) -> object:
        raise Refused(f"{number} is not exact")

    return json.loads(text, object_pairs_hook=once, parse_float=never, parse_constant=never)


# 3 Polynomials ---------------------------------------------------------------------------------------------
# A monomial x0^a x1^b ... is the whole number a + b 2^32 + ...: to multiply monomials, add the numbers.

WIDTH = 32


class Polynomial:
    """A sum of multiples of monomials; `degree` is a bound on every exponent in it."""

    def __init__(self, parts: Mapping[int, Fraction | int], degree: int) -> None:
        demand(degree < 1 << (WIDTH - 1), "an exponent is too large")  # or it would run into its neighbour
        self.parts, self.degree = {each: factor for each, factor in parts.items() if factor}, degree

    def __add__(self, other: Polynomial) -> Polynomial:
        parts = dict(self.parts)
        for monomial, factor in other.parts.items():
            parts[monomial] = parts.get(monomial, 0) + factor
        return Polynomial(parts, max(self.degree, other.degree))

    def __neg__(self) -> Polynomial:
        return self * constant(-1)

    def __mul__(self, other: Polynomial) -> Polynomial:
        parts: dict[int, Fraction | int] = {}
        demand(len(self.parts) * len(other.parts) < 10**7, "a polynomial is too large")
        for one, left in self.parts.items():
            for two, right in other.parts.items():
                parts[one + two] = parts.get(one + two, 0) + left * right
        return Polynomial(parts, self.degree + other.degree)

    def places(self) -> list[int]:
        """The variables that occur."""
        every = range(max(self.parts, default=0).bit_length() // WIDTH + 1)
        return [place for place in every if any(exponent(monomial, place) for monomial in self.parts)]

    def split(self, place: int) -> dict[int, Polynomial]:
        """What stands beside each power of a variable."""
        found: dict[int, dict[int, Fraction | int]] = {}
        for monomial, factor in self.parts.items():
            times = exponent(monomial, place)
            found.setdefault(times, {})[monomial - (times << WIDTH * place)] = factor
        return {times: Polynomial(parts, self.degree) for times, parts in found.items()}

    def put(self, place: int, value: Polynomial) -> Polynomial:
        """With another polynomial in the place of a variable."""
        return joined(self.split(place), value)


def exponent(monomial: int, place: int) -> int:
    """The exponent of a variable in a monomial."""
    return monomial >> WIDTH * place & (1 << WIDTH) - 1


def joined(parts: Mapping[int, Polynomial], value: Polynomial) -> Polynomial:
    """The sum of polynomials times powers of another one, by Horner."""
    found, last = NOTHING, max(parts, default=0)
    for times in sorted(parts, reverse=True):
        found, last = found * power(value, last - times, UNIT) + parts[times], times
    return found * power(value, last, UNIT)


def constant(value: Fraction | int) -> Polynomial:
    """A number; whole ones are quicker to multiply as such."""
    return Polynomial({0: value.numerator if value.denominator == 1 else value}, 0)


def variable(place: int, times: int = 1) -> Polynomial:
    """A power of a variable."""
    return Polynomial({times << WIDTH * place: 1}, times)


NOTHING, UNIT = constant(0), constant(1)


# 4 Intervals -----------------------------------------------------------------------------------------------
# `decimal` rounds sums, products and quotients down or up as it is told, and e^x, ln x and the square root to the
# nearest: so the decimals next to these are bounds. It also says whether anything was rounded.

DIGITS = (25, 50, 100, 200, 400, 800)
DOWN, UP = Context(rounding=ROUND_FLOOR), Context(rounding=ROUND_CEILING)


class Undecided(Exception):  # noqa: N818
    """More digits are needed."""


@dataclass(frozen=True)
class Interval:
    """The decimals between which a number lies."""

    low: Decimal
    high: Decimal

    def sign(self) -> int:
        """The sign of the number, if it is decided."""
        if self.low <= 0 <= self.high and self.low < self.high:
            raise Undecided
        return (self.low > 0) - (self.low < 0)

    def __add__(self, other: Interval) -> Interval:
        return Interval(DOWN.add(self.low, other.low), UP.add(self.high, other.high))

    def __neg__(self) -> Interval:
        return Interval(self.high.copy_negate(), self.low.copy_negate())

    def __mul__(self, other: Interval) -> Interval:
        ends = [(one, two) for one in (self.low, self.high) for two in (other.low, other.high)]
        return Interval(min(DOWN.multiply(*each) for each in ends), max(UP.multiply(*each) for each in ends))

    def inverse(self) -> Interval:
        """1 over it."""
        demand(self.sign() != 0, "it divides by 0")
        return Interval(DOWN.divide(Decimal(1), self.high), UP.divide(Decimal(1), self.low))

    def under(self, function: str) -> Interval:
        """e^x, ln x or the square root of x, all increasing: between the values at both ends."""
        demand(function == "exp" or self.sign() >= (function == "log"), f"there is no {function} of it")
        demand(function != "exp" or abs(self.low) + abs(self.high) < 10**9, "an exponent is too large")

        def rounded(end: Decimal, context: Context, beside: Callable[[Decimal], Decimal]) -> Decimal:
            context.clear_flags()
            found = {"exp": context.exp, "log": context.ln, "sqrt": context.sqrt}[function](end)
            return beside(found) if context.flags[Inexact] else found

        return Interval(rounded(self.low, DOWN, DOWN.next_minus), rounded(self.high, UP, UP.next_plus))


def exactly(value: Fraction | int) -> Interval:
    """A number that is known."""
    both = Decimal(value.numerator), Decimal(value.denominator)
    return Interval(DOWN.divide(*both), UP.divide(*both))


enclosures: dict[int, dict[Term, Fraction | Interval]] = {digits: {} for digits in DIGITS}


def measured(root: Term) -> Interval:
    """Where the value of a term without variables lies; that it has one is seen on the way."""

    def enclosed(node: Term, parts: list[Fraction | Interval]) -> Fraction | Interval:
        def inverse(value: Fraction) -> Fraction:
            demand(value != 0, "it divides by 0")
            return 1 / value

        known = [each for each in parts if isinstance(each, Fraction)]
        if node.operator not in FUNCTIONS and len(known) == len(parts):
            return worked(node, known, lambda value: value, inverse)
        if node.operator == "sqrt" and known and known[0] >= 0:
            root = Fraction(isqrt(known[0].numerator), isqrt(known[0].denominator))
            if root**2 == known[0]:
                return root
        if node.operator == "min" and len(known) == 2:
            return min(known)
        inner = [exactly(each) if isinstance(each, Fraction) else each for each in parts]
        if node.operator == "min":
            return Interval(min(each.low for each in inner), min(each.high for each in inner))
        if node.operator in FUNCTIONS:
            return inner[0].under(node.operator)
        return worked(node, inner, exactly, Interval.inverse)

    found = fold(root, enclosed, enclosures[DOWN.prec])
    return exactly(found) if isinstance(found, Fraction) else found


def sign(enclosed: Callable[[], Interval], vanishes: Callable[[], bool], asked: int = DIGITS[0]) -> int:
    """The sign of a number, with as many digits as it takes; with some, it is asked whether it is 0 for certain."""
    for digits in DIGITS:
        DOWN.prec = UP.prec = digits
        try:
            return enclosed().sign()
        except Undecided:
            if digits == asked and vanishes():
                return 0
    raise Refused("a sign is undecided")


# 5 Normal forms --------------------------------------------------------------------------------------------
# A term is a polynomial in variables for its symbols, its functions' values and the inverses of polynomials that are
# not 0 where the term is defined ("atoms"). Two terms are equal wherever both are defined if their difference, times
# powers of atoms so that no inverse is left, is 0.


class Field:
    """The normal forms of some terms, and what each variable of the polynomials stands for."""

    def __init__(self, *roots: Term) -> None:
        self.stands: dict[int, Term] = {}
        """The symbol or the function's value that a variable stands for."""
        self.atoms: dict[int, Polynomial] = {}
        """The polynomial whose inverse a variable is."""
        self.power: dict[Term, tuple[int, int]] = {}
        """For each symbol and each function's value the variable whose power it is, and the exponent."""
        self._forms: dict[Term, Polynomial] = {}
        nodes = inside(*roots)
        for depth in sorted({node.depth for node in nodes}):
            now = [node for node in nodes if node.depth == depth]
            self._name([node for node in now if node.operator == "symbol" or node.operator in FUNCTIONS])

    def _name(self, nodes: list[Term]) -> None:
        """Variables for symbols and functions' values; exponentials of multiples of one thing are powers of one."""
        families: list[list[tuple[Term, Fraction]]] = []
        for node in nodes:
            if node.operator == "exp" and self.vanishes(self(node.arguments[0])):
                self._forms[node] = UNIT
                continue
            ratios = ((family, self._ratio(node, family[0][0])) for family in families)
            family, ratio = next((each for each in ratios if each[1]), ([], Fraction(1)))
            family.append((node, ratio or Fraction(1)))
            families += [family] * (len(family) == 1)
        for family in families:
            common = lcm(*(ratio.denominator for _, ratio in family))
            unit, first = Fraction(gcd(*(int(ratio * common) for _, ratio in family)), common), family[0][0]
            place = len(self.stands) + len(self.atoms)
            self.stands[place] = first if unit == 1 else exp(number(unit) * first.arguments[0])
            self.power |= {node: (place, int(ratio / unit)) for node, ratio in family}

    def _ratio(self, node: Term, first: Term) -> Fraction | None:
        """1 if two functions have equal arguments; for exponentials the ratio of these, if that is a number."""
        if node.operator != first.operator or node.operator == "symbol":
            return None
        if node.operator == "exp":
            return self._multiple(node.arguments[0], first.arguments[0])
        for order in (first.arguments, first.arguments[::-1]):  # a minimum has no order
            if all(self._multiple(*each) == 1 for each in zip(node.arguments, order, strict=True)):
                return Fraction(1)
        return None

    def _multiple(self, one: Term, other: Term) -> Fraction | None:
        """The number that one term is of another one, if it is one: both over the same atoms, part by part."""
        forms = self(one), self(other)  # which may need atoms
        between = len(self.stands) + len(self.atoms)
        both = self.cleared(forms[0] + forms[1] * variable(between))[0].split(between)
        left, right = (both.get(each, NOTHING).parts for each in (0, 1))
        ratios = {Fraction(factor) / right.get(each, 1) for each, factor in left.items()} or {Fraction(1)}
        return min(ratios) if len(ratios) == 1 and left.keys() == right.keys() else None

    def __call__(self, node: Term) -> Polynomial:
        """The normal form of a term."""

        def formed(each: Term, parts: list[Polynomial]) -> Polynomial:
            if each not in self.power:
                return worked(each, parts, constant, self.inverse)
            place, times = self.power[each]
            return power(variable(place) if times > 0 else self._over(variable(place)), abs(times), UNIT)

        return fold(node, formed, self._forms)

    def cleared(self, form: Polynomial) -> tuple[Polynomial, dict[int, int]]:
        """A form times the least powers of atoms that leave no inverse in it; and these."""
        times: dict[int, int] = {}
        for place in self.atoms.keys() & {*form.places()}:
            parts = form.split(place)
            times[place] = max(parts, default=0)
            form = joined({times[place] - each: part for each, part in parts.items()}, self.atoms[place])
        return form, times

    def inverse(self, form: Polynomial) -> Polynomial:
        """1 over a form: each variable that divides it becomes an atom, and what is left another one."""
        top, atoms = self.cleared(form)
        demand(bool(top.parts), "it divides by 0")
        found = UNIT
        for place, times in atoms.items():
            found *= power(self.atoms[place], times, UNIT)
        for place in top.places():
            times = min(top.split(place))
            moved = {each - (times << WIDTH * place): factor for each, factor in top.parts.items()}
            top = Polynomial(moved, top.degree)
            found *= power(self._over(variable(place)), times, UNIT) if times else UNIT
        factors = [*top.parts.values()]
        common = lcm(*(each.denominator for each in factors))
        scale = Fraction(gcd(*(int(each * common) for each in factors)), common)
        top = Polynomial({each: int(factor / scale) for each, factor in top.parts.items()}, top.degree)
        return found * constant(1 / scale) * (UNIT if top.parts == UNIT.parts else self._over(top))

    def _over(self, atom: Polynomial) -> Polynomial:
        """The variable that is 1 over an atom."""
        known = (place for place, each in self.atoms.items() if each.parts == atom.parts)
        place = next(known, len(self.stands) + len(self.atoms))
        self.atoms[place] = atom
        return variable(place)

    def vanishes(self, form: Polynomial) -> bool:
        """Whether a form is 0 once every root's square is what is under the root; outer roots come first."""
        top, _ = self.cleared(form)
        for place in reversed(top.places()):
            root = self.stands[place]
            if root.operator == "sqrt":  # A + B root
                under, parts = self(root.arguments[0]), top.split(place).items()
                halves = ({each // 2: part for each, part in parts if each % 2 == odd} for odd in (0, 1))
                return all(self.vanishes(joined(half, under)) for half in halves)
        return not top.parts

    def sign(self, top: Polynomial) -> int:
        """The sign of a polynomial in numbers."""

        def enclosed() -> Interval:
            found = exactly(0)
            for monomial, factor in top.parts.items():
                part = exactly(factor)
                for place in top.places():
                    part *= power(measured(self.stands[place]), exponent(monomial, place), exactly(1))
                found += part
            return found

        return sign(enclosed, lambda: self.vanishes(top))


def vanishing(node: Term) -> bool:
    """Whether a term is 0 wherever it is defined, by its normal form."""
    numbers = Field(node)
    return numbers.vanishes(numbers(node))


# 6 Relations -----------------------------------------------------------------------------------------------


def holds(found: Relation, point: Mapping[str, Term]) -> bool:
    """Whether it is true at a point; refused if it is undefined there, or cannot be decided."""
    slack = put(point, found.slack)
    demand(not slack.symbols, f"{', '.join(sorted(slack.symbols))} has no value")
    asked = DIGITS[0 if found.sign == "=" else -1]  # numbers are seldom equal where that is not said
    how = sign(lambda: measured(slack), lambda: vanishing(slack) and not owed(slack), asked)
    return {"=": how == 0, "!=": how != 0, "<=": how >= 0, "<": how > 0}[found.sign]


@cache
def evident(found: Relation) -> bool:
    """Whether it is about numbers alone, and true."""
    return not found.symbols and holds(found, {})


def owed(*roots: Term) -> set[Relation]:
    """What must be so for terms to be defined."""
    found: set[Relation] = set()
    for node in inside(*roots):
        if node.operator == "/" or (isinstance(node.head, int) and node.head < 0):
            found.add(Relation(node.arguments[-1], "!=", ZERO))
        elif node.operator in ("log", "sqrt"):
            found.add(Relation(ZERO, "<" if node.operator == "log" else "<=", node.arguments[0]))
    return {each for each in found if not evident(each)}


def sides(facts: Iterable[Relation]) -> list[Term]:
    """The terms in relations."""
    return [side for fact in facts for side in (fact.left, fact.right)]


# 7 Chains --------------------------------------------------------------------------------------------------
# A combination shows a relation: (a sum of products above 0) times its slack = a sum of products of at least 0. A
# product is a number times facts' slacks, squares, and any term where one of the facts is an equation (all of it is 0).


def multipliers(*combinations: Data) -> list[Term]:
    """The terms in combinations, besides the facts'."""
    products = [each for why in combinations for each in (*why.products, *why.times)]
    return [part for each in products for part in (each.scale, *each.squares)]


def check_combination(why: Data, goal: Relation, facts: Facts, field: Field) -> None:
    """Every product has its sign, and the identity holds."""

    def compared(product: Data) -> str:
        for name in product.facts:
            demand(name in facts, f"no fact that may be used is named {name}")
        signs = {facts[name].sign for name in product.facts}
        demand("!=" not in signs, "what is not 0 has no sign")
        if "=" in signs:
            return "="
        demand(product.scale is ONE and product.factor >= 0, "a factor's sign is not known")
        return "<=" if product.squares or "<=" in signs or not product.factor else "<"

    def form(products: Iterable[Data]) -> Polynomial:
        found = NOTHING
        for each in products:
            part = constant(each.factor) * field(each.scale)
            for factor in [*each.squares, *each.squares, *(facts[name].slack for name in each.facts)]:
                part *= field(factor)
            found += part
        return found

    signs, multiples = [*map(compared, why.products)], [*map(compared, why.times)]
    demand(goal.sign != "=" or {*signs} <= {"="}, f"only equations show an equation: {goal}")
    demand(goal.sign in ("=", "<=") or "<" in signs, f"no product is above 0, but {goal} is strict")
    demand(not multiples or "<" in multiples, "it is multiplied by 0")
    slack = -field(goal.slack) if goal.sign == "!=" and not why.negated else field(goal.slack)
    difference = slack * (form(why.times) if multiples else UNIT) + -form(why.products)
    demand(field.vanishes(difference), f"{goal} is not that sum of products")


def defined(facts: Facts, stated: Sequence[Term], shown: Sequence[tuple[Relation, Data]]) -> Field:
    """Facts and stated terms are defined: each obligation is shown by what those shown before it define."""
    used = multipliers(*(why for _, why in shown))
    field = Field(*sides(facts.values()), *stated, *used, *sides(each for each, _ in shown))
    needs = {name: owed(fact.left, fact.right) for name, fact in facts.items()}
    found: set[Relation] = set()
    for what, why in shown:
        demand(owed(what.left, what.right, *multipliers(why)) <= found, f"what shows {what} is not defined")
        check_combination(why, what, {name: facts[name] for name in facts if needs[name] <= found}, field)
        found.add(what)
    for each in owed(*sides(facts.values()), *stated) - found:
        raise Refused(f"nothing shows {each}")
    return field


def check_chain(facts: Facts, goal: Relation, certificate: Data, also: Iterable[Term] = ()) -> None:
    """Every term is defined; every step is shown; the steps lead from the goal's left side to its right."""
    steps: list[Data] = certificate.steps
    places = [goal.left, *(step.to for step in steps)]
    lines = [Relation(left, step.sign, step.to) for left, step in zip(places, steps, strict=False)]
    used = multipliers(*(step.because for step in steps))
    field = defined(facts, [*sides([goal, *lines]), *used, *also], certificate.defined)
    for line, step in zip(lines, steps, strict=True):
        check_combination(step.because, line, facts, field)
    signs = [line.sign for line in lines if line.sign != "="]
    demand(bool(lines) and places[-1] is goal.right, f"the steps do not lead to {goal.right}")
    demand({*signs} <= {"<", "<="} or signs == ["!="], f"the signs {signs} do not add up")
    least = min(signs, default="=")  # "<" before "<="
    gives = {"=": ("=", "<="), "<": ("<", "<=", "!="), "<=": ("<=",), "!=": ("!=",)}
    demand(goal.sign in gives[least], f"the steps show {least}, not {goal.sign}")


# 8 Charts --------------------------------------------------------------------------------------------------
# Where a polynomial in u and g = e^(u/d) is positive and where negative, for u > 0. Divide by a power of g, then
# differentiate, until neither u nor g is left. Between two roots of its derivative a function is monotone: so it has
# at most one root there, and has one just if its signs at both ends differ.


class Curve(NamedTuple):
    """A form in u, g = e^(u/d) and numbers such as log(2)."""

    field: Field
    u: int
    g: int
    d: int

    def slope(self, form: Polynomial) -> Polynomial:
        """d times the derivative by u: of u it is d, of g it is g, and of 1/a it is -a'/a^2."""
        found = NOTHING
        for place in form.places():
            rate = {self.u: constant(self.d), self.g: variable(self.g)}.get(place, NOTHING)
            if place in self.field.atoms:
                rate = -self.slope(self.field.atoms[place]) * variable(place, 2)
            slopes = {times - 1: part * constant(times) for times, part in form.split(place).items() if times}
            found += joined(slopes, variable(place)) * rate
        return found

    def signs(self, form: Polynomial) -> list[int]:
        """The signs of a form from 0 to infinity; where its atoms are not 0, their odd powers have their signs."""
        top, atoms = self.field.cleared(form)
        for place, times in atoms.items():
            top *= self.field.atoms[place] if times % 2 else UNIT
        demand(not self.field.vanishes(top), "it is 0 everywhere")
        parts = top.split(self.g)
        top = joined({times - min(parts): part for times, part in parts.items()}, variable(self.g))
        parts = parts[max(parts)].split(self.u)
        far = self.field.sign(parts[max(parts)])  # beside the highest power of g, and of u beside that
        demand(far != 0, "a number is 0 in disguise")
        if not {self.u, self.g} & {*top.places()}:
            return [far]
        slopes = self.signs(self.slope(top))
        found = [self.field.sign(top.put(self.u, NOTHING).put(self.g, UNIT)) or slopes[0]]
        for place, slope in enumerate(slopes, 1):  # at a turn it went away from 0, or on its way beyond 0
            last, before = place == len(slopes), place == len(slopes) - 1
            known = last or slope == found[-1] or (before and slope == far)
            demand(known, "the sign at a turning point is undecided: it may be 0")
            now = far if last else slope
            found += [now] * (now != found[-1])
        return found


def curve_of(expression: Term) -> Curve:
    """The curve of an expression in one variable above 0, where it is defined."""
    demand(len(expression.symbols) == 1, f"{expression} has not one variable")
    u = symbol(min(expression.symbols))
    field = Field(exp(u), expression)  # in this order, so that e^u is a positive power of g
    curve = Curve(field, field.power[u][0], *field.power[exp(u)])
    for place, node in field.stands.items():
        demand(place in (curve.u, curve.g) or not node.symbols, f"{node} is no number")
    for each in owed(expression):
        alone = each.sign == "!=" and len(curve.signs(field(each.left))) == 1
        demand(alone, f"{expression} may be undefined: {each}")
    return curve


def chart(expression: Term, which: str) -> list[int]:
    """The signs of an expression, or of its derivative, from 0 to infinity."""
    curve = curve_of(expression)
    demand(which in ("value", "derivative"), f"no chart is of the {which}")
    form = curve.field(expression)
    return curve.signs(form if which == "value" else curve.slope(form))


a, b, c, y = map(symbol, "abcy")
PEAK = [[1], [-1], [1, -1]]
SHAPES: Mapping[str, tuple[list[list[int]], Callable[[Term, Term, Term], list[Relation]]]] = {
    "it is positive": ([[1]], lambda p, *_: [p > ZERO]),
    "it rises": ([[1]], lambda p, q, _: [p <= q, a <= b]),
    "it falls": ([[-1]], lambda p, q, _: [q <= p, a <= b]),
    "between two points it is at least the lower of its values there": (
        PEAK,
        lambda p, q, r: [y <= q, a <= b, b <= c, y <= p, y <= r],
    ),
    "where it does not fall, it has not fallen before": (
        PEAK,
        lambda p, q, r: [p <= q, a <= b, b < c, q <= r],
    ),
    "where it does not rise, it will not rise again": (
        PEAK,
        lambda p, q, r: [r <= q, a < b, b <= c, q <= p],
    ),
}
"""For which signs of f, or of its derivative, what follows from 0 < a and what else of f(a), f(b), f(c)."""


def check_shape(given: Facts, goal: Relation, certificate: Data) -> None:
    """The chart of an expression says the goal."""
    kind, expression = certificate.kind, certificate.expression
    positive = kind == "it is positive"
    demand(kind in SHAPES, f"no shape: {kind}")
    u = Term("/", "", ONE, symbol("u")) if certificate.inverse else symbol("u")
    drawn, *at = (put(dict.fromkeys(expression.symbols, point), expression) for point in (u, a, b, c))
    found = chart(drawn, "value" if positive else "derivative")
    if certificate.inverse:  # as a function of 1/u: from right to left, so that what rises falls
        found = [each if positive else -each for each in reversed(found)]
    signs, says = SHAPES[kind]
    demand(found in signs, f"with the signs {found} it is not so that {kind}")
    conclusion, *premises = says(*at)
    said = goal == conclusion and {a > ZERO, *premises} <= {*given.values()}
    demand(said, f"{goal} is not what the chart says")


def check_signs(data: Data) -> None:
    """The chart of an expression or its derivative; its only root is a logarithm, if that is claimed."""
    found = chart(data.expression, data.of)
    demand(found == data.signs, f"the signs are {found}")
    if data.root:
        base, curve = fraction(data.root), curve_of(data.expression)
        logarithm, form = log(number(base)), curve.field(data.expression)
        form = form if data.of == "value" else curve.slope(form)
        demand(len(found) == 2 and base > 1 and curve.d == 1, f"{logarithm} is not its only root")
        demand(logarithm in curve.field.power, f"{logarithm} does not occur")
        at, _ = curve.field.power[logarithm]
        left = curve.field.cleared(form)[0].put(curve.g, constant(base)).put(curve.u, variable(at))
        demand(curve.field.vanishes(left), f"{logarithm} is no root")


# 9 Rounds --------------------------------------------------------------------------------------------------
# Rows of numbers, indexed by k = 0, 1, ...: the first rows are given, and each round makes a row's next from its
# entries at k - 1 and k and from two numbers, one of the round and one of the round and the row. What is claimed
# holds after every number t of rounds and for every k. In the parts, G stands for base^(k-1), which is above 0.

T, K, G = map(symbol, "tkG")


def own(data: Data) -> list[str]:
    """An induction's symbols t, k, G, and those of its entries and powers: nothing may be put in for them."""
    entries = [name for row in data.entries.values() for name in row.values()]
    return ["t", "k", "G", *data.powers.values(), *entries]


def shared(data: Data) -> frozenset[str]:
    """The symbols that are the same in all rounds of an induction."""
    return frozenset(data.invariant.symbols | data.base.symbols).difference(own(data))


def check_rounds(data: Data, known: Facts) -> None:
    """Every part of the proof is shown, and there is no other; each symbol is about no more than it may be."""
    seen = range(-1, data.reach + 1)
    demand(0 <= data.reach < 9, "its reach")
    for row in (data.powers, *data.entries.values()):
        wanted = sorted(map(str, [*seen, data.reach + 1] if row is data.powers else seen))
        demand(sorted(row) == wanted, f"fields {sorted(row)} in the place of {wanted}")
    demand(len({*own(data)}) == len(own(data)), "two of its symbols are one")
    demand(bool(data.entries) and bool(data.kinds), "there is no row, or no kind of round")
    demand(all(each.spoken.keys() == data.entries.keys() for each in data.kinds), "it is about other rows")
    numbers = [data.base, *(part for kind in data.kinds for part in (kind.silent, *kind.spoken.values()))]
    always = {name for name, source in data.known if hasattr(source, "fact")}  # is so of every t
    used = {name for each in numbers for name in each.symbols}
    used = used.union(*(known[name].symbols - {*"t" * (name in always)} for name in known))
    demand(not used & {*own(data)}, "something is given of its own symbols")
    behind = {"G", *(row["-1"] for row in data.entries.values())}
    demand(not data.invariant.symbols & behind, "the invariant looks at k - 1")
    start, two = data.start.first.symbols | data.start.later.symbols, {"entry", "silent", "spoken"}
    demand(start <= data.base.symbols, "the start is about more than the base")
    demand(data.turn.first.symbols <= two, "the turn at 0 is about more than an entry")
    demand(data.turn.later.symbols <= two | {"before"}, "the turn is about more than two entries")
    roles, alike = set[str](), shared(data) | {"t"}  # before the first round there may be none
    before = {name: known[name] for name in [*data.given, *sorted(always)] if known[name].symbols <= alike}
    for role, more, goal, also in parts(data):
        demand(not more.keys() & known.keys(), "two facts have one name")
        demand(role in data.certificate, f"nothing shows its {role}")
        usable = known if role.startswith(("step", "sign")) else before
        try:
            check_chain({**usable, **more}, goal, data.certificate[role], also)
        except Refused as why:
            raise Refused(f"{role}: {why}") from None
        roles.add(role)
    starts = evident(data.start.first >= ZERO) and evident(data.start.later >= ZERO)
    demand(starts or not data.nonnegative, "an entry is below 0 at the start")
    demand(roles == {*data.certificate}, f"parts of something else: {sorted({*data.certificate} - roles)}")


def parts(data: Data) -> Iterator[tuple[str, Facts, Relation, Iterable[Term]]]:
    """The base, and a step with every kind of round, at k = 0 and at k >= 1: what is given, the goal, other terms."""
    places = [(row, offset) for row in sorted(data.entries) for offset in range(data.reach + 1)]

    def entry(row: str, offset: int) -> Term:
        return symbol(data.entries[row][str(offset)])

    def says(t: Term, k: Term, near: Mapping[Term, Term], back: int = 0) -> Relation:
        values = {"t": t, "k": k - ONE if back else k} | {str(name): value for name, value in near.items()}
        for offset, name in data.powers.items():
            ahead = int(offset) - back
            values[name] = data.base**ahead if k is ZERO else G * data.base ** (ahead + 1)
        return Relation.put(data.invariant, values)

    yield "powers", {}, data.base > ZERO, ()
    for k, where in ((ZERO, "k = 0"), (K, "k >= 1")):
        some = {"t >= 0": ZERO <= T} | ({"k >= 1": ONE <= K, "G > 0": ZERO < G} if k is K else {})
        later = {place: k is K or place[1] > 0 for place in places}
        start = {entry(*at): data.start.later if later[at] else data.start.first for at in places}
        yield f"base at {where}", some, says(ZERO, k, start), [data.start.first, data.start.later]
        before = {"invariant at k": says(T, k, {})}
        if k is K:
            behind = {entry(row, offset): entry(row, offset - 1) for row, offset in places}
            before["invariant at k-1"] = says(T, k, behind, 1)
        above: dict[str, Facts] = {}
        for row in sorted(data.entries) if data.nonnegative else ():
            window = [entry(row, offset) for offset in range(-1 if k is K else 0, data.reach + 1)]
            above[row] = {f"{each} >= 0": each >= ZERO for each in window}
            before |= above[row]
        for number, kind in enumerate(data.kinds):
            turned = {}
            for row, offset in places:
                two = {"entry": entry(row, offset), "before": entry(row, offset - 1)}
                values = {**two, "silent": kind.silent, "spoken": kind.spoken[row]}
                turn = data.turn.later if later[row, offset] else data.turn.first
                turned[entry(row, offset)] = put(values, turn)
            yield f"step {number} at {where}", before | some, says(T + ONE, k, turned), turned.values()
            for row, entries in above.items():
                above_0 = turned[entry(row, 0)] >= ZERO
                yield f"sign {number} of {row} at {where}", {**entries, **some}, above_0, ()


def check_instance(data: Data, rounds: Data, facts: Facts) -> None:
    """Rounds of some kinds have what an induction presupposes."""
    demand(bool(data.kinds), "there is no kind of round")
    for kind in data.kinds:
        demand(not {*shared(rounds), *data.values} & {*kind}, "rounds differ in what the invariant is about")
        both: Mapping[str, Term] = data.values | kind
        touched = {*both}.union(*(each.symbols for each in both.values()))
        demand(not touched & {*own(rounds)}, "the induction's own symbols are put in, or replaced")
        for name, needed in rounds.given.items():
            demand(needed.put(both) in facts.values(), f"nothing shows {name} for a kind of round")
    put_in = [each for kind in (data.values, *data.kinds) for each in kind.values()]
    defined(facts, put_in, data.certificate.defined)


# 10 Objects ------------------------------------------------------------------------------------------------

ALWAYS: Mapping[str, Callable[..., list[Relation]]] = {
    "exp is positive": lambda u: [exp(u) > ZERO],
    "exp lies above its tangent at 0": lambda u: [ONE + u <= exp(u)],
    "exp increases": lambda u, v: [exp(u) <= exp(v), u <= v],
    "the exponential of a sum is the product of the exponentials": (
        lambda u, v: [Relation(exp(u + v), "=", exp(u) * exp(v))]
    ),
    "the logarithm of an exponential is its exponent": lambda u: [Relation(log(exp(u)), "=", u)],
    "the exponential of a logarithm is its argument": lambda u: [Relation(exp(log(u)), "=", u)],
    "the logarithm of a product is the sum of the logarithms": (
        lambda u, v: [Relation(log(u * v), "=", log(u) + log(v)), u > ZERO, v > ZERO]
    ),
    "a root is at least 0": lambda u: [sqrt(u) >= ZERO],
    "a minimum is at most the first": lambda u, v: [least(u, v) <= u],
    "a minimum is at most the second": lambda u, v: [least(u, v) <= v],
    "the minimum is the first where that is at most the second": (
        lambda u, v: [Relation(least(u, v), "=", u), u <= v]
    ),
    "a minimum is one of the two": lambda u, v: [Relation((least(u, v) - u) * (least(u, v) - v), "=", ZERO)],
}
"""Facts of analysis, each before what it presupposes: true wherever their terms are defined."""


class Meaning(NamedTuple):
    """A symbol of a theorem's reading, where the theorem's other symbols are these terms."""

    symbol: str
    where: tuple[tuple[str, Term], ...]
    row: bool = False
    """Whether it is an entry of an induction's rows, of which there are none after 1/2 rounds, say."""

    def put(self, values: Mapping[str, Term]) -> Meaning:
        """Its meaning with terms in the place of variables."""
        return self._replace(where=tuple((name, put(values, each)) for name, each in self.where))

    def __str__(self) -> str:
        where = ", ".join(f"{name} = {each}" for name, each in self.where if str(each) != name)
        return self.symbol + f" at {where}" * bool(where)


class Theorem(NamedTuple):
    """An object that was checked."""

    name: str
    rule: str
    data: Data
    goal: Relation | None = None
    given: Mapping[str, Relation] = {}
    stands: Mapping[str, frozenset[Meaning]] = {}
    """What others may use it for, given what, and its symbols that stand for something in words, and for what."""
    spoken: bool = False
    """Whether an induction's rounds have numbers that stand for something in words."""


class Library:
    """The objects of a folder, each checked once, after those that it cites."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self.texts = texts
        self.checked: dict[str, Theorem | str] = {}
        """By their hashes: theorems, or why there is none."""
        self.named: dict[str, str] = {}
        """The hashes of what is cited, by its name."""
        self.trusted: dict[str, Counter[str]] = defaultdict(Counter)
        """What is taken on trust, by its kind, and how often."""

    def theorem(self, name: str, address: str) -> Theorem:
        """The theorem of that name in the object with that hash."""
        found = self.check(address)
        if isinstance(found, str) or found.name != name:
            what = "refused" if isinstance(found, str) else found.name
            raise Refused(f"it cites {name}, but that object is {what}")
        demand(self.named.setdefault(name, address) == address, f"two objects are named {name}")
        return found

    def check(self, address: str) -> Theorem | str:
        """The theorem of an object, or why it is refused."""
        if address not in self.checked:
            try:
                content = self.texts.get(address, b"")
                same = sha256(content).hexdigest() == address
                demand(same, "there is no object whose content has this hash")
                self.checked[address] = self._checked(parsed(content.decode()))
            except Refused as why:
                self.checked[address] = str(why)
            except (ValueError, ArithmeticError, RecursionError) as why:
                self.checked[address] = f"it cannot be read: {why}"
        return self.checked[address]

    def _checked(self, content: object) -> Theorem:
        rule = str(content.get("rule")) if isinstance(content, dict) else ""
        demand(rule in RULES, f"no rule: {rule}")
        data = read(RULES[rule], content)
        if not isinstance(data, Data) or data.format != FORMAT:
            raise Refused("it is of another format")
        for anchor in data.anchors:
            check_anchor(anchor, getattr(data, "goal", None))
        if "says" in RULES[rule]:
            kind = "enumerations" if rule == "enumeration" else "records of what a program gives"
            self.trusted[kind][f"{data.name}: {data.says} ({data.scope})"] += 1
            demand(data.cases if rule == "ground" else data.cases > 0, "there is no case")
        if "lemmas" in RULES[rule]:
            for lemma, address in data.lemmas.items():
                self.theorem(lemma, address)
            {"point": check_point, "signs": check_signs, "ground": check_ground}.get(rule, bool)(data)
            return Theorem(data.name, rule, data)
        facts, meant = self._facts(data)
        if "goal" in RULES[rule]:
            return self._implication(data, facts, meant)
        if rule == "induction":
            self.trusted["recurrences that are a program's"][f"{data.code.start} and {data.code.turn}"] += 1
            check_rounds(data, facts)
            return concluded(data, meant)
        demand(not meant, "a lemma is about what its symbols stand for")
        rounds = self.theorem(data.theorem, data.object)
        demand(rounds.rule == "induction", "it is an instance of what is no induction")
        demand(not rounds.spoken, "its rounds' numbers stand for something: nothing may be put in for them")
        check_instance(data, rounds.data, facts)
        return Theorem(data.name, rule, data)

    def _facts(self, data: Data) -> tuple[Facts, Meanings]:
        """What is given, and facts that follow from what is before them; what symbols stand for."""
        for what, fact in data.given.items():
            demand(holds(fact, data.witness), f"at the witness, {what} does not hold")
        found, meant = dict(data.given), dict[str, frozenset[Meaning]]()
        for name, known in data.known:
            if hasattr(known, "fact"):
                always = ALWAYS.get(known.fact)
                if always is None or always.__code__.co_argcount != len(known.of):
                    raise Refused(f"no fact of analysis: {known.fact} of {len(known.of)}")
                fact, *premises = always(*known.of)
                self.trusted["facts of analysis"][known.fact] += 1
            else:
                theorem = self.theorem(known.theorem, known.object)
                if theorem.goal is None:
                    raise Refused(f"{theorem.name} is no implication")
                fact, *premises = (each.put(known.values) for each in (theorem.goal, *theorem.given.values()))
                renamed = {each: known.values.get(each, symbol(each)) for each in theorem.stands}
                demand(len({*renamed.values()}) == len(renamed), "symbols for different things become one")
                for own, value in renamed.items():
                    demand(value.operator == "symbol", f"{own} stands for something, and not for {value}")
                    moved = frozenset(each.put(known.values) for each in theorem.stands[own])
                    meant[str(value)] = meant.get(str(value), frozenset()) | moved
                if any(each.row for each in set[Meaning]().union(*theorem.stands.values())):
                    demand(holds(fact, data.witness), f"at the witness there are no rows as {name} is about")
            for premise in premises:
                shown = premise in found.values() or evident(premise)
                demand(shown, f"{name} may be used only given {premise}")
            demand(name not in found, "two facts have one name")
            found[name] = fact
        return found, meant

    def _implication(self, data: Data, facts: Facts, meant: Meanings) -> Theorem:
        """The goal is shown, and symbols stand for what they stand for in lemmas."""
        said = data.goal.symbols.union(*(fact.symbols for fact in data.given.values()))
        for each, meanings in meant.items():
            names = sorted({meaning.symbol for meaning in meanings})
            lost = each in said and each not in data.stands
            demand(not lost, f"{each} stands for something in a lemma, and here for nothing")
            rows = [meaning for meaning in meanings if meaning.row]
            demand(each in said or not rows, f"{each} is an entry of rows in a lemma, and not named here")
            for at, count in (place for row in rows for place in row.where if place[0] in ("t", "k")):
                form = Field(whole := put(data.witness, count))(whole)  # a constant, if it is a number
                counts = all(place == 0 and part == int(part) > 0 for place, part in form.parts.items())
                demand(counts, f"at the witness {at} = {count} is no number of rounds and no index")
            demand(len(names) == len(meanings), f"{each} is {names[0]} at different places")
            demand(len(names) == 1 or each in data.stands, f"{each} stands for different things")
            if len(names) > 1:
                both = " and ".join(sorted(map(str, meanings)))
                self.trusted["symbols that are one"][f"in {data.name}, {each} is {both}"] += 1
        demand(bool(data.reading) or not data.stands, "no reading says what its symbols stand for")
        if data.rule == "chain":
            check_chain(facts, data.goal, data.certificate)
        elif data.rule == "shape":
            check_shape(data.given, data.goal, data.certificate)
        else:
            about = bool(data.stands) or not data.reading
            demand(about, "it is cited of what its reading says, and nothing stands for that")
            whose = f"{data.reading} [{data.certificate.reference}]"
            self.trusted["citations"][f"{data.name}: {data.goal} where {whose}"] += 1
        if data.stands and data.rule != "citation":
            self.trusted["readings"][f"{data.name}: {', '.join(data.stands)}, where {data.reading}"] += 1
        others = {own: tuple((each, symbol(each)) for each in sorted(said - {own})) for own in {*data.stands}}
        mine = {own: frozenset([Meaning(f"{own} of {data.name}", where)]) for own, where in others.items()}
        stands = {own: meant.get(own, mine[own]) for own in said & {*data.stands}}
        return Theorem(data.name, data.rule, data, data.goal, data.given, stands)


def concluded(data: Data, meant: Meanings) -> Theorem:
    """What an induction says of its rows: what is given of all rounds alike is asked for, the rest is what rows are."""
    for each, meanings in meant.items():
        alone = each not in shared(data).union(own(data))
        demand(alone, f"{each} stands for something in a lemma, and for no round's own")
        demand(len(meanings) == 1, f"{each} stands for different things")
        demand(not any(meaning.row for meaning in meanings), f"{each} is an entry of rows in a lemma")
    goal, spoken = data.invariant, bool(meant)
    rows = goal.symbols & {*own(data)} - {"t", "k"}
    if not rows or rows & {*data.powers.values()}:  # of t alone, or powers, nobody else can speak
        return Theorem(data.name, data.rule, data, spoken=spoken)
    given = {name: fact for name, fact in data.given.items() if fact.symbols <= shared(data)}
    said = goal.symbols.union(*(fact.symbols for fact in given.values()))
    where = {row: tuple((other, symbol(other)) for other in sorted(said - {row})) for row in rows}
    stands = {row: frozenset([Meaning(f"{row} of {data.name}", where[row], row=True)]) for row in rows}
    return Theorem(data.name, data.rule, data, goal, given, stands, spoken)


def check_anchor(anchor: Data, goal: Relation | None) -> None:
    """A formula's value is its definition's; where there is a goal, it is this."""
    value, definition = anchor.value, anchor.definition
    tied = value == definition
    if goal is not None:
        tied = goal in (Relation(value, "=", definition), Relation(definition, "=", value))
    elif isinstance(value, Term) and isinstance(definition, Term):
        tied = vanishing(value - definition)
    demand(tied, f"{anchor.formula} is not tied to its definition")


def check_point(data: Data) -> None:
    """What is printed is false at one point and true at another, and what it asks for holds at both."""
    for place in (data.point, data.elsewhere):
        demand(all(holds(each, place) for each in data.given.values()), "what is given does not hold there")
    demand(not holds(data.printed, data.point), "what is printed is true at the point")
    demand(holds(data.printed, data.elsewhere), "what is printed is false elsewhere too")


def check_ground(data: Data) -> None:
    """Every relation of a record is so: between numbers, or as an identity; terms refer to earlier ones."""
    made: list[Term] = []

    def at(place: object) -> Term:
        if type(place) is not int or not 0 <= place < len(made):
            raise Refused("a place comes after its own")
        return made[place]

    for node in data.nodes:
        made += [term(node, at)]
    for name, *case in data.cases:
        found = relation(case, at)
        if found.symbols:
            identity = found.sign == "=" and all(each.symbols for each in owed(found.left, found.right))
            demand(identity and vanishing(found.slack), f"not so for {name}")
        else:
            demand(holds(found, {}), f"not so for {name}")


BELIEVED = {"citation", "enumeration"}
INDEX = {"theorems": {"str": str}, "entries": {"str": [str]}, "sentences": {"str": [str]}}


def main(arguments: Sequence[str]) -> int:
    """Check a folder of objects; 0 if all are as they should be, 1 if one is refused, 2 if there is no folder."""
    folder = Path(*arguments[:1])
    if len(arguments) != 1 or not folder.is_dir():
        sys.stdout.write("usage: python check.py DIR, a folder that `ldproof prove --export DIR` wrote\n")
        return 2
    texts = {path.stem: path.read_bytes() for path in folder.glob("*.json") if len(path.stem) == ADDRESS}
    library, rules, again = Library(texts), Counter[str](), set[str]()
    try:
        index = read(INDEX, parsed((folder / "index.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, Refused) as why:
        sys.stdout.write(f"REFUSED index.json: {why}\n")
        return 1
    theorems, *groups = (getattr(index, each) for each in INDEX)
    refused = [f"{address}: it is not in index.json" for address in {*texts} - {*theorems.values()}]
    for name, address in theorems.items():
        found = library.check(address)
        if isinstance(found, str) or found.name != name:
            refused.append(f"{name}: {found if isinstance(found, str) else f'the object is {found.name}'}")
        else:
            rules[found.rule] += 1
            again |= {name} - {*[name] * (found.rule in BELIEVED)}
    lines = [f"Shown here again: {len(again)} of {len(theorems)} theorems"]
    lines += [f"  {rules[rule]:5} {rule}{' (on trust)' * (rule in BELIEVED)}" for rule in sorted(rules)]
    for what, rests in zip(("Entries", "Sentences"), groups, strict=True):
        on = [{*each} for each in rests.values()]
        refused += [f"index.json: {each} is no theorem" for each in set[str]().union(*on) - {*theorems}]
        whole, none = sum(each <= again for each in on if each), sum(not each & again for each in on)
        shares = f"{whole} rest on such theorems alone, {len(on) - whole - none} on others too"
        lines += [f"{what}, {len(on)}: {shares}, {none} on none of these"] * bool(on)
    for kind, trusted in sorted(library.trusted.items()):
        lines.append(f"On trust: {len(trusted)} {kind}")
        lines += [f"  {count:4} x {what}" for what, count in sorted(trusted.items())]
    lines += [f"REFUSED {each}" for each in sorted(refused)]
    sys.stdout.write("\n".join([*lines, ""]))
    return 1 if refused or not theorems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
