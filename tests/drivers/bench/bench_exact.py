"""Exact draws beside NumPy's inexact ones, and beside reading the coins alone, which is the limit."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ldproof.aes import AesCoins, SeededAesCoins
from ldproof.coins import Coins, SeededCoins, SystemCoins
from ldproof.sampling import (
    BLOCKS,
    BY_SECRET,
    Digits,
    draw_bernoullis,
    draw_binomial,
    draw_binomials,
    draw_by_secrets,
    draw_memberships,
)
from ldproof.sampling.binomial_draws import binomial_table
from tests.drivers.bench.race import Row, run_race

MANY, FEWER, TRIALS = 10**7, 10**6, 10**4
READ = 1 << 18
"""The bytes that are read at a time where nothing is done with them."""
TABLE = Digits(Fraction(3, 10)), Digits(Fraction(7, 10))
SYSTEM, FAST = SystemCoins(), AesCoins()
COINS: dict[str, Callable[[], Coins]] = {
    "system coins": SystemCoins,
    "fast coins": AesCoins,
    "seeded coins": lambda: SeededCoins(b""),
    "seeded fast coins": lambda: SeededAesCoins(b""),
}
NUMPY = np.random.default_rng()


def read_alone(make: Callable[[], Coins]) -> None:
    """Read as many bytes as there are decisions, and discard them."""
    coins = make()
    for _ in range(0, MANY, READ):
        coins.read(READ)


def bench_bernoulli() -> Iterator[Row]:
    """Decisions with one probability, and with one of two."""
    secrets = (NUMPY.random(MANY) < 0.5).astype(np.uint8)
    inexact = "random() < p", lambda: NUMPY.random(MANY) < 0.3
    fewer_inexact = "random() < p", lambda: NUMPY.random(FEWER) < 0.3
    for name, make in COINS.items():
        alone = "these coins alone", partial(read_alone, make)
        lazy = f"lazy, {name}", lambda make=make: draw_bernoullis(TABLE[0], MANY, make())
        draw_by_secret = f"lazy by secret, {name}", lambda make=make: draw_by_secrets(TABLE, secrets, make())
        yield run_race(MANY, *lazy, *inexact)
        yield run_race(MANY, *draw_by_secret, *inexact)
        yield run_race(MANY, *lazy, *alone)
    blocks = partial(draw_bernoullis, TABLE[0], FEWER, SYSTEM, BLOCKS)
    yield run_race(FEWER, "blocks, system coins", blocks, *fewer_inexact)
    blocks = partial(draw_by_secrets, TABLE, secrets[:FEWER], SYSTEM, BY_SECRET)
    yield run_race(FEWER, "blocks by secret, system coins", blocks, *fewer_inexact)


def bench_binomial() -> Iterator[Row]:
    """The number of successes, counted in trials; then many of them, counted in numbers."""
    exact = "binomial, n = 10^7", partial(draw_binomial, MANY, TABLE[0], FAST)
    counted = "count_nonzero(random() < p)", lambda: np.count_nonzero(NUMPY.random(MANY) < 0.3)
    yield run_race(MANY, *exact, *counted)
    yield run_race(MANY, *exact, "binomial(10^7, p)", lambda: NUMPY.binomial(MANY, 0.3))
    for draws in (10**3, 10**5, 10**6):
        counts = np.full(draws, TRIALS)
        spread = counts - np.arange(draws) % 100
        floats = f"binomial(10^4, p, {draws})", partial(NUMPY.binomial, TRIALS, 0.3, draws)
        yield run_race(draws, f"{draws} binomials, first time", partial(first_time, counts), *floats)
        yield run_race(draws, f"{draws} binomials", partial(draw_binomials, counts, TABLE[0], FAST), *floats)
        floats = "binomial(n, p)", partial(NUMPY.binomial, spread, 0.3)
        yield run_race(
            draws,
            f"{draws} binomials, 100 numbers n",
            partial(draw_binomials, spread, TABLE[0], FAST),
            *floats,
        )


def first_time(counts: NDArray[np.int64]) -> object:
    """With no table kept."""
    binomial_table.cache_clear()
    return draw_binomials(counts, TABLE[0], FAST)


def bench_subsets() -> Iterator[Row]:
    """Sets of 30 out of 1000, counted in people."""
    floats = "random().argpartition(30)", lambda: NUMPY.random((10**4, 1000)).argpartition(30)[:, :30]
    yield run_race(
        10**4,
        "subsets of 30 of 1000, system coins",
        lambda: [*draw_memberships(10**4, 1000, 30, SYSTEM)],
        *floats,
    )
