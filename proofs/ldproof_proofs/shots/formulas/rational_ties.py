"""No ties where e^epsilon is rational: what the argument from the crossing polynomial's coefficients needs.

Let z^n be rational, with z the crossing polynomial's root beyond 1, and z^k = c the first power that is. Then x^k - c
is irreducible and divides the polynomial; its coefficients are whole, the last one -1, so that by Gauss's lemma c is
whole. Below x^k every coefficient is a multiple of c. The first is m, and the next m - 1 (1 for m = 1): so k = 1, and
z is whole and divides m. But z < 2 from m = 3 on, and for m = 2 the root is not 2.
"""

from collections.abc import Iterable

from ldproof.numbers import Symbol, term
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, at_once, show
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.formulas.crossings import polynomial
from ldproof_proofs.shots.formulas.crossings_counted import coefficients as multiplied_out
from ldproof_proofs.shots.formulas.crossings_counted import horner, printed
from ldproof_proofs.shots.parameters import m

MOST = 60
z, B = Symbol("z"), Symbol("B")
LARGE = {
    "z >= 2": at_most(2, z),
    "B >= 8": at_most(8, B),
    "4 m z <= 3 B": at_most(4 * m * z, 3 * B),
}
AT: Point = {"z": 2, "m": 3, "B": 8}


def powers(prover: Prover) -> Iterable[Theorem]:
    """For z >= 2 the power m of z is that large: at m = 3, and then at one more."""
    first = {"z >= 2": LARGE["z >= 2"], "m = 3": equal(m, 3)}
    later = {**LARGE, "m >= 1": at_most(1, m)}
    for name, given, power, reports in (("first", first, z**3, m), ("later", later, z * B, m + 1)):
        for what, goal in (
            ("large", at_most(8, power)),
            ("growing", at_most(4 * reports * z, 3 * power)),
        ):
            claim = Implication(f"shots.{name}-power-{what}", goal, given, {}, AT)
            yield prover.theorem(claim, at_once("z >= 2", search))


def whole(prover: Prover) -> Theorem:
    """From z = 2 on the polynomial is negative, for every m >= 3: its root lies below 2."""
    per_m = (z - 1) * (3 * z * B**2 - (1 + z) * B - 1)
    rest = 4 * z**2 * (B - 1) ** 2 * (z * B + 1) - 3 * B * per_m
    known = {"slope": below(0, per_m), "rest": below(0, rest)}
    goal = below(polynomial(m, z, z * B, B), 0)
    return show(
        prover,
        at_once("B = z^m is large", search),
        "shots.crossing-below-2",
        goal,
        LARGE,
        known,
        AT,
        None,
        reading="B = z^m",
        stands=("B", "m"),
    )


def cases(added: int) -> Iterable[tuple[str, Relation]]:
    """The coefficients that the argument looks at, and the divisors of m for m = 1 and 2."""
    for reports in range(1, MOST + 1):
        found = multiplied_out(reports)
        first = [reports + added, reports - 1 if reports > 1 else 1, *found[2:-1], -1]
        yield f"m = {reports}", equal(printed(reports, z), horner(first, z))
        yield f"the degree for m = {reports}", equal(len(found) - 1, 3 * term(reports))
    yield "z = 2 for m = 2", Relation(printed(2, term(2)), "!=", term(0))


def coefficients(prover: Prover) -> Theorem:
    """The first coefficients are m and m - 1, the last is -1."""
    claim = Ground(
        "shots.crossing-coefficients",
        "m [m+1]^2 (z^m + 1) - (m+1) [m]^2 z (z^(m+1) + 1) has the degree 3 m, the coefficients m, m - 1, ... "
        "(1, 1, ... for m = 1) and at last -1, and for m = 2 the root is not 2",
        f"m <= {MOST}",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByRecord())
