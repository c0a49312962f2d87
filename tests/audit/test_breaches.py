"""The kind of breach of an event, by its outputs and all others."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from ldproof.audit import Pair, Plan, parse_claim
from ldproof.audit.bets import Breach, breach_of
from ldproof.audit.draw.sources import CallableSource
from ldproof.audit.learn.events import Event
from ldproof.audit.learn.features import MEASURES, Feature, Measure
from ldproof.audit.learn.outputs import WRITING
from ldproof.audit.report import result_of_draws
from ldproof.audit.state_file import run_audit
from ldproof.coins import Coins
from ldproof.evidence.fixed_sample import EventCounts
from ldproof.programs import Value
from ldproof.sampling import draw_uniform


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


@pytest.mark.parametrize(
    ("measure", "kind"),
    [
        (("place", "floats", 63), Breach.FLOAT_BITS),
        (("place", "floats", 64 + 40), Breach.FLOAT_BITS),
        (("window", "floats", 0, 64), Breach.FLOAT_BITS),
        (("odd sum", "floats"), Breach.FLOAT_BITS),
        (("place", "floats", 0), Breach.SCALE),
        (("place", "floats", 64 + 12), Breach.SCALE),
        (("window", "floats", 0, 3), Breach.SCALE),
        (("in", 0, "place", "floats", 11), Breach.SCALE),
    ],
)
def test_sign_and_size_of_a_float_are_not_its_low_bits(measure: Measure, kind: Breach) -> None:
    event = Event(Feature("measure", measure), low=0.5)
    assert breach_of(event, None, EventCounts(10, 20, 2, 20)) is kind


def test_of_an_event_and_its_opposite_the_larger_ratio_is_shown() -> None:
    """Input 1 always says 1, input 0 in one of three draws. An output of 0 is what shows that, whichever was bet on."""

    def output_of(bit: Value, coins: Coins) -> int:
        drawn = draw_uniform(3, coins)
        return int(bit == 1 or not drawn)

    plan = Plan(parse_claim("black-box", {"odds": "2"}), (Pair(0, 1),), Fraction(1, 20), 2000)
    for seed in (0, 3, 11):  # bets are on an output of 0 with the first, and on 1 with the others
        found = result_of_draws(
            run_audit(plan, CallableSource("one sided", output_of), seed=bytes([seed])), "one sided"
        )
        seen = found.sightings[0]
        assert (seen.counted.unlikely, seen.likely, seen.breach) == (0, 0, Breach.ONE_INPUT_ONLY)
        assert seen.counted.likely > 100


def test_every_property_in_an_event_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs/reading-a-verdict.md").read_text()
    explained = {
        *re.findall(r"`([^`]+)`", page[page.index("## How an event is written") : page.index("## Labels")])
    }
    assert {*MEASURES, *WRITING, "leaves", "numbers"} - {"in", "output"} <= explained
