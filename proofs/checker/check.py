"""Re-checks proof objects: `python check.py DIR`. One file, Python's standard library, and nothing else.

An object is a theorem alone in a JSON file. This program believes none of what an object says of itself. It
rebuilds everything from the syntax trees of the statement and asks of the certificate only what to multiply with
what. Variables range over the real numbers. A statement "if G then R" means: wherever all of G is defined and
true, R is defined and true. Read it in this order:

  1 reading        strict JSON, syntax trees
  2 polynomials    over the integers
  3 normal forms   quotients of polynomials in variables, exponentials, logarithms, roots and minima
  4 intervals      a number between two fractions, as close as is needed
  5 relations      what is defined, what is true at a point
  6 chains         the rule `chain`: each step is a sum of products of facts
  7 charts         the rules `signs` and `shape`: where a function of u and e^u is positive
  8 rounds         the rules `induction` and `instance`
  9 objects        one at a time, after those that it cites; what is taken on trust is counted, and printed

What it cannot check it says: the facts of analysis of `ALWAYS` below, what others have shown (`citation`), what
symbols stand for in words (`reading`), that a recurrence is the one which a program runs, and enumerations.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from hashlib import sha256
from math import gcd, isqrt
from pathlib import Path
from typing import NamedTuple

FORMAT = "ldproof proof object 1"


class Refused(Exception):  # noqa: N818
    """What an object does not show."""


def demand(condition: bool, why: str) -> None:  # noqa: FBT001
    """Refuse unless it is so."""
    if not condition:
        raise Refused(why)


# 1 Reading ------------------------------------------------------------------------------------------------------


def parsed(text: str) -> object:
    """JSON without numbers that are not whole, and without a name that stands twice in one object."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        demand(len(found) == len(pairs), "a name stands twice in one object")
        return found

    def never(number: str) -> object:
        raise Refused(f"{number} is not exact")

    return json.loads(text, object_pairs_hook=once, parse_float=never, parse_constant=never)


def record(data: object) -> dict[str, object]:
    """An object of JSON."""
    if not isinstance(data, dict):
        raise Refused(f"no object: {str(data)[:60]}")
    return data


def fields(data: object, *names: str) -> list[object]:
    """The fields of an object that has just these."""
    found = record(data)
    demand(set(found) == set(names), f"fields {sorted(found)} in the place of {sorted(names)}")
    return [found[name] for name in names]


def array(data: object) -> list[object]:
    """A list."""
    if not isinstance(data, list):
        raise Refused(f"no list: {str(data)[:60]}")
    return data


def words(data: object) -> str:
    """A text."""
    if not isinstance(data, str):
        raise Refused(f"no text: {str(data)[:60]}")
    return data


def whole(data: object) -> int:
    """A whole number; true and false are none."""
    if not isinstance(data, int) or isinstance(data, bool):
        raise Refused(f"no whole number: {str(data)[:60]}")
    return data


def flag(data: object) -> bool:
    """True or false."""
    if not isinstance(data, bool):
        raise Refused(f"neither true nor false: {str(data)[:60]}")
    return data


def fraction(data: object) -> Fraction:
    """A fraction, written as `-3` or `3/4`."""
    top, slash, bottom = words(data).partition("/")
    digits = top.removeprefix("-") + (bottom if slash else "0")
    demand(
        digits.isdecimal() and digits.isascii() and (not slash or int(bottom or "0") > 0),
        f"no fraction: {data}",
    )
    return Fraction(int(top), int(bottom) if slash else 1)


ARGUMENTS = {"negative": 1, "^": 1, "exp": 1, "log": 1, "sqrt": 1, "+": 2, "-": 2, "*": 2, "/": 2, "min": 2}
FUNCTIONS = ("exp", "log", "sqrt", "min")


class Term:
    """A syntax tree. Equal trees are one object, so that `is` and `==` say whether two are the same."""

    __slots__ = ("arguments", "depth", "head", "operator", "symbols")
    made: dict[tuple[object, ...], Term] = {}

    operator: str
    head: Fraction | str | int
    arguments: tuple[Term, ...]
    symbols: frozenset[str]
    depth: int
    """How many functions stand around each other in it."""

    def __new__(cls, operator: str, head: Fraction | str | int, *arguments: Term) -> Term:
        """The one tree with these parts."""
        key = (operator, type(head), head, *map(id, arguments))
        if key not in cls.made:
            term = super().__new__(cls)
            term.operator, term.head, term.arguments = operator, head, arguments
            own = frozenset([head]) if operator == "symbol" and isinstance(head, str) else frozenset[str]()
            term.symbols = own.union(*(each.symbols for each in arguments))
            term.depth = max((each.depth for each in arguments), default=0) + (operator in FUNCTIONS)
            cls.made[key] = term
        return cls.made[key]


def number(value: Fraction | int) -> Term:
    """A constant."""
    return Term("constant", Fraction(value))


def symbol(name: str) -> Term:
    """A variable."""
    return Term("symbol", name)


def apply(operator: str, *arguments: Term) -> Term:
    """An operator applied to terms."""
    return Term(operator, "", *arguments)


def power(base: Term, exponent: int) -> Term:
    """A whole power."""
    return Term("^", exponent, base)


ZERO, ONE = number(0), number(1)


def term(data: object) -> Term:
    """`["constant", "1/2"]`, `["symbol", "x"]`, `["^", base, 3]`, or an operator before its arguments."""
    match data:
        case ["constant", value]:
            return number(fraction(value))
        case ["symbol", str(name)]:
            return symbol(name)
        case ["^", base, exponent]:
            return power(term(base), whole(exponent))
        case [str(operator), *arguments] if ARGUMENTS.get(operator) == len(arguments) and operator != "^":
            return apply(operator, *map(term, arguments))
    raise Refused(f"no term: {str(data)[:60]}")


def terms(data: object) -> dict[str, Term]:
    """Terms by names."""
    return {name: term(value) for name, value in record(data).items()}


def put(values: Mapping[str, Term], into: Term) -> Term:
    """Terms in the place of variables, all at once."""
    done: dict[Term, Term] = {}

    def placed(node: Term) -> Term:
        if node.symbols.isdisjoint(values):
            return node
        if node not in done:
            if node.operator == "symbol":
                return values[str(node.head)]
            done[node] = Term(node.operator, node.head, *map(placed, node.arguments))
        return done[node]

    return placed(into)


def inside(*roots: Term) -> Iterator[Term]:
    """Every subterm once, each after those in it."""
    seen: set[Term] = set()

    def visit(node: Term) -> Iterator[Term]:
        if node not in seen:
            for each in node.arguments:
                yield from visit(each)
            seen.add(node)
            yield node

    for root in roots:
        yield from visit(root)


# 2 Polynomials --------------------------------------------------------------------------------------------------
# A monomial x0^a x1^b ... is the whole number a + b 2^32 + ...: to multiply monomials, add the numbers.

WIDTH = 32


class Polynomial:
    """A sum of whole multiples of monomials; `degree` is a bound on every exponent in it."""

    __slots__ = ("degree", "parts")

    def __init__(self, parts: dict[int, int], degree: int) -> None:
        demand(degree < 1 << (WIDTH - 1), "an exponent is too large")  # or it would run into its neighbour
        self.parts, self.degree = parts, degree

    def __add__(self, other: Polynomial) -> Polynomial:
        parts = dict(self.parts)
        for monomial, factor in other.parts.items():
            found = parts.get(monomial, 0) + factor
            if found:
                parts[monomial] = found
            else:
                del parts[monomial]
        return Polynomial(parts, max(self.degree, other.degree))

    def __mul__(self, other: Polynomial) -> Polynomial:
        parts: dict[int, int] = {}
        for one, left in self.parts.items():
            for two, right in other.parts.items():
                parts[one + two] = parts.get(one + two, 0) + left * right
        return Polynomial(
            {each: factor for each, factor in parts.items() if factor}, self.degree + other.degree
        )

    def times(self, factor: int) -> Polynomial:
        """A whole multiple."""
        return Polynomial(
            {each: factor * old for each, old in self.parts.items()} if factor else {}, self.degree
        )

    def raised(self, exponent: int) -> Polynomial:
        """A power."""
        found, square = UNIT, self
        while exponent:
            if exponent & 1:
                found *= square
            exponent >>= 1
            square = square * square if exponent else square
        return found

    def content(self) -> int:
        """The greatest common divisor of its coefficients."""
        return gcd(*self.parts.values())

    def exponents(self, variable: int) -> set[int]:
        """With which exponents a variable occurs."""
        return {exponent(monomial, variable) for monomial in self.parts}


def exponent(monomial: int, variable: int) -> int:
    """The exponent of a variable in a monomial."""
    return monomial >> WIDTH * variable & (1 << WIDTH) - 1


def variable(place: int, exponent: int = 1) -> Polynomial:
    """A power of a variable."""
    return Polynomial({exponent << WIDTH * place: 1}, exponent)


NOTHING, UNIT = Polynomial({}, 0), Polynomial({0: 1}, 0)


# 3 Normal forms -------------------------------------------------------------------------------------------------
# A term is a quotient: a polynomial over a whole number and powers of polynomials ("atoms") which are not 0 where
# the term is defined. Two terms are equal wherever both are defined if the difference has the numerator 0.


class Quotient(NamedTuple):
    """A polynomial, over a positive whole number times a product of powers of atoms."""

    top: Polynomial
    bottom: int
    atoms: Mapping[int, int]


class Field:
    """The normal forms of some terms, and what each variable of the polynomials stands for."""

    def __init__(self, roots: Iterable[Term]) -> None:
        self.atoms: list[Polynomial] = []
        self._atom: dict[frozenset[tuple[int, int]], int] = {}
        self._form: dict[Term, Quotient] = {}
        self.place: dict[str, int] = {}
        self.stands: list[tuple[Term, Fraction]] = []
        """For each variable a term; where that is an exponential, the share of its exponent that it has."""
        self.special: dict[Term, tuple[int, int]] = {}
        """For each function's value the variable whose power it is, and the exponent."""
        nodes = list(inside(*roots))
        for node in nodes:
            if node.operator == "symbol":
                self.place[str(node.head)] = self._new(node, Fraction(1))
        functions = [node for node in nodes if node.operator in FUNCTIONS]
        for depth in range(1, max((node.depth for node in functions), default=0) + 1):
            self._name([node for node in functions if node.depth == depth])

    def _new(self, node: Term, share: Fraction) -> int:
        self.stands.append((node, share))
        return len(self.stands) - 1

    def _name(self, nodes: list[Term]) -> None:
        """Variables for functions' values: exponentials of multiples of one thing are powers of one variable."""
        families: list[tuple[Term, list[tuple[Term, Fraction]]]] = []
        for node in nodes:
            forms = [self(each) for each in node.arguments]
            if node.operator == "exp" and not forms[0].top.parts:
                continue  # e^0 is the number 1
            for first, members in families:
                ratio = self._ratio(node, first)
                if ratio is not None:
                    members.append((node, ratio))
                    break
            else:
                families.append((node, [(node, Fraction(1))]))
        for first, members in families:
            top = gcd(*(ratio.numerator * (self._lcm(members) // ratio.denominator) for _, ratio in members))
            unit = Fraction(top, self._lcm(members))
            place = self._new(first, unit)
            for node, ratio in members:
                self.special[node] = place, int(ratio / unit)

    @staticmethod
    def _lcm(members: list[tuple[Term, Fraction]]) -> int:
        common = 1
        for _, ratio in members:
            common = common * ratio.denominator // gcd(common, ratio.denominator)
        return common

    def _ratio(self, node: Term, first: Term) -> Fraction | None:
        """1 if two functions have equal arguments; for exponentials the ratio of these, if that is a number."""
        if node.operator != first.operator:
            return None
        ours, theirs = node.arguments, first.arguments
        if node.operator == "exp":
            return self._multiple(ours[0], theirs[0])
        orders = [theirs, theirs[::-1]] if node.operator == "min" else [theirs]
        same = any(
            all(self._multiple(*pair) == 1 for pair in zip(ours, order, strict=True)) for order in orders
        )
        return Fraction(1) if same else None

    def _multiple(self, one: Term, other: Term) -> Fraction | None:
        """The number that one term is of another one, if it is one."""
        if one is other:
            return Fraction(1)
        left, right = self._crossed(self(one), self(other))
        if not left.parts or not right.parts:
            return Fraction(1) if not left.parts and not right.parts else None
        if left.parts.keys() != right.parts.keys():
            return None
        ratio = Fraction(left.content(), right.content())
        for sign in (1, -1):
            if all(sign * ratio * right.parts[each] == factor for each, factor in left.parts.items()):
                return sign * ratio
        return None

    def _crossed(self, one: Quotient, other: Quotient) -> tuple[Polynomial, Polynomial]:
        """Two quotients' numerators over one denominator."""
        atoms = self._joint(one, other)
        return (
            self._over(one, atoms).times(other.bottom),
            self._over(other, atoms).times(one.bottom),
        )

    @staticmethod
    def _joint(one: Quotient, other: Quotient) -> dict[int, int]:
        return {
            each: max(one.atoms.get(each, 0), other.atoms.get(each, 0))
            for each in {**one.atoms, **other.atoms}
        }

    def _over(self, form: Quotient, atoms: Mapping[int, int]) -> Polynomial:
        """A numerator, over more powers of atoms."""
        top = form.top
        for each, wanted in atoms.items():
            if missing := wanted - form.atoms.get(each, 0):
                top *= self.atoms[each].raised(missing)
        return top

    def __call__(self, node: Term) -> Quotient:
        """The normal form of a term."""
        if node not in self._form:
            self._form[node] = self._made(node)
        return self._form[node]

    def _made(self, node: Term) -> Quotient:
        head = node.head
        if isinstance(head, Fraction):
            return Quotient(UNIT.times(head.numerator), head.denominator, {})
        if node.operator == "symbol":
            return Quotient(variable(self.place[str(head)]), 1, {})
        if node in self.special:
            place, multiple = self.special[node]
            return self.raised(Quotient(variable(place), 1, {}), multiple)
        forms = [self(each) for each in node.arguments]
        match node.operator:
            case "exp":
                return Quotient(UNIT, 1, {})
            case "^" if isinstance(head, int):
                return self.raised(forms[0], head)
            case "negative":
                return self.scaled(forms[0], -1)
            case "+":
                return self.sum(forms[0], forms[1])
            case "-":
                return self.sum(forms[0], self.scaled(forms[1], -1))
            case "*":
                return self.product(forms[0], forms[1])
            case "/":
                return self.product(forms[0], self.inverse(forms[1]))
        raise Refused(f"no operator: {node.operator}")

    def scaled(self, form: Quotient, factor: int) -> Quotient:
        """A whole multiple."""
        return Quotient(form.top.times(factor), form.bottom, form.atoms)

    def sum(self, one: Quotient, other: Quotient) -> Quotient:
        """Both over one denominator."""
        left, right = self._crossed(one, other)
        common = gcd(one.bottom, other.bottom)
        atoms = self._joint(one, other)
        found = Quotient(left + right, one.bottom * other.bottom, atoms)
        return self._lowest(found) if common > 1 else found

    def product(self, one: Quotient, other: Quotient) -> Quotient:
        """Numerators and denominators multiplied."""
        atoms = {
            each: one.atoms.get(each, 0) + other.atoms.get(each, 0) for each in {**one.atoms, **other.atoms}
        }
        return self._lowest(Quotient(one.top * other.top, one.bottom * other.bottom, atoms))

    def raised(self, form: Quotient, exponent: int) -> Quotient:
        """A whole power."""
        if exponent < 0:
            return self.raised(self.inverse(form), -exponent)
        atoms = {each: old * exponent for each, old in form.atoms.items()} if exponent else {}
        return Quotient(form.top.raised(exponent), form.bottom**exponent, atoms)

    def inverse(self, form: Quotient) -> Quotient:
        """1 over it: its numerator becomes atoms, each variable that divides it one of its own."""
        demand(bool(form.top.parts), "it divides by 0")
        rest, atoms = form.top, dict[int, int]()
        for place in range(len(self.stands)):
            if least := min(rest.exponents(place)):
                atoms[self._kept(variable(place))] = least
                rest = Polynomial(
                    {each - (least << WIDTH * place): old for each, old in rest.parts.items()}, rest.degree
                )
        number = rest.content() * (-1 if rest.parts[max(rest.parts)] < 0 else 1)
        rest = Polynomial({each: old // number for each, old in rest.parts.items()}, rest.degree)
        if rest.parts != UNIT.parts:
            atoms[self._kept(rest)] = 1
        top = self._over(Quotient(UNIT, 1, {}), form.atoms)
        return self._lowest(Quotient(top.times(form.bottom * (1 if number > 0 else -1)), abs(number), atoms))

    def _kept(self, atom: Polynomial) -> int:
        key = frozenset(atom.parts.items())
        if key not in self._atom:
            self._atom[key] = len(self.atoms)
            self.atoms.append(atom)
        return self._atom[key]

    def _lowest(self, form: Quotient) -> Quotient:
        """Without a common factor of the whole numbers, and without atoms that divide the numerator evidently."""
        top, bottom, atoms = form
        if not top.parts:
            return Quotient(NOTHING, 1, {})
        if bottom > 1 and (common := gcd(bottom, top.content())) > 1:
            top = Polynomial({each: old // common for each, old in top.parts.items()}, top.degree)
            bottom //= common
        return Quotient(top, bottom, atoms)

    def vanishes(self, top: Polynomial) -> bool:
        """Whether a polynomial is 0 once every root's square is what is under the root; outer roots come first."""
        for place in reversed(range(len(self.stands))):
            node, _ = self.stands[place]
            if node.operator == "sqrt" and max(top.exponents(place), default=0):
                even, odd = self._halves(top, place, self(node.arguments[0]))
                return self.vanishes(even) and self.vanishes(odd)
        return not top.parts

    def _halves(self, top: Polynomial, place: int, under: Quotient) -> tuple[Polynomial, Polynomial]:
        """A and B in A + B root, the root's squares replaced, and all times a power of what is below the line."""
        below = self._over(Quotient(UNIT, 1, {}), under.atoms).times(under.bottom)
        most = max(top.exponents(place)) // 2
        halves = [NOTHING, NOTHING]
        for monomial, factor in top.parts.items():
            squares, odd = divmod(exponent(monomial, place), 2)
            rest = Polynomial({monomial - (2 * squares + odd << WIDTH * place): factor}, top.degree)
            halves[odd] += rest * under.top.raised(squares) * below.raised(most - squares)
        return halves[0], halves[1]


# 4 Intervals ----------------------------------------------------------------------------------------------------
# A number lies between two fractions; where these are equal it is known exactly, and nothing is rounded. `decimal`
# rounds a quotient up or down as it is told, and e^x, ln x and the square root to the nearest: so one unit of the
# last place above and below are bounds.

DIGITS = (25, 50, 100, 200, 400, 800)


class Undecided(Exception):  # noqa: N818
    """More digits are needed."""


class Undefined(Exception):  # noqa: N818
    """A term has no value."""


class Interval(NamedTuple):
    """The fractions between which a number lies."""

    low: Fraction
    high: Fraction

    def sign(self) -> int:
        """The sign of the number, if it is decided."""
        if self.low == self.high == 0:
            return 0
        if self.low <= 0 <= self.high:
            raise Undecided
        return 1 if self.low > 0 else -1


def decimal(value: Fraction, digits: int, rounding: str) -> Decimal:
    """The next decimal with so many digits."""
    return Context(prec=digits, rounding=rounding).divide(
        Decimal(value.numerator), Decimal(value.denominator)
    )


def between(low: Fraction, high: Fraction, digits: int) -> Interval:
    """Both ends, rounded outwards."""
    if low == high:
        return Interval(low, high)
    return Interval(
        Fraction(decimal(low, digits, ROUND_FLOOR)), Fraction(decimal(high, digits, ROUND_CEILING))
    )


def exactly(number: Fraction | int) -> Interval:
    """A number that is known."""
    return Interval(Fraction(number), Fraction(number))


def add(x: Interval, y: Interval, digits: int) -> Interval:
    """x + y."""
    return between(x.low + y.low, x.high + y.high, digits)


def times(x: Interval, y: Interval, digits: int) -> Interval:
    """x y."""
    products = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high]
    return between(min(products), max(products), digits)


def minus(x: Interval) -> Interval:
    """-x."""
    return Interval(-x.high, -x.low)


def to_power(x: Interval, exponent: int, digits: int) -> Interval:
    """x^n."""
    if exponent < 0:
        if not x.sign():
            raise Undefined
        x, exponent = between(1 / x.high, 1 / x.low, digits), -exponent
    found = exactly(1)
    for digit in f"{exponent:b}":
        found = times(found, found, digits)
        found = times(found, x, digits) if digit == "1" else found
    return found


def increasing(function: str, x: Interval, digits: int) -> Interval:
    """e^x, ln x or the square root of x: the value at both ends."""
    if x.low == x.high and (exact := exact_value(function, x.low)) is not None:
        return exactly(exact)
    demand(abs(x.low) + abs(x.high) < 10**9 or function != "exp", "an exponent is too large")
    low, high = decimal(x.low, digits, ROUND_FLOOR), decimal(x.high, digits, ROUND_CEILING)
    nearest = Context(prec=digits)
    value = {"exp": nearest.exp, "log": nearest.ln, "sqrt": nearest.sqrt}[function]
    return Interval(Fraction(nearest.next_minus(value(low))), Fraction(nearest.next_plus(value(high))))


def exact_value(function: str, x: Fraction) -> Fraction | None:
    """A function's value where it is a fraction."""
    if function == "sqrt":
        root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
        return root if root * root == x else None
    return {("exp", 0): Fraction(1), ("log", 1): Fraction(0)}.get((function, x))


def value(root: Term, point: Mapping[str, Interval], digits: int) -> Interval:
    """The value of a term at a point."""
    found: dict[Term, Interval] = {}
    for node in inside(root):
        found[node] = value_of(node, [found[each] for each in node.arguments], point, digits)
    return found[root]


def value_of(node: Term, given: Sequence[Interval], point: Mapping[str, Interval], digits: int) -> Interval:
    """The value of a term from its arguments' values."""
    if isinstance(node.head, Fraction):
        return exactly(node.head)
    if node.operator == "symbol":
        if node.head not in point:
            raise Undefined
        return point[str(node.head)]
    x, y = given[0], given[-1]
    match node.operator:
        case "+":
            return add(x, y, digits)
        case "-":
            return add(x, minus(y), digits)
        case "negative":
            return minus(x)
        case "*":
            return times(x, y, digits)
        case "/":
            return times(x, to_power(y, -1, digits), digits)
        case "^" if isinstance(node.head, int):
            return to_power(x, node.head, digits)
        case "min":
            return Interval(min(x.low, y.low), min(x.high, y.high))
    if node.operator in ("log", "sqrt") and x.sign() < (node.operator == "log"):
        raise Undefined
    return increasing(node.operator, x, digits)


# 5 Relations ----------------------------------------------------------------------------------------------------


class Relation(NamedTuple):
    """Two terms and the sign between them: `=`, `<=`, `<` or `!=`."""

    left: Term
    sign: str
    right: Term

    @property
    def slack(self) -> Term:
        """What is 0, at least 0, above 0, or not 0."""
        return apply("-", self.right, self.left)

    def put(self, values: Mapping[str, Term]) -> Relation:
        """Terms in the place of variables."""
        return Relation(put(values, self.left), self.sign, put(values, self.right))

    def symbols(self) -> frozenset[str]:
        """The variables in it."""
        return self.left.symbols | self.right.symbols

    def __str__(self) -> str:
        return f"{text(self.left)} {self.sign} {text(self.right)}"


def text(node: Term) -> str:
    """A term for a reader."""
    inner = [text(each) for each in node.arguments]
    match node.operator:
        case "constant" | "symbol":
            return str(node.head)
        case "^":
            return f"{inner[0]}^{node.head}"
        case "negative":
            return f"(-{inner[0]})"
        case operator if operator in FUNCTIONS:
            return f"{operator}({', '.join(inner)})"
    return f"({inner[0]} {node.operator} {inner[1]})"


Facts = Mapping[str, Relation]


def relation(data: object) -> Relation:
    """A left side, a sign, a right side."""
    match data:
        case [left, ("=" | "<=" | "<" | "!=") as sign, right]:
            return Relation(term(left), sign, term(right))
    raise Refused(f"no relation: {str(data)[:60]}")


def relations(data: object) -> dict[str, Relation]:
    """Relations by names."""
    return {name: relation(each) for name, each in record(data).items()}


def at_most(left: Term, right: Term) -> Relation:
    """left <= right."""
    return Relation(left, "<=", right)


def below(left: Term, right: Term) -> Relation:
    """left < right."""
    return Relation(left, "<", right)


def holds(found: Relation, point: Mapping[str, Term]) -> bool:
    """Whether it is true at a point; it is not where a side is undefined."""
    for digits in DIGITS:
        try:
            at = {name: value(each, {}, digits) for name, each in point.items()}
            left, right = value(found.left, at, digits), value(found.right, at, digits)
            sign = add(right, minus(left), digits).sign()
        except Undefined:
            return False
        except Undecided:
            continue
        return {"=": sign == 0, "!=": sign != 0, "<=": sign >= 0, "<": sign > 0}[found.sign]
    raise Refused(f"undecided: {found}")


known_numbers: dict[Relation, bool] = {}


def evident(found: Relation) -> bool:
    """Whether it is about numbers alone, and true."""
    if found.symbols():
        return False
    if found not in known_numbers:
        known_numbers[found] = holds(found, {})
    return known_numbers[found]


def owed(*roots: Term) -> list[Relation]:
    """What must be so for terms to be defined, each after what is inside."""
    found: dict[Relation, None] = {}
    for node in inside(*roots):
        match node.operator:
            case "/":
                found[Relation(node.arguments[1], "!=", ZERO)] = None
            case "^" if isinstance(node.head, int) and node.head < 0:
                found[Relation(node.arguments[0], "!=", ZERO)] = None
            case "log":
                found[below(ZERO, node.arguments[0])] = None
            case "sqrt":
                found[at_most(ZERO, node.arguments[0])] = None
    return [each for each in found if not evident(each)]


def sides(facts: Iterable[Relation]) -> list[Term]:
    """The terms in relations."""
    return [side for fact in facts for side in (fact.left, fact.right)]


# 6 Chains -------------------------------------------------------------------------------------------------------
# A combination shows a relation: (a sum of products above 0) times its slack = a sum of products of at least 0.


class Product(NamedTuple):
    """A number times facts' slacks, squares, and any term where one of the facts is an equation (all of it is 0)."""

    factor: Fraction
    facts: list[str]
    squares: list[Term]
    scale: Term

    def least(self, facts: Facts) -> str:
        """Whether it is "=" 0, "<" (0 is below it) or "<=" (0 is at most it)."""
        signs = set[str]()
        for name in self.facts:
            demand(name in facts, f"no fact at hand is named {name}")
            signs.add(facts[name].sign)
        demand("!=" not in signs, "what is not 0 has no sign")
        if "=" in signs:
            return "="
        demand(self.scale is ONE, "a term of unknown sign is a factor")
        demand(self.factor >= 0, "a factor is negative")
        return "<=" if self.squares or "<=" in signs or not self.factor else "<"

    def form(self, facts: Facts, field: Field) -> Quotient:
        """Its normal form."""
        roots = [root for root in self.squares for _ in range(2)]
        found = field(number(self.factor))
        for factor in [self.scale, *roots, *(facts[name].slack for name in self.facts)]:
            found = field.product(found, field(factor))
        return found


class Combination(NamedTuple):
    """What shows a relation."""

    products: list[Product]
    times: list[Product]
    negated: bool
    """For `!=`: whether it is shown that the slack is above 0, not that it is below."""

    def multipliers(self) -> list[Term]:
        """The terms besides the facts'."""
        return [part for each in (*self.products, *self.times) for part in (each.scale, *each.squares)]

    def check(self, goal: Relation, facts: Facts, field: Field) -> None:
        """The identity holds, and every product has its sign."""
        least = [each.least(facts) for each in self.products]
        if goal.sign == "=":
            demand(set(least) <= {"="}, f"an equation is not shown by inequalities: {goal}")
        elif goal.sign != "<=":
            demand("<" in least, f"no product is above 0, but {goal} is strict")
        demand(
            not self.times or "<" in [each.least(facts) for each in self.times], "the goal is multiplied by 0"
        )
        multiplier = self.total(self.times, facts, field) if self.times else field(ONE)
        slack = field(goal.slack)
        if goal.sign == "!=" and not self.negated:
            slack = field.scaled(slack, -1)
        shown = self.total(self.products, facts, field)
        difference = field.sum(field.product(multiplier, slack), field.scaled(shown, -1))
        demand(field.vanishes(difference.top), f"{goal} is not that sum of products")

    @staticmethod
    def total(products: list[Product], facts: Facts, field: Field) -> Quotient:
        """The normal form of a sum."""
        found = field(ZERO)
        for each in products:
            found = field.sum(found, each.form(facts, field))
        return found


def product(data: object) -> Product:
    """A product of a certificate."""
    factor, facts, squares, scale = fields(data, "factor", "facts", "squares", "scale")
    return Product(fraction(factor), [*map(words, array(facts))], [*map(term, array(squares))], term(scale))


def combination(data: object) -> Combination:
    """A combination of a certificate."""
    products, multiplier, negated = fields(data, "products", "times", "negated")
    return Combination(
        [product(each) for each in array(products)],
        [product(each) for each in array(multiplier)],
        flag(negated),
    )


def pairs(data: object) -> list[tuple[object, object]]:
    """A list of pairs."""
    found = []
    for each in array(data):
        pair = array(each)
        demand(len(pair) == 2, "no pair")
        found.append((pair[0], pair[1]))
    return found


def settled(facts: Facts, shown: list[tuple[Relation, Combination]], field: Field) -> set[Relation]:
    """What is shown to be so, one after the other, by facts that are defined by what was shown before."""
    found: set[Relation] = set()
    needs = {name: {*owed(fact.left, fact.right)} for name, fact in facts.items()}
    for obligation, why in shown:
        own = {*owed(obligation.left, obligation.right, *why.multipliers())}
        demand(own <= found, f"{obligation} is shown by what is not defined")
        why.check(obligation, {name: fact for name, fact in facts.items() if needs[name] <= found}, field)
        found.add(obligation)
    return found


def check_defined(roots: Iterable[Term], found: set[Relation]) -> None:
    """Terms are defined by what is shown."""
    for each in owed(*roots):
        demand(each in found, f"nothing shows {each}")


def check_chain(facts: Facts, goal: Relation, certificate: object, also: Sequence[Term] = ()) -> None:
    """Every term is defined; every step is shown; the steps lead from the goal's left side to its right."""
    steps, defined = fields(certificate, "steps", "defined")
    shown = [(relation(obligation), combination(why)) for obligation, why in pairs(defined)]
    lines: list[tuple[Relation, Combination]] = []
    for each in array(steps):
        sign, to, _, because = fields(each, "sign", "to", "reason", "because")
        before = lines[-1][0].right if lines else goal.left
        lines.append((Relation(before, words(sign), term(to)), combination(because)))
    multipliers = [part for _, why in (*lines, *shown) for part in why.multipliers()]
    stated = sides([*facts.values(), goal, *(step for step, _ in lines)])
    field = Field([*stated, *multipliers, *also, *sides(obligation for obligation, _ in shown)])
    check_defined([*stated, *multipliers, *also], settled(facts, shown, field))
    sign = "="
    for step, why in lines:
        why.check(step, facts, field)
        sign = joined(sign, step.sign)
    demand(bool(lines) and lines[-1][0].right is goal.right, f"the steps do not lead to {text(goal.right)}")
    demand((sign, goal.sign) in GIVES, f"the steps show {sign}, not {goal.sign}")


GIVES = {("=", "="), ("=", "<="), ("<", "<"), ("<", "<="), ("<", "!="), ("<=", "<="), ("!=", "!=")}
"""Which sign gives which."""


def joined(one: str, other: str) -> str:
    """The sign of two steps in a row."""
    demand(other in ("=", "<=", "<", "!="), f"no sign: {other}")
    if "=" in (one, other):
        return other if one == "=" else one
    demand("!=" not in (one, other), "only equations can stand beside !=")
    return "<" if "<" in (one, other) else "<="


# 7 Charts -------------------------------------------------------------------------------------------------------
# Where a polynomial in u and g = e^(u/d) is positive and where negative, for u > 0. Divide by a power of g, then
# differentiate, until neither u nor g is left. Between two roots of its derivative a function is monotone: it has
# a root there just if its signs at both ends differ.


class Curve(NamedTuple):
    """A polynomial in u, g = e^(u/d) and numbers such as log(2)."""

    field: Field
    u: int
    g: int
    d: int
    top: Polynomial

    def of(self, top: Polynomial) -> Curve:
        """Another polynomial in the same variables."""
        return self._replace(top=top)

    def slope(self, top: Polynomial) -> Polynomial:
        """d times the derivative by u: of u it is d, of g it is g."""
        found = NOTHING
        for monomial, factor in top.parts.items():
            steps, waves = exponent(monomial, self.u), exponent(monomial, self.g)
            found += Polynomial({monomial: factor * waves} if waves else {}, top.degree)
            if steps:
                found += Polynomial({monomial - (1 << WIDTH * self.u): factor * steps * self.d}, top.degree)
        return found

    def derivative(self) -> Curve:
        """A curve with the derivative's signs."""
        return self.of(self.slope(self.top))

    def lowered(self) -> Curve:
        """Divided by the highest power of g that divides it, which is positive."""
        demand(not self.field.vanishes(self.top), "it is 0 everywhere")
        least = min(self.top.exponents(self.g))
        return self.of(
            Polynomial(
                {each - (least << WIDTH * self.g): old for each, old in self.top.parts.items()},
                self.top.degree,
            )
        )

    def varies(self) -> bool:
        """Whether u or g occurs."""
        return self.top.exponents(self.u) | self.top.exponents(self.g) > {0}

    def at(self, u: Interval, digits: int) -> Interval:
        """Its values where u is in an interval."""
        share = Interval(u.low / self.d, u.high / self.d)
        values = {self.u: u, self.g: increasing("exp", share, digits)}
        total = exactly(0)
        for monomial, factor in self.top.parts.items():
            part = exactly(factor)
            for place in range(len(self.field.stands)):
                if times_ := exponent(monomial, place):
                    if place not in values:
                        values[place] = self.constant(place, digits)
                    part = times(part, to_power(values[place], times_, digits), digits)
            total = add(total, part, digits)
        return total

    def constant(self, place: int, digits: int) -> Interval:
        """The value of a variable that stands for a number."""
        node, share = self.field.stands[place]
        if node.operator != "exp":
            return value(node, {}, digits)
        inner = value(node.arguments[0], {}, digits)
        return increasing("exp", times(inner, exactly(share), digits), digits)

    def sign(self, u: Fraction) -> int:
        """Its sign at a number."""
        if u == 0:
            constant = NOTHING
            for monomial, factor in self.top.parts.items():
                if not exponent(monomial, self.u):
                    waves = exponent(monomial, self.g)
                    constant += Polynomial({monomial - (waves << WIDTH * self.g): factor}, self.top.degree)
            if self.field.vanishes(constant):
                return 0
            return self.of(constant).sign(Fraction(1))
        for digits in DIGITS:
            try:
                return self.at(exactly(u), digits).sign()
            except Undecided:
                continue
        raise Refused("a sign is undecided")

    def far(self) -> int:
        """Its sign for all large u: that of what stands beside the highest power of g, and of u beside that."""
        highest = max((exponent(each, self.g), exponent(each, self.u)) for each in self.top.parts)
        lead = {
            each - (highest[0] << WIDTH * self.g) - (highest[1] << WIDTH * self.u): factor
            for each, factor in self.top.parts.items()
            if (exponent(each, self.g), exponent(each, self.u)) == highest
        }
        return self.of(Polynomial(lead, self.top.degree)).sign(Fraction(1))


Chart = tuple[list[int], list[tuple[Fraction, Fraction]]]
"""Signs from 0 to infinity, and two fractions around each root between them."""


def chart(curve: Curve) -> Chart:
    """The chart of a curve."""
    curve = curve.lowered()
    if not curve.varies():
        sign = curve.sign(Fraction(1))
        demand(sign != 0, "a number is 0 in disguise")
        return [sign], []
    slope = curve.derivative()
    slopes, turns = chart(slope)
    at, sign = Fraction(0), curve.sign(Fraction(0)) or slopes[0]
    signs, roots = [sign], []
    for turn in turns:
        (left, right), turned = narrowed(curve, slope.lowered(), turn)
        if turned != sign:
            roots.append((started(curve, at, left, sign), left))
            signs.append(turned)
        at, sign = right, turned
    if curve.far() != sign:
        right = max(2 * at, Fraction(1))
        while curve.sign(right) != -sign:
            right *= 2
        roots.append((started(curve, at, right, sign), right))
        signs.append(-sign)
    return signs, roots


def narrowed(
    curve: Curve, slope: Curve, turn: tuple[Fraction, Fraction]
) -> tuple[tuple[Fraction, Fraction], int]:
    """Fractions closer to a root of the slope, so that between them the curve has one sign; and that."""
    left, right = turn
    for _ in range(80):
        try:
            return (left, right), curve.at(Interval(left, right), 40).sign()
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


def check_chart(curve: Curve, signs: list[int], roots: list[tuple[Fraction, Fraction]]) -> None:
    """A curve has these signs, and between each two of them a root between two fractions."""
    found, _ = chart(curve)
    demand(found == signs and len(roots) == len(signs) - 1, f"the signs are {found}, not {signs}")
    before = Fraction(0)
    for place, (left, right) in enumerate(roots):
        demand(before <= left < right, "the roots' brackets are in no order")
        demand(
            (curve.sign(left), curve.sign(right)) == (signs[place], signs[place + 1]),
            "no root is in a bracket",
        )
        before = right


def curve(expression: Term, of: str) -> Curve:
    """A curve with the signs of an expression in one variable above 0, or of its derivative; it is defined there."""
    demand(len(expression.symbols) == 1, f"{text(expression)} has not one variable")
    (name,) = expression.symbols
    growing = apply("exp", symbol(name))
    field = Field([growing, expression])
    g, d = field.special[growing]
    for place, (node, _) in enumerate(field.stands):
        demand(place in (field.place[name], g) or not node.symbols, f"{text(node)} is no number")
    blank = Curve(field, field.place[name], g, d, NOTHING)
    for each in owed(expression):
        demand(each.sign == "!=" and each.right is ZERO, f"{each} is not shown")
        signs, _ = chart(blank.of(field(each.left).top))
        demand(len(signs) == 1, f"{text(expression)} may be undefined: {each}")
    top, _, atoms = field(expression)
    demand(of in ("value", "derivative"), f"no chart is of the {of}")
    if of == "derivative":
        # (t/b)' has the sign of t' b - t b' over b^2; an atom a^k of b gives t' a - k t a'
        product = UNIT
        for each in atoms:
            product *= field.atoms[each]
        slope = blank.slope(top) * product
        for each, times_ in atoms.items():
            others = UNIT
            for other in atoms:
                others *= UNIT if other == each else field.atoms[other]
            slope += (top * blank.slope(field.atoms[each]) * others).times(-times_)
        top, atoms = slope, {each: times_ + 1 for each, times_ in atoms.items()}
    for each, times_ in atoms.items():
        top *= field.atoms[each] if times_ % 2 else UNIT
    return blank.of(top)


a, b, c, y = map(symbol, "abcy")
START = below(ZERO, a)
ONE_PEAK = [[1], [-1], [1, -1]]


def shape(kind: str, at: Callable[[Term], Term]) -> tuple[list[list[int]], list[Relation], Relation]:
    """The signs of the value or the derivative for which something holds at all 0 < a <= b <= c; premises; goal."""
    fa, fb, fc = at(a), at(b), at(c)
    match kind:
        case "it is positive":
            return [[1]], [START], below(ZERO, fa)
        case "it rises":
            return [[1]], [START, at_most(a, b)], at_most(fa, fb)
        case "it falls":
            return [[-1]], [START, at_most(a, b)], at_most(fb, fa)
        case "between two points it is at least the lower of its values there":
            return (
                ONE_PEAK,
                [START, at_most(a, b), at_most(b, c), at_most(y, fa), at_most(y, fc)],
                at_most(y, fb),
            )
        case "where it does not fall, it has not fallen before":
            return ONE_PEAK, [START, at_most(a, b), below(b, c), at_most(fb, fc)], at_most(fa, fb)
        case "where it does not rise, it will not rise again":
            return ONE_PEAK, [START, below(a, b), at_most(b, c), at_most(fb, fa)], at_most(fc, fb)
    raise Refused(f"no shape: {kind}")


def charted(signs: object, roots: object) -> Chart:
    """The chart of a certificate."""
    brackets = [(fraction(left), fraction(right)) for left, right in pairs(roots)]
    return [whole(each) for each in array(signs)], brackets


def check_shape(given: Facts, goal: Relation, certificate: object) -> None:
    """The chart of an expression says the goal."""
    kind, data, inverse, signs, roots = fields(certificate, "kind", "expression", "inverse", "signs", "roots")
    expression, kind, turned = term(data), words(kind), flag(inverse)
    demand(len(expression.symbols) == 1, f"{text(expression)} has not one variable")
    (name,) = expression.symbols
    u = symbol("u")
    drawn = put({name: apply("/", ONE, u) if turned else u}, expression)
    found, brackets = charted(signs, roots)
    positive = kind == "it is positive"
    check_chart(curve(drawn, "value" if positive else "derivative"), found, brackets)
    if turned:  # as a function of 1/u: from right to left, so that what rises falls
        found = [each if positive else -each for each in reversed(found)]
    wanted, premises, conclusion = shape(kind, lambda point: put({name: point}, expression))
    demand(found in wanted, f"with the signs {found} it is not so that {kind}")
    demand(goal == conclusion and set(premises) <= set(given.values()), f"{goal} is not what the chart says")


# 8 Rounds -------------------------------------------------------------------------------------------------------
# Rows of numbers, indexed by k = 0, 1, ...: the first rows are given, and each round makes a row's next from its
# entries at k - 1 and k and from two numbers, one of the round and one of the round and the row. What is claimed
# holds after every number t of rounds and for every k. In the parts, G stands for base^(k-1), which is above 0.

T, K, G = map(symbol, "tkG")
Row = Callable[[int], Term]
"""What stands so far from k."""


class Rounds(NamedTuple):
    """An induction's statement."""

    own: frozenset[str]
    """The symbols t, k, G, and those of the rows' entries and the powers: nothing may be given or put in for them."""
    shared: frozenset[str]
    """The symbols that are the same in all rounds."""
    given: Mapping[str, Relation]
    """What is so in every round."""


def named(data: object, offsets: range) -> dict[int, str]:
    """Symbols by their offsets from k, each its own."""
    found = {whole(int(offset)): words(name) for offset, name in record(data).items()}
    demand(set(found) == set(offsets) and len(record(data)) == len(found), "offsets are missing")
    return found


def check_rounds(data: Mapping[str, object], known: Facts) -> Rounds:
    """The base, and a step with every kind of round, at k = 0 and at k >= 1, from the recurrence itself."""
    base, given, reach = term(data["base"]), relations(data["given"]), whole(data["reach"])
    s0, s1 = map(term, fields(data["start"], "first", "later"))
    t0, t1 = map(term, fields(data["turn"], "first", "later"))
    invariant, nonnegative = relation(data["invariant"]), flag(data["nonnegative"])
    rows = {row: named(names, range(-1, reach + 1)) for row, names in sorted(record(data["entries"]).items())}
    powers = named(data["powers"], range(-1, reach + 2))
    kinds = [
        (term(silent), terms(spoken))
        for silent, spoken in (fields(x, "silent", "spoken") for x in array(data["kinds"]))
    ]
    reserved = ["t", "k", "G", *powers.values(), *(name for row in rows.values() for name in row.values())]
    own = frozenset(reserved)
    demand(len(own) == len(reserved) and reach >= 0 and bool(rows) and bool(kinds), "the induction's symbols")
    demand(
        not invariant.symbols() & {"G", *(row[-1] for row in rows.values())}, "the invariant looks at k - 1"
    )
    demand(s0.symbols | s1.symbols <= base.symbols, "the start is about more than the base")
    demand(t0.symbols <= {"entry", "silent", "spoken"}, "the turn at 0 is about more than the entry")
    demand(t1.symbols <= {"before", "entry", "silent", "spoken"}, "the turn is about more than two entries")
    numbers = [base, *(part for silent, spoken in kinds for part in (silent, *spoken.values()))]
    demand(all(set(spoken) == set(rows) for _, spoken in kinds), "a kind of round is not about just the rows")
    used = frozenset[str]().union(
        *(part.symbols for part in (*numbers, *sides([*given.values(), *known.values()])))
    )
    demand(not used & own, "something is given of the induction's own symbols")
    parts = record(data["certificate"])
    done: set[str] = set()

    def says(t: Term, k: Term, entries: Mapping[str, Row], powered: Row) -> Relation:
        """The invariant of other terms."""
        values = {"t": t, "k": k} | {name: powered(offset) for offset, name in powers.items()}
        for row, names in rows.items():
            values |= {names[offset]: entries[row](offset) for offset in range(reach + 1)}
        return invariant.put(values)

    def part(role: str, more: Facts, goal: Relation, also: Sequence[Term]) -> None:
        """One implication of the proof."""
        facts = {**given, **more, **known}
        demand(len(facts) == len(given) + len(more) + len(known), "two facts have one name")
        demand(role in parts, f"nothing shows its {role}")
        try:
            check_chain(facts, goal, parts[role], also)
        except Refused as why:
            raise Refused(f"{role}: {why}") from None
        done.add(role)

    part("powers", {}, below(ZERO, base), ())
    for k, where in ((ZERO, "k = 0"), (K, "k >= 1")):
        lowest = 0 if k is ZERO else -1
        some = {"t >= 0": at_most(ZERO, T)} | (
            {} if k is ZERO else {"k >= 1": at_most(ONE, K), "G > 0": below(ZERO, G)}
        )

        def powered(offset: int, at: Term = k) -> Term:
            return power(base, offset) if at is ZERO else apply("*", G, power(base, offset + 1))

        def started(offset: int, at: Term = k) -> Term:
            return s0 if at is ZERO and offset == 0 else s1

        part(f"base at {where}", some, says(ZERO, k, dict.fromkeys(rows, started), powered), [s0, s1])
        entry: dict[str, Row] = {
            row: (lambda offset, names=names: symbol(names[offset])) for row, names in rows.items()
        }
        for place, (silent, spoken) in enumerate(kinds):

            def turned(
                row: str,
                offset: int,
                at: Term = k,
                silent: Term = silent,
                spoken: Mapping[str, Term] = spoken,
            ) -> Term:
                values = {"entry": entry[row](offset), "silent": silent, "spoken": spoken[row]}
                first = at is ZERO and offset == 0
                return put(
                    values if first else values | {"before": entry[row](offset - 1)}, t0 if first else t1
                )

            nexts: dict[str, Row] = {row: (lambda offset, row=row: turned(row, offset)) for row in rows}
            before = {"invariant at k": says(T, k, entry, powered)}
            if lowest < 0:
                one_back: dict[str, Row] = {
                    row: (lambda offset, row=row: entry[row](offset - 1)) for row in rows
                }
                before["invariant at k-1"] = says(
                    T, apply("-", K, ONE), one_back, lambda offset: powered(offset - 1)
                )
            above = {
                row: {
                    f"{names[each]} >= 0": at_most(ZERO, symbol(names[each]))
                    for each in range(lowest, reach + 1)
                }
                for row, names in rows.items()
            }
            for row in rows if nonnegative else ():
                before |= above[row]
            also = [nexts[row](offset) for row in rows for offset in range(reach + 1)]
            part(f"step {place} at {where}", before | some, says(apply("+", T, ONE), k, nexts, powered), also)
            for row in rows if nonnegative else ():
                part(f"sign {place} of {row} at {where}", above[row] | some, at_most(ZERO, nexts[row](0)), ())
    demand(
        not nonnegative or (evident(at_most(ZERO, s0)) and evident(at_most(ZERO, s1))), "a start is below 0"
    )
    demand(done == set(parts), f"parts of something else: {sorted(set(parts) - done)}")
    return Rounds(own, (invariant.symbols() | base.symbols) - own, given)


def check_instance(data: Mapping[str, object], rounds: Rounds, facts: Facts) -> None:
    """Rounds of some kinds have what an induction presupposes."""
    values, kinds = terms(data["values"]), [terms(kind) for kind in array(data["kinds"])]
    demand(bool(kinds), "there is no kind of round")
    for kind in kinds:
        demand(not rounds.shared & set(kind), "rounds differ in what the invariant is about")
        together = values | kind
        symbols = frozenset(together).union(*(each.symbols for each in together.values()))
        demand(
            not symbols & rounds.own,
            "something is put in for the induction's own symbols, or they are put in",
        )
        demand(not set(values) & set(kind), "two terms are put in for one symbol")
        for name, needed in rounds.given.items():
            demand(needed.put(together) in facts.values(), f"nothing shows {name} for a kind of round")
    (defined,) = fields(data["certificate"], "defined")
    shown = [(relation(obligation), combination(why)) for obligation, why in pairs(defined)]
    stated = sides(facts.values()) + [each for kind in (values, *kinds) for each in kind.values()]
    multipliers = [part for _, why in shown for part in why.multipliers()]
    field = Field([*stated, *multipliers, *sides(obligation for obligation, _ in shown)])
    check_defined(stated, settled(facts, shown, field))


# 9 Objects ------------------------------------------------------------------------------------------------------


def always(kind: str, of: Sequence[Term]) -> tuple[Relation, list[Relation]]:
    """A fact of analysis about terms, and what it presupposes: taken on trust wherever its terms are defined."""

    def exp(of: Term) -> Term:
        return apply("exp", of)

    def log(of: Term) -> Term:
        return apply("log", of)

    match kind, of:
        case "exp is positive", [u]:
            return below(ZERO, exp(u)), []
        case "exp lies above its tangent at 0", [u]:
            return at_most(apply("+", ONE, u), exp(u)), []
        case "exp increases", [u, v]:
            return at_most(exp(u), exp(v)), [at_most(u, v)]
        case "the exponential of a sum is the product of the exponentials", [u, v]:
            return Relation(exp(apply("+", u, v)), "=", apply("*", exp(u), exp(v))), []
        case "the logarithm of an exponential is its exponent", [u]:
            return Relation(log(exp(u)), "=", u), []
        case "the exponential of a logarithm is its argument", [u]:
            return Relation(exp(log(u)), "=", u), []
        case "the logarithm of a product is the sum of the logarithms", [u, v]:
            return Relation(log(apply("*", u, v)), "=", apply("+", log(u), log(v))), [
                below(ZERO, u),
                below(ZERO, v),
            ]
        case "a root is at least 0", [u]:
            return at_most(ZERO, apply("sqrt", u)), []
        case "a minimum is at most the first", [u, v]:
            return at_most(apply("min", u, v), u), []
        case "a minimum is at most the second", [u, v]:
            return at_most(apply("min", u, v), v), []
        case "the minimum is the first where that is at most the second", [u, v]:
            return Relation(apply("min", u, v), "=", u), [at_most(u, v)]
        case "a minimum is one of the two", [u, v]:
            least = apply("min", u, v)
            return Relation(apply("*", apply("-", least, u), apply("-", least, v)), "=", ZERO), []
    raise Refused(f"no fact of analysis: {kind} of {len(of)}")


class Theorem(NamedTuple):
    """An object that was checked."""

    name: str
    rule: str
    given: Facts = {}
    goal: Relation | None = None
    """What other theorems may use."""
    stands: Mapping[str, frozenset[str]] = {}
    """The symbols that stand for something in words, and which symbols of citations they are."""
    rounds: Rounds | None = None


COMMON = ("format", "name", "rule", "anchors")
IMPLICATION = ("reading", "stands", "given", "known", "goal", "witness", "certificate")
RULES = {
    "chain": IMPLICATION,
    "shape": IMPLICATION,
    "citation": IMPLICATION,
    "point": ("reading", "printed", "given", "point", "elsewhere", "lemmas"),
    "signs": ("reading", "expression", "of", "signs", "root", "lemmas", "certificate"),
    "induction": (
        *("reading", "code", "base", "start", "turn", "kinds", "reach", "entries", "powers", "invariant"),
        *("nonnegative", "given", "known", "witness", "certificate"),
    ),
    "instance": (
        "reading",
        "theorem",
        "object",
        "kinds",
        "values",
        "given",
        "known",
        "witness",
        "certificate",
    ),
    "enumeration": ("says", "scope", "cases", "lemmas"),
}
"""What an object of each rule says besides what all say."""


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
        found = self.check(words(address))
        if isinstance(found, str):
            raise Refused(f"it cites {name}, which is refused")
        demand(found.name == name, f"it cites {name}, but the object is {found.name}")
        return found

    def check(self, address: str) -> Theorem | str:
        """The theorem of an object, or why it is refused."""
        if address not in self.checked:
            try:
                demand(address in self.texts, "there is no object with this hash")
                content = self.texts[address]
                demand(sha256(content).hexdigest() == address, "its content has another hash")
                self.checked[address] = self._checked(record(parsed(content.decode())))
            except Refused as why:
                self.checked[address] = str(why)
            except (ValueError, RecursionError, ArithmeticError) as why:
                self.checked[address] = f"it cannot be read: {why}"
        return self.checked[address]

    def _checked(self, data: dict[str, object]) -> Theorem:
        name, rule = words(data.get("name")), words(data.get("rule"))
        demand(rule in RULES, f"no rule: {rule}")
        fields(data, *COMMON, *RULES[rule])
        demand(data["format"] == FORMAT, "it is of another format")
        for anchor in array(data["anchors"]):
            self._tied(rule, data, *fields(anchor, "formula", "value", "definition"))
        match rule:
            case "point":
                check_point(data)
            case "signs":
                check_signs(data)
            case "enumeration":
                demand(whole(data["cases"]) > 0, "there is no case")
                self.trust("enumerations", f"{name}: {words(data['says'])} ({words(data['scope'])})")
            case _:
                return self._from_facts(name, rule, data)
        for lemma, address in record(data["lemmas"]).items():
            self.theorem(lemma, address)
        return Theorem(name, rule)

    def _tied(
        self, rule: str, data: Mapping[str, object], formula: object, value: object, definition: object
    ) -> None:
        """A formula's value is its definition's; of an implication it is the goal."""
        words(formula)
        if isinstance(value, str) or isinstance(definition, str):
            demand(value == definition, f"{formula} is not its definition")
            return
        left, right = term(value), term(definition)
        if "goal" in data:
            goal = relation(data["goal"])
            demand(
                goal.sign == "=" and {goal.left, goal.right} == {left, right},
                f"the goal does not tie {formula}",
            )
        else:
            field = Field([difference := apply("-", left, right)])
            demand(field.vanishes(field(difference).top), f"{formula} is not its definition")

    def _from_facts(self, name: str, rule: str, data: Mapping[str, object]) -> Theorem:
        """What rests on hypotheses and on facts that are known."""
        given, witness = relations(data["given"]), terms(data["witness"])
        for what, fact in given.items():
            demand(holds(fact, witness), f"at the witness, {what} does not hold")
        known, meant = self._known(given, data["known"])
        facts = {**given, **known}
        demand(len(facts) == len(given) + len(known), "two facts have one name")
        if rule in ("induction", "instance"):
            demand(not meant, "a lemma is about what its symbols stand for")
        if rule == "induction":
            start, turn = fields(data["code"], "start", "turn")
            self.trust("recurrences that are a program's", f"{words(start)}, {words(turn)}")
            return Theorem(name, rule, rounds=check_rounds(data, known))
        if rule == "instance":
            general = self.theorem(data["theorem"], data["object"]).rounds
            if general is None:
                raise Refused("it is an instance of what is no induction")
            check_instance(data, general, facts)
            return Theorem(name, rule)
        goal, reading = relation(data["goal"]), words(data["reading"])
        stands = [words(each) for each in array(data["stands"])]
        said = goal.symbols().union(*(fact.symbols() for fact in given.values()))
        demand(
            not set(meant) & said - set(stands),
            "a symbol of a lemma stands for something, and here for nothing",
        )
        demand(bool(reading) or not stands, "no reading says what its symbols stand for")
        if rule == "chain":
            check_chain(facts, goal, data["certificate"])
        elif rule == "shape":
            check_shape(given, goal, data["certificate"])
        else:
            (reference,) = fields(data["certificate"], "reference")
            demand(
                bool(stands) or not reading,
                "it is cited of what its reading says, and no symbol stands for that",
            )
            self.trust("citations", f"{name}: {goal} where {reading} [{words(reference)}]")
            meant = {each: frozenset([f"{each} of {name}"]) for each in stands}
        for each, origins in meant.items():
            if len(origins) > 1:
                self.trust("symbols that are one", f"{each} of {name} is {' and '.join(sorted(origins))}")
        if stands and rule != "citation":
            self.trust("readings on which sentences rest", f"{name}: {', '.join(stands)}, where {reading}")
        return Theorem(
            name, rule, given, goal, {each: meant.get(each, frozenset()) for each in {*stands, *meant}}
        )

    def _known(self, given: Facts, data: object) -> tuple[dict[str, Relation], dict[str, frozenset[str]]]:
        """Facts, each of which follows from what is given and the facts before it; what their symbols stand for."""
        found: dict[str, Relation] = {}
        meant: dict[str, frozenset[str]] = {}
        at_hand = set(given.values())
        for each, source in pairs(data):
            name = words(each)
            demand(name not in found, "two facts have one name")
            if "fact" in record(source):
                kind, of = fields(source, "fact", "of")
                fact, premises = always(words(kind), [term(each) for each in array(of)])
                self.trust("facts of analysis", words(kind))
            else:
                lemma, address, put_in = fields(source, "theorem", "object", "values")
                theorem, values = self.theorem(lemma, address), terms(put_in)
                if theorem.goal is None:
                    raise Refused(f"{theorem.name} is no implication")
                fact = theorem.goal.put(values)
                premises = [premise.put(values) for premise in theorem.given.values()]
                renamed = {each: values.get(each, symbol(each)) for each in theorem.stands}
                demand(
                    all(value.operator == "symbol" for value in renamed.values()),
                    "what stands for something is a symbol",
                )
                demand(
                    len(set(renamed.values())) == len(renamed),
                    "two symbols that stand for different things become one",
                )
                for each, value in renamed.items():
                    meant[str(value.head)] = meant.get(str(value.head), frozenset()) | theorem.stands[each]
            for premise in premises:
                demand(premise in at_hand or evident(premise), f"{name} may be used only given {premise}")
            found[name] = fact
            at_hand.add(fact)
        return found, meant


def check_point(data: Mapping[str, object]) -> None:
    """What is printed is false at one point and true at another, and what it asks for holds at both."""
    printed, given = relation(data["printed"]), relations(data["given"])
    point, elsewhere = terms(data["point"]), terms(data["elsewhere"])
    for place in (point, elsewhere):
        demand(all(holds(fact, place) for fact in given.values()), "what is given does not hold at the point")
        check_defined([put(place, side) for side in sides([printed])], set())
    demand(not holds(printed, point), "what is printed is true at the point")
    demand(holds(printed, elsewhere), "what is printed is false elsewhere too")


def check_signs(data: Mapping[str, object]) -> None:
    """The chart of an expression or its derivative; its only root is a logarithm, if that is claimed."""
    expression, signs, root = term(data["expression"]), data["signs"], words(data["root"])
    drawn = curve(expression, words(data["of"]))
    found, brackets = charted(*fields(data["certificate"], "signs", "roots"))
    demand(found == [whole(each) for each in array(signs)], "the chart is of other signs")
    check_chart(drawn, found, brackets)
    if root:
        argument = fraction(root)
        demand(len(found) == 2 and argument > 1 and drawn.d == 1, f"log({root}) is not its only root")
        logarithm = apply("log", number(argument))
        at = [place for place, (node, _) in enumerate(drawn.field.stands) if node is logarithm]
        demand(len(at) == 1, f"it does not know log({root})")
        degree, total = max(drawn.top.exponents(drawn.g)), NOTHING
        for monomial, factor in drawn.top.parts.items():
            steps, waves = exponent(monomial, drawn.u), exponent(monomial, drawn.g)
            rest = Polynomial(
                {monomial - (steps << WIDTH * drawn.u) - (waves << WIDTH * drawn.g): factor}, drawn.top.degree
            )
            scale = argument.numerator**waves * argument.denominator ** (degree - waves)
            total += (rest * variable(at[0], steps)).times(scale)
        demand(drawn.field.vanishes(total), f"log({root}) is no root")


def main(arguments: Sequence[str]) -> int:
    """Check a folder of objects; 0 if every object is as it should be, 1 if one is refused, 2 if there is none."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python check.py DIR, a folder that `ldproof prove --export DIR` has written")
        return 2
    sys.setrecursionlimit(20_000)
    folder = Path(arguments[0])
    texts = {path.stem: path.read_bytes() for path in sorted(folder.glob("*.json")) if len(path.stem) == 64}
    library = Library(texts)
    try:
        index = {
            name: words(address)
            for name, address in record(parsed((folder / "index.json").read_text())).items()
        }
    except (OSError, ValueError, Refused) as why:
        print(f"index.json: {why}")
        return 1
    refused = [f"{address}: it is not in index.json" for address in set(texts) - set(index.values())]
    rules: Counter[str] = Counter()
    for name, address in index.items():
        found = library.check(address)
        if isinstance(found, Theorem) and found.name == name:
            rules[found.rule] += 1
        else:
            refused.append(f"{name}: {found if isinstance(found, str) else f'the object is {found.name}'}")
    print(f"{sum(rules.values()) - rules['enumeration']} of {len(index)} theorems are shown here again:")
    for rule, count in sorted(rules.items()):
        print(f"  {count:5} {rule}" + (" (taken on trust)" * (rule in ("enumeration", "citation"))))
    print("Taken on trust:")
    for kind, trusted in sorted(library.trusted.items()):
        print(f"  {kind} ({len(trusted)})")
        for what, count in sorted(trusted.items()):
            print(f"    {what}" + (f", used {count} times" if kind == "facts of analysis" else ""))
    for each in refused:
        print(f"REFUSED {each}")
    return 1 if refused or not index else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
