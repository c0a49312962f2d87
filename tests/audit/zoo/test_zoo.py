"""The audit catches broken specimens and clears right ones, and the specimens have their stated laws."""

import ast
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import permutations
from math import isclose, log
from pathlib import Path

import pytest

from ldproof.auditor import AuditPlan, AuditState, Verdict, parse_claim, parse_pairs
from ldproof.auditor.draw.sources import FunctionSource
from ldproof.auditor.state_file import run_audit
from ldproof.mechanisms import to_text
from ldproof.numbers import ball
from ldproof.probability import Infinite, Law, Odds
from ldproof_proofs.law.finite_laws import largest_odds, tight_odds
from tests.audit.zoo import BROKEN, RIGHT
from tests.audit.zoo.laws import SeenDraw
from tests.audit.zoo.specimens import Specimen, with_larger_parameters
from tests.tiers import run_everything, slow

SYSTEMS = ("shots", "counting", "chi2", "sketch")
KNOWN = {"ldproof.coins", "ldproof.probability"}
"""What a specimen may know of the reference: how coins are read, and how infinite odds are written."""
ROUNDED = Fraction(1, 10**12)
"""How far floats may lead away from a probability."""
LEVEL, STRICT = Fraction(1, 20), Fraction(1, 10**6)
"""The chance of a wrong verdict that an audit takes with a broken specimen, and with a right one."""
ENOUGH = 2000 if run_everything() else 300
"""Pairs of draws from a right one."""
QUICK = {
    "dummies_like_the_state",
    "silent_when_idle",
    "half_the_scale",
    "keeps_the_one",
    "saves_coins_when_it_tells_the_truth",
    "chosen_round_by_round",
}
"""Five broken and one right one, of all systems and of different kinds, for the default tier."""

by_system = pytest.mark.parametrize("system", SYSTEMS)


def of_system(zoo: Mapping[str, Specimen], system: str) -> Iterable[Specimen]:
    found = [each for each in zoo.values() if each.claims.startswith(f"{system}.")]
    assert len(found) >= 2
    return found


def by_name(zoo: Mapping[str, Specimen]) -> pytest.MarkDecorator:
    names = [pytest.param(name, marks=() if name in QUICK else slow) for name in zoo]
    return pytest.mark.parametrize("name", names)


def output_laws(specimen: Specimen) -> Mapping[str, Law[SeenDraw]]:
    """Return the law of the output with its draws, for all inputs."""
    return {given: specimen.law(given) for given in specimen.inputs()}


def true_odds(specimen: Specimen, laws: Mapping[str, Law[SeenDraw]]) -> Odds:
    """Return the largest likelihood ratio between neighbours of an output with its draws."""
    mechanism = specimen.mechanism()
    secrets = {given: mechanism.secrets.read(given) for given in laws}
    return largest_odds(
        tight_odds(laws[one], laws[other])
        for one, other in permutations(laws, 2)
        if mechanism.neighbours("user", secrets[one], secrets[other])
    )


def audit_specimen(specimen: Specimen, most: int, alpha: Fraction) -> AuditState:
    """Audit with the specimen's own pair of inputs, or with the worst pair of its mechanism."""
    made = parse_claim(specimen.claims, specimen.parameters)
    plan = AuditPlan(made, parse_pairs(made, specimen.pairs), alpha, most)
    return run_audit(plan, FunctionSource(specimen.place, specimen.parameters), seed=specimen.name.encode())


def test_specimens_do_not_use_the_reference() -> None:
    assert not BROKEN.keys() & RIGHT.keys()
    for name in ("broken", "right", "drawing"):
        for node in ast.walk(ast.parse((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {each for each in names if each.startswith("ldproof")} - KNOWN, name


@by_system
def test_broken_specimens_have_their_stated_odds(system: str) -> None:
    for specimen in of_system(BROKEN, system):
        found, said = true_odds(specimen, output_laws(specimen)), BROKEN[specimen.name].odds
        if isinstance(said, float):
            assert isinstance(found, Fraction), specimen.name
            assert isclose(found, said, rel_tol=1e-9), specimen.name
        else:
            assert found == said, specimen.name
        assert BROKEN[specimen.name].epsilon >= 1.05 * specimen.claimed


@by_name(BROKEN)
def test_broken_specimen_is_refuted(name: str) -> None:
    specimen = BROKEN[name]
    course = audit_specimen(specimen, specimen.within, LEVEL)
    assert course.verdict is Verdict.REFUTED
    assert course.pairs_drawn <= specimen.within
    assert float(course.lower_bound() or 0) <= specimen.epsilon


@pytest.mark.parametrize(
    ("name", "parameters", "pairs"),
    [
        ("dummies_like_the_state", "T=50 m=5 r=1/2 odds=3", []),
        pytest.param(
            "one_flip_for_all_reports", "T=20 m=20 r=0 report_odds=21/20", [("01" * 10, "0" * 20)], marks=slow
        ),
        pytest.param("silent_when_idle", "T=100 odds=3", [], marks=slow),
        pytest.param("the_whole_budget_every_round", "T=50 odds=3", [], marks=slow),
        pytest.param("memoised_until_it_changes", "T=20 odds=16", [("01" * 10, "10" * 10)], marks=slow),
        pytest.param("keeps_the_one", "w=256 d=8 odds=3", [], marks=slow),
        pytest.param("nothing_to_hide_in_column_0", "w=256 d=8 odds=3", [], marks=slow),
        pytest.param("row_of_the_item", "w=256 d=8 odds=3", [], marks=slow),
    ],
)
def test_broken_specimen_with_large_parameters_is_refuted(
    name: str, parameters: str, pairs: list[tuple[str, str]]
) -> None:
    assert (
        audit_specimen(with_larger_parameters(BROKEN[name], parameters, *pairs), 2000, LEVEL).verdict
        is Verdict.REFUTED
    )


@by_system
def test_right_specimens_have_the_law_of_the_reference_without_a_side_channel(
    system: str,
) -> None:
    for specimen in of_system(RIGHT, system):
        mechanism, laws = specimen.mechanism(), output_laws(specimen)
        outputs = {to_text(mechanism.outputs, each): each for each in mechanism.outputs}
        for given, seen in laws.items():
            law, secret = seen.pushforward(lambda each: each.output), mechanism.secrets.read(given)
            assert set(law) <= set(outputs)
            for text, output in outputs.items():
                expected = mechanism.likelihood(secret, output)
                if specimen.reads:
                    assert abs(float(ball(expected)) - law[text]) <= ROUNDED
                else:
                    assert expected == law[text]
        found = true_odds(specimen, laws)
        assert not isinstance(found, Infinite)
        if specimen.reads:
            assert isclose(log(found), specimen.claimed, rel_tol=1e-9)
        else:
            assert found == mechanism.privacy("user").odds


@by_name(RIGHT)
def test_right_specimen_is_not_refuted(name: str) -> None:
    course = audit_specimen(RIGHT[name], ENOUGH, STRICT)
    assert course.verdict is Verdict.NOT_REFUTED
    assert float(course.lower_bound() or 0) <= RIGHT[name].claimed
