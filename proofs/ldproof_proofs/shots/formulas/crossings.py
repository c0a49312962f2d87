"""The budgets at which m* goes up by one: where g(m / epsilon) = g((m + 1) / epsilon)."""

from ldproof.numbers import Symbol, Term, exp
from ldproof.shots.formulas import g
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Prover, at_once, show
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.shapes import Kind
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.formulas.points import (
    SOME,
    SPENT,
    grows,
    named,
    peaked,
)
from ldproof_proofs.shots.parameters import epsilon, m

NOW, THEN = m / epsilon, (m + 1) / epsilon
SHARE = epsilon / (m * (m + 1))
z, A, B = exp(SHARE), exp(epsilon / m), exp(epsilon / (m + 1))
"""z, z^(m+1) and z^m."""
BUDGETED_M = {**SPENT, **SOME}
AT: Point = {"epsilon": 1, "m": 2}
POWERS = {"A": axiom(Always.POSITIVE, epsilon / m), "B": axiom(Always.POSITIVE, epsilon / (m + 1))}
FACTOR = (z - 1) ** 2 / (epsilon * A * (A + 1) * (B + 1))
"""What is positive in the difference."""
ABBREVIATIONS = {**named(NOW, THEN), "z": z, "A": A, "B": B}


def polynomial(m: Term, z: Term, A: Term, B: Term) -> Term:
    """m [m+1]^2 (z^m + 1) - (m+1) [m]^2 z (z^(m+1) + 1), where [k] = (z^k - 1)/(z - 1)."""
    more, less = (A - 1) / (z - 1), (B - 1) / (z - 1)
    return m * more**2 * (B + 1) - (m + 1) * less**2 * z * (A + 1)


def later(prover: Prover) -> Theorem:
    """For every m there is one crossing at most: if m + 1 reports are as good as m, a larger budget keeps it so."""
    more = Symbol("eta")
    a, b = m / more, (m + 1) / more
    given = {**BUDGETED_M, "epsilon <= eta": at_most(epsilon, more), "no fall": at_most(g(NOW), g(THEN))}
    at: Point = {"epsilon": 3, "eta": 4, "m": 1}
    return show(
        prover,
        at_once("(m + 1)/eta lies between m/eta and (m + 1)/epsilon", search),
        "shots.crossing-once",
        at_most(g(a), g(b)),
        given,
        {
            "positive": below(0, a),
            "rose": lemma(peaked(prover, Kind.BEFORE), a=a, b=NOW, c=THEN),
            "step": at_most(a, b),
            "order": at_most(b, THEN),
            "lower": at_most(g(a), g(THEN)),
            "peak": lemma(peaked(prover, Kind.BETWEEN), a=a, b=b, c=THEN, y=g(a)),
            **grows(NOW, THEN, a, b),
        },
        at,
        None,
        short=named(NOW, THEN, a, b),
    )


def apart(prover: Prover) -> Theorem:
    """z > 1."""
    return show(
        prover,
        at_once("e^u - 1 >= u > 0", search),
        "shots.crossing-root-above-1",
        below(0, z - 1),
        BUDGETED_M,
        {},
        AT,
        Mutant(below(1, z - 1), AT),
    )


def crossing(prover: Prover) -> Theorem:
    """For every m, g(m/epsilon) - g((m+1)/epsilon) has the sign of the polynomial at z = e^(epsilon/(m(m+1)))."""
    return show(
        prover,
        at_once("A = z B", search),
        "shots.crossing",
        equal(g(NOW) - g(THEN), FACTOR * polynomial(m, z, A, B)),
        BUDGETED_M,
        {"powers": axiom(Always.SUM, epsilon / (m + 1), SHARE), **POWERS},
        AT,
        Mutant(equal(g(NOW) - g(THEN), polynomial(m, z, A, B)), AT),
        short=ABBREVIATIONS,
        reading="A = z^(m+1) and B = z^m",
    )
