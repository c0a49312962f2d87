"""Why nothing like Theorem 4.4 can be true: two neighbours that are apart, however many people there are."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.chi2.formulas import statistic_ratio
from ldproof.numbers import Symbol, term
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.prover import Prover, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

n, x = Symbol("n"), Symbol("x")
p, q, worst = map(Symbol, ("p", "q", "e"))

TAU, BETA = term(Fraction(96, 25)), term(1)
MANY: Facts = {"n >= 50": at_most(50, n)}
FIVE, NONE, ONE = term(5), term(0), term(1)


def neighbours_apart(prover: Prover) -> Iterable[Theorem]:
    """With n cases, n controls, n >= 50: (5, 0) and (5, 1) differ in one person, and are beta away on two sides of tau."""
    at: Point = {"n": 50}
    yield proposition(
        prover,
        "chi2.apart-above",
        at_most(TAU + BETA, statistic_ratio(FIVE, NONE, n, n)),
        MANY,
        at,
        short={"a": FIVE},
        reading="tau = 96/25, beta = 1, the table (a, 0) among n cases and n controls",
    )
    yield proposition(
        prover,
        "chi2.apart-below",
        at_most(statistic_ratio(FIVE, ONE, n, n), TAU - BETA),
        MANY,
        at,
        short={"a": FIVE},
        reading="tau = 96/25, beta = 1, the table (a, 1) among n cases and n controls",
    )


def impossible(prover: Prover) -> Theorem:
    """Such neighbours let no private test have errors below 1/(1 + e^epsilon)."""
    given: Facts = {
        "x > 0": below(0, x),
        "private": at_most(p, (1 + x) * q),
        "error above": at_most(1 - p, worst),
        "error below": at_most(q, worst),
    }
    return proposition(
        prover,
        "chi2.impossibility",
        at_most(1 / (2 + x), worst),
        given,
        {"x": 2, "p": Fraction(3, 4), "q": Fraction(1, 4), "e": Fraction(1, 4)},
        reason="1 - e <= p <= E q <= E e",
        mutant=at_most(1 / (1 + x), worst),
        reading="p and q are the probabilities of a 1 for two neighbours, the first significant and the second not, e the larger "
        "of the two errors and x = E - 1, with E = e^epsilon",
    )
