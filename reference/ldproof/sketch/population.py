"""A whole population at once, drawn exactly: for simulations, never for people's own items.

Each person's row is drawn; of the rest no more than the sums, which have the joint law that so many clients give
them. A row of bits takes two Binomial numbers for each column, and nobody's single bits.
"""

from collections.abc import Sequence

import numpy as np

from ldproof.coins import Coins
from ldproof.exact import uniforms
from ldproof.rejections import Reason, Refused
from ldproof.sketch.channels.channel import Numbers
from ldproof.sketch.collector import Collector, collector
from ldproof.sketch.hashing import Item
from ldproof.sketch.plan import Plan, Rows


def collected(plan: Plan, items: Sequence[Item], held: Numbers, coins: Coins) -> Collector:
    """What a collector has of people who hold `items[held[0]]`, `items[held[1]]`, ...; the items are all different.

    Where every report has a hash of its own there is nothing to share, and clients are asked one by one.
    """
    if plan.rows is Rows.OWN:
        raise Refused(Reason.OUT_OF_RANGE, "a population with hashes of their own", "shared hashes")
    if held.size and not 0 <= held.min() <= held.max() < len(items):
        raise Refused(Reason.OUT_OF_RANGE, "an item that is not listed", f"0 to {len(items) - 1}")
    columns = plan.columns(items)
    filled = collector(plan)
    if plan.rows is Rows.ALL:
        groups = [held] * plan.d
    else:
        rows = uniforms(plan.d, held.size, coins)
        groups = np.split(
            held[np.argsort(rows, kind="stable")], np.cumsum(np.bincount(rows, minlength=plan.d))[:-1]
        )
    for row, group in enumerate(groups):
        filled.sums[row] = plan.channel.crowd(columns[row, group], coins)
        filled.reporters[row] = group.size
    return filled
