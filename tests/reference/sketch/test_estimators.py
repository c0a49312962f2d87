"""Estimators: unbiased over all hashes and all reports of small fields; order statistics exact and enclosed."""

from fractions import Fraction
from itertools import product
from statistics import median as middle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.numbers import Real, ball, computed
from ldproof.sketch.channels import Channel, Unary
from ldproof.sketch.client import Report
from ldproof.sketch.collector import collector
from ldproof.sketch.estimators import Hits, mean, median, minimum, people
from ldproof.sketch.hashing import Family, Key
from ldproof.sketch.plan import Rows
from tests.reference.sketch.channels.every import exact
from tests.reference.sketch.planned import KINDS, NAMES, all_keys, planned

PEOPLE = (0, 1)
"""Two people hold different items; nobody holds the third."""


def averaged(rows: Rows, family: Family, channel: Channel, d: int) -> list[Fraction]:
    """The expected mean estimates, over all hashes, rows and reports."""
    keys = all_keys(family)
    points = np.arange(3, dtype=np.uint64)
    columns = {key: family.columns(key, points).tolist() for key in keys}
    expected = [Fraction(0)] * 3
    shared = [()] if rows is Rows.OWN else list(product(keys, repeat=d))
    for hashes in shared:
        asked = planned(rows, family, channel, hashes)
        said = [list(reports(rows, channel, item, hashes, columns)) for item in PEOPLE]
        for (one, share), (other, other_share) in product(*said):
            hearing = collector(asked, (0, 1, 2) if rows is Rows.OWN else ())
            hearing.receive(one)
            hearing.receive(other)
            for item, estimate in enumerate(mean(hearing.hits((0, 1, 2)))):
                expected[item] += share * other_share * exact(estimate)
    return [each / len(shared) for each in expected]


def reports(
    rows: Rows, channel: Channel, item: int, hashes: tuple[Key, ...], columns: dict[Key, list[int]]
) -> list[tuple[Report, Fraction]]:
    """Everything that one person can send, with its probability."""
    if rows is Rows.ALL:
        found = []
        for contents in product(channel.outputs(), repeat=len(hashes)):
            share = Fraction(1)
            for key, content in zip(hashes, contents, strict=True):
                share *= exact(channel.likelihood(columns[key][item], content))
            found.append((Report((), contents), share))
        return found
    places = list(columns) if rows is Rows.OWN else [(row,) for row in range(len(hashes))]
    return [
        (
            Report(place, (content,)),
            exact(channel.likelihood(columns[place if rows is Rows.OWN else hashes[place[0]]][item], content))
            / len(places),
        )
        for place in places
        for content in channel.outputs()
    ]


@pytest.mark.parametrize(("rows", "family", "channel"), KINDS[:5], ids=NAMES[:5])
def test_the_mean_is_unbiased_over_the_whole_family(rows: Rows, family: Family, channel: Channel) -> None:
    assert averaged(rows, family, channel, 1) == [1, 1, 0]


def test_the_mean_of_two_sampled_rows_is_unbiased() -> None:
    assert averaged(*KINDS[2], 2) == [1, 1, 0]


def test_people_by_hand() -> None:
    """Ten reports, of which 3 + 7/8 are expected for a bucket of 4 at p = 1/8, q = 7/8; 4 - 1 of these for 3/4 of all."""
    p, q = Fraction(1, 8), Fraction(7, 8)
    support = 4 * q + 6 * p
    assert people(support, Fraction(10), p, q, Fraction(0)) == 4
    assert people(support, Fraction(10), p, q, Fraction(1, 4)) == (4 - Fraction(10, 4)) / Fraction(3, 4)


COUNTS = st.integers(0, 40)


@given(
    st.integers(1, 5).flatmap(
        lambda d: st.lists(st.tuples(COUNTS, st.integers(1, 30)), min_size=d, max_size=d)
    ),
    st.integers(1, 4),
)
def test_order_statistics_of_rows(rows: list[tuple[int, int]], scale: int) -> None:
    """Beside Python's own, with rates that are fractions and with ones that are not."""
    p, q, collision = Fraction(1, 4), Fraction(3, 4), Fraction(1, 8)
    supports, reporters = (np.array(each, np.int64) for each in zip(*rows, strict=True))
    hits = Hits(
        supports[:, np.newaxis],
        reporters,
        scale,
        shared=True,
        channel=Unary(8, Real(p), Real(q)),
        collision=collision,
    )
    biased = [scale * (support - n * p) / (q - p) for support, n in rows]
    debiased = [
        (each - scale * n * collision) / (1 - collision) for each, (_, n) in zip(biased, rows, strict=True)
    ]
    assert minimum(hits) == [min(biased)]
    assert median(hits) == [middle(debiased)]
    assert mean(hits) == [sum(debiased) / len(debiased)]
    nearly = Unary(8, computed(lambda: ball(p).sqrt().sqrt() ** 4), computed(lambda: ball(q)))
    near = Hits(hits.supports, reporters, scale, shared=True, channel=nearly, collision=collision)
    for estimator in (minimum, median, mean):
        (found,), (enclosed,) = estimator(hits), estimator(near)
        assert ball(enclosed).overlaps(ball(exact(found)))
        assert float(ball(enclosed).rad()) < 1e-9


def test_several_items_at_once() -> None:
    channel, reporters = Unary(8, Real(Fraction(1, 4)), Real(Fraction(1, 2))), np.array([6, 10])
    hits = Hits(
        np.array([[3, 5, 1], [4, 0, 9]]), reporters, 2, shared=True, channel=channel, collision=Fraction(1, 3)
    )
    for estimator in (mean, median, minimum):
        alone: list[Real] = []
        for item in range(3):
            part = hits.supports[:, item : item + 1]
            alone += estimator(
                Hits(part, reporters, 2, shared=True, channel=channel, collision=hits.collision)
            )
        assert estimator(hits) == alone


@pytest.mark.parametrize(
    ("reporters", "scale", "weight", "N"),
    [([6, 10], 2, 1, 16), ([7, 7, 7], 1, Fraction(1, 3), 7), ([5], 1, 1, 5)],
)
def test_how_many_people_there_are(reporters: list[int], scale: int, weight: Fraction, N: Fraction) -> None:
    """Of one of two rows each, of three rows each, and of one hash each."""
    counts = np.array(reporters)
    hits = Hits(
        np.zeros((counts.size, 1), np.int64),
        counts,
        scale,
        shared=True,
        channel=Unary(2, Real(Fraction(0)), Real(Fraction(1))),
        collision=Fraction(0),
    )
    assert hits.weight == weight
    assert hits.N == N
