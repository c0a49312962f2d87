"""Range queries, section 5: a sketch for each level of halves, quarters and so on, down to single values.

Values are 0 .. 2^h - 1, and level l = 1 .. h has 2^l intervals of the same length, which are its items. A person reports
on one level, which is drawn and public, and names the interval that the value is in. A range is made of at most two
intervals of each level; their estimated counts, h times each, add up.
"""

from collections.abc import Sequence

from ldproof.coins import Coins
from ldproof.exact import uniform
from ldproof.numbers import Real
from ldproof.rejections import Reason, Refused, quoted
from ldproof.sketch import client
from ldproof.sketch.collector import Collector
from ldproof.sketch.estimators import mean
from ldproof.sketch.plan import Plan

Interval = tuple[int, int]
"""A level, and which of its intervals."""


def report(plans: Sequence[Plan], value: int, coins: Coins) -> tuple[int, client.Report]:
    """A level from 1 to as many as there are plans, and a report of that plan's."""
    if type(value) is not int or not 0 <= value < 1 << len(plans):
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"the value {quoted(value)}",
            f"a whole number from 0 to {(1 << len(plans)) - 1}",
        )
    level = 1 + uniform(len(plans), coins)
    return level, client.report(plans[level - 1], value >> (len(plans) - level), coins)


def people(collectors: Sequence[Collector], start: int, stop: int) -> Real:
    """How many hold a value from `start` to below `stop`, unbiased, from the collector of each level."""
    levels = len(collectors)
    if {type(start), type(stop)} != {int} or not 0 <= start < stop <= 1 << levels:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"the range from {quoted(start)} to below {quoted(stop)}",
            f"whole numbers, 0 <= start < stop <= {1 << levels}",
        )
    found = [
        mean(collector.hits([place for its, place in cover(start, stop, levels) if its == level]))
        for level, collector in enumerate(collectors, 1)
    ]
    return levels * sum((each for estimates in found for each in estimates), Real(0))


def cover(start: int, stop: int, levels: int) -> list[Interval]:
    """The fewest intervals that make up the range from start to below stop, of 2^levels values; of all, the two halves."""
    found: list[Interval] = []
    for level in range(levels, 0, -1):
        while start < stop and (start & 1 or level == 1):
            found.append((level, start))
            start += 1
        if stop & 1 and start < stop:
            stop -= 1
            found.append((level, stop))
        start, stop = start >> 1, stop >> 1
    return found
