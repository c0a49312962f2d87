"""How much privacy is lost at least, by what was seen: a lower curve delta(epsilon), and lower bounds on rho and mu.

Every event has a confidence sequence with either input, all of them together at 1 - alpha, so that the events that show
most may be chosen after the draws. Let p be a lower bound with one input, and q an upper bound with the other. Then
delta at epsilon is at least p - e^epsilon q; and as the divergence of two Bernoulli laws grows with p and falls with q,
rho and mu are at least those of p and q. Floats choose events and orders, balls settle the bounds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

import numpy as np

from ldproof.auditor.notions import BITS, event_divergence, normal_probability
from ldproof.auditor.outcomes import CountedOutcomes
from ldproof.evidence import odds_of_epsilon
from ldproof.evidence.confidence import UNITS, probability_interval
from ldproof.numbers import Ball, Real, ball, floor, log, precision

EPSILONS = tuple(Fraction(each, 4) for each in (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40))
"""The epsilons at which the curve is stated."""
ORDERS = tuple(1 + Fraction(round(2.0**each), 1 << 16) for each in np.arange(4, 24, 0.5).tolist())
"""The orders of the divergences by which rho is bounded, from just above 1 to 182."""
TINY = 1e-12
"""Quantiles are looked for between this probability and 1 less this."""


@dataclass(frozen=True, slots=True)
class BoundedEvent:
    """A lower bound on the probability of an event with one input, and an upper bound on that with another."""

    above: Fraction
    below: Fraction


@dataclass(frozen=True, slots=True)
class Profile:
    """Lower bounds of what pairs of inputs lose: all hold together with confidence 1 - alpha, if draws are independent."""

    deltas: tuple[tuple[Fraction, Fraction], ...] = ()
    """Delta by epsilon, where it is above 0."""
    epsilon: Fraction = Fraction(0)
    """At delta 0."""
    rho: Fraction = Fraction(0)
    mu: Fraction = Fraction(0)


def profile_of_counts(counted: CountedOutcomes, sides: Sequence[tuple[int, int]], alpha: Fraction) -> Profile:
    """Return the lower bounds from counts of outcomes, for the worst of some pairs of inputs."""
    found = [each for each in bounded_events(counted, sides, alpha) if each.above > each.below]
    if not found:
        return Profile()
    curve = ((epsilon, delta_at_least(found, epsilon)) for epsilon in EPSILONS)
    ratio = max(each.above / each.below for each in found)
    shift = max(found, key=lambda each: quantile(each.above) - quantile(each.below))
    return Profile(
        tuple((epsilon, delta) for epsilon, delta in curve if delta > 0),
        Fraction(floor(log(Real(ratio)) * UNITS), UNITS),
        max(map(rho_at_least, found)),
        shift_at_least(shift),
    )


def bounded_events(
    counted: CountedOutcomes, sides: Sequence[tuple[int, int]], alpha: Fraction
) -> Iterator[BoundedEvent]:
    """Yield events of each pair in both directions, with their bounds.

    The events are those outcomes that are likeliest with the one input beside the other, of whichever number. The
    bounds hold for all events of all inputs together: an event has the same ones as its opposite.
    """
    if not counted.stage:
        return
    inputs = {each for pair in sides for each in pair}
    level = counted.share(alpha) / (len(inputs) << len(counted.parts))
    for one, other in (way for pair in sides for way in (pair, pair[::-1])):
        draws, others = counted.draws[one], counted.draws[other]
        if not (draws and others):
            continue
        times = np.array([counted.times[one], counted.times[other]])
        order = np.argsort(-(times[0] + 0.5) / (times[1] + 0.5), kind="stable")
        for above, below in np.cumsum(times[:, order], axis=1).T.tolist():
            low = probability_interval(above, draws, level).low
            yield BoundedEvent(low, probability_interval(below, others, level).high)


def quantile(chance: Fraction) -> float:
    """Return the normal quantile of a probability, about."""
    return NormalDist().inv_cdf(min(max(float(chance), TINY), 1 - TINY))


def delta_at_least(found: Sequence[BoundedEvent], epsilon: Fraction) -> Fraction:
    """Return the largest lower bound on delta at an epsilon."""
    odds = odds_of_epsilon(epsilon) if epsilon else Fraction(1)
    return max(each.above - odds * each.below for each in found)


def rho_at_least(found: BoundedEvent) -> Fraction:
    """Return a lower bound on rho: the largest divergence of an event over its order, rounded down."""
    p, q = float(found.above), float(found.below)
    order = max(ORDERS, key=lambda each: event_divergence(float(each), p, q) / float(each))
    with precision(BITS):
        a, above, below = map(ball, (order, found.above, found.below))
        terms = above**a * below ** (1 - a) + (1 - above) ** a * (1 - below) ** (1 - a)
        return max(round_down(terms.log() / (a * (a - 1))), Fraction(0))


def shift_at_least(found: BoundedEvent) -> Fraction:
    """Return a lower bound on mu: the difference of the normal quantiles of both probabilities, rounded down."""
    with precision(BITS):
        high, low = (round_quantile(chance, way) for chance, way in ((found.above, -1), (found.below, 1)))
    return max(high - low, Fraction(0))


def round_quantile(chance: Fraction, way: int) -> Fraction:
    """Return a number that is certainly not above the normal quantile, or for the way 1 not below it, but near."""
    units, step = round(quantile(chance) * UNITS), 1
    while not way * (normal_probability(ball(Fraction(units, UNITS))) - ball(chance)) >= 0:
        units, step = units + way * step, 2 * step
    return Fraction(units, UNITS)


def round_down(value: Ball) -> Fraction:
    """Return a multiple of 2^-40 that is certainly not above a number."""
    return Fraction(int((value * ball(UNITS)).lower().floor().lower().fmpz()), UNITS)
