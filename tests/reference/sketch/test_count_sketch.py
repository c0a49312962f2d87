"""The private Count-Sketch against a matrix that is written out, and its errors against enumerations and simulations."""

from fractions import Fraction
from itertools import product
from math import comb, exp, log

import numpy as np
import pytest

from ldproof.budget import Budget
from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, law_of, tight_privacy
from ldproof.numbers import Real, log1p
from ldproof.sketch.channels import Hadamard
from ldproof.sketch.collector import estimate_holders, mean_estimates, simulate_collector
from ldproof.sketch.cumulants import Crowd, bound_holders, crowd_from_channel
from ldproof.sketch.error import alpha_mean, alpha_min, confidence_intervals
from ldproof.sketch.mechanism import MECHANISMS
from ldproof.sketch.plan import draw_plan
from ldproof.sketch.variance import variance
from tests.reference.refusals import refused
from tests.reference.sketch.small import exact, number, supports
from tests.tiers import slow

THREE = Budget(1, "odds", Fraction(3))
"""A sign is right with probability 3/4, so that `high` is 1/2."""


def written_out(columns: int) -> list[list[int]]:
    """A Hadamard matrix by doubling."""
    matrix = [[1]]
    while len(matrix) < columns:
        matrix = [line + line for line in matrix] + [line + [-each for each in line] for line in matrix]
    return matrix


@pytest.mark.parametrize(
    ("columns", "E"), [(1, 7), (2, 2), (2, 7), *(pytest.param(4, E, marks=slow) for E in (2, 7))]
)
def test_law_is_that_of_a_signed_unit_vector(columns: int, E: int) -> None:
    """A drawn entry of the matrix times a vector with one entry, 1 or -1, is right with the odds E."""
    w, d, matrix = 2 * columns, 2, written_out(columns)
    asked = MECHANISMS["count_sketch"](w, d, odds=E)
    for secret in product(range(w), repeat=d):
        expected = dict.fromkeys(asked.outputs, Fraction(0))
        for row, place, lie in product(range(d), range(columns), (0, 1)):
            sign, column = (-1 if secret[row] >= columns else 1), secret[row] % columns
            vector = [sign * (each == column) for each in range(columns)]
            entry = sum(matrix[place][each] * vector[each] for each in range(columns))
            said = int(entry < 0) ^ lie
            expected[row, ((columns + place, said),)] += Fraction(1 if lie else E, (E + 1) * columns * d)
        assert law_of(asked, secret).probabilities == {k: share for k, share in expected.items() if share}
    for level in LEVELS:
        assert tight_privacy(asked, level).odds == asked.privacy(level).odds == E


def test_support_of_another_item_is_that_of_its_sign() -> None:
    """Its mean is `high` or -`high` in the same column, and 0 in another; on average over the others it is `low`."""
    channel = MECHANISMS["count_sketch"](8, 1, odds=3).channel
    for own, asked in product(range(8), repeat=2):
        same = Fraction(1, 2) if own % 4 == asked % 4 else 0
        assert supports(channel, own, asked).mean(Fraction) == (-same if own != asked else same)
    assert exact(channel.low) == -Fraction(1, 2) / 7
    assert channel.has_signed_columns


@pytest.mark.parametrize("family", ["quadratic", "ideal"])
def test_variance_is_that_of_simulated_people(family: str) -> None:
    """In 300 sketches of 60 people, each with fresh hashes; a right variance fails for a seed in a thousand or so."""
    N, f, w, d, runs = 60, 20, 8, 2, 300
    coins, held = SeededCoins(f"count sketch {family}".encode()), np.repeat([0, 1, 2], [f, 30, 10])
    found = []
    for _ in range(runs):
        plan = draw_plan("count_sketch", w, d, coins, family, odds=3)
        hits = simulate_collector(plan, ["a", "b", "c"], held, coins).hits(["a"])
        (estimate,) = mean_estimates(hits)
        # Collisions cancel out on average, so that nothing is subtracted: the support over `high`.
        assert estimate == 2 * int(hits.supports.sum())
        found.append(float(estimate))
    S = 30**2 + 10**2
    expected = float(variance("count_sketch", N, f, S, w, d, THREE, family=family))
    assert expected == 4 * N - f + (S - (N - f)) / (d * (w / 2))
    assert abs(np.mean(found) - f) < 3.3 * (expected / runs) ** 0.5
    squares = (np.array(found) - f) ** 2
    assert abs(squares.mean() - expected) < 3.3 * squares.std() / runs**0.5


def test_mean_estimate_is_the_support_over_the_contrast() -> None:
    """For every support, from the stated `low` and the collision probability of all w hash values."""
    high = Fraction(1, 2)
    for w, S in product((2, 4, 16), range(-7, 8, 2)):
        found = estimate_holders(Fraction(S), Fraction(7), -high / (w - 1), high, Fraction(1, w))
        assert found == S / high


# Bounds: a collision with the other sign takes support away.


def signed_crowd(d: int, N: int, heaviest: int, reach: Fraction) -> Crowd:
    channel, w = Hadamard(4, 2, Real(Fraction(2))), Fraction(1, 4)
    return crowd_from_channel(channel, Fraction(N), d, 1, w, w**2, Real(heaviest), Real(reach))


@pytest.mark.parametrize("counts", [(0, 4, 0), (1, 2, 1), (2, 1, 1), (0, 3, 1)])
@pytest.mark.parametrize("d", [1, 2])
def test_no_moment_is_above_its_bound(counts: tuple[int, ...], d: int) -> None:
    """Over all functions from two other items to four hash values, beside an item with the first one."""
    for t in (0.125, 1.0, 3.0, -0.125, -1.0, -3.0):
        rates = {0: 0.75, 2: 0.25}
        bits = [1 - rate + rate * exp(t) for rate in (rates.get(value, 0.5) for value in range(4))]
        total, f = 0.0, counts[0]
        for rows in product(product(range(4), repeat=2), repeat=d):
            others = [sum(bits[row[item]] for row in rows) / d for item in range(2)]
            total += bits[0] ** f * others[0] ** counts[1] * others[1] ** counts[2]
        found = log(total / 16**d)
        heaviest = max(counts)
        for most, reach in ((4, 4), (heaviest, 4), (heaviest, heaviest)):
            known = signed_crowd(d, 4, most, Fraction(reach, 4))
            sign = 1 if t > 0 else -1
            at, alpha, beta = known.tables[sign]
            place = int(np.argmin(abs(at - t)))
            assert found <= f * alpha[place] + (4 - f) * beta[place] + 1e-12


def support_law(N: int, f: int) -> np.ndarray:
    """The law of the signs that are 1 in one row of two columns, if all others hold one item."""

    def ones(n: int, rate: float) -> np.ndarray:
        return np.array([comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(n + 1)])

    rates = ((0.25, 0.75), (0.25, 0.25), (0.5, 0.5))
    mixed = np.sum([share * ones(N - f, rate) for share, rate in rates], axis=0)
    return np.convolve(ones(f, 0.75), mixed)


@pytest.mark.parametrize("f", [0, 20, 60])
@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(1, 10)])
def test_intervals_and_the_bound_on_the_mean_hold(f: int, delta: Fraction) -> None:
    """By the exact law; the second part of the bound without signs is not enough."""
    N, law = 60, support_law(60, f)
    known, L = signed_crowd(1, N, N, Fraction(1)), Real(0) - log1p(Real(delta / 2 - 1))
    ends = [[number(bound_holders(known, T, L, sign)) for sign in (1, -1)] for T in range(N + 1)]
    assert law[[not low <= f <= high for low, high in ends]].sum() <= delta
    estimates = 2 * (2 * np.arange(N + 1) - N)
    bound = number(alpha_mean("count_sketch", N, f, 4, delta, 1, THREE))
    assert law[abs(estimates - f) > bound].sum() <= delta


def test_intervals_of_people_hold_their_counts() -> None:
    plan = draw_plan("count_sketch", 64, 64, SeededCoins(b"intervals"), epsilon=4)
    names, held = [str(each) for each in range(20)], np.repeat(np.arange(3), [6000, 3000, 1000])
    found = confidence_intervals(simulate_collector(plan, names, held, SeededCoins(b"p")).hits(names), "1/20")
    for count, each in zip([6000, 3000, 1000] + [0] * 17, found, strict=True):
        assert each.lower <= count <= each.upper
        assert number(each.upper - each.lower) < 2000


def test_refusals() -> None:
    """The minimum has no bound, as rows can be too small; hashes that are not uniform have a mean that is not 0."""
    with refused(Reason.OUT_OF_RANGE):
        alpha_min("count_sketch", 10, 2, 4, Fraction(1, 10), 2, THREE)
    for family, P in (("affine", 17), ("textbook", 17), ("polynomial", None)):
        with refused(Reason.OUT_OF_RANGE):
            draw_plan("count_sketch", 4, 2, SeededCoins(b"refused"), family, P, odds=3)
        with refused(Reason.OUT_OF_RANGE):
            variance("count_sketch", 10, 2, 8, 4, 2, THREE, family=family, P=P)
    for w in (3, 6):
        with refused(Reason.OUT_OF_RANGE):
            MECHANISMS["count_sketch"](w, 2, odds=3)
