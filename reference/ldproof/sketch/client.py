"""One person's report: the hash it is about, which is public, and what is said of the item's column there."""

from dataclasses import dataclass

import numpy as np

from ldproof.coins import Coins
from ldproof.exact import uniform
from ldproof.sketch.channels import Content
from ldproof.sketch.hashing import Item, Key, draw, point
from ldproof.sketch.plan import Plan, Rows

VERSION = 1


@dataclass(frozen=True, slots=True)
class Report:
    """What a person sends."""

    place: Key
    """The row; of a hash of one's own, its key; nothing, where all rows are told of."""
    contents: tuple[Content, ...]
    """What is said of each of these hashes."""
    version: int = VERSION


def report(plan: Plan, item: Item, coins: Coins) -> Report:
    """Drawn exactly. Which hash it is about is drawn first, and by itself: it tells nothing of the item.

    Nor does the number of bytes read, as every channel reads as many whatever the column is.
    """
    where = np.array([point(item, plan.family.size)], np.uint64)
    place, keys = _told(plan, coins)
    columns = [int(plan.family.columns(key, where)[0]) for key in keys]
    return Report(place, tuple(plan.channel.say(column, coins) for column in columns))


def _told(plan: Plan, coins: Coins) -> tuple[Key, tuple[Key, ...]]:
    """Which hashes a report is about, and how that is said."""
    if plan.rows is Rows.ALL:
        return (), plan.keys
    if plan.rows is Rows.OWN:
        key = draw(plan.family, coins)
        return key, (key,)
    row = uniform(plan.d, coins)
    return (row,), (plan.keys[row],)
