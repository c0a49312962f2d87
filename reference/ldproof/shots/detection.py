"""Exact probabilities of detection."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from ldproof.budget import Budget
from ldproof.domains import people
from ldproof.numbers import Exact, Real, latest, lift, like, whole
from ldproof.rejections import Reason, Refused
from ldproof.shots import formulas
from ldproof.shots.collector import threshold
from ldproof.shots.parameters import Parameters
from ldproof.tails import Known, at_least_mixed

__all__ = ["detection_probability", "detection_threshold"]

MOST_PEOPLE = 10**6
"""So many people take some seconds."""

MOST_BITS = 1 << 29
"""How many bits all fractions on the way may have together; where there are more, the answer is enclosed."""


def detection_threshold(N: int, m: int, T: int, r: Fraction, theta: Fraction, budget: Budget) -> int:
    """The least number of ones at which Phi >= theta: N (q + (p - q) theta), rounded up."""
    return threshold(Parameters(T, m, r, budget), N, theta)


def detection_probability(
    N: int, m: int, T: int, r: Fraction, phi: Fraction, theta: Fraction, budget: Budget
) -> Real:
    """The probability that Phi >= theta in a round in which a share phi of N people is active."""
    shots = Parameters(T, m, r, budget)
    active = people(N, "phi", phi)
    least = threshold(shots, few(N), theta)

    def found(excess: Known) -> Known:
        return detected(shots, N, least, [active], excess)[0]

    return settle(shots, MOST_BITS // N**2, found)


def few(N: int) -> int:
    """N, unless it is too large for sums over all numbers of people."""
    if N > MOST_PEOPLE:
        raise Refused(
            Reason.TOO_LARGE, f"N = {N} is too large for an exact law", f"at most {MOST_PEOPLE} people"
        )
    return N


class OfExcess(Protocol):
    """A number read off the excess odds of a report."""

    def __call__(self, excess: Known, /) -> Known:
        """In their number system."""
        ...


REMEMBERED = 16
"""Of how many parameters that is kept: tails are turned round by asking for one after another."""


def settle(shots: Parameters, bits: int, number: OfExcess) -> Real:
    """A function of the excess odds: a fraction if the rates' denominator has at most so many bits, else enclosed."""
    excess = shots.budget.report_excess()
    return lift(number, excess, exactly=excess.exact is not None and common(shots, excess.exact) <= bits)


@lru_cache(REMEMBERED)
def common(shots: Parameters, excess: Fraction) -> int:
    """How many bits the rates' common denominator has."""
    (one, zero), _ = kinds(shots, excess)
    return int(one + zero).bit_length()


def detected(shots: Parameters, N: int, least: int, active: Sequence[int], excess: Known) -> list[Known]:
    """The probabilities of `least` ones or more among N people, for some numbers of active ones."""
    weights, total = weighed(shots, N, least, excess)
    return [weights[each] / total for each in active]


@latest
def weighed(shots: Parameters, N: int, least: int, excess: Known) -> tuple[list[Known], Known]:
    """The weights of `least` ones or more, by the number of active people; and the weight of everything."""
    first, second = kinds(shots, excess)
    return at_least_mixed(N, least, first, second), (first[0] + first[1]) ** N


def kinds(shots: Parameters, excess: Exact) -> tuple[tuple[Exact, Exact], tuple[Exact, Exact]]:
    """The bits of active and of idle people, as weights of 1 and 0; of fractions, whole numbers."""
    active, silent, idle, quiet = whole(*chances_of(shots, excess))
    return (active, silent), (idle, quiet)


def chances_of(shots: Parameters, excess: Exact) -> tuple[Exact, Exact, Exact, Exact]:
    """The chances that active and that idle people send a 1 and a 0.

    The probability of a 0 is that of a 1 from people in the other state with all dummies flipped.
    """
    m, T, r = like(excess, shots.m), like(excess, shots.T), like(excess, shots.r)
    active, idle = formulas.p(m, T, r, excess), formulas.q(m, T, r, excess)
    silent, quiet = formulas.q(m, T, 1 - r, excess), formulas.p(m, T, 1 - r, excess)
    return active, silent, idle, quiet
