"""A bit that leaks is found wherever in an output it is, and one that keeps its promise there is not flagged."""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import exp, inf, nan

import numpy as np
import pytest
from numpy.random import Generator

from ldproof.audit import Verdict
from ldproof.programs import Seen, Tally, value
from tests.audit.laws import Drawing, audited, black_box
from tests.tiers import run_everything, slow

TRUTH = exp(1) / (exp(1) + 1)
TWICE = exp(2) / (exp(2) + 1)


def bits(random: Generator, count: int) -> list[int]:
    return [int(each) for each in random.integers(0, 2, count)]


def tied(random: Generator, count: int, at: int, others: Iterable[int], bit: int) -> list[int]:
    """Fair bits, of which one and some others have this parity."""
    row = bits(random, count)
    row[at] = (bit + sum(row[each] for each in others)) % 2
    return row


def packed(row: list[int]) -> bytes:
    return np.packbits(row).tobytes()


def ordered(random: Generator, bit: int) -> list[int]:
    """A permutation, in which a bit says which of two places has the larger number."""
    row = [int(each) for each in random.permutation(12)]
    if (row[3] < row[8]) != bool(bit):
        row[3], row[8] = row[8], row[3]
    return row


def ending_in(random: Generator, bit: int) -> float:
    """A float whose last bit is this one."""
    number = np.array([random.laplace() + 100]).view(np.uint64)
    return float((number & ~np.uint64(1) | np.uint64(bit)).view(float)[0])


def differing_late(random: Generator, bit: int) -> str:
    same = 2 * int(random.integers(7)) + 1 + bit
    return "a" * same + "b" + "".join("ab"[each] for each in bits(random, 30 - same))


def member(random: Generator, bit: int) -> object:
    fields: dict[str, object] = {f"x{each}": int(random.integers(3)) for each in range(10)}
    return {"id": int(random.integers(1 << 30)), "fields": fields | {"x4": ("no", "yes")[bit]}}


def letters(random: Generator, bit: int) -> str:
    row = [int(each) for each in random.integers(0, 26, 40)]
    row[23] = row[23] // 2 * 2 + bit
    return "".join(chr(97 + each) for each in row)


def shaped(random: Generator, bit: int) -> list[list[int]]:
    row = bits(random, 6)
    return [row[: 2 + bit], row[2 + bit :]]


PLACES: Mapping[str, Callable[[Generator, int], object]] = {
    "sign of zero": lambda _, bit: -0.0 if bit else 0.0,
    "shape of lists": shaped,
    "parity of three": lambda random, bit: tied(random, 8, 2, (4, 7), bit),
    "bit of a whole number": lambda random, bit: int(random.integers(1 << 48)) & ~(1 << 29) | bit << 29,
    "digit of a text": lambda random, bit: "".join(map(str, tied(random, 120, 77, (), bit))),
    "parity of all": lambda random, bit: tied(random, 50, 0, range(1, 50), bit),
    "base 64": lambda random, bit: b64encode(packed(tied(random, 256, 100, (), bit))).decode(),
    "last bit of a float": ending_in,
    "no number": lambda random, bit: [float(random.normal()), nan if bit else inf, float(random.normal())],
    "parity of a length": lambda random, bit: "x" * (2 * int(random.integers(1, 30)) + bit),
    "order of two": ordered,
    "first difference": differing_late,
    "member of an object": member,
    "number among many": lambda random, bit: 7 + bit if random.random() < 0.2 else int(random.integers(2000)),
    "letter of a text": letters,
}
by_place = pytest.mark.parametrize(
    "place", [pytest.param(each, marks=() if at in (0, 2) else slow) for at, each in enumerate(PLACES)]
)


def written(place: str, *told: float) -> Drawing:
    """The bit comes out of a 0, and of a 1, as it is with these probabilities, and is written there."""

    def drawing(random: Generator, side: int, count: int) -> Tally:
        kept = random.random(count) < told[side]
        return Counter(
            Seen(value(PLACES[place](random, side if each else 1 - side))).key() for each in kept.tolist()
        )

    return drawing


@by_place
def test_a_leak_is_found_wherever_it_is(place: str) -> None:
    """A bit in the clear half of the time, a 1 alone in the clear at times, or twice the budget."""
    told = ((0.5 + TRUTH / 2,) * 2, (TRUTH, 0.5 + TRUTH / 2), (TWICE, TWICE))[[*PLACES].index(place) % 3]
    assert audited(black_box(6000), written(place, *told), 1).verdict is Verdict.REFUTED


@by_place
def test_what_is_exactly_as_private_as_claimed_is_not_flagged(place: str) -> None:
    most = 2500 if run_everything() else 600
    plan = replace(black_box(most), alpha=Fraction(1, 10**6))
    assert audited(plan, written(place, TRUTH, TRUTH), 1).verdict is Verdict.NOT_REFUTED
