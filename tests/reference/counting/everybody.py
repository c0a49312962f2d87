"""Algorithm 1 for everybody, over all tau and coins: what comes in, round by round, and what the source makes of it."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

Streams = Sequence[Sequence[int]]
"""A row of states per person."""
Rounds = tuple[tuple[int, ...], ...]
"""In each round, the bits that are reported, in the order of the people."""


def everything(people: Streams, odds: Fraction) -> Mapping[Rounds, Fraction]:
    """The joint law of all rounds: every choice of rounds, every coin."""
    return listed(tuple(map(tuple, people)), odds)


@cache
def listed(people: tuple[tuple[int, ...], ...], odds: Fraction) -> Mapping[Rounds, Fraction]:
    """The joint law of all rounds, computed once for each people and odds."""
    T, N = len(people[0]), len(people)
    total: defaultdict[Rounds, Fraction] = defaultdict(Fraction)
    for taus in product(range(T), repeat=N):
        for lies in product((False, True), repeat=N):
            rounds: list[list[int]] = [[] for _ in range(T)]
            share = Fraction(1, T**N)
            for states, tau, lie in zip(people, taus, lies, strict=True):
                rounds[tau].append(states[tau] ^ lie)
                share *= (1 if lie else odds) / (odds + 1)
            total[tuple(map(tuple, rounds))] += share
    return total


def constant(N: int, M: int, T: int) -> Streams:
    """M people who are always active, and N - M who never are."""
    return [[int(n < M)] * T for n in range(N)]


def shares(people: Streams) -> list[Fraction]:
    """The share of active people, round by round."""
    return [Fraction(sum(states), len(people)) for states in zip(*people, strict=True)]


def glance(bits: Sequence[int], odds: Fraction) -> Fraction | None:
    if not bits:
        return None
    p, q = odds / (odds + 1), 1 / (odds + 1)
    return (Fraction(sum(bits), len(bits)) - q) / (p - q)


def filled(bits: Sequence[int], fill: Fraction, N: int, T: int, odds: Fraction) -> Fraction:
    """Everybody's values, `fill` from whoever does not report; of a mean that is what mu makes it."""
    total = sum(bits) + fill * (N - len(bits))
    idle, active = (N * ((Fraction(w) / (odds + 1)) + fill * (T - 1)) / T for w in (1, odds))
    return (total - idle) / (active - idle)


def error(estimate: Fraction | None, share: Fraction) -> Fraction | None:
    """How far an estimate is off; None if there is none."""
    return None if estimate is None else abs(estimate - share)


def fails(
    people: Streams, odds: Fraction, alpha: Fraction, estimate: Callable[[Sequence[int]], Fraction | None]
) -> Fraction:
    """The probability that some round's error is alpha or more, or that it has no estimate."""

    @cache
    def off(bits: tuple[int, ...], mu: Fraction) -> bool:
        found = error(estimate(bits), mu)
        return found is None or found >= alpha

    total, active = Fraction(0), shares(people)
    for rounds, share in everything(people, odds).items():
        if any(off(bits, mu) for bits, mu in zip(rounds, active, strict=True)):
            total += share
    return total


def worst_law(
    N: int, T: int, M: int, odds: Fraction, fill: Fraction | None
) -> Mapping[Fraction | None, Fraction]:
    """The law of the largest error of all rounds, M of N people being active; None where a round has no estimate."""
    law: defaultdict[Fraction | None, Fraction] = defaultdict(Fraction)
    for rounds, share in everything(constant(N, M, T), odds).items():
        found = [glance(bits, odds) if fill is None else filled(bits, fill, N, T, odds) for bits in rounds]
        errors = [abs(each - Fraction(M, N)) for each in found if each is not None]
        law[max(errors) if len(errors) == T else None] += share
    return law
