"""Pairs of draws until DP-Auditorium's faulty means are found out: by this auditor, and by the sequential kernel MMD test.

The means are of one record, 0, and of two, 0 and 1, with noise that is meant for epsilon, as in DP-Auditorium (Kong, Munoz
Medina, Ribero and Syed, 2023); where a noisy count is not positive, they are told in the clear. The test is that of Gonzalez, Dulce-Rubio, Ramdas and Ribero, Sequentially Auditing
Differential Privacy (2025): a wealth is bet on a witness's difference being more than what privacy lets MMD be.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import exp, inf, log, sqrt

import numpy as np
from numpy.random import Generator

from ldproof.auditor import AuditPlan, Pair, Verdict, parse_claim
from ldproof.numbers import Array
from tests.audit.laws import ALPHA, audit_drawing, draw_outputs

RUNS, MOST = 8, 4000
"""So many runs of each, and so many pairs of draws at most."""
WARMING = 20
"""Pairs by which the test's kernel is made as wide as it is."""
SMALLEST = 1e-12
"""No noise is less."""
RECORDS = ((0.0,), (0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Mean:
    """The true mean, with noise that is scaled by the true count, or by a noisy one; and what it claims."""

    counted: bool
    """Whether it is the true count."""
    delta: str
    """The noise is Gaussian where there is any."""
    published: tuple[int, int]
    """Pairs that the paper's table has for its test, at the two epsilons."""

    def drawn(self, random: Generator, side: int, count: int, epsilon: float) -> Array:
        """So many outputs for either record."""
        records, delta = np.array(RECORDS[side]), float(self.delta)
        counts = len(records) + (0 if self.counted else random.laplace(0, 2 / epsilon, count))
        budget = epsilon if self.counted else epsilon / 2
        scales = np.maximum(1 / (budget * counts), SMALLEST)
        wide = scales * sqrt(2 * log(1.25 / delta)) if delta else scales
        found: Array = records.mean() + (random.normal if delta else random.laplace)(0, wide, count)
        return found


EPSILONS = ("0.01", "0.1")
MEANS: Mapping[str, Mean] = {
    "NonDPLaplace1": Mean(counted=True, delta="0", published=(331, 920)),
    "NonDPLaplace2": Mean(counted=False, delta="0", published=(192, 770)),
    "NonDPGaussian1": Mean(counted=True, delta="0.00001", published=(264, 562)),
    "NonDPGaussian2": Mean(counted=False, delta="0.00001", published=(1139, 4776)),
}


def mmd_pairs(one: Array, other: Array, epsilon: float, delta: float, *, strict: bool) -> float:
    """The pairs that the test takes to its verdict.

    As it is written, the witness goes up the gradient in the unit ball, and at most 1 / (8 + 4 tau) is bet; strictly, it
    is the direction of all that was seen, and half of what can be lost is bet at most.
    """
    tau = sqrt(2) * (1 - 2 * (1 - delta) / (1 + exp(epsilon)))
    warm = [*one[:WARMING], *other[:WARMING]]
    width = float(np.median([abs(a - b) for a, b in combinations(warm, 2)]))
    most = 1 / (2 * (sqrt(2) + tau)) if strict else 1 / (8 + 4 * tau)

    def kernel(seen: Array, new: float) -> Array:
        near: Array = np.exp(-(((seen - new) / width) ** 2) / 2)
        return near

    weights, norm = np.zeros(0), 0.0  # of the differences that were seen, and the witness's norm squared
    steps, wealth, bet, slope = 0.0, 1.0, 0.0, 1.0
    for place in range(WARMING, len(one)):
        ones, others, x, y = one[WARMING:place], other[WARMING:place], one[place], other[place]
        along = kernel(ones, x) - kernel(ones, y) - kernel(others, x) + kernel(others, y)
        square = 2 - 2 * float(kernel(np.array([x]), y)[0])
        value = float(weights @ along)
        payoff = (value / sqrt(max(norm, 1e-300)) if strict else value) - tau
        wealth *= 1 + bet * payoff
        if wealth >= 1 / ALPHA:
            return place + 1
        gradient = payoff / (1 + bet * payoff)
        slope += gradient**2
        bet = min(max(bet + 2 / (2 - log(3)) * gradient / slope, 0), most)
        steps += square
        more = 1.0 if strict else 1 / (2 * sqrt(max(steps, SMALLEST)))
        norm += 2 * more * value + more**2 * square
        weights = np.append(weights, more)
        if not strict and norm > 1:
            weights, norm = weights / sqrt(norm), 1.0
    return inf


def audit_pairs(mean: Mean, epsilon: str, seed: int) -> float:
    """Return the number of pairs that this auditor takes to its verdict, given only the claim."""
    black = parse_claim("black-box", {"epsilon": epsilon, "delta": mean.delta})
    drawing = draw_outputs(
        lambda random, side, count: mean.drawn(random, side, count, float(epsilon)).tolist()
    )
    course = audit_drawing(AuditPlan(black, (Pair(0, 1),), ALPHA, MOST), drawing, seed)
    return course.pairs_drawn if course.verdict is Verdict.REFUTED else inf


def table_means() -> Iterator[str]:
    """Mean pairs of draws to a verdict (infinite where a run gave none): the paper's, its test here, and this auditor."""
    yield f"{'alpha 0.05; one record against two':36}{'published':>10}{'as written':>11}{'strict':>8}{'ours':>8}"
    for name, mean in MEANS.items():
        for epsilon, published in zip(EPSILONS, mean.published, strict=True):
            found: list[list[float]] = []
            for seed in range(RUNS):
                random = np.random.default_rng(seed)
                sides = [mean.drawn(random, side, MOST, float(epsilon)) for side in (0, 1)]
                tests = [
                    mmd_pairs(sides[0], sides[1], float(epsilon), float(mean.delta), strict=each)
                    for each in (False, True)
                ]
                found.append([*tests, audit_pairs(mean, epsilon, seed)])
            written, strict, mine = np.mean(found, axis=0).tolist()
            row = (
                f"{f'{name}, epsilon {epsilon}':36}{published:10,}{written:11,.0f}{strict:8,.0f}{mine:8,.0f}"
            )
            yield row
