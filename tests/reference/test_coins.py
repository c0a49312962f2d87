"""Coins: the seeded stream as it is specified, the tape's end, and the counting."""

from hashlib import shake_128

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.coins import BLOCK, Coins, Counted, SeededCoins, SystemCoins, Tape
from ldproof.rejections import Reason, Refused

FIRST = bytes.fromhex("d711d57db32f9ce82eb772f65e3e24a5")
SECOND = bytes.fromhex("5b7e29d4b2f4d41cecade97e610d4b5b")
"""The first bytes of the first two blocks for the seed `ldproof`, from OpenSSL's command line."""


def test_the_seeded_stream_as_another_program_computes_it() -> None:
    stream = SeededCoins(b"ldproof").read(BLOCK + 16)
    assert stream[:16] == FIRST
    assert stream[BLOCK:] == SECOND


@given(st.binary(max_size=40), st.lists(st.integers(0, 2 * BLOCK), max_size=6))
def test_the_seeded_stream_does_not_depend_on_the_sizes_read(seed: bytes, sizes: list[int]) -> None:
    coins = SeededCoins(seed)
    parts = [coins.read(size) for size in sizes]
    blocks = [
        shake_128(seed + index.to_bytes(8, "big")).digest(10752) for index in range(sum(sizes) // 10752 + 1)
    ]
    assert [len(part) for part in parts] == sizes
    assert b"".join(parts) == b"".join(blocks)[: sum(sizes)]


def test_other_seeds_are_other_coins() -> None:
    assert SeededCoins(b"a").read(16) != SeededCoins(b"b").read(16)


@pytest.mark.parametrize("count", [0, 1, 1000])
def test_the_system_gives_as_many_bytes_as_are_asked_for(count: int) -> None:
    assert len(SystemCoins().read(count)) == count


def test_the_system_does_not_repeat_itself() -> None:
    assert SystemCoins().read(32) != SystemCoins().read(32)


def test_a_tape_is_read_in_order_and_to_its_end() -> None:
    tape = Tape(b"abcdef")
    assert (tape.read(2), tape.read(0), tape.read(4)) == (b"ab", b"", b"cdef")
    assert tape.taken == 6


def test_a_tape_that_runs_out_is_refused_and_keeps_its_place() -> None:
    tape = Tape(b"abc")
    tape.read(1)
    with pytest.raises(Refused) as refusal:
        tape.read(3)
    assert refusal.value.reason == Reason.TAPE_EXHAUSTED
    assert tape.taken == 1
    assert tape.read(2) == b"bc"


@given(st.lists(st.integers(0, 9)))
def test_counted_coins_are_the_same_coins(sizes: list[int]) -> None:
    content = bytes(range(90)) * (len(sizes) // 10 + 1)
    plain: Coins = Tape(content)
    counted = Counted(Tape(content))
    assert [counted.read(size) for size in sizes] == [plain.read(size) for size in sizes]
    assert counted.taken == sum(sizes)
