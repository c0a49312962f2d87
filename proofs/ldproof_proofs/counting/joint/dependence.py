"""Rounds hang together: nobody reports twice, so that errors covary, and their largest depends on more than mu_t."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from itertools import product as every

from ldproof.numbers import Symbol, Term, term
from ldproof.probability import Law, law_of_shares
from ldproof.rounds import lie, truth
from ldproof_proofs.counting.joint.everybody import (
    THREE,
    Received,
    Streams,
    active,
    glance_estimate,
    received,
)
from ldproof_proofs.counting.parameters import BITS, EXAMPLE, N, k, mu, x
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import sums

NONE = Fraction(0)
other_k, other_mu, both = map(Symbol, ("l", "nu", "b"))


def covariance(prover: Prover) -> Theorem:
    """Of Glance's estimates in two rounds, given how many report in either: whatever these numbers are."""
    p, q = truth(x), lie(x)
    one, other = q + (p - q) * mu, q + (p - q) * other_mu
    sum_of_products = q**2 * N + q * (p - q) * N * (mu + other_mu) + (p - q) ** 2 * N * both
    pairs = N**2 * one * other - sum_of_products
    chance = k * other_k / (N * (N - 1))
    moment = chance * pairs / (k * other_k) - one * other
    at: Point = {**EXAMPLE, "k": 2, "l": 1, "mu": Fraction(1, 2), "nu": Fraction(1, 4), "b": Fraction(1, 4)}
    closed = -(both - mu * other_mu) / (N - 1)
    claim = Implication(
        "counting.covariance",
        equal(moment / (p - q) ** 2, closed),
        {
            "x > 0": below(0, x),
            "N >= 2": at_most(2, N),
            "k >= 1": at_most(1, k),
            "l >= 1": at_most(1, other_k),
        },
        witness=at,
        mutant=Mutant(equal(moment / (p - q) ** 2, -closed), at),
        reading="k and l people report in two rounds, mu and nu are the shares of those who are active in either, b of "
        "those who are in both; two different people report in one round each with probability k l / (N (N - 1)), and "
        "nobody does in both",
    )
    return prover.theorem(claim, at_once("multiply out", algebra))


STREAMS: tuple[Streams, ...] = (
    ((1, 0), (1, 1)),
    ((1, 0), (0, 1), (1, 1)),
    ((1, 1, 0), (1, 0, 1), (0, 0, 0)),
    ((1, 1), (1, 1), (0, 0), (0, 0)),
    ((1, 1), (1, 0), (0, 1), (0, 0)),
)


def moment(pairs: Law[tuple[Received, Received]], one: int, other: int) -> Term:
    """The mean of the product of both rounds' estimates, given how many people report in either."""
    here = [pair for pair in pairs if (pair[0][0], pair[1][0]) == (one, other)]
    whole = sum(pairs[pair] for pair in here)
    given = law_of_shares((pair, pairs[pair] / whole) for pair in here)
    return sums.mean(
        given,
        lambda pair: (glance_estimate(*pair[0], THREE) or NONE) * (glance_estimate(*pair[1], THREE) or NONE),
    )


def two_rounds(people: Streams, s: int, t: int) -> Law[tuple[Received, Received]]:
    """What comes in in two rounds."""
    return received(people, THREE).pushforward(lambda rounds: (rounds[s], rounds[t]))


def covariance_cases(sign: int) -> Iterable[tuple[str, Relation]]:
    """The covariance given each pair of numbers of reporters, from the joint law of all rounds."""
    for people in STREAMS:
        for s, t in combinations(range(len(people[0])), 2):
            mean = active(people, s) * active(people, t)
            together = Fraction(sum(states[s] * states[t] for states in people), len(people))
            pairs = two_rounds(people, s, t)
            for one, other in sorted(
                {(first[0], second[0]) for first, second in pairs if first[0] and second[0]}
            ):
                name = f"{people}, rounds {s} and {t}, {one} and {other} reporters"
                closed = -sign * (together - mean) / (len(people) - 1)
                yield name, equal(moment(pairs, one, other) - mean, closed)


def covaries(prover: Prover) -> Theorem:
    """The covariance by counting out."""
    claim = Ground(
        "counting.covariance-exhaustive",
        "given that k and l people report in two rounds, Glance's estimates in them have the covariance -(b - mu nu)/(N - 1)",
        f"{len(STREAMS)} populations of up to 4 people and 3 rounds, every pair of rounds, all k, l >= 1, E = 3",
        lambda: covariance_cases(1),
        lambda: covariance_cases(-1),
    )
    return prover.theorem(claim, ByRecord())


def reaches(people: Streams, alpha: Fraction) -> Term:
    """Pr[some error reaches alpha, or some round is empty]."""
    shares = [active(people, t) for t in range(len(people[0]))]

    def off(rounds: tuple[tuple[int, int], ...]) -> bool:
        found = [glance_estimate(*each, THREE) for each in rounds]
        return any(one is None or abs(one - true) >= alpha for one, true in zip(found, shares, strict=True))

    return sums.chance(received(people, THREE), off)


SAME: Streams = ((1, 1), (1, 1), (0, 0), (0, 0))
APART: Streams = ((1, 1), (1, 0), (0, 1), (0, 0))


def maximum_cases(other: Fraction) -> Iterable[tuple[str, Relation]]:
    """Two streams with mu_t = 1/2 in both rounds."""
    for t, people in every(BITS, (SAME, APART)):
        states = sums.total(term(each[t]) for each in people)
        yield f"mu_{t + 1} of {people}", equal(states / len(people), Fraction(1, 2))
    yield "the same two people", equal(reaches(SAME, Fraction(1)), Fraction(453, 512))
    yield "one of them another one", equal(reaches(APART, Fraction(1)), other)


def maximum(prover: Prover) -> Theorem:
    """The law of the largest error is not a function of mu_1, ..., mu_T."""
    claim = Ground(
        "counting.maximum",
        "for N = 4, T = 2, E = 3 and 2 active people in each round, an error of 1 or an empty round has probability 453/512 "
        "if the same people are active in both rounds, and 457/512 if exactly 1 person is",
        "all rounds of reports and all coins",
        lambda: maximum_cases(Fraction(457, 512)),
        lambda: maximum_cases(Fraction(453, 512)),
        values=lambda: {
            "N": Fraction(len(SAME)),
            "T": Fraction(len(SAME[0])),
            "E": 1 + THREE,
            "alpha": Fraction(1),
            "active": Fraction(sum(states[0] for states in SAME)),
            "common": Fraction(sum(map(all, APART))),
            "same": sums.value(reaches(SAME, Fraction(1))),
            "apart": sums.value(reaches(APART, Fraction(1))),
        },
    )
    return prover.theorem(claim, ByRecord())


def by_default_cases(off: int) -> Iterable[tuple[str, Relation]]:
    """One active person in one of two rounds, and what a default does to the mean."""
    people: Streams = ((1, 1), (0, 0), (0, 0))
    first = received(people, THREE).pushforward(lambda rounds: rounds[0])
    for default in (Fraction(0), Fraction(1, 2)):

        def value(each: tuple[int, int], default: Fraction = default) -> Fraction:
            found = glance_estimate(*each, THREE)
            return default if found is None else found

        bias = sums.mean(first, value) - Fraction(1, 3)
        yield f"d0 = {default}", equal(bias, (default - Fraction(1, 3)) * Fraction(1, 8) + off)


def by_default(prover: Prover) -> Theorem:
    """The bias of a default, by counting out."""
    claim = Ground(
        "counting.default-exhaustive",
        "with one of N = 3 people active and T = 2, an estimate that is d0 in an empty round is off by (d0 - 1/3)/8 on "
        "average",
        "d0 in {0, 1/2}, E = 3, all tau and coins",
        lambda: by_default_cases(0),
        lambda: by_default_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def clamped_cases(mean: Fraction) -> Iterable[tuple[str, Relation]]:
    """One active person in one round: the estimates are 3/2 and -1/2."""
    found = received(((1,),), THREE).pushforward(lambda rounds: glance_estimate(*rounds[0], THREE) or NONE)
    yield "unbiased", equal(sums.mean(found, lambda value: value), 1)
    yield "clamped", equal(sums.mean(found, lambda value: min(Fraction(1), max(Fraction(0), value))), mean)


def clamped(prover: Prover) -> Theorem:
    """Clamping biases."""
    claim = Ground(
        "counting.clamped-biased",
        "for N = T = 1, mu = 1 and E = 3 the estimate has the mean 1, and clamped to [0, 1] it has the mean 3/4",
        "both reports",
        lambda: clamped_cases(Fraction(3, 4)),
        lambda: clamped_cases(Fraction(1)),
        values=lambda: {
            "N": Fraction(1),
            "T": Fraction(1),
            "mu": Fraction(1),
            "E": 1 + THREE,
            "unclamped": Fraction(1),
            "clamped": Fraction(3, 4),
        },
    )
    return prover.theorem(claim, ByRecord())
