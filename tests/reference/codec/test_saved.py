"""Saved states: one version, one owner; any other text is refused by name, without a word of it."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from ldproof import serialization
from ldproof.devices import Progress
from ldproof.errors import Reason
from tests.reference.refusals import refused
from tests.reference.states import no_states, with_parameters, with_state


@dataclass(frozen=True)
class Few:
    """A state."""

    tau: tuple[int, ...]


OWN = {"T": "3", "epsilon": "1"}
GOOD = serialization.save_state(OWN, Few((1, 2)))


def test_saved_state_is_restored() -> None:
    assert serialization.restore_state(Few, OWN, GOOD) == Few((1, 2))
    assert serialization.save_state(dict(reversed(OWN.items())), Few((1, 2))) == GOOD
    assert serialization.state_in(Few, serialization.open_saved(GOOD)) == Few((1, 2))
    assert dict(serialization.open_saved(GOOD).parameters) == OWN


SECRET = "(17, 31)"
REFUSED: list[tuple[Any, Reason]] = [
    *((text, Reason.DAMAGED_STATE) for text in (None, 5, GOOD.encode(), ["tau"], *no_states(GOOD))),
    (with_parameters(GOOD, T="4"), Reason.FOREIGN_STATE),
    (with_parameters(GOOD, more="1"), Reason.FOREIGN_STATE),
    (serialization.save_state({"T": "3"}, Few((1, 2))), Reason.FOREIGN_STATE),
    (serialization.save_state({}, Few(())), Reason.FOREIGN_STATE),
    *(
        (GOOD.replace('"version": 2', f'"version": {version}'), Reason.WRONG_VERSION)
        for version in ("1", "3", "0", "-2")
    ),
    (with_state(GOOD, tau=SECRET), Reason.DAMAGED_STATE),
    (with_state(GOOD, tau=[SECRET]), Reason.DAMAGED_STATE),
    (with_state(GOOD, **{SECRET: 1}), Reason.DAMAGED_STATE),
    (with_parameters(GOOD, T=SECRET), Reason.FOREIGN_STATE),
    (with_parameters(GOOD, **{SECRET: SECRET}), Reason.FOREIGN_STATE),
    (json.dumps({SECRET: 1}), Reason.DAMAGED_STATE),
    (SECRET, Reason.DAMAGED_STATE),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_text_of_no_or_another_state_is_refused_without_a_word_of_it(text: Any, reason: Reason) -> None:
    with refused(reason) as caught:
        serialization.restore_state(Few, OWN, text)
    assert caught.value.__cause__ is caught.value.__context__ is None
    assert "17" not in str(caught.value)


def test_state_of_another_type_is_refused() -> None:
    with refused(Reason.DAMAGED_STATE):
        serialization.restore_state(Progress, OWN, GOOD)
    with pytest.raises(TypeError):
        serialization.save_state({}, object())
    with pytest.raises(ValueError, match="JSON compliant"):
        serialization.save_state({}, float("nan"))
