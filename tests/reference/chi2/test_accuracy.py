"""Errors over all tables, by looking at all of them; and the bounds, where they hold and where they do not."""

import doctest
from fractions import Fraction
from itertools import product

import pytest

import ldproof.chi2
from ldproof.budget import budget
from ldproof.chi2.accuracy import best_beta_error, beta_error, bound_corrected, bound_printed, error
from ldproof.chi2.formulas import margin_weight, norm_squared, statistic
from ldproof.chi2.law import Mechanism
from ldproof.numbers import Real, ball, sign
from ldproof.rejections import Reason
from tests.reference.chi2.neighbours import Cell, cells
from tests.reference.refusals import refused

HALF = Fraction(1, 2)


def number(quantity: Real) -> float:
    return float(ball(quantity))


def errors(mechanism: Mechanism, m1: int, m2: int, tau: Fraction, beta: Fraction) -> dict[Cell, float]:
    """The error of every table that counts."""
    away = beta if mechanism is Mechanism.BETA_OPTIMAL else None
    return {
        cell: number(error(mechanism, *cell, m1, m2, tau, budget(odds=4), away))
        for cell in cells(m1, m2)
        if abs(statistic(*cell, m1, m2) - tau) >= beta
    }


@pytest.mark.parametrize("mechanism", Mechanism)
@pytest.mark.parametrize(("m1", "m2"), [(1, 2), (3, 3), (2, 5), (4, 4), (5, 3)])
def test_the_beta_error_is_the_largest_error_there_is(mechanism: Mechanism, m1: int, m2: int) -> None:
    if mechanism is Mechanism.ALGORITHM_1_F and m1 != m2:
        return
    for tau, beta in product(
        (HALF, Fraction(1), Fraction(96, 25)), (Fraction(1, 4), Fraction(2), Fraction(40))
    ):
        most = max(errors(mechanism, m1, m2, tau, beta).values(), default=0)
        assert number(beta_error(mechanism, m1, m2, tau, beta, budget(odds=4))) == pytest.approx(
            most, rel=1e-12
        )


@pytest.mark.parametrize("mechanism", Mechanism)
def test_none_beats_the_best(mechanism: Mechanism) -> None:
    for tau, beta in product((Fraction(1), Fraction(2)), (HALF, Fraction(1))):
        best = number(best_beta_error(6, 6, tau, beta, budget(odds=4)))
        assert best <= number(beta_error(mechanism, 6, 6, tau, beta, budget(odds=4))) * (1 + 1e-12)


def test_the_printed_bound_fails_at_the_table_that_refutes_it() -> None:
    epsilon = Fraction(1)
    exact = error("algorithm_2", 1, 0, 1, 2, Fraction(1), budget(epsilon=epsilon))
    printed = bound_printed(ball(1), ball(2), ball(1), ball(2), ball(epsilon))
    assert statistic(1, 0, 1, 2) - 1 == 2
    assert norm_squared(Fraction(1), Fraction(0), Fraction(1), Fraction(2), Fraction(1)) == Fraction(25, 9)
    assert sign(lambda: ball(exact) - printed) == 1


@pytest.mark.parametrize("share", [Fraction(1, 10), Fraction(1, 4), HALF])
def test_the_corrected_bound_holds_over_margins_that_are_even_enough(share: Fraction) -> None:
    m1, m2, tau = 9, 11, Fraction(2)
    w0 = 4 * share * (1 - share)
    for beta in (HALF, Fraction(1), Fraction(5)):
        bound = float(bound_corrected(ball(m1), ball(m2), ball(tau), ball(beta), ball(w0), ball(1)))
        counted = 0
        for (a, b), value in errors(Mechanism.ALGORITHM_2, m1, m2, tau, beta).items():
            if margin_weight(Fraction(a), Fraction(b), Fraction(m1), Fraction(m2)) >= w0:
                counted += 1
                # `errors` is at odds of 4.
                assert value <= 0.5 * (2 * bound) ** 1.3862943611198906 * (1 + 1e-9)
        assert counted


def test_with_all_margins_the_corrected_bound_is_the_printed_one_at_weight_1() -> None:
    sizes = ball(7), ball(9), ball(2), ball(3)
    assert (bound_corrected(*sizes, ball(1), ball(1)) - bound_printed(*sizes, ball(1))).contains(0)


def test_as_people_grow_more_no_private_test_can_do_better() -> None:
    for m in (50, 500):
        found = best_beta_error(m, m, Fraction(96, 25), Fraction(1), budget(odds=4))
        assert found == Fraction(1, 5)
        assert float(bound_printed(ball(m), ball(m), ball(Fraction(96, 25)), ball(1), ball(4).log())) < 0.5
    vanishing = bound_printed(ball(10**12), ball(10**12), ball(Fraction(96, 25)), ball(1), ball(1))
    assert float(vanishing) < 1e-9


def test_what_is_refused() -> None:
    with refused(Reason.OUT_OF_RANGE):
        error("optimal", 4, 0, 3, 3, Fraction(1), budget(epsilon=1))
    with refused(Reason.MISSING):
        error("beta_optimal", 1, 0, 3, 3, Fraction(1), budget(epsilon=1))
    with refused(Reason.UNKNOWN_NAME):
        error("m_star", 1, 0, 3, 3, Fraction(1), budget(epsilon=1))
    with refused(Reason.UNKNOWN_NAME):
        beta_error("m_star", 3, 3, Fraction(1), Fraction(1), budget(epsilon=1))


def test_the_example_in_the_packages_own_words() -> None:
    outcome = doctest.testmod(ldproof.chi2)
    assert outcome.attempted > 15
    assert not outcome.failed
