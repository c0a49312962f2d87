"""What signatures ask for, and what is said to those who give something else."""

from collections.abc import Callable

import pytest
from jsonschema import Draft202012Validator

from ldproof.catalogue.signatures import Request, request
from ldproof.rejections import Reason, Refused


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


SPLIT = Request(("m", "T"), (), ("epsilon", "odds", "report_odds"))


@pytest.mark.parametrize(
    ("function", "asked", "in_words"),
    [
        (split, SPLIT, "m; T; exactly one of epsilon, odds, report_odds"),
        (whole, Request((), (), ("epsilon", "odds")), "exactly one of epsilon, odds"),
        (
            spared,
            Request(("x",), (), ("epsilon", "odds"), budget_optional=True),
            "x; at most one of epsilon, odds",
        ),
        (plain, Request(("x",), (), ()), "x"),
        (constant, Request((), (), ()), "no parameters"),
        (
            construct,
            Request(("T", "m"), ("r",), ("epsilon", "odds", "report_odds")),
            "T; m; r (optional); exactly one of epsilon, odds, report_odds",
        ),
    ],
)
def test_what_a_function_asks_for(function: Callable[..., object], asked: Request, in_words: str) -> None:
    assert request(function) == asked
    assert str(asked) == in_words


@pytest.mark.parametrize(
    ("given", "reason", "what"),
    [
        (["m", "T", "odds", "x"], Reason.UNKNOWN_PARAMETER, "f has no parameter x"),
        (["m", "T", "excess"], Reason.UNKNOWN_PARAMETER, "f has no parameter excess"),
        (["odds"], Reason.MISSING, "f needs m and T"),
        (["m", "T"], Reason.BUDGET_NOT_UNIQUE, "f is given no budget"),
        (["m", "T", "odds", "epsilon"], Reason.BUDGET_NOT_UNIQUE, "f is given epsilon and odds"),
    ],
)
def test_what_is_refused(given: list[str], reason: Reason, what: str) -> None:
    with pytest.raises(Refused) as refused:
        SPLIT.check("f", given)
    assert (refused.value.reason, refused.value.what, refused.value.accepted) == (reason, what, str(SPLIT))


def test_its_schema_accepts_what_it_accepts() -> None:
    validator = Draft202012Validator(SPLIT.schema())
    assert validator.is_valid({"m": 1, "T": 2, "epsilon": "1/2"})
    assert not validator.is_valid({"m": 1, "T": 2})
    assert not validator.is_valid({"m": 1, "T": 2, "epsilon": "1/2", "odds": "3"})
    assert not validator.is_valid({"m": 1, "T": 2, "epsilon": "1/2", "x": "3"})
    assert "oneOf" not in request(plain).schema()


def test_a_budget_that_may_be_left_out() -> None:
    asked = request(spared)
    validator = Draft202012Validator(asked.schema())
    for ways in ((), ("epsilon",), ("odds",)):
        asked.check("f", ["x", *ways])
        assert validator.is_valid({"x": "1", **dict.fromkeys(ways, "2")})
    with pytest.raises(Refused) as refused:
        asked.check("f", ["x", "epsilon", "odds"])
    assert refused.value.reason is Reason.BUDGET_NOT_UNIQUE
    assert not validator.is_valid({"x": "1", "epsilon": "1", "odds": "2"})
