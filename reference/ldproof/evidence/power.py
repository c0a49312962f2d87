"""The smallest breaches that an e-process finds: by its own rule for bets, along the path that counts would take.

If an event has the probabilities p and q with two inputs, then after n draws with each, its excess p - odds q is seen to
be `UNLUCKY` standard errors less, or lower, with a probability of a tenth. The likeliest counts of such an excess have
rates that do not change over time. So the process is run along these rates. How its outcomes share the event is learnt
from counts that deviate from this by one standard error each. Where the process rejects, it finds the breach with a
probability of about .9 or more: an approximation, in floats, which simulations check.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, log, sqrt
from statistics import NormalDist

import numpy as np

from ldproof.evidence.guarantees import Guarantee, guarantee_bets
from ldproof.evidence.ratio_bets import WEIGHTS, OutcomeTable, RatioBet, optimal_ratio_bets
from ldproof.numbers import Array

CHANCE = 0.9
"""The probability with which a breach is to be found."""
UNLUCKY = NormalDist().inv_cdf(CHANCE)
HOPELESS = 0.8
"""An excess of so many times sqrt(2 ln(1/alpha)) standard errors is too small for bets to show it."""
MARGIN = 2
"""How often 1/alpha the capital is to reach on the path, as real counts deviate in more ways."""
FIRST_STEP, STEP_GROWTH = 12, 1.5
"""The path is followed in steps, in each of which bets stay the same: after 12 draws, and each time with 1.5 times as many."""
LEAST_LOG_EXCESS, LOG_TWO, MOST_LOG_EXCESS = 0.002, log(2), 7.0
"""Breaches that are looked for multiply the ratio that is allowed by e to the power of these, or something between."""
HALVINGS = 6
"""Bisections for the smallest one."""
PROBABILITIES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""Probabilities of events. The first is taken at which twice the ratio that is allowed is found."""


@dataclass(frozen=True, slots=True)
class FoundBreach:
    """The smallest breach that is found: two probabilities of an event."""

    likely: float
    unlikely: float
    allowed: float
    """The least probability in the place of `unlikely` that breaks no claim."""

    @property
    def ratio(self) -> float:
        """The ratio of the two probabilities."""
        return self.likely / self.unlikely


@dataclass(frozen=True, slots=True)
class LawStake:
    """A bet on a law: what is claimed, its share of the capital, the draws with either input, the number of outcomes."""

    guarantees: tuple[Guarantee, ...]
    alpha: Fraction
    weight: Fraction
    draws: int
    outcomes: int

    def smallest_breach(self) -> FoundBreach | None:
        """Return the smallest breach that is found, for events of the smallest probability that makes sense; None if none is."""
        for p, most in (*((p, LOG_TWO) for p in PROBABILITIES), (PROBABILITIES[-1], MOST_LOG_EXCESS)):
            if self.finds_ratio(p, exp(most)):
                return self.smallest_at(p, most)
        return None

    def smallest_at(self, p: float, most: float) -> FoundBreach:
        """Return the smallest breach by an event with the probability `p`, where one of the ratio e^`most` is found."""
        low, high = LEAST_LOG_EXCESS, most
        for _ in range(HALVINGS):
            middle = sqrt(low * high)
            low, high = (low, middle) if self.finds_ratio(p, exp(middle)) else (middle, high)
        allowed = least_allowed(self.guarantees, p)
        return FoundBreach(p, allowed * exp(-high), allowed)

    def finds_ratio(self, p: float, excess: float) -> bool:
        """Whether an event with the probability `p` is found, of whichever number of outcomes it is made up.

        Its ratio is `excess` times the one that is allowed; False if every ratio is allowed.
        """
        allowed = least_allowed(self.guarantees, p)
        numbers = {1, max(self.outcomes // 2, 1)}
        return allowed > 0 and all(self.finds_event(p, allowed / excess, parts) for parts in numbers)

    def finds_event(self, p: float, q: float, parts: int) -> bool:
        """Whether an event of so many equally likely outcomes is found."""
        others = max(self.outcomes - parts, 1)
        needed = HOPELESS * sqrt(-2 * log(self.alpha))
        rates = unlucky_rates(self.guarantees, p, q, self.draws, needed)
        if rates is None:
            return False
        one, other = (np.array([each / parts] * parts + [(1 - each) / others] * others) for each in rates)
        signs = [np.concatenate([zero_sum_signs(each, way) for each in (parts, others)]) for way in (1, 2)]
        return self.rejects_on_path(one, other, signs)

    def rejects_on_path(self, one: Array, other: Array, signs: Sequence[Array]) -> bool:
        """Whether the capital reaches `MARGIN`/alpha while the counts of the outcomes have these rates.

        Bets are learnt from counts that deviate by one standard error, in the directions `signs`.
        """
        weight, logarithms = float(self.weight), np.zeros(len(WEIGHTS))
        shares = weight * np.array([float(each) for each in WEIGHTS])
        for before, after in path_steps(self.draws):
            past = deviating_table([one, other], signs, before)
            for place, bet in enumerate(self.bets_after(past)):
                enclosed = [bet.enclosed.get(name, bet.others) for name, _, _ in past.outcomes]
                factors = np.log([[float(each) for each in both] for both in enclosed])
                logarithms[place] += (after - before) * float(one @ factors[:, 0] + other @ factors[:, 1])
            if 1 - weight + shares @ np.exp(np.minimum(logarithms, 500)) >= MARGIN / float(self.alpha):
                return True
        return False

    def bets_after(self, past: OutcomeTable) -> Sequence[RatioBet]:
        """Return the bets that are placed after these counts."""
        first, *further = self.guarantees
        if further:
            return guarantee_bets(self.guarantees, past)
        return optimal_ratio_bets(first.odds, past, first.delta)


def least_allowed(guarantees: Sequence[Guarantee], p: float) -> float:
    """Return the least q at which the guarantees hold for an event with the probabilities p and q, and its opposite."""
    return max(
        max((p - float(each.delta)) / float(each.odds), 1 - float(each.odds) * (1 - p) - float(each.delta))
        for each in guarantees
    )


def unlucky_rates(
    guarantees: Sequence[Guarantee], p: float, q: float, draws: int, needed: float = 0
) -> tuple[float, float] | None:
    """Return the likeliest rates at which the excess is seen `UNLUCKY` standard errors below the true one.

    Return None if less than the `needed` standard errors are left.
    """
    tightest = max(guarantees, key=lambda each: (p - float(each.delta)) - float(each.odds) * q)
    odds, delta = float(tightest.odds), float(tightest.delta)
    opposite = (1 - q) - odds * (1 - p) - delta > p - odds * q - delta
    above, below = (1 - q, 1 - p) if opposite else (p, q)
    spreads = above * (1 - above) / draws, below * (1 - below) / draws
    error = sqrt(spreads[0] + odds**2 * spreads[1])
    if above - odds * below - delta < (UNLUCKY + needed) * error:
        return None
    if error:
        above = max(above - UNLUCKY * spreads[0] / error, 0)
        below = min(below + UNLUCKY * odds * spreads[1] / error, 1)
    return (1 - below, 1 - above) if opposite else (above, below)


def path_steps(draws: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of draws with either input before and after each step."""
    before = min(FIRST_STEP, draws)
    while before < draws:
        after = min(ceil(before * STEP_GROWTH), draws)
        yield before, after
        before = after


def zero_sum_signs(size: int, run: int) -> Array:
    """Return signs that change after each so many and sum to 0; 0 where there are too few left."""
    run = min(run, size // 2) or 1
    whole = size // (2 * run) * 2 * run
    return np.concatenate([np.where(np.arange(whole) // run % 2, -1.0, 1.0), np.zeros(size - whole)])


def deviating_table(rates: Sequence[Array], signs: Sequence[Array], draws: int) -> OutcomeTable:
    """Return counts of outcomes that deviate from these rates by one standard error, rounded down."""
    expected = [rate * draws for rate in rates]
    one, other = (
        count + sign * np.minimum(np.sqrt(count), count) for count, sign in zip(expected, signs, strict=True)
    )
    counts = tuple((str(place), int(p), int(q)) for place, (p, q) in enumerate(zip(one, other, strict=True)))
    return OutcomeTable(draws, draws, counts)
