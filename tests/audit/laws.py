"""Randomizers whose laws are known, drawn by NumPy with a seed: what an audit is handed in these tests."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import exp
from typing import TypeAlias

import numpy as np
from numpy.random import Generator

from ldproof.audit import AuditState, Draw, Drawn, Pair, Plan, begin, parse_claim
from ldproof.programs import DrawnOutput, Tally, Value

Drawing: TypeAlias = Callable[[Generator, int, int], Tally]
"""So many draws with either input, as a tally."""

ALPHA = Fraction(1, 20)


def black_box(most: int, epsilon: str = "1", inputs: tuple[Value, Value] = (0, 1)) -> Plan:
    """The plan of an audit of a program of which only the budget is known."""
    return Plan(parse_claim("black-box", {"epsilon": epsilon}), (Pair(*inputs),), ALPHA, most)


def audited(plan: Plan, drawing: Drawing, seed: int) -> AuditState:
    """An audit to its end."""
    random, course = np.random.default_rng(seed), begin(plan)
    while course.draws():
        course = course.after(drawn_for(course, random, drawing))
    return course


def drawn_for(course: AuditState, random: Generator, drawing: Drawing) -> dict[Draw, Drawn]:
    """What comes for what is to be drawn, each time with the input that a coin picks, all others as either side."""
    found = {}
    for draw in course.draws():
        times = random.multinomial(draw.count, [1 / len(draw.inputs)] * len(draw.inputs))
        found[draw] = Drawn(
            tuple(drawing(random, place % 2, int(count)) for place, count in enumerate(times))
        )
    return found


def listed(*laws: Mapping[Value, float]) -> Drawing:
    """Laws by their outputs, one for each side."""
    keys = [[DrawnOutput(output).key() for output in law] for law in laws]

    def drawn(random: Generator, side: int, count: int) -> Tally:
        times = random.multinomial(count, list(laws[side].values()))
        return Counter({key: int(each) for key, each in zip(keys[side], times, strict=True) if each})

    return drawn


def each(draw: Callable[[Generator, int, int], Sequence[Value]]) -> Drawing:
    """Outputs one by one."""
    return lambda random, side, count: Counter(
        DrawnOutput(output).key() for output in draw(random, side, count)
    )


def categories(size: int, epsilon: float) -> Drawing:
    """k-ary randomized response; each side has a category of its own."""
    law = leaking(size, -1, exp(epsilon))
    return listed(law(0), law(1))


def response(epsilon: float, outputs: tuple[Value, Value] = ("1", "0")) -> Drawing:
    """Randomized response, with the output that is likelier with side 0 first."""
    truth = exp(epsilon) / (exp(epsilon) + 1)
    return listed({outputs[0]: truth, outputs[1]: 1 - truth}, {outputs[0]: 1 - truth, outputs[1]: truth})


def laplace(epsilon: float, grid: float = 2.0**-20) -> Drawing:
    """Laplace noise on 0 or 1, rounded to a grid that both are on."""
    return each(
        lambda random, side, count: (
            side + grid * np.rint(random.laplace(0, 1 / epsilon, count) / grid)
        ).tolist()
    )


def floating(epsilon: float) -> Drawing:
    """Laplace noise added in floats, whose last bits tell what it was added to (Mironov 2012)."""
    return each(lambda random, side, count: (side + random.laplace(0, 1 / epsilon, count)).tolist())


def unary(epsilon: float, size: int, wrong: float = 1) -> Drawing:
    """One bit in two from the own place, one in e^epsilon + 1 from others; of place 0 the latter times `wrong`."""

    def drawn(random: Generator, side: int, count: int) -> list[Value]:
        ones = np.full(size, 1 / (exp(epsilon) + 1))
        ones[0] *= wrong
        ones[side] = 1 / 2
        return [tuple(map(int, row)) for row in random.random((count, size)) < ones]

    return each(drawn)


def lazy(epsilon: float, more: float) -> Drawing:
    """Randomized response that reads a second byte oftener with side 1, by this probability."""
    truth = exp(epsilon) / (exp(epsilon) + 1)

    def drawn(random: Generator, side: int, count: int) -> Tally:
        bits = (random.random(count) < truth) ^ side
        taken = 1 + (random.random(count) < (more if side else 0))
        return Counter(DrawnOutput(int(bit), int(size)).key() for bit, size in zip(bits, taken, strict=True))

    return drawn


def leaking(places: int, leak: int, odds: float = exp(1)) -> Callable[[Value], Mapping[Value, float]]:
    """k-ary randomized response, but one input that is always told."""

    def law(given: Value) -> Mapping[Value, float]:
        if given == leak:
            return {given: 1.0}
        return {each: (odds if each == given else 1) / (odds + places - 1) for each in range(places)}

    return law


def searched(plan: Plan, law: Callable[[Value], Mapping[Value, float]], seed: int) -> AuditState:
    """An audit of a program with these laws to its end, each draw with the input that a coin picks."""
    return ended(begin(plan), law, seed)


def ended(course: AuditState, law: Callable[[Value], Mapping[Value, float]], seed: int) -> AuditState:
    """An audit from some course on to its end."""
    random = np.random.default_rng(seed)
    while draws := course.draws():
        (draw,) = draws
        order = random.integers(0, len(draw.inputs), draw.count)
        keys = np.empty(draw.count, dtype=object)
        for place, one in enumerate(draw.inputs):
            outputs, here = law(one), order == place
            texts = np.array([DrawnOutput(output).key() for output in outputs], dtype=object)
            keys[here] = texts[random.choice(len(texts), int(here.sum()), p=list(outputs.values()))]
        tallies = tuple(Counter(keys[order == place].tolist()) for place in range(len(draw.inputs)))
        course = course.after({draw: Drawn(tallies, tuple(order.tolist()), tuple(keys.tolist()))})
    return course


def everyone(inputs: int, most: int) -> Plan:
    """The plan of an audit of all pairs of so many inputs."""
    plan = black_box(most)
    return replace(plan, pairs=tuple(Pair(one, other) for one, other in combinations(range(inputs), 2)))
