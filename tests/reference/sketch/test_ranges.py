"""Range queries: what a range is made of, and a worked example with seeded coins."""

from itertools import combinations

import pytest

from ldproof.coins import SeededCoins
from ldproof.numbers import ball
from ldproof.rejections import Reason
from ldproof.sketch.collector import collector
from ldproof.sketch.plan import plan
from ldproof.sketch.ranges import cover, people, report
from tests.reference.refusals import refused


@pytest.mark.parametrize("levels", [1, 2, 5])
def test_a_range_is_made_of_few_intervals(levels: int) -> None:
    for start, stop in combinations(range((1 << levels) + 1), 2):
        found = cover(start, stop, levels)
        values = [
            value
            for level, place in found
            for value in range(place << (levels - level), (place + 1) << (levels - level))
        ]
        assert sorted(values) == list(range(start, stop))
        assert all(sum(its == level for its, _ in found) <= 2 for level in range(1, levels + 1))


def test_a_worked_example() -> None:
    """Ages of 4000 people, below 128: everybody reports on one of seven levels, and is heard there."""
    coins, ages = SeededCoins(b"ages"), [20 + person % 40 for person in range(4000)]
    plans = [plan("hcms_plus", 16, 64, coins, epsilon=5) for _ in range(7)]
    collectors = [collector(each) for each in plans]
    for age in ages:
        level, said = report(plans, age, coins)
        collectors[level - 1].receive(said)
    assert min(int(each.reporters.sum()) for each in collectors) > 400
    for start, stop in ((30, 50), (0, 128), (64, 128)):
        truth = sum(start <= age < stop for age in ages)
        # Some 4000 (7 m - 1) for the levels, m <= 12 intervals; less for signs and for collisions in 64 rows.
        assert abs(float(ball(people(collectors, start, stop))) - truth) < 5 * (4000 * 7 * 12) ** 0.5


@pytest.mark.parametrize(("start", "stop"), [(0, 0), (2, 1), (-1, 2), (0, 9), (0, True)])
def test_what_is_refused(start: int, stop: int) -> None:
    coins = SeededCoins(b"")
    plans = [plan("kary", 4, 2, coins, odds=3) for _ in range(3)]
    with refused(Reason.OUT_OF_RANGE):
        people([collector(each) for each in plans], start, stop)
    for value in (-1, 8, True):
        with refused(Reason.OUT_OF_RANGE):
            report(plans, value, coins)
