"""Finding by name, and the names that are suggested."""

import pytest

from ldproof.names import find, suggestions
from ldproof.rejections import Reason, Refused

THINGS = {"shots.p": 1, "shots.q": 2, "shots.event_odds": 3, "sketch.p": 4}


def test_a_name_that_is_there() -> None:
    assert find("thing", "shots.q", THINGS) == 2


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("p", "shots.p, sketch.p"),
        ("shots.event_ods", "shots.event_odds"),
        ("zzz", "a name that begins with shots. or sketch."),
        ("", "a name that begins with shots. or sketch."),
    ],
)
def test_a_name_that_is_not(name: str, suggested: str) -> None:
    with pytest.raises(Refused) as refused:
        find("thing", name, THINGS)
    assert (refused.value.reason, refused.value.accepted) == (Reason.UNKNOWN_NAME, suggested)


def test_a_system_is_said_once() -> None:
    assert suggestions("nowhere", ["shots", "shots.p", "chi2.T"]) == "a name that begins with shots. or chi2."
