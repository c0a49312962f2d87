"""The symbols of the accuracy claims, lemmas in one step, and what they need of exponentials and roots."""

from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp, sqrt
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Known, axiom
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

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

u, v, x, y = map(Symbol, ("u", "v", "x", "y"))


def exponentials(prover: Prover) -> Theorem:
    """e^u < e^v if u < v."""
    return proposition(
        prover,
        "chi2.exponentials-increase",
        below(exp(u), exp(v)),
        {"u < v": below(u, v)},
        {"u": 0, "v": 1},
        {
            "positive": axiom(Always.POSITIVE, u),
            "tangent": axiom(Always.TANGENT, v - u),
            "sum": axiom(Always.SUM, u, v - u),
        },
        reason="e^v = e^u e^(v-u) and e^(v-u) >= 1 + v - u",
    )


def above_root(prover: Prover) -> Theorem:
    """sqrt(x) <= y if x <= y^2, for y > 0 and x >= 0."""
    return proposition(
        prover,
        "chi2.root-at-most",
        at_most(sqrt(x), y),
        {"x >= 0": at_most(0, x), "y > 0": below(0, y), "x <= y^2": at_most(x, y**2)},
        {"x": 3, "y": 2},
        {"root": axiom(Always.ROOT, x)},
        reason="times y + sqrt(x)",
    )


def below_root(prover: Prover) -> Theorem:
    """y < sqrt(x) if y^2 < x, for y > 0."""
    return proposition(
        prover,
        "chi2.root-above",
        below(y, sqrt(x)),
        {"x >= 0": at_most(0, x), "y > 0": below(0, y), "y^2 < x": below(y**2, x)},
        {"x": 5, "y": 2},
        {"root": axiom(Always.ROOT, x)},
        reason="times y + sqrt(x)",
    )


def positive_root(prover: Prover) -> Theorem:
    """sqrt(x) > 0 if x > 0."""
    return proposition(
        prover,
        "chi2.root-positive",
        below(0, sqrt(x)),
        {"x > 0": below(0, x)},
        {"x": 4},
        {"root": axiom(Always.ROOT, x)},
        reason="times 1 + sqrt(x)",
    )


def by_exponents(prover: Prover, low: Term, high: Term) -> Known:
    """e^low < e^high, if low < high is at hand."""
    return Known(exponentials(prover), (), {"u": low, "v": high})
