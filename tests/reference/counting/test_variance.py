"""Estimates and their variances, against all tau and coins and as the ledger writes them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import parse_budget
from ldproof.counting import formulas, mechanism
from ldproof.counting.formulas import (
    borappor_variance,
    estimate_filled,
    estimate_reported,
    excess_over_rounds,
    glance_variance,
    harmony_variance,
    ones_probability,
)
from ldproof.errors import Reason
from ldproof.numbers import Symbol, apply_operator, ball, enclose, precision
from tests.reference.counting import everybody
from tests.reference.refusals import refused

FILLS = (Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(1))
ODDS = st.fractions(Fraction(11, 10), 50)


@given(st.lists(st.integers(0, 1), min_size=1, max_size=9), ODDS, st.integers(0, 9), st.integers(1, 9))
def test_estimates_are_the_sources(bits: list[int], odds: Fraction, silent: int, T: int) -> None:
    """Glance's; Harmony's, a mean of bits; as published, of -1 and +1; and with any value filled in."""
    ones, k, N, x = Fraction(sum(bits)), Fraction(len(bits)), len(bits) + silent, odds - 1
    assert estimate_reported(ones, k, x) == everybody.glance(bits, odds)
    found = {fill: estimate_filled(ones, k, Fraction(N), Fraction(T), fill, x) for fill in FILLS}
    assert found == {fill: everybody.filled(bits, fill, N, T, odds) for fill in FILLS}
    assert found[Fraction(0)] == (Fraction(T * sum(bits), N) * (odds + 1) - 1) / (odds - 1)
    mean = sum(2 * bit - 1 for bit in bits) * T * (odds + 1) / (odds - 1) / N
    assert found[Fraction(1, 2)] == (mean + 1) / 2


@pytest.mark.parametrize(
    "people", [[(1, 0)], [(1, 0), (1, 1)], [(0, 1), (1, 1), (0, 0)], [(1, 0, 1), (0, 0, 1), (1, 1, 1)]]
)
def test_estimates_are_unbiased_over_all_tau_and_coins(people: list[tuple[int, ...]]) -> None:
    """Glance given every number of reporters, the others on the whole."""
    N, T, x = Fraction(len(people)), Fraction(len(people[0])), Fraction(2)
    joint = everybody.everything(people, 1 + x)
    for t, mu in enumerate(everybody.shares(people)):
        received = [(Fraction(sum(bits[t])), Fraction(len(bits[t])), share) for bits, share in joint.items()]
        for number in range(1, len(people) + 1):
            of_k = [(ones, k, share) for ones, k, share in received if k == number]
            mean = sum((share * estimate_reported(ones, k, x) for ones, k, share in of_k), Fraction(0))
            assert mean == mu * sum(share for _, _, share in of_k)
        for fill in FILLS:
            values = (share * estimate_filled(ones, k, N, T, fill, x) for ones, k, share in received)
            assert sum(values, Fraction(0)) == mu


@given(st.fractions(0, 1), ODDS)
def test_estimate_inverts_the_rate_of_a_share(mu: Fraction, odds: Fraction) -> None:
    s = (mu * odds + 1 - mu) / (odds + 1)
    assert ones_probability(mu, odds - 1) == s
    assert estimate_reported(s, Fraction(1), odds - 1) == mu
    assert ones_probability(float(mu), float(odds) - 1) == pytest.approx(float(s), rel=1e-12)


@given(st.integers(0, 9), st.integers(1, 9), st.integers(1, 9), st.fractions(0, 1), ODDS)
def test_every_number_system_finds_the_same_estimate(
    ones: int, k: int, T: int, fill: Fraction, odds: Fraction
) -> None:
    values = {
        "ones": Fraction(ones),
        "k": Fraction(k),
        "N": Fraction(ones + k),
        "T": Fraction(T),
        "r": fill,
        "x": odds - 1,
    }
    expected = estimate_filled(*values.values())
    said = estimate_filled(*map(Symbol, values))
    assert said.fold(Fraction, values.__getitem__, apply_operator) == expected
    assert estimate_filled(*map(float, values.values())) == pytest.approx(float(expected), rel=1e-9, abs=1e-9)


def test_a_budget_is_split_over_all_rounds() -> None:
    for T, odds, share in ((1, 9, 9), (2, 9, 3), (3, 8, 2), (2, "25/16", "5/4")):
        for name in ("odds", "report_odds"):
            assert excess_over_rounds(T, parse_budget(1, **{name: odds})) == Fraction(share) - 1
    for whole in (parse_budget(1, epsilon=1), parse_budget(1, odds=2), parse_budget(3, report_odds=2)):
        with precision(128):
            parts = (1 + ball(excess_over_rounds(5, whole))) ** 5
            assert parts.overlaps(ball(whole.odds()))
            assert parts.rel_accuracy_bits() > 100


def spread_of(values: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """The variance of numbers with shares that need not add up to 1."""
    whole = sum((share for _, share in values), Fraction(0))
    mean = sum((value * share for value, share in values), Fraction(0)) / whole
    return sum((share * (value - mean) ** 2 for value, share in values), Fraction(0)) / whole


@pytest.mark.parametrize("N", [1, 2, 3, 4])
@pytest.mark.parametrize("T", [1, 2, 3])
def test_variances_are_those_over_all_tau_and_coins(N: int, T: int) -> None:
    """Other rounds' states do not matter; of Glance, given that somebody reports, and given how many do."""
    for M, odds in product(range(N + 1), (Fraction(3), Fraction(5, 4))[: 1 + (N * T < 9)]):
        mu, streams = Fraction(M, N), [[int(n < M), *([n % 2] * (T - 1))] for n in range(N)]
        rounds = [(bits[0], share) for bits, share in everybody.everything(streams, odds).items()]
        glance = [(everybody.glance(bits, odds) or Fraction(0), share) for bits, share in rounds if bits]
        assert glance_variance(N, T, mu, parse_budget(1, odds=odds)) == spread_of(glance)
        for k in range(1, N + 1) if T > 1 and N > 1 else ():
            of_k = [
                (everybody.glance(bits, odds) or Fraction(0), share)
                for bits, share in rounds
                if len(bits) == k
            ]
            assert formulas.conditional_glance_variance(Fraction(N), mu, Fraction(k), odds - 1) == spread_of(
                of_k
            )
        for fill in FILLS:
            harmony = [(everybody.filled(bits, fill, N, T, odds), share) for bits, share in rounds]
            assert harmony_variance(Fraction(N), Fraction(T), mu, odds - 1, fill) == spread_of(harmony)
        if T == 1:
            expected = mechanism.estimate_law(N, 1, M, odds - 1).variance(known)
            assert formulas.every_round_variance(Fraction(N), odds - 1) == expected == spread_of(glance)
            for name in ("odds", "report_odds"):
                assert borappor_variance(N, 3, parse_budget(1, **{name: odds**3})) == expected


@given(st.fractions(0, 1), st.integers(2, 9), st.integers(1, 9), ODDS, st.fractions(0, 1))
def test_variances_are_as_the_ledger_writes_them(
    mu: Fraction, N: int, T: int, a: Fraction, r: Fraction
) -> None:
    """Row counting.laws: with p, q, c = p q / (p - q)^2 and s = q + (p - q) mu.

    What Theorem 4 has before its logarithm is the variance at mu = 1; the value 1/2 makes every share alike.
    """
    p, q, v = a / (a + 1), 1 / (a + 1), mu * (1 - mu)
    c, s = p * q / (p - q) ** 2, q + (p - q) * mu
    people, rounds, half, R = Fraction(N), Fraction(T), Fraction(1, 2), Fraction(3, 5)
    assert (formulas.coin_variance(a - 1), formulas.state_variance(mu)) == (c, v)
    filled = c * T / N + v * (T - 1) / N + (T - 1) * (s - r) ** 2 / (N * (p - q) ** 2)
    assert harmony_variance(people, rounds, mu, a - 1, r) == filled
    assert formulas.glance_variance_at(people, mu, R, a - 1) == c * R + v * (N * R - 1) / (N - 1)
    printed = Fraction(T, N) * a * (a + 1) / (a - 1) ** 2 * (1 - a / (T * (a + 1)))
    assert harmony_variance(people, rounds, Fraction(1), a - 1) == printed
    alike = (harmony_variance(people, rounds, share, a - 1, half) for share in (mu, half))
    assert len({*alike}) == 1


def covariance(values: Sequence[tuple[Fraction, Fraction, Fraction]]) -> Fraction:
    """Of two numbers, each pair with its share."""
    both, one, other = (
        sum((share * first**i * second**j for first, second, share in values), Fraction(0))
        for i, j in ((1, 1), (1, 0), (0, 1))
    )
    return both - one * other


@pytest.mark.parametrize("people", [[(1, 0, 1), (0, 0, 1), (1, 1, 1)], [(1, 1, 0), (0, 1, 0)]])
def test_rounds_are_dependent_as_everybody_reports_once(people: list[tuple[int, ...]]) -> None:
    """Reporters: -N/T^2. Estimates of Harmony: -sum (w_nt - r)(w_nu - r) / (N (p - q))^2, w a report's chance of a 1."""
    N, T, odds = len(people), 3, Fraction(3)
    p, q = odds / (odds + 1), 1 / (odds + 1)
    joint = everybody.everything(people, odds).items()

    def filled(bits: Sequence[int], r: Fraction) -> Fraction:
        ones, k = map(Fraction, (sum(bits), len(bits)))
        return estimate_filled(ones, k, Fraction(N), Fraction(T), r, odds - 1)

    for t, u in combinations(range(T), 2):
        numbers = [(Fraction(len(bits[t])), Fraction(len(bits[u])), share) for bits, share in joint]
        assert covariance(numbers) == Fraction(-N, T**2)
        for r in FILLS:
            weights = ((p if person[t] else q, p if person[u] else q) for person in people)
            expected = -sum(((w - r) * (other - r) for w, other in weights), Fraction(0)) / (N * (p - q)) ** 2
            assert (
                covariance([(filled(bits[t], r), filled(bits[u], r), share) for bits, share in joint])
                == expected
            )


def near(N: int, T: int, M: int, **given: object) -> Fraction:
    """Glance's variance to 15 digits."""
    found = glance_variance(N, T, Fraction(M, N), parse_budget(1, **given))
    return Fraction(enclose(lambda: ball(found), 15).lower)


@pytest.mark.parametrize(("N", "T", "M"), [(40, 3, 10), (40, 3, 40), (1, 5, 1), (1, 1, 0), (9000, 50, 4500)])
def test_variance_falls_as_irrational_odds_rise(N: int, T: int, M: int) -> None:
    assert near(N, T, M, odds="2.7182818285") < near(N, T, M, epsilon=1) < near(N, T, M, odds="2.7182818284")


def test_variance_of_a_split_without_rational_roots_and_of_a_share_of_no_people() -> None:
    third = enclose(lambda: ball(borappor_variance(10, 3, parse_budget(1, epsilon=3))) * 10, 15)
    one = near(1, 1, 1, epsilon=1)
    assert Fraction(third.lower) <= one * (1 + Fraction(1, 10**14))
    assert one <= Fraction(third.upper)
    with refused(Reason.NOT_A_WHOLE_NUMBER):
        glance_variance(10, 2, Fraction(1, 3), parse_budget(1, odds=3))


def known(estimate: Fraction | None) -> Fraction:
    """An estimate of a round in which somebody reports."""
    assert estimate is not None
    return estimate
