"""The private tests' answers: private for every pair of neighbours, and M* the best of them."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import Budget, budget
from ldproof.chi2.formulas import norm_squared, statistic
from ldproof.chi2.law import (
    Mechanism,
    PrivateTest,
    PublicControls,
    optimal_accept_probability,
    radial,
    standardized_distance,
)
from ldproof.chi2.sensitivities import delta_integer, delta_t
from ldproof.chi2.tables import Table, tables
from ldproof.numbers import Real, ball
from ldproof.numbers.roots import root_sum
from ldproof.rejections import Reason
from tests.reference.chi2.neighbours import Cell, cells, neighbours
from tests.reference.refusals import refused

BETA = Fraction(3, 2)
SIZES = [(1, 2), (3, 3), (2, 5), (5, 4)]
ROUNDING = 1e-12


def a_test(mechanism: Mechanism, tau: Fraction, each: Budget) -> PrivateTest:
    return PrivateTest(mechanism, tau, each, BETA if mechanism is Mechanism.BETA_OPTIMAL else None)


def suits(mechanism: Mechanism, m1: int, m2: int) -> bool:
    return mechanism is not Mechanism.ALGORITHM_1_F or m1 == m2


def number(quantity: Real) -> float:
    return float(ball(quantity))


def ones(test: PrivateTest, m1: int, m2: int) -> dict[Cell, float]:
    """The probability of a 1 for every table."""
    return {cell: number(test.says_significant(PublicControls(*cell, m1, m2))) for cell in cells(m1, m2)}


def reaches(here: float, there: float) -> float:
    """The odds by which either answer tells two tables apart, one way."""
    return max(here / there, (1 - here) / (1 - there))


@pytest.mark.parametrize("mechanism", Mechanism)
@pytest.mark.parametrize(("m1", "m2"), SIZES)
def test_no_answer_tells_neighbours_apart_better_than_the_odds(
    mechanism: Mechanism, m1: int, m2: int
) -> None:
    if not suits(mechanism, m1, m2):
        return
    for tau, odds in product(
        (Fraction(1, 2), Fraction(1), Fraction(96, 25)), (Fraction(4), Fraction(11, 10))
    ):
        shares = ones(a_test(mechanism, tau, budget(odds=odds)), m1, m2)
        public = mechanism is Mechanism.ALGORITHM_1_Y2
        for cell in shares:
            for other in neighbours(cell, m1, m2):
                if 0 < shares[cell] < 1 and not (public and other[1] != cell[1]):
                    assert reaches(shares[cell], shares[other]) <= float(odds) * (1 + ROUNDING)


def test_with_private_controls_the_third_sensitivity_keeps_no_promise() -> None:
    shares = ones(a_test(Mechanism.ALGORITHM_1_Y2, Fraction(8), budget(odds=4)), 5, 2)
    assert reaches(shares[5, 0], shares[5, 1]) > 11  # with odds of 4 promised


@pytest.mark.parametrize("mechanism", [kind for kind in Mechanism if kind is not Mechanism.ALGORITHM_1_Y2])
@pytest.mark.parametrize(("m1", "m2"), SIZES)
def test_the_optimal_test_is_hardly_ever_worse(mechanism: Mechanism, m1: int, m2: int) -> None:
    if mechanism in (Mechanism.OPTIMAL, Mechanism.BETA_OPTIMAL) or not suits(mechanism, m1, m2):
        return
    odds = Fraction(3)
    factor = float(2 / (1 + 1 / odds))
    for tau in (Fraction(1, 2), Fraction(1), Fraction(96, 25)):
        best, other = (a_test(kind, tau, budget(odds=odds)) for kind in (Mechanism.OPTIMAL, mechanism))
        for cell in cells(m1, m2):
            table = Table(*cell, m1, m2)
            assert number(best.flip(table)) <= factor * number(other.flip(table)) * (1 + ROUNDING)


@pytest.mark.parametrize(("m1", "m2"), SIZES)
def test_no_private_test_with_this_worst_error_is_better_anywhere(m1: int, m2: int) -> None:
    """The least error that privacy leaves at every table, by relaxing along edges until nothing changes.

    On either side of the threshold the wrong answer has probability at least that of each neighbour over the odds;
    and next to the other side at least (1 - worst) / odds, as there the answer is right with at least 1 - worst.
    """
    odds, tau = Fraction(3), Fraction(1)
    worst = 1 / (1 + odds)
    every = cells(m1, m2)
    beyond = {cell: statistic(*cell, m1, m2) > tau for cell in every}
    least = dict.fromkeys(every, Fraction(0))
    for _ in every:
        for cell in every:
            for other in neighbours(cell, m1, m2):
                bound = least[other] if beyond[other] is beyond[cell] else 1 - worst
                least[cell] = max(least[cell], bound / odds)
    test = a_test(Mechanism.OPTIMAL, tau, budget(odds=odds))
    assert least == {cell: test.flip(Table(*cell, m1, m2)) for cell in every}


@given(st.integers(1, 12), st.sampled_from([Fraction(3), Fraction(4), Fraction(9, 4)]))
def test_the_way_up_grows_by_the_odds_and_no_more(length: int, odds: Fraction) -> None:
    shares = [
        number(optimal_accept_probability(budget(odds=odds), steps, length)) for steps in range(length + 1)
    ]
    for lower, upper in pairwise(shares):
        assert max(reaches(upper, lower), reaches(lower, upper)) == pytest.approx(float(odds))
    assert shares[0] + shares[-1] == pytest.approx(1)


@given(st.fractions(0, 30, max_denominator=9), st.fractions(1, 9, max_denominator=9), st.integers(0, 8))
def test_the_radial_reach(norm: Fraction, far: Fraction, part: int) -> None:
    near = far * part / 9
    expected = abs(float(norm) ** 0.5 - 1) / (float(far) ** 0.5 - float(near) ** 0.5)
    assert number(root_sum(radial(norm, far, near))) == pytest.approx(expected, abs=1e-9)


def test_noise_that_is_added_and_compared_flips_with_this_probability() -> None:
    """Integrate the Laplace density beyond the threshold, in steps."""
    a, b, m1, m2, tau = 3, 1, 4, 6, Fraction(1)
    table, epsilon = Table(a, b, m1, m2), Fraction(3, 2)
    off = 1 - float(norm_squared(Fraction(a), Fraction(b), Fraction(m1), Fraction(m2), tau)) ** 0.5
    scale = float(delta_t(ball(m1), ball(m2), ball(tau))) / float(epsilon)
    step = scale / 2000
    mass = sum(
        step / (2 * scale) * 2.718281828459045 ** (-(abs(off) + (k + 0.5) * step) / scale)
        for k in range(2000 * 40)
    )
    test = a_test(Mechanism.ALGORITHM_2, tau, budget(epsilon=epsilon))
    assert number(test.flip(table)) == pytest.approx(mass, rel=1e-6)


def test_where_reach_and_odds_allow_it_the_probability_is_a_fraction() -> None:
    # |1 - 3| / 2 = 1 at odds 4.
    table = Table(1, 0, 1, 1)
    assert statistic(1, 0, 1, 1) == 2
    test = a_test(Mechanism.ALGORITHM_1_F, Fraction(4), budget(odds=4))
    assert test.flip(table) == Fraction(1, 8)
    assert standardized_distance(Mechanism.ALGORITHM_1_F, table, Fraction(4)) == ((Fraction(1), Fraction(1)),)
    on_ellipse = a_test(Mechanism.ALGORITHM_2_INTEGER, Fraction(1), budget(epsilon=1))
    assert on_ellipse.flip(Table(0, 0, 3, 4)) == Fraction(1, 2)
    assert ball(delta_integer(3, 4, Fraction(1))) > 0


def test_public_controls_must_be_said_to_be_public() -> None:
    test = a_test(Mechanism.ALGORITHM_1_Y2, Fraction(1), budget(epsilon=1))
    with refused(Reason.OUT_OF_RANGE) as refusal:
        test.flip(Table(1, 1, 2, 2))
    assert "public" in refusal.value.what


def test_a_norm_that_nobody_moves_needs_no_noise() -> None:
    test = a_test(Mechanism.ALGORITHM_2_INTEGER, Fraction(2), budget(epsilon=1))
    for cell in cells(1, 1):
        assert norm_squared(Fraction(cell[0]), Fraction(cell[1]), Fraction(1), Fraction(1), Fraction(2)) == 1
        with refused(Reason.OUT_OF_RANGE) as refusal:
            test.flip(Table(*cell, 1, 1))
        assert "|T| is 1 at every table" in refusal.value.what
    assert ball(test.flip(Table(1, 0, 1, 2))) > 0


def test_where_nothing_is_significant_nothing_is_said() -> None:
    test = a_test(Mechanism.OPTIMAL, Fraction(4), budget(epsilon=1))
    assert [test.flip(Table(*cell, 2, 2)) for cell in cells(2, 2)] == [0] * 9


def test_beta_is_for_one_of_them() -> None:
    with refused(Reason.MISSING):
        PrivateTest(Mechanism.BETA_OPTIMAL, Fraction(1), budget(epsilon=1))
    with refused(Reason.UNKNOWN_PARAMETER):
        PrivateTest(Mechanism.OPTIMAL, Fraction(1), budget(epsilon=1), Fraction(1))


@pytest.mark.parametrize("mechanism", Mechanism)
@pytest.mark.parametrize("tau", [Fraction(2), Fraction(9)])
def test_many_tables_at_once_say_the_same_as_one_by_one(mechanism: Mechanism, tau: Fraction) -> None:
    test = a_test(mechanism, tau, budget(odds=4))
    every = cells(4, 4)
    many = tables([a for a, _ in every], [b for _, b in every], 4, 4)
    one_by_one = [test.taken(many[place]) for place in range(len(many))]
    assert list(test.standings(many)) == [test.standing(each) for each in one_by_one]
    flips = [number(flip) for flip in test.of_each(many, test.flip)]
    assert flips == [number(test.flip(each)) for each in one_by_one]


@pytest.mark.parametrize(
    ("mechanism", "tau", "beta"), [("beta_optimal", "1", "1/2"), ("beta_optimal", 1, "0.5")]
)
def test_parameters_as_text_become_numbers(mechanism: Mechanism, tau: Fraction, beta: Fraction) -> None:
    written = PrivateTest(mechanism, tau, budget(odds=3), beta)
    assert written == PrivateTest(Mechanism.BETA_OPTIMAL, Fraction(1), budget(odds=3), Fraction(1, 2))
    assert isinstance(written.tau, Fraction)
    assert isinstance(written.mechanism, Mechanism)
