"""The exact probability that some round fails, where M people are always active and K = N - M never.

Rounds are dependent: whoever reports in one reports in no other. Everybody's choices are T^N, and in M! K! / prod A_t! B_t!
of them A_t active and B_t idle people report in round t, for every t. With w(A, B), the probability that such a round does
not fail, no round fails with probability M! K! / T^N [x^M y^K] (sum x^A y^B w(A, B) / (A! B!))^T. Here x and y come with
factors that make the coefficients Poisson probabilities, so that none of those that matter is large or small.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from ldproof.budget import Budget
from ldproof.counting.reporters import ReporterWeights, empty_round, every, likely
from ldproof.counting.tail import Round, brief, failing, few, not_tiny
from ldproof.numbers import Ball, Real, lift, like
from ldproof.numbers.powers import power_coefficient
from ldproof.rejections import Reason, Refused
from ldproof.tails import Known

__all__ = ["tail_constant_users"]

MOST_TERMS = 1 << 17
"""Polynomials with so many terms take up to half a minute."""


def tail_constant_users(
    N: int, T: int, M: int, alpha: Fraction, budget: Budget, fill: Fraction | None = None
) -> Real:
    """The probability of an error of alpha or more, or of no estimate, in some round; M people are always active."""
    few(N, T)
    terms = (2 * M + 1) * (N - M + 1)
    if terms > MOST_TERMS:
        raise Refused(
            Reason.TOO_LARGE,
            f"M = {M} of N = {N} people make polynomials of {terms} terms",
            f"(2M + 1)(N - M + 1) up to {MOST_TERMS}",
        )
    excess = budget.report_excess()
    rounds = failing(N, T, M, alpha, excess, fill)
    if rounds.never():
        return empty_round(N, T) if fill is None else Real(0)
    if excess.exact is not None and brief(N, T, excess.exact):
        return Real(1 - fine(rounds, every, excess.exact))
    return lift(partial(near_failure, rounds), excess, exactly=False)


def near_failure(rounds: Round, excess: Ball) -> Ball:
    """A ball around the probability that some round fails."""
    return not_tiny(1 - fine(rounds, likely, excess))


def fine(rounds: Round, numbers: Callable[[int, int], ReporterWeights[Known]], excess: Known) -> Known:
    """The probability that no round fails."""
    M, K, T = rounds.active, rounds.N - rounds.active, rounds.T
    actives, idles = numbers(M, T), numbers(K, T)
    A_weights, B_weights = poisson(M, T, actives, excess), poisson(K, T, idles, excess)
    terms = [like(excess, 0)] * ((2 * M + 1) * (K + 1))
    for A, B, failed in rounds.failures(actives, idles, excess):
        terms[A + (2 * M + 1) * B] = A_weights[A] * B_weights[B] * (1 - failed)
    ways = choices(M, T, excess) * choices(K, T, excess)
    # Whoever leaves out numbers of reporters leaves out the events that some round has one of them.
    others = T * (actives.others / actives.total() + idles.others / idles.total())
    return ways * power_coefficient(terms, T, M, K) + others


def poisson(people: int, T: int, numbers: ReporterWeights[Known], system: Known) -> dict[int, Known]:
    """The weights (people/T)^A / A! of these numbers A, times `scale`."""
    weights = [scale(people, T, system)]
    for A in range(1, numbers.last + 1):
        weights.append(weights[-1] * people / (A * T))
    return dict(enumerate(weights[numbers.first :], numbers.first))


def scale(people: int, T: int, system: Known) -> Known:
    """The factor of these weights: e^(-people/T) in a ball, and 1 where it is no fraction."""
    if isinstance(system, Fraction):
        return Fraction(1)
    return (like(system, -people) / T).exp()


def choices(people: int, T: int, system: Known) -> Known:
    """people! / T^people, without the factors that the weights have of one round or another."""
    ways = like(system, 1)
    for each in range(1, people + 1):
        ways = ways * each / people
    return ways / scale(people, T, system) ** T
