"""Randomizers with known laws, drawn by NumPy with a seed, and audits of them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import exp
from typing import TypeAlias

import numpy as np
from numpy.random import Generator

from ldproof.auditor import AuditPlan, AuditState, Draw, Drawn, Pair, begin_audit, parse_claim
from ldproof.programs import DrawnOutput, Tally, Value

Drawing: TypeAlias = Callable[[Generator, int, int], Tally]
"""So many draws with either input, as a tally."""

ALPHA = Fraction(1, 20)


def black_box(most: int, epsilon: str = "1", inputs: tuple[Value, Value] = (0, 1)) -> AuditPlan:
    """Return the plan of an audit of a black box, of which only the budget is known."""
    return AuditPlan(parse_claim("black-box", {"epsilon": epsilon}), (Pair(*inputs),), ALPHA, most)


def audit_drawing(plan: AuditPlan, drawing: Drawing, seed: int) -> AuditState:
    """Run an audit to its end."""
    random, course = np.random.default_rng(seed), begin_audit(plan)
    while (draw := course.next_draw()) is not None:
        course = course.after_draw(outputs_of_draw(draw, random, drawing))
    return course


def outputs_of_draw(draw: Draw, random: Generator, drawing: Drawing) -> Drawn:
    """Return outputs for a draw, each with an input picked by a fair coin; odd places count as side 1."""
    times = random.multinomial(draw.count, [1 / len(draw.inputs)] * len(draw.inputs))
    return Drawn(tuple(drawing(random, place % 2, int(count)) for place, count in enumerate(times)))


def draw_by_laws(*laws: Mapping[Value, float]) -> Drawing:
    """Draw by the two sides' laws, given as the probabilities of outputs."""
    keys = [[DrawnOutput(output).tally_key() for output in law] for law in laws]

    def draw_tally(random: Generator, side: int, count: int) -> Tally:
        times = random.multinomial(count, list(laws[side].values()))
        return Counter({key: int(each) for key, each in zip(keys[side], times, strict=True) if each})

    return draw_tally


def draw_outputs(draw: Callable[[Generator, int, int], Sequence[Value]]) -> Drawing:
    """Draw by a function that returns a list of outputs."""
    return lambda random, side, count: Counter(
        DrawnOutput(output).tally_key() for output in draw(random, side, count)
    )


def categorical_response(size: int, epsilon: float) -> Drawing:
    """k-ary randomized response; each side has a category of its own."""
    law = leaking_response(size, -1, exp(epsilon))
    return draw_by_laws(law(0), law(1))


def binary_response(epsilon: float, outputs: tuple[Value, Value] = ("1", "0")) -> Drawing:
    """Randomized response; the first output is likelier with side 0."""
    truth = exp(epsilon) / (exp(epsilon) + 1)
    return draw_by_laws(
        {outputs[0]: truth, outputs[1]: 1 - truth}, {outputs[0]: 1 - truth, outputs[1]: truth}
    )


def laplace_on_grid(epsilon: float, grid: float = 2.0**-20) -> Drawing:
    """Laplace noise on 0 or 1, rounded to a grid that contains both."""
    return draw_outputs(
        lambda random, side, count: (
            side + grid * np.rint(random.laplace(0, 1 / epsilon, count) / grid)
        ).tolist()
    )


def laplace_in_floats(epsilon: float) -> Drawing:
    """Laplace noise added in floats, whose last bits reveal the input (Mironov 2012)."""
    return draw_outputs(lambda random, side, count: (side + random.laplace(0, 1 / epsilon, count)).tolist())


def unary_response(epsilon: float, size: int, wrong: float = 1) -> Drawing:
    """Unary encoding: 1/2 for one's own bit, 1/(e^epsilon + 1) for others; the latter times `wrong` for bit 0."""

    def draw_bits(random: Generator, side: int, count: int) -> list[Value]:
        ones = np.full(size, 1 / (exp(epsilon) + 1))
        ones[0] *= wrong
        ones[side] = 1 / 2
        return [tuple(map(int, row)) for row in random.random((count, size)) < ones]

    return draw_outputs(draw_bits)


def extra_byte_response(epsilon: float, more: float) -> Drawing:
    """Randomized response that, with side 1, reads a second byte with probability `more`."""
    truth = exp(epsilon) / (exp(epsilon) + 1)

    def draw_tally(random: Generator, side: int, count: int) -> Tally:
        bits = (random.random(count) < truth) ^ side
        taken = 1 + (random.random(count) < (more if side else 0))
        return Counter(
            DrawnOutput(int(bit), int(size)).tally_key() for bit, size in zip(bits, taken, strict=True)
        )

    return draw_tally


def leaking_response(
    places: int, leak: int, odds: float = exp(1)
) -> Callable[[Value], Mapping[Value, float]]:
    """k-ary randomized response, except that one input is always sent as it is."""

    def law_of_input(given: Value) -> Mapping[Value, float]:
        if given == leak:
            return {given: 1.0}
        return {each: (odds if each == given else 1) / (odds + places - 1) for each in range(places)}

    return law_of_input


def audit_laws(plan: AuditPlan, law: Callable[[Value], Mapping[Value, float]], seed: int) -> AuditState:
    """Audit a program with these laws to the end; a fair coin picks the input of each draw."""
    return continue_audit(begin_audit(plan), law, seed)


def continue_audit(
    course: AuditState, law: Callable[[Value], Mapping[Value, float]], seed: int
) -> AuditState:
    """Continue an audit to its end."""
    random = np.random.default_rng(seed)
    while (draw := course.next_draw()) is not None:
        order = random.integers(0, len(draw.inputs), draw.count)
        keys = np.empty(draw.count, dtype=object)
        for place, one in enumerate(draw.inputs):
            outputs, here = law(one), order == place
            texts = np.array([DrawnOutput(output).tally_key() for output in outputs], dtype=object)
            keys[here] = texts[random.choice(len(texts), int(here.sum()), p=list(outputs.values()))]
        tallies = tuple(Counter(keys[order == place].tolist()) for place in range(len(draw.inputs)))
        course = course.after_draw(Drawn(tallies, tuple(order.tolist()), tuple(keys.tolist())))
    return course


def all_pairs_plan(inputs: int, most: int) -> AuditPlan:
    """Return the plan of an audit of all pairs of `inputs` inputs."""
    plan = black_box(most)
    return replace(plan, pairs=tuple(Pair(one, other) for one, other in combinations(range(inputs), 2)))
