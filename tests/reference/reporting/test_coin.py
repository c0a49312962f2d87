"""The binary mechanism's coin, as the source prints it, in every number system."""

from decimal import Decimal
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.law import law, symmetric_odds
from ldproof.numbers import Symbol, ball, expm1, operate
from ldproof.reporting.coin import contrast, lie, silent, spoken, truth
from tests.reference.numbers.decimals import agrees, close, decimally

ODDS = st.fractions(1, 10**6).filter(lambda odds: odds > 1) | st.integers(1, 10**9).map(
    lambda n: 1 + Fraction(1, n)
)
BITS = (0, 1)


@given(ODDS)
def test_the_coin_of_section_2_2(E: Fraction) -> None:
    assert truth(E - 1) == E / (E + 1)
    assert lie(E - 1) == 1 / (E + 1)
    assert contrast(E - 1) == (E - 1) / (E + 1) == truth(E - 1) - lie(E - 1)
    assert truth(E - 1) + lie(E - 1) == 1


@given(ODDS)
def test_what_is_seen_from_a_report(E: Fraction) -> None:
    for state in BITS:
        seen = law((bit, spoken(E - 1, state, bit)) for bit in BITS)
        assert seen[state] == E / (E + 1)
    states = [law((bit, spoken(E - 1, state, bit)) for bit in BITS) for state in BITS]
    assert symmetric_odds(*states) == E


@given(st.fractions(0, 1))
def test_a_dummy_is_1_with_probability_r(r: Fraction) -> None:
    assert (silent(r, 1), silent(r, 0)) == (r, 1 - r)
    assert law((bit, silent(r, bit)) for bit in BITS).mean(Fraction) == r


@given(st.floats(1e-300, 1e300))
def test_floats_and_arrays_lose_no_digits(excess: float) -> None:
    x = Fraction(excess)
    for found, expected in (
        (truth(excess), (1 + x) / (2 + x)),
        (lie(excess), 1 / (2 + x)),
        (contrast(excess), x / (2 + x)),
        (float(contrast(np.array([excess, 1.0]))[0]), x / (2 + x)),
    ):
        assert close(found, expected, 4)


@pytest.mark.parametrize("epsilon", ["1/1000000000", "1/2", "700"])
def test_the_coin_at_tiny_and_huge_budgets(epsilon: str) -> None:
    e = Fraction(epsilon)
    assert agrees(
        lambda: contrast(ball(e).expm1()),
        decimally(lambda x: (x / 2).exp() - (-x / 2).exp(), e)
        / decimally(lambda x: (x / 2).exp() + (-x / 2).exp(), e),
        50,
    )
    assert agrees(lambda: lie(ball(e).expm1()), decimally(lambda x: 1 / (x.exp() + 1), e), 50)
    assert close(contrast(expm1(float(e))), decimally(lambda x: 1 - 2 / (x.exp() + 1), Fraction(float(e))))
    assert close(lie(expm1(float(e))), decimally(lambda x: (1 + x.exp()) ** Decimal(-1), Fraction(float(e))))


@given(ODDS, st.fractions(0, 1))
def test_terms_say_the_same(E: Fraction, r: Fraction) -> None:
    at = {"x": E - 1, "r": r}
    for state, seen in product(BITS, repeat=2):
        said = spoken(Symbol("x"), state, seen) * silent(Symbol("r"), seen)
        assert said.fold(Fraction, at.__getitem__, operate) == spoken(E - 1, state, seen) * silent(r, seen)
