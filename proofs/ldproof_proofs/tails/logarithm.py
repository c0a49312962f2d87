"""The logarithm increases, and is positive beyond 1: from the tangent of the exponential at 0."""

from ldproof.numbers import Symbol, exp, log
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom
from ldproof_proofs.kernel.prover import Last, Prover, Step, at_once, steps
from ldproof_proofs.kernel.relations import at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

v, w = map(Symbol, "vw")


def number(prover: Prover) -> Theorem:
    """What is above 0 is: of a number such as 2 ln 2 - 1 its digits show it."""
    given = {"v > 0": below(0, v)}
    claim = Implication("tails.number", below(0, v), given, {}, {"v": 1}, Mutant(below(1, v), {"v": 1}))
    return prover.theorem(claim, at_once("as given", search))


def positive(prover: Prover) -> Theorem:
    """The logarithm of what is above 1 is above 0."""
    claim = Implication(
        "tails.log-positive",
        below(0, log(v)),
        {"v > 1": below(1, v)},
        {"tangent": axiom(Always.TANGENT, -log(v)), "inverse": axiom(Always.INVERSE, v)},
        {"v": 2},
        Mutant(below(1, log(v)), {"v": 2}),
    )
    return prover.theorem(
        claim,
        steps(
            Step("<", 1 - 1 / v, "v > 1", search),
            Step("=", 1 - exp(-log(v)), "e^-ln v = 1/v", search),
            last=Last("e^d >= 1 + d", search, "<="),
        ),
    )


def increases(prover: Prover) -> Theorem:
    """The logarithm increases."""
    change = log(v) - log(w)
    claim = Implication(
        "tails.log-increases",
        at_most(log(v), log(w)),
        {"v > 0": below(0, v), "v <= w": at_most(v, w)},
        {
            "tangent": axiom(Always.TANGENT, change),
            "sum": axiom(Always.SUM, log(v), -log(w)),
            "v's": axiom(Always.INVERSE, v),
            "w's": axiom(Always.INVERSE, w),
        },
        {"v": 1, "w": 2},
    )
    inverse = exp(-log(w))
    return prover.theorem(
        claim,
        steps(
            Step("<=", log(w) + exp(change) - 1, "e^d >= 1 + d", search),
            Step("=", log(w) + exp(log(v)) * inverse - 1, "exponents add", search),
            Step("=", log(w) + v * inverse - 1, "e^ln v = v", search),
            Step("=", log(w) + v / w - 1, "e^-ln w = 1/w", search),
            last=Last("v <= w", search),
        ),
    )
