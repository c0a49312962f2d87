"""Specimens that nobody wrote: a grammar of bugs draws them, mechanism x place x kind x frequency.

Each hides one bit, the input, behind randomized response with the budget that it claims, and puts what comes out
somewhere into an output that otherwise tells nothing. A broken one lets the bit through at times, or spends more.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp, inf, log, nan

import numpy as np
from numpy.random import Generator

from ldproof.programs import Seen, Tally, value

EPSILON = 1.0
"""What all of them claim."""
TRUTH = exp(EPSILON) / (exp(EPSILON) + 1)

Place = Callable[[Generator, int], object]
"""An output with this bit in it."""


def bits(random: Generator, count: int) -> list[int]:
    """Fair bits."""
    return [int(each) for each in random.integers(0, 2, count)]


def digit_of_a_text(chosen: Generator) -> Place:
    """One of many digits."""
    size = int(chosen.integers(8, 200))
    at = int(chosen.integers(size))

    def write(random: Generator, bit: int) -> object:
        row = bits(random, size)
        row[at] = bit
        return "".join(map(str, row))

    return write


def digits_that_differ(chosen: Generator) -> Place:
    """Whether two of many bits in a list differ."""
    size = int(chosen.integers(8, 100))
    one, other = (int(each) for each in chosen.choice(size, 2, replace=False))

    def write(random: Generator, bit: int) -> object:
        row = bits(random, size)
        row[one] = row[other] ^ bit
        return row

    return write


def parity_of_all(chosen: Generator) -> Place:
    """The parity of all bits."""
    size = int(chosen.integers(4, 100))

    def write(random: Generator, bit: int) -> object:
        row = bits(random, size - 1)
        return [*row, (sum(row) + bit) % 2]

    return write


def parity_of_three(chosen: Generator) -> Place:
    """The parity of three of a few bits."""
    size = int(chosen.integers(5, 12))
    one, other, third = (int(each) for each in chosen.choice(size, 3, replace=False))

    def write(random: Generator, bit: int) -> object:
        row = bits(random, size)
        row[one] = row[other] ^ row[third] ^ bit
        return row

    return write


def bit_of_bytes(chosen: Generator, written: Callable[[bytes], str]) -> Place:
    """One of many bits in a text that writes bytes."""
    size = int(chosen.integers(8, 64))
    at, shift = int(chosen.integers(size)), int(chosen.integers(8))

    def write(random: Generator, bit: int) -> object:
        row = bytearray(random.bytes(size))
        row[at] = row[at] & ~(1 << shift) & 255 | bit << shift
        return written(bytes(row))

    return write


def in_base_16(chosen: Generator) -> Place:
    """One of many bits, in base 16."""
    return bit_of_bytes(chosen, bytes.hex)


def in_base_64(chosen: Generator) -> Place:
    """One of many bits, in base 64."""
    return bit_of_bytes(chosen, lambda row: b64encode(row).decode())


def lowest_bit_of_a_number(chosen: Generator) -> Place:
    """The last bit but a few of a float's fraction."""
    shift = np.uint64(chosen.integers(4))

    def write(random: Generator, bit: int) -> object:
        number = np.array([random.laplace() + 100]).view(np.uint64)
        fraction = number & ~(np.uint64(1) << shift) | np.uint64(bit) << shift
        return float(fraction.view(float)[0])

    return write


def bit_of_a_whole_number(chosen: Generator) -> Place:
    """One of 48 bits of a whole number."""
    at = int(chosen.integers(48))

    def write(random: Generator, bit: int) -> object:
        number = int(random.integers(0, 1 << 48))
        return number & ~(1 << at) | bit << at

    return write


def sign_of_zero(_: Generator) -> Place:
    """Whether it is 0.0 or -0.0."""
    return lambda random, bit: -0.0 if bit else 0.0


def no_number(_: Generator) -> Place:
    """Whether a number is none, among others in a list."""
    return lambda random, bit: [float(random.normal()), nan if bit else inf, float(random.normal())]


def parity_of_the_length(chosen: Generator) -> Place:
    """Whether a text's length is odd."""
    most = int(chosen.integers(5, 60))
    return lambda random, bit: "x" * (2 * int(random.integers(1, most)) + bit)


def order_of_two(chosen: Generator) -> Place:
    """Which of two comes first in a list of numbers."""
    size = int(chosen.integers(3, 20))
    one, other = (int(each) for each in chosen.choice(size, 2, replace=False))

    def write(random: Generator, bit: int) -> object:
        row = [int(each) for each in random.permutation(size)]
        if (row[one] < row[other]) != bool(bit):
            row[one], row[other] = row[other], row[one]
        return row

    return write


def first_difference(chosen: Generator) -> Place:
    """Whether the first symbol that differs from the first one is at an odd place."""
    most = int(chosen.integers(3, 12))

    def write(random: Generator, bit: int) -> object:
        same = 2 * int(random.integers(most)) + 1 + bit
        return "a" * same + "b" + "".join("ab"[each] for each in bits(random, 30 - same))

    return write


def member_of_an_object(chosen: Generator) -> Place:
    """One member of an object in an object."""
    name = f"x{int(chosen.integers(10))}"

    def write(random: Generator, bit: int) -> object:
        others = {f"x{each}": int(random.integers(3)) for each in range(10)}
        return {"id": int(random.integers(1 << 30)), "fields": {**others, name: ["no", "yes"][bit]}}

    return write


def shape_of_lists(_: Generator) -> Place:
    """How the same numbers are put into lists."""

    def write(random: Generator, bit: int) -> object:
        row = bits(random, 6)
        return [row[: 2 + bit], row[2 + bit :]]

    return write


def number_among_many(chosen: Generator) -> Place:
    """One of two numbers now and then, in thousands that come alike."""
    size = int(chosen.integers(1000, 5000))
    one, other = (int(each) for each in chosen.choice(size, 2, replace=False))
    return lambda random, bit: (one, other)[bit] if random.random() < 0.2 else int(random.integers(size))


def symbol_of_a_text(chosen: Generator) -> Place:
    """One of many letters."""
    size = int(chosen.integers(4, 60))
    at = int(chosen.integers(size))

    def write(random: Generator, bit: int) -> object:
        row = [int(each) for each in random.integers(0, 26, size)]
        row[at] = row[at] // 2 * 2 + bit
        return "".join(chr(97 + each) for each in row)

    return write


PLACES: tuple[Callable[[Generator], Place], ...] = (
    digit_of_a_text,
    digits_that_differ,
    parity_of_all,
    parity_of_three,
    in_base_16,
    in_base_64,
    lowest_bit_of_a_number,
    bit_of_a_whole_number,
    sign_of_zero,
    no_number,
    parity_of_the_length,
    order_of_two,
    first_difference,
    member_of_an_object,
    shape_of_lists,
    number_among_many,
    symbol_of_a_text,
)

FREQUENCIES = (1.0, 0.5, 0.3)


def clear(frequency: float) -> tuple[float, float]:
    """The bit is sent as it is, at times."""
    told = frequency + (1 - frequency) * TRUTH
    return told, told


def one_sided(frequency: float) -> tuple[float, float]:
    """Only a 1 is sent as it is, at times."""
    return TRUTH, frequency + (1 - frequency) * TRUTH


def spent_twice(frequency: float) -> tuple[float, float]:
    """Twice the budget is spent, at times."""
    twice = exp(2 * EPSILON) / (exp(2 * EPSILON) + 1)
    told = frequency * twice + (1 - frequency) * TRUTH
    return told, told


KINDS: Mapping[str, Callable[[float], tuple[float, float]]] = {
    "clear": clear,
    "one-sided": one_sided,
    "spent twice": spent_twice,
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A specimen of the grammar."""

    place: str
    kind: str
    frequency: float
    write: Place
    told: tuple[float, float]
    """How often a 0 comes out of a 0, and a 1 of a 1."""

    @property
    def epsilon(self) -> float:
        """The true one of what comes out of the bit; of the output it is no more."""
        zero, one = self.told
        ratios = [zero / (1 - one) if one < 1 else inf, one / (1 - zero) if zero < 1 else inf]
        return log(max(ratios))

    def __call__(self, random: Generator, side: int, count: int) -> Tally:
        """So many outputs for a bit."""
        kept = random.random(count) < self.told[side]
        return Counter(Seen(value(self.write(random, side if each else 1 - side))).key() for each in kept)


def broken(seed: int) -> Drawn:
    """A broken one: places take turns, all else is drawn."""
    chosen = np.random.default_rng([seed, 1])
    place = PLACES[seed % len(PLACES)]
    kind = str(chosen.choice([*KINDS]))
    frequency = float(chosen.choice(FREQUENCIES))
    return Drawn(place.__name__, kind, frequency, place(chosen), KINDS[kind](frequency))


def right(seed: int) -> Drawn:
    """A right one, which keeps exactly what it claims."""
    chosen = np.random.default_rng([seed, 0])
    place = PLACES[seed % len(PLACES)]
    return Drawn(place.__name__, "right", 0.0, place(chosen), (TRUTH, TRUTH))
