"""Attacks on auditors: an audit finds those that it is said to find, and the page prints those that it misses."""

import re
import sys
import time
from collections.abc import Sequence
from math import nan
from pathlib import Path

import pytest

from ldproof.coins import SeededCoins, Tape
from tests.audit.zoo.attacks import ATTACKS, write_page
from tests.tiers import slow

PAGE = Path(__file__).parents[3] / "docs" / "attacks.md"
QUICK = {"clear_half_of_the_time"}
MISSED_DRAWS = 5000
"""The draws of the attacks that are missed: with the default number each of them takes a minute."""


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=() if each in QUICK else slow) for each in ATTACKS]
)
def test_attack_is_found_or_missed_as_the_page_says(name: str) -> None:
    attack = ATTACKS[name]
    found = attack.audit_once(1) if attack.found else attack.audit_once(1, MISSED_DRAWS)
    assert found.violated is attack.found


def test_page_prints_every_attack_and_those_that_are_missed_first() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert write_page() in page
    told = re.findall(r"^\| (found|\*\*missed\*\*) \| `(\w+)`", page, re.MULTILINE)
    assert {name: verdict == "found" for verdict, name in told} == {
        each.name: each.found for each in ATTACKS.values()
    }
    assert [verdict for verdict, _ in told] == sorted(verdict for verdict, _ in told)


def test_every_kind_of_attack_is_there_and_some_are_missed() -> None:
    kinds = {each.kind for each in ATTACKS.values()}
    assert kinds == {
        "small probability",
        "special input",
        "number of calls",
        "wall clock",
        "knows the auditor",
    }
    missed = {each.kind for each in ATTACKS.values() if not each.found}
    assert missed == kinds


def answers(name: str, given: object, other: int = 2**63, skipped: int = 0) -> set[object]:
    """The different answers where the first number that is drawn says each of many things, the second number being given."""
    attack, found = ATTACKS[name], set()
    for lie in range(0, 2**64, 2**62):
        function = attack.function() if attack.stateful else attack.function
        assert callable(function)
        for _ in range(skipped):
            function(0, SeededCoins(b"before"))
        output = function(given, Tape(lie.to_bytes(8) + other.to_bytes(8)))
        found.add(tuple(output) if isinstance(output, list) else output)
    return found


def test_leaks_in_small_probabilities_have_these() -> None:
    """Below the stated probability the answer is that of one bit alone; above, a lie decides."""
    for name, below in {
        "marked_once_in_100": 1e-2,
        "marked_once_in_1000": 1e-3,
        "marked_once_in_100000": 1e-5,
        "number_once_in_1000": 1e-3,
        "unmarked_once_in_50": 0.02,
        "unmarked_once_in_500": 0.002,
    }.items():
        inside, outside = (int(below * factor * 2**64) for factor in (0.99, 1.01))
        told = [answers(name, bit, inside) for bit in (0, 1)]
        assert [len(each) for each in told] == [1, 1]
        assert told[0] != told[1]
        assert [answers(name, bit, outside) for bit in (0, 1)] == [{0, 1}, {0, 1}]


def test_special_inputs_leak() -> None:
    cases: dict[str, tuple[Sequence[float], Sequence[float]]] = {
        "empty_in_the_clear": ([], [1]),
        "nan_in_the_clear": ([nan], [1.0]),
        "one_number_in_the_clear": ([1_234_567], [1_234_568]),
        "large_data_in_the_clear": ([1] * 101, [1] * 100),
    }
    for name, (leaking, usual) in cases.items():
        assert len(answers(name, leaking)) == 1 < len(answers(name, usual))
    for name, one, other in (
        ("outliers_count_more", [1001], [1000]),
        ("repetitions_count_more", [2, 2], [2]),
    ):
        shifted = {each + 10 for each in answers(name, other) if isinstance(each, int)}
        assert answers(name, one) == shifted


def test_later_calls_and_times_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, calls in (("clear_after_1000", 999), ("clear_every_10th", 9), ("clear_every_100th", 99)):
        assert [answers(name, bit, 0, calls) for bit in (0, 1)] == [{0}, {1}]
    late = ATTACKS["clear_after_1000000"].function()
    assert callable(late)
    before = SeededCoins(b"before")
    assert {late(0, before) for _ in range(100)} == {0, 1}
    for name, moment in (("clear_half_of_the_time", 0.005), ("clear_from_2100_on", 4.2e9)):
        monkeypatch.setattr(time, "time", lambda moment=moment: moment)
        monkeypatch.setattr(time, "gmtime", lambda calendar=time.gmtime, moment=moment: calendar(moment))
        assert [answers(name, bit) for bit in (0, 1)] == [{0}, {1}]
        monkeypatch.undo()
    monkeypatch.setattr(time, "time", lambda: 0.015)
    assert answers("clear_half_of_the_time", 0) == answers("clear_from_2100_on", 0) == {0, 1}
    assert answers("clear_without_auditor", 0) == {0, 1}
    monkeypatch.delitem(sys.modules, "ldproof.auditor")
    assert answers("clear_without_auditor", 0) == {0}
