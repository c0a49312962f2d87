"""Theorem 4's right side: what it is, and the largest probability with which any stream exceeds it."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.counting.bounds import harmony_lower_at
from ldproof.counting.formulas import harmony_variance
from ldproof.numbers import Symbol, expm1, log, term
from ldproof.rounds import contrast, truth
from ldproof_proofs.counting.bounds.symbols import SURE, beta, epsilon
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, SHARE, N, T, mu, x
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import ByCitation, Prover, Used, algebra, at_once, proposition, show
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.union import over_rounds
from ldproof_proofs.tails.logarithm import positive

P, Q, V, c, off = map(Symbol, ("P", "Q", "V", "c", "off"))
within = 1 / ((N + 1) ** 2 * beta)
lamda = log(within)
"""ln(1/((N + 1)^2 beta))."""
rate = truth(x) / T
"""The probability of a 1 from a person who is always active."""
LEAST_SURE: Facts = {**PEOPLE, **SURE, "beta < (N+1)^-2": below(beta * (N + 1) ** 2, 1)}
SETTING: Facts = {**BUDGET, **ROUNDS, **LEAST_SURE}
AT: Point = {"x": 2, "T": 2, "N": 3, "beta": Fraction(1, 100)}
V_active, V_any = (harmony_variance(N, T, share, x) for share in (term(1), mu))
lower = harmony_lower_at(N, T, beta, x)


def logarithm(prover: Prover) -> Used:
    """The logarithm is positive."""
    above = below(1, within)
    return {"above 1": above, "lambda > 0": lemma(positive(prover), v=within)}


RATES: Used = {
    "rate": below(0, rate),
    "rest": below(0, 1 - rate),
    "truth": below(Fraction(1, 2), truth(x)),
}
"""The rate of ones lies between 0 and 1, and p above 1/2."""


def variance(prover: Prover) -> Iterable[Theorem]:
    """Its square is the variance of H_0 where all are active, times ln(1/((N+1)^2 beta))."""
    yield proposition(
        prover,
        "counting.harmony-active",
        equal(V_active, rate * (1 - rate) / (N * (contrast(x) / T) ** 2)),
        {**BUDGET, **ROUNDS, **PEOPLE},
        {"x": 2, "T": 2, "N": 3},
        rule=algebra,
        reason="N bits that are 1 with probability p/T",
    )
    inside = (lower**2).arguments[0].arguments[0]
    root = below(0, inside)
    yield proposition(
        prover,
        "counting.harmony-lower",
        equal(lower**2, V_active * lamda),
        SETTING,
        AT,
        {**logarithm(prover), "inside": root},
        rule=algebra,
        reason="p/(p - q)^2 = E (E + 1)/(E - 1)^2",
        mutant=equal(lower**2, V_active),
    )


def widest(prover: Prover) -> Theorem:
    """No share of active people has a larger variance than 1."""
    return proposition(
        prover,
        "counting.harmony-widest",
        at_most(V_any, V_active),
        {**BUDGET, **ROUNDS, **PEOPLE, **SHARE},
        {"x": 2, "T": 2, "N": 3, "mu": Fraction(1, 2)},
        reason="the difference is (1 - mu) (1 + 2/x) (T - 1)/N",
    )


def chebyshev(prover: Prover) -> Theorem:
    """Chebyshev's inequality."""
    at: Point = {"off": 1, "V": 1, "P": 1}
    claim = Implication(
        "counting.chebyshev",
        at_most(P * off**2, V),
        {"off > 0": below(0, off)},
        {},
        at,
        Mutant(at_most(P * off**2, V / 2), at),
        reading="P = Pr[|Y - E Y| >= off] and V is the variance of Y",
        stands=("P",),
    )
    return prover.theorem(claim, ByCitation("Chebyshev's inequality"))


def some_round(prover: Prover) -> Theorem:
    """An error in some of T rounds: Chebyshev's inequality for each."""
    at: Point = {"off": 1, "V": 1, "T": 2, "P": Fraction(1, 3), "Q": Fraction(1, 2)}
    return show(
        prover,
        at_once("a union over the rounds", search),
        "counting.some-round-errs",
        at_most(Q * off**2, T * V),
        {**ROUNDS, "off > 0": below(0, off)},
        {**over_rounds(prover, Q, T, P), "Chebyshev": lemma(chebyshev(prover))},
        at,
        Mutant(at_most(Q * off**2, T * V / 10), at),
        reading="Q is the probability that in some of T rounds an unbiased estimate is off by `off` or more, P and V the largest "
        "such probability and the largest variance of one round",
        stands=("P", "Q"),
    )


def any_stream(prover: Prover) -> Theorem:
    """Whatever the stream, c times Theorem 4's right side is reached with probability T / (c^2 ln(1/((N+1)^2 beta))) at most."""
    at: Point = {**AT, "c": 1, "mu": 1, "off": 2, "P": Fraction(3, 10), "Q": Fraction(3, 5)}
    rule = using("union", "Chebyshev", "widest", "off", "P >= 0", "T >= 1", "V > 0", "lambda > 0", "c > 0")
    return show(
        prover,
        at_once("P c^2 V lambda <= V", rule),
        "counting.thm-4-any-stream",
        at_most(Q, T / (c**2 * lamda)),
        {
            **SETTING,
            **SHARE,
            "off > 0": below(0, off),
            "c > 0": below(0, c),
            "off": at_most(c**2 * V_active * lamda, off**2),
            "P >= 0": at_most(0, P),
        },
        {
            **logarithm(prover),
            **over_rounds(prover, Q, T, P),
            "V > 0": below(0, V_active),
            "widest": lemma(widest(prover)),
            "Chebyshev": lemma(chebyshev(prover), V=V_any),
        },
        at,
        Mutant(at_most(Q, T / (10 * c**2 * lamda)), at),
        reading="Q is the probability that in some of T rounds Harmony's error exceeds `off`, c times Theorem 4's right side, the "
        "square of which is V lambda, and P the largest such probability of one round, in which a share mu of people is active",
        stands=("P", "Q"),
        short={"lambda": lamda},
    )


def grows(prover: Prover) -> Iterable[Theorem]:
    """Corollaries 2 and 4: for every epsilon it is at least sqrt((T - 1) lambda/N) max(1, 1/epsilon)."""
    given, at = {**BUDGET, **ROUNDS, **PEOPLE}, {"x": 2, "T": 2, "N": 3}
    larger = (T - 1) / N * ((1 + x) / x) ** 2
    yield proposition(
        prover,
        "counting.lower-order",
        at_most(larger, V_active),
        given,
        at,
        reason="s = p at mu = 1",
        mutant=at_most(2 * larger, V_active),
    )
    yield proposition(
        prover,
        "counting.lower-order-constant",
        at_most((T - 1) / N, larger),
        given,
        at,
        reason="E > E - 1",
        mutant=at_most(3 * (T - 1) / N, larger),
    )
    yield proposition(
        prover,
        "counting.lower-order-limit",
        at_most(V_active, (T - 1) / N + 5 * T / (N * x)),
        {**ROUNDS, **PEOPLE, "x >= 1": at_most(1, x)},
        at,
        reason="its limit as epsilon grows is the constant",
        mutant=at_most(2 * V_active, (T - 1) / N),
    )
    spent = {"epsilon > 0": below(0, epsilon)}
    odds = 1 + expm1(epsilon)
    yield proposition(
        prover,
        "counting.lower-order-small",
        at_most(1 / epsilon, odds / expm1(epsilon)),
        spent,
        {"epsilon": 1},
        {"grows": axiom(Always.POSITIVE, epsilon), "tangent": axiom(Always.TANGENT, -epsilon)},
        reason="1 - e^-epsilon <= epsilon",
        mutant=at_most(2 / epsilon, odds / expm1(epsilon)),
    )
