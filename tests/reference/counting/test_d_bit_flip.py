"""dBitFlipPM against an algorithm written out: every choice of cells, every kept row, every pair of inputs."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import comb, prod

import pytest

from ldproof.counting.collector import empty_collector, restore_collector, save_collector
from ldproof.counting.d_bit_flip import DrawnBits, d_bit_flip_variance
from ldproof.counting.formulas import harmony_variance
from ldproof.counting.mechanism import DBitFlip
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, law_of, to_text
from ldproof.oracle.conformance.observations import (
    Observation,
    kept_bit_observations,
    mechanism_observations,
)
from ldproof.probability import INFINITE
from ldproof.registry import make_mechanism
from tests.reference.counting.enumeration import Row, TapeCoins
from tests.reference.refusals import refused
from tests.tiers import grid

ODDS = (Fraction(3), Fraction(6, 5))
SIZES = ((1, 2, 1), (1, 2, 2), (1, 3, 1), (1, 4, 2), (1, 3, 3), (2, 2, 1), (2, 2, 2), (2, 3, 2), (3, 2, 1))
"""Rounds, cells, and how many are drawn."""


def transcripts(cells: Row, w: int, d: int, odds: Fraction) -> dict[DrawnBits, Fraction]:
    """The probability of all that is sent, over the drawn cells and what is kept for each cell of the input."""
    right, found = odds / (odds + 1), defaultdict[DrawnBits, Fraction](Fraction)
    for drawn in combinations(range(w), d):
        for kept in product(product((0, 1), repeat=d), repeat=w):
            share = Fraction(1, comb(w, d))
            for cell, row in enumerate(kept):
                share *= prod(
                    right if bit == int(own == cell) else 1 - right
                    for own, bit in zip(drawn, row, strict=True)
                )
            found[drawn, tuple(kept[cell] for cell in cells)] += share
    return dict(found)


def largest_ratio(laws: Mapping[Row, Mapping[DrawnBits, Fraction]], most: int) -> Fraction | None:
    """Return the largest ratio between inputs that differ in at most so many rounds; None if it is infinite."""
    ratios = [
        share / laws[other][sent] if sent in laws[other] else None
        for one, other in product(laws, laws)
        if 0 < sum(map(int.__ne__, one, other)) <= most
        for sent, share in laws[one].items()
    ]
    finite = [each for each in ratios if each is not None]
    return max(finite) if len(finite) == len(ratios) else None


@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize(("T", "w", "d"), grid(SIZES))
def test_law_and_privacy_are_those_of_the_enumeration(T: int, w: int, d: int, odds: Fraction) -> None:
    """Infinite odds for more than one round, which a pair and an event reach; finite ones if the cell stays the same."""
    made = DBitFlip(T, odds, w, d)
    laws = {cells: transcripts(cells, w, d, odds) for cells in product(range(w), repeat=T)}
    for cells, law in laws.items():
        assert law_of(made, cells).probabilities == law
    for level in LEVELS:
        stated = made.privacy(level)
        largest = largest_ratio(laws, T if level == "user" else 1)
        assert stated.odds == (INFINITE if largest is None else largest)
        assert (largest is None) == (T > 1)
        likely, unlikely = (
            sum((share for sent, share in laws[each].items() if stated.event(sent)), Fraction(0))
            for each in (stated.likely, stated.unlikely)
        )
        assert likely == unlikely * largest if largest else likely > unlikely == 0
        assert made.neighbours(level, stated.likely, stated.unlikely)
    constant = {cells: law for cells, law in laws.items() if len({*cells}) == 1}
    assert largest_ratio(constant, T) == DBitFlip(1, odds, w, d).privacy("user").odds == odds ** min(d, 2)


@pytest.mark.parametrize("cells", [(2, 0), (1, 1)])
def test_sampler_has_the_law_of_all_its_coins(cells: Row) -> None:
    """With odds of 3 each bit is right in three of four equal parts. As many coins are read whatever the cells are."""
    w, d, found = 3, 2, defaultdict[DrawnBits, Fraction](Fraction)
    made = DBitFlip(2, Fraction(3), w, d)
    sizes = [2, 3, *[4] * (2 * d)]
    for chosen in product(*map(range, sizes)):
        coins = TapeCoins(chosen, (2, 3), 4)
        found[made.randomize(cells, coins)] += Fraction(1, prod(sizes))
        assert coins.sizes == sizes
    assert dict(found) == transcripts(cells, w, d, made.bit_odds)


@pytest.mark.parametrize(("w", "d"), [(2, 1), (2, 2), (3, 2), (4, 1)])
@pytest.mark.parametrize("holders", [0, 1, 3])
def test_estimate_is_unbiased_with_the_stated_variance(w: int, d: int, holders: int) -> None:
    """Of three people in their second round, about cell 0."""
    N, odds = 3, ODDS[1]
    mu, made = Fraction(holders, N), DBitFlip(2, odds, w, d)

    def answers(cells: Row) -> dict[int | None, Fraction]:
        """The law of a person's bit about cell 0, None if it is not drawn."""
        found = defaultdict[int | None, Fraction](Fraction)
        for (drawn, rows), share in transcripts(cells, w, d, odds).items():
            found[rows[1][drawn.index(0)] if 0 in drawn else None] += share
        return found

    people = [answers((1, 0) if person < holders else (0, 1)) for person in range(N)]
    mean = square = Fraction(0)
    for bits in product((0, 1, None), repeat=N):
        share = prod(law[bit] for law, bit in zip(people, bits, strict=True))
        estimate = made.estimate(N, bits.count(1), N - bits.count(None))
        assert estimate is not None
        assert estimate.exact is not None
        mean += share * estimate.exact
        square += share * (estimate.exact - mu) ** 2
    assert mean == mu
    assert d_bit_flip_variance(N, mu, w, d, odds) == square
    numbers = (Fraction(N), Fraction(w, d), mu, odds - 1, 1 / (odds + 1))
    assert harmony_variance(*numbers) == square


def test_collector_counts_bits_and_is_saved() -> None:
    made = DBitFlip(2, Fraction(3), 3, 2)
    collector = empty_collector(made, 4)
    assert collector.receive(1, (1, None, 0, 1)) == Fraction(15, 16)
    other = empty_collector(made, 4)
    restore_collector(other, save_collector(collector))
    assert other.count(2, 0, 0) == 0
    with refused(Reason.REPEATED):
        empty_collector(made, 4).count(1, 1, 5)
    with refused(Reason.FOREIGN_STATE):
        restore_collector(empty_collector(DBitFlip(2, Fraction(3), 3, 3), 4), save_collector(collector))


def test_parameters_inputs_and_outputs_are_refused() -> None:
    given: dict[str, object] = {"T": 2, "bit_odds": 3, "w": 3, "d": 2}
    for change, reason in (
        ({"d": 4}, Reason.OUT_OF_RANGE),
        ({"bit_odds": 1}, Reason.OUT_OF_RANGE),
        ({"kept_odds": 3}, Reason.UNKNOWN_PARAMETER),
    ):
        with refused(reason):
            make_mechanism("counting.d_bit_flip", {**given, **change})
    made = make_mechanism("counting.d_bit_flip", given)
    with refused(Reason.OUT_OF_RANGE):
        made.secrets.read("0,3")
    for text, reason in (
        ("0,1", Reason.OUT_OF_RANGE),
        ("1,0:0,0;0,0", Reason.OUT_OF_RANGE),
        ("1,1:0,0;0,0", Reason.OUT_OF_RANGE),
        ("0:0,0;0,0", Reason.OUT_OF_RANGE),
        ("0,1:0,0", Reason.WRONG_LENGTH),
        ("0,1:0;0", Reason.WRONG_LENGTH),
        ("0,1:0,2;0,0", Reason.NOT_A_REPORT),
        ("0,1:0,;0,0", Reason.NOT_A_NUMBER),
    ):
        with refused(reason):
            made.outputs.read(text)
    for output, reason in (
        ("0,1:0,0;0,0", Reason.NOT_A_REPORT),
        (((0, 1), ((0, 0), [0, 0])), Reason.WRONG_LENGTH),
        (((0, True), ((0, 0), (0, 0))), Reason.OUT_OF_RANGE),
    ):
        with refused(reason):
            made.likelihood((0, 1), output)
    for T, d in ((9, 1), (1, 17)):
        with refused(Reason.TOO_MANY_OUTCOMES):
            [*DBitFlip(T, Fraction(3), 1000, d).outputs]


def read_statistic(made: DBitFlip, observation: Observation, sent: DrawnBits) -> str:
    return observation.statistic(to_text(made.outputs, sent))


@pytest.mark.parametrize("cells", [(0, 1, 0), (3, 3, 2)])
@pytest.mark.parametrize("d", [1, 2, 4])
def test_observed_parts_have_their_laws(d: int, cells: Row) -> None:
    made = DBitFlip(3, ODDS[0], 4, d)
    law = law_of(made, cells)
    for each in kept_bit_observations(made, cells):
        found = law.pushforward(partial(read_statistic, made, each))
        assert found.probabilities == each.chances, each.name
    many = [each.name for each in mechanism_observations(DBitFlip(50, ODDS[0], 60, d), ",".join(["1"] * 50))]
    assert len(many) == len({*many}) > 50
