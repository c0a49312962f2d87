"""The map T of Lemma 3.2: mended it has the norm of the identity, and as printed it moves the centre."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product as every

from ldproof.chi2.ellipse import eigenvalues, image, printed_image
from ldproof.chi2.formulas import beyond_ellipse, norm_squared
from ldproof.numbers import Symbol, Term, ball, sqrt
from ldproof.rejections import Reason, Refused
from ldproof_proofs.chi2.accuracy.symbols import a, b, m1, m2
from ldproof_proofs.chi2.ellipse.conic import SHAPE, A, B, C, D, R, shape
from ldproof_proofs.chi2.formulas.identity import MEASURED
from ldproof_proofs.kernel.combination import Product
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.implication import Known, lemma
from ldproof_proofs.kernel.prover import Prover, algebra, by, proposition
from ldproof_proofs.kernel.relations import Point, at_most, ball_at, below, equal
from ldproof_proofs.kernel.theorem import Theorem

p, q, x, y, L, E, F, G = map(Symbol, ("p", "q", "x", "y", "L", "E", "F", "G"))
AXIS = {
    "first": equal(E * p + G * q, L * p),
    "second": equal(G * p + F * q, L * q),
    "long": below(0, p**2 + q**2),
}
"""(p, q) is an eigenvector, with the value L, of the matrix with rows (E, G) and (G, F)."""
first, second = eigenvalues(*shape)
ABBREVIATIONS = {"N": m1 + m2, "A": A, "B": B, "C": C, "R": R, "lambda_1": first, "lambda_2": second}
under = ((m1 + m2) * (m2**2 - m1**2)) ** 2 + 4 * C**2
"""What is under the eigenvalues' root."""


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


def rooted(prover: Prover) -> dict[str, Known]:
    """The eigenvalues are real."""
    inside = proposition(
        prover,
        "chi2.eigenvalues-real",
        at_most(0, under),
        {},
        SHAPE,
        rule=by(
            Product((), Fraction(1), ((m1 + m2) * (m2**2 - m1**2),)),
            Product((), Fraction(4), (C,)),
        ),
        reason="a sum of squares",
    )
    return {"real": lemma(inside)}


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
            rooted(prover),
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
        rooted(prover),
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
        rooted(prover),
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
            rooted(prover),
            rule=algebra,
            reason="the root's square",
            mutant=equal(left, value * centre),
            reading="times the eigenvalue; the printed vector along is (C, first - A), the one across (-(first - A), C)",
        )


def image_cases(offset: Fraction) -> Iterator[tuple[str, bool]]:
    """The mended map as it runs, in balls, against the identity."""
    for cases, controls in every(range(1, 5), repeat=2):
        for threshold in (Fraction(1, 3), Fraction(cases + controls), Fraction(20)):
            for in_cases, in_controls in every(range(cases + 1), range(controls + 1)):
                along, across = image(in_cases, in_controls, cases, controls, threshold)
                a, b, m1, m2 = map(Fraction, (in_cases, in_controls, cases, controls))
                exact = norm_squared(a, b, m1, m2, threshold) + offset
                off = (along**2 + across**2 - exact)()
                name = f"({in_cases}, {in_controls}; {cases}, {controls}), tau = {threshold}"
                yield name, bool(off.contains(0)) and bool(off.rad() < 1e-9)


def mended(prover: Prover) -> Theorem:
    """The map that can be looked at is that map."""
    claim = Finite(
        "chi2.mended-map",
        "the norm of the mended map, in balls, is that of the identity (to 10^-9)",
        "all tables with m1, m2 <= 4, tau in 1/3, N, 20",
        lambda: image_cases(Fraction(0)),
        lambda: image_cases(Fraction(1, 10**6)),
    )
    return prover.theorem(claim, ByEnumeration())


def printed_norm() -> Term:
    """|T|^2 as (10) prints it."""
    length = sqrt(C**2 + (first - A) ** 2)
    along = sqrt(first / R) * (C * a + (first - A) * b) / length + D / (2 * length) * (C + first - A) / first
    across = (
        sqrt(second / R) * (C * b - (first - A) * a) / length + D / (2 * length) * (C + second - B) / second
    )
    return along**2 + across**2


def as_printed(prover: Prover) -> Iterable[Theorem]:
    """As printed the centre is not sent to 0; then a table with chi2 = 0 is outside the circle."""
    inside = {"inside": at_most(beyond_ellipse(a, b, *shape), 0)}
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
    yield prover.theorem(claim, ByPoint())
    centre = Failure(
        "chi2.printed-map-centre",
        "(10) as printed should send the centre to 0: the norm there",
        at_most(sqrt(printed_norm()), Fraction(2, 5)),
        one,
        {**one, "a": Fraction(3, 2), "b": Fraction(3, 2)},
        short=ABBREVIATIONS,
    )
    yield prover.theorem(centre, ByPoint())


def printed_cases(beyond_n: int, offset: Fraction) -> Iterator[tuple[str, bool]]:
    """The printed map as it runs, in balls, against (10) as a term; and that at tau = N it divides by 0."""
    for cases, controls in ((2, 2), (1, 4), (4, 1)):
        for threshold in (Fraction(1), Fraction(96, 25), Fraction(20)):
            at: Point = {"a": 1, "b": 0, "m1": cases, "m2": controls, "tau": threshold}
            along, across = printed_image(1, 0, cases, controls, threshold)
            off = (along**2 + across**2)() - ball_at(printed_norm(), at) - ball(offset)
            near = bool(off.contains(0)) and bool(off.rad() < 1e-9)
            yield f"m1 = {cases}, m2 = {controls}, tau = {threshold}", near
    for cases, controls in ((1, 1), (1, 4), (2, 3), (3, 3)):
        name = f"m1 = {cases}, m2 = {controls}, tau = N + {beyond_n}"
        try:
            printed_image(1, 1, cases, controls, Fraction(cases + controls + beyond_n))
        except Refused as refusal:
            yield name, refusal.reason is Reason.DIVISION_BY_ZERO
        else:
            yield name, False


def printed_map(prover: Prover) -> Theorem:
    """The printed map that can be looked at is that map."""
    claim = Finite(
        "chi2.printed-map",
        "the printed map, in balls, is (10) (to 10^-9), and is refused at tau = N where m2 >= m1",
        "13 shapes",
        lambda: printed_cases(0, Fraction(0)),
        lambda: printed_cases(1, Fraction(1)),
    )
    return prover.theorem(claim, ByEnumeration())
