"""The law of the ones and of the reporters of one round, in floats whose error is known."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ldproof.numbers import Array

DOUBT = 2.0**-30
"""How far a sum of probabilities may be off, relative to the larger of itself and the tail that is in question.

Only positive numbers are multiplied and added, so that the errors of single operations, 2^-53 each, add up: at most
10^6 of them in long sums, and 40 N elsewhere, lie on the way to any sum. All that is dropped as dust is less.
"""

DUST = 2.0**-80
"""The part of the tail in question below which a single probability is dropped."""


@dataclass(frozen=True, slots=True)
class Masses:
    """The probabilities of neighbouring whole numbers; all others have next to none."""

    start: int
    of: Array

    def __iter__(self) -> Iterator[tuple[int, float]]:
        return ((number, float(mass)) for number, mass in enumerate(self.of, self.start))


def trials(count: int, one: float, zero: float, dust: float) -> Masses:
    """The law of the ones among independent trials, by its ratios from the likeliest number on; one + zero = 1."""
    likeliest = min(count, int((count + 1) * one))
    above, below = np.arange(likeliest, count), np.arange(likeliest, 0, -1)
    rising = np.cumprod((count - above) * one / ((above + 1) * zero)) if len(above) else np.ones(0)
    falling = np.cumprod(below * zero / ((count - below + 1) * one)) if len(below) else np.ones(0)
    weights = np.concatenate((falling[::-1], [1.0], rising))
    weights /= weights.sum()
    kept = np.flatnonzero(weights >= dust)
    return Masses(int(kept[0]), weights[kept[0] : kept[-1] + 1])


def laws(N: int, T: int, active: int, coin: tuple[float, float], tail: float) -> Iterator[tuple[int, Masses]]:
    """For each likely number of reporters, the law of the ones beside it, by convolution; together they make 1.

    A reporter's coin has the probability of the truth and that of a lie.
    """
    dust = tail * DUST
    truth, lie = coin
    actives = [(k, share, trials(k, truth, lie, dust)) for k, share in trials(active, 1 / T, 1 - 1 / T, dust)]
    idles = [
        (k, share, trials(k, lie, truth, dust)) for k, share in trials(N - active, 1 / T, 1 - 1 / T, dust)
    ]
    rows: dict[int, Array] = {}
    for A, A_share, A_ones in actives:
        for B, B_share, B_ones in idles:
            if A_share * B_share >= dust:
                row = rows[A + B] if A + B in rows else rows.setdefault(A + B, np.zeros(A + B + 1))
                ones = np.convolve(A_ones.of, B_ones.of)
                start = A_ones.start + B_ones.start
                row[start : start + len(ones)] += A_share * B_share * ones
    for k, row in rows.items():
        kept = np.flatnonzero(row >= dust)
        if len(kept):
            yield k, Masses(int(kept[0]), row[kept[0] : kept[-1] + 1])
