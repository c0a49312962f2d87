"""Exact Binomial draws: the law by all coins, and the coins against a model that follows every number."""

from fractions import Fraction
from functools import partial
from itertools import islice
from math import comb, floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import Coins, CountingCoins, SeededCoins, Tape
from ldproof.numbers import computed_real
from ldproof.sampling import Digits, draw_binomial, draw_thinnings
from tests.reference.exact.tapes import PROBABILITIES, enumerate_all, logistic, near

ODD = Fraction(5, 16)


def model(counts: list[int], probabilities: list[Digits], coins: Coins) -> list[int]:
    """Everybody's own binary digits, until they differ from the probability's."""
    numbers = [[""] * count for count in counts]
    expected = [""] * len(counts)
    for bits in zip(*(probability.bits() for probability in probabilities), strict=True):
        undecided = [
            [place for place, read in enumerate(row) if read == digits]
            for row, digits in zip(numbers, expected, strict=True)
        ]
        if not any(undecided):
            break
        expected = [digits + str(bit) for digits, bit in zip(expected, bits, strict=True)]
        for row, places in zip(numbers, undecided, strict=True):
            read = "".join(f"{byte:08b}" for byte in coins.read((len(places) + 7) // 8))
            for place, digit in zip(places, read, strict=False):
                row[place] += digit
    return [
        sum(read < digits[: len(read)] for read in row) for row, digits in zip(numbers, expected, strict=True)
    ]


@given(st.integers(0, 100), PROBABILITIES, st.binary(max_size=9))
def test_the_coins_are_the_binary_digits(count: int, probability: Digits, seed: bytes) -> None:
    expected, drawn = CountingCoins(SeededCoins(seed)), CountingCoins(SeededCoins(seed))
    assert [draw_binomial(count, probability, drawn)] == model([count], [probability], expected)
    assert drawn.taken == expected.taken


@given(st.data(), st.integers(1, 60), st.binary(max_size=9))
def test_each_has_a_probability_of_its_own(data: st.DataObject, among: int, seed: bytes) -> None:
    trials = data.draw(st.lists(st.tuples(st.integers(0, 40), st.integers(0, among)), max_size=9))
    counts, kept = [count for count, _ in trials], [k for _, k in trials]
    expected, drawn = CountingCoins(SeededCoins(seed)), CountingCoins(SeededCoins(seed))
    found = draw_thinnings(np.array(counts, np.int64), np.array(kept, np.int64), among, drawn)
    assert found.tolist() == model(counts, [Digits(Fraction(k, among)) for k in kept], expected)
    assert drawn.taken == expected.taken


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(
    ("digits", "probability"),
    [
        *((Digits(p), p) for p in (Fraction(1, 2), ODD, Fraction(1, 3), Fraction(0))),
        (Digits(Fraction(1)), 1 - Fraction(1, 2**99)),
        *((Digits(computed_real(logistic(x))), near(logistic(x))) for x in (-2, 1)),
    ],
)
def test_the_law_up_to_those_who_are_undecided(digits: Digits, probability: Fraction, count: int) -> None:
    """After so many binary digits a number is below, above or undecided; nobody may be undecided."""
    rounds = 4
    values = range(0, 256, 1 << 8 - count)  # the ignored bits are 0
    law = enumerate_all(partial(draw_binomial, count, digits), rounds, values)
    below = Fraction(floor(probability * 2**rounds), 2**rounds)
    above = 1 - below - Fraction(1, 2**rounds)
    for successes in range(count + 1):
        found = sum(value for (answer, _), value in law.items() if answer == successes)
        assert found == comb(count, successes) * below**successes * above ** (count - successes)


def test_zero_trials_read_nothing() -> None:
    assert draw_binomial(0, Digits(ODD), Tape(b"")) == 0
    for size in (3, 0):
        nothing = np.zeros(size, np.int64)
        assert draw_thinnings(nothing, nothing, 5, Tape(b"")).tolist() == [0] * size


@pytest.mark.parametrize("count", [8 * (1 << 16), 8 * (1 << 16) + 1, 3_000_001])
def test_a_large_number_is_read_in_pieces(count: int) -> None:
    expected, drawn = CountingCoins(SeededCoins(b"large")), CountingCoins(SeededCoins(b"large"))
    several = draw_thinnings(np.array([count]), np.array([ODD.numerator]), ODD.denominator, expected)
    assert [draw_binomial(count, Digits(ODD), drawn)] == several.tolist()
    assert drawn.taken == expected.taken


def test_it_takes_two_bits_a_trial() -> None:
    coins = CountingCoins(SeededCoins(b"two bits"))
    draw_binomial(10**6, Digits(Fraction(1, 3)), coins)
    assert abs(8 * coins.taken - 2 * 10**6) < 10**4


def test_a_dyadic_probability_ends_in_zeros() -> None:
    assert list(islice(Digits(ODD).bits(), 6)) == [0, 1, 0, 1, 0, 0]
    # 0101 ties with 5/16, and is not below it, once another digit is 1.
    assert draw_binomial(1, Digits(ODD), Tape(bytes((0, 128, 0, 128, 128)))) == 0
    assert draw_binomial(1, Digits(ODD), Tape(bytes((0, 128, 0, 0)))) == 1


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint64])
def test_thinnings_of_narrow_numbers_do_not_overflow(dtype: type[np.integer]) -> None:
    """Doubling 100 of 125 parts has no room in 8 bits."""
    trials, parts = np.array([100, 7]), np.array([100, 3])
    wide = draw_thinnings(trials, parts, 125, SeededCoins(b"narrow"))
    narrow = draw_thinnings(trials.astype(dtype), parts.astype(dtype), 125, SeededCoins(b"narrow"))
    assert narrow.dtype == np.int64
    assert narrow.tolist() == wide.tolist()
    assert draw_thinnings([100, 7], [100, 3], 125, SeededCoins(b"narrow")).tolist() == wide.tolist()


def test_a_whole_number_of_numpy_is_one() -> None:
    for nine in np.array([9]):
        assert draw_binomial(nine, Digits(ODD), SeededCoins(b"")) == draw_binomial(
            9, Digits(ODD), SeededCoins(b"")
        )
