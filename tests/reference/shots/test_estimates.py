"""Reports as JSON, and what the collector says of them: the estimates by hand, and the same as it says itself."""

from fractions import Fraction

import pytest

from ldproof.rejections import Reason
from ldproof.shots.collector import collector
from ldproof.shots.estimates import deciding, estimating, heard
from ldproof.shots.parameters import parameters
from tests.reference.refusals import refused


def test_by_hand() -> None:
    # Of a round's bits a third are reports, of which three in four are true: p = 1/4, q = 1/12.
    said = estimating(T=3, m=1, N=4, odds=3)({"reports": ["0011", "1000"]})
    assert [each.exact for each in said] == [
        (share - Fraction(1, 12)) * 6 for share in (Fraction(1, 2), Fraction(1, 4))
    ]
    assert estimating(3, 1, 4, odds=3)({"counts": [[2, 4]]})[0].exact == said[0].exact


def test_a_tie_is_up() -> None:
    for theta, said in (("1", ["up", "down"]), ("1/2", ["up", "down"]), ("1/1000000", ["up", "down"])):
        assert deciding(3, 1, 12, theta, odds=3)({"counts": [[3, 12], [0, 12]]}) == said
    assert deciding(3, 1, 12, 1, odds="3.0001")({"counts": [[3, 12]]}) == ["down"]


@pytest.mark.parametrize(
    ("received", "reason"),
    [
        ({"reports": ["01-"]}, Reason.NOT_A_REPORT),
        ({"reports": ["01"]}, Reason.WRONG_COUNT),
        ({"reports": ["000"] * 3}, Reason.OUT_OF_ORDER),
        ({"counts": [[1, 2]]}, Reason.WRONG_COUNT),
        ({"counts": [[4, 3]]}, Reason.OUT_OF_RANGE),
        ({}, Reason.MISSING),
    ],
)
def test_what_is_refused(received: dict[str, object], reason: Reason) -> None:
    with refused(reason):
        heard(collector(parameters(2, 1, odds=3), 3, 1), received)


def test_an_answer_is_the_same_each_time_and_clipped_on_demand() -> None:
    free, clipped = (estimating(3, 1, 12, odds=3, clipped=each) for each in ("no", "yes"))
    for _ in range(2):
        assert [each.exact for each in free({"counts": [[0, 12], [2, 12], [12, 12]]})] == [
            Fraction(-1, 2),
            Fraction(1, 2),
            Fraction(11, 2),
        ]
        assert [each.exact for each in clipped({"counts": [[0, 12], [2, 12], [12, 12]]})] == [
            0,
            Fraction(1, 2),
            1,
        ]
        assert deciding(3, 1, 12, 1, odds=3)({"counts": [[3, 12]]}) == ["up"]
    with refused(Reason.UNKNOWN_NAME):
        estimating(3, 1, 12, odds=3, clipped="1")
