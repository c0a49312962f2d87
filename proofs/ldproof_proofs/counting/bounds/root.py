"""Equation (1): Bernstein's exponent, its root, and that the source prints twice the root."""

from collections.abc import Iterable, Mapping

from ldproof.counting.bounds import bernstein_exponent, theta_at, theta_printed_at
from ldproof.numbers import Symbol, exp, sqrt
from ldproof.probability import bernstein_bound
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.counting.bounds.symbols import SURPRISED, L, alpha
from ldproof_proofs.counting.parameters import BUDGET, k, x
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finder import Local
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Prover, Used, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem

AT: Point = {"x": 2, "L": 1}
OFF = {"alpha > 0": below(0, alpha)}
odds = 1 + x
under = (odds * L / 3) ** 2 + 2 * odds * L
"""What is under the root of theta*."""
ninth = 2 * odds / 9 * L
under_printed = ninth**2 + 4 * ninth
"""What is under the root of equation (1)."""
root, root_printed = sqrt(under), sqrt(under_printed)
theta, printed = theta_at(L, x), theta_printed_at(L, x)


def exponent(prover: Prover) -> Theorem:
    """phi is Bernstein's exponent for k reports: each has variance p q/(p-q)^2 and size at most p/(p-q)."""
    low, high, wide = lie(x), truth(x), contrast(x)
    found = anchor(
        bernstein_exponent,
        lambda: 2 * exp(-k * bernstein_exponent(alpha, x)),
        lambda: bernstein_bound(k, high * low / wide**2, high / wide, alpha),
    )
    at: Point = {"x": 2, "alpha": 1, "k": 1}
    claim = Implication(
        "counting.bernstein-exponent",
        equal(found.value, found.definition),
        {**BUDGET, **OFF, "k >= 1": at_most(1, k)},
        {},
        at,
        Mutant(equal(found.value, bernstein_bound(k, high * low / wide**2, 2 * high / wide, alpha)), at),
        (found,),
        reading="k people report; (z - q)/(p - q) less its mean, z a report, has this variance and is p/(p - q) at most",
    )
    return prover.theorem(claim, at_once("multiply by (p - q)^2", algebra))


def sizes(prover: Prover) -> Iterable[Theorem]:
    """The variance and the size of one report that Bernstein's bound is given."""
    low, high, wide = lie(x), truth(x), contrast(x)
    for name, state in (("active", 1), ("idle", 0)):
        mean = high if state else low
        moment = mean * ((1 - mean) / wide) ** 2 + (1 - mean) * (mean / wide) ** 2
        yield proposition(
            prover,
            f"counting.report-variance-{name}",
            equal(moment, high * low / wide**2),
            BUDGET,
            {"x": 2},
            rule=algebra,
            reason="its two values, with their probabilities",
        )
        for sent in (0, 1):
            off = (sent - mean) / wide
            yield proposition(
                prover,
                f"counting.report-size-{name}-{sent}",
                at_most(off**2, (high / wide) ** 2),
                BUDGET,
                {"x": 2},
                reason="p is the larger of p and q",
                mutant=at_most((high / wide) ** 2 * 10, off**2),
            )


ROOTS: Mapping[str, Relation] = {"inside": below(0, under), "root > 0": below(0, root)}
PRINTED_ROOTS: Mapping[str, Relation] = {
    "inside the printed": below(0, under_printed),
    "printed root > 0": below(0, root_printed),
}
"""Both roots are positive."""


def twice(prover: Prover) -> Theorem:
    """Equation (1) as printed is twice theta*."""
    return proposition(
        prover,
        "counting.printed-is-twice",
        equal(printed, 2 * theta),
        SURPRISED,
        AT,
        {**ROOTS, **PRINTED_ROOTS, "roots": equal(3 * root_printed, 2 * root)},
        reason="3 w = 2 v: both are positive, and (3 w)^2 = (2 v)^2",
        mutant=equal(printed, theta),
        short={"v": root, "w": root_printed},
    )


def solves(prover: Prover) -> Theorem:
    """phi(theta*) = L: theta* is the positive root."""
    return proposition(
        prover,
        "counting.theta-solves",
        equal(bernstein_exponent(theta, x), L),
        SURPRISED,
        AT,
        ROOTS,
        rule=algebra,
        reason="(x theta)^2 - 2 E L x theta/3 - 2 E L = 0",
        mutant=equal(bernstein_exponent(theta, x), 2 * L),
        short={"theta": theta},
    )


def increases(prover: Prover) -> Theorem:
    """phi increases with the distance."""
    d, e = Symbol("d"), Symbol("e")
    claim = Implication(
        "counting.exponent-increases",
        at_most(bernstein_exponent(d, x), bernstein_exponent(e, x)),
        {**BUDGET, "d > 0": below(0, d), "d <= e": at_most(d, e)},
        {},
        {"x": 2, "d": 1, "e": 2},
    )
    return prover.theorem(claim, at_once("e^2 (1 + x d/3) >= d^2 (1 + x e/3)", positivity))


def printed_exponent(prover: Prover) -> Iterable[Theorem]:
    """With theta as printed the exponent is at least 2 L, and at most 4 L: right side of condition (2)."""
    at_printed, at_twice = bernstein_exponent(printed, x), bernstein_exponent(2 * theta, x)
    shared: Used = {
        **ROOTS,
        "theta > 0": below(0, theta),
        "twice": lemma(twice(prover)),
        "solves": lemma(solves(prover)),
    }
    ways: Iterable[tuple[str, Relation, Used, Relation]] = (
        (
            "least",
            at_most(2 * L, at_printed),
            {
                "doubles": Local(at_most(2 * bernstein_exponent(theta, x), at_twice), positivity),
                "up": lemma(increases(prover), d=2 * theta, e=printed),
            },
            at_most(4 * L, at_printed),
        ),
        (
            "most",
            at_most(at_printed, 4 * L),
            {
                "quadruples": Local(at_most(at_twice, 4 * bernstein_exponent(theta, x)), positivity),
                "down": lemma(increases(prover), d=printed, e=2 * theta),
            },
            at_most(at_printed, 2 * L),
        ),
    )
    for name, goal, known, mutant in ways:
        yield proposition(
            prover,
            f"counting.printed-exponent-{name}",
            goal,
            SURPRISED,
            AT,
            {**shared, **known},
            reason="phi(theta*) = L, and phi increases",
            mutant=mutant,
        )
