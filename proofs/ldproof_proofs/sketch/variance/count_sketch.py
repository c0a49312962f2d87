"""The private Count-Sketch: its estimate, its variance, and what it is beside other Hadamard responses."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.sketch.collector import estimate_holders
from ldproof.sketch.variance import (
    mean_of_sampled,
    noise_variance,
    sampled_row_variance,
    shared_collision_variance,
)
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.variance.moments import by_pairs
from ldproof_proofs.sketch.variance.symbols import AT, ODDS, ROWS, WIDE, E, N, S, d, f, others, w

h, k = Symbol("h"), Symbol("k")
C = (E + 1) / (E - 1)
COLUMNS: Facts = {"k >= 1": at_most(1, k)}
SIGN: Facts = {"h > 0": below(0, h)}
POINT: Point = {**AT, "k": 2, "h": Fraction(3, 5)}
GIVEN: Facts = {**COLUMNS, **ROWS, **ODDS}


def estimate(prover: Prover) -> Theorem:
    """What is expected of another of w hash values, and the collisions of all w, leave the support over h."""
    return proposition(
        prover,
        "sketch.count-sketch-estimate",
        equal(estimate_holders(S, N, -h / (w - 1), h, 1 / w), S / h),
        {**WIDE, **SIGN},
        POINT,
        rule=algebra,
        reading="S is the item's support by N signs, and h the mean of a sign at its own holder",
    )


def moments(prover: Prover) -> Iterable[Theorem]:
    """The mean and the mean square of another item's support are those of two values, as the reference has them."""
    once = 1 / (k + 1)
    yield proposition(
        prover,
        "sketch.count-sketch-mean",
        equal(once * h + (1 - once) * (-h / k), 0),
        COLUMNS,
        POINT,
        rule=algebra,
    )
    yield proposition(
        prover,
        "sketch.count-sketch-square",
        equal(once * h**2 + (1 - once) * (-h / k) ** 2, (h**2 + h**2) / (2 * k)),
        COLUMNS,
        POINT,
        rule=algebra,
        reason="h and -h have the probability 1/(2 k) each",
        mutant=equal(once * h**2 + (1 - once) * (-h / k) ** 2, h**2 / (2 * k)),
    )


def variance(prover: Prover) -> Iterable[Theorem]:
    """A person adds a sign over its mean; two people with the same other item add 1/k where both are in one row."""
    once, high = 1 / (k + 1), 1 / C
    low = -high / k
    noisy = noise_variance(N, f, once, high - low, 1 - high**2, 1 - low**2)
    collided = shared_collision_variance(others, S, once, once**2)
    found = mean_of_sampled(sampled_row_variance(N, f, d, once, noisy, collided), f, d)
    pairs = by_pairs(C**2 - 1, C**2, 1 / (k * d), 0 * k)
    yield proposition(
        prover,
        "sketch.count-sketch-by-pairs",
        equal(found, pairs),
        GIVEN,
        POINT,
        rule=algebra,
        reason="the mean squares of one report, and the mean products of two",
        reading="C = (E + 1)/(E - 1) is 1 over the mean of a sign",
    )
    form = N * C**2 - f + (S - others) / (d * k)
    yield proposition(
        prover,
        "sketch.count-sketch-variance",
        equal(found, form),
        GIVEN,
        POINT,
        rule=algebra,
        mutant=equal(found, N * C**2 + (S - others) / (d * k)),
    )
    plus = N * C**2 - f + (S - others) / (d * (2 * k - 1))
    yield proposition(
        prover,
        "sketch.count-sketch-cost",
        equal(form - plus, (k - 1) * (S - others) / (d * k * (2 * k - 1))),
        GIVEN,
        POINT,
        rule=algebra,
        mutant=equal(plus - form, (k - 1) * (S - others) / (d * k * (2 * k - 1))),
        reading="beside the Hadamard responses without the constant coordinate, of 2 k columns",
    )
