"""Anchors: a formula that defines itself is found out, however it is called."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache, partial
from types import FrameType

import pytest

from ldproof.numbers import Symbol, Term, ball, term
from ldproof.shots.formulas import gap, p, q
from ldproof_proofs.kernel.anchors import BUMPS, Anchor, anchor, bumped, traced
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.polynomials import as_term
from tests.proofs.kernel.making import assert_refused

m, T, r, x = map(Symbol, ("m", "T", "r", "x"))
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
        """The formula's value."""
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
    """Directly, through a helper, an alias or a partial, by an operator, or with other arguments."""
    cases: list[Callable[[], Term]] = [
        lambda: p(m, T, r, x),
        helper,
        lambda: alias(m, T, r, x),
        partial(p, m, T, r, x),
        lambda: partial(p, m, T)(r, x),
        lambda: next(map(p, (m,), (T,), (r,), (x,))),
        lambda: Carrier() + term(0),
        lambda: Carrier().value,
        lambda: p(term(1), term(1), term(0), term(1)),
        lambda: applied(p),
    ]
    for definition in cases:
        assert_refused(r"the anchor of shots\.p calls shots\.p itself", anchor, p, itself, definition)


def test_a_value_computed_beforehand_is_no_definition() -> None:
    """A term in which the formula's own value stands defines nothing, whenever the formula ran."""
    cases: list[Callable[[], Term]] = [
        lambda: BEFOREHAND,
        lambda: BEFOREHAND + 0,
        lambda: gap(m, T, x) + (BEFOREHAND - gap(m, T, x)),
    ]
    for definition in cases:
        assert_refused("", anchor, p, itself, definition)


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
        (half_of, lambda: half_of(3), lambda: number),
        (half_of, lambda: half_of(3), lambda: number + 0),
        (half_of, lambda: half_of(3), lambda: KNOWN_BEFORE),
        (half_of, lambda: (half_of(3), half_of(4)), lambda: several),
    ]
    for formula, value, definition in definitions:
        assert_refused("has a definition that was computed beforehand", anchor, formula, value, definition)
    anchor(half_of, lambda: half_of(3), lambda: Fraction(3, 2))


def test_a_definition_does_not_hide_its_calls() -> None:
    """A thread of its own or a profile switched off does not help: the value is the formula's own."""
    cases: list[Callable[[], Term]] = [in_a_thread, out_of_sight]
    for definition in cases:
        assert_refused("", anchor, p, itself, definition)


@pytest.mark.parametrize(
    "value",
    [lambda: q(m, T, r, x), lambda: BEFOREHAND, lambda: gap(m, T, x) + q(m, T, r, x), lambda: term(0)],
)
def test_the_formula_must_run(value: Callable[[], Term]) -> None:
    """What is anchored is a value that the formula gave, and not another's that is equal to it."""
    assert_refused(r"shots\.p is not what is anchored: it is never called", anchor, p, value, lambda: x)


def test_an_anchor_names_the_formula_as_the_catalogue_does() -> None:
    """Both sides are run, once each, and the name is `system.formula`."""
    found = anchor(p, itself, lambda: q(m, T, r, x) + gap(m, T, x))
    assert found.formula == "shots.p"
    assert found.value is BEFOREHAND
    assert found.definition is q(m, T, r, x) + gap(m, T, x)


def test_nobody_else_makes_anchors() -> None:
    """An anchor written by hand says that a trace was made, and none was."""
    with pytest.raises((NotProved, TypeError)):
        Anchor("shots.p", BEFOREHAND, BEFOREHAND)


def test_the_profile_is_as_it_was() -> None:
    """Tracing leaves another's profile in place, also where the computation fails."""

    def mine(frame: FrameType, event: str, argument: object) -> None:
        return None

    def fail() -> Term:
        raise ZeroDivisionError

    before = sys.getprofile()
    sys.setprofile(mine)
    try:
        traced(itself)
        assert sys.getprofile() is mine
        with pytest.raises(ZeroDivisionError):
            traced(fail)
        assert sys.getprofile() is mine
    finally:
        sys.setprofile(before)


def test_all_calls_are_traced() -> None:
    """What is called by what is called is seen, and what is not called is not."""
    value, called = traced(helper)
    assert value is BEFOREHAND + 0
    assert {helper.__code__, itself.__code__, p.__code__} <= called
    assert q.__code__ not in called


def half_of(n: int) -> Fraction:
    """A formula of one number."""
    return Fraction(n, 2)


@pytest.mark.parametrize(
    "value",
    [
        lambda: 0 * p(m, T, r, x) + x,
        lambda: p(m, T, r, x) - p(m, T, r, x) + x,
        lambda: (p(m, T, r, x), x)[1],
        lambda: x * p(m, T, r, x) / p(m, T, r, x),
    ],
)
def test_a_term_that_the_formula_only_stands_in(value: Callable[[], Term]) -> None:
    """It looks as if it depended on the formula, and does not."""
    assert_refused(r"does not depend on what shots\.p gives", anchor, p, value, lambda: x)


KNOWN_BEFORE = half_of(3)


def shown_only() -> Fraction:
    """The formula is called, and what it gives is thrown away."""
    half_of(3)
    return Fraction(3, 2)


@cache
def remembered() -> Fraction:
    """What the formula gave when it was asked first."""
    return half_of(3)


@pytest.mark.parametrize(
    "value",
    [
        shown_only,
        lambda: (half_of(3), KNOWN_BEFORE)[1],
        lambda: half_of(3) * 0 + Fraction(3, 2),
        lambda: min(half_of(3), Fraction(3, 2)),
        lambda: max(half_of(3), Fraction(3, 2)),
        lambda: Fraction(round(half_of(3) + Fraction(1, 4))) - Fraction(1, 2),
        lambda: Fraction(3, 2) + (half_of(3) > 1) - 1,
    ],
)
def test_a_value_that_does_not_depend_on_the_formula(value: Callable[[], Fraction]) -> None:
    """It is the definition's, and shows nothing of the formula."""
    assert_refused(
        r"does not depend on what proofs\.half_of gives", anchor, half_of, value, lambda: Fraction(3, 2)
    )


def test_a_value_that_is_remembered_is_not_the_formula_s() -> None:
    remembered()
    assert_refused("never called", anchor, half_of, remembered, lambda: Fraction(3, 2))


@pytest.mark.parametrize(
    "value",
    [
        lambda: half_of(3),
        lambda: half_of(3) + 1,
        lambda: (half_of(3), 1),
        lambda: str(half_of(3)),
        lambda: 1 / (2 - half_of(3)),
    ],
)
def test_a_value_that_does(value: Callable[[], object]) -> None:
    """However it is seen; and the formula is what it was, afterwards."""
    found = anchor(half_of, value, lambda: Fraction(3, 2))
    assert found.value == value()
    assert half_of(3) == Fraction(3, 2)


def in_words(n: int) -> str:
    """A formula of which nobody knows what else it might give."""
    return f"{n} halves"


@pytest.mark.parametrize("value", [lambda: in_words(3), lambda: (in_words(3), "3 halves")[1]])
def test_where_nothing_else_is_known_it_is_not_known_to_matter(value: Callable[[], str]) -> None:
    assert_refused("str is no kind of value", anchor, in_words, value, lambda: "3 halves")
    assert in_words(3) == "3 halves"


def test_what_a_formula_might_give() -> None:
    assert [bumped(each) for each in (True, False)] == [False, True]
    assert (bumped(1), bumped(Fraction(1, 2)), bumped((1, False))) == (2, Fraction(3, 2), (2, True))
    assert [bumped(5, by) for by in BUMPS] == [6, 4, 6, 4]
    assert [bumped(Fraction(5), by) for by in BUMPS] == [5 + by for by in BUMPS]
    assert bumped(x) is x + 1
    assert bumped(ball(1)) == ball(2)
    assert_refused("str is no kind of value", bumped, "x")
