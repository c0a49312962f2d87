"""Variances of estimates as functions of the budget, against sums over who reports."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ldproof.counting.formulas import borappor_variance, glance_variance
from ldproof.numbers import Symbol, Term, exp
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, tie, traced
from ldproof_proofs.law import sums

PEOPLE, ROUNDS = 4, 3
ACTIVE = 1
SOME = between("N", 1, 1000)


def of_one(share: Fraction) -> Term:
    """The variance of one report, as an estimate, with this share of the budget."""
    x = exp(share * Symbol("epsilon")) - 1
    return truth(x) * lie(x) / contrast(x) ** 2


def of_reporters(k: int, share: Fraction = Fraction(1)) -> Term:
    """That of the estimate from k reports, each with a share of the budget: their coins', and of how many are active."""
    mu = Fraction(ACTIVE, PEOPLE)
    drawn = mu * (1 - mu) * Fraction(PEOPLE - k, (PEOPLE - 1) * k)
    return of_one(share) / k + drawn


def over_reporters(m: int = 1) -> Term:
    """Its mean over k ~ Bin(N, m/T), if anybody reports, with a share 1/m of the budget in each report."""
    weights: dict[int, int] = {
        k: comb(PEOPLE, k) * m**k * (ROUNDS - m) ** (PEOPLE - k) for k in range(1, PEOPLE + 1)
    }
    found = sums.total(weight * of_reporters(k, Fraction(1, m)) for k, weight in weights.items())
    return found / sum(weights.values())


def of_budgets(prover: Prover) -> Iterable[Theorem]:
    """For every budget of a range."""
    yield tie(
        prover,
        borappor_variance,
        lambda: traced(borappor_variance, SOME, ROUNDS, any_budget()),
        lambda: of_one(Fraction(1, ROUNDS)) / Symbol("N"),
        SOME,
        EPSILON,
    )
    yield tie(
        prover,
        glance_variance,
        lambda: traced(glance_variance, PEOPLE, ROUNDS, Fraction(ACTIVE, PEOPLE), any_budget()),
        over_reporters,
        EPSILON,
    )
