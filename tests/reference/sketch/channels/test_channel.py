"""What holds of every channel, over everything it can say."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from ldproof.coins import Counted, SeededCoins
from ldproof.numbers import Real
from ldproof.rejections import Reason
from ldproof.sketch.channels import Channel, Content, Kary
from ldproof.sketch.channels.channel import whole_below
from tests.reference.refusals import refused
from tests.reference.sketch.channels.every import EACH, exact, odds


@EACH
def test_it_says_one_of_its_outputs(channel: Channel) -> None:
    outputs = list(channel.outputs())
    assert len(outputs) == len(set(outputs)) == channel.outcomes
    assert channel.outcomes <= 1 << channel.bits
    for column in range(channel.width):
        shares = [exact(channel.likelihood(column, content)) for content in outputs]
        assert sum(shares) == 1
        assert min(shares) > 0


@EACH
def test_likelihood_ratios_reach_the_odds_and_no_more(channel: Channel) -> None:
    outputs = list(channel.outputs())
    for one, other in product(range(channel.width), repeat=2):
        ratios = [
            exact(channel.likelihood(one, content)) / exact(channel.likelihood(other, content))
            for content in outputs
        ]
        assert max(ratios) == (1 if one == other else odds(channel))


@EACH
def test_the_telling_contents_are_those_of_the_largest_ratio(channel: Channel) -> None:
    for content in channel.outputs():
        ratio = exact(channel.likelihood(0, content)) / exact(channel.likelihood(1, content))
        assert channel.telling(content) == (ratio == odds(channel))


@EACH
def test_low_and_high_are_expected_supports(channel: Channel) -> None:
    for column in range(channel.width):
        expected = [Fraction(0)] * channel.width
        for content in channel.outputs():
            share = exact(channel.likelihood(column, content))
            for place, support in enumerate(channel.supports(channel.tally(content)).tolist()):
                expected[place] += share * support
        assert expected == [
            exact(channel.high if each == column else channel.low) for each in range(channel.width)
        ]


@EACH
def test_supports_add_up(channel: Channel) -> None:
    tallies = np.array([channel.tally(content) for content in channel.outputs()])
    together = sum(channel.supports(each) for each in tallies)
    assert channel.supports(tallies.sum(axis=0)).tolist() == np.asarray(together).tolist()
    assert channel.supports(tallies).tolist() == [channel.supports(each).tolist() for each in tallies]


@EACH
def test_what_so_many_reports_can_add_up_to(channel: Channel) -> None:
    """Of two reports: exactly the sums of two tallies."""
    tallies = [channel.tally(content) for content in channel.outputs()]
    sums = {tuple((one + other).tolist()) for one, other in product(tallies, repeat=2)}
    for each in product(range(-2, 4), repeat=channel.width) if channel.width < 4 else sums:
        assert channel.possible(np.array(each), 2) == (each in sums)
    assert not channel.possible(np.full(channel.width, 3), 2)


@EACH
def test_the_number_of_bytes_read_tells_nothing(channel: Channel) -> None:
    """Equal coins give equally many bytes to every column."""
    for seed in range(20):
        taken = set()
        for column in range(channel.width):
            coins = Counted(SeededCoins(bytes([seed])))
            channel.say(column, coins)
            taken.add(coins.taken)
        assert len(taken) == 1


@EACH
def test_a_crowd_adds_up_like_its_members(channel: Channel) -> None:
    """The law of two people's sums, beside frequencies of seeded draws within five standard deviations."""
    columns, runs = np.array([0, channel.width - 1]), 4000
    law: defaultdict[tuple[int, ...], float] = defaultdict(float)
    said = [
        [
            (channel.tally(content), float(exact(channel.likelihood(int(column), content))))
            for content in channel.outputs()
        ]
        for column in columns
    ]
    for (one, share), (other, other_share) in product(*said):
        law[tuple((one + other).tolist())] += share * other_share
    coins = SeededCoins(b"crowd")
    found: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for _ in range(runs):
        found[tuple(channel.crowds([columns], coins)[0].tolist())] += 1
    assert set(found) <= set(law)
    for sums, share in law.items():
        assert abs(found[sums] - runs * share) <= 5 * (runs * share * (1 - share)) ** 0.5 + 1


@EACH
def test_contents_have_the_law_of_what_is_said(channel: Channel) -> None:
    """Of two columns in turns, beside frequencies of seeded draws within five standard deviations."""
    runs = 3000
    columns = np.tile([0, channel.width - 1], runs)
    rows = channel.contents(columns, SeededCoins(b"contents")).tolist()
    for start, column in enumerate(columns[:2].tolist()):
        found = Counter(map(tuple, rows[start::2]))
        assert found.total() == runs
        for content in channel.outputs():
            share = float(exact(channel.likelihood(column, content)))
            assert abs(found.pop(content, 0) - runs * share) <= 5 * (runs * share * (1 - share)) ** 0.5 + 1
        assert not found


@EACH
def test_nobody_says_nothing(channel: Channel) -> None:
    assert channel.contents(np.zeros(0, np.int64), SeededCoins(b"")).size == 0


@EACH
def test_a_crowd_of_nobody(channel: Channel) -> None:
    assert channel.crowds([np.zeros(0, np.int64)], SeededCoins(b"")).tolist() == [[0] * channel.width]


@EACH
def test_malformed_contents_are_refused(channel: Channel) -> None:
    good = next(iter(channel.outputs()))
    bad: list[tuple[Content, Reason]] = [
        ((*good, 0), Reason.WRONG_LENGTH),
        (good[1:], Reason.WRONG_LENGTH),
        ((*good[:-1], -1), Reason.NOT_A_REPORT),
        ((*good[:-1], 2 if not isinstance(channel, Kary) else channel.width), Reason.NOT_A_REPORT),
        ((*good[:-1], True), Reason.NOT_A_REPORT),
    ]
    for content, reason in bad:
        with refused(reason):
            channel.check(content)
    for content in channel.outputs():
        channel.check(content)


def test_whole_numbers_below_their_ends() -> None:
    for ends in pairwise((2, 5, 1)):
        for content in product(range(-1, 6), repeat=2):
            if all(0 <= number < end for number, end in zip(content, ends, strict=True)):
                whole_below(content, ends)
            else:
                with refused(Reason.NOT_A_REPORT):
                    whole_below(content, ends)


@pytest.mark.parametrize("width", [3, 6])
def test_only_some_channels_need_a_power_of_two(width: int) -> None:
    assert Kary(width, Real(Fraction(1))).bits == 3 - (width == 3)
