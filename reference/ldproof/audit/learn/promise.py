"""What an event promises: the evidence that a pair of draws may be expected to give. Floats, as it only chooses."""

import numpy as np

from ldproof.evidence.betting import reverse_i_projection, tight
from ldproof.numbers import Array

EXPECTED, LEAST = 0.1, 0.01
"""A claim that is broken is expected to be so by about this share of epsilon, or by so much at least."""
SURE = 2.0
"""Or by the estimate less so many of its standard errors."""
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(5)
SHARES = WEIGHTS / WEIGHTS.sum()
MOST_EPSILON = 50.0


def promise(one: Array, other: Array, pairs: Array | int, odds: float) -> Array:
    """What events promise that happened so often with either input, in so many pairs of draws.

    It is the mean over what the excess of epsilon may be, given its estimate and what is expected: so that of two
    events that may both be tight, the one counts for more that would show it sooner. Where it is more, it is the
    evidence at the estimate less some standard errors, so that what nobody expects is believed once it is plain.
    """
    p1, p0 = ((np.maximum(one, other) + 0.5) / (pairs + 1), (np.minimum(one, other) + 0.5) / (pairs + 1))
    total = p1 + p0
    high, low = np.where(total <= 1, p1, 1 - p0), np.where(total <= 1, p0, 1 - p1)
    claimed = float(np.log(odds))
    excess, error = np.log(high / low) - claimed, ((1 - high) / high + (1 - low) / low) / (pairs + 1)
    prior = max(EXPECTED * claimed, LEAST) ** 2
    mean, spread = excess * prior / (prior + error), np.sqrt(error * prior / (prior + error))
    sure = excess * np.maximum(
        1 - SURE / np.maximum(excess_in_standard_errors(high, low, pairs, odds), SURE), 0
    )
    supposed = np.concatenate([mean[..., None] + spread[..., None] * NODES, sure[..., None]], axis=-1)
    shown = evidence(total[..., None], supposed, odds)
    found: Array = np.maximum((shown[..., :-1] * SHARES).sum(axis=-1), shown[..., -1])
    return found


def excess_in_standard_errors(high: Array, low: Array, pairs: Array | int, odds: float) -> Array:
    """By how many standard errors the claim is exceeded: of the claim, as an estimate of 0 has none that is any use."""
    kept = (high + low) / (odds + 1)
    spread = odds * kept * (1 - odds * kept) + odds**2 * kept * (1 - kept)
    found: Array = (high - odds * low) / np.sqrt(spread / (pairs + 1))
    return found


def evidence(total: Array, excess: Array, odds: float) -> Array:
    """What a pair of draws shows by an event of this total probability, if the claim is exceeded by so much."""
    exceeded = excess > 0
    total = np.broadcast_to(total, excess.shape)[exceeded]
    epsilon = np.minimum(np.log(odds) + excess[exceeded], MOST_EPSILON)
    p1, p0 = tight(total, np.exp(epsilon))
    u, v = reverse_i_projection(p1, p0, odds)
    shown = np.zeros(excess.shape)
    shown[exceeded] = divergence(p1, u) + divergence(p0, v)
    return shown


def divergence(p: Array, q: Array) -> Array:
    """KL(p || q) of coins that are neither 0 nor 1."""
    found: Array = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    return found
