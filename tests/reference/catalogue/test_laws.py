"""What is read off a law, by hand for three rounds and one report."""

from fractions import Fraction

import pytest

from ldproof.catalogue.laws import as_object, level, read
from ldproof.catalogue.mechanisms import mechanism
from ldproof.numbers import Enclosure
from ldproof.rejections import Reason, Refused
from tests.oracle.contract.specimens import Kary, Missing, Negative, SumsToMore

EXACT = mechanism("shots.report", {"T": 3, "m": 1, "r": 0, "odds": 3})
IRRATIONAL = mechanism("shots.report", {"T": 3, "m": 1, "r": 0, "epsilon": 1})


def test_an_exact_law() -> None:
    reading = read(EXACT, "101", None, 20)
    # Each round is the one that is reported in with probability 1/3, and then the truth is told three times in four.
    assert reading.probabilities == {
        "000": Fraction(5, 12),
        "001": Fraction(1, 4),
        "010": Fraction(1, 12),
        "100": Fraction(1, 4),
    }
    assert reading.user.odds == reading.event.odds == Fraction(3)


def test_one_output_even_if_it_cannot_happen() -> None:
    assert read(EXACT, "101", "110", 20).probabilities == {"110": 0}
    assert read(IRRATIONAL, "101", "110", 20).probabilities == {"110": 0}


def test_an_irrational_law() -> None:
    reading = read(IRRATIONAL, "101", None, 20)
    assert list(reading.probabilities) == ["000", "001", "010", "100"]
    shares = list(reading.probabilities.values())
    enclosures = [share for share in shares if isinstance(share, Enclosure)]
    assert len(enclosures) == 4
    assert sum(share.lower for share in enclosures) < 1 < sum(share.upper for share in enclosures)
    assert reading.user.epsilon == reading.event.epsilon == Fraction(1)


def test_a_law_of_too_many_outputs() -> None:
    long = mechanism("shots.report", {"T": 40, "m": 1, "odds": 3})
    with pytest.raises(Refused) as refused:
        read(long, "0" * 40, None, 20)
    assert refused.value.reason is Reason.TOO_MANY_OUTCOMES
    assert read(long, "0" * 40, "0" * 40, 20).probabilities == {"0" * 40: Fraction(3, 4)}


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (SumsToMore(), "add up to"),
        (Missing(), "add up to"),
        (Negative(), "0 has a probability below 0"),
    ],
)
def test_what_is_no_law(broken: Kary, why: str) -> None:
    with pytest.raises(Refused, match=why) as refused:
        read(broken, "2", None, 20)
    assert refused.value.reason is Reason.NOT_A_LAW


def test_a_reading_as_json() -> None:
    reading = read(EXACT, "101", "001", 5)
    found = as_object(reading)
    assert found["law"] == [{"output": "001", "exact": "1/4"}]
    assert found["event"] == level(reading.event)
    assert level(reading.user)["odds"] == {"exact": "3/1"}
