"""For counts that were taken once: Clopper and Pearson's bounds, and Holm's correction over events.

The number of samples must not depend on what they showed. For samples that keep coming, bet.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import exp, floor, inf, lgamma, log1p
from math import log as ln
from typing import Literal

from ldproof.errors import Reason, Refused
from ldproof.evidence.event_bets import COUNT
from ldproof.evidence.guarantees import Guarantee
from ldproof.numbers import Ball, Real, lift, log
from ldproof.parameters import Between, validate_fields

KIND: Literal["fixed-sample"] = "fixed-sample"
"""The label of every verdict from here."""
ALPHA = Between(Fraction(0), Fraction(1), open_high=True)
"""How probable a mistake may be: not at all, where nothing is tested."""
PLACES = 40
"""Bounds are multiples of 2^-40, and of 2^-40 in epsilon."""
UNITS = 1 << PLACES
NEWTON = 30
"""The most steps of a method that mostly takes five."""


@dataclass(frozen=True, slots=True)
class EventCounts:
    """How often an event happened among the samples of the likely input, and among those of the other."""

    likely: int
    likely_samples: int
    unlikely: int
    unlikely_samples: int

    def __post_init__(self) -> None:
        validate_fields(self, likely=COUNT, likely_samples=COUNT, unlikely=COUNT, unlikely_samples=COUNT)
        if not (0 <= self.likely <= self.likely_samples and 0 <= self.unlikely <= self.unlikely_samples):
            raise Refused(
                Reason.OUT_OF_RANGE, f"the counts {self} are impossible", "counts from 0 to the samples"
            )


def binomial_upper_tail(count: int, least: int, chance: Fraction) -> Real:
    """Pr[Bin(count, chance) >= least] for least >= 1, as an enclosed number."""
    return lift(partial(incomplete_beta, least, count - least + 1), chance, exactly=False)


def incomplete_beta(a: int, b: int, end: Ball) -> Ball:
    """The regularised incomplete beta function I_end(a, b)."""
    return end.beta_lower(a, b, 1)


@lru_cache(maxsize=1 << 10)  # Holm and the bound on epsilon ask for the same ones
def lower_bound(count: int, samples: int, alpha: Fraction) -> Fraction:
    """Clopper and Pearson's lower bound on a probability, rounded down."""
    if not count:
        return Fraction(0)
    low = min(round(initial_chance(count, samples, float(alpha)) * UNITS), UNITS - 1)
    high, step = low + 1, 1
    while low and not is_improbable(samples, count, Fraction(low, UNITS), alpha):
        low, high, step = max(0, low - step), low, 2 * step
    step = 1
    while high < UNITS and is_improbable(samples, count, Fraction(high, UNITS), alpha):
        low, high, step = high, min(UNITS, high + step), 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        if is_improbable(samples, count, Fraction(middle, UNITS), alpha):
            low = middle
        else:
            high = middle
    return Fraction(low, UNITS)


def initial_chance(count: int, samples: int, alpha: float) -> float:
    """The chance at which Pr[Bin(samples, chance) >= count] is about alpha, in floats, by Newton's method."""
    chance = (count - 0.5) / samples
    orders = lgamma(samples + 1) - lgamma(count) - lgamma(samples - count + 1)
    for _ in range(NEWTON):
        reached = float(binomial_upper_tail(samples, count, Fraction(chance)))
        slope = exp(orders + (count - 1) * ln(chance) + (samples - count) * log1p(-chance))
        if not (reached > 0 and 0 < slope < inf and alpha > 0):
            break
        step = reached / slope * ln(reached / alpha)
        chance = min(max(chance - step, chance / 2), (1 + chance) / 2)
        if abs(step) * UNITS < 1:
            break
    return chance


def is_improbable(samples: int, count: int, chance: Fraction, alpha: Fraction) -> bool:
    """Whether Pr[Bin(samples, chance) >= count] < alpha; False if that cannot be decided."""
    try:
        return binomial_upper_tail(samples, count, chance) < alpha
    except Refused:
        return False


def upper_bound(count: int, samples: int, alpha: Fraction) -> Fraction:
    """Clopper and Pearson's upper bound on a probability, rounded up."""
    return 1 - lower_bound(samples - count, samples, alpha)


def shows_violation(
    odds: Fraction,
    counted: EventCounts,
    alpha: Fraction,
    delta: Fraction = Fraction(0),
    further: Iterable[Guarantee] = (),
) -> bool:
    """Whether the bounds at half of alpha each show Pr[likely] > odds Pr[unlikely] + delta, or of a further guarantee.

    Both bounds hold together with probability 1 - alpha, so that all guarantees may be looked at.
    """
    low = lower_bound(counted.likely, counted.likely_samples, alpha / 2)
    high = upper_bound(counted.unlikely, counted.unlikely_samples, alpha / 2)
    return any(low > each.odds * high + each.delta for each in (Guarantee(odds, delta), *further))


def holm_violations(
    odds: Fraction,
    events: Mapping[str, EventCounts],
    alpha: Fraction,
    delta: Fraction = Fraction(0),
    further: Sequence[Guarantee] = (),
) -> frozenset[str]:
    """The events that violate the claim, by Holm's method: any is named by mistake with probability alpha at most.

    The claim is of these odds and this delta, and of all further guarantees.
    """
    alpha, left = ALPHA.accept("alpha", alpha), set(events)
    while left:
        level = alpha / len(left)
        found = {name for name in left if shows_violation(odds, events[name], level, delta, further)}
        if not found:
            break
        left -= found
    return frozenset(events.keys() - left)


def epsilon_bound(
    events: Mapping[str, EventCounts], alpha: Fraction, delta: Fraction = Fraction(0)
) -> Fraction:
    """A lower bound on epsilon with confidence 1 - alpha, over all events, rounded down; at least 0."""
    alpha = ALPHA.accept("alpha", alpha)
    level = alpha / (2 * len(events)) if events else alpha
    best = Fraction(0)
    for each in events.values():
        low = lower_bound(each.likely, each.likely_samples, level)
        high = upper_bound(each.unlikely, each.unlikely_samples, level)
        if low - delta > high:
            best = max(best, log_rounded_down((low - delta) / high))
    return best


def log_rounded_down(ratio: Fraction) -> Fraction:
    """The logarithm of a fraction above 1, rounded down."""
    return Fraction(floor(log(Real(ratio)) * 2**PLACES), 2**PLACES)
