"""Refusals: what they say, and that their names are the same in every language."""

import pickle
import re

import pytest

from ldproof.rejections import Reason, Refused
from tests.reference.refusals import refused


@pytest.mark.parametrize("reason", Reason)
def test_a_reason_is_one_plain_word(reason: Reason) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", reason)
    assert reason == reason.name.lower().replace("_", "-")
    assert Reason(str(reason)) is reason


def test_a_refusal_says_what_was_given_why_not_and_what_would_be_accepted() -> None:
    refusal = Refused(Reason.OUT_OF_RANGE, "r = 2 is out of range", "a number up to 1")
    assert (refusal.reason, refusal.what, refusal.accepted) == (
        Reason.OUT_OF_RANGE,
        "r = 2 is out of range",
        "a number up to 1",
    )
    assert str(refusal) == "r = 2 is out of range (out-of-range); accepted: a number up to 1"


def test_whoever_expects_a_value_error_gets_one() -> None:
    with pytest.raises(ValueError, match="accepted"):
        raise Refused(Reason.MISSING, "nothing", "something")


def test_a_refusal_survives_the_way_between_processes() -> None:
    refusal = Refused(Reason.UNDECIDED, "a sign", "numbers further apart")
    copy = pickle.loads(pickle.dumps(refusal))
    assert (copy.reason, str(copy)) == (Reason.UNDECIDED, str(refusal))


def test_another_reason_is_not_the_expected_one() -> None:
    with pytest.raises(AssertionError), refused(Reason.MISSING):
        raise Refused(Reason.UNDECIDED, "nothing", "something")
