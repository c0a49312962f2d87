"""Trade-off curves that are given as a formula in alpha.

A formula is known by lines. A part of it that is seen to be convex has a line that is below it for all alpha in [0, 1],
and one that is seen to be concave has a line above it; they touch it at a chosen alpha, about. A claim is tested by lines
below its curve, and by no chords, which are above it. So whatever keeps the claim keeps what is tested.
"""

import ast
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from ldproof.auditor.notions import ACCEPTED, VARIABLE
from ldproof.errors import Reason, Refused
from ldproof.json_values import shorten_text
from ldproof.numbers import Ball, ball
from ldproof.numbers.real import largest_ball
from ldproof.parameters import Between, complete_numeral

Line: TypeAlias = tuple[Ball, Ball]
"""The value at 0, and the slope."""

NUMERALS = Between(Fraction(0), Fraction(10**300))
STEEPEST = 1 << 512
"""Lines with larger values or slopes are left out: such numbers may have more digits than there is room for."""
EXPONENTS = 1000
"""The largest exponent."""
LEEWAY = Fraction(1, 1 << 61)
"""Tolerance for 1 - alpha: curves are rounded down to multiples of twice this."""
LONGEST = 400
"""The most characters of a formula."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is known of a part of a formula for alpha in an interval."""

    least: Ball
    """It is nowhere smaller."""
    most: Ball
    """It is nowhere larger."""
    below: Line | None = None
    """A line below it; None if it is not seen to be convex."""
    above: Line | None = None
    """A line above it; None if it is not seen to be concave."""
    constant: bool = False

    def __add__(self, other: "Part") -> "Part":
        """Return the sum of two parts."""
        return Part(
            self.least + other.least,
            self.most + other.most,
            sum_of_lines(self.below, other.below),
            sum_of_lines(self.above, other.above),
            self.constant and other.constant,
        )

    def __neg__(self) -> "Part":
        """Return the part with the other sign."""
        below, above = (None if each is None else (-each[0], -each[1]) for each in (self.below, self.above))
        return Part(-self.most, -self.least, above, below, self.constant)

    def scale_part(self, factor: Ball) -> "Part":
        """Return the product with a factor that is at least 0."""
        below, above = (
            None if each is None else (factor * each[0], factor * each[1])
            for each in (self.below, self.above)
        )
        return Part(factor * self.least, factor * self.most, below, above, self.constant)


def constant_part(value: Ball) -> Part:
    """Return a number as a part."""
    line = value, ball(0)
    return Part(value, value, line, line, constant=True)


def sum_of_lines(one: Line | None, other: Line | None) -> Line | None:
    """Return the sum of two lines; None if there are no two."""
    return None if one is None or other is None else (one[0] + other[0], one[1] + other[1])


@lru_cache(LONGEST)
def parse_number(text: str, node: ast.Constant) -> Fraction:
    """Return a number, exactly as it is written."""
    return NUMERALS.accept("f", complete_numeral(ast.get_source_segment(text, node) or ""))


@dataclass(frozen=True, slots=True)
class FormulaBounds:
    """Bounds on a formula and its parts, for alpha in an interval."""

    text: str
    at: Fraction
    """Where lines touch."""
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)

    def bound_part(self, node: ast.expr) -> Part:
        """Return what is known of a part. Raise `Refused` if it is none, or may be outside its domain."""
        match node:
            case ast.Constant():
                return constant_part(ball(parse_number(self.text, node)))
            case ast.Name(id=name) if name == VARIABLE:
                line = ball(0), ball(1)
                return Part(ball(self.low), ball(self.high), line, line)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.bound_part(operand)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.bound_part(operand)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self.bound_part(left) + self.bound_part(right)
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return self.bound_part(left) + -self.bound_part(right)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return product_of_parts(node, self.bound_part(left), self.bound_part(right))
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return product_of_parts(node, self.bound_part(left), self.bound_power(right, Fraction(-1)))
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return self.bound_power(left, self.parse_exponent(right))
            case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in (
                "exp",
                "ln",
                "sqrt",
            ):
                match name:
                    case "exp":
                        return self.compose_convex(self.bound_part(argument), Ball.exp, Ball.exp, rising=True)
                    case "ln":
                        return self.bound_logarithm(argument)
                    case _:
                        return self.bound_power(argument, Fraction(1, 2))
            case ast.Call(func=ast.Name(id="max"), args=[_, *_] as several, keywords=[]):
                return maximum_of_parts([self.bound_part(each) for each in several], self.at)
            case ast.Call(func=ast.Name(id="min"), args=[_, *_] as several, keywords=[]):
                return -maximum_of_parts([-self.bound_part(each) for each in several], self.at)
            case _:
                raise Refused(Reason.NOT_A_VALUE, f"f has the part {text_of_part(node)}", ACCEPTED)

    def parse_exponent(self, node: ast.expr) -> Fraction:
        """Return an exponent: a number, or one number over another."""
        match node:
            case ast.Constant():
                found = parse_number(self.text, node)
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                found = self.parse_exponent(operand)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                found = -self.parse_exponent(operand)
            case ast.BinOp(left=left, op=ast.Div(), right=right) if below := self.parse_exponent(right):
                found = self.parse_exponent(left) / below
            case _:
                found = Fraction(EXPONENTS + 1)
        if abs(found) > EXPONENTS:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"f has the exponent {text_of_part(node)}",
                f"a number from -{EXPONENTS} to {EXPONENTS}, as 2 or (1/2)",
            )
        return found

    def bound_power(self, base: ast.expr, exponent: Fraction) -> Part:
        """Return a power. Raise `Refused` if its base may be negative, or is a divisor that may be 0."""
        part = self.bound_part(base)
        if part.constant and exponent.denominator == 1 and (exponent >= 0 or not part.least.contains(0)):
            return constant_part(part.least ** ball(exponent))
        if not (part.least > 0 if exponent < 0 else part.least >= 0):
            raise domain_refusal(base, "0 or negative" if exponent < 0 else "negative")
        size, less = ball(exponent), ball(exponent - 1)
        if 0 < exponent < 1:
            return -self.compose_convex(part, lambda u: -(u**size), lambda u: -size * u**less, rising=False)
        return self.compose_convex(part, lambda u: u**size, lambda u: size * u**less, rising=exponent >= 0)

    def bound_logarithm(self, argument: ast.expr) -> Part:
        """Return a logarithm. Raise `Refused` if its argument may be 0 or negative."""
        part = self.bound_part(argument)
        if not part.least > 0:
            raise domain_refusal(argument, "0 or negative")
        return -self.compose_convex(part, lambda u: -u.log(), lambda u: -1 / u, rising=False)

    def compose_convex(
        self, inner: Part, value: Callable[[Ball], Ball], slope: Callable[[Ball], Ball], *, rising: bool
    ) -> Part:
        """Return a convex function of a part, from its tangent at the part's value: it rises everywhere, or falls."""
        if inner.constant:
            return constant_part(value(inner.least))
        line, below = inner.below if rising else inner.above, None
        if line is not None:
            touched = largest_ball(line[0] + line[1] * ball(self.at), inner.least)
            steep = slope(touched)
            if steep >= 0 if rising else steep <= 0:
                below = value(touched) + steep * (line[0] - touched), steep * line[1]
        ends = value(inner.least), value(inner.most)
        return Part(*(ends if rising else ends[::-1]), below)


def maximum_of_parts(parts: Collection[Part], at: Fraction) -> Part:
    """Return the largest of some parts, with the line below it that is the highest at a place."""
    least, most = (largest_ball(*(getattr(each, end) for each in parts)) for end in ("least", "most"))
    if all(each.constant for each in parts):
        return constant_part(most)
    lines = [each.below for each in parts if each.below is not None]
    touching = max(lines, key=lambda line: float(line[0]) + float(line[1]) * float(at), default=None)
    return Part(least, most, touching if len(lines) == len(parts) else None)


def product_of_parts(node: ast.expr, one: Part, other: Part) -> Part:
    """Return the product of two parts. Raise `Refused` if neither is a number."""
    factor, part = (one, other) if one.constant else (other, one)
    if not factor.constant:
        raise Refused(
            Reason.NOT_A_VALUE,
            f"{text_of_part(node)} in f is not seen to be convex",
            f"products with numbers, and powers; {ACCEPTED}",
        )
    if factor.least >= 0:
        return part.scale_part(factor.least)
    if factor.least <= 0:
        return (-part).scale_part(-factor.least)
    raise Refused(
        Reason.UNDECIDED, f"the sign of a factor of {text_of_part(node)} in f is undecided", ACCEPTED
    )


def text_of_part(node: ast.expr) -> str:
    """Return a part of a formula as text, for a refusal."""
    return shorten_text(ast.unparse(node))


def domain_refusal(node: ast.expr, least: str) -> Refused:
    """Return the refusal of a divisor, or of an argument of a function, that may be outside the domain."""
    return Refused(
        Reason.OUT_OF_RANGE,
        f"{text_of_part(node)} in f may be {least} for some {VARIABLE} in [0, 1]",
        "divisors and logarithms of what is above 0, and powers of what is at least 0",
    )


def lines_below_formula(text: str, places: Collection[Fraction]) -> Iterator[Line]:
    """Yield lines below a trade-off curve, one for each place where it touches the curve, about.

    Raise `Refused` unless the curve is seen to be convex, and at most 1 at 0, and at most 0 at 1, but for `LEEWAY`. Where
    it is above 0 it falls then, and is at most 1 - alpha.
    """
    if len(text) > LONGEST:
        raise Refused(Reason.TOO_LARGE, f"f has {len(text)} characters", f"at most {LONGEST}")
    text = text.replace("^", "**")
    try:
        parsed = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise Refused(Reason.NOT_A_VALUE, f"f = {shorten_text(text)} is no formula", ACCEPTED) from None
    for place, most in ((Fraction(0), 1), (Fraction(1), 0)):
        found = FormulaBounds(text, place, place, place).bound_part(parsed)
        if not found.most < most + ball(LEEWAY):
            raise Refused(
                Reason.OUT_OF_RANGE if found.least > most else Reason.UNDECIDED,
                f"f is {'above' if found.least > most else 'not seen to be at most'} {most} at {VARIABLE} = {place}",
                f"a curve that is at most 1 - {VARIABLE}, as no mechanism is above it",
            )
    for place in places:
        line = FormulaBounds(text, place).bound_part(parsed).below
        if line is None:
            raise Refused(Reason.NOT_A_VALUE, f"f = {shorten_text(text)} is not seen to be convex", ACCEPTED)
        if all(abs(each) < STEEPEST for each in line):
            yield line


def points_of_lines(lines: Collection[tuple[Fraction, Fraction]]) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield the corners from 0 to 1 of the largest of some lines, given by their values at 0 and their slopes."""
    corner, line = Fraction(0), max(lines)
    while corner < 1:
        yield corner, line[0] + corner * line[1]
        crossings = [
            ((line[0] - each[0]) / (each[1] - line[1]), -each[1], each) for each in lines if each[1] > line[1]
        ]
        corner, _, line = min(crossings, default=(Fraction(1), Fraction(0), line))
    yield Fraction(1), max(value + slope for value, slope in lines)
