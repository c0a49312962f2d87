"""Saved state: what was saved goes on, and nothing else is taken for it."""

import json
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import Coins, SeededCoins
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused
from ldproof.reporting.coin import silent as quiet
from ldproof.reporting.coin import spoken
from ldproof.reporting.device import filling, table
from ldproof.reporting.person import Person
from ldproof.reporting.state import restore, save
from tests.reference.refusals import refused
from tests.reference.states import no_states, state, with_parameters, with_state

THIRD = Fraction(1, 3)
TABLE = table(Real(2), THIRD)


def device(seed: int) -> Person[int]:
    """A client of its own seed."""
    return filling(6, 3, TABLE, SeededCoins(bytes([seed])))


@given(st.integers(0, 6), st.integers(0, 255), st.integers(0, 255))
def test_a_restored_person_goes_on_as_the_saved_one_would(done: int, seed: int, other: int) -> None:
    """Its rounds are the saved one's, and so are its reports with equal coins, whoever is overwritten."""
    saved, fresh = device(seed), device(other)
    for t in range(1, done + 1):
        saved.report(t, t % 2, SeededCoins(b"before"))
    restore(fresh, save(saved))
    assert (fresh.tau, fresh.done) == (saved.tau, done)
    for t in range(done + 1, 7):
        assert saved.report(t, 1, SeededCoins(bytes([t]))) == fresh.report(t, 1, SeededCoins(bytes([t])))


GOOD = save(device(0))
TAU = state(GOOD)["tau"]
DAMAGED = [
    *(
        with_state(GOOD, tau=tau)
        for tau in ([1, 2], [1, 2, 7], [1, 2, 2], [0, 1, 2], [1, 2, "3"], [1, 2, True], "123")
    ),
    *(with_state(GOOD, done=done) for done in (-1, 7, "1", True, 1.0, 10**400)),
    with_parameters(GOOD, T=6),
    *no_states(GOOD),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_what_was_not_saved_is_refused_and_changes_nothing(text: str) -> None:
    """A damaged state leaves the person as it was."""
    fresh = device(1)
    before = save(fresh)
    with pytest.raises(Refused) as refusal:
        restore(fresh, text)
    assert refusal.value.reason is Reason.DAMAGED_STATE
    assert save(fresh) == before


def test_a_state_of_another_version_is_refused() -> None:
    with refused(Reason.WRONG_VERSION):
        restore(device(1), GOOD.replace('"version": 2', '"version": 1'))


def test_a_person_in_use_is_not_saved() -> None:
    """What was saved meanwhile would report the round again."""

    def speaks(state: int, coins: Coins) -> int:
        with refused(Reason.IN_USE):
            save(person)
        return state

    person = Person(1, frozenset({1}), speaks, lambda coins: 0)
    assert person.report(1, 1, SeededCoins(b"once")) == 1
    assert state(save(person))["done"] == 1


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
        with refused(Reason.FOREIGN_STATE):
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


SECRETS = [",".join(map(str, json.loads(json.dumps(TAU)))), str(TAU)[1:-1]]
SPOILT = [
    *no_states(GOOD),
    with_parameters(GOOD, T=str(TAU)),
    with_parameters(GOOD, **{str(TAU): "1"}),
    with_state(GOOD, tau=str(TAU)),
    with_state(GOOD, tau=[str(TAU)]),
    with_state(GOOD, tau=[TAU]),
    with_state(GOOD, **{str(TAU): 1}),
    with_state(GOOD, done=TAU),
    with_state(GOOD, done=str(TAU)),
]


@pytest.mark.parametrize("text", SPOILT)
def test_a_refusal_holds_nothing_of_the_saved_text(text: str) -> None:
    """JSON's own errors keep the whole text, and were its cause."""
    with pytest.raises(Refused) as refusal:
        restore(device(1), text)
    assert refusal.value.__cause__ is None
    assert refusal.value.__context__ is None
    assert not any(secret in str(refusal.value) for secret in SECRETS)


def twice(states: tuple[int, ...], seen: tuple[tuple[int, ...], ...], m: int) -> Fraction:
    """The probability of what copies of a device send, each in all rounds: who they copy has chosen for all of them."""
    chosen = [*combinations(range(len(states)), m)]
    total = Fraction(0)
    for tau in chosen:
        chance = Fraction(1)
        for sent in seen:
            for t, (held, bit) in enumerate(zip(states, sent, strict=True)):
                chance *= spoken(Fraction(2), held, bit) if t in tau else quiet(THIRD, bit)
        total += chance
    return total / len(chosen)


@pytest.mark.parametrize(("T", "m"), [(1, 1), (2, 1), (2, 2), (3, 2)])
def test_what_a_copy_costs(T: int, m: int) -> None:
    """Two copies that report everything cost the budget twice, no more and no less; odds of one report are 3."""
    every = [*product((0, 1), repeat=T)]
    for copies in (1, 2):
        odds = max(
            twice(one, seen, m) / twice(other, seen, m)
            for seen in product(every, repeat=copies)
            for one in every
            for other in every
        )
        assert odds == 3 ** (m * copies)
