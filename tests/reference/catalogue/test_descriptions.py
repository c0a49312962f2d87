"""Each of our mechanisms is described, as no other is, and what is said of bits is what they do."""

from math import isqrt

import pytest

from ldproof.catalogue import MECHANISMS, mechanism
from ldproof.catalogue.descriptions import DESCRIPTIONS
from ldproof.catalogue.mechanisms import SYSTEMS

ODDS = 81


def test_every_mechanism_of_ours_is_described_as_no_other() -> None:
    assert {*DESCRIPTIONS} == {name for name in MECHANISMS if name.partition(".")[0] in SYSTEMS}
    assert len({*DESCRIPTIONS.values()}) == len(DESCRIPTIONS)
    assert all(words.endswith(".") for words in DESCRIPTIONS.values())


@pytest.mark.parametrize(
    ("name", "given", "one", "other", "output", "quotient"),
    [
        ("shots.report", {"T": 1, "m": 1, "r": 0}, "1", "0", "1", ODDS),
        ("counting.glance", {"T": 1}, "1", "0", "1", ODDS),
        ("counting.borappor", {"T": 2}, "10", "00", "10", isqrt(ODDS)),
        ("sketch.cms", {"w": 2, "d": 1}, "0", "1", "0:1,0", ODDS),
        ("sketch.oue", {"w": 2, "d": 1}, "0", "1", "0:1,0", ODDS),
        ("sketch.kary", {"w": 4, "d": 1}, "0", "1", "0:0", ODDS),
        ("sketch.all_rows", {"w": 2, "d": 2}, "0,0", "1,0", "1,0;1,0", isqrt(ODDS)),
    ],
)
def test_a_report_is_as_much_likelier_as_is_said(
    name: str, given: dict[str, object], one: str, other: str, output: str, quotient: int
) -> None:
    made = mechanism(name, {**given, "odds": ODDS})
    secrets, outputs = made.secrets, made.outputs
    seen = outputs.read(output)
    assert made.likelihood(secrets.read(one), seen) == quotient * made.likelihood(secrets.read(other), seen)
