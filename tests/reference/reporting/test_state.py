"""Saved state: what was saved goes on, and nothing else is taken for it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import SeededCoins
from ldproof.rejections import Reason, Refused
from ldproof.reporting.person import Person
from ldproof.reporting.state import restore, save
from ldproof.shots.client import client
from ldproof.shots.parameters import parameters

PARAMETERS = parameters(T=6, m=3, r="1/3", odds=3)


def device(seed: int) -> Person[int]:
    """A client of its own seed."""
    return client(PARAMETERS, SeededCoins(bytes([seed])))


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
