"""Algorithm 1, lines 2 and 6 to 10: what one person's device does, and draws for a whole population at once."""

import numpy as np
from numpy.typing import ArrayLike

from ldproof import devices
from ldproof.arrays import Bits, Int64Array, parse_naturals
from ldproof.coins import Coins
from ldproof.devices import FILL, Person, Reporters, States, by_stream, parse_states
from ldproof.errors import Reason, Refused
from ldproof.parameters import accept_parameters
from ldproof.sampling import BY_SECRET, BlockRule, Digits, draw_by_secrets
from ldproof.shots.mechanism import Shots

# Algorithm 1, lines 2 and 6 to 10: what one person's device does, round by round.


def start_client(parameters: Shots, coins: Coins, rule: BlockRule = BY_SECRET) -> Person[int]:
    """A client that has drawn its m rounds, and has reported in none."""
    return devices.filling_person(
        parameters.T, parameters.m, bit_probabilities(parameters), coins, rule, parameters.text()
    )


def bit_probabilities(parameters: Shots) -> tuple[Digits, Digits, Digits]:
    """The probabilities of sending a 1: in state 0 and in state 1, if the round is reported, and as a dummy."""
    return devices.sending_digits(parameters.budget.report_excess(), parameters.r)


# How many ones arrive in each round: exact draws for groups of people, without anybody's transcript.


def simulate_ones(parameters: Shots, streams: States, people: ArrayLike, coins: Coins) -> Int64Array:
    """Draw the number of ones received in each round, where `people[i]` people have the states `streams[i]`.

    The number of draws does not depend on the number of people. That of coins does if more than one and fewer than all
    rounds are chosen: who reports then takes about 2 bits at most for each of them in each round.
    """
    states = parse_states(streams, parameters.T)
    groups = parse_naturals("the numbers of people", people, "stream")
    if groups.size != len(states):
        raise Refused(
            Reason.WRONG_COUNT, f"{groups.size} numbers of people", f"one for each of {len(states)} streams"
        )
    N = int(accept_parameters({"N": sum(groups.tolist())})["N"])
    return simulate_received_ones(parameters, N, by_stream(parameters.m, states, groups, coins), coins)


def simulate_received_ones(parameters: Shots, N: int, reporters: Reporters, coins: Coins) -> Int64Array:
    """Draw the number of ones received in each round from N people, given who reports in it."""
    reported = devices.draw_report_ones(reporters, parameters.budget.report_excess(), coins)
    return reported + devices.draw_filling_ones(N - reporters.everybody, parameters.r, coins)


# Algorithm 1 for a whole population at once, drawn exactly: for simulations, never for people's own states.
#
# Everybody's rounds are drawn. Of the rest no more is drawn than is asked for: the ones of each round, which have
# the joint law that N clients give them, or all reports.


def ones_of_people(parameters: Shots, states: States, coins: Coins) -> Int64Array:
    """Draw the number of ones received in each round, from a row of states for each person."""
    people = devices.parse_population(states, parameters.T)
    return simulate_received_ones(
        parameters, len(people), devices.by_person(parameters.m, people, coins), coins
    )


def simulate_reports(parameters: Shots, states: States, coins: Coins) -> Bits:
    """Draw everybody's reports and dummies, y, in the shape of the states v."""
    people = devices.parse_population(states, parameters.T)
    probabilities = bit_probabilities(parameters)
    sent = np.empty(people.shape, np.bool_)
    for group, speaks in devices.drawn_rounds(parameters.m, people.shape, coins):
        places = np.where(speaks, people[group].view(np.uint8), np.uint8(FILL))
        sent[group] = draw_by_secrets(probabilities, places.ravel(), coins).reshape(places.shape)
    return sent
