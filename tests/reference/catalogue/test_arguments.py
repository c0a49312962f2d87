"""Reading `key=value`."""

import pytest

from ldproof.catalogue.arguments import Written, assignments
from ldproof.rejections import Reason, Refused


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("T=3", "3"),
        ("T=", ""),
        ("epsilon=ln(3)", "ln(3)"),
        ("x=a=b", "a=b"),
        ("phi=[]", []),
        ("phi=[ 1/2 ]", ["1/2"]),
        ("phi=[1/2, 0.5,ln(3)]", ["1/2", "0.5", "ln(3)"]),
        ("phi=[1", "[1"),
    ],
)
def test_values(word: str, value: Written) -> None:
    assert assignments([word]) == {word.partition("=")[0]: value}


@pytest.mark.parametrize(
    ("words", "reason"), [(["T"], Reason.MISSING), (["T=1", "m=2", "T=1"], Reason.REPEATED)]
)
def test_what_is_refused(words: list[str], reason: Reason) -> None:
    with pytest.raises(Refused) as refused:
        assignments(words)
    assert refused.value.reason is reason
