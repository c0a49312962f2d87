"""Whether draws are independent is told by a test of its own: the same verdict in every run."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from ldproof.audit import AuditState, Drawn, Plan, Verdict, begin
from ldproof.audit.claim import Pair, parse_claim
from ldproof.audit.dependence import (
    Codes,
    Kind,
    Passage,
    Window,
    are_dependent,
    chance_of_first,
    symbol_codes,
)
from ldproof.audit.plan import Standing
from ldproof.audit.report import of_course, report_sentences
from ldproof.evidence import Batch
from ldproof.programs import DrawnOutput, Value
from tests.tiers import slow, some

OTHERS = tuple(Window(Kind.BEFORE, step) for step in (7, 8, 9))
"""Windows that are suspected and show nothing."""

Drawing = Callable[[np.random.Generator, list[int]], list[Value]]


def shared_in_a_call(rng: np.random.Generator, inputs: list[int]) -> list[Value]:
    """Each output is private, and all of a call have the same noise."""
    noise = int(rng.random() < 0.25)
    return [each ^ noise for each in inputs]


def shared_number_in_a_call(rng: np.random.Generator, inputs: list[int]) -> list[Value]:
    noise = float(rng.laplace())
    return [each + noise for each in inputs]


def leaning(rng: np.random.Generator, inputs: list[int]) -> list[Value]:
    """Independent draws that tell more than they may."""
    return [each ^ int(rng.random() < 0.1) for each in inputs]


def telling(_: np.random.Generator, inputs: list[int]) -> list[Value]:
    return [*inputs]


def audited(function: Drawing, seed: int) -> AuditState:
    """An audit at odds of 3, with one call for each batch."""
    rng = np.random.default_rng(seed)
    course = begin(Plan(parse_claim("black-box", {"odds": "3"}), (Pair(0, 1),), Fraction(1, 20), 3000))
    while draws := course.draws():
        (draw,) = draws
        order = tuple(rng.integers(0, 2, draw.count).tolist())
        keys = tuple(DrawnOutput(each).key() for each in function(rng, [*order]))
        course = course.after({draw: drawn(order, keys)})
    return course


def drawn(order: tuple[int, ...], keys: tuple[str, ...]) -> Drawn:
    """What came, counted by input."""
    sides = tuple([key for side, key in zip(order, keys, strict=True) if side == wanted] for wanted in (0, 1))
    return Drawn(tuple(map(Counter, sides)), order, keys)


def recorded(order: Codes, bits: Codes) -> tuple[Passage, ...]:
    """One passage of bits, from the first draw on."""
    return (Passage(0, 0, tuple(order.tolist()), tuple(f"[{bit}]" for bit in bits.tolist())),)


@pytest.mark.parametrize("seed", some(range(20)))
@pytest.mark.parametrize(
    ("function", "verdict"),
    [
        (shared_in_a_call, Verdict.DEPENDENT),
        pytest.param(shared_number_in_a_call, Verdict.DEPENDENT, marks=slow),
        (leaning, Verdict.REFUTED),
        (telling, Verdict.REFUTED),
    ],
)
def test_verdict_is_the_same_in_every_run(function: Drawing, verdict: Verdict, seed: int) -> None:
    assert audited(function, seed).verdict is verdict


def in_calls(seed: int, rates: tuple[float, float]) -> tuple[Passage, ...]:
    """Calls of fifty draws of a bit, each of which is flipped at a rate that the draws of a call share."""
    rng = np.random.default_rng(seed)
    found = []
    for start in range(0, 50 * 16, 50):
        order = rng.integers(0, 2, 50)
        flips = rng.random(50) < rng.choice(rates)
        found.append(replace(recorded(order, order ^ flips)[0], start=start))
    return tuple(found)


def test_a_rate_that_a_call_shares_is_found_where_neighbours_hardly_show_it() -> None:
    assert [seed for seed in range(4) if not are_dependent(in_calls(seed, (0.1, 0.35)))] == []
    assert [seed for seed in range(4) if are_dependent(in_calls(seed, (0.2, 0.2)))] == []


def test_dependence_is_no_event_of_a_single_draw() -> None:
    """What is printed under the verdict is of several draws, or says that it is of draws together."""
    found = of_course(audited(shared_in_a_call, 0), "shared")
    alone = replace(found, sightings=tuple(each for each in found.sightings if not each.serial))
    assert alone.sightings
    lines = [*report_sentences(alone)]
    assert lines[0].startswith("not independent")
    assert "this is of draws together" in lines[1]
    assert lines[2].startswith("kind: serial dependence")


def test_an_event_that_breaks_the_claim_is_shown_or_it_is_said_that_none_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    course = audited(leaning, 0)
    innocent = Standing("innocent", 0, 0, Batch(47, 23, 47, 20), Fraction(1, 2), 3.0, in_full="innocent")
    breaking = Standing("breaking", 0, 0, Batch(47, 40, 47, 5), Fraction(1, 2), 1.0, in_full="breaking")
    monkeypatch.setattr(AuditState, "standings", lambda _: (innocent, breaking))
    _, shown, *_ = report_sentences(of_course(course, "leaning"))
    assert shown.startswith("the event breaking")
    assert "this event alone" not in shown
    monkeypatch.setattr(AuditState, "standings", lambda _: (innocent,))
    _, shown, *_ = report_sentences(of_course(course, "leaning"))
    assert shown.endswith("; the bets together refute the claim; this event alone does not show it")


@pytest.mark.parametrize(
    "window",
    [Window(Kind.BEFORE, 3), Window(Kind.PERIOD, 5), Window(Kind.REPEAT, 2)],
)
def test_dependence_in_a_suspected_window_is_found(window: Window) -> None:
    rng = np.random.default_rng(1)
    order, fresh = rng.integers(0, 2, 1000), rng.integers(0, 2, 1000)
    match window.kind:
        case Kind.PERIOD:
            bits = np.where(rng.random(1000) < 0.8, np.arange(1000) % window.step == 0, fresh).astype(np.intp)
        case _:
            bits = fresh.copy()
            for place in range(window.step, 1000):
                if rng.random() < 0.5:
                    bits[place] = bits[place - window.step]
    windows = tuple((each, 1000) for each in (window, *OTHERS))
    assert are_dependent(recorded(order, bits), windows)
    assert not are_dependent(recorded(order, fresh), windows)


def test_a_suspected_window_shows_only_draws_after_the_suspicion() -> None:
    rng = np.random.default_rng(2)
    order, bits = rng.integers(0, 2, 1000), rng.integers(0, 2, 1000)
    for place in range(7, 500):
        bits[place] = bits[place - 7] if rng.random() < 0.5 else bits[place]
    assert are_dependent(recorded(order, bits), ((Window(Kind.BEFORE, 7), 1000),))
    assert not are_dependent(recorded(order, bits), ((Window(Kind.BEFORE, 7), 500),))


def test_a_chance_does_not_grow_with_the_number_of_statistics() -> None:
    rng = np.random.default_rng(3)
    found = rng.random((1000, 40))
    assert chance_of_first(found) > 0.01
    assert chance_of_first(np.vstack([np.eye(1, 40) * 100, found[1:]])) == 0.001
    assert chance_of_first(np.ones((1000, 40))) == 1


def test_nothing_is_said_of_unknown_order_and_of_many_texts() -> None:
    assert are_dependent((), ()) is None
    assert symbol_codes([f'["{number:x}z"]' for number in range(40)]) is None
