"""Many runs of a population whose states are constant, drawn exactly, beside NumPy's multinomials in floats."""

from collections.abc import Iterator
from functools import partial
from math import exp

import numpy as np

from ldproof.aes import AesCoins, SeededAesCoins
from ldproof.coins import Coins
from ldproof.counting.parameters import Which, parameters
from ldproof.counting.population import Received, received_of_constant
from tests.drivers.bench.race import Row, race

NUMPY = np.random.default_rng()
EPSILON, N, T, RUNS = 2, 10_000, 50, 1000
ACTIVE = 9_995
"""The source's dense case."""


def bench_runs() -> Iterator[Row]:
    """Counted in people times rounds times runs."""
    for which in (Which.GLANCE, Which.BORAPPOR):
        for coins, how in ((AesCoins(), ""), (SeededAesCoins(b""), ", seeded")):
            name = f"{which}, {RUNS} runs of {N} x {T}{how}"
            yield race(
                RUNS * N * T, name, partial(exactly, which, coins), "floats", partial(in_floats, which)
            )


def exactly(which: Which, coins: Coins) -> Received:
    """Drawn exactly."""
    return received_of_constant(parameters(which, T, epsilon=EPSILON), N, ACTIVE, RUNS, coins)


def in_floats(which: Which) -> Received:
    """Who reports when, and two Binomial numbers a round."""
    every = which is Which.BORAPPOR
    truth = 1 / (1 + exp(-EPSILON / T if every else -EPSILON))
    groups = [
        np.full((RUNS, T), people) if every else NUMPY.multinomial(people, [1 / T] * T, RUNS)
        for people in (ACTIVE, N - ACTIVE)
    ]
    ones = NUMPY.binomial(groups[0], truth) + NUMPY.binomial(groups[1], 1 - truth)
    return Received(ones, groups[0] + groups[1])
