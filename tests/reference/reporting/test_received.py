"""Reports as JSON: a character for each person, or counts."""

from collections.abc import Mapping, Sequence

import pytest

from ldproof.rejections import Reason
from ldproof.reporting.received import counted, in_turn, number, reports
from tests.reference.refusals import refused


def heard(received: Mapping[str, object]) -> list[tuple[object, ...]]:
    """What a collector is told."""

    def hear(t: int, row: Sequence[int | None]) -> tuple[object, ...]:
        return (t, *row)

    return in_turn(received, hear, lambda t, ones, sent: (t, "of", ones, sent))


def test_round_by_round() -> None:
    assert heard({"reports": ["01-", ""]}) == [(1, 0, 1, None), (2,)]
    assert heard({"counts": [[1, 2], [0, 0]]}) == [(1, "of", 1, 2), (2, "of", 0, 0)]
    assert heard({"reports": []}) == []


@pytest.mark.parametrize(
    "received", [{}, {"reports": "01"}, {"reports": [], "counts": []}, {"counts": {}}, {"counts": None}]
)
def test_one_of_two_lists(received: Mapping[str, object]) -> None:
    with refused(Reason.MISSING):
        heard(received)


@pytest.mark.parametrize(
    ("pair", "reason"),
    [
        ([1], Reason.NOT_A_LIST),
        ("12", Reason.NOT_A_LIST),
        ([1, "2"], Reason.NOT_A_WHOLE_NUMBER),
        ([True, 2], Reason.NOT_A_WHOLE_NUMBER),
        ([1.0, 2], Reason.NOT_A_WHOLE_NUMBER),
        ([-1, 2], Reason.OUT_OF_RANGE),
        ([1, 10**400], Reason.TOO_LARGE),
    ],
)
def test_no_counts(pair: object, reason: Reason) -> None:
    with refused(reason):
        counted(pair)


def test_the_parts() -> None:
    assert reports("1-0") == [1, None, 0]
    assert number(3) == 3
    with refused(Reason.NOT_A_REPORT):
        reports("012")
    with refused(Reason.NOT_A_VALUE):
        reports(["0"])
