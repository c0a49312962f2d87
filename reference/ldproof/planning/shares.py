"""A bound on the error of one round whoever is active, where each report is about one round and NULL is seen.

Given that k report, any k of the N people are as likely. The number of active ones among them is hypergeometric: all
zeros of its generating function are real, and so are those of the ones that they send. So these are the successes of k
independent trials, and by Hoeffding (1956, theorem 4) they are no likelier than those of k equal trials of the same
mean to be one or more beyond that mean. Of equal trials the worst of a stretch of rates is at its ends. Stretches are
halved where the bound is largest. Floats are rounded to the safe side; their sums have positive terms only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise

import numpy as np

from ldproof.counting.error import DOUBT, trials
from ldproof.numbers import Array, Real
from ldproof.reporting.coin import contrast, truth

DUST = 2.0**-80
"""The part of the tail in question below which a number of reporters counts as an error."""

HAIR = 1e-9
"""By more than that, relatively, no threshold is off."""

FIRST, MOST = 8, 64
"""Into so many stretches rates are cut at first, and at most."""

WORK = 2e7
"""And no more than this many probabilities are computed."""

FINE = 64
"""A stretch is short enough that is no longer than such a part of the error."""

REMEMBERED = 16
"""Of so many rounds the bound is kept: it is asked for again and again."""

STEPS = 16
"""An error is halved so often."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The numbers of reporters of one round with their probabilities, and what NULL counts as."""

    N: int
    T: int
    tail: float
    fill: float | None
    first: int
    reporters: Array
    """The probabilities of so many reporters, and of each number after it."""
    missing: float
    """Of all others."""

    @classmethod
    def of(cls, N: int, T: int, tail: float, fill: Fraction | None) -> "Shares":
        """Of N people in T rounds."""
        if T == 1:
            return cls(N, T, tail, None if fill is None else float(fill), N, np.ones(1), 0.0)
        law = trials(N, 1 / T, 1 - 1 / T, tail * DUST)
        of, first = law.of, law.start
        silent = 0.0
        if fill is None and first == 0:  # no estimate is an error
            silent, of, first = float(of[0]), of[1:], 1
        missing = silent + N * tail * DUST
        return cls(N, T, tail, None if fill is None else float(fill), first, of, missing)

    @property
    def ks(self) -> Array:
        """The numbers of reporters."""
        return np.arange(self.first, self.first + len(self.reporters), dtype=float)

    def binomials(self, rate: float) -> Array:
        """For each number of reporters a row: the probabilities of 0, 1, ... ones where each is 1 at this rate."""
        last = self.first + len(self.reporters) - 1
        rows = np.zeros((len(self.reporters), last + 1))
        rows[0, : self.first + 1] = (
            trials(self.first, rate, 1 - rate, 0.0).of
            if rate < 1
            else np.arange(self.first + 1) == self.first
        )
        for above, row in pairwise(rows):
            row[:] = (1 - rate) * above
            row[1:] += rate * above[:-1]
        return rows

    def error(self, low: float, high: float) -> float:
        """How far a rate from low to high is off, but for the tail: no less than that, and little more."""
        k = self.ks
        slope = k if self.fill is None else np.full(len(k), self.N / self.T)
        start = 0.0 * k if self.fill is None else self.fill * (k - self.N / self.T)
        above = np.cumsum(self.binomials(high)[:, ::-1], axis=1)[:, ::-1]
        below = np.cumsum(self.binomials(low), axis=1)
        size, places = above.shape[1], np.arange(len(k))

        def likely(off: float) -> bool:
            """Whether an error may be so large with a probability above the tail."""
            least = np.ceil(start + slope * (low + off) - HAIR * self.N)
            most = np.floor(start + slope * (high - off) + HAIR * self.N)
            up = np.where(
                least - 1 >= k * high * (1 + HAIR),
                above[places, np.clip(least, 0, size - 1).astype(int)],
                1.0,
            )
            down = np.where(
                most + 1 <= k * low * (1 - HAIR), below[places, np.clip(most, 0, size - 1).astype(int)], 1.0
            )
            up, down = np.where(least > k, 0.0, up), np.where(most < 0, 0.0, down)
            chance = float(self.reporters @ np.minimum(1.0, up + down)) + self.missing
            return chance * (1 + DOUBT) > self.tail

        enough = 1.0
        while likely(enough):
            enough *= 2
            if enough > 2 * self.T:  # no rate is so far off: what is likely is that there is no estimate
                return np.inf
        least, most = 0.0, enough
        for _ in range(STEPS):
            middle = (least + most) / 2
            least, most = (middle, most) if likely(middle) else (least, middle)
        return most


@lru_cache(REMEMBERED)
def largest_error(
    N: int, T: int, tail: Fraction, excess: Real, fill: Fraction | None
) -> tuple[Real, int] | None:
    """What the error of a round's estimate does not reach but for the tail, and how many active people seem worst.

    None, where no error is that unlikely.
    """
    shares = Shares.of(N, T, float(tail), fill)
    p, gap = float(truth(excess)), float(contrast(excess))
    ends = np.linspace(0.5, min(1.0, p * (1 + HAIR)), FIRST + 1).tolist()
    heap = [(-shares.error(*stretch), *stretch) for stretch in pairwise(ends)]
    heapify(heap)
    size = len(shares.reporters) * (shares.first + len(shares.reporters))
    for _ in range(min(MOST, int(WORK / size)) - FIRST):
        worst, low, high = heap[0]
        if high - low <= -worst / FINE:
            break
        heappop(heap)
        for each in halves(low, high):
            heappush(heap, (-shares.error(*each), *each))
    worst, low, high = heap[0]
    if worst == -np.inf:
        return None
    share = ((low + high) / 2 - 1 + p) / gap
    return Real(Fraction(-worst)) / contrast(excess), min(N, max(0, round(N * share)))


def halves(low: float, high: float) -> Iterator[tuple[float, float]]:
    """Both halves of a stretch."""
    middle = (low + high) / 2
    yield low, middle
    yield middle, high
