"""Exact probabilities of detection."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm

from flint import arb

from ldproof.budget import Budget, Quantity, at_hand
from ldproof.domains import people
from ldproof.numbers import latest, like
from ldproof.rejections import Reason, Refused
from ldproof.shots import formulas
from ldproof.shots.collector import threshold
from ldproof.shots.parameters import Parameters
from ldproof.tails import Coin, Known, at_least_mixed

__all__ = ["detection_probability", "detection_threshold"]

MOST_PEOPLE = 10**6
"""So many people take some seconds."""

SHORT = 1 << 29
"""How many bits all fractions on the way may have together; where there are more, the answer is enclosed."""


def detection_threshold(N: int, m: int, T: int, r: Fraction, theta: Fraction, budget: Budget) -> int:
    """The least number of ones at which Phi >= theta: N (q + (p - q) theta), rounded up."""
    return threshold(Parameters(T, m, r, budget), N, theta)


def detection_probability(
    N: int, m: int, T: int, r: Fraction, phi: Fraction, theta: Fraction, budget: Budget
) -> Quantity:
    """The probability that Phi >= theta in a round in which a share phi of N people is active."""
    shots = Parameters(T, m, r, budget)
    active = people(N, "phi", phi)
    least = threshold(shots, few(N), theta)
    return settle(
        shots,
        SHORT // N**2,
        lambda excess: detected(shots, N, least, [active], excess)[0],
        lambda excess: detected(shots, N, least, [active], excess)[0],
    )


def few(N: int) -> int:
    """N, unless it is too large for sums over all numbers of people."""
    if N > MOST_PEOPLE:
        raise Refused(
            Reason.TOO_LARGE, f"N = {N} is too large for an exact law", f"at most {MOST_PEOPLE} people"
        )
    return N


def settle(
    shots: Parameters, bits: int, exactly: Callable[[Fraction], Fraction], nearly: Callable[[arb], arb]
) -> Quantity:
    """A function of the excess odds: a fraction if the rates' denominator has at most so many bits, else enclosed."""
    excess = shots.budget.report_excess()
    if isinstance(excess, Fraction):
        (one, zero), _ = kinds(shots, excess)
        if int(one + zero).bit_length() <= bits:
            return exactly(excess)
    return lambda: nearly(at_hand(excess))


def detected(shots: Parameters, N: int, least: int, active: Sequence[int], excess: Known) -> list[Known]:
    """The probabilities of `least` ones or more among N people, for some numbers of active ones."""
    weights, total = weighed(shots, N, least, excess)
    return [weights[each] / total for each in active]


@latest
def weighed(shots: Parameters, N: int, least: int, excess: Known) -> tuple[list[Known], Known]:
    """The weights of `least` ones or more, by the number of active people; and the weight of everything."""
    first, second = kinds(shots, excess)
    return at_least_mixed(N, least, first, second), (first[0] + first[1]) ** N


def kinds(shots: Parameters, excess: Known) -> tuple[Coin[Known], Coin[Known]]:
    """The bits of active and of idle people, as weights of 1 and 0; of fractions, whole numbers.

    The probability of a 0 is that of a 1 from people in the other state with all dummies flipped.
    """
    m, T, r = like(excess, shots.m), like(excess, shots.T), into(excess, shots.r)
    active, idle = formulas.p(m, T, r, excess), formulas.q(m, T, r, excess)
    silent, quiet = formulas.q(m, T, 1 - r, excess), formulas.p(m, T, 1 - r, excess)
    if isinstance(active, Fraction):
        scale = lcm(active.denominator, idle.denominator)
        return (active * scale, silent * scale), (idle * scale, quiet * scale)
    return (active, silent), (idle, quiet)


def into(system: Known, value: Fraction) -> Known:
    """A fraction in the number system of a number."""
    return like(system, value.numerator) / value.denominator
