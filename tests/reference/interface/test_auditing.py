"""What `ldproof.audit` takes, what it says, and that it is the audit of the command line."""

import json
import pickle
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from itertools import count, repeat
from math import inf, nan
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

import ldproof
from ldproof import AuditResult, Reason, Refused, audit, mechanism
from ldproof.coins import Coins
from ldproof.interface import tabulating
from tests.reference.refusals import refused

PAIR = [(0, 1)]
ITSELF: list[object] = []
ITSELF.append(ITSELF)
REPORT = mechanism("shots.report", T=3, m=1, odds=3)


def truthful(share: float, seed: int = 1) -> Callable[[int], int]:
    """Randomized response, as a closure."""
    coin = Random(seed)
    return lambda bit: bit if coin.random() < share else 1 - bit


class Device:
    """Randomized response, as a bound method and as a callable object."""

    def __init__(self, share: float) -> None:
        self.draws = np.random.default_rng(1)
        self.share = share

    def report(self, bit: int) -> np.bool_:
        return np.bool_((self.draws.random() < self.share) == bool(bit))

    def reports(self, bit: int, *, count: int) -> NDArray[np.int64]:
        return np.where(self.draws.random(count) < self.share, bit, 1 - bit)

    __call__ = report


def from_coins(bit: int, coins: Coins) -> int:
    """Seven times in eight the truth."""
    return bit if coins.read(1)[0] >= 32 else 1 - bit


@pytest.mark.parametrize(
    "made", [truthful, lambda share: Device(share).report, lambda share: Device(share).reports, Device]
)
def test_any_callable(made: Callable[[float], Callable[..., object]]) -> None:
    """Ten times the odds are found, and three times are what is claimed."""
    assert audit(made(10 / 11), "odds=3", pairs=PAIR).violated
    assert not audit(made(3 / 4), "odds=3", pairs=PAIR, draws=1000, alpha="1e-6").violated


@pytest.mark.parametrize(
    ("claim", "odds"),
    [
        ("odds=3", "3/1"),
        ("odds = 3".replace(" ", ""), "3/1"),
        ({"odds": 3}, "3/1"),
        ({"odds": Fraction(5, 2)}, "5/2"),
        ("ln(3)", "3/1"),
        (" ln(3)", "3/1"),
        ("epsilon=ln(5/2)", "5/2"),
    ],
)
def test_a_claim_in_any_exact_form(claim: str | dict[str, int], odds: str) -> None:
    found = json.loads(audit({0: {0: 3, 1: 1}, 1: {0: 1, 1: 3}}, claim).to_json())
    assert found["claim"]["odds_at_least"] == {"exact": odds}


@pytest.mark.parametrize("claim", [1, Fraction(1), Decimal("1.0"), "1", "0.1e1", "2/2", np.int64(1)])
def test_an_epsilon_in_any_exact_form(claim: int) -> None:
    found = json.loads(audit({0: {0: 3, 1: 1}, 1: {0: 1, 1: 3}}, claim).to_json())
    assert found["claim"]["epsilon"] == {"exact": "1/1"}


def test_a_mechanism_that_is_only_named_is_no_claim() -> None:
    with refused(Reason.NOT_A_VALUE) as refusal:
        audit(REPORT.randomize, "shots.report T=3 m=1 odds=3")
    assert refusal.value.accepted.startswith("what `mechanism(name, ...)` makes")


def test_the_smallest_alpha() -> None:
    found = audit({0: {0: 3, 1: 1}, 1: {0: 1, 1: 3}}, "odds=3", alpha="1e-300")
    assert "a probability of at most 1e-300" in str(found)
    assert not audit(truthful(0.95), "odds=3", pairs=PAIR, alpha="1e-300", draws=100).violated
    with refused(Reason.OUT_OF_RANGE) as refusal:
        audit(truthful(0.95), "odds=3", pairs=PAIR, alpha="1e-301")
    assert refusal.value.accepted == "an exact number with 10^-300 <= it < 1"


def test_a_mechanism_knows_its_worst_pair() -> None:
    """It is right, as itself; as one with a smaller budget it is not."""
    assert not audit(REPORT.randomize, REPORT, draws=1000, seed="right").violated
    less = mechanism("shots.report", T=3, m=1, odds=2)
    found = audit(REPORT.randomize, less, seed="wrong")
    assert (found.violated, found.event) == (True, "foreseen by the mechanism")
    assert found.counts is not None
    assert {found.counts.likely_input, found.counts.unlikely_input} == {"000", "111"}


def test_what_a_result_says() -> None:
    found = audit(truthful(0.95), "odds=3", pairs=PAIR)
    assert isinstance(found, AuditResult)
    told, counts = json.loads(found.to_json()), found.counts
    assert told["verdict"] == "violated"
    assert told["events"][0]["event"] == found.event
    assert counts is not None
    assert counts.likely / counts.likely_samples > 3 * counts.unlikely / counts.unlikely_samples
    assert told["samples"] == found.samples
    assert Fraction(told["epsilon_at_least"]["exact"]) == found.bound
    assert str(found).splitlines()[0].startswith("violated: this program does not keep what it claims")
    assert found.claim == "black-box odds=3"
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(FrozenInstanceError):
        setattr(found, "violated", False)  # noqa: B010
    with pytest.raises(Refused, match="violated"):
        assert found


def test_a_page_has_no_mark_of_an_output() -> None:
    """What a program sends is not read as HTML."""
    evil = "<script>alert(1)</script>"
    found = audit({0: {f"{evil}0": 900, f"{evil}1": 100}, 1: {f"{evil}0": 100, f"{evil}1": 900}}, 1)
    html = found._repr_html_()
    assert "<script>" not in html
    assert html.startswith("<table><caption>violated")
    assert "&lt;script&gt;" in html


def test_a_table_is_audited_in_all_its_pairs() -> None:
    """The third input alone is told apart."""
    table = {0: {"a": 500, "b": 500}, 1: {"a": 500, "b": 500}, 2: ["a"] * 900 + ["b"] * 100}
    found = json.loads(audit(table, 1, alpha="1e-6").to_json())
    assert found["pairs"] == [[0, 1], [0, 2], [1, 2]]
    assert found["kind"] == "fixed-sample"
    same = {given: Counter(each) if isinstance(each, list) else each for given, each in table.items()}
    assert json.loads(audit(same, 1, alpha="1e-6").to_json()) == found


def test_a_table_of_a_mechanism_has_neighbours_alone() -> None:
    table = {"000": {"000": 5}, "100": {"000": 5}, "111": {"000": 5}}
    assert len(json.loads(audit(table, REPORT).to_json())["pairs"]) == 3
    del table["111"]
    event = json.loads(audit(table, mechanism("counting.borappor", T=3, odds=27), level="event").to_json())
    assert event["pairs"] == [["000", "100"]]


def endless(share: float) -> Iterator[tuple[int, int]]:
    """Samples, one input after the other, as long as somebody takes them."""
    answer, lots = truthful(share), Random(2)
    while True:
        bit = lots.randrange(2)
        yield bit, answer(bit)


def test_an_iterator_is_asked_for_as_much_as_is_needed() -> None:
    found = audit(endless(0.95), "odds=3", pairs=PAIR)
    assert found.violated
    assert found.samples < 5000


def test_an_iterator_may_end() -> None:
    """In batches, each with as many of either input as a coin tosses, until one of them has no more."""
    samples = iter([(bit, bit) for bit in (0, 1) * 150])
    found = audit(samples, "odds=3", pairs=PAIR, alpha="1e-300")
    assert not found.violated
    assert 200 <= found.samples <= 300
    with refused(Reason.MISSING):
        audit(iter([(0, 0), (1, 1)]), "odds=3", pairs=PAIR)
    with refused(Reason.UNKNOWN_NAME):
        audit(iter([(0, 0), (2, 1)] * 200), "odds=3", pairs=PAIR)


def test_arrays_are_handed_over_as_arrays_and_lists_as_tuples() -> None:
    seen: list[object] = []

    def report(row: object) -> int:
        seen.append(row)
        return 0

    pair = (np.array([0, 1]), [1, 0])
    audit(report, 1, pairs=[pair], draws=40)
    arrays = [each for each in seen if isinstance(each, np.ndarray)]
    assert {tuple(each.tolist()) for each in arrays} == {(0, 1)}
    assert not arrays[0].flags.writeable
    assert {str(each) for each in seen if not isinstance(each, np.ndarray)} == {"(1, 0)"}


def test_what_is_taken_out_of_an_array_is_there_again_for_the_next_draw() -> None:
    one, other = np.array([[0, 1], None], dtype=np.object_), np.array([[0, 2], None], dtype=np.object_)
    found = audit(lambda row: row[0].pop() if row[0] else None, 1, pairs=[(one, other)])
    assert found.violated
    assert (one[0], other[0]) == ([0, 1], [0, 2])


def test_objects_are_inputs() -> None:
    """They are given as dictionaries, and written as JSON has them."""
    seen: list[object] = []

    def report(given: object) -> int:
        seen.append(given)
        return 0

    found = audit(report, 1, pairs=[({"a": 1}, {"a": 2})], draws=40)
    assert all(isinstance(each, dict) for each in seen)
    assert json.loads(found.to_json())["pairs"] == [[{"a": 1}, {"a": 2}]]


def test_evidence_is_kept(tmp_path: Path) -> None:
    """The second call goes on; another function begins nothing with it."""
    state = tmp_path / "kept.state"
    answer = truthful(0.76)
    once = audit(answer, "odds=3", pairs=PAIR, draws=500, state=state)
    again = audit(answer, "odds=3", pairs=PAIR, draws=900, state=str(state))
    assert (once.samples, again.samples) == (1000, 1800)
    with refused(Reason.FOREIGN_STATE):
        audit(Device(0.76).report, "odds=3", pairs=PAIR, state=state)


def test_closures_that_keep_other_values_are_others(tmp_path: Path) -> None:
    def made(share: float) -> Callable[[int], int]:
        return lambda bit: bit if share > 0.5 else 1 - bit

    state = tmp_path / "kept.state"
    audit(made(0.25), "odds=3", pairs=PAIR, draws=100, state=state)
    audit(made(0.25), "odds=3", pairs=PAIR, draws=100, state=state)
    with refused(Reason.FOREIGN_STATE):
        audit(made(0.75), "odds=3", pairs=PAIR, draws=100, state=state)


MINE = """
def answer(bit, coins):
    return bit if coins.read(1)[0] >= 32 else 1 - bit
"""


def test_the_command_repeats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, with the same coins: the same object, member by member."""
    (tmp_path / "repeated.py").write_text(MINE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    repeated = import_module("repeated")

    found = audit(repeated.answer, "odds=3", pairs=PAIR, seed="again", alpha="1/1000")
    assert found.violated
    words = shlex.split(found.how_to_repeat)
    assert words[:2] == ["ldproof", "audit"]
    command = [sys.executable, "-m", *words, "--json"]
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (told.returncode, told.stderr) == (1, "")
    assert json.loads(told.stdout) == json.loads(found.to_json())


def test_a_program_is_audited_by_its_command() -> None:
    found = audit([sys.executable, "-m", "ldproof.oracle"], REPORT, draws=300)
    assert not found.violated
    assert shlex.split(found.how_to_repeat)[-4:] == ["--", sys.executable, "-m", "ldproof.oracle"]


class Columns(list[object]):
    """Something like a table of pandas: what one goes through is no row of it."""

    def __init__(self, things: list[object], ndim: int) -> None:
        super().__init__(things)
        self.ndim = ndim

    def keys(self) -> list[object]:
        return [*range(len(self))]


def test_what_may_be_counts_or_outputs_is_neither() -> None:
    with refused(Reason.NOT_A_TABLE):
        audit({0: Columns([900, 100], 1), 1: Columns([100, 900], 1)}, "odds=3")
    with refused(Reason.NOT_A_LIST):
        audit(abs, "odds=3", inputs=Columns(["a", "b"], 2))
    assert audit(abs, "odds=3", inputs=Columns([0, 1], 1), draws=200).violated


def test_what_has_no_end_is_refused() -> None:
    with refused(Reason.TOO_LARGE):
        audit(abs, "odds=3", inputs=count())
    with refused(Reason.TOO_LARGE):
        audit(abs, "odds=3", pairs=((each, each + 1) for each in count()))


def test_outputs_that_have_no_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ever new ones, or the same; those that end are counted, however many they are."""
    monkeypatch.setattr(tabulating, "KINDS", 1000)
    monkeypatch.setattr(tabulating, "LOT", 600)
    monkeypatch.setattr(tabulating, "LONGEST", 3000)
    assert audit({0: (each % 900 for each in range(2999)), 1: iter([0])}, "odds=3").samples == 3000
    for outputs, words in ((count(), "different samples"), (repeat(0), "do not end after 3000")):
        with refused(Reason.TOO_LARGE) as caught:
            audit({0: outputs, 1: [0]}, "odds=3")
        assert words in caught.value.what


def test_a_refusal_is_no_cause_of_itself() -> None:
    """Whoever follows the causes of one comes to an end."""
    with refused(Reason.NO_SUCH_PROGRAM) as caught:
        audit([], "odds=3", pairs=[(0, 1)])
    assert caught.value.__cause__ is None


def test_a_closure_is_repeated_by_a_call() -> None:
    found = audit(truthful(0.95), "odds=3", pairs=PAIR)
    assert found.how_to_repeat.startswith("ldproof.audit(truthful.<locals>.<lambda> (")
    assert "pairs=[(0, 1)]" in found.how_to_repeat


def test_inputs_of_every_kind_are_repeated_as_python_writes_them() -> None:
    given: list[tuple[object, object]] = [(nan, {"a": (-inf, None)}), ("x", [1.5])]
    words = audit(lambda _: 0, "odds=3", pairs=given, draws=50).how_to_repeat
    _, _, rest = words.partition("pairs=")
    written, _, _ = rest.partition(", alpha=")
    assert repr(eval(written, {"float": float})) == "[(nan, {'a': [-inf, None]}), ('x', [1.5])]"


def raises(bit: int) -> int:
    raise KeyError(bit)


@pytest.mark.parametrize(
    ("randomizer", "options", "reason"),
    [
        ("./program", {}, Reason.NOT_A_VALUE),
        (7, {}, Reason.NOT_A_VALUE),
        ([1], {}, Reason.NOT_A_WORD),
        ([], {}, Reason.NO_SUCH_PROGRAM),
        (["./there/is/none"], {}, Reason.NO_SUCH_PROGRAM),
        (raises, {}, Reason.PROGRAM_ENDED),
        (lambda: 0, {}, Reason.MISSING),
        (lambda bit: object(), {}, Reason.NOT_AN_ANSWER),
        (lambda bit, count: [0] * (count + 1), {}, Reason.NOT_AN_ANSWER),
        (lambda bit: 0, {"seed": 1}, Reason.UNKNOWN_PARAMETER),
        (from_coins, {"pairs": None}, Reason.MISSING),
        (from_coins, {"pairs": (0, 1)}, Reason.NOT_A_LIST),
        (from_coins, {"pairs": "01"}, Reason.NOT_A_LIST),
        (from_coins, {"pairs": [(0, 0)]}, Reason.REPEATED),
        (from_coins, {"pairs": [(0, object())]}, Reason.NOT_A_VALUE),
        (from_coins, {"alpha": 0.05}, Reason.NOT_EXACT),
        (from_coins, {"alpha": 1}, Reason.OUT_OF_RANGE),
        (from_coins, {"draws": 0}, Reason.OUT_OF_RANGE),
        (from_coins, {"level": "person"}, Reason.UNKNOWN_NAME),
        (from_coins, {"level": "event"}, Reason.UNKNOWN_NAME),
        (from_coins, {"throughout": 2}, Reason.NOT_A_VALUE),
        (from_coins, {"seed": 1.5}, Reason.NOT_EXACT),
        (from_coins, {"state": 3}, Reason.NO_SUCH_PLACE),
        ({0: {0: 1}}, {"pairs": None}, Reason.MISSING),
        ({0: {0: 1}, 1: {}}, {"pairs": None}, Reason.MISSING),
        ({0: {0: -1}, 1: {0: 1}}, {"pairs": None}, Reason.OUT_OF_RANGE),
        ({0: {0: 1.5}, 1: {0: 1}}, {"pairs": None}, Reason.NOT_EXACT),
        ({0: 5, 1: {0: 1}}, {"pairs": None}, Reason.NOT_A_TABLE),
        (from_coins, {"pairs": [(ITSELF, 1)]}, Reason.NOT_A_VALUE),
        ({0: [ITSELF], 1: [0]}, {"pairs": None}, Reason.NOT_A_VALUE),
        ({0: "ab", 1: {0: 1}}, {"pairs": None}, Reason.NOT_A_TABLE),
        ({0: {0: 1}, 1: {0: 1}, 2: {0: 1}}, {}, Reason.UNKNOWN_NAME),
        ({0: {0: 1}, 1: {0: 1}}, {"seed": 1}, Reason.UNKNOWN_PARAMETER),
        (iter([7]), {}, Reason.NOT_A_TABLE),
        (iter([(0, 1)]), {"state": "a"}, Reason.UNKNOWN_PARAMETER),
    ],
)
def test_what_is_refused(randomizer: object, options: dict[str, object], reason: Reason) -> None:
    call: Callable[..., object] = ldproof.audit
    with refused(reason):
        call(randomizer, "odds=3", **{"pairs": PAIR, **options})


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
    ],
)
def test_what_is_no_claim(claim: object, reason: Reason) -> None:
    call: Callable[..., object] = ldproof.audit
    with refused(reason):
        call(from_coins, claim, pairs=PAIR)


@pytest.mark.parametrize("given", [b"", b"12", bytearray(16), "x" * 16, None])
def test_coins_that_give_something_else_are_refused(given: object) -> None:
    class Short:
        def read(self, count: int) -> bytes:
            return cast("bytes", given)

    with refused(Reason.NOT_A_VALUE):
        mechanism("shots.report", T=3, m=1, odds=3).randomize("101", Short())
