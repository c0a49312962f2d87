"""The crossings one by one, up to some m."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from ldproof.numbers import Real, Symbol, Term, enclose, like, log, rational, term
from ldproof.shots.choice import crossing
from ldproof.shots.formulas import c_star, g
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

MOST = 20
"""Up to which m the crossings are enclosed."""
z = Symbol("z")
Number = TypeVar("Number", Fraction, Term)


def printed(m: int, z: Term) -> Term:
    """The crossing polynomial as it is said."""
    more, less = (sum((z**k for k in range(count)), term(0)) for count in (m + 1, m))
    return m * more**2 * (z**m + 1) - (m + 1) * less**2 * z * (z ** (m + 1) + 1)


def horner(coefficients: Sequence[int], z: Number) -> Number:
    """A polynomial from its coefficients, by Horner's rule."""
    total = like(z, 0)
    for coefficient in reversed(coefficients):
        total = total * z + coefficient
    return total


def coefficients(m: int) -> list[int]:
    """m, ..., 1, then m, then 2m + 1 as often as m, then -m, ..., -1: one change of sign, so one positive root."""
    return [*range(m, 0, -1), m, *[2 * m + 1] * m, *range(-m, 0)]


def root(m: int) -> tuple[Fraction, Fraction]:
    """Two fractions with the root between them, 2^-60 apart, found by halving."""
    found, low, high = coefficients(m), rational(1), rational(4)
    while high - low > rational(1, 2**60):
        middle = (low + high) / 2
        low, high = (middle, high) if horner(found, middle) > 0 else (low, middle)
    return low, high


def budget(m: int, z: Fraction) -> Term:
    """m (m + 1) ln z."""
    return m * (m + 1) * log(term(z))


def crossings(shift: int) -> Iterator[tuple[str, Relation]]:
    """For each m: the coefficients, the bracket of the root, the reference's crossing in it, c* epsilon in m..m+1."""
    peak = enclose(c_star(), 20)
    for m in range(1, MOST + 1):
        low, high = root(m)
        least, most, tied = (*(budget(m, end) for end in (low, high)), enclose(crossing(m), 17))
        yield f"coefficients for m = {m}", equal(printed(m, z), horner(coefficients(m), z))
        yield f"the root for m = {m}, from below", below(0, printed(m, term(low)))
        yield f"the root for m = {m}, from above", below(printed(m, term(high)), 0)
        yield f"the reference's crossing for m = {m}, from below", below(least, Fraction(tied.upper))
        yield f"the reference's crossing for m = {m}, from above", below(Fraction(tied.lower), most)
        yield f"c* epsilon for m = {m}, from below", at_most(m + shift, Fraction(peak.lower) * least)
        yield f"c* epsilon for m = {m}, from above", below(Fraction(peak.upper) * most, m + shift + 1)


def enclosed(prover: Prover) -> Theorem:
    """The crossings one by one, against the roots of their polynomials."""
    claim = Ground(
        "shots.crossings",
        "the crossing polynomial has one change of sign among its coefficients, so one positive root z; the budget "
        "m (m + 1) ln z at which m and m + 1 tie is what the reference gives, and lies between m/c* and (m + 1)/c*",
        f"m <= {MOST}",
        lambda: crossings(0),
        lambda: crossings(1),
        anchors=(
            anchor(crossing, lambda: enclose(crossing(1), 9), lambda: enclose(2 * log(Real(root(1)[0])), 9)),
        ),
    )
    return prover.theorem(claim, ByRecord())


LATE = (10**4, 10**6)


def late_cases(off: Fraction) -> Iterator[tuple[str, Relation]]:
    """For each such m: whether m is better before the crossing, and m + 1 after it."""
    for m in LATE:
        tied = rational(enclose(crossing(m), 40).lower)
        for side in (-1, 1):
            epsilon = tied * (1 + off + side * Fraction(1, 10**30))
            worse, better = (g(each / term(epsilon)) for each in (m, m + 1)[::side])
            yield f"m = {m}, side {side}", below(worse, better)


def late(prover: Prover) -> Theorem:
    """The crossings of many reports."""
    claim = Ground(
        "shots.late-crossings",
        "at the reference's crossing g(m/epsilon) and g((m+1)/epsilon) change places, to 30 digits",
        f"m in {{{', '.join(map(str, LATE))}}}",
        lambda: late_cases(rational(0)),
        lambda: late_cases(rational(1, 10**20)),
    )
    return prover.theorem(claim, ByRecord())


FIRST = {1: "2.43751145374", 2: "4.24995231194", 3: "6.02087033166"}
"""The first crossings, cut to eleven digits."""


def digits(last: Fraction) -> Iterator[tuple[str, Relation]]:
    """Whether a crossing lies between its digits and one more in the last place."""
    for m, text in FIRST.items():
        (low, high), start = root(m), Fraction(text)
        yield f"m = {m}, from below", below(start, budget(m, low))
        yield f"m = {m}, from above", below(budget(m, high), start + last)


def first(prover: Prover) -> Theorem:
    """The first three crossings in digits."""
    listed = ", ".join(f"epsilon_{m},{m + 1} = {text}..." for m, text in FIRST.items())
    claim = Ground(
        "shots.first-crossings",
        f"{listed}: m (m + 1) ln z at both ends of a bracket of the crossing polynomial's root z",
        "both ends of each interval",
        lambda: digits(rational(1, 10**11)),
        lambda: digits(rational(1, 10**13)),
        values=lambda: {
            f"{m} to {m + 1}, {end}": budget(m, z)
            for m in FIRST
            for end, z in zip(("low", "high"), root(m), strict=True)
        },
    )
    return prover.theorem(claim, ByRecord())
