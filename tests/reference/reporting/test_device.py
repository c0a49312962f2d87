"""A person's device: sequential, refusing what is out of order, saved and restored, and what its bytes tell."""

import copy
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import product
from threading import Event

import numpy as np
import pytest

from ldproof.coins import Coins, CountingCoins, SeededCoins, Tape
from ldproof.devices import (
    FILL,
    Person,
    choose_rounds,
    filling_person,
    reporting_digits,
    restore_person,
    save_person,
    sending_digits,
    silent_person,
)
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, ball, computed_real
from tests.reference.refusals import refused
from tests.reference.reporting.refusing import check_refusals, singly
from tests.reference.states import no_states, state_entries, with_parameters, with_state

EXCESS, THIRD = Fraction(2), Fraction(1, 3)
NOBODY = frozenset[int]()


def person(T: int = 3, tau: frozenset[int] = frozenset({2})) -> Person[str]:
    """A device that says what it does."""
    return Person(T, tau, lambda state, _: f"speaks of {state}", lambda _: "fills")


def test_a_device_speaks_in_its_rounds_and_fills_the_others() -> None:
    """Numbers out of an array are plain numbers; and nothing secret is printed."""
    device, coins = person(), Tape(b"")
    assert [device.report(t, 1, coins) for t in (1, 2, 3)] == ["fills", "speaks of 1", "fills"]
    plain = Person(2, frozenset({1, 2}), lambda state, _: type(state) is int, lambda _: False)
    for t in np.array([1, 2]):
        assert plain.report(t, np.array([True])[0], coins)
        assert type(plain.done) is int
    assert repr(person()) == repr(person(tau=NOBODY)) == "Person(T=3, parameters={}, done=0)"


def test_rounds_out_of_order_are_refused_and_no_round_is_lost() -> None:
    device = person()
    refusals: dict[Reason, list[tuple[object, ...]]] = {
        Reason.OUT_OF_ORDER: singly(0, 2, 3, -1),
        Reason.NOT_EXACT: singly(1.0),
        Reason.NOT_A_NUMBER: [(True,), (None,)],
    }
    check_refusals(lambda t: device.report(t, 0, Tape(b"")), refusals, lambda: device.done)
    for t in (1, 2, 3):
        device.report(t, 0, Tape(b""))
    with pytest.raises(Refused, match="after the last"):
        device.report(4, 0, Tape(b""))


def test_a_round_does_not_count_before_its_report_is_made() -> None:
    """Coins that run out in the middle of a report leave the round to be done again."""
    device = Person(
        1, frozenset({1}), lambda _, coins: coins.read(1).hex(), lambda coins: coins.read(1).hex()
    )
    with refused(Reason.TAPE_EXHAUSTED):
        device.report(1, 1, Tape(b""))
    assert device.report(1, 1, Tape(b"\x07")) == "07"


@pytest.mark.parametrize("state", [2, -1, 1.0, 0.0, 71077345, "1", None, np.float64(1)])
def test_a_state_that_is_no_bit_is_refused_and_neither_said_nor_tells_the_round(state: int) -> None:
    """1.0 was refused in a round of tau only."""
    said = set()
    for tau in (frozenset({1}), NOBODY):
        device = person(tau=tau)
        with refused(Reason.OUT_OF_RANGE) as refusal:
            device.report(1, state, Tape(b""))
        assert device.done == 0
        assert refusal.value.__context__ is None
        said.add(str(refusal.value))
    assert said == {"the state is not a bit (out-of-range); accepted: 0 or 1"}


def test_rounds_are_chosen_among_one_to_T() -> None:
    """M different rounds, and over many seeds every round is chosen and every round is left out."""
    seen = [choose_rounds(4, 2, SeededCoins(bytes([seed]))) for seed in range(64)]
    assert all(len(tau) == 2 and tau <= {1, 2, 3, 4} for tau in seen)
    assert all(any(t in tau for tau in seen) and any(t not in tau for tau in seen) for t in (1, 2, 3, 4))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_device_is_not_copied(copied: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        copied(person())


def test_a_device_in_use_neither_reports_nor_is_saved_or_restored() -> None:
    """Of threads that report one round one does: two reports would cost twice the budget."""
    inside, others = Event(), Event()

    def speak(state: int, _: Coins) -> str:
        inside.set()
        assert others.wait(60)
        return f"speaks of {state}"

    device = Person(1, frozenset({1}), speak, lambda _: "fills")
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(device.report, 1, 1, Tape(b""))
        assert inside.wait(60)
        saved = save_person(person(T=1, tau=frozenset({1})))
        for _ in range(3):
            check_refusals(device.report, {Reason.IN_USE: [(1, 1, Tape(b""))]})
        check_refusals(save_person, {Reason.IN_USE: singly(device)})
        check_refusals(restore_person, {Reason.IN_USE: [(device, saved)]})
        others.set()
        assert first.result() == "speaks of 1"
    with refused(Reason.OUT_OF_ORDER):
        device.report(1, 1, Tape(b""))


def taken(device: Person[int] | Person[int | None], coins: CountingCoins) -> list[int]:
    """How many bytes each round reads; the states alternate."""
    read = []
    for t in range(1, device.T + 1):
        before = coins.taken
        device.report(t, t % 2, coins)
        read.append(coins.taken - before)
    return read


@pytest.mark.parametrize("excess", [Real(EXCESS), computed_real(lambda: ball(2).expm1())])
def test_the_number_of_bytes_tells_neither_the_state_nor_a_filled_round(excess: Real) -> None:
    """One block; where NULL is sent, which everybody sees, there is none."""
    for seed in (bytes([n]) for n in range(10)):
        for r in (Fraction(0), THIRD, Fraction(1)):
            coins = CountingCoins(SeededCoins(seed))
            assert taken(filling_person(8, 3, sending_digits(excess, r), coins), coins) == [16] * 8
        coins = CountingCoins(SeededCoins(seed))
        device = silent_person(8, 3, reporting_digits(excess), coins)
        assert len(device.tau) == 3
        assert taken(device, coins) == [16 * (t in device.tau) for t in range(1, 9)]


class SeededTape:
    """A chosen beginning, and then coins that decide."""

    def __init__(self, beginning: bytes) -> None:
        self._beginning, self._coins = beginning, SeededCoins(b"after")

    def read(self, count: int) -> bytes:
        """The beginning first."""
        (read, self._beginning) = (self._beginning, b"")
        return read or self._coins.read(count)


@pytest.mark.parametrize("first", [b"\x00", b"\x40", b"\xc0", b"\x80"])
def test_rare_coins_read_on_whatever_the_state_and_whether_it_reports(first: bytes) -> None:
    """A tie with 1/4, 3/4 or 0, or a decoy: two blocks for either state, and for a filling."""
    decisions = sending_digits(Real(EXCESS), Fraction(0))
    read = set()
    for tau, held in product((frozenset({1}), NOBODY), (0, 1)):
        coins = CountingCoins(SeededTape(first + bytes(15)))
        fresh = filling_person(1, 1, decisions, SeededCoins(b""))
        Person(1, tau, fresh.speak, fresh.fill).report(1, held, coins)
        read.add(coins.taken)
    assert read == {32}


def test_the_table_is_asked_at_the_states_and_at_the_filling() -> None:
    decisions = sending_digits(Real(EXCESS), Fraction(1, 2))
    assert [decisions[place].prefix(1)[0] for place in (0, 1, FILL)] == [64, 192, 128]
    assert [each.prefix(1)[0] for each in reporting_digits(Real(EXCESS))] == [64, 192]


TABLE = sending_digits(Real(EXCESS), THIRD)


def device(seed: int, **parameters: str) -> Person[int]:
    """A client of its own seed, of a mechanism with these parameters."""
    return filling_person(6, 3, TABLE, SeededCoins(bytes([seed])), parameters=parameters)


GOOD = save_person(device(0))
TAU = state_entries(GOOD)["tau"]
NO_TAUS: tuple[object, ...] = ([1, 2], [1, 2, 7], [1, 2, 2], [0, 1, 2], [1, 2, "3"], [1, 2, True], "123")
DAMAGED = [
    *(with_state(GOOD, tau=tau) for tau in (*NO_TAUS, str(TAU), [str(TAU)], [TAU])),
    *(with_state(GOOD, done=done) for done in (-1, 7, "1", True, 1.0, 10**400, TAU, str(TAU))),
    with_state(GOOD, **{str(TAU): 1}),
    with_parameters(GOOD, T=6),
    *no_states(GOOD),
]
FOREIGN = [with_parameters(GOOD, T=str(TAU)), with_parameters(GOOD, **{str(TAU): "1"})]


def test_damaged_and_foreign_states_are_refused_and_nothing_of_them_said() -> None:
    """JSON's own errors keep the whole text, and were its cause; one of epsilon = 1 went on with epsilon = 100."""
    fresh = device(1)
    older = GOOD.replace('"version": 2', '"version": 1')
    check_refusals(
        partial(restore_person, fresh),
        {
            Reason.DAMAGED_STATE: singly(*DAMAGED, None, 5, b"{}", ["tau"]),
            Reason.FOREIGN_STATE: singly(*FOREIGN),
            Reason.WRONG_VERSION: singly(older),
        },
        lambda: save_person(fresh),
    )
    secrets = [",".join(map(str, json.loads(json.dumps(TAU)))), str(TAU)[1:-1]]
    for text in (*DAMAGED, *FOREIGN):
        with pytest.raises(Refused) as refusal:
            restore_person(fresh, text)
        assert refusal.value.__cause__ is None
        assert refusal.value.__context__ is None
        assert not any(secret in str(refusal.value) for secret in secrets)
    text = save_person(device(1, m="3", epsilon="1"))
    restore_person(device(2, m="3", epsilon="1"), text)
    others: list[dict[str, str]] = [
        {"m": "3", "epsilon": "100"},
        {"m": "2", "epsilon": "1"},
        {"m": "3", "odds": "1"},
    ]
    for parameters in (*others, {"which": "x", "m": "3", "epsilon": "1"}, {}):
        check_refusals(restore_person, {Reason.FOREIGN_STATE: [(device(2, **parameters), text)]})


def test_a_device_that_has_reported_is_not_restored() -> None:
    """It would report again."""
    used = device(0)
    before = save_person(used)
    used.report(1, 1, SeededCoins(b"once"))
    check_refusals(restore_person, {Reason.IN_USE: [(used, before)]}, lambda: used.done)
