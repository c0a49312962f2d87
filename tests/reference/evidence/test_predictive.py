"""Laws that the past suggests: Bayes' rule by hand, and how soon what they suggest is near the truth."""

from fractions import Fraction
from math import exp, log, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.evidence import Table
from ldproof.evidence.likelihood_ratio import factors, growth_optimal_weights
from ldproof.evidence.predictive import (
    alternatives,
    expected,
    of_masses,
    outcomes_alone,
    posterior,
    two_levels,
    weighed,
)
from ldproof.numbers import Array
from tests.drivers.bench.bench_power import Pair, categories, geometric, growth, hadamard

COUNTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=5).filter(
    lambda counts: all(map(sum, zip(*counts, strict=True)))
)


def told(counts: list[tuple[int, int]], spare: int = 0) -> Table:
    """Outcomes with these counts, and some draws with others."""
    ones, others = map(sum, zip(*counts, strict=True))
    named = tuple((str(place), *each) for place, each in enumerate(counts))
    return Table(ones + spare, others + spare, named)


def drawn(pair: Pair, pairs: int, random: np.random.Generator) -> Table:
    """What came of so many pairs of draws."""
    sides = [random.multinomial(pairs, law).tolist() for law in pair]
    return told([*zip(*sides, strict=True)])


@given(st.lists(st.floats(-800, 800), min_size=1, max_size=6))
def test_weights_are_by_their_logarithms(logarithms: list[float]) -> None:
    weights, total = posterior(np.array(logarithms))
    assert weights.sum() == pytest.approx(1)
    assert np.log(np.maximum(weights, 1e-300)) == pytest.approx(
        np.maximum(np.array(logarithms) - total, log(1e-300)), abs=1e-9
    )


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6))
def test_how_likely_counts_are_is_said_by_an_urn(counts: list[int]) -> None:
    """From which outcomes are drawn one after another: each oftener, the oftener it came."""
    weights = [Fraction(1)] * len(counts)
    likely = Fraction(1)
    for place, times in enumerate(counts):
        for _ in range(times):
            likely *= weights[place] / sum(weights)
            weights[place] += 1
    assert exp(of_masses(np.array(counts, dtype=float))) == pytest.approx(float(likely), rel=1e-9)


@given(COUNTS, st.sampled_from([1.5, 2.5, 8.0]))
def test_two_levels_by_hand(counts: list[tuple[int, int]], odds: float) -> None:
    past, size = told(counts, spare=2), len(counts)
    found = two_levels(past, alternatives(odds)[:, None])
    ones, others = map(sum, zip(*counts, strict=True))
    side = past.draws / (past.draws + past.others)
    for row, top in enumerate(alternatives(odds).tolist()):
        for place, share in enumerate((1 / max(2, size), 0.5, 1 / (1 + exp(top)))):
            low = 1 / (size * (1 - share + share * exp(top)))
            likely, laws = 1.0, []
            for here, there in counts:
                cases = [
                    (
                        prod((share if high else 1 - share) for high in levels)
                        * p**here
                        * q**there
                        * exp(-ones * p - others * q),
                        p,
                        q,
                    )
                    for levels in ((0, 0), (0, 1), (1, 0), (1, 1))
                    for p, q in [[low * exp(top * high) for high in levels]]
                ]
                total = sum(each for each, _, _ in cases)
                likely *= total
                laws.append([sum(each[0] * each[way] for each in cases) / total for way in (1, 2)])
            known = log(likely) + ones + others + ones * log(side) + others * log(1 - side)
            assert found.evidence[row, place] == pytest.approx(known, rel=1e-9, abs=1e-9)
            one, other = np.array(laws).T
            assert found.one[row, place] == pytest.approx(one / one.sum(), rel=1e-9)
            assert found.other[row, place] == pytest.approx(other / other.sum(), rel=1e-9)


def test_levels_are_believed_in_where_there_are_two() -> None:
    """And where there are none, what is expected is what outcomes suggest that are taken alone."""
    random, odds = np.random.default_rng(1), np.array(exp(1))
    top = alternatives(odds)[:, None]
    near = 1
    for pair, believed in (
        (hadamard(16, 1.2), True),
        (categories(16, 1.2), True),
        (geometric(33, 1.2), False),
    ):
        past = drawn(pair, 400, random)
        free, levels = outcomes_alone(past, odds, top, 0), two_levels(past, top)
        one, _ = weighed(free, levels)
        if believed:
            assert log(20) < levels.evidence[near].max() - free.evidence[near]
            assert one[near].tolist() != pytest.approx(free.one[near].tolist(), rel=0.02)
        else:
            assert levels.evidence[near].max() - free.evidence[near] < -log(20)
            assert one[near].tolist() == pytest.approx(free.one[near].tolist(), rel=1e-2)


def grown(past: Table, pair: Pair, odds: float) -> Array:
    """How fast bets grow that are placed by this past, where these are the laws: a number for each alternative."""
    shift, first, second = growth_optimal_weights(*expected(past, odds), odds)
    weights = np.zeros((2, len(shift), len(pair[0])))
    weights[:, :, [int(name) for name, _, _ in past.outcomes]] = first, second
    one, other = factors(np.array(odds), weights[0], weights[1], shift[:, None])
    return np.asarray(np.log(one) @ pair[0] + np.log(other) @ pair[1])


@pytest.mark.parametrize(
    ("pair", "pairs", "least"),
    [
        (hadamard(16, 1.2), 200, 0.6),
        (hadamard(16, 1.2), 400, 0.8),
        (categories(64, 1.3), 800, 0.6),
        (categories(4, 1.2), 100, 0.6),
        (geometric(33, 1.2), 200, 0.5),
    ],
)
def test_what_is_expected_is_soon_as_good_as_what_is_so(pair: Pair, pairs: int, least: float) -> None:
    """In the mean of 40 pasts the bets on the alternative that is so grow by so much of what nobody exceeds."""
    random, odds = np.random.default_rng(2), exp(1)
    found = [grown(drawn(pair, pairs, random), pair, odds) for _ in range(40)]
    assert np.mean([each[1] for each in found]) > least * growth(*pair, odds)
    assert np.max(found) <= growth(*pair, odds) * (1 + 1e-6)
