"""Probabilities of detection: sums over all reports, in fractions where these are short and in balls elsewhere."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product as every
from math import comb

from ldproof.budget import parse_budget
from ldproof.numbers import Symbol, Term, enclose, expm1, term
from ldproof.shots.detection import detection_probability
from ldproof.shots.formulas import estimate, p, q
from ldproof_proofs.budget import NARROW, any_budget
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses, holds
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced

NONE, HALF, THIRD = Fraction(0), Fraction(1, 2), Fraction(1, 3)
SHAPES = ((1, 1), (1, 3), (2, 3))
"""m and T."""
EPSILON = Fraction(3, 2)
DIGITS = 20


Shape = tuple[Term, Term, Term, Term]
"""m, T, r and the excess odds."""


def summed(N: int, active: int, detected: int, shape: Shape) -> Term:
    """The probability of so many ones or more, over all numbers of ones of the active and of the idle."""
    one, zero = p(*shape), q(*shape)
    total = term(0)
    for right, wrong in every(range(active + 1), range(N - active + 1)):
        if right + wrong >= detected:
            first = comb(active, right) * one**right * (1 - one) ** (active - right)
            total = total + first * comb(N - active, wrong) * zero**wrong * (1 - zero) ** (N - active - wrong)
    return total


def irrational_cases(more: int) -> Iterator[tuple[str, Relation]]:
    """The reference's probability at an irrational E against it."""
    for N, (m, T), r, theta in every((1, 2, 4), SHAPES, (NONE, THIRD), (Fraction(1, 5), Fraction(4, 5))):
        shape = term(m), term(T), term(r), expm1(term(EPSILON) / m)
        name = f"N = {N}, m = {m}, T = {T}, r = {r}, theta = {theta}"
        estimates = [estimate(term(count), term(N), *shape) for count in range(N + 1)]
        sides = [at_most(theta, each) for each in estimates]
        detected = next((count for count, side in enumerate(sides) if holds(side)), N + 1)
        for count, side in enumerate(sides):
            yield f"{name}, {count} ones", side if count >= detected else side.negation()
        for active in range(N + 1):
            found = detection_probability(
                N, m, T, r, Fraction(active, N), theta, parse_budget(m, epsilon=EPSILON)
            )
            wanted = summed(N, min(active + more, N), detected, shape)
            yield from encloses(f"{name}, {active} active", enclose(found, DIGITS), wanted)


def irrational(prover: Prover) -> Theorem:
    """At an irrational E the probability of detection is enclosed to so many digits."""
    claim = Ground(
        "shots.detection-enclosed",
        f"at an irrational E the probability of detection is that of all reports together, to {DIGITS} digits",
        "N in {1, 2, 4}, every number of active people, (m, T) in {(1, 1), (1, 3), (2, 3)}, r in {0, 1/3}, "
        f"epsilon = {EPSILON}, theta in {{1/5, 4/5}}",
        lambda: irrational_cases(0),
        lambda: irrational_cases(1),
    )
    return prover.theorem(claim, ByRecord())


SAMPLE = (3, 1, 2, THIRD)
"""N, m, T and r: among three people a share of 2/3 are two ones or more, as 3 (q + 2/3 (p - q)) is above 1."""


def detected() -> Term:
    """The probability of that from two active people and an idle one, who send a 1 with probabilities p and q."""
    N, m, T, dummy = SAMPLE
    return summed(N, 2, 2, (term(m), term(T), term(dummy), expm1(Symbol("epsilon"))))


def in_symbols(prover: Prover) -> Theorem:
    """At every budget of a range."""
    shares = Fraction(2, 3), Fraction(2, 3)
    return tie(
        prover,
        detection_probability,
        lambda: traced(detection_probability, *SAMPLE, *shares, any_budget(1, NARROW)),
        detected,
        NARROW,
    )
