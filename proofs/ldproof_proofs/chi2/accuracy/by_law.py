"""The errors that the reference gives, against the law of the noise and against searches."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import product

from ldproof.chi2.error import best_beta_error, beta_error, error
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Real, Term, computed_real, enclose, exp, floor, log, term
from ldproof_proofs.chi2.distance.search import cells, found_from, sides
from ldproof_proofs.chi2.law.noise import (
    ADDED,
    BUDGET,
    ODDS,
    counted,
    largest,
    reach_as_term,
    suits,
    wrong,
    wrong_as_term,
)
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law.sums import largest as largest_term
from ldproof_proofs.law.sums import nearly, value

SIZES = ((1, 2), (3, 3), (2, 5))
THRESHOLDS = tuple(Fraction(*each) for each in ((1, 2), (1, 1), (96, 25)))
MARGINS = tuple(Fraction(*each) for each in ((1, 4), (2, 1), (7, 2), (40, 1)))
LARGER = ((7, 5), (3, 9), (12, 30))
"""More people, for the mechanisms whose errors are quick to find."""
BETA = Fraction(3, 2)
SCOPE = "every table of (m1, m2) in {(1, 2), (3, 3), (2, 5)}, tau in {1/2, 1, 96/25}, e^epsilon = 4"
FEW = 1000
"""More than the denominator of a reach, where the error is a fraction."""
NEAR = 20
"""Digits to which an error is compared with a term."""
DIGITS = 10**20


def away(mechanism: PrivateTestName, beta: Fraction) -> Fraction | None:
    """beta, for the mechanism that asks for it."""
    return beta if mechanism is PrivateTestName.BETA_OPTIMAL else None


def settings() -> Iterable[tuple[PrivateTestName, int, int, Fraction]]:
    """Mechanisms, people and thresholds."""
    for mechanism, (m1, m2), tau in product(PrivateTestName, SIZES, THRESHOLDS):
        if suits(mechanism, m1, m2):
            yield mechanism, m1, m2, tau


def larger() -> Iterable[tuple[PrivateTestName, int, int, Fraction]]:
    """More people; and a threshold that no table exceeds, but which one attains."""
    for (m1, m2), tau in product(LARGER, THRESHOLDS):
        yield PrivateTestName.ALGORITHM_2, m1, m2, tau
        yield PrivateTestName.ALGORITHM_1_Y2, m1, m2, tau
    yield PrivateTestName.OPTIMAL, 1, 2, Fraction(3)


def error_cases(shift: Fraction) -> Iterable[tuple[str, Relation]]:
    """Every table."""
    for mechanism, m1, m2, tau in settings():
        for cell in cells(m1, m2):
            ours = error(mechanism, *cell, m1, m2, tau, BUDGET, away(mechanism, BETA))
            name = f"{mechanism}, {cell} of ({m1}, {m2}), tau = {tau}"
            if mechanism in ADDED:
                yield from of_reach(name, ours, reach_as_term(mechanism, cell, m1, m2, tau + shift))
            else:
                yield name, equal(exactly(ours), wrong_as_term(mechanism, cell, m1, m2, tau + shift, BETA))


def of_reach(name: str, ours: Real, far: Term) -> Iterable[tuple[str, Relation]]:
    """That an error is 1/2 e^(-epsilon far): to 20 digits, or exactly where it is a fraction."""
    if ours.exact is None:
        yield from encloses(name, enclose(ours, NEAR), exp(-far * log(term(ODDS))) / 2)
    else:
        reach = Fraction(nearly(far)).limit_denominator(FEW)
        yield f"{name}, sensitivities", equal(far, reach)
        roots = (2 * term(ours.exact)) ** reach.denominator
        yield name, equal(roots * term(ODDS) ** reach.numerator, 1)


def beta_error_cases(shift: Fraction) -> Iterable[tuple[str, Relation]]:
    """The largest error of all tables that count: where noise is added that of the one with the smallest reach."""
    for (mechanism, m1, m2, tau), beta in product((*settings(), *larger()), MARGINS):
        name = f"{mechanism}, ({m1}, {m2}), tau = {tau}, beta = {beta}"
        ours = beta_error(mechanism, m1, m2, tau, beta, BUDGET)
        every = list(counted(m1, m2, tau + shift, beta))
        if not every:
            yield name, equal(exactly(ours), 0)
        elif mechanism in ADDED:
            reaches = dict.fromkeys(reach_as_term(mechanism, cell, m1, m2, tau + shift) for cell in every)
            least = min(reaches, key=nearly)
            for place, each in enumerate(reaches):
                if each is not least:
                    yield f"{name}, {place}", at_most(least, each)
            yield from of_reach(name, ours, least)
        else:
            errors = [wrong_as_term(mechanism, cell, m1, m2, tau + shift, beta) for cell in every]
            yield from largest_term(name, errors, exactly(ours))


def digits(value: Real) -> int:
    """Twenty digits, rounded."""
    return floor(value * DIGITS + Fraction(1, 2))


def anchored_error() -> Anchor[object]:
    """One table with each mechanism."""
    tau = Fraction(1)
    return anchor(
        error,
        lambda: tuple(
            digits(error(kind, 2, 0, 3, 3, tau, BUDGET, away(kind, BETA))) for kind in PrivateTestName
        ),
        lambda: tuple(
            digits(computed_real(partial(wrong, kind, (2, 0), 3, 3, tau, BETA))) for kind in PrivateTestName
        ),
    )


def anchored_beta_error() -> Anchor[object]:
    """Three cases and three controls."""
    tau, beta = Fraction(2), Fraction(1)
    return anchor(
        beta_error,
        lambda: tuple(digits(beta_error(kind, 3, 3, tau, beta, BUDGET)) for kind in PrivateTestName),
        lambda: tuple(
            digits(computed_real(partial(largest, kind, 3, 3, tau, beta))) for kind in PrivateTestName
        ),
    )


def best_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """The least beta-error, by the search's distance; and it is the beta-error of the test that climbs."""
    for (m1, m2), tau, beta in product(
        (*SIZES, (6, 6), (4, 9)), THRESHOLDS, (Fraction(1, 4), Fraction(1), Fraction(3))
    ):
        name = f"({m1}, {m2}), tau = {tau}, beta = {beta}"
        ours = exactly(best_beta_error(m1, m2, tau, beta, BUDGET))
        yield name, equal(ours, best(m1, m2, tau, beta, more))
        errors = [
            wrong_as_term(PrivateTestName.BETA_OPTIMAL, cell, m1, m2, tau, beta)
            for cell in counted(m1, m2, tau, beta)
        ]
        if errors:
            yield from largest_term(f"{name}, attained", errors, ours)


def best(m1: int, m2: int, tau: Fraction, beta: Fraction, more: int = 0) -> Term:
    """g of the distance between the two sides, and 0 if one is empty."""
    low, high = sides(m1, m2, tau, beta)
    if not (low and high):
        return term(0)
    steps = found_from(low, m1, m2)
    half, odd = divmod(min(steps[cell] for cell in high) + more, 2)
    return 1 / (1 + term(ODDS)) / term(ODDS) ** half if odd else 1 / (2 * term(ODDS) ** half)


def anchored_best() -> Anchor[object]:
    """Some people."""
    at = ((3, 3), (6, 6), (4, 9))
    tau, beta = Fraction(2), Fraction(1)
    return anchor(
        best_beta_error,
        lambda: tuple(best_beta_error(*people, tau, beta, BUDGET) for people in at),
        lambda: tuple(value(best(*people, tau, beta)) for people in at),
    )


def of_tables(prover: Prover) -> Theorem:
    """Every table, every mechanism."""
    claim = Ground(
        "chi2.error-by-law",
        "a mechanism's error is the probability, by Laplace's distribution function, that value and noise are on the "
        "other side of the threshold, to 20 digits; M*'s and the beta-optimal test's are those by a searched distance",
        SCOPE,
        lambda: error_cases(Fraction(0)),
        lambda: error_cases(Fraction(1, 7)),
        (anchored_error(),),
        values=lambda: {"digits": Fraction(20)},
    )
    return prover.theorem(claim, ByRecord())


def over_tables(prover: Prover) -> Theorem:
    """The largest error."""
    claim = Ground(
        "chi2.beta-error-by-law",
        "the beta-error is the largest error of all tables with |chi2 - tau| >= beta, to 20 digits, and 0 if there is none",
        f"{SCOPE}, beta in {{1/4, 2, 7/2, 40}}; for two mechanisms also (7, 5), (3, 9) and (12, 30), and for M* tau = N = 3",
        lambda: beta_error_cases(Fraction(0)),
        lambda: beta_error_cases(Fraction(1, 7)),
        (anchored_beta_error(),),
        values=lambda: {"digits": Fraction(20)},
    )
    return prover.theorem(claim, ByRecord())


def of_the_best(prover: Prover) -> Theorem:
    """The least that the largest error can be."""
    claim = Ground(
        "chi2.best-beta-error-attained",
        "g of the searched distance between both sides is the beta-error of the test that climbs",
        "(m1, m2) in {(1, 2), (3, 3), (2, 5), (6, 6), (4, 9)}, tau in {1/2, 1, 96/25}, beta in {1/4, 1, 3}, e^epsilon = 4",
        lambda: best_cases(0),
        lambda: best_cases(1),
        (anchored_best(),),
    )
    return prover.theorem(claim, ByRecord())
