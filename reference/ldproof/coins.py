"""Randomness as bytes: whoever draws is given the coins it consumes. There is no global generator."""

import os
from collections.abc import Callable
from typing import Protocol

from ldproof.errors import Reason, Refused

BLOCK = 64 * 168
"""The bytes in one block of seeded coins: 64 times the rate of SHAKE128."""


class Coins(Protocol):
    """A source of independent, uniform bytes."""

    def read(self, count: int) -> bytes:
        """Return exactly `count` fresh bytes."""


def fill_from_coins(room: memoryview, coins: Coins) -> None:
    """Overwrite `room` with the next bytes: by `coins.fill` where there is such a method, otherwise by `coins.read`."""
    own: Callable[[memoryview], None] | None = getattr(coins, "fill", None)
    if own is None:
        room[:] = coins.read(len(room))
    else:
        own(room)


class SystemCoins:
    """The operating system's randomness: the default wherever a person's data could be at stake.

    It keeps nothing between two reads. Simulations and collectors have `ldproof.aes`, which is faster.
    """

    def read(self, count: int) -> bytes:
        """The next so many bytes, never the same twice."""
        return os.urandom(count)


class SeededCoins:
    """Coins for test vectors and simulations, never for a person: whoever knows the seed knows them all.

    Block i = 0, 1, 2, ... is the first 10752 bytes of SHAKE128(seed || i), where i is written as 8 bytes, the
    first most significant. The coins are the blocks in order, whatever the sizes in which they are read.
    """

    def __init__(self, seed: bytes) -> None:
        from hashlib import shake_128  # noqa: PLC0415  (it loads OpenSSL, and a first answer needs no seed)

        self._seeded = shake_128(seed)
        self._blocks = 0
        self._room, self._read = b"", 0

    def _block(self, index: int) -> bytes:
        state = self._seeded.copy()
        state.update(index.to_bytes(8))
        return state.digest(BLOCK)

    def read(self, count: int) -> bytes:
        """The next so many bytes."""
        start, end = self._read, self._read + count
        if end > len(self._room):
            missing = -((len(self._room) - end) // BLOCK)
            fresh = map(self._block, range(self._blocks, self._blocks + missing))
            self._room = b"".join((self._room[start:], *fresh))
            self._blocks += missing
            start, end = 0, count
        self._read = end
        return self._room[start:end]


class Tape:
    """Finitely many coins, written down; to ask for more of them than are left is refused."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.taken = 0
        """How many bytes were read."""

    def read(self, count: int) -> bytes:
        """The next so many bytes."""
        left = len(self._content) - self.taken
        if count > left:
            raise Refused(Reason.TAPE_EXHAUSTED, f"{count} bytes asked for, {left} left", "a longer tape")
        self.taken += count
        return self._content[self.taken - count : self.taken]


class CountingCoins:
    """Any coins, and how many of their bytes were read."""

    def __init__(self, coins: Coins) -> None:
        self._coins = coins
        self.taken = 0
        """How many bytes were read."""

    def read(self, count: int) -> bytes:
        """The next so many bytes."""
        self.taken += count
        return self._coins.read(count)
