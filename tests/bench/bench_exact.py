"""Exact draws beside NumPy's inexact ones, and beside the coins they cannot be faster than."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ldproof.coins import SeededCoins, SystemCoins
from ldproof.exact import BLOCKS, BY_SECRET, Digits, bernoullis, binomial, binomials, by_secrets, subsets
from ldproof.exact.population import PIECE
from tests.bench.race import Row, race

MANY = 10**7
FEWER = 10**6
TABLE = Digits(Fraction(3, 10)), Digits(Fraction(7, 10))
SYSTEM = SystemCoins()
NUMPY = np.random.default_rng()
BESIDE = "random() < p"


def bench_bernoulli() -> Iterator[Row]:
    """Decisions with one probability, and with one of two."""
    secrets = (NUMPY.random(MANY) < 0.5).astype(np.uint8)

    def inexact() -> object:
        return NUMPY.random(MANY) < 0.3

    def fewer_inexact() -> object:
        return NUMPY.random(FEWER) < 0.3

    def system_coins() -> object:
        return [SYSTEM.read(PIECE) for _ in range(0, MANY, PIECE)]

    def lazy() -> object:
        return bernoullis(TABLE[0], MANY, SYSTEM)

    yield race(MANY, "lazy, system coins", lazy, BESIDE, inexact)
    yield race(MANY, "lazy, system coins", lazy, "the system coins alone", system_coins)
    yield race(
        MANY, "lazy, seeded coins", lambda: bernoullis(TABLE[0], MANY, SeededCoins(b"")), BESIDE, inexact
    )
    yield race(
        MANY, "lazy by secret, system coins", lambda: by_secrets(TABLE, secrets, SYSTEM), BESIDE, inexact
    )
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
    """The number of successes, counted in trials: NumPy's rejection takes the same time for any n."""

    def exact() -> object:
        return binomial(MANY, TABLE[0], SYSTEM)

    def counted() -> object:
        return np.count_nonzero(NUMPY.random(MANY) < 0.3)

    yield race(MANY, "binomial, n = 10^7", exact, "count_nonzero(random() < p)", counted)
    yield race(MANY, "binomial, n = 10^7", exact, "binomial(10^7, p)", lambda: NUMPY.binomial(MANY, 0.3))
    counts = np.full(1000, MANY // 1000)
    yield race(
        MANY,
        "binomials, 1000 times n = 10^4",
        lambda: binomials(counts, TABLE[0], SYSTEM),
        "binomial(10^4, p, 1000)",
        lambda: NUMPY.binomial(counts, 0.3),
    )


def bench_subsets() -> Iterator[Row]:
    """Sets of 30 out of 1000, counted in people."""
    yield race(
        10**4,
        "subsets of 30 of 1000, system coins",
        lambda: subsets(10**4, 1000, 30, SYSTEM),
        "random().argpartition(30)",
        lambda: NUMPY.random((10**4, 1000)).argpartition(30)[:, :30],
    )
