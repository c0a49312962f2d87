"""One certified real: what it is exactly, what encloses it, what is decided of it; beside decimals of many digits."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial
from math import ceil, floor, gamma, inf
from multiprocessing import get_context
from operator import add, mul, sub, truediv
from threading import Barrier

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ldproof.errors import Reason, Refused
from ldproof.numbers import (
    Ball,
    Exact,
    Real,
    ball,
    computed_real,
    enclose,
    exact_fraction,
    exp,
    expm1,
    least,
    lift,
    lift_elementary,
    like,
    log,
    log1p,
    precision,
    sqrt,
)
from ldproof.numbers.rational import Rational
from tests.reference.refusals import refused

FRACTIONS = st.fractions(-20, 20, max_denominator=40)
DIGITS = 120
NEAR = Decimal(10) ** -80
"""What is left of these digits after a few operations, each of which loses less than five."""
SMALL, LARGE = Decimal("0.001"), Decimal(10**6)

TWO = Real(2)
ROOT = sqrt(TWO)
IRRATIONAL = log(TWO)

ANY_LIFT: Callable[..., object] = lift
ANY_REAL: Callable[..., object] = Real
"""For what their types forbid."""

Both = tuple[Real, Decimal]
"""A number, and the same in decimals."""


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


OPERATIONS: dict[str, tuple[Callable[..., Real], Callable[..., Decimal]]] = {
    "+": (add, add),
    "-": (sub, sub),
    "*": (mul, mul),
    "/": (truediv, truediv),
    "min": (least, min),
    "log": (log, Decimal.ln),
    "sqrt": (sqrt, Decimal.sqrt),
    "log1p": (log1p, lambda near: (1 + near).ln()),
    "exp": (exp, Decimal.exp),
    "expm1": (expm1, lambda near: near.exp() - 1),
    "abs": (abs, abs),
    "power": (pow, pow),
}
"""Each on numbers and on decimals."""


@st.composite
def expressions(draw: st.DrawFn, depth: int = 4) -> Both:
    """Operators and functions of fractions, in both arithmetics, neither large nor near what they are not defined for."""
    with localcontext(prec=DIGITS):
        if not depth or draw(st.integers(0, 5)) == 0:
            value = draw(FRACTIONS)
            return Real(value), decimal(value)
        one, near = draw(expressions(depth=depth - 1))
        kind = draw(st.sampled_from([*OPERATIONS]))
        on_numbers, on_decimals = OPERATIONS[kind]
        more: tuple[object, object] | tuple[()] = ()
        if kind in {"+", "-", "*", "/", "min"}:
            more = draw(expressions(depth=depth - 1))
            assume(kind != "/" or abs(more[1]) > SMALL)
        elif kind == "power":
            more = (draw(st.integers(-2, 3)),) * 2
            assume(more[0] > 0 or abs(near) > SMALL)
        assume(near > SMALL or kind not in {"log", "sqrt"})
        assume(near > -1 + SMALL or kind != "log1p")
        assume(near < 13 or kind not in {"exp", "expm1"})
        found = on_numbers(one, *more[:1]), on_decimals(near, *more[1:])
        assume(abs(found[1]) < LARGE)
        return found


@given(expressions())
def test_it_is_enclosed_where_decimals_of_many_digits_find_it(both: Both) -> None:
    number, near = both
    with precision(400):
        around = number()
        low, high = exact_fraction(around.lower()), exact_fraction(around.upper())
    assert low - Fraction(NEAR) <= Fraction(near) <= high + Fraction(NEAR)
    assert number.exact is None or abs(number.exact - Fraction(near)) <= Fraction(NEAR)
    assert float(number) == pytest.approx(float(near), rel=1e-12, abs=1e-12)
    if abs(near) > NEAR:
        assert number.sign() == (1 if near > 0 else -1)
        assert bool(number)


@given(expressions(), FRACTIONS)
def test_it_is_compared_as_the_decimals_are(both: Both, other: Fraction) -> None:
    number, near = both
    with localcontext(prec=DIGITS):
        gap = near - decimal(other)
    assume(abs(gap) > NEAR)
    assert (number < other) == (number <= other) == (other > number) == (gap < 0)
    assert (number > other) == (number >= other) == (other < number) == (gap > 0)
    assert number != other
    assert other != number
    assert number.compared(other) == -Real(other).compared(number) == (1 if gap > 0 else -1)


@given(FRACTIONS, FRACTIONS)
def test_fractions_stay_fractions_in_field_operations(one: Fraction, other: Fraction) -> None:
    for operate in (add, sub, mul, truediv):
        assume(operate is not truediv or other)
        for left, right in ((Real(one), Real(other)), (Real(one), other), (one, Real(other))):
            found = operate(left, right)
            assert isinstance(found, Real)
            assert found.exact == operate(one, other)
    assert (-Real(one)).exact == -one
    assert abs(Real(one)).exact == abs(one)
    assert (Real(one) ** 3).exact == one**3
    assert least(Real(one), Real(other)).exact == min(one, other)
    assert sqrt(Real(one) ** 2).exact == abs(one)
    assert (floor(Real(one)), ceil(Real(one))) == (floor(one), ceil(one))


def test_constants_decide_the_value_and_more_is_not_claimed() -> None:
    for number, value in (
        (0 * IRRATIONAL, 0),
        (exp(IRRATIONAL) * 0 + 2, 2),
        (IRRATIONAL**0, 1),
        (log(1 + 0 * IRRATIONAL), 0),
        (exp(0 * IRRATIONAL), 1),
        (sqrt(Real(Fraction(9, 4))), Fraction(3, 2)),
        (expm1(Real(0)), 0),
        (log1p(Real(0)), 0),
    ):
        assert number.exact == value
    unknown = IRRATIONAL, IRRATIONAL - IRRATIONAL, IRRATIONAL / IRRATIONAL, 0 / IRRATIONAL
    for number in (*unknown, exp(Real(1)), ROOT, ROOT**2):
        assert number.exact is None


def test_what_is_undefined_has_no_value() -> None:
    with pytest.raises(ZeroDivisionError):
        1 / Real(0)
    with pytest.raises(ZeroDivisionError):
        IRRATIONAL / 0
    for function, argument in ((log, -1), (sqrt, -1), (log1p, -2)):
        with refused(Reason.OUT_OF_RANGE):
            0 * function(Real(argument))
    with refused(Reason.OUT_OF_RANGE):
        log(-IRRATIONAL).sign()


def test_what_is_no_exact_number_is_none() -> None:
    makers: list[Callable[..., object]] = [ANY_REAL, partial(ANY_LIFT, abs)]
    for make in [*makers, IRRATIONAL.__add__, IRRATIONAL.__rmul__, IRRATIONAL.__lt__]:
        for value in (0.5, np.float64(0.5), "1", None):
            with pytest.raises(TypeError):
                make(value)
    with pytest.raises(TypeError, match="of an int or a Fraction, not of a str: '1/2'"):
        ANY_REAL("1/2")


def test_a_whole_number_of_numpy_is_converted() -> None:
    assert type((Real(np.int64(2**62)) * 4).exact) is Rational
    assert (Real(np.int64(2**62)) * 4).exact == 2**64


def test_no_number_is_before_or_behind_itself() -> None:
    for one, other in ((TWO, 2), (TWO, TWO), (ROOT, sqrt(Real(2)))):
        assert one <= other
        assert one >= other
        assert not one < other
        assert not one > other
        assert one.compared(other) == 0


def test_fractions_are_equal_to_fractions_and_are_found_where_they_are() -> None:
    half = Real(Fraction(1, 2))
    assert half == Fraction(1, 2) == half
    assert half != Real(1)
    assert Real(3) == 3
    by_fraction: dict[object, str] = {Fraction(1, 2): "a"}
    by_number: dict[object, str] = {half: "a"}
    assert by_fraction[half] == by_number[Fraction(1, 2)] == "a"


def test_the_same_function_of_the_same_numbers_is_one_number() -> None:
    assert sqrt(Real(3)) is sqrt(Real(3))
    assert exp(log(Real(3)) / 2 + 1) is exp(log(Real(3)) / 2 + 1)
    assert exp(log(Real(3)) / 2 + 1) == exp(log(Real(3)) / 2 + 1)
    assert sqrt(Real(3)) != sqrt(Real(5))
    assert sqrt(Real(3)) != log(Real(3))
    assert len({sqrt(Real(3)), sqrt(Real(3)), sqrt(Real(5))}) == 2


def test_what_no_precision_tells_apart_is_undecided() -> None:
    for one, other in ((ROOT * ROOT, TWO), (ROOT * sqrt(Real(3)), sqrt(Real(6))), (exp(IRRATIONAL), TWO)):
        for ask in (one.__eq__, one.__ne__, one.__lt__, one.__ge__):
            with refused(Reason.UNDECIDED):
                ask(other)
    with refused(Reason.UNDECIDED):
        bool(IRRATIONAL - IRRATIONAL)


def test_a_ball_without_radius_is_its_fraction_for_hash_and_equality_alike() -> None:
    found = lift(lambda x: like(x, 3), ROOT)
    assert found.exact is None
    assert found == 3
    assert hash(found) == hash(3)
    assert len({found, Fraction(3)}) == 1
    assert found != 4


def test_equality_with_other_things() -> None:
    assert IRRATIONAL != "ln 2"
    assert IRRATIONAL is not None
    for other in (0.5, np.float64(0.5), 1j, Decimal(2), ball(2)):
        with pytest.raises(TypeError):
            assert Real(Fraction(1, 2)) == other


def test_a_function_runs_once_on_fractions() -> None:
    met: list[object] = []

    def function(x: Exact, y: Exact) -> Exact:
        met.append(x)
        return x / y

    assert lift(function, 3, Real(4)).exact == Fraction(3, 4)
    assert met == [Fraction(3)]
    assert type(met[0]) is Rational


def test_it_runs_on_balls_when_asked_for_and_again_for_more_bits_only() -> None:
    met: list[int] = []

    def function(x: Ball) -> Ball:
        met.append(x.rel_accuracy_bits())
        return x + 1

    number = lift(function, ROOT)
    assert met == []
    for bits, runs in ((100, 1), (60, 1), (100, 1), (300, 2), (299, 2)):
        with precision(bits):
            assert number().rel_accuracy_bits() >= bits - 4
        assert len(met) == runs


def test_a_value_that_is_irrational_is_enclosed_though_its_arguments_are_fractions() -> None:
    """Or where a fraction is not asked for."""
    for number, value in (
        (lift_elementary(lambda x: log(x) + x, 2), IRRATIONAL + 2),
        (lift(lambda x: x / 3, 1, exactly=False), Fraction(1, 3)),
    ):
        assert number.exact is None
        assert abs(number - value) < Fraction(1, 10**50)


def test_no_refusal_is_made_on_the_way_to_an_irrational_value(monkeypatch: pytest.MonkeyPatch) -> None:
    def unexpected_refusal(*_: object) -> Refused:
        raise AssertionError

    monkeypatch.setattr("ldproof.numbers.functions.Refused", unexpected_refusal)
    for function, at_rational in ((exp, 0), (expm1, 0), (log, 1), (log1p, 0), (sqrt, 4)):
        assert lift_elementary(function, at_rational).exact is not None
        assert lift_elementary(function, 2).exact is None
        with pytest.raises(AssertionError):
            function(Fraction(2))


def test_a_float_has_its_digits_where_terms_cancel_or_are_huge() -> None:
    tiny = Real(Fraction(1, 10**60))
    for number, expected in (
        (exp(Real(Fraction(1, 10**30))) - 1 - Fraction(1, 10**30), 5e-61),
        (exp(Real(1000)) - exp(1000 + tiny), -inf),
        (log(1 + tiny), 1e-60),
        (exp(exp(Real(100))), inf),
        (-exp(exp(Real(100))), -inf),
        (exp(-exp(Real(100))), 0.0),
    ):
        assert float(number) == expected


def test_fractions_may_be_longer_than_python_writes() -> None:
    long = 10**5000 + 1
    for number in (Real(long), Real(Fraction(1, long))):
        assert abs(float(log(number))) == pytest.approx(5000 * float(log(Real(10))))
        assert sqrt(number) ** 4 > 0
        assert repr(number) == f"Real({number})"
        assert len(repr(number)) > 5000


def test_a_fold_leaves_no_trace() -> None:
    steps = 10**5

    def product(x: Exact) -> Exact:
        found = like(x, 1)
        for k in range(1, steps):
            found = found * (1 + x / k)
        return found

    number = lift(product, ROOT)
    _, kept = number.__reduce__()
    assert kept == (product, (ROOT,))
    # Gamma(n + x) / (Gamma(n) Gamma(1 + x)), which is near n^x / Gamma(1 + x).
    assert float(number) == pytest.approx(steps**2**0.5 / gamma(1 + 2**0.5), rel=1e-4)


def test_other_refusals_and_errors_of_a_function_are_its_own() -> None:
    with refused(Reason.OUT_OF_RANGE):
        lift(log, -1)
    with pytest.raises(ZeroDivisionError):
        lift(lambda x: 1 / x, 0)
    with pytest.raises(TypeError):
        ANY_LIFT(float, 1)


def test_a_chain_of_operations_may_be_long() -> None:
    number = ROOT
    for _ in range(5000):
        number = number + ROOT
    assert floor(number) == floor(Real(5001) * ROOT) == 7072
    del number


def test_what_it_says_of_itself_never_fails() -> None:
    assert (repr(Real(Fraction(1, 3))), str(Real(Fraction(1, 3)))) == ("Real(1/3)", "1/3")
    assert repr(ROOT).startswith("Real([1.4142135623730950488 ")
    assert str(ROOT) == repr(ROOT)
    for undefined in (log(-ROOT), 1 / (ROOT - ROOT), lift(lambda x: 1 / (x - x), ROOT)):
        assert repr(undefined).startswith("Real(")


def test_it_travels() -> None:
    for number in (Real(Fraction(1, 3)), IRRATIONAL, exp(-IRRATIONAL / 3) ** 2 + least(ROOT, TWO)):
        again = pickle.loads(pickle.dumps(number))
        assert again == number
        assert hash(again) == hash(number)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(computed_real(lambda: ball(2)))


def test_it_travels_to_a_process_that_starts_anew() -> None:
    number = expm1(IRRATIONAL / 3)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there, found = pool.submit(mul, number, number).result(), pool.submit(enclose, number, 50).result()
    assert there is number * number
    assert found == enclose(number, 50)


def test_threads_make_and_ask_for_the_same_number() -> None:
    together, before = Barrier(4), sys.getswitchinterval()

    def work(digits: int) -> list[tuple[Real, str]]:
        found = []
        for k in range(3, 203):
            together.wait()  # so that they look for it at once
            number = exp(sqrt(Real(k)) / 7) - log(Real(k))
            found.append((number, str(enclose(number, digits).lower)[:12]))
        return found

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            every = list(zip(*pool.map(work, (20, 70, 120, 420)), strict=True))
    finally:
        sys.setswitchinterval(before)
    for same in every:
        assert len({id(number) for number, _ in same}) == len({text for _, text in same}) == 1


FORKING = """
import os, signal, threading
from ldproof.numbers import Real, computed_real as computed, exp, log, sqrt

held, done = threading.Event(), threading.Event()


def slow(x):
    held.set()
    done.wait()
    return x


kept = sqrt(Real(3))
other = threading.Thread(target=computed(slow, (kept,)).sign)
other.start()
held.wait()
if (child := os.fork()) == 0:
    signal.alarm(20)
    os._exit(0 if exp(log(Real(2)) / 3) < 2 < kept + sqrt(Real(5)) else 1)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
done.set()
other.join()
print(code)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="elsewhere no process is a copy of another")
def test_a_fork_while_another_thread_computes_a_number_goes_on() -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKING],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert ran.stdout.split() == ["0"]
