"""Tests for programs that draw from coins of their own: events, with the counts that a right program hardly ever leaves."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import islice, product
from math import ceil, exp, floor, lgamma, log, log1p
from operator import add
from typing import Any

from ldproof import rounds
from ldproof.counting.future_rand import FutureRand
from ldproof.counting.mechanism import Counting, Memoized
from ldproof.errors import Reason, Refused
from ldproof.evidence.fixed_sample import is_improbable, lower_bound
from ldproof.mechanisms import from_text, to_text
from ldproof.numbers import Real
from ldproof.oracle.operations import DIGITS, find_mechanism
from ldproof.oracle.steps import reports_and_dummy_rate
from ldproof.programs.program import Message
from ldproof.registry import AnyMechanism
from ldproof.results import enclosed_answer, rational_bounds, value_as_json
from ldproof.shots.mechanism import Shots
from ldproof.sketch.channels import Hadamard, Kary
from ldproof.sketch.mechanism import Reporting

Event = dict[str, object]

ALPHA = Fraction(1, 10**8)
"""The probability with which a right program fails a test, at most."""

MISSED = Fraction(1, 100)
"""The probability with which a program passes that is off by as much as the test says, at most."""

GRID = 10**4
"""The numbers of `caught` are multiples of 1/GRID."""

NEGLIGIBLE = 1e-12
"""Terms that are smaller, relative to a sum, are left out."""

MOST_LISTED = 64
"""Each output is an event where there are at most so many."""


def answer_sample(request: Message) -> dict[str, object]:
    """For each event its probability, the least and the most of `count` draws that may be in it, and what is caught.

    With probability at least 1 - 10^-8 the counts of a right program are within these bounds for all events. Let p be
    the probability of an event for a program. If least > 0 and p <= caught[0], or most < count and p >= caught[1], the
    count of the event is out of bounds with probability at least 0.99.
    """
    name, given, count = str(request["mechanism"]), request["parameters"], int(str(request["count"]))
    parameters: Any = given
    known = find_mechanism(name, parameters)
    events = [*list_events(known, str(request["input"]))]
    tail = ALPHA / (2 * len(events))
    return {"events": [bound_event(event, chance, count, tail) for event, chance in events]}


def bound_event(event: Event, chance: Real, count: int, tail: Fraction) -> Event:
    """An event with its probability, and the counts that are left with a probability of at most `tail` on each side."""
    value = enclosed_answer(chance, DIGITS)
    low, high = rational_bounds(value)
    least, most = count - largest_count(count, 1 - low, tail), largest_count(count, high, tail)
    below, above = caught_chance(count, least), 1 - caught_chance(count, count - most)
    bounds = {"least": least, "most": most, "caught": [float(below), float(above)]}
    return {**event, **value_as_json(value), **bounds}


# Tails of binomial laws: found in floats, then certified.


@lru_cache
def largest_count(count: int, chance: Fraction, tail: Fraction) -> int:
    """A k with Pr[Bin(count, chance) > k] < tail: the least one, unless errors of floats give a larger one."""
    if chance in (0, 1):
        return count * int(chance)
    # Beyond the mean tails fall.
    middle = ceil(count * chance)
    found = middle + bisect_left(
        range(middle, count), 1, key=lambda most: upper_tail(count, most + 1, float(chance)) < tail
    )
    while found < count and not is_improbable(count, found + 1, chance, tail):
        found += 1
    return found


def caught_chance(count: int, least: int) -> Fraction:
    """Clopper and Pearson's lower bound on a probability, at level `MISSED`, rounded down to a multiple of 1/GRID."""
    return Fraction(floor(lower_bound(least, count, MISSED) * GRID), GRID)


def upper_tail(count: int, least: int, chance: float) -> float:
    """About Pr[Bin(count, chance) >= least], for least above the mean."""
    if not chance or least > count:
        return 0.0
    orders = lgamma(count + 1) - lgamma(least + 1) - lgamma(count - least + 1)
    term = total = exp(orders + least * log(chance) + (count - least) * log1p(-chance))
    for ones in range(least, count):
        term *= (count - ones) / (ones + 1) * chance / (1 - chance)
        total += term
        if term < total * NEGLIGIBLE:
            break
    return total


# The events of a mechanism.


def list_events(known: AnyMechanism, secret: str) -> Iterator[tuple[Event, Real]]:
    """Events of the output with their probabilities: each output, or places and rows where outputs are too many."""
    value = from_text(known.secrets, secret)
    try:
        outputs = [*islice(known.outputs, MOST_LISTED + 1)]
    except Refused:  # too many to list
        outputs = []
    if 0 < len(outputs) <= MOST_LISTED:
        for each in outputs:
            yield {"outputs": [to_text(known.outputs, each)]}, known.likelihood(value, each)
        return
    match known:
        case Shots() | Counting() | Memoized():
            for at, state in enumerate(value):
                yield {"at": at, "is": "1"}, sent_one_probability(known, state)
                if isinstance(known, Counting) and known.silent:
                    yield {"at": at, "is": rounds.NULL}, Real(1 - Fraction(known.reports, known.T))
        case FutureRand():
            for t in range(1, known.T + 1):
                yield {"at": t - 1, "is": "1"}, Real(known.sent_probability(value, t))
                yield {"at": t - 1, "is": rounds.NULL}, Real(1 - known.reporting_probability(t))
        case Reporting(d=d, channel=channel) if known.outputs.sampled:
            for row in range(d):
                yield {"prefix": f"{row}:"}, Real(Fraction(1, d))
            if isinstance(channel, Hadamard):
                places = range(channel.skip, channel.width)
                first_digits = Counter(str(place)[0] for place in places)
                for row, digit in product(range(d), "01"):
                    chance = Fraction(first_digits[digit], d * len(places))
                    yield {"prefix": f"{row}:{digit}"}, Real(chance)
            if isinstance(channel, Kary):
                own = [(row, ((column,),)) for row, column in enumerate(value)]
                shares = (known.likelihood(value, each) for each in own)
                yield {"outputs": [to_text(known.outputs, each) for each in own]}, reduce(add, shares)
        case _:
            raise Refused(
                Reason.TOO_MANY_OUTCOMES,
                "more outputs than can be counted one by one",
                f"at most {MOST_LISTED} outputs",
            )


def sent_one_probability(known: Shots | Counting | Memoized, state: int) -> Real:
    """The probability that a person in this state sends a 1 in a round."""
    if isinstance(known, Memoized):
        return Real(known.sent_probability(state))
    m, dummy = reports_and_dummy_rate(known)
    excess, share = known.budget.report_excess(), Fraction(m, known.T)
    return (rounds.truth(excess) if state else rounds.lie(excess)) * share + Real((1 - share) * dummy)
