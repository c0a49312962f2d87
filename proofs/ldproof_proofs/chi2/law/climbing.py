"""The least beta-error of private tests: what a shortest way between the two sides forces, and how it is reached."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, term
from ldproof_proofs.chi2.accuracy.symbols import SPENT, epsilon
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

j, p, q, x, worst = map(Symbol, ("j", "p", "q", "x", "err"))
E = exp(epsilon)
POSITIVE = {
    "e^epsilon > 0": axiom(Always.POSITIVE, epsilon),
    "power > 0": axiom(Always.POSITIVE, epsilon * j),
}


def carried(prover: Prover) -> Iterable[Theorem]:
    """j steps from a table where an answer is wrong with probability err at most, it has e^(epsilon j) times that at most.

    By induction on j.
    """
    yield proposition(
        prover,
        "chi2.climb-start",
        at_most(q, exp(epsilon * (j - j)) * worst),
        {**SPENT, "error": at_most(q, worst)},
        {"epsilon": 1, "q": Fraction(1, 4), "err": Fraction(1, 4), "j": 0},
        reason="0 steps",
    )
    yield proposition(
        prover,
        "chi2.climb-step",
        at_most(p, exp(epsilon * (j + 1)) * worst),
        {**SPENT, "j steps": at_most(q, exp(epsilon * j) * worst), "private": at_most(p, E * q)},
        {"epsilon": 1, "q": Fraction(1, 4), "err": Fraction(1, 4), "p": Fraction(1, 4), "j": 0},
        {**POSITIVE, "sum": axiom(Always.SUM, epsilon * j, epsilon)},
        reason="p <= e^epsilon q",
        reading="q and p are the probabilities of the answer after j and after j + 1 steps",
    )


def lower(prover: Prover) -> Iterable[Theorem]:
    """So from both ends of a way of 2j or 2j + 1 steps: the larger of the two errors is at least g(2j) or g(2j + 1)."""
    at: Point = {"epsilon": 1, "j": 1, "p": Fraction(1, 2), "err": Fraction(1, 2), "q": Fraction(1, 2)}
    ends: Facts = {
        **SPENT,
        "from below": at_most(p, exp(epsilon * j) * worst),
        "from above": at_most(1 - q, exp(epsilon * j) * worst),
    }
    reading = "err is the larger of the errors at the two ends"
    yield proposition(
        prover,
        "chi2.way-of-even-length",
        at_most(1 / (2 * exp(epsilon * j)), worst),
        {**ends, "in the middle": at_most(q, p)},
        at,
        POSITIVE,
        reason="1 = p + (1 - p) in the middle",
        reading=f"p = q is the probability of a 1 after j of 2j steps; {reading}",
    )
    yield proposition(
        prover,
        "chi2.way-of-odd-length",
        at_most(1 / (exp(epsilon * j) * (1 + E)), worst),
        {**ends, "private": at_most(q, E * p)},
        at,
        POSITIVE,
        reason="1 = q + (1 - q) and q <= e^epsilon p",
        reading=f"p and q are the probabilities of a 1 after j and j + 1 of 2j + 1 steps; {reading}",
    )


def reached(prover: Prover) -> Iterable[Theorem]:
    """From g(2j) or g(2j + 1) j steps, each by e^epsilon, lead to the middle, from which the way is mirrored."""
    power = exp(epsilon * j)
    for name, least, middle in (
        ("even", 1 / (2 * power), term(Fraction(1, 2))),
        ("odd", 1 / (power * (1 + E)), 1 / (1 + E)),
    ):
        yield proposition(
            prover,
            f"chi2.climb-reaches-{name}",
            equal(power * least, middle),
            SPENT,
            {"epsilon": 1, "j": 1},
            POSITIVE,
            rule=algebra,
            reason="the power of e^epsilon cancels",
        )


def in_the_middle(prover: Prover) -> Theorem:
    """Of an even number of steps the two in the middle are private: from 1/(2 e^epsilon) to 1/2 to 1 - 1/(2 e^epsilon)."""
    return proposition(
        prover,
        "chi2.climb-middle",
        at_most(1 - 1 / (2 * (1 + x)), (1 + x) / 2),
        {"x > 0": below(0, x)},
        {"x": 2},
        reason="x^2 >= 0",
        reading="x = e^epsilon - 1",
    )
