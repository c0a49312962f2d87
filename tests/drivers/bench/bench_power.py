"""Pairs of draws to a verdict on eleven laws, beside those of whoever knows the law, or all of it but its epsilon."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from math import exp, log
from multiprocessing import get_context
from typing import TypeAlias

import numpy as np

from ldproof.auditor import Verdict
from ldproof.evidence.ratio_bets import EXCESSES, WEIGHTS
from ldproof.numbers import Array
from ldproof.programs import Value
from tests.audit.laws import ALPHA, audit_laws, black_box

CLAIMED = 1.0
RUNS, TIMES = 100, 12
"""So many audits of each, and so many times the limit at most."""
INFORMED, STEPS = 1000, 100
"""So many audits of those who know more, who look so many times until the limit."""
BISECTIONS = 60

Pair: TypeAlias = tuple[Array, Array]
Form: TypeAlias = Callable[[float], Pair]


def normalised_laws(one: Array, other: Array) -> Pair:
    """Normalise two laws to probabilities."""
    return one / one.sum(), other / other.sum()


def categories(size: int, epsilon: float) -> Pair:
    """k-ary randomized response."""
    places = np.arange(size)
    return normalised_laws(np.where(places == 0, exp(epsilon), 1.0), np.where(places == 1, exp(epsilon), 1.0))


def unary_laws(size: int, epsilon: float) -> Pair:
    """Optimised unary encoding, as so many bits."""
    rows = np.array([*product((0, 1), repeat=size)])
    ones = np.full((2, size), 1 / (exp(epsilon) + 1))
    ones[0, 0] = ones[1, 1] = 0.5
    found = [np.where(rows == 1, each, 1 - each).prod(axis=1) for each in ones]
    return found[0], found[1]


def hadamard_laws(size: int, epsilon: float) -> Pair:
    """Hadamard response: for each of the two inputs, its own half of all outputs is likelier."""
    places = np.arange(size)
    return normalised_laws(np.where(places & 1, exp(epsilon), 1.0), np.where(places & 2, exp(epsilon), 1.0))


def geometric_laws(size: int, epsilon: float, apart: int = 1) -> Pair:
    """Two-sided geometric noise on two numbers at this distance."""
    places, scale = np.arange(size), epsilon / apart
    return normalised_laws(
        np.exp(-scale * np.abs(places - size // 2)), np.exp(-scale * np.abs(places - size // 2 - apart))
    )


def rare_output_laws(among: int, epsilon: float) -> Pair:
    """An output with a small probability, which is larger with one of the inputs."""
    return normalised_laws(np.array([exp(epsilon), among - exp(epsilon)]), np.array([1.0, among - 1.0]))


LAWS: Sequence[tuple[str, Form, float]] = (
    ("randomized response", partial(categories, 2), 1.05),
    ("randomized response", partial(categories, 2), 1.2),
    ("randomized response", partial(categories, 2), 1.5),
    ("4 categories", partial(categories, 4), 1.2),
    ("16 categories", partial(categories, 16), 1.2),
    ("64 categories", partial(categories, 64), 1.3),
    ("unary encoding of 4", partial(unary_laws, 4), 1.2),
    ("Hadamard response of 16", partial(hadamard_laws, 16), 1.2),
    ("geometric noise on 33", partial(geometric_laws, 33), 1.2),
    ("Laplace noise on a grid of 4,000", partial(geometric_laws, 4000, apart=100), 1.2),
    ("1 in 100", partial(rare_output_laws, 100), 1.5),
)
"""Laws of the output with either input, by what their true epsilon is: more than 1."""


def growth_rate(one: Array, other: Array, odds: float) -> float:
    """Least divergence of a pair of laws from private pairs: the evidence of one draw with either input."""
    u, v = nearest_private_laws(one, other, odds)
    return float((one * np.log(one / u) + other * np.log(other / v)).sum())


def nearest_private_laws(one: Array, other: Array, odds: float) -> Pair:
    """The nearest private laws: P / (1 - s) and Q / (1 + s) where that is private, and on the boundary elsewhere.

    The shift s makes both sum to 1, and is found by bisection.
    """
    low, high = -1.0, 1.0
    for _ in range(BISECTIONS):
        shift = (low + high) / 2
        u, v = boundary_pair(one, other, odds, shift)
        low, high = (shift, high) if float((v - u).sum()) > 0 else (low, shift)
    return boundary_pair(one, other, odds, (low + high) / 2)


def boundary_pair(one: Array, other: Array, odds: float, shift: float) -> Pair:
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


def informed(form: Form, truth: float, believed: Mapping[float, float], step: int, seed: int) -> Array:
    """Pairs until somebody refutes who knows the form of the law, and believes in these epsilons by their shares.

    Who believes in the truth alone bets as nobody can better; all others also have to pay for not knowing it.
    """
    random, laws, odds = np.random.default_rng(seed), form(truth), exp(CLAIMED)
    gains = [
        [
            np.log(law / far)
            for law, far in zip(form(each), nearest_private_laws(*form(each), odds), strict=True)
        ]
        for each in believed
    ]
    ones, others = (np.array(each).T for each in zip(*gains, strict=True))
    logarithms, pairs, drawn = np.zeros((INFORMED, len(believed))), np.full(INFORMED, np.inf), 0
    while np.isinf(pairs).any():
        one, other = (random.multinomial(step, law, INFORMED) for law in laws)
        logarithms, drawn = logarithms + one @ ones + other @ others, drawn + step
        with np.errstate(over="ignore"):
            over = np.exp(logarithms) @ [*believed.values()] >= 1 / ALPHA
        pairs[over & np.isinf(pairs)] = drawn
    return pairs


def table_power() -> Iterator[str]:
    """Pairs of draws until a black box is found out, in parts of log(1/alpha) over the evidence of all events.

    In the middle: of whoever knows both laws, of whoever knows all but epsilon and shares the capital as the auditor does,
    and of the auditor; and the auditor's mean.
    """
    yield f"{'claimed epsilon 1, alpha 0.05; true epsilon':44}{'limit':>8}{'law known':>11}{'form known':>12}{'median':>8}{'mean':>7}"
    shares = dict(zip((CLAIMED + EXCESSES).tolist(), map(float, WEIGHTS), strict=True))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for place, (name, form, truth) in enumerate(LAWS):
            least = all_events(form(truth))
            step = max(1, int(least / STEPS))
            known = [informed(form, truth, believed, step, 0) for believed in ({truth: 1.0}, shares)]
            pairs = np.array([*pool.map(partial(audited, place), range(RUNS))])
            middles = [float(np.median(each)) / least for each in (*known, pairs)]
            yield f"{f'{name}, {truth}':44}{least:8,.0f}{middles[0]:11.2f}{middles[1]:12.2f}{middles[2]:8.2f}{np.mean(pairs) / least:7.2f}"


def all_events(pair: Pair) -> float:
    """The limit: pairs of draws until the evidence of all events together is 1/alpha."""
    return log(1 / ALPHA) / growth_rate(*pair, exp(CLAIMED))


def audited(place: int, seed: int) -> float:
    """The pairs that an audit of the law at this place takes, as a black box."""
    _, form, truth = LAWS[place]
    pair = form(truth)
    laws: Mapping[Value, Mapping[Value, float]] = {
        side: {index: float(each) for index, each in enumerate(law)} for side, law in enumerate(pair)
    }
    course = audit_laws(black_box(int(TIMES * all_events(pair)) + 2000), laws.__getitem__, seed)
    return course.pairs_drawn if course.verdict is Verdict.REFUTED else np.inf
