"""Functions for audits in the tests, right and wrong."""

import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from ldproof.coins import Coins
from ldproof.errors import Reason, Refused
from ldproof.sampling import draw_uniform

LOUD = "a text, and no function"
LONG = 60
"""Seconds that nobody waits."""


def fair(given: object, coins: Coins) -> int:
    """Return a fair bit, whatever the input is."""
    return draw_uniform(2, coins)


def leaning(given: int, coins: Coins) -> int:
    """Return 1 with probability 1/2 for input 0, and 3/4 for input 1."""
    return int(draw_uniform(4, coins) < 2 + given)


def lazy(given: int, coins: Coins) -> int:
    """Return 0; the number of bytes read depends on the input."""
    coins.read(1 + given)
    return 0


def several(given: object, count: int, coins: Coins) -> list[int]:
    return [draw_uniform(2, coins) for _ in range(count)]


def bits_listed(given: int, count: int, coins: Coins) -> list[int]:
    """Return a list of bits that are 1 with probability 1/2 for input 0, and 3/4 for 1, from two bits each."""
    return [int(byte % 4 < 2 + given) for byte in coins.read(count)]


def bits_in_an_array(given: int, count: int, coins: Coins) -> object:
    """Return an array of bits that are 1 with probability 1/2 for input 0, and 3/4 for input 1."""
    return (np.frombuffer(coins.read(count), np.uint8) % 4 < 2 + given).astype(np.int64)


def at_once(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.bool_]:
    """Return a bit for each input: 1 with probability 1/2 for input 0, and 3/4 for input 1."""
    return np.frombuffer(coins.read(len(inputs)), np.uint8) % 4 < 2 + inputs


def kinds(inputs: NDArray[np.generic]) -> list[list[object]]:
    """Return the type of each input, as the function receives it."""
    return [[inputs.dtype.kind, repr(each)] for each in inputs.tolist()]


def one_in_a_list(*inputs: object) -> object:
    return inputs


def too_few(inputs: NDArray[np.generic]) -> NDArray[np.generic]:
    return inputs[1:]


def unable(inputs: NDArray[np.generic]) -> object:
    raise KeyError("the bug")


def counted_too(inputs: NDArray[np.generic], count: int) -> object:
    return inputs


def array(given: object, count: int) -> object:
    return np.arange(count) % 2 == 0


def named(given: object, T: str, m: str = "1") -> list[str]:
    return [T, m]


def by_position(given: object, T: str = "1", /) -> str:
    return T


def anything(given: object, **parameters: str) -> list[list[str]]:
    return [[name, parameters[name]] for name in sorted(parameters)]


def vector(given: object) -> object:
    return (np.float64(0.5), [np.int8(1), None], np.array([[True, False]]))


def null(given: object) -> None:
    return None


def echo(given: object) -> object:
    return given


def popped(given: dict[str, int], values: list[str]) -> list[object]:
    """Remove and return a member of the input, and the last element of a list."""
    return [given.pop("bit", None), values.pop() if values else None]


def popped_of_one(given: dict[str, int], values: list[str], count: int) -> list[list[object]]:
    return [popped(given, values)] * count


def popped_at_once(inputs: NDArray[np.object_], values: list[str]) -> list[list[object]]:
    last = values.pop() if values else None
    return [[each.pop("bit", None), last] for each in inputs]


def few(given: object, count: int) -> list[int]:
    return [0] * (count - 1)


def one_text(given: object, count: int) -> str:
    return "0" * count


def not_a_number(given: object) -> float:
    return float("nan")


def imaginary(given: object) -> complex:
    return 1j


def a_set(given: object) -> object:
    return {1}


def endless(given: object) -> object:
    found: list[object] = []
    found.append(found)
    return found


def raising(given: object) -> object:
    raise KeyError("the bug")


def leaving(given: object) -> object:
    sys.exit(5)


def refusing(given: object) -> object:
    raise Refused(Reason.OUT_OF_RANGE, "this input is", "another")


def printing(given: object) -> int:
    print("noise")
    return 0


def dying(given: object) -> object:
    """End this process at once, without a message."""
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def dying_once(given: str, coins: Coins) -> int:
    """End this process during a task, unless a file says that it was done before."""
    bit = draw_uniform(2, coins)
    if bit and not Path(given).exists():
        Path(given).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return bit


def doubled(place: str) -> bool:
    """Fork once, unless a file says that it was done before; return whether this is the copy."""
    file, copy = Path(place), 1
    if not file.exists():
        file.touch()
        copy = os.fork()
    with file.open("a", encoding="utf-8") as said:
        said.write(f"{os.getpid()}\n")
    for _ in range(500 if copy > 1 else 0):  # of ten milliseconds
        if os.waitpid(copy, os.WNOHANG)[0]:
            break
        time.sleep(0.01)
    return not copy


def doubling(given: str) -> int:
    """Fork; both processes continue."""
    doubled(given)
    return os.getpid()


def doubling_and_leaving(given: str) -> int:
    """Fork; the copy exits as programs do."""
    if doubled(given):
        sys.exit(0)
    return os.getpid()


def doubling_at_once(inputs: NDArray[np.str_]) -> list[int]:
    """Fork with all inputs; both processes continue."""
    doubled(str(inputs[0]))
    return [os.getpid()] * len(inputs)


def leaving_a_thread(given: object) -> int:
    """Leave a running thread in this process."""
    Thread(target=time.sleep, args=(LONG,)).start()
    return 0


def process(given: object) -> int:
    return os.getpid()


def hanging(given: object) -> object:
    """Run for a long time, whatever exception is raised meanwhile."""
    with suppress(Exception):
        time.sleep(1000)
    return given


def hanging_once(given: int) -> int:
    """Run for a long time with one input, and return an output to whatever exception ends that."""
    with suppress(BaseException):
        time.sleep(1000 * given)
    return 0


def hanging_again(_: object) -> NoReturn:
    """Run for a long time, and again after the exception that ends it."""
    while True:
        with suppress(BaseException):
            time.sleep(1000)


def waiting(given: str) -> None:
    """Create a file at the beginning, and run for a long time."""
    Path(given).touch()
    time.sleep(1000)


def held(given: str) -> None:
    """Wait for a file, for a limited time."""
    for _ in range(1000):
        if Path(given).exists():
            return
        time.sleep(0.01)


def serial(given: object, coins: Coins) -> str:
    """Return bytes that no other coins give."""
    return coins.read(8).hex()


def slow(given: int, coins: Coins) -> int:
    """Return the output of `leaning` after a while."""
    time.sleep(0.0005)
    return leaning(given, coins)


def endless_names(given: object) -> dict[str, object]:
    names: dict[str, object] = {"given": given}
    names["itself"] = names
    return names


async def awaited(given: object) -> object:
    return given


async def awaited_at_once(inputs: object) -> AsyncIterator[object]:
    yield inputs


class Awaited:
    async def __call__(self, given: object) -> object:
        return given


awaited_object = Awaited()


def promised(given: object) -> object:
    return awaited(given)
