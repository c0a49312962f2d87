"""The kind of breach of an event, by its outputs and all others."""

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from ldproof.auditor import AuditPlan, Pair, parse_claim
from ldproof.auditor.bets import Breach, Partition, SeenDraws, breach_of
from ldproof.auditor.draw.sources import CallableSource
from ldproof.auditor.learn.events import Event
from ldproof.auditor.learn.features import MEASURES, Feature, Measure
from ldproof.auditor.learn.outputs import WRITING
from ldproof.auditor.report import format_bound, graded_breach, result_of_draws
from ldproof.auditor.state_file import run_audit
from ldproof.coins import Coins
from ldproof.evidence import Batch, Guarantee, OutcomeTable
from ldproof.evidence.fixed_sample import EventCounts
from ldproof.programs import DrawnOutput, Value
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

    plan = AuditPlan(parse_claim("black-box", {"odds": "2"}), (Pair(0, 1),), Fraction(1, 20), 2000)
    for seed in (0, 3, 11):  # bets are on an output of 0 with the first, and on 1 with the others
        found = result_of_draws(
            run_audit(plan, CallableSource("one sided", output_of), seed=bytes([seed])), "one sided"
        )
        seen = found.sightings[0]
        assert (seen.counted.unlikely, seen.likely, seen.breach) == (0, 0, Breach.ONE_INPUT_ONLY)
        assert seen.counted.likely > 100


def test_rare_output_of_one_input_is_shown_without_frequent_ones() -> None:
    """The set of both has a ratio of 3.03, which is hardly more than the claim."""
    past = OutcomeTable(4130, 4046, (("0", 3059, 995), ("1", 1050, 3031), ("!0", 20, 0), ("!1", 1, 20)))
    event, likely, counted = Partition(Feature("output")).clearest_event(past, [Guarantee(Fraction(3))])
    assert (event.among, likely, counted) == (frozenset({"!0"}), 0, Batch(4130, 20, 4046, 0))
    even = OutcomeTable(4000, 4000, (("0", 3400, 600), ("1", 600, 3400)))
    assert Partition(Feature("output")).clearest_event(even, [Guarantee(Fraction(3))])[2].likely == 3400
    drawn = Counter({'["a"]': 300, '["b"]': 100}), Counter({'["a"]': 100, '["b"]': 270, '["c"]': 30})
    found = SeenDraws(parse_claim("black-box", {"odds": "3"}), drawn).clearest_value(Feature("output"))
    assert found[1:] == (1, Batch(400, 30, 400, 0))


@pytest.mark.parametrize(("scale", "kind"), [(1.0, Breach.FLOAT_BITS), (0.25, Breach.SCALE)])
def test_score_of_floats_is_about_low_bits_if_their_size_shows_no_breach(scale: float, kind: Breach) -> None:
    """Noise of scale 1 keeps the claim, but for the last bit; with a fourth of it the size tells already."""
    noise = np.random.default_rng(1).laplace(0, scale, (2, 1500))
    sides = [Counter(DrawnOutput(x).tally_key() for x in (side + noise[side]).tolist()) for side in (0, 1)]
    score = (
        (-1100, ((">=", 0.5, ("place", "leaves", 0)),)),
        (1000, (("=", 1.0, ("place", "floats", 63)),)),
    )
    event = Event(Feature("score", score=score), frozenset({"1000.0"}))
    seen = SeenDraws(parse_claim("black-box", {"epsilon": "1"}), sides)
    counted = EventCounts(300, 1500, 40, 1500)
    assert breach_of(event, None, counted, is_needed=lambda each: seen.is_needed(event, each)) is kind


def test_factor_near_1_is_not_called_too_little_noise() -> None:
    claim = parse_claim("black-box", {"odds": "3"})
    for likely, kind in ((3042, Breach.SLIGHT), (2900, Breach.SLIGHT), (3300, Breach.SCALE)):
        assert graded_breach(claim, Breach.SCALE, EventCounts(likely, 9000, 1000, 9000)) == kind
    assert graded_breach(claim, Breach.COINS, EventCounts(3042, 9000, 1000, 9000)) == Breach.COINS


def test_bound_above_the_claim_is_written_above_it() -> None:
    assert format_bound(Fraction("1.0986134"), "1.09861") == "1.098613"
    assert format_bound(Fraction("1.25"), "1.09861") == "1.2500"
    assert format_bound(Fraction("0.85"), "1.09861") == "0.8500"
    assert format_bound(Fraction("1.0986100000000001"), "1.09861") == "above 1.09861"


def test_every_property_in_an_event_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs/reading-a-verdict.md").read_text()
    explained = {
        *re.findall(r"`([^`]+)`", page[page.index("## How an event is written") : page.index("## Labels")])
    }
    assert {*MEASURES, *WRITING, "leaves", "numbers"} - {"in", "output"} <= explained
