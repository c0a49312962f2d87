"""The test of independence: the same verdict in every run."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from ldproof.auditor import AuditPlan, AuditState, Drawn, Verdict, begin_audit
from ldproof.auditor.claim import BetStanding, Pair, parse_claim
from ldproof.auditor.dependence import (
    Codes,
    Kind,
    Passage,
    Window,
    are_dependent,
    chance_of_first,
    symbol_codes,
)
from ldproof.auditor.pictures import draw_picture
from ldproof.auditor.report import report_sentences, result_of_draws, telling_sightings
from ldproof.cli.audit import audit_as_junit
from ldproof.evidence import Batch
from ldproof.programs import DrawnOutput, Value
from tests.tiers import slow, some

OTHERS = tuple(Window(Kind.BEFORE, step) for step in (7, 8, 9))
"""Windows that are suspected and show nothing."""

Drawing = Callable[[np.random.Generator, list[int]], list[Value]]


def noise_per_call(rng: np.random.Generator, inputs: list[int]) -> list[Value]:
    """Each output is private, and all outputs of a call have the same noise."""
    noise = int(rng.random() < 0.25)
    return [each ^ noise for each in inputs]


def laplace_noise_per_call(rng: np.random.Generator, inputs: list[int]) -> list[Value]:
    noise = float(rng.laplace())
    return [each + noise for each in inputs]


def independent_leak(rng: np.random.Generator, inputs: list[int]) -> list[Value]:
    """Independent draws with odds 9, above the claim."""
    return [each ^ int(rng.random() < 0.1) for each in inputs]


def return_inputs(_: np.random.Generator, inputs: list[int]) -> list[Value]:
    return [*inputs]


def audit_function(function: Drawing, seed: int) -> AuditState:
    """Audit at odds of 3, with one call for each batch."""
    rng = np.random.default_rng(seed)
    course = begin_audit(
        AuditPlan(parse_claim("black-box", {"odds": "3"}), (Pair(0, 1),), Fraction(1, 20), 3000)
    )
    while (draw := course.next_draw()) is not None:
        order = tuple(rng.integers(0, 2, draw.count).tolist())
        keys = tuple(DrawnOutput(each).tally_key() for each in function(rng, [*order]))
        course = course.after_draw(count_by_input(order, keys))
    return course


def count_by_input(order: tuple[int, ...], keys: tuple[str, ...]) -> Drawn:
    """Return the draws with their counts by input."""
    sides = tuple([key for side, key in zip(order, keys, strict=True) if side == wanted] for wanted in (0, 1))
    return Drawn(tuple(map(Counter, sides)), order, keys)


def passage_of_bits(order: Codes, bits: Codes) -> tuple[Passage, ...]:
    """Return one passage of bits, from the first draw on."""
    return (Passage(0, 0, tuple(order.tolist()), tuple(f"[{bit}]" for bit in bits.tolist())),)


@pytest.mark.parametrize("seed", some(range(20)))
@pytest.mark.parametrize(
    ("function", "verdict"),
    [
        pytest.param(noise_per_call, Verdict.DEPENDENT, marks=slow),
        pytest.param(laplace_noise_per_call, Verdict.DEPENDENT, marks=slow),
        (independent_leak, Verdict.REFUTED),
        (return_inputs, Verdict.REFUTED),
    ],
)
def test_verdict_is_the_same_in_every_run(function: Drawing, verdict: Verdict, seed: int) -> None:
    assert audit_function(function, seed).verdict is verdict


def calls_with_rates(seed: int, rates: tuple[float, float]) -> tuple[Passage, ...]:
    """Ten calls of fifty draws of a bit; each call has one of the rates, at which its bits are flipped."""
    rng = np.random.default_rng(seed)
    found = []
    for start in range(0, 50 * 10, 50):
        order = rng.integers(0, 2, 50)
        flips = rng.random(50) < rng.choice(rates)
        found.append(replace(passage_of_bits(order, order ^ flips)[0], start=start))
    return tuple(found)


@pytest.mark.parametrize("seed", some(range(4)))
def test_shared_rate_of_a_call_is_found(seed: int) -> None:
    assert are_dependent(calls_with_rates(seed, (0.05, 0.45)))
    assert not are_dependent(calls_with_rates(seed, (0.2, 0.2)))


def test_independent_draws_that_look_dependent_are_tested_again() -> None:
    """Of 437 batches of 200 independent draws, this one has a p-value of at most 0.005 with some 999 permutations."""
    rng = np.random.default_rng(436)
    order = rng.integers(0, 2, 200)
    flips = rng.random(200) < 0.1
    assert not are_dependent(passage_of_bits(order, order ^ flips))


def test_report_of_dependence_is_about_several_draws() -> None:
    """If the event is about single draws, the report says that the draws together show the dependence."""
    found = result_of_draws(audit_function(noise_per_call, 0), "shared")
    alone = replace(found, sightings=tuple(each for each in found.sightings if not each.serial))
    assert alone.sightings
    lines = [*report_sentences(alone)]
    assert lines[0].startswith("not independent")
    assert "this is of draws together" in lines[1]
    assert lines[2].startswith("kind: serial dependence")


def test_dependent_draws_give_no_lower_bound(tmp_path: Path) -> None:
    """Each output alone is private, so a bound on epsilon from what they show together would be wrong."""
    course = audit_function(noise_per_call, 0)
    assert float(course.lower_bound() or 0) > 0
    found = result_of_draws(course, "shared")
    assert found.verdict is Verdict.DEPENDENT
    assert found.bound is None
    answer = json.loads(found.to_json())
    assert {str(each["epsilon_at_least"]) for each in (answer, *answer["history"])} == {"None"}
    page = found._repr_html_()
    texts = str(found), audit_as_junit(found), page
    assert all("no lower bound on its epsilon: draws that depend on each other" in each for each in texts)
    assert not any("the lower bound" in each for each in texts)
    assert ">none<" in page
    draw_picture(course, tmp_path / "picture", "svg")
    assert "certified" not in (tmp_path / "picture").read_text()
    assert all(each.serial for each in telling_sightings(found)), "no event of single draws shows anything"
    assert {each.serial for each in found.sightings} == {False, True}


def test_report_shows_a_breaking_event_or_says_that_none_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    course = audit_function(independent_leak, 0)
    innocent = BetStanding("innocent", 0, 0, Batch(47, 23, 47, 20), Fraction(1, 2), 3.0, in_full="innocent")
    breaking = BetStanding("breaking", 0, 0, Batch(47, 40, 47, 5), Fraction(1, 2), 1.0, in_full="breaking")
    monkeypatch.setattr(AuditState, "bet_standings", lambda _: (innocent, breaking))
    _, shown, *_ = report_sentences(result_of_draws(course, "leaning"))
    assert shown.startswith("the event breaking")
    assert "this event alone" not in shown
    monkeypatch.setattr(AuditState, "bet_standings", lambda _: (innocent,))
    _, shown, *_ = report_sentences(result_of_draws(course, "leaning"))
    assert shown.endswith("; the bets together refute the claim; this event alone does not show it")


def test_event_of_single_draws_does_not_show_dependence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the order is unknown, the strongest bet decides, and only one on several draws, also if all bets have lost."""
    course = replace(audit_function(independent_leak, 0), passages=())
    single = BetStanding("single", 0, 0, Batch(47, 23, 47, 20), Fraction(1, 2), -1.0)
    several = replace(single, capital=3.0, serial=True)
    for standings, verdict in (
        ((single,), Verdict.REFUTED),
        ((single, several), Verdict.DEPENDENT),
        ((replace(single, capital=2.0), several), Verdict.REFUTED),
    ):
        monkeypatch.setattr(AuditState, "bet_standings", lambda _, standings=standings: standings)
        assert course.verdict is verdict


@pytest.mark.parametrize(
    "window",
    [
        Window(Kind.BEFORE, 3),
        *(pytest.param(each, marks=slow) for each in (Window(Kind.PERIOD, 5), Window(Kind.REPEAT, 2))),
    ],
)
def test_dependence_in_a_suspected_window_is_found(window: Window) -> None:
    rng = np.random.default_rng(1)
    order, fresh = rng.integers(0, 2, 400), rng.integers(0, 2, 400)
    match window.kind:
        case Kind.PERIOD:
            bits = np.where(rng.random(400) < 0.8, np.arange(400) % window.step == 0, fresh).astype(np.intp)
        case _:
            bits = fresh.copy()
            for place in range(window.step, 400):
                if rng.random() < 0.5:
                    bits[place] = bits[place - window.step]
    windows = tuple((each, 400) for each in (window, *OTHERS))
    assert are_dependent(passage_of_bits(order, bits), windows)
    assert not are_dependent(passage_of_bits(order, fresh), windows)


def test_a_suspected_window_shows_only_draws_after_the_suspicion() -> None:
    rng = np.random.default_rng(2)
    order, bits = rng.integers(0, 2, 600), rng.integers(0, 2, 600)
    for place in range(7, 300):
        bits[place] = bits[place - 7] if rng.random() < 0.5 else bits[place]
    assert are_dependent(passage_of_bits(order, bits), ((Window(Kind.BEFORE, 7), 600),))
    assert not are_dependent(passage_of_bits(order, bits), ((Window(Kind.BEFORE, 7), 300),))


def test_false_alarms_do_not_grow_with_the_number_of_statistics() -> None:
    rng = np.random.default_rng(3)
    found = rng.random((1000, 40))
    assert chance_of_first(found) > 0.01
    assert chance_of_first(np.vstack([np.eye(1, 40) * 100, found[1:]])) == 0.001
    assert chance_of_first(np.ones((1000, 40))) == 1


def test_unknown_order_and_too_many_texts_are_not_tested() -> None:
    assert are_dependent((), ()) is None
    assert symbol_codes([f'["{number:x}z"]' for number in range(40)]) is None
