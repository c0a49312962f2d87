"""Polynomials: how many of their values are independent, in every field."""

from collections.abc import Iterable

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem

a, b, c, x, y, z, u, v = map(Symbol, ("a", "b", "c", "x", "y", "z", "u", "v"))
ANY_FIELD = "the quotients are of polynomials with whole coefficients, so that all is so in every field where x and y differ"


def lines(prover: Prover) -> Iterable[Theorem]:
    """Through two points with different x there is one line: so two values of a x + b are independent and uniform."""
    at: Point = {"x": 2, "y": 1, "u": 5, "v": 3}
    slope = (u - v) / (x - y)
    apart: Facts = {"y < x": below(y, x)}
    for name, goal in (
        ("line-at-x", equal(slope * x + (u - slope * x), u)),
        ("line-at-y", equal(slope * y + (u - slope * x), v)),
    ):
        claim = Implication(
            f"sketch.{name}",
            goal,
            apart,
            witness=at,
            reading=ANY_FIELD,
        )
        yield prover.theorem(claim, at_once("the line through both", algebra))
    through: Facts = {**apart, "at x": equal(a * x + b, u), "at y": equal(a * y + b, v)}
    only = Implication(
        "sketch.line-only",
        equal(a, slope),
        through,
        witness={**at, "a": 2, "b": 1},
        reading=ANY_FIELD,
    )
    yield prover.theorem(only, at_once("the difference of both equations", search))


def parabolas(prover: Prover) -> Iterable[Theorem]:
    """Only 0 x^2 + 0 x + 0 is 0 at three points: so three values are those of one map at most.

    There are as many maps as there are values, so that each three are of one.
    """
    equations = (("at x", x), ("at y", y), ("at z", z))
    zeros: Facts = {name: equal(a * point**2 + b * point + c, 0) for name, point in equations}
    at: Point = {"x": 4, "y": 2, "z": 1, "a": 0, "b": 0, "c": 0}
    for name, coefficient in (
        ("square", a),
        ("slope", b),
        ("constant", c),
    ):
        goal = equal(coefficient * ((x - y) * (x - z) * (y - z)), 0)
        claim = Implication(
            f"sketch.three-zeros-{name}",
            goal,
            zeros,
            witness=at,
            reading="all are polynomials with whole coefficients, so that all is so in every field, and the differences are "
            "not 0 where x, y and z differ",
        )
        yield prover.theorem(claim, at_once("the equations, so weighted that the other two vanish", search))
