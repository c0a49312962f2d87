"""Devices by all their coins: what they send, and what the number of bytes they read tells."""

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, product

import pytest

from ldproof.coins import Coins, Counted, SeededCoins
from ldproof.law import law
from ldproof.numbers import Real, ball, computed
from ldproof.reporting.device import FILL, filling, reported, silent, table
from ldproof.reporting.person import Person
from tests.reference.reporting.quarters import BYTE, Script, scripts

ODDS = Fraction(3)
EXCESS = ODDS - 1
Sent = tuple[int | None, ...]


def by_hand(states: Sent, m: int, fill: dict[int | None, Fraction]) -> dict[Sent, Fraction]:
    """Every choice of m rounds, and in them the state three times in four."""
    choices = list(combinations(range(len(states)), m))
    total: defaultdict[Sent, Fraction] = defaultdict(Fraction)
    for tau in choices:
        paths: dict[Sent, Fraction] = {(): Fraction(1, len(choices))}
        for t, state in enumerate(states):
            spoken: dict[int | None, Fraction] = {
                bit: Fraction(3 if bit == state else 1, 4) for bit in (0, 1)
            }
            sent = spoken if t in tau else fill
            paths = {(*path, each): share * sent[each] for path, share in paths.items() for each in sent}
        for path, share in paths.items():
            total[path] += share
    return {path: share for path, share in total.items() if share}


def by_coins(make: Callable[[Coins], Person[int | None]], states: Sent, m: int, reads: int) -> object:
    """The law of what is sent, over all scripts; each is read to its end."""
    every = scripts(len(states), m, reads)
    drawn: Counter[Sent] = Counter()
    for numbers, coins in every:
        script = Script(numbers, coins)
        person = make(script)
        drawn[tuple(person.report(t, int(state or 0), script) for t, state in enumerate(states, 1))] += 1
        assert not script.numbers
        assert not script.coins
    return law((sent, Fraction(count, len(every))) for sent, count in drawn.items()).probabilities


@pytest.mark.parametrize("T", [1, 2, 3])
@pytest.mark.parametrize("r", [Fraction(0), Fraction(1, 4), Fraction(1)])
def test_a_filling_device_sends_reports_and_fillings(T: int, r: Fraction) -> None:
    fill: dict[int | None, Fraction] = {1: r, 0: 1 - r}

    def make(m: int, coins: Coins) -> Person[int | None]:
        device = filling(T, m, table(Real(EXCESS), r), coins, BYTE)
        return Person(T, device.tau, device.speak, device.fill)

    for m, states in product(range(1, T + 1), product((0, 1), repeat=T)):
        assert by_coins(partial(make, m), states, m, T) == by_hand(states, m, fill)


@pytest.mark.parametrize("T", [1, 2, 3])
def test_a_silent_device_sends_reports_and_null(T: int) -> None:
    def make(m: int, coins: Coins) -> Person[int | None]:
        return silent(T, m, reported(EXCESS), coins, BYTE)

    for m, states in product(range(1, T + 1), product((0, 1), repeat=T)):
        assert by_coins(partial(make, m), states, m, m) == by_hand(states, m, {None: Fraction(1)})


EXCESSES: list[Real] = [Real(EXCESS), computed(lambda: ball(2).expm1())]


def taken(person: Person[int] | Person[int | None], coins: Counted) -> list[int]:
    """How many bytes each round reads; the states alternate."""
    read = []
    for t in range(1, person.T + 1):
        before = coins.taken
        person.report(t, t % 2, coins)
        read.append(coins.taken - before)
    return read


@pytest.mark.parametrize("excess", EXCESSES)
def test_a_filling_device_reads_one_block_whether_it_reports_or_not(excess: Real) -> None:
    """The number of bytes tells neither the state nor the rounds chosen."""
    for r, seed in product((Fraction(0), Fraction(1, 3), Fraction(1)), range(20)):
        coins = Counted(SeededCoins(bytes([seed])))
        assert taken(filling(8, 3, table(excess, r), coins), coins) == [16] * 8


@pytest.mark.parametrize("excess", EXCESSES)
def test_a_silent_device_reads_one_block_where_it_reports(excess: Real) -> None:
    """The number of bytes does not tell the state; where NULL is sent there is none."""
    for seed in range(20):
        coins = Counted(SeededCoins(bytes([seed])))
        device = silent(8, 3, reported(excess), coins)
        assert taken(device, coins) == [16 * (t in device.tau) for t in range(1, 9)]


@pytest.mark.parametrize("tape", [bytes(16), b"\x40" + bytes(15), b"\xc0" + bytes(15), b"\x80" + bytes(15)])
def test_rare_coins_read_on_whatever_the_state_and_whether_it_reports(tape: bytes) -> None:
    """A tie with 1/4, 3/4 or 0, or a decoy: two blocks for either state, and for a filling."""
    decisions = table(Real(EXCESS), Fraction(0))
    read = set()
    for tau, state in product((frozenset({1}), frozenset[int]()), (0, 1)):
        coins = Counted(SeededTape(tape))
        fresh = filling(1, 1, decisions, SeededCoins(b""))
        Person(1, tau, fresh.speak, fresh.fill).report(1, state, coins)
        read.add(coins.taken)
    assert read == {32}


class SeededTape:
    """A chosen beginning, and then coins that decide."""

    def __init__(self, beginning: bytes) -> None:
        self._beginning, self._coins = beginning, SeededCoins(b"after")

    def read(self, count: int) -> bytes:
        """The beginning first."""
        (read, self._beginning) = (self._beginning, b"")
        return read or self._coins.read(count)


def test_the_table_is_asked_at_the_states_and_at_the_filling() -> None:
    decisions = table(Real(EXCESS), Fraction(1, 2))
    assert [decisions[place].prefix(1)[0] for place in (0, 1, FILL)] == [64, 192, 128]
    assert [each.prefix(1)[0] for each in reported(EXCESS)] == [64, 192]
