"""Populations: sums that so many clients can have, with the law that they give them."""

from collections import Counter, defaultdict
from itertools import product
from math import prod

import numpy as np
import pytest
from numpy.typing import ArrayLike

from ldproof.coins import SeededCoins
from ldproof.rejections import Reason, Refused
from ldproof.sketch import population
from ldproof.sketch.channels import Channel
from ldproof.sketch.collector import collector, restore, save
from ldproof.sketch.hashing import Family, Key
from ldproof.sketch.plan import Rows
from ldproof.sketch.population import collected, reports
from tests.reference.refusals import refused
from tests.reference.sketch.channels.every import exact
from tests.reference.sketch.planned import KINDS, NAMES, all_keys, planned

SHARED = pytest.mark.parametrize(("rows", "family", "channel"), KINDS[:4], ids=NAMES[:4])


@SHARED
def test_the_law_of_the_sums(rows: Rows, family: Family, channel: Channel) -> None:
    """One person of each of two items and two rows, beside frequencies of seeded draws, within five deviations."""
    asked = planned(rows, family, channel, all_keys(family)[2:4])
    columns = asked.columns((0, 2)).tolist()
    law: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for places in product(range(2), repeat=2) if rows is Rows.SAMPLED else [None]:
        about = [(0, 1)] * 2 if places is None else [(place,) for place in places]
        for contents in product(channel.outputs(), repeat=sum(map(len, about))):
            said = list(contents)
            share, sums = (1.0 if places is None else 0.25), np.zeros((2, channel.width), np.int64)
            for person, told in enumerate(about):
                for row in told:
                    content = said.pop(0)
                    share *= float(exact(channel.likelihood(columns[row][person], content)))
                    sums[row] += channel.tally(content)
            reporters = np.bincount([row for told in about for row in told], minlength=2)
            law[(*sums.ravel().tolist(), *reporters.tolist())] += share
    assert sum(law.values()) == pytest.approx(1)
    coins, runs, found = SeededCoins(b"population"), 1500, defaultdict[tuple[int, ...], int](int)
    for _ in range(runs):
        heard = collected(asked, (0, 2), np.array([0, 1]), coins)
        found[(*heard.sums.ravel().tolist(), *heard.reporters.tolist())] += 1
    assert set(found) <= set(law)
    for state, share in law.items():
        assert abs(found[state] - runs * share) <= 5 * (runs * share * (1 - share)) ** 0.5 + 1


@SHARED
def test_many_people_leave_a_state_that_can_be_saved(rows: Rows, family: Family, channel: Channel) -> None:
    asked = planned(rows, family, channel, all_keys(family)[2:5])
    held = np.random.default_rng(3).integers(0, 2, 1000)
    heard = collected(asked, (0, 2), held, SeededCoins(b"many"))
    assert heard.reporters.sum() == (1000 if rows is Rows.SAMPLED else 3000)
    resumed = collector(asked)
    restore(resumed, save(heard))
    assert save(resumed) == save(heard)


def test_everybody_may_share_a_row_or_nobody_be_there() -> None:
    asked = planned(*KINDS[0], all_keys(KINDS[0][1])[:3])
    assert collected(asked, (0,), np.zeros(0, np.int64), SeededCoins(b"")).reporters.tolist() == [0, 0, 0]
    lonely = collected(asked, (0, 1, 2), np.array([2]), SeededCoins(b"1"))
    assert sorted(lonely.reporters.tolist()) == [0, 0, 1]
    assert not lonely.sums[lonely.reporters == 0].any()


@pytest.mark.parametrize(("rows", "family", "channel"), KINDS, ids=NAMES)
def test_the_law_of_a_report(rows: Rows, family: Family, channel: Channel) -> None:
    """Of two people with two items, beside frequencies of seeded draws, within five deviations."""
    shared = () if rows is Rows.OWN else all_keys(family)[2:4]
    asked = planned(rows, family, channel, shared)
    people, columns = 3000, {item: dict[Key, tuple[int, ...]]() for item in (0, 2)}
    for item, found in columns.items():
        own = [int(family.columns(key, np.array([item], np.uint64))[0]) for key in shared or all_keys(family)]
        if rows is Rows.ALL:
            found[()] = tuple(own)
        else:
            places = [(row,) for row in range(2)] if shared else all_keys(family)
            found.update(zip(places, ((column,) for column in own), strict=True))
    sent = list(reports(asked, (2, 0), np.arange(people) % 2, SeededCoins(b"single")))
    assert len(sent) == people
    for start, item in enumerate((2, 0)):
        seen = Counter((each.place, each.contents) for each in sent[start::2])
        expected = {
            (place, contents): prod(
                (float(exact(channel.likelihood(*each))) for each in zip(told, contents, strict=True)),
                start=1 / len(columns[item]),
            )
            for place, told in columns[item].items()
            for contents in product(channel.outputs(), repeat=len(told))
        }
        assert sum(expected.values()) == pytest.approx(1)
        assert set(seen) <= set(expected)
        for each, share in expected.items():
            runs = people // 2
            assert abs(seen[each] - runs * share) <= 5 * (runs * share * (1 - share)) ** 0.5 + 1


@pytest.mark.parametrize(("rows", "family", "channel"), KINDS, ids=NAMES)
def test_a_collector_takes_them(
    monkeypatch: pytest.MonkeyPatch, rows: Rows, family: Family, channel: Channel
) -> None:
    """In whatever groups they are drawn, each of them is as a client would send it."""
    asked = planned(rows, family, channel, () if rows is Rows.OWN else all_keys(family)[:2])
    for together in (1, 20, population.TOGETHER):
        monkeypatch.setattr(population, "TOGETHER", together)
        heard = collector(asked, (0, 1) if rows is Rows.OWN else ())
        for each in reports(asked, (0, 1), np.arange(50) % 2, SeededCoins(b"taken")):
            heard.receive(each)
        assert heard.reporters.sum() == (100 if rows is Rows.ALL else 50)
        resumed = collector(asked, (0, 1) if rows is Rows.OWN else ())
        restore(resumed, save(heard))


@pytest.mark.parametrize(("rows", "family", "channel"), KINDS[4:], ids=NAMES[4:])
def test_hashes_of_their_own(rows: Rows, family: Family, channel: Channel) -> None:
    """A collector has what it is sent, and every item can be asked for."""
    asked, held = planned(rows, family, channel, ()), np.array([0, 1, 1])
    heard, sent = collector(asked, (2, 0)), reports(asked, (2, 0), held, SeededCoins(b"own"))
    for each in sent:
        heard.receive(each)
    assert save(collected(asked, (2, 0), held, SeededCoins(b"own"))) == save(heard)
    assert heard.hits((0, 2)).supports.shape == (1, 2)


def test_what_is_refused() -> None:
    shared = planned(*KINDS[0], all_keys(KINDS[0][1])[:2])
    for held, drawn in product(([2], [-1, 0]), (collected, reports)):
        with refused(Reason.OUT_OF_RANGE):
            drawn(shared, (0, 1), np.array(held), SeededCoins(b""))
    with refused(Reason.REPEATED):
        reports(shared, (0, 0), np.array([0]), SeededCoins(b""))


@pytest.mark.parametrize("held", [[True, False], [0.0, 1.0], [[0]], [None]])
def test_what_is_no_place_is_refused(held: ArrayLike) -> None:
    """Booleans were taken for a mask."""
    shared = planned(*KINDS[0], all_keys(KINDS[0][1])[:2])
    for drawn in (collected, reports):
        with pytest.raises(Refused):
            drawn(shared, (0, 1), np.array(held), SeededCoins(b""))
