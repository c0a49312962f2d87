"""The vectors' answers are right, as far as somebody else can tell: draws, laws, estimates, decisions and privacy."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from ldproof.oracle.vectors import Vector, vectors
from ldproof.oracle.vectors.reading import shipped
from ldproof.programs import Program
from ldproof.programs.messages import Message
from tests.oracle import by_hand
from tests.reference.programs.children import PATIENT

STRANGER = Path(__file__).parents[1] / "reference/programs/stranger.py"

CLOSE = Decimal(10) ** -18
"""Relative to a value: an enclosure has twenty digits."""

EXACTLY = Decimal(10) ** -300
"""Of what is exact: decimals have more digits, of which differences lose some."""


def text(vector: Vector, name: str) -> str:
    found = vector.request[name]
    assert isinstance(found, str)
    return found


def given(vector: Vector) -> dict[str, str]:
    found = vector.request["parameters"]
    assert isinstance(found, dict)
    return found


def texts(vector: Vector, name: str) -> list[str]:
    found = vector.request[name]
    assert isinstance(found, list)
    return found


def said(vector: Vector, name: str) -> list[object]:
    assert vector.answer is not None
    found = vector.answer[name]
    assert isinstance(found, list)
    return found


def means(written: object, value: Decimal) -> bool:
    """Whether a number in an answer is this one: to all digits of the decimals, or within those that it has."""
    assert isinstance(written, dict)
    if "exact" in written:
        return abs(by_hand.decimal(written["exact"]) - value) <= EXACTLY * max(Decimal(1), abs(value))
    low, high = Decimal(written["lower"]), Decimal(written["upper"])
    return low <= high and low - CLOSE * abs(low) <= value <= high + CLOSE * abs(high)


@pytest.fixture(scope="module")
def stranger() -> Iterator[Program]:
    """A program that cannot even import ldproof."""
    with Program((sys.executable, "-I", "-S", str(STRANGER)), PATIENT) as program:
        yield program


def asked(program: Program, vector: Vector) -> Message:
    """What a program answers."""
    return program.reply(
        text(vector, "op"), **{name: each for name, each in vector.request.items() if name != "op"}
    )


def test_a_stranger_draws_the_same(stranger: Program) -> None:
    """All draws with rational probabilities, but for those of tests; and where coins are missing it has none, either."""
    checked: Counter[str] = Counter()
    for vector in vectors(kinds=["randomize"]):
        answer = asked(stranger, vector)
        if "unsupported" in answer:
            checked["unsupported"] += 1
            continue
        checked[text(vector, "mechanism")] += 1
        if vector.answer is None:
            assert "error" in answer, vector
        else:
            assert {name: answer[name] for name in ("outputs", "taken")} == vector.answer, vector
    assert len(checked) == 15
    assert sum(checked.values()) - checked["unsupported"] > 700
    assert min(checked.values()) >= 15


def test_tests_draw_as_decimals_say() -> None:
    checked: Counter[str] = Counter()
    for vector in vectors(kinds=["randomize"]):
        system, _, name = text(vector, "mechanism").partition(".")
        if system == "chi2":
            a, b = (int(each) for each in text(vector, "input").split(","))
            one = by_hand.says_one(name, given(vector), a, b)
            found = by_hand.decide(one, bytes.fromhex(text(vector, "coins")))
            if vector.answer is None:
                assert found is None, vector
            else:
                assert found is not None, vector
                assert vector.answer == {"outputs": [str(int(found[0]))], "taken": [found[1]]}, vector
            checked[name] += 1
    assert len(checked) == 8
    assert min(checked.values()) >= 30


def test_laws_are_those_of_all_that_can_happen() -> None:
    checked: Counter[str] = Counter()
    for vector in vectors(kinds=["law"]):
        name, parameters = text(vector, "mechanism"), given(vector)
        law = by_hand.law(name, parameters, text(vector, "input"))
        shares = {each["output"]: each for each in said(vector, "law") if isinstance(each, dict)}
        if "output" in vector.request:
            law = {text(vector, "output"): law.get(text(vector, "output"), Decimal(0))}
        assert shares.keys() == law.keys(), vector
        for output, share in law.items():
            assert means({k: v for k, v in shares[output].items() if k != "output"}, share), vector
        checked[name] += 1
    assert len(checked) == 22
    assert min(checked.values()) >= 8


def test_privacy_is_attained_and_is_the_most() -> None:
    """The pair and the event have these odds; and where all secrets are looked at, no other output has more."""
    attained = tight = 0
    for vector in vectors(kinds=["privacy"]):
        name, parameters = text(vector, "mechanism"), given(vector)
        found = vector.more["attained"]
        assert isinstance(found, dict)
        assert vector.answer is not None
        level = vector.answer[found["level"]]
        assert isinstance(level, dict)
        likely, unlikely = (by_hand.law(name, parameters, found[each]) for each in ("likely", "unlikely"))
        top, bottom = (
            sum((one.get(each, Decimal(0)) for each in found["event"]), Decimal(0))
            for one in (likely, unlikely)
        )
        odds = top / bottom
        assert means(level["odds"], odds), vector
        assert means(level["epsilon"], odds.ln()), vector
        attained += 1
        if name.startswith(("shots", "counting")) and int(parameters["T"]) <= 3:
            T = int(parameters["T"])
            states = [f"{each:0{T}b}" for each in range(2**T)]
            laws = {each: by_hand.law(name, parameters, each) for each in states}
            ratios = [
                share / laws[other][output]
                for one in states
                for other in states
                if one != other and (found["level"] == "user" or sum(map(str.__ne__, one, other)) == 1)
                for output, share in laws[one].items()
            ]
            assert abs(max(ratios) - odds) <= CLOSE * odds, vector
            tight += 1
    assert attained > 150
    assert tight > 50


def test_estimates_are_those_of_the_page() -> None:
    checked: Counter[str] = Counter()
    for vector in vectors(kinds=["estimate"]):
        name, parameters = text(vector, "mechanism"), given(vector)
        found = said(vector, "estimates")
        if name.startswith("sketch."):
            columns = texts(vector, "columns")
            assert len(found) == len(columns)
            for written, each in zip(found, columns, strict=True):
                assert means(written, by_hand.held(name, parameters, texts(vector, "reports"), each)), vector
        else:
            rounds = counts(vector)
            assert len(found) == len(rounds)
            for written, (ones, bits) in zip(found, rounds, strict=True):
                value = by_hand.estimated(name, parameters, ones, bits)
                if parameters.get("clipped") == "yes" and value is not None:
                    value = min(max(value, Decimal(0)), Decimal(1))
                assert (written is None) is (value is None), vector
                assert value is None or means(written, value), vector
        checked[name] += 1
    assert len(checked) == 14
    assert min(checked.values()) > 10


def counts(vector: Vector) -> list[tuple[int, int]]:
    """How many ones and how many bits, round by round."""
    if "counts" in vector.request:
        pairs = vector.request["counts"]
        assert isinstance(pairs, list)
        return [(ones, bits) for ones, bits in pairs]
    return [(each.count("1"), each.count("1") + each.count("0")) for each in texts(vector, "reports")]


def test_closed_forms_have_the_values_that_are_said() -> None:
    """The text of each, read as one reads it, in decimals."""
    checked: Counter[str] = Counter()
    for group in json.loads(shipped().joinpath("formula.json").read_text(encoding="ascii"))["groups"]:
        if "closed_form" not in group:
            continue
        for each in group["vectors"]:
            parameters, written = each["request"]["parameters"], each["answer"]["value"]
            if "holds" not in written:
                value = by_hand.read(group["closed_form"], parameters)
                # What cancels loses digits that were there.
                assert means(written, value) or abs(value) < Decimal(10) ** -500, (group["id"], each)
                checked[group["formula"]] += 1
    assert len(checked) > 25
    assert checked.total() > 400


def test_formulas_mean_what_they_are_called() -> None:
    """Those without a closed form, from definitions: all tables, all hashes, all numbers of ones."""
    checked: Counter[str] = Counter()
    for vector in vectors(kinds=["formula"]):
        name, parameters = text(vector, "formula"), given(vector)
        if (definition := by_hand.DEFINITIONS.get(name)) is not None:
            value = definition(parameters)
            assert vector.answer is not None
            if value is not None:
                assert means(vector.answer["value"], value), (vector, value)
                checked[name] += 1
    assert checked.keys() == by_hand.DEFINITIONS.keys()
    assert checked.total() > 150


def test_the_nearest_other_decision_is_that_of_all_tables() -> None:
    """Whole numbers decide as the statistic does, and rings find what all tables have."""
    m1, m2 = 4, 6
    cells = by_hand.everywhere(m1, m2)
    for tau in (Fraction(1, 7), Fraction(3), Fraction(96, 25), Fraction(10), Fraction(11)):
        decided = {cell: by_hand.statistic(*cell, m1, m2) > tau for cell in cells}
        for (a, b), here in decided.items():
            others = [cell for cell, there in decided.items() if there is not here]
            asked = {"m1": str(m1), "m2": str(m2), "tau": str(tau), "a": str(a), "b": str(b)}
            assert by_hand.apart(asked) == (by_hand.steps([(a, b)], others) if others else None)


def test_decisions_are_those_of_exact_numbers() -> None:
    ties = ups = checked = 0
    for vector in vectors(kinds=["decide"]):
        name, parameters = text(vector, "mechanism"), given(vector)
        if name.startswith("chi2."):
            m1, m2, tau = int(parameters["m1"]), int(parameters["m2"]), Fraction(parameters["tau"])
            cells = [tuple(int(each) for each in one.split(",")) for one in texts(vector, "tables")]
            values = [by_hand.statistic(a, b, m1, m2) for a, b in cells]
            assert said(vector, "decisions") == [str(int(each > tau)) for each in values], vector
            ties += sum(each == tau for each in values)
        else:
            theta = Fraction(parameters["theta"])
            for decision, (ones, bits) in zip(said(vector, "decisions"), counts(vector), strict=True):
                value = by_hand.estimated(name, parameters, ones, bits)
                assert value is not None
                away = value - by_hand.decimal(theta)
                # What is nearer than any of these numbers can be is a tie, and that is up.
                tie = abs(away) < Decimal(10) ** -100
                assert decision == ("up" if tie or away > 0 else "down"), vector
                ties += tie
                reached = tie or away > 0
                ups += reached
        checked += 1
    assert checked > 300
    assert ties > 20
    assert ups > 100
