"""Saved state: what was saved goes on, and nothing else is taken for it."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.rejections import Reason, Refused
from ldproof.reporting.device import filling, table
from ldproof.reporting.person import Person
from ldproof.reporting.state import by_round, read_of, restore, save, written
from tests.reference.refusals import refused

TABLE = table(Fraction(2), Fraction(1, 3))


def device(seed: int) -> Person[int]:
    """A client of its own seed."""
    return filling(6, 3, TABLE, SeededCoins(bytes([seed])))


@given(st.integers(0, 6), st.integers(0, 255), st.integers(0, 255))
def test_a_restored_person_goes_on_as_the_saved_one_would(done: int, seed: int, other: int) -> None:
    """The same rounds, and with the same coins the same reports, whoever is overwritten."""
    saved, fresh = device(seed), device(other)
    for t in range(1, done + 1):
        saved.report(t, t % 2, SeededCoins(b"before"))
    restore(fresh, save(saved))
    assert (fresh.tau, fresh.done) == (saved.tau, done)
    for t in range(done + 1, 7):
        assert saved.report(t, 1, SeededCoins(bytes([t]))) == fresh.report(t, 1, SeededCoins(bytes([t])))


GOOD = json.loads(save(device(0)))
DAMAGED = [
    "",
    "{",
    "[]",
    "null",
    json.dumps({**GOOD, "version": 2}),
    json.dumps({**GOOD, "T": 5}),
    json.dumps({**GOOD, "tau": [1, 2]}),
    json.dumps({**GOOD, "tau": [1, 2, 7]}),
    json.dumps({**GOOD, "tau": [1, 2, 2]}),
    json.dumps({**GOOD, "tau": [0, 1, 2]}),
    json.dumps({**GOOD, "tau": [1, 2, "3"]}),
    json.dumps({**GOOD, "tau": [1, 2, True]}),
    json.dumps({**GOOD, "done": -1}),
    json.dumps({**GOOD, "done": 7}),
    json.dumps({**GOOD, "done": "1"}),
    json.dumps({**GOOD, "done": True}),
    json.dumps({**GOOD, "version": True}),
    json.dumps({**GOOD, "tau": "123"}),
    json.dumps(GOOD)[:-1] + ', "done": 3}',
    pytest.param("[" * 100_000, id="deep"),
    pytest.param('{"version": ' + "1" * 5000 + "}", id="long"),
    json.dumps({**GOOD, "more": 1}),
    json.dumps({name: value for name, value in GOOD.items() if name != "done"}),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_what_was_not_saved_is_refused_and_changes_nothing(text: str) -> None:
    """A damaged or foreign state leaves the person as it was."""
    fresh = device(1)
    before = save(fresh)
    with pytest.raises(Refused) as refusal:
        restore(fresh, text)
    assert refusal.value.reason is Reason.DAMAGED_STATE
    assert save(fresh) == before


OWN = {"N": "4", "T": "3"}


def test_a_state_of_the_same_parameters_is_read() -> None:
    for ones in ([], [4, 0], [0, 4, 1]):
        assert by_round(read_of(written(**OWN, ones=ones), OWN, "ones")["ones"], 3, 4) == ones


@pytest.mark.parametrize(
    "text",
    [
        written(N="5", T="3", ones=[]),
        written(N=4, T="3", ones=[]),
        written(N="4", ones=[]),
        written(N="4", T="3"),
        written(N="4", T="3", ones=[], more=1),
        written(N="4", T="3", ones=[0] * 4),
        written(N="4", T="3", ones=[5]),
        written(N="4", T="3", ones=[-1]),
        written(N="4", T="3", ones=2),
    ],
)
def test_a_state_of_other_parameters_or_rounds_is_not(text: str) -> None:
    with refused(Reason.DAMAGED_STATE):
        by_round(read_of(text, OWN, "ones")["ones"], 3, 4)


NAMED = {"m": "3", "epsilon": "1"}


def named(**parameters: str) -> Person[int]:
    """A client of a mechanism with these parameters."""
    return filling(6, 3, TABLE, SeededCoins(b"named"), parameters=parameters)


def test_a_state_is_bound_to_its_mechanism() -> None:
    """One of epsilon = 1 went on with epsilon = 100."""
    text = save(named(**NAMED))
    restore(named(**NAMED), text)
    foreign: tuple[dict[str, str], ...] = (
        {"m": "3", "epsilon": "100"},
        {"m": "2", "epsilon": "1"},
        {"m": "3", "odds": "1"},
        {"which": "x", **NAMED},
        {},
    )
    for parameters in foreign:
        with refused(Reason.DAMAGED_STATE):
            restore(named(**parameters), text)


def test_a_person_who_has_reported_is_not_restored() -> None:
    """It would report again."""
    used = device(0)
    before = save(used)
    used.report(1, 1, SeededCoins(b"once"))
    with refused(Reason.IN_USE):
        restore(used, before)
    assert used.done == 1


@pytest.mark.parametrize("text", [None, 5, b"{}", ["tau"]])
def test_what_is_no_text_is_refused(text: str) -> None:
    with refused(Reason.DAMAGED_STATE):
        restore(device(0), text)


SPOILT = [
    save(device(0))[:-1],
    save(device(0)) + "x",
    save(device(0))[:-1] + ', "done": 3}',
    json.dumps({**GOOD, "T": GOOD["tau"]}),
    json.dumps({**GOOD, "tau": [*GOOD["tau"], 7]}),
]


@pytest.mark.parametrize("text", SPOILT)
def test_a_refusal_holds_nothing_of_the_saved_text(text: str) -> None:
    """JSON's own errors keep the whole text, and were its cause."""
    with refused(Reason.DAMAGED_STATE) as refusal:
        restore(device(1), text)
    assert refusal.value.__cause__ is None
    assert refusal.value.__context__ is None
    assert str(GOOD["tau"]) not in str(refusal.value)
    assert str(GOOD["tau"])[1:-1] not in str(refusal.value)
