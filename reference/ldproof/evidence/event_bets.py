"""Bets on one event: its counts, the bets that are fair to privacy, and the growth-optimal ones."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from ldproof.errors import Reason, Refused
from ldproof.numbers import Array, Ball, Elementary, Exact, ball, log, precision, rational, sqrt
from ldproof.parameters import Whole, validate_fields
from ldproof.probability import divergence

# The counts of an event, by which bets are settled.

COUNT = Whole(0, 10**18)
"""The domain of counts."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The draws with the likely input and with the other one, and how often the event happened in them."""

    draws: int
    likely: int
    others: int
    """The draws with the other input."""
    unlikely: int

    def __post_init__(self) -> None:
        validate_fields(self, draws=COUNT, likely=COUNT, others=COUNT, unlikely=COUNT)
        if not (0 <= self.likely <= self.draws and 0 <= self.unlikely <= self.others):
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"{self.likely} and {self.unlikely} events in {self.draws} and {self.others} draws",
                "counts from 0 to the number of draws",
            )

    def counts(self) -> tuple[int, int, int, int]:
        """The counts (event, no event) with the likely input, then with the other: four numbers."""
        return self.likely, self.draws - self.likely, self.unlikely, self.others - self.unlikely

    def __add__(self, other: "Batch") -> "Batch":
        return Batch(
            self.draws + other.draws,
            self.likely + other.likely,
            self.others + other.others,
            self.unlikely + other.unlikely,
        )


NOTHING = Batch(0, 0, 0, 0)

# Betting against the privacy of one event: which bets are fair to it, and the growth-optimal ones, which are placed.
#
# Each draw is made with the likely input or with the other, as a fair coin decides; u and v are the probabilities of
# the event, given all earlier draws. Privacy at the odds E says u <= E v and, of the opposite event, 1 - v <= E (1 -
# u). A bet takes a weight for either inequality and a shift, and multiplies the capital by one factor per draw.
# Whatever weights of at least 0 it takes, its mean is then at most 1, so that capital is a supermartingale, whatever a
# draw owes to those before it: floats may choose a bet, balls around its factors settle it. Without the coin it is fair
# to a draw with either input that are independent of each other.
#
# Where the claim has a delta, it says u <= E v + delta and 1 - v <= E (1 - u) + delta: each factor is then less by half
# of delta for each of the weights.

Counts: TypeAlias = Array | int

BITS = 128
"""The precision of the factors that settle a bet."""
PLACES = 40
"""Bets are multiples of 2^-40."""
FIRST_STEP, GROWTH, STEPS = 0.035, 2.5, 7
"""The alternatives exceed the claim by 3.5% of it, and by two and a half times as much each time."""
LEAST_STEP = 0.003
MOST_ODDS = 5 * 10**8
"""About e^20: beyond it floats choose no sensible bets."""
WEIGHTS = tuple(rational(each, 100) for each in (64, 16, 7, 4, 3, 3, 3))
"""The shares of the alternatives in the capital: most of it bets on those that take longest to see."""
NEAR = 2
"""The standard errors within which p1 + p0 is taken for 1, where both inequalities are tight."""


def event_factors(
    odds: Exact, first: Exact, second: Exact, shift: Exact, delta: Exact | int = 0
) -> tuple[Exact, Exact, Exact, Exact]:
    """Return the factors of the capital: for event and no event with the likely input, then with the other."""
    likely = first + second * odds
    unlikely = first * odds + second
    paid = (first + second) * delta / 2
    silent, other = 1 - shift - second * (odds - 1) - paid, 1 + shift - paid
    return silent + likely, silent, other - unlikely, other


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet that is fair if the event is private at these odds, with positive factors. Raise `Refused` otherwise."""

    odds: Fraction
    first: Fraction = Fraction(0)
    second: Fraction = Fraction(0)
    shift: Fraction = Fraction(0)
    delta: Fraction = Fraction(0)

    enclosed: tuple[Ball, Ball, Ball, Ball] = field(init=False, repr=False, compare=False)
    """Balls that contain the factors."""

    def __post_init__(self) -> None:
        with precision(BITS):
            odds, first, second, *others = map(ball, self._parts())
            found = event_factors(odds, first, second, *others)
            fair = self.odds > 1 and first >= 0 and second >= 0
            if not fair or not all(each > 0 for each in found):
                raise Refused(
                    Reason.OUT_OF_RANGE,
                    f"the bet {self.first}, {self.second}, {self.shift} at odds {self.odds} is not fair",
                    "odds above 1, weights of at least 0 and factors above 0",
                )
        object.__setattr__(self, "enclosed", found)

    @property
    def factors(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """The factors of the capital, as in `event_factors`."""
        return event_factors(*self._parts())

    def _parts(self) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
        return self.odds, self.first, self.second, self.shift, self.delta


def project_to_edge(p1: Array, p0: Array, odds: float) -> Array:
    """The v = t that minimises KL(p1 || odds t) + KL(p0 || t): the reverse I-projection onto the edge u = odds v."""
    whole = odds + p1 + 1 + odds * p0
    inside: Array = np.maximum(whole**2 - 8 * odds * (p1 + p0), 0)
    nearest: Array = 2 * (p1 + p0) / (whole + np.sqrt(inside))
    return nearest


def reverse_i_projection(p1: Array, p0: Array, odds: float) -> tuple[Array, Array]:
    """The private (u, v) nearest to a point (p1, p0) that is not private, on an edge or at their corner."""
    corner = 1 / (odds + 1)
    one, other = project_to_edge(p1, p0, odds), project_to_edge(1 - p0, 1 - p1, odds)
    on_first = (p1 > odds * p0) & (one <= corner)
    on_second = ~on_first & (1 - p0 > odds * (1 - p1)) & (other <= corner)
    u = np.where(on_first, odds * one, np.where(on_second, 1 - other, odds * corner))
    v = np.where(on_first, one, np.where(on_second, 1 - odds * other, corner))
    return u, v


def growth_optimal_stakes(p1: Array, p0: Array, odds: float) -> tuple[Array, Array, Array]:
    """The growth-optimal (Kelly) stakes if (p1, p0) is true: a weight for either inequality, and a shift."""
    u, v = reverse_i_projection(p1, p0, odds)
    likely, unlikely = (p1 - u) / (u * (1 - u)), (v - p0) / (v * (1 - v))
    width = odds**2 - 1
    first = np.maximum((odds * unlikely - likely) / width, 0)
    second = np.maximum((odds * likely - unlikely) / width, 0)
    return first, second, (odds * first + second) * v


def stakes_with_delta(
    total: Array, odds: float, delta: float, alternatives: Array
) -> tuple[Array, Array, Array]:
    """As `growth_optimal_stakes`, against a claim with delta: for each alternative, the two weights and the shift."""
    small = np.minimum(total, 2 - total)[..., None]
    spread = np.maximum(small - delta, 0)
    v, p0 = spread / (odds + 1), spread / (alternatives + 1)
    u, p1 = small - v, small - p0
    sure = np.where(spread > 0, 1.0, np.nan)
    likely, unlikely = (p1 - u) / (u * (1 - u) * sure), (v - p0) / (v * (1 - v) * sure)
    both = np.asarray(total == 1)[..., None]
    alone = np.minimum(likely, unlikely / odds)
    each = np.where(both, likely / (odds + 1), alone)
    each = np.nan_to_num(np.maximum(each, 0))
    common = np.asarray(total > 1)[..., None]
    first, second = np.where(common, 0, each), np.where(common | both, each, 0)
    paid = (first + second) * delta / 2
    shift = np.where(common, second * (1 - u), (odds * first + second) * v) + paid
    return first, second, shift


def tight_probabilities(total: Array, odds: Array) -> tuple[Array, Array]:
    """The (p1, p0) with the sum `total` whose tight odds are `odds`."""
    low: Array = np.minimum(total, 2 - total) / (odds + 1)
    below: Array = np.asarray(total <= 1)
    return np.where(below, odds * low, 1 - low), np.where(below, low, 1 - odds * low)


def locate_event(draws: Counts, likely: Array, others: Counts, unlikely: Array) -> Array:
    """The estimated p1 + p0 of an event, from counts; exactly 1 if it is within `NEAR` standard errors of that."""
    p1, p0 = (likely + 0.5) / (draws + 1), (unlikely + 0.5) / (others + 1)
    error = np.sqrt(p1 * (1 - p1) / (draws + 1) + p0 * (1 - p0) / (others + 1))
    total: Array = p1 + p0
    return np.where(np.abs(total - 1) <= NEAR * error, 1.0, total)


@lru_cache
def alternative_odds(odds: float) -> Array:
    """The odds, above the claim's, that bets are optimal for: the same with every batch."""
    epsilon = float(np.log(odds))
    step = max(FIRST_STEP * epsilon, LEAST_STEP)
    found: Array = np.minimum(
        np.exp(np.minimum(epsilon + step * GROWTH ** np.arange(STEPS), 50)), 20 * MOST_ODDS
    )
    found.flags.writeable = False
    return found


def optimal_stakes(
    draws: Counts, likely: Array, others: Counts, unlikely: Array, odds: float, delta: float = 0
) -> tuple[Array, Array, Array]:
    """The growth-optimal weights and shift for each alternative, from past counts; 0 without a past."""
    total = locate_event(draws, likely, others, unlikely)
    with np.errstate(divide="ignore", invalid="ignore"):  # odds that no float tells from 1, say
        if delta:
            first, second, shift = stakes_with_delta(total, odds, delta, alternative_odds(odds))
        else:
            first, second, shift = growth_optimal_stakes(
                *tight_probabilities(total[..., None], alternative_odds(odds)), odds
            )
        staked = np.asarray(np.minimum(draws, others) > 0, dtype=float)[..., None]
        return staked * first, staked * second, staked * shift


def optimal_event_bets(
    odds: Fraction, pasts: Sequence[Batch], delta: Fraction = Fraction(0)
) -> list[tuple[Bet, ...]]:
    """For each past, the growth-optimal bet on each alternative, rounded to fractions."""
    counts = np.array([(each.draws, each.likely, each.others, each.unlikely) for each in pasts], dtype=float)
    draws, likely, others, unlikely = counts.reshape(-1, 4).T
    found = optimal_stakes(draws, likely, others, unlikely, float(odds), float(delta))
    against, exceeded = rational(odds), rational(delta)
    return [
        tuple(
            round_bet(against, one, other, shift, exceeded)
            for one, other, shift in zip(first, second, moved, strict=True)
        )
        for first, second, moved in zip(*(each.tolist() for each in found), strict=True)
    ]


def round_bet(
    odds: Fraction, first: float, second: float, shift: float, delta: Fraction = Fraction(0)
) -> Bet:
    """The bet with these stakes, rounded to short fractions; no bet, if that is not fair or could lose everything."""
    try:
        one, other, moved = map(short_fraction, (first, second, shift))
        return Bet(odds, one, other, moved, delta)
    except (Refused, OverflowError, ValueError):
        return Bet(odds, delta=delta)


def short_fraction(number: float) -> Fraction:
    """A float rounded towards 0 to a multiple of 2^-40."""
    return rational(int(number * 2**PLACES), 2**PLACES)


# The pairs that any auditor needs: the logarithm of 1/alpha over the largest evidence of one pair.


def nearest_rate(odds: Elementary, p1: Elementary, p0: Elementary) -> Elementary:
    """The v = t that minimises KL(p1 || odds t) + KL(p0 || t): the reverse I-projection onto u = odds v."""
    whole = odds + p1 + 1 + odds * p0
    return 2 * (p1 + p0) / (whole + sqrt(whole**2 - 8 * odds * (p1 + p0)))


def evidence_growth_rate(odds: Elementary, p1: Elementary, p0: Elementary) -> Elementary:
    """The largest growth rate per pair, a KL divergence, of evidence that p1 <= odds p0 is false, where it is."""
    t = nearest_rate(odds, p1, p0)
    return divergence(p1, odds * t) + divergence(p0, t)


def pairs_until_rejection(odds: Elementary, p1: Elementary, p0: Elementary, alpha: Elementary) -> Elementary:
    """The pairs until evidence of p1 > odds p0 is expected to reach 1/alpha: ln(1/alpha) over its growth rate."""
    return log(1 / alpha) / evidence_growth_rate(odds, p1, p0)
