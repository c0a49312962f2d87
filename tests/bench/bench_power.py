"""Pairs of draws to a verdict on ten laws, beside what nobody can beat who looks at all events together."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import exp, log

import numpy as np

from ldproof.audit import Plan, Verdict
from ldproof.numbers import Array
from ldproof.programs import Value
from tests.audit.laws import ALPHA, Drawing, audited, black_box, listed

CLAIMED = 1.0
RUNS, TIMES = 25, 12
"""So many audits of each, and so many times the limit at most."""
BISECTIONS = 60

Pair = tuple[Array, Array]


def normed(one: Array, other: Array) -> Pair:
    """Two laws by their weights."""
    return one / one.sum(), other / other.sum()


def categories(size: int, epsilon: float) -> Pair:
    """k-ary randomized response."""
    places = np.arange(size)
    return normed(np.where(places == 0, exp(epsilon), 1.0), np.where(places == 1, exp(epsilon), 1.0))


def unary(size: int, epsilon: float) -> Pair:
    """Optimised unary encoding, as so many bits."""
    rows = np.array([*product((0, 1), repeat=size)])
    ones = np.full((2, size), 1 / (exp(epsilon) + 1))
    ones[0, 0] = ones[1, 1] = 0.5
    found = [np.where(rows == 1, each, 1 - each).prod(axis=1) for each in ones]
    return found[0], found[1]


def hadamard(size: int, epsilon: float) -> Pair:
    """Hadamard response: half of all outputs are likelier, and another half of the other input's."""
    places = np.arange(size)
    return normed(np.where(places & 1, exp(epsilon), 1.0), np.where(places & 2, exp(epsilon), 1.0))


def geometric(size: int, epsilon: float, apart: int = 1) -> Pair:
    """Two-sided geometric noise on two numbers that are so far apart."""
    places, scale = np.arange(size), epsilon / apart
    return normed(
        np.exp(-scale * np.abs(places - size // 2)), np.exp(-scale * np.abs(places - size // 2 - apart))
    )


LAWS: Mapping[str, Pair] = {
    "randomized response, 1.05": categories(2, 1.05),
    "randomized response, 1.2": categories(2, 1.2),
    "4 categories, 1.2": categories(4, 1.2),
    "16 categories, 1.2": categories(16, 1.2),
    "64 categories, 1.3": categories(64, 1.3),
    "unary encoding of 4, 1.2": unary(4, 1.2),
    "Hadamard response of 16, 1.2": hadamard(16, 1.2),
    "geometric noise on 33, 1.2": geometric(33, 1.2),
    "Laplace noise on a grid of 4,000, 1.2": geometric(4000, 1.2, 100),
    "1 in 100, 1.5": normed(np.array([exp(1.5), 100 - exp(1.5)]), np.array([1.0, 99.0])),
}
"""Laws of the output with either input: true epsilons that are more than 1."""


def growth(one: Array, other: Array, odds: float) -> float:
    """The least divergence of a pair of laws from those that are private: the evidence of one draw with either input.

    The nearest pair is P / (1 - s) and Q / (1 + s) where that is private, and on the boundary elsewhere; s makes both
    sum to 1, and is found by bisection.
    """
    low, high = -1.0, 1.0
    for _ in range(BISECTIONS):
        shift = (low + high) / 2
        nearest = boundary(one, other, odds, shift)
        low, high = (shift, high) if float((nearest[1] - nearest[0]).sum()) > 0 else (low, shift)
    u, v = boundary(one, other, odds, (low + high) / 2)
    return float((one * np.log(one / u) + other * np.log(other / v)).sum())


def boundary(one: Array, other: Array, odds: float, shift: float) -> Pair:
    """The nearest private pair for a shift."""
    u, v = one / (1 - shift), other / (1 + shift)
    above, below = (
        (one + other) / (odds * (1 - shift) + 1 + shift),
        (one + other) / (1 - shift + odds * (1 + shift)),
    )
    first, second = u > odds * v, v > odds * u
    return np.where(first, odds * above, np.where(second, below, u)), np.where(
        first, above, np.where(second, odds * below, v)
    )


def table_power() -> Iterator[str]:
    """Median pairs of draws until a black box is found out, and how many times the limit of all events that is."""
    yield f"{'claimed epsilon 1, alpha 0.05; true epsilon':44}{'limit':>8}{'median':>9}{'times':>7}"
    for name, (one, other) in LAWS.items():
        least = log(1 / ALPHA) / growth(one, other, exp(CLAIMED))
        laws: list[Mapping[Value, float]] = [
            {index: float(each) for index, each in enumerate(law)} for law in (one, other)
        ]
        drawing: Drawing = listed(*laws)
        plan: Plan = black_box(int(TIMES * least) + 2000)
        courses = [audited(plan, drawing, seed) for seed in range(RUNS)]
        pairs = [each.pairs_drawn if each.verdict is Verdict.REFUTED else np.inf for each in courses]
        middle = float(np.median(pairs))
        yield f"{name:44}{least:8,.0f}{middle:9,.0f}{middle / least:7.2f}"
