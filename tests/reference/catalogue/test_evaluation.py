"""Evaluation by name: exact where it is seen, enclosed elsewhere; and every number system agrees."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ldproof import numbers, results
from ldproof.budget import Budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import (
    Ball,
    Elementary,
    Enclosure,
    Exact,
    Ordered,
    Real,
    Symbol,
    apply_operator,
    ball,
    computed_real,
    enclose,
)
from ldproof.numbers.real import ConditionalNumber
from ldproof.probability import INFINITE, Infinite
from ldproof.registry import SYSTEMS, Formula, all_formulas
from ldproof.results import Arguments, ConditionalValue
from tests.reference.refusals import refused
from tests.reference.strategies import all_corners, given_to
from tests.tiers import run_everything

SHOTS: dict[str, object] = {"m": "2", "T": "3", "r": "0"}

TOLERANCE = Fraction(1, 10**9)
"""The relative error granted to floats: some 10^7 roundings. A formula that subtracts what is nearly equal where
it need not loses more than that at epsilon = 1e-9."""

ROUNDING = Fraction(1, 2**45)
"""How far a float's arguments may be moved: what they are rounded by, and the steps that round to begin with."""


def test_values_are_exact_or_enclosed() -> None:
    cases: tuple[tuple[str, dict[str, object], str], ...] = (
        ("shots.event_epsilon", {"epsilon": "1/2", "m": 2, "T": 4, "r": 0}, "1/4"),
        ("shots.event_epsilon", {"epsilon": "0.5", "m": 4, "T": 4, "r": "1/2"}, "1/8"),
        *(
            ("shots.p", budget | SHOTS, "1/2")
            for budget in ({"odds": 9}, {"report_odds": 3}, {"epsilon": "ln(9)"})
        ),
        ("shots.user_epsilon", {"epsilon": "1/2"}, "1/2"),
        ("shots.p", {"epsilon": "1/2", **SHOTS}, "0.3747843339238654027"),
        ("shots.user_epsilon", {"odds": 3}, "1.0986122886681096914"),
        ("shots.c_star", {}, "0.5743192852"),
    )
    for name, parameters, value in cases:
        found = results.evaluate_formula(name, parameters, 30)
        if "." not in value:
            assert found == Fraction(value)
            continue
        assert isinstance(found, Enclosure)
        assert abs(found.lower - Decimal(value)) < Decimal("1e-10")
        assert (found.upper - found.lower) * 10**30 <= found.lower


def root_of(number: int) -> Real:
    """The square root of a whole number, which is not known to be exact."""
    return computed_real(lambda: ball(number).sqrt())


def test_answer_is_exact_where_it_can_be() -> None:
    assert results.enclosed_answer(Real(Fraction(1, 3)), 5) == Fraction(1, 3)
    assert results.enclosed_answer(INFINITE, 5) is INFINITE
    assert results.enclosed_answer(root_of(9), 5) == 3
    assert results.enclosed_answer(computed_real(lambda: ball(0) * ball(2).sqrt()), 5) == 0
    found = results.enclosed_answer(root_of(2), 5)
    assert isinstance(found, Enclosure)
    assert found.lower < Decimal(2).sqrt() < found.upper
    assert results.round_to_decimal(Fraction(2, 3), 5) in {Decimal("0.66666"), Decimal("0.66667")}
    assert results.round_to_decimal(Fraction(-1, 4), 5) == Decimal("-0.25")


def test_answers_are_written_as_json() -> None:
    written: dict[results.Value, dict[str, str]] = {
        Fraction(5, 12): {"exact": "5/12"},
        Fraction(-1, 4): {"exact": "-1/4"},
        Fraction(6): {"exact": "6/1"},
        INFINITE: {"exact": "inf"},
        Enclosure(Decimal("0.3"), Decimal("0.4")): {"lower": "0.3", "upper": "0.4"},
    }
    for value, members in written.items():
        assert results.value_as_json(value) == results.answer_members(value) == members
        assert results.answer_members(ConditionalValue(value, "so")) == {**members, "assumes": "so"}
    assert [results.answer_members(holds) for holds in (False, True)] == [
        {"holds": False},
        {"holds": True},
    ]


# Formulas of kinds that have no member in the catalogue yet.


def divides(x: Exact) -> Exact:
    return 1 / (x - 1)


def vanishes(x: Elementary) -> Elementary:
    return (x + 1) ** 2 - x**2 - 2 * x - 1


def condition(epsilon: Ordered) -> bool:
    return epsilon > 1


def repeated(x: Exact, m: int) -> Exact:
    return x**m


def unbounded(x: Exact) -> Infinite:
    return INFINITE


def inexact(x: Exact) -> float:
    return 0.1


def decided(T: int, x: Fraction, budget: Budget) -> Real:
    return Real(T * x) if budget.value == 2 else budget.odds() * x


def counted(T: int) -> int:
    return T


def compared(x: Fraction) -> bool:
    return x > 1


def assumed(x: Fraction) -> ConditionalNumber:
    return ConditionalNumber(Real(x), "good weather")


def test_formulas_of_other_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A float is never taken for exact."""
    kinds: tuple[Callable[..., object], ...] = (
        *(divides, vanishes, condition, repeated, unbounded, inexact, decided, counted, compared, assumed),
    )
    made = {f.__name__: Formula(f.__name__, f) for f in kinds}
    monkeypatch.setattr("ldproof.results.find_formula", made.__getitem__)

    def evaluate(name: str, **parameters: object) -> object:
        return results.evaluate_formula(name, parameters, 5)

    assert evaluate("condition", epsilon=2) is True
    assert evaluate("condition", epsilon="1/2") is False
    assert evaluate("repeated", x="1/2", m=3) == Fraction(1, 8)
    assert evaluate("unbounded", x=1) is INFINITE
    assert evaluate("vanishes", x=3) == 0
    assert evaluate("decided", T=3, x="1/2", odds=2) == Fraction(3, 2)
    assert evaluate("decided", T=3, x="1/2", odds=3) == Fraction(3, 2)
    assert isinstance(evaluate("decided", T=3, x="1/2", epsilon=1), Enclosure)
    assert evaluate("counted", T=3) == Fraction(3)
    assert isinstance(evaluate("counted", T=3), Fraction)
    assert evaluate("compared", x=3) is True
    assert evaluate("assumed", x=3) == ConditionalValue(Fraction(3), "good weather")
    with pytest.raises(TypeError):
        evaluate("inexact", x=1)
    with refused(Reason.DIVISION_BY_ZERO):
        evaluate("divides", x=1)
    with refused(Reason.IRRATIONAL):
        evaluate("condition", odds=2)


IN_SYSTEMS = {name: each for name, each in all_formulas().items() if not each.decides}
OUTSIDE_ONE_FORMULA = {
    *(Reason.TOO_LARGE, Reason.TOO_MANY_OUTCOMES, Reason.TOO_FEW_PEOPLE, Reason.OUT_OF_RANGE),
    *(Reason.NOT_A_WHOLE_NUMBER, Reason.MISSING, Reason.UNKNOWN_PARAMETER),
}
"""Why a formula may refuse what each parameter's own domain accepts."""

MOST_CORNERS = 64 if run_everything() else 24


def some_corners(each: Formula) -> list[dict[str, object]]:
    """The corners of a formula's domains: at most 64, and of those that are in every system all in the full tier."""
    every = all_corners(each.request)
    if len(every) <= MOST_CORNERS or (run_everything() and not each.decides):
        return every
    return Random(0).sample(every, MOST_CORNERS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_deciding_formulas_answer_or_refuse_at_the_ends_of_the_domains(system: str) -> None:
    for each in (each for name, each in all_formulas().items() if name.startswith(system) and each.decides):
        for given_at_a_corner in some_corners(each):
            try:
                results.evaluate_formula(each.name, given_at_a_corner, 20)
            except Refused as refusal:
                assert refusal.reason in OUTSIDE_ONE_FORMULA  # noqa: PT017


@pytest.mark.parametrize("each", IN_SYSTEMS.values(), ids=IN_SYSTEMS)
@settings(max_examples=100 if run_everything() else 10)
@given(data=st.data())
def test_every_number_system_agrees(each: Formula, data: st.DataObject) -> None:
    arguments = results.bind_arguments(each, data.draw(given_to(each.request)))
    assert_systems_agree(each, arguments)
    assert_terms_agree(each, arguments)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_number_system_agrees_at_the_ends_of_the_domains(system: str) -> None:
    for each in (each for name, each in IN_SYSTEMS.items() if name.startswith(system)):
        for given_at_a_corner in some_corners(each):
            assert_systems_agree(each, results.bind_arguments(each, given_at_a_corner))


def assert_systems_agree(each: Formula, arguments: Arguments) -> None:
    """Real numbers and fractions give the same exact value, balls hold it, and floats come near to it."""
    try:
        enclosure = enclose(lambda: value_on_balls(each, arguments), 20)
    except Refused as refusal:
        if refusal.reason is Reason.OVERFLOW:  # no decimal is that large or that small
            return
        raise
    exact = value_on_reals(each, arguments).exact
    assert exact is None or enclosure.contains(exact)
    fractions = {name: value for name, value in arguments.items() if isinstance(value, int | Fraction)}
    if Exact in each.parameters.values() and len(fractions) == len(arguments):
        assert each.function(**fractions) == exact
    if arguments:
        assert_floats_agree(each, arguments)


def assert_terms_agree(each: Formula, arguments: Arguments) -> None:
    """The term that a formula gives for symbols has, folded over balls, the value of the balls."""
    if {*each.parameters.values()} <= {Exact, Elementary}:
        said = each.function(**{name: Symbol(name) for name in arguments})
        values = {name: value for name, value in arguments.items() if isinstance(value, Fraction | Real)}
        with numbers.precision(128):
            folded = said.fold(ball, lambda name: ball(values[name]), apply_operator)
            assert folded.overlaps(value_on_balls(each, arguments))


def value_on_balls(each: Formula, arguments: Arguments) -> Ball:
    """Return a formula's value on balls, at the current precision."""
    found: Ball = each.function(
        **{
            name: value if isinstance(value, int | str | Budget) else ball(value)
            for name, value in arguments.items()
        }
    )
    return found


def value_on_reals(each: Formula, arguments: Arguments) -> Real:
    """Return a formula's value on real numbers."""
    found = each.function(**{name: results.in_system(each, name, value) for name, value in arguments.items()})
    assert isinstance(found, Real)
    return found


def assert_floats_agree(each: Formula, arguments: Arguments) -> None:
    """A float's value is, up to the tolerance, one that the formula has near its arguments."""
    floats = {name: value if isinstance(value, int) else nearest(value) for name, value in arguments.items()}
    try:
        value = each.function(**floats)
    except Refused as refusal:
        if refusal.reason is Reason.OVERFLOW:
            return
        raise
    with numbers.precision(128):
        truth = each.function(**moved(arguments))
        band = truth * Ball(1, float(TOLERANCE)) + Ball(0, np.finfo(float).tiny)
        assert truth.is_finite()
    arrays = {name: np.array([x, x]) if isinstance(x, float) else x for name, x in floats.items()}
    for found in (value, *each.function(**arrays)):
        assert band.contains(Ball(float(found))), f"{found} is not in {band}"


def nearest(quantity: object) -> float:
    """The float next to a quantity."""
    assert isinstance(quantity, Fraction | Real)
    number = numbers.real(quantity)
    return float(enclose(number, 20).lower if number.exact is None else number.exact)


def moved(arguments: Arguments) -> dict[str, Ball | int | str | Budget]:
    """Balls around the arguments; what is at an end of its domain, or equal to another argument, stays."""
    numbers = list(arguments.values())
    return {
        name: value
        if isinstance(value, int | str | Budget)
        else ball(value)
        if isinstance(value, Fraction) and (value in {0, 1} or numbers.count(value) > 1)
        else ball(value) * Ball(1, float(ROUNDING))
        for name, value in arguments.items()
    }
