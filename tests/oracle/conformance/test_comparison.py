"""The comparison of answers: where two answers differ, and which differences are within the tolerance."""

from math import nextafter

import pytest

from ldproof.oracle.conformance.comparison import FARTHEST, ULPS, first_difference

THIRD = {"exact": "1/3"}
ENDLESS = f"0.{'3' * 10**6}"
ROOT = {"lower": "1.4142135623730950488", "upper": "1.4142135623730950489"}
FAR = {"lower": "1E-99999", "upper": "2E-99999"}
LAW = {"law": [{"output": "0", **THIRD}]}


def add_ulps(number: float, count: int) -> float:
    """Return the float that is `count` floats above a positive number."""
    for _ in range(count):
        number = nextafter(number, 2 * number)
    return number


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ({"value": THIRD}, {"id": 7, "value": {"exact": "1/3", "more": 1}}),
        ({"value": THIRD}, {"value": {"exact": "2/6"}}),
        ({"value": THIRD}, {"value": 1 / 3}),
        ({"value": THIRD}, {"value": {"lower": "0.33333333333333333333", "upper": "0.33333333333333333334"}}),
        ({"value": ROOT}, {"value": 2**0.5}),
        ({"value": ROOT}, {"value": ROOT}),
        ({"value": ROOT}, {"value": add_ulps(2**0.5, ULPS // 2)}),
        ({"value": {"exact": "1/1"}}, {"value": 1}),
        ({"value": {"exact": "inf"}}, {"value": {"exact": "inf"}}),
        ({"value": FAR}, {"value": FAR}),
        ({"value": {"holds": True, "assumes": "this"}}, {"value": {"holds": True}}),
        ({"outputs": ["01"], "taken": [7]}, {"outputs": ["01"]}),
        ({"outputs": ["01"], "taken": [7]}, {"outputs": ["01"], "taken": [7]}),
        ({"decisions": ["up", "down"]}, {"decisions": ["up", "down"]}),
        ({"estimates": [{"exact": "0/1"}, {"exact": "1000/1"}]}, {"estimates": [2e-13, 1000.0]}),
        ({"estimates": [None]}, {"estimates": [None]}),
        (
            {"law": [{"output": "0", **THIRD}, {"output": "1", "exact": "2/3"}], "user": {}},
            {"law": [{"output": "1", "exact": "2/3"}, {"output": "0", "exact": "1/3"}, {"output": "2", "exact": "0/1"}]},
        ),
        (LAW, {"law": [*LAW["law"], {"output": "1", "lower": "0", "upper": "0"}]}),
    ],
)  # fmt: skip
def test_equal_values_agree_in_every_notation(expected: dict[str, object], found: dict[str, object]) -> None:
    assert first_difference(expected, found) is None


@pytest.mark.parametrize(
    ("expected", "found", "place", "words"),
    [
        ({"value": THIRD}, {"value": {"exact": "1/4"}}, "value", "expected 1/3, found 1/4"),
        ({"value": {"exact": "3/1"}}, {"value": {"exact": "4/1"}}, "value", "expected 3, found 4"),
        ({"value": THIRD}, {"value": {"exact": "1/0"}}, "value", "found 1/0"),
        ({"value": THIRD}, {"value": {"exact": f"1/{'9' * (FARTHEST + 1)}"}}, "value", "found 1/9999"),
        ({"value": THIRD}, {"value": {"lower": ENDLESS, "upper": "1"}}, "value", "found 0.3333"),
        ({"value": THIRD}, {"value": "1/3"}, "value", "found '1/3'"),
        ({"value": THIRD}, {"value": True}, "value", "found True"),
        ({"value": THIRD}, {"value": 0.3333333333}, "value", "found 0.3333333333"),
        ({"value": THIRD}, {"value": {"lower": "0.4", "upper": "0.5"}}, "value", "found 0.4 to 0.5"),
        ({"value": THIRD}, {"value": {"lower": "0.3", "upper": "0.4"}}, "value", "found 0.3 to 0.4"),
        ({"value": THIRD}, {"value": {"lower": "0.4", "upper": "0.3"}}, "value", "found 0.4 to 0.3"),
        ({"value": THIRD}, {"value": {"lower": "x", "upper": "NaN"}}, "value", "found x to NaN"),
        ({"value": ROOT}, {"value": {"exact": "7/5"}}, "value", "found 7/5"),
        ({"value": ROOT}, {"value": add_ulps(2**0.5, 4 * ULPS)}, "value", "expected 1.414"),
        ({"value": FAR}, {"value": 0}, "value, lower", "found None"),
        ({"value": {"holds": True}}, {"value": {"holds": False}}, "value, holds", "expected True, found False"),
        ({"value": {"holds": True}}, {"value": {"holds": 1}}, "value, holds", "expected True, found 1"),
        ({"outputs": ["010"]}, {"outputs": ["011"]}, "outputs, character 3", "expected '010', found '011'"),
        ({"outputs": ["010"]}, {"outputs": ["01"]}, "outputs, character 3", "found '01'"),
        ({"outputs": ["0"]}, {"outputs": ["1"]}, "outputs", "found '1'"),
        ({"outputs": ["0"]}, {"outputs": [0]}, "outputs", "found 0"),
        ({"outputs": ["0"]}, {"outputs": []}, "outputs", "expected 1 of them"),
        ({"outputs": ["0"]}, {}, "outputs", "found nothing"),
        ({"outputs": ["0"], "taken": [7]}, {"outputs": ["0"], "taken": [8]}, "taken", "expected 7, found 8"),
        ({"estimates": [THIRD, None]}, {"estimates": [1 / 3, 0]}, "estimates 2", "expected None, found 0"),
        ({"estimates": [None, THIRD]}, {"estimates": [None, None]}, "estimates 2", "found None"),
        (LAW, {"law": []}, "law, output 0", "expected 1/3, found nothing"),
        ({"law": []}, LAW, "law, output 0", "found 1/3"),
        (LAW, {"law": [{"output": "0", "exact": "1/2"}]}, "law, output 0", "1/2"),
        (LAW, {"law": 7}, "law, output 0", "nothing"),
        (LAW, {"law": [*LAW["law"], *LAW["law"]]}, "law, output 0", "expected one probability, found several"),
        ({"user": {"odds": THIRD}}, {"user": {"odds": {"exact": "1/2"}}}, "user, odds", "found 1/2"),
        ({"user": {"odds": THIRD}}, {"user": 7}, "user, odds", "found None"),
    ],
)  # fmt: skip
def test_first_difference_names_place_and_values(
    expected: dict[str, object], found: dict[str, object], place: str, words: str
) -> None:
    differs = first_difference(expected, found)
    assert differs is not None
    assert differs.place == place
    assert words in str(differs)


def test_tolerance_is_the_requested_number_of_ulps_and_digits() -> None:
    number = add_ulps(2**0.5, 100)
    assert first_difference({"value": ROOT}, {"value": number}, ulps=50) is not None
    assert first_difference({"value": ROOT}, {"value": number}, ulps=100) is None
    short = {"value": {"lower": "1.41", "upper": "1.42"}}
    assert first_difference({"value": ROOT}, short, digits=20) is not None
    assert first_difference({"value": ROOT}, short, digits=2) is None
