"""Functions whose draws are not independent: some leak by it, some do not."""

from itertools import count
from time import time_ns

from ldproof.coins import Coins, SeededCoins
from ldproof.exact import uniform

clock, drawn = count(), count()
last = [0]
PERIOD = 37


def response(bit: int, coins: Coins) -> int:
    """Randomized response at odds 3."""
    return bit if uniform(4, coins) else 1 - bit


def systematic(bit: int, coins: Coins) -> int:
    """A lie, once in four times: the fourth time."""
    coins.read(1)
    return bit if next(drawn) % 4 else 1 - bit


def fourth_in_the_clear(bit: int, coins: Coins) -> int:
    """Every fourth answer is the truth, and others are more often a lie."""
    said = bit if uniform(3, coins) else 1 - bit
    return said if next(drawn) % 4 else bit


def short_period(bit: int, coins: Coins) -> int:
    """Coins that begin again after some draws."""
    coins.read(1)
    return response(bit, SeededCoins(bytes([next(drawn) % PERIOD])))


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


def numbered(bit: int, coins: Coins) -> list[int]:
    """A public counter beside an answer."""
    return [next(drawn), response(bit, coins)]


def dated(bit: int, coins: Coins) -> list[int]:
    """A public clock beside an answer."""
    return [time_ns() // 1000, response(bit, coins)]


def alternating(bit: int, coins: Coins) -> list[int]:
    """A public bit that is turned each time, beside an answer at odds of hardly more than 1."""
    return [next(drawn) % 2, bit if uniform(21, coins) < 11 else 1 - bit]


def in_shifts(bit: int, coins: Coins) -> int:
    """An answer, more often 1 for a while and then more often 0, whatever is given."""
    late = next(drawn) // 300 % 2
    return late if uniform(3, coins) else response(bit, coins)
