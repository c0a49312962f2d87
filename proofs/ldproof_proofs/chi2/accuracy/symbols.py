"""The symbols of the accuracy claims, and what they need of exponentials."""

from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Known, lemma
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, below

a, b, m1, m2, tau, beta, epsilon = map(Symbol, ("a", "b", "m1", "m2", "tau", "beta", "epsilon"))
N, s = m1 + m2, a + b
k = Symbol("k")
"""A value of the statistic."""
w0 = Symbol("w0")
"""The least weight of a margin."""
D, t = Symbol("D"), Symbol("t")
"""A sensitivity, and |T|."""

PEOPLE: Facts = {"m1 > 0": below(0, m1), "m2 > 0": below(0, m2)}
MARGIN: Facts = {"s > 0": below(0, s), "s < N": below(s, N)}
THRESHOLD: Facts = {"tau > 0": below(0, tau)}
AWAY: Facts = {"beta > 0": below(0, beta)}
SPENT: Facts = {"epsilon > 0": below(0, epsilon)}
NOISY: Facts = {**SPENT, "D > 0": below(0, D)}

TABLE: Point = {"a": 3, "b": 1, "m1": 4, "m2": 6, "tau": 1, "beta": Fraction(1, 2), "epsilon": 1}
"""A table with a statistic of 245/72 and a weight of 24/25, for witnesses."""


def by_exponents(prover: Prover, low: Term, high: Term) -> Known:
    """e^low < e^high, if low < high is at hand."""
    u, v = Symbol("u"), Symbol("v")
    increases = proposition(
        prover,
        "chi2.exponentials-increase",
        below(exp(u), exp(v)),
        {"u < v": below(u, v)},
        {"u": 0, "v": 1},
        reason="e^v = e^u e^(v-u) and e^(v-u) >= 1 + v - u",
    )
    return lemma(increases, u=low, v=high)
