"""Sign charts: where a function of u and e^u is positive and where negative, for u > 0.

Divide by a power of e^u, differentiate, and repeat until a constant is left; going back up, a function is
monotone between the roots of its derivative, so its own roots are found by its signs at those and at the ends.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ldproof.errors import Refused
from ldproof.numbers import Ball, Certified, Symbol, Term, ball, exp, precision
from ldproof.numbers import sign as sign_of
from ldproof.numbers.balls import ball_around
from ldproof_proofs.kernel.algebra import (
    Polynomial,
    constant_polynomial,
    monomial_powers,
    monomial_terms,
    occurring_variables,
    sum_of_monomials,
)
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.relations import obligations

Bracket = tuple[Fraction, Fraction]
"""Two fractions with one root, and a change of sign, between them."""

CLOSE = 60
"""How many times a bracket is halved at most to learn a sign at the root in it."""
BITS = 128
"""The precision at which that is tried."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The signs from 0 to infinity, and between two of them the bracket of the root."""

    signs: tuple[int, ...]
    roots: tuple[Bracket, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A polynomial in u, g = e^(rate u) and constants such as log(2); the variables' places in it."""

    polynomial: Polynomial
    u: int
    g: int
    rate: Fraction
    constants: Mapping[int, Certified]
    names: Mapping[int, str]
    """How a reader is shown the variables."""

    def __call__(self, at: Ball) -> Ball:
        """A ball around its value at u."""
        values = {self.u: at, self.g: exp(ball(self.rate) * at)}
        values |= {place: constant() for place, constant in self.constants.items()}
        total = ball(0)
        for monomial, coefficient in monomial_terms(self.polynomial):
            value = ball(coefficient)
            for place, power in enumerate(monomial):
                if power:
                    value *= values[place] ** power
            total += value
        return total

    def text(self) -> str:
        """The polynomial for a reader, in u and E = e^u."""
        return re.sub(r"v(\d+)", lambda found: self.names[int(found[1])], str(self.polynomial))

    def of(self, other: Polynomial) -> "Function":
        """Another polynomial in the same variables."""
        return Function(other, self.u, self.g, self.rate, self.constants, self.names)

    def sign(self, at: Fraction) -> int:
        """Its sign at a fraction: by balls, unless it is 0 there whatever g is, or g is rational too."""
        if at == 0:
            return self.of(self.polynomial.subs({self.u: 0, self.g: 1})).constant_sign()
        generators = list(self.polynomial.context().gens())
        generators[self.u] = constant_polynomial(self.polynomial.context(), at)
        return 0 if self.polynomial.compose(*generators).is_zero() else sign_of(lambda: self(ball(at)))

    def constant_sign(self) -> int:
        """Its sign where neither u nor g occurs."""
        if self.polynomial.is_zero():
            return 0
        try:
            found = sign_of(lambda: self(ball(0)))
        except Refused as undecided:
            raise NotProved(f"the sign of {self.text()} is undecided; it may be 0") from undecided
        if found == 0:
            raise NotProved(f"{self.text()} is 0 in disguise")
        return found

    def far_sign(self) -> int:
        """Its sign for all large u: that of what stands beside the highest power of g, and of u beside that."""
        highest = max((monomial[self.g], monomial[self.u]) for monomial in monomial_powers(self.polynomial))
        context = self.polynomial.context()
        lead = {
            tuple(
                0 if place in (self.u, self.g) else power for place, power in enumerate(monomial)
            ): coefficient
            for monomial, coefficient in monomial_terms(self.polynomial)
            if (monomial[self.g], monomial[self.u]) == highest
        }
        return self.of(sum_of_monomials(context, lead)).constant_sign()

    def varies(self) -> bool:
        """Whether u or g occurs."""
        degrees = self.polynomial.degrees()
        return degrees[self.u] > 0 or degrees[self.g] > 0

    def derivative(self) -> "Function":
        """d/du, with dg/du = rate g."""
        context = self.polynomial.context()
        rate = constant_polynomial(context, self.rate)
        slope = self.polynomial.derivative(self.u)
        return self.of(slope + rate * context.gen(self.g) * self.polynomial.derivative(self.g))

    def lowered(self) -> "Function":
        """Divided by the highest power of g that divides it, which is positive."""
        least = min(powers[self.g] for powers in monomial_powers(self.polynomial))
        return self.of(self.polynomial / self.polynomial.context().gen(self.g) ** least)


def chart(function: Function) -> Chart:
    """The chart of a function that is not 0 everywhere."""
    *_, (_, found) = ladder(function)
    return found


def ladder(function: Function) -> Iterator[tuple[Function, Chart]]:
    """From a constant up to the function: functions and their charts, each from the one before."""
    function = function.lowered()
    if not function.varies():
        yield function, Chart((function.constant_sign(),), ())
        return
    rungs = list(ladder(function.derivative()))
    yield from rungs
    yield function, _above(function, function.derivative(), rungs[-1][1])


def _above(function: Function, derivative: Function, below: Chart) -> Chart:
    """A function's chart from its derivative's."""
    turning = [_settled(function, derivative, bracket) for bracket in below.roots]
    at, sign = Fraction(0), function.sign(Fraction(0)) or below.signs[0]
    signs, roots = [sign], []
    for (left, right), next_sign in turning:
        if next_sign != sign:
            roots.append((_leftmost(function, at, left, sign), left))
            signs.append(next_sign)
        at, sign = right, next_sign
    if function.far_sign() != sign:
        roots.append(_to_the_right(function, at, sign))
        signs.append(-sign)
    return Chart(tuple(signs), tuple(roots))


def _settled(function: Function, derivative: Function, bracket: Bracket) -> tuple[Bracket, int]:
    """A bracket of the derivative's root on all of which the function has one sign, and the sign."""
    for _ in range(CLOSE):
        left, right = bracket
        with precision(BITS):
            value = function(ball_around(ball((left + right) / 2), ball((right - left) / 2)))
        if value > 0 or value < 0:
            return bracket, 1 if value > 0 else -1
        bracket = halved(derivative, bracket)
    raise NotProved(f"the sign at the turning point near {float(bracket[0])} is undecided")


def halved(function: Function, bracket: Bracket) -> Bracket:
    """The part of a bracket in which the sign changes, cut in the middle or, if the root is there, beside it."""
    left, right = bracket
    middle = (left + right) / 2
    cut = middle if function.sign(middle) else (left + middle) / 2
    return (cut, right) if function.sign(cut) != function.sign(right) else (left, cut)


def _leftmost(function: Function, at: Fraction, right: Fraction, sign: int) -> Fraction:
    """A point from which on to the right the sign has not changed yet: `at`, or one closer to 0."""
    if at > 0 or function.sign(at):
        return at
    while function.sign(right) != sign:
        right /= 2
    return right


def _to_the_right(function: Function, at: Fraction, sign: int) -> Bracket:
    """The bracket of the last root, the sign beyond it being the other one."""
    right = max(2 * at, Fraction(1))
    while function.sign(right) != -sign:
        at, right = (right if function.sign(right) else at), 2 * right
    return _leftmost(function, at, right, sign), right


def value(expression: Term) -> Function:
    """A function with the sign of an expression; every denominator in it has no root."""
    top, bottom = _fraction(expression)
    if top.polynomial.is_zero():
        raise NotProved(f"{expression} is 0 everywhere")
    return top.of(top.polynomial * bottom.polynomial)


def derivative(expression: Term) -> Function:
    """A function with the sign of an expression's derivative."""
    top, bottom = _fraction(expression)
    slope = top.derivative().polynomial * bottom.polynomial - top.polynomial * bottom.derivative().polynomial
    if slope.is_zero():
        raise NotProved(f"{expression} is constant")
    return top.of(slope)


def derivative_chart(expression: Term) -> Chart:
    """The chart of an expression's derivative."""
    return chart(derivative(expression))


def _fraction(expression: Term) -> tuple[Function, Function]:
    """Numerator and denominator; every denominator in the expression has no root."""
    field = _field(expression)
    u = _variable(expression)
    for owed in obligations(expression):
        form = field(owed.left)
        if owed.sign != "!=" or form.top.is_zero() or len(chart(_function(field, u, form.top)).signs) != 1:
            raise NotProved(f"{expression} may be undefined: {owed}")
    form = field(expression)
    return _function(field, u, form.top), _function(field, u, form.bottom)


def _variable(expression: Term) -> Term:
    variables = expression.symbols()
    if len(variables) != 1:
        raise NotProved(f"{expression} has not one variable")
    return Symbol(next(iter(variables)))


def _field(expression: Term) -> Field:
    return Field([expression, exp(_variable(expression))])


def _function(field: Field, u: Term, whole: Polynomial) -> Function:
    """A polynomial of a field as a function of u; besides e^u only constants may occur."""
    growing = field(exp(u)).top
    (g,) = occurring_variables(growing)
    rate = Fraction(1, int(growing.degrees()[g]))
    others = {place: name for name, place in field.places.items() if place not in (g, field.places[str(u)])}
    constants = {place: field.constant(name) for place, name in others.items()}
    names = {
        field.places[str(u)]: str(u),
        g: "E" if rate == 1 else f"E^({rate})",
        **{place: field.written(name) for place, name in others.items()},
    }
    return Function(whole, field.places[str(u)], g, rate, constants, names)
