"""Populations: sums that so many clients can have, with the law that they give them."""

from collections import defaultdict
from itertools import product

import numpy as np
import pytest

from ldproof.coins import SeededCoins
from ldproof.rejections import Reason
from ldproof.sketch.channels import Channel
from ldproof.sketch.collector import collector, restore, save
from ldproof.sketch.hashing import Family
from ldproof.sketch.plan import Rows
from ldproof.sketch.population import collected
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


def test_what_is_refused() -> None:
    shared = planned(*KINDS[0], all_keys(KINDS[0][1])[:2])
    for held in ([2], [-1, 0]):
        with refused(Reason.OUT_OF_RANGE):
            collected(shared, (0, 1), np.array(held), SeededCoins(b""))
    with refused(Reason.OUT_OF_RANGE):
        collected(planned(*KINDS[4], ()), (0, 1), np.array([0]), SeededCoins(b""))
