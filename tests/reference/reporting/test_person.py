"""A person's device: sequential, and refusing what is out of order."""

import pytest

from ldproof.coins import Coins, SeededCoins, Tape
from ldproof.rejections import Reason, Refused
from ldproof.reporting.person import Person, choose


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
