"""Betting on a whole law: on all outcomes at once, by how much likelier each seems to be with one input than with the other.

Each draw is made with the one input or the other, as a fair coin decides; P and Q are the laws of the outcome, given all
earlier draws. Privacy at the odds E says P <= E Q and Q <= E P of every outcome. A bet takes a shift and, for every
outcome, a weight for either inequality. Whatever weights of at least 0 it takes, its mean is then at most 1; and all may
be chosen anew for each batch, so outcomes may be added as they come. An event's bets are those on two outcomes.

Where the claim has a delta, it says P <= E Q + delta and Q <= E P + delta of every set of outcomes: each factor is then
less by half of delta for the largest weight of either inequality, and weights are cut off where that pays.

Placed is the growth-optimal e-variable against private laws: the ratio of what is likely by the past to the nearest
private laws. Floats choose, balls around the factors settle.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from ldproof.evidence.betting import BITS, short
from ldproof.evidence.predictive import WEIGHTS, expected
from ldproof.evidence.table import Table
from ldproof.numbers import Array, Ball, Exact, ball, precision, rational
from ldproof.rejections import Reason, Refused

SHARES = np.linspace(0, 1, 17)
"""Of the largest weight, where weights are cut off against a claim with a delta; at 0 nothing is bet."""
STEPS = 20
"""Bisections for the shift."""
NEGLIGIBLE = 1e-9
"""Smaller weights are none."""
AT_ONCE = 4
"""Of so many bisections all middles are looked at together."""
MIDDLES = np.linspace(0, 1, 2**AT_ONCE + 1)
"""These middles, and both ends, in parts of an interval."""


def factors(
    odds: Exact, first: Exact, second: Exact, shift: Exact, paid: Exact | int = 0
) -> tuple[Exact, Exact]:
    """What an outcome multiplies the capital by, with the one input and with the other; so much is paid for delta."""
    return 1 - shift - paid + first - odds * second, 1 + shift - paid - odds * first + second


Weights: TypeAlias = Mapping[str, tuple[Fraction, Fraction]]
"""A weight for either inequality, of the outcomes that have any."""


@dataclass(frozen=True, slots=True)
class RatioBet:
    """A bet on outcomes that is fair to laws that are private at these odds, and never loses everything."""

    odds: Fraction
    shift: Fraction = Fraction(0)
    weights: Weights = field(default_factory=dict)
    delta: Fraction = Fraction(0)

    enclosed: Mapping[str, tuple[Ball, Ball]] = field(init=False, repr=False, compare=False)
    """Balls around the factors of the outcomes that have weights."""
    others: tuple[Ball, Ball] = field(init=False, repr=False, compare=False)
    """And of all others."""

    def __post_init__(self) -> None:
        with precision(BITS):
            none, odds, shift, paid = ball(0), ball(self.odds), ball(self.shift), ball(self.paid)
            weights = {name: (ball(one), ball(other)) for name, (one, other) in self.weights.items()}
            found = {name: factors(odds, *each, shift, paid) for name, each in weights.items()}
            others = factors(odds, none, none, shift, paid)
            fair = self.odds > 1 and all(each >= 0 for both in weights.values() for each in both)
            if not fair or not all(each > 0 for both in (others, *found.values()) for each in both):
                raise Refused(
                    Reason.OUT_OF_RANGE,
                    f"the bet with the shift {self.shift} at odds {self.odds} is not fair",
                    "odds above 1, weights of at least 0 and factors above 0",
                )
        object.__setattr__(self, "enclosed", found)
        object.__setattr__(self, "others", others)

    @property
    def paid(self) -> Fraction:
        """Half of delta for the largest weight of either inequality."""
        if not self.delta:
            return self.delta
        return sum(map(max, zip(*self.weights.values(), strict=True)), Fraction(0)) * self.delta / 2

    @property
    def silent(self) -> tuple[Fraction, Fraction]:
        """The factors of an outcome without weights, also of one that is new."""
        return factors(self.odds, Fraction(0), Fraction(0), self.shift, self.paid)

    @property
    def factors(self) -> Mapping[str, tuple[Fraction, Fraction]]:
        """Those of all others."""
        paid = self.paid
        return {
            name: factors(self.odds, *weights, self.shift, paid) for name, weights in self.weights.items()
        }

    def settled(self, table: Table) -> Iterator[tuple[Ball, int]]:
        """What the capital is multiplied by, and how often."""
        ones, others = table.draws, table.others
        for name, here, there in table.outcomes:
            if name in self.enclosed:
                yield from zip(self.enclosed[name], (here, there), strict=True)
                ones, others = ones - here, others - there
        yield from zip(self.others, (ones, others), strict=True)


def shifted_i_projection(one: Array, other: Array, odds: Array | float, shift: Array) -> tuple[Array, Array]:
    """The reverse I-projection of laws onto private ones, for a shift: as they are where that is private."""
    u, v = one / (1 - shift), other / (1 + shift)
    above, below = (
        (one + other) / (odds * (1 - shift) + 1 + shift),
        (one + other) / (1 - shift + odds * (1 + shift)),
    )
    first, second = u > odds * v, v > odds * u
    return (
        np.where(first, odds * above, np.where(second, below, u)),
        np.where(first, above, np.where(second, odds * below, v)),
    )


def excess(one: Array, other: Array, odds: Array, shift: Array) -> Array:
    """By how much the projection of the other law is more than the one's, all outcomes together."""
    most, low, high = odds - 1, 1 - shift, 1 + shift
    both = most * (one + other)
    found: Array = np.maximum(other / high - one / low, both / (-high - odds * low))
    return np.asarray(np.minimum(found, both / (low + odds * high)).sum(axis=-1))


def growth_optimal_weights(one: Array, other: Array, odds: Array | float) -> tuple[Array, Array, Array]:
    """The shift and the weights that grow fastest if these are the laws; the shift makes the nearest ones sum to 1."""
    against = np.asarray(odds)[..., None]
    ends = np.broadcast_to([-1 + NEGLIGIBLE, 1 - NEGLIGIBLE], (*one.shape[:-1], 2))
    for _ in range(STEPS // AT_ONCE):
        ends = ends[..., :1] + (ends[..., 1:] - ends[..., :1]) * MIDDLES
        above = excess(one[..., None, :], other[..., None, :], against, ends[..., 1:-1, None]) > 0
        low = above.sum(axis=-1, keepdims=True)
        ends = np.take_along_axis(ends, np.concatenate([low, low + 1], axis=-1), axis=-1)
    shift = (ends[..., :1] + ends[..., 1:]) / 2
    u, v = shifted_i_projection(one, other, odds, shift)
    first, second = one / u - (1 - shift), other / v - (1 + shift)
    return (
        shift[..., 0],
        np.where(first > NEGLIGIBLE, first, 0),
        np.where(second > NEGLIGIBLE, second, 0),
    )


def cut(laws: tuple[Array, Array], odds: float, delta: float) -> tuple[Array, Array, Array]:
    """The shift and the weights, all weights above a share of the largest cut off: by the share that grows fastest."""
    shift, first, second = (each[:, None] for each in growth_optimal_weights(*laws, odds))
    tops = SHARES[:, None] * np.stack([each.max(axis=-1, keepdims=True) for each in (first, second)])
    first, second = np.minimum(first, tops[0]), np.minimum(second, tops[1])
    one, other = factors(odds, first, second, shift[..., None], tops.sum(axis=0) * delta / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        grown = (laws[0][:, None] * np.log(one) + laws[1][:, None] * np.log(other)).sum(axis=-1)
    best = np.nan_to_num(grown, nan=-np.inf).argmax(axis=-1)
    rows = np.arange(len(best))
    return np.where(best, shift[:, 0], 0), first[rows, best], second[rows, best]


def bets(odds: Fraction, past: Table, delta: Fraction = Fraction(0)) -> tuple[RatioBet, ...]:
    """The growth-optimal bets on all alternatives that the past suggests, rounded to fractions: none without a past."""
    (placed,) = bets_at_once([odds], past, delta)
    return placed


def bets_at_once(
    odds: Sequence[Fraction], past: Table, delta: Fraction = Fraction(0)
) -> list[tuple[RatioBet, ...]]:
    """The growth-optimal bets against each of several odds."""
    if not (past.draws and past.others and past.outcomes):
        return [(RatioBet(each, delta=delta),) * len(WEIGHTS) for each in odds]
    near = np.array([float(each) for each in odds])
    one, other = expected(past, near, float(delta))
    placed = (
        [cut((p, q), float(each), float(delta)) for p, q, each in zip(one, other, near, strict=True)]
        if delta
        else zip(*growth_optimal_weights(one, other, near[:, None, None]), strict=True)
    )
    names = [name for name, _, _ in past.outcomes]
    return [
        tuple(
            rounded(rational(each), float(shift), names, first, second, delta)
            for shift, first, second in zip(*found, strict=True)
        )
        for each, found in zip(odds, placed, strict=True)
    ]


def rounded(
    odds: Fraction,
    shift: float,
    names: Sequence[str],
    first: Array,
    second: Array,
    delta: Fraction = Fraction(0),
) -> RatioBet:
    """The bet nearby with short fractions, or none where that could lose everything."""
    try:
        weights = {
            name: (short(one), short(other))
            for name, one, other in zip(names, first.tolist(), second.tolist(), strict=True)
            if one or other
        }
        return RatioBet(odds, short(shift), weights, delta)
    except (Refused, OverflowError, ValueError):
        return RatioBet(odds, delta=delta)
