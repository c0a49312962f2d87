"""The symbols of the bounds, and lemmas in one step."""

from fractions import Fraction

from ldproof.counting.bounds import divergence_loss, exponent_needed
from ldproof.numbers import Symbol, log
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, N, T
from ldproof_proofs.kernel.relations import Point, below

alpha, beta, epsilon, L = map(Symbol, ("alpha", "beta", "epsilon", "L"))
SURE = {"beta > 0": below(0, beta)}
SURPRISED = {**BUDGET, "L > 0": below(0, L)}
"""Every budget, and every exponent that a bound may need."""
l_printed = divergence_loss(N, T, beta)
"""(T/N) ln(4T/beta)."""
L_printed = exponent_needed(l_printed)
"""-ln(1 - (T/N) ln(4T/beta))."""
ENOUGH_PEOPLE = {**PEOPLE, **ROUNDS, **SURE, "N > T ln(4T/beta)": below(T * log(4 * T / beta), N)}
"""What the source asks for."""
MANY: Point = {"N": 100, "T": 2, "beta": Fraction(1, 2)}
"""People enough for it."""
