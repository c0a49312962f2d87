"""Functions that somebody might want audited, right and wrong."""

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
    """A bit of the coins, whatever is given."""
    return draw_uniform(2, coins)


def leaning(given: int, coins: Coins) -> int:
    """One in two where 0 is given, and three in four where 1 is."""
    return int(draw_uniform(4, coins) < 2 + given)


def lazy(given: int, coins: Coins) -> int:
    """Always the output 0; what is given shows in how many bytes are read."""
    coins.read(1 + given)
    return 0


def several(given: object, count: int, coins: Coins) -> list[int]:
    return [draw_uniform(2, coins) for _ in range(count)]


def bits_listed(given: int, count: int, coins: Coins) -> list[int]:
    """One in two where 0 is given, and three in four where 1 is, each from two bits of a byte."""
    return [int(byte % 4 < 2 + given) for byte in coins.read(count)]


def bits_in_an_array(given: int, count: int, coins: Coins) -> object:
    """One in two where 0 is given, and three in four where 1 is, as one array."""
    return (np.frombuffer(coins.read(count), np.uint8) % 4 < 2 + given).astype(np.int64)


def at_once(inputs: NDArray[np.int64], coins: Coins) -> NDArray[np.bool_]:
    """One in two where 0 is given, and three in four where 1 is, for all inputs together."""
    return np.frombuffer(coins.read(len(inputs)), np.uint8) % 4 < 2 + inputs


def kinds(inputs: NDArray[np.generic]) -> list[list[object]]:
    """What each is handed as."""
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


def anything(given: object, **parameters: str) -> list[list[str]]:
    return [[name, parameters[name]] for name in sorted(parameters)]


def vector(given: object) -> object:
    return (np.float64(0.5), [np.int8(1), None], np.array([[True, False]]))


def null(given: object) -> None:
    return None


def echo(given: object) -> object:
    return given


def popped(given: dict[str, int], values: list[str]) -> list[object]:
    """What is in an input and the last of a list, both taken out of what holds them."""
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
    """End the process that asks, in an instant and without a word."""
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def dying_once(given: str, coins: Coins) -> int:
    """End the process in the middle of a task, unless a file says that this was done before."""
    bit = draw_uniform(2, coins)
    if bit and not Path(given).exists():
        Path(given).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return bit


def doubled(place: str) -> bool:
    """Fork once, unless a file says that this was done before, and say who goes on; whether this is the copy."""
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
    """Both go on."""
    doubled(given)
    return os.getpid()


def doubling_and_leaving(given: str) -> int:
    """The copy leaves as programs do."""
    if doubled(given):
        sys.exit(0)
    return os.getpid()


def doubling_at_once(inputs: NDArray[np.str_]) -> list[int]:
    """Both go on, with all inputs."""
    doubled(str(inputs[0]))
    return [os.getpid()] * len(inputs)


def leaving_a_thread(given: object) -> int:
    """Somebody goes on in this process."""
    Thread(target=time.sleep, args=(LONG,)).start()
    return 0


def process(given: object) -> int:
    return os.getpid()


def hanging(given: object) -> object:
    """Take long, whatever goes wrong meanwhile."""
    with suppress(Exception):
        time.sleep(1000)
    return given


def hanging_once(given: int) -> int:
    """Take long with one input, and answer whatever ends that."""
    with suppress(BaseException):
        time.sleep(1000 * given)
    return 0


def hanging_again(_: object) -> NoReturn:
    """Take long, again after whatever ends that."""
    while True:
        with suppress(BaseException):
            time.sleep(1000)


def waiting(given: str) -> None:
    """Say in a file that this has begun, and take long."""
    Path(given).touch()
    time.sleep(1000)


def held(given: str) -> None:
    """Wait for a file; in the end also without it."""
    for _ in range(1000):
        if Path(given).exists():
            return
        time.sleep(0.01)


def serial(given: object, coins: Coins) -> str:
    """What nobody else's coins give."""
    return coins.read(8).hex()


def slow(given: int, coins: Coins) -> int:
    """The leaning one, after a while."""
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
