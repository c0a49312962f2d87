"""Simultaneous intervals: their bounds beside exact tails, and how often they miss."""

import doctest
from collections.abc import Sequence
from fractions import Fraction
from math import floor, log, sqrt

import numpy as np
import pytest

import ldproof.sketch
from ldproof.coins import SeededCoins
from ldproof.law import binomial
from ldproof.numbers import Real, ball
from ldproof.rejections import Reason
from ldproof.sketch.channels import Channel, Hadamard, Kary, Unary
from ldproof.sketch.client import report
from ldproof.sketch.collector import collector
from ldproof.sketch.estimators import Hits
from ldproof.sketch.intervals import Interval, deviation, deviation_of_few, intervals
from ldproof.sketch.plan import Rows, plan
from ldproof.sketch.population import collected
from ldproof.tails import at_least
from tests.reference.refusals import refused


def ends(interval: Interval) -> tuple[float, float, float]:
    lower, estimate, upper = (
        float(ball(each)) for each in (interval.lower, interval.estimate, interval.upper)
    )
    return lower, estimate, upper


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("count", [1, 10, 60])
@pytest.mark.parametrize("chance", [Fraction(1, 1024), Fraction(1, 16), Fraction(1, 2), Fraction(4, 5)])
@pytest.mark.parametrize("delta", [0.5, 0.05, 1e-4])
def test_the_deviation_beside_exact_tails(count: int, chance: Fraction, delta: float, few: bool) -> None:
    """Of coins, both tails together."""
    mean = float(count * chance)
    away = (
        count * deviation_of_few(float(count), float(chance), delta)
        if few
        else deviation(float(count), delta)
    )
    least, most = floor(mean + away) + 1, -floor(away - mean) - 1
    upper = at_least(count, chance, least) if least <= count else Fraction(0)
    lower = at_least(count, 1 - chance, count - most) if most >= 0 else Fraction(0)
    assert upper + lower <= delta


def printed(
    channel: Channel, rows: int, weight: float, reports: int, collision: float, delta: float
) -> tuple[float, float, float]:
    """A, and what collisions add and take away, as they are derived."""
    contrast = float(ball(channel.high)) - float(ball(channel.low))
    reach = 2 if isinstance(channel, Hadamard) else 1
    A = weight * reach * sqrt(reports * log(2 / delta) / 2) / contrast
    level = log(2 / delta)
    bernstein = level / 3 + sqrt(level**2 / 9 + 2 * rows * collision * (1 - collision) * level)
    added = min(sqrt(level / (2 * rows)), bernstein / rows)
    rest = 1 - collision
    return A / rest, added / rest, min(added, collision) / rest


@pytest.mark.parametrize(
    "channel",
    [
        Unary(8, Real(Fraction(1, 8)), Real(Fraction(7, 8))),
        Kary(8, Real(Fraction(99))),
        Hadamard(8, 1, Real(Fraction(99))),
    ],
    ids=str,
)
@pytest.mark.parametrize("rows", [Rows.SAMPLED, Rows.ALL, Rows.OWN])
def test_the_ends_solve_the_bound(channel: Channel, rows: Rows) -> None:
    """400 people among 100 rows, or the same in every row; two candidates, so that each has a quarter of delta."""
    d, people, delta = (1 if rows is Rows.OWN else 100), 4000, Fraction(1, 5)
    reporters = np.full(d, people if rows is not Rows.SAMPLED else people // d)
    supports = np.stack((reporters * 5 // 8, reporters * 2 // 8), axis=1)
    hits = Hits(
        supports, reporters, d if rows is Rows.SAMPLED else 1, rows is not Rows.OWN, channel, Fraction(1, 8)
    )
    each = float(delta) / (2 if rows is Rows.OWN else 4)
    A, added, taken = printed(channel, d, float(hits.weight), int(reporters.sum()), 1 / 8, each)
    found = intervals(hits, delta)
    assert len(found) == 2
    for interval in found:
        lower, estimate, upper = ends(interval)
        if rows is Rows.OWN:
            added = taken = 0
        assert lower == pytest.approx(max(0, (estimate - A - people * added) / (1 - added)))
        assert upper == pytest.approx(min(people, (estimate + A + people * taken) / (1 + taken)))
        assert (estimate - lower <= A + (people - lower) * added + 1e-6) or lower == 0


@pytest.mark.parametrize(("support", "highest"), [(700, 840), (860, 1000)])
def test_one_row_bounds_nothing_from_below(support: int, highest: int) -> None:
    """There one other item may be everybody's; and no more than everybody hold any item."""
    hits = Hits(
        np.array([[support]]),
        np.array([1000]),
        1,
        shared=True,
        channel=Unary(8, Real(Fraction(1, 8)), Real(Fraction(7, 8))),
        collision=Fraction(1, 8),
    )
    lower, estimate, upper = ends(intervals(hits, Fraction(1, 100))[0])
    assert 0 == lower < estimate < upper <= highest < upper + 1


@pytest.mark.parametrize("w", [2, 16, 1024])
@pytest.mark.parametrize("d", [1, 8, 64])
@pytest.mark.parametrize("f", [0, 500])
@pytest.mark.parametrize("delta", [Fraction(9, 10), Fraction(1, 10), Fraction(1, 1000)])
def test_how_often_collisions_make_it_miss(w: int, d: int, f: int, delta: Fraction) -> None:
    """Exactly, where there is hardly any noise and all the others hold one item, as far apart as rows can be."""
    people, channel = 1000, Unary(w, Real(Fraction(1, 1000)), Real(Fraction(999, 1000)))
    apart, together = (f * 998 + people) // 1000, 999
    missed = []
    for collided in range(d + 1):
        supports = np.array([[together]] * collided + [[apart]] * (d - collided))
        hits = Hits(supports, np.full(d, people), 1, shared=True, channel=channel, collision=Fraction(1, w))
        lower, _, upper = ends(intervals(hits, delta)[0])
        if not lower <= f <= upper:
            missed.append(collided)
    assert binomial(d, Fraction(1, w)).of(lambda collided: collided in missed) <= delta


@pytest.mark.parametrize(("word", "d"), [("cms", 512), ("kary", 512), ("hcms_plus", 512), ("all_rows", 64)])
def test_how_often_any_of_them_misses(word: str, d: int) -> None:
    """Over fresh hashes and seeded reports: in at most delta of the runs, and here in none."""
    counts = (7000, 1700, 1000, 300, 0)
    held = np.repeat(np.arange(5), counts)
    for run in range(2):
        coins = SeededCoins(f"{word} {run}".encode())
        made = plan(word, 16, d, coins, epsilon=4 * (d if word == "all_rows" else 1))
        found = [
            ends(each) for each in intervals(collected(made, range(5), held, coins).hits(range(5)), "1/10")
        ]
        assert covered(found, counts)
        assert found[0][0] > counts[1]


def covered(found: Sequence[tuple[float, float, float]], counts: Sequence[int]) -> bool:
    return all(lower <= count <= upper for (lower, _, upper), count in zip(found, counts, strict=True))


def test_hashes_of_their_own() -> None:
    """No collisions to be afraid of: emoji, by clients."""
    emoji, coins = ("🙂", "🙃", "🫠"), SeededCoins(b"emoji")
    made = plan("per_user", 4, 1, coins, epsilon=5)
    hearing = collector(made, emoji)
    for person in range(600):
        hearing.receive(report(made, emoji[person % 6 // 4], coins))
    found = [ends(each) for each in intervals(hearing.hits(emoji), "1/10")]
    assert covered(found, (400, 200, 0))
    assert found[0][0] > 200 > found[2][2]


@pytest.mark.parametrize(
    ("delta", "reason"),
    [
        (0, Reason.OUT_OF_RANGE),
        (1, Reason.OUT_OF_RANGE),
        (0.1, Reason.NOT_EXACT),
        ("ln(2)", Reason.NOT_A_NUMBER),
    ],
)
def test_what_is_refused(delta: object, reason: Reason) -> None:
    made = plan("cms", 4, 2, SeededCoins(b""), odds=3)
    heard = collected(made, (1, 2), np.array([0]), SeededCoins(b""))
    with refused(reason):
        intervals(heard.hits((1, 2)), delta)


def test_nobody_is_refused() -> None:
    with refused(Reason.TOO_FEW_PEOPLE):
        intervals(collector(plan("cms", 4, 2, SeededCoins(b""), odds=3)).hits((1, 2)), "1/2")


def test_the_example_in_the_packages_own_words() -> None:
    outcome = doctest.testmod(ldproof.sketch)
    assert outcome.attempted > 10
    assert not outcome.failed
