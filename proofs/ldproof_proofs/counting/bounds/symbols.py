"""The symbols of the bounds, and lemmas in one step."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.counting.bounds import lost, surprise
from ldproof.numbers import Symbol, log
from ldproof_proofs.counting.parameters import BUDGET, PEOPLE, ROUNDS, N, T
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, Known, Rule
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, Relation, below
from ldproof_proofs.kernel.theorem import Mutant, Theorem

alpha, beta, epsilon, L = map(Symbol, ("alpha", "beta", "epsilon", "L"))
SURE = {"beta > 0": below(0, beta)}
SURPRISED = {**BUDGET, "L > 0": below(0, L)}
"""Every budget, and every exponent that a bound may need."""
l_printed = lost(N, T, beta)
"""(T/N) ln(4T/beta)."""
L_printed = surprise(l_printed)
"""-ln(1 - (T/N) ln(4T/beta))."""
ENOUGH_PEOPLE = {**PEOPLE, **ROUNDS, **SURE, "N > T ln(4T/beta)": below(T * log(4 * T / beta), N)}
"""What the source asks for."""
MANY: Point = {"N": 100, "T": 2, "beta": Fraction(1, 2)}
"""People enough for it."""


def small(
    prover: Prover,
    name: str,
    goal: Relation,
    given: Facts,
    at: Point,
    rule: Rule = positivity,
    known: Mapping[str, Known] | None = None,
    reason: str = "a sum of products of what is given",
    mutant: Relation | None = None,
    reading: str = "",
) -> Theorem:
    """A lemma in one step; its mutant is its negation unless another one is given."""
    claim = Implication(
        f"counting.{name}",
        goal,
        given,
        known or {},
        at,
        Mutant(mutant or goal.negation(), at),
        reading=reading,
    )
    return prover.theorem(claim, at_once(reason, rule))
