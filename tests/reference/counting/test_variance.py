"""Variances against all tau and coins, as the ledger writes them, and what ties the rounds together."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import budget
from ldproof.counting import law
from ldproof.counting.variance import (
    borappor_variance,
    every_round_variance,
    given_reporters,
    glance_at,
    glance_variance,
    harmony_variance,
    sampling,
    spread,
)
from ldproof.law import Law, binomial
from ldproof.numbers import ball, enclose
from ldproof.rejections import Reason
from tests.reference.counting import everybody
from tests.reference.refusals import refused

ODDS = (Fraction(5, 4), Fraction(3))
FILLS = (Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(1))
SHAPES = [(N, T, M) for N in range(1, 5) for T in range(1, 4) for M in range(N + 1)]
EVERY_SHAPE = pytest.mark.parametrize(("N", "T", "M"), SHAPES)
SHARES = given(
    st.fractions(0, 1),
    st.integers(2, 9),
    st.integers(1, 9),
    st.fractions(Fraction(11, 10), 50),
    st.fractions(0, 1),
)


def spread_of(values: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """The variance of numbers with shares that need not add up to 1."""
    whole = sum((share for _, share in values), Fraction(0))
    mean = sum((value * share for value, share in values), Fraction(0)) / whole
    return sum((share * (value - mean) ** 2 for value, share in values), Fraction(0)) / whole


@EVERY_SHAPE
def test_they_are_those_of_everybodys_law(N: int, T: int, M: int) -> None:
    """Other rounds' states do not matter; of Glance, given that somebody reports, and given how many do."""
    mu, streams = Fraction(M, N), [[int(n < M), *([n % 2] * (T - 1))] for n in range(N)]
    for odds in ODDS:
        joint = everybody.everything(streams, odds)
        some = [(bits[0], share) for bits, share in joint.items() if bits[0]]
        glance = [(everybody.glance(bits, odds) or Fraction(0), share) for bits, share in some]
        assert glance_variance(N, T, mu, budget(1, odds=odds)) == spread_of(glance)
        for k in range(1, N + 1) if N > 1 else ():
            of_k = [
                (value, share)
                for (value, share), (bits, _) in zip(glance, some, strict=True)
                if len(bits) == k
            ]
            if of_k:
                assert given_reporters(Fraction(N), mu, Fraction(k), odds - 1) == spread_of(of_k)
        for fill in FILLS:
            harmony = [(everybody.filled(bits[0], fill, N, T, odds), share) for bits, share in joint.items()]
            assert harmony_variance(Fraction(N), Fraction(T), mu, odds - 1, fill) == spread_of(harmony)


@pytest.mark.parametrize("N", range(1, 5))
def test_borappors_is_that_of_its_law(N: int) -> None:
    """Whatever the number of active people."""
    for M, odds in product(range(N + 1), ODDS):
        expected = law.borappor(N, M, odds - 1).variance(lambda estimate: estimate)
        assert every_round_variance(Fraction(N), odds - 1) == expected
        assert borappor_variance(N, 3, budget(1, odds=odds**3)) == expected
        assert borappor_variance(N, 3, budget(1, report_odds=odds**3)) == expected


@SHARES
def test_as_the_ledger_writes_them(mu: Fraction, N: int, T: int, a: Fraction, r: Fraction) -> None:
    """Row counting.laws: with p, q, c = p q / (p - q)^2 and s = q + (p - q) mu."""
    p, q, v = a / (a + 1), 1 / (a + 1), mu * (1 - mu)
    c, s = p * q / (p - q) ** 2, q + (p - q) * mu
    people, rounds = Fraction(N), Fraction(T)
    assert (spread(a - 1), sampling(mu)) == (c, v)
    filled = c * T / N + v * (T - 1) / N + (T - 1) * (s - r) ** 2 / (N * (p - q) ** 2)
    assert harmony_variance(people, rounds, mu, a - 1, r) == filled
    R = Fraction(3, 5)
    glance = c * R + v * (N * R - 1) / (N - 1)
    assert glance_at(people, mu, R, a - 1) == glance
    ahead = (T - 1) * (s - r) ** 2 / (N * (p - q) ** 2) - v * Fraction(T - 1, N * (N - 1))
    ahead -= (R - Fraction(T, N)) * (c + v * Fraction(N, N - 1))
    assert filled - glance == ahead


@SHARES
def test_what_theorem_4_has_before_its_logarithm_is_a_variance(
    mu: Fraction, N: int, T: int, a: Fraction, r: Fraction
) -> None:
    printed = Fraction(T, N) * a * (a + 1) / (a - 1) ** 2 * (1 - a / (T * (a + 1)))
    assert harmony_variance(Fraction(N), Fraction(T), Fraction(1), a - 1) == printed


@SHARES
def test_the_value_one_half_makes_every_share_alike(
    mu: Fraction, N: int, T: int, a: Fraction, r: Fraction
) -> None:
    people, rounds, half = Fraction(N), Fraction(T), Fraction(1, 2)
    every = harmony_variance(people, rounds, mu, a - 1, half)
    assert every == harmony_variance(people, rounds, half, a - 1, half)


@pytest.mark.parametrize(("N", "T", "M"), [(2, 2, 1), (3, 2, 1), (2, 3, 2)])
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1)])
def test_a_coin_in_the_place_of_a_value_adds_to_it(N: int, T: int, M: int, r: Fraction) -> None:
    """T (T-1) r (1-r) (a+1)^2 / (N (a-1)^2): nothing only for r = 0 and r = 1."""
    a, mu = Fraction(3), Fraction(M, N)
    p, q = a / (a + 1), 1 / (a + 1)

    def bit(state: int) -> Law[Fraction]:
        one = (p if state else q) / T + r * (T - 1) / T
        return binomial(1, one).pushforward(Fraction)

    total = binomial(0, r).pushforward(Fraction)
    for n in range(N):
        total = total.product(bit(int(n < M))).pushforward(lambda pair: pair[0] + pair[1])
    with_coins = total.variance(lambda ones: ones * T / (N * (p - q)))
    more = T * (T - 1) * r * (1 - r) * (a + 1) ** 2 / (N * (a - 1) ** 2)
    assert with_coins == harmony_variance(Fraction(N), Fraction(T), mu, a - 1, r) + more


# what ties the rounds together

STREAMS = [[(1, 0, 1), (0, 0, 1), (1, 1, 1)], [(1, 1, 0), (0, 1, 0)], [(1, 1, 1), (0, 0, 0), (0, 0, 0)]]


def covariance(values: Sequence[tuple[Fraction, Fraction, Fraction]]) -> Fraction:
    """Of two numbers, each pair with its share."""
    one, other, both = (
        sum((share * value for value, share in each), Fraction(0))
        for each in (
            [(first, share) for first, _, share in values],
            [(second, share) for _, second, share in values],
            [(first * second, share) for first, second, share in values],
        )
    )
    return both - one * other


@pytest.mark.parametrize("people", STREAMS)
def test_rounds_are_dependent_as_everybody_reports_once(people: list[tuple[int, ...]]) -> None:
    """Reporters: -N/T^2. Estimates of Harmony: -sum (w_nt - r)(w_nu - r) / (N (p - q))^2, w a report's chance of a 1."""
    N, T, odds = len(people), 3, Fraction(3)
    p, q = odds / (odds + 1), 1 / (odds + 1)
    joint = everybody.everything(people, odds)
    for t, u in combinations(range(T), 2):
        assert covariance(
            [(Fraction(len(bits[t])), Fraction(len(bits[u])), share) for bits, share in joint.items()]
        ) == (Fraction(-N, T**2))
        for r in FILLS:
            weights = ((p if person[t] else q, p if person[u] else q) for person in people)
            expected = -sum(((w - r) * (other - r) for w, other in weights), Fraction(0)) / (N * (p - q)) ** 2
            values = [
                (everybody.filled(bits[t], r, N, T, odds), everybody.filled(bits[u], r, N, T, odds), share)
                for bits, share in joint.items()
            ]
            assert covariance(values) == expected


# balls, and refusals


def near(N: int, T: int, M: int, **given: object) -> Fraction:
    """Glance's variance to 15 digits."""
    return Fraction(
        enclose(lambda: ball(glance_variance(N, T, Fraction(M, N), budget(1, **given))), 15).lower
    )


@pytest.mark.parametrize(("N", "T", "M"), [(40, 3, 10), (40, 3, 40), (1, 5, 1), (1, 1, 0), (9000, 50, 4500)])
def test_enclosed_where_odds_are_irrational_or_people_are_many(N: int, T: int, M: int) -> None:
    """It falls as odds rise."""
    assert near(N, T, M, odds="2.7182818285") < near(N, T, M, epsilon=1) < near(N, T, M, odds="2.7182818284")


def test_many_people_in_floats() -> None:
    """N = 10,000 and T = 50, as in section 6, by the recurrence for R."""
    N, T, a = 10_000, 50, math.e
    S = stays = 1.0
    for n in range(1, N + 1):
        S, stays = (1 - 1 / T) * (S if n > 1 else 0) + (1 - stays * (1 - 1 / T)) / n, stays * (1 - 1 / T)
    R = S / (1 - stays)
    expected = a / (a - 1) ** 2 * R + (N * R - 1) / (4 * (N - 1))
    assert float(near(N, T, N // 2, epsilon=1)) == pytest.approx(expected, rel=1e-10)


def test_a_budget_split_over_rounds_without_rational_roots() -> None:
    third = enclose(lambda: ball(borappor_variance(10, 3, budget(1, epsilon=3))) * 10, 15)
    one = near(1, 1, 1, epsilon=1)
    assert Fraction(third.lower) <= one * (1 + Fraction(1, 10**14))
    assert one <= Fraction(third.upper)


def test_a_share_that_is_no_number_of_people_is_refused() -> None:
    with refused(Reason.NOT_A_WHOLE_NUMBER):
        glance_variance(10, 2, Fraction(1, 3), budget(1, odds=3))
