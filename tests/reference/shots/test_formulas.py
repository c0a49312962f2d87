"""The closed forms, against the source's own print; the variance, against laws and as the ledger writes it."""

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.errors import Reason
from ldproof.numbers import Real, ball, enclose, exact_fraction, precision, sign
from ldproof.shots import formulas
from ldproof.shots.formulas import (
    c_star,
    estimate,
    event_epsilon,
    event_odds,
    figure_of_merit,
    g,
    gap,
    variance,
    worst_variance,
)
from tests.reference.numbers.decimals import agrees, balls, close, decimally
from tests.reference.refusals import refused
from tests.reference.shots import printed
from tests.reference.shots.rounds import errors
from tests.tiers import grid

SHAPES = [(1, 1), (1, 2), (2, 3), (7, 7), (3, 100), (1, 10**6), (10**6, 10**6), (999_999, 10**6)]
DUMMIES = [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(4, 5), Fraction(1)]
BUDGETS = [Fraction(1, 10**9), Fraction(1, 2), Fraction(3), Fraction(50), Fraction(700)]
EVERYWHERE = pytest.mark.parametrize(("shape", "epsilon", "r"), grid(SHAPES, BUDGETS, DUMMIES))

ROUNDS = st.tuples(st.integers(1, 50), st.integers(0, 50)).map(lambda pair: (pair[0], sum(pair)))
RS = st.fractions(0, 1)
ODDS = st.fractions(1, 10**9).filter(lambda E: E > 1)


@given(ROUNDS, RS, ODDS, st.integers(1, 10**9), st.fractions(0, 1))
def test_rates_and_estimate_are_as_printed(
    rounds: tuple[int, int], r: Fraction, E: Fraction, N: int, rate: Fraction
) -> None:
    m, T = map(Fraction, rounds)
    p, q = formulas.p(m, T, r, E - 1), formulas.q(m, T, r, E - 1)
    assert (p, q) == (printed.p(m, T, r, E), printed.q(m, T, r, E))
    assert gap(m, T, E - 1) == p - q
    assert 0 <= q < p <= 1
    ones = Fraction(round(N * rate))
    assert estimate(ones, Fraction(N), m, T, r, E - 1) == printed.Phi(ones, Fraction(N), m, T, r, E)


def printed_merit(m: Decimal, T: Decimal, r: Decimal, epsilon: Decimal) -> Decimal:
    return printed.f(m, T, r, epsilon, (epsilon / m).exp())


@EVERYWHERE
def test_figure_of_merit_is_as_printed(shape: tuple[int, int], epsilon: Fraction, r: Fraction) -> None:
    """For r = 0 it is g(m / epsilon); a float keeps its digits, and those of the gap, at epsilon = 1e-9."""
    m, T = shape
    merit = decimally(printed_merit, m, T, r, epsilon)
    assert agrees(lambda: figure_of_merit(*balls(m, T, r, epsilon)), merit)
    assert r or agrees(lambda: g(ball(m / epsilon)), merit)
    exact = Fraction(float(epsilon))
    excess = decimally(lambda m, e: (e / m).exp() - 1, m, exact)
    assert close(gap(float(m), float(T), float(excess)), Fraction(m, T) * excess / (excess + 2), 16)
    found = figure_of_merit(float(m), float(T), 0.25, float(epsilon))
    assert close(found, decimally(printed_merit, m, T, Fraction(1, 4), exact), 32)


def test_a_budget_that_no_float_holds_is_refused() -> None:
    with refused(Reason.OVERFLOW):
        figure_of_merit(1.0, 2.0, 0.0, 720.0)
    assert figure_of_merit(2.0, 2.0, 0.0, 720.0) == pytest.approx(2 / 720)


POINTS = [
    Fraction(x) for x in ("1/700", "1/4", "1/2", "0.574", "0.5743192", "0.5743193", "0.575", "2", "1e9")
]


def rises(x: Fraction, y: Fraction) -> int:
    """1 if g(x) < g(y), -1 if it is the other way round."""
    return sign(lambda: g(ball(y)) - g(ball(x)))


@pytest.mark.parametrize("x", POINTS)
def test_g_is_as_printed_and_largest_at_c_star(x: Fraction) -> None:
    """And the slope at 1/x has the sign of its change."""
    assert agrees(lambda: g(ball(x)), decimally(printed.g, x))
    assert close(g(float(x)), decimally(printed.g, Fraction(float(x))), 32)
    assert g(c_star()) > g(Real(x))
    tiny = Fraction(1, 10**12)
    assert sign(lambda: formulas.slope_sign(1 / ball(x))) == rises(x - tiny, x + tiny)


def W(u: Decimal) -> Decimal:
    return (2 * u).exp() - 1 - u * (3 * u.exp() + 1)


@pytest.mark.parametrize("u", [Fraction(1, 10**6), Fraction(1), Fraction("1.741"), Fraction(20)])
def test_slope_is_as_written_and_bend_is_its_derivative(u: Fraction) -> None:
    """W(u) = e^(2u) - 1 - u (3 e^u + 1); over a short step its difference quotient is its derivative."""
    step = Fraction(1, 10**25)
    quotient = (decimally(W, u + step) - decimally(W, u - step)) / (2 * step)
    with precision(300):
        assert agrees(lambda: formulas.slope_sign(ball(u)), decimally(W, u), 50)
        assert (
            abs(exact_fraction(formulas.slope_sign_derivative(ball(u)).mid()) - quotient)
            <= abs(quotient) / 10**35
        )
    assert formulas.slope_sign(float(u)) == pytest.approx(float(decimally(W, u)), rel=1e-9)
    assert formulas.slope_sign_derivative(float(u)) == pytest.approx(float(quotient), rel=1e-9)


def test_c_star_is_the_inverse_of_the_root_of_the_slope() -> None:
    """To sixty digits, by bisection in decimal arithmetic; and to as many as are asked for."""
    low, high = Decimal("1.7"), Decimal("1.8")
    with localcontext(prec=100):
        while high - low > Decimal("1e-70"):
            middle = (low + high) / 2
            low, high = (middle, high) if W(middle) < 0 else (low, middle)
        found = enclose(c_star(), 60)
        assert found.lower <= 1 / low
        assert 1 / high <= found.upper
        assert found.upper - found.lower <= Decimal("1e-60")
    assert str(found.lower).startswith("0.57431928")
    for bits in (64, 500, 3000):
        with precision(bits):
            assert exact_fraction(c_star()().rad()) <= Fraction(1, 2 ** (bits - 10))
    coarse, fine = enclose(c_star(), 20), enclose(c_star(), 900)
    assert coarse.lower <= fine.lower < fine.upper <= coarse.upper


@given(ROUNDS, RS, ODDS)
def test_event_odds_are_as_the_ledger_writes_them(rounds: tuple[int, int], r: Fraction, E: Fraction) -> None:
    """The whole share for r in {0, 1} and m = T, and 1 + (m/T)(E - 1) for r = 1/2."""
    m, T = map(Fraction, rounds)
    found = event_odds(m, T, r, E - 1)
    assert found == printed.event_odds(m, T, r, E) == event_odds(m, T, 1 - r, E - 1)
    assert 1 < found <= E
    assert (found == E) == (m == T or r in {0, 1})
    assert event_odds(m, T, Fraction(0), E - 1) == event_odds(m, T, Fraction(1), E - 1) == E
    assert event_odds(m, T, Fraction(1, 2), E - 1) == 1 + m / T * (E - 1)


@EVERYWHERE
def test_event_epsilon_is_the_logarithm_of_the_event_odds(
    shape: tuple[int, int], epsilon: Fraction, r: Fraction
) -> None:
    given: tuple[Fraction | int, ...] = (*shape, r, epsilon)
    expected = decimally(lambda m, T, r, e: printed.event_odds(m, T, r, (e / m).exp()).ln(), *given)
    assert abs(expected) > Fraction(1, 10**40)
    assert agrees(lambda: event_epsilon(*balls(*given)), expected, 50)
    assert event_epsilon(*map(float, given)) == pytest.approx(float(expected), rel=1e-9)


def test_user_epsilon_is_the_whole_budget() -> None:
    """That it is tight is read off the law, in `test_privacy`."""
    assert formulas.user_epsilon(Fraction(5, 2)) == Fraction(5, 2)


SOME_DUMMIES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
ONE = Fraction(1)


PAIRS = st.tuples(st.integers(1, 9), st.integers(0, 9))


@given(
    st.integers(1, 6), PAIRS, st.sampled_from(SOME_DUMMIES), st.sampled_from(["3/2", "3", "40"]), st.data()
)
def test_variance_is_the_mean_squared_error(
    N: int, pair: tuple[int, int], r: Fraction, odds: str, data: st.DataObject
) -> None:
    """Of two Binomial numbers, for every share."""
    m, T, E = pair[0], sum(pair), Fraction(odds)
    active = data.draw(st.integers(0, N))
    expected = sum((share * error**2 for error, share in errors(active, N, m, T, r, E)), Fraction(0))
    found = variance(Fraction(N), Fraction(m), Fraction(T), r, Fraction(active, N), E - 1)
    assert found == expected <= worst_variance(Fraction(N), Fraction(m), Fraction(T), r, E - 1)


@given(PAIRS, st.fractions(0, 1), st.fractions(0, 1), st.fractions(Fraction(11, 10), 50))
def test_variance_is_as_the_ledger_writes_it(
    pair: tuple[int, int], phi: Fraction, r: Fraction, E: Fraction
) -> None:
    """Row shots.r-star: r = 0; r = 1; flipping states and dummies changes nothing; linear in phi, so worst at an end."""
    m, T = Fraction(pair[0]), Fraction(sum(pair))
    quiet = ((T / m) * (E + 1) * (phi * E + 1 - phi) - (phi * E**2 + 1 - phi)) / (E - 1) ** 2
    assert variance(ONE, m, T, Fraction(0), phi, E - 1) == quiet
    loud = quiet - (2 * phi - 1) * (1 - m / T) * (E + 1) / (m / T * (E - 1))
    assert variance(ONE, m, T, ONE, phi, E - 1) == loud == variance(ONE, m, T, Fraction(0), 1 - phi, E - 1)
    low, middle, high = (variance(ONE, m, T, r, share, E - 1) for share in (Fraction(0), phi, ONE))
    assert middle == low + phi * (high - low)
    assert worst_variance(ONE, m, T, r, E - 1) == max(low, high)
