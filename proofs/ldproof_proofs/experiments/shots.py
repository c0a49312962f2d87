"""Experiments 1 and 2 of section 6: what is printed against exact means, and what is expected of them."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from ldproof.budget import budget
from ldproof.numbers import Real, ball, enclose, least, rational, term
from ldproof.shots.detection import detection_probability
from ldproof.shots.expectations import expected, f_measure
from ldproof.shots.parameters import Parameters
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.accuracy.adaptive import merit_of

THETA = rational(4, 5)
FEW, MANY = 10_000, 100_000
"""The people of experiment 1 and of experiment 2."""
RUNS = 100
ASSUMED = "where m < T, rounds are taken for independent"
DIGITS = 12

Between = tuple[Fraction, Fraction]
"""Two fractions with a number between them."""


@cache
def power_mean(N: int, m: int, T: int, r: int, epsilon: int, power: int) -> Between:
    """The mean of a power of F."""
    shots = Parameters(T, m, rational(r), budget(m, epsilon=epsilon))
    return enclosing(expected(shots, N, THETA, lambda *counts: f_measure(*counts) ** power))


def mean(N: int, m: int, T: int, epsilon: int, r: int = 0) -> Between:
    """E[F]."""
    return power_mean(N, m, T, r, epsilon, 1)


def enclosing(value: Real) -> Between:
    """Decimals around a number."""
    found = enclose(lambda: ball(value), DIGITS)
    return rational(found.lower), rational(found.upper)


def above(one: Between, other: Between) -> Relation:
    """A number is certainly larger than another."""
    return below(other[1], one[0])


PRINTED = ((1, 1, rational(71, 100)), (6, 10, rational(91, 100)), (100, 200, rational(99, 100)))
"""The m and epsilon at which experiment 1 prints an F."""


def printed_cases(shift: Fraction) -> Iterator[tuple[str, Relation]]:
    """Whether what rounds to the printed F is at most one standard deviation of a mean of 100 runs from E[F]."""
    for m, epsilon, printed in PRINTED:
        low, high = mean(FEW, m, 100, epsilon)
        least_square, _ = power_mean(FEW, m, 100, 0, epsilon, 2)
        for side, away in (("above", printed + shift - term(low)), ("below", term(high) - printed - shift)):
            beyond = -least(Fraction(1, 200) - away, term(0))
            name = f"F = {printed} at epsilon = {epsilon}, {side} E[F]"
            yield name, at_most(beyond**2 * RUNS, least_square - term(high) ** 2)


def printed(prover: Prover) -> Theorem:
    """The three numbers of experiment 1."""
    claim = Ground(
        "shots.experiment-1-printed",
        "in experiment 1, N = 10000, T = 100, theta = 4/5, r = 0: a number that rounds to the printed mean (0.71 at "
        "m = 1 and epsilon = 1, 0.91 at 6 and 10, 0.99 at 100 and 200) is at most one standard deviation of a mean of "
        f"100 runs away from E[F]; {ASSUMED}",
        "these three",
        lambda: printed_cases(rational(0)),
        lambda: printed_cases(rational(1, 20)),
        proved=True,
    )
    return prover.theorem(claim, ByRecord())


LARGEST = ((1, 1, (2, 6, 100)), (10, 6, (1, 5, 7, 100)), (200, 100, (1, 57, 99)), (100, 100, (57, 99)))
"""Budgets, the best m, and some other m."""


def largest_cases(shift: int) -> Iterator[tuple[str, Relation]]:
    """Whether an m is better than others."""
    for epsilon, best, others in LARGEST:
        top = mean(FEW, best + shift, 100, epsilon)
        for m in others:
            yield f"epsilon = {epsilon}, m = {best} against {m}", above(top, mean(FEW, m, 100, epsilon))


def largest(prover: Prover) -> Theorem:
    """The m at which F is largest in experiment 1, and at epsilon = T, where m* is not T."""
    listed = "; ".join(
        f"{best} than at {', '.join(map(str, others))} at epsilon = {epsilon}"
        for epsilon, best, others in LARGEST
    )
    claim = Ground(
        "shots.experiment-1-largest",
        f"in experiment 1 with r = 0, E[F] is larger at m = {listed}; {ASSUMED}",
        "these m",
        lambda: largest_cases(0),
        lambda: largest_cases(1),
        proved=True,
    )
    return prover.theorem(claim, ByRecord())


def loud_cases(loud: int) -> Iterator[tuple[str, Relation]]:
    """Dummies of 1 against dummies of 0, at epsilon = 10."""
    for m, low in ((6, rational(938, 1000)), (3, rational(944, 1000))):
        found = mean(FEW, m, 100, 10, loud)
        yield f"m = {m}, r = 1", above(found, (low, low))
        yield f"m = {m}, r = 1 against m = 6, r = 0", above(found, mean(FEW, 6, 100, 10))


def loud(prover: Prover) -> Theorem:
    """The other dummy does better at the same privacy."""
    claim = Ground(
        "shots.experiment-1-loud",
        "in experiment 1 at epsilon = 10, r = 1 has an E[F] above 0.938 at m = 6 and above 0.944 at m = 3, more than "
        f"r = 0 at its best m = 6; {ASSUMED}",
        "these cases",
        lambda: loud_cases(1),
        lambda: loud_cases(0),
        proved=True,
    )
    return prover.theorem(claim, ByRecord())


def coin_cases(share: Fraction) -> Iterator[tuple[str, Relation]]:
    """Whether a round is detected about every other time."""
    for m, epsilon, _ in PRINTED:
        spent = budget(m, epsilon=epsilon)
        low, high = enclosing(detection_probability(FEW, m, 100, Fraction(0), share, THETA, spent))
        yield f"epsilon = {epsilon}, from below", below(Fraction(49, 100), low)
        yield f"epsilon = {epsilon}, from above", below(high, Fraction(51, 100))


def coin_flip(prover: Prover) -> Theorem:
    """The round with exactly theta."""
    claim = Ground(
        "shots.experiment-1-coin",
        "in experiment 1 the round t = 80, in which Phi_0 = theta, is detected with a probability between 0.49 and "
        "0.51 at each of the three printed m",
        "these three",
        lambda: coin_cases(THETA),
        lambda: coin_cases(rational(81, 100)),
        proved=True,
    )
    return prover.theorem(claim, ByRecord())


def not_every_round(prover: Prover) -> Theorem:
    """At epsilon = 200, m* is not T."""
    claim = Failure(
        "shots.experiment-2-best",
        "if m* were T at epsilon = 200, as experiment 2 has it, T reports would be at least as good as 115 by the "
        "source's own bound",
        at_most(merit_of(115), merit_of(200)),
        {"epsilon": 200, "T": 200},
        {"epsilon": 400, "T": 200},
    )
    return prover.theorem(claim, ByPoint())


def overtaken_cases(ahead: bool) -> Iterator[tuple[str, Relation]]:
    """T = 200 reports against 115 at epsilon = 200."""
    every, best = mean(MANY, 200, 200, 200), mean(MANY, 115, 200, 200)
    yield "ahead", above(every, best) if ahead else above(best, every)
    yield "close", below(term(every[1]) - best[0], Fraction(1, 1000))


def overtaken(prover: Prover) -> Theorem:
    """Figure 2(f): where T reports do better than m*."""
    claim = Ground(
        "shots.experiment-2-overtaken",
        "in experiment 2 at epsilon = 200 and T = 200, where m* = 115, E[F] is larger with T reports, by less than "
        f"1/1000; {ASSUMED}",
        "this T",
        lambda: overtaken_cases(ahead=True),
        lambda: overtaken_cases(ahead=False),
        proved=True,
    )
    return prover.theorem(claim, ByRecord())


def fall_cases(more: bool) -> Iterator[tuple[str, Relation]]:
    """How much E[F] loses from T = 300 to T = 400 at epsilon = 1, with one report and with T."""
    (best, later), (every, every_later) = ([mean(MANY, m or T, T, 1) for T in (300, 400)] for m in (1, 0))
    yield "behind at T = 300", above(best, every)
    yield "behind at T = 400", above(later, every_later)
    lost = [term(one) - other for one, other in zip(best, later[::-1], strict=True)]
    all_lost = [term(one) - other for one, other in zip(every, every_later[::-1], strict=True)]
    yield "loses", below(lost[1], all_lost[0]) if more else below(all_lost[1], lost[0])


def falls(prover: Prover) -> Theorem:
    """Figure 2(d): T reports are behind, but what they lose as T grows is less."""
    claim = Ground(
        "shots.experiment-2-falls",
        "in experiment 2 at epsilon = 1, where m* = 1, E[F] with T reports is below that with one at T = 300 and 400, "
        f"but loses less from 300 to 400; N t/T is rounded down at T = 300; {ASSUMED}",
        "these T",
        lambda: fall_cases(more=False),
        lambda: fall_cases(more=True),
        proved=True,
    )
    return prover.theorem(claim, ByRecord())
