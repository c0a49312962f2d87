"""Anchors, a lint: usual ways in which a formula defines itself are found out, and a value must depend on the formula.

Formulas on ranges: what is read back is what they compute everywhere, or nothing is.
"""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, partial
from types import FrameType, FunctionType

import pytest

from ldproof.budget import parse_budget
from ldproof.counting.bounds import theta
from ldproof.counting.error import tail_probability
from ldproof.errors import Refused
from ldproof.numbers import Ball, Real, Symbol, Term, ball, enclose, exp, least, lift, log, sqrt, term
from ldproof.shots.formulas import gap, p, q
from ldproof.shots.privacy import distance_odds
from ldproof.sketch.error import rows_versus_sample
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.kernel import anchors, tracing
from ldproof_proofs.kernel.anchors import BUMPS, Anchor, anchor, bumped, check_tied, same, traced
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.polynomials import as_term
from ldproof_proofs.kernel.prover import Searching
from ldproof_proofs.kernel.relations import Point, ball_at
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, read
from tests.proofs.kernel.making import assert_refused

m, T, r, x, y = map(Symbol, "mTrxy")
HALF, TENTH, THIRD, QUARTER = (Fraction(1, part) for part in (2, 10, 3, 4))
alias = p
BEFOREHAND = p(m, T, r, x)


def itself() -> Term:
    """The formula's value."""
    return p(m, T, r, x)


def helper() -> Term:
    """A function that calls one that calls the formula."""
    return itself() + 0


class Carrier:
    """An object that calls the formula where nobody looks."""

    def __add__(self, other: Term) -> Term:
        return p(m, T, r, x) + other

    @property
    def value(self) -> Term:
        return p(m, T, r, x)


def applied(formula: Callable[[Term, Term, Term, Term], Term]) -> Term:
    """The value of whatever formula is handed over."""
    return formula(m, T, r, x)


def in_a_thread() -> Term:
    """The formula's value, from a thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(itself).result()


def out_of_sight() -> Term:
    """The formula's value, after the profile has been switched off."""
    sys.setprofile(None)
    return itself()


def test_a_definition_that_calls_the_formula_is_refused() -> None:
    """Directly, through a helper, an alias or a partial, by an operator, with other arguments, or out of sight."""
    seen: list[Callable[[], Term]] = [
        *(itself, helper, lambda: alias(m, T, r, x), lambda: applied(p)),
        *(partial(p, m, T, r, x), lambda: partial(p, m, T)(r, x)),
        lambda: next(map(p, (m,), (T,), (r,), (x,))),
        *(lambda: Carrier() + term(0), lambda: Carrier().value),
        lambda: p(term(1), term(1), term(0), term(1)),
    ]
    for definition in seen:
        assert_refused(r"the anchor of shots\.p calls shots\.p itself", anchor, p, itself, definition)
    sums: list[Callable[[], Term]] = [
        *(in_a_thread, out_of_sight, lambda: BEFOREHAND, lambda: BEFOREHAND + 0),
        lambda: gap(m, T, x) + (BEFOREHAND - gap(m, T, x)),
    ]
    for definition in sums:
        assert_refused("", anchor, p, itself, definition)


def half_of(n: int) -> Fraction:
    """A formula of one number."""
    return Fraction(n, 2)


KNOWN_BEFORE = half_of(3)
by_definition = lambda: Fraction(3, 2)  # noqa: E731  (the definition of half of 3)


def test_what_is_only_written_otherwise_defines_nothing() -> None:
    """A number, several, or a term's normal form that was at hand before the definition ran."""
    field = Field([BEFOREHAND])
    form = field(BEFOREHAND)
    otherwise, number, several = as_term(field, form.top, form.bottom), half_of(3), (half_of(3), half_of(4))
    assert otherwise is not BEFOREHAND

    def held(known: Term = otherwise) -> Term:
        return known

    definitions: list[tuple[Callable[..., object], Callable[[], object], Callable[[], object]]] = [
        (p, itself, lambda: otherwise),
        (p, itself, held),
        *(
            (half_of, lambda: half_of(3), one)
            for one in (lambda: number, lambda: number + 0, lambda: KNOWN_BEFORE)
        ),
        (half_of, lambda: (half_of(3), half_of(4)), lambda: several),
    ]
    for formula, value, definition in definitions:
        assert_refused("has a definition that was computed beforehand", anchor, formula, value, definition)
    anchor(half_of, lambda: half_of(3), by_definition)


def test_anchors_are_a_lint_which_an_author_can_evade() -> None:
    """Five definitions that are no definitions, and are not noticed: nobody may call an anchor evidence."""
    number, twin = half_of(3), FunctionType(half_of.__code__.replace(co_name="twin"), globals())
    form = [p(m, T, r, x) * 1]
    evading: list[tuple[Callable[..., object], Callable[[], object], Callable[[], object]]] = [
        (half_of, lambda: half_of(3), partial(Fraction, number)),
        (half_of, lambda: half_of(3), lambda kept=[number]: kept[0]),  # type: ignore[misc]
        (half_of, lambda: half_of(3), in_another_thread),
        (half_of, lambda: half_of(3), lambda: twin(3)),
        (p, itself, lambda: 1 - (1 - otherwise_written(form)[0])),
    ]
    for formula, value, definition in evading:
        found = anchor(formula, value, definition)
        check_tied("the claim", [found])
    assert anchors.__doc__ is not None
    for word in ("a lint", "partial", "a list", "reordered", "another thread", "a twin of its code"):
        assert word in anchors.__doc__


def in_another_thread() -> Fraction:
    """The formula's value, from a thread that nobody watches."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(half_of, 3).result()


def otherwise_written(terms: Sequence[Term]) -> Sequence[Term]:
    """The same values, as terms of which none has another in it."""
    field = Field(terms)
    return [as_term(field, form.top, form.bottom) for form in map(field, terms)]


def test_an_anchor_names_the_formula_as_the_catalogue_does() -> None:
    """Both sides are run, once each, and the name is `system.formula`; nobody makes an anchor by hand."""
    found = anchor(p, itself, lambda: q(m, T, r, x) + gap(m, T, x))
    assert found.formula == "shots.p"
    assert found.value is BEFOREHAND
    assert found.definition is q(m, T, r, x) + gap(m, T, x)
    with pytest.raises((NotProved, TypeError)):
        Anchor("shots.p", BEFOREHAND, BEFOREHAND)


def test_the_profile_is_as_it_was() -> None:
    """Tracing leaves another's profile in place, also where the computation fails."""

    def mine(frame: FrameType, event: str, argument: object) -> None:
        return None

    before = sys.getprofile()
    sys.setprofile(mine)
    try:
        traced(itself)
        assert sys.getprofile() is mine
        with pytest.raises(ZeroDivisionError):
            traced(lambda: Fraction(1, 0))
        assert sys.getprofile() is mine
    finally:
        sys.setprofile(before)


def test_all_calls_are_traced() -> None:
    """Indirect calls are traced, and no function that is not called is."""
    value, called = traced(helper)
    assert value is BEFOREHAND + 0
    assert {helper.__code__, itself.__code__, p.__code__} <= called
    assert q.__code__ not in called


def shown_only() -> Fraction:
    """The formula is called, and what it gives is thrown away."""
    half_of(3)
    return Fraction(3, 2)


@cache
def first_value() -> Fraction:
    """Return the formula's value when it was first evaluated."""
    return half_of(3)


def test_a_value_must_depend_on_what_the_formula_gives() -> None:
    """A term that it only stands in, or a number that is the definition's, shows nothing of the formula."""
    terms: list[Callable[[], Term]] = [
        *(lambda: 0 * p(m, T, r, x) + x, lambda: p(m, T, r, x) - p(m, T, r, x) + x),
        *(lambda: (p(m, T, r, x), x)[1], lambda: x * p(m, T, r, x) / p(m, T, r, x)),
    ]
    for value in terms:
        assert_refused(r"does not depend on what shots\.p gives", anchor, p, value, lambda: x)
    silent: list[Callable[[], Term]] = [
        *(lambda: q(m, T, r, x), lambda: BEFOREHAND, lambda: gap(m, T, x) + q(m, T, r, x), lambda: term(0))
    ]
    for value in silent:
        assert_refused(r"shots\.p is not what is anchored: it is never called", anchor, p, value, lambda: x)
    numbers: list[Callable[[], Fraction]] = [
        *(shown_only, lambda: (half_of(3), KNOWN_BEFORE)[1], lambda: half_of(3) * 0 + Fraction(3, 2)),
        *(lambda: min(half_of(3), Fraction(3, 2)), lambda: max(half_of(3), Fraction(3, 2))),
        lambda: Fraction(round(half_of(3) + Fraction(1, 4))) - Fraction(1, 2),
        lambda: Fraction(3, 2) + (half_of(3) > 1) - 1,
    ]
    for number in numbers:
        assert_refused(
            r"does not depend on what proofs\.half_of gives", anchor, half_of, number, by_definition
        )
    first_value()
    assert_refused("never called", anchor, half_of, first_value, by_definition)


def test_a_value_that_does() -> None:
    """However it is seen; and the formula is what it was, afterwards."""
    values: list[Callable[[], object]] = [
        *(lambda: half_of(3), lambda: half_of(3) + 1, lambda: (half_of(3), 1)),
        *(lambda: str(half_of(3)), lambda: 1 / (2 - half_of(3))),
    ]
    for value in values:
        assert anchor(half_of, value, by_definition).value == value()
        assert half_of(3) == Fraction(3, 2)


def in_words(n: int) -> str:
    """A formula of which nobody knows what else it might give."""
    return f"{n} halves"


def test_what_a_formula_might_give() -> None:
    assert [bumped(each) for each in (True, False)] == [False, True]
    assert (bumped(1), bumped(Fraction(1, 2)), bumped((1, False))) == (2, Fraction(3, 2), (2, True))
    assert [bumped(5, by) for by in BUMPS] == [6, 4, 6, 4]
    assert [bumped(Fraction(5), by) for by in BUMPS] == [5 + by for by in BUMPS]
    assert bumped(x) is x + 1
    assert bumped(ball(1)) == ball(2)
    why = "str is no kind of value"
    assert_refused(why, bumped, "x")
    for value in (lambda: in_words(3), lambda: (in_words(3), "3 halves")[1]):
        assert_refused(why, anchor, in_words, value, lambda: "3 halves")
    assert in_words(3) == "3 halves"


# Formulas on ranges.

X, Y = between("x", 1, 10), between("y", 20, 30)


def test_numbers_are_read_back() -> None:
    """As terms with the same normal form."""
    numbers: list[tuple[object, Term]] = [
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
    ]
    for number, wanted in numbers:
        assert same(read(number), wanted)


def test_what_is_read_has_the_formula_s_values() -> None:
    """At points of the range, where the formula computes in balls."""
    beta, narrow = between("beta", Fraction(1, 100), HALF), between("epsilon", 1, Fraction(101, 100))
    dummy, counts = between("r", TENTH, Fraction(2, 5)), (between("N", 1000, 2000), between("T", 2, 10))
    one = parse_budget(epsilon=1)
    formulas: list[tuple[Term, Point, Real]] = [
        (
            tracing.traced(theta, *counts, beta, any_budget()),
            {"N": 1000, "T": 3, "beta": TENTH},
            theta(1000, 3, TENTH, one),
        ),
        (
            tracing.traced(distance_odds, 2, 2, 4, dummy, any_budget(2)),
            {"r": THIRD},
            distance_odds(2, 2, 4, THIRD, parse_budget(2, epsilon=1)),
        ),
        (
            tracing.traced(tail_probability, 3, 2, THIRD, QUARTER, any_budget(1, narrow)),
            {},
            tail_probability(3, 2, THIRD, QUARTER, one),
        ),
        (
            tracing.traced(rows_versus_sample, 7, 2, 4, 3, any_budget(), 13),
            {},
            rows_versus_sample(7, 2, 4, 3, parse_budget(3, epsilon=1), 13),
        ),
    ]
    for found, at, wanted in formulas:
        there = enclose(lambda found=found, at=at: ball_at(found, {**at, "epsilon": 1}), 20)  # type: ignore[misc]
        assert there == enclose(lambda wanted=wanted: ball(wanted), 20)  # type: ignore[misc]


def test_numbers_that_are_gone_are_not_taken_for_others() -> None:
    """Each part is read of numbers that nobody else keeps."""

    def shifted(by: int, number: Real) -> Real:
        return (number + by) * number

    apply: Callable[..., Real] = lift
    parts = [apply(partial(shifted, by), X) for by in range(200)]
    assert same(read(sum(parts, Real(0))), 200 * x**2 + sum(range(200)) * x)


def test_what_is_not_the_same_everywhere_is_refused() -> None:
    """By whoever has to decide it, or by whoever reads it; and so is what is no function of terms, or not exact."""
    branching: list[Callable[[Real], object]] = [
        *(lambda number: number if number > 5 else -number, lambda number: number + (number == 7)),
        *(lambda number: abs(number - 5), lambda number: least(number, Real(5))),
        lambda number: Real(int(number.__floor__())),
    ]
    for each in branching:
        with pytest.raises(Refused):
            read(each(X))
    unknown = lift(Ball.erfc, X)
    assert_refused("neither", read, unknown)
    assert same(read(unknown + 1, [(unknown, y)]), y + 1)
    for number in (True, 0.5, "1", None, ball(1)):
        assert_refused("no number", read, number)


def square(number: Real) -> Real:
    """A formula."""
    return number * number


def missed(number: Real) -> Real:
    """It, with what vanishes at both ends of the range, in its middle and at 2."""
    return number * number + (number - 1) * (number - 10) * (2 * number - 11) * (number - 2)


def reciprocal(number: Real) -> Real:
    """1/(x - 20)."""
    return 1 / (number - 20)


def tied(formula: Callable[[Real], Real], definition: Callable[[], Term]) -> tuple[Theorem, set[str]]:
    """The theorem that a formula is tied to its definition, and what is given for it."""
    found = tracing.tie(Searching(), formula, lambda: read(formula(X)), definition, X)
    assert isinstance(found.claim, Implication)
    return found, {str(each) for each in found.claim.given.values()}


def test_a_formula_is_tied_to_its_definition() -> None:
    """For all of its range, as an identity that has a near miss; what must not be 0 is given its sign in the middle."""
    found, given = tied(square, lambda: (x + 1) * x - x)
    assert (found.name, found.evidence.text()) == ("proofs.square-in-symbols", "proved")
    assert given == {"1 <= x", "x <= 10"}
    assert isinstance(found.claim, Implication)
    assert found.claim.mutated(found.certificate) is not None
    _, given = tied(reciprocal, lambda: (x - 20) / (x - 20) ** 2)
    assert given == {"1 <= x", "x <= 10", "x - 20 < 0", "0 < (x - 20)^2"}
    for at in (1, 2, Fraction(11, 2), 10):
        assert missed(Real(at)) == at**2
    assert_refused("identity fails", tied, missed, lambda: (x + 1) * x - x)


def test_a_budget_of_a_range_is_any_budget() -> None:
    """In each of the ways in which it is asked for."""
    epsilon, whole = Symbol("epsilon"), any_budget(3)
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
