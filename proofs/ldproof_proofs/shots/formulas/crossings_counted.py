"""The crossings one by one, up to some m."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from flint import fmpz_poly

from ldproof.numbers import Ball, Real, ball, enclose, floor, log, rational, sign
from ldproof.shots.choice import crossing
from ldproof.shots.formulas import c_star, g
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

MOST = 20
"""Up to which m the crossings are enclosed."""


def polynomial(m: int) -> fmpz_poly:
    """m [m+1]^2 (z^m + 1) - (m+1) [m]^2 z (z^(m+1) + 1), where [k] = 1 + z + ... + z^(k-1), multiplied out."""
    one, z = fmpz_poly([1]), fmpz_poly([0, 1])
    more, less = fmpz_poly([1] * (m + 1)), fmpz_poly([1] * m)
    return m * more**2 * (z**m + one) - (m + 1) * less**2 * z * (z ** (m + 1) + one)


def coefficients(m: int) -> list[int]:
    """m, ..., 1, then m, then 2m + 1 as often as m, then -m, ..., -1: one change of sign, so one positive root."""
    return [*range(m, 0, -1), m, *[2 * m + 1] * m, *range(-m, 0)]


def value(polynomial: fmpz_poly, at: Fraction) -> Fraction:
    """A polynomial at a fraction."""
    total = rational(0)
    for power in range(polynomial.degree(), -1, -1):
        total = total * at + int(polynomial[power])
    return total


def root(m: int) -> tuple[Fraction, Fraction]:
    """Two fractions with the root between them, 2^-60 apart, found by halving."""
    found, low, high = polynomial(m), rational(1), rational(4)
    while high - low > rational(1, 2**60):
        middle = (low + high) / 2
        low, high = (middle, high) if value(found, middle) > 0 else (low, middle)
    return low, high


def budget(m: int, z: Fraction) -> Real:
    """m (m + 1) ln z."""
    return m * (m + 1) * log(Real(z))


def crossings(shift: int) -> Iterator[tuple[str, bool]]:
    """For each m: the coefficients, the bracket of the root, the reference's crossing in it, c* epsilon in m..m+1."""
    peak = enclose(c_star(), 20)
    for m in range(1, MOST + 1):
        found, (low, high) = polynomial(m), root(m)
        least, most, tied = budget(m, low), budget(m, high), crossing(m)
        yield f"coefficients for m = {m}", list(map(int, found.coeffs())) == coefficients(m)
        yield f"the root for m = {m}", value(found, low) > 0 > value(found, high)
        yield f"the reference's crossing for m = {m}", least < tied < most
        whole = {floor(rational(c) * end) for c, end in ((peak.lower, least), (peak.upper, most))}
        yield f"c* epsilon for m = {m}", whole == {m + shift}


def enclosed(prover: Prover) -> Theorem:
    """The crossings one by one, against the roots of their polynomials."""
    claim = Finite(
        "shots.crossings",
        "the crossing polynomial has one change of sign among its coefficients, so one positive root z; the budget "
        "m (m + 1) ln z at which m and m + 1 tie is what the reference gives, and lies between m/c* and (m + 1)/c*",
        f"m <= {MOST}",
        lambda: crossings(0),
        lambda: crossings(1),
        anchors=(
            anchor(crossing, lambda: enclose(crossing(1), 9), lambda: enclose(budget(1, root(1)[0]), 9)),
        ),
    )
    return prover.theorem(claim, ByEnumeration())


LATE = (10**4, 10**6)


def ahead(m: int, epsilon: Fraction) -> Ball:
    """By how much m reports are better than m + 1 by the source's bound."""
    return g(m / ball(epsilon)) - g((m + 1) / ball(epsilon))


def late_cases(off: Fraction) -> Iterator[tuple[str, bool]]:
    """For each such m: whether m is better before the crossing, and m + 1 after it."""
    for m in LATE:
        tied = rational(enclose(crossing(m), 40).lower)
        for side in (-1, 1):
            epsilon = tied * (1 + off + side * rational(1, 10**30))
            better = sign(partial(ahead, m, epsilon))
            yield f"m = {m}, side {side}", better == -side


def late(prover: Prover) -> Theorem:
    """The crossings of many reports."""
    claim = Finite(
        "shots.late-crossings",
        "at the reference's crossing g(m/epsilon) and g((m+1)/epsilon) change places, to 30 digits",
        f"m in {{{', '.join(map(str, LATE))}}}",
        lambda: late_cases(rational(0)),
        lambda: late_cases(rational(1, 10**20)),
    )
    return prover.theorem(claim, ByEnumeration())


FIRST = {1: "2.43751145374", 2: "4.24995231194", 3: "6.02087033166"}
"""The first crossings, cut to eleven digits."""


def digits(last: Fraction) -> Iterator[tuple[str, bool]]:
    """Whether a crossing lies between its digits and one more in the last place."""
    for m, text in FIRST.items():
        (low, high), start = root(m), rational(text)
        yield f"m = {m}", start < budget(m, low) and budget(m, high) < start + last


def first(prover: Prover) -> Theorem:
    """The first three crossings in digits."""
    listed = ", ".join(f"epsilon_{m},{m + 1} = {text}..." for m, text in FIRST.items())
    claim = Finite(
        "shots.first-crossings",
        f"{listed}: m (m + 1) ln z at both ends of a bracket of the crossing polynomial's root z",
        "these numbers",
        lambda: digits(rational(1, 10**11)),
        lambda: digits(rational(1, 10**13)),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())
