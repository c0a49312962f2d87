"""The symbols of the source, and what is given of them."""

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.relations import at_most, below

m, T, r, N = map(Symbol, ("m", "T", "r", "N"))
x = Symbol("x")
"""One report's excess odds e^(epsilon/m) - 1."""
epsilon, alpha, phi = map(Symbol, ("epsilon", "alpha", "phi"))

BUDGET = {"x > 0": below(0, x)}
DUMMY = {"r >= 0": at_most(0, r), "r <= 1": at_most(r, 1)}
ROUNDS = {"m >= 1": at_most(1, m), "m <= T": at_most(m, T)}
SETTING = {**BUDGET, **DUMMY, **ROUNDS}
"""Every budget above 0, every dummy, every number of reports among every number of rounds."""

EXAMPLE = {"x": 2, "r": 0, "m": 1, "T": 3}
"""A point of the setting at which neighbouring formulas differ."""
