"""Unbiasing: what noise does to a rate, undone."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.debias import unbias
from ldproof.law import law
from ldproof.numbers import Symbol

RATES = st.fractions(0, 1)


@given(RATES, RATES, st.fractions().filter(bool))
def test_it_undoes_the_noise(share: Fraction, low: Fraction, gap: Fraction) -> None:
    assert unbias(low + gap * share, low, gap) == share


@pytest.mark.parametrize("bits", [*product((0, 1), repeat=3)])
@pytest.mark.parametrize(("low", "high"), [(Fraction(1, 4), Fraction(3, 4)), (Fraction(0), Fraction(1, 3))])
def test_the_expectation_over_everybodys_noise_is_the_share(
    bits: tuple[int, ...], low: Fraction, high: Fraction
) -> None:
    """Every way in which three people may answer, where a 1 is sent with `high` for a 1 and `low` for a 0."""
    expected = Fraction(0)
    for sent in product((0, 1), repeat=3):
        likelihood = Fraction(1)
        for bit, answer in zip(bits, sent, strict=True):
            one = high if bit else low
            likelihood *= one if answer else 1 - one
        expected += likelihood * unbias(Fraction(sum(sent), 3), low, high - low)
    assert expected == Fraction(sum(bits), 3)


def test_a_gap_of_0_is_refused_by_arithmetic_and_stays_visible_in_terms() -> None:
    with pytest.raises(ZeroDivisionError):
        unbias(Fraction(1), Fraction(1, 2), Fraction(0))
    rate, low, gap = map(Symbol, ("rate", "low", "gap"))
    assert unbias(rate, low, gap) == (rate - low) / gap


@given(RATES, st.fractions(0, Fraction(1, 2)), st.fractions(Fraction(1, 100), Fraction(1, 2)))
def test_the_variance_grows_by_the_square_of_the_gap(chance: Fraction, low: Fraction, gap: Fraction) -> None:
    coin = law([(1, chance), (0, 1 - chance)])
    noise = coin.variance(lambda bit: unbias(Fraction(bit), low, gap))
    assert noise * gap**2 == chance * (1 - chance)
