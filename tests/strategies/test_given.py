"""Strategies: what they draw is what every mechanism takes, and the smallest that offends is found.

They draw parameters by their domains; inputs, outputs and neighbours from the mechanism's spaces; and coins.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, SearchStrategy
from jsonschema import Draft202012Validator

from ldproof.api.mechanisms import Mechanism, mechanism
from ldproof.budget import parse_budget
from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.mechanisms import LEVELS, from_text, list_space
from ldproof.registry import EXAMPLES, MECHANISMS, request_of_function
from ldproof.sampling import Digits, draw_bernoulli
from ldproof.strategies import (
    DrawnCoins,
    coins,
    inputs,
    mechanisms,
    neighbours,
    outputs,
    parameters,
    sketches,
    streams,
    tables,
)
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow

Example = TypeVar("Example")

SEARCH = settings(derandomize=True, database=None, max_examples=2000, phases=[Phase.generate, Phase.shrink])
"""One example in sixty has an epsilon above 15, and which are drawn depends on what is imported: a hundred may have none.
Which lines failures have in common is not asked: nobody reads it here."""
FEW = settings(
    max_examples=100 if run_everything() else 5,
    phases=[Phase.generate],
    suppress_health_check=[*HealthCheck],
)


def find_smallest(strategy: SearchStrategy[Example], offends: object = None, examples: int = 2000) -> Example:
    """Return the value to which a failure shrinks."""
    condition = offends if callable(offends) else lambda _: True
    return find(
        strategy, lambda each: bool(condition(each)), settings=settings(SEARCH, max_examples=examples)
    )


@pytest.mark.parametrize("name", [*MECHANISMS])
def test_drawn_parameters_are_valid(name: str) -> None:
    asked = request_of_function(MECHANISMS[name])
    ways: set[str] = set()

    @FEW
    @given(parameters(name))
    def drawn(found: dict[str, int | Fraction | str]) -> None:
        made = mechanism(name, **found)
        written = {each: value if isinstance(value, int) else str(value) for each, value in found.items()}
        Draft202012Validator(asked.schema()).validate(json.loads(json.dumps(written)))
        assert all(
            Fraction(found[small]) <= Fraction(found[large])
            for small in found
            if (large := asked.bound_of(small)) in found
        )
        assert str(made).startswith(name)
        ways.update(found.keys() & {*asked.budget})

    drawn()
    assert ways or not asked.budget


@pytest.mark.parametrize("name", [*MECHANISMS])
def test_drawn_inputs_and_coins_are_valid(name: str) -> None:
    made = mechanism(name, **EXAMPLES[name].parameters)
    listed = list_space(made.made.outputs)

    @FEW
    @given(st.data(), coins())
    def drawn(data: DataObject, tossed: DrawnCoins) -> None:
        space = made.made.secrets
        for level in LEVELS:
            one, other = data.draw(neighbours(made, level))
            assert made.made.neighbours(level, from_text(space, one), from_text(space, other))
        secret, seen = data.draw(inputs(made)), data.draw(outputs(made))
        assert from_text(made.made.outputs, seen) in listed
        first = made.randomize(secret, tossed)
        assert made.randomize(secret, tossed.again()) == first

    drawn()


@pytest.mark.parametrize(
    ("name", "offends", "least"),
    [
        ("shots.report", lambda p: p["T"] >= 5, {"T": 5, "m": 1, "epsilon": 1}),
        ("shots.report", lambda p: p["m"] >= 3, {"T": 3, "m": 3, "epsilon": 1}),
        ("shots.report", lambda p: p.get("r", 0) > 0, {"T": 1, "m": 1, "r": 1, "epsilon": 1}),
        ("counting.glance", lambda p: "odds" in p, {"T": 1, "odds": 2}),
        ("chi2.optimal", lambda p: p["m1"] >= 2, {"m1": 2, "m2": 1, "tau": 1, "epsilon": 1}),
        ("sketch.kary", lambda p: p["w"] > 2 and p["d"] > 2, {"w": 3, "d": 3, "epsilon": 1}),
        ("shots.report", lambda p: p.get("r", 0) * 5 % 5, {"T": 1, "m": 1, "r": "1/2", "epsilon": 1}),
        ("counting.harmony", lambda p: p.get("epsilon", 0) > 15, {"T": 1, "epsilon": 16}),
        ("counting.harmony", lambda p: p.get("epsilon", 1) < Fraction(1, 3), {"T": 1, "epsilon": "1/4"}),
        ("counting.borappor", lambda p: p.get("odds", 2) < Fraction(3, 2), {"T": 1, "odds": "4/3"}),
        (
            "chi2.beta_optimal",
            lambda p: p["tau"].denominator == 5 and p["beta"] > 2,
            {"m1": 1, "m2": 1, "tau": "1/5", "beta": 3, "epsilon": 1},
        ),
        pytest.param(
            "sketch.unary",
            lambda p: p["p"] > Fraction(1, 2),
            {"w": 2, "d": 1, "p": "2/3", "q": "3/4"},
            marks=slow,
        ),
    ],
)
def test_parameters_shrink_to_the_smallest(
    name: str, offends: object, least: Mapping[str, int | str]
) -> None:
    assert find_smallest(parameters(name), offends) == {
        each: Fraction(value) for each, value in least.items()
    }


def test_the_simplest_parameters_of_every_mechanism() -> None:
    ones = dict.fromkeys(("T", "m", "m1", "m2", "tau", "beta", "d", "epsilon"), Fraction(1))
    simplest = {**ones, "w": Fraction(2), "p": Fraction(1, 3), "q": Fraction(1, 2)}
    simplest |= {"kept_odds": Fraction(2), "first_odds": Fraction(3, 2)}
    simplest |= {"changes": Fraction(1), "sign_odds": Fraction(2), "bit_odds": Fraction(2)}
    simplest |= {"fewest_flips": Fraction(0), "most_flips": Fraction(0)}
    for name, made in MECHANISMS.items():
        names = {*request_of_function(made).required, *request_of_function(made).budget[:1]}
        own = {"T": Fraction(2)} if "changes" in names else {}
        assert find_smallest(parameters(name)) == {each: {**simplest, **own}[each] for each in names}, name


@slow
def test_parameters_are_drawn_up_to_largest() -> None:
    assert find_smallest(parameters("shots.report", largest=100), lambda p: p["T"] > 8)["T"] == 9
    with pytest.raises(Exception, match=r"No examples found"):
        find_smallest(parameters("shots.report"), lambda p: p["T"] > 8, examples=300)


@FEW
@given(mechanisms())
def test_any_mechanism_is_drawn(made: Mechanism) -> None:
    assert made.name in MECHANISMS
    assert made == mechanism(made.name, **made.parameters)


REPORT = mechanism("shots.report", T=4, m=1, odds=3)
ODD: Sequence[Any] = (3, 2.5, "person")


@pytest.mark.parametrize(
    ("strategy", "offends", "least"),
    [
        (streams(5), None, "00000"),
        (streams(5), lambda each: each.count("1") >= 2, "00011"),
        (tables(9, 9), lambda each: each > "3,", "3,0"),
        (sketches(8, 3), lambda each: "5" in each, "0,0,5"),
        (coins(), lambda each: any(each.again().read(3)), DrawnCoins(b"", 0)),
        (coins(), lambda each: each.again().read(1)[0] >= 200, DrawnCoins(b"\xc8", 0)),
        (neighbours(REPORT), None, ("0000", "0001")),
        (neighbours(REPORT, "event"), lambda pair: pair[0] != "0000", ("0001", "0000")),
        (neighbours(REPORT), lambda pair: [*map(str.__ne__, *pair)].count(True) == 3, ("0000", "0111")),
        (neighbours(REPORT), lambda pair: "11" in pair[0] and "1" not in pair[1], ("0011", "0000")),
        (neighbours(REPORT, "event"), lambda pair: pair[0][1] > pair[1][1], ("0100", "0000")),
        (outputs(mechanism("counting.glance", T=3, odds=3)), lambda each: "1" in each, "1--"),
        (outputs(mechanism("counting.m_glance", T=4, m=2, odds=9)), lambda each: each[0] == "-", "-00-"),
        (outputs(mechanism("counting.glance", T=5000, odds=3)), None, "0" + "-" * 4999),
        (
            neighbours(mechanism("chi2.algorithm_1_y2", m1=500, m2=500, tau=1, odds=3)),
            lambda pair: pair[1] > pair[0],
            ("0,0", "1,0"),
        ),
        (
            neighbours(mechanism("chi2.optimal", m1=500, m2=500, tau=1, odds=3)),
            lambda pair: int(pair[0].split(",")[1]) > 200,
            ("0,201", "1,201"),
        ),
        (
            neighbours(RandomizedResponse(3, parse_budget(odds=3))),
            lambda pair: pair[0] == "2" or pair[1] == "2",
            ("0", "2"),
        ),
    ],
)
def test_failure_shrinks_to_the_smallest_case(
    strategy: SearchStrategy[object], offends: Callable[[object], object], least: object
) -> None:
    assert repr(find_smallest(strategy, offends)) == repr(least)


@pytest.mark.parametrize(
    ("name", "given", "least"),
    [
        ("cms", {"w": 32, "d": 3}, "0:" + ",".join("0" * 30 + "11")),
        ("kary", {"w": 1024, "d": 4}, "0:110"),
        ("hcms_plus", {"w": 1024, "d": 2}, "0:1,1"),
        ("all_rows", {"w": 4, "d": 2}, "0,0,0,0;0,0,1,1"),
    ],
)
def test_sketch_outputs_shrink_without_listing_them(name: str, given: dict[str, int], least: str) -> None:
    """The least output with two ones in its rows."""
    made = mechanism(f"sketch.{name}", odds=3, **given)
    assert find_smallest(outputs(made), lambda each: each.rpartition(":")[2].count("1") >= 2) == least
    zeros = ",".join("0" * given["d"])
    assert find_smallest(neighbours(made)) == (zeros, f"{zeros[:-1]}1")


def test_neighbours_at_event_level_differ_in_one_of_many_rounds() -> None:
    one, other = find_smallest(neighbours(mechanism("shots.report", T=40, m=1, odds=3), "event"))
    assert (len(one), sum(map(str.__ne__, one, other))) == (40, 1)


def test_decoys_are_drawn() -> None:
    decoy = find_smallest(
        coins(), lambda each: each.drawn[:1] != b"\0" and not any(each.again().read(16)[12:])
    )
    assert decoy.drawn[12:16] == bytes(4)


def test_coins_are_the_drawn_bytes_and_then_seeded_ones() -> None:
    tossed = DrawnCoins(b"abc", 7)
    assert tossed.read(2) + tossed.read(4) == b"abc" + SeededCoins((7).to_bytes(8)).read(3)
    assert tossed.taken == 6
    assert tossed.again().read(6)[:3] == b"abc"
    half = Digits(mechanism("shots.report", T=1, m=1, odds=3).made.likelihood((1,), (1,)))
    assert draw_bernoulli(half, DrawnCoins(b"\x00" * 64)) is True


@pytest.mark.parametrize(
    ("strategy", "reason"),
    [
        (partial(parameters, "shots.raport"), Reason.UNKNOWN_NAME),
        (partial(parameters, ODD[0]), Reason.NOT_A_WORD),
        (partial(parameters, "shots.report", largest=1), Reason.OUT_OF_RANGE),
        (partial(parameters, "shots.report", largest=ODD[1]), Reason.NOT_EXACT),
        (partial(streams, 0), Reason.OUT_OF_RANGE),
        (partial(tables, 1, ODD[1]), Reason.NOT_EXACT),
        (partial(sketches, 1, 1), Reason.OUT_OF_RANGE),
        (partial(inputs, ODD[0]), Reason.NOT_A_WORD),
        (partial(inputs, mechanism("counting.glance", T=5000, odds=3)), Reason.TOO_LARGE),
        (partial(neighbours, REPORT, ODD[2]), Reason.UNKNOWN_NAME),
    ],
)
def test_odd_requests_are_refused(strategy: Callable[[], SearchStrategy[object]], reason: Reason) -> None:
    with refused(reason):
        find_smallest(strategy())
