"""The rule `signs`: where a one-variable expression in u and e^u is positive and where negative, for u > 0.

Divide by a power of e^u, differentiate, and repeat until a constant is left; going back up, a function is
monotone between the roots of its derivative, so its own roots are found by its signs at those and at the ends.
"""

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq_mpoly

from ldproof.numbers import Symbol, Term, ball, exp
from ldproof.numbers import sign as sign_of
from ldproof_proofs.kernel.anchors import Anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import obligations
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.theorem import Claim, Evidence, Question, Strength, Theorem
from ldproof_proofs.kernel.writing import Style, write

Bracket = tuple[Fraction, Fraction]
"""Two fractions with one root, and a change of sign, between them."""

CLOSE = 60
"""How many times a bracket is halved at most to learn a sign at the root in it."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The signs from 0 to infinity, and between two of them the bracket of the root."""

    signs: tuple[int, ...]
    roots: tuple[Bracket, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A polynomial in u and g = e^(rate u); the variables' places in it."""

    polynomial: fmpq_mpoly
    u: int
    g: int
    rate: Fraction

    def __call__(self, at: arb) -> arb:
        """A ball around its value at u."""
        power = exp(ball(self.rate) * at)
        total = arb(0)
        for monomial, coefficient in zip(self.polynomial.monoms(), self.polynomial.coeffs(), strict=True):
            total += arb(coefficient) * at ** monomial[self.u] * power ** monomial[self.g]
        return total

    def sign(self, at: Fraction) -> int:
        """Its sign at a fraction."""
        if at == 0:
            value = sum(self.polynomial.subs({self.u: 0, self.g: 1}).coeffs(), start=0)
            return (value > 0) - (value < 0)
        return sign_of(lambda: self(ball(at)))

    def far_sign(self) -> int:
        """Its sign for all large u: that of the coefficient with the highest power of g, then of u."""
        lead = max(
            zip(self.polynomial.monoms(), self.polynomial.coeffs(), strict=True),
            key=lambda part: (part[0][self.g], part[0][self.u]),
        )
        return 1 if lead[1] > 0 else -1

    def derivative(self) -> "Function":
        """d/du, with dg/du = rate g."""
        context = self.polynomial.context()
        rate = context.constant(self.rate.numerator) / self.rate.denominator
        slope = self.polynomial.derivative(self.u)
        slope += rate * context.gen(self.g) * self.polynomial.derivative(self.g)
        return Function(slope, self.u, self.g, self.rate)

    def lowered(self) -> "Function":
        """Divided by the highest power of g that divides it, which is positive."""
        least = min(monomial[self.g] for monomial in self.polynomial.monoms())
        divisor = self.polynomial.context().gen(self.g) ** least
        return Function(self.polynomial / divisor, self.u, self.g, self.rate)


def chart(function: Function) -> Chart:
    """The chart of a function that is not 0 everywhere."""
    function = function.lowered()
    if function.polynomial.is_constant():
        return Chart((1 if function.polynomial.coefficient(0) > 0 else -1,), ())
    derivative = function.derivative()
    below = chart(derivative)
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
        value = function(ball((left + right) / 2) + arb(0, ball((right - left) / 2)))
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


@dataclass(frozen=True, slots=True)
class Signs:
    """For all u > 0: the signs, in their order, of the derivative of an expression in u and e^u."""

    name: str
    reading: str
    expression: Term
    signs: tuple[int, ...]
    mutant: Term
    """A false neighbour: its derivative has other signs."""
    anchors: tuple[Anchor[object], ...] = ()
    lemmas: tuple[Theorem, ...] = ()

    def statement(self, style: Style) -> str:
        """The signs, as pluses and minuses."""
        written = " ".join("+" if sign > 0 else "-" for sign in self.signs)
        changes = len(self.signs) - 1
        return (
            f"{self.reading}: for u > 0 the derivative of {write(self.expression, style)} has the signs {written}, "
            f"with {changes} root{'s' * (changes != 1)} in all"
        )

    def check(self, certificate: object) -> Evidence:
        """Draw the chart again."""
        found = derivative_chart(self.expression)
        if found.signs != self.signs:
            raise NotProved(f"{self.name}: the signs are {found.signs}, not {self.signs}")
        if found != certificate:
            raise NotProved(f"{self.name}: its chart is not the certificate's")
        if derivative_chart(self.mutant).signs == self.signs:
            raise NotProved(f"{self.name}: its mutant has the same signs")
        return Evidence(Strength.PROVED)

    def questions(self, certificate: object) -> tuple[Question, ...]:  # noqa: ARG002
        """None: it is about a chart."""
        return ()

    def derivation(self, certificate: object, style: Style) -> str:
        """The signs and the brackets of the roots."""
        if not isinstance(certificate, Chart):
            return ""
        brackets = [f"a root between {left} and {right}" for left, right in certificate.roots]
        return "\n".join([self.statement(style), *brackets])


@dataclass(frozen=True, slots=True)
class BySigns:
    """The proof of a sign chart."""

    def certificate(self, claim: Claim) -> object:
        """The chart of the derivative."""
        if not isinstance(claim, Signs):
            raise NotProved(f"{claim.name} is not about signs")
        return derivative_chart(claim.expression)


def derivative_chart(expression: Term) -> Chart:
    """The chart of an expression's derivative."""
    return chart(derivative(expression))


def derivative(expression: Term) -> Function:
    """A function with the sign of an expression's derivative; every denominator in it has no root."""
    variables = expression.symbols()
    if len(variables) != 1:
        raise NotProved(f"{expression} has not one variable")
    u = Symbol(next(iter(variables)))
    field = Field([expression, exp(u)])
    for owed in obligations(expression):
        if owed.sign != "!=" or len(chart(_function(field, u, field(owed.left).top)).signs) != 1:
            raise NotProved(f"{expression} may be undefined: {owed}")
    form = field(expression)
    top, bottom = _function(field, u, form.top), _function(field, u, form.bottom)
    numerator = (
        top.derivative().polynomial * bottom.polynomial - top.polynomial * bottom.derivative().polynomial
    )
    if numerator.is_zero():
        raise NotProved(f"{expression} is constant")
    return _function(field, u, numerator)


def _function(field: Field, u: Term, polynomial: fmpq_mpoly) -> Function:
    """A polynomial of a field as a function of u, e^u being the only other generator."""
    places = [place for key, place in field.places.items() if isinstance(key, tuple)]
    if len(field.names) != 2 or len(places) != 1:
        raise NotProved("the rule knows u and one exponential of it")
    rate = field(exp(u)).top.degrees()[places[0]]
    return Function(polynomial, field.places[str(u)], places[0], Fraction(1, int(rate)))
