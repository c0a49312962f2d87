"""The statistic, the map T and the sensitivities by their definitions; quantiles; and errors over all tables."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import parse_budget
from ldproof.chi2 import formulas
from ldproof.chi2.error import best_beta_error, beta_error, bound_corrected, bound_printed, error
from ldproof.chi2.formulas import (
    beyond_ellipse,
    margin_weight,
    norm_squared,
    p_value,
    quantile,
    rounded_quantile,
    statistic,
)
from ldproof.chi2.law import PrivateTestName
from ldproof.errors import Reason
from ldproof.numbers import Real, ball, enclose, precision, sign, sqrt
from ldproof.numbers.algebra import root_sum
from ldproof_proofs.chi2.ellipse.conic import conic_coefficients, conic_left_side, eigenvalues, ellipse_scale
from ldproof_proofs.chi2.ellipse.image import circle_image, printed_image
from ldproof_proofs.chi2.formulas.statistic import four_cells
from tests.oracle import by_hand
from tests.reference.chi2.neighbours import Cell, cells, number
from tests.reference.refusals import refused

Cells = tuple[int, int, int, int]
USUAL, HALF, ONE = Fraction(96, 25), Fraction(1, 2), Fraction(1)


@st.composite
def tables(draw: st.DrawFn) -> Cells:
    m1, m2 = draw(st.integers(1, 60)), draw(st.integers(1, 60))
    return draw(st.integers(0, m1)), draw(st.integers(0, m2)), m1, m2


def norm(a: int, b: int, m1: int, m2: int, tau: Fraction) -> Fraction:
    return norm_squared(Fraction(a), Fraction(b), Fraction(m1), Fraction(m2), tau)


@given(tables())
def test_the_statistic_is_pearsons(table: Cells) -> None:
    """The sum over the four cells of (observed - expected)^2 / expected."""
    a, b, m1, m2 = table
    assert statistic(*table) == by_hand.chi2_statistic(*table)
    if 0 < a + b < m1 + m2:
        assert formulas.statistic_ratio(*map(Fraction, table)) == by_hand.chi2_statistic(*table)
        cells = map(Fraction, (a, b, m1 - a, m2 - b))
        assert four_cells(*cells) == by_hand.chi2_statistic(*table)


@given(tables(), st.fractions(Fraction(1, 10), 20, max_denominator=50))
def test_the_norm_measures_how_far_the_statistic_is_from_the_threshold(table: Cells, tau: Fraction) -> None:
    a, b, m1, m2 = map(Fraction, table)
    found = norm(*table, tau)
    assert found == 1 + (statistic(*table) / tau - 1) * margin_weight(a, b, m1, m2)
    assert (found > 1) is (statistic(*table) > tau) is (beyond_ellipse(a, b, m1, m2, tau) > 0)


def test_values_by_hand() -> None:
    known = {(1, 0, 1, 2): 3, (0, 0, 3, 4): 0, (3, 4, 3, 4): 0, (2, 1, 4, 6): Fraction(80, 63)}
    assert {cells: statistic(*cells) for cells in known} == known
    assert norm(1, 0, 1, 2, ONE) == Fraction(25, 9)


# the map T, mended and as printed, against the identity that does without it


@pytest.mark.parametrize(("m1", "m2"), [(1, 1), (2, 2), (1, 4), (5, 2), (6, 3), (3, 6)])
def test_the_map_and_the_conic_are_of_the_identity(m1: int, m2: int) -> None:
    for tau in (ONE, USUAL, Fraction(m1 + m2), Fraction(20)):
        for a, b in cells(m1, m2):
            x, y = circle_image(a, b, m1, m2, tau)
            difference = (x**2 + y**2 - norm(a, b, m1, m2, tau))()
            assert difference.contains(0)
            assert difference.rad() < 1e-10
            exact = Fraction(a), Fraction(b), Fraction(m1), Fraction(m2), tau
            assert conic_left_side(*exact) == beyond_ellipse(*exact)
        shape = ball(m1), ball(m2), ball(tau)
        first, second = eigenvalues(*shape)
        A, B, C, _ = conic_coefficients(*shape)
        assert (first + second - A - B).contains(0)
        assert (first * second - A * B + C**2).contains(0)
        assert (A * B - C**2 - ball(tau * m1 * m2 * (m1 + m2) ** 3)).contains(0)
        assert ball(ellipse_scale(Fraction(m1), Fraction(m2), tau)) > 0


def test_as_printed_the_map_is_wrong_or_undefined() -> None:
    """The centre does not go to the origin, and a threshold of N is divided by."""
    centre = 1, 1, 2, 2, ONE
    x, y = printed_image(*centre)
    assert abs(sqrt(x**2 + y**2) - (sqrt(Real(2)) - 1)) < Fraction(1, 10**12)
    assert all(part().contains(0) for part in circle_image(*centre))
    with refused(Reason.DIVISION_BY_ZERO):
        printed_image(1, 1, 2, 3, Fraction(5))
    x, y = printed_image(1, 1, 3, 2, Fraction(5))
    assert (x**2 + y**2)().is_finite()


# sensitivities against the largest step between any two neighbours

SIZES = list(product(range(1, 9), repeat=2))
THRESHOLDS = (Fraction(1, 3), ONE, USUAL, Fraction(6), Fraction(30))


def steps(m1: int, m2: int) -> list[tuple[Cell, Cell]]:
    """Tables that differ in one case's variant, or in one control's."""
    return [
        *(((a, b), (a + 1, b)) for a, b in product(range(m1), range(m2 + 1))),
        *(((a, b), (a, b + 1)) for a, b in product(range(m1 + 1), range(m2))),
    ]


@pytest.mark.parametrize(("m1", "m2"), SIZES)
def test_the_statistic_moves_as_far_as_its_sensitivities(m1: int, m2: int) -> None:
    moved = {pair: abs(statistic(*pair[1], m1, m2) - statistic(*pair[0], m1, m2)) for pair in steps(m1, m2)}
    assert max(moved.values()) == formulas.delta_y1(Fraction(m1), Fraction(m2))
    if m1 == m2:
        assert max(moved.values()) == formulas.delta_f(m1, m2)
    for b in range(m2 + 1):
        most = max(moved[(a, b), (a + 1, b)] for a in range(m1))
        assert most == formulas.delta_y2_exact(b, m1, m2)
        loose = formulas.delta_y2(Fraction(b), Fraction(m1), Fraction(m2))
        assert (most < loose) if 0 < b < m2 else (most == loose)


@pytest.mark.parametrize(("m1", "m2"), [size for size in SIZES if math.prod(size) <= 30])
def test_the_norm_moves_as_far_as_the_integer_sensitivity(m1: int, m2: int) -> None:
    def less(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> bool:
        terms = zip(map(Fraction, (1, -1, -1, 1)), (*other, *one), strict=True)
        return root_sum(terms).sign() > 0

    for tau in THRESHOLDS:
        norms, largest = (
            {cell: norm(*cell, m1, m2, tau) for cell in cells(m1, m2)},
            (Fraction(0), Fraction(0)),
        )
        for near, far in steps(m1, m2):
            step = max(norms[near], norms[far]), min(norms[near], norms[far])
            largest = step if less(largest, step) else largest
        with precision(200):
            expected = ball(largest[0]).sqrt() - ball(largest[1]).sqrt()
            difference = ball(formulas.delta_integer(m1, m2, tau)) - expected
            assert difference.contains(0)
            assert abs(difference) < 1e-40


@given(st.integers(1, 200), st.integers(1, 200), st.sampled_from(THRESHOLDS))
def test_one_bound_is_below_the_next(m1: int, m2: int, tau: Fraction) -> None:
    sizes = ball(m1), ball(m2), ball(tau)
    attained = max(m1, m2) % 2 == 0 and min(m1, m2) >= 2
    integer, star = ball(formulas.delta_integer(m1, m2, tau)), formulas.delta_star(*sizes)
    assert (integer - star).contains(0) if attained else integer < star
    assert star < formulas.delta_t(*sizes) < 1.41422 * star


def test_known_sensitivities() -> None:
    """The printed bound is too large by up to the root of two."""
    sizes = ball(10**6), ball(10**6), ball(1) / 10**9
    assert formulas.delta_t(*sizes) / formulas.delta_star(*sizes) > 1.41421
    assert formulas.delta_f(200, 200) == Fraction(800, 201)
    assert (formulas.delta_t(ball(1), ball(2), ball(1)) ** 2 - ball(Fraction(38, 9))).contains(0)
    with refused(Reason.OUT_OF_RANGE) as refusal:
        formulas.delta_f(3, 4)
    assert "delta_y1" in refusal.value.accepted


# quantiles and p-values against the normal law's integral, computed another way


@pytest.mark.parametrize("level", [HALF, *(Fraction(1, n) for n in (20, 100, 10000))])
def test_quantiles_and_p_values_are_of_a_squared_normal_variable(level: Fraction) -> None:
    normal = NormalDist().inv_cdf(1 - float(level) / 2)
    assert float(quantile(level)()) == pytest.approx(normal**2, rel=1e-9)
    around = enclose(quantile(level), 30)
    lower, upper = (p_value(Fraction(end)) for end in (around.lower, around.upper))
    assert sign(lambda: lower() - ball(level)) == 1
    assert sign(lambda: upper() - ball(level)) == -1


def test_thresholds_are_rounded_up() -> None:
    """The usual threshold of 3.84 is not the quantile, but less."""
    tau = quantile(Fraction(1, 20))
    assert 3.8414588 < float(tau()) < 3.8414589
    for digits in (3, 10, 40):
        found = rounded_quantile(Fraction(1, 20), digits)
        with precision(200):
            assert ball(found) > tau()
        assert found < Fraction("3.8414589") * (1 + Fraction(2, 10**digits))


@pytest.mark.parametrize("ask", [p_value, quantile])
def test_levels_and_statistics_that_are_none_are_refused(ask: Callable[[object], object]) -> None:
    raws: dict[object, Reason] = {
        0.05: Reason.NOT_EXACT,
        math.nan: Reason.NOT_EXACT,
        "x": Reason.NOT_A_NUMBER,
    }
    if ask is quantile:
        raws |= dict.fromkeys((0, 1, 2, -1), Reason.OUT_OF_RANGE)
    for raw, reason in raws.items():
        with refused(reason):
            ask(raw)


# errors over all tables


def errors(mechanism: PrivateTestName, m1: int, m2: int, tau: Fraction, beta: Fraction) -> dict[Cell, float]:
    """The error of every table that counts."""
    away = beta if mechanism is PrivateTestName.BETA_OPTIMAL else None
    return {
        cell: number(error(mechanism, *cell, m1, m2, tau, parse_budget(odds=4), away))
        for cell in cells(m1, m2)
        if abs(statistic(*cell, m1, m2) - tau) >= beta
    }


@pytest.mark.parametrize("mechanism", PrivateTestName)
def test_the_beta_error_is_the_largest_error_there_is_and_none_beats_the_best(
    mechanism: PrivateTestName,
) -> None:
    for m1, m2 in ((1, 2), (3, 3), (2, 5), (4, 4), (5, 3)):
        if mechanism is PrivateTestName.ALGORITHM_1_F and m1 != m2:
            continue
        for tau, beta in product((HALF, ONE, USUAL), (Fraction(1, 4), Fraction(2), Fraction(40))):
            most = max(errors(mechanism, m1, m2, tau, beta).values(), default=0)
            found = number(beta_error(mechanism, m1, m2, tau, beta, parse_budget(odds=4)))
            assert found == pytest.approx(most, rel=1e-12)
    for tau, beta in product((ONE, Fraction(2)), (HALF, ONE)):
        best = number(best_beta_error(6, 6, tau, beta, parse_budget(odds=4)))
        assert best <= number(beta_error(mechanism, 6, 6, tau, beta, parse_budget(odds=4))) * (1 + 1e-12)


def test_the_printed_bound_fails_at_the_table_that_refutes_it() -> None:
    exact = error("algorithm_2", 1, 0, 1, 2, ONE, parse_budget(epsilon=1))
    printed = bound_printed(ball(1), ball(2), ball(1), ball(2), ball(1))
    assert statistic(1, 0, 1, 2) - 1 == 2
    assert sign(lambda: ball(exact) - printed) == 1


@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 4), HALF])
def test_the_corrected_bound_holds_over_margins_that_are_even_enough(share: Fraction) -> None:
    m1, m2, tau, w0 = 9, 11, Fraction(2), 4 * share * (1 - share)
    for beta in (HALF, ONE, Fraction(5)):
        bound = float(bound_corrected(ball(m1), ball(m2), ball(tau), ball(beta), ball(w0), ball(1)))
        found = errors(PrivateTestName.ALGORITHM_2, m1, m2, tau, beta)
        even = [cell for cell in found if margin_weight(*map(Fraction, (*cell, m1, m2))) >= w0]
        assert even
        # `errors` is at odds of 4.
        assert max(found[cell] for cell in even) <= 0.5 * (2 * bound) ** math.log(4) * (1 + 1e-9)


def test_bounds_with_all_margins_and_with_many_people() -> None:
    """At weight 1 the corrected bound is the printed one; no private test can do better than 1 / (1 + odds)."""
    sizes = ball(7), ball(9), ball(2), ball(3)
    assert (bound_corrected(*sizes, ball(1), ball(1)) - bound_printed(*sizes, ball(1))).contains(0)
    for m in (50, 500):
        assert best_beta_error(m, m, USUAL, ONE, parse_budget(odds=4)) == Fraction(1, 5)
        assert float(bound_printed(ball(m), ball(m), ball(USUAL), ball(1), ball(4).log())) < 0.5
    assert float(bound_printed(ball(10**12), ball(10**12), ball(USUAL), ball(1), ball(1))) < 1e-9


def test_errors_that_are_refused() -> None:
    for word, a, reason in (
        ("optimal", 4, Reason.OUT_OF_RANGE),
        ("beta_optimal", 1, Reason.MISSING),
        ("m_star", 1, Reason.UNKNOWN_NAME),
    ):
        with refused(reason):
            error(word, a, 0, 3, 3, ONE, parse_budget(epsilon=1))
    with refused(Reason.UNKNOWN_NAME):
        beta_error("m_star", 3, 3, ONE, ONE, parse_budget(epsilon=1))
