"""Condition (2): where it counts D as infinite, that it is needed, and what the source says of its experiment."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every
from math import comb

from ldproof.budget import Budget, parse_budget
from ldproof.counting.bounds import (
    bernstein_exponent,
    condition_2,
    condition_2_boundary,
    divergence_loss,
    exponent_needed,
    theta_printed_at,
)
from ldproof.counting.formulas import estimate_reported
from ldproof.numbers import Symbol, ball, expm1, log, term
from ldproof.rounds import lie
from ldproof_proofs.counting.bounds.solved import as_said
from ldproof_proofs.counting.bounds.symbols import ENOUGH_PEOPLE, L_printed, beta
from ldproof_proofs.counting.parameters import BITS, BUDGET, k, mu, x
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

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


def boundary_cases(strictly: Fraction) -> Iterable[tuple[str, Relation]]:
    """mu_tilde = 0 is an error of mu: what is infinite at 0 would count it as impossible."""
    each = term(Fraction(1, 2))  # a person reports in round 1, or does not
    reached = [
        each * each
        for active, idle in every(BITS, repeat=2)
        if active + idle == 0 or abs(Fraction(active, active + idle) - HALF) >= HALF + strictly
    ]
    yield "N = 2, T = 2, mu = 1/2", below(each * each, sums.total(reached))


def reached_at_0(prover: Prover) -> Theorem:
    """An error of exactly theta = mu is possible, though D(mu - theta | mu) counts as infinite."""
    claim = Ground(
        "counting.condition-2-reached",
        "for N = 2 people, 1 of whom is active, and T = 2, |mu_tilde - mu| reaches mu = 1/2 more often than nobody reports",
        "N = 2, T = 2, every choice of rounds",
        lambda: boundary_cases(Fraction(0)),
        lambda: boundary_cases(Fraction(1, 2)),
        values=lambda: {"N": Fraction(2), "active": Fraction(1), "T": Fraction(2)},
    )
    return prover.theorem(claim, ByRecord())


def needed(prover: Prover) -> Theorem:
    """Without (2) Theorem 5 is false: sampling alone is off by 2 theta too often."""
    people, rounds, odds, distance = 1000, 2, 10**6, Fraction(3, 125)
    lies = people * lie(Fraction(odds - 1))
    chance = sampled(people, people // 2, distance) - lies
    at: Point = {
        "N": people,
        "T": rounds,
        "mu": HALF,
        "beta": Fraction(1, 10),
        "x": odds - 1,
        "t": distance,
        "P": chance,
    }
    claim = Failure(
        "counting.thm-5-without-2",
        "a share mu of the people is active in all rounds; P bounds from below the probability that nobody lies and that in "
        "round 1 mu_tilde is off by t, which is 2 theta at least: then mu_hat is off by no less",
        at_most(P, beta),
        at,
        {**at, "beta": Fraction(1, 5)},
        given={
            **BUDGET,
            **ENOUGH_PEOPLE,
            "2 theta <= t": at_most(2 * theta_printed_at(L_printed, x), far),
        },
    )
    return prover.theorem(claim, ByPoint())


def farther(prover: Prover) -> Theorem:
    """Where nobody lies, mu_hat is farther from 1/2 than mu_tilde."""
    off = estimate_reported(ones, k, x) - HALF
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


def steps(first: Fraction, last: Fraction) -> Iterable[Fraction]:
    """Epsilons in steps of 1/4."""
    while first <= last:
        yield first
        first += Fraction(1, 4)


Setting = tuple[int, int, Fraction, Fraction]
"""N, T, epsilon, and the share of active people."""


def printed(name: str, setting: Setting, *, said: bool) -> Iterable[tuple[str, Relation]]:
    """Condition (2) with the theta that is printed, if the reference says the same of it."""
    people, rounds, epsilon, share = setting
    answer = condition_2(people, rounds, share, BETA, parse_budget(1, epsilon=epsilon))
    L, excess = exponent_needed(divergence_loss(term(people), term(rounds), term(BETA))), expm1(term(epsilon))
    distance = theta_printed_at(L, excess)
    found = as_said(share, distance, bernstein_exponent(distance, excess), said=said)
    for place, relation in enumerate(found):
        yield f"{name}, {place}", relation if answer is said else relation.negation()


CAPTION, FAILING = Fraction(995, 1000), Fraction(5, 2)
"""The share in the caption of figure 3, and the epsilon from which half of the people fail, as section 6 has it."""
LAST, FIRST = Fraction(215, 100), Fraction(217, 100)
"""An epsilon at which half of the people satisfy (2), and a larger one at which they do not."""


def experiment_cases(general: Fraction) -> Iterable[tuple[str, Relation]]:
    """What section 6 says of it, and where it begins to fail."""
    for epsilon in steps(Fraction(1), Fraction(8)):
        for dense in (Fraction(9995, 10000), CAPTION):
            yield from printed(f"mu = {dense}, epsilon = {epsilon}", (*EXPERIMENT, epsilon, dense), said=True)
        if epsilon >= FAILING:
            name = f"mu = {general}, epsilon = {epsilon}"
            yield from printed(name, (*EXPERIMENT, epsilon, general), said=False)
    yield from printed(f"mu = {general}, before", (*EXPERIMENT, LAST, general), said=True)
    yield from printed(f"mu = {general}, after", (*EXPERIMENT, FIRST, general), said=False)


def experiment(prover: Prover) -> Theorem:
    """Section 6: where (2) holds."""
    claim = Ground(
        "counting.experiment-condition",
        "at N = 10000, T = 50, beta = 1/10 condition (2) holds for mu = 0.9995 and for mu = 0.995, and fails for mu = 1/2 from "
        "epsilon = 5/2 on; for mu = 1/2 it holds at 2.15 and fails at 2.17",
        "epsilon = 1, 5/4, ..., 8",
        lambda: experiment_cases(Fraction(1, 2)),
        lambda: experiment_cases(Fraction(1, 10)),
        values=lambda: {"caption": CAPTION, "from": FAILING, "last": LAST, "first": FIRST},
    )
    return prover.theorem(claim, ByRecord())


BESIDE, SHOWN = Fraction(1, 1000), (2, 5, 8)
"""How far from the boundary it is looked at, as a part of it; and the epsilons whose boundaries are shown."""


def region_cases(people: tuple[int, int]) -> Iterable[tuple[str, Relation]]:
    """The boundary against the condition on both of its sides, and N = 100,000 against N = 10,000."""
    for epsilon in range(1, 11):
        whole: Budget = parse_budget(1, epsilon=epsilon)
        edges = []
        for count in people:
            edge = condition_2_boundary(count, 10, BETA, whole)
            middle = Fraction(float(ball(edge))).limit_denominator(10**7)
            for share, inside in (
                (middle * (1 - BESIDE), True),
                (middle * (1 + BESIDE), False),
            ):
                if middle < Fraction(1, 2):
                    for each in (share, 1 - share):
                        name = f"N = {count}, epsilon = {epsilon}, mu = {each}"
                        yield from printed(name, (count, 10, Fraction(epsilon), each), said=inside)
            edges.append(middle)
        larger, smaller = edges
        yield f"epsilon = {epsilon}", at_most(smaller, larger) if larger == HALF else below(smaller, larger)


def figure_1(prover: Prover) -> Theorem:
    """Figure 1: the region of condition (2), for both numbers of people that the text gives."""
    claim = Ground(
        "counting.figure-1",
        "at T = 10, beta = 1/10 condition (2) holds up to a boundary in mu and from 1 less it on, and not between, looked at "
        "1/1000 of it to both sides; it is larger with 10,000 people than with 100,000 unless both are 1/2",
        "epsilon = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, N in {10000, 100000}",
        lambda: region_cases((10**4, 10**5)),
        lambda: region_cases((10**5, 10**4)),
        values=lambda: (
            {
                f"{size} at {epsilon}": condition_2_boundary(
                    people, 10, BETA, parse_budget(1, epsilon=epsilon)
                )
                for size, people in (("fewer", 10**4), ("more", 10**5))
                for epsilon in SHOWN
            }
            | {"beside": BESIDE, **{f"epsilon {each}": Fraction(each) for each in SHOWN}}
        ),
    )
    return prover.theorem(claim, ByRecord())
