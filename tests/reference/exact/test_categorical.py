"""Categorical draws whose coins do not depend on the secret: every tape, dyadic sums of irrational numbers, refusals."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate

import pytest

from ldproof.coins import CountingCoins, SeededCoins, Tape
from ldproof.numbers import Number, Real, exp
from ldproof.sampling import LAZY, BlockRule
from ldproof.sampling.inversion import Categorical, rounded_binary
from tests.reference.exact.tapes import enumerate_all

LAWS: list[list[Fraction]] = [
    [Fraction(1, 7), Fraction(1, 7), Fraction(3, 7), Fraction(2, 7)],
    [Fraction(1, 2), Fraction(1, 4), Fraction(0), Fraction(1, 4)],
    [Fraction(0), Fraction(1, 1000), Fraction(0), Fraction(999, 1000)],
    [Fraction(0), Fraction(1), Fraction(0), Fraction(0)],
]


EDGES = sorted(
    {
        near + off
        for law in LAWS
        for each in accumulate(law)
        for near in (int(each * 256) << 8, int(each * 65536))
        for off in range(-3, 4)
    }
    & {*range(1 << 16)}
)
"""Where two bytes are near a threshold of some law, or near one of its first byte."""
STARTS = sorted({*EDGES, *range(0, 1 << 16, 257), *range(0, 1 << 16, 256)})


@pytest.mark.parametrize("rule", [LAZY, BlockRule(1, 1), BlockRule(2)])
def test_an_outcome_is_that_of_all_numbers_that_begin_like_what_was_read(rule: BlockRule) -> None:
    """And of each secret as many bytes are read, of more than one number of them."""
    made = Categorical(LAWS, rule)
    lengths = set()
    for start in STARTS:
        taken = set()
        for secret, law in enumerate(LAWS):
            coins = Tape(start.to_bytes(2) + b"\x80" * 6)
            outcome = made.draw(secret, coins)
            taken.add(coins.taken)
            whole = 256**coins.taken
            u = int.from_bytes((start.to_bytes(2) + b"\x80" * 6)[: coins.taken])
            reached = [*accumulate(law)][:-1]
            assert sum(each <= Fraction(u, whole) for each in reached) == outcome
            assert sum(each < Fraction(u + 1, whole) for each in reached) == outcome
        assert len(taken) == 1
        lengths |= taken
    assert len(lengths) > 1


def test_all_tapes_of_a_byte() -> None:
    """Of one law, and of it beside the others: what is decided weighs no more than its probability, and is most of it."""
    for secret, law in enumerate(LAWS):
        found = enumerate_all(partial(Categorical(LAWS, LAZY).draw, secret), 1)
        shares = [sum(share for (outcome, _), share in found.items() if outcome == each) for each in range(4)]
        assert all(share <= chance for share, chance in zip(shares, law, strict=True))
        assert sum(shares) >= Fraction(256 - 2 * 7, 256)


def drawn(rows: Sequence[Sequence[Number]], secret: int, count: int) -> list[int]:
    coins = SeededCoins(b"categorical")
    law = Categorical(rows)
    return [law.draw(secret, coins) for _ in range(count)]


def test_a_sum_of_irrational_numbers_may_be_dyadic() -> None:
    """Which no digit of a ball is: e/2(e + 1), twice, and 1/2(e + 1), twice; the third sum is exactly one half."""
    e = exp(Real(1))
    likely, unlikely = e / (2 * (e + 1)), 1 / (2 * (e + 1))
    rows = [[likely, unlikely, unlikely, likely], [unlikely, likely, likely, unlikely]]
    found = drawn(rows, 0, 4000)
    for outcome, chance in enumerate((0.3655, 0.1345, 0.1345, 0.3655)):
        assert abs(found.count(outcome) / 4000 - chance) < 6 * (chance * (1 - chance) / 4000) ** 0.5


def test_a_tie_reads_on() -> None:
    """At the whole number next to 256 F and the one before it; the digits of 1/7 are 24 92 49 24 ... in hexadecimal."""
    law = Categorical([[Fraction(1, 7), Fraction(6, 7)]], LAZY)
    for first, outcome in ((0x23, 0), (0x26, 1)):
        coins = Tape(bytes((first,)))
        assert law.draw(0, coins) == outcome
    for first in (0x24, 0x25):
        assert rounded_binary(Real(Fraction(1, 7)), 8) == 0x25
        coins = Tape(bytes((first, 0x00)))
        assert law.draw(0, coins) == (first == 0x25)
        assert coins.taken == 2


def test_blocks_of_sixteen_bytes_are_read_and_decoys() -> None:
    law = Categorical(LAWS)
    for content, taken in ((bytes(15) + b"\x01", 16), (bytes(16) + b"\x01" * 16, 32)):
        coins = CountingCoins(Tape(content))
        law.draw(0, coins)
        assert coins.taken == taken
