"""Post-processing: the nearest consistent estimates by brute force, and the largest counts with their error."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.numbers import Real, ball, log
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.collector import Hits, empty_collector, mean_estimates
from ldproof.sketch.consistency import consistent_estimates, count_intervals, largest_counts
from ldproof.sketch.cumulants import bound_holders
from ldproof.sketch.error import crowd_of_hits, supporting_reports
from ldproof.sketch.plan import draw_plan
from tests.reference.refusals import refused
from tests.reference.sketch.small import exact, number
from tests.reference.sketch.test_intervals import simulated
from tests.tiers import some

CHANNELS = (
    Unary(4, Real(Fraction(1, 4)), Real(Fraction(3, 4))),
    Kary(4, Real(Fraction(2))),
    Hadamard(4, 1, Real(Fraction(3))),
)


def hits_of(channel: Channel, supports: Sequence[int], reports: int) -> Hits:
    """Two rows with half of the reports each, of which the second supports nothing."""
    rows = np.array([supports, [0] * len(supports)])
    return Hits(rows, np.array([reports, reports]), 2, shared=True, channel=channel, collision=Fraction(1, 4))


def squared_distance(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum(((a - b) ** 2 for a, b in zip(one, other, strict=True)), Fraction(0))


def feasible_points(values: Sequence[Fraction], N: Fraction, *, complete: bool) -> Iterator[list[Fraction]]:
    """For each set of items the nearest point at which the others are 0, where it is feasible, with any multiplier."""
    places = range(len(values))
    for chosen in (set(each) for size in range(len(values) + 1) for each in combinations(places, size)):
        total = sum((values[place] for place in chosen), Fraction(0))
        shifts = [(total - N) / len(chosen)] if chosen else []
        for shift in shifts if complete else [*shifts, Fraction(0)]:
            point = [values[place] - shift if place in chosen else Fraction(0) for place in places]
            if min(point) >= 0 and (sum(point) == N if complete else sum(point) <= N):
                yield point


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: type(channel).__name__)
def test_consistent_estimates_are_the_nearest_by_brute_force(channel: Channel) -> None:
    seen = set()
    for supports, complete in product(product((0, 3, 7, 12), repeat=3), (False, True)):
        hits = hits_of(channel, supports, 9)
        values = [exact(each) for each in mean_estimates(hits)]
        found = [exact(each) for each in consistent_estimates(hits, complete=complete)]
        points = feasible_points(values, hits.N, complete=complete)
        nearest = min(points, key=lambda point: squared_distance(point, values))
        assert found == nearest
        seen.add((complete, found.count(Fraction(0)), sum(found) == hits.N))
    assert len(seen) >= 5  # all, some and none are 0, with and without the sum of all people


def test_consistent_estimates_are_no_further_from_any_counts() -> None:
    hits = hits_of(CHANNELS[0], (12, 3, 1), 9)
    values = [exact(each) for each in mean_estimates(hits)]
    part, whole = (
        [exact(each) for each in consistent_estimates(hits, complete=each)] for each in (False, True)
    )
    for counts in product(map(Fraction, range(19)), repeat=3):
        if sum(counts) <= 18:
            assert squared_distance(part, counts) <= squared_distance(values, counts)
        if sum(counts) == 18:
            assert squared_distance(whole, counts) <= squared_distance(values, counts)


@pytest.mark.parametrize("word", ["hcms_plus", "oue", "cms"])
def test_irrational_estimates_are_consistent_too(word: str) -> None:
    """With `hcms_plus` the support of nobody is 0 exactly, which no precision shows."""
    counts = (300, 100, 0, 0, 0)
    hits = simulated(word, 16, 2, 8, counts, "consistent")
    values = [number(each) for each in mean_estimates(hits)]
    for complete in (False, True):
        found = [number(each) for each in consistent_estimates(hits, complete=complete)]
        assert min(found) == 0
        assert sum(found) <= 400 + 1e-9
        assert not complete or sum(found) == pytest.approx(400)
        assert sum((a - f) ** 2 for a, f in zip(found, counts, strict=True)) < sum(
            (a - f) ** 2 for a, f in zip(values, counts, strict=True)
        )


def test_nobody_has_no_consistent_estimates() -> None:
    empty = empty_collector(draw_plan("kary", 8, 3, SeededCoins(b"plan"), odds=3))
    with refused(Reason.TOO_FEW_PEOPLE):
        consistent_estimates(empty.hits((1, 2)), complete=False)


# the largest counts


def test_intervals_of_the_largest_are_those_of_the_whole_list() -> None:
    """By the bound itself, at the share of each of all items; what is left out has no larger upper end."""
    counts, delta = (4000, 2500, 900, 300, *(100,) * 16), Fraction(1, 20)
    hits = simulated("kary", 64, 4, 16, counts, "top")
    found = largest_counts(hits, 3, delta)
    assert sorted(found.places) == [0, 1, 2]
    totals = hits.supports.sum(axis=0).tolist()
    assert [totals[place] for place in found.places] == sorted(totals, reverse=True)[:3]
    assert hits.heaviest is not None
    share = delta * 4 / len(counts) / 5  # four of twenty items are looked at, beside the heaviest
    crowd = crowd_of_hits(hits, Real(hits.N))
    heaviest = bound_holders(crowd, supporting_reports(hits, hits.heaviest), log(Real(1 / share)), -1)
    crowd, L = crowd_of_hits(hits, heaviest), log(Real(2 / share))
    ends = [[number(bound_holders(crowd, total, L, sign)) for sign in (1, -1)] for total in totals]
    for place, interval in zip(found.places, found.intervals, strict=True):
        assert (interval.lower, interval.upper) == (np.ceil(ends[place][0]), np.floor(ends[place][1]))
    left_out = max(upper for place, (_, upper) in enumerate(ends) if place not in found.places)
    assert found.error == max(0, np.floor(left_out) - min(each.lower for each in found.intervals))
    assert found.error > 0
    everything = largest_counts(hits, len(counts), delta)
    assert (len(everything.places), everything.error) == (20, 0)
    whole = count_intervals(hits, delta)
    for place, each in zip(everything.places, everything.intervals, strict=True):
        assert (each.lower, each.upper) == (whole[place].lower, whole[place].upper)


@pytest.mark.parametrize("word", some(("kary", "hcms_plus", "oue")))
def test_how_often_the_error_of_the_largest_is_exceeded(word: str) -> None:
    """Of 20 runs with delta = 1/10, more than 7 would be wrong with a probability below 1/2,000."""
    wrong, counts = 0, (1200, 1100, 1000, 950, 900, 850, 0, 0)
    for run in range(20):
        found = largest_counts(simulated(word, 32, 3, 16, counts, f"top {run}"), 3, "1/10")
        rest = [f for place, f in enumerate(counts) if place not in found.places]
        wrong += max(rest) - min(counts[place] for place in found.places) > found.error
    assert wrong <= 7


def test_how_many_are_asked_for() -> None:
    hits = hits_of(CHANNELS[1], (5, 3), 9)
    for k, reason in ((0, Reason.OUT_OF_RANGE), (3, Reason.TOO_LARGE), ("x", Reason.NOT_A_NUMBER)):
        with refused(reason):
            largest_counts(hits, k, "1/2")
    assert float(ball(largest_counts(hits, 2, "1/2").intervals[0].estimate)) > 0
