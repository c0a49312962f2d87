"""The closed forms, against the source's own print, from epsilon = 1e-9 to 700, and at every end."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from inspect import signature
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import (
    Ball,
    Enclosure,
    Real,
    Symbol,
    Term,
    ball,
    enclose,
    exp,
    fraction,
    operate,
    precision,
    sign,
)
from ldproof.rejections import Reason
from ldproof.shots import accuracy, formulas
from ldproof.shots.formulas import (
    bend,
    c_star,
    estimate,
    event_epsilon,
    event_odds,
    figure_of_merit,
    g,
    gap,
    p,
    q,
    slope,
    user_epsilon,
)
from tests.reference.numbers.decimals import agrees, balls, close, decimally, holds
from tests.reference.refusals import refused
from tests.reference.shots import algorithm_1, printed

SHAPES = [(1, 1), (1, 2), (2, 3), (7, 7), (3, 100), (1, 10**6), (10**6, 10**6), (999_999, 10**6)]
DUMMIES = [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(4, 5), Fraction(1)]
BUDGETS = [Fraction(1, 10**9), Fraction(1, 2), Fraction(3), Fraction(50), Fraction(700)]
EVERYWHERE = pytest.mark.parametrize(
    ("m", "T", "epsilon"), [(m, T, epsilon) for (m, T), epsilon in product(SHAPES, BUDGETS)]
)

ROUNDS = st.tuples(st.integers(1, 50), st.integers(0, 50)).map(lambda pair: (pair[0], sum(pair)))
RS = st.fractions(0, 1)
ODDS = st.fractions(1, 10**9).filter(lambda E: E > 1)


def E_of(m: Decimal, epsilon: Decimal) -> Decimal:
    return (epsilon / m).exp()


# section 4.1


@given(ROUNDS, RS, ODDS)
def test_p_q_and_their_gap_as_printed(rounds: tuple[int, int], r: Fraction, E: Fraction) -> None:
    m, T = map(Fraction, rounds)
    assert p(m, T, r, E - 1) == printed.p(m, T, r, E)
    assert q(m, T, r, E - 1) == printed.q(m, T, r, E)
    assert gap(m, T, E - 1) == printed.p(m, T, r, E) - printed.q(m, T, r, E) > 0
    assert 0 <= q(m, T, r, E - 1) < p(m, T, r, E - 1) <= 1


@given(ROUNDS, RS, ODDS, st.integers(1, 10**9), st.fractions(0, 1))
def test_the_estimate_as_printed(
    rounds: tuple[int, int], r: Fraction, E: Fraction, N: int, rate: Fraction
) -> None:
    m, T = map(Fraction, rounds)
    ones = Fraction(round(N * rate))
    assert estimate(ones, Fraction(N), m, T, r, E - 1) == printed.Phi(ones, Fraction(N), m, T, r, E)


@pytest.mark.parametrize(("T", "m", "r"), [(1, 1, Fraction(1)), (2, 1, Fraction(1, 3)), (2, 2, Fraction(0))])
def test_the_estimate_is_unbiased_over_all_that_two_people_can_send(T: int, m: int, r: Fraction) -> None:
    """Theorem 3, in every round."""
    E = Fraction(3)
    people = [*product((0, 1), repeat=T)]
    for one, other in product(people, repeat=2):
        sent = product(
            algorithm_1.transcripts(one, m, r, E).items(), algorithm_1.transcripts(other, m, r, E).items()
        )
        expected = [Fraction(0)] * T
        for (first, share), (second, other_share) in sent:
            for t in range(T):
                ones = Fraction(first[t] + second[t])
                phi = estimate(ones, Fraction(2), Fraction(m), Fraction(T), r, E - 1)
                expected[t] += share * other_share * phi
        assert expected == [Fraction(one[t] + other[t], 2) for t in range(T)]


def test_the_ends_of_the_dummies_and_rounds() -> None:
    E, one = Fraction(3), Fraction(1)
    for r in DUMMIES:
        assert p(one * 4, one * 4, r, E - 1) == Fraction(3, 4)
        assert q(one * 4, one * 4, r, E - 1) == Fraction(1, 4)
    assert (p(one, one * 4, one * 0, E - 1), q(one, one * 4, one * 0, E - 1)) == (
        Fraction(3, 16),
        Fraction(1, 16),
    )
    assert (p(one, one * 4, one, E - 1), q(one, one * 4, one, E - 1)) == (Fraction(15, 16), Fraction(13, 16))


@EVERYWHERE
def test_floats_keep_the_digits_of_the_gap(m: int, T: int, epsilon: Fraction) -> None:
    """The gap and the figure of merit are what a float would lose at epsilon = 1e-9."""
    exact = Fraction(float(epsilon))
    excess = float(decimally(lambda m, e: E_of(m, e) - 1, m, exact))
    assert close(
        gap(float(m), float(T), excess),
        decimally(lambda m, T, e: m / T * (E_of(m, e) - 1) / (E_of(m, e) + 1), m, T, exact),
        16,
    )
    found = figure_of_merit(float(m), float(T), 0.25, float(epsilon))
    expected = decimally(lambda m, T, r, e: printed.f(m, T, r, e, E_of(m, e)), m, T, Fraction(1, 4), exact)
    assert close(found, expected, 32)


# theorem 5 and section 4.3


def merit(m: int, T: int, r: Fraction, epsilon: Fraction, digits: int = 50) -> Enclosure:
    return enclose(lambda: figure_of_merit(*balls(m, T, r, epsilon)), digits)


def rises(x: Fraction, y: Fraction) -> int:
    """1 if g(x) < g(y), -1 if it is the other way round."""
    return sign(lambda: g(ball(y)) - g(ball(x)))


@EVERYWHERE
@pytest.mark.parametrize("r", DUMMIES)
def test_the_figure_of_merit_as_printed(m: int, T: int, epsilon: Fraction, r: Fraction) -> None:
    expected = decimally(lambda m, T, r, e: printed.f(m, T, r, e, E_of(m, e)), m, T, r, epsilon)
    assert holds(merit(m, T, r, epsilon, 60), expected)


@EVERYWHERE
def test_the_figure_of_merit_is_the_squared_gap_over_p(m: int, T: int, epsilon: Fraction) -> None:
    """Ledger row shots.thm-5: f = (T/epsilon) (p - q)^2 / p."""

    def square(m: Decimal, T: Decimal, r: Decimal, e: Decimal) -> Decimal:
        E = E_of(m, e)
        high, low = printed.p(m, T, r, E), printed.q(m, T, r, E)
        return T / e * (high - low) ** 2 / high

    for r in DUMMIES:
        assert holds(merit(m, T, r, epsilon), decimally(square, m, T, r, epsilon))


@EVERYWHERE
def test_the_figure_of_merit_decreases_in_r_and_ties_where_nobody_is_silent(
    m: int, T: int, epsilon: Fraction
) -> None:
    merits = [merit(m, T, r, epsilon) for r in DUMMIES]
    for less, more in pairwise(merits):
        assert (less == more) if m == T else less.lower > more.upper


def test_a_budget_that_no_float_holds_is_refused() -> None:
    with refused(Reason.OVERFLOW):
        figure_of_merit(1.0, 2.0, 0.0, 720.0)
    assert figure_of_merit(2.0, 2.0, 0.0, 720.0) == pytest.approx(2 / 720)


POINTS = [
    Fraction(1, 700),
    Fraction(1, 4),
    Fraction(1, 2),
    Fraction("0.574"),
    Fraction("0.575"),
    Fraction(2),
    Fraction(10**9),
]


@pytest.mark.parametrize("x", POINTS)
def test_g_as_printed(x: Fraction) -> None:
    assert agrees(lambda: g(ball(x)), decimally(printed.g, x))
    assert close(g(float(x)), decimally(printed.g, Fraction(float(x))), 32)


@EVERYWHERE
def test_without_dummies_of_1_the_figure_of_merit_depends_on_m_over_epsilon_only(
    m: int, T: int, epsilon: Fraction
) -> None:
    """Section 4.3: f(m, 0) = g(m/epsilon)."""
    assert agrees(
        lambda: g(ball(m / epsilon)),
        decimally(lambda m, T, e: printed.f(m, T, 0 * m, e, E_of(m, e)), m, T, epsilon),
    )


def test_g_rises_before_c_star_and_falls_after_it() -> None:
    before = [Fraction(n, 1000) for n in (2, 20, 200, 400, 500, 570, 574)]
    after = [Fraction(n, 1000) for n in (575, 580, 700, 1000, 2000, 10**6)]
    assert [rises(x, y) for x, y in pairwise(before)] == [1] * 6
    assert [rises(x, y) for x, y in pairwise(after)] == [-1] * 5


@pytest.mark.parametrize("x", [*POINTS, Fraction("0.5743192"), Fraction("0.5743193")])
def test_g_is_largest_at_c_star(x: Fraction) -> None:
    assert g(c_star()) > g(Real(x))


@pytest.mark.parametrize("x", [*POINTS, Fraction("0.5743192"), Fraction("0.5743193")])
def test_the_slope_at_1_over_x_has_the_sign_of_the_change_of_g(x: Fraction) -> None:
    tiny = Fraction(1, 10**12)
    assert sign(lambda: slope(1 / ball(x))) == rises(x - tiny, x + tiny)


@pytest.mark.parametrize("u", [Fraction(1, 10**6), Fraction(1), Fraction("1.741"), Fraction(20)])
def test_the_slope_as_written_and_the_bend_as_its_derivative(u: Fraction) -> None:
    """W(u) = e^(2u) - 1 - u (3 e^u + 1); over a short step its difference quotient is its derivative."""

    def W(u: Decimal) -> Decimal:
        return (2 * u).exp() - 1 - u * (3 * u.exp() + 1)

    step = Fraction(1, 10**25)
    quotient = (decimally(W, u + step) - decimally(W, u - step)) / (2 * step)
    with precision(300):
        assert agrees(lambda: slope(ball(u)), decimally(W, u), 50)
        assert abs(fraction(bend(ball(u)).mid()) - quotient) <= abs(quotient) / 10**35
    assert slope(float(u)) == pytest.approx(float(decimally(W, u)), rel=1e-9)
    assert bend(float(u)) == pytest.approx(float(quotient), rel=1e-9)


# section 5.3


def root_of_W() -> tuple[Decimal, Decimal]:
    """Two neighbours at 70 digits between which W changes its sign, by bisection; call it with 100 digits set."""
    low, high = Decimal("1.7"), Decimal("1.8")
    while high - low > Decimal("1e-70"):
        middle = (low + high) / 2
        E = middle.exp()
        negative = middle * (3 * E + 1) > E * E - 1
        low, high = (middle, high) if negative else (low, middle)
    return low, high


def test_sixty_digits_of_c_star_by_bisection_in_decimal_arithmetic() -> None:
    with localcontext(prec=100):
        low, high = root_of_W()
        found = enclose(c_star(), 60)
        assert found.lower <= 1 / low
        assert 1 / high <= found.upper
        assert found.upper - found.lower <= Decimal("1e-60")
    assert str(found.lower).startswith("0.57431928")


def test_c_star_has_as_many_digits_as_are_asked_for() -> None:
    for bits in (64, 500, 3000):
        with precision(bits):
            assert fraction(c_star()().rad()) <= Fraction(1, 2 ** (bits - 10))
    coarse, fine = enclose(c_star(), 20), enclose(c_star(), 900)
    assert coarse.lower <= fine.lower < fine.upper <= coarse.upper


def test_g_at_c_star_is_rational_in_E() -> None:
    """Ledger row shots.c-star: g(c*) = (E - 1)(3E + 1) / (E (E + 1)^2) at E = e^(1/c*)."""
    E = exp(1 / c_star())
    closed = (E - 1) * (3 * E + 1) / (E * (E + 1) ** 2)
    assert abs(closed - g(c_star())) < Fraction(1, 10**60)


# the ledger's event level


@given(ROUNDS, RS, ODDS)
def test_event_odds_as_the_ledger_writes_them(rounds: tuple[int, int], r: Fraction, E: Fraction) -> None:
    m, T = map(Fraction, rounds)
    found = event_odds(m, T, r, E - 1)
    assert found == printed.event_odds(m, T, r, E) == event_odds(m, T, 1 - r, E - 1)
    assert 1 < found <= E
    assert (found == E) == (m == T or r in {0, 1})


@given(ROUNDS, ODDS)
def test_event_odds_at_their_ends(rounds: tuple[int, int], E: Fraction) -> None:
    """r in {0, 1} gives epsilon/m, and r = 1/2 gives ln(1 + (m/T)(E - 1))."""
    m, T = map(Fraction, rounds)
    assert event_odds(m, T, Fraction(0), E - 1) == event_odds(m, T, Fraction(1), E - 1) == E
    assert event_odds(m, T, Fraction(1, 2), E - 1) == 1 + m / T * (E - 1)


@EVERYWHERE
@pytest.mark.parametrize("r", DUMMIES)
def test_event_epsilon_is_the_logarithm_of_the_event_odds(
    m: int, T: int, epsilon: Fraction, r: Fraction
) -> None:
    expected = decimally(lambda m, T, r, e: printed.event_odds(m, T, r, E_of(m, e)).ln(), m, T, r, epsilon)
    assert abs(expected) > Fraction(1, 10**40)
    assert agrees(lambda: event_epsilon(*balls(m, T, r, epsilon)), expected, 50)
    found = event_epsilon(float(m), float(T), float(r), float(epsilon))
    assert found == pytest.approx(float(expected), rel=1e-9)


@given(st.fractions(0, 10**6).filter(bool))
def test_user_epsilon_is_the_whole_budget(epsilon: Fraction) -> None:
    """That it is tight is read off the law, in `test_law`."""
    assert user_epsilon(epsilon) == epsilon


# every formula in every system

AT = {
    "m": Fraction(3),
    "T": Fraction(8),
    "r": Fraction(1, 4),
    "excess": Fraction(3, 2),
    "epsilon": Fraction(5, 2),
    "ones": Fraction(40),
    "N": Fraction(64),
    "x": Fraction(3, 4),
    "u": Fraction(5, 4),
    "alpha": Fraction(1, 8),
}
"""A point that floats hold exactly."""

RATIONAL = ("p", "q", "gap", "estimate", "event_odds", "user_epsilon", "largest_alpha")
OTHERS = ("figure_of_merit", "g", "event_epsilon", "failure_bound", "slope", "bend")


def named(name: str) -> tuple[Callable[..., object], list[str]]:
    function: Callable[..., object] = getattr(formulas, name, None) or getattr(accuracy, name)
    return function, [*signature(function).parameters]


@pytest.mark.parametrize("name", RATIONAL + OTHERS)
def test_a_formula_on_terms_is_the_formula(name: str) -> None:
    """What it says, evaluated in any system, is what it gives when called there."""
    function, names = named(name)
    said = function(*map(Symbol, names))
    assert isinstance(said, Term)
    assert said.symbols() == set(names)
    floats = {each: float(AT[each]) for each in names}
    direct = function(*floats.values())
    assert isinstance(direct, float)
    assert said.fold(float, floats.__getitem__, operate) == pytest.approx(direct, rel=1e-14)
    arrays = {each: np.full(2, floats[each]) for each in names}
    found = function(*arrays.values())
    assert isinstance(found, np.ndarray)
    assert found == pytest.approx([direct] * 2, rel=1e-15)
    assert said.fold(lambda c: np.full(2, float(c)), arrays.__getitem__, operate) == pytest.approx(
        found, rel=1e-14
    )
    with precision(200):
        around = function(*(ball(AT[each]) for each in names))
        assert isinstance(around, Ball)
        assert around.overlaps(said.fold(ball, lambda each: ball(AT[each]), operate))
        assert fraction(around.rad()) <= Fraction(1, 2**180)
        assert abs(fraction(around.mid()) - Fraction(direct)) <= abs(Fraction(direct)) / 10**14


@pytest.mark.parametrize("name", RATIONAL)
def test_a_rational_formula_gives_fractions(name: str) -> None:
    function, names = named(name)
    said, exact = function(*map(Symbol, names)), function(*(AT[each] for each in names))
    assert isinstance(said, Term)
    assert isinstance(exact, Fraction)
    assert said.fold(Fraction, AT.__getitem__, operate) == exact
    with precision(200):
        around = function(*(ball(AT[each]) for each in names))
        assert isinstance(around, Ball)
        assert fraction(around.lower()) <= exact <= fraction(around.upper())


@pytest.mark.parametrize("name", OTHERS)
def test_the_other_formulas_refuse_fractions_rather_than_round(name: str) -> None:
    function, names = named(name)
    with refused(Reason.IRRATIONAL):
        function(*(AT[each] for each in names))
