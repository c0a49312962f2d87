"""Error bounds, beside the exact probabilities of errors; and the source's, which fails nearly always."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from math import comb, factorial, log, sqrt

import numpy as np
import pytest

from ldproof.budget import Budget
from ldproof.law import binomial
from ldproof.numbers import Real, ball
from ldproof.numbers.series import power
from ldproof.rejections import Reason
from ldproof.sketch.accuracy import alpha_mean, alpha_median, alpha_min, by_chernoff, by_counting
from ldproof.sketch.counts import ones
from ldproof.sketch.orders import median, minimum
from ldproof.tails import at_least
from tests.reference.refusals import refused

P, Q = Fraction(1, 4), Fraction(3, 4)
"""Each row's rates: at odds 9 of a sampled row, at odds 9^d of d rows together."""

NINE = Budget(1, "odds", Fraction(9))
CROWDS = [(12, 12, 0), (60, 0, 1), (60, 20, 1), (60, 20, 8), (60, 12, 48)]
"""N, f, and how many people hold each other item."""

CASES = list(product(CROWDS, [(2, 1), (2, 3), (16, 4)], [Fraction(1, 2), Fraction(1, 20), Fraction(1, 1000)]))


def number(quantity: Real) -> float:
    return float(ball(quantity))


def others(crowd: tuple[int, int, int]) -> list[int]:
    N, f, each = crowd
    return [each] * ((N - f) // each) if each else []


def squares(crowd: tuple[int, int, int]) -> int:
    return sum(count**2 for count in others(crowd))


def beyond(law: Iterable[tuple[float, float]], f: int, bound: float) -> float:
    """The probability that an estimate is further from f than a bound."""
    return sum(share for value, share in law if abs(value - f) > bound + 1e-9)


def estimate(count: float, reports: int, p: float = 0.25, q: float = 0.75) -> float:
    """Collisions and all."""
    return (count - reports * p) / (q - p)


def debiased(count: float, N: int, w: int, p: float = 0.25, q: float = 0.75) -> float:
    return (estimate(count, N, p, q) - N / w) / (1 - 1 / w)


def rows(d: int) -> Budget:
    """With which each of d rows has the rates."""
    return Budget(1, "odds", Fraction(9) ** d)


def share(value: Fraction) -> float:
    return float(value)


@pytest.mark.parametrize(("crowd", "shape", "delta"), CASES, ids=str)
def test_the_mean(crowd: tuple[int, int, int], shape: tuple[int, int], delta: Fraction) -> None:
    """Of sampled rows with bits and with signs, of all rows, and of each person's own hash."""
    (N, f, _), (w, d) = crowd, shape
    sampled = ones(f, others(crowd), w, d, P, Q)
    law = [(debiased(z, N, w), share(each)) for z, each in enumerate(sampled)]
    assert beyond(law, f, number(alpha_mean("cms", N, f, w, delta, d, NINE))) <= delta
    assert beyond(law, f, number(alpha_mean("unary", N, f, w, delta, d, p=P, q=Q))) <= delta

    signs = ones(f, others(crowd), w, d, Fraction(1, 2), Q)  # a sign is right with probability 3/4 at odds 3
    law = [(debiased(z, N, w, 0.5, 0.75), share(each)) for z, each in enumerate(signs)]
    three = Budget(1, "odds", Fraction(3))
    assert beyond(law, f, number(alpha_mean("hcms", N, f, w, delta, d, three))) <= delta

    together = power(ones(f, others(crowd), w, 1, P, Q), d)
    law = [(debiased(z / d, N, w), share(each)) for z, each in enumerate(together)]
    assert beyond(law, f, number(alpha_mean("all_rows", N, f, w, delta, d, rows(d)))) <= delta

    own = ones(f, [1] * (N - f), w, 1, P, Q)
    law = [(debiased(z, N, w), share(each)) for z, each in enumerate(own)]
    bound = number(alpha_mean("per_user", N, f, w, delta, d, NINE))
    assert beyond(law, f, bound) <= delta
    assert beyond(law, f, bound / 4) > delta or delta == Fraction(1, 2)


Crowd = tuple[int, int, int]
Law = list[tuple[float, float]]


def median_of_all(crowd: Crowd, w: int, d: int, delta: Fraction) -> tuple[Law, float]:
    """The law of the median of all rows, and its bound."""
    N, f, _ = crowd
    found = median(ones(f, others(crowd), w, 1, P, Q), d)
    law = [(debiased(twice / 2, N, w), share(each)) for twice, each in found.items()]
    return law, number(alpha_median("all_rows", N, f, squares(crowd), w, delta, d, rows(d)))


def minimum_of_all(crowd: Crowd, w: int, d: int, delta: Fraction) -> tuple[Law, float]:
    """The law of the minimum of all rows, and its bound."""
    N, f, _ = crowd
    found = minimum(ones(f, others(crowd), w, 1, P, Q), d)
    law = [(estimate(least, N), share(each)) for least, each in enumerate(found)]
    return law, number(alpha_min("all_rows", N, f, w, delta, d, rows(d)))


BOTH = pytest.mark.parametrize("statistic", [median_of_all, minimum_of_all])


@BOTH
@pytest.mark.parametrize(("crowd", "shape", "delta"), CASES, ids=str)
def test_the_median_and_the_minimum_of_all_rows(
    statistic: Callable[[Crowd, int, int, Fraction], tuple[Law, float]],
    crowd: Crowd,
    shape: tuple[int, int],
    delta: Fraction,
) -> None:
    law, bound = statistic(crowd, *shape, delta)
    assert beyond(law, crowd[1], bound) <= delta


@BOTH
@pytest.mark.parametrize("crowd", CROWDS[:3], ids=str)
def test_a_tenth_of_these_bounds_does_not_hold(
    statistic: Callable[[Crowd, int, int, Fraction], tuple[Law, float]], crowd: Crowd
) -> None:
    law, bound = statistic(crowd, 2, 3, Fraction(1, 20))
    assert beyond(law, crowd[1], bound / 10) > Fraction(1, 20)


def sampled_rows(N: int, d: int, w: int, held: Callable[[int, int], bool]) -> list[float]:
    """The probabilities that so many of d sampled rows are `held`, given their ones and reports.

    N people hold an item each, and nobody the one asked for. They are shared out to the rows like the factors of
    N! t^N in a product of exponential generating functions.
    """
    mu = P + (Q - P) / w
    inside, outside = np.zeros(N + 1), np.zeros(N + 1)
    for n in range(N + 1):
        inner = float(
            sum(
                (each for count, each in binomial(n, mu).probabilities.items() if held(count, n)), Fraction(0)
            )
        )
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


@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(1, 20)])
@pytest.mark.parametrize(("N", "w", "d"), [(40, 4, 1), (40, 4, 3), (30, 2, 5)])
def test_sampled_rows(N: int, w: int, d: int, delta: Fraction) -> None:
    """The median is off on one side if most rows are; the minimum is below if any row is, and above if all are."""

    def off(bound: float, sign: int, shared: float) -> list[float]:
        return sampled_rows(
            N, d, w, lambda count, n: sign * d * (estimate(count, n) - n * shared) / (1 - shared) > bound
        )

    bound = number(alpha_median("cms", N, 0, N, w, delta, d, NINE))
    most = (d + 1) // 2
    assert sum(sum(off(bound, sign, 1 / w)[most:]) for sign in (1, -1)) <= delta
    assert sum(sum(off(bound / 8, sign, 1 / w)[most:]) for sign in (1, -1)) > delta
    bound = number(alpha_min("cms", N, 0, w, delta, d, NINE))
    assert off(bound, 1, 0)[d] + sum(off(bound, -1, 0)[1:]) <= delta
    assert off(bound / 30, 1, 0)[d] + sum(off(bound / 30, -1, 0)[1:]) > delta


def test_the_bound_on_the_mean_as_it_is_written() -> None:
    N, f, w, d, delta = 1000, 100, 64, 16, 0.05
    noise = sqrt(N * log(4 / delta) / 2) / 0.5
    collisions = (N - f) * sqrt(log(4 / delta) / (2 * d))
    found = number(alpha_mean("cms", N, f, w, Fraction(1, 20), d, NINE))
    assert found == pytest.approx(w / (w - 1) * (noise + collisions))


@pytest.mark.parametrize("d", [1, 2, 5, 8, 31])
@pytest.mark.parametrize("delta", [0.5, 0.01])
def test_how_often_a_row_may_be_off(d: int, delta: float) -> None:
    """Beside the exact binomial tail."""
    half = (d + 1) // 2
    for rate in (by_chernoff(float(d), delta), by_counting(float(half), float(comb(d, half)), delta)):
        assert 0 < rate < 1
        assert at_least(d, Fraction(rate), half) <= delta * (1 + 1e-9)


def test_the_sources_bound_fails() -> None:
    """Section 4.2: sqrt(ln(1/delta)) / epsilon, times any constant, as more people come. Ten of it, for delta = 1/100."""
    d, delta = 3, 0.01
    epsilon = d * log(9)
    printed = 10 * sqrt(log(1 / delta)) / epsilon
    failing = []
    for N in (10, 100, 1000):
        found = minimum(ones(0, [1] * N, 1 << 20, 1, ball(P), ball(Q)), d)
        law = [(estimate(z, N), float(each)) for z, each in enumerate(found)]
        failing.append(beyond(law, 0, printed))
    assert delta < failing[0] < failing[1] < failing[2]
    assert failing[2] > 0.8


def test_what_plays_no_part() -> None:
    """The squares for the mean and the minimum, and the number of rows where there are none."""
    half = Fraction(1, 2)
    for alpha in (alpha_min, alpha_mean):
        bounds = [number(alpha("cms", 10, 2, 4, half, 3, NINE, S=S)) for S in (None, 8, 64)]
        assert bounds[0] == bounds[1] == bounds[2]
    alone = number(alpha_mean("per_user", 10, 2, 4, half, budget=NINE))
    assert alone == number(alpha_mean("per_user", 10, 2, 4, half, 7, NINE))
    alone = number(alpha_median("per_user", 10, 2, 8, 4, half, budget=NINE))
    assert alone == number(alpha_median("per_user", 10, 2, 64, 4, half, 7, NINE))


def test_what_is_refused() -> None:
    half = Fraction(1, 2)
    with refused(Reason.OUT_OF_RANGE):
        alpha_min("per_user", 10, 2, 4, half, 2, NINE)
    for alpha in (alpha_min, alpha_mean):
        with refused(Reason.OUT_OF_RANGE):
            alpha("cms", 10, 11, 4, half, 2, NINE)
    with refused(Reason.OUT_OF_RANGE):
        alpha_median("cms", 10, 2, 7, 4, half, 2, NINE)
    for alpha in (alpha_min, alpha_mean):
        with refused(Reason.OUT_OF_RANGE):
            alpha("cms", 10, 2, 4, half, 2, NINE, S=7)
        with refused(Reason.MISSING):
            alpha("cms", 10, 2, 4, half, budget=NINE)
