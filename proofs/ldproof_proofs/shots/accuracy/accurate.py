"""(alpha, beta)-accuracy: how large alpha must be for the bound (2) to be at most beta."""

from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp, expm1, log, term
from ldproof.probability import union_bound
from ldproof.shots.formulas import failure_bound, figure_of_merit, largest_alpha
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, show, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.chernoff import PEOPLE
from ldproof_proofs.shots.accuracy.theorem_5 import Q, theorem_5
from ldproof_proofs.shots.parameters import BUDGETED, N, T, alpha, epsilon, m, r

beta = Symbol("beta")
L = log(2 * T / beta)
"""The logarithm in every bound: ln(2T / beta)."""
SURE = {"beta > 0": below(0, beta)}
READING = "Q = Pr[|Phi - Phi_0| >= alpha in some of T rounds], in the likeliest of which a share phi of people is in state 1"
STANDS = ("Q", "phi")
"""What READING says of these symbols is not said of other terms."""
ABBREVIATIONS = {"x": expm1(epsilon / m), "f": figure_of_merit(m, T, r, epsilon), "L": L}
"""How a reader is shown the bound."""
ONE, NO_DUMMY = term(1), term(0)
FOUR_ROUNDS: Point = {"epsilon": 1, "r": 0, "m": 1, "T": 4, "N": 400, "beta": Fraction(1, 2)}


def enough(reports: Term, dummy: Term) -> Relation:
    """What alpha needs for the bound (2) to be at most beta: 3 T ln(2T/beta) <= f epsilon N alpha^2."""
    return at_most(3 * T * L, figure_of_merit(reports, T, dummy, epsilon) * epsilon * N * alpha**2)


def promised(reports: Term, dummy: Term = NO_DUMMY) -> dict[str, Relation]:
    """What Theorem 5 asks for beyond the ranges of m, r and T: people, an alpha under (1), a union bound."""
    return {
        **PEOPLE,
        "alpha > 0": below(0, alpha),
        "(1)": below(alpha, largest_alpha(reports, T, dummy, expm1(epsilon / reports))),
    }


def bounded(prover: Prover) -> Theorem:
    """With alpha^2 = 3 T ln(2T/beta) / (f epsilon N), or more, the bound (2) is at most beta."""
    merit = figure_of_merit(m, T, r, epsilon) * epsilon * N / T
    at: Point = {**FOUR_ROUNDS, "alpha": Fraction(11, 20)}
    exponent = Implication(
        "shots.exponent-of-beta",
        at_most(-merit * alpha**2 / 3, -L),
        {**BUDGETED, **SURE, "enough": enough(m, r)},
        {},
        at,
        Mutant(at_most(-merit * alpha**2 / 3, -2 * L), at),
        short=ABBREVIATIONS,
    )
    return show(
        prover,
        steps(
            Step("<=", union_bound(T, 2 * exp(-L)), "alpha is large enough", search),
            last=Last("e^-ln(2T/beta) = beta / 2T", search, "="),
        ),
        "shots.bound-is-beta",
        at_most(failure_bound(alpha, N, m, T, r, epsilon), beta),
        exponent.given,
        {
            "monotone": axiom(Always.MONOTONE, -merit * alpha**2 / 3, -L),
            "inverse": axiom(Always.INVERSE, 2 * T / beta),
        },
        at,
        Mutant(at_most(failure_bound(alpha, N, m, T, r, epsilon), beta / 10), at),
        short=ABBREVIATIONS,
    )


def accurate(prover: Prover) -> Theorem:
    """With that alpha, and under (1), Phi is (alpha, beta)-accurate."""
    at: Point = {**FOUR_ROUNDS, "alpha": Fraction(11, 20), "phi": 1, "P": 0, "Q": 0}
    claim = Implication(
        "shots.accurate",
        at_most(Q, beta),
        {**BUDGETED, **SURE, **promised(m, r), "enough": enough(m, r)},
        {"thm-5": lemma(theorem_5(prover)), "bound": lemma(bounded(prover))},
        at,
        Mutant(at_most(Q, beta / 10), {**at, "P": Fraction(1, 10), "Q": Fraction(1, 10)}),
        reading=READING,
        stands=STANDS,
        short=ABBREVIATIONS,
    )
    bound = failure_bound(alpha, N, m, T, r, epsilon)
    return prover.theorem(
        claim, steps(Step("<=", bound, "Theorem 5", search), last=Last("alpha is large enough", search))
    )
