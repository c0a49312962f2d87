"""Facts that always hold do so at every point, and need each premise; obligations name all that may fail."""

from fractions import Fraction
from itertools import product as every

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof.rejections import Refused
from ldproof_proofs.kernel.facts import Always, always, frozen, premises
from ldproof_proofs.kernel.relations import Relation, at_most, below, obligations
from tests.proofs.kernel.terms import fractions, is_near_zero, near, terms

u, v = Symbol("u"), Symbol("v")


def arguments(kind: Always) -> tuple[Term, ...]:
    """As many as a kind of fact is about: one or two."""
    try:
        always(kind, u)
    except TypeError:
        return u, v
    return (u,)


ARGUMENTS = {kind: arguments(kind) for kind in Always}
BREAKING = {
    Always.MONOTONE: {"u": Fraction(2), "v": Fraction(1)},
    Always.MINIMUM: {"u": Fraction(2), "v": Fraction(1)},
}


def true_at(relation: Relation, point: dict[str, Fraction]) -> bool | None:
    """Whether a relation is true, by narrow balls; None where it is not seen to be defined."""
    value = near(relation.right - relation.left, point)
    if value is None:
        return None
    return {"=": is_near_zero(value), "<=": is_near_zero(value) or value > 0, "<": bool(value > 0)}[
        relation.sign
    ]


def test_what_always_holds_always_holds() -> None:
    """Wherever its premises hold and its terms are defined, a fact holds: here on a grid."""
    for kind in Always:
        grid = [Fraction(quarters, 4) for quarters in (-9, -4, -1, 0, 1, 2, 4, 7, 12)]
        for point in ({"u": at_u, "v": at_v} for at_u, at_v in every(grid, repeat=2)):
            if all(each.holds_at(point) for each in premises(kind, *ARGUMENTS[kind])):
                assert true_at(always(kind, *ARGUMENTS[kind]), point) is not False, point


def test_every_kind_holds_somewhere() -> None:
    """At u = 1, v = 2 every fact is defined and true, so that the test above is about something."""
    for kind in Always:
        assert true_at(always(kind, *ARGUMENTS[kind]), {"u": Fraction(1), "v": Fraction(2)})


def test_a_premise_is_needed() -> None:
    """Where the premise fails, so does the fact."""
    for kind, point in BREAKING.items():
        assert not any(each.holds_at(point) for each in premises(kind, u, v))
        assert true_at(always(kind, u, v), point) is False


def test_a_logarithm_of_a_product_needs_both_factors_positive() -> None:
    """(-1) (-1) has a logarithm, and -1 has none."""
    assert premises(Always.PRODUCT, u, v) == (below(0, u), below(0, v))
    assert near(log(u * v), {"u": Fraction(-1), "v": Fraction(-1)}) is not None
    assert near(log(u) + log(v), {"u": Fraction(-1), "v": Fraction(-1)}) is None


def test_the_number_of_arguments_is_checked() -> None:
    """No fact is about three terms, or about none."""
    for kind in Always:
        for wrong in ((), (u, v, u), (u,) * (3 - len(ARGUMENTS[kind]))):
            with pytest.raises(TypeError):
                always(kind, *wrong)


def test_obligations_are_read_off_what_is_written() -> None:
    """Each divisor, radicand and argument of a logarithm is owed, innermost first, before any algebra."""
    cases: list[tuple[Term, list[Relation]]] = [
        (1 / u, [Relation(u, "!=", term(0))]),
        (u / u, [Relation(u, "!=", term(0))]),
        (u**-1, [Relation(u, "!=", term(0))]),
        ((u - v) ** -2, [Relation(u - v, "!=", term(0))]),
        (u**2, []),
        (u**0, []),
        (log(u), [below(0, u)]),
        (sqrt(u), [at_most(0, u)]),
        (exp(u) + least(u, v), []),
        (exp(1 / u), [Relation(u, "!=", term(0))]),
        (least(u, 1 / v), [Relation(v, "!=", term(0))]),
        (1 / (1 / u), [Relation(u, "!=", term(0)), Relation(1 / u, "!=", term(0))]),
        (log(sqrt(u)), [at_most(0, u), below(0, sqrt(u))]),
        (u / 2 + 1 / term(3) + log(term(2)) + sqrt(term(2)), []),
        (u / term(0), [Relation(term(0), "!=", term(0))]),
        (sqrt(term(-1)), [at_most(0, term(-1))]),
        (0 * (1 / u), [Relation(u, "!=", term(0))]),
    ]
    for expression, owed in cases:
        assert list(obligations(expression)) == owed


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


def test_what_is_frozen_is_a_copy() -> None:
    """Changing the mapping that was handed over changes nothing, and the copy cannot be changed."""
    handed = {"u": 1}
    kept = frozen(handed)
    handed["u"] = 2
    assert dict(kept) == {"u": 1}
    assert not hasattr(kept, "__setitem__")


@given(st.sampled_from(list(Always)))
def test_premises_are_about_the_arguments(kind: Always) -> None:
    """No premise brings in a symbol that the fact does not have."""
    fact = always(kind, *ARGUMENTS[kind])
    assert all(each.symbols() <= fact.symbols() for each in premises(kind, *ARGUMENTS[kind]))
