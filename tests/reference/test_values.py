"""Small parts: refusals and what they say, names that are suggested, rows of bits, whole numbers, and unbiasing."""

import pickle
import re
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from ldproof.arrays import is_missing_value, missing_places, parse_naturals, parse_whole_array
from ldproof.errors import Reason, Refused
from ldproof.names import MOST_SUGGESTED, complete_name, find_named, suggest_names
from ldproof.numbers import Symbol
from ldproof.probability import law_of_shares, unbias_rate
from ldproof.rows import bits_or_null, parse_bit, parse_bit_row
from tests.reference.refusals import refused

RATES = st.fractions(0, 1)


def test_a_reason_is_one_plain_word() -> None:
    for reason in Reason:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", reason)
        assert reason == reason.name.lower().replace("_", "-")
        assert Reason(str(reason)) is reason


def test_a_refusal_says_what_was_given_why_not_and_what_would_be_accepted() -> None:
    """It is a ValueError, and survives the way between processes."""
    refusal = Refused(Reason.OUT_OF_RANGE, "r = 2 is out of range", "a number up to 1")
    found = refusal.reason, refusal.what, refusal.accepted
    assert found == (Reason.OUT_OF_RANGE, "r = 2 is out of range", "a number up to 1")
    assert str(refusal) == "r = 2 is out of range (out-of-range); accepted: a number up to 1"
    assert isinstance(refusal, ValueError)
    copy = pickle.loads(pickle.dumps(refusal))
    assert (copy.reason, str(copy)) == (Reason.OUT_OF_RANGE, str(refusal))


def test_a_name_is_found_or_others_are_suggested() -> None:
    things = {"shots.p": 1, "shots.q": 2, "shots.event_odds": 3, "sketch.p": 4}
    assert find_named("thing", "shots.q", things) == 2
    suggested = {
        "p": "shots.p, sketch.p",
        "shots.event_ods": "shots.event_odds",
        "event_ods": "shots.event_odds",
        "zzz": ", ".join(things),
        "": ", ".join(things),
    }
    for name, accepted in suggested.items():
        with refused(Reason.UNKNOWN_NAME) as refusal:
            find_named("thing", name, things)
        assert refusal.value.accepted == accepted
    many = ["shots", *(f"shots.{number}" for number in range(MOST_SUGGESTED - 1)), "chi2.T"]
    assert suggest_names("nowhere", many) == "a name that begins with shots. or chi2."
    assert suggest_names("nowhere", many[1:]) == ", ".join(many[1:])


def test_the_system_may_be_left_out_where_one_thing_is_meant() -> None:
    things = {"shots.p": 1, "shots.q": 2, "sketch.p": 4}
    assert [complete_name("thing", name, things) for name in ("q", "shots.q", "sketch.p")] == [
        "shots.q",
        "shots.q",
        "sketch.p",
    ]
    for name in ("p", "sketch.q", ""):
        with refused(Reason.UNKNOWN_NAME):
            complete_name("thing", name, things)


# rows of bits


def test_a_bit_is_pythons_own_and_what_is_none_is_not_said() -> None:
    for value in (0, 1, True, np.int8(1), np.uint64(0), np.True_):
        found = parse_bit("x", value)
        assert type(found) is int
        assert found == value
    for other in (2, -1, 5, 1.0, 0.0, "1", None, np.float64(1), np.timedelta64(1, "s"), 71077345):
        with refused(Reason.OUT_OF_RANGE) as refusal:
            parse_bit("x", other)
        assert str(refusal.value) == "x is not a bit (out-of-range); accepted: 0 or 1"
        assert refusal.value.__context__ is None


@pytest.mark.parametrize("kind", ["M8[ns]", "m8[ns]", "m8", "M8[D]", "m8[s]"])
def test_dates_and_durations_are_no_bits(kind: str) -> None:
    """Whatever their unit: `tolist` makes whole numbers of nanoseconds, and of no unit."""
    given_ = np.array([1, 0, 1]).astype(kind)
    for row in (given_, [*given_]):
        for read in (parse_bit_row, bits_or_null):
            with pytest.raises(Refused):
                read("a state", row, 3)
    with refused(Reason.NOT_A_VALUE) as refusal:
        parse_bit_row("a state", given_, 3)
    assert refusal.value.what == f"a state is of the type {given_.dtype}"


def test_a_row_of_bits() -> None:
    for row in ((1, 0, 1), [1, False, np.int64(1)], np.array([True, False, True]), b"\x01\x00\x01"):
        assert parse_bit_row("a state", row, 3) == (1, 0, 1)
    assert bits_or_null("a report", (None, 1, np.int8(0)), 3) == (None, 1, 0)
    for wrong, reason in (
        *(("101", Reason.NOT_A_LIST), (5, Reason.NOT_A_LIST), ({0, 1}, Reason.NOT_A_LIST)),
        *(
            ((1, 0), Reason.WRONG_LENGTH),
            ((1, 0, 5), Reason.OUT_OF_RANGE),
            ((1, 0, None), Reason.OUT_OF_RANGE),
        ),
    ):
        with refused(reason):
            parse_bit_row("a state", wrong, 3)


# arrays of whole numbers


def test_whole_numbers_are_what_they_are_and_others_are_refused() -> None:
    whole: list[ArrayLike] = [[1, 0], np.array([1, 0], np.uint8), np.array([True, False]), []]
    for values in (*whole, np.ma.array([1, 0])):
        assert parse_whole_array("x", values, "place").tolist() == np.asarray(values).tolist()
    dates: list[ArrayLike] = [np.array([1, 0], kind) for kind in ("timedelta64[s]", "datetime64[s]")]
    for values in (*dates, np.array([1.0, 0.0]), ["1", "0"]):
        with refused(Reason.NOT_A_WHOLE_NUMBER):
            parse_whole_array("x", values, "place")
    with refused(Reason.MISSING) as refusal:
        parse_whole_array("x", np.ma.array([1, 0, 1], mask=[False, False, True]), "place")
    assert refusal.value.what == "x of place 3 is missing"


def test_what_is_nothing() -> None:
    assert is_missing_value(None)
    assert is_missing_value(np.float32("nan"))
    assert not any(map(is_missing_value, (0, 1.5, "", False)))
    assert missing_places(np.array([1, None, float("nan")], np.object_)).tolist() == [False, True, True]
    assert missing_places(np.array([[np.nan], [0]], np.float32)).tolist() == [[True], [False]]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64])
def test_numbers_have_64_bits_and_lie_in_one_piece(dtype: type[np.integer]) -> None:
    found = parse_naturals("x", np.array([[1, 2], [3, 100]], dtype)[:, 1], "place")
    assert found.dtype == np.int64
    assert found.flags.c_contiguous
    assert found.tolist() == [2, 100]
    assert parse_naturals("x", [5, 0], "place").tolist() == [5, 0]


def test_numbers_that_are_refused() -> None:
    cases: list[tuple[ArrayLike, Reason]] = [
        ([-1], Reason.OUT_OF_RANGE),
        ([8], Reason.TOO_LARGE),
        (np.array([2**64 - 1], np.uint64), Reason.TOO_LARGE),
        ([True], Reason.NOT_A_WHOLE_NUMBER),
        ([1.5], Reason.NOT_A_WHOLE_NUMBER),
        ([[1]], Reason.WRONG_LENGTH),
        (3, Reason.WRONG_LENGTH),
        (np.array([1, None]), Reason.MISSING),
    ]
    for values, reason in cases:
        with refused(reason):
            parse_naturals("x", values, "place", high=7)


# unbiasing


@given(RATES, RATES, st.fractions().filter(bool))
def test_it_undoes_the_noise(share: Fraction, low: Fraction, gap: Fraction) -> None:
    assert unbias_rate(low + gap * share, low, gap) == share


@pytest.mark.parametrize(("low", "high"), [(Fraction(1, 4), Fraction(3, 4)), (Fraction(0), Fraction(1, 3))])
def test_the_expectation_over_everybodys_noise_is_the_share(low: Fraction, high: Fraction) -> None:
    """Every way in which three people may answer, where a 1 is sent with `high` for a 1 and `low` for a 0."""
    for secret in product((0, 1), repeat=3):
        expected = Fraction(0)
        for sent in product((0, 1), repeat=3):
            rates = [high if own else low for own in secret]
            likelihood = prod(one if answer else 1 - one for one, answer in zip(rates, sent, strict=True))
            expected += likelihood * unbias_rate(Fraction(sum(sent), 3), low, high - low)
        assert expected == Fraction(sum(secret), 3)


def test_a_gap_of_0_is_refused_by_arithmetic_and_stays_visible_in_terms() -> None:
    with pytest.raises(ZeroDivisionError):
        unbias_rate(Fraction(1), Fraction(1, 2), Fraction(0))
    rate, low, gap = map(Symbol, ("rate", "low", "gap"))
    assert unbias_rate(rate, low, gap) == (rate - low) / gap


@given(RATES, st.fractions(0, Fraction(1, 2)), st.fractions(Fraction(1, 100), Fraction(1, 2)))
def test_the_variance_grows_by_the_square_of_the_gap(chance: Fraction, low: Fraction, gap: Fraction) -> None:
    coin = law_of_shares([(1, chance), (0, 1 - chance)])
    noise = coin.variance(lambda bit: unbias_rate(Fraction(bit), low, gap))
    assert noise * gap**2 == chance * (1 - chance)
