"""Inputs, outputs, neighbours and coins: of every mechanism, what it takes, and the smallest that offend."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from ldproof.budget import budget
from ldproof.catalogue import MECHANISMS
from ldproof.catalogue.examples import EXAMPLES
from ldproof.coins import SeededCoins
from ldproof.exact import Digits, bernoulli
from ldproof.interface.laws import law
from ldproof.interface.mechanisms import mechanism
from ldproof.mechanisms import LEVELS, Level, from_text
from ldproof.rejections import Reason
from ldproof.strategies import DrawnCoins, coins, inputs, neighbours, outputs, sketches, streams, tables
from tests.reference.mechanisms.kary import RandomizedResponse
from tests.reference.refusals import refused
from tests.strategies.test_given import smallest

FEW = settings(max_examples=10, phases=[Phase.generate], suppress_health_check=[*HealthCheck])


@pytest.mark.parametrize("name", [*MECHANISMS])
@pytest.mark.parametrize("level", LEVELS)
def test_every_mechanism_takes_what_is_drawn(name: str, level: Level) -> None:
    made = mechanism(name, **EXAMPLES[name].parameters)

    @FEW
    @given(st.data(), coins())
    def drawn(data: DataObject, tossed: DrawnCoins) -> None:
        one, other = data.draw(neighbours(made, level))
        space = made.made.secrets
        assert made.made.neighbours(level, from_text(space, one), from_text(space, other))
        secret, seen = data.draw(inputs(made)), data.draw(outputs(made))
        assert float(law(made, secret, output=seen)[seen]) >= 0
        first = made.randomize(secret, tossed)
        assert made.randomize(secret, tossed.again()) == first

    drawn()


def test_they_shrink_to_the_smallest() -> None:
    assert smallest(streams(5)) == "00000"
    assert smallest(streams(5), lambda each: each.count("1") >= 2) == "00011"
    assert smallest(tables(9, 9), lambda each: each > "3,") == "3,0"
    assert smallest(sketches(8, 3), lambda each: "5" in each) == "0,0,5"
    least = smallest(coins(), lambda each: any(each.again().read(3)))
    assert (least.drawn, least.seed) == (b"", 0)
    report = mechanism("shots.report", T=4, m=1, odds=3)
    assert smallest(neighbours(report)) == ("0000", "0001")
    assert smallest(neighbours(report, "event"), lambda pair: pair[0] != "0000") == ("0001", "0000")
    glance = mechanism("counting.glance", T=3, odds=3)
    assert smallest(outputs(glance), lambda each: "1" in each) == "1--"


def test_many_rounds_are_no_matter() -> None:
    long = mechanism("shots.report", T=40, m=1, odds=3)
    one, other = smallest(neighbours(long, "event"))
    assert (len(one), sum(a != b for a, b in zip(one, other, strict=True))) == (40, 1)
    silent = mechanism("counting.glance", T=5000, odds=3)
    assert smallest(outputs(silent)) == "0" + "-" * 4999
    with refused(Reason.TOO_LARGE):
        inputs(silent)


@pytest.mark.parametrize(
    ("name", "given", "least"),
    [
        ("cms", {"w": 32, "d": 3}, "0:" + ",".join("0" * 30 + "11")),
        ("kary", {"w": 1024, "d": 4}, "0:110"),
        ("hcms_plus", {"w": 1024, "d": 2}, "0:1,1"),
        ("all_rows", {"w": 4, "d": 2}, "0,0,0,0;0,0,1,1"),
    ],
)
def test_sketches_that_cannot_be_listed(name: str, given: dict[str, int], least: str) -> None:
    """The least output with two ones in what is said of its rows."""
    made = mechanism(f"sketch.{name}", odds=3, **given)
    assert smallest(outputs(made), lambda each: each.rpartition(":")[2].count("1") >= 2) == least
    zeros = ",".join("0" * given["d"])
    assert smallest(neighbours(made)) == (zeros, f"{zeros[:-1]}1")


@pytest.mark.parametrize(
    ("level", "offends", "least"),
    [
        (
            "user",
            lambda one, other: sum(a != b for a, b in zip(one, other, strict=True)) == 3,
            ("0000", "0111"),
        ),
        ("user", lambda one, other: "11" in one and "1" not in other, ("0011", "0000")),
        ("event", lambda one, other: one[1] > other[1], ("0100", "0000")),
    ],
)
def test_neighbours_that_offend(
    level: Level, offends: Callable[[str, str], bool], least: tuple[str, str]
) -> None:
    report = mechanism("shots.report", T=4, m=1, odds=3)
    assert smallest(neighbours(report, level), lambda pair: offends(*pair)) == least


def test_neighbours_of_tables_that_cannot_be_listed() -> None:
    one_public = mechanism("chi2.algorithm_1_y2", m1=500, m2=500, tau=1, odds=3)
    assert smallest(neighbours(one_public), lambda pair: pair[1] > pair[0]) == ("0,0", "1,0")
    tests = mechanism("chi2.optimal", m1=500, m2=500, tau=1, odds=3)
    assert smallest(neighbours(tests), lambda pair: int(pair[0].split(",")[1]) > 200) == ("0,201", "1,201")


def test_coins_that_offend() -> None:
    assert repr(smallest(coins(), lambda each: each.again().read(1)[0] >= 200)) == "DrawnCoins(b'\\xc8', 0)"
    decoy = smallest(coins(), lambda each: each.drawn[:1] != b"\0" and not any(each.again().read(16)[12:]))
    assert decoy.drawn[12:16] == bytes(4)


def test_a_mechanism_of_ones_own() -> None:
    own = RandomizedResponse(3, budget(odds=3))
    assert smallest(neighbours(own), lambda pair: "2" in pair)[0] == "0"


def test_coins_are_what_was_drawn_and_then_seeded() -> None:
    tossed = DrawnCoins(b"abc", 7)
    assert tossed.read(2) + tossed.read(4) == b"abc" + SeededCoins((7).to_bytes(8)).read(3)
    assert tossed.taken == 6
    assert tossed.again().read(6)[:3] == b"abc"
    assert repr(tossed) == "DrawnCoins(b'abc', 7)"
    half = Digits(mechanism("shots.report", T=1, m=1, odds=3).made.likelihood((1,), (1,)))
    assert bernoulli(half, DrawnCoins(b"\x00" * 64)) is True


def test_what_is_refused() -> None:
    for call, given_to, reason in (
        (streams, (0,), Reason.OUT_OF_RANGE),
        (tables, (1, 2.0), Reason.NOT_EXACT),
        (sketches, (1, 1), Reason.OUT_OF_RANGE),
        (inputs, (3,), Reason.NOT_A_WORD),
        (neighbours, (mechanism("shots.report", T=2, m=1, odds=3), "person"), Reason.UNKNOWN_NAME),
    ):
        with refused(reason):
            smallest(call(*given_to))
