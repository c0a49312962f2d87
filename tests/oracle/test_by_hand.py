"""The test vectors agree with an independent implementation: draws, laws, estimates, decisions and privacy."""

import json
import sys
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from ldproof.oracle.vectors import Vector, read_vectors, shipped_folder
from ldproof.programs import Program
from tests.oracle import by_hand
from tests.reference.programs.children import PATIENT
from tests.tiers import run_everything, slow

STRANGER = Path(__file__).parents[1] / "reference/programs/stranger.py"

CLOSE = Decimal(10) ** -18
"""Relative to a value: an enclosure has twenty digits."""

EXACTLY = Decimal(10) ** -300
"""Of what is exact: decimals have more digits, of which differences lose some."""


def is_number(written: object, value: Decimal) -> bool:
    """Return whether a number in an answer is this one: to all digits of the decimals, or within them."""
    assert isinstance(written, dict)
    if "exact" in written:
        return abs(by_hand.to_decimal(written["exact"]) - value) <= EXACTLY * max(Decimal(1), abs(value))
    low, high = Decimal(written["lower"]), Decimal(written["upper"])
    return low <= high and low - CLOSE * abs(low) <= value <= high + CLOSE * abs(high)


def parse_vector(vector: Vector) -> tuple[str, dict[str, Any], Any]:
    """Return the mechanism of a vector, its parameters, and the rest of the request."""
    request: Any = vector.request
    return request.get("mechanism") or request["formula"], request["parameters"], request


def said(vector: Vector, name: str) -> Any:
    assert vector.answer is not None
    return vector.answer[name]


def test_independent_program_draws_the_same() -> None:
    """All draws with rational probabilities, except those of tests; if coins are missing, neither has an output.

    The program cannot import ldproof.
    """
    checked: Counter[str] = Counter()
    with Program((sys.executable, "-I", "-S", str(STRANGER)), PATIENT) as program:
        for vector in read_vectors(kinds=["randomize"]):
            name, _, request = parse_vector(vector)
            answer = program.ask_unparsed(**request)
            checked["unsupported" if "unsupported" in answer else name] += 1
            if vector.answer is None:
                assert "error" in answer or "unsupported" in answer, vector
            elif "unsupported" not in answer:
                assert {name: answer[name] for name in ("outputs", "taken")} == vector.answer, vector
    assert len(checked) == 23
    assert sum(checked.values()) - checked["unsupported"] > 700
    assert min(checked.values()) >= 15


OVER_ALL_TABLES = {"chi2.optimal", "chi2.beta_optimal", "chi2.algorithm_2_integer"}
MOST_TABLES = 10_000


def test_draws_of_tests_agree_with_decimals() -> None:
    """Three tests look at all tables here; of these, vectors with at most `MOST_TABLES` are compared."""
    checked: Counter[str] = Counter()
    for vector in read_vectors(kinds=["randomize"]):
        name, given, request = parse_vector(vector)
        tables = (int(given.get("m1", 0)) + 1) * (int(given.get("m2", 0)) + 1)
        if name.startswith("chi2.") and (name not in OVER_ALL_TABLES or tables <= MOST_TABLES):
            one = by_hand.says_one(name.partition(".")[2], given, *parse_cells(request["input"]))
            found = by_hand.draw_decision(one, bytes.fromhex(request["coins"]))
            expected = found and {"outputs": [str(int(found[0]))], "taken": [found[1]]}
            assert vector.answer == expected, vector
            checked[name] += 1
    assert len(checked) == 8
    assert min(checked.values()) >= 30


def parse_cells(table: str) -> tuple[int, int]:
    """Return how many cases and how many controls have the variant."""
    a, b = table.split(",")
    return int(a), int(b)


def test_laws_agree_with_enumeration() -> None:
    checked: Counter[str] = Counter()
    for vector in islice(read_vectors(kinds=["law"]), 0, None, 1 if run_everything() else 5):
        name, given, request = parse_vector(vector)
        if given.get("w") == "1024" and not run_everything():
            continue
        if "real-size" in vector.flags:
            continue
        law = by_hand.output_law(name, given, request["input"])
        if "output" in request:
            law = {request["output"]: law.get(request["output"], Decimal(0))}
        shares = {each["output"]: each for each in said(vector, "law")}
        assert shares.keys() == law.keys(), vector
        assert all(is_number(shares[output], share) for output, share in law.items()), vector
        checked[name] += 1
    assert len(checked) == 30
    assert min(checked.values()) >= (8 if run_everything() else 1)


def test_probabilities_at_real_sizes_agree_with_products() -> None:
    """Over 100 and 300 rounds, and rows of 1024 bits: these outputs are too many to enumerate."""
    checked = 0
    for vector in read_vectors(kinds=["law"]):
        if "real-size" in vector.flags:
            name, given, request = parse_vector(vector)
            chance = by_hand.bits_likelihood if name.startswith("sketch.") else by_hand.transcript_likelihood
            (only,) = said(vector, "law")
            assert is_number(only, chance(name, given, request["input"], request["output"])), vector
            checked += 1
    assert checked == 18


@slow
def test_privacy_is_attained_and_not_exceeded() -> None:
    """The pair and the event have these odds. Where all secrets are listed, no other output has larger ones."""
    attained = tight = 0
    for vector in read_vectors(kinds=["privacy"]):
        name, given, _ = parse_vector(vector)
        found: Any = vector.more["attained"]
        level = said(vector, found["level"])
        top, bottom = (
            sum((law.get(each, Decimal(0)) for each in found["event"]), Decimal(0))
            for law in (by_hand.output_law(name, given, found[each]) for each in ("likely", "unlikely"))
        )
        attained += 1
        if level["odds"] == {"exact": "inf"}:
            assert level["epsilon"] == level["odds"]
            assert top > 0 == bottom, vector
            continue
        odds = top / bottom
        assert is_number(level["odds"], odds), vector
        assert is_number(level["epsilon"], by_hand.natural_logarithm(odds)), vector
        if "T" in given and int(given["T"]) <= (3 if run_everything() else 2):
            cells = [str(cell) for cell in range(int(given["w"]))] if "w" in given else "01"
            states = [
                ("," if "w" in given else "").join(each) for each in product(cells, repeat=int(given["T"]))
            ]
            if "changes" in given:
                most = int(given["changes"])
                states = [each for each in states if ("0" + each).count("01") + each.count("10") <= most]
            laws = {each: by_hand.output_law(name, given, each) for each in states}
            ratios = [
                share / laws[other][output]
                for one, other in product(states, states)
                if one != other and (found["level"] == "user" or sum(map(str.__ne__, one, other)) == 1)
                for output, share in laws[one].items()
            ]
            assert abs(max(ratios) - odds) <= CLOSE * odds, vector
            tight += 1
    assert attained > 150
    assert tight > (50 if run_everything() else 30)


def test_estimates_agree_with_the_protocol() -> None:
    checked: Counter[str] = Counter()
    for vector in read_vectors(kinds=["estimate"]):
        name, given, request = parse_vector(vector)
        values: list[Decimal | None]
        if name.startswith("sketch."):
            values = [
                by_hand.estimated_holders(name, given, request["reports"], each)
                for each in request["columns"]
            ]
        elif name == "counting.future_rand":
            values = [*by_hand.future_rand_estimates(given, request["reports"])]
        else:
            values = [
                by_hand.round_estimate(name, given, *counted) for counted in count_ones_and_bits(request)
            ]
        if given.get("clipped") == "yes":
            values = [each and min(max(each, Decimal(0)), Decimal(1)) for each in values]
        for written, value in zip(said(vector, "estimates"), values, strict=True):
            assert written is None if value is None else is_number(written, value), vector
        checked[name] += 1
    assert len(checked) == 22
    assert min(checked.values()) > 10


def count_ones_and_bits(request: Any) -> list[tuple[int, int]]:
    """Return the numbers of ones and of bits, round by round."""
    if "counts" in request:
        return [(ones, bits) for ones, bits in request["counts"]]
    return [(each.count("1"), len(each) - each.count("-")) for each in request["reports"]]


@slow
def test_values_of_closed_forms_agree_with_their_text() -> None:
    """The text of each formula is evaluated in decimals."""
    checked: Counter[str] = Counter()
    for group in json.loads(shipped_folder().joinpath("formula.json").read_text(encoding="ascii"))["groups"]:
        some = group["vectors"][:: 1 if run_everything() else 4]
        for each in some if "closed_form" in group else ():
            written = each["answer"]["value"]
            if "holds" not in written:
                value = by_hand.evaluate_form(group["closed_form"], each["request"]["parameters"])
                # What cancels loses digits that were there.
                assert is_number(written, value) or abs(value) < Decimal(10) ** -500, (group["id"], each)
                checked[group["formula"]] += 1
    assert len(checked) > 25
    assert checked.total() > (400 if run_everything() else 100)


@pytest.mark.parametrize("system", sorted({name.partition(".")[0] for name in by_hand.DEFINITIONS}))
def test_values_of_other_formulas_agree_with_definitions(system: str) -> None:
    """Those without a closed form, by enumeration of tables, hashes or numbers of ones."""
    names = {name for name in by_hand.DEFINITIONS if name.startswith(f"{system}.")}
    checked: Counter[str] = Counter()
    for vector in read_vectors(kinds=["formula"]):
        name, given, _ = parse_vector(vector)
        value = by_hand.DEFINITIONS[name](given) if name in names else None
        if value is not None:
            assert is_number(said(vector, "value"), value), (vector, value)
            checked[name] += 1
    assert checked.keys() == names
    assert checked.total() > 3 * len(names)


def test_decisions_agree_with_exact_numbers() -> None:
    ties = ups = checked = 0
    for vector in read_vectors(kinds=["decide"]):
        name, given, request = parse_vector(vector)
        found = said(vector, "decisions")
        if name.startswith("chi2."):
            m1, m2, tau = int(given["m1"]), int(given["m2"]), Fraction(given["tau"])
            values = [by_hand.chi2_statistic(*parse_cells(each), m1, m2) for each in request["tables"]]
            assert found == [str(int(each > tau)) for each in values], vector
            ties += values.count(tau)
        else:
            theta = by_hand.to_decimal(Fraction(given["theta"]))
            for decision, counted in zip(found, count_ones_and_bits(request), strict=True):
                value = by_hand.round_estimate(name, given, *counted)
                assert value is not None
                # What is nearer than any of these numbers can be is a tie, and that is up.
                tie = abs(value - theta) < Decimal(10) ** -100
                assert decision == ("up" if tie or value > theta else "down"), vector
                ties += tie
                ups += decision == "up"
        checked += 1
    assert checked > 300
    assert ties > 20
    assert ups > 100
