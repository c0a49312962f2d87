"""Error bounds and the bias of the minimum, beside exact laws; and the source's bound, which fails nearly always."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial, log, prod, sqrt
from statistics import median as middle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import Budget
from ldproof.numbers import Real, ball
from ldproof.numbers.algebra import polynomial_power
from ldproof.probability import Law, binomial_law, law_of_shares
from ldproof.sketch.channels import Unary
from ldproof.sketch.error import (
    alpha_mean,
    alpha_median,
    alpha_min,
    chernoff_risk,
    counting_risk,
    equal_counts,
    min_bias,
    ones_law,
    row_risk,
    tail_sums,
)
from ldproof.sketch.plan import Rows
from ldproof_proofs.law.finite_laws import mixture_law
from ldproof_proofs.sketch.orders import doubled_median_law, minimum_law
from tests.reference.shots.rounds import binomial_tail
from tests.reference.sketch.small import HALF, NINE, P, Q, estimates, exact, functions, number

Crowd = tuple[int, int, int]
"""N, f, and how many people hold each other item."""
Shares = list[tuple[float, float]]

CROWDS: list[Crowd] = [(12, 12, 0), (60, 0, 1), (60, 20, 1), (60, 20, 8), (60, 12, 48)]
CASES = [
    *product(CROWDS, [(2, 1), (2, 3), (16, 4)], [HALF, Fraction(1, 20), Fraction(1, 1000)]),
]
EACH = pytest.mark.parametrize(("crowd", "shape", "delta"), CASES, ids=str)


def others(crowd: Crowd) -> list[int]:
    N, f, each = crowd
    return [each] * ((N - f) // each) if each else []


def beyond(shares: Iterable[tuple[float, float]], f: int, bound: Real | float) -> float:
    """The probability that an estimate is further from f than a bound."""
    limit = (number(bound) if isinstance(bound, Real) else bound) + 1e-9
    return sum(share for value, share in shares if abs(value - f) > limit)


def estimate(count: float, reports: int, p: float = 0.25, q: float = 0.75) -> float:
    """Collisions and all."""
    return (count - reports * p) / (q - p)


def debiased(counts: Iterable[object], N: int, w: int, d: int = 1, p: float = 0.25) -> Shares:
    """The law of the debiased estimate, from the probabilities of each number of ones in d rows."""
    shares = [float(Fraction(str(each))) for each in counts]
    return [((estimate(z / d, N, p) - N / w) / (1 - 1 / w), share) for z, share in enumerate(shares)]


def rows(d: int) -> Budget:
    """A budget with which each of d rows has the rates P and Q."""
    return Budget(1, "odds", Fraction(9) ** d)


@EACH
def test_bounds_on_the_mean_hold(crowd: Crowd, shape: tuple[int, int], delta: Fraction) -> None:
    """Of sampled rows with bits and with signs, of all rows, and of each person's own hash."""
    (N, f, _), (w, d) = crowd, shape
    found = debiased(ones_law(f, others(crowd), w, d, P, Q), N, w)
    assert beyond(found, f, alpha_mean("cms", N, f, w, delta, d, NINE)) <= delta
    assert beyond(found, f, alpha_mean("unary", N, f, w, delta, d, p=P, q=Q)) <= delta
    # a sign is right with probability 3/4 at odds 3
    found = debiased(ones_law(f, others(crowd), w, d, HALF, Q), N, w, p=0.5)
    assert beyond(found, f, alpha_mean("hcms", N, f, w, delta, d, Budget(1, "odds", Fraction(3)))) <= delta
    found = debiased(polynomial_power(ones_law(f, others(crowd), w, 1, P, Q), d), N, w, d)
    assert beyond(found, f, alpha_mean("all_rows", N, f, w, delta, d, rows(d))) <= delta
    found = debiased(ones_law(f, [1] * (N - f), w, 1, P, Q), N, w)
    bound = number(alpha_mean("per_user", N, f, w, delta, d, NINE))
    assert beyond(found, f, bound) <= delta
    assert beyond(found, f, bound / 4) > delta or delta == HALF


def median_of_all(crowd: Crowd, w: int, d: int, delta: Fraction) -> tuple[Shares, Real]:
    """The law of the median of all rows, and its bound."""
    (N, f, _), squares = crowd, sum(count**2 for count in others(crowd))
    found = doubled_median_law(ones_law(f, others(crowd), w, 1, P, Q), d)
    twice = [found.get(value, Fraction(0)) for value in range(2 * N + 1)]
    return debiased(twice, N, w, 2), alpha_median("all_rows", N, f, squares, w, delta, d, rows(d))


def minimum_of_all(crowd: Crowd, w: int, d: int, delta: Fraction) -> tuple[Shares, Real]:
    """The law of the minimum of all rows, and its bound."""
    N, f, _ = crowd
    found = minimum_law(ones_law(f, others(crowd), w, 1, P, Q), d)
    shares = [(estimate(least, N), float(each)) for least, each in enumerate(found)]
    return shares, alpha_min("all_rows", N, f, w, delta, d, rows(d))


BOTH = pytest.mark.parametrize("statistic", [median_of_all, minimum_of_all])
Statistic = Callable[[Crowd, int, int, Fraction], tuple[Shares, Real]]


@BOTH
@EACH
def test_bounds_on_the_median_and_the_minimum_of_all_rows_hold(
    statistic: Statistic, crowd: Crowd, shape: tuple[int, int], delta: Fraction
) -> None:
    shares, bound = statistic(crowd, *shape, delta)
    assert beyond(shares, crowd[1], bound) <= delta


@BOTH
@pytest.mark.parametrize("crowd", CROWDS[:3], ids=str)
def test_a_tenth_of_these_bounds_does_not_hold(statistic: Statistic, crowd: Crowd) -> None:
    shares, bound = statistic(crowd, 2, 3, Fraction(1, 20))
    assert beyond(shares, crowd[1], number(bound) / 10) > Fraction(1, 20)


def sampled_rows(N: int, d: int, w: int, held: Callable[[int, int], bool]) -> list[float]:
    """The probabilities that so many of d sampled rows are `held`, given their ones and reports.

    N people hold an item each, and nobody the one asked for. They are shared out to the rows like the factors of
    N! t^N in a product of exponential generating functions.
    """
    mu = P + (Q - P) / w
    inside, outside = np.zeros(N + 1), np.zeros(N + 1)
    for n in range(N + 1):
        shares = binomial_law(n, mu).probabilities.items()
        inner = float(sum((each for count, each in shares if held(count, n)), Fraction(0)))
        weight = 1 / (factorial(n) * d**n)
        inside[n], outside[n] = weight * inner, weight * (1 - inner)
    found = []
    for k in range(d + 1):
        whole = np.array([float(comb(d, k))])
        for factor in [inside] * k + [outside] * (d - k):
            whole = np.convolve(whole, factor)[: N + 1]
        found.append(float(whole[N]) * factorial(N))
    assert sum(found) == pytest.approx(1)
    return found


@pytest.mark.parametrize("delta", [HALF, Fraction(1, 20)])
@pytest.mark.parametrize(("N", "w", "d"), [(40, 4, 1), (40, 4, 3), (30, 2, 5)])
def test_bounds_on_sampled_rows_hold(N: int, w: int, d: int, delta: Fraction) -> None:
    """The median is off on one side if most rows are; the minimum is below if any row is, and above if all are."""

    def off(bound: float, sign: int, shared: float) -> list[float]:
        return sampled_rows(
            N, d, w, lambda count, n: sign * d * (estimate(count, n) - n * shared) / (1 - shared) > bound
        )

    bound, most = number(alpha_median("cms", N, 0, N, w, delta, d, NINE)), (d + 1) // 2
    assert sum(sum(off(bound, sign, 1 / w)[most:]) for sign in (1, -1)) <= delta
    assert sum(sum(off(bound / 8, sign, 1 / w)[most:]) for sign in (1, -1)) > delta
    bound = number(alpha_min("cms", N, 0, w, delta, d, NINE))
    assert off(bound, 1, 0)[d] + sum(off(bound, -1, 0)[1:]) <= delta
    assert off(bound / 30, 1, 0)[d] + sum(off(bound / 30, -1, 0)[1:]) > delta


@pytest.mark.parametrize(
    ("word", "odds", "reach", "gap"),
    [("cms", 4, 1, 1 / 3), ("all_rows", 4, 1, 1 / 3), ("per_user", 4, 1, 1 / 3), ("hcms", 3, 2, 1 / 2)],
)
@pytest.mark.parametrize("d", [1, 3])
@pytest.mark.parametrize("f", [0, 20, 60])
def test_bounds_on_the_mean_and_the_minimum_as_they_are_written(
    word: str, odds: int, reach: int, gap: float, d: int, f: int
) -> None:
    """By Hoeffding's inequality, and Markov's for the collisions of the minimum."""
    N, w, delta, all_rows = 60, 8, 0.1, word == "all_rows"
    alone = word == "per_user" or f == N
    asked = word, N, f, w, Fraction(1, 10), d, Budget(d if all_rows else 1, "report_odds", Fraction(odds))
    noise = sqrt(N / (d if all_rows else 1) * log((2 if alone else 4) / delta) / 2) * reach / gap
    collisions = 0 if alone else (N - f) * sqrt(log(4 / delta) / (2 * d))
    assert number(alpha_mean(*asked)) == pytest.approx((noise + collisions) * w / (w - 1))
    if word != "per_user":
        noise = reach * (1 if all_rows else d) * sqrt(N * log(2 * (d + 1) / delta) / 2) / gap
        collisions = min(N - f, (N - f) / w / (delta / 2) ** (1 / d))
        assert number(alpha_min(*asked)) == pytest.approx(noise + collisions)


def test_how_often_a_row_may_be_off() -> None:
    """Beside the exact binomial tail; each rate solves its inequality."""
    for d, delta in product((1, 2, 5, 8, 31), (0.5, 0.01)):
        half = (d + 1) // 2
        rates = chernoff_risk(float(d), delta), counting_risk(float(half), float(comb(d, half)), delta)
        assert (4 * rates[0] * (1 - rates[0])) ** (d / 2) == pytest.approx(delta)
        assert comb(d, half) * rates[1] ** half == pytest.approx(delta)
        for kind, rate in ((Rows.ALL, max(rates)), (Rows.SAMPLED, delta * half / d), (Rows.OWN, delta)):
            assert number(row_risk(kind, d, Fraction(str(delta)))) == pytest.approx(rate)
        for rate in rates:
            assert 0 < rate < 1
            assert binomial_tail(d, Fraction(rate), half) <= delta * (1 + 1e-9)


def test_the_sources_bound_fails() -> None:
    """Section 4.2: sqrt(ln(1/delta)) / epsilon, times any constant, as more people come. Ten of it, for delta = 1/100."""
    d, delta, failing = 3, 0.01, []
    for N in (10, 100, 1000):
        found = minimum_law(ones_law(0, [1] * N, 1 << 20, 1, ball(P), ball(Q)), d)
        shares = [(estimate(z, N), float(each)) for z, each in enumerate(found)]
        failing.append(beyond(shares, 0, 10 * sqrt(log(1 / delta)) / (d * log(9))))
    assert delta < failing[0] < failing[1] < failing[2]
    assert failing[2] > 0.8


def test_irrelevant_parameters_change_nothing() -> None:
    """The squares for the mean and the minimum, and the number of rows where there are none."""
    for alpha in (alpha_min, alpha_mean):
        bounds = {number(alpha("cms", 10, 2, 4, HALF, 3, NINE, S=S)) for S in (None, 8, 64)}
        assert len(bounds) == 1
    means = {number(alpha_mean("per_user", 10, 2, 4, HALF, d, NINE)) for d in (None, 7)}
    medians = {number(alpha_median("per_user", 10, 2, S, 4, HALF, d, NINE)) for S, d in ((8, None), (64, 7))}
    assert len(means) == len(medians) == 1


# the bias of the minimum

LOW, HIGH = P, Fraction(2, 3)


def bias_by_enumeration(held: Sequence[int], w: int, d: int) -> Fraction:
    """The mean over all functions of the least of d rows, which are independent under each."""
    expected, choices, channel = Fraction(0), functions(w, max(held) + 1, d), Unary(w, Real(LOW), Real(HIGH))
    for hashes in choices:
        laws = [estimates(Rows.ALL, channel, (row,), held, Fraction(0)) for row in hashes]
        for each in product(*(found.probabilities.items() for found in laws)):
            expected += prod((share for _, share in each), start=min(value for value, _ in each))
    return expected / len(choices) - held.count(0)


@pytest.mark.parametrize(
    ("held", "w", "d"),
    [((0, 1, 2), 2, 2), ((0, 1, 1), 2, 2), ((0, 0, 1), 3, 1), ((1, 1, 2, 2), 2, 2), ((0,), 2, 3)],
)
def test_bias_of_the_minimum_by_enumeration(held: Sequence[int], w: int, d: int) -> None:
    squares = sum(held.count(item) ** 2 for item in set(held) - {0})
    N, f, expected = len(held), held.count(0), bias_by_enumeration(held, w, d)
    assert min_bias(N, f, w, d, S=squares, p=LOW, q=HIGH) == expected
    if squares == N - f:
        assert min_bias(N, f, w, d, p=LOW, q=HIGH) == expected


def test_bias_is_downwards_or_upwards() -> None:
    """Without collisions the least noise is taken; one item that others hold in great numbers adds to every row."""
    assert min_bias(20, 5, 4, 1, p=LOW, q=HIGH) == Fraction(15, 4)  # one row, by its collisions alone
    assert exact(min_bias(50, 50, 2, 4, p=LOW, q=HIGH)) < -5
    assert exact(min_bias(400, 0, 2, 2, p=Fraction(1, 10), q=Fraction(9, 10), S=160000)) > 90
    long, fewer = (min_bias(3000, 100, 16, d, p=LOW, q=HIGH) for d in (30, 29))
    assert long.exact is None  # fractions this long become balls
    assert 0 < long() < ball(fewer) < 181


def test_the_budget_is_split_over_the_rows() -> None:
    """At odds 81 over two rows p = 1/4 and q = 3/4, each row's odds being 9."""
    budget = rows(2)
    assert min_bias(10, 2, 3, 2, budget) == min_bias(10, 2, 3, 2, p=P, q=Q)
    near = min_bias(10, 2, 3, 2, Budget(1, "epsilon", Fraction(4394449154672, 10**12)))
    assert near.exact is None
    assert abs(near() - ball(exact(min_bias(10, 2, 3, 2, budget)))) < 1e-9


def test_other_items_are_alike() -> None:
    found = [equal_counts(*case) for case in ((10, 4, 6), (10, 4, 18), (10, 4, 36), (10, 10, 0))]
    assert found == [[1] * 6, [3, 3], [6], []]


# counts of ones, and order statistics of rows


def counted(held: Sequence[int], w: int, d: int) -> Law[int]:
    """The law of the ones at the columns of item 0, over all functions and all choices of rows."""
    own = [
        sum(hashes[row][item] == hashes[row][0] for row, item in zip(places, held, strict=True))
        for hashes in functions(w, max(held) + 1, d)
        for places in product(range(d), repeat=len(held))
    ]

    def given_own(count: int) -> Law[int]:
        drawn = binomial_law(count, HIGH).product(binomial_law(len(held) - count, LOW))
        return drawn.pushforward(lambda both: both[0] + both[1])

    return mixture_law((Fraction(own.count(each), len(own)), given_own(each)) for each in set(own))


@pytest.mark.parametrize(
    ("held", "w", "d"),
    [
        ((0, 1, 2), 2, 1),
        ((0, 0, 1, 1, 2), 3, 1),
        ((1, 1, 2, 2), 2, 2),
        ((0, 1, 1, 2), 2, 2),
        ((0, 0), 2, 2),
        ((1, 1, 1), 2, 3),
    ],
)
def test_ones_at_an_items_columns(held: Sequence[int], w: int, d: int) -> None:
    crowd = [held.count(item) for item in set(held) - {0}]
    found = ones_law(held.count(0), crowd, w, d, LOW, HIGH)
    assert law_of_shares(enumerate(found)) == counted(held, w, d)
    near = ones_law(held.count(0), crowd, w, d, ball(LOW), ball(HIGH))
    assert all(one.overlaps(ball(other)) for one, other in zip(near, found, strict=True))


@pytest.mark.parametrize("d", [1, 2, 3, 4, 5])
@given(st.lists(st.integers(0, 5), min_size=1, max_size=4).filter(any))
def test_minimum_and_median_beside_all_outcomes(d: int, weights: list[int]) -> None:
    row = [Fraction(each, sum(weights)) for each in weights]
    outcomes = [(each, Fraction(prod(row[v] for v in each))) for each in product(range(len(row)), repeat=d)]
    assert law_of_shares(enumerate(minimum_law(row, d))) == law_of_shares(
        (min(each), share) for each, share in outcomes
    )
    expected = law_of_shares((int(2 * middle(each)), share) for each, share in outcomes)
    assert law_of_shares(doubled_median_law(row, d).items()) == expected
    near = [ball(each) for each in row]
    both = zip(minimum_law(near, d), minimum_law(row, d), strict=True)
    assert all(one.overlaps(ball(other)) for one, other in both)
    assert all(each.overlaps(ball(expected[value])) for value, each in doubled_median_law(near, d).items())


def test_tail_sums() -> None:
    row = [HALF, Fraction(1, 3), Fraction(1, 6)]
    assert tail_sums(row) == [1, HALF, Fraction(1, 6), 0]
