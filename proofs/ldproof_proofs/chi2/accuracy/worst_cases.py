"""Beta-errors as suprema over all tables: the least there can be, Algorithm 2's, and the corrected bound."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import numpy as np

from ldproof.budget import parse_budget
from ldproof.chi2.error import best_beta_error, beta_error, bound_corrected, error
from ldproof.chi2.formulas import delta_y2, norm_squared, statistic, statistic_ratio, t_squared
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Real, Term, enclose, exp, log, sqrt, term
from ldproof_proofs.chi2.law.noise import BUDGET, FIRST, ODDS, counted, second_error
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

TAU, BETA = Fraction(96, 25), Fraction(1)
EPSILON = Fraction(1)
WHOLE = parse_budget(epsilon=EPSILON)
TINY = Fraction(1, 10**25)


def least_cases(people: Iterable[int]) -> Iterable[tuple[str, Relation]]:
    """The least beta-error with so many cases and as many controls."""
    for group in people:
        yield (
            f"m1 = m2 = {group}",
            equal(exactly(best_beta_error(group, group, TAU, BETA, BUDGET)), 1 / (1 + term(ODDS))),
        )


RANKED = {"first": PrivateTestName.ALGORITHM_1_F, "second": PrivateTestName.ALGORITHM_2}
FAR = Fraction(4)
"""A beta above tau."""
FEW, MANY = 50, 500


def far_error(kind: PrivateTestName, group: int) -> Real:
    """A beta-error with as many cases as controls."""
    return beta_error(kind, group, group, TAU, FAR, BUDGET)


def worst(kind: PrivateTestName, group: int) -> tuple[int, int]:
    """Of the significant tables that count the one nearest to the threshold, looked for by floats."""
    a, b = np.divmod(np.arange((group + 1) ** 2, dtype=np.float64), group + 1)
    s, far = a + b, float(TAU + FAR)
    with np.errstate(invalid="ignore"):
        found = 2 * group * (a - b) ** 2 / (s * (2 * group - s))
    weight = s * (2 * group - s) / group**2
    near = found if kind in FIRST else (found / float(TAU) - 1) * weight
    place = int(np.argmin(np.where(found >= far, near, np.inf)))
    return divmod(place, group + 1)


def far_term(kind: PrivateTestName, group: int) -> Term:
    """A mechanism's error at that table."""
    a, b, m = map(term, (*worst(kind, group), group))
    if kind in FIRST:
        reach = (statistic_ratio(a, b, m, m) - TAU) / (4 * (2 * m) / (2 * m + 2))
    else:
        reach = (sqrt(norm_squared(a, b, m, m, term(TAU))) - 1) / sqrt(t_squared(m, m, term(TAU)))
    return exp(-reach * log(term(ODDS))) / 2


def ranking_cases(few: int, many: int) -> Iterable[tuple[str, Relation]]:
    """beta = 4 > tau, so that only significant tables count: which algorithm has the smaller beta-error.

    The first bound is by all tables, the second by Theorem 4.3.
    """
    for (name, kind), group in product(RANKED.items(), (few, many)):
        found = enclose(far_error(kind, group), 12)
        yield from encloses(f"{name}, m1 = m2 = {group}", found, far_term(kind, group))
    m, tau = term(few), term(TAU)
    nearest_a, nearest_b = map(term, worst(RANKED["second"], few))
    least = norm_squared(nearest_a, nearest_b, m, m, tau)
    for a, b in product(range(few + 1), repeat=2):
        if statistic(a, b, few, few) >= TAU + FAR:
            yield f"({a}, {b}) of ({few}, {few})", at_most(least, norm_squared(term(a), term(b), m, m, tau))
    yield f"m1 = m2 = {few}", below(far_term(RANKED["second"], few), far_term(RANKED["first"], few))
    most = exp(-FAR / (4 * (2 * term(many)) / (2 * term(many) + 2)) * log(term(ODDS))) / 2
    yield f"m1 = m2 = {many}", below(most, far_term(RANKED["second"], many))


def corrected_cases(share: Fraction) -> Iterable[tuple[str, Relation]]:
    """Every table that counts and whose margin weighs w0 or more; with a share of w0 only in that condition."""
    for (m1, m2), tau, beta, w0 in product(
        ((1, 2), (6, 6), (3, 9)),
        (Fraction(1), TAU),
        (Fraction(1, 2), Fraction(2)),
        (Fraction(1, 4), Fraction(3, 4)),
    ):
        N = m1 + m2
        # Where both are the same number no precision tells them apart.
        parts = (term(m1), term(m2), term(tau), term(beta), term(w0), term(EPSILON))
        bound = bound_corrected(*parts) + TINY
        for cell in counted(m1, m2, tau, beta):
            s = sum(cell)
            if Fraction(4 * s * (N - s), N**2) >= w0 * share:
                name = f"{cell} of ({m1}, {m2}), tau = {tau}, beta = {beta}, w0 = {w0}"
                yield name, below(second_error((*cell, m1, m2), tau, EPSILON), bound)


def public_controls_cases(four: int) -> Iterable[tuple[str, Relation]]:
    """M*'s error at one table, and four times that of Algorithm 1 with (16), 1/2 e^(-epsilon |chi2 - tau|/Delta)."""
    cells, tau = (0, 1, 10, 1), Fraction(1, 2)
    best, other = (
        error(each, *cells, tau, BUDGET) for each in (PrivateTestName.OPTIMAL, PrivateTestName.ALGORITHM_1_Y2)
    )
    a, b, m1, m2 = map(term, cells)
    reach = (statistic_ratio(a, b, m1, m2) - tau) / delta_y2(b, m1, m2)
    found = exp(-reach * log(term(ODDS))) / 2
    yield "(0, 1) of (10, 1), tau = 1/2", below(four * found, exactly(best))
    yield "M*", equal(exactly(best), 1 / (1 + term(ODDS)))
    yield from encloses("Algorithm 1 with (16)", enclose(other, 12), found)


def impossible(prover: Prover) -> Theorem:
    """Neighbours on both sides leave no test a smaller beta-error."""
    claim = Ground(
        "chi2.impossible-from-100-people",
        "the least beta-error of private tests is 1/(1 + e^epsilon)",
        "tau = 96/25, beta = 1, m1 = m2 from 50 to 60, 500 and 5000, e^epsilon = 4; with 49 it is less",
        lambda: least_cases((*range(50, 61), 500, 5000)),
        lambda: least_cases((49,)),
    )
    return prover.theorem(claim, ByRecord())


def ranking(prover: Prover) -> Theorem:
    """As there are more people, with beta > tau."""
    claim = Ground(
        "chi2.ranking-reverses",
        "with beta = 4 > tau = 96/25 Algorithm 2's beta-error is the smaller one at N = 100, of which 50 are cases, and the "
        "larger one at N = 1000, of which 500 are",
        "e^epsilon = 4, Algorithm 1 with (14)",
        lambda: ranking_cases(FEW, MANY),
        lambda: ranking_cases(FEW, FEW + 10),
        values=lambda: (
            {
                f"{name} {size}": far_error(kind, group)
                for name, kind in RANKED.items()
                for size, group in (("few", FEW), ("many", MANY))
            }
            | {"few": Fraction(FEW), "many": Fraction(MANY), "beta": FAR, "tau": TAU, "odds": ODDS}
        ),
    )
    return prover.theorem(claim, ByRecord())


def corrected_bound(prover: Prover) -> Theorem:
    """Every table that counts."""
    claim = Ground(
        "chi2.bound-corrected-everywhere",
        "the error of every table with |chi2 - tau| >= beta and w >= w0 is at most the corrected bound (to 10^-25)",
        "(m1, m2) in {(1, 2), (6, 6), (3, 9)}, tau in {1, 96/25}, beta in {1/2, 2}, w0 in {1/4, 3/4}, epsilon = 1",
        lambda: corrected_cases(Fraction(1)),
        lambda: corrected_cases(Fraction(0)),
    )
    return prover.theorem(claim, ByRecord())


def public_controls(prover: Prover) -> Theorem:
    """Hiding less errs less."""
    claim = Ground(
        "chi2.m-star-and-public-controls",
        "M*'s error is more than 4 times that of Algorithm 1 with (16), which does not hide b",
        "(a, b) = (0, 1), m = (10, 1), tau = 1/2, e^epsilon = 4, where 2/(1 + e^-epsilon) = 8/5",
        lambda: public_controls_cases(4),
        lambda: public_controls_cases(40),
        values=lambda: {"times": Fraction(4)},
    )
    return prover.theorem(claim, ByRecord())
