"""The Count-Min Sketch with local privacy, step by step as section 3 of the source has it.

For reading and for tests, not for use: people's devices run `client`, and collectors `collector`. It shares no code
with the laws and the estimators of this package, so that each of the two checks the other.

The source is brief. So it is read here:

- Every bit of every row is randomized, in the item's own bucket with q and in the others with p, and all d rows are
  sent. To send the item's own bucket alone would give the item away.
- x is an item, and h a sequence of d hash functions, each from items to the columns 0 to w - 1. Both are public.
- A draw is asked for with its law.

The minimum is neither an upper bound nor unbiased once there is noise: see `sketch.min` in the ledger.
Preconditions: d >= 1, w >= 2, 0 < p < q < 1, and N >= 1 reports.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from ldproof.sampling.digits import RandomChoice

Hashes = Sequence[Callable[[int], int]]
Bits = tuple[tuple[int, ...], ...]
"""A row of w bits, or of w counters, for each hash function."""


def client(x: int, h: Hashes, w: int, p: Fraction, q: Fraction, draw: RandomChoice) -> Bits:
    """Section 3.1: what the holder of x sends."""
    d = len(h)
    columns = [h[i](x) for i in range(d)]  # step 1: the row index i and the column index h_i(x)
    rows: list[tuple[int, ...]] = []
    for i in range(d):  # step 2: instantaneous randomized response in every row
        row: list[int] = []
        for j in range(w):
            if j == columns[i]:
                row.append(draw({1: q, 0: 1 - q}))  # a 1 is due: 1 with probability q
            else:
                row.append(draw({1: p, 0: 1 - p}))  # a 0 is due: 1 with probability p
        rows.append(tuple(row))
    return tuple(rows)  # step 3: the noisy bits go to the server


def server(reports: Sequence[Bits]) -> Bits:
    """Section 3.2, step 1: every bit is added to its cell of the sketch."""
    d, w = len(reports[0]), len(reports[0][0])
    return tuple(tuple(sum(report[i][j] for report in reports) for j in range(w)) for i in range(d))


def estimate(C: Bits, N: int, x: int, h: Hashes, p: Fraction, q: Fraction) -> Fraction:
    """Section 3.2, steps 2 and 3: the share of N users who hold x."""
    f_hat: list[Fraction] = []
    for i, row in enumerate(C):
        y_hat = Fraction(row[h[i](x)], N)  # step 2: the counter C_i[h_i(x)] over N
        f_hat.append((y_hat - p) / (q - p))  # step 3: the noise is inverted
    return min(f_hat)  # step 3: the minimum is the final estimate
