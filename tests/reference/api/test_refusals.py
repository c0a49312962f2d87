"""Refusals of the interface; none of them contains a person's secret."""

from collections.abc import Callable, Iterator, Mapping
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
Options = Mapping[str, Any]
PAIR: Options = {"pairs": [(0, 1)]}


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


def others(
    table: Mapping[Reason, list[Any]], call: Callable[[Any], object]
) -> Iterator[tuple[Reason, object, object]]:
    """The cases of a table that a call does not refuse for the reason that is named there, and what comes instead."""
    for reason, cases in table.items():
        for case in cases:
            try:
                found: object = call(case)
            except ldproof.Refused as refusal:
                found = refusal.reason
            if found is not reason:
                yield reason, case, found


RANDOMIZERS: Mapping[Reason, list[tuple[Any, Options]]] = {
    Reason.NOT_A_VALUE: [("./program", PAIR), (7, PAIR), ({0: [ITSELF], 1: [0]}, {})],
    Reason.NOT_A_WORD: [([1], PAIR)],
    Reason.NO_SUCH_PROGRAM: [([], PAIR), (["./there/is/none"], PAIR)],
    Reason.PROGRAM_ENDED: [(raises, PAIR)],
    Reason.MISSING: [(lambda: 0, PAIR), ({0: {0: 1}}, {}), ({0: {0: 1}, 1: {}}, {})],
    Reason.NOT_AN_ANSWER: [(lambda bit: object(), PAIR), (lambda bit, count: [0] * (count + 1), PAIR)],
    Reason.UNKNOWN_PARAMETER: [
        (lambda bit: 0, {**PAIR, "seed": 1}),
        ({0: {0: 1}, 1: {0: 1}}, {**PAIR, "seed": 1}),
        (iter([(0, 1)]), {**PAIR, "state": "a"}),
        ({0: {0: 1}, 1: {0: 1}}, {"seconds": 1}),
    ],
    Reason.OUT_OF_RANGE: [({0: {0: -1}, 1: {0: 1}}, {})],
    Reason.NOT_EXACT: [({0: {0: 1.5}, 1: {0: 1}}, {})],
    Reason.NOT_A_TABLE: [
        *((each, {}) for each in ({0: 5, 1: {0: 1}}, {0: "ab", 1: {0: 1}})),
        ({0: Columns([900, 100], 1), 1: Columns([100, 900], 1)}, {}),
        (iter([7]), PAIR),
    ],
    Reason.UNKNOWN_NAME: [
        ({0: {0: 1}, 1: {0: 1}, 2: {0: 1}}, PAIR),
        (iter([(0, 0), (2, 1)] * 200), PAIR),
    ],
    Reason.NOT_A_LIST: [(abs, {"inputs": Columns(["a", "b"], 2)})],
    Reason.TOO_LARGE: [
        (abs, {"inputs": count()}),
        (abs, {"pairs": ((each, each + 1) for each in count())}),
    ],
}
OPTIONS: Mapping[Reason, list[Options]] = {
    Reason.MISSING: [{"pairs": None}],
    Reason.NOT_A_LIST: [{"pairs": (0, 1)}, {"pairs": "01"}],
    Reason.REPEATED: [{"pairs": [(0, 0)]}],
    Reason.NOT_A_VALUE: [{"pairs": [(0, object())]}, {"pairs": [(ITSELF, 1)]}, {"throughout": 2}],
    Reason.NOT_EXACT: [{"alpha": 0.05}, {"seed": 1.5}],
    Reason.OUT_OF_RANGE: [{"alpha": 1}, {"alpha": "1e-301"}, {"draws": 0}],
    Reason.UNKNOWN_NAME: [{"level": "person"}, {"level": "event"}],
    Reason.NO_SUCH_PLACE: [{"state": 3}],
}
CLAIMS: Mapping[Reason, list[Any]] = {
    Reason.NOT_EXACT: [0.5],
    Reason.NOT_A_NUMBER: [None, True, "x", "odds=", object()],
    Reason.OUT_OF_RANGE: [0, -1, "odds=1", "epsilon=1000"],
    Reason.BUDGET_NOT_UNIQUE: [{}, {"odds": 3, "epsilon": 1}],
    Reason.NOT_A_WORD: [{3: 3}],
    Reason.NOT_A_VALUE: ["shots.report T=3 m=1 odds=3"],
}


def test_wrong_audits_are_refused() -> None:
    assert [*others(RANDOMIZERS, lambda case: audit(case[0], "odds=3", **case[1]))] == []
    assert [*others(OPTIONS, lambda case: audit(from_coins, "odds=3", **{**PAIR, **case}))] == []
    assert [*others(CLAIMS, lambda claim: audit(from_coins, claim, **PAIR))] == []
    with refused(Reason.MISSING):
        audit(iter([(0, 0), (1, 1)]), "odds=3", pairs=[(0, 1)])
    with refused(Reason.NO_SUCH_PROGRAM) as caught:
        audit([], "odds=3", pairs=[(0, 1)])
    assert caught.value.__cause__ is None, "whoever follows causes comes to an end"


CONFORMED: Mapping[Reason, list[tuple[Any, Any, Options]]] = {
    Reason.NOT_A_VALUE: [("./program", REPORT, {}), (7, REPORT, {})],
    Reason.NOT_A_WORD: [([7], REPORT, {}), (raises, REPORT, {"known_failures": [1]})],
    Reason.NO_SUCH_PROGRAM: [([], REPORT, {})],
    Reason.UNKNOWN_NAME: [
        *((raises, asked, {}) for asked in ("shots.raport", "RandomizedResponse", 7)),
        (raises, REPORT, {"known_failures": ["law/none"]}),
    ],
    Reason.NOT_EXACT: [(raises, REPORT, {"alpha": 0.5})],
    Reason.OUT_OF_RANGE: [(raises, REPORT, each) for each in ({"draws": 0}, {"ulps": -1}, {"seconds": 0})],
    Reason.NOT_A_LIST: [(raises, REPORT, {"known_failures": "law/1"})],
    Reason.PROGRAM_REFUSED: [(raises, REPORT, {})],
}


def test_wrong_programs_are_refused() -> None:
    assert [*others(CONFORMED, lambda case: conform(case[0], case[1], **case[2]))] == []


def of_shots(call: Callable[..., object], name: str, **changed: object) -> tuple[Any, tuple[str], Options]:
    """A call with parameters of m-shot reporting, of which some are changed; None leaves one out."""
    parameters = {"T": 3, "m": 1, "r": 0, "odds": 3, **changed}
    return call, (name,), {key: each for key, each in parameters.items() if each is not None}


CALLS: Mapping[Reason, list[tuple[Any, tuple[Any, ...], Options]]] = {
    Reason.UNKNOWN_NAME: [
        (evaluate, ("shots.q2",), {}),
        (mechanism, ("shots.raport",), {}),
        (explain, ("shots.thm-44",), {}),
        (explain, ("shots.thm-4",), {"form": "html"}),
    ],
    Reason.NOT_A_WORD: [
        *((call, (3,), {}) for call in (evaluate, mechanism)),
        (law, (3, "101"), {}),
        (explain, ("shots.thm-4",), {"form": 3}),
        (explain, (b"shots.thm-4",), {}),
    ],
    Reason.MISSING: [(evaluate, ("shots.p",), {}), (law, ("shots.report", "101"), {})],
    Reason.NOT_EXACT: [
        of_shots(evaluate, "shots.p", r=0.5),
        of_shots(mechanism, "shots.report", odds=3.0),
    ],
    Reason.OUT_OF_RANGE: [
        of_shots(evaluate, "shots.p", digits=0),
        of_shots(mechanism, "shots.report", m=4),
    ],
    Reason.BUDGET_NOT_UNIQUE: [of_shots(mechanism, "shots.report", odds=None)],
    Reason.NOT_A_NUMBER: [of_shots(mechanism, "shots.report", T=[1])],
}


def test_wrong_calls_are_refused() -> None:
    assert [*others(CALLS, lambda case: case[0](*case[1], **case[2]))] == []


@pytest.mark.parametrize("given", [b"", b"12", bytearray(16), "x" * 16, None])
def test_coins_that_give_something_else_are_refused(given: object) -> None:
    class Short:
        def read(self, count: int) -> bytes:
            return cast("bytes", given)

    for coins in (Short(), cast("Short", [given])):
        with refused(Reason.NOT_A_VALUE):
            REPORT.randomize("101", coins)


@pytest.mark.parametrize(
    ("name", "parameters", "secret"),
    [
        *(("shots.report", {"T": 5, "m": 1}, secret) for secret in ("10x01", "101101")),
        ("counting.glance", {"T": 5}, "0110?"),
        *(("sketch.kary", {"w": 4, "d": 2}, secret) for secret in ("2,x3", "3,77")),
        *(("chi2.optimal", {"m1": 4, "m2": 6, "tau": 2}, secret) for secret in ("7x1", "3,x1")),
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
