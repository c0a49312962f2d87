"""The clients' laws, by enumerating their coins, are those of the algorithms; what bytes and saved state tell."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from ldproof.coins import Counted, SeededCoins
from ldproof.counting.client import client
from ldproof.counting.parameters import Which, parameters
from ldproof.rejections import Reason
from ldproof.reporting.person import Person
from ldproof.reporting.state import restore, save
from ldproof.shots.client import client as shots_client
from ldproof.shots.parameters import parameters as shots_parameters
from tests.reference.counting.by_hand import Transcript, exactly, transcripts
from tests.reference.refusals import refused
from tests.reference.reporting.quarters import BYTE, Script, scripts

EACH = pytest.mark.parametrize("which", Which)
SILENT = (Which.GLANCE, Which.HARMONY_PUBLISHED)


@EACH
@pytest.mark.parametrize("T", [1, 2, 3])
def test_the_law_of_the_sampler_is_the_law(which: Which, T: int) -> None:
    """Every choice of rounds and every quarter of every coin, for all states."""
    chosen = exactly(which, T)
    every = scripts(T, chosen.reports, 1 if which in SILENT else T)
    for states in product((0, 1), repeat=T):
        drawn: Counter[Transcript] = Counter()
        for numbers, coins in every:
            script = Script(numbers, coins)
            person = client(chosen, script, BYTE)
            drawn[tuple(person.report(t, state, script) for t, state in enumerate(states, start=1))] += 1
            assert not script.coins
        found = {sent: Fraction(count, len(every)) for sent, count in drawn.items()}
        assert found == transcripts(which, states)


def lived(person: Person[int] | Person[int | None], states: tuple[int, ...], seed: bytes) -> Transcript:
    """What is sent over all rounds, with coins of each round's own."""
    return tuple(
        person.report(t, state, SeededCoins(seed + bytes([t]))) for t, state in enumerate(states, start=1)
    )


@pytest.mark.parametrize("seed", range(30))
def test_they_are_m_shot_reporting_with_one_report_or_T(seed: int) -> None:
    """From the same coins: one-shot reporting with dummies 0 sends what Harmony sends, T-shot what BORAPPOR sends."""
    T, states, first = 5, (1, 0, 0, 1, 1), bytes([seed])
    for which, m in ((Which.HARMONY, 1), (Which.BORAPPOR, T)):
        ours = client(parameters(which, T, epsilon=2), SeededCoins(first))
        theirs = shots_client(shots_parameters(T, m, 0, epsilon=2), SeededCoins(first))
        assert lived(ours, states, first) == lived(theirs, states, first)


@pytest.mark.parametrize("seed", range(30))
def test_the_same_coins_send_the_same_report_among_nulls_and_zeros(seed: int) -> None:
    T, states, first = 5, (1, 0, 0, 1, 1), bytes([seed])
    glance, harmony, published = (
        lived(client(parameters(which, T, odds=3), SeededCoins(first)), states, first)
        for which in (Which.GLANCE, Which.HARMONY, Which.HARMONY_PUBLISHED)
    )
    assert glance == published
    assert sum(sent is not None for sent in glance) == 1
    assert harmony == tuple(sent or 0 for sent in glance)


@EACH
def test_the_number_of_bytes_tells_no_state(which: Which) -> None:
    """One block a round; of NULL, which everybody sees, there is nothing to read."""
    for seed, states in product(range(10), product((0, 1), repeat=4)):
        coins = Counted(SeededCoins(bytes([seed])))
        person = client(parameters(which, 4, epsilon=2), coins)
        for t, state in enumerate(states, start=1):
            before = coins.taken
            sent = person.report(t, state, coins)
            assert coins.taken - before == (0 if sent is None else 16)
        assert coins.taken == client_bytes(which, seed) + (16 if which in SILENT else 64)


def client_bytes(which: Which, seed: int) -> int:
    """How many bytes are read before the first round."""
    coins = Counted(SeededCoins(bytes([seed])))
    client(parameters(which, 4, epsilon=2), coins)
    return coins.taken


@EACH
@pytest.mark.parametrize("t", range(1, 6))
def test_what_is_sent_does_not_depend_on_what_comes_later(which: Which, t: int) -> None:
    """Two people alike up to round t."""
    one, other = (1, 0, 0, 1, 1), (1, 0, 0, 1, 1)[:t] + (0, 1, 1, 0, 0)[t:]
    sent = [
        lived(client(parameters(which, 5, epsilon=1), SeededCoins(b"tau")), states, b"later")
        for states in (one, other)
    ]
    assert sent[0][:t] == sent[1][:t]


@EACH
@pytest.mark.parametrize("done", range(6))
def test_a_restored_client_goes_on_as_the_saved_one_would(which: Which, done: int) -> None:
    chosen, states = parameters(which, 5, epsilon=1), (1, 0, 0, 1, 1)
    for seed in range(8):
        saved, fresh = (client(chosen, SeededCoins(bytes([n]))) for n in (seed, seed + 1))
        for t in range(1, done + 1):
            saved.report(t, states[t - 1], SeededCoins(bytes([t])))
        restore(fresh, save(saved))
        rest = SeededCoins(b"rest"), SeededCoins(b"rest")
        for t in range(done + 1, 6):
            assert saved.report(t, states[t - 1], rest[0]) == fresh.report(t, states[t - 1], rest[1])


def test_a_saved_state_goes_on_in_its_own_mechanism_only() -> None:
    saved = save(client(parameters("glance", 4, epsilon=1), SeededCoins(b"one")))
    foreign = (
        parameters("glance", 4, epsilon=100),
        parameters("glance", 4, odds=3),
        parameters("glance", 5, epsilon=1),
        parameters("harmony_published", 4, epsilon=1),
        parameters("harmony", 4, epsilon=1),
    )
    for chosen in foreign:
        with refused(Reason.FOREIGN_STATE):
            restore(client(chosen, SeededCoins(b"two")), saved)
    restore(client(parameters("glance", 4, epsilon="1.0"), SeededCoins(b"two")), saved)
