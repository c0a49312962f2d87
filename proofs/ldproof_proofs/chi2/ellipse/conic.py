"""Equation (7): an ellipse around (m1/2, m2/2), the left side of which is the sign that decides."""

from collections.abc import Iterable

from ldproof.chi2.formulas import beyond_ellipse, norm_squared
from ldproof.numbers import Elementary, Exact, Term, sqrt
from ldproof_proofs.chi2.accuracy.symbols import N, a, b, m1, m2, tau
from ldproof_proofs.chi2.formulas.identity import AT, MEASURED
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, below, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem


def conic_coefficients(m1: Exact, m2: Exact, tau: Exact) -> tuple[Exact, Exact, Exact, Exact]:
    """The coefficients A, B, C and D of the conic (7)."""
    N = m1 + m2
    A, B = m2**2 * N + tau * m1 * m2, m1**2 * N + tau * m1 * m2
    return A, B, m1 * m2 * (tau - N), -tau * m1 * m2 * N


def conic_left_side(a: Exact, b: Exact, m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """The left side of (7) as it is printed."""
    A, B, C, D = conic_coefficients(m1, m2, tau)
    return A * a**2 + B * b**2 + 2 * C * a * b + D * (a + b)


def ellipse_scale(m1: Exact, m2: Exact, tau: Exact) -> Exact:
    """R of (11), as (A.9) simplifies it."""
    return tau * m1 * m2 * (m1 + m2) ** 2 / 4


def eigenvalues(m1: Elementary, m2: Elementary, tau: Elementary) -> tuple[Elementary, Elementary]:
    """The larger and the smaller eigenvalue of the matrix with rows (A, C) and (C, B)."""
    A, B, C, _ = conic_coefficients(m1, m2, tau)
    root = sqrt(((m1 + m2) * (m2**2 - m1**2)) ** 2 + 4 * C**2)  # A - B, without the tau that cancels
    return (A + B + root) / 2, (A + B - root) / 2


shape = (m1, m2, tau)
A, B, C, D = conic_coefficients(*shape)
R = ellipse_scale(*shape)
SHAPE: Point = {name: AT[name] for name in ("m1", "m2", "tau")}


x, y = a - m1 / 2, b - m2 / 2
"""How far a table is from the centre."""


def quadratic(x: Term, y: Term) -> Term:
    """The matrix with rows (A, C) and (C, B), applied to a vector twice."""
    return A * x**2 + 2 * C * x * y + B * y**2


def decides(prover: Prover) -> Theorem:
    """(7) as printed is N h^2 - tau m1 m2 s (N - s)."""
    found = anchor(
        beyond_ellipse, lambda: beyond_ellipse(a, b, *shape), lambda: conic_left_side(a, b, *shape)
    )
    claim = Implication(
        "chi2.conic",
        equal(found.value, found.definition),
        witness=AT,
        mutant=Mutant(equal(found.value, 2 * found.definition), AT),
        anchors=(found,),
    )
    return prover.theorem(claim, at_once("the same polynomial", algebra))


def determinant(prover: Prover) -> Iterable[Theorem]:
    """(8): AB - C^2 = tau m1 m2 N^3, so that it is an ellipse."""
    value = tau * m1 * m2 * N**3
    claim = Implication(
        "chi2.determinant",
        equal(A * B - C**2, value),
        witness=SHAPE,
        mutant=Mutant(equal(A * B - C**2, tau * m1 * m2 * N**2), SHAPE),
    )
    same = prover.theorem(claim, at_once("N^3 = (m1 + m2)^2 N", algebra))
    yield same
    yield proposition(
        prover,
        "chi2.determinant-positive",
        below(0, A * B - C**2),
        MEASURED,
        SHAPE,
        reason="every factor is positive",
    )


def around_centre(prover: Prover) -> Iterable[Theorem]:
    """(7) is the quadratic form around (m1/2, m2/2) less R, and (11) is this R, which is the form at the centre."""
    for name, left, right in (
        ("conic-around-centre", conic_left_side(a, b, *shape), quadratic(x, y) - R),
        ("scale-is-form-at-centre", R, quadratic(m1 / 2, m2 / 2)),
    ):
        at = AT if left.symbols() & {"a"} else SHAPE
        claim = Implication(f"chi2.{name}", equal(left, right), witness=at)
        yield prover.theorem(claim, at_once("the same polynomial", algebra))


def norm(prover: Prover) -> Theorem:
    """So |T|^2 is the quadratic form over R."""
    found = anchor(norm_squared, lambda: norm_squared(a, b, *shape), lambda: quadratic(x, y) / R)
    claim = Implication(
        "chi2.norm-is-form",
        equal(found.value, found.definition),
        MEASURED,
        {},
        AT,
        Mutant(equal(found.value, found.definition / 2), AT),
        (found,),
    )
    return prover.theorem(claim, at_once("both sides times tau m1 m2 N^2", algebra))
