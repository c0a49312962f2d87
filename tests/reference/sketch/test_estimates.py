"""Estimators: unbiased over all hashes and all reports of small fields; and intervals, beside exact tails."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import floor, log, sqrt
from statistics import median as middle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.numbers import Real, ball, computed_real
from ldproof.probability import binomial_law
from ldproof.registry import EXAMPLES, MECHANISMS, make_mechanism
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.collector import (
    ESTIMATES,
    Hits,
    empty_collector,
    estimate_holders,
    mean_estimates,
    median_estimates,
    minimum_estimates,
    simulate_collector,
)
from ldproof.sketch.error import Interval, confidence_intervals, hoeffding_deviation
from ldproof.sketch.hashing import Family, Key
from ldproof.sketch.mechanism import Report, randomize_item
from ldproof.sketch.plan import Rows, draw_plan
from ldproof_proofs.sketch.intervals.few import bernstein_deviation
from tests.reference.shots.rounds import binomial_tail
from tests.reference.sketch.separate import separate_intervals
from tests.reference.sketch.small import KINDS, P, Q, all_keys, exact, number, planned
from tests.tiers import grid, some

EIGHTH = Unary(8, Real(Fraction(1, 8)), Real(Fraction(7, 8)))


def hits_of(
    supports: Sequence[Sequence[int]],
    reporters: Sequence[int],
    scale: int,
    channel: Channel,
    collision: Fraction,
) -> Hits:
    """Of rows that all share their hashes."""
    counts = np.array(reporters, np.int64)
    return Hits(
        np.array(supports, np.int64), counts, scale, shared=True, channel=channel, collision=collision
    )


def averaged(rows: Rows, family: Family, channel: Channel, d: int) -> list[Fraction]:
    """The expected mean estimates, over all hashes, rows and reports, where two people hold the items 0 and 1."""
    keys, points = all_keys(family), np.arange(3, dtype=np.uint64)
    columns = {key: family.columns(key, points).tolist() for key in keys}
    expected = [Fraction(0)] * 3
    shared = [()] if rows is Rows.OWN else list(product(keys, repeat=d))
    for hashes in shared:
        asked = planned(rows, family, channel, hashes)
        said = [list(reports(rows, channel, item, hashes, columns)) for item in (0, 1)]
        for (one, share), (other, other_share) in product(*said):
            hearing = empty_collector(asked, (0, 1, 2) if rows is Rows.OWN else ())
            hearing.receive(one)
            hearing.receive(other)
            for item, estimate in enumerate(mean_estimates(hearing.hits((0, 1, 2)))):
                expected[item] += share * other_share * exact(estimate)
    return [each / len(shared) for each in expected]


def reports(
    rows: Rows, channel: Channel, item: int, hashes: tuple[Key, ...], columns: dict[Key, list[int]]
) -> list[tuple[Report, Fraction]]:
    """Everything that one person can send, with its probability."""
    everywhere: dict[Rows, list[tuple[Key, tuple[Key, ...]]]] = {
        Rows.ALL: [((), hashes)],
        Rows.OWN: [(key, (key,)) for key in columns],
        Rows.SAMPLED: [((row,), (key,)) for row, key in enumerate(hashes)],
    }
    found, about = [], everywhere[rows]
    for place, keys in about:
        for contents in product(channel.list_contents(), repeat=len(keys)):
            share = Fraction(1, len(about))
            for key, content in zip(keys, contents, strict=True):
                share *= exact(channel.likelihood(columns[key][item], content))
            found.append((Report(place, contents), share))
    return found


@pytest.mark.parametrize(("kind", "d"), [*((kind, 1) for kind in range(5)), (2, 2)])
def test_the_mean_is_unbiased_over_the_whole_family(kind: int, d: int) -> None:
    assert averaged(*KINDS[kind], d) == [1, 1, 0]


def test_people_by_hand() -> None:
    """Ten reports, of which 3 + 7/8 are expected for a bucket of 4 at p = 1/8, q = 7/8; 4 - 1 of these for 3/4 of all."""
    p, q = Fraction(1, 8), Fraction(7, 8)
    assert estimate_holders(4 * q + 6 * p, Fraction(10), p, q, Fraction(0)) == 4
    assert estimate_holders(4 * q + 6 * p, Fraction(10), p, q, P) == (4 - Fraction(10, 4)) / Q


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 30)), min_size=1, max_size=5), st.integers(1, 4))
def test_order_statistics_of_rows(rows: list[tuple[int, int]], scale: int) -> None:
    """Beside Python's own, with rates that are fractions and with ones that are not."""
    collision = Fraction(1, 8)
    exactly = Unary(8, Real(P), Real(Q))
    nearly = Unary(8, computed_real(lambda: ball(P).sqrt().sqrt() ** 4), computed_real(lambda: ball(Q)))
    hits, near = (
        hits_of([[support] for support, _ in rows], [n for _, n in rows], scale, each, collision)
        for each in (exactly, nearly)
    )
    biased = [scale * (support - n * P) / (Q - P) for support, n in rows]
    debiased = [
        (each - scale * n * collision) / (1 - collision) for each, (_, n) in zip(biased, rows, strict=True)
    ]
    assert minimum_estimates(hits) == [min(biased)]
    assert median_estimates(hits) == [middle(debiased)]
    assert mean_estimates(hits) == [sum(debiased) / len(debiased)]
    for estimator in (minimum_estimates, median_estimates, mean_estimates):
        (found,), (enclosed,) = estimator(hits), estimator(near)
        assert ball(enclosed).overlaps(ball(exact(found)))
        assert float(ball(enclosed).rad()) < 1e-9


def test_several_items_at_once() -> None:
    channel, supports = Unary(8, Real(P), Real(Fraction(1, 2))), np.array([[3, 5, 1], [4, 0, 9]])
    for estimator in (mean_estimates, median_estimates, minimum_estimates):
        alone, (together,) = (
            [estimator(hits_of(part.tolist(), (6, 10), 2, channel, Fraction(1, 3))) for part in parts]
            for parts in (np.hsplit(supports, 3), [supports])
        )
        assert [[each] for each in together] == alone


def test_how_many_people_there_are() -> None:
    """Of one of two rows each, of three rows each, and of one hash each."""
    for reporters, scale, weight, N in (
        ((6, 10), 2, 1, 16),
        ((7, 7, 7), 1, Fraction(1, 3), 7),
        ((5,), 1, 1, 5),
    ):
        hits = hits_of([[0]] * len(reporters), reporters, scale, EIGHTH, Fraction(0))
        assert hits.weight == weight
        assert hits.N == N


# estimates by name, from reports as JSON


def exactly(estimate: object, reports: list[str], columns: list[str]) -> list[Fraction | None]:
    assert callable(estimate)
    return [each.exact for each in estimate({"reports": reports, "columns": columns})]


def test_estimates_by_hand() -> None:
    # Of two reports one row each, each standing for two people: columns are told truly half the time, and else
    # each of four is as likely; a third of the support that is left is collisions.
    low, high, c = Fraction(1, 6), Fraction(1, 2), P
    by_hand = [((S - 2 * low) / (high - low) - 2 * c) / (1 - c) for S in (2, 0, 1)]
    kary = ESTIMATES["kary"]
    assert exactly(kary(4, 2, odds=3), ["0:1", "1:3"], ["1,3", "0,0", "1,0"]) == by_hand
    assert exactly(kary(4, 2, odds=3, estimator="minimum"), ["0:1"], ["1,3"]) == [0]
    found = exactly(kary(4, 2, odds=3, estimator="median", collision=0), ["0:1"], ["1,3"])
    assert found == [(1 - low) / (high - low)]
    assert exactly(ESTIMATES["per_user"](4, odds=9), [], ["", ""]) == [0, 0]
    assert exactly(ESTIMATES["unary"](4, 2, p="1/4", q="3/4"), ["0:1,0,0,1"], []) == []


@pytest.mark.parametrize("name", [each for each in EXAMPLES if each.startswith("sketch.")])
@pytest.mark.parametrize("estimator", ["mean", "median"])
def test_estimate_is_unbiased_over_all_reports(name: str, estimator: str) -> None:
    """Of one person with an item, all items' columns being different: over all reports, and no collisions."""
    parameters = dict(EXAMPLES[name].parameters) | {"w": "2"}
    known = make_mechanism(name, parameters)
    columns = ["0,1", "1,0"] if "d" in parameters else ["0", "1"]
    estimate = ESTIMATES[name.partition(".")[2]](**parameters, collision=0, estimator=estimator)
    total = [Real(0), Real(0)]
    for output in known.outputs:
        share = known.likelihood(known.secrets.read(columns[0]), output)
        found = estimate({"reports": [known.outputs.write(output)], "columns": columns})
        total = [one + share * other for one, other in zip(total, found, strict=True)]
    assert abs(total[0] - 1) < Fraction(1, 10**30)
    assert abs(total[1]) < Fraction(1, 10**30)


def test_every_mechanism_has_an_estimate_and_reports_add_up() -> None:
    assert {f"sketch.{name}" for name in ESTIMATES} == {
        each for each in MECHANISMS if each.startswith("sketch.")
    }
    estimate = ESTIMATES["hcms"](2, 1, odds=3)
    for pair in product(["0:0,0", "0:0,1", "0:1,0", "0:1,1"], repeat=2):
        one, other = (exactly(estimate, [each], ["0", "1"]) for each in pair)
        both = [(a or 0) + (b or 0) for a, b in zip(one, other, strict=True)]
        assert exactly(estimate, [*pair], ["0", "1"]) == both


# intervals


def ends(interval: Interval) -> tuple[float, float, float]:
    return number(interval.lower), number(interval.estimate), number(interval.upper)


def test_deviation_of_coins_beside_exact_tails() -> None:
    """Both tails together."""
    chances = [Fraction(1, 1024), Fraction(1, 16), Fraction(1, 2), Fraction(4, 5)]
    for count, chance, delta, few in product((1, 10, 60), chances, (0.5, 0.05, 1e-4), (False, True)):
        off = (
            bernstein_deviation(count, float(chance), delta) * count
            if few
            else hoeffding_deviation(count, delta)
        )
        mean = float(count * chance)
        least, most = floor(mean + off) + 1, -floor(off - mean) - 1
        upper = binomial_tail(count, chance, least) if least <= count else Fraction(0)
        lower = binomial_tail(count, 1 - chance, count - most) if most >= 0 else Fraction(0)
        assert upper + lower <= delta


@pytest.mark.parametrize(
    "channel", [EIGHTH, Kary(8, Real(Fraction(99))), Hadamard(8, 1, Real(Fraction(99)))], ids=str
)
@pytest.mark.parametrize("rows", [Rows.SAMPLED, Rows.ALL, Rows.OWN])
def test_the_ends_solve_the_separate_bounds(channel: Channel, rows: Rows) -> None:
    """400 people among 100 rows, or the same in every row; two candidates, so that each has a quarter of delta."""
    own, crowd, delta, rest = rows is Rows.OWN, 4000, Fraction(1, 5), 7 / 8
    d = 1 if own else 100
    reporters = np.full(d, crowd if rows is not Rows.SAMPLED else crowd // d)
    supports = np.stack((reporters * 5 // 8, reporters * 2 // 8), axis=1)
    scale = d if rows is Rows.SAMPLED else 1
    hits = Hits(supports, reporters, scale, not own, channel, Fraction(1, 8))
    level = log(2 / (float(delta) / (2 if own else 4)))
    reach = (2 if isinstance(channel, Hadamard) else 1) / (number(channel.high) - number(channel.low))
    A = float(hits.weight) * reach * sqrt(int(reporters.sum()) * level / 2) / rest
    bernstein = level / 3 + sqrt(level**2 / 9 + 2 * d * rest / 8 * level)
    off = 0 if own else min(sqrt(level / (2 * d)), bernstein / d)
    added, taken = off / rest, min(off, 1 / 8) / rest
    found = separate_intervals(hits, delta)
    assert len(found) == 2
    for interval in found:
        lower, estimate, upper = ends(interval)
        assert lower == pytest.approx(max(0, (estimate - A - crowd * added) / (1 - added)))
        assert upper == pytest.approx(min(crowd, (estimate + A + crowd * taken) / (1 + taken)))
        assert (estimate - lower <= A + (crowd - lower) * added + 1e-6) or lower == 0


def test_one_row_bounds_nothing_from_below() -> None:
    """There one other item may be everybody's; and no more than everybody hold any item."""
    for support, highest in ((700, 814), (860, 1000)):
        hits = hits_of([[support]], [1000], 1, EIGHTH, Fraction(1, 8))
        lower, estimate, upper = ends(confidence_intervals(hits, Fraction(1, 100))[0])
        assert 0 == lower < estimate < upper <= highest < upper + 1


@pytest.mark.parametrize("delta", [Fraction(9, 10), Fraction(1, 10), Fraction(1, 1000)])
@pytest.mark.parametrize("f", [0, 500])
def test_how_often_collisions_make_it_miss(f: int, delta: Fraction) -> None:
    """Exactly, where there is hardly any noise and all the others hold one item, as far apart as rows can be."""
    crowd, apart, together = 1000, (f * 998 + 1000) // 1000, 999
    for w, d in grid((2, 16, 1024), (1, 8, 64)):
        channel, missed = Unary(w, Real(Fraction(1, 1000)), Real(Fraction(999, 1000))), []
        for collided in range(d + 1):
            supports = [[together]] * collided + [[apart]] * (d - collided)
            hits = hits_of(supports, [crowd] * d, 1, channel, Fraction(1, w))
            lower, _, upper = ends(confidence_intervals(hits, delta)[0])
            missed.append(not lower <= f <= upper)
        assert binomial_law(d, Fraction(1, w)).of(missed.__getitem__) <= delta


def covered(found: Sequence[tuple[float, float, float]], counts: Sequence[int]) -> bool:
    return all(lower <= count <= upper for (lower, _, upper), count in zip(found, counts, strict=True))


@pytest.mark.parametrize(
    ("word", "d"), some([("cms", 512), ("all_rows", 64), ("kary", 512), ("hcms_plus", 512)], 2)
)
def test_how_often_any_interval_misses(word: str, d: int) -> None:
    """Over fresh hashes and seeded reports: in at most delta of the runs, and here in none."""
    counts = (7000, 1700, 1000, 300, 0)
    held = np.repeat(np.arange(5), counts)
    for run in range(2):
        coins = SeededCoins(f"{word} {run}".encode())
        made = draw_plan(word, 16, d, coins, epsilon=4 * (d if word == "all_rows" else 1))
        hits = simulate_collector(made, range(5), held, coins).hits(range(5))
        found = [ends(each) for each in confidence_intervals(hits, "1/10")]
        assert covered(found, counts)
        assert found[0][0] > counts[1]


def test_intervals_where_hashes_are_the_clients_own() -> None:
    """No collisions to be afraid of: emoji, by clients."""
    emoji, coins = ("🙂", "🙃", "🫠"), SeededCoins(b"emoji")
    made = draw_plan("per_user", 4, 1, coins, epsilon=5)
    hearing = empty_collector(made, emoji)
    for person in range(600):
        hearing.receive(randomize_item(made, emoji[person % 6 // 4], coins))
    found = [ends(each) for each in confidence_intervals(hearing.hits(emoji), "1/10")]
    assert covered(found, (400, 200, 0))
    assert found[0][0] > 200 > found[2][2]
