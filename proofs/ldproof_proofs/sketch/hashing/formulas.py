"""The collision probability modulo a prime, then modulo the width: counted, and beside 1/w."""

from collections.abc import Iterable

from ldproof.numbers import Symbol
from ldproof.sketch.hashing import collision_without_constants, modular_collision
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

w, r, k, P, c = map(Symbol, ("w", "r", "k", "P", "c"))
AT: Point = {"w": 3, "r": 2, "k": 1, "P": 5, "c": 2}
WIDTH: Facts = {"w > 0": below(0, w), "r >= 0": at_most(0, r)}


def counted(prover: Prover) -> Iterable[Theorem]:
    """Of k w + r values r columns have k + 1 and the others k; and constants are P of P^2 hashes."""

    def shown(name: str, goal: Relation, given: Facts, reading: str) -> Theorem:
        claim = Implication(
            f"sketch.{name}",
            goal,
            given,
            witness=AT,
            reading=reading,
        )
        return prover.theorem(claim, at_once("the same fraction", algebra))

    values = k * w + r
    yield shown(
        "collision-counted",
        equal(modular_collision(w, r, values), (r * (k + 1) ** 2 + (w - r) * k**2) / values**2),
        {**WIDTH, "k > 0": below(0, k)},
        "two uniform numbers below k w + r are compared modulo w, where r columns have k + 1 of them and the others k",
    )
    yield shown(
        "collision-without-constants",
        equal(collision_without_constants(c, P), (P**2 * c - P) / (P**2 - P)),
        {"P > 1": below(1, P)},
        "of P^2 hashes the P with a = 0, under which everything collides, are left out",
    )


def beside_ideal(prover: Prover) -> Iterable[Theorem]:
    """With a = 0 it is above 1/w, and without at most 1/w, as the classic sketch asks."""
    given: Facts = {"w > 0": below(0, w), "r >= 1": at_most(1, r), "r < w": below(r, w), "P > 0": below(0, P)}
    yield compared(
        prover,
        "affine-above-ideal",
        below(1 / w, modular_collision(w, r, P)),
        given,
    )
    inside: Facts = {
        "w > 0": below(0, w),
        "w >= 1": at_most(1, w),
        "r >= 1": at_most(1, r),
        "r <= P": at_most(r, P),
        "P > 1": below(1, P),
        "P > 0": below(0, P),
    }
    # (w - 1) P - r (w - r) = (w - 1)(P - r) + r (r - 1).
    yield compared(
        prover,
        "textbook-within-ideal",
        at_most(collision_without_constants(modular_collision(w, r, P), P), 1 / w),
        inside,
    )


def compared(prover: Prover, name: str, goal: Relation, given: Facts) -> Theorem:
    """One side of 1/w."""
    claim = Implication(
        f"sketch.{name}",
        goal,
        given,
        witness=AT,
        mutant=Mutant(equal(goal.right, goal.left + 1), AT),
        reading="r is what the prime P leaves modulo the width",
    )
    return prover.theorem(claim, at_once("r columns have one value more", search))
