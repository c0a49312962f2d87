"""FutureRand against an algorithm written out: every level, every row of flips, every row that replaces it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, exp, floor, log, prod, sqrt

import pytest

from ldproof.coins import CountingCoins, SeededCoins
from ldproof.counting.collector import FutureRandCollector, future_rand_estimating_function
from ldproof.counting.future_rand import FutureRand, blocks_until, future_rand_variance, nth_row
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, law_of, rational_probability, tight_privacy
from ldproof.numbers import Real
from ldproof.oracle.conformance.observations import mechanism_observations
from ldproof.probability import sum_fractions
from ldproof.registry import make_mechanism
from tests.reference.counting.enumeration import TapeCoins, check_tight_odds
from tests.reference.refusals import refused
from tests.tiers import grid, some

States = tuple[int, ...]

DESIGNS: Sequence[tuple[int, int, str, int, int]] = (
    (2, 1, "3", 0, 0),
    (4, 1, "6/5", 1, 1),
    (4, 2, "3", 0, 1),
    (4, 2, "3", 0, 0),
    (4, 2, "6/5", 2, 2),
    (4, 2, "5/2", 0, 2),
    (8, 3, "3", 0, 1),
    (8, 3, "2", 1, 2),
    (8, 4, "11/10", 0, 1),
)
"""T, changes, the odds of a sign, and the range of flips."""


def made_of(design: tuple[int, int, str, int, int]) -> FutureRand:
    T, changes, sign_odds, fewest, most = design
    return FutureRand(T, changes, Fraction(sign_odds), fewest, most)


def all_states(T: int, changes: int) -> list[States]:
    """The rows of states that change at most so often."""
    rows = product((0, 1), repeat=T)
    return [row for row in rows if sum(a != b for a, b in zip((0, *row), row, strict=False)) <= changes]


def rows_of_signs(made: FutureRand) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every way in which the signs come about, with its probability: a row may be replaced by every other."""
    kept = made.sign_odds / (made.sign_odds + 1)
    rows = [*product((1, -1), repeat=made.changes)]
    others = [row for row in rows if not made.fewest_flips <= row.count(-1) <= made.most_flips]
    for row in rows:
        share = prod((kept if sign > 0 else 1 - kept for sign in row), start=Fraction(1))
        if row in others:
            for other in others:
                yield other, share / len(others)
        else:
            yield row, share


def transcripts(made: FutureRand, states: States) -> dict[tuple[int | None, ...], Fraction]:
    """The law of what is sent: in each block of a level the difference times the next sign, or a uniform sign."""
    found: defaultdict[tuple[int | None, ...], Fraction] = defaultdict(Fraction)
    L = made.T.bit_length() - 1
    for h, (signs, share) in product(range(L + 1), [*rows_of_signs(made)]):
        width = 2**h
        ends = range(width, made.T + 1, width)
        changes = [states[end - 1] - (states[end - width - 1] if end > width else 0) for end in ends]
        zeros = changes.count(0)
        for fill in product((1, -1), repeat=zeros):
            noise, uniform = iter(signs), iter(fill)
            sent = [each * next(noise) if each else next(uniform) for each in changes]
            row: list[int | None] = [None] * made.T
            for end, sign in zip(ends, sent, strict=True):
                row[end - 1] = int(sign > 0)
            found[tuple(row)] += share / (L + 1) / 2**zeros
    return dict(found)


@pytest.mark.parametrize("design", grid(DESIGNS))
def test_law_is_that_of_the_enumeration(design: tuple[int, int, str, int, int]) -> None:
    made = made_of(design)
    secrets = [*made.secrets]
    assert secrets == all_states(made.T, made.changes)
    for states in secrets[:: 1 if made.T < 8 else 40]:
        assert law_of(made, states).probabilities == transcripts(made, states)


@pytest.mark.parametrize("design", [each for each in DESIGNS if each[0] < 8])
def test_stated_odds_are_the_largest_ratios(design: tuple[int, int, str, int, int]) -> None:
    """Of all pairs of states that are neighbours, and all transcripts."""
    made = made_of(design)
    check_tight_odds(made, {states: transcripts(made, states) for states in all_states(made.T, made.changes)})
    for level in LEVELS:
        assert made.privacy(level).odds == tight_privacy(made, level).odds


@pytest.mark.parametrize("design", some((each for each in DESIGNS if each[0] == 8), 2))
def test_stated_odds_of_many_states_are_the_largest_ratios(design: tuple[int, int, str, int, int]) -> None:
    """Of the transcripts of the first level, of which every third is looked at for states that differ in one round."""
    made = made_of(design)
    secrets, first_level = all_states(8, made.changes), [*product((0, 1), repeat=8)]
    law = {
        states: [rational_probability(made.likelihood(states, sent)) for sent in first_level]
        for states in secrets
    }
    by_output = [*zip(*law.values(), strict=True)]
    assert made.privacy("user").odds == max(max(each) / min(each) for each in by_output)
    ratios = (
        above / below
        for one in secrets
        for t in range(8)
        if (other := (*one[:t], 1 - one[t], *one[t + 1 :])) in law
        for above, below in zip(law[one][::3], law[other][::3], strict=True)
    )
    assert made.privacy("event").odds == max(ratios)


def test_change_of_one_round_may_say_more_than_one_sign() -> None:
    """It changes two differences: with independent signs of odds S, up to ((S + 1)/2)^2 > S, and S^2 for user level."""
    for S in (Fraction(3), Fraction(6, 5)):
        made = FutureRand(4, 2, S, 0, 2)
        assert made.privacy("event").odds == ((S + 1) / 2) ** 2 > S
        assert made.privacy("user").odds == S**2


def published_flips(changes: int, sign_epsilon: float) -> tuple[int, int]:
    """The range of flips of arXiv 2112.12279, of a sign with the odds e^sign_epsilon."""
    p, E = 1 / (exp(sign_epsilon) + 1), exp(sign_epsilon)
    upper = changes / sign_epsilon * log(2 * E / (E + 1))
    return max(0, ceil(changes * p - 2 * sqrt(changes))), floor(upper)


@pytest.mark.parametrize("k", [1, 4, 9, 16, 25, 100, 400])
def test_published_parameters_spend_less_than_half_of_their_budget(k: int) -> None:
    """With eps = 5 sqrt(k) ln S, where S is chosen so that eps is just below 1."""
    root = round(sqrt(k))
    S = 1 + Fraction(1, 5 * root)
    made = FutureRand(1024, k, S, *published_flips(k, log(S)))
    odds, whole = made.privacy("user").odds, S ** (5 * root)
    assert isinstance(odds, Real)
    assert odds * odds < whole < 3


def test_a_single_change_can_spend_the_whole_budget() -> None:
    """Then a sign that is never replaced has the promised odds."""
    S = Fraction(6, 5)
    made = FutureRand(1024, 1, S, *published_flips(1, log(S)))
    independent = FutureRand(1024, 1, S**5, 0, 1)
    assert independent.privacy("user").odds == S**5
    assert independent.gap > made.gap


def test_independent_signs_are_better_up_to_25_changes() -> None:
    """Then eps/k is no less than eps/(5 sqrt k), and a sign that is never replaced has a larger mean."""
    S = 1 + Fraction(1, 25)
    made = FutureRand(64, 25, S, *published_flips(25, log(S)))
    independent = FutureRand(64, 25, S, 0, 25)
    assert independent.privacy("user").odds == S**25
    assert made.gap < independent.gap == (S - 1) / (S + 1)
    few, S = published_flips(100, log(1 + 1 / 50)), 1 + Fraction(1, 50)
    again = FutureRand(256, 100, S, *few)
    assert again.gap > (S ** Fraction(1, 2) - 1) / (S ** Fraction(1, 2) + 1)


@pytest.mark.parametrize("design", DESIGNS[:6])
def test_estimates_are_unbiased_with_the_stated_variance(design: tuple[int, int, str, int, int]) -> None:
    """Of two people, by everything that both send."""
    made = made_of(design)
    secrets = all_states(made.T, made.changes)
    people = (secrets[-1], secrets[len(secrets) // 3])
    laws = [transcripts(made, states) for states in people]
    for t in range(1, made.T + 1):
        mu, estimates = (
            Fraction(sum(states[t - 1] for states in people), 2),
            list[tuple[Fraction, Fraction]](),
        )
        for (one, p), (other, q) in product(*(law.items() for law in laws)):
            collector = FutureRandCollector(made, 2)
            *_, last = [collector.receive(s, (one[s - 1], other[s - 1])) for s in range(1, t + 1)]
            assert last.exact is not None
            estimates.append((p * q, last.exact))
        assert sum_fractions(share * value for share, value in estimates) == mu
        variance = sum_fractions(share * (value - mu) ** 2 for share, value in estimates)
        given = (made.changes, made.sign_odds, made.fewest_flips, made.most_flips)
        assert future_rand_variance(2, made.T, t, mu, *given) == variance


def test_rows_that_replace_others_are_all_numbered_once() -> None:
    for design in DESIGNS:
        signs = made_of(design).signs
        rows = signs.replaced_rows()
        found = [nth_row(rows, number) for number in range(sum(rows))]
        outside = [
            [*row]
            for row in product((0, 1), repeat=signs.changes)
            if not signs.fewest_flips <= sum(row) <= signs.most_flips
        ]
        assert found == sorted(outside, key=lambda row: (sum(row), row))


def test_blocks_make_up_the_first_rounds() -> None:
    for t in range(1, 64):
        covered = [
            round_ for level, last in blocks_until(t) for round_ in range(last - 2**level + 1, last + 1)
        ]
        assert covered == [*range(1, t + 1)]
        assert len([*blocks_until(t)]) == t.bit_count()


@pytest.mark.parametrize("design", [(2, 1, "3", 0, 0), (4, 2, "3", 0, 0), (4, 2, "3", 0, 1)])
def test_enumeration_of_random_bits_has_the_law(design: tuple[int, int, str, int, int]) -> None:
    """Blocks are compared with 1/4, so that one of four cells is below it."""
    made = made_of(design)
    numbers = [made.levels, sum(made.signs.replaced_rows()), *[2] * made.T]
    for states in [*made.secrets][1::3]:
        law: defaultdict[tuple[int | None, ...], Fraction] = defaultdict(Fraction)
        for tape in product(
            range(made.levels),
            *[range(4)] * made.changes,
            range(numbers[1]),
            *[(0, 1)] * made.T,
        ):
            coins = TapeCoins(tape, numbers, 4)
            sent = made.randomize(states, coins)
            law[sent] += Fraction(1, made.levels * 4**made.changes * numbers[1] * 2**made.T)
            assert coins.sizes == [made.levels, *[4] * made.changes, *numbers[1:]][: len(coins.sizes)]
        assert law == transcripts(made, states)


def test_device_draws_by_its_law() -> None:
    """Within six standard deviations. How many bytes are read depends on the level, where no number is rejected."""
    made, states, runs = made_of((4, 2, "3", 0, 0)), (1, 0, 0, 0), 4000
    coins, found = SeededCoins(b"future"), defaultdict[tuple[int | None, ...], int](int)
    read = set[tuple[int, int]]()
    for _ in range(runs):
        counted = CountingCoins(coins)
        sent = made.randomize(states, counted)
        found[sent] += 1
        read.add((sum(bit is not None for bit in sent), counted.taken))
    for sent, share in transcripts(made, states).items():
        assert abs(found[sent] - runs * share) < 6 * sqrt(runs * share)
    for others in ((0, 0, 0, 0), (0, 1, 1, 0)):
        for _ in range(100):
            counted = CountingCoins(coins)
            sent = made.randomize(others, counted)
            read.add((sum(bit is not None for bit in sent), counted.taken))
    # Two blocks for the flips; the level, the number of the row and each uniform bit take two bytes.
    assert read == {(reports, 2 * 16 + 4 + 2 * reports) for reports in (1, 2, 4)}


def test_collector_refuses_what_no_level_sends() -> None:
    made = made_of((8, 2, "3", 0, 1))
    for rows, reason in (
        (["-", "-", "1"], Reason.NOT_A_REPORT),
        (["-", "1", "0"], Reason.NOT_A_REPORT),
        (["1", "11"], Reason.WRONG_COUNT),
        (["1"] * 9, Reason.OUT_OF_ORDER),
    ):
        with refused(reason):
            future_rand_estimating_function(8, 2, Fraction(3), 0, 1, 1)({"reports": rows})
    with refused(Reason.MISSING):
        future_rand_estimating_function(8, 2, Fraction(3), 0, 1, 1)({"counts": [[1, 1]]})
    collector = FutureRandCollector(made, 2)
    first = collector.receive(1, (1, None))
    assert first == collector.estimate(1) == Fraction(4, 2) / made.gap
    assert collector.receive(2, (None, 0)) == Fraction(-4, 2) / made.gap  # who is missing counts as 0
    with refused(Reason.OUT_OF_ORDER):
        collector.estimate(3)


def test_parameters_and_states_are_refused() -> None:
    given: dict[str, object] = {"T": 4, "changes": 2, "sign_odds": 3, "fewest_flips": 0, "most_flips": 1}
    for change, reason in (
        ({"T": 6}, Reason.OUT_OF_RANGE),
        ({"T": 2}, Reason.OUT_OF_RANGE),
        ({"changes": 0}, Reason.OUT_OF_RANGE),
        ({"sign_odds": 1}, Reason.OUT_OF_RANGE),
        ({"fewest_flips": 2}, Reason.OUT_OF_RANGE),
        ({"most_flips": 3}, Reason.OUT_OF_RANGE),
        ({"fewest_flips": 1}, Reason.OUT_OF_RANGE),  # a sign with mean 0
        ({"T": 1024, "changes": 500, "sign_odds": Fraction(10**30, 7)}, None),
        ({"T": 1024, "changes": 500, "sign_odds": Fraction(10**60, 7)}, Reason.TOO_LARGE),
        ({"odds": 3}, Reason.UNKNOWN_PARAMETER),
    ):
        if reason is None:
            make_mechanism("counting.future_rand", {**given, **change})
            continue
        with refused(reason):
            make_mechanism("counting.future_rand", {**given, **change})
    made = made_of((4, 2, "3", 0, 1))
    for text in ("1010", "0101"):
        with refused(Reason.OUT_OF_RANGE):
            made.secrets.read(text)
    for sent in ("--1-", "1-1-", "----", "-1--"):
        assert made.likelihood((0, 0, 0, 0), made.outputs.read(sent)) == 0


def test_observed_parts_of_many_rounds_have_their_laws() -> None:
    """The laws of the level, of places and of flips among 16 rounds, by draws of the device."""
    made, secret = FutureRand(16, 3, Fraction(9), 0, 1), "0111111000000111"
    states, coins, runs = made.secrets.read(secret), SeededCoins(b"parts"), 3000
    outputs = [made.outputs.write(made.randomize(states, coins)) for _ in range(runs)]
    names = set[str]()
    for each in mechanism_observations(made, secret):
        assert sum(each.chances.values()) == 1
        for value, chance in each.chances.items():
            count = sum(each.statistic(output) == value for output in outputs)
            assert abs(count - runs * chance) < 6 * sqrt(runs * chance * (1 - chance)) + 3, (each.name, value)
        names.add(each.name)
    assert {"the level", "place 1", "place 16", "flips at level 0"} <= names
