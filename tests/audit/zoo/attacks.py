"""Attacks on auditors: mechanisms that break their claim where an auditor is unlikely to look, with what is true of them.

All of them claim odds of 3, and most answer a bit truthfully with probability 3/4. Each call reads 16 bytes of coins, so
that their number tells nothing.
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from math import floor, isnan, log
from typing import TypeVar

from ldproof import AuditResult, audit
from ldproof.coins import Coins

CLAIM = "odds=3"
DRAWS = 100_000
"""The most pairs of draws, the default of an audit."""

Function = TypeVar("Function", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Attack:
    """A mechanism that breaks its claim, and whether an audit with the default number of draws shows it."""

    function: Callable[..., object]
    kind: str
    truth: str
    """What it leaks, and how much."""
    found: bool
    data: Sequence[object] | None = None
    """The data sets of an attack on data sets; None where the input is a bit."""
    stateful: bool = False
    """Whether `function` makes the mechanism, each time with a state of its own."""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    def audit_once(self, seed: int, draws: int = DRAWS) -> AuditResult:
        """Audit the mechanism as a user would, with neighbouring data sets made of one."""
        function = self.function() if self.stateful else self.function
        assert callable(function)
        if self.data is None:
            return audit(function, CLAIM, pairs=[(0, 1)], draws=draws, seed=seed)
        return audit(function, CLAIM, inputs=self.data, neighbours="add-remove", draws=draws, seed=seed)


ATTACKS: dict[str, Attack] = {}


def register(
    kind: str, truth: str, *, found: bool, data: Sequence[object] | None = None, stateful: bool = False
) -> Callable[[Function], Function]:
    """Register an attack."""

    def keep(function: Function) -> Function:
        ATTACKS[function.__name__] = Attack(function, kind, truth, found, data, stateful)
        return function

    return keep


def respond(bit: int, coins: Coins) -> tuple[int, float]:
    """Return the bit, or with probability 1/4 the other one; and a uniform number for whatever else is drawn."""
    lie, other = (int.from_bytes(coins.read(8)) / 2**64 for _ in range(2))
    return (1 - bit if lie < 0.25 else bit), other


# Leaks in small probabilities.

RARE = "small probability"


@register(RARE, "tells the bit, marked as such, with probability 1/100", found=True)
def marked_once_in_100(bit: int, coins: Coins) -> object:
    answer, rare = respond(bit, coins)
    return ["clear", bit] if rare < 1e-2 else answer


@register(RARE, "tells the bit, marked as such, with probability 1/1,000", found=True)
def marked_once_in_1000(bit: int, coins: Coins) -> object:
    answer, rare = respond(bit, coins)
    return ["clear", bit] if rare < 1e-3 else answer


@register(RARE, "tells the bit, marked as such, with probability 1/100,000", found=False)
def marked_once_in_100000(bit: int, coins: Coins) -> object:
    answer, rare = respond(bit, coins)
    return ["clear", bit] if rare < 1e-5 else answer


@register(
    RARE, "with probability 1/1,000 it is a long number whose last binary digit is the bit", found=False
)
def number_once_in_1000(bit: int, coins: Coins) -> object:
    answer, rare = respond(bit, coins)
    return 2 * int(rare * 2**50) + bit if rare < 1e-3 else answer


@register(RARE, "tells the bit, without a mark, with probability 1/50: the ratio is 3.08", found=True)
def unmarked_once_in_50(bit: int, coins: Coins) -> object:
    answer, rare = respond(bit, coins)
    return bit if rare < 0.02 else answer


@register(RARE, "tells the bit, without a mark, with probability 1/500: the ratio is 3.008", found=False)
def unmarked_once_in_500(bit: int, coins: Coins) -> object:
    answer, rare = respond(bit, coins)
    return bit if rare < 0.002 else answer


# Leaks on special inputs.

SPECIAL = "special input"
PEOPLE = [[3, 1, 4, 1, 5]]
MEASURED = [[0.5, 0.25, 0.75]]


def noisy_count(ones: int, coins: Coins) -> int:
    """Return a count with two-sided geometric noise."""
    parts = (floor(log(1 - int.from_bytes(coins.read(8)) / 2**64 * (1 - 2**-53)) / -log(3)) for _ in range(2))
    return ones + next(parts) - next(parts)


@register(SPECIAL, "adds no noise to the empty data set", found=True, data=PEOPLE)
def empty_in_the_clear(data: Sequence[int], coins: Coins) -> object:
    noisy = noisy_count(sum(each == 1 for each in data), coins)
    return noisy if data else 0


@register(SPECIAL, "tells whether a record is NaN", found=True, data=MEASURED)
def nan_in_the_clear(data: Sequence[float], coins: Coins) -> object:
    noisy = noisy_count(sum(each > 0.5 for each in data), coins)
    return None if any(map(isnan, data)) else noisy


@register(SPECIAL, "counts a record above 1,000 ten times", found=True, data=PEOPLE)
def outliers_count_more(data: Sequence[int], coins: Coins) -> object:
    return noisy_count(sum(each == 1 for each in data) + 10 * sum(each > 1000 for each in data), coins)


@register(SPECIAL, "counts two equal records beside each other ten times", found=True, data=PEOPLE)
def repetitions_count_more(data: Sequence[int], coins: Coins) -> object:
    equal = sum(one == other for one, other in pairwise(data))
    return noisy_count(10 * equal, coins)


@register(SPECIAL, "tells whether the record 1,234,567 is there", found=False, data=PEOPLE)
def one_number_in_the_clear(data: Sequence[int], coins: Coins) -> object:
    noisy = noisy_count(sum(each == 1 for each in data), coins)
    return "here" if 1_234_567 in data else noisy


@register(
    SPECIAL,
    "adds no noise to a data set of more than 100 records",
    found=False,
    data=PEOPLE,
)
def large_data_in_the_clear(data: Sequence[int], coins: Coins) -> object:
    ones = sum(each == 1 for each in data)
    noisy = noisy_count(ones, coins)
    return ones if len(data) > 100 else noisy


# Leaks after some calls.

CALLS = "number of calls"


@register(CALLS, "tells the bit from the 1,000th call on", found=True, stateful=True)
def clear_after_1000() -> Callable[[int, Coins], object]:
    calls = count(1)
    return lambda bit, coins: respond(bit, coins)[0] if next(calls) < 1000 else read_and_tell(bit, coins)


@register(CALLS, "tells the bit from the millionth call on", found=False, stateful=True)
def clear_after_1000000() -> Callable[[int, Coins], object]:
    calls = count(1)
    return lambda bit, coins: respond(bit, coins)[0] if next(calls) < 10**6 else read_and_tell(bit, coins)


@register(
    CALLS,
    "tells the bit at every 10th call, and lies more often at the others: 1/4 of the time on average",
    found=True,
    stateful=True,
)
def clear_every_10th() -> Callable[[int, Coins], object]:
    return clear_every(10)


@register(
    CALLS,
    "tells the bit at every 100th call, and lies more often at the others: 1/4 of the time on average",
    found=False,
    stateful=True,
)
def clear_every_100th() -> Callable[[int, Coins], object]:
    return clear_every(100)


def clear_every(period: int) -> Callable[[int, Coins], object]:
    """Return a mechanism that tells the bit at every so many calls, and the truth as often as it claims on average."""
    calls, lies = count(1), 0.25 * period / (period - 1)

    def answer(bit: int, coins: Coins) -> int:
        lie = respond(bit, coins)[1] < lies
        return bit if next(calls) % period == 0 else bit ^ lie

    return answer


def read_and_tell(bit: int, coins: Coins) -> int:
    """Read as many coins as any answer, and return the bit."""
    respond(bit, coins)
    return bit


# Leaks behind a clock.

CLOCK = "wall clock"


@register(CLOCK, "tells the bit in every second hundredth of a second", found=True)
def clear_half_of_the_time(bit: int, coins: Coins) -> object:
    return read_and_tell(bit, coins) if time.time() % 0.02 < 0.01 else respond(bit, coins)[0]


@register(CLOCK, "tells the bit from the year 2100 on", found=False)
def clear_from_2100_on(bit: int, coins: Coins) -> object:
    return read_and_tell(bit, coins) if time.gmtime().tm_year >= 2100 else respond(bit, coins)[0]


# Leaks when nobody audits.

WATCHED = "knows the auditor"


@register(WATCHED, "tells the bit where ldproof is not imported", found=False)
def clear_without_auditor(bit: int, coins: Coins) -> object:
    return respond(bit, coins)[0] if "ldproof.auditor" in sys.modules else read_and_tell(bit, coins)


def write_page() -> str:
    """Return the table of the attacks, as it is in docs/attacks.md: what is missed is printed first."""
    rows = sorted(ATTACKS.values(), key=lambda each: each.found)
    lines = [
        f"| {'found' if each.found else '**missed**'} | `{each.name}` | {each.kind} | {each.truth} |"
        for each in rows
    ]
    return "\n".join(["| | attack | hides behind | what is true |", "| --- | --- | --- | --- |", *lines])
