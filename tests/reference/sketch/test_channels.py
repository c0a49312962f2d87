"""Properties of every channel, over everything it can say; and the law of each by all quarters of its coins."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from ldproof.coins import CountingCoins, SeededCoins
from ldproof.errors import Reason
from ldproof.numbers import Real, ball, computed_real
from ldproof.sketch.channels import Channel, Content, Hadamard, Kary, Unary, hadamard_bit, validate_content
from tests.reference.refusals import refused
from tests.reference.sketch.small import (
    EACH_CHANNEL,
    HALF,
    TWO,
    assert_frequencies,
    exact,
    promised,
)
from tests.tiers import run_everything


def law(channel: Channel, column: int) -> dict[Content, Fraction]:
    return {content: exact(channel.likelihood(column, content)) for content in channel.outputs()}


@EACH_CHANNEL
def test_likelihoods_sum_to_1_and_their_ratios_reach_the_odds_and_no_more(channel: Channel) -> None:
    outputs = list(channel.outputs())
    assert len(outputs) == len(set(outputs)) == channel.outcomes <= 1 << channel.bits
    laws = [law(channel, column) for column in range(channel.width)]
    for shares in laws:
        assert sum(shares.values()) == 1
        assert min(shares.values()) > 0
    for one, other in product(range(channel.width), repeat=2):
        ratios = [laws[one][content] / laws[other][content] for content in outputs]
        assert max(ratios) == (1 if one == other else promised(channel))
    for content in outputs:
        assert channel.telling(content) == (laws[0][content] / laws[1][content] == promised(channel))


@EACH_CHANNEL
def test_low_and_high_are_expected_supports(channel: Channel) -> None:
    for column in range(channel.width):
        expected = [Fraction(0)] * channel.width
        for content, share in law(channel, column).items():
            for place, support in enumerate(channel.supports(channel.tally(content)).tolist()):
                expected[place] += share * support
        rates = [channel.high if each == column else channel.low for each in range(channel.width)]
        assert expected == rates


@EACH_CHANNEL
def test_supports_add_up(channel: Channel) -> None:
    tallies = np.array([channel.tally(content) for content in channel.outputs()])
    together = sum(channel.supports(each) for each in tallies)
    assert channel.supports(tallies.sum(axis=0)).tolist() == np.asarray(together).tolist()
    assert channel.supports(tallies).tolist() == [channel.supports(each).tolist() for each in tallies]


@EACH_CHANNEL
def test_sums_that_two_reports_can_have(channel: Channel) -> None:
    tallies = [channel.tally(content) for content in channel.outputs()]
    sums = {tuple((one + other).tolist()) for one, other in product(tallies, repeat=2)}
    for each in product(range(-2, 4), repeat=channel.width) if channel.width < 4 else sums:
        assert channel.possible(np.array(each), 2) == (each in sums)
    assert not channel.possible(np.full(channel.width, 3), 2)


@EACH_CHANNEL
def test_the_number_of_bytes_read_does_not_depend_on_the_column(channel: Channel) -> None:
    for seed in range(20):
        taken = set()
        for column in range(channel.width):
            coins = CountingCoins(SeededCoins(bytes([seed])))
            channel.say(column, coins)
            taken.add(coins.taken)
        assert len(taken) == 1


@EACH_CHANNEL
def test_a_crowd_adds_up_like_its_members(channel: Channel) -> None:
    """The law of two people's sums, beside frequencies of seeded draws."""
    columns, coins = np.array([0, channel.width - 1]), SeededCoins(b"crowd")
    sums: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for both in product(*(law(channel, column).items() for column in columns.tolist())):
        tallies, shares = zip(*((channel.tally(content), share) for content, share in both), strict=True)
        sums[tuple(sum(tallies).tolist())] += float(shares[0] * shares[1])
    assert_frequencies(
        Counter(
            tuple(channel.crowds([columns], coins)[0].tolist())
            for _ in range(2500 if run_everything() else 500)
        ),
        sums,
    )
    assert channel.crowds([np.zeros(0, np.int64)], coins).tolist() == [[0] * channel.width]


@EACH_CHANNEL
def test_contents_have_the_law_of_single_draws(channel: Channel) -> None:
    """Of two columns in turns, beside frequencies of seeded draws."""
    columns = np.tile([0, channel.width - 1], 3000)
    rows = channel.contents(columns, SeededCoins(b"contents")).tolist()
    assert len(rows) == 6000
    for start, column in enumerate(columns[:2].tolist()):
        shares = {content: float(share) for content, share in law(channel, column).items()}
        assert_frequencies(Counter(map(tuple, rows[start::2])), shares)
    assert channel.contents(np.zeros(0, np.int64), SeededCoins(b"")).size == 0


@EACH_CHANNEL
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


def test_whole_numbers_in_their_ranges() -> None:
    for ranges in pairwise((range(2), range(1, 5), range(1))):
        for content in product(range(-1, 6), repeat=2):
            if all(number in each for number, each in zip(content, ranges, strict=True)):
                validate_content(content, ranges)
            else:
                with refused(Reason.NOT_A_REPORT):
                    validate_content(content, ranges)


def test_rates_and_sizes() -> None:
    kary, root = Kary(5, Real(Fraction(3))), computed_real(lambda: ball(Fraction(2)).sqrt() / 8)
    assert (kary.low, kary.high, kary.truthful) == (
        Real(Fraction(1, 8)),
        Real(HALF),
        Real(Fraction(3, 8)),
    )
    assert [Kary(width, Real(Fraction(1))).bits for width in (3, 6)] == [2, 3]
    unary = Unary(3, root, Real(HALF))
    assert abs(float(ball(unary.likelihood(1, (1, 0, 1)))) - (2**0.5 / 8) ** 2 / 2) < 1e-12
    assert unary.bits == 3
    sizes = [Hadamard(width, skip, TWO).bits for width, skip in ((4, 0), (4, 1), (2, 1), (1024, 1))]
    assert sizes == [3, 3, 1, 11]


@pytest.mark.parametrize("width", [1, 2, 4, 16])
def test_signs_and_supports_are_of_the_hadamard_matrix(width: int) -> None:
    """Built by doubling: twice side by side, below once more and once with the other sign."""
    rows = [[1]]
    while len(rows) < width:
        rows = [row + row for row in rows] + [row + [-each for each in row] for row in rows]
    assert rows == [
        [1 - 2 * hadamard_bit(place, column) for column in range(width)] for place in range(width)
    ]
    if width > 1:
        sums = np.random.default_rng(1).integers(-50, 50, (3, width))
        found = Hadamard(width, 0, Real(Fraction(1))).supports(sums)
        assert found.tolist() == (sums @ np.array(rows)).tolist()


def test_the_first_place_of_a_hadamard_row_has_the_same_likelihood_for_every_column() -> None:
    assert len({Hadamard(4, 0, TWO).likelihood(column, (0, 0)) for column in range(4)}) == 1
