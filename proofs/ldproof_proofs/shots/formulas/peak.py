"""Where g is largest: figure 1 and c*."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Ball, Enclosure, Symbol, Term, ball, enclose, exp, expm1, term
from ldproof.shots.formulas import c_star, g
from ldproof_proofs.kernel.algebra import monomial_terms
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.charts import Function, chart, derivative, halved
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, Used, at_once, show
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.signs import BySigns, Signs
from ldproof_proofs.kernel.theorem import Mutant, Theorem


def one_peak(prover: Prover) -> Theorem:
    """Fig. 1: g rises to one extremum, a maximum, and falls from there (u = 1/x turns the order round)."""
    u = Symbol("u")
    claim = Signs(
        "shots.g-one-peak",
        "g has one extremum, a maximum, as u = 1/x",
        g(1 / u),
        (1, -1),
        g(1 / u) * u,
        {"x": expm1(1 / (1 / u))},
    )
    return prover.theorem(claim, BySigns())


def value_of(slope: Function, u: Fraction) -> Term:
    """A polynomial in u and e^(rate u) at a fraction."""
    grown = exp(slope.rate * term(u))
    each = (
        factor * term(u) ** powers[slope.u] * grown ** powers[slope.g]
        for powers, factor in monomial_terms(slope.polynomial)
    )
    return sum(each, term(0))


def peak_cases(digits: int, shift: Fraction) -> Iterable[tuple[str, Relation]]:
    """Whether the derivative of g(1/u) changes its sign within the enclosure of 1/c*."""
    u = Symbol("u")
    slope = derivative(g(1 / u))
    found = enclose(c_star(), digits)
    lower, upper = 1 / (Fraction(found.upper) + shift), 1 / (Fraction(found.lower) + shift)
    yield f"before {lower.limit_denominator(1000)}", below(0, value_of(slope, lower))
    yield f"after {upper.limit_denominator(1000)}", below(value_of(slope, upper), 0)


def peak_by_halving() -> Enclosure:
    """The digits of c* from the chart's bracket alone: halve it until the derivative's root is known so well."""
    slope = derivative(g(1 / Symbol("u")))
    ((low, high),) = chart(slope).roots
    while (high - low) * 10**60 > 1:
        low, high = halved(slope, (low, high))
    return enclose(lambda: 1 / (ball((low + high) / 2) + Ball(0, ball((high - low) / 2))), 50)


def peak(prover: Prover) -> Iterable[Theorem]:
    """C* is where g peaks, to 50 digits."""
    only = one_peak(prover)
    yield only
    claim = Ground(
        "shots.c-star-digits",
        f"c* = {enclose(c_star(), 50).lower}...: the derivative of g changes its sign within the enclosure",
        "both ends of an enclosure of relative width 10^-50",
        lambda: peak_cases(50, Fraction(0)),
        lambda: peak_cases(50, Fraction(1, 10**49)),
        anchors=(anchor(c_star, lambda: enclose(c_star(), 50), peak_by_halving),),
        lemmas=(only,),
        values=lambda: {"c*": c_star(), "inverse of c*": 1 / c_star(), "g(c*)": g(c_star())},
    )
    yield prover.theorem(claim, ByRecord())


def not_a_minimum(prover: Prover) -> Theorem:
    """The print says argmin."""
    peak_at, elsewhere = Symbol("c"), Symbol("y")
    claim = Failure(
        "shots.c-star-is-no-argmin",
        "c* = argmin g would make g(c) <= g(y) for every y > 0, where c = c* to five digits",
        at_most(g(peak_at), g(elsewhere)),
        {"c": Fraction(57432, 10**5), "y": 1},
        {"c": 1, "y": Fraction(57432, 10**5)},
    )
    return prover.theorem(claim, ByPoint())


def infimum(prover: Prover) -> Iterable[Theorem]:
    """Inf g = 0, and it is not attained: 0 < g(y) <= y."""
    y = Symbol("y")
    given = {"y > 0": below(0, y)}
    known: Used = {"excess": below(0, expm1(1 / y))}
    yield show(
        prover,
        at_once("every factor is positive", positivity),
        "shots.g-positive",
        below(0, g(y)),
        given,
        known,
        {"y": 1},
        Mutant(below(1, g(y)), {"y": 1}),
        short={"x": expm1(1 / y)},
    )
    yield show(
        prover,
        at_once("(E - 1)^2 <= E (E + 1)", positivity),
        "shots.g-below-x",
        at_most(g(y), y),
        given,
        known,
        {"y": 1},
        Mutant(at_most(g(y), y / 10), {"y": 1}),
        short={"x": expm1(1 / y)},
    )
