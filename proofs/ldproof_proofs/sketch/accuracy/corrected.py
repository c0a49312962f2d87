"""Section 4.2, corrected: how far the mean estimate is off, from Hoeffding's inequality used twice."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, log, term
from ldproof.sketch.error import hoeffding_deviation
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.prover import (
    ByCitation,
    Last,
    Prover,
    Step,
    algebra,
    at_once,
    proposition,
    show,
    steps,
)
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.sketch.variance.symbols import WIDE, f, w
from ldproof_proofs.tails.cited import hoeffding_bound
from ldproof_proofs.tails.logarithm import positive

delta, count, P, x = map(Symbol, ("delta", "count", "P", "x"))
RISK: Facts = {"delta > 0": below(0, delta), "delta < 1": below(delta, 1), "count > 0": below(0, count)}
AT: Point = {"delta": Fraction(1, 2), "count": 3}
HOEFFDING = "Hoeffding, Probability Inequalities for Sums of Bounded Random Variables (1963), Theorem 2"


def cited(prover: Prover) -> Theorem:
    """Hoeffding's inequality."""
    at: Point = {"count": 1, "x": 1, "P": 0}
    bound = hoeffding_bound(count, x)
    claim = Implication(
        "sketch.hoeffding",
        at_most(P, bound),
        {"count > 0": below(0, count), "x >= 0": at_most(0, x)},
        {},
        at,
        Mutant(at_most(P, bound / 10), {**at, "P": Fraction(1, 4)}),
        reading="P is the probability that a mean of `count` independent numbers, each from a range of length 1, is x or more "
        "away from what it is on average",
        stands=("P",),
    )
    return prover.theorem(claim, ByCitation(HOEFFDING))


def surprise(prover: Prover) -> dict[str, Known | Relation]:
    """ln(2/delta) is positive."""
    return {"above 1": below(1, 2 / delta), "log": lemma(positive(prover), v=2 / delta)}


def reached(prover: Prover) -> Iterable[Theorem]:
    """Hoeffding's bound is delta at the reference's deviation, of a sum and, with 1/count, of a mean."""
    for name, shown, distance in (
        (
            "sum",
            "sqrt(count ln(2/delta)/2)",
            hoeffding_deviation(count, delta) / count,
        ),
        (
            "mean",
            "sqrt(ln(2/delta)/(2 count))",
            hoeffding_deviation(1 / count, delta),
        ),
    ):
        tail, power = hoeffding_bound(count, distance), -2 * count * distance**2
        low = proposition(
            prover,
            f"sketch.deviation-exponent-{name}",
            at_most(power, -log(2 / delta)),
            RISK,
            AT,
            surprise(prover),
            rule=algebra,
            reason="its exponent",
            mutant=at_most(power, -2 * log(2 / delta)),
        )
        yield low
        undone = exp(-log(2 / delta))
        solved = show(
            prover,
            steps(
                Step("<=", 2 * undone, "the exponent is ln(2/delta)", search),
                last=Last("e^-ln(2/delta) = delta/2", search, "="),
            ),
            f"sketch.deviation-{name}",
            at_most(tail, delta),
            RISK,
            {
                **surprise(prover),
                "exponent": lemma(low),
                "less": axiom(Always.MONOTONE, power, -log(2 / delta)),
                "inverse": axiom(Always.INVERSE, 2 / delta),
            },
            AT,
            Mutant(at_most(tail, delta / 10), AT),
        )
        yield solved
        hoeffdings = {**surprise(prover), "Hoeffding": lemma(cited(prover), x=distance)}
        at = {**AT, "P": Fraction(1, 2)}
        yield show(
            prover,
            steps(Step("<=", tail, "Hoeffding", search), last=Last("its bound is delta there", search)),
            f"sketch.{name}-within-deviation",
            at_most(P, delta),
            RISK,
            {**hoeffdings, "solved": lemma(solved)},
            at,
            Mutant(at_most(P, delta / 2), at),
            reading=f"P is the probability that a {name} of `count` independent numbers, each from a range of length 1, is "
            f"{shown} or more away from what it is on average",
            stands=("P",),
        )


A, B, noisy, collided, shared = map(Symbol, ("A", "B", "noisy", "collided", "shared"))
first, second, r1, r2 = map(Symbol, ("f_1", "f_2", "r_1", "r_2"))


def split(prover: Prover) -> Theorem:
    """The error of the mean estimate: of the reports given the hashes, and of the hashes."""
    N, Z = f + first + second, f + first * r1 + second * r2 + A
    collisions = first * (r1 - shared) + second * (r2 - shared)
    error = (Z - N * shared) / (1 - shared) - f
    at: Point = {
        "f": 3, "f_1": 4, "f_2": 1, "r_1": Fraction(1, 2), "r_2": 0, "shared": Fraction(1, 4), "A": 1, "B": 1,
    }  # fmt: skip
    return proposition(
        prover,
        "sketch.error-split",
        equal(error, (A + collisions) / (1 - shared)),
        {"shared < 1": below(shared, 1)},
        at,
        rule=algebra,
        reading="A is by how much Z, the sum of all reports' z, is above its mean given the hashes",
    )


def together(prover: Prover) -> Iterable[Theorem]:
    """Where neither part is further off than its deviation, the estimate is not further off than both together."""
    for name, one, other, left in (("above", A, B, A + B), ("below", -A, -B, -A - B)):
        bound = w / (w - 1) * (noisy + collided)
        yield proposition(
            prover,
            f"sketch.error-{name}",
            at_most(w / (w - 1) * left, bound),
            {**WIDE, "reports": at_most(one, noisy), "hashes": at_most(other, collided)},
            {
                "w": 4,
                "A": 1 if name == "above" else -1,
                "B": 1 if name == "above" else -1,
                "noisy": 1,
                "collided": 1,
            },
            reason="both together",
            mutant=at_most(w / (w - 1) * left, bound / 2),
            reading="A is what the reports add given the hashes, of N numbers of reach 1/(q - p), and B what the hashes add, N - f "
            "times a mean of d numbers of reach 1",
        )


P_1, P_2, Q, N, d, q, p, alpha, epsilon = map(
    Symbol, ("P_1", "P_2", "Q", "N", "d", "q", "p", "alpha", "epsilon")
)


def likely(prover: Prover) -> Theorem:
    """The mean estimate over ideal hashes is within both deviations, at half the risk each."""
    by_sum, by_mean = (
        next(each for each in reached(prover) if each.name == f"sketch.{name}-within-deviation")
        for name in ("sum", "mean")
    )
    noise, collisions = hoeffding_deviation(N, delta / 2), hoeffding_deviation(1 / d, delta / 2)
    bound = w / (w - 1) * (noise / (q - p) + (N - f) * collisions)
    at: Point = {
        "delta": Fraction(1, 2), "N": 3, "f": 1, "d": 2, "w": 4, "p": Fraction(1, 4), "q": Fraction(1, 2),
        "P_1": Fraction(1, 5), "P_2": Fraction(1, 5), "Q": Fraction(2, 5), "alpha": 100,
    }  # fmt: skip
    claim = Implication(
        "sketch.error-likely",
        at_most(Q, delta),
        {
            **WIDE,
            "delta > 0": below(0, delta),
            "delta < 1": below(delta, 1),
            "N > 0": below(0, N),
            "d > 0": below(0, d),
            "gap": below(p, q),
            "alpha": at_most(bound, alpha),
            "either": at_most(Q, P_1 + P_2),
        },
        {
            "reports": lemma(by_sum, delta=delta / 2, count=N, P=P_1),
            "hashes": lemma(by_mean, delta=delta / 2, count=d, P=P_2),
        },
        at,
        Mutant(at_most(Q, delta / 2), at),
        reading="Q is the probability that the mean estimate over ideal hashes is alpha or more away from f; P_1 that what the "
        "reports add given the hashes, a sum of N independent numbers of reach 1/(q - p), is as far off as its deviation, "
        "and P_2 that the share of N - f people whose column is the item's, a mean of d independent numbers of reach 1, is",
        stands=("Q", "P_1", "P_2"),
    )
    return prover.theorem(claim, at_once("delta/2 + delta/2", search))


def gap_order(prover: Prover) -> Theorem:
    """The inverse of q - p for OUE, where q = 1/2, is of the order of 1/epsilon."""
    inverse = 1 / (term(Fraction(1, 2)) - 1 / (exp(epsilon) + 1))
    return proposition(
        prover,
        "sketch.error-gap-order",
        at_most(inverse, 2 + 4 / epsilon),
        {"epsilon > 0": below(0, epsilon)},
        {"epsilon": 1},
        {"grows": below(1, exp(epsilon)), "tangent": axiom(Always.TANGENT, epsilon)},
        reason="it is 2 + 4/(e^epsilon - 1), and e^u - 1 >= u",
        mutant=at_most(2 * inverse, 2 + 4 / epsilon),
    )
