"""Claims with a delta, of mechanisms with known least delta: at it there is no finding, and below it there is."""

from fractions import Fraction
from math import exp
from statistics import NormalDist

import numpy as np
import pytest

from ldproof.auditor import AuditPlan, Pair, Verdict, parse_claim
from ldproof.budget import parse_budget
from ldproof.programs import Value
from ldproof.registry import make_mechanism
from ldproof.shots.privacy import event_delta
from tests.audit.laws import Drawing, audit_drawing, draw_by_laws, draw_outputs
from tests.tiers import run_everything, slow

STRICT = Fraction(1, 10**6)
GRID = 2.0**-10
"""All noise is on it, so that no bit of a float tells what it was added to."""


normal = NormalDist().cdf


def gaussian_noise(scale: float) -> Drawing:
    """Gaussian noise on 0 or 1."""
    return draw_outputs(
        lambda random, side, count: (side + GRID * np.rint(random.normal(0, scale, count) / GRID)).tolist()
    )


def least_delta(scale: float, epsilon: float) -> float:
    """The least delta of Gaussian noise of this scale on two numbers at distance 1 (Balle and Wang, 2018)."""
    middle, shift = 1 / (2 * scale), epsilon * scale
    return normal(middle - shift) - exp(epsilon) * normal(-middle - shift)


KEPT = 1500 if run_everything() else 250
CASES = ((1.01, KEPT, Verdict.NOT_REFUTED), (0.1, 3000, Verdict.REFUTED))
"""A delta as a share of what is kept, pairs of draws, and the verdict."""


@slow
@pytest.mark.parametrize("scale", [0.75, 1.0])
def test_gaussian_noise_is_refuted_below_its_least_delta_only(scale: float) -> None:
    for share, most, verdict in CASES:
        made = parse_claim("black-box", {"epsilon": "1", "delta": f"{share * least_delta(scale, 1):.6f}"})
        assert (
            audit_drawing(AuditPlan(made, (Pair(0, 1),), STRICT, most), gaussian_noise(scale), 4).verdict
            is verdict
        )


def test_event_delta_of_shots_is_exact() -> None:
    """Two of four rounds are reported, and one differs: odds 3 are exceeded by `event_delta`, and no more."""
    given = {"T": "4", "m": "2", "r": "1/2", "epsilon": "6"}
    known, kept = (
        make_mechanism("shots.report", given),
        event_delta(4, 2, Fraction(1, 2), Fraction(3), parse_budget(2, epsilon=6)),
    )
    laws: list[dict[Value, float]] = [
        {str(output): float(known.likelihood(rounds, output)) for output in known.outputs}
        for rounds in ((0, 0, 0, 0), (0, 0, 0, 1))
    ]
    exceeded = sum(max(laws[0][each] - 3 * laws[1][each], 0) for each in laws[0])
    assert exceeded == pytest.approx(float(kept), rel=1e-9)
    for share, most, verdict in CASES if run_everything() else CASES[:1]:
        made = parse_claim("black-box", {"odds": "3", "delta": f"{share * float(kept):.6f}"})
        assert (
            audit_drawing(AuditPlan(made, (Pair(0, 1),), STRICT, most), draw_by_laws(*laws), 4).verdict
            is verdict
        )


@pytest.mark.parametrize(
    ("epsilon", "delta", "most"),
    [("1", Fraction(1, 25), 1500), pytest.param("2", Fraction(1, 50), 20_000, marks=slow)],
)
def test_output_of_one_input_is_refuted_above_delta_only(epsilon: str, delta: Fraction, most: int) -> None:
    """The output has probability delta, or more. Its probability decides, and not only that one input has it."""
    for share, verdict in ((Fraction(1), Verdict.NOT_REFUTED), (3, Verdict.REFUTED)):
        rare = float(share * delta)
        made = parse_claim("black-box", {"epsilon": epsilon, "delta": str(delta)})
        laws: list[dict[Value, float]] = [{1: rare, 0: 1 - rare}, {0: 1.0}]
        assert (
            audit_drawing(AuditPlan(made, (Pair(0, 1),), STRICT, most), draw_by_laws(*laws), 4).verdict
            is verdict
        )


@slow
def test_delta_may_be_attained() -> None:
    """The input is sent with probability 1/20, and otherwise with the claimed epsilon: exactly (1, 1/20)-private."""
    truth = 1 / 20 + 19 / 20 * exp(1) / (exp(1) + 1)
    laws: list[dict[Value, float]] = [
        {f"sure {side}": 1 / 20, str(side): truth - 1 / 20, str(1 - side): 1 - truth} for side in (0, 1)
    ]
    for delta, verdict in (("0.05", Verdict.NOT_REFUTED), ("0.01", Verdict.REFUTED)):
        made = parse_claim("black-box", {"epsilon": "1", "delta": delta})
        most = KEPT if verdict is Verdict.NOT_REFUTED else 4000
        course = audit_drawing(AuditPlan(made, (Pair(0, 1),), Fraction(1, 20), most), draw_by_laws(*laws), 5)
        assert course.verdict is verdict
        assert verdict is Verdict.REFUTED or float(course.lower_bound() or 0) <= 1
