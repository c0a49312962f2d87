"""What is left out of sums over the numbers of reporters: it is in the ball, which is not much larger."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

from ldproof.counting.error import failing_round, no_failure_probability, sum_failures
from ldproof.counting.formulas import Period, ReporterWeights, all_reporter_weights
from ldproof.numbers import Ball, ball
from ldproof_proofs.counting.joint.everybody import THREE
from ldproof_proofs.counting.tail import EXACT, by_force
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

SHAPES = ((4, 2, 2), (6, 3, 3), (5, 3, 3), (5, 2, 3))
"""People, active ones, and rounds."""
ALPHAS = tuple(map(Fraction, ("1/100", "1/4", "1", "10")))
"""The first fails nearly always, the last never if there is an estimate."""
WIDER = Fraction(5, 4)
"""The radius over the probability that is left out: what is kept is divided by a sum that is not known any better."""


def without_last(of: int) -> Callable[[int, Period], ReporterWeights[Ball]]:
    """All numbers of reporters among so many people but the last, which is left to the others; all among others."""

    def numbers(people: int, T: Period) -> ReporterWeights[Ball]:
        whole = all_reporter_weights(people, T)
        *weights, last = map(ball, whole.weights)
        if people != of:
            return ReporterWeights(whole.first, [*weights, last], Ball(0))
        return ReporterWeights(whole.first, weights, last.union(Ball(0)))

    return numbers


def in_between(found: Ball, exact: Fraction, left_out: Fraction) -> bool:
    """Whether a ball has this number in it, and is about as large as what was left out."""
    return found.contains(ball(exact)) and bool(found.rad() < ball(WIDER * left_out))


def cases(more: int) -> Iterable[tuple[str, bool]]:
    """One round, and all rounds."""
    for (N, M, T), fill, alpha in product(SHAPES, (None, Fraction(1, 2)), ALPHAS):
        at_stake = failing_round(N, T, M, alpha, EXACT.report_excess(), fill)
        for of in {M, N - M}:
            name = f"N = {N}, M = {M}, T = {T}, alpha = {alpha}, fill = {fill}, out of {of}"
            left_out = Fraction((M, N - M).count(of), T**of)
            one = sum_failures(at_stake, without_last(of), ball(THREE + more))
            yield name, in_between(one, by_force(N, M, T, alpha, fill, 1), left_out)
            none = no_failure_probability(at_stake, without_last(of), ball(THREE + more))
            yield (
                f"{name}, all rounds",
                in_between(1 - none, by_force(N, M, T, alpha, fill, T), T * left_out),
            )


def left_out(prover: Prover) -> Theorem:
    """The likeliest number is left out here, where there are two people: no small part."""
    claim = Finite(
        "counting.left-out",
        "if the last number of active or of idle reporters is left out, or both where they are as many, the probabilities of failing in one round and "
        "in some round are in their balls, whose radius is at most 5/4 of the probability that a number is left out",
        "(N, M, T) in (4, 2, 2), (6, 3, 3), (5, 3, 3), (5, 2, 3), alpha in {1/100, 1/4, 1, 10}, E = 3, fill in {1/2}",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
