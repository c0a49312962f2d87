"""Repetition among draws from a law: bets that a draw is as an earlier one, which independent draws are by chance alone.

The bets are those of `goodness`, with the law itself for a prior: a draw has a share of the capital for its probability,
and one for each earlier draw of the same that was learnt from. Some learn from one earlier draw, so many places before,
and notice what comes again in the same order; the others learn from all, and notice what is picked from too few.
The probability of what came once does not matter, so that outputs need not be few enough to be listed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import log
from operator import add, mul

import numpy as np
from numpy.typing import NDArray

from ldproof.evidence.goodness import CONCENTRATIONS, rising
from ldproof.numbers import Ball, Exact, ball, like

MOST = 1 << 11
"""So many draws are looked through, the first ones."""

Codes = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Repetition:
    """What 1 has become, or less; and what most of it comes from."""

    wealth: Ball
    step: int
    """The draw that others were as was so many places before; or anywhere, if this is 0."""
    times: int
    """How often a draw was as that one."""
    draws: int
    """Of so many."""


def repetition(draws: Sequence[str], chance: Callable[[str], Fraction]) -> Repetition | None:
    """By bets on each step and on all earlier draws, in the precision that is set; None where what came again cannot.

    The probabilities may be upper bounds. Half of the capital is on steps, one part in step (step + 1) of it on each: that
    one is counted which is worth most, with those that are as long as what was drawn, which have not been bet with yet.
    """
    if not draws:
        return Repetition(ball(1), 0, 0, 0)
    known, found = np.unique(np.array(draws[:MOST], dtype=object), return_inverse=True)
    codes, count = found.astype(np.intp), len(found)
    counts = tally(codes)
    likely = {code: chance(str(known[code])) for code, often in counts.items() if often > 1}
    if not all(likely.values()):
        return None
    step = best(codes, likely)
    same, chances = again(codes, step), {code: ball(each) for code, each in likely.items()}
    one = ball(1)
    ordered = held(one, {step: stepped(one, chances, tally(same), count - step)}, count) / 2
    urns = [urn(ball(worth), chances, counts) for worth in CONCENTRATIONS]
    picked = reduce(add, urns) / len(urns) / 2
    if ordered.mid() >= picked.mid():
        return Repetition(ordered + picked, step, len(same), count - step)
    return Repetition(ordered + picked, 0, count - len(known), count)


def tally(codes: Codes) -> dict[int, int]:
    """How often each came that came."""
    return {code: often for code, often in enumerate(np.bincount(codes).tolist()) if often}


def again(codes: Codes, step: int) -> Codes:
    """The draws that are as the one so many places before."""
    later = codes[step:]
    same: Codes = later[later == codes[: len(later)]]
    return same


def best(codes: Codes, chances: Mapping[int, Fraction]) -> int:
    """The step whose bets are worth most, as floats say: whichever it is, no more is counted than there is."""
    gains = np.zeros(int(codes.max()) + 1)
    gains[[*chances]] = [float((1 + 1 / ball(each)).log().mid()) for each in chances.values()]
    worth = [
        gains[again(codes, step)].sum() - log(2) * (len(codes) - step) - log(step * (step + 1))
        for step in range(1, len(codes))
    ]
    return 1 + int(np.argmax(worth)) if worth else 1


def held(one: Exact, steps: Mapping[int, Exact], count: int) -> Exact:
    """What one has become on these steps, with the parts of all that so many draws leave unused."""
    parts = (capital / (step * (step + 1)) for step, capital in steps.items())
    return reduce(add, parts, one / max(count, 2))


def stepped(one: Exact, chances: Mapping[int, Exact], same: Mapping[int, int], draws: int) -> Exact:
    """What one has become by bets on a step: half on the law at each draw, and half on one outcome."""
    paid = ((1 + 1 / chances[code]) ** often for code, often in same.items())
    return reduce(mul, paid, one) / like(one, 2) ** draws


def urn(worth: Exact, chances: Mapping[int, Exact], counts: Mapping[int, int]) -> Exact:
    """What 1 has become by bets on all earlier draws and on the law, which is worth so many."""
    paid = (
        rising(worth * chances[code], often) / chances[code] ** often if code in chances else worth
        for code, often in counts.items()
    )
    return reduce(mul, paid, like(worth, 1)) / rising(worth, sum(counts.values()))
