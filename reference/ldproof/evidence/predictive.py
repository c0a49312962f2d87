"""The laws that the past suggests: posterior predictive laws of what comes next, by Bayes' rule, though simplified.

For each of some epsilons above the claim, the alternatives, there are two ways to think of a law. The one takes every
outcome alone: it is as likely with either input as the odds of the alternative let it, or less, or the same with both,
or far beyond; how often it comes is free. The other knows that many mechanisms have two levels: each outcome has the
high or the low probability with either input, and their ratio is the odds. It learns much sooner what is high and what
is low, as it is told by how often an outcome comes at all. The past weighs both, by how likely each makes it.

Simplified is this: where outcomes are taken alone, how often each comes is smoothed and balanced and no posterior mean,
and both ways are weighed by another prior of that. Whatever is suggested, bets on it are fair: nothing is claimed of
how well these laws fit, and floats do.
"""

from dataclasses import dataclass
from math import lgamma

import numpy as np

from ldproof.evidence.betting import MOST_ODDS
from ldproof.evidence.table import Table
from ldproof.numbers import Array, rational

EXCESSES = np.array([0.055, 0.2, 0.52, 2.4])
FLOORS = np.array([0.02, 0.15, 0.6, 2.0])
"""The alternatives exceed the claim by these shares of epsilon; or by so much where it is 0, and by less up to 1."""
WEIGHTS = tuple(rational(each, 100) for each in (25, 42, 30, 3))
"""How the capital is shared among them."""
SORTS = np.array(
    [
        [0.9, 0.08, 0.002, 0.018],
        [0.6, 0.35, 0.002, 0.048],
        [0.5, 0.03, 0.002, 0.468],
        [0.1, 0.03, 0.002, 0.868],
        [0.05, 0.9, 0.002, 0.048],
        [0.02, 0.05, 0.3, 0.63],
    ]
)
"""Sorts of laws, by how many outcomes are as likely as the odds let them, less, far beyond, and the same with both."""
BELIEVED = np.array([0.27, 0.09, 0.36, 0.13, 0.05, 0.1])
"""How much each sort is believed in before anything came."""
RATIOS = np.linspace(-1, 1, 21)[np.arange(21) != 10]
"""Logarithms of ratios that are less and not 0, in parts of epsilon, or with a delta in parts of the alternative's.

The nearer to none the more likely they are.
"""
FAR = np.array([1.0, 2.0, 4.0])
"""By how much those far beyond exceed the alternative."""
KINDS = np.repeat(np.eye(SORTS.shape[1]), (2, len(RATIOS), 2 * len(FAR), 1), axis=0)
"""Of which kind each ratio is: the alternative and its inverse, those that are less, those far beyond, and 1."""
INSIDE = (1 - np.abs(RATIOS)) ** 2 + 1e-6
WITHIN = np.concatenate([[0.5] * 2, INSIDE / INSIDE.sum(), np.full(2 * len(FAR), 0.5 / len(FAR)), [1]])
"""How likely a ratio is among those of its kind."""
PSEUDOCOUNT = 0.25
"""Every outcome is taken to have come so often with either input, before anything came."""
TWO_LEVELS = 0.05
"""How much it is believed that a law has two levels, before anything came."""
HIGH_HERE, HIGH_THERE = np.array([1, 1, 0, 0]), np.array([1, 0, 1, 0])
HIGH = HIGH_HERE + HIGH_THERE
"""Outcomes that are high with both inputs, with the one, with the other, with none; and with how many."""
SMALLEST = 1e-9
"""No outcome is expected with a smaller share of its draws with either input."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """Two laws for each alternative, and the logarithm of how likely the past is by what they are taken from."""

    evidence: Array
    one: Array
    other: Array


def alternatives(odds: Array | float) -> Array:
    """The logarithms of the odds that are bet on, a row for each odds where these are several."""
    epsilon = np.log(odds)[..., None]
    excesses = np.maximum(epsilon * EXCESSES, (1 - epsilon) * FLOORS)
    found: Array = np.minimum(epsilon + excesses, np.log(20 * MOST_ODDS))
    return found


def expected(past: Table, odds: Array | float, delta: float = 0) -> tuple[Array, Array]:
    """The laws that the past suggests, a row for each alternative to each odds.

    Where the claim has a delta, of outcomes that are taken alone.
    """
    top = alternatives(odds)[..., None]
    found = outcomes_alone(past, np.asarray(odds), top, delta)
    return (found.one, found.other) if delta else weighed(found, two_levels(past, top))


def weighed(free: Suggested, levels: Suggested) -> tuple[Array, Array]:
    """The laws that both suggest together, as the past weighs them."""
    ways = levels.evidence.shape[-1]
    shares = np.array([1 - TWO_LEVELS] + [TWO_LEVELS / ways] * ways)
    evidence = np.concatenate([free.evidence[..., None], levels.evidence], axis=-1)
    weights, _ = posterior(evidence + np.log(shares))
    one, other = (
        weights[..., :1] * law + (weights[..., None, 1:] @ more)[..., 0, :]
        for law, more in ((free.one, levels.one), (free.other, levels.other))
    )
    return one, other


def posterior(logarithms: Array) -> tuple[Array, Array]:
    """Weights that sum to 1 by their logarithms, and the logarithm of their sum."""
    most = logarithms.max(axis=-1, keepdims=True)
    weights = np.exp(logarithms - most)
    total = weights.sum(axis=-1, keepdims=True)
    return weights / total, (np.log(total) + most)[..., 0]


def outcomes_alone(past: Table, odds: Array, top: Array, delta: float) -> Suggested:
    """Laws of outcomes that come as often as they may, and are of one of the kinds each."""
    here, there = past.counts()
    inside = RATIOS * (top if delta else np.broadcast_to(np.log(odds)[..., None, None], top.shape))
    logs = np.concatenate([top, -top, inside, top + FAR, -top - FAR, 0 * top], axis=-1)
    drawn = logs + np.log(past.draws / past.others)
    likelihood = -(
        here[:, None] * np.logaddexp(0, -drawn)[..., None, :]
        + there[:, None] * np.logaddexp(0, drawn)[..., None, :]
    )
    most = likelihood.max(axis=-1, keepdims=True)
    likely = np.exp(likelihood - most) * WITHIN
    weights, told = of_kinds(likely @ KINDS)
    likely *= weights @ KINDS.T
    likely /= likely.sum(axis=-1, keepdims=True)
    shares = (1 / (1 + np.exp(-logs)))[..., None, :]
    share = (likely * shares).sum(axis=-1)
    spread = np.maximum((likely * shares**2).sum(axis=-1) - share**2, 0)
    if delta:  # the nearest ratio of a common outcome would be taken for certain, and a rare one's mass would give way
        spread = np.maximum(spread, share * (1 - share) / (here + there + 1))
    unseen = len(here) * PSEUDOCOUNT
    mass = (here + PSEUDOCOUNT) / (past.draws + unseen) + (there + PSEUDOCOUNT) / (past.others + unseen)
    laws = balanced(np.broadcast_to(mass, share.shape), share, spread, past.draws + past.others)
    return Suggested(told + most.sum(axis=(-2, -1)) + of_masses(here + there), *laws)


def of_kinds(likely: Array) -> tuple[Array, Array]:
    """The weights of the kinds for each outcome, by Bayes' rule: of what sort a law is all outcomes tell together.

    And the logarithm of how likely what came is, sorts taken together.
    """
    told = likely @ SORTS.T
    sorts, evidence = posterior(np.log(told).sum(axis=-2) + np.log(BELIEVED))
    return sorts[..., None, :] / told @ SORTS, evidence


def of_masses(counts: Array) -> float:
    """The logarithm of how likely it is that outcomes come so often, in some order, if no law of theirs is likelier."""
    found = [lgamma(each + 1) for each in counts.tolist()]
    return sum(found) + lgamma(len(counts)) - lgamma(float(counts.sum()) + len(counts))


def balanced(mass: Array, share: Array, spread: Array, draws: int) -> tuple[Array, Array]:
    """Two laws: both sum to 1 once what is uncertain has given way, masses and shares by their variances."""
    tilt, loose = 2 * share - 1, 2 * mass / draws
    uncertain = (loose * tilt**2 + 4 * mass**2 * spread).sum(axis=-1, keepdims=True)
    excess = (mass * tilt).sum(axis=-1, keepdims=True) / np.maximum(uncertain, 1e-300)
    mass = np.maximum(mass - excess * loose * tilt, mass / 10)
    share = np.clip(share - excess * 2 * mass * spread, SMALLEST, 1 - SMALLEST)
    one, other = mass * share, mass * (1 - share)
    return one / one.sum(axis=-1, keepdims=True), other / other.sum(axis=-1, keepdims=True)


def two_levels(past: Table, top: Array) -> Suggested:
    """Laws of which each outcome is high or low with either input: an axis for how many of them are high.

    The levels go by that, and how often an outcome comes is taken for Poisson's, so that too many high ones do not fit.
    """
    here, there = past.counts()
    draws, others, drawn = here.sum(), there.sum(), past.draws + past.others
    subset = 1 / (1 + np.exp(top))
    share = np.concatenate([0 * top + 1 / max(2, len(here)), 0 * top + 0.5, subset], axis=-1)[..., None]
    top = top[..., None]
    low = -np.log(len(here) * (1 + share * np.expm1(top)))
    one, other = low + top * HIGH_HERE, low + top * HIGH_THERE
    p, q = np.exp(one), np.exp(other)
    believed = HIGH * np.log(share) + (2 - HIGH) * np.log1p(-share) - draws * p - others * q
    likelihood = (
        here[:, None] * one[..., None, :] + there[:, None] * other[..., None, :] + believed[..., None, :]
    )
    weights, told = posterior(likelihood)
    sides = draws * np.log(past.draws / drawn) + others * np.log(past.others / drawn)
    laws = ((weights @ each[..., None])[..., 0] for each in (p, q))
    return Suggested(
        told.sum(axis=-1) + draws + others + sides,
        *(law / law.sum(axis=-1, keepdims=True) for law in laws),
    )
