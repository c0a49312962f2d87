"""Condition (2): where it counts D as infinite, that it is needed, and what the source says of its experiment."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ldproof.budget import Budget, budget
from ldproof.counting.bounds import condition_2, theorem_5, theta_printed_at
from ldproof.counting.formulas import estimate
from ldproof.counting.region import boundary
from ldproof.counting.tail import tail_probability
from ldproof.numbers import Symbol, ball, log, sign
from ldproof.reporting.coin import lie
from ldproof_proofs.counting.bounds.symbols import ENOUGH_PEOPLE, L_printed, beta
from ldproof_proofs.counting.parameters import BUDGET, k, mu, x
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem

M, P, far, ones = map(Symbol, ("M", "P", "t", "X"))
HALF = Fraction(1, 2)


def not_infinite(prover: Prover) -> Theorem:
    """D(0 | mu) = -ln(1 - mu) is finite: only below 0 and above 1 is D infinite."""
    at: Point = {"M": 1, "mu": Fraction(1, 2)}
    claim = Failure(
        "counting.condition-2-at-0",
        "if D(0 | mu) were infinite it would be at least any number M",
        at_most(M, -log(1 - mu)),
        at,
        {**at, "mu": Fraction(9, 10)},
    )
    return prover.theorem(claim, ByPoint())


def sampled(people: int, active: int, distance: Fraction) -> Fraction:
    """T = 2: the exact probability that nobody reports in round 1, or |mu_tilde - mu| is the distance or more."""
    idle = people - active
    ways, other_ways = ([comb(group, k) for k in range(group + 1)] for group in (active, idle))
    far, scale = distance.numerator * people, distance.denominator
    reached = 0
    for seen, way in enumerate(ways):
        for other, other_way in enumerate(other_ways):
            if scale * abs(seen * idle - active * other) >= far * (seen + other):
                reached += way * other_way
    return Fraction(reached, 2**people)


def boundary_cases(strictly: Fraction) -> Iterable[tuple[str, bool]]:
    """mu_tilde = 0 is an error of mu: what is infinite at 0 would count it as impossible."""
    yield "N = 2, T = 2, mu = 1/2", sampled(2, 1, Fraction(1, 2) + strictly) > sampled(2, 1, Fraction(1))


def reached_at_0(prover: Prover) -> Theorem:
    """An error of exactly theta = mu is possible, though D(mu - theta | mu) counts as infinite."""
    claim = Finite(
        "counting.condition-2-reached",
        "for two people, one of whom is active, and T = 2, |mu_tilde - mu| reaches mu = 1/2 more often than nobody reports",
        "N = 2, T = 2: all there is",
        lambda: boundary_cases(Fraction(0)),
        lambda: boundary_cases(Fraction(1, 2)),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())


def needed(prover: Prover) -> Theorem:
    """Without (2) Theorem 5 is false: sampling alone is off by 2 theta too often."""
    people, rounds, odds, distance = 1000, 2, 10**6, Fraction(3, 125)
    lies = people * lie(Fraction(odds - 1))
    chance = sampled(people, people // 2, distance) - lies
    at: Point = {"N": people, "T": rounds, "beta": Fraction(1, 10), "x": odds - 1, "t": distance, "P": chance}
    claim = Failure(
        "counting.thm-5-without-2",
        "half of the people are active in all rounds; P bounds from below the probability that nobody lies and that in "
        "round 1 mu_tilde is off by t, which is 2 theta at least: then mu_hat is off by no less",
        at_most(P, beta),
        at,
        {**at, "beta": Fraction(1, 5)},
        given={
            **BUDGET,
            **ENOUGH_PEOPLE,
            "t": at_most(2 * theta_printed_at(L_printed, x), far),
        },
    )
    return prover.theorem(claim, ByPoint())


def farther(prover: Prover) -> Theorem:
    """Where nobody lies, mu_hat is farther from 1/2 than mu_tilde."""
    off = estimate(ones, k, x) - HALF
    return proposition(
        prover,
        "counting.truth-is-farther",
        equal(off, (ones / k - HALF) * (2 + x) / x),
        {**BUDGET, "k >= 1": at_most(1, k)},
        {"x": 2, "k": 2, "X": 2},
        rule=algebra,
        reason="q + (p - q)/2 = 1/2",
        reading="X ones among k reporters, (2 + x)/x = 1/(p - q) > 1",
    )


EXPERIMENT = 10**4, 50
"""N and T of the source's experiment."""
BETA = Fraction(1, 10)


def needed_cases(distance: Fraction) -> Iterable[tuple[str, bool]]:
    """The exact probability of an error of 2 theta* in one round, at mu = 1/2."""
    whole = budget(1, epsilon=8)
    chance = tail_probability(*EXPERIMENT, Fraction(1, 2), distance, whole)
    bound = theorem_5(*EXPERIMENT, BETA, whole)
    yield "2 theta*", sign(lambda: ball(distance) - ball(bound)) > 0
    yield "mu = 1/2, epsilon = 8", sign(lambda: ball(chance) - ball(BETA)) > 0


def needed_naturally(prover: Prover) -> Theorem:
    """The natural condition is needed too, in the source's experiment."""
    claim = Finite(
        "counting.thm-5-natural-without-condition",
        "at N = 10000, T = 50, beta = 1/10, epsilon = 8 and mu = 1/2 an error of 27/500, which is more than 2 theta*, "
        "has a probability above beta in each round",
        "that one case: all there is",
        lambda: needed_cases(Fraction(27, 500)),
        lambda: needed_cases(Fraction(10)),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())


def steps(first: Fraction, last: Fraction) -> Iterable[Fraction]:
    """Epsilons in steps of 1/4."""
    while first <= last:
        yield first
        first += Fraction(1, 4)


def holds(share: Fraction, epsilon: Fraction) -> bool:
    """Whether (2) holds in the source's experiment."""
    whole: Budget = budget(1, epsilon=epsilon)
    return condition_2(*EXPERIMENT, share, BETA, whole)


def experiment_cases(general: Fraction) -> Iterable[tuple[str, bool]]:
    """What section 6 says of it, and where it begins to fail."""
    for epsilon in steps(Fraction(1), Fraction(8)):
        for dense in (Fraction(9995, 10000), Fraction(995, 1000)):
            yield f"mu = {dense}, epsilon = {epsilon}", holds(dense, epsilon)
        if epsilon >= Fraction(5, 2):
            yield f"mu = {general}, epsilon = {epsilon}", not holds(general, epsilon)
    yield f"mu = {general}, before", holds(general, Fraction(215, 100))
    yield f"mu = {general}, after", not holds(general, Fraction(217, 100))


def experiment(prover: Prover) -> Theorem:
    """Section 6: where (2) holds."""
    claim = Finite(
        "counting.experiment-condition",
        "at N = 10000, T = 50, beta = 1/10 condition (2) holds for mu = .9995 and for mu = .995, and fails for mu = 1/2 from "
        "epsilon = 5/2 on; for mu = 1/2 it holds at 2.15 and fails at 2.17",
        "epsilon = 1, 5/4, ..., 8",
        lambda: experiment_cases(Fraction(1, 2)),
        lambda: experiment_cases(Fraction(1, 10)),
    )
    return prover.theorem(claim, ByEnumeration())


def region_cases(people: tuple[int, int]) -> Iterable[tuple[str, bool]]:
    """The boundary against the condition on both of its sides, and N = 100,000 against N = 10,000."""
    for epsilon in range(1, 11):
        whole: Budget = budget(1, epsilon=epsilon)
        edges = []
        for count in people:
            edge = boundary(count, 10, BETA, whole)
            middle = Fraction(float(ball(edge))).limit_denominator(10**7)
            for share, inside in (
                (middle * Fraction(999, 1000), True),
                (middle * Fraction(1001, 1000), False),
            ):
                if middle < Fraction(1, 2):
                    for each in (share, 1 - share):
                        said = condition_2(count, 10, each, BETA, whole)
                        yield f"N = {count}, epsilon = {epsilon}, mu = {each}", said == inside
            edges.append(middle)
        yield f"epsilon = {epsilon}", edges[0] == edges[1] == Fraction(1, 2) or edges[0] > edges[1]


def figure_1(prover: Prover) -> Theorem:
    """Figure 1: the region of condition (2), for both numbers of people that the text gives."""
    claim = Finite(
        "counting.figure-1",
        "at T = 10, beta = 1/10 condition (2) holds up to a boundary in mu and from 1 less it on, and not between, looked at "
        "1/1000 of it to both sides; it is larger with 10,000 people than with 100,000 unless both are 1/2",
        "epsilon = 1, ..., 10, N in {10000, 100000}",
        lambda: region_cases((10**4, 10**5)),
        lambda: region_cases((10**5, 10**4)),
    )
    return prover.theorem(claim, ByEnumeration())
