"""The symbols of the source, and what is given of them."""

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.relations import Point, at_most, below

N, T, k, mu, fill = map(Symbol, ("N", "T", "k", "mu", "fill"))
x = Symbol("x")
"""One report's excess odds e^epsilon - 1; BORAPPOR's are e^(epsilon/T) - 1."""

BITS = (0, 1)
BUDGET = {"x > 0": below(0, x)}
ROUNDS = {"T >= 1": at_most(1, T)}
PEOPLE = {"N >= 1": at_most(1, N)}
SHARE = {"mu >= 0": at_most(0, mu), "mu <= 1": at_most(mu, 1)}
SETTING = {**BUDGET, **ROUNDS, **PEOPLE}
"""Every budget above 0, every number of rounds and of people."""

EXAMPLE: Point = {"x": 2, "T": 3, "N": 4}
"""A point of the setting at which neighbouring formulas differ."""
