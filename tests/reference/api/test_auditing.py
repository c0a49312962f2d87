"""`ldproof.audit`: its arguments and results, which are those of the command line."""

import json
import pickle
import re
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from itertools import count, repeat
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from ldproof import AuditResult, Reason, Refused, audit, mechanism
from ldproof.auditor import samples as samples_module
from ldproof.cli import audit as audit_command
from ldproof.cli.main import app
from tests.reference.api.test_refusals import Columns
from tests.reference.refusals import refused
from tests.tiers import slow

PAIR = [(0, 1)]
COUNTS = {0: {0: 3, 1: 1}, 1: {0: 1, 1: 3}}
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
        """One output."""
        return np.bool_((self.draws.random() < self.share) == bool(bit))

    def reports(self, bit: int, *, count: int) -> NDArray[np.int64]:
        """Many outputs."""
        return np.where(self.draws.random(count) < self.share, bit, 1 - bit)

    __call__ = report


def members(found: AuditResult) -> Any:
    """The members of a result's JSON text."""
    return json.loads(found.to_json())


@pytest.mark.parametrize(
    "made",
    [
        truthful,
        pytest.param(lambda share: Device(share).reports, marks=slow),
        pytest.param(lambda share: Device(share).report, marks=slow),
        pytest.param(Device, marks=slow),
    ],
)
def test_any_callable_is_audited(made: Callable[[float], Callable[..., object]]) -> None:
    """Ten times the odds are found, and three times are what is claimed."""
    assert audit(made(10 / 11), "odds=3", pairs=PAIR).violated
    assert not audit(made(3 / 4), "odds=3", pairs=PAIR, draws=300, alpha="1e-6").violated


def test_claim_is_given_in_any_exact_form() -> None:
    claims: tuple[tuple[Any, str, str], ...] = (
        *((claim, "odds_at_least", "3/1") for claim in ("odds=3", {"odds": 3}, "ln(3)", " ln(3)")),
        *((claim, "odds_at_least", "5/2") for claim in ({"odds": Fraction(5, 2)}, "epsilon=ln(5/2)")),
        *(
            (claim, "epsilon", "1/1")
            for claim in (1, Fraction(1), Decimal("1.0"), "1", "0.1e1", "2/2", np.int64(1))
        ),
    )
    for claim, member, exact in claims:
        assert members(audit(COUNTS, claim))["claim"][member] == {"exact": exact}


def test_smallest_alpha() -> None:
    assert "a probability of at most 1e-300" in str(audit(COUNTS, "odds=3", alpha="1e-300"))
    assert not audit(truthful(0.95), "odds=3", pairs=PAIR, alpha="1e-300", draws=100).violated


def test_mechanism_knows_its_worst_pair() -> None:
    """It is right, as itself; as one with a smaller budget it is not."""
    assert not audit(REPORT.randomize, REPORT, draws=200, seed="right").violated
    found = audit(REPORT.randomize, mechanism("shots.report", T=3, m=1, odds="3/2"), seed="wrong")
    assert (found.violated, found.event) == (True, "foreseen by the mechanism")
    assert found.counts is not None
    assert {found.counts.likely_input, found.counts.unlikely_input} == {"000", "111"}


def test_result_says_what_its_json_says() -> None:
    found = audit(truthful(0.95), "odds=3", pairs=PAIR)
    assert isinstance(found, AuditResult)
    told, counts = members(found), found.counts
    assert told["verdict"] == "violated"
    assert told["events"][0]["event"] == found.event
    assert counts is not None
    assert counts.likely / counts.likely_samples > 3 * counts.unlikely / counts.unlikely_samples
    assert told["samples"] == found.samples
    assert Fraction(told["epsilon_at_least"]["exact"]) == found.bound
    assert re.match(r"violated: .* does not keep its claim", str(found))
    assert found.claim == "black-box odds=3"
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(FrozenInstanceError):
        setattr(found, "violated", False)  # noqa: B010
    with pytest.raises(Refused, match="violated"):
        assert found
    # A closure is repeated by a call.
    assert found.how_to_repeat.startswith("ldproof.audit(truthful.<locals>.<lambda> (")
    assert "pairs=[(0, 1)]" in found.how_to_repeat


def test_page_has_no_markup_of_an_output() -> None:
    evil = "<script>alert(1)</script>"
    found = audit({0: {f"{evil}0": 900, f"{evil}1": 100}, 1: {f"{evil}0": 100, f"{evil}1": 900}}, 1)
    html = found._repr_html_()
    assert "<script>" not in html
    assert html.startswith("<table><caption>violated")
    assert "&lt;script&gt;" in html


def test_table_is_audited_in_all_its_pairs() -> None:
    """The third input alone is told apart; of a mechanism's table the pairs of neighbours are looked at."""
    table = {0: {"a": 500, "b": 500}, 1: {"a": 500, "b": 500}, 2: ["a"] * 900 + ["b"] * 100}
    found = members(audit(table, 1, alpha="1e-6"))
    assert found["pairs"] == [[0, 1], [0, 2], [1, 2]]
    assert found["kind"] == "fixed-sample"
    same = {given: Counter(each) if isinstance(each, list) else each for given, each in table.items()}
    assert members(audit(same, 1, alpha="1e-6")) == found
    of_bits = {"000": {"000": 5}, "100": {"000": 5}, "111": {"000": 5}}
    assert len(members(audit(of_bits, REPORT))["pairs"]) == 3
    del of_bits["111"]
    event = members(audit(of_bits, mechanism("counting.borappor", T=3, odds=27), level="event"))
    assert event["pairs"] == [["000", "100"]]


def endless(share: float) -> Iterator[tuple[int, int]]:
    """Samples, one input after the other, as long as somebody takes them."""
    answer, lots = truthful(share), Random(2)
    while True:
        bit = lots.randrange(2)
        yield bit, answer(bit)


def test_iterator_is_asked_for_as_much_as_is_needed_and_may_end() -> None:
    """In batches, each with as many of either input as a coin tosses, until one of them has no more."""
    found = audit(endless(0.95), "odds=3", pairs=PAIR)
    assert found.violated
    assert found.samples < 5000
    samples = iter([(bit, bit) for bit in (0, 1) * 150])
    found = audit(samples, "odds=3", pairs=PAIR, alpha="1e-300")
    assert not found.violated
    assert 200 <= found.samples <= 300


def test_inputs_are_handed_over_as_they_are() -> None:
    """Arrays as arrays that cannot be written to, lists as tuples, objects as dictionaries."""
    seen: list[object] = []

    def report(row: object) -> int:
        seen.append(row)
        return 0

    audit(report, 1, pairs=[(np.array([0, 1]), [1, 0])], draws=40)
    arrays = [each for each in seen if isinstance(each, np.ndarray)]
    assert {tuple(each.tolist()) for each in arrays} == {(0, 1)}
    assert not arrays[0].flags.writeable
    assert {str(each) for each in seen if not isinstance(each, np.ndarray)} == {"(1, 0)"}
    seen.clear()
    found = audit(report, 1, pairs=[({"a": 1}, {"a": 2})], draws=40)
    assert all(isinstance(each, dict) for each in seen)
    assert members(found)["pairs"] == [[{"a": 1}, {"a": 2}]]


def test_input_that_a_function_has_changed_is_whole_again_for_the_next_draw() -> None:
    one, other = np.array([[0, 1], None], dtype=np.object_), np.array([[0, 2], None], dtype=np.object_)
    found = audit(lambda row: row[0].pop() if row[0] else None, 1, pairs=[(one, other)])
    assert found.violated
    assert (one[0], other[0]) == ([0, 1], [0, 2])


def test_evidence_is_kept_for_the_same_function(tmp_path: Path) -> None:
    """The second call goes on; another function, or a closure that keeps other values, begins nothing with it."""
    state = tmp_path / "kept.state"
    answer = truthful(0.76)
    once = audit(answer, "odds=3", pairs=PAIR, draws=100, state=state)
    again = audit(answer, "odds=3", pairs=PAIR, draws=200, state=str(state))
    assert (once.samples, again.samples) == (200, 400)
    with refused(Reason.FOREIGN_STATE):
        audit(Device(0.76).report, "odds=3", pairs=PAIR, state=state)

    def made(share: float) -> Callable[[int], int]:
        return lambda bit: bit if share > 0.5 else 1 - bit

    state = tmp_path / "other.state"
    for _ in range(2):
        audit(made(0.25), "odds=3", pairs=PAIR, draws=50, state=state)
    with refused(Reason.FOREIGN_STATE):
        audit(made(0.75), "odds=3", pairs=PAIR, draws=50, state=state)


MINE = """
def answer(bit, coins):
    return bit if coins.read(1)[0] >= 32 else 1 - bit
"""


def test_command_repeats_an_audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same coins: the same object, member by member."""
    (tmp_path / "repeated.py").write_text(MINE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(audit_command, "Pool", lambda _: nullcontext())
    repeated = import_module("repeated")
    found = audit(repeated.answer, "odds=3", pairs=PAIR, seed="again", alpha="1/1000")
    assert found.violated
    program, *words = shlex.split(found.how_to_repeat)
    assert (program, words[0]) == ("ldproof", "audit")
    told = CliRunner().invoke(app, [*words, "--json"])
    assert (told.exit_code, told.stderr) == (1, "")
    assert json.loads(told.stdout) == members(found)


@slow
def test_program_is_audited_by_its_command() -> None:
    found = audit([sys.executable, "-m", "ldproof.oracle"], REPORT, draws=300)
    assert not found.violated
    assert shlex.split(found.how_to_repeat)[-4:] == ["--", sys.executable, "-m", "ldproof.oracle"]


def test_outputs_that_have_no_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ever new ones, or the same; those that end are counted, however many they are."""
    monkeypatch.setattr(samples_module, "KINDS", 1000)
    monkeypatch.setattr(samples_module, "LOT", 600)
    monkeypatch.setattr(samples_module, "MOST_UNSIZED", 3000)
    assert audit({0: (each % 900 for each in range(2999)), 1: iter([0])}, "odds=3").samples == 3000
    for outputs, words in ((count(), "different samples"), (repeat(0), "do not end after 3000")):
        with refused(Reason.TOO_LARGE) as caught:
            audit({0: outputs, 1: [0]}, "odds=3")
        assert words in caught.value.what


def test_inputs_of_every_kind_are_repeated_as_python_writes_them() -> None:
    """A column of a table is a list of inputs."""
    given: list[tuple[object, object]] = [(nan, {"a": (-inf, None)}), ("x", [1.5])]
    words = audit(lambda _: 0, "odds=3", pairs=given, draws=50).how_to_repeat
    written = words.partition("pairs=")[2].partition(", alpha=")[0]
    assert repr(eval(written, {"float": float})) == "[(nan, {'a': [-inf, None]}), ('x', [1.5])]"
    assert audit(abs, "odds=3", inputs=Columns([0, 1], 1), draws=200).violated
