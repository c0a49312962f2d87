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
    ("written", "meant"),
    [
        (".05", "0.05"),
        ("-.5", "-0.5"),
        (".5e-3", "0.5e-3"),
        ("5%", "1/20"),
        (".5 %", "1/200"),
        ("-12.5%", "-1/8"),
        ("1/3%", "1/300"),
        ("1e2%", "1"),
        ("[.5, 5%]", ["0.5", "1/20"]),
    ],
)
def test_as_people_write_numbers(written: str, meant: Written) -> None:
    assert assignments([f"x={written}"]) == {"x": meant}


@pytest.mark.parametrize(
    "written", ["5.%", "%", ".", "..5", "ln(3)%", "5%%", "five%", ".x", "--.5", "1e9999%"]
)
def test_what_is_no_number_is_left_as_it_is(written: str) -> None:
    assert assignments([f"x={written}"]) == {"x": written}


@pytest.mark.parametrize(
    ("words", "reason"), [(["T"], Reason.MISSING), (["T=1", "m=2", "T=1"], Reason.REPEATED)]
)
def test_what_is_refused(words: list[str], reason: Reason) -> None:
    with pytest.raises(Refused) as refused:
        assignments(words)
    assert refused.value.reason is reason
