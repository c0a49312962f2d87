"""One person's device, round by round, and draws for a whole population at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ldproof import devices
from ldproof.arrays import Int64Array
from ldproof.coins import Coins
from ldproof.counting.future_rand import FutureRand, blocks_until
from ldproof.counting.mechanism import Counting, Memoized
from ldproof.devices import Person, Reporters, States, by_group, by_person, parse_population
from ldproof.numbers import Real
from ldproof.parameters import accept_parameters
from ldproof.sampling import BY_SECRET, BlockRule, Digits, draw_binomials

# What one person's device does, round by round: Algorithm 1 (Glance), and the two it is compared with.


def start_client(parameters: Counting, coins: Coins, rule: BlockRule = BY_SECRET) -> Person[int | None]:
    """A client that has drawn its round, or reports in all of them.

    Glance sends NULL, here None, in the other rounds (line 9); so does Harmony as published, whose -1 and +1
    are the bits 0 and 1. Harmony as the source uses it sends the bit 0, which no watcher tells from a report.
    """
    T, excess = parameters.T, parameters.budget.report_excess()
    if parameters.silent:
        return devices.silent_person(
            T, parameters.reports, devices.reporting_digits(excess), coins, rule, parameters.text()
        )
    return devices.filling_person(
        T, parameters.reports, devices.sending_digits(excess, Fraction(0)), coins, rule, parameters.text()
    )


# A whole population at once, drawn exactly: for simulations, never for people's own states.
#
# Who reports when is drawn first, then how many ones there are among the reports of each round. The numbers have
# the joint law, over all rounds, that N clients give them.

TOGETHER = 1 << 22
"""Rounds of runs that are in memory together."""


@dataclass(frozen=True, slots=True)
class Received:
    """The numbers of ones and of reporters that a collector counts; the last axis is the rounds."""

    ones: Int64Array
    reporters: Int64Array
    """How many people sent a bit: everybody, unless NULL is sent."""


def simulate_received(parameters: Counting, states: States, coins: Coins) -> Received:
    """Draw what a collector counts in each round, from a row of states for each person."""
    people = parse_population(states, parameters.T)
    return _draw_received(parameters, len(people), by_person(parameters.reports, people, coins), coins)


def parse_runs(N: object, M: object, runs: object) -> tuple[int, int, int]:
    """How many people there are, how many of them are active, and how many runs."""
    accepted = accept_parameters({"N": N, "M": M, "runs": runs})
    return int(accepted["N"]), int(accepted["M"]), int(accepted["runs"])


def simulate_received_constant(
    parameters: Counting, N: object, M: object, runs: object, coins: Coins
) -> Received:
    """For each of `runs` runs draw what a collector counts if M of N people are always active, others never."""
    people, active, rows = parse_runs(N, M, runs)
    found = Received(*(np.empty((rows, parameters.T), np.int64) for _ in range(2)))
    together = max(1, TOGETHER // parameters.T)
    for start in range(0, rows, together):
        size = min(together, rows - start)
        # Each run has two groups, who is active and who is not.
        groups = np.repeat([active, people - active], size)
        rounds = np.array(list(by_group(parameters.reports, parameters.T, groups, coins)))
        first, second = rounds.T.reshape(2, size, parameters.T)
        run = _draw_received(parameters, people, Reporters(first + second, first), coins)
        here = slice(start, start + size)
        found.ones[here], found.reporters[here] = run.ones, run.reporters
    return found


def simulate_memoized_constant(
    made: Memoized, N: object, M: object, runs: object, coins: Coins
) -> Int64Array:
    """For each of `runs` runs draw the ones of each round if M of N people are always active, others never."""
    people, active, rows = parse_runs(N, M, runs)
    kept = sum(
        draw_binomials(np.full(rows, size, np.int64), Digits(made.kept_probability(state)), coins)
        for state, size in enumerate((people - active, active))
    )
    everybody = np.full((rows, made.T), people, np.int64)
    of_ones = np.repeat(kept, made.T).reshape(rows, made.T)
    return devices.draw_report_ones(Reporters(everybody, of_ones), Real(made.repeated_excess), coins)


def simulate_future_rand_constant(
    made: FutureRand, N: object, M: object, runs: object, coins: Coins
) -> Iterator[Int64Array]:
    """For each round draw the sums of signs of its estimate, one for each run, if M of N people are always active.

    The first sign of an active person has the mean `gap`. All other signs are uniform.
    """
    people, active, rows = parse_runs(N, M, runs)
    rest = [np.full(rows, size, np.int64) for size in (active, people - active)]
    first_one, fair = Digits((1 + made.gap) / 2), Digits(Fraction(1, 2))
    sums = list[list[Int64Array]]()
    for level in range(made.levels):
        here = [draw_binomials(each, Digits(Fraction(1, made.levels - level)), coins) for each in rest]
        rest = [some - each for some, each in zip(rest, here, strict=True)]
        first, everybody = draw_binomials(here[0], first_one, coins), here[0] + here[1]
        ones = [first + draw_binomials(here[1], fair, coins)]
        ones += [draw_binomials(everybody, fair, coins) for _ in range((made.T >> level) - 1)]
        sums.append([2 * each - everybody for each in ones])
    for t in range(1, made.T + 1):
        yield np.sum([sums[level][(last >> level) - 1] for level, last in blocks_until(t)], axis=0)


def _draw_received(parameters: Counting, N: int, reporters: Reporters, coins: Coins) -> Received:
    # A bit that is filled in is 0 and adds no ones.
    ones = devices.draw_report_ones(reporters, parameters.budget.report_excess(), coins)
    everybody = reporters.everybody
    return Received(ones, everybody if parameters.silent else np.full_like(everybody, N))
