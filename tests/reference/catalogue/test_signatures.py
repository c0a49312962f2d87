"""Signatures: their parameters, how assignments are read, and the refusals of others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import pytest
from jsonschema import Draft202012Validator

from ldproof.budget import Budget, parse_budget
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real
from ldproof.parameters import Whole, Written, parameter_domain, parse_assignments
from ldproof.registry import Request, parse_mechanism_arguments, request_of_function
from tests.reference.refusals import refused


def split(m: float, T: float, excess: float) -> float:
    return m * T * excess


def whole(epsilon: float) -> float:
    return epsilon


def plain(x: float) -> float:
    return x


def constant() -> float:
    return 1.0


def construct(T: object, m: object, r: object = 0, **given: object) -> object:
    return T, m, r, given


def spared(x: float, budget: object = None) -> object:
    return x, budget


def own(k: Annotated[int, Whole(2, 9), "how many"], T: int, budget: Budget) -> object:
    return k, T, budget


def in_text(k: "Annotated[int, Whole(2, 9)]", excess: Real) -> object:
    return k, excess


def without(k: int) -> object:
    return k


SPLIT = Request(("m", "T"), (), ("epsilon", "odds", "report_odds"))
CONSTRUCT = Request(("T", "m"), ("r",), SPLIT.budget)


def test_request_of_a_function() -> None:
    ways = ("epsilon", "odds")
    cases: tuple[tuple[Callable[..., object], Request, str], ...] = (
        (split, SPLIT, "m; T; exactly one of epsilon, odds, report_odds"),
        (whole, Request((), (), ways), "exactly one of epsilon, odds"),
        (spared, Request(("x",), (), ways, budget_optional=True), "x; at most one of epsilon, odds"),
        (plain, Request(("x",), (), ()), "x"),
        (constant, Request((), (), ()), "no parameters"),
        (construct, CONSTRUCT, "T; m; r (optional); exactly one of epsilon, odds, report_odds"),
    )
    for function, asked, in_words in cases:
        assert (request_of_function(function), str(asked)) == (asked, in_words)


def test_wrong_names_are_refused() -> None:
    for given, reason, what in (
        (["m", "T", "odds", "x"], Reason.UNKNOWN_PARAMETER, "f has no parameter x"),
        (["m", "T", "excess"], Reason.UNKNOWN_PARAMETER, "f has no parameter excess"),
        (["odds"], Reason.MISSING, "f needs m and T"),
        (["m", "T"], Reason.BUDGET_NOT_UNIQUE, "f is given no budget"),
        (["m", "T", "odds", "epsilon"], Reason.BUDGET_NOT_UNIQUE, "f is given epsilon and odds"),
    ):
        with refused(reason) as refusal:
            SPLIT.check("f", given)
        assert (refusal.value.what, refusal.value.accepted) == (what, str(SPLIT))


def test_assignment_is_read_as_people_write_numbers() -> None:
    """Numbers without a digit before the point, percentages, and lists; any other text stays as it is."""
    cases: tuple[tuple[str, Written], ...] = (
        *(("3", "3"), ("", ""), ("ln(3)", "ln(3)"), ("a=b", "a=b"), ("[1", "[1"), ("[]", [])),
        *(("[ 1/2 ]", ["1/2"]), ("[1/2, 0.5,ln(3)]", ["1/2", "0.5", "ln(3)"]), ("[.5, 5%]", ["0.5", "1/20"])),
        *((".05", "0.05"), ("-.5", "-0.5"), (".5e-3", "0.5e-3"), ("5%", "1/20"), (".5 %", "1/200")),
        *(("-12.5%", "-1/8"), ("1/3%", "1/300"), ("1e2%", "1")),
        *(
            (text, text)
            for text in ["5.%", "%", ".", "..5", "ln(3)%", "5%%", "five%", ".x", "--.5", "1e9999%"]
        ),
    )
    for written, meant in cases:
        assert parse_assignments([f"x={written}"]) == {"x": meant}
    with refused(Reason.MISSING):
        parse_assignments(["T"])
    with refused(Reason.REPEATED):
        parse_assignments(["T=1", "m=2", "T=1"])


@dataclass
class Made:
    """An object that can be called and compared, and has no hash."""

    def __call__(self, k: int) -> object:
        return k


def test_callable_without_a_hash_is_asked_each_time() -> None:
    with pytest.raises(TypeError):
        hash(Made())
    assert request_of_function(Made()) == request_of_function(without)
    assert request_of_function(without) is request_of_function(without)


def test_schema_accepts_what_the_request_accepts() -> None:
    validator = Draft202012Validator(SPLIT.schema())
    assert validator.is_valid({"m": 1, "T": 2, "epsilon": "1/2"})
    assert not validator.is_valid({"m": 1, "T": 2})
    assert not validator.is_valid({"m": 1, "T": 2, "epsilon": "1/2", "odds": "3"})
    assert not validator.is_valid({"m": 1, "T": 2, "epsilon": "1/2", "x": "3"})
    assert "oneOf" not in request_of_function(plain).schema()


def test_a_budget_that_may_be_left_out() -> None:
    asked = request_of_function(spared)
    validator = Draft202012Validator(asked.schema())
    for ways in ((), ("epsilon",), ("odds",)):
        asked.check("f", ["x", *ways])
        assert validator.is_valid({"x": "1", **dict.fromkeys(ways, "2")})
    with refused(Reason.BUDGET_NOT_UNIQUE):
        asked.check("f", ["x", "epsilon", "odds"])
    assert not validator.is_valid({"x": "1", "epsilon": "1", "odds": "2"})


def test_a_domain_and_a_meaning_may_stand_at_the_parameter() -> None:
    asked = request_of_function(own)
    assert (asked.domain("k"), asked.meaning("k")) == (Whole(2, 9), "how many")
    assert (asked.domain("T"), asked.meaning("T")) == (parameter_domain("T"), "")
    assert request_of_function(in_text).domain("k") == Whole(2, 9)
    assert Draft202012Validator(asked.schema()).is_valid({"k": 2, "T": 1, "odds": "3"})
    assert not Draft202012Validator(asked.schema()).is_valid({"k": 1, "T": 1, "odds": "3"})
    with pytest.raises(Refused, match="the parameter k has no domain"):
        request_of_function(without).domain("k")


def test_arguments_are_values_of_the_domains_and_the_budget_is_resolved() -> None:
    assert parse_mechanism_arguments(own, {"k": "3", "T": "2", "odds": "5"}) == {
        "k": 3,
        "T": 2,
        "budget": parse_budget(odds=5),
    }
    found = parse_mechanism_arguments(in_text, {"k": 3, "odds": 5})
    assert found["excess"] == 4
    assert parse_mechanism_arguments(construct, {"T": "3", "m": "x", "odds": "5"}) == {
        "T": "3",
        "m": "x",
        "odds": "5",
    }
    for given, reason in (
        ({"k": "1", "T": 2}, Reason.OUT_OF_RANGE),
        ({"k": 10, "T": 2}, Reason.TOO_LARGE),
        ({"k": 3, "T": 0}, Reason.OUT_OF_RANGE),
    ):
        with refused(reason):
            parse_mechanism_arguments(own, {**given, "odds": 3})
    with pytest.raises(Refused, match="the parameter k has no domain"):
        parse_mechanism_arguments(without, {"k": 3})
