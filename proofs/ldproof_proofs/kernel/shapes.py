"""The rule `shape`: what the chart of an expression, or of its derivative, says about its values at points.

A function that rises and then falls (or does only one of the two) lies, between two points, above the lower of
its values there; so where it does not fall it has not fallen before, and where it does not rise it will not again.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from ldproof.numbers import Symbol, Term
from ldproof_proofs.kernel.charts import Chart, Function, chart, derivative, ladder, value
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.typesetting import Style

a, b, c, y = map(Symbol, "abcy")
"""Points from left to right, and a number."""


class Kind(StrEnum):
    """What is said of the values."""

    POSITIVE = "it is positive"
    RISES = "it rises"
    FALLS = "it falls"
    BETWEEN = "between two points it is at least the lower end"
    BEFORE = "where it does not fall, it has not fallen before"
    AFTER = "where it does not rise, it will not rise again"


ONE_PEAK = ((1,), (-1,), (1, -1))
"""The signs of derivatives of what rises, falls, or rises and then falls."""
SIGNS = {
    Kind.POSITIVE: ((1,),),
    Kind.RISES: ((1,),),
    Kind.FALLS: ((-1,),),
    Kind.BETWEEN: ONE_PEAK,
    Kind.BEFORE: ONE_PEAK,
    Kind.AFTER: ONE_PEAK,
}


def said(kind: Kind, expression: Term) -> tuple[Facts, Relation]:
    """The hypotheses and the goal, in the points a, b and c."""
    at_a, at_b, at_c = (at_point(point, expression) for point in (a, b, c))
    start = {"a > 0": below(0, a)}
    match kind:
        case Kind.POSITIVE:
            return start, below(0, at_a)
        case Kind.RISES | Kind.FALLS:
            lower, upper = (at_a, at_b) if kind is Kind.RISES else (at_b, at_a)
            return {**start, "a <= b": at_most(a, b)}, at_most(lower, upper)
        case Kind.BETWEEN:
            order = {"a <= b": at_most(a, b), "b <= c": at_most(b, c)}
            ends = {"y at a": at_most(y, at_a), "y at c": at_most(y, at_c)}
            return {**start, **order, **ends}, at_most(y, at_b)
        case Kind.BEFORE:
            order = {"a <= b": at_most(a, b), "b < c": below(b, c)}
            return {**start, **order, "no fall": at_most(at_b, at_c)}, at_most(at_a, at_b)
        case Kind.AFTER:
            order = {"a < b": below(a, b), "b <= c": at_most(b, c)}
            return {**start, **order, "no rise": at_most(at_b, at_a)}, at_most(at_c, at_b)


def at_point(point: Term, expression: Term) -> Term:
    """An expression in one variable, at a point."""
    if len(variables := expression.symbols()) != 1:
        raise NotProved(f"{expression} has not one variable")
    return expression.substitute({next(iter(variables)): point})


@dataclass(frozen=True, slots=True)
class Shape:
    """A certificate: an implication says just this, and the chart of the expression's derivative shows it."""

    kind: str
    expression: Term
    inverse: bool
    """Whether what is charted is the expression at 1/u, whose derivative has the opposite signs, in reverse."""
    chart: Chart

    def check(self, goal: Relation, given: Facts) -> None:
        """Draw the chart again, and compare what it says with the implication."""
        kind = Kind(self.kind)
        if chart(self.function) != self.chart:
            raise NotProved(f"{goal}: the chart of {self.charted} is another one")
        signs = self.chart.signs
        if self.inverse:
            signs = signs[::-1] if kind is Kind.POSITIVE else tuple(-sign for sign in reversed(signs))
        if signs not in SIGNS[kind]:
            what = "" if kind is Kind.POSITIVE else "the derivative of "
            raise NotProved(f"{goal}: {what}{self.expression} has the signs {signs}")
        hypotheses, conclusion = said(kind, self.expression)
        if goal != conclusion or not set(hypotheses.values()) <= set(given.values()):
            raise NotProved(f"{goal} is not what the chart of {self.expression} says")

    def text(self, style: Style) -> str:  # noqa: ARG002
        """What is said, and from the constant that is left after differentiating up to what is charted."""
        lines = [
            f"{function.text()}: {' '.join('+' if sign > 0 else '-' for sign in found.signs)}"
            + "".join(f", a root between {left} and {right}" for left, right in found.roots)
            for function, found in ladder(self.function)
        ]
        start = "each line but the last is the next one's derivative, without powers of E = e^u:"
        which = "signs" if Kind(self.kind) is Kind.POSITIVE else "opposite signs"
        turned = f" (drawn in u = 1/x, so that the last line has the {which} in reverse)"
        return "\n".join([f"{self.kind}{turned if self.inverse else ''}", start, *lines])

    @property
    def charted(self) -> Term:
        """The expression as a function of u."""
        return at_point(1 / Symbol("u") if self.inverse else Symbol("u"), self.expression)

    @property
    def function(self) -> Function:
        """What is charted: the expression itself if it is to be positive, else its derivative."""
        if Kind(self.kind) is not Kind.POSITIVE:
            return derivative(self.charted)
        found = value(self.charted)
        if found.polynomial.is_zero():
            raise NotProved(f"{self.expression} is 0")
        return found


def shape(kind: Kind, expression: Term, *, inverse: bool) -> Shape:
    """The certificate with the chart as it is."""
    blank = Shape(kind.value, expression, inverse, Chart((), ()))
    return replace(blank, chart=chart(blank.function))
