"""Tables as JSON, and what is decided of them without noise."""

from itertools import product

import pytest

from ldproof.chi2.decisions import DECISIONS, deciding, decisions
from ldproof.chi2.mechanism import MECHANISMS
from ldproof.rejections import Reason
from tests.reference.programs.curator import statistic
from tests.reference.refusals import refused


@pytest.mark.parametrize("tau", [1, 2, 8])
def test_all_tables(tau: int) -> None:
    cells = [*product(range(5), repeat=2)]
    known = MECHANISMS["optimal"](4, 4, tau, odds=3)
    said = decisions(known, {"tables": [f"{a},{b}" for a, b in cells]})
    assert said == [str(int(statistic(a, b, 4, 4) > tau)) for a, b in cells]
    assert ("1" in said) is (tau < 8)


def test_by_name() -> None:
    assert DECISIONS["beta_optimal"](m1=4, m2=6, tau=2, beta=1, odds=3)({"tables": ["4,0", "0,0"]}) == [
        "1",
        "0",
    ]
    made = deciding(MECHANISMS["algorithm_2"])(4, 6, 1, odds=3)
    with refused(Reason.OUT_OF_RANGE):
        made({"tables": ["5,0"]})
    with refused(Reason.MISSING):
        made({"tables": "4,0"})
