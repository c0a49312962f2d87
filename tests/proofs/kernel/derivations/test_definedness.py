"""Products of what is positive are positive, whatever divides; a root is what its square says."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, sqrt, term
from ldproof_proofs.kernel.derivations.definedness import (
    by_factors,
    factors,
    number,
    owed_factors,
    quickly,
    replaced,
    same_square,
)
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from tests.proofs.kernel.making import assert_refused, facts, relations

x, y, z = map(Symbol, ("x", "y", "z"))
FACTS = facts("x > 0; y - 1 > 0")
ROOTS = {**FACTS, "root": at_most(0, sqrt(x * (y - 1))), "inside": below(0, x * (y - 1))}


def test_factors_count_what_divides_below_zero() -> None:
    assert [*factors(-2 * x**2 / ((y - 1) * z))] == [(x, 2), (y - 1, -1), (z, -1)]


def test_the_number_that_a_term_is_a_multiple_of() -> None:
    for whole, multiple in (
        (-2 * x, -2),
        (term(3) * x * 4, 12),
        ((2 * x) ** 2, 4),
        (x, 1),
        (-(5 * x), -5),
    ):
        assert number(whole) == Fraction(multiple)


def test_products_are_shown_by_their_factors() -> None:
    for goal in relations("0 < x*(y - 1); 0 < 3*x^2/(y - 1); 0 < x/(x*(y - 1))^2; (-2)*x*(y - 1) != 0"):
        quickly(goal, FACTS).check(goal, FACTS)


def test_what_does_not_follow_is_not_shown() -> None:
    for goal in (
        below(0, -x),
        below(0, x * z),
        Relation(z, "!=", term(0)),
    ):
        assert_refused("", by_factors, goal, FACTS)


def test_a_root_is_positive_if_what_is_under_it_is() -> None:
    goal = below(0, sqrt(x * (y - 1)))
    quickly(goal, ROOTS).check(goal, ROOTS)
    assert_refused("what is under it", quickly, goal, {"root": ROOTS["root"]})


def test_roots_with_one_square_are_one() -> None:
    one, other = sqrt(2 * x), sqrt(x / 2)
    facts = {"one": below(0, one), "other": below(0, other)}
    goal = equal(one, 2 * other)
    same_square(goal, facts).check(goal, facts)
    assert_refused("", same_square, equal(one, 3 * other), facts)


def test_what_is_owed_is_told_factor_by_factor() -> None:
    owed = {*owed_factors(1 / (x * (y - 1)), sqrt(z))}
    assert owed == {x, y - 1, z, sqrt(z)}


def test_a_part_is_replaced_wherever_it_is() -> None:
    assert replaced(exp(x) + y / exp(x), exp(x), z) is z + y / z
