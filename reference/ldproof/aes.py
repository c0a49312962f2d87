"""Fast coins for simulations and collectors: AES-256 in counter mode, twenty times as fast as the operating system.

A person's client takes `SystemCoins`, which keep nothing between two reads. Here up to 2^16 bytes are made ahead.
"""

import os
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from weakref import WeakSet

from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

CHUNK = 1 << 16
"""The bytes that are made at a time; they stay in the processor's cache."""

CHUNKS = 16
"""How many of them have a key together."""

ZEROS = memoryview(bytes(CHUNK))
"""What is encrypted."""


class _Ahead:
    """Bytes that are made a chunk at a time, and erased where they are kept until they are read; threads take turns."""

    __slots__ = ("_chunk", "_left", "_lock", "_make")

    def __init__(self, make: Callable[[memoryview], object]) -> None:
        self._make = make
        self._chunk = memoryview(bytearray(CHUNK))
        self._left = 0
        self._lock = Lock()

    def read(self, count: int) -> bytes:
        """The next so many bytes."""
        taken = bytearray(count)
        self.fill(memoryview(taken))
        return bytes(taken)

    def fill(self, room: memoryview) -> None:
        """The next bytes, as many as there is room for; whole chunks are made where they belong."""
        with self._lock:
            done = self._kept(room)
            while len(room) - done >= CHUNK:
                self._make(room[done : done + CHUNK])
                done += CHUNK
            if done < len(room):
                self._make(self._chunk)
                self._left = CHUNK
                self._kept(room[done:])

    def _kept(self, room: memoryview) -> int:
        """Of those that were made before, as many as there is room for; returned is how many they are."""
        count = min(len(room), self._left)
        here = slice(CHUNK - self._left, CHUNK - self._left + count)
        self._left -= count  # first: whoever is interrupted loses coins, and never gets them twice or erased
        room[:count] = self._chunk[here]
        self._chunk[here] = ZEROS[:count]
        return count

    def renew_lock(self) -> None:
        """A lock that nobody holds: whoever held the other one is not in this process."""
        self._lock = Lock()


class AesCoins:
    """Unpredictable coins for simulations and collectors: every 2^20 bytes have a key of the operating system's.

    It serves for the counters 0 to 2^16 - 1, once, and is then gone, and what is read is erased: whoever sees the memory
    learns none of what was made under the keys before. After a fork the child goes on under another key. A copy has keys
    of its own.
    """

    __slots__ = ("__weakref__", "_ahead")

    def __init__(self) -> None:
        self.begin_again()
        _LIVING.add(self)

    def read(self, count: int) -> bytes:
        """The next so many bytes, never the same twice."""
        return self._ahead.read(count)

    def fill(self, room: memoryview) -> None:
        """Fill the room with the next bytes, never the same twice."""
        self._ahead.fill(room)

    def begin_again(self) -> None:
        """Under a new key, and with a lock that nobody holds: what was made ahead is never read."""
        self._ahead = _Ahead(_Rekeyed().make)

    def __reduce__(self) -> tuple[type["AesCoins"], tuple[()]]:
        return AesCoins, ()


class SeededAesCoins:
    """Fast coins for simulations that can be repeated, never for a person: whoever knows the seed knows them all.

    They are AES-256 in counter mode under the key SHA-256(seed), from the counter 0 on, whatever the sizes in which
    they are read. Test vectors have `SeededCoins`. A forked process goes on with the same bytes as its parent.
    """

    __slots__ = ("__weakref__", "_ahead")

    def __init__(self, seed: bytes) -> None:
        stream = _keystream_encryptor(sha256(seed).digest())
        self._ahead = _Ahead(lambda room: stream.update_into(ZEROS, room))
        _LIVING.add(self)

    def begin_again(self) -> None:
        """In a forked process: with a lock that nobody holds."""
        self._ahead.renew_lock()

    def read(self, count: int) -> bytes:
        """The next so many bytes."""
        return self._ahead.read(count)

    def fill(self, room: memoryview) -> None:
        """Fill the room with the next bytes."""
        self._ahead.fill(room)


def _keystream_encryptor(key: bytes) -> CipherContext:
    return Cipher(AES(key), CTR(bytes(16))).encryptor()


class _Rekeyed:
    """A stream that is keyed again after so many chunks. It holds after any interruption: at most a chunk is lost."""

    __slots__ = ("_left", "_stream")

    def __init__(self) -> None:
        self._left = 0
        self._stream = _keystream_encryptor(bytes(32))

    def make(self, room: memoryview) -> None:
        """The next chunk."""
        if not self._left:
            self._stream = _keystream_encryptor(os.urandom(32))
            self._left = CHUNKS
        self._left -= 1
        self._stream.update_into(ZEROS, room)


_LIVING: WeakSet["AesCoins | SeededAesCoins"] = WeakSet()


def _after_fork() -> None:
    for coins in _LIVING:
        coins.begin_again()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
