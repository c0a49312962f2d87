"""Programs whose outputs are too many to list: parts of them are held against the law, or nothing is said to conform."""

from collections.abc import Callable
from random import Random

import pytest

from ldproof import Mechanism, conform, mechanism
from ldproof.oracle.conformance import Asked, Finding, Verdict
from ldproof.oracle.conformance.report import sentences
from ldproof.oracle.conformance.requests import inputs
from ldproof.programs import Description
from ldproof.registry import AnyMechanism
from ldproof.registry import mechanism as made
from tests.tiers import slow

Report = Callable[[str], str]

W, D, T, ODDS = 1024, 16, 100, 3
LIE = 1 / (1 + ODDS)


def hadamard(random: Random, places: int = W, lie: float = LIE, kept: int = W) -> Report:
    """A client of hcms that draws from so many places, lies so often, and keeps a column modulo a number."""

    def report(columns: str) -> str:
        row, place = random.randrange(D), random.randrange(places)
        column = [int(each) % kept for each in columns.split(",")][row]
        sign = (place & column).bit_count() % 2
        return f"{row}:{place},{sign ^ (random.random() < lie)}"

    return report


def one_shot(random: Random, bytes_read: int = 4) -> Report:
    """A client of one-shot reporting whose round is a number of so many bytes modulo T."""

    def report(states: str) -> str:
        chosen = random.randrange(256**bytes_read) % T
        return "".join(
            str(int(state) ^ (random.random() < LIE)) if place == chosen else "0"
            for place, state in enumerate(states)
        )

    return report


HCMS = mechanism("sketch.hcms", w=W, d=D, odds=ODDS)
SHOTS = mechanism("shots.report", T=T, m=1, r=0, odds=ODDS)
ENOUGH = 2000


@pytest.mark.parametrize(
    ("meant", "report", "words"),
    [
        (HCMS, lambda random: hadamard(random, lie=0), "the sign is right"),
        (HCMS, lambda random: hadamard(random, places=256), "the place"),
        (HCMS, lambda random: hadamard(random, kept=256), "the sign"),
        pytest.param(SHOTS, lambda random: one_shot(random, bytes_read=1), "of the rounds", marks=slow),
    ],
)
def test_wrong_client_differs(meant: Mechanism, report: Callable[[Random], Report], words: str) -> None:
    draws = 12_000 if meant is SHOTS else ENOUGH
    found = conform(report(Random(1)), meant, draws=draws)
    assert not found.conforms
    assert words in str(found)


@pytest.mark.parametrize(("meant", "report"), [(HCMS, hadamard), (SHOTS, one_shot)])
def test_right_client_conforms(meant: Mechanism, report: Callable[[Random], Report]) -> None:
    found = conform(report(Random(1)), meant, draws=ENOUGH)
    assert found.conforms


def test_what_cannot_be_tested_is_not_called_conforming() -> None:
    finding = Finding(
        Asked("theirs.wide"), Description("their program", ()), [], {}, {}, [], untested=["theirs.wide"]
    )
    assert finding.verdict is Verdict.UNTESTED
    first, second, *_ = sentences(finding)
    assert first.startswith("nothing could be tested")
    assert "the draws of theirs.wide could not be tested" in second


@pytest.mark.parametrize(
    ("name", "parameters", "wanted"),
    [
        ("sketch.cms", {"w": "1024", "d": "16", "odds": "9"}, "1023,1023"),
        ("shots.report", {"T": "100", "m": "1", "odds": "3"}, ""),
        ("chi2.algorithm_2", {"m1": "5", "m2": "7", "tau": "1", "odds": "3"}, "5,7"),
    ],
)
def test_largest_and_random_inputs_are_asked_for(name: str, parameters: dict[str, str], wanted: str) -> None:
    known: AnyMechanism = made(name, parameters)
    asked = inputs(name, known)
    assert any(each.startswith(wanted) for each in asked)
    assert any(len({*each.split(","), *each} - {","}) > 1 for each in asked)
