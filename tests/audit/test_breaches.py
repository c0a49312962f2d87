"""The kind of breach of an event, by its outputs and all others."""

import json

import pytest

from ldproof.audit.bets import Breach, breach_of
from ldproof.audit.learn.events import Event
from ldproof.audit.learn.features import Feature
from ldproof.evidence.fixed_sample import EventCounts


@pytest.mark.parametrize(
    ("inside", "outside", "kind"),
    [
        ("[1,2,3]", "[2,1,3] [3,2,1]", Breach.ORDER_OR_LENGTH),
        ("[0,0,0] [0]", "[0,0] []", Breach.ORDER_OR_LENGTH),
        ("[0,0,0]", "[0,1,0] [1,1,0]", Breach.ONE_INPUT_ONLY),
        ("[1,2]", "[2,1] [1]", Breach.ONE_INPUT_ONLY),
        ("[1,2]", "3", Breach.ONE_INPUT_ONLY),
        ('"ab"', '"ba"', Breach.ONE_INPUT_ONLY),
        ("[1]", "", Breach.ONE_INPUT_ONLY),
    ],
)
def test_order_or_length_takes_precedence_over_a_single_output(
    inside: str, outside: str, kind: Breach
) -> None:
    event = Event(Feature("output"), frozenset(map(json.dumps, inside.split())))
    others = [*map(json.dumps, outside.split())]
    assert breach_of(event, None, EventCounts(10, 20, 0, 20), others) is kind
