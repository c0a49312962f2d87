"""Theorem 8 as printed: where it fails."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, expm1, log, term
from ldproof.probability import binomial_law
from ldproof.shots.formulas import estimate, largest_alpha, q
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, at_once, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import using
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.accurate import NO_DUMMY, ONE, L, beta
from ldproof_proofs.shots.accuracy.taylor import taylor
from ldproof_proofs.shots.formulas.points import SPENT
from ldproof_proofs.shots.parameters import BITS, ROUNDS, N, T, alpha, epsilon, m

C, u, x = map(Symbol, "Cux")
CLAIMED = at_most(C * T * L, epsilon * N * alpha**2)
"""What the claim asks of alpha, with its constant C."""


def least_error(prover: Prover) -> Iterable[Theorem]:
    """One person, r = 0: in whatever round and whatever is sent, Phi is off by 1/(E - 1) at least."""
    at: Point = {"x": 1, "m": 1, "T": 1}
    for state in BITS:
        for seen in BITS:
            error = estimate(term(seen), ONE, m, T, NO_DUMMY, x) - state
            claim = Implication(
                f"shots.least-error-{seen}{state}",
                at_most((1 / x) ** 2, error**2),
                {"x > 0": below(0, x), **ROUNDS},
                {},
                at,
                Mutant(at_most(2 * error**2, (1 / x) ** 2), at),
                reading=f"the state is {state}, a {seen} is sent, r = 0, and x = E - 1",
            )
            yield prover.theorem(claim, at_once("1/(E - 1), E/(E - 1), or as T/m is 1 or more", positivity))


def every_constant(prover: Prover) -> Theorem:
    """Whatever the constant times the logarithm, C, the claimed alpha is below that error once epsilon <= 1/(9 C)."""
    _, step = taylor(prover)
    half = Fraction(1, 2)
    rule = using("taylor", "e <= 4", "root", "epsilon > 0", "epsilon <= 1")
    return proposition(
        prover,
        "shots.thm-8-no-constant",
        at_most(C / epsilon, (1 / expm1(epsilon)) ** 2),
        {
            **SPENT,
            "epsilon <= 1": at_most(epsilon, 1),
            "C > 0": below(0, C),
            "9 C epsilon <= 1": at_most(9 * C * epsilon, 1),
        },
        {"C": 1, "epsilon": Fraction(1, 10)},
        {
            "tangent": axiom(Always.TANGENT, epsilon),
            "taylor": lemma(step, x=epsilon),
            "e <= 4": axiom(Always.TANGENT, term(-half)),
            "root": axiom(Always.POSITIVE, term(half)),
            "excess": Local(at_most(expm1(epsilon), 3 * epsilon), rule),
        },
        reason="E - 1 <= 3 epsilon",
        reading="N = m = 1 and the claim is alpha^2 = C / epsilon, where C is its constant times T and the logarithm",
    )


def off_in_a_round(people: int, distance: Fraction, odds: Fraction) -> Fraction:
    """All people in state 0, m = T = 1: the exact probability that Phi is off by this distance or more, cut to 1/1000."""
    count, one, nobody, excess = Fraction(people), Fraction(1), Fraction(0), odds - 1
    chance = binomial_law(people, q(one, one, nobody, excess)).of(
        lambda ones: abs(estimate(Fraction(ones), count, one, one, nobody, excess)) >= distance
    )
    return Fraction(int(1000 * chance), 1000)


def printed_condition(prover: Prover) -> Theorem:
    """The condition as printed in our copy, alpha < 1/e^(epsilon/m* - 1), does not imply (1)."""
    claim = Failure(
        "shots.thm-8-condition",
        "the condition in our copy would imply (1) if its limit e^(1 - u) were at most 1/(e^u - 1), where "
        "u = epsilon/m*: at the peak 1/c* of g it is not",
        at_most(1 / exp(u - 1), 1 / expm1(u)),
        {"u": Fraction(1741, 1000)},
        {"u": Fraction(1, 10)},
    )
    return prover.theorem(claim, ByPoint())


def many_people(prover: Prover) -> Theorem:
    """With C = 10, more than the constant that suffices elsewhere: wrong under (1) and under our copy's condition."""
    odds, distance, people = Fraction(101, 100), Fraction(269, 100), 193
    at: Point = {
        "epsilon": log(term(odds)), "alpha": distance, "beta": Fraction(1, 2), "C": 10, "N": people, "T": 1,
    }  # fmt: skip
    claim = Failure(
        "shots.thm-8-many-people",
        f"{people} people in state 0, one round, m = 1, alpha as claimed with the constant C, under (1) and our copy's "
        "condition; the left side is the exact probability that Phi is off by alpha, cut to three digits",
        at_most(term(off_in_a_round(people, distance, odds)), beta),
        at,
        {**at, "beta": 1},
        given={
            "alpha": CLAIMED,
            "the condition": below(alpha, 1 / exp(epsilon - 1)),
            "(1)": below(alpha, largest_alpha(ONE, ONE, NO_DUMMY, expm1(epsilon))),
        },
    )
    return prover.theorem(claim, ByPoint())
