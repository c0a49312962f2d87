"""m* by comparing all m, or its neighbours, in finitely many cases."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from ldproof.numbers import Real, Term, computed_real, enclose, log, term
from ldproof.shots.choice import best_m
from ldproof.shots.formulas import c_star, g
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, ball_at, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.formulas.best_m import turning
from ldproof_proofs.shots.formulas.crossings_counted import root

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


def choices(shift: int) -> Iterator[tuple[str, Relation]]:
    """Whether m* is the reference's, one of the print's two candidates, and the number of crossings passed, plus 1."""
    crossings = [m * (m + 1) * log(term(root(m)[0])) for m in range(1, ROUNDS)]
    peak = enclose(c_star(), 20)
    lower, upper = Fraction(peak.lower), Fraction(peak.upper)
    for quarters in range(1, QUARTERS):
        epsilon = Fraction(quarters, 4)
        found, name = best_m(ROUNDS, Real(epsilon)), f"epsilon = {epsilon}"
        for m in {*range(1, ROUNDS + 1)} - {found}:
            yield f"m* = {found} against {m} at {name}", below(g(term(m / epsilon)), g(term(found / epsilon)))
        for m, crossing in enumerate(crossings, start=1):
            passed = m < found + shift
            sides = (crossing, epsilon) if passed else (epsilon, crossing)
            yield f"crossing {m} and {name}", below(*sides)
        if found > 1:
            yield f"m* = {found} below its ceiling at {name}", below(found - 1, epsilon * lower)
        if found < ROUNDS:
            yield f"m* = {found} above its floor at {name}", below(epsilon * upper, found + 1)


def compared(prover: Prover) -> Theorem:
    """m* = min(T, 1 + the number of crossings below epsilon)."""
    claim = Ground(
        "shots.best-m",
        "m* as the reference gives it is the m with the largest g(m/epsilon) among all m <= T, the floor or the "
        "ceiling of c* epsilon within 1..T, and min(T, 1 + the number of crossings below epsilon)",
        f"T = {ROUNDS}, epsilon a multiple of 1/4 below {QUARTERS // 4}",
        lambda: choices(0),
        lambda: choices(1),
        anchors=(anchor(best_m, lambda: best_m(2, Real(Fraction(5, 2))), lambda: best(Fraction(5, 2), 2)),),
    )
    return prover.theorem(claim, ByRecord())


QUOTED: Mapping[str, tuple[Term, int, int]] = {
    "constant": (term(3), 10**6, 2),
    "ten": (term(10), 100, 6),
    "linear": (term(100), 100, 57),
    "large": (term(200), 200, 115),
    "larger": (term(200), 300, 115),
    "swapped": (term(1000), 10**12, 574),
    "logarithmic": (log(term(10**12)), 10**12, 16),
}
"""Budgets, rounds and m* that sentences quote, by names for them."""


def quoted_values() -> Mapping[str, Term | Fraction]:
    """What is quoted."""
    found: dict[str, Term | Fraction] = {}
    for name, (epsilon, rounds, m) in QUOTED.items():
        found |= {f"{name} epsilon": epsilon, f"{name} T": Fraction(rounds), f"{name} m": Fraction(m)}
    return found


def quoted_cases(shift: int) -> Iterator[tuple[str, Relation]]:
    """Whether a quoted m* beats both of its neighbours, and is the reference's."""
    for epsilon, rounds, m in QUOTED.values():
        name = f"m = {m} at epsilon = {epsilon}, T = {rounds}"
        found = best_m(rounds, computed_real(partial(ball_at, epsilon, {})))
        yield f"{name}, as computed", equal(found, m)
        for other in (m - 1, m + 1):
            yield f"{name} against {other}", below(g((other + shift) / epsilon), g((found + shift) / epsilon))


def quoted(prover: Prover) -> Theorem:
    """The m* that findings quote; as g has one peak, a look at the neighbours is enough."""
    listed = "; ".join(
        f"{m} at epsilon = {epsilon} and T = {rounds}" for epsilon, rounds, m in QUOTED.values()
    )
    claim = Ground(
        "shots.best-m-quoted",
        f"m* has a larger g(m/epsilon) than m* - 1 and m* + 1: m* = {listed}",
        "m* - 1, m* and m* + 1 in each case",
        lambda: quoted_cases(0),
        lambda: quoted_cases(1),
        lemmas=tuple(turning(prover)),
        values=quoted_values,
    )
    return prover.theorem(claim, ByRecord())
