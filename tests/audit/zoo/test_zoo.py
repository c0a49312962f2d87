"""The auditor catches what is broken and clears what is right; and the specimens are what they are said to be."""

import ast
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import isclose, log
from pathlib import Path

import pytest

from ldproof.audit.plan import Verdict
from ldproof.law import Infinite, Law, Odds, most, tight_odds
from ldproof.mechanisms import to_text
from ldproof.numbers import ball
from tests.audit.zoo import BROKEN, RIGHT
from tests.audit.zoo.audits import LEVEL, audit, caught, cleared
from tests.audit.zoo.laws import Seen
from tests.audit.zoo.specimens import Broken, Right, Specimen, grown

SYSTEMS = {"shots", "counting", "chi2", "sketch"}
KNOWN = {"ldproof.coins", "ldproof.law"}
"""What a specimen may know of the reference: how coins are read, and how infinite odds are written."""
ROUNDED = Fraction(1, 10**12)
"""How far floats may lead away from a probability."""

broken = pytest.mark.parametrize("specimen", [pytest.param(each, id=each.name) for each in BROKEN.values()])
right = pytest.mark.parametrize("specimen", [pytest.param(each, id=each.name) for each in RIGHT.values()])


@cache
def laws(name: str) -> Mapping[str, Law[Seen]]:
    """The law of what comes out and what was drawn, for all inputs that there are."""
    specimen = {**BROKEN, **RIGHT}[name]
    return {given: specimen.law(given) for given in specimen.inputs()}


def true_odds(specimen: Specimen) -> Odds:
    """How much likelier an output, together with what was drawn for it, can become by the input."""
    mechanism = specimen.mechanism()
    listed = laws(specimen.name)
    secrets = {given: mechanism.secrets.read(given) for given in listed}
    return most(
        tight_odds(listed[one], listed[other])
        for one, other in permutations(listed, 2)
        if mechanism.neighbours("user", secrets[one], secrets[other])
    )


def test_there_are_enough_of_every_system() -> None:
    assert not BROKEN.keys() & RIGHT.keys()
    for zoo in (BROKEN, RIGHT):
        assert len(zoo) >= 20
        assert {each.claims.partition(".")[0] for each in zoo.values()} == SYSTEMS
        assert all(each.sentence.endswith(".") for each in zoo.values())


def test_specimens_owe_nothing_to_the_reference() -> None:
    here = Path(__file__).parent
    for path in [*here.glob("broken/*.py"), *here.glob("right/*.py"), here / "drawing.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {each for each in names if each.startswith("ldproof")} - KNOWN, path


@broken
def test_the_true_odds_are_as_said(specimen: Broken) -> None:
    found = true_odds(specimen)
    if isinstance(specimen.odds, float):
        assert isinstance(found, Fraction)
        assert isclose(found, specimen.odds, rel_tol=1e-9)
    else:
        assert found == specimen.odds
    assert specimen.epsilon >= 1.05 * specimen.claimed


@broken
def test_what_is_broken_is_caught(specimen: Broken) -> None:
    course = caught(specimen)
    assert course.verdict is Verdict.REFUTED
    assert course.pairs_drawn <= specimen.within
    assert float(course.bound() or 0) <= specimen.epsilon


@pytest.mark.parametrize(
    ("name", "parameters", "pairs"),
    [
        ("dummies_like_the_state", "T=50 m=5 r=1/2 odds=3", []),
        ("one_flip_for_all_reports", "T=20 m=20 r=0 report_odds=21/20", [("01" * 10, "0" * 20)]),
        ("all_of_the_budget_each_time", "T=100 m=10 r=1/2 odds=3", []),
        ("silent_when_idle", "T=100 odds=3", []),
        ("reports_in_the_next_round_too", "T=100 odds=3", []),
        ("waits_for_the_first_one", "T=50 odds=2", [("0" * 20 + "1" * 10 + "0" * 20, "0" * 50)]),
        ("the_whole_budget_every_round", "T=50 odds=3", []),
        ("memoised_until_it_changes", "T=20 odds=16", [("01" * 10, "10" * 10)]),
        ("keeps_the_one", "w=256 d=8 odds=3", []),
        ("nothing_to_hide_in_column_0", "w=256 d=8 odds=3", []),
        ("row_of_the_item", "w=256 d=8 odds=3", []),
    ],
)
def test_size_hides_nothing(name: str, parameters: str, pairs: list[tuple[str, str]]) -> None:
    large = grown(BROKEN[name], parameters, *pairs)
    assert audit(large, 2000, LEVEL).verdict is Verdict.REFUTED


@right
def test_what_is_right_has_the_law_of_the_reference(specimen: Right) -> None:
    mechanism = specimen.mechanism()
    for given, seen in laws(specimen.name).items():
        law = seen.pushforward(lambda each: each.output)
        secret = mechanism.secrets.read(given)
        outputs = {to_text(mechanism.outputs, each): each for each in mechanism.outputs}
        assert set(law) <= set(outputs)
        for text, output in outputs.items():
            expected = mechanism.likelihood(secret, output)
            if specimen.reads:
                assert abs(float(ball(expected)) - law[text]) <= ROUNDED
            else:
                assert expected == law[text]


@right
def test_what_is_right_tells_nothing_by_the_bytes_that_it_reads(specimen: Right) -> None:
    found = true_odds(specimen)
    assert not isinstance(found, Infinite)
    if specimen.reads:
        assert isclose(log(found), specimen.claimed, rel_tol=1e-9)
    else:
        assert found == specimen.mechanism().privacy("user").odds


@right
def test_what_is_right_is_not_flagged(specimen: Right) -> None:
    course = cleared(specimen)
    assert course.verdict is Verdict.NOT_REFUTED
    assert float(course.bound() or 0) <= specimen.claimed
