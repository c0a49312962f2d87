"""Balls: enclosures keep their promise at every size, and the process's precision is never left changed."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction
from functools import partial
from threading import Barrier
from time import sleep

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason
from ldproof.numbers import (
    Enclosure,
    ball,
    cache_latest,
    enclose,
    exact_fraction,
    floor,
    interval_newton,
    precision,
    sign,
)
from ldproof.numbers.balls import refine_until_decided
from tests.reference.numbers.decimals import agrees, decimally
from tests.reference.refusals import refused

FRACTIONS = st.fractions(max_denominator=10**12) | st.builds(
    lambda digits, exponent: Fraction(digits) * Fraction(10) ** exponent,
    st.integers(-(10**20), 10**20),
    st.integers(-2000, 2000),
)
"""Of all sizes and signs; tens to a power lie where the number of digits changes."""


def width(found: Enclosure) -> Fraction:
    return Fraction(found.upper) - Fraction(found.lower)


def vanishing() -> arb:
    """A zero that no precision can tell from its neighbours."""
    return arb(2).sqrt() ** 2 - 2


@given(FRACTIONS, st.integers(20, 300))
def test_a_ball_lies_around_its_fraction_and_is_as_small_as_the_precision_allows(
    value: Fraction, bits: int
) -> None:
    with precision(bits):
        around = ball(value)
        assert exact_fraction(around.lower()) <= value <= exact_fraction(around.upper())
        assert exact_fraction(around.rad()) <= abs(value) / 2 ** (bits - 2)


@given(st.integers())
def test_a_whole_number_is_exact_at_every_precision(value: int) -> None:
    with precision(2):
        assert exact_fraction(ball(value)) == value


@given(st.integers(), st.integers(-5000, 5000))
def test_a_ball_without_radius_is_its_fraction(units: int, exponent: int) -> None:
    value = units * Fraction(2) ** exponent
    with precision(max(units.bit_length(), 2)):
        assert exact_fraction(ball(value)) == value


def test_a_ball_with_radius_is_no_fraction() -> None:
    with pytest.raises(ValueError, match="exact"):
        exact_fraction(ball(Fraction(1, 3)))


def test_precision_is_given_back_when_nested_and_after_an_exception() -> None:
    before = ctx.prec
    with precision(100):
        with precision(200):
            assert ctx.prec == 200
        assert ctx.prec == 100
    with pytest.raises(KeyError), precision(777):
        raise KeyError
    assert ctx.prec == before


@pytest.mark.parametrize("value", [vanishing, lambda: arb("nan"), lambda: arb("0", "1"), lambda: 1 / ball(0)])
def test_what_never_shows_is_refused_and_precision_is_given_back(value: Callable[[], arb]) -> None:
    before = ctx.prec
    for question in (partial(enclose, value, 1), partial(sign, value), partial(floor, value)):
        with refused(Reason.UNDECIDED):
            question()
    with refused(Reason.UNDECIDED):
        enclose(lambda: arb("inf"), 1)
    assert ctx.prec == before


def test_threads_do_not_meet_each_others_precision() -> None:
    together = Barrier(6)
    before = ctx.prec

    def work(bits: int) -> bool:
        together.wait()
        kept = True
        for _ in range(5):
            with precision(bits):
                sleep(0.0005)
                root = arb(2).sqrt()
                kept = kept and ctx.prec == bits and exact_fraction(root.rad()) * 2 ** (bits - 4) < 1
                kept = kept and exact_fraction(root.rad()) * 2 ** (bits + 4) > 1
        return kept

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(work, range(60, 660, 100))) == [True] * 6
    assert ctx.prec == before


def test_each_attempt_has_twice_the_bits_of_the_one_before() -> None:
    tried: list[int] = []

    def attempt() -> str | None:
        tried.append(ctx.prec)
        return "yes" if ctx.prec > 1000 else None

    assert refine_until_decided("a question", attempt) == "yes"
    assert tried == [128, 256, 512, 1024]


@pytest.mark.parametrize("most_bits", [256, 300, 511])
def test_what_stays_open_at_the_most_bits_is_refused_by_its_name(most_bits: int) -> None:
    tried: list[int] = []
    with refused(Reason.UNDECIDED) as refusal:
        refine_until_decided("the riddle", lambda: tried.append(ctx.prec), most_bits)
    assert tried == [128, 256]
    assert "the riddle" in refusal.value.what


def test_an_answer_may_be_zero_and_an_attempt_may_fail() -> None:
    before = ctx.prec
    assert refine_until_decided("a question", lambda: 0) == 0
    with pytest.raises(ZeroDivisionError):
        refine_until_decided("a question", lambda: 1 / 0)
    assert ctx.prec == before


@given(FRACTIONS, st.integers(1, 80))
def test_an_enclosure_contains_the_number_and_is_as_narrow_and_short_as_promised(
    value: Fraction, digits: int
) -> None:
    found = enclose(lambda: ball(value), digits)
    assert found.contains(value)
    assert width(found) * 10**digits <= abs(value)
    assert max(len(end.as_tuple().digits) for end in (found.lower, found.upper)) <= digits + 5


@given(FRACTIONS.map(abs), st.integers(1, 60))
def test_the_enclosure_of_a_root_encloses_when_squared(value: Fraction, digits: int) -> None:
    found = enclose(lambda: ball(value).sqrt(), digits)
    assert Fraction(found.lower) ** 2 <= value <= Fraction(found.upper) ** 2
    assert width(found) ** 2 * 10 ** (2 * digits) <= value


def test_a_power_of_ten_is_enclosed_alike_whichever_side_the_middle_of_its_ball_is_on() -> None:
    """A part that is known to more bits moves the middle of the ball, and not the printed digits."""
    mids, found = set[bool](), set[Enclosure]()
    with precision(300):
        finely = arb(1).exp() / (4 * arb(1).exp() + 6)
    with precision(64):
        coarsely = 1 / (4 * arb(1).exp() + 6)
    for bits in range(40, 72):

        def quotient(bits: int = bits) -> arb:
            with precision(bits):
                return (finely / coarsely).log()

        mids.add(bool(quotient().mid() > 1))
        found.add(enclose(quotient, 6))
    assert mids == {True, False}
    assert found == {Enclosure(Decimal("0.999999999"), Decimal("1.000000001"))}


def test_zero_is_enclosed_by_nothing_but_itself() -> None:
    found = enclose(lambda: ball(0), 30)
    assert found.lower == found.upper == 0


@pytest.mark.parametrize("exponent", [-(10**6), -700, -1, Fraction(1, 10**9), 1, 700, 10**6])
def test_the_tiny_and_the_huge_have_the_digits_that_decimal_arithmetic_finds(
    exponent: Fraction | int,
) -> None:
    expected = decimally(Decimal.exp, exponent)
    found = enclose(lambda: ball(exponent).exp(), 50)
    assert agrees(lambda: ball(exponent).exp(), expected, 50)
    assert width(found) * 10**50 <= expected


@pytest.mark.parametrize("exponent", [10**9, -(10**9)])
def test_a_number_that_is_no_fraction_in_memory_has_its_digits_too(exponent: int) -> None:
    """And one that is no decimal is refused."""
    found = enclose(lambda: ball(exponent).exp(), 30)
    with localcontext(prec=60, Emax=MAX_EMAX, Emin=MIN_EMIN):
        assert found.lower < Decimal(exponent).exp() < found.upper
        assert (found.upper - found.lower).scaleb(30) <= found.lower
    with refused(Reason.OVERFLOW):
        enclose(lambda: ball(exponent * 10**9).exp(), 30)


@pytest.mark.parametrize("value", [1, -1])
def test_what_cancels_is_computed_again_until_the_digits_are_there(value: int) -> None:
    small = value * Fraction(1, 10**3000)
    found = enclose(lambda: ball(1 + small).log(), 20)
    assert Fraction(found.lower) <= small - small**2 / 2 <= Fraction(found.upper)
    assert width(found) * 10**20 <= abs(small)


def test_four_thousand_digits_of_a_root() -> None:
    found = enclose(lambda: ball(2).sqrt(), 4000)
    assert Fraction(found.lower) ** 2 <= 2 <= Fraction(found.upper) ** 2
    assert width(found) * 10**4000 <= 2


def test_an_enclosure_contains_its_ends_and_what_lies_between() -> None:
    around = Enclosure(Decimal(1), Decimal("1.1"))
    found = [around.contains(Fraction(value)) for value in ("0.9", "1", "1.05", "1.1", "1.11")]
    assert found == [False, True, True, True, False]


@given(FRACTIONS)
def test_the_floor_and_the_sign_of_a_fraction(value: Fraction) -> None:
    whole = value.denominator == 1
    assert floor(lambda: ball(value.numerator if whole else value)) == value.numerator // value.denominator
    assert sign(lambda: ball(value)) == (value > 0) - (value < 0)


def test_the_floor_just_below_a_whole_number() -> None:
    def ramanujan() -> arb:
        """e^(pi sqrt(163)) = 262537412640768743.99999999999925..."""
        return (arb.pi() * arb(163).sqrt()).exp()

    assert floor(ramanujan) == 262537412640768743


def test_a_floor_at_a_jump_is_refused() -> None:
    with refused(Reason.UNDECIDED):
        floor(lambda: arb(9).log() / arb(3).log())


def test_the_sign_of_a_difference_that_shows_late() -> None:
    late = Fraction(1, 10**5000)
    assert sign(lambda: ball(2 + late).sqrt() - ball(2).sqrt()) == 1
    assert sign(lambda: ball(2).sqrt() - ball(2 + late).sqrt()) == -1


def cubic(x: arb) -> arb:
    """x^3 - 3x + 1 has its three roots near -1.88, 0.347 and 1.532."""
    return x**3 - 3 * x + 1


def cubic_slope(x: arb) -> arb:
    return 3 * x**2 - 3


@pytest.mark.parametrize(("middle", "radius"), [("-1.9", "0.2"), ("0.3", "0.2"), ("1.6", "0.2")])
def test_the_root_in_a_bracket_changes_the_sign_of_the_function(middle: str, radius: str) -> None:
    with precision(300):
        bracket = arb(middle, radius)
        root = interval_newton(cubic, cubic_slope, bracket)
        low, high = exact_fraction(root.lower()), exact_fraction(root.upper())
        below, above = (x**3 - 3 * x + 1 for x in (low, high))
        assert below * above < 0
        assert high - low < Fraction(1, 2**290)
        assert bracket.contains(root)


NO_ROOT: dict[str, tuple[Callable[[arb], arb], Callable[[arb], arb], arb]] = {
    "no root": (cubic, cubic_slope, arb("3", "1")),
    "three": (cubic, cubic_slope, arb("0", "3")),
    "a point": (cubic, cubic_slope, arb("1.6", "0")),
    "no real root": (lambda x: x**2 + 1, lambda x: 2 * x, arb("1", "0.5")),
    "double root": (lambda x: x**2, lambda x: 2 * x, arb("0", "1")),
    "two roots": (lambda x: x**2 - 1, lambda x: 2 * x, arb("0", "2")),
    "just missed": (lambda x: x**2 - 2, lambda x: 2 * x, arb("1.5", "0.01")),
    "undefined": (lambda x: x.log(), lambda x: 1 / x, arb("-1", "0.5")),
}


@pytest.mark.parametrize("name", NO_ROOT)
def test_a_bracket_without_one_proved_root_is_refused(name: str) -> None:
    with precision(200), refused(Reason.UNDECIDED):
        interval_newton(*NO_ROOT[name])


@pytest.mark.parametrize("middle", ["2", "2.1"])
def test_a_root_that_is_a_float_is_found_as_well(middle: str) -> None:
    calls = 0

    def function(x: arb) -> arb:
        nonlocal calls
        calls += 1
        if calls > 200:
            pytest.fail("newton does not come to an end")
        return x**2 - 4

    with precision(128):
        assert interval_newton(function, lambda x: 2 * x, arb(middle, "0.5")).contains(2)


def test_the_latest_answer_is_remembered_ball_for_ball() -> None:
    """Neither another precision nor a wider ball around the same number, nor 1 for a fraction, is the same."""
    asked: list[object] = []

    @cache_latest
    def told(value: object) -> int:
        asked.append(value)
        return len(asked)

    around = arb(1, 0.5)
    with precision(100):
        assert [told(around), told(arb(1, 0.5)), told(arb(1, 0.25)), told(Fraction(1)), told(1)] == [
            1,
            1,
            2,
            3,
            4,
        ]
    with precision(200):
        assert [told(1), told(1)] == [5, 5]


FORKING = """
import os, signal, threading
from fractions import Fraction
from flint import ctx
from ldproof.numbers import ball, precision, sign

before, held, done = ctx.prec, threading.Event(), threading.Event()


def compute():
    with precision(4321):
        held.set()
        done.wait()


def below_two():
    return sign(lambda: ball(Fraction(3, 2)).sqrt() - 2) == -1


other = threading.Thread(target=compute)
other.start()
held.wait()
if (child := os.fork()) == 0:
    signal.alarm(20)
    found = ctx.prec == before and below_two() and ctx.prec == before
    os._exit(0 if found else 1)
first = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
done.set()
other.join()
with precision(999):
    if (child := os.fork()) == 0:
        signal.alarm(20)
        found = ctx.prec == 999 and below_two() and ctx.prec == 999
        os._exit(0 if found else 1)
second = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(first, second, ctx.prec == before)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="elsewhere no process is a copy of another")
def test_a_fork_while_another_thread_computes_neither_hangs_nor_keeps_its_precision() -> None:
    """The child got a lock that nobody could release; a fork inside one's own precision goes on in it."""
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKING],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert ran.stdout.split() == ["0", "0", "True"]
