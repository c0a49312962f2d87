"""Which side an output came from, learnt from one half of the past: a score that adds up weights of conditions.

The conditions that tell most are weighed together by a logistic regression; of the most telling ones also two at a
time. Weights are whole numbers, so that their sum is the same in whatever order.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np

from ldproof.audit.learn.conditions import (
    FEW,
    TELLING,
    Condition,
    Members,
    Sides,
    conditions,
    holds,
    of_wholes,
    spread,
)
from ldproof.audit.learn.measures import measure
from ldproof.audit.learn.sequences import Outputs
from ldproof.numbers import Array
from ldproof.programs import Value

MOST = 64
"""So many conditions are weighed."""
TOGETHER = 10
"""So many are looked at two at a time."""
ROOTS, BRANCHES = 2, 6
"""Of the outputs that meet one of so many conditions, so many more are weighed that tell those apart."""
MOST_WITHIN = 1 << 10
"""No more outputs are looked at for that."""
SURELY = 16.0
"""By so much at least: the best of some thousand conditions tells nearly as much by chance."""
RIDGE = 4.0
"""The penalty on squared weights: as if each had been met so often by chance."""
STEPS = 8
"""Newton's steps."""
PARTS = 1000
"""Weights are whole numbers of these parts."""

Rule: TypeAlias = tuple[Condition, ...]
"""That one condition is met, or two are."""
Row: TypeAlias = tuple[int, Rule]
"""A rule with its weight."""


def learnt(outputs: Outputs, sides: Sides) -> tuple[list[Condition], tuple[Row, ...]]:
    """The conditions that tell most, and the rows of a score; none where nothing tells."""
    seen = np.flatnonzero(sides.one + sides.other)
    past = outputs.at(seen)
    here = Sides(sides.one[seen], sides.other[seen])
    telling = [condition for _, condition in conditions(past, here)]
    rules: list[Rule] = []
    inside: list[Members] = []
    known: set[bytes] = set()
    for rule, found in candidates(telling, past, here):
        if not {found.tobytes(), (~found).tobytes()} & known:
            known.add(found.tobytes())
            rules.append(rule)
            inside.append(found)
    if not rules:
        return telling, ()
    weights = np.rint(PARTS * logistic(np.stack(inside, axis=1).astype(float), here.one, here.other))
    return telling, tuple((int(weight), rule) for weight, rule in zip(weights, rules, strict=True) if weight)


def candidates(telling: Sequence[Condition], past: Outputs, sides: Sides) -> Iterator[tuple[Rule, Members]]:
    """What may be weighed, with the outputs that it is met by."""
    singles = [(each, holds(each, past)) for each in telling[:MOST]]
    yield from (((condition,), found) for condition, found in singles)

    def told(inside: Members) -> float:
        return float(sides.told(sides.one[inside].sum(), sides.other[inside].sum()))

    top = [(condition, found, told(found)) for condition, found in singles[:TOGETHER]]
    for (one, first, much), (other, second, more) in combinations(top, 2):
        both = first & second
        if told(both) > TELLING + max(much, more):
            yield (one, other), both
    for root, inside in singles[:ROOTS]:
        for condition in within(inside, past, sides):
            yield (root, condition), inside & holds(condition, past)


def within(inside: Members, past: Outputs, sides: Sides) -> list[Condition]:
    """What tells most of some outputs only, of whose sides as many are thought to have come."""
    places = spread(np.flatnonzero(inside), MOST_WITHIN)
    one, other = sides.one[places], sides.other[places]
    middle = (one.sum() + other.sum()) / 2
    level = Sides(one, other, (middle / max(one.sum(), 1), middle / max(other.sum(), 1)))
    found = of_wholes(past.at(places), level)[:BRANCHES] if len(places) > FEW else []
    return [condition for told, condition in found if told > SURELY]


def logistic(inside: Array, one: Array, other: Array) -> Array:
    """The weights of a penalised logistic regression, by Newton's method."""
    design = np.concatenate([inside, np.ones((len(inside), 1))], axis=1)
    penalty = np.full(design.shape[1], RIDGE)
    penalty[-1] = 1e-6
    weights = np.zeros(design.shape[1])
    times = one + other
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        slope = design.T @ (one - times * chance) - penalty * weights
        curvature = (design * (times * chance * (1 - chance))[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    found: Array = weights[:-1]
    return found


def scores(rows: Sequence[Row], outputs: Outputs) -> Array:
    """The score of each output."""
    found = np.zeros(len(outputs.looks))
    for weight, rule in rows:
        met = np.ones(len(found), dtype=bool)
        for condition in rule:
            met &= holds(condition, outputs)
        found += weight * met
    return found


def rows(argument: Value) -> tuple[Row, ...]:
    """The rows of a score that was saved."""
    found = []
    for row in argument if isinstance(argument, tuple) else (None,):
        match row:
            case (int(weight), tuple(rule)):
                found.append((weight, tuple(map(condition, rule))))
            case _:
                raise ValueError("no row of a score")
    return tuple(found)


def condition(argument: Value) -> Condition:
    """The condition that was saved."""
    match argument:
        case ("=", str(label), asked):
            return "=", label, measure(asked)
        case ("=" | ">=" as how, int() | float() as end, asked):
            return how, float(end), measure(asked)
        case _:
            raise ValueError("no condition")
