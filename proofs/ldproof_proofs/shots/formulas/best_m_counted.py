"""m* by comparing all m, or its neighbours, in finitely many cases."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from ldproof.numbers import Real, computed, enclose, log, term
from ldproof.shots.choice import best_m
from ldproof.shots.formulas import c_star, g
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import ball_at, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.formulas.best_m import turning
from ldproof_proofs.shots.formulas.crossings_counted import budget, root

ROUNDS = 6
QUARTERS = 48
"""Up to which T, and up to which multiple of 1/4, m* is decided by comparing all m."""


def best(epsilon: Fraction, rounds: int) -> int:
    """m* by comparing all g(m / epsilon)."""
    chosen = 1
    for m in range(2, rounds + 1):
        if below(g(term(chosen / epsilon)), g(term(m / epsilon))).holds_at({}):
            chosen = m
    return chosen


def choices(shift: int) -> Iterator[tuple[str, bool]]:
    """Whether m* is the reference's, one of the print's two candidates, and the number of crossings passed, plus 1."""
    budgets = [budget(m, root(m)[0]) for m in range(1, ROUNDS)]
    peak = Fraction(enclose(c_star(), 20).lower)
    for quarters in range(1, QUARTERS):
        epsilon = Fraction(quarters, 4)
        found, near = best(epsilon, ROUNDS), int(epsilon * peak)
        passed = sum(each < epsilon for each in budgets)
        yield f"crossings at epsilon = {epsilon}", found == 1 + passed + shift
        yield f"the reference at epsilon = {epsilon}", found == best_m(ROUNDS, Real(epsilon))
        yield (
            f"candidates at epsilon = {epsilon}",
            found in {min(max(each, 1), ROUNDS) for each in (near, near + 1)},
        )


def compared(prover: Prover) -> Theorem:
    """m* = min(T, 1 + the number of crossings below epsilon)."""
    claim = Finite(
        "shots.best-m",
        "m* as the reference gives it is the m with the largest g(m/epsilon) among all m <= T, the floor or the "
        "ceiling of c* epsilon within 1..T, and min(T, 1 + the number of crossings below epsilon)",
        f"T = {ROUNDS}, epsilon a multiple of 1/4 below {QUARTERS // 4}",
        lambda: choices(0),
        lambda: choices(1),
        anchors=(anchor(best_m, lambda: best_m(2, Real(Fraction(5, 2))), lambda: best(Fraction(5, 2), 2)),),
    )
    return prover.theorem(claim, ByEnumeration())


QUOTED = (
    (term(3), 10**6, 2),
    (term(100), 100, 57),
    (term(200), 200, 115),
    (term(200), 300, 115),
    (term(1000), 10**12, 574),
    (log(term(10**12)), 10**12, 16),
)
"""Budgets, rounds and m* that findings quote."""


def quoted_cases(shift: int) -> Iterator[tuple[str, bool]]:
    """Whether a quoted m* beats both of its neighbours, and is the reference's."""
    for epsilon, rounds, m in QUOTED:
        here, *others = (g((each + shift) / epsilon) for each in (m, m - 1, m + 1))
        better = all(below(other, here).holds_at({}) for other in others)
        yield (
            f"m = {m} at epsilon = {epsilon}, T = {rounds}",
            better and best_m(rounds, computed(partial(ball_at, epsilon, {}))) == m,
        )


def quoted(prover: Prover) -> Theorem:
    """The m* that findings quote; as g has one peak, a look at the neighbours is enough."""
    listed = "; ".join(f"{m} at epsilon = {epsilon} and T = {rounds}" for epsilon, rounds, m in QUOTED)
    claim = Finite(
        "shots.best-m-quoted",
        f"m* has a larger g(m/epsilon) than m* - 1 and m* + 1: m* = {listed}",
        "these cases",
        lambda: quoted_cases(0),
        lambda: quoted_cases(1),
        lemmas=tuple(turning(prover)),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())
