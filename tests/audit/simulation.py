"""Many audits at once, in floats: the reference's own bets on arrays, with counts that NumPy draws."""

from dataclasses import dataclass
from math import exp

import numpy as np

from ldproof.audit.plan import next_batch_size
from ldproof.evidence.event_bets import WEIGHTS, event_factors, optimal_stakes
from ldproof.numbers import Array


@dataclass(frozen=True, slots=True)
class Runs:
    """How many pairs each audit took to its verdict; infinite where it gave none."""

    pairs: Array


def audits(
    runs: int,
    truth: tuple[float, float],
    odds: float,
    alpha: float,
    batches: list[int],
    weight: float = 1.0,
    seed: int = 1,
) -> Runs:
    """Audits of one event with these probabilities, watched after every batch; the rest is kept in reserve."""
    random = np.random.default_rng(seed)
    likely, unlikely, past = np.zeros(runs), np.zeros(runs), 0
    logarithms = np.zeros((runs, len(WEIGHTS)))
    verdict = np.full(runs, np.inf)
    shares = np.array([float(each) for each in WEIGHTS])
    for size in batches:
        bets = optimal_stakes(past, likely, past, unlikely, odds)
        ones, others = (random.binomial(size, rate, runs).astype(float) for rate in truth)
        counts = (ones, size - ones, others, size - others)
        for factor, count in zip(event_factors(np.full_like(logarithms, odds), *bets), counts, strict=True):
            logarithms += count[:, None] * np.log(factor)
        likely, unlikely, past = likely + ones, unlikely + others, past + size
        with np.errstate(under="ignore", over="ignore"):
            capital = 1 - weight + weight * np.exp(logarithms) @ shares
        verdict[(capital >= 1 / alpha) & np.isinf(verdict)] = past
    return Runs(verdict)


def response(epsilon: float) -> tuple[float, float]:
    """Randomized response: how often it says 1 of a 1, and of a 0."""
    odds = float(np.exp(epsilon))
    return odds / (odds + 1), 1 / (odds + 1)


def growing(most: int) -> list[int]:
    sizes: list[int] = []
    while count := next_batch_size(sum(sizes), most):
        sizes.append(count)
    return sizes


def power(runs: int, batches: list[int], weight: float = 1.0, seed: int = 7) -> Runs:
    """Audits of randomized response at epsilon 1.05 that claims 1."""
    return audits(runs, response(1.05), exp(1), 0.05, batches, weight, seed)
