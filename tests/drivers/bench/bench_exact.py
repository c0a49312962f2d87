"""Exact draws beside NumPy's inexact ones, and beside the coins they cannot be faster than."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ldproof.aes import AesCoins, SeededAesCoins
from ldproof.coins import Coins, SeededCoins, SystemCoins
from ldproof.exact import BLOCKS, BY_SECRET, Digits, bernoullis, binomial, binomials, by_secrets, subsets
from ldproof.exact.binomial_tables import table
from tests.drivers.bench.race import Row, race

MANY = 10**7
READ = 1 << 18
"""The bytes that are read at a time where nothing is done with them."""
FEWER = 10**6
TRIALS = 10**4
TABLE = Digits(Fraction(3, 10)), Digits(Fraction(7, 10))
SYSTEM, FAST = SystemCoins(), AesCoins()
Make = Callable[[], Coins]
COINS: dict[str, Make] = {
    "system coins": SystemCoins,
    "fast coins": AesCoins,
    "seeded coins": lambda: SeededCoins(b""),
    "seeded fast coins": lambda: SeededAesCoins(b""),
}
NUMPY = np.random.default_rng()
BESIDE = "random() < p"


def bench_bernoulli() -> Iterator[Row]:
    """Decisions with one probability, and with one of two."""
    secrets = (NUMPY.random(MANY) < 0.5).astype(np.uint8)

    def inexact() -> object:
        return NUMPY.random(MANY) < 0.3

    def fewer_inexact() -> object:
        return NUMPY.random(FEWER) < 0.3

    def alone(make: Make) -> object:
        coins = make()
        return [coins.read(READ) for _ in range(0, MANY, READ)]

    def lazy(make: Make) -> object:
        return bernoullis(TABLE[0], MANY, make())

    def lazy_by_secret(make: Make) -> object:
        return by_secrets(TABLE, secrets, make())

    for name, make in COINS.items():
        yield race(MANY, f"lazy, {name}", partial(lazy, make), BESIDE, inexact)
        yield race(MANY, f"lazy by secret, {name}", partial(lazy_by_secret, make), BESIDE, inexact)
        yield race(MANY, f"lazy, {name}", partial(lazy, make), "these coins alone", partial(alone, make))
    yield race(
        FEWER,
        "blocks, system coins",
        lambda: bernoullis(TABLE[0], FEWER, SYSTEM, BLOCKS),
        BESIDE,
        fewer_inexact,
    )
    yield race(
        FEWER,
        "blocks by secret, system coins",
        lambda: by_secrets(TABLE, secrets[:FEWER], SYSTEM, BY_SECRET),
        BESIDE,
        fewer_inexact,
    )


def bench_binomial() -> Iterator[Row]:
    """The number of successes, counted in trials; then many of them, counted in numbers."""

    def exact() -> object:
        return binomial(MANY, TABLE[0], FAST)

    def counted() -> object:
        return np.count_nonzero(NUMPY.random(MANY) < 0.3)

    yield race(MANY, "binomial, n = 10^7", exact, "count_nonzero(random() < p)", counted)
    yield race(MANY, "binomial, n = 10^7", exact, "binomial(10^7, p)", lambda: NUMPY.binomial(MANY, 0.3))
    for draws in (10**3, 10**5, 10**6):
        counts = np.full(draws, TRIALS)
        spread = counts - np.arange(draws) % 100
        many, spread_name = f"{draws} binomials, n = 10^4", f"{draws} binomials, 100 numbers n"
        beside = f"binomial(10^4, p, {draws})"
        yield race(
            draws,
            f"{many}, first time",
            partial(first_time, counts),
            beside,
            partial(NUMPY.binomial, TRIALS, 0.3, draws),
        )
        yield race(
            draws,
            many,
            partial(binomials, counts, TABLE[0], FAST),
            beside,
            partial(NUMPY.binomial, TRIALS, 0.3, draws),
        )
        yield race(
            draws,
            spread_name,
            partial(binomials, spread, TABLE[0], FAST),
            "binomial(n, p)",
            partial(NUMPY.binomial, spread, 0.3),
        )


def first_time(counts: NDArray[np.int64]) -> object:
    """With no table kept."""
    table.cache_clear()
    return binomials(counts, TABLE[0], FAST)


def bench_subsets() -> Iterator[Row]:
    """Sets of 30 out of 1000, counted in people."""
    yield race(
        10**4,
        "subsets of 30 of 1000, system coins",
        lambda: subsets(10**4, 1000, 30, SYSTEM),
        "random().argpartition(30)",
        lambda: NUMPY.random((10**4, 1000)).argpartition(30)[:, :30],
    )
