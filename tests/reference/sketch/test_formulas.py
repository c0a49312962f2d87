"""What flips cost, beside the laws themselves; and that no other flips of the same cost do better."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ldproof.budget import budget
from ldproof.law import law, symmetric_odds
from ldproof.numbers import Real, ball, computed, precision
from ldproof.rejections import Reason
from ldproof.sketch.formulas import (
    bit_epsilon,
    bit_odds,
    optimal_odds,
    optimal_root,
    private_rates,
    row_epsilon,
    row_odds,
)
from ldproof.sketch.law import row
from tests.reference.refusals import refused

RATES = [
    (Fraction(1, 4), Fraction(3, 4)),
    (Fraction(1, 10), Fraction(1, 2)),
    (Fraction(1, 2), Fraction(9, 10)),
    (Fraction(1, 3), Fraction(3, 7)),
]


@pytest.mark.parametrize(("p", "q"), RATES)
@pytest.mark.parametrize("w", [2, 3, 4])
def test_the_odds_of_a_row_are_those_of_its_law(p: Fraction, q: Fraction, w: int) -> None:
    laws = [row(w, column, p, q) for column in range(w)]
    assert all(
        symmetric_odds(one, other) == row_odds(p, q) for one, other in product(laws, repeat=2) if one != other
    )


@pytest.mark.parametrize(("p", "q"), RATES)
def test_the_odds_of_a_bit_are_those_of_its_law(p: Fraction, q: Fraction) -> None:
    own, other = (row(2, column, p, q).pushforward(lambda bits: bits[0]) for column in (0, 1))
    assert own == law([(1, q), (0, 1 - q)])
    assert symmetric_odds(own, other) == bit_odds(p, q) < row_odds(p, q)


def test_the_epsilons_are_logarithms() -> None:
    """For 1/4 and 3/4 the row costs ln 9 and a bit ln 3, so that what section 4.1 says of a bit is the row's."""
    p, q = RATES[0]
    assert ball(row_epsilon(p, q)).overlaps(ball(9).log())
    assert ball(bit_epsilon(p, q)).overlaps(ball(3).log())


def test_rates_in_the_wrong_order_are_refused() -> None:
    for epsilon in (row_epsilon, bit_epsilon):
        with refused(Reason.OUT_OF_RANGE):
            epsilon(Fraction(1, 2), Fraction(1, 2))


def varied(w: int, E: Fraction, t: Fraction) -> Fraction:
    """How much one report about an item that nobody holds varies, at flips of odds E: by definition."""
    p, q = t / (1 + t), E * t / (1 + E * t)
    mu = p + (q - p) / w
    return mu * (1 - mu) / (q - p) ** 2


@given(
    st.integers(2, 40),
    st.fractions(Fraction(11, 10), 50, max_denominator=100),
    st.fractions(Fraction(1, 100), 3, max_denominator=1000),
)
def test_no_other_flips_vary_less(w: int, E: Fraction, t: Fraction) -> None:
    with precision(200):
        best = ball(optimal_odds(w, budget(odds=E)))
        assume(abs(best - ball(t)) > 1e-9)
        near = Fraction(int((best * (1 << 100)).mid().floor().fmpz()), 1 << 100)
    assert varied(w, E, near) < varied(w, E, t)


def test_the_optimum_is_symmetric_at_width_2_and_oue_in_the_limit() -> None:
    assert optimal_odds(2, budget(odds=9)) == Fraction(1, 3)
    assert not isinstance(optimal_odds(2, budget(odds=3)), Fraction)
    with precision(128):
        assert abs(optimal_root(ball(10**30), ball(5)) - ball(Fraction(1, 5))) < 1e-20


@pytest.mark.parametrize("word", [(1, 3), (2, 5)])
@pytest.mark.parametrize("bits", [8, 16, 60])
def test_rounded_rates_cost_no_more(word: tuple[int, int], bits: int) -> None:
    p, q = Fraction(1, word[1]), 1 - Fraction(word[0], 7)
    for low, high in (
        private_rates(Real(p), Real(q), bits),
        private_rates(computed(lambda: ball(p)), computed(lambda: ball(q)), bits),
    ):
        assert 0 <= low - p < Fraction(1, 1 << bits)
        assert 0 <= q - high < Fraction(1, 1 << bits)
        assert row_odds(low, high) < row_odds(p, q)
        assert (low * (1 << bits)).denominator == (high * (1 << bits)).denominator == 1


def test_rates_that_are_dyadic_stay() -> None:
    assert private_rates(Real(Fraction(1, 4)), Real(Fraction(3, 4)), 2) == RATES[0]


@pytest.mark.parametrize(("p", "q"), [("1/3", "2/5"), ("99/100", "999/1000"), ("1/1000", "1/100")])
def test_too_few_bits_are_refused(p: str, q: str) -> None:
    with refused(Reason.OUT_OF_RANGE):
        private_rates(Real(Fraction(p)), Real(Fraction(q)), 3)
