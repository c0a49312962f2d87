"""Formulas on ranges: what is read back is what they compute everywhere, or nothing is."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from ldproof.budget import budget
from ldproof.counting.bounds import theta
from ldproof.counting.tail import tail_probability
from ldproof.numbers import Ball, Real, Symbol, Term, ball, enclose, exp, least, lift, log, sqrt, term
from ldproof.rejections import Refused
from ldproof.shots.distance import distance_odds
from ldproof.sketch.crossing import rows_versus_sample
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.kernel.anchors import same
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Searching
from ldproof_proofs.kernel.relations import Point, ball_at
from ldproof_proofs.kernel.tracing import between, read, tie, traced
from tests.proofs.kernel.making import assert_refused

X, Y = between("x", 1, 10), between("y", 20, 30)
x, y = Symbol("x"), Symbol("y")
BETA, NARROW = between("beta", Fraction(1, 100), Fraction(1, 2)), between("epsilon", 1, Fraction(101, 100))
DUMMY = between("r", Fraction(1, 10), Fraction(2, 5))
TENTH, THIRD, QUARTER = Fraction(1, 10), Fraction(1, 3), Fraction(1, 4)


def test_numbers_are_read_back() -> None:
    """As terms with the same normal form."""
    for number, wanted in (
        (X, x),
        (Real(3), term(3)),
        (Fraction(1, 2), term(Fraction(1, 2))),
        (-X + 2 * Y, 2 * y - x),
        (X * Y / (X - Y) ** 2, x * y / (x - y) ** 2),
        (exp(X) * sqrt(Y) - log(Y), exp(x) * sqrt(y) - log(y)),
        (abs(X - Y), y - x),
        (abs(X - X), term(0)),
        (least(X, Y), x),
        (lift(lambda one, other: abs(one - other) / 2, X, Y), (y - x) / 2),
    ):
        assert same(read(number), wanted)


@pytest.mark.parametrize(
    ("found", "at", "wanted"),
    [
        (
            traced(theta, between("N", 1000, 2000), between("T", 2, 10), BETA, any_budget()),
            {"N": 1000, "T": 3, "beta": TENTH, "epsilon": 1},
            theta(1000, 3, TENTH, budget(epsilon=1)),
        ),
        (
            traced(distance_odds, 2, 2, 4, DUMMY, any_budget(2)),
            {"r": THIRD, "epsilon": 1},
            distance_odds(2, 2, 4, THIRD, budget(2, epsilon=1)),
        ),
        (
            traced(tail_probability, 3, 2, THIRD, QUARTER, any_budget(1, NARROW)),
            {"epsilon": 1},
            tail_probability(3, 2, THIRD, QUARTER, budget(epsilon=1)),
        ),
        (
            traced(rows_versus_sample, 7, 2, 4, 3, any_budget(), 13),
            {"epsilon": 1},
            rows_versus_sample(7, 2, 4, 3, budget(3, epsilon=1), 13),
        ),
    ],
)
def test_what_is_read_has_the_formula_s_values(found: Term, at: Point, wanted: Real) -> None:
    """At points of the range, where the formula computes in balls."""
    assert enclose(lambda: ball_at(found, at), 20) == enclose(lambda: ball(wanted), 20)


def test_numbers_that_are_gone_are_not_taken_for_others() -> None:
    """Each part is read of numbers that nobody else keeps."""
    apply: Callable[..., Real] = lift
    parts = [apply(partial(shifted, by), X) for by in range(200)]
    assert same(read(sum(parts, Real(0))), 200 * x**2 + sum(range(200)) * x)


def shifted(by: int, number: Real) -> Real:
    """Something that takes some numbers on the way."""
    return (number + by) * number


def test_what_is_not_the_same_everywhere_is_refused() -> None:
    """By whoever has to decide it, or by whoever reads it."""
    cases: list[Callable[[Real], object]] = [
        lambda number: number if number > 5 else -number,
        lambda number: number + (number == 7),
        lambda number: abs(number - 5),
        lambda number: least(number, Real(5)),
        lambda number: Real(int(number.__floor__())),
    ]
    for branching in cases:
        with pytest.raises(Refused):
            read(branching(X))


def test_what_is_no_function_of_terms_is_refused() -> None:
    """Unless its value is given."""
    unknown = lift(Ball.erfc, X)
    assert_refused("neither", read, unknown)
    assert same(read(unknown + 1, [(unknown, y)]), y + 1)


def test_only_exact_numbers_are_read() -> None:
    for number in (
        True,
        0.5,
        "1",
        None,
        ball(1),
    ):
        assert_refused("no number", read, number)


def square(number: Real) -> Real:
    """A formula."""
    return number * number


def bumped(number: Real) -> Real:
    """It, with what vanishes at both ends of the range, in its middle and at 2."""
    return number * number + (number - 1) * (number - 10) * (2 * number - 11) * (number - 2)


def test_a_formula_is_tied_to_its_definition() -> None:
    """For all of its range, as an identity that has a near miss."""
    found = tie(Searching(), square, lambda: read(square(X)), lambda: (x + 1) * x - x, X)
    assert isinstance(found.claim, Implication)
    assert found.name == "proofs.square-in-symbols"
    assert found.evidence.text() == "proved"
    assert {str(each) for each in found.claim.given.values()} == {"1 <= x", "x <= 10"}
    assert found.claim.mutated(found.certificate) is not None


def test_a_bump_that_vanishes_at_points_is_noticed() -> None:
    """It has the definition's value at four points of the range."""
    for at in (1, 2, Fraction(11, 2), 10):
        assert bumped(Real(at)) == at**2
    assert_refused(
        "identity fails", tie, Searching(), bumped, lambda: read(bumped(X)), lambda: (x + 1) * x - x, X
    )


def test_quotients_are_given_the_sign_that_they_have_in_the_middle() -> None:
    """So that what must not be 0 is above it, or below."""
    inverse: Callable[[Real], Real] = reciprocal
    found = tie(Searching(), reciprocal, lambda: read(inverse(X)), lambda: (x - 20) / (x - 20) ** 2, X)
    assert isinstance(found.claim, Implication)
    given = {str(each) for each in found.claim.given.values()}
    assert given == {"1 <= x", "x <= 10", "x - 20 < 0", "0 < (x - 20)^2"}


def reciprocal(number: Real) -> Real:
    """1/(x - 20)."""
    return 1 / (number - 20)


def test_a_budget_of_a_range_is_any_budget() -> None:
    """In each of the ways in which it is asked for."""
    epsilon = Symbol("epsilon")
    whole = any_budget(3)
    for number, wanted in (
        (whole.epsilon(), epsilon),
        (whole.report_epsilon(), epsilon / 3),
        (whole.odds(), exp(epsilon)),
        (whole.report_odds(), exp(epsilon / 3)),
        (whole.report_excess(), exp(epsilon / 3) - 1),
        (whole.report_power(2), exp(2 * epsilon / 3)),
        (whole.over(2).report_epsilon(), epsilon / 2),
        (any_budget(2, 2 * EPSILON).report_epsilon(), epsilon),
    ):
        assert same(read(number), wanted)
