"""The transcript of one person over all rounds: its one-round step, and the law that is the step's fold."""

from collections.abc import Sequence
from itertools import pairwise
from math import comb

from ldproof.numbers import Exact, like


def forward_step(weights: Sequence[Exact], silent: Exact, spoken: Exact) -> list[Exact]:
    """One more round: `weights[k]` belongs to the choices of k rounds to report in, among the rounds so far.

    Whoever had reported k times stays silent, or whoever had k - 1 speaks; `silent` and `spoken` are the
    probabilities of what was seen this round under either.
    """
    row = [weights[0] * silent]
    for fewer, stayed in pairwise(weights):
        row.append(stayed * silent + fewer * spoken)
    return row


def start(system: Exact, m: int) -> list[Exact]:
    """The weights of 0 to m reports before the first round, in the number system of a number given."""
    return [like(system, int(k == 0)) for k in range(m + 1)]


def weights(rounds: Sequence[tuple[Exact, Exact]], m: int) -> list[Exact]:
    """The weights of 0 to m reports after rounds that were seen with these (silent, spoken) probabilities."""
    row = start(rounds[0][0], m)
    for silent, spoken in rounds:
        row = forward_step(row, silent, spoken)
    return row


def likelihood(rounds: Sequence[tuple[Exact, Exact]], m: int) -> Exact:
    """The probability of a transcript when m of its rounds, all choices alike, carried reports."""
    return weights(rounds, m)[m] / comb(len(rounds), m)
