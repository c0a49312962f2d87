"""Whole populations, drawn exactly, beside Algorithm 1 in plain NumPy floats; counted in people times rounds."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import exp

import numpy as np
from numpy.typing import NDArray

from ldproof.aes import AesCoins, SeededAesCoins
from ldproof.arrays import Bits, Int64Array
from ldproof.coins import Coins
from ldproof.counting.client import Received, simulate_received_constant
from ldproof.counting.mechanism import Which
from ldproof.counting.mechanism import parse_parameters as counting
from ldproof.devices import tally_reports
from ldproof.shots import client
from ldproof.shots.mechanism import Parameters, parse_parameters
from tests.drivers.bench.race import Row, run_race

FAST = AesCoins()
NUMPY = np.random.default_rng()
TOGETHER = 1 << 21
"""People times rounds that are in memory together: plain NumPy is fastest if that is not everything."""


@dataclass(frozen=True, slots=True)
class Run:
    """A population: the states of everybody, and the mechanism's parameters in floats."""

    shots: Parameters
    states: Bits
    epsilon: float

    def chances(self) -> tuple[float, float, float]:
        """The probabilities of a one from the idle, from the active and from dummies."""
        truth = 1 / (1 + exp(-self.epsilon / self.shots.m))
        return 1 - truth, truth, float(self.shots.r)

    def groups(self) -> Iterator[tuple[slice, NDArray[np.intp]]]:
        """Lines 1 to 3 by partial sorting, for one group of people after another."""
        N, T = self.states.shape
        people = max(1, TOGETHER // T)
        for start in range(0, N, people):
            group = slice(start, min(N, start + people))
            order = NUMPY.random((group.stop - start, T), np.float32).argpartition(self.shots.m - 1, axis=1)
            yield group, order[:, : self.shots.m]


def run(N: int, T: int, m: int, r: str) -> Run:
    """The states of the source's experiments: in round t, t/T of the people are active."""
    active = np.arange(N)[:, np.newaxis] * T < np.arange(1, T + 1) * N
    return Run(parse_parameters(T, m, r, epsilon=m), active, float(m))


def report_by_report(asked: Run) -> Bits:
    """Lines 4 to 11: every report and every dummy is drawn."""
    lie, truth, dummy = asked.chances()
    sent = np.empty_like(asked.states)
    for group, rounds in asked.groups():
        states = asked.states[group]
        chance = np.full(states.shape, dummy, np.float32)
        spoken = np.where(np.take_along_axis(states, rounds, axis=1), truth, lie)
        np.put_along_axis(chance, rounds, spoken.astype(np.float32), axis=1)
        np.less(NUMPY.random(states.shape, np.float32), chance, out=sent[group])
    return sent


def by_reporters(asked: Run) -> Int64Array:
    """The reporters' shortcut in floats: who reports, and three Binomial numbers a round."""
    N, T = asked.states.shape
    everybody, active = np.zeros(T, np.int64), np.zeros(T, np.int64)
    for group, rounds in asked.groups():
        spoken = np.take_along_axis(asked.states[group], rounds, axis=1)
        everybody += np.bincount(rounds.ravel(), minlength=T)
        active += np.bincount(rounds[spoken], minlength=T)
    lie, truth, dummy = asked.chances()
    spoken_ones = NUMPY.binomial(everybody - active, lie) + NUMPY.binomial(active, truth)
    return np.asarray(spoken_ones + NUMPY.binomial(N - everybody, dummy), np.int64)


def bench_population() -> Iterator[Row]:
    """The ones of each round, then all reports."""
    for N, T, m in ((10**5, 1000, 30), (10**4, 100, 6)):
        asked, silent, name = run(N, T, m, "1/3"), run(N, T, m, "0"), f"{N} x {T}, m = {m}"
        in_floats = "report by report, floats", lambda asked=asked: report_by_report(asked).sum(axis=0)
        reporters = "reporters only, floats", partial(by_reporters, asked)
        yield run_race(N * T, f"ones, {name}", partial(ones, asked), *in_floats)
        yield run_race(N * T, f"ones, {name}, r = 0", partial(ones, silent), *in_floats)
        yield run_race(N * T, f"ones, {name}, seeded", partial(ones, asked, SeededAesCoins(b"")), *in_floats)
        yield run_race(N * T, f"ones, {name}", partial(ones, asked), *reporters)
        reports = partial(client.simulate_reports, asked.shots, asked.states, FAST)
        yield run_race(N * T, f"reports, {name}", reports, in_floats[0], partial(report_by_report, asked))


def bench_tally() -> Iterator[Row]:
    """A collector's count of the reports of one round, beside a list's own count of ones and zeros."""
    reports = NUMPY.integers(0, 2, 10**6).tolist()
    twice = "list.count, twice", lambda: (reports.count(1), reports.count(0))
    yield run_race(10**6, "tally of 10^6 reports", partial(tally_reports, 1, reports, 10**6), *twice)


def bench_streams() -> Iterator[Row]:
    """The ones of each round where people share ten streams of states."""
    N, T = 10**5, 1000
    asked = run(N, T, 30, "1/3")
    streams, people = asked.states[:: N // 10], np.full(10, N // 10)
    by_streams = partial(client.simulate_ones, asked.shots, streams, people, FAST)
    yield run_race(N * T, "ones by 10 streams, m = 30", by_streams, "ones by person", partial(ones, asked))


def ones(asked: Run, coins: Coins = FAST) -> Int64Array:
    """Draw the ones of each round exactly."""
    return client.ones_of_people(asked.shots, asked.states, coins)


EPSILON, PEOPLE, ROUNDS, RUNS, ACTIVE = 2, 10_000, 50, 1000, 9_995
"""The source's dense case of continual counting."""


def bench_runs() -> Iterator[Row]:
    """Many runs of a population whose states are constant, beside two Binomial numbers a round in floats."""
    for which in (Which.GLANCE, Which.BORAPPOR):
        made = counting(which, ROUNDS, epsilon=EPSILON)
        for coins, how in ((AesCoins(), ""), (SeededAesCoins(b""), ", seeded")):
            ours = partial(simulate_received_constant, made, PEOPLE, ACTIVE, RUNS, coins)
            name = f"{which}, {RUNS} runs of {PEOPLE} x {ROUNDS}{how}"
            yield run_race(RUNS * PEOPLE * ROUNDS, name, ours, "floats", partial(in_floats, which))


def in_floats(which: Which) -> Received:
    """The reporting rounds, and two Binomial numbers a round, in floats."""
    every = which is Which.BORAPPOR
    truth = 1 / (1 + exp(-EPSILON / ROUNDS if every else -EPSILON))
    groups = [
        np.full((RUNS, ROUNDS), people) if every else NUMPY.multinomial(people, [1 / ROUNDS] * ROUNDS, RUNS)
        for people in (ACTIVE, PEOPLE - ACTIVE)
    ]
    ones = NUMPY.binomial(groups[0], truth) + NUMPY.binomial(groups[1], 1 - truth)
    return Received(ones, groups[0] + groups[1])
