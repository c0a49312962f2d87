"""Algorithm 1 for a whole population at once, drawn exactly: for simulations, never for people's own states.

Everybody's rounds are drawn. Of the rest no more is drawn than is asked for: the ones of each round, which have
the joint law that N clients give them, or all reports.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ldproof.coins import Coins
from ldproof.domains import accept
from ldproof.exact import by_secrets, members
from ldproof.shots.client import DUMMY, table
from ldproof.shots.counts import Bits, Numbers, Reporters, States, bits, received
from ldproof.shots.parameters import Parameters


def ones(parameters: Parameters, states: States, coins: Coins) -> Numbers:
    """The number of ones in each round, for a row of states per person: no single report is drawn."""
    people = _people(parameters, states)
    return received(parameters, len(people), by_person(parameters.m, people, coins), coins)


def reports(parameters: Parameters, states: States, coins: Coins) -> Bits:
    """Everybody's reports and dummies: y, in the shape of the states v."""
    people = _people(parameters, states)
    probabilities = table(parameters)
    sent = np.empty(people.shape, np.bool_)
    for group, speaks in _rounds(parameters.m, people, coins):
        places = np.where(speaks, people[group].view(np.uint8), np.uint8(DUMMY))
        sent[group] = by_secrets(probabilities, places.ravel(), coins).reshape(places.shape)
    return sent


def by_person(m: int, states: Bits, coins: Coins) -> Reporters:
    """Who reports when, from rounds drawn for each person; of these, only the numbers are kept."""
    T = states.shape[1]
    reporters = Reporters(np.zeros(T, np.int64), np.zeros(T, np.int64))
    for group, speaks in _rounds(m, states, coins):
        reporters.everybody[:] += _in_each_round(speaks)
        reporters.active[:] += _in_each_round(speaks & states[group])
    return reporters


def _people(parameters: Parameters, states: States) -> Bits:
    people = bits(states, parameters.T)
    accept({"N": len(people)})
    return people


def _rounds(m: int, states: Bits, coins: Coins) -> Iterator[tuple[slice, Bits]]:
    """Lines 1 to 3, for one group of people after another: which rounds they report in."""
    N, T = states.shape
    # A uniform choice of m rounds leaves out a uniform choice of T - m: whichever is less is drawn.
    few = min(m, T - m)
    start = 0
    for marked in members(N, T, few, coins):
        yield slice(start, start + len(marked)), marked if m == few else ~marked
        start += len(marked)


def _in_each_round(marks: Bits) -> Numbers:
    # A narrow sum of bytes is several times faster, and no group has 2^32 people.
    people: NDArray[np.uint32] = np.add.reduce(marks.view(np.uint8), axis=0, dtype=np.uint32)
    return people.astype(np.int64)
