"""Domains: exact numbers are read as what was meant, and everything else is refused for its reason."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ldproof.errors import Reason, Refused
from ldproof.parameters import (
    LONGEST,
    PARAMETERS,
    Between,
    Logarithm,
    Whole,
    Words,
    accept_parameters,
    count_people,
    parameter_domain,
    parameter_named,
    parse_exact,
    parse_whole,
    validate_fields,
)
from tests.reference.refusals import refused

NUMBERS = {name: each.domain for name, each in PARAMETERS.items() if not isinstance(each.domain, Words)}


@given(st.fractions())
@example(Fraction(0))
def test_a_number_is_itself_in_every_exact_writing(value: Fraction) -> None:
    written = f"{value.numerator}/{value.denominator}"
    assert parse_exact("x", value) == parse_exact("x", written) == parse_exact("x", f"  {written}\n") == value
    assert parse_exact("x", value.numerator) == parse_exact("x", str(value.numerator)) == value.numerator


@given(st.integers(-(10**30), 10**30), st.integers(0, 30), st.integers(-999, 999))
def test_a_decimal_is_the_decimal_and_not_the_nearest_float(units: int, places: int, exponent: int) -> None:
    digits = str(abs(units)).zfill(places + 1)
    cut = len(digits) - places
    plain = "-" * (units < 0) + digits[:cut] + ("." + digits[cut:] if places else "")
    value = Fraction(units, 10**places)
    assert parse_exact("x", plain) == value
    assert parse_exact("x", Decimal(plain)) == value
    assert parse_exact("x", f"{plain}e{exponent}") == value * Fraction(10) ** exponent
    assert parse_exact("x", f"{plain}E{exponent:+}") == value * Fraction(10) ** exponent


def test_a_logarithm_stays_what_it_is() -> None:
    cases = {"ln(3)": Fraction(3), "ln(1/2)": Fraction(1, 2), " ln( 2.5 ) ": Fraction(5, 2)}
    for text, argument in {**cases, "ln(1e-9)": Fraction(1, 10**9)}.items():
        logarithm = Logarithm(argument)
        assert parse_exact("x", text) == parse_exact("x", str(logarithm)) == logarithm
        assert parse_exact("x", logarithm) is logarithm


def test_a_float_is_not_exact() -> None:
    for value in (0.1, 0.0, 1.0, float("nan"), float("inf"), -float("inf"), np.float64(0.5)):
        with refused(Reason.NOT_EXACT) as refusal:
            parse_exact("epsilon", value)
        assert "epsilon" in refusal.value.what
        assert "text" in refusal.value.accepted
    assert parse_exact("x", "0.1") == Fraction(1, 10) != Fraction(0.1)


NO_NUMBERS = [
    *["", " ", "nan", "NaN", "inf", "-inf", "Infinity", "1/0", "0/0", "1/00", "1/0.5", "one", "True", "null"],
    *[
        "+1",
        "--1",
        "1.",
        ".5",
        "1e",
        "1e1000",
        "1e-1000",
        "1e1.5",
        "1/2e3",
        "1/-2",
        "1,5",
        "1_000",
        "0x10",
        "1j",
        "1%",
        "2^3",
        "ln(0)",
        "ln(-1)",
        "ln(1/0)",
    ],
    *["1 / 2", "1 2", "ln 3", "ln(3", "ln()", "log(3)", "ln(ln(3))", "-ln(3)"],
    *["١٢", "１２", "½", "²", "−1", "1‚5", "1٫5", "Ⅷ", "1\n2", "1\u200b", "1\x00", "1e٣"],
]
NO_VALUES: tuple[object, ...] = (
    *(None, True, False, [], [1], {}, b"1", 1j, object(), np.array([True])[0], np.array([1])),
    *(np.timedelta64(1, "s"), Decimal("NaN"), Decimal("-Infinity"), range(2)),
)


def test_what_is_no_number_is_refused() -> None:
    for value in (*NO_NUMBERS, *NO_VALUES):
        with refused(Reason.NOT_A_NUMBER) as refusal:
            parse_exact("x", value)
        assert not isinstance(value, str) or repr(value) in refusal.value.what


@pytest.mark.parametrize("kind", [np.int64, np.uint8, int])
def test_a_whole_number_of_an_array_is_one(kind: type[int]) -> None:
    found = parse_exact("x", kind(200))
    assert isinstance(found, Fraction)
    assert found == 200
    assert type(found.numerator) is int


@given(st.text(alphabet="0123456789-+/.eEln() _٣", max_size=8))
def test_what_is_read_is_what_python_reads_and_nothing_looser(text: str) -> None:
    found = number_or_reason(text)
    if isinstance(found, Fraction):
        assert set(text.strip()) <= set("0123456789-+/.eE")
        assert found == Fraction(text)
    elif isinstance(found, Logarithm):
        assert found.argument == Fraction(text.strip().removeprefix("ln(").removesuffix(")").strip()) > 0
    else:
        assert found is Reason.NOT_A_NUMBER


def number_or_reason(text: str) -> Fraction | Logarithm | Reason:
    try:
        return parse_exact("x", text)
    except Refused as refusal:
        return refusal.reason


def test_a_text_that_is_too_long_is_refused_unread() -> None:
    for text in ("9" * (LONGEST + 1), "0." + "1" * LONGEST, "1/" + "3" * 10**6, "x" * 10**6):
        with refused(Reason.TOO_LARGE):
            parse_exact("x", text)
    assert parse_exact("x", " " + "9" * LONGEST + " ") == 10**LONGEST - 1


OUTSIDE: dict[Reason, dict[str, list[object]]] = {
    Reason.TOO_LARGE: {"T": [10**12, "1e12", 10**6 + 1], "N": [10**9 + 1], "digits": [10**6]},
    Reason.OUT_OF_RANGE: {
        "T": [0, -5, "-1e999"],
        "m": [0],
        "N": [0],
        "ones": [-1],
        "theta": [0],
        "alpha": [0],
        "beta": [0, 1],
        "r": ["1.0000000000000000000000001", "-1e-300", 2],
        "epsilon": [0, -1, "1e7"],
        "digits": [0],
        "odds": [1, "1/2", "1e301"],
        "report_odds": [1],
    },
    Reason.NOT_A_WHOLE_NUMBER: {"T": ["5/2", "0.5", Fraction(1, 3), "ln(3)"]},
    Reason.NOT_EXACT: {"T": [5.0], "r": [0.5, float("nan")]},
    Reason.NOT_A_NUMBER: {"T": [True, "five"], "r": ["ln(2)", "1/0", "nan"]},
    Reason.UNKNOWN_PARAMETER: {"TT": [1], "Tt": [1]},
}
INSIDE: list[tuple[str, object, object]] = [
    *[("T", "1e6", 10**6), ("T", "6/2", 3), ("T", "3.0", 3), ("T", Decimal("1E+3"), 1000)],
    *[("m", Fraction(4, 2), 2), ("r", 0, 0), ("r", "1", 1), ("r", "0.1", Fraction(1, 10)), ("theta", 1, 1)],
    *[("beta", "1e-300", Fraction(1, 10**300)), ("epsilon", "1e-9", Fraction(1, 10**9))],
    *[
        ("epsilon", 10**6, 10**6),
        ("odds", "1.0000001", Fraction(10**7 + 1, 10**7)),
        ("odds", "1e300", 10**300),
    ],
]


@pytest.mark.parametrize("reason", OUTSIDE)
def test_a_value_outside_is_refused_for_its_reason(reason: Reason) -> None:
    for name, values in OUTSIDE[reason].items():
        for value in values:
            with refused(reason) as refusal:
                accept_parameters({name: value})
            assert name in refusal.value.what
            assert refusal.value.accepted


def test_a_value_inside_is_accepted_as_it_is() -> None:
    for name, value, accepted in INSIDE:
        (found,) = accept_parameters({name: value}).values()
        assert (found, type(found)) == (
            accepted,
            int if isinstance(parameter_domain(name), Whole) else Fraction,
        )


def test_a_number_too_long_to_be_printed_is_refused_like_any_other() -> None:
    for name in ("T", "odds"):
        with pytest.raises(Refused) as refusal:
            accept_parameters({name: 10**5000})
        assert refusal.value.reason in {Reason.TOO_LARGE, Reason.OUT_OF_RANGE}


@given(st.fractions() | st.integers() | st.integers(0, 10**6))
def test_a_domain_accepts_exactly_its_members(value: Fraction | int) -> None:
    number = Fraction(value)
    for name, each in NUMBERS.items():
        open_low, open_high = (False, False) if isinstance(each, Whole) else (each.open_low, each.open_high)
        inside = (each.low < number if open_low else each.low <= number) and (
            number < each.high if open_high else number <= each.high
        )
        member = inside and (isinstance(each, Between) or number.denominator == 1)
        try:
            assert each.accept(name, value) == number
            assert member, name
        except Refused:
            assert not member, name


def test_the_ends_of_a_domain_and_its_words() -> None:
    for name, each in NUMBERS.items():
        low_open, high_open = (False, False) if isinstance(each, Whole) else (each.open_low, each.open_high)
        for end, is_open in ((each.low, low_open), (each.high, high_open)):
            if is_open:
                with refused(Reason.OUT_OF_RANGE):
                    each.accept(name, end)
            else:
                assert each.accept(name, end) == end, name
        with pytest.raises(Refused) as refusal:
            each.accept(name, -1)
        assert refusal.value.accepted == str(each)
        written = [eval(text.replace("^", "**"), {}) for text in re.findall(r"[0-9^]*[0-9]", str(each))]
        assert written == [each.low, each.high], name


def test_where_whole_numbers_are_accepted_no_others_are_said_to_be() -> None:
    for read, accepted in (
        (Whole(1, 256).accept, "a whole number from 1 to 256"),
        (parse_whole, "a whole number"),
    ):
        for text in ("", "x", "1.5", "ln(3)"):
            with pytest.raises(Refused) as refusal:
                read("workers", text)
            assert refusal.value.accepted == accepted


def test_a_schema_and_a_domain_accept_the_same_writings() -> None:
    numbers = ["0", "-1", "1/2", "0.5", "1e-9", "00", "1/01", "1.5E+3"]
    for each in NUMBERS.values():
        schema = each.schema()
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        if isinstance(each, Whole):
            for value in (each.low - 1, each.low, each.high, each.high + 1, "1", 0.5, None):
                assert validator.is_valid(value) is (value in {each.low, each.high})
        else:
            assert not any(validator.is_valid(text) for text in [*NO_NUMBERS, "ln(3)"])
            assert all(validator.is_valid(text) for text in numbers)


def test_a_word_is_one_of_a_few() -> None:
    colours = Words(("red", "green"))
    assert colours.accept("colour", " red\n") == "red"
    for value, reason in (("blue", Reason.UNKNOWN_NAME), (1, Reason.NOT_A_WORD), (None, Reason.NOT_A_WORD)):
        with refused(reason) as refusal:
            colours.accept("colour", value)
        assert "colour" in refusal.value.what
        assert refusal.value.accepted == "one of red, green"
    validator = Draft202012Validator(colours.schema())
    assert [validator.is_valid(value) for value in ("red", "green", "blue", 1)] == [True, True, False, False]


@pytest.mark.parametrize(("small", "large"), [("m", "T"), ("d", "T"), ("ones", "N")])
def test_one_parameter_may_not_exceed_another(small: str, large: str) -> None:
    assert accept_parameters({small: 7, large: 7}) == {small: 7, large: 7}
    for given_ in ({small: 8, large: 7}, {large: "7", small: "8"}):
        with refused(Reason.OUT_OF_RANGE) as refusal:
            accept_parameters(given_)
        assert refusal.value.accepted == f"{small} <= {large}"
    assert accept_parameters({small: 8}) == {small: 8}


@pytest.mark.parametrize(("small", "large"), [("p", "q"), ("first_odds", "kept_odds")])
def test_one_parameter_is_below_another(small: str, large: str) -> None:
    low, high = ("1/4", "3/4") if small == "p" else ("2", "3")
    accept_parameters({small: low, large: high})
    for given_ in ({small: low, large: low}, {small: high, large: low}):
        with refused(Reason.OUT_OF_RANGE) as refusal:
            accept_parameters(given_)
        assert refusal.value.accepted == f"{small} < {large}"


def test_a_parameter_has_a_domain_of_its_own_and_a_system_may_have_another() -> None:
    assert parameter_domain("r") is parameter_domain("r", "shots") is PARAMETERS["r"].domain
    assert {each.bounded_by for each in PARAMETERS.values()} - {""} <= set(PARAMETERS)
    with refused(Reason.UNKNOWN_PARAMETER) as refusal:
        parameter_domain("R")
    assert "r" in refusal.value.accepted.split(", ")
    for name, each in PARAMETERS.items():
        system, dot, plain = name.partition(".")
        assert not dot or parameter_named(plain, system) is each != PARAMETERS.get(plain)


def test_a_share_of_people_is_a_number_of_people() -> None:
    for N, M in product((1, 3, 10), (0, 1)):
        assert count_people(N, "mu", Fraction(M, N)) == M
    with refused(Reason.NOT_A_WHOLE_NUMBER) as caught:
        count_people(10, "mu", Fraction(1, 4))
    assert caught.value.accepted == "mu a multiple of 1/10"


def test_a_whole_number_of_any_size_is_pythons_own() -> None:
    for value in (7, np.int64(7), np.uint8(7), "7", Fraction(7)):
        found = parse_whole("x", value)
        assert type(found) is int
        assert found == 7
    assert parse_whole("x", -(10**30)) == -(10**30)


def test_what_is_no_whole_number_is_refused() -> None:
    for value, reason in (
        *(("1/2", Reason.NOT_A_WHOLE_NUMBER), ("ln(2)", Reason.NOT_A_WHOLE_NUMBER), (1.0, Reason.NOT_EXACT)),
        *((each, Reason.NOT_A_NUMBER) for each in (True, None, np.timedelta64(1, "s"))),
    ):
        with refused(reason):
            parse_whole("x", value)


@dataclass(frozen=True, slots=True)
class Made:
    """A class whose fields are a parameter by its name, one by its domain, and one that is a value already."""

    m: int
    few: int
    share: Fraction

    def __post_init__(self) -> None:
        validate_fields(self, "m", few=Whole(0, 3), share=Fraction)


def test_what_a_class_is_made_with_becomes_plain() -> None:
    make: Callable[..., Made] = Made
    made = make(np.int64(5), np.uint8(2), Fraction(1, 2))
    assert (type(made.m), type(made.few)) == (int, int)
    assert made == Made(5, 2, Fraction(1, 2))
    for wrong, reason in (
        ((0, 2, Fraction(1)), Reason.OUT_OF_RANGE),
        ((5, 4, Fraction(1)), Reason.TOO_LARGE),
        ((5, 2, 1), Reason.NOT_A_VALUE),
        ((5, 1.0, Fraction(1)), Reason.NOT_EXACT),
    ):
        with refused(reason):
            make(*wrong)


def test_every_parameter_stands_for_something() -> None:
    """Two systems that use one name differently have an entry each."""
    assert all(each.meaning for each in PARAMETERS.values())
    assert parameter_named("d", "shots").meaning != parameter_named("d", "sketch").meaning
    assert parameter_named("beta", "chi2").meaning != parameter_named("beta", "shots").meaning
