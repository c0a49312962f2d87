"""Many simulated audits at once: the reference's bets on arrays of floats, with counts drawn by NumPy."""

from dataclasses import dataclass
from math import exp

import numpy as np

from ldproof.auditor.sequential import next_batch_size
from ldproof.evidence.event_bets import WEIGHTS, event_factors, optimal_stakes
from ldproof.numbers import Array


@dataclass(frozen=True, slots=True)
class Runs:
    """The number of pairs until each audit's verdict, infinite if it gave none."""

    pairs: Array


def simulate_audits(
    runs: int,
    truth: tuple[float, float],
    odds: float,
    alpha: float,
    batches: list[int],
    weight: float = 1.0,
    seed: int = 1,
) -> Runs:
    """Simulate audits of one event with these probabilities, watched after each batch; the other weight is kept."""
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


def response_rates(epsilon: float) -> tuple[float, float]:
    """Probabilities of the output 1 under inputs 1 and 0, for randomized response."""
    odds = float(np.exp(epsilon))
    return odds / (odds + 1), 1 / (odds + 1)


def growing_batches(most: int) -> list[int]:
    sizes: list[int] = []
    while count := next_batch_size(sum(sizes), most):
        sizes.append(count)
    return sizes


def simulate_power(runs: int, batches: list[int], weight: float = 1.0, seed: int = 7) -> Runs:
    """Simulate audits of randomized response at epsilon 1.05 that claims 1."""
    return simulate_audits(runs, response_rates(1.05), exp(1), 0.05, batches, weight, seed)
