"""The Taylor step of Theorem 7's proof, and what the proof makes of it."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, expm1, term
from ldproof.rounds import contrast, truth
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import (
    ByShape,
    Last,
    Prover,
    Step,
    algebra,
    at_once,
    show,
    steps,
)
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.shapes import Kind, said
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.parameters import epsilon

x, y, z = map(Symbol, "xyz")
ONE = term(1)
WITHIN = {"x > 0": below(0, x), "x <= 1": at_most(x, 1)}


def taylor(prover: Prover) -> Iterable[Theorem]:
    """On (0, 1], e^x <= 1 + x + (e - 2) x^2, with equality at 1, and so with e/2 for e - 2."""
    e, square = exp(ONE), (exp(x) - 1 - x) / x**2
    given, goal = said(Kind.RISES, square)
    at: Point = {"a": 1, "b": 2}
    rising = Implication("shots.taylor-rises", goal, given, {}, at, Mutant(goal.negation(), at))
    shape = prover.theorem(rising, ByShape(Kind.RISES, square))
    at = {"x": Fraction(1, 2)}
    best = Implication(
        "shots.taylor-best",
        at_most(exp(x), 1 + x + (e - 2) * x**2),
        WITHIN,
        {"rises": lemma(shape, a=x, b=1)},
        at,
        Mutant(at_most(exp(x), 1 + x + (e - 2) * x**2 / 2), at),
    )
    first = prover.theorem(best, at_once("(e^x - 1 - x)/x^2 rises to e - 2", search))
    yield first
    half = Fraction(1, 2)
    claim = Implication(
        "shots.taylor",
        at_most(exp(x), 1 + x + e / 2 * x**2),
        WITHIN,
        {
            "best": lemma(first),
            "e <= 4": axiom(Always.TANGENT, term(-half)),
            "root": axiom(Always.POSITIVE, term(half)),
        },
        at,
        Mutant(at_most(exp(x), 1 + x + e / 8 * x**2), at),
    )
    rule = using("best", "e <= 4", "root", squares=(x,))
    yield prover.theorem(claim, at_once("e - 2 <= e/2, as 1/sqrt(e) >= 1 - 1/2", rule))


def printed_taylor(prover: Prover) -> Theorem:
    """With epsilon/2 for e/2, as our copy prints it, the step is false at epsilon = x = 1/2."""
    claim = Failure(
        "shots.taylor-as-printed",
        "the Taylor step as printed in our copy, for 0 <= x <= 1",
        at_most(exp(x), 1 + x + epsilon / 2 * x**2),
        {"x": Fraction(1, 2), "epsilon": Fraction(1, 2)},
        {"x": Fraction(1, 2), "epsilon": Fraction(27, 10)},
    )
    return prover.theorem(claim, ByPoint())


def display(prover: Prover) -> Theorem:
    """The proof's next display: 1/K(x) is at least 1 / ((1/x + 1 + (e/2) x) (2/x + 1 + (e/2) x)) on (0, 1]."""
    _, step = taylor(prover)
    top, half = x + exp(ONE) / 2 * x**2, exp(ONE) / 2 * x
    bound, exact = 1 / ((1 / x + 1 + half) * (2 / x + 1 + half)), contrast(expm1(x)) ** 2 / truth(expm1(x))
    return show(
        prover,
        steps(
            Step("=", x**2 / ((1 + top) * (2 + top)), "times x^2 / x^2", algebra),
            last=Last("x <= e^x - 1 <= x + (e/2) x^2", search),
        ),
        "shots.taylor-display",
        at_most(bound, exact),
        WITHIN,
        {
            "tangent": axiom(Always.TANGENT, x),
            "e": axiom(Always.POSITIVE, ONE),
            "grows": axiom(Always.POSITIVE, x),
            "taylor": lemma(step),
        },
        {"x": Fraction(1, 2)},
        reading="the right side is 1/K(x)",
    )
