"""Tests for programs with coins of their own: their bounds in whole numbers, who passes them and who does not."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from ldproof.coins import SeededCoins
from ldproof.errors import Reason
from ldproof.mechanisms import to_text
from ldproof.oracle.comments import members_or_empty
from ldproof.oracle.samples import ALPHA, MISSED, answer_sample
from ldproof.oracle.vectors import Vector, read_vectors
from ldproof.registry import make_mechanism
from tests.oracle import by_hand
from tests.oracle.test_by_hand import is_number
from tests.reference.refusals import refused
from tests.tiers import slow, some

SAMPLES = [*read_vectors(kinds=["sample"])]


def events_of(vector: Vector) -> list[dict[str, Any]]:
    assert vector.answer is not None
    found: Any = vector.answer["events"]
    return [*found]


def is_in_event(output: str, event: dict[str, Any]) -> bool:
    """As a program would decide it from the file alone."""
    if "outputs" in event:
        return output in event["outputs"]
    if "prefix" in event:
        return output.startswith(event["prefix"])
    return bool(output[event["at"]] == event["is"])


def failures(vector: Vector, outputs: list[str]) -> list[object]:
    """The events whose counts are out of bounds, and where outputs are listed those in no event."""
    events, counted = events_of(vector), Counter(outputs)
    found: list[object] = [
        each
        for each in events
        if not each["least"]
        <= sum(times for output, times in counted.items() if is_in_event(output, each))
        <= each["most"]
    ]
    listed = {output for each in events for output in each.get("outputs", [])}
    return found + [each for each in counted if "listed" in vector.flags and each not in listed]


def test_probabilities_of_events_are_those_of_enumeration() -> None:
    """Every output that can come out is an event where outputs are listed."""
    checked = 0
    for vector in SAMPLES:
        asked: Any = vector.request
        events = events_of(vector)
        if "listed" in vector.flags:
            law = by_hand.output_law(asked["mechanism"], asked["parameters"], asked["input"])
            assert {*law} <= {each["outputs"][0] for each in events}
            for each in events:
                assert is_number(each, law.get(each["outputs"][0], Decimal(0))), vector
                checked += 1
    assert checked > 400


def test_probabilities_of_places_are_marginal() -> None:
    """Those of a 1 in each round, and of rows."""
    checked: Counter[str] = Counter()
    for vector in SAMPLES:
        asked: Any = vector.request
        name, given = asked["mechanism"], asked["parameters"]
        for each in events_of(vector):
            if "places" in vector.flags:
                T, m, E, r = by_hand.shots_parameters(name, given)
                if each["is"] == "-":
                    assert is_number(each, Decimal(T - m) / T)
                    checked["silence"] += 1
                    continue
                report = (E if asked["input"][each["at"]] == "1" else 1) / (E + 1)
                dummy = r if name == "shots.report" else Decimal(0)
                assert is_number(each, report * m / T + dummy * (T - m) / T)
            elif "prefix" in each:
                _, digit = each["prefix"].split(":")
                w = int(given["w"])
                places = range(by_hand.FIRST_PLACE[name](w) if name in by_hand.FIRST_PLACE else 0, w)
                begun = [place for place in places if f"{place}".startswith(digit)]
                assert is_number(each, Decimal(len(begun)) / len(places) / int(given["d"]))
            elif "rows" in vector.flags:
                E, w = by_hand.report_odds(given), int(given["w"])
                assert is_number(each, E / (E + w - 1))
            else:
                continue
            checked[vector.flags[0]] += 1
    assert checked == {"places": 600, "silence": 300, "rows": 49 + 64}


def binomial_tails(count: int, least: int, most: int, chance: Fraction) -> tuple[Fraction, Fraction]:
    """Pr[Bin(count, chance) < least] and Pr[Bin(count, chance) > most], summed in whole numbers."""
    one, zero = chance.numerator, chance.denominator - chance.numerator

    def weights(start: int, end: int) -> int:
        # Horner's rule in the odds: sum of comb(count, k) one^k zero^(count - k).
        total = 0
        for k in range(end - 1, start - 1, -1):
            total = total * one + comb(count, k) * zero ** (count - k)
        return total * int(one**start)

    return (
        Fraction(weights(0, least), chance.denominator**count),
        Fraction(weights(most + 1, count + 1), chance.denominator**count),
    )


def small_samples() -> Iterator[tuple[Vector, dict[str, Any], int]]:
    """Events of tests with 400 draws in the place of 10,000, where whole numbers can be summed."""
    exact = [each for each in SAMPLES if "exact" in events_of(each)[0] and "listed" in each.flags]
    for vector in some(exact, 6):
        asked = {**vector.request, "count": 400}
        found: Any = answer_sample(asked)["events"]
        for each in found:
            yield vector, each, len(found)


def test_bounds_leave_what_they_say() -> None:
    """A right program is outside with a probability of at most 10^-8 in all, and one that is caught with 99%."""
    seen = set[tuple[str, int]]()
    for _, event, events in small_samples():
        if "exact" not in event or (event["exact"], events) in seen:
            continue
        seen.add((event["exact"], events))
        below, above = binomial_tails(400, event["least"], event["most"], Fraction(event["exact"]))
        assert below + above <= ALPHA / events
        if 0 < Fraction(event["exact"]) < 1:
            # One count less would be too few.
            tail = ALPHA / (2 * events)
            tails = binomial_tails(400, event["least"] + 1, event["most"] - 1, Fraction(event["exact"]))
            assert min(tails) > tail
        low, high = (Fraction(str(each)) for each in event["caught"])
        assert low <= Fraction(event["exact"]) <= high
        if event["least"] > 0:
            assert sum(binomial_tails(400, event["least"], event["most"], low)) >= 1 - MISSED
        if event["most"] < 400:
            assert sum(binomial_tails(400, event["least"], event["most"], high)) >= 1 - MISSED
    assert len(seen) > 5


# Programs: the reference, plain ones that draw from enumerated laws in floats, and mistaken ones.


@slow
@pytest.mark.parametrize(
    "name",
    [
        "shots.report",
        "counting.m_glance",
        "counting.harmony",
        "chi2.algorithm_2",
        "sketch.cms",
        "sketch.hcms_plus",
        "sketch.local_hash",
        "sketch.all_rows",
    ],
)
def test_reference_passes(name: str) -> None:
    """With coins of a fixed seed: once it has passed, it cannot fail by chance."""
    vector = next(each for each in SAMPLES if each.request["mechanism"] == name)
    asked: Any = vector.request
    known = make_mechanism(name, asked["parameters"])
    secret, coins = known.secrets.read(asked["input"]), SeededCoins(vector.vector_id.encode())
    outputs = [to_text(known.outputs, known.randomize(secret, coins)) for _ in range(asked["count"])]
    assert failures(vector, outputs) == []


def plain_outputs(vector: Vector, **changed: str) -> list[str]:
    """As many outputs as a test asks for, by the law that decimals give, maybe at other parameters."""
    asked: Any = vector.request
    law = by_hand.output_law(asked["mechanism"], {**asked["parameters"], **changed}, asked["input"])
    random = Random(vector.vector_id)
    return random.choices([*law], [float(each) for each in law.values()], k=asked["count"])


def test_plain_programs_pass() -> None:
    listed = [each for each in SAMPLES if "listed" in each.flags]
    assert [each for each in listed if failures(each, plain_outputs(each))] == []
    assert len(listed) == 61


MISTAKES: Mapping[str, Callable[[Vector], list[str]]] = {
    "another budget": lambda vector: plain_outputs(vector, odds="7"),
    "no noise": lambda vector: [max(plain_outputs(vector))] * 10_000,
    "every tenth output lost": lambda vector: [
        "" if place % 10 == 0 else each for place, each in enumerate(plain_outputs(vector))
    ],
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistaken_programs_fail(mistake: str) -> None:
    for name in ("shots.report", "counting.glance", "chi2.optimal", "sketch.kary", "sketch.hcms"):
        vector = next(each for each in SAMPLES if each.request["mechanism"] == name)
        assert failures(vector, MISTAKES[mistake](vector)), vector


@pytest.mark.parametrize("glance", ["1" + "0" * 99, "01" * 50])
def test_places_tell_programs_apart(glance: str) -> None:
    """One that reports in the first round alone fails, and one that is never silent."""
    vector = next(
        each for each in SAMPLES if each.request["mechanism"] == "counting.glance" and "places" in each.flags
    )
    assert failures(vector, [glance] * 10_000)


def failing_prefixes(name: str, rows: range, places: range) -> set[str]:
    """The events in which a Hadamard program is wrong that draws from these rows and places, and never flips."""
    vector = next(each for each in SAMPLES if each.request["mechanism"] == name and "rows" in each.flags)
    drawn = Random(name)
    outputs = [f"{drawn.choice(rows)}:{drawn.choice(places)},0" for _ in range(10_000)]
    return {str(members_or_empty(each)["prefix"]) for each in failures(vector, outputs)}


@pytest.mark.parametrize(("name", "least"), [("sketch.hcms", 0), ("sketch.hcms_plus", 1)])
def test_rows_tell_programs_apart(name: str, least: int) -> None:
    """One that never draws the last row fails, one that cuts places to a byte, and one that draws a place that is none."""
    assert failing_prefixes(name, range(16), range(least, 1024)) == set()
    lost = failing_prefixes(name, range(15), range(least, 1024))
    assert "15:" in lost
    assert {each.partition(":")[0] for each in lost} == {"15"}
    assert "0:1" in failing_prefixes(name, range(16), range(least, 256))
    assert ("0:0" in failing_prefixes(name, range(16), range(1024))) is (least == 1)


def test_mechanism_with_too_many_outputs_is_refused() -> None:
    request = {"mechanism": "sketch.all_rows", "parameters": {"w": "4", "d": "2", "odds": "81"}}
    with refused(Reason.TOO_MANY_OUTCOMES):
        answer_sample({**request, "input": "0,0", "count": 10})
