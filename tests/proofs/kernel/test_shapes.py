"""Shapes: what a chart says of values is so at points, needs each hypothesis, and is said of no other function."""

from dataclasses import replace
from fractions import Fraction
from itertools import product as every

import pytest

from ldproof.numbers import Symbol, Term, exp, log, term
from ldproof_proofs.kernel.charts import derivative_chart
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import ByShape
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.shapes import Kind, Shape, said, shape
from ldproof_proofs.kernel.signs import Signs
from ldproof_proofs.kernel.theorem import Mutant, Theorem, prove
from tests.proofs.kernel.making import assert_refused

u, a, b, c, y = map(Symbol, "uabcy")
PEAK, VALLEY, RISING, FALLING = 4 * u - u**2, u**2 - 4 * u, u**3, 1 / u
FITTING = {
    Kind.POSITIVE: (RISING, FALLING),
    Kind.RISES: (RISING,),
    Kind.FALLS: (FALLING,),
    Kind.BETWEEN: (PEAK, RISING, FALLING),
    Kind.BEFORE: (PEAK, RISING, FALLING),
    Kind.AFTER: (PEAK, RISING, FALLING),
}
PLACES = [Fraction(n, 2) for n in (-1, 1, 2, 4, 6, 8)]
HEIGHTS = [Fraction(n, 2) for n in (-6, -1, 1, 6)]
FALSE = Mutant(below(a, 0), {"a": 1, "b": 2, "c": 3, "y": Fraction(-99)})


def claimed(kind: Kind, expression: Term) -> Implication:
    """What a shape says, with a witness that is looked for."""
    given, goal = said(kind, expression)
    at = next(point for point in points() if all(each.holds_at(point) for each in given.values()))
    return Implication("the claim", goal, given, {}, at, Mutant(below(a, 0), at))


def points() -> list[dict[str, Fraction]]:
    """Where a, b and c may be, and a number y."""
    return [dict(zip("abcy", values, strict=True)) for values in every(PLACES, PLACES, PLACES, HEIGHTS)]


CASES = [(kind, each) for kind, several in FITTING.items() for each in several]


@pytest.mark.parametrize(("kind", "expression"), CASES, ids=str)
def test_what_is_said_is_so(kind: Kind, expression: Term) -> None:
    """It is proved, and at every point of a grid where the hypotheses hold so does the goal."""
    given, goal = said(kind, expression)
    for point in points():
        if all(each.holds_at(point) for each in given.values()):
            assert goal.holds_at(point), point
    if kind in (Kind.BEFORE, Kind.AFTER) and expression is (FALLING if kind is Kind.BEFORE else RISING):
        return  # its hypotheses hold nowhere
    claim = claimed(kind, expression)
    theorem = prove(claim, ByShape(kind, expression).certificate(claim))
    assert theorem.evidence.text() == "proved"
    assert theorem.derivation("text").startswith(kind.value)
    theorem.replay()


@pytest.mark.parametrize(("kind", "expression"), CASES, ids=str)
def test_a_chart_in_the_inverse_shows_the_same(kind: Kind, expression: Term) -> None:
    """Signs turned and in reverse: what is proved of an expression from its chart in 1/u is as true as before."""
    certificate = shape(kind, expression, inverse=True)
    if kind is Kind.POSITIVE:
        prove(claimed(kind, expression), certificate)
        return
    assert certificate.chart.signs == tuple(-sign for sign in derivative_chart(expression).signs[::-1])
    if kind in (Kind.BEFORE, Kind.AFTER) and expression is (FALLING if kind is Kind.BEFORE else RISING):
        return
    claim = claimed(kind, expression)
    prove(claim, certificate)
    assert_refused("", prove, claim, replace(certificate, inverse=False))
    assert_refused("has the signs", prove, claimed(kind, VALLEY), shape(kind, VALLEY, inverse=True))


@pytest.mark.parametrize("kind", Kind)
def test_the_shape_is_needed(kind: Kind) -> None:
    """Of what falls and then rises none of it is true, and nothing is believed of it."""
    given, goal = said(kind, VALLEY)
    failures = [
        point
        for point in points()
        if all(each.holds_at(point) for each in given.values()) and not goal.holds_at(point)
    ]
    assert failures
    claim = Implication("the claim", goal, given, {}, failures[0], Mutant(goal, failures[0]))
    assert_refused("has the signs", prove, claim, shape(kind, VALLEY, inverse=False))


@pytest.mark.parametrize("inverse", [False, True])
def test_what_is_0_somewhere_is_not_positive(inverse: bool) -> None:
    """A root where the sign changes, one where it does not, a negative expression, and 0 itself."""
    for expression in (1 - u, (u - 1) ** 2, -u, -1 / u):
        given, goal = said(Kind.POSITIVE, expression)
        claim = Implication("the claim", goal, given, {}, {"a": 1}, Mutant(goal, {"a": 1}))
        assert_refused("", prove, claim, shape(Kind.POSITIVE, expression, inverse=inverse))
    with pytest.raises(NotProved, match="is 0"):
        shape(Kind.POSITIVE, u - u, inverse=inverse)
    claim = claimed(Kind.POSITIVE, u - log(term(2)) + 1)
    prove(claim, shape(Kind.POSITIVE, u - log(term(2)) + 1, inverse=inverse))


@pytest.mark.parametrize("kind", Kind)
def test_every_hypothesis_is_needed(kind: Kind) -> None:
    """Without one of them it is no longer what the chart says."""
    expression = FITTING[kind][0]
    claim = claimed(kind, expression)
    certificate = shape(kind, expression, inverse=False)
    prove(claim, certificate)
    prove(replace(claim, given={**claim.given, "one more": at_most(a, a + 1)}), certificate)
    for left_out in claim.given:
        fewer = {name: each for name, each in claim.given.items() if name != left_out}
        assert_refused("is not what the chart of", prove, replace(claim, given=fewer), certificate)


@pytest.mark.parametrize(
    "goal",
    [at_most(b**3, a**3), below(a**3, b**3), at_most(a**3, c**3), at_most(a**3, b**2), at_most(a, b)],
    ids=str,
)
def test_another_goal_is_refused(goal: Relation) -> None:
    """The certificate is for one goal, word for word."""
    given: Facts = said(Kind.RISES, RISING)[0]
    claim = Implication("the claim", goal, given, {}, {"a": 1, "b": 1, "c": 1}, FALSE)
    assert_refused("is not what the chart of", prove, claim, shape(Kind.RISES, RISING, inverse=False))


def test_another_certificate_is_refused() -> None:
    """Another kind, another expression, another chart."""
    claim, right = claimed(Kind.BETWEEN, PEAK), shape(Kind.BETWEEN, PEAK, inverse=False)
    other = derivative_chart(FALLING)
    for wrong in (
        replace(right, kind=Kind.BEFORE.value),
        replace(right, kind=Kind.RISES.value),
        replace(right, expression=4 * u - u**2 + 1),
        replace(right, expression=VALLEY),
        replace(right, chart=other),
        replace(right, chart=replace(right.chart, signs=(-1,))),
        replace(right, chart=replace(right.chart, roots=())),
        replace(right, expression=FALLING, chart=other),
        replace(right, inverse=True),
    ):
        assert_refused("", prove, claim, wrong)
    with pytest.raises((NotProved, ValueError)):
        prove(claim, replace(right, kind="it wobbles"))


@pytest.mark.parametrize("expression", [u * y, term(3), 1 / (u - 1), log(u - 1), u * log(term(1)), exp(u**2)])
def test_what_has_no_chart_has_no_shape(expression: Term) -> None:
    """Two variables, none, a pole, a derivative that is 0, another function."""
    for kind in Kind:
        assert_refused("", refused, kind, expression)


def refused(kind: Kind, expression: Term) -> Theorem:
    """A theorem that should not be."""
    given, goal = said(kind, expression)
    claim = Implication("the claim", goal, given, {}, dict.fromkeys("abcy", 1), FALSE)
    return prove(claim, shape(kind, expression, inverse=False))


def test_proofs_fit_their_claims() -> None:
    """A shape shows an implication, and one with a witness and a mutant."""
    assert_refused(
        "is not shown by a shape", ByShape(Kind.RISES, u).certificate, Signs("the claim", "", u, (1,), -u)
    )
    claim = claimed(Kind.RISES, RISING)
    for wrong in (replace(claim, mutant=None), replace(claim, witness={"a": 2, "b": 1})):
        assert_refused("", prove, wrong, shape(Kind.RISES, RISING, inverse=False))
    assert isinstance(ByShape(Kind.RISES, RISING).certificate(claim), Shape)
