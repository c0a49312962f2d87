"""LOLOHA against an algorithm written out: every hash, every kept cell, every fresh cell, every pair of rows."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import product, repeat
from math import prod

import pytest

from ldproof.coins import SeededCoins
from ldproof.counting.collector import empty_collector, restore_collector, save_collector
from ldproof.counting.loloha import MOST_ROUNDS, loloha_variance
from ldproof.counting.mechanism import Loloha, Memoized
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, law_of
from ldproof.oracle.conformance.observations import mechanism_observations
from ldproof.registry import make_mechanism
from tests.reference.counting.enumeration import Row, TapeCoins, check_tight_odds, tight_odds
from tests.reference.refusals import refused
from tests.tiers import grid

Odds = tuple[Fraction, Fraction]

ODDS: Sequence[Odds] = (
    (Fraction(3), Fraction(5, 3)),
    (Fraction(100), Fraction(2)),
    (Fraction(7, 2), Fraction(10, 3)),
    (Fraction(3, 2), Fraction(11, 10)),
)
"""What is kept, and the first report."""

SIZES = ((1, 2), (2, 2), (3, 2), (4, 2), (1, 3), (2, 3), (3, 3), (2, 4))
"""Rounds and cells."""


def noisy_cell(odds: Fraction, w: int, cell: int) -> list[Fraction]:
    """The law of w-ary randomized response."""
    return [(odds if said == cell else 1) / (odds + w - 1) for said in range(w)]


def fresh_odds(w: int, odds: Odds) -> Fraction:
    """The A that gives the first report the odds F, found from the chances of two-step noise, linear in A/(A + w - 1)."""
    K, F = odds
    p1, q1 = K / (K + w - 1), 1 / (K + w - 1)
    # With p2 for what is kept, and (1 - p2)/(w - 1) for each other cell: own = F other, and own + (w - 1) other = 1.
    other = (1 - p1) / (w - 1)
    own = F / (F + w - 1)
    p2 = (own - other) / (p1 - other)
    assert q1 == other
    return p2 * (w - 1) / (1 - p2)


def transcripts(cells: Row, w: int, odds: Odds) -> dict[Row, Fraction]:
    """The probability of all reports: for each cell one is kept, and each round says another, independently."""
    A = fresh_odds(w, odds)
    keeping, sending = ([noisy_cell(each, w, cell) for cell in range(w)] for each in (odds[0], A))
    found: defaultdict[Row, Fraction] = defaultdict(Fraction)
    for kept in product(range(w), repeat=w):
        share = prod(keeping[cell][memo] for cell, memo in enumerate(kept))
        for sent in product(range(w), repeat=len(cells)):
            said = zip(sent, cells, strict=True)
            found[sent] += share * prod(sending[kept[cell]][each] for each, cell in said)
    return dict(found)


@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize(("T", "w"), grid(SIZES))
def test_law_and_privacy_are_those_of_the_enumeration(T: int, w: int, odds: Odds) -> None:
    """The ratio of every transcript between all rows of cells, or between those that differ in one round."""
    made = Loloha(T, *odds, w)
    every = [*product(range(w), repeat=T)]
    laws = {cells: transcripts(cells, w, odds) for cells in every}
    for cells in every:
        assert law_of(made, cells).probabilities == laws[cells]
    check_tight_odds(made, laws)


def test_two_cells_are_a_memoized_bit() -> None:
    """Of which a closed form says the tight odds."""
    for odds in ODDS:
        for T in (2, 5, MOST_ROUNDS):
            bits, cells = Memoized(T, *odds), Loloha(T, *odds, 2)
            for level in LEVELS:
                assert tight_odds(cells, level) == tight_odds(bits, level)
    assert tight_odds(Loloha(200, *ODDS[0], 2), "event") == tight_odds(Memoized(200, *ODDS[0]), "event")


@pytest.mark.parametrize("w", [2, 3, 7])
def test_first_report_has_its_odds_and_the_published_noise_gives_less(w: int) -> None:
    """arXiv 2210.00262 has (K F - 1)/(K - F) for every number of cells."""
    for K, F in ODDS:
        assert tight_odds(Loloha(1, K, F, w), "user") == F
        published = (K * F - 1) / (K - F)
        first = [
            sum(a * b for a, b in zip(noisy_cell(K, w, cell), noisy_cell(published, w, 0), strict=True))
            for cell in (0, 1)
        ]
        assert first[0] / first[1] == (K * published + w - 1) / (K + published + w - 2) <= F
        assert (first[0] / first[1] == F) == (w == 2)


def test_changing_values_have_more_than_the_published_odds() -> None:
    """In arXiv 2210.00262, K^w bounds all rounds."""
    for w, (K, F), T in ((2, ODDS[0], 5), (3, (Fraction(9), Fraction(3)), 6)):
        assert tight_odds(Loloha(T, K, F, w), "user") > K**w
        assert tight_odds(Loloha(T - 1, K, F, w), "user") < K**w
    with refused(Reason.TOO_MANY_OUTCOMES):
        Loloha(MOST_ROUNDS + 1, *ODDS[0], 2).privacy("user")
    with refused(Reason.TOO_MANY_OUTCOMES):
        Loloha(1001, *ODDS[0], 2).privacy("event")


def test_sampler_has_the_law_of_all_its_coins() -> None:
    """With K = A = w + 1 each decision is even, so that 36 coins for each round give the law exactly."""
    w, cells = 3, (2, 2)
    made = Loloha(2, Fraction(w + 1), Fraction(w + 3, 3), w)
    found: defaultdict[Row, Fraction] = defaultdict(Fraction)
    for taken in product(*[(range(2), range(w))[place % 2] for place in range(8)]):
        coins = TapeCoins(taken, repeat(w), 2)
        found[made.randomize(cells, coins)] += Fraction(1, 6**4)
        assert coins.sizes == [2, w] * 4
    assert dict(found) == transcripts(cells, w, (made.kept_odds, made.first_odds))


def test_device_draws_by_its_law() -> None:
    made, cells, coins = Loloha(2, Fraction(4), Fraction(2), 3), (0, 2), SeededCoins(b"loloha")
    shares = defaultdict[Row, float](float)
    for _ in range(3000):
        shares[made.randomize(cells, coins)] += 1 / 3000
    for sent, share in transcripts(cells, 3, (Fraction(4), Fraction(2))).items():
        assert abs(shares[sent] - float(share)) < 0.04


@pytest.mark.parametrize("w", [2, 3])
@pytest.mark.parametrize("holders", [0, 1, 3])
def test_estimate_is_unbiased_with_the_stated_variance(w: int, holders: int) -> None:
    """Of three people in their second round, over all functions of three values to the cells."""
    N, odds = 3, ODDS[1]
    mu, made = Fraction(holders, N), Loloha(2, *odds, w)
    hashes = [*product(range(w), repeat=3)]

    def supporting(first: int, second: int) -> Fraction:
        """How probably the second report of a person with these values is the cell of value 0."""
        return sum(
            (
                share / len(hashes)
                for each in hashes
                for sent, share in transcripts((each[first], each[second]), w, odds).items()
                if sent[1] == each[0]
            ),
            start=Fraction(0),
        )

    one = [supporting(1, 0) if person < holders else supporting(0, 1 + person % 2) for person in range(N)]
    mean = square = Fraction(0)
    for bits in product((0, 1), repeat=N):
        share = prod(p if bit else 1 - p for bit, p in zip(bits, one, strict=True))
        estimate = made.estimate(N, sum(bits), N)
        assert estimate is not None
        assert estimate.exact is not None
        mean += share * estimate.exact
        square += share * (estimate.exact - mu) ** 2
    assert mean == mu
    assert loloha_variance(N, mu, w, odds[1]) == square


def test_variance_is_that_of_local_hashing_with_the_first_odds() -> None:
    """With w = F + 1 it is 4 F/(N (F - 1)^2) of a value that nobody has, and no other w makes it less."""
    for F in (Fraction(2), Fraction(3), Fraction(7)):
        best = 4 * F / (F - 1) ** 2 / 6
        assert loloha_variance(6, Fraction(0), int(F) + 1, F) == best
        assert all(loloha_variance(6, Fraction(0), w, F) > best for w in (2, 5, 9) if w != F + 1)


def test_collector_counts_everybody_and_is_saved() -> None:
    made = Loloha(2, Fraction(4), Fraction(3), 3)
    collector = empty_collector(made, 3)
    assert collector.receive(1, (1, 0, 0)) == 0
    other = empty_collector(made, 3)
    restore_collector(other, save_collector(collector))
    assert other.count(2, 3, 3) == Fraction(5, 2)
    with refused(Reason.WRONG_COUNT):
        empty_collector(made, 4).count(1, 1, 3)
    with refused(Reason.FOREIGN_STATE):
        restore_collector(
            empty_collector(Loloha(2, Fraction(4), Fraction(3), 2), 3), save_collector(collector)
        )


def test_parameters_and_rows_are_refused() -> None:
    given: dict[str, object] = {"T": 2, "kept_odds": 3, "first_odds": 2, "w": 3}
    for change, reason in (
        ({"first_odds": 3}, Reason.OUT_OF_RANGE),
        ({"first_odds": 4}, Reason.OUT_OF_RANGE),
        ({"w": 1}, Reason.OUT_OF_RANGE),
        ({"odds": 3}, Reason.UNKNOWN_PARAMETER),
    ):
        with refused(reason):
            make_mechanism("counting.loloha", {**given, **change})
    made = make_mechanism("counting.loloha", given)
    for text, reason in (
        ("0,3", Reason.OUT_OF_RANGE),
        ("0", Reason.WRONG_LENGTH),
        ("0;1", Reason.NOT_A_NUMBER),
    ):
        with refused(reason):
            made.secrets.read(text)
    with refused(Reason.OUT_OF_RANGE):
        made.likelihood((0, True), (0, 0))
    with refused(Reason.TOO_MANY_OUTCOMES):
        [*Loloha(100, *ODDS[0], 3).secrets]


@pytest.mark.parametrize(("T", "w"), [(13, 2), (6, 5), (3, 40)])
def test_observed_parts_of_many_rounds_have_their_laws(T: int, w: int) -> None:
    """By the law of the reports of two rounds, which is the sum over all others."""
    odds, cells = ODDS[0], tuple(place * place % w for place in range(T))
    made, pairs = Loloha(T, *odds, w), 0
    for each in mechanism_observations(made, ",".join(map(str, cells))):
        places = [int(part) - 1 for part in each.name.split() if part.isdigit()]
        found: defaultdict[str, Fraction] = defaultdict(Fraction)
        inside = tuple(cells[place] for place in places)
        two = Loloha(len(places), *odds, w)
        for sent in two.outputs:
            row = [0] * T
            for place, said in zip(places, sent, strict=True):
                row[place] = said
            found[each.statistic(",".join(map(str, row)))] += Fraction(str(two.likelihood(inside, sent)))
        assert each.chances == found, each.name
        pairs += len(places) == 2
    assert pairs >= T - 1
