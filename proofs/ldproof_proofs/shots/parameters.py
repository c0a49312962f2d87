"""The symbols of the source, and what is given of them."""

from fractions import Fraction

from ldproof.numbers import Symbol, Term, expm1
from ldproof.shots.formulas import gap, p, q
from ldproof_proofs.kernel.relations import Point, at_most, below

m, T, r, N = map(Symbol, ("m", "T", "r", "N"))
x = Symbol("x")
"""One report's excess odds e^(epsilon/m) - 1."""
epsilon, alpha, phi = map(Symbol, ("epsilon", "alpha", "phi"))

BUDGET = {"x > 0": below(0, x)}
DUMMY = {"r >= 0": at_most(0, r), "r <= 1": at_most(r, 1)}
ROUNDS = {"m >= 1": at_most(1, m), "m <= T": at_most(m, T)}
SETTING = {**BUDGET, **DUMMY, **ROUNDS}
"""Every budget above 0, every dummy, every number of reports among every number of rounds."""

EXAMPLE: Point = {"x": 2, "r": 0, "m": 1, "T": 3}
"""A point of the setting at which neighbouring formulas differ."""

BUDGETED = {"epsilon > 0": below(0, epsilon), **DUMMY, **ROUNDS}
"""The setting with the whole budget in the place of one report's odds."""

BITS = (0, 1)
SAMPLE: Point = {"x": 2, "r": Fraction(1, 3)}


def short_rates(odds: Term) -> dict[str, Term]:
    """Short names for p, q and p - q at one report's excess odds."""
    return {"p": p(m, T, r, odds), "q": q(m, T, r, odds), "D": gap(m, T, odds)}


IN_ODDS = short_rates(x)
"""How a reader is shown claims about x."""
IN_BUDGET = {"x": expm1(epsilon / m), **short_rates(expm1(epsilon / m))}
"""How a reader is shown claims about epsilon."""
