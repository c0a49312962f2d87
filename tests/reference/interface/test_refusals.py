"""What the interface refuses, and that no refusal says what a person has."""

from collections.abc import Callable
from itertools import count
from typing import Any, cast

import pytest

import ldproof
from ldproof import Reason, audit, conform, evaluate, explain, law, mechanism
from ldproof.coins import Coins
from tests.reference.refusals import refused

ITSELF: list[object] = []
ITSELF.append(ITSELF)
REPORT = mechanism("shots.report", T=3, m=1, odds=3)
PAIR = {"pairs": [(0, 1)]}
P = {"T": 3, "m": 1, "r": 0, "odds": 3}


def from_coins(bit: int, coins: Coins) -> int:
    """Seven times in eight the truth."""
    return bit if coins.read(1)[0] >= 32 else 1 - bit


def raises(bit: int) -> int:
    """Fail on every input."""
    raise KeyError(bit)


class Columns(list[object]):
    """Something like a table of pandas: what one goes through is no row of it."""

    def __init__(self, things: list[object], ndim: int) -> None:
        super().__init__(things)
        self.ndim = ndim

    def keys(self) -> list[object]:
        """The columns' numbers."""
        return [*range(len(self))]


@pytest.mark.parametrize(
    ("randomizer", "options", "reason"),
    [
        ("./program", PAIR, Reason.NOT_A_VALUE),
        (7, PAIR, Reason.NOT_A_VALUE),
        ([1], PAIR, Reason.NOT_A_WORD),
        (["./there/is/none"], PAIR, Reason.NO_SUCH_PROGRAM),
        (raises, PAIR, Reason.PROGRAM_ENDED),
        (lambda: 0, PAIR, Reason.MISSING),
        (lambda bit: object(), PAIR, Reason.NOT_AN_ANSWER),
        (lambda bit, count: [0] * (count + 1), PAIR, Reason.NOT_AN_ANSWER),
        (lambda bit: 0, {**PAIR, "seed": 1}, Reason.UNKNOWN_PARAMETER),
        (from_coins, {}, Reason.MISSING),
        (from_coins, {"pairs": (0, 1)}, Reason.NOT_A_LIST),
        (from_coins, {"pairs": "01"}, Reason.NOT_A_LIST),
        (from_coins, {"pairs": [(0, 0)]}, Reason.REPEATED),
        (from_coins, {"pairs": [(0, object())]}, Reason.NOT_A_VALUE),
        (from_coins, {"pairs": [(ITSELF, 1)]}, Reason.NOT_A_VALUE),
        (from_coins, {**PAIR, "alpha": 0.05}, Reason.NOT_EXACT),
        (from_coins, {**PAIR, "alpha": 1}, Reason.OUT_OF_RANGE),
        (from_coins, {**PAIR, "alpha": "1e-301"}, Reason.OUT_OF_RANGE),
        (from_coins, {**PAIR, "draws": 0}, Reason.OUT_OF_RANGE),
        (from_coins, {**PAIR, "level": "person"}, Reason.UNKNOWN_NAME),
        (from_coins, {**PAIR, "level": "event"}, Reason.UNKNOWN_NAME),
        (from_coins, {**PAIR, "throughout": 2}, Reason.NOT_A_VALUE),
        (from_coins, {**PAIR, "seed": 1.5}, Reason.NOT_EXACT),
        (from_coins, {**PAIR, "state": 3}, Reason.NO_SUCH_PLACE),
        (abs, {"inputs": Columns(["a", "b"], 2)}, Reason.NOT_A_LIST),
        ({0: {0: 1}}, {}, Reason.MISSING),
        ({0: {0: 1}, 1: {}}, {}, Reason.MISSING),
        ({0: {0: -1}, 1: {0: 1}}, {}, Reason.OUT_OF_RANGE),
        ({0: {0: 1.5}, 1: {0: 1}}, {}, Reason.NOT_EXACT),
        ({0: 5, 1: {0: 1}}, {}, Reason.NOT_A_TABLE),
        ({0: [ITSELF], 1: [0]}, {}, Reason.NOT_A_VALUE),
        ({0: "ab", 1: {0: 1}}, {}, Reason.NOT_A_TABLE),
        ({0: Columns([900, 100], 1), 1: Columns([100, 900], 1)}, {}, Reason.NOT_A_TABLE),
        ({0: {0: 1}, 1: {0: 1}, 2: {0: 1}}, PAIR, Reason.UNKNOWN_NAME),
        ({0: {0: 1}, 1: {0: 1}}, {**PAIR, "seed": 1}, Reason.UNKNOWN_PARAMETER),
        (iter([7]), PAIR, Reason.NOT_A_TABLE),
        (iter([(0, 1)]), {**PAIR, "state": "a"}, Reason.UNKNOWN_PARAMETER),
        (iter([(0, 0), (1, 1)]), PAIR, Reason.MISSING),
        (iter([(0, 0), (2, 1)] * 200), PAIR, Reason.UNKNOWN_NAME),
    ],
)
def test_wrong_audits_are_refused(randomizer: Any, options: dict[str, Any], reason: Reason) -> None:
    with refused(reason):
        audit(randomizer, "odds=3", **options)


def test_refusal_is_no_cause_of_itself() -> None:
    """Whoever follows the causes of one comes to an end."""
    with refused(Reason.NO_SUCH_PROGRAM) as caught:
        audit([], "odds=3", pairs=[(0, 1)])
    assert caught.value.__cause__ is None


def test_endless_inputs_and_pairs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with refused(Reason.TOO_LARGE):
        audit(abs, "odds=3", inputs=count())
    with refused(Reason.TOO_LARGE):
        audit(abs, "odds=3", pairs=((each, each + 1) for each in count()))


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (0.5, Reason.NOT_EXACT),
        (None, Reason.NOT_A_NUMBER),
        (True, Reason.NOT_A_NUMBER),
        ("x", Reason.NOT_A_NUMBER),
        (0, Reason.OUT_OF_RANGE),
        (-1, Reason.OUT_OF_RANGE),
        ("odds=1", Reason.OUT_OF_RANGE),
        ("odds=", Reason.NOT_A_NUMBER),
        ({}, Reason.BUDGET_NOT_UNIQUE),
        ({"odds": 3, "epsilon": 1}, Reason.BUDGET_NOT_UNIQUE),
        ({3: 3}, Reason.NOT_A_WORD),
        ("epsilon=1000", Reason.OUT_OF_RANGE),
        (object(), Reason.NOT_A_NUMBER),
        ("shots.report T=3 m=1 odds=3", Reason.NOT_A_VALUE),
    ],
)
def test_wrong_claims_are_refused(claim: Any, reason: Reason) -> None:
    """A mechanism that is only named is none, either."""
    with refused(reason):
        audit(from_coins, claim, pairs=[(0, 1)])


@pytest.mark.parametrize(
    ("program", "asked", "options", "reason"),
    [
        ("./program", REPORT, {}, Reason.NOT_A_VALUE),
        (7, REPORT, {}, Reason.NOT_A_VALUE),
        ([7], REPORT, {}, Reason.NOT_A_WORD),
        ([], REPORT, {}, Reason.NO_SUCH_PROGRAM),
        (raises, "shots.raport", {}, Reason.UNKNOWN_NAME),
        (raises, "RandomizedResponse", {}, Reason.UNKNOWN_NAME),
        (raises, 7, {}, Reason.UNKNOWN_NAME),
        (raises, REPORT, {"alpha": 0.5}, Reason.NOT_EXACT),
        (raises, REPORT, {"draws": 0}, Reason.OUT_OF_RANGE),
        (raises, REPORT, {"ulps": -1}, Reason.OUT_OF_RANGE),
        (raises, REPORT, {"seconds": 0}, Reason.OUT_OF_RANGE),
        (raises, REPORT, {"known_failures": "law/1"}, Reason.NOT_A_LIST),
        (raises, REPORT, {"known_failures": [1]}, Reason.NOT_A_WORD),
        (raises, REPORT, {"known_failures": ["law/none"]}, Reason.UNKNOWN_NAME),
        (raises, REPORT, {}, Reason.PROGRAM_REFUSED),
    ],
)
def test_wrong_programs_are_refused(program: Any, asked: Any, options: Any, reason: Reason) -> None:
    with refused(reason):
        conform(program, asked, **options)


@pytest.mark.parametrize(
    ("call", "given", "options", "reason"),
    [
        (evaluate, ("shots.q2",), {}, Reason.UNKNOWN_NAME),
        (evaluate, (3,), {}, Reason.NOT_A_WORD),
        (evaluate, ("shots.p",), {}, Reason.MISSING),
        (evaluate, ("shots.p",), {**P, "r": 0.5}, Reason.NOT_EXACT),
        (evaluate, ("shots.p",), {**P, "digits": 0}, Reason.OUT_OF_RANGE),
        (mechanism, ("shots.raport",), {}, Reason.UNKNOWN_NAME),
        (mechanism, (3,), {}, Reason.NOT_A_WORD),
        (mechanism, ("shots.report",), {"T": 3, "m": 1, "odds": 3.0}, Reason.NOT_EXACT),
        (mechanism, ("shots.report",), {"T": 3, "m": 4, "odds": 3}, Reason.OUT_OF_RANGE),
        (mechanism, ("shots.report",), {"T": 3, "m": 1}, Reason.BUDGET_NOT_UNIQUE),
        (mechanism, ("shots.report",), {"T": [1], "m": 1, "odds": 3}, Reason.NOT_A_NUMBER),
        (law, ("shots.report", "101"), {}, Reason.MISSING),
        (law, (3, "101"), {}, Reason.NOT_A_WORD),
        (explain, ("shots.thm-44",), {}, Reason.UNKNOWN_NAME),
        (explain, ("shots.thm-4",), {"form": "html"}, Reason.UNKNOWN_NAME),
        (explain, ("shots.thm-4",), {"form": 3}, Reason.NOT_A_WORD),
        (explain, (b"shots.thm-4",), {}, Reason.NOT_A_WORD),
    ],
)
def test_wrong_calls_are_refused(
    call: Callable[..., object], given: tuple[object, ...], options: dict[str, object], reason: Reason
) -> None:
    with refused(reason):
        call(*given, **options)


@pytest.mark.parametrize("given", [b"", b"12", bytearray(16), "x" * 16, None])
def test_coins_that_give_something_else_are_refused(given: object) -> None:
    class Short:
        def read(self, count: int) -> bytes:
            return cast("bytes", given)

    with refused(Reason.NOT_A_VALUE):
        REPORT.randomize("101", Short())


@pytest.mark.parametrize(
    ("name", "parameters", "secret"),
    [
        ("shots.report", {"T": 5, "m": 1}, "10x01"),
        ("shots.report", {"T": 5, "m": 1}, "101101"),
        ("counting.glance", {"T": 5}, "0110?"),
        ("sketch.kary", {"w": 4, "d": 2}, "2,x3"),
        ("sketch.kary", {"w": 4, "d": 2}, "3,77"),
        ("chi2.optimal", {"m1": 4, "m2": 6, "tau": 2}, "7x1"),
        ("chi2.optimal", {"m1": 4, "m2": 6, "tau": 2}, "3,x1"),
    ],
)
def test_refusal_does_not_say_what_a_person_has(name: str, parameters: dict[str, Any], secret: str) -> None:
    with pytest.raises(ldproof.Refused) as refusal:
        mechanism(name, **parameters, odds=3).randomize(secret)
    parts = [part for part in (secret, *secret.split(",")) if len(part) > 1]
    told: BaseException | None = refusal.value
    while told is not None:
        assert not any(part in f"{told!r} {told}" for part in parts)
        told = told.__cause__ or told.__context__
