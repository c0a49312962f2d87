"""The exponent (1 + d) ln(1 + d) - d of a sum's upper tail: the best square below it, and the lower tail."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp, log, term
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import ByShape, Last, Prover, Step, Used, proposition, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.shapes import Kind, said
from ldproof_proofs.kernel.signs import BySigns, Signs
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.tails.logarithm import increases, positive

d, u = Symbol("d"), Symbol("u")
TWO = log(term(2))
BEST = 2 * TWO - 1
"""The best constant: 2 ln 2 - 1 = 0.386..."""
PART: Facts = {"d > 0": below(0, d), "d <= 1": at_most(d, 1)}
"""A sum is off by at most as much as it is expected to be."""
PER_SQUARE = (u * exp(u) - (exp(u) - 1)) / (exp(u) - 1) ** 2
"""The exponent over d^2, where d = e^u - 1."""
AT: Point = {"d": Fraction(1, 2)}


def best_constant(prover: Prover) -> Iterable[Theorem]:
    """(1 + d) ln(1 + d) - d less (2 ln 2 - 1) d^2 is above 0 before its one root, and 0 at d = 1 (u = ln(1 + d))."""
    power = exp(u)
    exponent = power * u - (power - 1)
    above = exponent - BEST * (power - 1) ** 2
    claim = Signs(
        "tails.best-constant",
        "Chernoff's exponent (1 + d) ln(1 + d) - d less (2 ln 2 - 1) d^2, where d = e^u - 1",
        above,
        (1, -1),
        exponent - (power - 1) ** 2 / 2,
        of_value=True,
    )
    yield prover.theorem(claim, BySigns())
    yield proposition(
        prover,
        "tails.best-constant-root",
        equal(above.substitute({"u": TWO}), 0),
        {},
        {},
        {"e^ln 2": axiom(Always.INVERSE, term(2))},
        reason="e^ln 2 = 2",
    )


def shaped(prover: Prover, name: str, kind: Kind, expression: Term, at: Point) -> Theorem:
    """What a chart says of an expression."""
    given, goal = said(kind, expression)
    claim = Implication(f"tails.{name}", goal, given, {}, at, Mutant(goal.negation(), at))
    return prover.theorem(claim, ByShape(kind, expression))


def at_deviation(prover: Prover) -> Used:
    """The logarithm of 1 + d is above 0."""
    return {
        "above 1": below(1, 1 + d),
        "ln(1 + d) > 0": lemma(positive(prover), v=1 + d),
        "inverse": axiom(Always.INVERSE, 1 + d),
    }


def exponent(prover: Prover) -> Theorem:
    """(2 ln 2 - 1) d^2 <= (1 + d) ln(1 + d) - d for 0 < d <= 1, stated of d itself."""
    shift = log(1 + d)
    falls = shaped(prover, "exponent-per-square", Kind.FALLS, PER_SQUARE, {"a": 1, "b": 2})
    return show(
        prover,
        steps(
            Step("=", PER_SQUARE.substitute({"u": TWO}) * d**2, "e^ln 2 = 2", search),
            Step("<=", PER_SQUARE.substitute({"u": shift}) * d**2, "the exponent over d^2 falls", search),
            last=Last("e^ln(1 + d) = 1 + d", search, "="),
        ),
        "tails.exponent",
        at_most(BEST * d**2, (1 + d) * shift - d),
        PART,
        {
            **at_deviation(prover),
            "ln(1 + d) <= ln 2": lemma(increases(prover), v=1 + d, w=2),
            "two": axiom(Always.INVERSE, term(2)),
            "falls": lemma(falls, a=shift, b=TWO),
        },
        AT,
        Mutant(at_most(d**2 / 2, (1 + d) * shift - d), AT),
    )


def lighter(prover: Prover) -> Theorem:
    """e^-u - 1 + u <= e^u - 1 - u: the lower tail is the lighter one."""
    return shaped(prover, "lower-is-lighter", Kind.POSITIVE, exp(u) - exp(-u) - 2 * u, {"a": 1})
