"""Claims with a delta, of mechanisms whose least delta is known in closed form: at it nothing is found, below it soon."""

from fractions import Fraction
from math import erfc, exp, sqrt

import numpy as np
import pytest

from ldproof.audit import Pair, Plan, Verdict, claim
from ldproof.budget import budget
from ldproof.catalogue import mechanism
from ldproof.programs import Value
from ldproof.shots.amplification import event_delta
from tests.audit.laws import Drawing, audited, each, listed

STRICT = Fraction(1, 10**6)
GRID = 2.0**-10
"""All noise is on it, so that no bit of a float tells what it was added to."""


def noisy(scale: float) -> Drawing:
    """Gaussian noise on 0 or 1."""
    return each(
        lambda random, side, count: (side + GRID * np.rint(random.normal(0, scale, count) / GRID)).tolist()
    )


def least(scale: float, epsilon: float) -> float:
    """The least delta of Gaussian noise of this scale on two numbers that are 1 apart (Balle and Wang, 2018)."""
    middle, shift = 1 / (2 * scale), epsilon * scale
    return below(middle - shift) - exp(epsilon) * below(-middle - shift)


def below(number: float) -> float:
    """The normal distribution."""
    return erfc(-number / sqrt(2)) / 2


@pytest.mark.parametrize("scale", [0.75, 1.0])
def test_gaussian_noise(scale: float) -> None:
    kept = least(scale, 1)
    for share, most, verdict in ((1.01, 1500, Verdict.NOT_REFUTED), (0.1, 3000, Verdict.REFUTED)):
        made = claim("black-box", {"epsilon": "1", "delta": f"{share * kept:.6f}"})
        assert audited(Plan(made, (Pair(0, 1),), STRICT, most), noisy(scale), 4).verdict is verdict


def test_what_dummies_hide_of_one_round() -> None:
    """Two of four rounds are reported, and one differs: less private than odds 3 only by what `event_delta` says."""
    given = {"T": "4", "m": "2", "r": "1/2", "epsilon": "6"}
    known, kept = (
        mechanism("shots.report", given),
        event_delta(4, 2, Fraction(1, 2), Fraction(3), budget(2, epsilon=6)),
    )
    laws: list[dict[Value, float]] = [
        {str(output): float(known.likelihood(rounds, output)) for output in known.outputs}
        for rounds in ((0, 0, 0, 0), (0, 0, 0, 1))
    ]
    exceeded = sum(max(laws[0][each] - 3 * laws[1][each], 0) for each in laws[0])
    assert exceeded == pytest.approx(float(kept), rel=1e-9)
    for share, most, verdict in ((1.001, 1500, Verdict.NOT_REFUTED), (0.1, 3000, Verdict.REFUTED)):
        made = claim("black-box", {"odds": "3", "delta": f"{share * float(kept):.6f}"})
        assert audited(Plan(made, (Pair(0, 1),), STRICT, most), listed(*laws), 4).verdict is verdict


@pytest.mark.parametrize(
    ("epsilon", "delta", "most"), [("1", Fraction(1, 100), 8000), ("2", Fraction(1, 50), 20_000)]
)
def test_a_rare_output_of_one_input_alone(epsilon: str, delta: Fraction, most: int) -> None:
    """It has delta for a probability, or more; how rare it is has to be known, and not only with which input it comes."""
    for share, verdict in ((Fraction(1), Verdict.NOT_REFUTED), (3, Verdict.REFUTED)):
        rare = float(share * delta)
        made = claim("black-box", {"epsilon": epsilon, "delta": str(delta)})
        laws: list[dict[Value, float]] = [{1: rare, 0: 1 - rare}, {0: 1.0}]
        assert audited(Plan(made, (Pair(0, 1),), STRICT, most), listed(*laws), 4).verdict is verdict
