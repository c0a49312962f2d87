"""M*, the test by the distance d to the other decision: private, optimal, and never much worse than added noise."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, Term, exp
from ldproof_proofs.chi2.accuracy.symbols import SPENT, epsilon
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Known, axiom, lemma
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem

d, f, g, x, p, q, r, R = map(Symbol, ("d", "f", "g", "x", "p", "q", "r", "R"))
E = exp(epsilon)
ODDS: Facts = {"x > 0": below(0, x)}
ONE_PLUS = {"e^epsilon > 0": axiom(Always.POSITIVE, epsilon)}


def flips(steps: Term) -> Term:
    """M*'s probability of the wrong answer this far from the other decision."""
    return exp(-epsilon * (steps - 1)) / (1 + E)


def one_side(prover: Prover) -> Theorem:
    """If a wrong answer becomes less likely by e^epsilon, from e^epsilon/(1 + e^epsilon) or less, so does no other more."""
    return proposition(
        prover,
        "chi2.flip-falls",
        at_most(1 - f / (1 + x), (1 + x) * (1 - f)),
        {**ODDS, "f >= 0": at_most(0, f), "f at most": at_most((2 + x) * f, 1 + x)},
        {"x": 2, "f": Fraction(1, 4)},
        reason="(1 + x)^2 (1 - f) - (1 + x - f) = x (1 + x - (2 + x) f)",
        reading="f is the probability of a wrong answer and f/(1 + x) that of a neighbour, x = e^epsilon - 1",
    )


def next_step(prover: Prover) -> Theorem:
    """One step farther, M* is wrong with a probability lower by e^epsilon exactly."""
    return proposition(
        prover,
        "chi2.m-star-step",
        equal(E * flips(d + 1), flips(d)),
        SPENT,
        {"epsilon": 1, "d": 2},
        {**ONE_PLUS, "sum": axiom(Always.SUM, epsilon, -epsilon * d)},
        reason="e^(-epsilon (d - 1)) = e^epsilon e^(-epsilon d)",
        mutant=equal(E * flips(d + 1), 2 * flips(d)),
    )


def at_most_least(prover: Prover) -> Theorem:
    """So it is at most 1/(1 + e^epsilon) everywhere."""
    return proposition(
        prover,
        "chi2.m-star-worst",
        at_most(flips(d), 1 / (1 + E)),
        {**SPENT, "d >= 1": at_most(1, d)},
        {"epsilon": 1, "d": 2},
        {
            **ONE_PLUS,
            "exponents": lemma(
                proposition(
                    prover,
                    "chi2.m-star-exponent",
                    at_most(-epsilon * (d - 1), epsilon - epsilon),
                    {**SPENT, "d >= 1": at_most(1, d)},
                    {"epsilon": 1, "d": 2},
                )
            ),
            "power": axiom(Always.MONOTONE, -epsilon * (d - 1), epsilon - epsilon),
        },
        reason="d >= 1",
    )


def across(prover: Prover) -> Theorem:
    """Where neighbours have two decisions, d = 1 for both, and M*'s odds are e^epsilon exactly: 1 - f = e^epsilon f."""
    return proposition(
        prover,
        "chi2.m-star-across",
        equal(1 - flips(d - d + 1), E * flips(d - d + 1)),
        SPENT,
        {"epsilon": 1, "d": 1},
        ONE_PLUS,
        rule=algebra,
        reason="f = 1/(1 + e^epsilon)",
        mutant=equal(1 - flips(d - d + 1), flips(d - d + 1)),
    )


def carried(prover: Prover) -> Iterable[Theorem]:
    """Along a shortest way to the other decision, what privacy leaves of P, the probability of its answer there.

    By induction on d: 0 steps away it is P, and a step costs e^epsilon at most.
    """
    private: Facts = {**SPENT, "d steps": at_most(exp(-epsilon * d) * R, q), "private": at_most(q, E * p)}
    yield proposition(
        prover,
        "chi2.way-start",
        at_most(exp(-epsilon * (d - d)) * R, q),
        {**SPENT, "is P": equal(R, q)},
        {"epsilon": 1, "R": Fraction(1, 2), "q": Fraction(1, 2), "d": 0},
        reason="0 steps",
        reading="R = P is the probability of that answer at the end of the way",
    )
    yield proposition(
        prover,
        "chi2.way-step",
        at_most(exp(-epsilon * (d + 1)) * R, p),
        private,
        {"epsilon": 1, "d": 0, "R": Fraction(1, 2), "q": Fraction(1, 2), "p": Fraction(1, 2)},
        {**ONE_PLUS, "sum": axiom(Always.SUM, epsilon, -epsilon * (d + 1))},
        reason="e^(-epsilon d) R <= q <= e^epsilon p",
        reading="q and p are the probabilities d and d + 1 steps from a table where it is R",
    )


def optimal(prover: Prover) -> Theorem:
    """If errors next to the threshold are at most 1/(1 + e^epsilon), no private test is wrong less often, at any table."""
    return proposition(
        prover,
        "chi2.m-star-optimal",
        at_most(flips(d), p),
        {
            **SPENT,
            "worst": at_most(1 - R, 1 / (1 + E)),
            "d steps": at_most(exp(-epsilon * d) * R, p),
        },
        {"epsilon": 1, "d": 2, "R": 1, "p": 1},
        {
            **ONE_PLUS,
            "power": axiom(Always.POSITIVE, -epsilon * d),
            "sum": axiom(Always.SUM, epsilon, -epsilon * d),
        },
        reason="e^(-epsilon d) (1 - 1/(1 + e^epsilon))",
        reading="p is a private test's error at a table d steps from the other decision, and 1 - R its error at the end of "
        "a shortest way there",
    )


def reach(prover: Prover) -> Iterable[Theorem]:
    """What noise is added to is at most d sensitivities from its threshold: a step moves it by one, and it gets there."""
    v, w, h, D, z = map(Symbol, ("v", "w", "h", "D", "z"))
    yield proposition(
        prover,
        "chi2.reach-step",
        at_most(v - z, (d + 1) * D),
        {"d steps": at_most(w - z, d * D), "one more": at_most(v - w, D)},
        {"v": 2, "w": 1, "z": 0, "d": 1, "D": 1},
        reason="the triangle inequality",
        reading="z is the value at the end of a way, w that after d steps back, v that after d + 1; with the signs "
        "turned, the same below",
    )
    yield proposition(
        prover,
        "chi2.reach-at-most-steps",
        at_most((v - h) / D, d),
        {"D > 0": below(0, D), "across": at_most(z, h), "d steps": at_most(v - z, d * D)},
        {"v": 2, "h": 1, "z": 0, "d": 2, "D": 1},
        reason="v - h <= v - z",
        reading="h is the threshold, v the value at a table above it, z that at the end of a shortest way below it",
    )


def factor(prover: Prover) -> Theorem:
    """So M*'s error is at most 2/(1 + e^-epsilon) times that of added noise, which is e^(-epsilon r)/2 with r <= d."""
    known: dict[str, Known] = {
        **ONE_PLUS,
        "sum": axiom(Always.SUM, epsilon, -epsilon * d),
        "exponents": lemma(
            proposition(
                prover,
                "chi2.m-star-reach",
                at_most(-epsilon * d, -epsilon * r),
                {**SPENT, "r <= d": at_most(r, d)},
                {"epsilon": 1, "r": 1, "d": 2},
            )
        ),
        "power": axiom(Always.MONOTONE, -epsilon * d, -epsilon * r),
    }
    return proposition(
        prover,
        "chi2.m-star-factor",
        at_most(flips(d), 2 / (1 + 1 / E) * (exp(-epsilon * r) / 2)),
        {**SPENT, "r <= d": at_most(r, d)},
        {"epsilon": 1, "r": 1, "d": 2},
        known,
        reason="e^(-epsilon (d - 1))/(1 + e^epsilon) = e^(-epsilon d)/(1 + e^-epsilon)",
        reading="r is the reach of the noise: how far the value is from its threshold, in sensitivities",
    )
