"""Algorithm 1 for a whole population at once, drawn exactly: for simulations, never for people's own states.

Everybody's rounds are drawn. Of the rest no more is drawn than is asked for: the ones of each round, which have
the joint law that N clients give them, or all reports.
"""

import numpy as np

from ldproof.arrays import Bits, Int64Array
from ldproof.coins import Coins
from ldproof.exact import by_secrets
from ldproof.reporting import reporters
from ldproof.reporting.device import FILL
from ldproof.reporting.reporters import States
from ldproof.shots.client import table
from ldproof.shots.counts import received
from ldproof.shots.parameters import Parameters


def ones(parameters: Parameters, states: States, coins: Coins) -> Int64Array:
    """The number of ones in each round, for a row of states per person: no single report is drawn."""
    people = reporters.population(states, parameters.T)
    return received(parameters, len(people), reporters.by_person(parameters.m, people, coins), coins)


def reports(parameters: Parameters, states: States, coins: Coins) -> Bits:
    """Everybody's reports and dummies: y, in the shape of the states v."""
    people = reporters.population(states, parameters.T)
    probabilities = table(parameters)
    sent = np.empty(people.shape, np.bool_)
    for group, speaks in reporters.rounds(parameters.m, people.shape, coins):
        places = np.where(speaks, people[group].view(np.uint8), np.uint8(FILL))
        sent[group] = by_secrets(probabilities, places.ravel(), coins).reshape(places.shape)
    return sent
