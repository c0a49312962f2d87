"""|T| as a norm around the centre, the root of p x^2 + 2 c x y + q y^2, and the triangle inequality for it."""

from dataclasses import dataclass

from ldproof.numbers import Symbol, Term, sqrt
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Known, lemma
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, Relation, Sign, at_most, below, equal
from ldproof_proofs.kernel.search import using
from ldproof_proofs.kernel.theorem import Theorem

p, q, c, x, y, z = map(Symbol, ("p", "q", "c", "x", "y", "z"))
P, Q, S, d, u, v, w = map(Symbol, ("P", "Q", "S", "d", "u", "v", "w"))
NORM: Facts = {"p > 0": below(0, p), "det > 0": below(0, p * q - c**2)}
OFF: Facts = {"y > 0": below(0, y), "y < z": below(y, z)}
"""Two rows, the second one farther off."""
READING = "p, c and q are A/R, C/R and B/R, and x and y are counted from the centre"


@dataclass(frozen=True, slots=True)
class Place:
    """A real table, counted from the centre; not in the middle row."""

    x: Term
    y: Term

    @property
    def square(self) -> Term:
        """The square of |T|."""
        return p * self.x**2 + 2 * c * self.x * self.y + q * self.y**2

    @property
    def norm(self) -> Term:
        """|T|."""
        return sqrt(self.square)

    def times(self, other: "Place") -> Term:
        """The product of two vectors."""
        across = self.x * other.y + self.y * other.x
        return p * self.x * other.x + c * across + q * self.y * other.y


def product_of_norms(prover: Prover, sign: Sign = "<=") -> Theorem:
    """The Cauchy-Schwarz inequality, from the Gram determinant; strictly where that is above 0."""
    strictly = "-strictly" if sign == "<" else ""
    return proposition(
        prover,
        f"chi2.product-of-norms{strictly}",
        Relation(d, sign, sqrt(P) * sqrt(Q)),
        {"P > 0": below(0, P), "Q > 0": below(0, Q), "Gram": Relation(d**2, sign, P * Q)},
        {"P": 4, "Q": 9, "d": 3},
        {f"{each}'": below(0, sqrt(each)) for each in (P, Q)},
        rule=using("Gram", "P'", "Q'", squares=(sqrt(P) * sqrt(Q) - d,)),
        reason="times 2 sqrt(P Q)",
    )


def weighted(prover: Prover) -> Theorem:
    """The triangle inequality, for one vector that is a sum of others with weights."""
    given: Facts = {
        "u >= 0": at_most(0, u),
        "v > 0": below(0, v),
        "w >= 0": at_most(0, w),
        "P > 0": below(0, P),
        "Q > 0": below(0, Q),
        "S > 0": below(0, S),
        "Gram": at_most(d**2, P * Q),
        "sum": equal(w**2 * S, u**2 * P + 2 * u * v * d + v**2 * Q),
    }
    roots = {f"{each}'": below(0, sqrt(each)) for each in (P, Q, S)}
    at: Point = {"u": 1, "v": 1, "w": 1, "P": 4, "Q": 9, "S": 19, "d": 3}
    return proposition(
        prover,
        "chi2.weighted-triangle",
        at_most(w * sqrt(S), u * sqrt(P) + v * sqrt(Q)),
        given,
        at,
        {**roots, "product": lemma(product_of_norms(prover))},
        reason="times the sum of all three",
        reading="P, Q and S are the squares of three norms, and d is the product of the first two vectors",
    )


Weighted = tuple[Term, Place]


def triangle(prover: Prover, far: Weighted, one: Weighted, other: Weighted) -> Known:
    """The triangle inequality for a place that is a sum of two others; all of them have a weight."""
    (w, whole), (u, first), (v, second) = far, one, other
    squares = {"P": first.square, "Q": second.square, "S": whole.square}
    return lemma(weighted(prover), **squares, d=first.times(second), u=u, v=v, w=w)
