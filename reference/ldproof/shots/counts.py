"""How many ones arrive in each round: exact draws for groups of people, without anybody's transcript.

What ties the rounds together is who reports when. Given that, rounds are independent, and the ones of a round
are three Binomial numbers: among the idle who report, among the active who report, and among the dummies.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ldproof.coins import Coins
from ldproof.domains import accept
from ldproof.exact import binomials, thinnings
from ldproof.rejections import Reason, Refused
from ldproof.shots.client import table
from ldproof.shots.parameters import Parameters

Bits = NDArray[np.bool_]
Numbers = NDArray[np.int64]
States = Bits | NDArray[np.uint8]
"""A row per person, or per stream of states that several people share; a column per round."""

TOGETHER = 1 << 24
"""People times rounds whose coins are in memory together, unless a single round has more."""


@dataclass(frozen=True, slots=True)
class Reporters:
    """How many people report in each round, and how many of these are active."""

    everybody: Numbers
    active: Numbers


def ones(parameters: Parameters, streams: States, people: Numbers, coins: Coins) -> Numbers:
    """The number of ones in each round, where `people[i]` have the states `streams[i]`.

    The number of draws does not depend on the number of people. That of coins does: about 4 bits for each of
    them in each round.
    """
    states = bits(streams, parameters.T)
    if people.shape != states.shape[:1]:
        raise Refused(
            Reason.WRONG_COUNT, f"{people.size} numbers of people", f"one for each of {len(states)} streams"
        )
    N = int(people.sum())
    accept({"N": N})
    return received(parameters, N, by_stream(parameters.m, states, people, coins), coins)


def by_stream(m: int, streams: Bits, people: Numbers, coins: Coins) -> Reporters:
    """Who reports when, round by round, told apart only by their stream and by how many reports they have left.

    Whoever has k left in n rounds, all choices of rounds alike, reports now with probability k/n, and goes on
    with one report less or the same in n - 1 rounds. So m T draws are enough for each stream.
    """
    types, T = streams.shape
    left = np.arange(m + 1)
    waiting = np.zeros((types, m + 1), np.int64)
    waiting[:, m] = people
    reporters = Reporters(np.zeros(T, np.int64), np.zeros(T, np.int64))
    for t in range(T):
        # Nobody has more reports left than rounds: there the probability does not matter.
        chances = np.tile(np.minimum(left, T - t), types)
        now = thinnings(waiting.ravel(), chances, T - t, coins).reshape(waiting.shape)
        waiting -= now
        waiting[:, :-1] += now[:, 1:]
        reporters.everybody[t] = now.sum()
        reporters.active[t] = now[streams[:, t]].sum()
    return reporters


def received(parameters: Parameters, N: int, reporters: Reporters, coins: Coins) -> Numbers:
    """The number of ones in each round, given who reports in it."""
    idle, active, dummy = table(parameters)
    dummies = N - reporters.everybody
    together = max(1, TOGETHER // N)
    ones = np.empty_like(dummies)
    for start in range(0, ones.size, together):
        here = slice(start, start + together)
        ones[here] = binomials(reporters.everybody[here] - reporters.active[here], idle, coins)
        ones[here] += binomials(reporters.active[here], active, coins)
        if parameters.r.denominator == 1:  # dummies that are all the same take no coins
            ones[here] += dummies[here] * int(parameters.r)
        else:
            ones[here] += binomials(dummies[here], dummy, coins)
    return ones


def bits(states: States, T: int) -> Bits:
    """States as booleans, if they are bits and T for each row."""
    if states.ndim != 2 or states.shape[1] != T:
        raise Refused(
            Reason.WRONG_LENGTH,
            f"states of shape {states.shape}",
            f"rows of one state for each of {T} rounds",
        )
    if states.dtype != np.bool_ and (states.dtype != np.uint8 or states.max(initial=0) > 1):
        raise Refused(Reason.OUT_OF_RANGE, "states that are not bits", "booleans, or 0 and 1 as uint8")
    return states.view(np.bool_)
