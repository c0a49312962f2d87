"""Tails: every bound lies above the exact tail that it bounds."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof import probability
from ldproof.numbers import Ball, ball, enclose, exact_fraction, precision
from ldproof.probability import (
    Mixtures,
    bernstein_bound,
    chernoff_bound,
    chernoff_sharp,
    count_weight,
    divergence,
    mixed_count_weights,
    mixed_tail_weights,
    poisson_binomial_law,
    tail_weight,
    union_bound,
)
from ldproof_proofs.tails.cited import chernoff_divergence, hoeffding_bound
from tests.reference.numbers.decimals import agrees, close, decimally
from tests.reference.shots.rounds import binomial, binomial_tail, sums
from tests.tiers import grid, slow, some

COUNTS = (1, 2, 5, 12, 40)
CHANCES = (Fraction(1, 100), Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(19, 20))
Shares = list[Fraction]


def beyond(total: Shares, middle: Fraction, distance: Fraction) -> Fraction:
    """The exact probability of both tails."""
    return sum((share for k, share in enumerate(total) if abs(k - middle) >= distance), Fraction(0))


def above(bound: Callable[..., Ball], exact: Fraction, *arguments: Fraction | int) -> bool:
    """Whether a bound is certainly at least the exact probability."""
    found = enclose(lambda: bound(*(ball(each) for each in arguments)), 15)
    return Fraction(found.lower) >= exact


@pytest.mark.parametrize("count", COUNTS)
def test_the_bounds_are_above_both_tails(count: int) -> None:
    for chance in CHANCES:
        mean, terms = count * chance, binomial(count, chance)
        for delta in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10), Fraction(1)):
            exact = beyond(terms, mean, delta * mean)
            assert above(chernoff_bound, exact, mean, delta)
            assert above(chernoff_sharp, exact, mean, delta)
        variance, width = chance * (1 - chance), max(chance, 1 - chance)
        for distance in (Fraction(1, 50), Fraction(1, 5), Fraction(1, 2), Fraction(9, 10)):
            exact = beyond(terms, mean, count * distance)
            assert above(hoeffding_bound, exact, count, distance)
            assert above(bernstein_bound, exact, count, variance, width, distance)
        for rate in (Fraction(1, 200), Fraction(1, 4), Fraction(3, 4), Fraction(99, 100)):
            side = 1 if rate > chance else -1
            tail = (share for k, share in enumerate(terms) if side * (k - count * rate) >= 0)
            assert above(chernoff_divergence, sum(tail, Fraction(0)), count, rate, chance)


@slow
@given(
    st.lists(st.fractions(0, 1, max_denominator=20), min_size=1, max_size=7),
    st.fractions(0, 1, max_denominator=20).filter(bool),
)
def test_chernoff_also_holds_for_trials_that_differ(chances: list[Fraction], delta: Fraction) -> None:
    exact = beyond(
        sums((1 - chance, chance) for chance in chances), sum(chances, Fraction(0)), delta * sum(chances)
    )
    assert above(chernoff_bound, exact, sum(chances, Fraction(0)), delta)
    assert above(chernoff_sharp, exact, sum(chances, Fraction(0)), delta)


def test_chernoff_is_stated_up_to_the_mean_for_a_reason() -> None:
    chance = Fraction(1, 300)
    exact = beyond(binomial(1, chance), chance, 299 * chance)
    assert exact == chance
    assert not above(chernoff_bound, exact, chance, 299)
    assert not above(chernoff_sharp, exact, chance, 299)


def test_the_sharp_constant_could_not_be_much_larger() -> None:
    """Sparse trials, delta = 1: with a constant 1.2 times as large the bound falls below a part of the tail."""
    count, chance = 4000, Fraction(1, 50)
    part = Fraction(sum(comb(count, k) * 49 ** (count - k) for k in range(160, 400)), 50**count)
    larger = enclose(lambda: chernoff_sharp(ball(Fraction(12, 10) * count * chance), Ball(1)), 15)
    assert Fraction(larger.upper) < part


@given(st.fractions(0, 1000), st.fractions(0, 1).filter(bool))
def test_the_sharp_bound_is_sharper(mean: Fraction, delta: Fraction) -> None:
    wide = enclose(lambda: chernoff_bound(ball(mean), ball(delta)), 15)
    sharp = enclose(lambda: chernoff_sharp(ball(mean), ball(delta)), 15)
    assert sharp.lower <= wide.upper


@given(
    st.integers(1, 8),
    st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any),
    st.fractions(Fraction(1, 20), 1, max_denominator=20),
)
def test_hoeffding_and_bernstein_also_hold_for_numbers_between(
    count: int, weights: list[int], distance: Fraction
) -> None:
    """Independent numbers 0, 1/2 or 1, in halves."""
    shares = [Fraction(weight, sum(weights)) for weight in weights]
    halves = sum(k * share for k, share in enumerate(shares))
    exact = beyond(sums([shares] * count), count * Fraction(halves), 2 * count * distance)
    variance = sum(share * (k - halves) ** 2 for k, share in enumerate(shares)) / 4
    width = max(halves, 2 - halves) / 2
    assert above(hoeffding_bound, exact, count, distance)
    assert above(bernstein_bound, exact, count, Fraction(variance), Fraction(width), distance)


def test_divergence_the_other_way_round_is_no_bound() -> None:
    exact = binomial_tail(60, Fraction(1, 2), 54)
    assert above(chernoff_divergence, exact, 60, Fraction(9, 10), Fraction(1, 2))
    assert not above(chernoff_divergence, exact, 60, Fraction(1, 2), Fraction(9, 10))


def entropy(a: Decimal, b: Decimal) -> Decimal:
    return a * (a.ln() - b.ln()) + (1 - a) * ((1 - a).ln() - (1 - b).ln())


@given(*[st.fractions(Fraction(1, 10**6), 1 - Fraction(1, 10**6))] * 2, st.integers(1, 1000))
def test_divergence_has_the_digits_of_decimal_arithmetic(rate: Fraction, truth: Fraction, count: int) -> None:
    expected = decimally(entropy, rate, truth)
    assert rate == truth or agrees(lambda: divergence(ball(rate), ball(truth)), expected, 30)
    assert divergence(float(rate), float(truth)) == pytest.approx(float(expected), rel=1e-6, abs=1e-14)
    tail = decimally(lambda a, b, n: (-n * entropy(a, b)).exp(), rate, truth, count)
    assert agrees(lambda: chernoff_divergence(ball(count), ball(rate), ball(truth)), tail, 20)


def test_equal_coins_do_not_diverge() -> None:
    assert divergence(0.25, 0.25) == 0
    assert divergence(ball(Fraction(1, 4)), ball(Fraction(1, 4))) == 0


WRITTEN: list[tuple[Callable[..., float], Callable[..., Ball], Callable[..., Decimal], int]] = [
    (chernoff_bound, chernoff_bound, lambda m, d: 2 * (-m * d * d / 3).exp(), 2),
    (chernoff_sharp, chernoff_sharp, lambda m, d: 2 * (m * d * d * (1 - Decimal(4).ln())).exp(), 2),
    (hoeffding_bound, hoeffding_bound, lambda n, t: 2 * (-2 * n * t * t).exp(), 2),
    (
        bernstein_bound,
        bernstein_bound,
        lambda n, v, b, t: 2 * (-3 * n * t * t / (6 * v + 2 * b * t)).exp(),
        4,
    ),
]


@pytest.mark.parametrize(
    ("on_floats", "on_balls", "written", "arity"),
    WRITTEN,
    ids=["chernoff", "sharp", "hoeffding", "bernstein"],
)
@given(st.lists(st.integers(1, 64).map(lambda n: Fraction(n, 16)), min_size=4, max_size=4))
def test_the_bounds_as_books_print_them(
    on_floats: Callable[..., float],
    on_balls: Callable[..., Ball],
    written: Callable[..., Decimal],
    arity: int,
    arguments: list[Fraction],
) -> None:
    arguments = arguments[:arity]
    expected = decimally(written, *arguments)
    assert agrees(lambda: on_balls(*map(ball, arguments)), expected, 30)
    assert close(on_floats(*map(float, arguments)), expected, 2000)


@given(st.integers(0, 25), st.fractions(0, 1, max_denominator=30), st.integers(-2, 27))
def test_the_exact_tail_is_a_sum_of_binomial_terms(count: int, chance: Fraction, least: int) -> None:
    terms = binomial(count, chance)
    assert binomial_tail(count, chance, least) == sum(terms[max(least, 0) :], Fraction(0))


def test_any_of_several_is_at_most_the_sum() -> None:
    assert union_bound(Fraction(5), Fraction(1, 7)) == Fraction(5, 7)
    assert union_bound(3.0, 0.5) == 1.5


COINS = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(
    lambda pair: (Fraction(pair[0]), Fraction(pair[1]))
)
"""The weights of a 1 and of a 0."""


@given(st.lists(st.fractions(0, 1, max_denominator=20), max_size=6))
def test_the_successes_of_trials_that_differ(chances: list[Fraction]) -> None:
    expected = sums((1 - chance, chance) for chance in chances)
    assert poisson_binomial_law(chances, Fraction(0)) == expected
    with precision(100):
        for around, weight in zip(
            poisson_binomial_law([ball(c) for c in chances], ball(0)), expected, strict=True
        ):
            assert exact_fraction(around.lower()) <= weight <= exact_fraction(around.upper())


@given(COINS, st.integers(0, 8), st.integers(-1, 10))
def test_the_weights_of_coins_of_one_kind(coin: tuple[Fraction, Fraction], count: int, ones: int) -> None:
    every = sums([(coin[1], coin[0])] * count)
    if 0 <= ones <= count:
        assert count_weight(count, ones, coin) == every[ones]
        assert tail_weight(count, ones, coin) == sum(every[ones:])


@given(COINS, COINS, st.integers(1, 7), st.integers(-1, 9))
def test_the_weights_of_coins_of_two_kinds(
    first: tuple[Fraction, Fraction], second: tuple[Fraction, Fraction], count: int, ones: int
) -> None:
    """By how many of the coins are of the first kind; both kinds are made to weigh the same."""
    first, second = (
        (first[0] * sum(second), first[1] * sum(second)),
        (second[0] * sum(first), second[1] * sum(first)),
    )
    every = [sums([first[::-1]] * k + [second[::-1]] * (count - k)) for k in range(count + 1)]
    assert mixed_tail_weights(count, ones, first, second) == [sum(each[max(ones, 0) :]) for each in every]
    for last in range(count + 1):
        some = mixed_tail_weights(count, ones, first, second, last)
        assert some == [sum(each[max(ones, 0) :]) for each in every[: last + 1]]
    if 0 <= ones <= count:
        assert mixed_count_weights(count, ones, first, second) == [each[ones] for each in every]
    with precision(200):
        one, other = ((ball(each[0]), ball(each[1])) for each in (first, second))
        for around, each in zip(mixed_tail_weights(count, ones, one, other), every, strict=True):
            assert (
                exact_fraction(around.lower()) <= sum(each[max(ones, 0) :]) <= exact_fraction(around.upper())
            )


# tails of coins of two kinds from the characteristic function

RATES = st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100)


def compare(
    count: int, least: int, p: Fraction, q: Fraction, starts: Sequence[int], offsets: Sequence[int], bits: int
) -> None:
    """Every ball has the fraction in it, and is small."""
    exact = mixed_tail_weights(count, least, (p, 1 - p), (q, 1 - q))
    with precision(bits):
        found = Mixtures(count, ball(p), ball(q)).tail_probabilities(least, starts, offsets)
    firsts = [start + offset for start in starts for offset in offsets]
    for first, around in zip(firsts, found, strict=True):
        assert exact_fraction(around.lower()) <= exact[first] <= exact_fraction(around.upper())
        assert around.rad() < 2.0 ** (20 - bits)


@given(st.integers(1, 30), st.integers(-2, 33), RATES, RATES, st.sampled_from([40, 128, 300]))
def test_few_coins(count: int, least: int, p: Fraction, q: Fraction, bits: int) -> None:
    """So few that no number of ones is too far away."""
    compare(count, least, p, q, range(count + 1), [0], bits)
    compare(count, least, p, q, [0], range(count + 1), bits)


MANY = [
    (700, 350, Fraction(1, 2), Fraction(1, 3)),
    (700, 20, Fraction(1, 10), Fraction(1, 1000)),
    (700, 690, Fraction(999, 1000), Fraction(1, 2)),
    (700, 200, Fraction(9, 10), Fraction(1, 50)),
]


@pytest.mark.parametrize(("count", "least", "p", "q"), MANY)
@pytest.mark.parametrize("bits", [40, 64])
def test_many_coins(count: int, least: int, p: Fraction, q: Fraction, bits: int) -> None:
    """Sums of starts and offsets; numbers of ones that are far away, and frequencies that are left out."""
    compare(count, least, p, q, range(0, count, 70), range(0, 71, 7), bits)


def test_what_is_asked_twice_is_answered_twice() -> None:
    with precision(64):
        one, same, other = Mixtures(5, ball(Fraction(2, 3)), ball(Fraction(1, 3))).tail_probabilities(
            3, [0], [2, 2, 3]
        )
    assert one.mid() == same.mid() < other.mid()


@pytest.mark.parametrize(("reach", "bits"), some(grid((1, 5, 20, 40), (1, 3, 8, 60)), 2))
def test_what_is_left_out_is_in_the_balls(monkeypatch: pytest.MonkeyPatch, reach: int, bits: int) -> None:
    """However near to the mean it begins, and however large it is: only the balls grow."""
    monkeypatch.setattr(Mixtures, "cutoff_distance", lambda _: reach)
    monkeypatch.setattr(probability, "current_precision", lambda: bits)
    for count, least, p, q in MANY:
        exact = mixed_tail_weights(count, least, (p, 1 - p), (q, 1 - q))
        with precision(100):
            found = Mixtures(count, ball(p), ball(q)).tail_probabilities(least, range(count + 1), [0])
        for around, chance in zip(found, exact, strict=True):
            assert exact_fraction(around.lower()) <= chance <= exact_fraction(around.upper())
