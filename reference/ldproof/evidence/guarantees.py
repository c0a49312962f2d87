"""Guarantees of (epsilon, delta), and which of those of one claim the past speaks against most."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ldproof.evidence.event_bets import Batch
from ldproof.evidence.ratio_bets import PSEUDOCOUNT, WEIGHTS, OutcomeTable, RatioBet, round_bet
from ldproof.numbers import Array


@dataclass(frozen=True, slots=True)
class Guarantee:
    """P(A) <= odds Q(A) + delta for all events A, where P and Q are the laws of any two neighbouring inputs."""

    odds: Fraction
    delta: Fraction = Fraction(0)


# A claim may be a set of guarantees, such as one for each epsilon. All of them hold if the claim does, so each bet may
# be against any of them. Which one is chosen from earlier batches: that costs no evidence, and floats may do it.


def excess_in_errors(guarantees: Sequence[Guarantee], above: Array, below: Array, batch: Batch) -> Array:
    """Return by how many standard errors the rates `above` and `below` of an event exceed each guarantee."""
    odds, delta = (
        np.array([float(getattr(each, name)) for each in guarantees]) for name in ("odds", "delta")
    )
    spread = above * (1 - above) / (batch.draws + 1) + odds**2 * below * (1 - below) / (batch.others + 1)
    return np.asarray((above - odds * below - delta) / np.sqrt(spread))


def guarantee_of_event(guarantees: Sequence[Guarantee], past: Batch) -> Guarantee:
    """Return the guarantee that an event, or its opposite, exceeds by most standard errors; the first without a past."""
    if len(guarantees) == 1 or not (past.draws and past.others):
        return guarantees[0]
    opposite = Batch(past.others, past.others - past.unlikely, past.draws, past.draws - past.likely)
    excess = np.maximum(excess_of_event(guarantees, past), excess_of_event(guarantees, opposite))
    return guarantees[int(excess.argmax())]


def excess_of_event(guarantees: Sequence[Guarantee], past: Batch) -> Array:
    """Return by how many standard errors the estimated rates of an event exceed each guarantee."""
    p, q = ((past.likely + 0.5) / (past.draws + 1), (past.unlikely + 0.5) / (past.others + 1))
    return excess_in_errors(guarantees, np.array(p), np.array(q), past)


# Bets on a law against one of several guarantees: on the set of outcomes whose probability with one input seems to be
# more than the odds times that with the other. If p and q are the probabilities of the set, and (u, v) is the pair with
# u = odds v + delta that is nearest to (p, q), then the factors p/u, (1-p)/(1-u), q/v and (1-q)/(1-v) grow fastest. They
# are those of a `RatioBet` with one weight on the set, so that the bet is fair whatever p and q are taken for.

SHRUNK = np.array([0.35, 0.7, 1.0, 1.5])
"""The alternatives suppose an excess of this times the one that is believed in: one for each of `WEIGHTS`."""
PRIOR = 1.0
"""Of an excess by z standard errors, z^2/(z^2 + PRIOR) of it is believed."""
STEPS = 50
"""Bisections for the nearest pair."""
SMALLEST = 1e-9
"""No set is taken to be less probable, or more probable than 1 less this."""


@dataclass(frozen=True, slots=True)
class SuspectedSet:
    """A set of outcomes, and the guarantee that it exceeds by most standard errors."""

    guarantee: Guarantee
    inside: Array
    """1 for each outcome of the set, 0 for others."""
    above: float
    """The probability of the set with the input that makes it likelier, as estimated."""
    below: float
    errors: float
    """By how many standard errors the guarantee is exceeded; 0 if it is not."""


def guarantee_bets(guarantees: Sequence[Guarantee], past: OutcomeTable) -> tuple[RatioBet, ...]:
    """Return bets on the set of outcomes, and against the guarantee, that promise most; no bets without a past."""
    if not (past.draws and past.others and past.outcomes):
        return (RatioBet(guarantees[0].odds, delta=guarantees[0].delta),) * len(WEIGHTS)
    one, other = (
        (each + PSEUDOCOUNT) / (total + len(each) * PSEUDOCOUNT)
        for each, total in zip(past.counts(), (past.draws, past.others), strict=True)
    )
    first = suspected_set(guarantees, one, other, Batch(past.draws, 0, past.others, 0))
    second = suspected_set(guarantees, other, one, Batch(past.others, 0, past.draws, 0))
    names, none, turned = [name for name, _, _ in past.outcomes], 0 * one, second.errors > first.errors
    found = second if turned else first
    odds, delta = found.guarantee.odds, found.guarantee.delta
    return tuple(
        round_bet(odds, -shift, names, none, weight * found.inside, delta)
        if turned
        else round_bet(odds, shift, names, weight * found.inside, none, delta)
        for weight, shift in optimal_set_stakes(found)
    )


def suspected_set(guarantees: Sequence[Guarantee], above: Array, below: Array, totals: Batch) -> SuspectedSet:
    """Return the set of outcomes that exceeds its guarantee most, by estimates of the probabilities of the outcomes."""
    odds = np.array([[float(each.odds)] for each in guarantees])
    inside = np.where(above > odds * below, 1.0, 0.0)
    p, q = (np.clip(inside @ each, SMALLEST, 1 - SMALLEST) for each in (above, below))
    errors = excess_in_errors(guarantees, p, q, totals)
    best = int(errors.argmax())
    return SuspectedSet(
        guarantees[best], inside[best], float(p[best]), float(q[best]), max(float(errors[best]), 0.0)
    )


def optimal_set_stakes(found: SuspectedSet) -> list[tuple[float, float]]:
    """Return the weight of the set and the shift that grow fastest, for each alternative."""
    odds, delta, p, q = float(found.guarantee.odds), float(found.guarantee.delta), found.above, found.below
    believed = SHRUNK * found.errors**2 / (found.errors**2 + PRIOR)
    spreads = p * (1 - p), q * (1 - q)
    less = (p - odds * q - delta) * (1 - believed) / (spreads[0] + odds**2 * spreads[1])
    p1 = np.minimum(p - less * spreads[0], 1 - SMALLEST)
    q1 = np.maximum(q + less * odds * spreads[1], SMALLEST)
    low, high = np.zeros(len(SHRUNK)), np.full(len(SHRUNK), (1 - delta) / odds)
    with np.errstate(divide="ignore", invalid="ignore"):
        for _ in range(STEPS):
            v = (low + high) / 2
            u = odds * v + delta
            slope = odds * ((1 - p1) / (1 - u) - p1 / u) + (1 - q1) / (1 - v) - q1 / v
            low, high = np.where(slope > 0, low, v), np.where(slope > 0, v, high)
        u = odds * low + delta
        weight = p1 / u - (1 - p1) / (1 - u)
        shift = 1 - weight * delta / 2 - (1 - p1) / (1 - u)
    sensible = (found.errors > 0) & (weight > 0) & np.isfinite(weight) & np.isfinite(shift)
    return [*zip(np.where(sensible, weight, 0).tolist(), np.where(sensible, shift, 0).tolist(), strict=True)]
