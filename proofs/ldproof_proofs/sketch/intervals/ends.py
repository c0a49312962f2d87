"""A bound on every candidate's error, solved for the candidate's count."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.probability import union_bound
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.variance.symbols import N, f

k, delta, A, B, h = map(Symbol, ("k", "delta", "A", "B", "h"))
AT: Point = {"N": 10, "f": 3, "A": 1, "B": Fraction(1, 4), "h": 4, "k": 3, "delta": Fraction(1, 2)}
READING = "h is the estimate, A bounds its noise, and (N - f) B what collisions add"


def simultaneous(prover: Prover) -> Theorem:
    """With the k-th part of delta for each of k candidates all hold together; the size of the domain plays no part."""
    return proposition(
        prover,
        "sketch.simultaneous",
        equal(union_bound(k, delta / k), delta),
        {"k >= 1": at_most(1, k)},
        AT,
        rule=algebra,
        reason="k times the k-th part",
        mutant=equal(union_bound(k, delta), delta),
        reading="k candidates are asked for, and each fails with probability delta/k at most",
    )


def solved(prover: Prover) -> Iterable[Theorem]:
    """Both ends, from |h - f| <= A + (N - f) B."""
    share: Facts = {"B >= 0": at_most(0, B), "B < 1": below(B, 1)}
    yield proposition(
        prover,
        "sketch.interval-lower",
        at_most((h - A - N * B) / (1 - B), f),
        {**share, "above": at_most(h - f, A + (N - f) * B)},
        {**AT, "h": Fraction(11, 2)},
        reason="times 1 - B",
        mutant=at_most((h - A) / (1 - B), f),
        reading=READING,
    )
    yield proposition(
        prover,
        "sketch.interval-upper",
        at_most(f, (h + A + N * B) / (1 + B)),
        {**share, "below": at_most(f - h, A + (N - f) * B)},
        {**AT, "h": 1, "f": 3},
        reason="times 1 + B",
        mutant=at_most(f, (h + A) / (1 + B)),
        reading=READING,
    )
