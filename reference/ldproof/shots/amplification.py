"""What dummies hide beyond epsilon: one round's (epsilon, delta), from the exact law of few rounds."""

from fractions import Fraction
from functools import partial
from math import comb

from ldproof.budget import Budget
from ldproof.numbers import Real, lift, like
from ldproof.numbers.exactness import bit_size
from ldproof.rejections import Reason, Refused
from ldproof.reporting import coin, transcript
from ldproof.shots.formulas import event_odds
from ldproof.shots.law import FEW
from ldproof.tails import Known

__all__ = ["event_delta"]

MOST_BITS = 1 << 18
"""How many bits T^3 parameters may have together, for the sum over all transcripts to be a fraction."""


def event_delta(T: int, m: int, r: Fraction, target_odds: Fraction, budget: Budget) -> Real:
    """The least delta with which a change in one round is (ln(target_odds), delta)-private, whoever it is."""
    if T > FEW:
        raise Refused(Reason.TOO_MANY_OUTCOMES, f"{T} rounds have 2^{T} transcripts", f"at most {FEW} rounds")
    excess = budget.report_excess()
    if lift(event_odds, m, T, r, excess) <= target_odds:
        return Real(0)
    short = excess.exact is not None and T**3 * bit_size(r, target_odds, excess.exact) <= MOST_BITS
    return lift(partial(most_revealed, T, m), r, target_odds, excess, exactly=short)


def most_revealed(T: int, m: int, r: Known, target: Known, excess: Known) -> Known:
    """The largest divergence over all people, told apart by how many of their other rounds are in state 1."""
    most = like(excess, 0)
    for active in range(T):
        for state in (0, 1):
            found = revealed(active, T - 1 - active, state, m, r, target, excess)
            most = most + positive(found - most)
    return most / comb(T, m)


def revealed(active: int, idle: int, state: int, m: int, r: Known, target: Known, excess: Known) -> Known:
    """C(T, m) times the hockey-stick divergence of a state from the other one in a round beside such rounds.

    A transcript counts by its numbers of ones among the active and among the idle rounds, and by its bit.
    """
    total = like(excess, 0)
    for right in range(active + 1):
        for wrong in range(idle + 1):
            row = transcript.start(excess, m)
            for rounds, true, seen in (
                (right, 1, 1),
                (active - right, 1, 0),
                (wrong, 0, 1),
                (idle - wrong, 0, 0),
            ):
                for _ in range(rounds):
                    row = transcript.forward_step(row, coin.silent(r, seen), coin.spoken(excess, true, seen))
            for seen in (0, 1):
                one, other = (
                    transcript.forward_step(row, coin.silent(r, seen), coin.spoken(excess, each, seen))[m]
                    for each in (state, 1 - state)
                )
                total = total + comb(active, right) * comb(idle, wrong) * positive(one - target * other)
    return total


def positive(value: Known) -> Known:
    """The larger of a number and 0."""
    return (value + abs(value)) / 2
