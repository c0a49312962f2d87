"""How often two items share a column under affine hashes."""

from fractions import Fraction

from sympy import factor

from ldproof.numbers import Symbol
from ldproof.sketch.hashing import collision_without_constants, modular_collision
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.written import leads_to
from ldproof_proofs.kernel.relations import Point, at_most, below, equal

w, r, k, P, c = map(Symbol, ("w", "r", "k", "P", "c"))
AT: Point = {"w": 3, "r": 2, "k": 1, "P": 5, "c": Fraction(1, 2)}
HASHES = {
    "P": "the prime",
    "w": "the width",
    "r": "P mod w",
    "k": "how many values r to P - 1 there are per column, (P - r) / w",
}


@leads_to(modular_collision, "sketch.hash")
def modulo_a_prime(page: Page) -> None:
    """The collision probability of affine maps modulo P, then modulo w: a little above 1/w."""
    page.about(
        HASHES,
        {"w >= 1": at_most(1, w), "P > 1": below(1, P), "k": equal(k, (P - r) / w)},
        AT,
    )
    page.start(
        lambda: (r * (k + 1) ** 2 + (w - r) * k**2) / P**2,
        "two uniform numbers below P: r columns have k + 1 of them, and w - r have k",
    )
    page.put({"k": (P - r) / w}, "P = k w + r", factor)
    page.ends(modular_collision, lambda: modular_collision(w, r, P), "1/w, and what the uneven columns add")


@leads_to(collision_without_constants, "sketch.hash")
def constants_left_out(page: Page) -> None:
    """The collision probability without the constant maps."""
    page.about(
        {"P": HASHES["P"], "c": "the collision probability of all P^2 maps"}, {"P > 1": below(1, P)}, AT
    )
    page.start(
        lambda: (P**2 * c - P) / (P**2 - P),
        "of P^2 maps, P are constant, and under those everything collides",
    )
    page.equals(factor, "a factor P less")
    page.ends(collision_without_constants, lambda: collision_without_constants(c, P), "the textbook's family")
