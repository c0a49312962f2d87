"""What is said of condition (1), case by case, and in the source's own experiment."""

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from ldproof.budget import budget
from ldproof.numbers import Ball, ball, enclose, expm1
from ldproof.shots import alphas
from ldproof.shots.accuracy import failure_bound, largest_alpha
from ldproof.shots.formulas import p, q
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.alphas.halving import BETA, CASES, DIGITS, both_ways, solved

GRID = [(reports, dummy) for reports in (1, 2, 3) for dummy in (Fraction(0), Fraction(1, 3), Fraction(1))]


def under_1(at: Fraction, reports: int, dummy: Fraction) -> bool:
    """Equation (1) in terms of p and q: alpha (p - q) < q, for T = 3 and E = 3."""
    one, zero = (rate(Fraction(reports), Fraction(3), dummy, Fraction(2)) for rate in (p, q))
    return at * (one - zero) < zero


def condition_cases(factor: int) -> Iterable[tuple[str, bool]]:
    """Whether the reference says (1) where alpha (p - q) < q."""
    for reports, dummy in GRID:
        for at in (Fraction(k, 4) for k in range(1, 24)):
            said = alphas.condition_1(at, reports, 3, dummy, budget(reports, report_odds=3))
            yield f"alpha = {at}, m = {reports}, r = {dummy}", said == under_1(factor * at, reports, dummy)


def paper_cases(factor: int) -> Iterable[tuple[str, bool]]:
    """Whether the reference says that `alpha_paper` is under (1) where the alpha found by halving is."""
    for case in (*CASES, (20, 1, 4, Fraction(0), Fraction(5))):
        people, reports, rounds, dummy, whole = case
        found = Fraction(solved(both_ways("alpha_paper", case)[1], BETA).lower)
        said = alphas.paper_applies(BETA, people, reports, rounds, dummy, budget(reports, epsilon=whole))
        yield (
            f"{case}",
            said
            == alphas.condition_1(factor * found, reports, rounds, dummy, budget(reports, epsilon=whole)),
        )


def conditions(prover: Prover) -> Iterable[Theorem]:
    """What is said of condition (1) is so."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    yield prover.theorem(
        Finite(
            "shots.condition-1-decided",
            "(1) holds where alpha (p - q) < q",
            "T = 3, every m, r in {0, 1/3, 1}, E = 3, alpha = 1/4, 1/2, ..., 23/4",
            lambda: condition_cases(1),
            lambda: condition_cases(2),
            anchors=(
                anchor(
                    alphas.condition_1,
                    lambda: alphas.condition_1(half, 1, 3, third, budget(1, report_odds=3)),
                    lambda: under_1(half, 1, third),
                ),
            ),
        ),
        ByEnumeration(),
    )
    people, reports, rounds, dummy, whole = CASES[1]
    found = Fraction(solved(both_ways("alpha_paper", CASES[1])[1], BETA).lower)
    yield prover.theorem(
        Finite(
            "shots.paper-applies",
            "alpha_paper is said to be under (1) where the alpha found by halving is",
            f"beta = {BETA}, {len(CASES) + 1} cases",
            lambda: paper_cases(1),
            lambda: paper_cases(100),
            anchors=(
                anchor(
                    alphas.paper_applies,
                    lambda: alphas.paper_applies(
                        BETA, people, reports, rounds, dummy, budget(reports, epsilon=whole)
                    ),
                    lambda: alphas.condition_1(found, reports, rounds, dummy, budget(reports, epsilon=whole)),
                ),
            ),
        ),
        ByEnumeration(),
    )


RUNS = ((1, 1), (10, 6), (200, 100))
"""The budgets of the source's first experiment, and m* for each; N = 10000, T = 100, r = 0."""
NEAR = Fraction(1, 10**9)
LEAST = {10: (10**12, 495106580830), 200: (10**25, 8852)}
"""The first digits of the least beta, as the claim states them."""


def turning(epsilon: int, reports: int) -> Fraction:
    """The bound (2) at the limit of (1), from below: only for larger beta does `alpha_paper` satisfy (1)."""

    def bound() -> Ball:
        form = ball(reports), ball(100), ball(0)
        limit = largest_alpha(*form, expm1(ball(epsilon) / reports))
        return failure_bound(limit, ball(10_000), *form, ball(epsilon))

    return Fraction(enclose(bound, DIGITS).lower)


def experiment_cases(factor: int) -> Iterable[tuple[str, bool]]:
    """Whether `alpha_paper` satisfies (1) for a beta just above the turning point, and not for one just below."""
    for epsilon, reports in RUNS:
        at, spent = factor * turning(epsilon, reports), budget(reports, epsilon=epsilon)
        if epsilon in LEAST:
            yield f"digits at epsilon = {epsilon}", floor(at * LEAST[epsilon][0]) == LEAST[epsilon][1]
        for beta, wanted in ((at * (1 - NEAR), False), (at * (1 + NEAR), True)):
            if beta < 1:
                said = alphas.paper_applies(beta, 10_000, reports, 100, Fraction(0), spent)
                yield f"epsilon = {epsilon}, beta = {float(beta):.12g}", said is wanted
        if at >= 1:
            largest = 1 - NEAR
            said = alphas.paper_applies(largest, 10_000, reports, 100, Fraction(0), spent)
            yield f"epsilon = {epsilon}, beta = {float(largest):.12g}", not said


def experiments(prover: Prover) -> Theorem:
    """For which beta the source's bound says something about its own experiments."""
    claim = Finite(
        "shots.experiments-under-1",
        "in the first experiment alpha_paper is under (1) for no beta below 1 if epsilon = 1, for beta above "
        "0.495106580830... if epsilon = 10 and m = 6, and above 8.852 10^-22 if epsilon = 200 and m = 100",
        "betas within 10^-9 of these, and just below 1",
        lambda: experiment_cases(1),
        lambda: experiment_cases(2),
    )
    return prover.theorem(claim, ByEnumeration())
