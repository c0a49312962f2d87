"""Intervals: a bound on every cumulant, by enumeration; coverage, exactly and by simulation; and their width."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb, exp, log, sqrt

import numpy as np
import pytest

from ldproof.budget import Budget
from ldproof.coins import SeededCoins
from ldproof.numbers import Real
from ldproof.numbers import log as surprise
from ldproof.planning.sketches import built_in_profile
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.collector import Hits, simulate_collector
from ldproof.sketch.cumulants import (
    Crowd,
    bound_holders,
    collision_variance,
    crowd_from_channel,
    largest_deviation,
)
from ldproof.sketch.error import Interval, confidence_intervals, largest_error
from ldproof.sketch.plan import Rows, draw_plan
from ldproof.sketch.variance import report_model, variance
from tests.reference.sketch.separate import separate_intervals
from tests.reference.sketch.small import functions, number, supports
from tests.tiers import grid, slow, some

COUNTS = ((2, 2, 0), (0, 4, 0), (0, 2, 2), (1, 2, 1), (4, 0, 0))
"""How many of four people hold each of three items; the first is asked for."""

BITS = Unary(2, Real(Fraction(1, 4)), Real(Fraction(3, 4)))
SIGNS = Hadamard(2, 1, Real(Fraction(3)))
RARE = Unary(3, Real(Fraction(1, 50)), Real(Fraction(1, 2)))


def crowd(
    rows: Rows, channel: Channel, d: int, N: int, heaviest: int | None = None, reach: Fraction = Fraction(1)
) -> Crowd:
    """People beside items of which none has more holders than the heaviest; over ideal hashes."""
    often = Fraction(1, channel.width)
    most = Real(N if heaviest is None else heaviest)
    told = d if rows is Rows.ALL else 1
    shared = 0 if rows is Rows.OWN else d
    return crowd_from_channel(channel, Fraction(N), shared, told, often, often**2, most, Real(reach))


def moment(rows: Rows, channel: Channel, d: int, counts: Sequence[int], t: float, levels: int = 1) -> float:
    """E exp(t T), over all functions as hashes and everything that is said by whoever is at one of so many levels."""

    def one(asked: int) -> float:
        said = supports(channel, 0, asked)
        bit = 1 if channel.support_range == 1 else 2
        return sum(
            float(share) * exp(t * float((value + bit - 1) / bit))
            for value, share in said.probabilities.items()
        )

    own, other = one(0), one(1)
    total, hashes = 0.0, functions(channel.width, len(counts), d)
    for each in hashes:
        value = 1.0
        for item, count in enumerate(counts):
            same = [row[item] == row[0] for row in each]
            factors = [own if collides else other for collides in same]
            told = float(np.prod(factors)) if rows is Rows.ALL else sum(factors) / d
            value *= (1 + (told - 1) / levels) ** count
        total += value
    return total / len(hashes)


@pytest.mark.parametrize("channel", [BITS, SIGNS, RARE, Kary(2, Real(Fraction(2)))], ids=str)
@pytest.mark.parametrize("rows", [Rows.SAMPLED, Rows.ALL])
def test_no_moment_is_above_its_bound(rows: Rows, channel: Channel) -> None:
    """(1), for every choice of counts, with and without the largest count; and close to it for one other item.

    The enumerated hashes are independent, so that it also holds with the largest count as reach.
    """
    for d, counts, t in grid((1, 2), COUNTS, (0.125, 1.0, 3.0, -0.125, -1.0, -3.0)):
        found = log(moment(rows, channel, d, counts, t))
        most_holders = max(counts)
        for heaviest, reach in ((None, 4), (most_holders, 4), (most_holders, most_holders)):
            known = crowd(rows, channel, d, 4, heaviest, Fraction(reach, 4))
            (alpha, beta), f = at_rate(known, t), counts[0]
            most = f * alpha + (4 - f) * beta
            assert found <= most + 1e-12
            if counts == (0, 4, 0) and (rows is Rows.ALL or d == 1):
                assert most == pytest.approx(found, abs=1e-12)  # nothing is lost


def at_rate(known: Crowd, t: float) -> tuple[float, float]:
    """alpha(t) and beta(t), as floats."""
    sign = 1 if t > 0 else -1
    rates, alpha, beta = known.tables[sign]
    place = int(np.argmin(abs(rates - t)))
    assert rates[place] == t
    return float(alpha[place]), float(beta[place])


def test_moments_where_hashes_are_the_clients_own() -> None:
    for t in (0.5, -2.0):
        alpha, beta = at_rate(crowd(Rows.OWN, BITS, 1, 4), t)
        assert exp(alpha) == pytest.approx(0.25 + 0.75 * exp(t))
        assert exp(beta) == pytest.approx(0.5 + 0.5 * exp(t))


# coverage, exactly


def ends_of(known: Crowd, support: int, delta: Fraction) -> tuple[float, float]:
    L = surprise(Real(2 / delta))
    return number(bound_holders(known, support, L, 1)), number(bound_holders(known, support, L, -1))


def binomial(n: int, chance: float) -> np.ndarray:
    return np.array([comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)])


@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000)])
@pytest.mark.parametrize("rows", [Rows.SAMPLED, Rows.OWN])
def test_how_often_an_interval_misses_exactly(rows: Rows, delta: Fraction) -> None:
    """Everybody else holds one item, and collides in k of d rows: then T is a sum of two binomial numbers.

    Also where a person is at one of three levels, and reports nothing at the others.
    """
    for channel, d, f, levels in grid((RARE, BITS), (1, 16), (0, 20, 60), (1, 3)):
        N, low, high, c = 60, number(channel.low), number(channel.high), 1 / channel.width
        law = np.zeros(N + 1)
        for k, share in enumerate(binomial(d, c)):
            rate = low + (high - low) * (c if rows is Rows.OWN else k / d)
            law += share * np.convolve(binomial(f, high / levels), binomial(N - f, rate / levels))
        known = crowd(rows, channel, d, N)
        known = replace(known, low=known.low / levels, high=known.high / levels)
        inside = [lower <= f <= upper for lower, upper in (ends_of(known, T, delta) for T in range(N + 1))]
        assert 1 - law[inside].sum() <= delta
        assert not all(inside) or levels > 1


# coverage and width, by simulation

WORDS = (("oue", 256, 4), ("kary", 64, 2), ("hcms_plus", 256, 4), ("all_rows", 16, 4))


def simulated(
    word: str, w: int, epsilon: int, d: int, counts: Sequence[int], seed: str, family: str | None = None
) -> Hits:
    """Return a collector with the reports of people who hold these items."""
    coins = SeededCoins(f"{word} {w} {epsilon} {d} {seed}".encode())
    made = draw_plan(word, w, d, coins, family, epsilon=epsilon * (d if word == "all_rows" else 1))
    held = np.repeat(np.arange(len(counts)), counts)
    return simulate_collector(made, range(len(counts)), held, coins).hits(range(len(counts)))


def missed(found: Sequence[Interval], counts: Sequence[int]) -> bool:
    return not all(each.lower <= f <= each.upper for each, f in zip(found, counts, strict=True))


@pytest.mark.parametrize(("word", "w", "epsilon"), some(WORDS))
def test_how_often_any_of_several_misses(word: str, w: int, epsilon: int) -> None:
    """Of 20 runs with delta = 1/10, more than 7 would miss once in 4,000 times; and a heavy item is told from a light one."""
    runs = []
    for run in range(20):
        counts = ((3000, 1500, 400, 100, 0), (1000,) * 5, (5000, 0, 0, 0, 0))[run % 3]
        hits = simulated(word, w, epsilon, 64, counts, str(run))
        found = confidence_intervals(hits, "1/10")
        runs.append(missed(found, counts))
        if run % 3 == 0:
            assert found[0].lower > counts[2]
    assert sum(runs) <= 7


@slow
@pytest.mark.parametrize(("word", "w"), some([("oue", 256), ("kary", 256)]))
def test_an_interval_is_at_most_half_wider_than_bernsteins_for_the_true_counts(word: str, w: int) -> None:
    """100,000 people, 2,000 items and 1,024 rows. Bernstein's variance and largest item are those of the true counts."""
    counts = built_in_profile(100_000, 2000, "zipf").counts
    epsilon, d, delta = 4, 1024, Fraction(1, 20)
    N, squares, L = sum(counts), sum(f * f for f in counts), log(2 * len(counts) / delta)
    hits, budget = simulated(word, w, epsilon, d, counts, "width"), Budget(1, "epsilon", Fraction(epsilon))
    items = (0, 1, 10, 100, 1999)
    few = replace(hits, supports=hits.supports[:, list(items)])
    found = confidence_intervals(few, delta * len(items) / len(counts))
    before = separate_intervals(few, delta * len(items) / len(counts))
    assert not missed(found, [counts[item] for item in items])
    contrast = number(hits.channel.high) - number(hits.channel.low)
    for each, old, item in zip(found, before, items, strict=True):
        f = counts[item]
        V = number(variance(word, N, f, squares - f * f, w, d, budget))
        reach = max(1 / contrast, max(counts) / d) * w / (w - 1)
        bernstein = reach * L / 3 + sqrt((reach * L / 3) ** 2 + 2 * L * V)
        assert number(each.upper) - max(number(each.lower), 0) <= 1.5 * 2 * bernstein
        assert number(each.upper) - number(each.estimate) <= 1.5 * bernstein
        assert number(each.upper) - number(each.estimate) < (number(old.upper) - number(old.estimate)) / 2


def test_the_heaviest_item_bounds_collisions() -> None:
    """Without what the columns say of it, a large item's lower end is further off."""
    hits = simulated("oue", 256, 4, 64, (10_000, *(50,) * 800), "heaviest")
    blind = Hits(hits.supports, hits.reporters, hits.scale, hits.shared, hits.channel, hits.collision)
    (one, *_), (other, *_) = confidence_intervals(hits, "1/20"), confidence_intervals(blind, "1/20")
    assert other.lower < one.lower <= 10_000 <= one.upper
    assert hits.heaviest is not None
    assert hits.heaviest >= hits.supports.sum(axis=0).max()


@pytest.mark.parametrize(("word", "w", "epsilon"), [("oue", 128, 2), ("hcms", 256, 1)])
def test_independent_hashes_narrow_the_lower_ends(word: str, w: int, epsilon: int) -> None:
    """At most 1.6 half-widths of Bernstein's inequality for the true counts; 3.1 and 1.7 with quadratic hashes."""
    counts, d, delta = built_in_profile(100_000, 2000, "zipf").counts, 64, Fraction(1, 20)
    N, squares, L = sum(counts), sum(f * f for f in counts), log(2 * len(counts) / delta)
    hits = simulated(word, w, epsilon, d, counts, "few rows", "ideal")
    assert hits.independent
    few = replace(hits, supports=hits.supports[:, :20])
    found = confidence_intervals(few, delta * 20 / len(counts))
    assert not missed(found, counts[:20])
    contrast = number(hits.channel.high) - number(hits.channel.low)
    for each, f, others in zip(found[:2], counts[:2], counts[1::-1], strict=True):
        V = number(variance(word, N, f, squares - f * f, w, d, Budget(1, "epsilon", Fraction(epsilon))))
        reach = max(hits.channel.support_range / contrast, others / d) * w / (w - 1)
        bernstein = reach * L / 3 + sqrt((reach * L / 3) ** 2 + 2 * L * V)
        assert number(each.estimate) - number(each.lower) <= 1.6 * bernstein


def test_families_that_are_not_independent_in_threes() -> None:
    """Two items may collide with a third one together, so that the largest count bounds no variance."""
    coins = SeededCoins(b"affine")
    made = draw_plan("oue", 16, 4, coins, family="affine", P=10007, epsilon=4)
    hits = simulate_collector(made, range(2), np.array([0] * 100), coins).hits(range(2))
    assert hits.triple is None
    assert collision_variance(hits.collision, None, Real(1), Fraction(100)) == hits.collision * (
        1 - hits.collision
    )
    assert not missed(confidence_intervals(hits, "1/10"), (100, 0))


def test_triples_bound_the_variance_of_collisions() -> None:
    """The variance is c (1 - c) at most, and the excess of triples over c^2 where no item has any holders."""
    c, N = Fraction(1, 4), Fraction(100)
    for triple in (c**2, c**2 + Fraction(1, 100)):
        assert collision_variance(c, triple, Real(0), N) == triple - c**2
        assert collision_variance(c, triple, Real(100), N) == c * (1 - c)


# the bound on all items at once


@pytest.mark.parametrize("rows", [Rows.SAMPLED, Rows.ALL, Rows.OWN])
def test_the_bound_on_all_solves_the_inequality(rows: Rows) -> None:
    """For each f between the fewest and the most holders, an estimate further off is excluded."""
    N, d, L = 2000, 64, surprise(Real(1000))
    known = crowd(rows, RARE, 1 if rows is Rows.OWN else d, N, 900)
    off = number(largest_deviation(known, (100, 900), L))
    low, high, c = number(known.low), number(known.high), 1 / 3
    for f in (100, 500, 900):
        per_person = known.rows_reported * (high - low) * (1 - c)
        T = known.rows_reported * (f * high + (N - f) * (low + (high - low) * c))
        above, below = (round(T + sign * (off * per_person + 1)) for sign in (1, -1))
        assert number(bound_holders(known, above, L, 1)) >= f or above > N * known.rows_reported
        assert number(bound_holders(known, below, L, -1)) <= f or below < 0
    assert off < N


def test_the_bound_on_all_beside_bernsteins() -> None:
    """At most 1.5 times sqrt(2 V L) + reach L/3, for noise that outweighs collisions; before, nine times."""
    counts = built_in_profile(100_000, 2000, "zipf").counts
    N, squares, w, d = sum(counts), sum(f * f for f in counts), 1014, 1024
    for epsilon in (1, 4):
        budget, L = Budget(1, "epsilon", Fraction(epsilon)), log(2 * 2000 * 20)
        V = max(number(variance("oue", N, f, squares - f * f, w, d, budget)) for f in (counts[0], counts[-1]))
        found = number(largest_error(report_model("oue", w, d, budget), counts, w, Fraction(1, 20)))
        assert sqrt(2 * V * L) <= found <= 1.2 * sqrt(2 * V * L)
