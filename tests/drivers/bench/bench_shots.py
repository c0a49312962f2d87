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
from ldproof.reporting.tally import tally
from ldproof.shots import counts, population
from ldproof.shots.parameters import Parameters, parameters
from tests.drivers.bench.race import Row, race

FAST = AesCoins()
NUMPY = np.random.default_rng()
TOGETHER = 1 << 21
"""People times rounds that are in memory together: plain NumPy is fastest if that is not everything."""


@dataclass(frozen=True, slots=True)
class Run:
    """A population that was asked for: everybody's states, and what is known of the mechanism in floats."""

    shots: Parameters
    states: Bits
    epsilon: float

    @property
    def size(self) -> int:
        """People times rounds."""
        return self.states.size

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
    return Run(parameters(T, m, r, epsilon=m), active, float(m))


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
        asked, plainly = run(N, T, m, "1/3"), "report by report, floats"
        silent = run(N, T, m, "0")
        plain, plain_ones = partial(report_by_report, asked), partial(ones_of_reports, asked)
        seeded = partial(ones, asked, SeededAesCoins(b""))
        name = f"{N} x {T}, m = {m}"
        yield race(asked.size, f"ones, {name}", partial(ones, asked), plainly, plain_ones)
        yield race(
            asked.size,
            f"ones, {name}, r = 0",
            partial(ones, silent),
            plainly,
            partial(ones_of_reports, silent),
        )
        yield race(asked.size, f"ones, {name}, seeded", seeded, plainly, plain_ones)
        yield race(
            asked.size,
            f"ones, {name}",
            partial(ones, asked),
            "reporters only, floats",
            partial(by_reporters, asked),
        )
        yield race(asked.size, f"reports, {name}", partial(reports, asked), plainly, plain)


def bench_tally() -> Iterator[Row]:
    """What a collector counts of the reports of one round, beside a list's own counting of ones and zeros."""
    N = 10**6
    reports = NUMPY.integers(0, 2, N).tolist()
    yield race(
        N,
        f"tally of {N} reports",
        partial(tally, 1, reports, N),
        "list.count, twice",
        lambda: (reports.count(1), reports.count(0)),
    )


def bench_streams() -> Iterator[Row]:
    """The ones of each round where people share ten streams of states."""
    N, T, m = 10**5, 1000, 30
    asked = run(N, T, m, "1/3")
    streams, people = asked.states[:: N // 10], np.full(10, N // 10)
    yield race(
        N * T,
        f"ones by 10 streams, {N} x {T}, m = {m}",
        partial(counts.ones, asked.shots, streams, people, FAST),
        "ones by person",
        partial(ones, asked),
    )


def ones(asked: Run, coins: Coins = FAST) -> Int64Array:
    """Drawn exactly."""
    return population.ones(asked.shots, asked.states, coins)


def reports(asked: Run) -> Bits:
    """Drawn exactly."""
    return population.reports(asked.shots, asked.states, FAST)


def ones_of_reports(asked: Run) -> Int64Array:
    """All reports, counted."""
    return np.asarray(report_by_report(asked).sum(axis=0), np.int64)
