"""`python -m tests.audit.calibration`: how often right mechanisms are flagged, and how soon wrong ones are."""

from collections.abc import Iterator
from math import exp

import numpy as np
from flint import arb

from ldproof.evidence.limit import corner_limit, limit
from tests.audit.simulation import Runs, audits, response

ALPHA = 0.05
TIGHT = {
    "randomized response, epsilon 1": (response(1.0), exp(1)),
    "unary encoding, p = 1/2, epsilon 1": ((0.5, 0.5 / exp(1)), exp(1)),
    "1 in 100, epsilon 1": ((exp(1) / 100, 0.01), exp(1)),
    "randomized response, epsilon 3": (response(3.0), exp(3)),
    "randomized response, epsilon 1/10": (response(0.1), exp(0.1)),
}
"""Mechanisms that keep exactly what they claim: the probabilities of their most revealing event, and the odds."""


def interval(hits: int, runs: int, level: float = 0.01) -> tuple[float, float]:
    """Clopper and Pearson's interval, at the digits of a table."""
    return quantile(hits, runs, level / 2), 1 - quantile(runs - hits, runs, level / 2)


def quantile(hits: int, runs: int, level: float) -> float:
    """The chance at which so many hits or more have this probability."""
    low, high = 0.0, 1.0
    for _ in range(40 if hits else 0):
        middle = (low + high) / 2
        tail: arb = arb(middle).beta_lower(hits, runs - hits + 1, 1)
        low, high = (middle, high) if tail < arb(level) else (low, middle)
    return low


def alarms(runs: int, batches: list[int]) -> Iterator[tuple[str, int]]:
    """How many of so many audits flag a mechanism that is exactly tight."""
    for seed, (name, (truth, odds)) in enumerate(TIGHT.items()):
        found = audits(runs, truth, odds, ALPHA, batches, seed=seed)
        yield name, int(np.isfinite(found.pairs).sum())


def power(runs: int, batches: list[int], weight: float = 1.0, seed: int = 7) -> Runs:
    """Audits of randomized response at epsilon 1.05 that claims 1."""
    return audits(runs, response(1.05), exp(1), ALPHA, batches, weight, seed)


def main() -> None:
    """Print the tables."""
    runs = 10_000
    print(f"false alarms in {runs} audits of 60,000 pairs, watched after every 100, alpha = {ALPHA}")
    for name, hits in alarms(runs, [100] * 600):
        low, high = interval(hits, runs)
        print(f"  {name:36} {hits / runs:.4f}   99% interval {low:.4f} to {high:.4f}")
    p1, p0 = response(1.05)
    one, both = (each(exp(1), p1, p0, ALPHA) for each in (limit, corner_limit))
    print(
        f"randomized response, true 1.05, claimed 1: one inequality's limit {one:.0f} pairs, both {both:.0f}"
    )
    for weight in (1.0, 0.9, 0.5):
        pairs = power(runs, [100] * 1500, weight).pairs
        print(
            f"  weight {weight}: median {np.median(pairs):.0f} ({np.median(pairs) / one:.2f} x), mean "
            f"{np.mean(pairs):.0f} ({np.mean(pairs) / one:.2f} x), {np.mean(pairs <= 20_000):.2%} within 20,000"
        )


if __name__ == "__main__":
    main()
