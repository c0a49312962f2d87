"""Functions whose draws are not independent: in some the dependence leaks, in others it does not."""

from itertools import count
from time import time_ns

import numpy as np
from numpy.typing import NDArray

from ldproof.coins import Coins, SeededCoins
from ldproof.sampling import draw_uniform

clock, drawn = count(), count()
last = [0]
PERIOD, SALT = 37, 3
"""So salted, no more than three in four answers of a period are true."""


def restart() -> None:
    """Set the counters back."""
    global clock, drawn
    clock, drawn = count(), count()


def response(bit: int, coins: Coins) -> int:
    """Randomized response at odds 3."""
    return bit if draw_uniform(4, coins) else 1 - bit


def systematic(bit: int, coins: Coins) -> int:
    """Lie in every fourth draw."""
    coins.read(1)
    return bit if next(drawn) % 4 else 1 - bit


def fourth_in_the_clear(bit: int, coins: Coins) -> int:
    """Send the truth in every fourth draw, and lie with a larger probability in the others."""
    said = bit if draw_uniform(3, coins) else 1 - bit
    return said if next(drawn) % 4 else bit


def short_period(bit: int, coins: Coins) -> int:
    """Draw from coins that repeat after some draws."""
    coins.read(1)
    return response(bit, SeededCoins(bytes([next(drawn) % PERIOD, SALT])))


def seeded_by_the_clock(bit: int, coins: Coins) -> float:
    """Add noise with the time for a seed, which rarely changes."""
    coins.read(1)
    noise = SeededCoins((next(clock) // 25).to_bytes(4)).read(2)
    return bit + int.from_bytes(noise) / 2**15


def remembers(bit: int, coins: Coins) -> list[int]:
    """Send the previous input beside the response."""
    said = [response(bit, coins), last[0]]
    last[0] = bit
    return said


def pads_with_the_last(bit: int, coins: Coins) -> str:
    """Send thirty-one fair bits and the previous input."""
    said = int.from_bytes(coins.read(4)) & ~1 | last[0]
    last[0] = bit
    return f"{said:08x}"


def tallied(bit: int, coins: Coins) -> dict[str, int]:
    """Send the number of inputs so far that were 1 beside the response."""
    last[0] += bit
    return {"said": response(bit, coins), "ones": last[0]}


def numbered(bit: int, coins: Coins) -> list[int]:
    """Send a public counter beside the response."""
    return [next(drawn), response(bit, coins)]


def calls_numbered(bit: int, count: int, coins: Coins) -> list[list[int]]:
    """Send the number of the call beside each response."""
    call = next(drawn)
    return [[call, response(bit, coins)] for _ in range(count)]


def dated(bit: int, coins: Coins) -> list[int]:
    """Send a public clock beside the response."""
    return [time_ns() // 1000, response(bit, coins)]


def alternating(bit: int, coins: Coins) -> list[int]:
    """Send a public alternating bit beside a response at odds of 11/10."""
    return [next(drawn) % 2, bit if draw_uniform(21, coins) < 11 else 1 - bit]


def in_shifts(bit: int, coins: Coins) -> int:
    """Send mostly 1 for a while and then mostly 0, whatever the input is."""
    late = next(drawn) // 300 % 2
    return late if draw_uniform(3, coins) else response(bit, coins)


def coin_tosses(count: int, coins: Coins) -> NDArray[np.bool_]:
    """Draw bits that are true with probability 3/4."""
    return np.frombuffer(coins.read(count), np.uint8) % 4 > 0


def responses(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """Randomized response at odds 3, for all inputs together."""
    return np.where(coin_tosses(len(inputs), coins), inputs, 1 - inputs)


def responses_numbered(inputs: NDArray[np.int64], coins: Coins) -> list[list[int]]:
    """Send a public counter beside each response."""
    return [[next(drawn), int(each)] for each in responses(inputs, coins)]


def responses_dated(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """Send a public clock and the place in the call beside each response."""
    places = np.arange(len(inputs))
    return np.stack([np.full(len(inputs), time_ns() // 1000), places, responses(inputs, coins)], axis=1)


def responses_in_shifts(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """Send mostly 1 in the first half of a call and mostly 0 in the second, whatever the inputs are."""
    early = np.arange(len(inputs)) < len(inputs) / 2
    return np.where(coin_tosses(len(inputs), coins), early, responses(inputs, coins)).astype(np.int64)


def responses_seeded(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """Draw from the same coins in every call."""
    coins.read(1)
    return responses(inputs, SeededCoins(b"always"))


def responses_foretold(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """Send the next input beside each response."""
    return np.stack([responses(inputs, coins), np.roll(inputs, -1)], axis=1)
