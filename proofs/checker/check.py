"""Re-checks proof objects: `python check.py DIR`. One file, Python's standard library, and nothing else.

An object is a theorem alone in a JSON file. This program believes none of what an object says of itself: it
rebuilds everything from the syntax trees of the statement, and asks of the certificate only what to multiply with
what. Variables range over the real numbers. "If G then R" means: wherever all of G is defined and true, R is
defined and true. Its sections: 1 terms, 2 reading, 3 polynomials, 4 intervals, 5 normal forms, 6 relations,
7 chains, 8 charts, 9 rounds, 10 objects.

It takes on trust, and lists: facts of analysis (`ALWAYS`), citations, what symbols stand for in words (`said`), that
recurrences and records (`ground`) are a program's, and enumerations. Not listed are other words (`reading`), and that
an anchor's terms are a formula's value and its definition's.
"""

from __future__ import annotations

import gc
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
from itertools import pairwise, product, starmap
from math import gcd, lcm
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

FORMAT, ADDRESS, ANALYSIS, MAY = "ldproof proof object 3", 64, "analysis", "{} may be used only given {}"


class Refused(Exception):  # noqa: N818  (it is an answer)
    """What an object does not show."""


def demand(condition: object, why: str, *about: object) -> None:
    """Refuse unless it is so; what the reason is about is written out then alone."""
    if not condition:
        raise Refused(why.format(*about) if about else why)


# 1 Terms ---------------------------------------------------------------------------------------------------
FUNCTIONS, SIGNS = ("exp", "log", "sqrt", "min"), ("=", "<=", "<", "!=")
NAME = r"[A-Za-z][\w' ]*({k[+-]\d}| in [\w -]+)?"  # what no reader takes for another term
ARGUMENTS = {"negative": 1, "exp": 1, "log": 1, "sqrt": 1, "+": 2, "-": 2, "*": 2, "/": 2, "min": 2}


def between(operator: str) -> Callable[[Term, Term], Term]:
    """What puts an operator, or a relation's sign, between two terms."""
    return lambda one, other: tree(operator, "", one, other)


@dataclass(eq=False, slots=True)
class Term:
    """A syntax tree, a relation too; a head is a constant's value, a variable's name or a power's exponent."""

    operator: str
    head: Fraction | str | int
    arguments: tuple[Term, ...]
    symbols: frozenset[str]

    __add__, __sub__, __mul__ = map(between, "+-*")
    __lt__, __le__ = map(between, ("<", "<="))

    def __pow__(self, exponent: int) -> Term:
        return tree("^", exponent, self)

    @property
    def slack(self) -> Term:
        """What a relation says to be 0, at least 0, above 0, or not 0."""
        return self.arguments[1] - self.arguments[0]

    def __str__(self) -> str:
        inner = [*map(str, self.arguments)]
        if len(inner) == 2 and self.operator in (*"+-*/", *SIGNS):
            found = f"{inner[0]} {self.operator} {inner[1]}"
            return found if self.operator in SIGNS else f"({found})"
        if self.operator == "^":
            return f"{inner[0]}^{self.head}"
        name = self.operator.replace("negative", "-") if self.head == "" else str(self.head)
        return f"{name}({', '.join(inner)})" if inner else name


@cache
def tree(operator: str, head: Fraction | str | int, *arguments: Term) -> Term:
    """The one tree with these parts, so that `is` and `==` say whether two are the same."""
    own = {str(head)} if operator == "symbol" else ()
    return Term(operator, head, arguments, frozenset(own).union(*[each.symbols for each in arguments]))


def number(value: Fraction | int) -> Term:
    """A constant."""
    return tree("constant", Fraction(value))


ZERO, ONE = number(0), number(1)
symbol = partial(tree, "symbol")
equal = between("=")
exp, log, sqrt, least = (partial(tree, name, "") for name in FUNCTIONS)
Value = TypeVar("Value")
Number = TypeVar("Number", "Polynomial", "Interval")


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


def put(values: Mapping[str, Term], into: Term) -> Term:
    """Terms in the place of variables, all at once."""
    if into.symbols.isdisjoint(values):
        return into
    places = {symbol(name): value for name, value in values.items()}
    return fold(into, lambda node, parts: tree(node.operator, node.head, *parts), places)


def worked(
    node: Term, parts: list[Number], known: Callable[[Fraction], Number], inverse: Callable[[Number], Number]
) -> Number:
    """The value of a term from those of its arguments, in numbers that have constants and inverses."""
    match node.operator, node.head, parts:
        case "constant", Fraction() as value, _:
            return known(value)
        case "^", int(times), [base]:
            return power(base if times >= 0 else inverse(base), abs(times), known(Fraction(1)))
        case "negative", _, [one]:
            return -one
        case ("+" | "-") as operator, _, [one, other]:
            return one + (other if operator == "+" else -other)
        case ("*" | "/") as operator, _, [one, other]:
            return one * (other if operator == "*" else inverse(other))
        case _:
            raise Refused(f"{node} has no value")


def power(base: Number, times: int, one: Number) -> Number:
    """A power, by squaring."""
    found = base if times else one
    for digit in f"{times:b}"[1:]:
        found = found * found * base if digit == "1" else found * found
    return found


# 2 Reading -------------------------------------------------------------------------------------------------
Facts = Mapping[str, Term]
Data = SimpleNamespace  # the fields of an object of JSON, each as its schema says


def term(data: object, made: Sequence[Term] = ()) -> Term:
    """`["constant", "1/2"]`, `["symbol", "x"]`, `["^", base, 3]`, an operator before its arguments, or a place in a list."""
    match data:
        case int() if type(data) is int and 0 <= data < len(made):
            return made[data]
        case [str(operator), *arguments] if ARGUMENTS.get(operator) == len(arguments):
            return tree(operator, "", *[term(each, made) for each in arguments])
        case ["constant", value]:
            return number(fraction(value))
        case ["symbol", str(name)] if re.fullmatch(NAME, name, re.ASCII):
            return symbol(name)
        case ["^", base, int(times)] if type(times) is int and abs(times) < 1 << 20:
            return term(base, made) ** times
        case _:
            raise Refused(f"no term: {str(data)[:60]}")


def relation(data: object, made: Sequence[Term] = ()) -> Term:
    """A left side, a sign, a right side."""
    match data:
        case [left, str(sign), right] if sign in SIGNS:
            return tree(sign, "", term(left, made), term(right, made))
        case _:
            raise Refused(f"no relation: {str(data)[:60]}")


def fraction(data: object) -> Fraction:
    """A fraction, written as `-3` or `3/4`."""
    written = data if isinstance(data, str) else ""
    demand(re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", written, re.ASCII), f"no fraction: {data}")
    return Fraction(written)


def read(schema: object, data: object) -> Any:  # what JSON says has the types of its schema
    """JSON as a schema says: a type, how to read it, fields, names (of `str`), a list of one thing, or a tuple."""
    if isinstance(schema, type):
        demand(type(data) is schema, "no {}: {!s:.60}", schema.__name__, data)  # true is no whole number
        return data
    if callable(schema):
        return schema(data)
    match schema, data:
        case {"str": each}, dict():
            return {name: read(each, value) for name, value in data.items()}
        case dict(), dict():
            demand(data.keys() == schema.keys(), f"fields {sorted(data)} in the place of {sorted(schema)}")
            return Data(**{name: read(each, data[name]) for name, each in schema.items()})
        case [each], list():
            return [read(each, value) for value in data]
        case tuple(), list() if len(schema) == len(data):
            return tuple(map(read, schema, data))
    raise Refused(f"not of the form of {schema}: {str(data)[:60]}")


TERMS, FACTS, ENTRIES = {"str": term}, {"str": relation}, {"first": term, "later": term}
PRODUCT = {"factor": fraction, "facts": [str], "squares": [term], "scale": term}
SHOWN = [(str, relation, {"products": [PRODUCT], "times": [PRODUCT], "negated": bool})]
ANCHOR = {"formula": str, "value": term, "definition": term, "near": TERMS}
ANY = {"format": str, "name": str, "rule": str, "anchors": [ANCHOR]}
ALONE = {**ANY, "lemmas": {"str": str}}
POINT = {"reading": str, "printed": relation, "given": FACTS, "point": TERMS, "elsewhere": TERMS}
SAID = {**ALONE, "says": str, "scope": str}
MEANING = {"kind": str, "of": str, "stands": TERMS, "where": TERMS}
KNOWN = [(str, {"theorem": str, "object": str, "values": TERMS})]
RESTING = {**ANY, "reading": str, "given": FACTS, "said": [MEANING], "known": KNOWN, "witness": TERMS}
IMPLICATION = {**RESTING, "goal": relation}
CODE = {"code": {"start": str, "turn": str}, "start": ENTRIES, "turn": ENTRIES}
ROWS = {"entries": {"str": [str]}, "power": str, "nonnegative": bool}
ROUNDS = {"base": term, "kinds": [{"silent": term, "spoken": TERMS}], "invariant": relation}
OF_ROUNDS = {"theorem": str, "object": str, "kinds": [TERMS], "values": TERMS}
RULES: Mapping[str, Mapping[str, object]] = {  # what an object of each says
    "chain": {**IMPLICATION, "certificate": SHOWN},
    "shape": {**IMPLICATION, "certificate": {"kind": str, "expression": term, "inverse": bool}},
    "citation": {**IMPLICATION, "certificate": {"reference": str}},
    "point": {**ALONE, **POINT},
    "signs": {**ALONE, "reading": str, "expression": term, "derivative": bool, "signs": [int]},
    "induction": {**RESTING, **CODE, **ROWS, **ROUNDS, "certificate": {"str": SHOWN}},
    "instance": {**RESTING, **OF_ROUNDS, "certificate": SHOWN},
    "ground": {**SAID, "nodes": [list], "cases": [(str, int, str, int)]},
    "enumeration": {**SAID, "cases": int},
}
BELIEVED = {"citation", "enumeration"}


def parsed(text: str) -> object:
    """JSON without a name that stands twice in one object."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        demand(len(dict(pairs)) == len(pairs), "a name stands twice in one object")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=once)


# 3 Polynomials ---------------------------------------------------------------------------------------------
# Variables have numbers. A monomial is a list of variables in their order with their exponents, which may be negative
# or fractions where the variable stands for what is not 0, or for an exponential.
Monomial = tuple[tuple[int, Fraction | int], ...]


@cache
def multiplied(one: Monomial, other: Monomial) -> Monomial:
    """The product of two monomials."""
    found = dict(one)
    for place, times in other:
        found[place] = found.get(place, 0) + times
    return tuple(sorted((place, times) for place, times in found.items() if times))


class Polynomial:
    """A sum of whole multiples of monomials, over a whole number above 0: in lowest terms."""

    def __init__(self, parts: Mapping[Monomial, int], under: int = 1) -> None:
        common = gcd(under, *parts.values()) if under > 1 else 1
        self.parts, self.under = {each: n // common for each, n in parts.items() if n}, under // common

    def __add__(self, other: Polynomial) -> Polynomial:
        under = lcm(self.under, other.under)
        parts = {each: factor * (under // self.under) for each, factor in self.parts.items()}
        for each, factor in other.parts.items():
            parts[each] = parts.get(each, 0) + factor * (under // other.under)
        return Polynomial(parts, under)

    def __neg__(self) -> Polynomial:
        return Polynomial({each: -factor for each, factor in self.parts.items()}, self.under)

    def __mul__(self, other: Polynomial) -> Polynomial:
        parts: dict[Monomial, int] = {}
        demand(len(self.parts) * len(other.parts) < 10**7, "a polynomial is too large")
        for one, left in self.parts.items():
            for two, right in other.parts.items():
                both = multiplied(one, two)
                parts[both] = parts.get(both, 0) + left * right
        return Polynomial(parts, self.under * other.under)

    def places(self) -> list[int]:
        """The variables that occur."""
        return sorted({place for monomial in self.parts for place, _ in monomial})

    def split(self, place: int) -> dict[Fraction | int, Polynomial]:
        """What stands beside each power of a variable."""
        found: dict[Fraction | int, dict[Monomial, int]] = defaultdict(dict)
        for monomial, factor in self.parts.items():
            rest = tuple(each for each in monomial if each[0] != place)
            found[dict(monomial).get(place, 0)][rest] = factor
        return {times: Polynomial(parts, self.under) for times, parts in found.items()}


def joined(parts: Iterable[tuple[Fraction | int, Polynomial]], value: Polynomial) -> Polynomial:
    """The sum of polynomials times powers of another one."""
    found = NOTHING
    for times, part in parts:
        demand(times == int(times) >= 0, f"{times} is no number of factors")
        found += part * power(value, int(times), UNIT)
    return found


def constant(value: Fraction | int) -> Polynomial:
    """A number."""
    return Polynomial({(): value.numerator}, value.denominator)


def variable(place: int, times: Fraction | int = 1) -> Polynomial:
    """A power of a variable."""
    return Polynomial({((place, times),) if times else (): 1})


NOTHING, UNIT = constant(0), constant(1)


# 4 Intervals -----------------------------------------------------------------------------------------------
# `decimal` rounds quotients down or up as it is told, and e^x, ln x and the square root to the nearest: so the decimals
# next to these are bounds. It also says whether anything was rounded.
DIGITS = (25, 50, 100, 200, 400, 800)
DOWN, UP = Context(rounding=ROUND_FLOOR), Context(rounding=ROUND_CEILING)


@dataclass(slots=True)
class Interval:
    """The decimals between which a number lies."""

    low: Decimal
    high: Decimal

    def sign(self) -> int:
        """The sign of the number, if it is decided."""
        of_ends = {(end > 0) - (end < 0) for end in (self.low, self.high)}
        if len(of_ends) > 1:
            raise ArithmeticError("more digits are needed")
        return of_ends.pop()

    def __add__(self, other: Interval) -> Interval:
        return Interval(DOWN.add(self.low, other.low), UP.add(self.high, other.high))

    def __neg__(self) -> Interval:
        return Interval(self.high.copy_negate(), self.low.copy_negate())

    def __mul__(self, other: Interval) -> Interval:
        ends = [*product((self.low, self.high), (other.low, other.high))]
        return Interval(min(starmap(DOWN.multiply, ends)), max(starmap(UP.multiply, ends)))

    def inverse(self) -> Interval:
        """1 over it."""
        demand(self.sign() != 0, "it divides by 0")
        return Interval(DOWN.divide(1, self.high), UP.divide(1, self.low))

    def under(self, function: str) -> Interval:
        """e^x, ln x or the square root of x, all increasing: between the values at both ends."""
        demand(function == "exp" or self.sign() >= (function == "log"), f"there is no {function} of it")
        ends = []
        for end, context, beside in ((self.low, DOWN, DOWN.next_minus), (self.high, UP, UP.next_plus)):
            context.clear_flags()
            found = {"exp": context.exp, "log": context.ln, "sqrt": context.sqrt}[function](end)
            ends.append(beside(found) if context.flags[Inexact] else found)
        return Interval(*ends)


def rational(value: Fraction) -> Interval:
    """Around a fraction."""
    return Interval(*(each.divide(value.numerator, value.denominator) for each in (DOWN, UP)))


enclosures: dict[int, dict[Term, Interval]] = {digits: {} for digits in DIGITS}


def enclosed(node: Term, parts: list[Interval]) -> Interval:
    """Where the value of a term without variables lies, from where its arguments' do; it is seen that it has one."""
    if node.operator == "min":
        return Interval(min(each.low for each in parts), min(each.high for each in parts))
    if node.operator in FUNCTIONS:
        return parts[0].under(node.operator)
    return worked(node, parts, rational, Interval.inverse)


def sign(value: Term, asked: int = DIGITS[0]) -> int:
    """The sign of a number, with as many digits as it takes; with some, it is asked whether it is 0 for certain."""
    for digits in DIGITS:
        DOWN.prec = UP.prec = digits
        try:
            return fold(value, enclosed, enclosures[digits]).sign()
        except ArithmeticError:
            if digits == asked and not owed(value) and vanishing(value):
                return 0
    raise Refused("a sign is undecided")


# 5 Normal forms --------------------------------------------------------------------------------------------
# A term is a polynomial in variables for its symbols, its functions' values and the inverses of polynomials that are
# not 0 where the term is defined ("atoms"). Two terms are equal wherever both are defined if their difference, times
# powers of atoms so that no inverse is left, is 0.


class Field:
    """Normal forms; a variable stands for a symbol, a function's value, or the inverse of a polynomial, an atom."""

    def __init__(self) -> None:
        self.stands: dict[int, Term] = {}
        self.atoms: dict[int, Polynomial] = {}
        self.forms: dict[Term, Polynomial] = {}

    def __call__(self, node: Term) -> Polynomial:
        """The normal form of a term."""
        return fold(node, self._formed, self.forms)

    def _formed(self, node: Term, parts: list[Polynomial]) -> Polynomial:
        """Of a function a variable, or a power of one: exponentials of multiples of one thing are powers of one."""
        if node.operator != "symbol" and node.operator not in FUNCTIONS:
            return worked(node, parts, constant, self.inverse)
        if node.operator == "exp" and self.vanishes(*parts):
            return UNIT
        if node.operator == "min" and not node.symbols and all(part.parts.keys() <= {()} for part in parts):
            return constant(min(Fraction(part.parts.get((), 0), part.under) for part in parts))
        for place, known in self.stands.items():
            for order in (known.arguments, known.arguments[::-1]) if known.operator == node.operator else ():
                ratios = {self._multiple(*each) for each in zip(node.arguments, order, strict=True)}
                if ratios == {1} or (node.operator == "exp" and ratios != {0}):  # a minimum has no order
                    return variable(place, *ratios)
        place = len(self.stands) + len(self.atoms)
        self.stands[place] = node
        return variable(place)

    def _multiple(self, one: Term, other: Term) -> Fraction:
        """The number that one term is of another one, and else 0: both over the same atoms, part by part."""
        (top, bottom), _ = self.cleared(self(one), self(other))
        ratios = {Fraction(factor, bottom.parts.get(each, 1)) for each, factor in top.parts.items()}
        alike = top.parts.keys() == bottom.parts.keys() and len(ratios) <= 1
        return min(ratios, default=Fraction(1)) * Fraction(bottom.under, top.under) if alike else Fraction(0)

    def cleared(self, *forms: Polynomial) -> tuple[list[Polynomial], dict[int, int]]:
        """Forms times the least powers of atoms that leave no inverse in them; and these."""
        found, powers = [*forms], dict[int, int]()
        for place in sorted(self.atoms.keys() & {place for form in forms for place in form.places()}):
            parts = [form.split(place) for form in found]
            most = powers[place] = int(max(max(each, default=0) for each in parts))
            lifted = ([(most - times, part) for times, part in each.items()] for each in parts)
            found = [joined(each, self.atoms[place]) for each in lifted]
        return found, powers

    def inverse(self, form: Polynomial) -> Polynomial:
        """1 over a form: what divides every part of it is divided by, and what is left becomes an atom."""
        (top,), powers = self.cleared(form)
        demand(top.parts, "it divides by 0")
        found = constant(Fraction(top.under, top.parts[max(top.parts)]))
        for place in top.places():
            found *= variable(place, -min(top.split(place)))
        atom = top * found
        for place, times in powers.items():
            found *= power(self.atoms[place], times, UNIT)
        if vars(atom) == vars(UNIT):
            return found
        known = (place for place, each in self.atoms.items() if vars(each) == vars(atom))
        place = next(known, len(self.stands) + len(self.atoms))
        self.atoms[place] = atom
        return found * variable(place)

    def vanishes(self, form: Polynomial) -> bool:
        """Whether a form is 0 once every root's square is what is under the root; outer roots come first."""
        (top,), _ = self.cleared(form)
        for place in reversed(top.places()):
            root = self.stands[place]
            if root.operator == "sqrt":  # A + B root, times an even power of the root if it divides
                under, parts = self(root.arguments[0]), top.split(place)
                lowest = min(0, *(times // 2 for times in parts))
                halves = ([(n, each) for n, each in parts.items() if n % 2 == odd] for odd in (0, 1))
                squares = ([(n // 2 - lowest, each) for n, each in half] for half in halves)
                return all(self.vanishes(joined(each, under)) for each in squares)
        return not top.parts

    def sign(self, top: Polynomial) -> int:
        """The sign of a polynomial in numbers."""
        value = ZERO
        for monomial, factor in top.parts.items():
            part = number(Fraction(factor, top.under))
            for place, times in monomial:
                base = self.stands[place]
                of_exp = base.operator == "exp"
                part *= exp(number(times) * base.arguments[0]) if of_exp else base ** int(times)
            value += part
        return sign(value)


def vanishing(node: Term, numbers: Field | None = None) -> bool:
    """Whether a term is 0 wherever it is defined, by its normal form."""
    numbers = numbers or Field()
    return numbers.vanishes(numbers(node))


# 6 Relations -------------------------------------------------------------------------------------------


def holds(found: Term, point: Mapping[str, Term]) -> bool:
    """Whether it is true at a point; refused if it is undefined there, or cannot be decided."""
    slack = put(point, found.slack)
    demand(not slack.symbols, "{} has no value", ", ".join(sorted(slack.symbols)))
    how = sign(slack, DIGITS[0 if found.operator == "=" else -1])  # seldom 0 where that is not said
    return {"=": how == 0, "!=": how != 0, "<=": how >= 0, "<": how > 0}[found.operator]


@cache
def evident(found: Term) -> bool:
    """Whether it is about numbers alone, and true."""
    return found.operator in SIGNS and not found.symbols and holds(found, {})


@cache
def owed(*roots: Term) -> frozenset[Term]:
    """What must be so for terms to be defined."""
    inside, found = dict[Term, None](), set[Term]()
    fold(tree("", "", *roots), lambda *_: None, inside)
    for node in inside:
        if node.operator == "/" or (isinstance(node.head, int) and node.head < 0):
            found.add(tree("!=", "", node.arguments[-1], ZERO))
        elif node.operator in ("log", "sqrt"):
            found.add(tree("<" if node.operator == "log" else "<=", "", ZERO, node.arguments[0]))
    return frozenset(each for each in found if not evident(each))


# 7 Chains --------------------------------------------------------------------------------------------------
# A combination shows a relation: (a sum of products above 0) times its slack = a sum of products of at least 0. A
# product is a number times facts' slacks, squares, and any term where one of the facts is an equation (all of it is 0).


def check_combination(why: Data, goal: Term, facts: Facts, field: Field) -> None:
    """Every product has its sign, and the identity holds."""

    def compared(each: Data) -> str:
        for name in each.facts:
            demand(name in facts, f"no fact that may be used is named {name}")
        signs = {facts[name].operator for name in each.facts}
        demand("!=" not in signs, "what is not 0 has no sign")
        if "=" in signs:
            return "="
        demand(each.scale is ONE and each.factor >= 0, "a factor's sign is not known")
        return "<=" if each.squares or "<=" in signs or not each.factor else "<"

    def form(products: Iterable[Data]) -> Polynomial:
        found = NOTHING
        for each in products:
            part = constant(each.factor) * field(each.scale)
            for factor in [*each.squares, *each.squares, *(facts[name].slack for name in each.facts)]:
                part *= field(factor)
            found += part
        return found

    signs, multiples = [*map(compared, why.products)], [*map(compared, why.times)]
    demand(goal.operator != "=" or {*signs} <= {"="}, "only equations show an equation: {}", goal)
    demand(goal.operator in ("=", "<=") or "<" in signs, "no product is above 0, but {} is strict", goal)
    demand(not multiples or "<" in multiples, "it is multiplied by 0")
    slack = -field(goal.slack) if goal.operator == "!=" and not why.negated else field(goal.slack)
    difference = slack * (form(why.times) if multiples else UNIT) + -form(why.products)
    demand(field.vanishes(difference), "{} is not that sum of products", goal)


def check_shown(data: Data, known: Facts, goals: list[Term], also: Iterable[Term], steps: list[Any]) -> None:
    """One after the other follows from facts, and from what is shown before it; goals are shown, all is defined."""
    field, facts, shown = Field(), dict(known), set[Term]()
    needs = {name: owed(fact).union(data.leans.get(fact, ())) for name, fact in facts.items()}
    wanted = {*goals}.union(owed(*goals, *also), *needs.values())
    for name, what, why in steps:
        used = [part for each in (*why.products, *why.times) for part in (each.scale, *each.squares)]
        demand(owed(what, *used) <= shown, "what shows {} is not defined", what)
        usable = {each: fact for each, fact in facts.items() if needs[each] <= shown}
        check_combination(why, what, usable, field)
        demand(name not in facts, "two facts have one name")
        facts[name], needs[name] = what, frozenset[Term]()
        shown.add(what)
    demand(wanted <= shown, "nothing shows {}", ", ".join(sorted(map(str, wanted - shown))))


# 8 Charts --------------------------------------------------------------------------------------------------
# Where a polynomial in u and g = e^u is positive and where negative, for u > 0. Divide by powers of u and g, then
# differentiate, until neither is left. Between two roots of its derivative a function is monotone: so it has at most
# one root there, and has one just if its signs at both ends differ.
U, G = 0, 1  # the variables for u and e^u in the field of a curve, which are named first


def slope(field: Field, form: Polynomial) -> Polynomial:
    """The derivative by u: of u it is 1, of g it is g, and of 1/a it is -a'/a^2."""
    found = NOTHING
    for place in form.places():
        rate = {U: UNIT, G: variable(G)}.get(place, NOTHING)
        if place in field.atoms:
            rate = -slope(field, field.atoms[place]) * variable(place, 2)
        for times, part in form.split(place).items():
            found += part * constant(times) * variable(place, times - 1) * rate
    return found


def signs_of(field: Field, form: Polynomial) -> list[int]:
    """The signs of a form from 0 to infinity; where its atoms are not 0, their odd powers have their signs."""
    (top,), powers = field.cleared(form)
    for place, times in powers.items():
        top *= field.atoms[place] if times % 2 else UNIT
    demand(not field.vanishes(top), "it is 0 everywhere")
    for place in (U, G):
        top *= variable(place, -min(top.split(place)))
    parts = top.split(G)
    parts = parts[max(parts)].split(U)
    far = field.sign(parts[max(parts)])  # beside the highest power of g, and of u beside that
    demand(far != 0, "a number is 0 in disguise")
    if not {U, G} & {*top.places()}:
        return [far]
    slopes = signs_of(field, slope(field, top))
    found = [field.sign(sum(top.split(U)[0].split(G).values(), NOTHING)) or slopes[0]]
    for place, turn in enumerate(slopes, 1):  # at a turn it went away from 0, or on its way beyond 0
        last, before = place == len(slopes), place == len(slopes) - 1
        known = last or turn == found[-1] or (before and turn == far)
        demand(known, "the sign at a turning point is undecided: it may be 0")
        now = far if last else turn
        found += [now] * (now != found[-1])
    return found


def chart(expression: Term, *, derivative: bool) -> list[int]:
    """The signs of an expression in one variable above 0, or of its derivative, from 0 to infinity."""
    demand(len(expression.symbols) == 1, f"{expression} has not one variable")
    field, u = Field(), symbol(min(expression.symbols))
    *_, form = map(field, (u, exp(u), expression))
    for place, node in field.stands.items():
        demand(place in (U, G) or not node.symbols, f"{node} is no number")
    for each in owed(expression):
        alone = each.operator == "!=" and len(signs_of(field, field(each.arguments[0]))) == 1
        demand(alone, f"{expression} may be undefined: {each}")
    return signs_of(field, slope(field, form) if derivative else form)


T, K, POWER, a, b, c, p, q, r, u, v, y = map(symbol, "tkGabcpqruvy")
PEAK = [[1], [-1], [1, -1]]
SHAPES: Mapping[str, tuple[list[list[int]], list[Term]]] = {
    "it is positive": ([[1]], [p > ZERO]),
    "it rises": ([[1]], [p <= q, a <= b]),
    "it falls": ([[-1]], [q <= p, a <= b]),
    "between two points it is at least the lower end": (PEAK, [y <= q, a <= b, b <= c, y <= p, y <= r]),
    "where it does not fall, it has not fallen before": (PEAK, [p <= q, a <= b, b < c, q <= r]),
    "where it does not rise, it will not rise again": (PEAK, [r <= q, a < b, b <= c, q <= p]),
}
"""For which signs of f, or of its derivative, what follows from 0 < a and what else of f(a), f(b), f(c)."""


def check_shape(given: Facts, goal: Term, certificate: Data) -> None:
    """The chart of an expression says the goal."""
    kind, f = certificate.kind, certificate.expression
    demand(kind in SHAPES, f"no shape: {kind}")
    wanted, says = SHAPES[kind]
    positive = kind == "it is positive"
    at = [put(dict.fromkeys(f.symbols, each), f) for each in (tree("/", "", ONE, u), u, a, b, c)]
    found = chart(at[not certificate.inverse], derivative=not positive)
    if certificate.inverse:  # as a function of 1/u: from right to left, so that what rises falls
        found = [each if positive else -each for each in reversed(found)]
    demand(found in wanted, f"with the signs {found} it is not so that {kind}")
    conclusion, *premises = (put(dict(zip("pqr", at[2:], strict=True)), each) for each in says)
    said = goal == conclusion and {a > ZERO, *premises} <= {*given.values()}
    demand(said, f"{goal} is not what the chart says")


# 9 Rounds --------------------------------------------------------------------------------------------------
# Rows of numbers, indexed by k = 0, 1, ...: the first rows are given, and each round makes a row's next from its
# entries at k - 1 and k and from two numbers, one of the round and one of the round and the row. What is claimed
# holds after every number t of rounds and for every k. In the parts, G stands for base^(k-1), which is above 0.


def own(data: Data) -> set[str]:
    """An induction's symbols t, k, G, and those of base^k and of entries: nothing may be put in for them."""
    return {"t", "k", "G", data.power}.union(*data.entries.values())


def shared(data: Data) -> frozenset[str]:
    """The symbols that are the same in all rounds of an induction."""
    return frozenset(data.invariant.symbols | data.base.symbols).difference(own(data))


def check_rounds(data: Data, known: Facts) -> None:
    """Every part of the proof is shown, and there is no other; each symbol is about no more than it may be."""
    lengths = {len(row) for row in data.entries.values()}
    demand(len(lengths) == 1 and min(lengths) > 1, "its rows: entries at k - 1, k and so on of each")
    demand(data.kinds, "there is no kind of round")
    demand(len(own(data)) == 4 + sum(map(len, data.entries.values())), "two of its symbols are one")
    demand(all(each.spoken.keys() == data.entries.keys() for each in data.kinds), "it is about other rows")
    numbers = [data.base, *(part for kind in data.kinds for part in (kind.silent, *kind.spoken.values()))]
    always = {name for name, source in data.known if source.object == ANALYSIS}  # is so of every t
    used = [known[name].symbols - {*"t" * (name in always)} for name in known]
    used += [each.symbols for each in (*numbers, *data.meant)]
    demand(own(data).isdisjoint(set().union(*used)), "something is given of its own symbols")
    behind = {"G", *(row[0] for row in data.entries.values())}
    demand(not data.invariant.symbols & behind, "the invariant looks at k - 1")
    start, turn = data.base.symbols, {"entry", "silent", "spoken"}
    about = [(data.start.first, start), (data.start.later, start), (data.turn.first, turn)]
    for part, most in [*about, (data.turn.later, turn | {"before"})]:
        demand(part.symbols <= most, f"{part} is about more than {sorted(most)}")
    starts = evident(data.start.first >= ZERO) and evident(data.start.later >= ZERO)
    demand(starts or not data.nonnegative, "an entry is below 0 at the start")
    alike = shared(data) | {"t"}  # before the first round there may be none
    before = {name: known[name] for name in {*data.given, *always} if known[name].symbols <= alike}
    needed = [*parts(data)]
    differing = sorted({*data.certificate} ^ {role for role, *_ in needed})
    demand(not differing, f"parts that are missing, or of something else: {differing}")
    for role, more, goal, also in needed:
        demand(not more.keys() & known.keys(), "two facts have one name")
        usable = known if role.startswith(("step", "sign")) else before
        try:
            check_shown(data, {**usable, **more}, [goal], also, data.certificate[role])
        except Refused as why:
            raise Refused(f"{role}: {why}") from None


def parts(data: Data) -> Iterator[tuple[str, Facts, Term, Iterable[Term]]]:
    """The base, and a step with every kind of round, at k = 0 and at k >= 1: what is given, the goal, other terms."""
    rows = {row: [*map(symbol, names)] for row, names in sorted(data.entries.items())}

    def says(t: Term, k: Term, now: Mapping[str, Sequence[Term]], back: int = 0) -> Term:
        power = data.base**0 if k is ZERO else POWER * data.base ** (1 - back)
        values = {"t": t, "k": k - ONE if back else k, data.power: power}
        for row, names in data.entries.items():
            values |= dict(zip(names[1:], now[row], strict=False))
        return put(values, data.invariant)

    yield "powers", {}, data.base > ZERO, ()
    for k, where in ((ZERO, "k = 0"), (K, "k >= 1")):
        some = {"t >= 0": ZERO <= T} | ({"k >= 1": ONE <= K, "G > 0": ZERO < POWER} if k is K else {})
        ends = data.start.later if k is K else data.start.first, data.start.later
        first = {row: [ends[0], *[ends[1]] * len(seen)] for row, seen in rows.items()}
        yield f"base at {where}", some, says(ZERO, k, first), [data.start.first, data.start.later]
        before = {"invariant at k": says(T, k, {row: seen[1:] for row, seen in rows.items()})}
        if k is K:
            before["invariant at k-1"] = says(T, k, rows, 1)
        above: dict[str, Facts] = {}
        for row, seen in rows.items() if data.nonnegative else ():
            above[row] = {f"{each} >= 0": each >= ZERO for each in seen[k is ZERO :]}
            before |= above[row]
        for number, kind in enumerate(data.kinds):
            turned = {}
            for row, seen in rows.items():
                ways = [data.turn.later if k is K else data.turn.first, *[data.turn.later] * len(seen)]
                both = {"silent": kind.silent, "spoken": kind.spoken[row]}
                near = ({**both, "before": last, "entry": entry} for last, entry in pairwise(seen))
                turned[row] = [put(values, way) for values, way in zip(near, ways, strict=False)]
            new = [each for row in turned.values() for each in row]
            yield f"step {number} at {where}", before | some, says(T + ONE, k, turned), new
            for row, entries in above.items():
                yield f"sign {number} of {row} at {where}", {**entries, **some}, turned[row][0] >= ZERO, ()


def check_instance(data: Data, rounds: Data, facts: Facts) -> None:
    """Rounds of some kinds have what an induction presupposes."""
    demand(rounds.rule == "induction", "it is an instance of what is no induction")
    demand(data.kinds, "there is no kind of round")
    for kind in data.kinds:
        demand(not {*shared(rounds), *data.values} & {*kind}, "rounds differ in what the invariant is about")
        both: Mapping[str, Term] = data.values | kind
        touched = {*both}.union(*(each.symbols for each in both.values()))
        demand(not touched & own(rounds), "the induction's own symbols are put in, or replaced")
        for needed in (*rounds.given.values(), *rounds.meant):
            shown = put(both, needed) in (*facts.values(), *data.meant)
            demand(shown, f"nothing shows {needed} for a kind of round")
    put_in = [each for kind in (data.values, *data.kinds) for each in kind.values()]
    check_shown(data, facts, [], put_in, data.certificate)


# 10 Objects ------------------------------------------------------------------------------------------------
ALWAYS: Mapping[str, list[Term]] = {  # each before what it presupposes; true wherever their terms are defined
    "exp is positive": [exp(u) > ZERO],
    "exp lies above its tangent at 0": [ONE + u <= exp(u)],
    "exp increases": [exp(u) <= exp(v), u <= v],
    "the exponential of a sum is the product of the exponentials": [equal(exp(u + v), exp(u) * exp(v))],
    "the logarithm of an exponential is its exponent": [equal(log(exp(u)), u)],
    "the exponential of a logarithm is its argument": [equal(exp(log(u)), u)],
    "logarithms of products are sums of logarithms": [equal(log(u * v), log(u) + log(v)), u > ZERO, v > ZERO],
    "a root is at least 0": [sqrt(u) >= ZERO],
    "a minimum is at most the first": [least(u, v) <= u],
    "a minimum is at most the second": [least(u, v) <= v],
    "the minimum is the first where that is at most the second": [equal(least(u, v), u), u <= v],
    "a minimum is one of the two": [equal((least(u, v) - u) * (least(u, v) - v), ZERO)],
}


def meant(kind: str, of: str, stands: Mapping[str, Term], where: Mapping[str, Term]) -> Term:
    """That symbols stand for what a theorem says in words, or are entries of its rows, where others are some terms."""
    demand(kind in ("words", "rows"), f"no meaning: {kind}")
    parts = [tree("is", own, stands[own]) for own in sorted(stands)]
    return tree(kind, of, *parts, *(tree("where", own, where[own]) for own in sorted(where)))


class Library:
    """The objects of a folder by their hashes, each checked once, after those that it cites; what is on trust."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self.texts = texts
        self.checked: dict[str, Data | str] = {}  # or why it is refused
        self.named: dict[str, str] = {}
        self.trusted: dict[str, Counter[str]] = defaultdict(Counter)

    def theorem(self, address: str, name: str = "") -> Data:
        """An object that is shown, under a name if one is asked for."""
        if address not in self.checked:
            text = self.texts.get(address, b"")
            try:
                demand(sha256(text).hexdigest() == address, "there is no object whose content has this hash")
                self.checked[address] = self._checked(parsed(text.decode()))
            except (Refused, ValueError, ArithmeticError, RecursionError) as why:
                self.checked[address] = str(why)
        found = self.checked[address]
        if isinstance(found, str):
            raise Refused(found)
        demand(name in ("", found.name), f"the object is {found.name}, and not {name}")
        demand(self.named.setdefault(found.name, address) == address, f"two objects are named {found.name}")
        return found

    def _checked(self, content: object) -> Data:
        """What an object says, once it is shown; `shows` is its goal, and what this presupposes, for those who cite it."""
        rule = str(content.get("rule")) if isinstance(content, dict) else ""
        demand(rule in RULES, f"no rule: {rule}")
        data: Data = read(RULES[rule], content)
        demand(data.format == FORMAT, "it is of another format")
        for anchor in data.anchors:
            check_anchor(anchor, data)
        for lemma, address in getattr(data, "lemmas", {}).items():
            self.theorem(address, lemma)
        facts = self._facts(data) if "known" in RULES[rule] else {}
        data.shows = [data.goal, *data.given.values(), *data.meant] if "goal" in RULES[rule] else ()
        trusted = self.trusted
        match rule:
            case "signs":
                found = chart(data.expression, derivative=data.derivative)
                demand(found == data.signs, f"the signs are {found}")
            case "point":
                check_point(data)
            case "ground":
                trusted["records of what a program gives"].update(check_ground(data))
            case "enumeration":
                demand(data.cases > 0, "there is no case")
                trusted["enumerations"][f"{data.name}: {data.says} ({data.scope})"] += 1
            case "induction":
                trusted["recurrences that are a program's"][f"{data.code.start} and {data.code.turn}"] += 1
                check_rounds(data, facts)
                data.shows = of_rows(data)
            case "instance":
                check_instance(data, self.theorem(data.object, data.theorem), facts)
            case "chain":
                check_shown(data, facts, [data.goal], [], data.certificate)
            case "shape":
                check_shape(data.given, data.goal, data.certificate)
            case _:
                about = {name for each in data.meant if each.head == data.name for name in each.symbols}
                said = tree("", "", data.goal, *data.given.values()).symbols
                if data.reading:
                    demand(about and said <= about, "a reading, and nothing stands for that")
                whose = f"{data.reading} [{data.certificate.reference}]"
                trusted["citations"][f"{data.name}: {data.goal} where {whose}"] += 1
        return data

    def _facts(self, data: Data) -> Facts:
        """What is given, and facts that follow from what is before them, and are defined where `leans` is so."""
        for what, fact in data.given.items():
            demand(holds(fact, data.witness), f"at the witness, {what} does not hold")
        self._check_meanings(data)
        data.meant = [meant(**vars(each)) for each in data.said]
        found, data.leans = dict(data.given), {fact: set[Term]() for fact in data.given.values()}
        for name, known in data.known:
            if known.object == ANALYSIS:
                says: Sequence[Term] = ALWAYS.get(known.theorem, ())
                self.trusted["facts of analysis"][known.theorem] += 1
            else:
                says = self.theorem(known.object, known.theorem).shows
            demand(says, f"{known.theorem} is no implication")
            fact, *premises = (put(known.values, each) for each in says)
            leans = owed(fact)
            for premise in [each for each in premises if each not in data.meant]:
                later = premise.symbols and premise.operator in SIGNS  # it is shown before the fact is used
                demand(later or premise in data.leans or evident(premise), MAY, name, premise)
                leans |= data.leans.get(premise, {premise} if later else set())
            data.leans.setdefault(fact, leans)
            there = "rows" not in {each.operator for each in premises} or holds(fact, data.witness)
            demand(there, f"at the witness there are no rows as {name} is about")
            demand(name not in found, "two facts have one name")
            found[name] = fact
        return found

    def _check_meanings(self, data: Data) -> None:
        """No symbol stands for one thing at two places; rows are there after a number of rounds, at an index."""
        demand(data.reading or not data.said, "no reading says what its symbols stand for")
        if data.said and data.rule != "citation":
            own = {str(each) for said in data.said for each in said.stands.values()}
            self.trusted["readings"][f"{data.name}: {', '.join(sorted(own))}, where {data.reading}"] += 1
        places = defaultdict[Term, list[Data]](list)
        for said in data.said:
            new = {each for each in said.stands.values() if each.operator == "symbol"}
            demand(len(new) == len(said.stands), "symbols for different things become one, or are none")
            for each in new:
                places[each].append(said)
            for name in said.where if said.kind == "rows" else ():
                value = Field()(put(data.witness, said.where[name])) if name in ("t", "k") else UNIT
                whole = not (value + constant(-abs(value.parts.get((), 0)))).parts
                demand(whole, f"at the witness {name} is no number of rounds and no index")
        for each, several in places.items():
            names = sorted({said.of for said in several})
            demand(len(names) == len(several), f"{each} is in {names[0]} at different places")
            if len(names) > 1:
                both = " and in ".join(sorted(str(meant(**vars(said))) for said in several))
                self.trusted["symbols that are one"][f"in {data.name}, {each} is in {both}"] += 1


def of_rows(data: Data) -> Sequence[Term]:
    """What an induction says of its rows: what is given of all rounds alike is asked for, the rest is what rows are."""
    goal, rows = data.invariant, data.invariant.symbols & own(data) - {"t", "k"}
    if not rows or data.power in rows:  # of t alone, or powers, nobody else can speak
        return ()
    given = [fact for fact in (*data.given.values(), *data.meant) if fact.symbols <= shared(data)]
    others = goal.symbols.union(*(fact.symbols for fact in given)) - rows
    entries, where = ({each: symbol(each) for each in names} for names in (rows, others))
    return [goal, *given, meant("rows", data.name, entries, where)]


def agreed(found: Term, field: Field | None = None) -> bool:
    """Whether it is so of numbers, or an identity: these are defined, and there is no 1/0 or log(0) in disguise."""
    apart = [each.slack for each in owed(found) if each.operator != "<="]
    sure = all(each.symbols for each in owed(found)) and not any(vanishing(each, field) for each in apart)
    same = found.operator == "=" and sure and vanishing(found.slack, field)
    return same or (not found.symbols and holds(found, {}))


def check_anchor(anchor: Data, data: Data) -> None:
    """A formula's value is its definition's; where there is a goal, it is this, and what is given leaves it room."""
    ties = equal(anchor.value, anchor.definition), equal(anchor.definition, anchor.value)
    goal = getattr(data, "goal", None)
    demand(goal in ties if goal else agreed(ties[0]), f"{anchor.formula} is not tied to its definition")
    for each in data.given.values() if goal else ():  # so wherever one is near that point
        room = all(holds(found, anchor.near) for found in (each, tree("!=", "", *each.arguments)))
        demand(room, f"{anchor.formula} is tied where {each} alone")


def check_point(data: Data) -> None:
    """What is printed is false at one point and true at another, and what it asks for holds at both."""
    given = all(holds(each, place) for place in (data.point, data.elsewhere) for each in data.given.values())
    demand(given, "what is given does not hold there")
    demand(not holds(data.printed, data.point), "what is printed is true at the point")
    demand(holds(data.printed, data.elsewhere), "what is printed is false elsewhere too")


def check_ground(data: Data) -> list[str]:
    """Every relation of a record is so: between numbers, or as an identity. On trust is what is said of them."""
    demand(data.cases, "there is no case")
    made, field = list[Term](), Field()
    for node in data.nodes:
        made.append(term(node, made))
    for name, *case in data.cases:
        demand(agreed(relation(case, made), field), "not so for {}", name)
    return [f"{data.name}: {data.says} ({data.scope})"] * bool(data.says)


def main(arguments: Sequence[str]) -> int:
    """Check a folder of objects; 0 if all are as they should be, 1 if one is refused, 2 if there is no folder."""
    folder = Path(*arguments[:1])
    if len(arguments) != 1 or not folder.is_dir():
        sys.stdout.write("usage: python check.py DIR, a folder that `ldproof prove --export DIR` wrote\n")
        return 2
    library = Library({path.stem: path.read_bytes() for path in folder.glob("?" * ADDRESS + ".json")})
    theorems, rules, refused = dict[str, str](), Counter[str](), list[str]()
    try:
        index = parsed((folder / "index.json").read_text(encoding="utf-8"))
        theorems = read({"theorems": {"str": str}}, index).theorems
    except (OSError, ValueError, Refused) as why:
        refused.append(f"index.json: {why}")
    refused += [f"{address}: it is not in index.json" for address in {*library.texts} - {*theorems.values()}]
    for name, address in theorems.items():
        try:
            rules[library.theorem(address, name).rule] += 1
        except Refused as why:
            refused.append(f"{name}: {why}")
    again = rules.total() - sum(rules[rule] for rule in BELIEVED)
    lines = [f"Shown here again: {again} of {len(theorems)} theorems"]
    lines += [f"  {rules[rule]:5} {rule}{' (on trust)' * (rule in BELIEVED)}" for rule in sorted(rules)]
    for kind, trusted in sorted(library.trusted.items()):
        lines.append(f"On trust: {len(trusted)} {kind}")
        lines += [f"  {count:4} x {what}" for what, count in sorted(trusted.items())]
    for line in [*lines, *(f"REFUSED {each}" for each in sorted(refused))]:
        sys.stdout.write("".join(each if each.isprintable() else "?" for each in line) + "\n")
    return 1 if refused or not theorems else 0


if __name__ == "__main__":
    gc.disable()  # terms, which are many, are in no circle
    sys.exit(main(sys.argv[1:]))
