"""Normal forms: the field generated over the rationals by symbols, exponentials, logarithms, roots and minima."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NoReturn

from ldproof.numbers import Ball, Certified, Symbol, Term, apply_operator, ball, exp, term
from ldproof.numbers.term import FUNCTIONS
from ldproof_proofs.kernel.algebra import (
    Polynomial,
    constant_polynomial,
    leading_coefficient,
    lowest_terms,
    make_monic,
    monomial_terms,
    occurring_variables,
    polynomial_ring,
    sum_of_monomials,
)
from ldproof_proofs.kernel.errors import DividedByZero, NotProved


@dataclass(frozen=True, slots=True)
class Quotient:
    """A numerator over a denominator, without a common factor."""

    top: Polynomial
    bottom: Polynomial

    def __add__(self, other: "Quotient") -> "Quotient":
        if self.bottom == other.bottom:
            return quotient(self.top + other.top, self.bottom)
        return quotient(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __mul__(self, other: "Quotient") -> "Quotient":
        return quotient(self.top * other.top, self.bottom * other.bottom)

    def __neg__(self) -> "Quotient":
        return Quotient(-self.top, self.bottom)

    def inverse(self) -> "Quotient":
        """1 over it."""
        if self.top.is_zero():
            raise DividedByZero("it divides by 0")
        return quotient(self.bottom, self.top)

    def power(self, exponent: int) -> "Quotient":
        """A whole power."""
        base = self if exponent >= 0 else self.inverse()
        return Quotient(base.top ** abs(exponent), base.bottom ** abs(exponent))


def quotient(top: Polynomial, bottom: Polynomial) -> Quotient:
    """Cancel the common factor, and make the denominator's leading coefficient 1."""
    if bottom.is_one():
        return Quotient(top, bottom)
    if top.is_zero():
        return Quotient(top, top.context().constant(1))
    return Quotient(*lowest_terms(top, bottom))


Key = tuple[str, str, str]
"""What a generator stands for: its operator, and its argument's normal form as text."""


class Field:
    """The field that the given terms live in. Generators keep the names of their symbols."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._forms: dict[Term, tuple[Key, Fraction]] = {}
        self._normal: dict[Term, Quotient] = {}
        symbols: set[str] = set()
        for each in terms:
            symbols |= each.symbols()
            # The normal form of every argument from which a new generator springs.
            self._forms.update((node, _form(node)) for node in _sources(each) if node not in self._forms)
        self._unit = _units(self._forms.values())
        self._roots = [node for node in self._forms if node.operator == "sqrt"]
        special = sorted(self._unit)
        self.names = (*sorted(symbols), *(f"#{index}" for index in range(len(special))))
        self.places: dict[Key | str, int] = {name: index for index, name in enumerate(sorted(symbols))}
        self.places.update({key: len(symbols) + index for index, key in enumerate(special)})
        # Numbered names: a symbol called "x + y" must not be taken for a sum when a normal form is written.
        self.context = polynomial_ring(f"v{place}" for place in self.places.values())

    def written_out(self, forms: Iterable[Quotient]) -> tuple[list[str], str]:
        """Normal forms as text, and what the variables in them stand for: the same for the same forms."""
        polynomials = [(form.top, form.bottom) for form in forms]
        found = occurring_variables(*(each for pair in polynomials for each in pair))
        keys = {place: name for name, place in self.places.items()}
        stands_for = [
            repr(name) if isinstance(name := keys[place], str) else f"{name!r} times {self._unit[name]}"
            for place in found
        ]
        texts = [
            re.sub(r"v(\d+)", lambda name: f"v{found.index(int(name[1]))}", f"({top})/({bottom})")
            for top, bottom in polynomials
        ]
        return texts, "; ".join(stands_for)

    def generator(self, name: Key | str) -> Polynomial:
        """The polynomial that a symbol or a new generator is."""
        return self.context.gen(self.places[name])

    def __call__(self, node: Term) -> Quotient:
        """The normal form of a term."""
        one = self.context.constant(1)

        return node.fold(
            lambda value: Quotient(constant_polynomial(self.context, value), one),
            lambda name: Quotient(self.generator(name), one),
            self._operate,
            self._normal,
        )

    def _operate(self, node: Term, arguments: tuple[Quotient, ...]) -> Quotient:
        match node.operator, arguments:
            case "+", (left, right):
                return left + right
            case "-", (left, right):
                return left + -right
            case "*", (left, right):
                return left * right
            case "/", (left, right):
                return left * right.inverse()
            case "negative", (only,):
                return -only
            case "^", (only,) if isinstance(node.head, int):
                return only.power(node.head)
            case "exp", (only,) if only.top.is_zero():
                return only.power(0)
            case _:
                key, multiple = self._forms[node]
                power = multiple / self._unit[key]
                return Quotient(self.generator(key), self.context.constant(1)).power(power.numerator)

    def constant(self, name: Key | str) -> Certified:
        """The number that a generator without variables in its argument is."""
        for node, (key, multiple) in self._forms.items():
            if key == name and not node.symbols():
                share = ball(self._unit[key] / multiple)
                if node.operator == "exp":
                    return lambda: exp(_value(node.arguments[0]) * share)
                return lambda: _value(node)
        raise NotProved(f"{name} is no constant")

    def written(self, name: Key | str) -> str:
        """A term that a generator comes from."""
        return next((str(node) for node, (key, _) in self._forms.items() if key == name), str(name))

    def sum_of(self, products: Iterable[Iterable[Term]]) -> Quotient:
        """The normal form of a sum of products."""
        total = self(term(0))
        for product in products:
            value = self(term(1))
            for factor in product:
                value = value * self(factor)
            total = total + value
        return total

    def is_zero(self, node: Term) -> bool:
        """Whether a term's normal form is 0: true only where the term is 0 wherever it is defined."""
        return self.vanishes(self(node).top)

    def vanishes(self, top: Polynomial) -> bool:
        """Whether a polynomial is 0 once every root's square is what is under it."""
        for place, under in self.roots():
            even, odd = self._halves(top, place, under)
            if not odd.is_zero():
                return self.vanishes(odd) and self.vanishes(even)
            top = even
        return top.is_zero()

    def roots(self) -> Iterable[tuple[int, Quotient]]:
        """The places of roots and what is under them; what stands under a root comes after it."""
        return (
            (self.places[self._forms[root][0]], self(root.arguments[0])) for root in reversed(self._roots)
        )

    def origin(self, place: int) -> Term:
        """A term whose normal form is the generator at a place."""
        name = next(name for name, each in self.places.items() if each == place)
        if isinstance(name, str):
            return Symbol(name)
        node, multiple = next(
            (node, multiple) for node, (key, multiple) in self._forms.items() if key == name
        )
        share = self._unit[name] / multiple
        return node if share == 1 else exp(node.arguments[0] * share)

    def _halves(self, top: Polynomial, place: int, under: Quotient) -> tuple[Polynomial, Polynomial]:
        """The parts without and with a root, its squares replaced (and both multiplied by a denominator)."""
        most = top.degrees()[place] // 2
        halves = [self.context.constant(0), self.context.constant(0)]
        for monomial, coefficient in monomial_terms(top):
            squares, odd = divmod(monomial[place], 2)
            rest = (*monomial[:place], 0, *monomial[place + 1 :])
            halves[odd] += (
                sum_of_monomials(self.context, {rest: coefficient})
                * under.top**squares
                * under.bottom ** (most - squares)
            )
        return halves[0], halves[1]


KEPT = 1 << 12
"""For so many terms what was found is kept."""


@lru_cache(KEPT)
def _sources(root: Term) -> tuple[Term, ...]:
    """The subterms from which a new generator may spring, innermost first."""
    found: dict[Term, None] = {}

    def visit(node: Term, _: tuple[None, ...]) -> None:
        if node.operator in FUNCTIONS:
            found[node] = None

    root.fold(lambda _: None, lambda _: None, visit)
    return tuple(found)


@lru_cache(KEPT)
def _form(node: Term) -> tuple[Key, Fraction]:
    """A generator's key, and for an exponential the rational multiple of the key's argument."""
    field = Field(node.arguments)
    forms = [field(argument) for argument in node.arguments]
    multiple = Fraction(1)
    if node.operator == "exp" and not forms[0].top.is_zero():
        multiple = leading_coefficient(forms[0].top)
        forms[0] = Quotient(make_monic(forms[0].top), forms[0].bottom)
    written, legend = field.written_out(forms)
    if node.operator == "min":
        written.sort()
    return (node.operator, " | ".join(written), legend), multiple


def _value(node: Term) -> Ball:
    """A ball around a term without variables."""
    return node.fold(ball, _unknown, apply_operator)


def _unknown(name: str) -> NoReturn:
    raise NotProved(f"{name} has no value")


def _units(forms: Iterable[tuple[Key, Fraction]]) -> dict[Key, Fraction]:
    """Per key the largest multiple of which all that occur are whole multiples."""
    units: dict[Key, Fraction] = {}
    for key, multiple in forms:
        seen = units.get(key, Fraction(0))
        units[key] = Fraction(
            gcd(seen.numerator * multiple.denominator, multiple.numerator * seen.denominator),
            seen.denominator * multiple.denominator,
        )
    return units
