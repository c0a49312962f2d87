"""Two-step memoization of a value by its cell: LOLOHA of arXiv 2210.00262; without a hash, L-GRR of arXiv 2111.04636.

A public hash of the person's own maps values to `w` cells. For each cell a noisy cell is kept: w-ary randomized response
with the odds K = `kept_odds`. Every round sends what is kept for its cell with fresh noise, with such odds A that the
first report has the odds F = `first_odds`.

The published A is (K F - 1)/(K - F) for every w. For w > 2 it leaves out that a report can be a third cell: the first
report then has less than the odds F. The A here is exact for every w.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from ldproof.errors import Reason, Refused
from ldproof.mechanisms import Level, parse_text
from ldproof.numbers import Exact, Real, lift, like
from ldproof.parameters import Schema
from ldproof.rows import NUMBERS, check_listable, elements_by_round, parse_index, parse_numbers

__all__ = ["loloha_variance"]


@dataclass(frozen=True, slots=True)
class Cells:
    """Rows with a cell from 0 to w - 1 for each of T rounds, written as numbers with commas."""

    name: str
    """What a row is called."""
    T: int
    w: int

    @property
    def schema(self) -> Schema:
        """The JSON Schema of a text of numbers, separated by commas."""
        return {"type": "string", "pattern": f"^{NUMBERS}$"}

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        check_listable(self.w, self.T, 1, f"{self.T} rounds of {self.w} cells have too many rows to list")
        return product(range(self.w), repeat=self.T)

    def read(self, thing: object) -> tuple[int, ...]:
        """The cells of a text of numbers, separated by commas."""
        return self.row(parse_numbers(parse_text(thing)))

    def write(self, value: tuple[int, ...]) -> str:
        """The text that `read` reads."""
        return ",".join(map(str, self.row(value)))

    def row(self, value: object) -> tuple[int, ...]:
        """A tuple of T cells from any row of them; refused otherwise, without quoting it, as it may be a secret."""
        return tuple(
            parse_index(f"{self.name} has no cell in round {t}", each, self.w)
            for t, each in elements_by_round(self.name, value, self.T)
        )


# The law: what a cell is kept as, and what is sent.


def truthful_probability(odds: Exact, w: int) -> Exact:
    """The probability of saying the cell itself; otherwise a uniform cell is said, which may be the same."""
    return (odds - 1) / (odds - 1 + w)


def own_probability(odds: Exact, w: int) -> Exact:
    """The probability that w-ary randomized response with these odds is the cell itself."""
    return odds / (odds - 1 + w)


def round_odds(kept_odds: Exact, first_odds: Exact, w: Exact | int) -> Exact:
    """The odds A of a round's noise with which the first report has the odds F: F = (K A + w - 1)/(K + A + w - 2)."""
    return (kept_odds * first_odds - 1 + (w - 2) * (first_odds - 1)) / (kept_odds - first_odds)


def cells_likelihood(
    cells: Sequence[int], seen: Sequence[int], w: int, kept_odds: Exact, first_odds: Exact
) -> Exact:
    """The probability of these reports in these cells: for each cell, the sum over what is kept for it."""
    odds = round_odds(kept_odds, first_odds, w)
    found = like(odds, 1)
    weights = dict.fromkeys(cells, kept_odds + w - 1)
    for (cell, report), count in Counter(zip(cells, seen, strict=True)).items():
        weights[cell] += (kept_odds if report == cell else 1) * (odds**count - 1)
    for weight in weights.values():
        found *= weight / (kept_odds + w - 1)
    return found / (odds + w - 1) ** len(cells)


def loloha_variance(N: int, mu: Fraction, w: int, first_odds: Fraction) -> Real:
    """The variance of LOLOHA's estimate of the share of people who have a value, over hashes and noise.

    Two values share a cell with probability 1/w.
    """
    return lift(variance_at, N, mu, w, first_odds)


def variance_at(N: Exact, mu: Exact, w: Exact, first_odds: Exact) -> Exact:
    """The variance: whoever has the value supports it with the first report's odds, everybody else with 1/w."""
    high, low = first_odds / (first_odds - 1 + w), 1 / w
    return (mu * high * (1 - high) + (1 - mu) * low * (1 - low)) / (N * (high - low) ** 2)


# The tight odds.
#
# Of T reports let a_xy be how many are y and about the cell x, and c = K + w - 1. Up to a factor that is the same for
# all cells, their probability is the product over x of
#
#     c + K (A^a_xx - 1) + the sum over y != x of (A^a_xy - 1).
#
# All rounds. The logarithm is convex in the a_xy of one y. So the product is largest where, for each y, all reports y are
# about one cell f(y). If f maps several y to x, let u_y = A^n_y - 1 with n_y reports y: then c + K u_y, multiplied over
# these y, is at least c to the power of their number less 1, times c + K times the sum of u_y. So f(y) = y is best: all
# reports are as the cells say. The least product is found by dynamic programming over x, for every choice of the n_y.
#
# One round. Let a report y move from the cell x to x'. The factor of x shrinks most if x = y, all reports about x are x,
# and these are many. The factor of x' grows least if the other reports about it are x', and these are many. So all are
# as the cells say, m about x' and the others about x.

MOST_ROUNDS = 6
"""The most rounds whose tight odds between any two rows of cells are found."""

MOST_ROUNDS_OF_EVENT = 1000
"""The same between rows that differ in one round."""


def refuse_many_rounds(T: int, most: int, level: Level) -> None:
    """Refuse to find the tight odds of more than `most` rounds."""
    if most < T:
        raise Refused(
            Reason.TOO_MANY_OUTCOMES,
            f"the tight odds of {T} rounds at {level} level are not computed",
            f"at most {most} rounds",
        )


TightOdds = tuple[Fraction, tuple[int, ...], tuple[int, ...]]
"""Odds, and two rows of cells: reports as the first says are so many times as likely with it as with the second."""


def event_odds(T: int, w: int, kept_odds: Fraction, first_odds: Fraction) -> TightOdds:
    """The tight odds between rows that differ in one round."""
    refuse_many_rounds(T, MOST_ROUNDS_OF_EVENT, "event")
    odds = round_odds(kept_odds, first_odds, w)
    # All weights times one whole number, so that they are whole: to reduce fractions of so many digits takes long.
    scale = kept_odds.denominator * odds.denominator**T
    powers = [int(scale * (kept_odds * odds**count + w - 1)) for count in range(T + 1)]
    more = int(scale * (odds - 1))
    best, above, below = 0, 0, 1
    for m in range(T):
        ratio = powers[T - m] * powers[m], powers[T - m - 1] * (powers[m] + more)
        if ratio[0] * below >= above * ratio[1]:
            best, above, below = m, *ratio
    first, second = (0,) * (T - best), (1,) * best
    return Fraction(above, below), first + second, (1, *first[1:], *second)


def user_odds(T: int, w: int, kept_odds: Fraction, first_odds: Fraction) -> TightOdds:
    """The tight odds between any two rows of cells."""
    refuse_many_rounds(T, MOST_ROUNDS, "user")
    return max(
        ratio_of_counts(counts, w, kept_odds, round_odds(kept_odds, first_odds, w))
        for counts in list_partitions(T, T, min(T, w))
    )


def list_partitions(total: int, largest: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write `total` as at most so many falling numbers, none above `largest`."""
    if not total:
        yield ()
    for first in range(min(total, largest), 0, -1) if parts else ():
        yield from ((first, *rest) for rest in list_partitions(total - first, first, parts - 1))


def ratio_of_counts(counts: tuple[int, ...], w: int, kept_odds: Fraction, odds: Fraction) -> TightOdds:
    """The largest ratio of reports of which `counts[y]` are y: as the cells say, against the least likely cells.

    All weights are multiplied by the same whole number, so that they are whole.
    """
    T, used = sum(counts), len(counts)
    scale = kept_odds.denominator * odds.denominator**T
    gains = [int(scale * (odds**count - 1)) for count in range(T + 1)]
    own = [int(scale * kept_odds * (odds**count - 1)) for count in range(T + 1)]
    nothing = int(scale * (kept_odds + w - 1))
    cells = used + min(w - used, T)

    @cache
    def least_weight(cell: int, left: tuple[int, ...]) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """The least product of the weights of this cell and those after it, and the reports about each."""
        if cell == cells - 1 or not any(left):
            return weight(cell, left) * nothing ** (cells - 1 - cell), (left,)
        found = []
        for taken in product(*(range(count + 1) for count in left)):
            rest = tuple(count - some for count, some in zip(left, taken, strict=True))
            product_after, taken_after = least_weight(cell + 1, rest)
            found.append((weight(cell, taken) * product_after, (taken, *taken_after)))
        return min(found)

    def weight(cell: int, taken: tuple[int, ...]) -> int:
        return nothing + sum(own[count] if y == cell else gains[count] for y, count in enumerate(taken))

    least, taken_by_cell = least_weight(0, counts)
    most = prod(nothing + own[count] for count in counts) * nothing ** (cells - used)
    likely = tuple(y for y, count in enumerate(counts) for _ in range(count))
    unlikely = tuple(x for y in range(used) for x, taken in enumerate(taken_by_cell) for _ in range(taken[y]))
    return Fraction(most, least), likely, unlikely
