"""The map T of Lemma 3.2: mended it has the norm of the identity, and as printed it moves the centre."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product as every

from ldproof.chi2.formulas import beyond_ellipse, norm_squared, statistic_ratio
from ldproof.errors import Reason, Refused
from ldproof.numbers import Number, Real, Symbol, Term, real, sqrt, term
from ldproof_proofs.chi2.accuracy.symbols import a, b, m1, m2
from ldproof_proofs.chi2.ellipse.conic import (
    SHAPE,
    A,
    B,
    C,
    D,
    R,
    conic_coefficients,
    eigenvalues,
    ellipse_scale,
    shape,
)
from ldproof_proofs.chi2.formulas.identity import MEASURED
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import between, read


def circle_image(a: Number, b: Number, m1: int, m2: int, tau: Fraction) -> tuple[Real, Real]:
    """T(a, b), mended: the ellipse's centre (m1/2, m2/2) goes to 0, its axes to the unit circle's.

    The printed eigenvector (C, first - A) vanishes at tau = N where m2 >= m1; then the other axis is taken.
    """
    one, two, threshold = real(m1), real(m2), real(tau)
    first, second = eigenvalues(one, two, threshold)
    A, B, C, _ = conic_coefficients(one, two, threshold)
    if tau == m1 + m2:
        across, up = (real(1), real(0)) if m2 >= m1 else (real(0), real(1))
    elif m2 >= m1:
        across, up = first - B, C
    else:
        across, up = C, first - A
    length = sqrt(across**2 + up**2)
    x, y = a - one / 2, b - two / 2
    R = ellipse_scale(one, two, threshold)
    return (
        sqrt(first / R) * (across * x + up * y) / length,
        sqrt(second / R) * (across * y - up * x) / length,
    )


def printed_image(a: Number, b: Number, m1: int, m2: int, tau: Fraction) -> tuple[Real, Real]:
    """T(a, b) as (10) prints it: the shift is outside the bracket that is scaled."""
    if tau == m1 + m2 and m2 >= m1:
        raise Refused(
            Reason.DIVISION_BY_ZERO, "(10) divides by 0 where tau = N and m2 >= m1", "`circle_image`"
        )
    one, two, threshold = real(m1), real(m2), real(tau)
    first, second = eigenvalues(one, two, threshold)
    A, B, C, D = conic_coefficients(one, two, threshold)
    R = ellipse_scale(one, two, threshold)
    length = sqrt(C**2 + (first - A) ** 2)
    return (
        sqrt(first / R) * (C * a + (first - A) * b) / length + D / (2 * length) * (C + first - A) / first,
        sqrt(second / R) * (C * b - (first - A) * a) / length + D / (2 * length) * (C + second - B) / second,
    )


p, q, x, y, L, E, F, G = map(Symbol, ("p", "q", "x", "y", "L", "E", "F", "G"))
AXIS = {
    "first": equal(E * p + G * q, L * p),
    "second": equal(G * p + F * q, L * q),
    "long": below(0, p**2 + q**2),
}
"""(p, q) is an eigenvector, with the value L, of the matrix with rows (E, G) and (G, F)."""
first, second = eigenvalues(*shape)
ABBREVIATIONS = {"N": m1 + m2, "A": A, "B": B, "C": C, "R": R, "lambda_1": first, "lambda_2": second}


def rotated(prover: Prover) -> Theorem:
    """Along an eigenvector and across it the form is L times a square plus (E + F - L) times another one."""
    at: Point = {"p": 1, "q": 1, "x": 2, "y": 1, "L": 5, "E": 3, "F": 3, "G": 2}
    form = (L * (p * x + q * y) ** 2 + (E + F - L) * (p * y - q * x) ** 2) / (p**2 + q**2)
    return proposition(
        prover,
        "chi2.rotated-form",
        equal(form, E * x**2 + 2 * G * x * y + F * y**2),
        AXIS,
        at,
        reason="what the eigenvector's equations say",
    )


def axes(prover: Prover) -> Iterable[Theorem]:
    """The eigenvalues are those of (A, C; C, B), and each vector that `image` takes is one of the first's."""
    for name, left, right in (
        ("eigenvalue-sum", first + second, A + B),
        ("eigenvalue-product", first * second, A * B - C**2),
        ("axis-1-first", A * C + C * (first - A), first * C),
        ("axis-1-second", C * C + B * (first - A), first * (first - A)),
        ("axis-2-first", A * (first - B) + C * C, first * (first - B)),
        ("axis-2-second", C * (first - B) + B * C, first * C),
    ):
        yield proposition(
            prover,
            f"chi2.{name}",
            equal(left, right),
            {},
            SHAPE,
            rule=algebra,
            reason="the root's square",
        )


def printed_scale(prover: Prover) -> Theorem:
    """(11) and (A.9): the numerator of (11) is R times its denominator, which may be 0."""
    above = D**2 * (second * (C + first - A) ** 2 + first * (C + second - B) ** 2)
    under_it = 4 * first * second * (C**2 + (first - A) ** 2)
    return proposition(
        prover,
        "chi2.eq-11",
        equal(above, under_it * R),
        {},
        SHAPE,
        rule=algebra,
        reason="the root's square",
        mutant=equal(above, under_it * R / 2),
        reading="the left side is the numerator of (11), and its denominator the first factors of the right side",
        short=ABBREVIATIONS,
    )


def larger_first(prover: Prover) -> Theorem:
    """At tau = N, where C = 0, the axis is that of the larger of A and B: of A if m2 >= m1."""
    at: Point = {"m1": 2, "m2": 3}
    tie = {name: each for name, each in MEASURED.items() if name != "tau > 0"}
    N = m1 + m2
    return proposition(
        prover,
        "chi2.axis-at-n",
        at_most(0, A.substitute({"tau": N}) - B.substitute({"tau": N})),
        {**tie, "m1 <= m2": at_most(m1, m2)},
        at,
        reason="A - B = N (m2^2 - m1^2)",
        mutant=at_most(A.substitute({"tau": N}), B.substitute({"tau": N})),
    )


def second_axis(prover: Prover) -> Theorem:
    """A.1's second eigenvector, (-(first - A), 1), is one only where C = C^2: its second cell should be over C."""
    return proposition(
        prover,
        "chi2.second-axis-asks",
        equal((A - second) * (first - A), C**2),
        {},
        SHAPE,
        rule=algebra,
        reason="the root's square",
        mutant=equal((A - second) * (first - A), C),
        reading="(-(first - A), 1) is an eigenvector only if C - A (first - A) = -second (first - A), that is if C is the left side",
    )


def shift(prover: Prover) -> Iterable[Theorem]:
    """The printed shifts are minus the rotated centre: inside the bracket that is scaled they belong."""
    for name, value, left, centre in (
        ("shift-along", first, D * (C + first - A) / 2, (C * m1 + (first - A) * m2) / 2),
        ("shift-across", second, D * (C + second - B) / 2, (C * m2 - (first - A) * m1) / 2),
    ):
        yield proposition(
            prover,
            f"chi2.{name}",
            equal(left, -value * centre),
            {},
            SHAPE,
            rule=algebra,
            reason="the root's square",
            mutant=equal(left, value * centre),
            reading="times the eigenvalue; the printed vector along is (C, first - A), the one across (-(first - A), C)",
        )


def mended_norm(prover: Prover) -> Theorem:
    """Shifted to the centre before it is turned and stretched, a table has the norm of the identity."""
    x, y, axis = a - m1 / 2, b - m2 / 2, first - A
    along, across = C * x + axis * y, C * y - axis * x
    length = C**2 + axis**2
    return proposition(
        prover,
        "chi2.mended-norm",
        equal(first / R * along**2 / length + second / R * across**2 / length, norm_squared(a, b, *shape)),
        {**MEASURED, "length": below(0, length)},
        {**SHAPE, "a": 3, "b": 1},
        rule=algebra,
        reason="the root's square",
        reading="the square of |T|, where T subtracts the centre first",
        short=ABBREVIATIONS,
    )


CELLS = between("a", 0, 10), between("b", 0, 10)
MENDED: Callable[..., tuple[Real, Real]] = circle_image
PRINTED: Callable[..., tuple[Real, Real]] = printed_image


def image_cases(offset: int) -> Iterator[tuple[str, Relation]]:
    """The mended map as it runs on a range of cells, read back, against the identity."""
    for cases, controls in every(range(1, 5), repeat=2):
        for threshold in (Fraction(1, 3), Fraction(cases + controls), Fraction(20)):
            along, across = map(read, MENDED(*CELLS, cases, controls, threshold))
            exact = norm_squared(a, b, term(cases), term(controls), term(threshold))
            yield f"({cases}, {controls}), tau = {threshold}", equal(along**2 + across**2, exact + offset)


def mended(prover: Prover) -> Theorem:
    """The map that can be looked at is that map."""
    claim = Ground(
        "chi2.mended-map",
        "the norm of the mended map is that of the identity, for all real cells of a table from 0 to 10",
        "m1, m2 <= 4, tau in 1/3, N, 20",
        lambda: image_cases(0),
        lambda: image_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def printed_norm() -> Term:
    """|T|^2 as (10) prints it."""
    length = sqrt(C**2 + (first - A) ** 2)
    along = sqrt(first / R) * (C * a + (first - A) * b) / length + D / (2 * length) * (C + first - A) / first
    across = (
        sqrt(second / R) * (C * b - (first - A) * a) / length + D / (2 * length) * (C + second - B) / second
    )
    return along**2 + across**2


def as_printed(prover: Prover) -> Theorem:
    """As printed a table with chi2 = 0 is outside the circle."""
    inside = {
        "inside": at_most(beyond_ellipse(a, b, *shape), 0),
        "statistic": equal(statistic_ratio(a, b, m1, m2), 0),
    }
    one: Point = {"a": 1, "b": 1, "m1": 2, "m2": 2, "tau": 1}
    two: Point = {"a": 2, "b": 2, "m1": 4, "m2": 4, "tau": Fraction(96, 25)}
    claim = Failure(
        "chi2.printed-map-decides",
        "(10) as printed, on tables that are not significant; here both groups have the same share, so that chi2 = 0",
        at_most(printed_norm(), 1),
        two,
        one,
        given=inside,
        short=ABBREVIATIONS,
    )
    return prover.theorem(claim, ByPoint())


def turned(m1: int, m2: int, tau: Fraction) -> Term:
    """(10) by its unit vector (c, s): a table is turned and stretched, and then shifted by what has not been."""
    cells, given = CELLS, (Real(m1), Real(m2), Real(tau))
    (large, small), (A, _, C, D) = eigenvalues(*given), conic_coefficients(*given)
    length = sqrt(C**2 + (large - A) ** 2)
    c, s, R = C / length, (large - A) / length, ellipse_scale(*given)
    along = sqrt(large / R) * (c * cells[0] + s * cells[1]) + D * (c + s) / (2 * large)
    across = sqrt(small / R) * (c * cells[1] - s * cells[0]) + D * (c - s) / (2 * small)
    return read(along**2 + across**2)


def printed_cases(more: int) -> Iterator[tuple[str, Relation]]:
    """The printed map as it runs on a range of cells, read back, against (10)."""
    for sizes, threshold in every(((2, 2), (1, 4), (4, 1)), (Fraction(1), Fraction(96, 25), Fraction(20))):
        along, across = map(read, PRINTED(*CELLS, *sizes, threshold))
        yield f"{sizes}, tau = {threshold}", equal(along**2 + across**2, turned(*sizes, threshold) + more)


def printed_map(prover: Prover) -> Theorem:
    """The printed map that can be looked at is that map."""
    claim = Ground(
        "chi2.printed-map",
        "the norm of the printed map is that of (10), for all real cells of a table from 0 to 10",
        "(m1, m2) in {(2, 2), (1, 4), (4, 1)}, tau in {1, 96/25, 20}",
        lambda: printed_cases(0),
        lambda: printed_cases(1),
    )
    return prover.theorem(claim, ByRecord())
