"""A person's device: sequential, and refusing what is out of order."""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
import pytest

from ldproof.coins import Coins, SeededCoins, Tape
from ldproof.rejections import Reason, Refused
from ldproof.reporting.person import Person, choose
from ldproof.reporting.state import restore, save
from tests.reference.refusals import refused


def person(T: int = 3, tau: frozenset[int] = frozenset({2})) -> Person[str]:
    """A device that says what it does."""
    return Person(T, tau, lambda state, _: f"speaks of {state}", lambda _: "fills")


def test_it_speaks_in_its_rounds_and_fills_the_others() -> None:
    """The state is used in the rounds of tau only."""
    device, coins = person(), Tape(b"")
    assert [device.report(t, 1, coins) for t in (1, 2, 3)] == ["fills", "speaks of 1", "fills"]


@pytest.mark.parametrize("t", [0, 2, 3, -1])
def test_a_round_out_of_order_is_refused_and_changes_nothing(t: int) -> None:
    """The first round comes first; a refusal loses no round."""
    device = person()
    with pytest.raises(Refused) as refusal:
        device.report(t, 0, Tape(b""))
    assert refusal.value.reason is Reason.OUT_OF_ORDER
    assert device.report(1, 0, Tape(b"")) == "fills"


def test_no_round_comes_after_the_last() -> None:
    """T rounds are T rounds."""
    device = person(T=1, tau=frozenset())
    device.report(1, 0, Tape(b""))
    with pytest.raises(Refused, match="after the last"):
        device.report(2, 0, Tape(b""))


def test_a_round_does_not_count_before_its_report_is_made() -> None:
    """Coins that run out in the middle of a report leave the round to be done again."""

    def speak(_: int, coins: Coins) -> str:
        return coins.read(1).hex()

    device = Person(1, frozenset({1}), speak, lambda coins: coins.read(1).hex())
    with pytest.raises(Refused) as refusal:
        device.report(1, 1, Tape(b""))
    assert refusal.value.reason is Reason.TAPE_EXHAUSTED
    assert device.report(1, 1, Tape(b"\x07")) == "07"


@pytest.mark.parametrize("state", [2, -1])
def test_a_state_is_a_bit(state: int) -> None:
    """Anything else is refused, by name."""
    with pytest.raises(Refused, match="not a bit") as refusal:
        person().report(1, state, Tape(b""))
    assert refusal.value.reason is Reason.OUT_OF_RANGE


def test_rounds_are_chosen_among_one_to_T() -> None:
    """M different rounds, and over many seeds every round is chosen and every round is left out."""
    seen = [choose(4, 2, SeededCoins(bytes([seed]))) for seed in range(64)]
    assert all(len(tau) == 2 and tau <= {1, 2, 3, 4} for tau in seen)
    assert all(any(t in tau for tau in seen) and any(t not in tau for tau in seen) for t in (1, 2, 3, 4))


@pytest.mark.parametrize("state", [1.0, 0.0, 71077345, "1", None, np.float64(1)])
def test_a_refused_state_is_not_said_and_tells_no_round(state: int) -> None:
    """1.0 was refused in a round of tau only."""
    said = set()
    for tau in (frozenset({1}), frozenset[int]()):
        device = person(tau=tau)
        with refused(Reason.OUT_OF_RANGE) as refusal:
            device.report(1, state, Tape(b""))
        assert device.done == 0
        assert refusal.value.__context__ is None
        said.add(str(refusal.value))
    assert said == {"the state is not a bit (out-of-range); accepted: 0 or 1"}


def test_a_round_and_a_state_out_of_an_array_are_plain_numbers() -> None:
    device = Person(2, frozenset({1, 2}), lambda state, _: type(state) is int, lambda _: False)
    for t in np.array([1, 2]):
        assert device.report(t, np.array([True])[0], Tape(b""))
        assert type(device.done) is int


@pytest.mark.parametrize("t", [1.0, True, None])
def test_a_round_that_is_no_number_is_refused(t: int) -> None:
    with pytest.raises(Refused):
        person().report(t, 0, Tape(b""))


def test_a_person_does_not_print_what_is_secret() -> None:
    for tau in (frozenset({1}), frozenset({2})):
        assert repr(person(tau=tau)) == "Person(T=3, parameters={}, done=0)"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_nobody_is_copied(copied: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        copied(person(tau=frozenset({2})))


def test_of_threads_that_report_one_round_one_does() -> None:
    """The others are refused, whether or not the first is done; two reports would cost twice the budget."""
    inside, others = Event(), Event()

    def speak(state: int, _: Coins) -> str:
        inside.set()
        assert others.wait(60)
        return f"speaks of {state}"

    device = Person(1, frozenset({1}), speak, lambda _: "fills")
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(device.report, 1, 1, Tape(b""))
        assert inside.wait(60)
        for _ in range(3):
            with refused(Reason.IN_USE):
                device.report(1, 1, Tape(b""))
        with refused(Reason.IN_USE):
            restore(device, save(person(T=1, tau=frozenset({1}))))
        others.set()
        assert first.result() == "speaks of 1"
    with refused(Reason.OUT_OF_ORDER):
        device.report(1, 1, Tape(b""))
