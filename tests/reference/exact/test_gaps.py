"""Gaps between successes: every two bytes, near ties, and the positions that follow, one number after another."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import product

import numpy as np
import pytest

from ldproof.coins import Coins, CountingCoins, SeededCoins, Tape
from ldproof.numbers import Real, computed_real
from ldproof.sampling import draw_successes, inversion
from ldproof.sampling.inversion import PIECE, REACH, SIZE, WORD_VALUES, Gaps
from tests.reference.exact.tapes import logistic, near

PROBABILITIES: dict[str, Real] = {
    "1/4": Real(Fraction(1, 4)),
    "1/1000": Real(Fraction(1, 1000)),
    "9/10": Real(Fraction(9, 10)),
    "1/(1 + e^2)": computed_real(logistic(-2)),
    "1/(1 + 1/e)": computed_real(logistic(1)),
}


@cache
def failing(p: Real, k: int) -> Fraction:
    """The probability that k trials fail, to more digits than are ever compared."""
    return (1 - (near(p) if p.exact is None else p.exact)) ** k


@cache
def begun(p: Real, size: int) -> list[int]:
    """The first so many bytes of each of these."""
    return [int(failing(p, k) * 256**size) for k in range(1, REACH + 1)]


def gap_of(p: Real, read: Callable[[], bytes]) -> int:
    """How many of the probabilities U is below, once its bytes settle that."""
    prefix = read()
    while True:
        digits = begun(p, len(prefix))
        U = int.from_bytes(prefix)
        if U not in digits:
            return sum(each > U for each in digits)
        prefix += read()


def test_every_word() -> None:
    """With p = 1/4 two bytes decide whether up to 8 trials fail, exactly; a tie is not below."""
    coins = Tape(np.arange(WORD_VALUES, dtype=">u2").tobytes() + bytes(SIZE - 1) + b"\x01" * (SIZE * REACH))
    found = Gaps(Fraction(1, 4)).draw(WORD_VALUES, coins)
    for k in range(9):
        assert Fraction(int((found >= k).sum()), WORD_VALUES) == Fraction(3, 4) ** k
    for k in range(9, REACH + 1):
        assert abs(Fraction(int((found >= k).sum()), WORD_VALUES) - Fraction(3, 4) ** k) < Fraction(
            1, WORD_VALUES
        )


@pytest.mark.parametrize("p", PROBABILITIES.values(), ids=PROBABILITIES)
def test_near_ties(p: Real) -> None:
    """Just below the digits of each probability, just above, and tied with all that was compared."""
    drawn = Gaps(p)
    for k, size, off in product(range(1, REACH + 1, 7), (SIZE, 2 * SIZE, 3 * SIZE), (-1, 0, 1)):
        U = int(failing(p, k) * 256**size) + off
        if 0 <= U < 256**size:
            content = U.to_bytes(size) + b"\x80" * 8
            alone, beside = Tape(content), Tape(content)
            assert drawn.draw(1, alone)[0] == gap_of(p, partial(beside.read, SIZE))
            assert alone.taken == beside.taken


def following(read: list[bytes], coins: Coins) -> bytes:
    """The bytes that were read first, then others."""
    return read.pop() if read else coins.read(SIZE)


def one_after_another(count: int, p: Real, coins: Coins) -> list[int]:
    """The positions by the definition, in rounds."""
    words = begun(p, SIZE)[:-1]
    found, start = [], 0
    while start < count:
        numbers = min(PIECE, int((count - start) / (1 + Fraction(sum(words), WORD_VALUES))) + 1)
        first = [coins.read(SIZE) for _ in range(numbers)]
        for word in first:
            gap = gap_of(p, partial(following, [word], coins))
            start += gap
            if gap < REACH:
                found.append(start)
                start += 1
    return [place for place in found if place < count]


@pytest.mark.parametrize("p", PROBABILITIES.values(), ids=PROBABILITIES)
def test_positions(p: Real) -> None:
    for count in (0, 1, 63, 1000):
        ours, theirs = CountingCoins(SeededCoins(b"gaps")), CountingCoins(SeededCoins(b"gaps"))
        assert draw_successes(count, p, ours).tolist() == one_after_another(count, p, theirs)
        assert ours.taken == theirs.taken


def test_the_ends() -> None:
    """Nothing succeeds with probability 0, and everything with probability 1."""
    assert draw_successes(1000, Fraction(0), SeededCoins(b"")).size == 0
    assert draw_successes(1000, Fraction(1), SeededCoins(b"")).tolist() == list(range(1000))


def test_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short rounds have the same law: here, as many successes within five deviations."""
    monkeypatch.setattr(inversion, "PIECE", 7)
    found = draw_successes(40000, Fraction(1, 4), SeededCoins(b"pieces"))
    assert np.array_equal(found, np.unique(found))
    assert abs(found.size - 10000) < 5 * (40000 * 3 / 16) ** 0.5
