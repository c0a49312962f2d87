"""Bets on a whole law: counts of outcomes, predictive laws from the past, and likelihood ratios."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lgamma
from typing import TypeAlias

import numpy as np

from ldproof.errors import Reason, Refused
from ldproof.evidence.event_bets import BITS, COUNT, MOST_ODDS, short_fraction
from ldproof.numbers import Array, Ball, Exact, ball, precision, rational
from ldproof.parameters import validate_fields

# Counts of outcomes with either of two inputs.

MOST_OUTCOMES = 128
"""More are not told apart."""


@dataclass(frozen=True, slots=True)
class OutcomeTable:
    """The draws with either input, and how often each outcome came with each."""

    draws: int = 0
    others: int = 0
    outcomes: tuple[tuple[str, int, int], ...] = ()
    """In the order in which they first came; no draw with another outcome is among them."""

    def __post_init__(self) -> None:
        validate_fields(self, draws=COUNT, others=COUNT)
        names = {name for name, _, _ in self.outcomes}
        ones, others = sum(one for _, one, _ in self.outcomes), sum(other for _, _, other in self.outcomes)
        least = min((min(one, other) for _, one, other in self.outcomes), default=0)
        if len(names) < len(self.outcomes) or ones > self.draws or others > self.others or least < 0:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"{ones} and {others} outcomes in {self.draws} and {self.others} draws",
                "outcomes that differ, each with counts from 0, in no more than the draws",
            )

    def __add__(self, other: "OutcomeTable") -> "OutcomeTable":
        """Both together; where that are too many outcomes, the last ones are not told apart any more."""
        found = {name: (one, more) for name, one, more in self.outcomes}
        for name, one, more in other.outcomes:
            if name in found or len(found) < MOST_OUTCOMES:
                before = found.get(name, (0, 0))
                found[name] = before[0] + one, before[1] + more
        outcomes = tuple((name, *counts) for name, counts in found.items())
        return OutcomeTable(self.draws + other.draws, self.others + other.others, outcomes)

    def counts(self) -> tuple[Array, Array]:
        """The counts of the outcomes with the one input, and with the other."""
        found = np.array([(one, other) for _, one, other in self.outcomes], dtype=float)
        return found[:, 0], found[:, 1]


# The laws that the past suggests: posterior predictive laws of what comes next, by Bayes' rule, though simplified.
#
# For each of some epsilons above the claim, the alternatives, there are two ways to think of a law. The one takes every
# outcome alone: it is as likely with either input as the odds of the alternative let it, or less, or the same with
# both, or far beyond; how often it comes is free. The other knows that many mechanisms have two levels: each outcome
# has the high or the low probability with either input, and their ratio is the odds. It learns much sooner what is high
# and what is low, as it is told by how often an outcome comes at all. The past weighs both, by how likely each makes
# it.
#
# Simplified is this: where outcomes are taken alone, how often each comes is smoothed and balanced and no posterior
# mean, and both ways are weighed by another prior of that. Whatever is suggested, bets on it are fair: nothing is
# claimed of how well these laws fit, and floats do.

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
class SuggestedLaws:
    """Two laws for each alternative, and the logarithm of how likely the past is by what they are taken from."""

    evidence: Array
    one: Array
    other: Array


def log_alternative_odds(odds: Array | float) -> Array:
    """The logarithms of the odds that bets are optimal for, above the claim's; a row for each of the odds."""
    epsilon = np.log(odds)[..., None]
    excesses = np.maximum(epsilon * EXCESSES, (1 - epsilon) * FLOORS)
    found: Array = np.minimum(epsilon + excesses, np.log(20 * MOST_ODDS))
    return found


def suggested_laws(past: OutcomeTable, odds: Array | float, delta: float = 0) -> tuple[Array, Array]:
    """The two inputs' laws that the past suggests, a row for each alternative; with a delta, of outcomes taken alone.

    Where the claim has a delta, of outcomes that are taken alone.
    """
    top = log_alternative_odds(odds)[..., None]
    found = separate_outcome_laws(past, np.asarray(odds), top, delta)
    return (found.one, found.other) if delta else weighed_laws(found, two_level_laws(past, top))


def weighed_laws(free: SuggestedLaws, levels: SuggestedLaws) -> tuple[Array, Array]:
    """The posterior mean of two suggestions, for both inputs."""
    ways = levels.evidence.shape[-1]
    shares = np.array([1 - TWO_LEVELS] + [TWO_LEVELS / ways] * ways)
    evidence = np.concatenate([free.evidence[..., None], levels.evidence], axis=-1)
    weights, _ = posterior_weights(evidence + np.log(shares))
    one, other = (
        weights[..., :1] * law + (weights[..., None, 1:] @ more)[..., 0, :]
        for law, more in ((free.one, levels.one), (free.other, levels.other))
    )
    return one, other


def posterior_weights(logarithms: Array) -> tuple[Array, Array]:
    """The weights that have these logarithms, scaled to sum to 1, and the logarithm of their sum."""
    most = logarithms.max(axis=-1, keepdims=True)
    weights = np.exp(logarithms - most)
    total = weights.sum(axis=-1, keepdims=True)
    return weights / total, (np.log(total) + most)[..., 0]


def separate_outcome_laws(past: OutcomeTable, odds: Array, top: Array, delta: float) -> SuggestedLaws:
    """The laws suggested if each outcome has a ratio of one of the kinds, whatever the others have."""
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
    weights, told = kind_weights(likely @ KINDS)
    likely *= weights @ KINDS.T
    likely /= likely.sum(axis=-1, keepdims=True)
    shares = (1 / (1 + np.exp(-logs)))[..., None, :]
    share = (likely * shares).sum(axis=-1)
    spread = np.maximum((likely * shares**2).sum(axis=-1) - share**2, 0)
    if delta:  # the nearest ratio of a common outcome would be taken for certain, and a rare one's mass would give way
        spread = np.maximum(spread, share * (1 - share) / (here + there + 1))
    unseen = len(here) * PSEUDOCOUNT
    mass = (here + PSEUDOCOUNT) / (past.draws + unseen) + (there + PSEUDOCOUNT) / (past.others + unseen)
    laws = balanced_laws(np.broadcast_to(mass, share.shape), share, spread, past.draws + past.others)
    return SuggestedLaws(told + most.sum(axis=(-2, -1)) + log_count_evidence(here + there), *laws)


def kind_weights(likely: Array) -> tuple[Array, Array]:
    """The weights of the kinds for each outcome, by Bayes' rule, and the logarithm of the evidence over all sorts.

    And the logarithm of how likely what came is, sorts taken together.
    """
    told = likely @ SORTS.T
    sorts, evidence = posterior_weights(np.log(told).sum(axis=-2) + np.log(BELIEVED))
    return sorts[..., None, :] / told @ SORTS, evidence


def log_count_evidence(counts: Array) -> float:
    """The logarithm of the probability of these counts, in some order, under a uniform prior on laws."""
    found = [lgamma(each + 1) for each in counts.tolist()]
    return sum(found) + lgamma(len(counts)) - lgamma(float(counts.sum()) + len(counts))


def balanced_laws(mass: Array, share: Array, spread: Array, draws: int) -> tuple[Array, Array]:
    """Two laws that sum to 1: masses and shares give way by their variances."""
    tilt, loose = 2 * share - 1, 2 * mass / draws
    uncertain = (loose * tilt**2 + 4 * mass**2 * spread).sum(axis=-1, keepdims=True)
    excess = (mass * tilt).sum(axis=-1, keepdims=True) / np.maximum(uncertain, 1e-300)
    mass = np.maximum(mass - excess * loose * tilt, mass / 10)
    share = np.clip(share - excess * 2 * mass * spread, SMALLEST, 1 - SMALLEST)
    one, other = mass * share, mass * (1 - share)
    return one / one.sum(axis=-1, keepdims=True), other / other.sum(axis=-1, keepdims=True)


def two_level_laws(past: OutcomeTable, top: Array) -> SuggestedLaws:
    """The laws suggested if each outcome has a high or a low probability with either input.

    An axis is for how many outcomes are high. The levels go by that, and how often an outcome comes is taken for
    Poisson's, so that too many high ones do not fit.
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
    weights, told = posterior_weights(likelihood)
    sides = draws * np.log(past.draws / drawn) + others * np.log(past.others / drawn)
    laws = ((weights @ each[..., None])[..., 0] for each in (p, q))
    return SuggestedLaws(
        told.sum(axis=-1) + draws + others + sides,
        *(law / law.sum(axis=-1, keepdims=True) for law in laws),
    )


# Betting on a whole law: on all outcomes at once, by how much likelier each seems to be with one input than with the
# other.
#
# Each draw is made with the one input or the other, as a fair coin decides; P and Q are the laws of the outcome, given
# all earlier draws. Privacy at the odds E says P <= E Q and Q <= E P of every outcome. A bet takes a shift and, for
# every outcome, a weight for either inequality. Whatever weights of at least 0 it takes, its mean is then at most 1;
# and all may be chosen anew for each batch, so outcomes may be added as they come. An event's bets are those on two
# outcomes.
#
# Where the claim has a delta, it says P <= E Q + delta and Q <= E P + delta of every set of outcomes: each factor is
# then less by half of delta for the largest weight of either inequality, and weights are cut off where that pays.
#
# Placed is the growth-optimal e-variable against private laws: the ratio of what is likely by the past to the nearest
# private laws. Floats choose, balls around the factors settle.

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


def outcome_factors(
    odds: Exact, first: Exact, second: Exact, shift: Exact, paid: Exact | int = 0
) -> tuple[Exact, Exact]:
    """The factors of the capital when an outcome comes with the one input, and with the other; `paid` is for delta."""
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
            found = {name: outcome_factors(odds, *each, shift, paid) for name, each in weights.items()}
            others = outcome_factors(odds, none, none, shift, paid)
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
        """The part of each factor that is paid for delta: half of it times each inequality's largest weight."""
        if not self.delta:
            return self.delta
        return sum(map(max, zip(*self.weights.values(), strict=True)), Fraction(0)) * self.delta / 2

    @property
    def silent(self) -> tuple[Fraction, Fraction]:
        """The two factors of an outcome without weights, also of a new one."""
        return outcome_factors(self.odds, Fraction(0), Fraction(0), self.shift, self.paid)

    @property
    def factors(self) -> Mapping[str, tuple[Fraction, Fraction]]:
        """The two factors of each outcome that has weights."""
        paid = self.paid
        return {
            name: outcome_factors(self.odds, *weights, self.shift, paid)
            for name, weights in self.weights.items()
        }

    def applied_factors(self, table: OutcomeTable) -> Iterator[tuple[Ball, int]]:
        """Yield (factor, how often it applies) for the outcomes of a batch."""
        ones, others = table.draws, table.others
        for name, here, there in table.outcomes:
            if name in self.enclosed:
                yield from zip(self.enclosed[name], (here, there), strict=True)
                ones, others = ones - here, others - there
        yield from zip(self.others, (ones, others), strict=True)


def shifted_i_projection(one: Array, other: Array, odds: Array | float, shift: Array) -> tuple[Array, Array]:
    """The nearest private pair of laws for a shift, outcome by outcome; the given pair where it is private."""
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


def projection_excess(one: Array, other: Array, odds: Array, shift: Array) -> Array:
    """The sum over all outcomes of the projection of the other law less that of the one, for a shift."""
    most, low, high = odds - 1, 1 - shift, 1 + shift
    both = most * (one + other)
    found: Array = np.maximum(other / high - one / low, both / (-high - odds * low))
    return np.asarray(np.minimum(found, both / (low + odds * high)).sum(axis=-1))


def growth_optimal_weights(one: Array, other: Array, odds: Array | float) -> tuple[Array, Array, Array]:
    """The shift, and both weights of each outcome, that grow fastest if these are the laws of the two inputs."""
    against = np.asarray(odds)[..., None]
    ends = np.broadcast_to([-1 + NEGLIGIBLE, 1 - NEGLIGIBLE], (*one.shape[:-1], 2))
    for _ in range(STEPS // AT_ONCE):
        ends = ends[..., :1] + (ends[..., 1:] - ends[..., :1]) * MIDDLES
        above = projection_excess(one[..., None, :], other[..., None, :], against, ends[..., 1:-1, None]) > 0
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


def cut_weights(laws: tuple[Array, Array], odds: float, delta: float) -> tuple[Array, Array, Array]:
    """As `growth_optimal_weights`, weights above a share of the largest cut off; the share that grows fastest."""
    shift, first, second = (each[:, None] for each in growth_optimal_weights(*laws, odds))
    tops = SHARES[:, None] * np.stack([each.max(axis=-1, keepdims=True) for each in (first, second)])
    first, second = np.minimum(first, tops[0]), np.minimum(second, tops[1])
    one, other = outcome_factors(odds, first, second, shift[..., None], tops.sum(axis=0) * delta / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        grown = (laws[0][:, None] * np.log(one) + laws[1][:, None] * np.log(other)).sum(axis=-1)
    best = np.nan_to_num(grown, nan=-np.inf).argmax(axis=-1)
    rows = np.arange(len(best))
    return np.where(best, shift[:, 0], 0), first[rows, best], second[rows, best]


def optimal_ratio_bets(
    odds: Fraction, past: OutcomeTable, delta: Fraction = Fraction(0)
) -> tuple[RatioBet, ...]:
    """The growth-optimal bet on each alternative that the past suggests, in fractions; no bets without a past."""
    (placed,) = bets_at_once([odds], past, delta)
    return placed


def bets_at_once(
    odds: Sequence[Fraction], past: OutcomeTable, delta: Fraction = Fraction(0)
) -> list[tuple[RatioBet, ...]]:
    """For each of several odds, the growth-optimal bet on each alternative, as `optimal_ratio_bets`."""
    if not (past.draws and past.others and past.outcomes):
        return [(RatioBet(each, delta=delta),) * len(WEIGHTS) for each in odds]
    near = np.array([float(each) for each in odds])
    one, other = suggested_laws(past, near, float(delta))
    placed = (
        [cut_weights((p, q), float(each), float(delta)) for p, q, each in zip(one, other, near, strict=True)]
        if delta
        else zip(*growth_optimal_weights(one, other, near[:, None, None]), strict=True)
    )
    names = [name for name, _, _ in past.outcomes]
    return [
        tuple(
            round_bet(rational(each), float(shift), names, first, second, delta)
            for shift, first, second in zip(*found, strict=True)
        )
        for each, found in zip(odds, placed, strict=True)
    ]


def round_bet(
    odds: Fraction,
    shift: float,
    names: Sequence[str],
    first: Array,
    second: Array,
    delta: Fraction = Fraction(0),
) -> RatioBet:
    """The bet with these stakes, rounded to short fractions; no bet, if that is not fair or could lose everything."""
    try:
        weights = {
            name: (short_fraction(one), short_fraction(other))
            for name, one, other in zip(names, first.tolist(), second.tolist(), strict=True)
            if one or other
        }
        return RatioBet(odds, short_fraction(shift), weights, delta)
    except (Refused, OverflowError, ValueError):
        return RatioBet(odds, delta=delta)
