"""Beta-errors as suprema over all tables: the least there can be, Algorithm 2's, and the corrected bound."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

from ldproof.budget import budget
from ldproof.chi2.accuracy import best_beta_error, beta_error, bound_corrected, error
from ldproof.chi2.law import Mechanism
from ldproof.numbers import Real, ball, lift, sign
from ldproof_proofs.chi2.law.noise import BUDGET, ODDS, counted
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

TAU, BETA = Fraction(96, 25), Fraction(1)
EPSILON = Fraction(1)
WHOLE = budget(epsilon=EPSILON)
TINY = Fraction(1, 10**25)


def least_cases(people: Iterable[int]) -> Iterable[tuple[str, bool]]:
    """The least beta-error with so many cases and as many controls."""
    for group in people:
        yield f"m1 = m2 = {group}", best_beta_error(group, group, TAU, BETA, BUDGET) == 1 / (1 + ODDS)


def coin_cases(tau: Fraction) -> Iterable[tuple[str, bool]]:
    """Algorithm 2's beta-error with all three sensitivities, as beta goes up to some tau."""
    for (m1, m2), beta in product(((1, 2), (50, 50), (10, 490), (1000, 1000)), (Fraction(1), TAU)):
        for kind in (Mechanism.ALGORITHM_2, Mechanism.ALGORITHM_2_TIGHT):
            yield (
                f"{kind}, ({m1}, {m2}), beta = {beta}",
                beta_error(kind, m1, m2, tau, beta, WHOLE) == Fraction(1, 2),
            )


def ranking_cases(people: tuple[int, int]) -> Iterable[tuple[str, bool]]:
    """beta = 4 > tau, so that only significant tables count: which algorithm has the smaller beta-error."""
    for group, second in zip(people, (True, False), strict=True):
        one, two = (
            beta_error(kind, group, group, TAU, Fraction(4), BUDGET)
            for kind in (Mechanism.ALGORITHM_1_F, Mechanism.ALGORITHM_2)
        )
        yield f"m1 = m2 = {group}", (one > two) is second


def corrected_cases(share: Fraction) -> Iterable[tuple[str, bool]]:
    """Every table that counts and whose margin weighs w0 or more; with a share of w0 only in that condition."""
    for (m1, m2), tau, beta, w0 in product(
        ((1, 2), (6, 6), (3, 9)),
        (Fraction(1), TAU),
        (Fraction(1, 2), Fraction(2)),
        (Fraction(1, 4), Fraction(3, 4)),
    ):
        N = m1 + m2
        for cell in counted(m1, m2, tau, beta):
            s = sum(cell)
            if Fraction(4 * s * (N - s), N**2) >= w0 * share:
                found = error(Mechanism.ALGORITHM_2, *cell, m1, m2, tau, WHOLE)
                # Where both are the same number no precision tells them apart.
                yield (
                    f"{cell} of ({m1}, {m2}), tau = {tau}, beta = {beta}, w0 = {w0}",
                    bound(m1, m2, tau, beta, w0) > found,
                )


def bound(m1: int, m2: int, tau: Fraction, beta: Fraction, w0: Fraction) -> Real:
    """The corrected bound, and 10^-25."""
    return lift(bound_corrected, m1, m2, tau, beta, w0, EPSILON) + TINY


def public_controls_cases(kind: Mechanism) -> Iterable[tuple[str, bool]]:
    """M*'s error at one table, and four times that of an algorithm."""
    table = 0, 1, 10, 1, Fraction(1, 2), BUDGET
    best, other = (error(each, *table) for each in (Mechanism.OPTIMAL, kind))
    yield "(0, 1) of (10, 1), tau = 1/2", sign(lambda: ball(best) - 4 * ball(other)) > 0


def _claim(
    prover: Prover,
    name: str,
    says: str,
    scope: str,
    cases: Callable[[], Iterable[tuple[str, bool]]],
    mutant: Callable[[], Iterable[tuple[str, bool]]],
) -> Theorem:
    """One of them."""
    return prover.theorem(Finite(f"chi2.{name}", says, scope, cases, mutant), ByEnumeration())


def impossible(prover: Prover) -> Theorem:
    """Neighbours on both sides leave no test a smaller beta-error."""
    return _claim(
        prover,
        "impossible-from-100-people",
        "the least beta-error of private tests is 1/(1 + e^epsilon)",
        "tau = 96/25, beta = 1, m1 = m2 from 50 to 60, 500 and 5000, e^epsilon = 4; with 49 it is less",
        lambda: least_cases((*range(50, 61), 500, 5000)),
        lambda: least_cases((49,)),
    )


def coin(prover: Prover) -> Theorem:
    """Because of a variant that nobody has, and beta <= tau."""
    return _claim(
        prover,
        "algorithm-2-is-a-coin",
        "Algorithm 2's beta-error is 1/2 exactly, with Delta_T and with Delta*",
        "tau = 96/25, beta in {1, 96/25}, (m1, m2) in {(1, 2), (50, 50), (10, 490), (1000, 1000)}, epsilon = 1",
        lambda: coin_cases(TAU),
        lambda: coin_cases(TAU - Fraction(1, 2)),
    )


def ranking(prover: Prover) -> Theorem:
    """As there are more people, with beta > tau."""
    return _claim(
        prover,
        "ranking-reverses",
        "with beta = 4 > tau = 96/25 Algorithm 2's beta-error is the smaller one at N = 100 and the larger one at N = 1000",
        "e^epsilon = 4, Algorithm 1 with (14)",
        lambda: ranking_cases((50, 500)),
        lambda: ranking_cases((500, 50)),
    )


def corrected_bound(prover: Prover) -> Theorem:
    """Every table that counts."""
    return _claim(
        prover,
        "bound-corrected-everywhere",
        "the error of every table with |chi2 - tau| >= beta and w >= w0 is at most the corrected bound",
        "(m1, m2) in {(1, 2), (6, 6), (3, 9)}, tau in {1, 96/25}, beta in {1/2, 2}, w0 in {1/4, 3/4}, epsilon = 1",
        lambda: corrected_cases(Fraction(1)),
        lambda: corrected_cases(Fraction(0)),
    )


def public_controls(prover: Prover) -> Theorem:
    """Hiding less errs less."""
    return _claim(
        prover,
        "m-star-and-public-controls",
        "M*'s error is more than four times that of Algorithm 1 with (16), which does not hide b",
        "(a, b) = (0, 1), m = (10, 1), tau = 1/2, e^epsilon = 4, where 2/(1 + e^-epsilon) = 8/5",
        lambda: public_controls_cases(Mechanism.ALGORITHM_1_Y2),
        lambda: public_controls_cases(Mechanism.ALGORITHM_1_Y1),
    )
