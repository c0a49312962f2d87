"""Functions whose draws are not independent: some leak by it, some do not."""

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
    """A lie, once in four times: the fourth time."""
    coins.read(1)
    return bit if next(drawn) % 4 else 1 - bit


def fourth_in_the_clear(bit: int, coins: Coins) -> int:
    """Every fourth answer is the truth, and others are more often a lie."""
    said = bit if draw_uniform(3, coins) else 1 - bit
    return said if next(drawn) % 4 else bit


def short_period(bit: int, coins: Coins) -> int:
    """Coins that begin again after some draws."""
    coins.read(1)
    return response(bit, SeededCoins(bytes([next(drawn) % PERIOD, SALT])))


def seeded_by_the_clock(bit: int, coins: Coins) -> float:
    """Noise whose seed is a clock that seldom moves on."""
    coins.read(1)
    noise = SeededCoins((next(clock) // 25).to_bytes(4)).read(2)
    return bit + int.from_bytes(noise) / 2**15


def remembers(bit: int, coins: Coins) -> list[int]:
    """The last input is told beside an answer."""
    said = [response(bit, coins), last[0]]
    last[0] = bit
    return said


def pads_with_the_last(bit: int, coins: Coins) -> str:
    """Thirty-one fair bits of its own, and the last input's."""
    said = int.from_bytes(coins.read(4)) & ~1 | last[0]
    last[0] = bit
    return f"{said:08x}"


def tallied(bit: int, coins: Coins) -> dict[str, int]:
    """How many inputs were 1 so far is told beside an answer."""
    last[0] += bit
    return {"said": response(bit, coins), "ones": last[0]}


def numbered(bit: int, coins: Coins) -> list[int]:
    """A public counter beside an answer."""
    return [next(drawn), response(bit, coins)]


def calls_numbered(bit: int, count: int, coins: Coins) -> list[list[int]]:
    """The number of the call beside each answer."""
    call = next(drawn)
    return [[call, response(bit, coins)] for _ in range(count)]


def dated(bit: int, coins: Coins) -> list[int]:
    """A public clock beside an answer."""
    return [time_ns() // 1000, response(bit, coins)]


def alternating(bit: int, coins: Coins) -> list[int]:
    """A public bit that is turned each time, beside an answer at odds of hardly more than 1."""
    return [next(drawn) % 2, bit if draw_uniform(21, coins) < 11 else 1 - bit]


def in_shifts(bit: int, coins: Coins) -> int:
    """An answer, more often 1 for a while and then more often 0, whatever is given."""
    late = next(drawn) // 300 % 2
    return late if draw_uniform(3, coins) else response(bit, coins)


def coin_tosses(count: int, coins: Coins) -> NDArray[np.bool_]:
    """Of each, three in four are yes."""
    return np.frombuffer(coins.read(count), np.uint8) % 4 > 0


def responses(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """Randomized response at odds 3 for everybody together."""
    return np.where(coin_tosses(len(inputs), coins), inputs, 1 - inputs)


def responses_numbered(inputs: NDArray[np.int64], coins: Coins) -> list[list[int]]:
    """A public counter beside each."""
    return [[next(drawn), int(each)] for each in responses(inputs, coins)]


def responses_dated(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """A public clock beside each, and the place in the call."""
    places = np.arange(len(inputs))
    return np.stack([np.full(len(inputs), time_ns() // 1000), places, responses(inputs, coins)], axis=1)


def responses_in_shifts(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """More often 1 in the first half of a call and more often 0 in the second, whatever is given."""
    early = np.arange(len(inputs)) < len(inputs) / 2
    return np.where(coin_tosses(len(inputs), coins), early, responses(inputs, coins)).astype(np.int64)


def responses_seeded(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """The same coins in every call."""
    coins.read(1)
    return responses(inputs, SeededCoins(b"always"))


def responses_foretold(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.int64]:
    """Beside each the input of whoever comes next."""
    return np.stack([responses(inputs, coins), np.roll(inputs, -1)], axis=1)
