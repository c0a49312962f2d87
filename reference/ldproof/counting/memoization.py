"""Memoization, as section 1.1 describes it: a state is randomized once and kept, and every report randomizes that.

`kept` and `again` are the excess odds of the permanent and of the instantaneous randomized response.
"""

from collections.abc import Sequence
from math import prod

from ldproof.numbers import Exact, like
from ldproof.reporting.coin import spoken


def memoization_likelihood(state: int, seen: Sequence[int], kept: Exact, again: Exact) -> Exact:
    """The probability of these reports of one state, by both values that may have been kept."""
    paths = [
        spoken(kept, state, memo) * prod((spoken(again, memo, bit) for bit in seen), start=like(again, 1))
        for memo in (0, 1)
    ]
    return paths[0] + paths[1]


def memoization_odds(reports: int, kept: Exact, again: Exact) -> Exact:
    """The tight odds of so many reports of one state: below those of what is kept, however many there are."""
    every = (1 + again) ** reports
    return ((1 + kept) * every + 1) / (1 + kept + every)
