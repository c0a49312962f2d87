"""A row of the table, from a child that reveals everything and from one that reveals nothing; and the pins."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from ldproof.programs import Program
from tests.peers import answering
from tests.peers.audits import Row, audited
from tests.peers.environments import PYTHON, Library, pins
from tests.peers.libraries import LIBRARIES, targets
from tests.peers.targets import Target, each, none, nothing, tight
from tests.peers.writing import COLUMNS, as_json, cells, line, lines_of, of_json, summary

ROOT = Path(answering.__file__).parents[2]
CHILD = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.peers.answering import serve
from random import random
tenth = lambda _: lambda given: given if random() < 1 / 10 else "nothing"
def last(_, kept=[0]):
    def draw(given):
        kept.append(given)
        return kept.pop(0)
    return draw
serve("child", {{
    "open": lambda _: lambda given: given, "shut": lambda _: lambda given: 0, "tenth": tenth, "last": last
}})
"""
SOMEBODY = Library("opendp", "opendp")
KEPT_AND_BROKEN = (nothing, "0.2"), (none, "0.01")


def row(target: Target) -> Row:
    with Program((sys.executable, "-c", CHILD)) as program:
        return audited(SOMEBODY, program, target, "1", 2000, Fraction(1, 1000))


def test_who_reveals_everything_is_refuted_far_beyond_the_promise() -> None:
    found = row(Target("open", 0, "x", none))
    assert found.violated
    assert not found.together
    assert found.expected
    assert found.pairs < 2000
    assert found.bound is not None
    assert found.bound >= 2
    assert '"x"' in found.event
    assert found.command.startswith("ldproof audit black-box epsilon=1 randomizer=open --pair 0")
    assert found.command.endswith("-- build/peers/opendp/bin/python -m tests.peers.opendp.adapter")


def test_who_reveals_nothing_is_not() -> None:
    found = row(Target("shut", 0, 1, tight))
    assert not found.violated
    assert not found.expected
    assert found.pairs == 2000
    assert found.bound is None


def test_what_a_tenth_reveals_is_within_a_delta_and_not_within_less() -> None:
    """Also for the larger claims: without the delta a bound would be shown at once."""
    kept, broken = (row(Target("tenth", 0, 1, truth, delta=delta)) for truth, delta in KEPT_AND_BROKEN)
    assert (kept.violated, kept.expected, kept.bound) == (False, False, None)
    assert (broken.violated, broken.expected) == (True, True)
    assert broken.bound is not None
    assert broken.bound >= 2
    assert "one report of one person, delta=0.01" in cells(broken)
    assert "epsilon=1 delta=0.01 randomizer=tenth" in broken.command
    assert of_json(as_json([kept, broken])) == [kept, broken]
    assert " delta=0.2 |" in summary(lines_of([kept]))


def test_who_reveals_the_draw_before_is_refuted_together_with_it() -> None:
    found = row(Target("last", 0, 1, none))
    assert (found.violated, found.together) == (True, True)
    assert f"**violated** in {found.pairs}, with other draws: " in summary(lines_of([found]))


def test_a_row_is_written_in_a_table_and_in_json() -> None:
    found = row(Target("open", (0, 1), "a|b", none))
    texts = cells(found)
    assert len(texts) == len(COLUMNS)
    assert texts[:3] == ("opendp", SOMEBODY.version, "open")
    assert "violated" in texts
    assert r'[0,1] "a\|b"' in line(texts)
    (written,) = json.loads(as_json([found]))
    assert written["truth"] == "unbounded"
    assert written["violated"] is True
    assert of_json(as_json([found])) == [found]
    head, _, only = summary(lines_of([found])).splitlines()
    assert "epsilon 1" in head
    assert f"**violated** in {found.pairs}: {found.bound:.3g} or more; true: unbounded" in only


@pytest.mark.parametrize("library", LIBRARIES.values(), ids=str)
def test_every_library_is_pinned_and_has_targets_that_differ(library: Library) -> None:
    assert library.version
    found = targets(library)
    assert found
    said = [
        (each.randomizer, each.one, each.other, each.promise, each.delta, str(each.parameters))
        for each in found
    ]
    assert len(set(said)) == len(said)


def test_what_is_not_pinned_is_an_error() -> None:
    assert pins("# why\nnumpy==1.2\n\nscipy==3\n") == {"numpy": "1.2", "scipy": "3"}
    with pytest.raises(ValueError, match="dictionary update sequence"):
        pins("numpy>=1.2\n")


def test_several_targets_at_once() -> None:
    one, two = each("A | B, seen", 0, 1, k="4")
    assert (one.randomizer, two.randomizer) == ("A", "B, seen")
    assert one.parameters == {"k": "4"}
    assert PYTHON.split(".")[0] == "3"


def test_what_is_broken_is_so_by_more_than_rounding() -> None:
    truths = (none, lambda epsilon: epsilon * 1.01, lambda epsilon: epsilon * (1 + 1e-12), tight, None)
    assert [Target("A", 0, 1, truth).broken("0.5") for truth in truths] == [True, True, False, False, False]
