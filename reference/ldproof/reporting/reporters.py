"""Who reports when, in a whole population at once, drawn exactly; of these, only the numbers are kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from ldproof.arrays import Bits, Int64Array, numbers
from ldproof.coins import Coins
from ldproof.domains import accept
from ldproof.exact import members, multinomials, thinnings
from ldproof.rejections import Reason, Refused
from ldproof.rows import masked

States = Bits | NDArray[np.uint8]
"""A row per person, or per stream of states that several people share; a column per round."""


@dataclass(frozen=True, slots=True)
class Reporters:
    """How many people report in each round, and how many of these are active."""

    everybody: Int64Array
    active: Int64Array


def by_person(m: int, states: Bits, coins: Coins) -> Reporters:
    """From rounds drawn for each person."""
    T = states.shape[1]
    reporters = Reporters(np.zeros(T, np.int64), np.zeros(T, np.int64))
    for group, speaks in rounds(m, states.shape, coins):
        reporters.everybody[:] += _in_each_round(speaks)
        reporters.active[:] += _in_each_round(speaks & states[group])
    return reporters


def by_stream(m: int, streams: Bits, people: Int64Array, coins: Coins) -> Reporters:
    """From numbers drawn for each stream, where `people[i]` have the states `streams[i]`."""
    T = streams.shape[1]
    reporters = Reporters(np.zeros(T, np.int64), np.zeros(T, np.int64))
    for t, now in enumerate(by_group(m, T, people, coins)):
        reporters.everybody[t] = now.sum()
        reporters.active[t] = now[streams[:, t]].sum()
    return reporters


def by_group(m: int, T: int, people: Int64Array, coins: Coins) -> Iterator[Int64Array]:
    """How many of each group's people report, round after round.

    Whoever has k reports left in n rounds, all choices of rounds alike, reports now with probability k/n, and
    goes on with one report less or the same in n - 1 rounds. So m T draws are enough for each group. None
    left, or as many as rounds, leaves nothing to chance. One report each makes the numbers multinomial.
    """
    people = numbers("the numbers of people", people, "group")
    if m == T:
        yield from repeat(people, T)
        return
    if m == 1:
        yield from multinomials(people, T, coins).T
        return
    waiting = np.zeros((people.size, m + 1), np.int64)
    waiting[:, m] = people
    for left in range(T, 0, -1):
        now = np.zeros_like(waiting)
        now[:, left:] = waiting[:, left:]
        open_to_chance = waiting[:, 1:left]
        chances = np.tile(np.arange(1, 1 + open_to_chance.shape[1]), people.size)
        drawn = thinnings(open_to_chance.ravel(), chances, left, coins)
        now[:, 1:left] = drawn.reshape(open_to_chance.shape)
        waiting -= now
        waiting[:, :-1] += now[:, 1:]
        yield now.sum(axis=1)


def rounds(m: int, shape: tuple[int, ...], coins: Coins) -> Iterator[tuple[slice, Bits]]:
    """For one group of people after another, the rounds they report in: m in each row, all choices alike."""
    N, T = shape
    # A uniform choice of m rounds leaves out a uniform choice of T - m: whichever is less is drawn.
    few = min(m, T - m)
    start = 0
    for marked in members(N, T, few, coins):
        yield slice(start, start + len(marked)), marked if m == few else ~marked
        start += len(marked)


def population(states: States, T: int) -> Bits:
    """The states of at least one person, as booleans."""
    people = bits(states, T)
    accept({"N": len(people)})
    return people


def bits(states: States, T: int) -> Bits:
    """States as booleans, if they are bits and T for each row."""
    if not isinstance(states, np.ndarray):
        raise Refused(Reason.NOT_A_LIST, "states that are no array", "an array of booleans, or of uint8")
    if masked(states).any():
        raise Refused(Reason.MISSING, "states that are masked in some places", "a state for each")
    if states.ndim != 2 or states.shape[1] != T:
        raise Refused(
            Reason.WRONG_LENGTH,
            f"states of shape {states.shape}",
            f"rows of one state for each of {T} rounds",
        )
    if states.dtype != np.bool_ and (states.dtype != np.uint8 or states.max(initial=0) > 1):
        raise Refused(Reason.OUT_OF_RANGE, "states that are not bits", "booleans, or 0 and 1 as uint8")
    return states.view(np.bool_)


def _in_each_round(marks: Bits) -> Int64Array:
    # A narrow sum of bytes is several times faster, and no group has 2^32 people.
    people: NDArray[np.uint32] = np.add.reduce(marks.view(np.uint8), axis=0, dtype=np.uint32)
    return people.astype(np.int64)
