"""Re-checks proof objects: `python check.py DIR`. One file, Python's standard library, and nothing else.

An object is a theorem alone in a JSON file. This program believes none of what an object says of itself: it
rebuilds everything from the syntax trees of the statement, and asks of the certificate only what to multiply with
what. Variables range over the real numbers. "If G then R" means: wherever all of G is defined and true, R is
defined and true. Read it in this order:

  1 reading        strict JSON, syntax trees
  2 polynomials    with whole coefficients
  3 intervals      a number between two fractions, as close as is needed
  4 normal forms   quotients of polynomials in variables, exponentials, logarithms, roots and minima
  5 relations      what is defined, what is true at a point
  6 chains         the rule `chain`: each step is a sum of products of facts
  7 charts         the rules `signs` and `shape`: where a function of u and e^u is positive
  8 rounds         the rules `induction` and `instance`
  9 objects        each after those that it cites; what is taken on trust is counted, and said

It takes on trust, and lists: the facts of analysis in `ALWAYS`, what others have shown (`citation`), what symbols
stand for in words (`reading`), that recurrences and records (`ground`) are a program's, and enumerations.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, getcontext, localcontext
from fractions import Fraction
from hashlib import sha256
from math import gcd, isqrt, lcm
from pathlib import Path
from typing import NamedTuple, TypeVar

FORMAT, ADDRESS = "ldproof proof object 1", 64
Kind = TypeVar("Kind")


class Refused(Exception):  # noqa: N818  (it is an answer)
    """What an object does not show."""


def demand(condition: bool, why: object) -> None:
    """Refuse unless it is so."""
    if not condition:
        raise Refused(str(why))


# 1 Reading -------------------------------------------------------------------------------------------------


def parsed(text: str) -> object:
    """JSON without numbers that are not whole, and without a name that stands twice in one object."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        demand(len(dict(pairs)) == len(pairs), "a name stands twice in one object")
        return dict(pairs)

    def never(number: str) -> object:
        raise Refused(f"{number} is not exact")

    return json.loads(text, object_pairs_hook=once, parse_float=never, parse_constant=never)


def of(kind: type[Kind], data: object) -> Kind:
    """What is just of a kind: true is no whole number."""
    if not isinstance(data, kind) or type(data) is not kind:
        raise Refused(f"no {kind.__name__}: {str(data)[:60]}")
    return data


def record(data: object) -> dict[str, object]:
    """An object of JSON."""
    return of(dict, data)


def fields(data: object, *names: str) -> list[object]:
    """The fields of an object that has just these."""
    found = record(data)
    demand(set(found) == set(names), f"fields {sorted(found)} in the place of {sorted(names)}")
    return [found[name] for name in names]


def pairs(data: object) -> list[tuple[object, object]]:
    """A list of pairs."""
    found: list[list[object]] = [of(list, each) for each in of(list, data)]
    demand(all(len(each) == 2 for each in found), "no pair")
    return [(each[0], each[1]) for each in found]


def fraction(data: object) -> Fraction:
    """A fraction, written as `-3` or `3/4`."""
    demand(bool(re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", of(str, data), re.ASCII)), f"no fraction: {data}")
    return Fraction(of(str, data))


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


def symbol(name: str) -> Term:
    """A variable."""
    return Term("symbol", name)


ZERO, ONE = number(0), number(1)


def term(data: object, part: Callable[[object], Term] | None = None) -> Term:
    """`["constant", "1/2"]`, `["symbol", "x"]`, `["^", base, 3]`, or an operator before its arguments."""
    part = part or term
    match data:
        case ["constant", value]:
            return number(fraction(value))
        case ["symbol", str(name)]:
            return symbol(name)
        case ["^", base, exponent]:
            demand(abs(of(int, exponent)) < 1 << 20, "an exponent is too large")
            return part(base) ** of(int, exponent)
        case [str(operator), *arguments] if ARGUMENTS.get(operator) == len(arguments):
            return Term(operator, "", *map(part, arguments))
    raise Refused(f"no term: {str(data)[:60]}")


def terms(data: object) -> dict[str, Term]:
    """Terms by names."""
    return {name: term(value) for name, value in record(data).items()}


def put(values: Mapping[str, Term], into: Term) -> Term:
    """Terms in the place of variables, all at once."""
    found: dict[Term, Term] = {}
    for node in inside(into):
        parts = [found[each] for each in node.arguments]
        own = values.get(str(node.head)) if node.operator == "symbol" else None
        found[node] = own or Term(node.operator, node.head, *parts)
    return found[into]


def inside(*roots: Term) -> dict[Term, None]:
    """Every subterm once, each after those in it."""
    found: dict[Term, None] = {}
    waiting = [*reversed(roots)]
    while waiting:
        missing = [each for each in waiting[-1].arguments if each not in found]
        if missing:
            waiting += reversed(missing)
        else:
            found[waiting.pop()] = None
    return found


# 2 Polynomials ---------------------------------------------------------------------------------------------
# A monomial x0^a x1^b ... is the whole number a + b 2^32 + ...: to multiply monomials, add the numbers.

WIDTH = 32


def exponent(monomial: int, place: int) -> int:
    """The exponent of a variable in a monomial."""
    return monomial >> WIDTH * place & (1 << WIDTH) - 1


def without(monomial: int, *places: int) -> int:
    """A monomial without some variables."""
    return monomial - sum(exponent(monomial, place) << WIDTH * place for place in places)


class Polynomial:
    """A sum of whole multiples of monomials; `degree` is a bound on every exponent in it."""

    def __init__(self, parts: dict[int, int], degree: int) -> None:
        demand(degree < 1 << (WIDTH - 1), "an exponent is too large")  # or it would run into its neighbour
        self.parts, self.degree = {each: factor for each, factor in parts.items() if factor}, degree

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(frozenset(self.parts.items()))

    def __add__(self, other: Polynomial) -> Polynomial:
        parts = dict(self.parts)
        for monomial, factor in other.parts.items():
            parts[monomial] = parts.get(monomial, 0) + factor
        return Polynomial(parts, max(self.degree, other.degree))

    def __mul__(self, other: Polynomial) -> Polynomial:
        parts: dict[int, int] = {}
        demand(len(self.parts) * len(other.parts) < 10**7, "a polynomial is too large")
        for one, left in self.parts.items():
            for two, right in other.parts.items():
                parts[one + two] = parts.get(one + two, 0) + left * right
        return Polynomial(parts, self.degree + other.degree)

    def __pow__(self, exponent: int) -> Polynomial:
        return power(self, exponent, UNIT)

    def exponents(self, *places: int) -> set[int]:
        """With which exponents variables occur."""
        return {exponent(monomial, place) for monomial in self.parts for place in places}

    def lowered(self, place: int) -> tuple[Polynomial, int]:
        """Divided by the highest power of a variable that divides it; and that."""
        least = min(self.exponents(place))
        parts = {each - (least << WIDTH * place): factor for each, factor in self.parts.items()}
        return Polynomial(parts, self.degree), least


Number = TypeVar("Number", "Polynomial", "Interval")


def power(base: Number, exponent: int, one: Number) -> Number:
    """A power, by squaring."""
    found = one
    for digit in f"{exponent:b}":
        found = found * found * base if digit == "1" else found * found
    return found


def whole(factor: int) -> Polynomial:
    """A number."""
    return Polynomial({0: factor}, 0)


def variable(place: int, exponent: int = 1) -> Polynomial:
    """A power of a variable."""
    return Polynomial({exponent << WIDTH * place: 1}, exponent)


NOTHING, UNIT = whole(0), whole(1)


# 3 Intervals -----------------------------------------------------------------------------------------------
# A number lies between two fractions; where these are equal it is known exactly, and nothing is rounded. `decimal`
# rounds a quotient up or down as it is told, and e^x, ln x and the square root to the nearest: so the decimals next
# to these are bounds. How many digits they have is a setting of `decimal`.

DIGITS = (25, 50, 100, 200, 400, 800)


class Undecided(Exception):  # noqa: N818
    """More digits are needed."""


def decimal(value: Fraction, rounding: str) -> Decimal:
    """The next decimal."""
    context = Context(prec=getcontext().prec, rounding=rounding)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def between(*values: Fraction) -> Interval:
    """The least interval with these in it, rounded outwards."""
    low, high = min(values), max(values)
    if low == high:
        return Interval(low, high)
    return Interval(Fraction(decimal(low, ROUND_FLOOR)), Fraction(decimal(high, ROUND_CEILING)))


@dataclass(frozen=True)
class Interval:
    """The fractions between which a number lies."""

    low: Fraction
    high: Fraction

    def sign(self) -> int:
        """The sign of the number, if it is decided."""
        if self.low <= 0 <= self.high and self.low < self.high:
            raise Undecided
        return (self.low > 0) - (self.low < 0)

    def __add__(self, other: Interval) -> Interval:
        if self.low is self.high and other.low is other.high:
            return exactly(self.low + other.low)
        return between(self.low + other.low, self.high + other.high)

    def __mul__(self, other: Interval) -> Interval:
        if self.low is self.high and other.low is other.high:
            return exactly(self.low * other.low)
        return between(*(one * two for one in (self.low, self.high) for two in (other.low, other.high)))

    def __pow__(self, exponent: int) -> Interval:
        if exponent < 0:
            demand(self.sign() != 0, "it divides by 0")
            return (
                exactly(1 / self.low) if self.low is self.high else between(1 / self.high, 1 / self.low)
            ) ** -exponent
        return power(self, exponent, exactly(1))

    def under(self, function: str) -> Interval:
        """e^x, ln x or the square root of x, all increasing: between the values at both ends."""
        demand(function == "exp" or self.sign() >= (function == "log"), f"there is no {function} of it")
        if self.low == self.high == (function == "log"):  # e^0 = 1, ln 1 = 0, and the root of 0 is 0
            return exactly(function == "exp")
        root = Fraction(isqrt(abs(self.low.numerator)), isqrt(self.low.denominator))
        if function == "sqrt" and self.low == self.high == root**2:
            return exactly(root)
        demand(abs(self.low) + abs(self.high) < 10**9 or function != "exp", "an exponent is too large")
        context = Context(prec=getcontext().prec)
        rounded = {"exp": context.exp, "log": context.ln, "sqrt": context.sqrt}[function]
        low, high = rounded(decimal(self.low, ROUND_FLOOR)), rounded(decimal(self.high, ROUND_CEILING))
        return Interval(Fraction(context.next_minus(low)), Fraction(context.next_plus(high)))


def exactly(number: Fraction | int) -> Interval:
    """A number that is known."""
    known = Fraction(number)
    return Interval(known, known)


Values = Mapping[int, Interval]
"""Between what the variables of polynomials lie."""


# 4 Normal forms --------------------------------------------------------------------------------------------
# A term is a quotient: a polynomial over powers of polynomials ("atoms") that are not 0 where the term is
# defined. Two terms are equal wherever both are defined if their difference has the numerator 0.


@dataclass(frozen=True)
class Quotient:
    """A polynomial, over a product of powers of atoms."""

    top: Polynomial
    atoms: Mapping[Polynomial, int] = field(default_factory=dict)

    def over(self, atoms: Mapping[Polynomial, int]) -> Polynomial:
        """Its numerator, over at least as many powers of atoms."""
        top = self.top
        for atom, times in atoms.items():
            if missing := times - self.atoms.get(atom, 0):
                top *= atom**missing
        return top

    def joint(self, other: Quotient) -> dict[Polynomial, int]:
        """The atoms that are below the line in either."""
        both = {**self.atoms, **other.atoms}
        return {each: max(self.atoms.get(each, 0), other.atoms.get(each, 0)) for each in both}

    def __add__(self, other: Quotient) -> Quotient:
        atoms = self.joint(other)
        return Quotient(self.over(atoms) + other.over(atoms), atoms)

    def __mul__(self, other: Quotient) -> Quotient:
        both = {**self.atoms, **other.atoms}
        atoms = {each: self.atoms.get(each, 0) + other.atoms.get(each, 0) for each in both}
        return Quotient(self.top * other.top, atoms)

    def __neg__(self) -> Quotient:
        return Quotient(self.top * whole(-1), self.atoms)

    def __pow__(self, exponent: int) -> Quotient:
        if exponent < 0:
            return self.inverse() ** -exponent
        return Quotient(self.top**exponent, {each: times * exponent for each, times in self.atoms.items()})

    def inverse(self) -> Quotient:
        """1 over it: its numerator becomes atoms, each variable that divides it one of its own."""
        demand(bool(self.top.parts), "it divides by 0")
        rest, atoms = self.top, dict[Polynomial, int]()
        for place in range(max(rest.parts).bit_length() // WIDTH + 1):
            rest, times = rest.lowered(place)
            atoms |= {variable(place): times} if times else {}
        return Quotient(Quotient(UNIT).over(self.atoms), atoms if rest == UNIT else atoms | {rest: 1})


class Field:
    """The normal forms of some terms, and what each variable of the polynomials stands for."""

    def __init__(self, roots: Iterable[Term]) -> None:
        nodes = inside(*roots)
        self.stands = [(node, Fraction(1)) for node in nodes if node.operator == "symbol"]
        """For each variable a term; where that is an exponential, the share of its exponent that it has."""
        self.power = {node: (place, 1) for place, (node, _) in enumerate(self.stands)}
        """For each symbol and each function's value the variable whose power it is, and the exponent."""
        self._form: dict[Term, Quotient] = {}
        functions = [node for node in nodes if node.operator in FUNCTIONS]
        for depth in sorted({node.depth for node in functions}):
            self._name(node for node in functions if node.depth == depth)

    def _name(self, nodes: Iterable[Term]) -> None:
        """Variables for functions' values: exponentials of multiples of one thing are powers of one variable."""
        families: list[list[tuple[Term, Fraction]]] = []
        for node in nodes:
            if node.operator == "exp" and not self(node.arguments[0]).top.parts:
                continue  # e^0 is the number 1
            ratios = ((family, self._ratio(node, family[0][0])) for family in families)
            family, ratio = next((each for each in ratios if each[1]), ([], Fraction(1)))
            family.append((node, ratio or Fraction(1)))
            if len(family) == 1:
                families.append(family)
        for family in families:
            common = lcm(*(ratio.denominator for _, ratio in family))
            unit = Fraction(gcd(*(int(ratio * common) for _, ratio in family)), common)
            self.power |= {node: (len(self.stands), int(ratio / unit)) for node, ratio in family}
            self.stands.append((family[0][0], unit))

    def _ratio(self, node: Term, first: Term) -> Fraction | None:
        """1 if two functions have equal arguments; for exponentials the ratio of these, if that is a number."""
        if node.operator == first.operator == "exp":
            return self._multiple(node.arguments[0], first.arguments[0])
        for order in (first.arguments, first.arguments[::-1]):  # a minimum has no order
            if node.operator == first.operator and all(
                self._multiple(*both) == 1 for both in zip(node.arguments, order, strict=True)
            ):
                return Fraction(1)
        return None

    def _multiple(self, one: Term, other: Term) -> Fraction | None:
        """The number that one term is of another one, if it is one."""
        atoms = self(one).joint(self(other))
        left, right = self(one).over(atoms).parts, self(other).over(atoms).parts
        ratios = {Fraction(factor, right.get(each, 1)) for each, factor in left.items()} or {Fraction(1)}
        return min(ratios) if len(ratios) == 1 and left.keys() == right.keys() else None

    def __call__(self, node: Term) -> Quotient:
        """The normal form of a term."""
        for each in inside(node) if node not in self._form else ():
            if each not in self._form:
                self._form[each] = self._made(each, [self._form[part] for part in each.arguments])
        return self._form[node]

    def _made(self, node: Term, parts: Sequence[Quotient]) -> Quotient:
        if node in self.power:
            place, times = self.power[node]
            return Quotient(variable(place)) ** times
        match node.operator, node.head:
            case "constant", Fraction() as value:
                return Quotient(whole(value.numerator)) * Quotient(whole(value.denominator)) ** -1
            case "^", int(exponent):
                return parts[0] ** exponent
            case "negative", _:
                return -parts[0]
            case "+", _:
                return parts[0] + parts[1]
            case "-", _:
                return parts[0] + -parts[1]
            case "*", _:
                return parts[0] * parts[1]
            case "/", _:
                return parts[0] * parts[1] ** -1
            case _:
                pass
        demand(node.operator == "exp" and not parts[0].top.parts, f"nothing stands for {node}")
        return Quotient(UNIT)

    def vanishes(self, top: Polynomial) -> bool:
        """Whether a polynomial is 0 once every root's square is what is under the root; outer roots come first."""
        for place in reversed(range(len(self.stands))):
            root, _ = self.stands[place]
            if root.operator == "sqrt" and top.exponents(place) - {0}:
                under = self(root.arguments[0])
                below = Quotient(UNIT).over(under.atoms)
                halves, most = [NOTHING, NOTHING], max(top.exponents(place)) // 2
                for monomial, factor in top.parts.items():  # A + B root, all times a power of what is below
                    squares, odd = divmod(exponent(monomial, place), 2)
                    rest = Polynomial({without(monomial, place): factor}, top.degree)
                    halves[odd] += rest * under.top**squares * below ** (most - squares)
                return all(map(self.vanishes, halves))
        return not top.parts

    def at(self, top: Polynomial, values: Values) -> Interval:
        """Where a polynomial lies; a variable that is given no value stands for a number."""
        found, known = exactly(0), dict(values)
        for monomial, factor in top.parts.items():
            part = exactly(factor)
            for place in range(len(self.stands)):
                if times := exponent(monomial, place):
                    if place not in known:
                        known[place] = self._number(*self.stands[place])
                    part *= known[place] ** times
            found += part
        return found

    def _number(self, node: Term, share: Fraction) -> Interval:
        demand(bool(node.arguments), f"{node} has no value")
        inner = list[Interval]()
        for form in map(self, node.arguments):
            inner.append(self.at(form.top, {}) * exactly(share))
            for atom, times in form.atoms.items():
                inner[-1] *= self.at(atom, {}) ** -times
        if node.operator == "min":
            return Interval(min(each.low for each in inner), min(each.high for each in inner))
        return inner[0].under(node.operator)

    def sign(self, top: Polynomial, values: Callable[[], Values] = dict) -> int:
        """The sign of a polynomial, with as many digits as it takes."""
        for digits in () if self.vanishes(top) else DIGITS:
            with localcontext() as context:
                context.prec = digits
                try:
                    return self.at(top, values()).sign()
                except Undecided:
                    continue
        demand(self.vanishes(top), "a sign is undecided")
        return 0


# 5 Relations -----------------------------------------------------------------------------------------------


class Relation(NamedTuple):
    """Two terms and the sign between them: `=`, `<=`, `<` or `!=`."""

    left: Term
    sign: str
    right: Term

    @property
    def slack(self) -> Term:
        """What is 0, at least 0, above 0, or not 0."""
        return self.right - self.left

    def so(self, slack: int) -> bool:
        """Whether it is true if its slack has this sign."""
        return {"=": slack == 0, "!=": slack != 0, "<=": slack >= 0, "<": slack > 0}[self.sign]

    def put(self, values: Mapping[str, Term]) -> Relation:
        """Terms in the place of variables."""
        return Relation(put(values, self.left), self.sign, put(values, self.right))

    def symbols(self) -> frozenset[str]:
        """The variables in it."""
        return self.left.symbols | self.right.symbols

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


Facts = Mapping[str, Relation]


def relation(data: object, part: Callable[[object], Term] = term) -> Relation:
    """A left side, a sign, a right side."""
    match data:
        case [left, ("=" | "<=" | "<" | "!=") as sign, right]:
            return Relation(part(left), sign, part(right))
        case _:
            raise Refused(f"no relation: {str(data)[:60]}")


def relations(data: object) -> dict[str, Relation]:
    """Relations by names."""
    return {name: relation(each) for name, each in record(data).items()}


def related(sign: str) -> Callable[[Term, Term], Relation]:
    """What puts a sign between two terms."""
    return lambda left, right: Relation(left, sign, right)


at_most, below, equal, unequal = map(related, ("<=", "<", "=", "!="))
CONTRARY: Mapping[str, Callable[[Term, Term], Relation]] = {
    "=": unequal,
    "!=": equal,
    "<=": lambda x, y: below(y, x),
    "<": lambda x, y: at_most(y, x),
}
"""What holds where a relation is defined and does not hold."""


def worked(node: Term, parts: Sequence[Interval]) -> Interval:
    """Where a term's value lies, from where those of its arguments do: it has one if they allow it."""
    match node.operator:
        case "constant" if isinstance(node.head, Fraction):
            return exactly(node.head)
        case "^" if isinstance(node.head, int):
            return parts[0] ** node.head
        case "+":
            return parts[0] + parts[1]
        case "-":
            return parts[0] + parts[1] * exactly(-1)
        case "*":
            return parts[0] * parts[1]
        case "/":
            return parts[0] * parts[1] ** -1
        case "negative":
            return parts[0] * exactly(-1)
        case "min":
            return Interval(min(each.low for each in parts), min(each.high for each in parts))
        case _:
            return parts[0].under(node.operator)


enclosed: dict[tuple[int, Term], Interval] = {}


def measured(root: Term, digits: int) -> Interval:
    """Where the value of a term without variables lies; that it has one is seen on the way."""
    waiting = [root]
    with localcontext() as context:
        context.prec = digits
        while waiting:
            missing = [each for each in waiting[-1].arguments if (digits, each) not in enclosed]
            if not missing:
                node = waiting.pop()
                enclosed[digits, node] = worked(node, [enclosed[digits, each] for each in node.arguments])
            waiting += missing
    return enclosed[digits, root]


def holds(found: Relation, point: Mapping[str, Term]) -> bool:
    """Whether it is defined and true at a point."""
    here = found.put(point) if point else found
    for digits in () if here.symbols() else DIGITS[: 1 if found.sign == "=" else None]:
        try:
            return found.so(measured(here.slack, digits).sign())
        except Undecided:
            continue
        except Refused:
            break
    if here.symbols() or owed(here.left, here.right):
        return False
    numbers = Field([here.slack])
    form = numbers(here.slack)
    slack = numbers.sign(form.top)
    for atom, times in form.atoms.items():
        slack *= numbers.sign(atom) if times % 2 else 1
    return found.so(slack)


known_numbers: dict[Relation, bool] = {}


def evident(found: Relation) -> bool:
    """Whether it is about numbers alone, and true."""
    if not found.symbols() and found not in known_numbers:
        known_numbers[found] = holds(found, {})
    return known_numbers.get(found, False)


def owed(*roots: Term) -> set[Relation]:
    """What must be so for terms to be defined."""
    found: set[Relation] = set()
    for node in inside(*roots):
        if node.operator == "/" or (isinstance(node.head, int) and node.head < 0):
            found.add(unequal(node.arguments[-1], ZERO))
        elif node.operator in ("log", "sqrt"):
            found.add(Relation(ZERO, "<" if node.operator == "log" else "<=", node.arguments[0]))
    return {each for each in found if not evident(each)}


def sides(facts: Iterable[Relation]) -> list[Term]:
    """The terms in relations."""
    return [side for fact in facts for side in (fact.left, fact.right)]


# 6 Chains --------------------------------------------------------------------------------------------------
# A combination shows a relation: (a sum of products above 0) times its slack = a sum of products of at least 0.


class Product(NamedTuple):
    """A number times facts' slacks, squares, and any term where one of the facts is an equation (all of it is 0)."""

    factor: Fraction
    facts: list[str]
    squares: list[Term]
    scale: Term

    def sign(self, facts: Facts) -> str:
        """How it is to 0: "=", or "<" if it is above, or "<=" if it is not below."""
        for name in self.facts:
            demand(name in facts, f"no fact that may be used is named {name}")
        signs = {facts[name].sign for name in self.facts}
        demand("!=" not in signs, "what is not 0 has no sign")
        if "=" in signs:
            return "="
        demand(self.scale is ONE and self.factor >= 0, "a factor's sign is not known")
        return "<=" if self.squares or "<=" in signs or not self.factor else "<"

    def form(self, facts: Facts, field: Field) -> Quotient:
        """Its normal form."""
        found = field(number(self.factor)) * field(self.scale)
        for factor in [*self.squares, *self.squares, *(facts[name].slack for name in self.facts)]:
            found *= field(factor)
        return found


class Combination(NamedTuple):
    """What shows a relation."""

    products: list[Product]
    times: list[Product]
    negated: bool
    """For `!=`: whether the left side is below the right one, and not above."""

    def multipliers(self) -> list[Term]:
        """The terms besides the facts'."""
        return [part for each in (*self.products, *self.times) for part in (each.scale, *each.squares)]

    def check(self, goal: Relation, facts: Facts, field: Field) -> None:
        """Every product has its sign, and the identity holds."""
        signs = [each.sign(facts) for each in self.products]
        demand(goal.sign != "=" or set(signs) <= {"="}, f"only equations show an equation: {goal}")
        demand(goal.sign in ("=", "<=") or "<" in signs, f"no product is above 0, but {goal} is strict")
        demand(not self.times or "<" in [each.sign(facts) for each in self.times], "it is multiplied by 0")
        difference, found = field(goal.slack), Quotient(NOTHING)
        if goal.sign == "!=" and not self.negated:
            difference = -difference
        if self.times:
            for each in self.times:
                found += each.form(facts, field)
            difference *= found
        for each in self.products:
            difference += -each.form(facts, field)
        demand(field.vanishes(difference.top), f"{goal} is not that sum of products")


def combination(data: object) -> Combination:
    """A combination of a certificate."""

    def product(data: object) -> Product:
        factor, facts, squares, scale = fields(data, "factor", "facts", "squares", "scale")
        names = [of(str, each) for each in of(list, facts)]
        return Product(fraction(factor), names, [*map(term, of(list, squares))], term(scale))

    products, times, negated = fields(data, "products", "times", "negated")
    return Combination(
        [*map(product, of(list, products))], [*map(product, of(list, times))], of(bool, negated)
    )


def defined(facts: Facts, stated: Sequence[Term], data: object) -> Field:
    """Facts and stated terms are defined: each obligation is shown by what those shown before it define."""
    shown = [(relation(obligation), combination(why)) for obligation, why in pairs(data)]
    multipliers = [part for _, why in shown for part in why.multipliers()]
    field = Field([*sides(facts.values()), *stated, *multipliers, *sides(each for each, _ in shown)])
    needs = {name: owed(fact.left, fact.right) for name, fact in facts.items()}
    found: set[Relation] = set()
    for obligation, why in shown:
        own = owed(obligation.left, obligation.right, *why.multipliers())
        demand(own <= found, f"{obligation} is shown by what is not defined")
        why.check(obligation, {name: fact for name, fact in facts.items() if needs[name] <= found}, field)
        found.add(obligation)
    for each in owed(*sides(facts.values()), *stated) - found:
        raise Refused(f"nothing shows {each}")
    return field


def check_chain(facts: Facts, goal: Relation, certificate: object, also: Sequence[Term] = ()) -> None:
    """Every term is defined; every step is shown; the steps lead from the goal's left side to its right."""
    steps, shown = fields(certificate, "steps", "defined")
    lines: list[tuple[Relation, Combination]] = []
    for each in of(list, steps):
        sign, to, _, because = fields(each, "sign", "to", "reason", "because")
        before = lines[-1][0].right if lines else goal.left
        lines.append((Relation(before, of(str, sign), term(to)), combination(because)))
    multipliers = [part for _, why in lines for part in why.multipliers()]
    field = defined(facts, [*sides([goal, *(step for step, _ in lines)]), *multipliers, *also], shown)
    for step, why in lines:
        why.check(step, facts, field)
    signs = {step.sign for step, _ in lines} - {"="}
    demand(bool(lines) and lines[-1][0].right is goal.right, f"the steps do not lead to {goal.right}")
    alone = signs == {"!="} and [step.sign for step, _ in lines].count("!=") == 1
    demand(signs <= {"<", "<="} or alone, f"the signs {signs} do not add up")
    least = "=" if not signs else "<" if "<" in signs else min(signs)
    gives = {"=": ("=", "<="), "<": ("<", "<=", "!="), "<=": ("<=",), "!=": ("!=",)}
    demand(goal.sign in gives[least], f"the steps show {least}, not {goal.sign}")


# 7 Charts --------------------------------------------------------------------------------------------------
# Where a polynomial in u and g = e^(u/d) is positive and where negative, for u > 0. Divide by a power of g, then
# differentiate, until neither u nor g is left. Between two roots of its derivative a function is monotone: it has
# a root there just if its signs at both ends differ.


class Curve(NamedTuple):
    """A polynomial in u, g = e^(u/d) and numbers such as log(2)."""

    field: Field
    u: int
    g: int
    d: int
    top: Polynomial = NOTHING

    def slope(self, top: Polynomial) -> Polynomial:
        """d times the derivative by u: of u it is d, of g it is g."""
        found = NOTHING
        for monomial, factor in top.parts.items():
            steps, waves = exponent(monomial, self.u), exponent(monomial, self.g)
            found += Polynomial({monomial: factor * waves}, top.degree)
            if steps:
                found += Polynomial({monomial - (1 << WIDTH * self.u): factor * steps * self.d}, top.degree)
        return found

    def lowered(self) -> Curve:
        """Divided by the highest power of g that divides it, which is positive."""
        demand(not self.field.vanishes(self.top), "it is 0 everywhere")
        return self._replace(top=self.top.lowered(self.g)[0])

    def near(self, u: Interval) -> Values:
        """The values of u and g."""
        return {self.u: u, self.g: (u * exactly(Fraction(1, self.d))).under("exp")}

    def sign(self, u: Fraction) -> int:
        """Its sign at a number above 0, and at 0."""
        if u:
            return self.field.sign(self.top, lambda: self.near(exactly(u)))
        return self.numbers(each for each in self.top.parts if not exponent(each, self.u))

    def numbers(self, kept: Iterable[int]) -> int:
        """The sign of what stands beside u and g in some monomials."""
        found = NOTHING
        for each in kept:
            found += Polynomial({without(each, self.u, self.g): self.top.parts[each]}, self.top.degree)
        return self.field.sign(found)

    def far(self) -> int:
        """Its sign for all large u: that of what stands beside the highest power of g, and of u beside that."""
        powers = {each: (exponent(each, self.g), exponent(each, self.u)) for each in self.top.parts}
        found = self.numbers(each for each in powers if powers[each] == max(powers.values()))
        demand(found != 0, "a number is 0 in disguise")
        return found


def chart(curve: Curve) -> tuple[list[int], list[tuple[Fraction, Fraction]]]:
    """The signs of a curve from 0 to infinity, and two fractions around each root between them."""
    curve = curve.lowered()
    if curve.top.exponents(curve.u, curve.g) == {0}:
        return [curve.far()], []
    slope = curve._replace(top=curve.slope(curve.top)).lowered()
    slopes, turns = chart(slope)
    at, signs, roots = Fraction(0), [curve.sign(Fraction(0)) or slopes[0]], []
    for turn in turns:
        (left, right), sign = narrowed(curve, slope, *turn)
        if sign != signs[-1]:
            roots.append((started(curve, at, left, signs[-1]), left))
            signs.append(sign)
        at = right
    if curve.far() != signs[-1]:
        right = max(2 * at, Fraction(1))
        while curve.sign(right) != -signs[-1]:
            right *= 2
        roots.append((started(curve, at, right, signs[-1]), right))
        signs.append(-signs[-1])
    return signs, roots


def narrowed(
    curve: Curve, slope: Curve, left: Fraction, right: Fraction
) -> tuple[tuple[Fraction, Fraction], int]:
    """Fractions closer to a root of the slope, so that between them the curve has one sign; and that."""
    for _ in range(80):
        try:
            return (left, right), curve.field.at(curve.top, curve.near(Interval(left, right))).sign()
        except Undecided:
            middle = (left + right) / 2
            if not slope.sign(middle):  # the root itself: cut beside it
                middle = (left + middle) / 2
            left, right = (middle, right) if slope.sign(middle) != slope.sign(right) else (left, middle)
    raise Refused("the sign at a turning point is undecided: it may be 0")


def started(curve: Curve, at: Fraction, right: Fraction, sign: int) -> Fraction:
    """A number from which on the sign has not changed yet: `at`, or one just beside 0, where the curve is 0."""
    if curve.sign(at):
        return at
    while curve.sign(right) != sign:
        right /= 2
    return right


def curve_of(expression: Term, which: object) -> Curve:
    """A curve with the signs of an expression in one variable above 0, or of its derivative; it is defined there."""
    demand(len(expression.symbols) == 1, f"{expression} has not one variable")
    u = symbol(*expression.symbols)
    growing = Term("exp", "", u)
    field = Field([growing, expression])  # in this order, so that e^u is a positive power of g
    blank = Curve(field, field.power[u][0], *field.power[growing])
    for place, (node, _) in enumerate(field.stands):
        demand(place in (blank.u, blank.g) or not node.symbols, f"{node} is no number")
    for each in owed(expression):
        alone = each.sign == "!=" and len(chart(blank._replace(top=field(each.left).top))[0]) == 1
        demand(alone, f"{expression} may be undefined: {each}")
    found = field(expression)
    demand(which in ("value", "derivative"), f"no chart is of the {which}")
    if which == "derivative":  # (t/b)' = (t' - t b'/b)/b, and a power a^k of an atom in b adds k a'/a to b'/b
        slope = Quotient(blank.slope(found.top))
        for atom, times in found.atoms.items():
            slope += -Quotient(found.top * blank.slope(atom) * whole(times), {atom: 1})
        found = slope * Quotient(UNIT, found.atoms)
    top = found.top
    for atom, times in found.atoms.items():
        top *= atom if times % 2 else UNIT
    return blank._replace(top=top)


a, b, c, y = map(symbol, "abcy")
PEAK = [[1], [-1], [1, -1]]
SHAPES: Mapping[str, tuple[list[list[int]], Callable[[Term, Term, Term], list[Relation]]]] = {
    "it is positive": ([[1]], lambda p, *_: [below(ZERO, p)]),
    "it rises": ([[1]], lambda p, q, _: [at_most(p, q), at_most(a, b)]),
    "it falls": ([[-1]], lambda p, q, _: [at_most(q, p), at_most(a, b)]),
    "between two points it is at least the lower of its values there": (
        PEAK,
        lambda p, q, r: [at_most(y, q), at_most(a, b), at_most(b, c), at_most(y, p), at_most(y, r)],
    ),
    "where it does not fall, it has not fallen before": (
        PEAK,
        lambda p, q, r: [at_most(p, q), at_most(a, b), below(b, c), at_most(q, r)],
    ),
    "where it does not rise, it will not rise again": (
        PEAK,
        lambda p, q, r: [at_most(r, q), below(a, b), at_most(b, c), at_most(q, p)],
    ),
}
"""For which signs of f, or of its derivative, what follows from 0 < a and what else of f(a), f(b), f(c)."""


def check_shape(given: Facts, goal: Relation, certificate: object) -> None:
    """The chart of an expression says the goal."""
    kind, data, inverse = fields(certificate, "kind", "expression", "inverse")
    expression, positive = term(data), kind == "it is positive"
    demand(of(str, kind) in SHAPES, f"no shape: {kind}")
    u = Term("/", "", ONE, symbol("u")) if of(bool, inverse) else symbol("u")
    drawn, *at = (put(dict.fromkeys(expression.symbols, point), expression) for point in (u, a, b, c))
    found, _ = chart(curve_of(drawn, "value" if positive else "derivative"))
    if inverse:  # as a function of 1/u: from right to left, so that what rises falls
        found = [each if positive else -each for each in reversed(found)]
    signs, says = SHAPES[of(str, kind)]
    demand(found in signs, f"with the signs {found} it is not so that {kind}")
    conclusion, *premises = says(*at)
    said = goal == conclusion and {below(ZERO, a), *premises} <= {*given.values()}
    demand(said, f"{goal} is not what the chart says")


def check_signs(data: Mapping[str, object]) -> None:
    """The chart of an expression or its derivative; its only root is a logarithm, if that is claimed."""
    drawn, root = curve_of(term(data["expression"]), data["of"]), of(str, data["root"])
    found, _ = chart(drawn)
    demand(found == [of(int, each) for each in of(list, data["signs"])], f"the signs are {found}")
    if root:
        base = fraction(root)
        logarithm = Term("log", "", number(base))
        demand(len(found) == 2 and base > 1 and drawn.d == 1, f"{logarithm} is not its only root")
        demand(logarithm in drawn.field.power, f"{logarithm} does not occur")
        at, _ = drawn.field.power[logarithm]
        waves, left = max(drawn.top.exponents(drawn.g)), NOTHING
        for monomial, factor in drawn.top.parts.items():  # with log(base) for u, and base for g
            g, rest = exponent(monomial, drawn.g), without(monomial, drawn.u, drawn.g)
            scale = factor * base.numerator**g * base.denominator ** (waves - g)
            left += Polynomial({rest: scale}, drawn.top.degree) * variable(at, exponent(monomial, drawn.u))
        demand(drawn.field.vanishes(left), f"{logarithm} is no root")


# 8 Rounds --------------------------------------------------------------------------------------------------
# Rows of numbers, indexed by k = 0, 1, ...: the first rows are given, and each round makes a row's next from its
# entries at k - 1 and k and from two numbers, one of the round and one of the round and the row. What is claimed
# holds after every number t of rounds and for every k. In the parts, G stands for base^(k-1), which is above 0.

T, K, G = map(symbol, "tkG")


class Rounds(NamedTuple):
    """An induction's statement."""

    own: frozenset[str]
    """The symbols t, k, G, and those of the rows' entries and the powers: nothing may be put in for them."""
    shared: frozenset[str]
    """The symbols that are the same in all rounds."""
    given: Facts
    """What is so in every round."""
    rows: frozenset[str]
    """The symbols of the rows' entries."""
    invariant: Relation
    """What is so after every round."""


def offsets(data: object, *wanted: int) -> dict[int, str]:
    """Symbols by their offsets from k."""
    found = dict(zip(wanted, fields(data, *map(str, wanted)), strict=True))
    return {offset: of(str, name) for offset, name in found.items()}


def check_rounds(data: Mapping[str, object], known: Facts) -> Rounds:  # noqa: PLR0915
    """The base, and a step with every kind of round, at k = 0 and at k >= 1, made from the recurrence."""
    base, given, reach = term(data["base"]), relations(data["given"]), of(int, data["reach"])
    start_0, start_k = map(term, fields(data["start"], "first", "later"))
    turn_0, turn_k = map(term, fields(data["turn"], "first", "later"))
    invariant, nonnegative = relation(data["invariant"]), of(bool, data["nonnegative"])
    demand(0 <= reach < 9, "its reach")
    entries, seen = record(data["entries"]), range(reach + 1)
    rows = {row: offsets(entries[row], -1, *seen) for row in sorted(entries)}
    powers = offsets(data["powers"], -1, *seen, reach + 1)
    found = [fields(each, "silent", "spoken") for each in of(list, data["kinds"])]
    kinds = [(term(silent), terms(spoken)) for silent, spoken in found]
    names = ["t", "k", "G", *powers.values(), *(name for row in rows.values() for name in row.values())]
    own, two = frozenset(names), {"entry", "silent", "spoken"}
    demand(len(own) == len(names), "two of its symbols are one")
    demand(bool(rows) and bool(kinds), "there is no row, or no kind of round")
    demand(all(set(spoken) == set(rows) for _, spoken in kinds), "a kind of round is about other rows")
    numbers = [base, *(part for silent, spoken in kinds for part in (silent, *spoken.values()))]
    always = {of(str, name) for name, source in pairs(data["known"]) if "fact" in record(source)}
    used = [each.symbols for each in (*numbers, *sides(given.values()))]
    used += [fact.symbols() - ({"t"} if name in always else set()) for name, fact in known.items()]
    demand(not own & frozenset[str]().union(*used), "something is given of its own symbols")
    behind = {"G", *(row[-1] for row in rows.values())}
    demand(not invariant.symbols() & behind, "the invariant looks at k - 1")
    demand(start_0.symbols | start_k.symbols <= base.symbols, "the start is about more than the base")
    demand(turn_0.symbols <= two, "the turn at 0 is about more than an entry")
    demand(turn_k.symbols <= two | {"before"}, "the turn is about more than two entries")
    parts, roles = record(data["certificate"]), set[str]()

    def says(t: Term, k: Term, near: Mapping[str, Term], back: int = 0) -> Relation:
        """The invariant after t rounds, so far back from k, of these entries near k."""
        ahead = {name: offset - back for offset, name in powers.items()}
        at = {name: base**each if k is ZERO else G * base ** (each + 1) for name, each in ahead.items()}
        return invariant.put({"t": t, "k": k - ONE if back else k, **at, **near})

    def part(role: str, more: Facts, goal: Relation, also: Iterable[Term] = ()) -> None:
        """One implication of the proof."""
        facts = {**given, **more, **known}
        demand(len(facts) == len(given) + len(more) + len(known), "two facts have one name")
        demand(role in parts, f"nothing shows its {role}")
        try:
            check_chain(facts, goal, parts[role], [*also])
        except Refused as why:
            raise Refused(f"{role}: {why}") from None
        roles.add(role)

    part("powers", {}, below(ZERO, base))
    places = [(row, offset) for row in rows for offset in seen]
    for k, where in ((ZERO, "k = 0"), (K, "k >= 1")):
        later = k is K
        some = {"t >= 0": at_most(ZERO, T), "k >= 1": at_most(ONE, K), "G > 0": below(ZERO, G)}
        some = some if later else {"t >= 0": some["t >= 0"]}
        start = {rows[row][offset]: start_k if later or offset else start_0 for row, offset in places}
        part(f"base at {where}", some, says(ZERO, k, start), [start_0, start_k])
        before = {"invariant at k": says(T, k, {})}
        if later:
            behind_k = {rows[row][offset]: symbol(rows[row][offset - 1]) for row, offset in places}
            before["invariant at k-1"] = says(T, k, behind_k, 1)
        above: dict[str, Facts] = {row: {} for row in rows}
        for row in rows if nonnegative else ():
            window = [symbol(name) for offset, name in rows[row].items() if later or offset >= 0]
            above[row] = {f"{entry} >= 0": at_most(ZERO, entry) for entry in window}
            before |= above[row]
        for number, (silent, spoken) in enumerate(kinds):
            turned = {}
            for row, offset in places:
                two_entries = {"entry": symbol(rows[row][offset]), "before": symbol(rows[row][offset - 1])}
                values = {**two_entries, "silent": silent, "spoken": spoken[row]}
                turned[rows[row][offset]] = put(values, turn_k if later or offset else turn_0)
            part(f"step {number} at {where}", before | some, says(T + ONE, k, turned), turned.values())
            for row in rows if nonnegative else ():
                goal = at_most(ZERO, turned[rows[row][0]])
                part(f"sign {number} of {row} at {where}", {**above[row], **some}, goal)
    starts = [at_most(ZERO, start_0), at_most(ZERO, start_k)]
    demand(not nonnegative or all(map(evident, starts)), "an entry is below 0 at the start")
    demand(roles == set(parts), f"parts of something else: {sorted(set(parts) - roles)}")
    seen_rows = frozenset(name for row in rows.values() for name in row.values())
    return Rounds(own, (invariant.symbols() | base.symbols) - own, given, seen_rows, invariant)


def check_instance(data: Mapping[str, object], rounds: Rounds, facts: Facts) -> None:
    """Rounds of some kinds have what an induction presupposes."""
    values, kinds = terms(data["values"]), [terms(kind) for kind in of(list, data["kinds"])]
    demand(bool(kinds), "there is no kind of round")
    for kind in kinds:
        demand(not {*rounds.shared, *values} & {*kind}, "rounds differ in what the invariant is about")
        both = values | kind
        touched = frozenset(both).union(*(each.symbols for each in both.values()))
        demand(not touched & rounds.own, "something is put in for the induction's own symbols, or they are")
        for name, needed in rounds.given.items():
            demand(needed.put(both) in facts.values(), f"nothing shows {name} for a kind of round")
    (shown,) = fields(data["certificate"], "defined")
    defined(facts, [each for kind in (values, *kinds) for each in kind.values()], shown)


# 9 Objects -------------------------------------------------------------------------------------------------


def function(name: str) -> Callable[..., Term]:
    """A function's value as a term."""
    return lambda *arguments: Term(name, "", *arguments)


exp, log, sqrt, least = map(function, ("exp", "log", "sqrt", "min"))
ALWAYS: Mapping[str, Callable[..., list[Relation]]] = {
    "exp is positive": lambda u: [below(ZERO, exp(u))],
    "exp lies above its tangent at 0": lambda u: [at_most(ONE + u, exp(u))],
    "exp increases": lambda u, v: [at_most(exp(u), exp(v)), at_most(u, v)],
    "the exponential of a sum is the product of the exponentials": (
        lambda u, v: [equal(exp(u + v), exp(u) * exp(v))]
    ),
    "the logarithm of an exponential is its exponent": lambda u: [equal(log(exp(u)), u)],
    "the exponential of a logarithm is its argument": lambda u: [equal(exp(log(u)), u)],
    "the logarithm of a product is the sum of the logarithms": (
        lambda u, v: [equal(log(u * v), log(u) + log(v)), below(ZERO, u), below(ZERO, v)]
    ),
    "a root is at least 0": lambda u: [at_most(ZERO, sqrt(u))],
    "a minimum is at most the first": lambda u, v: [at_most(least(u, v), u)],
    "a minimum is at most the second": lambda u, v: [at_most(least(u, v), v)],
    "the minimum is the first where that is at most the second": (
        lambda u, v: [equal(least(u, v), u), at_most(u, v)]
    ),
    "a minimum is one of the two": lambda u, v: [equal((least(u, v) - u) * (least(u, v) - v), ZERO)],
}
"""Facts of analysis, each before what it presupposes: true wherever their terms are defined."""


class Meaning(NamedTuple):
    """A symbol of a theorem's reading, where the theorem's other symbols are these terms."""

    symbol: str
    where: tuple[tuple[str, Term], ...]

    def put(self, values: Mapping[str, Term]) -> Meaning:
        """The same with terms in the place of variables."""
        return self._replace(where=tuple((name, put(values, each)) for name, each in self.where))

    def __str__(self) -> str:
        where = ", ".join(f"{name} = {each}" for name, each in self.where if str(each) != name)
        return self.symbol + f" at {where}" * bool(where)


class Theorem(NamedTuple):
    """An object that was checked."""

    name: str
    rule: str
    given: Facts
    goal: Relation | None
    """What other theorems may use."""
    stands: Mapping[str, frozenset[Meaning]]
    """The symbols in it that stand for something in words, and for what."""
    rounds: Rounds | None
    said: bool = False
    """Whether its rounds' numbers stand for something in words."""


def concluded(name: str, rounds: Rounds, meant: Mapping[str, frozenset[Meaning]]) -> Theorem:
    """What an induction says of its rows: what is given of all rounds alike is asked for, the rest is what rows are."""
    for each, meanings in meant.items():
        demand(
            each not in rounds.shared | rounds.own,
            f"{each} stands for something in a lemma, and for no round's own",
        )
        demand(len(meanings) == 1, f"{each} stands for different things")
    goal = rounds.invariant
    if goal.symbols() & rounds.own - rounds.rows - {"t", "k"}:
        return Theorem(
            name, "induction", {}, None, {}, rounds, bool(meant)
        )  # of powers nobody else can speak
    given = {what: fact for what, fact in rounds.given.items() if fact.symbols() <= rounds.shared}
    others = goal.symbols().union(*(fact.symbols() for fact in given.values()))
    stands = {
        row: frozenset([Meaning(f"{row} of {name}", tuple((o, symbol(o)) for o in sorted(others - {row})))])
        for row in goal.symbols() & rounds.rows
    }
    return Theorem(name, "induction", given, goal, stands, rounds, bool(meant))


IMPLICATION = "reading stands given known goal witness certificate"
RULES = {
    "chain": IMPLICATION,
    "shape": IMPLICATION,
    "citation": IMPLICATION,
    "point": "reading printed given point elsewhere lemmas",
    "signs": "reading expression of signs root lemmas",
    "induction": "reading code base start turn kinds reach entries powers invariant nonnegative given known witness"
    " certificate",
    "instance": "reading theorem object kinds values given known witness certificate",
    "ground": "says scope nodes cases lemmas",
    "enumeration": "says scope cases lemmas",
}
"""What an object of each rule says, besides its format, name, rule and anchors."""


class Library:
    """The objects of a folder, each checked once, after those that it cites."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self.texts = texts
        self.checked: dict[str, Theorem | str] = {}
        """By their hashes: theorems, or why there is none."""
        self.trusted: dict[str, Counter[str]] = {}
        """What is taken on trust, by its kind, and how often."""

    def trust(self, kind: str, what: str) -> None:
        """Note what is taken on trust."""
        self.trusted.setdefault(kind, Counter())[what] += 1

    def theorem(self, name: object, address: object) -> Theorem:
        """The theorem of that name in the object with that hash."""
        found = self.check(of(str, address))
        if isinstance(found, str) or found.name != name:
            raise Refused(
                f"it cites {name}, but that object is {'refused' if isinstance(found, str) else found.name}"
            )
        return found

    def check(self, address: str) -> Theorem | str:
        """The theorem of an object, or why it is refused."""
        if address not in self.checked:
            try:
                content = self.texts.get(address, b"")
                demand(
                    sha256(content).hexdigest() == address, "there is no object whose content has this hash"
                )
                self.checked[address] = self._checked(record(parsed(content.decode())))
            except Refused as why:
                self.checked[address] = str(why)
            except (ValueError, ArithmeticError, RecursionError) as why:
                self.checked[address] = f"it cannot be read: {why}"
        return self.checked[address]

    def _checked(self, data: dict[str, object]) -> Theorem:
        name, rule = of(str, data.get("name")), of(str, data.get("rule"))
        demand(rule in RULES, f"no rule: {rule}")
        fields(data, "format", "name", "rule", "anchors", *RULES[rule].split())
        demand(data["format"] == FORMAT, "it is of another format")
        for anchor in of(list, data["anchors"]):
            check_tied(data, *fields(anchor, "formula", "value", "definition"))
        if "lemmas" not in data:
            return self._from_facts(name, rule, data)
        for lemma, address in record(data["lemmas"]).items():
            self.theorem(lemma, address)
        if rule == "point":
            check_point(data)
        elif rule == "signs":
            check_signs(data)
        elif rule == "ground":
            check_ground(data)
        else:
            demand(of(int, data["cases"]) > 0, "there is no case")
        if "says" in data:
            kind = "records of what a program gives" if rule == "ground" else "enumerations"
            self.trust(kind, f"{name}: {of(str, data['says'])} ({of(str, data['scope'])})")
        return Theorem(name, rule, {}, None, {}, None)

    def _from_facts(self, name: str, rule: str, data: Mapping[str, object]) -> Theorem:
        """What rests on hypotheses and on facts that are known."""
        given, witness, reading = relations(data["given"]), terms(data["witness"]), of(str, data["reading"])
        for what, fact in given.items():
            demand(holds(fact, witness), f"at the witness, {what} does not hold")
        known, meant = self._known(given, data["known"])
        facts = given | known
        demand(len(facts) == len(given) + len(known), "two facts have one name")
        if rule == "induction":
            code = map(str, fields(data["code"], "start", "turn"))
            self.trust("recurrences that are a program's", " and ".join(code))
            return concluded(name, check_rounds(data, known), meant)
        if rule == "instance":
            demand(not meant, "a lemma is about what its symbols stand for")
            general = self.theorem(data["theorem"], data["object"])
            if general.rounds is None:
                raise Refused("it is an instance of what is no induction")
            demand(
                not general.said, "its rounds' numbers stand for something: nothing may be put in for them"
            )
            check_instance(data, general.rounds, facts)
            return Theorem(name, rule, {}, None, {}, None)
        goal, stands = relation(data["goal"]), [of(str, each) for each in of(list, data["stands"])]
        said = goal.symbols().union(*(fact.symbols() for fact in given.values()))
        for each, meanings in meant.items():
            names = {meaning.symbol for meaning in meanings}
            demand(
                each not in said - {*stands}, f"{each} stands for something in a lemma, and here for nothing"
            )
            demand(len(names) == len(meanings), f"{each} is {min(names)} at different places")
            demand(len(names) == 1 or each in stands, f"{each} stands for different things")
            if len(names) > 1:
                both = " and ".join(sorted(map(str, meanings)))
                self.trust("symbols that are one", f"in {name}, {each} is {both}")
        demand(bool(reading) or not stands, "no reading says what its symbols stand for")
        if rule == "chain":
            check_chain(facts, goal, data["certificate"])
        elif rule == "shape":
            check_shape(given, goal, data["certificate"])
        else:
            (reference,) = fields(data["certificate"], "reference")
            demand(
                bool(stands) or not reading,
                "it is cited of what its reading says, and nothing stands for that",
            )
            self.trust("citations", f"{name}: {goal} where {reading} [{of(str, reference)}]")
        if stands and rule != "citation":
            self.trust("readings", f"{name}: {', '.join(stands)}, where {reading}")
        kept = {
            each: meant.get(each)
            or frozenset([Meaning(f"{each} of {name}", tuple((o, symbol(o)) for o in sorted(said - {each})))])
            for each in stands
            if each in said
        }
        return Theorem(name, rule, given, goal, kept, None)

    def _known(self, given: Facts, data: object) -> tuple[dict[str, Relation], dict[str, frozenset[Meaning]]]:
        """Facts, each of which follows from what is given and the facts before it; what their symbols stand for."""
        found: dict[str, Relation] = {}
        meant: dict[str, frozenset[Meaning]] = {}
        for each, source in pairs(data):
            name = of(str, each)
            if "fact" in record(source):
                kind, arguments = fields(source, "fact", "of")
                always, about = ALWAYS.get(of(str, kind)), [term(each) for each in of(list, arguments)]
                if always is None or always.__code__.co_argcount != len(about):
                    raise Refused(f"no fact of analysis: {kind} of {len(about)}")
                fact, *premises = always(*about)
                self.trust("facts of analysis", str(kind))
            else:
                lemma, address, put_in = fields(source, "theorem", "object", "values")
                theorem, values = self.theorem(lemma, address), terms(put_in)
                if theorem.goal is None:
                    raise Refused(f"{lemma} is no implication")
                fact = theorem.goal.put(values)
                premises = [premise.put(values) for premise in theorem.given.values()]
                renamed = {each: values.get(each, symbol(each)) for each in theorem.stands}
                demand(
                    len({*renamed.values()}) == len(renamed),
                    "symbols that stand for different things become one",
                )
                for own, value in renamed.items():
                    demand(value.operator == "symbol", f"{own} stands for something, and not for {value}")
                    moved = frozenset(each.put(values) for each in theorem.stands[own])
                    meant[str(value)] = meant.get(str(value), frozenset()) | moved
            for premise in premises:
                at_hand = premise in given.values() or premise in found.values() or evident(premise)
                demand(at_hand, f"{name} may be used only given {premise}")
            demand(name not in found, "two facts have one name")
            found[name] = fact
        return found, meant


def check_tied(data: Mapping[str, object], formula: object, value: object, definition: object) -> None:
    """A formula's value is its definition's; where there is a goal, it is this."""
    if isinstance(value, str) or isinstance(definition, str):
        demand(value == definition and "goal" not in data, f"{of(str, formula)} is not its definition")
        return
    left, right = term(value), term(definition)
    if "goal" in data:
        tied = relation(data["goal"]) in (equal(left, right), equal(right, left))
    else:
        field = Field([left - right])
        tied = field.vanishes(field(left - right).top)
    demand(tied, f"{of(str, formula)} is not tied to its definition")


def check_point(data: Mapping[str, object]) -> None:
    """What is printed is false at one point and true at another, and what it asks for holds at both."""
    printed, given = relation(data["printed"]), relations(data["given"])
    of(str, data["reading"])
    point, elsewhere = terms(data["point"]), terms(data["elsewhere"])
    for place in (point, elsewhere):
        demand(all(holds(fact, place) for fact in given.values()), "what is given does not hold at the point")
    demand(
        holds(CONTRARY[printed.sign](printed.left, printed.right), point),
        "what is printed is true at the point",
    )
    demand(holds(printed, elsewhere), "what is printed is false elsewhere too")


def check_ground(data: Mapping[str, object]) -> None:
    """Every relation of a record is so: between numbers, or as an identity."""
    made: list[Term] = []

    def at(place: object) -> Term:
        demand(of(int, place) in range(len(made)), "a place comes after its own")
        return made[of(int, place)]

    for node in of(list, data["nodes"]):
        made += [term(node, at)]
    for case in of(list, data["cases"]):
        found = relation(of(list, case)[1:], at)
        try:
            demand(not found.symbols() and holds(found, {}), "it is no true relation between numbers")
        except Refused:  # it may be an identity, or between equal numbers of which none is rational
            stated = found.sign == "=" and all(each.symbols() for each in owed(found.left, found.right))
            field = Field([found.slack])
            demand(stated and field.vanishes(field(found.slack).top), f"not so for {case[0]}")
    demand(bool(data["cases"]), "there is no case")


BELIEVED = {"citation", "enumeration"}


def main(arguments: Sequence[str]) -> int:
    """Check a folder of objects; 0 if all are as they should be, 1 if one is refused, 2 if there is no folder."""
    folder = Path(*arguments[:1])
    if len(arguments) != 1 or not folder.is_dir():
        sys.stdout.write(
            "usage: python check.py DIR, a folder that `ldproof prove --export DIR` has written\n"
        )
        return 2
    texts = {path.stem: path.read_bytes() for path in folder.glob("*.json") if len(path.stem) == ADDRESS}
    library, rules = Library(texts), Counter[str]()
    try:
        index = parsed((folder / "index.json").read_text(encoding="utf-8"))
        theorems, *groups = map(record, fields(index, "theorems", "entries", "sentences"))
    except (OSError, ValueError, Refused) as why:
        sys.stdout.write(f"REFUSED index.json: {why}\n")
        return 1
    refused = [f"{address}: it is not in index.json" for address in {*texts} - {*map(str, theorems.values())}]
    again = set[str]()
    for name, address in theorems.items():
        found = library.check(str(address))
        if isinstance(found, str) or found.name != name:
            refused.append(f"{name}: {found if isinstance(found, str) else f'the object is {found.name}'}")
        else:
            rules[found.rule] += 1
            again |= {name} - {*[name] * (found.rule in BELIEVED)}
    lines = [f"Shown here again: {len(again)} of {len(theorems)} theorems"]
    lines += [f"  {rules[rule]:5} {rule}{' (on trust)' * (rule in BELIEVED)}" for rule in sorted(rules)]
    for what, rests in zip(("entries", "sentences"), groups, strict=True):
        on = [{*map(str, of(list, each))} for each in rests.values()]
        refused += [f"index.json: {each} is no theorem" for each in sorted(set().union(*on) - {*theorems})]
        whole, none = sum(each <= again for each in on if each), sum(not each & again for each in on)
        shares = f"{whole} rest on such theorems alone, {len(on) - whole - none} on others too, {none} on none of these"
        lines += [f"{what.capitalize()}, {len(on)}: {shares}"] * bool(on)
    for kind, trusted in sorted(library.trusted.items()):
        lines += [
            f"On trust: {len(trusted)} {kind}",
            *(f"  {count:4} x {what}" for what, count in sorted(trusted.items())),
        ]
    lines += [f"REFUSED {each}" for each in sorted(refused)]
    sys.stdout.write("\n".join([*lines, ""]))
    return 1 if refused or not theorems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
