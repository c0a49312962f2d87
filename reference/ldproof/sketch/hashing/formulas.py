"""The collision probability of affine maps modulo a prime, then modulo the width."""

from ldproof.numbers import Exact


def shared(w: Exact, r: Exact, P: Exact) -> Exact:
    """That of two independent uniform numbers below P = k w + r, modulo w: r columns are likelier than the rest."""
    return 1 / w + r * (w - r) / (w * P**2)


def without_constants(shared: Exact, P: Exact) -> Exact:
    """The collision probability without the P of P^2 hashes under which everything collides."""
    return (P * shared - 1) / (P - 1)
