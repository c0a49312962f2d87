"""Coins: the seeded streams as other programs compute them, keys that are used once, and a tape's end."""

import os
import subprocess
import sys
from collections.abc import Callable
from copy import copy, deepcopy
from hashlib import sha256, shake_128
from itertools import pairwise
from pickle import dumps, loads
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB
from hypothesis import given
from hypothesis import strategies as st

from ldproof import aes
from ldproof.aes import CHUNK, CHUNKS, AesCoins, SeededAesCoins
from ldproof.coins import BLOCK, Coins, CountingCoins, SeededCoins, SystemCoins, Tape, fill_from_coins
from ldproof.errors import Reason
from tests.reference.refusals import refused
from tests.tiers import run_everything, slow

if TYPE_CHECKING:
    from _typeshed import TraceFunction

FIRST = bytes.fromhex("174a649c07179e91d905ed230498837a")
LATER = bytes.fromhex("b6c670e4b831d3f6a626d27b95556d5e2e1f4f04ead97c19d4d93857f926f72b")
"""The bytes from 0 and from 65536 on for the seed `ldproof`, from OpenSSL's command line."""


def stream(key: bytes, count: int) -> bytes:
    """The counters 0, 1, 2, ..., each encrypted by itself."""
    counters = b"".join(counter.to_bytes(16) for counter in range(count // 16 + 1))
    return Cipher(AES(key), ECB()).encryptor().update(counters)[:count]


def filled(coins: Coins, size: int) -> bytes:
    """So many coins, written in place."""
    room = bytearray(size)
    fill_from_coins(memoryview(room), coins)
    return bytes(room)


def test_the_seeded_stream_as_another_program_computes_it() -> None:
    coins = SeededAesCoins(b"ldproof")
    assert coins.read(16) == FIRST
    coins.read(65536 - 16)
    assert coins.read(32) == LATER


SIZES = st.lists(
    st.tuples(st.booleans(), st.one_of(st.integers(0, 99), st.integers(0, 2 * CHUNK + 9))), max_size=6
)


@given(st.binary(max_size=40), SIZES)
def test_the_seeded_stream_does_not_depend_on_how_it_is_read(
    seed: bytes, sizes: list[tuple[bool, int]]
) -> None:
    coins = SeededAesCoins(seed)
    parts = [filled(coins, size) if in_place else coins.read(size) for in_place, size in sizes]
    assert [len(part) for part in parts] == [size for _, size in sizes]
    assert b"".join(parts) == stream(sha256(seed).digest(), sum(size for _, size in sizes))


@given(st.lists(st.integers(0, 2 * CHUNK + 9), max_size=6))
def test_every_stretch_has_a_key_of_its_own(sizes: list[int]) -> None:
    """As long as is said, from the counter 0 on."""
    keys: list[bytes] = []

    def key(count: int) -> bytes:
        keys.append(bytes([len(keys)]) * count)
        return keys[-1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "urandom", key)
        patched.setattr(aes, "CHUNKS", 2)
        coins = AesCoins()
        read = b"".join(coins.read(size) for size in sizes)
    assert CHUNK * CHUNKS == 1 << 20
    assert {len(each) for each in keys} <= {32}
    assert len(keys) == -(-len(read) // (2 * CHUNK))
    assert read == b"".join(stream(each, 2 * CHUNK) for each in keys)[: len(read)]


def test_what_was_read_is_erased() -> None:
    """It is nowhere in what is kept."""
    coins = AesCoins()
    read = coins.read(100)
    kept = bytes(coins._ahead._chunk)
    assert not any(kept[:100])
    assert kept.count(0) < CHUNK // 100
    assert coins.read(CHUNK - 100) == kept[100:]
    assert any(read)


@pytest.mark.parametrize("twin", [copy, deepcopy, lambda coins: loads(dumps(coins))])
def test_a_copy_has_other_coins(twin: Callable[[AesCoins], AesCoins]) -> None:
    coins = AesCoins()
    coins.read(1)
    assert twin(coins).read(32) != coins.read(32)


def test_coins_do_not_repeat_themselves() -> None:
    coins, other = AesCoins(), AesCoins()
    read = [each.read(32) for each in (coins, other) for _ in range(9000)]
    assert len(set(read)) == len(read)
    assert SystemCoins().read(32) != SystemCoins().read(32)
    assert [len(SystemCoins().read(count)) for count in (0, 1, 1000)] == [0, 1, 1000]


def test_threads_share_the_stream_and_no_byte_twice() -> None:
    """Eight threads take all blocks of 16 bytes among them, and none is torn."""
    coins, found = SeededAesCoins(b"threads"), list[list[bytes]]()

    def take() -> None:
        found.append([coins.read(16) for _ in range(5000)])

    threads = [Thread(target=take) for _ in range(8)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    finally:
        sys.setswitchinterval(before)
    whole = stream(sha256(b"threads").digest(), 16 * 40_000)
    places = {whole[start : start + 16]: start for start in range(0, len(whole), 16)}
    taken = [[places.pop(block) for block in blocks] for blocks in found]
    assert not places
    assert all(first < second for blocks in taken for first, second in pairwise(blocks))


FORKING = """
import os
from ldproof.aes import AesCoins
coins = AesCoins()
coins.read(1)
{lock}
if child := os.fork():
    assert os.waitpid(child, 0)[1] == 0
else:
    print(coins.read(32).hex(), flush=True)
    os._exit(0)
{unlock}
print(coins.read(32).hex())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
@pytest.mark.parametrize("held", [False, True])
def test_after_a_fork_there_is_another_key(held: bool) -> None:
    """Even if another thread was just reading, as far as the child can see."""
    script = FORKING.format(
        lock="coins._ahead._lock.acquire()" if held else "",
        unlock="coins._ahead._lock.release()" if held else "",
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    child, parent = done.stdout.split()
    assert len(child) == len(parent) == 64
    assert child != parent


MOMENTS = {(aes.__file__, name) for name in ("_kept", "make")}
"""The functions that change what is ahead, while the lock is held."""


class Interrupted(Exception):  # noqa: N818  (as by Ctrl-C)
    """Comes at any moment."""


@pytest.mark.parametrize("make", [AesCoins, lambda: SeededAesCoins(b"seed")])
def test_whoever_is_interrupted_gets_other_coins_and_no_zeros(make: Callable[[], Coins]) -> None:
    """At any line that makes or hands out: what comes next is neither erased nor what came before."""
    for place in range(40) if run_everything() else range(0, 40, 3):
        coins = make()
        before = coins.read(CHUNK - 100)
        lines = 0

        def interrupt(frame: FrameType, event: str, _: object) -> "TraceFunction":
            nonlocal lines
            if event == "line" and (frame.f_code.co_filename, frame.f_code.co_name) in MOMENTS:
                lines += 1
                if lines == place:  # noqa: B023  (it is called in this round)
                    raise Interrupted
            return interrupt

        sys.settrace(interrupt)
        try:
            coins.read(200)
        except Interrupted:
            pass
        finally:
            sys.settrace(None)
        after = coins.read(2 * CHUNK)
        pieces = {before[start : start + 16] for start in range(len(before) - 16)}
        assert bytes(16) not in after
        assert not any(after[start : start + 16] in pieces for start in range(0, len(after) - 16, 16))


FORKED = """
import os, sys, threading
from ldproof.aes import SeededAesCoins
coins = SeededAesCoins(b"seed")
def draw():
    while True:
        coins.read(1 << 22)
threading.Thread(target=draw, daemon=True).start()
for _ in range(20):
    child = os.fork()
    if not child:
        coins.read(99)
        os._exit(0)
    os.waitpid(child, 0)
os._exit(0)
"""


@slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")
def test_a_fork_finds_the_seeded_coins_free() -> None:
    """While another thread draws."""
    assert subprocess.run((sys.executable, "-c", FORKED), check=False, timeout=600).returncode == 0


# coins from SHAKE128, from the system and from a tape

SHAKE_FIRST = bytes.fromhex("d711d57db32f9ce82eb772f65e3e24a5")
SHAKE_SECOND = bytes.fromhex("5b7e29d4b2f4d41cecade97e610d4b5b")
"""The first bytes of the first two blocks for the seed `ldproof`, from OpenSSL's command line."""


def test_the_seeded_stream_of_shake_as_another_program_computes_it() -> None:
    stream = SeededCoins(b"ldproof").read(BLOCK + 16)
    assert stream[:16] == SHAKE_FIRST
    assert stream[BLOCK:] == SHAKE_SECOND
    assert stream[:16] != SeededCoins(b"other").read(16)


@given(st.binary(max_size=40), st.lists(st.integers(0, 2 * BLOCK), max_size=6))
def test_the_seeded_stream_of_shake_does_not_depend_on_the_sizes_read(seed: bytes, sizes: list[int]) -> None:
    coins = SeededCoins(seed)
    parts = [coins.read(size) for size in sizes]
    blocks = [
        shake_128(seed + index.to_bytes(8, "big")).digest(10752) for index in range(sum(sizes) // 10752 + 1)
    ]
    assert [len(part) for part in parts] == sizes
    assert b"".join(parts) == b"".join(blocks)[: sum(sizes)]


def test_a_tape_is_read_in_order_and_keeps_its_place_at_the_end() -> None:
    tape = Tape(b"abcdef")
    assert (tape.read(2), tape.read(0), tape.read(3)) == (b"ab", b"", b"cde")
    with refused(Reason.TAPE_EXHAUSTED):
        tape.read(2)
    assert tape.taken == 5
    assert tape.read(1) == b"f"


@given(st.lists(st.integers(0, 9)))
def test_counted_coins_are_the_same_coins(sizes: list[int]) -> None:
    content = bytes(range(90)) * (len(sizes) // 10 + 1)
    plain: Coins = Tape(content)
    counted = CountingCoins(Tape(content))
    assert [counted.read(size) for size in sizes] == [plain.read(size) for size in sizes]
    assert counted.taken == sum(sizes)
    assert filled(Tape(b"abc"), 2) == b"ab"
