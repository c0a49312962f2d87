"""What is said of condition (1), case by case, and in the source's own experiment."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ldproof.budget import parse_budget
from ldproof.numbers import Ball, ball, enclose, expm1, term
from ldproof.shots import error
from ldproof.shots.formulas import failure_bound, largest_alpha, p, q
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.alphas.halving import BETA, CASES, DIGITS, both_ways, brackets, failing, solved

GRID = [(reports, dummy) for reports in (1, 2, 3) for dummy in (Fraction(0), Fraction(1, 3), Fraction(1))]


def under_1(at: Fraction, reports: int, dummy: Fraction) -> bool:
    """Equation (1) in terms of p and q: alpha (p - q) < q, for T = 3 and E = 3."""
    one, zero = (rate(Fraction(reports), Fraction(3), dummy, Fraction(2)) for rate in (p, q))
    return at * (one - zero) < zero


def condition_cases(factor: int) -> Iterable[tuple[str, Relation]]:
    """Whether the reference says (1) where alpha (p - q) < q."""
    for reports, dummy in GRID:
        for at in (Fraction(k, 4) for k in range(1, 24)):
            said = error.condition_1(at, reports, 3, dummy, parse_budget(reports, report_odds=3))
            one, zero = (rate(term(reports), term(3), term(dummy), term(2)) for rate in (p, q))
            name, form = f"alpha = {at}, m = {reports}, r = {dummy}", factor * at * (one - zero)
            yield name, below(form, zero) if said else at_most(zero, form)


def paper_cases(factor: int) -> Iterable[tuple[str, Relation]]:
    """Whether the reference says that `alpha_paper` is under (1) where the alpha found by halving is."""
    for case in (*CASES, (20, 1, 4, Fraction(0), Fraction(5))):
        people, reports, rounds, dummy, whole = case
        found = solved(both_ways("alpha_paper", case)[1], BETA)
        said = error.paper_applies(BETA, people, reports, rounds, dummy, parse_budget(reports, epsilon=whole))
        yield from brackets(str(case), failing("alpha_paper", case), BETA, found)
        shape = term(reports), term(rounds), term(dummy), expm1(term(whole) / reports)
        one, zero = (rate(*shape) for rate in (p, q))
        low, high = (factor * Fraction(end) * (one - zero) for end in (found.lower, found.upper))
        yield f"(1) for {case}", below(high, zero) if said else at_most(zero, low)


def conditions(prover: Prover) -> Iterable[Theorem]:
    """What is said of condition (1) is so."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    yield prover.theorem(
        Ground(
            "shots.condition-1-decided",
            "(1) holds where alpha (p - q) < q",
            "T = 3, every m, r in {0, 1/3, 1}, E = 3, alpha = 1/4, 1/2, ..., 23/4",
            lambda: condition_cases(1),
            lambda: condition_cases(2),
            anchors=(
                anchor(
                    error.condition_1,
                    lambda: error.condition_1(half, 1, 3, third, parse_budget(1, report_odds=3)),
                    lambda: under_1(half, 1, third),
                ),
            ),
        ),
        ByRecord(),
    )
    people, reports, rounds, dummy, whole = CASES[1]
    found = Fraction(solved(both_ways("alpha_paper", CASES[1])[1], BETA).lower)
    yield prover.theorem(
        Ground(
            "shots.paper-applies",
            "alpha_paper is said to be under (1) where the alpha found by halving is",
            f"beta = {BETA}, {len(CASES) + 1} cases",
            lambda: paper_cases(1),
            lambda: paper_cases(100),
            anchors=(
                anchor(
                    error.paper_applies,
                    lambda: error.paper_applies(
                        BETA, people, reports, rounds, dummy, parse_budget(reports, epsilon=whole)
                    ),
                    lambda: error.condition_1(
                        found, reports, rounds, dummy, parse_budget(reports, epsilon=whole)
                    ),
                ),
            ),
        ),
        ByRecord(),
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


def experiment_cases(factor: int) -> Iterable[tuple[str, Relation]]:
    """Whether `alpha_paper` satisfies (1) for a beta just above the turning point, and not for one just below."""
    for epsilon, reports in RUNS:
        at, spent = turning(epsilon, reports), parse_budget(reports, epsilon=epsilon)
        form = term(reports), term(100), term(0)
        reached = largest_alpha(*form, expm1(term(epsilon) / reports))
        limit = failure_bound(reached, term(10_000), *form, term(epsilon))
        if epsilon in LEAST:
            parts, first = LEAST[epsilon]
            yield (
                f"digits at epsilon = {epsilon}, from below",
                at_most(Fraction(factor * first, parts), limit),
            )
            yield (
                f"digits at epsilon = {epsilon}, from above",
                below(limit, Fraction(factor * first + 1, parts)),
            )
        else:
            yield f"no beta at epsilon = {epsilon}", at_most(1, limit)
        for beta in (at * (1 - NEAR), at * (1 + NEAR), 1 - NEAR):
            if beta < 1:
                said = error.paper_applies(beta, 10_000, reports, 100, Fraction(0), spent)
                name = f"epsilon = {epsilon}, beta = {float(beta):.12g}"
                yield name, below(limit, beta) if said else at_most(beta, limit)


def least_values() -> Mapping[str, Fraction]:
    """The setting of the experiment, and the least beta of each budget: its digits, and one more in the last place."""
    found = {"N": Fraction(10_000), "T": Fraction(100)}
    for name, (epsilon, reports) in zip(("small", "middle", "large"), RUNS, strict=True):
        found |= {f"{name} epsilon": Fraction(epsilon), f"{name} m": Fraction(reports)}
        if epsilon in LEAST:
            parts, first = LEAST[epsilon]
            found |= {f"{name} low": Fraction(first, parts), f"{name} high": Fraction(first + 1, parts)}
    return found


def experiments(prover: Prover) -> Theorem:
    """For which beta the source's bound says something about its own experiments."""
    claim = Ground(
        "shots.experiments-under-1",
        "in the first experiment alpha_paper is under (1) for no beta below 1 if epsilon = 1, for beta above "
        "0.495106580830... if epsilon = 10 and m = 6, and above 8.852 10^-22 if epsilon = 200 and m = 100",
        "betas within 10^-9 of these, and just below 1",
        lambda: experiment_cases(1),
        lambda: experiment_cases(2),
        values=least_values,
    )
    return prover.theorem(claim, ByRecord())
