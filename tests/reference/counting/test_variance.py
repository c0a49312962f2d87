"""Estimates, their variances, and who has the least, against all tau and coins and as the ledger writes them."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

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
from ldproof.counting.mechanism import Which
from ldproof.errors import Reason
from ldproof.numbers import Real, Symbol, apply_operator, ball, enclose, exp, precision
from ldproof_proofs.counting.crossings import rank_by_variance, variance_crossings
from tests.reference.counting import everybody
from tests.reference.refusals import refused
from tests.reference.reporting.refusing import check_refusals

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


def by_law(which: Which, N: int, T: int, M: int, E: Fraction) -> Fraction:
    """The variance, where each of BORAPPOR's reports has the odds E and the others' report has E^T."""
    if which is Which.GLANCE:
        found = mechanism.estimate_law(N, T, M, E**T - 1).probabilities
        squares = (share * (each - Fraction(M, N)) ** 2 for each, share in found.items() if each is not None)
        return sum(squares, Fraction(0)) / (1 - found.get(None, Fraction(0)))
    if which is Which.BORAPPOR:
        estimates = mechanism.estimate_law(N, 1, M, E - 1)
    else:
        fill = Fraction(0) if which is Which.HARMONY else Fraction(1, 2)
        estimates = mechanism.estimate_law(N, T, M, E**T - 1, fill)
    return estimates.variance(known)


@pytest.mark.parametrize(("N", "T"), [*product([1, 2, 3, 5], [1, 2, 3])])
def test_the_best_has_the_least_of_the_laws_variances(N: int, T: int) -> None:
    for M, E in product(range(N + 1), (Fraction(9, 8), Fraction(3), Fraction(30))):
        expected = {which: by_law(which, N, T, M, E) for which in Which}
        found = rank_by_variance(N, T, Fraction(M, N), parse_budget(1, odds=E**T))
        assert found.variances == expected
        assert found.best == tuple(which for which in Which if expected[which] == min(expected.values()))


def test_ties_have_all_their_names() -> None:
    """One round: all do the same. Nobody active, e^epsilon = 3: a rate of 1/4 is as far from 0 as from 1/2."""
    assert rank_by_variance(5, 1, Fraction(2, 5), parse_budget(1, epsilon=1)).best == tuple(Which)
    harmonies = (Which.HARMONY, Which.HARMONY_PUBLISHED)
    found = rank_by_variance(1000, 2, Fraction(0), parse_budget(1, odds=3)).variances
    assert found[harmonies[0]] == found[harmonies[1]]


def test_everybody_wins_somewhere() -> None:
    """N = 10,000, T = 50; for small epsilon every rate is near 1/2, so that what is filled in there hardly disturbs."""
    winners = {
        ("0.3", "4"): Which.GLANCE,
        ("0", "6"): Which.HARMONY,
        ("0.5", "4"): Which.HARMONY_PUBLISHED,
        ("0.3", "0.1"): Which.HARMONY_PUBLISHED,
        ("0.5", "15"): Which.BORAPPOR,
    }
    for (mu, epsilon), winner in winners.items():
        assert rank_by_variance(10_000, 50, Fraction(mu), parse_budget(1, epsilon=epsilon)).best == (winner,)


def variance_of(which: Which, N: int, T: int, mu: Fraction, odds: Fraction) -> Fraction:
    return nearly(rank_by_variance(N, T, mu, parse_budget(1, odds=odds)).variances[which])


def nearly(quantity: Real) -> Fraction:
    return Fraction(enclose(lambda: ball(quantity), 15).lower)


GRID = [1 + Fraction(2) ** k / 3 for k in range(-14, 70, 3)]


@pytest.mark.parametrize(
    ("N", "T", "M"),
    [(1, 2, 0), (2, 2, 1), (5, 3, 1), (12, 4, 0), (40, 5, 40), (3, 6, 1), (10_000, 50, 5_000)],
)
def test_every_crossing_is_one_and_there_is_no_other(N: int, T: int, M: int) -> None:
    """Who is ahead on either side of each, and on a grid as often as these say."""
    mu = Fraction(M, N)
    variances = {odds: {which: variance_of(which, N, T, mu, odds) for which in Which} for odds in GRID}
    for one, other in combinations(Which, 2):
        found = variance_crossings(N, T, mu, one, other)
        for crossing in found:
            assert {crossing.below, crossing.above} == {one, other}
            near = nearly(crossing.odds)
            for factor, ahead, behind in (
                ("0.9999", crossing.below, crossing.above),
                ("1.0001", crossing.above, crossing.below),
            ):
                odds = 1 + (near - 1) * Fraction(factor)
                assert variance_of(ahead, N, T, mu, odds) < variance_of(behind, N, T, mu, odds)
        ahead_on_grid = [variances[odds][one] < variances[odds][other] for odds in GRID]
        assert sum(this != that for this, that in pairwise(ahead_on_grid)) == len(found)
        turned = variance_crossings(N, T, mu, other, one)
        assert [(each.below, each.above) for each in turned] == [(each.below, each.above) for each in found]


def test_boundaries_that_are_known() -> None:
    """A rate of 1/4 is where both values of Harmony do alike: e^epsilon = (3 - 4 mu) / (1 - 4 mu), for mu < 1/4."""
    for N, T, M in ((10, 2, 0), (10, 7, 1), (10, 7, 2)):
        mu = Fraction(M, N)
        (found,) = variance_crossings(N, T, mu, Which.HARMONY, Which.HARMONY_PUBLISHED)
        assert found.odds == (3 - 4 * mu) / (1 - 4 * mu)
        assert (found.below, found.above) == (Which.HARMONY_PUBLISHED, Which.HARMONY)
    assert variance_crossings(10, 7, Fraction(3, 10), Which.HARMONY, Which.HARMONY_PUBLISHED) == ()


def test_borappor_overtakes_nobody_whom_only_coins_disturb() -> None:
    """If all are in one state Glance samples nothing else; if nobody is active Harmony fills in what is so."""
    for N, T in ((3, 2), (100, 5), (10_000, 50)):
        assert variance_crossings(N, T, Fraction(0), Which.GLANCE, Which.BORAPPOR) == ()
        assert variance_crossings(N, T, Fraction(1), Which.GLANCE, Which.BORAPPOR) == ()
        assert variance_crossings(N, T, Fraction(0), Which.HARMONY, Which.BORAPPOR) == ()
        assert len(variance_crossings(N, T, Fraction(1), Which.HARMONY, Which.BORAPPOR)) == 1
    assert variance_crossings(10, 1, Fraction(1, 2), Which.GLANCE, Which.BORAPPOR) == ()


def test_an_epsilon_is_the_logarithm_of_odds() -> None:
    (found,) = variance_crossings(10_000, 50, Fraction(1, 2), Which.GLANCE, Which.BORAPPOR)
    with precision(128):
        assert exp(found.epsilon())().overlaps(ball(found.odds))


def test_a_share_of_no_people_and_too_many_people_are_refused() -> None:
    glance, harmony = Which.GLANCE, Which.HARMONY
    check_refusals(
        lambda N, mu: variance_crossings(N, 2, Fraction(mu), glance, harmony),
        {Reason.NOT_A_WHOLE_NUMBER: [(10, "1/3")], Reason.TOO_LARGE: [(10**6 + 1, 0)]},
    )
    check_refusals(
        lambda N, mu: rank_by_variance(N, 2, Fraction(mu), parse_budget(1, epsilon=1)),
        {Reason.NOT_A_WHOLE_NUMBER: [(10, "1/3")]},
    )
