"""Relations: what they say at a point, exactly or by balls, and what their negations say.

Facts that always hold do so at every point, and need each premise; obligations name all that may fail.
"""

from fractions import Fraction
from itertools import product as every

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from ldproof.errors import Reason, Refused
from ldproof.numbers import Symbol, Term, exp, log, term
from ldproof_proofs.kernel.facts import Always, always, frozen, premises
from ldproof_proofs.kernel.relations import (
    Point,
    Relation,
    Sign,
    accords,
    below,
    equal,
    obligations,
    sign_at,
    value_at,
)
from tests.proofs.kernel.making import expressions, relations
from tests.proofs.kernel.terms import fractions, is_near_zero, near, polynomials, terms

u, v, x, y = map(Symbol, "uvxy")
SIGNS: tuple[Sign, ...] = ("=", "<=", "<", "!=")
numbers = st.fractions(min_value=-2, max_value=2, max_denominator=3)
of_polynomials = st.builds(Relation, polynomials, st.sampled_from(SIGNS), polynomials)


@given(of_polynomials, numbers, numbers)
def test_a_relation_holds_where_python_says_so(relation: Relation, at_x: Fraction, at_y: Fraction) -> None:
    """At a rational point of polynomials, `holds_at` is Python's own comparison of fractions."""
    point = {"x": at_x, "y": at_y}
    one, other = value_at(relation.left, point), value_at(relation.right, point)
    assert one is not None
    assert other is not None
    truth = {"=": one == other, "!=": one != other, "<=": one <= other, "<": one < other}[relation.sign]
    assert relation.holds_at(point) == truth
    assert relation.negation().holds_at(point) != truth
    assert relation.negation().negation() == relation


@given(of_polynomials, numbers, numbers)
def test_substitution_is_evaluation_in_two_steps(relation: Relation, at_x: Fraction, at_y: Fraction) -> None:
    """Putting y - 1 for x, then a value for y, is a point with x = y - 1; symbols are put in all at once."""
    moved = relation.substitute({"x": y - 1, "y": x})
    assert moved.holds_at({"y": at_y, "x": at_x}) == relation.holds_at({"x": at_y - 1, "y": at_x})


def test_what_is_undefined_does_not_hold() -> None:
    """At x = 0, with no value for y, none of these holds: neither as it stands nor negated."""
    for relation in relations(
        "1/x = 1/x; x/x = 1; x^-1 <= 5; ln(x) < 1; 0 < exp(1) + ln(x - 1); ln(x - 1) < exp(1); 0 < sqrt(x - 4);"
        "0 < sqrt(x - exp(2)); y != x; y - y = 0; exp(1)/x < 9"
    ):
        assert not relation.holds_at({"x": 0})
        assert not relation.negation().holds_at({"x": 0})


def test_an_irrational_comparison_is_decided_by_balls() -> None:
    """e < 2.7182818285 and not e < 2.718281828; log(2) may be a coordinate; but nobody is told whether e = e."""
    assert below(exp(x), term(Fraction("2.7182818285"))).holds_at({"x": 1})
    assert not below(exp(x), term(Fraction("2.718281828"))).holds_at({"x": 1})
    point: Point = {"x": log(term(2))}
    assert below(exp(x), term(2) + Fraction(1, 10**30)).holds_at(point)
    assert sign_at(x - 1, point) == -1
    for relation in (equal(exp(x), exp(x)), Relation(exp(x), "!=", exp(x))):
        with pytest.raises(Refused) as refusal:
            relation.holds_at({"x": 1})
        assert refusal.value.reason is Reason.UNDECIDED


def test_signs_accord_with_slacks() -> None:
    """A slack's sign decides each relation as its definition says."""
    for slack in (-1, 0, 1):
        accord = [accords(slack, sign) for sign in SIGNS]
        assert accord == [slack == 0, slack >= 0, slack > 0, slack != 0]


# Facts that always hold.


def arguments(kind: Always) -> tuple[Term, ...]:
    """As many as a kind of fact is about: one or two."""
    try:
        always(kind, u)
    except TypeError:
        return u, v
    return (u,)


ARGUMENTS = {kind: arguments(kind) for kind in Always}


def true_at(relation: Relation, point: dict[str, Fraction]) -> bool | None:
    """Whether a relation is true, by narrow balls; None where it is not seen to be defined."""
    value = near(relation.right - relation.left, point)
    if value is None:
        return None
    zero = is_near_zero(value)
    return {"=": zero, "<=": zero or value > 0, "<": bool(value > 0)}[relation.sign]


@pytest.mark.parametrize("kind", Always)
def test_what_always_holds_always_holds(kind: Always) -> None:
    """Wherever its premises hold and its terms are defined, a fact holds: on a grid, and at u = 1, v = 2."""
    fact, needed = always(kind, *ARGUMENTS[kind]), premises(kind, *ARGUMENTS[kind])
    assert all(each.symbols() <= fact.symbols() for each in needed)
    grid = [Fraction(quarters, 4) for quarters in (-9, -4, -1, 0, 1, 2, 4, 7, 12)]
    for point in ({"u": at_u, "v": at_v} for at_u, at_v in every(grid, repeat=2)):
        if all(each.holds_at(point) for each in needed):
            assert true_at(fact, point) is not False, point
    assert true_at(fact, {"u": Fraction(1), "v": Fraction(2)})
    for wrong in ((), (u, v, u), (u,) * (3 - len(ARGUMENTS[kind]))):
        with pytest.raises(TypeError):
            always(kind, *wrong)


def test_a_premise_is_needed() -> None:
    """Where the premise fails, so does the fact; (-1) (-1) has a logarithm, and -1 has none."""
    point = {"u": Fraction(2), "v": Fraction(1)}
    for kind in (Always.MONOTONE, Always.MINIMUM):
        assert not any(each.holds_at(point) for each in premises(kind, u, v))
        assert true_at(always(kind, u, v), point) is False
    assert premises(Always.PRODUCT, u, v) == (below(0, u), below(0, v))
    minus = {"u": Fraction(-1), "v": Fraction(-1)}
    assert near(log(u * v), minus) is not None
    assert near(log(u) + log(v), minus) is None


def test_what_is_frozen_is_a_copy() -> None:
    """Changing the mapping that was handed over changes nothing, and the copy cannot be changed."""
    handed = {"u": 1}
    kept = frozen(handed)
    handed["u"] = 2
    assert dict(kept) == {"u": 1}
    assert not hasattr(kept, "__setitem__")


# Obligations.


def test_obligations_are_read_off_what_is_written() -> None:
    """Each divisor, radicand and argument of a logarithm is owed, innermost first, before any algebra."""
    owed = {
        "1/u; u/u; u^-1; exp(1/u); 0*(1/u)": "u != 0",
        "(u - v)^-2": "u - v != 0",
        "min(u, 1/v)": "v != 0",
        "u^2; u^0; exp(u) + min(u, v); u/2 + 1/3 + ln(2) + sqrt(2)": "",
        "ln(u)": "0 < u",
        "sqrt(u)": "0 <= u",
        "1/(1/u)": "u != 0; 1/u != 0",
        "ln(sqrt(u))": "0 <= u; 0 < sqrt(u)",
        "u/0": "0 != 0",
        "sqrt(-1)": "0 <= -1",
    }
    for written, wanted in owed.items():
        for expression in expressions(written):
            assert list(obligations(expression)) == relations(wanted), expression


@given(terms, fractions, fractions)
def test_where_nothing_is_owed_a_term_is_defined(expression: Term, at_x: Fraction, at_y: Fraction) -> None:
    """A term has a value wherever all its obligations hold."""
    point = {"x": at_x, "y": at_y}
    assume("exp(exp(" not in str(expression))  # too large for balls of these few bits
    try:
        owed = obligations(expression)
    except Refused:
        reject()  # whether e - e is above 0 no ball decides
    for each in owed:
        slack = near(each.slack, point)
        assume(slack is not None and not is_near_zero(slack) and (each.sign == "!=" or slack > 0))
    assert near(expression, point) is not None
