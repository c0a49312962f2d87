"""Errors as functions of the budget: at every epsilon of a range they are what the law of the noise says."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial

from ldproof.chi2.error import best_beta_error, beta_error, error
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Symbol, Term, exp, sqrt, term
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.chi2.distance.search import Cell, found_from, sides, statistic, to_other_decision
from ldproof_proofs.chi2.law.noise import FIRST, counted, norm, reach_as_term, spread_as_term
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced
from ldproof_proofs.law.sums import nearly, value

CELL, PEOPLE, TAU, BETA = (5, 1), (6, 6), Fraction(2), Fraction(1)
"""A table, and a threshold from which others are so far."""
SECOND = PrivateTestName.ALGORITHM_2, PrivateTestName.ALGORITHM_2_TIGHT
"""Noise is added to |T|. That of `ALGORITHM_2_INTEGER` goes by a difference of roots, and its error is tied at points."""


def of_reach(reach: Term) -> Term:
    """Laplace's noise takes a value across the threshold: 1/2 e^(-epsilon reach)."""
    return exp(-Symbol("epsilon") * reach) / 2


def of_distance(steps: int) -> Term:
    """The optimal test errs at so many steps from the other decision with probability e^(-epsilon (d - 1))/(1 + E)."""
    epsilon = Symbol("epsilon")
    return exp(-epsilon * (steps - 1)) / (1 + exp(epsilon))


def reach(mechanism: PrivateTestName, cell: Cell) -> Term:
    """How far a table is from the threshold, in sensitivities; of |T| and 1 as roots of fractions, as no two have one root."""
    if mechanism not in SECOND:
        return reach_as_term(mechanism, cell, *PEOPLE, TAU)
    squared = square(spread_as_term(mechanism, cell, *PEOPLE, TAU))
    far, near = sqrt(term(norm(cell, *PEOPLE, TAU) / squared)), sqrt(term(1 / squared))
    return far - near if statistic(*cell, *PEOPLE) > TAU else near - far


def square(spread: Term) -> Fraction:
    """The square of a fraction, or of a fraction's root."""
    inside = spread.arguments[0] if spread.operator == "sqrt" else spread**2
    return value(inside)


def wrong(mechanism: PrivateTestName) -> Term:
    """The error at the table."""
    if mechanism is PrivateTestName.OPTIMAL:
        return of_distance(to_other_decision(*PEOPLE, TAU)[CELL])
    return of_reach(reach(mechanism, CELL))


def largest(mechanism: PrivateTestName) -> Term:
    """The error at the table that is nearest to the other decision, among those that count."""
    tables = list(counted(*PEOPLE, TAU, BETA))
    if mechanism is PrivateTestName.OPTIMAL:
        return of_distance(min(to_other_decision(*PEOPLE, TAU)[cell] for cell in tables))
    return of_reach(min((reach(mechanism, cell) for cell in tables), key=nearly))


def climbing() -> Term:
    """The least largest error, by the steps d between both sides: e^(-epsilon d/2)/2, or 1/((1 + E) E^((d - 1)/2))."""
    low, high = sides(*PEOPLE, TAU, BETA)
    steps = found_from(low, *PEOPLE)
    half, odd = divmod(min(steps[cell] for cell in high), 2)
    epsilon = Symbol("epsilon")
    faded = exp(-epsilon * half)
    return faded / (1 + exp(epsilon)) if odd else faded / 2


def of_budgets(prover: Prover) -> Iterable[Theorem]:
    """The mechanisms that add noise to the statistic or to |T|, the optimal test, and the one that is best for beta."""
    spent = any_budget()
    for mechanism in (*FIRST, *SECOND, PrivateTestName.OPTIMAL):
        word = mechanism.value
        for formula, found, definition in (
            (error, partial(traced, error, word, *CELL, *PEOPLE, TAU, spent), wrong),
            (beta_error, partial(traced, beta_error, word, *PEOPLE, TAU, BETA, spent), largest),
        ):
            name = f"chi2.{formula.__name__}-{word}".replace("_", "-")
            yield tie(prover, formula, found, partial(definition, mechanism), EPSILON, name=name)
    yield tie(
        prover,
        best_beta_error,
        lambda: traced(best_beta_error, *PEOPLE, TAU, BETA, spent),
        climbing,
        EPSILON,
    )
