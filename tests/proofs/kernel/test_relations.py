"""Relations: what they say at a point, exactly or by balls, and what their negations say."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Symbol, Term, exp, log, term
from ldproof.rejections import Reason, Refused
from ldproof_proofs.kernel.relations import (
    Point,
    Relation,
    Sign,
    accords,
    below,
    equal,
    sign_at,
    value_at,
)
from tests.proofs.kernel.making import relations
from tests.proofs.kernel.terms import polynomials

x, y = Symbol("x"), Symbol("y")
SIGNS: tuple[Sign, ...] = ("=", "<=", "<", "!=")
numbers = st.fractions(min_value=-2, max_value=2, max_denominator=3)
signs = st.sampled_from(SIGNS)


@given(polynomials, signs, polynomials, numbers, numbers)
def test_a_relation_holds_where_python_says_so(
    left: Term, sign: Sign, right: Term, at_x: Fraction, at_y: Fraction
) -> None:
    """At a rational point of polynomials, `holds_at` is Python's own comparison of fractions."""
    point = {"x": at_x, "y": at_y}
    one, other = value_at(left, point), value_at(right, point)
    assert one is not None
    assert other is not None
    truth = {"=": one == other, "!=": one != other, "<=": one <= other, "<": one < other}[sign]
    assert Relation(left, sign, right).holds_at(point) == truth
    assert Relation(left, sign, right).negation().holds_at(point) != truth


@given(polynomials, signs, polynomials)
def test_a_negation_undoes_itself(left: Term, sign: Sign, right: Term) -> None:
    """The negation of the negation is the relation."""
    relation = Relation(left, sign, right)
    assert relation.negation().negation() == relation


@given(polynomials, signs, polynomials, numbers, numbers)
def test_substitution_is_evaluation_in_two_steps(
    left: Term, sign: Sign, right: Term, at_x: Fraction, at_y: Fraction
) -> None:
    """Putting y - 1 for x, then a value for y, is a point with x = y - 1; symbols are put in all at once."""
    relation = Relation(left, sign, right)
    moved = relation.substitute({"x": y - 1, "y": x})
    assert moved.holds_at({"y": at_y, "x": at_x}) == relation.holds_at({"x": at_y - 1, "y": at_x})


@pytest.mark.parametrize(
    "relation",
    relations(
        "1/x = 1/x; x/x = 1; x^-1 <= 5; ln(x) < 1; 0 < exp(1) + ln(x - 1); ln(x - 1) < exp(1); "
        "0 < sqrt(x - 4); 0 < sqrt(x - exp(2)); y != x; y - y = 0; exp(1)/x < 9"
    ),
    ids=str,
)
def test_what_is_undefined_does_not_hold(relation: Relation) -> None:
    """At x = 0, with no value for y, none of these holds: neither as it stands nor negated."""
    assert not relation.holds_at({"x": 0})
    assert not relation.negation().holds_at({"x": 0})


def test_an_irrational_comparison_is_decided_by_balls() -> None:
    """e < 2.7182818285 and not e < 2.718281828; log(2) may be a coordinate."""
    assert below(exp(x), term(Fraction("2.7182818285"))).holds_at({"x": 1})
    assert not below(exp(x), term(Fraction("2.718281828"))).holds_at({"x": 1})
    point: Point = {"x": log(term(2))}
    assert below(exp(x), term(2) + Fraction(1, 10**30)).holds_at(point)
    assert sign_at(x - 1, point) == -1


def test_what_balls_cannot_decide_is_refused() -> None:
    """Nobody is told that e = e, or that it is not."""
    for relation in (equal(exp(x), exp(x)), Relation(exp(x), "!=", exp(x))):
        with pytest.raises(Refused) as refusal:
            relation.holds_at({"x": 1})
        assert refusal.value.reason is Reason.UNDECIDED


def test_signs_accord_with_slacks() -> None:
    """A slack's sign decides each relation as its definition says."""
    for slack in (
        -1,
        0,
        1,
    ):
        assert accords(slack, "=") == (slack == 0)
        assert accords(slack, "!=") == (slack != 0)
        assert accords(slack, "<=") == (slack >= 0)
        assert accords(slack, "<") == (slack > 0)
