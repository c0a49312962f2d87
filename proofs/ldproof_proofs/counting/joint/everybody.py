"""Algorithm 1 for everybody: the joint law of all rounds, counted out from tau and coins."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product as every

from ldproof.numbers import Exact, like, rational
from ldproof.probability import Known, Law, law_of_shares
from ldproof.rounds import lie, report_likelihood, truth
from ldproof_proofs.counting.parameters import BITS

Streams = Sequence[Sequence[int]]
"""A row of states per person."""
Received = tuple[int, int]
"""How many report in a round, and how many ones they send."""
Rounds = tuple[Received, ...]

THREE = rational(2)
"""The excess odds of E = 3: a report lies with probability 1/4."""
HALF = rational(1, 2)


def received(people: Streams, excess: Fraction) -> Law[Rounds]:
    """The joint law of what comes in, round by round, when everybody draws tau and reports then."""
    return law_of_shares(chances(people, excess).items())


def chances(people: Streams, excess: Exact) -> Mapping[Rounds, Exact]:
    """Its probabilities: exact, in balls or as terms."""
    T = len(people[0])
    rates = {(state, bit): report_likelihood(excess, state, bit) / T for state, bit in every(BITS, repeat=2)}
    total = {((0, 0),) * T: like(excess, 1)}
    for states in people:
        more: defaultdict[Rounds, Exact] = defaultdict(lambda: like(excess, 0))
        for (rounds, chance), tau, bit in every(total.items(), range(T), BITS):
            more[with_one(rounds, tau, bit)] += chance * rates[states[tau], bit]
        total = dict(more)
    return total


def with_one(rounds: Rounds, tau: int, bit: int) -> Rounds:
    """One report more."""
    return tuple((k + (t == tau), ones + bit * (t == tau)) for t, (k, ones) in enumerate(rounds))


def glance_estimate(k: int, ones: int, excess: Known) -> Known | None:
    """Section 4.1's estimate; none if nobody reports. It is 1/2 where half of the reports are ones."""
    return glance(excess)(k, ones)


def glance(excess: Known) -> Callable[[int, int], Known | None]:
    """That estimate of k and ones."""
    gap = truth(excess) - lie(excess)
    return lambda k, ones: None if k == 0 else from_middle(rational(ones, k) - HALF, gap)


def harmony(N: int, T: int, fill: Fraction, excess: Known) -> Callable[[int, int], Known]:
    """Harmony's: the mean of reports and of what is filled in, unbiased; 1/2 where it is what mu = 1/2 gives."""
    middle, gap = HALF / T + fill * (T - 1) / T, (truth(excess) - lie(excess)) / T
    return lambda k, ones: from_middle((ones + fill * (N - k)) / N - middle, gap)


def estimate(N: int, T: int, fill: Fraction | None, excess: Known) -> Callable[[int, int], Known | None]:
    """Harmony's estimate if something is filled in, else Glance's."""
    return glance(excess) if fill is None else harmony(N, T, fill, excess)


def from_middle(distance: Fraction, gap: Known) -> Known:
    """1/2 and a distance over the gap between mu = 0 and mu = 1."""
    return like(gap, HALF) + like(gap, distance) / gap


def active(people: Streams, t: int) -> Fraction:
    """The share of active people in a round."""
    return rational(sum(states[t] for states in people), len(people))


def constant(N: int, M: int, T: int) -> Streams:
    """M people who are always active, and N - M who never are."""
    return [[int(n < M)] * T for n in range(N)]
