"""Reports as JSON, and what the collector makes of them, by hand."""

from fractions import Fraction

import pytest

from ldproof.counting.estimates import ESTIMATES, estimating
from ldproof.rejections import Reason
from tests.reference.refusals import refused


def test_by_hand() -> None:
    first, nobody = estimating("glance", T=3, N=4, odds=3)({"reports": ["0-1-", "----"]})
    assert first is not None
    assert (first.exact, nobody) == (Fraction(1, 2), None)
    (said,) = estimating("harmony", T=2, N=4, odds=3)({"counts": [[1, 4]]})
    assert said is not None
    # Half of the people report, a quarter of them falsely: of all bits (1 + 2 mu)/8 are ones.
    assert said.exact == Fraction(1, 2)


def test_each_has_one() -> None:
    assert {*ESTIMATES} == {"glance", "harmony", "harmony_published", "borappor"}


@pytest.mark.parametrize(
    ("which", "received", "reason"),
    [
        ("glance", {"reports": ["1-", "1-"]}, Reason.REPEATED),
        ("glance", {"counts": [[1, 1], [1, 2]]}, Reason.REPEATED),
        ("glance", {"counts": [[2, 1]]}, Reason.OUT_OF_RANGE),
        ("glance", {"reports": ["1"]}, Reason.WRONG_COUNT),
        ("harmony", {"reports": ["1-"]}, Reason.NOT_A_REPORT),
        ("borappor", {"reports": ["11"] * 3}, Reason.OUT_OF_ORDER),
        ("borappor", {}, Reason.MISSING),
    ],
)
def test_what_is_refused(which: str, received: dict[str, object], reason: Reason) -> None:
    with refused(reason):
        estimating(which, T=2, N=2, odds=9)(received)
