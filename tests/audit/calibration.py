"""`python -m tests.audit.calibration`: how often right mechanisms are flagged, and how soon wrong ones are.

With a number, that many whole audits of two designs; with a number and a file, that many of a small one, which are kept
in the file piece by piece, so that they can go on another time.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp
from pathlib import Path

import numpy as np

from ldproof.audit import Plan, Verdict, claim, pairs
from ldproof.audit.bets import FORESEEN
from ldproof.audit.plan import size
from ldproof.evidence.limit import corner_limit, limit
from ldproof.numbers import Ball
from tests.audit import laws
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


BIT = claim("counting.glance", {"T": "1", "epsilon": "1"})
COURSES: Mapping[str, tuple[Plan, laws.Drawing]] = {
    "one bit, known": (Plan(BIT, pairs(BIT, []), laws.ALPHA, 3000), laws.response(1.0)),
    "one bit, unknown": (laws.black_box(3000), laws.response(1.0)),
    "8 categories, unknown": (laws.black_box(3000), laws.categories(8, 1.0)),
    "Laplace noise, unknown": (laws.black_box(2000), laws.laplace(1.0)),
    "8 bits, unknown": (laws.black_box(2000), laws.unary(1.0, 8)),
}
"""Audits that learn, of programs that keep exactly epsilon 1."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What became of audits of one program: how many flagged it, and what their bounds were."""

    name: str
    runs: int
    flagged: int
    exceeding: int
    """Bounds that are not below the truth."""
    middle: Fraction


def courses(runs: int, truth: int = 1) -> Iterator[Calibrated]:
    """Whole audits, with all that they learn."""
    for name, (plan, drawing) in COURSES.items():
        found = [laws.audited(plan, drawing, seed) for seed in range(runs)]
        bounds = sorted(each.bound() or Fraction(0) for each in found)
        flagged = sum(each.verdict is Verdict.REFUTED for each in found)
        yield Calibrated(name, runs, flagged, sum(each >= truth for each in bounds), bounds[runs // 2])


SEARCHED: Mapping[str, tuple[int, int]] = {"1 pair of 2 inputs": (2, 400), "45 pairs of 10 inputs": (10, 500)}
"""Audits with the whole search, over pairs, events and windows: the inputs, and the pairs of draws."""


def searches(runs: int, seed: int = 0) -> Iterator[tuple[str, int]]:
    """How many of so many whole audits flag k-ary randomized response that is exactly tight."""
    for name, (inputs, most) in SEARCHED.items():
        plan, law = laws.everyone(inputs, most), laws.leaking(inputs, -1)
        found = (laws.searched(plan, law, seed + each).verdict for each in range(runs))
        yield name, sum(each is not Verdict.NOT_REFUTED for each in found)


SMALL, PIECE = (3, 250), 100
"""Inputs and pairs of draws of an audit that can be made very often: it looks at pairs, learns events and windows."""


def pieces(place: Path, runs: int) -> tuple[int, int]:
    """How many small audits were made, and how many of them flag what is exactly tight; a file keeps what was done."""
    inputs, most = SMALL
    plan, law = laws.everyone(inputs, most), laws.leaking(inputs, -1)
    done = [line.split() for line in place.read_text().splitlines()] if place.exists() else []
    for first in range(len(done) * PIECE, runs, PIECE):
        found = (laws.searched(plan, law, first + each).verdict for each in range(PIECE))
        done.append([str(first), str(sum(each is not Verdict.NOT_REFUTED for each in found))])
        place.write_text("".join(f"{' '.join(each)}\n" for each in done))
    return len(done) * PIECE, sum(int(hits) for _, hits in done)


def pairs_to_find(inputs: Iterable[int], runs: int) -> Iterator[tuple[int, float]]:
    """The pairs of draws, in the middle, until input 1, which is always told, is found among so many inputs."""
    for each in inputs:
        plan, law = laws.everyone(each, 20_000), laws.leaking(max(each, 45), 1)
        found = [laws.searched(plan, law, seed).pairs_drawn for seed in range(runs)]
        yield each * (each - 1) // 2, float(np.median(found))


def growing(most: int) -> list[int]:
    """The batches of an audit."""
    sizes: list[int] = []
    while count := size(sum(sizes), most):
        sizes.append(count)
    return sizes


def interval(hits: int, runs: int, level: float = 0.01) -> tuple[float, float]:
    """Clopper and Pearson's interval, at the digits of a table."""
    return quantile(hits, runs, level / 2), 1 - quantile(runs - hits, runs, level / 2)


def quantile(hits: int, runs: int, level: float) -> float:
    """The chance at which so many hits or more have this probability."""
    low, high = 0.0, 1.0
    for _ in range(40 if hits else 0):
        middle = (low + high) / 2
        tail: Ball = Ball(middle).beta_lower(hits, runs - hits + 1, 1)
        low, high = (middle, high) if tail < Ball(level) else (low, middle)
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
    """Print the tables; with a number, the one of so many whole audits alone."""
    if sys.argv[2:]:
        made, hits = pieces(Path(sys.argv[2]), int(sys.argv[1]))
        low, high = interval(hits, made)
        print(f"{hits} of {made:,} small audits flag what is exactly tight, alpha = {ALPHA}")
        print(f"99% interval {low:.4f} to {high:.4f}")
        return
    if sys.argv[1:]:
        few = int(sys.argv[1])
        print(
            f"whole audits of what is exactly tight, with the search over pairs and windows, alpha = {ALPHA}"
        )
        for name, hits in searches(few):
            low, high = interval(hits, few)
            print(f"  {name:36} {hits / few:.4f}   99% interval {low:.4f} to {high:.4f}", flush=True)
        for pairs, middle in pairs_to_find((2, 10, 46), 5):
            print(f"  {pairs:,} pairs of which those with one input leak: {middle:,.0f} pairs of draws")
        return
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
    for batches, weight in (
        ([100] * 1500, 1.0),
        (growing(150_000), 1.0),
        (growing(150_000), float(FORESEEN)),
    ):
        found = power(runs, batches, weight).pairs
        print(
            f"  {len(batches)} batches, weight {weight}: median {np.median(found):.0f} "
            f"({np.median(found) / one:.2f} x), mean {np.mean(found):.0f} ({np.mean(found) / one:.2f} x), "
            f"{np.mean(found <= 20_000):.2%} within 20,000"
        )
    print(
        "whole audits of what is exactly tight at epsilon 1: flagged, bounds of 1 or more, the median bound"
    )
    for each in courses(200):
        low, high = interval(each.flagged, each.runs)
        print(
            f"  {each.name:24} {each.flagged}/{each.runs} (99% interval {low:.4f} to {high:.4f}), "
            f"{each.exceeding}/{each.runs}, {float(each.middle):.3f}"
        )


if __name__ == "__main__":
    main()
