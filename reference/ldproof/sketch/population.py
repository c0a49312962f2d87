"""A whole population at once, drawn exactly: for simulations, never for people's own items.

Either everybody's report, to try a collector with, or no more than a collector's sums, which have the joint law that so
many clients give them: a row of bits then takes two Binomial numbers for each column, and nobody's single bits.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

import numpy as np

from ldproof.arrays import Int64Array, numbers
from ldproof.coins import Coins
from ldproof.exact import uniforms
from ldproof.rejections import Reason, Refused
from ldproof.sketch.client import Report
from ldproof.sketch.collector import Collector, collector
from ldproof.sketch.hashing import Item, Key, draw, points
from ldproof.sketch.hashing.items import Points
from ldproof.sketch.plan import Plan, Rows

TOGETHER = 1 << 22
"""How many bits are in memory at a time."""


def reports(plan: Plan, items: Sequence[Item], held: Int64Array, coins: Coins) -> Iterator[Report]:
    """The reports of people who hold `items[held[0]]`, `items[held[1]]`, ..., in this order; the items are all different.

    For one group of people after another their hashes are drawn, and then what they say.
    """
    held = _listed(items, held)
    where, table = points(items, plan.family.size), plan.columns(items)
    size = max(1, TOGETHER // plan.bits)
    groups = (held[start : start + size] for start in range(0, held.size, size))
    return chain.from_iterable(_reports(plan, where, table, group, coins) for group in groups)


def collected(plan: Plan, items: Sequence[Item], held: Int64Array, coins: Coins) -> Collector:
    """What a collector has of all these people.

    Where every report has a hash of its own there is nothing to share: everybody's report is drawn, and heard by each
    of the items, which are the candidates.
    """
    held = _listed(items, held)
    if plan.rows is Rows.OWN:
        filled = collector(plan, items)
        for each in reports(plan, items, held, coins):
            filled.receive(each)
        return filled
    columns = plan.columns(items)
    filled = collector(plan)
    if plan.rows is Rows.ALL:
        groups = [held] * plan.d
    else:
        rows = uniforms(plan.d, held.size, coins)
        groups = np.split(
            held[np.argsort(rows, kind="stable")], np.cumsum(np.bincount(rows, minlength=plan.d))[:-1]
        )
    filled.sums[:] = plan.channel.crowds(
        [own[group] for own, group in zip(columns, groups, strict=True)], coins
    )
    filled.reporters[:] = [group.size for group in groups]
    return filled


def _reports(
    plan: Plan, where: Points, table: Int64Array, held: Int64Array, coins: Coins
) -> Iterator[Report]:
    """Those of one group."""
    places, columns = _told(plan, where, table, held, coins)
    contents = map(tuple, plan.channel.contents(columns.ravel(), coins).tolist())
    return (Report(place, tuple(islice(contents, columns.shape[1]))) for place in places)


def _told(
    plan: Plan, where: Points, table: Int64Array, held: Int64Array, coins: Coins
) -> tuple[Sequence[Key], Int64Array]:
    """Which hashes everybody's report is about, and a row of their columns there for each person."""
    if plan.rows is Rows.ALL:
        return [()] * held.size, table[:, held].T
    if plan.rows is Rows.SAMPLED:
        rows = uniforms(plan.d, held.size, coins)
        return [(row,) for row in rows.tolist()], table[rows, held][:, np.newaxis]
    keys = [draw(plan.family, coins) for _ in held]
    own = [plan.family.columns(key, where[[item]]) for key, item in zip(keys, held, strict=True)]
    return keys, np.array(own, np.int64).reshape(held.size, 1)


def _listed(items: Sequence[Item], held: Int64Array) -> Int64Array:
    """Which of the listed items each person holds."""
    places = numbers("the places of items", held, "person")
    if places.max(initial=-1) >= len(items):
        raise Refused(Reason.OUT_OF_RANGE, "an item that is not listed", f"0 to {len(items) - 1}")
    return places
