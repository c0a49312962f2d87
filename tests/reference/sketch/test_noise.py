"""The probabilities of a row of bits, beside their definitions, and the optimum beside its neighbours."""

from fractions import Fraction
from math import exp, sqrt

import pytest

from ldproof.budget import budget
from ldproof.numbers import Real, ball
from ldproof.sketch.noise import asymmetric, flips


def number(quantity: Real) -> float:
    return float(ball(quantity))


@pytest.mark.parametrize("word", ["cms", "oue", "optimal", "per_user", "all_rows"])
@pytest.mark.parametrize("w", [2, 16, 1024])
@pytest.mark.parametrize("given", [{"odds": 9}, {"odds": 7}, {"epsilon": "3/2"}], ids=str)
def test_a_row_has_the_odds_of_its_share(word: str, w: int, given: dict[str, object]) -> None:
    for rows in (1, 2):
        p, q = (number(each) for each in flips(word, w, budget(rows, **given)))
        share = (float(str(given["odds"])) if "odds" in given else exp(1.5)) ** (1 / rows)
        assert 0 < p < q < 1
        assert q * (1 - p) / (p * (1 - q)) == pytest.approx(share)
        if word == "oue":
            assert p == pytest.approx(1 / (1 + share))
            assert flips(word, w, budget(rows, **given))[1] == Fraction(1, 2)
        elif word != "optimal":
            assert p == pytest.approx(1 / (1 + sqrt(share)))
            assert q == pytest.approx(1 - p)


def test_exact_where_the_odds_allow_it() -> None:
    assert flips("cms", 8, budget(1, odds=9)) == (Real(Fraction(1, 4)), Real(Fraction(3, 4)))
    assert flips("all_rows", 8, budget(2, odds=81)) == (Real(Fraction(1, 4)), Real(Fraction(3, 4)))
    assert flips("oue", 8, budget(1, odds=3)) == (Real(Fraction(1, 4)), Real(Fraction(1, 2)))
    assert flips("optimal", 2, budget(1, odds=9)) == (Real(Fraction(1, 4)), Real(Fraction(3, 4)))
    assert asymmetric(Fraction(3)) == Fraction(1, 4)
    assert flips("cms", 8, budget(1, odds=3))[0].exact is None


def variance(w: int, E: float, t: float) -> float:
    """Of one report's score for an item that is nobody's: mu (1 - mu) / (q - p)^2, mu = p + (q - p) / w."""
    p, q = t / (1 + t), E * t / (1 + E * t)
    mu = p + (q - p) / w
    return mu * (1 - mu) / (q - p) ** 2


@pytest.mark.parametrize("w", [2, 3, 16, 1024])
@pytest.mark.parametrize("E", [2, 9, 50])
def test_the_optimum_is_one(w: int, E: int) -> None:
    p = number(flips("optimal", w, budget(1, odds=E))[0])
    t = p / (1 - p)
    best = variance(w, E, t)
    assert all(variance(w, E, t * factor) > best for factor in (0.5, 0.9, 0.99, 1.01, 1.1, 2))
