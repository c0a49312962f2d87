"""What no epsilon takes away: Glance's error where 0 < mu < 1 and T >= 2."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.counting.formulas import estimate
from ldproof.counting.variance import glance_at
from ldproof.numbers import Symbol, exp, log
from ldproof.reporting.coin import lie, truth
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, SHARE, N, T, k, mu, x
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.theorem import Theorem

R, idle = Symbol("R"), Symbol("I")
TWO_ROUNDS = {"T >= 2": at_most(2, T)}


def among_active(prover: Prover) -> Theorem:
    """In a round in which only active people report, and truthfully, mu_hat is off by more than 1 - mu."""
    off = estimate(k, k, x) - mu
    return proposition(
        prover,
        "counting.off-among-active",
        below(1 - mu, off),
        {**BUDGET, **SHARE, "k >= 1": at_most(1, k)},
        {"x": 2, "mu": Fraction(1, 2), "k": 3},
        reason="mu_hat = 1 + 1/(E - 1)",
        mutant=below(3 * (1 - mu), off),
    )


def alone(prover: Prover) -> Iterable[Theorem]:
    """Somebody who is active reports alone, and truthfully, in a given round with a probability that epsilon leaves above 0."""
    power = exp((N - 1) * log(1 - 1 / T))
    given = {**BUDGET, **TWO_ROUNDS, **PEOPLE}
    at = {"x": 2, "T": 2, "N": 3}
    stays = proposition(prover, "counting.stays-silent", below(0, 1 - 1 / T), TWO_ROUNDS, {"T": 2})
    known = {"stays": lemma(stays), "power": axiom(Always.POSITIVE, (N - 1) * log(1 - 1 / T))}
    least = power / (2 * T)
    yield proposition(
        prover,
        "counting.alone-positive",
        below(0, least),
        {**TWO_ROUNDS, **PEOPLE},
        {"T": 2, "N": 3},
        known,
        reason="(1 - 1/T)^(N-1) > 0",
        mutant=below(1, least),
    )
    yield proposition(
        prover,
        "counting.alone-least",
        at_most(least, truth(x) * power / T),
        given,
        at,
        known,
        reason="p >= 1/2",
        mutant=at_most(least * 100, truth(x) * power / T),
        reading="the right side is the probability that a certain person reports in a round, truthfully, and nobody else does",
    )


def variance(prover: Prover) -> Theorem:
    """Glance's variance never falls below mu (1 - mu) (N R - 1)/(N - 1), which is above 0 where N R > 1."""
    floor = mu * (1 - mu) * (N * R - 1) / (N - 1)
    return proposition(
        prover,
        "counting.glance-variance-floor",
        below(floor, glance_at(N, mu, R, x)),
        {
            **BUDGET,
            "N >= 2": at_most(2, N),
            "mu > 0": below(0, mu),
            "mu < 1": below(mu, 1),
            "N R > 1": below(1, N * R),
        },
        {"x": 2, "N": 2, "mu": Fraction(1, 2), "R": 1},
        reason="c R > 0",
        mutant=below(100 * floor, glance_at(N, mu, R, x)),
    )


def off_cases(people: int, rounds: int, odds: Fraction, active: int) -> Fraction:
    """The exact probability that in some round nobody reports or mu_hat is off by 1 - mu or more."""
    share, total = Fraction(active, people), Fraction(0)
    p, q = truth(odds - 1), lie(odds - 1)
    for chosen in every(range(rounds), repeat=people):
        for lies in every((0, 1), repeat=people):
            failing = False
            for t in range(rounds):
                sent = [(n < active) ^ bool(lies[n]) for n in range(people) if chosen[n] == t]
                failing = (
                    failing
                    or not sent
                    or (
                        abs(estimate(Fraction(sum(sent)), Fraction(len(sent)), odds - 1) - share) >= 1 - share
                    )
                )
            if failing:
                chance = Fraction(1, rounds**people)
                for lied in lies:
                    chance *= q if lied else p
                total += chance
    return total


def certain_cases(resting: int) -> Iterable[tuple[str, bool]]:
    """That probability against 1 less N times that of a lie."""
    for people, rounds in ((2, 2), (3, 2), (4, 2), (3, 3)):
        for odds in (Fraction(9), Fraction(99)):
            chance = off_cases(people, rounds, odds, people - resting)
            yield f"N = {people}, T = {rounds}, E = {odds}", chance >= 1 - people * lie(odds - 1)


def certain(prover: Prover) -> Theorem:
    """With fewer idle people than rounds, some round has active reporters only, or none: an error of 1 - mu is certain."""
    claim = Finite(
        "counting.floor-of-the-error",
        "where one person is idle in all rounds, some round has an error of 1 - mu or more, or no estimate, with a "
        "probability of at least 1 - N q",
        "(N, T) in (2, 2), (3, 2), (4, 2), (3, 3), E in {9, 99}",
        lambda: certain_cases(1),
        lambda: certain_cases(2),
    )
    return prover.theorem(claim, ByEnumeration())


def rounds_without_idle(prover: Prover) -> Theorem:
    """Of T rounds at least T - I have no idle reporter, I = N (1 - mu): in the source's experiment 45 of 50."""
    rest = Symbol("rounds without an idle reporter")
    return proposition(
        prover,
        "counting.rounds-without-idle",
        below(0, rest),
        {"one round each": at_most(T - idle, rest), "I < T": below(idle, T)},
        {"T": 50, "I": 5, str(rest): 45},
        reason="each idle person reports in one round",
        mutant=below(50, rest),
    )
