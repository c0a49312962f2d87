"""The symbols of the variances, what is given of them, and lemmas in one step."""

from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.relations import Point, at_most, below

N, f, S, w, d = map(Symbol, ("N", "f", "S", "w", "d"))
p, E = map(Symbol, ("p", "E"))
s = Symbol("s")
"""The square root of E, e^(epsilon/2)."""
others = N - f

WIDE: Facts = {"w >= 2": at_most(2, w)}
ROWS: Facts = {"d >= 1": at_most(1, d)}
ODDS: Facts = {"E > 1": below(1, E)}
PEOPLE: Facts = {"f >= 0": at_most(0, f), "f <= N": at_most(f, N)}

AT: Point = {
    "N": 7,
    "f": 2,
    "S": 13,
    "w": 4,
    "d": 3,
    "p": Fraction(1, 5),
    "E": 4,
    "s": 2,
}
"""Seven people, two of whom hold the item; three hold a second and two a third one."""
